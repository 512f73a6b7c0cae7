"""Core memory after a dream: lines that lost their ground leave it, the firmest beliefs come in, a few a night.

By rules alone, whoever dreamed. What people wrote by hand stays as it is; what they took out does not come back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.domain import compound, core, promote, proposal as proposals, text as texts
from reverie.domain.audit import AuditEntry
from reverie.domain.citation import Citation
from reverie.domain.claim import claim, compare
from reverie.domain.core import BLOCKS, BY_SLUG, Line
from reverie.domain.frame import repeats
from reverie.domain.page import Key, Page
from reverie.domain.promote import Move, Rank, Worth
from reverie.domain.proposal import Origin, Put
from reverie.domain.usage import Use, Uses, decay_of
from reverie.llm import alike, pairs
from reverie.loop.desk import Desk
from reverie.loop.weigh import about_one
from reverie.store.base import AuditFilter, Held, History, Vault

MOST = 5  # lines that a night promotes, and that it lets fade, in one space
FILLED = 0.5  # of a block, by what is there only because it was told often: the rest is kept for what belongs there
_NAMING = frozenset({"name", "call"})  # "My name is Ana" says no more than "I'm Ana, a developer"
_OWN = re.compile(r"\b(?:i|my|me|we|our)\b", re.I)
_OVERTURNED = 4  # statements that a belief overturned, the newest, whose place in core memory it may take
_EDITS = 100  # changes of a block in which is looked for what people took out


def moves(look: Look, fresh: Iterable[Key], *, news: bool) -> list[Move]:
    """What should come into core memory and leave it. Without news only what is not held true any more leaves.

    `fresh`: the beliefs that were dreamed now; beside them, those that the summary tells are looked at.
    """
    made = list(_fallen(look))
    if news:
        made += _over_budget(look)
        made += _faded(look)
        made += _promoted(look, fresh)
    return made


@dataclass(slots=True)
class Look:
    """Core memory of one space as it would stand, and what it rests on."""

    desk: Desk
    vault: Vault
    space: str
    now: datetime
    use: Uses
    history: History | None = None
    again: bool = False  # what was undone is to be done again
    held: Sequence[Held] | None = None  # what a person is asked about, or refused; None: whatever the vault holds
    blocks: dict[str, Page | None] = field(init=False)
    fallen: list[Line] = field(default_factory=list, init=False)  # that were overturned, wholly or in part
    _behind: dict[Line, list[Page]] = field(default_factory=dict, init=False)
    _people: dict[str, tuple[frozenset[Line], frozenset[Line]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.blocks = {b.slug: self.desk.page(Key(self.space, "core", b.slug)) for b in BLOCKS}

    def make(self, move: Move, *, fallen: bool = False) -> Move | None:
        """Make a move here, unless a person is asked about it already, or has refused it.

        `fallen`: nothing of the line is held true any more; it leaves though a reflection that waits asks about it.
        """
        if self._asked(move, fallen=fallen):
            return None
        self.blocks[move.block.slug] = move.on(self.blocks[move.block.slug])
        return move

    def lines(self) -> Iterator[tuple[str, Line]]:
        for name, page in self.blocks.items():
            for line in core.lines(page) if page else ():
                yield name, line

    def behind(self, line: Line) -> list[Page]:
        """The beliefs and skills that a line speaks for, retired ones too: of those whose evidence its own is, or was,
        the ones that say the same; else, when they were restated since, the one that began with it, or all of them."""
        if line in self._behind:
            return self._behind[line]
        cited = self.vault.citing(c.id for c in line.evidence.active)
        keys = {key for by in cited.values() for key, _ in by if key.kind in ("belief", "skill")}
        keys |= {p.key for kind in ("belief", "skill") for p in self.desk.written(kind, self.space) if _shared(p, line)}
        mine = sorted(key for key in keys if key.space == self.space)
        stored = self.vault.pages(mine)
        pages = [page for key in mine if (page := self.desk.page(key) or stored.get(key))]
        named = texts.sentence_slug(line.words)  # a page keeps the name of what it said at first
        begun = [page for page in pages if page.key.slug == named]
        self._behind[line] = [page for page in pages if _says(page, line)] or begun or pages
        return self._behind[line]

    def overturned_by(self, line: Line) -> list[Page]:
        """The pages that hold the evidence of a line overturned."""
        cited = self.vault.citing(c.id for c in line.evidence.active)
        keys = {key for by in cited.values() for key, _ in by if key.kind == "belief" and key.space == self.space}
        keys |= {page.key for page in self.desk.written("belief", self.space)}
        stored = self.vault.pages(sorted(keys))
        pages = [page for key in sorted(keys) if (page := self.desk.page(key) or stored.get(key))]
        return [page for page in pages if page.evidence.superseded & line.evidence.active and not self.gone(page)]

    def gone(self, page: Page) -> str | None:
        """Why a page is retired, or would be."""
        stood = page.retired and (page.retired.partition(" ")[2] or page.retired)
        return stood or self.desk.why_gone(page.key)

    def ground(self, line: Line) -> Page | None:
        """The firmest page that still stands behind a line."""
        standing = [page for page in self.behind(line) if not self.gone(page) and _shared(page, line)]
        return max(standing, key=lambda page: (page.pinned, page.days, page.key), default=None)

    def ours(self, name: str, line: Line, pages: Sequence[Page]) -> bool:
        """Whether a line stands as a machine wrote it: in words of what it rests on, or as a dream put it there.

        Else it is somebody's own.
        """
        if line in self.by_people(name)[1]:
            return False
        said = self.vault.fragments(c.id for c in line.evidence.active).values()
        told = any(_holds(text, line.words) for each in said for text in (each.body, each.quote))
        return told or any(_says(page, line) for page in pages) or line in self._by_dreams(name)

    def weigh(self, belief: Page) -> tuple[Worth | None, Use, float]:
        """What a belief is worth, how it was used, and how it stands on the forgetting curve."""
        use = self.use([belief.key]).get(belief.key, Use())
        newest = max(belief.evidence.active)
        told = self.vault.fragments([newest.id]).get(newest.id)
        score = decay_of(belief.base, use, belief.key.kind, newest.day, self.now, belief.pinned)
        found = promote.worth(belief, told.kind if told else "", use, self.now.date())
        if found is None or not found.by_words:
            found = self._in_place(belief) or found
        return found, use, score

    def _in_place(self, belief: Page) -> Worth | None:
        """The block of what it overturned, told by the owner and about the same; of several, the newest."""
        over = sorted(belief.evidence.superseded, reverse=True)[:_OVERTURNED]
        said = self.vault.fragments(c.id for c in over)
        for each in (said[c.id] for c in over if c.id in said and said[c.id].trust == "user"):
            for part in compound.parts(each.body):
                found = promote.in_place(belief, part)
                if found and about_one(part, belief.title):
                    return found
        return None

    def by_people(self, name: str) -> tuple[frozenset[Line], frozenset[Line]]:
        """The lines that people took out of a block, and those they put in: by hand, by a command, or by an undo."""
        if name not in self._people:
            taken, brought = set[Line](), set[Line]()
            people: tuple[Origin, ...] = ("external", "person") if self.again else ("external", "person", "undo")
            for before, after in self._edits(name, people):
                taken |= before - after
                brought |= after - before
            self._people[name] = frozenset(taken), frozenset(brought)
        return self._people[name]

    def _by_dreams(self, name: str) -> set[Line]:
        """The lines that dreams put into a block: a model's words need not stand in what they rest on."""
        return {line for before, after in self._edits(name, ("dream", "reflect")) for line in after - before}

    def _edits(self, name: str, origins: Collection[Origin]) -> Iterator[tuple[set[Line], set[Line]]]:
        """The lines of a block before and after each change of these origins."""
        if self.history is None:
            return
        block = Key(self.space, "core", name)
        for entry in _standing(self.history.entries(AuditFilter(key=block, limit=_EDITS))):
            if entry.proposal and entry.proposal.origin in origins:
                old = self.history.before(entry).get(block)
                pages = [page for change in entry.proposal.changes for page in proposals.pages(change)]
                new = next((page for page in pages if page.key == block), None)
                yield set(core.lines(old) if old else ()), set(core.lines(new) if new else ())

    def _asked(self, move: Move, *, fallen: bool) -> bool:
        if self.held is None:
            self.held = self.vault.held()
        for held in self.held:
            if fallen and held.proposal.origin == "reflect" and held.state != "rejected":
                continue
            for change in held.proposal.changes:
                if not isinstance(change, Put) or change.page.key != move.block:
                    continue
                there = move.line.words in {line.words for line in core.lines(change.page)}
                page = self.vault.pages([move.block]).get(move.block)
                same = change.made_from.get(move.block) == (page.version if page else None)
                if there if move.did == "promoted" else same and not there:
                    return True
        return False


