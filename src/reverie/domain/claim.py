"""Whether a new statement says the same as an old one, replaces it, or is about something else; by its wording.

A statement is taken apart into what it is about (topic), what it says of that (value), and words that say that
something changed. Two say the same only when nothing is left over on either side but words that go without saying;
one replaces the other when they agree on all but the value of something that has one value at a time.
In doubt they are apart: a wrong merge loses what was said, a missed one only repeats it.
Pure, the same answer for the same words, and it never raises. English well; other languages where they restate or
say outright that something changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from reverie.domain import claim_words as words
from reverie.domain.claim_tokens import CONTENT, Token, canon, plain, tokens

Verdict = Literal["same", "replaces", "older", "apart"]
LONGEST = 600  # characters; a longer text says more than one thing and is compared as a whole
NONE: frozenset[str] = frozenset()

_GENERIC = frozenset(map(canon, words.GENERIC))
_UNITS = frozenset(words.UNITS.values())
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_STATES = frozenset("open ready broken slow fast stable fine done lock block fix clos public on off".split())
_GROUP = frozenset(map(canon, words.GROUP))
_PEOPLE = frozenset(map(canon, words.PEOPLE))
_MANY = frozenset(map(canon, words.PLURAL_ROLES))
_MEASURED = frozenset(map(canon, words.MEASURED))
_FAILED = frozenset(map(canon, words.FAILED))
_TIMED = {"birth"}
_DIRECTED = frozenset("from to before over than until since under into onto above below".split())
_PLACES = frozenset("in at on under behind im auf dans à en в на".split())
_PURPOSE = frozenset("for as für als pour para como для zum zur".split())
_WORDED = frozenset(map(canon, "answer write document comment message speak reply readme".split()))
_NOT_WHERE = frozenset("with on as without near from mit als avec comme con como".split())
_LIVING = frozenset({"live", "work"})


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
    roles: frozenset[str] = NONE  # which word stands after a preposition that has a direction
    weak: frozenset[str] = NONE  # "service" in "billing service"
    kinds: frozenset[str] = NONE  # "database" beside "Postgres"
    negated: bool = False
    denies: bool = False  # by a word of its own: "not", "never"
    ended: bool = False  # "no longer"
    renames: bool = False
    now: bool = False  # "now", "actually": it means to overturn
    past: bool = False  # "used to"
    maybe: bool = False  # asked, planned or supposed
    event: bool = False  # happened once
    agentless: bool = False  # nobody, or "we", does it
    parsed: bool = False


# --- Taking a statement apart ---------------------------------------------------------------------------


def claim(text: str) -> Claim:
    """The statement, taken apart; of a long text only that it is this text."""
    whole = plain(text)
    if len(text) > LONGEST:
        return Claim(text=text, whole=whole)
    found = _without_reason(_without_lead(tokens(text)))
    return _Reading(found).claim(text, whole) if found else Claim(text=text, whole=whole)


@cache
def _leads() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(lead.split()) for lead in words.SAID)


def _without_lead(found: list[Token]) -> list[Token]:
    """Without "remember that", "FYI", "the user asked to"."""
    again = True
    while again:
        again = False
        raw = [t.raw.lower().replace("_", " ") for t in found[:6]]
        flat = " ".join(raw).split()
        for size in range(min(6, len(flat)), 0, -1):
            if tuple(flat[:size]) in _leads():
                taken, count = 0, 0
                while taken < size:
                    taken += len(raw[count].split())
                    count += 1
                if taken == size and count < len(found):
                    found = found[count:]
                    found = found[1:] if found[0].kind == "," else found
                    again = bool(found)
                break
    return found


def _without_reason(found: list[Token]) -> list[Token]:
    """Without "because …"; why something failed is what the statement is about, and stays."""
    for at, token in enumerate(found):
        low = token.raw.lower()
        after = found[at + 1].raw.lower() if at + 1 < len(found) else ""
        if at and (low in words.REASONS or (low == "since" and after in words.SINCE)):
            if _FAILED & {t.word for t in found[:at]}:
                return found
            return found[:at]
    return found


class _Reading:
    """One reading of the tokens of a statement; each step takes away what it understood."""

    def __init__(self, found: list[Token]) -> None:
        self.found = found
        self.gone: frozenset[str] = NONE
        self.came: frozenset[str] = NONE
        self.over: frozenset[str] = NONE
        self.topic: frozenset[str] = NONE
        self.value: frozenset[str] = NONE
        self.relation: str | None = None
        self.single = self.ended = self.now = self.past = self.maybe = self.renames = False

    def claim(self, text: str, whole: str) -> Claim:
        self.maybe = text.rstrip().endswith(("?", "？"))
        event = _happened(self.found)
        self._marks()
        self._change()
        roles = _roles(self.found)
        content = [t for t in self.found if t.kind in CONTENT]
        if self.relation is None:
            self._frame()
        prefers = self.relation == "prefer"
        said = [t.word for t in _sorted_lists(self.found) if t.kind in CONTENT or (t.kind == "i" and not prefers)]
        said += [t.word for t in self.found if t.kind == "r" and t.word not in words.LIGHT and t.word != "prefer"]
        if self.relation == "place" and "live" in said:
            said.remove("live")
        if self.found and self.found[0].raw.lower() in ("keep", "write", "put", "make") and len(said) > 1:
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
            spelt=frozenset((t.word, t.raw.lower()) for t in content if t.kind == "N"),
            relation=self.relation,
            topic=self.topic,
            value=self.value or self.came,
            single=self.single and not event,
            over=self.over,
            gone=self.gone,
            came=self.came,
            roles=roles,
            weak=_weak(self.found),
            kinds=_implied(bag),
            denies=any(t.kind == "x" and t.raw != "~" for t in self.found),
            negated=(denied + self.ended) % 2 == 1,
            ended=self.ended,
            renames=self.renames,
            now=self.now,
            past=self.past,
            maybe=self.maybe,
            event=event,
            agentless=_agentless(self.found),
            parsed=bool(bag or self.gone),
        )

    def _marks(self) -> None:
        """Now, actually, no longer, used to, maybe: noted and taken away."""
        kept: list[Token] = []
        for at, token in enumerate(self.found):
            if token.kind != "m":
                kept.append(token)
                continue
            match token.word:
                case "NOW" | "FIX":
                    if self.past and token.word == "NOW":  # "used to be X, now it is Y"
                        self.came = _content(self.found[at:])
                        break
                    if token.raw.lower() == "update" and at:
                        kept.append(Token("update", "w", token.raw))
                        continue
                    self.now = True
                    if token.raw in ("as_of", "starting"):
                        kept.append(token)
                case "END":
                    if at > 2 and self.found[at - 1].kind == ",":  # "…, no longer in X"
                        kept.append(Token("not", "x", token.raw))
                        continue
                    self.ended = True
                case "PAST":
                    self.past = True
                case "MAY":
                    if token.raw.lower() == "next":
                        kept.append(Token("next", "w", token.raw))
                        continue
                    self.maybe = True
                case _:
                    kept.append(token)
        if self.past and self.came:
            first = _Reading(kept)
            first._frame()
            self.gone = first.value
            self.relation, self.topic, self.value, self.single = first.relation, first.topic, self.came, True
            kept = [t for t in kept if t.word not in self.gone]
            self.past, self.now = False, True
        if kept and kept[0].kind == "x" and len(kept) > 1 and kept[1].kind == ",":  # "No, it is …"
            kept, self.now = kept[2:], True
        if any(t.raw.lower() in ("ne", "n") for t in kept) and any(t.raw.lower() == "plus" for t in kept):
            self.ended = True
            kept = [t for t in kept if t.raw.lower() not in ("ne", "n", "plus")]
        else:
            kept = [t for t in kept if t.raw.lower() not in ("ne", "n")]
        at = next((n for n, t in enumerate(kept) if t.raw in ("as_of", "starting")), None)
        if at is not None:  # since when, which is not what it says
            end = at + 1
            while end < len(kept) and kept[end].kind in "nNw" and end - at < 3:
                end += 1
            kept = kept[:at] + kept[end:]
        while kept and kept[0].kind == ",":
            kept = kept[1:]
        self.found = kept

    # Words of change ------------------------------------------------------------------------------------

    def _change(self) -> None:
        marks = {t.word: n for n, t in reversed(list(enumerate(self.found))) if t.kind == "m"}
        if "INSTEAD" in marks:
            self._take_gone(marks["INSTEAD"])
        elif "NOTBUT" in marks:
            self._not_but(marks["NOTBUT"])
        elif "BUT" in marks and any(t.kind == "x" for t in self.found[: marks["BUT"]]):
            at = next(n for n, t in enumerate(self.found) if t.kind == "x")
            self.gone, end = self._phrase(at + 1, marks["BUT"])
            self.found = self.found[:at] + self.found[marks["BUT"] + 1 :]
        elif "TO" in marks:
            at = marks["TO"]
            before = self.found[:at]
            self.gone = _content(t for t in before) if any(t.kind == "x" for t in before) else NONE
            self.came, end = self._phrase(at + 1)
            self.found = [t for t in before if t.kind not in CONTENT and t.kind != "x"] if self.gone else before
            self.relation, self.value = "use", self.came
        elif "REPLACE" in marks:
            self._replace(marks["REPLACE"])
        elif "CHANGE" in marks:
            self._from_to(marks["CHANGE"])
        elif "DROP" in marks:
            self._drop(marks["DROP"])
        elif "LEFT" in marks:
            self._left(marks["LEFT"])
        elif "TOOK" in marks:
            self._took_over(marks["TOOK"])
        self._and_not()
        # A word of change that changed nothing is a word like any other.
        self.found = [Token(canon(t.raw.lower()), "w", t.raw) if t.kind == "m" else t for t in self.found]

    def _phrase(self, start: int, stop: int | None = None) -> tuple[frozenset[str], int]:
        """The words of one thing from here, and where it ends."""
        end = start
        stop = len(self.found) if stop is None else stop
        while end < stop:
            token = self.found[end]
            if token.kind in ",mxg" or (token.kind in "pr" and end > start and _content(self.found[start:end])):
                break
            end += 1
        return _content(self.found[start:end]), end

    def _take_gone(self, at: int) -> None:
        self.gone, end = self._phrase(at + 1)
        self.found = self.found[:at] + self.found[end:]

    def _not_but(self, at: int) -> None:
        start = at
        while start and self.found[start - 1].kind in CONTENT and start > at - 1:
            start -= 1
        self.gone = _content(self.found[start:at])
        self.came, end = self._phrase(at + 1)
        self.found = self.found[:start] + self.found[end:]

    def _and_not(self) -> None:
        """`…, not X` at the end."""
        for at in range(len(self.found) - 1, 1, -1):
            before = self.found[at - 1]
            pause = before.kind == "," or before.raw.lower() in _ALSO
            if self.found[at].kind == "x" and self.found[at].raw != "~" and pause:
                rest = self.found[at + 1 :]
                if rest and len(rest) < 6 and all(t.kind in CONTENT + "pd" for t in rest) and not self.gone:
                    self.gone = _content(rest)
                    self.found = self.found[: at - 1]
                return

    def _replace(self, at: int) -> None:
        before, self.now = self.found[:at], True
        passive = any(t.kind == "r" and t.word == "be" for t in before) or not any(t.kind in "gi" for t in before)
        with_ = next((n for n in range(at + 1, len(self.found)) if self._is(n, words.WITH)), None)
        if with_ is None:
            return
        self.came, end = self._phrase(with_ + 1)
        if passive and _content(before):
            self.gone, kept = _content(before), []
        else:
            self.gone = _content(self.found[at + 1 : with_])
            kept = before
        self.found = kept + self.found[end:]
        self.relation, self.value = "use", self.came
        self.topic = _content(self.found)

    def _is(self, at: int, some: frozenset[str]) -> bool:
        return self.found[at].raw.lower() in some

    def _from_to(self, at: int) -> None:
        places = range(len(self.found))
        to = next((n for n in places if n > at and self._is(n, words.TO)), None)
        from_ = next((n for n in places if self._is(n, words.FROM) and self._names_something(n)), None)
        if to is None and from_ is not None:
            to = next((n for n in places if n > from_ and self._is(n, words.TO)), None)
        if from_ is None and to is None:
            return
        taken = {at}
        if from_ is not None:
            self.gone, end = self._phrase(from_ + 1, to if to is not None and to > from_ else None)
            taken |= set(range(from_, end))
        if to is not None:
            self.came, end = self._phrase(to + 1)
            taken |= set(range(to, end))
        if not self.came and not self.gone:
            return
        verb = self.found[at].raw.lower()
        self.now, self.renames = True, verb in ("renamed", "umbenannt", "renommé")
        self.found = [t for n, t in enumerate(self.found) if n not in taken and not (t.kind == "r" and t.word == "be")]
        self.value = self.came
        self.topic = _content(self.found) | _owner(self.found)
        if verb in ("moved", "relocated") and self.topic and self._about_person():
            self.relation, self.topic = "live", self.topic | {"live"}
        else:
            self.relation = "be"
        self.single = True

    def _names_something(self, at: int) -> bool:
        return at + 1 < len(self.found) and self.found[at + 1].kind in CONTENT + "d"

    def _about_person(self) -> bool:
        return all(t.kind in "iN" or t.word in _PEOPLE for t in self.found if t.kind in CONTENT + "i")

    def _drop(self, at: int) -> None:
        before = self.found[:at]
        passive = any(t.word == "be" or t.raw.lower() in ("has_been", "have_been", "been") for t in before)
        if not self.found[at].raw.lower().startswith(("stop", "quit")) and passive:
            self.gone = _content(before)  # "X was removed from Y"
            self.found = self.found[at + 1 :]
        elif self.found[at].raw.lower() in ("stopped", "quit") and at + 1 < len(self.found):
            self.ended = True
            self.found = before + self.found[at + 1 :]
            return
        else:
            self.gone, end = self._phrase(at + 1)
            if not self.gone:
                return
            self.found = before + self.found[end:]
        self.relation, self.topic = "use", _content(self.found) | _owner(self.found)

    def _left(self, at: int) -> None:
        before = self.found[:at]
        after = self.found[at + 1] if at + 1 < len(self.found) else None
        actor = bool(before) and (before[-1].kind in "Nig" or before[-1].word == "have")
        if not actor or after is None or after.kind not in "NcwD":
            return
        self.gone, end = self._phrase(at + 1)
        if end < len(self.found) and self._is(end, words.WITH):
            self.came, end = self._phrase(end + 1)
        self.found = [t for t in before if t.word != "have"] + self.found[end:]
        self.relation, self.value = "use", self.came
        self.topic = _content(self.found) | _owner(self.found)
        if self._about_person() and self.topic:
            self.relation, self.topic = "work", self.topic | {"work"}

    def _took_over(self, at: int) -> None:
        self.came = _content(self.found[:at])
        self.topic, end = self._phrase(at + 1)
        if end < len(self.found) and self._is(end, words.FROM):
            self.gone, end = self._phrase(end + 1)
        self.topic |= {"own"}
        self.relation, self.value, self.now, self.single = "own", self.came, True, True
        self.found = [*self.found[at + 1 : end], Token("own", "w")]

    # What it is about, and what it says of that --------------------------------------------------------

    def _frame(self) -> None:
        found = self.found
        colon = next((n for n, t in enumerate(found) if t.kind == ","), None)
        at = next((n for n, t in enumerate(found) if t.kind == "r"), None)
        if at is None and colon and colon < 6 and found[colon + 1 :] and not any(t.kind == "," for t in found[colon + 1 :]):
            found[colon] = Token("be", "r", ":")
            at = colon
        own = next((n for n, t in enumerate(found) if t.word in ("own", "lead") and t.kind == "w"), None)
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
            passive = word == "be" and right[0].raw.lower() in ("used", "chosen", "picked", "adopted", "utilized")
            word, right = right[0].word, right[1:]
            if passive:
                self.relation, self.value = "use", _content(left)
                self.topic = _content(right) | _owner(right)
                self.single = False
                return None
        if any(t.kind == "r" and t.word in ("be", "use", "have") for t in right):
            self.relation = word  # two clauses: no saying what is said of what
            return None
        self.relation = word
        if word == "place" and right and right[0].kind != "p":  # "we store X in Y"
            what, where = _first(right)
            self.topic, self.value, self.single = what | _content(left), where, bool(where)
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

    def _in_language(self) -> bool:
        """Answers, comments and the like in a language: one at a time, like any attribute."""
        found = self.found
        at = next((n for n in range(1, len(found)) if "language" in words.KINDS.get(found[n].word, ())), None)
        if at is None or at != len(found) - 1 or found[at - 1].raw.lower() not in ("in", "auf", "en"):
            return False
        topic = _content(found[:at])
        if not topic & _WORDED:
            return False
        self.relation = next((t.word for t in found if t.kind == "r"), None)
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
        self.topic = _content(found[:mark]) | _owner(found[:mark]) | ({"live"} if verb == "live" else NONE)
        self.value = _content(found[mark:])
        self.single = verb == "live" or (verb != "use" and any(t.kind in "ncN" for t in found[mark:]))
        return True

    def _is_a(self, left: list[Token], right: list[Token]) -> None:
        head = next((t for t in right if t.kind not in "hx,"), None)
        if head is None:
            return
        if self._is_done(head, left, right):
            return
        if head.raw.lower() in ("called", "named", "employed", "born", "written"):
            rest = right[right.index(head) + 1 :]
            self.topic = _content(left) | _owner(left) | {head.word}
            self.value, scope = _first(rest)
            self.topic |= scope
            self.single = not self.topic & _MANY
            return
        inverse = head.kind in "dig" and left and left[0].kind in "Ncnw" and not any(t.kind in "dig" for t in left)
        if inverse and head.raw.lower() not in ("a", "an", "ein", "eine", "un", "une"):
            left, right = right, left
        self.topic = _content(left) | _owner(left)
        self.value, scope = _first(right)
        self.topic |= scope
        definite = any(t.kind in "dig" for t in left[:1]) or len(self.topic) > 1 or left[-1:] == [] or inverse
        hard = any(t.kind in "ncN" for t in right) or bool(self.value & words.KINDS.keys())
        placed = not inverse and head.kind == "p" and head.raw.lower() in _PLACES
        if placed:
            self.relation = "place"
        indefinite = head.raw.lower() in ("a", "an", "ein", "eine", "un", "une")
        stated = bool(self.topic & _attributes())
        named = not inverse or any(t.kind == "N" for t in right)
        self.single = bool(self.value) and not self.topic & _MANY and not indefinite and (
            (definite and hard and named and bool(_content(left))) or stated
        )

    def _is_done(self, head: Token, left: list[Token], right: list[Token]) -> bool:
        """`X is deployed with Y`: what is done and how are part of the topic."""
        at = right.index(head) + 1
        if head.kind != "w" or not head.raw.endswith(("ed", "written", "built", "kept")) or at >= len(right):
            return False
        if right[at].kind != "p":
            return False
        self.topic = _content(left) | _owner(left) | {head.word}
        self.value, scope = _first(right[at:])
        self.topic |= scope
        hard = any(t.kind in "ncN" for t in right[at:]) or bool(self.value & words.KINDS.keys())
        self.relation, self.single = "be", hard
        return True

    def _uses(self, left: list[Token], right: list[Token]) -> None:
        self.value, scope = _first(right)
        self.topic = _content(left) | _owner(left) | scope
        self.single = any(t.kind == "p" and t.raw.lower() in _PURPOSE for t in right) and bool(scope)

    def _runs(self, word: str, left: list[Token], right: list[Token]) -> None:
        head = next((t for t in right if t.kind not in "hx"), None)
        if head is None:
            return
        self.value, scope = _first(right)
        self.topic = _content(left) | _owner(left) | scope
        if word in _LIVING:
            said = [t for t in left if t.kind in CONTENT + "i"]
            person = all(t.kind in "iN" or t.word in _PEOPLE for t in said)
            if word == "live" and not person:
                self.relation = "place"
            else:
                odd = head.kind == "p" and head.raw.lower() in _NOT_WHERE
                self.topic |= {word, head.raw.lower()} if odd else {word}
        if head.kind != "p" and word != "live":
            self.single = False  # "run X": as "use X"
            if word == "run":
                self.relation = "use"
            return
        self.single = bool(_content(left) or _owner(left)) and (
            word in ("listen", "live", "place") or head.raw.lower() in ("on", "at", "auf") or word == "go"
        )

    def _has(self, left: list[Token], right: list[Token]) -> None:
        if right and right[0].kind == "n":
            self.topic = _content(left) | _owner(left) | _content(right[1:]) | {"have"}
            self.value = frozenset({right[0].word})
            self.single = bool(_content(left) or _owner(left))

    def _prefers(self, left: list[Token], right: list[Token]) -> None:
        more = next((n for n, t in enumerate(right) if t.raw.lower() in ("over", "than", "more_than", "als", "to")), None)
        if more is not None:
            self.over = _content(right[more + 1 :])
            right = right[:more]
        self.value = _content(t for t in right if t.raw.lower() not in ("more", "rather", "better"))
        self.topic = _content(left)
        self.found = [t for t in self.found if t.raw.lower() not in ("more", "rather", "better")]

    def _owns(self, own: int, at: int | None) -> None:
        found = self.found
        by = next((n for n in range(own, len(found)) if found[n].raw.lower() == "by"), None)
        self.relation = "own"
        if by is not None:
            self.value, self.topic = _content(found[by + 1 :]), _content(found[:by])
        elif found[own].raw.lower().endswith("s") and (at is None or own < at):
            self.value, self.topic = _content(found[:own]), _content(found[own:])
        elif at is not None and own < at:
            self.value, self.topic = _content(found[at + 1 :]), _content(found[:at])
        elif at is not None:
            self.value, self.topic = _content(found[:at]), _content(found[at + 1 :])
        self.single = bool(self.value) and len(self.topic) > 1


@cache
def _attributes() -> frozenset[str]:
    return frozenset(map(canon, words.ATTRIBUTES))


def _content(found: Iterable[Token]) -> frozenset[str]:
    return frozenset(t.word for t in found if t.kind in CONTENT)


def _owner(found: Iterable[Token]) -> frozenset[str]:
    return frozenset(t.word for t in found if t.kind == "i")


def _first(found: list[Token]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the first thing, and those of the others: where, for what, under which condition."""
    value: list[Token] = []
    for at, token in enumerate(found):
        if token.kind == "p" and _content(value) or token.kind == "," and _content(value):
            return _content(value), _content(found[at:]) | _owner(found[at:])
        value.append(token)
    return _content(value), _owner(value)


