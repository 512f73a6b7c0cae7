"""What a name stands for: by how it is talked about, then by its spelling; "concept", or nothing, when neither says.

A person is who is called a sister or a manager, who says, likes or manages something, who has a title or a first name.
A place is lived in and moved to, a tool used, run or deployed to, an organisation worked at, bought from or invoiced.
"""

from __future__ import annotations

import re

from reverie.domain import mention as mentions
from reverie.domain.given_names import GIVEN, given
from reverie.domain.text import spelled


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


def _one_of(block: str) -> str:
    return "|".join(block.split())


_KIN = _one_of("""
    wife husband partner sister brother son daughter mother father mom mum dad aunt uncle cousin niece nephew
    grandmother grandfather grandma grandpa girlfriend boyfriend fiancée fiancé friend neighbour neighbor roommate
    boss manager colleague coworker co-worker teammate intern teacher lawyer doctor dentist therapist landlord
    mentor tutor coach caseworker supervisor assistant accountant nurse babysitter nanny designer engineer
    developer maintainer founder ceo cto cfo schwester bruder kollege kollegin chef chefin freund freundin mutter
    vater tante onkel soeur sœur frère collègue ami amie hermana hermano jefe jefa colega amigo amiga
""")
_SOMEBODY = _one_of("""
    child kid baby toddler boy girl man woman guy lady teenager twin spouse guest client customer patient tenant student
    pupil professor candidate apprentice plumber electrician carpenter gardener cleaner mechanic driver waiter barber
    vet architect editor author agent officer adviser advisor recruiter trainer singer player captain secretary
    kind junge mädchen freundin kunde kundin chef enfant fille fils femme mari mère père
    hijo hija madre padre mujer marido esposa esposo
""")
_PERSON = re.compile(rf"\b(?:{_KIN}|{_SOMEBODY})s?\b|\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau)\.? [A-ZÀ-Þ]", re.I)
_HE, _SHE = (
    re.compile(rf"\b(?:{_one_of(block)})\b", re.I)
    for block in (
        "he him his husband son brother father dad uncle nephew grandfather grandpa boyfriend fiancé bruder vater onkel"
        " mr",
        "she her hers wife daughter sister mother mom mum aunt niece grandmother grandma girlfriend fiancée schwester"
        " mutter tante mrs ms",
    )
)
_TITLE = re.compile(
    r"^(?:Mr|Mrs|Ms|Dr|Prof|Professor|Herr|Frau|Madame|Monsieur|Señora?|Sir|Lady|Doña|Don|Aunt|Uncle|Tante|Onkel)\.? "
)
_ACTS = _one_of("""
    said says told tells asked asks likes loves hates prefers wants thinks believes agreed suggested insists lives
    works joined left quit speaks plays drinks eats sings maintains manages supervises reports mentors teaches
    reviewed approved wrote called emailed promised married moved retired sagt sagte meint findet wohnt arbeitet
    mag dit habite travaille aime dice dijo vive trabaja
""")
_HAS = _one_of("""
    birthday role hobby employer job team manager title desk wife husband phone partner boss pronouns nickname
    daughter son sister brother mother father cousin kids children dog cat address email
""")
_AWAY = _one_of("""
    sick ill away out on_vacation on_holiday on_leave on_parental_leave on_call responsible in_charge back married
    pregnant retired vegan vegetarian allergic left-handed im_urlaub krank en_vacances
""").replace("_", " ")
# A kind, then what stands before the name or behind it; the first that fits.
BEFORE = rf"""
    person        (?:{_KIN})(?:,| is| ist| heißt| est| es)?(?: now| called| named)?
    person        (?:role|hobby|birthday|title|job|phone|pronouns|desk|nickname|employer|home) (?:of|for)
    person        (?:ask|tell|told|met|asked|emailed|phoned|texted|thank|thanks to|according to|invited|hired)
    person        (?:lunch|dinner|meeting|meet|call|chat|spoke|talked|talk|speak|interview) (?:with|to)
    organisation  (?:client|customer|supplier|vendor|provider|employer|company|firm|startup)(?: is| called)?
    organisation  (?:kunde|firma|lieferant|cliente|proveedor|fournisseur)(?: ist| heißt| est| es)?
    organisation  (?:work|works|worked|working|job|interview|interviewed|role|intern|employed) (?:at|for|with)
    organisation  (?:buy|bought|order|ordered|invoice|contract|quote|offer|delivery)\b[^.,;]{{0,30}} (?:from|by)
    place         (?:(?:I|we|they|who) live|lives|lived|living|based|born|office|office is|house|flat|grew up) in
    place         (?:wohnt|wohne|lebt|draußen|habite|vive|vivo) (?:\w+ )?(?:in|à|en)|du côté de
    place         (?:moved|moving|move|trip|flight|fly|flew|drive|drove|travel|travelled|train|bus) to
    tool          (?:uses?|used|using|install|installed|upgraded?|configured?)(?: the| our)?
    tool          (?:deploy(?:s|ed)?|runs?|running|host(?:ed)?|migrated?|build|built|track(?:ed)?|ship|switched|stored
        |written)\b[^.,;:]{{0,24}}? (?:on|to|in|at|with|via|into|through|using)(?: the| our)?"""