def _standing(entries: Sequence[AuditEntry]) -> Iterator[AuditEntry]:
    """Of changes, the newest first, those that nobody took back; an undo that was undone is as if it had never been."""
    undone = set[str]()
    undos = {entry.id for entry in entries if entry.undoes}
    for entry in entries:
        if entry.id in undone:
            continue
        back = undos.intersection(entry.undoes)
        undone |= back
        if not back:
            yield entry


def _fallen(look: Look) -> Iterator[Move]:
    """Lines of which nothing is held true any more: overturned, or retired."""
    for name, line in list(look.lines()):
        pages = look.behind(line)
        live = [page for page in pages if not look.gone(page)]
        standing = [page for page in live if _shared(page, line)]
        over = [page for page in live if not _shared(page, line)]
        if standing and all(_part_of(page, line) for page in standing):
            over = over or look.overturned_by(line)  # only what was told beside it stands still
        # Two statements of one fragment share their evidence: that the other stands does not help this one.
        if not pages or (standing and not over) or any(_says(page, line) for page in standing):
            continue
        if look.ours(name, line, pages):
            gone = [why for page in pages if (why := look.gone(page))]
            why = f"overturned by “{over[0].title}”" if over else f"what it rests on was retired ({gone[0]})"
            look.fallen.append(line)
            yield from _made(look, _demoted(look, name, line, why), fallen=True)


