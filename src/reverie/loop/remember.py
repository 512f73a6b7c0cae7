"""Remember: what somebody asks to be kept becomes a fragment, is routed, and is proposed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from reverie.domain import core, graph, route as routes, text as texts
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Evidence, as_said, comment
from reverie.domain.fragment import Fragment, Trust
from reverie.domain.graph import Relation
from reverie.domain.page import Key, KeyKind, Page
from reverie.domain.proposal import Change, Origin, Proposal, Put, put
from reverie.domain.reference import reference
from reverie.domain.route import Route
from reverie.domain.skill import learned_again, skill, steps, taught
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.apply import Applied, apply
from reverie.loop.observe import observe_told, refuse_secrets
from reverie.loop.router import Router, by_rules
from reverie.store.base import Vault

STATEMENT = 600  # characters; a longer text is kept as a page of its own, not as a belief
_TYPES = graph.PREFERRED_TYPES


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Who asks: a person at the keyboard, or an agent that runs the command for itself."""

    origin: Origin = "remember"
    trust: Trust = "user"
    actor: str = "bot:trigger-remember"
    source: Literal["cli", "mcp", "library", "import"] = "cli"
    host: str | None = None


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
) -> Remembered:
    """Keep a statement: observed first, so that what is proposed can cite it."""
    refuse_secrets(told, space)  # before anybody else reads it
    route = router(told, pin)
    transcript = _one_entry(told, now, new_id, speaker, space)
    fragment = observe_told(transcript, route, vault, now, speaker.actor)
    proof = Evidence(frozenset({fragment.citation}))
    with vault.writing():
        page, known = _main_page(fragment, route, vault, proof, pin=pin)
        changes: list[Change] = [page] if page else []
        notes: list[str] = []
        if not known:
            changes += _core_line(fragment, route, vault, proof, notes)
            changes += _graph(fragment, route, vault, proof, notes)
        said = f'said: "{texts.first_sentence(told)[:160]}"'
        proposal = _proposal(speaker, new_id, _because(fragment, known), tuple(changes), fragment, said)
        applied = apply(proposal, vault, now)
    key = page.page.key if page else _known_key(fragment, vault)
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
        key = _free(Key(space, "reference", texts.slug(title)), vault)
        note = told or f"{title} is kept word for word as reference {key.slug}."
        route = routes.route(note)
        transcript = _one_entry(note, now, new_id, speaker, space)
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


def _one_entry(told: str, now: datetime, new_id: str, speaker: Speaker, space: str) -> Transcript:
    role: Literal["user", "agent"] = "user" if speaker.trust == "user" else "agent"
    entry = Entry(id=new_id, at=now, role=role, text=told)
    return Transcript(source=speaker.source, space=space, trust=speaker.trust, entries=(entry,), host=speaker.host)


def _because(fragment: Fragment, known: bool) -> str:
    said = texts.first_sentence(fragment.body)[:120]
    return f"heard again: {said}" if known else f"remembered: {said}"


def _main_page(
    fragment: Fragment, route: Route, vault: Vault, proof: Evidence, *, pin: bool
) -> tuple[Put | None, bool]:
    """The page that states it: new, or one more citation of a page that says it already."""
    kind: KeyKind = "skill" if route.store == "procedural" and len(steps(route.text)) >= 2 else "belief"
    name = texts.slug(route.topic) if kind == "skill" else texts.sentence_slug(route.text)
    long = len(route.text) > STATEMENT or "\n\n" in route.text.strip()
    if pin and long and kind == "belief":
        key = _free(Key(fragment.space, "note", f"pinned/{texts.sentence_slug(route.text)}.md"), vault)
        return put(Page(key=key, text=f"{as_said(route.text)}\n\n{comment(proof)}\n"), None), False
    for page in _same_topic(Key(fragment.space, kind, name), vault):
        if not _says(page, route.text) or page.retired:
            continue
        today = fragment.day in {c.day for c in page.evidence.active}
        if today and (page.pinned or not pin):
            return None, True
        again = Evidence(page.evidence.active | ({fragment.citation} if not today else set()), page.evidence.superseded)
        new = restate(page, page.prose, again) if kind == "belief" else learned_again(page, proof)
        return put(new.with_front("pinned", "true") if pin else new, page), not pin
    key = _free(Key(fragment.space, kind, name), vault)
    if kind == "skill":
        new = skill(key, route.text, proof)
        return put(new.with_front("pinned", "true") if pin else new, None), False
    return put(believe(key, route.text, proof, tags=route.tags, pinned=pin), None), False


