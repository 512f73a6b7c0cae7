"""Entities and the dated links between them. A relation lives in the page of the entity it starts from."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from reverie.domain import citation, front
from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import Key, Page
from reverie.domain.strength import strength
from reverie.domain.text import slug

PREFERRED_TYPES = ("person", "project", "concept", "tool", "place", "organisation")
SECTIONS = ("Summary", "Facts", "Timeline", "Open Questions", "Relations")

_TELLS = ("summary", "facts")
_LINE = re.compile(r"[-*][ \t]+([^:\[\]]+):[ \t]*(.*\[\[.*)")
_TARGET = re.compile(r"\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\][ \t]*(\([^)]*\))?")
_WINDOW = re.compile(r"(since|until)[ \t]+(\d{4}-\d{2}-\d{2})")
_TYPE = re.compile(r"<!--[^>]*?\bType:[ \t]*([\w-]+)")
_HEIR = re.compile(r"\bmerged into ([a-z0-9][\w-]*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A link that holds from `since` up to, and not including, `until`; open ends are None.

    One whose beginning nobody told holds since it was said, as far as we know.
    """

    source: str
    name: str
    target: str
    since: date | None = None
    until: date | None = None
    evidence: Evidence = field(default_factory=Evidence)

    def valid_at(self, day: date) -> bool:
        since = self.since or self._said
        return (since is None or since <= day) and (self.until is None or day < self.until)

    def open_on(self, day: date) -> bool:
        """Whether nothing that was told by then ended it: one that has an end to come holds until that day."""
        return self.until is None or day < self.until

    @property
    def _said(self) -> date | None:
        """The day on which it was first said; None when it was over by then."""
        said = min((c.day for c in self.evidence.all), default=None)
        return said if said and (self.until is None or said < self.until) else None

    @property
    def days(self) -> int:
        return strength(c.day for c in self.evidence.active)


def entity_slug(type_: str, name: str) -> str:
    """`<type>--<name>`, as the file is called; never longer than a slug may be."""
    prefix = f"{slug(type_)[:20]}--"
    return prefix + slug(name)[: 64 - len(prefix)].strip("-")


def type_of(key: Key) -> str:
    kind, dashes, _ = key.slug.partition("--")
    return kind if dashes else "concept"


def entity(key: Key, name: str) -> Page:
    """A new entity, knowing only its name."""
    return Page(key=key, text="---\n---\n").with_front("name", name).with_front("type", type_of(key))


def aliases(page: Page) -> tuple[str, ...]:
    try:
        return front.get_list(page.text, "aliases") or ()
    except ValueError:
        return ()


def called(page: Page) -> tuple[str, ...]:
    """Everything an entity is called: its name, its aliases, and what its file is called after."""
    return tuple(dict.fromkeys((page.title, *aliases(page), page.key.slug.partition("--")[2] or page.key.slug)))


def also_called(page: Page, *names: str) -> Page:
    """The entity with more aliases, as far as they are new."""
    more = [name for name in dict.fromkeys(names) if name and name != page.title and name not in aliases(page)]
    return page.with_front("aliases", [*aliases(page), *more]) if more else page


def heir(page: Page) -> str | None:
    """The slug of the entity this one was merged into."""
    found = _HEIR.search(page.retired or "")
    return found[1] if found else None


def add_to_section(page: Page, section: str, line: str, evidence: Evidence) -> Page:
    """The entity with one more line in that section; the section is made when missing."""
    claim = f"- {citation.as_said(' '.join(line.split()))} {citation.comment(evidence)}".rstrip() + "\n"
    heading = re.search(rf"^##[ \t]+{re.escape(section)}[ \t]*\r?$", page.text, re.M | re.I)
    if not heading:
        stem = page.text if page.text.endswith("\n") else page.text + "\n"
        gap = "" if stem.endswith(("---\n", "\n\n")) else "\n"
        return Page(key=page.key, text=f"{stem}{gap}## {section}\n{claim}")
    following = re.search(r"^##[ \t]", page.text[heading.end() :], re.M)
    end = heading.end() + following.start() if following else len(page.text)
    stem = page.text[:end].rstrip("\n")
    tail = page.text[len(stem) : end] or "\n"
    return Page(key=page.key, text=f"{stem}\n{claim.rstrip()}{tail}{page.text[end:]}")


def add_relation(page: Page, relation: Relation) -> Page:
    """The entity with that relation cited once more, or added when it is new."""
    return add_to_section(page, "Relations", told(relation), relation.evidence)


def told(relation: Relation) -> str:
    """A relation as its line says it, without the citations."""
    window = ", ".join(
        f"{word} {day.isoformat()}" for word, day in (("since", relation.since), ("until", relation.until)) if day
    )
    return f"{relation.name}: [[{relation.target}]]" + (f" ({window})" if window else "")


