"""Whose memory it is that a session tells something: the owner's own, or the project's. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from reverie.domain import notice as notices, prose, route as routes
from reverie.domain.fragment import Trust
from reverie.domain.prose import Sentence
from reverie.domain.route import Route
from reverie.domain.space import OWN
from reverie.domain.transcript import Transcript
from reverie.domain.wording import ARROW
from reverie.loop.extract import Draft

_PERSONAL = ("identity", "critical-facts")  # blocks of core memory that are about the owner
_ALL_PROJECTS = re.compile(  # a wish that is said to hold in all of them
    r"\b(?:in|for|across) (?:all|every|any)(?: of)?(?: my| our)? (?:projects?|repos?|repositories)\b"
    r"(?! (?:folder|director|file|under|in))"
    r"|\b(?:in allen (?:meinen |unseren )?projekten|en todos (?:mis|nuestros) proyectos|dans tous (?:mes"
    r"|nos) projets)\b",
    re.I,
)
_EVERYWHERE = re.compile(r"\b(?:everywhere|in general|überall|partout|en todas partes)\b", re.I)  # of what, is not said
_SOMEWHERE = re.compile(  # in one place, or of several who share it
    r"\b(?:in|on|at|for|within|inside|throughout|across|of) (?:the|this|that|these)\b|\beverywhere (?:else|we|they"
    r"|it|you|in|on)\b"
    r"|\büberall (?:im|in|auf)\b|\bpartout (?:dans|sur)\b|\ben todas partes (?:en|del?)\b"
    r"|\b(?:im|in (?:de[mr]|diese[mr])|dans (?:l[ea]|cet?|cette)|en (?:el|la|este|esta)|del?)\b"
    r"|\b(?:we|our|ours|us|the team|wir|uns|unsere?\w*|nous|notre|nos|nosotros|nuestr[oa]s?)\b",
    re.I,
)
_HERE = re.compile(
    r"\bthis (?:repo(?:sitory)?|project|service|app|codebase|package|module)\b|\band we\b", re.I
)  # nothing elsewhere, or not of the owner alone
_EMPHASIS = re.compile(r"\b(?:never ever|(?:do not|don['’]t) ever|critical\w*|important\s*:)[\s:,]*", re.I)
_WISHES = frozenset({"preference", "correction", "procedure"})  # what may be wanted everywhere; a fact is a place's


def whose(draft: Draft, found: Route, trust: Trust, transcript: Transcript) -> str:
    """Who the owner is, and what they want everywhere, is not a matter of one project; the rest, and doubt, is."""
    everywhere = draft.kind in _WISHES and (_anywhere(draft.quote) or notices.tone(draft.quote))
    personal = _of_the_owner(found) and draft.kind != "procedure" and not _HERE.search(draft.quote)
    if trust == "user" and (personal or everywhere or notices.own(draft.quote)):
        return OWN if transcript.space.startswith("project/") else transcript.space
    return transcript.space


def _anywhere(told: str) -> bool:
    """Whether a wish is said to hold in every project: outright, or "everywhere" with nothing that says where."""
    if _ALL_PROJECTS.search(told):
        return True
    return _EVERYWHERE.search(told) is not None and not (_SOMEWHERE.search(told) or _HERE.search(told))


def _of_the_owner(found: Route) -> bool:
    """Whether it belongs among what is so of the owner, and not only because it is said with emphasis."""
    if found.core != "critical-facts":
        return found.core in _PERSONAL
    plain = _EMPHASIS.sub("", found.text)
    return plain == found.text or routes.route(plain).core in _PERSONAL


def apart(draft: Draft, transcript: Transcript) -> list[Draft]:
    """The draft; of one that tells who the owner is and of the project, each by itself: it is kept in two places."""
    if not transcript.space.startswith("project/") or draft.verbatim or ARROW in draft.body:
        return [draft]
    body, quote = prose.sentences(draft.body), prose.sentences(draft.quote)
    if len(body) < 2 or len(body) != len(quote):
        return [draft]
    theirs = _of_each(body)
    runs = [list(run) for _, run in groupby(range(len(body)), key=theirs.__getitem__)]
    if len(runs) == 1:
        return [draft]
    return [
        replace(
            draft,
            body=draft.body[body[run[0]].start : body[run[-1]].end],
            quote=draft.quote[quote[run[0]].start : quote[run[-1]].end],
        )
        for run in runs
    ]


def _of_each(body: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence tells who the owner is; one that leans on those before it is of the same."""
    found: list[bool] = []
    for one in body:
        leans = found and (notices.leans(one.text) or notices.refers(one.text))
        found.append(found[-1] if leans else _of_the_owner(routes.route(one.text)) and not _HERE.search(one.text))
    return found
