"""Helpers every test may use. No test reaches the home folder, the network or an agent host's variables.

What tests write goes to memory where there is room for it: most claim nothing of the disk and would only
wait for it to sync. Those marked `disk` (a process is killed, a write fails) are on the real one, and with
TMPDIR set all are where it says.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from reverie.domain.belief import believe
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment, noticed
from reverie.domain.page import Key, Page

settings.register_profile(
    "reverie", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("reverie")

_DISK = tempfile.gettempdir()
_IN_MEMORY = Path("/dev/shm")
_ROOM = 2**30  # bytes
if "TMPDIR" not in os.environ and os.access(_IN_MEMORY, os.W_OK) and shutil.disk_usage(_IN_MEMORY).free > _ROOM:
    tempfile.tempdir = str(_IN_MEMORY)  # pytest's folders follow

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
_HOST_VARIABLES = (
    "CLAUDE", "CODEX", "GEMINI", "OPENCODE", "PI_CODING", "CURSOR", "REVERIE", "GIT_", "XDG_",
    "ANTHROPIC", "OPENAI", "OLLAMA",
)  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write golden files anew; then read the diff")


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def _alone(_homes: Path) -> Iterator[None]:
    """Each test has a home of its own and runs under no agent."""
    with pytest.MonkeyPatch.context() as around:  # not the test's own, which must end before its folder goes
        for name in os.environ:
            if name.startswith(_HOST_VARIABLES):
                around.delenv(name)
        around.setenv("REVERIE_WORKER", "off")  # or the suite would leave processes behind
        around.setenv("HOME", tempfile.mkdtemp(dir=_homes))
        yield


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder for one test, on a real disk where it is marked so; left behind only when the test fails."""
    if request.node.get_closest_marker("disk") is None:
        yield tmp_path
        return
    folder, failed = Path(tempfile.mkdtemp(prefix="reverie-test-", dir=_DISK)), request.session.testsfailed
    yield folder
    if request.session.testsfailed == failed:
        shutil.rmtree(folder, ignore_errors=True)


def fragment(body: str, *, day: int = 0, space: str = "", entry: str = "e1", **rest: Any) -> Fragment:
    """Something said on the given day after Monday."""
    values: dict[str, Any] = {
        "source": "test",
        "kind": "fact",
        "trust": "user",
        "quote": body,
        "topic": body[:40],
        **rest,
    }
    return noticed(ts=MONDAY + timedelta(days=day), space=space, entry=entry, body=body, **values)


def belief(text: str, *fragments: Fragment, slug: str = "tea", space: str = "") -> Page:
    """A belief that rests on these fragments."""
    proof = Evidence(frozenset(f.citation for f in fragments))
    return believe(Key(space, "belief", slug), text, proof)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return tmp_path / "workspace"
