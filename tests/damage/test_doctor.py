"""Damage of every kind: doctor names it, mends what can be mended without losing anything, and owns up to the rest."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reverie import Memory
from reverie.domain.fragment import Fragment
from reverie.memory import check_up
from reverie.store import layout
from reverie.store.doctor import Finding
from reverie.surfaces.cli import run
from tests.damage import vaults
from tests.damage.planted import DAMAGES, DATABASES, Damage

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vaults")
    with pytest.MonkeyPatch.context() as around:
        around.setenv("REVERIE_WORKER", "off")
        around.setenv("HOME", str(folder))
        vaults.make(folder / "healthy")
    return folder / "healthy"


@pytest.fixture
def vault(healthy: Path, tmp_path: Path) -> Iterator[Path]:
    yield vaults.copy(healthy, tmp_path / "vault")
    for path in tmp_path.rglob("*"):
        if not path.is_symlink() and not path.is_dir():
            path.chmod(0o600)


def said(findings: list[Finding]) -> list[str]:
    return [f"{finding.level}: {finding.what}" for finding in findings if finding.level != "fine"]


def fragments(root: Path) -> dict[str, str]:
    with Memory.open(root) as memory:
        known: dict[str, Fragment] = memory.vault.fragments(memory.vault.state.all_fragments())
        return {id_: found.body for id_, found in known.items()}


def pages(root: Path) -> dict[str, str]:
    with Memory.open(root) as memory:
        found = memory.vault.pages(memory.vault.keys())
        return {str(key): page.text for key, page in found.items()}


def bytes_below(root: Path) -> dict[str, bytes]:
    """The truth: pages, streams, the host's files."""
    some = [p for p in (root / "memory").rglob("*") if p.is_file() and not p.is_symlink()]
    some += [p for p in root.iterdir() if p.is_file() and not p.is_symlink()]
    rendered = ("episodes", "meta", "index.md", "relations.md")
    return {
        str(p.relative_to(root)): p.read_bytes()
        for p in some
        if not any(part in rendered for part in p.relative_to(root).parts)
    }


def grown(before: dict[str, bytes], now: dict[str, bytes]) -> bool:
    """Whether all files are what they were; streams may have become longer."""
    return all(
        path in now and (now[path] == raw or (path.endswith(".jsonl") and now[path].startswith(raw)))
        for path, raw in before.items()
    )


def everything(root: Path) -> set[bytes]:
    return {p.read_bytes() for p in root.rglob("*") if p.is_file() and not p.is_symlink()}


# One database of each sort stands for the seven; `make torture` takes all.
SOME = [n for n in DAMAGES if not n.startswith(DATABASES) or n.startswith(("state.db", "jobs.db"))]
REST = [pytest.param(n, marks=pytest.mark.torture) for n in DAMAGES if n not in SOME]


@pytest.mark.parametrize("name", [*SOME, *REST])
def test_doctor_names_it_and_mends_what_can_be_mended(name: str, vault: Path, healthy: Path):
    damage = DAMAGES[name]
    before = bytes_below(vault)
    damage.plant(vault)
    planted = bytes_below(vault)

    # it is named, and looking changes none of it
    findings, mended = check_up(vault)
    told = said(findings)
    assert mended == []
    if damage.says:
        assert [line for line in told if re.search(damage.says, line)], told
    assert grown(planted, bytes_below(vault))

    # it is mended, and what was there is still somewhere
    after, mended = check_up(vault, fix=True)
    _nothing_is_lost(name, damage, planted, vault)
    if damage.lost:
        assert re.search(damage.lost, "\n".join(mended)), mended

    # what is left to say is said
    if damage.end == "yours":
        assert said(after) and grown(planted, bytes_below(vault))
    else:
        assert said(after) == [] or damage.end == "told"
    if damage.end == "whole":
        assert grown(before, bytes_below(vault))
        assert fragments(vault) == fragments(healthy) and pages(vault) == pages(healthy)
    if damage.end in ("whole", "kept"):  # and it goes on
        with Memory.open(vault) as memory:
            assert memory.remember("The kettle is red.").page
            assert memory.recall("what colour is the kettle").hits


def _nothing_is_lost(name: str, damage: Damage, planted: dict[str, bytes], vault: Path) -> None:
    held = everything(vault)
    for path, raw in planted.items():
        if raw and layout.MARKER.encode() not in raw:
            kept = raw in held or any(one.startswith(raw) for one in held if path.endswith(".jsonl"))
            assert kept, f"{name}: the bytes of {path} are nowhere"


@pytest.mark.parametrize("name", ["usage.db", "jobs.db"])
def test_a_damaged_database_goes_aside_with_the_log_of_its_last_writes(name: str, vault: Path):
    database = vault / layout.PRIVATE / name
    last = b"\x37\x7f\x06\x82" + b"what was written last" * 300
    database.write_bytes(b"this is no database at all " * 400)
    database.with_name(f"{name}-wal").write_bytes(last)

    check_up(vault, fix=True)

    assert last in everything(vault)


