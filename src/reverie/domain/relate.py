"""How somebody or something stands to another, read from the wording of a statement; and who is named clearly.

Only what a sentence states outright is read: a wish, a guess or a question ties nobody. A tie starts at the end
that has one of its kind at a time ("the service is maintained by…"), so that a new one can end the old one.
Pure, the same answer for the same words, and it never raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from reverie.domain import route as routes


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


SCAN = 2_000  # characters that are read
SINGLE = _words("works-at lives-in located-in reports-to married-to based-in maintained-by on-call")  # one at a time
ENDS: dict[str, tuple[str, str]] = {
    **routes.ENDS,
    "reports-to": ("person", "person"),
    "maintained-by": ("project", "person"),
    "on-call": ("project", "person"),
}
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

# A relation, then ways to say it with a verb between two names; with "<" it starts at the second of them.
VERBS = [line.split(maxsplit=1) for line in r"""
    works-at        (?:work(?:s|ing)?|(?:is |be )?employed|start(?:s|ed)(?: work(?:ing)?)?) (?:at|for|by)
    works-at        (?:has )?joined
    works-at        (?:has|got|started) (?:a|her|his|their) (?:new )?job (?:at|with)
    works-at        (?:is|became) (?:an? |the )?(?:new )?(?:[a-z]+[ -]){1,4}at
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
    reports-to      reports? to|is managed by""".strip().splitlines()]  # fmt: skip
# "the … of A is B", "A's … is B": starts at A.
NOUNS = {
    "works-at": "employer|workplace|place of work|company|arbeitgeber|employeur|empleador|empleadora",
    "lives-in": "home ?town|home city|home|city|residence|place of residence|wohnort|ville|ciudad|domicile",
    "maintained-by": "(?:lead |main |code )?(?:maintainer|owner)|(?:person )?responsible(?: person)?"
    "|(?<!call )(?:point of )?contact(?: person)?|mainteneur|responsable|betreuer(?:in)?",
    "on-call": "(?:person|engineer|one|colleague|whoever is) on[ -]call"
    "|on[ -]call(?: person| engineer| contact| duty)?|pager(?: duty)?",
    "reports-to": "(?:line )?manager|boss|supervisor",
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

_NAME = "\ue000(?P<{}>\\d+)\ue001"
_ADVERB = (
    r"(?:,? (?:now|currently|still|also|again|actually|officially|already|just|really|jetzt|derzeit|maintenant|ahora))*"
)
_NOT = (
    r" (?:no longer|does(?: no|n')t|(?:is|are) no longer|is(?: no|n')t|(?:has )?stopped|quit|used to|ya no|n'est plus"
    r"|ne)"
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
    r"\b(?:(?i:if|maybe|perhaps)|whether|unless|would|should|could|might|may|(?i:probably)|think|guess|wonder|hopes?|plans?"
    r"|considers?|considering|applied|interview\w*|will|want\w*|going to|supposed|rumou?r\w*|vielleicht|falls)\b|\?"
)
_ALSO = re.compile(r"\b(?:also|as well|too|together|both|co-\w+|jointly|auch|aussi|también)\b")
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


def read(text: str) -> list[Tie]:
    """What a statement ties to what, in its order; each once."""
    found: dict[Tie, None] = {}
    for sentence in _SENTENCE.split(text[:SCAN].replace("\ue000", "").replace("\ue001", "").replace("’", "'")):
        if not _UNSURE.search(sentence):
            marked, names = _mark(sentence)
            found.update(dict.fromkeys(_ties(marked, names)))
    return list(found)


def _ties(text: str, names: list[str]) -> Iterator[Tie]:
    also = bool(_ALSO.search(text))
    seen: set[tuple[str, str]] = set()
    for tie in (*_by_noun(text, names), *_by_move(text, names), *_by_verb(text, names)):
        # What a noun says, no verb of the same clause says again.
        if (tie.source, tie.relation) not in seen and _plausible(tie):
            yield Tie(source=tie.source, relation=tie.relation, target=tie.target, gone=tie.gone, also=also)
        seen.add((tie.source, tie.relation))


def _by_noun(text: str, names: list[str]) -> Iterator[Tie]:
    for form, relation in _nouns():
        for match in form.finditer(text):
            source = _named(match, "a", names)
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


def _by_move(text: str, names: list[str]) -> Iterator[Tie]:
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
        home = match["how"] in ("moved", "relocated")
        if match["x"] is None and not home:
            continue
        relation = "uses" if _serving(source) else "lives-in" if home else "works-at"
        yield Tie(source=source, relation=relation, target=_named(match, "y", names), gone=_named(match, "x", names))


def _by_verb(text: str, names: list[str]) -> Iterator[Tie]:
    for form, relation, swap in _verbs():
        for match in form.finditer(text):
            one, other = _named(match, "a", names), _named(match, "b", names)
            source, target = (other, one) if swap else (one, other)
            if "bare" not in form.groupindex and relation in _SERVED and " " in source and not _serving(source):
                continue  # people are looked after, too
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
    return bare if bare and bare not in routes.DULL and bare not in _VAGUE else ""


_VAGUE = _words("""record course it them him her this everything anything something ours emergencies example
    work things stuff support questions all both code docs documentation""")  # fmt: skip


def _plausible(tie: Tie) -> bool:
    """Whether ends like these can stand so: people have employers, services have maintainers."""
    others = [each for each in (tie.target, tie.gone) if each]
    if not tie.source or not others or tie.source in others:
        return False
    if tie.relation in _SERVED:
        return all(map(_human, others))
    if tie.relation == "uses":
        return True
    return _human(tie.source) and all(each[0].isupper() for each in others)


def _human(name: str) -> bool:
    """Whether a name could be somebody's, as far as its spelling tells."""
    return name[0].isupper() and name.lower() not in routes.TOOLS and not (name.isupper() and len(name) > 1)