def _sorted_lists(found: list[Token]) -> list[Token]:
    """The members of lists ("A, B and C") in one order: which comes first says nothing."""
    made = list(found)
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
    while at + step < len(found) and found[at + step].raw.lower() in _ALSO | {""} and found[at + step].kind in ",h":
        step += 1
    return step if 1 < step and at + step < len(found) and found[at].kind in CONTENT and found[at + step].kind in CONTENT else 0


_ALSO = frozenset("and or und oder et ou y o и или".split())


def _roles(found: list[Token]) -> frozenset[str]:
    roles = set()
    for at, token in enumerate(found):
        if token.kind == "p" and token.raw.lower() in _DIRECTED:
            head = next((t.word for t in found[at + 1 :] if t.kind in CONTENT), "")
            roles.add(f"{token.word}:{head}")
    return frozenset(roles)


def _weak(found: list[Token]) -> frozenset[str]:
    """Words like "service" beside what names it, and "the project" for "we"."""
    weak = set()
    for at, token in enumerate(found):
        if token.kind != "w":
            continue
        before = found[at - 1] if at else None
        named = before is not None and before.kind in CONTENT
        if (token.word in _GENERIC and named) or (token.word in _GROUP and not named):
            weak.add(token.word)
    return frozenset(weak)


def _implied(bag: frozenset[str]) -> frozenset[str]:
    kinds = {kind for word in bag & words.KINDS.keys() for kind in words.KINDS[word]} & bag
    if "version" in bag and any(word[:1].isdigit() for word in bag):
        kinds.add("version")
    return frozenset(kinds)


