"""Damage that a person may meet: what is derived is made anew, what is not is named, nothing else suffers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reverie import Memory, ReverieError


@pytest.fixture
def told(workspace: Path) -> Path:
    with Memory.create(workspace) as memory:
        memory.remember("Billing uses PostgreSQL 16")
    return workspace


def found(workspace: Path, question: str = "which database does billing use") -> str:
    with Memory.open(workspace) as memory:
        return memory.recall(question).hits[0].text


@pytest.mark.parametrize("gone", ["state.db", "index.db", "audit.git", "lock"])
def test_a_lost_derived_file_is_made_again(told: Path, gone: str):
    path = told / ".reverie" / gone
    shutil.rmtree(path) if path.is_dir() else path.unlink()

    assert found(told) == "Billing uses PostgreSQL 16"
    with Memory.open(told) as memory:
        memory.remember("The staging cluster is called heron")
        assert memory.verify() == []


@pytest.mark.parametrize("name", ["state.db", "index.db"])
def test_a_damaged_database_is_built_anew_by_doctor(told: Path, name: str):
    path = told / ".reverie" / name
    raw = bytearray(path.read_bytes())
    raw[4096:] = b"\xa5" * (len(raw) - 4096)
    path.write_bytes(bytes(raw))

    with Memory.open(told) as memory:
        findings, _ = memory.doctor(fix=True)

    assert [finding.level for finding in findings] == ["fine"]
    assert found(told) == "Billing uses PostgreSQL 16"


def test_half_a_line_at_the_end_of_the_log_keeps_its_bytes_and_harms_no_later_change(told: Path):
    log = told / ".reverie" / "audit.jsonl"
    log.write_bytes(log.read_bytes() + b'{"torn')

    with Memory.open(told) as memory:
        memory.remember("The staging cluster is called heron")
        assert memory.verify() == [".reverie/audit.jsonl:4: the entry is damaged"]
    assert found(told, "staging cluster heron") == "The staging cluster is called heron"
    assert b'{"torn\n' in log.read_bytes()


def test_a_damaged_journal_record_is_named_and_nothing_is_written(told: Path):
    before = (told / ".reverie" / "audit.jsonl").read_bytes()
    (told / ".reverie" / "journal" / "000000000099.json").write_bytes(b"garbage")

    with Memory.open(told) as memory, pytest.raises(ReverieError, match=r"000000000099\.json is damaged"):
        memory.remember("anything")

    assert (told / ".reverie" / "audit.jsonl").read_bytes() == before
