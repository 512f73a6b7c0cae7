"""The hosts Reverie can be put into: where each keeps its settings, and what goes there.

Facts about hosts stand here and nowhere else in this folder; docs/hosts.md tells them to people.
"""

from __future__ import annotations

import json
import shlex
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files as packaged
from pathlib import Path
from typing import Any

from reverie import __version__
from reverie.surfaces.hooks.events import EVENTS
from reverie.surfaces.install import jsonc
from reverie.surfaces.install.parts import SERVER, SIGN, Block, JsonSettings, Own, ServerList, Shared, as_json
from reverie.surfaces.install.program import Program
from reverie.surfaces.install.toml import TomlServer

SKILLS = ("recall", "remember", "forget", "review", "memory")
_CODEX = {  # seconds; of SessionEnd three are the most it allows
    "SessionStart": 5, "UserPromptSubmit": 3, "Stop": 5, "PreCompact": 10, "PostCompact": 10, "SessionEnd": 3,
}  # fmt: skip
# A plugin's SessionEnd is killed after 1.5 whatever it asks for. What sub-agents did is in files of their own.
_CLAUDE = {**_CODEX, "SubagentStop": 30, "SessionEnd": 1}
_GEMINI = {  # milliseconds
    "SessionStart": 5000, "BeforeAgent": 3000, "AfterAgent": 10000, "PreCompress": 10000, "SessionEnd": 1000,
}  # fmt: skip
_OPENCLAW_TOOLS = (
    f" Its tools are those that begin with\n`{SERVER}__`; when you are not shown them, `tool_search` finds them and "
    "`tool_call` calls them. A `memory_search` without that beginning looks through\nyour own notes alone."
)
OPENCODE_FILES = ("opencode.jsonc", "opencode.json", "config.json")
_LATER = (
    "SubagentStop",
)  # the host need not wait for it; of Stop it must, or a host that was asked one thing kills it


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a host keeps its settings on this machine."""

    folder: Path
    home: Path
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """An agent host."""

    name: str
    title: str
    program: str  # its command; empty when that says nothing about whether it is here
    reader: str  # what observing calls it
    folder: Callable[[Path, Mapping[str, str]], Path]
    parts: Callable[[Place, Program], list[Own | Shared]]
    events: tuple[str, ...] = ()  # hooks that tell when they last fired
    then: str = ""  # what a person has to do after installing

    def place(self, home: Path, environ: Mapping[str, str]) -> Place:
        return Place(folder=self.folder(home, environ), home=home, environ=environ)


def text(name: str, **given: str) -> str:
    """A text of ours with what is given filled in."""
    found = packaged("reverie.surfaces.install").joinpath("texts", name).read_text("utf-8")
    for key, value in given.items():
        found = found.replace(f"@@{key}@@", value)
    return found


def _moved(variable: str, *usual: str) -> Callable[[Path, Mapping[str, str]], Path]:
    """The folder that a variable names, else the usual one below the home folder."""

    def folder(home: Path, environ: Mapping[str, str]) -> Path:
        named = unicodedata.normalize("NFC", environ.get(variable, ""))
        return Path(named).expanduser() if named else home.joinpath(*usual)

    return folder


def _skill(name: str, program: Program, prefix: str = "") -> str:
    line = shlex.join([*program.command, "-w", str(program.workspace)])
    return text(f"{name}.md", PREFIX=prefix, REVERIE=line)


def _hook(program: Program, host: str, event: str, seconds: int, **more: Any) -> dict[str, Any]:
    """A group with one hook, for hosts that give its command to a shell."""
    later = {"async": True} if event in _LATER else {}
    one = {"type": "command", "command": program.hook_line(host, event), "timeout": seconds, **later, **more}
    return {"hooks": [one]}


def _claude_code(place: Place, program: Program) -> list[Own | Shared]:
    """A plugin in the folder of skills, which needs no marketplace: hooks, server and skills in files of our own."""
    root = place.folder / "skills" / SERVER
    about = f"Long-term memory: what was said, decided and learnt in earlier sessions. Written by `{SIGN} claude-code`."
    hooks = {}
    for event, seconds in _CLAUDE.items():
        words = program.hook("claude-code", event)
        one: dict[str, Any] = {"type": "command", "command": words[0], "args": words[1:], "timeout": seconds}
        hooks[event] = [{"hooks": [{**one, **({"async": True} if event in _LATER else {})}]}]
    manifest = {"name": SERVER, "version": __version__, "description": about, "author": {"name": "Reverie"}}
    found = [
        Own(path=root / ".claude-plugin" / "plugin.json", text=as_json(manifest), within=root),
        Own(
            path=root / "hooks" / "hooks.json",
            text=as_json({"description": f"Written by `{SIGN} claude-code`.", "hooks": hooks}),
            within=root,
        ),
    ]
    if program.mcp:
        servers = {"mcpServers": {SERVER: program.server_entry("claude-code")}}
        found.append(Own(path=root / ".mcp.json", text=as_json(servers), sign='"--agent"', within=root))
    skills = [Own(path=root / "skills" / name / "SKILL.md", text=_skill(name, program), within=root) for name in SKILLS]
    return [*found, *skills]


def _codex(place: Place, program: Program) -> list[Own | Shared]:
    """Hooks and the server in Codex's own files: a plugin would have to be added by hand, and trusted all the same."""
    hooks = {event: _hook(program, "codex", event, seconds) for event, seconds in _CODEX.items()}
    found: list[Own | Shared] = [Shared(path=place.folder / "hooks.json", edit=JsonSettings(hooks=hooks))]
    if program.mcp:
        entry = TomlServer(entry=program.server_entry("codex"))
        found.append(Shared(path=place.folder / "config.toml", edit=entry))
    for name in SKILLS:
        folder = place.folder / "skills" / f"{SERVER}-{name}"
        found.append(Own(path=folder / "SKILL.md", text=_skill(name, program, f"{SERVER}-"), within=folder))
    return found


