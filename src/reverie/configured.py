"""What a hook must know of settings and surroundings, at a fraction of what `config` costs. Never looks around.

Whatever is not as plain as most people write it is read by a real parser, which is imported then.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from reverie.light import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

    from reverie.retrieval.inject import InjectSettings

CHILD = "REVERIE_CHILD"  # set for every process that we start: whatever a hook hears from below it is our own doing
OFF = ("off", "0", "false", "no")
_ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Configured(NamedTuple):
    """Whose memory it is, and whether a worker may be started."""

    private: str  # the private folder of the workspace
    root: str
    home: str
    worker: bool


def workspace(env: Mapping[str, str] = os.environ) -> Configured | None:
    """The person's own workspace, by REVERIE_WORKSPACE or their config.toml; None when there is none."""
    home = env.get("HOME") or os.path.expanduser("~")
    asked = env.get("REVERIE_WORKSPACE") or _configured(env, home)
    root = asked or "~/.reverie/default"
    root = os.path.join(home, root[2:]) if root.startswith("~/") else os.path.expanduser(root)
    private = os.path.join(root, ".reverie")
    if not os.path.isabs(root) or not os.path.isdir(private):
        return None
    return Configured(private, root, home, env.get("REVERIE_WORKER", "").lower() not in OFF)


def child(env: Mapping[str, str] = os.environ) -> bool:
    """Whether this process runs below one of ours."""
    return bool(env.get(CHILD))


def one_shot(env: Mapping[str, str] = os.environ) -> bool:
    """Whether the host was asked one thing by a program or a script; then it may end without another word."""
    return env.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")


def work_on_one_core() -> None:
    """Before numpy is imported: on matrices as small as ours its threads wait for each other longer than they work."""
    for name, most in _ONE_CORE.items():
        os.environ.setdefault(name, most)


def for_children(env: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a process that we start. It works on one core: the others are for whoever is at work."""
    return {**_ONE_CORE, **env, CHILD: "1"}


def host_folder(host: str, env: Mapping[str, str] = os.environ) -> str:
    """Where a host keeps its settings and its own memory; empty when we do not know."""
    home = env.get("HOME") or os.path.expanduser("~")
    if host == "gemini-cli":
        return os.path.join(env.get("GEMINI_CLI_HOME") or home, ".gemini")
    if host == "opencode":
        base = env.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        return env.get("OPENCODE_CONFIG_DIR") or os.path.join(base, "opencode")
    variable, usual = {
        "claude-code": ("CLAUDE_CONFIG_DIR", ".claude"),
        "codex": ("CODEX_HOME", ".codex"),
        "pi": ("PI_CODING_AGENT_DIR", ".pi/agent"),
    }.get(host, ("", ""))
    return env.get(variable) or os.path.join(home, usual) if usual else ""


def kept_together(host: str, env: Mapping[str, str] = os.environ) -> str:
    """Where a host keeps all its sessions in one place; empty when each has a file, or none is kept."""
    if host != "opencode" or env.get("OPENCODE_DB") == ":memory:":
        return ""
    home = env.get("HOME") or os.path.expanduser("~")
    base = env.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(base, "opencode", env.get("OPENCODE_DB", "")).rstrip("/")


def inject_settings(root: str) -> InjectSettings:
    """[inject] of a workspace. What is wrong in it is `config`'s to say; here it means that nothing is told."""
    from reverie.retrieval.inject import InjectSettings

    text = _text(os.path.join(root, "reverie.toml"))
    if "inject" not in text:
        return InjectSettings()
    found = _parsed(text).get("inject", {})
    settings = InjectSettings(**{name: found[name] for name in found if name in InjectSettings._fields})
    settings.check()
    return settings


def off(private: str, space: str) -> bool:
    """Whether a person has turned memory off, there or everywhere."""
    return any(line in ("*", space) for line in _text(os.path.join(private, "off")).splitlines() if line)


def dreams_by_itself(root: str) -> bool:
    """Whether a worker may be started (`dream.auto`)."""
    text = _text(os.path.join(root, "reverie.toml"))
    return "auto" not in text or _parsed(text).get("dream", {}).get("auto", True) is not False


def _configured(env: Mapping[str, str], home: str) -> str | None:
    base = env.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    text = _text(os.path.join(base, "reverie", "config.toml"))
    if "workspace" not in text:
        return None
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if line.lstrip().startswith("["):
            break
        plain = value.strip()
        if equals and name.strip() == "workspace" and plain[:1] == plain[-1:] == '"' and "\\" not in plain:
            return plain[1:-1] if plain.count('"') == 2 else None
    found = _parsed(text).get("workspace")
    return found if isinstance(found, str) else None


def _parsed(text: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(text)


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(1 << 20).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
