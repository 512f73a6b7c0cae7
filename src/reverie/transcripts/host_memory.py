"""The memories that hosts keep themselves, read as one more source: one session a file, one entry a statement.

Read and never written. Their words are an agent's, so they set no rules; a statement that was read is known again, so
only what is new in a file that changed becomes an entry. Whose project a file is of must be known, or it is left alone.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from reverie.domain.transcript import Transcript
from reverie.store.jobs import MEMORY
from reverie.store.projects import repository
from reverie.transcripts.base import Place, Reading, Session, changed, entry, moment
from reverie.transcripts.named import digest, part

LARGEST = 1 << 20  # bytes of one file
MOST = 1_000  # statements of one file
_SHORTEST = 12  # characters of a statement
_LINES = 40  # of a session in which it says where it took place
_HISTORY = 4 << 20  # bytes at the end of a host's list of prompts
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_MODIFIED = re.compile(r"^modified:\s*[\"']?([^\"'\n]+)", re.M)
_FENCE = re.compile(r"\s*(```|~~~)")
_MARK = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?")
_POINTER = re.compile(r"\[[^\]\n]*\]\([^)\n]*\.md\)")  # a line of an index: what it names is read itself
_LABEL = re.compile(r"\*\*[^*\n]{1,40}:\*\*|\*\*[^*\n]{1,40}\*\*:")  # "**Why:** …" goes on with what stands before
_ALONE = re.compile(rf"\[[^\]\n]*\]\([^)\n]*\)|{_LABEL.pattern}")  # a link, or a label with nothing behind it
_OBSERVED = re.compile(r"<!--\s*observed:\s*(\S+)\s*\|\s*status:\s*(\w+)\s*-->")  # over a directive of OpenClaw's
_ADDED = "## Gemini Added Memories"
_WHERE = re.compile(r"applies_to:\s*cwd=([^;\n]+)")
_INDEX = ("rollout_summary_files", "keywords", "what's in memory")  # headings over lists of names
_OMP = re.compile(r"[/\\:]")  # what oh-my-pi writes as a dash
_KEY = re.compile(r"(?:scope|applies_to|thread_id|updated_at|rollout_path|cwd):")


class Kept(NamedTuple):
    """A file of a host's memory."""

    path: Path
    name: str  # among its memory
    folder: str | None = None  # of the project it is about; None when it holds everywhere


class HostMemory:
    """Reads the memory of one host."""

    def __init__(self, host: str) -> None:
        self.host = host
        self._places, self._files = HOSTS[host]

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        return [self._places(home, environ)]

    def find(self, root: Path) -> Iterator[Session]:
        for kept in self._files(root):
            if not kept.path.is_file() or kept.path.is_symlink():
                continue
            at, size = changed(kept.path)
            named = f"{MEMORY}{kept.name}"
            yield Session(
                host=self.host, id=named, path=kept.path, changed=at, size=size, folder=kept.folder, lasting=True
            )

    def read(self, session: Session, since: Place | None = None) -> Reading:
        with session.path.open("rb") as file:
            text = file.read(LARGEST).decode("utf-8", "replace").replace("\r\n", "\n").removeprefix("\ufeff")
        front = _FRONT.match(text)
        said = _MODIFIED.search(front[1]) if front else None
        at = (moment(said[1].strip()) if said else None) or session.changed
        told = islice(statements(_about(session, text)), MOST)
        made = [entry(digest(statement, 16), at, "agent", statement) for statement in dict.fromkeys(told)]
        entries, place = part([each for each in made if each], since)
        transcript = Transcript(
            source=session.source, space="", trust="agent", entries=entries, host=self.host, origin="memory",
            folder=session.folder,
        )  # fmt: skip
        return Reading(transcript=transcript, place=place)


