"""Settings and surroundings, read once at the start of a process. Only this module reads the environment."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from reverie.domain.audit import WatchSettings
from reverie.domain.due import DigestSettings, DreamSettings, ObserveSettings, ReflectSettings
from reverie.domain.inbox import SubagentSettings
from reverie.errors import ConfigError
from reverie.llm.embed import EmbeddingSettings
from reverie.llm.models import ROLES, ModelSettings
from reverie.retrieval.inject import InjectSettings
from reverie.retrieval.recall import RecallSettings
from reverie.store.archive import ArchiveSettings
from reverie.store.lock import VaultSettings

SECTIONS = {
    "archive": ArchiveSettings,
    "digest": DigestSettings,
    "dream": DreamSettings,
    "inject": InjectSettings,
    "observe": ObserveSettings,
    "recall": RecallSettings,
    "reflect": ReflectSettings,
    "subagents": SubagentSettings,
    "vault": VaultSettings,
    "watch": WatchSettings,
}
WORKSPACE_FILE = "reverie.toml"
_OFF = ("off", "0", "false", "no")
_PERSONAL = ("embedding", "models")  # sections of the person's own config.toml
_SETTING = re.compile(r"""(\s*([\w-]+)\s*=\s*)("(?:[^"\\]|\\.)*"|'[^']*')""")  # of a text
_HOSTS = {  # environment variables that agent hosts set for the commands they run
    "CLAUDECODE": "claude-code",
    "CLAUDE_CODE_CHILD_SESSION": "claude-code",
    "CLAUDE_CODE_SESSION_ID": "claude-code",  # all that its MCP servers are told
    "CODEX_SANDBOX": "codex",
    "CODEX_THREAD_ID": "codex",
    "GEMINI_CLI": "gemini-cli",
    "OPENCODE": "opencode",
    "PI_CODING_AGENT": "pi",
    "CURSOR_AGENT": "cursor",
    "REVERIE_AGENT": "agent",
}
_FOLDERS = ("CLAUDE_PROJECT_DIR",)  # where hosts say that their agent works
_SESSIONS = {"CLAUDE_CODE_SESSION_ID": "claude-code", "CODEX_THREAD_ID": "codex"}
_SESSION = re.compile(r"[\w.:-]{1,128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What reverie.toml of a workspace may set."""

    archive: ArchiveSettings = field(default_factory=ArchiveSettings)
    digest: DigestSettings = field(default_factory=DigestSettings)
    dream: DreamSettings = field(default_factory=DreamSettings)
    inject: InjectSettings = field(default_factory=InjectSettings)
    observe: ObserveSettings = field(default_factory=ObserveSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    reflect: ReflectSettings = field(default_factory=ReflectSettings)
    subagents: SubagentSettings = field(default_factory=SubagentSettings)
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
    agent = acting(env)
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
    known = defaults(kind)
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"[{name}] has no setting {key!r}; it knows {', '.join(known)}")
        default = known[key]
        if not _fits(value, default):
            raise ConfigError(f"[{name}] {key} must be {_kind(default)}, not {repr(value)[:60]}")
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    try:
        made = kind(**given)
        if isinstance(made, InjectSettings):  # which a hook imports, and dataclasses cost more than a search
            made.check()
    except ValueError as wrong:
        raise ConfigError(f"[{name}] {wrong}") from wrong
    return made


def defaults(kind: type[Any]) -> dict[str, Any]:
    """The settings of a section, with what they are when nobody sets them."""
    if is_dataclass(kind):
        return {f.name: f.default for f in fields(kind)}
    return dict(kind._field_defaults)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Personal:
    """What the person's own config.toml sets, for every workspace: models, and where texts may be sent."""

    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    key: str | None = field(default=None, repr=False)  # of the embedding endpoint, out of the environment
    language: ModelSettings = field(default_factory=ModelSettings)
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)  # of language models, by variable
    models: Path = Path()  # where installed models are
    file: Path = Path()  # the config.toml itself
    overridden: bool = False  # REVERIE_EMBEDDING names the embedder, whatever the file says
    worker: bool = True  # unless REVERIE_WORKER is off: then no command starts a worker


def personal(env: Mapping[str, str] = os.environ) -> Personal:
    """The person's settings; REVERIE_EMBEDDING overrides the embedder's name, REVERIE_MODEL both language models."""
    written = _user_settings(env)
    values = dict(written.get("embedding", {}))
    if asked := env.get("REVERIE_EMBEDDING"):
        values["model"] = asked
    embedding: EmbeddingSettings = _section("embedding", EmbeddingSettings, values)
    language = _language(written.get("models", {}), env.get("REVERIE_MODEL"))
    variables = {language.variable(role) for role in ROLES}
    return Personal(
        embedding=embedding,
        key=key_named(embedding.key_name, env),
        language=language,
        keys={name: key for name in variables if (key := key_named(name, env))},
        models=data_folder(env) / "models",
        file=_user_folder(env) / "config.toml",
        overridden=bool(asked),
        worker=env.get("REVERIE_WORKER", "").lower() not in _OFF,
    )


