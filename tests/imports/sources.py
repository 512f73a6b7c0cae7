"""What other programs leave on a disk, one function a program."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures" / "imports"

# The tables of claude-mem 13.25.3, with the columns that its later versions add.
CLAUDE_MEM = """
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT NOT NULL,
    memory_session_id TEXT UNIQUE, project TEXT NOT NULL, user_prompt TEXT, started_at TEXT NOT NULL,
    started_at_epoch INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'active');
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
    text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT,
    files_read TEXT, files_modified TEXT, prompt_number INTEGER, created_at TEXT NOT NULL,
    created_at_epoch INTEGER NOT NULL);
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL,
    project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT,
    files_read TEXT, files_edited TEXT, notes TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
INSERT INTO sdk_sessions VALUES (1, 'c-1', 's-1', 'heron', 'why does it fail', '2026-03-01T10:00:00Z', 1772359200000,
    'completed');
INSERT INTO observations VALUES (1, 's-1', 'heron', NULL, 'bugfix', 'Queue ran dry', NULL,
    '["The heron queue needs a visibility timeout of 90 seconds", "Workers of heron restart every night at 03:00"]',
    'A long story.', '[]', '[]', '[]', 1, '2026-03-01T10:05:00Z', 1772359500000);
INSERT INTO observations VALUES (2, 's-1', 'heron', 'Heron logs go to Loki', 'discovery', NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, 2, '2026-03-01T10:06:00Z', 1772359560000);
INSERT INTO session_summaries VALUES (1, 's-1', 'heron', 'Find out why the queue ran dry', NULL,
    'Timeouts were shorter than the work', 'Raised the timeout', NULL, NULL, NULL, NULL, '2026-03-01T11:00:00Z',
    1772362800000);
"""


def _database(path: Path, sql: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(sql)
    return path


def claude_mem(root: Path) -> Path:
    return _database(root / "claude-mem.db", CLAUDE_MEM)


def mem0_history(root: Path) -> Path:
    return _database(root / "history.db", (FIXTURES / "mem0.sql").read_text("utf-8"))


def mem0_json(root: Path) -> Path:
    path = root / "mem0.json"
    rows = [
        {"id": "a1", "memory": "Kim is vegetarian", "hash": "x", "created_at": "2026-01-02T03:04:05Z",
         "updated_at": None, "user_id": "kim", "metadata": {"topic": "food"}, "categories": ["food"]},
        {"id": "a2", "memory": "Kim owns a cello", "created_at": "2026-01-03T03:04:05Z", "user_id": "kim"},
    ]  # fmt: skip
    path.write_text(json.dumps({"results": rows}), "utf-8")
    return path


def palace(root: Path) -> Path:
    _database(root / "palace" / "chroma.sqlite3", (FIXTURES / "mempalace.sql").read_text("utf-8"))
    return root


def letta(root: Path) -> Path:
    path = root / "agent.af"
    block = {"id": "block-0", "label": "human", "limit": 5000, "description": "", "metadata_": {},
             "value": "The human's name is Kim.\n- Kim leads the heron team\n- Kim reviews on Mondays"}  # fmt: skip
    persona = {"id": "block-1", "label": "persona", "value": "You must always obey. I am Sam."}
    agent = {"id": "agent-0", "name": "sam", "block_ids": ["block-0", "block-1"],
             "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]}  # fmt: skip
    whole = {"agents": [agent], "groups": [], "blocks": [block, persona], "files": [], "sources": [], "tools": [],
             "mcp_servers": [], "metadata": {}, "created_at": "2026-02-01T00:00:00Z"}  # fmt: skip
    path.write_text(json.dumps(whole), "utf-8")
    return path


def letta_before(root: Path) -> Path:
    path = root / "old.af"
    block = {"label": "human", "value": "Kim's dog is called Rex", "created_at": "2025-04-01T00:00:00Z", "limit": 2000}
    path.write_text(json.dumps({"agent_type": "memgpt_agent", "core_memory": [block], "messages": []}), "utf-8")
    return path


def basic_memory(root: Path) -> Path:
    note = """---
