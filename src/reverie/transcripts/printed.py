"""How much of a session's file tools printed, by a look at its middle. Understands nothing of what is said in it."""

from __future__ import annotations

from pathlib import Path

_LOOK = 1 << 18  # bytes that are looked at
_MARKS = (  # of a line that holds what a tool was given or printed
    b'"tool_result"', b'"tool_use"', b'"toolUseResult"', b'"toolResult"', b'"toolCall"', b'"function_call',
    b'"custom_tool_call', b'"local_shell_call', b'"encrypted_content"',
)  # fmt: skip


def printed(path: Path, since: int = 0) -> float | None:
    """Which share of what stands in a file of JSON lines behind a place; None when it is none.

    A line without an end in sight counts as printed: of so long an entry only the beginning is read.
    """
    if path.suffix != ".jsonl":
        return None
    try:
        with path.open("rb") as file:
            first = since + max(0, (path.stat().st_size - since - _LOOK) // 2)
            file.seek(first)
            lines = file.read(_LOOK).split(b"\n")
    except OSError:
        return None
    if len(lines) == 1 and len(lines[0]) == _LOOK:
        return 1.0
    whole = lines[1:] if first > since and len(lines) > 1 else lines  # a line that was cut off does not say what it is
    size = sum(map(len, whole))
    return sum(len(line) for line in whole if any(mark in line for mark in _MARKS)) / size if size else None
