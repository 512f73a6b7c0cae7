"""What agents do again: a stretch of commands, what two have in common, a fix that helped twice. Pure.

Nothing here comes from what a tool answered, but for the name of an error: whoever can make a tool print something
could teach by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reverie.domain import command, poison, safety, skill as skills
from reverie.domain.citation import Citation, Evidence, comment
from reverie.domain.command import EDIT, Step
from reverie.domain.fragment import Fragment
from reverie.domain.page import Page
from reverie.domain.skill import Procedure
from reverie.domain.text import slug

HOW = "done by an agent"  # as a skill says what it was learnt from
_BODY = re.compile(r"Ran(?: for \u201c(?P<asked>[^\u201d]*)\u201d)?: (?P<steps>`[^`]+`(?:; `[^`]+`)*)\.")
_CODE = re.compile(r"`([^`]+)`")
_LEARNT = re.compile(rf"^- {HOW}\b.*$", re.M)
_FIX = re.compile(
    r"(?:.*? )?`(?P<wrong>[^`]+)` fails with \u201c(?P<line>[^\u201d]*)\u201d; "
    r"(?:`(?P<works>[^`]+)` works|after `(?P<first>[^`]+)` it works)\.",
    re.S,
)
_NAME = r"['\"\u2018`]?(?P<name>[\w@][\w./@:-]{0,60})['\"\u2019`]?"
_ERRORS = [  # what an error is called: nothing else of an output is taken over
    re.compile(form, 0 if "A-Z" in form else re.I)
    for form in (
        rf"\b(?P<what>no module named) {_NAME}",
        rf"\b(?P<what>cannot find (?:module|package)|unknown (?:command|option)) {_NAME}",
        rf"\b(?P<what>command not found): {_NAME}",
        rf"\b(?:relation|table|database|role) {_NAME} (?P<what>does not exist|already exists)",
        r"\b(?P<what>[A-Z]\w*(?:Error|Exception)|E[A-Z]{4,}|TS\d{4})\b",
        r"\b(?P<what>permission denied|connection refused|no such file or directory|address already in use"
        r"|command not found|not found|timed out|access denied|already exists|out of memory)\b",
    )
]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Commands that an agent ran one after another, and what it was asked for."""

    steps: tuple[Step, ...]
    asked: str = ""

    @property
    def body(self) -> str:
        """As a fragment tells it."""
        asked = f" for \u201c{self.asked}\u201d" if self.asked else ""
        return f"Ran{asked}: {'; '.join(f'`{step.text}`' for step in self.steps)}."

    @property
    def telling(self) -> set[tuple[str, ...]]:
        """What its steps do, without what everybody knows."""
        return {step.head for step in self.steps if step.sort in ("routine", "act")}


def read(body: str) -> Stretch | None:
    """The stretch that a fragment tells of."""
    found = _BODY.fullmatch(body)
    return Stretch(tuple(map(command.read, _CODE.findall(found["steps"]))), found["asked"] or "") if found else None


def stretch(steps: Sequence[Step], asked: str = "") -> Stretch | None:
    """Steps as a stretch, each at its last time; None when nobody should learn from them."""
    last = {step.head: n for n, step in enumerate(steps)}
    made = Stretch(tuple(step for n, step in enumerate(steps) if last[step.head] == n), asked)
    said = [step.text for step in made.steps]
    if not command.taught(made.steps) or any("`" in text for text in said) or safety.MARK in made.body:
        return None
    if any(map(command.dangerous, said)) or poison.sways(*said) or poison.authorises(*said):
        return None
    unsaid = poison.rules(asked) or poison.authorises(asked) or re.search(r"[\u201c\u201d\n]", asked)
    return Stretch(made.steps) if unsaid else made


def common(newer: Stretch, older: Stretch) -> tuple[Step, ...]:
    """The steps of both, in the order of both, if they are most of what one did and worth being taught."""
    if len(newer.telling & older.telling) < 2:
        return ()
    new, old = newer.steps, older.steps
    best: list[list[tuple[Step, ...]]] = [[()] * (len(old) + 1) for _ in range(len(new) + 1)]
    for i, one in enumerate(new):
        for j, other in enumerate(old):
            if command.same(one, other):
                best[i + 1][j + 1] = (*best[i][j], command.general(one, other))
            else:
                best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], key=len)
    found = best[-1][-1]
    least = min(len(newer.telling), len(older.telling))
    return found if command.taught(found) and 2 * len(Stretch(found).telling) >= least else ()


