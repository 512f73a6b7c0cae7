"""What a session found out by trying: a command that failed, one like it that worked, and why. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.domain import notice, prose
from reverie.domain.fragment import INFERRED
from reverie.domain.transcript import Entry
from reverie.loop.extract import Draft

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
_WRAPPERS = frozenset(
    "sudo env time npx run uv poetry python python3 cd set source bash exec install the and test src docs tests".split()
)
_SHELLS = frozenset(
    {"bash", "shell", "exec", "exec_command", "run_shell_command", "local_shell", "terminal", "execute"}
)
_LONG = 300  # characters of a command, or of a line of output, that are quoted


def mended(entries: Sequence[Entry]) -> Iterator[Draft]:
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
        alike = [f for f in failures if _same_work(f[1], command)]
        if alike and alike[-1][1] != command:
            answer, wrong, line = alike[-1]
            why = _explained(entries, answer, entry)
            told = f"`{wrong}` fails with \u201c{line}\u201d; `{command}` works."
            yield Draft(
                entry=why[0].id if why else call.id, kind="procedure", body=f"{why[1]} {told}" if why else told,
                quote=why[1] if why else command, confidence="medium", base=INFERRED,
            )  # fmt: skip
        failures = [f for f in failures if f not in alike]


def _same_work(one: str, other: str) -> bool:
    """Whether two commands try to do the same: most of what the first one names is in the other."""
    wanted = _tokens(one)
    return bool(wanted) and len(wanted & _tokens(other)) >= max(1, (len(wanted) + 1) // 2, min(2, len(wanted)))


def _tokens(command: str) -> set[str]:
    """The words of a command that say what it does: no options, no wrappers, no folders."""
    return {
        word.rsplit("/", 1)[-1] for word in re.findall(r"(?<![\w-])[\w./][\w./-]{2,}", command) if word not in _WRAPPERS
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
    for entry in (*entries[last + 1 : last + 2], *entries[first + 1 : last]):  # what was said after it worked is proven
        if entry.role == "agent" and entry.text:
            for sentence in prose.sentences(entry.text):
                told = sentence.text
                if _CAUSE.search(told) and not _GUESS.search(told) and len(told) <= _LONG and not notice.leans(told):
                    return entry, told
    return None
