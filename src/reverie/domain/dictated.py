"""What a person writes for others, or took over from them: a mail they dictate, a comment, a commit's message."""

from __future__ import annotations

import re

from reverie.domain import chatted, pattern, theirs
from reverie.domain.letters import letters
from reverie.domain.text import small

_PLEASE = (
    r"(?:please|pls|can you|could you|would you|will you|hey|ok(?:ay)?|now|and|then|also|just|help me(?: to)?|let'?s"
    r"|i(?:'d| would)? (?:want|like|need) you to|i need to|bitte|kannst du|peux-tu|puedes|por favor)"
)
_ASKING = rf"(?:{_PLEASE}[ \t,]{{1,3}}){{0,3}}"
_WRITE = (
    r"(?:write|draft|compose|send|shoot|post|prepare|type up|schreibe?|verfasse?|schicke?|écris|rédige|envoie|escribe"
    r"|redacta|envía)"
)
_TEXT = (
    r"(?:e-?mail|mail|message|letter|reply|response|answer|tweet|toot|post|comment|announcement|invitation|invite|dm"
    r"|sms|text|note|card|nachricht|brief|antwort|courriel|lettre|réponse|correo|mensaje|carta|respuesta)"
)
_ONE = (
    r"[ \t]{1,3}(?:\w{1,20}[ \t])?(?:an?|the|my|our|this|that|another|one|eine?n?|die|une?|la|el)[ \t]"
    r"(?:[\w'-]{1,30}[ \t]{1,3}){0,3}?"
)
_ANSWER = r"(?:reply|respond|answer|write back|tell|e-?mail|mail|message|text|dm|ping|antworte|sag|réponds|responde)"
_THEM = (
    r"(?:him|her|them|everyone|everybody|ihm|ihr|ihnen|lui|leur|(?-i:[A-Z])[a-zà-ÿ]+"
    r"|(?:the|my|our) (?:team|client|customer|boss|manager|landlord|colleagues?|group|channel|board|mother|mom|father"
    r"|dad|wife|husband|partner|sister|brother|friends?|family|recruiter|teacher|doctor))"
)
_COMMITTED = r"(?:commit|merge|squash|pr|mr|pull request|merge request)"
_MOMENT = r"(?!\s+(?:when|whenever|if|once|after|for (?:each|every))\b)"
_DICTATES = re.compile(  # asks for a text to be written, and goes on with it
    rf"(?:^|(?<=[.!?])[ \t])[^\w\n]{{0,4}}{_ASKING}(?:"
    rf"{_WRITE}{_ONE}{_TEXT}\b{_MOMENT}[^:.!?\n]{{0,80}}"
    rf"|(?:{_ANSWER}\s+(?:to\s+)?|write\s+to\s+|schreibe?\s+){_THEM}\b[^:.!?\n]{{0,20}}"
    r"|(?:post|put|publish|share|send|write)\s+(?:this|that|the following|something like)\b[^:.!?\n]{0,60}"
    rf"|(?:use\s+(?:this|the following)\s+)?{_COMMITTED}[ -](?:message|title|description|body|comment)\b"
    r"[^:.!?\n]{0,30}"
    r"|commit(?:\s+(?:this|it|that|everything|all))?\s+(?:with|as)\b[^:.!?\n]{0,30}"
    r"):(?=\s)[ \t]*",
    re.I | re.M,
)
_RELAYS = re.compile(  # asks for something to be told others, in one sentence
    rf"(?:^|(?<=[.!?])[ \t])[^\w\n]{{0,4}}{_ASKING}(?:"
    rf"{_WRITE}{_ONE}{_TEXT}\b{_MOMENT}[^:.!?\n]{{0,80}}?"
    r"\s(?:saying|stating|explaining|telling\s+\w+|(?:that|which)\s+says|to\s+say)"
    rf"|(?:{_ANSWER}\s+(?:to\s+)?|write\s+to\s+){_THEM}\s+(?:that|dass)"
    r")\b[^\n]*?(?:[.!?](?=\s|$)|$)",
    re.I | re.M,
)
_ASKS = re.compile(  # stands before a line or sentence that may dictate or relay something; in small letters
    rf"[.!?\n](?=[^\w\n]{{0,5}}(?:{_PLEASE}|{_WRITE}|{_ANSWER}|put|publish|share|use|{_COMMITTED}))"
)
_GREETS = re.compile(
    r"\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte\w*|guten (?:tag|morgen)"
    r"|bonjour|salut|chère?|hola|estimad[oa]s?|querid[oa]s?)\b",
    re.I,
)
_CLOSES = re.compile(
    r"^[ \t]*(?:(?:kind|best|warm)\s+(?:regards|wishes)|best|regards|cheers|thanks|thank you|sincerely|yours|love"
    r"|(?:viele|liebe|beste|herzliche) grüße|lg|mfg|cordialement|bien à (?:toi|vous)|saludos|un saludo|gracias)\b"
    r"[^\n]{0,40}(?:\n[ \t]*[^\n.]{1,40}$)?",
    re.I | re.M,
)
_AGAIN = re.compile(  # opens a paragraph in which the person speaks to the agent again
    r"\n[ \t]*\n(?=\W*(?:also|btw|by the way|oh|from now on|one more|another thing|remember|anyway|next time|in general"
    r"|and then|then|after that|now|when you(?:'re| are) done)\b)",
    re.I,
)
_BREAK = re.compile(r"\n[ \t]*\n")
_THEIR_LINE = re.compile(  # a line that says whose it is
    r"^[ \t]*(?:[-*•][ \t]+)?(?:@[\w-]{2,40}|(?:code[ -]?)?reviewer(?: ?#?\d)?|maintainer|coderabbit(?:ai)?|copilot"
    r"|dependabot|(?:(?:pr|mr|pull request|code review|review|github|gitlab)[ -])(?:comments?|feedback|note)"
    r"(?: (?:from|by) [^:\n]{1,40})?"
    r"|(?:comment|review|suggestion|quote|message|e-?mail|mail)s? (?:from|by) [^:\n]{1,40})"
    r"(?: ?\([^)\n]{0,30}\))?(?: (?:says?|said|wrote|commented|asks?))?[ \t]*:[ \t]+\S[^\n]*"
    r"|^[ \t]*(?:[*|\\/ ]{0,6})?[0-9a-f]{7,40}[ \t][^\n]+",  # of `git log --oneline`
    re.I | re.M,
)
_THEIRS = re.compile(  # stands before a line that may say so; in small letters
    r"\n(?=[ \t]*(?:(?:[-*•][ \t]+)?(?:@|code|review|maintainer|copilot|dependabot|pr|mr|pull|git|comment|suggestion"
    r"|quote|message|e-?mail|mail)|[*|\\/ ]{0,6}[0-9a-f]{7}))"
)
_SUBJECT = (
    r"(?:(?:feat|chore|refactor|perf|revert|build|ci)(?:\([\w./, -]{1,40}\))?"
    r"|(?:fix|docs|style|test)\([\w./, -]{1,40}\))!?:[ \t]\S[^\n]*"
)
_COMMIT = re.compile(rf"^[ \t]*(?:[-*•][ \t]+)?{_SUBJECT}", re.M)
_WHOLE_COMMIT = re.compile(rf"\A\s*{_SUBJECT}(?:\n[ \t]*\n.*)?\Z", re.S)
_SIGNED = re.compile(r"^(?:signed-off-by|co-authored-by|reviewed-by|change-id):[ \t][^\n]*", re.I | re.M)


