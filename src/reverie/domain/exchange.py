"""Exchange: an old sentence with the one part exchanged that a new statement changes, or what is left of it without.

Every word of what comes out was said: in the new statement, or in the old one of something that the new one provably
leaves as it is. What belonged to the value that goes (its version, model, year, time, address) does not stay behind
with another one; what the new statement says beside is not dropped. Where that is not plain, nothing comes out, and
the new statement stands as it was said. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from reverie.domain import claim_words as words, wording
from reverie.domain.claim_reading import LIVING, claim
from reverie.domain.claim_tokens import canon
from reverie.domain.frame import renumbered
from reverie.domain.given_names import given

Sort = Literal["date", "time", "day", "number", "code", "name", "word"]


@dataclass(frozen=True, slots=True)
class Value:
    """What one may give for something: a name, a number, a time; where it stands, and the words it has."""

    start: int
    end: int
    sort: Sort
    words: tuple[str, ...]


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


_DAYS = _words(
    """monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag
    sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes
    sábado domingo"""
)
_MONTH = "|".join(sorted(words.MONTHS, key=len, reverse=True))
_VALUE = re.compile(
    rf"(?P<date>\b\d{{4}}-\d\d-\d\d\b|\b(?:{_MONTH})\b\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}}\b)?"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?(?:{_MONTH})\b(?:\s+\d{{4}}\b)?)"
    r"|(?P<time>\b\d{1,2}(?:[:.h]\d\d)?\s?(?:am|pm|uhr|o'clock)\b|\b\d{1,2}:\d\d\b|\b\d{1,2}h\d{0,2}\b"
    r"|(?:(?<=\bat )|(?<=\bum )|(?<=\bà )|(?<=\blas ))\d{1,2}\b(?![.,]\d))"
    rf"|(?P<day>\b(?:{'|'.join(sorted(_DAYS))})s?\b)"
    r"|(?P<code>(?<!\w)[\w~]*(?:[\w~][-_/:@.=][\w/]|[a-z]\d|\d[a-z])[\w./:@=-]*\w)"
    r"|(?P<number>[€$£]?\d[\d.,]*\d\b%?|[€$£]?\d\b%?)",
    re.I,
)
_NAME = re.compile(
    r"\b[A-ZÀ-Þ][\w&'’+#-]*(?:(?: of| de| von| van)? [A-ZÀ-Þ][\w&'’+#-]*)*(?: v?\d[\d.]*\b(?! ?[%€$£]))?"
)
_WORD = re.compile(r"[^\W_][\w'’+#-]*|[€$£]?\d[\w.,:]*")
_COUNTS: frozenset[Sort] = frozenset({"date", "time", "day", "number"})
_ADDS = r"(?:and|or|und|oder|et|ou|y|o|e)"
_NEXT = re.compile(rf"\s*(?:,\s*(?:{_ADDS}\s+)?|\s{_ADDS}\s+)(?:on\s+|am\s+|le\s+|el\s+)?", re.I)  # the next of a list
_AND = re.compile(rf"\s+{_ADDS}\s+", re.I)
_CLAUSE = re.compile(r"\s*[,;.]\s*(?:(?:and|but|und|aber|et|y)\s+)?(?=(?:i|we|my|our|the|ich|wir|mein|unser)\b)", re.I)
_SCOPE = re.compile(  # for what, or where in one's own things: no matter which value is meant
    r"\s+(?:for|für|pour|para)\s+(?:(?:the|our|my|all|die|das|den|der|unsere?n?|les?|la|los|el)\s+)?[a-z][\w-]*(?:\s+[a-z][\w-]*){0,3}?"
    r"(?=$|[.,;!]|\s(?:in|on|for|and|und|et|y)\b)"
    r"|\s+(?:in|on|im|in der|dans|en)\s+(?:(?:the|our|my|this|le|la|el)\s+)?(?:[\w-]+\s+){0,2}"
    r"(?:project|repo|repository|app|team|service|backend|frontend|codebase|company|projekt|projet|proyecto)\b",
    re.I,
)
_OFTEN = re.compile(
    r"\s+(?:every|each|jeden?|jede|chaque|cada)\s+(?:(?:other|second|single)\s+)?[a-z]+|\s+(?:daily|nightly|weekly|monthly)\b"
)
_ITS_OWN = re.compile(  # points at the value that goes, or gives a reason for it, or tells since when
    r"\b(?:it|its|it's|they|them|their|he|she|his|her|him|there|here|which|who|whom|whose|where|that|this|these|those"
    r"|because|since|so|as|then|after|before|until|till|due|thanks|da|dort|hier|weil|seit|das|es|sein|ihr|ici|là|depuis"
    r"|qui|aquí|allí|desde|porque|que)\b",
    re.I,
)
_BEGAN = re.compile(r"\b(?:since|as of|from|starting|seit|ab|depuis|desde|until|till|bis)\b", re.I)
_BESIDE = re.compile(r"\s*(?:,\s*|\(\s*)?(?:(?:at|um|à|a las|@|on|am|the|den|le|el)\s+)*", re.I)
_RENAMED = re.compile(  # moves one of several: "my Thursday run goes to Friday"
    r"\b(?:moved?|shift\w*|chang\w+|switch\w*|push\w*|swapp?\w*|reschedul\w*|postpon\w*|verschob\w*|verleg\w*|déplac\w*"
    r"|cambi\w*|pas(?:é|amos|ado))\b",
    re.I,
)
_LETS_GO = re.compile(
    r"(?:\bnot|\bno longer|\bno more|n't|\binstead of|\brather than|\bin place of|\bfrom|\bnicht(?: mehr)?|\bstatt"
    r"|\banstelle von|\bau lieu (?:de|du)|\bplus|\bpas|\ben vez (?:de|del)|\bya no|\bvon|\bdropp?\w*|\breplac\w+"
    r"|\bskip\w*|\bstopp\w*|\bleav\w+|\bleft|\bquit|\bverlass\w*|\bquitt\w+|\bdej\w+)(?:\s+(?:on|in|at|to|for|with|the|my|our|am|im|um|bei|für|mit|auf|go|use|le|la|les|el|en|à|a|chez|con|de|sur))*\s*$",
    re.I,
)
_ANY_MORE = re.compile(r"\b(?:any ?more|any longer|no longer|nicht mehr|kein\w* .*\bmehr|plus|ya no)\b", re.I)
_NO_SUBJECT = re.compile(
    r"\W*(?:(?:actually|no|nope|oh|sorry|wait|correction|update|now|so|and|hm+|eigentlich|nein|en fait|non)\b"
    r"[\s,.:;!–—-]*)*"
    r"(?:(?:it|that|this)(?:'s|\s+is|\s+was|\s+moved|\s+changed|\s+will be|\s+has)|(?:make|let's make) (?:it|that)\b"
    r"|(?:it|that)\b|es ist|das ist|c'est|es\s+(?=\d)|ahora es|[€$£]?\d|not\b|$)",
    re.I,
)
_AWAY = words.MARKS.keys() | words.FILLERS | words.DETERMINERS | words.PREPOSITIONS | words.RELATIONS.keys()
_SLIGHT = _AWAY | words.WE | words.ME | words.NOT | _words(
    """be is are am was were been 's 'm 're it's i'm we're that's go going goes went get gets got do does did has have
    had will would can could more any anymore longer now instead rather than of from to into out off over new old one
    actually correction sorry wait oh nope again only just still moved changed switched swapped replaced replaces since
    this that these those last next week month year today yesterday tomorrow end beginning start starting started
    recently lately decided turns turned out after all mehr sondern sind bin ist jetzt nun seit dieser diesem woche
    maintenant désormais depuis ahora ya plus pas ne n mal nicht kein keine keinen leaving left leave quit stopped make
    makes made meanwhile finally official officially longer ones thing"""
)  # fmt: skip
_SPEAKERS = _words("i we ich wir je nous yo vivo vivimos trabajo")
_BARE = _words("a an the der die das den dem ein eine einen le la les un une el los las my our mein unser")
_CUT = re.compile(
    r"\s+(?:at|in|on|from|for|with|to|by|via|bei|beim|in der|im|um|am|bis|aus|von|vom|mit|chez|à|au|en|dans|sur|avec"
    r"|con|de|del)(?:\s+(?:the|a|an|our|my|der|die|das|dem|den|le|la|les|el))?\s+$",
    re.I,
)
_LACKS = _words("""allergic allergisch allergique alérgico alérgica responsible zuständig responsable based located
    hosted stored deployed scheduled available interested due""")  # says nothing without what it goes with
_STEM = 4  # letters that forms of one word share
_ELIDED = re.compile(r"^(?:[ldnjmstc]|qu)'(?=\w\w)")
_PARENS = re.compile(r"\s*\([^()]*\)")
_ENDS = re.compile(r"\s*[.!]?\s*$")


def exchanged(old: str, said: str, gone: Iterable[str] = (), came: Iterable[str] = ()) -> str:
    """The old sentence with the value that a statement gives now; nothing when it is not plain which, or says more.

    `gone` and `came` are the words that the statement was read to give up and to give (`domain/claim.py`).
    """
    if "\n" in old or not _holds(old):
        return ""
    plain = _PARENS.sub("", wording.plain(said))
    held, told = list(values(old)), list(values(plain))
    if _versions(plain, told, old) and not _says_more(plain, old, None, *told) and (counted := renumbered(old, plain)):
        return counted
    new = _came(plain, told, old, came)
    if new is None:
        return ""
    was = _gone(old, held, plain, told, new, gone)
    if was is None or _says_more(plain, old, new, was) or not _speaks_of(plain, old, new, was):
        return ""
    was = _with_its_number(was, held)
    if not _stays(old, was, held, plain):
        return ""
    if new.sort == "number" and was.sort == "number":  # "2 dogs": in the form that the number asks for
        new, was = _with_what_it_counts(plain, new), _with_what_it_counts(old, was)
    value = plain[new.start : new.end]
    if _article(old[: was.start]) and _vowel(value) != _vowel(old[was.start : was.end]):
        return ""
    return f"{old[: was.start]}{value}{old[was.end :]}"


def _versions(said: str, told: list[Value], old: str) -> bool:
    """Whether all that a statement gives is a number for what the old one names: "Postgres is 16 now", not "2 dogs"."""
    known = {*_canons(old)}
    return all(
        not _after(said, each) if each.sort == "number" else all(w in known or w[:1].isdigit() for w in each.words)
        for each in told
    ) and {each.sort for each in told} <= {"number", "name", "code"}


def _with_what_it_counts(text: str, number: Value) -> Value:
    found = re.match(r"\s+[^\W\d_][\w-]*", text[number.end :]) if _after(text, number) else None
    return Value(number.start, number.end + found.end(), "number", number.words) if found else number


def without(old: str, said: str, gone: Iterable[str] = ()) -> str:
    """What an old sentence says beside the value that a statement overturns; nothing when it says nothing beside it."""
    if "\n" in old or not _holds(old):
        return ""
    plain = _PARENS.sub("", wording.plain(said))
    held, told = list(values(old)), list(values(plain))
    came = [each for each in told if not _within(each, old)]
    listed = _let_go(old, held, plain, told, gone)
    others = _others(old, listed, held) if listed is not None else None
    if listed and others and len(came) < 2 and not _says_more(plain, old, next(iter(came), None), listed):
        return others if _speaks_of(plain, old, *came, listed) else ""
    if len(came) > 1 or any(each.sort == "word" for each in came):
        return ""
    was = listed
    if was is None and came:
        alike = [each for each in held if each.sort == came[0].sort and not _within(each, plain)]
        if len(alike) > 1:
            alike = [each for each in alike if _before(old, each)[-1:] == _before(plain, came[0])[-1:]]
        was = alike[0] if len(alike) == 1 else None
    if was is None or _says_more(plain, old, next(iter(came), None), was) or not _speaks_of(plain, old, *came, was):
        return ""
    before, after = old[: was.start], old[_phrase_end(old, was, plain) :]
    cut = _CUT.search(before)
    if cut is None or not _ENDS.fullmatch(after):
        return ""
    rest = before[: cut.start()]
    return f"{rest}." if _says_something(rest) and not _only_begins(rest, plain) else ""


def _phrase_end(old: str, was: Value, said: str) -> int:
    """Where the thing ends that is called by a name and a plain word in both: "the Linden clinic"."""
    found = re.match(r"(?:[ -][^\W\d_]+){1,2}(?=\s*[.!]?\s*$)", old[was.end :])
    return was.end + found.end() if found and f"{found[0].strip(' -')} " in f"{said} ".replace(".", " ") else was.end


def values(text: str) -> Iterator[Value]:
    """What is given in a text, in the order of the text: dates, times, days, codes, numbers, names."""
    found = [_value(match.start(), match.end(), _sort(match), text) for match in _VALUE.finditer(text)]
    for match in _NAME.finditer(text):
        start, end = match.span()
        if opens(text, start):
            first = match[0].split(" ", 1)[0]
            known = given(first.removesuffix("'s")) or canon(first.lower()) in words.KINDS
            if not known and (" " not in match[0] or first.lower() in _SLIGHT):
                start = start + len(first) + 1
        if start >= end or text[start:end].lower() in _SLIGHT | {"i"} or not _NAME.match(text, start):
            continue
        found = [
            each for each in found if not (start <= each.start < end and each.sort == "number" and each.end == end)
        ]
        if not any(each.start < end and start < each.end for each in found):
            found.append(_value(start, end, "name", text))
    for match in _WORD.finditer(text):
        low = match[0].lower()
        if (
            canon(low) in words.KINDS
            and low not in _SLIGHT
            and not any(v.start <= match.start() < v.end for v in found)
        ):
            found.append(_value(match.start(), match.end(), "name", text))
    return iter(sorted(found, key=lambda each: each.start))


def opens(text: str, at: int) -> bool:
    """Whether a sentence begins here."""
    before = text[:at].rstrip(" \"'“«(")
    return not before or before[-1] in ".!?:→"


def _sort(match: re.Match[str]) -> Sort:
    for sort in ("date", "time", "day", "code", "number"):
        if match[sort]:
            return sort
    return "word"


def _value(start: int, end: int, sort: Sort, text: str) -> Value:
    told = text[start:end].lower()
    if told.endswith(("'s", "’s")):
        end, told = end - 2, told[:-2]
    if sort == "day":
        return Value(start, end, sort, (told.removesuffix("s") if told.removesuffix("s") in _DAYS else told,))
    if sort in ("date", "time"):
        return Value(start, end, sort, tuple(re.findall(r"\w+", told)))
    return Value(start, end, sort, tuple(canon(word) for word in told.split()))


def _canons(text: str) -> list[str]:
    return [_canon(word) for word in _WORD.findall(text)]


def _canon(word: str) -> str:
    return canon(_ELIDED.sub("", word.lower().replace("’", "'")).removesuffix("'s"))


def _holds(old: str) -> bool:
    """Whether it says what is so, not what happened once or may be."""
    read = claim(old)
    return not (read.event or read.past or read.maybe or read.asks)


def _within(value: Value, text: str) -> bool:
    """Whether a text gives that value, too."""
    if value.sort in ("name", "word", "code"):
        told = {*_canons(text), *text.lower().split()}
        return all(word in told for word in value.words)
    return any({*value.words} <= {*each.words} for each in values(text) if each.sort == value.sort)


def _came(said: str, told: list[Value], old: str, came: Iterable[str]) -> Value | None:
    """The one value that a statement gives and the old sentence has not."""
    new = [each for each in told if not _within(each, old)]
    if new:
        return new[0] if len(new) == 1 else None
    spelt = [each for each in _spelt(came, said) if not _within(each, old)]
    return spelt[0] if len(spelt) == 1 else None


def _spelt(some: Iterable[str], text: str) -> list[Value]:
    wanted = {each.casefold() for each in some}
    return [
        Value(match.start(), match.end(), "word", (canon(match[0].lower()),))
        for match in _WORD.finditer(text)
        if match[0].casefold() in wanted or canon(match[0].lower()) in wanted
    ]


def _gone(old: str, held: list[Value], said: str, told: list[Value], new: Value, gone: Iterable[str]) -> Value | None:
    """The one value of the old sentence in whose place another comes."""
    was = _let_go(old, held, said, told, gone)
    if was is not None:
        return was if was.sort == new.sort or {was.sort, new.sort} <= {"name", "code", "word"} else None
    if any(_let(said, each) for each in told if each is not new):
        return None  # something else goes
    refers = _NO_SUBJECT.match(said) is not None
    alike = [each for each in held if _alike(each, new, refers=refers) and not _within(each, said)]
    if new.sort == "number" and (counted := _after(said, new)):
        alike = [each for each in alike if _after(old, each) == counted]
        return alike[0] if len(alike) == 1 else None
    if new.sort in ("name", "code", "word") or len(alike) > 1:
        alike = [each for each in alike if refers or _before(old, each) == _before(said, new)]
    elif new.sort == "number" and not refers:
        alike = [each for each in alike if _before(old, each)[-1:] == _before(said, new)[-1:]]
    if len(alike) != 1 or _others(old, alike[0], held) is not None:
        return None
    return alike[0]


def _alike(was: Value, new: Value, *, refers: bool) -> bool:
    """Whether a value may stand in the place of another: "it's 11 now" gives a time when a time was given."""
    return was.sort == new.sort or (refers and was.sort == "time" and new.sort == "number")


def _let_go(old: str, held: list[Value], said: str, told: list[Value], gone: Iterable[str]) -> Value | None:
    """The value of the old sentence that a statement says is no more."""
    both = [each for each in held if _within(each, said)]
    named = [mine for mine in both if any(_let(said, each) for each in told if _same(mine, each))]
    if not named and _RENAMED.search(said):
        some = [each for each in told if _within(each, old)]
        named = [
            mine for mine in both
            if mine.sort in ("day", "date", "time") and any(_same(mine, each) for each in some)
            and any(each.sort == mine.sort and each not in some for each in told)
        ]  # fmt: skip
    if not named and _ANY_MORE.search(said) and len(some := [mine for mine in both if _others(old, mine, held)]) == 1:
        named = some
    wanted = {each.casefold() for each in gone}
    if not named and wanted:
        named = [each for each in held if wanted <= {*each.words} or ({*each.words} <= wanted and each.words)]
        spelt = _spelt(wanted, old)
        named = named or (spelt if len(spelt) == 1 == len(wanted) else [])
    return named[0] if len(named) == 1 else None


def _same(one: Value, other: Value) -> bool:
    return {*one.words} <= {*other.words} or {*other.words} <= {*one.words}


def _let(said: str, value: Value) -> bool:
    return _LETS_GO.search(said[: value.start]) is not None


def _before(text: str, value: Value) -> list[str]:
    """The two telling words before a value: "live in", "on port"."""
    found = [word.lower() for word in _WORD.findall(text[: value.start])]
    return [word for word in found if word not in _BARE | {"now", "jetzt", "maintenant", "ahora"}][-2:]


def _after(text: str, value: Value) -> str:
    """The word that a number counts."""
    found = re.match(r"\s*([^\W\d_][\w-]+)", text[value.end :])
    low = found[1].lower() if found else ""
    return "" if low in _SLIGHT else canon(low)


def _says_more(said: str, old: str, new: Value | None, *taken: Value) -> bool:
    """Whether a statement says anything beside the values that are exchanged which the old sentence does not say."""
    known = _SLIGHT | {*_canons(old)} | {word for each in taken for word in each.words}
    for match in _WORD.finditer(said):
        low = match[0].lower().replace("’", "'")
        own = new is not None and new.start <= match.start() < new.end
        if not (own or {low, _canon(low)} & known or low in _DAYS or low.endswith("n't")):
            return True
    return False


def _speaks_of(said: str, old: str, *taken: Value) -> bool:
    """Whether a statement says of what it speaks in words of the old sentence, or has no subject of its own."""
    if _NO_SUBJECT.match(said):
        return True
    given_now = {word for each in taken for word in each.words}
    shared = {word for word in {*_canons(old)} & {*_canons(said)} if word not in _SLIGHT} - given_now
    return bool(shared or _lives(old) & _lives(said)) or any(_within(each, said) for each in taken[1:])


def _lives(text: str) -> set[str]:
    """Who says of themselves where they live or work: "I live in Porto now" speaks of "I live in Lisbon"."""
    found = [word.lower() for word in _WORD.findall(text)]
    who = {word.split("'")[0] for word in found} & _SPEAKERS
    return {f"{one} {words.RELATIONS[w]}" for one in who for w in found if words.RELATIONS.get(w) in LIVING}


def _with_its_number(was: Value, held: list[Value]) -> Value:
    """With the version that stands beside it, which goes with it."""
    for each in held:
        begins = each.sort == "name" and each.start == was.start
        beside = each.sort == "number" and was.start <= each.start <= was.end + 1
        if was.end < each.end and (begins or beside):
            return Value(was.start, each.end, was.sort, (*was.words, *each.words[len(was.words) :]))
    return was


def _stays(old: str, was: Value, held: list[Value], said: str) -> bool:
    """Whether all that the old sentence says beside a value stays as it is when the value goes."""
    whole = next((each for each in held if each.start <= was.start and was.end <= each.end), was)
    if (whole.start, whole.end) != (was.start, was.end) and not _only_number(old[was.end : whole.end], whole, was):
        return False  # "Ford" of "Ford Transit"
    before, after = old[: was.start], old[was.end :]
    if was.sort in _COUNTS:
        return _alone(old, was, held) and not _ITS_OWN.search(_up_to_clause(after))
    ones = _BEGAN.search(before) or any(each.sort in _COUNTS for each in values(before) if not _within(each, said))
    last = _WORD.findall(before)[-1:]
    listed = _run(old, was, held)[0] is not was
    plain = listed or all(word.lower() in _SLIGHT | words.PREPOSITIONS or _told(word, said) for word in last)
    if _NO_SUBJECT.match(said):  # it was always so: what else was said of it stands, but for what counts
        carried = (
            not any(each.sort in _COUNTS for each in values(after)) and not _ITS_OWN.search(after) and "," not in after
        )
        return not ones and plain and not _acts(before) and carried
    return not ones and plain and not _acts(before) and _carried(after, said)


def _only_number(rest: str, whole: Value, was: Value) -> bool:
    return whole.start == was.start and re.fullmatch(r"\s+v?\d[\d.]*", rest) is not None


def _told(word: str, said: str) -> bool:
    return _canon(word) in _canons(said)


def _acts(before: str) -> bool:
    """Whether somebody did something: "Ana picked", which is not done again with another value."""
    found = [word.lower() for word in _WORD.findall(before)]
    for at, word in enumerate(found):
        stands = at and words.RELATIONS.get(found[at - 1]) == "be"
        if not stands and at and (word in words.PASTS or (len(word) > 4 and word.endswith("ed"))):
            return word not in ("need", "based", "used", "hosted", "located")
    return False


def _alone(old: str, was: Value, held: list[Value]) -> bool:
    """Whether no time, day or date stands right behind a value, or a day beside a date."""
    if _run(old, was, held)[-1].end != was.end and not _alone(old, _run(old, was, held)[-1], held):
        return False  # "on Monday and Thursday at 6pm": at six on both
    for each in held:
        if each is was or each.sort not in ("date", "time", "day") or was.sort == "number":
            continue
        behind, ahead = old[was.end : each.start], old[each.end : was.start]
        if each.start >= was.end and _BESIDE.fullmatch(behind) and each.sort != was.sort:
            return False
        if each.end <= was.start and _BESIDE.fullmatch(ahead) and was.sort != "time" and each.sort != was.sort:
            return False
    return not re.match(r"\s*(?:-|–|to|bis|until|till|or|and a half)\s*\d", old[was.end :])


def _up_to_clause(after: str) -> str:
    found = _CLAUSE.search(after)
    return after[: found.start()] if found else after


def _carried(after: str, said: str) -> bool:
    """Whether what stands behind a value that goes is not about it: its purpose, one's own place, another thing."""
    while after and not _ENDS.fullmatch(after):
        if (scope := _SCOPE.match(after) or _OFTEN.match(after)) and not _ITS_OWN.search(scope[0]):
            after = after[scope.end() :]
        elif clause := _CLAUSE.match(after):
            return not _ITS_OWN.search(after[clause.end() :])
        elif (phrase := re.match(r"\s+[^,.;]+?(?=$|[,.;]|\s(?:and|und|et|y)\b)", after)) and not _AND.match(after):
            if not all(_told(word, said) or word.lower() in _SLIGHT for word in _WORD.findall(phrase[0])):
                return False
            after = after[phrase.end() :]
        elif joined := _AND.match(after):
            rest = after[joined.end() :]
            first = (_WORD.findall(rest) or [""])[0].lower()
            return first not in words.PREPOSITIONS and not _ITS_OWN.search(rest) and not _years(rest)
        elif listed := _NEXT.match(after):
            following = next(values(after), None)
            if following is None or following.start != listed.end() or following.sort != "name":
                return False
            if _AND.search(after) is None:
                return False  # said of it: "Acme, Berlin"
            after = after[following.end :]
        else:
            return False
    return True


