"""What pages claim, sentence by sentence with its evidence, and what a life's truth says about each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from reverie.bench.phrases import MONTHS
from reverie.bench.truth import Fact, Life, Procedure, Reading, Said, let_go, name, plain
from reverie.domain import citation, core
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page

JUDGED = frozenset({"belief", "core", "entity", "skill", "suggestion", "summary"})
_HISTORY = frozenset({"timeline", "relations", "open questions"})  # of an entity: not what is held true now
_DIGITS = re.compile(r"\d+")
_DATE = re.compile(r"\b\d{4}-(\d\d)-(\d\d)\b")
_CAPITAL = re.compile(r"(?<=[\w,;–-] )[A-Z][A-Za-z]{2,}\b")
_COMMENT = re.compile(r"<!--.*?-->", re.S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing a page holds true."""

    page: Page
    text: str
    evidence: Evidence

    @property
    def space(self) -> str:
        return self.page.key.space

    @property
    def is_belief(self) -> bool:
        return self.page.key.kind == "belief"


def claims(pages: Iterable[Page]) -> list[Claim]:
    """What the pages that are not retired claim."""
    return [claim for page in pages if not page.retired for claim in _of(page)]


def _of(page: Page) -> Iterator[Claim]:
    match page.key.kind:
        case "belief" | "suggestion" | "skill":
            text = page.prose if page.prose.startswith(page.title) else f"{page.title}\n{page.prose}"
            yield Claim(page=page, text=text, evidence=page.evidence)
        case "core" | "summary":
            for line in page.body.splitlines():
                if core.claims(line):
                    yield _line(page, line, "")
        case "entity":
            section = ""
            for line in page.body.splitlines():
                if line.startswith("#"):
                    section = line.lstrip("#").strip().lower()
                elif core.claims(line) and section not in _HISTORY:
                    yield _line(page, line, f"{page.title}: ")


def _line(page: Page, line: str, subject: str) -> Claim:
    """What a line says; of an entity that it does not name, if only by the first word, with the entity before it."""
    bare = _COMMENT.sub("", line).strip().lstrip("-* ")
    named = any(plain(way) in plain(bare) for way in (page.title, page.title.removeprefix("The ").split(" ")[0]))
    return Claim(page=page, text=bare if named else subject + bare, evidence=citation.by_section(line))


