"""The vector lane: which passages are near a question in meaning. The full tier's; imports numpy."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from time import monotonic
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reverie.domain.chunk import pieces
from reverie.errors import EmbedderError
from reverie.llm.embed import Embedder
from reverie.retrieval.matrix import SPARE, Floats, Matrix, Nearness
from reverie.store import sheet as sheets
from reverie.store.base import Scope
from reverie.store.passages import PIECE, fingerprint
from reverie.store.sheet import Sheet
from reverie.store.vectors import PROBE, PROBE_HASH, Vectors

BATCH = 128  # pieces embedded, and kept, at once
PARTS = 10  # pieces of a long question that are looked at
_SAME = 0.95  # cosine from which on it is the same embedder; machines round differently
_HURRIED = 32  # pieces embedded at once while somebody waits for an answer
_LOOK = 5.0  # seconds between two looks at what another process has made, when much is missing
_FEW = 1_000  # missing vectors that are looked for every time
LARGE = 5_000  # vectors from which on they are laid on a sheet; fewer are read in no time
_DRIFT = 16  # a sheet is laid anew when one in so many of its rows came or went since
_ASKED = 128  # questions whose vectors are remembered


class Pieces(Protocol):
    """The texts to embed, as an index keeps them."""

    def pieces(self, after: int) -> list[tuple[int, int, bytes]]:
        """Number, passage and hash of the pieces after a number, in order. Numbers are never given twice."""

    def generation(self) -> tuple[int, ...]:
        """Differs whenever something was taken in or out; in its first place, when numbers begin again."""

    def gone(self) -> int:
        """How many pieces went so far."""

    def dropped(self, after: int) -> list[tuple[int, int]]:
        """The pieces that went, after so many others did: how many had gone with each, and its number."""

    def piece_texts(self, numbers: Sequence[int]) -> list[str]:
        """What the pieces say; nothing for one that is gone."""

    def numbers(self, spaces: Sequence[str]) -> list[int]:
        """The numbers of spaces: the upper part of their passages' ids."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the vectors of an embedder are."""

    done: int
    total: int

    @property
    def left(self) -> int:
        return self.total - self.done

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 1.0


class Maker:
    """An embedder beside the vectors it made: what it says now must fit what it said then."""

    def __init__(self, vectors: Vectors, embedder: Embedder) -> None:
        self.embedder, self.vectors = embedder, vectors
        self._known = False  # recognised since it last failed; a server that was away may come back with another model
        self._new: bytes | None = None  # what it says of the probe, to be kept with its first vectors

    @property
    def identity(self) -> str:
        return self.embedder.identity

    def ask(self, texts: Sequence[str]) -> Floats:
        """The vectors of texts; the first time, together with a text whose vector is known."""
        given = texts if self._known else [PROBE, *texts]
        try:
            rows = np.asarray(self.embedder.embed(given), np.float32)
        except EmbedderError:
            self._known = False
            raise
        if rows.ndim != 2 or len(rows) != len(given) or not np.isfinite(rows).all():
            raise EmbedderError(f"{self.identity} gave something else than a vector for each text; is it damaged?")
        if self._known:
            return rows
        self._recognise(rows[0])
        self._known = True
        return rows[1:]

    def probe(self) -> bytes | None:
        """What it said of the probe when its vectors were made."""
        return self.vectors.get(self.identity, [PROBE_HASH]).get(PROBE_HASH)

    def _recognise(self, probe: Floats) -> None:
        kept = self.probe()
        if kept is None:
            self._new = probe.astype(np.float16).tobytes()
            return
        before = np.frombuffer(kept, np.float16).astype(np.float32)
        if len(before) != len(probe):
            what = f"gives {len(probe)} dimensions, its vectors so far have {len(before)}"
        elif before @ probe < _SAME:
            what = "answers otherwise than when its vectors were made"
        else:
            return
        raise EmbedderError(
            f"{self.identity} {what}. If another model has its name now, `reverie models embed --anew` starts afresh."
        )

    def make(self, source: Pieces, wanted: Mapping[int, bytes]) -> dict[bytes, bytes]:
        """Embed pieces, given by number and hash, and keep the vectors; those gone meanwhile are left out."""
        texts = dict(zip(wanted.values(), source.piece_texts(list(wanted)), strict=True))
        texts = {hash_: text for hash_, text in texts.items() if text and fingerprint(text) == hash_}
        if not texts:
            return {}
        rows = self.ask(list(texts.values())).astype(np.float16)
        made = {hash_: row.tobytes() for hash_, row in zip(texts, rows, strict=True)}
        self.vectors.put(self.identity, rows.shape[1], made | ({PROBE_HASH: self._new} if self._new else {}))
        self._new = None
        return made

    def make_all(self, source: Pieces, told: Callable[[Progress], bool]) -> Progress:
        """Embed whatever has no vector yet, a batch at a time; goes on as long as `told` says so."""
        last, progress = 0, Progress(0, 0)
        while fresh := source.pieces(last):
            last = fresh[-1][0]
            numbers = {hash_: number for number, _, hash_ in fresh}  # a text said twice is embedded once
            held = self.vectors.held(self.identity, list(numbers))
            progress = Progress(progress.done + len(held), progress.total + len(numbers))
            waiting = iter([(number, hash_) for hash_, number in numbers.items() if hash_ not in held])
            while told(progress) and (batch := dict(islice(waiting, BATCH))):
                self.make(source, batch)
                progress = Progress(progress.done + len(batch), progress.total)
            if progress.left:
                break
        return progress