_PASTS = frozenset(
    """went met bought sold ran told gave got did had saw came took made said found lost won sent finished failed
    deployed shipped released joined started visited crashed happened acquired worked signed published hired""".split()
)
_WHEN = frozenset("yesterday today tonight tomorrow ago gestern heute hier ayer last".split())


def _happened(found: list[Token]) -> bool:
    """Whether it tells of what happened once, which nothing later replaces."""
    for at, token in enumerate(found):
        low = token.raw.lower()
        if low in _WHEN or (low in _PASTS and not (at and found[at - 1].kind in "rd")):
            return True
        if token.kind == "r" and low in ("was", "were") and at + 1 < len(found) and found[at + 1].kind != "m":
            return not (token.kind == "r" and found[at + 1].raw.lower() == "born")
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
    return first.kind == "w" and not first.raw.endswith("s") and first.raw[:1].isupper() is False


# --- Comparing two ------------------------------------------------------------------------------------------


def compare(new: Claim, old: Claim, near: float | None = None) -> Verdict:
    """What `new`, said later, is to `old`. `near`, the cosine of the two texts, can only speak against a merge."""
    if new.whole == old.whole:
        return "same"
    if not (new.parsed and old.parsed) or new.maybe != old.maybe:
        return "apart"
    if near is not None and near < FAR:
        return "apart"
    if new.past and not new.came and not new.gone:
        return _of_the_past(new, old)
    if (new.gone or new.renames) and _overturns(new, old):
        return "replaces"
    if _says_the_same(new, old):
        return "same"
    if new.maybe or old.maybe or old.event or old.past:
        return "apart"
    return "replaces" if _replaces(new, old) else "apart"


