"""Remember: what somebody asks to be kept becomes a fragment, is routed, and is proposed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from reverie.domain import core, route as routes, text as texts
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Evidence, as_said, comment
from reverie.domain.fragment import Fragment, Trust
from reverie.domain.page import Key, KeyKind, Page
from reverie.domain.proposal import Change, Origin, Proposal, put
from reverie.domain.reference import reference
from reverie.domain.route import Route
from reverie.domain.skill import alike, apart, learned_again, of_page, procedure, refined, skill, steps, taught
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.visible import visible
from reverie.loop.apply import Applied, apply
from reverie.loop.desk import Desk, Named
from reverie.loop.link import link
from reverie.loop.observe import observe_told, refuse_secrets, sane
from reverie.loop.router import Router, by_rules
from reverie.store.base import Vault

STATEMENT = 600  # characters; a longer text is kept as a page of its own, not as a belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Who asks: a person at the keyboard, or an agent that runs the command for itself."""

    origin: Origin = "remember"
    trust: Trust = "user"
    actor: str = "bot:trigger-remember"
    source: Literal["cli", "mcp", "library", "import"] = "cli"
    host: str | None = None
    session: str | None = None  # the host's, in which an agent asks


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What was kept, where, and what still waits."""

    fragment: Fragment
    page: Key | None
    applied: Applied
    known: bool = False  # it was held already; today's mention adds nothing
    notes: tuple[str, ...] = ()


def remember(
    told: str,
    vault: Vault,
    now: datetime,
    new_id: str,
    speaker: Speaker,
    *,
    space: str = "",
    pin: bool = False,
    router: Router = by_rules,
    named: Named | None = None,
) -> Remembered:
    """Keep a statement: observed first, so that what is proposed can cite it."""
    sane(told)
    told = visible(told)
    refuse_secrets(told, space)  # before anybody else reads it
    route = router(told, pin)
    transcript = one_entry(told, now, new_id, speaker, space)
    fragment = observe_told(transcript, route, vault, now, speaker.actor)
    notes = [f"filed by rules: {route.fallback}"] if route.fallback else []
    with vault.writing():
        desk = Desk(vault, named)
        key, known = main_page(fragment, route, desk, pin=pin)
        if not known:
            full = core_line(fragment, route, desk)
            notes += [full] if full else []
            pinned = link(fragment, route.entities, route.relations, desk)
            notes += [f"{title} is pinned, so its page was left as it is" for title in pinned]
        said = f'said: "{texts.first_sentence(told)[:160]}"'
        proposal = _proposal(speaker, new_id, _because(fragment, known), desk.changes(), fragment, said)
        applied = apply(proposal, vault, now)
    return Remembered(fragment=fragment, page=key, applied=applied, known=known, notes=tuple(notes))


def keep_verbatim(
    body: str,
    title: str,
    told: str,
    vault: Vault,
    now: datetime,
    new_id: str,
    speaker: Speaker,
    *,
    space: str = "",
    pin: bool = False,
) -> Remembered:
    """Keep a text word for word as a reference, named by a fragment."""
    refuse_secrets(body, title, told)
    with vault.writing():
        key = Desk(vault).free(Key(space, "reference", texts.slug(title)))
        note = told or f"{title} is kept word for word as reference {key.slug}."
        route = routes.route(note)
        transcript = one_entry(note, now, new_id, speaker, space)
        fragment = observe_told(transcript, route, vault, now, speaker.actor, references=(key.slug,))
        page = reference(key, title=title, text=body, cited=fragment.citation, at=now, tags=route.tags)
        page = page.with_front("pinned", "true") if pin else page
        because, trigger = f"kept word for word: {title}", f"--verbatim {title}"
        proposal = _proposal(speaker, new_id, because, (put(page, None),), fragment, trigger)
        return Remembered(fragment=fragment, page=key, applied=apply(proposal, vault, now))


def _proposal(
    speaker: Speaker, new_id: str, because: str, changes: tuple[Change, ...], fragment: Fragment, trigger: str
) -> Proposal:
    """What is proposed because of one fragment."""
    return Proposal(
        id=new_id,
        origin=speaker.origin,
        actor=speaker.actor,
        because=because,
        changes=changes,
        space=fragment.space,
        trigger=trigger,
        trust=speaker.trust,
        considered=(fragment.id,),
    )


def one_entry(told: str, now: datetime, new_id: str, speaker: Speaker, space: str) -> Transcript:
    role: Literal["user", "agent"] = "user" if speaker.trust == "user" else "agent"
    entry = Entry(id=new_id, at=now, role=role, text=told)
    return Transcript(
        source=speaker.source, space=space, trust=speaker.trust, entries=(entry,), host=speaker.host,
        parent=speaker.session,
    )  # fmt: skip


def _because(fragment: Fragment, known: bool) -> str:
    said = texts.first_sentence(fragment.body)[:120]
    return f"heard again: {said}" if known else f"remembered: {said}"


def main_page(fragment: Fragment, route: Route, desk: Desk, *, pin: bool) -> tuple[Key, bool]:
    """The page that states it: new, or one that says it already; and whether that was known."""
    proof = Evidence(frozenset({fragment.citation}))
    one = len(apart(route.text)) == 1  # several are kept as they were told: no page mixes their steps
    kind: KeyKind = "skill" if route.store == "procedural" and len(steps(route.text)) >= 2 and one else "belief"
    told = procedure(route.text) if kind == "skill" else None
    name = told.name if told else texts.slug(route.topic) if kind == "skill" else texts.sentence_slug(route.text)
    long = len(route.text) > STATEMENT or "\n\n" in route.text.strip()
    if pin and long and kind == "belief":
        key = desk.free(Key(fragment.space, "note", f"pinned/{texts.sentence_slug(route.text)}.md"))
        desk.put(Page(key=key, text=f"{as_said(route.text)}\n\n{comment(proof)}\n"))
        return key, False
    known = list(desk.alike(Key(fragment.space, kind, name)))
    page = next((each for each in known if _says(each, route.text)), None)
    old = next((each for each in known if told and not each.pinned and alike(told, of_page(each))), None)
    if page is None and old and told:
        new = refined(old, told, proof)
        desk.put(new.with_front("pinned", "true") if pin else new)
        return old.key, False
    if page is None:
        key = desk.free(Key(fragment.space, kind, name))
        new = skill(key, route.text, proof) if kind == "skill" else believe(key, route.text, proof, tags=route.tags)
        desk.put(new.with_front("pinned", "true") if pin else new)
        return key, False
    today = fragment.day in {c.day for c in page.evidence.active}
    if not today:
        again = Evidence(page.evidence.active | proof.active, page.evidence.superseded)
        page = restate(page, page.prose, again) if kind == "belief" else learned_again(page, proof)
    newly = pin and not page.pinned
    if newly or not today:
        desk.put(page.with_front("pinned", "true") if newly else page)
    return page.key, not newly


def _says(page: Page, told: str) -> bool:
    """Whether a page states what was told: the same words, or for a skill the same steps."""
    if page.key.kind == "skill":
        return bool(steps(told)) and steps(told) == taught(page)
    return texts.fold(page.prose) == texts.fold(told)


def core_line(fragment: Fragment, route: Route, desk: Desk) -> str | None:
    """One more line of core memory, when it belongs there and fits; why not, when it does not fit."""
    if not route.core:
        return None
    page = desk.page(Key(fragment.space, "core", route.core))
    line = texts.first_sentence(route.text)
    if page and texts.fold(line) in {texts.fold(claim) for claim in core.claims(page.text)}:
        return None
    new = core.add_line(page, route.core, fragment.space, line, Evidence(frozenset({fragment.citation})))
    block = core.BY_SLUG[route.core]
    if core.cost(new.text) > block.budget:
        return f"{block.title} is full ({block.budget} tokens), so core memory was left as it is"
    desk.put(new)
    return None
