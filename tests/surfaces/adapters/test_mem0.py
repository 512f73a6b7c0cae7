"""mem0's methods on a vault: its arguments and answers, the vault's proof, and every user apart."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory as Vault
from reverie.errors import ReverieError
from reverie.store.base import AuditFilter
from reverie.surfaces.adapters.mem0 import Memory

TALK = [
    {"role": "system", "content": "You are helpful. The user lives in Paris."},
    {"role": "user", "content": "We decided to use PostgreSQL 16 for the billing service."},
    {"role": "assistant", "content": "Noted."},
]


@pytest.fixture
def mem(workspace: Path) -> Iterator[Memory]:
    Vault.create(workspace).close()
    with Memory(workspace) as made:
        yield made


def words(answer: dict[str, Any]) -> list[str]:
    return [one["memory"] for one in answer["results"]]


def test_what_is_told_is_noticed_proven_and_found_by_its_users_id(mem: Memory, workspace: Path):
    added = mem.add(TALK, user_id="ana", metadata={"topic": "billing", "user_id": "bob"})

    said = "We decided to use PostgreSQL 16 for the billing service."
    assert [(one["memory"], one["event"]) for one in added["results"]] == [(said, "ADD")]
    found = mem.search("which database does billing use?", filters={"user_id": "ana"})["results"]
    assert found[0]["id"] == added["results"][0]["id"] and found[0]["memory"] == said
    assert found[0]["metadata"] == {"topic": "billing"} and found[0]["user_id"] == "ana" and 0 < found[0]["score"] <= 1
    with Vault.open(workspace) as vault:
        proof = vault.why(found[0]["id"])
        assert [(f.quote, f.trust) for f in proof.active] == [(said, "user")]
    assert mem.search("which database does billing use?", filters={"user_id": "bob"}) == {"results": []}
    assert mem.search("what do whales eat?", filters={"user_id": "ana"}) == {"results": []}


def test_what_changed_since_updates_the_same_memory(mem: Memory):
    first = mem.add("We decided to use PostgreSQL 15 for billing.", user_id="ana", metadata={"a": 1})
    again = mem.add("We decided to use PostgreSQL 16 for billing.", user_id="ana", metadata={"b": 2})

    assert [one["event"] for one in again["results"]] == ["UPDATE"]
    one = mem.get(first["results"][0]["id"])
    assert (
        one and one["memory"] == "We decided to use PostgreSQL 16 for billing." and one["metadata"] == {"a": 1, "b": 2}
    )


def test_a_plain_statement_is_kept_even_when_rules_notice_nothing_in_it(mem: Memory):
    assert words(mem.add("The staging server is called heron.", user_id="ana")) == [
        "The staging server is called heron."
    ]
    for nothing in ("hello", "What is the staging server called?"):
        assert mem.add(nothing, user_id="ana") == {"results": []}


def test_without_inferring_each_message_is_kept_with_the_trust_of_its_speaker(mem: Memory, workspace: Path):
    mem.add(TALK, user_id="ana", infer=False)
    mem.add([{"role": "assistant", "content": "The deploy script lives in ops/deploy.sh"}], user_id="ana", infer=False)

    with Vault.open(workspace) as vault:
        pages = vault.vault.pages(key for key, _ in vault.titles("belief", space="user/ana"))
        trust = {page.prose: page.trust for page in pages.values()}
    assert trust["We decided to use PostgreSQL 16 for the billing service."] == "user"
    assert trust["The deploy script lives in ops/deploy.sh"] == "agent"
    assert not any("Paris" in text for text in trust)


def test_updating_deleting_and_history_keep_everything_that_was(mem: Memory, workspace: Path):
    id_ = mem.add("Likes tea", user_id="ana", infer=False)["results"][0]["id"]

    assert mem.update(id_, text="Likes coffee", metadata={"n": 1}) == {"message": "Memory updated successfully!"}
    one = mem.get(id_)
    assert one and (one["memory"], one["metadata"], one["score"]) == ("Likes coffee", {"n": 1}, None)
    assert one["created_at"] < one["updated_at"]
    assert mem.delete(id_) == {"message": "Memory deleted successfully!"}

    assert mem.get(id_) is None and mem.get_all(filters={"user_id": "ana"}) == {"results": []}
    rows = mem.history(id_)
    assert [(row["event"], row["old_memory"], row["new_memory"], row["is_deleted"]) for row in rows] == [
        ("ADD", None, "Likes tea", False), ("UPDATE", "Likes tea", "Likes coffee", False),
        ("DELETE", "Likes coffee", None, True),
    ]  # fmt: skip
    with Vault.open(workspace) as vault:
        vault.restore(id_)
    assert words(mem.get_all(filters={"user_id": "ana"})) == ["Likes coffee"]


def test_all_of_one_users_is_deleted_and_nobody_elses(mem: Memory, workspace: Path):
    for user in ("ana", "bob"):
        mem.add(f"{user} likes tea", user_id=user, infer=False)
    mem.add("ana plays chess", user_id="ana", agent_id="coach", infer=False)
    mem.add("The coach speaks French", agent_id="coach", infer=False)

    assert words(mem.get_all(filters={"user_id": "ana", "agent_id": "coach"})) == ["ana plays chess"]
    assert words(mem.get_all(filters={"agent_id": "coach"})) == ["The coach speaks French"]
    mem.delete_all(user_id="ana", agent_id="coach")
    assert words(mem.get_all(filters={"user_id": "ana"})) == ["ana likes tea"]
    mem.delete_all(user_id="ana")
    assert words(mem.get_all(filters={"user_id": "ana"})) == []
    assert words(mem.get_all(filters={"user_id": "bob"})) == ["bob likes tea"]
    with Vault.open(workspace) as vault:
        vault.remember("Told by the person themselves", space="user/bob")
    mem.reset()
    assert words(mem.get_all(filters={"user_id": "bob"})) == ["Told by the person themselves"]
    with Vault.open(workspace) as vault:
        assert vault.verify() == [] and vault.audit(AuditFilter(action="PURGE")) == []


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"level": 3}, ["c"]),
        ({"level": {"gte": 2}}, ["b", "c"]),
        ({"level": {"in": [1, 3]}}, ["a", "c"]),
        ({"level": {"nin": [1, 3]}}, ["b"]),
        ({"level": "*"}, ["a", "b", "c"]),
        ({"team": {"icontains": "OPS"}}, ["b"]),
        ({"OR": [{"level": 1}, {"team": {"contains": "ops"}}]}, ["a", "b"]),
        ({"NOT": [{"level": 1}]}, ["b", "c"]),
        ({"AND": [{"level": {"gt": 1}}, {"level": {"lt": 3}}]}, ["b"]),
        ({"absent": 1}, []),
    ],
)
def test_metadata_is_filtered_as_mem0_filters(workspace: Path, filters: dict[str, Any], found: list[str]):
    Vault.create(workspace).close()
    with Memory(workspace) as mem:
        for n, name in enumerate("abc", 1):
            told = {"level": n, "name": name, "team": "devops" if name == "b" else "sales"}
            mem.add(f"Plant {name} needs water", user_id="ana", metadata=told, infer=False)
        answer = mem.get_all(filters={"user_id": "ana", **filters})["results"]

    assert sorted(one["metadata"]["name"] for one in answer) == found


def test_what_has_expired_is_shown_when_asked_for_only(mem: Memory):
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date()
    id_ = mem.add("The sale is on", user_id="ana", infer=False, expiration_date=yesterday)["results"][0]["id"]

    assert (
        mem.get_all(filters={"user_id": "ana"}) == mem.search("the sale", filters={"user_id": "ana"}) == {"results": []}
    )
    shown = mem.get_all(filters={"user_id": "ana"}, show_expired=True)["results"]
    assert shown[0]["expiration_date"] == yesterday.isoformat()
    mem.update(id_, expiration_date=None)
    assert words(mem.get_all(filters={"user_id": "ana"})) == ["The sale is on"]


def test_calls_that_mem0_refuses_are_refused_in_one_line(mem: Memory):
    calls: list[Callable[[], Any]] = [
        lambda: mem.add("x"), lambda: mem.add(3, user_id="ana"), lambda: mem.add("x", user_id="a b"),
        lambda: mem.add("x", user_id=" "), lambda: mem.add("x", user_id="ana", expiration_date="soon"),
        lambda: mem.search("x", user_id="ana"), lambda: mem.search("x", filters={}), lambda: mem.get_all(),
        lambda: mem.search(" ", filters={"user_id": "ana"}), lambda: mem.get_all(filters={"user_id": "a"}, top_k=-1),
        lambda: mem.search("x", filters={"user_id": "ana"}, threshold=2), lambda: mem.delete_all(),
        lambda: mem.delete("m:aaaaaaaa"), lambda: mem.update("m:aaaaaaaa", text="x"), lambda: mem.update("m:a"),
        lambda: mem.add("x", user_id="ana", infer=False, metadata={"x": object()}),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(ValueError) as wrong:
            call()
        assert "\n" not in str(wrong.value)
    with pytest.raises(ReverieError, match="workspace"):
        Memory.from_config({"llm": {}})


def test_its_methods_take_the_arguments_of_the_real_one():
    real = pytest.importorskip("mem0").Memory

    for name in (
        "add",
        "search",
        "get",
        "get_all",
        "update",
        "delete",
        "delete_all",
        "history",
        "reset",
        "close",
        "chat",
    ):
        mine, theirs = (inspect.signature(getattr(kind, name)).parameters for kind in (Memory, real))
        assert list(mine) == list(theirs), name
        assert [(p.kind, p.default) for p in mine.values() if p.name != "expiration_date"] == [
            (p.kind, p.default) for p in theirs.values() if p.name != "expiration_date"
        ], name


def test_its_answers_have_the_fields_of_the_real_one(mem: Memory):
    pytest.importorskip("mem0")
    from mem0.configs.base import MemoryItem

    id_ = mem.add("Likes tea", user_id="ana", metadata={"n": 1}, infer=False)["results"][0]["id"]

    fields = {*MemoryItem.model_fields, "user_id"}
    assert set(mem.get(id_) or {}) == fields
    assert set(mem.search("tea", filters={"user_id": "ana"})["results"][0]) == fields
    assert set(mem.get_all(filters={"user_id": "ana"})["results"][0]) == fields - {"score"}
