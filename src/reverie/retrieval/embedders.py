"""Which vectors answer: the chosen embedder's when they are ready, else the instant ones. Never two in one search."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from reverie.errors import EmbedderError
from reverie.llm.embed import INSTANT, Embedder, EmbeddingSettings
from reverie.store.base import Scope
from reverie.store.vectors import Flight, Vectors

if TYPE_CHECKING:
    from reverie.retrieval.matrix import Nearness
    from reverie.retrieval.meaning import Meaning, Pieces, Progress

READY = 0.95  # share of the pieces that must have a vector before an embedder answers
REST = 60.0  # seconds an embedder that failed is left alone
WAIT = 0.5  # seconds a recall spends on vectors that are missing
_SOME = 64  # missing vectors that a recall makes itself rather than leave them to the background
_AGAIN = 10.0  # seconds between two attempts of this process to start the background

Load = Callable[[EmbeddingSettings], Embedder | None]
Told = Callable[[str, "Progress"], bool]

_resting: dict[EmbeddingSettings, tuple[float, str]] = {}  # until when, and why; for the whole process


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How an embedder stands in one workspace."""

    model: str
    identity: str
    done: int
    total: int
    working: str | None  # the process that makes vectors now
    trouble: str | None  # why it cannot be used


class Embedders:
    """The vector lane of one workspace. For several threads."""

    def __init__(
        self,
        source: Pieces,
        vectors: Vectors,
        flight: Flight,
        settings: EmbeddingSettings,
        load: Load,
        start: Callable[[], None] | None = None,
    ) -> None:
        """`load` makes an embedder of settings; `start` lets another process call `embed`, and returns at once."""
        self._source, self._vectors, self._flight = source, vectors, flight
        self._settings = settings if settings.model != INSTANT else EmbeddingSettings()
        self._load, self._start = load, start
        self._lanes: dict[EmbeddingSettings, Meaning] = {}
        self._lock = threading.Lock()
        self._started = float("-inf")
        self._waited: dict[EmbeddingSettings, float] = {}  # until when nobody waits for missing vectors again

    # Asking

    def near(self, text: str, scope: Scope) -> tuple[Nearness | None, str | None]:
        """What is near a text in meaning, and what is wrong if something is. Never raises for an embedder's sake."""
        if self._settings.model == "none":
            return None, None
        try:
            if self._settings.model == INSTANT:
                return self._by(self._settings, text, scope)
            try:
                found = self._by(self._settings, text, scope)
            except EmbedderError as wrong:
                near, _ = self._by(EmbeddingSettings(), text, scope)
                return near, f"{wrong} (the instant vectors answered)" if near else str(wrong)
            with self._lock:
                self._lanes.pop(EmbeddingSettings(), None)  # it was needed only until now
            return found
        except EmbedderError as wrong:
            return None, str(wrong)
        except sqlite3.OperationalError as wrong:  # locked, read-only, full
            return None, f"vectors.db cannot be used now ({wrong})"
        except sqlite3.DatabaseError as wrong:
            self._start_afresh()
            return None, f"vectors.db was damaged ({wrong}); it is made anew"

    def _start_afresh(self) -> None:
        with self._lock:
            self._lanes.clear()
        self._vectors.clear()

    def _held(self, identity: str, hashes: Sequence[bytes]) -> int:
        try:
            return len(self._vectors.held(identity, hashes))
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            self._start_afresh()
            return 0

    def _by(self, settings: EmbeddingSettings, text: str, scope: Scope) -> tuple[Nearness | None, str | None]:
        until, why = _resting.get(settings, (0.0, ""))
        if monotonic() < until:
            raise EmbedderError(why)
        try:
            lane = self._lane(settings)
            progress = lane.follow()
            instant = settings.model == INSTANT
            few = instant or progress.share >= READY or progress.left <= _SOME
            if progress.left and few and monotonic() >= self._waited.get(settings, 0.0):
                progress = lane.catch_up(WAIT)
                # Who asks again and again, as a dream does, does not wait each time for what the background makes.
                self._waited[settings] = monotonic() + _AGAIN if progress.left else 0.0
            if progress.left:
                self.begin()
            if not instant and progress.share < READY:
                raise _NotReady(self._unready(settings.model, progress))
            late = f"{progress.done:,} of {progress.total:,} vectors are ready; the rest follow"
            return lane.similar(text, scope), late if progress.left else None
        except _NotReady:
            raise
        except EmbedderError as wrong:
            _resting[settings] = (monotonic() + REST, str(wrong))
            raise

    def _lane(self, settings: EmbeddingSettings) -> Meaning:
        with self._lock:
            if settings not in self._lanes:
                embedder = self._loaded(settings)
                from reverie.retrieval.meaning import Meaning

                self._lanes[settings] = Meaning(self._source, self._vectors, embedder)
            return self._lanes[settings]

    def _loaded(self, settings: EmbeddingSettings) -> Embedder:
        embedder = self._load(settings)
        if embedder is None:
            raise EmbedderError(f"{settings.model} makes no vectors")
        return embedder

    def _unready(self, model: str, progress: Progress) -> str:
        failure = None if self.working else self._flight.failure()
        why = f"making them failed: {failure[1]}" if failure else "the rest follow"
        return f"{progress.done:,} of {progress.total:,} vectors of {model} are ready; {why}"

    # Making vectors

    def begin(self, *, now: bool = False) -> bool:
        """Have the missing vectors made in the background, unless somebody is at it.

        Unless it must be `now`, not soon after an attempt was made or failed either.
        """
        failure = self._flight.failure()
        if self._start is None or self.working:
            return False
        if not now and ((failure and failure[0] < REST) or monotonic() < self._started + _AGAIN):
            return False
        self._started = monotonic()
        self._start()
        return True

    def embed(self, told: Told, *, anew: bool = False) -> Standing | None:
        """Make what is missing, here and now: instant vectors first, which answer meanwhile, then the chosen ones.

        A batch is kept as it is made, so whoever is stopped loses one at most. `told` hears how far it is and says
        whether to go on. With `anew`, what the chosen embedder made so far is thrown away first.
        """
        if self._settings.model == "none":
            return None
        with self._flight.alone():
            from reverie.retrieval.meaning import Maker

            for settings in dict.fromkeys((EmbeddingSettings(), self._settings)):
                embedder = self._loaded(settings)
                if anew and settings == self._settings:
                    self._vectors.forget(embedder.identity)
                going_on = partial(told, settings.model)
                progress = Maker(self._vectors, embedder).make_all(self._source, going_on)
            _resting.pop(self._settings, None)
            self._lane(self._settings).follow()  # lays them out for whoever asks next
            return Standing(
                model=self._settings.model, identity=embedder.identity, done=progress.done, total=progress.total,
                working=None, trouble=None,
            )  # fmt: skip

    # Looking

    @property
    def working(self) -> str | None:
        """The process that makes vectors now."""
        return self._flight.holder()

    def standing(self) -> Standing:
        """How the chosen embedder stands; it is tried with one text, so that what is wrong is said."""
        hashes, identity, trouble = self._hashes(), "", None
        try:
            if self._settings.model != "none":
                embedder = self._loaded(self._settings)
                from reverie.retrieval.meaning import Maker

                identity = embedder.identity
                Maker(self._vectors, embedder).ask([])
        except EmbedderError as wrong:
            trouble = str(wrong)
        done = self._held(identity, hashes) if identity else 0
        failure = self._flight.failure()
        if failure and done < len(hashes) and not trouble:
            trouble = f"making vectors failed: {failure[1]}"
        return Standing(
            model=self._settings.model, identity=identity, done=done, total=len(hashes),
            working=self.working, trouble=trouble,
        )  # fmt: skip

    def counts(self) -> tuple[dict[str, int], int]:
        """Of how many texts each embedder has made vectors, and of how many there are."""
        hashes = self._hashes()
        return {name: self._held(name, hashes) for name in self._vectors.identities()}, len(hashes)

    def _hashes(self) -> list[bytes]:
        return list({hash_: None for _, _, hash_ in self._source.pieces(0)})


class _NotReady(EmbedderError):
    """Its vectors are still being made."""
