"""What in a person's own sentence is worth keeping, decided by rules: what kind it is, and how sure that is.

Precision comes first: most of what people say to an agent is about the next five minutes, and none of that is kept.
Pure, the same answer for the same words, and it never raises. English well; seven other languages where they say
outright that they prefer, decide or correct something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from reverie.domain import ahead, cues, cues_abroad, mention as mentions, pattern, prose
from reverie.domain.fragment import FragmentKind
from reverie.domain.given_names import given
from reverie.domain.kinds import KINDS
from reverie.domain.text import spelled

SHORTEST, LONGEST = 8, 480  # characters of a sentence that may be kept
_I = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Noticed:
    kind: FragmentKind
    confidence: cues.Confidence
    outright: bool = False  # said so plainly that nothing else need speak for it


_INTRODUCES = re.compile(
    r"\W*(?P<hi>(?i:hi|hello|hey|hallo|bonjour|salut|hola)(?i:\s+there)?[\s,!.]+)?"
    r"(?:(?P<self>I['’]?m|I am|[Mm]y name['’]s|[Ii]ch bin|[Jj]e suis|[Ss]oy)|[Tt]his is)\s+"
    r"(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2})(?:\s+here)?[.!\s]*"
)


@lru_cache(maxsize=512)  # a sentence is asked about when its session is judged, and when its message is read
def notice(sentence: str) -> Noticed | None:
    """What a sentence is, if it is worth keeping."""
    written = prose.unquoted(spelled(sentence)).strip()
    said = written.lower()
    if introduces(written):
        return Noticed("fact", "high", outright=True)
    if not SHORTEST <= len(said) + 6 * (not said.isascii()) <= LONGEST:
        return None
    found = _tables().read(said)
    if found(cues.QUESTION) and not (found(cues.ASKED_RULE) or found(cues.WHENEVER)):
        return None
    for kind, confidence, wanted, unwanted in cues.KINDS:
        if found(wanted) and not any(map(found, unwanted)):
            return Noticed(kind, confidence, wanted in cues.OUTRIGHT)
    return _thing(said, written, found) or _abroad(said, found)


def introduces(sentence: str) -> bool:
    """Whether somebody only says who they are: "Hi, I'm Dana". Without a greeting it must be a first name."""
    told = _INTRODUCES.fullmatch(sentence)
    if told is None or told["name"].lower() in KINDS:
        return False
    return bool(told["hi"]) or (told["self"] is not None and given(told["name"].split()[0]))


def vital(sentence: str) -> bool:
    """Whether it is kept however it is put: what somebody's health hangs on, a rule for good, who one is, what one
    says that one teaches."""
    told = notice(sentence)
    return told is not None and (told.outright or own(sentence))


def rightly(sentence: str, kind: FragmentKind) -> FragmentKind:
    """The kind of what was taken for one: another where the wording leaves no doubt."""
    if kind in ("task", "event") and ahead.monthly(sentence):
        return "fact"
    for right, taken, wanted, unwanted in cues.DECISIVE:
        if kind in taken and _says(sentence, wanted) and not _says(sentence, unwanted):
            return right
    return kind


def own(text: str) -> bool:
    """Whether the owner tells who they are or what they work with themselves, which is no matter of one project."""
    return introduces(text) or (_says(text, cues.SELF) and not _says(text, cues.NOT_SELF))


def tone(text: str) -> bool:
    """Whether it is a wish how the assistant is to talk to the owner, and not what it is to write for others."""
    return _says(text, cues.TONE) and not _says(text, cues.NOT_TONE)


def _says(text: str, table: str) -> bool:
    return _pattern(table).search(spelled(text).lower()) is not None


def ready() -> None:
    """Make the patterns before the first sentence comes: that takes as long as some hundred sentences do."""
    _tables().ready()
    for table in (cues.NAMED, cues.NAME, cues.SELF, cues.NOT_SELF):
        _pattern(table)


_DAYS = (
    r"(?:last|yesterday|today|tonight|this (?:week|month|summer|year)|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|\w+day\b|the (?:\d|move|merger|new year|summer|holidays))"
)
_CHANGED = re.compile(
    rf"\b(?:as of|starting|since|effective) {_DAYS}|\bfrom now on\b|\bthese days\b"
    r"|\b(?:is|are|'s|'m|'re|am|has|have|runs?|lives?|works?|reports?|goes|sits?|uses?|does|gets?|costs?|charges?)\b"
    r".*\bnow\b"
    r"|\b(?:we|i|they|he|she|it|we've|i've|they've|we have|i have)(?: just| finally| all| both)?"
    r" (?:swapped|switched|moved|migrated|bumped|upgraded|raised|lowered|replaced|ditched|dropped|cancell?ed|renamed"
    r"|started|signed up|booked|joined|quit|stopped|retired|sold|hired|fired|changed)\b"
    r"|, (?:swapped|switched|moved|replaced|bumped) (?:it|them|that) (?:for|to|with|by)\b"
    r"|^(?:\w+(?:'s)? )?\w+ (?:has |have )?(?:moved|switched|started|joined|retired|left|quit|starts|joins)\b"
)
_FOR_NOW = re.compile(  # of the task at hand, or of the hour
    r"\b(?:for now|right now|just now|now (?:that|it|the|what|let|can|please)|so now)\b"
    r"|\b(?:works?|working|passes|passing|fails?|failing|green|red|broken|down|up|fixed|done|ready|stuck|tired|late"
    r"|clear|fine|happy|good|better) now\b|[(){}<>]|\.(?:py|ts|js|go|rs|md|java)\b"
    r"|\b(?:on the (?:train|bus|phone)|in a meeting|in the car|heading|off to)\b|\b(?:this|that|the) "
    r"(?:file|function|class|method|variable|line|test|branch|commit|pr|code|import|endpoint|column)s?\b"
)


def passes(sentence: str) -> bool:
    """Whether a sentence is about the next five minutes: a question, a request, thanks."""
    said = spelled(sentence).lower()
    return _pattern(cues.QUESTION).search(said) is not None or _REQUEST.match(said) is not None


def wonders(sentence: str) -> bool:
    """Whether a sentence asks something, with a question mark or without one."""
    said = spelled(sentence).strip().lower()
    return (
        said.endswith(("?", "\uff1f")) or _pattern(cues.QUESTION).search(said) is not None or bool(_WHATS.match(said))
    )


def changed(sentence: str) -> bool:
    """Whether a sentence tells that something is otherwise since or from some day on, and will stay so."""
    said = spelled(sentence).lower()
    return _CHANGED.search(said) is not None and _FOR_NOW.search(said) is None and not passes(sentence)


def made_up(message: str) -> bool:
    """Whether a message asks for something to be invented: whatever it then tells is part of that, and not so."""
    return _MADE_UP.search(message) is not None


def supposed(said: Sequence[str]) -> set[int]:
    """Which sentences of a message tell of a tale, an example or test data: those that say so, and what goes on there.

    A tale goes on until the person speaks of themselves or asks for something, what is only supposed to its end.
    """
    found: set[int] = set()
    goes_on: re.Pattern[str] | None = None
    for n, sentence in enumerate(said):
        if _SUPPOSES.search(sentence):
            goes_on = _FOR_REAL
        elif _IN_A_TALE.search(sentence):
            goes_on = _MYSELF
        elif goes_on is not None and goes_on.search(sentence):
            goes_on = None
        if goes_on is not None or (_IN_TEST_DATA.search(sentence) and _IDENTITY.search(sentence)):
            found.add(n)
    return found


def once(sentence: str) -> bool:
    """Whether what a sentence wants is said to hold for the task at hand only, or for today."""
    said = spelled(sentence)
    return _ONCE.search(said) is not None or (_MEANWHILE.search(said) is not None and _BIDS.match(said) is not None)


def only_once(sentence: str) -> bool:
    """Whether a sentence says no more than that, of what was said before it: "just for this file"."""
    return len(sentence) <= _SCOPE and once(sentence)


def in_jest(sentence: str) -> bool:
    """Whether a sentence means the opposite, or only shows how something might be put."""
    return _JEST.search(sentence) is not None


def bare(sentence: str) -> bool:
    """Whether a correction does not say of what: "not 8080, 9090", "no, it's on Friday"."""
    said = spelled(sentence).strip()
    rest = _NO.sub("", said, count=1)
    return leans(rest) or _RATHER.match(rest) is not None or (rest != said and _NO_SUBJECT.match(rest) is not None)


def verbless(sentence: str) -> bool:
    """Whether a no only names what is wanted instead, and not of what: "no, imperative mood and no prefixes"."""
    said = spelled(sentence).strip()
    no = _DENIES.match(said)
    return no is not None and no.end() < len(said) and _VERBAL.search(said, no.end()) is None


def objects(message: str) -> bool:
    """Whether a message begins by rejecting what was done or said before it."""
    return _OBJECTION.match(message) is not None


def denied(sentence: str) -> str:
    """What a sentence says it is not, when it says nothing else: "no, not yarn"."""
    only = _ONLY_DENIES.fullmatch(_NO.sub("", spelled(sentence).strip(), count=1))
    return next(filter(None, only.groups()), "") if only else ""


def leans(sentence: str) -> bool:
    """Whether a sentence says what it speaks of only together with the one before it."""
    said = spelled(sentence)
    if _LEANS.match(said) or _SHORTENED.match(said) or _HANDLES.match(said):
        return True
    return len(said.split()) <= 5 and _OBJECT.search(said) is not None


def points(sentence: str) -> bool:
    """Whether a sentence asks for something, or tells of a place, that only what was said before it names.

    "Remind me to order it by Friday", "I'm a member there": each says something, but not of what.
    """
    said = spelled(sentence)
    return _TO_DO_WITH_IT.match(said) is not None or _BEEN_THERE.match(said) is not None


def refers(sentence: str) -> bool:
    """Whether a sentence speaks of somebody whom only the one before it names: "I have to call her"."""
    who = _WHO.search(sentence)
    return who is not None and _SOMEBODY.search(sentence, 1, who.start()) is None


def of_somebody(sentence: str) -> bool:
    """Whether a sentence speaks of one person, whom it does not name: "she's allergic to nuts", "his sister is two"."""
    return _ONE.match(spelled(sentence)) is not None


_WHATS = re.compile(
    r"\W*(?:(?:and|so|but|ok(?:ay)?|hey|btw|wait|sorry)[, ]+)*(?:what|how|where|who|when|why)'?s (?:the|an?|that"
    r"|this|it|our"
    r"|my|your|his|her|going|up|wrong|left|next|new|better|best)\b(?!.*[:=\u2192])"
)
_DENIES = re.compile(r"\W*(?:no+|nope|nah)\s?[,.;:!–—-]+\s*", _I)
_VERBAL = re.compile(  # says who does what, or what is to be done
    r"\b(?:i|we|you|he|she|it|they|this|that|there|who|is|are|was|were|be|been|has|have|had|do|does|did|don'?t|can|can'?t|could"
    r"|will|would|should|must|may|never|always|the|our|my|your|his|her|their|\w+n't|\w+'(?:s|re|ll|m|ve)|\w{3,}s|\w{3,}ed"
    rf"|{cues.PARTS['request'][3:-1]}|keep|leave|stay|prefer|avoid|need|want|name|wait|thanks?)\b(?!-)|[:=/\d]|\s[A-Z]|[^\x00-\x7f]",
)
_ONE = re.compile(r"\W*(?:(?:yes|yeah|yep|and|but|also|so)\b[\s,]*)*(?:she|he|her|his)\b", _I)
_WHO = re.compile(r"\b(?:she|he|her|him|his|hers|they|them|their)\b", _I)
_SOMEBODY = re.compile(
    r"\b[A-Z][a-z]+|\b(?:my|our|the|a) \w+"
    r"|\b(?:mum|mom|dad|mama|papa|gran|grandma|granny|nan|grandpa|mutti|vati|oma|opa|maman|mamá|papá)(?:['’]s)?\b"
)
_GOES_BEFORE = (
    r"\W*(?:(?:ok(?:ay)?|oh|ah|and|but|also|so|then|please|pls|yes|yeah|no|good|great|nice|cool|actually)\b[\s,.!]*)*"
)
_TO_DO_WITH_IT = re.compile(
    rf"{_GOES_BEFORE}(?:remind me|don'?t let me forget|note to self:?|i(?:'ve got| have| need| still have"
    rf"| still need) to"
    r"|i (?:must|should|gotta)|i'?ll)(?: to)? [a-z]+(?: up| out| off| back| in)? (?:it|them|that one|this one|those"
    r"|these)\b",
    _I,
)
_BEEN_THERE = re.compile(
    rf"{_GOES_BEFORE}(?:i|we|he|she|they)(?:'m|'re|'s|'ve|'d)? (?!(?:saw|see|think|thought|know|said|mean|guess|hope"
    rf"|put|got|get)\b)"
    r"(?:(?!(?:in|at|to|near|from|into|on|the|my|our|out|up|over|right|back|almost|down|be|get|that|if|when|is|are"
    r"|was|were)\b)"
    r"[\w'-]+ ){1,5}there\b(?! (?:is|are|was|were|will|should|must|has)\b)(?!')",
    _I,
)
_REQUEST = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|then|and|now|please|pls|just|also)[, ]+)*(?:run|fix|add|try|make|write|show|check"
    r"|open|look|update|remove|rename|create|"
    r"delete|refactor|explain|help|commit|push|implement|find|search|read|print|list|give|tell|go|do|start"
    r"|draft|rewrite|translate|thanks|thx|"
    r"great|nice|cool|perfect|good|careful|can you|could you|let's|lets)\b",
    _I,
)
_TALES = (
    "stor(?:y|ies)|scenes?|chapters?|limericks?|poems?|haikus?|sonnets?|songs?|lyrics|ballads?|fairy ?tales?|fables?"
    "|riddles?|screenplays?|fan ?fiction|villains?|npcs?|backstor(?:y|ies)|word problems?|maths? problems?"
    "|geschichte|gedicht|märchen|poème|conte|histoire|cuento|poema"
)
_SAMPLES = (
    "(?:test|sample|dummy|fake|mock|seed|example|demo) (?:data|users?|rows?|names?|records?|customers?|profiles?"
    "|accounts?|entries|people)|personas?|(?:resignation|cover|love) letters?|obituary|toasts?|dialogues?|jokes?|quiz"
)
_MADE_UP = pattern.Worded(
    "story stories scene scenes chapter chapters limerick limericks poem poems haiku haikus sonnet sonnets song songs"
    " lyrics ballad ballads fairy* tale tales fable fables riddle riddles screenplay screenplays fiction fanfiction"
    " villain villains npc npcs backstory backstories problem problems geschichte gedicht conte histoire cuento poema"
    " data user users row rows name names record records customer customers profile profiles account accounts entries"
    " people persona personas letter letters obituary toast toasts dialogue dialogues joke jokes quiz fictional"
    " fictitious imaginary lorem made say pretend imagine suppose",
    rf"\b(?:write|draft|compose|continue|make up|invent|generate|create|tell|need|want|schreib\w*|écris|escribe)\b"
    rf"[^.!?\n]{{0,40}}\b(?:{_TALES}|{_SAMPLES})\b"
    rf"|(?:^|\n|\b(?:a|another|next|new) )(?:\w+ )?(?:{_TALES})(?: about\b|:)"
    r"|\b(?:fictional|fictitious|imaginary|lorem ipsum|made[- ]up (?:names?|people|data|company|example)"
    r"|names? (?:don't|do not|doesn't) matter|names? whatever"
    r"|(?:let'?s (?:say|pretend|imagine)|suppose|imagine) (?:that )?(?:i'?m|i am|we'?re|my name)(?: called| named)?)\b",
)
_FICTION = (
    r"(?:novel|novella|short story|story|tale|fairy ?tale|screenplay|film|movie|play|sitcom|series|episode|saga|comic"
    r"|manga"
    r"|fan ?fiction|role-?play|campaign|chapter(?: \w+)?|(?:first|second|last|opening|final|next) scene)"
)
_IN_A_TALE = re.compile(
    rf"\b(?:in|at the (?:start|beginning|end) of|for) (?:the|my|our|this|that|her|his"
    rf"|their) (?:[\w'&]+ ){{0,2}}?{_FICTION}\b"
    r"(?![^.!?,]{0,40}\b(?:i|we)\b)(?! (?:points?|club|repo\w*|project|folder|files?|app|page|branch|draft|plan)\b)"
    r"(?:,? (?!(?:i|we|you|let's|please|i'm|we're|i've|my|our)\b)[^\W\d_][\w'-]*(?! (?:is|are) (?:written|saved"
    r"|stored|kept|due)))"
    r"|\bin (?:the|my|our|this) (?:video ?)?game,? (?:(?:my|the|your|our) (?:character|hero(?:ine)?|player|avatar"
    r"|wizard|elf"
    r"|knight|king|queen|villain)|he|she)\b"
    rf"|\b(?:the|my) (?:hero(?:ine)?|protagonist|villain|main character|narrator)(?:'s name)? (?:of (?:the"
    rf"|my) {_FICTION} )?"
    r"(?:is|was|has|lives?|works?|decide[sd]?|prefers?|hates?|loves?|never|always|moved|left)\b"
    r"|\b(?:im|in (?:der|dem|meinem|meiner|unserem)) (?:roman|film|märchen|geschichte|kurzgeschichte|drehbuch"
    r"|hörspiel)\b"
    r"|\bdans (?:le|la|mon|ma|l') ?(?:roman|film|conte|histoire|nouvelle|scénario)\b"
    r"|\ben (?:la|el|mi) (?:novela|película|cuento|historia|guion)\b"
    r"|小説(?:の中)?では|소설에서|小说(?:里|中)|в (?:романе|рассказе|фильме)",
    _I,
)
_SUPPOSES = re.compile(
    r"(?:^|[,:;] ?|\b(?:ok(?:ay)?|so|now|and|please) )\W*(?:(?:for|as|in) (?:the|this|an?|the sake of (?:the|an?)"
    r"|the purposes? of (?:the|this)) (?:example|exercise|demo|tutorial|sample|argument|test|docs?|hypothetical)s?,? "
    r"(?:assume|suppose|imagine|say|let'?s|pretend|my|our|we(?:'re)?|i(?:'m)?|the|you)\b"
    r"|(?:(?:let'?s|let us) (?:say|assume|suppose|pretend|imagine)|suppose|pretend|imagine|hypothetically"
    r"|say),? (?:that )?"
    r"(?:we|i|our|my|the|you|they|he|she|a|an|somebody|someone|there|we're|i'm)\b"
    r"|angenommen\b|nehmen wir (?:mal )?an\b|stell dir vor\b|sagen wir (?:mal)?\b|tun wir so\b|supposons\b"
    r"|imaginons\b|disons que\b"
    r"|imagine que\b|supongamos\b|imagina que\b|digamos que\b|предположим|допустим|представь,|仮に|假设|假如|가정)",
    _I,
)
_FOR_REAL = re.compile(
    r"^\W*(?:for real|in real(?:ity| life)|irl|actually|in fact|anyway|back to|seriously|from now on|please|remember"
    r"|btw"
    r"|by the way|also|always|never|really|but (?:really|in reality)|wirklich|in wirklichkeit|en vrai|en realidad)\b",
    _I,
)
_MYSELF = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our|you|your|me|us|please|from now on|ich|mein\w*|wir|je|mon|yo|mi)\b"
    r"|^\W*(?:always|never|don'?t|use|remember|make|write|keep|let'?s|can)\b",
    _I,
)
_IN_TEST_DATA = re.compile(
    r"\b(?:in|for|of) (?:(?:the|our|my|this|that|these|an?|all|your) )?(?:\w+ )?(?:fixtures?|mocks?|test ?data"
    r"|(?:test|seed|sample"
    r"|dummy|mock|fake|example|demo|placeholder) (?:data|users?|profiles?|accounts?|json|yaml|rows?|records?|persons?"
    r"|values?)"
    r"|examples?|unit tests?|docstrings?|seeds|testdaten|beispiel(?:daten)?|exemple|ejemplo)\b",
    _I,
)
_IDENTITY = re.compile(
    r"\b(?:my|our|mein\w*|mon|ma|mi) (?:\w+ )?(?:name|surname|address|e-?mail|phone|number|birthday|age|company"
    r"|employer|boss"
    r"|manager|job|city|home|wife|husband|daughter|son|dog|cat|firma|nom|adresse|nombre|empresa)\b"
    r"|\b(?:i'm|i am|i live|i work|i was born|we are called|ich (?:bin|heiße|wohne|arbeite)|je (?:suis|m'appelle)"
    r"|me llamo)\b",
    _I,
)
_AT_HAND = (
    r"(?:(?:one|single|particular|current|specific) )?(?:task|time|session|run|ticket|pr|pull request|mr|commit|change"
    r"|change ?set|file|answer|reply|response|message|mail|conversation|chat|question|test|feature|branch|issue"
    r"|refactor(?:ing)?"
    r"|exercise|thing|one|job|request|edit|fix|script|step)"
)
_ONCE = pattern.Worded(
    "only alone just once rest end remainder exception one oneoff onetime nur ausnahmsweise juste seulement"
    " uniquement cette exceptionnellement solo vez",
    rf"\b(?:(?:for|in|on) (?:this|the current|that) {_AT_HAND} (?:only|alone)|(?:only|just) (?:for|in|on) (?:this"
    rf"|the current"
    rf"|that) {_AT_HAND}\b(?! (?:type|name|template|extension|runner|queue|force|manager)s?\b)|(?:just|only) (?:this"
    rf"|the) once"
    r"|this once|(?:just|only) this (?:one )?time\b(?! ?zone)|this (?:one )?time only|(?:today|tonight|now"
    r"|right now) only"
    r"|(?:for|until) the (?:rest|end|remainder) of (?:this|the|our) (?:session|conversation|chat|call|task)"
    r"|this (?:session|task|pr|commit|file) only|as an? (?:one-?(?:time|off) )?exception|as a one-?off|one-?(?:off"
    r"|time):"
    r"|nur (?:für )?(?:dieses (?:eine )?mal|diesmal|heute|jetzt|diese (?:aufgabe|sitzung|datei)|dieses ticket"
    r"|diesen (?:pr|commit))"
    r"|ausnahmsweise|(?:juste|seulement|uniquement) (?:pour )?(?:cette (?:fois|tâche|session|pr)|aujourd'hui"
    r"|ce (?:commit|fichier))"
    r"|pour cette fois|exceptionnellement|s[oó]lo (?:por |para |en )?(?:esta (?:vez|tarea|sesión)|hoy|este (?:pr"
    r"|commit|archivo))"
    r"|por esta vez|только (?:в этот раз|сегодня|на этот раз))\b"
    r"|今回(?:だけ|のみ|限り)|今日だけ|このタスク(?:だけ|のみ)|이번(?:만|에만)|오늘만|仅此一次|[只就]这一?次|仅限(?:本次|这次|今天)",
)
_MEANWHILE = re.compile(
    r"\b(?:(?:only|just) (?:for )?(?:today|tonight|now)|for (?:now|the moment|today|the time being|tonight)"
    r"|right now|this time|temporarily|until (?:i'm|we're) done"
    r"|fürs erste|vorerst|im moment|diesmal|pour l'instant|pour le moment|cette fois|por ahora|de momento|esta vez"
    r"|пока)\b",
    _I,
)
_BIDS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|then|and|now|please|pls|just|also|but|for (?:now|the moment|today|the time being|tonight)"
    r"|right now|(?:only|just) (?:for )?(?:today|tonight|now)"
    r"|this time|temporarily|fürs erste|vorerst|diesmal|pour l'instant|cette fois|por ahora|esta vez|let'?s)\W+)*"
    r"(?:use|skip|keep|leave|ignore|answer|reply|respond|do|don'?t|avoid|put|set|write|make|add|stick|turn|switch|run"
    r"|disable"
    r"|enable|log|print|go|take|call|name|format|work|mock|stub|hard-?code|benutze|nutze|nimm|lass|antworte|schreib"
    r"|utilise|réponds"
    r"|laisse|usa|responde|deja)\b",
    _I,
)
_SCOPE = 40  # characters of a sentence that only says for how long
_JEST = re.compile(
    r"\bwhat could (?:possibly )?go wrong\b|\byeah,? right\b|\bas if\b[.!]*$|/s$|\b(?:something|anything) like:"
    r"|\balong the lines of:|^\W*(?:sure|klar|bien sûr|claro),? (?:let's|lass uns|ab jetzt|on va) .*\b(?:always|immer"
    r"|toujours|siempre|täglich|every ?day|never|nie)\b",
    _I,
)
_NO = re.compile(
    r"\W*(?:(?:argh|ugh|oh|hey|hm+|ah|well)\W+)*(?:(?:no+|nope|nah|wrong|actually|correction|sorry|wait|nein|nee"
    r"|falsch|non|faux"
    r"|нет|неверно)\b|不对|错了|違います|違う|いいえ|いや|아니(?:요|야)?)[\s,.!:;、，。–—-]*",
    _I,
)
_OBJECTION = re.compile(
    r"\W*(?:ugh+|argh+|no+(?! (?:problem|worries|more))|nope|nah|wrong|stop|wtf|what the|whoa|seriously|still"
    r"|why (?:did|would|are|do) you|i (?:said|told you|asked you|didn'?t ask)|that'?s (?:not|wrong)|(?:way )?too (?:"
    r"long|much)|don'?t|nein|falsch|non|faux)\b",
    re.I,
)
_ONLY_DENIES = re.compile(
    r"\W*(?:(?:not|nicht|kein\w*|pas(?: de)?|не)\s+([\w.+#/@-]*\w(?: [\w.+#/@-]*\w){0,2})|不是\s*(\w+)"
    r"|([\w.+#/@-]+)\s*(?:じゃな(?:い|くて)|말고|아니고))\W*",
    _I,
)
_RATHER = re.compile(
    r"(?!\W*(?!not )[^,;:]*\b(?:leads?|left|is|are|was|were|runs?|moved|took|has|works?|lives?|owns?|handles?|quit)\b)"
    r"\W*(?:not )?[\w./:@-]+(?: [\w./:@-]+){0,2}[,;:–—-]+ ?(?:not )?[\w./:@-]+(?: [\w./:@-]+){0,3}\W*$",
    _I,
)
_NO_SUBJECT = re.compile(r"\W*(?:use|on|in|at|for|with|auf|bei uns|es ist|c'est|es|это|是|用)(?![\w-])", _I)
_OBJECT = re.compile(r"\b(?:it|them|that|this|those|these)\W*$", _I)
_SHORTENED = re.compile(  # says that it does, and not what: "the mobile app does until v5"
    r"\W*(?:(?:yes|yeah|no|only|just)[, ]+)*(?!(?:what|how|where|who|which|there|here)\b)(?:[\w'-]+ ){1,3}"
    r"(?:does|do|did|will|has|have)(?:n't)?(?: (?:not|too|still|already|now))?"
    r"(?:[,.]|$| (?:until|till|since|because|so|for now|anyway)\b)",
    _I,
)
_HANDLES = re.compile(  # says what is to be done with something that only the sentence before names
    r"\W*(?:(?:please|pls|also|and|always|never|do(?:n't| not)|just)[, ]+)*(?:keep|make|put|write|store|send|name|leave"
    r"|format|sort|translate) (?:them|those|these)\b"
    r"|\W*(?:(?:wait|actually|sorry|ok(?:ay)?|no|yes|so|then|and|but|please|pls|just|hm+)\b[\s,.!]*)*"
    r"(?:page|ship|send|move|push|post|launch|release|deploy|book|schedule|cancel|merge|drop|mail|email|skip|ignore|revert"
    r"|postpone|print|store|archive|rename|assign|delay|publish|order|return)\s(?:it|them|that one|this one)\b",
    _I,
)
_LEANS = re.compile(
    r"\W*(?:(?:yes|yeah|yep|h+m+|oh|ah)\b[\s,.…]*)*"
    r"(?:(?:and|but|so|also|because|since|then|otherwise|plus)\b,?\s*)?"
    r"(?!(?:this|that|it)\b[^:.,]{0,30}:\s|it'?s (?:all |still )?[\w.+#-]+(?: [\d.]+)? (?:in|on) (?:prod|production"
    r"|staging|dev|ci|the (?:server|backend|frontend|client))\b)"
    r"(?!that'?s (?:wrong|incorrect|not (?:right|true|correct))[,;:–—-]+\s+(?!(?:it|they|that|this|use)\b))"
    r"(?!this is (?:my|our|an?)\b|it's an? [\w. -]{2,30}(?:app|project|repo|site)\b"
    r"|(?:this|that) (?:whole |entire )?(?:repo|project|site|website|app|codebase"
    r"|monorepo|service|package|library|crate|machine|laptop|server|team|company|house|book|blog|game|course"
    r"|doc|document|report|paper|letter|guide|product|room|channel)\b)(?:it|its|it's|this|that|that's|they"
    r"|they're|them|those|these|he|she|"
    r"him|her|his|there|the (?:first|second|latter|former|other)(?: one)?|both|neither|same|er|sie|es|das|ça|cela"
    r"|eso|esto)\b"
    r"(?!\s+(?:way|is why|said)\b)"
    r"|\W*(?:because|since|so that|which|otherwise)\b"
    r"|\W*(?:理由[は是]|なぜなら|이유는|왜냐하면|grund (?:ist|dafür)\b|parce que\b|la raison\b|la razón\b|el motivo\b"
    r"|потому что\b|причина\b)"
    r"|\W*(?:(?:and|but|or|also|just|though)[\s,]+)*not (?:(?:on|this|next) )?(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days?\b"
    r"|\W*(?:(?:and|but|or|also|just|though)[\s,]+)*not (?:before|after|until) \d",
    _I,
)


def _thing(said: str, written: str, found: Callable[[str], bool]) -> Noticed | None:
    """What a thing is or where it lives, when it is named."""
    told = _pattern(cues.NAMED).search(written) or (
        found(cues.THING) and (_concrete(said, found) or _pattern(cues.NAME).search(written))
    )
    return Noticed("fact", "medium") if told and not any(map(found, cues.NO_THING)) else None


def _concrete(said: str, found: Callable[[str], bool]) -> bool:
    """Whether something is named that one could look up: a path, a host, a version, a tool."""
    return found(cues.CONCRETE) or mentions.names_tool(said)


def _abroad(said: str, found: Callable[[str], bool]) -> Noticed | None:
    if found(cues_abroad.UNWANTED):
        return None
    for kind, wanted in cues_abroad.KINDS:
        if found(wanted):
            return Noticed(kind, "high", wanted in cues_abroad.OUTRIGHT)
    if found(cues_abroad.THING) and _concrete(said, found):
        return Noticed("fact", "medium")
    return None


@cache
def _tables() -> pattern.Tables:
    """All that is asked about a sentence in small letters, by the text of the table."""
    unwanted = (table for _, _, _, tables in cues.KINDS for table in tables)
    asked = (cues.QUESTION, cues.ASKED_RULE, cues.THING, cues.CONCRETE, cues_abroad.THING, cues_abroad.UNWANTED)
    wanted = (*(row[2] for row in cues.KINDS), *(row[1] for row in cues_abroad.KINDS))
    return pattern.Tables({table: _lines(table) for table in (*unwanted, *cues.NO_THING, *asked, *wanted)})


@cache
def _pattern(table: str) -> re.Pattern[str]:
    """One pattern of all the lines of a table."""
    return re.compile(pattern.one_of(_lines(table)))


def _lines(table: str) -> list[str]:
    whole = re.sub(r"\\\n\s*", "", table.strip())
    while part := re.search(r"<(\w+)>", whole):
        whole = whole.replace(part[0], f"(?:{cues.PARTS[part[1]]})")
    return whole.splitlines()
