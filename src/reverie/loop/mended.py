"""What a session found out by trying: a command that failed, one like it that worked, and why. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from reverie.domain import notice, poison, prose
from reverie.domain.fragment import INFERRED
from reverie.domain.pattern import Worded
from reverie.domain.prose import Sentence
from reverie.domain.text import fold, spelled
from reverie.domain.transcript import Entry
from reverie.loop.extract import Draft

_TELLING = re.compile(
    r"error|fail|cannot|can't|not found|denied|refused|missing|no such|undefined|unexpected|invalid|timed? ?out", re.I
)
_CAUSE = re.compile(
    r"\b(?:caused? by|cause|so (?:they|it|the \w+) (?:deadlock|block|fail|crash|clash|hang|collide|conflict)\w*"
    r"|culprit|reason|turned out|because|breaks?|needs|requires|is missing|only works|that is why"
    r"|so you need|lives? in)\b"
    r"|原因|ため|원인|때문",
    re.I,
)
_GUESS = re.compile(
    r"\b(?:may|might|maybe|perhaps|probably|could be|suspect|i think|possibly|seems?|let me|i'll)\b", re.I
)
_WRAPPERS = frozenset(
    "sudo env time npx run uv poetry python python3 cd set source bash exec install the and test src docs tests".split()
)
_SHELLS = frozenset(
    {"bash", "shell", "exec", "exec_command", "run_shell_command", "local_shell", "terminal", "execute"}
)
_TRIES = 8  # commands between a failure and the success after it, beyond which nothing is proven
_LOOKS = re.compile(  # commands that change nothing
    r"(?:sudo\s+)?(?:ls|cat|head|tail|less|grep|e?grep|rg|find|lsof|ps|ss|netstat|which|echo|pwd|env|printenv|df"
    r"|du|wc|sort"
    r"|uniq|awk|jq|cut|tr|tree|stat|file|date|id|whoami|uname|uptime|mount|free|top|dig|nslookup|ping|nc|host"
    r"|openssl|quota"
    r"|timedatectl|md5sum|sha256sum|diff|sleep|cd|curl|sed -n|journalctl|crontab -l|systemctl (?:status|list|is"
    r"|show|cat)"
    r"|git (?:status|log|diff|show|branch|blame|remote|ls-files)|docker (?:compose )?(?:ps|logs|inspect|images|config)"
    r"|kubectl (?:get|describe|logs|top|explain)|kubectl .*--dry-run|psql .*(?:select|explain|\\d)|(?:npm|pip3?"
    r"|gem) (?:ls|list|show|outdated)"
    r"|(?:python3? -m )?pytest|(?:npm|pnpm|yarn|make|cargo|go|bun) (?:run )?(?:test|check|lint|vet)|pio device"
    r"|true|test)\b",
    re.I,
)
_FAR = re.compile(r"^ssh(?:\s+-\S+)*\s+[\w.@-]+\s+")  # on another machine
_PARTS = re.compile(r"&&|\|\||[;|]")
_PREPARES = re.compile(  # commands that change the surroundings in which another one is tried again
    r"(?:sudo\s+)?(?:kill|pkill|killall|fuser|rm|mkdir|chmod|chown|ln|ulimit|systemctl|service|launchctl|brew"
    r"|apt(?:-get)?"
    r"|dnf|pacman|docker|podman|createdb|redis-server|pg_ctl|nvm|corepack|git (?:lfs|submodule)|ssh-add"
    r"|gcloud auth|aws sso|migrate|alembic|flyway|sysctl|make (?:clean|reset|certs?|rotate\S*)|terraform (?:init|force)"
    r"|(?:npm|pnpm|yarn|bun|pip|pip3|uv|poetry|bundle|composer|cargo|go|gem)\s+(?:ci|i|install|add|sync|update"
    r"|mod tidy|pip install))\b"
)
_WHAT = re.compile(r"\b\w*(?:Error|Exception)\b|\bE[A-Z]{4,}\b|not found|denied|refused|already in use|no such", re.I)
_TALLY = re.compile(
    r"[\W_]*(?:\d+ (?:passed|errors?|fail\w+|tests?|problems?|warnings?)\b|found \d+ )", re.I
)  # how often, not what
_CONFIRMED = re.compile(
    r"\W*(?:(?:perfect|great|nice|awesome|yes|yep|yeah|ok(?:ay)?|thanks|thank you|cool|super|wow|brilliant"
    r"|amazing|ah|oh|confirmed"
    r"|excellent|ja|oui|sí)[\s,.!:–—-]+)*"
    r"(?:(?:that|this|it|you)(?:'s| has| have|'ve)? (?:fixed|solved|cured|resolved|did|was) (?:it|that|the \w+)"
    r"|that (?:worked|helped|did the trick)|that'?s it|(?:it |that |everything )?works (?:now|again)|(?:it's "
    r"|that's )?(?:fixed|solved)(?: now)?"
    r"|das (?:war's|hat(?:'s| es)? (?:gelöst|geholfen|behoben))|jetzt geht'?s?(?: es)?"
    r"|ça marche(?: maintenant)?|ya funciona)"
    r"(?:[\s,.!]+(?:thanks?|thank you|thx|perfect|great|nice|danke|merci|gracias|so much|a lot|now))*\W*",
    re.I,
)
_ADVISES = re.compile(
    r"\W*(?:(?:you can|then|just|please|first)[, ]+)*(?:run|try|set|raise|increase|add|remove|delete|clear|restart"
    r"|change|install|downgrade|upgrade|pin|disable|enable|stop|start|export|bump|unset|rebuild|reinstall)\b(?=.*[`=/\d-])",
    re.I,
)
_DID = re.compile(
    r"\W*(?:so )?(?:i(?:'ve| have)? (?:now )?\w+(?:ed|t)|i (?:set|put|made|rewrote)|the fix|fixed|setting|adding)\b",
    re.I,
)
_TROUBLE = Worded(  # says that something does not work
    "fail fails failed failing failure don dont doesn doesnt didn didnt won wont can cant isn isnt cannot working"
    " dies died broke broken breaks crash* error errors invalid refus* reject rejects hang hangs stuck again flaky out"
    " timeout timesout timedout timingout wrong missing denied blank garbled zeigt geht fehler kaputt marche erreur"
    " funciona falla",
    r"\b(?:fail(?:s|ed|ing|ure)?|(?:do|does|did|wo|ca|is)n'?t|cannot|not working|dies|died|brok(?:e|en)|breaks|crash\w*"
    r"|errors?|invalid|refus\w+|rejects?|hangs?|stuck|red again|flaky|tim(?:es?|ed|ing) ?out|wrong|missing|denied|blank"
    r"|garbled|zeigt wieder|geht nicht|läuft nicht|fehler|kaputt|ne marche p(?:as|lus)|erreur|no funciona|falla)\b"
    r"|실패|오류|에러|안 ?돼|안 ?되|エラー|動かない|失敗|失败|报错|不行",
)
_OPENS = r"\W*(?:(?:ok(?:ay)?|please|pls|and|but|so|no|hey|oh)\b[\s,.!]*)*"
_BIDS = re.compile(  # bids or forbids: no trouble, whatever words it has
    rf"{_OPENS}(?:(?:don'?t|do not)(?! (?:know|understand|get|see|have|work|think)\b)|never\b|stop\b|forget\b|let'?s\b"
    r"|from now on\b)",
    re.I,
)
_NEWS = re.compile(
    rf"{_OPENS}we(?:(?:'re| are) (?:off|on|done with|finally|now|moving|switching|using|going with)"
    r"|'ve moved| (?:use|moved|switched|decided))\b",
    re.I,
)
_CHANGED = re.compile(  # says that something is otherwise now, with the words of _TROUBLE
    r"\b(?:is|are|was)(?:n'?t| not)\b(?! \w+(?:ing|ed)\b)[^.!?]{2,80}?[,;–—-]+\s*"
    r"(?:but|it'?s|it is|they'?re|they are|now)\b"
    r"|\b(?:do|does|did)(?:n'?t| not) (?:use|need|have|meet|want|support|ship|live|sit|take|do)\b[^.!?]{2,80}?"
    r"\b(?:any ?(?:longer|more)\b|[,;–—-]+\s*(?:but|now|it'?s)\b)",
    re.I,
)
_WORKED = Worded(  # says that it works now
    "works worked went goes boots passed passes green fixes fixed solves solved cured did gone connects builds starts"
    " geht klappt behoben marche funciona resuelto arreglado",
    r"\b(?:works|worked|went through|goes through|boots|passe[sd]|(?:is |are |all )?green(?: again)?|fix(?:es|ed)"
    r"(?! (?:effects?|prices?|rates?|terms?|widths?|sizes?|points?|fees?|costs?|dates?|times?|number|salary|income)\b)"
    r"|solve[sd]|cured|did (?:it|the trick)|gone|connects|builds|starts (?:up )?(?:fine|again|now)"
    r"|läuft|geht (?:wieder|jetzt)|klappt|behoben|marche|résolu|funciona|resuelto|arreglado)\b"
    r"|됐|해결|直っ|解決|動い|好了|解决",
)
_WANTS = re.compile(  # how something shall be, which is no remedy
    r"\b(?:nobody|no one|everyone|everybody|each (?:of|person|one)|at (?:most|least)|no(?:t)? more than"
    r"|max(?:imum)?)\b",
    re.I,
)
_WHY = re.compile(
    r"\b(?:caused? by|cause|culprit|reason|turn(?:s|ed) out|because|(?:that|it) was (?:it|the)|was the|root cause"
    r"|the (?:problem|trouble|issue) (?:is|was)|due to|since)\b",
    re.I,
)
_STILL = re.compile(r"\b(?:still|not|n't|no longer|only|if|would|should|until|unless|nicht|pas|no)\b", re.I)
EVERYWHERE = frozenset(
    "that this with from have been were will when then than they them there what which still again always since every"
    " after before only just also some because works worked working fixed gone does didn doesn isn it's into about"
    " your ours their would could should nicht aber wenn dans avec pour para como jetzt wieder noch haben schon immer"
    " auch eine einen einem einer sind wird werden kann konnen muss soll wurde beide alle alles mehr seit".split()
)
_STEM = 4  # letters that tell one word from another
_SLIGHT = 12  # characters of a sentence that only exclaims
_BACK = 8  # messages in which the trouble must have been told
_LEAST = 30  # characters of what helped
_LONG = 300  # characters of a sentence, or of a line of output, that are quoted
_LONGEST = 600  # of a command


def mended(entries: Sequence[Entry], since: int = 0) -> Iterator[Draft]:
    """A command that failed, and one like it that worked from `since` on: what was wrong, and what works."""
    commands = {
        e.call.id: (e, command)
        for e in entries
        if asked_of_shell(e) and (command := command_of(e)) is not None and e.call
    }
    failures: list[tuple[Entry, str, str]] = []  # the answer, the command, the line that tells
    for n, entry in enumerate(entries):
        call, command = commands.get(entry.answers or "", (None, ""))
        if call is None:
            continue
        if entry.failed:
            if line := telling(entry.text):
                failures.append((entry, command, line))
            continue
        alike = [f for f in failures if _same_work(f[1], command) or f[1] == command]
        if alike and n >= since:
            answer, wrong, line = alike[-1]
            why = _explained(entries, answer, entry)
            if wrong != command:
                told = f"`{wrong}` fails with \u201c{line}\u201d; `{command}` works."
                yield _draft(why, call, command, told)
            elif why:
                made = _prepared(entries, answer, entry, commands)
                cure = f"`{made[1]}`" if made else "that was mended"
                yield _draft(why, call, command, f"`{wrong}` failed with \u201c{line}\u201d until {cure}.")
            elif made := _prepared(entries, answer, entry, commands):
                yield _draft(None, *made, f"`{wrong}` fails with \u201c{line}\u201d; after `{made[1]}` it works.")
        failures = [f for f in failures if f not in alike]


def confirmed(entry: Entry, earlier: Sequence[Entry]) -> Draft | None:
    """What the agent said the cause was, or what to do, when the owner says right after it that this was it."""
    before = next((one for one in reversed(earlier) if one.role == "agent"), None)
    if before is None or not _CONFIRMED.fullmatch(spelled(entry.text[:_LONG])) or len(entry.text) > _LONG:
        return None
    told = prose.sentences(before.text)
    for n, one in enumerate(told):
        if _is_cause(one.text):
            last = told[n + 1] if n + 1 < len(told) and _DID.match(told[n + 1].text) else one
            quote = before.text[one.start : last.end] if last.end - one.start <= 2 * _LONG else one.text
            body = " ".join(quote.split())
            return Draft(
                entry=before.id, kind="procedure", body=body, quote=quote, confidence="medium", base=INFERRED
            )  # fmt: skip
    advised = [one.text for one in told if _ADVISES.match(one.text) and not _open(one.text) and len(one.text) <= _LONG]
    found = _trouble(earlier)
    if found is None or len(advised) != 1 or poison.rules(advised[0]):
        return None
    body = f"{found[0]} \u2192 {' '.join(advised[0].split())}"
    return Draft(
        entry=before.id, kind="procedure", body=body, quote=advised[0], confidence="medium", base=INFERRED
    )  # fmt: skip


def solved(entry: Entry, said: Sequence[Sentence], before: Sequence[Entry]) -> tuple[Draft, tuple[int, int]] | None:
    """What helped against a trouble that the owner told of before, as whoever found it says, and where that stands."""
    worked = next((n for n, one in enumerate(said) if _WORKED.search(one.text) and not _open(one.text)), None)
    if worked is None or (found := _trouble(before)) is None:
        return None
    trouble, at_once = found
    first = worked
    while first and said[worked].end - said[first - 1].start <= _LONG and not _open(said[first - 1].text):
        first -= 1
    while first < worked and len(said[first].text) <= _SLIGHT:
        first += 1
    quote = entry.text[said[first].start : said[worked].end]
    if (
        len(quote) < _LEAST
        or notice.passes(quote)
        or wants(quote)
        or (entry.role == "agent" and not _WHY.search(quote))
    ):
        return None
    if not at_once and not _telling_words(trouble) & _telling_words(entry.text):
        return None  # something else was talked of since, and this may be about that
    body = f"{trouble} \u2192 {' '.join(quote.split())}"
    draft = Draft(entry=entry.id, kind="procedure", body=body, quote=quote, confidence="medium", base=INFERRED)
    return draft, (said[first].start, said[worked].end)


def ails(sentence: str) -> bool:
    """Whether the words of a sentence say that something does not work."""
    return not bids(sentence) and _TROUBLE.search(_CHANGED.sub(" ", sentence)) is not None


def bids(sentence: str) -> bool:
    """Whether a sentence wants something done or left, or tells what holds now."""
    if _NEWS.match(sentence):
        return _TROUBLE.search(_CHANGED.sub(" ", sentence)) is None
    return _BIDS.match(sentence) is not None


def wants(sentence: str) -> bool:
    """Whether a sentence says how something shall be, and not what helped."""
    return _WANTS.search(sentence) is not None


def _open(sentence: str) -> bool:
    """Whether a sentence asks, guesses or says that it still does not work."""
    return notice.wonders(sentence) or bool(_GUESS.search(sentence) or _STILL.search(sentence))


def _trouble(before: Sequence[Entry]) -> tuple[str, bool] | None:
    """The last sentence of the owner's that says what does not work, and whether they said little since."""
    at_once = True
    for entry in reversed(before[-_BACK:]):
        for one in prose.sentences(entry.text) if entry.role == "user" else ():
            fits = _LEAST <= len(one.text) + 12 * (not one.text.isascii()) <= _LONG
            if fits and ails(one.text):
                told = " ".join(one.text.split())
                return told[:1].upper() + told[1:], at_once
        at_once = at_once and (entry.role != "user" or len(entry.text) <= _SLIGHT)
    return None


