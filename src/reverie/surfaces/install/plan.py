"""What installing or uninstalling would change, and doing it: all of it or nothing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from reverie.errors import InstallRefused
from reverie.surfaces.install import files
from reverie.surfaces.install.jsonc import Malformed
from reverie.surfaces.install.parts import Own, Shared
from reverie.surfaces.install.program import Program
from reverie.surfaces.install.receipt import Drawer, Filed, Receipt, version


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file as it is, as it would be, and as it is without us; None where there is none."""

    path: Path
    before: bytes | None
    after: bytes | None
    clean: bytes | None
    ours: bool = False  # alone

    @property
    def does(self) -> str:
        if self.before == self.after:
            return "keep"
        if self.before is None:
            return "make"
        return "remove" if self.after is None else "change"

    def diff(self) -> list[str]:
        """The lines that differ, as `diff -u` shows them."""
        old, new = (
            (data or b"").decode("utf-8", "replace").splitlines(keepends=False) for data in (self.before, self.after)
        )
        return list(difflib.unified_diff(old, new, str(self.path), str(self.path), lineterm=""))


@dataclass(slots=True, kw_only=True)
class Plan:
    """All changes of one command."""

    changes: list[Change] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)  # what is left out of which file, and why
    folders: list[Path] = field(default_factory=list)  # to be made, or to be removed when they are empty

    @property
    def to_do(self) -> list[Change]:
        return [one for one in self.changes if one.does != "keep"]


def installing(parts: Sequence[Own | Shared], drawer: Drawer) -> Plan:
    """What has to change so that everything of ours is there, as this version writes it. Changes nothing."""
    receipt, plan = drawer.receipt(), Plan()
    for part in parts:
        path = files.real(part.path) if isinstance(part, Shared) else part.path
        if isinstance(part, Own):
            before = _of_ours(part, receipt)
            change = Change(path=path, before=before, after=part.text.encode(), clean=None, ours=True)
        else:
            before = files.content(path)
            clean = _clean(part, path, before, drawer, receipt)
            with _naming(path):
                left = part.edit.left(files.text(path, before))
                after = part.edit.add(files.text(path, before)).encode()
            if left:
                plan.left[str(path)] = left
            change = Change(path=path, before=before, after=after, clean=clean)
        plan.changes.append(change)
    plan.changes += _leftovers(parts, drawer, receipt, {one.path for one in plan.changes})
    plan.folders = _missing(one.path for one in plan.to_do if one.after is not None)
    _check(plan)
    return plan


def removing(parts: Sequence[Own | Shared], drawer: Drawer) -> Plan:
    """What has to change so that nothing of ours is there. Changes nothing."""
    receipt, plan = drawer.receipt(), Plan()
    for part in parts:
        path = files.real(part.path) if isinstance(part, Shared) else part.path
        if isinstance(part, Own):
            with suppress(InstallRefused):  # somebody else's file has taken the place: it stays
                before = _of_ours(part, receipt)
                plan.changes.append(Change(path=path, before=before, after=None, clean=None, ours=True))
            if part.within:
                inside = [one for one in part.path.parents if one.is_relative_to(part.within)]
                plan.folders += [one for one in inside if one not in plan.folders]
        else:
            before = files.content(path)
            clean = _clean(part, path, before, drawer, receipt)
            plan.changes.append(Change(path=path, before=before, after=clean, clean=clean))
    plan.changes += _leftovers(parts, drawer, receipt, {one.path for one in plan.changes})
    plan.folders += [one for one in (receipt.folders if receipt else ()) if one not in plan.folders]
    _check(plan)
    return plan


def carry_out(plan: Plan, drawer: Drawer, now: datetime, program: Program | None, host: str) -> None:
    """Copy what is there, write the receipt, then the files; with no program, remove instead of installing.

    A file that changed since the plan was made stops it, and so does a disk that fails: what was written is put back.
    """
    for change in plan.to_do:
        if files.content(change.path) != change.before:
            raise InstallRefused(f"{change.path} was changed meanwhile; nothing was done. Run it again.")
    before = drawer.receipt()
    for change in plan.to_do:
        if change.before is not None and not _kept(change, before):
            drawer.copy(change.path, change.before, now)
    receipt = _receipt(plan, drawer, now, program, host, before) if program else None
    if receipt:
        drawer.put(receipt)
    done: list[Change] = []
    try:
        for change in plan.to_do:
            done.append(change)
            if change.after is None:
                files.remove(change.path)
            else:
                files.write(change.path, change.after)
    except BaseException as wrong:
        for change in reversed(done):
            with suppress(OSError):
                files.write(change.path, change.before) if change.before is not None else files.remove(change.path)
        if receipt:
            _without(plan.folders)
        with suppress(OSError):
            drawer.put(before) if before else drawer.clear()
        if isinstance(wrong, OSError):
            why = wrong.strerror or str(wrong)
            raise InstallRefused(f"{done[-1].path} cannot be written: {why}; nothing was changed") from wrong
        raise
    if not receipt:
        _without(plan.folders)
        drawer.clear()
    drawer.trim(receipt)


