"""The offline extractor: notices what is worth keeping by rules alone. Deterministic; the default, and the fallback."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from reverie.domain import agree, notice, poison, prose, route, safety
from reverie.domain.fragment import ASKED, FragmentKind
from reverie.domain.prose import Sentence
from reverie.domain.text import fold
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.extract import Confidence, Draft, Extracted
from reverie.loop.mended import mended

MOST = 4  # fragments of one message: whoever says more than that at once is pasting
_TOGETHER, _FEW = 360, 70  # characters of sentences kept together, and of one that only adds a few words
_TAIL = 14  # characters of a sentence that only adds to the one before: "Always.", "And never mocks."
_SHORT = 45  # characters of a sentence that the next one explains, whatever that is
_POINTS = re.compile(
    r"\W*(?:that|this|it|these|those|das|ça|eso|これ|それ|이거|그거|这个)?(?:\s+(?:please|pls|for (?:me|later)))?\W*",
    re.I,
)
_INSTEAD = re.compile(
    r"\W*(?:oh |ah |hm+,? |wait,? |ok,? )*(?:scratch that|strike that|no,? wait|actually,? no"
    r"|on second thoughts?|forget (?:that|it)"
    r"|doch nicht|non,? en fait|mejor no|やっぱり(?:なし|やめ\w*)|아니다|算了|нет,? стоп)\W*",
    re.I,
)
_POINTING = re.compile(
    r"\b(?:keep|bear) (?:that|this|it) in mind\b|记下来|메모해|\b(?:save|remember|note|keep|store)\s+(?:that"
    r"|this|it)(?:\s+(?:in mind|down|please|pls|for (?:me|later)))*\W*$"
    r"|(?:これ|それ)(?:を|は)?(?:覚えて|記憶)|(?:이거|그거|이걸)\s*기억|记住(?:这个|这点)|(?:merk dir das"
    r"|retiens ça|recuerda eso|запомни это)\W*$",
    re.I,
)
_NEXT = re.compile(  # turns to the next thing to be done
    r"\W*(?:now|ok(?:ay)?|anyway|and now|then|next|thanks|can you|could you|let's|please|.{0,200}[?？]\s*$)",
    re.I | re.S,
)
_PLAY = re.compile(
    r"\b(?:let's (?:play|pretend|role-?play)|pretend (?:you|to be|that)|role-?play|imagine you(?:'re| are)"
    r"|act as an?)\b",
    re.I,
)
_JOKED = re.compile(
    r"\b(?:just kidding|(?:only|just) (?:joking|a joke)|april fools?|jk|was (?:a joke|joking)"
    r"|nur (?:ein )?(?:scherz|spaß)|je plaisante|es broma|шучу)\b|冗談|농담|开玩笑",
    re.I,
)
_REPLACED = re.compile(
    r"\b(?:it's|it is|they're|now it's|instead it's)\b.{2,80}\b(?:now|instead)\b", re.I
)  # forgotten for a new one
_ANSWERS = re.compile(r"\W*(?:no|nope|nah|yes|yeah|nein|ja|non|oui|нет|да)\b(?:[,.!]+\s*|\s*$)", re.I)
_VERBATIM = re.compile(
    r"\b(?:word for word|verbatim|exactly (?:like|as) (?:this|it is|written)|exact (?:text|wording)"
    r"|(?:save|keep|store|remember)\b[^\n]{0,80}\b(?:literally|as[- ]is|unchanged|1:1|byte for byte)"
    r"|wort für wort|mot pour mot|al pie de la letra)\b"
    r"|一字不差|原文のまま|그대로 (?:저장|보관|기억)",
    re.I,
)
_EVERYDAY = frozenset("no not it its is are the to in on at of for and or we use that this with be as by now".split())
_WEIGHTY = ("decision", "procedure")  # kinds that win when the sentence before only opens what they say
_ENDING = 1_500  # characters at the end of a message in which a question is looked for
_LONG = 300  # characters of a question, a claim or a heading that is kept with what is said about it


class Offline:
    """Rules over the owner's sentences and over what tools reported."""

    name = "offline"
    room = 10_000_000

    def __init__(self) -> None:
        notice.ready()

    def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
        found: list[Draft] = []
        said: set[str] = set()
        for draft in (*self._told(transcript, entries), *mended(entries)):
            key = fold(draft.body)
            if key not in said:
                said.add(key)
                found.append(draft)
        order = {entry.id: n for n, entry in enumerate(entries)}
        return Extracted(drafts=sorted(found, key=lambda draft: order[draft.entry]), by=self.name)

    def _told(self, transcript: Transcript, entries: Sequence[Entry]) -> Iterator[Draft]:
        """What the owner said; in a room others speak too, and theirs is not the owner's to be held to."""
        if transcript.origin not in ("session", "channel"):
            return
        several = transcript.origin == "channel" or any(e.role == "user" and e.speaker is None for e in entries)
        before: list[Entry] = []  # what was said up to here, by the owner and the agent
        held: list[Draft] = []  # of the owner's last message, until the next one shows that it was meant
        for entry in entries:
            if entry.role == "user":
                if _PLAY.search(entry.text):
                    break  # whatever is said from here on is said by somebody who does not exist
                if entry.speaker in (None, transcript.owner) or not (several or transcript.owner):
                    if not _JOKED.search(entry.text):
                        yield from held
                    held = list(_of_message(entry, before))
                    before.append(entry)
            elif entry.role == "agent" and entry.text:
                before.append(entry)
        yield from held


