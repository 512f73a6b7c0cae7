"""Whom and what a text names, and the relations one clause of it states outright. What is not clear is left out."""

from __future__ import annotations

import re
from dataclasses import dataclass

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name in the text; its type is "concept" when nothing says more."""

    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A relation between two names that one clause states outright."""

    source: str
    relation: str
    target: str


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


_TOOL_NAMES = _words("""
    PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Valkey Kafka NATS RabbitMQ Elasticsearch
    ClickHouse DuckDB Docker Podman Kubernetes Helm Terraform Ansible Jenkins GitHub GitLab Bitbucket git
    Nginx Caddy Traefik Grafana Prometheus Sentry Datadog AWS GCP Azure Hetzner Cloudflare Vercel Netlify
    Heroku Python TypeScript JavaScript Java Kotlin Golang Ruby PHP Node.js Deno Bun npm pnpm yarn pip uv
    pytest mypy ruff ESLint Webpack Vite Svelte React Vue Angular Next.js Django Flask FastAPI Rails Laravel
    Vim Neovim Emacs Helix VSCode Slack Jira Notion Linear Obsidian Figma Zoom Stripe Linux Ubuntu Debian
    macOS Windows Rust Go Swift Elixir Haskell Bash zsh tmux Fargate Lambda GKE EKS S3 RDS BigQuery Snowflake
    Supabase Firebase Astro Nuxt NestJS Vitest Jest Playwright Cypress Poetry Conda Nix NixOS Homebrew Celery
    PgBouncer Tailwind Prisma SQLAlchemy Alembic WordPress Shopify Gradle Maven Cargo Bazel Pulumi Backblaze
    DigitalOcean Fedora Gitea Kamal GraphQL gRPC OpenTelemetry Airflow dbt""")
TOOLS = {name.lower(): name for name in sorted(_TOOL_NAMES)}
CAPITAL_ONLY = (
    _words("""
    go rust swift helix linear notion zoom windows react vue helm caddy flask rails bun yarn java ruby
    angular deno elixir stripe slack poetry lambda prisma cargo nix maven celery conda jest cypress astro""")
)  # everyday words unless written as names
_NAMED_TOOLS = TOOLS.keys() - _words("go swift helix linear notion zoom helm caddy rust poetry cargo slack jest")
SERVICE = _words("service api app server worker ui web cli db bot lib sdk client backend frontend")
_STORES = _words("db database cache queue bucket")  # what keeps data is no project
COMMON = _words("""
    i a an the this that these those he she it we they you my our your his her its their who what when where
    why how which if and or but so for to of in on at by with from as is are was were be been do does did
    has have had can could will would should may might must not no yes ok okay please thanks sorry actually
    always never just also now then here there all any some each every everyone everybody nobody someone
    anyone people users customers team today tomorrow yesterday tonight last next first second after before
    since until while because although once during about into over under use uses remember important note
    todo fyi asap pr id url utc cet est pst monday tuesday wednesday thursday friday saturday sunday january
    february march april june july august september october november december german french english spanish
    italian portuguese korean japanese chinese russian polish dutch arabic hindi christmas easter mr mrs ms
    dr prof let don't i'm i've i'd it's we're we'll hey hi correction decision both either neither one two
    three keep call send make run im very really than more most too only got get going want need like per
    via etc""")
DULL = COMMON | _words("""
    ich du er sie wir ihr der die das den dem ein eine einen und oder nicht ist bin sind war mit für auf von
    zu dass mir mich sich kein keine bitte je tu il elle nous vous ils le la les un une des et ou ne pas est
    suis que qui dans avec sur pour ce cette yo tú él ella el los las una unos es soy para con en por del al
    lo se me te mi su go starts start thing things stuff lot bit way much many new old still already again
    same other something""")
# Words that are no name when nothing else is left of one: times, greetings, everything.
EMPTY = DULL | _words("""
    everything nothing anything somewhere anywhere everywhere none whoever whatever morning afternoon evening
    night noon midnight weekend week month quarter year day feb mar apr jun jul aug sep sept oct nov dec good
    great nice merry happy welcome thank hello hi hey dear cheers guten hallo liebe lieber moin servus bonjour
    salut merci hola buenos buenas gracias ciao morgen abend tag nacht montag dienstag mittwoch donnerstag freitag
    samstag sonntag januar februar märz mai juni juli oktober dezember nächsten nächste nächster letzten letzte am
    im unser unsere lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet
    août septembre octobre novembre décembre lunes martes miércoles jueves viernes sábado domingo enero febrero
    marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre fixme wip tbd spring summer autumn
    fall winter year's eve mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends thats dont cant
    wont isnt doesnt theres ive""")
GREETINGS = _words("hello hi hey dear hallo bonjour salut hola ciao moin todo fixme wip")  # stand before a name

