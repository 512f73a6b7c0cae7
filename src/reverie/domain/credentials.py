"""What a credential looks like: a table of rules, the most specific first, and how each is found.

A rule is only tried where one of its anchors stands, which costs next to nothing where none does. Texts come folded
(`looks.fold`), with a copy in lower case; earlier redactions are runs of NUL, which no rule accepts.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from reverie.domain.confided import CONFIDED, confided
from reverie.domain.fields import HANDED, apart, handed, sealed
from reverie.domain.logins import PAIRED, PGPASS, VARIABLES, addressed, aws_pair, environment, kept_for_postgres, paired
from reverie.domain.looks import Page, Span, folded, lazily
from reverie.domain.named import (
    CALLED,
    CHOSEN,
    CHOSEN_AT,
    CODES,
    COMMANDS,
    ISSUED,
    ISSUED_AT,
    PHRASES,
    Finder,
    coded,
    commanded,
    keyed,
    named_afterwards,
    phrase,
    token,
)
from reverie.domain.passwords import filled, numbered, opaque, password, random, several


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of credential. It is only tried where one of its (lower-case) anchors stands."""

    name: str
    what: str
    anchors: tuple[str, ...]
    find: Finder
    run: bool = False  # it is one long run of characters
    broken: bool = False  # also looked for across line breaks
    hint: re.Pattern[str] | None = None  # where a broken one may be, when its anchor is in every text


# -- finders


def _run(anchors: tuple[str, ...], pattern: str, real: Callable[[str], bool]) -> Finder:
    """Finds a token that is one long run of characters."""
    search = token(anchors, rf"(?<![A-Za-z0-9]){pattern}", real)

    def find(page: Page) -> Iterator[Span]:
        runs, view = page.runs()
        return (view.span(start, end) for start, end in search(runs))

    return find


def _middle(pattern: str, before: str) -> Finder:
    """Finds a pattern by the sign in its middle, and then what belongs to it before that sign."""
    compiled, head = lazily(pattern, re.A), lazily(before, re.A)

    def find(page: Page) -> Iterator[Span]:
        text = page.text
        for match in compiled().finditer(text):
            found = head().search(text, max(0, match.start() - 40), match.start())
            if found and random(text[found.start() : match.end()]):
                yield found.start(), match.end()

    return find


_KEY_NAME = r"[A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?"
_BEGIN = lazily(rf"BEGIN {_KEY_NAME} ?-{{4,5}}|PuTTY-User-Key-File-\d:[^\n\\]{{0,80}}")
_DASHES = lazily(r"-{4,5} ?\Z")
_END = lazily(rf"-{{4,5}} ?END {_KEY_NAME} ?-{{4,5}}|Private-(?:MAC|Hash): ?[0-9A-Fa-f]+")
_TWILIO = lazily(
    r"""(?<![A-Za-z0-9])((?:SK|AC)[0-9a-f]{32})(?![0-9A-Za-z])|(?i:auth|token|secret)\W{0,4}(?:(?i:token|is|key)\W{1,4}){0,2}([0-9a-f]{32})(?![0-9A-Za-z])"""
)
_BODY = lazily(
    r"""(?:(?:\s|\\[nr])++(?:
        (?:Proc|DEK|Version|Comment|Encryption|Public|Private|Key|Argon2)[A-Za-z0-9-]{0,20}:\ [^\n\\]{0,200}+
        |[A-Za-z0-9+/]{16,}+={0,2}|[A-Za-z0-9+/]{1,15}+={1,2}))*+""",
    re.X,
)


def _key_blocks(page: Page) -> Iterator[Span]:
    text = page.text
    begins: list[Span] = []
    for at in page.places(("begin ", "putty-user-key")):
        if begin := _BEGIN().match(text, at):
            dashes = _DASHES().search(text, max(0, at - 6), at)
            if dashes or text[at] == "P":
                begins.append((dashes.start() if dashes else at, begin.end()))
    limits = [start for start, _ in begins] + [len(text)]
    for (start, end), limit in zip(begins, limits[1:], strict=True):
        rest = _END().search(text, end, limit) or _BODY().match(text, end, limit)
        yield start, rest.end() if rest else end


def _twilio(page: Page) -> Iterator[Span]:
    found = _TWILIO().finditer(page.text) if page.places(("twilio",)) else ()
    return (match.span(match.lastindex or 0) for match in found)


