"""Bygones: what a statement says outright is no more, and of whom or what; whether another statement holds that.

"the gateway went from Priya to Martin", "release 25.13 was wrong", "Trello is dead", "stopped metformin for Biscuit":
what is named there is over wherever it is said, in whatever words. Pure, the same answer for the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from reverie.domain.given_names import given
from reverie.domain.text import spelled


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


_WORD = re.compile(r"[^\W_][\w.:/@+#'’-]*[\w+#]|[^\W_]")
_BORDER = re.compile(
    r"[,;!?()→…]+|[.:](?=\s|$)|(?<!\d)[–—]|\s-+(?=\s)|(?:^|\s)(?:but|while|whereas|sondern|mais|sino|pero|aber)(?=\s)|->|=>"
)
_AND = re.compile(r"\s(?:and|und|et|y)\s")
# What stands right before that which is no more.
_BEFORE = r"""
    (?:is|are|am|was|'s|'m|'re)? ?no longer|no more|instead of|rather than|in place of|as opposed to
    forget(?: about)?|scratch|never mind|strike|so long,?|goodbye(?: to)?|enough (?:of|with)|unlike
    (?:got|get|getting) rid of|ditch(?:ed|ing)|dropp(?:ed|ing)|dump(?:ed|ing)|abandon(?:ed|ing)|scrapp(?:ed|ing)
    axed|binned|killed(?: off)?|retired|decommissioned|sunset|phased out|tore out|ripped out|threw out|thrown out
    gave up(?: on)?|given up(?: on)?|giving up|done with|finished with|over with|fed up with|went off|gone off
    stopped(?: (?:taking|using|drinking|eating|having|buying|paying for))?
    quit|left|leaving|resigned from|retired from|moved (?:off|away from|out of)
    (?:moved|migrated|switched) (?:[\w'’-]+ ){1,4}?(?:off|away from)|(?:we're|i'm|are|is|am) off
    (?:took|taken|taking|pulled|weaned) (?!(?:\w+ ){0,2}(?:day|week|month|morning|time)s? )(?:[\w'’-]+ ){1,3}?off
    (?:migrated|switched|switching|got|came|went|moving) (?:off|away from)|cancell?ed|unsubscribed from|sold|vendu
    verkauft
    (?:fired|sacked|laid off|let go|dismissed|poached|kicked out|made redundant) (?:by|from)|fired|sacked|let go of|bye
    said goodbye to|say goodbye to|turned off|switched off|shut down|took down
    (?:last|final) (?:day|week) (?:at|with|in)|(?:gave|handed in)(?: (?:my|his|her|their))? notice (?:at|to)
    replac(?:ed|es|ing)|swapp(?:ed|ing)|traded(?: in)?|exchanged|took over from|takes over from|inherited .{1,40}? from
    nicht mehr(?: (?:bei|in|an|von|um|für|mit|auf))?|kein(?:e|en)?(?= .{1,40}\bmehr\b)|statt|anstelle von|weg von
    schluss mit
    n[e'] ?\w+ plus(?: (?:chez|à|en|de|sur|avec|pour))?|au lieu de|plus de|fini(?:e)?
    ya no(?: \w+)?(?: (?:en|con|a|de|para))?|en vez de|en lugar de|dej(?:é|ó|amos|aron)(?: de)?"""
# And what right behind it.
_BEHIND = r"""
    (?:is|are|'s|was|were|has been|have been|got) (?:now |finally |officially |all )?
        (?:dead|gone|history|out|over|wrong|obsolete|outdated|stale|deprecated|retired|cancell?ed|no more|off the table
        |decommissioned|kaputt|replaced|sold
        |(?:just )?(?:a|my) (?:typo|mistake|mix-up|mixup|guess|slip|error|misreading))
        (?! (?:until|till|today|tomorrow|sick|ill|of|to|for|on|about|there|here|with)\b)
    (?:has |have |just |already |finally )*(?:left|quit|retired|resigned|moved on|moved out|stepped (?:down|back|aside)
        |passed away|died|departed)(?= ?(?:[,;.!…–—]|$|last|this|yesterday|in|on|today|and
        |(?:the|our) (?:company|firm|team|business|project|organi[sz]ation|agency|startup)|us\b))
    (?:can't|cannot|won't|doesn't|does not|don't|isn't|aren't|is not|are not)(?: do (?:it|that))? any ?(?:more|longer)
    (?:has |have |just )*(?:cancell?ed|fell through|bailed)(?: on us)?|had to go
    got (?:fired|sacked|replaced|let go|too \w+)(?! by\b)|bit the dust
    ist (?:weg|raus|tot|geschichte|vorbei|falsch|ausgestiegen)|war (?:falsch|ein (?:irrtum|tippfehler|fehler))
    (?:a été|est) (?:supprimée?|abandonnée?|remplacée?|faux|fausse|parti|partie)|n'est plus|était (?:faux|une erreur)
    ya no|era (?:un error|incorrecto)|fue (?:reemplazad|eliminad)[oa]|se (?:fue|marchó)
    では?なく|じゃなく|をやめ|말고|대신"""
_FROM = re.compile(
    r"\b(?:from|von|vom|de|desde)\s+(?P<gone>.{1,48}?)\s+(?:over )?(?:to|zu|auf|nach|à|vers|a|into)\s+(?P<came>\S)"
)
_ARROW = re.compile(r"(?P<gone>[^\s,;:!?()–—…→](?:[^,;:!?()–—…→-]|-(?!>)){0,40}?)\s*(?:->|=>)\s*\S")  # of what changed
_MOVES = re.compile(  # what goes from one to another
    r"\b(?:went|goes|go|moved?|moving|switch\w*|chang\w+|migrat\w+|bump\w*|rais\w+|lower\w*|cut|upgrad\w+|downgrad\w+"
    r"|transferr?\w*|pass\w*|hand\w*|swapp\w*|renam\w+|convert\w*|shift\w*|relocat\w+|grew|grown|drop\w*|extend\w*"
    r"|umgestiegen|gewechselt|umgezogen|geändert|passé\w*|migré\w*|pas(?:ó|amos|aron)|cambi\w+)\b",
    re.I,
)
_NOT = re.compile(
    r"(?:^|[,;–—-]\s*|\band\s+)not\s+(?!(?:only|just|really|sure|yet|to|that|because|if|even|so)\b)", re.I
)
_ANY_MORE = re.compile(
    r"\b(?:isn't|aren't|am not|is not|are not|not|doesn't|don't|won't|can't|does not|do not|cannot|wasn't) "
    r"(?P<gone>[^,;.!?–—…]{2,48}?)"
    r" (?:any ?more|any longer)\b",
    re.I,
)
_ENDS_PHRASE = re.compile(  # what comes behind the thing itself
    r"\s(?:for|with|to|by|in favou?r of|as of|since|because|so|and|on(?= \w+day)|when|after|last|this|today|yesterday"
    r"|now|any ?more|für|pour|para|mehr|durch)\s|\s(?:now|any ?more|mehr|today|yesterday)$",
    re.I,
)
_SLIGHT = _words(
    """
    the a an is are was were be been being am to of in on at for and or we i it our my you your that this with
    by as do does did has have had from will so if not no he she they his her their its me us now just also
    please ok okay any more longer anymore all using use uses used thing things stuff one ones job work working
    works der die das den dem ein eine bei mit und wir ich le la les un une chez et nous je el los las con yo
    ya mehr plus here there already eur euro euros usd dollars percent ms mr mrs dr prof professor frau herr
    i've i'm i'd we've we're we'd it's that's mix-up mixup typo mistake guess wrong dead gone history finally
    """
)
_TITLE = r"(?!(?:The|Our|My|Ms|Mrs?|Dr|Prof|Professor|Frau|Herr|Madame|Señora?)\b)"
_PERSON = re.compile(
    rf"(?<![A-ZÀ-Þ] )\b{_TITLE}[A-ZÀ-Þ][\w’-]+ [A-ZÀ-Þ][\w’-]+\b(?! [A-ZÀ-Þ])"
)  # two words, perhaps a person
_OPENERS = _words(  # which have a capital only because they open a sentence
    """
    stopped dropped forget scratch moved switched swapped replaced sold got gave done answer please remember
    note from since after before when if actually sorry correction update oh well yes yeah user then there here
    what who some every each new old good bad today yesterday turns instead enough goodbye
    """
)
_ISO = re.compile(r"\b(?:\d{4}-)(\d\d)-(\d\d)\b")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_COUNTED = re.compile(r"(\d[\d.,]*)(?:ms|s|sec|min|h|d|kg|g|km|m|kb|mb|gb|tb|px|%|€)")
_NAME_BEGINS = re.compile(r"[A-ZÀ-Þ]")
_TIMES = _words(
    """
    weekend week month year last night yesterday today tomorrow morning friday monday finally
    """
)
_GIVEN = re.compile(  # a name behind what gives one, at the end of a clause or before what goes on
    r"(?:(?<=\bis )|(?<=\bare )|(?<='s )|(?<=\buse )|(?<=\buses )|(?<=\bon )|(?<=\bwith )|(?<=\bat )|(?<=\bin )"
    r"|(?<=\bfrom )|(?<=\bby )|(?<=\bthe )|(?<=\ba )|(?<=\bour )|(?<=\bun )|(?<=\bein )|(?<=\bcalled )"
    r"|(?<=\bnamed ))(?:(?:Mr|Mrs|Ms|Dr)\.? )?"
    r"(?P<value>[^\W\d_][\w.-]*\w)"
    r"(?=\s*(?:$|[,.;)!])|\s(?:for|in|on|at|until|and|now)\b)",
    re.I,
)
_ROLE = re.compile(
    r"(?:(?:my|our|the) [a-z]+ )?(?P<who>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?) "
    r"(?:does|do|handles?|runs?|leads?|manages?"
    r"|maintains?|owns?|looks? after|takes? care of|works? on|reviews?|is responsible for|is in charge of|is our"
    r"|is the)\b"
)
_ENDINGS = ("ing", "ied", "ies", "ers", "ed", "er", "es", "s")


@dataclass(frozen=True, slots=True)
class Bygone:
    """One thing that is said to be no more."""

    gone: tuple[str, ...]  # the words that tell it, all of which are needed
    named: frozenset[str]  # the names, codes and numbers beside it, in its clause if there are any: of whom or what
    beside: frozenset[str]  # and the plain words
    alone: bool = False  # nothing is said beside it in its clause: it is no more for whoever speaks


@lru_cache(maxsize=4096)
def read(text: str) -> tuple[Bygone, ...]:
    """What a statement says outright is no more; nothing of what is asked."""
    text = spelled(text)
    if text.rstrip().endswith(("?", "？")):
        return ()
    found = []
    for (start, end), (first, last) in sorted(set(_spans(text))):
        gone = _telling(text[start:end])
        if gone:
            begin = max((border.end() for border in _BORDER.finditer(text, 0, first)), default=0)
            stop = border.start() if (border := _BORDER.search(text, last)) else len(text)
            near = _said(f"{text[begin:first]} \u2026 {text[last:stop]}")
            words = _said(f"{text[:first]} \u2026 {text[last:]}")
            named = frozenset(word for word, hard in near if hard) or frozenset(word for word, hard in words if hard)
            beside = frozenset(word for word, hard in words if not hard)
            alone = not {word for word, _ in near} - _TIMES
            found.append(Bygone(gone, named - {*gone}, beside - {*gone}, alone))
    return tuple(found)


def between(old: str, new: str) -> Bygone | None:
    """What goes with a statement that another takes the place of: what only the first names, of what both name."""
    over, gone = ({word for each in read(text) for word in each.gone} for text in (old, new))
    before = [each for each in _said(spelled(old)) if each[0] not in over]
    after = {word for word, _ in _said(spelled(new))} - gone
    after |= {_stem(last) for first, last in _people(old) if _stem(first) in after}  # who is called by the first name
    names = frozenset(word for word, hard in before if hard)
    both = frozenset(word for word, _ in before if _among(word, after, new))
    return Bygone(tuple(sorted(names - both)), both & names, both - names) if both and names - both else None


def _people(text: str) -> list[list[str]]:
    """The first and the last names in a text, in small letters."""
    return [person.lower().split() for person in _PERSON.findall(text)]


def holds(text: str, bygone: Bygone) -> bool:
    """Whether a statement says what is no more, and does not itself say that it is gone."""
    words = {word for word, _ in _said(text)}
    if not all(_among(word, words, text) for word in bygone.gone):
        return False
    return not any({*other.gone} & {*bygone.gone} for other in read(text))


def shares(text: str, bygone: Bygone) -> Literal["name", "word", ""]:
    """Whether a statement names something of which that is no more, or has a word in common at least."""
    words = {word for word, _ in _said(text)}
    if any(_among(word, words, text) for word in bygone.named):
        return "name"
    return "word" if bygone.beside & words else ""


def gives(text: str, bygone: Bygone) -> bool:
    """Whether that which is no more is what a statement says of something: "hosted on Heroku", "cleaners are Blitz".

    Not of somebody else: "Ben works at Acme" does not change with "I quit Acme".
    """
    for match in _GIVEN.finditer(text):
        if (_stem(match["value"].lower()),) == bygone.gone:
            first, _, rest = text[: match.start()].partition(" ")
            return not (given(first) or any(hard for _, hard in _said(rest)))
    return False


def held_by(text: str, bygone: Bygone) -> bool:
    """Whether a statement says what somebody who is no more does: "Pavel does the testing"."""
    if len(bygone.gone) != 1 or not (does := _ROLE.match(text)):
        return False
    first, *more = does["who"].split()
    names = [name.lower() for name in (*bygone.gone[0].split(),)]
    return _stem(first.lower()) in (names[0], _stem(names[0])) and (
        not more or len(names) == 1 or more[-1].lower() == names[-1]
    )


def _spans(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where that stands which is no more, and the words that say so, with it."""
    before, behind = _patterns()
    for match in (*before.finditer(text), *_NOT.finditer(text)):
        start, end = _after(text, match.end())
        yield (start, end), (match.start(), end)
    for match in behind.finditer(text):
        start, end = _up_to(text, match.start())
        yield (start, end), (start, match.end())
    for match in _ANY_MORE.finditer(text):
        _, end = _after(text, match.start("gone"))
        end = min(end, match.end("gone"))
        yield (match.start("gone"), end), (match.start(), end)
    if _MOVES.search(text):
        for match in (*_FROM.finditer(text), *_ARROW.finditer(text)):
            yield match.span("gone"), match.span("gone")


def _after(text: str, start: int) -> tuple[int, int]:
    """The thing that begins here: up to the end of the clause, or to what is said of it."""
    border = _BORDER.search(text, start)
    end = border.start() if border else len(text)
    phrase = _ENDS_PHRASE.search(text, start + 1, end)
    return start, phrase.start() if phrase else end


def _up_to(text: str, end: int) -> tuple[int, int]:
    """The thing that ends here: from the beginning of the clause, or of its part behind "and"."""
    start = max((m.end() for m in _BORDER.finditer(text, 0, end)), default=0)
    start = max((m.end() for m in _AND.finditer(text, start, end)), default=start)
    return start, end


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    def one_of(block: str) -> str:
        """The wordings of a block; a line that begins further right goes on with the one above."""
        return re.sub(r"\n {4}(?! )", "|", block.strip("\n").removeprefix("    ")).replace("\n        ", "")

    return (
        re.compile(rf"(?<![\w'])(?:{one_of(_BEFORE)})(?![\w'])\s*", re.IGNORECASE),
        re.compile(rf"\s*(?<![\w'])(?:{one_of(_BEHIND)})(?!\w)", re.IGNORECASE),
    )


def _telling(span: str) -> tuple[str, ...]:
    """The words that tell a thing: names, codes and numbers; plain ones when there are none."""
    people = _PERSON.findall(span)
    words = _said(_PERSON.sub(" ", span))
    hard = [*people, *(word for word, is_hard in words if is_hard)]
    if not hard:
        soft = [word for word, _ in words]
        return tuple(soft) if len(soft) <= 3 else ()
    return tuple(dict.fromkeys(hard))


@lru_cache(maxsize=8192)
def _said(text: str) -> tuple[tuple[str, bool], ...]:
    """The telling words without endings, and whether they name something."""
    found = []
    for match in _WORD.finditer(_ISO.sub(_dated, text)):
        word = match[0].removesuffix("'s").removesuffix("’s")
        if counted := _COUNTED.fullmatch(word):
            word = counted[1]
        low = word.lower()
        if low in _SLIGHT or not low:
            continue
        code = any(c.isdigit() for c in low) or bool(re.search(r"\w[-_./:@]\w", low))
        named = bool(_NAME_BEGINS.match(word)) and low not in _OPENERS
        found.append((low if code else _stem(low), code or named))
        found += [
            (_stem(part), False) for part in re.split(r"[-_./:@]", low) if code and part.isalpha() and part != low
        ]
    return tuple(found)


def _dated(date: re.Match[str]) -> str:
    """A day as people say it, without its year."""
    month = int(date[1])
    return f"{int(date[2])} {_MONTHS[month - 1]}" if 1 <= month <= 12 else date[0]


def _among(word: str, words: set[str], text: str) -> bool:
    if word in words:
        return True
    if _PERSON.fullmatch(word):  # by the first name alone, too, unless that is another's
        first, last = map(re.escape, word.split())
        return re.search(rf"\b{first}(?:'s)?\b(?! [A-ZÀ-Þ])|\b{first} {last}\b", text) is not None
    parts = re.split(r"[-_./:]", word)
    return len(parts) > 1 and not word[0].isdigit() and " ".join(parts) in re.sub(r"[-_./:]", " ", text.lower())


def _stem(low: str) -> str:
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low.removesuffix(ending)
            break
    return low.rstrip("e") if len(low) > 4 else low
