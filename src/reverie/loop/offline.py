"""The offline extractor: notices what is worth keeping by rules alone. Deterministic; the default, and the fallback."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reverie.domain import agree, amends, notice, poison, prose, safety, trigger as triggers, wording
from reverie.domain.fragment import ASKED, INFERRED
from reverie.domain.pattern import Worded
from reverie.domain.prose import Sentence
from reverie.domain.text import fold
from reverie.domain.transcript import Entry, Transcript
from reverie.llm import worth as worths
from reverie.loop import bereft, rules
from reverie.loop.amended import amended, opening
from reverie.loop.answers import answered
from reverie.loop.asked import (
    MINE,
    VERBATIM,
    asked_for,
    just_said,
    kind_of,
    spoken,
    to_the_point,
    within,
    word_for_word,
)
from reverie.loop.carried_out import carried_out
from reverie.loop.episode import helped
from reverie.loop.extract import Draft, Extracted, before as context, plain
from reverie.loop.heard import Heard, heard
from reverie.loop.judged import FEW, SHORT, TAIL, TOGETHER, Worth, adjacent, belongs, goes_on, lasting, noticed, without
from reverie.loop.listed import steps
from reverie.loop.mended import confirmed, mended, solved
from reverie.loop.moments import dated
from reverie.loop.noted import noted
from reverie.loop.recounted import recounted
from reverie.loop.rethought import rethought, revised, standing
from reverie.loop.spoken_of import disputed, of_whom, pointed, spoken_of

FOUND = 0.8  # probability from which on what the agent says it found out is kept
FINDINGS = 2  # of the agent's in one message
MOST = 4  # fragments of one message: whoever says more than that at once is pasting
_STOPS = " \t\n.,;:!-–—"
_INSTEAD = re.compile(
    r"\W*(?:oh |ah |hm+,? |wait,? |ok,? )*(?:scratch that|strike that|no,? wait|actually,? no"
    r"|on second thoughts?|forget (?:that|it)"
    r"|doch nicht|non,? en fait|mejor no|やっぱり(?:なし|やめ\w*)|아니다|算了|нет,? стоп)\W*",
    re.I,
)
_POINTING = Worded(
    "keep bear save remember note store merk* recuerda*",
    r"\b(?:keep|bear) (?:that|this|it) in mind\b|记下来|메모해|\b(?:save|remember|note|keep|store)\s+(?:that"
    r"|this|it)(?:\s+(?:in mind|down|please|pls|for (?:me|later)))*\W*$"
    r"|(?:これ|それ)(?:を|は)?(?:覚えて|記憶)|(?:이거|그거|이걸)\s*기억|记住(?:这个|这点)|(?:merk dir das"
    r"|retiens ça|recuerda eso|запомни это)\W*$",
)
_WHY = re.compile(r"\W*(?:(?:so|oh|ah|ok(?:ay)?)[, ]+)*that'?s (?:why|what|how|where|it)\b", re.I)  # only answers
_JOINS = re.compile(r"^[\s,;.…–—-]*(?:(?:and|so|then|ok(?:ay)?|actually)\s+)*", re.I)
_LOOSELY = re.compile(
    r"^\s*(?:(?:about|the|that|this|our|my|old|whole|all)\s+)+|\s+(?:thing|stuff|idea|plan|business|part|rule)s?\s*$",
    re.I,
)
_FORGET = re.compile(r"\W*(?:[\w']+\W+){0,4}?forget\b", re.I)
_ONE = re.compile(r"\b(?:new|right|correct|current|real) (?:one|is|are)\b", re.I)
_MORE_THAN = re.compile(r"[,;:]|\b(?:because|since|as|so|but|it's|it is|they're|they are|instead)\b", re.I)
_WORDS = 3  # of what is forgotten for something else, when both are told in one sentence
_PLAY = Worded(
    "play pretend role roleplay imagine act",
    r"\b(?:let'?s (?:play|pretend|role-?play)|pretend (?:you|to be|that)|role-?play|imagine you(?:'re| are)"
    r"|act as an?)\b",
)
_JOKED = Worded(
    "kidding joking joke april jk scherz plaisante broma",
    r"\b(?:just kidding|(?:only|just) (?:joking|a joke)|april fools?|jk|was (?:a joke|joking)"
    r"|nur (?:ein )?(?:scherz|spaß)|je plaisante|es broma|шучу)\b|冗談|농담|开玩笑",
)
_WEIGHTY = ("decision", "procedure")  # kinds that win when the sentence before only opens what they say
_ASKS = 24  # things one message may ask of memory
_SLIGHT = frozenset(
    "the a an our my this also please der die das le la les el los".split()
)  # two wordings may differ in them


class Offline:
    """Rules over the owner's sentences and over what tools reported."""

    name = "offline"
    room = 10_000_000

    def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
        if transcript.origin == "memory":
            return Extracted(drafts=noted(entries), by=self.name)
        found: dict[str, Draft] = {}
        earlier = context(transcript, entries)
        entries, since = (*earlier, *entries), len(earlier)
        spoken = {entry.id: entry for entry in entries if entry.role == "user"}
        said = heard(entries)
        for draft in (
            *self._told(transcript, entries, said, since),
            *mended(entries, since),
            *carried_out(entries, since),
        ):
            key = _alike(draft.body)
            if key in found:
                if draft.base > found[key].base:  # what was asked for counts for more than what was overheard
                    found[key] = replace(found[key], base=draft.base, confidence=draft.confidence)
            elif draft.kind != "procedure" or all(draft.quote != other.quote for other in found.values()):
                found[key] = draft
        for fix in helped(entries, said, since):
            found = {key: draft for key, draft in found.items() if not fix.tells(draft)}
            found.setdefault(_alike(fix.draft.body), fix.draft)
        drafts = [
            replace(draft, body=dated(draft.body, spoken[draft.entry].at, draft.kind))
            if draft.entry in spoken
            else draft
            for draft in standing(list(found.values()), spoken)
        ]
        order = {entry.id: n for n, entry in enumerate(entries)}
        return Extracted(drafts=sorted(drafts, key=lambda draft: order[draft.entry]), by=self.name)

    def _told(self, transcript: Transcript, entries: Sequence[Entry], said: Heard, since: int) -> Iterator[Draft]:
        """What the owner said from `since` on; in a room others speak too, and theirs is not the owner's."""
        if transcript.origin not in ("session", "channel"):
            return
        several = transcript.origin == "channel" or any(e.role == "user" and e.speaker is None for e in entries)
        before: list[Entry] = []  # what was said up to here, by the owner and the agent
        held: list[Draft] = []  # of the owner's last message, until the next one shows that it was meant
        for n, entry in enumerate(entries):
            if entry.role == "user":
                if _PLAY.search(entry.text[: prose.LONGEST]):
                    break  # whatever is said from here on is said by somebody who does not exist
                if entry.speaker in (None, transcript.owner) or not (several or transcript.owner):
                    right = _put_right(entry, before, held, said) if n >= since else None
                    if not _JOKED.search(entry.text[: prose.LONGEST]):
                        yield from (each for each in held if right is None or each is not right[1])
                    if right:
                        held = [right[0], *_behind(right[0], _of_message(entry, before, said), entry)]
                    else:
                        held = list(_of_message(entry, before, said)) if n >= since else []
                    before.append(entry)
            elif entry.role == "agent" and entry.text:
                if n >= since:
                    yield from _found(entry, before, said)
                before.append(entry)
        yield from held


