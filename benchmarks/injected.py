"""How many tokens a session is told, over a vault of a realistic size: most of a made-up life, dreamed night by night.

Two sets of sessions: what the person of that life says in its last days, and, when `REVERIE_SAMPLES` names a folder
with a folder a host (`hook-stdin/` in it, with the payloads in the order they came), the prompts typed there, which
have nothing to do with that life: what they are told is noise.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, time
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import results
from reverie.bench.alone import by_rules
from reverie.bench.life import DAYS, live
from reverie.bench.truth import Life
from reverie.domain import space as spaces
from reverie.memory import Memory
from reverie.retrieval.inject import Asked, Injection, InjectSettings
from reverie.retrieval.tell import Listener, tell
from reverie.store.glance import Glance
from reverie.surfaces.hooks.events import TAKEN, event

if TYPE_CHECKING:
    from reverie.retrieval.inject import Origin

LAST = 10  # days whose sessions are asked in, over what was dreamed before
HOSTS = {
    "claude-code-2.1.325": "claude-code",
    "claude-code-2.1.325-interactive": "claude-code",
    "codex-0.166.0": "codex",
    "gemini-cli-0.61.0": "gemini",
}
_NIGHT = time(23, 30, tzinfo=UTC)


class Session(NamedTuple):
    """A session somebody has: where, when, and what they type."""

    name: str
    space: str
    at: datetime
    prompts: Sequence[str]
    host: str = "claude-code"


def main() -> None:
    life = live("open")
    with tempfile.TemporaryDirectory() as made:
        os.environ.update({"HOME": made, "REVERIE_WORKER": "off"})
        with by_rules(Memory.create(Path(made) / "workspace")) as memory:
            _live_through(life, memory, DAYS - LAST)
            held = memory.status()["pages"]
            found: dict[str, Any] = {"pages": held, "passages": memory.reindex()}
            print(f"a vault of {sum(held.values())} pages: {held}")
            samples = Path(os.environ.get("REVERIE_SAMPLES") or "/nowhere")
            for name, sessions in (("life", list(_of_life(life))), ("samples", list(_of_samples(life, samples)))):
                if sessions:
                    found[name] = _measured(memory, sessions)
                    print(f"{name}: {json.dumps(found[name], indent=2)}")
    results.keep("injected", found)


def _live_through(life: Life, memory: Memory, days: int) -> None:
    for day in range(days):
        now = datetime.combine(life.date(day), _NIGHT)
        memory.vault.append(life.on(day), [], now, "observe:bench")
        memory.dream(now=now)
    memory.sweep(now)


def _of_life(life: Life) -> Iterator[Session]:
    """What the person says in the last days, session by session."""
    for day in range(DAYS - LAST, DAYS):
        said: dict[tuple[str, str], list[str]] = {}
        for fragment in life.on(day):
            if fragment.trust == "user":
                said.setdefault((fragment.source, fragment.space), []).append(fragment.quote)
        for (source, space), prompts in said.items():
            yield Session(source, space, datetime.combine(life.date(day), _NIGHT), prompts)


def _of_samples(life: Life, samples: Path) -> Iterator[Session]:
    """The prompts of the samples, typed in each project of that life."""
    at = datetime.combine(life.date(DAYS - 1), _NIGHT)
    for name, host in HOSTS.items():
        prompts: dict[str, list[str]] = {}
        for path in sorted((samples / name / "hook-stdin").glob("*.json")):
            given = json.loads(path.read_text("utf-8"))
            told = event(host, given["hook_event_name"], given)
            if told and told.act == "prompt":
                prompts.setdefault(told.session, []).append(told.prompt)
        for space in (each for each in life.spaces if each.startswith("project/")):
            for session, typed in prompts.items():
                yield Session(f"{session}@{space}", space, at, typed, host)


def _measured(memory: Memory, sessions: Sequence[Session]) -> dict[str, Any]:
    """What these sessions are told, in tokens."""
    told = [_told(memory, session) for session in sessions]
    starts = [start.tokens for start, _ in told]
    turns = [turn.tokens for _, several in told for turn in several]
    whole = [start.tokens + sum(turn.tokens for turn in several) for start, several in told]
    return {
        "sessions": len(sessions),
        "prompts": len(turns),
        "prompts told something": sum(map(bool, turns)),
        "lines a prompt that is told something gets": _mean(
            [len(t.given) for _, several in told for t in several if t.text]
        ),
        "tokens a prompt that is told something gets": _mean([t for t in turns if t]),
        "tokens at the start": {"median": median(starts), "most": max(starts)},
        "tokens in turns, a session": _mean([sum(t.tokens for t in several) for _, several in told]),
        "tokens a session": {"median": median(whole), "mean": _mean(whole), "most": max(whole)},
        "things told twice in one session": sum(_twice(several) for _, several in told),
    }


def _told(memory: Memory, session: Session) -> tuple[Injection, list[Injection]]:
    to = Listener(session.host, session.name, TAKEN.get(session.host, 0))
    chain, settings = spaces.chain(session.space), InjectSettings()
    origin: Origin = "channel" if session.space.startswith("channel/") else "session"
    with closing(Glance(str(memory.root / ".reverie"), memory.ledger)) as vault:
        asked = [Asked(prompt, session.at, chain, origin) for prompt in ("", *session.prompts)]
        start = tell(asked[0], to, vault, memory.ledger, settings, begins=True)
        return start, [tell(each, to, vault, memory.ledger, settings, begins=False) for each in asked[1:]]


def _twice(several: Sequence[Injection]) -> int:
    handles = [given.handle for each in several for given in each.given if given.handle]
    return len(handles) - len(set(handles))


def _mean(some: Sequence[float]) -> float:
    return round(mean(some), 1) if some else 0.0


if __name__ == "__main__":
    main()