def statements(text: str) -> Iterator[str]:
    """What a text of Markdown says: each item of a list and each paragraph in one line, without headings and code."""
    found: list[str] = []  # the one that is being read
    fenced, named = False, False

    def whole() -> Iterator[str]:
        said = " ".join(found)
        found.clear()
        if len(said) >= _SHORTEST and not _POINTER.match(said) and not _ALONE.fullmatch(said):
            yield said

    lines = _FRONT.sub("", text).splitlines()
    for n, line in enumerate(lines):
        bare = line.strip()
        if _FENCE.match(line):
            fenced = not fenced
        elif fenced or bare.startswith(("|", "<!--", ">")) or _KEY.match(bare):
            continue
        elif bare.startswith("#"):
            yield from whole()
            named = bare.lstrip("# ").lower() in _INDEX
        elif not bare:
            after = next((each.strip() for each in lines[n + 1 :] if each.strip()), "")
            if not _LABEL.match(after):
                yield from whole()
        elif mark := _MARK.match(line):
            yield from whole()
            found += [line[mark.end() :].strip()] if not named else []
        elif not named:
            found.append(bare)
    yield from whole()


def _about(session: Session, text: str) -> str:
    """The part of a file that a session of it is about."""
    if session.host == "gemini-cli" and session.path.name == "GEMINI.md":
        return _section(text, _ADDED)
    if session.host == "codex" and session.path.name == "MEMORY.md":
        return "\n\n".join(group for folder, group in _groups(text) if folder == session.folder)
    if session.host == "openclaw" and session.path.name == "USER.md":
        return _directives(text)
    return text


def _section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next that is as high."""
    inside, found = False, []
    for line in text.splitlines():
        if line.strip() == heading:
            inside = True
        elif inside and re.match(r"#{1,2} ", line):
            inside = False
        elif inside:
            found.append(line)
    return "\n".join(found)


def _directives(text: str) -> str:
    """What OpenClaw knows of the person; not how its file wants to be kept, nor examples, nor what is superseded."""
    if not re.search(r"^## Directives\s*$", text, re.M):
        return text
    section, holds, found = "", True, []
    for line in text.splitlines():
        if line.startswith("## "):
            section, holds = line[3:].strip(), True
        elif observed := _OBSERVED.match(line.strip()):
            holds = observed[1][0].isdigit() and observed[2] == "active"
        elif section == "Directives" and line.strip() and not (_MARK.match(line) or line.startswith(" ")):
            continue
        elif section not in ("", "Related") and holds:
            found.append(line)
    return "\n".join(found)


def _groups(text: str) -> Iterator[tuple[str | None, str]]:
    """The groups of Codex's memory, each with the one folder it applies to; of several folders or none, None."""
    for group in re.split(r"^(?=# )", text, flags=re.M):
        where = _WHERE.search(group)
        named = where[1].strip() if where else ""
        several = re.search(r"\band\b.*/|,\s*/", named)
        yield (named if named.startswith("/") and not several else None), group


def _claude_code(root: Path) -> Iterator[Kept]:
    """`projects/<name of the repository's folder>/memory/`, and what sub-agents keep for the person everywhere."""
    folders = _folders(root / "projects")
    keeping = [folder for folder in folders if (folder / "memory").is_dir()]
    about: dict[str, str] = {}
    for folder in keeping:
        beside = [one for one in folders if one.name == folder.name or one.name.startswith(f"{folder.name}-")]
        sessions = (path for one in beside for path in sorted(one.glob("*.jsonl"), reverse=True)[:3])
        _name(about, (place for path in sessions for place in _told(path, "cwd")), {folder.name})
    if unknown := {folder.name for folder in keeping} - about.keys():
        _name(about, _told(root / "history.jsonl", "project", last=True), unknown)
    for folder in (folder for folder in keeping if folder.name in about):
        for path in _markdown(folder / "memory"):
            yield Kept(path, f"{folder.name}/{path.name}", about[folder.name])
    for agent in _folders(root / "agent-memory"):
        yield from (Kept(path, f"agent-memory/{agent.name}/{path.name}") for path in _markdown(agent))


def _name(about: dict[str, str], places: Iterator[str], wanted: set[str]) -> None:
    """Find the folders with these names among places where sessions were: a name has lost letters of its folder."""
    for place in dict.fromkeys(places):
        real = os.path.realpath(place)
        for whole in (repository(real), real):
            if whole and slug(whole) in wanted:
                about.setdefault(slug(whole), whole)


def slug(folder: str) -> str:
    """How Claude Code names a folder's own."""
    return re.sub(r"[^a-zA-Z0-9]", "-", unicodedata.normalize("NFC", folder))[:200]


