"""A trouble somebody told of, what was done against it, and the words that say that it helped. Pure.

Which sentence tells which part of the story is learnt (`llm/worth.py`); that something was done, and did not fail, is
seen in what the tools were asked and answered. Once the owner turned to something else, only what shares a telling
word, a file, a program or an error with the story belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from reverie.domain import gist, notice, poison, prose, safety
from reverie.domain.fragment import INFERRED
from reverie.domain.prose import Sentence
from reverie.domain.text import fold
from reverie.domain.transcript import Entry
from reverie.domain.words import terms
from reverie.llm.worth import KEEP, Judged
from reverie.loop.extract import Draft
from reverie.loop.heard import Heard
from reverie.loop.mended import EVERYWHERE, ails, bids, changes, command_of, telling, wants

TROUBLE, QUIET = 0.4, 0.6  # probability from which on a sentence tells of trouble, with words that say so or without
ACTED = 0.45  # and without such words, when something was done against it: in a chat people only talk
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
_SORRY = re.compile(
    r"\W*(?:(?:oh|ah|you're right|i'm|so|my)\b[\s,.]*)*(?:sorry|apolog|my bad|oops|pardon|entschuldig|verzeih|désolé"
    r"|perdón|lo siento|извини|прости|죄송|미안|ごめん|すみません|申し訳|抱歉|对不起)",
    re.I,
)
_TURNS = re.compile(  # opens something else, or goes on to it
    r"\W*(?:(?:ok(?:ay)?|and|but|und|et|y|oh|so)\b[\s,.!]*)*(?:btw|by the way|also|what about|how about|next|now|anyway"
    r"|another|one more|unrelated|separately|while you're|übrigens|nebenbei|noch was|was (?:ist|macht)|außerdem|au fait"
    r"|sinon|aussi|por cierto|además|кстати|ещё)\b|ところで|그런데|顺便|另外",
    re.I,
)
_ERROR = re.compile(r"\b(?:\w+(?:Error|Exception)|\w+\.errors\.\w+|E[A-Z]{4,})\b|\berror:\s?\w", re.I)
_BUT = re.compile(r"\b(?:but|though|however|except|still|too|aber|mais|pero)\b|不过|하지만|でも", re.I)
_AGREES = re.compile(
    r"\W*(?:ok(?:ay)?|cool|great|alright|right|good|perfect|yes|yeah)\b[\s,.!]+(?:cool|great|good|so|then|we)\b", re.I
)
_EDITS = frozenset({"edit", "write", "multiedit", "apply_patch", "str_replace", "replace", "write_file", "update"})
_LEAST, _LONG = 12, 300  # characters of what is told of one part
_TELLS, _SENTENCES = 30, 3  # characters of what is said of what is done, from which on that says it; sentences of it
_SEEN = 40  # characters that show two tellings of a trouble to be one
_COMMAND = 160  # characters of a command that are told with it
_LASTS = 60  # entries after which a trouble is forgotten
_RULES = ("preference", "procedure", "decision", "task")  # kinds that say what shall be, and not why something is
_STEM = 5  # letters that tell one word from another
_OTHER = 2  # telling words that a message of another matter has at least
_LINE = 160  # characters of an error

Said = tuple[Entry, Sentence, Judged]


@dataclass(frozen=True, slots=True)
class Fix:
    """What helped against a trouble, and the entries from the one that tells of it to the one that says so."""

    draft: Draft
    trouble: str
    among: frozenset[str]
    aside: frozenset[str]  # of these entries: the owner's that are about something else

    def tells(self, other: Draft) -> bool:
        """Whether it says already what another draft does: how it was mended, or only that it was broken.

        A rule that the owner gave meanwhile is none of it.
        """
        if other.entry not in self.among:
            return False
        meant = other.kind == "procedure" and other.entry not in self.aside
        return meant or other.body.startswith(self.trouble[:_SEEN])


@dataclass(slots=True)
class _Story:
    """A trouble and what is known of it so far."""

    began: int
    trouble: list[str]
    told: bool  # by the owner; else a command failed
    quiet: bool  # in words that may mean no trouble at all
    words: frozenset[str]  # that tell what it is about
    statement: bool = False  # worth keeping as it is, and no word of it says that anything is wrong
    error: str = ""  # the line that says what is wrong, of what a tool answered
    apart: bool = False  # the owner turned to something else since
    known: list[Said] = field(default_factory=list)  # what was said of why, and of what is to be done
    command: str = ""
    ran: str = ""  # the entry that ran it
    tried: bool = False  # something was done
    answered: bool = False  # and did not fail

    @property
    def unheard(self) -> bool:
        """Whether nobody took it for trouble: no word says so, and nothing was said or done about it."""
        return self.told and self.statement and not (self.known or self.tried or self.error)

    def fails(self) -> None:
        self.known, self.command, self.ran, self.tried, self.answered = [], "", "", False, False

    def concerns(self, text: str) -> bool:
        """Whether a text is of it: nothing else was turned to since, or a word, file, program or error shows it."""
        self.apart = self.apart and not (_about(text) & self.words)
        return not self.apart

    def turns(self, said: Sequence[Said], before: str) -> bool:
        """Whether the owner turns to something else: they ask for another thing; what they only tell turns nothing."""
        if self.tried and any(judged.part.works >= WORKS or _DONE.search(one.text) for _, one, judged in said):
            return False
        words = _about(" ".join(one.text for _, one, _ in said))
        if len(words) < _OTHER or words & (self.words | _about(before)):
            return False
        if any(ails(one.text) for _, one, _ in said):
            return True
        wanted = [one.text for _, one, judged in said if judged.keep < KEEP]
        return any(notice.passes(text) or notice.wonders(text) or _TURNS.match(text) for text in wanted)

    def explains(self, entry: Entry, one: Sentence, judged: Judged, before: str) -> bool:
        """Whether a sentence tells why, or what is done; a question of the owner's, or a rule, does not."""
        if not (judged.part.why >= KNOWN or judged.part.mends >= KNOWN):
            return False
        if entry.role != "user":
            return True
        rule = judged.keep >= KEEP and judged.kind in _RULES and not _about(one.text) & (self.words | _about(before))
        return not (rule or notice.wonders(one.text) or wants(one.text))

    def over(self, said: Sequence[Said]) -> list[str] | None:
        """The words that say that it works, if what is known of it is proved by them; none when they only thank."""
        clear = any(judged.part.why >= CLEAR and judged.keep >= WORTH for _, _, judged in self.known)
        if max((judged.keep for _, _, judged in self.known), default=0.0) < AGAIN:
            return None
        if not (self.known and said) or not (self.told or (self.tried and clear)):
            return None
        by_owner = said[0][0].role == "user"
        if self.tried != self.answered or (not self.tried and (self.quiet or not by_owner)):
            return None
        least = WORKS if self.tried else ADVISED
        words = [
            one.text
            for _, one, j in said
            if (j.part.works >= least or (self.tried and _DONE.search(one.text))) and not _SORRY.match(one.text)
        ]
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
        if entry.role == "user":
            story = _owner(story, entry, said, entries, n)
        if story is None:
            continue
        if not story.concerns(f"{entry.text} {command_of(entry) or ''}"):
            continue
        if entry.role == "user" and story.tried and notice.objects(entry.text):
            story.fails()  # and how they put it explains nothing
            continue
        if any(judged.part.still >= STILL for _, _, judged in said):
            story.fails()
        does = entry.call is not None and _does(entry)
        if does and sum(len(one.text) for _, one, _ in said) >= _TELLS:
            story.known = said[-_SENTENCES:]  # what is said of what is done counts, however it is put
        else:
            story.known += [each for each in said if story.explains(*each, _before(entries, n))]
        story.words |= _about(" ".join(one.text for _, one, _ in story.known))
        done = None if entry.call else story.over(said)
        if done is not None:
            if n >= since and not (entry.role == "agent" and _objected(entry, entries[n + 1 :])):
                yield _fix(story, entries, n, done)
            story = None
        elif does:
            if command := command_of(entry):
                story.command, story.ran = command, entry.id
                story.words |= _about(command)
            story.tried, story.answered = True, False


