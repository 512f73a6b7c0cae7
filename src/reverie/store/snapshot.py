"""How far each page has faded; and meta/decay-scores.json, which tells it in the Moltbot design's words once a day."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from reverie.domain import decay
from reverie.domain.page import Key
from reverie.domain.usage import Use, decay_of
from reverie.store import layout
from reverie.store.disk import Disk
from reverie.store.sqlite import SqliteIndex
from reverie.store.usage import Usage

PATH = "memory/meta/decay-scores.json"
_OPENING = b'{\n  "_rendered": "by Reverie'


class Score(NamedTuple):
    """Where a page stands on the forgetting curve, and what put it there."""

    key: Key
    base: float
    since: date  # of its newest citation; of one that cites nothing, today
    pinned: bool
    use: Use
    value: float

    def idle(self, now: datetime) -> int:
        """Days since it was last told of or used."""
        told = datetime.combine(self.since, time.min, UTC)
        return max(0, (now - max(told, self.use.accessed or told)).days)

    @property
    def status(self) -> decay.Status:
        return decay.status(self.value)


def scores(index: SqliteIndex, uses: Mapping[Key, Use], now: datetime) -> Iterator[Score]:
    """Every page that is shown, with its score."""
    for key, base, day, pinned in index.standing_pages():
        use, since = uses.get(key, Use()), day or now.astimezone(UTC).date()
        yield Score(key, base, since, pinned, use, decay_of(base, use, key.kind, since, now, pinned))


def standing(index: SqliteIndex, usage: Usage, space: str, now: datetime) -> Iterator[tuple[Key, float, int]]:
    """The pages of a space with their scores, and the days since they were last told of or used."""
    for score in scores(index, usage.all(), now):
        if score.key.space == space:
            yield score.key, score.value, score.idle(now)


def snapshot(disk: Disk, found: Iterable[Score], now: datetime, *, again: bool = False) -> bool:
    """Write the scores down, unless today's are there (but `again`) or the file is somebody's own; whether it was."""
    known = disk.read(PATH, 0, 400)
    today = now.astimezone(UTC).date().isoformat()
    if known is not None and (not known.startswith(_OPENING) or (today.encode() in known and not again)):
        return False
    entries = {
        str(score.key): {
            "base_relevance": score.base,
            "last_accessed": score.use.accessed.isoformat() if score.use.accessed else None,
            "access_count": score.use.accesses,
            "type_weight": decay.WEIGHTS[score.key.kind],
            "current_score": round(score.value, 4),
            "status": score.status,
            "pinned": score.pinned,
            "recalls": score.use.recalls,
            "recall_score": round(score.use.score, 4),
        }
        for score in found
    }
    told = {
        "_rendered": "by Reverie for people to read; edits here are overwritten",
        "version": 1,
        "last_updated": now.astimezone(UTC).isoformat(timespec="seconds"),
        "entries": entries,
    }
    draft = f"{layout.TMP}/rendering"
    disk.folder(PATH.rpartition("/")[0])
    disk.write(draft, json.dumps(told, ensure_ascii=False, indent=2).encode("utf-8", "replace") + b"\n")
    disk.replace(draft, PATH)
    return True
