"""Denial: whether a statement says that what another holds is not so, however alike their words are. Pure.

"Ida is not allergic to hazelnuts after all" makes "she's allergic to hazelnuts so the snack has no nuts" no firmer,
though both have a "no" in them: what counts is what is denied.
"""

from __future__ import annotations

import re

from reverie.domain import claim_words as words
from reverie.domain.claim_tokens import canon
from reverie.domain.text import spelled

_CLAUSE = re.compile(
    r"[,;:.!?()–—→]+(?:\s+|$)|\s+(?:and|but|because|so|though|und|aber|sondern|weil|et|mais|car|y|pero|sino|porque)\s+",
    re.I,
)
_NO = re.compile(
    r"(?:\b(?:not|never|no longer|cannot|nicht|kein\w*|nie|pas|plus|jamais|no|nunca|ya no)\b|n't\b)(?!\s+(?:only|just"
    r"|nur|seulement|solo|sólo)\b)",
    re.I,
)
_DENIES = re.compile(  # in what is held: it says itself that something is not so
    r"\b(?:not|no|never|none|nobody|nothing|nor|neither|without|cannot|hardly|stop\w*|avoid\w*|refus\w*|forbid\w*|quit"
    r"|forbidden|ban\w*|dislik\w*|hat(?:e|es)|gave up|except|unless|nicht|kein\w*|nie|ohne|verboten|pas|jamais|sans"
    r"|nunca|sin)\b|n't\b",
    re.I,
)
_BESIDE = re.compile(r"(?<=\w)\s+(?:without|except|ohne|außer|sans|sauf|sin|salvo)\s.*$", re.I)  # what is not with it
_ONLY_THEN = re.compile(
    r"\b(?:after|before|until|till|unless|without|if|when|while|during|except|more than|less than|yet|wenn|bevor|nach"
    r"|vor|si|quand|avant|après|cuando|antes|después)\b",
    re.I,
)
_WRONG = re.compile(
    r"\b(?:was|were|had been|am|are|is) (?:wrong|mistaken)(?: (?:about|with|in saying))?\b"
    r"|\b(?:it|that) (?:is|was)(?:n't| not) true that\b|\bhabe mich (?:geirrt|getäuscht)\b"
    r"|\bje me suis trompée?\b|\bme equivoqué\b",
    re.I,
)
_WORD = re.compile(r"[^\W_][\w'’+#-]*")
_LEANS = """
    after all any more anymore longer really actually be been do does did mehr doch he she him her his they them their
    it its sie er ihr elle il ella él that this
"""
_SLIGHT = words.FILLERS | words.DETERMINERS | words.PREPOSITIONS | words.WE | words.ME | {*_LEANS.split()}
_SLIGHT |= words.RELATIONS.keys()


def of(said: str, held: str) -> bool:
    """Whether a statement denies what is held: all that it says not to be so is told there, without a no."""
    said, held = spelled(said), spelled(held)
    if said.rstrip().endswith("?"):
        return False
    told = [_BESIDE.sub("", clause) for clause in _CLAUSE.split(held) if clause]
    clauses = [({*_telling(clause)}, _DENIES.search(clause) is not None) for clause in told]
    for clause in _CLAUSE.split(said):
        denied = _denied(clause or "")
        if denied and any(denied <= told and not no for told, no in clauses):
            return not _says_again(said, clauses)
    return False


def _denied(clause: str) -> set[str]:
    """The telling words of what a clause says not to be so."""
    no = _NO.search(clause) or _WRONG.search(clause)
    if no is None or _ONLY_THEN.search(clause.replace("after all", "")):
        return set()
    return {*_telling(clause[no.end() :])}


def _says_again(said: str, clauses: list[tuple[set[str], bool]]) -> bool:
    """Whether it says elsewhere, without a no, what is held: "we deploy on Fridays, do not ask why"."""
    yes = [
        {*_telling(clause)}
        for clause in _CLAUSE.split(said)
        if clause and not (_NO.search(clause) or _WRONG.search(clause))
    ]
    return any(told and told <= each for told, no in clauses if not no for each in yes)


def _telling(text: str) -> list[str]:
    found = [word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text)]
    return [canon(word) for word in found if word not in _SLIGHT]