class Meaning:
    """Vectors of the passages of one index by one embedder, in memory, kept up to date. For several threads."""

    def __init__(self, source: Pieces, vectors: Vectors, embedder: Embedder) -> None:
        self._source, self._maker = source, Maker(vectors, embedder)
        self._lock = threading.RLock()  # of what is below; never held while an embedder works
        self._embedding = threading.Lock()  # one thread embeds what is missing, the others go on
        self._asked: OrderedDict[str, Floats] = OrderedDict()
        self._version, self._probe = -1, self._maker.probe()
        self._forget()

    @property
    def identity(self) -> str:
        return self._maker.identity

    def _forget(self) -> None:
        self._last = 0  # the latest piece that was taken in
        self._gone = 0  # how many pieces had gone by then
        self._seen: tuple[int, ...] = ()  # the index as it was then
        self._looked = (-1, 0.0)  # the cache as it was when vectors were looked for, and when that was
        self._matrix = Matrix.empty()
        self._waiting: dict[int, tuple[int, bytes]] = {}  # passage and hash of pieces without a vector yet
        self._made: dict[int, tuple[int, bytes]] = {}  # passage and vector of pieces not yet in the matrix
        self._laid = 0  # pieces that had come and gone when the sheet was laid that this matrix goes on from

    # Keeping up

    def follow(self) -> Progress:
        """Take in what is new in the index, and the vectors that are made already."""
        with self._lock:
            self._arrange()
            self._follow_maker()
            self._follow_index()
            self._look()
            self._lay()
            return self._progress()

    def catch_up(self, seconds: float | None = None) -> Progress:
        """As `follow`; then embed what has no vector, for so long if not all. What is left is done the next time."""
        progress = self.follow()
        if not progress.left or not self._embedding.acquire(blocking=False):
            return progress
        try:
            until = float("inf") if seconds is None else monotonic() + seconds
            while monotonic() < until:
                with self._lock:
                    some = dict(islice(self._waiting.items(), BATCH if seconds is None else _HURRIED))
                if not some:
                    break
                made = self._maker.make(self._source, {n: hash_ for n, (_, hash_) in some.items()})
                with self._lock:
                    for number, (passage, hash_) in some.items():
                        if self._waiting.get(number) == (passage, hash_):  # else the index moved on meanwhile
                            del self._waiting[number]
                            if hash_ in made:
                                self._made[number] = passage, made[hash_]
        finally:
            self._embedding.release()
            with self._lock:
                self._arrange()
        return self._progress()

    def _progress(self) -> Progress:
        return Progress(len(self._matrix), len(self._matrix) + len(self._waiting))

    def _follow_maker(self) -> None:
        """Another process may have thrown away what an embedder made, because another model has its name now."""
        version = self._maker.vectors.version()
        if version == self._version:
            return
        probe = self._maker.probe()
        if self._probe is not None and probe != self._probe:
            self._forget()
            self._maker = Maker(self._maker.vectors, self._maker.embedder)
            self._asked.clear()
        self._version, self._probe = version, probe

    def _follow_index(self) -> None:
        generation = self._source.generation()
        if generation == self._seen:
            return
        if self._seen and generation[0] != self._seen[0]:  # built anew: what was number 7 is another piece now
            self._forget()
        if not self._last:
            self._resume(generation)
        if self._last:
            went = self._source.dropped(self._gone)
            for self._gone, number in went:
                self._waiting.pop(number, None)
            if went:
                self._matrix = self._matrix.without([number for _, number in went])
        else:
            self._gone = self._source.gone()  # before the pieces are read: what goes meanwhile is heard of later
        fresh = self._source.pieces(self._last)
        self._seen = generation
        if fresh:
            self._last = fresh[-1][0]
            self._waiting.update({number: (passage, hash_) for number, passage, hash_ in fresh})
            self._looked = (-1, 0.0)

    def _look(self) -> None:
        """Take the vectors of waiting pieces out of the cache, where another process may have put them."""
        if not self._waiting:
            return
        version, (seen, at) = self._maker.vectors.version(), self._looked
        if version == seen or (seen >= 0 and len(self._waiting) > _FEW and monotonic() < at + _LOOK):
            return
        numbers: dict[bytes, list[int]] = {}
        for number, (_, hash_) in self._waiting.items():
            numbers.setdefault(hash_, []).append(number)
        cache = self._maker.vectors
        some: Iterable[list[tuple[bytes, bytes]]] = cache.all(self.identity)
        if len(self._matrix):  # else most of what there is will be wanted, and is read fastest from end to end
            some = [list(cache.get(self.identity, list(numbers)).items())]
        found: list[int] = []
        blocks = []
        for rows in some:
            wanted = [(number, halves) for hash_, halves in rows for number in numbers.get(hash_, ())]
            if wanted:
                found += [number for number, _ in wanted]
                blocks.append(self._block([halves for _, halves in wanted]))
        if blocks:
            self._matrix = self._matrix.add({number: self._waiting[number][0] for number in found}, blocks)
            for number in found:
                del self._waiting[number]
        self._looked = (version, monotonic())

    def _resume(self, generation: tuple[int, ...]) -> None:
        """Go on from the sheet, if it is of this embedder and of this index at an earlier time."""
        found = self._maker.vectors.sheet and sheets.find(self._maker.vectors.sheet)
        if not found:
            return
        sheet, mapped = found
        earlier = len(sheet.generation) == len(generation) and sheet.generation[0] == generation[0]
        earlier = earlier and all(then <= now for then, now in zip(sheet.generation, generation, strict=True))
        if earlier and sheet.identity == self.identity and sheet.probe == _checksum(self._probe):
            self._matrix, self._last, self._gone = Matrix.on(sheet, mapped), sheet.last, sheet.gone
            self._laid = sheet.last + sheet.gone

    def _lay(self) -> None:
        """Leave a sheet for the next process, where there is much to read and no such sheet yet; never raises."""
        cache, matrix, now = self._maker.vectors, self._matrix, self._last + self._gone
        if not cache.sheet or self._waiting or len(matrix) < LARGE or (now - self._laid) * _DRIFT < len(matrix):
            return
        self._laid = now
        sheet = Sheet(
            identity=self.identity, probe=_checksum(self._probe), generation=self._seen, last=self._last,
            gone=self._gone, count=len(matrix), room=len(matrix) + len(matrix) // SPARE, dims=matrix.rows.shape[1],
            signs=0 if matrix.signs is None else len(matrix.signs),
        )  # fmt: skip
        with suppress(OSError, ValueError, sqlite3.OperationalError):  # a full disk, a folder that is not ours
            cache.lay(sheets.draft(cache.sheet, sheet, matrix.parts(sheet.room)), self._version)

    def _arrange(self) -> None:
        """Put what was made into the matrix, all at once."""
        if self._made:
            made, self._made = self._made, {}
            block = self._block([halves for _, halves in made.values()])
            self._matrix = self._matrix.add({number: passage for number, (passage, _) in made.items()}, [block])

    def _block(self, halves: Sequence[bytes]) -> NDArray[np.float16]:
        size = self._matrix.rows.shape[1] * 2 or len(halves[0])
        if any(len(each) != size for each in halves):
            raise EmbedderError(f"the vectors of {self.identity} differ in length; run `reverie models embed --anew`")
        return np.frombuffer(b"".join(halves), np.float16).reshape(len(halves), -1)

    # Asking

    def similar(self, text: str, scope: Scope) -> Nearness | None:
        """What is near this text in meaning; None when nothing has a vector."""
        matrix = self._matrix
        visible = matrix.seen(self._source.numbers(scope.spaces))
        parts = [part for part in pieces(text, PIECE) if part.strip()][-PARTS:]
        if not len(visible) or not parts:
            return None
        asked = self._question(parts)
        have, given = matrix.rows.shape[1], asked.shape[1]
        if have != given:
            raise EmbedderError(f"{self.identity} gives {given} dimensions, its vectors so far have {have}")
        return Nearness(self.identity, matrix, asked, visible) if asked.any() else None

    def _question(self, parts: Sequence[str]) -> Floats:
        """The vectors of a question, which is often asked twice."""
        text = "\0".join(parts)
        with self._lock:
            if text in self._asked:
                self._asked.move_to_end(text)
                return self._asked[text]
        asked = self._maker.ask(parts)
        with self._lock:
            self._asked[text] = asked
            while len(self._asked) > _ASKED:
                self._asked.popitem(last=False)
        return asked


def _checksum(probe: bytes | None) -> str:
    return sha256(probe or b"").hexdigest()
