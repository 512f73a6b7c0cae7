"""The offline extractor: notices what is worth keeping by rules alone. Deterministic; the default, and the fallback."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reverie.domain import agree, amends, name_kinds, notice, poison, prose, route, safety, trigger as triggers, wording
from reverie.domain.fragment import ASKED, INFERRED, FragmentKind
from reverie.domain.prose import Sentence
from reverie.domain.text import fold
from reverie.domain.transcript import Entry, Transcript
from reverie.llm import worth as worths
from reverie.loop import bereft, rules
from reverie.loop.amended import amended, opening
from reverie.loop.episode import helped
from reverie.loop.extract import Confidence, Draft, Extracted, before as context
from reverie.loop.heard import Heard, heard
from reverie.loop.listed import Listed, listed, steps
from reverie.loop.mended import ails, confirmed, mended, solved
from reverie.loop.moments import dated
from reverie.loop.noted import noted
from reverie.loop.recounted import recounted
from reverie.loop.rethought import EVERYDAY, TELLING, rethought, revised, settled, standing

FOUND = 0.8  # probability from which on what the agent says it found out is kept
SURE = 0.9
CHANGED = 0.2  # probability from which on is kept what tells that something changed, which people do in few words
AILS, AILING = 0.5, 0.1  # probability from which on a sentence only complains, and how much likelier than its worth
FINDINGS = 2  # of the agent's in one message
SOME = 0.15  # probability that a short sentence says anything, from which on it stays with the one before
REASON = 0.15  # probability that a sentence adds to a short answer, from which on it is the reason for it
MORE = 0.3  # probability from which on a sentence belongs to the one beside it
MOST = 4  # fragments of one message: whoever says more than that at once is pasting
_TOGETHER, _FEW = 360, 70  # characters of sentences kept together, and of one that only adds a few words
_TAIL = 14  # characters of a sentence that only adds to the one before: "Always.", "And never mocks."
_STOPS = " \t\n.,;:!-–—"
_SHORT = 45  # characters of a sentence that the next one explains, whatever that is
_POINTS = re.compile(
    r"\W*(?:that|this|it|these|those|das|ça|eso|これ|それ|이거|그거|这个"
    r"|what you (?:just |have just )?(?:said|told me|wrote|found(?: out)?))?"
    r"(?:[\s,]*\b(?:please|pls|again|for (?:me|us|later|(?:the )?next time|the future|future reference)))*\W*",
    re.I,
)
_MINE = re.compile(  # what the owner said before
    r"\W*(?:(?:all |everything )?(?:of )?(?:what|that|which)? ?(?:i|we)(?:'ve| have)? (?:just )?(?:said"
    r"|told (?:you|u)|wrote|explained|mentioned)|was ich (?:dir )?(?:gerade |eben )?(?:gesagt|erzählt) habe"
    r"|ce que je (?:viens de (?:te )?dire|t'ai dit)|lo que (?:te )?(?:acabo de decir|dije))(?: (?:just now"
    r"|before|earlier|above|please|pls))*\W*",
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
_EXCLAIMS = re.compile(r"\W*(?:o+h+|a+h+|wow|ha(?:ha)*|yay|sweet|lovely|nice|great|cool)\b", re.I)
_ITS = re.compile(r"\W*[a-z]+(?: up| out| off| back| in)? (?:it|them|that one|this one|those|these)\b", re.I)
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
_NEXT = re.compile(  # turns to the next thing to be done
    r"\W*(?:now|ok(?:ay)?|anyway|and now|then|next|thanks|can you|could you|let's|please|.{0,200}[?？]\s*$)",
    re.I | re.S,
)
_PLAY = re.compile(
    r"\b(?:let'?s (?:play|pretend|role-?play)|pretend (?:you|to be|that)|role-?play|imagine you(?:'re| are)"
    r"|act as an?)\b",
    re.I,
)
_JOKED = re.compile(
    r"\b(?:just kidding|(?:only|just) (?:joking|a joke)|april fools?|jk|was (?:a joke|joking)"
    r"|nur (?:ein )?(?:scherz|spaß)|je plaisante|es broma|шучу)\b|冗談|농담|开玩笑",
    re.I,
)
_ANSWERS = re.compile(r"\W*(?:no|nope|nah|yes|yeah|nein|ja|non|oui|нет|да)\b(?:[,.!]+\s*|\s*$)", re.I)
_VERBATIM = re.compile(
    r"\b(?:word for word|verbatim|exactly (?:like|as) (?:this|it is|written)|exact (?:text|wording)"
    r"|(?:save|keep|store|remember)\b[^\n]{0,80}\b(?:literally|as[- ]is|unchanged|1:1|byte for byte)"
    r"|wort für wort|mot pour mot|al pie de la letra)\b"
    r"|一字不差|原文のまま|그대로 (?:저장|보관|기억)",
    re.I,
)
_STANDING = re.compile(  # what must be so every time is no task
    r"\b(?:(?:has|have|needs?) to|must) be\b.*\b(?:before|when|whenever|every|each|always)\b"
    r"|\b(?:anyone|everyone|everybody|anybody|whoever)\b.*\b(?:has to|have to|must|needs to|should)\b",
    re.I,
)
_KEY = re.compile(r"\W*(?:option |variante? |plan )?#?[1-9a-e]\b", re.I)  # names an option by what it is called only
_DAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_OWN_WORD = ("preference", "decision", "correction", "task")  # kinds that stand by themselves after a remember
_WISHED = ("preference", "decision", "procedure", "correction")  # kinds that hold from then on
_SHALL = ("preference", "procedure")  # kinds that may be said in anger, and hold
_WEIGHTY = ("decision", "procedure")  # kinds that win when the sentence before only opens what they say
_ENDING = 1_500  # characters at the end of a message in which a question is looked for
_ASKS = 24  # things one message may ask of memory
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
_SLIGHT = frozenset(
    "the a an our my this also please der die das le la les el los".split()
)  # two wordings may differ in them
_SLIGHTEST = 3  # letters of a word that names nothing
_PEOPLE = 4  # messages of the owner's in which somebody was named
_LONG = 300  # characters of a question, a claim or a heading that is kept with what is said about it


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sentence is, when it is worth keeping, and how likely it only adds to the one beside it."""

    kind: FragmentKind | None
    confidence: Confidence
    more: float
    keep: float


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
        for draft in (*self._told(transcript, entries, said, since), *mended(entries, since)):
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
    said, kinds = _noticed(every[entry.id], FOUND)
    if helped := solved(entry, said, before):
        draft, span = helped
        if not poison.rules(draft.body):
            yield replace(draft, confidence="low")
            said, kinds = _without([span], said, kinds)
    sound = [draft for draft in _kept(entry, said, kinds, before, 0) if not poison.rules(draft.body)]
    yield from (replace(draft, confidence="low", base=INFERRED) for draft in sound[:FINDINGS])


