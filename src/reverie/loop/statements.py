"""What was kept together, one topic each: the statements of a fragment that stand by themselves.

Of what is told among other things, only the stretches that tell something, as the reader marks them (`llm/reader.py`);
else by the wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from reverie.domain import bygone, compound, name_kinds, notice, prose
from reverie.domain.given_names import given
from reverie.domain.text import shortens
from reverie.domain.wording import ARROW
from reverie.llm import reader, worth

_BOUND = re.compile(r"\W*(?:so|but|then|because|please|remind|bitte|dann|da|die|donc|alors|entonces)\b", re.I)
_JOINS = re.compile(r"\A\W*(?:(?:oh|and|also|plus|btw|und|et|y)\b,?\s+)+", re.I)  # it may stand without these
_INTRODUCES = re.compile(  # who somebody is, which stays so whatever else they tell of themselves
    r"(?P<who>(?:I['’]m|I am|[Mm]y name(?: is|['’]s)|Ich bin|Ich heiße|Je suis|Je m['’]appelle|Soy|Me llamo)"
    r" [^\W\d_a-zß-ÿ][\w'’-]+(?: [^\W\d_a-zß-ÿ][\w'’-]+){0,2}(?:, [\w -]{3,40})?)"
    r"(?:,? (?:and|und|et|y)|[,;–—.!])"
    r" (?=(?:I|[Ii]ch|[Jj]e|[Mm]y|[Mm]eine?|[Mm]on|[Mm]a)\b|[Vv]ivo|[Tt]rabajo|[Jj]['’])"
)
_ELLIPTIC = re.compile(  # a value of which only the sentence before says what it is of
    r"\W*(?:only|just|nur|seulement|solo|sólo)\b[^,;]*\b(?:is|are|on|at|has|ist|auf|est|à|es|en)\s+[\w.]*\d[\w.]*\W*$"
    r"|\W*the (?:rest|others?|latter|former)\b",
    re.I,
)
_ONLY_THAT = re.compile(  # who does what was told before
    r"(?:\S+\s+){1,4}(?:does|do|did|handles?|checks?|decides?) (?:that|this|it|so)\W*$", re.I
)
_LEANS = re.compile(
    r"\W*(?:it|its|it's|they|them|he|she|that|thats|that's|this|these|those|there|not|which|same|each|both)\b", re.I
)
_GIVES = re.compile(  # something, what it does or is, and a value
    r"\W*(?:[\w'-]+\s+){1,6}?(?:is|are|runs?|moved|goes|lives?|uses?|has|have|to|at|on|with)\b.*(?:\d|\w{3,})", re.I
)
_JOINED = re.compile(  # two things that are said of oneself, or of two things
    r",?\s+and\s+(?=(?:I|we|my|our|the)\b)|;\s+(?=(?:I|we|my|our|the)\b)", re.I
)
_OWN = re.compile(r"(?:I|we|my|our)\b(?:\W+\w+){2,}|I'm\W+\w+", re.I)
_THING = re.compile(  # says of a thing what it is; "the port is 80" says of nothing whose port
    r"the\s+(?!(?:port|version|region|url|host|address|path|branch|user|size|price|rest|others?|latter|former|same|first"
    r"|second|one|key|tag|reason|problem|fix|only)\s+(?:is|are)\b)(?:[\w-]+\s+){1,4}?"
    r"(?:is|are|runs?|uses?|has|have|lives?|listens?|sits?|needs?|stays?|belongs?)\b(?:\W+\w+)+",
    re.I,
)
_CLAUSE = re.compile(  # somebody or something, and what they do or are
    r"(?!(?:in|on|at|for|with|from|after|before|during|by|as|per)\b)(?:the |our |my |his |her )?"
    r"(?:(?:i|we)(?:'m|'re)?|[\w&-]+(?: [\w&-]+){0,3}?)"
    r"(?:'s|(?<=i)'m|(?<=we)'re"
    r"| (?:is|are|am|has|have|comes?|goes|runs?|lives?|uses?|owns?|leads?|does|do|takes?|costs?|works?|sits?|deploys?"
    r"|stays?|starts?|needs?|wants?|likes?|prefers?|keeps?|hosts?|ships?|builds?|stores?|logs?|tests?))\b",
    re.I,
)
_TURNS = re.compile(
    r"\b(?:not|no|never|n't|but|instead|because|since|so|if|when|while|which|who|then|unless)\b|n't\b|[?→]", re.I
)
_BARE = re.compile(r"\s(?!20\d\d$)[£$€]?\d[\d.,]*$")  # a number of which the clause before it says what it counts
_HEDGED = re.compile(
    r"\b(?:think|guess|believe|suppose|probably|maybe|perhaps|might|unless|except|both|either)\b", re.I
)
_POINTS = re.compile(r"\b(?:it|its|them|they|that|this|there|here|then|if|when|because|so)\b|\d.*\bto\b|[:;?]", re.I)
_WHOLE, _TELLS = 12, 0.3  # characters of a sentence that may stand alone, and how likely it is worth keeping
_GIVEN = 0.12  # or when it gives a value for something


TOLD = 0.5  # how likely some word of a clause tells something, from which on the clause does
MAY = 0.2  # from which on what holds it is not passing
LEAST = 0.08  # and from which on it may, and stays with what stands beside it
BEGINS = 0.6  # how likely a clause begins to tell something else
GOES_ON = 0.1  # and how likely at most, when it surely goes on with what the one before it tells
_TAIL = 3  # words of a clause that stays with the one before, whatever it says
_BETWEEN = re.compile(r"(?<=[.!?;,\u2014])\s+|\s+(?=(?:and|so|also|und|et|y)\s)", re.I)  # two clauses
_LIMITS = re.compile(  # what a clause says of the one before it, which would say something else without it
    r"\W*(?:and |so )?(?:but|unless|except|if|when|whenever|while|until|till|because|since|not|no|never|only|just|which"
    r"|who|whose|where|with|without|for|instead|rather|aber|wenn|außer|nicht|nur|mais|sauf|si|pas|pero|salvo|cuando)\b",
    re.I,
)
_OPENS = re.compile(
    r"\W*(?:and |so )?(?:if|when|whenever|unless|before|after|while|since|for|in|on|at|with|from|until|as|wenn|bei|für"
    r"|nach|vor|quand|si|pour|avant|après|cuando|para|antes|después)\b",
    re.I,
)
_TOPIC = re.compile(  # asks nothing, and says of what the next clause is: "Need the shelf? Avoid Wednesdays."
    r"\W*(?!(?:can|could|will|would|shall|should|may|do|does|did|is|are|was|were|am|has|have|had|what|why|how|who|where|when"
    r"|which|ok|okay|right|really|sure|good|and|so|you|any|anything|see|ready|done|thoughts|kannst|können|ist|peux|puedes)\b)"
    r"(?:[\w'’/-]+ ){0,3}[\w'’/-]+\?",
    re.I,
)
_OTHERS = re.compile(r"\b(?:he|him|she|her|they|them)\b", re.I)  # who was named before
_HERE = re.compile(  # where was said before
    r"\b(?:here|hier|hierher|dort|ici|aquí|allí|there(?!['’]s|\s+(?:is|are|was|were|will|has|have|had|might|may)\b))\b",
    re.I,
)
_DIGIT = re.compile(r"\d")
_PLACES = re.compile(r"\b(?:at|on|in|to|from|for|with|by|auf|bei|im|am|von|mit|für|à|en|de|chez|con|para)\b")
_AMOUNT = re.compile(r"\W*\d")  # begins a clause that says a value, and not of what
_TRIMMED = re.compile(r"^(?:and|so|also|und|et|y)\s+|[\s,;:\u2013\u2014-]+$", re.I)


@lru_cache(maxsize=4096)
def statements(body: str) -> tuple[str, ...]:
    """What a fragment says, one topic each."""
    if "\n" in body:
        return (body,)
    if (named := _INTRODUCES.match(body)) and not _HEDGED.search(body):
        return (named["who"], *statements(body[named.end() :]))
    asked, arrow, said = body.rpartition(ARROW)
    told = _told(said, asked)
    if arrow and told:  # what answers the question stays with it
        first = prose.sentences(said)[0].end
        answer = max(first, *(end for start, end in told if start < first), 0)
        rest = [(start, end) for start, end in told if start >= first]
        return (body[: len(body) - len(said) + answer].rstrip(), *(_trimmed(said[start:end]) for start, end in rest))
    if not told or told == [(0, len(said))]:
        return tuple(_by_wording(body))
    return tuple(part for start, end in told for part in _by_wording(_trimmed(said[start:end])))


def telling(body: str) -> bool:
    """Whether something in a fragment may well tell something that lasts."""
    asked, _, said = body.rpartition(ARROW)
    return any(word.tells >= MAY for word in _words(said, asked))


@lru_cache(maxsize=1024)
def _words(said: str, before: str) -> tuple[reader.Word, ...]:
    return tuple(reader.shipped().tells(said, before))


def _told(said: str, before: str) -> list[tuple[int, int]]:
    """The stretches of a text that tell something, clause by clause; what belongs to one, or limits it, is of it."""
    words = _words(said, before)
    found: list[tuple[int, int]] = []
    last, opened = -1, -1  # where the clause before ended, and where one began that the next one belongs to
    someone = -1  # where the sentence began that tells nothing, but names whom the next one speaks of
    for start, end in _clauses_of(said):
        clause, mine = said[start:end], [word for word in words if start <= word.start < end]
        likely = max((word.tells for word in mine), default=0.0)
        tells = likely >= TOLD and not _leads_in(said, start, end)
        begins = max((word.begins for word in mine[:_TAIL]), default=0.0) >= BEGINS and opened < 0
        bound = len(mine) < _TAIL or LEAST <= likely < TOLD or _leans(clause) or _only_a_value(clause)
        bound = bound or any(
            each is not None for each in (_LIMITS.match(clause), _OTHERS.search(clause), _HERE.search(clause))
        )
        # What stands in the same sentence is let go only when it asks for something: the release is "on 2 December,
        # code freeze two days before".
        bound = bound or not (tells or said[:start].rstrip().endswith((".", "!", "?")) or notice.passes(clause))
        if found and found[-1][1] == last and (bound or (tells and not begins)):
            found[-1] = (found[-1][0], end)
        elif tells and someone >= 0 and notice.of_somebody(clause):
            found.append((someone, end))
        elif tells:
            found.append((opened if opened >= 0 else start, end))
        if found and found[-1][1] == end:
            someone = -1
        elif name_kinds.somebody(clause) and (someone < 0 or said[:start].rstrip().endswith((".", "!", "?"))):
            someone = start
        opens = _OPENS.match(clause) is not None or (not found and likely >= LEAST)
        last, opened = end, (opened if opened >= 0 else start) if opens and not tells else -1
    return found


def _leads_in(said: str, start: int, end: int) -> bool:
    """Whether a clause only opens its sentence, whatever is marked in it: "In staging, …", "For the record, …"."""
    clause = said[start:end]
    opens = not said[:start].strip() or said[:start].rstrip().endswith((".", "!", "?"))
    return opens and clause.endswith(",") and _OPENS.match(clause) is not None


def _only_a_value(clause: str) -> bool:
    """Whether a clause begins with a number and says of nothing what it is or does: "11 to 7 from November"."""
    return _AMOUNT.match(clause) is not None and _CLAUSE.match(clause) is None


def _trimmed(clause: str) -> str:
    return _TRIMMED.sub("", clause)


def _leans(clause: str) -> bool:
    leans = _LEANS.match(clause) or _ELLIPTIC.match(clause) or _ONLY_THAT.match(clause)
    return bool(leans) or notice.leans(clause) or compound.owned(clause)


def _clauses_of(said: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _BETWEEN.finditer(said):
        if said[gap.start() - 1] == "." and shortens(said, gap.start()):
            continue
        if _TOPIC.fullmatch(said, start, gap.start()):
            continue
        yield start, gap.start()
        start = gap.end()
    yield start, len(said)


def _by_wording(body: str) -> list[str]:
    """A sentence that can stand alone does, the others stay with it."""
    found: list[list[str]] = []
    for sentence in prose.sentences(body) if "\n" not in body and "\u2192" not in body else ():
        alone = not (_HERE.search(sentence.text) or _goes_on(sentence.start, sentence.end, body))
        if found and not (alone and _stands(sentence.text) and _stands(found[-1][0])):
            found[-1].append(sentence.text)
        else:
            found.append([sentence.text])
    groups = [" ".join(group) for group in found] if len(found) > 1 else [body]
    return [part for group in groups for part in _parted(group)]


def adds(part: str, before: str, whole: str) -> bool:
    """Whether a part of a statement only adds to the one before it, and tells nothing without that: "…, Room 4b"."""
    at = whole.find(part)
    if at < 0 or "\n" in whole or _DIGIT.search(part) or not whole[:at].rstrip().endswith(","):
        return False
    also = {word for word in _PLACES.findall(part.lower()) if word in _PLACES.findall(before.lower())}
    return not also and _goes_on(at, at + len(part), whole)


def _goes_on(start: int, end: int, body: str) -> bool:
    """Whether a stretch surely goes on with what the one before it tells: "My sister is pregnant! due in March."."""
    mine = [word for word in _words(body, "") if start <= word.start < end]
    likely = max((word.begins for word in mine[:_TAIL]), default=0.0)
    return likely < GOES_ON and not _CLAUSE.match(body[start:end])


def _parted(said: str) -> list[str]:
    """The two things that one sentence says with "and", when each stands alone."""
    parts = _JOINED.split(said)
    if len(parts) > 1 and not _HEDGED.search(said) and all(map(_tells_one, parts)):
        return parts
    return _clauses(said)


def _clauses(said: str) -> list[str]:
    """What one sentence says of several things, a clause each ("beans come from Extract, cleaners are Blitz")."""
    if ":" in said or _HEDGED.search(said) or _TURNS.search(said) or bygone.read(said):
        return [said]
    found: list[str] = []
    for part in compound.parts(said):
        leans = _LEANS.match(part) or _ONLY_THAT.match(part) or _HERE.search(part)
        if found and (leans or not _CLAUSE.match(part)):
            found[-1] = f"{found[-1]}, {part}"
        else:
            found.append(part)
    whole = len(found) > 1 and all(_CLAUSE.match(part) and not _BARE.search(part) for part in found)
    return found if whole else [said]


def _tells_one(part: str) -> bool:
    """Whether a part of a sentence is one by itself."""
    return bool(_OWN.match(part) or _THING.match(part)) and not (_POINTS.search(part) or compound.owned(part))


def _stands(sentence: str) -> bool:
    """Whether a sentence says by itself what it is about."""
    sentence = _JOINS.sub("", sentence, count=1)
    bound = _BOUND.match(sentence) or _ELLIPTIC.match(sentence) or compound.owned(sentence)
    if bound or notice.leans(sentence) or notice.refers(sentence) or len(sentence) < _WHOLE or _only_lets_go(sentence):
        return False
    own = _OWN.match(sentence) is not None or given(sentence.split(maxsplit=1)[0])
    least = _GIVEN if _GIVES.match(sentence) and not _LEANS.match(sentence) else _TELLS
    return own or worth.judge([sentence])[0].keep >= least


def _only_lets_go(sentence: str) -> bool:
    """Whether it says of something that it was wrong or is gone, and not of what: "Naomi was a mix-up."."""
    return any(not (gone.named or gone.beside) for gone in bygone.read(sentence))
