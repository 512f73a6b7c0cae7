"""What is written for each host obeys that host's rules for plugins, hooks, skills and servers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from reverie.surfaces.hooks.events import EVENTS
from reverie.surfaces.install.hosts import HOSTS, SKILLS
from reverie.surfaces.install.jsonc import read
from reverie.surfaces.install.parts import Own, Shared
from reverie.surfaces.install.program import Program

PROGRAM = Program(command=("/opt/re verie/bin/reverie",), workspace=Path("/home/ana/.reverie/default"))
PORTABLE = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
CLAUDE_EVENTS = {
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Notification",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
}
CLAUDE_HOOK = {
    "type",
    "command",
    "args",
    "shell",
    "timeout",
    "async",
    "asyncRewake",
    "if",
    "statusMessage",
    "onFailure",
}
CODEX_EVENTS = {
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PreCompact",
    "PostCompact",
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "SubagentStart",
    "SubagentStop",
    "Stop",
}
CODEX_HOOK = {"type", "command", "commandWindows", "timeout", "async", "statusMessage", "additionalContextLimit"}
GEMINI_EVENTS = {
    "SessionStart",
    "SessionEnd",
    "BeforeAgent",
    "AfterAgent",
    "BeforeModel",
    "AfterModel",
    "BeforeToolSelection",
    "BeforeTool",
    "AfterTool",
    "PreCompress",
    "Notification",
}


def written(host: str, folder: Path) -> dict[str, str]:
    """Every file of an installation into empty settings, by its path below the host's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    one = HOSTS[host]
    place = one.place(folder.parent, {})
    moved = type(place)(folder=folder, home=place.home, environ={})
    found = {}
    for part in one.parts(moved, PROGRAM):
        assert isinstance(part, Own | Shared)
        text = part.text if isinstance(part, Own) else part.edit.add("")
        found[part.path.relative_to(folder).as_posix()] = text
    return found


def hooks_of(groups: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    for several in groups.values():
        assert [set(group) <= {"matcher", "hooks"} for group in several]
    return [(event, hook) for event, several in groups.items() for group in several for hook in group["hooks"]]


def test_the_plugin_of_claude_code_obeys_its_rules(tmp_path: Path):
    files = {path.removeprefix("skills/reverie/"): text for path, text in written("claude-code", tmp_path).items()}
    manifest = json.loads(files[".claude-plugin/plugin.json"])
    assert manifest["name"] == "reverie" and set(manifest) <= {"name", "version", "description", "author"}
    hooks = json.loads(files["hooks/hooks.json"])
    assert set(hooks) == {"description", "hooks"} and set(hooks["hooks"]) <= CLAUDE_EVENTS
    for event, hook in hooks_of(hooks["hooks"]):
        assert set(hook) <= CLAUDE_HOOK and hook["type"] == "command"
        assert Path(hook["command"]).is_absolute()
        assert hook["args"][-3:] == ["hook", "claude-code", event]  # no shell: nothing to quote
        assert 0 < hook["timeout"] <= 30
        assert hook.get("async", False) == (
            event == "SubagentStop"
        )  # `claude -p` kills an asynchronous Stop when it ends
    servers = json.loads(files[".mcp.json"])["mcpServers"]
    assert servers == {
        "reverie": {
            "command": PROGRAM.command[0],
            "args": ["-w", "/home/ana/.reverie/default", "mcp", "--agent", "claude-code"],
        }
    }
    assert sorted(path.split("/")[1] for path in files if path.startswith("skills/")) == sorted(SKILLS)


@pytest.mark.parametrize(("host", "prefix"), [("claude-code", ""), ("codex", "reverie-")])
def test_skills_have_only_fields_that_every_host_takes(tmp_path: Path, host: str, prefix: str):
    skills = {path: text for path, text in written(host, tmp_path).items() if path.endswith("SKILL.md")}
    assert len(skills) == len(SKILLS)
    for path, text in skills.items():
        front = text.split("---\n")[1]
        fields = dict(re.findall(r"^([\w-]+): ?(.*)$", front, re.M))
        assert set(fields) <= PORTABLE
        assert fields["name"] == path.split("/")[-2] and fields["name"].startswith(prefix)
        assert 40 < len(fields["description"]) < 1024 and ": " not in fields["description"]
        assert "@@" not in text and "!`" not in text  # nothing runs by itself
        assert "'/opt/re verie/bin/reverie' -w /home/ana/.reverie/default" in text


def test_the_hooks_of_codex_obey_its_rules(tmp_path: Path):
    hooks = json.loads(written("codex", tmp_path)["hooks.json"])
    assert set(hooks) == {"hooks"} and set(hooks["hooks"]) <= CODEX_EVENTS  # any other key and it fails to parse
    for event, hook in hooks_of(hooks["hooks"]):
        assert set(hook) <= CODEX_HOOK and hook["type"] == "command" and isinstance(hook["timeout"], int)
        assert hook["command"].startswith("/usr/bin/env REVERIE_WORKSPACE=")
        assert hook["command"].endswith(f"'/opt/re verie/bin/reverie' hook codex {event}")
        assert event != "SessionEnd" or hook["timeout"] <= 3


def test_the_hooks_of_gemini_are_in_milliseconds_and_have_a_name(tmp_path: Path):
    settings = json.loads(written("gemini", tmp_path)["settings.json"])
    assert set(settings) == {"hooks", "mcpServers"} and set(settings["hooks"]) <= GEMINI_EVENTS
    for event, hook in hooks_of(settings["hooks"]):
        assert hook["command"].endswith(f" hook gemini {event}")
        assert hook["timeout"] >= 1000 and hook["name"] == "reverie"
    # its servers get a cleaned environment, so that the workspace must be an argument
    assert settings["mcpServers"]["reverie"]["args"][:2] == ["-w", "/home/ana/.reverie/default"]


def test_servers_stand_where_each_host_looks_for_them(tmp_path: Path):
    command, args = PROGRAM.command[0], ["-w", "/home/ana/.reverie/default", "mcp", "--agent"]
    opencode = read(written("opencode", tmp_path / "o")["opencode.json"], relaxed=True).value
    assert opencode["mcp"]["reverie"] == {"type": "local", "command": [command, *args, "opencode"], "enabled": True}
    pi = json.loads(written("pi", tmp_path / "p")["mcp.json"])
    assert pi["mcpServers"]["reverie"] == {"command": command, "args": [*args, "pi"]}
    openclaw = read(written("openclaw", tmp_path / "c")["openclaw.json"], relaxed=True).value
    assert openclaw["mcp"]["servers"]["reverie"] == {"command": command, "args": [*args, "openclaw"]}


@pytest.mark.parametrize(("host", "where", "begins"), [("openclaw", "workspace/", "reverie__"), ("typeclaw", "", "")])
def test_agents_are_told_of_the_tools_by_the_names_their_host_gives_them(
    tmp_path: Path, host: str, where: str, begins: str
):
    """OpenClaw has a `memory_search` of its own."""
    path = tmp_path / where / "AGENTS.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Agents\n")
    agents = written(host, tmp_path)[f"{where}AGENTS.md"]
    for tool in ("memory_search", "memory_remember", "memory_forget", "knowledge_graph_search"):
        assert f"`{begins}{tool}`" in agents
    assert "@@" not in agents


