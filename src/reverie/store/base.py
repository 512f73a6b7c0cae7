"""What a vault, its history and its index promise. Every implementation passes one contract suite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from reverie.domain.audit import Approval, AuditEntry
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Purge, State
from reverie.domain.tombstone import Tombstones
from reverie.domain.turn import Turn
from reverie.store.scope import Found as Found, Passage as Passage, Scope as Scope

if TYPE_CHECKING:
    from reverie.domain.purge import Outline

Level = Literal["fine", "warning", "problem"]  # of what doctor says
Mark = Literal["undreamed", "waiting", "dreamed", "set aside", "forgotten"]
MARKS: tuple[Mark, ...] = ("undreamed", "waiting", "dreamed", "set aside", "forgotten")


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A proposal that is not applied: waiting for a person, put off, or refused."""

    proposal: Proposal
    state: State
    at: datetime
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """What an import brings to one space: fragments, the pages that rest on them, and what a person must decide."""

    space: str
    fragments: tuple[Fragment, ...] = ()
    upto: tuple[Watermark, ...] = ()
    now: Proposal | None = None  # made at once
    later: Proposal | None = None  # held
    reasons: tuple[str, ...] = ()  # why it is held
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of fragments it brings, as they were there
    aliases: Mapping[str, Key] = field(default_factory=dict)
    held: tuple[Held, ...] = ()  # proposals that waited there, were put off or were refused


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """Which entries of the audit trail to show; every part that is set must hold."""

    file: str | None = None
    actor: str | None = None
    action: str | None = None
    since: datetime | None = None
    text: str | None = None
    key: Key | None = None
    first: int | None = None  # the number of the earliest entry
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """A change of a watched file that no person has acknowledged yet."""

    id: str
    at: datetime
    path: str
    summary: str
    diff: tuple[str, ...]


class Vault(Protocol):
    """The truth: streams of fragments, pages, and what was decided about them."""

    def writing(self) -> AbstractContextManager[object]:
        """Be the only writer. Whatever a crash left unfinished is finished first."""

    def append(
        self,
        fragments: Sequence[Fragment],
        upto: Sequence[Watermark],
        at: datetime,
        actor: str,
        run: str | None = None,
    ) -> list[Fragment]:
        """Add fragments to the streams of their days, and watermarks with them: all or nothing.

        Returns those that were new; a known id is ignored. One APPEND audit entry, none when nothing is new; it names
        the run it belongs to.
        """

    def watermark(self, source: str) -> str | None:
        """The latest entry of a source that was evaluated."""

    def fragments(self, ids: Iterable[str]) -> dict[str, Fragment]:
        """Those of the fragments that exist, by id."""

    def marked(
        self, mark: Mark, space: str | None = None, limit: int = 1_000_000, source: str | None = None
    ) -> list[Fragment]:
        """The oldest fragments with that mark, in one space or in all, of one source or of all."""

    def undone(self, space: str | None = None) -> set[str]:
        """Of the fragments that are set aside, those that no rule rejected: a person undid or refused what came of
        them."""

    def citing(self, ids: Iterable[str]) -> dict[str, list[tuple[Key, bool]]]:
        """For each fragment the pages that cite it, and whether as active evidence."""

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        """Those of the pages that exist, retired ones too; one that was damaged since as it last was good."""

    def handle(self, key: Key) -> str:
        """The short name of a page; longer than usual when another page has the usual one."""

    def keys(self, space: str | None = None, begins: str = "", kind: str = "") -> list[Key]:
        """All keys of a space, or of every space, in order; of a space also those of one kind, or the entities whose
        slug begins so."""

    def due(self, space: str, on: date) -> list[Key]:
        """The pages of a space that are not retired and whose `expires:` day has come, the earliest first."""

    def commit(
        self,
        proposal: Proposal,
        at: datetime,
        approval: Approval,
        waiting: Proposal | None = None,
        reasons: Sequence[str] = (),
    ) -> AuditEntry:
        """Make every change, mark its fragments, log it, and hold the part that waits: all or nothing.

        A purge takes its words out of every fragment, page, entry and held proposal there is, and leaves one DELETE
        entry without them; the rest is as it was. Only `apply` calls this.
        """

    def outline(self, purge: Purge) -> Outline:
        """What a purge would take, and what would be left of the pages it touches; nothing is changed."""

    def tombstones(self) -> Tombstones:
        """What was deleted for good, so that it is not taken in again. `append` leaves out what they bar."""

    def receive(self, parcels: Sequence[Parcel], at: datetime, actor: str, summary: str) -> list[AuditEntry]:
        """Take in what an import brings, fragments with their pages and marks: all parcels or nothing.

        A known fragment is ignored. Only `apply` calls this.
        """

    def entries_of(self, source: str) -> set[str]:
        """The entries of a source that fragments quote."""

    def hold(
        self, proposal: Proposal, state: State | None, at: datetime, reasons: Sequence[str], actor: str
    ) -> AuditEntry:
        """Keep a proposal as held, deferred or rejected, with its fragments' marks; None lets go of it."""

    def held(self, state: State | None = None) -> list[Held]:
        """The proposals kept so, oldest first."""


