"""What somebody says is not to be remembered: the message they say it in, or the one before, is left out. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from reverie.domain import prose, unsaid
from reverie.domain.transcript import Entry

_MEMORY = r"(?:(?:to|in|into|from|out of) )?(?:your |the |long-term )*memory"
_WHAT = r"(?:any of )?(?:this|that|it|these|those|what i(?:'ve| have)? (?:just |now )?(?:said|told|wrote))\b"
_OPENS = r"(?:^|(?<=[.!?…:;,–—-])\s*|\n|\b(?:but|so|and|please|pls|aber|bitte|mais|pero)[\s,]+)"
_END = r"(?=\W*(?:$|[.!?\n:;–—]|(?:please|pls|ok|okay|thanks|bitte)\b))"
_ASKS = re.compile(
    rf"{_OPENS}(?:please |pls )*off the record\b(?! mode)"
    r"|(?:\b(?:is|was|stays?|strictly|all|this)|['’]s) off the record\b"
    rf"|{_OPENS}(?:please |pls )*(?:don['’]?t|do not|never) (?:please )?(?:"
    rf"(?:remember|memori[sz]e) (?!to\b)(?:{_WHAT}|that )"
    rf"|(?:save|store|keep|put|add|write|note) {_WHAT} (?:down )?{_MEMORY}"
    rf"|(?:save|store) (?:any of )?(?:this|that)(?: anywhere)?{_END})"
    rf"|{_OPENS}(?:please |pls )*(?:keep|leave) {_WHAT} out of (?:your |the )?memory\b"
    r"|\bmerk(?:e)? dir (?:das|dies|es)\b(?: bitte| jetzt| aber)* nicht\b"
    r"|\b(?:speicher(?:e|n)?|behalte) (?:das|dies|es)\b(?: bitte)? nicht\b(?= (?:in|im) (?:deinem |dein )?(?:gedächtnis"
    r"|speicher)|\W*(?:$|[.!?:\n]))"
    r"|\bne (?:retiens|mémorise) pas (?:ça|ceci|cela|ce que)\b"
    r"|\bn['’]enregistre pas (?:ça|ceci|cela) dans ta mémoire\b"
    r"|\bno (?:recuerdes|memorices) (?:esto|eso|lo que)\b"
    r"|\bno guardes (?:esto|eso) en tu memoria\b"
    r"|覚えないで(?!ね?いい)|記憶しないで|기억하지 ?(?:마|말)|(?:别|不要|請勿|请勿)(?:记住|記住|记下|記下)",
    re.I,
)
_TALE = re.compile(r"\b(?:scene|story|dialogue|character|novel|screenplay|he says|she says)\b", re.I)
_ALONE = 8  # words of a message that says nothing but that


def off_record(message: str) -> bool:
    """Whether somebody says, in their own words, that something is not to be remembered."""
    return _asked(message) is not None


def withheld(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries without what people said was not to be remembered, whose telling words are noted like private ones.

    One that says nothing but that is about the message of the same person before it.
    """
    found: list[Entry] = []
    for entry in entries:
        asked = _asked(entry.text) if entry.role == "user" else None
        if asked is None:
            found.append(entry)
            continue
        if len(entry.text.split()) <= _ALONE and not _tells(entry.text, asked):
            before = (n for n in range(len(found) - 1, -1, -1) if found[n].role == "user")
            n = next((n for n in before if found[n].speaker == entry.speaker), None)
            if n is not None:
                found[n] = _left_out(found[n])
        found.append(_left_out(entry))
    return tuple(found)


def _asked(message: str) -> re.Match[str] | None:
    said = message[: prose.LONGEST]
    asked = next((found for found in _ASKS.finditer(said) if prose.speaks(message, *found.span())), None)
    return None if asked is None or _TALE.search(said, 0, asked.start()) else asked


def _tells(message: str, asked: re.Match[str]) -> bool:
    """Whether a message says anything beside that it is not to be remembered."""
    return bool(unsaid.telling(message[: asked.start()]) or unsaid.telling(message[asked.end() :]))


def _left_out(entry: Entry) -> Entry:
    return replace(entry, text="", unsaid=(*entry.unsaid, *unsaid.telling(entry.text)))
