"""The reader: it sees which statement is the later one, is small on disk, and made of what is in the repository."""

from __future__ import annotations

import numpy as np
import pytest

from reverie.llm.reader import VERDICTS, Reader, of_pair, one_holds, packed, shipped, unpacked
from reverie.llm.static import StaticTable
from scripts import people, teach
from scripts.teach_alike import LIVES, families


@pytest.fixture(scope="module")
def reader() -> Reader:
    return shipped()


def test_two_statements_stand_side_by_side_the_later_one_second() -> None:
    words = StaticTable.instant().wordpiece
    frame = of_pair("We use npm.", "We use pnpm.")
    assert frame.ids[frame.second : -1] == words.ids("We use pnpm.")
    assert frame.ids[1 : frame.second - 1] == words.ids("We use npm.")


def test_words_in_four_bits_are_off_by_half_a_step_at_most() -> None:
    vectors = np.random.default_rng(1).normal(size=(50, 64)).astype(np.float32)
    whole, scales = packed(vectors)
    assert whole.nbytes == vectors.size // 2
    steps = np.repeat(scales.astype(np.float32), 32, axis=1)
    assert (np.abs(unpacked(whole, scales) - vectors) <= 0.51 * steps).all()
    assert not unpacked(*packed(np.zeros((2, 32), dtype=np.float32))).any()


def test_what_stands_beside_a_pair_in_a_batch_changes_nothing(reader: Reader) -> None:
    one, other = of_pair("Rent is 940.", "rent went up, 1010 from May"), of_pair("I drink tea " * 20, "I drink milk")
    np.testing.assert_allclose(reader.scores([one, other])[:1], reader.scores([one]), atol=1e-3)


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Logs go to Loki.", "We ship the logs to Elasticsearch now, Loki is gone.", "replaces"),
        ("The release manager is Ilse.", "release manager: Noor", "replaces"),
        ("Dana signs off every release.", "It's Dana who approves our releases.", "same"),
        ("The living room is painted green.", "Karsten plays the oboe.", "apart"),
    ],
)
def test_it_understands_what_is_said_in_other_words(reader: Reader, old: str, new: str, verdict: str) -> None:
    (odds,) = one_holds(reader.scores([of_pair(old, new)]))
    assert VERDICTS[int(odds.argmax())] == verdict


def test_the_reader_was_made_of_what_is_in_the_repository(reader: Reader) -> None:
    assert reader.identity == teach.identity([*people.for_the_reader(), *families(), *LIVES])
