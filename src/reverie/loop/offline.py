"""The offline extractor: notices what is worth keeping by rules alone. Deterministic; the default, and the fallback."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.domain import notice, prose, route, safety
from reverie.domain.fragment import ASKED, INFERRED
from reverie.domain.prose import Sentence
from reverie.domain.text import fold
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.extract import Draft, Extracted

MOST = 4  # fragments of one message: whoever says more than that at once is pasting
_TOGETHER, _FEW = 360, 70  # characters of sentences kept together, and of one that only adds a few words
_TELLING = re.compile(
    r"error|fail|cannot|can't|not found|denied|refused|missing|no such|undefined|unexpected|invalid|timed? ?out", re.I
)
_CAUSE = re.compile(
    r"\b(?:cause|culprit|reason|turned out|because|breaks?|needs|requires|is missing|only works|that is why"
    r"|so you need|lives? in)\b"
    r"|原因|ため|원인|때문",
    re.I,
)
_GUESS = re.compile(
    r"\b(?:may|might|maybe|perhaps|probably|could be|suspect|i think|possibly|seems?|let me|i'll)\b", re.I
)
_POINTS = re.compile(
    r"\W*(?:that|this|it|these|those|das|ça|eso|これ|それ|이거|그거|这个)?(?:\s+(?:please|pls|for (?:me|later)))?\W*",
    re.I,
)
_INSTEAD = re.compile(
    r"\W*(?:oh |ah |hm+,? |wait,? |ok,? )*(?:scratch that|strike that|no,? wait|actually,? no"
    r"|on second thoughts?|forget (?:that|it)"
    r"|doch nicht|non,? en fait|mejor no|やっぱり(?:なし|やめ\w*)|아니다|算了)\W*",
    re.I,
)
_POINTING = re.compile(
    r"\b(?:keep|bear) (?:that|this|it) in mind\b|记下来|메모해|\b(?:save|remember|note|keep|store)\s+(?:that"
    r"|this|it)(?:\s+(?:in mind|down|please|pls|for (?:me|later)))*\W*$"
    r"|(?:これ|それ)(?:を|は)?(?:覚えて|記憶)|(?:이거|그거|이걸)\s*기억|记住(?:这个|这点)|(?:merk dir das"
    r"|retiens ça|recuerda eso)\W*$",
    re.I,
)
_PLAY = re.compile(
    r"\b(?:let's (?:play|pretend|role-?play)|pretend (?:you|to be|that)|role-?play|imagine you(?:'re| are)"
    r"|act as an?)\b",
    re.I,
)
_VERBATIM = re.compile(
    r"\b(?:word for word|verbatim|exactly (?:like|as) (?:this|it is|written)|exact (?:text|wording)"
    r"|wort für wort|mot pour mot|al pie de la letra)\b"
    r"|一字不差|原文のまま|그대로 (?:저장|보관|기억)",
    re.I,
)
_WRAPPERS = frozenset(
    "sudo env time npx run uv poetry python python3 cd set source bash exec install the and test src docs tests".split()
)
_SHELLS = frozenset(
    {"bash", "shell", "exec", "exec_command", "run_shell_command", "local_shell", "terminal", "execute"}
)
_LONG = 300  # characters of a command, or of a line of output, that are quoted


class Offline:
    """Rules over the owner's sentences and over what tools reported."""

    name = "offline"
    room = 10_000_000

    def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
        found: list[Draft] = []
        said: set[str] = set()
        for draft in (*self._told(transcript, entries), *_mended(entries)):
            key = fold(draft.body)
            if key not in said:
                said.add(key)
                found.append(draft)
        order = {entry.id: n for n, entry in enumerate(entries)}
        return Extracted(drafts=sorted(found, key=lambda draft: order[draft.entry]), by=self.name)

    def _told(self, transcript: Transcript, entries: Sequence[Entry]) -> Iterator[Draft]:
        """What the owner said; in a room others speak too, and theirs is not the owner's to be held to."""
        if transcript.origin not in ("session", "channel"):
            return
        several = transcript.origin == "channel" or any(e.role == "user" and e.speaker is None for e in entries)
        before: Entry | None = None
        for entry in entries:
            if entry.role == "user":
                if _PLAY.search(entry.text):
                    return  # whatever is said from here on is said by somebody who does not exist
                if entry.speaker in (None, transcript.owner) or not (several or transcript.owner):
                    yield from _of_message(entry, before)
            elif entry.role == "agent" and entry.text:
                before = entry


