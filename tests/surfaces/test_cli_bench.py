"""`reverie bench` as a person meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reverie.surfaces.cli import run
from tests.bench.sets import write


def test_without_a_folder_of_sets_it_says_in_one_line_what_is_missing(capsys: pytest.CaptureFixture[str]):
    code = run(["bench", "recall"])

    told = capsys.readouterr().err
    assert code == 2
    assert "REVERIE_BENCH_DATA" in told
    assert len(told.splitlines()) == 1


def test_a_malformed_set_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    code = run(["bench", "recall", "--data", str(write(tmp_path, questions=["{"]))])

    told = capsys.readouterr().err
    assert code == 1
    assert "tiny.questions.jsonl.gz:1:" in told
    assert len(told.splitlines()) == 1


def test_json_is_valid_and_alone_on_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("REVERIE_BENCH_DATA", str(write(tmp_path)))

    code = run(["bench", "recall", "--quick", "--json", "--out", str(tmp_path / "out")])

    assert code == 0
    found = json.loads(capsys.readouterr().out)
    assert found["name"] == "recall"
    assert (tmp_path / "out" / "recall.svg").is_file()


def test_the_table_is_what_a_person_gets(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["bench", "recall", "--data", str(write(tmp_path)), "--quick", "--sets", "tiny"]) == 0

    assert "reverie fast" in capsys.readouterr().out


@pytest.mark.parametrize("passages", ["many", "", "5"])
def test_sizes_that_are_no_sizes_are_misuse(passages: str, capsys: pytest.CaptureFixture[str]):
    assert run(["bench", "speed", "--passages", passages]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
