"""Tell a session of a host what memory adds, and note it in the ledger. What hooks, `inject` and the library share.

Light to import, for hooks. Reads the vault without any lock; the ledger is one short write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from time import perf_counter

from reverie.light import TYPE_CHECKING, NamedTuple
from reverie.retrieval.inject import Asked, Injection, InjectSettings, folded, turn
from reverie.store.ledger import Ledger, Seen, Told

if TYPE_CHECKING:
    from reverie.store.glance import Glance


class Listener(NamedTuple):
    """Who is told: a session of a host. Without a name nobody keeps count of it, and nothing is noted."""

    host: str = ""
    session: str = ""
    most: int = 0  # characters it takes when it starts; 0 is as many as there are
    forgetting: bool = False  # it has nothing of what it was told before
    files: Callable[[], str] = str  # what the host's own files say
    began: float = 0.0  # when it asked, by `perf_counter`


def tell(
    asked: Asked, to: Listener, vault: Glance, ledger: Ledger, settings: InjectSettings, *, begins: bool
) -> Injection:
    """What a session is told when it begins, or with a prompt."""
    if to.session and to.forgetting:
        _forget(ledger, to.session)
    seen = Seen() if to.forgetting or not to.session else ledger.seen(to.session)

    def known() -> str:
        return folded(to.files())

    if begins and seen.digests:  # resumed: the host shows it all that again, though there may be more by now
        found = Injection(reason="this session was told already")
    elif begins:
        from reverie.retrieval.brief import start

        found = start(asked, vault, known, settings, to.most)
    else:
        found = turn(asked, vault, seen, known, settings)
    if to.session:
        ledger.note(_noted(found, asked, to, begins=begins))
    return found


def _forget(ledger: Ledger, session: str) -> None:
    try:
        ledger.reset(session)
    except (sqlite3.Error, OSError):
        return  # it is told all the same


def _noted(found: Injection, asked: Asked, to: Listener, *, begins: bool) -> Told:
    return Told(
        at=asked.now.isoformat(timespec="seconds"),
        session=to.session,
        host=to.host,
        space=asked.spaces[0],
        event="start" if begins else "turn",
        matched=found.matched,
        injected=sum(1 for given in found.given if given.handle) or int(bool(found.text)),
        score=found.score,
        tokens=found.tokens,
        tier=found.tier,
        reason=found.reason,
        digest=found.digest if begins else "",
        ms=round(1000 * (perf_counter() - to.began)) if to.began else 0,
        given=found.given,
    )