def _language(written: Mapping[str, Any], asked: str | None) -> ModelSettings:
    found: ModelSettings = _section("models", ModelSettings, written)
    if asked is None:
        return found
    name = "" if asked == "none" else asked
    theirs = {model.partition(":")[0] for model in (found.fast, found.deep) if model}
    if theirs and name.partition(":")[0] not in theirs:  # endpoint and key were meant for another provider
        found = replace(found, endpoint="", key_name="")
    try:
        return replace(found, fast=name, deep=name)
    except ValueError as wrong:
        raise ConfigError(f"REVERIE_MODEL {str(wrong).removeprefix('fast ')}; or none") from wrong


def data_folder(env: Mapping[str, str] = os.environ) -> Path:
    """Where what is kept for the person, and is no memory, lies: models, and what was installed into hosts."""
    base = env.get("XDG_DATA_HOME")
    return (Path(base) if base else _home(env) / ".local" / "share") / "reverie"


def home(env: Mapping[str, str] = os.environ) -> Path:
    """The person's home folder, below which hosts keep their sessions."""
    return _home(env)


def environment(env: Mapping[str, str] = os.environ) -> Mapping[str, str]:
    """What hosts are told by variables: where they keep sessions, and whether they keep any."""
    return env


def key_named(name: str, env: Mapping[str, str] = os.environ) -> str | None:
    """The endpoint's key, by the name of its variable."""
    return env.get(name) if name else None


def acting(env: Mapping[str, str] = os.environ) -> str | None:
    """The agent host a command runs under."""
    return next((host for name, host in _HOSTS.items() if env.get(name)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What an agent host tells the server it starts: who it is, where its agent works, in which session."""

    agent: str | None = None
    folder: Path | None = None
    session: str | None = None  # as observing names it


def serving(env: Mapping[str, str] = os.environ) -> Host:
    """The host that started this process, as far as its environment says; the folder else is where it was started."""
    folder = next((Path(env[name]) for name in _FOLDERS if env.get(name)), None)
    named = (f"{host}:{env[name]}" for name, host in _SESSIONS.items() if _SESSION.fullmatch(env.get(name, "")))
    return Host(agent=acting(env), folder=folder or Path.cwd(), session=next(named, None))


def current(workspace: str | None, env: Mapping[str, str] = os.environ) -> Surroundings:
    """Where a command typed here and now runs."""
    return surroundings(workspace, env, Path.cwd())


def own(workspace: str | None, env: Mapping[str, str] = os.environ) -> Path:
    """The workspace that was asked for, or the person's own, whatever folder this is typed in."""
    return surroundings(workspace, env, Path("/")).workspace.absolute()


def choose(section: str, values: Mapping[str, str | None], file: Path) -> None:
    """Write texts into a section of the person's config.toml (None takes one out); all else in it stays as it is."""
    before = _toml(file)
    text = file.read_bytes().decode("utf-8") if file.exists() else ""
    wanted = {**before, section: {**before.get(section, {}), **values}}
    wanted[section] = {key: value for key, value in wanted[section].items() if value is not None}
    after = _edited(text, section, values)
    try:
        right = tomllib.loads(after) == wanted
    except ValueError:
        right = False
    if not right:  # written in a way that lines cannot be exchanged in: dotted, inline, over several lines
        raise ConfigError(f"{file} cannot be changed by us as it is written; change [{section}] in it by hand")
    real = file.resolve()  # it may be a link into somebody's dotfiles
    real.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = real.with_name(f"{real.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
        opened.write(after.encode("utf-8"))
    draft.replace(real)


def _edited(text: str, section: str, values: Mapping[str, str | None]) -> str:
    """TOML text with lines of one section exchanged, added and taken out."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split("\n")
    head = re.compile(rf"\s*\[\s*{section}\s*\]\s*(#.*)?")
    start = next((n for n, line in enumerate(lines) if head.fullmatch(line.rstrip("\r"))), None)
    if start is None:
        gap = "" if not text else end if text.endswith("\n") else 2 * end
        body = [f"{key} = {_quoted(value)}" for key, value in values.items() if value is not None]
        return text + gap + end.join([f"[{section}]", *body, ""])
    stop = next((n for n in range(start + 1, len(lines)) if lines[n].lstrip().startswith("[")), len(lines))
    body, left = lines[start + 1 : stop], dict(values)
    for n, line in reversed(list(enumerate(body))):
        if (found := _SETTING.match(line)) and found[2] in left:
            value = left.pop(found[2])
            body[n : n + 1] = [] if value is None else [f"{found[1]}{_quoted(value)}{line[found.end() :]}"]
    added = [f"{key} = {_quoted(value)}{end[:-1]}" for key, value in left.items() if value is not None]
    return "\n".join([*lines[: start + 1], *added, *body, *lines[stop:]])


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _user_settings(env: Mapping[str, str]) -> dict[str, Any]:
    data = _toml(_user_folder(env) / "config.toml")
    for key in data:
        if key not in ("workspace", *_PERSONAL):
            known = ", ".join(f"[{name}]" for name in _PERSONAL)
            raise ConfigError(
                f"{_user_folder(env) / 'config.toml'} has no setting {key!r}; it knows workspace, {known}"
            )
    for name in _PERSONAL:
        if not isinstance(data.get(name, {}), dict):
            raise ConfigError(f"config.toml: [{name}] must be a section")
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