def _of_message(entry: Entry, before: Sequence[Entry], every: Heard) -> Iterator[Draft]:
    """What a person said in one message: first what they asked to be remembered, then what is worth it anyway."""
    said_before = next((e for e in reversed(before) if e.role == "agent"), None)
    verbatim = _VERBATIM.search(entry.text)
    if verbatim and prose.speaks(entry.text, *verbatim.span()):
        yield from _word_for_word(entry, verbatim)
        return
    said, kinds = _noticed(every.get(entry.id, ()), worths.KEEP)
    if notice.made_up(entry.text[: prose.LONGEST]):
        kinds = [replace(each, kind=None) for each in kinds]
    kinds = _lasting(said, kinds)
    points = _POINTING.search(entry.text[: prose.LONGEST])
    asks = triggers.triggers(entry.text)[:_ASKS]
    named = {asked.start for asked in asks if _names(asked, entry, before)}
    points = points if points and prose.speaks(entry.text, *points.span()) and not named else None
    pointing, meant = points is not None, _pointed_at(points, said) if points else None
    if meant is not None and kinds[meant].kind is None:
        kinds[meant] = replace(kinds[meant], kind=_kind(said[meant].text), confidence="high")
    if pointing and not any(each.kind for each in kinds):
        yield from _just_said(said_before)
        return
    spent: list[tuple[int, int]] = []  # stretches of the message that ask something of memory
    for asked in asks:
        if asked.behind and asked.start not in named:
            continue
        if asked.ask != "remember":
            kinds = _in_its_place(asked, said, kinds)
            if not asked.instead:
                spent.append((asked.start, asked.end))
        elif not pointing and (at := _within(entry.text, asked, said)) is not None:
            kept = _to_the_point(asked.rest)
            yield from _asked(entry, kept, asked, before)
            until = asked.end if asked.behind else asked.start + 1
            spent.append((min(at, asked.start), max(at + len(kept), until)))
    if spent:
        said, kinds = _without(spent, said, kinds)
    if right := _right_away(entry, said, kinds):
        yield from (draft for draft, _ in right)
        spent += [span for _, span in right]
        said, kinds = _without([span for _, span in right], said, kinds)
    instead, back = rethought(entry, said, [worth.kind for worth in kinds])
    yield from (replace(draft, body=_plain(draft.body)) for draft in instead if safety.MARK not in draft.quote)
    if back:
        said, kinds = _without(back, said, kinds)
        spent += back
    if not spent and (changed := _changed_mind(entry, said) or revised(entry, said, before)):
        yield replace(changed, body=_plain(changed.body))
        return
    for draft in recounted(entry, [each for each in every.get(entry.id, ()) if each[0] in said]):
        yield replace(draft, body=_plain(draft.body))
        at = entry.text.find(draft.quote)
        spent.append((at, at + len(draft.quote)))
        said, kinds = _without(spent, said, kinds)
    if way := next(
        (way for way in steps(entry.text, said) if way.outright or worths.alone(f"{way.heading} {way.items[0].text}")),
        None,
    ):
        if safety.MARK not in way.text:
            told = f"{way.heading.rstrip('.!')}: {way.text.removesuffix(way.heading)}" if way.outright else way.text
            yield Draft(entry=entry.id, kind="procedure", body=_plain(told), quote=way.text, confidence="high")
        said, kinds = _without([(way.start, way.end)], said, kinds)
    if not spent and (fix := confirmed(entry, before)):
        yield fix
        return
    if not spent and (helped := solved(entry, said, before)):
        draft, span = helped
        yield draft
        spent = [span]
        said, kinds = _without(spent, said, kinds)
    accepted = None
    if not spent:
        accepted = (
            _agreed(entry, before)
            or _chosen(entry, said, before)
            or _confined(said, kinds, entry, before)
            or _answered(said, kinds, entry, before)
            or _reasoned(said, kinds, entry, before)
        )
    if accepted and any(notice.once(one.text) for one in said):
        accepted = None
    if accepted:
        yield accepted
    taken = 1 if accepted or agree.picks(entry.text) else 0  # the sentence that agrees or points is spent
    if accepted and accepted.entry == entry.id:
        end = entry.text.find(accepted.quote) + len(accepted.quote)
        taken = max(taken, sum(one.end <= end for one in said))
    kept_by = itertools.islice(_kept(entry, said, kinds, before, taken), MOST - bool(accepted))
    wished = entry.text[: points.start()].rstrip(_STOPS) if points and meant is not None else ""
    for draft in kept_by:
        meant_so = bool(wished) and draft.quote[:_TAIL] in wished
        whole = replace(draft, base=ASKED, confidence="high") if meant_so else draft
        yield from map(_no_longer, _one_by_one(whole))


