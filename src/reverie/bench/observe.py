"""`reverie bench observe`: of labelled sessions, what an extractor keeps, misses, and should not have kept."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reverie.bench import report
from reverie.bench.measure import share as share_of
from reverie.domain import poison, safety
from reverie.domain.fragment import Fragment
from reverie.domain.text import fold
from reverie.domain.transcript import Call, Transcript
from reverie.errors import ReverieError
from reverie.llm import worth
from reverie.loop.extract import Extractor
from reverie.loop.observe import notice_in
from reverie.transcripts.base import entry, moment

SETS = Path(__file__).parent / "sets"
WORKED_WITH = ("open", "check", "dev", "fixes")  # what was missed there has been read
SEALED = ("sealed", "fresh")  # only their totals were
PARTS = (*WORKED_WITH, *SEALED)
_TOLD = ("precision", "recall", "junk", "unsupported", "kind_right")
_SUPPORTED = 0.6  # share of a body's telling words that must stand in what it cites

_DATED = re.compile(r" \([^()]*\b\d{4}\)")  # what a relative date means, as observe adds it

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Gold:
    """What a careful person would keep."""

    kind: str
    entries: frozenset[str]
    must: tuple[tuple[str, ...], ...]  # each: one of these strings
    optional: bool

    def fits(self, fragment: Fragment) -> bool:
        said = f"{fragment.body}\n{fragment.quote}".casefold()
        return fragment.entry in self.entries and all(any(word in said for word in words) for words in self.must)


@dataclass(frozen=True, slots=True)
class Snippet:
    id: str
    lang: str
    transcript: Transcript
    keep: tuple[Gold, ...]
    never: tuple[str, ...]
    secrets: frozenset[str] = frozenset()  # of these, parts of credentials
    injected: frozenset[str] = frozenset()  # of these, words that a memory had put in


@dataclass(slots=True)
class Tally:
    """What came of one half of the set."""

    kept: int = 0  # fragments written
    right: int = 0  # that somebody would keep
    optional: int = 0
    wanted: int = 0
    found: int = 0
    same_kind: int = 0
    unsupported: int = 0
    never: int = 0  # words that must not be kept, kept
    secrets: int = 0
    injected: int = 0
    entries: int = 0
    seconds: float = 0.0
    by_kind: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    junk: list[str] = field(default_factory=list)


def read(path: Path) -> list[Snippet]:
    """The snippets of one half."""
    try:
        lines = path.read_text("utf-8").splitlines()
        return [_snippet(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, LookupError, TypeError) as wrong:
        raise ReverieError(f"{path.name} is not a labelled set: {wrong}") from wrong


def _snippet(row: Mapping[str, Any]) -> Snippet:
    never = tuple(word.casefold() for word in row.get("never", ()))
    raw = json.dumps(row["entries"], ensure_ascii=False).casefold()
    read = json.dumps([e.text for e in transcript(row).entries], ensure_ascii=False).casefold()
    clean = safety.redact(json.dumps(row["entries"], ensure_ascii=False)).casefold()
    return Snippet(
        id=row["id"],
        lang=row.get("lang", "en"),
        transcript=transcript(row),
        keep=tuple(
            Gold(
                gold["kind"],
                frozenset(gold["entries"]),
                tuple(tuple(word.casefold() for word in each.split("|")) for each in gold["must"]),
                bool(gold.get("optional")),
            )
            for gold in row["keep"]
        ),
        never=never,
        secrets=frozenset(word for word in never if word in raw and word not in clean),
        injected=frozenset(word for word in never if word in raw and word not in read and word in clean),
    )


def transcript(row: Mapping[str, Any]) -> Transcript:
    """The session of a labelled row, as a reader would hand it over."""
    entries = []
    for e in row["entries"]:
        call = Call(id=e["call"]["id"], tool=e["call"]["tool"], input=e["call"]["input"]) if e.get("call") else None
        made = entry(
            e["id"], moment(e["at"]), e["role"], e["text"], speaker=e.get("speaker"), call=call,
            answers=e.get("answers"), failed=bool(e.get("failed")),
        )  # fmt: skip
        if made:
            entries.append(made)
    names = {e.speaker for e in entries if e.role == "user" and e.speaker}
    return Transcript(
        source=f"bench:{row['id']}", space="", trust="user", entries=tuple(entries),
        origin="channel" if len(names) > 1 else "session", owner=row.get("owner"),
    )  # fmt: skip


def tally(snippets: Iterable[Snippet], extractor: Extractor) -> Tally:
    """Observe every snippet by itself, and compare."""
    total = Tally()
    for snippet in snippets:
        started = time.perf_counter()
        seen = notice_in(snippet.transcript, extractor, datetime.now(UTC))
        total.seconds += time.perf_counter() - started
        total.entries += len(snippet.transcript.entries)
        texts = {fragment.id: text for _, text, fragment in seen.references}  # kept as pages the fragments name
        compare(
            total,
            snippet,
            [replace(f, quote=f"{f.quote}\n{texts[f.id]}") if f.id in texts else f for f in seen.fragments],
        )
    return total


def compare(total: Tally, snippet: Snippet, found: Sequence[Fragment]) -> None:
    total.kept += len(found)
    for fragment in found:
        fits = [gold for gold in snippet.keep if gold.fits(fragment)]
        required = [gold for gold in fits if not gold.optional]
        total.right += bool(required)
        total.optional += bool(fits) and not required
        total.same_kind += any(gold.kind == fragment.kind for gold in required)
        if not fits:
            total.junk.append(f"{snippet.id} {fragment.kind}: {fragment.body}")
        total.unsupported += not supported(fragment, snippet.transcript)
        said = f"{fragment.topic}\n{fragment.body}\n{fragment.quote}".casefold()
        total.never += any(word in said for word in snippet.never)
        total.secrets += any(word in said for word in snippet.secrets)
        total.injected += any(word in said for word in snippet.injected)
    for gold in snippet.keep:
        if not gold.optional:
            total.wanted += 1
            hit = any(gold.fits(fragment) for fragment in found)
            total.found += hit
            total.by_kind[f"{gold.kind}{'' if hit else ' missed'}"] += 1
            if not hit:
                total.misses.append(f"{snippet.id} {gold.kind}: {' & '.join('|'.join(w) for w in gold.must)}")


def supported(fragment: Fragment, transcript: Transcript) -> bool:
    """Whether what a fragment says stands in what it cites: its quote is there, and its words come from the entries."""
    entry = next((e for e in transcript.entries if e.id == fragment.entry), None)
    if entry is None or not fragment.quote:
        return False
    everything = " ".join(
        f"{e.text} {json.dumps(dict(e.call.input), ensure_ascii=False) if e.call else ''}" for e in transcript.entries
    )
    words = {word for word in fold(_DATED.sub("", fragment.body)).split() if len(word) > 3}
    there = set(fold(everything).split())
    quoted = " ".join(fragment.quote.split()) in " ".join(everything.split())
    return quoted and (not words or len(words & there) >= _SUPPORTED * len(words))


def run(extractors: Sequence[Extractor], halves: Sequence[str], tell: Tell) -> dict[str, Any]:
    """Everything measured, as it is written to JSON."""
    found: dict[str, Any] = {}
    for ready in (worth.ready, poison.ready, lambda: safety.redact("a password")):  # once in a process, not in a second
        ready()
    for half in halves:
        snippets = read(SETS / f"observe-{half}.jsonl")
        for extractor in extractors:
            tell(f"{half} half: {extractor.name}")
            found.setdefault(half, {})[extractor.name] = _row(tally(snippets, extractor), examples=half not in SEALED)
    return {**report.heading("observe"), "halves": found}


def _row(t: Tally, *, examples: bool = True) -> dict[str, Any]:
    counted = t.kept - t.optional
    row = {
        "fragments": t.kept,
        "precision": _share(t.right, counted),
        "recall": _share(t.found, t.wanted),
        "junk": _share(counted - t.right, t.kept),
        "unsupported": _share(t.unsupported, t.kept),
        "kind_right": _share(t.same_kind, t.right),
        "never_kept": t.never,
        "secrets_leaked": t.secrets,
        "injected_relearned": t.injected,
        "entries_per_s": round(t.entries / t.seconds) if t.seconds else None,
        "by_kind": dict(sorted(t.by_kind.items())),
    }
    return row | {"missed": t.misses, "junk_kept": t.junk} if examples else row


def _share(count: int, total: int) -> dict[str, float | int] | None:
    found = share_of([True] * count + [False] * (total - count))
    return found.json() if found else None


def text(result: Mapping[str, Any]) -> str:
    """The table people read."""
    lines = []
    for half, rows in result["halves"].items():
        for name, row in rows.items():
            told = [
                f"{what} {_percent(row[what])}" for what in ("precision", "recall", "junk", "unsupported", "kind_right")
            ]
            lines.append(f"{half} half, {name}: {', '.join(told)}")
            lines.append(
                f"  {row['fragments']} fragments, {row['never_kept']} that must never be kept, "
                f"{row['secrets_leaked']} secrets leaked, {row['injected_relearned']} injected texts learned again; "
                f"{row['entries_per_s']:,} entries/s"
            )
    return "\n".join(lines)


def _percent(share: Mapping[str, float] | None) -> str:
    if share is None:
        return "–"
    return f"{100 * share['value']:.0f} % ({100 * share['low']:.0f}–{100 * share['high']:.0f})"
