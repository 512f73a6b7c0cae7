"""How somebody or something stands to another, read from the wording of a statement; and who is named clearly.

Only what a sentence states outright is read: a wish, a guess or a question ties nobody. A tie starts at the end
that has one of its kind at a time ("the service is maintained by…"), so that a new one can end the old one.
Pure, the same answer for the same words, and it never raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from reverie.domain import mention as mentions, name_kinds, relate_forms, relate_names
from reverie.domain.given_names import GIVEN, given
from reverie.domain.relate_forms import NAME as _NAME
from reverie.domain.relate_names import (
    KIN,
    Known,
    firm,
    group,
    home,
    human as _human,
    nobody,
    school,
    serving as _serving,
    titled,
)  # fmt: skip
from reverie.domain.relate_words import SERVES


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


SCAN = 2_000  # characters that are read
SINGLE = _words("""works-at lives-in located-in reports-to married-to partner-of based-in maintained-by on-call owned-by
    account-manager attends mentored-by caseworker doctor dentist therapist lawyer accountant teacher
    landlord vet""")  # one at a time
ENDS: dict[str, tuple[str, str]] = {
    **mentions.ENDS,
    "reports-to": ("person", "person"),
    "maintained-by": ("project", "person"),
    "on-call": ("project", "person"),
    "partner-of": ("person", "person"),
    "owned-by": ("organisation", "organisation"),
    "account-manager": ("organisation", "person"),
    "attends": ("person", "organisation"),
    "mentored-by": ("person", "person"),
    "child-of": ("person", "person"),
    "sibling-of": ("person", "person"),
    "has-pet": ("person", "concept"),
    "member-of": ("person", "organisation"),
    "located-in": ("organisation", "place"),
    "depends-on": ("project", "concept"),
    **dict.fromkeys(SERVES, ("person", "person")),
}
_OF_PEOPLE = frozenset(relation for relation, ends in ENDS.items() if ends == ("person", "person"))
PAGED = frozenset({"person", "organisation", "place", "project", "service"})  # what has a page once it is named


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """One end, how it stands to another, and who stood there before; a target or a `gone` may be missing, not both."""

    source: str
    relation: str
    target: str = ""
    gone: str = ""
    also: bool = False  # beside the one that holds already


# --- The wording ------------------------------------------------------------------------------------

# What somebody is somewhere without working there: "is no longer at", "is good at".
_NO_ROLE = (
    "(?:not?|never|longer|hardly|ever|rarely|seldom|barely|back|good|bad|great|best|better|terrible|happy|unhappy|busy"
    "|late|early|here|there|stuck|staying|looking|meeting|waiting|arriving|angry|mad"
    "|set|priced|held|sold|aimed|seen|parked|kept|located|capped|fixed)"
)
# A relation, then ways to say it with a verb between two names; with "<" it starts at the second of them.
VERBS = [line.split(maxsplit=1) for line in r"""
    works-at        (?:work(?:s|ing)?|(?:is |be )?employed|start(?:s|ed)(?: work(?:ing)?)?) (?:at|for|by)
    works-at        (?:has )?joined
    works-at        (?:has|got|started) (?:a|her|his|their) (?:new )?job (?:at|with)
    works-at        (?:is|became) (?:an? |the )?(?:new )?(?:(?!_NO_ROLE\b)[a-z]+[ -]){1,4}at
    works-at        arbeitet (?:nicht mehr )?(?:bei|für)|travaille (?:plus )?(?:chez|pour)|trabaja (?:en|para)
    <works-at       (?:now )?employs|(?:has )?hired
    lives-in        (?:live|reside)s? in|living in|(?:is |has )?settled (?:down )?in|(?:vive|reside) en
    lives-in        (?:wohnt|lebt) (?:nicht mehr |jetzt )?in|habite (?:plus )?(?:à|en)|vit (?:plus )?à
    <maintained-by  maintain(?:s|ing)?
    <maintained-by  (?:is |are )?(?:responsible for|in charge of)|own(?:s|ing)?
    <maintained-by  took over(?: the maintenance of)?|look(?:s|ing)? after|tak(?:es|ing) care of
    <maintained-by  ist (?:nicht mehr )?zuständig für|kümmert sich (?:nicht mehr )?um|s'occupe de|se ocupa de|mantiene
    maintained-by   (?:is |being )?(?:maintained|owned|looked after) by|wird (?:nicht mehr )?(?:gewartet|betreut) von
    <on-call        (?:is |are )?on[ -]call for|(?:carries|holds|has|took over) the pager for
    <on-call        (?:has|have|took over|takes over|does) (?:the )?on[ -]call(?: duty| shift| rota)? for
    reports-to      reports? to|is managed by""".replace("_NO_ROLE", _NO_ROLE).strip().splitlines()]  # fmt: skip
# "the … of A is B", "A's … is B": starts at A.
NOUNS = {
    "works-at": "employer|workplace|place of work|company|arbeitgeber|employeur|empleador|empleadora",
    "lives-in": "home ?town|home city|home|city|residence|place of residence|wohnort|ville|ciudad|domicile",
    "maintained-by": "(?:lead |main |code )?(?:maintainer|owner)|(?:person )?responsible(?: person)?"
    "|(?<!call )(?:point of )?contact(?: person)?|mainteneur|responsable|betreuer(?:in)?",
    "on-call": "(?:person|engineer|one|colleague|whoever is) on[ -]call"
    "|on[ -]call(?: person| engineer| contact| duty)?|pager(?: duty)?",
    "reports-to": "(?:line )?(?<!account )(?<!project )(?<!product )manager|boss|supervisor",
    "married-to": "wife|husband|spouse",
}
# A clause that stands for such a noun: "where A works", "the one who maintains A".
_IT = r"(?:the (?:one|person|engineer) )?"
CLAUSES = {
    "works-at": r"(?:the (?:company|place|firm|organi[sz]ation) )?(?:where |that |which )?<a> (?:now |currently )?works"
    r"(?: at| for)?(?! (?:at|for|on|in|with))",
    "lives-in": r"(?:the (?:place|city|town|country) )?(?:where |that |which )?<a> (?:now |currently )?lives"
    r"(?: in)?(?! (?:in|at|on|with))",
    "maintained-by": _IT + r"(?:who|that) (?:now )?(?:maintains|owns|looks after|takes care of|is (?:responsible for"
    r"|in charge of)) <a>",
    "on-call": _IT + r"(?:(?:who|that) (?:is|has) )?(?:the )?on[ -]call(?: duty| shift)? for <a>",
}

_ADVERB = (
    r"(?:,? (?:now|currently|still|also|again|actually|officially|already|just|really|jetzt|derzeit|maintenant|ahora))*"
)
_NOT = (
    r" (?:no longer|does(?: no|n')t|(?:is|are) no longer|is(?: no|n')t|(?:has )?stopped|quit|used to|ya no|n'est plus"
    r"|ne)"
)
_NO_JOB = re.compile(
    r"\b(?:form|grade|year|class|semester|term|fan|guest|visitor|speaker|customer|client|patient|regular|student|pupil)"
    r" (?:at|for)"
)
_THE = r"(?: (?:the|our|a|an|my|its|their|project|service|die|der|das|le|la|el))?"
_FILL = (
    r"(?:[\s,:=–—-]|\b(?:is|are|was|be|becomes?|became|has|been|now|currently|still|again|actually|indeed|officially"
    r"|that|this|it|the|our|as|since|today|these|days|by|from|to|changed|went|switched|moved|passed"
    r"|no longer|not|isn't|used"
    r"|nicht|mehr|n'est|plus|ya|no|ist|est|es|jetzt|desormais|maintenant|ahora|remains|week|sprint|month)\b)*"
)
_COPULA = re.compile(r"\b(?:from|is|are|was|be|becomes?|became|as|isn't|to|ist|est|es|n'est|remains)\b|[:=–—]")
_PAST = re.compile(r"\b(?:no longer|not|isn't|was|used|from|nicht mehr|plus|ya no)\b")
_UNSURE = re.compile(
    r"\b(?:(?i:if|maybe|perhaps)|whether|unless|would|should|could|might|may|(?i:probably)|think|guess|wonder"
    r"|hopes?|plans?"
    r"|considers?|considering|declin\w+|turned down|reject\w+|refus\w+|applied|interview\w*|will|want\w*|going to"
    r"|supposed|(?i:rumou?r\w*|suppos(?:e|ing)|imagine|pretend\w*|vielleicht|falls)|wish\w*|thinking (?:of|about))\b|\?"
)
_HEARSAY = re.compile(
    r"\ue001 (?:said|claims|claimed|thinks|believes|reckons|suspects|swears|heard|wonders|asked|asks|insists) (?!about)"
    r"|[\"”»“],? (?:said|says|claims|claimed|wrote|according)\b|\b(?i:according to) \ue000"
    r"|\b(?i:someone|somebody|people|some \w+) (?:said|says?|claims?|claimed|told|thinks?|reckons?)\b"
    r"|\b(?:allegedly|supposedly|gossip|(?:I|we) heard|word is|apparently not|angeblich|soll wohl|il paraît"
    r"|dicen que)\b"
)
_DENIED = re.compile(
    r"\b(?:not|never|don't|do not|nicht|pas|no longer|ya no|instead of|rather than)(?: (?:to|be|for|by))? $", re.I
)
_DESCRIBES = re.compile(r"\b(?:the|an?) \ue000(\d+)\ue001(?= [a-z])")  # "the Rotterdam warehouse" is nobody
_BEGINS = re.compile(
    r"\b(?:starts?|started|joins?|joined|begins?|began)(?! work)(?! (?:a|her|his|their) (?:new )?job)\b"
)
_A_SCHOOL = re.compile(r" (?:primary |high |elementary )?(?:school|kindergarten|nursery|preschool|daycare|grammar)\b")
_ASIDE = re.compile(r"^As [^,]{1,60}, ")
_OF = re.compile(r"\b(?:of|with|to|from|by|than|like|von|vom|mit|de|du|d'|con|del) $", re.I)
_STANDING = re.compile(r"\b(?:if|when|whenever)\b", re.I)
_ALSO = re.compile(r"\b(?:also|as well|too|together|both|co-\w+|jointly|auch|aussi|también)\b")
_SHORTENED = re.compile(r"\b(Mr|Mrs|Ms|Dr|Prof|Mme|Sra?|St)\.\s+(?=\w)")  # a point that ends no sentence
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


@cache
def _verbs() -> list[tuple[re.Pattern[str], str, bool]]:
    """Each way to say a relation with a verb, the relation, and whether it starts at the second name."""
    made = []
    for relation, verb in VERBS:
        # A plain word is taken for a name only where it hardly can be anything else.
        bare = (
            r"| (?P<bare>[a-z][a-z0-9]{2,30})(?![\w-]| [a-z]{4,})"
            if verb.startswith("maintain(") or "call" in verb
            else ""
        )
        form = (
            rf"{_NAME.format('a')}(?:,? (?:who|which|that))?(?P<neg>{_NOT})?{_ADVERB} (?P<v>{verb}){_ADVERB}"
            rf"(?:{_THE} {_NAME.format('b')}{bare})"
        )
        made.append((re.compile(form), relation.strip("<"), relation[0] == "<"))
    return made


_SERVED = ("maintained-by", "on-call")


@cache
def _nouns() -> list[tuple[re.Pattern[str], str]]:
    """Each way to name the other end: "the employer of <a>", "<a>'s employer", "where <a> works"."""
    made = []
    for relation, nouns in NOUNS.items():
        a = _NAME.format("a")
        bare = r"| (?P<bare>[a-z][a-z0-9]{2,30})(?![\w-])" if relation in _SERVED else ""
        of = rf"(?i:(?:current |new |main )?(?:{nouns}) (?:of|for|at|von|vom|für|de|del|du|d'|di))(?:{_THE} ?{a}{bare})"
        made.append((re.compile(rf"\b{of}"), relation))
        whose = rf"(?:{a}|\b(?P<bare>[a-z][a-z0-9]{{2,30}}))" if relation in _SERVED else a
        made.append((re.compile(rf"{whose}'s? (?i:(?:current |new |main )?(?:{nouns}))\b"), relation))
        made.append((re.compile(rf"{a} (?i:(?:{nouns}))(?=\s*[:=])"), relation))
    for relation, clause in CLAUSES.items():
        end = _NAME.format("a")
        if relation in _SERVED:
            end = rf"(?:{end}|(?P<bare>[a-z][a-z0-9]{{2,30}})(?![\w-]))"
        made.append((re.compile(clause.replace("<a>", end)), relation))
    return made


@cache
def _form(form: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"<(\w)>", lambda m: _NAME.format(m[1]), form))


_AFTER = rf"(?P<fill>{_FILL})<y>"
_BEFORE = rf"<y>(?P<fill>{_FILL})$"
_IN_PLACE = r"<y>(?: has| have)? (?:replac|succeed|tak|took)\w*(?: over from)? <z> as(?: the| our)? ?$"
_STEPPED = rf"<y>{_ADVERB}(?: has)? (?:stepped down|resigned|retired|stopped|is out) as(?: the| our)? ?$"
_BUT = r"[\s,;.–—-]*(?:(?:but|to|it is|it's|and|now|instead|sondern|sino|mais|is)[\s,:]+)+<z>"
_THEN = r"[\s,;.–—-]+(?:(?:it is|it's|now|and|but)\s+)*<z> (?:is|does|has|took|takes)\b"
_INSTEAD = (
    r"(?:\s+\w+){0,4}?[\s,;(–—-]+(?:and )?(?:not|no longer|instead of|rather than|replacing|in place of|formerly"
    r"|previously|it was|took over from|from|statt|nicht|au lieu de|en vez de)\s+<z>"
)
_ASK = (  # "ask Ana about billing-api, she owns it"
    r"<a> (?:about|regarding|for)(?: the| our)? <b>,?(?: as| because| since|:)? (?:they|she|he)(?:'s|'re| is| are)?"
    r" (?:own|maintain|look|run|take|responsible|in charge)"
)
_LEFT = (
    rf"<a>{_ADVERB}(?: has)? (?:left|quit|resigned from|was let go (?:from|by)|retired from|moved (?:away from|out of)"
    rf"|a quitté|dejó){_THE} <x>(?: (?:for|to join|to go to) <y>)?"
)
_MOVED = (
    rf"<a>{_ADVERB}(?: has| have)? (?P<how>moved|relocated|switched|changed|went|transferred|migrated)(?: over| jobs?)?"
    rf"(?: from{_THE} <x>)?(?: to{_THE} <y>)"
)


def read(text: str, known: Known = nobody) -> list[Tie]:
    """What a statement ties to what, in its order; each once. `known` tells whom the space knows by a name."""
    found: dict[Tie, None] = {}
    who = ""  # the last sentence was about
    for sentence in sentences(text):
        marked, names = relate_names.marked(sentence, known)
        marked, who = _resumed(marked, names, known, who)
        if not _HEARSAY.search(marked):
            whom = _with(known, frozenset(n for n in names if n.lower() in GIVEN and n not in sentence))
            found.update(dict.fromkeys(_ties(marked, names, whom, doubt=unsure(sentence))))
    plain = relate_names.undescribed
    return [replace(tie, source=plain(tie.source), target=plain(tie.target), gone=plain(tie.gone)) for tie in found]


_ABOUT = re.compile(  # who a sentence is about, at its beginning
    r"^\W*(?:(?:[Mm]y|[Oo]ur) (?:[a-z-]+ ){1,2}(?:is |is called |called |named )?)?\ue000(?P<who>\d+)\ue001"
    r"(?!'|,? (?:and|or|&) (?:\ue000|[Ii]\b|my\b|our\b))"
)
_SAME = re.compile(  # that it is about the same still: "…, he works at", "… and works at", "She works at"
    r"(?P<before>(?:^|[,;–—-] ?|\b(?:and|but|where) ))(?:(?:now|then|today) )?(?:(?:[Hh]e|[Ss]he)(?P<is>'s)?(?= )"
    r"|(?<=and )(?=(?:now |then |currently )?"
    r"(?:works|lives|joined|started|reports|maintains|runs|leads|is at|is with) ))"
)
_ITS_OWN = re.compile(r"^\W*(?:[Hh]e|[Ss]he)\b")


def _resumed(marked: str, names: list[str], known: Known, before: str) -> tuple[str, str]:
    """A sentence with whom it is about where it only says "he" or "and", and who that is.

    Only when it cannot be anybody else who is named before: no other of the names is a person's.
    """
    about = _ABOUT.search(marked)
    who = names[int(about["who"])] if about else before if _ITS_OWN.search(marked) else ""
    others = [name for name in names if name != who]
    alone = who and _human(who) and known(who) in ("", "person") and (_surely(who, known) or " " in who or about)
    if not alone or any(_surely(n, known) or (name_kinds.kind(n, "", "") == "person" and not firm(n)) for n in others):
        return marked, ""
    names.append(who)
    start = about.end() if about else 0
    mark = f"\ue000{len(names) - 1}\ue001"
    said = _SAME.sub(
        lambda found: found["before"] + mark + (" is" if found["is"] else " " if found[0].endswith("and ") else ""),
        marked[start:],
    )
    return marked[:start] + said, who


def _with(known: Known, chatted: frozenset[str]) -> Known:
    """Whom the space knows, and first names in small letters: nothing else is read as a name there."""
    return (lambda name: "person" if name in chatted else known(name)) if chatted else known


def names(text: str, ties: list[Tie]) -> dict[str, str]:
    """Who and what a statement names clearly, and what each is; "concept" when nothing says so."""
    ends = []
    for tie in ties:
        first, second = ENDS.get(tie.relation, ("", ""))
        ends += [(tie.source, first), (tie.target, second), (tie.gone, second)]
    return relate_names.typed(text, ends, sentences(text))


def sentences(text: str) -> list[str]:
    """The sentences that are read, with plain apostrophes and no marks."""
    plain = text[:SCAN].replace("\ue000", "").replace("\ue001", "").replace("’", "'")
    return _SENTENCE.split(_SHORTENED.sub(r"\1 ", plain))


def unsure(sentence: str) -> bool:
    """Whether a sentence only supposes, wishes or asks."""
    return _UNSURE.search(_ASIDE.sub("", sentence)) is not None


def _ties(text: str, names: list[str], known: Known, *, doubt: bool) -> Iterator[Tie]:
    also = bool(_ALSO.search(text))
    described = {names[int(found[1])] for found in _DESCRIBES.finditer(text)}
    seen: set[tuple[str, str]] = set()
    gone: set[tuple[str, str, str]] = set()
    said = () if doubt else (*_by_noun(text, names), *_by_move(text, names, known), *_by_verb(text, names))
    for tie in (*said, *_by_form(text, names, known, doubt=doubt)):
        # What a noun says, no verb of the same clause says again.
        relation = "member-of" if tie.relation == "works-at" and group(tie.target or tie.gone) else tie.relation
        one = Tie(source=tie.source, relation=relation, target=tie.target, gone=tie.gone, also=also)
        relation = "attends" if relation == "works-at" and _starts_school(text, names, tie.target) else relation
        one = replace(one, relation=relation)
        if relation in _OF_PEOPLE and described & {one.source, one.target}:
            continue
        again = (one.source, relation) in seen or (one.source, relation, one.target) in gone
        if not again and plausible(one, known):
            yield one
        if one.target:
            seen.add((one.source, relation))
        gone.add((one.source, relation, one.gone))


def _starts_school(text: str, names: list[str], target: str) -> bool:
    """Whether somebody begins at a school, and not to work there: "Ida starts at the Montessori school"."""
    at = f"\ue000{names.index(target)}\ue001" if target in names else ""
    found = _BEGINS.search(text)
    return bool(at and found and _A_SCHOOL.match(text, text.index(at) + len(at)))


def _by_form(text: str, names: list[str], known: Known, *, doubt: bool) -> Iterator[Tie]:
    plain = relate_forms.plainly(text)
    said = frozenset(word.lower() for word in relate_forms.WORD.findall(plain))
    tied: set[frozenset[str]] = set()
    for form in relate_forms.forms():
        if (doubt and not form.standing) or not form.fits(said):
            continue
        for match in form.pattern.finditer(plain):
            source, target = _end(match, "A", names), _end(match, "B", names)
            rest = plain.replace(match[0], _STANDING.sub("", match[0]), 1)
            of_them = match[0][0] == "\ue000" and _OF.search(plain[: match.start()])  # "Mira's" brother, "of Mira"
            behind = form.relation == "goes" and "\ue001, " in match[0]  # who goes was named before
            if of_them or behind or _UNSURE.search(rest) or _DENIED.search(plain[: match.start()]):
                continue
            relation = _meant(form, source, target, known) if source and target else ""
            if relation and frozenset((source, target)) not in tied:
                tied.add(frozenset((source, target)))
                yield Tie(source=source, relation=relation, target=target)


def _end(match: re.Match[str], slot: str, names: list[str]) -> str:
    groups = match.groupdict()
    if groups.get(slot) is not None:
        return names[int(groups[slot])]
    bare = groups.get(f"{slot}bare") or ""
    return groups.get(f"{slot}script") or ("" if bare in mentions.DULL or bare in _VAGUE else bare)


def _meant(form: relate_forms.Form, source: str, target: str, known: Known) -> str:
    """The relation a form says of these two; what belongs to somebody is owned when it is a firm, else looked after."""
    thing = _serving(source) or known(source) in ("project", "service", "tool")
    house = firm(source) or known(source) == "organisation"
    if (form.thing and not thing) or (form.firm and not house):
        return ""
    if form.relation == "belongs":
        return "maintained-by" if thing and _human(target) else "owned-by" if house or firm(target) else ""
    if form.relation == "led":
        return "maintained-by" if relate_names.project(source) or known(source) == "project" else ""
    if form.relation == "taken":
        firms = all(each[0].isupper() and not _surely(each, known) and not _serving(each) for each in (source, target))
        return "owned-by" if firms and source.lower() not in mentions.TOOLS else ""
    if form.relation == "goes":
        where = school(target) or known(target) == "organisation"
        return "attends" if where and (known(source) == "person" or school(target)) else ""
    if form.relation == "with":
        return "works-at" if firm(target) or known(target) == "organisation" else ""
    if form.relation == "stays":
        return "lives-in" if home(target) and relate_names.family(source) else ""
    if form.relation == "teamed":
        return "member-of" if group(target) else ""
    if form.relation in ("depends-on", "runs-on", "uses", "supersedes"):
        tool = _serving(target) or target.lower() in mentions.TOOLS or known(target) in ("project", "service", "tool")
        return form.relation if tool else ""
    if form.relation == "lives-in" and house and not home(source):
        return "located-in"
    if form.relation == "located-in":
        return form.relation if house or known(source) == "place" or group(source) else ""
    if form.relation == "served":
        return "maintained-by" if thing else "account-manager" if house else "maintained-by"
    if form.relation == "account-manager" and thing:
        return "maintained-by"
    if form.relation == "owned-by":
        return form.relation if house or firm(target) or known(target) == "organisation" else ""
    somebody = source if form.relation in ("reports-to", "mentored-by") else target
    if form.person and not _surely(somebody, known) and (" " not in somebody or firm(somebody) or known(somebody)):
        return ""
    return form.relation


def _surely(name: str, known: Known) -> bool:
    """Whether a name is a person's beyond doubt."""
    if known(name):
        return known(name) == "person"
    return titled(name) or name.lower() in KIN or (given(name.split(" ")[0]) and _human(name) and not group(name))