def _lasting(said: Sequence[Sentence], kinds: list[Worth]) -> list[Worth]:
    """What the sentences are, without what is only supposed and what is wanted only once."""
    if not any(each.kind for each in kinds):
        return kinds
    texts = [one.text for one in said]
    gone = notice.supposed(texts)
    once = {n for n, text in enumerate(texts) if notice.once(text)}
    once |= {n - 1 for n in once if n and notice.only_once(texts[n])}
    gone |= {n for n in once if kinds[n].kind in _WISHED}
    return [replace(each, kind=None) if n in gone else each for n, each in enumerate(kinds)]


def _right_away(entry: Entry, said: Sequence[Sentence], kinds: Sequence[Worth]) -> list[tuple[Draft, tuple[int, int]]]:
    """The statements whose value was put right in the same breath, or in the next sentence, as they hold."""
    found = []
    for n, one in enumerate(said):
        kind = kinds[n].kind
        last, body = one, amends.within(one.text) if kind else None
        if kind and body is None and n + 1 < len(said) and _adjacent(one, said[n + 1]):
            last, body = said[n + 1], amends.amend(one.text, said[n + 1].text)
        quote = entry.text[one.start : last.end]
        if kind and body and safety.MARK not in quote:
            draft = Draft(entry=entry.id, kind=kind, body=_plain(body), quote=quote, confidence=kinds[n].confidence)
            found.append((draft, (one.start, last.end)))
    return found


def _pointed_at(points: re.Match[str], said: Sequence[Sentence]) -> int | None:
    """The sentence somebody points at with "keep that in mind": what they say in the same breath, else right before."""
    at = next((n for n, one in enumerate(said) if one.start <= points.start() < one.end), None)
    if at is None:
        return None
    told = said[at].text[: points.start() - said[at].start]
    if len(told.strip(_STOPS)) <= _TAIL:
        at, told = at - 1, said[at - 1].text if at else ""
    leans = notice.leans(told) or _WHY.match(told)
    return at if len(told) > _TAIL and not (leans or notice.passes(told) or told.rstrip().endswith("?")) else None


