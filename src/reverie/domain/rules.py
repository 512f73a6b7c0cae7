"""The laws of the vault: a proposal that breaks one has a violation and is not applied.

Each rule is a pure function of the proposal and a `View` of what it touches; nothing here needs the
whole vault. To forbid a kind of change, add a function and list it in `RULES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from reverie.domain import citation, core, proposal as proposals, safety, skill
from reverie.domain.citation import Citation, Evidence
from reverie.domain.fragment import Fragment, lowest_trust
from reverie.domain.page import HIDDEN_BY_NAME, PROVEN, Key, Page, malformed
from reverie.domain.proposal import Merge, Origin, Proposal, Purge, Put, Restore, Retire, Split
from reverie.domain.strength import PROTECTED, ladder, strength
from reverie.domain.text import insane, is_slug, tokens

PAGE_LENGTH = 200_000  # characters; a longer text is a document, kept as a reference or a note
REFERENCE_LENGTH = 5_000_000
SUMMARY_BUDGET = 5_000  # tokens
RETIRE_LIMIT = 10  # pages an unattended proposal may retire
ASK_FIRST = "protected"  # the rule that asks for a person, and is kept once one has approved
_BY_A_PERSON = frozenset({"person", "external", "undo"})
_BY_A_MODEL = frozenset({"dream", "reflect", "subagent"})
_SLUGGED = frozenset({"belief", "entity", "skill", "reference", "suggestion", "digest"})
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_NOTE = re.compile(r"(?:notes|pinned)/(?:[^/\\\x00-\x1f]+/)*[^/\\\x00-\x1f]+\.md")
_ANY_NOTE = re.compile(r"(?:[^/\\\x00-\x1f]+/)*[^/\\\x00-\x1f]+\.md")
_UNATTENDED = frozenset({"observe", "dream", "decay", "agent", "subagent"})  # an import is agreed to by a person
_OBSERVED = frozenset({"digest", "reference"})  # the pages that reading a session makes by itself
_TOLD_IN = frozenset({"core", "entity", "summary"})  # those that lose a line when it is to be forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a proposal touches, as it stands and as it would stand."""

    before: Mapping[Key, Page]
    after: Mapping[Key, Page | None]
    fragments: Mapping[str, Fragment]  # the cited ones that exist
    cited: frozenset[str] = frozenset()  # of these, those that some page of the vault cites already


@dataclass(frozen=True, slots=True)
class Violation:
    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"


Rule = Callable[[Proposal, View], Iterator[Violation]]


def violations(proposal: Proposal, view: View) -> list[Violation]:
    """Every law the proposal would break, in the order of the laws."""
    return [found for rule in RULES for found in rule(proposal, view)]


def unwritable(proposal: Proposal) -> str | None:
    """Why no file could hold this proposal, or None; such a one cannot even be kept as rejected."""
    texts = [proposal.because, proposal.trigger]
    for change in proposal.changes:
        texts.append(proposals.why(change))
        texts += [text for page in proposals.pages(change) for text in (page.text, page.key.slug)]
    for text in texts:
        if found := _SURROGATE.search(text):
            return f"holds an unprintable character (U+{ord(found.group()):04X})"
    return None


def moved(proposal: Proposal, before: Mapping[Key, Page]) -> list[Key]:
    """The pages that are no longer the version a change was made from."""
    stale = []
    for change in proposal.changes:
        for key, made_from in change.made_from.items():
            page = before.get(key)
            if (page.version if page else None) != made_from:
                stale.append(key)
    return stale


def evidence_never_shrinks(proposal: Proposal, view: View) -> Iterator[Violation]:
    """Law 3. Sources of a merge or split are retired, so their evidence must live on in the result."""
    if proposal.origin in ("external", "undo"):
        return
    restored = {change.key for change in proposal.changes if isinstance(change, Restore)}
    gone = {
        key
        for change in proposal.changes
        for key in (
            change.sources if isinstance(change, Merge) else (change.source,) if isinstance(change, Split) else ()
        )
    }
    stays = {key: page.cited for key, page in view.after.items() if page and (key not in gone or not page.retired)}
    stood = {key: page.cited for key, page in view.before.items() if key not in restored}
    lost = _union(stood) - _union(stays)
    # A summary only repeats: what it still cites does not replace the proof on the page itself.
    lost |= _union(stood, but="summary") - _union(stays, but="summary")
    if lost:
        shown = ", ".join(str(c) for c in sorted(lost)[:3])
        more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
        yield Violation("evidence", f"would drop {shown}{more}; keep it or list it under superseded")


