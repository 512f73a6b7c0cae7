"""The certificate of a purge: every place that was gone through, a search of every byte, and what we cannot reach.

It names no word of what is gone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from reverie.domain.audit import WATCHED
from reverie.errors import VaultError
from reverie.store import layout
from reverie.store.bytewise import Trace, holds
from reverie.store.disk import Disk
from reverie.store.git import GitHistory
from reverie.store.purging import Intent
from reverie.store.traces import spellings, trace

FOLDER = f"{layout.PRIVATE}/certificates"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What was done, what was looked at, what is left, and what is out of reach."""

    id: str
    at: str
    deleted: Mapping[str, int]
    places: Mapping[str, int]  # each that was gone through, and how much there was to do or is there now
    searched: Mapping[str, int]  # files, bytes, objects of the history, sentences and values looked for
    left: Sequence[str]  # of our own files, those that still hold any of it; none, unless something is wrong
    yours: Sequence[str]  # files of the person's or a host's that hold one
    beyond: Sequence[str]  # what we cannot reach
    standing: Mapping[str, int] = field(default_factory=dict)  # values that others say too, and in how many places

    @property
    def ok(self) -> bool:
        return not self.left


def certify(
    intent: Intent, places: Mapping[str, int], root: Path, git: GitHistory, beyond: Sequence[str]
) -> Certificate:
    """Search the whole workspace, unpacked history included, and say what was found."""
    sought = intent.gone.telling.sentences
    needles = list(dict.fromkeys(form for sentence in sought for form in forms(sentence)))
    values = intent.gone.values
    traces = [trace(value) for value in values.anywhere]
    left: list[str] = []
    yours: list[str] = []
    files, size = 0, 0
    for name, bytes_, held in _searched(root, needles, traces):
        if name == layout.INTENT:
            continue
        files, size = files + 1, size + bytes_
        ours = name.startswith((f"{layout.PRIVATE}/", "memory/")) or name in ("MEMORY.md", "memory.md")
        if held or (ours and intent.gone.says(name)):
            (left if ours and name not in WATCHED else yours).append(name)
    history = _Counted(git.unpacked())
    if holds(history, needles, traces=traces):
        left.append(f"{layout.PRIVATE}/audit.git (an object in it)")
    return Certificate(
        id=intent.entry.id,
        at=intent.entry.at.isoformat(),
        deleted=dict(intent.counts),
        places=dict(places),
        searched={"files": files, "bytes": size, "bytes of history": history.size, "sentences": len(sought),
                  "values": len(traces)},
        left=left,
        yours=yours,
        beyond=list(beyond),
        standing={"values": len(values.standing), "places": sum(values.standing.values())} if values.standing else {},
    )  # fmt: skip


def save(certificate: Certificate, disk: Disk) -> None:
    disk.folder(FOLDER)
    draft = f"{layout.TMP}/certificate"
    disk.write(draft, json.dumps(asdict(certificate), ensure_ascii=False, indent=2).encode("utf-8") + b"\n")
    disk.sync(draft)
    disk.replace(draft, f"{FOLDER}/{certificate.id}.json")
    disk.sync_folder(FOLDER)


def load(name: str, disk: Disk) -> Certificate | None:
    raw = disk.read(f"{FOLDER}/{name}.json")
    found: dict[str, Any] | None = json.loads(raw) if raw else None
    return Certificate(**found) if found else None


def forms(sentence: str) -> Iterator[bytes]:
    """The bytes a sentence may stand in a file as, in lower case."""
    for text in (sentence, sentence.casefold()):
        yield from spellings(text)


def _searched(root: Path, needles: Sequence[bytes], traces: Sequence[Trace]) -> list[tuple[str, int, bool]]:
    """Every file below with its size, and whether it holds any of them; found out by a process of its own."""
    program = [sys.executable, "-P", str(Path(__file__).with_name("bytewise.py")), str(root)]
    values = [([each.hex() for each in quick], pattern.hex(), full.hex()) for quick, pattern, full in traces]
    asked = json.dumps({"needles": [needle.hex() for needle in needles], "traces": values})
    done = subprocess.run(program, input=asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise VaultError(
            f"the files could not be searched: {done.stderr.strip().splitlines()[-1:] or 'no reason given'}"
        )
    return [(name, size, held) for name, size, held in json.loads(done.stdout)]


class _Counted:
    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self.size = 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self.size += len(piece)
            yield piece


def out_of_reach(root: Path, transcripts: Sequence[str], *, models: bool) -> list[str]:
    """What a purge cannot touch, said so that a person can."""
    found = [f"the host's own transcript {path}" for path in transcripts]
    if not transcripts:
        found.append("transcripts that hosts keep, where it was said in a session")
    repository = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    if repository:
        found.append(f"your own git repository in {repository}, if files of this workspace were committed to it")
    found += [
        "backups and copies of this folder",
        "bundles and files that were exported from it",
        "the history of your shell, if you typed it there",
    ]
    if models:
        found.append("what was sent to the language model or the embedder that you set")
    found.append("what running agents were told already, and what the disk keeps in blocks that it has freed")
    return found
