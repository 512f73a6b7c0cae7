"""Whatever bytes stand in a file of the workspace, every command answers or refuses in one line.

Nothing raises anything but a `ReverieError`, garbage keeps its bytes, and the other pages stay readable.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings, strategies as st

from reverie.errors import ReverieError, VaultCorrupt
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from tests.conftest import MONDAY, belief, fragment

FEW = settings(
    max_examples=10,
    phases=(Phase.explicit, Phase.generate),  # a shorter example is not worth the time here
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    report_multiple_bugs=False,
)

PAGES = (
    "MEMORY.md",
    "memory.md",
    "SOUL.md",
    "USER.md",
    "memory/topics/tea.md",
    "memory/graph/entities/person--ana.md",
    "memory/skills/brew/SKILL.md",
    "memory/references/menu.md",
    "memory/notes/deep/note.md",
    "memory/procedures/old.md",
    "memory/sessions/2026-11-16-abcdef01.md",
    "memory/summary.md",
    "memory/spaces/user%2Fana/MEMORY.md",
    "memory/spaces/user%2Fana/topics/hers.md",
    "memory/meta/pending-memories.md",
    "memory/episodes/2026-11-16.md",
)
SKILL = "---\nname: brew\ndescription: brewing tea\n---\n1. Boil.\n2. Pour.\n"


@pytest.fixture(scope="module")
def seed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a page of every kind and a little past."""
    root = tmp_path_factory.mktemp("seed") / "w"
    with Memory.create(root) as memory:
        memory.remember("My name is Ana and I work at Acme")
        memory.remember("Ana likes green tea")
        memory.remember("The lighthouse keeper is called Edgar")
        memory.remember("Private thought about oolong", space="user/ana")
        memory.keep_verbatim("tea 2.50\ncoffee 3.00\n", "Menu")
        memory.undo(memory.trail.entries(AuditFilter(limit=1))[0].id)
        held = belief("Waiting.", fragment("x"))
        memory.vault.hold(_proposal(held), "held", MONDAY, ["look"], "manual")
    for path in PAGES:
        file = root / path
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_plain(path))
    with Memory.open(root) as memory:
        memory.take_in()
        memory.recall("lighthouse")
    return root


def _plain(path: str) -> str:
    if path.endswith("SKILL.md"):
        return SKILL
    head = "## Identity\n" if path.endswith("/MEMORY.md") else "---\nheading: H\n---\n"
    return f"{head}Text of {path}.\n"


def _proposal(page: Any) -> Any:
    from reverie.domain.proposal import Proposal, Put

    return Proposal(id="p-wait", origin="subagent", actor="x", because="x", changes=(Put(page),))


