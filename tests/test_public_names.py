"""What the package offers by name, and nothing by accident."""

from __future__ import annotations

import reverie


def test_the_public_names_are_these_sorted_and_importable():
    assert sorted(reverie.__all__) == reverie.__all__ == ["Memory", "ReverieError", "__version__"]
    for name in reverie.__all__:
        assert getattr(reverie, name)