def _kept(
    entry: Entry, said: Sequence[Sentence], kinds: Sequence[Worth], before: Sequence[Entry], taken: int
) -> Iterator[Draft]:
    """The sentences that are worth it, each with those beside it that belong to it."""
    for n, worth in enumerate(kinds):
        if worth.kind is None or n < taken:
            continue
        first = last = n
        while first > taken and _belongs(said[first - 1], said[first], kinds[first - 1]):
            first -= 1
        claim = None
        if notice.leans(said[first].text):
            if first == 0:
                corrects = worth.kind == "correction"
                claim = (_claim(before, said[first].text) if corrects else None) or _spoken_of(
                    entry, said[first].text, before
                )
            if claim is None:
                continue  # it speaks of something we cannot name
        elif notice.points(said[n].text):
            first, claim = _pointed(said, n, taken, before)
        while last + 1 < len(said) and _goes_on(said, kinds, first, last):
            last += 1
        if claim and last == n and last + 1 < len(said) and not notice.passes(said[last + 1].text):
            last += 1  # first that it is wrong, then what is right
        wrong = notice.denied(said[first].text) if first == n else ""
        if wrong and last == n and n + 1 < len(said) and _puts_right(said[n], said[n + 1]):
            last += 1
        quote = bereft.clause(entry.text[said[first].start : said[last].end])
        if quote is None:
            continue
        body = _plain(quote)
        told = any(each.kind for each in kinds[n + 1 : last + 1])
        if claim:
            body = f"{claim} \u2192 {body}"
        elif wrong and not told:
            claim = _claim(before, wrong) if first == 0 else None
            if claim is None and last == n:
                continue  # it denies something we cannot name, and says nothing instead
            body = f"{claim} \u2192 {body}" if claim else body
        elif worth.kind == "correction" and notice.bare(said[first].text) and not told:
            claim = _claim(before, quote) if first == 0 else None
            if claim is None:
                continue  # it corrects something we cannot name
            body = f"{claim} \u2192 {body}"
        elif notice.verbless(said[first].text) and not told:
            claim = (_claim(before, quote) or _spoken_of(entry, said[first].text, before)) if first == 0 else None
            if claim is None:
                continue
            body = f"{claim} \u2192 {body}"
        kind = next((k.kind for k in kinds[n + 1 : last + 1] if k.kind in _WEIGHTY), worth.kind)
        yield Draft(entry=entry.id, kind=kind, body=body, quote=quote, confidence=worth.confidence)
        taken = last + 1


def _puts_right(wrong: Sentence, right: Sentence) -> bool:
    """Whether a sentence says what holds in the place of what the one before only denies."""
    brief = _adjacent(wrong, right) and len(right.text) <= _SHORT and safety.MARK not in right.text
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
        yield from (replace(draft, kind=kind, body=_plain(each), quote=each) for each in told)


def _without(
    spans: Sequence[tuple[int, int]], said: Sequence[Sentence], kinds: Sequence[Worth]
) -> tuple[list[Sentence], list[Worth]]:
    """The sentences, and what they are, that stand in none of these stretches."""
    left = [
        n for n, one in enumerate(said) if not any(start < one.end and one.start < end for start, end in spans)
    ]  # fmt: skip
    return [said[n] for n in left], [kinds[n] for n in left]


def _noticed(said: Iterable[tuple[Sentence, worths.Judged]], least: float) -> tuple[list[Sentence], list[Worth]]:
    """The sentences of a message, and what each of them is."""
    told = [(one, _worth(one.text, judged, least)) for one, judged in said]
    return [one for one, _ in told], [worth for _, worth in told]


def _worth(sentence: str, judged: worths.Judged, least: float) -> Worth:
    room = notice.SHORTEST <= len(sentence) + 6 * (not sentence.isascii()) <= notice.LONGEST
    least = CHANGED if notice.changed(sentence) else least
    kept = judged.kept(least) and room and not notice.in_jest(sentence)
    kept = kept and not (notice.wonders(sentence) and notice.notice(sentence) is None)
    kind: FragmentKind = "preference" if judged.kind == "task" and _STANDING.search(sentence) else judged.kind
    kind = notice.rightly(sentence, kind) if kept else kind
    kept = kept and not _complains(sentence, judged, kind)
    return Worth(kind if kept else None, "high" if judged.keep >= SURE else "medium", judged.more, judged.keep)


def _complains(sentence: str, judged: worths.Judged, kind: FragmentKind) -> bool:
    """Whether a sentence only tells of trouble, which holds until it is mended; nobody decides that something fails."""
    if judged.outright or judged.part.trouble <= max(judged.keep + AILING, AILS):
        return False
    return kind == "decision" or (kind not in _SHALL and ails(sentence))


def _claim(before: Sequence[Entry], correction: str) -> str | None:
    """The statement that a correction is about: the agent's, else the owner's own, that has a telling word of it."""
    words = set(TELLING.findall(correction.lower())) - EVERYDAY
    days = set(_DAY.findall(correction))
    for role in ("agent", "user"):
        entry = next((e for e in reversed(before[-4:]) if e.role == role), None)
        told = [s.text for s in prose.sentences(entry.text) if len(s.text) <= _LONG] if entry else []
        shared = [
            text
            for text in told
            if not notice.passes(text)
            and not notice.leans(text)
            and (words & set(TELLING.findall(text.lower())) or (days and _DAY.search(text)))
        ]
        if shared:
            return None if role == "agent" and poison.rules(shared[-1]) else shared[-1]
    return None


