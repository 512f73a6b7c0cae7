"""The switch: where a person has turned memory off. A small file that every path looks at before it reads or tells."""

from __future__ import annotations

import os
from pathlib import Path

EVERYWHERE = "*"


class Switch:
    """A line for each space that is off, or one star for all of them. No file means that everything is on."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def off(self) -> list[str]:
        """The spaces that are off; a star among them means all."""
        try:
            return [line for line in self._path.read_text("utf-8").splitlines() if line]
        except FileNotFoundError:
            return []
        except (UnicodeDecodeError, IsADirectoryError):  # nobody knows what a person wanted off: everything
            return [EVERYWHERE]

    def is_off(self, space: str) -> bool:
        return any(line in (EVERYWHERE, space) for line in self.off())

    def turn(self, space: str, *, on: bool) -> bool:
        """Turn one space, or with a star everything, on or off; False when it was so before."""
        before = self.off()
        after = [line for line in before if line != space] if on else list(dict.fromkeys((*before, space)))
        if after == before:
            return False
        draft = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in after))
        draft.replace(self._path)
        return True