def without_dictated(message: str) -> str:
    """The message, as long as it was, without what it dictates, what it relays and lines that are somebody else's."""
    low = f"\n{small(message)}"
    asks = [found.start() for found in _ASKS.finditer(low)]
    for relayed in reversed(list(pattern.tried(_RELAYS, message, asks))):
        message = _blank(message, *relayed.span())
    if _WHOLE_COMMIT.match(message):
        again = _AGAIN.search(message)
        return _blank(message, 0, again.start() if again else len(message))
    if dictates := next(pattern.tried(_DICTATES, message, asks), None):
        message = _blank(message, message.rindex(":", 0, dictates.end()), _end(message, dictates.end()))
    for line in reversed(list(pattern.tried(_THEIR_LINE, message, (found.start() for found in _THEIRS.finditer(low))))):
        message = _blank(message, line.start(), _signed(message, line.end()))
    for line in reversed(list(_COMMIT.finditer(message))):
        message = _blank(message, line.start(), _signed(message, line.end()))
    for start, end in list(chatted.lines(message)):
        message = _blank(message, start, end)
    for start, end in [*letters(message), *theirs.others(message)]:
        message = f"{message[:start]}{' ' * (end - start - 1)}\n{message[end:]}"  # what stands around it is apart
    return message


def _end(message: str, start: int) -> int:
    """Where a dictated text ends: a letter with its closing words; a line with its paragraph; others with the message,
    unless the person then speaks to the agent again."""
    text = message[start:]
    if _GREETS.match(text):
        closed = _CLOSES.search(text)
        return start + closed.end() if closed else len(message)
    inline = message[max(0, start - 1)] != "\n" and not text.startswith("\n")
    over = (_BREAK if inline else _AGAIN).search(message, start)
    return over.start() if over else len(message)


def _signed(message: str, end: int) -> int:
    """The end of a commit's message, as far as its last trailer if it has one."""
    signed = list(_SIGNED.finditer(message, end))
    return signed[-1].end() if signed else end


def _blank(message: str, start: int, end: int) -> str:
    return message[:start] + re.sub(r"[^\n]", " ", message[start:end]) + message[end:]
