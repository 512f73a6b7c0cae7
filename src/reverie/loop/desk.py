"""The desk: pages as they would stand, while changes are made to them. Nothing is written; a proposal comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from reverie.domain import graph, names, text as texts
from reverie.domain.citation import Citation
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Merge, Purge, Put, Restore, Retire, Split, put
from reverie.store.base import Vault

Named = Callable[[str, str], Sequence[Key]]  # the entities of a space that are called so, as they stand
_HEIRS = 8  # entities merged one into the other that are followed


class Desk:
    """Every page is taken from the vault once; whoever asks again gets it as it would stand by now."""

    def __init__(self, vault: Vault, named: Named | None = None) -> None:
        self._vault = vault
        self._named = named
        self._before: dict[Key, Page | None] = {}
        self._now: dict[Key, Page] = {}
        self._gone: dict[Key, str] = {}  # retired, and why
        self._why: dict[Key, tuple[str, ...]] = {}  # why pages were changed, where that was said
        self._merged: dict[Key, list[Key]] = {}  # by the page they became
        self._called: dict[
            tuple[str, str], dict[Key, None]
        ] = {}  # entities written here, by what they were ever called

    def page(self, key: Key) -> Page | None:
        """The page as it would stand; None when there would be none, or it would be retired."""
        if key in self._gone:
            return None
        if key in self._now:
            return self._now[key]
        if key not in self._before:
            self._before[key] = self._vault.pages([key]).get(key)
        found = self._before[key]
        return found if found and not found.retired else None

    def shut(self, key: Key) -> bool:
        """Whether a page of that name was retired: what was put away is not written anew."""
        return key not in self._now and self.stands(key) and self.page(key) is None

    def put(self, page: Page, why: str = "") -> None:
        self.page(page.key)
        self._now[page.key] = page
        if why:
            self._why[page.key] = (*self._why.get(page.key, ()), why)
        if page.key.kind == "entity":
            for name in graph.called(page):
                self._called.setdefault((page.key.space, names.plain(name)), {})[page.key] = None

    def clear(self) -> None:
        """Begin again with nothing on it."""
        for kept in (self._before, self._now, self._gone, self._why, self._merged):
            kept.clear()

    def copy(self) -> Desk:
        """Another with the same on it; what is done on one is not seen on the other."""
        other = Desk(self._vault, self._named)
        other.back_to(self)
        return other

    def back_to(self, earlier: Desk) -> None:
        """Let it be as the other is: what was tried since then is gone."""
        self._before, self._now, self._gone = dict(earlier._before), dict(earlier._now), dict(earlier._gone)
        self._why = dict(earlier._why)
        self._merged = {key: list(merged) for key, merged in earlier._merged.items()}
        self._called = {name: dict(keys) for name, keys in earlier._called.items()}

    def anew(self, *keys: Key) -> None:
        """Take pages from the vault again: they were written meanwhile."""
        for key in keys:
            self._before.pop(key, None)
            self._now.pop(key, None)

    def retire(self, key: Key, why: str) -> None:
        if self.stands(key):
            self._gone[key] = why
        self._now.pop(key, None)

    def merge(self, sources: list[Key], into: Page) -> None:
        """Several pages become one; those that only stand on the desk are simply gone."""
        self.put(into)
        for key in sources:
            if key != into.key:
                self._now.pop(key, None)
                if self.stands(key):
                    self._gone[key] = ""
                    self._merged.setdefault(into.key, []).append(key)

    def take(self, change: Change) -> None:
        """Lay down what a proposal wants; what a person puts back or deletes for good is none of a desk's."""
        match change:
            case Put(page):
                self.put(page)
            case Merge(sources, into):
                self.merge(list(sources), into)
            case Split(source, parts):
                for page in parts:
                    self.put(page)
                self.retire(source, "split")
            case Retire(key, why):
                self.retire(key, why)
            case Restore() | Purge():
                pass

    def stands(self, key: Key) -> bool:
        """Whether the vault holds a page of that name, retired ones included."""
        if key not in self._before:
            self._before[key] = self._vault.pages([key]).get(key)
        return self._before[key] is not None

    def why_gone(self, key: Key) -> str | None:
        """Why a page would be retired; None when it would not."""
        return (self._gone[key] or "merged into another page") if key in self._gone else None

    def free(self, key: Key) -> Key:
        """The first name like this one that no page has, retired ones included."""
        return next(each for each in numbered(key) if each not in self._now and not self.stands(each))

    def alike(self, key: Key) -> Iterator[Page]:
        """The pages that took this name and its numbered followers."""
        for each in numbered(key):
            if each not in self._now and not self.stands(each):
                return
            if page := self.page(each):
                yield page

    def entities(self, space: str, begins: str) -> list[Page]:
        """The entities of a space whose slug begins so, in order."""
        keys = {*self._vault.keys(space, begins)}
        keys |= {k for k in self._now if k.space == space and k.kind == "entity" and k.slug.startswith(begins)}
        return [page for key in sorted(keys) if (page := self.page(key))]

    def heir(self, key: Key) -> Key | None:
        """The entity itself, or the one it was merged into; None when neither stands."""
        for _ in range(_HEIRS):
            if self.page(key):
                return key
            into = next((into for into, merged in self._merged.items() if key in merged), None)
            gone = self._before.get(key)
            slug = graph.heir(gone) if gone and into is None else None
            if into is None and slug is None:
                return None
            key = into or Key(key.space, "entity", slug or "")
        return None

    def called(self, space: str, name: str) -> list[Key]:
        """The entities of a space with that name or alias, in order."""
        said = names.plain(name)
        written = (self._now[key] for key in self._called.get((space, said), ()) if key in self._now)
        here = (page.key for page in written if said in map(names.plain, graph.called(page)))
        known = self._named(space, name) if self._named else ()
        return sorted({*here, *(heir for key in known if (heir := self.heir(key)))})

    def citing(self, some: Iterable[Citation], kind: str) -> set[Key]:
        """The pages of a kind in the vault that cite any of these."""
        cited = self._vault.citing(c.id for c in some)
        return {key for pages in cited.values() for key, _ in pages if key.kind == kind}

    def written(self, kind: str, space: str) -> list[Page]:
        """The pages of a kind that were changed or made here."""
        return [page for key, page in self._now.items() if key.kind == kind and key.space == space]

    def changes(self) -> tuple[Change, ...]:
        """What all of it comes to, in the order it was begun; what is as it was is left out."""
        made: list[Change] = []
        for key, page in self._now.items():
            before = self._before.get(key)
            sources = [key for key in self._merged.get(key, []) if self._before.get(key)]
            if sources:
                versions = {each: self._before[each].version for each in sources if self._before[each]}  # type: ignore[union-attr]
                made.append(Merge(tuple(sources), page, {**versions, key: before.version if before else None}))
            elif before is None or before.text != page.text:
                made.append(put(page, before, "; ".join(self._why.get(key, ()))))
        for key, why in self._gone.items():
            before = self._before[key]
            if why and before:
                made.append(Retire(key, why, {key: before.version}))
        return tuple(made)

    @property
    def before(self) -> dict[Key, Page]:
        """The pages that were taken, as they stand."""
        return {key: page for key, page in self._before.items() if page}


def numbered(key: Key) -> Iterator[Key]:
    """A name and its followers: tea, tea-2, tea-3…"""
    stem, suffix = (key.slug[:-3], ".md") if key.slug.endswith(".md") else (key.slug, "")
    folder, slash, name = stem.rpartition("/")
    taken: list[str] = []
    while True:
        taken.append(texts.slug(name, taken))
        yield Key(key.space, key.kind, f"{folder}{slash}{taken[-1]}{suffix}")
