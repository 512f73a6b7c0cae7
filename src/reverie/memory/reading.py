"""The verbs that find and show: recall, why, graph, what a host is told, the audit trail, what waits."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie import configured
from reverie.domain import space as spaces
from reverie.domain.page import Key, Page, PageKind
from reverie.memory import given
from reverie.memory.following import Following
from reverie.memory.one_line import in_one_line
from reverie.retrieval.recall import Answer, Query, Tier, recall
from reverie.store import layout
from reverie.store.base import Scope
from reverie.store.past import PastReader

if TYPE_CHECKING:
    from reverie.domain.audit import AuditEntry
    from reverie.domain.proposal import Proposal, State as HeldState
    from reverie.loop.cases import Rivals
    from reverie.retrieval.inject import Injection, Origin
    from reverie.retrieval.walk import Neighbourhood, Proof
    from reverie.store.base import Alert, AuditFilter, Held
    from reverie.store.certificate import Certificate


@in_one_line
class Reading(Following):
    """Finds and shows."""

    def recall(
        self,
        text: str,
        *,
        space: str = "",
        k: int | None = None,
        everything: bool = False,
        as_of: datetime | None = None,
        tier: Tier = "full",
        now: datetime | None = None,
    ) -> Answer:
        """The best hits for a question, or why there are none; with `as_of`, as we would have answered then."""
        self._obey(space)
        self._follow_index()
        now, as_of = given.moment(now) or datetime.now(UTC), given.moment(as_of)
        scope = Scope(spaces=spaces.chain(given.space(space)), everything=everything, as_of=as_of)
        query = Query(text=text, now=as_of or now, scope=scope, k=max(1, k or self.settings.recall.k))
        near = self._near(scope) if tier == "full" else None
        vault = PastReader(self.vault, as_of) if as_of else self.vault
        answer = recall(query, vault, self.archive, self.index, self.settings.recall, near, self.usage.of)
        if as_of is None:
            self.usage.recalled({hit.key: hit.score for hit in answer.hits}, now)
        return answer

    def notes(self, begins: str, *, space: str = "") -> list[Page]:
        """The notes of a space whose slug begins so, in order, without what was put away."""
        self._obey(space)
        pages = self.vault.pages(self.vault.keys(given.space(space), begins, kind="note"))
        return [page for page in pages.values() if not page.retired]

    def note(self, slug: str, *, space: str = "") -> Page | None:
        """One note, put away or not."""
        self._obey(space)
        key = Key(given.space(space), "note", slug)
        return self.vault.pages([key]).get(key)

    def nearest(self, text: str, *, space: str, begins: str, k: int) -> dict[Key, float]:
        """The notes of one space whose slug begins so that are nearest to a text, with how relevant each is."""
        from reverie.retrieval.drawer import nearest

        self._obey(space)
        self._follow_index()
        scope = Scope(spaces=(given.space(space),))
        query = Query(text=text, now=datetime.now(UTC), scope=scope, k=k)
        return nearest(query, begins, self.index, self._near(scope))

    def inject(
        self, prompt: str | None = None, *, session: str = "", space: str = "", origin: Origin = "session",
        host: str = "library", folder: Path | None = None, again: bool = False, known: str = "",
    ) -> Injection:  # fmt: skip
        """What a host is told with a prompt, or without one when a session starts; nothing where memory is off.

        With `session` it is noted, and told once; `again` says that the session has nothing of it any more. `folder`
        is where the agent works: what the host's own files say there is left out, and so is what is `known` to it.
        """
        from reverie.retrieval.inject import Asked, Injection
        from reverie.retrieval.tell import Listener, tell
        from reverie.store.glance import Glance
        from reverie.store.host_files import said_by_host
        from reverie.store.projects import repository

        def files() -> str:
            here = str(folder) if folder else ""
            said = said_by_host(host, here, repository(here), configured.host_folder(host)) if here else ""
            return f"{said}\n{known}" if known else said

        if self.switch.is_off(given.space(space)):
            return Injection(reason="memory is off (`reverie on`)")
        self._follow_index()
        asked = Asked(prompt or "", datetime.now(UTC), spaces.chain(space), origin)
        to = Listener(host, session, forgetting=again, files=files)
        with closing(Glance(str(self.root / layout.PRIVATE), self.ledger)) as vault:
            return tell(asked, to, vault, self.ledger, self.settings.inject, begins=prompt is None)

    def injections(self, session: str | None = None, limit: int = 50) -> list[dict[str, Any]]:
        """What hosts were told, the latest first."""
        self._ledger_settles()
        return self.ledger.injections(session, limit)

    def told_of(self, key: Key) -> list[tuple[str, str, str]]:
        """When, by which host and in which session something was last told."""
        return self.ledger.told_of(key.space, key.kind, key.slug)

    def stats(self) -> dict[str, Any]:
        """What injections came to."""
        self._ledger_settles()
        return self.ledger.totals()

    def _ledger_settles(self) -> None:
        """Write down what hooks told while usage.db was busy."""
        with suppress(sqlite3.Error, OSError):
            self.ledger.settle()

    def why(self, handle: str, *, space: str | None = None) -> Proof:
        """From a page or fragment to the words that prove it; with `space`, if a question asked there could find it."""
        from reverie.retrieval.walk import why

        key = self.find(handle, space=space)
        if space is None:
            self._obey(key.space)
        self.usage.accessed([key], datetime.now(UTC))
        proof = why(key, self.vault, self.trail, self.archive)
        if space is None:
            return proof
        seen = self.index.shown((turn.key for turn in proof.turns), Scope(spaces=spaces.chain(space)))
        return replace(proof, turns=tuple(turn for turn in proof.turns if turn.key in seen))

    def graph(
        self, entity: str, *, space: str = "", depth: int = 1, valid_at: date | None = None,
        as_of: datetime | None = None,
    ) -> Neighbourhood:  # fmt: skip
        """An entity and its links; with `valid_at` those that held on that day, with `as_of` as we knew them then."""
        from reverie.retrieval.walk import Walk, neighbours

        self._obey(space)
        self._follow_index()
        as_of = given.moment(as_of)
        name = self.find(entity).slug if entity.startswith("m:") else entity
        walk = Walk(space=given.space(space), depth=depth, valid_at=valid_at, as_of=as_of)
        vault = PastReader(self.vault, as_of) if as_of else self.vault
        return neighbours(name, walk, vault, self.index.links, (as_of or datetime.now(UTC)).date())

    def entities(self, *, space: str | None = None, as_of: datetime | None = None) -> list[tuple[Key, str]]:
        """The entities that stand, or stood at a moment, with their titles; with `space`, those found from there."""
        if as_of is None:
            return self.titles("entity", space=space)
        self._obey(space or "")
        self._follow_index()
        return self.index.links.entities(
            Scope(spaces=given.chain(space) or ("", *self.spaces()), as_of=given.moment(as_of))
        )

    def titles(self, kind: PageKind, *, space: str | None = None) -> list[tuple[Key, str]]:
        """The pages of a kind that are not retired; with `space`, those that a question asked there may find."""
        self._obey(space or "")
        within = given.chain(space)
        return self.vault.state.titles(kind, within)

    def audit(self, wanted: AuditFilter) -> list[AuditEntry]:
        """The audit trail, newest first."""
        return self.trail.entries(wanted)

    def alerts(self) -> list[Alert]:
        """The changes of watched files that no person has acknowledged."""
        self.take_in()
        return self.vault.state.alerts()

    def held(self, state: HeldState | None = None, *, space: str | None = None) -> list[Held]:
        """Proposals that wait, were put off, or were refused; with `space`, those a question asked there may see."""
        from reverie.loop.review import waiting

        self._obey(space or "")
        return waiting(self.vault, state, given.chain(space))

    def held_one(self, name: str, *, space: str | None = None) -> Held:
        """One of them, with what it would do to the pages as they are now."""
        from reverie.loop.review import as_it_is_now, find

        self._obey(space or "")
        return as_it_is_now(find(name, self.vault, given.chain(space)), self.vault)

    def rivals(self, proposal: Proposal) -> Rivals:
        """What says otherwise than a proposal of a sub-agent: pages, and other proposals."""
        from reverie.loop.cases import rivals

        return rivals(proposal, self.vault)

    def read(self, uri: str) -> str:
        """A file of the vault by its `memory://root/…` address."""
        from reverie.retrieval.address import read

        self._obey("")
        return read(uri, self.vault.disk)

    def at(self, uri: str, *, space: str) -> list[Page]:
        """The pages at a `memory://` address, as far as a question asked in `space` could find them."""
        from reverie.retrieval.address import nothing_at, path_of

        self._obey(space)
        self._follow_index()
        keys = self.vault.state.owner(path_of(uri, given.space(space)))
        seen = self.index.shown(keys, Scope(spaces=spaces.chain(space)))
        pages = list(self.vault.pages(key for key in keys if key in seen).values())
        if not pages:
            raise nothing_at(uri)
        return pages

    def certificate(self, name: str) -> Certificate | None:
        """What was searched and what is out of reach, of a change that deleted for good."""
        from reverie.store.certificate import load

        return load(name, self.vault.disk)