# Latin with all its marks, Greek and Cyrillic: capitals and small letters take turns there, no range holds them.
UP = "".join(letter for letter in map(chr, (*range(0x41, 0x530), *range(0x1E00, 0x1F00))) if letter.isupper())
_LETTER = "A-Za-z0-9_À-ɏͰ-ԯḀ-ỿ"  # not \w: a Korean particle sticks to the name before it
_PLAIN_TOOL = "|".join(sorted(map(re.escape, TOOLS.keys() - CAPITAL_ONLY), reverse=True))
_FILES = "md|py|js|ts|tsx|jsx|json|toml|ya?ml|txt|csv|html|css|rs|go|java|sql|lock|log|pdf|png|ini|cfg|env|ipynb"
_NAME = (
    rf"(?<![{_LETTER}.@/-])(?:`[{_LETTER}-]{{2,60}}`|[{UP}][{_LETTER}&+#]{{0,40}}"
    rf"(?:[-'.][{UP}j][{_LETTER}]{{0,40}}|\.(?:io|ai|dev|app|com|net|org|so|sh)\b)?"
    rf"(?: [{UP}][{_LETTER}&+#]{{0,40}}(?![{_LETTER}])){{0,3}}"
    rf"|[a-z][a-z0-9]{{0,30}}(?:[-_][a-z0-9]{{1,30}}){{1,4}}"
    rf"|(?:{_PLAIN_TOOL}))(?![{_LETTER}@/-]|\.(?:{_FILES})\b)"
)

# The relation, then what a clause says; "<" when its ends change places.
VERBS = [line.split(maxsplit=1) for line in r"""
    works-at      works? (?:at|for)|joined
    develops      works? on|develops?|maintains?|builds|created|wrote|is (?:building|developing)
    <develops     is (?:developed|maintained|built) by
    lives-in      lives? in
    located-in    is (?:based|located|headquartered) in
    manages       manages?|leads?|supervises?
    <manages      reports? to|is (?:managed|led) by
    owns          owns?
    <owns         is owned by|belongs to
    married-to    is married to|married
    uses          uses?|is using|is (?:written in|built (?:with|on|in)|powered by)
    <uses         is used by
    depends-on    depends? on|relies on|rely on|requires?
    part-of       is (?:a )?part of
    <part-of      contains?
    runs-on       runs? on|is (?:hosted|deployed) (?:on|to|at)
    prefers       prefers?|likes?|loves?
    avoids        avoids?|hates?|dislikes?
    decided-on    decided on|chose|picked|adopted|settled on
    supersedes    replaces|replaced|supersedes|superseded
    <supersedes   (?:is|was|got|has been) (?:replaced|superseded) (?:by|with)
    relates-to    is related to|relates to""".strip().splitlines()]  # fmt: skip
ENDS: dict[str, tuple[str, str]] = {
    "works-at": ("person", "organisation"), "develops": ("person", "project"),
    "lives-in": ("person", "place"), "located-in": ("", "place"), "manages": ("person", "person"),
    "married-to": ("person", "person"), "uses": ("", "tool"), "runs-on": ("", "tool"),
    "prefers": ("person", ""), "avoids": ("person", ""), "maintained-by": ("project", "person"),
}  # fmt: skip
ROLES = {"manager": "manages", "boss": "manages", "wife": "married-to", "husband": "married-to"}

# A type, and what stands before (ending in $) or after the name.
TYPES = [(line.split(maxsplit=1)[0], re.compile(line.split(maxsplit=1)[1])) for line in r"""
    person        \b(?:my|our|his|her|their) (?:\w+ )?(?:wife|husband|partner|sister|brother|son|daughter) $
    person        \b(?:my|our|his|her|their) (?:\w+ )?(?:mother|father|mom|dad|intern|teacher|lawyer) $
    person        \b(?:my|our|his|her|their) (?:\w+ )?(?:boss|manager|colleague|friend|doctor|dentist) $
    person        \b(?:met|ask|tell|told|phone|email|emailed|[dD]r\.?|[mM]rs?\.?) $
    person        \b(?:lunch|dinner|meeting|call|spoke|talked) (?:with|to) $
    person        ^ (?:said|says|told|asked|likes|loves|hates|prefers|wants|lives|works|joined)\b
    person        ^ is (?:my|our|his|her|their) (?:\w+ )?(?:wife|husband|partner|sister|brother|son|daughter|mother)\b
    person        ^ is (?:my|our|his|her|their) (?:\w+ )?(?:father|boss|manager|colleague|friend|doctor|dentist)\b
    project       \bproject (?:called |named )?$|^ (?:project|repo|repository)\b
    place         \b(?:(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|who) live|lives|lived|based|born|office) in $
    place         \b(?:moved|moving|trip|flight|fly) to $
    organisation  \b(?:works?|working|job|interview|role) (?:at|for) $|\bcompany $
    tool          \b(?:[Uu]ses?|using|install|installed) $
    tool          \b(?:(?:deploy(?:s|ed)?|migrate) to|runs? on|hosted (?:on|at)) $""".strip().splitlines()]  # fmt: skip

