"""How an answer looks: its hits, and with `explain` what the question was taken for and why each hit came."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reverie.domain.audit import one_line
from reverie.surfaces.present.style import WIDTH, bold, dim, handle, in_lines

if TYPE_CHECKING:
    from reverie.retrieval.recall import Answer, Hit


def hit_json(hit: Hit) -> dict[str, Any]:
    return {
        "handle": hit.handle,
        "kind": hit.key.kind,
        "space": hit.key.space,
        "slug": hit.key.slug,
        "title": hit.title,
        "text": hit.text,
        "date": hit.date.isoformat() if hit.date else None,
        "score": hit.score,
        "strength": hit.strength,
        "trust": hit.trust,
        "citations": [str(c) for c in hit.citations],
        "pinned": hit.pinned,
        "retired": hit.retired,
        "matched": list(hit.matched),
        "speaker": hit.speaker,
        "lines": list(hit.lines) if hit.lines else None,
    }


def answer_json(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    data = {
        "hits": [hit_json(hit) for hit in answer.hits],
        "terms": list(answer.terms),
        "tier": answer.tier,
        "likely": answer.likely,
        "reason": answer.reason,
    }
    if explain:
        data["question"] = question_json(answer)
        for shown, hit in zip(data["hits"], answer.hits, strict=True):  # type: ignore[call-overload]
            shown["explain"] = {
                "log_odds": dict(hit.parts), "factors": dict(hit.factors), "via": _via(hit),
                "through": str(hit.through) if hit.through else None,
            }  # fmt: skip
    return data


def question_json(answer: Answer) -> dict[str, Any]:
    """The question as each lane saw it."""
    asked, words = answer.question, answer.words
    if asked is None or words is None:
        return {}
    return {
        "words": {
            term: {"passages": count, "weight": round(words.weights.get(term, 0.0), 3)}
            for term, count in words.counts.items()
        },
        "unknown": list(words.unknown),
        "meaning": asked.bare.encode("utf-8", "replace").decode() if answer.tier == "full" else None,
        "embedder": answer.embedder,
        "speakers": list(asked.speakers),
        "entities": {said: [key.slug for key in keys] for said, keys in answer.entities.items()},
        "respelt": dict(answer.respelt),
        "times": [
            {
                "words": s.words,
                "from": s.start.isoformat() if s.start else None,
                "until": s.end.isoformat() if s.end else None,
                "from_now": s.relative,
            }
            for s in asked.spans
        ],
        "wants": sorted(asked.wants),
        "cut": asked.cut,
    }


def _via(hit: Hit) -> str | None:
    return f"{hit.via} {hit.via.handle}" if hit.via else None


def answer_text(answer: Answer, *, explain: bool = False) -> str:
    parts = [_question_text(answer)] if explain else []
    if answer.hits:
        parts += [hit_text(hit, n, explain=explain) for n, hit in enumerate(answer.hits, 1)]
    else:
        parts.append(f"{bold('Nothing relevant')}: {answer.reason}.")
    return "\n".join(parts)


def _question_text(answer: Answer) -> str:
    data = question_json(answer)
    if not data:
        return ""
    words = ", ".join(f"{t} ({w['passages']}, {w['weight']:.1f})" for t, w in data["words"].items() if w["passages"])
    times = ", ".join(f"{t['words']}: {t['from'] or '…'} to {t['until'] or '…'}" for t in data["times"])
    rows = {
        "tier": answer.tier + (f", {data['embedder']}" if data["embedder"] else ""),
        "words": f"{words or 'none known'} (passages, weight)",
        "unknown": ", ".join(data["unknown"]),
        "meaning": data["meaning"],
        "speakers": ", ".join(data["speakers"]),
        "entities": ", ".join(f"{said} ({' or '.join(slugs)})" for said, slugs in data["entities"].items()),
        "times": times,
        "wants": ", ".join(data["wants"]),
        "likely": f"{answer.likely:.2f} that anything here answers it",
    }
    return in_lines([f"{bold(name):<10} {one_line(str(value), 200)}" for name, value in rows.items() if value])


def hit_text(hit: Hit, number: int, *, explain: bool = False) -> str:
    facts = [
        hit.key.kind + (f" lines {hit.lines[0]}–{hit.lines[1]}" if hit.lines else ""),
        *([hit.speaker] if hit.speaker else []),
        hit.strength,
        hit.date.isoformat() if hit.date else "undated",
        f"trust {hit.trust}",
    ]
    facts += [f"space {hit.key.space}"] if hit.key.space else []
    facts += ["pinned"] if hit.pinned else []
    facts += [f"retired {hit.retired}"] if hit.retired else []
    body = [one_line(line, WIDTH) for line in hit.text.splitlines() if line.strip(" #") and line[:1] != "#"][:4]
    if hit.key.kind in ("entity", "skill", "core", "reference", "note"):
        body.insert(0, one_line(hit.title, WIDTH))
    first = body[0] if body else one_line(hit.title, WIDTH)
    return in_lines(
        [
            f"{number:>2}. {bold(first)}",
            *(f"    {line}" for line in body[1:]),
            f"    {handle(hit.handle)} {dim(' · '.join(facts) + f' · {hit.score:.2f}')}",
            *(_reasons(hit) if explain else ()),
        ]
    )


def _reasons(hit: Hit) -> list[str]:
    """What each signal gave in log-odds, most first; what multiplied the odds; whose words found it."""
    parts = sorted(hit.parts.items(), key=lambda part: -abs(part[1]))
    rows = ["because " + ", ".join(f"{name} {value:+.2f}" for name, value in parts)]
    if hit.factors:
        rows.append("times " + ", ".join(f"{name} {value:.2f}" for name, value in hit.factors.items()))
    if hit.matched:
        rows.append("words " + ", ".join(hit.matched))
    if hit.via:
        rows.append(f"found by {_via(hit)}")
    if hit.through:
        rows.append(f"by way of {hit.through.slug}")
    return [dim(f"    {row}") for row in rows]
