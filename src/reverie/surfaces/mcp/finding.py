"""What an agent reads: searches, pages with their proof, the graph; and what ChatGPT's connectors ask for."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import click

from reverie.domain import space as spaces
from reverie.domain.audit import one_line
from reverie.domain.fence import CUT, NOTICE, block, cut, fenced, inert
from reverie.domain.graph import Relation
from reverie.domain.text import fold, tokens
from reverie.errors import NotFound, ReverieError
from reverie.retrieval.recall import Hit
from reverie.retrieval.walk import Neighbourhood
from reverie.surfaces.mcp import shown
from reverie.surfaces.mcp.shown import Shown
from reverie.surfaces.mcp.tool import Asked, Said
from reverie.surfaces.present.graph import relation_json, relation_text
from reverie.surfaces.present.style import count

if TYPE_CHECKING:
    from reverie.memory import Memory

SEARCH = 2_500  # tokens that the hits of a search may cost together
HIT = 200  # tokens of one hit; `memory_get` gives the rest
GET = 4_000  # tokens of one page; beyond it the answer says where to go on
QUOTES, QUOTE = 5, 300  # the words that prove it: how many, how many characters of each
LINKS, ENTITIES = 40, 30  # relations and names shown at once
MENTIONED = 3  # entities of one question
LIMIT = 8  # hits, unless more or fewer are asked for
DEPTH = 2  # hops, likewise


def search(memory: Memory, space: str, asked: Asked) -> Said:
    answer = memory.recall(
        asked["query"], space=space, k=asked.get("limit", LIMIT), as_of=_moment(_day(asked, "as_of"))
    )
    if not answer.hits:
        return Said(block(f"Nothing relevant: {inert(answer.reason)}."), _found([], answer.reason))
    fields: list[dict[str, Any]] = []
    lines: list[str] = []
    left = SEARCH
    for number, hit in enumerate(answer.hits, 1):
        text = _excerpt(hit)
        label = f"{number}. {_of_hit(hit).label} · {hit.score:.2f}"
        left -= tokens(label) + tokens(text)
        if left < 0 and fields:
            break
        lines += [label, *(f"   {line}" for line in inert(text).splitlines())]
        fields.append({**_of_hit(hit).facts(), "score": round(hit.score, 2), "text": fenced(text)})
    more = len(answer.hits) - len(fields)
    lines += [f"({count(more, 'more hit')} did not fit; ask for something narrower.)"] if more else []
    return Said(block("\n".join(lines)), _found(fields, ""))


def _found(hits: list[dict[str, Any]], reason: str) -> dict[str, Any]:
    return {"notice": NOTICE, "hits": hits, "reason": inert(reason)}


def _of_hit(hit: Hit) -> Shown:
    lines = f" lines {hit.lines[0]}-{hit.lines[1]}" if hit.lines else ""
    return Shown(
        name=hit.handle, title=hit.title, kind=hit.key.kind + lines, text=hit.text, trust=hit.trust, date=hit.date,
        strength=hit.strength,
    )  # fmt: skip


def _excerpt(hit: Hit) -> str:
    said = f"{hit.speaker}: {hit.text}" if hit.speaker and hit.key.kind == "turn" else hit.text
    text = "\n".join(line for line in shown.with_title(hit.key.kind, hit.title, said).splitlines() if line.strip(" #"))
    beginning = cut(text, HIT)
    return beginning + CUT if len(beginning) < len(text) else text


def get(memory: Memory, space: str, asked: Asked) -> Said:
    found = shown.look_up(memory, space, asked["handle"])
    start = asked.get("offset", 0)
    part = cut(found.text[start:], GET)
    goes_on = start + len(part) if start + len(part) < len(found.text) else 0
    quotes = [shown.quoted(f, QUOTE) for f in found.evidence[-QUOTES:]] if not start else []
    lines = [found.label, inert(part)]
    lines += [f"(It goes on: memory_get with offset {goes_on}.)"] if goes_on else []
    lines += ["Proven by:", *map(shown.quote_line, quotes)] if quotes else []
    fields = {
        "notice": NOTICE,
        **found.facts(),
        "text": fenced(part),
        "next_offset": goes_on,
        "evidence": [{**quote, "quote": fenced(quote["quote"])} for quote in quotes],
        "superseded": found.superseded,
    }
    return Said(block("\n".join(lines)), fields)


def _moment(day: date | None) -> datetime | None:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) if day else None


def graph(memory: Memory, space: str, asked: Asked) -> Said:
    """An entity and its links; with `*`, the entities there are."""
    name = asked["query"].strip()
    if name == "*":
        return _entities(memory, space, asked.get("type", ""))
    found = _around(memory, space, name, asked.get("depth", DEPTH), _day(asked, "valid_at"))
    about = [shown.of_pages(name, [f.entity]) for f in found if f.entity]
    texts = [cut(one.text, 2 * HIT) for one in about]
    relations = [link for f in found for link in f.relations][:LINKS]
    lines = [line for one, text in zip(about, texts, strict=True) for line in (one.label, inert(text))]
    lines += ["Links:" if relations else "No links."]
    lines += [f"{'  ' * hops}{inert(click.unstyle(relation_text(r)))}" for hops, r in relations]
    fields = {
        "notice": NOTICE,
        "entities": [{**one.facts(), "text": fenced(text)} for one, text in zip(about, texts, strict=True)],
        "relations": [_relation(hops, r) for hops, r in relations],
    }
    return Said(block("\n".join(lines)), fields)


def _around(memory: Memory, space: str, name: str, depth: int, day: date | None) -> list[Neighbourhood]:
    """The entity of that name in each space that has it; else those that the words mention."""
    found: list[Neighbourhood] = []
    for where in spaces.chain(space):
        try:
            found.append(memory.graph(name, space=where, depth=depth, valid_at=day))
        except NotFound as wrong:
            missing = wrong
    words = f" {fold(name)} "
    known = () if found else memory.entities(space=space)
    mentioned = [key for key, title in known if f" {fold(title)} " in words][:MENTIONED]
    found += [memory.graph(key.slug, space=key.space, depth=depth, valid_at=day) for key in mentioned]
    if not found:
        raise missing
    return found


def _relation(hops: int, relation: Relation) -> dict[str, Any]:
    return {"hops": hops, **{name: value or "" for name, value in relation_json(relation).items()}}


def _entities(memory: Memory, space: str, kind: str) -> Said:
    rows = [(key, title) for key, title in memory.entities(space=space) if not kind or key.slug.startswith(f"{kind}--")]
    some = [(key, one_line(title, 80)) for key, title in rows[:ENTITIES]]
    lines = [f"[{key.handle}] {inert(title)} ({key.slug})" for key, title in some]
    lines += [f"({len(rows) - len(some):,} more; ask for one by name.)"] if len(rows) > len(some) else []
    listed = [{"handle": key.handle, "kind": key.slug.partition("--")[0], "text": fenced(title)} for key, title in some]
    fields = {"notice": NOTICE, "entities": listed, "relations": []}
    return Said(block("\n".join(lines) or "No entities yet."), fields)


def _day(asked: Asked, name: str) -> date | None:
    said = asked.get(name)
    try:
        return datetime.fromisoformat(said).date() if said else None
    except ValueError:
        raise ReverieError(f"{name} must be a day such as 2026-11-16, not {str(said)[:40]!r}") from None


def connector_search(memory: Memory, space: str, asked: Asked) -> Said:
    """The ids of what is found, as ChatGPT wants them."""
    answer = memory.recall(asked["query"], space=space)
    results = [
        {"id": hit.handle, "title": inert(one_line(_excerpt(hit), 120)), "url": shown.SCHEME + hit.handle}
        for hit in answer.hits
    ]
    return _as_json({"results": results})


def connector_fetch(memory: Memory, space: str, asked: Asked) -> Said:
    """What has an id, as ChatGPT wants it."""
    found = shown.look_up(memory, space, asked["id"])
    text = block(f"{found.label}\n{inert(cut(found.text, GET))}")
    about = {name: value for name, value in found.facts().items() if name != "handle"}
    return _as_json(
        {
            "id": found.name,
            "title": inert(one_line(found.title, 120)),
            "text": text,
            "url": shown.SCHEME + found.name,
            "metadata": about,
        }
    )


def _as_json(fields: dict[str, Any]) -> Said:
    return Said(json.dumps(fields, ensure_ascii=False), fields)
