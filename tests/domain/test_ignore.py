"""What .reverieignore names is left alone: projects, files that agents open, words."""

from __future__ import annotations

import pytest

from reverie.domain.ignore import Ignored
from reverie.domain.transcript import Call, Entry
from tests.conftest import MONDAY

PLAN = "/home/ana/code/blog/private/plan.md"


def entries(tool_input: dict[str, object]) -> tuple[Entry, ...]:
    call = Entry(id="c", at=MONDAY, role="agent", text="", call=Call(id="1", tool="Read", input=tool_input))
    answer = Entry(id="a", at=MONDAY, role="tool", text="PLANWORD", answers="1")
    said = Entry(id="u", at=MONDAY, role="user", text="INTERNALCODE-7 is due")
    return call, answer, said


@pytest.mark.parametrize(
    "line",
    [
        "/home/ana/code/blog/private/",
        "/home/ana/code/blog/private/*",
        "*/private/*",
        "**/private/**",
        "private/plan.md",
        PLAN,
    ],
)
@pytest.mark.parametrize(
    "given", [{"file_path": PLAN}, {"command": f"cat '{PLAN}' | head"}, {"edits": [{"path": PLAN}]}]
)
def test_a_file_that_is_ignored_is_not_read_through_an_agents_tools(line: str, given: dict[str, object]) -> None:
    assert [entry.id for entry in Ignored((line,)).without(entries(given))] == ["u"]


@pytest.mark.parametrize("line", ["text: internalcode", "text: INTERNALCODE-*"])
def test_words_can_be_left_out(line: str) -> None:
    assert [entry.id for entry in Ignored((line,)).without(entries({"file_path": "/x"}))] == ["c", "a"]


def test_other_files_stay() -> None:
    assert (
        len(Ignored(("/home/ana/code/blog/priv", "plan", "text: nothing like it")).without(entries({"p": PLAN}))) == 3
    )


@pytest.mark.parametrize(
    ("line", "name", "meant"),
    [
        ("/work/secret", "/work/secret", True),
        ("/work/secret", "/work/secret/deep/file.py", True),
        ("/work/secret", "/work/secrets", False),
        ("*/secretproj", "/home/ana/secretproj", True),
        ("codex:abc", "codex:abc", True),
    ],
)
def test_a_line_means_a_path_and_what_is_below_it(line: str, name: str, meant: bool) -> None:
    assert Ignored((line,)).names(name) is meant
