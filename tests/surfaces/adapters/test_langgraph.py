"""LangGraph's store on a vault behaves as LangGraph's own, side by side; and what it changes can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory
from reverie.errors import ReverieError, SecretRefused
from reverie.store.base import AuditFilter

pytest.importorskip("langgraph.store.base")
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchItem,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from reverie.surfaces.adapters.langgraph import ReverieStore


@pytest.fixture
def ours(workspace: Path) -> Iterator[ReverieStore]:
    Memory.create(workspace).close()
    store = ReverieStore(workspace)
    yield store
    store.close()


@pytest.fixture
def both(ours: ReverieStore) -> tuple[BaseStore, BaseStore]:
    return ours, InMemoryStore()


def told(result: Any) -> Any:
    """An answer without times and scores, in which the two may differ."""
    if isinstance(result, Item):
        return result.namespace, result.key, result.value
    return sorted(map(told, result), key=str) if isinstance(result, list) else result


VALUES: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
    (("users", "ana", "prefs"), "theme", {"theme": "dark", "score": 4.5, "tags": ["a", "b"]}),
    (("users", "ana", "prefs"), "lang", {"theme": "light", "score": 3, "nested": {"deep": {"x": 1}}}),
    (("users", "bob", "prefs"), "theme", {"theme": "dark", "score": None}),
    (("users", "bob"), "profile", {"name": "Bob  B.", "text": "---\nretired: x\n---\n  two  spaces\u2028and a line"}),
    (("docs",), "a/b", {"text": "a path as a key"}),
    (("docs", "v1"), "A", {"text": "capital"}),
    (("docs", "v1"), "a", {"text": "small"}),
    (("docs", "v1"), "", {"text": "no name", "empty": {}}),
    (("docs", "über"), "k" * 300, {"text": "long name", "list": [1, {"y": None}]}),
    (("a", "b", "c"), "x", {}),
    (("a", "b", "d", "e"), "x", {"n": 1}),
    (("a", "b", "d", "i"), "x", {"n": 2}),
    (("a", "c", "f"), "x", {"n": 3}),
]
LOOKS: list[Any] = [
    *(GetOp(namespace, key) for namespace, key, _ in VALUES),
    GetOp(("docs",), "nothing"),
    *(SearchOp(prefix, limit=50) for prefix in [(), ("users",), ("users", "ana"), ("docs",), ("do",), ("a", "b", "d")]),
    SearchOp((), {"theme": "dark"}, 50),
    SearchOp((), {"theme": {"$ne": "dark"}}, 50),
    SearchOp(("users", "ana"), {"score": {"$gt": 3.5}}, 50),
    SearchOp(("a", "b", "d"), {"n": {"$gte": 2, "$lt": 3}}, 50),
    SearchOp(("users", "ana"), {"nested": {"deep": {"x": 1}}}, 50),
    SearchOp(("users", "ana"), {"tags": ["a", "b"]}, 50),
    SearchOp(("users", "ana"), {"tags": ["a"]}, 50),
    SearchOp((), None, 0),
    SearchOp((), None, 50, 100),
    ListNamespacesOp(),
    ListNamespacesOp(max_depth=2),
    ListNamespacesOp(limit=2, offset=1),
    ListNamespacesOp((MatchCondition("prefix", ("a", "b")),), max_depth=3),
    ListNamespacesOp((MatchCondition("prefix", ("users", "*", "prefs")),)),
    ListNamespacesOp((MatchCondition("suffix", ("prefs",)),)),
    ListNamespacesOp((MatchCondition("suffix", ("*", "x", "*", "*", "*")),)),
    ListNamespacesOp((MatchCondition("prefix", ("a",)), MatchCondition("suffix", ("i",)))),
    GetOp(("nobody",), "theme"),
]


def test_puts_gets_searches_and_listings_answer_as_langgraphs_own_store(both: tuple[BaseStore, BaseStore]):
    for store in both:
        store.batch([PutOp(namespace, key, value) for namespace, key, value in VALUES])

    for op in LOOKS:
        mine, theirs = (told(store.batch([op])[0]) for store in both)
        assert mine == theirs, op


def test_a_batch_answers_from_before_its_own_puts_and_of_one_key_the_last_counts(both: tuple[BaseStore, BaseStore]):
    for store in both:
        store.put(("n",), "k", {"v": 1})
        ops: list[Any] = [
            GetOp(("n",), "k"), PutOp(("n",), "k", {"v": 2}), PutOp(("n",), "k", {"v": 3}), GetOp(("n",), "k"),
            PutOp(("n",), "gone", {"v": 9}), PutOp(("n",), "gone", None), SearchOp(("n",)), ListNamespacesOp(),
        ]  # fmt: skip
        first = store.batch(ops)
        assert [told(each) for each in first] == [
            (("n",), "k", {"v": 1}), None, None, (("n",), "k", {"v": 1}), None, None, [(("n",), "k", {"v": 1})],
            [("n",)],
        ]  # fmt: skip
        assert told(store.search(("n",))) == [(("n",), "k", {"v": 3})]


def test_deleting_updating_and_paging_answer_alike(both: tuple[BaseStore, BaseStore]):
    for store in both:
        for n in range(7):
            store.put(("n",), f"k{n}", {"v": n})
        store.delete(("n",), "k3")
        store.delete(("n",), "never there")
        store.put(("n",), "k3", {"v": 33})
        store.put(("n",), "k0", {"v": 0, "more": True})
        pages = [store.search(("n",), limit=3, offset=start) for start in (0, 3, 6)]
        assert [len(page) for page in pages] == [3, 3, 1]
        assert sorted(item.value["v"] for page in pages for item in page) == [0, 1, 2, 4, 5, 6, 33]
        assert all(isinstance(item, SearchItem) and item.score is None for page in pages for item in page)


@pytest.mark.parametrize("namespace", [(), ("a.b",), ("",), ("langgraph", "x"), (1,)])
def test_namespaces_that_langgraph_refuses_are_refused(both: tuple[BaseStore, BaseStore], namespace: Any):
    for store in both:
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {"v": 1})


def test_the_asynchronous_methods_answer_alike(both: tuple[BaseStore, BaseStore]):
    async def talk(store: BaseStore) -> list[Any]:
        await asyncio.gather(*(store.aput(("n", str(n)), "k", {"v": n}) for n in range(3)))
        await store.adelete(("n", "1"), "k")
        found = [
            await store.aget(("n", "0"), "k"),
            await store.asearch(("n",)),
            await store.alist_namespaces(prefix=("n", "2")),
        ]
        return [told(each) for each in found]

    mine, theirs = (asyncio.run(talk(store)) for store in both)
    assert mine == theirs


def test_a_query_puts_what_it_is_about_first_and_what_may_not_be_found_last(ours: ReverieStore):
    ours.put(("docs",), "ts", {"text": "A TypeScript guide", "hidden": "python"}, index=["text"])
    ours.put(("docs",), "py", {"text": "Learning Python from scratch"})
    ours.put(("docs",), "no", {"text": "Python, but not to be found"}, index=False)

    found = ours.search(("docs",), query="a python tutorial")

    assert found[0].key == "py" and found[-1].key == "no"
    assert found[0].score is not None and found[-1].score is None
    assert [i.key for i in ours.search(("docs",), query="python", filter={"text": "A TypeScript guide"})] == ["ts"]


def test_no_search_in_one_users_namespace_reaches_another(ours: ReverieStore, workspace: Path):
    ours.put(("users", "ana", "notes"), "n", {"text": "allergic to nuts"})
    ours.put(("users", "bob", "notes"), "n", {"text": "allergic to pollen"})

    assert [i.value["text"] for i in ours.search(("users", "ana"), query="allergic")] == ["allergic to nuts"]
    assert {"user/ana", "user/bob"} <= set(ours._workspace.reader.spaces())
    mine = ReverieStore(workspace, space="user/ana")
    assert [i.value["text"] for i in mine.search((), query="allergic")] == ["allergic to nuts"]
    assert mine.list_namespaces() == [("users", "ana", "notes")]
    assert mine.get(("users", "bob", "notes"), "n") is None


def test_a_value_lapses_after_its_time_and_reading_makes_it_last(workspace: Path):
    Memory.create(workspace).close()
    now = [datetime.now(UTC)]
    store = ReverieStore(workspace, clock=lambda: now[0])
    for key, ttl in (("brief", 10), ("read", 10), ("looked at", 10), ("ever", None)):
        store.put(("t",), key, {"v": key}, ttl=ttl)

    now[0] += timedelta(minutes=6)
    assert store.get(("t",), "read") and store.get(("t",), "looked at", refresh_ttl=False)
    now[0] += timedelta(minutes=6)

    assert store.get(("t",), "brief") is None and store.get(("t",), "looked at") is None
    assert {item.key for item in store.search(("t",))} == {"read", "ever"}
    assert store.sweep_ttl() == 2 and store.sweep_ttl() == 0
    with Memory.open(workspace) as person:
        last = person.audit(AuditFilter(limit=1))[0]
        assert last.summary == "2 lapsed values" and last.actor == "agent:langgraph"
    store.put(("t",), "brief", {"v": "again"}, ttl=10)
    assert told(store.get(("t",), "brief")) == (("t",), "brief", {"v": "again"})


def test_the_stores_own_time_to_live_is_obeyed(workspace: Path):
    Memory.create(workspace).close()
    now = [datetime.now(UTC)]
    store = ReverieStore(workspace, ttl={"default_ttl": 10, "refresh_on_read": False}, clock=lambda: now[0])
    store.put(("t",), "k", {"v": 1})

    now[0] += timedelta(minutes=6)
    assert store.get(("t",), "k")
    now[0] += timedelta(minutes=6)

    assert store.get(("t",), "k") is None and store.list_namespaces() == []


def test_every_put_is_the_agents_audited_and_undone_by_a_person(ours: ReverieStore, workspace: Path):
    ours.put(("n",), "k", {"v": 1})
    created = ours.get(("n",), "k")
    ours.put(("n",), "k", {"v": 2})
    ours.delete(("n",), "k")

    with Memory.open(workspace) as person:
        trail = person.audit(AuditFilter(actor="agent:langgraph"))
        assert [entry.summary for entry in trail] == ["deleted n/k", "put n/k", "put n/k"]
        person.undo(trail[0].id)

    item = ours.get(("n",), "k")
    assert item and created and item.value == {"v": 2}
    assert item.created_at == created.created_at < item.updated_at


def test_what_cannot_be_kept_is_refused_and_nothing_is_lost(ours: ReverieStore):
    ours.put(("n",), "k", {"v": 1})

    with pytest.raises(ReverieError, match="JSON cannot say"):
        ours.put(("n",), "k", {"v": object()})
    with pytest.raises(SecretRefused):
        ours.put(("n",), "k", {"v": "AKIA" + "Q3EGJVUH2LNRZ7XA"})
    with pytest.raises(ValueError, match="Unsupported operator"):
        ours.search(("n",), filter={"v": {"$like": 1}})

    assert told(ours.get(("n",), "k")) == (("n",), "k", {"v": 1})


def test_a_second_process_and_a_hand_on_the_file_are_seen(ours: ReverieStore, workspace: Path):
    with_other = ReverieStore(workspace)
    ours.put(("n",), "k", {"v": 1})
    assert told(with_other.get(("n",), "k")) == (("n",), "k", {"v": 1})

    file = next(path for path in workspace.rglob("k.md") if "langgraph" in path.parts)
    file.write_text("somebody wrote something else here\n")
    ours.put(("n",), "other", {"v": 2})

    assert ours.get(("n",), "k") is None
    assert [item.key for item in ours.search(("n",))] == ["other"]
