"""LangGraph's long-term store on a vault: each value is a note in a drawer, each namespace a folder of it.

Every put and delete goes through the door. A namespace that begins with `user`, `project`, `channel`, `team` or `agent`
and an id lies in that space, so that no search in one user's namespace touches another's.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from reverie.domain import drawer, space as spaces
from reverie.domain.page import Key, Page
from reverie.errors import ReverieError
from reverie.surfaces.adapters.matching import matches
from reverie.surfaces.adapters.workspace import Where, Workspace, missing, whole

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        get_text_at_path,
        tokenize_path,
    )
except ImportError as wrong:
    raise missing("langgraph", wrong) from wrong

AGENT = "langgraph"
DRAWER = "langgraph"
Namespace = tuple[str, ...]
_RANKED = 2_000  # values that a query puts in order
_READ = 50  # of which so many are read at once


def by_first_label(namespace: Namespace) -> str:
    """The space of a namespace: ("users", "ana", …) is user/ana; whatever names nobody is the agent's own."""
    kind = namespace[0].removesuffix("s") if len(namespace) > 1 else ""
    return whole(f"{kind}/{namespace[1]}") if kind in spaces.KINDS else spaces.OWN


@dataclass(frozen=True, slots=True)
class _Kept:
    """One value as it is kept."""

    page: Page
    namespace: Namespace
    key: str
    value: dict[str, Any]
    created: datetime
    updated: datetime
    ttl: float | None  # minutes after it was last used
    found: bool  # whether a query may find it

    def item(self) -> Item:
        return Item(
            value=self.value, key=self.key, namespace=self.namespace, created_at=self.created, updated_at=self.updated
        )

    def hit(self, score: float | None) -> SearchItem:
        return SearchItem(self.namespace, self.key, self.value, self.created, self.updated, score)


