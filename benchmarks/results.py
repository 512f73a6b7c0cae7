"""Keep the result of a run: what was measured, on which commit, with which Python."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"


def keep(name: str, found: dict[str, Any]) -> Path:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False, cwd=FOLDER.parent
    ).stdout.strip()
    now = datetime.now(UTC)
    path = FOLDER / f"{now:%Y-%m-%d}-{commit or 'none'}-{name}.json"
    data = {
        "name": name,
        "at": now.isoformat(timespec="seconds"),
        "commit": commit,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.system(),
        "cores": os.cpu_count(),
        "found": found,
    }
    FOLDER.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    print(f"kept in benchmarks/results/{path.name}")
    return path
