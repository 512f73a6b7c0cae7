"""Purge: what goes when a person deletes for good, and what is left of the pages that rest on it.

Pure, and the same for every vault. Each function may be asked again about its own answer and gives it back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from reverie.domain import citation, core, front, rules, telling, values
from reverie.domain.belief import HEADING_LENGTH, restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.ids import version
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Purge
from reverie.domain.telling import Telling
from reverie.domain.text import fold, heading, sentence_slug, slug
from reverie.domain.values import Values
from reverie.errors import NotFound

UNSAID = "[deleted for good]"
_TOLD = frozenset({"cli", "mcp", "library", "import", "external", "review"})  # each entry there stands for itself
_SAME = 3  # words of one thing said that another must hold to have said it too
_PROOF = 6  # words of a quote that is not everybody's
_WRITTEN_BY_HAND = "external"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, kw_only=True)
class Gone:
    """What is deleted for good, and what stays; enough to find every copy."""

    fragments: Mapping[str, Fragment]
    kept: Mapping[str, Fragment]
    pages: frozenset[Key] = frozenset()  # those that go whole
    turns: tuple[Key, ...] = ()  # of the archive, named one by one
    source: str = ""  # a session that goes whole
    texts: tuple[str, ...] = ()  # of the pages that go whole, what they are known by
    theirs: frozenset[str] = frozenset()  # versions of files that belong to a host, and are only told of
    names: Mapping[Key, Key] = field(default_factory=dict)  # pages whose name told it, and their new ones
    values: Values = field(default_factory=Values)  # what gives it away by itself, and how far each is looked for
    echoes: tuple[Key, ...] = ()  # turns of the archive that stay, without the values they repeat

    @cached_property
    def telling(self) -> Telling:
        said = [text for f in self.fragments.values() for text in _said(f)]
        return Telling((*said, *self.texts), (text for f in self.kept.values() for text in _said(f)))

    def but(self, **changes: Any) -> Gone:
        """With other pages, turns or names and the same words, which are not gone through again."""
        new = replace(self, **changes)
        new.__dict__["telling"] = self.telling
        return new

    @cached_property
    def sources(self) -> frozenset[str]:
        """The sessions it was said in."""
        named = {f.source for f in self.fragments.values() if f.source not in _TOLD}
        return frozenset(named | ({self.source} if self.source else set()))

    @cached_property
    def _by_hand(self) -> dict[str, bool]:
        """The pages that lines were added to by hand, and whether any of the fragments that quote them stays."""
        found: dict[str, bool] = {}
        for some, stays in ((self.fragments, False), (self.kept, True)):
            for f in (f for f in some.values() if f.source == _WRITTEN_BY_HAND):
                name = f"{f.space}\0{f.entry.rpartition('#')[0]}"
                found[name] = found.get(name, False) or stays
        return found

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(map(telling.name, self.fragments))

    @cached_property
    def _places(self) -> frozenset[str]:
        return frozenset(map(telling.name, self.sources))

    @cached_property
    def _own(self) -> frozenset[str]:
        """What files are called that have to do with it whatever they say: pages that go, are renamed, or had lines
        of it added by hand."""
        quoting = (f.entry.rpartition("#")[0] for f in self.fragments.values() if f.source == _WRITTEN_BY_HAND)
        keys = {(kind, slug) for kind, _, slug in (entry.partition("/") for entry in quoting)}
        keys |= {(key.kind, key.slug) for key in (*self.pages, *self.names)}
        blocks = {"MEMORY.md" for kind, _ in keys if kind == "core"}
        return frozenset(slug.lstrip("/") for _, slug in keys) | blocks

    def spares(self, name: str, text: str) -> bool:
        """Whether a page of that name, or a file at that path, has surely nothing to do with it: a quick look."""
        if any(slug in name for slug in self._own) or self.telling.near(text, self._ids, self._places):
            return False
        return not values.held(text, self.values.anywhere)

    def tells(self, text: str) -> bool:
        """Whether a text that is about anything shares words with it, or holds one of its values."""
        return self.telling.tells(text) or values.held(text, self.values.anywhere)

    def says(self, text: str) -> bool:
        """Whether a text holds a whole sentence of it, or one of its values."""
        return self.telling.says(text) or values.held(text, self.values.anywhere)

    def touches(self, key: Key, text: str) -> bool:
        """Whether a page rests on any of it: by a citation, a line added by hand, or as the digest of the session."""
        if any(c.id in self.fragments for c in citation.anywhere(text)) or self.quotes(key) is not None:
            return True
        return key.kind == "digest" and front.get(text, "session") in self.sources

    def quotes(self, key: Key) -> bool | None:
        """None when no line of the page was added by hand; else whether one of them stays."""
        return self._by_hand.get(f"{key.space}\0{key.kind}/{key.slug}")

    def repeats(self, text: str) -> bool:
        """Whether a sentence of a turn that goes, or loses something, is one of those that do."""
        return self.telling.tells(text) or self.values.within(text, "session")

    def unsaid(self, text: str) -> str:
        """A line for people, unless it tells what is gone."""
        return UNSAID if self.tells(text) or any(id_ in text for id_ in self.fragments) else text


def _said(f: Fragment) -> list[str]:
    return [text for text in (f.body, f.quote, f.topic if len(fold(f.topic).split()) >= _SAME else "") if text]


# What goes


def gather(purge: Purge, every: Mapping[str, Fragment], pages: Mapping[Key, Page]) -> Gone:
    """What a purge reaches: its fragments, those that say the same where it was said, and pages that go whole."""
    ids = {id_ for id_ in purge.ids if id_ in every}
    if purge.source:
        ids |= {f.id for f in every.values() if purge.source in (f.source, f.session)}
    turns = [key for key in purge.keys if key.kind == "turn"]
    said_in = {tuple(key.slug.rpartition("#")[::2]) for key in turns}
    ids |= {f.id for f in every.values() if (f.source, f.entry) in said_in}
    if not (ids or purge.keys or purge.source):
        raise NotFound("there is nothing of it to delete: it is gone already")
    named = [text for id_ in sorted(ids) for text in (every[id_].body, every[id_].quote)]
    ids = _same_place(ids, every)
    whole = {key for key in purge.keys if key.kind not in ("fragment", "turn")}
    if purge.source:
        digests = (page for page in pages.values() if page.key.kind == "digest")
        whole |= {page.key for page in digests if front.get(page.text, "session") == purge.source}
    gone = Gone(
        fragments={id_: every[id_] for id_ in sorted(ids)},
        kept={id_: f for id_, f in every.items() if id_ not in ids},
        pages=frozenset(whole),
        turns=tuple(turns),
        source=purge.source,
        texts=tuple(text for key in sorted(whole) if key in pages for text in _known_by(pages[key])),
    )
    gone = _valued(gone, named, [page.text for page in pages.values() if page.key.kind == "reference"])
    files = (page for page in pages.values() if page.key.kind == "file")
    theirs = frozenset(page.version for page in files if gone.says(page.text))
    gone = gone.but(theirs=theirs)
    return gone.but(names=_renamed(gone, pages))


def _valued(gone: Gone, named: Sequence[str], references: Sequence[str]) -> Gone:
    """With what gives it away by itself, and with the fragments of the same session that repeat a number or a code:
    they are proof word for word, so that one cannot stay without it."""
    kept = gone.kept
    if not gone.source:
        elsewhere = [text for f in kept.values() if f.source not in gone.sources for text in _said(f)]
        found = values.told(named, elsewhere)
        codes = tuple(filter(values.coded, (*found.anywhere, *found.here)))
        near = {id_: f for id_, f in kept.items() if f.source in gone.sources}
        along = {id_: f for id_, f in near.items() if any(values.held(text, codes) for text in _said(f))}
        kept = {id_: f for id_, f in kept.items() if id_ not in along}
        gone = replace(gone, fragments=dict(sorted({**gone.fragments, **along}.items())), kept=kept)
    staying = [*(" \n ".join(_said(f)) for f in kept.values()), *references]
    return replace(gone, values=values.told((*named, *gone.texts), staying, whole=bool(gone.source or gone.texts)))


def also(gone: Gone, said: Sequence[str]) -> Gone:
    """With turns of sessions that were named one by one, and what they say."""
    staying = [" \n ".join(_said(f)) for f in gone.kept.values()]
    return replace(gone, texts=(*gone.texts, *said), values=gone.values.and_(values.told(said, staying, whole=True)))


def _same_place(ids: set[str], every: Mapping[str, Fragment]) -> set[str]:
    """With the fragments of the same session, or the same entry, that hold the same words: they cannot stay alone."""
    places = {_place(every[id_]) for id_ in ids}
    by_place: dict[str, list[tuple[str, list[str]]]] = {place: [] for place in places}
    for f in every.values():
        if _place(f) in places:
            by_place[_place(f)].append((f.id, [f" {fold(text)} " for text in _said(f)]))
    found, fresh = set(ids), set(ids)
    while fresh:
        said = [(every[id_], words) for id_ in fresh for words in _wordings(every[id_])]
        fresh = {
            id_
            for f, words in said
            for id_, texts in by_place[_place(f)]
            if id_ not in found and any(f" {words} " in text for text in texts)
        }
        found |= fresh
    return found


def _place(f: Fragment) -> str:
    return f"{f.source}\0{f.entry}" if f.source in _TOLD else f.source


def _wordings(f: Fragment) -> set[str]:
    """What tells it where it was said; "yes, go ahead" may prove many things and tells none of them."""
    words = {fold(f.body): _SAME, fold(f.quote): _PROOF}
    return {text for text, least in words.items() if len(text.split()) >= least}


def _known_by(page: Page) -> list[str]:
    """The lines a page that goes whole is known by elsewhere."""
    lines = [line for line in core.claims(page.prose) if len(fold(line).split()) > _SAME]
    return [page.title, *lines[:200]]


def _renamed(gone: Gone, pages: Mapping[Key, Page]) -> dict[Key, Key]:
    taken = {key.slug for key in pages}
    found: dict[Key, Key] = {}
    for key, old in sorted(pages.items()):
        if key.kind in ("core", "file", "summary", "note") or not gone.tells(key.slug):
            continue
        text = page(key, old.text, gone)
        if text is None:
            continue
        new = Page(key=key, text=text)
        prefix = key.slug.partition("--")[0] + "--" if "--" in key.slug and key.kind == "entity" else ""
        told = prefix + slug(new.title) if prefix else sentence_slug(new.title)
        name = slug(told if not gone.tells(told) else f"{key.kind} {version(text)[:8]}", taken)
        taken.add(name)
        found[key] = Key(key.space, key.kind, name)
    return found


# Pages


def page(key: Key, text: str, gone: Gone) -> str | None:
    """The page without what is gone; None when nothing is left that anything proves."""
    if key in gone.pages:
        return None
    if gone.spares(key.slug, text):
        return text
    touched = gone.touches(key, text)
    if (not touched and not gone.says(text)) or version(text) in gone.theirs:
        return text
    if key.kind == "reference":
        return None if touched else text
    if key.kind in ("belief", "suggestion"):
        return _belief(Page(key=key, text=text), gone)
    return lined(key, text, gone, touched=touched)


def _belief(old: Page, gone: Gone) -> str | None:
    proof = citation.by_section(old.body)
    left = _left(proof, gone)
    proven = {c.id: gone.kept[c.id] for c in left.active if c.id in gone.kept}
    by_hand = gone.quotes(old.key)
    if not proven and not by_hand:
        return None
    newest = max(proven.values(), key=lambda f: (f.ts, f.id), default=None)
    said = [text for f in proven.values() for text in _said(f)]
    if by_hand and not gone.telling.tells(old.prose):
        said.append(old.prose)
    if telling.carried(old.prose, said):
        new = Page(key=old.key, text="".join(line for line in old.text.splitlines(keepends=True) if _stays(line, gone)))
    elif newest:
        new = restate(old, newest.body, left)
    else:
        return None
    text = _front(new.text, gone)
    if not front.get(text, "heading"):
        text = front.put(text, "heading", heading(new.prose)[:HEADING_LENGTH])
    return rules.stamp(Page(key=old.key, text=text), None, proven).text


def _stays(line: str, gone: Gone) -> bool:
    return not any(c.id in gone.fragments for c in citation.anywhere(line))


def _left(proof: Evidence, gone: Gone) -> Evidence:
    return Evidence(
        frozenset(c for c in proof.active if c.id not in gone.fragments),
        frozenset(c for c in proof.superseded if c.id not in gone.fragments),
    )


def lined(key: Key, text: str, gone: Gone, *, touched: bool) -> str | None:
    """A page made of lines, each with its own proof, without those that are gone."""
    body = front.body(text)
    where: values.Where = "session" if touched and key.kind == "digest" else "page"
    head = _front(text[: len(text) - len(body)], gone, touched=touched, where=where)
    kept = [new for line in body.splitlines(keepends=True) if (new := _line(line, gone, touched=touched)) is not None]
    new = gone.values.without("".join(kept), UNSAID, where)
    if key.kind not in ("core", "summary", "file") and new != body:
        rested = bool(citation.anywhere(body)) and not citation.anywhere(new) and not gone.quotes(key)
        if not core.claims(new) or (rested and key.kind != "digest"):
            return None
    return head + new


def _line(line: str, gone: Gone, *, touched: bool) -> str | None:
    tells = gone.telling.tells if touched else gone.telling.says
    bare = citation.uncommented(line)
    if _stays(line, gone):
        return None if tells(bare) else line
    proof = citation.by_section(line)
    left = _left(proof, gone)
    if (proof.active and not left.active) or not left.all or not _stays(bare, gone) or tells(bare):
        return None
    end = line[len(line.rstrip("\r\n")) :]
    return f"{bare} {citation.comment(left)}".lstrip(" ") + end


def _front(text: str, gone: Gone, *, touched: bool = True, where: values.Where = "page") -> str:
    """Front matter without what tells it; that a page is retired stays, without why. Of a page that does not rest on
    it, only without the values."""
    for name, value, _ in front.lines(text):
        if value.startswith("[") and value.endswith("]"):
            listed = [each.strip() for each in value[1:-1].split(",")]
            left = [each for each in listed if not _names_it(each, gone, where, touched=touched)]
            if left != listed:
                text = front.put(text, name, left or None)
        elif touched and gone.telling.tells(value):
            day = _DATE.match(value)
            text = front.put(text, name, day[0] if name == "retired" and day else None)
        elif gone.values.within(value, where):
            new = gone.values.without(value, UNSAID, where)
            text = front.put(text, name, new if new != UNSAID else None)  # which would be a list
    return text


def _names_it(each: str, gone: Gone, where: values.Where, *, touched: bool) -> bool:
    return gone.values.within(each, where) or (touched and gone.telling.names(each))


def changed(gone: Gone, pages: Mapping[Key, Page]) -> dict[Key, str | None]:
    """The pages that are not as they were once everything is gone, and what becomes of each."""
    after = {key: page(key, old.text, gone) for key, old in pages.items()}
    return {key: text for key, text in after.items() if text != pages[key].text or key in gone.names}


def uncited(gone: Gone, pages: Mapping[Key, Page], after: Mapping[Key, str | None]) -> list[str]:
    """The fragments that stay, and that the changed pages cite no more."""
    was = {c.id for key in after for c in citation.anywhere(pages[key].text)}
    still = {c.id for text in after.values() if text is not None for c in citation.anywhere(text)}
    return sorted(id_ for id_ in was - still if id_ in gone.kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What a purge would do, for a person to see first."""

    fragments: Sequence[Fragment]
    removed: Sequence[Page]  # pages that go
    restated: Sequence[tuple[Page, str]]  # pages that stay in other words, and those words
    theirs: Sequence[str] = ()  # files of a host or of the person that hold it and are left alone
    turns: int = 0  # of sessions, in the archive
    echoes: int = 0  # turns that stay, without the values they repeat
    standing: Mapping[str, int] = field(default_factory=dict)  # what others say too, and in how many places it stays


def outline(gone: Gone, pages: Mapping[Key, Page]) -> Outline:
    after = changed(gone, pages)
    return Outline(
        fragments=tuple(gone.fragments.values()),
        removed=tuple(pages[key] for key in sorted(after) if after[key] is None),
        restated=tuple((pages[key], text) for key in sorted(after) if (text := after[key]) is not None),
        theirs=tuple(key.slug for key in sorted(pages) if pages[key].version in gone.theirs),
        turns=len(gone.turns),
        echoes=len(gone.echoes),
        standing=gone.values.standing,
    )
