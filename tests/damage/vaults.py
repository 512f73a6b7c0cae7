"""A vault that has a bit of everything, made once; each damage gets a copy of its own."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reverie import Memory
from reverie.domain.fragment import Fragment, Watermark, noticed
from reverie.domain.transcript import Entry, Transcript
from tests.damage.planted import OLD_DAY

SAID = (
    "Billing uses PostgreSQL 16.",
    "The staging cluster is called heron.",
    "Ana reviews every migration before it is merged.",
    "Releases go out on Tuesdays.",
)
TOLD = ("I drink green tea.", "Ana manages Bob.", "The garage code is with the neighbour.")
HOW = "How to deploy: 1. run the tests 2. tag the release 3. push the tag"


def make(root: Path) -> None:
    """Told things, a day that has closed, sessions, use, vectors, history: whatever a year would leave."""
    root.mkdir()
    (root / "SOUL.md").write_text("Be kind.\nSay what is true.\n", "utf-8")
    (root / "USER.md").write_text("Lives in Bergen.\n", "utf-8")
    with Memory.create(root) as memory:
        at = datetime.fromisoformat(f"{OLD_DAY}T09:00:00+00:00")
        told = [_fragment(body, at + timedelta(minutes=n)) for n, body in enumerate(SAID)]
        mark = Watermark(id="w1", ts=at, source="codex:one", entry="e9")
        memory.vault.append(told, [mark], datetime.now(UTC), "bot:auto-detect")
        memory.dream(mode="apply")
        for text in (*TOLD, HOW):
            memory.remember(text)
        entries = tuple(
            Entry(id=f"e{n}", at=at, role="user", text=f"{body} Said number {n}.") for n, body in enumerate(SAID)
        )
        memory.keep(Transcript(source="codex:one", space="", trust="user", entries=entries))
        memory.jobs.ask("reflect", "", at)
        memory.meter.reserve("none:none", 1, 0.0, most_tokens=0, most_money=0.0, now=datetime.now(UTC))
        memory.embed()
        hits = memory.recall("which database does billing use").hits
        memory.usage.accessed([hit.key for hit in hits], datetime.now(UTC))
        memory.times.note("dream", datetime.now(UTC))
        memory.doctor()


def _fragment(body: str, at: datetime) -> Fragment:
    return noticed(
        ts=at, space="", source="codex:one", entry=body[:8], body=body, kind="fact", trust="user", quote=body,
        topic=body[:30],
    )  # fmt: skip


def copy(healthy: Path, to: Path) -> Path:
    shutil.copytree(healthy, to, symlinks=True)
    return to
