"""Where a statement belongs, decided by rules: its kind, its store, its tags and what to call it.

The stand-in for a model that routes: pure, the same answer for the same text, and it never raises.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from reverie.domain import mention, pattern, trigger
from reverie.domain.mention import Link, Mention

Kind = Literal["decision", "fact", "preference", "task", "event", "correction", "procedure"]
Store = Literal["core", "episodic", "semantic", "procedural", "pinned"]
Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Where a text belongs. `text` is what was said, never reworded."""

    text: str
    kind: Kind
    store: Store
    entities: tuple[Mention, ...]
    relations: tuple[Link, ...]
    tags: tuple[str, ...]
    confidence: Confidence
    core: str | None
    topic: str
    fallback: str = ""  # why a model did not say it


SCAN = 8_000  # characters judged for kind, names and tags; a long text says what it is early

# --- What it is: the first kind that fits wins, for how to do a thing says more than when it was said ---

KINDS: dict[Kind, str] = {
    "procedure": r"""
    \bhow to\b[^\n:]{1,80}:|\bsteps (?:to|for)\b|\bfirst\b[^\n]{1,300}\b(?:then|after that|finally)\b
    \bthen\b[^\n]{1,200}\bthen\b|`[^`\n]{1,80}`,? (?:and )?then `
    ^(?:to|before|after|when|whenever|once|every time)\b[^\n]{1,200}(?:, then\b|\band then\b)
    \b1[.)] [^\n]{1,200} 2[.)] |^(?:to|when|if) [^\n:,]{1,80}: [^\n,]{2,80},[^\n]{1,200}(?:,|\band )""",
    "correction": r"""
    ^[^\w\n]{0,9}(?:actually|correction)\b|\b(?:is|are|was|were) actually\b|\bno longer\b
    (?:\bnot|n't)\b[^!?\n]{1,60}\bany ?more\b|\bnot (?!only\b)[^.!?\n]{1,60}\bbut (?!also\b)
    ^[^,.;!?\n]{3,80}, not \b|\bi (?:meant|misspoke|was wrong|was mistaken)\b|\bthat(?:'s| is| was) wrong\b
    \bgot (?:it|that|this) wrong\b|\b(?:scrap|forget|ignore) what i (?:said|told)
    \bchanged\b[^.!?\n]{1,60}\bnow\b|\bisn't\b[^.!?\n]{1,60}, it's\b|\bignore the (?:earlier|previous|old)\b
    \bich meinte\b|\ben fait\b|\ben realidad\b|其实|実は|사실은""",
    "task": r"""
    \bto-?do\b|\baction item|(?<!n't )\b(?:need|needs|have|has|ought|got) to\b|\b(?:gotta|gonna need)\b
    \bmust\b[^.!?\n]{1,80}\b(?:by|before)\b|\bdeadline\b|\bremind\b|\b(?:is|are) due\b
    ^(?:remember|don't forget|dont forget|do not forget|don't let me forget) to\b
    \b(?:promised|i owe|i (?:really )?should)\b
    ^note to self\b(?![^\n]*\b(?:is|are|was)\b)|해야 (?:해|한다|돼|합니다)|なければならない|必须在
    ^(?:pick up|buy|call|send|book|pay|email|renew|cancel|order|fix|submit|finish|ask|tell)(?= (?!me\b))""",
    "decision": r"""
    \b(?:decided|chose|chosen|agreed|settled on|picked|opted for|final call|voted|adopted|approved)\b
    \b(?:selected|postponed|dropping|switched (?:from|to)|migrated (?:from|to))\b
    \b(?:we'll go|we will go|going|went) with\b|\breplaced\b|\bended up\b|\blet's (?:use|standardi[sz]e)\b
    \b(?:decision|verdict)\b[^.!?\n]{0,20}:|\bstick(?:ing)? (?:with|to)\b
    \b(?:entschieden|beschlossen|geeinigt|wir nehmen|décidé|choisi|opté|on prend|d'accord sur)\b
    \b(?:decidimos|decidí|decidido|elegimos|optamos|quedamos en)\b
    결정|정했|기로 했|決め(?:た|ま)|決ま|決定|ことにし|决定|选定|选择了|选了|商定""",
    "preference": r"""
    \b(?:prefers?|preferred|likes|loves|hates|avoids|dislikes|favou?rites?|can't stand|fan of|keen on)\b
    \b(?:i|we|you|they|who|don't|do|doesn't|really) (?:also |really |\w{1,12}ly )?(?:like|love|hate|enjoy)\b
    \b(?:i|we|they) (?:avoid|dislike|adore)\b|\benjoys\b|\brather (?!than\b)|\b(?:always|never) use\b
    ^(?:please )?(?:always|never|avoid|use|don't|do not)\b|\bi take my\b|, never \w
    \b(?:bevorzuge|lieber|am liebsten|mag|hasse|préfère|préférons|adore|aime|déteste)\b
    \b(?:prefiero|preferimos|me gustan?|me encantan?|odio|favorit[oa]s?)\b
    선호|좋아(?:해|하|합)|싫어|好き|好み|嫌い|好む|ほうがいい|喜欢|喜歡|偏好|讨厌""",
    "event": r"""
    \b(?:yesterday|last (?:night|week|month|year|spring|summer|autumn|winter|\w{3,6}day)|this morning|ago)\b
    \b\d{4}-\d\d-\d\d\b|\bin (?:19|20)\d\d\b|\b(?:i|we|he|she|they) (?!need)\w{2,20}ed\b|\bearlier today\b
    (?<!is )(?<!are )(?<!be )\b(?:met|shipped|happened|launched|released|deployed|broke|crashed|died|went)\b
    (?<!is )(?<!are )(?<!be )\b(?:signed|moved|born|joined|arrived|visited|bought|finished|won|lost)\b
    (?<!is )(?<!are )(?<!be )\b(?:failed|merged|completed|attended|fixed|left)\b
    \b(?:took|had (?:lunch|dinner|an?))\b|\bgestern\b|\bhier\b(?= (?:on|nous|j))|\bayer\b|어제|昨日|昨天""",
}