def _of_message(entry: Entry, before: Sequence[Entry]) -> Iterator[Draft]:
    """What a person said in one message: first what they asked to be remembered, then what is worth it anyway."""
    said_before = next((e for e in reversed(before) if e.role == "agent"), None)
    asked = route.trigger(entry.text)
    if verbatim := _VERBATIM.search(entry.text):
        yield from _word_for_word(entry, verbatim)
        return
    said = prose.sentences(entry.text)
    kinds = _noticed(said, said_before)
    if _POINTING.search(entry.text) and not any(kinds):
        yield from _just_said(said_before)
        return
    if asked and asked.ask == "remember" and not _POINTING.search(entry.text):
        if _within(entry.text, asked.rest, said):
            yield from _asked(entry, asked.rest, said_before)
            return
    elif asked and asked.ask != "remember" and not _REPLACED.search(entry.text):
        return
    if changed := _changed_mind(entry, said):
        yield changed
        return
    taken = found = 0
    accepted = _agreed(entry, before) or _answered(said, entry, before)
    if accepted:
        yield accepted
        found = 1
    if accepted or agree.picks(entry.text):
        taken = 1  # the sentence that agrees or points is spent
    for n, noticed in enumerate(kinds):
        if noticed is None or n < taken or found == MOST:
            continue
        first = n
        while first > taken and _needs_more(said[first]) and _adjacent(said[first - 1], said[first]):
            first -= 1
        if notice.leans(said[first].text):
            continue  # it speaks of something we cannot name
        last = n
        while last + 1 < len(said) and _goes_on(
            said[last], said[last + 1], noticed, kinds[last + 1], said[last].end - said[first].start
        ):
            last += 1
        quote = _unredacted(entry.text[said[first].start : said[last].end])
        if quote is None:
            continue
        body = _plain(quote)
        if noticed.kind == "correction" and notice.bare(said[first].text) and not any(kinds[first + 1 : last + 1]):
            claim = _claim(said_before, quote) if first == 0 else None
            if claim is None:
                continue  # it corrects something we cannot name
            body = f"{claim} \u2192 {body}"
        told = next((kind for kind in kinds[n + 1 : last + 1] if kind and kind.kind in _WEIGHTY), noticed)
        yield Draft(
            entry=entry.id, kind=told.kind, body=body, quote=quote, confidence=told.confidence
        )  # fmt: skip
        taken, found = last + 1, found + 1


