"""Finding the sessions of hosts in folders that hold other things too."""

import os
from pathlib import Path

import pytest

from reverie.transcripts.readers import reader

ONE, TWO = "11111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-666666666666"
KEPT = {  # of hosts that keep a file a session: two of them, below a root
    "claude-code": (f"-home-u/{ONE}.jsonl", f"-home-u/{TWO}.jsonl"),
    "codex": (f"2026/11/rollout-2026-11-01T10-00-00-{ONE}.jsonl", f"2026/11/rollout-2026-11-02T10-00-00-{TWO}.jsonl"),
    "pi": ("--home-u--/2026-11-01T10-00-00-000Z_one.jsonl", "--home-u--/2026-11-02T10-00-00-000Z_two.jsonl"),
    "openclaw": ("main/sessions/one.jsonl", "main/sessions/two.jsonl"),
    "typeclaw": ("one.jsonl", "two.jsonl"),
    "gemini-cli": ("shop/chats/session-one.jsonl", "shop/chats/session-two.jsonl"),
}  # fmt: skip


def below(root: Path, name: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@pytest.mark.parametrize("host", KEPT)
def test_a_pipe_is_no_session_and_nobody_waits_for_it(tmp_path: Path, host: str):
    first, second = (below(tmp_path, name) for name in KEPT[host])
    os.mkfifo(first)
    second.write_text("{}\n")

    assert [each.path for each in reader(host).find(tmp_path)] == [second]
    assert host == "gemini-cli" or list(reader(host).find(first)) == []


@pytest.mark.parametrize("host", ["pi", "openclaw", "typeclaw"])
def test_a_file_that_cannot_be_looked_at_hides_no_other(tmp_path: Path, host: str):
    first, second = (below(tmp_path, name) for name in KEPT[host])
    first.symlink_to(first.name)  # which leads nowhere but to itself
    second.write_text("{}\n")

    found: list[Path] = []
    with pytest.raises(OSError, match="symbolic links"):
        found.extend(each.path for each in reader(host).find(tmp_path))

    assert found == [second]
