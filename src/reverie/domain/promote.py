"""Promotion: which beliefs are worth a line of core memory, in which block, and when a line has lost its ground."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from reverie.domain import core, decay, ending, notice, poison, route as routes
from reverie.domain.citation import Citation, Evidence
from reverie.domain.claim import claim
from reverie.domain.core import Line
from reverie.domain.expiry import last_day
from reverie.domain.fragment import ASKED
from reverie.domain.given_names import given
from reverie.domain.page import Key, Page
from reverie.domain.strength import PROTECTED, strength
from reverie.domain.subject import subject
from reverie.domain.text import fold
from reverie.domain.usage import Use
from reverie.domain.wording import ARROW

RULE_DAYS, FIRM_DAYS = 2, 3  # a standing rule was told on so many days; a fact, when it is used as well
SOON = timedelta(days=14)  # a date of the owner's own in so many days is going on, told once
AGAIN_DAYS = 2  # on so many later days must be told what left core memory, before it comes back
USED = 3  # times it was found or opened
Rank = tuple[bool, bool, int, int, date, str]
_I_AM = re.compile(r"(?:I am|I['’]m|Ich bin|Je suis|Soy) (?P<name>[^\W\d_]+)(?: [^\W\d_a-z][\w'’-]+){0,2}\W*$")
_FEW = 5  # words of a line that says little beside "them"
_NAMED = re.compile(r"(?<=\w )[A-Z][a-z]+|\b(?:my|our) \w+", re.ASCII)
_LINE = 240  # characters; what is longer is no line to be read every time
_SAYS = {
    "identity": "says who the person is",
    "active-context": "says what is going on",
    "persona": "says how to work with them",
    "critical-facts": "says what must not be forgotten",
}
_ASKED_ABOUT = frozenset({"identity", "critical-facts"})  # blocks in which the door lets only the owner's word
_FACTS = frozenset({"fact", "decision"})
_LASTING = _FACTS | {"preference", "correction"}
_OWNER = re.compile(r"^the (?:owner|user)(?P<is> is\b|'s\b|’s\b| (?P<verb>\w+?)s\b)", re.I)
_RULE = re.compile(
    r"^(?:please,? |from now on,? |in this (?:project|repo\w*),? )*"
    r"(?:(?:always|never|avoid|do not|don't|only|prefer|use|keep|make sure|ask|no(?!\s*[,;:.!–—-])|stop)\b"
    r"|(?:i|we)(?:'d| would)? (?:\w+ly |always |never )?(?:prefer|want|like|hate|dislike|expect|insist|avoid|need)\b"
    r"|(?:i|we) (?:always|never)\b)"
    r"|^nie(?:mals)? |^immer |^toujours |^jamais |^siempre |^nunca ",
    re.I,
)
# What somebody is at themselves on a day, and what is to be ready by one, whoever does it.
_ATTENDED = (
    r"dentist|doctor|gp|vet|physio\w*|appointment|check-?up|surgery|vaccination|haircut|flight|fly|flying|train|ferry"
    r"|trip|travel\w*|holidays?|vacation|leave|moving|move|exam|interview|wedding|conference|workshop|talk|demo|meeting"
    r"|meet|viewing|hearing|offsite|retreat|concert|marathon|party"
    r"|zahnarzt\w*|arzt\w*|termin|flug|flieg\w*|reise|urlaub|umzug|prüfung|hochzeit|vorstellungsgespräch"
    r"|dentiste|médecin|rendez-vous|rdv|vol|voyage|vacances|examen|mariage|entretien|déménage\w*"
    r"|médico|cita|vuelo|volamos|viaje|vacaciones|boda|entrevista|mudanza"
)
_READY = (
    r"launch\w*|release|go(?:es)?[- ]live|ships?|roll-?out|cut-?over|deadline|due|hand over|handover|submi\w+"
    r"|frist|fällig|abgabe|echéance|échéance|lancement|plazo|vence|entrega|lanzamiento"
)
_MINE = re.compile(rf"\b(?:{_ATTENDED}|{_READY})\b", re.I)
_BY_ITSELF = re.compile(  # of which it is not told whose it is
    r"^(?:(?:mein\w*|unser\w*|ich|wir|mon|ma|mes|notre|nos|je|nous|mi|mis|nuestr\w+)\b.*\b)?"
    rf"(?:{_ATTENDED})\b|\b(?:{_READY})\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """Where a belief belongs in core memory, and why."""

    block: str
    why: str
    by_words: bool  # what it says puts it there; else how often it was told and used


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One line that comes into core memory, or leaves it, with the reason."""

    did: Literal["promoted", "demoted"]
    block: Key
    line: Line
    why: str

    @property
    def because(self) -> str:
        way = "to" if self.did == "promoted" else "from"
        return f"{self.did} {way} {core.BY_SLUG[self.block.slug].title} ({self.why}): {self.line.words}"

    def on(self, page: Page | None) -> Page | None:
        """The block after it; None when there is none to take a line from."""
        if self.did == "promoted":
            return core.add_line(page, self.block.slug, self.block.space, self.line.words, self.line.evidence)
        return core.drop(page, self.line) if page else None


