"""What a change comes to, for people: added, restated, overturned, heard again, merged, retired, a line of core memory
promoted or demoted; on what evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from reverie.domain import text as texts
from reverie.domain.citation import Citation
from reverie.domain.page import Key, Page
from reverie.domain.promote import Move
from reverie.domain.proposal import Change, Merge, Put, Retire

What = Literal["added", "restated", "superseded", "heard again", "merged", "retired", "promoted", "demoted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One page, before and after."""

    what: What
    key: Key
    title: str
    before: str = ""  # what it said and says no more; of a new page, what it overturned on the way
    why: str = ""  # of what came into core memory, left it, or was retired
    proof: tuple[Citation, ...] = ()  # evidence that is new
    overturned: tuple[Citation, ...] = ()  # evidence that does not count any more


def changed(changes: tuple[Change, ...], before: Mapping[Key, Page]) -> Iterator[Changed]:
    """The changes of a proposal as people are told them; the summary, which only follows, is left out."""
    for change in changes:
        match change:
            case Put(page) if page.key.kind != "summary":
                yield _page(page, before.get(page.key))
            case Merge(sources, page):
                told = _page(page, before.get(page.key), *(before[key] for key in sources if key in before))
                names = "; ".join(before[key].title for key in sources if key in before)
                yield Changed(
                    what="merged", key=page.key, title=page.title, before=names, proof=told.proof,
                    overturned=told.overturned,
                )  # fmt: skip
            case Retire(key, why):
                title = before[key].title if key in before else key.slug
                yield Changed(what="retired", key=key, title=title, why=why)
            case _:
                continue


def became(before: Page | None, after: Page | None) -> str:
    """What one change did to one page, in a few words; what it says otherwise since, in the page's own."""
    if before is None or after is None:
        return "created" if after else "taken away"
    if after.retired and not before.retired:
        _, _, why = after.retired.partition(" ")
        return why if why.startswith(("merged into", "split into")) else f"retired: {why}" if why else "retired"
    told = _page(after, before)
    lost, new = _lines_beside(before, after), _lines_beside(after, before)
    said = f": “{lost}” → “{new}”" if lost and new else f": “{new or lost}”" if lost or new else ""
    if before.retired and not after.retired:
        return f"brought back{said}"
    if before.pinned != after.pinned and not said:
        return "pinned" if after.pinned else "unpinned"
    if told.what == "heard again":
        return "heard again" if told.proof else "kept in other form"
    return f"{'no longer said' if lost and not new else told.what}{said}"


def _lines_beside(page: Page, other: Page) -> str:
    """The lines of a page that another has not, in one."""
    there = set(other.prose.splitlines())
    return " ".join(line.removeprefix("- ") for line in page.prose.splitlines() if line.strip() and line not in there)


def moved(move: Move) -> Changed:
    """A line that came into core memory, or left it."""
    proof = tuple(sorted(move.line.evidence.active)) if move.did == "promoted" else ()
    return Changed(what=move.did, key=move.block, title=move.line.words, why=move.why, proof=proof)


def _page(page: Page, *earlier: Page | None) -> Changed:
    old = [one for one in earlier if one]
    counted = frozenset[Citation]().union(*(one.evidence.active for one in old))
    proof = tuple(sorted(page.evidence.active - counted))
    overturned = tuple(sorted(page.evidence.superseded & counted if old else page.evidence.superseded))
    said = old[0].prose if old else ""
    what: What = "added" if not old else "superseded" if overturned else "heard again"
    if old and not overturned and said != page.prose:
        what = "restated"
    was = old[0].title if old and said != page.prose else ""
    before = was if was != page.title else _no_more(old[0], page) if was else ""
    return Changed(what=what, key=page.key, title=page.title, before=before, proof=proof, overturned=overturned)


def _no_more(before: Page, after: Page) -> str:
    """The sentences of a page that it does not say any more."""
    there = set(_sentences(after))
    return " ".join(said for said in _sentences(before) if said not in there)


def _sentences(page: Page) -> list[str]:
    lines = (line.removeprefix("- ") for line in page.prose.splitlines() if not line.startswith("#"))
    return [said for line in lines for said in texts.sentences(line)]
