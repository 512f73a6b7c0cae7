"""The clean sentence: a statement without what only opens or closes it in a chat, "please remember that", "lol".

What is taken off says nothing: no number, no name, no denial, no hedge ("I think", "for now") and no word of change
("actually", "now") ever goes. What is left stands word for word in what was said. Pure; what is clean stays as it is.
A page says what is so (`stated`), and not that somebody had been wrong: there "actually" goes, too.
"""

from __future__ import annotations

import re

from reverie.domain import instead

_LAST = 48  # characters at the end in which a tail is looked for
ARROW = " \u2192 "  # between what was asked, or claimed, and what was said of it
_OPENS = r"""
    ok|okay|oh|ah|uh|h+m+|hey|hi|hello|alright|anyway|anyways|yeah|yep|yes|btw|by the way|fyi|just fyi|jsyk|fwiw|tbh
    um+(?=[,.…])|right(?=[,.!:…]| (?:i|we|my|our)\b)|well(?=[,.!:…]| (?:i|we|my|our|the|it)\b)|also(?! known)|and(?! so)
    so(?=[,:…]| (?:i|we|my|our|the|it|its|yeah|fyi|btw|please|just|from|for|use|never|always|no)\b)
    (?:just )?so (?:that )?you know|for the record|for your information|for what it's worth
    for (?:future )?reference(?=[,:])
    (?:just )?(?:a )?(?:quick |little )?(?:heads[- ]up|psa|reminder|side ?note|note)(?=[,:])|(?:quick )?note to self
    (?:as|like) (?:i|we)(?:'ve| have)? (?:already )?(?:said|mentioned|told you)(?: before| earlier| already)?
    as (?:said|mentioned)(?: before| earlier| already)?|(?:just )?to be (?:clear|honest)
    one more thing|another thing(?=[,:])
    please|pls|plz|(?:thanks|thx|thank you)(?=[,.!])|mind you(?=,)
    (?:good|great|nice|cool|perfect|lovely|awesome|ooh|oh good)(?=,? (?:i|i['’]m|i['’]ve|we|we['’]re|we['’]ve|my|our)\b)
    übrigens|(?:nur )?zur (?:info|information|erinnerung)|wie (?:schon |bereits )?gesagt|nebenbei(?: bemerkt)?|bitte
    ach(?: ja| so)?(?=[,.!])
    au fait|pour (?:info|information|rappel)|comme je l'ai (?:déjà )?dit|s'il (?:te|vous) pla[iî]t|stp|svp
    (?:bon|alors)(?=,)
    por cierto|a propósito|para (?:tu información|que (?:lo )?sepas)|como (?:ya )?(?:dije|he dicho)|por favor
    bueno(?=,)"""
_THAT = r"(?: that(?! (?:time|day|night|week|year|one|thing)\b)|(?= (?:i|we|my|our)\b)|:)"
_POLITELY = (  # a wish that is put as a question, and holds from then on
    r"(?:can|could|would|will) (?:you|u)(?: please| pls| maybe| also)?(?= (?:always|never|from now on|stop|quit"
    r"|only ever)\b)"
)
_ASKS = rf"""
    (?:remember|note|(?:keep|bear) in mind|be aware|know){_THAT}
    (?:can|could|would|will) you (?:remember|note|keep in mind) that
    (?:let me|lemme|i'?ll) (?:just )?(?:teach|tell) (?:you|u) (?:something|smth|sth|one thing|a thing)(?=\s?:)
    i(?: want|'d like| would like) you to (?:remember|know|note|keep in mind) that
    {_POLITELY}
    i (?:should|just|wanted to|want to|forgot to) (?:mention|add|say|tell you|let you know){_THAT}
    (?:note|sache|retiens|souviens-toi) que|(?:recuerda|ten en cuenta|que conste) que|merk dir:"""
_CLOSES = r"""
    please|pls|plz|lol|lmao|haha+|hehe+|btw|by the way|fyi|tbh|thx|just so you know|just fyi|jsyk|for the record
    as i said|bitte|übrigens|stp|svp|s'il (?:te|vous) pla[iî]t|au fait|por favor|por cierto"""
_THANKS = r"""
    thanks(?: a lot| so much| again)?|thank you(?: so much)?|cheers|you know|mind you
    danke(?: dir| schön)?|merci(?: beaucoup)?|gracias"""

_CORRECTS = r"""
    actually(?! not?\b)|eigentlich|en fait|en realidad
    (?:no|nope|nein|non|nee|sorry|again|correction|korrektur|my mistake|wrong(?: again)?|falsch|faux|mal)(?=[,:;.!–—-])
    (?:(?:as|like) )?i(?:['’]ve| have)? (?:already )?(?:told you|said)(?: already| before| again| twice)?(?=[,:]| that)
    (?:wie|ich habe(?: dir)?) (?:schon )?gesagt(?=[,:])|je (?:te )?l['’]ai (?:déjà )?dit(?=[,:])
    ya te (?:lo )?dije(?=[,:])"""