def _owner(story: _Story | None, entry: Entry, said: Sequence[Said], entries: Sequence[Entry], n: int) -> _Story | None:
    """What a message of the owner's makes of a story: it begins, it goes on, or they turn to something else."""
    before = _before(entries, n)
    if trouble := _trouble(said):
        words, quiet = _about(entry.text), not _trouble(said, QUIET)
        directly = story is not None and (n == story.began + 1 or words & (story.words | _about(before)))
        if story is None or story.tried or not story.told or not directly:
            plain = any(j.kept(KEEP) for _, _, j in said) and not any(map(ails, trouble))
            return _Story(n, trouble, told=True, quiet=quiet, words=words, statement=plain)
        story.trouble += trouble
        story.quiet = story.quiet and quiet
        story.words |= words
    elif story and n > story.began + 1:
        if story.unheard:
            return None
        story.apart = story.apart or story.turns(said, before)
    return story


def _before(entries: Sequence[Entry], n: int) -> str:
    """What was said last before an entry."""
    return next((e.text for e in reversed(entries[:n]) if e.role != "tool" and e.text), "")


@lru_cache(maxsize=8)
def _about(text: str) -> frozenset[str]:
    """The words of a text that may tell what it is about, by how they begin; files, programs and errors as they are."""
    return frozenset(word[:_STEM] for word in terms(fold(text[: prose.LONGEST])) if _telling(word))


