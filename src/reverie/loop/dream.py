"""Dream: undreamed fragments, with the pages near them, become proposals; batch by batch, through the door."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, Protocol

from reverie.domain import proposal as proposals
from reverie.domain.audit import RULES, AuditEntry
from reverie.domain.changed import Changed, changed, moved
from reverie.domain.fragment import Fragment
from reverie.domain.inbox import PROPOSED
from reverie.domain.page import Key, Page, PageKind
from reverie.domain.promote import Move
from reverie.domain.proposal import Change, Proposal, Retire
from reverie.domain.rules import RETIRE_LIMIT
from reverie.domain.usage import Uses
from reverie.errors import PageDamaged, PageMoved, ProposalRejected, ReverieError, SecretRefused
from reverie.llm.models import Tally
from reverie.loop import unite
from reverie.loop.apply import Applied, apply, broken, waits
from reverie.loop.desk import Desk, Named
from reverie.loop.dream_by_hand import Rewritten, as_told, rewritten, settled
from reverie.loop.dream_core import Look, moves
from reverie.loop.dream_lapse import Lapse, date_beliefs, over, unused
from reverie.loop.practice import Lesson, Practised, lessons
from reverie.loop.statements import statements
from reverie.loop.summarise import summarised
from reverie.loop.unite import Pair
from reverie.store import layout
from reverie.store.base import AuditFilter, History, Links, Vault

NEAR = 12  # pages that are looked at for each fragment
_TRIES = 3  # times a batch is made again when somebody else changed a page meanwhile
_LATER = (PageMoved, PageDamaged, ProposalRejected, SecretRefused)  # why the next dream looks at it again
_DOUBTFUL = "two entities that may be one; a person decides"
_OUTRIGHT = ("bot:trigger-remember", "bot:commit-from:", "agent:")  # who remembers
_WRITTEN = 100  # changes since the last dream whose entities and beliefs are looked at

Again = Literal["rejected", "undone"]  # of what is set aside: what rules rejected, what a person undid or refused
Find = Callable[[str, str, int], Sequence[Key]]  # the pages of a space that are nearest to a text, so many
Settle = Callable[[Page, Sequence[Key], Desk], None]  # lets a belief take the place of what it overturns near it


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What a dreamer is shown: fragments of one space, and the names of pages near each."""

    space: str
    fragments: tuple[Fragment, ...]
    near: Mapping[str, Sequence[Key]]  # by fragment
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Dreamt:
    """What a dreamer says of a batch, beside what it put onto the desk."""

    instead: str = ""  # why somebody else did it, when that was so
    by: str = ""  # who that was
    refused: tuple[str, ...] = ()  # changes it wanted and could not prove, told twice, and what is wrong with each
    aside: tuple[str, ...] = ()  # fragments that those leave without a place
    because: str = ""  # what was in the way, when it was not that nothing proves them
    steady: bool = False  # whether it would say the same of the same again, whatever was wrong with it


class Dreamer(Protocol):
    """Makes changes of a batch, on a desk."""

    @property
    def name(self) -> str:
        """As the audit trail says who dreamed."""

    @property
    def batch(self) -> int:
        """Fragments that it takes at once."""

    def dream(self, batch: Batch, desk: Desk, complaint: str = "") -> Dreamt:
        """Put what should change onto the desk. With a complaint, the last attempt broke rules; this is the other."""


