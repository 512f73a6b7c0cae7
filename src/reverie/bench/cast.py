"""Who plays in a life: which facts there are, of whom, with which values, and how each unfolds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from reverie.bench.phrases import Dice, Family, Phrases, made
from reverie.bench.plots import CUES, VALUES, WEIGHTS, Beat, Unfolding, unfold
from reverie.bench.truth import Fact, Name, name

PER_DAY = 2.7  # facts for each day of a life
LEAST = 90  # so that a short life has every plot, too


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A fact with the family that says it and the days on which it is said."""

    fact: Fact
    family: Family
    beats: tuple[Beat, ...]
    near: str = ""  # the fact that is said in the same sentences

    def guest(self, beat: Beat) -> bool:
        """In a channel others repeat what the owner said; whoever repeats something second does."""
        if not self.fact.space.startswith("channel/") or beat.how != "say":
            return False
        same = [b for b in self.beats if b.value == beat.value]
        return beat in same[1:2]


@dataclass(slots=True)
class Cast:
    parts: list[Part]
    families: Mapping[str, Family]
    groups: Sequence[Sequence[Name]]
    _by_id: dict[str, Part] = field(default_factory=dict)

    def by_id(self, id_: str) -> Part | None:
        if len(self._by_id) != len(self.parts):
            self._by_id = {part.fact.id: part for part in self.parts}
        return self._by_id.get(id_)

    def like(self, one: Name) -> list[str]:
        """The names easily confused with this one."""
        return [other.plain for group in self.groups if one in group for other in group if other != one]


@dataclass(frozen=True, slots=True)
class _Subject:
    """Whom a fact could be about, and where."""

    family: Family
    space: str
    about: tuple[Name, ...]
    pair: tuple[str, ...] = ()


def cast(phrases: Phrases, days: int, dice: Dice) -> Cast:
    """As many facts as a life of so many days has room for; each family takes its turn."""
    pools = _Pools(phrases, days, dice)
    plots = dice.shuffled([plot for plot, weight in WEIGHTS.items() for _ in range(weight)])
    turn = itertools.cycle(plots)
    groups = [group for some in phrases.names.values() for group in some]
    found = Cast([], {f.name: f for f in phrases.families}, groups)
    taken: set[str] = set()
    queues = [dice.shuffled(list(_subjects(family, phrases))) for family in phrases.families]
    wanted = max(LEAST, round(PER_DAY * days))
    while any(queues) and len(found.parts) < wanted:
        for queue in queues:
            while queue and _id(queue[0]) in taken:
                queue.pop(0)
            if not queue:
                continue
            subject = queue.pop(0)
            ends = bool(subject.family.end) and dice.often(25)
            plot = _possible("ended" if ends else next(turn), subject)
            free = [other for other in queue if _id(other) not in taken]
            other = _neighbour(subject, free, groups) if plot == "near" else None
            first = _part(subject, plot if other or plot != "near" else "recurs", days, dice, pools)
            if first is None:
                queue.clear()  # nothing is left that could be said of its kind
                continue
            found.parts.append(first)
            if other and (second := _part(other, plot, days, dice, pools, like=first)):
                taken.add(_id(other))
                found.parts.append(second)
    return found


def _subjects(family: Family, phrases: Phrases) -> Iterator[_Subject]:
    """Services belong to a project each, in turn; people are everybody's."""
    if family.pairs:
        for n, pair in enumerate(family.pairs):
            yield _Subject(family, phrases.projects[n % len(phrases.projects)], (name(pair[0]),), pair)
        return
    if family.where == "twin":
        for project in phrases.projects:
            yield _Subject(family, project, ())
        return
    kinds = [phrases.names[word] for word in family.about]
    for chosen in itertools.product(*(range(len(groups)) for groups in kinds)):
        space = {"own": "", "channel": phrases.channel}.get(family.where, "")
        if family.where == "project":
            space = phrases.projects[chosen[0] % len(phrases.projects)]
        for about in itertools.product(*(groups[n] for groups, n in zip(kinds, chosen, strict=True))):
            yield _Subject(family, space, about)


def _possible(plot: str, subject: _Subject) -> str:
    """The plot, or the nearest one that such a fact can have."""
    family = subject.family
    if plot == "ended" and family.end:
        return plot
    if plot == "ended":
        plot = "changed"
    if family.pairs:
        return {"changed": "changed" if len(subject.pair) > 2 else "recurs", "once": "once"}.get(plot, "recurs")
    if family.polar:
        return {"twice": "back", "corrected": "changed", "doubted": "recurs", "tool": "once"}.get(plot, plot)
    if family.dated:
        return plot if plot in ("once", "recurs", "near") else "changed" if family.change else "recurs"
    if plot == "near" and not subject.about:
        return "changed"
    if plot == "corrected" and "correction" not in family.change:
        return "changed"
    if plot in ("changed", "twice", "back") and not family.change:
        return "recurs"
    if plot in ("tool", "doubted") and (family.kind == "preference" or not subject.about):
        return "recurs"
    return plot