_ME = r"\bi(?:'m| am|m)"
_ROLE = (
    r"(?:lead|manager|engineer|developer|dev|designer|director|analyst|consultant|architect|administrator|officer|head"
    r"|nurse|teacher|doctor|lawyer|accountant|scientist|student|founder)"
)
_CLOSE = "(?:partner|wife|husband|spouse|son|daughter|kids?|children|mum|mom|dad)"
_NOT_NOW = (  # how somebody is today says nothing of who one is
    r"(?! (?:annoyed|ill|sick|away|here|coming|out|late|asking|waiting|happy|angry|visiting|not|back|busy|tired|going"
    r"|on (?:holiday|vacation|leave|the|a)|in (?:town|hospital|a))\b)"
)
CORES: dict[str, str] = {
    "critical-facts": r"""
    \bcritical\b(?! (?:thinking|mass|acclaim|path|review))|\bnever ever\b|\bimportant\s*:
    al{1,2}[eé]rg|anaphyla|diabet|epilep|\basthma|pacemaker|\binsulin\b|알레르기|アレルギー|过敏|過敏
    \bmedica(?:l|tion)\b|\bblood type\b|\b(?:do not|don't) ever\b|\bemergency\b|\blife-threatening\b
    \b(?:legal|filing|court|statutory|tax|visa)\b[^.\n]{0,40}\bdeadline
    \bdeadline\b[^.\n]{0,40}\b(?:court|legal|tax office|irs)\b""",
    "identity": rf"""
    \bmy (?:full |first |last |nick)?name(?:'s| is)|(?<!n't )\bcall me\b|\bi go by\b|^based in\b
    \bi (?:was born in|speak)\b
    {_ME} (?:called|from|based in|vegan|vegetarian|married|left-handed|dyslexic|\d{{1,3}} years old)\b
    {_ME} an? (?!(?:bit|little|fan|big|huge|lot|few|while|step|day|week|minute)\b)|{_ME} the \w+ (?:of|at)\b
    \bi (?:now |no longer |currently )?(?:live in|work (?:at|for|as))\b
    ^{_ME} (?:\w+, (?:an? |the )?)?(?:[\w-]+ ){{0,2}}{_ROLE}\b
    \bi start(?:ed)? (?:work(?:ing)? |(?:a|my) (?:new )?job )?(?:at|for) (?!\d|the (?:gym|top|end|beg))
    ^(?:now )?we live in\b|^at home it's me\b
    \bmy {_CLOSE}(?:'s (?:name is|called)| is| are)\b{_NOT_NOW}
    \bmy (?:time ?zone|pronouns?|job title|role|birthday|date of birth|age|nationality|phone number)\b
    \bmy (?:native language|mother tongue|home ?town|email(?: address)?) (?:is|isn't|changed)\b
    \b(?:ich heiße|mein name ist|ich wohne in|je m'appelle|mon nom est|j'habite|me llamo|mi nombre es)\b
    \bvivo en\b|(?:제|내) 이름은|私の名前は|我叫|我的名字""",
    "persona": r"""
    ^(?:(?:please|always|never|from now on|don't|stop)[ ,]{1,2}){0,4}(?:answer|reply|respond|speak|talk)\b
    ^(?:please )?(?:(?:stop|don't|do not|never) )?(?:apologi[sz]\w*|sugarcoat|address me)\b
    \bno emojis?\b|^don't call me\b
    ^(?:please |always )*be (?:more |less )?(?:blunt|brief|concise|honest|direct|formal|casual|strict)\b
    ^(?:please |always )*keep (?:your |the |all )?(?:answers?|repl(?:y|ies)|responses?|messages?)\b
    \b(?:like|love|hate|prefer|appreciate) (?:it )?(?:when|if|that) you\b
    ^(?:please )?explain\b[^.\n]{0,40}\bto me\b|^don't \w+[^.\n]{0,40}\bwith me\b|\buse (?:\w+ )?emojis?\b
    \byour (?:answers|replies|responses|tone)\b
    ^(?:always )?(?:give|show) me\b|^when(?:ever)? you(?:'re| are) (?:not sure|unsure)\b
    \b(?:antworte|sprich|réponds|tutoie|responde|respóndeme|háblame)\b|대답해|답변|答えて|返事して|回答我|回复我""",
    "active-context": rf"""
    {_ME} (?:currently|now|mostly|working on|blocked|stuck)\b|\bcurrently working\b|\bblocked (?:on|by)\b
    \bwe(?:'re| are) (?:currently|blocked|stuck|waiting|working on)\b|(?:'re|'m| are| am) in the middle of\b
    \bthis (?:week|month|sprint|quarter),? (?:we|i|my|our)\b|\b(?:right now|these days),? (?:we|i|my|our)
    \b(?:my|our) (?:current )?focus\b|\bcurrent (?:sprint|goal|focus|priority|project)\b|\bat the moment\b
    \bi report to\b|\bmy (?:line |new )?(?:manager|boss|supervisor)(?:'s (?:name is|called)| is| are)\b{_NOT_NOW}
    \bderzeit\b|\ben ce moment\b|\bahora mismo\b""",
}

