"""state.db: what the log adds up to. Where each page and fragment is, what was marked, what is held.

Derived from audit.jsonl alone, entry by entry (`replay`); delete it and it is rebuilt. The few things only this
machine knows (file stamps, problems found) are found again by looking.

One class in parts, each of some tables: pages, fragments, entries, files. Here it follows the log.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from reverie.domain.tombstone import Tombstone
from reverie.errors import VaultCorrupt
from reverie.store import log
from reverie.store.disk import Disk
from reverie.store.layout import LOG
from reverie.store.reached import Reached
from reverie.store.replay import Replay
from reverie.store.state.entries import Entries
from reverie.store.state.files import Files
from reverie.store.state.fragments import Fragments
from reverie.store.state.pages import Pages


class State(Pages, Fragments, Entries, Files):
    """What the log adds up to, as far as it was followed."""

    def follow(self, disk: Disk) -> int:
        """Take in the entries after the cursor; returns how many."""
        if log.size(disk) == self.cursor:
            return 0
        count, replay = 0, Replay(self._db)
        with self._database.change():
            if log.size(disk) < self.cursor:
                raise VaultCorrupt(
                    f"{LOG} is shorter than it was: changes are missing from it. Bring it back from a backup, "
                    "or go on with what is left by `reverie doctor --fix`."
                )
            for logged in log.read(disk, self.cursor):
                replay.take(logged, disk)
                count += 1
        return count

    def anew(self, disk: Disk, before: Callable[[], None], reached: Reached | None = None) -> None:
        """Be what the log adds up to, after `before` has written it anew; others see neither until it is done.

        With what was `reached`, and everything before taken in, only that is taken in again."""
        replay = Replay(self._db)
        with self._database.change() as db:
            before()
            if reached and self.cursor == reached.was:
                replay.without(reached, disk)
            else:
                tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                for (table,) in tables.fetchall():
                    db.execute(f"DELETE FROM {table}")
                for logged in log.read(disk):
                    replay.take(logged, disk)
        self._database.scrub()

    def tombstones(self) -> list[Tombstone]:
        """What must not come back."""
        return [Tombstone(*row) for row in self._db.execute("SELECT source, entry, day, hash FROM tombstone")]

    @property
    def cursor(self) -> int:
        return self._meta("cursor")

    @property
    def seq(self) -> int:
        return self._meta("seq")

    @property
    def rendered(self) -> int:
        return self._meta("rendered")

    def set_rendered(self, cursor: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('rendered', ?)", (cursor,))

    @property
    def shown(self) -> tuple[date | None, int, int]:
        """The first day of audit.log when its window last moved, and checksums of it and of the archive as rendered."""
        since = self._meta("shown since")
        return date.fromordinal(since) if since else None, self._meta("log sum"), self._meta("archive sum")

    def set_shown(self, since: date | None, log_sum: int, archive_sum: int) -> None:
        rows = [("shown since", since.toordinal() if since else 0), ("log sum", log_sum), ("archive sum", archive_sum)]
        self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)

    @property
    def watched(self) -> int:
        """The last entry whose files were looked through for alerts."""
        return self._meta("watched")

    def set_watched(self, seq: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('watched', ?)", (seq,))

    def _meta(self, name: str) -> int:
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else 0