def _telling_words(text: str) -> set[str]:
    """The beginnings of the words that may say what a text is about."""
    return {word[:_STEM] for word in fold(text).split() if len(word) >= _STEM and word not in EVERYWHERE}


def changes(command: str) -> bool:
    """Whether a command does more than look: one of its parts may change something."""
    parts = [_FAR.sub("", part.strip()).strip("'\" )") for part in _PARTS.split(command)]
    return any(part and not _LOOKS.match(part) for part in parts)


def _draft(why: tuple[Entry, str] | None, call: Entry, command: str, told: str) -> Draft:
    """What was found out, in the words of whoever said why; else by the command that proves it."""
    return Draft(
        entry=why[0].id if why else call.id, kind="procedure", body=f"{why[1]} {told}" if why else told,
        quote=why[1] if why else command, confidence="medium", base=INFERRED,
    )  # fmt: skip


def _prepared(
    entries: Sequence[Entry], after: Entry, before: Entry, commands: Mapping[str, tuple[Entry, str]]
) -> tuple[Entry, str] | None:
    """The one command between a failure and the same thing working that changed anything, if it is one that may."""
    first, last = entries.index(after), entries.index(before)
    calls = [e for e in entries[first + 1 : last] if e.call and e.call.id != before.answers]
    if len(calls) > _TRIES:
        return None
    changing = [e for e in calls if e.call and not _LOOKS.match(commands.get(e.call.id, (e, ""))[1])]
    if len(changing) != 1 or changing[0].call is None or changing[0].call.id not in commands:
        return None
    made = commands[changing[0].call.id]
    return made if _PREPARES.match(made[1]) else None


