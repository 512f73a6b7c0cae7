"""A page: anything long-term memory holds. A page is its text; all else is read from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, get_args

from reverie.domain import citation, drawer, front, ids
from reverie.domain.citation import Citation, Evidence
from reverie.domain.fragment import TRUST_ORDER, Trust
from reverie.domain.strength import ladder, strength
from reverie.domain.text import first_sentence

PageKind = Literal["belief", "entity", "skill", "core", "reference", "note", "digest", "summary", "suggestion", "file"]
KINDS: tuple[PageKind, ...] = get_args(PageKind)
KeyKind = PageKind | Literal["fragment", "turn", "session"]  # these have keys too, so that they can be named
HIDDEN_BY_NAME = frozenset({"fragment", "session"})  # no pages, but they can be taken out of sight and brought back
PROVEN: frozenset[str] = frozenset({"belief", "entity", "skill", "core", "summary", "suggestion"})  # must cite
FILED: frozenset[str] = frozenset(
    {"digest", "reference"}
)  # cite a fragment without distilling it: it can be dreamed yet
_H1 = re.compile(r"^#[ \t]+(\S.*)$", re.M)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_PINNED = re.compile(r"<!--[^>]*\bPinned:[ \t]*yes\b", re.I)
_FALSE = frozenset({"false", "no", "0", ""})


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """The name of a page: whose it is, what it is, what it is about."""

    space: str
    kind: KeyKind
    slug: str

    def __str__(self) -> str:
        return f"{self.space}/{self.kind}/{self.slug}" if self.space else f"{self.kind}/{self.slug}"

    @property
    def handle(self) -> str:
        return ids.handle(self.space, self.kind, self.slug)

    @property
    def in_drawer(self) -> bool:
        """Whether a program keeps it for itself."""
        return drawer.holds(self.kind, self.slug)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One text of long-term memory, with its name. Changing it gives a new page.

    `owed` is evidence that a person's edit left out of the text: citations it dropped, now superseded,
    and the fragments that quote the lines it added. It counts, and is written down at the next machine
    write.
    """

    key: Key
    text: str
    owed: Evidence = field(default_factory=Evidence)
    # What the vault knows beside the text: citations of fragments that do not exist (kept, worth nothing),
    # and whose words these are, whatever the text claims.
    void: frozenset[Citation] = field(default=frozenset(), compare=False)
    known_trust: Trust | None = field(default=None, compare=False)

    @property
    def version(self) -> str:
        return ids.version(self.text)

    @property
    def body(self) -> str:
        return front.body(self.text)

    @property
    def prose(self) -> str:
        """What a reader is told: the body without citations, and without our own comments."""
        if self.key.kind == "reference" or self.key.in_drawer:
            return self.body
        bare = _COMMENT.sub("", self.body) if self.key.kind in ("core", "entity", "skill") else self.body
        return citation.prose(bare)

    def lines(self, first: int, last: int) -> str:
        """These lines of the text, counted from 1."""
        return "\n".join(self.text.split("\n")[first - 1 : last])

    @property
    def _proof(self) -> str:
        """Where citations stand: in the body, but not in a reference's, which is not ours, nor in a drawer's."""
        if self.key.in_drawer:
            return ""
        if self.key.kind != "reference":
            return self.body
        return (front.get(self.text, "fragment") or "") + "\n"

    @property
    def evidence(self) -> Evidence:
        found = citation.by_section(self._proof)
        active = (found.active | self.owed.active) - self.void
        return Evidence(active, (found.superseded | self.owed.superseded) - active)

    @property
    def cited(self) -> frozenset[Citation]:
        """Every citation, wherever it stands, and what is owed; the view law 3 is checked with."""
        return citation.anywhere(self._proof) | self.owed.all

    @property
    def days(self) -> int:
        return strength(c.day for c in self.evidence.active)

    @property
    def strength(self) -> str:
        return ladder(self.days)

    @property
    def title(self) -> str:
        if self.key.kind == "core":
            return self.key.slug.replace("-", " ").title()
        for key in ("heading", "title", "label", "name"):
            if value := front.get(self.text, key):
                return value
        heading = _H1.search(self.body)
        return (heading[1].strip() if heading else first_sentence(self.prose)) or self.key.slug

    @property
    def tags(self) -> tuple[str, ...]:
        try:
            return front.get_list(self.text, "tags") or ()
        except ValueError:
            return ()

    @property
    def trust(self) -> Trust:
        if self.known_trust:
            return self.known_trust
        value = front.get(self.text, "trust")
        return next((t for t in TRUST_ORDER if t == value), "agent")

    @property
    def base(self) -> float:
        try:
            return float(front.get(self.text, "base") or 0.7)
        except ValueError:
            return 0.7

    @property
    def pinned(self) -> bool:
        if self.key.kind == "note" and self.key.slug.startswith(("pinned/", "vault/")):
            return True
        said = front.get(self.text, "pinned")
        if said is None and self.key.kind in ("entity", "skill"):
            return _PINNED.search(self.body) is not None  # as the Moltbot design writes it
        return (said or "").lower() not in _FALSE

    @property
    def retired(self) -> str | None:
        """When and why the page was taken out of recall; None while it is in."""
        return front.get(self.text, "retired") or None

    @property
    def expires(self) -> date | None:
        """The day from which it has nothing to say any more."""
        said = front.get(self.text, "expires")
        return date.fromisoformat(said) if said and _is_date(said) else None

    def with_front(self, key: str, value: str | Sequence[str] | None) -> Page:
        return replace(self, text=front.put(self.text, key, value))


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why a text cannot be a page of its kind, and on which line."""

    line: int
    why: str


def malformed(key: Key, text: str) -> Malformed | None:
    """What makes this text unreadable as that kind of page, or None. Unknown keys never do."""
    if front.unclosed(text):
        return Malformed(1, "the front matter is never closed with ---")
    if key.kind in ("belief", "suggestion") and front.span(text) is None:
        return Malformed(1, "a belief starts with front matter (--- and a heading:)")
    if key.kind in ("belief", "suggestion") and not front.get(text, "heading"):
        return Malformed(1, "the heading is missing or empty")
    for name, value, line in front.lines(text):
        if name in ("cites", "days", "accessCount") and not value.isdecimal():
            return Malformed(line, f"{name} must be a whole number, not {value[:40]!r}")
        if name == "lastReinforced" and not _is_date(value):
            return Malformed(line, f"lastReinforced must be a date, not {value[:40]!r}")
        if name == "tags":
            try:
                front.get_list(text, "tags")
            except ValueError:
                return Malformed(line, "tags must be a list")
    if key.kind == "skill" and front.get(text, "name") and not front.get(text, "description"):
        return Malformed(1, "a skill needs a description")
    return None


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return len(value) == 10
