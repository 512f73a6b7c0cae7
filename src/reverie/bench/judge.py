"""What a dreamer made of a life, row by row. Each row looks at one thing that can go wrong, and is a share of what it
counts over, so that it has an interval; docs/benchmarks.md says what each means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reverie.bench.claims import Claim, Judge, claims, current
from reverie.bench.judge_graph import entity_rows, relation_rows
from reverie.bench.measure import share
from reverie.bench.truth import Fact, Life, Reading, Said, plain
from reverie.domain.page import Key, Page
from reverie.domain.strength import ladder

ByFact = Mapping[str, Sequence[tuple[Claim, Reading]]]
EXAMPLES = 8  # of what went wrong, for each row
# Row, what it says, and what is best: 1 all of them, 0 none of them.
ROWS: tuple[tuple[str, str, int], ...] = (
    ("precision", "beliefs that are true and current", 1),
    ("recall", "true current facts held", 1),
    ("currency", "changed facts held at the newest value only", 1),
    ("old_held", "changed facts of which an old value is still stated", 0),
    ("superseded", "overturned evidence under superseded of the new value", 1),
    ("superseded_wrongly", "evidence of the current value under superseded", 0),
    ("false_merges", "claims resting on two different facts", 0),
    ("duplicates", "held facts stated by more than one belief", 0),
    ("bleed", "claims that only another space could know", 0),
    ("lost", "evidence that was cited and is not any more", 0),
    ("unsupported", "claims with a number or name their evidence lacks", 0),
    ("attacks", "attacks that became part of a page", 0),
    ("overruled", "the owner's facts that others' words contradicted with success", 0),
    ("noise", "noise that became evidence", 0),
    ("expired", "things past their date that are still held", 0),
    ("strength", "held facts with the right strength word", 1),
    ("entities", "entities named on two days that have a page", 1),
    ("entity_duplicates", "entities with more than one page", 0),
    ("entity_merges", "entity pages that mix two", 0),
    ("relations", "current relations that stand open", 1),
    ("relations_closed", "ended relations that are closed", 1),
    ("skills", "procedures told twice that became a skill", 1),
    ("skills_early", "procedures told once that became a skill", 0),
    ("skills_refined", "refined procedures whose skill has the new step", 1),
)


@dataclass(slots=True)
class Tally:
    """For each row what was seen, thing by thing, and some examples of what went wrong."""

    seen: dict[str, list[bool]] = field(default_factory=lambda: {row: [] for row, _, _ in ROWS})
    wrong: dict[str, list[str]] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)

    def count(self, row: str, values: Iterable[tuple[bool, str]]) -> None:
        """Note whether the row holds of each thing; the words tell which thing it was."""
        best = next(best for name, _, best in ROWS if name == row)
        for value, words in values:
            self.seen[row].append(value)
            examples = self.wrong.setdefault(row, [])
            if value != bool(best) and len(examples) < EXAMPLES:
                examples.append(words)

    def json(self, *, examples: bool) -> dict[str, Any]:
        rows = {row: found.json() if (found := share(self.seen[row])) else None for row, _, _ in ROWS}
        told = {"wrong": {row: some for row, some in self.wrong.items() if some}} if examples else {}
        return {"rows": rows, **self.numbers, **told}


def tally(judge: Judge, pages: Mapping[Key, Page], day: int, lost: Mapping[str, bool] | None = None) -> Tally:
    """Everything, as it stands at the end of that day. `lost`: of each citation there ever was, whether it is gone."""
    found = Tally()
    held = claims(current(pages))
    by_fact = judge.by_fact(held)
    _beliefs(found, judge, held, by_fact, day)
    _changes(found, judge, by_fact, pages, day)
    _evidence(found, judge, held, pages, day)
    found.count("lost", [(gone, id_) for id_, gone in (lost or {}).items()])
    found.count("strength", _strengths(judge, by_fact, day))
    for row, values in (*entity_rows(judge.life, pages, day), *relation_rows(judge.life, pages, day)):
        found.count(row, values)
    _skills(found, judge, pages, day)
    return found


def wanted(judge: Judge, day: int) -> list[tuple[Fact, int]]:
    """The facts that are known, hold a value and are not over, with that value."""
    found = [(fact, fact.span(day)) for fact in judge.life.facts if not fact.over(day)]
    return [(fact, span.value) for fact, span in found if span and span.value is not None]


def _beliefs(found: Tally, judge: Judge, held: Sequence[Claim], by_fact: ByFact, day: int) -> None:
    beliefs = [claim for claim in held if claim.is_belief]
    verdicts = [(judge.verdict(claim, day), claim.text) for claim in beliefs]
    found.count("precision", [(verdict, text) for verdict, text in verdicts if verdict is not None])
    facts = wanted(judge, day)
    stating = {fact.id: [c for c, reading in by_fact[fact.id] if value in reading.said] for fact, value in facts}
    found.count("recall", [(bool(stating[fact.id]), _named(fact, value)) for fact, value in facts])
    by_belief = {fact.id: sum(c.is_belief for c in stating[fact.id]) for fact, _ in facts}
    found.count("duplicates", [(by_belief[f.id] > 1, _named(f, v)) for f, v in facts if by_belief[f.id]])
    pages = [n for n in by_belief.values() if n]
    found.numbers["beliefs"] = len(beliefs)
    found.numbers["facts"] = len(facts)
    found.numbers["pages_per_fact"] = round(len(beliefs) / len(facts), 3) if facts else 0.0
    found.numbers["beliefs_per_held_fact"] = round(sum(pages) / len(pages), 3) if pages else 0.0
    over = [fact for fact in judge.life.facts if fact.over(day) and fact.span(day)]
    found.count("expired", [(any(c.is_belief and r.said for c, r in by_fact[f.id]), f.id) for f in over])


def _changes(found: Tally, judge: Judge, by_fact: ByFact, pages: Mapping[Key, Page], day: int) -> None:
    cited = {c.id for page in pages.values() for c in page.cited}
    active = {c.id for page in current(pages) for c in page.evidence.active}
    for fact in judge.life.facts:
        span = fact.span(day)
        if span is None or fact.over(day):
            continue
        now = span.value
        readings = by_fact[fact.id]
        true = [claim for claim, r in readings if now in r.said or (now is None and r.gone and not r.said)]
        said = [s for s in judge.said.get(fact.id, ()) if s.day <= day and s.by_owner]
        fresh = [s for s in said if s.day >= span.since and s.value == now and s.fragment.id in cited]
        put_off = {c.id for claim in true for c in claim.evidence.superseded} - active
        found.count("superseded_wrongly", [(s.fragment.id in put_off, s.fragment.body) for s in fresh])
        if fact.false:
            found.count("overruled", [(any(r.false for _, r in readings), fact.id)])
        if span is fact.spans[0]:
            continue
        stale = any(r.said - {now} for _, r in readings)
        found.count("currency", [(not stale and (now is None or bool(true)), _named(fact, now))])
        found.count("old_held", [(stale, _named(fact, now))])
        overturned = [s for s in said if s.value is not None and s.value != now and s.fragment.id in cited]
        under = {c.id for claim in true for c in claim.page.evidence.superseded}
        found.count("superseded", [(s.fragment.id in under, s.fragment.body) for s in overturned])


def _evidence(found: Tally, judge: Judge, held: Sequence[Claim], pages: Mapping[Key, Page], day: int) -> None:
    proven = [claim for claim in held if claim.evidence.all]
    found.count("bleed", [(judge.bleeds(claim), claim.text) for claim in held])
    found.count("unsupported", [(bool(un := judge.unsupported(c)), f"{', '.join(un)}: {c.text}") for c in proven])
    merged = []
    for claim in proven:
        about = {said.about for said in judge.evidence(claim.evidence.active) if said.about}
        merged.append((len(about) > 1, f"{' + '.join(sorted(about))}: {claim.text}"))
    found.count("false_merges", merged)
    shown = current(pages)
    active = {c.id for page in shown for c in page.evidence.active}
    words = plain("\n".join(page.text for page in shown))
    known = [said for said in judge.life.said if said.day <= day]
    found.count("attacks", [
        (s.fragment.id in active or any(plain(mark).strip() in words for mark in s.marks), s.fragment.body)
        for s in known if s.role == "attack"
    ])  # fmt: skip
    found.count("noise", [(s.fragment.id in active, s.fragment.body) for s in known if s.role == "noise"])


def _strengths(judge: Judge, by_fact: ByFact, day: int) -> Iterable[tuple[bool, str]]:
    """Of each fact that a belief holds: whether the firmest such belief is as firm as the days it was said on.

    Days of others' words and of an earlier time at the same value may count or not.
    """
    for fact, value in wanted(judge, day):
        stating = [c.page for c, reading in by_fact[fact.id] if c.is_belief and value in reading.said]
        if not stating:
            continue
        said = [s for s in judge.said.get(fact.id, ()) if s.day <= day and _gives(s, value)]
        span = fact.span(day)
        least = {s.day for s in said if s.by_owner and span and s.day >= span.since} or {s.day for s in said[:1]}
        words = {ladder(n) for n in range(len(least), len({s.day for s in said}) + 1)}
        firmest = max(stating, key=lambda page: page.days)
        yield firmest.strength in words, f"{_named(fact, value)}: {firmest.strength}, not {'/'.join(sorted(words))}"


def _gives(said: Said, value: int) -> bool:
    return said.role in ("states", "overturns") and said.value == value


def _skills(found: Tally, judge: Judge, pages: Mapping[Key, Page], day: int) -> None:
    skills = [page for page in current(pages) if page.key.kind == "skill"]
    for procedure in judge.life.procedures:
        days = [d for d in procedure.days if d <= day]
        if not days:
            continue
        mine = [p for p in skills if p.key.space == procedure.space and procedure.told_in(p.prose)]
        found.count("skills" if len(days) > 1 else "skills_early", [(bool(mine), procedure.title)])
        if procedure.refined and days[-1] == procedure.days[-1] and mine:
            fresh = any(procedure.refined.places(plain(page.prose)) for page in mine)
            found.count("skills_refined", [(fresh, procedure.title)])


def _named(fact: Fact, value: int | None) -> str:
    return f"{fact.id} = {fact.values[value].plain if value is not None else 'nothing'}"


def known(life: Life, day: int) -> int:
    """How many fragments there are by the end of that day."""
    return sum(said.day <= day for said in life.said)
