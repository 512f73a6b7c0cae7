"""The sheet: vectors laid out for the next process, which begins where the last one was and answers the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from reverie import Memory
from reverie.domain.page import Key
from reverie.retrieval import matrix, meaning as lanes
from reverie.retrieval.meaning import Meaning
from reverie.store import sheet as sheets
from reverie.store.base import Scope
from reverie.store.passages import fingerprint
from reverie.store.vectors import Vectors
from tests.retrieval.test_meaning import Index as _Index, Words, nearest


class Index(_Index):
    """Knows from which number on it was asked for pieces: 0 by whoever knows none."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def pieces(self, after: int) -> list[tuple[int, int, bytes]]:
        self.asked.append(after)
        return super().pieces(after)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "LARGE", 10)


@pytest.fixture
def index() -> Index:
    index = Index()
    for n in range(60):
        index.add(f"word{n} other{n}", space=1 + n % 2)
    return index


@pytest.fixture
def vectors(tmp_path: Path) -> Vectors:
    return Vectors(tmp_path / "vectors.db")


def begun(index: Index, vectors: Vectors, embedder: Words | None = None) -> Meaning:
    """A process that begins to ask; nothing of an earlier one is left but files."""
    index.asked.clear()
    return Meaning(index, vectors, embedder or Words(dims=512))


def laid(index: Index, vectors: Vectors) -> Path:
    begun(index, vectors).catch_up()
    begun(index, vectors).follow()  # all is there now, and nothing waits
    assert vectors.sheet and vectors.sheet.is_file()
    return vectors.sheet


def answers(meaning: Meaning) -> list[tuple[list[int], list[float]]]:
    meaning.catch_up()
    found = [meaning.similar(f"word{n}", Scope(spaces=("1", "2"))) for n in (0, 7, 58)]
    return [(one.top(5), one.of(one.top(5))) for one in found if one]


