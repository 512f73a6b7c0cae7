"""meta/decay-scores.json: how far each page has faded, in the Moltbot design's words. Rendered once a day."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from reverie.domain import decay
from reverie.domain.usage import Use, decay_of
from reverie.store import layout
from reverie.store.disk import Disk
from reverie.store.sqlite import SqliteIndex
from reverie.store.usage import Usage

PATH = "memory/meta/decay-scores.json"
_OPENING = b'{\n  "_rendered": "by Reverie'


def snapshot(disk: Disk, index: SqliteIndex, usage: Usage, now: datetime) -> bool:
    """Write the scores anew, unless today's are there or the file is somebody's own; whether it was written."""
    known = disk.read(PATH, 0, 400)
    today = now.astimezone(UTC).date().isoformat()
    if known is not None and (not known.startswith(_OPENING) or today.encode() in known):
        return False
    uses = usage.all()
    entries = {}
    for key, base, day, pinned in index.standing_pages():
        use = uses.get(key, Use())
        score = decay_of(base, use, key.kind, day or now.date(), now, pinned)
        entries[str(key)] = {
            "base_relevance": base,
            "last_accessed": use.accessed.isoformat() if use.accessed else None,
            "access_count": use.accesses,
            "type_weight": decay.WEIGHTS[key.kind],
            "current_score": round(score, 4),
            "status": decay.status(score),
            "pinned": pinned,
            "recalls": use.recalls,
            "recall_score": round(use.score, 4),
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
