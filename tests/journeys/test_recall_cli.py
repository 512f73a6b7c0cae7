"""`reverie recall` as a person types it: explained, as of a day, fast, with everything, and with nonsense."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reverie.memory import Memory
from reverie.surfaces.cli import run
from tests.retrieval.test_recall import talk


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Reverie = Callable[..., Ran]


@pytest.fixture
def reverie(workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Reverie:
    monkeypatch.chdir(workspace.parent)

    def typed(*arguments: str) -> Ran:
        code = run(["-w", str(workspace), *arguments])
        return Ran(code, *capsys.readouterr())

    assert typed("init", str(workspace)).code == 0
    for text in ("Billing uses PostgreSQL 16", "The staging cluster is called heron", "Ana prefers oolong"):
        assert typed("remember", text).code == 0
    return typed


def test_an_explained_answer_names_every_lane_and_adds_up(reverie: Reverie, workspace: Path) -> None:
    with Memory.open(workspace) as memory:
        talk(memory, "Ana: My staging cluster is slow.", "agent: The heron cluster needs memory.")
    shown = reverie(
        "recall", "Which cluster did Ana mean yesterday by staging heron zeppelin?", "--explain", "--json"
    ).json
    asked = shown["question"]
    assert asked["words"]["heron"]["passages"] >= 2
    assert "zeppelin" in asked["unknown"]
    assert asked["speakers"] == ["Ana"]
    assert asked["times"][0]["words"] == "yesterday"
    assert asked["meaning"]
    assert asked["embedder"].startswith("instant")
    odds = []
    for hit in shown["hits"]:
        explain = hit["explain"]
        assert set(explain) - {"through"} == {"log_odds", "factors", "via"}
        odds.append(sum(explain["log_odds"].values()) + sum(map(log, explain["factors"].values())))
    assert odds == sorted(odds, reverse=True)


def test_an_explained_answer_can_be_read(reverie: Reverie) -> None:
    text = reverie("recall", "staging cluster", "--explain").out
    for part in ("tier", "words", "staging", "likely", "cover", "lead"):
        assert part in text


def test_a_hit_by_way_of_a_fragment_says_which(reverie: Reverie) -> None:
    shown = reverie("recall", "PostgreSQL", "--explain", "--json").json["hits"]
    assert all(hit["explain"]["via"] is None or "fragment/" in hit["explain"]["via"] for hit in shown)


def test_a_workspace_nobody_may_write_can_still_be_asked(
    reverie: Reverie, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = reverie("recall", "staging cluster", "--json").json["hits"]
    before = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}
    may, folders = os.access, [workspace, *(path for path in workspace.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and may(path, mode))  # root may all the same
    try:
        again = reverie("recall", "staging cluster", "--json").json["hits"]
        asked = [reverie(*typed).code for typed in (("why", known[0]["handle"]), ("status",), ("graph",), ("audit",))]
    finally:
        for folder in folders:
            folder.chmod(0o700)
    assert [hit["handle"] for hit in again] == [hit["handle"] for hit in known]
    assert asked == [0, 0, 0, 0]
    assert {path: path.read_bytes() for path in before} == before


def test_nothing_relevant_is_said_with_its_reason(reverie: Reverie) -> None:
    ran = reverie("recall", "zeppelin engines")
    assert (ran.code, ran.out) == (0, "Nothing relevant: nothing here mentions zeppelin, engines.\n")


def test_fast_is_fast_and_full_says_whose_vectors_it_used(reverie: Reverie) -> None:
    assert reverie("recall", "oolong", "--fast", "--json").json["tier"] == "fast"
    full = reverie("recall", "oolong", "--explain", "--json").json
    assert (full["tier"], full["question"]["embedder"][:7]) == ("full", "instant")


def test_all_shows_what_was_forgotten_and_says_so(reverie: Reverie) -> None:
    handle = reverie("recall", "oolong", "--json").json["hits"][0]["handle"]
    assert reverie("forget", handle, "--yes").code == 0
    assert reverie("recall", "oolong", "--json").json["hits"] == []
    assert "retired" in reverie("recall", "oolong", "--all").out


def test_as_of_a_day_before_anything_was_told_there_is_nothing(reverie: Reverie) -> None:
    assert reverie("recall", "oolong", "--as-of", "2020-01-01", "--json").json["hits"] == []
    assert reverie("recall", "oolong", "--as-of", "2999-01-01", "--json").json["hits"]


@pytest.mark.parametrize("date", ["someday", "2026-13-45", "", "99999999d", "-1d", "2026-02-30"])
def test_a_malformed_date_is_said_in_one_line(reverie: Reverie, date: str) -> None:
    ran = reverie("recall", "oolong", "--as-of", date)
    assert ran.code != 0
    assert "Traceback" not in ran.err
    assert "is not a time" in ran.err


@pytest.mark.parametrize("date", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00", "99999w", "99999d", "0m"])
def test_a_date_at_the_end_of_the_calendar_is_no_traceback(reverie: Reverie, date: str) -> None:
    ran = reverie("recall", "oolong yesterday", "--as-of", date)
    assert "Traceback" not in ran.err
    assert ran.code in (0, 1, 2)


@pytest.mark.parametrize("flags", [(), ("--json",), ("--explain",), ("--explain", "--json"), ("--fast", "--all")])
def test_strange_questions_get_an_answer_on_every_surface(reverie: Reverie, flags: tuple[str, ...]) -> None:
    for question in ("", "\0", "oolong \udce9\udc80", '"', "a* OR NEAR((", "--", "x" * 10_000):
        ran = reverie("recall", *flags, "--", question)
        assert (ran.code, "Traceback" in ran.err) == (0, False), (question[:20], ran.err)
        assert ran.out


@pytest.mark.parametrize("space", ["nobody", "user/", "../x"])
def test_an_unknown_space_is_said_in_one_line(reverie: Reverie, space: str) -> None:
    ran = reverie("recall", "oolong", "--space", space)
    assert ran.code == 1
    assert len(ran.err.strip().splitlines()) == 1


def test_a_damaged_index_is_said_in_one_line_and_mended_by_doctor(reverie: Reverie, workspace: Path) -> None:
    path = workspace / ".reverie/index.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(path.read_bytes())
    raw[4096 * 2 :] = b"\xa5" * (len(raw) - 4096 * 2)
    path.write_bytes(bytes(raw))
    ran = reverie("recall", "oolong")
    assert "Traceback" not in ran.err
    assert ran.code == 0 or len(ran.err.strip().splitlines()) == 1
    assert reverie("doctor", "--fix").code == 0
    assert "oolong" in reverie("recall", "oolong").out


def test_a_question_too_long_to_be_read_whole_says_so(reverie: Reverie) -> None:
    ran = reverie("recall", "oolong " + "and so on " * 3_000)
    assert (ran.code, "20,000" in ran.err) == (0, True)
    assert "Ana prefers oolong" in ran.out
