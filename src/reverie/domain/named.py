"""Values that only their name gives away: passwords, keys, codes, phrases, and options of commands.

How a name and a value stand together in a text is here; whether the value can be one is judged in `passwords.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from reverie.domain import passwords
from reverie.domain.looks import Page, Span, folded, lazily
from reverie.domain.passwords import DIGIT, filled

Finder = Callable[[Page], Iterator[Span]]


def token(anchors: tuple[str, ...], pattern: str, real: Callable[[str], bool]) -> Finder:
    """Finds a pattern that begins where an anchor does; its group, when it has one, is the credential."""
    compiled = lazily(pattern, re.A)

    def find(page: Page) -> Iterator[Span]:
        form, done, text = compiled(), 0, page.text
        for at in page.places(anchors):
            if at >= done and (match := form.match(text, at)):
                done = match.end()
                if real(match[form.groups]):
                    yield match.span(form.groups)

    return find


# -- behind a name

_SUFFIX = r"""(?:[_-]?(?:key|value|string|raw|text|base64|b64|base|prod|production|staging|dev|test|live|old
    |new|[0-9]{1,3})){0,2}"""
_FORMAT = r"(?:\s(?:base64|b64)(?:[\s-]encoded)?)?"
_SIGN = r"""[\\"'`*_\])]{0,4}\s{0,8}
    (?::\s?[a-z][\w\[\]|.\ ]{0,30}=(?=\s?["'])|:?=>?|==|:|\||->|>|,(?=\s?["']))[*_]{0,2}\s{0,8}"""
_OF = (
    "for|to|of|on|at|in|from|furs?|vo[nm]|zu[mr]?|beim|im|am|auf|de|du|del|do|da|dos?|au|chez|en|em|no|na|nel|della|per|al"
    "|para|pour|от|для|к|на"
)
_NOW = "[-–—]|на|теперь|сейчас|такой|был|стал"
_DOES = "を|に|로|으로|를|을|用|改成了?|改为|改為|换成|換成|设为|設為|设置为"  # leads on, without saying that it is so
_ABOUT = rf"(?:\s(?:{_OF})(?:\s[\w.'-]{{1,30}}){{1,5}}?)?"
_SAID = rf"""{_ABOUT}\s{{1,3}}(?:is\s(?:now|still|going\sto\sbe)|will\sbe|is|was|to|ist|war|lautet|est|c'est|es|era|e)
    (?::|\s)\s{{0,3}}
    |\s(?:{_OF})(?:\s[\w.'-]{{1,30}}){{1,4}}?:\s{{1,3}}
    |\s?(?:是|为|為|は|는|은|가|이)\s?:?\s?
    |(?<=[\u0400-\u04ff])\s(?:{_NOW})\s|\s?(?:{_DOES})\s?|(?<=[^\x00-\u10ff])(?=[a-z0-9])"""
_FLAG = lazily(r"(?:--[\w-]*|\s-[a-z]*|\blogin\s\S{1,40}\s)\Z")
_SET = lazily(r"\b(?:set|chang|reset|rotat|updat|mak|switch)\w{0,4}\b[^.\n]{0,40}\Z")
_WITH = lazily(folded(r"\b(?:with|using|mit|avec|con|com|met|med|с|z)\s(?:\w{1,5}\s)?\Z"))
_LOGIN = lazily(r"user|login|account|_\Z")
_PAIRED = lazily(r"(?:user(?:name)?|login|account)[\s:=]{1,3}\S{2,60}[\s,;/]{1,3}(?:and\s)?\Z")
_SIGNATURE = lazily(r"[(\[][^()\[\]\n]{0,120}\Z")
_CHARS = r"!#-&(-;=?-_a-~\u00df-\u058f"
_VALUE = lazily(
    rf"""[bru]?\\?"(?P<double>[^"\s\0]{{3,}}+)|[bru]?\\?'(?P<single>[^'\s\0]{{3,}}+)
    |\\?[`“”„‘’‚«「『(]?(?P<bare>[{_CHARS}]{{3,}}+)""",
    re.X,
)
_INSIDE = r"(?!\s)([^{0}\\\n\0]{{3,100}})(?<!\s)"
_SEVERAL = lazily(
    "|".join(
        begin + _INSIDE.format(other) + end
        for begin, other, end in (
            (r'[bru]?\\?"', '"', r'\\?"'),
            (r"[bru]?\\?'", "'", r"\\?'(?!\w)"),
            ("[“„”]", "“”„", "[“”]"),
            ("[‘‚’]", "‘’‚", r"[‘’](?!\w)"),
            (r"«\s?", "«»", r"\s?»"),
            ("»", "«»", "«"),
            ("「", "「」", "」"),
            ("『", "『』", "』"),
            ("`", "`", "`"),
        )
    )
)
_CUT = lazily(r"[&;,|](?=[\w.-]{0,40}[=:|]|$)")
_REST = {
    "double": re.compile(r'[^"\s\0]*'),
    "single": re.compile(r"[^'\s\0]*"),
    "bare": re.compile(rf"[{_CHARS}]*"),
}
_SPELLED = lazily(r"(?:[\w+/=!@#$%^&*-] ){7,80}[\w+/=!@#$%^&*-](?![\w])", re.A)
ALONE = lazily(
    r"""[.!`*_]{0,3}(?:\s*(?:$|\n|[,;)\]}|"'<。，、(]|[-–—]\s)|\s(?:and|but|und|et|y|です|だ|이|야|입니다)(?!\w))"""
)
_ENDS = lazily(r"""\s|$|[;&"'`]""")
_AMBIGUOUS = ("pass", "pw", "clave")  # words that also mean something else
_PEEK = 128  # characters of a value that are judged; a bound, so that 'token=token=…' stays linear


def keyed(anchors: tuple[str, ...], names: str, real: Callable[[str, bool, bool], bool], chosen: bool) -> Finder:
    """Finds the value that a key's name, an option or a sentence calls a credential, chosen by a person or issued."""
    form = rf"(?P<name>{names}){_SUFFIX}{_FORMAT}(?:(?P<sign>{_SIGN})|(?P<said>{_SAID})|(?P<gap>\s{{1,3}}))"
    compiled = lazily(folded(form), re.X)

    def find(page: Page) -> Iterator[Span]:
        key, done, text, low = compiled(), 0, page.text, page.low
        for at in page.places(anchors):
            if at < done or not (match := key.match(low, at)):
                continue
            stop = match.end()
            flag = bool(match["gap"]) and _FLAG().search(low, max(0, at - 60), at) is not None
            if not match["gap"] and (spelled := _SPELLED().match(text, stop)):
                done = spelled.end()
                yield spelled.span()
                continue
            if chosen and (words := _words(text, low, match, flag=flag)):
                done = words[1]
                yield words
                continue
            value = _VALUE().match(text, stop, stop + _PEEK)
            if value is None:
                continue
            how = str(value.lastgroup)
            bare, held = how == "bare", value[how].rstrip("\\")
            if bare:
                held = _CUT().split(held, maxsplit=1)[0].rstrip(".,;:?)]}*_\\")
            start = value.start(how)
            if not held or match["name"] == low[start : start + len(held)]:
                continue
            named = not match["gap"] or flag
            if not (
                (named and len(held) >= 8 and real(held, bare, bool(match["said"])))
                or (not named and not chosen and bare and passwords.glaring(held))
                or (chosen and _picked(text, low, match, held, bare=bare, flag=flag, end=start + len(held)))
            ):
                continue
            if passwords.code(held, bare=bare) or not filled(held):
                continue
            done = start + len(held)
            if done == stop + _PEEK and (rest := _REST[how].match(text, done)):
                done = rest.end()
            yield start, done

    return find


def _words(text: str, low: str, match: re.Match[str], *, flag: bool) -> Span | None:
    """Where the password is several words in quotes."""
    if not (found := _SEVERAL().match(text, match.end())):
        return None
    held, sign, said = found[found.lastindex or 0], match["sign"], match["said"]
    if not re.search(r"\s", held) or not passwords.several(held):
        return None
    if match["name"] in _AMBIGUOUS and not DIGIT.search(held):
        return None
    if said and said.strip() == "to" and not _SET().search(low, max(0, match.start() - 80), match.start()):
        return None
    if match["gap"] and DIGIT.search(held) and _WITH().search(low, max(0, match.start() - 20), match.start()):
        return found.span(found.lastindex or 0)
    if not flag and not said and (not sign or _mark(sign)[-1:] not in ("=", ":", ">")):
        return None
    return found.span(found.lastindex or 0)


def _leads(said: str | None) -> bool:
    """Whether what stands between a name and a value does not say that the one is the other."""
    return said is not None and (not said.strip() or re.fullmatch(folded(_DOES), said.strip()) is not None)


def _mark(sign: str) -> str:
    return sign.strip("\\\"'`*_]) \t\r\n")


def _picked(text: str, low: str, match: re.Match[str], held: str, *, bare: bool, flag: bool, end: int) -> bool:
    """Whether a short or plain value is a password because of how it is called one."""
    name, sign, said = match["name"], match["sign"], match["said"]
    before, at = max(0, match.start() - 80), match.start()
    foreign = ord(name[0]) > 0x10FF
    short = name in _AMBIGUOUS
    if foreign:
        return (
            held.isascii()
            and len(held) >= 4
            and passwords.word(held)
            and held[0].isalnum()
            and (passwords.mixed(held) or (held.isalpha() and not _leads(said)))
        )
    if flag:
        return held[0] != "-" and passwords.word(held)
    if said:
        if passwords.mixed(held):
            return True
        if (
            not passwords.told(held)
            or short
            or re.fullmatch(folded(_NOW), said.strip())
            or not ALONE().match(text, end)
        ):
            return False
        return said.strip() != "to" or _SET().search(low, before, at) is not None
    if not sign:
        # One may also pass something: where no login is spoken of, it must look like a password all the more.
        real = passwords.made if name == "pass" and not _LOGIN().search(low, before, at) else passwords.mixed
        paired = name == "pass" and _PAIRED().search(low, before, at) and passwords.signed(held)
        plainly = passwords.jumbled if name == "pass" and not paired else passwords.made  # whatever follows it
        return plainly(held) or (real(held) and ALONE().match(text, end) is not None)
    if _SIGNATURE().search(low, before, at) and "=" not in sign:
        return False
    mark = _mark(sign)
    if mark not in ("=", ":", ":=", "=>") or not passwords.word(held):
        return False
    if not bare:
        return not short or passwords.mixed(held) or bool(_LOGIN().search(low, before, at))
    if "\n" in sign:
        return passwords.mixed(held)
    if short and (held.isdigit() or not _LOGIN().search(low, before, at)):
        return False
    if sign == "=":
        return (
            low[at - 1 : at] != "." and _ENDS().match(text, end) is not None and (not held.isdigit() or len(held) > 3)
        )
    return (passwords.mixed(held) or passwords.told(held)) and len(held) >= 4 and ALONE().match(text, end) is not None


# -- the names

CHOSEN = r"""(?<!ch)p[a4@][s5$]{2}w(?:[o0]r)?[dt]|(?<=mot\sde\s)passe|(?<=palavra[\s-])passe|passord(?:et)?|passphrase
    |passcode|pwd(?<![a-z]pwd)|pw(?<![a-z]pw)(?![a-z])|psk(?<![a-z]psk)(?![a-z])
    |pass(?<![a-z]pass)|kennwort|motdepasse|mdp(?<![a-z]mdp)(?![a-z])|contraseña|clave(?<![a-z]clave)|senha(?<![a-z]senha)
    |wachtwoord|hasł(?:o|em|a|u)|lösenord(?:et)?|adgangskode(?:n)?|salasana(?:lla|na|ksi|n|si)?|hesl(?:o|em|a|u)
    |şifre(?:si|m|n|niz|yi|sini|yle|siyle)?|jelszó(?:val)?
    |парол(?:ь|я|ю|ем|ём|е|и|у|а|ата)|密码|密碼|口令|パスワード|パスコード|비밀번호|비번|패스워드|암호"""
CHOSEN_AT = (
    "pass p4ss p@ss pa55 pwd pw psk kennwort motdepasse mdp contraseña clave senha wachtwoord hasł lösenord "
    "adgangskode salasana hesl şifre jelszó "
    "парол 密码 密碼 口令 パスワード パスコード 비밀번호 비번 패스워드 암호"
)


def _after(words: str) -> str:
    """Stands behind one of these words: an anchor that is in many texts is looked for once, for all of them."""
    return "(?:" + "|".join(rf"(?<={word}[\s_-])|(?<={word})" for word in words.split()) + ")"


KEYS = _after(
    "api access secret private account master encryption signing shared storage session service deploy subscription"
    " license"
)
ISSUED = rf"""secret|token
    |{KEYS}key
    |auth(?<![a-z]auth)(?![a-z])|authorization|credentials?|creds
    |(?:(?<=other\s)|(?<=first\s)|(?<=second\s)|(?<=third\s)|(?<=last\s)|(?<=next\s))(?:half|part|piece)(?=:|\sis)
    |(?<=the\s)(?:rest|remainder)(?=:)
    |密钥|密鑰|令牌|トークン|토큰"""
ISSUED_AT = "secret token key auth cred half part piece rest remainder 密钥 密鑰 令牌 トークン 토큰"

# Codes of digits, groups or words, behind a name that says what they open.
_SAYS = r"""["'`*_]{0,3}(?:\s?[:=]|\s(?:is|are|was|were|ist|sind|lautet|est|sont|es|son|e|sono|sao)(?:\s(?:now
    |jetzt|ahora))?(?=\s)|\s?[是は는은])\s{0,3}["'`*_(]{0,3}"""
_LINK = rf"(?:{_SAYS}|\s)"
_FOR = r"(?:\s(?:for|of|to|fur|von|de|para|pour|vom|zum|zur|del|du)\s[\w\s]{1,24}?)?"
_SIX = r"([0-9]{3}[\s-]?[0-9]{3}|[0-9]{4,10})(?![\w.-]?[0-9])"
_FACTOR = _after(
    "2fa mfa otp one-time verification security login sms confirmation authentication authenticator einmal bestatigungs"
    " sicherheits"
)
_ONCE = rf"""{_FACTOR}(?:passcode|code|pin|token)|code\sde\s(?:verification|securite|confirmation)
    |codigo\sde\s(?:verificacion|seguridad)|код\sподтверждения|验证码|驗證碼|認証コード|確認コード|인증번호|인증\s?코드"""
_RESCUE = _after("recovery backup back-up rescue restore emergency wiederherstellungs notfall")
_SPARE = rf"""{_RESCUE}(?:codes?|keys?)|(?:备用|恢复|復旧|복구)\s?(?:码|コード|코드)
    |codes?\sde\s(?:secours|recuperation|sauvegarde)|codigos?\sde\s(?:respaldo|recupera\w+|backup)|codici\sdi\s(?:backup|recupero|riserva)"""
_GROUP = r"(?=[a-z-]{0,40}[0-9])(?:[a-z0-9]{3,10}(?:-[a-z0-9]{3,10}){1,7}|[a-z0-9]{6,24})(?![a-z0-9-])"
_DOOR = _after(
    "door gate alarm garage entry entrance keypad building locker lock padlock safe lockbox front-door elevator lift"
    " tur haustur haus tor alarm alarmanlagen tresor garagen schliessfach schloss turoffner"
    " access zugangs zugriffs wifi wi-fi wlan"
)
_OPENED = r"""(?:(?:front|back|side|main|garage|cellar|shop|office|key|strong|cash)[\s-]?)?(?:door|gate
    |alarm(?:\ssystem)?|garage|safe
    |locker|lockbox|padlock|building|elevator|haust[uo]re?|t[uo]re?|tresor|alarmanlage|garage|schloss|schliessfach)(?!\w)"""
_ENTRY = rf"""{_DOOR}code|code\s(?:for|to|of|fur|zum|zur|vom|von)\s(?:(?:the|my|our|das|die|den|der|dem|unser\w*
    |mein\w*)\s)?{_OPENED}
    |code\s(?:d'acces|de\sla\s|de\sl'|d'|du\s|de\s)?(?:(?<=d'acces)|wi-?fi|porte|alarme|portail|garage|immeuble|coffre|cadenas)
    |code\sd'acces|codigo\sde\sac(?:ceso|esso)|codice\s(?:di\s|d')accesso
    |codigo\s(?:de\sla\s|del\s|da\s|do\s|de\s)(?:puerta|alarm[ae]|porton|garaje|edificio|portal|candado|caja\sfuerte|porta|portao|cofre
    |garagem|predio|cadeado|wi-?fi)
    |codice\s(?:della\s|dell'|del\s|di\s)(?:porta|portone|allarme|cancello|cassaforte|garage|lucchetto|wi-?fi)"""
_ABOUT_DOOR = r"""(?:\s(?:for|of|to|at|on|in|fur|von|vom|zum|zur|am|im|de|du|des|del|dela|para|pour|au|aux|a|da|do
    |ao|al|alla|per|dell'
    |della|sul|d')\s?[\w\s'-]{1,30}?)?"""
_THINGS = r"(?!\s(?:lines?|loc|lignes?|zeilen|bytes?|char\w*|words?|tests?|times|euros?|dollars?|[€$%]))"
_LOCKS = r"(?:safe|lock|locker|padlock|vault|lockbox|tresor|safe|schloss|coffre|cadenas|caja\sfuerte|candado)"
_LOCK = rf"""{_after("safe lock locker padlock vault lockbox tresor")}(?:combination|kombination)
    |(?:combination|kombination|combinaison|combinacion)\s(?:to|of|for|fur|vom|zum|du|de\sla|del|de)
    (?:\s(?:the|my|our|den|das))?(?:\s\w{{1,14}})?\s{_LOCKS}"""
_TURNS = r"([0-9]{1,2}(?:\s?[-/,]\s?[0-9]{1,2}|\s[0-9]{1,2}){2,5})(?![\w.-]?[0-9])"
_DIGITS = (  # the usual groups first: behind them stand a day and a check code
    r"(?!62)[0-9]{4}(?:[\ -][0-9]{4}){3}(?![0-9])|3[47][0-9]{2}[\ -][0-9]{6}[\ -][0-9]{5}(?![0-9])"
    r"|[0-9]{13,19}(?![0-9])|[0-9](?:[\ -]?[0-9]){12,18}"
)
_CARD = r"card|kreditkarte|carte|tarjeta|visa|amex|карт|卡号|信用卡|カード番号|카드\s?번호"
_SEED = r"(?:seed|recovery|wallet|mnemonic|backup)[\s-](?:seed\s)?(?:phrase|words|seed)|mnemonic"


def coded(anchors: tuple[str, ...], pattern: str, real: Callable[[str], bool]) -> Finder:
    """Finds a code behind its name: the group of a pattern that begins where an anchor does, read in lower case."""
    compiled = lazily(folded(pattern), re.X)

    def find(page: Page) -> Iterator[Span]:
        form = compiled()
        for at in page.places(anchors):
            if (match := form.match(page.low, at)) and real(match[match.lastindex or 1]):
                yield match.span(match.lastindex or 1)

    return find


def phrase(page: Page) -> Iterator[Span]:
    """Finds the words behind `passphrase`, up to the first that could only stand in a sentence.

    A password of several words must be all there is up to the next stop, with a number among them or none too short.
    """
    low = page.low
    for at in page.places(PHRASES):
        if not (named := _PHRASE().match(low, at)):
            continue
        start = end = named.end()
        words: list[str] = []
        while (each := _NEXT().match(low, end)) and not _SENTENCE().fullmatch(each[1]) and len(words) < 12:
            end = each.end()
            words.append(each[1])
        if len(words) < 3 or not words[0].isalpha() or sum(map(passwords.state, words)) > 1:
            continue
        if not named["phrase"]:
            number = any(map(DIGIT.search, words))
            lasting = len(words) > 3 and all(len(word) > 3 and not passwords.state(word) for word in words)
            if not (number or (lasting and named[0].rstrip().endswith((":", "=")))):
                continue
            if "-" in low[start:end] or not _BREAK().match(low, end) or passwords.remark(low[start:end]):
                continue
        yield start, end


PHRASES = (
    "passphrase", "pass phrase", "passwor", "kennwort", "passe", folded("contraseña"), "senha", "wachtwoord",
)  # fmt: skip
_PHRASE = lazily(
    folded(rf"""(?:(?P<phrase>pass\s?phrase)|passwor[dt]|kennwort|(?<=mot\sde\s)passe|contraseña|senha(?<![a-z]senha)|wachtwoord)
    {_ABOUT}{_SAYS}"""),
    re.X,
)  # fmt: skip
_NEXT = lazily(r"[ -]?([a-z]{2,14}|[0-9]{1,4})(?![\w'])")
_BREAK = lazily(r"\s*(?:[,.;!?)\n]|$|[-–—]\s)")
_SENTENCE = lazily(
    r"""the|an?|is|are|was|be|been|to|of|for|in|on|at|by|and|or|not|with|from|you|your|it|its|that|this|when|if|must
    |should|can|will|has|have|as|long|words|per|every|each|all|before|after|never|always|no|only|we|they|but|so|then
    |about|since|until|till|than|my|our|his|her|their|see|ask|same|page|line|version|level|least|most|too|very|way|quite
    |der|die|das|den|dem|ein|eine|einen|ist|sind|und|oder|nicht|mit|auf|bei|beim|im|am|zum|zur|vom|von|aus|seit|wie|wir|ich
    |le|la|les|un|une|est|et|ou|pas|avec|dans|sur|du|de|des|au|aux|pour|par|depuis|que|qui|el|los|las|es|y|o|con|en|por
    |para|del|desde|si|no|il|lo|gli|da|di|che|per|nel|nella|em|na|do|dos|uma|um|com|mais|op|het|een|van|voor|met""",
    re.X,
)


def named_afterwards(page: Page) -> Iterator[Span]:
    """Finds what is called a password only afterwards: `use "…" as the password`."""
    for at in page.places(CALLED):
        for form in (_QUOTED_AS, _BARE_AS):
            found = form().search(page.text, max(0, at - 110), at)
            if found and (form is _QUOTED_AS or passwords.mixed(found[1])) and filled(found[1]):
                yield found.span(1)
                break
        else:
            found = _EAST().search(page.text, max(0, at - 50), at)
            if found and passwords.mixed(found[1]) and filled(found[1]):
                yield found.span(1)


_EAST = lazily(rf"(?<![!-~])([!-~]{{5,40}})\s?(?:{folded('という|っていう|라는|이라는|作为|作為|当|當')})\s?\Z")
CALLED = (
    *map(folded, ("パスワード", "비밀번호", "비번", "密码", "密碼")),
    "password", "passphrase", "passcode", "passwort", "kennwort", "mot de passe", folded("contraseña"), "senha",
)  # fmt: skip
_AS = (
    r"\s(?:as|is|was|als|ist|war|comme|como|est|es|era|e)(?:\s(?:now|still|no\slonger|not|jetzt|noch|nicht(?:\smehr)?"
    r"|maintenant|ahora|ya\sno|agora|adesso|ora))?\s(?:the|my|our|your|their|das|mein|unser|le|la|a|notre|nuestra|nossa"
    r"|nostra)\s(?:(?!as\b)[\w-]{1,20}\s){0,2}\Z"
)
_QUOTED_AS = lazily(rf"""["“'`]([^"”'`\n\0]{{3,60}})["”'`]{_AS}""")
_BARE_AS = lazily(rf"(?<!\S)([^\s\0]{{5,40}}){_AS}")

_TO = r"[^\n|;]{0,200}?\s"
_GIVEN = r"""["']?((?<=")[^"\n\0]{2,100}(?=")|(?<=')[^'\n\0]{2,100}(?=')|[^\s\0"'|;&]{2,100})"""
_OPTIONS = r"(?:-{1,2}[a-z0-9][\w-]{0,12}(?:[\s=](?:sha|md|bcrypt|yescrypt)[\w-]{0,8})?\s{1,3}){0,4}(?!-)"
_SEALED = r"(?i:password|passwd|secret|token)"
_AUTH = rf"""(?:{_TO})?(?:-a|--auth)[\s=]{{1,2}}["']?[^\s:"']{{1,80}}:([^\s\0"']{{2,100}})"""
_CHANGED = r"""[\w.-]{1,40}:([^\s\0"':\\]{2,100})"""  # what chpasswd is given
_CHPASSWD = r"(?:sudo\s)?(?:/usr/sbin/)?chpasswd\b"
_TAKES = (  # reads a password from what is piped to it
    r"(?:sudo\s[^\n|;]{0,40}?-\w{0,4}S|[^\n|;]{1,120}\s--password-stdin\b"
    r"|(?:sudo\s)?(?:passwd\s--stdin|kinit|cryptsetup)\s|gpg\s[^\n|;]{0,80}--passphrase-fd\s0)"
)
_PUBLIC = "(?:user(?:name)?|login|host(?:name)?|port|name|db(?:name)?|database|region|env|endpoint|url|email)"
COMMANDS = (  # anchor, pattern
    ("curl", rf"""curl\b{_TO}(?:-u|--user|-U|--proxy-user)[\s=]{{0,2}}["']?[^\s:"']{{1,80}}:([^\s\0"']{{1,200}})"""),
    ("mysql", rf"mysql\w{{0,12}}\b{_TO}-p{_GIVEN}"),
    ("mariadb", rf"mariadb[\w-]{{0,12}}\b{_TO}-p{_GIVEN}"),
    ("sshpass", rf"sshpass\s{{1,3}}-p\s{{0,3}}{_GIVEN}"),
    ("sshpass=", rf"(?i:sshpass)={_GIVEN}"),
    ("docker", rf"docker\s{{1,3}}login\b{_TO}-p[\s=]{{0,3}}{_GIVEN}"),
    ("podman", rf"podman\s{{1,3}}login\b{_TO}-p[\s=]{{0,3}}{_GIVEN}"),
    ("helm", rf"helm\s{{1,3}}registry\s{{1,3}}login\b{_TO}-p[\s=]{{0,3}}{_GIVEN}"),
    ("az login", rf"az\slogin\b{_TO}-p[\s=]{{1,3}}{_GIVEN}"),
    ("mongo", rf"mongo\w{{0,10}}\b{_TO}-p\s{{1,3}}(?!-|\d+(?::\d+)?(?:\s|$)){_GIVEN}"),
    ("ncftp", rf"ncftp\w{{0,4}}\b{_TO}-p\s{{1,3}}(?!-){_GIVEN}"),
    ("lftp", rf"lftp\b{_TO}-u\s{{1,3}}[\"']?[^\s,\"']{{1,60}},{_GIVEN}"),
    *(
        (client, rf"{client}\b{_TO}-[pP]\s{{1,3}}(?!-|\d+\s){_GIVEN}")
        for client in ("snowsql", "cqlsh", "rdesktop", "bcp ")
    ),
    ("freerdp", rf"freerdp3?\b{_TO}/p:{_GIVEN}"),
    *((tool, rf"{tool}\s{{1,3}}[^\s/@:]{{1,60}}/([^\s\0@/]{{1,100}})@") for tool in ("expdp", "impdp")),
    ("mkpasswd", rf"mkpasswd\s{_OPTIONS}{_GIVEN}[\"']?\s{{0,8}}(?=$|[\n;&|)])"),
    ("openssl", rf"openssl\spasswd\s{_OPTIONS}{_GIVEN}[\"']?\s{{0,8}}(?=$|[\n;&|)])"),
    ("_authtoken", rf"(?i:_authtoken)\s{{1,3}}(?!is\b|for\b|in\b){_GIVEN}[\"']?\s{{0,8}}(?=$|[\n;&|])"),
    (
        "--set",
        rf"--set(?:-string)?[\s=][\"']?(?:[^\s=,]{{1,80}}=[^\s,]{{0,80}},){{0,9}}[\w.-]{{0,60}}{_SEALED}=([^\s\0\"',]{{2,100}})",
    ),
    ("usermod", rf"usermod\b{_TO}-p\s{{1,3}}{_GIVEN}"),
    ("useradd", rf"useradd\b{_TO}-p\s{{1,3}}{_GIVEN}"),
    ("http ", rf"""http\s{_AUTH}"""),
    ("https ", rf"""https\s{_AUTH}"""),
    ("ssh-keygen", rf"ssh-keygen\b{_TO}-[NP]\s{{1,3}}{_GIVEN}"),
    ("keytool", rf"keytool\b{_TO}-(?:src|dest)?(?:store|key)pass\s{{1,3}}(?!file:|env:|pass:){_GIVEN}"),
    ("-keypass", rf"-keypass\s{{1,3}}(?!file:|env:|pass:){_GIVEN}(?=[\"']?\s{{0,3}}(?:$|[\n;&|)-]))"),
    ("openssl", rf"openssl\s{{1,3}}[a-z]\w{{1,20}}\s(?:{_TO})?-[kK]\s{{1,3}}{_GIVEN}"),
    ("rclone", rf"rclone\s{{1,3}}(?:config\s\w{{2,20}}\b{_TO}pass|obscure)\s{{1,3}}{_GIVEN}"),
    ("vault login", rf"vault\slogin\s{{1,3}}(?=[^\s=]{{0,60}}\d)(?!-){_GIVEN}"),
    (
        "wpa_passphrase",
        rf"wpa_passphrase\s{{1,3}}[\"']?[^\s\"']{{1,40}}[\"']?\s{{1,3}}{_GIVEN}[\"']?\s{{0,8}}(?=$|[\n;&|>])",
    ),
    ("--from-literal", rf"--from-literal[=\s][\"']?(?!{_PUBLIC}=)[\w.-]{{1,60}}={_GIVEN}"),
    ("requirepass ", rf"requirepass\s{_GIVEN}[\"']?\s{{0,8}}(?=$|[\n;&|])"),
    ("masterauth ", rf"masterauth\s{_GIVEN}[\"']?\s{{0,8}}(?=$|[\n;&|])"),
    (
        "htpasswd",
        rf"htpasswd\s{{1,3}}-[a-zA-Z]{{0,6}}b[a-zA-Z]{{0,6}}(?:\s\S{{1,80}}){{1,3}}?\s{_GIVEN}[\"']?\s{{0,8}}(?=$|[\n|;&])",
    ),
    ("echo", rf"echo\s{{1,3}}(?:-\w\s{{1,3}})?(?!(?i:yes)\b){_GIVEN}[\"']?\s{{0,3}}\|\s{{0,3}}{_TAKES}"),
    ("echo", rf"echo\s{{1,3}}(?:-\w\s{{1,3}})?[\"']?{_CHANGED}[\"']?\s{{0,3}}\|\s{{0,3}}{_CHPASSWD}"),
    (
        "printf",
        rf"printf\s{{1,3}}[\"'][^\"'\n]{{0,40}}[\"']\s{{1,3}}{_GIVEN}[\"']?\s{{0,3}}\|\s{{0,3}}(?:{_TAKES}|{_CHPASSWD})",
    ),
    ("printf", rf"printf\s{{1,3}}[\"']?{_CHANGED}[\"']?\s{{0,3}}\|\s{{0,3}}{_CHPASSWD}"),
    ("chpasswd", rf"chpasswd\s{{0,3}}<<<\s{{0,3}}[\"']?{_CHANGED}"),
    ("chpasswd", rf"chpasswd\s{{0,3}}<<-?\s{{0,3}}[\"']?\w{{1,12}}[\"']?\s{{0,3}}\n\s{{0,8}}{_CHANGED}"),
    ("pass:", rf"(?:(?<=-pass\s)|(?<=passin\s)|(?<=passout\s))pass:{_GIVEN}"),
    ("redis-cli", rf"redis-cli\b{_TO}(?:-a|--pass)\s{{1,3}}{_GIVEN}"),
    ("net use", rf"net\suser?\s(?:\w:\s)?(?!/)\S{{1,120}}\s(?![/*]){_GIVEN}(?=\s{{1,3}}/)"),
    ("smbclient", rf"smbclient\b{_TO}-U\s{{0,3}}[\"']?[^\s%]{{1,60}}%{_GIVEN}"),
    ("ldap", rf"ldap\w{{3,8}}\b{_TO}-w\s{{1,3}}{_GIVEN}"),
    ("zip", rf"zip\b{_TO}-P\s{{0,3}}{_GIVEN}"),
    ("7z", rf"7za?\b{_TO}-p{_GIVEN}"),
    ("sqlcmd", rf"sqlcmd\b{_TO}-P\s{{0,3}}{_GIVEN}"),
    ("oracle:thin:", r"oracle:thin:[^\s/@:]{1,60}/([^\s\0@/]{1,100})@"),
    ("sqlplus", r"sqlplus\s{1,3}(?:-\w\s{1,3})?[^\s/@:]{1,60}/([^\s\0@/]{1,100})@"),
)


def commanded() -> Finder:
    """Finds the passwords in commands."""
    finders = [token((anchor,), pattern, filled) for anchor, pattern in COMMANDS]

    def find(page: Page) -> Iterator[Span]:
        for each in finders:
            yield from each(page)

    return find


def _luhn(value: str) -> bool:
    """Whether these digits could be the number of a card."""
    digits = [int(c) for c in value if c.isdigit()][::-1]
    doubled = (sum(divmod(2 * d, 10)) for d in digits[1::2])
    return 13 <= len(digits) <= 19 and len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _iban(value: str) -> bool:
    """Whether the two check digits of an account number are right."""
    bare = "".join(value.split()).upper()
    return len(bare) >= 15 and int("".join(str(int(c, 36)) for c in bare[4:] + bare[:4])) % 97 == 1


def _any(value: str) -> bool:
    return True


# fmt: off
CODES = (  # name, what it is, anchors, pattern (begins with an anchor; its group is the code), whether it can be one
    ("pin", "a PIN of four to eight digits", "pin geheimzahl",
     rf"""(?<![a-z0-9])(?:pin(?:[\s-]?code|[\s-]?number)?(?<!gpio\spin)|geheimzahl){_FOR}(?:{_SAYS}|(?<=code)\s)
     ([0-9]{{4,8}})(?![\w.-]?[0-9])""",
     _any),
    ("one-time-code", "a code of a second factor",
     "code pin token passcode codigo код 验证码 驗證碼 認証コード 確認コード 인증",
     rf"(?:{_ONCE}){_FOR}{_LINK}{_SIX}", _any),
    ("recovery-code", "codes that recover an account",
     "code key codigo codici 备用 恢复 復旧 복구",
     rf"(?:{_SPARE}){_FOR}{_LINK}((?:{_GROUP})(?:[\s,;•*-]{{1,6}}(?:{_GROUP})){{0,19}})", _any),
    ("entry-code", "the code of a door, an alarm or a safe",
     "code codigo codice combination kombination combinaison combinacion",
     rf"""(?:{_ENTRY})(?:{_ABOUT_DOOR}{_SAYS}|\s)(?:([#*]?[0-9]{{4,8}}[#*]?)(?![\w.-]?[0-9a-z]){_THINGS}
     |([a-z0-9#*!-]{{5,30}})(?![\w.(/]))|(?:{_LOCK}){_LINK}{_TURNS}""",
     lambda value: not re.search("[a-z]", value) or passwords.mixed(value) or passwords.slug(value)),
    ("social-security-number", "a number of social security, named as one", "ssn social sozialversicherung",
     rf"(?<![a-z])(?:ssn|social\ssecurity(?:\s(?:number|no\.?|nr\.?))?|sozialversicherungsnummer){_FOR}{_LINK}"
     r"(?!000|666|[0-9]{3}[-\s]00|[0-9]{3}[-\s][0-9]{2}[-\s]0000)"
     r"([0-9]{3}[-\s][0-9]{2}[-\s][0-9]{4}|[0-9]{2}\s?[0-9]{6}\s?[a-z]\s?[0-9]{3})(?![\w-])", _any),
    ("otp-seed", "the seed of a second factor", "secret seed key",
     rf"{_after('otp 2fa mfa authenticator')}(?:secret|seed|key){_LINK}([a-z2-7]{{16,64}})(?![\w])", _any),
    ("card-number", "the number of a payment card",
     "card kreditkarte carte tarjeta visa amex карт 卡号 信用卡 カード 카드",
     rf"(?:{_CARD})[^\n0-9\0]{{0,40}}({_DIGITS})(?![0-9])", _luhn),
    ("card-code", "the check code of a payment card", "cvv cvc csc",
     rf"(?<![a-z0-9])(?:cvv2?|cvc2?|csc)(?:\scode)?{_LINK}([0-9]{{3,4}})(?![\w.-]?[0-9])", _any),
    ("wallet-key", "the private key of a wallet, in hex", "private secret",
     rf"(?:private|secret)[\s_-]?key{_FOR}{_LINK}((?:0x)?[0-9a-f]{{64}})(?![0-9a-z])", _any),
    ("iban", "the number of a bank account", "iban",
     r"""iban[^\n0-9\0]{0,40}?(?<![a-z0-9])
     ([a-z]{2}[0-9]{2}\ ?[a-z0-9]{4}(?:\ ?[0-9]{4}){1,6}(?:\ ?[0-9]{1,4})?)(?![a-z0-9])""", _iban),
    ("seed-phrase", "the words that open a wallet", "seed recovery wallet mnemonic backup",
     rf"(?:{_SEED}){_SAYS}([a-z]{{3,8}}(?:[,\s]{{1,3}}[a-z]{{3,8}}){{10,23}})", _any),
)
# fmt: on
