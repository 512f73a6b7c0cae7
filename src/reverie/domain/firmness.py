"""What a sentence makes more of than was told: a doubt it drops, some that become all, daily that becomes hourly. Pure.

Closed classes of words in English, with the commonest of German, French and Spanish. A clause is held against the
clauses that share most of its words; in doubt the sentence stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reverie.domain.claim_tokens import canon
from reverie.domain.clauses import bare_clauses, one_word, says

# --- What is not sure -----------------------------------------------------------------------------------

_DOUBTS = re.compile(
    r"\b(?:might|could(?! (?:not|never|no)\b)|maybe|perhaps|possibly|probably|likely|presumably|apparently"
    r"|i (?:think|guess|suppose|suspect|wonder|assume)|not sure|seems?|considering|thinking (?:of|about)|wondering"
    r"|undecided|vielleicht|möglicherweise|eventuell|wahrscheinlich|vermutlich|könnten?|peut-être|probablement"
    r"|pourr(?:ait|ions|aient|ais)|quizás?|tal vez|probablemente|podr(?:ía|íamos|ían))\b",
    re.I,
)
_MEANS = re.compile(
    r"\b(?:plan(?:s|ning|ned)? to|hop(?:e|es|ing) to|(?:would|['’]d) (?:like|love)(?! you\b)|intend(?:s|ing)? to"
    r"|dream(?:s|ing)? of|möchten?|hoff(?:e|en|t)|espère|voudrais|quisiera)\b",
    re.I,
)
_IF = re.compile(r"\b(?:if(?! you\b)|unless|provided that|falls|sofern)\b", re.I)
_SOFT = re.compile(  # how an answer says that it is no settled thing, or whose thought it is
    r"\b(?:may|might|could|can|would|should|maybe|perhaps|possib\w+|potential\w*|probabl\w+|likely"
    r"|presum\w+"
    r"|apparent\w+|seem\w*|consider\w*|think\w*|thought|believ\w+|suspect\w*|suppos\w+|guess\w*|assum\w+"
    r"|wonder\w*|whether|if"
    r"|ask\w*|question\w*|propos\w+|suggest\w*|idea|option|candidate|unsure|not sure|undecided|unclear"
    r"|tentativ\w+|plan\w*|hop\w+|want\w*|like[sd]?|prefer\w*|expect\w*|intend\w*|wish\w*|dream\w*|consid\w+|about to"
    r"|going to|will|aim\w*|interest\w*"
    r"|when|while|whenever|as long as|once|unless|until|only|must|ha(?:s|ve) to|need\w*|requir\w+|depend\w*|before"
    r"|after|provided"
    r"|vielleicht|möglich\w*|eventuell|wahrscheinlich|vermut\w+|könnten?|ob|möchte\w*|überleg\w+|plan\w*|will|wollen"
    r"|hoff\w+|falls|wenn|peut-être|probabl\w+|pourr\w+|envisag\w+|pense\w*|veut|souhait\w+|espère|si|quizás?|tal vez"
    r"|podr\w+|piensa\w*|considera\w*|quiere\w*|espera\w*)\b",
    re.I,
)
_ASKS = re.compile(  # whether something is so; not who, where or why, which take it for granted; nor "can you …?"
    r"^\W*(?:(?:so|and|but|hm+|ok(?:ay)?|also)[, ]+)*(?:(?:is|are|was|were|do|does|did|should|shall|may|might|has"
    r"|have|will|could|can|would)(?! you\b| not\b|n't\b)\b|sollen?\b|ist\b|sind\b|können wir\b|faut-il\b|est-ce que\b"
    r"|\w+-(?:il|elle|on|nous)\b|¿(?!\w*(?:qu[eé]|qui[eé]n|d[oó]nde|cu[aá]ndo|c[oó]mo|por|cu[aá]l)))",
    re.I,
)

# --- What excludes one another ---------------------------------------------------------------------------


def _rows(block: str) -> tuple[re.Pattern[str], ...]:
    """A pattern for each value of a class."""
    return tuple(re.compile(rf"\b(?:{'|'.join(line.split(' | '))})", re.I) for line in block.strip().splitlines())


_OFTEN = _rows(r"""
hourly\b | (?:every|each|an|per) hour\b | stündlich\b
daily\b | (?:every|each|a|per) day\b | nightly\b | every night\b | täglich\b | jeden Tag\b | chaque jour\b
weekly\b | (?:every|each|a|per) week\b | wöchentlich\b | jede Woche\b | chaque semaine\b | cada semana\b
monthly\b | (?:every|each|a|per) month\b | monatlich\b | jeden Monat\b | chaque mois\b | cada mes\b
quarterly\b | (?:every|each|a|per) quarter\b
yearly\b | annual(?:ly)?\b | (?:every|each|a|per) year\b | jährlich\b | jedes Jahr\b | chaque année\b | cada año\b
""")
_HABIT = _rows(r"""
rarely\b | seldom\b | hardly ever\b | selten\b | rarement\b | raras veces\b
sometimes\b | occasionally\b | now and then\b | manchmal\b | parfois\b | a veces\b
often\b | frequently\b | usually\b | mostly\b | generally\b | normally\b | typically\b | oft\b | meist\w*\b | souvent\b
always\b | every time\b | without exception\b | immer\b | toujours\b | siempre\b
""")
_TIMES = re.compile(r"\d\s?[x×]|\b(?:twice|times|mal|fois|veces)\b", re.I)
_OF = "of the these those this my our your their his her its owner's von der die das den de des les los las"
_NOUN = rf"(?:\s(?:{'|'.join(_OF.split())}))*\s(?P<noun>[^\W\d_]+)"
_MANY = tuple(
    re.compile(rf"\b(?:{words}){_NOUN}", re.I)
    for words in (
        r"(?:only )?(?:some|few|a few|several|one|a couple|part|certain)(?= of\b|\s(?!day|one|time|thing|kind|more))"
        r"|this|that|einige|manche|dieses|diese[rm]?|quelques|certain[es]*|ce|cette|algun[oa]s|este|esta",
        r"half|die Hälfte|la moitié|la mitad",
        r"most|the majority|die meisten|la plupart|la mayoría",
        r"all|every|each|the whole|the entire|any|alle|jede[rsnm]?|sämtliche|tous|toutes|chaque|tod[oa]s|cada",
    )
)
_KIN = _rows(r"""
(?:mother|mum|mom|mama|mutter|mère|madre)\b
(?:father|dad|papa|vater|père|padre)\b
(?:sister|schwester|sœur|soeur|hermana)\b
(?:brother|bruder|frère|hermano)\b
(?:daughter|tochter|fille|hija)\b
(?:son|sohn|fils|hijo)\b
(?:aunt|tante|tía)\b
(?:uncle|onkel|oncle|tío)\b
(?:cousin|cousine|primo|prima)\b
(?:niece|nichte|nièce|sobrina)\b
(?:nephew|neffe|neveu|sobrino)\b
(?:grandmother|grandma|oma|großmutter|abuela)\b
(?:grandfather|grandpa|opa|großvater|abuelo)\b
(?:wife|ehefrau|épouse|esposa)\b
(?:husband|ehemann|époux|esposo)\b
""")
_MINE = re.compile(r"\b(?:my|our|owner['’]s|user['’]s|meine?\w?|mon|ma|mi)\s+(?:\w+\s)?$", re.I)
_OPPOSED = tuple(
    tuple(re.compile(rf"\b(?:{side})\b", re.I) for side in line.strip().split(" / "))
    for line in r"""
    enabl\w+|activat\w+|aktivier\w+|activ[ée]\w* / disabl\w+|deactivat\w+|deaktivier\w+|d[ée]sactiv\w+
    succe\w+|pass(?:es|ed)? / fail(?:s|ed|ing|ure|ures)?
    at least|minimum|no less than|mindestens|au moins / at most|maximum|no more than|höchstens|au plus
    more than|mehr als|plus de|más de / (?:less|fewer) than|weniger als|moins de|menos de
    allow\w*|permit\w* / block(?:s|ed|ing)?|forbid\w*|prohibit\w*|den(?:y|ies|ied)
    accept\w* / reject\w*|refus\w+
    increas\w+|rais(?:es|ed) / decreas\w+|reduc\w+|lower(?:s|ed)
    join(?:s|ed) / left|quit
    start(?:s|ed) / finish(?:es|ed)|ended|ends
    open(?:s|ed)? / close[sd]?|shut
    includ\w+ / exclud\w+
    mandatory|required|compulsory / optional|voluntary
    public / private
    buy(?:s|ing)?|bought / sell(?:s|ing)?|sold
    healthy|well / sick|ill
    safe / unsafe|dangerous
    (?:go|goes|went|gone|scaled?|turned) up|rises|rose / (?:go|goes|went|gone|scaled?|turned) down|falls|fell
    first / last
    upper / lower
    oldest / newest
    largest|biggest / smallest
    fastest / slowest
    enters? / leaves|exits
    upstream / downstream
    inbound|incoming / outbound|outgoing
    muted / unmuted
    encrypted / unencrypted
    """.strip().splitlines()
)  # fmt: skip
_SIDED = re.compile(
    r"\b(?P<side>before|after|above|below|vor|nach|avant|après|antes de|después de)\s(?:the\s)?(?P<what>\w+)", re.I
)
_SIDES = {"before": "after", "above": "below", "vor": "nach", "avant": "après", "antes de": "después de"}
_SIDES |= {there: here for here, there in _SIDES.items()}
_DENIES = re.compile(
    r"\b(?:no|not|never|none|nobody|neither|nor|cannot|without|longer|hardly|rather|instead|used to|nicht"
    r"|kein\w*|ohne|pas|jamais|sans|sin|nunca)\b|n['’]t\b",
    re.I,
)


def bolder(said: str, *told: str) -> str:
    """A clause of a sentence that is surer, wider or the opposite of the clause that tells it; nothing when none is."""
    theirs = [clause for text in told for clause in _clauses(text)]
    whole = "\n".join(told)
    for words, part, asks in _clauses(said):
        if asks:
            continue
        counts = [sum(any(one_word(word, each) for each in known) for word in words) for known, *_ in theirs]
        most = max(counts, default=0)
        if not most or most * 2 < len(words):
            continue
        best = [clause for clause, count in zip(theirs, counts, strict=True) if count == most]
        if _surer(part, said, best) or all(_differs(part, text, whole) for _, text, _ in best):
            return part.strip()
    return ""


@lru_cache(maxsize=1024)
def _clauses(text: str) -> tuple[tuple[tuple[str, ...], str, bool], ...]:
    return tuple(_asked(text))


def _asked(text: str) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """The clauses of a text, and whether each only asks for something."""
    for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
        question = sentence.rstrip(" \"'”)").endswith("?") and _ASKS.match(sentence) is not None
        for words, part in bare_clauses(sentence):
            yield words, part, question


def _surer(part: str, said: str, best: Sequence[tuple[tuple[str, ...], str, bool]]) -> bool:
    """Whether a clause says for sure what is only asked, supposed or meant wherever it was told."""
    if _SOFT.search(said) or not says(part) or ":" in part or "?" in said:
        return False
    return all(asked or any(form.search(text) for form in (_DOUBTS, _MEANS, _IF)) for _, text, asked in best)


def _differs(part: str, text: str, whole: str) -> bool:
    """Whether a clause says otherwise than another, in a word that was nowhere told, what only one of them can say."""
    if _DENIES.search(part) or _DENIES.search(text):
        return False
    counted = _TIMES.search(part) or _TIMES.search(text)  # four times a year is each quarter
    if any(_other(rows, part, text, whole) for rows in ((_HABIT,) if counted else (_OFTEN, _HABIT))):
        return True
    if _wider(part, text, whole) or _other_kin(part, text, whole) or _other_side(part, text):
        return True
    for one, two in _OPPOSED:
        for ours, theirs in ((one, two), (two, one)):
            if ours.search(part) and theirs.search(text) and not theirs.search(part) and not ours.search(whole):
                return True
    return False


def _other(rows: Sequence[re.Pattern[str]], part: str, text: str, whole: str) -> bool:
    mine = {n for n, row in enumerate(rows) if row.search(part)}
    return bool(mine) and any(row.search(text) for row in rows) and not any(rows[n].search(whole) for n in mine)


def _wider(part: str, text: str, whole: str) -> bool:
    """Whether a clause says of more of something what another says of a part of it."""
    theirs = {_stem(found["noun"]): n for n, row in enumerate(_MANY) for found in row.finditer(text)}
    mine = {_stem(found["noun"]): n for n, row in enumerate(_MANY) for found in row.finditer(part)}
    known = {_stem(found["noun"]): n for n, row in enumerate(_MANY) for found in row.finditer(whole)}
    return any(noun in theirs and n > max(theirs[noun], known.get(noun, 0)) for noun, n in mine.items())


def _stem(noun: str) -> str:
    return canon(noun.lower())


def _other_kin(part: str, text: str, whole: str) -> bool:
    """Whether a clause calls another relative of the owner's what another tells."""
    mine, theirs = _kin(part), _kin(text)
    return bool(mine and theirs) and mine.isdisjoint(_kin(whole))


def _kin(text: str) -> set[int]:
    return {n for n, row in enumerate(_KIN) for found in row.finditer(text) if _MINE.search(text[: found.start()])}


def _other_side(part: str, text: str) -> bool:
    mine, theirs = (
        {(found["side"].lower(), found["what"].lower()) for found in _SIDED.finditer(each)} for each in (part, text)
    )
    return any((_SIDES[side], what) in theirs and (side, what) not in theirs for side, what in mine)
