"""Who must agree to a change before it is made, by where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reverie.domain import citation, command, poison, proposal as proposals
from reverie.domain.fragment import Fragment
from reverie.domain.inbox import PROPOSED
from reverie.domain.page import Page
from reverie.domain.proposal import Change, Proposal, Purge, Put, Restore, Retire
from reverie.domain.rules import View

_AGENTS_MAY_EDIT = ("active-context", "persona")
_A_PERSON = frozenset({"person", "external", "undo"})
ACCEPTED = "bot:commit-from:"  # whose name follows: a sub-agent's proposal that was accepted


def needs_person(proposal: Proposal, change: Change, view: View) -> str | None:
    """Why a person has to look at this change first, or None when it may be made at once."""
    if proposal.origin in _A_PERSON:
        return None
    if proposal.origin == "subagent" and proposal.actor.startswith(ACCEPTED):
        return _needs_person(replace(proposal, origin="agent"), change, view)
    return _needs_person(proposal, change, view)


def _needs_person(proposal: Proposal, change: Change, view: View) -> str | None:
    if proposal.origin in ("subagent", "reflect", "import"):
        return {
            "subagent": "a sub-agent's proposal",
            "reflect": "a reflection is never applied by itself",
            "import": "an import changes pages",
        }[proposal.origin]
    if proposal.origin == "observe" and not _of_a_session(change):
        return "asked for in a session; a person decides"
    if isinstance(change, Purge):
        return "only a person deletes for good"
    if proposal.origin == "agent" and _of_a_drawer(change):
        return None
    if isinstance(change, Retire | Restore) and proposal.origin == "agent":
        return "an agent may ask to forget or restore; a person decides"
    if isinstance(change, Retire) and change.key.kind == "skill":
        return "a skill is put away by a person"
    for page in proposals.pages(change):
        if why := _trust_holds(proposal, page, view):
            return why
    return None


def accepted(proposal: Proposal) -> Proposal:
    """A sub-agent's proposal as the audit trail names it once it was accepted; others as they are."""
    if proposal.origin != "subagent" or not proposal.actor.startswith(PROPOSED):
        return proposal
    return replace(proposal, actor=ACCEPTED + proposal.actor.removeprefix(PROPOSED))


def agent_may_not(proposal: Proposal, view: View) -> str | None:
    """Why an agent may not approve a held proposal; None when it may: a sub-agent's, which no rule of trust holds."""
    if proposal.origin != "subagent":
        return "it waits for a person"
    if proposal.against:
        return f"it contradicts {proposal.against[0]}"
    found = (needs_person(accepted(proposal), change, view) for change in proposal.changes)
    return next((why for why in found if why), None)


def _of_a_drawer(change: Change) -> bool:
    """Whether a change only writes or puts away what a program keeps for itself (see docs/adr/0031)."""
    return isinstance(change, Put | Retire) and all(key.in_drawer for key in proposals.touched(change))


def _of_a_session(change: Change) -> bool:
    """Whether a change only writes, or lets expire, what reading a session makes."""
    kept_verbatim = isinstance(change, Put) and change.page.key.kind == "reference"
    keys = proposals.touched(change)
    return kept_verbatim or (bool(keys) and all(key.kind == "digest" for key in keys))


def _trust_holds(proposal: Proposal, page: Page, view: View) -> str | None:
    old = view.before.get(page.key)
    if proposal.origin == "agent" and page.retired and not (old and old.retired):
        return "an agent may ask to forget or restore; a person decides"
    if old and old.prose == page.prose:
        if old.pinned != page.pinned and proposal.origin == "agent":
            return "an agent may ask to pin or unpin; a person decides"
        return None
    if proposal.origin == "agent" and page.pinned:
        return "an agent may ask to pin or unpin; a person decides"
    fresh = page.cited - (old.cited if old else frozenset())
    if proposal.origin == "agent" and old and not fresh:  # it only takes away
        return "an agent may ask to forget or restore; a person decides"
    if _all_from_user(proposal, fresh, view.fragments):
        return None
    if page.key.kind == "core" and page.key.slug not in _AGENTS_MAY_EDIT:
        return f"{page.key.slug} is changed by what a person said"
    if page.key.kind == "skill":
        return "a skill is learnt from a person"
    kinds = {view.fragments[c.id].kind for c in fresh if c.id in view.fragments}
    if page.key.kind in ("belief", "entity") and "preference" in kinds:
        return "a preference is taken from the person who has it"
    if proposal.origin == "agent" and _rules(_added(page, old)):
        return "words of an agent that would set a rule; a person decides"
    return None


def _added(page: Page, old: Page | None) -> str:
    """What a page says that it did not say before."""
    known = set(old.prose.splitlines()) if old else set()
    return "\n".join(line for line in page.prose.splitlines() if line not in known)


def _rules(said: str) -> bool:
    """Whether words might set a rule, grant a permission or switch a security check off: by all that is asked of a
    session, for an agent must not get by remembering what would be refused when it says it."""
    return poison.sways(said) or poison.authorises(said) or command.unguards(said)


def _all_from_user(proposal: Proposal, cited: frozenset[citation.Citation], known: Mapping[str, Fragment]) -> bool:
    if proposal.trust != "user":
        return False
    return all(known[c.id].trust == "user" for c in cited if c.id in known)


def divide(proposal: Proposal, view: View, held_id: str) -> tuple[Proposal | None, Proposal | None, tuple[str, ...]]:
    """The part to be made at once, the part that waits for a person as its own proposal, and why."""
    reasons = [needs_person(proposal, change, view) for change in proposal.changes]
    if not any(reasons):
        return proposal, None, ()
    now = tuple(c for c, why in zip(proposal.changes, reasons, strict=True) if why is None)
    later = tuple(c for c, why in zip(proposal.changes, reasons, strict=True) if why is not None)
    why_held = tuple(dict.fromkeys(why for why in reasons if why))
    if not now:
        return None, proposal, why_held
    cited = {c.id for change in now for page in proposals.pages(change) for c in page.cited}
    waiting = tuple(i for i in proposal.considered if i not in cited)
    kept = tuple(i for i in proposal.considered if i in cited)
    held = replace(proposal, id=held_id, parent=proposal.id, changes=later, considered=waiting)
    return replace(proposal, changes=now, considered=kept), held, why_held