def _put_right(
    entry: Entry, before: Sequence[Entry], held: Sequence[Draft], every: Heard
) -> tuple[Draft, Draft | None] | None:
    """What holds now of the owner's last message, when this one begins by putting a value of it right."""
    last = next((n for n in range(len(before) - 1, -1, -1) if before[n].role == "user"), None)
    if last is None or not opening(entry.text):
        return None
    own, earlier = before[last], before[:last]
    if not any(each.entry == own.id for each in held):  # said when the session was read before
        first = _put_right(own, earlier, (), every)
        held = [first[0]] if first else list(_of_message(own, earlier, every))
    between = "\n".join(each.text for each in before[last + 1 :])
    return amended(entry, own, between, held, every.get(own.id, ()))


def _behind(first: Draft, drafts: Iterable[Draft], entry: Entry) -> list[Draft]:
    """What the message says besides, behind the words that a draft quotes."""
    end = entry.text.find(first.quote) + len(first.quote)
    return [each for each in drafts if each.entry == entry.id and entry.text.find(each.quote, end) >= 0]


def _found(entry: Entry, before: Sequence[Entry], every: Heard) -> Iterator[Draft]:
    """What the agent says it found out and that stays true; surer than what the owner says, and less of it."""
    said, kinds = noticed(every[entry.id], FOUND)
    if helped := solved(entry, said, before):
        draft, span = helped
        if not poison.rules(draft.body):
            yield replace(draft, confidence="low")
            said, kinds = without([span], said, kinds)
    sound = [draft for draft in _kept(entry, said, kinds, before, 0) if not poison.rules(draft.body)]
    yield from (replace(draft, confidence="low", base=INFERRED) for draft in sound[:FINDINGS])


