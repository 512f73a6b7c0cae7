"""How a form of domain/relate_words.py is read: from words in their order to a pattern over marked names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from reverie.domain.relate_words import EASTERN, FORMS

NAME = "\ue000(?P<{}>\\d+)\ue001"  # a name is marked as its number between two marks, see relate_names.py


@dataclass(frozen=True, slots=True)
class Form:
    """One wording. Its pattern is made when a sentence has a word of each of its `cues`: few sentences need many."""

    relation: str
    words: str
    cues: tuple[frozenset[str], ...] = ()
    bare: bool = False  # a thing in plain small letters counts
    standing: bool = False  # begins with an "if" that is no doubt
    thing: bool = False  # only of a thing
    firm: bool = False  # only of a firm
    person: bool = False  # only with somebody who surely is a person

    def fits(self, said: frozenset[str]) -> bool:
        return all(not cue.isdisjoint(said) for cue in self.cues)

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.words, self.bare)


_ADVERB = re.compile(
    r",? (?:now|currently|still|also|again|actually|officially|already|just|really|indeed|finally|nowadays|usually|only"
    r"|always|mostly|mainly|recently|apparently|today|then|since then|these days|from now on|from today|at the moment"
    r"|as of today|for now|jetzt|nun|derzeit|aktuell|inzwischen|maintenant|désormais|actuellement|ahora|actualmente)"
    r"(?=[ ,.;:!?]|$)",
    re.IGNORECASE,
)
_BEFORE_A_NAME = re.compile(
    r"\b(?:(?:the|our|my|an?|this|that|her|his|their|your|new|old|good|dear|project|service|machine|colleague|friend"
    r"|mr\.?|mrs\.?|ms\.?|dr\.?|herr|frau|madame|monsieur|señora?|el|la|le|les|die|der|das|den|dem) )+(?=\ue000)",
    re.IGNORECASE,
)


_ASIDE = [  # who is not meant is told by the way, and says nothing about those who are
    (re.compile(away, re.IGNORECASE), rest)
    for away, rest in (
        (r",? \(?(?:not|instead of|rather than|statt|nicht|en vez de|au lieu de) \ue000\d+\ue001(?! but\b)\)?,?", ""),
        (r"nicht(?: mehr)? ((?:bei|in|von|an) )?\ue000\d+\ue001,? sondern (?:bei |in |von |an )?", r"\1"),
        (r"ne (\w+) (?:plus|pas) (\S+ )\ue000\d+\ue001,? mais \S+ ", r"\1 \2"),
        (r"n'est (?:plus|pas) (\S+ )\ue000\d+\ue001,? mais \S+ ", r"est \1"),
        (r"(?:ya )?no (\w+ (?:en|con|a|de|para) )\ue000\d+\ue001,? (?:sino|pero)?,? ?(?:en|con|a|de|para) ", r"\1"),
        (r"^as [^,\ue000]*, ", ""),
    )
]


def plainly(marked: str) -> str:
    """A sentence with marked names as the forms read it: no articles before names, no small adverbs."""
    plain = _ADVERB.sub("", marked)
    for away, rest in _ASIDE:
        plain = away.sub(rest, plain)
    return _BEFORE_A_NAME.sub("", plain)


_GAP_WORD = (
    r"(?!(?:not|never|no|nor|without|nobody|none|kein\w*|nicht|pas|ne|ni|nie|jamais|nunca|says?|said|asked|asks|thinks?"
    r"|told|tells|knows|wonders?|until|than|like|unlike|formerly|former|ex|was|were|used)\b"
    r"|\w+n't\b)[^\s\ue000\ue001.;!?]+"
)
_COLON = r" ?(?:[:=–—,]|->|→|=>|\.{3}|…| - |\bis\b|\bare\b)"
BARE = r"(?<![\w-])(?P<{}bare>[a-z][a-z0-9]{{2,30}})(?![\w-]| [a-z]{{4,}})"


@cache
def forms() -> tuple[Form, ...]:
    """Every form of the tables, in their order."""
    made = []
    for line in FORMS.strip().splitlines():
        relation, *words = line.split()
        flags = ""
        while words[0] in ("=", "?", "~", "#", "!"):
            flags += words.pop(0)
        cues = tuple(cue for word in words if (cue := _cue(word)))
        given = ("=" in flags, "?" in flags, "~" in flags, "#" in flags, "!" in flags)
        made.append(Form(relation, " ".join(words), cues, *given))
    for line in EASTERN.strip().splitlines():
        relation, form = line.split(maxsplit=1)
        made.append(Form(relation, form))
    return tuple(made)


@cache
def cue_words() -> frozenset[str]:
    """Every word of the forms; where one stands alone with a capital it is no name."""
    return frozenset(re.findall(r"[^\W\d_]{2,}", FORMS.lower()))


WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


_LOOK = re.compile(r"\(\?<?!\w+\)")


def _cue(word: str) -> frozenset[str]:
    """The words of which a sentence must have one to say this part of a form; none when it can go without."""
    word = _LOOK.sub("", word)
    if word.startswith("(?:") and word.endswith(")") and "\\" not in (last := word.rpartition("(?:")[2]):
        word = last.removesuffix(")")  # what stands before the last of them may be missing
    each = word.split("|")
    if word in ("A", "B", "(B)", "..", "END") or word.startswith("(?:") or word.endswith("?") or {":", "'s"} & {*each}:
        return frozenset()
    return frozenset(found[0] for one in each if (found := WORD.search(one.replace("_", " ").replace("?", ""))))


@cache
def _compiled(words: str, bare: bool) -> re.Pattern[str]:
    if not words.isascii() and re.search(r"[一-龯가-힣]", words):
        return re.compile(_eastern(words))
    parts = words.split(" ")
    return re.compile("".join(_part(word, first=n == 0, bare=bare) for n, word in enumerate(parts)), re.IGNORECASE)


def _part(word: str, *, first: bool, bare: bool) -> str:
    """One word of a form with the gap before it."""
    gap = r"(?<![\w-])" if first else ",? "
    if word in ("A", "B"):
        name = NAME.format(word)
        name = f"(?:{name}|{BARE.format(word)})" if bare and word == "A" else name
        return gap + name
    if word == "..":
        return rf"(?:[,:]? {_GAP_WORD}){{0,6}}?[,:–—]?"
    if word == "'s":
        return r"'s?"
    if word == "END":
        return r"(?= ?[.,;!]|$| (?:since|as of|at|in the org)\b)"
    if word == "(B)":
        return rf" ?\({NAME.format('B')}\)"
    optional = word.endswith("?")
    raw = word.startswith("(?:")
    each = [word.removesuffix("?") if raw else word] if raw else word.replace("?", "").split("|")
    said = "|".join(one.replace("_", " ") for one in each if one not in (":", "'s"))
    ways = [rf"{gap}(?:{said})(?![\w-])"] if said else []
    ways += [_COLON] if ":" in each else []
    ways += [r"'s\b"] if "'s" in each else []
    return f"(?:{'|'.join(ways)})" + "?" * optional


def _eastern(form: str) -> str:
    script = r"[一-龯々ァ-ヴー가-힣]"
    either = r"(?:\ue000(?P<{0}>\d+)\ue001|(?P<{0}script>" + script + r"{{2,10}}?))"
    form = form.replace("Bm", NAME.format("B")).replace("Bb", either.format("B")).replace("A", either.format("A"), 1)
    done = "<B>" in form
    return form if done else re.sub(r"(?<!<)B(?!script|>)", lambda _: either.format("B"), form, count=1)
