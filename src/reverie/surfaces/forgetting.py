"""What is meant by "forget …", and exactly what would go: the same for people and agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.domain.page import Key
from reverie.errors import NotFound
from reverie.loop.forget import lines_about
from reverie.memory import Memory

_MANY = 50  # things out of sight that words may name


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
    if within is None and any(memory.turns_saying(what, space) for space in spaces):
        reason = "only turns of sessions say that, which `--hard` deletes for good"
    raise NotFound(f"nothing to forget: {reason or 'nothing here says all of that'}")


def named_for_good(memory: Memory, what: str, spaces: Sequence[str]) -> tuple[list[Key], str]:
    """Like `named`, with what is out of sight already; when nothing else is left, the turns that have all the words."""
    if what.startswith("m:"):
        return named(memory, what, spaces)
    for space in spaces:
        keys = memory.recall(what, space=space).named(space)
        hidden = memory.recall(what, space=space, k=_MANY, everything=True).named(space, whole=bool(keys))
        if keys := list(dict.fromkeys((*keys, *hidden))):
            return keys, what
    for space in spaces:
        if turns := memory.turns_saying(what, space):
            return turns, what
    return named(memory, what, spaces)


def preview(memory: Memory, keys: Sequence[Key], about: str) -> Iterator[tuple[str, str]]:
    """Exactly what would go: a handle and a line each; of core memory, the lines."""
    pages = memory.vault.pages(keys)
    turns = memory.archive.turns(key for key in keys if key.kind == "turn")
    for key in keys:
        page = pages.get(key)
        if key.kind == "core" and page:
            yield from ((key.handle, f"{page.title}: {line}") for line in lines_about(page, about))
        elif turn := turns.get(key):
            yield key.handle, f"{turn.at.date()} {turn.role}: {turn.text}"
        else:
            told = memory.vault.fragments([key.slug]).get(key.slug)
            yield key.handle, page.title if page else told.body if told else str(key)
