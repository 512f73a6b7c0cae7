"""The skim: it sees a sentence after what was said before it, and is made of what is in the repository."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from reverie.llm.reader import one_holds
from reverie.llm.skim import SHIPPED, Skim, of_sentence, shipped
from reverie.llm.static import StaticTable
from reverie.llm.worth import LABELS
from scripts import teach


@pytest.fixture(scope="module")
def skim() -> Skim:
    return shipped()


def test_a_sentence_stands_after_the_end_of_what_was_said_before() -> None:
    words = StaticTable.instant().wordpiece
    frame = of_sentence("Postgres then.", "user", "So many words. " * 50 + "Which database?")
    assert frame.ids[frame.second : -1] == words.ids("Postgres then.")
    assert frame.ids[: frame.second][-4:] == [*words.ids("which database?"), words.last]
    assert len(frame.ids) < 25


def test_what_stands_beside_a_sentence_in_a_batch_changes_nothing(skim: Skim) -> None:
    one, other = of_sentence("we ship on fridays", "user", ""), of_sentence("and so on " * 15, "user", "Is that all?")
    np.testing.assert_allclose(skim.scores([one, other])[:1], skim.scores([one]), atol=1e-3)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=300), st.sampled_from(("user", "agent")), st.text(max_size=100))
def test_whatever_is_said_one_label_holds(said: str, role: str, before: str) -> None:
    (odds,) = one_holds(shipped().scores([of_sentence(said, role, before)]))
    assert odds.shape == (len(LABELS),)
    assert np.isfinite(odds).all()
    assert odds.sum() == pytest.approx(1)


def test_no_sentence_no_scores(skim: Skim) -> None:
    assert skim.scores([]).shape == (0, len(LABELS))


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("our staging box answers on port 9443", "fact"),
        ("never touch the migrations folder without asking me", "preference"),
        ("can you run the tests again?", "none"),
        ("thanks, that looks good", "none"),
    ],
)
def test_it_understands_what_is_plain(skim: Skim, said: str, label: str) -> None:
    (odds,) = one_holds(skim.scores([of_sentence(said, "user", "")]))
    assert LABELS[int(odds.argmax())] == label


def test_the_skim_was_made_of_what_is_in_the_repository_and_is_small(skim: Skim) -> None:
    assert skim.identity == teach.identity(teach.taught())
    assert SHIPPED.stat().st_size < 1_000_000
