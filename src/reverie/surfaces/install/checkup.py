"""How installations are: whole, enabled and trusted by the host as far as its files say, and when hooks last fired."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import Any

import reverie
from reverie.errors import InstallRefused
from reverie.store import layout
from reverie.store.doctor import Finding
from reverie.store.times import Times
from reverie.surfaces.install import jsonc, program as programs
from reverie.surfaces.install.hosts import HOSTS, OPENCODE_FILES
from reverie.surfaces.install.installation import Installation, installation
from reverie.surfaces.install.parts import SERVER, is_our_hook
from reverie.surfaces.install.program import Program
from reverie.surfaces.install.receipt import Receipt
from reverie.surfaces.present.style import short


def examine(home: Path, environ: Mapping[str, str], kept: Path, now: datetime) -> list[Finding]:
    """A finding or more for each host that has something of ours."""
    found: list[Finding] = []
    for name in HOSTS:
        one = installation(name, home, environ, kept)
        receipt = one.receipt
        if receipt:
            told = [*_whole(one, receipt), *_seen(one)]
            told += _fired(one, receipt, now, known=bool(told))
            found += told or [Finding("fine", f"{one.host.title}: installed")]
    if found and (folder := _compiled_every_time()):
        what = f"Python cannot keep its byte code in {short(folder)}, so every hook takes about twice as long"
        found.append(Finding("warning", what, f"{sys.executable} -m compileall -q {short(folder)}"))
    return found


def _compiled_every_time() -> Path | None:
    """Our package's folder, when what hooks are made of is neither kept compiled there nor can be."""
    source = find_spec("reverie.surfaces.hooks.entry")
    if source is None or source.origin is None or source.cached is None:
        return None
    made, kept = Path(source.origin), Path(source.cached)
    writable = not sys.dont_write_bytecode and os.access(kept.parent if kept.parent.exists() else made.parent, os.W_OK)
    return None if writable or _up_to_date(made, kept) else Path(reverie.__file__).parent


def _up_to_date(source: Path, compiled: Path) -> bool:
    """Whether Python would take it as it is: compiled from this very source, or not to be asked about that."""
    try:
        header, now = compiled.read_bytes()[:16], source.stat()
    except OSError:
        return False
    flags, at, size = (int.from_bytes(header[n : n + 4], "little") for n in (4, 8, 12))
    return header[:4] == MAGIC_NUMBER and bool(flags or (at, size) == (int(now.st_mtime) & 0xFFFFFFFF, now.st_size))


def _whole(one: Installation, receipt: Receipt) -> Iterator[Finding]:
    title, again = one.host.title, f"reverie install {one.host.name}"
    if not Path(receipt.command[0]).exists():
        yield Finding("problem", f"{title} starts {receipt.command[0]}, which is gone", again)
    if not (Path(receipt.workspace) / layout.PRIVATE).is_dir():
        yield Finding("problem", f"{title} uses the workspace {receipt.workspace}, which is gone", f"{again} -w DIR")
    mcp = programs.here(Path()).mcp
    try:
        program = Program(command=receipt.command, workspace=Path(receipt.workspace), mcp=mcp)
        changes = one.installing(program).to_do
    except InstallRefused as wrong:
        yield Finding("problem", f"{title}: {wrong}", "mend the file; then " + again)
        return
    if changes:
        files = ", ".join(short(change.path) for change in changes[:3]) + (" …" if len(changes) > 3 else "")
        yield Finding("warning", f"{title}: not as it was installed: {files}", again)


def _seen(one: Installation) -> Iterator[Finding]:
    """What the host's own files say of it; nothing when all is well."""
    look = _LOOKS.get(one.host.name)
    if look:
        for what, mend in look(one.place.folder):
            yield Finding("warning", f"{one.host.title}: {what}", mend)


def _fired(one: Installation, receipt: Receipt, now: datetime, *, known: bool) -> Iterator[Finding]:
    """When its hooks last fired, how long they took, and what failed; with `known`, why they do not is said already."""
    if not one.host.events:
        return
    times = Times(Path(receipt.workspace) / layout.PRIVATE / "times")
    title = one.host.title
    last = {event: at for event in one.host.events if (at := times.last(_work(one, event)))}
    since = datetime.fromisoformat(receipt.at)
    if not last or max(last.values()) < since.replace(microsecond=0):
        told = f"{title}: no hook has fired since it was installed on {since.date()}"
        yield from () if known else [Finding("warning", told, one.host.then)]
        return
    event = max(last, key=lambda name: last[name])
    took = {name: seconds for name in last if (seconds := times.took(_work(one, name))) is not None}
    slowest = max(took, key=lambda name: took[name], default="")
    slow = f"; the slowest is {slowest}, {took[slowest] * 1000:,.0f} ms" if slowest else ""
    yield Finding("fine", f"{title}: hooks fire; {event} {_ago(last[event], now)}{slow}")
    for name in last:
        if why := times.trouble(_work(one, name)):
            yield Finding("warning", f"{title}: {name} failed when it last fired: {why}")