def _union(cited: Mapping[Key, frozenset[Citation]], *, but: str = "") -> frozenset[Citation]:
    return frozenset[Citation]().union(*(found for key, found in cited.items() if key.kind != but))


def evidence_exists(proposal: Proposal, view: View) -> Iterator[Violation]:
    """Law 4. Citations an earlier writer left dangling are not held against this proposal."""
    if proposal.origin in ("external", "undo"):
        return
    known = frozenset[Citation]().union(*(p.cited for p in view.before.values()))
    for key, page in view.after.items():
        if not page:
            continue
        for cited in sorted(page.evidence.all - known):  # what prose mentions is no evidence
            found = view.fragments.get(cited.id)
            if not found or found.day != cited.day:
                yield Violation("invented evidence", f"{key} cites {cited}, which does not exist")
            elif found.space != key.space:
                yield Violation("invented evidence", f"{key} cites {cited} of another space")
            elif proposal.origin == "dream" and cited.id not in view.cited.union(proposal.considered):
                yield Violation("invented evidence", f"{key} cites {cited}, which the dream was not shown")


def claims_are_proven(proposal: Proposal, view: View) -> Iterator[Violation]:
    if proposal.origin in ("external", "undo"):
        return
    for key, page in view.after.items():
        if page and key.kind in PROVEN and not page.cited and key not in view.before:
            yield Violation("proof", f"{key} cites no fragment")


def budgets(proposal: Proposal, view: View) -> Iterator[Violation]:
    if proposal.origin in ("external", "undo"):
        return
    for key, page in view.after.items():
        if not page:
            continue
        old = view.before.get(key)
        if key.kind == "core" and key.slug in core.BY_SLUG:
            block = core.BY_SLUG[key.slug]
            cost = core.cost(page.text)
            if cost > block.budget and (not old or cost > core.cost(old.text)):
                yield Violation("budget", f"{block.title} would be {cost} tokens; it holds {block.budget}")
        if key.kind == "summary" and tokens(page.prose) > SUMMARY_BUDGET:
            yield Violation("budget", f"the summary would be {tokens(page.prose)} tokens; it holds {SUMMARY_BUDGET}")


def pins(proposal: Proposal, view: View) -> Iterator[Violation]:
    if proposal.origin in _BY_A_PERSON:
        return
    for key, page in view.before.items():
        new = view.after.get(key)
        if page.pinned and (not new or new.prose != page.prose or _retires(page, new) or not new.pinned):
            yield Violation("pinned", f"{page.title!r} is pinned by a person; `reverie unpin {key.handle}` first")
    person = proposal.origin == "remember" and proposal.trust == "user"
    asked = proposal.origin in ("agent", "subagent", "import") or person
    for key, after in view.after.items():
        old = view.before.get(key)
        if after and after.pinned and not (old and old.pinned) and not asked:
            yield Violation("pinned", f"{after.title!r} may be pinned by a person only")


def _retires(before: Page | None, after: Page | None) -> bool:
    return bool(after and after.retired) != bool(before and before.retired)


def protected(proposal: Proposal, view: View) -> Iterator[Violation]:
    if proposal.origin not in _UNATTENDED:
        return
    for change in proposal.changes:
        sources = change.sources if isinstance(change, Merge) else ()
        for key in sources:
            page = view.before.get(key)
            if page and page.days >= PROTECTED and key != change.into.key:  # type: ignore[union-attr]
                yield Violation(
                    ASK_FIRST,
                    f"{page.title!r} was held on {page.days} days; only a person may merge it away",
                )


def references_are_verbatim(proposal: Proposal, view: View) -> Iterator[Violation]:
    if proposal.origin in ("external", "undo"):
        return
    for key, page in view.after.items():
        old = view.before.get(key)
        if key.kind == "reference" and old and page and page.body != old.body:
            yield Violation("verbatim", f"reference {key.slug} is kept word for word; store the new text as a new one")


def skills_can_be_loaded(proposal: Proposal, view: View) -> Iterator[Violation]:
    """A new skill keeps to the Agent Skills format; what people and other programs wrote is theirs."""
    if proposal.origin in ("external", "undo"):
        return
    for key, page in view.after.items():
        if page and key.kind == "skill" and key not in view.before and (why := skill.unloadable(page)):
            yield Violation("skill", f"{key.slug[:80]!r} {why}")


