"""Learn: what another program remembered becomes fragments and the pages that rest on them. Plans; writes nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from reverie.domain import poison, route as routes, safety
from reverie.domain.fragment import NOTICED, TRUST_ORDER, Fragment, FragmentKind, Trust, lowest_trust, noticed
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, keys, pages
from reverie.domain.redact import redact
from reverie.domain.reference import reference
from reverie.domain.text import insane, slug
from reverie.domain.transcript import Entry, Transcript
from reverie.imports.base import STATEMENT, Gathered, Piece
from reverie.loop.apply import sound
from reverie.loop.desk import Desk, Named
from reverie.loop.link import link
from reverie.loop.merge import BURIED, Ask, Plan
from reverie.loop.remember import main_page
from reverie.store.base import Parcel, Vault

SpaceOf = Callable[[str], str]  # whose memory it is what an agent did in a folder
_QUOTE = 300  # characters of a text that stand for it


@dataclass(slots=True)
class _Space:
    """One space while its pages are made."""

    desk: Desk
    fragments: list[Fragment] = field(default_factory=list)


def plan(
    gathered: Gathered, vault: Vault, ask: Ask, now: datetime, new_id: str, *, space_of: SpaceOf, named: Named
) -> Plan:
    """What would be taken in: statements as beliefs and what follows from them, texts word for word as references."""
    found = Plan(skipped=Counter(gathered.skipped))
    source = f"import:{gathered.kind}:{gathered.source}"
    known, stones = vault.entries_of(source), vault.tombstones()
    spaces: dict[str, _Space] = {}
    for piece, clean in zip(gathered.pieces, _redacted(gathered, source, now), strict=True):
        if piece.entry in known:
            found.known += 1
            continue
        if stones.bars_entry(source, clean):
            found.skip("an entry", BURIED)
            continue
        space = ask.space if ask.space is not None else space_of(piece.folder) if piece.folder else ""
        there = spaces.setdefault(space, _Space(Desk(vault, named)))
        long = len(clean.text) > STATEMENT or "\n\n" in clean.text.strip()
        take = _text if piece.whole or long else _statement
        why = take(_Told(piece, clean.text, clean.at, source, space, gathered.kind, ask.trust, now), there)
        if why:
            found.skip(piece.place, why)
    for number, (space, there) in enumerate(sorted(spaces.items())):
        found.parcels.append(_parcel(space, there, vault, ask, now, (f"{new_id}.{number}", new_id), found))
    return found


@dataclass(frozen=True, slots=True)
class _Told:
    """A piece with what is needed to make a fragment of it."""

    piece: Piece
    text: str  # without credentials
    at: datetime
    source: str
    space: str
    kind: str
    vouched: Trust | None
    now: datetime

    @property
    def trust(self) -> Trust:
        """An agent's at most, unless a person vouches for it."""
        if self.vouched == "user":
            return "user"
        return max(self.piece.trust, self.vouched or "agent", key=TRUST_ORDER.index)

    def fragment(self, body: str, quote: str, kind: FragmentKind = "fact", **rest: Any) -> Fragment:
        return noticed(
            ts=self.at, space=self.space, source=self.source, entry=self.piece.entry, body=body, quote=quote,
            seen=self.now, base=NOTICED, who=self.piece.speaker, actor=f"import:{self.kind}",
            project=self.piece.folder, kind=kind, **{"trust": self.trust, **rest},
        )  # fmt: skip


def _redacted(gathered: Gathered, source: str, now: datetime) -> tuple[Entry, ...]:
    """The pieces as the entries of a transcript, without credentials; nothing was said later than now."""
    said = tuple(
        Entry(id=str(n), at=min(p.at or now, now), role="agent", text=p.text) for n, p in enumerate(gathered.pieces)
    )
    return redact(Transcript(source=source, space="", trust="agent", entries=said)).entries


