"""What is done about an event: tell the agent, remember where something new stands, start the worker."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime

from reverie import configured
from reverie.domain import project, space as spaces
from reverie.light import TYPE_CHECKING
from reverie.store.projects import project_of, repository
from reverie.surfaces.hooks.events import TAKEN

if TYPE_CHECKING:
    from reverie.configured import Configured
    from reverie.surfaces.hooks.events import Event

BEGAN = time.perf_counter()  # as soon as there was something to do


def act(told: Event, where: Configured) -> str:
    """Do what an event asks for; what the agent is told, or nothing."""
    here = spaces.chain(project.space(project_of(told.folder, where.home)) if told.folder else spaces.OWN)
    if configured.off(where.private, here[0]):
        return ""
    if told.act == "prompt":
        return _inject(told, where, here)
    from reverie.surfaces.hooks import capture

    if told.act == "start":
        try:
            return _inject(told, where, here)
        finally:
            capture.wake(where, tending=True)
    capture.point(told, where)
    return ""


def _inject(told: Event, where: Configured, here: tuple[str, ...]) -> str:
    """What memory adds, noted in the ledger."""
    from reverie.retrieval.inject import Asked
    from reverie.retrieval.tell import Listener, tell
    from reverie.store.glance import Glance
    from reverie.store.ledger import Ledger

    def files() -> str:
        from reverie.store.host_files import said_by_host

        root = repository(os.path.realpath(told.folder)) if told.folder else None
        return said_by_host(told.host, told.folder, root, configured.host_folder(told.host))

    settings = configured.inject_settings(where.root)
    if not settings.on:
        return ""
    to = Listener(told.host, f"{told.host}:{told.session}", TAKEN.get(told.host, 0), told.forgetting, files, BEGAN)
    asked = Asked(told.prompt, datetime.now(UTC), here, "infrastructure" if told.infrastructure else "session")
    ledger = Ledger(where.private)  # neither is closed: the process ends with the answer
    return tell(asked, to, Glance(where.private, ledger), ledger, settings, begins=told.act == "start").text
