"""The vector lane: what is near, whose rows are seen, whose vectors answer, and what happens when an embedder fails."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie import Memory
from reverie.errors import EmbedderError
from reverie.llm.embed import EmbeddingSettings
from reverie.retrieval import embedders as module, matrix, meaning as lanes
from reverie.retrieval.embedders import Embedders
from reverie.retrieval.meaning import BATCH, Maker, Meaning, Progress
from reverie.store.base import Scope
from reverie.store.passages import fingerprint
from reverie.store.scope import SPACE_BITS
from reverie.store.vectors import PROBE, Flight, Vectors


class Words:
    """Embeds by counting words, so that near means sharing them. `salt` makes it another model."""

    def __init__(self, identity: str = "words", dims: int = 64, salt: str = "") -> None:
        self.identity, self.dims, self.salt = identity, dims, salt
        self.asked: list[str] = []
        self.broken: str | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.broken:
            raise EmbedderError(self.broken)
        self.asked += texts
        rows = np.zeros((len(texts), self.dims), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().replace(".", " ").split():
                row[zlib.crc32((self.salt + word).encode()) % self.dims] += 1
        scaled: NDArray[np.float32] = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return scaled

    @property
    def told(self) -> list[str]:
        return [text for text in self.asked if text != PROBE]


class Index:
    """Pieces as an index keeps them, one for each passage."""

    def __init__(self) -> None:
        self.epoch, self.changes, self.last = 1, 0, 0
        self.held: dict[int, tuple[int, str]] = {}
        self.went: list[int] = []

    def add(self, *texts: str, space: int = 1) -> list[int]:
        found = []
        for text in texts:
            self.last += 1
            self.held[self.last] = space << SPACE_BITS | self.last, text
            found.append(self.held[self.last][0])
        self.changes += 1
        return found

    def drop(self, passage: int) -> None:
        self.went += [n for n, at in self.held.items() if at[0] == passage]
        self.held = {n: at for n, at in self.held.items() if at[0] != passage}
        self.changes += 1

    def build_anew(self) -> None:
        self.epoch, self.last, self.held, self.went = self.epoch + 1, 0, {}, []

    def pieces(self, after: int) -> list[tuple[int, int, bytes]]:
        return [(n, passage, fingerprint(text)) for n, (passage, text) in self.held.items() if n > after]

    def generation(self) -> tuple[int, ...]:
        return self.epoch, self.changes

    def gone(self) -> int:
        return len(self.went)

    def dropped(self, after: int) -> list[tuple[int, int]]:
        return [(n, number) for n, number in enumerate(self.went, start=1) if n > after]

    def piece_texts(self, numbers: Sequence[int]) -> list[str]:
        return [self.held[n][1] if n in self.held else "" for n in numbers]

    def numbers(self, spaces: Sequence[str]) -> list[int]:
        return [int(space or 1) for space in spaces]


@pytest.fixture
def index() -> Index:
    return Index()


@pytest.fixture
def vectors() -> Vectors:
    return Vectors(None)


def nearest(meaning: Meaning, text: str, *spaces: str) -> list[int]:
    meaning.catch_up()
    found = meaning.similar(text, Scope(spaces=spaces or ("",)))
    return found.top(3) if found else []


# What is near


def test_the_nearest_come_first_and_know_how_near_they_are(index: Index, vectors: Vectors):
    tea, coffee, cat = index.add("Ana drinks green tea", "Bob drinks coffee", "the cat sleeps")
    meaning = Meaning(index, vectors, Words())
    assert meaning.catch_up() == Progress(3, 3)

    found = meaning.similar("who drinks green tea", Scope())

    assert found is not None
    assert found.top(2) == [tea, coffee]
    first, second, third, nobody = found.of([tea, coffee, cat, 999])
    assert first == 1.0 > second >= third >= 0.0 == nobody
    assert found.identity == "words"


def test_a_question_longer_than_a_piece_finds_what_its_best_part_means(index: Index, vectors: Vectors):
    wanted, _ = index.add("the staging cluster is called heron", "a quiet afternoon with nothing to report")
    filler = "an unrelated sentence about something else entirely. " * 30
    meaning = Meaning(index, vectors, Words(dims=4096))

    assert nearest(meaning, filler + "the staging cluster is called heron. " + filler)[0] == wanted


def test_a_very_long_question_is_asked_in_a_bounded_number_of_parts(index: Index, vectors: Vectors):
    index.add("tea")
    words = Words()
    meaning = Meaning(index, vectors, words)
    meaning.catch_up()
    words.asked.clear()

    meaning.similar("tea and more. " * 20_000, Scope())

    assert len(words.asked) == lanes.PARTS
    assert max(len(text.encode()) for text in words.asked) <= 1000


def test_a_question_asked_again_is_not_embedded_again(index: Index, vectors: Vectors):
    index.add("tea")
    words = Words()
    meaning = Meaning(index, vectors, words)

    for _ in range(3):
        nearest(meaning, "what about tea?")

    assert words.told == ["tea", "what about tea?"]


@pytest.mark.parametrize("question", ["", "  \n", "..."])
def test_a_question_that_says_nothing_is_near_nothing(index: Index, vectors: Vectors, question: str):
    index.add("tea")
    assert nearest(Meaning(index, vectors, Words()), question) == []


def test_a_search_never_sees_rows_of_another_space(index: Index, vectors: Vectors):
    mine, theirs = [], []
    for n in range(20):
        mine += index.add(f"mine number {n}", space=1)
        theirs += index.add(f"their secret tea {n}", space=2)
    meaning = Meaning(index, vectors, Words())
    meaning.catch_up()

    for spaces, seen in ((("1",), mine), (("2",), theirs), (("1", "2"), mine + theirs)):
        found = meaning.similar("secret tea", Scope(spaces=spaces))
        assert found is not None
        assert set(found.top(100)) == set(seen)
    assert meaning.similar("secret tea", Scope(spaces=("3",))) is None


@pytest.mark.parametrize("spaces", [("1",), ("1", "2")])
def test_signs_choose_well_where_there_are_too_many_to_compare(
    index: Index, vectors: Vectors, spaces: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    chance = np.random.default_rng(7)
    rows = chance.standard_normal((400, 60)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)

    class Random(Words):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.stack([rows[int(text)] if text.isdigit() else rows[0] for text in texts])

    for n in range(400):
        index.add(str(n), space=1 + n % 2)
    exact = Meaning(index, vectors, Random(dims=60))
    exact.catch_up()
    monkeypatch.setattr(matrix, "_EXACT", 100)
    monkeypatch.setattr(matrix, "_KEPT", 50)
    chosen = Meaning(index, vectors, Random(dims=60))
    chosen.catch_up()

    for question in ("0", "42", "398"):
        found = [meaning.similar(question, Scope(spaces=spaces)) for meaning in (exact, chosen)]
        assert found[0] and found[1]
        assert found[0].top(1) == found[1].top(1)
        assert len(set(found[0].top(10)) & set(found[1].top(10))) >= 6


# Keeping up


def test_what_was_taken_out_is_not_found_even_when_as_much_came_in(index: Index, vectors: Vectors):
    old, other = index.add("green tea", "black coffee")
    meaning = Meaning(index, vectors, Words())
    assert nearest(meaning, "tea")[0] == old

    index.drop(old)
    (new,) = index.add("white tea")

    assert set(nearest(meaning, "tea")) == {new, other}
    assert nearest(meaning, "tea")[0] == new


def test_an_index_built_anew_under_the_same_numbers_is_not_mistaken_for_the_old(index: Index, vectors: Vectors):
    index.add("tea", "coffee", "milk")
    meaning = Meaning(index, vectors, Words())
    nearest(meaning, "tea")

    index.build_anew()
    _, tea = index.add("milk", "tea")
    assert nearest(meaning, "tea")[0] == tea
    index.build_anew()
    tea, *_ = index.add("tea", "milk", "more")
    assert nearest(meaning, "tea")[0] == tea
    assert meaning.follow() == Progress(3, 3)


def test_rows_stay_right_while_pieces_come_and_go(index: Index, vectors: Vectors, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matrix, "_EXACT", 40)
    chance = np.random.default_rng(3)
    meaning = Meaning(index, vectors, Words(dims=512))
    there: dict[int, str] = {}
    for turn in range(40):
        for n in range(chance.integers(1, 9)):
            text = f"word{turn}x{n}"
            there[index.add(text, space=1 + n % 2)[0]] = text
        for passage in chance.permutation(list(there))[: chance.integers(0, 8)].tolist():
            index.drop(passage)
            del there[passage]
        meaning.catch_up()
        assert len(meaning._matrix) == len(there)
        for passage in chance.permutation(list(there))[:5].tolist():
            found = meaning.similar(there[passage], Scope(spaces=("1", "2")))
            assert found is not None and found.best > 0.99
            assert len(there) < 3 or found.of([passage])[0] > 0.99
            assert set(found.top(1000)) <= set(there)


def test_a_text_is_embedded_once_wherever_it_is_said_and_whoever_asks(index: Index, vectors: Vectors):
    index.add("tea", "tea", "coffee")
    first, second = Words(), Words()

    Meaning(index, vectors, first).catch_up()
    index.build_anew()
    index.add("coffee", "tea", "tea")
    Meaning(index, vectors, second).catch_up()

    assert sorted(first.told) == ["coffee", "tea"]
    assert second.told == []


def test_a_text_that_is_gone_when_its_turn_comes_leaves_no_vector(index: Index, vectors: Vectors):
    gone, _ = index.add("tea", "coffee")

    class Late(Index):
        def piece_texts(self, numbers: Sequence[int]) -> list[str]:
            self.drop(gone)
            return super().piece_texts(numbers)

    index.__class__ = Late
    meaning = Meaning(index, vectors, Words())

    meaning.catch_up()

    assert vectors.held("words", [fingerprint("tea")]) == set()
    assert meaning.follow() == Progress(1, 1)


def test_what_another_process_made_is_noticed(index: Index, vectors: Vectors):
    index.add("tea", "coffee")
    words = Words()
    meaning = Meaning(index, vectors, words)
    assert meaning.follow() == Progress(0, 2)

    Meaning(index, vectors, Words()).catch_up()

    assert meaning.follow() == Progress(2, 2)
    assert words.told == []


def test_vectors_of_two_embedders_are_never_in_one_search(index: Index, vectors: Vectors):
    (tea, _) = index.add("green tea", "black coffee")
    one, two = Words("one", 64), Words("two", 32, salt="x")

    for embedder in (one, two, one):
        meaning = Meaning(index, vectors, embedder)
        assert nearest(meaning, "tea")[0] == tea
        assert meaning._matrix.rows.shape[1] == embedder.dims and len(meaning._matrix) == 2
    assert vectors.identities() == {"one": 64, "two": 32}


@pytest.mark.parametrize("other", [Words("words", 32), Words("words", 64, salt="another model")])
def test_another_model_behind_the_same_name_is_noticed_and_its_vectors_are_not_kept(
    index: Index, vectors: Vectors, other: Words
):
    index.add("tea")
    Meaning(index, vectors, Words()).catch_up()
    index.add("coffee")
    meaning = Meaning(index, vectors, other)

    with pytest.raises(EmbedderError, match="models embed --anew"):
        meaning.catch_up()
    with pytest.raises(EmbedderError, match="models embed --anew"):
        meaning.similar("tea", Scope())
    assert vectors.held("words", [fingerprint("coffee")]) == set()


def test_when_another_process_starts_afresh_with_another_model_old_rows_are_let_go(index: Index, vectors: Vectors):
    (tea, _) = index.add("green tea", "black coffee")
    changing = Words()
    meaning = Meaning(index, vectors, changing)
    assert nearest(meaning, "tea")[0] == tea

    changing.salt = "another model"
    vectors.forget("words")
    Maker(vectors, Words(salt="another model")).make_all(index, lambda _: True)

    assert meaning.follow() == Progress(2, 2)
    assert nearest(meaning, "tea")[0] == tea


@pytest.mark.parametrize(
    "rows", [np.full((1, 64), np.nan), np.ones((3, 64)), np.ones(64)], ids=["no numbers", "too many", "one row"]
)
def test_an_embedder_that_answers_nonsense_is_refused(index: Index, vectors: Vectors, rows: NDArray[np.float64]):
    class Nonsense(Words):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return np.asarray(rows, np.float32)

    index.add("tea")
    with pytest.raises(EmbedderError, match="something else than a vector"):
        Meaning(index, vectors, Nonsense()).catch_up()
    assert vectors.identities() == {}


def test_batches_are_bounded_and_kept_as_they_are_made(index: Index, vectors: Vectors):
    index.add(*(f"text number {n}" for n in range(3 * BATCH + 5)))
    sizes: list[int] = []

    class Watched(Words):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            sizes.append(len(texts))
            return super().embed(texts)

    done = Maker(vectors, Watched()).make_all(index, lambda p: p.done < 2 * BATCH)
    assert done == Progress(2 * BATCH, 3 * BATCH + 5)
    assert len(vectors.held("words", [h for _, _, h in index.pieces(0)])) == 2 * BATCH

    assert Maker(vectors, Watched()).make_all(index, lambda _: True).left == 0
    assert max(sizes) <= BATCH + 1
    assert sum(sizes) - 2 == 3 * BATCH + 5, "the second run made only what was left"


def test_many_threads_may_ask_while_the_index_moves(index: Index, vectors: Vectors):
    index.add(*(f"tea number {n}" for n in range(200)))
    meaning = Meaning(index, vectors, Words())
    wrong: list[BaseException] = []

    def ask() -> None:
        try:
            for n in range(30):
                meaning.catch_up(0.01)
                found = meaning.similar(f"tea number {n}", Scope())
                assert found is None or found.top(5)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for n in range(30):
        index.add(f"more tea {n}")
    for thread in threads:
        thread.join()

    assert wrong == []
    assert meaning.catch_up() == Progress(230, 230)


# Whose vectors answer

CHOSEN = EmbeddingSettings(model="openai:words", endpoint="http://chosen")


@pytest.fixture
def chosen() -> Words:
    return Words("chosen", 32, salt="x")


@pytest.fixture
def lane(
    index: Index, vectors: Vectors, chosen: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Embedders, list[str]]:
    """The lane with a chosen embedder beside the instant one, and the starts of the background it asked for."""
    started: list[str] = []
    instant = Words("instant")
    monkeypatch.setattr(module, "_resting", {})
    flight = Flight(tmp_path / "embedding.lock")
    load: Callable[[EmbeddingSettings], Words] = lambda settings: chosen if settings == CHOSEN else instant  # noqa: E731
    return Embedders(index, vectors, flight, CHOSEN, load, lambda: started.append("now")), started


def answered(lane: Embedders, text: str) -> tuple[str | None, str | None]:
    found, said = lane.near(text, Scope())
    return found.identity if found else None, said


def test_few_missing_vectors_are_made_at_once_and_the_chosen_embedder_answers(lane, index: Index):
    index.add("tea", "coffee")
    assert answered(lane[0], "tea") == ("chosen", None)
    assert lane[1] == []


def test_the_instant_vectors_answer_until_the_chosen_ones_are_ready(lane, index: Index, chosen: Words):
    embedders, started = lane
    index.add(*(f"text number {n}" for n in range(500)))

    assert answered(embedders, "text") == (
        "instant",
        "0 of 500 vectors of openai:words are ready; the rest follow (the instant vectors answered)",
    )
    assert chosen.asked == [] and started == ["now"]
    answered(embedders, "text")
    assert started == ["now"], "not with every recall"

    embedders.embed(lambda model, p: model == "instant" or p.done < 200)
    assert answered(embedders, "text")[0] == "instant"

    standing = embedders.embed(lambda *_: True)
    assert standing and (standing.done, standing.total) == (500, 500)
    assert answered(embedders, "text") == ("chosen", None)
    assert embedders.counts() == ({"chosen": 500, "instant": 500}, 500)


def test_almost_all_is_enough_and_the_rest_follows(lane, index: Index, monkeypatch: pytest.MonkeyPatch):
    embedders, started = lane
    index.add(*(f"text number {n}" for n in range(2000)))
    embedders.embed(lambda model, p: not (model == "openai:words" and p.done >= 1920))
    monkeypatch.setattr(module, "WAIT", 0.0)

    who, said = answered(embedders, "text")

    assert who == "chosen" and said == "1,920 of 2,000 vectors are ready; the rest follow"
    assert started == ["now"]


def test_an_embedder_that_fails_is_left_alone_for_a_while_and_the_instant_vectors_answer(
    lane, index: Index, chosen: Words, monkeypatch: pytest.MonkeyPatch
):
    embedders, _ = lane
    index.add("tea", "coffee")
    assert answered(embedders, "tea")[0] == "chosen"
    asked = len(chosen.asked)

    chosen.broken = "http://chosen cannot be asked"
    said = ("instant", "http://chosen cannot be asked (the instant vectors answered)")
    assert answered(embedders, "what about tea") == said
    chosen.broken = None
    assert answered(embedders, "what about coffee") == said
    assert len(chosen.asked) == asked

    later = monotonic() + module.REST + 1
    monkeypatch.setattr(module, "monotonic", lambda: later)
    assert answered(embedders, "what about coffee") == ("chosen", None)


def test_when_nothing_can_embed_the_other_lanes_answer_and_it_is_said(lane, index: Index, vectors, tmp_path):
    def missing(_: EmbeddingSettings) -> Words:
        raise EmbedderError("instant needs numpy")

    index.add("tea")
    embedders = Embedders(index, vectors, Flight(tmp_path / "lock"), EmbeddingSettings(), missing)

    assert answered(embedders, "tea") == (None, "instant needs numpy")
    assert embedders.standing().trouble == "instant needs numpy"


def test_no_vectors_are_wanted_and_none_are_made(index: Index, vectors, tmp_path):
    none = EmbeddingSettings(model="none")
    embedders = Embedders(index, vectors, Flight(tmp_path / "lock"), none, lambda _: None)
    index.add("tea")

    assert answered(embedders, "tea") == (None, None)
    assert embedders.embed(lambda *_: True) is None
    assert embedders.standing().trouble is None


def test_a_failure_in_the_background_is_said_and_not_tried_again_at_once(lane, index: Index, chosen: Words):
    embedders, started = lane
    index.add(*(f"text number {n}" for n in range(500)))
    chosen.broken = "http://chosen is down"

    with pytest.raises(EmbedderError):
        embedders.embed(lambda *_: True)

    who, said = answered(embedders, "text")
    assert who == "instant" and said and "making them failed: http://chosen is down" in said
    assert started == []
    assert embedders.standing().trouble == "http://chosen is down"
    assert embedders.begin(now=True) and started == ["now"], "a person may ask for it at any time"


def test_a_damaged_cache_is_made_anew(index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_resting", {})
    path = tmp_path / "vectors.db"
    index.add(*(f"text number {n}" for n in range(300)))
    vectors = Vectors(path)
    embedders = Embedders(index, vectors, Flight(tmp_path / "lock"), EmbeddingSettings(), lambda _: Words("instant"))
    assert answered(embedders, "text")[0] == "instant"

    vectors.close()
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 50_000)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    fresh = Embedders(index, vectors, Flight(tmp_path / "lock"), EmbeddingSettings(), lambda _: Words("instant"))

    answers = [answered(fresh, "text") for _ in range(2)]
    assert answers[1] == ("instant", None)


# In a workspace


def test_spaces_deletions_and_rebuilding_in_a_real_workspace(workspace: Path):
    with Memory.create(workspace) as memory:
        mine = memory.remember("The staging cluster is called heron.")
        theirs = memory.remember("The staging cluster is called osprey.", space="user/bob")
        for _ in range(2):
            here, _ = memory.meaning.near("staging cluster", Scope(spaces=("",)))
            there, _ = memory.meaning.near("staging cluster", Scope(spaces=("user/bob",)))
            assert here and there
            assert not set(here.top(50)) & set(there.top(50))
            slugs = {p.key.slug for p in memory.index.passages(there.top(50), Scope(spaces=("user/bob",))).values()}
            assert theirs.page and theirs.page.slug in slugs
            memory.reindex()

        assert mine.page
        memory.forget([mine.page])
        found, _ = memory.meaning.near("staging cluster", Scope())
        shown = memory.index.passages(found.top(50), Scope()) if found else {}
        assert mine.page.slug not in {p.key.slug for p in shown.values()}


def test_who_asks_again_and_again_waits_once_for_what_the_background_makes(
    index: Index, vectors: Vectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # given far more texts without a vector than a question can wait for
    monkeypatch.setattr(module, "_resting", {})
    monkeypatch.setattr(module, "WAIT", 0.0)
    instant = Words("instant")
    index.add("tea", *(f"text number {n}" for n in range(300)))
    started: list[str] = []
    flight = Flight(tmp_path / "lock")
    embedders = Embedders(index, vectors, flight, EmbeddingSettings(), lambda _: instant, lambda: started.append("now"))
    waited: list[float] = []
    whole = Meaning.catch_up

    def catch_up(lane: Meaning, seconds: float) -> Progress:
        waited.append(seconds)
        return whole(lane, seconds)

    monkeypatch.setattr(Meaning, "catch_up", catch_up)

    # when a night asks for what is near each of many fragments
    for n in range(20):
        embedders.near(f"fragment {n}", Scope())

    # then it waits for the first of them only, and the background is started once
    assert waited == [0.0] and started == ["now"]

    # and whatever the background has made by then is used
    embedders.embed(lambda *_: True)
    found, late = embedders.near("tea", Scope())
    assert found is not None and late is None