def host_files(proposal: Proposal, view: View) -> Iterator[Violation]:
    for key in view.after:
        by_reflection = key.slug == "USER.md" and proposal.origin == "reflect"
        if key.kind == "file" and proposal.origin not in _BY_A_PERSON and not by_reflection:
            yield Violation("not ours", f"{key.slug} belongs to its host and is never rewritten by a machine")


def sane(proposal: Proposal, view: View) -> Iterator[Violation]:
    if proposal.origin in ("external", "undo"):
        return
    for change in proposal.changes:
        for page in proposals.pages(change):
            old = view.before.get(page.key)
            if old and old.prose == page.prose:
                continue
            limit = REFERENCE_LENGTH if page.key.kind in ("reference", "note") else PAGE_LENGTH
            text = page.body if page.key.kind in ("reference", "note") else page.prose
            if page.key.kind != "core" and page.key.kind not in ("reference", "note"):
                made_up = proposal.origin in _BY_A_MODEL and page.key.kind != "summary"  # whose lines beliefs say
                if why := insane(text or page.title, limit, made_up=made_up):
                    yield Violation("text", f"{page.key} {why}")
            elif len(text) > limit:
                yield Violation("text", f"{page.key} is {len(text):,} characters long; at most {limit:,} fit")
            if why_malformed := malformed(page.key, page.text):
                yield Violation("text", f"{page.key} {why_malformed.why}")


def names(proposal: Proposal, view: View) -> Iterator[Violation]:
    by_hand = proposal.origin in ("external", "undo")
    for key in proposals.keys(proposal):
        if key.space != proposal.space and not by_hand and not proposal.undoes:  # a run may have been in several
            yield Violation("space", f"{key} is not in the space of the proposal")
    for change in proposal.changes:
        for page in proposals.pages(change):
            key = page.key
            if key.kind == "core" and key.slug not in core.BY_SLUG:
                yield Violation("name", f"core memory has no block {key.slug!r}; it has {', '.join(core.BY_SLUG)}")
            elif key.kind in _SLUGGED and not is_slug(key.slug):
                yield Violation("name", f"{key.slug[:80]!r} is not a slug (a-z, 0-9, dashes, at most 64)")
            elif key.kind == "summary" and key.slug != "summary":
                yield Violation("name", "a space has one summary, called summary")
            elif (
                key.kind == "note"
                and key not in view.before
                and not by_hand
                and not _is_note(key.slug, proposal.origin)
            ):
                yield Violation("name", f"{key.slug[:80]!r} is no place for a note; use notes/….md or pinned/….md")


def _is_note(slug: str, origin: Origin) -> bool:
    """Whether a note may stand there; one of another vault stands where it stood."""
    places = _ANY_NOTE if origin == "import" else _NOTE
    return places.fullmatch(slug) is not None and not any(part.startswith(".") for part in slug.split("/"))


def secrets(proposal: Proposal, view: View) -> Iterator[Violation]:
    fields: list[str] = [proposal.because, proposal.trigger]
    for change in proposal.changes:
        fields.append(proposals.why(change))
        for page in proposals.pages(change):
            if not isinstance(change, Restore):
                fields += [page.text, page.key.slug]
    for rule in sorted({found.rule for text in fields for found in safety.secrets(text)}):
        yield Violation("secret", rule)


def retire_limit(proposal: Proposal, view: View) -> Iterator[Violation]:
    """However a page is retired: by a change that says so, or by the word in its front matter."""
    hidden = sum(isinstance(c, Retire) and c.key.kind in HIDDEN_BY_NAME for c in proposal.changes)
    count = hidden + sum(bool(p and p.retired) and _retires(view.before.get(k), p) for k, p in view.after.items())
    if proposal.origin in _UNATTENDED and count > RETIRE_LIMIT and not proposal.undoes:  # which a person decides
        yield Violation("retire limit", f"an unattended run may retire {RETIRE_LIMIT} pages, not {count}")