def _serving(name: str) -> bool:
    return name[0].islower() or "-" in name or name.lower().split()[-1] in routes.SERVICE


# --- Who is named -----------------------------------------------------------------------------------

_JOINTS = _words("""up in on out off over down to of and the by for at no non pre re co self well multi semi anti sub
    e x t term time only level based like free wide ready side end day week hour way size call side made long short
    high low full part half real open ad hoc built old new""")  # fmt: skip
_REGION = re.compile(r"[a-z]{2}-[a-z]+-\d[a-z]?")
_OPENERS = _words("""apparently recently officially finally basically previously formerly lately reportedly obviously
    clearly honestly currently meanwhile reminder update heads news confirmed told heard turns turned thanks ask tell
    since per according der die das dem den le la les l el los il une un""")  # fmt: skip
_FIRM = re.compile(
    r"\w (?:Inc|GmbH|Ltd|LLC|Corp|AG|SA|Labs?|Bank|Foundation|University|College|Institute|Group|Systems|Software"
    r"|Technolog(?:y|ies)|Health|Foods?|Games|Media|Energy|Airlines|Insurance|Partners|Ventures|Capital|Studios?|Press"
    r"|Logistics|Motors|Pharma|Consulting|Solutions|Networks|Industries|Analytics|Robotics|Clinic|Hospital)\.?$"
)
_A_THING = re.compile(
    r"\w (?:Street|Avenue|Road|Park|Museum|Airport|Station|Hotel|Day|Week|Code|Docs|Drive|Cloud|Desktop|Pro|Studio"
    r"|Server|Team|Suite|Board|Room|Guide|Book|Edition|Plan|Meeting|Review|Release|Project|API|SDK)$"
)
_PERSONAL = re.compile(
    r"\b(?:role|hobby|birthday|team|manager|title|job|phone|pronouns|desk|nickname|employer|home) (?:of|for) $"
    r"|\b(?:ask|tell|told|met|asked|called|emailed|with) $"
)
_DOES = re.compile(
    r"'s (?:birthday|role|hobby|employer|job|team|manager|title|desk|wife|husband|phone|partner|boss)\b"
    r"| (?:lives|works|likes|loves|prefers|speaks|plays|drinks|joined|left|maintains|reports|asked|said|says|wants)\b"
)
_STATED = re.compile(r"\b(?:of|for|von|de|del|für|on|behind|project|service|repo|repository|called) $|^$")
_GOES_ON = re.compile(
    r"$|'s\b|[ ]?[^\w\s'-]| (?:is|are|was|has|runs?|uses?|needs?|listens?|depends?|and|or|to|at|in|on|for|from|with"
    r"|because|now|since|goes|ist|est|es|must|should|will|does|keeps?|ships?)\b"
)


