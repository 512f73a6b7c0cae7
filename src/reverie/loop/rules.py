"""Rules and facts that somebody gives in a row: each of them holds by itself, and may be changed by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain import notice, prose
from reverie.loop.rethought import settled

MOST = 12  # statements in a row that are told apart: more of them are a text
_RULE = re.compile(
    r"\W*(?:(?:please|also|and|we|you|i|from now on)[\s,]+){0,3}"
    r"(?:always|never|do(?:n't|nt| not)\b(?! (?:know|think|care))|must\b|immer|niemals|toujours|jamais|ne\b"
    r"|siempre|nunca)\b",
    re.I,
)
_MORE = re.compile(r"\b(?:either|too|as well|neither|instead|otherwise|even|auch nicht|non plus|tampoco)\b", re.I)
_JOINT = re.compile(r"\s*[,;]\s*(?:(?:and|but|also)\s+(?:also\s+|please\s+)?)?|\s+and\s+", re.I)
_WHEN = re.compile(r"\b(?:before|after|when|whenever|every|each|always)\b", re.I)
_OR = re.compile(r"\b(?:n?or|oder|ou)\b", re.I)
_SCOPED = re.compile(  # what it opens with holds for all that follows
    r"\W*(?:if|when\w*|unless|while|once|before|after|until|for|in|on|to|since|because|as|with)\b",
    re.I,
)
_ORDER = re.compile(r"^\W*(?:first|step)\b|\b(?:then|afterwards?|after that|finally|lastly)\b", re.I)
_WANTS = (
    r"(?:use|run|write|keep|prefer|avoid|add|put|ask|name|stick|follow|make sure|check|answer|reply|explain|wrap|log"
    r"|pin|squash|ping|tell|notify)"
)
_DONE = (
    r"(?:commit|push|merge|rename|touch|delete|remove|update|rebase|deploy|release|install|format|bump|edit|tag|ship)"
)
_DOES = re.compile(
    r"(?:(?:please|also|from now on|we|you)[\s,]+){0,3}(?:(?:(?P<no>never|do(?:n't|nt| not))|(?P<yes>always|we))\s+"
    rf"(?:{_WANTS}|{_DONE})|{_WANTS})\s+(?!or\b|and\b)\S",
    re.I,
)
_POINTS = re.compile(
    r"\b(?:it|its|them|there|(?:that|this|those|these)(?! (?:repo|project|codebase|app|site|team)\b))\b(?!['’])",
    re.I,
)
_TELLS = re.compile(  # names something, and says of it what it is or does
    r"(?!(?:which|who|whom|whose|that|because|so|if|when|where|while|since|until|unless|but|or|it|they|he|she|this|these"
    r"|those|there|not|also|then|as|than)\b)(?:[\w'./@:-]+\s+){1,5}?(?:is|are|was|were|has|have|uses?|owns?|runs?|lives?"
    r"|happens?|prefers?|likes?|loves?|hates?|leads?|works?|needs?|wants?|goes|handles?|must|should|can|can't|cannot|do"
    r"|don'?t|does|doesn'?t|starts?|ends?|belongs?|expires?|closes?|opens?|takes?|means?|listens?|deploys?|reviews?)\s+\S",
    re.I,
)
_CUT_SHORT = re.compile(r"\b(?:on|in|at|to|by|from)\s+(?:the\s+)?\d{1,2}\W*$", re.I)  # "on 2": the floor, said before
_GOES_ON = re.compile(
    r"\W*(?:and|but|so|because|then|otherwise|which|plus|or|only|except|unless|actually|no|not|wait|same|both)\b", re.I
)
_LEAST = 12  # characters of a statement that stands by itself, unless the first is as short
_STEP = re.compile(  # to be done once, one after the other
    r"\W*(?:run|stop|start|restart|open|close|copy|pull|push|build|deploy|merge|tag|bump|install|click|log|wait|go|make)\b"
    r"(?!.*\b(?:before|after|when|every|each|all)\b)",
    re.I,
)


def rule(sentence: str) -> bool:
    """Whether a sentence is a rule by how it begins."""
    return _RULE.match(sentence) is not None


def apart(sentence: str) -> bool:
    """Whether a sentence is a rule that says nothing more of what was said before it."""
    return rule(sentence) and not any(more.search(sentence) for more in (_MORE, _POINTS))


def several(sentence: str, *, facts: bool = False) -> list[str]:
    """The rules that a sentence joins by commas, word for word; `facts`, too, when they were announced as a list.

    One that does not stand by itself stays with the one before; where it is not clear which, nothing is told apart.
    """
    whole = [sentence]
    if _OR.search(sentence) or _SCOPED.match(sentence) or _ORDER.search(sentence):
        return whole
    parts: list[str] = []
    start, stood = 0, True
    for piece, begin, end, joint in _pieces(sentence):
        does = _DOES.match(piece)
        stands = does is not None or (facts and _TELLS.match(piece) is not None)
        if not parts:
            if not stands:
                return whole
            parts, start = [piece], begin
            continue
        tied = joint == "and" and not stood  # "bob and ana are on call": bob is no part of what stands before
        bare = does and not (does["no"] or does["yes"])
        forbidden = bare and _denies(parts[-1]) and not (_WHEN.search(piece) and joint != ",")
        if stands and (tied or forbidden or _POINTS.search(piece)):
            return whole
        if stands:
            parts, start = [*parts, piece], begin
        else:
            parts[-1] = sentence[start:end].rstrip()
        stood = stands
    return parts if 1 < len(parts) <= MOST else whole


def stated(text: str) -> list[str]:
    """The statements that somebody announced as a list, each with the sentences that only go on with it.

    Steps that are taken one after the other, and what was taken back on the way, are one.
    """
    said = prose.sentences(text)
    if settled(text) != text or _ORDER.search(text) or sum(_STEP.match(one.text) is not None for one in said) > 1:
        return [text]
    spans: list[tuple[int, int]] = []
    for one in said:
        if spans and not (_alone(one.text) and len(one.text) >= min(_LEAST, len(said[0].text))):
            spans[-1] = (spans[-1][0], one.end)
        else:
            spans.append((one.start, one.end))
    if sum(len(text[start:end].split()) for start, end in spans) < len(text.split()):
        return [text]  # what is no sentence, a command below it, belongs to all of it
    parts = [part for start, end in spans for part in several(text[start:end], facts=True)]
    return parts if 1 < len(parts) <= MOST else [text]


def _alone(sentence: str) -> bool:
    """Whether a sentence says of what it speaks, and is no afterthought to the one before it."""
    if " " not in sentence or sentence.rstrip().endswith("?") or _GOES_ON.match(sentence):
        return False
    if notice.leans(sentence) or notice.refers(sentence):
        return False
    return not (_MORE.search(sentence) or _CUT_SHORT.search(sentence))


def _denies(part: str) -> bool:
    """Whether a rule forbids something, so that what follows may be forbidden with it."""
    does = _DOES.match(part)
    return does is not None and does["no"] is not None


def _pieces(sentence: str) -> Iterator[tuple[str, int, int, str]]:
    """What stands between the commas of a sentence: the words, where they are, and what joins them to those before."""
    begin, joint = 0, ""
    for found in (*_JOINT.finditer(sentence), None):
        end = found.start() if found else len(sentence)
        if piece := sentence[begin:end].strip():
            yield piece, begin, end, joint
        if found:
            begin, joint = found.end(), " ".join(found[0].lower().split())
