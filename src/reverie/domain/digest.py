"""A digest: what one agent session was about, as a page. Its counts and lists go on while the session grows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from reverie.domain import front, gist, notice, poison, prose, small_talk, sway, trigger as triggers
from reverie.domain.citation import Evidence, as_said, by_section, comment
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.text import first_sentence
from reverie.domain.transcript import Entry
from reverie.domain.words import terms

ABSTRACT = 200  # characters
OFFLINE = "offline"
_SHORTEST = 20  # characters of a sentence that says what a session was about
_OPENING = 60  # characters by which a line is known where it was cut
_LISTED, _FIRST = 12, 6  # lines of a list at most; so many of them are the first ones
_END, _SETTLED, _SUMMARY = 100, 300, 4_000  # characters
_TOPICS = 12
_NEAR = 2  # words that what came of something shares with it
_SAME = 5  # of so many words that count one may differ, and less than that says the same
_DATED = re.compile(r" \([^()]*\b\d{4}\)")  # what a relative date means, as observing adds it
_CAME = " → "  # between what was asked or wrong and what came of it
_SETTLES = ("decision", "correction", "procedure")  # what was decided, put right, or found to help
_PART = re.compile(
    r"^## (Summary|Asked|Settled|Outcome|Open)\n\n(.*?)(?=\n\n## (?:Asked|Settled|Outcome|Open)\n|\Z)", re.S | re.M
)
_REPORTED = re.compile(
    r"\b(?:the )?(?:user|owner)(?:'s)? (?:wants?|wanted|prefers?|asked|asks|requested|likes?|decided)\b(?: to| that)?",
    re.I,
)
_LABEL = re.compile(r"^(?:\d{1,2}[.)]\s*)?(?:(?:[A-Z][\w/&-]*(?: (?:and |of |for )?[A-Z]?[\w/&-]*){0,5}):\s+(?=\S))?")
_OTHERWISE = re.compile(  # changes what was to be done, or what was said to be so
    r"\W*(?:(?:oh|ah|ok(?:ay)?|h+m+|wait|sorry|well|but)\b[\s,.!…–—-]*)*(?:on second thoughts?|scratch that|strike that"
    r"|never ?mind|nvm|forget (?:that|it)|(?:i(?:'ve| have)? )?chang(?:ed|e of) (?:my|our|plans?)|doch (?:nicht|lieber)"
    r"|finalement|mejor (?:no|dicho)|actually[\s,]+(?:no|nope|let'?s|make|use|keep|not|he|she|they|we|it'?s?)\b)",
    re.I,
)
_SAID = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.S)
_THOUGHT = re.compile(r"<analysis>.*?(?:</analysis>|\Z)", re.S)
_TEXTS = ("session", "host", "project", "through", "summary-by", "fallback")


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """One session, so far."""

    source: str
    started: datetime
    ended: datetime
    title: str = ""
    host: str = ""
    project: str = ""  # the folder the agent worked in
    turns: int = 0  # of people and agents
    tools: int = 0  # uses of them
    compactions: int = 0
    through: str = ""  # the latest entry that is counted
    read_by: tuple[str, ...] = ()  # the extractors that read it
    fallback: str = ""  # why a model did not do what it was asked to
    by: str = OFFLINE  # whose words the summary is: the host's, a model's, or chosen by rules
    summary: str = ""
    asked: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()  # what was kept of it as decided, corrected or found to help
    outcome: str = ""  # what the agent said last
    open: tuple[str, ...] = ()  # what was kept of it as still to be done
    proof: Evidence = field(default_factory=Evidence)

    @property
    def about(self) -> str:
        """What it was about, in a line that stays true however it ends."""
        told = [*map(_unlabelled, _sentences(self.summary)), *self.asked, *self.settled, self.outcome, self.title]
        best = next((line for line in told if _wide(line) >= _SHORTEST), next((line for line in told if line), ""))
        return _cut(best, ABSTRACT)

    @property
    def abstract(self) -> str:
        """What it was about and what came of it, in a line."""
        about, end = self.about, _cut(self._end, _END)
        if not end or about not in self.asked:
            return about
        return f"{_cut(about, ABSTRACT - len(end) - len(_CAME))}{_CAME}{end}"

    @property
    def _end(self) -> str:
        """What was settled of what it was about, the latest of it; else what the agent said last of that.

        Empty when all that came of it is of something else, or says again what it was about.
        """
        about = _words(self.about)
        ends = {_came(line): len(_words(line) & about) for line in reversed(self.settled)}
        near = min(_NEAR, len(about))
        new = [end for end in ends if ends[end] >= near and not _repeats(end, self.about)]
        last = _first(self.outcome)
        alone = len(self.asked) < 2 or bool(_words(self.outcome) & about)
        return max(new, key=lambda end: ends[end], default=last if alone and not _repeats(last, self.about) else "")

    @property
    def topics(self) -> tuple[str, ...]:
        """The names that occur in it, in the order of their appearance."""
        about = map(_unlabelled, _sentences(self.summary))
        settled = (part for line in self.settled for part in line.split(_CAME))
        return gist.names((self.title, *self.asked, *settled, self.outcome, *about))[:_TOPICS]

    def key(self, space: str) -> Key:
        return Key(space, "digest", f"{self.started.astimezone(UTC).date().isoformat()}-{name(self.source)}")


def _repeats(end: str, about: str) -> bool:
    """Whether an end says what the line before it said, at most with what a date in it means."""
    bare = _DATED.sub("", end)
    words = _words(bare)
    return says(about, [bare]) or len(words - _words(about)) * _SAME < len(words)


def _wide(line: str) -> int:
    """How much a line says in letters: a Chinese, Japanese or Korean character says as much as three."""
    return len(line.encode("utf-8", "surrogatepass"))


def _came(line: str) -> str:
    """What came of something that was settled: a decision opens with it, a story of trouble ends with what helped."""
    trouble, _, end = line.rpartition(_CAME)
    told = [part for part in _sentences(end) if gist.weight(part) > 1] if trouble and trouble[-1] != "?" else []
    return told[-1] if told else _first(end)


def _first(text: str) -> str:
    first = first_sentence(text)
    return first if first.count("`") % 2 == 0 else text  # a full stop in code ends nothing


def name(source: str) -> str:
    """How the slug of a session's digest ends."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def is_of(key: Key, source: str) -> bool:
    """Whether a page is the digest of a session."""
    return key.kind == "digest" and key.slug.endswith(f"-{name(source)}")


