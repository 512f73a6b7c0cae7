"""What somebody asked outright to be remembered, as it is kept: word for word, item by item, or to the point. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reverie.domain import notice, prose, route, safety, trigger as triggers, wording
from reverie.domain.fragment import ASKED, FragmentKind
from reverie.domain.pattern import Worded
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.llm import worth as worths
from reverie.loop import bereft, rules
from reverie.loop.extract import Confidence, Draft, plain
from reverie.loop.judged import TAIL
from reverie.loop.listed import Listed, listed
from reverie.loop.rethought import settled
from reverie.loop.spoken_of import LONG, of_whom, shown

_POINTS = re.compile(
    r"\W*(?:that|this|it|these|those|das|ça|eso|これ|それ|이거|그거|这个"
    r"|what you (?:just |have just )?(?:said|told me|wrote|found(?: out)?))?"
    r"(?:[\s,]*\b(?:please|pls|again|for (?:me|us|later|(?:the )?next time|the future|future reference)))*\W*",
    re.I,
)
MINE = re.compile(  # what the owner said before
    r"\W*(?:(?:all |everything )?(?:of )?(?:what|that|which)? ?(?:i|we)(?:'ve| have)? (?:just )?(?:said"
    r"|told (?:you|u)|wrote|explained|mentioned)|was ich (?:dir )?(?:gerade |eben )?(?:gesagt|erzählt) habe"
    r"|ce que je (?:viens de (?:te )?dire|t'ai dit)|lo que (?:te )?(?:acabo de decir|dije))(?: (?:just now"
    r"|before|earlier|above|please|pls))*\W*",
    re.I,
)
_ITS = re.compile(r"\W*[a-z]+(?: up| out| off| back| in)? (?:it|them|that one|this one|those|these)\b", re.I)
_NEXT = re.compile(  # turns to the next thing to be done
    r"\W*(?:now|ok(?:ay)?|anyway|and now|then|next|thanks|can you|could you|let's|please|.{0,200}[?？]\s*$)",
    re.I | re.S,
)
VERBATIM = Worded(
    "word verbatim exactly exact save keep store remember wort mot pie",
    r"\b(?:word for word|verbatim|exactly (?:like|as) (?:this|it is|written)|exact (?:text|wording)"
    r"|(?:save|keep|store|remember)\b[^\n]{0,80}\b(?:literally|as[- ]is|unchanged|1:1|byte for byte)"
    r"|wort für wort|mot pour mot|al pie de la letra)\b"
    r"|一字不差|原文のまま|그대로 (?:저장|보관|기억)",
)
_OWN_WORD = ("preference", "decision", "correction", "task")  # kinds that stand by themselves after a remember
_ASKED = 6_000  # characters of what somebody asked to be remembered in one go
_OURS = re.compile(
    r"\W*(?:i|we|my|our|ich|wir|je|j'|nous|on|yo|nosotros|я|мы|我们?|我|私|うち|저는?|우리)(?:\b|(?=[^a-z]))", re.I
)
_DUE = re.compile(r"(?:^|\s)(?:to|dara?n|de|d'|забудь)$", re.I)  # ends the words that ask for something to be done
_NAME = re.compile(
    r"\b(?:as|called|named|titled|under|title|name|als|unter|comme|sous|como)\b[^\n\"'“‘«„]{0,30}"
    r"(?:\"([^\"\n]{2,80})\"|'([^'\n]{2,80})'|“([^”\n]{2,80})”|‘([^’\n]{2,80})’|«\s?([^»\n]{2,80}?)\s?»"
    r"|„([^“\n]{2,80})“)",
    re.I,
)
_FENCED = re.compile(r"\A(```+|~~~+)[^\n]*\n(.*?)\n[ \t]*\1[ \t]*(?:\n|\Z)", re.S)
_KEEPS = re.compile(r"\b(?:save|keep|store|remember|note|record|merke?|speichere?|garde|retiens|guarda)\b", re.I)


def within(text: str, asked: triggers.Trigger, said: Sequence[Sentence]) -> int | None:
    """Where what is to be remembered stands, when it is said in the person's own words, not in what they pasted."""
    if not prose.speaks(text, triggers.asked_at(text, asked)):
        return None
    if not asked.rest:
        return asked.start
    at = text.find(asked.rest, asked.start, asked.end)
    at = at if at >= 0 else text.find(asked.rest)
    return at if any(sentence.start <= at < sentence.end for sentence in said) else None


def asked_for(entry: Entry, rest: str, asked: triggers.Trigger, before: Sequence[Entry]) -> Iterator[Draft]:
    """What somebody asked to be remembered: these words, what they said before, or what the agent just said."""
    if not rest or rest not in entry.text or _POINTS.fullmatch(rest):
        yield from just_said(said_by_agent(before))
        return
    at = entry.text.find(rest, asked.start)
    bullet = re.search(r"[-*•–]\s+$", entry.text[max(0, at - 8) : at]) if at > 0 else None
    if (items := listed(f"{bullet[0]}{rest}" if bullet else rest)) is not None:
        yield from _list(entry, items)
        return
    if entry.text[asked.start : at].rstrip().endswith(":") and len(told := rules.stated(rest)) > 1:
        yield from _in_a_row(entry, told)
        return
    kept = spoken(rest)
    if kept is None:
        return
    body, quote = kept
    due, leans = _DUE.search(asked.head) is not None, notice.leans(quote)
    claim = of_whom(quote, entry, before) if leans and asked.behind else None
    claim = shown(before) if due and _ITS.match(quote) else claim
    heard = list(just_said(said_by_agent(before))) if leans and not claim else []
    if heard:
        yield from heard
        return
    sure: Confidence = "low" if leans and not claim else "high"  # asked for, it is kept even when it leans
    kind = kind_of(quote, due=due)
    body = plain(settled(body)).rstrip(" ?") if kind == "task" else plain(settled(body))
    body = f"{plain(claim)}{wording.ARROW}{body}" if claim else body
    yield Draft(entry=entry.id, kind=kind, body=body, quote=quote, confidence=sure, base=ASKED)