_LINE = lazily("[A-Za-z0-9+/]{24,}+")
_BLOB = lazily(
    r"""[A-Za-z0-9+/]{24,}+(?:={1,2}|(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/]{24,}+)*+
    (?:(?:\r?\n[ \t]{0,16})?[A-Za-z0-9+/]{0,80}={1,2})?)""",
    re.X,
)
_HEX = lazily(r"(?:[2-7][0-9A-Fa-f]|0[9AaDd])+")
_HEAD = 24  # characters of a blob that tell whether it is a text
_TEXT = re.compile(rb"[\t\n\r -~]+")


def _encoded(page: Page) -> Iterator[Span]:
    """What becomes a text with a credential in it once it is decoded."""
    runs, view = page.runs()
    done = 0
    for line in _LINE().finditer(runs.text):
        start, _ = view.span(*line.span())
        if start < done or not _is_text(line[0]) or not (blob := _BLOB().match(page.text, start)):
            continue
        done = blob.end()
        plain = Page(_decoded(blob[0]))
        if any(True for rule in RULES if rule.find is not _encoded for _ in rule.find(plain)):
            yield blob.span()


def _is_text(line: str) -> bool:
    return bool(_HEX().fullmatch(line) or _TEXT.fullmatch(base64.b64decode(line[:_HEAD])))


