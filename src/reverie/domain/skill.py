"""A skill: how to do something, in the Agent Skills format, with what it was learnt from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.domain import citation, front
from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import Key, Page
from reverie.domain.text import fold, normalise, sentences, slug

DESCRIPTION_LENGTH = 1024
NAME_LENGTH = 48  # shorter than a name may be: it is read in lists
NOTES = 5  # that one telling may add
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_GOAL_LENGTH, _NOTE_LENGTH = 200, 240
_STEP = re.compile(r"^[ \t]*(?:\d+[.)]|[-*])[ \t]+(\S.*)$", re.M)
_STEPS = re.compile(r"^##[ \t]+Steps[ \t]*\r?\n(.*?)(?=^##[ \t]|\Z)", re.M | re.S)
_IN_LINE = re.compile(r"(?<=\S)[ \t]+(?=(\d{1,2})[.)][ \t]+\S)")
_NOTES = re.compile(r"^##[ \t]+Notes[ \t]*\r?\n(.*?)(?=^##[ \t]|\Z)", re.M | re.S)
_LEARNED = re.compile(r"^##[ \t]+Learned From\b", re.M)
_LISTED = re.compile(  # what a list of steps is called
    r"\s*\b(?:check-?list|process|procedure|steps|run-?book|play-?book|how-?to|guide|instructions)$",
    re.I,
)
_DOING = re.compile(
    r"(?!(?:thing|morning|evening|string|ring|spring|king|wedding|building|meeting)\b)\w{2,}ing\b", re.I
)
_ARTICLE = re.compile(r"(?:the|a|an|our|my|your|this)\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """What somebody told of how a thing is done: what for, and the steps; of an error, the steps that mend it."""

    goal: str
    steps: tuple[str, ...]
    error: bool = False
    named: bool = False  # the goal is a name, "release checklist" or "deploying", not something to do
    when: str = ""  # when it is to be used, when that was told
    notes: tuple[str, ...] = ()  # what was told beside the steps

    @property
    def name(self) -> str:
        """The goal as a file name, cut between words."""
        words = fold(self.goal).split()
        words = [w for w in words if w not in ("the", "a", "an", "error")] if self.error else words
        name = slug(" ".join(["fix", *words] if self.error else words))
        return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH + 1].rpartition("-")[0] or name[:NAME_LENGTH]

    @property
    def description(self) -> str:
        """What it is for and when to use it, as a host shows it; without what could be taken for a tag."""
        goal, when = (_cut(re.sub(r"[<>]", "", each), _GOAL_LENGTH) for each in (self.goal, self.when))
        if self.error:
            what, use = f"What helps against {goal}", f"{goal} shows up"
        elif self.named:
            steps = _cut(re.sub(r"[<>]", "", ", ".join(self.steps)), _GOAL_LENGTH)
            what, use = f"{goal[:1].upper()}{goal[1:]}: {steps}", _occasion(goal)
        else:
            what, use = f"How to {goal}", f"somebody wants to {goal}"
        return f"{what}. Use when {re.sub('^when ', '', when, flags=re.I) or use}."[:DESCRIPTION_LENGTH]


def _occasion(name: str) -> str:
    """When something is to be used that is called "release checklist" or "deploying docs"."""
    about = _LISTED.sub("", name).strip() or name
    inside = about[0].lower() + about[1:] if about[1:2].islower() else about  # CI stays CI
    if _DOING.match(about):
        return f"{inside}, or asked how that is done"
    the = "" if _ARTICLE.match(about) else "the "
    return f"it is time for {the}{inside}, or somebody asks how that is done"


def _cut(text: str, most: int) -> str:
    """The text as one line, cut between words."""
    flat = " ".join(text.split()).rstrip(" .")
    return flat if len(flat) <= most else flat[:most].rpartition(" ")[0] or flat[:most]


def unloadable(page: Page) -> str | None:
    """Why a host would not load this skill, or None."""
    name, description = front.get(page.text, "name"), front.get(page.text, "description") or ""
    if name != page.key.slug or not _NAME.fullmatch(name):
        return f"must be called {page.key.slug!r} like its folder, in a-z, 0-9 and single dashes"
    if not 0 < len(description) <= DESCRIPTION_LENGTH:
        return f"needs a description of at most {DESCRIPTION_LENGTH} characters that says when to use it"
    return None


# --- How people tell procedures ---------------------------------------------------------------------

_LEAD = re.compile(
    r"""^(?:(?:and|so|ok(?:ay)?|again|reminder|note|fyi|for\ the\ record)[,:]?\s+)*
    (?:(?:this|here|that)(?:'s|\ is)\s+)?(?:(?:the|our|my)\s+)?(?:usual\s+|right\s+|correct\s+|normal\s+)?
    (?:(?:way|steps?|procedure|process|recipe|routine|checklist|runbook|instructions?)\s+(?:to|for|of|how\ to)\s+
    |how\s+(?:to|we|i|you|one)\s+(?:usually\s+|always\s+|should\s+|can\s+)?|(?:in\ order\s+)?to\s+
    |(?:when|whenever|before|if)\s+(?:you|we|i)\s+(?:want\ to\s+|have\ to\s+|need\ to\s+)?)""",
    re.I | re.X,
)
_LIKE_THIS = re.compile(  # "rotating the key works like this": what follows is how
    r"\s+(?:(?:works?|goes|is done|is|runs|happens|geht|funktioniert|läuft|se fait|se hace|funciona)\s+)"
    r"(?:(?:usually|always|now)\s+)?(?:like (?:this|that|so)|as follows|this way|so|wie folgt|folgendermaßen"
    r"|comme (?:ça|suit)|ainsi|así)$",
    re.I,
)
_WHICH = r"(?:every|each|any|an?|the|our|my|new)"
_FOR = re.compile(rf"^for\s+(?:{_WHICH}\s+)*(?=\w)", re.I)
_ASIDE = re.compile(r"[,;]?\s*\b(?:as (?:always|usual|before)|once more|again|these days|from now on|nowadays)$", re.I)
_GOAL = re.compile(
    r"^(?P<goal>[^:\n]{3,90}?)(?P<sign>:\s+|\s*:$|,\s+(?:first(?:ly)?,?\s+|you\s+|we\s+|i\s+)?)(?P<rest>.+)", re.S
)
_THEN = re.compile(
    r"\s*(?:;|→|->|=>|&&|[,.]?\s+(?:and\s+)?then\b"
    r"|[,.]\s+(?:and\s+)?(?:next|finally|lastly|after that|afterwards)\b),?\s*",
    re.I,
)
_FIRST = re.compile(r"^(?:first(?:ly)?|start by|begin by|begin with)\b,?\s*", re.I)
_TITLE = re.compile(  # names something that is done
    rf"^(?:(?:and|also)\s+)*(?:for\s+)?(?:{_WHICH}\s+)*"
    r"(?:(?:[\w.-]+\s+){0,4}(?:checklist|runbook|procedure|process|routine|steps|recipe)"
    r"|(?:(?:[\w.-]+\s+)?(?:releas|deploy|roll-?back|backup|restor|set-?up|install|upgrad|updat|migrat|onboard|publish)"
    r"(?:e|es|ing|ment|ation|ion)?s?)(?:\s+(?:of|for|to|in|on|with)\s+[^:]+)?)$",
    re.I,
)
_DOES = re.compile(r"`|(?!(?:the|an?|our|my|no|not|only|in|on|at|by|to|is|are)\b)[a-z][\w./-]*(?=\s|$)")  # opens a step
_HEADED = re.compile(r"(?P<head>[^\s:,][^:,\n]{2,89}):(?:\s+(?P<rest>\S.*)|\s*)$", re.S)
_GOES_ON = re.compile(  # heads what belongs to the procedure before it
    r"(?:and\s+)?(?:then|next|finally|lastly|last|first|second|third|after|step|part|example|e\.g|i\.e)\b", re.I
)
_NOTED = re.compile(  # heads what is told beside its steps
    r"(?:notes?|nb|important|attention|careful|caution|warning|tips?|remember|reminder|caveat|ps|p\.s)\b[^:]{0,20}:",
    re.I,
)


def apart(text: str) -> list[str]:
    """What a text tells, one procedure each: behind one, "Release of otter: bump, test, tag." opens the next."""
    parts: list[str] = []
    for line in normalise(text).splitlines():
        for n, said in enumerate([line] if _STEP.match(line) or line[:1].isspace() else sentences(line)):
            if not parts or (_opens(said) and _procedure(parts[-1])):
                parts.append(said)
            else:
                parts[-1] += (" " if n else "\n") + said
    return parts if len(parts) > 1 else [text]


def _opens(said: str) -> bool:
    """Whether a sentence or a line begins to tell how another thing is done."""
    found = _HEADED.match(said)
    if found is None or _GOES_ON.match(said) or _NOTED.match(said):
        return _procedure(said) is not None and _LEAD.match(said) is not None
    listed = found["rest"] and (found["rest"].count(",") >= 2 or _THEN.search(found["rest"]))
    return bool(listed or (not found["rest"] and (_LEAD.match(said) or _TITLE.match(found["head"]))))


def procedure(text: str) -> Procedure | None:
    """The goal and the steps that a text tells first, or None when it tells fewer than two steps or no goal."""
    return _procedure(apart(text)[0])


def _procedure(text: str) -> Procedure | None:
    told = _one_a_line(normalise(text))
    listed = _STEP.search(told)
    notes: tuple[str, ...] = ()
    if listed:
        head, found, notes = told[: listed.start()].strip(), steps(told), _beside(told)
    else:
        flat, notes = _without_notes(" ".join(told.split()))
        match = _GOAL.match(flat)
        if not match or not (_THEN.search(match["rest"]) or (":" in match["sign"] and _announced(**match.groupdict()))):
            return None
        head, found = match["goal"], _told(match["rest"])
    goal, named = _goal(head)
    clean = tuple(step for each in found if (step := _FIRST.sub("", each.strip(" .,"))))
    return Procedure(goal=goal, steps=clean, named=named, notes=notes) if goal and len(clean) >= 2 else None


def steps_for(text: str) -> Procedure | None:
    """What stands listed behind "For the bread: …": steps to whoever knows it as a procedure, else things to buy."""
    match = _GOAL.match(" ".join(text.split()))
    if not match or ":" not in match["sign"] or not _FOR.match(match["goal"]):
        return None
    found = tuple(step for each in _told(match["rest"]) if (step := each.strip(" .,")))
    return Procedure(goal=_FOR.sub("", match["goal"]), steps=found, named=True) if len(found) >= 2 else None


def _without_notes(flat: str) -> tuple[str, tuple[str, ...]]:
    """What is told in one line up to "Note: …", and that."""
    said = sentences(flat)
    at = next((n for n, each in enumerate(said) if n and _NOTED.match(each)), len(said))
    return (" ".join(said[:at]), (" ".join(said[at:])[:_NOTE_LENGTH],)) if at < len(said) else (flat, ())


def _announced(goal: str, rest: str, **_: str) -> bool:
    """Whether a list with commas alone is one of steps: behind "To …:", or things to do behind a title."""
    if _LEAD.match(goal):
        return True
    steps = _told(rest)
    return _TITLE.match(goal) is not None and sum(" " in each for each in steps) >= 2 and all(map(_DOES.match, steps))


def _goal(head: str) -> tuple[str, bool]:
    """What it is for, and whether that is a name instead of something to do."""
    line = next((each for each in reversed(head.splitlines()) if each.strip()), "").strip(" :.-–")
    lead = _LEAD.match(line)
    bare = _FOR.sub("", _LIKE_THIS.sub("", _ASIDE.sub("", _LEAD.sub("", line))).strip(" ,:."))
    goal = bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare
    doing = lead is not None and not re.search(r"\b(?:for|of)\s+$", lead[0], re.I)
    return goal, not doing or re.match(r"\w+ing\b", goal) is not None


def called(told: Procedure, before: Procedure) -> Procedure:
    """A procedure by what it does ("rotate the key"), when it was told so before or now, and not by a name for that."""
    return replace(told, goal=before.goal, named=False) if told.named and not before.named else told


def _beside(told: str) -> tuple[str, ...]:
    """What stands behind the last step, and is none; a line that is set in belongs to its step."""
    last = [match.end() for match in _STEP.finditer(told)][-1]
    after = [line for line in told[last:].splitlines() if line.strip() and not line[:1].isspace()]
    return tuple(re.sub(r"^notes?:\s*", "", line, flags=re.I)[:_NOTE_LENGTH] for line in after)[:NOTES]


def _told(rest: str) -> list[str]:
    parts = [part for part in _THEN.split(rest) if part and part.strip(" .,")]
    if len(parts) == 1:
        return [p for p in re.split(r",\s+(?:and\s+)?", rest) if p.strip()] if rest.count(",") >= 2 else parts
    # "a, b, then c": what stands before the last "then" is a list, too, when it is short; so is what stands behind it.
    first = [p for p in re.split(r",\s+(?:and\s+)?", parts[0]) if p.strip()]
    last = [p for p in re.split(r",\s+(?:and\s+)?", parts[-1]) if p.strip()]
    listed = len(last) > 1 and all(1 < len(p.split()) <= 8 and _DOES.match(p.strip()) for p in last)
    ahead = first if len(first) > 1 and all(len(p.split()) <= 8 for p in first) else parts[:1]
    return [*ahead, *parts[1:-1], *(last if listed else parts[-1:])]


# --- How people tell what mended an error -----------------------------------------------------------

_WORDS = r"(?:[^.;:\n]|[.:](?=\S))"
_E = r"(?P<error>[^.;:\n]{3,80}?(?:'[^']{1,60}'[^.;:\n]{0,30}?)?)"
_F = rf"(?P<fix>{_WORDS}{{3,160}}?)(?:\s+(?:again|as before|every time))?[.!]?$"
_MEND = (
    r"(?:fix(?:ed|es)|solv(?:ed|es)|resolv(?:ed|es)|cur(?:ed|es)|mend(?:ed|s)|clear(?:ed|s)|help(?:ed|s)|did it|worked)"
)
_FIXES = [
    re.compile(form, re.I)
    for form in (
        rf"^(?:when|if|whenever|once) (?:(?:you|we|i) )?(?:(?:see|get|hit|run into|face|encounter|there is|there's) )?"
        rf"{_E}[,:]? (?:then )?(?:the )?(?:fix|cure|remedy|solution|answer|workaround|trick) (?:is|was):? (?:to )?{_F}",
        rf"^{_E} (?:is|was|gets|got|can be|has been) (?:fixed|solved|resolved|cured|cleared|mended) (?:by|with) {_F}",
        rf"^(?:the |a )?(?:fix|cure|remedy|solution|answer|workaround) (?:for|to|of|against) {_E}"
        rf"(?: is| was| turned out to be|:) (?:to )?{_F}",
        rf"^{_E} (?:came back|is back|was back|happened again|appeared again|again|returned)[;:,.–-]+ ?"
        rf"(?P<fix>{_WORDS}{{4,160}}?) {_MEND}(?: it| that| the problem)?(?: again| once more)?[.!]?$",
        rf"^(?:i |we )?(?:hit|got|saw|ran into|had) {_E}(?: again| once more| another time| today)?[.;:,–-]+ ?"
        rf"(?:what (?:helped|worked|fixed it)|the (?:fix|cure|solution)|(?:fixed|solved|resolved) (?:it )?(?:by|with))"
        rf"(?: again)?(?: was| is)?:? {_F}",
        r"^(?P<fix>[^.;:\n]{4,120}?) (?:fix(?:es|ed)|solv(?:es|ed)|resolv(?:es|ed)|cur(?:es|ed)) "
        r"(?P<error>(?:the |that )?[^.;:\n]{3,80}?)[.!]?$",
    )
]  # fmt: skip


def mended(text: str) -> Procedure | None:
    """The error and what mended it, when a short text tells just that."""
    flat = " ".join(text.split())
    if len(flat) > 300:
        return None
    for form in _FIXES:
        if (match := form.match(flat)) and _looks_wrong(match["error"], flat):
            error = re.sub(r"^(?:the |an? )?(?:error )?", "", match["error"].strip(" ,"), flags=re.I)
            return Procedure(goal=error, steps=(match["fix"].strip(" ,"),), error=True) if error else None
    return None


def _looks_wrong(error: str, text: str) -> bool:
    """Whether it is an error at all: called one, quoted, or a code."""
    called = r"\b(?:errors?|exceptions?|crash\w*|panic|fail\w*|timeouts?|warnings?|fault|bug|message|traceback)\b"
    return bool(re.search(called, text, re.I) or re.search(r"['\"`“]|[A-Z]\w*[-_]?\d|[A-Z]{2,}|[a-z][A-Z]", error))


# --- Whether two tell the same ----------------------------------------------------------------------

_DULL = frozenset(
    [
        "a",
        "an",
        "the",
        "to",
        "of",
        "for",
        "in",
        "on",
        "at",
        "by",
        "with",
        "and",
        "or",
        "it",
        "its",
        "our",
        "my",
        "we",
        "is",
    ]
)


def alike(one: Procedure, other: Procedure) -> bool:
    """Whether both tell the same thing to do: the same goal, and mostly the same steps in other words."""
    if one.error or other.error:
        return one.error == other.error and _overlap(one.goal, other.goal) >= 0.75
    shared = _shared(one.steps, other.steps)
    least = min(len(one.steps), len(other.steps))
    goals = _overlap(one.goal, other.goal)
    return shared >= max(2, least * 0.6) and (goals >= 0.5 or (goals > 0 and shared >= least * 0.8))


def same_steps(one: Procedure, other: Procedure) -> bool:
    """Whether nothing changed: as many steps, in the same order, each saying the same."""
    pairs = zip(one.steps, other.steps, strict=False)
    return len(one.steps) == len(other.steps) and all(_overlap(a, b) >= 0.5 for a, b in pairs)


def _shared(some: tuple[str, ...], others: tuple[str, ...]) -> int:
    free, found = list(others), 0
    for step in some:
        best = max(free, key=lambda each: _overlap(step, each), default="")
        if best and _overlap(step, best) >= 0.5:
            free.remove(best)
            found += 1
    return found


def _overlap(one: str, other: str) -> float:
    a, b = _stems(one), _stems(other)
    return len(a & b) / len(a | b) if a and b else 0.0


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in fold(text).split() if word not in _DULL) or frozenset(fold(text).split())


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


# --- Pages ------------------------------------------------------------------------------------------


def steps(text: str) -> list[str]:
    """The numbered or bulleted lines of a procedure, or what is numbered in one line."""
    return [step.strip() for step in _STEP.findall(_one_a_line(text))]


def _one_a_line(text: str) -> str:
    """A text whose steps are numbered in one line, with each on its own: "To brew: 1. boil 2. pour"."""
    numbers = [int(found[1]) for found in _IN_LINE.finditer(text)]
    return (
        _IN_LINE.sub("\n", text) if "\n" not in text and numbers in (_counted(numbers), _counted(numbers)[1:]) else text
    )


def _counted(numbers: list[int]) -> list[int]:
    return list(range(1, max(numbers, default=0) + 1))


def taught(page: Page) -> list[str]:
    """The steps a skill's page gives."""
    found = _STEPS.search(page.body)
    return steps(citation.prose(found[1])) if found else []


def of_page(page: Page) -> Procedure:
    """What a skill's page teaches, to be compared with what is told."""
    error = page.key.slug.startswith("fix-")
    goal = page.key.slug.removeprefix("fix-").replace("-", " ")
    if told := re.match(r"\s*# [^\n]*\n\s*(?P<goal>[^\n#]+)", citation.prose(page.body)):
        goal = told["goal"].strip(" .")
    return Procedure(goal=goal, steps=tuple(taught(page)), error=error)


def learned_again(page: Page, evidence: Evidence) -> Page:
    """The skill with one more occasion it was learnt from."""
    stem = page.text if page.text.endswith("\n") else page.text + "\n"
    return Page(key=page.key, text=f"{stem}- told again {citation.comment(evidence)}\n")


def skill(key: Key, text: str, evidence: Evidence) -> Page:
    """A new skill from a procedure as it was told."""
    told = procedure(text)
    if told:
        return learnt(key, told, evidence, "told by the person")
    said, words = citation.as_said(normalise(text)), key.slug.replace("-", " ")
    found = steps(said)
    numbered = "\n".join(f"{n}. {step}" for n, step in enumerate(found, 1)) if found else said
    body = f"## Steps\n{numbered}\n\n## Learned From\n- told by the person {citation.comment(evidence)}\n"
    return _headed(key, Procedure(goal=words, steps=tuple(found), named=True), body)


def learnt(key: Key, told: Procedure, evidence: Evidence, how: str = "seen", by: Citation | None = None) -> Page:
    """A skill: what it is for, its steps, what else was told, and every occasion it was learnt on.

    `by`: the telling that these words are from; else the newest.
    """
    seen = "".join(f"- {how} {citation.comment(Evidence(frozenset({c})))}\n" for c in sorted(evidence.active))
    old = f"{citation.comment(Evidence(superseded=evidence.superseded))}\n" if evidence.superseded else ""
    proof = Evidence(frozenset({by or max(evidence.active)}))
    notes = f"## Notes\n{_listed(told.notes, proof)}\n" if told.notes else ""
    goal = citation.as_said(" ".join(told.goal.split()))
    return _headed(key, told, f"{goal}\n\n## Steps\n{_numbered(told)}{notes}## Learned From\n{seen}{old}")


def refined(page: Page, told: Procedure, by: Evidence, overturned: frozenset[Citation] = frozenset()) -> Page:
    """The skill with the steps as they are told now, what changed among its notes, and the occasion.

    All else on its page stays as it was.
    """
    new = [*(note for note in told.notes if fold(note) not in fold(page.prose)), *_differences(page, told)]
    text = _STEPS.sub(lambda _: f"## Steps\n{_numbered(told)}", page.text, count=1)
    if overturned:
        text = "".join(_overturn(line, overturned) for line in text.splitlines(keepends=True))
    text = _noted(text, _listed(new, by)) if new else text
    stem = text if text.endswith("\n") else text + "\n"
    return Page(key=page.key, text=f"{stem}- refined {citation.comment(by)}\n")


def _differences(page: Page, told: Procedure) -> list[str]:
    """What the new telling adds and leaves out, for who knows the old one."""
    before = taught(page)
    came = [step for step in told.steps if not any(_overlap(step, each) >= 0.5 for each in before)]
    went = [each for each in before if not any(_overlap(step, each) >= 0.5 for step in told.steps)]
    found = [f"added: {_cut(step, _NOTE_LENGTH)}" for step in came]
    return [*found, *(f"left out: {_cut(step, _NOTE_LENGTH)}" for step in went)]


def _listed(notes: Sequence[str], proof: Evidence) -> str:
    return "".join(f"- {citation.as_said(' '.join(note.split()))} {citation.comment(proof)}\n" for note in notes)


def _noted(text: str, notes: str) -> str:
    """The page's text with more notes, in a section before what it was learnt from when there is none yet."""
    if found := _NOTES.search(text):
        at = found.start(1) + len(found[1].rstrip("\n"))
        gap = "\n" if found[1].strip() else ""
        return f"{text[:at]}{gap}{notes.rstrip(chr(10))}{text[at:]}"
    learned = _LEARNED.search(text)
    at = learned.start() if learned else len(text)
    return f"{text[:at]}## Notes\n{notes}\n{text[at:]}"


def _headed(key: Key, told: Procedure, body: str) -> Page:
    page = Page(key=key, text=f"---\n---\n# {key.slug}\n\n{body}").with_front("name", key.slug)
    return page.with_front("description", told.description).with_front("source", "reverie")


def _numbered(told: Procedure) -> str:
    return "".join(f"{n}. {citation.as_said(step)}\n" for n, step in enumerate(told.steps, 1)) + "\n"


def _overturn(line: str, overturned: frozenset[Citation]) -> str:
    """A line of what it was learnt from, with these citations as superseded."""
    proof = citation.by_section(line)
    gone = proof.active & overturned
    if not gone:
        return line
    words = citation.prose(line).strip()
    now = Evidence(proof.active - gone, proof.superseded | gone)
    return f"{words} {citation.comment(now)}\n"
