"""What somebody agreed to, in the words of the one who proposed it. Pure; when it is not clear, nothing was agreed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from reverie.domain import mention as mentions
from reverie.domain.text import spelled

_I = re.IGNORECASE
_YES = (
    r"(?:yes|yeah|yep|yup|ok(?:ay)?|k|sure|right|alright|agreed|deal|perfect|great|fine|please|ja|gern|oui|d'accord|sí"
    r"|vale|de acuerdo|네|응|좋아|はい|うん|好的?|行|да|давай)"
)
_DO = (
    r"(?:do (?:it|that)|go (?:ahead|for it)|let's do (?:it|that)|sounds (?:good|great|right)|makes sense|please do|mach"
    r" das|fais ça|vas-y|hazlo|adelante|그렇게 (?:해|하자|해줘)|そうして(?:ください)?"
    r"|それで(?:お願いします)?|就这么办|так и сделай)"
)
_ASSENT = re.compile(rf"\W*(?:{_YES}\W+)*(?:{_DO}|{_YES})(?:\W+(?:{_YES}|{_DO}))*\W*", _I)
_PICK = re.compile(
    rf"\W*(?:(?:{_YES}|hm+|so|then|i think|i'd say)[,.! ]+)*"
    r"(?:(?:let's|we(?:'ll)?|i(?:'d|'ll)?|wir|on|vamos)?\s*(?:go|going|do|take|pick|choose|use|prefer|nehmen|prend|prends"
    r"|nimm|con)\s+(?:with |for |mit )?)?"
    r"(?:the |la |el |le |die |den )?(?:option |plan |variante? |approach |number |opción |вариант )?#?"
    r"(?P<key>[a-e]|[1-9]|first|second|third|last|latter|former|erste|zweite|dritte|première|deuxième|segunda|primera"
    r"|первый|второй)"
    r"(?: one| option| approach| way)?"
    r"(?=\W*$|\s*[.,!:;–—-]\s|\s+(?:then|please|pls|because|since|it is|sounds|is (?:fine|good|better|a no)"
    r"|bitte|por favor)\b|(?:번|番|로|で))",
    _I,
)
_ITEM = re.compile(r"^\s*\d[.)]\s", re.M)  # a list answers many questions, and takes none of many options
_NTH = {
    "first": 0, "former": 0, "erste": 0, "première": 0, "primera": 0, "первый": 0, "second": 1, "latter": 1,
    "zweite": 1, "deuxième": 1, "segunda": 1, "второй": 1, "third": 2, "dritte": 2, "last": -1,
}  # fmt: skip
_OPTION = re.compile(
    r"(?:^|(?<=[\s(]))(?:[-*]\s+)?\**(?:option |variante? |plan )?(?P<key>[a-e]|[1-9])\)?[.):]\**[ \t]+(?=\S)",
    _I | re.M,
)
_NEXT = re.compile(
    r"\b(?:next steps?|(?:next|first)(?=\?)|do (?:next|first)|start with|continue with|left to do|remaining)\b", _I
)
_PROPOSES = re.compile(
    r"\b(?:i(?:'d| would)? (?:suggest|propose|recommend|go with|use|keep|pick)"
    r"|my (?:suggestion|recommendation|proposal) is|we (?:could|should)|how about)\b"
    r".*\b(?:use|using|stor(?:e|ing)|keep(?:ing)?|switch\w*|mov(?:e|ing)|adopt\w*|replac\w+|split\w*|drop\w*|pin\w*"
    r"|standardi[sz]\w+|go(?:ing)? with|put(?:ting)?|cach(?:e|ing)|host\w*|deploy\w*|nam(?:e|ing))\b",
    _I,
)
_RECOMMENDS = re.compile(
    r"\b(?:i(?:'d| would)? (?:suggest|propose|recommend|go with|use|keep|pick)"
    r"|my (?:suggestion|recommendation|proposal) is|we (?:could|should) (?:use|switch|move|keep|store|adopt))\b",
    _I,
)
_LASTS = re.compile(r"\b(?:instead of|rather than|so that|because|since|for (?:all|every|each))\b", _I)
_LEANING = re.compile(r"\b(?:it|them|these|those)\b|\b(?:do|use|keep|remove|change|try) (?:this|that)\b", _I)
_SHORTEST, _LONGEST = 12, 300
_YES_BUT = re.compile(rf"\W*(?:{_YES})[,. ]+(?:but|only|just|with|for|aber|mais|pero|но)\b.{{4,200}}$", _I | re.S)
_EXACTLY = r"(?:exactly|right|correct|indeed|precisely|true|genau|stimmt|richtig|exact(?:ement)?|exacto|correcto)"
_CONFINES = re.compile(  # says yes, and how far that goes
    rf"\W*(?:{_YES}|{_EXACTLY})\b(?:[\s,.!:;–—-]+(?:{_YES}|{_EXACTLY})\b)*[\s,.!:;–—-]+(?:(?:but|and|so|aber|mais|pero)\s+)?"
    r"(?:(?:that'?s |it'?s )?(?:only|just|solely)\b|(?:for|to|in|on|from|with|when|if|until"
    r"|since) [^.!?]{1,60}\bonly\b|except\b"
    r"|(?:but )?(?:not|never) (?:for|on|in|to|with|when|before|after)\b|nur\b|außer\b|seulement\b|sauf\b|s[oó]lo\b"
    r"|salvo\b)",
    _I,
)
_ASKS = re.compile(  # a question of the agent's about something that lasts
    r"\W*(?:which|what|where|who|how|when|do you|should i|shall i)\b(?=.*\b(?:you|your|we|our|i)\b).*\b(?P<lasting>"
    r"version|language|format|time ?zone|call you|your name|database|stack|framework|editor|operating system|platform"
    r"|host\w*|provider|budget|deadline|team|country|city|units?|currency|style|tone|audience|environment|cloud|licen[cs]e"
    r"|allerg\w+|diet\w*|prefer\w*|how often)\b.*[?？]\W*$",
    _I,
)
_STANDS = re.compile(  # a question of the agent's about how things stand here: where they live, who owns them
    r"(?:^|[,:;–—]\s)\W*(?:(?:and|but|so|ok(?:ay)?)[, ]+)*(?:where|which|what|who|whom|how|do you|do we|does the \w+"
    r"|is there|are there)\b.*\b(?:lives?|(?:come|go)s? (?:from|out)|stored?|kept|configured?|config(?:uration)?"
    r"|defined|hosted|documented|deploy(?:s|ed|ments?)?|releases?d?|migrations?|owns?|owner|maintain(?:s|er)?"
    r"|approves?|signs? off|reviews|responsible|in charge|ports?|branch(?:es)?|registry|bucket|logs|secrets?"
    r"|credentials|connection string|env(?:ironment|s)?|staging|prod(?:uction)?|package manager|ci|backups?|cron\w*"
    r"|feature flags|repo(?:sitory)?|queue|cache|domain|server|cluster|region|runs?|tests?|builds?|named?|called"
    r"|birthday|address)\b.*[?？]\W*$",
    _I,
)
_MINUTE = re.compile(  # about the thing at hand, or about something that the question does not name
    r"\b(?:it|its|they|them|errors?|fail\w*|bugs?|broken|wrong|happen\w*|see|seeing|(?:did|have) you|shall i|can i"
    r"|may i|should (?:i|the|it)|(?:want|like) me|me to|this|these|that|first|next|now|today|crash\w*|tried|changed?"
    r"|added?|mean|down|stuck|slow|hotfix)\b",
    _I,
)
_DENIAL = re.compile(r"\W*(?:no+|nope|nah|none|nein|non|нет)\b\W*", _I)
_HOW = re.compile(r"\bhow (?:do|does|are|is)\b(?!.*\byou (?:feel|want|like)\b)", _I)
_UNSURE = re.compile(r"\b(?:i think|i guess|maybe|perhaps|probably|not sure|i believe|might)\b", _I)
_WISH = re.compile(r"\b(?:prefer\w*|want|like|should i|shall i|format|style|tone|call you)\b", _I)
_NO_ANSWER = re.compile(
    r"\W*(?:i (?:don't|do not) (?:know|care|mind)|not sure|whatever|up to you|you (?:choose|decide)|either|no idea"
    r"|later|skip|(?:this|that|it)\W*$|idk|dunno|hm+|never\s?mind|why|what)\b",
    _I,
)
_NAMES_ONE = re.compile(
    rf"\W*(?:(?:{_YES}|so|then|let's|go with|use|take|i'd say|we'll (?:take|use|go with))[,. ]+)*"
    r"(?P<name>[\w.+#-]{1,20}\w(?: [\w.+#-]{1,20}\w)?)(?: then| please| pls| it is)?(?:\W*$|[,.;] )",
    _I,
)


_BULLET = re.compile(r"^[ \t]*[-*•–][ \t]+(?=\S)", re.M)
_STOPS = re.compile(r"[.,:;!–—。、，]\s*|\s[-–—]\s")
_WORDS = re.compile(r"[^\W_](?:[\w.+#-]*[^\W_])?")
_CHOOSES = frozenset(
    "the a an then lets go going with for use take pick choose please pls it is we ill well id yes yeah ok okay sure so"
    " one option definitely def think say i my me our and die der das den wir nehmen le la les el los on mit".split()
)
_OR = re.compile(r"\b(?:or|oder|ou|o|или)\b|아니면|または|还是", _I)
_CANDIDATES = re.compile(r"[^\n.!?。]+[.!?。]?")
_MOST_WORDS = 5  # of an answer that only names what it takes
_SLACK = 4  # apostrophes that somebody may have left out before a place
BRIEF = 120  # characters of an answer that settles what was asked
_WHY = 20  # characters of the reason beside it, without which it is a choice of this minute


@dataclass(frozen=True, slots=True)
class Agreed:
    """Where in the proposal the words stand that were agreed to, and what the answer added."""

    start: int
    end: int
    reason: str


_OFFERS = re.compile(  # a question that only asks leave to do what it says
    r"\W*(?:(?:ok(?:ay)?|so|then|and)[\s,]+)*(?:(?:shall|should|may|can|could) (?:i|we)"
    r"|(?:do you |would you )?(?:want|like) me to|(?:is it (?:ok|okay|fine)|ok) if (?:i|we)|how about (?:we|i))"
    r"\s+(?:just |also |then |simply )*(?=[a-z])",
    _I,
)
_BUT = re.compile(r"\b(?:but|though|however|only that|aber|allerdings|mais|pero|но)\b|不过|但是?|でも|けど|하지만", _I)
_HINDERS = re.compile(  # an option that something stands against is not taken yet
    r"\b(?:can't|cannot|can not|could ?n(?:o|')?t|won't|will not|not (?:now|yet|before|until|this|right now|possible"
    r"|allowed|ready)|isn't (?:possible|allowed|ready)|(?:is|it's|that's|are|way|far|probably|just) too \w+|too (?:much"
    r"|heavy|risky|slow|expensive|big|early|late)|(?:would|will|might) break|breaks|blocked|no (?:time|budget|way)"
    r"|kann nicht|können (?:wir )?(?:\w+ ){0,5}(?:nicht|kein\w*)|geht (?:\w+ ){0,2}nicht|noch nicht"
    r"|nicht (?:vor|bevor|jetzt|möglich|erlaubt)|zu (?:teuer|viel|riskant|früh|spät|langsam|schwer)|on ne peut pas"
    r"|pas (?:avant|encore|possible)|trop \w+|no podemos|no se puede|todavía no|demasiado|нельзя|не можем)\b"
    r"|不能|还不|できな|まだ|안 돼|못 ",
    _I,
)
_INSTEAD = re.compile(
    r"(?:^|[.,;:!\n\u2013\u2014-]\s*|\band\s+)(?P<word>so|then|therefore|let's|we'll|also|dann|daher|deshalb|donc|alors"
    r"|entonces|así que|поэтому)\b|\b(?:for now|instead|meanwhile|in the meantime|(?:vor)?erst(?: ?mal)?|stattdessen"
    r"|pour l'instant|en attendant|por ahora|mientras|пока)\b|先|とりあえず|일단",
    _I,
)


_IDLE = re.compile(
    r"\W*(?:(?:is there |was there )?(?:anything|something) (?:else|more)|what(?:'s| is)? (?:next|else|now)"
    r"|(?:what|how) (?:can|may|else can) i (?:do|help)|how can i help|(?:shall|should|may|can) (?:i|we) "
    r"(?:continue|proceed|go (?:on|ahead)|start|begin)|(?:is|does|was) (?:that|this|it) (?:ok|okay|fine|right|good|all"
    r"|work|help|clear)|(?:any )?(?:other )?(?:questions|thoughts|preferences|changes)|ready|ok(?:ay)?|right"
    r"|sonst noch|noch (?:et)?was|autre chose|algo más)\b[^?]{0,40}[?？]\W*$",
    re.I,
)


def picks(answer: str) -> bool:
    """Whether an answer points at an option by its letter, number or place."""
    return _PICK.match(spelled(answer)) is not None and len(_ITEM.findall(answer)) < 2


def agreed(answer: str, proposed: str) -> Agreed | None:
    """What of `proposed` somebody took with `answer`: an option they pointed at, or the one proposal it made."""
    answer = spelled(answer)
    if picks(answer) and (picked := _PICK.match(answer)):
        span = _option(picked["key"].lower(), proposed)
        return Agreed(*span, _reason(answer[picked.end() :])) if span else None
    if len(answer) <= 80 and _ASSENT.fullmatch(answer) and (span := _proposal(proposed)):
        return Agreed(*span, "")
    return None


def hindered(answer: str) -> tuple[int, int] | None:
    """Where an answer that points at an option says what stands against it, and where what is done instead.

    Both are places in the answer; the second is its length when it says nothing of that.
    """
    picked = _PICK.match(answer) if picks(answer) else None
    but = _BUT.search(answer, picked.end()) if picked else None
    if but is None or not (against := _HINDERS.search(spelled(answer[but.end() :]))):
        return None
    does = _INSTEAD.search(answer, but.end() + max(0, against.start() - _SLACK))
    return but.end(), (does.start("word") if does["word"] else does.start()) if does else len(answer)


def named(answer: str, proposed: str, asked: str = "") -> bool:
    """Whether an answer takes by name, with a reason, one of several things that were put forward or asked about."""
    head, *rest = _STOPS.split(answer.strip(), maxsplit=1)
    if not rest or len(rest[0]) < _WHY or "?" in head:
        return False
    words = _names(head)
    if not words or len(words) > _MOST_WORDS or _NEXT.search(proposed):
        return False
    return any(
        len(options) > 1 and sum(words <= option for option in options) == 1
        for options in (_put_forward(proposed), _asked_about(proposed), _asked_about(asked))
    )


def offered(proposal: str) -> str:
    """What a proposal says is done, without the question it is put as: "Shall I use postgres?" is to use postgres."""
    asked = _OFFERS.match(proposal) if proposal.rstrip().endswith(("?", "\uff1f")) else None
    if asked is None:
        return proposal
    does = proposal[asked.end() :].rstrip(" ?\uff1f")
    return does[:1].upper() + does[1:]


def offers(sentence: str) -> bool:
    """Whether a sentence of the agent's asks, or gives something to choose from."""
    return sentence.rstrip().endswith(("?", "？")) or _OR.search(sentence) is not None


