"""A summary: the firmest lines of a space in one page, each with its proof; the same bytes while nothing changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from reverie.domain.citation import Evidence, comment
from reverie.domain.page import Key, Page
from reverie.domain.text import fold, tokens

BUDGET = 1_500  # tokens
_TITLE = "# Summary\n"


def summary(space: str, beliefs: Iterable[Page], before: Page | None, without: Collection[str] = ()) -> Page | None:
    """The summary of these beliefs, the firmest first, as many as fit; None when there is nothing to say.

    What an earlier summary cited and this one does not stays in it as superseded: evidence never shrinks, but by an
    undo, `without` which it stands.
    """
    lines: list[str] = []
    cited: set[str] = set()
    room, said = BUDGET, set[str]()
    for page in sorted(beliefs, key=_rank):
        proof = page.evidence.active
        line = f"- {' '.join(page.title.split())}"
        if not proof or fold(line) in said or (cost := tokens(line)) > room:
            continue
        ends = frozenset(
            {min(proof), max(proof)}
        )  # the first is likely to have its words, the newest says it still holds
        said.add(fold(line))
        cited |= {c.id for c in ends}
        lines.append(f"{line} {comment(Evidence(ends))}")
        room -= cost
    cited |= set(without)
    left = frozenset(c for c in before.cited if c.id not in cited) if before else frozenset()
    if not lines and not left:
        return None
    rest = [comment(Evidence(superseded=left))] if left else []
    return Page(key=Key(space, "summary", "summary"), text=_TITLE + "\n".join([*lines, *rest]) + "\n")


def _rank(page: Page) -> tuple[bool, int, str, str]:
    """Pinned first, then by days of evidence, then the newest; of equals, by name."""
    newest = max((c.day for c in page.evidence.active), default=None)
    age = -newest.toordinal() if newest else 0
    return not page.pinned, -page.days * 1_000_000 + age, page.key.kind, page.key.slug