def of_host(summary: str) -> str:
    """What a host's summary says, without the thinking that led to it."""
    inside = _SAID.search(summary)
    return inside[1].strip() if inside else _THOUGHT.sub("", summary).strip()


def told(digest: Digest, entries: Sequence[Entry]) -> Digest:
    """The digest with what these further entries say."""
    if not entries:
        return digest
    said = [entry for entry in entries if entry.role in ("user", "agent") and entry.text]
    asks = [_cut(ask, gist.ASK) for entry in said if entry.role == "user" and (ask := gist.ask(entry.text))]
    digest = replace(digest, asked=_few((*digest.asked, *(ask for ask in asks if gist.may_be_told(ask)))))
    return replace(
        digest,
        ended=max(digest.ended, *(entry.at for entry in entries)),
        turns=digest.turns + len(said),
        tools=digest.tools + sum(entry.call is not None for entry in entries),
        through=entries[-1].id,
        outcome=_cut(_outcome(digest, _quotable(said)), gist.OUTCOME),
    )


def _outcome(digest: Digest, said: Sequence[Entry]) -> str:
    """What the agent said last of the matter and the owner let stand.

    What answers a question about something else counts only when all else does.
    """
    about = _words(digest.about)
    ends: list[str] = []
    asked = ""
    last = digest.outcome
    for entry in said:
        if entry.role == "user":
            asked = entry.text
            if ends and last == ends[-1] and _overrules(asked):
                ends.pop()
            last = ""
        elif not notice.made_up(asked) and (end := gist.outcome(entry.text)):
            shared = len(about & (_words(asked) | _words(end)))
            aside = small_talk.asks(asked) and shared < min(_NEAR, len(about))
            ends = [*ends, end] if not aside else ends or [end]
            last = end
    return ends[-1] if ends else digest.outcome


