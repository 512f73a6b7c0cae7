"""vectors.db: by content and by who made them, never mixed; and who makes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reverie.errors import EmbedderError, VaultBusy
from reverie.store.vectors import PROBE_HASH, Flight, Vectors


@pytest.fixture
def vectors(tmp_path: Path) -> Vectors:
    return Vectors(tmp_path / "vectors.db")


def hashes(*numbers: int) -> list[bytes]:
    return [number.to_bytes(16, "big") for number in numbers]


def test_a_vector_is_found_by_its_text_and_its_maker_alone(vectors: Vectors):
    one, two = hashes(1, 2)
    vectors.put("a", 2, {one: b"aaaa", two: b"bbbb"})
    vectors.put("b", 3, {one: b"cccccc"})

    assert vectors.get("a", [one, two]) == {one: b"aaaa", two: b"bbbb"}
    assert vectors.get("b", [one, two]) == {one: b"cccccc"}
    assert vectors.get("c", [one]) == {}
    assert vectors.held("b", [one, two]) == {one}
    assert vectors.identities() == {"a": 2, "b": 3}


def test_thousands_are_found_at_once(vectors: Vectors):
    many = hashes(*range(2500))
    vectors.put("a", 1, dict.fromkeys(many, b"xx"))

    assert len(vectors.get("a", many)) == len(vectors.held("a", many)) == 2500


@pytest.mark.parametrize(("dims", "vector"), [(2, b"aaaaaa"), (3, b"aaaaaa"), (2, b"")])
def test_a_vector_of_another_length_is_refused_and_nothing_is_kept(vectors: Vectors, dims: int, vector: bytes):
    vectors.put("a", 2, dict.fromkeys(hashes(1), b"aaaa"))

    with pytest.raises(EmbedderError, match="dimensions"):
        vectors.put("a", dims, {hashes(2)[0]: vector})

    assert vectors.held("a", hashes(1, 2)) == set(hashes(1))


def test_one_embedders_vectors_can_be_thrown_away(vectors: Vectors):
    for name in ("a", "b"):
        vectors.put(name, 1, dict.fromkeys(hashes(1, 2), b"xx"))

    vectors.forget("a")

    assert vectors.identities() == {"b": 1}
    assert vectors.get("a", hashes(1)) == {} and vectors.held("b", hashes(1, 2))
    vectors.put("a", 2, dict.fromkeys(hashes(1), b"yyyy"))
    assert vectors.get("a", hashes(1)) == {hashes(1)[0]: b"yyyy"}


def test_vectors_of_texts_that_are_gone_are_let_go_of(vectors: Vectors):
    vectors.put("a", 1, dict.fromkeys([*hashes(1, 2), PROBE_HASH], b"xx"))
    vectors.put("b", 1, dict.fromkeys(hashes(2), b"xx"))

    assert vectors.prune(hashes(1)) == 1

    assert vectors.held("a", [*hashes(1, 2), PROBE_HASH]) == {*hashes(1), PROBE_HASH}
    assert vectors.identities() == {"a": 1}


def test_every_change_shows_in_the_version_in_other_processes_too(vectors: Vectors, tmp_path: Path):
    seen = [vectors.version()]
    vectors.put("a", 1, dict.fromkeys(hashes(1), b"xx"))
    seen.append(vectors.version())
    other = Vectors(tmp_path / "vectors.db")
    other.put("a", 1, dict.fromkeys(hashes(2), b"xx"))
    seen.append(vectors.version())
    other.forget("a")
    seen.append(vectors.version())

    assert seen == sorted(set(seen))


def test_a_damaged_file_is_made_anew(tmp_path: Path):
    (tmp_path / "vectors.db").write_bytes(b"not a database at all" * 100)
    assert Vectors(tmp_path / "vectors.db").identities() == {}


# Who makes them


def test_one_process_at_a_time_and_the_other_is_told_which(tmp_path: Path):
    flight = Flight(tmp_path / "embedding.lock")
    assert flight.holder() is None
    code = (
        "import sys; from pathlib import Path; from reverie.store.vectors import Flight\n"
        "with Flight(Path(sys.argv[1])).alone(): print('in', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "embedding.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout and other.stdout.readline() == "in\n"
        assert flight.holder() == f"process {other.pid}"
        with pytest.raises(VaultBusy, match=f"process {other.pid} is making the vectors"), flight.alone():
            pass

        other.kill()

    assert flight.holder() is None, "the system lets go for whoever is killed"
    with flight.alone():
        pass


def test_why_the_last_one_failed_is_kept_until_the_next_succeeds(tmp_path: Path):
    flight = Flight(tmp_path / "embedding.lock")
    assert flight.failure() is None

    with pytest.raises(EmbedderError), flight.alone():
        raise EmbedderError("the endpoint\nis down")
    ago, why = flight.failure() or (0.0, "")
    assert 0 <= ago < 60 and why == "the endpoint is down"
    assert flight.holder() is None

    with flight.alone():
        pass
    assert flight.failure() is None