BEHIND = rf"""
    person        (?:,? who)? (?:{_ACTS})\b
    person        's? (?:{_HAS})\b
    person         (?:is|was|ist|est|está) (?:(?:my|our|the|an?|unsere?|meine?|now) )?(?:\w+ )?(?:{_AWAY}|{_KIN})\b
    organisation   (?:bills|invoiced|invoices|pays|hired|acquired|bought|sued|employs)\b
    place          is (?:where|home to|a (?:city|town|village|country|suburb|small town))\b
    tool          (?: is| are)? (?:used|runs?|running|hosted|installed|deployed|builds?|crashe[sd]|supports)\b
    tool           is (?:my|our|the|a|an) (?:\w+ )?(?:editor|ide|ci|database|db|tool|library|framework|browser|terminal
        |shell|language|linter|host|cloud|platform|tracker|wiki|stack|backend|app|plugin|package)\b"""


def _cues(block: str, form: str) -> list[tuple[str, re.Pattern[str]]]:
    """The lines of a table; one that begins further right goes on with the one above."""
    lines = block.replace("\n        |", "|").strip("\n").splitlines()
    return [(line[4:18].strip(), re.compile(form.format(line[18:]), re.IGNORECASE)) for line in lines]


_BEFORE, _BEHIND = _cues(BEFORE, r"\b(?:{}) $"), _cues(BEHIND, r"(?:{})")
# Last words of what is no person; where the first word is a tool's or a maker's name, none is needed.
_THING = re.compile(
    "\\w (?:"
    + _one_of("""
    Street Avenue Road Park Museum Airport Station Hotel Day Week Code Docs Drive Cloud Desktop Pro Server Team
    Suite Board Room Guide Book Edition Plan Meeting Review Release Project API SDK Actions Pages Machines
    Functions Workers Compose Run Assistant Silicon Commits Learning Wars Page Request Requests Branch Standup
    Planning Sync Engine Store Hub Lab Manager Center Centre Protocol Framework Library Language Model Models Mode
    Theme Script Scripts Tests Test Build Builds Pipeline Pipelines Gateway Proxy Cluster Node Nodes Queue Cache
    Bucket Table Schema Index Search Analytics Dashboard Console Terminal Shell Editor Browser Player Reader
    Writer Runner Watch Phone Pad Book Air Mini Max Plus Ultra Core Kit Bridge Stack Flow Base Format Standard
    Spec License Policy Act Law Party Festival Awards Club League Cup Game Series Show News Times Post Journal
    Magazine Chain Network Web Linux OS
""")
    + ")$"
)
_MAKER = _words("""
    google amazon apple microsoft meta oracle ibm intel nvidia amd samsung sony adobe fly raspberry visual home
    open black blue red green white clean machine deep big smart login sign star pull merge main staging
    production conventional semantic continuous digital virtual data user admin test unit code source web north
    south east west new old good great best happy merry next last first second final draft daily weekly monthly
""")
_PARTNER = _words("client customer supplier vendor kunde lieferant firma cliente")
_PLACE = re.compile(
    r"^(?:San|Santa|São|Saint|St\.?|Los|Las|New|North|South|East|West|Port|Upper|Lower|Nether|Bad|Mount|Lake|Fort|Cape)"
    r" [A-ZÀ-Þ][^\W\d_]+$|\w (?:Bay|City|Town|Beach|Island|Islands|Valley|Village|Heights|County|Springs|Falls|Harbour"
    r"|Harbor)$"
)
_ONE_OF_MANY = re.compile(  # nobody's name stands so: "our old Skoda Octavia", "a Ford Transit", "we drive a Fiat Uno"
    r"\b(?:an?|the|old|new|used|electric|second-hand|rented|leased|ein(?:en?)?|une?|un[ao]?"
    r"|(?:drives?|drove|driving|rides?|bought|sold|leased?|owns?|owned|fährt|fahre)(?: my| our| his| her| their)?) $",
    re.I,
)
_WITHIN = re.compile(r"\b(?:at|in|inside|into|through|near) $", re.I)  # nobody is where things are: "at Mercado Bolhão"
_FULL = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]{2,})?(?: [^\W\d_]\.)?(?: [^\W\d_]{2,}){1,3}")


