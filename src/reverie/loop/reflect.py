"""Reflect: a long look at the memory of a space becomes one proposal, which waits for a person. Applies nothing.

Survey, meta-reflection, consolidate, rewrite core, summarise: what each finds is the domain's (`reflect`,
`reflect_meta`, `reflect_change`, `reflect_ask`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import combinations, islice
from typing import Literal, Protocol

from reverie.domain import (
    core,
    proposal as proposals,
    reflect as look,
    reflect_ask,
    reflect_change,
    reflect_meta,
    reflection,
    rules,
)
from reverie.domain.audit import AuditEntry
from reverie.domain.citation import Citation
from reverie.domain.claim import Claim, claim, compare
from reverie.domain.core import BLOCKS, BY_SLUG
from reverie.domain.decay import status
from reverie.domain.due import ReflectSettings
from reverie.domain.page import Key, Page
from reverie.domain.promote import Move
from reverie.domain.proposal import Proposal
from reverie.domain.reflect import Standing, Survey, Wish
from reverie.domain.reflect_change import ARCHIVED, USER_FILE
from reverie.domain.reflection import BECAUSE, Finding, Past, Reflection, may_return
from reverie.domain.usage import Uses
from reverie.loop.apply import broken
from reverie.loop.desk import Desk
from reverie.loop.dream import NEAR, Find
from reverie.loop.dream_core import Look, moves
from reverie.retrieval.conflicts import overtakes
from reverie.store.base import AuditFilter, Held, History, Vault

_PAST, _CHANGES = 2_000, 1_000  # entries of the log that are looked at: about reflections, and of what changed
_PAGES = 300  # pages that are looked at closely, the newest of those that changed
_FADED, _USED = 60, 20  # pages of the whole space: those used least, and most
_LOOKED = ("belief", "entity", "skill")
_WAITS = "a reflection is never applied by itself"
_LINES = 5  # that USER.md is offered at once
_AROUND = 700  # tokens of headings, counters and how to answer


class Worder(Protocol):
    """Says the same facts in better words."""

    name: str

    def word(self, findings: Sequence[Finding], past: Sequence[Past]) -> tuple[list[Finding], str]:
        """Those of the findings that are worth telling, in their order, reworded; and why none were, if that was so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """What a reflection needs."""

    vault: Vault
    history: History
    find: Find
    standing: Callable[[str], Iterable[tuple[Key, float, int]]]  # pages of a space: score, and days without use
    use: Uses
    prompts: Callable[[str, datetime | None], tuple[int, int]]  # that hosts asked about, and those in vain
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    settings: ReflectSettings
    worder: Worder | None = None
    following: str = ""  # when the next one is due


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflected:
    """What came of it: a proposal that waits; or nothing new, and perhaps one that waits still."""

    space: str
    outcome: Literal["made", "nothing new"]
    proposal: Proposal | None = None
    found: Reflection | None = None
    last: str = ""  # the reflection before, when nothing is new


def reflect(eyes: Eyes, spaces: Sequence[str], trigger: str = "") -> list[Reflected]:
    """Look at each space, and hold what comes of it for a person; at most one reflection of a space waits."""
    entries = eyes.history.entries(AuditFilter(limit=_CHANGES))
    return [_reflect(eyes, space, entries, trigger) for space in spaces]


def _reflect(eyes: Eyes, space: str, entries: Sequence[AuditEntry], trigger: str) -> Reflected:
    about = eyes.history.entries(AuditFilter(text=BECAUSE, limit=_PAST))
    earlier = reflection.past(about, space)
    waiting = pending(eyes.vault, space)
    old = reflection.of(waiting[-1].proposal) if waiting else None
    looked = max([one.reflection.last for one in earlier] + ([old.last] if old else []), default=0)
    stale = old and rules.moved(waiting[-1].proposal, eyes.vault.pages(proposals.keys(waiting[-1].proposal)))
    if not stale and not any(_news(entry, space) for entry in entries if entry.seq > looked):
        held = waiting[-1].proposal if waiting else None
        name = old.name if old else earlier[-1].reflection.name if earlier else ""
        return Reflected(space=space, outcome="nothing new", proposal=held, found=old, last=name)
    seen = _survey(eyes, space, entries, earlier, old)
    again = old and old.number not in {one.reflection.number for one in earlier}
    number = old.number if old and again else reflection.latest(about) + 1
    found, desk = _made(eyes, seen, number)
    return _held(eyes, seen, found, desk, waiting, trigger)


