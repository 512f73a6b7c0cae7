"""Practice: what agents did in two sessions, or on two days, becomes a skill for a person to look at.

Reads the vault, never writes it. Each lesson is a proposal of its own: a person says yes or no to one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reverie.domain import practice, proposal as proposals, skill as skills
from reverie.domain.citation import Evidence
from reverie.domain.command import Step
from reverie.domain.fragment import RAN, Fragment
from reverie.domain.page import Key, Page
from reverie.domain.practice import Fix, Stretch
from reverie.loop.desk import Desk
from reverie.store.base import AuditFilter, History, Vault

REMEMBERED = 300  # readings of sessions, the latest, in which a stretch is looked for
_NEAR = 12  # pages near a fix
_FRESH = 0.6  # share of a skill's steps that a stretch must have, to be another way of doing it

Find = Callable[[str, str, int], Sequence[Key]]
Done = tuple[Fragment, Stretch]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A skill, new or with more to it, the pages that it takes the place of, and the fragments that prove it."""

    page: Page
    because: str
    shown: tuple[str, ...]
    instead: tuple[Key, ...] = ()

    def lay(self, desk: Desk) -> None:
        desk.merge(list(self.instead), self.page) if self.instead else desk.put(self.page)


@dataclass(slots=True)
class Practised:
    """What is known of what agents did in a space."""

    vault: Vault
    history: History
    find: Find
    space: str
    shown: Sequence[Fragment]  # in this night; what was refused of these is looked at once more
    made: list[Page] = field(default_factory=list)  # proposed in this night

    def stretches(self) -> list[Done]:
        """All stretches that count, the newest first: not what was undone, refused or forgotten, unless it is shown."""
        ids = {f.id: None for f in self.shown if f.silent}
        wanted = AuditFilter(action="APPEND", actor=RAN, limit=REMEMBERED)
        for entry in self.history.entries(wanted):
            ids |= {id_: None for each in entry.appended if each.space == self.space for id_ in each.ids}
        found = self.vault.fragments(ids)
        out = {f.id for mark in ("set aside", "forgotten") for f in self.vault.marked(mark, self.space)}
        out -= {f.id for f in self.shown}
        told = [(f, done) for f in found.values() if f.id not in out and (done := practice.read(f.body))]
        return sorted(told, key=lambda each: (each[0].ts, each[0].id), reverse=True)

    def skills(self, desk: Desk) -> list[Page]:
        keys = {*self.vault.keys(self.space, kind="skill"), *(page.key for page in desk.written("skill", self.space))}
        return [page for key in sorted(keys) if (page := desk.page(key))]

    def asked(self, page: Page) -> bool:
        """Whether a person was asked the same: one that waits is enough, one refused only if nothing is new."""
        cures = skills.of_page(page).error
        new = {step.text if cures else step.head for step in practice.taught(page)}
        for other, refused in (*((each, False) for each in self.made), *self._proposed()):
            known = {step.text if cures else step.head for step in practice.taught(other)}
            if new <= known or (not refused and len(new & known) >= _FRESH * len(known) > 0):
                return True
        return False

    def _proposed(self) -> Iterator[tuple[Page, bool]]:
        shown = {f.id for f in self.shown}
        for held in self.vault.held():
            refused = held.state == "rejected"
            again = refused and not shown.isdisjoint(held.proposal.considered)
            if held.proposal.space == self.space and held.proposal.origin == "dream" and not again:
                pages = (page for change in held.proposal.changes for page in proposals.pages(change))
                yield from ((page, refused) for page in pages if page.key.kind == "skill")


def lessons(look: Practised, desk: Callable[[], Desk]) -> Iterator[Lesson]:
    """What the fragments of a night teach, together with what was done before."""
    shown = look.shown
    if any(fragment.silent for fragment in shown):
        known, new = look.stretches(), {fragment.id for fragment in shown}
        for done in known:
            if done[0].id in new and (lesson := _habit(done, known, look, desk())):
                look.made.append(lesson.page)
                yield lesson
    fixes = [(f, fix) for f in sorted(shown, key=lambda f: (f.ts, f.id)) if (fix := practice.fix(f))]
    for fragment, fix in reversed(fixes):
        if lesson := _cure(fragment, fix, fixes, look, desk()):
            look.made.append(lesson.page)
            yield lesson


