"""What an agent ran, stretch by stretch: the commands that worked between two messages, or two edits. Pure.

A stretch by itself is worth nothing to anybody: it is evidence that a dream may find a habit in, and is shown nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from reverie.domain import command, notice, practice, prose, safety, trigger as triggers
from reverie.domain.command import EDIT, Step
from reverie.domain.fragment import INFERRED, RAN, Fragment, noticed
from reverie.domain.transcript import Entry, Transcript
from reverie.llm import worth
from reverie.loop.mended import asked_of_shell

MOST = 3  # stretches that are kept of one reading of a session
_STEPS = 12  # beyond which somebody was finding something out
_ASKED = 120  # characters of what the owner asked for
_NODS = 3  # words of a message that only says to go on
_ORIGINS = ("session", "subagent", "scheduled")
EDITS = frozenset({"edit", "write", "multiedit", "apply_patch", "str_replace", "replace", "write_file", "update"})
_REBUKE = re.compile(  # says what is not wanted, and so not what was done
    r"\W*(?:not|never|stop|enough|nicht|kein\w*|nie|hör auf|pas|jamais|arrête|nunca|jamás|не)\b"
    r"|不要|别|しないで|하지 ?마",
    re.I,
)
_KEPT_BY_HAND = re.compile(  # files that are edited as a step of something, and not as the work itself
    r"(?:^|/)((?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?)(?:\.\w+)?|VERSION|_?version\.\w+|pyproject\.toml|package\.json"
    r"|Cargo\.toml|setup\.cfg)$",
    re.I,
)

Ran = tuple[Step, Entry, str]  # a step, the entry that ran it, and its own words


def ran(transcript: Transcript, now: datetime, since: str | None = None) -> list[Fragment]:
    """The stretches of a session that may be a procedure, the longest of them; the session is redacted.

    `since` is the last entry that was read before. A stretch quotes all it tells, line by line.
    """
    if transcript.origin not in _ORIGINS:
        return []
    ids = [entry.id for entry in transcript.entries]
    new = {*ids[ids.index(since) + 1 :]} if since in ids else {*ids}
    found: list[tuple[int, Fragment]] = []
    for asked, done in _stretches(transcript):
        did = practice.stretch([step for step, _, _ in done], asked if transcript.origin == "session" else "")
        if did is None or len(did.steps) > _STEPS:
            continue
        telling = [entry for step, entry, _ in done if step.head in did.telling]
        if not telling or telling[-1].id not in new:
            continue
        entry, words = telling[-1], {step.head: quote for step, _, quote in done}
        quote = "\n".join(dict.fromkeys([*filter(None, [did.asked]), *(words[each.head] for each in did.steps)]))
        fragment = noticed(
            ts=entry.at, space=transcript.space, source=transcript.source, entry=entry.id, body=did.body,
            kind="procedure", topic=f"Ran {did.steps[-1].text}"[:120], quote=quote, seen=now, trust="agent",
            confidence="low", base=INFERRED, actor=RAN, host=transcript.host, project=transcript.folder,
            session=transcript.parent,
        )  # fmt: skip
        found.append((len(did.telling), fragment))
    best = sorted(found, key=lambda each: -each[0])[:MOST]
    return sorted({f.id: f for _, f in best}.values(), key=lambda f: (f.ts, f.id))


def _stretches(transcript: Transcript) -> Iterator[tuple[str, list[Ran]]]:
    """What was run and did not fail, from one task or edit to the next, and what was asked for."""
    answers = {e.answers: e for e in transcript.entries if e.answers}
    asked: Entry | None = None
    done, spoilt = list[Ran](), False
    for entry in transcript.entries:
        if entry.role == "user" and (len(entry.text.split()) > _NODS or not (asked or done)):
            yield from _sound(asked, done, spoilt=spoilt)
            asked, done, spoilt = entry, [], False
        answer = answers.get(entry.call.id) if entry.call else None
        if answer is None or answer.failed:
            continue
        if said := asked_of_shell(entry):
            spoilt = spoilt or command.dangerous(said)
            steps = command.steps(said, transcript.folder or "")
            done += [(step, entry, quote) for step, quote in steps if quote in said]  # what can be proved
        elif (file := _edited(entry)) is not None:
            if by_hand := _KEPT_BY_HAND.search(file):
                done.append((Step((EDIT, by_hand[1])), entry, file))
            else:
                yield from _sound(asked, done, spoilt=spoilt)
                asked, done = None, []  # what follows an edit was not itself asked for
    yield from _sound(asked, done, spoilt=spoilt)


def _sound(asked: Entry | None, done: list[Ran], *, spoilt: bool) -> Iterator[tuple[str, list[Ran]]]:
    if done and not spoilt:
        yield _asked(asked) if asked else "", done


def _edited(entry: Entry) -> str | None:
    """The file that a call edits; None when it edits none."""
    if entry.call is None or entry.call.tool.lower() not in EDITS:
        return None
    given = (entry.call.input.get(each) for each in ("file_path", "path", "filePath", "file"))
    return next((each for each in given if isinstance(each, str)), "")


def _asked(entry: Entry) -> str:
    """What the owner asked for, in a few of their words."""
    if triggers.forgets(entry.text):
        return ""
    said = [each.text for each in prose.sentences(entry.text)]
    likely = worth.judge(said) if len(said) > 1 else ()
    told = [each.keep for each in likely]  # who asks for something often tells beside it how things stand
    wish = said[told.index(min(told))] if told else "".join(said)
    wish = " ".join(wish.split()).strip(" .")
    plain = len(wish) <= _ASKED and len(wish.split()) > 1 and not wish.endswith(("?", "\uff1f"))
    plain = plain and not (notice.objects(wish) or any(map(_REBUKE.match, said)))
    return wish if plain and safety.MARK not in wish and "`" not in wish else ""
