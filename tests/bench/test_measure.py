"""What is counted means what the definitions say."""

from __future__ import annotations

from pathlib import Path

from reverie.bench import measure
from reverie.bench.data import Question, read
from reverie.bench.measure import Outcome, all_at, answered, any_at, conflicts, gate, share, strangers, table
from reverie.bench.rankers import Reply, fuse, words_of
from tests.bench.sets import write


def asked(*gold: str, type_: str = "single-hop", answers: tuple[str, ...] = ()) -> Question:
    return Question(id="q", conversation="c", type=type_, text="?", answers=answers, gold=frozenset(gold), asked=None)


def outcome(question: Question, *ids: str, likely: float = 1.0) -> Outcome:
    return Outcome(question, Reply(ids, likely), 0.01)


def test_all_at_k_needs_every_gold_turn_and_any_at_k_one():
    found = ["a", "x", "y", "z", "w", "b"]

    assert all_at(found, {"a", "b"}, 10)
    assert not all_at(found, {"a", "b"}, 5)
    assert any_at(found, {"a", "b"}, 5)
    assert not any_at(found, {"b"}, 5)


def test_a_question_without_valid_gold_is_left_out():
    row = table([outcome(asked("a"), "a"), outcome(asked(), "a")])

    assert row["n"] == 1
    assert row["all@5"]["value"] == 1.0


def test_a_table_over_nothing_has_no_shares():
    assert table([]) == {"n": 0, **dict.fromkeys(measure.MEASURES)}


def test_adversarial_questions_stand_outside_the_headline():
    assert asked("a").counts
    assert not asked("a", type_="adversarial").counts


def test_an_interval_is_the_same_every_time_and_holds_the_mean():
    seen = [n % 3 == 0 for n in range(90)]

    first, again = share(seen), share(seen)

    assert first == again
    assert first is not None
    assert first.low < first.value < first.high
    assert share([]) is None


def test_who_is_better_on_every_question_is_ahead_beyond_doubt():
    better = [outcome(asked("a"), "a") for _ in range(20)]
    worse = [outcome(asked("a"), "b") for _ in range(20)]

    ahead = measure.margin(better, worse)["all@10"]

    assert (ahead["value"], ahead["low"], ahead["high"]) == (1.0, 1.0, 1.0)


def test_each_question_is_asked_of_two_wrong_conversations_always_the_same_ones(tmp_path: Path):
    bench = read(write(tmp_path))[0]

    first, again = strangers(bench), strangers(bench)

    assert first == again
    for id_, questions in first.items():
        assert all(q.conversation != id_ and q.counts for q in questions)
    assert sum(map(len, first.values())) == measure.WRONG * sum(q.counts for q in bench.questions)


def test_the_gate_is_judged_by_what_it_keeps_back_and_by_what_it_loses():
    right = [outcome(asked("a"), "a", likely=0.9), outcome(asked("a"), "a", likely=0.1), outcome(asked("a"), "b")]
    wrong = [Reply(("a",), 0.2), Reply(("a",), 0.8), Reply((), 0.9), Reply(("b",), 0.29)]

    row = gate(right, wrong, 0.3)

    assert row["abstained"]["value"] == 0.75
    assert row["lost"]["value"] == 0.5  # a wrong answer that is held back is no loss
    assert row["curve"][0] == {"threshold": 0.0, "abstained": 0.25, "lost": 0.0}


def test_answers_are_compared_without_case_and_punctuation_but_as_whole_words():
    assert answered(["He moved to St. Gallen!"], ["st gallen"], 1)
    assert not answered(["An Iranian film"], ["Iran"], 1)
    assert not answered(["nothing", "tea"], ["tea"], 1)
    assert not answered(["anything"], ["…"], 1)


def test_a_single_hop_conflict_wants_the_current_statement_first_a_multi_hop_one_an_answer_in_ten():
    texts = {"c": {"old": "The capital is Bonn.", "new": "The capital is Berlin."}}
    single, multi = (asked(type_=t, answers=("Berlin",)) for t in ("conflict_sh_1k", "conflict_mh_1k"))

    behind = conflicts([outcome(single, "old", "new"), outcome(multi, "old", "new")], texts)
    first = conflicts([outcome(single, "new", "old")], texts)

    assert behind["current first"]["value"] == 0.0
    assert behind["answer in 10"]["value"] == 1.0
    assert first["current first"]["value"] == 1.0


def test_rank_fusion_prefers_what_both_lists_name():
    assert fuse([["a", "b"], ["c", "b"]])[0] == "b"


def test_the_baseline_asks_for_any_word_and_leaves_stop_words_out_when_told_to():
    assert words_of("Where is the ferry?", stop=False) == '"where" OR "is" OR "the" OR "ferry"'
    assert words_of("Where is the ferry?", stop=True) == '"ferry"'
    assert words_of('"" (*', stop=True) == ""
