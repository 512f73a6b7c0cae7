"""The model's part of a reflection: it chooses, orders and words what the analyses found, and proves nothing itself.

What it says more than a finding does is not taken: then the finding keeps its own words. It can drop neither a
contradiction nor a question, and adds no change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reverie.domain import poison
from reverie.domain.audit import one_line
from reverie.domain.reflection import Finding, Past
from reverie.errors import ModelError
from reverie.llm.models import Model, asked
from reverie.llm.prompts import fence, load
from reverie.llm.proof import misread

_TAGS = ("past", "findings")
_KEPT = ("contradictions", "questions")
_LATELY = 20  # earlier reflections it is told of
_INSIGHTS, _SEEN = 3, 2  # insights at most, and findings that one has to rest on
_LONG = 300  # characters that it may always use; else twice what the finding has
_QUOTED = re.compile("“[^”]*”|`[^`]*`")
_TOKEN = re.compile(r"\w+(?:[./:@#+-]\w+)*")
_OPENING = """
a after again all also an and another are as at because before both but by can could did do does each every for from had
has have here how i if in is it its keep learned learnt many may memory might most my new no not nothing now of on once
one or our over put several should since so some something still that the their there these they this those three to
two until was we were what when where which while who why with without would you your"""
_OPENINGS = frozenset(_OPENING.split())  # what a sentence may begin with that is no name


class RewordByModel:
    """Asks a model for better words."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name = model.name

    def word(self, findings: Sequence[Finding], past: Sequence[Past]) -> tuple[list[Finding], str]:
        if not findings:
            return [], ""
        try:
            answer = asked(self._model, load("reflect"), question(findings, past))
        except ModelError as wrong:
            return [], str(wrong)
        kept = _chosen(answer["findings"], findings)
        if not kept:
            return [], f"{self.name} would tell nothing"
        missing = [each for each in findings if each.section in _KEPT and each.name not in {k.name for k in kept}]
        return [*kept, *missing, *_insights(answer["insights"], findings, past)], ""


def question(findings: Sequence[Finding], past: Sequence[Past]) -> str:
    """What a model is shown: numbered, fenced, without ids."""
    told = [
        f"N{n} {each.section} {'proposes' if each.proposes else 'tells'}: {one_line(each.text, 600)}"
        for n, each in enumerate(findings, 1)
    ]
    parts = {"past": "\n".join(map(_before, past[-_LATELY:])) or "none", "findings": "\n".join(told)}
    return "\n".join(fence(text, tag, *_TAGS) for tag, text in parts.items())


def _before(one: Past) -> str:
    why = f' because "{one_line(one.why, 200)}"' if one.why else ""
    about = f"; about {one_line(', '.join(one.reflection.themes), 200)}" if one.reflection.themes else ""
    return f"{one.reflection.name} {one.at:%Y-%m-%d}: {one.decision}{why}{about}"


def _chosen(told: Sequence[Mapping[str, Any]], findings: Sequence[Finding]) -> list[Finding]:
    """Those it chose, each once, in its order; in its words where these say no more than the finding."""
    found: dict[int, Finding] = {}
    for each in told:
        number = each["number"]
        if 1 <= number <= len(findings) and number not in found:
            old = findings[number - 1]
            words = _words(each["text"], old.text, 2 * len(old.text))
            whole = all(quoted in words for quoted in _QUOTED.findall(old.text))  # what is quoted is what it is about
            found[number] = replace(old, text=words) if words and whole else old
    return list(found.values())


def _insights(told: Sequence[Mapping[str, Any]], findings: Sequence[Finding], past: Sequence[Past]) -> list[Finding]:
    made = []
    for each in told[:_INSIGHTS]:
        seen = [findings[n - 1] for n in dict.fromkeys(each["findings"]) if 1 <= n <= len(findings)]
        source = "\n".join([*(finding.text for finding in seen), *map(_before, past[-_LATELY:])])
        text = _words(each["text"], source, _LONG) if len(seen) >= _SEEN else ""
        if text:
            keys = tuple(dict.fromkeys(key for finding in seen for key in finding.keys))
            proof = tuple(dict.fromkeys(id_ for finding in seen for id_ in finding.proof))
            made.append(Finding(section="evolution", text=text, keys=keys, name=f"insight {text}", proof=proof))
    return made


def _words(said: str, source: str, most: int) -> str:
    """Its words, when they are of the source: no name and no number more, no order, not much longer; else nothing."""
    text = " ".join(said.split())
    if not text or len(text) > max(most, _LONG) or one_line(text, len(text)) != text:
        return ""
    if _named(text, source) or misread(text, source.splitlines()):
        return ""
    return "" if (poison.rules(text) and not poison.rules(source)) or poison.authorises(text) else text


def _named(text: str, source: str) -> bool:
    """Whether it holds a word with a digit or a capital, as names have, that the source does not."""
    known = {token.casefold() for token in _TOKEN.findall(source)}
    special = [token for token in _TOKEN.findall(text) if token != token.lower() or any(c.isdigit() for c in token)]
    return any(
        token.casefold() not in known and (token[1:] != token[1:].lower() or token.lower() not in _OPENINGS)
        for token in special
    )
