"""The ledger: what each session of a host was told, in usage.db. Never a prompt, never a text; never worth a wait.

Light to import, for hooks. What cannot be written at once waits in a file beside it and counts from then on.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence

from reverie.light import TYPE_CHECKING, NamedTuple
from reverie.store.empty import begin

if TYPE_CHECKING:
    from typing import Any

    from reverie.domain.page import KeyKind

VERSION = 2
WAIT = 50  # milliseconds anybody waits for another process
KEPT = 20_000  # injections that are remembered
_SCHEMA = os.path.join(os.path.dirname(__file__), "sql", "usage.sql")
_TOLD = "INSERT INTO injection VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)"
_GIVEN = "INSERT INTO given (injection, session, space, kind, slug, handle, live) VALUES (?, ?, ?, ?, ?, ?, 1)"
_COLUMNS = "id, at, session, host, space, event, matched, injected, score, tokens, tier, reason, ms"
_LONGEST = 200  # characters of a session's name


class Given(NamedTuple):
    """One thing a session was told."""

    space: str
    kind: str
    slug: str
    handle: str

    @property
    def name(self) -> tuple[str, str, str]:
        return self[:3]


class Told(NamedTuple):
    """One line of the ledger: when whom was told how much of what."""

    at: str
    session: str
    host: str
    space: str
    event: str  # start or turn
    matched: int
    injected: int
    score: float
    tokens: int
    tier: str
    reason: str  # why nothing was told
    digest: str
    ms: int
    given: Sequence[Given] = ()


class Seen(NamedTuple):
    """What a session was told and still has."""

    names: frozenset[tuple[str, str, str]] = frozenset()
    digests: frozenset[str] = frozenset()  # of what it was told when it started


class Ledger:
    """Over the usage.db in a folder; the file that waits is in its spool."""

    def __init__(self, private: str) -> None:
        self._path = os.path.join(private, "usage.db")
        self._waiting = os.path.join(private, "spool", "ledger.jsonl")
        self._db: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        if self._db is None:
            begin(self._path)
            # Each thread has a ledger of its own; whoever closes a memory closes all of them.
            self._db = sqlite3.connect(self._path, timeout=WAIT / 1000, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA synchronous=NORMAL")
            prepare(self._db)
        return self._db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def seen(self, session: str) -> Seen:
        """What a session was told since it began or was last compacted; nothing where that cannot be read."""
        names: list[tuple[str, str, str]] = []
        digests: list[str] = []
        try:
            names += self.db.execute(
                "SELECT space, kind, slug FROM given WHERE session = ? AND live", (session[:_LONGEST],)
            )
            rows = self.db.execute(
                "SELECT digest FROM injection WHERE session = ? AND live AND digest != ''", (session[:_LONGEST],)
            )
            digests += [digest for (digest,) in rows]
        except (sqlite3.Error, OSError):
            pass
        for told in self._late():
            if told is None or told.session != session[:_LONGEST]:
                continue
            names += [given.name for given in told.given]
            digests += [told.digest] if told.digest else []
        return Seen(frozenset(names), frozenset(digests))

    def note(self, told: Told) -> bool:
        """Write down what a session was told; False when it had to wait, or is lost."""
        told = told._replace(session=told.session[:_LONGEST])
        try:
            self._write([told])
        except (sqlite3.Error, OSError):
            self._keep_waiting(told)
            return False
        return True

    def reset(self, session: str) -> None:
        """The session has nothing of it any more: it was compacted, or cleared."""
        named = (session[:_LONGEST],)
        self.settle()
        self.db.execute("UPDATE given SET live = 0 WHERE session = ? AND live", named)
        self.db.execute("UPDATE injection SET live = 0 WHERE session = ? AND live", named)

    def forget(self, names: Iterable[tuple[str, str, str]]) -> int:
        """Know nothing any more of whom these were told; how often that was."""
        self.settle()
        folder, name = os.path.split(self._waiting)
        for left in os.listdir(folder) if os.path.isdir(folder) else ():
            if left.startswith(f"{name}."):  # of a process that was killed at it
                self._settle(os.path.join(folder, left))
        self.db.execute("PRAGMA secure_delete=ON")
        count = 0
        for space, kind, slug in names:
            sql = "DELETE FROM given WHERE slug = ? AND kind = ? AND space = ?"
            count += self.db.execute(sql, (slug, kind, space)).rowcount
        return count

    def settle(self) -> int:
        """Write down what waited; returns how many."""
        if not os.path.exists(self._waiting):
            return 0
        taken = f"{self._waiting}.{os.getpid()}"
        os.replace(self._waiting, taken)
        return self._settle(taken)

    def _settle(self, taken: str) -> int:
        late = [told for told in _read(taken) if told]
        self._write(late)
        os.unlink(taken)
        return len(late)

    # What people ask

    def injections(self, session: str | None = None, limit: int = 50) -> list[dict[str, Any]]:
        """What was told, the latest first; of one session by its name, or how it begins, with or without its host."""
        begins = "" if session is None else session.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        rows = self.db.execute(
            f"SELECT {_COLUMNS} FROM injection WHERE session LIKE ? ESCAPE '!' OR session LIKE ? ESCAPE '!' "
            "ORDER BY id DESC LIMIT ?",
            (f"{begins}%", f"%:{begins}%", limit),
        ).fetchall()
        found = [dict(zip(_COLUMNS.split(", "), row, strict=True)) for row in rows]
        for one in found:
            given = self.db.execute(
                "SELECT handle, used FROM given WHERE injection = ? AND handle != ''", (one["id"],)
            ).fetchall()
            one["handles"] = [handle for handle, _ in given]
            one["used"] = [handle for handle, used in given if used]
        return found

    def told_of(self, space: str, kind: str, slug: str, limit: int = 5) -> list[tuple[str, str, str]]:
        """When, in which host and in which session something was last told; nothing where that cannot be read."""
        sql = (
            "SELECT i.at, i.host, i.session FROM given g JOIN injection i ON i.id = g.injection "
            "WHERE g.slug = ? AND g.kind = ? AND g.space = ? AND g.handle != '' ORDER BY i.id DESC LIMIT ?"
        )
        try:
            return self.db.execute(sql, (slug, kind, space, limit)).fetchall()
        except (sqlite3.Error, OSError):  # a folder that nobody may write in, for one; the proof itself is elsewhere
            return []

    def totals(self) -> dict[str, Any]:
        """What it all came to."""
        row = self.db.execute(
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE injected > 0), IFNULL(SUM(tokens), 0), COUNT(DISTINCT session), "
            "COUNT(*) FILTER (WHERE event = 'turn'), COUNT(*) FILTER (WHERE event = 'turn' AND injected = 0), "
            "IFNULL(SUM(tokens) FILTER (WHERE event = 'turn'), 0) FROM injection"
        ).fetchone()
        names = ("asked", "injections", "tokens", "sessions", "prompts", "prompts_without", "tokens_for_prompts")
        used = self.db.execute("SELECT COUNT(*), IFNULL(SUM(used), 0) FROM given WHERE handle != ''").fetchone()
        return {**dict(zip(names, row, strict=True)), "given": used[0], "used": used[1]}

    def prompts(self, space: str, since: str) -> tuple[int, int]:
        """How many prompts asked something in a space since then, and for how many of them nothing was known."""
        asked, vain = self.db.execute(
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE matched = 0) FROM injection WHERE event = 'turn' AND space = ? "
            "AND at >= ? AND (matched > 0 OR reason LIKE 'nothing %' OR reason LIKE 'only passing mentions%')",
            (space, since),
        ).fetchone()
        return asked, vain

    def use(self, session: str, handles: Iterable[str]) -> list[tuple[str, KeyKind, str]]:
        """The agent spoke of these, of which it was told in this session: their names, each once in a session."""
        found: list[tuple[str, KeyKind, str]] = []
        for handle in handles:
            row = self.db.execute(
                "SELECT space, kind, slug FROM given WHERE session = ? AND handle = ? AND NOT used", (session, handle)
            ).fetchone()
            if row:
                self.db.execute("UPDATE given SET used = 1 WHERE session = ? AND handle = ?", (session, handle))
                found.append(row)
        return found

    # Writing

    def _write(self, some: Sequence[Told]) -> None:
        db = self.db
        db.execute("BEGIN IMMEDIATE")
        try:
            for told in some:
                number = db.execute(_TOLD, told[:-1]).lastrowid
                db.executemany(_GIVEN, [(number, told.session, *given) for given in told.given])
                if number and number % 500 == 0:
                    db.execute("DELETE FROM given WHERE injection <= ?", (number - KEPT,))
                    db.execute("DELETE FROM injection WHERE id <= ?", (number - KEPT,))
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise

    def _keep_waiting(self, told: Told) -> None:
        import json

        try:
            os.makedirs(os.path.dirname(self._waiting), 0o700, exist_ok=True)
            line = json.dumps([*told[:-1], [list(given) for given in told.given]], ensure_ascii=True) + "\n"
            handle = os.open(self._waiting, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
            try:
                os.write(handle, line.encode("ascii"))
            finally:
                os.close(handle)
        except OSError:
            pass  # nobody may write here: then it is told again, which is better than an error

    def _late(self) -> list[Told | None]:
        return _read(self._waiting) if os.path.exists(self._waiting) else []


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables that a usage.db lacks, whoever opens it first."""
    if db.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    db.execute("PRAGMA journal_mode=WAL")
    with open(_SCHEMA, encoding="utf-8") as file:
        statements = file.read().split(";\n")
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _read(path: str) -> list[Told | None]:
    import json

    found: list[Told | None] = []
    try:
        with open(path, "rb") as file:
            lines = file.read(1 << 20).splitlines()
    except OSError:
        return []
    for line in lines:
        try:
            *rest, given = json.loads(line)
            found.append(Told._make([*rest, tuple(Given(*each) for each in given)]))
        except (ValueError, TypeError):
            found.append(None)
    return found
