"""A statement, taken apart: what it is about, what it says of that, and what it says has changed.

A long text says more than one thing; of it only the text is kept, so that a copy is known again.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reverie.domain import claim_words as words
from reverie.domain.claim_attribute import ATTRIBUTES, Attributed, head as _heads
from reverie.domain.claim_change import NONE, PEOPLE
from reverie.domain.claim_frame import bare
from reverie.domain.claim_tokens import ALSO, CONTENT, Token, canons, content, owner, plain, tokens

LONGEST = 600  # characters that are read
LIVING = frozenset({"live", "work"})
MANY = canons(words.PLURAL_ROLES)
_GENERIC = canons(words.GENERIC)
_GROUP = canons(words.GROUP)
_HOLDING = frozenset({"own", "lead", "maintain"})
_PERMITTED = canons(words.PERMITTED)
_WORDED = canons(words.WORDED)
_CONTRASTED = canons(words.CONTRASTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement, taken apart; `said` is all that it says, in one spelling and without what goes without saying."""

    text: str
    whole: str  # for telling copies
    said: tuple[str, ...] = ()
    bag: frozenset[str] = NONE
    names: frozenset[str] = NONE  # names, code and numbers: none of them may differ
    numbers: frozenset[str] = NONE
    spelt: frozenset[tuple[str, str]] = frozenset()  # names as they are written, by their canonical form
    relation: str | None = None  # the class of its verb
    topic: frozenset[str] = NONE  # what it is about: subject, attribute, conditions
    value: frozenset[str] = NONE  # what it says of that
    single: bool = False  # the topic has one value at a time
    over: frozenset[str] = NONE  # what the value is preferred to
    gone: frozenset[str] = NONE  # the value it says is no more
    came: frozenset[str] = NONE  # the value it says there is now
    since: frozenset[str] = NONE  # "as of Monday"
    roles: frozenset[str] = NONE  # which word stands after a preposition that has a direction
    weak: frozenset[str] = NONE  # "service" in "billing service"
    kinds: frozenset[str] = NONE  # "database" beside "Postgres"
    surnames: frozenset[str] = NONE  # names right after another name
    modifiers: frozenset[str] = NONE  # "request" in "the request timeout"
    leans: frozenset[str] = NONE  # "it", "she": what it means is said elsewhere
    flips: int = 0  # denials, in words and in parts of words
    denies: bool = False  # by a word of its own: "not", "never"
    denied: frozenset[str] = NONE  # the words behind those
    opposed: frozenset[str] = NONE  # the words of which it says the opposite: "short" when it says "long"
    ended: bool = False  # "no longer"
    renames: bool = False
    now: bool = False  # "now", "actually": it means to overturn
    past: bool = False  # "used to"
    maybe: bool = False  # planned or supposed
    asks: bool = False
    event: bool = False  # happened once
    agentless: bool = False  # nobody, or "we", does it
    joined: bool = False  # of several parts, so that the order of words matters
    parsed: bool = False

    @property
    def negated(self) -> bool:
        return self.flips % 2 == 1

    @property
    def lets_go(self) -> bool:
        """Whether it says of something that it is no more, and names no other value for it."""
        return self.ended or self.past or bool(self.gone and not self.value)


def claim(text: str) -> Claim:
    """The statement, taken apart; of a long text only that it is this text."""
    whole = plain(text)
    if len(text) > LONGEST:
        return Claim(text=text, whole=whole)
    found = bare(tokens(text))
    return _Reading(found).claim(text, whole) if found else Claim(text=text, whole=whole)


