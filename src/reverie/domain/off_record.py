"""What somebody says is not to be remembered: the message they say it in, or the one before, is left out. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reverie.domain import prose, unsaid
from reverie.domain.transcript import Entry

_MEMORY = (  # "in memory" alone is a computer's
    r"(?:(?:to|into|from|out of) )?(?:your |the |long-term )*(?<!\bin )memory|in (?:your |the |long-term )+memory"
)
_SAID = r"what i(?:['’]ve| have)? (?:just |now )?(?:said|told|wrote)\b"
_TO_COME = r"what i(?:['’]m| am|['’]ll| will) (?:about to |going to |now |just )*(?:say|tell|write|saying|telling)\b"
_WHAT = rf"(?:(?:any of )?(?:this|that|it|these|those)\b|{_SAID}|{_TO_COME})"
_OPENS = r"(?:^|(?<=[.!?…:;,(–—-])\s*|\n|\b(?:but|so|and|please|pls|aber|bitte|mais|pero)[\s,]+)"
_NOT = (
    rf"(?:{_OPENS}(?:please |pls )*(?:don['’]?t|do not|never) |\b(?:i (?:don['’]?t|do not) want you to"
    r"|i(?:['’]d| would) (?:rather|prefer) you (?:don['’]?t|didn['’]?t|did not)"
    r"|(?:can|could|would) you (?:please )?not) )"
)
_END = r"(?=\W*(?:$|[.!?\n:;–—]|(?:please|pls|ok|okay|thanks|bitte)\b))"
_ASKS = re.compile(
    rf"{_OPENS}(?:please |pls )*off the record\b(?! mode)"
    r"|(?:\b(?:is|was|stays?|strictly|all|this)|['’]s) off the record\b"
    rf"|\b(?:keep|leave) {_WHAT} off the record\b"
    rf"|{_NOT}(?:please )?(?:"
    rf"(?:remember|memori[sz]e) (?!to\b)(?:{_WHAT}|that )"
    rf"|(?:save|store|keep|put|add|write|note|commit) {_WHAT} (?:down )?(?:{_MEMORY})"
    rf"|(?:save|store) (?:any of )?(?:this|that)(?: anywhere)?{_END})"
    rf"|{_OPENS}(?:please |pls )*(?:keep|leave) {_WHAT} out of (?:your |the )?memory\b"
    r"|\bmerk(?:e)? dir (?:das|dies|es)\b(?: bitte| jetzt| aber)* nicht\b"
    r"|\b(?:speicher(?:e|n)?|behalte) (?:das|dies|es)\b(?: bitte)? nicht\b(?= (?:in|im) (?:deinem |dein )?(?:gedächtnis"
    r"|speicher)|\W*(?:$|[.!?:\n]))"
    r"|\bne (?:retiens|mémorise) pas (?:ça|ceci|cela|ce que)\b"
    r"|\bn['’]enregistre pas (?:ça|ceci|cela) dans ta mémoire\b"
    r"|\bno (?:recuerdes|memorices) (?:esto|eso|lo que)\b"
    r"|\bno guardes (?:esto|eso) en tu memoria\b"
    r"|オフレコ(?=で|だ|です|に)|오프 ?더 ?레코드|覚えないで(?!ね?いい)"
    r"|記憶しないで|기억하지 ?(?:마|말)|(?:别|不要|請勿|请勿)(?:记住|記住|记下|記下)",
    re.I,
)
_TALE = re.compile(r"\b(?:scene|story|dialogue|character|novel|screenplay|he says|she says)\b", re.I)
_WONDERS = re.compile(r"\W*(?:is|was|were|are|why|what|how|when|who|did|does|do)\b[^.!?\n]*\?", re.I)
_BACK = re.compile(_SAID, re.I)
_ALONE = 8  # words of a message that says nothing but that


def off_record(message: str) -> bool:
    """Whether somebody says, in their own words, that something is not to be remembered."""
    return _asked(message) is not None


def meant(entries: Sequence[Entry]) -> dict[int, int]:
    """Which of the entries people said were not to be remembered, and by which each was asked for; by their places.

    One that says nothing but that, or speaks of "what I just said", is about the message of the same person before it.
    """
    found: dict[int, int] = {}
    for n, entry in enumerate(entries):
        asked = _asked(entry.text) if entry.role == "user" else None
        if asked is None:
            continue
        if _points_back(entry.text, asked):
            before = (at for at in range(n - 1, -1, -1) if entries[at].role == "user")
            at = next((at for at in before if entries[at].speaker == entry.speaker), None)
            if at is not None:
                found.setdefault(at, n)
        found.setdefault(n, n)
    return found


def withheld(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries without what was not to be remembered, whose telling words are noted like private ones."""
    some = tuple(entries)
    out = meant(some)
    return tuple(_left_out(entry) if n in out else entry for n, entry in enumerate(some))


def _asked(message: str) -> re.Match[str] | None:
    said = message[: prose.LONGEST]
    asked = next((found for found in _ASKS.finditer(said) if _speaks(message, *found.span())), None)
    return None if asked is None or _TALE.search(said, 0, asked.start()) else asked


def _speaks(message: str, start: int, end: int) -> bool:
    """Whether the person says it there, and does not wonder whether it was said."""
    if not prose.speaks(message, start, end):
        return False
    around = (one.text for one in prose.sentences(message) if one.start < end and start < one.end)
    return not any(_WONDERS.fullmatch(text) for text in around)


def _points_back(message: str, asked: re.Match[str]) -> bool:
    """Whether a message asks for that of the one before: it tells nothing beside, or names what was just said."""
    before, behind = (unsaid.telling(part) for part in (message[: asked.start()], message[asked.end() :]))
    if before:
        return False
    return bool(_BACK.search(asked[0])) or (not behind and len(message.split()) <= _ALONE)


def _left_out(entry: Entry) -> Entry:
    return replace(entry, text="", unsaid=(*entry.unsaid, *unsaid.telling(entry.text)))
