"""The archive: turns word for word but redacted, all or nothing, for as long as it was told, and never thrown away."""

from __future__ import annotations

import random
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain.page import Key
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.turn import Turn
from reverie.errors import VaultBusy, VaultCorrupt, VaultError
from reverie.store import archive as module
from reverie.store.archive import Archive, ArchiveSettings
from tests.conftest import MONDAY

TOKEN = "ghp_" + "a8Kd93jfLq02mZx7Tt5Rr1Ww4Yy6Uu8Ii0Oo"
FOREVER = ArchiveSettings(days=0, megabytes=0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive" / "turns.db"


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    with closing(Archive(path)) as opened:
        yield opened


def entry(id_: str, text: str = "hello", *, minutes: float = 0, **rest: Any) -> Entry:
    return Entry(id=id_, at=MONDAY + timedelta(minutes=minutes), text=text, **{"role": "user", **rest})


def said(*entries: Entry, session: str = "s1", space: str = "") -> Transcript:
    return Transcript(source=session, space=space, trust="user", entries=entries)


def key(id_: str, session: str = "s1", space: str = "") -> Key:
    return Key(space, "turn", f"{session}#{id_}")


def ids(turns: list[Turn]) -> list[str]:
    return [turn.id for turn in turns]


def every_byte(path: Path) -> bytes:
    return b"".join(found.read_bytes() for found in path.parent.iterdir())


def one_line(raised: pytest.ExceptionInfo[Exception]) -> str:
    text = str(raised.value)
    assert "\n" not in text
    return text


# Keeping


def test_a_turn_is_read_back_as_it_was_said(archive):
    archive.keep(said(entry("e1", "Grün – \u201cnur\u201d\n\tTee", role="agent", speaker="Ana"), space="user/ana"))

    assert archive.turns([key("e1", space="user/ana"), key("e2")]) == {
        key("e1", space="user/ana"): Turn(
            space="user/ana",
            session="s1",
            id="e1",
            at=MONDAY,
            role="agent",
            text="Grün – \u201cnur\u201d\n\tTee",
            speaker="Ana",
            position=0,
        )
    }


def test_a_known_turn_is_ignored_and_the_order_goes_on_across_calls(archive, path):
    assert archive.keep(said(entry("e1"), entry("e2"))) == 2
    with closing(Archive(path)) as another_process:
        assert another_process.keep(said(entry("e1", "changed"), entry("e2"), entry("e3"), entry("e3"))) == 1
    assert archive.keep(said(entry("e1"))) == 0

    turns = archive.session("", "s1")
    assert [(turn.id, turn.text, turn.position) for turn in turns] == [
        ("e1", "hello", 0),
        ("e2", "hello", 1),
        ("e3", "hello", 2),
    ]


def test_sessions_and_spaces_are_kept_apart(archive):
    for session, space in (("s1", ""), ("s2", ""), ("s1", "user/ana")):
        assert archive.keep(said(entry("e1", f"{session} {space}"), session=session, space=space)) == 1

    assert [turn.text for turn in archive.session("", "s1")] == ["s1 "]
    assert [turn.text for turn in archive.session("user/ana", "s1")] == ["s1 user/ana"]
    assert archive.session("user/bob", "s1") == []


def test_blank_turns_are_skipped_and_take_no_place(archive):
    assert archive.keep(said(entry("e1"), entry("e2", " \n\t"), entry("e3", ""), entry("e4"))) == 2

    assert [(turn.id, turn.position) for turn in archive.session("", "s1")] == [("e1", 0), ("e4", 1)]


def test_times_come_back_in_utc(archive):
    east = datetime(2026, 11, 16, 9, 0, 0, 1, tzinfo=timezone(timedelta(hours=9)))
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    times = [east, first, last, datetime(2026, 1, 1)]
    archive.keep(said(*(replace(entry(f"e{n}"), at=at) for n, at in enumerate(times))))

    kept = [turn.at for turn in archive.session("", "s1")]
    assert kept == [east, first, last, datetime(2026, 1, 1, tzinfo=UTC)]
    assert {at.tzinfo for at in kept} == {UTC}


@pytest.mark.parametrize("odd", ["\ud800", "\udfff tail", "a\0b", "\0", "\ud83d\ude00"])
def test_text_that_is_no_unicode_is_stored_safely(archive, odd):
    assert archive.keep(said(entry("e1", f"x{odd}y", speaker=odd), entry(odd), session=odd, space="")) == 2

    turns = archive.session("", odd)
    assert len(turns) == 2
    assert turns[0].text == (
        "x😀y" if odd == "\ud83d\ude00" else f"x{odd}y".translate({0: 0xFFFD, 0xD800: 0xFFFD, 0xDFFF: 0xFFFD})
    )
    assert archive.turns([key(odd, session=odd)])
    assert archive.keep(said(entry("e1"), entry(odd), session=odd)) == 0
    assert archive.drop("", odd, [odd]) == 1


@settings(max_examples=50)
@given(st.lists(st.text(max_size=20), max_size=8), st.text(max_size=10))
def test_whatever_was_said_comes_back_as_text_of_the_same_length(texts, session):
    with closing(Archive(None)) as archive:
        kept = archive.keep(said(*(entry(f"e{n}", f"x{text}") for n, text in enumerate(texts)), session=session))
        turns = archive.session("", session)

        assert kept == len(texts) == len(turns)
        assert all(turn.text.encode() for turn in turns)
        assert archive.turns(turn.key for turn in turns).keys() == {turn.key for turn in turns}


def test_names_that_hold_the_mark_between_them_are_found(archive):
    archive.keep(said(entry("e#1"), session="a#b"))

    (turn,) = archive.session("", "a#b")
    assert archive.turns([turn.key]) == {turn.key: turn}
    assert archive.around(turn.key, 1, 1) == [turn]


def test_an_archive_in_memory_needs_no_file():
    with closing(Archive(None)) as archive:
        archive.keep(said(entry("e1"), entry("e2")))
        archive.drop("", "s1", ["e1"])
        archive.trim(MONDAY, ArchiveSettings())
        assert ids(archive.session("", "s1")) == ["e2"]


def test_thousands_of_turns_take_no_long_time(archive):
    turns = [entry(f"{n:036}", f"Number {n}: we meet Ana on Thursday, and the budget is tight.") for n in range(5_000)]
    started = time.perf_counter()

    assert archive.keep(said(*turns)) == 5_000

    assert time.perf_counter() - started < 5  # a fifth of that on an idle machine


# Secrets


def test_no_byte_of_a_credential_reaches_the_disk(archive, path):
    password = "Hunter2-Tr0ub4dor"
    archive.keep(
        said(
            entry("e1", f"use {TOKEN} please"),
            entry("e2", f"the password is {password}", speaker=f"bot {TOKEN}"),
            entry("e3", f"{TOKEN[:20]}\0{TOKEN[20:]}"),
            entry(f"e4-{TOKEN}"),
            session=f"/tmp/{TOKEN}/chat",
        )
    )

    assert archive.sizes()[0] == 4
    everything = every_byte(path)
    assert b"[REDACTED:github-token] please" in everything
    for part in (TOKEN[4:], TOKEN[4:20], TOKEN[21:], password):
        assert part.encode() not in everything
        assert part.encode("utf-16-le") not in everything


def test_a_session_whose_name_is_a_credential_is_known_again_and_can_be_dropped(archive):
    whole = said(entry(f"id-{TOKEN}"), session=TOKEN)

    assert [archive.keep(whole), archive.keep(whole)] == [1, 0]
    assert archive.drop("", TOKEN, [f"id-{TOKEN}"]) == 1


def test_reading_does_not_load_the_search_for_credentials(archive, path):
    archive.keep(said(entry("e1")))
    code = (
        "import sys; from pathlib import Path; from reverie.store.archive import Archive\n"
        "print(len(Archive(Path(sys.argv[1])).session('', 's1')), 'reverie.domain.safety' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["1", "False"]


def test_only_the_owner_can_look_inside(archive, path):
    archive.keep(said(entry("e1")))

    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    modes = {found.name: stat.S_IMODE(found.stat().st_mode) for found in path.parent.iterdir()}
    assert set(modes) >= {"turns.db", "turns.db-wal"}
    assert set(modes.values()) == {0o600}


# Neighbours


def test_a_turn_is_shown_with_its_neighbours_in_order(archive):
    archive.keep(said(*(entry(f"e{n}", minutes=-n) for n in range(6))))  # whatever their clocks say
    archive.keep(said(entry("x"), session="s2"))

    assert ids(archive.around(key("e2"), 1, 2)) == ["e1", "e2", "e3", "e4"]
    assert ids(archive.around(key("e0"), 5, 0)) == ["e0"]
    assert ids(archive.around(key("e5"), 1, 9)) == ["e4", "e5"]
    assert ids(archive.around(key("e2"), -1, -1)) == ["e2"]
    assert archive.around(key("nobody"), 1, 1) == []
    assert archive.around(Key("", "note", "s1#e2"), 1, 1) == []


def test_neighbours_close_up_when_a_turn_between_them_is_gone(archive):
    archive.keep(said(*(entry(f"e{n}") for n in range(5))))
    archive.drop("", "s1", ["e2", "e4"])
    archive.keep(said(entry("e5")))

    assert ids(archive.around(key("e3"), 1, 1)) == ["e1", "e3", "e5"]


# Dropping


def test_what_is_dropped_leaves_no_byte_of_what_was_said(archive, path):
    archive.keep(said(entry("e1", "the rumpelstiltskin affair " * 500), entry("e2", "tea")))
    archive.keep(said(entry("e1", "rumpelstiltskin again"), session="s2"))

    assert archive.drop("", "s1", ["e1", "nobody"]) == 1
    assert archive.drop("", "s2") == 1
    assert archive.drop("", "s3") == 0

    assert b"rumpelstiltskin" not in every_byte(path)
    assert ids(archive.session("", "s1")) == ["e2"]


def test_a_turn_can_be_made_to_say_less_at_its_place_and_followers_learn_of_it(archive, path):
    archive.keep(said(entry("a"), entry("b", "the PIN is quokka", minutes=1, speaker="Ana"), entry("c", minutes=2)))
    seen = archive.changes(0, 0, 10)
    assert archive.restate({key("b"): "the PIN is gone", key("z"): "nobody", key("a"): "hello"}) == 1
    turns = archive.session("", "s1")
    assert ids(turns) == ["a", "b", "c"]
    assert (turns[1].text, turns[1].speaker, turns[1].position) == ("the PIN is gone", "Ana", 1)
    after = archive.changes(seen.kept, seen.dropped, 10)
    assert (ids(list(after.turns)), after.gone) == (["b"], ())
    assert b"quokka" not in every_byte(path)
    assert archive.keep(said(entry("b", "the PIN is quokka"))) == 0


def test_a_deletion_that_a_reader_keeps_from_reaching_every_byte_says_so(archive, path):
    archive.keep(said(entry("e1", "the rumpelstiltskin affair")))
    archive._database.db.execute("PRAGMA busy_timeout=50")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM turn").fetchall()
        with pytest.raises(VaultBusy) as raised:
            archive.drop("", "s1")
        assert "still uses" in one_line(raised)
    assert archive.session("", "s1") == []

    archive.drop("", "s1")
    assert b"rumpelstiltskin" not in every_byte(path)


def test_turns_older_than_the_limit_are_trimmed(archive):
    archive.keep(said(*(entry(f"e{n}", minutes=n * 24 * 60) for n in range(10))))
    now = MONDAY + timedelta(days=10)

    assert archive.trim(now, FOREVER) == 0
    assert archive.trim(now, ArchiveSettings(days=3)) == 7
    assert archive.trim(now, ArchiveSettings(days=3)) == 0

    assert ids(archive.session("", "s1")) == ["e7", "e8", "e9"]


def test_the_oldest_turns_go_until_the_rest_is_small_enough_and_the_disk_gets_its_space_back(archive, path):
    order = list(range(3_000))
    random.Random(7).shuffle(order)  # kept in another order than said
    archive.keep(said(*(entry(f"e{n}", f"{n} " + "word " * 200, minutes=n) for n in order)))
    before, size = archive.sizes()
    assert size > 3_000_000

    gone = archive.trim(MONDAY, ArchiveSettings(days=0, megabytes=2))

    after, size = archive.sizes()
    assert (before, gone + after) == (3_000, 3_000)
    assert 1_600_000 < size <= 2_000_000
    assert sum(found.stat().st_size for found in path.parent.iterdir()) < 2_200_000
    assert {turn.id for turn in archive.session("", "s1")} == {f"e{n}" for n in range(gone, 3_000)}


def test_small_turns_are_not_crowded_out_by_what_is_remembered_of_dropped_ones(archive):
    for day in range(12):
        turns = (entry(f"{day}-{n:036}", "hm", minutes=day * 1440 + n) for n in range(2_000))
        archive.keep(said(*turns, session=f"s{day}"))
        archive.trim(MONDAY, ArchiveSettings(days=0, megabytes=1))

    assert archive.sizes()[0] > 2_000
    assert archive.sizes()[1] <= 1_000_000


@pytest.mark.parametrize("wrong", [{"days": -1}, {"days": 40_000}, {"megabytes": -1}])
def test_a_limit_makes_sense(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        ArchiveSettings(**wrong)


# Following


class Follower:
    """What an index does: it holds what the archive holds, and remembers only cursors."""

    def __init__(self) -> None:
        self.held: dict[Key, Turn] = {}
        self.epoch = self.kept = self.dropped = 0
        self.told: list[str] = []

    def follow(self, archive: Archive, limit: int = 1_000) -> list[str]:
        self.told = []
        more = True
        while more:
            found = archive.changes(self.kept, self.dropped, limit)
            if found.anew or (self.epoch and found.epoch != self.epoch):
                self.__init__()  # type: ignore[misc]
                self.told.append("anew")
                continue
            for gone in found.gone:
                del self.held[gone]
                self.told.append(f"-{gone.slug}")
            self.held |= {turn.key: turn for turn in found.turns}
            self.told += [f"+{turn.key.slug}" for turn in found.turns]
            self.epoch, self.kept, self.dropped, more = found.epoch, found.kept, found.dropped, found.more
        return self.told


def test_a_follower_is_told_exactly_the_difference(archive, path):
    follower = Follower()
    archive.keep(said(entry("e1"), entry("e2"), entry("e3")))
    archive.drop("", "s1", ["e2"])
    assert follower.follow(archive) == ["+s1#e1", "+s1#e3"]
    assert follower.follow(archive) == []

    archive.keep(said(entry("e1"), entry("e4")))
    archive.drop("", "s1", ["e1"])
    with closing(Archive(path)) as restarted:
        assert follower.follow(restarted) == ["-s1#e1", "+s1#e4"]
        assert follower.follow(restarted) == []


def test_a_turn_that_was_dropped_and_kept_again_is_there_for_the_follower(archive):
    follower = Follower()
    archive.keep(said(entry("e1", "old"), entry("e2")))
    follower.follow(archive)
    archive.drop("", "s1")
    archive.keep(said(entry("e1", "new")))

    assert follower.follow(archive, limit=1) == ["+s1#e1", "-s1#e2"]
    assert [turn.text for turn in follower.held.values()] == ["new"]


def test_numbers_are_never_given_twice(archive, path):
    follower = Follower()
    archive.keep(said(entry("e1"), entry("e2")))
    follower.follow(archive)
    archive.drop("", "s1")
    archive.trim(MONDAY, ArchiveSettings())
    archive.close()
    with closing(Archive(path)) as restarted:
        restarted.keep(said(entry("e3"), session="s2"))
        assert follower.follow(restarted) == ["-s1#e1", "-s1#e2", "+s2#e3"]


def test_a_follower_notices_that_the_archive_was_replaced(archive, path, tmp_path):
    follower = Follower()
    archive.keep(said(entry("e1"), entry("e2")))
    follower.follow(archive)
    with closing(Archive(tmp_path / "other" / "turns.db")) as other:
        other.keep(said(entry("x1"), entry("x2"), entry("x3"), session="s9"))

        assert follower.follow(other) == ["anew", "+s9#x1", "+s9#x2", "+s9#x3"]
        assert follower.held.keys() == {turn.key for turn in other.session("", "s9")}


def test_a_follower_that_is_ahead_of_an_older_copy_starts_again(archive, path, tmp_path):
    follower = Follower()
    archive.keep(said(entry("e1")))
    copy = tmp_path / "copy" / "turns.db"
    copy.parent.mkdir()
    with closing(sqlite3.connect(copy)) as other:
        archive._database.db.backup(other)
    archive.keep(said(entry("e2")))
    follower.follow(archive)

    with closing(Archive(copy)) as older:
        assert follower.follow(older) == ["anew", "+s1#e1"]


def test_a_follower_that_stayed_away_too_long_starts_again(archive, monkeypatch):
    monkeypatch.setattr(module, "_REMEMBERED", 3)
    near, far = Follower(), Follower()
    archive.keep(said(*(entry(f"e{n}") for n in range(20))))
    far.follow(archive)
    archive.drop("", "s1", [f"e{n}" for n in range(10)])
    near.follow(archive)
    archive.drop("", "s1", ["e10"])
    archive.trim(MONDAY, FOREVER)

    assert near.follow(archive) == ["-s1#e10"]
    assert far.follow(archive) == ["anew", *(f"+s1#e{n}" for n in range(11, 20))]
    assert near.held == far.held


STEPS = st.one_of(
    st.tuples(st.just("keep"), st.integers(0, 2), st.lists(st.integers(0, 9), max_size=4)),
    st.tuples(st.just("drop"), st.integers(0, 2), st.none() | st.lists(st.integers(0, 9), max_size=3)),
    st.tuples(st.just("trim"), st.integers(0, 9), st.none()),
    st.tuples(st.just("follow"), st.integers(1, 3), st.none()),
)


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=25))
def test_whatever_happens_a_follower_ends_up_with_what_the_archive_holds(history):
    with closing(Archive(None)) as archive, pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_REMEMBERED", 4)
        follower = Follower()
        for step in [*history, ("follow", 2, None)]:
            match step:
                case ("keep", session, numbers):
                    archive.keep(said(*(entry(f"e{n}", minutes=n * 1440) for n in numbers), session=f"s{session}"))
                case ("drop", session, numbers):
                    archive.drop("", f"s{session}", None if numbers is None else [f"e{n}" for n in numbers])
                case ("trim", day, _):
                    archive.trim(MONDAY + timedelta(days=day), ArchiveSettings(days=5))
                case ("follow", limit, _):
                    follower.follow(archive, limit)
        kept = [turn for n in range(3) for turn in archive.session("", f"s{n}")]
        assert follower.held == {turn.key: turn for turn in kept}
        positions = [(turn.session, turn.position) for turn in kept]
        assert len(set(positions)) == len(positions)


# Several at once, and killed

WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from reverie.domain.transcript import Entry, Transcript
from reverie.store.archive import Archive
path, run, session, calls, size = sys.argv[1:]
archive = Archive(Path(path))
for call in range(int(calls)):
    entries = tuple(
        Entry(id=f"{run}-{call}-{n}", at=datetime.now(UTC), role="user", text=f"{n} " + "word " * 300)
        for n in range(int(size))
    )
    archive.keep(Transcript(source=session.format(call), space="", trust="user", entries=entries))
    print(call, flush=True)
"""


def writer(path: Path, run: str, session: str, calls: int, size: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), run, session, str(calls), str(size)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.disk
@pytest.mark.parametrize("seed", range(5))
def test_a_killed_process_leaves_all_of_a_transcript_or_nothing(path, seed):
    chance, done = random.Random(seed), 0
    for run in range(3):
        with writer(path, "r", f"{run}:{{}}", 10_000, 60) as process:
            assert process.stdout
            assert process.stderr
            process.stdout.readline()
            time.sleep(chance.uniform(0, 0.15))
            process.kill()
            done = 1 + len([line for line in process.stdout.readlines() if line.endswith("\n")])
            assert process.stderr.read() == ""
        assert process.returncode == -signal.SIGKILL
        with closing(Archive(path)) as archive:
            sizes = [len(archive.session("", f"{run}:{call}")) for call in range(done + 2)]
            assert sizes[:done] == [60] * done
            assert sizes[done:] in ([60, 0], [0, 0])
            assert archive._database.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_two_processes_write_into_one_session_at_once(path):
    both = [writer(path, run, "shared", 20, 25) for run in "ab"]
    said_wrong = [process.communicate()[1] for process in both]

    assert said_wrong == ["", ""]
    with closing(Archive(path)) as archive:
        turns = archive.session("", "shared")
        assert [turn.position for turn in turns] == list(range(1_000))
        for run in "ab":
            assert [t.id for t in turns if t.id.startswith(run)] == [
                f"{run}-{c}-{n}" for c in range(20) for n in range(25)
            ]


def test_many_processes_may_begin_an_archive_at_once(tmp_path):
    for n in range(3):
        path = tmp_path / str(n) / "turns.db"
        everybody = [writer(path, str(run), "shared", 1, 1) for run in range(6)]
        assert [process.communicate()[1] for process in everybody] == [""] * 6
        with closing(Archive(path)) as archive:
            assert archive.sizes()[0] == 6


@pytest.fixture
def blocked(archive: Archive, path: Path) -> Iterator[None]:
    """Somebody else is in the middle of a write."""
    archive.keep(said(entry("e1")))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM turn")
        yield


@pytest.mark.usefixtures("blocked")
def test_a_reader_does_not_wait_for_a_writer(archive, path):
    with closing(Archive(path)) as newcomer:
        started = time.perf_counter()
        for reader in (archive, newcomer):
            assert ids(reader.session("", "s1")) == ids(reader.around(key("e1"), 1, 1)) == ["e1"]
            assert reader.sizes()[0] == len(reader.changes(0, 0, 10).turns) == len(reader.turns([key("e1")])) == 1
            assert reader.keep(said(entry("e1"))) == 0  # nothing new: nothing to write
        assert time.perf_counter() - started < 1


@pytest.mark.usefixtures("blocked")
def test_a_writer_that_waited_too_long_says_so(archive):
    archive._database.db.execute("PRAGMA busy_timeout=20")

    with pytest.raises(VaultBusy) as raised:
        archive.keep(said(entry("e2")))

    assert "busy" in one_line(raised)


def test_a_full_disk_is_told_and_keeps_all_or_nothing(archive):
    archive.keep(said(entry("e1")))
    db = archive._database.db
    db.execute(f"PRAGMA max_page_count={db.execute('PRAGMA page_count').fetchone()[0] + 2}")
    much = said(*(entry(f"f{n}", "word " * 300) for n in range(50)))

    with pytest.raises(VaultError) as raised:
        archive.keep(much)

    assert "full" in one_line(raised)
    assert not isinstance(raised.value, VaultCorrupt)
    assert ids(archive.session("", "s1")) == ["e1"]
    db.execute("PRAGMA max_page_count=1000000")
    assert archive.keep(much) == 50


# Damage


@pytest.fixture
def filled(path: Path) -> bytes:
    """The bytes of a healthy archive that nobody has open."""
    with closing(Archive(path)) as archive:
        archive.keep(said(*(entry(f"e{n}", f"{n} " + "word " * 100) for n in range(300))))
    return path.read_bytes()


def everything(archive: Archive) -> None:
    archive.keep(said(*(entry(f"e{n}") for n in range(300))))
    archive.session("", "s1")
    archive.changes(0, 0, 1_000)
    archive.trim(MONDAY + timedelta(days=900), ArchiveSettings(days=1))


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: b"not a database" * 1_000,
        lambda raw: b"\0" * 100 + raw[100:],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:8192] + b"\xff" * (len(raw) - 8192),
        lambda raw: raw[:100] + b"\xff" * 3_996 + raw[4096:],
    ],
    ids=["other bytes", "no header", "cut in half", "no content", "no schema"],
)
def test_a_damaged_archive_is_reported_and_left_as_it_is(path, filled, damage):
    path.write_bytes(damage(filled))
    before = path.read_bytes()

    for _ in range(2):
        with closing(Archive(path)) as archive, pytest.raises(VaultCorrupt) as raised:
            everything(archive)
        assert str(path) in one_line(raised)
        assert "backup" in one_line(raised)

    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 2])
def test_an_archive_of_another_version_or_program_is_reported_and_left_as_it_is(path, version):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE turn (something TEXT)")
        other.execute(f"PRAGMA user_version={version}")
    before = path.read_bytes()

    with closing(Archive(path)) as archive, pytest.raises(VaultError) as raised:
        archive.session("", "s1")

    assert "another version" in one_line(raised)
    assert not isinstance(raised.value, VaultCorrupt)
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == ["turns.db"]


def test_a_lost_table_is_reported(path, filled):
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE turn")

    with closing(Archive(path)) as archive, pytest.raises(VaultCorrupt, match="no such table"):
        archive.session("", "s1")


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path):
    nowhere = tmp_path / "nowhere" / "archive" / "turns.db"

    with closing(Archive(nowhere)) as archive, pytest.raises(VaultError) as raised:
        archive.keep(said(entry("e1")))

    assert "No such file" in one_line(raised)


def test_clearing_throws_nothing_away(archive):
    archive.keep(said(entry("e1")))

    archive._database.clear()

    assert ids(archive.session("", "s1")) == ["e1"]
