"""Where each page lives, and which pages a file holds. The whole map of the vault on disk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from reverie.domain import core, space as spaces
from reverie.domain.audit import WATCHED
from reverie.domain.page import Key, Malformed, Page, malformed
from reverie.domain.text import is_slug
from reverie.errors import VaultError

PRIVATE = ".reverie"
JOURNAL = f"{PRIVATE}/journal"
TMP = f"{PRIVATE}/tmp"
LOG = f"{PRIVATE}/audit.jsonl"
INTENT = f"{JOURNAL}/purge.intent"  # a deletion for good that is under way
KEY = f"{PRIVATE}/key"  # makes the hashes of tombstones this vault's own
MARKER = "<!-- Rendered by Reverie for people to read; edits here are overwritten. -->"

_STREAM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.jsonl")
_RENDERED = re.compile(r"(?:episodes|meta)/[^/]+|graph/(?:index|relations)\.md")
_SUGGESTION = re.compile(r"^proposal:[ \t]*(?:cli|plugin)[ \t]+packages/\S+[ \t]*\r?$", re.M)
INBOX = "meta/pending-memories.md"  # where sub-agents write what they want remembered
_OURS = (INBOX, "meta/pending-reflection.md")
_FOLDERS = {"topics": "belief", "graph/entities": "entity", "references": "reference", "sessions": "digest"}
# Notes that stand beside memory/, not in it: a slash in front, as no path below it can have.
_REST = "/MEMORY.md"  # the part of a MEMORY.md that is none of the four blocks
_LOWER = "/memory.md"


def base(space: str) -> str:
    return f"memory/spaces/{spaces.folder(space)}" if space else "memory"


def core_file(space: str) -> str:
    return f"{base(space)}/MEMORY.md" if space else "MEMORY.md"


def stream(space: str, day: str) -> str:
    return f"{base(space)}/streams/{day}.jsonl"


def path_of(key: Key, *, retired: bool = False) -> str:
    """The file a new page of this key goes to. A page that stands elsewhere stays where it is."""
    here = base(key.space)
    match key.kind:
        case "core":
            return core_file(key.space)
        case "belief" | "suggestion":
            return f"{here}/topics/{key.slug}.md"
        case "entity":
            return f"{here}/graph/entities/{key.slug}.md"
        case "skill":
            return f"{here}/skills/{key.slug}/{'SKILL.retired.md' if retired else 'SKILL.md'}"
        case "reference":
            return f"{here}/references/{key.slug}.md"
        case "digest":
            return f"{here}/sessions/{key.slug}.md"
        case "summary":
            return f"{here}/summary.md"
        case "note":
            if key.slug == _REST:
                raise VaultError(f"{core_file(key.space)} also holds text of yours; edit that file by hand")
            return "memory.md" if key.slug == _LOWER and not key.space else f"{here}/{key.slug.lstrip('/')}"
        case "file":
            return key.slug
        case "fragment" | "turn" | "session":
            raise VaultError(f"a {key.kind} lives in its stream or archive and is never written as a page")


def fits(key: Key, text: str) -> bool:
    """Whether a new page of this key and text would be read back as what it is."""
    if key.kind == "core":
        return True  # it stands under a heading of its file, whatever it says
    found = pages_in(path_of(key), text, {spaces.folder(key.space): key.space} if key.space else {})
    return any(isinstance(page, Page) and page.key == key for page in found)


def is_rest(key: Key) -> bool:
    """Whether this is the part of a MEMORY.md that is none of its blocks."""
    return key.kind == "note" and key.slug == _REST


def moves(path: str, page: Page) -> str:
    """Where a page that stands at `path` belongs now: a retired skill leaves the name hosts load."""
    if path.endswith(("/SKILL.md", "/SKILL.retired.md")):
        return path.rpartition("/")[0] + ("/SKILL.retired.md" if page.retired else "/SKILL.md")
    return path


def day_of(path: str) -> date | None:
    """The day a stream's name says; None when it says none."""
    name = path.rpartition("/")[2]
    try:
        return date.fromisoformat(name[:10]) if _STREAM.fullmatch(name) else None
    except ValueError:
        return None


