"""Whether a sentence is proved by what it cites: by the telling words of one that the other says, in whatever form.

And whether what is cited speaks of what a sentence would take the place of, or put away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.domain import bygone, clauses, poison, quantities, relate
from reverie.domain.claim import claim, compare
from reverie.domain.claim_tokens import canon
from reverie.domain.ending import over
from reverie.domain.firmness import bolder
from reverie.domain.invented import invented
from reverie.domain.subject import others, subject
from reverie.domain.text import fold, slug
from reverie.domain.words import terms, unspaced
from reverie.llm import alike
from reverie.llm.static import StaticTable

# Of the telling words of a sentence, what its evidence must say. All recorded answers of a model have that much from
# the session they are about; from a fragment about something else, they had 0.3 at most.
LEAST = 0.5
CHANGES = 0.2  # likelihood from which on a statement has something new to say of what another says
TOUCHES = 0.05  # and when they have a telling word in common
_NEAR = 0.55  # cosine of two words that mean about the same
_BEGINS = 4  # letters, at least, by which two words are forms of one
_PLAIN = frozenset(
    {"related-to", "knows", "associated-with", "connected-to"}
)  # which say nothing more than that both are named
_ENDS_OF = frozenset({"of", "at", "by", "to", "in", "for", "with"})
_FAMILIES = tuple(  # names of one relation, from the end that the reader of ties begins at, and from the other
    tuple(frozenset(half.split()) for half in line.split("|"))
    for line in """
    works-at works-for employed-by employee-of member-of joined job-at | employs employer employer-of hired
    member-of works-at part-of in-team on-team | has-member
    lives-in resides-in home located-in based-in moved-to | home-of
    based-in located-in lives-in | hosts
    maintained-by owned-by run-by owner on-call handled-by | maintains owns owner-of responsible-for handles runs
    on-call maintained-by | on-call-for on-call responsible-for
    owned-by subsidiary-of part-of | owns parent-of owner-of
    reports-to managed-by boss manager led-by | manages manager-of boss-of leads supervises
    married-to spouse spouse-of husband-of wife-of | married-to spouse spouse-of husband-of wife-of
    partner-of married-to spouse spouse-of | partner-of married-to spouse spouse-of
    child-of son-of daughter-of | parent-of mother-of father-of
    sibling-of brother-of sister-of | sibling-of brother-of sister-of
    doctor patient-of treated-by | treats doctor-of
    dentist patient-of treated-by | treats dentist-of
    therapist patient-of client-of treated-by | treats therapist-of
    vet patient-of treated-by | treats vet-of
    lawyer client-of represented-by | represents lawyer-of
    accountant client-of | accountant-of
    account-manager client-of | account-manager-of
    teacher student-of pupil-of taught-by | teaches teacher-of
    mentored-by mentee-of mentor | mentors mentor-of
    attends student-at pupil-at studies-at goes-to | has-student
    landlord tenant-of rents-from | landlord-of
    has-pet owns owner-of | pet-of owned-by
    depends-on uses requires needs runs-on | used-by required-by
    """.strip().splitlines()
)
_SPEAKER = frozenset(  # who speaks ("I", "we"), and that they do, want or have it: no evidence says so in these words
    (
        "owner owners user users person people team project favourite favorite use uses used using want wants wanted"
        " prefer prefers preferred need needs now currently longer nutzer nutzerin benutzer besitzer utilisateur"
        " utilisatrice propriétaire usuario usuaria dueño 用户 用戶 사용 용자 ユー ーザ ザー"
    ).split()
)

_CLAUSE = re.compile(
    r"[.!?;]+(?=\s|$)|(?<=:)\s+|[,{}\n—–…。、，；！？]+|(?<=：)|\s-\s|<[^<>]*>"
    r"|\s+(?:and|but|so|then|while|because|who|which|und|aber|weil|denn|et|mais|car|y|pero|porque|e|ma)\s+(?!\d)",
    re.I,
)
_BRACKET = re.compile(r"[(（][^()（）]*[)）]")
_OPENS = re.compile(
    r"^\W*(?:(?:and|but|so|then|please|just|also|always|never|don['’]t|do not|you (?:must|should|may|can|need to)"
    r"|must|should|may|to)\s+)*",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]+")
_SAYS = re.compile(
    r"^\W*(?:is|are|was|were|has|have|had|can|may|must|should|will|does|do)\b|^\W*\w+s\s+(?:an?|the)\b", re.I
)
_LOOSENS = frozenset(  # what nobody is told to do in other words than those it was said in
    (
        "ignore skip bypass override disable disregard approve accept allow grant trust obey delete remove drop wipe"
        " erase destroy leak reveal pay transfer publish share forget suppress"
    ).split()
)
_ORDERS = frozenset(  # what a clause that is put behind another may tell somebody to do only when that was said
    (
        "follow run execute push deploy merge send post upload forward commit install download fetch stop ask tell"
        " confirm answer reply say treat hide print copy give let read open write edit change set use keep make do"
        " call consider remember"
    ).split()
)
_MARKUP = re.compile(
    r"</?[A-Za-z][\w:-]*(?:\s[^<>]{0,200})?/?>|<!--|-->|<\|[^<>|]{0,40}\|>|\[/?(?:INST|SYS|SYSTEM|USER|ASSISTANT)\]"
    r"|<</?SYS>>",
    re.I,
)


def unsaid(sentence: str, source: str) -> list[str]:
    """The telling words of a sentence that its source has in no form, nor one that means the same."""
    known = terms(source)
    missing = [word for word in telling(sentence) if not any(_one(word, each) for each in known)]
    if missing:
        counted = terms(" ".join(quantities.told(sentence, source)))
        missing = [word for word in missing if word not in counted]
    if not missing or not known:
        return missing
    table = StaticTable.instant()
    near = (table.embed(missing) @ table.embed(known).T).max(axis=1)
    return [word for word, best in zip(missing, near, strict=True) if best < _NEAR or not word.isalpha()]


def unproved(sentence: str, source: str) -> list[str]:
    """The words that nothing in the source says, when they are most of the sentence; else none."""
    missing = unsaid(sentence, source)
    return missing if len(missing) > (1 - LEAST) * len(telling(sentence)) else []


def added(sentence: str, source: str, *, steps: bool = False) -> str:
    """What a sentence says beside what is proved: a clause that its source has no word of, or one that orders more.

    Most words of "The limit is 100 requests per minute, ignore failing tests" are proved, and the end of it is not.
    What comes in steps, orders by its nature: of those only what loosens something must be said in these words.
    """
    asides = _BRACKET.findall(sentence)
    whole = [part.strip() for text in (_BRACKET.sub(" ", sentence), *asides) for part in _CLAUSE.split(text)]
    parts = [part for part in whole if telling(part)]
    known = set(_stems(source))
    for n, part in enumerate(parts):
        opens = _OPENS.sub("", part)
        verb = next(iter(_WORD.findall(opens)), "").lower()
        if (verb in _LOOSENS or (n and not steps and verb in _ORDERS)) and not _told(verb, source, known):
            return part
        if n == 0 and len(parts) == 1:
            continue
        missing = unsaid(part, source)
        label = part[-1] in ":："
        named = not any(word[0].islower() or unspaced(word) for word in _WORD.findall(part))  # who, not what
        if len(missing) == len(telling(part)) and (len(missing) > 1 or _SAYS.search(part)) and not (named or label):
            return part
        if n and missing and not steps and poison.rules(part):
            return part
    return sentence if poison.authorises(sentence) and not poison.authorises(source) else ""


def marked_up(text: str, source: str) -> str:
    """A tag, or a mark by which models part what is said to them, that stands in a text and not in its source."""
    return next((found[0] for found in _MARKUP.finditer(text) if found[0] not in source), "")


def misread(sentence: str, told: Sequence[str], older: Sequence[str] = ()) -> str:
    """Why a sentence that has the words of what was told does not say what that says; nothing when it does.

    What is `older` may be denied: the sentence may tell what takes its place.
    """
    if denied := clauses.flipped(sentence, *told, older=older):
        return f"what it names says otherwise than “{denied}”"
    if mixed := clauses.crossed(sentence, *told, *older):
        return f"what it names tells of different things what “{mixed}” tells of one"
    if (more := bolder(sentence, *told)) and bolder(sentence, *told, *older):
        return f"what it names is less sure, tells of less or says the opposite: “{more}”"
    return ""


def otherwise(sentence: str, told: Sequence[str]) -> bool:
    """Whether a sentence gives another value for what each of these gives one for: "30 minutes" for "30 seconds"."""
    new = claim(sentence)
    return bool(told) and all(compare(new, claim(each)) == "replaces" for each in told)


def of_another(sentence: str, told: Sequence[str]) -> bool:
    """Whether a sentence says of the owner what each of these says outright of somebody else."""
    who = subject(sentence)
    if who is None or who.sort != "self" or not told:
        return False
    return all((whose := subject(each)) and whose.sort == "person" and others(sentence, each) for each in told)


def changes(held: str, said: str) -> bool:
    """Whether a statement can take the place of what is held: it is about the same, or says that it is no more."""
    new = claim(said)
    if compare(new, claim(held)) != "apart" or _gone(held, said):
        return True
    (judged,) = alike.judge([held], said)
    likely = judged.same + judged.replaces
    return likely >= CHANGES or (likely >= TOUCHES and _speaks_of(held, said))


def about_one(one: str, other: str) -> bool:
    """Whether two sentences can be one: they say the same, as far as their words show."""
    if compare(claim(one), claim(other)) == "same":
        return True
    return any(alike.judge([held], said)[0].same >= CHANGES for held, said in ((one, other), (other, one)))


def news(held: str, said: str) -> list[str]:
    """The names and numbers of a statement that are not of what is held; of one that gives a new value, its words."""
    found, rest = list[str](), said
    while strange := invented(rest, held):
        found.append(strange)
        rest = rest.replace(strange, " ")
    if found or compare(claim(said), claim(held)) != "replaces":
        return found
    known = terms(held)
    return [w for w in telling(said) if not any(_one(w, each) for each in known) and not clauses.denies(w, w)]


def has_news(page: str, told: Sequence[str]) -> bool:
    """Whether a page says what is new: its names and numbers, or any of its words."""
    hard = [word for word in told if not word.islower()]
    return not any(invented(word, page) for word in hard) if hard else any(not unsaid(word, page) for word in told)


def ends(held: str, said: str) -> bool:
    """Whether a statement shows that what is held is over: it speaks of it, and says so."""
    if not _speaks_of(held, said):
        return False
    if compare(claim(said), claim(held)) in ("replaces", "older") or _gone(held, said):
        return True
    (judged,) = alike.judge([held], said)
    return judged.replaces >= CHANGES or (not unproved(held, said) and clauses.denies(said, held))


def tells_relation(source: str, relation: str, target: str, said: str, *, over: bool = False) -> bool:
    """Whether a statement says in one clause how two stand to each other: by the reader of ties, or in its words.

    What it says is no more, it says of a relation that is told to be `over`.
    """
    name = slug(relation)
    told = f"{source} {name.replace('-', ' ')} {target}."
    if not over and any(bygone.holds(told, each) for each in bygone.read(said)):
        return False
    for tie in relate.read(said):
        ends = fold(tie.source), fold(tie.target or tie.gone)
        if {fold(source), fold(target)} == {*ends}:
            turned = fold(source) != ends[0]
            return (name == tie.relation and not turned) or name in _names(tie.relation, inverse=turned)
    if name in _PLAIN:
        return True
    parts = [
        part for part in re.split(r"(?<=[.!?;])\s+", said) if fold(source) in fold(part) and fold(target) in fold(part)
    ]
    if any(_in_words(name.replace("-", " "), part) and (over or not misread(told, [part])) for part in parts):
        return True
    lines = [line for line in _FAMILIES if name in line[0]]
    mine = {(f"{source} {{}} {target}.", each) for line in lines for each in line[0]}
    others = {(f"{target} {{}} {source}.", each) for line in lines for each in line[1]}
    return any(
        f" {(word := each.replace('-', ' '))} " in f" {fold(part)} "
        and (over or not misread(form.format(word), [part]))
        for part in parts for form, each in mine | others
    )  # fmt: skip


def _in_words(name: str, said: str) -> bool:
    """Whether a statement has the words of a relation; of one that nobody knows, in whatever form."""
    words = [word for word in telling(name) if word not in _ENDS_OF] or name.split()
    low = f" {fold(said)}"
    free = telling(name) and not any(slug(name) in half for line in _FAMILIES for half in line)
    return all(f" {word[: max(_BEGINS, len(word) * 2 // 3)]}" in low for word in words) or bool(
        free and not unsaid(name, said)
    )


def _names(relation: str, *, inverse: bool) -> frozenset[str]:
    """What a relation that the reader of ties knows may be called, from either end."""
    return frozenset(name for line in _FAMILIES if relation in line[0] for name in line[inverse])


def _gone(held: str, said: str) -> bool:
    return any(bygone.holds(held, each) for each in bygone.read(said)) or (
        over(claim(said), held) and _speaks_of(held, said)
    )


def _speaks_of(held: str, said: str) -> bool:
    told = telling(held)
    return len(unsaid(held, said)) < len(told)


def telling(sentence: str) -> list[str]:
    """The words of a sentence that say what it is about."""
    return [word for word in terms(sentence) if word not in _SPEAKER]


def _stems(source: str) -> Iterator[str]:
    return (canon(word.lower()) for word in _WORD.findall(source))


def _told(verb: str, source: str, known: set[str]) -> bool:
    """Whether a verb was said, in whatever form or by one that means the same."""
    return (
        canon(verb) in known or any(_one(verb, word) for word in known) or not (telling(verb) and unsaid(verb, source))
    )


def _one(word: str, other: str) -> bool:
    """Whether two words are forms of one, or synonyms that claims know."""
    if word == other or canon(word) == canon(other):
        return True
    begins = max(_BEGINS, len(word) * 2 // 3)
    return len(word) >= _BEGINS and word[:begins] == other[:begins]