def _gemini(place: Place, program: Program) -> list[Own | Shared]:
    hooks = {
        event: _hook(program, "gemini", event, milliseconds, name=SERVER) for event, milliseconds in _GEMINI.items()
    }
    entry = program.server_entry("gemini-cli") if program.mcp else None
    edit = JsonSettings(hooks=hooks, servers=("mcpServers",), entry=entry, relaxed=True)
    return [Shared(path=place.folder / "settings.json", edit=edit)]


def _opencode(place: Place, program: Program) -> list[Own | Shared]:
    found: list[Own | Shared] = [_extension(place.folder / "plugin" / f"{SERVER}.js", "opencode", program)]
    if program.mcp:
        entry = {"type": "local", "command": program.server("opencode"), "enabled": True}
        edit = JsonSettings(servers=("mcp",), entry=entry, relaxed=True)
        found.append(Shared(path=_opencode_file(place.folder), edit=edit))
    return found


def _opencode_file(folder: Path) -> Path:
    """The settings that hold our server already, else those that are there."""
    there = [folder / name for name in OPENCODE_FILES if (folder / name).is_file()]
    ours = [path for path in there if f'"{SERVER}"' in path.read_text("utf-8", "replace")]
    return next(iter([*ours, *there]), folder / "opencode.json")


def _pi(place: Place, program: Program) -> list[Own | Shared]:
    found: list[Own | Shared] = [_extension(place.folder / "extensions" / f"{SERVER}.ts", "pi", program)]
    if program.mcp:
        edit = JsonSettings(servers=("mcpServers",), entry=program.server_entry("pi"))
        found.append(Shared(path=place.folder / "mcp.json", edit=edit))
    return found


def _extension(path: Path, host: str, program: Program) -> Own:
    """Of a host whose extensions are programs: it starts the hook with the event's name behind these words."""
    words = program.hook(host, "")[:-1]
    return Own(path=path, text=text(f"{host}{path.suffix}", HOOK=json.dumps(words, ensure_ascii=False)))


def _openclaw(place: Place, program: Program) -> list[Own | Shared]:
    found: list[Own | Shared] = []
    if program.mcp:
        edit = JsonSettings(servers=("mcp", "servers"), entry=program.server_entry("openclaw"), relaxed=True)
        found.append(Shared(path=place.folder / "openclaw.json", edit=edit))
    block = Block(text=text("agents.md", TOOL=f"{SERVER}__", HOW=_OPENCLAW_TOOLS))
    # OpenClaw writes its own AGENTS.md when an agent first starts, and never where there is one.
    there = (path for one in _openclaw_workspaces(place) if (path := one / "AGENTS.md").exists())
    return [*found, *(Shared(path=path, edit=block) for path in there)]