@dataclass(slots=True)
class Night:
    """What a run of dreams did."""

    id: str
    fragments: int = 0  # that were shown
    rejected_before: int = 0  # that are set aside by rules, and were not shown
    undone_before: int = 0  # that are set aside because a person undid or refused what came of them
    waiting: int = 0  # that proposals hold which wait for a person
    off: int = 0  # that wait where memory is off
    none: bool = False  # whether nothing was ever noticed
    applied: list[Applied] = field(default_factory=list)
    held: list[Proposal] = field(default_factory=list)
    planned: list[Proposal] = field(default_factory=list)
    asked: list[Proposal] = field(default_factory=list)  # planned ones that a person would have to decide
    waits: list[str] = field(default_factory=list)  # of a plan: why changes would wait for a person, one for each
    changed: list[Changed] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)  # proposals, and why
    unproved: list[tuple[Proposal, tuple[str, ...]]] = field(
        default_factory=list
    )  # of a plan: would be kept as rejected
    fallbacks: list[str] = field(default_factory=list)
    unsummed: set[str] = field(default_factory=set)  # spaces whose summary is damaged, and stays as it is
    tally: Tally | None = None  # what models cost
    cost: Mapping[str, Any] | None = None  # of a plan: what dreaming it would cost, about; None when it is free


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a dream needs."""

    vault: Vault
    dreamer: Dreamer
    find: Find
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    use: Uses = lambda _: {}  # how pages were used
    history: History | None = None
    graph: Graph | None = None  # without it nobody looks for entities that are one
    settle: Settle | None = None  # without it nobody looks what a belief that was told outright overturns

    def desk(self) -> Desk:
        return Desk(self.vault, self.graph.named if self.graph else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """What it takes to find entities that are one under two names."""

    links: Links
    history: History
    named: Named
    cosine: unite.Cosine


def dream(step: Step, night: Night, spaces: Sequence[str], again: Collection[Again] = ()) -> Iterator[int]:
    """Dream every space, a batch at a time; each is committed when its number of fragments is yielded."""
    for space in spaces:
        written, told, seen = _written(step, space), _told(step, space), set[str]()
        by_hand = _by_hand(step, space)
        before, shown = len(night.changed), list[Fragment]()
        while fragments := _next(step, space, again, seen):
            seen |= {fragment.id for fragment in fragments}
            shown += fragments
            _night(step, night, space, fragments)
            night.fragments += len(fragments)
            yield len(fragments)
        _left(step, night, space, again, seen)
        for key in told():
            desk = step.desk()
            because = _settle(step, space, key, desk)
            _make(step, night, space, desk, because, _told_of(step.vault, desk.changes(), desk))
        for each in by_hand():
            desk = step.desk()
            because = _follow_hand(step, space, each, desk)
            _make(step, night, space, desk, because, as_told(each, _told_of(step.vault, desk.changes(), desk)))
        for lesson in _lessons(step, space, shown):
            desk = step.desk()
            lesson.lay(desk)
            done = _told_of(step.vault, desk.changes(), desk)
            _make(step, night, space, desk, lesson.because, done, lesson.shown)
        fresh = [one.key for one in night.changed[before:]]
        for part in _afterwards(step, space, again, fresh, news=bool(seen)):
            _follow(step, night, space, part)
        _unite(step, night, space, written)


def plan(step: Step, night: Night, spaces: Sequence[str], again: Collection[Again] = ()) -> Iterator[int]:
    """The same without writing: what each space comes to, its batches and what follows them one upon the other."""
    for space in spaces:
        written, told, by_hand = _written(step, space), _told(step, space), _by_hand(step, space)
        dreamers = set[str]()
        desk, shown, seen, all_shown = step.desk(), list[str](), set[str](), list[Fragment]()
        while fragments := _next(step, space, again, seen):
            seen |= {fragment.id for fragment in fragments}
            all_shown += fragments
            dreamt = _dreamed(step, night, _batch(step, space, fragments), desk, "")
            dreamers.add(dreamt.by)
            shown += [fragment.id for fragment in fragments if fragment.id not in dreamt.aside]
            night.unproved += _refusal(step, night, space, dreamt)
            night.fragments += len(fragments)
            yield len(fragments)
        _left(step, night, space, again, seen)
        for key in told():
            _settle(step, space, key, desk)
        for each in by_hand():
            _follow_hand(step, space, each, desk)
        for lesson in _lessons(step, space, all_shown, desk):
            lesson.lay(desk)
            shown += [id_ for id_ in lesson.shown if id_ not in shown]
        for pair in _pairs(step, space, written(), desk):
            if pair.verdict == "same":
                desk.merge([pair.other.key], pair.merge().into)
            elif step.vault.pages([pair.other.key, pair.into.key]) == {p.key: p for p in (pair.other, pair.into)}:
                night.asked.append(_about(step, night, space, pair))
        night.changed += _told_of(step.vault, desk.changes(), desk)
        for part in _afterwards(step, space, again, (), news=bool(seen), desk=desk):
            night.changed += _lay(part, step.vault, space, desk)
        planned = _planned(step, night, space, shown, desk, dreamers.pop() if len(dreamers) == 1 else "")
        night.waits += [why for proposal in planned for why in waits(proposal, step.vault, step.clock())]
        night.planned += planned
    night.rejected += [_because(*each) for each in night.unproved]


def _planned(step: Step, night: Night, space: str, shown: Sequence[str], desk: Desk, by: str) -> list[Proposal]:
    """What is on a desk, as one proposal; what it would retire beyond what one may, as more of them."""
    whole = _proposal(step, night, space, shown, desk, by)
    touched = (key for change in whole.changes for key in proposals.touched(change))
    if not shown and all(key.kind == "summary" for key in touched):
        return []  # nobody need decide about that alone
    retired = [change for change in whole.changes if isinstance(change, Retire)]
    rest = [change for change in whole.changes if not isinstance(change, Retire)]
    planned = [replace(whole, changes=(*rest, *retired[:RETIRE_LIMIT]))]
    for start in range(RETIRE_LIMIT, len(retired), RETIRE_LIMIT):
        some = tuple(retired[start : start + RETIRE_LIMIT])
        planned.append(replace(whole, id=step.new_id(), because="put away what is over", changes=some, considered=()))
    return planned


def hold(step: Step, night: Night) -> None:
    """Leave what was planned for a person; what breaks a rule is kept as rejected instead."""
    for proposal in night.planned:
        wrong = broken(proposal, step.vault, step.clock())
        if wrong:
            step.vault.hold(proposal, "rejected", step.clock(), wrong, RULES)
            night.rejected.append(f"{proposal.id}: {'; '.join(wrong)}")
        else:
            step.vault.hold(proposal, "held", step.clock(), ["a dream that was asked to wait"], proposal.actor)
            night.held.append(proposal)
    for proposal, reasons in night.unproved:
        step.vault.hold(proposal, "rejected", step.clock(), reasons, RULES)
    for proposal in night.asked:
        step.vault.hold(proposal, "held", step.clock(), [_DOUBTFUL], proposal.actor)
        night.held.append(proposal)


def _next(step: Step, space: str, again: Collection[Again], seen: set[str]) -> list[Fragment]:
    """The oldest that were not shown yet in this run; those that are set aside by it do not come again.

    What a sub-agent proposed comes in by review alone.
    """
    while True:
        most = len(seen) + step.dreamer.batch
        taken_up = [f for each in again for f in _set_aside(step, space)[each]]
        found = sorted((*step.vault.marked("undreamed", space, most), *taken_up), key=lambda f: (f.ts, f.id))
        fresh = [fragment for fragment in found if fragment.id not in seen]
        gated = {fragment.id for fragment in fresh if (fragment.actor or "").startswith(PROPOSED)}
        if not gated:
            return fresh[: step.dreamer.batch]
        seen |= gated


def _set_aside(step: Step, space: str) -> dict[Again, list[Fragment]]:
    """The fragments of a space that are set aside, and by whom."""
    found, undone = step.vault.marked("set aside", space), step.vault.undone(space)
    return {
        "rejected": [fragment for fragment in found if fragment.id not in undone],
        "undone": [fragment for fragment in found if fragment.id in undone],
    }


def _left(step: Step, night: Night, space: str, again: Collection[Again], seen: Collection[str]) -> None:
    """Count what is not dreamed of in a space; not while there was something else to dream of."""
    if seen:
        return
    aside = _set_aside(step, space)
    night.rejected_before += 0 if "rejected" in again else len(aside["rejected"])
    night.undone_before += 0 if "undone" in again else len(aside["undone"])
    night.waiting += len(step.vault.marked("waiting", space))


def let_go(step: Step, night: Night, space: str) -> None:
    """Retire beliefs whose date has passed, a few at a time; what is not held true any more leaves core memory."""
    for part in _afterwards(step, space, (), (), news=False):
        _follow(step, night, space, part)


def _afterwards(
    step: Step, space: str, again: Collection[Again], fresh: Sequence[Key], *, news: bool, desk: Desk | None = None
) -> Iterator[Move | Lapse]:
    """What follows the batches: dates that have passed, core memory, skills; each upon what is on the desk by then.

    Without a desk the vault is looked at, in which each is written before the next is asked for.
    """
    now = step.clock()
    yield from over(step.vault, desk or step.desk(), space, now.date())
    look = Look(desk or step.desk(), step.vault, space, now, step.use, step.history, "undone" in again)
    yield from moves(look, fresh, news=news)
    if news:
        yield from unused(step.vault, desk or step.desk(), space, now, step.use)


def _lessons(step: Step, space: str, shown: Sequence[Fragment], desk: Desk | None = None) -> Iterator[Lesson]:
    """The skills that what agents did again comes to, each upon what is written, or on the desk, by then."""
    if step.history is not None:
        look = Practised(step.vault, step.history, step.find, space, shown)
        yield from lessons(look, lambda: desk or step.desk())


def _follow(step: Step, night: Night, space: str, part: Move | Lapse) -> None:
    desk = step.desk()
    _make(step, night, space, desk, part.because, _lay(part, step.vault, space, desk))


def _make(
    step: Step, night: Night, space: str, desk: Desk, because: str, told: Sequence[Changed], shown: Sequence[str] = ()
) -> None:
    """Propose and apply one thing that follows; what somebody else is at, the next dream looks at again."""
    proposal = replace(_proposal(step, night, space, shown, desk), because=because)
    if not proposal.changes:
        return
    try:
        applied = apply(proposal, step.vault, step.clock())
    except PageDamaged as damaged:
        if _is_summary(damaged, space) and space not in night.unsummed:
            night.unsummed.add(space)
            _make(step, night, space, desk, because, told, shown)
        return
    except _LATER:
        return
    night.applied.append(applied)
    night.held += [applied.held] if applied.held else []
    changes = applied.entry.proposal.changes if applied.entry and applied.entry.proposal else ()
    made = {key for change in changes for key in proposals.touched(change)}
    night.changed += [one for one in told if one.key in made]


def _lay(part: Move | Lapse, vault: Vault, space: str, desk: Desk) -> list[Changed]:
    """Make it on a desk, and tell what it comes to."""
    match part:
        case Move():
            page = part.on(desk.page(part.block))
            if page:
                desk.put(page, part.because)
            return [moved(part)]
        case Lapse():
            for page, why in part.pages:
                if desk.stands(page.key):  # what is only planned is added first
                    desk.retire(page.key, why)
            if any(page.key.kind == "belief" for page, _ in part.pages):
                _summarise(vault, space, desk)
            return [Changed(what="retired", key=page.key, title=page.title, why=why) for page, why in part.pages]


def _settle(step: Step, space: str, key: Key, desk: Desk) -> str:
    """Let a belief that was told outright overturn what it has a new value for, and come into the summary; says why
    something changed."""
    page = desk.page(key)
    if step.settle is None or page is None or page.retired or not page.evidence.active:
        return ""
    if not page.pinned:
        step.settle(page, step.find(page.prose, space, NEAR), desk)
    _summarise(step.vault, space, desk, [now] if (now := desk.page(key)) else [])
    return f"told since: {page.title}"


def _follow_hand(step: Step, space: str, each: Rewritten, desk: Desk) -> str:
    """Let a belief that somebody rewrote by hand be called and proved by its words, and the summary tell it so."""
    page = desk.page(each.key)
    new = settled(page, each.was) if page else None
    if new is None:
        return ""
    desk.put(new)
    _summarise(step.vault, space, desk)
    return f"changed by hand: {new.title}"


def _by_hand(step: Step, space: str) -> Callable[[], list[Rewritten]]:
    """Tells which beliefs people rewrote by hand since a dream before this one last changed the summary."""
    entries = _since(step, space, "belief", "manual")
    history = step.history
    return lambda: rewritten(entries(), history, space) if history else []


def _told(step: Step, space: str) -> Callable[[], list[Key]]:
    """Tells which beliefs were told outright since a dream before this one last changed the summary."""
    return _changed_since(step, space, "belief", *_OUTRIGHT) if step.settle else list


def _written(step: Step, space: str) -> Callable[[], list[Key]]:
    """Tells which entities were written since then."""
    return _changed_since(step, space, "entity", None)


def _changed_since(step: Step, space: str, kind: PageKind, *actors: str | None) -> Callable[[], list[Key]]:
    entries = _since(step, space, kind, *actors)

    def changed_then() -> list[Key]:
        keys = (key for entry in entries() for change in entry.files for key in change.keys)
        return list(dict.fromkeys(key for key in keys if key.kind == kind and key.space == space))

    return changed_then


def _since(step: Step, space: str, kind: PageKind, *actors: str | None) -> Callable[[], list[AuditEntry]]:
    if step.graph is None:
        return list
    history = step.graph.history
    last = history.entries(AuditFilter(actor="dream:", key=Key(space, "summary", "summary"), limit=1))
    folder = layout.path_of(Key(space, kind, "")).removesuffix(".md")
    first = last[0].seq if last else None
    wanted = [AuditFilter(file=folder, actor=actor, first=first, limit=_WRITTEN) for actor in actors]

    return lambda: [entry for each in wanted for entry in history.entries(each)]


def _pairs(step: Step, space: str, written: Sequence[Key], desk: Desk) -> Iterator[Pair]:
    """Entities that were written and may be others; without those that a person was asked about, or put apart."""
    if step.graph is None:
        return
    mine = [*(page.key for page in desk.written("entity", space)), *written]
    known: set[tuple[str, str]] | None = None
    for pair in unite.pairs(list(dict.fromkeys(mine)), desk, step.graph.links, step.graph.cosine):
        if known is None:
            known = {(held.proposal.space, held.proposal.trigger) for held in step.vault.held()}
        if (space, pair.trigger) not in known and not unite.parted(pair, step.graph.history):
            yield pair


def _unite(step: Step, night: Night, space: str, written: Callable[[], list[Key]]) -> None:
    """Merge entities that are surely one, each by a proposal of its own, and ask a person about the others."""
    desk = step.desk()
    for pair in _pairs(step, space, written(), desk):
        proposal = _about(step, night, space, pair)
        if pair.verdict == "maybe":
            step.vault.hold(proposal, "held", step.clock(), [_DOUBTFUL], proposal.actor)
            night.held.append(proposal)
            continue
        try:
            night.applied.append(apply(proposal, step.vault, step.clock()))
        except _LATER:
            continue  # the next dream looks again
        night.changed += changed(proposal.changes, {page.key: page for page in (pair.into, pair.other)})
        desk.anew(pair.other.key, pair.into.key)


def _about(step: Step, night: Night, space: str, pair: Pair) -> Proposal:
    return Proposal(
        id=step.new_id(), origin="dream", actor=f"dream:{step.dreamer.name}", because=pair.because,
        changes=(pair.merge(),), space=space, trigger=pair.trigger, run=night.id,
    )  # fmt: skip


def _batch(step: Step, space: str, fragments: Sequence[Fragment]) -> Batch:
    near = {fragment.id: _near(step, fragment.body, space) for fragment in fragments if not fragment.silent}
    return Batch(space=space, fragments=tuple(fragments), near=near, now=step.clock())


def _near(step: Step, told: str, space: str) -> list[Key]:
    """The pages near a fragment, and near each thing that it tells."""
    some = dict.fromkeys((told, *statements(told)))
    return list(dict.fromkeys(key for each in some for key in step.find(each, space, NEAR)))


def _night(step: Step, night: Night, space: str, fragments: Sequence[Fragment]) -> None:
    """One batch: proposed, looked at, made again once with what was wrong, applied; what is unproved is kept beside.

    Whoever would say the same again is shown the halves instead, so that only what breaks a rule is set aside.
    """
    complaint = ""
    for attempt in range(_TRIES):
        desk = step.desk()
        dreamt = _dreamed(step, night, _batch(step, space, fragments), desk, complaint)
        ids = [fragment.id for fragment in fragments if fragment.id not in dreamt.aside]
        proposal = _proposal(step, night, space, ids, desk, dreamt.by)
        wrong = broken(proposal, step.vault, step.clock())
        if wrong and dreamt.steady and len(fragments) > 1:
            break
        if wrong and not (complaint or dreamt.steady):
            complaint = "; ".join(wrong)
            continue
        try:
            if ids or proposal.changes:
                _apply(step, night, proposal, desk)
        except PageMoved:
            if attempt == _TRIES - 1:
                raise
            continue
        except PageDamaged as damaged:
            if _is_summary(damaged, space):
                night.unsummed.add(space)
                continue
            if len(fragments) > 1:
                break
            dreamt = _refused(dreamt, damaged, ids, "a page is damaged")
        except SecretRefused as refused:  # kept without its words
            dreamt = _refused(dreamt, refused, ids, "a credential would be written")
        except ProposalRejected as refused:
            night.rejected.append(f"{proposal.id}: {refused}")
        for unproved, reasons in _refusal(step, night, space, dreamt):
            step.vault.hold(unproved, "rejected", step.clock(), reasons, RULES)
            night.rejected.append(_because(unproved, reasons))
        return
    half = len(fragments) // 2
    for some in filter(None, (fragments[:half], fragments[half:])):
        _night(step, night, space, some)


def _is_summary(damaged: PageDamaged, space: str) -> bool:
    return damaged.path == layout.path_of(Key(space, "summary", "summary"))


def _refused(dreamt: Dreamt, wrong: ReverieError, ids: Sequence[str], because: str) -> Dreamt:
    return replace(dreamt, refused=(*dreamt.refused, str(wrong)), aside=(*dreamt.aside, *ids), because=because)


def _apply(step: Step, night: Night, proposal: Proposal, desk: Desk) -> None:
    applied = apply(proposal, step.vault, step.clock())
    night.applied.append(applied)
    night.held += [applied.held] if applied.held else []
    made = applied.entry.proposal.changes if applied.entry and applied.entry.proposal else ()
    night.changed += _told_of(step.vault, made, desk)


def _told_of(vault: Vault, changes: tuple[Change, ...], desk: Desk) -> list[Changed]:
    """What changes come to; of a new page also what it overturned that was said since the last dream."""
    found = list(changed(changes, desk.before))
    silent = [one for one in found if one.overturned and not one.before and one.what == "added"]
    said = vault.fragments(c.id for one in silent for c in one.overturned)
    words = {one.key: [said[c.id].body for c in one.overturned if c.id in said] for one in silent}
    return [replace(one, before="; ".join(words[one.key])) if one.key in words else one for one in found]


def _refusal(step: Step, night: Night, space: str, dreamt: Dreamt) -> list[tuple[Proposal, tuple[str, ...]]]:
    """What could not be proved, as a proposal that changes nothing and sets its fragments aside; none when all was."""
    if not dreamt.refused:
        return []
    kept = Proposal(
        id=step.new_id(), origin="dream", actor=f"dream:{step.dreamer.name}", changes=(), space=space, run=night.id,
        because=dreamt.because or f"{_counted(dreamt.refused, 'change')} that nothing proves", considered=dreamt.aside,
    )  # fmt: skip
    return [(kept, dreamt.refused)]


def _because(proposal: Proposal, reasons: Sequence[str]) -> str:
    return f"{proposal.id}: {proposal.because}: {'; '.join(reasons)}"


def _dreamed(step: Step, night: Night, batch: Batch, desk: Desk, complaint: str) -> Dreamt:
    dreamt = step.dreamer.dream(batch, desk, complaint)
    night.fallbacks += [dreamt.instead] if dreamt.instead else []
    date_beliefs(desk, batch.space, batch.fragments)
    _summarise(step.vault, batch.space, desk)
    return dreamt


def _summarise(vault: Vault, space: str, desk: Desk, told: Sequence[Page] = ()) -> None:
    """Bring the summary up to date with what is on the desk, and with what was told since without a dream."""
    before = desk.page(Key(space, "summary", "summary"))
    new = summarised(before, space, desk.page, [*told, *desk.written("belief", space)], vault)
    if new and (not before or new.text != before.text):
        desk.put(new)


def _counted(some: Collection[object], what: str) -> str:
    return f"{len(some)} {what}{'' if len(some) == 1 else 's'}"


def _proposal(step: Step, night: Night, space: str, ids: Sequence[str], desk: Desk, by: str = "") -> Proposal:
    unsummed = Key(space, "summary", "summary") if space in night.unsummed else None
    changes = [change for change in desk.changes() if unsummed not in proposals.touched(change)]
    changes.sort(key=lambda change: all(key.kind == "summary" for key in proposals.touched(change)))  # it only follows
    touched = {key for change in changes for key in proposals.touched(change) if key.kind != "summary"}
    pages = _counted(touched, "page")
    dreamed = f"dreamed {_counted(ids, 'fragment')} into {pages}"
    return Proposal(
        id=step.new_id(),
        origin="dream",
        actor=f"dream:{by or step.dreamer.name}",
        because=dreamed if ids else f"brought {pages} up to date",
        changes=tuple(changes),
        space=space,
        considered=tuple(ids),
        run=night.id,
    )