class Reader(Protocol):
    """What recall reads of a vault, as it is or as it was."""

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        """Those of the pages that exist."""

    def fragments(self, ids: Iterable[str]) -> dict[str, Fragment]:
        """Those of the fragments that exist, by id."""

    def handle(self, key: Key) -> str:
        """The short name of a page."""


class History(Protocol):
    """What changed and how it was before."""

    def entries(self, wanted: AuditFilter) -> list[AuditEntry]:
        """Matching entries, newest first."""

    def entry(self, name: str) -> list[AuditEntry]:
        """The entries with that id (or a unique beginning of it) or of that run, oldest first."""

    def before(self, entry: AuditEntry) -> dict[Key, Page]:
        """The pages an entry touched, as they stood before it; those that did not stand are left out."""

    def later(self, entry: AuditEntry) -> list[AuditEntry]:
        """Entries after this one that touched a page it touched, oldest first."""

    def since(self, at: datetime) -> list[AuditEntry]:
        """The entries after a moment, oldest first."""

    def at(self, at: datetime) -> dict[Key, Page | None]:
        """The pages that changed after a moment, as they stood at it; None for those that did not stand."""


class Turns(Protocol):
    """The archive as recall and `why` see it."""

    def turns(self, keys: Iterable[Key]) -> dict[Key, Turn]:
        """Those of the turns that are kept."""

    def around(self, key: Key, before: int, after: int) -> list[Turn]:
        """A turn and its neighbours in the session, in order; [] when it is not kept."""


class Called(NamedTuple):
    """An entity that goes by a name: as its whole name or an alias, or as one word of them."""

    said: str
    key: Key
    whole: bool


class Links(Protocol):
    """The graph: what entities are called, how they are linked and where they are told of; now or as of a moment."""

    def called(self, said: Iterable[str], scope: Scope = ..., *, begins: bool = False, most: int = ...) -> list[Called]:
        """The entities that are called so (`names.plain`), or with `begins`, whose names or words begin so."""

    def spelt(self, words: Iterable[str]) -> dict[str, list[str]]:
        """For each word the words of names that differ from it by one letter; only those that have any."""

    def edges(self, space: str, slugs: Iterable[str], scope: Scope = ...) -> list[Relation]:
        """The relations that start or end at these entities, or at one that was merged into them."""

    def neighbours(self, of: Key, on: date, scope: Scope, most: int) -> list[tuple[Key, str, str]]:
        """What an entity is linked to on a day, by which relation and on what proof; of many, the best proven."""

    def proofs(self, entity: Key, scope: Scope, most: int) -> list[str]:
        """The newest fragments that an entity rests on."""

    def resting(self, fragments: Iterable[str], space: str, scope: Scope) -> list[tuple[int, str]]:
        """The passages of beliefs and skills that rest on these fragments, and on which."""

    def page(self, entity: Key, scope: Scope) -> list[int]:
        """The passages of an entity's own page."""

    def entities(self, scope: Scope = ...) -> list[tuple[Key, str]]:
        """The entities that stand, with their titles."""


class Searchable(Protocol):
    """What the fast tier of recall asks of an index."""

    def size(self, spaces: Sequence[str] | None = None) -> int:
        """How many passages are shown, in these spaces or in all."""

    def speakers(self, spaces: Sequence[str]) -> list[str]:
        """Who is known to have said something there."""

    def lookup(self, terms: Sequence[str], scope: Scope, budget: int) -> list[Found]:
        """Where the terms stand. At most about `budget` places are read, those of the rarest terms: the others are
        only counted. Passages that hold every known term are always found, under the empty term."""

    def passages(self, ids: Sequence[int], scope: Scope) -> dict[int, Passage]:
        """Those of the passages that the scope may see."""

    def texts(self, ids: Sequence[int]) -> dict[int, str]:
        """What passages say."""

    def around(self, passages: Sequence[Passage], before: int, after: int, scope: Scope) -> list[Passage]:
        """The neighbours of these, so many before and after each, once, without these."""

    def said(self, start: date | None, end: date | None, scope: Scope, limit: int) -> list[int]:
        """Passages said from `start` until before `end`, the latest first."""


class Index(Searchable, Protocol):
    """What makes a vault searchable; derived, disposable, follows the log and the archive."""

    def refresh(self, patience: float = ...) -> int:
        """Take in what was committed and archived since, waiting so many seconds for another process that does;
        returns how many changes that were."""

    def rebuild(self) -> int:
        """Throw away, start again; returns the number of passages."""

    def within(self, kind: str, begins: str, scope: Scope) -> list[int]:
        """The passages of the pages of a kind whose slug begins so."""

    def parents(self, fragment: Passage, scope: Scope) -> tuple[tuple[Key, ...], bool]:
        """The pages of its space that a fragment is active evidence of, and whether any cites it at all."""

    @property
    def links(self) -> Links:
        """The entities and what is between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A file somebody else changed: its pages before and after, as far as each can be read."""

    path: str
    before: Mapping[Key, Page]
    after: Mapping[Key, Page]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A file that cannot be taken in, and why. Nothing overwrites it."""

    path: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.why}"
