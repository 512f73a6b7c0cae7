"""What a night costs as a vault grows: the same days, dreamt over a thousand pages, ten thousand, and more."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, time as clock, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.bench.life import live
from reverie.bench.phrases import Dice
from reverie.bench.synthetic import vocabulary
from reverie.bench.truth import Life
from reverie.domain.belief import believe
from reverie.domain.citation import Evidence
from reverie.domain.fragment import noticed
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, put
from reverie.errors import ReverieError
from reverie.loop.apply import apply
from reverie.memory import Memory
from reverie.store.disk import LocalDisk
from reverie.store.files import FileVault

if TYPE_CHECKING:
    from reverie.bench.dream import Dreamer

SIZES, LARGE = (1_000, 10_000), 100_000
NIGHTS = (30, 31, 32)  # days of the open life that are dreamt over every vault
BATCH = 200  # pages of one proposal; more take longer each
_NIGHT = clock(23, 30, tzinfo=UTC)
# As a vault grows, more and more of it sounds like what is said today: few kinds of sentences, ever new names.
_SENTENCES = (
    "{a}-{b} listens on port {n} in staging.",
    "The database behind {a}-{b} is {c} {m}.",
    "{c} maintains {a}-{b} and works at {b}.",
    "Tests of {a} are run with {b} {c}.",
    "The default branch of {a}-{c} is {b}{m}.",
    "{c} prefers {a} over {b} in the morning.",
    "The production timeout of {a}-{c} is {n} seconds.",
    "{a} lives in {b}, not in {c}.",
)


class _Unsynced(LocalDisk):
    """A disk that is not waited for: the vault is thrown away anyway."""

    def sync(self, path: str) -> None:
        return

    def sync_folder(self, folder: str) -> None:
        return


class Counting(LocalDisk):
    """A disk that counts the pages read from it."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.pages = 0

    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        self.pages += path.endswith(".md")
        return super().read(path, offset, length)


def curve(
    dreamers: Sequence[Callable[[], Dreamer]], sizes: Sequence[int], tell: Callable[[str], None]
) -> dict[str, Any]:
    """For each dreamer and size the median seconds of a night, and the pages read."""
    found: dict[str, Any] = {}
    life = live("open")
    with tempfile.TemporaryDirectory(prefix="reverie-scale-") as folder:
        for size in sizes:
            tell(f"a vault of {size:,} pages")
            base = Path(folder) / f"of-{size}"
            fill(base, size, life.spaces)
            for make in dreamers:
                dreamer = make()
                copy = Path(folder) / "copy"
                shutil.copytree(base, copy)
                found.setdefault(dreamer.name, {})[str(size)] = _nights(dreamer, life, copy)
                shutil.rmtree(copy)
            shutil.rmtree(base)
    return found


def fill(root: Path, size: int, spaces: Sequence[str]) -> None:
    """A vault of so many beliefs in the spaces of the open life, each with a fragment of its own."""
    words = [word for word in vocabulary()[200:20_000] if len(word) > 3]
    with Memory.create(root) as memory:
        vault = FileVault(_Unsynced(memory.root), memory.vault.state)
        for n, first in enumerate(range(0, size, BATCH)):
            space = spaces[n % len(spaces)]
            said = list(_sentences(words, first, min(BATCH, size - first)))
            at = datetime(2025, 1, 1, 12, tzinfo=UTC) + timedelta(days=n)
            some = [
                noticed(ts=at, space=space, source="bench", entry=f"e{k}", body=body, kind="fact", topic=body[:40],
                        quote=body, trust="user")
                for k, body in enumerate(said)
            ]  # fmt: skip
            vault.append(some, [], at, "observe:bench")
            changes = tuple(
                put(believe(Key(space, "belief", f"made-{first + k}"), f.body, Evidence(frozenset({f.citation}))), None)
                for k, f in enumerate(some)
            )
            apply(
                Proposal(
                    id=f"d-{n}", origin="dream", actor="bench:scale", because="made up", changes=changes, space=space,
                    considered=tuple(f.id for f in some),
                ),
                vault,
                at,
            )  # fmt: skip
        memory.take_in()  # index, renderings and history follow here, not while a dreamer is timed
        memory.embed()  # as a worker would have done long before


def _sentences(words: Sequence[str], first: int, count: int) -> Iterator[str]:
    for n in range(first, first + count):
        dice = Dice("scale", n)
        gaps = {"n": 1_000 + n, "m": dice.between(2, 40), **{gap: dice.pick(words) for gap in "abc"}}
        yield dice.pick(_SENTENCES).format(**gaps)


def _nights(dreamer: Dreamer, life: Life, root: Path) -> dict[str, Any]:
    seconds: list[float] = []
    read: list[int] = []
    failed = 0
    with Memory.open(root) as memory:
        disk = memory.vault.disk = Counting(memory.root)
        memory.take_in()  # a copied file has a new time; looking at them all is not the dreamer's doing
        for day in NIGHTS:
            now = datetime.combine(life.date(day), _NIGHT)
            memory.vault.append(life.on(day), [], now, "observe:bench")
            before, started = disk.pages, time.perf_counter()
            try:
                dreamer.dream(memory, now)
            except ReverieError:
                failed += 1
            seconds.append(time.perf_counter() - started)
            read.append(disk.pages - before)
    return {
        "seconds": round(statistics.median(seconds), 4),
        "pages_read": round(statistics.median(read)),
        "fragments": round(statistics.mean(len(life.on(day)) for day in NIGHTS)),
        "failed": failed,
    }
