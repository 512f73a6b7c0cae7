"""Credentials in text: find them, name them, never repeat them.

A hit is a rule's name and two offsets; the value itself is never returned, logged or raised.
The text is read as a person would see it: compatibility forms and accents folded, invisible
characters dropped, and a token broken over lines put together again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

Span = tuple[int, int]
Finder = Callable[[str], Iterator[Span]]


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a credential stands in the original text, and which rule knew it; never its value."""

    rule: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of credential. It is only tried on text that holds one of its (lower-case) anchors."""

    name: str
    what: str
    anchors: tuple[str, ...]
    find: Finder
    broken: bool  # also looked for across line breaks


def secrets(text: str) -> tuple[Secret, ...]:
    """Every credential in the text, in order; hits that overlap become one, under the earliest rule."""
    seen, at = _fold(text)
    found = [(at[s], at[e - 1] + 1, n) for n, rule in _tried(seen) for s, e in rule.find(seen)]
    if "\n" in seen and (tight := _BREAK.sub("", seen)) != seen:
        # A dot or a colon is in every text: such rules must find something before the work is done.
        rules = [(n, r) for n, r in _tried(tight) if r.broken and (len(r.anchors[0]) > 1 or any(r.find(tight)))]
        # First join only what is plainly the rest of a token, so the next line's first word survives.
        for every in (False, True) if rules else ():
            view, where = _join(seen, at, every)
            known = {start for start, _, _ in found}
            for n, rule in rules:
                for s, e in rule.find(view):
                    if not every or (where[s] not in known and len(_DIGIT.findall(view, s, e)) > 2):
                        found.append((where[s], where[e - 1] + 1, n))
    merged: list[tuple[int, int, int]] = []
    for start, end, n in sorted(found):
        if merged and start < merged[-1][1]:
            first, last, m = merged[-1]
            merged[-1] = (first, max(last, end), min(m, n))
        else:
            merged.append((start, end, n))
    return tuple(Secret(RULES[n].name, start, end) for start, end, n in merged)


def redact(text: str) -> str:
    """The text with each credential replaced by `[REDACTED:<rule>]`; nothing is left to find."""
    # Taking one hit out can lay another bare; a mark is opaque to every rule, so this comes to rest.
    while hits := secrets(text):
        parts, last = [], 0
        for hit in hits:
            parts += [text[last : hit.start], f"[REDACTED:{hit.rule}]"]
            last = hit.end
        text = "".join(parts) + text[last:]
    return text


# -- reading the text as it looks


def _fold(text: str) -> tuple[str, Sequence[int]]:
    """The text as it looks, and for each of its characters the offset it came from."""
    at: Sequence[int] = range(len(text))
    if _UNUSUAL.search(text):
        parts = [_looks(char) for char in text]
        at = [i for i, part in enumerate(parts) for _ in part]
        text = "".join(parts)
    # An earlier redaction becomes NULs, which folding has removed from all else and no rule accepts.
    return (_MARK.sub(lambda mark: "\0" * len(mark[0]), text) if "[" in text else text), at


@lru_cache(maxsize=8192)
def _looks(char: str) -> str:
    """NFKD without marks: a superset of NFKC that needs no neighbours, so offsets stay exact."""
    if char in "\t\n\r":
        return char
    if char in "\v\f\x1c\x1d\x1e\x85\u2028\u2029":
        return "\n"
    plain = ((c, unicodedata.category(c)) for c in unicodedata.normalize("NFKD", char))
    kept = ((c, kind) for c, kind in plain if kind not in {"Mn", "Me", "Cf", "Cc"} and c not in "\u115f\u1160")
    return "".join(" " if kind == "Zs" else c for c, kind in kept)


def _join(text: str, at: Sequence[int], every: bool) -> tuple[str, list[int]]:
    """The text without the line breaks inside tokens: all of them, or those before a random piece."""
    parts: list[str] = []
    where: list[int] = []
    last = 0
    for gap in _BREAK.finditer(text):
        rest = _RUN.match(text, gap.end(), gap.end() + 200)
        if every or (rest and _DIGIT.search(rest[0]) and _noise(rest[0])):
            parts.append(text[last : gap.start()])
            where.extend(at[last : gap.start()])
            last = gap.end()
    return "".join(parts) + text[last:], where + list(at[last:])


def _tried(text: str) -> list[tuple[int, Rule]]:
    low = text.lower()
    return [(n, RULES[n]) for n in sorted({n for anchor, ns in _ANCHORS.items() if anchor in low for n in ns})]


# -- telling a credential from a word

_UNUSUAL = re.compile(r"[^\t\n\r -~]")
_MARK = re.compile(r"\[REDACTED:[a-z-]{1,40}\]")
_RUN = re.compile(r"[\w+/=.-]+", re.A)
_LOWER, _UPPER, _DIGIT = re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]")
_SYMBOL = re.compile(r"[^A-Za-z0-9_./:-]")
_WORD = r"(?:[A-Z]{0,4}[a-z]{0,16}|[A-Z]{1,16})[0-9]{0,4}[a-z]{0,2}"
_PLAIN = re.compile(rf"{_WORD}|[0-9]+")
_WORDS = re.compile(rf"{_WORD}(?:[-_./:@]+{_WORD})+|[a-z]+(?:[A-Z][a-z]+)+[0-9]{{0,2}}")
_CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z]+)+[0-9]{0,2}")
_PARTS = re.compile(r"[-_./:@+=~]+")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_STAND_IN = re.compile(
    r"""\*{3}|x{4}|^x{3}$|\.{3}|^[<\[{]|^\$(?:[A-Z_][A-Z0-9_]*$|[a-z_]+$|[{(]|env:)|^%(?:[({]|\w+%$|s$)
    |your|example|change[-_]?(?:me|this)|placeholder|redacted|dummy|sample|insert|replace|todo|masked|hidden
    |fake|goes[-_]?here|not[-_]?set|undefined|^(?:pass|passwd|password|pwd|pw|secret|token)$""",
    re.I | re.X,
)
_CODE = re.compile(
    r"""[A-Za-z_][\w.]*[\[(]|\(\?|[A-Za-z_]+(?:\.[A-Za-z_]+)+$|[a-z][a-z0-9+.-]{0,20}://|arn:|sha\d+[:-]
    |(?:self|this|cls|os|process|env|config|settings|args|request|ctx|secrets|vars?|local|data|module)\.""",
    re.X,
)
_PATH = re.compile(r"(?:~?/|\.{1,2}/|[A-Za-z]:[\\/])(?:[^\\/]{0,23}+[\\/])*+[^\\/]{0,23}$")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")


def _kinds(value: str) -> int:
    return sum(bool(kind.search(value)) for kind in (_LOWER, _UPPER, _DIGIT, _SYMBOL))


def _noise(value: str) -> int:
    """How many characters stand in pieces that are no word, number or version."""
    return sum(len(piece) for piece in _PARTS.split(value) if not _PLAIN.fullmatch(piece))


def _random(value: str) -> bool:
    """Not a slug of words: enough noise, or one piece too long to be a word."""
    return _noise(value) >= 10 or any(len(piece) >= 20 for piece in _PARTS.split(value))


def _filled(value: str) -> bool:
    """Not a stand-in such as `<password>`, `$PASSWORD`, `${DB_PASS}`, `****` or `changeme`."""
    return not _STAND_IN.search(value)


def _password(value: str, bare: bool, said: bool) -> bool:
    """People choose passwords: two kinds of character after a key, three in a sentence."""
    kinds = _kinds(value)
    if not (_LOWER.search(value) or _UPPER.search(value)) or len(set(value)) < 4:
        return False
    if said or kinds < 3:
        mixed = bool(_DIGIT.search(value) or _SYMBOL.search(value))
        return mixed and kinds >= 2 + said and not _WORDS.fullmatch(value)
    return not (bare and _CAMEL.fullmatch(value))


def _opaque(value: str, bare: bool, said: bool) -> bool:
    """Machines choose tokens: mixed and no word, or long and noisy."""
    digit, kinds = _DIGIT.search(value), _kinds(value)
    if (kinds < 3 and not digit) or len(set(value)) < 6:
        return False
    if any(form.fullmatch(value) for form in (_PLAIN, _WORDS, _EMAIL)) or (bare and _CAMEL.fullmatch(value)):
        return False
    if kinds >= 3 and (digit or _SYMBOL.search(value)):
        return True
    long = any(len(piece) >= 12 and not _PLAIN.fullmatch(piece) for piece in _PARTS.split(value))
    return kinds == 2 and len(value) >= 16 and (long or bool(_UUID.fullmatch(value)))


# -- finders


def _token(pattern: str, real: Callable[[str], bool]) -> Finder:
    """Finds a pattern; its group, when it has one, is the credential."""
    compiled = re.compile(pattern, re.A)
    group = compiled.groups

    def find(text: str) -> Iterator[Span]:
        return (match.span(group) for match in compiled.finditer(text) if real(match[group]))

    return find


_KEY_NAME = r"[A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?"
_BEGIN = re.compile(rf"-{{4,5}} ?BEGIN {_KEY_NAME} ?-{{4,5}}|PuTTY-User-Key-File-\d:[^\n\\]{{0,80}}")
_END = re.compile(rf"-{{4,5}} ?END {_KEY_NAME} ?-{{4,5}}|Private-(?:MAC|Hash): ?[0-9A-Fa-f]+")
_BODY = re.compile(
    r"""(?:(?:\s|\\[nr])++(?:
        (?:Proc|DEK|Version|Comment|Encryption|Public|Private|Key|Argon2)[A-Za-z0-9-]{0,20}:\ [^\n\\]{0,200}+
        |[A-Za-z0-9+/]{16,}+={0,2}|[A-Za-z0-9+/]{1,15}+={1,2}))*+""",
    re.X,
)


def _key_blocks(text: str) -> Iterator[Span]:
    begins = list(_BEGIN.finditer(text))
    limits = [begin.start() for begin in begins] + [len(text)]
    for begin, limit in zip(begins, limits[1:], strict=True):
        rest = _END.search(text, begin.end(), limit) or _BODY.match(text, begin.end(), limit)
        yield begin.start(), rest.end() if rest else begin.end()


_SUFFIX = r"""(?:[_-]?(?:key|value|string|raw|text|base64|b64|base|prod|production|staging|dev|test|live|old
    |new|[0-9]{1,3})){0,2}"""
_SIGN = r"""[\\"'`*_\])]{0,4}\s{0,8}
    (?::\s?[a-z][\w\[\]|.\ ]{0,30}=(?=\s?["'])|:?=>?|==|:|\||->|>|,(?=\s?["']))[*_]{0,2}\s{0,8}"""
_ABOUT = r"(?:\s(?:for|to|of|on|at|in|from|für|von|zu|im|am|de|du|del|para)(?:\s[\w.'-]{1,30}){1,5}?)?"
_SAID = rf"""{_ABOUT}\s{{1,3}}(?:is|was|to|ist|war|lautet|est|es|era|e)(?::|\s)\s{{0,3}}
    |\s(?:for|für|pour|para)(?:\s[\w.'-]{{1,30}}){{1,4}}?:\s{{1,3}}
    |\s?(?:是|为|為|は|는|은|가|이)\s?:?\s?"""
_FLAG = re.compile(r"(?:--[\w-]*|\blogin\s\S{1,40}\s)\Z")
_VALUE = re.compile(
    r"""[bru]?\\?(?:"(?P<double>[^"\s\0]{8,}+)|'(?P<single>[^'\s\0]{8,}+)|[`“”‘’«「『(]?(?P<bare>[!#-&(-;=?-_a-~]{8,}+))"""
)
_CUT = re.compile(r"[&;,|](?=[\w.-]{0,40}[=:|]|$)")
_REST = {
    "double": re.compile(r'[^"\s\0]*'),
    "single": re.compile(r"[^'\s\0]*"),
    "bare": re.compile(r"[!#-&(-;=?-_a-~]*"),
}
_PEEK = 128  # characters of a value that are judged; a bound, so that 'token=token=…' stays linear


def _keyed(words: str, real: Callable[[str, bool, bool], bool]) -> Finder:
    """Finds the value that a key's name, an option or a sentence calls a credential."""
    named = rf"(?:{words}){_SUFFIX}(?:{_SIGN}|(?P<said>{_SAID})|(?P<gap>\s{{1,3}}))"
    key = re.compile("".join(map(_looks, named)), re.X)

    def find(text: str) -> Iterator[Span]:
        done = 0
        for match in key.finditer(text.lower()):
            start, stop = match.span()
            if start < done or (match["gap"] and not _FLAG.search(text, max(0, start - 60), start)):
                continue
            value = _VALUE.match(text, stop, stop + _PEEK)
            if value is None:
                continue
            form = str(value.lastgroup)
            bare, held = form == "bare", value[form].rstrip("\\")
            if bare:
                held = _CUT.split(held, maxsplit=1)[0].rstrip(".,;:?)]}*_\\")
            if (
                len(held) >= 8
                and real(held, bare, bool(match["said"]))
                and not (_PATH.match(held) or (bare and _CODE.match(held)))
                and _filled(held)
            ):
                done = value.start(form) + len(held)
                if done == stop + _PEEK and (rest := _REST[form].match(text, done)):
                    done = rest.end()
                yield value.start(form), done

    return find


# -- the rules, the most specific first

_CHOSEN = r"""passw(?:or)?d|passwort|passphrase|passcode|pwd(?<![a-z]pwd)|pass(?<![a-z]pass)|kennwort
    |mot\s?de\s?passe|contraseña|senha|wachtwoord|пароль|密码|密碼|口令|パスワード|비밀번호|암호"""
_ISSUED = r"""secret|token|(?:api|access|private|account|master|encryption|signing|shared|storage|session
    |service|deploy|subscription|license)[\s_-]?key|auth(?<![a-z]auth)(?![a-z])|authorization|credentials?|creds
    |密钥|密鑰|令牌|トークン|토큰"""

# fmt: off
_TOKENS = (  # name, what it is, anchors, pattern (its group, when it has one, is the credential)
    ("github-pat", "a GitHub fine-grained personal access token", "github_pat_", r"github_pat_\w{20,}+"),
    ("github-token", "a GitHub personal, OAuth, server, user or refresh token", "ghp_ gho_ ghs_ ghu_ ghr_",
     r"gh[pousr]_[A-Za-z0-9]{30,}+"),
    ("anthropic-key", "an Anthropic API key", "sk-ant-", r"sk-ant-[\w-]{20,}+"),
    ("openai-key", "an OpenAI API key, or one made after its pattern", "sk-", r"sk-(?!ant-)[\w-]{20,}+"),
    ("slack-token", "a Slack bot, user, app, workspace, session or refresh token", "xox xapp-",
     r"(?:xox[abeprs](?:\.xox[bp])?|xapp)-[A-Za-z0-9-]{20,}+"),
    ("slack-webhook", "the address of a Slack webhook", "hooks.slack.com",
     r"hooks\.slack\.com/[a-z]{1,20}/[A-Za-z0-9/]{20,}+"),
    ("discord-webhook", "the address of a Discord webhook", "/api/webhooks/",
     r"discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{40,}+"),
    ("aws-access-key", "an AWS access key id", "akia asia", r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    ("aws-secret-key", "an AWS secret access key behind its name", "secret_access_key secretaccesskey",
     r"""(?i:(?:aws_?)?secret_?access_?key)["']?\s{0,8}[:=]\s{0,8}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"""),
    ("google-api-key", "a Google API key", "aiza", r"AIza[\w-]{35}(?![\w-])"),
    ("google-oauth", "a Google OAuth access token", "ya29.", r"ya29\.[\w-]{20,}+"),
    ("google-client-secret", "a Google OAuth client secret", "gocspx-", r"GOCSPX-[\w-]{20,}+"),
    ("stripe-key", "a Stripe secret or restricted key, live or test", "k_live_ k_test_",
     r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}+"),
    ("stripe-webhook", "a Stripe webhook signing secret", "whsec_", r"whsec_[A-Za-z0-9+/]{20,}+={0,2}"),
    ("gitlab-token", "a GitLab personal, deploy, runner or job token", "glpat- gldt- glrt- glptt- glcbt-",
     r"gl(?:pat|dt|rt|ptt|cbt)-[\w.-]{20,}+"),
    ("npm-token", "an npm access token", "npm_", r"npm_[A-Za-z0-9]{30,}+"),
    ("pypi-token", "a PyPI upload token", "pypi-agei", r"pypi-AgEI[\w-]{30,}+"),
    ("huggingface-token", "a Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{30,}+"),
    ("telegram-token", "a Telegram bot token", ":", r"(?:bot)?\d{8,10}:[\w-]{35}(?![\w-])"),
    ("discord-token", "a Discord bot token", ".", r"[MNO](?<![_-].)[\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}+"),
    ("sendgrid-key", "a SendGrid API key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{16,}+"),
    ("twilio-key", "a Twilio API key, where Twilio is named", "twilio", r"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("digitalocean-token", "a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{40,}+"),
    ("shopify-token", "a Shopify access token or shared secret", "shpat_ shpca_ shppa_ shpss_",
     r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32,}+"),
    ("linear-key", "a Linear API key", "lin_api_ lin_oauth_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}+"),
    ("notion-token", "a Notion integration token", "secret_ ntn_",
     r"(?:secret_[A-Za-z0-9]{43}(?!\w)|ntn_[A-Za-z0-9]{40,}+)"),
    ("databricks-token", "a Databricks token", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?(?![0-9A-Za-z])"),
    ("vault-token", "a HashiCorp Vault token", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{24,}+"),
    ("age-key", "an age secret key", "age-secret-key-", r"AGE-SECRET-KEY-1[0-9A-Z]{40,}+"),
    ("azure-key", "the key in an Azure connection string", "accountkey sharedaccesskey",
     r"(?i:AccountKey|SharedAccessKey)\s{0,4}=\s{0,4}([A-Za-z0-9+/]{40,}+={0,2})"),
    ("vendor-token", "a token with the mark of another vendor (Docker, Groq, xAI, Figma, Grafana, Sentry…)",
     "dckr_pat_ gsk_ xai- pplx- figd_ glsa_ sbp_ sntrys_ rubygems_ tskey- pmak- nrak- atatt3 nvapi- tvly-",
     r"(?:(?:dckr_pat|gsk|figd|glsa|sbp|sntrys|rubygems)_|(?:xai|pplx|tskey|PMAK|NRAK|nvapi|tvly)-|ATATT3)[\w-]{20,}+"),
    # `{"`, with which the header of every such token begins, is eyI or eyJ in base64url.
    ("encoded-key", "a private key in base64", "ls0tls1crudjti", r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}+={0,2}"),
    ("jwt", "a JSON web token", "eyj eyi", r"(?<![_-])ey[IJ][\w-]{8,}+(?:\.[\w-]{8,}+){2,4}"),
)
# fmt: on


def _rule(name: str, what: str, anchors: str, find: Finder, broken: bool = False) -> Rule:
    return Rule(name, what, tuple("".join(map(_looks, anchors)).split()), find, broken)


RULES: tuple[Rule, ...] = (
    _rule("private-key", "a PEM, OpenSSH, PGP or PuTTY private key", "begin putty-user-key", _key_blocks),
    *(
        _rule(name, what, anchors, _token(rf"(?<![A-Za-z0-9]){pattern}", _random), broken=True)
        for name, what, anchors, pattern in _TOKENS
    ),
    _rule(
        "url-password",
        "the password in an address such as scheme://user:password@host",
        "://",
        _token(r"""://[^\s\0/:@"'<>]{0,100}:([^\s\0/"'<>]{1,200})@(?=[\w\[%$])""", _filled),
    ),
    _rule(
        "authorization",
        "the value of a Bearer or Basic authorization",
        "bearer basic",
        _token(r"(?i:(?<![a-z])(?:bearer|basic))\s{1,4}([\w+/.~-]{8,}+={0,2})", _random),
    ),
    _rule(
        "session-cookie",
        "the name of a session in a cookie",
        "sess connect.sid",
        _token(r"(?i:(?:php)?sess(?:ion)?_?id|connect\.sid|session)=([\w%.~+/-]{16,}+)", _random),
    ),
    _rule(
        "sql-password",
        "the password a statement of SQL sets",
        "password identified",
        _token(r"""(?i:password|identified\s{1,3}by)\s{1,3}'([^'\s\0]{6,200})'""", _filled),
    ),
    _rule(
        "password",
        "a password behind its name, in code, a command or a sentence",
        "pass pwd kennwort contraseña senha wachtwoord пароль 密码 密碼 口令 パスワード 비밀번호 암호",
        _keyed(_CHOSEN, _password),
    ),
    _rule(
        "secret",
        "a token, key or other secret behind its name, in code, a command or a sentence",
        "secret token key auth cred 密钥 密鑰 令牌 トークン 토큰",
        _keyed(_ISSUED, _opaque),
    ),
)

_ANCHORS: dict[str, list[int]] = {}
for _n, _each in enumerate(RULES):
    for _anchor in _each.anchors:
        _ANCHORS.setdefault(_anchor, []).append(_n)

# A line that opens with a token of its own does not continue the one before, unless that ended in a dot.
_STARTS = "|".join(re.escape(a) for rule in RULES if rule.broken for a in rule.anchors if len(a) > 2)
_BREAK = re.compile(
    rf"(?<=[\w+/=.-])(?:(?<=\.)|(?!\\?\r?\n[ \t]{{0,16}}(?i:{_STARTS})))\\?\r?\n[ \t]{{0,16}}(?=[\w+/=.-])",
    re.A,
)


def clean(*texts: str) -> bool:
    """Whether none of these texts holds a credential."""
    return not any(secrets(text) for text in texts)
