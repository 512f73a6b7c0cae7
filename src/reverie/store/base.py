"""What a vault, its history and its index promise. Every implementation passes one contract suite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol

from reverie.domain.audit import Approval, AuditEntry
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, State

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
class AuditFilter:
    """Which entries of the audit trail to show; every part that is set must hold."""

    file: str | None = None
    actor: str | None = None
    action: str | None = None
    since: datetime | None = None
    text: str | None = None
    key: Key | None = None
    limit: int = 50


class Vault(Protocol):
    """The truth: streams of fragments, pages, and what was decided about them."""

    def writing(self) -> AbstractContextManager[object]:
        """Be the only writer. Whatever a crash left unfinished is finished first."""

    def append(
        self, fragments: Sequence[Fragment], upto: Sequence[Watermark], at: datetime, actor: str
    ) -> list[Fragment]:
        """Add fragments to the streams of their days, and watermarks with them: all or nothing.

        Returns those that were new; a known id is ignored. One APPEND audit entry, none when nothing is new.
        """

    def watermark(self, source: str) -> str | None:
        """The latest entry of a source that was evaluated."""

    def fragments(self, ids: Iterable[str]) -> dict[str, Fragment]:
        """Those of the fragments that exist, by id."""

    def marked(self, mark: Mark, space: str | None = None, limit: int = 1_000_000) -> list[Fragment]:
        """The oldest fragments with that mark, in one space or in all."""

    def citing(self, ids: Iterable[str]) -> dict[str, list[tuple[Key, bool]]]:
        """For each fragment the pages that cite it, and whether as active evidence."""

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        """Those of the pages that exist, retired ones too; one that was damaged since as it last was good."""

    def handle(self, key: Key) -> str:
        """The short name of a page; longer than usual when another page has the usual one."""

    def keys(self, space: str | None = None) -> list[Key]:
        """All keys of a space, or of every space, in order."""

    def commit(
        self,
        proposal: Proposal,
        at: datetime,
        approval: Approval,
        waiting: Proposal | None = None,
        reasons: Sequence[str] = (),
    ) -> AuditEntry:
        """Make every change, mark its fragments, log it, and hold the part that waits: all or nothing.

        Only `apply` calls this.
        """

    def hold(
        self, proposal: Proposal, state: State | None, at: datetime, reasons: Sequence[str], actor: str
    ) -> AuditEntry:
        """Keep a proposal as held, deferred or rejected, with its fragments' marks; None lets go of it."""

    def held(self, state: State | None = None) -> list[Held]:
        """The proposals kept so, oldest first."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One thing that can be found, as the index gives it back."""

    key: Key
    parents: tuple[Key, ...]  # for a fragment: the pages it is active evidence of
    text: str
    title: str
    day: date | None
    score: float
    terms: tuple[str, ...] = ()


class Index(Protocol):
    """What makes a vault searchable; derived, disposable, follows the log."""

    def refresh(self) -> int:
        """Take in what was committed since; returns how many entries that were."""

    def search(self, terms: Sequence[str], spaces: Sequence[str], limit: int, *, hidden: bool = False) -> list[Passage]:
        """Passages holding any of the terms, best first; retired and set-aside ones only when asked."""

    def frequency(self, term: str) -> int:
        """How many passages hold the term."""

    def size(self) -> int:
        """How many passages there are."""

    def rebuild(self) -> int:
        """Throw away, start again; returns the number of passages."""

    def edges(self, space: str, names: Iterable[str]) -> list[Relation]:
        """The relations that start or end at these entities."""


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