FAR = 0.2  # cosine below which two statements share no more than a word


def same_topic(a: Claim, b: Claim) -> bool:
    """Whether both speak of the same thing and attribute, whatever they say of it."""
    if a.whole == b.whole:
        return True
    if not (a.parsed and b.parsed):
        return False
    if a.value and b.value and _alike(a, b):
        return _strong(a.topic, a) != NONE and _agree(a.topic, b.topic, a, b)
    return _agree(a.bag, b.bag, a, b)


def _strong(some: frozenset[str], of: Claim) -> frozenset[str]:
    return some - of.weak - of.kinds


def _agree(one: frozenset[str], two: frozenset[str], a: Claim, b: Claim) -> bool:
    """Whether two sets of words are the same but for what goes without saying, on one side only."""
    if one == two:
        return True
    more, less = one - two, two - one
    if more - a.weak - a.kinds or less - b.weak - b.kinds:
        return False
    return not (more & a.weak and less & b.weak) and not (more & a.kinds and less & b.kinds)


def _alike(a: Claim, b: Claim) -> bool:
    return a.relation == b.relation or (a.relation in words.ALIKE and b.relation in words.ALIKE)


def _says_the_same(new: Claim, old: Claim) -> bool:
    if (new.negated, new.past, new.ended) != (old.negated, old.past, old.ended):
        return False
    if new.relation == "prefer" and old.relation == "prefer" and new.value == old.value and new.topic == old.topic:
        return not new.over or not old.over or new.over == old.over
    if "prefer" in (new.relation, old.relation) and new.relation != old.relation:
        plain_ = old if new.relation == "prefer" else new
        if plain_.relation not in (None, "use") or not plain_.agentless:
            return False
    elif new.relation and old.relation and not _alike(new, old):
        return False
    if new.gone and old.gone and new.gone != old.gone:
        return False
    if not _agree(new.bag, old.bag, new, old) or not _strong(new.bag, new) or _misspelt(new, old):
        return False
    if new.roles != old.roles and {r.split(":")[0] for r in new.roles} & {r.split(":")[0] for r in old.roles}:
        return False
    return _in_order(new, old)


