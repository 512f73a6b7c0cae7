"""What somebody thought better of, in one message or over several: what stands at the end, and what no longer does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reverie.domain import amends, notice, prose, safety
from reverie.domain.fragment import FragmentKind
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.domain.wording import ARROW
from reverie.llm import worth
from reverie.loop.extract import Draft

_WAVERS = r"(?:(?:oh|ah|ach|argh|h+m+|u+m+|u+h+|er+m*|wait|sorry)\b[\s,.!…–—-]*)"
_STOPS = r"(?=\s*(?:[,.;:!…–—-]|$))"
_STAYS = r"(?:(?:let'?s|we(?:'ll| will)?|i(?:'ll| will)?|please|just|rather|better)\s+)*(?:leave|keep|stay|stick)\b"
_SETTLES = (
    rf"(?:{_STAYS}|(?:let'?s|we|i'd rather)\s|(?:use|go with|take|make|call)\b|[\w.+#-]+ (?:is|are) (?:fine|better))"
)
_BUT_NO = rf"(?:but|or)[\s,]+(?:no+|nah|nope)\b{_STOPS}[\s,.…–—-]+(?={_SETTLES})|or actually\b"
_BACK = re.compile(  # opens a sentence that takes back the one before it
    rf"\W*(?:{_WAVERS}|(?:well|ok(?:ay)?|but|and)\b[\s,]*)*(?:(?:(?:no+|nope|nah|actually)\b[\s,.!…–—-]*){{0,2}}"
    r"(?:(?:scratch|strike|undo) that\b|forget (?:that|it)\b(?! (?!we\b|i\b|let)\w)|never ?mind\b(?! \w)|nvm\b"
    r"|on second thoughts?\b|(?:i(?:'ve|'m| have| am)? )?(?:just )?chang(?:ed|ing) my mind\b|i take (?:that|it) back\b"
    r"|i meant\b(?: to say\b)?)"
    rf"|{_BUT_NO}|no+[\s,]+(?:wait|sorry|actually)\b|actually[\s,]+(?:no+|nope|nah)\b{_STOPS}"
    r"|(?:nein|nee)[\s,]+(?:warte\b|doch(?= lieber\b))|doch (?:nicht\b|(?=lieber\b))|non,? en fait|mejor no\b"
    r"|やっぱり(?:なし|やめ\w*)?|아니다|算了|нет,? стоп)[\s,.;:!…–—-]*",
    re.I,
)
_WAVERED = re.compile(rf"\W*{_WAVERS}+(?:no+|nope|nah|nein|nee|non)\b{_STOPS}[\s,.;:!…–—-]*", re.I)
_TURN = re.compile(  # where a sentence takes back its own beginning
    rf"(?:[,;…–—]|\.\.|\s-)[\s.,…–—-]{{0,8}}(?=(?:{_WAVERS}|(?:well|but|and)\b[\s,]*)*(?:{_BUT_NO}"
    rf"|no+[\s,]+(?:wait|sorry|actually)\b|wait[\s,]+no+\b|actually[\s,]+(?:no+|nope|nah)\b{_STOPS}"
    rf"|(?:scratch|strike) that\b|on second thoughts?\b|h+m+[\s,]+(?:no+|nope|nah)\b{_STOPS}))|\s+(?={_BUT_NO})",
    re.I,
)
_WEIGHED = re.compile(r"\W*(?:maybe |or )?(?:let'?s|we|i(?:'d| would|'m| am| was| wanted))\b", re.I)
_STAYED = re.compile(rf"\W*(?:{_STAYS}|[\w.+#-]+ (?:is|are) (?:fine|better|enough)\b)", re.I)
_OPEN = re.compile(  # leaves it open what holds instead
    r"\W*(?:(?:thanks|thx|please|pls|ok(?:ay)?|sorry|(?:it|that)'s fine|let me|i'?ll|i will|i (?:need|have) to|give me"
    r"|not sure|maybe|i do(?:n't|nt| not) know)\b.*|leave (?:it|that)(?: be| there)?)?\W*",
    re.I | re.S,
)
_WAVER = re.compile(rf"\W*{_WAVERS}+\W*", re.I)
_POINTS = re.compile(r"\b(?:it|them|that|this|those|these|one|ones|there|instead)\b", re.I)
_LETS = re.compile(r"\W*let'?s\b", re.I)
_NEAR = 3  # characters between two sentences that follow each other
_TOGETHER, _ALONE = 360, 24  # characters of what was said with what holds instead, and of that when it stands alone
_TAKES_BACK = re.compile(
    r"\b(?:forget|scratch|strike|change of plans?|chang(?:e|ed|ing) (?:my|our) minds?|on second thoughts?|never ?mind"
    r"|after all|planänderung|doch (?:nicht|lieber)|finalement|mejor (?:no|dicho))\b|やっぱり|아니다|算了",
    re.I,
)
_VALUE = re.compile(  # says in a few words what it is instead
    r"\W*(?:(?:it'?s|make (?:it|that)|(?:let'?s |we |i )?(?:use|take|prefer|go with|stick with)|rather|lieber|plutôt"
    r"|mejor)\s+)?(?!\w+ (?:is|are)\b|(?:leave|keep|stay|do|don'?t|just|please|then|we|i|you|let|not|no|yes|ok|so|if|as"
    r"|skip|drop)\b)"
    r"(?P<value>[\w.+#/@:'-]+(?:\s[\w.+#/@:'-]+){0,2})\W*",
    re.I,
)
_NO = re.compile(r"^(?:(?:no+|nope|nah|nein|non|actually|sorry)\b[\s,:;.!–—-]+)+", re.I)
_TELLS = re.compile(  # a plain statement, up to its last words, which are the value
    r"(?P<head>[^,;:\u2192]*\b(?:prefer|uses?|want|takes?|pick|choose|(?:go|stick|stay|work) with|is|are|on|to|at"
    r"|nehmen|nutzen|prenons|usamos)\s+(?:(?:the|an?)\s+)?)(?P<gone>[\w.+#/@:'-]+(?:\s[\w.+#/@:'-]+)?)",
    re.I,
)
EVERYDAY = frozenset("no not it its is are the to in on at of for and or we use that this with be as by now".split())
TELLING = re.compile(r"\d[\w.:/-]*\w|\w{2,}")
_OPENING, _LEAST = 300, 3  # characters at the beginning of a message, and letters of a word that names nothing

Span = tuple[int, int]


def rethought(
    entry: Entry, said: Sequence[Sentence], kinds: Sequence[FragmentKind | None]
) -> tuple[list[Draft], list[Span]]:
    """What holds after somebody took back what they had just said, and the stretches of the message that are spent."""
    parts = [(half, kind) for one, kind in zip(said, kinds, strict=True) for half in _halves(one)]
    said, kinds = [half for half, _ in parts], [kind for _, kind in parts]
    drafts: list[Draft] = []
    spent: list[Span] = []
    done = 0
    for n in range(1, len(said)):
        if n < done or (rest := _after(said[n].text)) is None or said[n].start - said[n - 1].end > _NEAR:
            continue
        first = n - 1
        while first > done and (_WAVER.fullmatch(said[first].text) or notice.leans(said[first].text)):
            first -= 1
        last = n
        if not rest and n + 1 < len(said) and not _asks(said[n + 1].text):
            last, rest = n + 1, said[n + 1].text
        spent.append((said[first].start, said[last].end))
        done = last + 1
        kind = next((kind for kind in kinds[first:n] if kind), None) or _settles(said[first].text, rest)
        if kind and rest and said[last].end - said[first].start <= _TOGETHER:
            drafts.append(_instead(entry, entry.text[said[first].start : said[last].end], rest, kind))
    return drafts, spent


def settled(text: str) -> str:
    """The text with what holds in the place of what was taken back, or behind it and an arrow, as one."""
    if right := amends.within(text):
        return right
    said = [half for one in prose.sentences(text) for half in _halves(one)]
    back = next((n for n in range(1, len(said)) if _after(said[n].text) is not None), None)
    if back is None:
        return text
    told, holds = _bare(text[: said[back - 1].end]), text[said[back].start :]
    if not _after(said[back].text) and back + 1 < len(said):
        holds = f"{_bare(said[back].text)}, {text[said[back + 1].start :]}"
    return f"{told}{ARROW}{holds}"


def revised(entry: Entry, said: Sequence[Sentence], before: Sequence[Entry]) -> Draft | None:
    """What holds instead of what somebody ended their last message with."""
    own = next((one for one in reversed(before[-2:]) if one.role == "user"), None)
    told = prose.sentences(own.text) if own and said and _after(said[0].text) else []
    last = _spoken_of(told, said[0].text) if told else ""
    kind = worth.alone(last) if last else None
    if kind is None or safety.MARK in last or said[0].end - said[0].start > _TOGETHER:
        return None
    body = f"{_bare(last)}{ARROW}{said[0].text}"
    return Draft(entry=entry.id, kind=kind, body=body, quote=said[0].text, confidence="medium")


def _spoken_of(told: Sequence[Sentence], said: str) -> str:
    """The sentence that somebody thinks better of: the last that has a telling word of what they say, else the last."""
    words = set(TELLING.findall(said.lower())) - EVERYDAY
    shared = (one.text for one in reversed(told) if words & set(TELLING.findall(one.text.lower())))
    return next(shared, told[-1].text)


def standing(drafts: Sequence[Draft], spoken: Mapping[str, Entry]) -> list[Draft]:
    """Without what was taken back in the same session: told again as what no longer holds, or decided otherwise."""
    parted = [draft.body.partition(ARROW) for draft in drafts]
    over = {told for told, arrow, holds in parted if arrow and _after(holds) is not None}
    drafts = [
        replace(draft, body=in_place(draft.body)) if _told_in(draft) else draft
        for draft in drafts
        if _bare(draft.body) not in over
    ]  # what two messages say stays in two halves, each with its own proof
    order = {entry: n for n, entry in enumerate(spoken)}
    back = [
        (order[draft.entry], set(TELLING.findall(draft.body.lower())) - EVERYDAY)
        for draft in drafts
        if draft.entry in order and _TAKES_BACK.search(spoken[draft.entry].text[:_OPENING])
    ]
    return [
        draft
        for draft in drafts
        if draft.kind != "decision"
        or draft.entry not in order
        or not any(order[draft.entry] < at and words & _named(draft.body) for at, words in back)
    ]


def in_place(body: str) -> str:
    """A plain statement with the value it was changed to in the place of the one that was taken back."""
    told, arrow, holds = body.partition(ARROW)
    if arrow and not told.rstrip().endswith(("?", "\uff1f")) and (right := amends.amend(told, holds)):
        return right
    tells = _TELLS.fullmatch(told) if arrow else None
    rest = _after(holds) or (_NO.sub("", holds) if _NO.match(holds) else "")
    value = _VALUE.fullmatch(rest) if tells else None
    return f"{tells['head']}{value['value'].rstrip('.')}." if tells and value else body


def _named(body: str) -> set[str]:
    return {word for word in TELLING.findall(body.lower()) if len(word) > _LEAST} - EVERYDAY


def _instead(entry: Entry, quote: str, rest: str, kind: FragmentKind) -> Draft:
    """What holds, alone when it is understood alone; else after what it takes the place of."""
    alone = len(rest) >= _ALONE and not _POINTS.search(rest) and worth.alone(rest)
    if alone:
        return Draft(entry=entry.id, kind=alone, body=rest, quote=rest, confidence="medium")
    return Draft(entry=entry.id, kind=kind, body=settled(quote), quote=quote, confidence="medium")


def _told_in(draft: Draft) -> bool:
    """Whether both halves of a draft stand in its quote."""
    return draft.body.partition(ARROW)[0].lower() in draft.quote.lower()


def _settles(told: str, rest: str) -> FragmentKind | None:
    """What the end of a change of mind is: of something weighed, that it stays as it was is a decision."""
    if kind := worth.alone(told):
        return kind
    weighed = _WEIGHED.match(told) and not _POINTS.search(told)
    return "decision" if weighed and _STAYED.match(rest) else worth.alone(rest or ".")


def _halves(one: Sentence) -> list[Sentence]:
    """A sentence that takes back its own beginning, in two; any other as it is."""
    turn = _TURN.search(one.text, 1)
    if turn is None or _after(one.text) is not None:
        return [one]
    told, at = one.text[: turn.end()].rstrip(), one.start + turn.end()
    back = Sentence(one.text[turn.end() :], at, one.end, starts=False)
    return [replace(one, text=told, end=one.start + len(told)), back]


def _bare(text: str) -> str:
    return text.rstrip(" .!…,;–—-")


def _after(sentence: str) -> str | None:
    """What a sentence says after it took back the one before; None when it takes nothing back."""
    rest = sentence.replace("\u2019", "'")
    if not (_BACK.match(rest) or _WAVERED.match(rest)):
        return None
    while rest and (back := _BACK.match(rest) or _WAVERED.match(rest)):
        rest = rest[back.end() :]
    return "" if _OPEN.fullmatch(rest) else sentence[len(sentence) - len(rest) :]


def _asks(sentence: str) -> bool:
    return notice.passes(sentence) and _LETS.match(sentence) is None
