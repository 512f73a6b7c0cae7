"""The steps that make proposals out of what was said, and `apply`, the only door they go through."""
