"""The verbs a person rules memory with: review, undo, going back in time, deleting for good, bundles, on and off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from reverie.domain.page import Key, Page
from reverie.errors import BundleRefused, NotFound
from reverie.memory import given
from reverie.memory.one_line import in_one_line
from reverie.memory.writing import Writing
from reverie.store import layout
from reverie.store.switch import EVERYWHERE

Extra = Literal["usage", "archive"]  # what a bundle carries when asked to

if TYPE_CHECKING:
    from reverie.domain.fragment import Fragment, Trust
    from reverie.domain.proposal import Proposal, State as HeldState
    from reverie.domain.purge import Outline
    from reverie.loop.apply import Applied
    from reverie.loop.back import Step as BackStep
    from reverie.loop.bring import Brought
    from reverie.store.base import Alert


@in_one_line
class Control(Writing):
    """Decides, goes back, deletes for good, carries memory elsewhere."""

    def approve(
        self, name: str, *, only: Sequence[int] = (), edited: Mapping[int, Sequence[Page]] | None = None,
        space: str | None = None, both: bool = False,
    ) -> Applied:  # fmt: skip
        """Apply a held proposal, whole or in part; an agent may only what no rule keeps for a person.

        What it contradicts gives way; with `both`, all of it is kept at low confidence, and linked.
        """
        from reverie.loop.review import approve

        self._obey(space or "")
        if edited:
            self._a_person("change a proposal")
        within = given.chain(space)
        with self._writer() as (now, new_id):
            return approve(
                name, self.vault, now, part_id=new_id, only=only, edited=edited, agent=self.agent, within=within,
                both=both,
            )  # fmt: skip

    def decide(self, name: str, state: HeldState, why: str = "", *, space: str | None = None) -> Proposal:
        """Reject or defer a held proposal."""
        from reverie.domain.reflection import would_go
        from reverie.loop.review import decide

        self._obey(space or "")
        with self._writer() as (now, _):
            actor = f"agent:{self.agent}" if self.agent else "manual"
            found = decide(name, state, why, self.vault, now, actor, given.chain(space))
            if state == "rejected" and self.agent is None:
                self.usage.accessed(would_go(found), now)
            return found

    def answer(self, name: str, number: int, text: str) -> Fragment:
        """Keep a person's answer to a question of a reflection; what they say is still so counts as used."""
        from reverie.domain.reflect_ask import agreed
        from reverie.loop.review import answer

        self._a_person("answer a reflection")
        with self._writer() as (now, _):
            question, fragment = answer(name, number, text, self.vault, now)
            if agreed(text):
                self.usage.accessed(question.keys, now)
            return fragment

    def undo(self, name: str) -> Applied:
        """Put back what a change or a run changed, as a new change."""
        from reverie.loop.undo import undo

        with self._writer() as (now, new_id):
            return undo(name, self.vault, self.trail, now, new_id, agent=self.agent)

    def restore(self, handle: str) -> Applied:
        """Bring a retired page or forgotten fragment back."""
        from reverie.loop.undo import restore

        self._a_person("restore")
        with self._writer() as (now, new_id):
            key = self.find(handle)
            applied = restore(key, self.vault, now, new_id)
            self.usage.accessed([key], now)  # or what was put away for want of use would be put away again
            return applied

    def restore_at(self, at: datetime, handle: str | None = None) -> Applied:
        """Put one page, or the vault, back as it stood at a moment: a new change, which can be undone."""
        from reverie.loop.back import back
        from reverie.store.snapshot import scores, snapshot

        self._a_person("go back in time")
        with self._writer() as (now, new_id):
            key = self.find(handle) if handle else None
            applied = back(self._since_begun(at), self.vault, self.trail, now, new_id, key)
            touched = [key for change in applied.entry.files for key in change.keys] if applied.entry else []
            self.usage.accessed(self.vault.pages(touched), now)  # or what was put away for want of use goes again
            self.index.refresh()
            snapshot(self.vault.disk, scores(self.index, self.usage.all(), now), now, again=True)
            return applied

    def would_restore(self, at: datetime, handle: str | None = None) -> list[BackStep]:
        """What going back to a moment would change, page by page."""
        from reverie.loop.back import steps

        with self._writer():
            key = self.find(handle) if handle else None
            return steps(self._since_begun(at), self.vault, self.trail, key)

    def _since_begun(self, at: datetime) -> datetime:
        moment, began = given.moment(at) or at, self.vault.state.began()
        if began and moment < began:
            raise NotFound(f"there was no memory here before {began:%Y-%m-%d %H:%M} UTC")
        return moment

    def purge(self, keys: Sequence[Key] = (), *, source: str = "", about: str = "") -> Applied:
        """Delete these, or all of a session, for good, from every place we own; an agent's waits for a person."""
        from reverie.loop.purge import purge, wanted

        self._obey(keys[0].space if keys else "")
        with self._writer() as (now, new_id):
            change = wanted(keys, source, self.vault, about)
            return purge(change, keys[0].space if keys else "", self.vault, now, new_id, self._speaker())

    def would_purge(self, keys: Sequence[Key] = (), *, source: str = "", about: str = "") -> Outline:
        """What deleting these for good would take, and what would be left of the pages it touches."""
        from reverie.loop.purge import wanted

        with self._writer():  # so that what people wrote by hand is seen too
            return self.vault.outline(wanted(keys, source, self.vault, about))

    def of_source(self, name: str) -> tuple[str, list[Key]]:
        """The session that a name or its beginning means, with or without its host, and what rests on it alone."""
        from reverie.loop.purge import resting, session

        source = session(name, self.vault.state.sources() | self.archive.sessions())
        return source, resting(source, self.vault)

    def turns_saying(self, words: str, space: str) -> list[Key]:
        """The turns of sessions of a space, in the archive, that have all these words."""
        from reverie.domain import matter
        from reverie.domain.words import terms

        wanted = tuple(terms(words))

        def says(session: str, id_: str, text: str) -> bool:  # a quick look first
            return matter.says(text, wanted) and set(terms(text)).issuperset(wanted)

        return [key for key in self.archive.where(says) if key.space == space]

    def acknowledge(self, name: str = "") -> list[Alert]:
        """A person has seen an alert (by its id), those of a file, or all; returns which."""
        from reverie.loop.alerts import acknowledged

        self._a_person("acknowledge an alert")
        with self._writer() as (now, new_id), self.vault.writing():
            entry, seen = acknowledged(name, self.vault.state.alerts(), now, new_id)
            self.vault.note(entry)
        return seen

    def export(
        self, path: str | Path, *, spaces: Sequence[str] | None = None, redact: bool = False,
        extra: Sequence[Extra] = (), replace: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Write a bundle of this vault; returns what its manifest tells, without the list of parts."""
        from reverie import __version__
        from reverie.store import bundle, carried, packing

        self._a_person("export memory")
        target = Path(path).expanduser().absolute()
        if any(target.is_relative_to(self.root / inside) for inside in ("memory", layout.PRIVATE)):
            raise BundleRefused(f"{target} is inside the vault itself; write the bundle somewhere else")
        wanted = packing.Wanted(
            by=f"reverie {__version__}",
            spaces=None if spaces is None else frozenset(map(given.space, spaces)), redact=redact,
            usage=carried.used(self.usage) if "usage" in extra else None,
            archive=carried.archived(self.archive) if "archive" in extra else None,
        )  # fmt: skip
        with self._writer(), self.vault.writing():
            packed, told = packing.pack(self.vault, wanted)
        bundle.write(target, packed.parts, told, replace=replace)
        return told

    def incoming(
        self, path: str | Path, *, space: str | None = None, trust: Trust | None = None, kind: str | None = None
    ) -> Brought:
        """What importing a bundle, or the memory of another program, would do; nothing is written."""
        return self._bring(Path(path).expanduser(), space, trust, kind, hold=False, write=False)

    def bring_in(
        self, path: str | Path, *, space: str | None = None, trust: Trust | None = None, kind: str | None = None,
        hold: bool = False, shown: Brought | None = None,
    ) -> Brought:  # fmt: skip
        """Import it: all of it or nothing. What an agent imports waits for review, and so do conflicts.

        `shown` is what `incoming` gave: it is what is done, unless something else was written since.
        """
        return self._bring(Path(path).expanduser(), space, trust, kind, hold=hold, write=True, shown=shown)

    def _bring(
        self, path: Path, space: str | None, trust: Trust | None, kind: str | None, *, hold: bool, write: bool,
        shown: Brought | None = None,
    ) -> Brought:  # fmt: skip
        from reverie.loop import bring
        from reverie.store import carried, offer as offers, restoring

        if self.agent:
            self._allowed(space or "")
            hold, trust = True, trust if trust in ("tool", "web", "system") else "agent"
        source = shown.source if shown else bring.opened(path, kind)
        offer = source if isinstance(source, offers.Offer) else None
        ask = bring.Ask(
            name=path.name or str(path), space=None if space is None else given.space(space), trust=trust, hold=hold,
            actor=f"agent:{self.agent}" if self.agent else f"import:{bring.what(source)}",
        )  # fmt: skip
        with self._writer() as (now, new_id), self.vault.writing():
            fresh = offer and not (hold or trust or ask.space is not None) and restoring.blank(self.vault)
            door = bring.Door(
                vault=self.vault, here=lambda: offers.here(self.vault), seq=self.vault.state.seq, named=self._named,
                space_of=lambda folder: self.space_of(Path(folder)),
                adopt=(lambda whole: restoring.restore(self.vault, whole))
                if offer and fresh and restoring.faithful(offer) else None,
            )  # fmt: skip
            brought = bring.bring(source, door, ask, now, new_id, write=write, shown=shown)
        if offer and write and ask.space is None and not self.agent:
            turns = offer.archive or () if self.settings.archive.keep else ()
            brought.turns = carried.learn_turns(turns, self.archive, self.vault.tombstones())
            brought.used = carried.learn_use(offer.usage or (), self.usage, self.vault.state)
            self._follow_index()
        return brought

    def turn(self, space: str | None, *, on: bool) -> bool:
        """Turn memory on or off, in one space or everywhere; False when it was so before."""
        self._a_person("turn memory on or off")
        return self.switch.turn(EVERYWHERE if space is None else given.space(space), on=on)