@contextmanager
def copy_of(seed: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "w"
        shutil.copytree(seed, root, symlinks=True)
        yield root


def said(what: Callable[[], Any]) -> str:
    """`fine`, or the one line of a refusal. Anything else is a crash and fails the test."""
    try:
        what()
    except ReverieError as refused:
        assert "\n" not in str(refused)
        assert str(refused)
        return str(refused)
    return "fine"


def use(root: Path) -> dict[str, str]:
    """Everything a person or an agent does with a workspace, in three processes; what each came to."""
    reading: dict[str, Callable[[Memory], Any]] = {
        "recall": lambda m: m.recall("lighthouse"),
        "why": lambda m: [m.why(h.handle) for h in m.recall("lighthouse tea menu", everything=True).hits],
        "audit": lambda m: (m.audit(AuditFilter(text="tea")), m.held(), m.entities()),
    }
    writing: dict[str, Callable[[Memory], Any]] = {
        "remember": lambda m: m.remember("The harbour closes at nine"),
        "core": lambda m: m.remember("Call me Annie"),
    }
    checking: dict[str, Callable[[Memory], Any]] = {
        "status": lambda m: json.dumps(m.status()),
        "doctor": lambda m: m.doctor(),
        "recall again": lambda m: m.recall("harbour lighthouse", space="user/ana"),
    }
    return {**_process(root, reading), **_process(root, writing), **_process(root, checking)}


def _process(root: Path, acts: dict[str, Callable[[Memory], Any]]) -> dict[str, str]:
    try:
        memory = Memory.open(root)
    except ReverieError as refused:
        assert "\n" not in str(refused)
        return dict.fromkeys(acts, str(refused))
    with memory:
        return {name: said(partial(act, memory)) for name, act in acts.items()}


def lighthouse(root: Path) -> bool:
    with Memory.open(root) as memory:
        return any("Edgar" in hit.text for hit in memory.recall("lighthouse keeper").hits)


@st.composite
def mangled(draw: st.DrawFn, whole: bytes) -> bytes:
    """A valid file after a crash, a bad disk or a careless editor."""
    how = draw(st.sampled_from(["cut", "flip", "splice", "drop", "repeat", "zeros"]))
    at = draw(st.integers(0, max(0, len(whole) - 1)))
    size = draw(st.integers(1, 40))
    match how:
        case "cut":
            return whole[:at]
        case "flip":
            return whole[:at] + bytes([whole[at] ^ draw(st.integers(1, 255))] if whole else []) + whole[at + 1 :]
        case "splice":
            return whole[:at] + draw(st.binary(max_size=40)) + whole[at:]
        case "drop":
            return whole[:at] + whole[at + size :]
        case "repeat":
            return whole[:at] + whole[at : at + size] * 2 + whole[at + size :]
        case _:
            return whole[:at] + b"\0" * size + whole[at + size :]


def garbage(data: st.DataObject, whole: bytes) -> bytes:
    return data.draw(st.one_of(st.binary(max_size=200), mangled(whole)), label="bytes")


# Pages


@pytest.mark.parametrize("path", PAGES)
@settings(FEW, max_examples=3)
@given(data=st.data())
def test_any_bytes_as_a_page(seed: Path, path: str, data: st.DataObject) -> None:
    with copy_of(seed) as root:
        bad = garbage(data, (root / path).read_bytes())
        (root / path).write_bytes(bad)
        outcomes = use(root)
        assert {outcomes[name] for name in ("recall", "status", "why", "audit", "remember", "doctor")} == {"fine"}
        assert lighthouse(root)
        if path not in ("MEMORY.md", "memory/graph/entities/person--ana.md", "memory/episodes/2026-11-16.md"):
            assert (root / path).read_bytes() == bad


@pytest.mark.parametrize(
    "text",
    ["", "no heading at all\n", "# Only a title\n", "## Unknown\n- x\n", "## Persona\n## Persona\n- twice\n", "##\n"],
)
def test_a_memory_md_of_any_shape(tmp_path: Path, text: str) -> None:
    root = tmp_path / "w"
    root.mkdir()
    (root / "MEMORY.md").write_text(text)
    Memory.create(root).close()
    assert set(use(root).values()) == {"fine"}
    assert (root / "MEMORY.md").read_text().startswith(text.rstrip("\n"))


@pytest.mark.parametrize("path", ["MEMORY.md", "memory/topics/tea.md", "memory/notes/deep/note.md"])
def test_garbage_that_was_there_first_keeps_its_bytes(tmp_path: Path, path: str) -> None:
    bad = b"\xff\xfe\x00 not text \x80"
    file = tmp_path / "w" / path
    file.parent.mkdir(parents=True)
    file.write_bytes(bad)
    Memory.create(tmp_path / "w").close()
    outcomes = use(tmp_path / "w")
    assert outcomes["remember"] == outcomes["status"] == "fine"
    assert file.read_bytes() == bad


def test_two_files_for_one_page_leave_both_readable(tmp_path: Path) -> None:
    """Other programs keep a memory/MEMORY.md too; it must not take the place of ours."""
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("## Identity\n- The owner is called Annabel\n")
    (root / "memory/MEMORY.md").write_text("## Identity\n- A second file about zeppelins\n")
    Memory.create(root).close()
    with Memory.open(root) as memory:
        assert memory.recall("owner called Annabel").hits
        memory.remember("Call me Annie")
    assert "Annabel" in (root / "MEMORY.md").read_text()
    assert (root / "memory/MEMORY.md").read_text() == "## Identity\n- A second file about zeppelins\n"


def test_a_skill_and_an_old_procedure_of_one_name_are_both_readable_or_a_problem(tmp_path: Path) -> None:
    root = tmp_path / "w"
    (root / "memory/skills/brew").mkdir(parents=True)
    (root / "memory/procedures").mkdir()
    (root / "memory/skills/brew/SKILL.md").write_text(SKILL.replace("Boil", "Boil the zeppelin"))
    (root / "memory/procedures/brew.md").write_text("# Brew\n1. Warm the bathysphere.\n")
    Memory.create(root).close()
    with Memory.open(root) as memory:
        lost = [word for word in ("zeppelin", "bathysphere") if not memory.recall(word).hits]
        assert not lost or memory.vault.state.problems()


# Streams


LINES = st.sampled_from(
    [
        b'{"type":"fragment","id":"x1","ts":"2026-11-16T00:00:00Z","source":"s","entry":"e","body":"\\ud800"}',
        b'{"type":"fragment","id":"\\udfff","ts":"2026-11-16T00:00:00Z","source":"s","entry":"e","body":"b"}',
        b'{"type":"fragment","id":"x2","ts":"2026-11-16T00:00:00Z","source":"\\ud800","entry":"e","body":"b"}',
        b'{"type":"fragment","id":"x3","ts":"2026-11-16T00:00:00Z","source":"s","entry":"e","body":"b","tags":["\\ud800"]}',
        b'{"type":"watermark","id":"w","ts":"2026-11-16T00:00:00Z","source":"\\ud800","entry":"e"}',
        b'{"type":"fragment","id":"x4","ts":"0001-01-01T00:00:00+14:00","source":"s","entry":"e","body":"b"}',
        b'{"type":"fragment","id":"x5","ts":"2026-11-16","source":"s","entry":"e","body":null,"base":1e999}',
        b'{"type":"fragment","id":"x6","ts":"2026-11-16T00:00:00Z","source":"s","entry":"e","body":{"a":1},"base":NaN}',
        b'{"type":"fragment","id":"x7","ts":"2026-11-16T00:00:00Z","source":"s","entry":"e","body":"b","seen":"never"}',
        b'{"type":"fragment","id":"../../x","ts":"2026-11-16T00:00:00Z","source":"s","entry":"\\u0000","body":""}',
        b'{"type":"legacy_prose","origin":"migration","ts":"2026-11-16T00:00:00Z","text":"\\ud800"}',
        b"[" * 9_000,
        b'{"a":' * 5_000,
        b"null",
        b'"x"',
        b"1" * 10_000,
        b"\xff\xfe",
        b"",
    ]
)


@pytest.mark.parametrize(
    "path", ["memory/streams/2026-11-16.jsonl", "memory/spaces/user%2Fana/streams/2026-11-15.jsonl"]
)
@FEW
@given(lines=st.lists(LINES, min_size=1, max_size=3), joined=st.sampled_from([b"\n", b"\r\n"]))
def test_any_line_in_a_stream_of_somebody_else(seed: Path, path: str, lines: list[bytes], joined: bytes) -> None:
    with copy_of(seed) as root:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        bad = joined.join(lines) + b"\n"
        file.write_bytes((file.read_bytes() if file.exists() else b"") + bad)
        outcomes = use(root)
        assert {outcomes[name] for name in ("recall", "status", "audit", "remember", "doctor")} == {"fine"}
        assert lighthouse(root)
        assert bad in file.read_bytes()


@settings(FEW, max_examples=6)
@given(data=st.data())
def test_any_bytes_as_a_stream(seed: Path, data: st.DataObject) -> None:
    with copy_of(seed) as root:
        (file,) = (root / "memory/streams").iterdir()
        bad = garbage(data, file.read_bytes())
        file.write_bytes(bad)
        outcomes = use(root)
        assert {outcomes[name] for name in ("recall", "status", "audit", "remember", "doctor")} == {"fine"}
        assert lighthouse(root)
        assert file.read_bytes().startswith(bad)


# What is ours


@settings(FEW, max_examples=8)
@given(data=st.data())
def test_a_damaged_log(seed: Path, data: st.DataObject) -> None:
    with copy_of(seed) as root:
        file = root / ".reverie/audit.jsonl"
        before = file.stat().st_size
        file.write_bytes(garbage(data, file.read_bytes()))
        if data.draw(st.booleans(), label="state lost too"):
            for db in (root / ".reverie").glob("*.db*"):
                db.unlink()
        elif file.stat().st_size < before:
            assert "is shorter than it was" in use(root)["remember"]
            with Memory.open(root) as memory:
                memory.doctor(fix=True)
        use(root)
        assert lighthouse(root)
        assert (root / "memory/references/menu.md").exists()


def test_a_torn_last_line_of_the_log_does_not_swallow_the_next_change(seed: Path) -> None:
    with copy_of(seed) as root:
        file = root / ".reverie/audit.jsonl"
        file.write_bytes(file.read_bytes()[:-20])
        for db in (root / ".reverie").glob("*.db*"):
            db.unlink()
        with Memory.open(root) as memory:
            key = memory.remember("The harbour closes at nine").page
            assert key
        for db in (root / ".reverie").glob("*.db*"):
            db.unlink()
        with Memory.open(root) as memory:
            assert memory.recall("harbour").hits
            assert memory.audit(AuditFilter(text="harbour"))


@pytest.mark.parametrize(
    "change",
    [("after", "0" * 32), ("path", "../../etc/passwd"), ("path", "memory/topics/\0.md")],
    ids=["after-nothing", "path-outside", "path-nul"],
)
def test_a_log_line_that_is_json_and_nonsense(seed: Path, change: tuple[str, str]) -> None:
    """One flipped character is still JSON; the line is damaged all the same."""
    with copy_of(seed) as root:
        file = root / ".reverie/audit.jsonl"
        lines = []
        for line in file.read_text().splitlines():
            entry = json.loads(line)
            for row in entry.get("files", []):
                row[{"path": 1, "after": 4}[change[0]]] = change[1]
            for row in entry.get("appended", []):
                row[0] = change[1] if change[0] == "path" else row[0]
            lines.append(json.dumps(entry))
        file.write_text("\n".join(lines) + "\n")
        for db in (root / ".reverie").glob("*.db*"):
            db.unlink()
        kept = (root / "memory/references/menu.md").read_bytes()
        assert all("\n" not in outcome for outcome in use(root).values())
        assert (root / "memory/references/menu.md").read_bytes() == kept


FOREIGN = {
    "deep": b"[" * 9_000,
    "types": b'{"seq":"x","id":1,"at":"2026-11-16T00:00:00+00:00","action":"EDIT","actor":null,"approval":"",'
    b'"summary":[],"trigger":1,"space":{}}',
    "day": b'{"seq":99,"id":"a","at":"2026-11-16T00:00:00+00:00","action":"APPEND","actor":"x","approval":"",'
    b'"summary":"","trigger":"","space":"","appended":[["memory/streams/x.jsonl","",0,1,[]]]}',
    "surrogate": b'{"seq":99,"id":"a","at":"2026-11-16T00:00:00","action":"EDIT","actor":"\\ud800","approval":"",'
    b'"summary":"","trigger":"","space":""}',
    "number": b"1" * 10_000,
    "null": b"null",
}


@pytest.mark.parametrize("line", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_foreign_line_in_the_log(seed: Path, line: bytes) -> None:
    with copy_of(seed) as root:
        with (root / ".reverie/audit.jsonl").open("ab") as file:
            file.write(line + b"\n")
        outcomes = use(root)
        assert outcomes["recall"] == outcomes["remember"] == "fine"
        assert lighthouse(root)


@pytest.mark.parametrize("name", ["state.db", "index.db"])
@settings(FEW, max_examples=12)
@given(data=st.data())
def test_any_bytes_as_a_database(seed: Path, name: str, data: st.DataObject) -> None:
    with copy_of(seed) as root:
        file = root / ".reverie" / name
        for extra in ("-wal", "-shm"):
            file.with_name(name + extra).unlink(missing_ok=True)
        whole = file.read_bytes()
        page = data.draw(st.integers(0, len(whole) // 4096), label="page") * 4096
        kind = data.draw(st.sampled_from(["bytes", "page", "cut"]), label="how")
        bad = {
            "bytes": lambda: garbage(data, whole),
            "page": lambda: whole[:page] + b"\xa5" * min(4096, len(whole) - page) + whole[page + 4096 :],
            "cut": lambda: whole[:page],
        }[kind]()
        file.write_bytes(bad)
        use(root)
        assert said(lambda: lighthouse(root))


@pytest.mark.parametrize("name", ["state.db", "index.db"])
@pytest.mark.parametrize(
    "bad", [b"", b"garbage" * 1000, b"SQLite format 3\0" + b"\0" * 84], ids=["empty", "text", "zeros"]
)
def test_a_database_that_is_none_is_made_again(seed: Path, name: str, bad: bytes) -> None:
    with copy_of(seed) as root:
        for extra in ("-wal", "-shm"):
            (root / ".reverie" / f"{name}{extra}").unlink(missing_ok=True)
        (root / ".reverie" / name).write_bytes(bad)
        assert set(use(root).values()) == {"fine"}
        assert lighthouse(root)


@pytest.mark.parametrize("name", ["state.db", "index.db"])
def test_a_database_of_another_program_is_made_again(seed: Path, name: str) -> None:
    import sqlite3

    with copy_of(seed) as root:
        for extra in ("", "-wal", "-shm"):
            (root / ".reverie" / f"{name}{extra}").unlink(missing_ok=True)
        db = sqlite3.connect(root / ".reverie" / name)
        db.execute("CREATE TABLE theirs (x)")
        db.execute("PRAGMA user_version=1")
        db.commit()
        db.close()
        assert set(use(root).values()) == {"fine"}
        assert lighthouse(root)


@settings(FEW, max_examples=10)
@given(bad=st.one_of(st.binary(max_size=100), st.sampled_from([b"[" * 9_000, b"1" * 10_000, b'{"version":2}',
    b'{"version":2,"dreamedThrough":{"x":{"dreamedIds":7}}}', b'{"version":2,"dreamedThrough":[]}'])))  # fmt: skip
@example(bad=b"[" * 9_000)
def test_any_bytes_as_typeclaws_dreaming_state(seed: Path, bad: bytes) -> None:
    line = b'{"type":"fragment","id":"t1","ts":"2026-11-14T00:00:00Z","source":"s","entry":"e","body":"zeppelin"}\n'
    with copy_of(seed) as root:
        (root / "memory/.dreaming-state.json").write_bytes(bad)
        (root / "memory/streams/2026-11-14.jsonl").write_bytes(line)
        assert set(use(root).values()) == {"fine"}
        assert (root / "memory/.dreaming-state.json").read_bytes() == bad


@settings(FEW, max_examples=12)
@given(bad=st.binary(max_size=100))
@example(bad=b'"a\\nb" = 1')
@example(bad=b"[recall]\nk = " + b"1" * 5000)
@example(bad=b"x = " + b"[" * 5000)
@example(bad=b"[vault]\nwait = nan")
@example(bad=b'[recall]\n"k\\n" = 1')
@example(bad=b"[recall]\nk = -5\nthreshold = inf")
def test_any_bytes_as_settings(seed: Path, bad: bytes) -> None:
    with copy_of(seed) as root:
        (root / "reverie.toml").write_bytes(bad)
        use(root)
        assert (root / "reverie.toml").read_bytes() == bad


@settings(FEW, max_examples=4)
@given(data=st.data())
def test_any_bytes_as_a_journal_record(seed: Path, data: st.DataObject) -> None:
    with copy_of(seed) as root:
        name = data.draw(st.sampled_from(["000000000099.json", "x.json"]), label="name")
        bad = data.draw(st.one_of(st.binary(max_size=100), st.just(b"0" * 64 + b"\n{}")), label="bytes")
        file = root / ".reverie/journal" / name
        file.write_bytes(bad)
        outcomes = use(root)
        assert "is damaged" in outcomes["remember"]
        assert file.read_bytes() == bad
        file.unlink()
        assert set(use(root).values()) == {"fine"}
        with pytest.raises(VaultCorrupt):
            file.write_bytes(bad)
            with Memory.open(root) as memory:
                memory.remember("x is y")


def test_a_journal_record_that_is_sound_and_nonsense(seed: Path) -> None:
    from hashlib import sha256

    for body in (b"{}", b"[]", b"null", b'{"number":1,"files":{"../x":"y"},"appends":[]}'):
        with copy_of(seed) as root:
            record = sha256(body).hexdigest().encode() + b"\n" + body
            (root / ".reverie/journal/000000000099.json").write_bytes(record)
            use(root)
            assert not (root.parent / "x").exists()


# Names


ODD_NAMES = {
    "not utf-8": b"memory/notes/not-utf8-\xff.md",
    "backslash": b"memory/notes/back\\slash.md",
    "newline": b"memory/notes/new\nline.md",
    "dash": b"memory/notes/-rf.md",
    "long": b"memory/notes/" + b"n" * 250 + b".md",
    "wide": "memory/notes/größe-日本-🦉.md".encode(),
    "no slug": b"memory/topics/Not A Slug.md",
    "hidden": b"memory/topics/.hidden.md",
    "capitals": b"memory/topics/tea.MD",
    "month 13": b"memory/streams/2026-13-45.jsonl",
    "no day": b"memory/streams/notes.jsonl",
    "flat 30th": b"memory/2026-02-30.jsonl",
    "wide digits": "memory/streams/２０２６-１１-１６.jsonl".encode(),
    "no space": b"memory/spaces/not-a-space/topics/x.md",
    "month 99": b"memory/spaces/user%2Fana/streams/2026-99-99.jsonl",
    "empty space": b"memory/spaces/user%2F/topics/x.md",
    "file of spaces": b"memory/spaces/x.md",
    "deep skill": b"memory/skills/a/b/SKILL.md",
    "bare skill": b"memory/skills/SKILL.md",
    "bad skill": b"memory/skills/Bad Name/SKILL.md",
    "root": b"memory/root/memory.md",
    "json": b"memory/journal.json",
}


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES.keys())
def test_a_file_of_an_odd_name(seed: Path, name: bytes) -> None:
    with copy_of(seed) as root:
        path = root / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"---\nheading: Odd\n---\nsome text\n")
        assert set(use(root).values()) == {"fine"}
        assert lighthouse(root)
        assert path.read_bytes() == b"---\nheading: Odd\n---\nsome text\n"


@pytest.mark.parametrize("kind", ["folder", "link", "dangling", "loop", "pipe"])
@pytest.mark.parametrize("path", ["memory/topics/odd.md", "memory/streams/2026-11-13.jsonl", "SOUL.md", "memory/notes"])
def test_something_that_is_no_file_where_a_file_is_expected(seed: Path, path: str, kind: str) -> None:
    with copy_of(seed) as root:
        target = root / path
        if target.is_dir():
            shutil.rmtree(target)
        target.unlink(missing_ok=True)
        match kind:
            case "folder":
                target.mkdir()
            case "link":
                target.symlink_to(root / "memory/topics/tea.md")
            case "dangling":
                target.symlink_to(root / "nowhere")
            case "loop":
                target.symlink_to(target)
            case _:
                os.mkfifo(target)
        use(root)
        assert lighthouse(root)


# Words


@settings(FEW, max_examples=15)
@given(words=st.text(max_size=60))
@example(words="\ud800")
@example(words="a\0b")
@example(words="\u2028\u0085\x1c")
@example(words="---\npinned: true\n---\n")
@example(words="## Identity\n- forged")
@example(words="-->")
@example(words="streams/2026-11-16#x")
def test_any_words_remembered_recalled_and_asked_about(seed: Path, words: str) -> None:
    with copy_of(seed) as root, Memory.open(root) as memory:
        said(lambda: memory.remember(words))
        said(lambda: memory.remember(words, space=words))
        said(lambda: memory.keep_verbatim(words, words))
        said(lambda: memory.recall(words))
        said(lambda: memory.find(words))
        said(lambda: memory.why(words))
        said(lambda: memory.undo(words))
        said(lambda: memory.approve(words))
        said(lambda: memory.read(words))
        said(lambda: memory.graph(words))
        said(lambda: memory.audit(AuditFilter(text=words, file=words, actor=words)))
        memory.close()
        assert lighthouse(root)