def _by_noun(text: str, names: list[str]) -> Iterator[Tie]:
    for form, relation in _nouns():
        for match in form.finditer(text):
            source = _named(match, "a", names)
            if " at " in match[0] and relation == "maintained-by" and not _serving(source or "-"):
                continue  # somebody at a firm
            target, gone = _other_end(text, match, names)
            if source and (target or gone) and source not in (target, gone):
                yield Tie(source=source, relation=relation, target=target, gone=gone)


def _other_end(text: str, noun: re.Match[str], names: list[str]) -> tuple[str, str]:
    """Who is there now and who is not any more, told behind the noun or before it."""
    if swap := _form(_IN_PLACE).search(text[: noun.start()].rstrip() + " "):
        return _named(swap, "y", names), _named(swap, "z", names)
    before = text[: noun.start()]
    if down := _form(_STEPPED).search(before.rstrip() + " "):
        more = _form(_THEN).match(text, noun.end())
        return _named(more, "z", names) if more else "", _named(down, "y", names)
    ahead = _form(_AFTER).match(text, noun.end())
    behind = None if ahead and _COPULA.search(ahead["fill"]) else _form(_BEFORE).search(before)
    said = ahead if behind is None else behind
    if said is None or not _COPULA.search(said["fill"]):
        return "", ""
    name, end = _named(said, "y", names), noun.end() if behind else said.end()
    if _PAST.search(said["fill"]):
        more = _form(_BUT).match(text, end) or _form(_THEN).match(text, end)
        return (_named(more, "z", names) if more else ""), name
    instead = _form(_INSTEAD).match(text, end)
    return name, _named(instead, "z", names) if instead else ""


