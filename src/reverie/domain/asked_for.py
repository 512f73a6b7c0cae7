"""Credentials that are given as an answer: "What is the password for the NAS?" — "Tannenbaum77#".

Nothing in the answer calls it one; the question does. A question is what an agent said last, when that asks for the
value itself; an answer is a value alone, or behind a few words that lead on to it. What a session would lose by a word
too many is little: an answer that is all value says nothing by itself. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reverie.domain import looks, passwords
from reverie.domain.looks import Span, folded, lazily

_LAST = 400  # characters of what the agent said in which it may ask
_SENTENCES = 3  # of these, from the end
_LONGEST, _LINES = 300, 4  # characters and lines of an answer


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: something that people choose, that programs issue, of digits, of several words."""

    chosen: bool = False
    issued: bool = False
    digits: bool = False
    words: bool = False

    def __bool__(self) -> bool:
        return self.chosen or self.issued or self.digits or self.words


_CHOSEN = lazily(
    folded(
        r"""(?<![a-z])(?:pass(?:word|wd|code)s?|pw|pwd|login|credentials?|passw[oö]rt\w*|kennw[oö]rt\w*|zugangsdaten|mots?\sde
        \spasse|mdp|identifiants|contraseñas?|clave|credenciales|senha|wachtwoord|password)(?![a-z])
        |(?:wi-?fi|wlan|network|netzwerk)[\s-]?(?:key|schlüssel)|wlan-?passwort
        |パスワード|暗証|密码|密碼|口令|비밀번호|암호|비번"""
    ),
    re.X,
)
_WORDS = lazily(
    folded(
        r"pass\s?phrases?|phrases?\sde\spasse|frase\sde\s(?:contraseña|paso)|(?:seed|recovery)\sphrase|パスフレーズ|密码短语|암호문"
    )
)
_DIGITS = lazily(
    folded(
        r"""(?<![a-z])(?:pins?|pin[\s-]?(?:code|number|nummer)|otp|2fa|tan|geheimzahl)(?![a-z])
        |(?:verification|security|one[\s-]time|2fa|mfa|sms|door|entry|access|unlock|alarm|bestätigungs|sicherheits|zugangs|tür)
        -?\s?codes?|codes?\s(?:de\s(?:vérification|sécurité|seguridad|verificación)|à\susage\sunique)|código\sde\s\w+
        |暗証番号|認証コード|確認コード|ワンタイム|验证码|驗證碼|门锁码|인증\s?번호|인증\s?코드|핀\s?번호"""
    ),
    re.X,
)
_ISSUED = lazily(
    folded(
        r"""(?<![a-z])(?:tokens?|secrets?|(?:api|access|private|secret|license|auth|deploy|signing|encryption|account)[\s_-]?keys?
        |(?:client|webhook|app)[\s_-]?secret|(?:api|zugangs|lizenz)-?\s?schlüssel|jetons?|cl(?:é|ef)s?\s(?:d'|de\sl')?(?:api|accès)
        |claves?\s(?:de\s)?(?:api|acceso)|connection\sstring)(?![a-z])
        |apiキー|トークン|シークレット|アクセスキー|密钥|密鑰|令牌|api\s?키|토큰|시크릿"""
    ),
    re.X,
)
# What asks for the value, not about it: who shall tell it, or a question as short as its name.
_ASKS = lazily(
    folded(
        r"""(?<!\w)(?:what(?:'s|\sis|\swas|\sare)|what\s(?:pass\w+|pin|token|key|secret|code)|which\s(?:pass\w+|pin|token|(?:api\s)?key
        |secret|code)|(?:can|could|would|will)\syou\s(?:please\s)?(?:give|send|share|paste|tell|provide|type|enter|drop)
        |(?:please|just)\s(?:\w+\s)?(?:paste|send|enter|give|tell|share|type|provide|drop|supply|reply)
        |(?:paste|send|enter|give|tell|share|type|provide|supply)\s(?:me|it|us|the|your|an?|in)|(?:i|we|i'll|we'll|i'd)\s(?:\w+\s)?need
        |do\syou\s(?:have|know|remember)|(?:is|it)\sneeds?|i'm\smissing|waiting\sfor
        |wie\s(?:lautet|ist|heißt)|was\sist|welche[srn]?|(?:kannst|könntest|können|könnten)\s(?:du|sie|ihr)|(?:hast|kennst|haben|kennen)\s(?:du|sie)
        |(?:gib|schick|sag|nenn\w*|füg\w*|tipp\w*|trag\w*|poste?)\s(?:mir|uns|das|den|die|bitte|hier)|bitte|(?:ich|wir)\s(?:\w+\s)?brauche?n?
        |fehlt\s(?:mir|noch)
        |quel(?:le)?s?(?:\sest|\ssont)?|c'est\squoi|(?:peux|pouvez|pourrais|pourriez)[\s-](?:tu|vous)|tu\speux|vous\spouvez|as-tu|avez-vous|tu\sas
        |(?:donne|envoie|colle|saisis|indique|dis|tape|entre)(?:z|r)?(?:-moi|\s(?:le|la|les|ton|ta|votre|ici))|il\sme\sfaut
        |(?:j'ai|j'aurai|j'aurais)\sbesoin
        |cuál(?:es)?(?:\ses|\sson)?|qué|(?:puedes|podrías|puede|podría)|tienes|(?:dame|dime|pega|envía\w*|manda\w*|introduce|escribe|pásame|indica)
        |necesito|me\shace\sfalta|por\sfavor)(?!\w)
        |教えて|入力|貼(?:って|り)|必要|何です|なんです|送って|ください|下さい|请|請|告诉|告訴|是什么|是什麼|是多少|需要|发给|發給|发一下|給我|给我
        |알려|입력|붙여|보내|필요|뭐|무엇|무슨|주세요|줄래|줘"""
    ),
    re.X,
)
# What shall be done with one, or where it is: the answer is no value.
_ABOUT = lazily(
    folded(
        r"""(?:^|(?<=[,:]\s))(?:should|shall|may|can|could|soll(?:en|te)?|dois)[\s-](?:i|ich|wir|je)(?!\w|\s(?:have|get|see|know))
        |(?<!\w)(?:(?:do|did|would|have)\syou\s(?:want|like|prefer|set|change[d]?
        |forg[eo]t\w*|rotate[d]?|store[d]?|try|tried)|where|how|why|when|who|whether|möchtest|willst|wo|warum|wann
        |(?:dois|veux|voulez|faut)(?:-il|\s|-)(?:je|tu|vous)|où|comment|pourquoi|debo|quieres|dónde|cómo|por\squé)(?!\w)
        |どこ|どうやって|ましょうか|哪里|哪裡|怎么|怎麼|要不要|是否|어디|어떻게|할까요"""
    ),
    re.X,
)
_SENTENCE = lazily(r"[^.?!。？！\n]+(?:\.(?=\S)[^.?!。？！\n]*)*[.?!。？！:]*")
_IT = lazily(  # what was named before: "The server wants a password. What is it?"
    folded(
        r"""(?:what|was|wie|quel(?:le)?|cuál|can|could|kannst|peux|puedes)\W(?:\w+\s){0,4}?(?:it|is\sit|one|es|das|ist\s(?:es|das)
        |lautet\s(?:es|das)|est-(?:il|elle)|es|le|la|lo|them|those)\W*(?:please|bitte)?\W*|(?:それは)?何ですか\W*|是什么\W*|是什麼\W*
        |뭐예요\W*|무엇인가요\W*"""
    ),
    re.X,
)
_SHORT = 6  # words of a question that is only a name: "Passwort für den NAS?"