def _any(table: str) -> str:
    return "|".join(line.strip() for line in table.strip().splitlines())


_LEAD = re.compile(rf"(?:(?:{_any(_OPENS)})(?![\w'’/-])[\s,.!:;…–—-]+|(?:{_any(_ASKS)})[\s,:]+)(?=\S)", re.I)
_WISHED = re.compile(_POLITELY, re.I)
_FIX = re.compile(rf"(?:(?:{_any(_CORRECTS)})(?![\w'’/])[\s,:;.!–—-]*(?:that\b\s*)?)+(?=\w)", re.I)
_TAIL = re.compile(
    rf"(?P<gap>[\s,!…–—(-]+)(?:{_any(_CLOSES)}|(?P<apart>{_any(_THANKS)}|(?P<ok>ok|okay|alright|vale)))[)\s.!…]*(?P<asks>\??)$",
    re.I,
)
_AGAIN = re.compile(  # opens a sentence behind another one, and says nothing of how they belong together
    r"(?<=[.!?…])\s+(?:(?:(?:oh|ah|ok|okay|and|also|so)[\s,]+){0,3}(?:btw|by the way|fyi|just fyi|jsyk|fwiw|tbh"
    r"|(?:just )?so (?:that )?you know|for the record|one more thing|p\.?s\.?|übrigens|au fait|por cierto)"
    r"|oh(?:[\s,]+(?:and|also|yeah|yes))?)(?![\w'’/-])[\s,:;…–—-]+(?=[^\W_])",
    re.I,
)
_FACE = re.compile(r"\s*(?:[\U0001F300-\U0001FAFF\u2600-\u27bf\ufe0f\u200d]+|(?<=\s)[:;]-?[)DP])\s*$")
_PAUSE = re.compile(r"[,.!?…–—(]|\s-")
_QUOTES = re.compile(
    r"\b(?:say|says|saying|said|write|type|add|use|word|is|are|was|a|an|the|of|with|called)$|[\"'`“‘«:]$", re.I
)
_ENDED = re.compile(r"[.!?:;…。！？；」』][\"'”’»)\]*_`]*$")
_EXACT = re.compile(r"(?:^|\s)\S*(?:[/\\=@_<>|~$]|\w\.\w)\S*$")  # a full stop behind it would be read as part of it
_WESTERN = re.compile(r"[^\W_][\"'”’»)\]`%]*$")
_NO_NAME = re.compile(r"[a-zß-ÿ]*[aeiouyà-ÿ][a-zß-ÿ]*(?:['’][a-z]+)?(?![\w./@-]*[\w/@])")


def plain(text: str) -> str:
    """Without lead-ins and tails, of a question and its answer and of each sentence, and with a capital."""
    return text if "\n" in text else _capital(ARROW.join(map(_bare, text.split(ARROW))))


def sentence(text: str) -> str:
    """The same with a full stop, as a page says it."""
    said = plain(text)
    if "\n" in said or _ENDED.search(said) or _EXACT.search(said):
        return said
    end = _WESTERN.search(said)
    return f"{said}." if end and ord(end[0][0]) < 0x250 else said


def stated(text: str) -> str:
    """A correction as what is so: "no, the db is not on 5432, it is on 6432" says "the db is on 6432, not 5432"."""
    opens = _FIX.match(text)
    rest = text[opens.end() :] if opens and ARROW not in text else text
    found = instead.read(rest)
    said = found.said if found else rest
    return said if said == text else _capital(said)


def _bare(said: str) -> str:
    shorter, last = said.strip(), ""
    while shorter != last:
        last = shorter
        shorter = _without_lead(_without_tail(last))
        if again := _AGAIN.search(shorter):
            shorter = f"{shorter[: again.start()]} {_capital(shorter[again.end() :])}"
    return shorter


def _without_lead(said: str) -> str:
    found = _LEAD.match(said)
    rest = said[found.end() :] if found else ""
    if found and _WISHED.match(said):
        rest = rest.rstrip("?\uff1f ")
    return rest if any(map(str.isalnum, rest)) else said


def _without_tail(said: str) -> str:
    faced = _FACE.sub("", said)
    found = _TAIL.search(faced, max(0, len(faced) - _LAST))
    if found is None:
        return faced if any(map(str.isalnum, faced)) else said
    rest = faced[: found.start()]
    apart = _PAUSE.search(found["gap"]) or _PAUSE.search(rest[-1:])
    if not apart and (found["apart"] or _QUOTES.search(rest)):
        return faced
    rest = rest.rstrip(" ,;–—-(") + ("" if found["ok"] else found["asks"])
    return rest if any(map(str.isalnum, rest)) else faced


def _capital(said: str) -> str:
    """With a capital, unless it begins with what is written so: npm, iPhone, acme-web, eu.example."""
    return said[:1].upper() + said[1:] if _NO_NAME.match(said) else said