def _habit(done: Done, known: Sequence[Done], look: Practised, desk: Desk) -> Lesson | None:
    """What a stretch shows: a habit, together with an earlier one, or that a skill was used, perhaps in another way."""
    fragment, did = done
    others = [each for each in known if _apart(each[0], fragment)]
    steps = max((practice.common(did, other) for _, other in others), key=len, default=())
    for page in look.skills(desk):
        taught = practice.taught(page)
        heads = {step.head for step in taught}
        if not taught or len(heads & {step.head for step in did.steps}) < max(2, _FRESH * len(heads)):
            continue
        if not practice.by_agents(page) or page.pinned:
            return None  # a person told how it is done
        if {step.head for step in steps} > heads and practice.holds(Stretch(steps), taught):
            return _refined(fragment, steps, others, page, look)
        return _again(fragment, page) if practice.holds(did, taught) else None
    return _learnt(done, steps, others, look, desk) if steps else None


def _learnt(done: Done, steps: Sequence[Step], others: Sequence[Done], look: Practised, desk: Desk) -> Lesson | None:
    cited = [done, *(each for each in others if practice.holds(each[1], steps))]
    told = practice.procedure(steps, [did.asked for _, did in cited])
    proof = Evidence(frozenset(f.citation for f, _ in cited))
    key = desk.free(Key(look.space, "skill", practice.name(steps)))
    page = skills.learnt(key, told, proof, practice.HOW)
    if look.asked(page):
        return None
    return Lesson(page=page, because=_because(told, cited), shown=tuple(sorted(f.id for f, _ in cited)))


def _refined(
    fragment: Fragment, steps: Sequence[Step], others: Sequence[Done], page: Page, look: Practised
) -> Lesson | None:
    """The skill with the steps that were done again beside its own."""
    cited = [fragment, *(f for f, did in others if practice.holds(did, steps))]
    new = Evidence(frozenset(f.citation for f in cited) - page.evidence.all)
    if not new.active:
        return None
    told = practice.procedure(steps)
    page = skills.refined(page, told, new)
    if look.asked(page):
        return None
    return Lesson(page=page, because=f"agents do more: {told.goal}", shown=tuple(sorted(f.id for f in cited)))


def _again(fragment: Fragment, page: Page) -> Lesson | None:
    """One more proof of a skill, one a day."""
    if fragment.day in {c.day for c in page.evidence.all}:
        return None
    because = f"done again: {page.title}"
    return Lesson(page=practice.done_again(page, fragment.citation), because=because, shown=(fragment.id,))


def _cure(
    fragment: Fragment, fix: Fix, tonight: Sequence[tuple[Fragment, Fix]], look: Practised, desk: Desk
) -> Lesson | None:
    """What helped twice against the same error of the same command."""
    near = [page for key in look.find(fragment.body, look.space, _NEAR) if (page := desk.page(key))]
    near += [page for page in desk.written("belief", look.space) if page not in near]
    held = look.vault.fragments(c.id for page in near for c in page.evidence.active)
    earlier = {**held, **{f.id: f for f, _ in tonight}}
    same = [f for f in earlier.values() if _apart(f, fragment) and practice.fix(f) == fix]
    told = fix.procedure
    for page in look.skills(desk):
        if skills.taught(page) == list(told.steps):
            return _again(fragment, page) if practice.by_agents(page) and not page.pinned else None
    if not same:
        return None
    proved = {f.id: f for f in (fragment, *same)}
    instead = [
        p for p in near if p.key.kind == "belief" and not p.pinned and {c.id for c in p.evidence.all} <= {*proved}
    ]
    proof = Evidence(frozenset(f.citation for f in proved.values()))
    page = skills.learnt(desk.free(Key(look.space, "skill", told.name)), told, proof, practice.HOW)
    if look.asked(page):
        return None
    because = f"helped in {len(proved)} sessions against {told.goal}"
    return Lesson(page=page, because=because, shown=tuple(sorted(proved)), instead=tuple(p.key for p in instead))


def _apart(one: Fragment, other: Fragment) -> bool:
    """Whether two are two occasions: of another session, or of another day."""
    return one.id != other.id and (_session(one) != _session(other) or one.day != other.day)


def _session(fragment: Fragment) -> str:
    return fragment.session or fragment.source


def _because(told: skills.Procedure, cited: Sequence[Done]) -> str:
    sessions = len({_session(f) for f, _ in cited})
    times = f"in {sessions} sessions" if sessions > 1 else f"on {len({f.day for f, _ in cited})} days"
    return f"agents did this {times}: {told.goal}"