def _of_message(entry: Entry, said_before: Entry | None) -> Iterator[Draft]:
    """What a person said in one message: first what they asked to be remembered, then what is worth it anyway."""
    asked = route.trigger(entry.text)
    if verbatim := _VERBATIM.search(entry.text):
        yield from _word_for_word(entry, verbatim)
        return
    said = prose.sentences(entry.text)
    kinds = [notice.notice(sentence.text) for sentence in said]
    if _POINTING.search(entry.text) and not any(kinds):
        yield from _just_said(said_before)
        return
    if asked and asked.ask == "remember" and not _POINTING.search(entry.text):
        if _within(entry.text, asked.rest, said):
            yield from _asked(entry, asked.rest, said_before)
            return
    elif asked and asked.ask != "remember":
        return
    if changed := _changed_mind(entry, said):
        yield changed
        return
    taken = found = 0
    for n, (sentence, noticed) in enumerate(zip(said, kinds, strict=True)):
        if noticed is None or n < taken or found == MOST:
            continue
        first = n
        while first > taken and notice.leans(said[first].text) and _adjacent(said[first - 1], said[first]):
            first -= 1
        if notice.leans(said[first].text):
            continue  # it speaks of something we cannot name
        last = n
        while last + 1 < len(said) and _goes_on(
            said[last], said[last + 1], kinds[last + 1], sentence.end - said[first].start
        ):
            last += 1
        quote = _unredacted(entry.text[said[first].start : said[last].end])
        if quote is None:
            continue
        yield Draft(
            entry=entry.id, kind=noticed.kind, body=_plain(quote), quote=quote, confidence=noticed.confidence
        )  # fmt: skip
        taken, found = last + 1, found + 1


def _unredacted(quote: str) -> str | None:
    """What stands before a credential that was taken out, if that says something by itself."""
    if safety.MARK not in quote:
        return quote
    before = re.match(r".*(?=[,;:(\u2013-]|\bit's\b|\bhere\b)", quote[: quote.index(safety.MARK)], re.S)
    kept = before[0].rstrip(" ,;:(-\u2013") if before else ""
    return kept if kept and notice.notice(kept) else None


def _within(text: str, rest: str, said: Sequence[Sentence]) -> bool:
    """Whether what is asked to be remembered is said in the person's own words, not in what they pasted."""
    at = text.find(rest)
    return not rest or any(sentence.start <= at < sentence.end for sentence in said)


def _adjacent(one: Sentence, other: Sentence) -> bool:
    return other.start - one.end <= 2


def _goes_on(one: Sentence, other: Sentence, noticed: notice.Noticed | None, length: int) -> bool:
    """Whether the next sentence belongs to what was just said: it leans on it, or adds a few words."""
    if not _adjacent(one, other) or length + len(other.text) > _TOGETHER:
        return False
    if notice.passes(other.text) or safety.MARK in other.text:
        return False
    return notice.leans(other.text) or (noticed is None and len(other.text) <= _FEW)


def _asked(entry: Entry, rest: str, said_before: Entry | None) -> Iterator[Draft]:
    """What somebody asked to be remembered: these words, or what the agent just said."""
    if rest and rest in entry.text and not notice.leans(rest) and not _POINTS.fullmatch(rest):
        told = route.route(rest)
        yield Draft(entry=entry.id, kind=told.kind, body=_plain(rest), quote=rest, confidence="high", base=ASKED)
    else:
        yield from _just_said(said_before)


def _just_said(before: Entry | None) -> Iterator[Draft]:
    """What the agent said before somebody said: keep that."""
    heard = prose.sentences(before.text)[:3] if before else []
    if before and heard:
        quote = before.text[heard[0].start : heard[-1].end]
        kind = route.route(quote).kind
        yield Draft(entry=before.id, kind=kind, body=_plain(quote), quote=quote, confidence="high", base=ASKED)


