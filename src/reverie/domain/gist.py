"""What of a session's messages says what it was about: what was asked, how it ended, whom and what it names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from reverie.domain import command, poison, prose, route, small_talk, trigger as triggers
from reverie.domain.words import terms, unspaced

ASK, OUTCOME = 160, 400  # characters
_ENDS = 2  # sentences of an outcome
_ENOUGH = 6  # words that count; a sentence of more says no more than one of so many
_SAYS = 2  # words that count in a sentence that says something by itself
_SHORT = 9  # letters of a sentence without spaces up to which it is a nod, like "わかりました。" and "已放入。"
_HAN = re.compile("[\u4e00-\u9fff]")  # each says as much as two letters
_BRIEF = 5  # words up to which a sentence may be a name, or a list
_TELLS = re.compile(  # has a verb that says what is so, or what was done
    r"\b(?:is|are|was|were|am|has|have|had|do|does|did|can|can't|could|will|would|should|must|may|isn't|aren't|don't|doesn't"
    r"|\w+'(?:s|re|ve|ll)|it|you|we|i|they|he|she|\w{2,}ed|sent|made|put|wrote|built|set|cut|ran|found|took|kept|left|gone|done"
    r"|(?:tests?|builds?|checks?) pass(?:es)?|ist|sind|war|wurde|hat|habe|wird|est|sont|était|es|está|son|fue|ha)\b",
    re.I,
)
_QUESTION = 2  # so many words more is a question worth: it is what the rest leads to
_TRIVIAL = re.compile(r"\W*(?:\w+\W*){0,2}")  # one or two words: yes, go on, thanks
# What people say of what was said or done, and not of the matter.
_REMARKS = """thats wrong right false true worked works working work happens happened swear promise every time again
    still wow lol haha ugh argh damn weird strange funny annoying kidding serious seriously sorry bye cheers welcome
    morning evening night thing things stuff love glad happy sounds sense makes help helped course absolutely everything
    anything falsch richtig alles klar funktioniert klappt geht gerne gern verstanden notiert tschüss schade
    schön toll prima
    faux vrai marche entendu compris mal cierto funciona entendido listo"""
_NOD = re.compile(
    r"\A(?:(?:got it|noted|understood|ok(?:ay)?|alright|all right|sure(?: thing)?|great|perfect|thanks?(?: you)?|done"
    r"|yes|absolutely|of course|will do|good (?:catch|point|idea)|you're (?:welcome|right)|sorry|verstanden|alles klar"
    r"|notiert|gerne?|danke|erledigt|perfekt|d'accord|entendu|compris|vale|claro|entendido|listo)\b[\s,.:;!–—-]*){1,3}",
    re.I,
)
# An intention, an offer or an excuse is no outcome.
_NO_END = re.compile(
    r"(?:(?:now|first|next|so|then),? )?(?:let me|let's|i'll|i will|i'm (?:going|about|now|here|happy|glad)|i am going"
    r"|we'll|i (?:can|could) (?!(?:see|confirm|reproduce|tell|not)\b)\w+|(?:happy|glad) to|feel free|if you"
    r"|just (?:say|ask|tell|let)|let us know|do you|would you|anything else"
    r"|have an?|good luck|enjoy|see you|i (?:can't|cannot|can not|don't have|do not have|am not able to"
    r"|am unable to|have no)"
    r" (?:check|send|set|access|see|look|browse|search|open|real|live|a way|any way|tools?|internet|memory|information)"
    r"|ich (?:werde|schaue|kümmere|mache mich|kann (?:leider )?(?:nicht|kein))|lass mich|wenn du|falls du"
    r"|sag (?:mir )?bescheid|melde dich|viel (?:erfolg|spaß|glück)|je vais|laisse-moi|n'hésite|si tu|si vous"
    r"|voy a|déjame|avísame|si quieres)\b",
    re.I,
)
_QUOTES = tuple("'\"\u2018\u201c\u201e\u00ab\u300c\u300e")  # open what others say: a translation, a line of a text
_GERMAN = re.compile(
    r"\b(?:der|das|dem|den|und|oder|ich|ist|sind|nicht|mit|wir|eine?[nmrs]?|für|auf|zum|zur|bitte|wie|von|vom"
    r"|bei|kein\w*|noch|auch|nur|kannst|gibt)\b",
    re.I,
)
_COINED = re.compile(r"[a-z0-9][A-Z]|[\d_.&+#-]|\A[A-Z]{2,}\Z")  # no plain word has such letters


@cache
def _idle() -> frozenset[str]:
    months = "jan feb mar apr jun jul aug sep sept oct nov dec mai juni juli okt dez"
    return frozenset(f"{_REMARKS} {months}".split())


def weight(sentence: str) -> int:
    """How many words of a sentence are about a matter; none of a remark, a nod or a greeting are."""
    return sum(not small_talk.small(word) and word not in _idle() for word in terms(sentence))


def ask(message: str) -> str:
    """What a message asks: the sentences in the person's own words that say most, as many as fit, in their order.

    What is to be forgotten and what grants a permission is not told again.
    """
    said = [" ".join(s.text.split()) for s in prose.sentences(message)]
    told = [s for s in said if (not _TRIVIAL.fullmatch(s) or not s.isascii()) and may_be_told(s)]
    worth = {s: min(weight(s), _ENOUGH) + _QUESTION * s.endswith(("?", "？")) for s in told}
    most = max((weight(s) for s in told), default=0)
    chosen: list[str] = []
    for sentence in sorted(worth, key=lambda s: -worth[s]) if most else ():
        if weight(sentence) >= min(most, _SAYS) and len(" ".join((*chosen, sentence))) <= (
            ASK if chosen else len(message)
        ):
            chosen.append(sentence)
    return " ".join(s for s in worth if s in chosen)


def may_be_told(said: str) -> bool:
    """Whether words may be told again: not what is to be forgotten, and nothing that grants a permission."""
    return not triggers.forgets(said) and not poison.authorises(said)


def outcome(message: str) -> str:
    """How it ended by what an agent said: its first sentences that say something of the matter; none for a courtesy."""
    said = [s for s in prose.sentences(message) if message[max(0, s.start - 1) : s.start] not in _QUOTES]
    ends = [s.text for s in said if not s.text.endswith(("?", "？")) and _ends(s.text)]
    return " ".join(" ".join(ends[:_ENDS]).split())


def _ends(sentence: str) -> bool:
    matter = _NOD.sub("", sentence.replace("’", "'"))
    told = weight(matter) >= _SAYS and _whole(sentence) and not _NO_END.match(matter)
    return told and not (poison.sways(sentence) or command.unguards(sentence))


def _whole(sentence: str) -> bool:
    """Whether a sentence is one by itself, and no answer in a word or two that says nothing without the question."""
    words = sentence.split()
    if any(map(unspaced, words)):
        return len(re.sub(r"\W", "", sentence)) + len(_HAN.findall(sentence)) > _SHORT
    return not sentence.isascii() or len(words) > _BRIEF or _TELLS.search(sentence) is not None


def names(lines: Iterable[str]) -> tuple[str, ...]:
    """Whom and what lines name, in their order; a German noun is no name for its capital, and a month none at all."""
    found: dict[str, None] = {}
    for line in lines:
        german = _GERMAN.search(line) is not None
        for mention in route.route(line).entities:
            plain = german and mention.type == "concept" and not _COINED.search(mention.name)
            if not plain and mention.name.lower() not in _idle():
                found[mention.name] = None
    return tuple(found)
