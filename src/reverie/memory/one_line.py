"""Errors of the disk, of SQLite and of text that is not Unicode, said as ours: one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from reverie.errors import ReverieError, VaultBusy, VaultError
from reverie.store.disk import no_room

T = TypeVar("T")
C = TypeVar("C")
FULL = "the disk is full. Nothing is lost and nothing more was changed; make room, then run it again"


def in_one_line(cls: type[C]) -> type[C]:
    """A class whose public methods raise nothing else."""
    for name, found in list(vars(cls).items()):
        if isinstance(found, classmethod):
            setattr(cls, name, classmethod(_said(found.__func__)))
        elif callable(found) and not name.startswith("_"):
            setattr(cls, name, _said(found))
    return cls


def _said(method: Callable[..., T]) -> Callable[..., T]:
    @wraps(method)
    def said(*given: Any, **named: Any) -> T:
        try:
            return method(*given, **named)
        except (sqlite3.DatabaseError, OSError) as wrong:
            if no_room(wrong):
                raise VaultError(FULL) from wrong
            if isinstance(wrong, OSError):
                refused = f"the disk refused ({why_of(wrong)})"
                raise VaultError(f"{refused}. Nothing is lost; try again, or ask `reverie doctor`.") from wrong
            if "locked" in str(wrong):
                raise VaultBusy("another process is busy with a derived database; try again") from wrong
            raise VaultError(f"a derived database cannot be used ({wrong}). Nothing is lost: {cure(wrong)}.") from wrong
        except UnicodeEncodeError as wrong:
            raise ReverieError("the text is not valid Unicode; nothing was done") from wrong

    return said


def why_of(wrong: Exception) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)


def cure(wrong: sqlite3.Error) -> str:
    """What a person does about a database that cannot be used."""
    from reverie.store.database import unfit

    if isinstance(wrong, sqlite3.DatabaseError) and unfit(wrong):
        return "`reverie doctor --fix` builds it anew"
    return "put that right and try again; `reverie doctor` says more"
