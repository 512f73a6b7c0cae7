"""Which turns of the archive hold what is deleted for good: those it was said in go, those that repeat it lose it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from reverie.domain import values
from reverie.domain.page import Key
from reverie.domain.purge import UNSAID, Gone
from reverie.domain.text import sentences
from reverie.domain.values import Values
from reverie.store.archive import Archive

Place = tuple[str, str]  # a session and the id of a turn


def heard(gone: Gone, archive: Archive) -> Gone:
    """With the turns where it was said, that repeat it in that session, or have its sentences anywhere; with those
    that only repeat a value; and with what turns out to be said by others, too."""
    said = {(f.source, f.entry) for f in gone.fragments.values()}
    holding: dict[Place, str] = {}

    def holds(session: str, id_: str, text: str) -> bool:
        if session == gone.source or (session, id_) in said:
            return True
        if (gone.telling.tells if session in gone.sources else gone.telling.says)(text):
            return True
        if values.held(text, gone.values.every):
            holding[session, id_] = text
        return False

    turns = tuple(dict.fromkeys((*gone.turns, *archive.where(holds))))
    others = [text for (session, _), text in holding.items() if session not in gone.sources]
    gone = gone.but(turns=turns, values=gone.values.settled(_by_others(gone.values, others)))
    theirs = _proving(gone)
    left = {place: _left(gone, place[0], text) for place, text in holding.items() if place not in theirs}
    echoes = archive.where(lambda session, id_, text: left.get((session, id_), text) != text)
    standing = Counter(gone.values.standing) + Counter(
        values.counted((*gone.values.here, *gone.values.beside), {**holding, **left}.values())
    )
    found = replace(gone.values, standing=dict(standing))
    return gone.but(echoes=tuple(key for key in echoes if key not in turns), values=found)


def echoed(gone: Gone, archive: Archive) -> dict[Key, str]:
    """What is left of the turns that repeat it."""
    return {key: _left(gone, turn.session, turn.text) for key, turn in archive.turns(gone.echoes).items()}


def _left(gone: Gone, session: str, text: str) -> str:
    return gone.values.without(text, UNSAID, "session" if session in gone.sources else "turn")


def _by_others(known: Values, texts: Iterable[str]) -> dict[str, int]:
    """In how many turns of other sessions each value is said by itself, and not next to what it is about here."""
    some = [[each for each in sentences(text) if values.held(each, known.likely)] for text in texts]
    return {
        value: sum(any(values.held(each, (value,)) and not known.tells(each, value) for each in said) for said in some)
        for value in known.likely
    }


def _proving(gone: Gone) -> set[Place]:
    """The turns in which fragments that stay say a value, of their own accord."""
    doubtful = (*gone.values.here, *gone.values.beside)
    return {(f.source, f.entry) for f in gone.kept.values() if values.held(f"{f.body} \n {f.quote}", doubtful)}