def every(step: int) -> list[object]:
    """All damages, of which only every so many-th is tried without being asked for."""
    return [name if n % step == 0 else pytest.param(name, marks=pytest.mark.torture) for n, name in enumerate(SOME)]


@pytest.mark.parametrize("name", every(12))
def test_a_second_repair_has_nothing_to_do(name: str, vault: Path):
    DAMAGES[name].plant(vault)
    after, _ = check_up(vault, fix=True)

    again, mended = check_up(vault, fix=True)

    assert [line for line in mended if not line.startswith("rebuilt")] == []
    news = {line for line in said(after) if line.startswith("warning: ")}  # what was found edited is told once
    assert set(said(after)) - news <= set(said(again)) <= set(said(after)) or DAMAGES[name].end == "told"


COMMANDS = (
    ["status"],
    ["recall", "which database does billing use"],
    ["why", "belief/billing-uses-postgresql-16"],
    ["audit"],
    ["inject"],
    ["remember", "The door is blue."],
)


@pytest.mark.parametrize("name", every(6))
def test_every_other_command_says_one_clear_line_and_makes_nothing_worse(name: str, vault: Path, capsys):
    damage = DAMAGES[name]
    damage.plant(vault)
    planted = bytes_below(vault)

    for command in COMMANDS:
        code = run(["-w", str(vault), *command])
        told = capsys.readouterr()
        assert code in (0, 1, 2)
        errors = [line for line in told.err.splitlines() if line.startswith("reverie: ")]
        assert "Traceback" not in told.err and len(errors) == (code != 0)
        if code and command[0] != "why":
            assert re.search(
                "doctor|reverie.toml|has no setting|reindex|by hand|nothing was|remove the link", errors[0]
            ), errors

    check_up(vault, fix=True)
    _nothing_is_lost(name, damage, planted, vault)


def test_doctor_of_a_damaged_vault_is_json_too(vault: Path, capsys):
    (vault / ".reverie" / "audit.jsonl").write_bytes(b"garbage\n")

    assert run(["-w", str(vault), "doctor", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert any("audit.jsonl" in finding["what"] for finding in told["findings"])
    assert run(["-w", str(vault), "doctor", "--fix", "--json"]) == 0
    assert any("put together again" in line for line in json.loads(capsys.readouterr().out)["mended"])


def test_a_log_that_is_gone_is_rebuilt_from_the_history_and_knows_who_did_what(vault: Path, healthy: Path):
    with Memory.open(vault) as memory:
        done = memory.remember("The harbour office opens at seven.")
        change = done.applied.entry
        assert change
    (vault / ".reverie" / "audit.jsonl").unlink()

    _, mended = check_up(vault, fix=True)

    assert any("from the history" in line for line in mended)
    with Memory.open(vault) as memory:
        [entry] = memory.trail.entry(change.id)
        assert (entry.seq, entry.action, entry.actor, entry.summary) == (
            change.seq, change.action, change.actor, change.summary,
        )  # fmt: skip
        assert memory.verify() == []
        assert memory.vault.marked("undreamed") == []  # what pages cite is not dreamed again
        undone = memory.undo(change.id)
        assert undone.entry
    assert pages(vault).keys() == pages(healthy).keys()


def test_what_a_killed_doctor_left_the_next_one_finishes(vault: Path):
    """Killed before each of its changes to the file system, one after another."""
    log = vault / ".reverie" / "audit.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:3], lines[4], lines[3], *lines[5:], b'{"torn', bytes(100)]))
    stream = vault / "memory" / "streams" / "2025-03-03.jsonl"
    stream.write_bytes(stream.read_bytes()[:-50])
    (vault / ".reverie" / "journal" / "000000000999.json").write_bytes(b"garbage")
    page = next((vault / "memory" / "topics").glob("*.md"))
    page.unlink()
    page.mkdir()
    planted = [log.read_bytes(), stream.read_bytes()]
    topics = {path.name for path in (vault / "memory" / "topics").iterdir()}
    killed = 0
    for at in (*range(1, 20), 22, 26, 31, 40, 60):
        copy = vaults.copy(vault, vault.parent / f"cut-{at}")
        killed += _killed_at(copy, at)
        check_up(copy, fix=True)
        left, _ = check_up(copy)
        assert said(left) == [], at
        assert {path.name for path in (copy / "memory" / "topics").iterdir() if path.is_file()} == topics
        assert set(planted) <= everything(copy)
        shutil.rmtree(copy)
    assert killed > 15


def _killed_at(root: Path, at: int) -> bool:
    """Let a process mend the vault and die before its n-th write or rename; whether it came to that."""
    count = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def step(*given: object, **named: object) -> object:
            nonlocal count
            count += 1
            return real(*given, **named) if count < at else os._exit(9)

        return step

    child = os.fork()
    if child == 0:
        for name in ("rename", "replace", "pwrite", "ftruncate"):
            setattr(os, name, counted(getattr(os, name)))
        try:
            check_up(root, fix=True)
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] != 0
