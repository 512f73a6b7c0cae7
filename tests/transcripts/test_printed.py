"""What tools printed in a session's file is told from what was said, without reading the session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reverie.transcripts.printed import printed

SAID = {"type": "user", "message": {"role": "user", "content": 'we keep "tool_result" in its own table ' * 40}}
TOOL = {"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "content": "x = 1\n" * 900}]}}
CODEX = {"type": "response_item", "payload": {"type": "function_call_output", "output": "x = 1\n" * 900}}


def file(tmp_path: Path, *lines: object, name: str = "s.jsonl") -> Path:
    path = tmp_path / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("tool", [TOOL, CODEX])
def test_what_tools_printed_is_most_of_a_session_of_commands(tmp_path: Path, tool: object) -> None:
    assert printed(file(tmp_path, SAID, SAID)) == 0
    assert (printed(file(tmp_path, *[SAID, *[tool] * 9] * 20)) or 0) > 0.9


def test_only_what_is_new_counts(tmp_path: Path) -> None:
    path = file(tmp_path, *[TOOL] * 30, *[SAID] * 30)
    assert (printed(path) or 0) > 0.5
    assert printed(path, len(json.dumps(TOOL) + "\n") * 30) == 0


def test_a_line_that_never_ends_takes_no_longer_than_what_tools_print(tmp_path: Path) -> None:
    assert printed(file(tmp_path, {**SAID, "message": {"role": "user", "content": "we said so. " * 200_000}})) == 1


def test_a_file_that_does_not_tell_is_not_guessed_at(tmp_path: Path) -> None:
    assert printed(file(tmp_path, SAID, name="chats.zip")) is None
    assert printed(file(tmp_path)) is None
    assert printed(tmp_path / "gone.jsonl") is None