def somebody(text: str) -> bool:
    """Whether a text speaks of a person by what they are to somebody, by title or by first name."""
    words = re.findall(r"[^\W\d_]+", text)
    first = words[0] if words else ""
    return _PERSON.search(text) is not None or any(
        word.lower() in GIVEN or (word is not first and word[0].isupper() and given(word)) for word in words
    )


def may_be(pronoun: str, text: str) -> bool:
    """Whether "he" or "she" may be who a text speaks of: not when all whom it names are of the other kind."""
    mine, other = (_SHE, _HE) if _SHE.search(spelled(pronoun)) else (_HE, _SHE)
    return other.search(text) is None or mine.search(text) is not None


def kind(name: str, before: str, after: str) -> str:
    """What a name of several words, or a name that is told of, stands for; nothing when it is no clear name."""
    if _TITLE.match(name):
        return "person"
    words = name.split()
    if len(words) > 1 and words[0].lower() in _PARTNER:
        return "organisation"
    if words[0].lower() in mentions.TOOLS:
        return "tool" if len(words) > 1 else ""
    cued = _told(before, after)
    somebody = len(words) > 1 and given(words[0]) and not _THING.search(name)
    if cued or len(words) == 1:
        return "person" if somebody and cued != "place" else cued
    if _PLACE.search(name):
        return "place"
    capital = sum(word[0].isupper() for word in words) > 1 and words[-1][0].isupper()
    if not _FULL.fullmatch(name) or not capital:
        return ""
    if somebody:
        return "person"
    if _ONE_OF_MANY.search(before) or _WITHIN.search(before):
        return "concept"
    strange = any(re.search(r"[a-z][A-Z]|^[A-Z]{2,}$", word.replace("Mc", "").replace("Mac", "")) for word in words)
    plain = words[0].lower() in _MAKER or words[0].lower() in mentions.EMPTY
    return "concept" if strange or plain or _THING.search(name) else "person"


def _told(before: str, after: str) -> str:
    """What the words around a name say that it is; of both sides, what a person does counts most."""
    found = [kind for kind, cue in _BEFORE if cue.search(before[-60:])]
    found += [kind for kind, cue in _BEHIND if cue.match(after)]
    return "person" if "person" in found else next(iter(found), "")