def _over_budget(look: Look) -> Iterator[Move]:
    """The weakest lines of a block that holds too much, until it fits; what people wrote stays."""
    for block in BLOCKS:
        for _ in range(MOST):
            weak = None if _fits(look.blocks[block.slug], block.budget) else _weakest(look, block.slug)
            if weak:
                why = f"the weakest line of a block that holds {block.budget} tokens"
                yield from _made(look, _demoted(look, block.slug, weak[0], why))


def _faded(look: Look) -> Iterator[Move]:
    """Lines that were not told or used for long, the longest first, a few at a time."""
    found = []
    for name, line in look.lines():
        page = look.ground(line)
        if page and page.key.kind == "belief":
            about, _, score = look.weigh(page)
            if promote.fades(page, name, about, score, look.now.date()) and look.ours(name, line, [page]):
                found.append((score, name, line, f"not told since {max(page.evidence.active).day}"))
    for _, name, line, why in sorted(found, key=lambda each: (each[0], each[1], each[2].words))[:MOST]:
        yield from _made(look, _demoted(look, name, line, why))


def _promoted(look: Look, fresh: Iterable[Key]) -> Iterator[Move]:
    """The beliefs that are worth most and not told yet, a few at a time."""
    found = []
    for belief in _candidates(look, fresh):
        if any(_shared(belief, line) and belief in look.behind(line) for _, line in look.lines()):
            continue
        about, use, score = look.weigh(belief)
        if about and not promote.fades(belief, about.block, about, score, look.now.date()):
            found.append((promote.rank(belief, about, use), about, belief))
    left = MOST
    for value, about, belief in sorted(found, key=lambda each: each[0], reverse=True):
        if not left:
            break
        block = Key(look.space, "core", about.block)
        left_of = any(_shared(belief, line) and _part_of(belief, line) for line in look.fallen)
        comes = left_of or promote.returns(belief, _left(look.blocks[about.block]))
        if _told(look, belief) or not comes:
            continue
        if any(_shared(belief, line) and belief in look.behind(line) for line in look.by_people(about.block)[0]):
            continue
        said = look.vault.fragments(c.id for c in belief.evidence.active)
        line = promote.line(belief, {id_: fragment.body for id_, fragment in said.items()})
        move = Move(did="promoted", block=block, line=line, why=about.why)
        for made in _with_room(look, move, about, belief, value):
            yield made
            left -= made.did == "promoted"


