"""Answers of a language model to the extractor's questions about the check part, replayed: what comes of them.

They were given by an AI agent that was handed the prompt, the schema and one question after another, and saw neither
the labels nor the program. What is refused of them here is lost for whoever has set such a model.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

from reverie.bench import observe
from reverie.llm.scripted import Scripted
from reverie.loop.by_model import ByModel
from reverie.loop.observe import notice_in
from reverie.loop.offline import Offline
from tests.conftest import MONDAY

ANSWERS = Path(__file__).parent / "observe-check.jsonl"


def test_what_a_good_model_answers_is_kept_and_fits_the_labels() -> None:
    answers = [json.loads(line)["answer"] for line in ANSWERS.read_text("utf-8").splitlines()]
    snippets = observe.read(observe.SETS / "observe-check.jsonl")
    total, refused, rules = observe.Tally(), Counter[str](), Offline()
    for answer, snippet in zip(answers, snippets, strict=True):
        seen = notice_in(snippet.transcript, ByModel(Scripted([answer]), rules), MONDAY)
        refused.update(seen.refused)
        texts = {fragment.id: text for _, text, fragment in seen.references}
        observe.compare(total, snippet, [replace(f, quote=f"{f.quote}\n{texts.get(f.id, '')}") for f in seen.fragments])
    assert refused.total() <= 2, refused
    assert total.found >= 0.95 * total.wanted
    assert total.right >= 0.95 * (total.kept - total.optional)
    assert (total.secrets, total.injected) == (0, 0)
