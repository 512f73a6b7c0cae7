"""Small questions about text: its slug, its first sentence, its size in tokens, whether it is sane."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from reverie.domain.pattern import Worded
from reverie.domain.tokens import tokens as tokens

SLUG_LENGTH = 64
SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？؟।]")
_SHORTENED = re.compile(  # titles and other words that are written short, initials
    r"\b(?:Mrs?|Ms|Dr|Prof|St|Ste|Mme|Mlle|Hr|Fr|Sra?|Jr|Mt|vs|e\.g|i\.e|approx|bzw|ca|Nr|evtl|ggf|inkl|bspw)\.$"
    r"|\b[zduo]\.(?:\s?[BaähUÄ]\.)?$|(?:^|\b[A-Z][\w'’-]*\.?\s)[A-Z]\.$"
)
_SHORT_OF_NUMBER = re.compile(r"\b(?:No|no|Art|Abs|Kap|Bd|Fig|pp?|n|núm)\.$")  # only before a number
_DAY = re.compile(r"\b\d{1,2}\.$")
_MONTH = re.compile(
    r" (?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)(?:\w*|\.)(?!\w)(?! (?:is|was|are|has|will|ends?|starts?)\b)"
)
COMPANY = re.compile(r"\b(?:inc|ltd|corp|co|bros)\.$", re.I)  # ends a sentence only before a capital
_PLACEHOLDER = re.compile(
    r"\{\{.*?\}\}|\$\{[^}]*\}|<(?:insert|placeholder|your)[^>]*>|\bTODO: fill\b|\blorem ipsum\b", re.I
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udfff]")
_LITTLE = 24  # characters of a sentence that does not tell what a statement is about


_UNMARKED = Worded(  # what many write without its apostrophe, unless it is a word of its own there
    "thats theres whats heres wheres shes hes dont doesnt didnt isnt arent wasnt werent cant couldnt shouldnt wouldnt"
    " havent hasnt hadnt wont ive youve weve theyve youre theyre youll theyll im its lets",
    r"\b(?:(?:that|there|what|here|where|s?he)s|(?:do|does|did|is|are|was|were|ca|could|should|would|have|has|had|wo)nt"
    r"(?! l[ea]s?\b)|(?:i|you|we|they)ve|(?:you|they)re|(?:you|they)ll"
    r"|im(?= (?:an?|the|not|on|in|at|from|based|allergic|vegan|vegetarian|kinda|rather|really|new|also|still|\w+ing)\b)"
    r"|its(?= (?:in|at|on|an?|the|not|all|now|called|just|always|never|been|my|our|your|because|[.~/`\d])(?![-\w]))"
    r"|lets(?! (?:you|us|me|him|her|it|them|the|an?|my|our|your|their|his|its|users?|people|one)\b))\b",
)
_ENDING = re.compile(r"(?:nt|ve|re|ll|s|m)$", re.I)
_SENTENCE = 400  # characters up to which what was spelled is remembered for a while


def spelled(text: str) -> str:
    """The text with the apostrophes that people leave out ("thats", "dont", "lets"), all of them straight."""
    return _spelled(text) if len(text) <= _SENTENCE else _spelled.__wrapped__(text)


@lru_cache(maxsize=256)
def _spelled(text: str) -> str:
    """A sentence is asked about by several readers in a row."""
    return _UNMARKED.pattern.sub(_marked, text.replace("\u2019", "'")) if _UNMARKED.may_fit(text) else text


_SHORT_FOR = {
    "w": "with", "w/": "with", "w/o": "without", "bc": "because", "cuz": "because", "u": "you", "ur": "your",
    "thru": "through", "tho": "though", "ppl": "people", "ill": "I'll",
}  # fmt: skip
_SHORTHAND = Worded(
    "w bc cuz u ur thru tho ppl ill",
    r"(?<![\w/'’.=@-])(?:w/o|w/(?= )|(?:w|bc|cuz|ur?|thru|tho|ppl|ill(?= (?:go|take|use|keep|stick|stay|do)\b))"
    r"(?![\w'’./=:-]))",
    re.NOFLAG,
)


def in_full(text: str) -> str:
    """The text as it would be spelled by somebody in no haste: with apostrophes, and whole words ("w/", "bc", "u")."""
    marked = spelled(text)
    return _SHORTHAND.pattern.sub(lambda short: _SHORT_FOR[short[0]], marked) if _SHORTHAND.may_fit(text) else marked


def _marked(word: re.Match[str]) -> str:
    at = len(word[0]) - len(_ENDING.findall(word[0])[0])
    return (
        f"{word[0][: at + 1]}'{word[0][at + 1 :]}" if word[0][at:].lower() == "nt" else f"{word[0][:at]}'{word[0][at:]}"
    )


def small(text: str) -> str:
    """The text in small letters, each where it was; a capital of which two would become stays one."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def normalise(text: str) -> str:
    """Text as two copies of one statement would share it: lines right-trimmed, the whole trimmed."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def fold(text: str) -> str:
    """For comparing wordings: no case, no accents, no punctuation, single spaces."""
    bare = text.casefold()
    if not bare.isascii():
        bare = unicodedata.normalize("NFKD", text).casefold()
        bare = "".join(c for c in bare if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", bare))


def slug(heading: str, taken: Collection[str] = ()) -> str:
    """A file name for a heading: ASCII, at most 64 characters, different from all in `taken`."""
    decomposed = unicodedata.normalize("NFD", heading)
    bare = re.sub("[\u0300-\u036f]", "", decomposed).lower()
    stem = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:SLUG_LENGTH].strip("-")
    if not stem:
        stem = "untitled-" + hashlib.sha256(heading.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    used = {name.lower() for name in taken}
    candidate, n = stem, 1
    while candidate in used:
        n += 1
        # The suffix is part of the 64, or a collision would give a name no reader accepts.
        suffix = f"-{n}"
        candidate = stem[: SLUG_LENGTH - len(suffix)].rstrip("-") + suffix
    return candidate


def sentence_slug(text: str) -> str:
    """A file name for a statement: its words; one whose words do not all fit ends in a hash of them."""
    named = slug(first_sentence(text) or text)
    whole = re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")
    if len(whole) <= SLUG_LENGTH and fold(text).isascii():
        return named
    digest = hashlib.sha256(fold(text).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{named[: SLUG_LENGTH - 9].rstrip('-')}-{digest}"


def is_slug(name: str) -> bool:
    return SLUG.fullmatch(name) is not None


def paired(text: str) -> str:
    """Surrogate pairs, as some hosts write them, as the characters they stand for."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def first_sentence(text: str) -> str:
    """Up to the first full stop of any script; neither `3.5` nor `Dr. Weber` ends a sentence."""
    for line in text.splitlines():
        bare = line.strip().lstrip("#").strip()
        if bare:
            ends = (end.end() for end in _SENTENCE_END.finditer(bare) if not shortens(bare, end.end()))
            return bare[: next(ends, len(bare))]
    return ""


