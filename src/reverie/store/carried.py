"""What a bundle carries when asked to: how things were used, and turns of sessions. Neither is part of the vault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, get_args

from reverie.domain.page import Key
from reverie.domain.tombstone import Tombstones
from reverie.domain.transcript import Entry, Role, Transcript
from reverie.domain.usage import Use
from reverie.errors import BundleRefused
from reverie.store.archive import Archive
from reverie.store.state import State
from reverie.store.usage import Usage

_SOME = 2_000  # turns at once


def used(usage: Usage) -> Iterator[dict[str, Any]]:
    """Every count of use, in order."""
    for key, use in usage.surely().items():
        yield {
            "space": key.space, "kind": key.kind, "slug": key.slug, "accesses": use.accesses,
            "accessed": _iso(use.accessed), "recalls": use.recalls, "score": use.score, "recalled": _iso(use.recalled),
        }  # fmt: skip


def learn_use(rows: Iterable[Mapping[str, Any]], usage: Usage, state: State) -> int:
    """Take in counts of use of what is here; of two for one thing the greater and the later stay. Returns how many."""
    try:
        found = {
            Key(str(row["space"]), row["kind"], str(row["slug"])): Use(
                accesses=int(row["accesses"]), accessed=_time(row["accessed"]), recalls=int(row["recalls"]),
                score=float(row["score"]), recalled=_time(row["recalled"]),
            )
            for row in rows
        }  # fmt: skip
    except (LookupError, TypeError, ValueError) as wrong:
        raise BundleRefused(f"the counts of use in the bundle do not make sense ({wrong})") from wrong
    here = {key: use for key, use in found.items() if _stands(key, state)}
    return len(here) if usage.learn(here) else 0


def _stands(key: Key, state: State) -> bool:
    return state.space_of(key.slug) is not None if key.kind == "fragment" else state.last_path(key) is not None


def archived(archive: Archive) -> Iterator[dict[str, Any]]:
    """Every turn that is kept, session by session, in order."""
    kept = 0
    rows: list[dict[str, Any]] = []
    while True:
        found = archive.changes(kept, 0 if not kept else archive.ends()[2], _SOME)
        rows += [
            {"space": t.space, "session": t.session, "id": t.id, "at": t.at.isoformat(), "role": t.role,
             "speaker": t.speaker, "position": t.position, "text": t.text}
            for t in found.turns
        ]  # fmt: skip
        if not found.more:
            break
        kept = found.kept
    yield from sorted(rows, key=lambda row: (row["space"], row["session"], row["position"]))


def learn_turns(rows: Iterable[Mapping[str, Any]], archive: Archive, stones: Tombstones) -> int:
    """Take in turns, redacted once more; those that are kept already stay, and those that were deleted for good are
    left out. Returns how many were new."""
    sessions: dict[tuple[str, str], list[Entry]] = {}
    try:
        for row in rows:
            if row["role"] not in get_args(Role):
                raise ValueError(f"nobody is called {row['role']!r}")
            entry = Entry(
                id=str(row["id"]), at=datetime.fromisoformat(row["at"]), role=row["role"], text=str(row["text"]),
                speaker=row["speaker"],
            )  # fmt: skip
            if not stones.bars_entry(str(row["session"]), entry):
                sessions.setdefault((str(row["space"]), str(row["session"])), []).append(entry)
    except (LookupError, TypeError, ValueError) as wrong:
        raise BundleRefused(f"the turns in the bundle do not make sense ({wrong})") from wrong
    return sum(
        archive.keep(Transcript(source=name, space=space, trust="user", entries=tuple(entries)))
        for (space, name), entries in sessions.items()
    )


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _time(said: Any) -> datetime | None:
    return datetime.fromisoformat(said) if said else None