def _by_move(text: str, names: list[str], known: Known) -> Iterator[Tie]:
    for match in _form(_LEFT).finditer(text):
        where = "lives-in" if " moved " in match[0] else "works-at"
        yield Tie(
            source=_named(match, "a", names), relation=where, target=_named(match, "y", names),
            gone=_named(match, "x", names),
        )  # fmt: skip
    for match in _form(_ASK).finditer(text):
        yield Tie(source=_named(match, "b", names), relation="maintained-by", target=_named(match, "a", names))
    for match in _form(_MOVED).finditer(text):
        source = _named(match, "a", names)
        if re.search(r"\b(?:of|for|to)(?: the| our)? $", text[: match.start()]):
            continue  # not this one moved, but something of it
        house = match["how"] in ("moved", "relocated")
        if match["x"] is None and not house:
            continue
        to, left = _named(match, "y", names), _named(match, "x", names)
        handed = any(_surely(each, known) or name_kinds.kind(each, "", "") == "person" for each in (to, left) if each)
        thing = "maintained-by" if handed else "uses"
        yield Tie(
            source=source,
            relation=thing if _serving(source) else "lives-in" if house else "works-at",
            target=to,
            gone=left,
        )


def _by_verb(text: str, names: list[str]) -> Iterator[Tie]:
    for form, relation, swap in _verbs():
        for match in form.finditer(text):
            one, other = _named(match, "a", names), _named(match, "b", names)
            source, target = (other, one) if swap else (one, other)
            if "bare" not in form.groupindex and relation in _SERVED and " " in source and not _serving(source):
                continue  # people are looked after, too
            if _NO_JOB.search(match["v"]) or _OF.search(text[: match.start()]):
                continue
            rest = text[match.end() :]
            over = (
                match["neg"] or re.search(r"nicht mehr|\bplus\b", match["v"]) or re.match(r" any ?more\b| plus\b", rest)
            )
            if over:
                yield Tie(source=source, relation=relation, gone=target)
                continue
            instead = _form(_INSTEAD).match(text, match.end())
            yield Tie(
                source=source, relation=relation, target=target, gone=_named(instead, "z", names) if instead else ""
            )


