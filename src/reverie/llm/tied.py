"""Whether two statements can be of the same attribute at all: what one says must touch what the other says.

That both name somebody is no tie: who takes up the cello has not changed schools. A tie is a telling word that both
have, two words of one side of life, words that mean nearly the same, or a value that the new statement says is gone.
Pure, the same answer for the same words.
"""

from __future__ import annotations

import re
from functools import cache

from reverie.domain import bygone, claim_words as words, ending, sides, subject
from reverie.domain.claim_reading import claim
from reverie.domain.given_names import given
from reverie.domain.kin import kin
from reverie.llm.pairs import Read, read, stem


def _set(block: str) -> frozenset[str]:
    return frozenset(block.split())


NEAR = 0.45  # cosine of two words that tell of one thing
_SIDES = """
live lives living lived moved move moving settled settle resident resides home address flat apartment house
    wohne wohnt umgezogen gezogen habite déménagé vivo based relocated lives
work works working worked job joined join employer company office started hired career promoted engineer developer
    teacher nurse designer consultant
married divorced divorce single engaged wife husband girlfriend boyfriend partner dating split wedding
school primary kindergarten class grade university college studies study studying studied major degree
drives drive driving car bike cycle train bus commute van
eats eat vegan vegetarian diet meat
drinks drink tea coffee
takes take pills tablets dose mg
calls meeting appointment call slot weekly monthly
plays play sport soccer football tennis handball judo ballet swimming gym
instrument violin cello piano guitar drums
pregnant baby born due
"""
_NO_TIE = frozenset(  # which say nothing of what a statement is about
    stem(word)
    for word in _set("""
    son daughter wife husband brother sister mother father mom mum dad parents friend colleague cousin niece nephew
    kid kids child partner neighbour neighbor boss new old name names called last next week weeks month months year
    years day days today yesterday monday tuesday wednesday thursday friday saturday sunday mondays tuesdays
    wednesdays thursdays fridays saturdays sundays january february march april may june july august september
    october november december morning mornings evening evenings night these switched switch moved move changed
    change started start starts took take takes taking taken like likes use uses used using work works live lives
    play plays have made make makes goes went come came back left quit stopped stop happen really finally official
    way again until since daily weekly monthly nightly mr mrs ms dr more less still got get gets am pm time now
    actually other own big small good nice way history only
""")
)
_ALOOF = _set("""
    dr mr mrs ms city town work works moved lead head
""")  # which stand beside anything
_CALLED = re.compile(
    r"\b(?:is|are|was|got|be)\s+(?:now\s+)?(?:called|named|renamed)\b|\bheißt\b|\bs'appelle\b|\bse llama\b", re.I
)
_MEASURES = re.compile(r"\b(?:port|version|email|phone|age|size|limit|timeout|budget|price|cost|rent|salary)\b")
_IS_A = re.compile(r"\bis an? ", re.I)
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof)\.? $")
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r"`[^`]+`|\b[\w-]+(?:\.[\w-]+){2,}\b")
_PLACED = re.compile(r"\b(?:is|are|runs?|listens?|lives?|sits?|stands)\s+(?:on|at|in)\b|://|\w\.\w{2,}\b|\d", re.I)


def untied(held: str, said: str) -> bool:
    """Whether nothing but a name, or nothing at all, ties a statement to what it seems to replace."""
    gone = bygone.read(said)
    if any(bygone.holds(held, each) for each in gone):
        return False
    if other_attribute(held, said):
        return True
    old, new = read(held), read(said)
    before, after = _tools(old), _tools(new)
    if before and after:
        told = claim(said)
        elsewhere = told.came and told.topic and told.topic.isdisjoint(claim(held).bag)
        return bool(elsewhere) or before.isdisjoint(after)
    changed = read(" ".join(part for part in ending.clauses(said) if bygone.read(part))) if gone else new
    names = _names(old, new)
    mine, theirs = (
        {word for word in of.soft if word not in names and word not in _NO_TIE and not _in_code(of, word)}
        for of in (old, changed)
    )
    if mine & theirs or _one_side(old, changed) or (_DIGIT.search(held) and _DIGIT.search(said) and not gone):
        return False
    if not gone and not (_named_by_both(old, new, names) and theirs):
        return False
    asked = subject.subject(held)
    if asked and asked.owner and not asked.words & {*new.words}:
        return True  # "Ida's teacher is …", and the other is of Ida, but of no teacher
    return not _near(old, mine, changed, theirs)