def _decoded(blob: str) -> str:
    bare = "".join(blob.split()).rstrip("=")
    if _HEX().fullmatch(bare):
        return bytes.fromhex(bare[: len(bare) // 2 * 2]).decode("ascii", "replace")
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    return base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("ascii", "replace")


def _told(assigned: str) -> bool:
    """Whether a name with its value is a credential by the rules for what stands behind a name."""
    page = Page(assigned)
    return any(True for rule in RULES if rule.name in _BEHIND for _ in rule.find(page))


_BEHIND = ("password", "secret", "variable")


# -- the rules

# Marks with which vendors begin their tokens; a run of letters, digits, lines and dashes follows.
_VENDORS = (
    "dckr_pat_ dckr_oat_ gsk_ xai- pplx- figd_ glsa_ glc_ sbp_ sb_secret_ sntrys_ rubygems_ tskey- pmak- nrak-"
    " nrjs- atatt3 nvapi-"
    " tvly- csk- fw_ tgp_v1_ jina_ pcsk_ e2b_ lsv2_pt_ lsv2_sk_ esecret_ rpa_ xkeysib- xsmtpsib- nfp_ pscale_tkn_"
    " pscale_pw_"
    " pscale_oauth_ pul- rdme_ shippo_live_ shippo_test_ shptka_ sgp_ slk_ tfp_ vcp_ vck_ duffel_live_ duffel_test_"
    " aio_ clojars_"
    " dnkey- glsoat- glimt- glft- glagent- gloas- glffct- hrku- fo1_ fio-u- ccipat_ ccipprj_ bkua_ phx_ rnd_ napi_"
    " npg_ cal_live_ mdb_sa_sk_"
    " rzp_live_ rzp_test_ signkey-prod- tr_prod_ tr_dev_ pnu_ cfut_ cfat_ ghv_ patd_ aqvn y0_ y1_ api_org_ ltai"
    " ico- lip_ dvc_"
)

# fmt: off
_TOKENS = (  # name, what it is, anchors, pattern (it begins with an anchor; its group, if any, is the credential)
    ("github-pat", "a GitHub fine-grained personal access token", "github_pat_", r"github_pat_\w{20,}+"),
    ("github-token", "a GitHub personal, OAuth, server, user or refresh token", "ghp_ gho_ ghs_ ghu_ ghr_",
     r"gh[pousr]_[A-Za-z0-9]{14,}+"),
    ("anthropic-key", "an Anthropic API key", "sk-ant-", r"sk-ant-[\w-]{16,}+"),
    ("openai-key", "an OpenAI API key, or one made after its pattern", "sk-", r"sk-(?!ant-)[\w-]{16,}+"),
    ("slack-token", "a Slack bot, user, app, workspace, session or refresh token", "xox xapp-",
     r"(?:xox[abeprs](?:\.xox[bp])?|xapp)-[A-Za-z0-9-]{20,}+", numbered),
    ("slack-webhook", "the address of a Slack webhook", "hooks.slack.com",
     r"hooks\.slack\.com/[a-z]{1,20}/[A-Za-z0-9/]{20,}+"),
    ("discord-webhook", "the address of a Discord webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
     r"discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{40,}+"),
    ("aws-access-key", "an AWS access key id", "akia asia", r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    ("aws-secret-key", "an AWS secret access key behind its name",
     "aws_secret awssecret secret_access secret_accesskey secretaccess",
     r"""(?i:(?:aws_?)?secret_?access_?key)["']?\s{0,8}[:=]\s{0,8}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"""),
    ("google-api-key", "a Google API key", "aiza", r"AIza[\w-]{35}(?![\w-])"),
    ("google-oauth", "a Google OAuth access token", "ya29.", r"ya29\.[\w-]{20,}+"),
    ("google-client-secret", "a Google OAuth client secret", "gocspx-", r"GOCSPX-[\w-]{20,}+"),
    ("stripe-key", "a Stripe secret or restricted key, live or test", "sk_live_ sk_test_ rk_live_ rk_test_",
     r"[sr]k_(?:live|test)_[A-Za-z0-9]{12,}+"),
    ("stripe-webhook", "a Stripe webhook signing secret", "whsec_", r"whsec_[A-Za-z0-9+/]{20,}+={0,2}"),
    ("gitlab-token", "a GitLab personal, deploy, runner or job token", "glpat- gldt- glrt- glptt- glcbt-",
     r"gl(?:pat|dt|rt|ptt|cbt)-[\w.-]{14,}+"),
    ("npm-token", "an npm access token", "npm_", r"npm_[A-Za-z0-9]{14,}+"),
    ("pypi-token", "a PyPI upload token", "pypi-agei", r"pypi-AgEI[\w-]{30,}+"),
    ("huggingface-token", "a Hugging Face token", "hf_", r"hf_[A-Za-z0-9]{14,}+"),
    ("sendgrid-key", "a SendGrid API key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{16,}+"),
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
    ("square-token", "an access token or a secret of Square", "sq0atp- sq0csp- sq0idp- eaaa",
     r"(?:sq0(?:atp|csp|idp)-[\w-]{22,}+|EAAA[\w-]{56,}+)"),
    ("replicate-token", "a Replicate API token", "r8_", r"r8_[A-Za-z0-9]{20,}+"),
    ("vendor-token", "a token with the mark of another vendor (Docker, Groq, xAI, Figma, Grafana, Sentry…)",
     _VENDORS, rf"(?i:{'|'.join(map(re.escape, _VENDORS.split()))})[\w-]{{20,}}+"),
    ("encoded-key", "the body of a private key, or a whole one in base64",
     "ls0tls1crudjti mii mhcc mighage mc4caqaw b3blbnnzac1rzxktdj",
     r"(?:LS0tLS1CRUdJTi|MII[A-Za-z0-9+/]{1,3}(?:IBAA|IBADANBgkqhkiG9w0BAQEFAASC)|MHcCAQEE|MIGHAgEA"
     r"|MC4CAQAwBQYDK2VwBCIE"
     r"|b3BlbnNzaC1rZXktdj)[A-Za-z0-9+/]{20,}+(?:\\?\r?\n[ \t]{0,16}[A-Za-z0-9+/]{24,}+)*+"
     r"(?:(?:\r?\n[ \t]{0,16})?[A-Za-z0-9+/]{0,80}={1,2})?"),
    # `{"`, with which the header of every such token begins, is eyI or eyJ in base64url.
    ("jwt", "a JSON web token", "eyj eyi", r"(?<![_-])ey[IJ][\w-]{8,}+(?:\.[\w-]{8,}+){2,4}"),
)
_SHAPED = (  # the same; never looked for across lines
    ("shaped-token", "a token of another vendor, which has a shape as a whole (Mailgun, Airtable, HubSpot, Plaid…)",
     "key- pat atatt atctt atbb access-sandbox- access-development- access-production- dp. dt0c01. nrii nraa re_"
     " sl. 1//0 oy2 v1.0-"
     " eaac eaab flwseck ezak eztk akcp waka_ live_ test_ cfpat- a3- api- sdk- sk.ey ops_ey cs_ ck_ sqp_ squ_ sqa_"
     " sntryu_",
     r"(?:key-[0-9a-f]{32}(?![0-9A-Za-z])|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|pat-[a-z]{2}\d-[0-9a-f]{8}-[0-9a-f-]{27}"
     r"|AT(?:A|C)TT3[\w=-]{40,}+|ATBB[A-Za-z0-9]{28,}+|access-(?:sandbox|development"
     r"|production)-[0-9a-f]{8}-[0-9a-f-]{27}"
     r"|dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{30,}+|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|NR(?:II|AA)-[\w-]{20,}+"
     r"|re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,}+|sl\.(?:u\.)?[\w-]{60,}+|1//0[\w-]{30,}+|oy2[a-z0-9]{43}(?![0-9A-Za-z])"
     r"|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}+|EAA[BC][A-Za-z0-9]{60,}+|FLWSECK(?:_TEST)?-[\w-]{20,}+"
     r"|EZ[AT]K[A-Za-z0-9]{50,}+"
     r"|AKCp[A-Za-z0-9]{60,}+|waka_[0-9a-f]{8}-[0-9a-f-]{27}|(?:live|test)_(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{30,}+"
     r"|CFPAT-[\w-]{40,}+|A3-[A-Z0-9]{6}-[A-Z0-9-]{20,}+|(?:api|sdk)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}"
     r"|sk\.ey[\w-]{30,}+\.[\w-]{16,}+|ops_ey[\w=-]{60,}+|c[ks]_[0-9a-f]{40}(?![0-9A-Za-z])"
     r"|sq[apu]_[0-9a-f]{40}(?![0-9A-Za-z])"
     r"|sntryu_[0-9a-f]{64})"),
)
_MARKED = (  # the same, of what a word or an option before it tells; never looked for across lines
    ("url-password", "the password in an address such as scheme://user:password@host", "://",
     r"""://[^\s\0/:@"'<>]{0,100}:([^\s\0/"'<>]{1,200})@(?=[\w\[%$])""", filled),
    ("authorization", "the value of a Bearer, Basic or SSWS authorization", "bearer basic ssws",
     r"(?i:(?<![a-z])(?:bearer|basic|ssws))\s{1,4}([\w+/.~-]{8,}+={0,2})", random),
    ("session-cookie", "the name of a session in a cookie", "sess sid= jwt= connect.sid",
     r"(?i:sess(?:ion)?(?:_?id|_?token)?|sid|jwt|connect\.sid)=([\w%.~+/-]{16,}+)", random),
    ("paypal-token", "an access token of PayPal or Braintree", "access_token$",
     r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}", random),
    ("hook-address", "the address of a hook that takes whatever is sent to it",
     "hooks.zapier.com/ webhook.office.com/webhookb2/ hook.eu hook.us",
     r"(?:hooks\.zapier\.com/hooks/catch/[0-9]{4,}/[a-z0-9]{5,}"
     r"|webhook\.office\.com/webhookb2/[0-9a-fA-F@/-]{60,}\w*(?:/[\w-]+)*"
     r"|hook\.[eu][us]\d\.make\.com/[a-z0-9]{20,})", filled),
    ("signature", "the signature that opens a signed address",
     "x-amz-signature= x-goog-signature= x-amz-security-token= &sig= ?sig= &signature= ?signature=",
     r"[?&]?(?i:x-\w{3,4}-(?:signature|security-token)|sig|signature)=([\w%+/=-]{24,}+)", random),
    ("sql-password", "the password a statement of SQL sets", "password identified",
     r"""(?i:password|identified\s{1,3}by)\s{1,3}'([^'\n\0]{6,200})'""",
     lambda value: several(value) if " " in value else filled(value)),
)
# fmt: on


def _rule(name: str, what: str, anchors: str, make: Callable[..., Finder], *how: object) -> Rule:
    at = tuple(folded(anchors).split())
    return Rule(name, what, at, make(at, *how))


def _vendor(name: str, what: str, anchors: str, pattern: str, real: Callable[[str], bool] = random) -> Rule:
    spread = r"\s" in pattern or r"\n" in pattern  # it is not one run
    make = (token, rf"(?<![A-Za-z0-9]){pattern}", real) if spread else (_run, pattern, real)
    return replace(_rule(name, what, anchors, *make), broken=True, run=not spread)


_BOT = _middle(r":(?<=\d{8}:)[\w-]{35}(?![\w-])", r"(?<![A-Za-z0-9])(?:bot)?\d{8,10}\Z")
_BOT_HINT = re.compile(r":(?<=\d{8}:)(?=[\w-])", re.A)
_DISCORD = _middle(r"\.(?<=[\w-]{23}\.)[\w-]{6}\.[\w-]{27,}+", r"(?<![A-Za-z0-9])[MNO](?<![_-].)[\w-]{22,27}\Z")
_DISCORD_HINT = re.compile(r"\.(?<=[\w-]{23}\.)(?=[\w-]{6}\.)", re.A)

_AZURE = _middle(r"8Q~[\w~.-]{31,34}", r"(?<![\w~.-])[\w~.-]{3}\Z")

RULES: tuple[Rule, ...] = (
    Rule("private-key", "a PEM, OpenSSH, PGP or PuTTY private key", ("begin ", "putty-user-key"), _key_blocks),
    *(_vendor(*row) for row in _TOKENS),
    *(replace(_vendor(*row), broken=False) for row in _SHAPED),
    Rule("telegram-token", "a Telegram bot token", (":",), _BOT, broken=True, hint=_BOT_HINT),
    Rule("discord-token", "a Discord bot token", (".",), _DISCORD, broken=True, hint=_DISCORD_HINT),
    Rule("azure-secret", "a client secret of Azure", ("8q~",), _AZURE),
    Rule("twilio-key", "a key, account or token of Twilio, where Twilio is named", ("twilio",), _twilio, broken=True),
    *(_rule(name, what, anchors, token, pattern, real) for name, what, anchors, pattern, real in _MARKED),
    Rule("aws-pair", "an AWS secret access key near an access key id", ("akia", "asia"), aws_pair),
    *(_rule(name, what, anchors, coded, pattern, real) for name, what, anchors, pattern, real in CODES),
    Rule(
        "command-password",
        "the password in a command such as `curl -u user:…` or `mysql -p…`",
        tuple(anchor for anchor, _ in COMMANDS),
        commanded(),
    ),
    Rule("passphrase", "the words of a passphrase behind its name", PHRASES, phrase),
    _rule(
        "password", "a password behind its name, in code, a command or a sentence", CHOSEN_AT,
        keyed, CHOSEN, password, True,
    ),
    Rule("password-before", "a password before the words that call it one", CALLED, named_afterwards),
    _rule(
        "secret", "a token, key or other secret behind its name, in code, a command or a sentence", ISSUED_AT,
        keyed, ISSUED, opaque, False,
    ),
    Rule("confided", "a password or token that a sentence leads on to, or on a line of its own", CONFIDED, confided),
    Rule("variable", "the value of a variable such as SESSION_SECRET, APP_TOKEN or API_KEY", VARIABLES, environment),
    Rule("login", "a password next to a login: `login: ana / …`, `log in as ana with …`", PAIRED, paired),
    Rule("address-password", "the password in `ana:password@host`", ("@",), addressed),
    Rule("pgpass", "the password in a line of .pgpass", PGPASS, kept_for_postgres),
    Rule("field", "the value of a field that the one before it calls a password or key", ("value",), apart(_told)),
    Rule("handed", "the password in a call such as `login(\"ana\", …)`", HANDED, handed),
    Rule("kubernetes-secret", "what a Secret of Kubernetes holds", ("kind",), sealed),
    Rule("encoded", "a text in base64 or hex that holds one of these", (), _encoded),
)  # fmt: skip


def _numbers(wanted: Callable[[Rule], bool]) -> dict[str, list[int]]:
    """The rules that begin with each anchor."""
    found: dict[str, list[int]] = {}
    for n, rule in enumerate(RULES):
        for anchor in rule.anchors if wanted(rule) else ():
            found.setdefault(anchor, []).append(n)
    return found


_TELLING = _numbers(lambda rule: not rule.run)
_OPENING = _numbers(lambda rule: rule.run)
_BROKEN = _numbers(lambda rule: rule.broken and not rule.hint)
_ENCODED = len(RULES) - 1
_OPENERS = {a[0]: [re.escape(b[1:]) for b in _BROKEN if b[0] == a[0] and len(b) > 2] for a in _BROKEN if len(a) > 2}
OPENING = lazily(  # what opens a token of its own; sorted by the first sign, which is rarely there
    "|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in _OPENERS.items()), re.I
)


def tried(page: Page) -> list[int]:
    """The rules that may find something: one of their anchors is there. This is all that is done for most texts."""
    runs, _ = page.runs()
    found = page.telling(_TELLING)
    if runs.low:
        found |= runs.telling(_OPENING) | {_ENCODED}
    return sorted(found)


def tried_broken(page: Page, seams: str) -> list[int]:
    """The rules that may find something across a line break."""
    runs, _ = page.runs()
    found = runs.telling(_BROKEN) | {n for anchor, numbers in _BROKEN.items() if anchor in seams for n in numbers}
    return sorted(found | {n for n, rule in enumerate(RULES) if rule.hint and rule.hint.search(page.text)})
