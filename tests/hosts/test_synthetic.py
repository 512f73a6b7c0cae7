"""The same journey with agents made up, which run what was installed as the host would.

Payloads and transcripts are those of Claude Code 2.1.325, Codex 0.166.0 and Gemini CLI 0.61.0.
"""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.hosts.journey import Home, walk

ANSWER = "Understood."


class MadeUp:
    """A host that runs the hooks its files name, shows its model what they say, and writes a transcript."""

    name: str
    title: str
    settings: tuple[str, str]  # a file, and what a person has in it
    hooks: str  # the file that names them
    asking, answered = "UserPromptSubmit", "Stop"

    def __init__(self, home: Home) -> None:
        self._home = home

    def session(self, prompt: str) -> list[str]:
        """One prompt, headless; what the model was sent, if anything was written down then."""
        id_, lines = str(uuid4()), []
        path = self.path(id_)
        path.parent.mkdir(parents=True, exist_ok=True)
        common = {"session_id": id_, "transcript_path": str(path), "cwd": str(self._home.project)}
        told = [self._run("SessionStart", {**common, "source": "startup"})]
        told.append(self._run(self.asking, {**common, "prompt": self.prompted(prompt, told[0])}))
        lines = self.lines(id_, prompt, told)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        self._run(self.answered, {**common, "stop_hook_active": False, "last_assistant_message": ANSWER})
        self._run("SessionEnd", {**common, "reason": "other"})
        return ["\n".join([*told, prompt])]

    def _run(self, event: str, payload: dict[str, Any]) -> str:
        """What a hook of ours adds; there is none when nothing is installed."""
        path = self._home.folder / self.hooks
        groups = json.loads(path.read_text("utf-8"))["hooks"].get(event, []) if path.exists() else []
        added = ""
        for hook in (hook for group in groups for hook in group["hooks"]):
            words = [hook["command"], *hook["args"]] if "args" in hook else ["/bin/sh", "-c", hook["command"]]
            given = json.dumps({**payload, "hook_event_name": event}).encode()
            env = {**self._home.env, "CLAUDE_PROJECT_DIR": str(self._home.project)}
            ran = subprocess.run(words, input=given, capture_output=True, env=env, cwd=self._home.project, timeout=20)
            assert ran.returncode == 0 and not ran.stderr
            if ran.stdout:
                answer = json.loads(ran.stdout)["hookSpecificOutput"]
                assert answer["hookEventName"] == event
                added += answer["additionalContext"]
        return added

    def prompted(self, prompt: str, told: str) -> str:
        """The prompt as the hook is told it."""
        return prompt

    def path(self, id_: str) -> Path:
        raise NotImplementedError

    def lines(self, id_: str, prompt: str, told: list[str]) -> list[dict[str, Any]]:
        raise NotImplementedError

    @property
    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class ClaudeCode(MadeUp):
    name, title = "claude-code", "Claude Code"
    settings = (".claude/settings.json", '{"model": "opus"}\n')
    hooks = ".claude/skills/reverie/hooks/hooks.json"

    def path(self, id_: str) -> Path:
        return self._home.folder / ".claude/projects/-home-lantern" / f"{id_}.jsonl"

    def lines(self, id_: str, prompt: str, told: list[str]) -> list[dict[str, Any]]:
        added = [
            {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": [text]},
             "rendered": [{"content": f"<system-reminder>\n{text}\n</system-reminder>"}], "renderedRole": "system"}
            for text in told if text
        ]  # fmt: skip
        said: list[dict[str, Any]] = [
            *added,
            {"type": "user", "message": {"role": "user", "content": prompt}, "promptSource": "sdk"},
            {"type": "api-request-blob", "hash": "x", "body": "\n".join([*told, prompt])},
            {"type": "assistant", "message": {
                "id": f"msg_{id_}", "type": "message", "role": "assistant", "model": "m",
                "content": [{"type": "text", "text": ANSWER}], "stop_reason": "end_turn",
            }},
        ]  # fmt: skip
        common = {"isSidechain": False, "timestamp": self.now, "cwd": str(self._home.project), "sessionId": id_}
        return [{"parentUuid": None, "uuid": str(uuid4()), **common, **line} for line in said]


class Codex(MadeUp):
    name, title = "codex", "Codex"
    settings = (".codex/config.toml", '# mine\nmodel = "o9"\n')
    hooks = ".codex/hooks.json"

    def path(self, id_: str) -> Path:
        return self._home.folder / ".codex/sessions/2026/11/17" / f"rollout-2026-11-17T08-00-00-{id_}.jsonl"

    def lines(self, id_: str, prompt: str, told: list[str]) -> list[dict[str, Any]]:
        def message(role: str, text: str, kind: str) -> dict[str, Any]:
            part = {"type": "output_text" if role == "assistant" else "input_text", "text": text}
            kinds = {"content_item_kinds": [kind], "content_item_metadata": [{"provenance": {"type": "user"}}]}
            held = {"type": "message", "id": f"msg_{uuid4()}", "role": role, "content": [part]}
            return {**held, "internal_chat_message_metadata_passthrough": kinds}

        meta = {
            "id": id_, "session_id": id_, "cwd": str(self._home.project), "source": "exec", "cli_version": "0.166.0",
            "thread_source": "user", "history_mode": "paginated", "timestamp": self.now,
        }  # fmt: skip
        items = [message("developer", text, "hooks.additional_context") for text in told if text]
        items += [message("user", prompt, "user.text"), message("assistant", ANSWER, "unknown")]
        said = [("session_meta", meta), *(("response_item", item) for item in items)]
        return [{"timestamp": self.now, "ordinal": n, "type": t, "payload": p} for n, (t, p) in enumerate(said)]


class Gemini(MadeUp):
    name, title = "gemini", "Gemini CLI"
    settings = (".gemini/settings.json", '{"ui": {"theme": "dark"}}\n')
    hooks = ".gemini/settings.json"
    asking, answered = "BeforeAgent", "AfterAgent"

    def prompted(self, prompt: str, told: str) -> str:
        return f"<hook_context>{told}</hook_context>\n\n{prompt}" if told else prompt

    def path(self, id_: str) -> Path:
        return self._home.folder / ".gemini/tmp/lantern/chats" / f"session-2026-11-17T08-00-{id_[:8]}.jsonl"

    def lines(self, id_: str, prompt: str, told: list[str]) -> list[dict[str, Any]]:
        texts = [
            self.prompted(prompt, told[0]),
            *(f"<hook_context>{told[1]}</hook_context>" for _ in told[1:] if told[1]),
        ]
        (self.path(id_).parent.parent / ".project_root").write_text(str(self._home.project), "utf-8")
        return [
            {"sessionId": id_, "projectHash": "e4c2", "startTime": self.now, "lastUpdated": self.now, "kind": "main"},
            {"id": str(uuid4()), "timestamp": self.now, "type": "user", "content": [{"text": text} for text in texts]},
            {"id": str(uuid4()), "timestamp": self.now, "type": "gemini", "content": ANSWER, "model": "m"},
        ]


@pytest.mark.parametrize("made", [ClaudeCode, Codex, Gemini], ids=lambda made: made.name)
def test_what_one_session_taught_the_next_one_knows(made: type[MadeUp], tmp_path: Path) -> None:
    home = Home(tmp_path / "home", dict([made.settings]), {"REVERIE_WORKER": "off"})  # or it would outlive the test
    walk(home, made(home), lambda _: _work(home))


def _work(home: Home) -> None:
    home.reverie("worker", "--quiet")