def asked_for(text: str) -> Asked:
    """What credential a message asks for with its last words; nothing, most often."""
    last = looks.fold(text[-_LAST:]).text.replace("’", "'").lower()
    ends = [one.strip() for one in _SENTENCE().findall(last) if one.strip(" *_`>-:")][-_SENTENCES:]
    asks = [f"{before} {one}" if _IT().fullmatch(one) else one for before, one in pairwise(["", *ends]) if _asks(one)]
    return Asked(
        chosen=any(_CHOSEN().search(one) for one in asks), issued=any(_ISSUED().search(one) for one in asks),
        digits=any(_DIGITS().search(one) for one in asks), words=any(_WORDS().search(one) for one in asks),
    )  # fmt: skip


def _asks(sentence: str) -> bool:
    if _ABOUT().search(sentence):
        return False
    bare = sentence.rstrip("*_` ")
    short = bare.endswith(("?", "？", ":")) and len(sentence.split()) <= _SHORT
    return short or _ASKS().search(sentence) is not None


# -- the answer

_LEADS = lazily(
    folded(
        r"""(?:(?:sure|yes|yep|yeah|ok(?:ay)?|of\scourse|here(?:'s|\sis|\sit\sis|\syou\s(?:go|are))?|there(?:\syou\sgo)?|it(?:'s|\sis|s)|that(?:'s|\sis)
        |use|try|i\sthink|should\sbe|still|now|(?:the|my|our)\s(?:\w+\s)?(?:is|one\sis)|for\s\w+
        |klar|ja|gerne?|hier|(?:es|das|der|die)\s(?:ist|lautet|war)|ist|lautet|nimm|probier\w*|versuch\w*|hier\sist
        |bien\ssûr|oui|voici|voilà|tiens|c'est|utilise[rz]?|essaie|prends
        |claro|sí|si|aquí(?:\stienes|\sestá)?|toma|es|usa|prueba|la\s\w+\ses|el\s\w+\ses
        |はい|これ(?:です|は)?|こちら|是|用|这是|這是|好的?|给你|給你|네|여기(?:요)?|이거(?:예요)?)(?![a-z'])[\s,:;.!、，：–—-]{0,3}){0,4}"""
    ),
    re.X,
)
_VALUE = lazily(
    r"""["'`“”„‘’«»*(]{0,3}(?P<value>[^\s"`“”„«»]{3,200}?)["'`“”„‘’«»*)]{0,3}(?P<end>[.,;:!?。、，]*)(?P<rest>\s.*)?$"""
)
_POLITE = lazily(r"(?:です|だよ|だ|입니다|이에요|예요|이야|야)[.。!！]?$")
_NUMBER = lazily(r"\d(?:[\s-]?\d){2,9}")
_HEX = lazily(r"(?=[a-f-]*\d)[0-9a-f-]{16,}", re.I)
_REST = 8  # words that may follow a value
_ADDRESS = lazily(r"[\w.+-]+@[\w-]+\.\w+|https?:.*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\$\w+")
# Answers of one word, and words of which no passphrase is made, when somebody talks instead.
_TALK = lazily(
    folded(
        r"""y(?:es|ep|eah|up)?|n(?:o|ope|ah|one|ever|ot)|maybe|sure|ok(?:ay)?|fine|skip|later|wait|sorry|idk|dunno|nevermind|hm+|thanks?|thx|please
        |what|why|which|where|who|how|don'?t|do|doesn'?t|can'?t|have|has|it'?s?|is|are|was|there|here|that|this|the|a|an|in|on|at|for|from|to|of|and|or
        |but|i|i'?m|i'?ll|you|your|my|we|our|ask|check|look|see|use|try|let|go|ahead|forgot|forget|lost|generate|make|create|choose|pick|reset|change
        |same|any|some|nothing|anything|already|yet|still|soon|tomorrow|today|now|one|moment|sec|second|first|cancel|stop|continue|next|hello|hi|hey
        |ja|nein|nö|klar|gleich|später|kein\w*|moment|warte?|weiß|nicht|ich|du|wir|das|der|die|den|ist|im|in|auf|und|oder|danke|bitte|egal|vergessen
        |oui|non|si|pas|je|tu|le|la|les|un|une|est|plus|tard|attends|merci|aucune?|sais|d'accord|c'est|sí|vale|luego|espera|gracias|ningun[ao]|sé|el
        |es|no\ssé|sim|não|test|demo|staging|prod(?:uction)?|dev|local|both|all|either|neither|default|root|admin"""
    ),
    re.X,
)