@pytest.mark.parametrize("exact", [1_000, 20])
def test_the_next_process_reads_no_vector_and_answers_the_same(
    index: Index, vectors: Vectors, exact: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(matrix, "_EXACT", exact)
    monkeypatch.setattr(matrix, "_KEPT", 15)
    laid(index, vectors)
    alone = Vectors(None)
    before = answers(begun(index, alone))

    after = answers(begun(index, vectors))

    assert index.asked == [60], "it began after the last piece of the sheet"
    assert [top for top, _ in before] == [top for top, _ in after]
    assert np.allclose([of for _, of in before], [of for _, of in after])


def test_what_came_and_went_since_is_seen_and_the_sheet_is_not_touched(index: Index, vectors: Vectors):
    sheet = laid(index, vectors)
    bytes_before = sheet.read_bytes()
    gone, *_ = nearest(begun(index, vectors), "word7", "1", "2")
    index.drop(gone)
    (new,) = index.add("word7 anew", space=2)

    meaning = begun(index, vectors)
    found = nearest(meaning, "word7", "1", "2")

    assert found[0] == new and gone not in found
    assert meaning.follow().total == 60
    assert 0 not in index.asked
    assert sheet.read_bytes() == bytes_before


def test_a_sheet_is_laid_anew_when_much_came_and_went(index: Index, vectors: Vectors):
    sheet = laid(index, vectors)
    for passage, _ in list(index.held.values())[:5]:
        index.drop(passage)
    texts = [f"fresh{n}" for n in range(10)]
    there = index.add(*texts)

    meaning = begun(index, vectors)
    meaning.catch_up()
    meaning.follow()
    found = sheets.find(sheet)

    assert found and found[0].count == 65 and found[0].gone == 5
    again = begun(index, vectors)
    assert [nearest(again, text)[0] for text in texts] == there
    assert 0 not in index.asked


@pytest.mark.parametrize(
    "other", [Words("other", 512), Words(dims=512, salt="x")], ids=["another name", "another model"]
)
def test_a_sheet_of_another_embedder_is_not_taken(index: Index, vectors: Vectors, other: Words):
    laid(index, vectors)
    sheet = vectors.sheet
    assert sheet
    kept = sheet.read_bytes()
    vectors.forget("words")
    sheet.write_bytes(kept)  # as if somebody had brought it back

    answers(begun(index, vectors, other))

    assert index.asked[0] == 0
    assert vectors.held(other.identity, [fingerprint("word7 other7")])


def test_a_sheet_of_an_index_that_was_built_anew_is_not_taken(index: Index, vectors: Vectors):
    laid(index, vectors)
    index.build_anew()
    tea, *_ = index.add("tea", *(f"word{n}" for n in range(30)))

    assert nearest(begun(index, vectors), "tea")[0] == tea
    assert index.asked[0] == 0


def _cut(sheet: Path) -> None:
    sheet.write_bytes(sheet.read_bytes()[:-4096])


def _empty(sheet: Path) -> None:
    sheet.write_bytes(b"")


def _other(sheet: Path) -> None:
    sheet.write_bytes(b"\xff not a sheet at all" * 1000)


def _zero(sheet: Path) -> None:
    raw = sheet.read_bytes()
    sheet.write_bytes(raw[:4096] + bytes(len(raw) - 4096))


def _folder(sheet: Path) -> None:
    sheet.unlink()
    sheet.mkdir()


def _lies(sheet: Path) -> None:
    raw = sheet.read_bytes()
    head = json.loads(raw[:4096]) | {"count": 10**12, "room": 10**12}
    sheet.write_bytes(json.dumps(head).encode().ljust(4096) + raw[4096:])


def _future(sheet: Path) -> None:
    raw = sheet.read_bytes()
    head = json.loads(raw[:4096]) | {"format": 99, "more": 1}
    sheet.write_bytes(json.dumps(head).encode().ljust(4096) + raw[4096:])


@pytest.mark.parametrize("damage", [_cut, _empty, _other, _zero, _folder, _lies, _future])
def test_a_damaged_sheet_costs_time_and_nothing_else(index: Index, vectors: Vectors, damage: Callable[[Path], None]):
    before = answers(begun(index, Vectors(None)))
    damage(laid(index, vectors))

    after = answers(begun(index, vectors))

    assert index.asked[0] == 0
    assert [top for top, _ in before] == [top for top, _ in after]
    assert vectors.sheet and not list(vectors.sheet.parent.glob("vectors.sheet.*")), "no draft is left behind"


def test_what_was_let_go_of_does_not_come_back_by_a_process_that_still_knows_it(index: Index, vectors: Vectors):
    sheet = laid(index, vectors)
    found = sheets.find(sheet)
    assert found
    version = vectors.version()
    draft = sheets.draft(sheet, found[0], iter([[b"what another process knew"]]))

    vectors.prune([])
    assert list(sheet.parent.glob("vectors.sheet*")) == []
    draft.write_bytes(b"written to the end all the same")
    vectors.lay(draft, version)

    assert list(sheet.parent.glob("vectors.sheet*")) == []


def test_where_no_sheet_can_be_laid_meaning_answers_all_the_same(index: Index, vectors: Vectors):
    begun(index, vectors).catch_up()
    assert vectors.sheet
    vectors.sheet = vectors.sheet.parent / "missing" / "vectors.sheet"

    meaning = begun(index, vectors)

    assert meaning.follow().left == 0
    assert len(answers(meaning)) == 3


def test_a_sheet_is_nobodys_business_but_the_owners(index: Index, vectors: Vectors):
    assert laid(index, vectors).stat().st_mode & 0o777 == 0o600


def test_a_purge_leaves_no_sheet(workspace: Path):
    with Memory.create(workspace) as memory:
        for n in range(12):
            memory.remember(f"The gateway of kestrel-{n} listens on port 90{n:02}.")
        secret = memory.remember("Robin's old flat was in Harbour Street.").page
        for _ in range(2):
            memory.recall("where was the flat?")
    sheet = workspace / ".reverie" / "vectors.sheet"
    assert sheet.is_file() and isinstance(secret, Key)

    with Memory.open(workspace) as memory:
        memory.purge([secret])

    assert not list(sheet.parent.glob("vectors.sheet*"))


def test_who_makes_vectors_in_the_background_lays_the_sheet(workspace: Path):
    with Memory.create(workspace) as memory:
        for n in range(12):
            memory.remember(f"The gateway of kestrel-{n} listens on port 90{n:02}.")

        memory.embed()

    assert (workspace / ".reverie" / "vectors.sheet").is_file()
