"""Telling a password or a token from a word: questions about one value, and how it was named. It reads no text."""

from __future__ import annotations

import re

from reverie.domain.looks import lazily

LOWER, UPPER, DIGIT = re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]")
SYMBOL = re.compile(r"[^A-Za-z0-9_./:-]")
PARTS = re.compile(r"[-_./:@+=~]+")
_WORD = r"(?:[A-Z]{0,4}[a-z]{0,16}|[A-Z]{1,16})[0-9]{0,4}[a-z]{0,2}"
_PLAIN = lazily(rf"{_WORD}|[0-9]+")
_WORDS = lazily(rf"{_WORD}(?:[-_./:@]+{_WORD})+|[a-z]+(?:[A-Z][a-z]+)+[0-9]{{0,2}}")
_CAMEL = lazily(r"[a-z]+(?:[A-Z][a-z]+)+[0-9]{0,2}")
_UUID = lazily(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_EMAIL = lazily(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_PATH = lazily(r"(?:~?/|\.{1,2}/|[A-Za-z]:[\\/])(?:[^\\/]{0,23}+[\\/])*+[^\\/]{0,23}$")
_CODE = lazily(
    r"""[A-Za-z_][\w.]*[\[(]|\(\?|[A-Za-z_]+(?:\.[A-Za-z_]+)+$|[a-z][a-z0-9+.-]{0,20}://|arn:|sha\d+[:-]
    |(?:self|this|cls|os|process|env|config|settings|args|request|ctx|secrets|vars?|local|data|module)\.""",
    re.X,
)
_STAND_IN = lazily(
    r"""\*{3}|x{4}|^x{3}$|\.{3}|^[<\[{]|^(?:env|file|fd):\w|^\$(?:[A-Z_][A-Z0-9_]*$|[a-z_]+$|[{(]|env:)|^%(?:[({]|\w+%$|s$)
    |your|example|change[-_]?(?:me|this)|placeholder|redacted|dummy|sample|insert|replace|todo|masked|hidden
    |fake|goes[-_]?here|not[-_]?set|undefined|^(?:pass|passwd|password|pwd|pw|secret|token)$""",
    re.I | re.X,
)
# What stands behind the name of a password and is none: types, states, words that lead on. In folded form.
_NO_VALUE = lazily(
    r"""str(?:ing)?|bytes?|text|char|varchar|bool(?:ean)?|int(?:eger)?|number|object|any|none|null|nil|true|false|yes|no
    |void|unknown|optional|required|mandatory|missing|empty|blank|invalid|valid|wrong|correct|incorrect|weak|strong
    |short|long|okay|fine|good|bad|new|old|same|different|unique|random|secure|insecure|unsafe|safe|secret|public
    |private|here|there|below|above|back|done|ready|right|left|mine|theirs|plain|plaintext|cleartext|clear|hash
    |salt|default|admin|root|user(?:name)?|login|email|file|path|field|input|prompt|value|key|name|type|option|flag
    |only|never|always|also|just|still|already|often|again|something|anything|nothing|everything|someone|somewhere
    |stdin|keychain|vault|bitwarden|keepass|lastpass|keeper|dashlane|env(?:ironment)?|dotenv|config|settings
    |what|which|that|this|these|those|the|and|but|for|from|with|not|too|very|now|later|today|yesterday|tomorrow|soon
    |once|must|should|shall|will|can|may|has|have|had|are|was|were|been|being|its|our|your|his|her|their|one|two
    |obligatoire|incorrecte?|facultati[fv]e?|expire|vide|faux|fausse|obligatori[ao]|incorrect[ao]|opciona[l]|vaci[ao]
    |correct[ao]|falsch|richtig|leer|abgelaufen|vergessen|erforderlich|pflicht|sicher|geheim|hier|weg|notig
    |optionnel|requise?|ici|aqui|requerid[ao]|segur[ao]|secret[ao]|mindestens|minimum|maximum|siehe|voir|ver|see|ask
    |click|enter|type|use|please|reset|change[ds]?|show|hide|copy|paste|forgot|again|confirm|repeat|none|tbd|n/a
    |\w*(?:pass(?:w|phrase|code|e)|kennwort|contrasen|senha|secret|token|pwd)\w*|pass|pw|x+|\.+|-+|\*+|_+""",
    re.I | re.X,
)
_STATE = lazily(r"\w*(?:ed|ing|able|ible|ive|ful|ous|ory|less|ary|tory|ten|wn|ly|ert|bar|lich|ig|ant)", re.I)
# Algorithms, versions and amounts, and what may follow them: `SHA256-hashed`, `v2.14.3`, `90-day`. All of the value is
# read: what only begins like one of them may be a password.
_NAMED = r"""(?:(?:sha|md|base|utf|aes|rsa|rs|hs|es|oauth|argon|pbkdf|scrypt|bcrypt|ed|http|ipv|python)-?\d{1,5}
    (?:id?|k|sum|url|le|be|gcm|cbc|ctr|s|d)?|x-?\d{1,3}|v-?\d{1,4}(?:(?:alpha|beta|rc|dev|pre)\d{0,3})?)"""
_AMOUNT = r"""(?:\d+|0x[0-9a-f]{1,8}|\d+[tz]\d*|\d+x\d+|\d+e\d*|\d{4}[qwh]\d{1,2}|(?:\d+(?:h|d|m|s|ms|min|sec))+
    |\d+(?:st|nd|rd|th|[dhkmgsxw]|am|pm|xx|fa|fold|px|em|pt|[kmg]?hz|[mun]s|[kmgt]i?b?|bits?|bytes?|chars?|characters?
    |caracteres|zeichen|minutes?|minuten|hours?|stunden|days?|tagen?|weeks?|months?|years?|times?|words?|digits?|letters?
    |attempts?|users?|requests?|factor|step))"""
_REST = rf"""(?:[-_./:@+=~]++(?>(?:{_NAMED}|{_AMOUNT}|(?-i:[A-Za-z][a-z]{{0,15}}|[A-Z]{{1,15}}))
    (?=[-_./:@+=~!?,]|\Z)))*+[-_./:@+=~!?,]*"""
_TERM = lazily(rf"{_NAMED}{_REST}|{_AMOUNT}|[a-z]{{1,2}}\d|1password.*|oauth2?.*", re.I | re.X)
# Where only the look of a value tells, also what is as short as `k8s` or `ec2`, goes on in words, or names a class.
_TECHNICAL = lazily(
    rf"""(?:{_NAMED}|{_AMOUNT}|[a-z]\d{{1,3}}[a-z]?|[a-z]{{2}}\d)(?-i:[A-Z][a-z]{{2,}}){{0,3}}{_REST}
    |(?-i:[A-Z]{{3}}\d(?:[A-Z][a-z]{{2,}})+)""",
    re.I | re.X,
)
# What tells a remark about a password from a password of several words; the second only where no digit stands.
_REMARK = lazily(
    r"""\b(?:must|should|shall|please|enter|requires?|required|valid|invalid|wrong|incorrect\w*|at\s(?:least|most)|too\s\w+
    |minimum|maximum|characters?|chars?|bytes?|bits?|cannot|can't|do(?:es)?n't|isn't|expire[sd]?|rotate[sd]?|stored|hidden
    |(?:minutes|days|weeks|months|hours)(?:\sago|\sold)?|changed|reset|forgot(?:ten)?|hash(?:ed|es)?|encrypted|plain\s?text
    |keychain|fields?|prompts?|click|tests?|errors?|failed|missing|empty|confirm\w*|repeat|user\s?names?|log\s?in|sign\s?in
    |e-?mails?|pass\w*|pwd|kennwort\w*|contrasen\w*|senhas?|tokens?|secrets?|select|where|muss|mindestens|zeichen|bitte
    |eingeben|falsch|vergessen|doit|caracteres|veuillez|saisir|oublie\w*|debe|introduzca|obligator\w*|requis\w*|provided)\b""",
    re.I | re.X,
)
_CLAUSE = lazily(
    r"""\b(?:is|are|was|were|be|been|will|would|can|may|has|have|not|no|never|you|your|it|its|this|that|these|if|when|until
    |unless|which|who|ask|see|use|set|get|try|again|new|old|current|default|same|account|user|for|from|by|with|or|as|via
    |ist|sind|wird|nicht|kein\w*|oder|wenn|est|sont|pas|ou|si|es|son|neue\w*|nouveau|nueva)\b|[?%]|\w:\s""",
    re.I | re.X,
)
_REAL_NOISE = 20  # from which on a value is random whatever word stands in it
_NOISY = 5  # from which on a slug of several pieces is no slug of words


def _kinds(value: str) -> int:
    return sum(bool(kind.search(value)) for kind in (LOWER, UPPER, DIGIT, SYMBOL))


def noise(value: str) -> int:
    """How many characters stand in pieces that are no word, number or version."""
    return sum(len(piece) for piece in PARTS.split(value) if not _PLAIN().fullmatch(piece))


def random(value: str) -> bool:
    """Not a slug of words: enough noise, or one piece too long to be a word."""
    return noise(value) >= 10 or any(len(piece) >= 20 for piece in PARTS.split(value))


def numbered(value: str) -> bool:
    """Random, or the long number of a workspace and a run of letters behind a vendor's mark."""
    return random(value) or bool(_NUMBERED().search(value))


_NUMBERED = lazily(r"-[0-9]{9,}-[A-Za-z0-9]{10,}$")


def filled(value: str) -> bool:
    """Not a stand-in such as `<password>`, `$PASSWORD`, `${DB_PASS}`, `****` or `changeme`."""
    if not _STAND_IN().search(value):
        return True
    return not _STAND_IN().match(value) and noise(value) >= _REAL_NOISE and _kinds(value) >= 3 and len(set(value)) > 15


def code(value: str, *, bare: bool) -> bool:
    """Whether it is a path, or an expression that yields the value."""
    return bool(_PATH().match(value) or (bare and _CODE().match(value)))


def password(value: str, bare: bool, said: bool) -> bool:
    """People choose passwords: two kinds of character after a key, three in a sentence."""
    kinds = _kinds(value)
    if not (LOWER.search(value) or UPPER.search(value)) or len(set(value)) < 4:
        return False
    if said or kinds < 3:
        mixed = bool(DIGIT.search(value) or SYMBOL.search(value))
        return mixed and kinds >= 2 + said and not _WORDS().fullmatch(value)
    return not (bare and _CAMEL().fullmatch(value))


def opaque(value: str, bare: bool, said: bool) -> bool:
    """Machines choose tokens: mixed and no word, or long and noisy."""
    digit, kinds = DIGIT.search(value), _kinds(value)
    if (kinds < 3 and not digit) or len(set(value)) < 6:
        return False
    if any(form().fullmatch(value) for form in (_PLAIN, _WORDS, _EMAIL)) or (bare and _CAMEL().fullmatch(value)):
        return False
    if kinds >= 3 and (digit or SYMBOL.search(value)):
        return True
    long = any(len(piece) >= 12 and not _PLAIN().fullmatch(piece) for piece in PARTS.split(value))
    return kinds == 2 and len(value) >= 16 and (long or bool(_UUID().fullmatch(value)))


def glaring(value: str) -> bool:
    """So random that a name before it is enough, without a sign or a verb between them."""
    return len(value) >= 20 and _kinds(value) >= 3 and noise(value) >= _REAL_NOISE


def word(value: str) -> bool:
    """Whether it could be a password though it is a plain word: no type, no state, no word that leads on."""
    return len(value) >= 3 and not _NO_VALUE().fullmatch(value) and filled(value) and not _TERM().fullmatch(value)


def told(value: str) -> bool:
    """A plain word that may be what somebody said the password is: neither a state nor a verb."""
    return value.isalpha() and len(value) >= 4 and word(value) and not state(value)


def state(value: str) -> bool:
    """Whether a word says how a password is or what is done with it."""
    return bool(_STATE().fullmatch(value) or _NO_VALUE().fullmatch(value))


def several(value: str) -> bool:
    """Several words in quotes that somebody may have chosen: no stand-in and no remark about passwords."""
    if not filled(value) or _REMARK().search(value) or code(value, bare=True):
        return False
    return bool(DIGIT.search(value)) or not _CLAUSE().search(value)


def made(value: str) -> bool:
    """As people make passwords, so plainly that a name next to it is enough: `Goldfinch44`, `heron#19`."""
    signs = SYMBOL.search(value.rstrip("!?.,"))
    return len(value) >= 6 and mixed(value) and (_kinds(value) >= 3 or bool(signs)) and not _VERSION().search(value)


_VERSION = lazily(r"\d\.\d|[(){}<>=\[\]]|://")


def mixed(value: str) -> bool:
    """Letters with digits or signs in one short run, as people make passwords; no algorithm, version or amount."""
    letters = LOWER.search(value) or UPPER.search(value) or not value.isascii()
    if not (letters and len(value) >= 5 and word(value)) or _TECHNICAL().fullmatch(value):
        return False
    pieces = [piece for piece in PARTS.split(value) if piece]
    if any(_NO_VALUE().fullmatch(piece) for piece in pieces):
        return False
    if SYMBOL.search(value.rstrip("!?")) and DIGIT.search(value):
        return True
    if not DIGIT.search(value):
        return False
    return len(pieces) < 3 or any(len(p) >= 3 and p.isdigit() for p in pieces) or noise(value) >= _NOISY


def remark(text: str) -> bool:
    """Whether some words speak about passwords, and are none."""
    return _REMARK().search(text) is not None


def signed(value: str) -> bool:
    """As people make passwords, with a sign or more than one digit."""
    return made(value) and (bool(SYMBOL.search(value.rstrip("!?.,"))) or len(DIGIT.findall(value)) > 1)


def slug(value: str) -> bool:
    """Words and a number with signs between them, as people make passwords where it is said that this is one."""
    if not _SLUG().fullmatch(value) or not DIGIT.search(value) or not filled(value) or _TECHNICAL().fullmatch(value):
        return False
    return not any(_NO_VALUE().fullmatch(piece) for piece in PARTS.split(value))


_SLUG = lazily(r"[^\W\d_]{3,}[0-9]{0,4}(?:[-_.+~][^\W_]{1,20}){1,5}!?")


def jumbled(value: str) -> bool:
    """As a program makes passwords, with digits among the letters: `Kx82lls95q`. No word ends so: `Orders2024`."""
    return made(value) and len(_DIGITS().findall(value)) > 1 and not _ADDRESS().search(value)


_DIGITS = lazily("[0-9]+")
_ADDRESS = lazily("[?&=#%/]")
