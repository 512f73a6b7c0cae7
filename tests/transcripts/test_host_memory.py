"""The memories that hosts keep themselves: what they say, whose project it is about, and what is new in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reverie.transcripts.base import Session
from reverie.transcripts.host_memory import HostMemory, slug, statements

Put = Callable[[str, str], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return written


@pytest.fixture
def lantern(tmp_path: Path) -> str:
    """A repository."""
    (tmp_path / "lantern/.git").mkdir(parents=True)
    (tmp_path / "lantern/src").mkdir()
    return str((tmp_path / "lantern").resolve())


def said(host: str, root: Path) -> dict[str, tuple[str | None, list[str]]]:
    """By the name of each file: the folder it is about, and what it says."""
    reader = HostMemory(host)
    return {
        session.id: (session.folder, [entry.text for entry in reader.read(session).transcript.entries])
        for session in reader.find(root)
    }


def test_items_and_paragraphs_are_statements_and_the_rest_is_not() -> None:
    text = """---
name: x
---
# Heading
- The first item
  goes on here.
1. The second item.

A paragraph
of two lines.

**Why:** because of that.

```sh
rm -rf everything
```
| a | table |
- [An index](of.md) — points elsewhere
- short
"""

    assert list(statements(text)) == [
        "The first item goes on here.", "The second item.", "A paragraph of two lines. **Why:** because of that.",
    ]  # fmt: skip


def test_claude_code_remembers_by_project_which_a_session_names(tmp_path: Path, put: Put, lantern: str) -> None:
    put(
        f"projects/{slug(lantern)}/memory/deploy.md",
        "---\nmodified: 2026-05-04T10:00:00Z\n---\nIt is deployed on Fridays.\n",
    )
    put(f"projects/{slug(lantern)}-src/s.jsonl", json.dumps({"type": "user", "cwd": f"{lantern}/src"}) + "\n")
    put("agent-memory/reviewer/MEMORY.md", "- The reviewer reads tests first.\n")

    found = said("claude-code", tmp_path)

    assert found == {
        f"memory/{slug(lantern)}/deploy.md": (lantern, ["It is deployed on Fridays."]),
        "memory/agent-memory/reviewer/MEMORY.md": (None, ["The reviewer reads tests first."]),
    }
    session = next(HostMemory("claude-code").find(tmp_path))
    entry = HostMemory("claude-code").read(session).transcript.entries[0]
    assert (entry.role, entry.at.isoformat()) == ("agent", "2026-05-04T10:00:00+00:00")


def test_or_which_a_typed_prompt_names_when_its_sessions_are_gone(tmp_path: Path, put: Put, lantern: str) -> None:
    put(f"projects/{slug(lantern)}/memory/MEMORY.md", "- It is deployed on Fridays.\n")
    put("history.jsonl", "torn\n" + json.dumps({"display": "hi", "project": lantern}) + "\n")

    assert [folder for folder, _ in said("claude-code", tmp_path).values()] == [lantern]


def test_what_nobody_knows_the_project_of_is_left_alone(tmp_path: Path, put: Put, lantern: str) -> None:
    put("projects/-home-ana-other/memory/MEMORY.md", "- It is deployed on Fridays.\n")
    put("projects/-home-ana-other/s.jsonl", json.dumps({"cwd": lantern}) + "\n")  # copied there by somebody

    assert said("claude-code", tmp_path) == {}


def test_codex_groups_belong_to_the_folder_they_apply_to(tmp_path: Path, put: Put) -> None:
    put(
        "memories/memory_summary.md",
        "## User Profile\nAna runs the platform team.\n## What's in Memory\n- lantern, heron\n",
    )
    put(
        "memories/MEMORY.md",
        "# Task Group: a\nscope: a\napplies_to: cwd=/srv/a; reuse_rule=safe\n### keywords\n- ship, heron\n"
        "## Reusable knowledge\n- It is built with Bazel 8.\n"
        "# Task Group: b\napplies_to: cwd=/srv/a and /srv/b; reuse_rule=x\n- Reports are kept short.\n",
    )

    found = said("codex", tmp_path)

    assert sorted(found.values(), key=str) == [
        ("/srv/a", ["It is built with Bazel 8."]),
        (None, ["Ana runs the platform team."]),
        (None, ["Reports are kept short."]),
    ]


def test_of_geminis_file_only_what_it_added_is_its_memory(tmp_path: Path, put: Put) -> None:
    put(
        "GEMINI.md",
        "- Mine, not its.\n## Gemini Added Memories\n- Ana works at Northwind.\n## Mine again\n- Not this.\n",
    )
    put("tmp/lantern/memory/MEMORY.md", "- The load test uses k6.\n")
    put("tmp/lantern/.project_root", "/srv/lantern\n")
    put("tmp/unknown/memory/MEMORY.md", "- Whose this is nobody says.\n")

    assert said("gemini-cli", tmp_path) == {
        "memory/GEMINI.md": (None, ["Ana works at Northwind."]),
        "memory/lantern/MEMORY.md": ("/srv/lantern", ["The load test uses k6."]),
    }


def test_openclaw_and_oh_my_pi_remember_in_files_of_their_own(tmp_path: Path, put: Put) -> None:
    put("claw/MEMORY.md", "- Ana prefers trains.\n")
    put("claw/memory/2026-11-10.md", "- The dentist is Doctor Weiss.\n")
    put("omp/memories/--srv-lantern--/learned.md", "- Tests need a free port.\n")
    put("omp/sessions/x/s.jsonl", json.dumps({"type": "session", "cwd": "/srv/lantern"}) + "\n")

    assert sorted(told for _, [told] in said("openclaw", tmp_path / "claw").values()) == [
        "Ana prefers trains.", "The dentist is Doctor Weiss.",
    ]  # fmt: skip
    assert list(said("oh-my-pi", tmp_path / "omp").values()) == [("/srv/lantern", ["Tests need a free port."])]


def test_of_openclaws_user_model_the_directives_that_hold_are_read(tmp_path: Path, put: Put) -> None:
    put(
        "claw/USER.md",
        "# USER.md\n\nKeep what you learn of the user in this file, as directives.\n\n"
        "- Begin each of them with what is to be done.\n\n"
        "## Directives\n\nPut real directives here instead of the example.\n\n"
        "<!-- observed: YYYY-MM-DD | status: active -->\n\n- Prefer this example of a directive.\n\n"
        "<!-- observed: 2026-05-02 | status: superseded -->\n\n- Prefer tabs when writing code.\n\n"
        "<!-- observed: 2026-11-10 | status: active -->\n\n- Prefer spaces when writing\n  code.\n\n"
        "## Family\n\nAna's brother lives in Porto.\n\n- **What to call them:**\n\n"
        "## Related\n\n- [Where the agent works](/concepts/workspace)\n- See the chapter on workspaces.\n",
    )

    [(_, told)] = said("openclaw", tmp_path / "claw").values()

    assert told == ["Prefer spaces when writing code.", "Ana's brother lives in Porto."]


def test_an_older_user_file_of_openclaws_is_read_whole(tmp_path: Path, put: Put) -> None:
    put(
        "claw/USER.md",
        "# About\n\n- **Name:** Ana Weiss\n- **Notes:**\n\n## Context\n\nBuilds lanterns for a living.\n",
    )

    [(_, told)] = said("openclaw", tmp_path / "claw").values()

    assert told == ["**Name:** Ana Weiss", "Builds lanterns for a living."]


def test_only_what_is_new_is_read_when_a_file_changes(tmp_path: Path, put: Put) -> None:
    put("MEMORY.md", "- Ana prefers trains.\n")
    reader = HostMemory("openclaw")
    first = reader.read(_one(reader, tmp_path))

    put("MEMORY.md", "- Ana lives in Lisbon now.\n- Ana prefers trains.\n")

    again = reader.read(_one(reader, tmp_path), first.place).transcript
    assert [entry.text for entry in again.entries] == ["Ana lives in Lisbon now."]


def test_links_broken_text_and_endless_files_do_no_harm(tmp_path: Path, put: Put) -> None:
    secret = put("elsewhere/secret.md", "- The vault opens with a key.\n")
    (tmp_path / "claw/memory").mkdir(parents=True)
    (tmp_path / "claw/memory/linked.md").symlink_to(secret)
    (tmp_path / "claw/USER.md").write_bytes(b"\xff\xfe- Ana \xc3\x28 likes tea a lot.\r\n")
    put("claw/MEMORY.md", "".join(f"- Statement number {n} of very many.\n" for n in range(5_000)))

    found = said("openclaw", tmp_path / "claw")

    assert sorted(found) == ["memory/MEMORY.md", "memory/USER.md"]
    assert len(found["memory/MEMORY.md"][1]) == 1_000


def _one(reader: HostMemory, root: Path) -> Session:
    [session] = reader.find(root)
    return session
