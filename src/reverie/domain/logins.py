"""Credentials that come in pairs or lists: a login with its password, a key id with its key, the lines of `env`.

No word calls the value a secret here, or only the end of a variable's name does: what stands next to it tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from reverie.domain import passwords
from reverie.domain.looks import Page, Span, folded, lazily

# -- the lines of `env`, of a .env file, of compose and Docker files

VARIABLES = ("secret=", "token=", "key=", "credentials=", "secret:", "token:", "key:")
_NAME = lazily(
    r"""(?:^|[\n\0]|(?<=[\s"';,(`]))[ \t]{0,16}(?:-\ )?["']?
    (?P<lead>\$env:|(?:export|set|env|-e|--env|arg|declare\ -x)\s{1,3})?["']?(?P<name>[A-Za-z][A-Za-z0-9_]{0,60})\Z""",
    re.X,
)
_ASSIGNED = lazily(r"""\\?"(?P<double>[^"\n\0]{3,120})\\?"|'(?P<single>[^'\n\0]{3,120})'|(?P<bare>[^\s\0"'`]{3,120})""")
_TRAILING = ".,;:)]}\"'`\\"
# What such a key, token or secret is for, when it is none.
_INNOCENT = lazily(
    r"""(?:.*_)?(?:primary|sort|order|partition|hash|range|foreign|cache|public|pub|lookup|group|index|row|map|dict|json|sub
    |shortcut|keyboard|hot|modifier|translation|i18n|idempotency|routing|object|item|field|column|unique|natural|surrogate
    |composite|storage|config|registry|s3|redis|bucket|label|sort_by|topic|message|dedup\w*|host|known|num|max|min|n|next
    |page|pad|bos|eos|unk|cls|sep|mask|stop|start|end|continuation|state|sync|first|last|prev\w*|cursor|resume|lock|image
    |pull|tls|kube|k8s|any|no|use|has|is|enable\w*|file|path|dir|name|space|tab|delete|enter|escape|arrow|press)""",
    re.X,
)
_OPENS = lazily(
    r"""(?:.*_)?(?:api|access|secret|private|account|master|encryption|encrypt|signing|sign|session|service|deploy|license
    |app|auth|jwt|hmac|aes|cookie|webhook|admin|client|bot|crypto|vault|admin_api)""",
    re.X,
)


def environment(page: Page) -> Iterator[Span]:
    """Finds the values of variables whose names end in SECRET, TOKEN, KEY or CREDENTIALS."""
    text, low = page.text, page.low
    for at in page.places(VARIABLES):
        sign = at + len(_END().match(low, at)[0])  # type: ignore[index]
        before = _NAME().search(text, max(0, at - 90), sign - 1)
        if not before:
            continue
        gap = 1 if low[sign - 1] == ":" and text.startswith(" ", sign) else 0
        value = _ASSIGNED().match(text, sign + gap)
        if not value or (low[sign - 1] == ":" and not (gap and before["name"].isupper())):
            continue
        how = str(value.lastgroup)
        held = value[how].rstrip(_TRAILING) if how == "bare" else value[how].rstrip("\\")
        # In lower case it may as well be an argument of a function.
        if not (before["name"].isupper() or before["lead"] or _a_line(text, before.start(), value.end())):
            continue
        if _issued(before["name"], held, bare=how == "bare", mapped=bool(gap)):
            yield value.start(how), value.start(how) + len(held)


def _a_line(text: str, start: int, end: int) -> bool:
    """Whether this is all that stands in its line."""
    return (
        (start == 0 or text[start - 1] == "\n" or text[start] == "\n")
        and text[end - 1] not in ",)"
        and (end == len(text) or text[end] in "\r\n")
    )


_END = lazily("secret[=:]|token[=:]|key[=:]|credentials=")


def _issued(name: str, value: str, *, bare: bool, mapped: bool) -> bool:
    low = name.lower()
    prefix = low.rpartition("_")[0]
    if not value or _INNOCENT().fullmatch(prefix) or passwords.code(value, bare=bare) or not passwords.filled(value):
        return False
    if " " in value:
        return name.isupper() and passwords.several(value)
    if low.endswith("credentials"):
        return passwords.mixed(value) or passwords.mixed(value.partition(":")[2])
    if not passwords.word(value) or value.startswith(("$", "%", "`", "<", "-", "/", "~")):
        return False
    if low.endswith("key"):
        return bool(prefix) and passwords.mixed(value) and (bool(_OPENS().fullmatch(prefix)) or passwords.made(value))
    if passwords.made(value) or (name.isupper() and passwords.mixed(value)):
        return True
    plain = passwords.told(value) or passwords.DIGIT.search(value) is not None
    return low.endswith("secret") and name.isupper() and not mapped and plain


# -- a login and its password

_WHO = r"[\w.@+-]{2,60}"
_SLASHED = lazily(
    folded(rf"""(?:login|log\sin|sign\sin|credentials?|creds|account|user(?:name)?|benutzer(?:name)?|zugang(?:sdaten)?|anmeldung
    |usuario|utilisateur|identifiants?|compte|cuenta|conta|логин)(?:\s(?:is|are|with|ist|sind|mit|est|es|avec|con)(?=\s))?
    [\s:=]{{1,4}}{_WHO}\s{{0,2}}/\s{{0,2}}[`"']?"""),
    re.X,
)  # fmt: skip
_SIGNED_IN = lazily(
    folded(rf"""(?:as|als|como|comme|en\stant\sque|come)\s(?:user\s|nutzer\s|benutzer\s)?[`"']?{_WHO}[`"']?\s
    (?:with|using|and|via|mit|und|avec|con|com|и)\s(?:password\s|the\spassword\s)?[`"']?"""),
    re.X,
)  # fmt: skip
_SIGNING_IN = lazily(
    r"log(?:ged|ging)?[\s-]?in|sign(?:ed)?[\s-]?in|ssh|connect|authenticate|melde|anmeld|einlogg|entra|inicia|войди"
)
# A network and its key: what stands behind the slash has eight characters or more, as such keys must.
_NETWORK = lazily(
    folded(r"""(?:wi-?fi|wlan)(?:\s[\w'-]{1,20}){0,5}?(?:\s(?:is|ist|est|es|e|heißt|lautet)(?=\s)|\s?[:=])\s{1,3}[`"'„“]?
    [^\s/]{2,40}(?:\s[^\s/]{1,20})?\s?/\s?[`"'„“]?"""),
    re.X,
)  # fmt: skip
# Without a word for logins: an account that every system has, or the place that one signs in to.
_ACCOUNT = "admin|administrator|root|postgres|sysadmin|superuser|ubuntu"
_PLACE = lazily(
    folded(rf"""(?:staging|prod(?:uction)?|server|database|datenbank|router|wifi|wlan|vpn|nas|box|panel|dashboard|grafana|jenkins
    |gitlab|kibana)(?<![a-z]box)(?:\s[\w-]{{1,20}}){{0,2}}?(?:\s(?:is|are|ist|sind|est|es|with|mit)(?=\s)|\s?[:=])\s{{1,3}}
    [`"']?(?:(?P<known>{_ACCOUNT})|{_WHO})\s?/\s?[`"']?"""),
    re.X,
)  # fmt: skip
_KNOWN = lazily(rf"""(?<![\w/.@:~-])(?:{_ACCOUNT})\s?/\s?[`"']?""", re.X)
_AFTER_LOGIN = lazily(rf"login\s{_WHO}\s", re.X)
_ADDRESSED = lazily(
    folded(r"""(?:login|log\sin|sign\sin)\s(?:with|as|using|mit)\s[\w.+-]{1,40}@[\w.-]{2,40}(?:\s(?:and|with|und)|,|\s?/)\s
    (?:the\s)?(?:(?:password|pw|passwort)\s)?[`"']?"""),
    re.X,
)  # fmt: skip
_MADE = lazily(r"[^\s\0\"'`<>|]{6,60}")
SLASHED = (
    "login", "log in", "sign in", "cred", "account", "user", "benutzer", "zugang", "anmeldung", "usuario",
    "utilisateur", "identifiant", "compte", "cuenta", "conta", folded("логин"),
)  # fmt: skip
PLACES = (
    "staging", "prod", "server", "database", "datenbank", "router", "wifi", "wlan", "vpn", "nas ", "box", "panel",
    "dashboard", "grafana", "jenkins", "gitlab", "kibana",
)  # fmt: skip
ACCOUNTS = tuple(f"{name}{sign}" for name in _ACCOUNT.split("|") for sign in ("/", " /"))
SIGNED_IN = ("as ", "als ", "como ", "comme ", "en tant que ", "come ")
NETWORKS = ("wifi", "wi-fi", "wlan")
PAIRED = SLASHED + SIGNED_IN + PLACES + ACCOUNTS + NETWORKS
_NEAR = 40  # characters before `as ana with` among which signing in is spoken of


def paired(page: Page) -> Iterator[Span]:
    """Finds a password next to a login: `login: ana / …`, `log in as ana with …`."""
    low = page.low
    for at in page.places(SLASHED):
        if found := _SLASHED().match(low, at):
            yield from _made(page, found.end(), passwords.made)
        elif found := _AFTER_LOGIN().match(low, at):
            yield from _made(page, found.end(), _signed)
        elif found := _ADDRESSED().match(low, at):
            yield from _made(page, found.end(), passwords.made)
    if _SIGNING_IN().search(low):
        for at in page.places(SIGNED_IN):
            if (found := _SIGNED_IN().match(low, at)) and _SIGNING_IN().search(low, max(0, at - _NEAR), at):
                yield from _made(page, found.end(), passwords.made)
    yield from _slashed(page)


def _slashed(page: Page) -> Iterator[Span]:
    """Finds the password behind the account of a place: `staging is admin/…`. What may be a path must look random."""
    for at in page.places(PLACES):
        if found := _PLACE().match(page.low, at):
            yield from _made(page, found.end(), _no_path if found["known"] else passwords.jumbled)
    for at in page.places(NETWORKS):
        if found := _NETWORK().match(page.low, at):
            yield from _made(page, found.end(), _key_of_network)
    for at in page.places(ACCOUNTS):
        if found := _KNOWN().match(page.low, at):
            yield from _made(page, found.end(), passwords.jumbled)


def _made(page: Page, at: int, real: Callable[[str], bool]) -> Iterator[Span]:
    """The word here, when people make passwords like it."""
    if value := _MADE().match(page.text, at):
        held = value[0].rstrip(_TRAILING)
        if real(held) and not passwords.code(held, bare=True) and passwords.filled(held):
            yield at, at + len(held)


def _signed(value: str) -> bool:
    return bool(passwords.SYMBOL.search(value)) and passwords.made(value)


def _key_of_network(value: str) -> bool:
    made = passwords.mixed(value) or passwords.slug(value)
    return made and len(value) >= 8 and "/" not in value and not _STANDARD().match(value)


_STANDARD = lazily(r"802\.|\d+(?:[.,]\d+)?[gm](?:hz|bit|bps)|wpa", re.I)


def _no_path(value: str) -> bool:
    return "/" not in value and passwords.made(value)


_COLON = lazily(r""":(?=([^\s\0:/@"'<>()\[\]{},;]{6,60})@[a-z0-9])""", re.I)
_LOGIN = lazily(r"(?<![\w/.:@$%{+-])[a-z][\w.-]{1,40}\Z", re.I)


def addressed(page: Page) -> Iterator[Span]:
    """Finds the password in `ana:password@host`, without a scheme before it."""
    text = page.text
    for found in _COLON().finditer(text):
        value = found[1]
        if (
            passwords.made(value)
            and passwords.filled(value)
            and _LOGIN().search(text, max(0, found.start() - 42), found.start())
        ):
            yield found.span(1)


# -- the lines of .pgpass

PGPASS = ("pgpass", ":5432:", ":5433:", ":6432:", ":*:")
_PGPASS = lazily(  # host:port:database:user:password
    r"^[ \t>]{0,8}(?:[A-Za-z0-9][\w.-]{0,80}|\*):(?:\d{4,5}|\*):(?!\d+:)[\w*.-]{1,64}:(?:[A-Za-z_][\w.@-]{0,63}|\*):"
    r"(?P<value>[^\s\0:]{3,100})[ \t]*\r?$",
    re.M,
)


def kept_for_postgres(page: Page) -> Iterator[Span]:
    """Finds the passwords in the lines of a .pgpass file."""
    for found in _PGPASS().finditer(page.text):
        if passwords.filled(found["value"]) and page.places(PGPASS):
            yield found.span("value")


# -- an AWS key id and its key

_KEY_ID = lazily(r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])")
_FORTY = lazily(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_APART = 160  # characters between the two


def aws_pair(page: Page) -> Iterator[Span]:
    """Finds the forty characters that stand near an access key id."""
    text, done = page.text, 0
    for at in page.places(("akia", "asia")):
        if not (found := _KEY_ID().match(text, at)):
            continue
        for key in _FORTY().finditer(text, max(done, at - _APART), found.end() + _APART):
            if all(kind.search(key[0]) for kind in (passwords.LOWER, passwords.UPPER, passwords.DIGIT)):
                done = key.end()
                yield key.span()