def _is_cause(told: str) -> bool:
    return bool(_CAUSE.search(told) and not _GUESS.search(told) and len(told) <= _LONG and not notice.leans(told))


def _same_work(one: str, other: str) -> bool:
    """Whether two commands try to do the same: most of what the first one names is in the other."""
    wanted = _tokens(one)
    return bool(wanted) and len(wanted & _tokens(other)) >= max(1, (len(wanted) + 1) // 2, min(2, len(wanted)))


def _tokens(command: str) -> set[str]:
    """The words of a command that say what it does: no options, no wrappers, no folders."""
    return {
        word.rsplit("/", 1)[-1] for word in re.findall(r"(?<![\w-])[\w./][\w./-]{2,}", command) if word not in _WRAPPERS
    }


def command_of(entry: Entry) -> str | None:
    """The one line that a call has a shell run; None when it is more than a line, or nothing."""
    command = _command(entry)
    return command if len(command) <= _LONGEST and "\n" not in command and command else None


def asked_of_shell(entry: Entry) -> str:
    """Whatever a call has a shell run."""
    return _command(entry) if entry.call and entry.call.tool.lower() in _SHELLS else ""


def _command(entry: Entry) -> str:
    given = entry.call.input if entry.call else {}
    command = given.get("command") or given.get("cmd") or given.get("script")
    if isinstance(command, list):
        command = " ".join(map(str, command[2:] if command[:2] == ["bash", "-lc"] else command))
    return command.strip() if isinstance(command, str) else ""


def telling(output: str) -> str | None:
    """The line of an output that says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [line for line in lines if _TELLING.search(line) and len(line) <= _LONG]
    what = [line for line in told if _WHAT.search(line)] or told
    return ([line for line in what if not _TALLY.match(line)] or what)[-1] if what else None


def _explained(entries: Sequence[Entry], after: Entry, before: Entry) -> tuple[Entry, str] | None:
    """What the agent said the cause was, between a failure and soon after the success that proves it."""
    first, last = entries.index(after), entries.index(before)
    for entry in (*entries[last + 1 : last + 2], *entries[first + 1 : last]):  # what was said after it worked is proven
        if entry.role == "agent" and entry.text:
            for sentence in prose.sentences(entry.text):
                if _is_cause(sentence.text):
                    return entry, sentence.text
    return None