def whole_changes(proposal: Proposal, view: View) -> Iterator[Violation]:
    """Changes that make no sense for what they touch."""
    for change in proposal.changes:
        match change:
            case Put(page) if page.key.kind == "core" and core.holds_heading(page.text):
                yield Violation("core", f"{page.key.slug} would hold a heading of its own; use plain lines")
            case Retire(key) if key.kind == "core":
                yield Violation("core", "a core block cannot be retired; drop the line instead")
            case Retire(key) | Restore(key, None) if key.kind not in HIDDEN_BY_NAME and key not in view.before:
                yield Violation("unknown page", f"there is no {key}")
            case Merge(sources):
                for key in sources:
                    if key not in view.before:
                        yield Violation("unknown page", f"there is no {key}")
            case Split(source) if source not in view.before:
                yield Violation("unknown page", f"there is no {source}")
            case Restore() if proposal.origin not in (*_BY_A_PERSON, "agent"):  # an agent's is held
                yield Violation("restore", "only a person may restore an earlier version")
            case Purge() if proposal.origin not in (
                "person",
                "observe",
                "agent",
                "import",
            ):  # all but a person's is held
                yield Violation("purge", "only a person may delete for good")
            case Purge() if len(proposal.changes) > 1:
                yield Violation("purge", "what is deleted for good is deleted by a proposal of its own")
            case Put(page) if proposal.origin == "observe" and page.key.kind not in _OBSERVED | _TOLD_IN:
                yield Violation("observe", f"reading a session makes no {page.key.kind}")
            case Put() | _:
                continue


RULES: tuple[Rule, ...] = (
    whole_changes,
    names,
    evidence_never_shrinks,
    evidence_exists,
    claims_are_proven,
    secrets,
    pins,
    protected,
    references_are_verbatim,
    skills_can_be_loaded,
    host_files,
    budgets,
    sane,
    retire_limit,
)


def settle(proposal: Proposal, view: View) -> Proposal:
    """The proposal with the numbers only the runtime may write: strength, counts, trust, base, and
    with citations a person's edit dropped brought back as superseded."""
    if proposal.origin in ("external", "undo"):
        return proposal
    changes = [
        proposals.with_pages(
            change,
            [stamp(page, view.before.get(page.key), view.fragments) for page in proposals.pages(change)],
        )
        if isinstance(change, Put | Merge | Split)
        else change
        for change in proposal.changes
    ]
    return replace(proposal, changes=tuple(changes))


def stamp(page: Page, before: Page | None, fragments: Mapping[str, Fragment]) -> Page:
    """The page with the numbers that its evidence comes to."""
    page = Page(key=page.key, text=page.text)  # what the vault knew of it does not travel with it
    if before and before.owed.all - page.cited:
        page = cite(page, before.owed)
    if page.key.kind == "core" and page.text and not page.text.endswith("\n"):
        page = replace(page, text=page.text + "\n")  # or the next block's heading would join its last line
    if page.key.kind in ("core", "file"):
        return page
    proof = page.evidence
    numbers: dict[str, Any] = {}
    if page.key.kind in ("belief", "suggestion"):
        numbers["cites"] = str(len(proof.active))
        numbers["days"] = str(strength(c.day for c in proof.active))
        numbers["lastReinforced"] = max((c.day for c in proof.all), default=None)
        numbers["strength"] = ladder(strength(c.day for c in proof.active))
    trust = _trust(page, before, fragments)
    if trust != page.trust:
        numbers["trust"] = trust
    known = [fragments[c.id].base for c in proof.active if c.id in fragments]
    if known and page.key.kind not in ("note", "summary", "digest"):
        numbers["base"] = f"{max(known):g}"
    for name, value in numbers.items():
        if value is not None:
            page = page.with_front(name, str(value))
    return page


def cite(page: Page, owed: Evidence) -> Page:
    """The page with this evidence written into it, as far as it is not there yet."""
    standing = citation.anywhere(page.body)
    missing = Evidence(owed.active - standing, owed.superseded - standing)
    if page.key.kind in ("belief", "suggestion"):
        proof = citation.by_section(page.body)
        head = page.text[: len(page.text) - len(page.body)]
        whole = Evidence(proof.active | missing.active, proof.superseded | missing.superseded)
        return Page(key=page.key, text=f"{head}{page.prose}\n\n{citation.sections(whole)}")
    stem = page.text.rstrip("\n")
    tail = page.text[len(stem) :] or "\n"
    return Page(key=page.key, text=f"{stem}\n{citation.comment(missing)}{tail}")


def _trust(page: Page, before: Page | None, fragments: Mapping[str, Fragment]) -> str:
    """The lowest trust among the citations that brought the present wording; reinforcement leaves it."""
    if before and before.prose == page.prose:
        return before.trust
    fresh = page.evidence.active - (before.cited if before else frozenset())
    standing = fresh or page.evidence.active or page.evidence.superseded  # what was overturned was said by somebody too
    bringing = [fragments[c.id] for c in standing if c.id in fragments]
    if bringing:
        return lowest_trust(bringing)
    return before.trust if before else "agent"