def stream_space(path: str, known: Mapping[str, str]) -> str | None:
    """Whose stream a path is; None when it is no stream. Flat files of old workspaces count too."""
    found = _space_and_rest(path, known)
    if not found or day_of(path) is None:
        return None
    folder = found[1].rpartition("/")[0]
    return found[0] if folder in ("streams", "") else None


def pages_in(path: str, text: str, known: Mapping[str, str]) -> list[Page | tuple[Key, Malformed]]:
    """The pages a file of the vault holds; for one that does not parse, its key and what is wrong.

    `known` gives the space of folders whose name was cut.
    """
    if path in WATCHED:
        return [Page(key=Key(spaces.OWN, "file", path), text=text)]
    found = _space_and_rest(path, known)
    if not found:
        return []
    space, rest = found
    if path == core_file(space):
        return list(_core_pages(space, text))
    key = _key(space, rest, text)
    if key is None:
        return []
    if isinstance(key, tuple):
        return [key]
    wrong = malformed(key, text)
    return [(key, wrong)] if wrong else [Page(key=key, text=text)]


def _space_and_rest(path: str, known: Mapping[str, str]) -> tuple[str, str] | None:
    """The space a path belongs to and the path inside it."""
    if path == "MEMORY.md":
        return spaces.OWN, "MEMORY.md"
    if path == "memory.md":
        return spaces.OWN, _LOWER
    if path.startswith("memory/spaces/"):
        folder, _, rest = path.removeprefix("memory/spaces/").partition("/")
        space = known.get(folder) or spaces.named(folder)
        return (space, rest) if space and rest else None
    return (spaces.OWN, path.removeprefix("memory/")) if path.startswith("memory/") else None


def _key(space: str, rest: str, text: str) -> Key | tuple[Key, Malformed] | None:
    folder, _, name = rest.rpartition("/")
    if rest == _LOWER:
        return Key(space, "note", rest)
    if not name.endswith(".md") or rest in _OURS:
        return None
    stem = name.removesuffix(".md")
    if rest == "summary.md":
        return Key(space, "summary", "summary")
    if folder in _FOLDERS:
        kind = _FOLDERS[folder]
        if kind == "belief" and _SUGGESTION.search(text):
            kind = "suggestion"
        return _named(Key(space, kind, stem))  # type: ignore[arg-type]
    if folder == "procedures":
        return _named(Key(space, "skill", stem))
    if folder.startswith("skills/") and folder.count("/") == 1:
        return _named(Key(space, "skill", folder[7:])) if name in ("SKILL.md", "SKILL.retired.md") else None
    return None if _RENDERED.fullmatch(rest) and text.startswith(MARKER) else Key(space, "note", rest)


def inbox_space(path: str, known: Mapping[str, str]) -> str | None:
    """Whose inbox of sub-agents a path is; None when it is none."""
    found = _space_and_rest(path, known)
    return found[0] if found and found[1] == INBOX else None


def is_rendering(path: str) -> bool:
    """Whether this is a place where we render; elsewhere the marker means nothing."""
    found = _space_and_rest(path, {})
    return found is not None and _RENDERED.fullmatch(found[1]) is not None


def _named(key: Key) -> Key | tuple[Key, Malformed]:
    if is_slug(key.slug):
        return key
    return key, Malformed(1, "the file's name is not a slug (a-z, 0-9, dashes, at most 64); rename it")


def _core_pages(space: str, text: str) -> list[Page]:
    found = core.blocks(text)
    pages = [Page(key=Key(space, "core", name), text=block) for name, block in found.items()]
    rest = text
    for name in found:
        rest = core.replace_block(rest, name, None)
    if core.claims(rest):
        pages.append(Page(key=Key(space, "note", _REST), text=rest))
    return pages