def _same_topic(key: Key, vault: Vault) -> Iterator[Page]:
    """The pages that took this name and its numbered followers."""
    for candidate in _numbered(key):
        page = vault.pages([candidate]).get(candidate)
        if not page:
            return
        yield page


def _free(key: Key, vault: Vault) -> Key:
    return next(candidate for candidate in _numbered(key) if not vault.pages([candidate]))


def _numbered(key: Key) -> Iterator[Key]:
    stem, suffix = (key.slug[:-3], ".md") if key.slug.endswith(".md") else (key.slug, "")
    folder, slash, name = stem.rpartition("/")
    taken: list[str] = []
    while True:
        taken.append(texts.slug(name, taken))
        yield Key(key.space, key.kind, f"{folder}{slash}{taken[-1]}{suffix}")


def _known_key(fragment: Fragment, vault: Vault) -> Key | None:
    """The page that holds what was said again today."""
    for key in (
        Key(fragment.space, "belief", texts.sentence_slug(fragment.body)),
        Key(fragment.space, "skill", texts.slug(fragment.topic)),
    ):
        for page in _same_topic(key, vault):
            if _says(page, fragment.body):
                return page.key
    return None


def _says(page: Page, told: str) -> bool:
    """Whether a page states what was told: the same words, or for a skill the same steps."""
    if page.key.kind == "skill":
        return bool(steps(told)) and steps(told) == taught(page)
    return texts.fold(page.prose) == texts.fold(told)


def _core_line(fragment: Fragment, route: Route, vault: Vault, proof: Evidence, notes: list[str]) -> list[Change]:
    """One more line of core memory, when it belongs there and fits."""
    if not route.core:
        return []
    key = Key(fragment.space, "core", route.core)
    page = vault.pages([key]).get(key)
    line = texts.first_sentence(route.text)
    said = {texts.fold(claim) for claim in core.claims(page.text)} if page else set()
    if texts.fold(line) in said:
        return []
    new = core.add_line(page, route.core, fragment.space, line, proof)
    block = core.BY_SLUG[route.core]
    if core.cost(new.text) > block.budget:
        notes.append(f"{block.title} is full ({block.budget} tokens), so core memory was left as it is")
        return []
    return [put(new, page)]


def _graph(fragment: Fragment, route: Route, vault: Vault, proof: Evidence, notes: list[str]) -> list[Change]:
    """Entities and their relation, when the statement names both ends; known entities learn the fact.

    Pinned ones are left as they are: a person's pin must not stop a person's statement.
    """
    types = {mention.name: mention.type for mention in route.entities}
    before: dict[Key, Page | None] = {}
    now: dict[Key, Page] = {}

    def entity(name: str) -> Page:
        key = _entity_key(fragment.space, name, types.get(name, "concept"), vault)
        if key not in now:
            before[key] = vault.pages([key]).get(key)
            now[key] = before[key] or graph.entity(key, name)
        return now[key]

    linked = {name for link in route.relations for name in (link.source, link.target)}
    for link in route.relations:
        source, target = entity(link.source), entity(link.target)
        if any(
            r.name == link.relation and r.target == target.key.slug and not r.until for r in graph.relations(source)
        ):
            continue
        relation = Relation(
            source=source.key.slug,
            name=link.relation,
            target=target.key.slug,
            since=fragment.day,
            evidence=proof,
        )
        now[source.key] = graph.add_relation(source, relation)
        now[target.key] = graph.add_to_section(entity(link.target), "Facts", texts.first_sentence(route.text), proof)
    for mention in route.entities:
        key = _entity_key(fragment.space, mention.name, mention.type, vault)
        if mention.name not in linked and vault.pages([key]):
            page = entity(mention.name)
            now[key] = graph.add_to_section(page, "Facts", texts.first_sentence(route.text), proof)
    pinned = [page.title for page in before.values() if page and page.pinned]
    notes += [f"{title} is pinned, so its page was left as it is" for title in pinned]
    changed = [(before[key], page) for key, page in now.items() if before[key] != page]
    return [put(page, old) for old, page in changed if not (old and old.pinned)]


def _entity_key(space: str, name: str, type_: str, vault: Vault) -> Key:
    """The entity of that name, whatever type it was filed under before."""
    wanted = Key(space, "entity", graph.entity_slug(type_, name))
    others = [Key(space, "entity", graph.entity_slug(t, name)) for t in _TYPES if t != type_]
    return next((key for key in (wanted, *others) if vault.pages([key])), wanted)