def test_an_openclaw_agent_that_never_started_gets_no_agents_file_from_us(tmp_path: Path):
    """It writes its own when it first starts, unless there is one."""
    assert set(written("openclaw", tmp_path)) == {"openclaw.json"}


def test_without_the_servers_library_no_server_is_written(tmp_path: Path):
    bare = Program(command=PROGRAM.command, workspace=PROGRAM.workspace, mcp=False)
    for host in HOSTS.values():
        place = host.place(tmp_path, {})
        text = "".join(p.text if isinstance(p, Own) else p.edit.add("") for p in host.parts(place, bare))
        assert "--agent" not in text


FAKE = """\
#!{python}
import json, sys
given = json.load(sys.stdin)
with open({log!r}, "a") as log: log.write(json.dumps([sys.argv[1:], given]) + "\\n")
said = {{"compact": "as it stands", "startup": "how it stands", "hi": ""}}
text = said.get(given.get("source") or given.get("prompt"), given.get("prompt", ""))
if text: print(json.dumps({{"hookSpecificOutput": {{"additionalContext": "<reverie>" + text.upper() + "</reverie>"}}}}))
"""
PI = """
const register = (await import({path!r})).default;
const on = {{}};
register({{ on: (event, run) => {{ on[event] = run; }} }});
const ctx = {{ cwd: "/", sessionManager: {{ getSessionId: () => "s1", getSessionFile: () => "/tmp/s1.jsonl" }} }};
const asked = async (prompt) => console.log(JSON.stringify(await on.before_agent_start({{ prompt }}, ctx) ?? null));
await asked("what now?");
await on.agent_end({{}}, ctx);
await asked("hi");
await on.session_compact({{}}, ctx);
await asked("hi");
await on.session_shutdown({{ reason: "quit" }}, ctx);
"""
OPENCODE = """
const plugin = await (await import({path!r})).Reverie({{ directory: "/" }});
const event = async (type, id, info) => plugin.event({{ event: {{ type, properties: {{ sessionID: id, info }} }} }});
const asked = async (id, text) => {{
  const output = {{ parts: [{{ id: "prt_1", messageID: "m", sessionID: id, type: "text", text }}] }};
  await plugin["chat.message"]({{ sessionID: id }}, output);
  console.log(JSON.stringify(output.parts.slice(1)));
}};
await asked("s1", "what now?");
await event("session.idle", "s1");
await asked("s1", "and then?");
await event("session.compacted", "s1");
await asked("s1", "hi");
await event("session.created", "s2", {{ parentID: "s1" }});
await asked("s2", "what the agent asks of another");
"""


