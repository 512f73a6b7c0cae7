"""What a reflection wants changed: what is one or at odds, what nobody uses, core memory, USER.md. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reverie.domain import core, graph
from reverie.domain.audit import one_line
from reverie.domain.belief import restate
from reverie.domain.citation import Citation, Evidence
from reverie.domain.claim import claim, compare
from reverie.domain.core import BLOCKS, Line
from reverie.domain.page import Key, Page
from reverie.domain.promote import Move
from reverie.domain.reflect import LONG, Survey, Wish, ids, said
from reverie.domain.reflect_ask import denied
from reverie.domain.reflection import Finding
from reverie.domain.strength import PROTECTED, strength
from reverie.domain.text import fold

USER_FILE = Key("", "file", "USER.md")
STALE = 30  # days after which a line of what is going on has to be confirmed
SURE = 2  # days on which a line of core memory was told, as far as it cites, before USER.md is offered it
TOGETHER = 3  # days on which two entities are told of together before a link is proposed
_ABOUT_THEM = ("identity", "persona")  # blocks that are about the person, whom USER.md is about
ARCHIVED = ("belief", "skill", "reference", "suggestion")  # kinds that are put away for want of use
_HEADING = "## Known from memory"


def doubled(one: Page, other: Page) -> Wish:
    """Two beliefs that say the same become one, the firmer; all evidence counts."""
    kept, gone = sorted((one, other), key=lambda page: (-page.days, page.key))
    active = kept.evidence.active | gone.evidence.active
    old = (kept.evidence.superseded | gone.evidence.superseded) - active
    finding = Finding(
        section="knowledge", text=f"Say the same, and would be one: “{said(kept)}” and “{said(gone)}”.",
        keys=(kept.key, gone.key), name=f"one {min(kept.key, gone.key)} {max(kept.key, gone.key)}",
        proof=ids(active), proposes=True,
    )  # fmt: skip
    return Wish(finding=finding, page=restate(kept, kept.prose, Evidence(active, old)), merged=(gone.key,))


def at_odds(holds: Page, other: Page) -> Wish:
    """Two beliefs that give one thing two values: the current one holds, what proved the other is superseded."""
    proof = Evidence(holds.evidence.active, (holds.evidence.superseded | other.evidence.all) - holds.evidence.active)
    text = f"“{said(holds)}” ({_told(holds)}) against “{said(other)}” ({_told(other)}): the first would hold."
    finding = Finding(
        section="contradictions", text=text, keys=(holds.key, other.key),
        name=f"odds {min(holds.key, other.key)} {max(holds.key, other.key)}",
        proof=ids(holds.evidence.active | other.evidence.active), proposes=True,
    )  # fmt: skip
    return Wish(finding=finding, page=restate(holds, holds.prose, proof), merged=(other.key,))


def _told(page: Page) -> str:
    newest = max(page.evidence.active, default=None)
    return f"{page.trust}, {newest.day.isoformat() if newest else 'never proven'}"


def archival(seen: Survey) -> Iterator[Wish]:
    """What nobody used for so long that it would be put away, and what an answer says is over."""
    over = {name.removeprefix("still "): proof for name, (told, proof) in seen.answers.items() if denied(told)}
    found = [each for each in seen.faded if each.page.key.kind in ARCHIVED and not each.page.pinned]
    for each in found:
        key, answered = each.page.key, over.get(str(each.page.key))
        if not answered and (each.status != "archived" or each.page.days >= PROTECTED):
            continue
        why = "you said it is over" if answered else f"score {each.value:.3f}, not used for {each.idle} days"
        proof = (*ids(each.page.evidence.active), *([answered] if answered else []))
        finding = Finding(
            section="archival", text=f"{said(each.page)} ({why})", keys=(key,), name=f"archive {key}", proof=proof,
            proposes=True,
        )  # fmt: skip
        yield Wish(finding=finding, why=why)


def together(days: Mapping[tuple[Key, Key], frozenset[Citation]], pages: Mapping[Key, Page]) -> Iterator[Wish]:
    """Entities that are told of together again and again, and are not linked: a link is proposed."""
    for (one, other), proof in sorted(days.items(), key=lambda each: (-len(each[1]), each[0])):
        page, there = pages.get(one), pages.get(other)
        if not page or not there or page.pinned or strength(c.day for c in proof) < TOGETHER or _tied(page, there):
            continue
        count = strength(c.day for c in proof)
        link = graph.Relation(source=one.slug, name="related-to", target=other.slug, evidence=Evidence(proof))
        text = f"{one.slug} → related-to → {other.slug} (NEW: told of together on {count} days)"
        finding = Finding(
            section="connections", text=text, keys=(one,), name=f"link {one} {other}", proof=ids(proof), proposes=True
        )
        yield Wish(finding=finding, page=graph.add_relation(page, link))


def _tied(one: Page, other: Page) -> bool:
    ends = {relation.target for relation in graph.relations(one)}
    return other.key.slug in ends or one.key.slug in {relation.target for relation in graph.relations(other)}


# Core memory


def moved(move: Move) -> Wish:
    """A line that comes into core memory or leaves it."""
    verb = "Would come into" if move.did == "promoted" else "Would leave"
    sign = "+" if move.did == "promoted" else "-"
    finding = Finding(
        section="core", text=f"{verb} {move.block.slug}: “{one_line(move.line.words, LONG)}” ({move.why})",
        keys=(move.block,), name=f"core {sign}{move.block.slug} {fold(move.line.words)}",
        proof=ids(move.line.evidence.active), proposes=True,
    )  # fmt: skip
    return Wish(finding=finding, move=move)


def stale(seen: Survey, blocks: Mapping[str, Page]) -> Iterator[Move]:
    """Lines that say twice what another line says, and of what is going on those that nobody told for long."""
    known: list[Line] = []
    for block in BLOCKS:
        page = blocks.get(block.slug)
        for line in core.lines(page) if page else ():
            key = Key(seen.space, "core", block.slug)
            twin = next((each for each in known if compare(claim(line.words), claim(each.words)) == "same"), None)
            newest = max(line.evidence.active).day
            if twin:
                yield Move(did="demoted", block=key, line=line, why=f"said already: “{one_line(twin.words, 80)}”")
            elif block.slug == "active-context" and (seen.today - newest).days >= STALE:
                yield Move(did="demoted", block=key, line=line, why=f"not told since {newest.isoformat()}")
            known.append(line)


def of_the_person(seen: Survey, file: Page) -> Iterator[Wish]:
    """Lines about the person, told on several days, that USER.md does not say, nor was given before.

    What was given and does not stand there, the person put into other words, or took out.
    """
    says, given = fold(file.text), {finding.name for one in seen.past for finding in one.taken}
    for block in _ABOUT_THEM:
        page = seen.blocks.get(block)
        for line in core.lines(page) if page else ():
            days = strength(c.day for c in line.evidence.active)
            words, name = fold(line.words), f"user {fold(line.words)}"
            if not page or page.trust != "user" or days < SURE or words in says or name in given:
                continue
            finding = Finding(
                section="core", text=f"USER.md would say: “{one_line(line.words, LONG)}” (told on {days} days)",
                keys=(USER_FILE,), name=name, proof=ids(line.evidence.active), proposes=True,
            )  # fmt: skip
            yield Wish(finding=finding, line=line.words)


def with_line(file: Page, line: str) -> Page:
    """USER.md with one more line at its end, under a heading that says where it is from."""
    text = file.text if file.text.endswith("\n") or not file.text else f"{file.text}\n"
    if _HEADING not in text:
        text += f"\n{_HEADING}\n" if text else f"{_HEADING}\n"
    return Page(key=file.key, text=f"{text}- {' '.join(line.split())}\n")
