"""A check-up of a workspace: what is wrong, what it means, and what mends it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reverie.domain import core
from reverie.errors import ReverieError
from reverie.store import layout, log_repair
from reverie.store.base import Level
from reverie.store.disk import LocalDisk
from reverie.store.files import FileVault
from reverie.store.journal import Journal
from reverie.store.lock import WriterLock
from reverie.store.surroundings import surroundings
from reverie.store.survey import Survey, Trouble
from reverie.store.trail import Trail
from reverie.store.verify import verify

_ORDER = {"problem": 0, "warning": 1, "fine": 2}
_ROUNDS = 5  # one repair may lay the next damage bare


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the doctor says."""

    level: Level
    what: str
    mend: str = ""


def survey(root: Path, now: datetime) -> list[Trouble]:
    """What is wrong from outside, before anything is opened; a change that a crash cut off is finished first."""
    lock = root / layout.PRIVATE / "lock"
    if lock.is_file() and any((root / layout.JOURNAL).glob("*.json")):
        with suppress(ReverieError, OSError), WriterLock(lock).held():
            _finish_pending(root)
    return [*Survey(root, now).troubles(), *surroundings(root, now)]


def found(troubles: Iterable[Trouble]) -> list[Finding]:
    return [Finding(trouble.level, trouble.what, trouble.mend) for trouble in troubles]


def mended(root: Path, now: datetime) -> list[str]:
    """Cure what can be cured while nobody else writes."""
    lock = root / layout.PRIVATE / "lock"
    if lock.is_symlink() or not (root / layout.PRIVATE).is_dir() or (lock.exists() and not lock.is_file()):
        done = _mend(root, now)  # nobody can hold such a lock
        return [*done, *(line for line in mended(root, now) if line not in done)] if lock.parent.is_dir() else done
    with WriterLock(lock).held():
        return _mend(root, now)


def _mend(root: Path, now: datetime) -> list[str]:
    """Cure, and look again until nothing more can be cured."""
    done: list[str] = []
    for _ in range(_ROUNDS):
        look = Survey(root, now)
        before = len(done)
        troubles = (*look.troubles(), *surroundings(root, now))
        done += [said for trouble in troubles if trouble.cure and (said := _cured(trouble))]
        done += Survey(root, now).restore_displaced()
        for folder in (layout.JOURNAL, layout.TMP, "memory"):
            (root / folder).mkdir(mode=0o700, exist_ok=True)
        _finish_pending(root)
        if len(done) == before:
            break
    return list(dict.fromkeys(done))


def _cured(trouble: Trouble) -> str:
    try:
        return trouble.cure() if trouble.cure else ""
    except OSError as wrong:
        return f"{trouble.what}: could not be mended ({wrong.strerror})"


def _finish_pending(root: Path) -> None:
    """A change that a crash cut off is finished before anything is built on what it left."""
    journal = Journal(LocalDisk(root))
    while pending := journal.pending():
        journal.finish(pending)
        journal.done(pending.number)


def own_up(vault: FileVault, now: datetime) -> list[str]:
    """Note in the log what could not be had again, so that it is said once and known for ever."""
    gone, breaks = _missing(vault)
    if not gone and not breaks:
        return []
    entry = vault.note(log_repair.gone(gone, breaks, 0, now))
    return [f"{entry.summary}: they could not be had again; the log says so ({entry.id})"]


def _missing(vault: FileVault) -> tuple[list[str], list[str]]:
    from reverie.store.verify import broken_chains, missing_fragments

    gone = sorted({id_ for _, id_ in missing_fragments(vault)})
    lossy = {path for path, _ in missing_fragments(vault)}
    return gone, [place for path, place in broken_chains(vault) if path in lossy]


def examine(vault: FileVault, trail: Trail, troubles: Iterable[Trouble]) -> list[Finding]:
    """Everything there is to say, worst first; a healthy workspace gets one `fine`."""
    said = [*found(troubles), *_problems(vault), *_disagreements(vault, trail)]
    return order(said) or [Finding("fine", "files, log, streams and history agree; nothing is wrong")]


def order(said: Iterable[Finding]) -> list[Finding]:
    return sorted(dict.fromkeys(said), key=lambda finding: _ORDER[finding.level])


def _problems(vault: FileVault) -> Iterator[Finding]:
    for problem, _ in vault.state.problems():
        secret = "credential" in problem.why
        yield Finding("problem" if secret else "warning", str(problem), "edit the file; it is read again by itself")
    for alert in vault.state.alerts():
        level: Level = "problem" if "integrity" in alert.summary else "warning"
        yield Finding(level, f"{alert.path}: {alert.summary}", f"reverie audit ack {alert.id}, when you have seen it")
    yield from _core(vault)
    if vault.unfinished:
        yield Finding("problem", vault.unfinished, "make room on the disk or mend its permissions")


def _core(vault: FileVault) -> Iterator[Finding]:
    """Core memory that is beyond its budget, or says a block twice."""
    text = (vault.disk.read("MEMORY.md") or b"").decode("utf-8", "replace")
    found = core.blocks(text)
    for block in core.BLOCKS:
        size = core.cost(found.get(block.slug, ""))
        if size > block.budget:
            what = f"MEMORY.md: {block.title} has {size:,} tokens, its budget is {block.budget:,}"
            yield Finding("warning", what, "shorten it: every session is told all of it")
        if len(re.findall(rf"^##\s+{re.escape(block.title)}\s*$", text, re.M | re.I)) > 1:
            yield Finding("warning", f"MEMORY.md: {block.title} stands there twice; only one is read", "make them one")


def _disagreements(vault: FileVault, trail: Trail) -> Iterator[Finding]:
    behind = trail.follow()
    if behind:
        yield Finding("warning", f"the history is behind: {behind}", "it is caught up with the next change, given git")
        return
    try:
        for sentence in verify(vault, trail.git):
            yield Finding("problem", sentence, "see `reverie audit` for the file's changes")
    except ReverieError as wrong:
        yield Finding("problem", str(wrong), "reverie doctor --fix")
