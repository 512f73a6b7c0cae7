"""What a message has an agent do, and which standing rules are about that. Light to import, for hooks."""

from __future__ import annotations

import re
from functools import cache

from reverie.domain import words

_FEWEST = 4  # letters of a word that is told by its beginning
_WITHIN = 10  # words at the beginning of a rule, in which it says what it is about
_SUBJECT = 2  # and those in which a statement of all things of a kind names them

_DONE = (  # what an agent is told to do, and the words by which rules speak of that
    (r"deploy|ship|release|roll out|publish|redeploy", "deploy deployed deployment release rollout ship publish"),
    (r"commit", "commit commits"),
    (r"push", "push"),
    (r"merge|rebase", "merge rebase"),
    (r"refactor|rename|rewrite|restructure|reorgani[sz]e|migrate|clean up", "files refactor rename edit touch"),
    (r"(?:delete|remove|wipe)(?=.{0,60}\b(?:files?|folders?|branch(?:es)?|tables?|database)\b)", "delete remove"),
)  # fmt: skip
_MADE = "write|draft|make|create|plan|prepare|compose|add|send|reply|answer|generate|design"
_VERBS = {  # one of which a task begins with
    *_MADE.split("|"), "deploy", "ship", "release", "roll", "publish", "redeploy", "commit", "push", "merge", "rebase",
    "refactor", "rename", "rewrite", "restructure", "reorganise", "reorganize", "migrate", "clean", "delete", "remove",
    "wipe",
}  # fmt: skip
_SAME = {"email": "mail", "emails": "mails", "mail": "email", "mails": "emails", "reply": "email", "quiz": "quizzes"}


@cache
def _tasks() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a message says what is to be done, and what is to be made."""
    polite = (
        r"\W*(?:(?:please|ok(?:ay)?|now|then|and|so|can|could|would|will|you|let'?s|hey|also|just|go ahead and)\W+)*"
    )
    done = "|".join(f"(?P<d{n}>{verb})" for n, (verb, _) in enumerate(_DONE))
    return (
        re.compile(rf"{polite}(?:{done})\b", re.I),
        re.compile(
            rf"{polite}(?:{_MADE})\s+(?P<what>[\w'-]++(?:\s+[\w'-]++){{0,4}}?)"
            r"(?=\s*(?:$|[.,;:!?]|\b(?:about|on|for|to|with|in|of|from|that|which|explaining|saying)\b))",
            re.I,
        ),
    )


@cache
def _rule() -> re.Pattern[str]:
    """How a statement says what to do."""
    return re.compile(
        r"^\W*(?:please |for [\w' ]{1,40},? )?(?:always|never|no|don't|do not|ask|keep|use|write|run|sign|put|make"
        r"|only|avoid|prefer|give|open|check|wait|tell|start|end|commit|deploy|test|format|delete|push|merge|add)\b"
        r"|\b(?:always|never|must|should|only|before you|when(?:ever)? you|i prefer|i'd rather|i want|please)\b"
        r"|\bin imperative\b|\bsigned?(?: off)?\b|\bimmer\b|\bnie(?:mals)?\b",
        re.I,
    )


def topics(text: str) -> tuple[str, ...]:
    """The words by which rules speak of what a message has an agent do; none when it has it do nothing of the kind."""
    first = text.strip()[:300]
    if _VERBS.isdisjoint(re.findall(r"[a-z]+", first[:80].lower())):  # most prompts: nothing else is compiled for them
        return ()
    done, made = _tasks()
    if found := done.match(first):
        return tuple(next(said.split() for n, (_, said) in enumerate(_DONE) if found[f"d{n}"]))
    found = made.match(first)
    said = words.terms(found["what"]) if found else ()
    return tuple(dict.fromkeys(each for word in said[-1:] for each in (word, _SAME.get(word, word))))


def rules(statement: str, about: tuple[str, ...]) -> bool:
    """Whether a statement is a rule about one of these words: what to do, or how all things of a kind are."""
    said = re.findall(r"[^\W_]+", statement.lower())[:_WITHIN]
    named = [n for n, word in enumerate(said) if any(_alike(word, each) for each in about)]
    if not named:
        return False
    return bool(_rule().search(statement)) or any(n < _SUBJECT and said[n].endswith("s") for n in named)


def _alike(one: str, other: str) -> bool:
    bare, same = one.removesuffix("s"), other.removesuffix("s")
    return bare == same or (len(same) >= _FEWEST and one.startswith(same) and len(one) - len(same) <= _FEWEST - 1)
