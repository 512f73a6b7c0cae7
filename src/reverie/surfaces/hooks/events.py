"""What the events of each host mean to memory, and what their payloads say. Another host is another row."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import isabs

from reverie.light import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any, Literal

    Act = Literal["start", "prompt", "said", "flush", "compacted", "end"]

_CLAUDE: dict[str, Act] = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "Stop": "said",
    "StopFailure": "said",
    "SubagentStop": "said",
    "PreCompact": "flush",
    "PostCompact": "compacted",
    "SessionEnd": "end",
}
EVENTS: dict[str, dict[str, Act]] = {
    "claude-code": _CLAUDE,
    "codex": _CLAUDE,  # which copied them
    "gemini": {
        "SessionStart": "start",
        "BeforeAgent": "prompt",
        "AfterAgent": "said",
        "PreCompress": "said",  # it is told so before every turn, whether anything is compressed or not
        "SessionEnd": "end",
    },
    "pi": {  # the payloads are those of our extension, here and below
        "session_start": "start",
        "before_agent_start": "prompt",
        "agent_end": "said",
        "session_compact": "compacted",
        "session_shutdown": "end",
    },
    "opencode": {
        "session.created": "start",
        "chat.message": "prompt",
        "session.idle": "said",
        "session.compacted": "compacted",
        "exit": "end",
    },
}
CALLED = {"gemini": "gemini-cli"}  # as the readers of sessions call a host
TAKEN = {"claude-code": 9_500, "codex": 8_000}  # characters that a host takes at a session's start without cutting
_LONGEST = 1_000  # characters of a session's name
_FORGETTING = ("compact", "clear")  # sources of a start after which the agent has nothing of what it was told
_MACHINE = ("system", "loop_wakeup", "schedule_wakeup", "poll_event")  # sources of a prompt that nobody typed


class Event(NamedTuple):
    """One event, as far as memory is concerned."""

    host: str
    act: Act
    name: str  # as the host calls it
    session: str
    path: str = ""  # of the transcript
    folder: str = ""
    prompt: str = ""
    summary: str = ""  # that the host made of the session
    forgetting: bool = False
    infrastructure: bool = False  # nobody typed it, or a sub-agent asks


def event(host: str, name: str, payload: Mapping[str, Any]) -> Event | None:
    """What a payload says; None when it is nothing to us."""
    act = EVENTS.get(host, {}).get(name)
    session, path = _text(payload, "session_id"), _text(payload, "transcript_path")
    delegated = bool(_text(payload, "agent_id"))
    if name == "SubagentStop":
        path = _text(payload, "agent_transcript_path")
        if not _text(payload, "agent_type"):  # the host itself, when it summarises
            return None
        session = f"{session}/{_stem(path)}"
    if act is None or not 0 < len(session) <= _LONGEST:
        return None
    if host == "gemini" and path:  # whose reader names sessions by their files
        session = _stem(path).removeprefix("session-")
    return Event(
        host=CALLED.get(host, host),
        act=act,
        name=name,
        session=session,
        path=path if path.endswith(".jsonl") and isabs(path) else "",
        folder=_text(payload, "cwd"),
        prompt=_text(payload, "prompt"),
        summary=_text(payload, "compact_summary"),
        forgetting=_text(payload, "source") in _FORGETTING,
        infrastructure=delegated or _text(payload, "source") in _MACHINE,
    )


def answered(told: Event, text: str) -> dict[str, Any]:
    """What a host is answered, in its own form."""
    return {"hookSpecificOutput": {"hookEventName": told.name, "additionalContext": text}}


def _text(payload: Mapping[str, Any], name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) and "\0" not in value else ""


def _stem(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].removesuffix(".jsonl")