def _with_room(look: Look, move: Move, about: Worth, belief: Page, value: Rank) -> Iterator[Move]:
    """The promotion, after the demotion of one weaker line when the block is full; nothing when there is no room."""
    name = move.block.slug
    room = BY_SLUG[name].budget if about.by_words else int(BY_SLUG[name].budget * FILLED)
    page = look.blocks[name]
    if not _fits(move.on(page), room):
        weak = _weakest(look, name)
        # Whether a line of another's word comes in is for a person to say, so nothing makes room for it before.
        if not weak or not page or belief.trust != "user" or weak[1] >= value:
            return
        out = _demoted(look, name, weak[0], f"made room for “{move.line.words}”")
        if not _fits(move.on(out.on(page)), room):
            return
        yield from _made(look, out)
    yield from _made(look, move)


def _candidates(look: Look, fresh: Iterable[Key]) -> list[Page]:
    """The beliefs that were dreamed now, and those the summary tells: the firmest of the space."""
    summary = look.desk.page(Key(look.space, "summary", "summary"))
    cited = [line.evidence.active for line in (core.lines(summary) if summary else ())]
    told = look.vault.citing(c.id for proof in cited for c in proof)
    keys = {key for by in told.values() for key, _ in by if key.kind == "belief" and key.space == look.space}
    keys |= {key for key in fresh if key.kind == "belief" and key.space == look.space}
    keys |= {page.key for page in look.desk.written("belief", look.space)}
    pages = [page for key in sorted(keys) if (page := look.desk.page(key)) and page.evidence.active]
    standing = [page for page in pages if not page.expires or page.expires > look.now.date()]
    return [page for page in standing if promote.hopeful(page)]


def _told(look: Look, belief: Page) -> bool:
    """Whether core memory says it already, perhaps with more beside it, or a person's line there says otherwise."""
    new = claim(belief.title)
    said = [each.removeprefix("- ") for page in look.blocks.values() if page for each in core.claims(page.text)]
    return any(
        texts.fold(each) == texts.fold(belief.title)
        or compare(new, claim(each)) != "apart"
        or _covers(each, belief.title)
        for each in said
    )


def _covers(line: str, said: str) -> bool:
    """Whether a line tells all that is said, or the same with other details ("I live in Oslo with my cat")."""
    words = alike.stems(said) - _NAMING
    whole = bool(words) and words <= alike.stems(line) and pairs.read(said).denies == pairs.read(line).denies
    of_one = not _OWN.search(said) or _OWN.search(line) is not None
    return (whole and of_one) or repeats(line, said)


def _weakest(look: Look, name: str) -> tuple[Line, Rank] | None:
    """The line of a block that is worth least, of those that a machine wrote and nobody asked for or pinned."""
    found = []
    for block, line in look.lines():
        page = look.ground(line) if block == name else None
        if page and page.key.kind == "belief":
            about, use, _ = look.weigh(page)
            value = promote.rank(page, about, use)
            if not value[0] and look.ours(name, line, [page]):
                found.append((value, line))
    if not found:
        return None
    value, line = min(found, key=lambda each: each[0])
    return line, value


def _demoted(look: Look, name: str, line: Line, why: str) -> Move:
    return Move(did="demoted", block=Key(look.space, "core", name), line=line, why=why)


def _made(look: Look, move: Move, *, fallen: bool = False) -> Iterator[Move]:
    made = look.make(move, fallen=fallen)
    if made:
        yield made


def _fits(page: Page | None, room: int) -> bool:
    return page is None or core.cost(page.text) <= room


def _left(page: Page | None) -> frozenset[Citation]:
    return page.evidence.superseded if page else frozenset()


def _shared(page: Page, line: Line) -> bool:
    """Whether a page holds a line's evidence true."""
    return bool(page.evidence.active & line.evidence.active)


def _says(page: Page, line: Line) -> bool:
    """Whether a page says what a line says, in the same words."""
    return texts.fold(line.words) == texts.fold(page.title) or _among(line.words, page.prose)


def _part_of(page: Page, line: Line) -> bool:
    """Whether a page says only a part of what a line says."""
    said, told = texts.fold(page.prose).strip(" ."), texts.fold(line.words).strip(" .")
    return said != told and said in told


def _holds(text: str, words: str) -> bool:
    """Whether a text has these words in it, one after the other: of a sentence a clause may have become a line."""
    return f" {texts.fold(words)} " in f" {texts.fold(text)} "


def _among(words: str, text: str) -> bool:
    return texts.fold(words) in {texts.fold(each) for each in (text, *texts.sentences(text))}
