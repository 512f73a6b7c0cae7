"""Drawers: notes that a program keeps for itself, word for word, each under a name of its own. Light to import.

What lies in one is no claim and proves nothing: it is found when it is asked for, and nobody is told of it unasked. In
return the program may rewrite it and put it away without a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from reverie.light import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

ROOT = "notes/drawers/"
_FILE = ".md"
_BREAKS = {ord(c): f"\\u{ord(c):04x}" for c in "\x7f\x85\u2028\u2029"}  # which end a line for some readers


def holds(kind: str, slug: str) -> bool:
    """Whether a page lies in a drawer."""
    return kind == "note" and slug.startswith(ROOT)


def place(drawer: str, *parts: str) -> str:
    """Where in a drawer something of that name lies, as the slug of a note; two names never share a place."""
    *folders, name = parts
    bare = name.removesuffix(_FILE)
    last = encoded(bare) + _FILE if bare and bare != name else encoded(name) + "~" + _FILE
    return within(drawer, *folders) + last


def within(drawer: str, *folders: str) -> str:
    """What the slugs of everything in a drawer, or in a folder of it, begin with."""
    return ROOT + "".join(f"{encoded(each)}/" for each in (drawer, *folders))


def encoded(name: str) -> str:
    """Any name as a part of a path that every file system keeps apart from all others."""
    from reverie.domain.space import folder

    return folder(name)


def text(told: Mapping[str, Any], title: str, body: str) -> str:
    """The text of a note: what its program tells of it in one line on top, and the words as they are."""
    import json

    from reverie.domain import front

    line = json.dumps(told, ensure_ascii=False, separators=(",", ":")).translate(_BREAKS)
    return front.put(f"---\nkept: {line}\n---\n{body}", "title", title)


def told(text: str) -> dict[str, Any]:
    """What its program tells of a note; nothing when somebody has overwritten that."""
    import json

    from reverie.domain import front

    line = next((value for key, value, _ in front.lines(text) if key == "kept"), "")
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
