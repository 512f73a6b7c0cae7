"""Stretches of a person's message that are somebody else's words, or a text of theirs for somebody else. Pure.

A quotation of several sentences is a text and no statement. What somebody wrote and the person doubts ("is he
serious?") is not what holds, and what they ask about before they send it ("is this ok?") says nothing to us.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain import pattern
from reverie.domain.given_names import given

Span = tuple[int, int]

_FEW = 3  # words of a quotation that only names something
_NEAR = 400  # characters before a doubt in which the sentence stands that is doubted
_LEAST, _MOST = 12, 6_000  # characters of a quotation that is looked at
AGENTS = frozenset(
    {"claude", "alexa", "siri", "gemini", "copilot", "codex", "assistant", "agent", "bot", "there", "all"}
)
_QUOTED = re.compile(  # looks back from the marks: there are few of them
    rf"\"(?<![\w\"]\")(?=\S)[^\"]{{{_LEAST},{_MOST}}}\"(?![\w\"])|“[^”]{{{_LEAST},{_MOST}}}”"
    rf"|„[^“”]{{{_LEAST},{_MOST}}}[“”]|«[^»]{{{_LEAST},{_MOST}}}»|「[^」]{{8,{_MOST}}}」|『[^』]{{8,{_MOST}}}』"
    rf"|'(?<!\w')(?=\w)[^'\n]{{{_LEAST},{_MOST}}}[.!?]'(?!\w)"
)
_MARKS = ('"', "“", "„", "«", "「", "『", "'")
_SEVERAL = re.compile(r"[.!?…][\"'”’)]*\s+\S|[。！？]\s*[^\s」』]")
_ENDED = re.compile(r"[.!?…]\s|[。！？\n]")
_OWN = re.compile(  # opens a quotation of what is the person's own, or shall be said for them
    r"(?:\b(?:remember|memori[sz]e|save|store|keep|note|forget|sign(?:ed)?|signature|reply|replies|answer|respond"
    r"|greet|start"
    r"|begin|end|close|call(?:ed)?|named?|titled?|motto|mantra|slogan|tagline|footer|header|wording|label|use|write"
    r"|say|put"
    r"|add|insert|rules?|polic(?:y|ies)|principle|default|my|our|i(?:'d| would)? (?:always |often |usually )?(?:say"
    r"|said|told"
    r"|wrote|write|sign|mean|meant|decided|prefer)|merke?|speichere?|unterschreibe?|schreibe?|nenne?|retiens|signe"
    r"|recuerda"
    r"|firma|запомни)\b|覚えて|기억|记住)[^.!?\n]{0,60}\Z",
)
_TEXTS = (
    r"e-?mails?|mails?|letters?|messages?|msgs?|texts?|sms|slack|teams|whatsapp|telegram|discord|dm|tweets?|toots?"
    r"|posts?"
    r"|pages?|(?:web)?sites?|websites?|articles?|blogs?|comments?|threads?|readmes?|read-?me|issues?|tickets?|banners?"
    r"|pop-?ups?|notices?|signs?|stickers?|flyers?|leaflets?|newsletters?|announcements?|memos?|notes?|faqs?|e-?mail"
    r"|briefe?s?|nachricht(?:en)?|schreiben|seite|aushang|courriels?|lettres?|annonces?|correos?|mensajes?|cartas?"
    r"|avisos?"
)
_POSTED = (
    r"wrote|writes|written|texted|e-?mailed|mailed|messaged|dm'?d|posted|sent|commented|tweeted|replied|pinged|schrieb"
    r"|schreibt|schickte|écrit|envoyé|escribió|mandó|envió"
)
_SPOKE = (
    r"says?|said|saying|states?|stated|reads?|claims?|claimed|demands?|demanded|announced|answered|told|tells|insists?"
    r"|insisted|suggest(?:s|ed)|sagt|sagte|meint|meinte|verlangt|dit|affirme|dice|dijo"
)
_WROTE = rf"{_POSTED}|{_SPOKE}|left|got|received|found|came|steht"
_ANNOUNCES = re.compile(rf"\b(?:{_TEXTS}|{_WROTE})\b")
_KEEP = re.compile(  # opens what the person wants kept, whoever wrote it
    r"\W*(?:(?:please|pls|can you|could you|ok(?:ay)?|and|also|bitte)\W+)*(?:remember|memori[sz]e|save|store|keep"
    r"|note|merke?"
    r"|speichere?|retiens|recuerda|запомни|记住)(?!\w)",
)
_I = re.compile(
    r"\W*(?:(?:so|and|but|ok(?:ay)?|then|also|yesterday|today|earlier)\W+)*(?:i|we|ich|wir|je|nous|yo)\b", re.I
)
_I_GOT = re.compile(
    r"\b(?:got|received|found|saw|read|bekam|bekommen|erhalten|gefunden|reçu|trouvé|recibí|encontré)\b", re.I
)
_THING = (
    r"(?:it|this|that|these|those|he|she|they|the (?:e-?mail|mail|letter|message|page|post|text|guy|boss|company"
    r"|landlord)"
    r"|my (?:boss|landlord|manager))"
)
_DOUBTS = re.compile(  # whether somebody may or can mean what they wrote
    rf"\b(?:(?:is|are|was|were) {_THING}(?: \w+)? (?:really |actually |even |for )?(?:legit(?:imate)?|real|true"
    rf"|serious|joking"
    r"|kidding|sane|genuine|a (?:scam|hoax|joke|fake)|an? (?:phishing|spam|attack|injection)\w*|spam|phishing|fake"
    r"|safe|legal"
    r"|allowed(?: to)?|lawful|normal|correct|right)"
    rf"|(?:can|may|could) {_THING} (?:really |actually |just |even )?(?:do|say|demand|require|ask|force|mean|decide|be"
    r" (?:true|serious|real|right))"
    rf"|(?:do|does|did) {_THING} (?:really |actually )?(?:mean (?:it|that)|have the right|get to)"
    r"|(?:should|can|must|do) (?:i|we) (?:really |actually |have to |need to )*(?:trust|believe|obey|comply|listen to"
    r"|fall for|act on|follow (?:it|that|this|them))"
    r"|meint (?:er|sie|der|die) das (?:wirklich )?ernst|ist (?:das|er|sie) (?:echt|ernst|legal|seriös|erlaubt|wahr"
    r"|betrug)"
    r"|ist das (?:ein )?(?:betrug|scherz|witz|spam|phishing)|stimmt das|darf (?:er|sie|man|der|die)(?: \w+)? das"
    r"|(?:c'est|est-ce|est-ce que c'est) (?:vraiment )?(?:vrai|sérieux|légal|une arnaque|normal|légitime|fiable)"
    r"|(?:il|elle) est sérieu(?:x|se)|(?:il|elle|ils) (?:a|ont) le droit|a-t-(?:il|elle) le droit"
    r"|¿?es (?:esto |eso )?(?:verdad|legal|una estafa|serio|normal|legítimo|fiable)|va en serio|puede hacer eso"
    r")\b[^.!?\n]{0,60}\?"
    r"|\b(?:legit|seriously|for real|scam|phishing|wtf|really)\s*\?",
)
_DOUBTS_ABROAD = re.compile(
    r"(?:本当|マジ|詐欺)[^。\n]{0,10}[?？か]|(?:진짜|사기|정말)[^.\n]{0,10}[?？]|(?:是真的|骗局|诈骗|真的)[^。\n]{0,6}[吗嗎?？]"
    r"|(?:это правда|он серьёзно|развод|мошенник)[^.\n]{0,20}\?",
)
_WONDERS = re.compile(  # what to make of it
    r"\b(?:what (?:does|do|did) (?:it|this|that|he|she|they) (?:mean|want)|what do you (?:think|make) of|who(?:'s"
    r"| is) (?:this"
    r"|that|it) from|what(?:'s| is) (?:it|this|that)\b|thoughts|wdyt|opinions?|any idea|how (?:do|should|would"
    r"|can) (?:i|we)"
    r" (?:reply|answer|respond|react)|what (?:do|should|would|can) (?:i|we) (?:reply|answer|respond|say|write|do)"
    r"|do (?:i|we)"
    r"|does (?:it|that|this)|was (?:bedeutet|heißt|soll) das|was soll ich|que (?:penses-tu|veut dire)|qu'en penses-tu"
    r"|qué (?:significa|opinas|hago|respondo))\b[^.!?\n]{0,60}\?",
)
_SHOWN = (
    r"(?:this|that|it|the following|below|my (?:reply|answer|mail|e-?mail|message|text|post|draft|bio|intro|letter))"
)
_DRAFT = re.compile(  # asks about a text that is to go to others
    rf"\b(?=\w)(?:(?:is|are) {_SHOWN} (?:\w+ )?(?:ok|okay|fine|good|alright|polite|rude|clear|correct|understandable"
    r"|too \w+|formal(?: enough)?|(?:good |polite |formal |clear )?enough|grammatical|right)"
    r"(?: to send| to post| to write| like this"
    r"| as (?:is|a \w+)| for (?:my|a|an|the) \w+| in (?:english|german|french|spanish))?"
    rf"|(?:does|do|would|will) {_SHOWN} (?:sound|read|come across|look|work|make sense)(?: \w+){{0,3}}"
    rf"|how (?:does|do|would|is|about) {_SHOWN}(?: (?:sound|read|look|come across))?(?: \w+){{0,2}}"
    rf"|(?:can|could|should|may|shall) i (?:send|post|write|say|reply|answer|submit|publish) {_SHOWN}?"
    r"|any (?:typos|mistakes|errors)(?: in (?:this|it|here))?|(?:check|fix|correct) (?:my|the) (?:grammar|spelling"
    r"|wording"
    r"|english|german|french|spanish)"
    r"|how (?:do|would|can) (?:i|you|we) (?:say|write|phrase|put|translate)"
    r"|(?:ist|wäre|passt|geht) das (?:so )?(?:ok|okay|gut|höflich|richtig|in ordnung|verständlich|so)"
    r"|(?:kann|soll|darf) ich das (?:so )?(?:schicken|abschicken|schreiben|senden|posten)|(?:wie )?klingt das(?: so)?"
    r"|(?:est-ce que )?(?:c'est|ça (?:sonne|va)) (?:\w+ )?(?:ok|bien|bon|correct|poli|comme ça)|je peux envoyer ça"
    r"|(?:está|suena|queda) (?:esto |así )?bien(?: así| esto)?|puedo (?:enviar|mandar)(?:lo)?(?: esto| así)?"
    r"|proof-?read|translate|rephrase|reword|paraphrase|polish|shorten|übersetz\w*|korrigier\w*|formulier\w*"
    r"|tradui\w+"
    r"|corrig\w+|reformul\w+|traduc\w+)\b",
)
_HANDED = re.compile(r"[^.!?:\n]{0,40}(?P<mark>[?:])[ \t]*(?P<rest>\n?)")
_GREETS = re.compile(
    r"(?:hi|hello|hey|dear|hallo|liebe[rs]?|sehr geehrte[rs]?|bonjour|salut|ch[eè]re?|hola|estimad[oa]s?|querid[oa]s?"
    r"|good (?:morning|afternoon|evening)|guten (?:tag|morgen))[ \t]+"
    r"(?:(?:mr|mrs|ms|dr|herr|frau|monsieur|madame|señora?)\.?[ \t]+)?(?P<name>[^\W\d_]{2,20})\b"
    r"[^.!?\n]{0,20}[,!.\n–-]",
)
_ADDRESSED = (  # whom nobody addresses who speaks to an agent
    " customer customers sir madam tenant tenants resident residents subscriber member members user users valued"
    " applicant neighbour neighbours neighbor neighbors colleague colleagues team kunde kunden kundin damen mieter"
    " client cliente kollegen nachbarn "
)
_CLOSES = re.compile(
    r"\b(?:(?:kind|best|warm|many) (?:regards|wishes|thanks)|best|regards|cheers|sincerely|yours(?: \w+)?|(?:viele"
    r"|liebe|beste"
    r"|herzliche|freundliche\w*) grüße\w*|mit freundlichen grüßen|cordialement|saludos|un saludo),?[ \t]*\n?[ \t]*"
    r"[^\n.!?]{0,40}",
)
_AGENT = re.compile(r"(?:agent|assistant|bot|llm|model|ai(?<!\wai))s?\b")
_ASKS = re.compile(  # where the person goes on themselves: they ask, or say what they make of it
    r"[^.!?\n]*[?？]|(?:(?<=[.!?])[ \t]|\n)\W*(?:i (?:dis)?agree|agreed|(?:he|she|they)(?:'s|'re| is| are) right"
    r"|makes sense|let'?s"
    r"|so (?:please|let'?s|we|i)|please|can you|could you|from now on (?:i|we)|remember|btw|by the way|anyway"
    r"|my (?:own|take|view)"
    r"|je suis d'accord|d'accord|einverstanden|das stimmt|de acuerdo|estoy de acuerdo)\b",
)
_BREAK = re.compile(r"\n[ \t]*\n")
_FIRST = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|me|ich|mein\w*|je|mon|ma|mes|yo|mi|mis)\b")
_SAYS = re.compile(  # who wrote it, how, and a colon before what they wrote
    rf"(?:^|(?<=[.!?\n])[ \t]{{0,3}})[^.!?:\n]{{0,60}}\b(?:{_WROTE}|(?:{_TEXTS}) (?:from|by|of|von|de)\b|{_POSTED})\b"
    r"[^.!?:\n]{0,40}:(?=[ \t]*\S)(?!//)",
)
_CLAUSE = re.compile(r"[.!?\n](?=[^.!?:\n]{0,160}:)")  # stands before a clause that a colon ends
_SENT = re.compile(rf"\b(?:{_POSTED})\b")
_REPORTS = re.compile(  # who says that something is so, in one sentence
    rf"(?:^|(?<=[.!?\n])[ \t]{{0,3}})(?!\W*(?:i|we|you|ich|wir|je|nous|yo)\b)[^.!?:\n]{{2,50}}?\b(?:{_SPOKE}"
    rf"|{_POSTED})\b"
    r"[^.!?\n]{8,300}?[.!,;–-]+[ \t]*(?:(?:wtf|lol|hm+|wait|but|like|ok(?:ay)?|so)\b[ \t,.!]*)*\Z",
)
_TO_AGENTS = re.compile(  # what a text wants of agents
    rf"\b(?:(?:the|this|that|an?|his|her|their) (?:\w+ ){{0,2}}(?:{_TEXTS})|it) (?:says|said|states|reads|claims"
    rf"|wants|demands"
    r"|tells|asks|instructs|requires)\b[^.!?\n]{0,60}\b(?:agents?|assistants?|ais?|chat ?bots?|bots?|llms?|models?)\b"
    r"(?=[^.!?\n]{0,40}\b(?:must|should|shall|always|never|have to|has to|need to|may|to)\b)[^.!?\n]*",
)


def others(message: str) -> Iterator[Span]:
    """Where the words of others stand, and texts that are meant for them; a stretch may be told twice."""
    low = message.lower()
    if len(low) == len(message):  # nearly always; and patterns that need not look for capitals are three times as fast
        message = low
    asks = "?" in message or "？" in message or "か" in message or "吗" in message
    marked = any(mark in message for mark in _MARKS)
    drafts = _DRAFT.search(message) if asks or marked or ":" in message else None
    doubts = _doubted(message) if asks else None
    if marked:
        yield from _quoted(message, asked=drafts is not None or doubts is not None, asks=asks)
    if drafts:
        yield from _draft(message, drafts)
    if ":" in message:
        yield from _written(message, doubts)
    if doubts and (report := _REPORTS.search(message[max(0, doubts.start() - _NEAR) : doubts.start()])):
        yield doubts.start() - len(report[0]), doubts.start()
    if _AGENT.search(message):
        yield from (found.span() for found in _TO_AGENTS.finditer(message))
    if asks:
        yield from _letters(message)


def _questions(message: str) -> Iterator[Span]:
    """What a question mark ends, from the end of a sentence on."""
    end = message.find("?")
    while end >= 0:
        yield max(message.rfind(mark, 0, end) for mark in ".!?") + 1, end + 1
        end = message.find("?", end + 1)


def _doubted(message: str) -> re.Match[str] | None:
    """Where something is doubted first."""
    here = next((found for one in _questions(message) if (found := _DOUBTS.search(message, *one))), None)
    abroad = None if message.isascii() else _DOUBTS_ABROAD.search(message)
    return min(filter(None, (here, abroad)), key=lambda found: found.start(), default=None)


def _quoted(message: str, *, asked: bool, asks: bool) -> Iterator[Span]:
    """Quotations that are asked about, and those that are a text; not what the person wants said or kept."""
    questions = _questions(message) if asks else ()
    wonders = [found.start() for question in questions for found in _WONDERS.finditer(message, *question)]
    for found in _QUOTED.finditer(message):
        begins = [end.end() for end in _ENDED.finditer(message, max(0, found.start() - 160), found.start())]
        opening = message[begins[-1] if begins else max(0, found.start() - 160) : found.start()]
        several = _SEVERAL.search(found[0]) is not None
        announced = _ANNOUNCES.search(opening) and (not _I.match(opening) or _I_GOT.search(opening))
        own = _KEEP.match(opening) or (_OWN.search(opening) and not announced)
        wondered = announced and wonders and wonders[-1] >= found.end()
        says = len(found[0].split()) > _FEW or not found[0].isascii()
        if (several and not own) or (asked and says and not own) or wondered:
            colon = len(opening) - len(opening.rstrip(" \t:–-"))
            yield found.start() - colon, found.end()


def _draft(message: str, asked: re.Match[str]) -> Iterator[Span]:
    """A text without quotation marks that is asked about: behind a colon, or a letter before or behind the question."""
    handed = _HANDED.match(message, asked.end())
    if handed:
        greets = _GREETS.match(message, handed.end())
        if (greets and greets["name"] not in AGENTS) or handed["mark"] == ":":
            over = _BREAK.search(message, handed.end()) if not greets else None
            closed = _CLOSES.search(message, handed.end()) if greets else None
            end = closed.end() if closed else over.start() if over else len(message)
            yield handed.start("mark") + (handed["mark"] == "?"), end
    greets = _GREETS.match(message.lstrip())
    if greets and _somebody(greets["name"]) and asked.start() > greets.end():
        stops = [stop.end() for stop in _ENDED.finditer(message, 0, asked.start())]
        yield 0, stops[-1] if stops else asked.start()


def _written(message: str, doubts: re.Match[str] | None) -> Iterator[Span]:
    """What somebody wrote, behind a colon: when it is doubted, or speaks of themselves in several sentences."""
    clauses = (clause.start() for clause in _CLAUSE.finditer(f"\n{message}"))
    for says in pattern.tried(_SAYS, message, clauses):
        if _I.match(says[0]) and not _I_GOT.search(says[0]):
            continue
        over = _BREAK.search(message, says.end())
        end = over.start() if over else len(message)
        if message[says.end() : end].lstrip()[:1] in _MARKS:
            continue  # a quotation, which is looked at as such
        asked = next((a.start() for a in _ASKS.finditer(message, says.end(), end)), end)
        told = message[says.end() : asked]
        theirs = _SENT.search(says[0]) and _SEVERAL.search(told) and _FIRST.search(told)
        if (doubts and doubts.start() >= says.end()) or theirs:
            yield says.end() - 1, max(asked, says.end())
            return


def _letters(message: str) -> Iterator[Span]:
    """A letter to somebody whom nobody is to an agent: "Dear customer, …"."""
    for greets in _GREETS.finditer(message):
        if f" {greets['name']} " in _ADDRESSED:
            closed = _CLOSES.search(message, greets.end())
            over = _BREAK.search(message, greets.end() + 2)
            yield greets.start(), closed.end() if closed else over.start() if over else len(message)
            return


def _somebody(name: str) -> bool:
    """Whether a letter to this one is no message to the agent."""
    return name not in AGENTS and (given(name) or f" {name} " in _ADDRESSED)