def _spoken_of(entry: Entry, sentence: str, before: Sequence[Entry]) -> str | None:
    """What a message goes on to speak of: somebody named before, the question it answers, else what came before."""
    asked = before[-1] if before and before[-1].role == "agent" and entry.role == "user" else None
    told = prose.sentences(asked.text) if asked else []
    own = next((e for e in reversed(before) if e.role == entry.role), None)
    mine = [one.text for one in prose.sentences(own.text)] if own and entry.role == "user" else []
    if notice.of_somebody(sentence) and entry.role == "user":
        whom = _whom(sentence, before)
        return _plain(whom) if whom else None
    if told and told[-1].text.rstrip().endswith(("?", "？")) and not agree.idle(told[-1].text):
        heard = told[-1].text
    else:
        heard = mine[-1] if mine else ""
    fits = _TAIL < len(heard) <= _FEW * 2 and not notice.leans(heard) and not poison.rules(heard)
    return _plain(heard) if fits else None


def _whom(sentence: str, before: Sequence[Entry]) -> str | None:
    """Where the owner said last of whom a "she" or "he" speaks; what was asked only when nothing else tells."""
    asked = None
    for entry in [one for one in reversed(before) if one.role == "user"][:_PEOPLE]:
        for one in reversed(prose.sentences(entry.text)):
            named = name_kinds.somebody(one.text) and name_kinds.may_be(sentence, one.text)
            if (
                named
                and _TAIL < len(one.text) <= _FEW * 2
                and not (notice.leans(one.text) or notice.of_somebody(one.text))
            ):
                if not one.text.rstrip().endswith(("?", "？")):
                    return one.text
                asked = asked or one.text
    return asked


def _pointed(said: Sequence[Sentence], n: int, taken: int, before: Sequence[Entry]) -> tuple[int, str | None]:
    """What a sentence points at: the one before it, from which on both are kept, else what the agent said last."""
    if n > taken and _adjacent(said[n - 1], said[n]) and safety.MARK not in said[n - 1].text:
        own = said[n - 1].text
        if len(own) > _TAIL and not (notice.leans(own) or notice.passes(own) or _EXCLAIMS.match(own)):
            return n - 1, None
    return n, _shown(before)


def _shown(before: Sequence[Entry]) -> str | None:
    """What the agent said last, when it says what is spoken of."""
    told = prose.sentences(before[-1].text) if before and before[-1].role == "agent" else []
    shown = told[-1].text if told else ""
    fits = _TAIL < len(shown) <= _LONG and not (notice.leans(shown) or poison.rules(shown) or safety.MARK in shown)
    return _plain(shown) if fits and not agree.idle(shown) else None