STORES: dict[Kind, Store] = {
    "decision": "semantic", "fact": "semantic", "preference": "semantic", "correction": "semantic",
    "task": "episodic", "event": "episodic", "procedure": "procedural",
}  # fmt: skip

_STEP = re.compile(r"^(?:\d{1,3}[.)]|[-*•]) ?(?=\S)(?![^\n]*\b(?:is|are|was|were|likes|prefers)\b)", re.MULTILINE)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|might|i think|i guess|not sure|possibly|probably|vielleicht|peut-être)\b|\?\s*$"
)


def route(text: str, *, pin: bool = False) -> Route:
    """Where `text` belongs. Pass the whole message: how it was asked ("important:") counts too."""
    found = trigger.find(text)
    asked = found if found and found[0].ask == "remember" else None
    kept = _tidy(asked[0].rest if asked else text)
    seen = kept[:SCAN]
    low = seen.lower().replace("’", "'")
    cued = f"{asked[1]} {low}" if asked else low
    kind, core = _judge(low, cued)
    links = mention.links(seen)
    names = mention.mentions(seen, links)
    store = STORES[kind]
    if core and kind in ("fact", "preference", "correction"):
        store = "core"
    if pin and store == "episodic":
        store = "pinned"
    words = [word for word in _WORD.findall(seen) if _salient(word)]
    sure = 1 + bool(asked or core or pin) - bool(_HEDGE.search(low)) - (not words)
    return Route(
        text=kept,
        kind=kind,
        store=store,
        entities=names,
        relations=links,
        tags=_tags(words, names),
        confidence=("low", "medium", "high")[max(0, sure)],
        core=core,
        topic=_topic(words, seen),
    )


def _tidy(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()


@cache
def _tables() -> pattern.Tables:
    tables = (*KINDS.items(), *CORES.items())
    return pattern.Tables({name: pattern.table(lines) for name, lines in tables}, re.MULTILINE)


def _judge(low: str, cued: str) -> tuple[Kind, str | None]:
    tables = _tables()
    asked = [tables.read(text) for text in {low, cued}]
    core = next((name for name in CORES if any(found(name) for found in asked)), None)
    kind: Kind = "fact"
    if len(_STEP.findall(low)) >= 2:
        kind = "procedure"
    else:
        kind = next((name for name in KINDS if any(found(name) for found in asked)), kind)
    if kind in ("correction", "procedure"):
        return kind, core
    if core == "identity" or (core == "active-context" and kind in ("event", "preference")):
        return "fact", core
    return ("preference" if core == "persona" else kind), core


# --- What to call it -------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_](?:[\w'’-]{0,40}[^\W_])?")


def _salient(word: str) -> bool:
    long = len(word) > 2 or not word.isascii()
    return long and word.lower().replace("’", "'") not in mention.DULL and not word.isdigit()


def _tags(words: list[str], names: tuple[Mention, ...]) -> tuple[str, ...]:
    """Up to five: the names first, then what the text says most often, then first."""
    named = [_slug(mention.name) for mention in names[:3]]
    covered = {part for slug in named for part in slug.split("-")}
    counts = Counter(_slug(word) for word in words if len(word) < 25)
    rest = [slug for slug, _ in counts.most_common() if slug not in covered]
    return tuple(slug for slug in dict.fromkeys(named + rest) if slug)[:5]


@lru_cache(maxsize=4096)  # mostly of words, which come again and again
def _slug(name: str) -> str:
    return "-".join(re.findall(r"[^\W_]+", re.sub(r"['’]s?\b", "", name.lower())))


def _topic(words: list[str], text: str) -> str:
    """Words of the text that tell it from others, in its order; "untitled" when it has none."""
    chosen = list(dict.fromkeys(words))
    if len(chosen) < 2:
        chosen = list(dict.fromkeys(_WORD.findall(text)))
    return " ".join(chosen[:8])[:80].strip() or "untitled"