def _of_message(entry: Entry, before: Sequence[Entry], every: Heard) -> Iterator[Draft]:
    """What a person said in one message: first what they asked to be remembered, then what is worth it anyway."""
    verbatim = VERBATIM.search(entry.text)
    if verbatim and prose.speaks(entry.text, *verbatim.span()):
        return word_for_word(entry, verbatim)
    return _Message(entry, before, every.get(entry.id, ())).drafts()


class _Message:
    """A message of the owner's, step by step: what one step keeps is spent for those behind it."""

    def __init__(self, entry: Entry, before: Sequence[Entry], every: Sequence[tuple[Sentence, worths.Judged]]) -> None:
        self._entry, self._before, self._heard = entry, before, every
        said, kinds = noticed(every, worths.KEEP)
        if notice.made_up(entry.text[: prose.LONGEST]):
            kinds = [replace(each, kind=None) for each in kinds]
        self._said, self._kinds = said, lasting(said, kinds)
        self._spent: list[tuple[int, int]] = []

    def drafts(self) -> Iterator[Draft]:
        entry, before = self._entry, self._before
        asks = triggers.triggers(entry.text)[:_ASKS]
        named = {asked.start for asked in asks if _names(asked, entry, before)}
        points = _POINTING.search(entry.text[: prose.LONGEST]) if not named else None
        points = points if points and prose.speaks(entry.text, *points.span()) else None
        meant = _pointed_at(points, self._said) if points else None
        if meant is not None and self._kinds[meant].kind is None:
            self._kinds[meant] = replace(self._kinds[meant], kind=kind_of(self._said[meant].text), confidence="high")
        if points and not any(each.kind for each in self._kinds):
            yield from just_said(next((e for e in reversed(before) if e.role == "agent"), None))
            return
        yield from self._asked([each for each in asks if each.start in named or not each.behind], pointing=bool(points))
        yield from self._put_right()
        yield from self._rethought()
        changed = None if self._spent else _changed_mind(entry, self._said) or revised(entry, self._said, before)
        if changed:
            yield replace(changed, body=plain(changed.body))
            return
        yield from self._recounted()
        yield from self._steps()
        if not self._spent and (fix := confirmed(entry, before)):
            yield fix
            return
        if not self._spent and (helped := solved(entry, self._said, before)):
            draft, span = helped
            yield draft
            self._spend(span)
        accepted = None if self._spent else answered(entry, self._said, self._kinds, before)
        if accepted:
            yield accepted
        yield from self._others(accepted, entry.text[: points.start()] if points and meant is not None else "")

    def _spend(self, *spans: tuple[int, int]) -> None:
        self._spent += spans
        self._said, self._kinds = without(spans, self._said, self._kinds)

    def _asked(self, asks: Iterable[triggers.Trigger], *, pointing: bool) -> Iterator[Draft]:
        """What was asked to be remembered; what else was asked of memory is no statement."""
        entry, before = self._entry, self._before
        spans: list[tuple[int, int]] = []
        for asked in asks:
            if asked.ask != "remember":
                self._kinds = _in_its_place(asked, self._said, self._kinds)
                if not asked.instead:
                    spans.append((asked.start, asked.end))
            elif not pointing and (at := within(entry.text, asked, self._said)) is not None:
                kept = to_the_point(asked.rest)
                yield from _said_before(before) if MINE.fullmatch(kept) else asked_for(entry, kept, asked, before)
                until = asked.end if asked.behind else asked.start + 1
                spans.append((min(at, asked.start), max(at + len(kept), until)))
        self._spend(*spans)

    def _put_right(self) -> Iterator[Draft]:
        found = _right_away(self._entry, self._said, self._kinds)
        yield from (draft for draft, _ in found)
        self._spend(*(span for _, span in found))

    def _rethought(self) -> Iterator[Draft]:
        instead, back = rethought(self._entry, self._said, [worth.kind for worth in self._kinds])
        yield from (replace(draft, body=plain(draft.body)) for draft in instead if safety.MARK not in draft.quote)
        self._spend(*back)

    def _recounted(self) -> Iterator[Draft]:
        for draft in recounted(self._entry, [each for each in self._heard if each[0] in self._said]):
            yield replace(draft, body=plain(draft.body))
            at = self._entry.text.find(draft.quote)
            self._spend((at, at + len(draft.quote)))

    def _steps(self) -> Iterator[Draft]:
        """A way of doing something, step by step."""
        for way in steps(self._entry.text, self._said):
            if not (way.outright or worths.alone(f"{way.heading} {way.items[0].text}")):
                continue
            if safety.MARK not in way.text:
                told = f"{way.heading.rstrip('.!')}: {way.text.removesuffix(way.heading)}" if way.outright else way.text
                yield Draft(
                    entry=self._entry.id, kind="procedure", body=plain(told), quote=way.text, confidence="high"
                )  # fmt: skip
            self._said, self._kinds = without([(way.start, way.end)], self._said, self._kinds)
            return

    def _others(self, accepted: Draft | None, wished: str) -> Iterator[Draft]:
        """What is worth it beside what was accepted; asked for when it is what `wished` ends with."""
        entry = self._entry
        taken = 1 if accepted or agree.picks(entry.text) else 0  # the sentence that agrees or points is spent
        if accepted and accepted.entry == entry.id:
            end = entry.text.find(accepted.quote) + len(accepted.quote)
            taken = max(taken, sum(one.end <= end for one in self._said))
        kept = _kept(entry, self._said, self._kinds, self._before, taken)
        wished = wished.rstrip(_STOPS)
        for draft in itertools.islice(kept, MOST - bool(accepted)):
            meant_so = bool(wished) and draft.quote[:TAIL] in wished
            whole = replace(draft, base=ASKED, confidence="high") if meant_so else draft
            yield from map(_no_longer, _one_by_one(whole))