class _Reading(Attributed):
    """A draft read to the end."""

    def claim(self, text: str, whole: str) -> Claim:
        self.before_and_after()
        event = _happened(self.found)
        self.softly()
        self.no_more_but()
        self.marks()
        self._then_and_now()
        self.change()
        roles = _roles(self.found)
        content = [t for t in self.found if t.kind in CONTENT]
        if self.relation is None:
            self._frame()
        self._named_by_its_value()
        self._handed_over()
        prefers = self.relation == "prefer"
        said = [t.word for t in _sorted_lists(self.found) if t.kind in CONTENT or (t.kind == "i" and not prefers)]
        said += [t.word for t in self.found if t.kind == "r" and t.word not in words.LIGHT and t.word != "prefer"]
        if self.relation == "place" and "live" in said:
            said.remove("live")
        if said[1:] and self.found[0].raw in ("keep", "write", "put", "make") and self.found[0].word in said:
            said.remove(self.found[0].word)
        bag = frozenset((*said, *self.came, *self.over))
        names = frozenset(t.word for t in content if t.kind in "ncN")
        denied = sum(t.kind == "x" for t in self.found if not (self.ended and t.raw != "~"))
        return Claim(
            text=text,
            whole=whole,
            said=tuple(said),
            bag=bag,
            names=names,
            numbers=frozenset(t.word for t in content if t.kind == "n"),
            spelt=frozenset((t.word, t.raw) for t in content if t.kind == "N"),
            relation=self.relation,
            topic=self.topic,
            value=self.value or self.came,
            single=self.single and not event,
            over=self.over,
            gone=self.gone,
            since=self.since,
            came=self.came,
            roles=roles,
            weak=_weak(self.found),
            kinds=_implied(bag),
            surnames=_after_names(self.found),
            modifiers=_modifiers(self.found),
            denies=any(t.kind == "x" and t.raw != "~" for t in self.found),
            denied=_after_denials(self.found),
            opposed=_opposed(self.found),
            leans=frozenset(t.raw for t in self.found if t.raw in words.LEANING),
            flips=denied + self.ended,
            ended=self.ended,
            renames=self.renames,
            now=self.now,
            past=self.past,
            maybe=self.maybe,
            asks=text.rstrip().endswith(("?", "？")),
            event=event,
            agentless=_agentless(self.found),
            joined=any(t.kind == "," or t.raw in ALSO for t in self.found),
            parsed=bool(bag or self.gone),
        )

    def _named_by_its_value(self) -> None:
        """`X listens on port 8080`: the port of X is 8080."""
        attributes = self.value & ATTRIBUTES
        rest = self.value - attributes
        if attributes and self.relation in words.ALIKE and rest & content(t for t in self.found if t.kind in "ncN"):
            self.value, self.topic = rest, self.topic | attributes

    def _handed_over(self) -> None:
        """`Ana no longer owns X, Ben does`: Ben owns X, Ana is gone."""
        if self.relation == "own" and self.ended and self.came and self.value and not self.came & self.value:
            self.gone, self.value, self.ended, self.now = self.value, self.came, False, True
            self.found = [t for t in self.found if t.word not in self.gone]

    def _then_and_now(self) -> None:
        """`It used to be X, now it is Y`: the first part is read on its own."""
        if self.past and self.came:
            then = _Reading(self.found)
            then._frame()
            self.relation, self.topic, self.gone = then.relation, then.topic, then.value
            self.value, self.single, self.past, self.now = self.came, True, False, True
            self.found = [t for t in self.found if t.word not in self.gone]

    # What it is about, and what it says of that --------------------------------------------------------

    def _frame(self) -> None:
        self._new_one()
        if self.of_something():
            return None
        found = self.found
        colon = next((n for n, t in enumerate(found) if t.kind == ","), None)
        at = next((n for n, t in enumerate(found) if t.kind == "r"), None)
        if (
            at is None
            and colon
            and (colon < 6 or (colon < 12 and found[0].kind == "d"))
            and found[colon + 1 :]
            and not any(t.kind == "," for t in found[colon + 1 :])
        ):
            found[colon] = Token("be", "r", ":")
            at = colon
        own = next((n for n, t in enumerate(found) if t.word in _HOLDING and t.kind == "w"), None)
        if own is not None and (at is None or own < at or found[at].word == "be"):
            return self._owns(own, at)
        if self._in_language():
            return None
        if self._spoken_of():
            return None
        if at is None:
            return None
        word, left, right = found[at].word, found[:at], found[at + 1 :]
        if word in ("have", "be") and right and right[0].kind == "r":  # "is using", "is used", "are living"
            passive = word == "be" and right[0].raw in ("used", "chosen", "picked", "adopted", "utilized")
            word, right = right[0].word, right[1:]
            if passive:
                self.relation, self.value = "use", content(left)
                self.topic = content(right) | owner(right)
                self.single = False
                return None
        if any(t.kind == "r" and t.word in ("be", "use", "have") for t in right):
            self.relation = word  # two clauses: no saying what is said of what
            return None
        self.relation = word
        if word == "place" and right and right[0].kind != "p":  # "we store X in Y"
            what, where = _first(right)
            self.topic, self.value, self.single = what | content(left), where, bool(where)
            return None
        match word:
            case "be":
                self._is_a(left, right)
            case "use":
                self._uses(left, right)
            case "run" | "listen" | "go" | "place" | "happen" | "live" | "work":
                self._runs(word, left, right)
            case "have":
                self._has(left, right)
            case "prefer":
                self._prefers(left, right)
        return None

    def _new_one(self) -> None:
        """`X is the new Y`: X is Y now."""
        for at, token in enumerate(self.found[2:], 2):
            if token.word == "new" and self.found[at - 1].kind in "dig" and self.found[at - 2].word == "be":
                self.now = True
                del self.found[at]
                return

    def _in_language(self) -> bool:
        """Answers, comments and the like in a language: one at a time, like any attribute."""
        found = self.found
        at = next((n for n in range(1, len(found)) if "language" in words.KINDS.get(found[n].word, ())), None)
        if at is None or at != len(found) - 1 or found[at - 1].raw not in ("in", "auf", "en"):
            return False
        topic = content(found[:at])
        if not topic & _WORDED:
            return False
        self.relation = "prefer"
        self.topic, self.value, self.single = topic, frozenset({found[at].word}), True
        return True

    def _spoken_of(self) -> bool:
        """Japanese and Korean: what is spoken of, its mark, what is said of it, the verb."""
        found = self.found
        mark = next((n for n, t in enumerate(found) if t.word == "TOPIC"), None)
        if mark is None:
            return False
        verb = next((t.word for t in found[mark:] if t.kind == "r"), None)
        changed = any(t.raw in ("変更", "移行", "변경", "전환") for t in found[mark:])
        if verb is None and not changed:
            return True
        if any(t.word == "TOPIC" for t in found[mark + 1 :]):
            return True
        self.relation, self.now = verb or "be", self.now or changed
        self.found = found = [t for t in found if t.raw not in ("変更", "移行", "변경", "전환")]
        self.topic = content(found[:mark]) | owner(found[:mark]) | ({"live"} if verb == "live" else NONE)
        self.value = content(found[mark:])
        self.single = verb == "live" or (verb != "use" and any(t.kind in "ncN" for t in found[mark:]))
        return True

    def _is_a(self, left: list[Token], right: list[Token]) -> None:
        head = next((t for t in right if t.kind not in "hx,"), None)
        if head is None:
            return
        if head.kind == "p" and right[-1].word in ("write", "allergy"):  # German: the participle comes last
            head, right = right[-1], [right[-1], *right[:-1]]
        if self._is_done(head, left, right):
            return
        inside = head.raw in ("in", "with") and len(right) > 4 and right[1].kind == "d" and right[3].raw == "of"
        if inside and right[2].word in ATTRIBUTES:  # "Ana is in the role of V"
            self.topic, self.value = content(left) | owner(left) | {right[2].word}, content(right[4:])
            self.single = bool(content(left) | owner(left))
            return
        stated = _heads(left) in ATTRIBUTES and right[-1] is head  # "Ana's hobby is climbing"
        if head.kind == "w" and head.raw.endswith("ing") and not stated:  # "is learning X": a verb we do not know
            return
        if head.raw in ("called", "named", "employed", "born") or head.word == "write":
            rest = right[right.index(head) + 1 :]
            self.topic = content(left) | owner(left) | {head.word}
            self.value, scope = _first(rest)
            self.topic |= scope
            self.single = _heads(left) not in MANY or head.word == "name"
            return
        inverse = head.kind in "dig" and left and left[0].kind in "Ncnw" and not any(t.kind in "dig" for t in left)
        if inverse and head.raw not in words.INDEFINITE:
            left, right = right, left
        self.topic = content(left) | owner(left)
        self.value, scope = _first(right)
        self.topic |= scope
        self.value = self.value - self.topic or self.value  # "port 8080 is the API's port"
        definite = (
            any(t.kind in "dig" for t in left[:1])
            or len(self.topic) > 1
            or inverse
            or any(not t.raw.isascii() for t in left[:1])
        )
        hard = any(t.kind in "ncN" for t in right) or bool(self.value & words.KINDS.keys())
        placed = not inverse and head.kind == "p" and head.raw in words.PLACES
        if placed:
            self.relation = "place"
        indefinite = head.raw in words.INDEFINITE
        stated = bool(self.topic & ATTRIBUTES)
        named = not inverse or any(t.kind == "N" for t in right)
        self.single = (
            bool(self.value)
            and (_heads(left) not in MANY or _the_one(left))
            and not indefinite
            and ((definite and hard and named and bool(content(left))) or stated)
        )

    def _is_done(self, head: Token, left: list[Token], right: list[Token]) -> bool:
        """`X is deployed with Y`: what is done and how are part of the topic."""
        at = right.index(head) + 1
        if head.kind != "w" or not head.raw.endswith(("ed", "written", "built", "kept")) or at >= len(right):
            return False
        if right[at].kind != "p":
            return False
        self.topic = content(left) | owner(left) | {head.word}
        self.value, scope = _first(right[at:])
        self.topic |= scope
        hard = any(t.kind in "ncN" for t in right[at:]) or bool(self.value & words.KINDS.keys())
        self.relation, self.single = "be", (hard or head.word in ATTRIBUTES) and head.word not in _PERMITTED
        return True

    def _uses(self, left: list[Token], right: list[Token]) -> None:
        self.value, scope = _first(right)
        self.topic = content(left) | owner(left) | scope
        self.single = any(t.kind == "p" and t.raw in words.PURPOSE for t in right) and bool(scope)

    def _runs(self, word: str, left: list[Token], right: list[Token]) -> None:
        head = next((t for t in right if t.kind not in "hx"), None)
        if head is None:
            return
        self.value, scope = _first(right)
        self.topic = content(left) | owner(left) | scope
        if word in LIVING:
            said = [t for t in left if t.kind in CONTENT + "i"]
            person = all(t.kind in "iN" or t.word in PEOPLE for t in said)
            if word == "live" and not person:
                self.relation = "place"
            else:
                odd = head.kind == "p" and head.raw in words.NOT_WHERE
                self.topic |= {word, head.raw} if odd else {word}
        if head.kind != "p" and word != "live":
            self.single = False  # "run X": as "use X"
            if word == "run":
                self.relation = "use"
            return
        self.single = bool(content(left) or owner(left)) and (
            word in ("listen", "live", "place") or head.raw in ("on", "at", "auf") or word == "go"
        )

    def _has(self, left: list[Token], right: list[Token]) -> None:
        if right and right[0].kind == "n":
            self.topic = content(left) | owner(left) | content(right[1:])
            self.relation = "be"
            self.found = [t for t in self.found if t.word != "have"]
            self.value = frozenset({right[0].word})
            self.single = bool(content(left) or owner(left))

    def _prefers(self, left: list[Token], right: list[Token]) -> None:
        self.topic = content(left)
        right = [t for t in right if t.raw not in words.MORE]
        than = next((n for n, t in enumerate(right) if t.raw in words.THAN and content(right[:n])), None)
        if than is not None:
            self.over, scope = _first(right[than + 1 :])
            self.topic |= scope
            right = right[:than]
        self.value = content(right)
        self.found = [t for t in self.found if t.raw not in words.MORE]

    def _owns(self, own: int, at: int | None) -> None:
        found = self.found
        by = next((n for n in range(own, len(found)) if found[n].raw == "by"), None)
        self.relation = "own"
        if by is not None:
            self.value, self.topic = content(found[by + 1 :]), content(found[:by])
        elif found[own].raw.partition("_")[0].endswith("s") and (at is None or own < at):
            self.value, self.topic = content(found[:own]), content(found[own:])
        elif at is not None and own < at:
            self.value, self.topic = content(found[at + 1 :]), content(found[:at])
        elif at is not None:
            self.value, self.topic = content(found[:at]), content(found[at + 1 :])
        self.single = bool(self.value) and len(self.topic) > 1


