"""Letters that somebody pasted into a message: by what mail programs put above one, or how people open and close it.

Whoever wrote a letter wrote it to somebody else, and not to the agent: nothing in it is what the person says here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain.text import small
from reverie.domain.theirs import AGENTS, Span

# Each of these begins with the end of the line before, and is for small letters: that is quicker than to look for `^`.

_WRITER = r"from|von|de|da|van|fra|från|od|от|差出人|发件人|寄件者|보낸 ?사람"
_ONLY_MAIL = (  # what a plan of a journey, with its from, to and date, has not
    r"subject|sent|reply-to|cc|bcc|betreff|gesendet|objet|envoyé(?: le)?|asunto|enviado(?: el)?|oggetto|inviato"
    r"|assunto|onderwerp|verzonden|ämne|emne|temat|тема|отправлено|件名|送信日時|主题|主旨|发送时间|제목|보낸 ?날짜"
)
_OTHER = (
    r"to|date|an|datum|kopie|antwort an|à|date|para|fecha|data|a|aan|till|til|do|кому|дата|宛先|日時|收件人|日期"
    r"|받는 ?사람|날짜"
)
_FIELD = rf"\n[ \t>]*\**(?:{_WRITER}|{_ONLY_MAIL}|{_OTHER})\**[ \t]?[:：]\**[ \t]*[^\n]*"
_HEADER = re.compile(rf"{_FIELD}(?:{_FIELD})+")
_FROM = re.compile(rf"\n[ \t>]*\**(?:{_WRITER})\**[ \t]?[:：]")
_MAIL = re.compile(rf"\n[ \t>]*\**(?:{_ONLY_MAIL})\**[ \t]?[:：]|[\w.+-]@[\w-]")
_OPENS = re.compile(  # a line that does nothing but greet somebody by name
    r"\n[ \t]*(?:hi|hello|hey|dear|hallo|liebe[rs]?|sehr geehrte[rs]?|bonjour|salut|ch[eè]re?s?|hola|estimad[oa]s?"
    r"|querid[oa]s?|ciao|gentile|good (?:morning|afternoon|evening)|guten (?:tag|morgen))[ \t]+"
    r"(?:(?:mr|mrs|ms|dr|prof|herr|frau|monsieur|madame|señora?)\.?[ \t]+)?(?P<name>[^\W\d_]{2,20})"
    r"(?:[ \t]+[\w.&'-]{1,20}){0,3}[ \t]*[,!.:;–-]?[ \t]*$",
    re.M,
)
_CLOSES = re.compile(  # a line that does nothing but close, who signs below it, and what they thought of afterwards
    r"\n[ \t]*(?:(?:(?:with )?(?:kind|kindest|best|warm|warmest|many) (?:regards|wishes|greetings)|best|regards|cheers"
    r"|sincerely(?: yours)?|yours(?: (?:sincerely|truly|faithfully))?|(?:(?:viele|liebe|beste|schöne|herzliche"
    r"|freundliche) )?grüße|(?:mit )?freundlichen grüßen|(?:lieben |besten |schönen )?gruß|lg|mfg|vg"
    r"|(?:bien )?cordialement|bien à (?:toi|vous)|amicalement|(?:un )?saludos?(?: cordial(?:es)?)?|atentamente"
    r"|cordiali saluti|distinti saluti)(?: (?:aus|from|von) \w+)?"
    r"(?:[ \t]*[,!.–-][^\n.!?]{0,40}|[ \t]+[^\W\d_]{2,20}(?:[ \t][^\W\d_]{2,20})?)?|敬具|此致|祝好)[ \t]*$"
    r"(?:\n[ \t]*$)?(?:\n(?=[^\n]*\S)[^\n]{1,60}(?<![.!?])$){0,6}"
    r"(?:\n[ \t]*$)?(?:\n[ \t]*p\.?[ ]?s\.?[ \t]*[:.,-][^\n]*(?:\n[^\n]*\S[^\n]*)*)?",
    re.M,
)


def letters(message: str) -> Iterator[Span]:
    """Where letters stand. One that a mail program headed goes on until it is closed, or to the end of the message."""
    text = f"\n{small(message)}"
    closes = [found.span() for found in _CLOSES.finditer(text)]
    for header in _HEADER.finditer(text) if ":" in text or "：" in text else ():
        if _FROM.search(header[0]) and _MAIL.search(header[0]):
            yield header.start(), next((end for start, end in closes if start >= header.end()), len(text)) - 1
    for opens in _OPENS.finditer(text) if closes else ():
        closed = next((end for start, end in closes if start >= opens.end()), None)
        if closed and opens["name"] not in AGENTS:
            yield opens.start(), closed - 1
