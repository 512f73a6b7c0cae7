"""What is meant by "forget …", and exactly what would go: the same for people and agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.domain.page import Key
from reverie.errors import NotFound
from reverie.loop.forget import lines_about
from reverie.memory import Memory


def named(memory: Memory, what: str, spaces: Sequence[str], *, within: str | None = None) -> tuple[list[Key], str]:
    """One thing by its handle, or what the words name outright in the first of the spaces that has it; and the words.

    With `within`, a handle names only what a question asked in that space could find.
    """
    if what.startswith("m:"):
        return [memory.find(what, space=within)], ""
    reason = ""
    for space in spaces:
        answer = memory.recall(what, space=space)
        if keys := answer.named(space):
            return keys, what
        reason = reason or answer.reason
    raise NotFound(f"nothing to forget: {reason or 'nothing here says all of that'}")


def preview(memory: Memory, keys: Sequence[Key], about: str) -> Iterator[tuple[str, str]]:
    """Exactly what would go: a handle and a line each; of core memory, the lines."""
    pages = memory.vault.pages(keys)
    for key in keys:
        page = pages.get(key)
        if key.kind == "core" and page:
            yield from ((key.handle, f"{page.title}: {line}") for line in lines_about(page, about))
        else:
            told = memory.vault.fragments([key.slug]).get(key.slug)
            yield key.handle, page.title if page else told.body if told else str(key)