def _the_one(found: list[Token]) -> bool:
    """`The hobby of Ana`: one, though people may have several."""
    return found[0].raw == "the" and _heads(found) in ATTRIBUTES and any(t.raw == "of" for t in found)


def _first(found: list[Token]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the first thing, and those of the others: where, for what, under which condition."""
    value: list[Token] = []
    for at, token in enumerate(found):
        if (token.kind == "p" and content(value)) or (token.kind == "," and content(value)):
            return content(value), content(found[at:]) | owner(found[at:])
        value.append(token)
    return content(value), owner(value)


def _sorted_lists(found: list[Token]) -> list[Token]:
    """The members of lists ("A, B and C") in one order: which comes first says nothing."""
    made = list(found)
    if not any(t.raw in ALSO for t in found):
        return made
    at = 0
    while at < len(made):
        members = [at]
        while members[-1] + 2 < len(made) and _joins(made, members[-1]):
            members.append(members[-1] + _joins(made, members[-1]))
        for place, token in zip(members, sorted((made[n] for n in members), key=lambda t: t.word), strict=True):
            made[place] = token
        at = members[-1] + 1
    return made


def _joins(found: list[Token], at: int) -> int:
    """How far the next member of a list is from this one; 0 when none follows."""
    step = 1
    while at + step < len(found) and found[at + step].raw in ALSO | {""} and found[at + step].kind in ",h":
        step += 1
    return (
        step
        if step > 1 and at + step < len(found) and found[at].kind in CONTENT and found[at + step].kind in CONTENT
        else 0
    )


def _roles(found: list[Token]) -> frozenset[str]:
    roles = set()
    for at, token in enumerate(found):
        if token.kind == "p" and token.word in words.DIRECTED:
            head = next((t.word for t in found[at + 1 :] if t.kind in CONTENT), "")
            roles.add(f"{token.word}:{head}")
    counts = [at for at, token in enumerate(found) if token.kind == "n"]
    if len(counts) > 1:  # which number is of what
        for at in counts:
            if at + 1 < len(found) and found[at + 1].kind in "wN":
                roles.add(f"{found[at].word}>:{found[at + 1].word}")
            if at and found[at - 1].kind in "wN":
                roles.add(f"<{found[at].word}:{found[at - 1].word}")
    return frozenset(roles)


def _opposed(found: list[Token]) -> frozenset[str]:
    """The words of which a statement says the opposite by another word."""
    return frozenset(word.word for no, word in pairwise(found) if no.kind == "x" and no.raw == "~")


def _after_denials(found: list[Token]) -> frozenset[str]:
    """The words that stand behind a denial."""
    begun = next((at for at, t in enumerate(found) if t.kind == "x" and t.raw != "~"), len(found))
    return frozenset(t.word for t in found[begun:])


def _weak(found: list[Token]) -> frozenset[str]:
    """Words like "service" beside what names it, and "the project" for "we"."""
    weak = set()
    for at, token in enumerate(found):
        if token.kind != "w":
            continue
        before = found[at - 1] if at else None
        named = before is not None and before.kind in CONTENT
        if token.word == "enable":
            weak.add(token.word)
        if token.word == "number" and at + 1 < len(found) and found[at + 1].raw == "of":
            weak.add(token.word)
        if (token.word in _GENERIC and named) or (token.word in _GROUP and not named):
            weak.add(token.word)
    return frozenset(weak)


def _after_names(found: list[Token]) -> frozenset[str]:
    """Names right after a name: what may be left out of a person's."""
    return frozenset(b.word for a, b in pairwise(found) if a.kind == "N" == b.kind)


def _modifiers(found: list[Token]) -> frozenset[str]:
    """Plain words right before an attribute: it is the same one without them, unless they tell it from another."""
    return frozenset(
        a.word
        for a, b in pairwise(found)
        if a.kind == "w" and b.kind == "w" and b.word in ATTRIBUTES and a.word not in _CONTRASTED | ATTRIBUTES
    )


def _implied(bag: frozenset[str]) -> frozenset[str]:
    kinds = {kind for word in bag & words.KINDS.keys() for kind in words.KINDS[word]} & bag
    if "version" in bag and any(word[:1].isdigit() for word in bag):
        kinds.add("version")
    kinds |= {noun for verb, nouns in words.IMPLIED.items() if verb in bag for noun in nouns} & bag
    return frozenset(kinds)


def _happened(found: list[Token]) -> bool:
    """Whether it tells of what happened once, which nothing later replaces."""
    for at, token in enumerate(found):
        low = token.raw
        if low in words.WHEN or (low in words.PASTS and not (at and found[at - 1].kind in "rd")):
            return True
        if token.kind == "r" and low in ("was", "were") and at + 1 < len(found) and found[at + 1].kind != "m":
            return not (token.kind == "r" and found[at + 1].raw == "born")
    return False


def _agentless(found: list[Token]) -> bool:
    first = next((t for t in found if t.kind not in "h,x"), None)
    if first is None or first.kind in "grp" or found[0].kind == "x":
        return True
    if any(t.kind == "g" for t in found[:4]):
        return True
    be = next((n for n, t in enumerate(found) if t.kind == "r" and t.word == "be"), None)
    if be is not None:
        return True
    return first.raw in words.IMPERATIVES