def _misspelt(new: Claim, old: Claim) -> bool:
    """Whether a name has another form in the other: Ann and Anne, James and Jame."""
    ours, theirs = new.spelt - old.spelt, old.spelt - new.spelt
    return bool(ours and theirs and {name for name, _ in ours} & {name for name, _ in theirs})


def _in_order(new: Claim, old: Claim) -> bool:
    """Whether who does what to whom is the same, as far as the order of words tells."""
    drop_new, drop_old = new.weak | new.kinds, old.weak | old.kinds
    if [w for w in new.said if w not in drop_new] == [w for w in old.said if w not in drop_old]:
        return True
    if new.value and old.value:
        if new.relation == old.relation == "be":
            return True
        return _agree(new.value, old.value, new, old)
    return new.agentless or old.agentless


def _of_the_past(new: Claim, old: Claim) -> Verdict:
    if old.past or old.event or not _alike(new, old):
        return "apart"
    if new.bag == old.bag and new.negated == old.negated:
        return "replaces"
    if new.value and old.value and new.topic - new.weak and _agree(new.topic, old.topic, new, old):
        if new.value == old.value:
            return "replaces"
        return "older" if new.single and _one_sort(new.value, old.value) else "apart"
    return "apart"


def _overturns(new: Claim, old: Claim) -> bool:
    """Whether old states the value that new says is no more, of the same thing."""
    if old.event or old.past or old.maybe or new.maybe or old.negated:
        return False
    held = old.value or old.bag
    if not new.gone <= old.bag or (new.came and new.came <= old.bag):
        return False
    if not new.gone & held or new.gone & old.over:
        return False
    if new.renames and new.topic and new.topic <= old.value:
        return True
    topic = new.topic or (new.bag - new.came - new.value)
    about = _strong(topic - new.gone, new) - _LIVING
    rest = old.bag - new.gone - old.kinds - old.weak - _LIVING - {"have"}
    kinds = {kind for word in new.gone | new.came for kind in words.KINDS.get(word, ())}
    rest -= kinds
    about -= kinds
    if not about:
        if new.relation == "be" and not new.came:  # "it's 9090, not 8080"
            return old.value == new.gone
        if new.bag - new.gone == new.came | new.value and not (old.value <= new.gone or new.gone <= old.value):
            return False
        return not rest & old.names and "_me" not in rest - new.bag
    return about <= rest and not (rest - about) & old.names or rest <= about and bool(rest)