def _noticed(said: Sequence[Sentence], before: Entry | None) -> list[notice.Noticed | None]:
    """What each sentence is, in the light of what it answers and of what is asked first."""
    kinds = [notice.notice(sentence.text) for sentence in said]
    if kinds and kinds[0] and before and before.text.rstrip().endswith(("?", "？")):
        # To a question, "no" is an answer and corrects nothing.
        kinds[0] = notice.notice(_ANSWERS.sub("", said[0].text, count=1))
    if said and notice.commissions(said[0].text):
        kinds = [
            kind if kind and (kind.kind != "fact" or notice.about_us(one.text)) else None
            for one, kind in zip(said, kinds, strict=True)
        ]
    return kinds


def _claim(before: Entry | None, correction: str) -> str | None:
    """The statement of the agent's that a correction is about: one that shares a word with it, else the last."""
    if before is None:
        return None
    told = [s.text for s in prose.sentences(before.text) if not notice.passes(s.text) and len(s.text) <= _LONG]
    words = set(re.findall(r"\w{2,}", correction.lower())) - _EVERYDAY
    shared = [text for text in told if words & set(re.findall(r"\w{2,}", text.lower()))]
    claim = (shared or told)[-1] if told else None
    return claim if claim and not poison.rules(claim) else None


def _agreed(entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """The agent's proposal the owner took, with what it was an answer to and the reason they gave."""
    for n in range(len(before) - 1, max(-1, len(before) - 5), -1):
        proposal = before[n]
        if proposal.role != "agent" or not (took := agree.agreed(entry.text, proposal.text)):
            if proposal.role == "agent" and not agree.picks(entry.text):
                return None  # a yes answers the last thing said, a letter may point further back
            continue
        quote = proposal.text[took.start : took.end]
        asked = before[n - 1].text if n and before[n - 1].role == "user" else ""
        topic = f"{_plain(asked)} \u2192 " if asked and len(asked) <= _LONG else ""
        reason = f" ({took.reason})" if took.reason and len(took.reason) <= _LONG else ""
        return Draft(
            entry=proposal.id, kind="decision", body=_plain(f"{topic}{quote}{reason}"), quote=quote, confidence="medium"
        )  # fmt: skip
    return None


def _needs_more(sentence: Sentence) -> bool:
    return len(sentence.text) <= _TAIL or notice.leans(sentence.text)


def _answered(said: Sequence[Sentence], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """A short answer to a question that asked for something lasting, kept with the question."""
    if not said or not before or safety.MARK in said[0].text or notice.passes(said[0].text):
        return None
    last = before[-1]
    if last.role == "agent" and (span := agree.amended(entry.text, last.text)):
        proposal = last.text[span[0] : span[1]]
        if not poison.rules(proposal):
            body = f"{_plain(proposal)} \u2192 {_plain(said[0].text)}"
            return Draft(entry=entry.id, kind="decision", body=body, quote=said[0].text, confidence="medium")
    for asker in reversed(before[-2:]):
        ending = asker.text[-_ENDING:]  # a question that is answered stands at the end
        for question in reversed(prose.sentences(ending) if "?" in ending or " or " in ending else []):
            kind = agree.answered(said[0].text, question.text, by_agent=asker.role == "agent")
            if kind and not poison.rules(question.text):
                body = f"{_plain(question.text)} \u2192 {_plain(said[0].text)}"
                return Draft(entry=entry.id, kind=kind, body=body, quote=said[0].text, confidence="medium")
    return None


def _unredacted(quote: str) -> str | None:
    """What stands before a credential that was taken out, if that says something by itself."""
    if safety.MARK not in quote:
        return quote
    before = re.match(r".*(?=[,;:(\u2013-]|\bit's\b|\bhere\b)", quote[: quote.index(safety.MARK)], re.S)
    kept = before[0].rstrip(" ,;:(-\u2013") if before else ""
    return kept if kept and notice.notice(kept) else None


def _within(text: str, rest: str, said: Sequence[Sentence]) -> bool:
    """Whether what is asked to be remembered is said in the person's own words, not in what they pasted."""
    at = text.find(rest)
    return not rest or any(sentence.start <= at < sentence.end for sentence in said)


def _adjacent(one: Sentence, other: Sentence) -> bool:
    return other.start - one.end <= 2


def _goes_on(one: Sentence, other: Sentence, noticed: notice.Noticed, then: notice.Noticed | None, length: int) -> bool:
    """Whether the next sentence belongs to what was just said: it leans on it, adds a few words, or says more of it."""
    if not _adjacent(one, other) or length + len(other.text) > _TOGETHER:
        return False
    if notice.passes(other.text) or safety.MARK in other.text:
        return False
    if then is None or then.kind == noticed.kind:
        return notice.leans(other.text) or len(other.text) <= _FEW
    return notice.leans(other.text) or len(one.text) <= _SHORT or len(other.text) <= _SHORT


def _asked(entry: Entry, rest: str, said_before: Entry | None) -> Iterator[Draft]:
    """What somebody asked to be remembered: these words, or what the agent just said."""
    rest = _to_the_point(rest)
    before = list(_just_said(said_before))
    if rest and rest in entry.text and not _POINTS.fullmatch(rest) and (not notice.leans(rest) or not before):
        sure: Confidence = "low" if notice.leans(rest) else "high"  # asked for, it is kept even when it leans
        yield Draft(entry=entry.id, kind=_kind(rest), body=_plain(rest), quote=rest, confidence=sure, base=ASKED)
    else:
        yield from before


def _to_the_point(rest: str) -> str:
    """What is to be remembered, without the next thing that is asked for."""
    said = prose.sentences(rest)
    for one, other in itertools.pairwise(said):
        if _NEXT.match(other.text) and notice.passes(other.text):
            return rest[: one.end]
    return rest


def _kind(text: str) -> FragmentKind:
    """What a text is that somebody asked to be kept."""
    noticed = notice.notice(text)
    return noticed.kind if noticed else route.route(text).kind


def _just_said(before: Entry | None) -> Iterator[Draft]:
    """What the agent said before somebody said: keep that."""
    heard = prose.sentences(before.text)[:3] if before else []
    if before and heard:
        quote = before.text[heard[0].start : heard[-1].end]
        kind = _kind(quote)
        yield Draft(entry=before.id, kind=kind, body=_plain(quote), quote=quote, confidence="high", base=ASKED)


def _changed_mind(entry: Entry, said: Sequence[Sentence]) -> Draft | None:
    """What holds instead, after somebody took back what they said before."""
    if len(said) < 2 or not _INSTEAD.fullmatch(said[0].text):
        return None
    last = max(n for n in range(min(3, len(said))) if said[n].end - said[0].start <= _TOGETHER)
    quote = _unredacted(entry.text[said[0].start : said[last].end]) if last else None
    if not quote or notice.passes(said[1].text):
        return None
    return Draft(entry=entry.id, kind="correction", body=_plain(quote), quote=quote, confidence="medium")


def _word_for_word(entry: Entry, announced: re.Match[str]) -> Iterator[Draft]:
    """A text whose exact form matters: what stands below the line that says so."""
    at = entry.text.find("\n", announced.end())
    text = entry.text[at:].strip() if at >= 0 else ""
    if text:
        told = entry.text[:at].strip()[:_LONG]
        yield Draft(
            entry=entry.id, kind="fact", body=_plain(told.rstrip(":")), quote=told, confidence="high", base=ASKED,
            verbatim=text,
        )  # fmt: skip


def _plain(quote: str) -> str:
    """The sentence as it is kept: on one line, without what only opens it."""
    text = " ".join(quote.split()).strip("*_ ")
    text = re.sub(
        r"^(?:(?:ok(?:ay)?|so|well|oh|hey|btw|also|and|yeah|yes|by the way|fyi|hm+|right)[,.!:]*\s+)+",
        "",
        text,
        flags=re.I,
    )
    return text[:1].upper() + text[1:]
