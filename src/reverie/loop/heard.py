"""What is heard in a session: the sentences of each message, and what each of them is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reverie.domain import prose, trigger
from reverie.domain.prose import Sentence
from reverie.domain.text import in_full
from reverie.domain.transcript import Entry
from reverie.llm import worth
from reverie.llm.worth import Judged, Message
from reverie.loop import bereft

Heard = Mapping[str, Sequence[tuple[Sentence, Judged]]]  # by entry


def heard(entries: Iterable[Entry]) -> Heard:
    """Every message after what was said before it: the owner's after the agent's last, the agent's after anybody's."""
    last = agents = ""
    spoken: list[tuple[str, list[Sentence]]] = []
    messages: list[Message] = []
    for entry in entries:
        if entry.role in ("user", "agent") and entry.text:
            said = bereft.whole(entry.text, prose.sentences(entry.text))
            said = _parted(entry.text, said) if entry.role == "user" else said
            spoken.append((entry.id, said))
            by_user = entry.role == "user"
            told = [in_full(one.text) for one in said]
            messages.append(Message(told, "user" if by_user else "agent", agents if by_user else last))
            last = entry.text
            agents = agents if by_user else last
    judged = worth.judge_all(messages, twice=True)
    return {of: list(zip(said, each, strict=True)) for (of, said), each in zip(spoken, judged, strict=True)}


def _parted(text: str, said: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, and of one that goes on to ask for something to be remembered each part by itself."""
    found: list[Sentence] = []
    inside = trigger.inside(text)
    for one in said:
        cuts = [(end, start) for end, start in inside if one.start < end and start < one.end]
        begin, opens = one.start, one.starts
        for end, start in (*cuts, (one.end, one.end)):
            found.append(Sentence(text[begin:end], begin, end, opens) if cuts else one)
            begin, opens = start, False
    return found
