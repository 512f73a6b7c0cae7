"""Correct: somebody says what a belief should say instead. It keeps its name and its evidence, now superseded."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from reverie.domain import route as routes, text as texts
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal
from reverie.domain.visible import visible
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.desk import Desk, Named
from reverie.loop.forget import elsewhere
from reverie.loop.link import link
from reverie.loop.observe import observe_told, refuse_secrets, sane
from reverie.loop.remember import Speaker, one_entry
from reverie.store.base import Vault


def correct(
    key: Key, told: str, vault: Vault, now: datetime, new_id: str, speaker: Speaker, named: Named | None = None
) -> Applied:
    """Restate a belief on what was told now; observed first, so that it can be cited.

    Lines that say elsewhere what it said are dropped, and what is told now of entities is written down.
    """
    if key.kind != "belief":
        raise ReverieError(f"a {key.kind} cannot be restated in one sentence; forget it, and remember what is so")
    sane(told)
    told = visible(told)
    refuse_secrets(told, key.space)
    with vault.writing():
        page = vault.pages([key]).get(key)
        if not page or page.retired:
            raise NotFound(f"there is no belief {key.handle} to correct")
        route = replace(routes.route(told), kind="correction", text=told)
        fragment = observe_told(one_entry(told, now, new_id, speaker, key.space), route, vault, now, speaker.actor)
        desk = Desk(vault, named)
        desk.put(restate(page, told, Evidence(frozenset({fragment.citation}), page.evidence.all)))
        for change in elsewhere([key], {key: page}, vault):
            desk.put(change.page)
        link(fragment, route.entities, route.relations, desk)
        proposal = Proposal(
            id=new_id, origin=speaker.origin, actor=speaker.actor, changes=desk.changes(), space=key.space,
            because=f"corrected: {texts.first_sentence(told)[:120]}", trigger=f"asked to correct {key.handle}",
            trust=speaker.trust, considered=(fragment.id,),
        )  # fmt: skip
        return apply(proposal, vault, now)
