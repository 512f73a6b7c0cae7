"""A trouble somebody told of, what was done against it, and the words that say that it helped. Pure.

Which sentence tells which part of the story is learnt (`llm/worth.py`); that something was done, and did not fail, is
seen in what the tools were asked and answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reverie.domain import notice, poison, safety
from reverie.domain.fragment import INFERRED
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.llm.worth import Judged
from reverie.loop.extract import Draft
from reverie.loop.heard import Heard
from reverie.loop.mended import ails, bids, changes, command_of, telling, wants

TROUBLE, QUIET = 0.4, 0.45  # probability from which on a sentence tells of trouble, with words that say so or without
STILL = 0.5  # that it is not over
WORKS, ADVISED = 0.15, 0.5  # that it is: when something was done against it before, and when somebody only advised
KNOWN = 0.2  # that it tells why, or what is done
AGAIN = 0.05  # that one of these would be kept: what is met once and never again would not
CLEAR, WORTH = 0.5, 0.25  # that it tells why, and is worth keeping, when only a command had failed
_DONE = re.compile(  # how most say that it works
    r"\b(?:works?|worked|working|fixed|solved|passe[sd]|pass(?:es)? now|green(?: again)?|goes through|went through"
    r"|(?:runs?|builds?|starts?|boots?|connects?|loads?|compiles?|is up|is back|are there|are back|ok|fine|clean)\W*"
    r"(?:now|again)"
    r"|läuft|geht (?:jetzt|wieder)|klappt|funktioniert|behoben|(?:re)?marche|fonctionne|résolu|funciona|resuelto)\b"
    r"|됐|됩니다|해결|通りました|直りました|動きました|解決|好了|解决|成功",
    re.I,
)
_THANKS = re.compile(
    r"\W*(?:a+h+|o+h+|ok(?:ay)?|yes+|yep|yeah|right|super|great|nice|sweet|finally|th(?:an)?x|thanks?|thank you|ty|good"
    r"|perfect|cool|awesome|brilliant|excellent|lovely|wow|phew|got it|danke|perfekt|klasse|parfait|merci|génial"
    r"|perfecto|gracias|genial)\b|\b(?:thanks?|thx|danke|merci|gracias)\W*$|助か|ありがと|고마|감사|谢谢",
    re.I,
)
_BUT = re.compile(r"\b(?:but|though|however|except|still|too|aber|mais|pero)\b|不过|하지만|でも", re.I)
_OBJECTION = re.compile(
    r"\W*(?:ugh+|argh+|no+(?! (?:problem|worries|more))|nope|nah|wrong|stop|wtf|what the|whoa|seriously|still"
    r"|why (?:did|would|are|do) you|i (?:said|told you|asked you|didn'?t ask)|that'?s (?:not|wrong)|(?:way )?too (?:"
    r"long|much)|don'?t|nein|falsch|non|faux)\b",
    re.I,
)
_AGREES = re.compile(
    r"\W*(?:ok(?:ay)?|cool|great|alright|right|good|perfect|yes|yeah)\b[\s,.!]+(?:cool|great|good|so|then|we)\b", re.I
)
_EDITS = frozenset({"edit", "write", "multiedit", "apply_patch", "str_replace", "replace", "write_file", "update"})
_LEAST, _LONG = 12, 300  # characters of what is told of one part
_TELLS, _SENTENCES = 30, 3  # characters of what is said of what is done, from which on that says it; sentences of it
_SEEN = 40  # characters that show two tellings of a trouble to be one
_COMMAND = 160  # characters of a command that are told with it
_LASTS = 60  # entries after which a trouble is forgotten

Said = tuple[Entry, Sentence, Judged]


@dataclass(frozen=True, slots=True)
class Fix:
    """What helped against a trouble, and the entries from the one that tells of it to the one that says so."""

    draft: Draft
    trouble: str
    among: frozenset[str]

    def tells(self, other: Draft) -> bool:
        """Whether it says already what another draft does: how it was mended, or only that it was broken."""
        return other.entry in self.among and (other.kind == "procedure" or other.body.startswith(self.trouble[:_SEEN]))


@dataclass(slots=True)
class _Story:
    """A trouble and what is known of it so far."""

    began: int
    trouble: list[str]
    told: bool  # by the owner; else a command failed
    known: list[Said] = field(default_factory=list)  # what was said of why, and of what is to be done
    command: str = ""
    ran: str = ""  # the entry that ran it
    tried: bool = False  # something was done
    answered: bool = False  # and did not fail

    def fails(self) -> None:
        self.known, self.command, self.ran, self.tried, self.answered = [], "", "", False, False

    def over(self, said: Sequence[Said]) -> list[str] | None:
        """The words that say that it works, if what is known of it is proved by them; none when they only thank."""
        clear = any(judged.part.why >= CLEAR and judged.keep >= WORTH for _, _, judged in self.known)
        if max((judged.keep for _, _, judged in self.known), default=0.0) < AGAIN:
            return None
        if not (self.known and said) or not (self.told or (self.tried and clear)):
            return None
        by_owner = said[0][0].role == "user"
        if self.tried != self.answered or (not self.tried and not by_owner):
            return None
        least = WORKS if self.tried else ADVISED
        words = [one.text for _, one, j in said if j.part.works >= least or (self.tried and _DONE.search(one.text))]
        first = said[0][1].text
        grateful = _THANKS.match(first) and not _BUT.search(first)
        thanks = self.tried and by_owner and grateful and said[0][2].part.trouble < TROUBLE
        return words if words else [] if thanks else None


def helped(entries: Sequence[Entry], heard: Heard, since: int = 0) -> Iterator[Fix]:
    """What helped against each trouble that was told, or that a command ran into, as entries from `since` on show."""
    story: _Story | None = None
    for n, entry in enumerate(entries):
        if story and n - story.began > _LASTS:
            story = None
        if entry.role == "tool":
            story = _answer(story, entry, entries, n)
            continue
        said = [(entry, one, judged) for one, judged in heard.get(entry.id, ())]
        if entry.role == "user" and (trouble := _trouble(said)):
            if story is None or story.tried or not story.told:
                story = _Story(n, trouble, told=True)
            else:
                story.trouble += trouble
        if story is None:
            continue
        if any(judged.part.still >= STILL for _, _, judged in said):
            story.fails()
        does = entry.call is not None and _does(entry)
        if does and sum(len(one.text) for _, one, _ in said) >= _TELLS:
            story.known = said[-_SENTENCES:]  # what is said of what is done counts, however it is put
        else:
            story.known += [each for each in said if _explains(*each)]
        done = None if entry.call else story.over(said)
        if done is not None:
            if n >= since and not (entry.role == "agent" and _objected(entry, entries[n + 1 :])):
                yield _fix(story, entries, n, done)
            story = None
        elif does:
            if command := command_of(entry):
                story.command, story.ran = command, entry.id
            story.tried, story.answered = True, False


def _objected(report: Entry, later: Sequence[Entry]) -> bool:
    """Whether the owner's next words reject what the agent reported; a no to what it asks then does not."""
    if report.text.rstrip().endswith(("?", "\uff1f")):
        return False
    heard = next((entry.text for entry in later if entry.role == "user" and entry.text), "")
    return _OBJECTION.match(heard) is not None