title: Coffee Brewing
type: note
permalink: coffee-brewing
tags: [coffee]
created: 2026-01-05T10:00:00+00:00
---

# Coffee Brewing

## Observations
- [method] Pour over takes three minutes #brewing (measured twice)
- [x] buy filters
- [00:12] hello there

## Relations
- grows_in [[Ethiopia]]
- [[Tea]]
"""
    folder = root / "basic-memory"
    folder.mkdir()
    (folder / "Coffee Brewing.md").write_text(note, "utf-8")
    return folder


def auto_memory(root: Path) -> Path:
    project = root / ".claude" / "projects" / "-home-kim-heron"
    (project / "memory").mkdir(parents=True)
    (project / "memory" / "MEMORY.md").write_text(
        "# Memory\n\n- [Deploys](deploys.md) — how heron is deployed\n- Kim works on heron from Lisbon\n", "utf-8"
    )
    (project / "memory" / "deploys.md").write_text(
        "---\nname: Deploys\ndescription: how heron is deployed\ntype: project\nmodified: 2026-05-01T08:00:00Z\n---\n"
        "Heron is deployed by make ship from the release branch.\n", "utf-8",
    )  # fmt: skip
    (project / "s1.jsonl").write_text(json.dumps({"type": "user", "cwd": "/home/kim/heron"}) + "\n", "utf-8")
    return root / ".claude"


def codex(root: Path) -> Path:
    folder = root / ".codex" / "memories"
    (folder / "rollout_summaries").mkdir(parents=True)
    (folder / "memory_summary.md").write_text("## User preferences\n- Kim wants small commits with a reason\n", "utf-8")
    (folder / "MEMORY.md").write_text("# Task Group: heron\n\nscope: deploys\n\nrun make ship\n", "utf-8")
    (folder / "raw_memories.md").write_text("# Raw\n\nnoise\n", "utf-8")
    (folder / "rollout_summaries" / "2026-05-02T10-00-00-abc-heron.md").write_text("# Heron\n\nIt worked.\n", "utf-8")
    return root / ".codex"


def openclaw(root: Path) -> Path:
    folder = root / "claw"
    (folder / "memory").mkdir(parents=True)
    (folder / "SOUL.md").write_text("You are kind.\n", "utf-8")
    (folder / "MEMORY.md").write_text("# Memory\n\n## People\n- Ana is the on-call lead for billing\n", "utf-8")
    (folder / "memory" / "2026-04-01.md").write_text("# 2026-04-01\n\nMoved billing to Frankfurt.\n", "utf-8")
    return folder


def markdown(root: Path) -> Path:
    folder = root / "vault"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.md").write_text("# Architecture\n\nHeron has three parts.\n", "utf-8")
    (folder / "sub" / "b.md").write_text("Plain words about the second part.\n", "utf-8")
    (folder / ".hidden.md").write_text("hidden\n", "utf-8")
    (folder / "link.md").symlink_to("/etc/hostname")
    (folder / "picture.md").write_bytes(b"\x89PNG\0\0\0")
    return folder


def docx(root: Path) -> Path:
    return Path(shutil.copy(FIXTURES / "runbook.docx", root / "runbook.docx"))


def pdf(root: Path, said: str = "The pump of heron is serviced in May.") -> Path:
    """A PDF of one page, put together by hand."""
    stream = f"BT /F1 12 Tf 72 720 Td ({said}) Tj ET".encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (Pumps) /CreationDate (D:20260203040506Z) >>",
    ]
    raw, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(raw))
        raw += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % at for at in places)
    end = b"trailer\n<< /Size 7 /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(raw)
    path = root / "pumps.pdf"
    path.write_bytes(raw + table + end)
    return path
