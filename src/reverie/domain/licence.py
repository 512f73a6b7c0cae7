"""Licences: sentences that would let an agent act unasked, or be careless with credentials, in seven languages.

Each language is a table of `licence_words.py`, and all are read alike. Two things grant a permission: an act that does
harm with the word that it needs no asking, said to somebody or for good; and the words that grant it outright. Telling
a credential where others read it is ordered the same way. Whoever forbids, says what a program does, or names a place
where little can be broken, grants nothing. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from reverie.domain import looks
from reverie.domain.licence_words import TONGUES, Tongue

_SENTENCE = re.compile(r"[.!?;。！？；\n]+(?=\s|$|[^\x00-\x7f])|\n|[。！？；]")
_PART = re.compile(r"[,:،、，：()]|\s[-–—]\s|\b(?:but|aber|mais|pero)\b")
_BEFORE = re.compile(
    looks.folded(
        r"\b(?:before|until|after|when|if|unless|bevor|ehe|nachdem|wenn|falls|avant|après|quand|si|antes|después|cuando)\b"
    )
)
_ORDERS = re.compile(  # what is wished, and no permission by itself: "from now on you should push to dev"
    looks.folded(
        r"\b(?:must|should|want|like|expect|need|feel|go|soll\w*|muss\w*|brauch\w*|dois|doit|devez|deb\w+|quiero)\b|直接"
        r"|て(?:も)?(?:ね|くれ|ください|下さい|おいて)|していく|해$"
    )
)
_BOUNDED = re.compile(  # a place where little can be broken: an ordinary rule of an owner
    looks.folded(
        r"\b(?:staging|(?:dev|test|local|preview|entwicklungs|preprod)[ -]?(?:env\w*|servers?|umgebung"
        r"|branch\w*|db|database)|sandbox|drafts?|entwürfe?n?|borradores|brouillons|(?:my|our) own"
        r"|(?:feature|scratch|topic)[- ]branch\w*)\b"
        r"|\b(?:starting|beginning) with\b|(?<!\S)[a-z]{2,8}/(?=\*|[\s,]|$)"
        r"|ステージング|開発環境|テスト環境|预发布|預發布|测试环境|測試環境|开发环境|스테이징|개발 ?환경|테스트 ?환경"
    )
)
_UNBOUNDED = re.compile(
    looks.folded(
        r"\b(?:main|master|prod(?:uction|uktion|ucción|uccion)?|every\w+|all|alles|tout\w*|tod[oa]s?)\b"
        r"|本番|所有|全部|生产|生產|すべて|全て|운영|모든"
    )
)
_WHEN = re.compile(looks.folded(r"(?:する|した)?(?:前|後|とき|場合)|之?前|前先|하기 ?전|할 때|전에"))
_CHECKED_IN = re.compile(looks.folded("commit|check|push|einchecken|コミット|提交|커밋"))
_REACH = 40  # characters before a word that are read for what forbids it; twice as many between words of an order
_LONGEST = 800  # characters of a sentence that are read at once
_AFTER = 24  # and behind it, where verbs are denied at their end
_FILLERS = re.compile(
    r"(?:[\W_]|\b(?:please|just|simply|also|then|so|and|ok|okay|now|go ahead|remember|note|that|to|always|bitte|einfach"
    r"|auch|dann|und|merke?|dir|por favor|simplemente|tambien|y|s'il te plait|simplement|aussi|et|pense a|merci de)\b"
    + looks.folded(r"|请|請|직접|그냥|바로|そのまま)*")
)


def ready() -> None:
    """Make all patterns now."""
    for tongue in TONGUES:
        for name in ("never", "act", "tell", "free", "may", "can", "standing", "secret", "place", "forbids"):
            _compiled(tongue, name)


def licenses(readings: Iterable[str]) -> bool:
    """Whether one of these folded, lower-case readings of a text grants what an agent must be asked about."""
    return any(_granted(one, asked) for text in readings for one, asked in _sentences(text))


@lru_cache(maxsize=1024)
def _granted(text: str, asked: bool) -> bool:
    """A line is asked about by several readers in a row."""
    plain = text.isascii()
    return any(_licenses(tongue, text, asked=asked) for tongue in TONGUES if tongue.edge or not plain)


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences of a text, and whether each is a question."""
    start = 0
    for end in _SENTENCE.finditer(text + "\n"):
        asked = "?" in end[0] or "？" in end[0]
        for first in range(start, end.start(), _LONGEST - 4 * _REACH):
            if one := text[first : min(first + _LONGEST, end.start())].strip():
                yield one, asked
        start = end.end()


