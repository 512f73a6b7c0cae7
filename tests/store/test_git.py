"""What the history promises: every commit once, byte for byte, and no contact with the user's git."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from reverie.errors import HistoryError, NotFound, OutsideVault
from reverie.store.git import Commit, GitHistory

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
AWKWARD_PATHS = [
    "MEMORY.md",
    "memory/topics/with space.md",
    'memory/topics/"quoted".md',
    "memory/topics/new\nline.md",
    "memory/topics/back\\slash\ttab\r.md",
    "memory/topics/größe-日本-🦉.md",
    "memory/topics/not-utf8-\udcff.md",
    ".hidden/.dotted.md",
    "*.md",
    ":(top)magic",
    "-rf",
    "memory/.gitignore",
    "memory/git/x.lock",
]
AWKWARD_BYTES = [
    b"",
    b"\n",
    b"\r\n\r\nmixed\n\r",
    b"\x00\xff\xfe" * 7,
    b"done\ncommit refs/heads/main\n",
    b"$Id$ no newline at the end",
]


def commit(seq: int, files: Mapping[str, bytes | None] | None = None, **given: object) -> Commit:
    chosen: dict[str, object] = {
        "id": f"p-{seq:08d}",
        "at": NOON + timedelta(minutes=seq),
        "author": "bot:trigger-remember",
        "message": f"[EDIT] MEMORY.md — change {seq}\nActor: bot:trigger-remember\nApproval: auto",
        "files": {"MEMORY.md": b"%d\n" % seq} if files is None else files,
    }
    return Commit(seq=seq, **(chosen | given))  # type: ignore[arg-type]


@pytest.fixture
def history(tmp_path: Path) -> GitHistory:
    return GitHistory(tmp_path / "work" / ".reverie" / "audit.git")


def git(folder: Path, *args: str, check: bool = True, data: bytes | None = None) -> bytes:
    """The tests' own git, told of no configuration but the repository's."""
    env = {"PATH": os.environ["PATH"], "HOME": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *args], cwd=folder, env=env, input=data, capture_output=True, check=check)
    return done.stdout


def whole_message(history_dir: Path) -> str:
    raw = git(history_dir, "--git-dir=.", "cat-file", "commit", "refs/heads/main")
    return raw.partition(b"\n\n")[2].decode("utf-8")


def folder(history: GitHistory) -> Path:
    return history._dir


# What goes in comes out.


def test_a_history_not_begun_is_empty_and_leaves_no_trace(history: GitHistory) -> None:
    assert not history.ready()
    assert (history.seq(), history.ids(), history.files(), history.log()) == (0, {}, {}, [])
    assert history.read("MEMORY.md") is None
    assert history.check() == []
    history.tidy()

    assert not folder(history).exists()


def test_awkward_paths_and_bytes_come_back_unchanged(history: GitHistory) -> None:
    files = {path: AWKWARD_BYTES[i % len(AWKWARD_BYTES)] for i, path in enumerate(AWKWARD_PATHS)}

    assert history.record([commit(1, files)]) == 1

    assert history.files() == {path: GitHistory.blob_id(data) for path, data in files.items()}
    assert {path: history.read(path) for path in files} == files
    assert all(len(history.log(path)) == 1 for path in files)
    assert history.check() == []


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("plain", "plain\n"),
        ("ends with newlines\n\n\n", "ends with newlines\n\n\n"),
        ("a\0b", "ab\n"),
        ("dos\r\nlines\r\n", "dos\r\nlines\r\n"),
        ("lone \ud800 surrogate", "lone ? surrogate\n"),
        ("# not a comment\n\n---\ndone\n⚠️ CRITICAL FILE CHANGED", None),
        ("quotes\n\nReverie-Id: p-99999999\nReverie-Seq: 99", None),
        ("", "\n"),
    ],
)
def test_any_message_survives(history: GitHistory, message: str, kept: str | None) -> None:
    history.record([commit(1, message=message)])

    stored = whole_message(folder(history))

    expected = message + "\n" if kept is None else kept
    assert stored == expected + "\nReverie-Id: p-00000001\nReverie-Seq: 1\n"
    assert history.ids() == {"p-00000001": 1}
    assert history.seq() == 1


def test_the_log_tells_id_time_and_first_line_newest_first(history: GitHistory) -> None:
    east = datetime(2026, 11, 15, 23, 30, tzinfo=timezone(timedelta(hours=9)))
    history.record(
        [
            commit(1, {"a": b"1"}),
            commit(2, {"b": b"1"}, message="[ADD] b — two\nActor: manual", at=east),
            commit(3, {"a": b"2"}),
        ]
    )

    assert [id_ for id_, _, _ in history.log()] == ["p-00000003", "p-00000002", "p-00000001"]
    assert history.log("b") == [("p-00000002", east, "[ADD] b — two")]
    assert [id_ for id_, _, _ in history.log("a", limit=1)] == ["p-00000003"]
    assert history.log("c") == []


def test_a_file_can_be_read_as_of_any_commit(history: GitHistory) -> None:
    history.record([commit(1, {"a": b"1"}), commit(2, {"a": None, "b": b"2"}), commit(3, {})])

    assert history.read("a", "p-00000001") == b"1"
    assert history.read("a", "p-00000002") is None
    assert history.files("p-00000001") == {"a": GitHistory.blob_id(b"1")}
    assert history.files() == history.files("p-00000003") == {"b": GitHistory.blob_id(b"2")}
    for unknown in ("p-0000000", "", "no\0thing", "\ud800"):
        with pytest.raises(NotFound, match="has no commit"):
            history.files(unknown)


def test_a_message_that_quotes_another_commit_is_not_taken_for_it(history: GitHistory) -> None:
    quoting = commit(2, {"a": b"2"}, message="undo\n\nReverie-Id: p-00000001\nReverie-Seq: 1\n")
    history.record([commit(1, {"a": b"1"}), quoting])

    assert history.read("a", "p-00000001") == b"1"


def test_a_folder_is_not_a_file(history: GitHistory) -> None:
    history.record([commit(1, {"a": b"file"}), commit(2, {"a/b": b"inside", "a": None})])

    assert history.read("a") is None
    assert history.read("a/b") == b"inside"


@pytest.mark.parametrize(
    ("at", "kept"),
    [
        (datetime(1950, 1, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC)),
        (datetime(9999, 12, 31, tzinfo=UTC), datetime(2099, 12, 31, 23, 59, 59, tzinfo=UTC)),
    ],
)
def test_times_git_cannot_hold_are_clamped(history: GitHistory, at: datetime, kept: datetime) -> None:
    history.record([commit(1, at=at), commit(2)])

    assert [when for _, when, _ in history.log()] == [NOON + timedelta(minutes=2), kept]
    assert history.check() == []


@pytest.mark.parametrize("author", ["", " \n", "<evil> \n committer x", "Zoë\ud800", "system:decay"])
def test_any_author_is_one_git_accepts(history: GitHistory, author: str) -> None:
    history.record([commit(1, author=author)])

    assert history.check() == []


@pytest.mark.parametrize(
    "path",
    [
        *("", "/etc/passwd", "../up", "a/../b", "a/..", "./a", "a//b", "a/", "nul\0", "bad\ud800"),
        *(".git/config", "a/.git", "a/.GIT/x", ".git /x", "git~1", ".git::$INDEX_ALLOCATION"),
    ],
)
def test_a_path_outside_the_vault_is_refused(history: GitHistory, path: str) -> None:
    with pytest.raises(OutsideVault):
        commit(1, {path: b"x"})
    with pytest.raises(OutsideVault):
        commit(1, {path: None})
    with pytest.raises(OutsideVault):
        history.read(path)


@pytest.mark.parametrize("wrong", [{"id": "two words"}, {"id": ""}, {"at": datetime(2026, 1, 1)}])
def test_a_commit_without_a_usable_name_or_time_cannot_exist(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"name|time zone"):
        commit(1, {}, **wrong)
    with pytest.raises(ValueError, match="number 0"):
        commit(0)


@given(st.binary(max_size=200))
def test_blob_ids_are_those_of_git(data: bytes) -> None:
    assert GitHistory.blob_id(data) == hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
    assert GitHistory.blob_id(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"


# Every commit once.


def test_replaying_commits_adds_nothing(history: GitHistory) -> None:
    commits = [commit(seq) for seq in (1, 2, 3)]

    assert history.record(commits[:2]) == 2
    assert history.record(commits) == 1
    assert history.record(commits) == 0
    assert history.record(commits[::-1]) == 0

    assert history.ids() == {"p-00000001": 1, "p-00000002": 2, "p-00000003": 3}
    assert history.seq() == 3


def test_the_same_commits_make_the_same_repository(tmp_path: Path) -> None:
    one, two = GitHistory(tmp_path / "one"), GitHistory(tmp_path / "two")
    commits = [commit(seq) for seq in (1, 2, 3)]

    one.record(commits)
    for each in commits:
        two.record([each])

    tips = [git(tmp_path / name, "rev-parse", "refs/heads/main") for name in ("one", "two")]
    assert tips[0] == tips[1]


PATHS = ["a", "b", "d/x", "d/y", "d/e/z"]
CHANGES = st.dictionaries(st.sampled_from(PATHS), st.none() | st.binary(max_size=8), max_size=4)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(CHANGES, max_size=3), max_size=4))
def test_history_is_what_a_dict_would_hold(batches: list[list[dict[str, bytes | None]]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        history = GitHistory(Path(place) / "audit.git")
        held: dict[str, bytes] = {}
        states: dict[str, dict[str, bytes]] = {}
        for batch in batches:
            commits = []
            for changes in batch:
                held = {path: data for path, data in (held | changes).items() if data is not None}
                commits.append(commit(len(states) + 1, changes))
                states[commits[-1].id] = held
            assert history.record(commits) == len(batch)

        assert history.seq() == len(states)
        for id_, state in states.items():
            assert history.files(id_) == {p: GitHistory.blob_id(d) for p, d in state.items()}
        assert {path: history.read(path) for path in PATHS} == {path: held.get(path) for path in PATHS}
        assert history.check() == []


# Before or after, never between.


def torn(tmp_path: Path, way: str) -> str:
    """A git whose fast-import is killed, or whose input ends, after so many bytes."""
    script = tmp_path / f"git-{way}"
    body = {
        "killed": """
            child = subprocess.Popen(["git", *sys.argv[1:]], stdin=subprocess.PIPE)
            child.stdin.write(sys.stdin.buffer.read(700))
            child.stdin.flush()
            time.sleep(0.1)
            child.kill()
            sys.exit(child.wait() and 137)
        """,
        "truncated": """
            sys.exit(subprocess.run(["git", *sys.argv[1:]], input=sys.stdin.buffer.read(700)).returncode)
        """,
    }[way]
    lines = [line.strip() for line in body.strip().splitlines()]
    script.write_text(
        f"#!{sys.executable}\nimport os, subprocess, sys, time\n"
        'if "fast-import" not in sys.argv:\n    os.execvp("git", ["git", *sys.argv[1:]])\n' + "\n".join(lines) + "\n"
    )
    script.chmod(0o700)
    return str(script)


@pytest.mark.disk
@pytest.mark.parametrize("way", ["killed", "truncated"])
@pytest.mark.parametrize("begun", [False, True])
def test_a_torn_write_leaves_what_was_before_and_the_next_one_continues(
    tmp_path: Path, history: GitHistory, way: str, begun: bool
) -> None:
    before = history.record([commit(1)] if begun else [])
    commits = [commit(seq, {"big": b"x" * 300 * seq}) for seq in (2, 3, 4)]

    with pytest.raises(HistoryError, match="stopped at git fast-import"):
        GitHistory(folder(history), git=torn(tmp_path, way)).record(commits)
    assert history.seq() == before
    assert history.record(commits) == 3

    assert history.read("big") == b"x" * 1200
    assert not list(folder(history).rglob("*tmp_*")) + list(folder(history).glob("fast_import_crash*"))
    assert history.check() == []


@pytest.mark.disk
def test_a_process_killed_while_writing_does_not_block_the_next(history: GitHistory) -> None:
    history.record([commit(1)])
    writer = """
