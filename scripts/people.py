"""What made-up people told their agents over weeks (`training/people/`): messages with the stretches that tell
something, the statements of each fact in the order of time, and the questions that ask for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from reverie.domain import prose

TRAINING = Path(__file__).parents[1] / "training"
NOTHING = "none"  # the kind of what tells nothing
_LONG, _ANSWER, _ASKED = 260, 70, 160  # characters of a sentence, of a short answer, and of what it answers


class Message(NamedTuple):
    """What somebody typed, after the end of what the agent had said, with the stretches that tell something."""

    before: str
    text: str
    tells: tuple[tuple[int, int, str], ...]  # from, to, kind


class Told(NamedTuple):
    """One telling of a value of a fact."""

    at: int  # number of the message
    fact: str
    value: int
    quote: str
    text: str
    before: str
    kind: str

    def forms(self) -> list[str]:
        """How it may come to be held: as the stretch that tells it, the whole sentence, or with what it answers."""
        found = [self.quote]
        start = self.text.find(self.quote)
        end = start + len(self.quote)
        whole = [one for one in prose.sentences(self.text) if one.start < end and start < one.end]
        if whole and self.quote != (said := self.text[whole[0].start : whole[-1].end]) and len(said) < _LONG:
            found.append(said)
        asked = [one.text for one in prose.sentences(self.before) if one.text.rstrip().endswith("?")]
        if asked and len(self.quote) < _ANSWER and start < 12 and len(asked[-1]) < _ASKED:
            found.insert(0, f"{asked[-1]} \u2192 {self.quote}")
        return found


class Person(NamedTuple):
    name: str
    messages: tuple[Message, ...]
    told: tuple[Told, ...]
    asks: Mapping[str, tuple[str, ...]]  # by fact


def files() -> list[Path]:
    return sorted((TRAINING / "people").glob("*.jsonl"))


def for_the_reader() -> list[Path]:
    """The same, and those that only the reader was taught by so far."""
    return [*files(), *sorted((TRAINING / "people" / "reader").glob("*.jsonl"))]


def read(path: Path) -> Iterator[Person]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield _of_weeks(row) if "sessions" in row else _of_thread(row)


def _of_weeks(row: Mapping[str, Any]) -> Person:
    """Of whole chats."""
    tells: dict[str, list[tuple[str, int, str, str]]] = {}
    for fact in row["facts"]:
        for n, value in enumerate(fact["values"]):
            for told in value["told"]:
                tells.setdefault(told["at"], []).append((fact["id"], n, told["quote"], fact["kind"]))
        if ended := fact.get("ended"):
            tells.setdefault(ended["at"], []).append((fact["id"], len(fact["values"]), ended["quote"], fact["kind"]))
    for trap in row["traps"]:
        at = trap["at"]
        if not any(trap["quote"] in quote or quote in trap["quote"] for _, _, quote, _ in tells.get(at, ())):
            tells.setdefault(at, []).append((f"trap {at} {trap['quote']}", 0, trap["quote"], NOTHING))
    said: list[tuple[str, str, list[tuple[str, int, str, str]]]] = []
    for session in row["sessions"]:
        heard = ""
        for n, message in enumerate(session["messages"]):
            if message["role"] == "user":
                said.append((heard, message["text"], tells.get(f"{session['id']}.{n}", [])))
            elif message["role"] == "agent":
                heard = message["text"]
    return _person(row["person"], said, {fact["id"]: (fact["ask"],) for fact in row["facts"]})


def _of_thread(row: Mapping[str, Any]) -> Person:
    """Of messages alone."""
    said = []
    for n, each in enumerate(row["said"]):
        tells = [(fact, value, quote, row["facts"][fact]["kind"]) for fact, value, quote in each["tells"]]
        if not tells and len(each["text"]) < _ASKED:
            tells = [(f"nothing {n}", 0, each["text"], NOTHING)]
        said.append((each["before"], each["text"], tells))
    return _person(row["person"], said, {fact: tuple(of["asks"]) for fact, of in row["facts"].items()})


def _person(
    name: str, said: list[tuple[str, str, list[tuple[str, int, str, str]]]], asks: Mapping[str, tuple[str, ...]]
) -> Person:
    messages, told = [], []
    for n, (before, text, tells) in enumerate(said):
        spans = {
            (at, at + len(quote), kind)
            for _, _, quote, kind in tells
            if kind != NOTHING and (at := text.find(quote)) >= 0
        }
        messages.append(Message(before, text, tuple(sorted(spans))))
        told += [Told(n, fact, value, quote, text, before, kind) for fact, value, quote, kind in tells]
    return Person(name, tuple(messages), tuple(told), asks)