def _work(one: Installation, event: str) -> str:
    """What the hook notes its times under."""
    return f"hook-{one.host.name}-{event}"


def _ago(at: datetime, now: datetime) -> str:
    minutes = max(0, round((now - at.astimezone(UTC)).total_seconds() / 60))
    if minutes < 120:
        return f"{minutes} min ago"
    return f"{minutes // 60} h ago" if minutes < 48 * 60 else f"on {at.date()}"


Seen = Iterator[tuple[str, str]]


def _claude_code(folder: Path) -> Seen:
    settings = _json(folder / "settings.json")
    if settings.get("disableAllHooks") is True:
        yield "its settings turn all hooks off", f"set disableAllHooks to false in {short(folder / 'settings.json')}"
    if _held(settings, "enabledPlugins", f"{SERVER}@skills-dir") is False:
        yield "the plugin is disabled", f"claude plugin enable {SERVER}@skills-dir"
    if any(
        _held(_json(path), "mcpServers", SERVER) for path in (folder / ".claude.json", folder.parent / ".claude.json")
    ):
        yield f"beside ours it has an MCP server {SERVER} that you added", f"claude mcp remove {SERVER}"


def _codex(folder: Path) -> Seen:
    config = _toml(folder / "config.toml")
    state = _held(config, "hooks", "state")
    state = state if isinstance(state, Mapping) else {}
    if _held(config, "mcp_servers", SERVER, "enabled") is False:
        yield "the MCP server is disabled", f"set enabled to true in [mcp_servers.{SERVER}]"
    waiting = [event for event, key in _codex_keys(folder / "hooks.json") if not _trusted(state.get(key))]
    if waiting:
        yield f"it does not run {', '.join(waiting)} before you trust them", "start codex and open /hooks"


def _codex_keys(path: Path) -> Iterator[tuple[str, str]]:
    """Our hooks by event, and the key each has in Codex's list of what is trusted: by file, event and place."""
    groups = _held(_json(path), "hooks")
    for event, several in groups.items() if isinstance(groups, Mapping) else ():
        for n, group in enumerate(several if isinstance(several, list) else []):
            hooks = group.get("hooks") if isinstance(group, Mapping) else None
            for m, hook in enumerate(hooks if isinstance(hooks, list) else []):
                if is_our_hook(hook):
                    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event).lower()
                    yield event, f"{path}:{snake}:{n}:{m}"


def _trusted(state: object) -> bool:
    return isinstance(state, Mapping) and bool(state.get("trusted_hash")) and state.get("enabled") is not False


def _gemini(folder: Path) -> Seen:
    settings = _json(folder / "settings.json", relaxed=True)
    off = _held(settings, "hooksConfig", "disabled")
    if _held(settings, "hooksConfig", "enabled") is False:
        yield "its settings turn hooks off", "set hooksConfig.enabled to true"
    elif isinstance(off, list) and SERVER in off:
        yield "the hooks are disabled", f"/hooks enable {SERVER}"


def _opencode(folder: Path) -> Seen:
    for name in OPENCODE_FILES:
        if _held(_json(folder / name, relaxed=True), "mcp", SERVER, "enabled") is False:
            yield "the MCP server is disabled", f"set mcp.{SERVER}.enabled to true in {short(folder / name)}"


_LOOKS: dict[str, Callable[[Path], Seen]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
    "opencode": _opencode,
}


def _held(settings: object, *path: str) -> Any:
    for key in path:
        settings = settings.get(key) if isinstance(settings, Mapping) else None
    return settings


def _json(path: Path, *, relaxed: bool = False) -> Mapping[str, Any]:
    with suppress(OSError, ValueError):
        value = jsonc.read(path.read_text("utf-8"), relaxed=relaxed).value
        return value if isinstance(value, Mapping) else {}
    return {}


def _toml(path: Path) -> Mapping[str, Any]:
    with suppress(OSError, ValueError):
        return tomllib.loads(path.read_text("utf-8"))
    return {}
