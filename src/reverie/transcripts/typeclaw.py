"""Sessions of TypeClaw agents: lines in the format of pi, with a word about where the session takes place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from reverie.transcripts.base import Place, Reading, Session
from reverie.transcripts.named import each, files_below, session_at
from reverie.transcripts.pi import Head, Said, Who, id_of, read_tree

_ANCHOR = re.compile(r"<(current-time|your-role)\b[^>]*>.*?</\1>\s*", re.S)
_NOTICE = re.compile(r"^---\n\*\*\[SYSTEM MESSAGE.*?(?:^---$\n?|\Z)", re.S | re.M)
_ADDRESSED = re.compile(r"^## Current messages? \(addressed to you\)$", re.M)
_LINE = re.compile(r"^(?:\[[^\]\n]+\] )?<@[^>\n]*> \(([^\n]*?)\)( \[bot\])?: ", re.M)
_MEMORY = "\n# Memory\n"


class TypeClawReader:
    """Reads the sessions in the folder of a TypeClaw agent."""

    host = "typeclaw"

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """Where an agent's folder is mounted in its container; elsewhere it may be anywhere."""
        return [Path("/agent/sessions")]

    def find(self, root: Path) -> Iterator[Session]:
        """The sessions in an agent's folder, or in the folder of sessions within it."""
        folder = root / "sessions" if (root / "typeclaw.json").exists() else root

        def kept(path: Path) -> Iterator[Session]:
            if path.suffix == ".jsonl" and (path.parent == folder or path == root):
                yield from session_at(path, self.host, id_of(path.stem))

        yield from each(files_below(folder), kept)

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The entries after a place; who was there is told by the session itself."""
        return read_tree(session, since, who=_who, said=said, replied=replied)


def said(text: str) -> list[Said]:
    """What people wrote to the agent, each with their name, without what TypeClaw adds to their words."""
    memory = text.rfind(_MEMORY)
    if memory >= 0 and "memory_search" in text[memory:]:
        text = text[:memory]
    text = _NOTICE.sub("", _ANCHOR.sub("", text))
    addressed = _ADDRESSED.search(text)
    text = text[addressed.end() :] if addressed else text
    lines = list(_LINE.finditer(text))
    if not lines:
        return [Said(text)]
    ends = [line.start() for line in lines[1:]] + [len(text)]
    return [
        Said(text[line.end() : end], line[1])
        for line, end in zip(lines, ends, strict=True)
        if not line[2]  # another bot
    ]


def replied(text: str) -> str:
    """What the agent answered; nothing when it kept silent."""
    return "" if text.strip() == "NO_REPLY" else text


def _who(head: Head) -> Who:
    for line in head.lines:
        match line:
            case {"customType": "typeclaw.session-meta", "data": {"origin": {"kind": str(kind), **rest}}}:
                if kind == "subagent":
                    parent = rest.get("parentSessionId")
                    return Who("subagent", parent if isinstance(parent, str) else None)
                if kind == "channel":
                    return Who("channel")
                return Who("scheduled" if kind in ("cron", "system") else "session")
    return Who()