def _named(match: re.Match[str], group: str, names: list[str]) -> str:
    groups = match.groupdict()
    if groups.get(group) is not None:
        return names[int(groups[group])]
    bare = groups.get("bare") if group in "ab" else None
    return bare if bare and bare not in mentions.DULL and bare not in _VAGUE else ""


_VAGUE = _words("""record course it them him her this everything anything something ours emergencies example
    work things stuff support questions all both code docs documentation""")  # fmt: skip


def plausible(tie: Tie, known: Known) -> bool:
    """Whether ends like these can stand so: people have employers, services have maintainers."""
    others = [each for each in (tie.target, tie.gone) if each]
    if not tie.source or not others or tie.source in others:
        return False
    if any(each.lower() in mentions.EMPTY for each in (tie.source, *others)):
        return False
    if tie.relation in _SERVED:
        return all(map(_human, others))
    if tie.relation == "account-manager":
        return all(map(_human, others)) and not _surely(tie.source, nobody)
    if tie.relation in ("uses", "runs-on", "depends-on", "supersedes"):
        return mentions.SERVICE.isdisjoint(each.lower() for each in others)  # "uses API keys"
    if tie.relation == "located-in":
        return all(each[0].isupper() and not firm(each) and not _surely(each, known) for each in others)
    if tie.relation == "owned-by":
        return not _serving(tie.source) and all(
            each[0].isupper() or not each.isascii() for each in (tie.source, *others)
        )
    if not _human(tie.source) or any(_serving(each) for each in others):
        return False
    if tie.relation in _OF_PEOPLE:
        return all(_human(each) and known(each) not in ("organisation", "place") for each in others)
    if any(" " not in each and known(each) == "person" for each in others):
        return False
    if tie.relation != "lives-in" and any(" " not in each and _surely(each, known) for each in others):
        return False  # towns have the names of people, employers hardly
    if tie.relation == "lives-in" and any(
        each.lower() in mentions.TOOLS or (firm(each) and not home(each)) for each in others
    ):
        return False
    return all(each[0].isupper() or not each.isascii() for each in others)
