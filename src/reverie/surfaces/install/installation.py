"""One host on this machine: whether it is there, what is installed, and what would change."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reverie.errors import InstallRefused, NotFound
from reverie.surfaces.install import plan as plans
from reverie.surfaces.install.hosts import HOSTS, Host, Place
from reverie.surfaces.install.parts import Own, Shared
from reverie.surfaces.install.plan import Plan
from reverie.surfaces.install.program import ENV, Program
from reverie.surfaces.install.receipt import Drawer, Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """A host, where it is, and where we keep what we did to it."""

    host: Host
    place: Place
    drawer: Drawer

    @property
    def detected(self) -> str:
        """By what it is known to be here; empty when it is not."""
        if self.place.folder.is_dir():
            return str(self.place.folder)
        command = self.host.program
        return (command and shutil.which(command, path=self.place.environ.get("PATH", ""))) or ""

    @property
    def receipt(self) -> Receipt | None:
        return self.drawer.receipt()

    def parts(self, program: Program) -> list[Own | Shared]:
        return self.host.parts(self.place, program)

    def installing(self, program: Program) -> Plan:
        """What `install` would change."""
        if not Path(ENV).exists():
            raise InstallRefused(f"hosts are to start us by {ENV}, which is not here; Windows is not supported yet")
        if not self.detected:
            folder, command = self.place.folder, self.host.program
            why = (
                f"neither {folder} nor a command `{command}`"
                if command
                else f"no {folder}; run it where its agent runs"
            )
            raise InstallRefused(f"there is no {self.host.title} here: {why}")
        return plans.installing(self.parts(program), self.drawer)

    def removing(self, program: Program) -> Plan:
        """What `uninstall` would change; the server goes, whether we could serve now or not."""
        whole = Program(command=program.command, workspace=program.workspace)
        return plans.removing(self.parts(whole), self.drawer)

    def install(self, plan: Plan, program: Program, now: datetime) -> None:
        plans.carry_out(plan, self.drawer, now, program, self.host.name)

    def uninstall(self, plan: Plan, now: datetime) -> None:
        plans.carry_out(plan, self.drawer, now, None, self.host.name)


def installation(name: str, home: Path, environ: Mapping[str, str], kept: Path) -> Installation:
    """Of the host with that name; `kept` is where what we keep for the person lies."""
    if name not in HOSTS:
        raise NotFound(f"there is no host {name!r}; there are {', '.join(HOSTS)}")
    host = HOSTS[name]
    place = host.place(home, environ)
    return Installation(host=host, place=place, drawer=Drawer(kept, name, place.folder))