def _years(text: str) -> bool:
    return re.search(r"\b(?:from|since|of|von|seit|de)\s+(?:19|20)\d\d\b", text) is not None


def _run(old: str, was: Value, held: list[Value]) -> list[Value]:
    """The list that a value is a member of; itself alone when it is of none."""
    run = [was]
    for each in [each for each in held if each.start >= was.end]:
        if each.sort == was.sort and _NEXT.fullmatch(old[run[-1].end : each.start]):
            run.append(each)
    for each in reversed([each for each in held if each.end <= was.start]):
        if each.sort == was.sort and _NEXT.fullmatch(old[each.end : run[0].start]):
            run.insert(0, each)
    return run


def _others(old: str, was: Value, held: list[Value]) -> str | None:
    """A list without one of its members; None when the value is none of several."""
    run = _run(old, was, held)
    if len(run) < 2:
        return None
    stays = [old[each.start : each.end] for each in run if each is not was]
    last = old[run[-2].end : run[-1].start]
    told = last.join(stays) if len(stays) < 3 else f"{', '.join(stays[:-1])}{last}{stays[-1]}"
    return f"{old[: run[0].start]}{told}{old[run[-1].end :]}"


def _says_something(rest: str) -> bool:
    """Whether something is told of somebody: it has a verb, and more behind that."""
    found = [word.lower() for word in _WORD.findall(rest)]
    at = next((n for n, word in enumerate(found) if word in words.RELATIONS or "'" in word), None)
    if at is None or found[-1] in _SLIGHT:
        return False
    return any(word not in _SLIGHT and word not in words.PREPOSITIONS for word in found[at + 1 :])


def _only_begins(rest: str, said: str) -> bool:
    """Whether what is left only begins what the new statement tells in full: "We keep logs", "I am allergic"."""
    told = {word.lower()[:_STEM] for word in _WORD.findall(said)}
    behind = [word for each in _WORD.findall(rest) if not _goes_without_saying(word := each.lower())]
    return behind in ([word] for word in _LACKS) or all(word[:_STEM] in told for word in behind)


def _goes_without_saying(word: str) -> bool:
    return word in _SLIGHT or word in words.PREPOSITIONS or "'" in word


def _article(before: str) -> bool:
    return re.search(r"\b(?:a|an)\s+$", before, re.I) is not None


def _vowel(word: str) -> bool:
    return word[:1].lower() in "aeiou"