def _since(waits: Reflection | None, earlier: Sequence[Past]) -> tuple[int, datetime | None]:
    """From where on to look: after the last that was decided about; what one that waits tells, its heir tells again."""
    last = earlier[-1].reflection if earlier else None
    if waits or not last:
        return (waits.first, waits.since) if waits else (0, None)
    return (last.first, last.since) if last.counters.get("left") else (last.last, last.at)


def pending(vault: Vault, space: str | None = None) -> list[Held]:
    """The reflections that wait or were put off, in a space or in all."""
    found = [held for held in vault.held() if held.state != "rejected" and held.proposal.origin == "reflect"]
    return [held for held in found if space in (None, held.proposal.space)]


def _held(eyes: Eyes, seen: Survey, found: Reflection, desk: Desk, waiting: Sequence[Held], trigger: str) -> Reflected:
    told = f"{_counted(len(found.findings), 'finding')}, {_counted(len(found.of('questions')), 'question')}"
    proposal = Proposal(
        id=eyes.new_id(), origin="reflect", actor=f"reflection:{found.name}",
        because=f"{BECAUSE}{found.number:03d}: {told}", changes=desk.changes(), space=seen.space, trigger=trigger,
        run=found.name, report=reflection.to_json(found),
    )  # fmt: skip
    with eyes.vault.writing():
        eyes.vault.hold(proposal, "held", eyes.clock(), [_WAITS], proposal.actor)
        for old in waiting:
            gone = replace(old.proposal, changes=(), report={})
            eyes.vault.hold(gone, None, eyes.clock(), [f"replaced by {proposal.id}"], proposal.actor)
    return Reflected(space=seen.space, outcome="made", proposal=proposal, found=found)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _reflects(entry: AuditEntry) -> bool:
    return entry.proposal is not None and entry.proposal.origin == "reflect"


def _news(entry: AuditEntry, space: str) -> bool:
    """Whether an entry tells something worth looking at again; what a reflection itself did is none."""
    if _reflects(entry):
        return False
    if entry.action == "APPEND":
        return entry.space == space and entry.trigger.startswith("reflection:")  # an answer
    if entry.proposal and entry.proposal.origin == "subagent":
        return entry.space == space
    mine = (key for change in entry.files for key in change.keys)
    kinds = _LOOKED if entry.actor == "system:init" else (*_LOOKED, "core")  # an empty MEMORY.md is no news
    return any(key.space == space and key.kind in kinds for key in mine) or any(
        faded.key.space == space for faded in entry.faded
    )


# Survey


def _survey(
    eyes: Eyes, space: str, entries: Sequence[AuditEntry], earlier: Sequence[Past], waits: Reflection | None
) -> Survey:
    first, since = _since(waits, earlier)
    found: dict[Key, AuditEntry] = {}  # with the oldest entry that touched it
    for entry in entries:
        if entry.seq > first and not _reflects(entry):
            for change in entry.files:
                found |= {key: entry for key in change.keys if key.space == space and key.kind in _LOOKED}
    keys = list(found)[:_PAGES]
    pages = eyes.vault.pages(keys)
    before = dict(_before(eyes.history, {key: found[key] for key in keys})) if first else {}
    faded, used = _standing(eyes, space)
    return Survey(
        space=space, today=eyes.clock().date(), since=since, first=first, last=max(e.seq for e in entries),
        before=before, pages={key: page for key, page in pages.items() if not page.retired},
        retired={key: page for key, page in pages.items() if page.retired}, faded=faded, used=used,
        beyond=len(found) - len(keys), prompts=eyes.prompts(space, since), waiting=_waiting(eyes.vault, space),
        past=earlier,
        blocks={b.slug: p for b in BLOCKS for p in eyes.vault.pages([Key(space, "core", b.slug)]).values()},
        answers=answers(eyes.vault, eyes.history, space),
    )  # fmt: skip


def _before(history: History, oldest: Mapping[Key, AuditEntry]) -> Iterator[tuple[Key, Page]]:
    """The pages as they stood before the first change that is looked at."""
    stood: dict[int, dict[Key, Page]] = {}
    for key, entry in oldest.items():
        if entry.seq not in stood:
            stood[entry.seq] = history.before(entry)
        page = stood[entry.seq].get(key)
        if page and not page.retired:
            yield key, page