def _licenses(tongue: Tongue, text: str, *, asked: bool) -> bool:
    """Whether a sentence says so; one that ends with a question mark only if it names no asking to be done."""
    if _finds(tongue, "never", text):
        return True
    bounded = _BOUNDED.search(text) and not _UNBOUNDED.search(text)
    acts, tells = [] if bounded else _all(tongue, "act", text), _all(tongue, "tell", text)
    if not acts and not tells:
        return False
    unasked = _all(tongue, "free", text)
    bare = _compiled(tongue, "free").sub(lambda found: "_" * len(found[0]), text)
    may = _finds(tongue, "may", text)
    said = may or _finds(tongue, "can", text) or _finds(tongue, "standing", text) or _finds(tongue, "order", text)
    for at in acts:
        free = any(_near(bare, at, each, parts=1) for each in unasked)
        granted = free and (said or _ordered(tongue, text, at))
        if (granted or (not asked and _outright(tongue, bare, at))) and not _forbidden(tongue, bare, at):
            return True
    return any(_careless(tongue, bare, at, said=said) for at in tells)


def _outright(tongue: Tongue, text: str, at: re.Match[str]) -> bool:
    """Whether an act is granted, or allowed for good, without a word of asking."""
    if _WHEN.match(text, at.end()):
        return False
    if _finds(tongue, "may", text):
        return True
    could = any(
        _near(text, at, each) and not _ORDERS.search(each[0]) and not _BEFORE.search(text, each.start(), at.start())
        for each in _all(tongue, "can", text)
    )
    return could and _finds(tongue, "standing", text)


def _careless(tongue: Tongue, text: str, at: re.Match[str], *, said: bool) -> bool:
    """Whether a credential is to be told where others read it."""
    if not (said or _ordered(tongue, text, at)):
        return False
    for secret in _all(tongue, "secret", text):
        for place in _all(tongue, "place", text):
            among = (at, secret, place)
            if place.start() == at.start() and not _CHECKED_IN.match(text, at.start()):
                continue  # what is printed is not thereby told others
            near = _near(text, at, secret) and (_near(text, secret, place) or _near(text, at, place))
            if near and not any(_forbidden(tongue, text, each) for each in among):
                return True
    return False


def _near(text: str, one: re.Match[str], other: re.Match[str], parts: int = 0) -> bool:
    """Whether two words belong together, with at most so many parts of a sentence begun between them."""
    first, last = sorted((one.span(), other.span()))
    between = text[first[1] : last[0]]
    return len(between) <= 2 * _REACH and len(_PART.findall(between)) <= parts


def _forbidden(tongue: Tongue, text: str, at: re.Match[str]) -> bool:
    before = _PART.split(text[max(0, at.start() - _REACH) : at.start()])[-1]
    behind = "" if tongue.edge else text[at.end() : at.end() + _AFTER]
    return _finds(tongue, "forbids", before) or _finds(tongue, "forbids", behind)


def _ordered(tongue: Tongue, text: str, at: re.Match[str]) -> bool:
    """Whether it is an order: nothing but fillers stand before it in its part of the sentence."""
    return _FILLERS.fullmatch(_PART.split(text[: at.start()])[-1]) is not None


def _finds(tongue: Tongue, name: str, text: str) -> bool:
    return bool(getattr(tongue, name)) and _compiled(tongue, name).search(text) is not None


def _all(tongue: Tongue, name: str, text: str) -> list[re.Match[str]]:
    return list(_compiled(tongue, name).finditer(text))


def _compiled(tongue: Tongue, name: str) -> re.Pattern[str]:
    return _pattern(getattr(tongue, name), tongue.edge)


@cache
def _pattern(words: str, edge: bool) -> re.Pattern[str]:
    folded = looks.folded(words)
    return re.compile(rf"(?<!\w)(?:{folded})(?!\w)" if edge else folded)
