"""All readers by host, each imported when it is wanted; and how sessions are found with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from reverie.errors import ReverieError
from reverie.transcripts.base import Reader, Session
from reverie.transcripts.formats import recognise
from reverie.transcripts.named import files_below, noting

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
_CALLED = {"chatgpt": "an export of ChatGPT", "claude-ai": "an export of claude.ai", "chat": "a plain chat"}
_LIKE_PI = ("oh-my-pi", "openclaw", "typeclaw")  # they write what pi writes


def reader(host: str) -> Reader:
    """The reader of a host's sessions."""
    if host not in HOSTS:
        raise ReverieError(f"there is no reader for {host!r}; there are {', '.join(HOSTS)}")
    module, name = HOSTS[host]
    kind = getattr(import_module(f"reverie.transcripts.{module}"), name)
    made: Reader = kind(host) if module == "pi" else kind()
    return made


def memory_of(host: str) -> Reader | None:
    """The reader of a host's own memory; None when it has none that we can read."""
    from reverie.transcripts.host_memory import HOSTS as KEEPING, HostMemory

    return HostMemory(host) if host in KEEPING else None


class Looked(NamedTuple):
    """A place where a host keeps its sessions, and whether it is there."""

    host: str
    root: Path
    there: bool


def kept_by_hosts(
    hosts: Sequence[str], home: Path, environ: Mapping[str, str], failed: dict[str, str], looked: list[Looked]
) -> Iterator[tuple[Reader, Session]]:
    """The sessions that hosts keep on this machine. What cannot be listed is noted as failed, never taken for empty."""
    for host in hosts or tuple(HOSTS):
        one = reader(host)
        for root in one.roots(home, environ):
            looked.append(Looked(host, root, _there(root)))
            if looked[-1].there:
                yield from _below(one, root, failed)


def memories_of_hosts(
    hosts: Iterable[str], home: Path, environ: Mapping[str, str], failed: dict[str, str]
) -> Iterator[tuple[Reader, Session]]:
    """What hosts keep as memories of their own, a session a file."""
    for host in hosts:
        if one := memory_of(host):
            for root in one.roots(home, environ):
                yield from _below(one, root, failed)


def _there(root: Path) -> bool:
    try:
        return root.exists()
    except OSError:  # which listing it will say
        return True


def _below(one: Reader, root: Path, failed: dict[str, str]) -> Iterator[tuple[Reader, Session]]:
    errors: list[OSError] = []
    for session in noting(one.find(root), errors):
        yield one, session
    for error in errors:
        failed[f"{one.host} in {root}"] = f"cannot be listed: {error.strerror or error} {error.filename or ''}".strip()


def in_files(paths: Sequence[Path], host: str | None, failed: dict[str, str]) -> Iterator[tuple[Reader, Session]]:
    """The sessions in files and folders that a person named; with `host`, as that host writes them.

    What is none, or cannot be read, is noted as failed, and the others are given. When there are no others, that is
    an error.
    """
    any_found = False
    if host:
        reader(host)  # it must exist, whatever is in the files
    for path in paths:
        for found in _of_host(path, host, failed) if host else _recognised(path, failed):
            any_found = True
            yield found
    if failed and not any_found:
        raise ReverieError("; ".join(f"{where} {why}" for where, why in failed.items()))


def _recognised(path: Path, failed: dict[str, str]) -> Iterator[tuple[Reader, Session]]:
    """The sessions of whatever hosts wrote a file, or the files in a folder."""
    errors: list[OSError] = []
    before, any_known = len(failed), False
    for file in noting(files_below(path), errors):
        try:
            known = recognise(file)
        except OSError as wrong:
            failed[str(file)] = _why(wrong, file)
            continue
        if known:
            any_known = True
            yield from _found(reader(known), file, failed)
    for error in errors:
        failed[str(path)] = _why(error, path)
    if not any_known and len(failed) == before:
        kind = "holds" if path.is_dir() else "is"
        failed[str(path)] = f"{kind} no session we can read. With --host NAME it is read as one of {', '.join(HOSTS)}."


def _of_host(path: Path, host: str, failed: dict[str, str]) -> Iterator[tuple[Reader, Session]]:
    """The sessions of one host in a file or folder. What is not recognised may be one if it says anything."""
    one, known, count = reader(host), None, 0
    try:
        known = recognise(path)
    except OSError as wrong:
        failed[str(path)] = _why(wrong, path)
        return
    if known and known != host and not (known == "pi" and host in _LIKE_PI):
        looks = _CALLED.get(known, f"a session of {known}")
        failed[str(path)] = f"looks like {looks}, not of {host}; leave --host out, or say --host {known}"
        return
    before = len(failed)
    for found in _found(one, path, failed):
        if known or path.is_dir() or _says_something(*found):
            count += 1
            yield found
    if not count and len(failed) == before:
        failed[str(path)] = f"{'holds' if path.is_dir() else 'is'} no session of {host}"


def _says_something(one: Reader, session: Session) -> bool:
    try:
        return bool(one.read(session).transcript.entries)
    except OSError:  # which is told when it is read in earnest
        return True


def _found(one: Reader, path: Path, failed: dict[str, str]) -> Iterator[tuple[Reader, Session]]:
    errors: list[OSError] = []
    for session in noting(one.find(path), errors):
        yield one, session
    for error in errors:
        failed[str(path)] = _why(error, path)


def _why(wrong: OSError, path: Path) -> str:
    """What is wrong with a path, to be said after its name."""
    if not wrong.strerror:
        return str(wrong).removeprefix(f"{path} ")
    elsewhere = f" ({wrong.filename})" if wrong.filename and str(wrong.filename) != str(path) else ""
    return f"cannot be read: {wrong.strerror}{elsewhere}"
