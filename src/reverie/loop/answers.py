"""Short answers of the owner's, kept with what the agent asked or put forward. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.domain import agree, name_kinds, notice, poison, prose, safety, wording
from reverie.domain.fragment import FragmentKind
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.loop import bereft, rules
from reverie.loop.extract import Draft, plain
from reverie.loop.judged import FEW, SHORT, TOGETHER, Worth, adjacent
from reverie.loop.spoken_of import LONG

REASON = 0.15  # probability that a sentence adds to a short answer, from which on it is the reason for it
_KEY = re.compile(r"\W*(?:option |variante? |plan )?#?[1-9a-e]\b", re.I)  # names an option by what it is called only
_ENDING = 1_500  # characters at the end of a message in which a question is looked for


def answered(entry: Entry, said: Sequence[Sentence], kinds: Sequence[Worth], before: Sequence[Entry]) -> Draft | None:
    """What a message that answers comes to; nothing of what is wanted only once."""
    found = (
        _agreed(entry, before)
        or _chosen(entry, said, before)
        or _confined(said, kinds, entry, before)
        or _told(said, kinds, entry, before)
        or _reasoned(said, kinds, entry, before)
    )
    return None if found and any(notice.once(one.text) for one in said) else found


def _agreed(entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """The agent's proposal the owner took, with what it was an answer to and the reason they gave."""
    picks = agree.picks(entry.text)  # a yes answers the last thing said, a letter may point further back
    for n in range(len(before) - 1, max(-1, len(before) - 5), -1):
        proposal = before[n]
        if not (proposal.role == "agent" or picks) or not (took := agree.agreed(entry.text, proposal.text)):
            if proposal.role == "agent" and not picks:
                return None
            continue
        quote = proposal.text[took.start : took.end]
        asked = before[n - 1].text if n and before[n - 1].role == "user" else ""
        topic = f"{plain(asked)} \u2192 " if asked and len(asked) <= LONG else ""
        if (against := agree.hindered(entry.text)) is not None:
            return _instead(entry, topic, *against)
        reason = f" ({took.reason})" if took.reason and len(took.reason) <= LONG else ""
        body = plain(f"{topic}{agree.offered(quote)}{reason}")
        if reason and (own := bereft.clause(entry.text[: entry.text.find(took.reason) + len(took.reason)].strip())):
            return Draft(entry=entry.id, kind="decision", body=body, quote=own, confidence="medium")
        return Draft(entry=proposal.id, kind="decision", body=body, quote=quote, confidence="medium")
    return None


def _instead(entry: Entry, topic: str, against: int, does: int) -> Draft | None:
    """What the owner does in the place of an option that something stands against, in their words; not the option."""
    last = next((one for one in prose.sentences(entry.text) if one.start <= does < one.end), None)
    quote = bereft.clause(entry.text[against : last.end].strip()) if last else None
    if not last or not quote or len(quote) > TOGETHER or notice.passes(entry.text[does:]):
        return None
    if _KEY.match(entry.text, max(against, last.start)):
        return None
    return Draft(
        entry=entry.id, kind="decision", body=f"{topic}{plain(quote)}", quote=quote, confidence="medium"
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
    if not quote or len(quote) > TOGETHER:
        return None
    offered = [one.text for one in prose.sentences(before[-1].text[-_ENDING:]) if agree.offers(one.text)]
    if offered and agree.named(entry.text, offered[-1], ""):
        asked = offered[-1]
    topic = f"{plain(asked)} \u2192 " if asked and len(asked) <= LONG and not poison.rules(asked) else ""
    if not topic and notice.leans(said[0].text):
        return None  # it speaks of something we cannot name
    return Draft(entry=entry.id, kind="decision", body=f"{topic}{plain(quote)}", quote=quote, confidence="medium")


def _reasoned(said: Sequence[Sentence], kinds: Sequence[Worth], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """A short answer with the reason beside it, to what the agent asked or gave to choose from: a decision."""
    if len(said) < 2 or not before or before[-1].role != "agent" or len(said[0].text) > SHORT:
        return None
    reason, why = said[1], kinds[1]
    if why.more < REASON or notice.passes(reason.text) or notice.passes(said[0].text) or not adjacent(said[0], reason):
        return None
    asked = [one.text for one in prose.sentences(before[-1].text[-_ENDING:]) if agree.offers(one.text)]
    quote = bereft.clause(entry.text[said[0].start : reason.end])
    if not asked or not quote or len(asked[-1]) > LONG or poison.rules(asked[-1]):
        return None
    body = f"{plain(asked[-1])} \u2192 {plain(quote)}"
    return Draft(entry=entry.id, kind=kinds[0].kind or "decision", body=body, quote=quote, confidence="medium")


def _confined(said: Sequence[Sentence], kinds: Sequence[Worth], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """How far a yes goes that the owner gave to the agent's question, with what they say of the rest."""
    if not (said and before and before[-1].role == "agent" and agree.confines(said[0].text)):
        return None
    asked = prose.sentences(before[-1].text[-_ENDING:])[-1:]
    if not asked or len(asked[0].text) > LONG or not agree.confined(said[0].text, asked[0].text):
        return None
    more = len(said) > 1 and adjacent(said[0], said[1]) and len(said[1].text) <= FEW and not notice.passes(said[1].text)
    quote = entry.text[said[0].start : said[1 if more else 0].end]
    if safety.MARK in quote or poison.rules(asked[0].text):
        return None
    body = f"{plain(asked[0].text)}{wording.ARROW}{plain(quote)}"
    return Draft(entry=entry.id, kind=kinds[0].kind or "fact", body=body, quote=quote, confidence="medium")


def _told(said: Sequence[Sentence], kinds: Sequence[Worth], entry: Entry, before: Sequence[Entry]) -> Draft | None:
    """A short answer to a question that asked for something lasting, kept with the question."""
    if not said or not before:
        return None
    at = 1 if len(said) > 1 and agree.assents(said[0].text) and adjacent(said[0], said[1]) else 0
    answer, last = said[at].text, before[-1]
    if safety.MARK in answer or notice.wonders(answer):
        return None
    asks = notice.passes(answer)
    if not asks and last.role == "agent" and (span := agree.amended(entry.text, last.text)):
        proposal = last.text[span[0] : span[1]]
        if not poison.rules(proposal):
            body = f"{plain(proposal)} \u2192 {plain(answer)}"
            return Draft(entry=entry.id, kind="decision", body=body, quote=answer, confidence="medium")
    for asker in reversed(before[-2:]) if len(answer) <= agree.BRIEF else ():
        ending = asker.text[-_ENDING:]  # a question that is answered stands at the end
        for question in reversed(prose.sentences(ending) if "?" in ending or " or " in ending else []):
            if agree.idle(question.text) or (asks and not agree.how(question.text)):
                continue
            if notice.of_somebody(answer) and not name_kinds.somebody(question.text):
                continue  # it asks for something else than whom the answer speaks of
            kind: FragmentKind | None = agree.answered(answer, question.text, by_agent=asker.role == "agent")
            if kind is None and asker is last and asker.role == "agent" and len(answer) <= SHORT:
                kind = kinds[at].kind if question.text.rstrip().endswith(("?", "？")) else None
            if kind and not poison.rules(question.text):
                body = f"{plain(question.text)} \u2192 {plain(answer)}"
                return Draft(entry=entry.id, kind=kind, body=body, quote=answer, confidence="medium")
    return None
