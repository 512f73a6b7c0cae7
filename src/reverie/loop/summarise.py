"""The summary of a space, of what it told before and of what changes now; the whole vault is never read for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Put, put
from reverie.domain.summary import summary
from reverie.loop.desk import Desk
from reverie.store.base import Vault


def summarised(
    before: Page | None,
    space: str,
    stands: Callable[[Key], Page | None],
    written: Iterable[Page],
    vault: Vault,
    without: Collection[str] = (),
) -> Page | None:
    """The next summary: `stands` gives a page as it would be, `written` are the beliefs that change."""
    told = {k for by in vault.citing(c.id for c in before.evidence.active).values() for k, _ in by} if before else set()
    known = {k: page for k in told if k.kind == "belief" and (page := stands(k))}
    return summary(space, {**known, **{page.key: page for page in written}}.values(), before, without)


def following(changes: Sequence[Change], space: str, vault: Vault) -> list[Change]:
    """The same changes, with the summary as it follows from them and from what it tells by now, if it moved on."""
    key = Key(space, "summary", "summary")
    page = vault.pages([key]).get(key)
    stale = [change for change in changes if isinstance(change, Put) and _moved(change, page)]
    if not stale:
        return list(changes)
    desk = Desk(vault)
    for change in changes:
        if change not in stale:
            desk.take(change)
    new = summarised(page, space, desk.page, desk.written("belief", space), vault) or page
    return [put(new, page) if change in stale and new else change for change in changes]


def _moved(change: Put, summary: Page | None) -> bool:
    version = summary.version if summary else None
    return change.page.key.kind == "summary" and change.made_from.get(change.page.key, version) != version


def put_back(key: Key, back: Mapping[Key, Page | None], vault: Vault) -> Page | None:
    """A summary that was rewritten since, when these pages are put back; None when nothing is left to tell.

    What only they had cited goes from it: no page would rest on that any more, and it could not be set aside.
    """
    current = vault.pages([key, *back])

    def stands(each: Key) -> Page | None:
        page = back[each] if each in back else vault.pages([each]).get(each)
        return page if page and not page.retired else None

    cited = {c.id for each in back if each in current and each.kind != "summary" for c in current[each].cited}
    kept = {c.id for each, page in back.items() if page and each.kind != "summary" for c in page.cited}
    by = vault.citing(cited - kept)
    gone = {id_ for id_, keys in by.items() if all(each in back or each == key for each, _ in keys)}
    written = [page for each in back if each.kind == "belief" and each.space == key.space and (page := stands(each))]
    return summarised(current.get(key), key.space, stands, written, vault, gone)
