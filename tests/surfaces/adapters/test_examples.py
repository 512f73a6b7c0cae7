"""The examples run as they are, offline; and an adapter whose framework is missing says what to install."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NEEDS = {
    "anthropic_memory_tool": "anthropic", "langgraph_store": "langgraph", "openai_agents_session": "agents",
    "pydantic_ai_memory": "pydantic_ai", "mem0_shaped": "reverie",
}  # fmt: skip
SAYS = {
    "anthropic_memory_tool": [
        "text · Done.",
        "     1\tBilling uses PostgreSQL 16",
        "Billing uses PostgreSQL 16 · trust agent",
    ],
    "langgraph_store": [
        "ana: Who is my dentist?\n  My dentist is Dr. Weiss on Mill Road",
        "bob: Who is my dentist?\n  I do not know yet.",
        "agent:langgraph · put users/ana/said/36",
    ],
    "openai_agents_session": ["We decided to use PostgreSQL 16", "<reverie>", "It answers: PostgreSQL 16."],
    "pydantic_ai_memory": ["3 tools; sent: We decided", "sent: <reverie>"],
    "mem0_shaped": ["'event': 'ADD'", "'event': 'UPDATE'", "{'team': 'billing'}", "{'results': []}"],
}
EXTRAS = {"anthropic": "anthropic", "langgraph": "langgraph", "openai_agents": "agents", "pydantic_ai": "pydantic_ai"}


# Each as a program of its own, and all in one process: to import the frameworks takes longer than to run any of them.
RUNNER = """
import contextlib, io, json, runpy, sys, traceback
told = {}
for path in sys.argv[1:]:
    out, wrong = io.StringIO(), ""
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_path(path, run_name="__main__")
        except BaseException:
            wrong = traceback.format_exc()
    told[path] = (out.getvalue(), wrong)
print(json.dumps(told))
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "no_proxy": "*"}
    return subprocess.run([sys.executable, "-W", "error", *arguments], capture_output=True, text=True, env=environment)


def blocks() -> list[str]:
    """The programs that the page about frameworks shows."""
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "frameworks.md").read_text("utf-8"), re.S)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """What each example, and each block of the page, printed, and what went wrong."""
    folder, programs = tmp_path_factory.mktemp("page"), [ROOT / "examples" / f"{name}.py" for name in NEEDS]
    for n, block in enumerate(blocks()):
        programs.append(folder / f"block-{n}.py")
        programs[-1].write_text(block.replace("/tmp/reverie-docs", str(folder / f"w{n}")), "utf-8")
    done = run("-c", RUNNER, *map(str, programs))
    assert done.returncode == 0, done.stderr
    told: dict[str, tuple[str, str]] = json.loads(done.stdout)
    return {Path(path).stem: each for path, each in told.items()}


def test_every_example_is_tried_here():
    assert {path.stem for path in (ROOT / "examples").glob("*.py")} == set(NEEDS) == set(SAYS)


@pytest.mark.parametrize("name", NEEDS)
def test_an_example_runs_and_says_what_it_should(name: str, ran: dict[str, tuple[str, str]]):
    pytest.importorskip(NEEDS[name])

    told, wrong = ran[name]

    assert not wrong
    for said in SAYS[name]:
        assert said in told


@pytest.mark.parametrize(("module", "package"), EXTRAS.items())
def test_a_missing_framework_is_said_in_one_line_that_names_the_extra(module: str, package: str):
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from reverie import ReverieError\n"
        f"try: import reverie.surfaces.adapters.{module}\n"
        "except ReverieError as wrong: print(wrong)"
    )

    said = run("-c", code).stdout

    assert said == (
        f"this needs {package}, which is not installed: pip install 'reverie-memory[{module.replace('_', '-')}]'\n"
    )


def test_nothing_else_imports_a_framework(tmp_path: Path):
    code = (
        "import sys; from reverie import Memory; from reverie.surfaces.cli import cli\n"
        "import reverie.surfaces.adapters, reverie.surfaces.adapters.mem0\n"
        "memory = Memory.create(sys.argv[1]); memory.remember('Billing uses PostgreSQL 16'); memory.recall('billing')\n"
        "print(*sys.modules)"
    )

    loaded = set(run("-c", code, str(tmp_path / "w")).stdout.split())

    assert loaded and not {"anthropic", "langgraph", "agents", "pydantic_ai", "mem0", "openai"} & loaded


def test_the_page_about_frameworks_runs_as_it_stands(ran: dict[str, tuple[str, str]]):
    assert len(blocks()) == 5
    for n, block in enumerate(blocks()):
        wanted = re.findall(r"^from (anthropic|langgraph|agents|pydantic_ai)\b", block, re.M)
        for name in wanted:
            pytest.importorskip(name)
        told, wrong = ran[f"block-{n}"]
        assert not wrong, block
        for line in re.findall(r"# (?:→|->) (.+)$", block, re.M):
            assert line in told, (block, told)
