"""The sentences and names a life is made of, read from `sets/life-*.toml`, and dice that always fall alike."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

from reverie.bench.truth import Name, Terms, name, plain
from reverie.errors import ReverieError

SETS = Path(__file__).parent / "sets"
LANGUAGES = ("de", "fr", "es", "ja", "ko")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
T = TypeVar("T")


class Dice:
    """Choices that follow from a seed and a purpose alone, on every machine and with every Python."""

    def __init__(self, *purpose: object) -> None:
        self._seed = "\0".join(map(str, purpose)).encode()
        self._thrown = 0

    def below(self, limit: int) -> int:
        self._thrown += 1
        digest = hashlib.sha256(self._seed + self._thrown.to_bytes(8, "big")).digest()
        return int.from_bytes(digest[:8], "big") % limit

    def pick(self, some: Sequence[T]) -> T:
        return some[self.below(len(some))]

    def often(self, percent: int) -> bool:
        return self.below(100) < percent

    def between(self, low: int, high: int) -> int:
        """Both ends included."""
        return low + self.below(max(0, high - low) + 1)

    def shuffled(self, some: Sequence[T]) -> list[T]:
        left = list(some)
        return [left.pop(self.below(len(left))) for _ in some]

    def days(self, count: int, low: int, high: int) -> list[int]:
        """So many different days from `low` up to, not including, `high`; fewer when there are fewer."""
        return sorted(self.shuffled(range(low, high))[: max(0, count)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A sentence with gaps."""

    text: str
    lang: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Facts of one sort: where they belong, what they are about, how they are said and changed."""

    name: str
    where: str  # own, project, twin (each project has its own), channel
    about: tuple[str, ...] = ()  # names of vocabularies
    values: str = ""  # a vocabulary; `#`: made; `@`: names
    what: str = ""
    keys: tuple[Terms, ...] = ()
    unless: tuple[Terms, ...] = ()
    kind: str = "fact"
    say: tuple[Template, ...] = ()
    change: Mapping[str, tuple[Template, ...]] = field(default_factory=dict)
    end: tuple[Template, ...] = ()
    say_not: tuple[Template, ...] = ()
    to_not: tuple[Template, ...] = ()
    to_yes: tuple[Template, ...] = ()
    pairs: tuple[tuple[str, ...], ...] = ()
    dated: bool = False
    relation: str = ""
    value_type: str = ""

    @property
    def polar(self) -> bool:
        return self.values == "#polar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A procedure and how it is told."""

    title: str
    steps: tuple[Name, ...]
    refined: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Everything one life is made of."""

    owner: str
    start: date
    projects: tuple[str, ...]
    channel: str
    guests: tuple[str, ...]
    names: Mapping[str, tuple[tuple[Name, ...], ...]]  # by vocabulary; those in one tuple are easily confused
    entities: Mapping[str, str]  # the type of entity a vocabulary names
    values: Mapping[str, tuple[str, ...]]
    families: tuple[Family, ...]
    procedures: tuple[Told, ...]
    telling: tuple[str, ...]
    noise: Mapping[str, tuple[str, ...]]
    attacks: tuple[str, ...]
    hosts: tuple[str, ...]

    def count(self) -> int:
        """How many different templates there are."""
        some = [(*f.say, *f.end, *f.say_not, *f.to_not, *f.to_yes, *(t for c in f.change.values() for t in c))
                for f in self.families]  # fmt: skip
        return (
            len({t.text for row in some for t in row})
            + len(self.telling)
            + len(self.attacks)
            + len(self.noise["templates"])
        )


def load(which: str) -> Phrases:
    """The phrases of the open, the check or the sealed life, or of the one in a file."""
    path = Path(which) if which.endswith(".toml") else SETS / f"life-{which}.toml"
    try:
        return _read(tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError, LookupError, TypeError) as wrong:
        raise ReverieError(f"{path.name} cannot be read: {wrong}") from wrong


def _read(raw: Mapping[str, Any]) -> Phrases:
    general = raw["general"]
    return Phrases(
        owner=raw["owner"],
        start=date.fromisoformat(raw["start"]),
        projects=tuple(raw["projects"]),
        channel=raw["channel"],
        guests=tuple(raw["guests"]),
        names={key: tuple(_group(group) for group in groups) for key, groups in raw["names"].items()},
        entities=raw["entities"],
        values={key: tuple(some) for key, some in raw["values"].items()},
        families=tuple(_family(row, general) for row in raw["family"]),
        procedures=tuple(
            Told(title=row["name"], steps=tuple(map(name, row["steps"])), refined=name(row["refined"]))
            for row in raw["procedure"]
        ),
        telling=tuple(raw["told"]["procedure"]),
        noise={key: tuple(some) for key, some in raw["noise"].items()},
        attacks=tuple(raw["attack"]["templates"]),
        hosts=tuple(raw["attack"]["hosts"]),
    )


def _group(texts: Sequence[str]) -> tuple[Name, ...]:
    """Names easily confused; where one is part of another, it is not found there."""
    some = [name(text) for text in texts]
    said = [plain(way) for n in some for way in n.says]

    def longer(one: Name) -> Terms:
        own = [plain(way) for way in one.says]
        return tuple(way.strip() for way in said if way not in own and any(mine in way for mine in own))

    return tuple(Name(one.says, one.tells, longer(one)) for one in some)


def _family(row: Mapping[str, Any], general: Mapping[str, Any]) -> Family:
    has_name = bool(row.get("what"))
    change: dict[str, tuple[Template, ...]] = {}
    for cue in ("correction", "switched", "no_longer", "instead", "actually", "silent"):
        own = _templates(row.get("change", {}).get(cue, ()))
        if own or (has_name and cue in general["change"]):
            change[cue] = own + (_templates(general["change"].get(cue, ())) if has_name else ())
    foreign = tuple(Template(text=text, lang=lang) for lang in LANGUAGES for text in row.get(lang, ()))
    own_words = _templates(row.get("say", ()))
    return Family(
        name=row["name"],
        where=row["where"],
        about=tuple(row.get("about", ())),
        values=row.get("values", ""),
        what=row.get("what", ""),
        keys=tuple(tuple(k.split("|")) for k in row.get("keys", ())),
        unless=tuple(tuple(k.split("|")) for k in row.get("unless", ())),
        kind=row.get("kind", "fact"),
        say=own_words + (_templates(general["say"]) if has_name else ()) + foreign,
        change=change,
        end=_templates(row.get("end", ())),
        say_not=_templates(row.get("say_not", ())),
        to_not=_templates(row.get("to_not", ())),
        to_yes=_templates(row.get("to_yes", ())),
        pairs=tuple(tuple(pair) for pair in row.get("pairs", ())),
        dated=bool(row.get("dated")),
        relation=row.get("relation", ""),
        value_type=row.get("value_type", ""),
    )


def _templates(texts: Sequence[str]) -> tuple[Template, ...]:
    return tuple(Template(text=text) for text in texts)


# Values that are made rather than listed


def made(kind: str, dice: Dice, start: date, days: int) -> tuple[str, date | None]:
    """A value of that kind, as `name` reads it, and the day it names if it names one."""
    match kind:
        case "#port":
            return str(dice.between(3000, 49000)), None
        case "#seconds":
            n = dice.between(11, 900)
            return f"{n} seconds|{n}s", None
        case "#replicas":
            return f"{dice.between(2, 90)} replicas", None
        case "#weekday_time":
            return f"{dice.pick(_DAYS)} {dice.between(7, 18):02}:{dice.pick(('00', '15', '30', '45'))}", None
        case "#time":
            return f"{dice.between(7, 18):02}:{dice.between(1, 59):02}", None
        case "#columns":
            n = dice.between(70, 160)
            return f"{n} columns|{n} characters", None
        case "#percent":
            return f"{dice.between(1, 9)}.{dice.between(1, 9)} percent", None
        case "#birthday":
            month, n = dice.pick(MONTHS), dice.between(1, 28)
            return f"{n} {month}|{month} {n}", None
        case "#date":
            on = start + timedelta(days=dice.between(2, days + 20))
            month = MONTHS[on.month - 1]
            return f"{on.day} {month}|{month} {on.day}|{on.isoformat()}", on
        case "#amount":
            n = dice.between(40, 4000)
            return f"{n} euros|EUR {n}", None
    raise ReverieError(f"no value of the kind {kind!r} can be made")
