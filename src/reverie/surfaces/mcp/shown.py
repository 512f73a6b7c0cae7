"""What one page, fragment or turn looks like to an agent: whose words, from when, and how firmly they are held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from reverie.domain.fence import inert
from reverie.domain.fragment import TRUST_ORDER, Fragment, Trust
from reverie.domain.page import Page
from reverie.retrieval.walk import Proof

if TYPE_CHECKING:
    from reverie.memory import Memory

SCHEME = "memory://handle/"
_TITLED = frozenset({"entity", "skill", "core", "reference", "note", "digest"})  # whose text does not say it


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One thing by its name, with all that an agent needs to judge it. The text is not fenced yet."""

    name: str
    title: str
    kind: str
    text: str
    trust: Trust
    date: date | None = None
    strength: str = ""
    evidence: tuple[Fragment, ...] = ()
    superseded: int = 0

    @property
    def label(self) -> str:
        """What stands before the text: its name, then whose words from when."""
        said = self.date.isoformat() if self.date else "undated"
        return f"[{self.name}] " + " · ".join(filter(None, (said, self.kind, self.strength, f"trust {self.trust}")))

    def facts(self) -> dict[str, Any]:
        """The label as fields."""
        return {
            "handle": self.name,
            "kind": self.kind,
            "date": self.date.isoformat() if self.date else "",
            "strength": self.strength,
            "trust": self.trust,
        }


def look_up(memory: Memory, space: str, name: str) -> Shown:
    """What has that handle, `kind/slug` or `memory://` address, if a search in this space could find it."""
    if name.startswith(SCHEME):
        name = name.removeprefix(SCHEME)
    elif name.startswith("memory:"):
        return of_pages(name, memory.at(name, space=space))
    return of_proof(memory.why(name, space=space))


def of_proof(proof: Proof) -> Shown:
    """A page with its proof, a fragment, or a turn with what was said around it."""
    if proof.page:
        return _of_page(proof.page, proof.active, len(proof.superseded))
    if proof.turns:
        asked = next(turn for turn in proof.turns if turn.key == proof.key)
        said = [f"{turn.speaker or turn.role}, {turn.at:%Y-%m-%d %H:%M}: {turn.text}" for turn in proof.turns]
        lowest = max((turn.trust for turn in proof.turns), key=TRUST_ORDER.index)
        return Shown(
            name=asked.key.handle, title=asked.session, kind="turn", text="\n".join(said), trust=lowest,
            date=asked.at.date(), strength="said",
        )  # fmt: skip
    told = proof.active[0]
    return Shown(
        name=told.handle, title=told.topic, kind="fragment", text=told.body, trust=told.trust, date=told.day,
        strength="mentioned", evidence=(told,),
    )  # fmt: skip


def of_pages(name: str, pages: Sequence[Page]) -> Shown:
    """The pages of one file; what they share is the least of each."""
    if len(pages) == 1:
        return _of_page(pages[0], (), len(pages[0].evidence.superseded))
    days = [c.day for page in pages for c in page.evidence.active]
    text = "\n\n".join(f"## {page.title}\n{page.prose}" for page in pages)
    trust = max((page.trust for page in pages), key=TRUST_ORDER.index)
    return Shown(name=name, title=name, kind=pages[0].key.kind, text=text, trust=trust, date=max(days, default=None))


def _of_page(page: Page, evidence: tuple[Fragment, ...], superseded: int) -> Shown:
    kind, title = page.key.kind, page.title
    return Shown(
        name=page.key.handle, title=title, kind=kind, text=with_title(kind, title, page.prose), trust=page.trust,
        date=max((c.day for c in page.evidence.active), default=None), strength=page.strength, evidence=evidence,
        superseded=superseded,
    )  # fmt: skip


def with_title(kind: str, title: str, text: str) -> str:
    """The text of a page, under its title where it does not say it itself."""
    return f"{title}\n{text}" if kind in _TITLED and title not in text else text


def quoted(fragment: Fragment, longest: int) -> dict[str, Any]:
    """The words that prove something, as fields."""
    words = " ".join((fragment.quote or fragment.body).split())
    return {
        "said": fragment.ts.isoformat(timespec="minutes"),
        "by": fragment.who or fragment.trust,
        "trust": fragment.trust,
        "source": fragment.session or fragment.source,
        "quote": words[:longest] + ("…" if len(words) > longest else ""),
    }


def quote_line(quote: Mapping[str, Any]) -> str:
    facts = f"{quote['said'][:10]}, {quote['by']}, trust {quote['trust']}, {quote['source']}"
    return inert(f'  "{quote["quote"]}" ({facts})')