def _right_away(entry: Entry, said: Sequence[Sentence], kinds: Sequence[Worth]) -> list[tuple[Draft, tuple[int, int]]]:
    """The statements whose value was put right in the same breath, or in the next sentence, as they hold."""
    found = []
    for n, one in enumerate(said):
        kind = kinds[n].kind
        last, body = one, amends.within(one.text) if kind else None
        if kind and body is None and n + 1 < len(said) and adjacent(one, said[n + 1]):
            last, body = said[n + 1], amends.amend(one.text, said[n + 1].text)
        quote = entry.text[one.start : last.end]
        if kind and body and safety.MARK not in quote:
            draft = Draft(entry=entry.id, kind=kind, body=plain(body), quote=quote, confidence=kinds[n].confidence)
            found.append((draft, (one.start, last.end)))
    return found


def _pointed_at(points: re.Match[str], said: Sequence[Sentence]) -> int | None:
    """The sentence somebody points at with "keep that in mind": what they say in the same breath, else right before."""
    at = next((n for n, one in enumerate(said) if one.start <= points.start() < one.end), None)
    if at is None:
        return None
    told = said[at].text[: points.start() - said[at].start]
    if len(told.strip(_STOPS)) <= TAIL:
        at, told = at - 1, said[at - 1].text if at else ""
    leans = notice.leans(told) or _WHY.match(told)
    return at if len(told) > TAIL and not (leans or notice.passes(told) or told.rstrip().endswith("?")) else None


