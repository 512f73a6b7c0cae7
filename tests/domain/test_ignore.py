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
        "private",
        "private/",
        "private/*",
        "private/**",
        "./private/",
        "blog/private/",
        "*.md",
        "plan.*",
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


def shell(command: str, printed: str, answer: str = "The budget is due on Friday.") -> tuple[Entry, ...]:
    call = Entry(id="c", at=MONDAY, role="agent", text="", call=Call(id="1", tool="Bash", input={"command": command}))
    out = Entry(id="o", at=MONDAY, role="tool", text=printed, answers="1")
    return call, out, Entry(id="a", at=MONDAY, role="agent", text=answer)


@pytest.mark.parametrize(
    "command", ["cd private && cat plan.md", "(cd ./private; head -3 plan.md)", "cat <private/plan.md"]
)
def test_an_ignored_file_is_meant_from_the_folder_it_is_opened_in(command: str) -> None:
    told = Ignored(("private/plan.md",)).without(shell(command, "Zoltan leaves in May", "Zoltan leaves in May."))
    assert told == ()


def test_lines_that_name_an_ignored_file_are_left_out_of_what_a_search_prints() -> None:
    printed = "./private/plan.md:3: Zoltan leaves\n./notes.md:1: tidy up\nprivate/plan.md-4-in May"
    told = Ignored(("private/plan.md",)).without(shell("grep -rn leaves .", printed))
    assert [entry.text for entry in told] == ["", "./notes.md:1: tidy up", "The budget is due on Friday."]
    headed = "private/plan.md\n3:Zoltan leaves\n\nnotes.md\n1:tidy up"
    assert "Zoltan" not in Ignored(("private/plan.md",)).without(shell("rg leaves", headed))[1].text


def test_what_an_agent_says_of_an_ignored_file_is_not_quoted() -> None:
    (said,) = Ignored(("private/plan.md",)).without(shell("cat private/plan.md", "Zoltan leaves in May"))
    assert said.aside


def test_other_files_of_that_name_stay() -> None:
    told = Ignored(("private/plan.md",)).without(shell("cd public && cat plan.md", "tidy up"))
    assert [entry.aside for entry in told] == [False] * 3


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
        ("diary", "/home/ana/diary/2026", True),
        ("diary/", "/home/ana/diary/2026", True),
        ("diary/*", "/home/ana/diary", True),
        ("**/diary/**", "diary/2026/may.md", True),
        ("diary", "/home/ana/my-diary/2026", False),
        ("diary/2026", "/home/ana/diary/2025", False),
        ("*.env", "/home/ana/code/prod.env", True),
        ("*.env", "/home/ana/code/prod.envelope", False),
        ("app/[id]", "/home/ana/app/[id]/page.tsx", True),
        ("/home/*/diary", "/home/ana/diary/x", True),
        ("ana", "/home/ana/code/blog", False),
        ("home/ana", "/home/ana/code/blog", False),
        ("/home/ana/diary", "~/diary/may.md", True),
        ("diary", "C:\\Users\\ana\\diary\\may.md", True),
        ("**/", "/home/ana/x", False),
    ],
)
def test_a_line_means_a_path_and_what_is_below_it(line: str, name: str, meant: bool) -> None:
    assert Ignored((line,), "/home/ana").names(name) is meant


@pytest.mark.parametrize(
    ("line", "space", "meant"),
    [
        ("project/github.com/acme/client-x", "project/github.com/acme/client-x", True),
        ("github.com/acme/client-x", "project/github.com/acme/client-x", True),
        ("github.com/acme/client-x/", "project/github.com/acme/client-x", True),
        ("acme/client-x", "project/github.com/acme/client-x", True),
        ("client-x", "project/github.com/acme/client-x", True),
        ("client-*", "project/github.com/acme/client-x", True),
        ("github.com/acme", "project/github.com/acme/client-x", True),
        ("github.com/acme/*", "project/github.com/acme/client-x", True),
        ("github.com/acme/client-x", "project/github.com/acme/client-xyz", False),
        ("project/home/ana/diary", "project/home/ana/diary", True),
        ("home", "project/home/ana/diary", False),
        ("project", "project/home/ana/diary", False),
        ("anything", "", False),
    ],
)
def test_a_project_may_be_named_as_it_is_printed(line: str, space: str, meant: bool) -> None:
    assert Ignored((line,), "/home/ana").owns(space) is meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("sessions", False),
        ("sessions/2026", False),
        ("b.jsonl", True),
        ("**/sessions/**", True),
        ("/home/ana/.codex", True),
    ],
)
def test_the_folders_in_which_a_host_keeps_sessions_are_not_meant_by_their_names(line: str, meant: bool) -> None:
    assert Ignored((line,), "/home/ana").keeps("/home/ana/.codex/sessions/2026/b.jsonl") is meant


def test_a_chat_in_a_folder_of_ones_own_is_meant_by_the_folders_name() -> None:
    assert Ignored(("exports/",), "/home/ana").keeps("/home/ana/exports/2026/chat.md")