def _without(folders: Sequence[Path]) -> None:
    """Remove those that nothing is in, innermost first."""
    for folder in sorted(folders, key=lambda one: len(one.parts), reverse=True):
        with suppress(OSError):  # somebody else's file is in it
            folder.rmdir()


def _kept(change: Change, receipt: Receipt | None) -> bool:
    """Whether what a change replaces needs no copy: it is wholly ours, or the receipt will keep it."""
    filed = receipt.files.get(change.path) if receipt else None
    return change.before == change.clean or (
        change.ours and change.before is not None and filed is not None and filed.after == version(change.before)
    )


def _receipt(plan: Plan, drawer: Drawer, now: datetime, program: Program, host: str, before: Receipt | None) -> Receipt:
    filed = {}
    for change in plan.changes:
        if change.after is None or change.after == change.clean:  # nothing of ours is in it
            continue
        known = before.files.get(change.path) if before else None
        clean = None
        if change.clean is not None:
            same = known is not None and drawer.copied(known.clean) == change.clean
            clean = known.clean if known and same else drawer.copy(change.path, change.clean, now)
        filed[change.path] = Filed(after=version(change.after), clean=clean)
    made = [*(before.folders if before else ()), *plan.folders]
    return Receipt(
        host=host,
        workspace=str(program.workspace),
        command=program.command,
        at=now.isoformat(timespec="seconds"),
        files=filed,
        folders=tuple(dict.fromkeys(made)),
    )


def _of_ours(part: Own, receipt: Receipt | None) -> bytes | None:
    """A file of ours as it is; refused when it is somebody else's."""
    if part.path.is_symlink():
        raise InstallRefused(f"{part.path} is a link, and not ours; move it away first")
    before = files.content(part.path)
    known = receipt is not None and part.path in receipt.files
    if before is not None and not known and part.sign.encode() not in before:
        raise InstallRefused(f"{part.path} is there already and is not ours; move it away first")
    return before


def _clean(part: Shared, path: Path, before: bytes | None, drawer: Drawer, receipt: Receipt | None) -> bytes | None:
    """A host's file without what is ours: to the byte as it was, when nobody changed it since."""
    if before is None:
        return None
    filed = receipt.files.get(path) if receipt else None
    was = drawer.copied(filed.clean) if filed else None
    if filed and filed.after == version(before) and (filed.clean is None or was is not None):
        return was
    known = was if filed and (was is not None or filed.clean is None) else None
    with _naming(path):
        text = files.text(path, before)
        old = None if filed is None else files.text(path, known)
        clean = part.edit.remove(text, old)
    if filed and filed.clean is None and clean != text and not clean.strip("\ufeff \t\r\n{}"):
        return None  # we made it, and nobody has put anything into it
    return clean.encode()


def _leftovers(
    parts: Sequence[Own | Shared], drawer: Drawer, receipt: Receipt | None, known: set[Path]
) -> Iterator[Change]:
    """Files we wrote into that we would not now: an older version did, or the host has moved its own."""
    for path, filed in (receipt.files if receipt else {}).items():
        before = files.content(path) if path not in known else None
        if before is None:
            continue
        ours = filed.clean is None and version(before) == filed.after
        alike = [one.edit for one in parts if isinstance(one, Shared) and one.path.stem == path.stem]
        if ours or alike:
            clean = None if ours else _clean(Shared(path=path, edit=alike[0]), path, before, drawer, receipt)
            yield Change(path=path, before=before, after=clean, clean=clean, ours=ours)


def _missing(paths: Iterable[Path]) -> list[Path]:
    """The folders that have to be made for files, outermost first."""
    found: list[Path] = []
    for path in paths:
        found += [one for one in reversed(path.parents) if not one.exists() and one not in found]
    return found


def _check(plan: Plan) -> None:
    for change in plan.to_do:
        files.writable(change.path)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Says which file is malformed."""
    try:
        yield
    except Malformed as wrong:
        raise InstallRefused(f"{path} cannot be changed: {wrong}. It was left as it is.") from wrong