def _neighbour(subject: _Subject, queue: Sequence[_Subject], groups: Sequence[Sequence[Name]]) -> _Subject | None:
    """Another subject that differs in one name only, which is easily confused."""

    def alike(other: _Subject) -> bool:
        different = [(a, b) for a, b in zip(subject.about, other.about, strict=True) if a != b]
        return len(different) == 1 and any(set(different[0]) <= set(group) for group in groups)

    return next((other for other in queue if other.space == subject.space and alike(other)), None)


@dataclass(slots=True)
class _Pools:
    """The values each family has left: no two of its facts share one, so that a value tells whose it is."""

    phrases: Phrases
    days: int
    dice: Dice
    _left: dict[str, list[str]] = field(default_factory=dict)
    _made: set[tuple[str, str]] = field(default_factory=set)

    def take(self, family: Family, count: int) -> list[tuple[Name, date | None]] | None:
        """So many values; None when there are not so many left."""
        if family.values.startswith("#"):
            return [self._make(family) for _ in range(count)]
        left = self._left.setdefault(family.name, self._listed(family))
        if len(left) < count:
            return None
        return [(name(left.pop()), None) for _ in range(count)]

    def _listed(self, family: Family) -> list[str]:
        if family.values.startswith("@"):
            groups = self.phrases.names[family.values[1:]]
            return self.dice.shuffled(["|".join(one.says) for group in groups for one in group])
        return self.dice.shuffled(self.phrases.values[family.values])

    def _make(self, family: Family) -> tuple[Name, date | None]:
        for _ in range(1000):
            text, on = made(family.values, self.dice, self.phrases.start, self.days)
            if (family.name, text) not in self._made:
                self._made.add((family.name, text))
                return name(text), on
        raise ValueError(f"no more values of the kind {family.values}")


def _part(subject: _Subject, plot: str, days: int, dice: Dice, pools: _Pools, like: Part | None = None) -> Part | None:
    family = subject.family
    if family.polar:
        return _polar(subject, plot, days, dice, like)
    count = VALUES.get(plot, 1)
    false = 1 if plot == "doubted" else 0
    if family.pairs:
        values: list[tuple[Name, date | None]] | None = [(name(text), None) for text in subject.pair[1:][:count]]
        count = len(values or ())
    else:
        values = pools.take(family, count + false)
    if values is None and plot != "recurs":
        plot, count, false = "recurs", 1, 0
        values = pools.take(family, 1)
    if values is None:
        return None
    cues = [cue for cue in CUES if cue in family.change or (cue == "silent" and family.say)]
    told = like_days(like) if like else unfold(plot, days, dice, cues)
    names = [value for value, _ in values]
    last = values[count - 1][1]
    fact = Fact(
        id=_id(subject), space=subject.space, family=family.name, plot=plot, kind=family.kind, about=subject.about,
        keys=family.keys, unless=family.unless, values=tuple(names[:count]), false=tuple(names[count:]),
        spans=told.spans, expires=(last - pools.phrases.start).days if last else None, relation=family.relation,
        value_type=family.value_type,
    )  # fmt: skip
    return Part(fact=fact, family=family, beats=told.beats, near=like.fact.id if like else "")


def _polar(subject: _Subject, plot: str, days: int, dice: Dice, like: Part | None) -> Part:
    """Yes or no. Neighbours disagree: that is what makes them easy to confuse."""
    told = like_days(like) if like else unfold(plot, days, dice, ("no_longer", "actually", "silent"))
    turned = like.fact.spans[0].value == 0 if like else dice.often(40)
    if turned:
        told = _turned(told)
    family = subject.family
    fact = Fact(
        id=_id(subject), space=subject.space, family=family.name, plot=plot, kind=family.kind, about=subject.about,
        keys=family.keys, unless=family.unless, values=(name("yes"), name("no")), spans=told.spans, polar=True,
    )  # fmt: skip
    return Part(fact=fact, family=family, beats=told.beats, near=like.fact.id if like else "")


def like_days(part: Part) -> Unfolding:
    """The same days again, before anything was turned into its opposite."""
    told = Unfolding(beats=part.beats, spans=part.fact.spans)
    return _turned(told) if part.fact.polar and part.fact.spans[0].value == 1 else told


def _turned(told: Unfolding) -> Unfolding:
    def other(value: int | None) -> int | None:
        return None if value is None else 1 - value

    return Unfolding(
        beats=tuple(replace(b, value=other(b.value), before=other(b.before)) for b in told.beats),
        spans=tuple(replace(s, value=other(s.value)) for s in told.spans),
    )


def _id(subject: _Subject) -> str:
    words = [one.plain for one in subject.about]
    return "/".join([subject.space.rpartition("/")[2] or "home", subject.family.name, *words])