def holds(done: Stretch, steps: Sequence[Step]) -> bool:
    """Whether a stretch did all of these, in this order."""
    heads = iter([step.head for step in done.steps])
    return bool(steps) and all(step.head in heads for step in steps)


# --- As a skill -------------------------------------------------------------------------------------


def procedure(steps: Sequence[Step], asked: Sequence[str] = ()) -> Procedure:
    """How to do it: what it is for is known by what was asked for."""
    names = list(dict.fromkeys(" ".join(step.head) for step in _named(steps)))
    goal = f"run {', '.join(names[:-1])} and {names[-1]}"
    wishes = [f"\u201c{each}\u201d" for each in dict.fromkeys(asked) if each][:2]
    when = f"somebody asks for something like {' or '.join(wishes)}" if wishes else f"{names[-1]} is to be run"
    return Procedure(goal=goal, steps=tuple(map(_told, steps)), when=when)


def name(steps: Sequence[Step]) -> str:
    """What the skill is called: what its steps do, each word once, cut between words."""
    words = dict.fromkeys(word for step in _named(steps) for part in step.head for word in slug(part).split("-"))
    called = ""
    for word in words:
        if word and len(called) + len(word) < skills.NAME_LENGTH:
            called = f"{called}-{word}" if called else word
    return called


def _named(steps: Sequence[Step]) -> list[Step]:
    return [step for step in steps if step.sort in ("routine", "act")]


def _told(step: Step) -> str:
    return f"edit `{step.words[-1]}`" if step.words[0] == EDIT else f"`{step.text}`"


def taught(page: Page) -> tuple[Step, ...]:
    """The commands that a skill's steps name."""
    found = []
    for told in skills.taught(page):
        edits = told.startswith(f"{EDIT} `")
        found += [Step((EDIT, code)) if edits else command.read(code) for code in _CODE.findall(told)]
    return tuple(found)


def by_agents(page: Page) -> bool:
    """Whether a skill was learnt from what agents did."""
    return _LEARNT.search(page.text) is not None


def done_again(page: Page, cited: Citation) -> Page:
    """The skill with one more proof, beside those it has: its words stay as a person approved them."""
    last = list(_LEARNT.finditer(page.text))[-1]
    line = f"{last[0]} {comment(Evidence(frozenset({cited})))}"
    return Page(key=page.key, text=page.text[: last.start()] + line + page.text[last.end() :])


# --- What helped ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fix:
    """A command that failed, the name of its error, and the commands that helped."""

    wrong: Step
    error: str
    steps: tuple[Step, ...]

    @property
    def procedure(self) -> Procedure:
        tried = " ".join(self.wrong.head)
        fails = f"`{self.wrong.text}` fails" + (f" with {self.error}" if self.error else "")
        again = () if self.wrong.head in {step.head for step in self.steps} else (f"`{self.wrong.text}` again",)
        return Procedure(
            goal=f"{self.error} from {tried}" if self.error else f"{tried} failing",
            steps=(*map(_told, self.steps), *again), error=True, when=fails, notes=(f"{fails} without it",),
        )  # fmt: skip


def fix(fragment: Fragment) -> Fix | None:
    """What a fragment tells of a command that failed and what helped; None when it tells no such thing, or danger."""
    found = _FIX.fullmatch(fragment.body) if fragment.kind == "procedure" and fragment.trust != "user" else None
    if not found or poison.sways(fragment.body, fragment.quote) or safety.MARK in fragment.body:
        return None
    failed, helped = found["wrong"], found["works"] or found["first"]
    wrong, steps = (_steps(said, fragment.project or "") for said in (failed, helped))
    if not wrong or not steps or command.dangerous(failed) or command.dangerous(helped):
        return None
    if [step.text for step in steps] == [step.text for step in wrong]:
        return None  # what changed varies from day to day
    return Fix(wrong[-1], _error(found["line"]), steps)


def _steps(said: str, folder: str) -> tuple[Step, ...]:
    return tuple(step for step, _ in command.steps(said, folder))


def _error(line: str) -> str:
    """What an error is called, by a line of an output."""
    for form in _ERRORS:
        if found := form.search(line):
            named = found.groupdict().get("name")
            return f"{found['what']} {named}" if named else found["what"]
    return ""
