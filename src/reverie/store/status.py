"""Health and backlog of a workspace, as plain data."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from reverie.store.files import FileVault
from reverie.store.jobs import Jobs
from reverie.store.sqlite import SqliteIndex


def status(
    vault: FileVault, index: SqliteIndex, jobs: Jobs, root: Path, behind: str | None, embedding: Any, models: Any
) -> dict[str, Any]:
    """What there is, what waits, and what is wrong."""
    state = vault.state
    marks, undone = state.mark_counts(), len(state.undone())
    return {
        "workspace": str(root),
        "pages": state.counts(),
        "fragments": marks,
        "set_aside": {"rejected": marks.get("set aside", 0) - undone, "undone": undone},
        "spaces": ["", *sorted(state.spaces().values())],
        "changes": state.seq,
        "proposals": {name: len(vault.held(name)) for name in ("held", "deferred", "rejected")},
        "passages": index.size(),
        "embedding": asdict(embedding),
        "models": models,
        "alerts": [
            {"id": a.id, "at": a.at.isoformat(), "file": a.path, "summary": a.summary, "diff": list(a.diff)}
            for a in state.alerts()
        ],
        "problems": [str(problem) for problem, _ in state.problems()],
        "sessions": {"observed": jobs.observed(), "failing": [asdict(dead) for dead in jobs.failing()]},
        "asked": [{"work": work, "space": space, "asked": at} for work, space, at in jobs.asked()],
        "unfinished": vault.unfinished,
        "history": behind or "up to date",
    }