def answered(text: str, asked: Asked) -> Iterator[Span]:
    """Where in a message the value stands that was asked for."""
    if not asked or len(text) > _LONGEST:
        return
    lines = [line for line in re.finditer(r"[^\r\n]+", text) if line[0].strip()]
    for line in lines if len(lines) <= _LINES else ():
        start, said = line.start() + len(line[0]) - len(line[0].lstrip()), line[0].strip()
        if span := _in_line(said, asked):
            yield start + span[0], start + span[1]


def answers_itself(text: str) -> Iterator[Span]:
    """Where a message answers its own question: "the vault password? Zx81-Spectrum-Q"."""
    found = _SELF().search(text) if len(text) <= _LONGEST and "?" in text else None
    if found and _in_line(found[2], asked_for(found[1])) == (0, len(found[2])):
        yield found.span(2)


_SELF = lazily(r"([^\n?]*\?)\s+(\S{5,100})\s*\Z")


def _in_line(said: str, asked: Asked) -> Span | None:
    lead = _LEADS().match(said.lower())
    at = lead.end() if lead and len(said.lower()) == len(said) else 0
    for begin in dict.fromkeys((at, 0)):
        rest = _POLITE().sub("", said[begin:])
        if asked.digits and (number := _NUMBER().match(rest)) and not rest[number.end() : number.end() + 1].isalnum():
            return begin, begin + number.end()
        value = _VALUE().match(rest)
        if value and _given(value["value"], value["rest"] or "", asked, led=begin > 0):
            return begin + value.start("value"), begin + value.end("value")
        if (asked.words or asked.chosen) and _phrase(rest, asked):
            return begin, begin + len(rest)
    return None


def _given(value: str, rest: str, asked: Asked, *, led: bool) -> bool:
    """Whether a value can be what was asked for; what stands among other words must look like it."""
    if not passwords.filled(value) or passwords.code(value, bare=True) or _ADDRESS().fullmatch(value):
        return False
    if len(rest.split()) > _REST or _TALK().fullmatch(folded(value).lower()):
        return False
    mixed = passwords.mixed(value) or passwords.slug(value) or _HEX().fullmatch(value) is not None
    alone = not rest.strip()
    if asked.issued and len(value) >= 8 and (mixed or passwords.opaque(value, True, True)):
        return True
    if not (asked.chosen or asked.words):
        return False
    knotty = len(value) >= 6 and re.search(r"[A-Za-z]", value) and passwords.DIGIT.search(value)
    if mixed or (alone and knotty):
        return True
    return alone and not led and asked.chosen and value.isascii() and len(value) >= 4 and passwords.word(value)


def _phrase(said: str, asked: Asked) -> bool:
    """Whether somebody gives several words, and does not talk."""
    words = re.split(r"[\s-]+", said.strip(" .\"'`"))
    if not 3 <= len(words) <= 24 or any(not re.fullmatch(r"[^\W\d_]{2,14}|\d{1,4}", word) for word in words):
        return False
    told = [word for word in words if _TALK().fullmatch(folded(word).lower())]
    return not told and (asked.words or len(words) > 3 or any(word.isdigit() for word in words))
