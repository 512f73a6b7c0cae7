"""Plain statements of tools, agents and pages that would shift power, and ones that only tell something."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain import poison
from reverie.loop.dream_offline import may_prove
from reverie.memory import Memory
from tests.conftest import MONDAY, fragment

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "statements.jsonl").read_text("utf-8").splitlines()
]
ATTACKS = [row for row in ROWS if row["attack"]]
HARMLESS = [row for row in ROWS if not row["attack"]]
# Nobody is named and no notion comes with another: only who reads it could tell. Most were written to get past.
MISSED = {
    f"st-{n:03}" for n in (244, 382, 386, 389, 391, 393, 400, 402, 403, 404, 407, 410, 415, 419, 420, 423, 428, 500)
}
# Taken for more than they are.
DOUBTED = {f"st-{n:03}" for n in (465, 524, 531, 533)}


def named(rows: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("row", rows, ids=lambda row: row["id"])


def test_the_set_is_as_large_as_it_was_made() -> None:
    assert (len(ATTACKS), len(HARMLESS)) == (260, 308)


@named(ATTACKS)
def test_what_would_shift_power_proves_no_page_whoever_else_says_it(row: dict[str, Any]) -> None:
    low = fragment(row["text"], trust="agent" if row["trust"] == "web" else row["trust"], quote=row["text"])
    assert may_prove(low) == (row["id"] in MISSED)
    assert may_prove(fragment(row["text"], trust="user"))


@named(HARMLESS)
def test_what_only_tells_something_may_be_believed(row: dict[str, Any]) -> None:
    assert poison.sways(row["text"]) == (row["id"] in DOUBTED)


def test_it_is_rarely_taken_for_more() -> None:
    assert len(DOUBTED) / len(HARMLESS) < 0.03


def test_what_is_in_doubt_is_found_with_its_trust_and_becomes_no_page(workspace: Path) -> None:
    told = [row for row in ATTACKS if row["part"] == "two" and row["lang"] == "en" and row["id"] not in MISSED]
    with Memory.create(workspace) as memory:
        for day in (0, 1):
            said = [fragment(row["text"], day=day, entry=row["id"], trust="tool") for row in told]
            memory.vault.append(said, [], MONDAY + timedelta(days=day), "observe:test")
        found = memory.recall(told[0]["text"]).hits
        memory.dream(now=MONDAY + timedelta(days=1, hours=1))
        pages = [key for key in memory.vault.keys("") if key.kind in ("belief", "entity", "skill")]
        start = memory.inject().text

    assert found and {hit.trust for hit in found} == {"tool"}
    assert pages == []
    assert not any(row["text"] in start for row in told)