def _replaces(new: Claim, old: Claim) -> bool:
    if new.event:
        return False
    if new.negated != old.negated:
        if new.relation and old.relation and not _alike(new, old):
            return False
        if _agree(new.bag, old.bag, new, old):
            return bool(_strong(new.bag, new)) and new.over == old.over
        return new.ended and len(new.bag) > 1 and new.bag <= old.bag
    if new.denies:
        return False
    if new.relation == old.relation == "prefer" and new.topic == old.topic and not (new.single and old.single):
        return bool(new.over and new.over & old.value or old.over and old.over & new.value)
    if new.gone and not new.gone & old.bag:
        return False
    if new.value and old.value and _alike(new, old) and new.value != old.value:
        return _new_value(new, old)
    return _new_measure(new, old)


def _new_value(new: Claim, old: Claim) -> bool:
    """One topic that has one value at a time, and another value."""
    if not _agree(new.topic, old.topic, new, old) or not new.topic - new.weak:
        return False
    if new.relation != old.relation and not _kinds(new.value) & _kinds(old.value) and not (new.now or new.numbers):
        return False
    if new.value <= old.value or old.value <= new.value:
        return False
    if (new.single and old.single) or (new.came and new.now and not old.topic & _MANY) or (new.now and (new.single or old.single)):
        return _one_sort(new.value, old.value)
    fixed = new.value & old.value  # another version of the same thing
    return bool(fixed) and _only_numbers(new.value - fixed) and _only_numbers(old.value - fixed)


