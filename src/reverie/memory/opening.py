"""Opening a workspace: the parts are chosen and wired here, and nothing else knows which they are."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from reverie import config, configured
from reverie.errors import ReverieError, VaultCorrupt, VaultError, VaultMissing
from reverie.memory.one_line import FULL, in_one_line, why_of
from reverie.store import layout
from reverie.store.archive import Archive
from reverie.store.base import Scope
from reverie.store.disk import LocalDisk, no_room
from reverie.store.files import FileVault
from reverie.store.lock import WriterLock
from reverie.store.spool import Spool
from reverie.store.sqlite import SqliteIndex
from reverie.store.state import State
from reverie.store.switch import Switch

Source = Literal["cli", "mcp", "library", "import"]  # where words come from, as their fragments say

if TYPE_CHECKING:
    from reverie.llm.embed import Embedder
    from reverie.llm.models import Meter as Counting, Model, Role
    from reverie.retrieval.embedders import Embedders
    from reverie.retrieval.lanes import Similar
    from reverie.store.base import Problem
    from reverie.store.jobs import Jobs
    from reverie.store.ledger import Ledger
    from reverie.store.meter import Meter
    from reverie.store.purging import Purging
    from reverie.store.times import Times
    from reverie.store.trail import Trail
    from reverie.store.usage import Usage
    from reverie.store.vectors import Vectors


@in_one_line
class Opened:
    """A workspace that is open: its parts, each made when it is first used."""

    def __init__(
        self, root: Path, *, agent: str | None = None, source: Source = "library", session: str | None = None
    ) -> None:
        """Use `create` or `open`. `agent` names the agent that acts; None means a person does. `session` is its."""
        private = root / layout.PRIVATE
        self.personal = config.personal()
        self.root = root
        self.agent = agent
        self._source: Source = source
        self._session = session
        self.settings = config.load(root)
        self.warnings: list[Problem] = []  # files found that could not be taken in, said once
        self.behind: str | None = None  # why the history could not follow
        self.sealed = not os.access(private, os.W_OK)  # nobody may write: what is there can still be read
        lock = WriterLock(private / "lock", self.settings.vault.wait)
        self.vault = FileVault(LocalDisk(root), State(private / "state.db"), lock)
        # Said by whatever is asked next; `doctor --fix` must still open it.
        with suppress(VaultCorrupt, *([sqlite3.OperationalError] if self.sealed else [])):
            self.vault.state.follow(self.vault.disk)
        self.archive = Archive(private / "archive" / "turns.db")
        self.index = SqliteIndex(private / "index.db", self.vault, self.archive)
        self.switch = Switch(private / "off")
        self._looked = False
        self._gone: list[str] = []  # files that were found deleted
        self._working = False  # as the worker, which starts nobody else
        self.degraded: str | None = None  # why the vector lane is silent
        self._own = threading.local()  # what each thread has for itself
        self._ledgers: list[Ledger] = []
        self._wire_purging()

    @classmethod
    def open(
        cls, path: str | Path, *, agent: str | None = None, source: Source = "library", session: str | None = None
    ) -> Self:
        """Open a workspace that `create` (or `reverie init`) made."""
        root = Path(path).expanduser()
        if not (root / layout.PRIVATE).is_dir():
            if os.path.lexists(root / layout.PRIVATE):
                raise VaultError(f"{root / layout.PRIVATE} is not a folder; `reverie -w {root} doctor` says more")
            raise VaultMissing(f"there is no workspace in {root}; make one with `reverie init {root}`")
        try:
            for folder in (layout.JOURNAL, layout.TMP):  # a copy may have dropped them, being empty
                (root / folder).mkdir(mode=0o700, exist_ok=True)
            return cls(root.resolve(), agent=agent, source=source, session=session)
        except (OSError, sqlite3.Error) as wrong:
            why = f"{root} cannot be opened: {why_of(wrong)}; `reverie doctor` says more"
            raise VaultError(FULL if no_room(wrong) else why) from wrong

    def close(self) -> None:
        self.vault.state.close()
        self.index.close()
        self.archive.close()
        for name in ("vectors", "usage", "jobs", "meter"):
            if name in self.__dict__:
                getattr(self, name).close()
        for ledger in self._ledgers:
            ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def spaces(self) -> list[str]:
        """The spaces that hold anything beside the agent's own."""
        return sorted(self.vault.state.spaces().values())

    def space_of(self, folder: Path) -> str:
        """The space of the project a folder belongs to; the agent's own when it belongs to none."""
        from reverie.domain import project
        from reverie.store.projects import project_of

        return project.space(project_of(folder, config.home()))

    @cached_property
    def meaning(self) -> Embedders:
        """The vector lane, with the person's embedder."""
        from reverie.llm.embed import EmbeddingSettings, load
        from reverie.retrieval.embedders import Embedders
        from reverie.store.vectors import Flight

        def loaded(settings: EmbeddingSettings) -> Embedder | None:
            return load(settings, self.personal.models, self.personal.key)

        flight = Flight(self.root / layout.PRIVATE / "embedding.lock")
        start = None if self.sealed else self._start_embedding
        return Embedders(self.index, self.vectors, flight, self.personal.embedding, loaded, start)

    @cached_property
    def usage(self) -> Usage:
        """How things were recalled and read; never in pages, never worth an error."""
        from reverie.store.usage import Usage

        return Usage(self.root / layout.PRIVATE / "usage.db")

    @property
    def ledger(self) -> Ledger:
        """What each session of a host was told; one for each thread."""
        from reverie.store.ledger import Ledger

        if not hasattr(self._own, "ledger"):
            self._own.ledger = Ledger(str(self.root / layout.PRIVATE))
            self._ledgers.append(self._own.ledger)
        found: Ledger = self._own.ledger
        return found

    @cached_property
    def jobs(self) -> Jobs:
        """Which sessions were read, and how far."""
        from reverie.store.jobs import Jobs

        asking = self.personal.language.seconds if self.personal.language.of("fast") else 0
        return Jobs(self.root / layout.PRIVATE / "jobs.db", timedelta(seconds=asking))

    @cached_property
    def meter(self) -> Meter:
        """What language models spent."""
        from reverie.store.meter import Meter

        return Meter(self.root / layout.PRIVATE / "meter.db")

    def model(self, role: Role, meter: Counting | None = None) -> Model | None:
        """The language model of a role, counted by the meter of the workspace or by one around it; None without any."""
        from reverie.llm.models import model

        mine = self.personal.language
        key = self.personal.keys.get(mine.variable(role))
        return model(role, mine, key, meter or self.meter, lambda: datetime.now(UTC))

    @cached_property
    def vectors(self) -> Vectors:
        from reverie.store.vectors import Vectors

        return Vectors(self.root / layout.PRIVATE / "vectors.db")

    @cached_property
    def trail(self) -> Trail:
        from reverie.store.git import GitHistory
        from reverie.store.trail import Trail

        private = self.root / layout.PRIVATE
        return Trail(self.vault, GitHistory(private / "audit.git"), private / "history.lock")

    @cached_property
    def times(self) -> Times:
        """When work was last done."""
        from reverie.store.times import Times

        return Times(self.root / layout.PRIVATE / "times")

    def _spool(self) -> Spool:
        return Spool(str(self.root / layout.PRIVATE))

    def _start_embedding(self) -> None:
        if not self._working:  # who will do it itself
            self._start("models", "embed", "--quiet")

    def _start(self, *command: str) -> None:
        """`reverie COMMAND` in a process of its own, which outlives this one and says nothing."""
        import subprocess
        import sys

        # -P: nothing in the folder it runs in may be taken for a module.
        whole = [sys.executable, "-P", "-m", "reverie", "-w", str(self.root), *command]
        off = subprocess.DEVNULL
        env = configured.for_children()
        child = subprocess.Popen(
            whole, cwd=self.root, env=env, stdin=off, stdout=off, stderr=off, start_new_session=True
        )
        threading.Thread(target=child.wait, daemon=True).start()  # nobody else would bury it

    def _near(self, scope: Scope) -> Callable[[str], Similar | None]:
        """Asks the vector lane; when the embedder is missing or fails, recall goes on without it, and says so."""

        def near(text: str) -> Similar | None:
            similar, self.degraded = self.meaning.near(text, scope)
            return similar

        return near

    def _wire_purging(self) -> None:
        """Tell the vault where else its words are, and finish what a crash left of a deletion."""

        def wire(purging: Purging) -> None:
            from reverie.store.places import Places

            Places(
                root=self.root, vault=self.vault, archive=self.archive, index=self.index, usage=lambda: self.usage,
                ledger=lambda: self.ledger, vectors=lambda: self.vectors, trail=lambda: self.trail,
                jobs=lambda: self.jobs, watch=self.settings.watch, models=bool(self.personal.language.of("fast")),
            ).wire(purging)  # fmt: skip

        self.vault.wire = wire
        if not self.sealed and self.vault.unfinished_purge():
            with suppress(VaultError), self.vault.writing():
                pass

    def _speaker(self) -> Any:
        from reverie.loop.remember import Speaker

        if self.agent is None:
            return Speaker(source=self._source)
        actor = f"agent:{self.agent}"
        return Speaker(
            origin="agent", trust="agent", actor=actor, host=self.agent, source=self._source, session=self._session
        )

    def _a_person(self, what: str) -> None:
        if self.agent is not None:
            raise ReverieError(f"only a person may {what}; this command runs under {self.agent}")

    def _obey(self, space: str) -> None:
        """Agents neither read nor write where a person has turned memory off; the person still may."""
        if self.agent:
            self._allowed(space)

    def _allowed(self, space: str) -> None:
        if self.switch.is_off(space):
            where = f" in {space}" if space else ""
            raise ReverieError(f"memory is off{where}; a person turns it on with `reverie on`")

    def _on(self) -> list[str]:
        """The spaces where nobody has turned memory off."""
        return [space for space in ("", *self.spaces()) if not self.switch.is_off(space)]
