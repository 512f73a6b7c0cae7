"""Where else a vault's words are, beside its own files, and how each place is rid of what is deleted for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reverie.domain.audit import WatchSettings
from reverie.domain.page import Key
from reverie.domain.purge import Gone
from reverie.errors import VaultBusy
from reverie.store import certificate, layout
from reverie.store.archive import Archive
from reverie.store.aside import ASIDE
from reverie.store.echoes import echoed, heard
from reverie.store.files import FileVault
from reverie.store.jobs import Jobs
from reverie.store.ledger import Ledger
from reverie.store.purging import Intent, Place, Purging
from reverie.store.render import Renderings
from reverie.store.snapshot import scores, snapshot
from reverie.store.sqlite import SqliteIndex
from reverie.store.trail import Trail
from reverie.store.usage import Usage
from reverie.store.vectors import Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """All of them; what is costly to open is opened when it is come to."""

    root: Path
    vault: FileVault
    archive: Archive
    index: SqliteIndex
    usage: Callable[[], Usage]
    ledger: Callable[[], Ledger]
    vectors: Callable[[], Vectors]
    trail: Callable[[], Trail]
    jobs: Callable[[], Jobs]
    watch: WatchSettings
    models: bool  # whether a language model is asked

    def wire(self, purging: Purging) -> None:
        """Have a purge go through them."""
        purging.places = self.by_name
        purging.heard = lambda gone: heard(gone, self.archive)
        purging.words = lambda keys: [turn.text for turn in self.archive.turns(keys).values()]
        purging.said = lambda keys: [(turn.at.date(), turn.text) for turn in self.archive.turns(keys).values()]
        purging.certify = self._certify

    def by_name(self) -> Mapping[str, Place]:
        return {
            "archive of turns": self._archive,
            "usage and ledger": self._usage,
            "index": self._index,
            "vectors": self._vectors,
            "renderings": self._renderings,
            "history": self._history,
            "log of hooks": self._hooks,
            "damaged originals": self._aside,
        }

    def _certify(self, intent: Intent, found: Mapping[str, int]) -> None:
        paths = [path for source in sorted(intent.gone.sources) if (path := self.jobs().path(source))]
        beyond = certificate.out_of_reach(self.root, paths, models=self.models)
        made = certificate.certify(intent, found, self.root, self.trail().git, beyond)
        certificate.save(made, self.vault.disk)

    def _archive(self, intent: Intent) -> int:
        by_session: dict[tuple[str, str], list[str]] = {}
        for key in intent.gone.turns:
            session, _, id_ = key.slug.rpartition("#")
            by_session.setdefault((key.space, session), []).append(id_)
        count = sum(self.archive.drop(space, session, ids) for (space, session), ids in by_session.items())
        return count + self.archive.restate(echoed(intent.gone, self.archive))

    def _usage(self, intent: Intent) -> int:
        keys = list(dict.fromkeys((*named(intent.gone), *intent.dead)))
        count = self.ledger().forget((key.space, key.kind, key.slug) for key in keys)
        if not self.usage().forget(keys):
            raise VaultBusy("usage.db is busy; try again")
        self.usage().scrub()
        return count

    def _hooks(self, intent: Intent) -> int:
        """What hooks noted of their failures may name a file."""
        disk, count = self.vault.disk, 0
        for path in (f"{layout.PRIVATE}/hooks.log", f"{layout.PRIVATE}/hooks.log.1"):
            lines = (disk.read(path) or b"").splitlines(keepends=True)
            left = [line for line in lines if not intent.gone.tells(line.decode("utf-8", "replace"))]
            if left != lines:
                disk.write(path, b"".join(left))
                count += len(lines) - len(left)
        return count

    def _aside(self, _: Intent) -> int:
        """What a repair put aside goes whole: it may be packed or torn, so that no search would find the words."""
        disk, beside = self.vault.disk, f"{layout.PRIVATE}-aside-"
        folders = [ASIDE, *(name for name in disk.names("") if name.startswith(beside))]
        found = [path for folder in folders for path, _ in disk.walk(folder)]
        for path in found:
            disk.remove(path)
        return len(found)

    def _index(self, intent: Intent) -> int:
        return self.index.without(intent.reached)

    def _vectors(self, _: Intent) -> int:
        count = self.vectors().prune(hash_ for _, _, hash_ in self.index.pieces(0))
        self.vectors().scrub()
        return count

    def _renderings(self, _: Intent) -> int:
        now = datetime.now(UTC)
        Renderings(self.vault, self.index, self.watch, now).follow()
        return int(snapshot(self.vault.disk, scores(self.index, self.usage().all(), now), now, again=True))

    def _history(self, _: Intent) -> int:
        return self.trail().anew()


def named(gone: Gone) -> Iterable[Key]:
    """The keys under which anything may be known of what is gone."""
    yield from gone.pages
    yield from gone.names
    yield from gone.turns
    yield from gone.echoes
    yield from (Key(f.space, "fragment", f.id) for f in gone.fragments.values())