import sys, time
from pathlib import Path
from tests.store.test_git import GitHistory, commit
def endless():
    for seq in range(2, 10**6):
        yield commit(seq, {"big": b"x" * 10_000})
        if seq == 200:
            print("midway", flush=True)
            time.sleep(60)
GitHistory(Path(sys.argv[1])).record(endless())
"""
    root = Path(__file__).parents[2]
    child = subprocess.Popen(
        [sys.executable, "-c", writer, str(folder(history))],
        stdout=subprocess.PIPE,
        cwd=root,
        env=os.environ | {"PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"midway\n"
        child.send_signal(signal.SIGKILL)

    assert history.record([commit(2), commit(3)]) == 2
    assert history.ids() == {f"p-{seq:08d}": seq for seq in (1, 2, 3)}
    assert history.check() == []


def test_commits_that_stop_coming_leave_nothing_behind(history: GitHistory) -> None:
    def failing() -> Iterator[Commit]:
        yield commit(1)
        raise RuntimeError("the audit log could not be read")

    with pytest.raises(RuntimeError, match="audit log"):
        history.record(failing())

    assert history.seq() == 0
    assert history.record([commit(1)]) == 1


def test_an_interrupted_creation_is_finished(history: GitHistory) -> None:
    history.record([])
    (folder(history) / "HEAD").write_text("ref: refs/heads/main\n")
    (folder(history) / "config.lock").touch()

    assert history.seq() == 0
    assert history.record([commit(1)]) == 1
    assert history.check() == []


@pytest.mark.parametrize("name", ["refs/heads/main.lock", "HEAD.lock", "packed-refs.lock", "config.lock"])
def test_a_lock_nobody_holds_any_more_is_removed(history: GitHistory, name: str) -> None:
    history.record([commit(1)])
    (folder(history) / name).touch()

    assert history.record([commit(2)]) == 1
    assert not (folder(history) / name).exists()


@pytest.mark.parametrize(("age", "removed"), [(0, False), (120, True)])
def test_where_locks_cannot_tell_only_old_ones_are_removed(
    history: GitHistory, monkeypatch: pytest.MonkeyPatch, age: int, removed: bool
) -> None:
    history.record([commit(1)])
    lock = folder(history) / "refs" / "heads" / "main.lock"
    lock.touch()
    os.utime(lock, (time.time() - age,) * 2)
    monkeypatch.setattr(GitHistory, "_lock", lambda self: None)

    if removed:
        assert history.record([commit(2)]) == 1
    else:
        with pytest.raises(HistoryError, match=r"main\.lock"):
            history.record([commit(2)])
    assert lock.exists() is not removed


def test_a_second_writer_waits_then_says_so(history: GitHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.store.git._PATIENCE", 0.05)
    history.record([commit(1)])

    with history._writing(), pytest.raises(HistoryError, match="another process"):
        history.record([commit(2)])

    assert history.record([commit(2)]) == 1


def test_a_git_that_outlives_its_process_still_counts_as_writing(
    history: GitHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reverie.store.git._PATIENCE", 0.05)
    history.record([commit(1)])
    with history._writing() as lock:
        orphan = history._start("cat-file", "--batch", lock=lock)

    with pytest.raises(HistoryError, match="another process"):
        history.record([commit(2)])
    orphan.communicate()

    assert history.record([commit(2)]) == 1


# The user's git and ours do not meet.


def fingerprint(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_users_git_neither_affects_history_nor_notices_it(
    tmp_path: Path, history: GitHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = folder(history).parents[1]
    hooks, home, ran = tmp_path / "hooks", tmp_path / "home", tmp_path / "ran"
    hostile = b"* filter=evil eol=crlf text ident export-subst -delta\n"
    work.mkdir()
    (work / ".reverie").mkdir()
    (work / ".reverie" / ".gitignore").write_text("*\n")
    (work / "MEMORY.md").write_bytes(b"theirs\n")
    git(work, "init", "-q", "-b", "main")
    git(work, "add", ".")
    git(work, "-c", "user.name=u", "-c", "user.email=u@example.org", "commit", "-q", "-m", "theirs")
    (work / ".gitattributes").write_bytes(hostile)
    evil = f"""[core]\n\thooksPath = {hooks}\n\tautocrlf = true\n\tattributesFile = {home}/attributes