@lru_cache(maxsize=4096)
def _telling(word: str) -> bool:
    return (len(word) > 2 or not word.isascii()) and gist.weight(word) > 0 and word not in EVERYWHERE


def _objected(report: Entry, later: Sequence[Entry]) -> bool:
    """Whether the owner's next words reject what the agent reported; a no to what it asks then does not."""
    if report.text.rstrip().endswith(("?", "\uff1f")):
        return False
    heard = next((entry.text for entry in later if entry.role == "user" and entry.text), "")
    return notice.objects(heard)


def _does(entry: Entry) -> bool:
    """Whether a call may change anything."""
    command = command_of(entry)
    return changes(command) if command else entry.call is not None and entry.call.tool.lower() in _EDITS


def _answer(story: _Story | None, answer: Entry, entries: Sequence[Entry], n: int) -> _Story | None:
    """What a tool's answer makes of a story: it goes on, or it begins."""
    line = telling(answer.text) or ""
    if story and not story.apart:
        first = not story.error and not (story.known if answer.failed else story.tried)
        if first and (answer.failed or _ERROR.search(line)):
            story.error = _line(line)
            story.words |= _about(line)
        if answer.failed and story.tried:
            story.fails()
        story.answered = story.tried
    elif answer.failed and line:
        call = next((e for e in reversed(entries[:n]) if e.call and e.call.id == answer.answers), None)
        if call and (command := command_of(call)):
            told = f"`{command}` fails with \u201c{line}\u201d"
            return _Story(n, [told], told=False, quiet=False, words=_about(told))
    return story


def _line(error: str) -> str:
    """The line of an error as it is told with the trouble: shortened, and nothing that holds a secret or an order."""
    line = " ".join(error.split())
    line = line if len(line) <= _LINE else f"{line[: _LINE - 1].rsplit(' ', 1)[0]}\u2026"
    return "" if safety.MARK in line or poison.rules(line) or poison.sways(line) else line


def _trouble(said: Sequence[Said], quiet: float = ACTED) -> list[str]:
    """What the owner says does not work; `quiet` is how likely it must be when no word of theirs says so."""
    told = [
        one.text
        for _, one, j in said
        if j.part.trouble >= max(TROUBLE if ails(one.text) else quiet, j.keep)
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
    known = not story.error or fold(story.error) in fold(f"{trouble} {' '.join(parts)}")
    error = "" if known else f" (\u201c{story.error}\u201d)"
    opening = "" if poison.rules(trouble) else f"{trouble}{error} \u2192 "
    body = " ".join(f"{opening}{' '.join(parts)}".split())
    others = tuple(dict.fromkeys([*(each.id for each, _, _ in story.known), *filter(None, [story.ran])]))
    draft = Draft(
        entry=best[0].id, kind="procedure", body=body, quote=quote, confidence="medium", base=INFERRED, others=others
    )
    among = entries[story.began : n + 1]
    aside = frozenset(each.id for each in among if each.role == "user" and not _about(each.text) & story.words)
    return Fix(draft, trouble, frozenset(each.id for each in among), aside)


def _proves(said: Said) -> tuple[bool, float]:
    """How well a sentence proves a fix: the owner's word is best, if it is more than a nod."""
    entry, one, judged = said
    return entry.role == "user" and len(one.text) >= _TELLS, judged.part.why + judged.part.mends