def _explains(entry: Entry, one: Sentence, judged: Judged) -> bool:
    """Whether a sentence tells why, or what is done; a question of the owner's, or what they want kept, does not."""
    known = judged.part.why >= KNOWN or judged.part.mends >= KNOWN
    return known and not (entry.role == "user" and (notice.wonders(one.text) or wants(one.text)))


def _does(entry: Entry) -> bool:
    """Whether a call may change anything."""
    command = command_of(entry)
    return changes(command) if command else entry.call is not None and entry.call.tool.lower() in _EDITS


def _answer(story: _Story | None, answer: Entry, entries: Sequence[Entry], n: int) -> _Story | None:
    """What a tool's answer makes of a story: it goes on, or it begins."""
    if story:
        if answer.failed and story.tried:
            story.fails()
        story.answered = story.tried
    elif answer.failed and (line := telling(answer.text)):
        call = next((e for e in reversed(entries[:n]) if e.call and e.call.id == answer.answers), None)
        if call and (command := command_of(call)):
            return _Story(n, [f"`{command}` fails with \u201c{line}\u201d"], told=False)
    return story


def _trouble(said: Sequence[Said]) -> list[str]:
    """What the owner says does not work."""
    told = [
        one.text
        for _, one, j in said
        if j.part.trouble >= max(TROUBLE if ails(one.text) else QUIET, j.keep)
        and not bids(one.text)
        and (ails(one.text) or not (_AGREES.match(one.text) or notice.own(one.text) or notice.wonders(one.text)))
        and safety.MARK not in one.text
    ]
    return [" ".join(text.split()) for text in told if _LEAST <= len(text) <= _LONG][:2]


def _fix(story: _Story, entries: Sequence[Entry], n: int, works: Sequence[str]) -> Fix:
    """The trouble, why it was, what was done; cited where it is said best."""
    best = max(story.known, key=_proves)
    same = [one for entry, one, _ in story.known if entry is best[0]]
    quote = best[0].text[same[0].start : same[-1].end]
    if len(quote) > 2 * _LONG:
        quote = best[1].text
    trouble = " ".join(story.trouble)[:_LONG]
    trouble = trouble[:1].upper() + trouble[1:]
    told = dict.fromkeys(one.text for _, one, _ in story.known)
    command = story.command
    if len(command) > _COMMAND:
        command = f"{command[:_COMMAND].rsplit(' ', 1)[0]} \u2026"
    parts = [*told, f"`{command}`" if command else "", *(each for each in works if each not in told)]
    opening = "" if poison.rules(trouble) else f"{trouble} \u2192 "
    body = " ".join(f"{opening}{' '.join(parts)}".split())
    others = tuple(dict.fromkeys([*(each.id for each, _, _ in story.known), *filter(None, [story.ran])]))
    draft = Draft(
        entry=best[0].id, kind="procedure", body=body, quote=quote, confidence="medium", base=INFERRED, others=others
    )
    return Fix(draft, trouble, frozenset(e.id for e in entries[story.began : n + 1]))


def _proves(said: Said) -> tuple[bool, float]:
    """How well a sentence proves a fix: the owner's word is best, if it is more than a nod."""
    entry, one, judged = said
    return entry.role == "user" and len(one.text) >= _TELLS, judged.part.why + judged.part.mends
