"""Triggers: what an owner asks of memory in the middle of a session. Nothing of it is done without a person.

Remembering is the extractor's; here are the others. A forget is held, a "permanently delete" is held, a reflection is
put on the list of what is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from reverie.domain import matter
from reverie.domain.ids import uuid7
from reverie.domain.page import Key
from reverie.domain.proposal import Change, Proposal, Purge
from reverie.domain.space import OWN
from reverie.domain.text import first_sentence
from reverie.domain.transcript import Entry
from reverie.domain.trigger import Trigger
from reverie.errors import PageMoved, ProposalRejected, SecretRefused
from reverie.loop.apply import apply
from reverie.loop.forget import hidden, unsaid
from reverie.store.base import Mark, Vault

_HELD: tuple[Mark, ...] = ("undreamed", "waiting", "dreamed", "set aside")  # marks of what is not forgotten
MOST = 5  # things that one ask may name; whoever means more says so to `reverie forget`
_WORDS = 60  # characters of an ask that are told again
_LOOSE = re.compile(  # words of an ask that what it means need not have
    r"\b(?:old|older|former|previous|earlier|last|current|whole|entire|thing|things|stuff|bit|part|matter|business|idea|plan"
    r"|info|information|details?|fact|facts|note|notes|memory|memories|alte[nrs]?|sache|ancien(?:ne)?s?|viej[oa]s?)\b",
    re.I,
)
_ALL = re.compile(
    r"(?:absolutely )?(?:everything|all)(?: of it)?|alles|tout|todo|tudo|tutto|すべて|全部|모두|전부|всё|все", re.I
)
_PAUSE = re.compile(r"\s*[,;:(–—]\s*|\s+-\s+|\.\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """What hearing an ask needs."""

    vault: Vault
    named: Callable[[str, str], Sequence[Key]]  # what some words name in a space
    reflect: Callable[[str, datetime], None]  # that a space is to be reflected on

    def hear(self, entry: Entry, asked: Trigger, source: str, space: str, now: datetime) -> str:
        """Act on what an owner's message asks; in a word what came of it."""
        if asked.ask == "reflect":
            self.reflect(space, entry.at)
            return "asked to reflect; it is on the list"
        if _ALL.fullmatch(asked.rest):
            return "asked to forget everything; `reverie memory clear` shows what that takes, and asks"
        # What a person says of themselves in a project is in their own space, and is forgotten there.
        places = (space, OWN) if space.startswith("project/") else (space,)
        told = [self._forget(entry, asked, source, place, now) for place in places]
        return next(filter(None, told), f"asked to forget something that is not held: {asked.rest[:_WORDS]}")

    def unsay(self, entry: Entry, source: str, space: str, now: datetime) -> str:
        """Propose to forget what came of a message that is not to be remembered; empty when nothing did."""
        places = (space, OWN) if space.startswith("project/") else (space,)
        told = [self._unsay(entry, source, place, now) for place in places]
        return next(filter(None, told), "")

    def _unsay(self, entry: Entry, source: str, space: str, now: datetime) -> str:
        of = (f for mark in _HELD for f in self.vault.marked(mark, space, source=source) if f.entry == entry.id)
        changes = unsaid([fragment.citation for fragment in of], space, self.vault)
        if not changes:
            return ""
        proposal = Proposal(
            id=_name(entry, "unsay", space, source), origin="observe", actor="bot:trigger-forget",
            because="asked in a session not to remember what was said before", changes=tuple(changes), space=space,
            trigger=f"said in {source}",  # none of the words, which may be those
        )  # fmt: skip
        wrong = self._propose(proposal, now)
        return wrong or "asked not to remember what was read before; to forget it waits in `reverie review`"

    def _forget(self, entry: Entry, asked: Trigger, source: str, space: str, now: datetime) -> str:
        """Propose to forget what is named in a space; in a word what came of it, empty when nothing is."""
        keys = self._meant(asked.rest, space, (source, entry.id))
        changes = self._purge(keys) if asked.ask == "purge" else self._hidden(keys, asked.rest)
        if not changes:
            return ""
        proposal = Proposal(
            id=_name(entry, asked.ask, space, source, asked.rest),
            origin="observe",
            actor="bot:trigger-forget",
            because=f"asked in a session to {'delete for good' if asked.ask == 'purge' else 'forget'}: {asked.rest}",
            changes=tuple(changes),
            space=space,
            trigger=f'said in {source}: "{first_sentence(entry.text)[:160]}"',
        )
        return self._propose(proposal, now) or "asked to forget; it waits in `reverie review`"

    def _propose(self, proposal: Proposal, now: datetime) -> str:
        """Leave it for a person, once; why that could not be, else nothing."""
        try:
            if all(held.proposal.id != proposal.id for held in self.vault.held()):
                apply(proposal, self.vault, now)
        except (PageMoved, ProposalRejected, SecretRefused) as wrong:  # one ask must not stop a session
            return f"asked to forget, which could not be proposed: {wrong}"
        return ""

    def _meant(self, words: str, space: str, said: tuple[str, str]) -> list[Key]:
        """What has every telling word; when nothing has, what has those before the first pause ("…, 72 is fine").

        What was said in the same message is not meant, nor is a digest, which tells of many things.
        """
        before = _PAUSE.split(words, maxsplit=1)[0]
        told = [said for each in (words, before) for said in (each, _LOOSE.sub(" ", each), *_bare(each))]
        for some in dict.fromkeys(told):
            keys = [key for key in self.named(some, space) if key.kind != "digest"] if some.strip() else []
            noticed = self.vault.fragments(key.slug for key in keys if key.kind == "fragment")
            here = {id_ for id_, fragment in noticed.items() if (fragment.source, fragment.entry) == said}
            if keys := [key for key in keys if key.slug not in here][:MOST]:
                return keys
        return []

    def _hidden(self, keys: Sequence[Key], about: str) -> list[Change]:
        proven = self.vault.citing(key.slug for key in keys if key.kind == "fragment")
        free = [key for key in keys if not proven.get(key.slug)]  # evidence goes with the page it proves
        return hidden(free, self.vault.pages(free), self.vault, "asked in a session", about) if free else []

    def _purge(self, keys: Sequence[Key]) -> list[Change]:
        ids = [key.slug for key in keys if key.kind == "fragment"]
        ids += [c.id for page in self.vault.pages(keys).values() for c in sorted(page.cited)]
        return [Purge(tuple(dict.fromkeys(ids)))] if ids else []


def _name(entry: Entry, ask: str, space: str, source: str, rest: str = "") -> str:
    """The id of what an entry asks for: heard twice, it is one."""
    seed = "\0".join((ask, space, source, entry.id, rest))
    return "p-" + uuid7(entry.at, seed.encode()).replace("-", "")[-10:]


def _bare(words: str) -> tuple[str, str]:
    """The telling words alone, and each of them as one: a question is searched for as it is written."""
    parts = matter.parts(words)
    return " ".join(parts), " ".join(map(matter.singular, parts))
