"""What a reflection asks, because only the person knows. Pure; what was answered is not asked again."""

from __future__ import annotations

from collections.abc import Iterator

from reverie.domain import core
from reverie.domain.audit import one_line
from reverie.domain.core import BLOCKS
from reverie.domain.page import Page
from reverie.domain.reflect import LONG, Survey, ids, said
from reverie.domain.reflection import Finding
from reverie.domain.text import fold

OFTEN = 5  # times that something is found, or not, before it is told as a habit


def questions(seen: Survey) -> Iterator[Finding]:
    """What only the person knows; what was answered is not asked again."""
    for each in (*_open(seen), *_doubts(seen), *_habits(seen), *_budgets(seen), *_left(seen)):
        if each.name not in seen.answers:
            asked = [one.reflection.name for one in seen.past if each.name in {f.name for f in one.reflection.findings}]
            since = f" (asked since {asked[0]})" if asked else ""
            yield Finding(section="questions", text=each.text + since, keys=each.keys, name=each.name, proof=each.proof)


def _ask(text: str, name: str, *pages: Page) -> Finding:
    proof = tuple(id_ for page in pages for id_ in ids(page.evidence.active))
    return Finding(section="questions", text=text, keys=tuple(p.key for p in pages), name=name, proof=proof)


def _open(seen: Survey) -> Iterator[Finding]:
    """What the pages of entities leave open."""
    for key, page in sorted(seen.pages.items()):
        if key.kind == "entity":
            inside = page.prose.partition("## Open Questions")[2].partition("\n## ")[0]
            for line in core.claims(inside)[:2]:
                asked = one_line(line.lstrip("-* ").removeprefix("[ ] "), LONG)
                yield _ask(f"{page.title}: {asked}", f"open {key} {fold(asked)[:120]}", page)


def _doubts(seen: Survey) -> Iterator[Finding]:
    """What is firmly held and fading all the same."""
    kept = [e for e in seen.faded if e.page.key.kind == "belief" and e.status in ("dormant", "archived")]
    firm = sorted((e for e in kept if e.page.days > 1 and not e.page.pinned), key=lambda e: (-e.page.days, e.page.key))
    for each in firm[:3]:
        text = f"“{said(each.page)}” has not been used for {each.idle} days. Is it still so?"
        yield _ask(text, f"still {each.page.key}", each.page)


def _habits(seen: Survey) -> Iterator[Finding]:
    """What is asked for often, and what was asked for in vain."""
    often = [each for each in seen.used if each.use.recalls >= OFTEN and not each.page.pinned]
    for each in [e for e in often if e.page.key.kind in ("belief", "skill")][:2]:
        text = f"“{said(each.page)}” was found {each.use.recalls} times. Should it be pinned"
        yield _ask(f"{text} (`reverie pin {each.page.key.handle}`)?", f"pin {each.page.key}", each.page)
    asked, vain = seen.prompts
    if vain >= OFTEN:
        text = f"For {vain} of {asked} prompts nothing was known (which, is not kept). What should I know?"
        yield _ask(text, "vain")


def _budgets(seen: Survey) -> Iterator[Finding]:
    for block in BLOCKS:
        page = seen.blocks.get(block.slug)
        if page and (cost := core.cost(page.text)) > block.budget:
            text = f"{block.title} has {cost} tokens and holds {block.budget}. What may leave it?"
            yield _ask(text, f"budget {block.slug}", page)


def _left(seen: Survey) -> Iterator[Finding]:
    for name, who, what in seen.waiting[:3]:
        text = f"{who} proposed “{one_line(what, 120)}”. Keep it (`reverie review show {name}`)?"
        yield _ask(text, f"proposal {name}")


def denied(answer: str) -> bool:
    """Whether an answer to a yes-or-no question says no."""
    return fold(answer).split()[:1] in (["no"], ["nope"], ["nein"], ["non"], ["never"], ["not"])


def agreed(answer: str) -> bool:
    return fold(answer).split()[:1] in (["yes"], ["yep"], ["ja"], ["oui"], ["sí"], ["si"], ["still"])