def _told(path: Path, key: str, *, last: bool = False) -> Iterator[str]:
    """What lines of a file say under a key: of the first lines, or with `last` of those at the end."""
    try:
        with path.open("rb") as file:
            if last:
                file.seek(max(0, path.stat().st_size - _HISTORY))
            for raw in file if last else islice(file, _LINES):
                found = json.loads(raw) if f'"{key}"'.encode() in raw else None
                if isinstance(found, dict) and isinstance(found.get(key), str) and "\0" not in found[key]:
                    yield found[key]
    except (OSError, ValueError, RecursionError):
        return


def _codex(root: Path) -> Iterator[Kept]:
    """`memories/`: what is told everywhere, and the groups of its registry, each of the folder it applies to."""
    yield Kept(root / "memories/memory_summary.md", "memory_summary.md")
    registry = root / "memories/MEMORY.md"
    try:
        with registry.open("rb") as file:
            text = file.read(LARGEST).decode("utf-8", "replace")
    except OSError:
        return
    for folder in dict.fromkeys(folder for folder, _ in _groups(text)):
        yield Kept(registry, f"MEMORY.md#{digest(folder)}" if folder else "MEMORY.md", folder)


def _gemini(root: Path) -> Iterator[Kept]:
    """The section of GEMINI.md that its tool wrote, and `tmp/<project>/memory/`."""
    yield Kept(root / "GEMINI.md", "GEMINI.md")
    for folder in _folders(root / "tmp"):
        try:
            about = (folder / ".project_root").read_text("utf-8", "replace").strip()
        except OSError:
            continue
        yield from (Kept(path, f"{folder.name}/{path.name}", about) for path in _markdown(folder / "memory"))


def _openclaw(root: Path) -> Iterator[Kept]:
    """What its private sessions are told: the curated memory, what is known of the person, and daily notes."""
    yield from (Kept(root / name, name) for name in ("MEMORY.md", "USER.md"))
    yield from (Kept(path, f"memory/{path.name}") for path in _markdown(root / "memory"))


def _oh_my_pi(root: Path) -> Iterator[Kept]:
    """`memories/<name of the folder>/`; the folder itself is told by its sessions."""
    buckets = _folders(root / "sessions")
    told = {place for one in buckets for path in sorted(one.glob("*.jsonl"))[:1] for place in _told(path, "cwd")}
    named = {f"--{_OMP.sub('-', place.removeprefix('/'))}--": place for place in sorted(told)}
    for folder in _folders(root / "memories"):
        if folder.name in named:
            for name in ("MEMORY.md", "memory_summary.md", "learned.md"):
                yield Kept(folder / name, f"{folder.name}/{name}", named[folder.name])


def _folders(root: Path) -> list[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _markdown(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".md")
    except (FileNotFoundError, NotADirectoryError):
        return []


def _at(variable: str, *usual: str) -> Callable[[Path, Mapping[str, str]], Path]:
    def place(home: Path, environ: Mapping[str, str]) -> Path:
        named = environ.get(variable, "")
        return Path(unicodedata.normalize("NFC", named)).expanduser() if named else home.joinpath(*usual)

    return place


def _gemini_place(home: Path, environ: Mapping[str, str]) -> Path:
    return Path(environ.get("GEMINI_CLI_HOME") or home) / ".gemini"


def _oh_my_pi_place(home: Path, environ: Mapping[str, str]) -> Path:
    return home / (environ.get("PI_CONFIG_DIR") or ".omp") / "agent"


def _openclaw_place(home: Path, environ: Mapping[str, str]) -> Path:
    if named := environ.get("OPENCLAW_WORKSPACE_DIR"):
        return Path(named).expanduser()
    profile = environ.get("OPENCLAW_PROFILE") or "default"
    name = ".openclaw" if profile == "default" else f".openclaw-{profile}"
    return Path(environ.get("OPENCLAW_STATE_DIR") or Path(environ.get("OPENCLAW_HOME") or home) / name) / "workspace"


HOSTS: dict[str, tuple[Callable[[Path, Mapping[str, str]], Path], Callable[[Path], Iterator[Kept]]]] = {
    "claude-code": (_at("CLAUDE_CONFIG_DIR", ".claude"), _claude_code),
    "codex": (_at("CODEX_HOME", ".codex"), _codex),
    "gemini-cli": (_gemini_place, _gemini),
    "openclaw": (_openclaw_place, _openclaw),
    "oh-my-pi": (_oh_my_pi_place, _oh_my_pi),
}