def _standing(eyes: Eyes, space: str) -> tuple[list[Standing], list[Standing]]:
    """The pages of a space that fade, the lowest first; and those that are found most."""
    rows = sorted(eyes.standing(space), key=lambda row: (row[1], row[0]))
    uses = eyes.use(key for key, _, _ in rows)
    often = sorted((row for row in rows if uses[row[0]].recalls), key=lambda row: (-uses[row[0]].recalls, row[0]))

    def of(some: Iterable[tuple[Key, float, int]]) -> list[Standing]:
        chosen = list(some)
        pages = eyes.vault.pages(key for key, _, _ in chosen)
        return [
            Standing(page=pages[key], value=value, status=status(value), idle=idle, use=uses[key])
            for key, value, idle in chosen
            if key in pages and not pages[key].retired
        ]

    fading = (row for row in rows if row[0].kind in ARCHIVED and status(row[1]) != "active")
    return of(islice(fading, _FADED)), of(often[:_USED])


def _waiting(vault: Vault, space: str) -> list[tuple[str, str, str]]:
    return [
        (held.proposal.id, held.proposal.actor, held.proposal.because.partition(": ")[2])
        for held in vault.held()
        if held.proposal.origin == "subagent" and held.state != "rejected" and held.proposal.space == space
    ]


def answers(vault: Vault, history: History, space: str) -> dict[str, tuple[str, str]]:
    """What was answered to reflections of a space: by the question's name, the answer and its fragment."""
    entries = history.entries(AuditFilter(action="APPEND", text="reflection:r-", limit=_PAST))
    mine = [e for e in reversed(entries) if e.space == space and e.trigger.startswith("reflection:")]
    found = vault.fragments(id_ for entry in mine for appended in entry.appended for id_ in appended.ids)
    return {each.entry: (each.quote, each.id) for each in found.values()}


# Consolidate, rewrite core, summarise


def _made(eyes: Eyes, seen: Survey, number: int) -> tuple[Reflection, Desk]:
    """The reflection, and on a desk what it would change."""
    refused = reflection.refusals(seen.past)
    wanted = [wish for wish in _wanted(eyes, seen) if may_return(wish.finding, refused)]
    themes, count = look.themes(seen), len(seen.past) + 1
    told = [*look.learned(seen), *look.linked(seen), *look.put_away(seen), *reflect_meta.evolved(seen, themes, count)]
    told += list(islice(reflect_ask.questions(seen), look.MOST["questions"]))
    room = eyes.settings.tokens - _AROUND
    kept, also, left = look.fitting(wanted, told, room)
    findings, by, note = [*(wish.finding for wish in kept), *also], "rules", ""
    if eyes.worder:
        worded, note = eyes.worder.word(findings, seen.past)
        if sum(map(look.cost, worded)) > room:
            note = "its words are more than may be said"
        findings, by = (findings, by) if note else (worded, eyes.worder.name)
    chosen = {finding.name for finding in findings if finding.proposes}
    desk = Desk(eyes.vault)
    laid = _lay(eyes, seen, desk, [wish for wish in kept if wish.finding.name in chosen])
    findings = [finding for finding in findings if not finding.proposes or finding.name in laid]
    counters = {
        "beliefs": _count(seen, "belief"), "entities": _count(seen, "entity"), "procedures": _count(seen, "skill"),
        "reviewed": len(seen.past), "budget": eyes.settings.tokens, "left": left,
        "beyond": seen.beyond,
        "tokens": _AROUND + sum(map(look.cost, findings)),
    }  # fmt: skip
    found = Reflection(
        number=number, count=count, at=eyes.clock(), since=seen.since, first=seen.first, last=seen.last,
        findings=tuple(findings), themes=themes,
        counters=counters, by=by, note=note, following=eyes.following,
    )  # fmt: skip
    return found, desk


def _count(seen: Survey, kind: str) -> int:
    return sum(key.kind == kind for key in seen.pages)


def _wanted(eyes: Eyes, seen: Survey) -> list[Wish]:
    """Everything that should change: pages first, then core memory as it would be after them, then USER.md."""
    wishes = list(_wishes(eyes, seen))
    wishes += [reflect_change.moved(move) for move in _core(eyes, seen, wishes)]
    file = eyes.vault.pages([USER_FILE]).get(USER_FILE) if not seen.space else None
    return [*wishes, *(islice(reflect_change.of_the_person(seen, file), _LINES) if file else ())]


def _wishes(eyes: Eyes, seen: Survey) -> Iterator[Wish]:
    taken: set[Key] = set()
    for wish in (*_pairs(eyes, seen), *_archival(eyes, seen), *_links(eyes, seen)):
        if not taken.intersection(wish.finding.keys):
            taken.update(wish.finding.keys)
            yield wish