def _statement(told: _Told, there: _Space) -> str | None:
    """Put a statement on the desk; why not, when it is not kept."""
    if safety.MARK in told.text or not safety.clean(told.piece.quote, told.piece.entry):
        return "holds a credential"
    if told.trust != "user" and poison.rules(told.text, told.piece.quote):
        return "would set a rule, and nobody vouches for it"
    if poison.authorises(told.text, told.piece.quote):
        return "would grant a permission; tell `reverie remember` if you mean it"
    if why := insane(told.text, STATEMENT, made_up=False):
        return why
    route = routes.route(told.text)
    fragment = told.fragment(
        route.text, told.piece.quote or told.text, kind=route.kind, topic=(told.piece.title or route.topic)[:120],
        confidence=route.confidence, tags=tuple(dict.fromkeys((*route.tags, *map(slug, told.piece.tags)))),
        entities=tuple(f"{m.type}:{m.name}" for m in route.entities),
        relations=tuple((each.source, each.relation, each.target) for each in route.relations),
    )  # fmt: skip
    there.fragments.append(fragment)
    _, known = main_page(fragment, route, there.desk, pin=False)
    if not known:
        link(fragment, route.entities, route.relations, there.desk)
    return None


def _text(told: _Told, there: _Space) -> str | None:
    """Put a text on the desk, word for word; one that gives orders is kept as text that nobody vouches for."""
    title = " ".join(told.piece.title.split())[:120] or told.piece.place
    if not safety.clean(title, told.piece.entry):
        return "its name holds a credential"
    digest = hashlib.sha256(told.text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    key = Key(told.space, "reference", f"{slug(title)[:48].rstrip('-')}-{digest}")
    if there.desk.stands(key) or there.desk.page(key):
        return "is kept already"
    trust: Trust = told.trust
    if trust != "user" and (poison.rules(told.text) or poison.authorises(told.text)):
        trust = max(trust, "web", key=TRUST_ORDER.index)
    quote = next((line.strip() for line in told.text.splitlines() if line.strip().strip("-#=")), title)[:_QUOTE]
    fragment = told.fragment(
        f"{title} is kept word for word as reference {key.slug}.", quote, topic=title, trust=trust,
        tags=tuple(map(slug, told.piece.tags)), references=(key.slug,),
    )  # fmt: skip
    there.fragments.append(fragment)
    there.desk.put(
        reference(
            key, title=title, text=told.text, cited=fragment.citation, at=told.at, tags=fragment.tags, origin=told.kind
        )
    )
    return None


def _parcel(
    space: str, there: _Space, vault: Vault, ask: Ask, now: datetime, named: tuple[str, str], found: Plan
) -> Parcel:
    fragments = tuple({f.id: f for f in there.fragments}.values())
    found.fragments += len(fragments)
    found.trust.update(f.trust for f in fragments)
    proposal = Proposal(
        id=named[0], run=named[1], origin="import", actor=ask.actor, because=f"taken in from {ask.name}",
        changes=there.desk.changes(), space=space, trigger=f"import {ask.name}",
        trust=lowest_trust(list(fragments)) if fragments else "agent",
        considered=tuple(f.id for f in fragments),
    )  # fmt: skip
    whole, broken = sound(proposal, vault, now, fragments)
    for change, why in broken:
        found.skip(", ".join(str(page.key) for page in pages(change)), why)
    if whole.changes:
        known = vault.pages(keys(whole))
        found.pages.update(("newer" if key in known else "new", key.kind) for key in keys(whole))
    found.spaces[space] += len(fragments) + len(whole.changes)
    made = _without_loose(whole, fragments)
    waiting = made if ask.hold and made.changes else None
    return Parcel(
        space=space, fragments=fragments, now=None if waiting or not made.changes else made, later=waiting,
        reasons=("an import waits for your word",) if waiting else (),
    )  # fmt: skip


def _without_loose(proposal: Proposal, fragments: Sequence[Fragment]) -> Proposal:
    """A proposal that nothing is left of considers nothing: its fragments are left to the dream."""
    return proposal if proposal.changes else replace(proposal, considered=())
