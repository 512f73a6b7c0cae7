"""Small dialogues: a fact is told, later changed, or something that only looks like it is told beside it.

Every statement is labelled with the fact it is about and that fact's value (`a1`, `a2`, `b1`). All dialogues of a set
are told to one memory, statement by statement, a week apart; then it is looked at which page rests on which.
`python -m benchmarks.changes [open|unseen|fresh]`: the set that was worked with, or one of those that were not.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.results import keep
from reverie.bench.alone import by_rules
from reverie.bench.measure import share
from reverie.bench.phrases import SETS
from reverie.domain.fragment import Fragment, noticed
from reverie.domain.page import Page
from reverie.llm import worth
from reverie.memory import Memory

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
ROWS = {
    "current": "changed facts at the newest value only",
    "kept": "what only looks like a change and is kept",
    "joined": "one thing in two wordings on one belief",
    "merged": "beliefs that rest on two facts (0)",
    "wronged": "statements that hold and are superseded (0)",
}


@dataclass(frozen=True, slots=True)
class Dialogue:
    about: str
    said: tuple[tuple[str, str, Fragment], ...]  # fact, value, fragment

    def now(self, fact: str) -> str:
        return [value for of, value, _ in self.said if of == fact][-1]


def dialogues(name: str) -> list[Dialogue]:
    lines = (SETS / f"changes-{name}.jsonl").read_text("utf-8").splitlines()
    found = []
    for n, line in enumerate(map(json.loads, lines)):
        said = tuple((label[0], label[1:], _said(text, n, at)) for at, (label, text) in enumerate(line["said"]))
        found.append(Dialogue(line["about"], said))
    return found


def _said(text: str, n: int, at: int) -> Fragment:
    """A statement as it is noticed: of the kind that the extractor takes it for."""
    return noticed(
        ts=START + timedelta(days=7 * at, minutes=n), space="", source="bench:changes", entry=f"{n}-{at}", body=text,
        quote=text, topic=text[:40], kind=worth.judge([text])[0].kind, trust="user",
    )  # fmt: skip


def dreamed(some: list[Dialogue], root: Path) -> list[Page]:
    """The beliefs that stand when all was told."""
    everything = sorted((said[2] for each in some for said in each.said), key=lambda fragment: fragment.ts)
    with by_rules(Memory.create(root)) as memory:
        for day in sorted({fragment.day for fragment in everything}):
            today = [fragment for fragment in everything if fragment.day == day]
            memory.vault.append(today, [], today[-1].ts, "observe:bench")
            memory.dream(now=today[-1].ts + timedelta(hours=12))
        pages = memory.vault.pages(key for key in memory.vault.keys(None) if key.kind == "belief")
    return [page for page in pages.values() if not page.retired]


@dataclass(slots=True)
class Seen:
    rows: dict[str, list[bool]] = field(default_factory=lambda: {row: [] for row in ROWS})
    wrong: list[str] = field(default_factory=list)

    def count(self, row: str, good: bool, what: str) -> None:
        bad_is_true = row in ("merged", "wronged")
        self.rows[row].append(good != bad_is_true)
        if not good:
            self.wrong.append(f"{row}: {what}")


def seen(some: list[Dialogue], pages: list[Page]) -> Seen:
    """How each statement stands, and what each belief rests on."""
    found = Seen()
    active = {c.id: page for page in pages for c in page.evidence.active}
    gone = {c.id for page in pages for c in page.evidence.superseded} - active.keys()
    label = {said[2].id: (each.about, said[0]) for each in some for said in each.said}
    for each in some:
        _facts(found, each, active, gone)
    for page in pages:
        about = {label[c.id] for c in page.evidence.active if c.id in label}
        found.count("merged", len(about) < 2, page.prose)
    return found


def _facts(found: Seen, each: Dialogue, active: Mapping[str, Page], gone: set[str]) -> None:
    for fact in sorted({of for of, _, _ in each.said}):
        own = [(value, said) for of, value, said in each.said if of == fact]
        now = [said for value, said in own if value == each.now(fact)]
        old = [said for value, said in own if value != each.now(fact)]
        held = any(said.id in active for said in now)
        what = f"{each.about}: {' | '.join(said.body for _, said in own)}"
        if old:
            latest = now if now[0].ts > old[0].ts else now[1:]  # a value that came back may rest on its second telling
            held = any(said.id in active for said in latest)
            found.count("current", held and not any(said.id in active for said in old), what)
        elif len(now) > 1:
            found.count("joined", len({active[said.id].key for said in now if said.id in active}) == 1, what)
        else:
            found.count("kept", held, what)
        for said in now:
            found.count("wronged", said.id not in gone or (bool(old) and said.ts < old[-1].ts), said.body)


def measured(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    some = dialogues(name)
    with tempfile.TemporaryDirectory(prefix="reverie-changes-") as folder:
        found = seen(some, dreamed(some, Path(folder) / "workspace"))
    for row, values in found.rows.items():
        told = share(values)
        yield row, told.json() if told else {}
    yield "wrong", {"examples": found.wrong if name == "open" else []}


def main() -> None:
    which = [name for name in sys.argv[1:] if not name.startswith("-")] or ["open", "unseen", "fresh"]
    result = {name: dict(measured(name)) for name in which}
    for name, rows in result.items():
        print(name)
        for row, what in ROWS.items():
            told = rows[row]
            print(
                f"  {what}: {100 * told['value']:.1f} ({100 * told['low']:.0f}–{100 * told['high']:.0f}) of {told['n']}"
            )
        for wrong in rows["wrong"]["examples"] if "--wrong" in sys.argv else ():
            print(f"    {wrong}")
    if "--keep" in sys.argv:
        keep("changes", {name: {row: rows[row] for row in ROWS} for name, rows in result.items()})


if __name__ == "__main__":
    main()
