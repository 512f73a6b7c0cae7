"""What a person's "remember…" means, decided by rules: what it asks, and where it belongs.

The stand-in for a model that routes: pure, the same answer for the same text, and it never raises.
Precision comes first; a name or a link that is not clear is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Literal

from reverie.domain import pattern

Ask = Literal["remember", "forget", "purge", "reflect", "recall"]
Kind = Literal["decision", "fact", "preference", "task", "event", "correction", "procedure"]
Store = Literal["core", "episodic", "semantic", "procedural", "pinned"]
Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """What a message asks of memory, and the substance it asks it about."""

    ask: Ask
    rest: str
    head: str = field(default="", compare=False)  # the words that ask
    start: int = field(default=0, compare=False)  # where in the message it is asked, and how far that goes
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name in the text; its type is "concept" when nothing says more."""

    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A relation between two names that one clause states outright."""

    source: str
    relation: str
    target: str


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
_I = re.IGNORECASE

# --- What is asked: one pattern a line, the first that fits wins -----------------------------------


def _lines(table: str) -> list[str]:
    """A gap is at most nine wide, or a page of blanks would take its square."""
    return table.strip().replace(r"\s+", r"\s{1,9}").replace(r"\s*", r"\s{0,9}").splitlines()


_SAID = (
    r"(?:what|everything|anything|all)\s+(?:that\s+)?(?:i|we|you)\s+(?:\w+\s+){0,2}?"
    r"(?:said|told\s+you|know|have|mentioned)(?:\s+(?:earlier|before))?\s+(?:about|on)\b"
)
_STORED = r"(?:your\s+|the\s+|my\s+)?(?:long-term\s+)?memor(?:y|ies)\b"
_ABOUT = (
    rf"\s*(?:about\s+)?(?:{_SAID}|everything\s+about\b|that\s|(?:the\s+|your\s+|my\s+|that\s+|all\s+)?"
    r"(?:memor(?:y|ies)|notes?)\s+(?:about|of|on|that)\b)?"
)
_LATER = r"(?:\s+(?:for\s+(?:later|me|the\s+future|future\s+reference)|(?:in|to)\s+(?:your\s+)?memory))?"
_STOP = r"(?=\s*(?:[:,.!\n-]|$))"
_DASS, _QUE = r"(?:\s+bitte\b)?(?:,?\s{0,9}dass\b)?", r"(?:\s+(?:de\s+)?(?:que\b|qu'|de\b|du\b|d'))?"

ASKS: dict[Ask, str] = {
    "purge": rf"""
    (?:(?:permanently|irreversibly)\s+(?:delete|forget|remove|erase|purge|wipe)|hard[- ]delete)\b{_ABOUT}
    purge\s+(?=[^\n]{{1,200}}\bfrom\s+{_STORED}){_ABOUT}
    (?:delete|forget|remove|erase)\b(?=[^\n.!?]{{1,200}}?\s(?:permanently|for\s+good|forever)\b){_ABOUT}""",
    "recall": r"""
    what\s+(?:else\s+)?(?:do|can|did)\s+(?:you|u)\s+(?:still\s+)?(?:remember|recall)\b\s*(?:(?:about|of|on|from)\b)?
    what\s+do\s+(?:you|u)\s+know\s+about(?=\s+(?:me|us|my|our)\b)
    what\s+(?:did|have)\s+(?:i|we)\s+(?:tell|told)\s+(?:you|u)\s+about\b|search\s+your\s+memory\s+for\b
    (?:do|don't|did)\s+(?:you|u)\s+(?:still\s+|even\s+)?(?:remember|recall)\b(?:\s+that\b)?
    remember(?=\s+(?:(?:that|the)\s+time\b|when\s+(?:we|you|i)\s+(?:were|was|had|did|went|\w+ed)\b))
    (?:erinnerst\s+du\s+dich|weißt\s+du\s+noch)\b(?:\s+(?:noch\s+)?an\b)?
    (?:tu\s+te\s+souviens|te\s+souviens-tu)\b(?:\s+(?:de|du)\b)?
    (?:(?:qué\s+)?recuerdas|te\s+acuerdas)\b(?:\s+(?:de|sobre|a)\b)?
    你(?:还|還)?(?:记得|記得)
    (?:что\s+)?ты\s+(?:ещё\s+)?помнишь\b(?:\s+(?:о|об|про)\b)?""",
    "reflect": rf"""
    reflect\s+(?:up)?on\b|reflect(?=\W*(?:$|\n|now\b|please\b))
    (?:consolidate|review|clean\s+up|tidy(?:\s+up)?|organi[sz]e)\s+{_STORED}""",
    "remember": rf"""
    don't\s+let\s+me\s+forget\b(?:\s+(?:that|to|about)\b)?
    (?:don't|do\s+not|dont|never)\s+(?:you\s+|ever\s+)?forget\b(?:\s+(?:that|to|about)\b)?
    (?:remember|memori[sz]e)(?![\w-])(?:\s+(?:this|these){_LATER}{_STOP})?{_LATER}(?:\s+(?:that|to)\b)?
    (?:keep|bear|have)\s+(?:it\s+|this\s+)?in\s+mind\b(?:\s+that\b)?
    note\s+(?:to\s+self|that|this)\b|(?:take|make)\s+(?:a\s+)?note\b(?:\s+(?:that|of)\b)?
    (?:very\s+|really\s+)?important\s*:|for\s+(?:my\s+|your\s+)?future\s+reference\b
    (?:save|store)\s+(?:this|that)(?:\s+(?:fact|info|information|note))?{_LATER}{_STOP}
    (?:save|add|store)\s+(?:this\s+)?to\s+{_STORED}|fyi,?\s+for\s+(?:later|the\s+future)\b
    (?:(?:merke?|notiere?|schreibe?)\s+dir(?:\s+auf)?|merken\s+sie\s+sich|denke?\s+(?:bitte\s+)?dara?n)\b{_DASS}
    (?:vergiss|vergesst|vergessen\s+sie)\s+(?:bitte\s+)?nicht\b{_DASS}
    (?:souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|garde\s+en\s+(?:tête|mémoire))\b(?:\s+bien\b)?{_QUE}
    n'oublie[zs]?\s+(?:pas|jamais)\b{_QUE}|note[zs]?\s+(?:bien\s+)?qu(?:e\b|')
    (?:apunta|anota)\s+que\b
    (?:recuerda|recuerde|acuérdate|ten\s+(?:en\s+cuenta|presente)|no\s+(?:te\s+)?olvides?)\b{_QUE}
    기억해\s*(?:줘요?|주세요|둬|두세요)?|잊지\s*(?:마(?:세요)?|말아\s*(?:줘|주세요)?)
    (?:覚えておいて|覚えといて|忘れないで)(?:ください|くれ|ね)?
    (?:запомни|не\s+забудь|имей\s+в\s+виду|учти)(?:те)?\b(?:,?\s{{0,9}}(?:пожалуйста\b,?\s{{0,9}})?(?:что|про|о)\b)?
    (?:帮我|幫我|你?要|一定要)?(?:记住|記住|记得|記得|别忘了|別忘了|别忘记|不要忘记|不要忘了)""",
    "forget": rf"""
    forget(?![\w-]){_ABOUT}|disregard\b{_ABOUT}
    (?:never\s?mind|ignore|scratch)\s+{_SAID}|never\s?mind\s+about\b|scratch\s+that\s+(?:\w+\s+)?about\b
    (?:remove|delete|erase)\s+from\s+{_STORED}
    (?:remove|delete|erase|drop)\b(?=[^\n.!?]{{1,200}}?\sfrom\s+{_STORED}){_ABOUT}
    (?:delete|remove|erase)\s+(?:the\s+|your\s+|my\s+|that\s+|all\s+)?memor(?:y|ies)\s+(?:about|of|on|that)\b
    (?:that|this|it)(?:'s|\s+is)\s+no\s+longer\s+relevant\b
    (?:vergiss|vergesst|vergessen\s+sie)\b{_DASS}
    oublie[zs]?\s+(?:tout\s+)?ce\s+que\s+(?:j'ai|je\s+t'ai)\s+dit\s+(?:sur|de|du|à\s+propos\s+d[eu])\b|oublie[zs]?\b{_QUE}
    (?:olvídate|olvid[ae])\b{_QUE}(?:\s+a\b)?
    забудь(?:те)?\b(?:,?\s{{0,9}}(?:что|про|о|об)\b)?
    잊어\s*(?:줘요?|주세요|버려)(?!\w)|忘れて(?:ください|くれ|ね)?(?=[、:：])|忘掉
    (?<=[请請])忘[记記了](?:关于|關於)?|忘[记記](?:关于|關於)?(?=[^\n。！？]{{1,60}}(?:的事情?|[这那這]件事情?|吧)[。！!]?\s{{0,9}}$)""",
}

# Korean and Japanese put the verb last, so there an ask stands at the end of its sentence.
TAILS: tuple[tuple[Ask, str], ...] = (
    ("recall", r"기억(?:나|하)(?:니|세요|요|지)?(?=\s*[?？])|覚えて(?:る|いる|ます|います)(?=\s*[か?？])"),
    ("remember", r"(?:것을|걸|거|을|를)?\s*(?:꼭\s*)?기억해\s*(?:줘요?|주세요|둬|두세요)?$"),
    ("remember", r"(?:을|를|은|는)?\s*(?:절대\s*)?잊지\s*(?:마(?:세요)?|말아\s*(?:줘요?|주세요)?)$"),
    (
        "remember",
        r"(?:ことを|を|と|って)?、?(?:(?:覚え|記憶し|メモし)て(?:おいて|といて)|忘れないで)(?:ください|くれ|ね)*$",
    ),
    ("forget", r"(?:을|를|은|는|에\s*대해서?)?\s*(?:그만\s*)?잊어\s*(?:줘요?|주세요|버려)?$"),
    ("forget", r"(?:のことを|のことは|を|は)?、?(?:もう)?忘れて(?:ください|くれ|ね)*$"),
    ("forget", r"(?:忘掉|忘了吧)$"),
)

_TRIGGER = re.compile("|".join(f"(?P<{ask}>{pattern.one_of(_lines(lines))})" for ask, lines in ASKS.items()), _I)
_TAILS = tuple((ask, re.compile(tail)) for ask, tail in TAILS)
_LEAD = re.compile(
    r"(?:please|pls|kindly|hey(?:\s+there)?|hi|hello|ok(?:ay)?|so|well|also|and|but|oh|now|just|btw|alright"
    r"|by\s+the\s+way|right|yeah|yes|no|(?P<polite>(?:can|could|would|will)\s+(?:you|u))|you\s+(?:should|must|need\s+to)"
    r"|i(?:'d|\s+would)\s+like\s+you\s+to|i\s+(?:want|need)\s+you\s+to|(?:make|be)\s+sure\s+(?:to|you)|try\s+to"
    r"|always|let's|bitte|s'il\s+te\s+pla[iî]t|por\s+favor|пожалуйста|请|請|@?\w{1,30}(?=\s?[,:]\s))"
    r"(?:(?<=[请請])|(?!\w))[\s,:;!.…-]{0,8}",
    _I,
)
_OPEN = " \t\r\"'“”„‘’«»「『(*_¡¿•–—-"
_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s|$)|[。！？]++[」』”]?|\n")
_DEICTIC = re.compile(r"(?:about\s+)?(?:it|this|that|these|those)?(?:\s+for\s+later)?\W*", _I)
_POINTER = re.compile(r"\A(?:this|that|das|ceci|cela|ça|esto|eso|bitte|이거|これ|这个)\s*[:：]", _I)
_ENDING = re.compile(rf"\s+(?:from\s+{_STORED}|permanently|for\s+good|forever)(?=\W*$)", _I)
_KEEP_SAYING = ("say", "says", "said", "write", "type", "word", "a")
_POLITE = re.compile(
    r"(?P<gap>[\s,;.!?…–—-]*)\b(?:please|pls|bitte|por favor|s'il te pla[iî]t"
    r"|(?P<thanks>thanks|thank you|thx|danke|merci|gracias)"
    r"(?: so much| a lot)?)[\s.!?]*$",
    _I,
)
_FENCE = re.compile(r"[ \t]{0,8}(?:```|~~~)")
_MATTER = re.compile(r"(?:的?[这那這]件事情?|的事情?)?吧?$")  # "the matter of …"
HEARD = 20_000  # characters of a message in which asks are looked for


def trigger(text: str) -> Trigger | None:
    """What `text` asks of memory, or None; only a sentence that opens with the ask counts."""
    found = _find(text)
    return found[0] if found else None


def triggers(text: str) -> tuple[Trigger, ...]:
    """Everything `text` asks of memory, one for each sentence that opens with an ask.

    A remember goes on until the next ask, anything else to the end of its sentence. Read once, though the extractor,
    the listener and the archive all want to know.
    """
    return _triggers(text[:HEARD])


@lru_cache(maxsize=512)
def _triggers(typed: str) -> tuple[Trigger, ...]:
    plain = typed.replace("’", "'")
    spans = list(_asking(plain))
    found: list[Trigger] = []
    told = 0  # where what was not asked for yet begins
    for n, (start, end, _) in enumerate(spans):
        until = spans[n + 1][0] if n + 1 < len(spans) else len(plain)
        part = plain[told:until]
        read = _head(part, start - told, end - told) or _tail(part, start - told, end - told)
        if read is None:
            continue
        asked, head = read
        at = plain.find(asked.rest, told, until)
        rest = typed[at : at + len(asked.rest)] if at >= 0 else asked.rest
        told = until if asked.ask == "remember" else end
        found.append(replace(asked, rest=rest, head=head, start=start, end=told))
    return tuple(found)


def forgets(text: str) -> bool:
    """Whether `text` asks to forget something, or to delete it for good."""
    return any(asked.ask in ("forget", "purge") for asked in triggers(text))


def opens(line: str) -> bool:
    """Whether a line begins with an ask of memory."""
    stop = _SENTENCE.search(line, 0, 400)
    return _head(line, 0, stop.end() if stop else min(len(line), 400)) is not None


def _find(text: str) -> tuple[Trigger, str] | None:
    """The trigger and the words that made it; what is kept is kept in the person's own typing."""
    typed = text.replace("\r\n", "\n")
    text = typed.replace("’", "'")
    for _, _, (asked, head) in _asking(text):
        at = text.find(asked.rest)
        return replace(asked, rest=typed[at : at + len(asked.rest)] if at >= 0 else asked.rest), head
    return None


def _asking(text: str) -> Iterator[tuple[int, int, tuple[Trigger, str]]]:
    """Each sentence that asks something of memory: where it stands, and what it asks."""
    start, fenced, quoted = 0, False, False
    while start < len(text):
        stop = _SENTENCE.search(text, start)
        end = stop.end() if stop else len(text)
        # What was pasted or quoted is not what the person asks.
        if start == 0 or text[start - 1] == "\n":
            quoted = text[start : start + 4].lstrip().startswith(">")
            fenced ^= _FENCE.match(text, start) is not None
        if not fenced and not quoted and not (stop and stop.start() == start):
            found = _head(text, start, end) or _tail(text, start, end)
            if found:
                yield start, end, found
        start = end


def _head(text: str, start: int, end: int) -> tuple[Trigger, str] | None:
    at, polite = _past(text, start, end), False
    for _ in range(8):
        if match := _TRIGGER.match(text, at, end):
            break
        lead = _LEAD.match(text, at, end)
        if lead is None:
            return None
        polite = polite or lead["polite"] is not None
        at = _past(text, lead.end(), end)
    else:
        return None
    ask: Ask = next(name for name in ASKS if match[name] is not None)
    head, own = match[0].lower(), text[match.end() : end]
    asking = text[start:end].rstrip().endswith(("?", "？", "吗", "嗎"))
    if ask == "forget" and re.match(r"(?:it|that|this)?\s?,", own.lstrip(), _I):
        return None  # "Forget that, let's…" is a change of mind
    if ask == "remember" and asking and (not polite or re.match(r"(?:wh\w+|how|if)\b", own.lstrip(), _I)):
        ask = "recall" if head.startswith(("remember", "기억", "记得", "記得")) else ask
    if ask == "forget" and head.startswith("verg") and (last := re.search(r"\bnicht\W*$", own)):
        return Trigger(ask="remember", rest=_courteous(own[: last.start()].strip(_OPEN + ":,"))), head
    if ask == "forget" and "relevant" not in head and _DEICTIC.fullmatch(own):
        return None  # about something just said, not about memory
    if ask != "remember":
        if len(own) < 400:
            own = _ENDING.sub("", own)
        own = _courteous(own.strip().lstrip(_OPEN + ":,")).rstrip("?.!…。？！吗嗎 \"'”」")
        if "忘" in head:
            own = _MATTER.sub("", own)
        if not own and "relevant" in head:
            own = text[:start].strip()
        return Trigger(ask=ask, rest=own), head
    rest = text[match.end() :] if _DEICTIC.fullmatch(own) is None else text[end:]
    rest = _POINTER.sub("", rest.strip()).lstrip(_OPEN + ":,.;!：，、").rstrip() or text[:start].strip()
    if at > start and text[at - 1] in "\"'“„«「" and rest[-1:] in "\"'”“»」":
        rest = rest[:-1]
    rest = _courteous(rest)
    return Trigger(ask=ask, rest=rest.rstrip("?") if polite else rest), head


def _tail(text: str, start: int, end: int) -> tuple[Trigger, str] | None:
    body = text[start:end].rstrip(" \t\n.!。！…」』\"'")
    near = body[-40:]
    for ask, tail in _TAILS if not near.isascii() else ():
        match = tail.search(near.rstrip("?？") if ask != "recall" else near)
        if match is None:
            continue
        own = body[: len(body) - len(near) + match.start()].strip(_OPEN + "、,")
        own = own.removeprefix("请").removeprefix("把")
        if re.match(r"(?:나는|난|저는|우리는|나도)\s", own) and match[0].endswith("기억해"):
            return None  # "I remember that day"
        asked: Ask = "recall" if near[-1:] in "?？" and ask == "remember" else ask
        if not own and ask == "forget":
            return None
        return Trigger(ask=asked, rest=_courteous(own or text[:start].strip())), match[0]
    return None


def _past(text: str, at: int, end: int) -> int:
    while at < end and text[at] in _OPEN:
        at += 1
    return at


def _courteous(rest: str) -> str:
    """`rest` without the politeness at its end."""
    for _ in range(3):
        near = rest[-60:]
        match = _POLITE.search(near)
        if match is None:
            break
        before = near[: match.start()]
        spoken = (before.split() or [""])[-1].lower() in _KEEP_SAYING
        if before and (spoken or (match["thanks"] and not match["gap"].strip())):
            break
        cut = rest[: len(rest) - len(near) + match.start()]
        stop = match["gap"].strip()[:1]
        rest = cut + (stop if stop and stop in ".!?…" else "")
    return rest.strip()


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
    found = _find(text)
    asked = found if found and found[0].ask == "remember" else None
    kept = _tidy(asked[0].rest if asked else text)
    seen = kept[:SCAN]
    low = seen.lower().replace("’", "'")
    cued = f"{asked[1]} {low}" if asked else low
    kind, core = _judge(low, cued)
    links = _links(seen)
    names = _mentions(seen, links)
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


def names_tool(text: str) -> bool:
    """Whether a tool, a language or a service that many know is named, and not by a word that is mostly another."""
    return not _NAMED_TOOLS.isdisjoint(re.findall(r"[a-z0-9.+#-]*[a-z0-9]", text.lower()))


def _tidy(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()


@cache
def _tables() -> pattern.Tables:
    tables = (*KINDS.items(), *CORES.items())
    return pattern.Tables({name: _lines(lines) for name, lines in tables}, re.MULTILINE)


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


# --- Who and what it names -------------------------------------------------------------------------


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


_TOOL_NAMES = _words("""
    PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Valkey Kafka NATS RabbitMQ Elasticsearch
    ClickHouse DuckDB Docker Podman Kubernetes Helm Terraform Ansible Jenkins GitHub GitLab Bitbucket git
    Nginx Caddy Traefik Grafana Prometheus Sentry Datadog AWS GCP Azure Hetzner Cloudflare Vercel Netlify
    Heroku Python TypeScript JavaScript Java Kotlin Golang Ruby PHP Node.js Deno Bun npm pnpm yarn pip uv
    pytest mypy ruff ESLint Webpack Vite Svelte React Vue Angular Next.js Django Flask FastAPI Rails Laravel
    Vim Neovim Emacs Helix VSCode Slack Jira Notion Linear Obsidian Figma Zoom Stripe Linux Ubuntu Debian
    macOS Windows Rust Go Swift Elixir Haskell Bash zsh tmux Fargate Lambda GKE EKS S3 RDS BigQuery Snowflake
    Supabase Firebase Astro Nuxt NestJS Vitest Jest Playwright Cypress Poetry Conda Nix NixOS Homebrew Celery
    PgBouncer Tailwind Prisma SQLAlchemy Alembic WordPress Shopify Gradle Maven Cargo Bazel Pulumi Backblaze
    DigitalOcean Fedora Gitea Kamal GraphQL gRPC OpenTelemetry Airflow dbt""")
TOOLS = {name.lower(): name for name in sorted(_TOOL_NAMES)}
CAPITAL_ONLY = (
    _words("""
    go rust swift helix linear notion zoom windows react vue helm caddy flask rails bun yarn java ruby
    angular deno elixir stripe slack poetry lambda prisma cargo nix maven celery conda jest cypress astro""")
)  # everyday words unless written as names
_NAMED_TOOLS = TOOLS.keys() - _words("go swift helix linear notion zoom helm caddy rust poetry cargo slack jest")
SERVICE = _words("service api app server worker ui web cli db bot lib sdk client backend frontend")
COMMON = _words("""
    i a an the this that these those he she it we they you my our your his her its their who what when where
    why how which if and or but so for to of in on at by with from as is are was were be been do does did
    has have had can could will would should may might must not no yes ok okay please thanks sorry actually
    always never just also now then here there all any some each every everyone everybody nobody someone
    anyone people users customers team today tomorrow yesterday tonight last next first second after before
    since until while because although once during about into over under use uses remember important note
    todo fyi asap pr id url utc cet est pst monday tuesday wednesday thursday friday saturday sunday january
    february march april june july august september october november december german french english spanish
    italian portuguese korean japanese chinese russian polish dutch arabic hindi christmas easter mr mrs ms
    dr prof let don't i'm i've i'd it's we're we'll hey hi correction decision both either neither one two
    three keep call send make run im very really than more most too only got get going want need like per
    via etc""")
DULL = COMMON | _words("""
    ich du er sie wir ihr der die das den dem ein eine einen und oder nicht ist bin sind war mit für auf von
    zu dass mir mich sich kein keine bitte je tu il elle nous vous ils le la les un une des et ou ne pas est
    suis que qui dans avec sur pour ce cette yo tú él ella el los las una unos es soy para con en por del al
    lo se me te mi su go starts start thing things stuff lot bit way much many new old still already again
    same other something""")

_UP = "A-ZÀ-ÖØ-ÞΑ-ΩА-ЯЁ"
_LETTER = "A-Za-z0-9_À-ɏΑ-ωА-яЁё"  # not \w: a Korean particle sticks to the name before it
_PLAIN_TOOL = "|".join(sorted(map(re.escape, TOOLS.keys() - CAPITAL_ONLY), reverse=True))
_NAME = (
    rf"(?<![{_LETTER}.@/-])(?:`[{_LETTER}-]{{2,60}}`|[{_UP}][{_LETTER}&+#]{{0,40}}"
    rf"(?:[-'.][{_UP}j][{_LETTER}]{{0,40}})?(?: [{_UP}][{_LETTER}&+#]{{0,40}}(?![{_LETTER}])){{0,3}}"
    rf"|[a-z][a-z0-9]{{0,30}}(?:[-_][a-z0-9]{{1,30}}){{1,4}}"
    rf"|(?:{_PLAIN_TOOL}))(?![{_LETTER}@/-])"
)

# The relation, then what a clause says; "<" when its ends change places.
VERBS = [line.split(maxsplit=1) for line in r"""
    works-at      works? (?:at|for)|joined
    develops      works? on|develops?|maintains?|builds|created|wrote|is (?:building|developing)
    <develops     is (?:developed|maintained|built) by
    lives-in      lives? in
    located-in    is (?:based|located|headquartered) in
    manages       manages?|leads?|supervises?
    <manages      reports? to|is (?:managed|led) by
    owns          owns?
    <owns         is owned by|belongs to
    married-to    is married to|married
    uses          uses?|is using|is (?:written in|built (?:with|on|in)|powered by)
    <uses         is used by
    depends-on    depends? on|relies on|rely on|requires?
    part-of       is (?:a )?part of
    <part-of      contains?
    runs-on       runs? on|is (?:hosted|deployed) (?:on|to|at)
    prefers       prefers?|likes?|loves?
    avoids        avoids?|hates?|dislikes?
    decided-on    decided on|chose|picked|adopted|settled on
    supersedes    replaces|replaced|supersedes|superseded
    <supersedes   (?:is|was|got|has been) (?:replaced|superseded) (?:by|with)
    relates-to    is related to|relates to""".strip().splitlines()]  # fmt: skip
ENDS: dict[str, tuple[str, str]] = {
    "works-at": ("person", "organisation"), "develops": ("person", "project"),
    "lives-in": ("person", "place"), "located-in": ("", "place"), "manages": ("person", "person"),
    "married-to": ("person", "person"), "uses": ("", "tool"), "runs-on": ("", "tool"),
    "prefers": ("person", ""), "avoids": ("person", ""),
}  # fmt: skip
ROLES = {"manager": "manages", "boss": "manages", "wife": "married-to", "husband": "married-to"}

# A type, and what stands before (ending in $) or after the name.
TYPES = [(line.split(maxsplit=1)[0], re.compile(line.split(maxsplit=1)[1])) for line in r"""
    person        \b(?:my|our|his|her|their) (?:\w+ )?(?:wife|husband|partner|sister|brother|son|daughter) $
    person        \b(?:my|our|his|her|their) (?:\w+ )?(?:mother|father|mom|dad|intern|teacher|lawyer) $
    person        \b(?:my|our|his|her|their) (?:\w+ )?(?:boss|manager|colleague|friend|doctor|dentist) $
    person        \b(?:met|ask|tell|told|phone|email|emailed|[dD]r\.?|[mM]rs?\.?) $
    person        \b(?:lunch|dinner|meeting|call|spoke|talked) (?:with|to) $
    person        ^ (?:said|says|told|asked|likes|loves|hates|prefers|wants|lives|works|joined|is my)\b
    project       \bproject (?:called |named )?$|^ (?:project|repo|repository)\b
    place         \b(?:live|lives|lived|based|born|office) in $|\b(?:moved|moving|trip|flight|fly) to $
    organisation  \b(?:works?|working|job|interview|role) (?:at|for) $|\bcompany $
    tool          \b(?:uses?|using|install|installed) $""".strip().splitlines()]  # fmt: skip

_BASE = re.compile(
    r"(?:work|live|use|manage|lead|own|run|depend|rely|require|prefer|like|love|hate|avoid|dislike|develop"
    r"|maintain|supervise|report|contain)\b"
)
_DET = r"(?:(?:the|our|a|an|my|its|their|project) (?:(?:old|new|main|legacy|same) )?)?"
_SAYS = "|".join(verb for _, verb in VERBS)
_CLAUSE = re.compile(
    rf"(?:(?P<twin>{_NAME}) and )?(?P<s>{_NAME})(?:'s (?P<role>{'|'.join(ROLES)}) is"
    rf"|(?P<who>,? (?:who|which|that))?(?P<comma>,?)(?: (?:now|also|currently|still|mainly|already|mostly))?"
    rf" (?P<v>{_SAYS})) {_DET}(?P<o>{_NAME})"
    rf"(?: v?\d[\d.]{{0,8}})?(?P<more>(?:(?:, | and |, and ){_DET}{_NAME}){{0,5}})"
)
_ALSO = re.compile(rf",? and (?:also |now )?(?P<v>{_SAYS}) {_DET}(?P<o>{_NAME})")
_ROLE_OF = re.compile(rf"(?P<s>{_NAME}) is (?P<o>{_NAME})'s (?P<role>{'|'.join(ROLES)})\b")
_CHANGE = re.compile(
    rf"\b(?:(?P<v>(?i:switch|migrat|mov|upgrad))(?:ed|ing) (?:over )?from {_DET}(?P<old>{_NAME})"
    rf"(?: [\d.]{{1,8}})? to {_DET}(?P<new>{_NAME})"
    rf"|(?i:replaced) {_DET}(?P<out>{_NAME}) (?:with|by) {_DET}(?P<in>{_NAME}))"
)
_VERBS = [(re.compile(verb), relation.strip("<"), relation[0] == "<") for relation, verb in VERBS]
_SPEAKS = re.compile(rf"(?:'s)? (?:is|are|was|has|will|can|does|{_SAYS})\b")
NAMES = re.compile(_NAME)
_UNSURE = re.compile(
    r"\b(?:not|never|if|whether|unless|until|doubt|would|should|could|might|may|think|guess)\b|n't\b",
    _I,
)
_AFTER = re.compile(r" (?:and|or|for|in|on|at|since|because|now|to|from|with|when|while|but|as)\b| ?[^a-z ]|$| $")
_GERMAN = re.compile(r"\b(?:der|die|das|und|ich|ist|nicht|mit|wir|eine?n?|für|auf)\b", _I)
_COMPANY = re.compile(r" (?:Inc|GmbH|Ltd|LLC|Corp|University|Bank|AG|Labs|Foundation)$")


def _links(text: str) -> tuple[Link, ...]:
    links: dict[Link, None] = {}
    at, carrier = 0, ""
    while match := _CLAUSE.search(text, at):
        # "Dana, who lives in Porto, works at…": behind the comma it is Dana again.
        subject = match["s"]
        if match["comma"] and not text.endswith(", ", 0, match.start("s")):
            subject = carrier if match.start("s") == at else ""
        at, carrier = match.start("o"), match["s"] if match["who"] else ""
        if not _certain(text, match.start(), match.end()) or _adjective(match["o"], text, match.end("o")):
            continue
        if role := match["role"]:
            _add(links, ROLES[role], [(match["o"], subject)])
            continue
        plural = _BASE.match(match["v"]) is not None
        if plural and not match["twin"]:
            continue
        more = NAMES.findall(match["more"])
        if _SPEAKS.match(text, match.end()):
            more = more[:-1]  # it opens the next clause
        for source in [match["twin"], subject] if plural else [subject]:
            _add(links, match["v"], [(source, target) for target in [match["o"], *more]])
        if also := _ALSO.match(text, match.end()):
            _add(links, also["v"], [(subject, also["o"])])
    for match in _ROLE_OF.finditer(text):
        if _certain(text, match.start(), match.end()):
            _add(links, ROLES[match["role"]], [(match["s"], match["o"])])
    for match in _CHANGE.finditer(text):
        old, new = match["old"] or match["out"], match["new"] or match["in"]
        # People move between towns too; only a tool is superseded by moving away.
        tools = {_name(old).lower(), _name(new).lower()} & TOOLS.keys()
        if _certain(text, match.start(), match.end()) and (tools or match["v"] not in ("mov", "Mov")):
            _add(links, "supersedes", [(new, old)])
    return tuple(links)


def _add(links: dict[Link, None], says: str, pairs: list[tuple[str, str]]) -> None:
    """Link each pair by what the clause says: a verb of `VERBS`, or a relation itself."""
    relation, swap = next(((r, s) for verb, r, s in _VERBS if verb.fullmatch(says)), (says, False))
    for one, other in pairs:
        source, target = (_name(other), _name(one)) if swap else (_name(one), _name(other))
        if source and target and source.lower() != target.lower():
            links[Link(source=source, relation=relation, target=target)] = None


def _certain(text: str, start: int, end: int) -> bool:
    """Whether the clause is stated: not asked, denied, supposed or wished."""
    before = re.split(r"[,;:.!?\n]", text[max(0, start - 80) : start])[-1]
    stop = re.search(r"[.!?\n](?=\s|$)", text[end : end + 300])
    return not (stop and stop[0] == "?") and not _UNSURE.search(before + text[start:end].split(" ", 1)[0])


def _adjective(name: str, text: str, end: int) -> bool:
    """Whether a hyphenated word only describes the noun behind it ("uses long-lived tokens")."""
    return name[0].islower() and "-" in name and not _AFTER.match(text[end : end + 12])


def _name(raw: str) -> str:
    """The name as the graph should know it, or nothing when only common words are left."""
    words = raw.strip("`").split(" ")
    while words and (words[0].lower() in COMMON or words[0] == "Project"):
        words.pop(0)
    while words and words[-1].lower() in COMMON:
        words.pop()
    name = " ".join(words)
    return TOOLS.get(name.lower(), name) if len(name) > 1 else ""


def _mentions(text: str, links: tuple[Link, ...]) -> tuple[Mention, ...]:
    types: dict[str, str] = {}
    for link in links:
        for name, kind in zip((link.source, link.target), ENDS.get(link.relation, ("", "")), strict=True):
            types[name] = types.get(name) or kind
    words = text.split()
    titled = len(words) > 4 and sum(word[:1].isupper() for word in words) > 0.8 * len(words)
    # German writes every noun with a capital, a title every word; neither makes a name.
    plain = not titled and len(_GERMAN.findall(text[:400])) < 3
    for match in NAMES.finditer(text):
        name = _name(match[0])
        if name and (name in types or name.lower() in TOOLS or _is_name(match, name, text, plain)):
            before, after = (
                text[max(0, match.start() - 40) : match.start()],
                text[match.end() : match.end() + 20],
            )
            before += "project " if match[0].startswith("Project ") else ""
            types[name] = types.get(name) or _type(name, before, after)
    return tuple(Mention(name=name, type=kind or _type(name, "", "") or "concept") for name, kind in types.items())


def _is_name(match: re.Match[str], name: str, text: str, plain: bool) -> bool:
    raw, after = match[0], text[match.end() : match.end() + 20]
    if re.search(r"[a-z0-9][A-Z]", name):
        return True
    if raw[0] == "`" or raw[0].islower():
        return _type(name, "", "") == "project" or (raw[0] == "`" and "-" in name)
    if name.isupper() or not plain:
        return False
    before = text[max(0, match.start() - 12) : match.start()].rstrip(" \"'“(*")
    opens = raw.startswith(name) and not re.search(r"[^.!?:\n•-]$|\b[DMP]\w{1,3}\.$", before)
    return not opens or " " in name or after.startswith("'s ") or _type(name, "", after) == "person"


def _type(name: str, before: str, after: str) -> str:
    if name.lower() in TOOLS:
        return "tool"
    if _COMPANY.search(name):
        return "organisation"
    if "-" in name and name.islower() and name.rsplit("-", 1)[-1] in SERVICE:
        return "project"
    return next((kind for kind, cue in TYPES if cue.search(before) or cue.match(after)), "")


# --- What to call it -------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_](?:[\w'’-]{0,40}[^\W_])?")


def _salient(word: str) -> bool:
    long = len(word) > 2 or not word.isascii()
    return long and word.lower().replace("’", "'") not in DULL and not word.isdigit()


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
