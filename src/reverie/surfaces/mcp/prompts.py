"""Prompts: what a person may start with a word. What they bring from memory is fenced; the request is the person's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reverie.errors import ReverieError
from reverie.surfaces.mcp import changing, finding, resources

if TYPE_CHECKING:
    from reverie.memory import Memory

Given = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    name: str
    title: str
    description: str
    fill: Callable[[Memory, str, Given], str]
    argument: str = ""  # the one it takes
    about: str = ""

    def text(self, memory: Memory, space: str, given: Given) -> str:
        """The message that stands for the prompt."""
        if self.argument and not given.get(self.argument, "").strip():
            raise ReverieError(f"the prompt {self.name} needs {self.argument}: {self.about}")
        return self.fill(memory, space, given)


def _recall(memory: Memory, space: str, given: Given) -> str:
    found = finding.search(memory, space, {"query": given["topic"]}).text
    return (
        f"What do you remember about this: {given['topic']}\n\n{found}\n\n"
        "Answer from what stands above, with dates; read a handle with memory_get where more is needed, and say so "
        "when nothing fits."
    )


def _remember(memory: Memory, space: str, given: Given) -> str:
    return f"Please keep this in memory with memory_remember, one statement a call, in my words: {given['text']}"


def _brief(memory: Memory, space: str, given: Given) -> str:
    return f"{resources.brief(memory, space)}\n\nTell me in a few lines what of this matters for what we do now."


def _review(memory: Memory, space: str, given: Given) -> str:
    waiting = changing.review(memory, space, {}).text
    return (
        f"{waiting}\n\nGo through what waits in memory with me, one by one: show it, and ask what I want. "
        "What only I may approve I approve myself with `reverie review`."
    )


PROMPTS = (
    Prompt(
        name="recall", title="What do you remember about…", description="Search memory and answer from it.",
        argument="topic", about="what to look for", fill=_recall,
    ),
    Prompt(
        name="remember", title="Remember this", description="Have something kept in memory.",
        argument="text", about="what to keep", fill=_remember,
    ),
    Prompt(
        name="brief", title="Session brief", description="Core memory and the summaries, to begin a session with.",
        fill=_brief,
    ),
    Prompt(
        name="review", title="Review memory", description="Go through the proposals that wait for you.", fill=_review,
    ),
)  # fmt: skip
BY_NAME = {prompt.name: prompt for prompt in PROMPTS}
