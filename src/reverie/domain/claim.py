"""Whether a new statement says the same as an old one, replaces it, or is about something else; by its wording.

A statement is taken apart into what it is about (topic), what it says of that (value), and words that say that
something changed. Two say the same only when nothing is left over on either side but words that go without saying;
one replaces the other when they agree on all but the value of something that has one value at a time.
In doubt they are apart: a wrong merge loses what was said, a missed one only repeats it.
Pure, the same answer for the same words, and it never raises. English well; other languages where they restate or
say outright that something changed.
"""

from __future__ import annotations

from typing import Literal

from reverie.domain import claim_words as words
from reverie.domain.claim_change import NONE, PEOPLE
from reverie.domain.claim_reading import LIVING, MANY, Claim, claim
from reverie.domain.claim_tokens import canons

__all__ = ["Claim", "Verdict", "claim", "compare", "same_topic"]

Verdict = Literal["same", "replaces", "older", "apart"]
FAR = 0.2  # cosine below which two statements share no more than a word
_MEASURED = canons(words.MEASURED)
_STATES = canons(words.STATES)
_ATTRIBUTES = canons(words.ATTRIBUTES)
_SOFT = canons(words.SOFT)
_PERSONAL = canons(words.PERSONAL)
_HELD = canons(words.HELD)
_UNITS = frozenset(words.UNITS.values())


def compare(new: Claim, old: Claim, near: float | None = None) -> Verdict:
    """What `new`, said later, is to `old`. `near`, the cosine of the two texts, can only speak against a merge."""
    if new.whole == old.whole:
        return "same"
    if not (new.parsed and old.parsed) or new.asks or old.asks or new.maybe != old.maybe:
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
    more, less = _unnamed(more, less, a, b)
    if more - a.weak - a.kinds or less - b.weak - b.kinds:
        return False
    return not (more & a.weak and less & b.weak) and not (more & a.kinds and less & b.kinds)


def _unnamed(more: frozenset[str], less: frozenset[str], a: Claim, b: Claim) -> tuple[frozenset[str], frozenset[str]]:
    """Without the surname that only one side gives, of a person that both call by the first name."""
    if not (more or less) or (more and less and not (more - a.surnames or less - b.surnames)):
        return more, less
    if (a.bag | b.bag) & (_PERSONAL | _HELD):
        return more - a.surnames, less - b.surnames
    return more, less


def _alike(a: Claim, b: Claim) -> bool:
    if a.relation == b.relation or (a.relation in words.ALIKE and b.relation in words.ALIKE):
        return True
    if {a.relation, b.relation} == {"be", "own"} and a.bag & b.bag & _HELD:
        return True
    return any(x.relation == "be" and y.relation in x.bag for x, y in ((a, b), (b, a)))  # "X works at", "X's employer"


def _says_the_same(new: Claim, old: Claim) -> bool:
    if (new.flips, new.past, new.ended, new.event) != (old.flips, old.past, old.ended, old.event):
        return False
    if new.leans != old.leans or _affirms(new, old) or _affirms(old, new):
        return False
    if (new.gone and old.gone and new.gone != old.gone) or (new.since and old.since and new.since != old.since):
        return False
    if new.relation == old.relation == "prefer" and new.value == old.value != NONE and new.topic == old.topic:
        return not new.over or not old.over or new.over == old.over
    if "prefer" in (new.relation, old.relation) and new.relation != old.relation:
        rule = old if new.relation == "prefer" else new  # "keep answers short" is what the user prefers
        if rule.relation not in (None, "use") or not rule.agentless:
            return False
    elif new.relation and old.relation and not _alike(new, old):
        return False
    if not _strong(new.bag, new) or _misspelt(new, old):
        return False
    if _measures_the_same(new, old) or _rest(new, old) == new.value or _rest(old, new) == old.value:
        return True
    if not _agree(new.bag, old.bag, new, old):
        return False
    return _one_way(new, old) and _in_order(new, old)


def _affirms(one: Claim, other: Claim) -> bool:
    """Whether one says outright a word of which the other says the opposite.

    "Short, without lists" and "long, with lists" deny once each, and not the same.
    """
    return bool((other.opposed - one.opposed - one.denied) & frozenset(one.said))