_BASE = re.compile(
    r"(?:work|live|use|manage|lead|own|run|depend|rely|require|prefer|like|love|hate|avoid|dislike|develop"
    r"|maintain|supervise|report|contain)\b"
)
_DET = r"(?:(?:the|our|a|an|my|its|their|project) (?:(?:old|new|main|legacy|same) )?)?"
_SAYS = "|".join(verb for _, verb in VERBS)
_CLAUSE = re.compile(
    rf"(?:(?P<twin>{_NAME}) and )?(?P<s>{_NAME})(?:'s (?P<role>{'|'.join(ROLES)}) is"
    rf"|(?P<who>,? (?:who|which|that))?(?P<comma>,?)(?: (?:now|also|currently|still|mainly|already|mostly))?"
    rf" (?P<v>{_SAYS})) {_DET}(?P<o>{_NAME})"
    rf"(?: v?\d[\d.]{{0,8}})?(?P<more>(?:(?:, | and |, and ){_DET}{_NAME}){{0,5}})"
)
_ALSO = re.compile(rf",? and (?:also |now )?(?P<v>{_SAYS}) {_DET}(?P<o>{_NAME})")
_PEOPLE = r"manages?|leads?|supervises?|reports? to|is (?:managed|led) by|is married to|married"
_ROLE_OF = re.compile(rf"(?P<s>{_NAME}) is (?P<o>{_NAME})'s (?P<role>{'|'.join(ROLES)})\b")
_CHANGE = re.compile(
    rf"\b(?:(?P<v>(?i:switch|migrat|mov|upgrad))(?:ed|ing) (?:over )?from {_DET}(?P<old>{_NAME})"
    rf"(?: [\d.]{{1,8}})? to {_DET}(?P<new>{_NAME})"
    rf"|(?i:replaced) {_DET}(?P<out>{_NAME}) (?:with|by) {_DET}(?P<in>{_NAME}))"
)
_VERBS = [(re.compile(verb), relation.strip("<"), relation[0] == "<") for relation, verb in VERBS]
_SPEAKS = re.compile(rf"(?:'s)? (?:is|are|was|has|will|can|does|{_SAYS})\b")
NAMES = re.compile(_NAME)
_UNSURE = re.compile(
    r"\b(?:not|never|if|whether|unless|until|doubt|would|should|could|might|may|think|guess)\b|n't\b",
    _I,
)
_AFTER = re.compile(r" (?:and|or|for|in|on|at|since|because|now|to|from|with|when|while|but|as)\b| ?[^a-z ]|$| $")
_GERMAN = re.compile(r"\b(?:der|die|das|und|ich|ist|nicht|mit|wir|eine?n?|für|auf)\b", _I)
_COMPANY = re.compile(r" (?:Inc|GmbH|Ltd|LLC|Corp|University|Bank|AG|Labs|Foundation)$")


def links(text: str) -> tuple[Link, ...]:
    links: dict[Link, None] = {}
    at, carrier = 0, ""
    while match := _CLAUSE.search(text, at):
        # "Dana, who lives in Porto, works at…": behind the comma it is Dana again.
        subject = match["s"]
        if match["comma"] and not text.endswith(", ", 0, match.start("s")):
            subject = carrier if match.start("s") == at else ""
        at, carrier = match.start("o"), match["s"] if match["who"] else ""
        if not _certain(text, match.start(), match.end()) or _adjective(match["o"], text, match.end("o")):
            continue
        if role := match["role"]:
            _add(links, ROLES[role], [(match["o"], subject)])
            continue
        if re.fullmatch(_PEOPLE, match["v"]) and text.endswith(("the ", " a ", " an "), 0, match.start("o")):
            continue  # "manages the Rotterdam warehouse" names nobody
        plural = _BASE.match(match["v"]) is not None
        if plural and not match["twin"]:
            continue
        more = NAMES.findall(match["more"])
        if _SPEAKS.match(text, match.end()):
            more = more[:-1]  # it opens the next clause
        for source in [match["twin"], subject] if plural else [subject]:
            _add(links, match["v"], [(source, target) for target in [match["o"], *more]])
        if also := _ALSO.match(text, match.end()):
            _add(links, also["v"], [(subject, also["o"])])
    for match in _ROLE_OF.finditer(text):
        if _certain(text, match.start(), match.end()):
            _add(links, ROLES[match["role"]], [(match["s"], match["o"])])
    for match in _CHANGE.finditer(text):
        old, new = match["old"] or match["out"], match["new"] or match["in"]
        # People move between towns too; only a tool is superseded by moving away.
        tools = {_name(old).lower(), _name(new).lower()} & TOOLS.keys()
        if _certain(text, match.start(), match.end()) and (tools or match["v"] not in ("mov", "Mov")):
            _add(links, "supersedes", [(new, old)])
    return tuple(links)


