"""Small dialogues of changes and of what only looks like them: labelled soundly, and mostly understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.changes import dialogues, dreamed, seen


@pytest.mark.parametrize("name", ["open", "unseen"])
def test_a_set_is_labelled_throughout_and_the_two_share_no_statement(name: str) -> None:
    some = dialogues(name)
    texts = [said.body for each in some for _, _, said in each.said]
    assert len(some) >= 80
    assert len({*texts}) == len(texts)
    assert all(fact.isalpha() and value.isdigit() for each in some for fact, value, _ in each.said)
    other = {said.body for each in dialogues("unseen" if name == "open" else "open") for _, _, said in each.said}
    assert not other & {*texts}


def test_changes_are_seen_in_dialogues_and_look_alikes_stay(tmp_path: Path) -> None:
    some = dialogues("open")
    found = seen(some, dreamed(some, tmp_path / "w"))
    share = {row: sum(values) / len(values) for row, values in found.rows.items()}
    assert share["current"] >= 0.5
    assert share["kept"] >= 0.9
    assert share["wronged"] <= 0.03
    assert share["merged"] <= 0.02