def _kept(
    entry: Entry, said: Sequence[Sentence], kinds: Sequence[Worth], before: Sequence[Entry], taken: int
) -> Iterator[Draft]:
    """The sentences that are worth it, each with those beside it that belong to it."""
    for n, worth in enumerate(kinds):
        if worth.kind is None or n < taken:
            continue
        first = last = n
        while first > taken and belongs(said[first - 1], said[first], kinds[first - 1]):
            first -= 1
        claim = None
        if notice.leans(said[first].text):
            if first == 0:
                corrects = worth.kind == "correction"
                claim = (disputed(before, said[first].text) if corrects else None) or spoken_of(
                    entry, said[first].text, before
                )
            if claim is None:
                continue  # it speaks of something we cannot name
        elif notice.points(said[n].text):
            first, claim = pointed(said, n, taken, before)
        while last + 1 < len(said) and goes_on(said, kinds, first, last):
            last += 1
        if claim and last == n and last + 1 < len(said) and not notice.passes(said[last + 1].text):
            last += 1  # first that it is wrong, then what is right
        wrong = notice.denied(said[first].text) if first == n else ""
        if wrong and last == n and n + 1 < len(said) and _puts_right(said[n], said[n + 1]):
            last += 1
        quote = bereft.clause(entry.text[said[first].start : said[last].end])
        if quote is None:
            continue
        body = plain(quote)
        told = any(each.kind for each in kinds[n + 1 : last + 1])
        if claim:
            body = f"{claim} \u2192 {body}"
        elif wrong and not told:
            claim = disputed(before, wrong) if first == 0 else None
            if claim is None and last == n:
                continue  # it denies something we cannot name, and says nothing instead
            body = f"{claim} \u2192 {body}" if claim else body
        elif worth.kind == "correction" and notice.bare(said[first].text) and not told:
            claim = disputed(before, quote) if first == 0 else None
            if claim is None:
                continue  # it corrects something we cannot name
            body = f"{claim} \u2192 {body}"
        elif notice.verbless(said[first].text) and not told:
            claim = (disputed(before, quote) or spoken_of(entry, said[first].text, before)) if first == 0 else None
            if claim is None:
                continue
            body = f"{claim} \u2192 {body}"
        kind = next((k.kind for k in kinds[n + 1 : last + 1] if k.kind in _WEIGHTY), worth.kind)
        yield Draft(entry=entry.id, kind=kind, body=body, quote=quote, confidence=worth.confidence)
        taken = last + 1


def _puts_right(wrong: Sentence, right: Sentence) -> bool:
    """Whether a sentence says what holds in the place of what the one before only denies."""
    brief = adjacent(wrong, right) and len(right.text) <= SHORT and safety.MARK not in right.text
    return brief and not (notice.passes(right.text) or notice.leans(right.text) or notice.wonders(right.text))


def _one_by_one(draft: Draft) -> Iterator[Draft]:
    """Each rule by itself: of those that one sentence joins, and behind a sentence that tells something else."""
    if wording.ARROW in draft.body:
        yield draft
        return
    said = prose.sentences(draft.quote)
    cuts = [one.start for one in said[1:] if rules.apart(one.text)]
    for start, end in itertools.pairwise([0, *cuts, len(draft.quote)]):
        quote, kind = draft.quote[start:end].strip(), draft.kind if start == 0 else "preference"
        told = rules.several(quote) if kind == "preference" else [quote]
        yield from (replace(draft, kind=kind, body=plain(each), quote=each) for each in told)