def worth(belief: Page, kind: str, use: Use, today: date) -> Worth | None:
    """Where this belief belongs: by what it says, as a standing rule, as a date to come, or as told and used most.

    `kind`: as what its newest evidence was noticed. None when it is no line of core memory.
    """
    if not _stands_alone(belief):
        return None
    found = _by_words(belief) if cue(belief.title) else _by_days(belief, kind, use, today)
    return found if found and _may_be_said_always(belief) else None


def in_place(belief: Page, said: str) -> Worth | None:
    """Where a word belongs that overturned the owner's there, in whatever words it is told now.

    What only says that it is over leaves the place empty. What the owner wrote by hand has an agent's trust: it comes
    in only where the door asks them.
    """
    block = cue(said)
    over = all(claim(part).lets_go for part in ending.clauses(belief.title))
    unasked = belief.trust != "user" and block not in _ASKED_ABOUT
    if block is None or over or unasked or not (_stands_alone(belief) and _may_be_said_always(belief)):
        return None
    return Worth(block=block, why=f"in place of “{said}”", by_words=True)


def _stands_alone(belief: Page) -> bool:
    unsaid = belief.title.endswith(("?", ":")) or of_nobody(belief.title)
    return len(belief.title) <= _LINE and not unsaid and belief.trust not in ("web", "system")


def of_nobody(said: str) -> bool:
    """Whether a line speaks of somebody whom it does not name: "She's allergic to nuts", "Don't confuse them"."""
    told, _, rest = said.rpartition(ARROW)
    if notice.of_somebody(rest):
        return not told or (told.rstrip().endswith(("?", "？")) and not _NAMED.search(told))
    return not told and len(rest.split()) <= _FEW and notice.refers(rest)


def _by_words(belief: Page) -> Worth | None:
    """Others than the owner may say something of the owner: more than once, no rules, and not about themselves."""
    block = cue(belief.title) or ""
    about_them = block == "identity" and not _OWNER.match(belief.title)
    if belief.trust != "user" and (belief.days < RULE_DAYS or block == "persona" or about_them):
        return None
    return Worth(block=block, why=f"{_SAYS[block]}, told on {_days(belief.days)}", by_words=True)


def _by_days(belief: Page, kind: str, use: Use, today: date) -> Worth | None:
    days, used, told = belief.days, use.accesses - 1 + use.recalls, f"told on {_days(belief.days)}"
    if belief.expires:
        soon = f"has its date on {last_day(belief.expires)}, {told}"
        comes = days >= RULE_DAYS or (_soon(belief, today) and _own_date(belief))
        return Worth(block="active-context", why=soon, by_words=False) if comes else None
    own = belief.trust == "user"
    if own and kind in ("preference", "correction") and _RULE.search(_first_person(belief.title)):
        return Worth(block="persona", why=f"a standing rule, {told}", by_words=True) if days >= RULE_DAYS else None
    firm = days >= PROTECTED or (days >= FIRM_DAYS and used >= USED)
    if firm and kind in (_LASTING if own else _FACTS):
        often = f" and used {used} times" if used else ""
        return Worth(block="critical-facts", why=f"{told}{often}", by_words=False)
    return None