def other_attribute(held: str, said: str) -> bool:
    """Whether two statements tell different sides of something: how it is called and where it is, where somebody lives
    and where they work; or one of them alone a measure."""
    if sides.apart(held, said):
        return True
    if _CALLED.search(said) and not _CALLED.search(held) and _PLACED.search(held):
        return True
    measure = {*_MEASURES.findall(held.lower())}
    if (
        measure
        and _DIGIT.search(held)
        and not _DIGIT.search(said)
        and measure.isdisjoint(_MEASURES.findall(said.lower()))
    ):
        return True
    ours, theirs = read(held), read(said)
    both_mine = all(each and each.sort == "self" for each in (subject.subject(held), subject.subject(said)))
    return both_mine and bool(ours.owned and theirs.owned) and (ours.owned - _NO_TIE).isdisjoint(theirs.owned)


def _names(old: Read, new: Read) -> frozenset[str]:
    """Words with a capital in both that name something in one at least, and first names."""
    found = {*old.hard, *new.hard} | {stem(word) for of in (old, new) for word in of.hard}
    return frozenset(
        word
        for of in (old, new)
        for word in of.soft
        if word in found
        or _TITLE.search(of.text[: of.soft[word].start])
        or (of.text[of.soft[word].start].isupper() and given(of.soft[word].spelt))
    )


def _named_by_both(old: Read, new: Read, names: frozenset[str]) -> bool:
    """Whether both name somebody, or a thing by its name."""
    ours, theirs = ({*(stem(each) for each in of.hard), *(of.soft.keys() & names)} for of in (old, new))
    return bool({word for word in ours & theirs if not word[0].isdigit()} - _NO_TIE)


def _in_code(of: Read, word: str) -> bool:
    """Whether a word is only a part of a command or an address: "test" of `pnpm test` is nobody's tests."""
    return any(
        code[0] in of.text and word in code[0].lower() and of.text.lower().count(word) == code[0].lower().count(word)
        for code in _CODE.finditer(of.text)
    )


def shares(held: str, said: str) -> bool:
    """Whether two statements have a telling word in common, beside names."""
    old, new = read(held), read(said)
    return bool((old.soft.keys() & new.soft.keys()) - _names(old, new) - _NO_TIE)


def _tools(of: Read) -> frozenset[str]:
    """The kinds of the tools that a statement tells."""
    known = (words.KINDS.get(words.ALIAS.get(each, each), frozenset()) for each in of.words)
    return frozenset[str]().union(*known)


def _one_side(old: Read, new: Read) -> bool:
    """Whether a word of each tells of one side of life, or answers for the other; or both say what somebody is."""
    ours, theirs = (frozenset(side for word in of.words for side in _sides().get(word, ())) for of in (old, new))
    if ours & theirs or (_IS_A.search(old.text) and _IS_A.search(new.text)):
        return True
    told = [{word for word in of.words if word not in _ALOOF} for of in (old, new)]
    return any({*kin(word)} & to for of, to in (told, told[::-1]) for word in of)


@cache
def _sides() -> dict[str, frozenset[int]]:
    """Which sides of life a word tells of."""
    found: dict[str, frozenset[int]] = {}
    for side, line in enumerate(_SIDES.strip().replace("\n    ", " ").splitlines()):
        for word in line.split():
            found[word] = found.get(word, frozenset()) | {side}
    return found


def _near(old: Read, mine: set[str], new: Read, theirs: set[str]) -> bool:
    if not mine or not theirs:
        return False
    one = old.vectors[[old.rows[word] for word in sorted(mine)]]
    other = new.vectors[[new.rows[word] for word in sorted(theirs)]]
    return float((one @ other.T).max()) >= NEAR