[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = {hooks}/post-commit
[filter "evil"]\n\tclean = {hooks}/post-commit\n\tsmudge = {hooks}/post-commit
[init]\n\ttemplateDir = {hooks}\n\tdefaultBranch = trunk\n\tdefaultObjectFormat = sha256
[fastimport]\n\tunpackLimit = bogus\n[i18n]\n\tcommitEncoding = latin1\n\tlogOutputEncoding = latin1
"""
    home.mkdir()
    (home / ".gitconfig").write_text(evil)
    (home / "attributes").write_bytes(hostile)
    with (work / ".git" / "config").open("a") as config:
        config.write(evil)
    for place in (hooks, work / ".git" / "hooks"):
        place.mkdir(exist_ok=True)
        for hook in (
            "pre-commit",
            "post-commit",
            "reference-transaction",
            "post-index-change",
            "pre-auto-gc",
        ):
            (place / hook).write_text(f"#!/bin/sh\necho {hook} >> {ran}\nexit 1\n")
            (place / hook).chmod(0o755)
    status = git(work, "status", "--porcelain")
    theirs = fingerprint(work / ".git")  # after their own `status`, which may refresh their index
    ran.unlink(missing_ok=True)
    for name, value in {
        "HOME": home,
        "XDG_CONFIG_HOME": home,
        "GIT_DIR": work / ".git",
        "GIT_WORK_TREE": work,
        "GIT_INDEX_FILE": work / ".git" / "index",
        "GIT_OBJECT_DIRECTORY": work / ".git" / "objects",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.hooksPath",
        "GIT_CONFIG_VALUE_0": hooks,
        "GIT_CONFIG_GLOBAL": home / ".gitconfig",
        "GIT_CONFIG_PARAMETERS": "'core.autocrlf'='true'",
        "GIT_TEMPLATE_DIR": hooks,
        "GIT_DEFAULT_HASH": "sha256",
        "GIT_NAMESPACE": "theirs",
        "GIT_TRACE": tmp_path / "trace",
    }.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.chdir(work)
    monkeypatch.setattr("reverie.store.git._PACKS", 0)
    files = {".gitattributes": hostile, "memory/a.md": b"$Id$\r\nunix\n\r\n", "é.md": "ü\n".encode()}

    history.record([commit(1, files), commit(2, {"memory/b.md": b"x\n"}, message="größer")])
    history.record([commit(3, {"memory/b.md": None})])
    history.tidy()

    assert {path: history.read(path) for path in files} == files
    assert history.files() == {path: GitHistory.blob_id(data) for path, data in files.items()}
    assert history.log("memory/b.md")[1][2] == "größer"
    assert history.check() == []
    assert fingerprint(work / ".git") == theirs
    assert not ran.exists()
    assert not (tmp_path / "trace").exists()
    assert not (folder(history) / "hooks").exists()
    assert git(work, "status", "--porcelain") == status


@pytest.mark.parametrize(
    "files",
    [
        {".gitattributes": b"x" * 5000 + b" text\n"},
        {".gitmodules": b'[submodule "x"]\n\tpath = x\n\turl = --upload-pack=evil\n'},
    ],
)
def test_a_persons_git_files_are_pages_like_any_other(history: GitHistory, files: dict[str, bytes]) -> None:
    history.record([commit(1, files)])

    assert {path: history.read(path) for path in files} == files
    assert history.check() == []


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_only_the_owner_can_read_history(history: GitHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.store.git._PACKS", 0)
    before = os.umask(0o000)
    try:
        history.record([commit(1)])
        history.record([commit(2)])
        history.tidy()
    finally:
        os.umask(before)

    everything = [folder(history), *folder(history).rglob("*")]
    assert len(everything) > 5
    assert [p for p in everything if stat.S_IMODE(p.stat().st_mode) & 0o077] == []
    assert stat.S_IMODE(folder(history).stat().st_mode) == 0o700


# When something is wrong, a sentence says what.


def test_without_git_the_error_says_what_to_do_and_history_catches_up(history: GitHistory) -> None:
    with pytest.raises(HistoryError) as error:
        GitHistory(folder(history), git="git-that-is-not-there").record([commit(1)])

    assert str(error.value) == (
        "git-that-is-not-there was not found on PATH: install git; memory works without it, history catches up later"
    )
    assert history.seq() == 0
    assert history.check() == []
    assert history.record([commit(1)]) == 1
    assert "not found" in GitHistory(folder(history), git="git-that-is-not-there").check()[0]


def test_git_that_cannot_run_is_one_line(tmp_path: Path, history: GitHistory) -> None:
    (tmp_path / "git").write_text("")

    with pytest.raises(HistoryError, match=r"could not be started \(Permission denied\): install git") as error:
        GitHistory(folder(history), git=str(tmp_path / "git")).record([commit(1)])

    assert "\n" not in str(error.value)


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(HistoryError, match=r"cannot be written \(.+\); memory is safe"):
        GitHistory(tmp_path / "file" / "audit.git").record([commit(1)])


def largest_pack(history: GitHistory) -> Path:
    packs = (folder(history) / "objects" / "pack").glob("*.pack")
    return max(packs, key=lambda pack: pack.stat().st_size)


def test_a_lost_pack_is_named_by_check_and_not_written_over(history: GitHistory) -> None:
    history.record([commit(1, {"a": os.urandom(5000)})])
    history.record([commit(2)])
    pack = largest_pack(history)
    pack.unlink()
    pack.with_suffix(".idx").unlink()

    problems = history.check()

    assert any("missing" in problem or "broken" in problem for problem in problems)
    assert all("\n" not in problem for problem in problems)


def test_a_flipped_bit_is_named_by_check(history: GitHistory) -> None:
    history.record([commit(1, {"a": os.urandom(5000)})])
    pack = largest_pack(history)
    pack.chmod(0o600)
    data = bytearray(pack.read_bytes())
    data[3000] ^= 1
    pack.write_bytes(data)

    assert any("fsck of audit.git: error" in problem for problem in history.check())


@pytest.mark.parametrize("content", ["", "0" * 40 + "\n", "1" * 40 + "\n", "not a commit\n"])
def test_a_damaged_branch_is_an_error_and_never_an_empty_history(history: GitHistory, content: str) -> None:
    history.record([commit(1)])
    (folder(history) / "refs" / "heads" / "main").write_text(content)

    assert history.check()
    with pytest.raises(HistoryError, match="reverie doctor"):
        history.seq()
    with pytest.raises(HistoryError):
        history.record([commit(1)])


def test_a_folder_that_is_no_repository_is_named_by_check(history: GitHistory) -> None:
    history.record([commit(1)])
    (folder(history) / "HEAD").unlink()

    assert "is not a git repository" in history.check()[0]
    assert not history.ready()


def test_ids_there_twice_are_named_by_check(history: GitHistory) -> None:
    history.record([commit(1), commit(3, id="p-00000001"), commit(7)])

    assert history.check() == ["Commit p-00000001 is there more than once."]


def test_a_commit_by_another_hand_is_named_and_does_not_stop_history(history: GitHistory) -> None:
    history.record([commit(1), commit(2)])
    tree = git(folder(history), "rev-parse", "main^{tree}").decode().strip()
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    made = git(folder(history), *who, "commit-tree", tree, "-p", "main", data=b"by hand\n").decode().strip()
    git(folder(history), "update-ref", "refs/heads/main", made)

    assert history.seq() == 2
    assert history.record([commit(2), commit(3)]) == 1
    assert history.check() == [f"Commit {made[:12]} was not written by reverie."]
    assert history.log()[1][2] == "by hand"


def test_a_person_may_run_gc_in_it(history: GitHistory) -> None:
    history.record([commit(1), commit(2)])
    git(folder(history), "gc", "-q")

    assert history.seq() == 2
    assert history.record([commit(3)]) == 1
    assert history.check() == []


# Many small writes stay small.


def test_tidying_folds_packs_and_keeps_every_commit(history: GitHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.store.git._PACKS", 8)
    packs = folder(history) / "objects" / "pack"
    for seq in range(1, 31):
        history.record([commit(seq, {f"memory/topics/{seq}.md": b"x" * seq, "MEMORY.md": b"%d" % seq})])
        history.tidy()

        assert len(list(packs.glob("*.pack"))) <= 8

    assert history.seq() == 30
    assert [id_ for id_, _, _ in history.log("memory/topics/7.md")] == ["p-00000007"]
    assert history.read("MEMORY.md", "p-00000007") == b"7"
    assert history.check() == []


def test_an_interrupted_tidying_loses_nothing(history: GitHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.store.git._PACKS", 1)
    for seq in (1, 2, 3):
        history.record([commit(seq)])
    pack = largest_pack(history)
    (pack.parent / ".tmp-123-pack-abc.pack").write_bytes(pack.read_bytes())
    (pack.parent / "tmp_pack_x").write_bytes(b"half")
    pack.with_suffix(".keep").write_text("fast-import")

    history.tidy()

    assert [path.suffix for path in sorted(pack.parent.iterdir())].count(".pack") == 1
    assert {path.suffix for path in pack.parent.iterdir()} <= {".pack", ".idx", ".rev"}
    assert history.ids() == {f"p-{seq:08d}": seq for seq in (1, 2, 3)}
    assert history.check() == []
