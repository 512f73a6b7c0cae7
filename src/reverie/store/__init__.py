"""Where a vault lives: the protocols in `base`, their implementations beside it."""