def _pairs(eyes: Eyes, seen: Survey) -> Iterator[Wish]:
    """Beliefs that changed, and those near them that say the same, or otherwise of the same thing."""
    compared: set[frozenset[Key]] = set()
    for key, page in seen.pages.items():
        if key.kind != "belief" or page.pinned or not page.evidence.active:
            continue
        near = [each for each in eyes.find(page.prose, seen.space, NEAR) if each.kind == "belief" and each != key]
        for other in eyes.vault.pages(near).values():
            pair = frozenset({key, other.key})
            if pair in compared or other.retired or other.pinned or not other.evidence.active:
                continue
            compared.add(pair)
            for one, two in ((page, other), (other, page)):
                if overtakes(one, two, seen.today):
                    yield reflect_change.at_odds(one, two)
                    break
            else:
                if compare(_claim(page.prose), _claim(other.prose)) == "same":
                    yield reflect_change.doubled(page, other)


@lru_cache(maxsize=4096)
def _claim(text: str) -> Claim:
    return claim(text)


def _archival(eyes: Eyes, seen: Survey) -> Iterator[Wish]:
    """What would be put away; not what core memory rests on."""
    found = reflect_change.archival(seen)
    held = {c for page in seen.blocks.values() for c in page.evidence.active}
    free = (wish for wish in found if not {c.id for c in held}.intersection(wish.finding.proof))
    yield from islice(free, look.MOST["archival"])


def _links(eyes: Eyes, seen: Survey) -> Iterator[Wish]:
    """Entities of which the same fragments tell."""
    told: dict[str, tuple[Citation, list[Key]]] = {}
    mine = [page for key, page in seen.pages.items() if key.kind == "entity"]
    cited = {c.id: c for page in mine for c in page.evidence.active}
    for id_, by in eyes.vault.citing(cited).items():
        keys = sorted(k for k, active in by if active and k.kind == "entity" and k.space == seen.space)
        told[id_] = cited[id_], keys
    days: dict[tuple[Key, Key], frozenset[Citation]] = {}
    for proof, keys in told.values():
        for one, other in combinations(keys, 2):
            days[one, other] = days.get((one, other), frozenset()) | {proof}
    pages = eyes.vault.pages({key for pair in days for key in pair})
    standing = {key: page for key, page in pages.items() if not page.retired}
    yield from islice(reflect_change.together(days, standing), look.MOST["connections"])


def _core(eyes: Eyes, seen: Survey, wishes: Sequence[Wish]) -> list[Move]:
    """Lines that would come into core memory, or leave it, when the wishes were granted."""
    desk = Desk(eyes.vault)
    for wish in wishes:
        _put(desk, wish)
    asked = [held for held in eyes.vault.held() if held.proposal.origin != "reflect"]
    view = Look(desk, eyes.vault, seen.space, eyes.clock(), eyes.use, eyes.history, held=asked)
    found = list(moves(view, [key for key in seen.pages if key.kind == "belief"], news=True))
    blocks = {name: page for name, page in view.blocks.items() if page}
    found += [move for move in reflect_change.stale(seen, blocks) if view.make(move)]
    return found[: look.MOST["core"]]


def _lay(eyes: Eyes, seen: Survey, desk: Desk, wishes: Sequence[Wish]) -> set[str]:
    """Put onto the desk what no rule forbids; returns the names of what was put there."""
    laid: set[str] = set()
    for wish in sorted(
        wishes, key=lambda each: each.move.did if each.move else ""
    ):  # what leaves core makes room first
        alone = Desk(eyes.vault)
        if (wish.move or (_put(alone, wish) and not _broken(eyes, seen, alone))) and _put(desk, wish):
            laid.add(wish.finding.name)
    if not _broken(eyes, seen, desk):
        return laid
    desk.clear()  # what is lawful one by one and not together is only told next time
    return set()


def _broken(eyes: Eyes, seen: Survey, desk: Desk) -> bool:
    proposal = Proposal(
        id="p-tried", origin="reflect", actor="reflection:r-0", because="tried", changes=desk.changes(),
        space=seen.space,
    )  # fmt: skip
    return bool(broken(proposal, eyes.vault, eyes.clock()))


def _put(desk: Desk, wish: Wish) -> bool:
    """Do on a desk what is wished; False when it cannot be done there."""
    if wish.page and wish.merged:
        desk.merge([*wish.merged, wish.page.key], wish.page)
    elif wish.page:
        desk.put(wish.page)
    elif wish.move:
        page = wish.move.on(desk.page(wish.move.block))
        room = BY_SLUG[wish.move.block.slug].budget
        if not page or (wish.move.did == "promoted" and core.cost(page.text) > room):
            return False
        desk.put(page)
    elif wish.line:
        file = desk.page(USER_FILE)
        if not file:
            return False
        desk.put(reflect_change.with_line(file, wish.line))
    else:
        desk.retire(wish.finding.keys[0], wish.why)
    return True