def names(text: str, ties: list[Tie]) -> dict[str, str]:
    """Who and what a statement names clearly, and what each is; "concept" when nothing says so."""
    found: dict[str, str] = {}
    for tie in ties:
        ends = ENDS.get(tie.relation, ("", ""))
        for name, kind in ((tie.source, ends[0]), (tie.target, ends[1]), (tie.gone, ends[1])):
            if name:
                found[name] = found.get(name) or kind
    for mention in routes.route(text).entities:
        if mention.type not in ("concept", ""):
            found[mention.name] = found.get(mention.name) or mention.type
    for sentence in _SENTENCE.split(text[:SCAN]):
        for match in routes.NAMES.finditer(sentence):
            start, end = _trimmed(match)
            name = sentence[start:end].strip("`")
            if name and not found.get(name):
                found[name] = _kind(name, sentence[:start], sentence[end:])
    return {name: kind or "concept" for name, kind in found.items() if kind}


def _kind(name: str, before: str, after: str) -> str:
    """What a name stands for, as told by its spelling and the words around it; nothing when that is not clear."""
    if name.lower() in routes.TOOLS:
        return "tool"
    if name[0].islower():
        if not name.replace("_", "-").count("-") or not _is_service(name):
            return ""
        return "project" if _STATED.search(before[-24:]) and _GOES_ON.match(after) else ""
    if name.isupper() or "-" in name:
        return ""
    if " " in name and _serving(name):
        return "project"
    if _FIRM.search(name):
        return "organisation"
    if _PERSONAL.search(before) or _DOES.match(after):
        return "person" if " " in name else ""
    full = re.fullmatch(r"[^\W\d_]{2,}(?: [^\W\d_]\.)?(?: [^\W\d_]{2,}){1,2}", name)
    return "person" if full and not _A_THING.search(name) and all(w[0].isupper() for w in name.split()) else ""


def _is_service(name: str) -> bool:
    """Whether a hyphenated word is a name: "billing-worker" is, "long-lived", "follow-up" and "eu-west-1" are not."""
    parts = name.replace("_", "-").split("-")
    if _REGION.fullmatch(name) or _JOINTS & set(parts) or parts[-1].endswith(("ed", "ing", "ly", "able")):
        return False
    return not parts[0].isdigit()


def _mark(sentence: str) -> tuple[str, list[str]]:
    """The sentence with every name as its number between two marks, and the names."""
    found: list[str] = []
    pieces: list[str] = []
    at = 0
    for match in routes.NAMES.finditer(sentence):
        start, end = _trimmed(match)
        name = sentence[start:end].strip("`")
        if len(name) < 2 or (name[0].islower() and "-" in name and not _is_service(name)):
            continue
        pieces += [sentence[at:start], f"\ue000{len(found)}\ue001"]
        found.append(routes.TOOLS.get(name.lower(), name))
        at = end
    return "".join([*pieces, sentence[at:]]), found


@cache
def _no_names() -> frozenset[str]:
    nouns = {word for line in NOUNS.values() for word in re.findall(r"[a-z]{4,}", line)}
    return routes.DULL | _OPENERS | nouns


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """Where the name stands, without the common words at its ends that only have a capital."""
    start, end = match.span()
    words = match[0].split(" ")
    while words and words[0].lower() in _no_names():
        start += len(words.pop(0)) + 1
    while words and words[-1].lower() in _no_names():
        end -= len(words.pop()) + 1
    return (start, end) if words else (match.end(), match.end())
