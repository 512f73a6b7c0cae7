"""The facade: `from reverie import Memory`. It opens a workspace and wires the steps together; no logic of its own.

One class in parts, each on top of the one before: opening, following, reading, writing, control, observing,
background, caring.
Steps are imported where they are used: a recall in a hook must not pay for what only `undo` needs.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from reverie import config
from reverie.errors import ConfigError, ReverieError, VaultMissing
from reverie.memory.caring import Caring
from reverie.memory.control import Extra
from reverie.memory.observing import FLUSH
from reverie.memory.one_line import in_one_line
from reverie.memory.opening import Source
from reverie.store import layout

if TYPE_CHECKING:
    from reverie.store.doctor import Finding

__all__ = ["FLUSH", "Extra", "Memory", "Source", "check_up"]


@in_one_line
class Memory(Caring):
    """Long-term memory in one folder. `Memory.open(path)`, then remember, recall, why, forget, undo…"""

    @classmethod
    def create(cls, path: str | Path) -> Self:
        """Make a workspace in a folder, taking in whatever memory it already holds. Safe to repeat."""
        from reverie.loop.begin import begin

        root = Path(path).expanduser()
        begin(root)
        memory = cls(root.resolve())
        memory.take_in()
        return memory

    def doctor(self, *, fix: bool = False) -> tuple[list[Finding], list[str]]:
        """A check-up, and what was mended."""
        self.close()  # connections are made anew when they are needed
        return check_up(self.root, fix=fix, agent=self.agent)


def check_up(path: str | Path, *, fix: bool = False, agent: str | None = None) -> tuple[list[Finding], list[str]]:
    """A check-up of a workspace, however damaged; and what was mended. Without `fix` nothing is changed."""
    from reverie.store import doctor

    root, now = Path(path).expanduser().absolute(), datetime.now(UTC)
    if not os.path.lexists(root / layout.PRIVATE):
        raise VaultMissing(f"there is no workspace in {root}; make one with `reverie init {root}`")
    mended = doctor.mended(root, now) if fix else []
    troubles = [] if fix else doctor.survey(root, now)
    said = doctor.found(troubles)
    if any(trouble.deep for trouble in troubles):  # whoever opens it now would build on the damage
        return doctor.order(said), []
    try:
        with Memory.open(root, agent=agent) as memory:
            found, more = memory._examined(fix=fix)
    except ReverieError as wrong:
        where = f"{config.WORKSPACE_FILE}: " if isinstance(wrong, ConfigError) else ""
        found, more = [doctor.Finding("problem", f"{where}{wrong}"), *doctor.found(doctor.survey(root, now))], []
    sick = [finding for finding in (*said, *found) if finding.level != "fine"]
    return doctor.order(sick or found), [*mended, *more]