def shortens(text: str, end: int) -> bool:
    """Whether a full stop only shortens a word, trails off or leads on by an arrow, and the sentence goes on."""
    near = text[max(0, end - 24) : end]
    if text.startswith(" \u2192 ", end):
        return True
    if near.endswith("..") and trails_off(text, end - (len(near) - len(near.rstrip("."))), end):
        return True
    if (_DAY.search(near) and _MONTH.match(text, end)) or (
        _SHORT_OF_NUMBER.search(near) and text[end + 1 : end + 2].isdigit()
    ):
        return True
    return bool(_SHORTENED.search(near) or (text[end + 1 : end + 2].islower() and COMPANY.search(near)))


def trails_off(text: str, start: int, end: int) -> bool:
    """Whether dots from `start` to `end` end no sentence: it goes on in small letters, or they are part of a path."""
    dots = text[start:end].rstrip("\"'”’»)]*_")
    if not (dots.startswith("..") or dots == "…"):
        return False
    return text[start - 1 : start] == "/" or text[end : end + 2].lstrip(" \t")[:1].islower()


def heading(text: str) -> str:
    """What a statement is called: its first sentence, with the next when that says little, or only asks, by itself."""
    said = sentences(text)
    first = first_sentence(text)
    little = len(first) <= _LITTLE or first.endswith(("?", "？"))
    return f"{first} {said[1]}" if little and len(said) > 1 and said[0] in (first, text) else first


def sentences(text: str) -> list[str]:
    """The sentences of a text, at least one; each ends where `first_sentence` ends it."""
    found: list[str] = []
    for line in text.splitlines():
        rest = line.strip()
        while rest:
            first = first_sentence(rest) or rest
            found.append(first)
            rest = rest[rest.find(first) + len(first) :].strip()
    return found or [text]


def insane(text: str, limit: int, *, made_up: bool = True) -> str | None:
    """Why this text cannot be something worth keeping, or None when it can.

    A model that failed leaves placeholders and repeats itself; a person who writes `${HOME}` means it.
    """
    if not text.strip():
        return "is empty"
    if len(text) > limit:
        return f"is {len(text):,} characters long; at most {limit:,} fit"
    if found := _CONTROL.search(text):
        return f"holds an unprintable character (U+{ord(found.group()):04X})"
    if made_up and (found := _PLACEHOLDER.search(text)):
        return f"holds an unfilled placeholder ({found.group()[:40]})"
    words = text.split()
    if made_up and len(words) >= 40 and len(set(words)) * 8 < len(words):
        return "repeats the same few words"
    return None
