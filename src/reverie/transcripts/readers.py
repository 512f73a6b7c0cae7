"""All readers by host, each imported when it is wanted; and how sessions are found with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from reverie.errors import ReverieError
from reverie.transcripts.base import Reader, Session

HOSTS: dict[str, tuple[str, str]] = {  # the module and the class of each; those that keep sessions of their own first
    "claude-code": ("claude_code", "ClaudeCode"),
    "codex": ("codex", "Codex"),
    "gemini-cli": ("gemini", "GeminiReader"),
    "opencode": ("opencode", "OpencodeReader"),
    "pi": ("pi", "PiReader"),
    "oh-my-pi": ("pi", "PiReader"),
    "openclaw": ("openclaw", "OpenClawReader"),
    "typeclaw": ("typeclaw", "TypeClawReader"),
    "chatgpt": ("chatgpt", "ChatGPT"),
    "claude-ai": ("claude_ai", "ClaudeAI"),
    "chat": ("chat", "Chat"),
}


def reader(host: str) -> Reader:
    """The reader of a host's sessions."""
    if host not in HOSTS:
        raise ReverieError(f"there is no reader for {host!r}; there are {', '.join(HOSTS)}")
    module, name = HOSTS[host]
    kind = getattr(import_module(f"reverie.transcripts.{module}"), name)
    made: Reader = kind(host) if module == "pi" else kind()
    return made


def kept_by_hosts(
    hosts: tuple[str, ...], home: Path, environ: Mapping[str, str], failed: dict[str, str]
) -> Iterator[tuple[Reader, Session]]:
    """The sessions that hosts keep on this machine. What cannot be listed is noted as failed, never taken for empty."""
    for host in hosts or tuple(HOSTS):
        one = reader(host)
        for root in one.roots(home, environ):
            try:
                if root.exists():
                    for session in one.find(root):
                        yield one, session
            except OSError as wrong:
                failed[f"{host} in {root}"] = (
                    f"cannot be listed: {wrong.strerror or wrong} {wrong.filename or ''}".strip()
                )


def in_file(path: Path, host: str | None) -> Iterator[tuple[Reader, Session]]:
    """The sessions in a file or folder that a person named."""
    from reverie.transcripts.formats import recognise

    try:
        paths = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() and host is None else [path]
        for each in paths:
            known = host or recognise(each)
            if known is None and not path.is_dir():
                raise ReverieError(
                    f"{path} is no session we can read. With --host NAME it is read as one of {', '.join(HOSTS)}."
                )
            if known:
                one = reader(known)
                for session in one.find(each):
                    yield one, session
    except OSError as wrong:
        raise ReverieError(f"{path} cannot be read: {wrong.strerror or wrong}") from wrong
