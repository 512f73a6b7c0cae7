"""Facts that overrule earlier ones: whether recall puts the current one first, before and after dreaming.

The facts of MemoryAgentBench's conflict sets (`REVERIE_BENCH_DATA`) are told one by one, as a person would over many
days; then the offline dreamer runs. Single-hop questions are right when the first hit holds the answer, others when
one of ten does.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.results import keep
from reverie.bench.alone import by_rules
from reverie.bench.data import Conversation, Question, read
from reverie.bench.measure import answered, share
from reverie.domain.fragment import Fragment
from reverie.domain.ids import uuid7
from reverie.memory import Memory

A_DAY = 25  # facts that are told on one day


def told(conversation: Conversation) -> list[Fragment]:
    """The facts of a conversation, in their order, so many a day."""
    facts = [turn.text for turn in conversation.turns]
    start = datetime(2026, 1, 1, 9, tzinfo=UTC)
    found = []
    for n, fact in enumerate(facts):
        at = start + timedelta(days=n // A_DAY, minutes=n % A_DAY)
        found.append(
            Fragment(
                id=uuid7(at, str(n).encode()), ts=at, day=at.date(), space="", source="bench:conflicts",
                entry=str(n), topic="fact", body=fact, quote=fact, trust="user",
            )
        )  # fmt: skip
    return found


def right(memory: Memory, question: Question) -> bool:
    k = 1 if "_sh_" in question.type else 10
    hits = memory.recall(question.text, k=10).hits
    return answered([hit.text for hit in hits], question.answers, k)


def measure(conversation: Conversation, questions: list[Question]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, by_rules(Memory.create(Path(folder) / "w")) as memory:
        fragments = told(conversation)
        memory.vault.append(fragments, [], fragments[-1].ts, "observe:bench")
        before = share([right(memory, q) for q in questions])
        memory.dream(now=fragments[-1].ts + timedelta(hours=12))
        after = share([right(memory, q) for q in questions])
        beliefs = sum(key.kind == "belief" for key in memory.vault.keys(""))
    return {
        "facts": len(fragments), "beliefs": beliefs, "before": before.json() if before else None,
        "after": after.json() if after else None,
    }  # fmt: skip


def main() -> None:
    (bench,) = read(Path(os.environ["REVERIE_BENCH_DATA"]), ["conflict-dev"])
    found = {}
    for id_, conversation in bench.conversations.items():
        questions = [q for q in bench.questions if q.conversation == id_]
        if len(sys.argv) > 1 and sys.argv[1] not in questions[0].type:
            continue
        found[questions[0].type] = measure(conversation, questions)
        print(questions[0].type, found[questions[0].type], flush=True)
    print(keep("conflicts", found))


if __name__ == "__main__":
    main()
