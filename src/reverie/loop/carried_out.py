"""A value the owner asked to be changed, once the agent changed it: "bump the request timeout to 45s". Pure.

What is only asked for is no fact yet, and what an agent says it did proves nothing: a call that worked holds the value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from reverie.domain import prose
from reverie.domain.fragment import INFERRED
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.loop.extract import Draft
from reverie.loop.mended import asked_of_shell, changes
from reverie.loop.ran import EDITS

_VALUE = (  # with a digit in it: a word is too often one of the work itself
    r"(?=[\w.:/%+-]*\d)[\w.:/%+-]*[\w%](?:\s?(?:ms|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|[kmg]i?b|percent|workers?|replicas?"
    r"|retries|connections|requests|items|rows|entries|threads|cores))?"
)
_ASKED = re.compile(
    rf"""\W*(?:(?:ok(?:ay)?|so|now|then|and|also|please|pls|hey|can\ you|could\ you|let'?s|just)[\s,]+)*
    (?:bump|raise|increase|lower|reduce|decrease|drop|cut|set|change|switch|upgrade|downgrade|pin|move)\s+
    (?:up\s+|down\s+)?(?P<article>(?:the|our|my)\s+)(?P<what>[a-z][\w'./-]*(?:\s+[\w'./-]+){{0,5}}?)
    (?:\s+(?:back\s+)?from\s+\S+(?:\s\w+)?)?\s+(?:back\s+|up\s+|down\s+)?to\s+(?P<to>{_VALUE})
    (?:[\s,]+(?:please|pls|thanks|now|again))*(?:[\s,;–—-]+(?:and|then|because|since|in\s\S+\.\w+)\b[^?]*)?[\s.!?]*""",
    re.I | re.X,
)
_LEANS = re.compile(r"\b(?:this|that|it|these|those|here|one|same|other)\b", re.I)
_LOOKS_LIKE = re.compile(  # how a thing looks, which is tried out
    r"\b(?:padding|margin|font|colou?r|width|height|radius|opacity|gap|z-index|border|icon|logo|button|headline|title"
    r"|heading|slide|image|picture|animation|shadow|indent\w*|cursor|line|column|row|cell)s?\b",
    re.I,
)


def carried_out(entries: Sequence[Entry], since: int) -> Iterator[Draft]:
    """What holds since the owner asked for it and a call that worked, from `since` on, made it so."""
    answers = {entry.answers: n for n, entry in enumerate(entries) if entry.answers}
    for n, entry in enumerate(entries):
        if entry.role != "user" or entry.speaker is not None:
            continue
        turn = _turn(entries, n)
        for said in prose.sentences(entry.text):
            asked = _asked(said)
            done = asked and _done(asked["to"], entries, turn, answers)
            if asked and done is not None and done >= since:
                yield Draft(
                    entry=entry.id, kind="fact", body=f"{_capital(asked)} is {asked['to']}.", quote=said.text.strip(),
                    confidence="medium", base=INFERRED,
                )  # fmt: skip


def _asked(said: Sentence) -> re.Match[str] | None:
    asked = _ASKED.fullmatch(said.text)
    return None if asked and (_LEANS.search(asked["what"]) or _LOOKS_LIKE.search(asked["what"])) else asked


def _turn(entries: Sequence[Entry], at: int) -> range:
    """What the agent did of a message, up to the next one."""
    end = next((n for n in range(at + 1, len(entries)) if entries[n].role == "user"), len(entries))
    return range(at + 1, end)


def _done(value: str, entries: Sequence[Entry], turn: range, answers: Mapping[str, int]) -> int | None:
    """Where a call that worked, and that changes something, has the value; None when none has."""
    whole = re.compile(rf"(?<![\w.]){re.escape(value)}(?![\w]|\.\d)", re.I)
    number = re.match(r"\d[\d.]*\d|\d", value)
    bare = re.compile(rf"(?<![\w.]){re.escape(number[0])}(?![\d_]|\.\d)") if number else whole
    for n in turn:
        call = entries[n].call
        answer = answers.get(call.id) if call else None
        if call is None or answer is None or entries[answer].failed:
            continue
        ran = asked_of_shell(entries[n])
        if call.tool.lower() in EDITS:
            given = json.dumps({k: v for k, v in call.input.items() if not k.startswith("old")}, ensure_ascii=False)
        elif ran and changes(ran):
            given = ran
        else:
            continue
        if whole.search(given) or bare.search(given):
            return n
    return None


def _capital(asked: re.Match[str]) -> str:
    what = f"{asked['article']}{asked['what']}"
    return what[0].upper() + what[1:]