def _kinds(some: frozenset[str]) -> set[str]:
    return {kind for word in some for kind in words.KINDS.get(word, ())}


def _only_numbers(some: frozenset[str]) -> bool:
    return bool(some) and all(word[:1].isdigit() for word in some)


def _one_sort(one: frozenset[str], two: frozenset[str]) -> bool:
    """A date is replaced by a date, a number by a number of the same unit, a thing by a thing of its kind if known."""
    if _kinds(one) and _kinds(two) and not _kinds(one) & _kinds(two):
        return False
    counts = [{word for word in some if word[:1].isdigit()} for some in (one, two)]
    if bool(counts[0]) != bool(counts[1]):
        return False
    if counts[0]:
        if [any("/" in n for n in some) for some in counts] in ([True, False], [False, True]):
            return False
        rest = (one - counts[0]) ^ (two - counts[1])
        return counts[0] == counts[1] or not rest - _UNITS
    days = [bool(some & _DAYS) for some in (one, two)]
    states = [some <= _STATES for some in (one, two)]
    return days[0] == days[1] and states[0] == states[1]


def _new_measure(new: Claim, old: Claim) -> bool:
    """The same statement with one other number in it, after a verb that measures."""
    if len(new.said) != len(old.said) or new.relation != old.relation:
        return False
    other = [(a, b) for a, b in zip(new.said, old.said, strict=True) if a != b]
    if len(other) != 1 or not all(word[:1].isdigit() for word in other[0]):
        return False
    if (new.value or old.value) and (other[0][0] not in new.value or other[0][1] not in old.value):
        return False
    at = new.said.index(other[0][0])
    return at > 0 and bool({*new.said[:at], new.relation} & _MEASURED)
