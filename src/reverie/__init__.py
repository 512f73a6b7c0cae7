"""Reverie: a long-term memory for AI agents. `from reverie import Memory`."""

from __future__ import annotations

TYPE_CHECKING = False  # as a type checker takes it; importing `typing` is what a hook can do without

if TYPE_CHECKING:
    from typing import Any

    from reverie.errors import ReverieError
    from reverie.memory import Memory

__version__ = "0.1.0"
__all__ = ["Memory", "ReverieError", "__version__"]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `reverie --version` and hooks pay for nothing else."""
    if name == "Memory":
        from reverie.memory import Memory

        return Memory
    if name == "ReverieError":
        from reverie.errors import ReverieError

        return ReverieError
    raise AttributeError(f"module 'reverie' has no attribute {name!r}")