@pytest.fixture
def node() -> str:
    found = shutil.which("node")
    if not found:
        pytest.skip("there is no node to run an extension with")
    return found


def ran(node: str, tmp_path: Path, name: str, script: str, text: str) -> tuple[list[Any], list[Any]]:
    log, command = tmp_path / "log", tmp_path / "re verie"
    command.write_text(FAKE.format(python=sys.executable, log=str(log)))
    command.chmod(0o755)
    extension = tmp_path / name
    if "HOOK: string[]" in text:  # what a loader of TypeScript leaves
        types = "any|string\\[\\]|string \\| undefined|string|object|Uint8Array\\[\\]|Uint8Array|Promise<string>"
        text = re.sub(rf"(?<=[\w)]): (?:{types})(?=[ ,)=;])", "", text)
    extension.write_text(text.replace(PROGRAM.command[0], str(command)))
    (tmp_path / "run.mjs").write_text(script.format(path=str(extension)))
    out = subprocess.run([node, tmp_path / "run.mjs"], capture_output=True, text=True, env={**os.environ, "PATH": ""})
    assert out.returncode == 0, out.stderr
    return [json.loads(line) for line in out.stdout.splitlines()], [
        json.loads(line) for line in log.read_text().splitlines()
    ]


def test_the_extension_of_pi_calls_the_hook_and_tells_what_that_says(node: str, tmp_path: Path):
    text = written("pi", tmp_path / "pi")["extensions/reverie.ts"]
    told, log = ran(node, tmp_path, "reverie.mjs", PI, text)
    blocks = ["<reverie>HOW IT STANDS</reverie>\n<reverie>WHAT NOW?</reverie>", "<reverie>AS IT STANDS</reverie>"]
    first, again = ({"message": {"customType": "reverie", "content": block, "display": False}} for block in blocks)
    assert told == [first, None, again]
    assert [words for words, _ in log] == [
        ["hook", "pi", event]
        for event in (
            "session_start", "before_agent_start", "agent_end", "before_agent_start", "session_compact",
            "session_start", "before_agent_start", "session_shutdown",
        )
    ]  # fmt: skip
    assert {words[2] for words, _ in log} == set(EVENTS["pi"])
    common = {"session_id": "s1", "transcript_path": "/tmp/s1.jsonl", "cwd": "/"}
    assert all(given.items() >= common.items() for _, given in log)


def test_the_extension_of_opencode_adds_to_a_message_and_never_to_what_came_before(node: str, tmp_path: Path):
    text = written("opencode", tmp_path / "opencode")["plugin/reverie.js"]
    told, log = ran(node, tmp_path, "reverie.mjs", OPENCODE, text)
    part = {"id": "prt_1r", "messageID": "m", "sessionID": "s1", "type": "text", "synthetic": True}
    first, second, third = (
        [{**part, "text": text}]
        for text in (
            "<reverie>HOW IT STANDS</reverie>\n<reverie>WHAT NOW?</reverie>", "<reverie>AND THEN?</reverie>",
            "<reverie>AS IT STANDS</reverie>",
        )
    )  # fmt: skip
    assert told == [first, second, third, []]
    assert [words[2] for words, _ in log] == [
        "session.created", "chat.message", "session.idle", "chat.message", "session.compacted", "session.created",
        "chat.message", "exit",
    ]  # fmt: skip
    assert {words[2] for words, _ in log} == set(EVENTS["opencode"])
    assert all((given["session_id"], given["cwd"]) == ("s1", "/") for _, given in log)


def test_an_extension_whose_command_is_gone_is_silent(node: str, tmp_path: Path):
    text = written("opencode", tmp_path / "opencode")["plugin/reverie.js"]
    (tmp_path / "reverie.mjs").write_text(text)
    (tmp_path / "run.mjs").write_text(OPENCODE.format(path=str(tmp_path / "reverie.mjs")))
    out = subprocess.run([node, tmp_path / "run.mjs"], capture_output=True, text=True)
    assert (out.returncode, out.stdout, out.stderr) == (0, "[]\n" * 4, "")
