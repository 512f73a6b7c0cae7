"""Credentials as people tell them in plain sentences: restated, changed, contrasted, or on a line of their own.

The word that calls it one stands somewhere in the clause, and what leads on to the value ("it's", "from … to",
"instead of", "the new one:") right before it. What stands directly behind the word is read in `named.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain import passwords
from reverie.domain.looks import Page, Span, folded, lazily
from reverie.domain.named import ALONE, CHOSEN, CHOSEN_AT, KEYS

_ISSUED = rf"""(?<![a-z])(?:secret|token|geheimnis|jeton)|{KEYS}key|(?:api|zugangs)[\s-]?schlüssel
    |(?<![a-z])(?:clé|clave|chave|chiave)\s(?:de\s(?:la\s)?|d'|da\s|di\s)?api"""
CONFIDED = tuple(folded(f"{CHOSEN_AT} secret token key schlüssel geheimnis jeton clé clave chave chiave").split())
# What makes another thing of the word before it: a password policy, a token bucket.
_OTHER = r"""(?![\s-](?:polic\w+|managers?|fields?|resets?|hash\w*|rules?|length|validat\w+|expir\w+
    |rotat\w+\s(?:job|script|every)
    |strength|pages?|screens?|checks?|checker|stor(?:e|age)|files?|generator|inputs?|box|hints?|flow|mails?|emails?|endpoint
    |service|limits?|counts?|counter|parser|buckets?|budget|types?|names?|usage|windows?|refresh|header|format|prompts?|ring
    |ingredient|sauce|entry|entropy|complexity|recovery|function|class|module|variable|column|table|request|based|free|less)
    (?![a-z]))"""
_NAME = lazily(folded(rf"(?:(?P<chosen>{CHOSEN})|{_ISSUED})(?:s|e|es)?(?!\w){_OTHER}"), re.X)
_FILL = r"""(?:(?:now|still|currently|just|simply|only|again|going\sto\sbe|back\sto|literally|jetzt|nun|immer\snoch
    |noch|aktuell
    |wieder|einfach|nur|maintenant|toujours|encore|juste|simplement|actuellement|ahora|todavía|aún|sólo|simplemente|agora|ainda
    |só|apenas|adesso|ora|ancora|semplicemente)\s){0,2}"""
_WORD = r"(?P<word>(?:the|das|le|la|a|il|o|nur)\s(?:\w+\s)?(?:words?|name|wort|mot|palabra|palavra|parola)\s)?"
_OPEN = r"[\"'`“„«(*_]{0,3}"
_LEADS = lazily(
    folded(rf"""(?:
    (?P<is>(?<![\w'’-])(?:is|are|was|were|isn['’]t|wasn['’]t|it['’]s|that['’]s|ist|sind|war|waren|lautet|heißt|est|était|sont
        |c['’]est|c['’]était|n['’]est\splus|es|son|era|eran|é|è|são|sono|became|becomes|wurde|werden):?\s{{1,3}})
    |(?P<sign>(?::|=>?|->|→)\s{{1,3}})
    |(?P<not>(?<![\w'’])(?:instead\sof|rather\sthan|no\slonger|not|replac(?:es|ed|ing)|statt|anstatt|anstelle\svon|nicht(?:\smehr)?
        |ersetzt|au\slieu\sde|au\slieu\sd['’]|plutôt\sque|remplace|en\svez\sde|en\slugar\sde|em\svez\sde|ao\sinvés\sde|invece\s(?:di|che))\s)
    |(?P<turn>(?<![\w'’])(?:from|to|into|von|auf|zu|in|de|à|par|a|en|por|para|da|naar|van)\s)
    ){_FILL}{_WORD}{_OPEN}"""),
    re.X,
)  # fmt: skip
_CHANGES = lazily(
    folded(r"""\b(?:chang(?:e[ds]?|ing)|rotat\w+|reset|set|updated?|switched|replaced|swapped|(?:ge|um)?änder\w*|gewechselt
    |umgestellt|gesetzt|ersetzt|chang(?:é|er|eons)|remplac\w+|cambi\w+|actualic\w+|mud(?:ei|ou|amos|ar)|alter(?:ei|ou|ado)|troc\w+
    |modific\w+|gewijzigd|veranderd)(?!\w)"""),
    re.X,
)
_ENDS = lazily(
    folded(r"""(?<=[.!;])\s+(?!(?:the\s|its?\s|das\s|le\s|la\s|el\s|o\s)?(?:new|current|old|it['’]?s?|neue[sr]?|nouveau|nueva|nova)\b)
    |\n(?!(?:is|are|was|ist|est|es|é|è)\s)|\0"""),
    re.X,
)  # fmt: skip
_RUN = lazily(r"[^\s\0\"'`“”„«»<>|(),;]{4,120}")
_TRAILING = ".,;:?)]}*_\\"
_COUNTED = lazily(r"\d[\s,k]{0,3}\Z")  # "500 tokens"
_NONE = lazily(r"streams/\d{4}-.*|[\w.+-]+@[\w-]+\.\w+|https?:.*|.*[({\[].*|/.*|\d+(?:[.,:/-]\d+)*", re.I)
_HEX = lazily(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{24,}", re.I)
_PLACES = lazily(
    "tls|prod|staging|dev|db|certs?|registry|pull|app|api|svc|k8s|kube|sa|ns|ci|cd|test|bucket|cluster", re.I
)
_NEAR = 60  # characters before the word among which a change is spoken of
_CLAUSE = 170  # characters behind the word in which the value is looked for

# A value that is all there is in a line: in a fence, or below an empty line.
_APART = lazily(
    r"""[^\n\0]{0,60}\n(?:[ \t]{0,8}\n)?[ \t]{0,8}```[\w-]{0,12}[ \t]*\n
    [ \t]{0,8}(?P<fenced>[^\s\0]{6,200})[ \t]*\r?\n[ \t]{0,8}```
    |[^\n\0]{0,60}\n[ \t]{0,8}\r?\n[ \t]{0,8}(?P<below>[^\s\0`]{6,200})[ \t]*(?=\r?\n|$)""",
    re.X,
)


def confided(page: Page) -> Iterator[Span]:
    """Finds what a clause leads on to, when it calls it a credential and people or programs make them like it."""
    text, low, done = page.text, page.low, 0
    for at in page.places(CONFIDED):
        if at < done or not (name := _NAME().match(low, at)) or _COUNTED().search(low, max(0, at - 12), at):
            continue
        chosen = name["chosen"] is not None and name["chosen"] not in ("pass", "clave")
        if name["chosen"] and not chosen:
            continue
        if apart := _APART().match(text, name.end()):
            how = str(apart.lastgroup)
            if _real(apart[how].strip(_TRAILING), chosen=chosen, told=True):
                yield apart.span(how)
                done = apart.end()
                continue
        last = min(len(text), name.end() + _CLAUSE)
        if ends := _ENDS().search(low, name.end(), last):
            last = ends.start()
        changes = _CHANGES().search(low, max(0, at - _NEAR), last) is not None
        for lead in _LEADS().finditer(low, name.end(), last):
            if lead["turn"] and not changes:
                continue
            value = _RUN().match(text, lead.end())
            if value and (held := value[0].rstrip(_TRAILING)):
                end = lead.end() + len(held)
                plain = chosen and _plain(page, lead, held, name.end(), end)
                if _real(held, chosen=chosen, told=lead["is"] is not None) or plain:
                    yield lead.end(), end
        done = last


def _real(value: str, *, chosen: bool, told: bool) -> bool:
    """Whether a value can be one: what people choose, or what programs issue."""
    if len(value) < 5 or _NONE().fullmatch(value) or passwords.code(value, bare=True) or not passwords.filled(value):
        return False
    if chosen:
        return passwords.mixed(value) or passwords.slug(value)
    if _HEX().fullmatch(value):
        return True
    if any(map(_PLACES().fullmatch, passwords.PARTS.split(value))):
        return False
    if len(value) >= 8 and passwords.mixed(value) and passwords.opaque(value, True, True):
        return True
    return told and (passwords.slug(value) or passwords.jumbled(value))


def _plain(page: Page, lead: re.Match[str], value: str, begin: int, end: int) -> bool:
    """A plain word is one when it is called that: `it is just the word …`, `the password is still …`."""
    if not (lead["is"] and passwords.told(value)):
        return False
    filled = lead[0].strip() != lead["is"].strip() and not _PART.search(page.low, begin, lead.start())
    return lead["word"] is not None or (filled and ALONE().match(page.text, end) is not None)


_PART = re.compile(r"[,;:()\"]|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|that|which)\s")
