"""Memory in the shape of mem0's open-source `Memory`: its methods, arguments and answers, on a vault. Needs no extra.

What `add` is told is observed and dreamed as any conversation, offline unless a model is set; a memory is a belief with
its evidence. A user's memory lies in that user's space. `delete` forgets softly, `history` is the audit trail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from reverie import memory as memories
from reverie.domain import drawer, space as spaces
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.small_talk import trivial
from reverie.errors import NotFound, ReverieError, VaultBusy
from reverie.loop.begin import new_id
from reverie.retrieval.recall import MOST
from reverie.store.base import AuditFilter
from reverie.surfaces.adapters import spoken
from reverie.surfaces.adapters.matching import fits
from reverie.surfaces.adapters.workspace import Where, Workspace

AGENT = "mem0"
DRAWER = "mem0"
_IDS = ("user_id", "agent_id", "run_id")
_KEPT = frozenset({*_IDS, "actor_id", "role", "attributed_to", "expiration_date"})  # told beside metadata, not in it
_KINDS = ("belief", "skill", "fragment")
_LISTED = 1_000_000
_UNSET = object()


@dataclass(frozen=True, slots=True)
class _About:
    """What the program told of a memory beside its words."""

    ids: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    expires: str | None = None


class Memory:
    """mem0's `Memory` on a workspace. Two differences: an `id` is a handle, and what was added for a user is found by
    that user's id only, never by an agent's or a run's alone."""

    def __init__(self, where: Where) -> None:
        self._workspace = Workspace(where, agent=AGENT)

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Memory:
        """With `{"workspace": folder}`; what else mem0 would be told is not needed."""
        if "workspace" not in config_dict:
            raise ReverieError("the config names no workspace: Memory.from_config({'workspace': folder})")
        return cls(config_dict["workspace"])

    def close(self) -> None:
        self._workspace.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Telling

    def add(
        self,
        messages: Any,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        timestamp: Any = None,
        expiration_date: Any = None,
        infer: bool = True,
        memory_type: str | None = None,
        prompt: str | None = None,
    ) -> dict[str, Any]:
        """Notice what is worth keeping in messages, or with `infer=False` keep each of them as it is."""
        if timestamp is not None or memory_type is not None or prompt is not None:
            raise ValueError("timestamp, memory_type and prompt are not supported: rules or your model decide")
        ids = _ids({"user_id": user_id, "agent_id": agent_id, "run_id": run_id})
        about = _About(ids, _without_ids(metadata), _day(expiration_date))
        told = [messages] if isinstance(messages, Mapping) else messages
        told = [{"role": "user", "content": messages}] if isinstance(messages, str) else told
        if not isinstance(told, list) or not all(isinstance(each, Mapping) for each in told):
            raise ValueError("messages must be str, dict, or list[dict]")
        made = self._notice(told, ids) if infer else self._keep(told, ids)
        if not made and isinstance(messages, str) and not trivial(messages) and not messages.strip().endswith("?"):
            made = self._keep(told, ids)  # a statement by itself was meant to be kept
        for key, _ in made:  # what was told of it before stays, unless it is told anew
            old = self._about(key)
            merged = {**old.metadata, **about.metadata}
            self._note(key, _About({**old.ids, **ids}, merged, about.expires or old.expires))
        return {"results": [{**self._named(key), "event": event} for key, event in made]}

    def _notice(self, told: Sequence[Mapping[str, Any]], ids: Mapping[str, str]) -> list[tuple[Key, str]]:
        """Observe and dream; the beliefs that came of it, or the fragments while somebody else dreams."""
        space, source = _space(ids), f"mem0:{ids.get('run_id') or new_id()}"
        now = datetime.now(UTC)
        said = spoken.entries(told, f"{source}:{new_id()}", now)
        with self._workspace.as_user() as memory:
            run = memory.flush(spoken.transcript(source, space, AGENT, said, ids.get("run_id")), digest=False)
            if not run.fragments:
                return []
            with suppress(VaultBusy):
                memory.dream(space)
            return list(_beliefs_of(run.fragments, memory))

    def _keep(self, told: Sequence[Mapping[str, Any]], ids: Mapping[str, str]) -> list[tuple[Key, str]]:
        made: list[tuple[Key, str]] = []
        for entry in spoken.entries(told, new_id(), datetime.now(UTC)):
            with self._workspace.as_user() if entry.role == "user" else self._workspace.as_agent() as memory:
                kept = memory.remember(entry.text, space=_space(ids))
            key = kept.page if kept.page and (kept.known or kept.applied.entry) else None
            made.append(
                (key or Key(kept.fragment.space, "fragment", kept.fragment.id), "NONE" if kept.known else "ADD")
            )
        return made

    def update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: Any = _UNSET,
        data: str | None = None,
    ) -> dict[str, str]:
        text = data if text is None else text
        if text is None and metadata is None and expiration_date is _UNSET:
            raise ValueError("At least one of text, metadata, or expiration_date must be provided.")
        key = self._find(memory_id)
        about = self._about(key)
        about = replace(about, metadata={**about.metadata, **_without_ids(metadata)})
        if expiration_date is not _UNSET:
            about = replace(about, expires=_day(expiration_date))
        if text is not None:
            with self._workspace.as_user() as memory:
                memory.correct(memory.vault.handle(key), text)
        self._note(key, about)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> dict[str, str]:
        self._forget([self._find(memory_id)])
        return {"message": "Memory deleted successfully!"}

    def delete_all(
        self, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> dict[str, str]:
        filters = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
        if not any(filters.values()):
            raise ValueError("At least one filter is required to delete all memories; `reset()` takes all of them.")
        ids = _ids(filters)
        self._forget([key for key in self._keys(_space(ids)) if fits(self._shown_ids(key), ids)])
        return {"message": "Memories deleted successfully!"}

    def reset(self) -> None:
        """Forget, softly, whatever was added here for anybody; what came into the vault another way stays."""
        for space in (spaces.OWN, *self._workspace.reader.spaces()):
            notes = self._workspace.reader.notes(drawer.within(DRAWER), space=space)
            named = {tuple(drawer.told(page.text).get("of", ())) for page in notes}
            self._forget([key for key in self._keys(space) if (key.kind, key.slug) in named])

    def _forget(self, keys: Sequence[Key]) -> None:
        if keys:
            with self._workspace.as_user() as memory:
                memory.forget(keys, why="deleted by the program")

    # Asking

    def get(self, memory_id: str) -> dict[str, Any] | None:
        try:
            key = self._find(memory_id)
        except ValueError:
            return None
        return {**self._shown(key), "score": None}

    def get_all(
        self, *, filters: Mapping[str, Any] | None = None, top_k: int = 20, show_expired: bool = False, **kwargs: Any
    ) -> dict[str, Any]:
        ids, rest = _asked(filters, kwargs, "get_all")
        found = (self._shown(key) for key in self._keys(_space(ids)))
        fitting = (one for one in found if _fits(one, ids, rest) and (show_expired or not _over(one)))
        return {"results": [one for one, _ in zip(fitting, range(_count(top_k)), strict=False)]}

    def search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: Mapping[str, Any] | None = None,
        threshold: float = 0.1,
        rerank: bool = False,
        explain: bool = False,
        reference_date: Any = None,
        show_expired: bool = False,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """What is remembered for these ids that answers the query, the best first; nothing when nothing does."""
        if reference_date is not None:
            raise ValueError("reference_date is not supported; `reverie.Memory.recall` takes as_of")
        ids, rest = _asked(filters, kwargs, "search")
        if not isinstance(query, str) or not query.strip():
            raise ValueError("Invalid query: cannot be empty or whitespace-only.")
        if not 0 <= threshold <= 1:
            raise ValueError(f"Invalid threshold: {threshold}. Must be between 0 and 1 (inclusive).")
        space, found = _space(ids), []
        for hit in self._workspace.reader.recall(query, space=space, k=MOST).hits:
            if hit.key.space == space and hit.key.kind in _KINDS and hit.score >= threshold:
                one = {**self._shown(hit.key), "score": hit.score}
                if explain:
                    one["score_details"] = {"signals": dict(hit.parts), "factors": dict(hit.factors)}
                if _fits(one, ids, rest) and (show_expired or not _over(one)):
                    found.append(one)
        return {"results": found[: _count(top_k)]}

    def history(self, memory_id: str) -> list[dict[str, Any]]:
        """What became of a memory, the first first, as the audit trail has it."""
        reader, key = self._workspace.reader, self._find(memory_id, gone=True)
        entries = [e for e in reversed(reader.audit(AuditFilter(key=key, limit=_LISTED))) if e.files]
        stood = [reader.trail.before(entry).get(key) for entry in entries]
        after = [*stood[1:], reader.vault.pages([key]).get(key)] if entries else []
        first = entries[0].at.isoformat() if entries else ""
        rows = []
        for entry, old, new in zip(entries, stood, after, strict=True):
            was, now = _words(old), _words(new)
            if was != now:
                event = "DELETE" if now is None else "ADD" if was is None else "UPDATE"
                rows.append({
                    "id": entry.id, "memory_id": memory_id, "old_memory": was, "new_memory": now, "event": event,
                    "created_at": first, "updated_at": entry.at.isoformat(), "is_deleted": now is None,
                    "actor_id": entry.actor, "role": None,
                })  # fmt: skip
        return rows

    def chat(self, query: str) -> Any:
        raise NotImplementedError("Chat function not implemented yet.")

    # What a memory is

    def _keys(self, space: str) -> Iterator[Key]:
        reader = self._workspace.reader
        for kind in ("belief", "skill"):
            yield from (key for key, _ in reader.titles(kind, space=space) if key.space == space)
        loose = reader.vault.marked("undreamed", space)
        yield from (Key(space, "fragment", each.id) for each in loose if not each.silent)

    def _find(self, memory_id: str, *, gone: bool = False) -> Key:
        reader = self._workspace.reader
        try:
            key = reader.find(str(memory_id))
        except NotFound:
            key = None
        page = reader.vault.pages([key]).get(key) if key and key.kind in ("belief", "skill") else None
        if key is None or key.kind not in _KINDS or (page and page.retired and not gone):
            raise ValueError(f"Memory with id {memory_id} not found")
        return key

    def _named(self, key: Key) -> dict[str, Any]:
        page, said = self._read(key)
        handle = self._workspace.reader.vault.handle(key) if page else key.handle
        return {"id": handle, "memory": page.prose if page else said[0].body if said else ""}

    def _read(self, key: Key) -> tuple[Page | None, list[Fragment]]:
        vault = self._workspace.reader.vault
        page = vault.pages([key]).get(key) if key.kind != "fragment" else None
        ids = [c.id for c in page.evidence.all] if page else [key.slug]
        return page, sorted(vault.fragments(ids).values(), key=lambda f: f.ts)

    def _shown(self, key: Key) -> dict[str, Any]:
        named, (_, said), about = self._named(key), self._read(key), self._about(key)
        times = [f.ts.isoformat() for f in said]
        shown = {
            **named, "hash": hashlib.md5(named["memory"].encode(), usedforsecurity=False).hexdigest(),
            "metadata": dict(about.metadata) or None, "created_at": times[0] if times else None,
            "updated_at": times[-1] if times else None, **self._shown_ids(key, about),
        }  # fmt: skip
        return {**shown, "expiration_date": about.expires} if about.expires else shown

    def _shown_ids(self, key: Key, about: _About | None = None) -> dict[str, str]:
        kind, _, name = key.space.partition("/")
        whose = {"user": "user_id", "agent": "agent_id", "channel": "run_id"}.get(kind)
        return {**({whose: name} if whose else {}), **(about or self._about(key)).ids}

    def _about(self, key: Key) -> _About:
        page = self._workspace.reader.note(_place(key), space=key.space)
        told = drawer.told(page.text) if page and not page.retired else {}
        return _About(told.get("ids", {}), told.get("metadata", {}), told.get("expires"))

    def _note(self, key: Key, about: _About) -> None:
        told = {"of": [key.kind, key.slug], "ids": dict(about.ids), "metadata": dict(about.metadata)}
        page = Page(key=Key(key.space, "note", _place(key)), text=_text({**told, "expires": about.expires}, key))
        with self._workspace.changing() as memory:
            before = memory.note(page.key.slug, space=key.space)
            if before is None or before.retired or drawer.told(before.text) != drawer.told(page.text):
                memory.keep_notes([(page, before)], because=f"what is told beside {key.handle}")


def _text(told: Mapping[str, Any], key: Key) -> str:
    try:
        return drawer.text(told, str(key), "")
    except (TypeError, ValueError) as wrong:
        raise ValueError(f"metadata holds what JSON cannot say: {wrong}") from wrong


def _beliefs_of(fragments: Sequence[Fragment], memory: memories.Memory) -> Iterator[tuple[Key, str]]:
    """The pages that state what was noticed, each once, and whether they are new."""
    fresh, seen = {f.id for f in fragments}, set()
    citing = memory.vault.citing(fresh)
    for fragment in fragments:
        keys = [key for key, active in citing.get(fragment.id, ()) if active and key.kind in ("belief", "skill")]
        for key in keys or [Key(fragment.space, "fragment", fragment.id)]:
            page = memory.vault.pages([key]).get(key)
            if key not in seen and not (page and page.retired):
                seen.add(key)
                yield key, "UPDATE" if page and {c.id for c in page.evidence.all} - fresh else "ADD"


def _words(page: Page | None) -> str | None:
    return page.prose if page and not page.retired else None


def _place(key: Key) -> str:
    return drawer.place(DRAWER, key.kind, f"{key.slug}.md")


def _space(ids: Mapping[str, str]) -> str:
    return spaces.of_ids(user=ids.get("user_id"), agent=ids.get("agent_id"), run=ids.get("run_id"))


def _ids(given: Mapping[str, Any]) -> dict[str, str]:
    """The ids that were named, as text; ValueError when there is none, or one is no id."""
    found = {}
    for name in _IDS:
        if given.get(name) is not None:
            found[name] = str(given[name]).strip()
            if not found[name] or any(c.isspace() for c in found[name]):
                raise ValueError(f"Invalid {name}: cannot be empty or contain whitespace. Provide a valid identifier.")
    if not found:
        raise ValueError("At least one of 'user_id', 'agent_id', or 'run_id' must be provided.")
    return found


def _asked(
    filters: Mapping[str, Any] | None, others: Mapping[str, Any], method: str
) -> tuple[dict[str, str], dict[str, Any]]:
    """The ids and the other parts of a filter."""
    if wrong := set(_IDS) & set(others):
        raise ValueError(
            f"Top-level entity parameters {wrong} are not supported in {method}(). Use filters={{'user_id': '...'}}."
        )
    if others:
        raise TypeError(f"{method}() got an unexpected keyword argument {next(iter(others))!r}")
    if not any((filters or {}).get(name) for name in _IDS):
        raise ValueError("filters must contain at least one of: user_id, agent_id, run_id.")
    return _ids(filters or {}), {name: each for name, each in (filters or {}).items() if name not in _IDS}


def _fits(one: Mapping[str, Any], ids: Mapping[str, str], rest: Mapping[str, Any]) -> bool:
    told = {**(one.get("metadata") or {}), **{name: one[name] for name in _IDS if name in one}}
    return fits(told, {**rest, **ids})


def _without_ids(metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: each for name, each in (metadata or {}).items() if name not in _KEPT}


def _day(said: Any) -> str | None:
    if isinstance(said, date | None):  # a datetime is a date, too
        return said.strftime("%Y-%m-%d") if said else None
    try:
        return date.fromisoformat(said).isoformat()
    except (TypeError, ValueError) as wrong:
        raise ValueError("expiration_date must be a valid date in YYYY-MM-DD format.") from wrong


def _over(one: Mapping[str, Any]) -> bool:
    return bool(one.get("expiration_date")) and one["expiration_date"] < datetime.now(UTC).date().isoformat()


def _count(top_k: Any) -> int:
    if not isinstance(top_k, int) or isinstance(top_k, bool) or top_k < 0:
        raise ValueError(f"Invalid top_k: {top_k}. Must be a non-negative integer.")
    return top_k
