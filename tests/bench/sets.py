"""Small sets in the benchmarks' format, made up for these tests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TALKS = {
    "garden": [
        ("Ana", "I planted the tomatoes beside the greenhouse in April."),
        ("Ben", "Did the frost get to the seedlings?"),
        ("Ana", "No, the seedlings survived the frost under the fleece."),
        ("Ben", "My neighbour lent me a wheelbarrow for the compost."),
        ("Ana", "The compost heap needs turning every fortnight."),
        ("Ben", "Pumpkins grow better on the southern slope."),
    ],
    "harbour": [
        ("Cleo", "The ferry to the island leaves from pier seven."),
        ("Dan", "The lighthouse keeper retired after forty winters."),
        ("Cleo", "We repaired the trawler's winch with a borrowed gear."),
        ("Dan", "Mackerel prices at the auction doubled."),
        ("Cleo", "The customs officer inspected every crate on the barge."),
        ("Dan", "A storm tore the mooring of the yacht."),
    ],
    "kitchen": [
        ("Eve", "My sourdough starter is fed with rye flour."),
        ("Finn", "The oven's thermostat reads twenty degrees too low."),
        ("Eve", "I roasted the parsnips with honey and thyme."),
        ("Finn", "Grandmother's dumplings need caraway."),
        ("Eve", "The copper pan was a present from Lyon."),
        ("Finn", "Saffron goes into the risotto at the very end."),
    ],
}


def conversation(
    id_: str, turns: Sequence[tuple[str, str]], date: str | None = "2026-03-02T10:00:00"
) -> dict[str, Any]:
    """A conversation in two sessions of half its turns each."""
    said = [
        {"id": f"{id_}:{n}", "role": "assistant" if n % 2 else "user", "speaker": who, "text": text}
        for n, (who, text) in enumerate(turns)
    ]
    middle = len(said) // 2
    sessions = [
        {"session_id": f"s{n}", "date": date, "turns": part} for n, part in enumerate((said[:middle], said[middle:]))
    ]
    return {"dataset": "made-up", "conv_id": id_, "speakers": [], "sessions": sessions}


def question(conv: str, text: str, *gold: int | str, type_: str = "single-hop", **rest: Any) -> dict[str, Any]:
    evidence = [f"{conv}:{g}" if isinstance(g, int) else g for g in gold]
    return {
        "qid": f"{conv} {text}",
        "conv_id": conv,
        "type": type_,
        "question": text,
        "answer": "",
        "evidence": evidence,
        "question_date": None,
        **rest,
    }


QUESTIONS = [
    question("garden", "Where were the tomatoes planted?", 0),
    question("garden", "What happened to the seedlings in the frost?", 2),
    question("garden", "What about compost and the wheelbarrow?", 3, 4, type_="multi-hop"),
    question("garden", "Where did Ben plant the tomatoes?", 0, type_="adversarial"),
    question("harbour", "From which pier does the ferry to the island leave?", 0),
    question("harbour", "What did the customs officer inspect on the barge?", 4),
    question("kitchen", "What is the sourdough starter fed with?", 0, "nobody-said-this"),
    question("kitchen", "Which herb goes with the parsnips?", "nobody-said-this", type_="temporal"),
    question("kitchen", "Is there anything about chess?", type_="abstention"),
]


def write(
    folder: Path, name: str = "tiny", conversations: Sequence[Any] | None = None, questions: Sequence[Any] | None = None
) -> Path:
    """A pair of files in a folder; what is no text becomes JSON."""
    folder.mkdir(exist_ok=True)
    rows = {
        "conversations": conversations or [conversation(id_, turns) for id_, turns in TALKS.items()],
        "questions": QUESTIONS if questions is None else questions,
    }
    for part, values in rows.items():
        lines = [value if isinstance(value, str) else json.dumps(value) for value in values]
        with gzip.open(folder / f"{name}.{part}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
    return folder
