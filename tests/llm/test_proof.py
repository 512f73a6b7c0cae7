"""A sentence is proved by what it cites when that says most of what it tells, in whatever words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reverie.bench import observe
from reverie.domain.invented import undated
from reverie.llm.proof import LEAST, telling, unproved, unsaid

ANSWERS = Path(__file__).parents[1] / "recorded" / "observe-check.jsonl"


def test_what_a_good_model_wrote_is_proved_by_its_session_and_by_no_other() -> None:
    answers = [json.loads(line)["answer"]["fragments"] for line in ANSWERS.read_text("utf-8").splitlines()]
    talks = [snippet.transcript.entries for snippet in observe.read(observe.SETS / "observe-check.jsonl")]
    whole = ["\n".join(entry.text for entry in entries) for entries in talks]
    for n, drafts in enumerate(answers):
        for body in (undated(draft["body"], [(e.at, e.text) for e in talks[n]]) for draft in drafts):
            assert unproved(body, whole[n]) == [], body
            assert unproved(body, whole[n - 1]) and unproved(body, whole[n - 20]), body


@pytest.mark.parametrize(
    ("sentence", "source", "strange"),
    [
        ("The owner bought a bicycle.", "I purchased a new bike", []),
        ("The owner deployed to Leipzig.", "deployments go to leipzig", []),
        ("The port is 9090.", "the port is 9091", ["9090"]),
        ("The owner wants it.", "", []),
        ("The owner drinks coffee.", "", ["drinks", "coffee"]),
    ],
)
def test_a_word_is_said_in_any_form_and_by_a_synonym_but_a_number_only_as_it_is(
    sentence: str, source: str, strange: list[str]
) -> None:
    assert unsaid(sentence, source) == strange


def test_what_is_half_said_is_proved() -> None:
    assert LEAST == 0.5
    assert telling("The owner switched from Helix to Zed as editor.") == ["switched", "helix", "zed", "editor"]
    assert unproved("The owner switched from Helix to Zed as editor.", "helix no more, zed") == []
    assert unproved("The owner switched from Helix to Zed as editor.", "zed") == ["switched", "helix", "editor"]