class ReverieStore(BaseStore):
    """A `BaseStore` on a workspace: give it to `builder.compile(store=…)`.

    With `space` everything lies in that one space, for a graph that serves one user; else `spaces` says for each
    namespace where it lies. An item with a `ttl` is not given any more once it has lapsed, and is put away by the next
    change or `sweep_ttl`.
    """

    supports_ttl = True

    def __init__(
        self,
        where: Where,
        *,
        space: str | None = None,
        spaces: Callable[[Namespace], str] = by_first_label,
        agent: str = AGENT,
        ttl: TTLConfig | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__()
        self.ttl_config = ttl
        self._space = space if space is None else whole(space)
        self._spaces = spaces
        self._clock = clock
        self._workspace = Workspace(where, agent=agent, space=space or "")

    def close(self) -> None:
        self._workspace.close()

    # What a store does

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Answer all of these as things stood before, then write what is to be written; of one key the last."""
        results: list[Result] = []
        puts: dict[tuple[Namespace, str], PutOp] = {}
        for op in ops:
            match op:
                case GetOp():
                    kept = self._get(op)
                    results.append(kept.item() if kept else None)
                case SearchOp():
                    results.append(self._search(op))
                case ListNamespacesOp():
                    results.append(self._list(op))
                case PutOp():
                    puts[(op.namespace, op.key)] = op
                    results.append(None)
                case _:
                    raise ValueError(f"Unknown operation type: {type(op)}")
        if puts:
            self._put(list(puts.values()))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def sweep_ttl(self) -> int:
        """Put away what has lapsed; how many that were."""
        lapsed = [kept for space in self._every() for kept in self._kept(space, ()) if self._lapsed(kept)]
        for space in {kept.page.key.space for kept in lapsed}:
            pages = [kept.page for kept in lapsed if kept.page.key.space == space]
            with self._workspace.changing() as memory:
                memory.keep_notes([], pages, because=f"{len(pages)} lapsed values")
        return len(lapsed)

    # Looking

    def _get(self, op: GetOp) -> _Kept | None:
        page = self._workspace.reader.note(_place(op.namespace, op.key), space=self._of(op.namespace))
        kept = _read(page) if page and not page.retired else None
        if kept is None or self._lapsed(kept):
            return None
        self._used([kept], refresh=op.refresh_ttl)
        return kept

    def _search(self, op: SearchOp) -> list[SearchItem]:
        """What fits, the nearest to the query first, then what no query finds; only as many are read as needed."""
        wanted = op.offset + op.limit
        near = self._near(op) if op.query else {}
        found: list[tuple[_Kept, float | None]] = []
        for some in _batches(near, _READ):
            pages = self._workspace.reader.vault.pages(some)
            found += [
                (k, near[k.page.key]) for page in pages.values() if (k := _read(page)) and k.found and self._fits(k, op)
            ]
            if len(found) >= wanted:
                break
        if len(found) < wanted:
            scored = {kept.page.key for kept, _ in found}
            every = (kept for s in self._where(op.namespace_prefix) for kept in self._kept(s, op.namespace_prefix))
            rest = [kept for kept in every if kept.page.key not in scored and self._fits(kept, op)]
            found += [(kept, None) for kept in sorted(rest, key=lambda kept: (kept.created, kept.page.key))]
        given = found[op.offset : wanted]
        self._used([kept for kept, _ in given], refresh=op.refresh_ttl)
        return [kept.hit(score) for kept, score in given]

    def _fits(self, kept: _Kept, op: SearchOp) -> bool:
        return matches(kept.value, op.filter or {}) and not self._lapsed(kept)

    def _near(self, op: SearchOp) -> dict[Key, float]:
        """How near what lies there is to the query, the nearest first."""
        found: dict[Key, float] = {}
        begins = drawer.within(DRAWER, *op.namespace_prefix)
        for space in self._where(op.namespace_prefix):
            found |= self._workspace.reader.nearest(op.query or "", space=space, begins=begins, k=_RANKED)
        return dict(sorted(found.items(), key=lambda row: -row[1]))

    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        conditions = op.match_conditions or ()
        begin = next((c.path for c in conditions if c.match_type == "prefix" and "*" not in c.path), ())
        every = {kept.namespace for s in self._where(begin) for kept in self._kept(s, begin) if not self._lapsed(kept)}
        fitting = {namespace[: op.max_depth] for namespace in every if all(_fits(c, namespace) for c in conditions)}
        return sorted(fitting)[op.offset : op.offset + op.limit]

    def _kept(self, space: str, prefix: Namespace) -> Iterator[_Kept]:
        for page in self._workspace.reader.notes(drawer.within(DRAWER, *prefix), space=space):
            if kept := _read(page):
                yield kept

    def _of(self, namespace: Namespace) -> str:
        return self._spaces(namespace) if self._space is None else self._space

    def _where(self, prefix: Namespace) -> Sequence[str]:
        """The spaces in which namespaces that begin so may lie."""
        if self._space is not None:
            return [self._space]
        if self._spaces is by_first_label and (len(prefix) > 1 or (prefix and not _names_a_kind(prefix[0]))):
            return [by_first_label(prefix)]
        return self._every()

    def _every(self) -> Sequence[str]:
        return [self._space] if self._space is not None else [spaces.OWN, *self._workspace.reader.spaces()]

    # Changing

    def _put(self, ops: Sequence[PutOp]) -> None:
        now = self._clock()
        by_space: dict[str, list[PutOp]] = {}
        for op in ops:
            by_space.setdefault(self._of(op.namespace), []).append(op)
        for space, some in by_space.items():
            with self._workspace.changing() as memory:
                written, gone = [], []
                for n, op in enumerate(some):
                    before = memory.note(_place(op.namespace, op.key), space=space)
                    if op.value is not None:
                        written.append((_page(op, space, before, now + timedelta(microseconds=n)), before))
                    elif before and not before.retired:
                        gone.append(before)
                memory.keep_notes(written, gone, because=_because(some))

    def _lapsed(self, kept: _Kept) -> bool:
        if kept.ttl is None:
            return False
        use = self._workspace.reader.usage.of([kept.page.key])[kept.page.key]
        last = max(kept.updated, use.accessed or kept.updated)
        return self._clock() >= last + timedelta(minutes=kept.ttl)

    def _used(self, some: Sequence[_Kept], *, refresh: bool) -> None:
        """Reading makes what may lapse last longer; that is usage, and no page is changed for it."""
        keys = [kept.page.key for kept in some if kept.ttl is not None]
        if refresh and keys:
            self._workspace.reader.usage.accessed(keys, self._clock())


def _batches(keys: Iterable[Key], size: int) -> Iterator[list[Key]]:
    left = list(keys)
    for start in range(0, len(left), size):
        yield left[start : start + size]


def _names_a_kind(label: str) -> bool:
    return label.removesuffix("s") in spaces.KINDS


def _place(namespace: Namespace, key: str) -> str:
    return drawer.place(DRAWER, *namespace, f"{key}.md")


def _page(op: PutOp, space: str, before: Page | None, now: datetime) -> Page:
    """The note of a value: on top the value itself, below it the words by which it may be found."""
    old = _read(before) if before and not before.retired else None
    told = {
        "namespace": list(op.namespace), "key": op.key, "value": dict(op.value or {}),
        "created": (old.created if old else now).isoformat(), "updated": now.isoformat(),
        "ttl": op.ttl, "found": op.index is not False,
    }  # fmt: skip
    body = "" if op.index is False else "\n".join(_words(op))
    try:
        text = drawer.text(told, f"{'/'.join(op.namespace)}/{op.key}", f"{body}\n")
    except (TypeError, ValueError) as wrong:
        raise ReverieError(f"{op.key!r} holds what JSON cannot say ({wrong}); nothing was written") from wrong
    return Page(key=Key(space, "note", _place(op.namespace, op.key)), text=text)


def _words(op: PutOp) -> Iterator[str]:
    if op.index:
        for path in op.index:
            yield from get_text_at_path(op.value, tokenize_path(path))
    else:
        yield from _said(op.value)


def _said(value: Any, name: str = "") -> Iterator[str]:
    """A value in lines that people can read."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _said(each, str(key))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _said(each, name)
    elif value is not None:
        told = value if isinstance(value, str) else json.dumps(value, default=str)
        yield f"{name}: {told}" if name else told


def _read(page: Page | None) -> _Kept | None:
    """What a note holds; None when somebody has made something else of it by hand."""
    told = drawer.told(page.text) if page else {}
    try:
        return _Kept(
            page=page, namespace=tuple(told["namespace"]), key=told["key"], value=told["value"],
            created=datetime.fromisoformat(told["created"]), updated=datetime.fromisoformat(told["updated"]),
            ttl=told["ttl"], found=told["found"],
        ) if page else None  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None


def _fits(condition: MatchCondition, namespace: Namespace) -> bool:
    path = condition.path
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[-len(path) :]
    return len(part) == len(path) and all(want in ("*", have) for want, have in zip(path, part, strict=True))


def _because(ops: Sequence[PutOp]) -> str:
    first = f"{'/'.join(ops[0].namespace)}/{ops[0].key}"
    verb = "put" if ops[0].value is not None else "deleted"
    return f"{verb} {first}" + (f" and {len(ops) - 1} more" if len(ops) > 1 else "")
