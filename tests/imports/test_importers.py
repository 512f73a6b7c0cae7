"""Each importer knows its own, gives what is in it with its place and time, and leaves it as it was."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reverie.errors import BundleRefused
from reverie.imports.base import Gathered
from reverie.imports.known import NAMES, gather
from tests.imports import sources

Made = Callable[[Path], Path]
ALL: list[tuple[Made, str]] = [
    (sources.claude_mem, "claude-mem"),
    (sources.mem0_history, "mem0"),
    (sources.mem0_json, "mem0"),
    (sources.palace, "mempalace"),
    (sources.letta, "letta"),
    (sources.letta_before, "letta"),
    (sources.basic_memory, "basic-memory"),
    (sources.auto_memory, "claude-auto-memory"),
    (sources.codex, "codex-memories"),
    (sources.openclaw, "openclaw"),
    (sources.markdown, "markdown"),
    (sources.docx, "documents"),
    (sources.pdf, "documents"),
]


def said(found: Gathered) -> dict[str, str]:
    return {piece.place: piece.text for piece in found.pieces if not piece.whole}


def texts(found: Gathered) -> dict[str, str]:
    return {piece.place: piece.text for piece in found.pieces if piece.whole}


def snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        p.relative_to(root).as_posix(): (p.read_bytes(), p.stat().st_mtime_ns)
        for p in sorted(root.rglob("*"))
        if p.is_file() and not p.is_symlink()
    }


@pytest.mark.parametrize(("make", "name"), ALL, ids=lambda each: getattr(each, "__name__", each))
def test_each_is_known_for_what_it_is_and_left_as_it_was(tmp_path: Path, make: Made, name: str):
    path = make(tmp_path)
    before = snapshot(tmp_path)

    found = gather(path)

    assert found.kind == name
    assert found.pieces
    assert all(piece.place and piece.text.strip() for piece in found.pieces)
    assert len({piece.entry for piece in found.pieces}) == len(found.pieces)
    assert [p.entry for p in gather(path).pieces] == [p.entry for p in found.pieces]
    assert snapshot(tmp_path) == before  # not even a -wal or -shm beside a database


def test_every_importer_has_a_source_here():
    assert {name for _, name in ALL} == set(NAMES)


def test_claude_mem_gives_facts_one_by_one_and_sessions_as_texts(tmp_path: Path):
    found = gather(sources.claude_mem(tmp_path))

    assert said(found) == {
        "observations#1.1": "The heron queue needs a visibility timeout of 90 seconds",
        "observations#1.2": "Workers of heron restart every night at 03:00",
        "observations#2.1": "Heron logs go to Loki",
    }
    assert "Timeouts were shorter than the work" in texts(found)["session_summaries#1"]
    assert found.pieces[0].at == datetime(2026, 3, 1, 10, 5, tzinfo=UTC)
    assert found.pieces[0].tags == ("heron", "bugfix")


def test_a_database_that_is_open_for_writing_is_read_with_its_log(tmp_path: Path):
    import sqlite3

    path = sources.claude_mem(tmp_path)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("UPDATE observations SET text = 'Heron logs go to Graylog' WHERE id = 2")

    assert "Heron logs go to Graylog" in said(gather(path)).values()
    writer.close()


def test_mem0_gives_each_memory_as_it_last_was_and_nothing_deleted(tmp_path: Path):
    found = gather(sources.mem0_history(tmp_path))

    assert sorted(said(found).values()) == ["Kim is allergic to peanuts", "Kim prefers aisle seats"]
    assert found.skipped == {"deleted there": 1}


def test_mem0_vectors_that_could_run_code_are_not_opened(tmp_path: Path):
    (tmp_path / "qdrant" / "collection" / "mem0").mkdir(parents=True)
    (tmp_path / "qdrant" / "collection" / "mem0" / "storage.sqlite").write_bytes(b"x")

    with pytest.raises(BundleRefused, match="get_all"):
        gather(tmp_path / "qdrant")


def test_drawers_of_one_file_are_one_text_again(tmp_path: Path):
    found = gather(sources.palace(tmp_path))

    assert texts(found)["heron/deploys//home/kim/notes/deploys.md"] == (
        "Heron deploys from the release branch only, since March.\n\n"
        "The blue cluster is in Frankfurt; the green one is kept cold."
    )
    assert len(found.pieces) == 2


def test_letta_gives_blocks_about_people_and_no_persona_and_no_talk(tmp_path: Path):
    found = gather(sources.letta(tmp_path))

    assert list(said(found).values()) == [
        "The human's name is Kim.", "Kim leads the heron team", "Kim reviews on Mondays",
    ]  # fmt: skip
    assert found.skipped == {"the block 'persona' says how an agent behaves": 1, "a message of a conversation": 1}
    assert list(said(gather(sources.letta_before(tmp_path))).values()) == ["Kim's dog is called Rex"]


def test_basic_memory_gives_observations_relations_and_the_note(tmp_path: Path):
    found = gather(sources.basic_memory(tmp_path))

    assert list(said(found).values()) == [
        "Pour over takes three minutes (measured twice)",
        "Coffee Brewing grows in Ethiopia",
        "Coffee Brewing relates to Tea",
    ]
    assert found.pieces[1].quote == "- [method] Pour over takes three minutes #brewing (measured twice)"
    assert found.pieces[1].tags == ("method", "brewing")
    assert found.pieces[0].at == datetime(2026, 1, 5, 10, tzinfo=UTC)


def test_auto_memory_gives_what_is_kept_and_where_the_agent_worked(tmp_path: Path):
    found = gather(sources.auto_memory(tmp_path))

    assert said(found) == {
        "-home-kim-heron/MEMORY.md:4": "Kim works on heron from Lisbon",
        "-home-kim-heron/deploys.md": "Heron is deployed by make ship from the release branch.",
    }
    assert {piece.folder for piece in found.pieces} == {"/home/kim/heron"}
    one = tmp_path / ".claude" / "projects" / "-home-kim-heron" / "memory"
    assert gather(one).kind == "claude-auto-memory"


def test_codex_and_openclaw_give_lines_as_statements_and_notes_as_texts(tmp_path: Path):
    codex, claw = gather(sources.codex(tmp_path)), gather(sources.openclaw(tmp_path))

    assert list(said(codex).values()) == ["Kim wants small commits with a reason"]
    assert sorted(texts(codex)) == ["MEMORY.md", "rollout_summaries/2026-05-02T10-00-00-abc-heron.md"]
    assert list(said(claw).values()) == ["Ana is the on-call lead for billing"]
    assert list(texts(claw)) == ["memory/2026-04-01.md"]
    assert claw.pieces[1].at == datetime(2026, 4, 1, 12, tzinfo=UTC)


def test_markdown_is_kept_whole_without_links_hidden_files_and_pictures(tmp_path: Path):
    found = gather(sources.markdown(tmp_path))

    assert sorted(texts(found)) == ["a.md", "sub/b.md"]
    assert found.pieces[0].title == "Architecture"
    assert found.skipped == {"a file without text, or too large": 1}


def test_documents_beside_markdown_come_along(tmp_path: Path):
    folder = sources.markdown(tmp_path)
    sources.docx(folder)

    found = gather(folder)

    assert sorted(texts(found)) == ["a.md", "runbook.docx", "sub/b.md"]


def test_docx_and_pdf_give_their_text_title_and_date(tmp_path: Path):
    [word] = gather(sources.docx(tmp_path)).pieces
    [paper] = gather(sources.pdf(tmp_path)).pieces

    assert word.text == "Runbook for heron\n\nRestart the worker before the queue.\n\nhost\n\nheron-1"
    assert (word.title, word.trust) == ("Runbook", "web")
    assert word.at == datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
    assert paper.text == "[page 1]\nThe pump of heron is serviced in May."
    assert (paper.title, paper.trust) == ("Pumps", "web")
    assert paper.at == datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


def test_damaged_documents_are_skipped_with_a_reason(tmp_path: Path):
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "broken.docx").write_bytes(b"PK not a zip")
    with zipfile.ZipFile(folder / "bomb.docx", "w") as packed:
        entity = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>]>"
        packed.writestr("word/document.xml", f"<?xml version='1.0'?>{entity}<x>&a;</x>")

    found = gather(folder)

    assert not found.pieces
    assert sum(found.skipped.values()) == 3


@pytest.mark.parametrize("name", ["x.bin", "x.json", "x.db", "x.af"])
def test_what_nobody_knows_is_refused_in_one_line(tmp_path: Path, name: str):
    for raw in (b"", b"\0\1\2", b"{", b"[]", b'{"a": 1}', b"SQLite format 3\0" + bytes(100)):
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(BundleRefused, match="neither a bundle nor"):
            gather(tmp_path / name)
    with pytest.raises(BundleRefused, match="there is no"):
        gather(tmp_path / "missing")
    with pytest.raises(BundleRefused, match="no importer"):
        gather(tmp_path, "obsidian")


def test_a_pipe_does_not_keep_anybody_waiting(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "a.md").write_text("# A\n\ntext\n", "utf-8")

    assert sorted(texts(gather(tmp_path))) == ["a.md"]