def _soon(belief: Page, today: date) -> bool:
    """Whether what it tells of is in the next days, or today; a little later it is retired."""
    return belief.expires is not None and last_day(belief.expires) <= today + SOON and belief.expires > today


def _own_date(belief: Page) -> bool:
    """Whether it tells of an appointment, a trip, a launch or a deadline, and of nobody else's."""
    about = subject(belief.title)
    if belief.trust != "user" or (about and (about.sort == "person" or about.owner)):
        return False
    return (_MINE if about else _BY_ITSELF).search(belief.title) is not None


def hopeful(belief: Page) -> bool:
    """Whether a belief could be worth a line at all."""
    if belief.days >= RULE_DAYS or belief.expires or belief.evidence.superseded:
        return True
    return len(belief.title) <= _LINE and cue(belief.title) is not None


def fades(belief: Page, block: str, found: Worth | None, score: float, today: date) -> bool:
    """Whether a line that rests on this belief has had its time in the block; `score` is on the forgetting curve.

    Active Context tells what is going on now, and what has its date in the next days. What is elsewhere by its words,
    or because somebody asked, stays.
    """
    if belief.pinned or (block == "active-context" and _soon(belief, today)):
        return False
    if block == "active-context":
        return decay.status(score) != "active"
    fixed = belief.base >= ASKED or (found is not None and found.by_words and found.block == block)
    return not fixed and decay.status(score) in ("dormant", "archived")


def rank(belief: Page, found: Worth | None, use: Use) -> Rank:
    """For comparing beliefs: asked for, there by its words, told on more days, used more, newer; of equals, by name."""
    newest = max((c.day for c in belief.evidence.active), default=date.min)
    by_words = found is not None and found.by_words
    used = use.accesses + use.recalls
    return belief.pinned or belief.base >= ASKED, by_words, belief.days, used, newest, belief.key.slug


def line(belief: Page, bodies: Mapping[str, str]) -> Line:
    """The line of a belief: its heading, proven by the first evidence that says so and the newest.

    `bodies`: what its evidence says, by id. When none says it in these words, all of it is cited.
    """
    proof = sorted(belief.evidence.active)
    said = [c for c in proof if fold(belief.title) in fold(bodies.get(c.id, ""))]
    cited = {said[0], proof[-1]} if said else set(proof)
    return Line(" ".join(belief.title.split()), Evidence(frozenset(cited)))


def returns(belief: Page, left: frozenset[Citation]) -> bool:
    """Whether what left core memory with this evidence was told again often enough to come back."""
    proof = belief.evidence.active
    return not proof & left or strength(c.day for c in proof - left) >= AGAIN_DAYS


def _may_be_said_always(belief: Page) -> bool:
    """Nothing that grants permissions, nobody's rules but the owner's."""
    return not poison.authorises(belief.title) and (belief.trust == "user" or not poison.sways(belief.title))


@lru_cache(maxsize=1024)
def cue(said: str) -> str | None:
    """The block in which a statement belongs by its words."""
    return "identity" if _introduces(said) else routes.route(_first_person(said)).core


def _introduces(said: str) -> bool:
    """Whether somebody only says who they are: "I'm Marta", and not "I'm German"."""
    found = _I_AM.match(said)
    return found is not None and given(found["name"])


def _first_person(said: str) -> str:
    """A statement about the owner as the owner would say it: models write "The owner lives in Oslo"."""
    found = _OWNER.match(said)
    if not found:
        return said
    begins = f"I {found['verb']}" if found["verb"] else "I am" if found["is"].strip() == "is" else "My"
    return begins + said[found.end() :]


def _days(days: int) -> str:
    return "1 day" if days == 1 else f"{days} days"
