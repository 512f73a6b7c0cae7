"""`reverie bench weeks`: made-up people chat with their agents for five weeks; what does memory know in the end?

Every chat is observed, every night is dreamed, and then each person asks for what they once told. The chats and what
is true in them were written by people of their own (`bench/sets/README.md`); nothing here knows how memory works.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time as clock, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from reverie.bench import report
from reverie.bench.alone import by_rules
from reverie.bench.claims import JUDGED, Claim, claims
from reverie.bench.measure import share
from reverie.domain.fragment import Fragment
from reverie.domain.transcript import Entry, Transcript
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.retrieval.recall import Hit

SETS = Path(__file__).parent / "sets"
WORKED_WITH = ("dev",)  # what goes wrong there has been read
SEALED = ("sealed",)  # only totals have
PARTS = (*WORKED_WITH, *SEALED)
ROWS = (  # key, what it says, and whether more is better
    ("noticed", "told statements that were noticed", 1),
    ("changes_noticed", "told changes that were noticed", 1),
    ("for_nothing", "fragments kept for nothing", 0),
    ("traps", "look-alikes that were kept", 0),
    ("held", "facts held as they are now", 1),
    ("current", "changed facts held at the newest value only", 1),
    ("stale", "changed facts of which an old value is held", 0),
    ("believed_for_nothing", "beliefs that rest on nothing told", 0),
    ("answered", "questions whose first hit gives the answer", 1),
    ("answered_3", "questions that are answered in three hits", 1),
    ("misled", "questions whose first hit gives an old value", 0),
)
_BEST = {key: bool(best) for key, _, best in ROWS}
_NIGHT, _MORNING = clock(23, 30, tzinfo=UTC), clock(9, tzinfo=UTC)
_HITS = 3

Tell = Callable[[str], None]


class Place(NamedTuple):
    """A stretch of a message."""

    session: str
    message: str
    quote: str


@dataclass(frozen=True, slots=True)
class Value:
    """One thing that held of a fact for a time, and where it was told."""

    says: re.Pattern[str]
    told: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    id: str
    about: str
    of: str
    ask: str
    values: tuple[Value, ...]
    ended: Place | None

    @property
    def changed(self) -> bool:
        return len(self.values) > 1 or self.ended is not None

    @property
    def now(self) -> Value | None:
        return None if self.ended else self.values[-1]

    @property
    def before(self) -> tuple[Value, ...]:
        return self.values if self.ended else self.values[:-1]

    @property
    def places(self) -> Iterator[Place]:
        for value in self.values:
            yield from value.told
        if self.ended:
            yield self.ended


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    sessions: tuple[Transcript, ...]
    facts: tuple[Fact, ...]
    traps: tuple[Place, ...]


@dataclass(slots=True)
class Tally:
    """What was seen, for each row; and what went wrong, for whoever works on it."""

    seen: dict[str, list[bool]] = field(default_factory=lambda: {key: [] for key, *_ in ROWS})
    wrong: dict[str, list[str]] = field(default_factory=lambda: {key: [] for key, *_ in ROWS})
    beliefs: int = 0
    fragments: int = 0
    seconds: float = 0.0

    def note(self, row: str, seen: bool, what: str) -> None:
        self.seen[row].append(seen)
        if seen != _BEST[row]:
            self.wrong[row].append(what)


def read(path: Path) -> list[Person]:
    """The people of one part."""
    try:
        lines = path.read_text("utf-8").splitlines()
        return [_person(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, LookupError, TypeError) as wrong:
        raise ReverieError(f"{path.name} holds no weeks: {wrong}") from wrong


def _person(row: Mapping[str, Any]) -> Person:
    return Person(
        id=row["person"],
        sessions=tuple(_session(row["person"], each) for each in row["sessions"]),
        facts=tuple(_fact(each) for each in row["facts"]),
        traps=tuple(_place(each) for each in row["traps"]),
    )


def _session(person: str, row: Mapping[str, Any]) -> Transcript:
    at = datetime.fromisoformat(row["at"])
    project = row.get("project")
    return Transcript(
        source=f"weeks:{person}:{row['id']}",
        space=f"project/{project}" if project else "",
        trust="user",
        entries=tuple(
            Entry(
                id=f"{row['id']}.{n}", at=at, role=each["role"], text=each["text"], failed=bool(each.get("failed"))
            )
            for n, each in enumerate(row["messages"])
        ),
    )  # fmt: skip


def _fact(row: Mapping[str, Any]) -> Fact:
    return Fact(
        id=row["id"], about=row["about"], of=row.get("of") or "", ask=row["ask"],
        values=tuple(
            Value(re.compile("|".join(f"(?:{each})" for each in told["says"]), re.I), tuple(map(_place, told["told"])))
            for told in row["values"]
        ),
        ended=_place(row["ended"]) if row.get("ended") else None,
    )  # fmt: skip


def _place(row: Mapping[str, Any]) -> Place:
    return Place(row["at"].split(".")[0], row["at"], row["quote"])


def live(person: Person, root: Path, tally: Tally) -> None:
    """Live through somebody's weeks with a memory of their own, and compare what it knows in the end."""
    started = time.perf_counter()
    with by_rules(Memory.create(root)) as memory:
        fragments: dict[str, Fragment] = {}
        for day, some in groupby(person.sessions, key=lambda session: session.entries[0].at.date()):
            for session in some:
                memory.flush(session)
            fragments |= {each.id: each for each in memory.vault.marked("undreamed")}
            memory.dream(now=datetime.combine(day, _NIGHT))
        tally.seconds += time.perf_counter() - started
        noticed = [each for each in fragments.values() if not ("session" in each.tags and each.kind == "event")]
        noticed = [each for each in noticed if not each.silent]
        tally.fragments += len(noticed)
        _compare_fragments(person, noticed, tally)
        pages = memory.vault.pages(key for key in memory.vault.keys(None) if key.kind in JUDGED)
        held = claims(pages.values())
        tally.beliefs += sum(claim.is_belief for claim in held)
        _compare_pages(person, held, fragments, tally)
        where = {session.entries[0].id.split(".")[0]: session.space for session in person.sessions}
        asked = datetime.combine(day + timedelta(days=1), _MORNING)
        for fact in person.facts:
            if fact.now:  # asked where it was told last
                space = where[fact.now.told[-1].session]
                hits = memory.recall(fact.ask, space=space, k=_HITS, now=asked).hits
                _ask(person, fact, fact.now, hits, tally)