def _in_its_place(asked: triggers.Trigger, said: Sequence[Sentence], kinds: list[Worth]) -> list[Worth]:
    """With what holds in the place of what is to be forgotten as a decision, in the same sentence or the next."""
    if asked.ask != "forget":
        return kinds
    at = next((n for n, one in enumerate(said) if one.start < asked.end and asked.start < one.end), len(said))
    at += not asked.instead
    if at >= len(said) or not (asked.instead or triggers.HOLDS.match(said[at].text)):
        return kinds
    if kinds[at].kind and not notice.bare(said[at].text):  # a bare correction would be kept with what it corrects only
        return kinds
    return [*kinds[:at], replace(kinds[at], kind="decision"), *kinds[at + 1 :]]


def _no_longer(draft: Draft) -> Draft:
    """Of "forget the yarn thing, we're on pnpm" what holds first, and what does not: "We're on pnpm, not yarn".

    In other languages, and where "the new one" says what it is only beside the old, both stand in their order.
    """
    asked = triggers.trigger(draft.quote)
    if asked is None or not asked.instead:
        return draft
    holds = _JOINS.sub("", draft.quote[draft.quote.find(asked.rest) + len(asked.rest) :]).rstrip(_STOPS)
    if not _FORGET.match(draft.quote) or _ONE.search(holds):
        return replace(draft, body=f"{plain(asked.rest)}{wording.ARROW}{plain(holds)}")
    gone = _LOOSELY.sub("", _LOOSELY.sub("", asked.rest)).strip()
    if gone and gone.lower() in holds.lower():
        return replace(draft, body=plain(holds))
    brief = len(gone.split()) <= _WORDS and len(holds) <= FEW and not _MORE_THAN.search(holds)
    return replace(draft, body=plain(f"{holds}, not {gone}")) if gone and brief else draft


def _names(asked: triggers.Trigger, entry: Entry, before: Sequence[Entry]) -> bool:
    """Whether what is asked to be remembered stands before the words that ask, and is clear from what was said."""
    told = prose.sentences(asked.rest)[-1:] if asked.behind else []
    if not told or notice.passes(told[0].text) or _WHY.match(told[0].text):
        return False
    return not notice.leans(told[0].text) or of_whom(told[0].text, entry, before) is not None


def _said_before(before: Sequence[Entry]) -> Iterator[Draft]:
    """What the owner said before they said: keep what I told you."""
    last = next((n for n in range(len(before) - 1, -1, -1) if before[n].role == "user"), None)
    if last is None:
        return
    entry = before[last]
    told = _of_message(entry, before[:last], heard(before[: last + 1]))
    found = [draft for draft in told if draft.entry == entry.id]
    for draft in found:
        yield replace(draft, confidence="high", base=ASKED)
    own = [one for one in prose.sentences(entry.text) if not notice.passes(one.text)][:3]
    if not found and own and (kept := spoken(entry.text[own[0].start : own[-1].end])):
        body, quote = kept
        yield Draft(entry=entry.id, kind=kind_of(quote), body=plain(body), quote=quote, confidence="high", base=ASKED)


def _changed_mind(entry: Entry, said: Sequence[Sentence]) -> Draft | None:
    """What holds instead, after somebody took back what they said before."""
    if len(said) < 2 or not _INSTEAD.fullmatch(said[0].text):
        return None
    last = max(n for n in range(min(3, len(said))) if said[n].end - said[0].start <= TOGETHER)
    quote = bereft.clause(entry.text[said[0].start : said[last].end]) if last else None
    if not quote or notice.passes(said[1].text):
        return None
    return Draft(entry=entry.id, kind="correction", body=plain(quote), quote=quote, confidence="medium")


def _alike(body: str) -> str:
    """What two wordings of one thing share."""
    words = fold(body).split()
    return " ".join(word for word in words if word not in _SLIGHT) or " ".join(words)
