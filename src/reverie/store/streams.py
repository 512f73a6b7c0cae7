"""Streams: one JSON object a line, append-only, chained by hash. Reads TypeClaw's lines as they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, get_args

from reverie.domain.fragment import NOTICED, TRUST_ORDER, Fragment, FragmentKind, Watermark

_KINDS = get_args(FragmentKind)
_KNOWN = frozenset(
    ("type", "id", "ts", "source", "entry", "topic", "body", "kind", "quote", "seen", "trust", "confidence",
     "base", "tags", "entities", "relations", "references", "who", "actor", "host", "project", "session", "prev")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a stream: where it stands and what it says; `event` is None when it is unreadable."""

    offset: int
    length: int
    number: int
    event: Fragment | Watermark | None
    why: str = ""


def chain_hash(line: bytes) -> str:
    """What the next line carries as `prev`."""
    return hashlib.sha256(line.rstrip(b"\n")).hexdigest()[:32]


def encode(events: Sequence[Fragment | Watermark], prev: str) -> bytes:
    """The lines to append after one whose hash is `prev`."""
    out = b""
    for event in events:
        data = _fragment_json(event) if isinstance(event, Fragment) else _watermark_json(event)
        data["prev"] = prev
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
        prev = chain_hash(line)
        out += line
    return out


def tail_hash(content: bytes) -> str:
    """The hash that the next line appended to this stream carries; empty for the first."""
    lines = content.rstrip(b"\n").rsplit(b"\n", 1)
    return chain_hash(lines[-1]) if lines[-1] else ""


def parse(content: bytes, *, space: str, day: date, offset: int = 0, number: int = 1) -> Iterator[Line]:
    """Every line with what it says. Blank lines are passed over; nothing raises."""
    for raw in _lines(content):
        if raw.strip():
            event, why = _event(raw, space, day)
            yield Line(offset, len(raw), number, event, why)
        offset += len(raw)
        number += 1


def _lines(content: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(content):
        end = content.find(b"\n", start) + 1 or len(content)
        yield content[start:end]
        start = end


def _event(raw: bytes, space: str, day: date) -> tuple[Fragment | Watermark | None, str]:
    try:
        data = json.loads(raw.decode("utf-8"))
        if b"\\ud" in raw.lower():
            json.dumps(data, ensure_ascii=False).encode("utf-8")  # half a character fits into no file
        if not isinstance(data, dict):
            return None, "is not a JSON object"
        match data.get("type"):
            case "fragment":
                return _fragment(data, space, day), ""
            case "watermark":
                return Watermark(
                    id=_text(data, "id"),
                    ts=_time(data),
                    source=_text(data, "source"),
                    entry=_text(data, "entry"),
                ), ""
            case "legacy_prose":
                return _legacy(data, space, day), ""
            case other:
                return None, f"has the unknown type {str(other)[:40]!r}"
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        return None, "is not JSON"
    except (KeyError, TypeError, ValueError, OverflowError) as wrong:
        return None, f"lacks or garbles a field ({str(wrong)[:80]})"


def _fragment(data: dict[str, Any], space: str, day: date) -> Fragment:
    kind: Any = data.get("kind")
    trust: Any = data.get("trust")
    confidence: Any = data.get("confidence")
    base = data.get("base", NOTICED)
    seen = data.get("seen")
    return Fragment(
        id=_text(data, "id"),
        ts=_time(data),
        day=day,
        space=space,
        source=_text(data, "source"),
        entry=_text(data, "entry"),
        topic=_optional(data.get("topic")) or "",
        body=_words(data, "body"),
        kind=kind if kind in _KINDS else "fact",
        quote=_optional(data.get("quote")) or "",
        seen=datetime.fromisoformat(seen) if isinstance(seen, str) else None,
        trust=trust if trust in TRUST_ORDER else "agent",
        confidence=confidence if confidence in ("high", "medium", "low") else "medium",
        base=float(base) if isinstance(base, int | float) else NOTICED,
        tags=_strings(data.get("tags")),
        entities=_strings(data.get("entities")),
        relations=_triples(data.get("relations")),
        references=_strings(data.get("references")),
        who=_optional(data.get("who")),
        actor=_optional(data.get("actor")),
        host=_optional(data.get("host")),
        project=_optional(data.get("project")),
        session=_optional(data.get("session")),
        extra={key: value for key, value in data.items() if key not in _KNOWN},
    )


def _legacy(data: dict[str, Any], space: str, day: date) -> Fragment:
    """TypeClaw's migrated prose has no id of its own; its text gives it one."""
    text = _words(data, "text")
    if data.get("origin") != "migration":
        raise ValueError("legacy_prose not from a migration")
    name = "legacy-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return Fragment(id=name, ts=_time(data), day=day, space=space, source="migration", entry=name, topic="", body=text)


def _fragment_json(f: Fragment) -> dict[str, Any]:
    data: dict[str, Any] = {
        "type": "fragment",
        "id": f.id,
        "ts": _iso(f.ts),
        "source": f.source,
        "entry": f.entry,
        "topic": f.topic,
        "body": f.body,
        "kind": f.kind,
        "quote": f.quote,
        "seen": _iso(f.seen) if f.seen else None,
        "trust": f.trust,
        "confidence": f.confidence,
        "base": f.base,
        "tags": list(f.tags),
        "entities": list(f.entities),
        "relations": [list(r) for r in f.relations],
        "references": list(f.references),
        "who": f.who,
        "actor": f.actor,
        "host": f.host,
        "project": f.project,
        "session": f.session,
    }
    told = {key: value for key, value in data.items() if value not in (None, [], "") or key in ("topic", "body")}
    return {**told, **f.extra}


def _watermark_json(w: Watermark) -> dict[str, Any]:
    return {"type": "watermark", "id": w.id, "ts": _iso(w.ts), "source": w.source, "entry": w.entry}


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _time(data: dict[str, Any]) -> datetime:
    at = datetime.fromisoformat(data["ts"])
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _text(data: dict[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str) or not value:
        raise ValueError(f"{key} is not text")
    return value


def _words(data: dict[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise ValueError(f"{key} is not text")
    return value


def _strings(value: Any) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def _triples(value: Any) -> tuple[tuple[str, str, str], ...]:
    rows = value if isinstance(value, list) else []
    return tuple((r[0], r[1], r[2]) for r in rows if isinstance(r, list) and len(r) == 3 and _strings(r) == tuple(r))


def _optional(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