def _openclaw_workspaces(place: Place) -> list[Path]:
    """The workspaces of its agents that are there, by its settings; else the usual one."""
    if named := place.environ.get("OPENCLAW_WORKSPACE_DIR"):
        return [Path(named).expanduser()]
    with suppress(OSError, ValueError):
        settings = jsonc.read((place.folder / "openclaw.json").read_text("utf-8"), relaxed=True)
        agents = settings.get("agents", "entries")
        told = [settings.get("agents", "defaults"), *(agents.inside if agents else ())]
        names = [one.value for part in told if part and (one := part.get("workspace"))]
        paths = [place.home / name.removeprefix("~/") for name in names if isinstance(name, str) and name]
        if there := [one for one in dict.fromkeys(paths) if one.is_dir()]:
            return there
    return [place.folder / "workspace"]


def _typeclaw(place: Place, program: Program) -> list[Own | Shared]:
    """The server, which runs where its agent runs, and the block."""
    found: list[Own | Shared] = []
    if program.mcp:
        edit = ServerList(key="mcpServers", entry={"name": SERVER, **program.server_entry("typeclaw")})
        found.append(Shared(path=place.folder / "typeclaw.json", edit=edit))
    return [*found, Shared(path=place.folder / "AGENTS.md", edit=Block(text=text("agents.md", TOOL="", HOW="")))]


def _typeclaw_folder(home: Path, environ: Mapping[str, str]) -> Path:
    """Where an agent's folder is in the container it runs in."""
    return Path(environ.get("REVERIE_TYPECLAW") or "/agent")


def _openclaw_folder(home: Path, environ: Mapping[str, str]) -> Path:
    if state := environ.get("OPENCLAW_STATE_DIR"):
        return Path(state).expanduser()
    profile = environ.get("OPENCLAW_PROFILE") or "default"
    name = ".openclaw" if profile == "default" else f".openclaw-{profile}"
    return Path(environ.get("OPENCLAW_HOME") or home) / name


def _opencode_folder(home: Path, environ: Mapping[str, str]) -> Path:
    if named := environ.get("OPENCODE_CONFIG_DIR"):
        return Path(named).expanduser()
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "opencode"


def _gemini_folder(home: Path, environ: Mapping[str, str]) -> Path:
    return Path(environ.get("GEMINI_CLI_HOME") or home) / ".gemini"


HOSTS = {
    host.name: host
    for host in (
        Host(
            name="claude-code", title="Claude Code", program="claude", reader="claude-code",
            folder=_moved("CLAUDE_CONFIG_DIR", ".claude"), parts=_claude_code, events=tuple(_CLAUDE),
            then="Start Claude Code anew; `/plugin` lists reverie@skills-dir.",
        ),
        Host(
            name="codex", title="Codex", program="codex", reader="codex",
            folder=_moved("CODEX_HOME", ".codex"), parts=_codex, events=tuple(_CODEX),
            then="Start Codex and open /hooks: it runs none of these hooks before you have trusted them there.",
        ),
        Host(
            name="gemini", title="Gemini CLI", program="gemini", reader="gemini-cli",
            folder=_gemini_folder, parts=_gemini, events=tuple(_GEMINI), then="Start Gemini CLI anew.",
        ),
        Host(
            name="opencode", title="opencode", program="opencode", reader="opencode",
            folder=_opencode_folder, parts=_opencode, events=tuple(EVENTS["opencode"]), then="Start opencode anew.",
        ),
        Host(
            name="pi", title="pi", program="pi", reader="pi",
            folder=_moved("PI_CODING_AGENT_DIR", ".pi", "agent"), parts=_pi, events=tuple(EVENTS["pi"]),
            then="Start pi anew, or type /reload.",
        ),
        Host(
            name="openclaw", title="OpenClaw", program="openclaw", reader="openclaw",
            folder=_openclaw_folder, parts=_openclaw, then="Restart the gateway.",
        ),
        Host(
            name="typeclaw", title="TypeClaw", program="", reader="typeclaw",
            folder=_typeclaw_folder, parts=_typeclaw, then="Restart the agent.",
        ),
    )
}  # fmt: skip