def _overrules(message: str) -> bool:
    """Whether a message begins by rejecting or changing what was said before it."""
    return notice.objects(message) or _OTHERWISE.match(message) is not None


def _quotable(said: Sequence[Entry]) -> list[Entry]:
    """What may be quoted: no request to forget, nothing an agent answers to one, nothing said of what was left out."""
    found: list[Entry] = []
    quiet = False
    for entry in said:
        quiet = triggers.forgets(entry.text) if entry.role == "user" else quiet
        if not (quiet or entry.aside):
            found.append(entry)
    return found


def kept(digest: Digest, fragments: Iterable[Fragment]) -> Digest:
    """The digest with what was kept of the session: the best that can be said of how it ended, and what is open."""
    told = [f for f in fragments if f.trust == "user" or not (f.silent or poison.sways(f.body))]
    lines = [(f.kind, _cut(" ".join(f.body.split()), _SETTLED)) for f in told if gist.may_be_told(f.body)]
    settled = (line for kind, line in lines if kind in _SETTLES)
    todo = (line for kind, line in lines if kind == "task")
    return replace(digest, settled=_few((*digest.settled, *settled)), open=_few((*digest.open, *todo)))


def harmless(summary: str) -> str:
    """A host's or a model's summary without the sentences that might set a rule: it is nobody's word to be held to."""
    lines = []
    for line in re.sub(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", r"**\1**", summary, flags=re.M).splitlines():
        kept = [part for part in _sentences(line) if not _sways(_REPORTED.sub("", part))]
        if kept or not line.strip():
            lines.append(" ".join(kept) if len(kept) < len(_sentences(line)) else line.rstrip())
    return _cut(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip(), _SUMMARY)


def _sways(part: str) -> bool:
    """Whether a sentence of a summary might set a rule; a label before it, with its capitals, names nobody."""
    bare = _LABEL.sub("", part)
    return poison.rules(part) or poison.sways(bare if len(bare) >= _SHORTEST else part)


def named(title: str) -> str:
    """A session's title as its host or a model made it; none when it might set a rule."""
    return "" if poison.rules(title) or sway.sways(title) else title


def without(digest: Digest, said: Sequence[str]) -> Digest:
    """The digest with nothing in it that says one of these: what was forgotten is not told in its session either."""
    if not any(says(line, said) for line in _lines(digest)):
        return digest
    summary = "\n".join(
        " ".join(part for part in _sentences(line) if not says(part, said)) if says(line, said) else line
        for line in digest.summary.splitlines()
    )
    return replace(
        digest,
        title="" if says(digest.title, said) else digest.title,
        summary=re.sub(r"\n{3,}", "\n\n", summary).strip(),
        asked=tuple(ask for ask in digest.asked if not says(ask, said)),
        settled=tuple(line for line in digest.settled if not says(line, said)),
        outcome=" ".join(part for part in _sentences(digest.outcome) if not says(part, said)),
        open=tuple(line for line in digest.open if not says(line, said)),
    )


def lacking(digest: Digest, lines: str) -> Digest:
    """The digest without what stands in these lines of its page."""

    def stays(line: str) -> bool:
        return line[:_OPENING] not in lines

    return replace(
        digest,
        title=digest.title if stays(digest.title) else "",
        summary="\n".join(line for line in digest.summary.splitlines() if not line or stays(line)).strip(),
        asked=tuple(filter(stays, digest.asked)),
        settled=tuple(filter(stays, digest.settled)),
        outcome=digest.outcome if stays(digest.outcome) else "",
        open=tuple(filter(stays, digest.open)),
    )


def _lines(digest: Digest) -> list[str]:
    listed = (*digest.asked, *digest.settled, *digest.open)
    return [digest.title, *digest.summary.splitlines(), *listed, *_sentences(digest.outcome)]


def says(line: str, said: Sequence[str]) -> bool:
    """Whether a line says one of these: in its words, in a part of them, or in all words that count."""
    low = _flat(line)
    return any(
        (len(low) >= _SHORTEST and low in _flat(each)) or _flat(each) in low or _words(each) <= _words(line)
        for each in said
        if _words(each)
    )


def _flat(text: str) -> str:
    return " ".join(text.lower().rstrip("….!? ").split())


def _words(text: str) -> set[str]:
    return set(terms(text))


def first_words(digest: Digest, entries: Sequence[Entry], known: Iterable[str] = ()) -> tuple[Entry, str, str] | None:
    """The entry a session is known by, words of it as they were said there, and these words as a line.

    They are those that the digest says it was about. A summary is in words that nobody said there: for it stands what
    comes nearest to it of what was said, else what was asked first. None when nothing was said that may be told, or
    nothing that is not `known` by earlier events.
    """
    earlier = [_flat(each) for each in known]
    spoken = _quotable([entry for entry in entries if entry.role in ("user", "agent")])
    said = [(e, one) for e in spoken for one in prose.sentences(e.text) if _tellable(e, one.text)]
    new = [(e, one) for e, one in said if not any(_flat(one.text) in each for each in earlier)]
    asked = [(line, each) for line in (digest.about, *digest.asked) for each in new if _opens(line, each[1].text)]
    outright = [(line, each) for line, each in asked if each[0].role == "user" and line == asked[0][0]] or asked
    near = None if outright and outright[0][0] == digest.about else _nearest(digest.about, new)
    if near or outright:
        line, (entry, first) = ("", near) if near else outright[0]
    elif new and not earlier:
        line, (entry, first) = "", new[0]
    else:
        return None
    quote = _stretch(line, entry.text, first, [one for e, one in said if e is entry])
    return entry, quote, _cut(" ".join(quote.split()), ABSTRACT)


def _tellable(entry: Entry, text: str) -> bool:
    """Whether a sentence may be quoted again: as it stands, and an agent's only when it shifts no power."""
    mine = entry.role == "user" or not poison.sways(text)
    return mine and text in entry.text and gist.may_be_told(text)


def _nearest(about: str, said: Sequence[tuple[Entry, prose.Sentence]]) -> tuple[Entry, prose.Sentence] | None:
    """The sentence that has most words of a line; of several the owner's, and the first."""
    words = _words(about)
    shared = [(len(words & _words(one.text)), entry.role == "user") for entry, one in said]
    best = max(shared, default=(0, False))
    return said[shared.index(best)] if best[0] else None


def _stretch(line: str, text: str, first: prose.Sentence, said: Sequence[prose.Sentence]) -> str:
    """The words of a message from a sentence on, as far as a line tells them."""
    quote = text[first.start : first.end]
    for one in said:
        more = text[first.start : one.end]
        if one.start >= first.end and len(quote) < len(line) and _opens(line, more):
            quote = more
    return quote


def _opens(line: str, text: str) -> bool:
    """Whether a line begins with a sentence, or with as much of it as there is room for."""
    opening = _flat(_cut(" ".join(text.split()), gist.ASK))
    return bool(opening) and _flat(line).startswith(opening)


def page(digest: Digest, key: Key, days: int) -> Page:
    """The digest as a page."""
    facts: dict[str, str | Sequence[str]] = {
        "title": digest.title or digest.abstract,
        "session": digest.source,
        "host": digest.host,
        "project": digest.project,
        "started": _moment(digest.started),
        "ended": _moment(digest.ended),
        "turns": str(digest.turns),
        "tools": str(digest.tools),
        "compactions": str(digest.compactions),
        "through": digest.through,
        "read-by": digest.read_by,
        "fallback": digest.fallback,
        "summary-by": digest.by,
        "topics": digest.topics,
        "expires": (digest.ended + timedelta(days=days)).date().isoformat() if days else "",
    }
    text = "---\n---\n"
    for name, value in facts.items():
        if value:
            text = front.put(text, name, value)
    return Page(key=key, text=f"{text}{_body(digest)}")


def _body(digest: Digest) -> str:
    parts = [f"{digest.abstract} {comment(digest.proof)}".rstrip()]
    told = {
        "Summary": digest.summary, "Asked": _list(digest.asked), "Settled": _list(digest.settled),
        "Outcome": digest.outcome, "Open": _list(digest.open),
    }  # fmt: skip
    parts += [f"## {heading}\n\n{as_said(words)}" for heading, words in told.items() if words]
    return "\n\n".join(parts) + "\n"


def read(page: Page) -> Digest | None:
    """The digest a page holds; None when it is not as we write them, so that a person's words stay."""
    try:
        started, ended = (datetime.fromisoformat(front.get(page.text, name) or "") for name in ("started", "ended"))
        turns, tools, compactions = (int(front.get(page.text, n) or "0") for n in ("turns", "tools", "compactions"))
        readers = front.get_list(page.text, "read-by") or ()
    except ValueError:
        return None
    words = {name: front.get(page.text, name) or "" for name in _TEXTS}
    parts = dict(_PART.findall(page.body))
    digest = Digest(
        source=words["session"], started=started, ended=ended, host=words["host"], project=words["project"],
        turns=turns, tools=tools, compactions=compactions, through=words["through"], read_by=readers,
        fallback=words["fallback"], by=words["summary-by"] or OFFLINE, summary=parts.get("Summary", "").strip(),
        asked=_listed(parts.get("Asked", "")), settled=_listed(parts.get("Settled", "")),
        outcome=parts.get("Outcome", "").strip(), open=_listed(parts.get("Open", "")), proof=by_section(page.body),
    )  # fmt: skip
    title = front.get(page.text, "title") or ""
    ours = title in (digest.abstract, page.body.partition("\n")[0].partition("<!--")[0].strip())
    digest = replace(digest, title="" if ours else title)
    return digest if _ours(page.body, digest) and "\n" not in digest.outcome else None


def _ours(body: str, digest: Digest) -> bool:
    """Whether a page is as we write them; its first line may tell of the rest as an earlier version chose to."""
    made = _body(digest)
    if made == body:
        return True
    about, rest = body.split("\n", 1)[0].partition("<!--")[0].strip(), made.partition("\n")[2]
    said = [_flat(line) for line in (*_lines(digest), digest.outcome)]
    halves = [_flat(half) for half in about.split(_CAME)]
    return body.partition("\n")[2] == rest and all(half and any(half in line for line in said) for half in halves)


def expired(page: Page, today: date) -> bool:
    """Whether a digest is to leave recall."""
    try:
        return date.fromisoformat(front.get(page.text, "expires") or "") <= today and not page.retired
    except ValueError:
        return False


def _few(lines: Iterable[str]) -> tuple[str, ...]:
    """Each once; the first and the latest of many."""
    some = tuple(dict.fromkeys(lines))
    return some if len(some) <= _LISTED else (*some[:_FIRST], *some[_FIRST - _LISTED :])


def _sentences(text: str) -> list[str]:
    found = re.split(r"(?<=[.!?。！？])\s+|\n+", text)
    return [part.strip().lstrip("#*- ").strip() for part in found if part.strip("#*- \t")]


def _unlabelled(sentence: str) -> str:
    """A line of a summary without its number and label; a heading says nothing by itself."""
    bare = _LABEL.sub("", sentence)
    return "" if bare.endswith(":") else bare


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(line.removeprefix("- ") for line in text.splitlines() if line.strip())


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
