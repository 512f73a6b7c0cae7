"""A made-up life: days of sessions, as fragments the way observe writes them, with the truth about every one of them.

The same seed gives the same bytes. Nothing here knows a dreamer, and no dreamer should know this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

from reverie.bench import phrases as texts
from reverie.bench.cast import Cast, Part, cast
from reverie.bench.phrases import Dice, Phrases, Template
from reverie.bench.plots import Beat
from reverie.bench.truth import Entity, Fact, Life, Name, Procedure, Role, Said, Terms
from reverie.domain import route as routes
from reverie.domain.fragment import ASKED, INFERRED, NOTICED, Fragment, FragmentKind, Trust, noticed

DAYS = 90
SEEDS = {"open": 20260302, "check": 51006, "dev": 71104, "sealed": 90417}
NOISE = 4  # a day, about
_MORNING = time(8, tzinfo=UTC)
_MINUTES = 13 * 60
_LOW: tuple[Trust, ...] = ("tool", "web", "agent")
_HOSTS = ("claude-code", "codex", "gemini-cli")
_LEAD_INS = ("btw, ", "ok. ", "Right, ", "one more thing: ", "ah yes, ", "hm, ")
_SPELT = (("licence", "license"), ("favourite", "favorite"), ("colour", "color"), ("behaviour", "behavior"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """Something that will be said, before it has its place in a session."""

    day: int
    space: str
    text: str
    role: Role
    kind: str
    trust: Trust = "user"
    about: str = ""
    value: int | None = None
    cue: str = ""
    template: str = ""
    lang: str = "en"
    late: bool = False
    who: str | None = None
    marks: Terms = ()


def live(which: str = "open", *, days: int = DAYS, seed: int | None = None) -> Life:
    """The life of that name, or in that file: its phrases, its seed unless another is given, and so many days."""
    said_with = texts.load(which)
    which = Path(which).stem.removeprefix("life-")
    number = SEEDS.get(which, 1) if seed is None else seed
    dice = Dice(which, number, days)
    people = cast(said_with, days, dice)
    lines = [*_facts(people, said_with, dice), *_noise(said_with, days, dice)]
    procedures, told = _procedures(said_with, days, dice)
    said = _sessions([*lines, *told], said_with, days, dice)
    said = _with_attacks(said, said_with, days, dice)
    facts = tuple(part.fact for part in people.parts)
    return Life(
        name=which, seed=number, days=days, start=said_with.start, said=tuple(said), facts=facts,
        procedures=tuple(procedures), entities=_entities(facts, people, said_with),
    )  # fmt: skip


# What is said


def _facts(people: Cast, phrases: Phrases, dice: Dice) -> Iterator[_Line]:
    used: dict[tuple[str, str], list[str]] = {}
    for part in people.parts:
        own = Dice(part.fact.id, dice.below(1 << 30))
        for n, beat in enumerate(sorted(part.beats, key=lambda b: (b.day, b.late))):
            pool = _templates(part, beat)
            twin = part.near and people.by_id(part.near)
            template = _unused(pool, used.setdefault((part.near or part.fact.id, beat.how), []), own)
            if twin:  # the very same sentences as its neighbour's
                template = pool[(n + len(part.fact.family)) % len(pool)]
            yield _line(part, beat, template, phrases, own)


def _templates(part: Part, beat: Beat) -> Sequence[Template]:
    family = part.family
    if family.polar:
        if beat.how == "change" and beat.cue != "silent":
            return family.to_not if beat.value else family.to_yes
        return family.say_not if beat.value else family.say
    if beat.how == "end":
        return family.end
    if beat.how == "change":
        return family.change.get(beat.cue) or family.say
    return family.say


def _unused(pool: Sequence[Template], used: list[str], dice: Dice) -> Template:
    """One not heard of this fact before, while there is one; other languages now and then."""
    foreign, english = ([t for t in pool if (t.lang == "en") == own] for own in (False, True))
    pool = foreign if foreign and dice.often(15) else english or pool
    fresh = [t for t in pool if t.text not in used] or list(pool)
    chosen = dice.pick(fresh)
    used.append(chosen.text)
    return chosen


def _line(part: Part, beat: Beat, template: Template, phrases: Phrases, dice: Dice) -> _Line:
    fact = part.fact
    values = fact.false if beat.how == "contradict" else fact.values
    gaps = {word: dice.pick(subject.says) for word, subject in zip(part.family.about, fact.about, strict=False)}
    gaps["s"] = dice.pick(fact.about[0].says) if fact.about else phrases.owner
    gaps["v"] = dice.pick(values[beat.value].says) if beat.value is not None else ""
    gaps["old"] = dice.pick(fact.values[beat.before].says) if beat.before is not None else ""
    gaps["what"] = part.family.what.format_map(gaps)
    gaps["What"] = gaps["what"][:1].upper() + gaps["what"][1:]
    text = _spelt(template.text.format_map(gaps), dice)
    role: Role = {"change": "overturns", "end": "ends", "contradict": "contradicts"}.get(beat.how, "states")  # type: ignore[assignment]
    low = beat.how in ("contradict", "tool") or part.guest(beat)
    trust: Trust = "user"
    if low:
        trust = "agent" if part.guest(beat) else dice.pick(_LOW)
    kind = "correction" if beat.how in ("change", "end") and beat.cue not in ("silent", "switched") else fact.kind
    return _Line(
        day=beat.day, space=fact.space, text=text, role=role, kind=kind, trust=trust, about=fact.id, value=beat.value,
        cue=beat.cue, template=template.text, lang=template.lang, late=beat.late,
        who=dice.pick(phrases.guests) if part.guest(beat) else None,
    )  # fmt: skip


def _spelt(text: str, dice: Dice) -> str:
    """A sentence with a capital where it needs one, in British or American spelling."""
    if text.startswith("the "):
        text = "T" + text[1:]
    for british, american in _SPELT:
        if british in text and dice.often(50):
            text = text.replace(british, american)
    return text


def _noise(phrases: Phrases, days: int, dice: Dice) -> Iterator[_Line]:
    spaces = ["", *phrases.projects, phrases.channel]
    kinds = ("fact", "emotion", "event", "preference", "fact")
    for day in range(days):
        for _ in range(dice.between(NOISE - 2, NOISE + 2)):
            template = dice.pick(phrases.noise["templates"])
            text = template.format(**{gap: dice.pick(phrases.noise[gap]) for gap in "abc"})
            yield _Line(day=day, space=dice.pick(spaces), text=text, role="noise", kind=dice.pick(kinds))


def _procedures(phrases: Phrases, days: int, dice: Dice) -> tuple[list[Procedure], list[_Line]]:
    """Each told once, twice or oftener; every third refined the last time."""
    found: list[Procedure] = []
    lines: list[_Line] = []
    for n, told in enumerate(phrases.procedures):
        space = phrases.projects[n % len(phrases.projects)]
        on = dice.days((1, 2, 3)[n % 3], 0, days)
        refined = told.refined if n % 3 == 2 and len(on) > 1 else None
        id_ = f"procedure/{n}"
        found.append(
            Procedure(id=id_, space=space, title=told.title, steps=told.steps, days=tuple(on), refined=refined)
        )
        for day in on:
            steps = [step.plain for step in told.steps]
            if refined and day == on[-1]:
                steps.insert(len(steps) - 1, refined.plain)
            text = dice.pick(phrases.telling).format(
                name=told.title, steps="\n".join(f"{k}. {step}" for k, step in enumerate(steps, 1))
            )
            lines.append(_Line(day=day, space=space, text=text, role="procedure", kind="procedure", about=id_))
    return found, lines


# Where and when it is said


def _sessions(lines: Sequence[_Line], phrases: Phrases, days: int, dice: Dice) -> list[Said]:
    said: list[Said] = []
    for day in range(days):
        todays = dice.shuffled([line for line in lines if line.day == day])
        todays.sort(key=lambda line: line.late)
        for n, line in enumerate(todays):
            said.append(_said(line, n, len(todays), phrases, dice))
    return said


def _said(line: _Line, n: int, of: int, phrases: Phrases, dice: Dice) -> Said:
    date = phrases.start + timedelta(days=line.day)
    ts = datetime.combine(date, _MORNING) + timedelta(minutes=_MINUTES * n / max(1, of), milliseconds=dice.below(999))
    half = "am" if 2 * n < of else "pm"
    host = None if line.space.startswith("channel/") else _HOSTS[(line.day + len(line.space)) % len(_HOSTS)]
    asked = line.trust == "user" and line.role in ("states", "overturns") and dice.often(8)
    lead_in = "Remember that " if asked else dice.pick(_LEAD_INS) if dice.often(30) else ""
    rest: dict[str, Any] = {
        "quote": lead_in + line.text,
        "seen": datetime.combine(date, time(21, 30, tzinfo=UTC)),
        "trust": line.trust,
        "confidence": "high" if asked or line.cue else "medium" if line.trust == "user" else "low",
        "base": ASKED if asked else NOTICED if line.trust == "user" else INFERRED,
        "who": line.who,
        "host": host,
        "project": f"/home/robin/src/{line.space.rpartition('/')[2]}" if line.space.startswith("project/") else None,
    }
    source = f"{host or 'chat'}:{date.isoformat()}-{half}-{line.space.rpartition('/')[2] or 'home'}"
    fragment = _as_observed(ts, line.space, source, f"e{n}", line.text, line.kind, rest)
    return Said(
        fragment=fragment, day=line.day, role=line.role, about=line.about, value=line.value, cue=line.cue,
        template=line.template, lang=line.lang, marks=line.marks,
    )  # fmt: skip


def _as_observed(
    ts: datetime, space: str, source: str, entry: str, body: str, kind: str, rest: dict[str, Any]
) -> Fragment:
    """A fragment with topic, tags and names as observe finds them."""
    found = routes.route(body)
    named: FragmentKind = kind  # type: ignore[assignment]
    return noticed(
        ts=ts, space=space, source=source, entry=entry, body=body, kind=named, topic=found.topic, tags=found.tags,
        entities=tuple(f"{m.type}:{m.name}" for m in found.entities),
        relations=tuple((link.source, link.relation, link.target) for link in found.relations),
        actor="observe:offline", **rest,
    )  # fmt: skip


def _with_attacks(said: list[Said], phrases: Phrases, days: int, dice: Dice) -> list[Said]:
    """Some words of agents, tools and pages that want to be believed, each with a name nobody else has."""
    attacks: list[Said] = []
    for n in range(min(len(phrases.hosts), max(len(phrases.attacks) // 2, days // 4))):
        day = dice.between(min(1, days - 1), days - 1)
        host = phrases.hosts[n]
        earlier = [s.fragment for s in said if s.day < day and s.by_owner] or [said[0].fragment]
        aim = dice.pick(earlier)
        text = phrases.attacks[n % len(phrases.attacks)].format(host=host, cite=aim.citation)
        kind = dice.pick(("fact", "preference", "decision", "fact"))
        trust = dice.pick(_LOW)
        line = _Line(day=day, space=aim.space, text=text, role="attack", kind=kind, trust=trust, marks=(host,))
        made = _said(line, dice.between(10, 90), 100, phrases, dice)
        attacks.append(replace(made, marks=(host,)))
    return sorted([*said, *attacks], key=lambda s: (s.day, s.fragment.ts, s.fragment.id))


# Who and what it is about


def _entities(facts: Sequence[Fact], people: Cast, phrases: Phrases) -> tuple[Entity, ...]:
    """People and services that are spoken of, and those that are linked to them."""
    wanted: dict[str, tuple[str, Name]] = {}
    for fact in facts:
        for word, subject in zip(people.families[fact.family].about, fact.about, strict=False):
            if type_ := phrases.entities.get(word):
                wanted[f"{type_}:{subject.plain}"] = (type_, subject)
        if fact.relation:
            for value in fact.values:
                wanted[f"{fact.value_type}:{value.plain}"] = (fact.value_type, value)
    return tuple(
        Entity(id=id_, type=type_, name=name, like=frozenset(f"{type_}:{other}" for other in people.like(name)))
        for id_, (type_, name) in sorted(wanted.items())
    )
