"""The log by entry: where its line stands and what it can be found by; the proposals and alerts it leaves waiting."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime

from reverie.domain import proposal as proposals
from reverie.domain.audit_digest import Told
from reverie.domain.page import Key
from reverie.domain.proposal import State as HeldState
from reverie.store.base import Alert, AuditFilter, Held
from reverie.store.replay import BY_KEY, moment
from reverie.store.state.tables import Tables

# Of what entries did to pages, that of some days.
_SOME_DAYS = "kind != 'file' AND seq IN (SELECT seq FROM log WHERE at >= ? AND at < ?)"


class Entries(Tables):
    """The entries of the log, what they did to pages, and what of them waits for a person."""

    def began(self) -> datetime | None:
        """When the first change was made."""
        row = self._db.execute("SELECT at FROM log ORDER BY seq LIMIT 1").fetchone()
        return datetime.fromisoformat(row[0]) if row else None

    def newest(self, before: int | None = None) -> datetime | None:
        """When the last change was made, of all or of those whose line begins before a place in the log."""
        sql = "SELECT at FROM log WHERE ? IS NULL OR offset < ? ORDER BY seq DESC LIMIT 1"
        row = self._db.execute(sql, (before, before)).fetchone()
        return datetime.fromisoformat(row[0]) if row else None

    def seq_at(self, at: datetime) -> int:
        """The number of the last entry up to a moment; 0 before the first."""
        row = self._db.execute("SELECT MAX(seq) FROM log WHERE at <= ?", (moment(at),)).fetchone()
        return row[0] or 0

    def offset_after(self, seq: int) -> int:
        """Where in the log the entries after this one begin."""
        row = self._db.execute(
            "SELECT offset + length FROM log WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (seq,)
        ).fetchone()
        return row[0] if row else 0

    def last_written(self) -> int:
        """The number of the last entry that history has to know."""
        row = self._db.execute("SELECT seq FROM log WHERE paths != '' ORDER BY seq DESC LIMIT 1").fetchone()
        return row[0] if row else 0

    def logged_since(self, start: date | None) -> list[tuple[int, int]]:
        """Offset and length of the entries from a day on, or of all, in order."""
        sql = "SELECT offset, length FROM log WHERE at >= ? ORDER BY seq"
        return self._db.execute(sql, (start.isoformat() if start else "",)).fetchall()

    def logged_before(self, start: date, since: date) -> list[tuple[Told, tuple[int, int]]]:
        """The entries from a day until before another one, in order, and where they stand."""
        rows = self._db.execute(
            "SELECT at, action, actor, approval, paths, offset, length FROM log WHERE at < ? AND at >= ? ORDER BY seq",
            (start.isoformat(), since.isoformat()),
        )
        return [
            (
                Told(
                    on=date.fromisoformat(at[:10]), action=action, actor=actor, approval=approval,
                    paths=tuple(paths.split("\n")) if paths else (),
                ),
                (offset, length),
            )
            for at, action, actor, approval, paths, offset, length in rows
        ]  # fmt: skip

    def search_log(self, wanted: AuditFilter) -> list[tuple[int, int]]:
        """Offset and length of the matching entries, newest first."""
        tests: list[str] = ["1"]
        values: list[str] = []
        for clause, value in (
            ("at >= ?", moment(wanted.since) if wanted.since else None),
            ("seq >= CAST(? AS INTEGER)", str(wanted.first) if wanted.first else None),
            ("instr(lower(actor), lower(?))", wanted.actor),
            ("instr(lower(paths), lower(?))", wanted.file),
            ("instr(words, ?)", wanted.text.casefold() if wanted.text else None),
        ):
            if value is not None:
                tests.append(clause)
                values.append(value)
        if wanted.action:
            actions = [one.strip() for one in wanted.action.upper().split(",")]
            tests.append(f"action IN ({', '.join('?' * len(actions))})")
            values += actions
        if wanted.key:
            tests.append(f"seq IN (SELECT seq FROM log_key WHERE {BY_KEY})")
            values += [wanted.key.space, wanted.key.kind, wanted.key.slug]
        sql = f"SELECT offset, length FROM log WHERE {' AND '.join(tests)} ORDER BY seq DESC LIMIT ?"
        return self._db.execute(sql, (*values, wanted.limit)).fetchall()

    def named(self, name: str) -> list[tuple[int, int]]:
        """Offset and length of the entries with that id, or that run, or a unique beginning of an id."""
        rows = self._db.execute(
            "SELECT offset, length FROM log WHERE id = ? OR run = ? ORDER BY seq", (name, name)
        ).fetchall()
        if rows:
            return rows
        ids = self._db.execute(
            "SELECT DISTINCT id FROM log WHERE id LIKE ? ESCAPE '\\' LIMIT 2", (_like(name, "", "%"),)
        ).fetchall()
        return self.named(ids[0][0]) if len(ids) == 1 and ids[0][0] != name else []

    def first_pages(self, since: date, until: date) -> list[tuple[str, str, date]]:
        """The first page ever of a kind, and when, if that was from one day until before another."""
        some = (since.isoformat(), until.isoformat())
        first = self._db.execute("SELECT MIN(seq) FROM log WHERE at >= ? AND at < ?", some).fetchone()[0] or 0
        known = {kind for (kind,) in self._db.execute("SELECT DISTINCT kind FROM log_key WHERE seq < ?", (first,))}
        new = f"SELECT kind, seq, slug FROM log_key WHERE {_SOME_DAYS} AND kind NOT IN ({', '.join('?' * len(known))})"
        found: dict[str, tuple[int, str]] = {}
        for kind, seq, slug in self._db.execute(new, (*some, *known)):
            found[kind] = min((seq, slug), found.get(kind, (seq, slug)))
        at = "SELECT at FROM log WHERE seq = ?"
        return [
            (kind, slug, date.fromisoformat(self._db.execute(at, (seq,)).fetchone()[0][:10]))
            for kind, (seq, slug) in sorted(found.items())
        ]

    def new_pages(self, since: date, until: date) -> list[tuple[str, date, int]]:
        """How many pages of a kind came on a day, from one day until before another."""
        rows = self._db.execute(
            f"SELECT k.kind, substr(l.at, 1, 10), COUNT(*) FROM log_key k JOIN log l USING (seq) WHERE {_SOME_DAYS} "
            "AND NOT EXISTS (SELECT 1 FROM log_key e "
            "WHERE e.space = k.space AND e.kind = k.kind AND e.slug = k.slug AND e.seq < k.seq) "
            "GROUP BY 1, 2 ORDER BY 2, 1",
            (since.isoformat(), until.isoformat()),
        )
        return [(kind, date.fromisoformat(on), number) for kind, on, number in rows]

    def last_path(self, key: Key) -> str | None:
        """Where a page stood when it last stood."""
        row = self._db.execute(
            f"SELECT path FROM log_key WHERE {BY_KEY} ORDER BY seq DESC LIMIT 1",
            (key.space, key.kind, key.slug),
        ).fetchone()
        return row[0] if row else None

    def version_before(self, key: Key, seq: int) -> tuple[str, str, int, int] | None:
        """Where a page stood before `seq`: path, version, and the place of the entry that wrote it."""
        row = self._db.execute(
            f"SELECT k.path, k.version, l.offset, l.length FROM log_key k JOIN log l ON l.seq = k.seq "
            f"WHERE {BY_KEY} AND k.seq < ? ORDER BY k.seq DESC LIMIT 1",
            (key.space, key.kind, key.slug, seq),
        ).fetchone()
        return (row[0], row[1], row[2], row[3]) if row and row[1] is not None else None

    def touched_after(self, seq: int) -> list[Key]:
        """The pages that entries after this one changed."""
        rows = self._db.execute("SELECT DISTINCT space, kind, slug FROM log_key WHERE seq > ? ORDER BY 1, 2, 3", (seq,))
        return [Key(*row) for row in rows]

    def later(self, keys: Sequence[Key], seq: int) -> list[tuple[int, int]]:
        seqs: set[int] = set()
        for key in keys:
            rows = self._db.execute(
                f"SELECT seq FROM log_key WHERE {BY_KEY} AND seq > ?", (key.space, key.kind, key.slug, seq)
            )
            seqs |= {s for (s,) in rows}
        found = [
            self._db.execute("SELECT offset, length FROM log WHERE seq = ?", (s,)).fetchone() for s in sorted(seqs)
        ]
        return [row for row in found if row]

    def held(self, state: HeldState | None) -> list[Held]:
        rows = self._db.execute(
            "SELECT body, state, at, reasons FROM held WHERE ? IS NULL OR state = ? ORDER BY seq",
            (state, state),
        )
        return [
            Held(
                proposal=proposals.from_json(json.loads(body)),
                state=found,
                at=datetime.fromisoformat(at),
                reasons=tuple(json.loads(reasons)),
            )
            for body, found, at, reasons in rows
        ]

    def alerts(self) -> list[Alert]:
        """Those that nobody has acknowledged, oldest first."""
        rows = self._db.execute("SELECT id, at, path, summary, diff FROM alert ORDER BY seq")
        return [
            Alert(
                id=id_,
                at=datetime.fromisoformat(at),
                path=path,
                summary=summary,
                diff=tuple(map(str, json.loads(diff))),
            )
            for id_, at, path, summary, diff in rows
        ]


def _like(text: str | None, before: str, after: str = "%") -> str | None:
    if text is None:
        return None
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{before}{escaped}{after}"