def _changed_mind(entry: Entry, said: Sequence[Sentence]) -> Draft | None:
    """What holds instead, after somebody took back what they said before."""
    if len(said) < 2 or not _INSTEAD.fullmatch(said[0].text):
        return None
    last = max(n for n in range(min(3, len(said))) if said[n].end - said[0].start <= _TOGETHER)
    quote = _unredacted(entry.text[said[0].start : said[last].end]) if last else None
    if not quote or notice.passes(said[1].text):
        return None
    return Draft(entry=entry.id, kind="correction", body=_plain(quote), quote=quote, confidence="medium")


def _word_for_word(entry: Entry, announced: re.Match[str]) -> Iterator[Draft]:
    """A text whose exact form matters: what stands below the line that says so."""
    at = entry.text.find("\n", announced.end())
    text = entry.text[at:].strip() if at >= 0 else ""
    if text:
        told = entry.text[:at].strip()[:_LONG]
        yield Draft(
            entry=entry.id, kind="fact", body=_plain(told.rstrip(":")), quote=told, confidence="high", base=ASKED,
            verbatim=text,
        )  # fmt: skip


def _plain(quote: str) -> str:
    """The sentence as it is kept: on one line, without what only opens it."""
    text = " ".join(quote.split()).strip("*_ ")
    text = re.sub(
        r"^(?:(?:ok(?:ay)?|so|well|oh|hey|btw|also|and|yeah|yes|by the way|fyi|hm+|right)[,.!:]*\s+)+",
        "",
        text,
        flags=re.I,
    )
    return text[:1].upper() + text[1:]


def _mended(entries: Sequence[Entry]) -> Iterator[Draft]:
    """A command that failed, and one like it that worked later: what was wrong, and what works."""
    commands = {
        e.call.id: (e, command)
        for e in entries
        if e.call and e.call.tool.lower() in _SHELLS and (command := _command(e)) is not None
    }
    failures: list[tuple[Entry, str, str]] = []  # the answer, the command, the line that tells
    for entry in entries:
        call, command = commands.get(entry.answers or "", (None, ""))
        if call is None:
            continue
        if entry.failed:
            if line := _telling(entry.text):
                failures.append((entry, command, line))
            continue
        alike = [f for f in failures if _tokens(f[1]) & _tokens(command)]
        if alike and alike[-1][1] != command:
            answer, wrong, line = alike[-1]
            why = _explained(entries, answer, entry)
            told = f"`{wrong}` fails with \u201c{line}\u201d; `{command}` works."
            yield Draft(
                entry=why[0].id if why else call.id, kind="procedure", body=f"{why[1]} {told}" if why else told,
                quote=why[1] if why else command, confidence="medium", base=INFERRED,
            )  # fmt: skip
        failures = [f for f in failures if f not in alike]


def _tokens(command: str) -> set[str]:
    """The words of a command that say what it does: no options, no wrappers."""
    return {
        word
        for word in re.findall(r"(?<![\w-])[\w./][\w./-]{2,}", command)
        if word not in _WRAPPERS and "/" not in word.strip("./")
    }


def _command(entry: Entry) -> str | None:
    given = entry.call.input if entry.call else {}
    command = given.get("command") or given.get("cmd") or given.get("script")
    if isinstance(command, list):
        command = " ".join(map(str, command[2:] if command[:2] == ["bash", "-lc"] else command))
    if not isinstance(command, str) or not command.strip() or len(command) > _LONG or "\n" in command.strip():
        return None
    return command.strip()


def _telling(output: str) -> str | None:
    """The line of an output that says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [line for line in lines if _TELLING.search(line) and len(line) <= _LONG]
    return told[-1] if told else None


def _explained(entries: Sequence[Entry], after: Entry, before: Entry) -> tuple[Entry, str] | None:
    """What the agent said the cause was, between a failure and soon after the success that proves it."""
    first, last = entries.index(after), entries.index(before)
    for entry in entries[first + 1 : last + 2]:
        if entry.role == "agent" and entry.text:
            for sentence in prose.sentences(entry.text):
                told = sentence.text
                if _CAUSE.search(told) and not _GUESS.search(told) and len(told) <= _LONG and not notice.leans(told):
                    return entry, told
    return None
