"""Names that the runtime gives: time-ordered ids, handles, versions. Never random, never from a clock."""

from __future__ import annotations

import base64
import hashlib
import uuid
from datetime import UTC, datetime, timedelta

from reverie.domain.text import normalise

HANDLE_LENGTH = 8
HANDLE_LENGTH_ON_COLLISION = 12


def uuid7(at: datetime, seed: bytes) -> str:
    """A UUIDv7 whose time is `at` and whose other bits come from `seed`.

    The same moment and seed give the same id, so a thing read twice is one thing.
    """
    millis = max(0, round(at.timestamp() * 1000)) & (1 << 48) - 1
    noise = int.from_bytes(hashlib.sha256(seed).digest(), "big")
    rand_a, rand_b = noise >> 244, noise & (1 << 62) - 1
    return str(uuid.UUID(int=millis << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b))


def time_of(id_: str) -> datetime:
    """The moment in the first 48 bits of a UUIDv7; ValueError when there is none."""
    digits = id_.replace("-", "")[:12]
    if len(digits) < 12:
        raise ValueError(f"{id_!r} is too short to hold a time")
    try:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=int(digits, 16))
    except OverflowError as wrong:
        raise ValueError(f"{id_!r} names a time beyond the calendar") from wrong


def fragment_id(*, at: datetime, space: str, source: str, entry: str, kind: str, body: str) -> str:
    """The id of what was said at `at`; independent of when or how often it is read."""
    seed = "\0".join((space, source, entry, kind, normalise(body)))
    return uuid7(at, seed.encode("utf-8", "surrogatepass"))


def handle(space: str, kind: str, name: str, length: int = HANDLE_LENGTH) -> str:
    """The short name people and agents use for a page (by slug) or a fragment (by id)."""
    digest = hashlib.sha256(f"{space}/{kind}/{name}".encode("utf-8", "surrogatepass")).digest()
    return (
        "m:" + base64.b32encode(digest[:length]).decode("ascii").lower()[:length]
    )  # of a byte comes more than a letter


def version(text: str) -> str:
    """The name of one exact text; two pages have the same version iff they are the same bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