def _overlaps(fragment: Fragment, place: Place, texts: Mapping[str, str]) -> bool:
    """Whether a fragment quotes something of a stretch of a message."""
    if fragment.entry != place.message:
        return False
    text = texts[place.message]
    mine, theirs = text.find(fragment.quote), text.find(place.quote)
    if mine < 0 or theirs < 0:
        return True
    return mine < theirs + len(place.quote) and theirs < mine + len(fragment.quote)


def _texts(person: Person) -> dict[str, str]:
    return {entry.id: entry.text for session in person.sessions for entry in session.entries}


def _compare_fragments(person: Person, noticed: Sequence[Fragment], tally: Tally) -> None:
    texts = _texts(person)
    told = [place for fact in person.facts for place in fact.places]
    for fact in person.facts:
        for n, value in enumerate(fact.values):
            for k, place in enumerate(value.told):
                found = any(
                    _overlaps(each, place, texts) and value.says.search(f"{each.body}\n{each.quote}")
                    for each in noticed
                )
                tally.note("noticed", found, _what(person, fact, place))
                if n and k == 0:
                    tally.note("changes_noticed", found, _what(person, fact, place))
        if fact.ended:
            found = any(_overlaps(each, fact.ended, texts) for each in noticed)
            tally.note("noticed", found, _what(person, fact, fact.ended))
            tally.note("changes_noticed", found, _what(person, fact, fact.ended))
    for each in noticed:
        right = any(_overlaps(each, place, texts) for place in told) or _repeats(person, each, texts)
        tally.note("for_nothing", not right, f"{person.id} {each.entry} {each.kind}: {each.body}")
    for trap in person.traps:
        if not any(trap.quote in place.quote or place.quote in trap.quote for place in told):
            kept = next((each for each in noticed if _overlaps(each, trap, texts) and not any(
                _overlaps(each, place, texts) for place in told)), None)  # fmt: skip
            tally.note("traps", kept is not None, f"{person.id} {trap.message}: {trap.quote} | {kept and kept.body}")