def _agreed(entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """The agent's proposal the owner took, with what it was an answer to and the reason they gave."""
    for n in range(len(before) - 1, max(-1, len(before) - 5), -1):
        proposal = before[n]
        picks = agree.picks(entry.text)  # a yes answers the last thing said, a letter may point further back
        if not (proposal.role == "agent" or picks) or not (took := agree.agreed(entry.text, proposal.text)):
            if proposal.role == "agent" and not picks:
                return None
            continue
        quote = proposal.text[took.start : took.end]
        asked = before[n - 1].text if n and before[n - 1].role == "user" else ""
        topic = f"{_plain(asked)} \u2192 " if asked and len(asked) <= _LONG else ""
        if (against := agree.hindered(entry.text)) is not None:
            return _instead(entry, topic, *against)
        reason = f" ({took.reason})" if took.reason and len(took.reason) <= _LONG else ""
        body = _plain(f"{topic}{agree.offered(quote)}{reason}")
        if reason and (own := bereft.clause(entry.text[: entry.text.find(took.reason) + len(took.reason)].strip())):
            return Draft(entry=entry.id, kind="decision", body=body, quote=own, confidence="medium")
        return Draft(entry=proposal.id, kind="decision", body=body, quote=quote, confidence="medium")
    return None


def _instead(entry: Entry, topic: str, against: int, does: int) -> Draft | None:
    """What the owner does in the place of an option that something stands against, in their words; not the option."""
    last = next((one for one in prose.sentences(entry.text) if one.start <= does < one.end), None)
    quote = bereft.clause(entry.text[against : last.end].strip()) if last else None
    if not last or not quote or len(quote) > _TOGETHER or notice.passes(entry.text[does:]):
        return None
    if _KEY.match(entry.text, max(against, last.start)):
        return None
    return Draft(
        entry=entry.id, kind="decision", body=f"{topic}{_plain(quote)}", quote=quote, confidence="medium"
    )  # fmt: skip


def _chosen(entry: Entry, said: Sequence[Sentence], before: Sequence[Entry]) -> Draft | None:
    """What the owner took by its name, of what the agent put forward or they had asked about, with the reason."""
    if not said or not before or before[-1].role != "agent":
        return None
    asked = before[-2].text if len(before) > 1 and before[-2].role == "user" else ""
    if not agree.named(entry.text, before[-1].text, asked):
        return None
    alone = len(said) == 1 or notice.passes(said[1].text) or rules.rule(said[1].text)
    quote = bereft.clause(entry.text[said[0].start : said[0 if alone else 1].end])
    if not quote or len(quote) > _TOGETHER:
        return None
    offered = [one.text for one in prose.sentences(before[-1].text[-_ENDING:]) if agree.offers(one.text)]
    if offered and agree.named(entry.text, offered[-1], ""):
        asked = offered[-1]
    topic = f"{_plain(asked)} \u2192 " if asked and len(asked) <= _LONG and not poison.rules(asked) else ""
    if not topic and notice.leans(said[0].text):
        return None  # it speaks of something we cannot name
    return Draft(entry=entry.id, kind="decision", body=f"{topic}{_plain(quote)}", quote=quote, confidence="medium")


def _reasoned(said: Sequence[Sentence], kinds: Sequence[Worth], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """A short answer with the reason beside it, to what the agent asked or gave to choose from: a decision."""
    if len(said) < 2 or not before or before[-1].role != "agent" or len(said[0].text) > _SHORT:
        return None
    reason, why = said[1], kinds[1]
    if why.more < REASON or notice.passes(reason.text) or notice.passes(said[0].text) or not _adjacent(said[0], reason):
        return None
    asked = [one.text for one in prose.sentences(before[-1].text[-_ENDING:]) if agree.offers(one.text)]
    quote = bereft.clause(entry.text[said[0].start : reason.end])
    if not asked or not quote or len(asked[-1]) > _LONG or poison.rules(asked[-1]):
        return None
    body = f"{_plain(asked[-1])} \u2192 {_plain(quote)}"
    return Draft(entry=entry.id, kind=kinds[0].kind or "decision", body=body, quote=quote, confidence="medium")


def _confined(said: Sequence[Sentence], kinds: Sequence[Worth], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """How far a yes goes that the owner gave to the agent's question, with what they say of the rest."""
    asked = prose.sentences(before[-1].text[-_ENDING:])[-1:] if said and before and before[-1].role == "agent" else []
    if not asked or len(asked[0].text) > _LONG or not agree.confined(said[0].text, asked[0].text):
        return None
    more = (
        len(said) > 1 and _adjacent(said[0], said[1]) and len(said[1].text) <= _FEW and not notice.passes(said[1].text)
    )
    quote = entry.text[said[0].start : said[1 if more else 0].end]
    if safety.MARK in quote or poison.rules(asked[0].text):
        return None
    body = f"{_plain(asked[0].text)}{wording.ARROW}{_plain(quote)}"
    return Draft(entry=entry.id, kind=kinds[0].kind or "fact", body=body, quote=quote, confidence="medium")


def _needs_more(sentence: Sentence) -> bool:
    return len(sentence.text) <= _TAIL or notice.leans(sentence.text)


def _answered(said: Sequence[Sentence], kinds: Sequence[Worth], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """A short answer to a question that asked for something lasting, kept with the question."""
    if not said or not before:
        return None
    at = 1 if len(said) > 1 and agree.assents(said[0].text) and _adjacent(said[0], said[1]) else 0
    answer, last = said[at].text, before[-1]
    if safety.MARK in answer or notice.wonders(answer):
        return None
    asks = notice.passes(answer)
    if not asks and last.role == "agent" and (span := agree.amended(entry.text, last.text)):
        proposal = last.text[span[0] : span[1]]
        if not poison.rules(proposal):
            body = f"{_plain(proposal)} \u2192 {_plain(answer)}"
            return Draft(entry=entry.id, kind="decision", body=body, quote=answer, confidence="medium")
    for asker in reversed(before[-2:]):
        ending = asker.text[-_ENDING:]  # a question that is answered stands at the end
        for question in reversed(prose.sentences(ending) if "?" in ending or " or " in ending else []):
            if agree.idle(question.text) or (asks and not agree.how(question.text)):
                continue
            if notice.of_somebody(answer) and not name_kinds.somebody(question.text):
                continue  # it asks for something else than whom the answer speaks of
            kind: FragmentKind | None = agree.answered(answer, question.text, by_agent=asker.role == "agent")
            if kind is None and asker is last and asker.role == "agent" and len(answer) <= _SHORT:
                kind = kinds[at].kind if question.text.rstrip().endswith(("?", "？")) else None
            if kind and not poison.rules(question.text):
                body = f"{_plain(question.text)} \u2192 {_plain(answer)}"
                return Draft(entry=entry.id, kind=kind, body=body, quote=answer, confidence="medium")
    return None


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
        return replace(draft, body=f"{_plain(asked.rest)}{wording.ARROW}{_plain(holds)}")
    gone = _LOOSELY.sub("", _LOOSELY.sub("", asked.rest)).strip()
    if gone and gone.lower() in holds.lower():
        return replace(draft, body=_plain(holds))
    plain = len(gone.split()) <= _WORDS and len(holds) <= _FEW and not _MORE_THAN.search(holds)
    return replace(draft, body=_plain(f"{holds}, not {gone}")) if gone and plain else draft


def _names(asked: triggers.Trigger, entry: Entry, before: Sequence[Entry]) -> bool:
    """Whether what is asked to be remembered stands before the words that ask, and is clear from what was said."""
    told = prose.sentences(asked.rest)[-1:] if asked.behind else []
    if not told or notice.passes(told[0].text) or _WHY.match(told[0].text):
        return False
    return not notice.leans(told[0].text) or _of_whom(told[0].text, entry, before) is not None


def _of_whom(sentence: str, entry: Entry, before: Sequence[Entry]) -> str | None:
    """What named the person whom a sentence speaks of."""
    return _spoken_of(entry, sentence, before) if notice.of_somebody(sentence) else None


def _within(text: str, asked: triggers.Trigger, said: Sequence[Sentence]) -> int | None:
    """Where what is to be remembered stands, when it is said in the person's own words, not in what they pasted."""
    if not prose.speaks(text, triggers.asked_at(text, asked)):
        return None
    if not asked.rest:
        return asked.start
    at = text.find(asked.rest, asked.start, asked.end)
    at = at if at >= 0 else text.find(asked.rest)
    return at if any(sentence.start <= at < sentence.end for sentence in said) else None


def _adjacent(one: Sentence, other: Sentence) -> bool:
    return other.start - one.end <= 2


def _belongs(one: Sentence, other: Sentence, worth: Worth) -> bool:
    """Whether a sentence opens what the next one says."""
    if not _adjacent(one, other) or safety.MARK in one.text:
        return False
    return _needs_more(other) or (worth.kind is None and worth.more >= MORE and not notice.passes(one.text))


def _goes_on(said: Sequence[Sentence], kinds: Sequence[Worth], first: int, last: int) -> bool:
    """Whether the next sentence belongs to what was just said: it leans on it, or says more of it."""
    other, then = said[last + 1], kinds[last + 1]
    if not _adjacent(said[last], other) or other.end - said[first].start > _TOGETHER:
        return False
    if safety.MARK in other.text or "?" in other.text[-2:]:
        return False
    if then.kind is None:
        if notice.passes(other.text):
            return False
        adds = len(other.text) <= _FEW and then.more + then.keep >= SOME
        return adds or then.more >= MORE or notice.leans(other.text)
    leans = notice.leans(other.text) or notice.refers(other.text)
    if not leans and kinds[last].kind and rules.apart(other.text):
        return False
    return leans or len(other.text) <= _SHORT or kinds[last].kind == then.kind


def _asked(entry: Entry, rest: str, asked: triggers.Trigger, before: Sequence[Entry]) -> Iterator[Draft]:
    """What somebody asked to be remembered: these words, what they said before, or what the agent just said."""
    if _MINE.fullmatch(rest):
        yield from _said_before(before)
        return
    if not rest or rest not in entry.text or _POINTS.fullmatch(rest):
        yield from _just_said(_agents(before))
        return
    at = entry.text.find(rest, asked.start)
    bullet = re.search(r"[-*•–]\s+$", entry.text[max(0, at - 8) : at]) if at > 0 else None
    if (items := listed(f"{bullet[0]}{rest}" if bullet else rest)) is not None:
        yield from _list(entry, items)
        return
    if entry.text[asked.start : at].rstrip().endswith(":") and len(told := rules.stated(rest)) > 1:
        yield from _in_a_row(entry, told)
        return
    kept = _spoken(rest)
    if kept is None:
        return
    body, quote = kept
    due, leans = _DUE.search(asked.head) is not None, notice.leans(quote)
    claim = _of_whom(quote, entry, before) if leans and asked.behind else None
    claim = _shown(before) if due and _ITS.match(quote) else claim
    heard = list(_just_said(_agents(before))) if leans and not claim else []
    if heard:
        yield from heard
        return
    sure: Confidence = "low" if leans and not claim else "high"  # asked for, it is kept even when it leans
    kind = _kind(quote, due=due)
    body = _plain(settled(body)).rstrip(" ?") if kind == "task" else _plain(settled(body))
    body = f"{_plain(claim)}{wording.ARROW}{body}" if claim else body
    yield Draft(entry=entry.id, kind=kind, body=body, quote=quote, confidence=sure, base=ASKED)


def _in_a_row(entry: Entry, told: Sequence[str]) -> Iterator[Draft]:
    """Statements that are to be remembered, each by itself."""
    for each in told:
        if kept := _spoken(each):
            body, quote = kept
            kind = _kind(quote)
            yield Draft(entry=entry.id, kind=kind, body=_plain(body), quote=quote, confidence="high", base=ASKED)


def _agents(before: Sequence[Entry]) -> Entry | None:
    return next((e for e in reversed(before) if e.role == "agent"), None)


def _list(entry: Entry, told: Listed) -> Iterator[Draft]:
    """A list that is to be remembered: one way of doing a thing, or each of its items by itself."""
    if told.way:
        yield Draft(
            entry=entry.id, kind="procedure", body=_plain(told.text), quote=told.text, confidence="high", base=ASKED
        )  # fmt: skip
        return
    for item in told.items:
        if safety.MARK not in item.text:
            body = _plain(f"{told.heading} {item.text}" if told.heading else item.text)
            yield Draft(
                entry=entry.id, kind=_kind(item.text), body=body, quote=item.text, confidence="high", base=ASKED
            )  # fmt: skip


def _spoken(rest: str) -> tuple[str, str] | None:
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


def _to_the_point(rest: str) -> str:
    """What is to be remembered, without the next thing that is asked for or that the person says of themselves."""
    said = prose.sentences(rest)
    for one, other in itertools.pairwise(said):
        if _NEXT.match(other.text) and notice.passes(other.text):
            return rest[: one.end]
        ours = _OURS.match(other.text) and not notice.leans(other.text) and not _OURS.match(said[0].text)
        if ours and worths.alone(other.text) in _OWN_WORD:
            return rest[: one.end]
    return rest


def _kind(text: str, *, due: bool = False) -> FragmentKind:
    """What a text is that somebody asked to be kept; `due` when they asked not to forget to do it."""
    noticed = worths.alone(text)
    if due and noticed not in ("preference", "procedure", "decision"):
        return "task"
    if noticed:
        return notice.rightly(text, noticed)
    kind = route.route(text).kind
    return "task" if kind == "fact" and notice.passes(text) and ":" not in text else kind


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
    if not found and own and (kept := _spoken(entry.text[own[0].start : own[-1].end])):
        body, quote = kept
        yield Draft(entry=entry.id, kind=_kind(quote), body=_plain(body), quote=quote, confidence="high", base=ASKED)


def _just_said(before: Entry | None) -> Iterator[Draft]:
    """What the agent said before somebody said: keep that."""
    heard = prose.sentences(before.text)[:3] if before else []
    if before and heard and sum(len(one.text) for one in heard) > _TAIL:
        quote = before.text[heard[0].start : heard[-1].end]
        kind = _kind(quote)
        yield Draft(entry=before.id, kind=kind, body=_plain(quote), quote=quote, confidence="high", base=ASKED)


def _changed_mind(entry: Entry, said: Sequence[Sentence]) -> Draft | None:
    """What holds instead, after somebody took back what they said before."""
    if len(said) < 2 or not _INSTEAD.fullmatch(said[0].text):
        return None
    last = max(n for n in range(min(3, len(said))) if said[n].end - said[0].start <= _TOGETHER)
    quote = bereft.clause(entry.text[said[0].start : said[last].end]) if last else None
    if not quote or notice.passes(said[1].text):
        return None
    return Draft(entry=entry.id, kind="correction", body=_plain(quote), quote=quote, confidence="medium")


def _word_for_word(entry: Entry, announced: re.Match[str]) -> Iterator[Draft]:
    """A text whose exact form matters: what stands below the line that says so."""
    at = entry.text.find("\n", announced.end())
    if at < 0 and _KEEPS.search(entry.text):
        colon = re.compile(r":\s").search(entry.text, announced.end())
        at = colon.end() if colon else at
    text = entry.text[at:].strip() if at >= 0 else ""
    if fenced := _FENCED.match(text):
        text = fenced[2]
    if text.strip():
        told = entry.text[:at].strip()[:_LONG]
        named = _NAME.search(told)
        title = next(filter(None, named.groups()), "") if named else ""
        body = f"{title} is kept word for word" if title else told.rstrip(":")
        yield Draft(
            entry=entry.id, kind="fact", body=_plain(body), quote=told, confidence="high", base=ASKED, verbatim=text,
            title=title,
        )  # fmt: skip


def _alike(body: str) -> str:
    """What two wordings of one thing share."""
    words = fold(body).split()
    return " ".join(word for word in words if word not in _SLIGHT) or " ".join(words)


def _plain(quote: str) -> str:
    """The sentence as it is kept: on one line, without what only opens and closes it."""
    said = " ".join(quote.split())
    return wording.plain(said.strip("*_ ") if said[:1] in "*_" else said)