def _rest(of: Claim, other: Claim) -> frozenset[str] | None:
    """What another statement says beyond the topic of one that is clear; None when it is not about that topic.

    "We run X on port 8080" speaks of the port of X, however it is put. With two names it matters which is whose.
    """
    if not (of.single and of.value) or of.gone or other.gone or of.flips or other.flips or other.joined:
        return None
    if of.relation == "prefer" or other.relation == "prefer" or other.event or other.maybe or other.past:
        return None
    hard = of.names - of.numbers
    if (of.value & hard and of.topic & hard) or not of.topic & (hard | _ATTRIBUTES) or len(of.topic) < 2:
        return None
    if of.topic - other.bag - of.weak - of.kinds or not _one_way(of, other):
        return None
    rest = other.bag - of.topic - _SOFT - other.weak - other.kinds
    return rest if rest and (rest <= other.numbers | _UNITS or rest == of.value) else None


def _measures_the_same(new: Claim, old: Claim) -> bool:
    """One attribute of one thing with one value, where a side calls the unit or the attribute more exactly."""
    if not (new.single and old.single and new.value and old.value and _alike(new, old)) or new.gone or old.gone:
        return False
    counts = [frozenset(word for word in some.value if word[:1].isdigit()) for some in (new, old)]
    if counts[0] != counts[1] or new.roles != old.roles:
        return False
    if new.topic == old.topic and counts[0]:
        rest = [some.value - counts[0] for some in (new, old)]
        return all(rest) and not (rest[0] | rest[1]) & (_UNITS | new.names | old.names | words.KINDS.keys())
    more, less = new.topic - old.topic, old.topic - new.topic
    return (
        new.value == old.value
        and bool(new.value & new.names)
        and (
            bool(new.topic & old.topic & new.names & old.names) or not (new.topic | old.topic) & (new.names | old.names)
        )
        and not (more and less)
        and more <= new.modifiers
        and less <= old.modifiers
    )


def _one_way(new: Claim, old: Claim) -> bool:
    """Whether prepositions with a direction point the same way, and numbers count the same things."""
    if new.roles == old.roles:
        return True
    ours, theirs = _ways(new), _ways(old)
    if (ours.keys() ^ theirs.keys()) & words.STRICT:
        return False
    if any(ours[way] != theirs[way] for way in ours.keys() & theirs.keys()):
        return False
    heads = [{head for way in some.keys() & words.DIRECTED for head in some[way]} for some in (ours, theirs)]
    return ours.keys() & words.DIRECTED == theirs.keys() & words.DIRECTED or not heads[0] & heads[1]


def _ways(of: Claim) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for role in of.roles:
        way, _, head = role.partition(":")
        found.setdefault(way, set()).add(head)
    return found


def _misspelt(new: Claim, old: Claim) -> bool:
    """Whether a name has another form in the other: Ann and Anne, James and Jame."""
    ours, theirs = new.spelt - old.spelt, old.spelt - new.spelt
    return bool(ours and theirs and {name for name, _ in ours} & {name for name, _ in theirs})


def _in_order(new: Claim, old: Claim) -> bool:
    """Whether who does what to whom is the same, as far as the order of words tells."""
    ours, theirs = ([word for word in some.said if word not in some.weak | some.kinds] for some in (new, old))
    if ours == theirs:
        return True
    names = (new.names | old.names) - ((new.surnames | old.surnames) - (new.bag & old.bag))
    ours, theirs = ([word for word in said if word in names] for said in (ours, theirs))
    if not (new.value and old.value):
        return (new.agentless or old.agentless) and not (new.joined or old.joined) and ours == theirs
    if new.relation == old.relation == "be" and (new.value, new.topic) == (old.topic, old.value):
        return True
    both = new.value & old.value
    if both & new.names and _alike(new, old) and len(new.numbers) < 2 and not (new.joined or old.joined):
        ours, theirs = ([word for word in said if word not in new.numbers] for said in (ours, theirs))
        if ours == theirs:
            return True
    return _agree(new.value, old.value, new, old) and all(
        [word for word in ours if (word in both) is said] == [word for word in theirs if (word in both) is said]
        for said in (True, False)
    )


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
    if new.renames and new.topic and new.topic <= old.value:
        return True
    held = old.value or old.bag
    if not new.gone or not new.gone <= held or new.gone & old.over or (new.came and new.came <= old.bag):
        return False
    silent = _kinds(new.gone | new.came) | LIVING
    about = _strong(new.topic or (new.bag - new.came - new.value), new) - new.gone - silent
    rest = _strong(old.bag, old) - new.gone - silent - {"have"}
    if about:
        if (about | rest) & (_PERSONAL | _HELD):
            rest, about = rest - (old.surnames - about), about - (new.surnames - rest)
        return (about <= rest and not (rest - about) & old.names) or (bool(rest) and rest <= about)
    if new.relation == "be" and not new.came:  # "it's 9090, not 8080"
        return held == new.gone
    return not rest & (old.names | {"_me"} - new.bag) and not (old.value and rest & old.value)


