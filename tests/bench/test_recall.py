"""A run over a small set: everyone is asked, the right turns are found, wrong conversations are left unanswered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from reverie import config
from reverie.bench import palace, recall, report
from reverie.bench.data import read
from reverie.bench.rankers import Reverie
from reverie.bench.store import Paces, Store
from reverie.store.vectors import Vectors
from tests.bench.sets import TALKS, conversation, question, write

CONFLICTS = [
    ("user", "The capital of Freedonia is Oldtown."),
    ("user", "The river of Freedonia is the Elm."),
    ("user", "The capital of Freedonia is Newtown."),
    ("user", "The anthem of Freedonia is long."),
]


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = write(tmp_path_factory.mktemp("sets"))
    capital = question("f", "What is the capital of Freedonia?", answer=["Newtown"], type_="made_sh_1k")
    write(folder, "clash", [conversation("f", CONFLICTS, date=None)], [capital])
    return recall.run(folder, config.personal({"HOME": str(folder)}), lambda _: None)


def test_both_tiers_find_what_was_said_and_so_does_every_baseline_take_part(result: dict[str, Any]):
    rankers = result["sets"]["tiny"]["rankers"]

    for name in ("reverie fast", "reverie full (instant)"):
        assert rankers[name]["headline"]["all@10"]["value"] == 1.0
    assert set(rankers) == {
        "reverie fast",
        "reverie full (instant)",
        "fts5 porter",
        "fts5, no stop words",
        "instant vectors",
        "fts5 + instant (rrf)",
    }


def test_only_questions_with_valid_gold_are_counted_and_adversarial_ones_apart(result: dict[str, Any]):
    found = result["sets"]["tiny"]

    assert found["questions"] == {"asked": 9, "headline": 6, "without valid gold": 2}
    row = found["rankers"]["reverie fast"]
    assert row["headline"]["n"] == 6
    assert {kind: part["n"] for kind, part in row["categories"].items()} == {
        "adversarial": 1,
        "multi-hop": 1,
        "single-hop": 5,
    }
    assert {half: part["n"] for half, part in row["halves"].items()} == {"unseen": 6}


def test_a_wrong_conversation_is_abstained_from_and_no_right_answer_lost(result: dict[str, Any]):
    for row in result["sets"]["tiny"]["gate"].values():
        assert row["abstained"]["n"] == 12
        assert row["abstained"]["value"] == 1.0
        assert row["lost"]["value"] == 0.0


def test_of_two_statements_the_current_one_comes_first(result: dict[str, Any]):
    found = result["sets"]["clash"]

    assert found["kind"] == "conflicts"
    assert found["rankers"]["reverie fast"]["shares"]["current first"]["value"] == 1.0


def test_a_result_names_its_files_and_versions_but_no_machine_and_no_path(result: dict[str, Any], tmp_path: Path):
    text = json.dumps(result)

    assert len(result["sets"]["tiny"]["files"]["tiny.questions.jsonl.gz"]) == 64
    assert set(result["machine"]) == {"cores", "system", "python", "sqlite", "numpy"}
    assert str(tmp_path.parent) not in text
    assert "tomatoes" not in text


def test_the_tables_name_everyone_and_charts_are_well_formed(result: dict[str, Any], tmp_path: Path):
    text = report.recall(result)
    names = report.write(result, tmp_path / "out")

    assert "reverie full (instant)" in text
    assert "mempalace: " in text
    assert names == ["recall.json", "recall.svg", "recall-categories.svg", "recall-gate.svg"]
    assert json.loads((tmp_path / "out" / "recall.json").read_text("utf-8")) == result
    for name in names[1:]:
        drawing = ElementTree.parse(tmp_path / "out" / name).getroot()
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
        words = [each.text for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
        assert any("tiny" in (word or "") for word in words)


def test_a_quick_run_asks_fewer_questions_and_still_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recall, "QUICK", 3)

    found = recall.run(write(tmp_path), config.personal({"HOME": str(tmp_path)}), lambda _: None, quick=True)

    assert found["sets"]["tiny"]["questions"]["asked"] == 3
    assert found["absent"] == ["mempalace: left out of a quick run"]


def test_vectors_are_kept_for_the_next_run_when_asked_for(tmp_path: Path):
    sets, kept = write(tmp_path / "sets"), tmp_path / "kept"
    first, again = (
        recall.run(sets, config.personal({"HOME": str(tmp_path)}), lambda _: None, quick=True, vectors=kept)
        for _ in range(2)
    )

    assert first["sets"]["tiny"]["pace"]["pieces_per_s"]["instant"] > 0
    assert again["sets"]["tiny"]["pace"]["pieces_per_s"]["instant"] is None
    assert first["sets"]["tiny"]["gate"] == again["sets"]["tiny"]["gate"]


def test_a_set_of_one_conversation_has_no_wrong_one_and_an_empty_one_no_shares(tmp_path: Path):
    write(tmp_path, "alone", [conversation("a", TALKS["garden"])], [question("a", "Who planted tomatoes?", 0)])
    write(tmp_path, "empty", [{"conv_id": "e", "sessions": []}], [question("e", "Anything?")])

    found = recall.run(tmp_path, config.personal({"HOME": str(tmp_path)}), lambda _: None, quick=True)

    assert found["sets"]["alone"]["gate"]["reverie fast"]["abstained"] is None
    assert found["sets"]["empty"]["rankers"]["reverie fast"]["headline"]["all@10"] is None
    assert report.recall(found)
    assert report.write(found, tmp_path / "out")


def test_an_odd_set_is_run_like_any_other(tmp_path: Path):
    talk = {
        "conv_id": 7,
        "sessions": [
            {"turns": []},
            {
                "date": "2026-03-02T10:00:00+02:00",
                "turns": [{"id": 1, "text": "half \\ud83d a face\\u0000"}, {"id": 2}],
            },
            {"date": None, "turns": [{"id": 3, "role": "oracle", "text": "'; DROP TABLE turn; --", "speaker": None}]},
        ],
    }
    asked = [
        {"conv_id": 7, "question": text, "evidence": [1], "answer": 3.5}
        for text in ("", "half?", "\\ud83d", '"((*', "the")
    ]
    write(
        tmp_path, "odd", [json.dumps(talk).replace("\\\\", "\\")], [json.dumps(q).replace("\\\\", "\\") for q in asked]
    )

    found = recall.run(tmp_path, config.personal({"HOME": str(tmp_path)}), lambda _: None, quick=True)

    assert found["sets"]["odd"]["rankers"]["reverie fast"]["headline"]["n"] == 5
    assert report.recall(found)


def test_turns_and_sessions_that_share_a_name_are_all_taken_in(tmp_path: Path):
    talk = conversation("twice", TALKS["harbour"])
    for session in talk["sessions"]:
        session["session_id"] = "same"
        for n, turn in enumerate(session["turns"]):
            turn["id"] = n
    bench = read(write(tmp_path, conversations=[talk], questions=[]))[0]
    store = Store(bench.conversations["twice"], tmp_path / "w", Vectors(None), Paces())

    ask = Reverie("fast").open(store)
    reply = ask("Whose mooring did the storm tear?", bench.conversations["twice"].last)

    assert store.memory.index.size() == 6
    assert reply.ids[0] == "2"
    store.close()


def test_mempalace_takes_part_only_when_it_and_its_model_are_there(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(palace, "find_spec", lambda _: None)

    assert palace.missing() == "mempalace: not installed"