class Judge:
    """Knows a life; reads claims against it. Remembers what it read, as most pages stay as they were."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.facts: dict[str, Fact] = {fact.id: fact for fact in life.facts}
        self._read: dict[str, list[tuple[Fact, Reading]]] = {}
        self.said: dict[str, list[Said]] = {}  # by fact or procedure
        for said in life.said:
            self.said.setdefault(said.about, []).append(said)
        self._names = _vocabulary(life)
        self._said_in = {
            (said.fragment.space, fact.id, value)
            for said in life.said
            if said.role != "attack"
            for fact, reading in self.readings(said.fragment.body)
            for value in reading.said
        }

    def readings(self, text: str) -> list[tuple[Fact, Reading]]:
        """Every fact a text says something about, in whichever space the fact is."""
        if text not in self._read:
            found = [(fact, fact.read(text)) for fact in self.life.facts]
            self._read[text] = [(fact, reading) for fact, reading in found if reading]
        return self._read[text]

    def here(self, claim: Claim) -> list[tuple[Fact, Reading]]:
        return [(fact, reading) for fact, reading in self.readings(claim.text) if fact.space == claim.space]

    def by_fact(self, held: Iterable[Claim]) -> dict[str, list[tuple[Claim, Reading]]]:
        """For each fact the claims of its space that say something about it."""
        found: dict[str, list[tuple[Claim, Reading]]] = {id_: [] for id_ in self.facts}
        for claim in held:
            for fact, reading in self.here(claim):
                found[fact.id].append((claim, reading))
        return found

    def bleeds(self, claim: Claim) -> bool:
        """Whether it says what only another space knows, or rests on another space's words."""
        cited = (self.life.by_id.get(c.id) for c in claim.evidence.all)
        if any(said and said.fragment.space != claim.space for said in cited):
            return True
        return any(
            (claim.space, fact.id, value) not in self._said_in
            for fact, reading in self.readings(claim.text)
            if fact.space != claim.space
            for value in reading.said
        )

    def procedures(self, claim: Claim) -> list[Procedure]:
        return [p for p in self.life.procedures if p.space == claim.space and p.told_in(claim.text)]

    def evidence(self, some: Iterable[citation.Citation]) -> list[Said]:
        return [self.life.by_id[c.id] for c in some if c.id in self.life.by_id]

    def verdict(self, claim: Claim, day: int) -> bool | None:
        """Whether a claim states something true and current; None when it is neither worth praise nor blame."""
        right = neutral = False
        for fact, reading in self.here(claim):
            now = fact.span(day)
            if fact.over(day):
                neutral = True
                continue
            current = now.value if now else None
            if reading.false or reading.said - {current}:
                return False
            if current in reading.said or (now and current is None and reading.gone):
                right = True
            else:
                neutral = True
        if right or self.procedures(claim):
            return True
        return None if neutral else False

    def unsupported(self, claim: Claim) -> list[str]:
        """Numbers and names that no active evidence of the claim holds; what is given up may stand in superseded."""
        active, gone = (self.evidence(some) for some in (claim.evidence.active, claim.evidence.superseded))
        if not active:
            return []
        held, before = _words(active), _words(gone) + _dates([*active, *gone])
        numbers = _digits(active) | (_digits(gone) if gone else set()) | set(_DIGITS.findall(_dates([*active, *gone])))
        text = _DATE.sub(_spelt_out, claim.text)
        missing = sorted({n for n in _DIGITS.findall(text) if len(n) > 1} - numbers)
        words = plain(text)
        names = self._named(words)
        if all(said.lang == "en" for said in active):
            prose = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
            names |= {plain(word) for word in _CAPITAL.findall(prose)}
        for term in sorted(names):
            if term not in held and not (term in before and let_go(words, words.find(term), name(term))):
                missing.append(term.strip())
        return missing

    def _named(self, words: str) -> set[str]:
        return {term for term in self._names if term in words}


def _vocabulary(life: Life) -> set[str]:
    """Names of people, places, services and firms, as `plain` writes them."""
    return {plain(way) for entity in life.entities for way in entity.name.says}


def _told(said: Said) -> str:
    fragment = said.fragment
    return _DATE.sub(_spelt_out, f"{fragment.body} {fragment.quote} {fragment.topic}")


def _words(said: Iterable[Said]) -> str:
    return " ".join(plain(_told(s)) for s in said)


def _digits(said: Iterable[Said]) -> set[str]:
    """The numbers in evidence; a day also as it stands in a date."""
    found = {n for s in said for n in _DIGITS.findall(f"{s.fragment.body} {_told(s)}")}
    return found | {n.zfill(2) for n in found} | {n.lstrip("0") for n in found}


def _spelt_out(date: re.Match[str]) -> str:
    """A date as people say it, so that one form proves the other."""
    month = int(date[1])
    return f"{int(date[2])} {MONTHS[month - 1]}" if 1 <= month <= 12 else date[0]


def _dates(said: Iterable[Said]) -> str:
    """The days of evidence, which a page may name though nobody said them."""
    ways = "%Y-%m-%d", "%d %B %Y", "%d %B", "%B %d", "%Y", "%B"
    return " ".join(plain(s.fragment.day.strftime(way)) for s in said for way in ways)


def current(pages: Mapping[Key, Page]) -> list[Page]:
    """Pages that are in recall and that a dream answers for."""
    return [page for page in pages.values() if page.key.kind in JUDGED and not page.retired]