def _replaces(new: Claim, old: Claim) -> bool:
    if new.event or new.leans or old.leans:
        return False
    if new.negated != old.negated:
        if new.relation and old.relation and not _alike(new, old):
            return False
        if _agree(new.bag, old.bag, new, old):
            return bool(_strong(new.bag, new)) and new.over == old.over
        return new.ended and _ends(new, old)
    if new.denies:
        return False
    if new.relation == old.relation == "prefer" and new.topic == old.topic and not (new.single and old.single):
        return bool((new.over and new.over & old.value) or (old.over and old.over & new.value))
    if new.gone and not new.gone & old.bag:
        return False
    if new.value and old.value and _alike(new, old) and new.value != old.value:
        return _new_value(new, old)
    return _new_measure(new, old) or _new_rest(new, old) or _new_rest(old, new)


def _ends(new: Claim, old: Claim) -> bool:
    """Whether old states what new says is over, perhaps with more beside it, and of nobody else."""
    ended = new.bag - new.came
    if ended == old.bag or not ended <= old.bag:
        return ended == old.bag
    first = next((n for n, word in enumerate(old.said) if word in ended - {"_me"}), 0)
    others = {*old.said[:first]} & (old.names | PEOPLE) - ended
    return not others and (len(ended) > 1 or (ended == old.value and new.relation == old.relation))


def _new_value(new: Claim, old: Claim) -> bool:
    """One topic that has one value at a time, and another value."""
    if not _agree(new.topic, old.topic, new, old) or not new.topic - new.weak:
        return False
    if new.topic != old.topic and new.topic & old.topic <= {"_me", "_we"}:  # of one person, not of one thing
        return False
    if (
        new.relation != old.relation
        and not _kinds(new.value) & _kinds(old.value)
        and not (new.now or new.numbers or {new.relation, old.relation} & new.topic & old.topic)
    ):
        return False
    if new.value <= old.value or old.value <= new.value:
        return False
    if (
        (new.single and old.single)
        or (new.came and new.now and not old.topic & MANY)
        or (new.now and (new.single or old.single))
    ):
        return _one_sort(new.value, old.value)
    fixed = new.value & old.value  # another version of the same thing
    return bool(fixed) and _only_numbers(new.value - fixed) and _only_numbers(old.value - fixed)


def _new_rest(of: Claim, other: Claim) -> bool:
    """Another number for the topic of a statement that is clear."""
    rest = _rest(of, other)
    return bool(rest and rest != of.value and of.value <= of.numbers | _UNITS and _one_sort(of.value, rest))


def _kinds(some: frozenset[str]) -> frozenset[str]:
    return frozenset(kind for word in some for kind in words.KINDS.get(word, ()))


def _only_numbers(some: frozenset[str]) -> bool:
    return bool(some) and all(word[:1].isdigit() for word in some)


def _one_sort(one: frozenset[str], two: frozenset[str]) -> bool:
    """A date is replaced by a date, a number by a number of the same unit, a thing by a thing of its kind if known."""
    if len(one) == len(two) == 1 and _kinds(one) and _kinds(two) and not _kinds(one) & _kinds(two):
        return False
    counts = [{word for word in some if word[:1].isdigit()} for some in (one, two)]
    if bool(counts[0]) != bool(counts[1]):
        return False
    if counts[0]:
        if [any("/" in n for n in some) for some in counts] in ([True, False], [False, True]):
            return False
        if _kinds(one) & _kinds(two):
            return True
        names = one - counts[0] - two, two - counts[1] - one
        if all(names) and not (names[0] | names[1]) & (_UNITS | words.DAYS):  # OCaml 5.2 and Ruby 3.3
            return True
        rest = (one - counts[0]) ^ (two - counts[1])
        return counts[0] == counts[1] or not rest - _UNITS
    days = [bool(some & words.DAYS) for some in (one, two)]
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
    return at > 0 and bool(new.value or {*new.said[:at]} & _MEASURED)