def idle(question: str) -> bool:
    """Whether a question asks for nothing: what answers it speaks for itself."""
    return _IDLE.match(question) is not None


def _names(text: str) -> set[str]:
    found = (word.lower().replace("’", "'").removesuffix("'s") for word in _WORDS.findall(text.replace("'s ", " ")))
    return {word for word in found if word.replace("'", "") not in _CHOOSES}


def _put_forward(proposed: str) -> list[set[str]]:
    """What each option, else each sentence, of a message names."""
    marks = list(_OPTION.finditer(proposed)) or list(_BULLET.finditer(proposed))
    if len(marks) > 1:
        ends = [*(mark.start() for mark in marks[1:]), len(proposed)]
        return [_names(proposed[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    return [_names(each) for each in _CANDIDATES.findall(proposed) if not each.rstrip().endswith("?")]


def _asked_about(question: str) -> list[set[str]]:
    """What a question names on both sides of its "or"."""
    for each in _CANDIDATES.findall(question):
        if each.rstrip().endswith("?") and re.search(r"\b(?:or|oder|ou|o)\b", each):
            return [_names(part) for part in re.split(r",|:|\b(?:or|oder|ou|o)\b", each) if part.strip()]
    return []


def amended(answer: str, proposed: str) -> tuple[int, int] | None:
    """The one proposal somebody took with a change: "yes, but…"."""
    return _proposal(proposed) if _YES_BUT.match(spelled(answer)) else None


def confined(answer: str, question: str) -> bool:
    """Whether an answer says how far a yes goes, to a question of how things are and not of what is done next."""
    asks = question.rstrip().endswith(("?", "\uff1f")) and not idle(question) and not _MINUTE.search(question)
    return asks and confines(answer)


def confines(answer: str) -> bool:
    """Whether an answer says how far a yes goes."""
    return _CONFINES.match(spelled(answer)) is not None


def assents(answer: str) -> bool:
    """Whether an answer says yes and nothing else."""
    return _ASSENT.fullmatch(answer) is not None


def how(question: str) -> bool:
    """Whether a question asks how something is done here: what answers it sounds like a request, and is none."""
    return _HOW.search(question) is not None and _stands(question)


def answered(
    answer: str, question: str, *, by_agent: bool
) -> Literal["fact", "preference", "decision", "procedure"] | None:
    """What kind of thing a short answer settles: something lasting the agent asked for, or one of two things named."""
    if len(answer) > BRIEF or len(question) > 200 or _NO_ANSWER.match(answer):
        return None
    one = _NAMES_ONE.match(spelled(answer))
    if one and re.search(r"\bor\b", question, _I) and re.search(rf"\b{re.escape(one['name'])}\b", question, _I):
        return "decision"
    if not by_agent or assents(answer) or _DENIAL.fullmatch(answer):
        return None
    if _ASKS.match(question):
        return "preference" if _WISH.search(question) else "fact"
    if not _stands(question) or _UNSURE.search(answer):
        return None
    return "procedure" if how(question) else "fact"


def _stands(question: str) -> bool:
    """Whether a question asks how things stand, here and in a month."""
    asks = _STANDS.search(question)
    return asks is not None and _MINUTE.search(question, asks.start()) is None


def _reason(rest: str) -> str:
    """What the sentence that picks goes on to say, when that is more than courtesy."""
    for said in re.split(r"(?<=\w)[.!?](?:\s|$)|[。！？]|\n", rest)[:2]:
        said = re.sub(
            rf"^\W*(?:(?:then|it is|is [\w ]{{2,20}}|{_YES}|{_DO}|thanks)\W+)*", "", said + " ", flags=_I
        ).strip()
        said = re.sub(r"^(?:で|로|번|番)\s*", "", said)
        if len(said.split()) > 3 or (not said.isascii() and len(said) > _SHORTEST):
            return said
        if said:
            return ""
    return ""


def _option(key: str, proposed: str) -> tuple[int, int] | None:
    if _NEXT.search(proposed):
        return None  # an order of work, not a choice
    marks = list(_OPTION.finditer(proposed))
    if len(marks) < 2 and key in _NTH:
        marks = list(_BULLET.finditer(proposed))
    if len(marks) < 2:
        return None
    if key in _NTH:
        chosen = _NTH[key] if _NTH[key] < len(marks) else None
    else:
        chosen = next((n for n, mark in enumerate(marks) if mark["key"].lower() == key), None)
    if chosen is None:
        return None
    chosen %= len(marks)
    start = marks[chosen].end()
    end = marks[chosen + 1].start() if chosen + 1 < len(marks) else len(proposed)
    line = proposed.find("\n", start, end)
    text = proposed[start : line if line >= 0 else end].rstrip(" \t\n(,;")
    return (start, start + len(text)) if _SHORTEST <= len(text) <= _LONGEST and "?" not in text else None


def _proposes(said: str) -> bool:
    """Whether a sentence proposes something that lasts: a way of doing things and why, or a tool by its name."""
    if mentions.names_tool(said) and _RECOMMENDS.search(said):
        return True
    return bool(_PROPOSES.search(said) and _LASTS.search(said))


def _proposal(proposed: str) -> tuple[int, int] | None:
    found = []
    for line in re.finditer(r"[^\n.!?]+(?:[.!?](?!\s)[^\n.!?]*)*", proposed):
        said = line[0].strip()
        if _proposes(said) and not _LEANING.search(said):
            found.append((line.start() + line[0].index(said), said))
    if len(found) != 1 or not _SHORTEST <= len(found[0][1]) <= _LONGEST:
        return None
    start, said = found[0]
    return start, start + len(said)
