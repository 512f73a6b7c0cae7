"""`reverie bench weeks`: the people are sound, and what is counted is what happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reverie.bench import report, weeks
from reverie.bench.weeks import PARTS, SETS, Tally
from reverie.errors import ReverieError
from scripts import people


def person(*sessions: tuple[str, list[tuple[str, str]]], facts: list[dict[str, Any]], traps: Any = ()) -> weeks.Person:
    """Somebody whose sessions are on the days given, with what was said in them."""
    return weeks._person(
        {
            "person": "somebody",
            "sessions": [
                {"id": f"s{n}", "at": f"{day}T09:00:00Z", "project": None, "messages": [
                    {"role": role, "text": text} for role, text in said]}
                for n, (day, said) in enumerate(sessions, 1)
            ],
            "facts": facts,
            "traps": list(traps),
        }
    )  # fmt: skip


def fact(*values: tuple[str, str, str], ask: str = "which database do we use?", ended: Any = None) -> dict[str, Any]:
    """A fact by what tells each of its values: the words, where, and the stretch of the message."""
    told = [{"says": [says], "told": [{"at": at, "quote": quote}]} for says, at, quote in values]
    return {"id": "f1", "about": "the database", "kind": "fact", "of": "", "ask": ask, "values": told, "ended": ended}


def lived(someone: weeks.Person, folder: Path) -> dict[str, list[bool]]:
    tally = Tally()
    weeks.live(someone, folder / "workspace", tally)
    return tally.seen


@pytest.mark.parametrize("part", PARTS)
def test_every_quote_stands_in_its_message_and_every_value_in_its_quote_or_question(part: str) -> None:
    people = weeks.read(SETS / f"weeks-{part}.jsonl")
    assert people
    for someone in people:
        texts = {entry.id: entry for session in someone.sessions for entry in session.entries}
        for each in someone.facts:
            for place in each.places:
                assert texts[place.message].role == "user"
                assert place.quote in texts[place.message].text
        assert all(trap.quote in texts[trap.message].text for trap in someone.traps)
        assert sum(each.changed for each in someone.facts) >= 16


@pytest.mark.parametrize("part", PARTS)
def test_nobody_who_is_measured_is_learnt_from(part: str) -> None:
    def of(path: Path) -> tuple[set[str], set[str]]:
        known = list(people.read(path))
        said = {each.text for one in known for each in one.messages if len(each.text) > 25}
        return {one.name for one in known}, said

    names, said = of(SETS / f"weeks-{part}.jsonl")
    assert names and said
    for path in people.for_the_reader():
        others, theirs = of(path)
        assert not names & others
        assert not said & theirs


def test_what_was_told_and_changed_is_counted(tmp_path: Path) -> None:
    first, then = "We use MySQL for billing.", "We switched billing from MySQL to PostgreSQL."
    someone = person(
        ("2026-03-02", [("user", first), ("agent", "Noted.")]),
        ("2026-03-09", [("user", then), ("agent", "Fine.")]),
        facts=[fact(("mysql", "s1.0", first), ("postgres", "s2.0", then), ask="which database does billing use?")],
    )
    seen = lived(someone, tmp_path)
    assert seen["noticed"] == [True, True]
    assert seen["changes_noticed"] == [True]
    assert (seen["held"], seen["current"], seen["stale"]) == ([True], [True], [False])
    assert (seen["answered"], seen["misled"]) == ([True], [False])
    assert not any(seen["for_nothing"])


def test_what_was_not_told_is_kept_for_nothing(tmp_path: Path) -> None:
    told = "My manager is Ana Sousa."
    someone = person(
        ("2026-03-02", [("user", f"{told} I always drink tea."), ("agent", "Noted.")]),
        facts=[fact(("ana", "s1.0", told), ask="who is my manager?")],
        traps=[{"at": "s1.0", "quote": "I always drink tea.", "why": "it is meant as one here"}],
    )
    seen = lived(someone, tmp_path)
    assert sorted(seen["for_nothing"]) == [False, True]
    assert seen["traps"] == [True]
    assert seen["current"] == []  # nothing changed


def test_what_ended_may_be_held_no_longer(tmp_path: Path) -> None:
    first, then = "We use Trello for tickets.", "We no longer use Trello for tickets."
    ended = {"at": "s2.0", "quote": then}
    someone = person(
        ("2026-03-02", [("user", first)]),
        ("2026-03-09", [("user", then)]),
        facts=[fact(("trello", "s1.0", first), ended=ended)],
    )
    seen = lived(someone, tmp_path)
    assert seen["current"] == [True]
    assert seen["held"] == seen["answered"] == []  # nothing is, so nothing is asked


def test_a_file_that_holds_no_weeks_is_refused_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "weeks-broken.jsonl"
    broken.write_text(json.dumps({"person": "x"}))
    with pytest.raises(ReverieError, match=r"weeks-broken\.jsonl holds no weeks"):
        weeks.read(broken)


def test_the_table_shows_every_row() -> None:
    row = weeks.row(Tally(), [], examples=False)
    text = report.weeks({"parts": {"dev": row}}, weeks.ROWS)
    assert all(says in text for _, says, _ in weeks.ROWS)