def _repeats(person: Person, fragment: Fragment, texts: Mapping[str, str]) -> bool:
    """Whether an agent's words that are kept say what the owner told in the same session."""
    session = (fragment.entry or "").split(".")[0]
    return any(
        value.says.search(fragment.body) and any(place.session == session for place in value.told)
        for fact in person.facts
        for value in fact.values
        if (fragment.entry or "") not in {place.message for place in fact.places}
    )


def _compare_pages(person: Person, held: Sequence[Claim], fragments: Mapping[str, Fragment], tally: Tally) -> None:
    texts = _texts(person)

    def cites(claim: Claim, value: Value) -> bool:
        proof = [fragments[c.id] for c in claim.evidence.active if c.id in fragments]
        return any(_overlaps(each, place, texts) for each in proof for place in value.told)

    def holds(value: Value) -> list[Claim]:
        return [claim for claim in held if value.says.search(claim.text) and cites(claim, value)]

    for fact in person.facts:
        now = holds(fact.now) if fact.now else []
        old = [claim for value in fact.before for claim in holds(value)]
        old = [claim for claim in old if claim not in now and not (fact.now and fact.now.says.search(claim.text))]
        if fact.now:
            tally.note("held", bool(now), f"{person.id} {fact.id} {fact.about}: {fact.now.told[-1].quote}")
        if fact.changed:
            stale = "; ".join(f"[{claim.page.key.kind}] {claim.text[:160]}" for claim in old[:3])
            what = f"{person.id} {fact.id} {fact.about}"
            tally.note("current", (bool(now) or fact.now is None) and not old, f"{what}: {stale or 'not held'}")
            tally.note("stale", bool(old), f"{what}: {stale}")
    told = [place for fact in person.facts for place in fact.places]
    for claim in held:
        if claim.is_belief:
            proof = [fragments[c.id] for c in claim.evidence.active if c.id in fragments]
            right = any(_overlaps(each, place, texts) for each in proof for place in told)
            right = right or any(_repeats(person, each, texts) for each in proof)
            tally.note("believed_for_nothing", not right, f"{person.id}: {claim.text[:200]}")


def _ask(person: Person, fact: Fact, now: Value, hits: Sequence[Hit], tally: Tally) -> None:
    """Whether the hits give what holds now; a hit that tells both what holds and what does not gives it."""
    right = [bool(now.says.search(hit.text)) for hit in hits]
    old = bool(hits) and not right[0] and any(value.says.search(hits[0].text) for value in fact.before)
    shown = " | ".join(f"[{hit.key.kind}] {hit.text[:120]}" for hit in hits) or "nothing"
    what = f"{person.id} {fact.id} {fact.ask} -> {shown}"
    tally.note("answered", any(right[:1]), what)
    tally.note("answered_3", any(right), what)
    if fact.changed:
        tally.note("misled", old, what)


def _what(person: Person, fact: Fact, place: Place) -> str:
    return f"{person.id} {place.message} {fact.id} {fact.about}: {place.quote}"


def run(parts: Sequence[str], tell: Tell) -> dict[str, Any]:
    """Everything measured, as it is written to JSON."""
    found: dict[str, Any] = {}
    for part in parts:
        tally = Tally()
        people = read(SETS / f"weeks-{part}.jsonl")
        for person in people:
            tell(f"{part}: {person.id}")
            with tempfile.TemporaryDirectory(prefix="reverie-weeks-") as folder:
                live(person, Path(folder) / "workspace", tally)
        found[part] = row(tally, people, examples=part not in SEALED)
    return {**report.heading("weeks"), "parts": found}


def row(tally: Tally, people: Sequence[Person], *, examples: bool) -> dict[str, Any]:
    shares = {key: share(tally.seen[key]) for key, *_ in ROWS}
    result: dict[str, Any] = {
        "people": len(people),
        "sessions": sum(len(person.sessions) for person in people),
        "facts": sum(len(person.facts) for person in people),
        "fragments": tally.fragments,
        "beliefs": tally.beliefs,
        "seconds": round(tally.seconds, 1),
        "rows": {key: found.json() if found else None for key, found in shares.items()},
    }
    return result | {"wrong": tally.wrong} if examples else result
