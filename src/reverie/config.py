"""Settings and surroundings, read once at the start of a process. Only this module reads the environment."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from reverie.domain.audit import WatchSettings
from reverie.errors import ConfigError
from reverie.retrieval.recall import RecallSettings
from reverie.store.lock import VaultSettings

SECTIONS = {"recall": RecallSettings, "vault": VaultSettings, "watch": WatchSettings}
WORKSPACE_FILE = "reverie.toml"
_HOSTS = {  # environment variables that agent hosts set for the commands they run
    "CLAUDECODE": "claude-code",
    "CLAUDE_CODE_CHILD_SESSION": "claude-code",
    "CODEX_SANDBOX": "codex",
    "CODEX_THREAD_ID": "codex",
    "GEMINI_CLI": "gemini-cli",
    "OPENCODE": "opencode",
    "PI_CODING_AGENT": "pi",
    "CURSOR_AGENT": "cursor",
    "REVERIE_AGENT": "agent",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What reverie.toml of a workspace may set."""

    recall: RecallSettings = field(default_factory=RecallSettings)
    vault: VaultSettings = field(default_factory=VaultSettings)
    watch: WatchSettings = field(default_factory=WatchSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where a command runs: which workspace, for whom, and what to say about it."""

    workspace: Path
    agent: str | None  # the agent host a command runs under, whatever flags it carries
    hint: str = ""


def surroundings(workspace: str | None, env: Mapping[str, str], here: Path) -> Surroundings:
    """The workspace to use: asked for, trusted above this folder, configured, or the default one.

    A reverie.toml above the current folder counts only after `reverie trust`: a cloned repository
    must not choose whose memory is read.
    """
    agent = next((host for name, host in _HOSTS.items() if env.get(name)), None)
    asked = workspace or env.get("REVERIE_WORKSPACE")
    if asked:
        return Surroundings(workspace=Path(asked).expanduser(), agent=agent)
    hint = ""
    found = next((d for d in (here, *here.parents) if (d / WORKSPACE_FILE).is_file()), None)
    if found:
        if str(found.resolve()) in trusted(env):
            return Surroundings(workspace=found, agent=agent)
        hint = f"{found / WORKSPACE_FILE} is not used: run `reverie trust {found}` to allow it"
    configured = _user_settings(env).get("workspace")
    default = Path(configured).expanduser() if isinstance(configured, str) else _home(env) / ".reverie" / "default"
    return Surroundings(workspace=default, agent=agent, hint=hint)


def load(workspace: Path) -> Settings:
    """The settings of a workspace; defaults when it has no reverie.toml."""
    data = _toml(workspace / WORKSPACE_FILE)
    sections: dict[str, Any] = {}
    for name, values in data.items():
        if name not in SECTIONS:
            raise ConfigError(f"{WORKSPACE_FILE} has no section {_shown(name)}; it knows {', '.join(SECTIONS)}")
        if not isinstance(values, dict):
            raise ConfigError(f"{WORKSPACE_FILE}: [{name}] must be a section")
        sections[name] = _section(name, SECTIONS[name], values)
    return Settings(**sections)


def _section(name: str, kind: type[Any], values: Mapping[str, Any]) -> Any:
    known = {f.name: f for f in fields(kind)}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"[{name}] has no setting {key!r}; it knows {', '.join(known)}")
        default = known[key].default
        if not _fits(value, default):
            raise ConfigError(f"[{name}] {key} must be {_kind(default)}, not {repr(value)[:60]}")
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    try:
        return kind(**given)
    except ValueError as wrong:
        raise ConfigError(f"[{name}] {wrong}") from wrong


def _shown(name: str) -> str:
    return f"[{name}]" if name.isidentifier() else repr(name[:60])


def _fits(value: Any, default: Any) -> bool:
    if isinstance(default, bool):
        return isinstance(value, bool)
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(default, tuple):
        return isinstance(value, list) and all(isinstance(v, str) for v in value)
    return isinstance(value, type(default)) and not isinstance(value, bool)


def _kind(default: Any) -> str:
    names = {bool: "true or false", float: "a number", int: "a whole number", tuple: "a list of texts"}
    return names.get(type(default), "a text")


def trusted(env: Mapping[str, str]) -> list[str]:
    """The folders whose reverie.toml a person has allowed."""
    try:
        return (_user_folder(env) / "trusted").read_text("utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []


def trust(folder: Path, env: Mapping[str, str]) -> bool:
    """Allow the reverie.toml of a folder; False when it was allowed before."""
    name = str(folder.resolve())
    known = trusted(env)
    if name in known:
        return False
    home = _user_folder(env)
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = home / f"trusted.{os.getpid()}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in (*known, name)))
    draft.replace(home / "trusted")
    return True


def _user_settings(env: Mapping[str, str]) -> dict[str, Any]:
    data = _toml(_user_folder(env) / "config.toml")
    for key in data:
        if key != "workspace":
            raise ConfigError(f"{_user_folder(env) / 'config.toml'} has no setting {key!r}; it knows workspace")
    return data


def _user_folder(env: Mapping[str, str]) -> Path:
    base = env.get("XDG_CONFIG_HOME")
    return (Path(base) if base else _home(env) / ".config") / "reverie"


def _home(env: Mapping[str, str]) -> Path:
    home = env.get("HOME")
    return Path(home) if home else Path.home()


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (ValueError, RecursionError) as wrong:
        raise ConfigError(f"{path} cannot be read: {' '.join(str(wrong).split())[:200]}") from wrong
    except OSError as wrong:
        raise ConfigError(f"{path} cannot be read: {wrong.strerror}") from wrong