def _add(links: dict[Link, None], says: str, pairs: list[tuple[str, str]]) -> None:
    """Link each pair by what the clause says: a verb of `VERBS`, or a relation itself."""
    relation, swap = next(((r, s) for verb, r, s in _VERBS if verb.fullmatch(says)), (says, False))
    for one, other in pairs:
        source, target = (_name(other), _name(one)) if swap else (_name(one), _name(other))
        if relation == "manages" and (other if not swap else one).startswith("Project "):
            source, relation, target = target, "maintained-by", source  # what is led is no person
        if source and target and source.lower() != target.lower():
            links[Link(source=source, relation=relation, target=target)] = None


def _certain(text: str, start: int, end: int) -> bool:
    """Whether the clause is stated: not asked, denied, supposed or wished."""
    before = re.split(r"[,;:.!?\n]", text[max(0, start - 80) : start])[-1]
    stop = re.search(r"[.!?\n](?=\s|$)", text[end : end + 300])
    return not (stop and stop[0] == "?") and not _UNSURE.search(before + text[start:end].split(" ", 1)[0])


def _adjective(name: str, text: str, end: int) -> bool:
    """Whether a hyphenated word only describes the noun behind it ("uses long-lived tokens")."""
    return name[0].islower() and "-" in name and not _AFTER.match(text[end : end + 12])


def _name(raw: str) -> str:
    """The name as the graph should know it, or nothing when only common words are left."""
    words = raw.strip("`").split(" ")
    while words and (words[0].lower() in COMMON or words[0].lower() in GREETINGS or words[0] == "Project"):
        words.pop(0)
    while words and words[-1].lower() in COMMON:
        words.pop()
    if EMPTY.issuperset(word.lower() for word in words):
        return ""
    name = " ".join(words)
    return TOOLS.get(name.lower(), name) if len(name) > 1 else ""


def mentions(text: str, links: tuple[Link, ...]) -> tuple[Mention, ...]:
    types: dict[str, str] = {}
    for link in links:
        for name, kind in zip((link.source, link.target), ENDS.get(link.relation, ("", "")), strict=True):
            types[name] = types.get(name) or kind
    words = text.split()
    titled = len(words) > 4 and sum(word[:1].isupper() for word in words) > 0.8 * len(words)
    # German writes every noun with a capital, a title every word; neither makes a name.
    plain = not titled and len(_GERMAN.findall(text[:400])) < 3
    for match in NAMES.finditer(text):
        name = _name(match[0])
        if name and (name in types or name.lower() in TOOLS or _is_name(match, name, text, plain)):
            before, after = (
                text[max(0, match.start() - 40) : match.start()],
                text[match.end() : match.end() + 20],
            )
            before += "project " if match[0].startswith("Project ") else ""
            types[name] = types.get(name) or _type(name, before, after)
    return tuple(Mention(name=name, type=kind or _type(name, "", "") or "concept") for name, kind in types.items())


def _is_name(match: re.Match[str], name: str, text: str, plain: bool) -> bool:
    raw, after = match[0], text[match.end() : match.end() + 20]
    if re.search(r"[a-z0-9][A-Z]", name):
        return True
    if raw[0] == "`" or raw[0].islower():
        return _type(name, "", "") == "project" or (raw[0] == "`" and "-" in name)
    if name.isupper() or not plain:
        return False
    before = text[max(0, match.start() - 12) : match.start()].rstrip(" \"'“(*")
    opens = (raw.startswith(name) or raw.split(" ")[0].lower() in GREETINGS) and not re.search(
        r"[^.!?:\n•-]$|\b[DMP]\w{1,3}\.$", before
    )
    return not opens or " " in name or after.startswith("'s ") or _type(name, "", after) == "person"


def _type(name: str, before: str, after: str) -> str:
    if name.lower() in TOOLS or (" " in name and name.split(" ")[0].lower() in TOOLS):
        return "tool"
    if _COMPANY.search(name):
        return "organisation"
    if "-" in name and name.islower() and name.rsplit("-", 1)[-1] in _STORES:
        return "tool"
    if "-" in name and name.islower() and name.rsplit("-", 1)[-1] in SERVICE:
        return "project"
    return next((kind for kind, cue in TYPES if cue.search(before) or cue.match(after)), "")


def names_tool(text: str) -> bool:
    """Whether a tool, a language or a service that many know is named, and not by a word that is mostly another."""
    return not _NAMED_TOOLS.isdisjoint(re.findall(r"[a-z0-9.+#-]*[a-z0-9]", text.lower()))