def drop_facts(page: Page, cited: Collection[Citation], stays: Callable[[str], bool] = lambda _: False) -> Page:
    """The entity without facts that rest on these alone; their evidence stays as superseded, relations stay whole.

    `stays`: of facts that do, which are kept all the same. A section that is left with nothing goes, too.
    """
    inside, kept = False, list[str]()
    freed: set[Citation] = set()
    for line in page.text.splitlines(keepends=True):
        if line.startswith("#"):
            inside = line.lstrip("#").strip().lower() in _TELLS
        found = citation.by_section(line) if inside else Evidence()
        if found.active and found.active <= set(cited) and not stays(_fact(line)):
            freed |= found.all
        else:
            kept.append(line)
    if not freed:
        return page
    stem = "".join(_filled(kept)).rstrip("\n")
    still = citation.by_section(stem).active  # by another fact that was told with it
    gone = Evidence(superseded=frozenset(freed) - still)
    return Page(key=page.key, text=f"{stem}\n\n{citation.comment(gone)}".rstrip() + "\n")


def _filled(lines: Sequence[str]) -> list[str]:
    """The lines of a page without headings of facts under which nothing stands."""
    kept: list[str] = []
    for line in lines:
        if line.startswith("## "):
            kept = _without_bare(kept)
        kept.append(line)
    return _without_bare(kept)


def _without_bare(lines: list[str]) -> list[str]:
    at = next((n for n in reversed(range(len(lines))) if lines[n].strip()), -1)
    bare = at >= 0 and lines[at].startswith("## ") and lines[at].lstrip("#").strip().lower() in _TELLS
    return lines[:at] if bare else lines


def _fact(line: str) -> str:
    return citation.prose(line).strip().lstrip("-* ").strip()


def end_relation(page: Page, relation: Relation, until: date, evidence: Evidence) -> Page:
    """The entity with that relation ended on a day; it stays as what was the case until then."""
    return dated(page, relation, replace(relation, until=until), evidence)


def dated(page: Page, relation: Relation, new: Relation, evidence: Evidence) -> Page:
    """The entity with other days for that relation, and what proves them beside what proved it."""
    lines = page.text.split("\n")
    for n, line in enumerate(lines):
        held = _stated(line, page.key.slug)
        if len(held) != 1 or (held[0].name, held[0].target) != (relation.name, relation.target):
            continue
        if (held[0].since, held[0].until) != (relation.since, relation.until):
            continue
        proof = citation.by_section(line)
        both = Evidence(proof.active | evidence.active, proof.superseded | evidence.superseded)
        lines[n] = f"- {told(new)} {citation.comment(both)}"
        return Page(key=page.key, text="\n".join(lines))
    return page


def relations(page: Page) -> list[Relation]:
    """The links an entity's page states, in the order it states them."""
    found: list[Relation] = []
    inside = False
    for line in page.body.splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip().lower() == "relations"
            continue
        found += _stated(line, page.key.slug) if inside else ()
    return found


def _stated(line: str, source: str) -> list[Relation]:
    """The links that one line states; none when it is no such line."""
    match = _LINE.match(line.strip())
    if not match:
        return []
    proof, found = citation.by_section(line), list[Relation]()
    for target in _TARGET.finditer(match[2]):
        window = {word: _day(day) for word, day in _WINDOW.findall(target[2] or "")}
        found.append(
            Relation(
                source=source, name=slug(match[1]), target=target[1].strip(), since=window.get("since"),
                until=window.get("until"), evidence=proof,
            )
        )  # fmt: skip
    return found


def as_it_stood(page: Page, *, valid_at: date | None, known: date | None) -> Page:
    """The entity without what was first said after a day, and on a day without links that did not hold then."""
    last = min(day for day in (valid_at, known, date.max) if day)
    kept: list[str] = []
    section = ""
    for line in page.text.splitlines(keepends=True):
        if line.startswith("#"):
            section = line.lstrip("#").strip().lower()
        said = min((c.day for c in citation.by_section(line).all), default=date.min)
        links = _stated(line, page.key.slug) if section == "relations" else []
        if links and valid_at:
            stays = said <= (known or date.max) and any(link.valid_at(valid_at) for link in links)
        else:
            stays = not section or said <= last
        kept += [line] if stays else []
    return Page(key=page.key, text="".join(_filled(kept)))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def facts(page: Page) -> Sequence[str]:
    """The lines under Summary and Facts, without their citations."""
    return [fact for fact, _ in proven_facts(page)]


def proven_facts(page: Page) -> list[tuple[str, Evidence]]:
    """The lines under Summary and Facts, each with its evidence."""
    kept: list[tuple[str, Evidence]] = []
    inside = False
    for line in page.body.splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip().lower() in _TELLS
        elif inside and (told := _fact(line)):
            kept.append((told, citation.by_section(line)))
    return kept


def without_relations(page: Page) -> str:
    """What an entity's page tells, but for its links and sections that tell nothing."""
    kept: list[str] = []
    inside = False
    for line in page.prose.splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip().lower() == "relations"
        kept += [] if inside else [line]
    return "\n".join(_filled(kept))