def _in_a_row(entry: Entry, told: Sequence[str]) -> Iterator[Draft]:
    """Statements that are to be remembered, each by itself."""
    for each in told:
        if kept := spoken(each):
            body, quote = kept
            kind = kind_of(quote)
            yield Draft(entry=entry.id, kind=kind, body=plain(body), quote=quote, confidence="high", base=ASKED)


def said_by_agent(before: Sequence[Entry]) -> Entry | None:
    return next((e for e in reversed(before) if e.role == "agent"), None)


def _list(entry: Entry, told: Listed) -> Iterator[Draft]:
    """A list that is to be remembered: one way of doing a thing, or each of its items by itself."""
    if told.way:
        yield Draft(
            entry=entry.id, kind="procedure", body=plain(told.text), quote=told.text, confidence="high", base=ASKED
        )  # fmt: skip
        return
    for item in told.items:
        if safety.MARK not in item.text:
            body = plain(f"{told.heading} {item.text}" if told.heading else item.text)
            yield Draft(
                entry=entry.id, kind=kind_of(item.text), body=body, quote=item.text, confidence="high", base=ASKED
            )  # fmt: skip


def spoken(rest: str) -> tuple[str, str] | None:
    """What is to be kept of what somebody asked to be remembered, and the stretch of it that proves that.

    A sentence that held a credential is left out, what stands before and after it is not.
    """
    if len(rest) > _ASKED:
        ends = [one.end for one in prose.sentences(rest) if one.end <= _ASKED]
        rest = rest[: ends[-1]] if ends and ends[-1] > _ASKED // 2 else rest[: rest.rfind(" ", 0, _ASKED) or _ASKED]
    if safety.MARK not in rest:
        return rest, rest
    runs: list[str] = []
    start = end = -1
    for one in bereft.whole(rest, prose.sentences(rest)):
        if safety.MARK in one.text:
            clause = bereft.clause(one.text)
            one = Sentence(clause, one.start, one.start + len(clause), one.starts) if clause else one
        if safety.MARK in one.text:
            continue
        if end >= 0 and safety.MARK not in rest[end : one.start]:
            end = one.end
            continue
        if start >= 0:
            runs.append(rest[start:end])
        start, end = one.start, one.end
    if start >= 0:
        runs.append(rest[start:end])
    return (" ".join(runs), runs[0]) if runs else None


def to_the_point(rest: str) -> str:
    """What is to be remembered, without the next thing that is asked for or that the person says of themselves."""
    said = prose.sentences(rest)
    for one, other in pairwise(said):
        if _NEXT.match(other.text) and notice.passes(other.text):
            return rest[: one.end]
        ours = _OURS.match(other.text) and not notice.leans(other.text) and not _OURS.match(said[0].text)
        if ours and worths.alone(other.text) in _OWN_WORD:
            return rest[: one.end]
    return rest


def kind_of(text: str, *, due: bool = False) -> FragmentKind:
    """What a text is that somebody asked to be kept; `due` when they asked not to forget to do it."""
    noticed = worths.alone(text)
    if due and noticed not in ("preference", "procedure", "decision"):
        return "task"
    if noticed:
        return notice.rightly(text, noticed)
    kind = route.route(text).kind
    return "task" if kind == "fact" and notice.passes(text) and ":" not in text else kind


def just_said(before: Entry | None) -> Iterator[Draft]:
    """What the agent said before somebody said: keep that."""
    heard = prose.sentences(before.text)[:3] if before else []
    if before and heard and sum(len(one.text) for one in heard) > TAIL:
        quote = before.text[heard[0].start : heard[-1].end]
        kind = kind_of(quote)
        yield Draft(entry=before.id, kind=kind, body=plain(quote), quote=quote, confidence="high", base=ASKED)


def word_for_word(entry: Entry, announced: re.Match[str]) -> Iterator[Draft]:
    """A text whose exact form matters: what stands below the line that says so."""
    at = entry.text.find("\n", announced.end())
    if at < 0 and _KEEPS.search(entry.text):
        colon = re.compile(r":\s").search(entry.text, announced.end())
        at = colon.end() if colon else at
    text = entry.text[at:].strip() if at >= 0 else ""
    if fenced := _FENCED.match(text):
        text = fenced[2]
    if text.strip():
        told = entry.text[:at].strip()[:LONG]
        named = _NAME.search(told)
        title = next(filter(None, named.groups()), "") if named else ""
        body = f"{title} is kept word for word" if title else told.rstrip(":")
        yield Draft(
            entry=entry.id, kind="fact", body=plain(body), quote=told, confidence="high", base=ASKED, verbatim=text,
            title=title,
        )  # fmt: skip
