"""A person's own sentences in a message, without code, quotations and pastes; as spans, so that quotes are exact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from reverie.domain import trigger as triggers
from reverie.domain.dictated import without_dictated
from reverie.domain.text import COMPANY, trails_off

LONGEST = 20_000  # characters of a message that are read
_LINE = 600  # characters from which on a line must read like prose, or it is a paste
_BREATH = 400  # characters between two ends of sentences, at most on average, in a long line that somebody dictated
_WORD = re.compile(r"[(\"'“‘«„¿¡*_]{0,3}[^\W\d_]+(?:['’-][^\W\d_]+){0,4}[)\"'”’»“*_.,;:!?…]{0,4}")
_SCRIPT = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7ff]")  # written with few spaces or none
_MARKS = re.compile(r"[{}\[\]<>=\\|;]")
_FENCE = re.compile(r"^[ \t]{0,8}(?:```|~~~|---+[ \t]*$|\"\"\"[ \t]*$)")
_STOP = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]+[」』”]?|\n")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|no|mr|mrs|(?<!\d )(?<!\d)ms|dr|st|ste|prof|mt|ave|jr|sr|fig|dept|z\.b|d\.h"
    r"|bzw|ca|nr|str|evtl"
    r"|ggf|inkl|bspw|mme|mlle|sra?|(?-i:Hr|Fr))|\b[a-z])\.$",
    re.I,
)
_COUNTS = re.compile(r"(?:^|[:,;(–-]\s{0,3})1[.)]\s.{1,400}?\s2[.)]\s", re.S)  # a list that goes on in one line
_NUMBER = re.compile(r"(?:^|[\s:(])\d{1,2}\.$")
_NTH = re.compile(  # "am 3. Mai": a number that counts, and ends nothing
    r"\b(?:am|vom|zum|beim|im|ab|bis|dem|den|der|die|das|jeden|jeder|jedes|und)\s\d{1,2}\.$", re.I
)
_VALUE = re.compile(  # "a call at 10.", "at 8:40.", "to jan 2.": a number that something comes to, and that ends it
    r"(?:\d:\d\d|\b(?:at|to|is|are|was|were|be|by|of|than|about|till|until|now|only|we're|i'm|it's|that's"
    r"|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|tember|ober|ember)?)\s\d{1,2})\.$",
    re.I,
)
_HEADING = re.compile(r"#{1,6}[ \t]")
_BULLET = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)]|#{1,6})[ \t]+")
_NOT_PROSE = re.compile(
    r"""^\s*(?:>|\||\$\s|%\s|\#!|//|/\*|@@|\+\+\+|---|diff\s|index\s[0-9a-f]|[{}\[\]();]+\s*$
    |(?:at|File)\s.+(?:line\s\d|:\d+)|\w+(?:Error|Exception)\b:?|Traceback\b|\s*\^+\s*$
    |(?:Subject|From|To|Date|Cc|Betreff|Von|An|Objet|De|À|Asunto|Para):\s
    |\[\s*\d+\.\d+\]|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d
    |\[\d{1,2}:\d\d|\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b[\]: ]
    |npm\s(?:ERR|WARN|notice|error|warn|info|verb)\b
    |(?:def|from\s\w+\simport|const|var|function|SELECT|INSERT|UPDATE)\s
     |let\s(?!(?:me|us|you|him|her|it|them|the|my|our|people|users|everyone|\w+\sknow)\b)
     |(?:class|import|return|export)\s(?!(?:the|an?|all|my|our|your|every|it|them|to|only|is|are|was|on|at|in|for|by
     |starts|ends|begins|dut(?:y|ies)|tax(?:es)?|tickets?)\s)|(?:public|private)\s(?:\w+\s){0,3}\w*\s*[({;=:]
     |(?:public|private)\s(?:static|final|abstract|async|class|void|function|interface|enum|readonly|const|int|string)\s
    |(?:[\#%;]+|--|<!--)\s*(?:TODO|FIXME|XXX|HACK)\b
    |(?:TODO|FIXME|XXX|HACK)\b(?:\([\w@.-]+\)|(?=.*\b(?:this|here|these|below|above)\b))
    |<[a-zA-Z/!][^>]*>\s*$|(?!(?:[Rr]emember|[Nn]ote|[Rr]ule|[Mm]erke?|[Mm]otto)\b)\w+\s*[:=]\s*[{\["'])""",
    re.X,
)
_THEIRS = (
    "e-?mail|mail|message|page|article|readme|issue|ticket|comment|post|thread|tweet|docs?|documentation|spec|snippet"
    "|logs?|output|error|traceback|stack ?trace|transcript|text|letter|review|answer|reply|prompt|instructions|policy"
    "|changelog|rfc|paper|abstract|chapter|essay|draft|contract|advert|ad|job posting|cv|resume|recipe|guidelines"
    "|past(?:ed?|ing)|slack|quote|chat|terminal|console|conversation"
)
_TOLD = (
    r"here(?:'s| is| are)|see(?: below)?|look at (?:this|what)|check (?:this|out)|(?:found|got) this|says|said"
    r"|wrote|writes|reads|(?:he|she|they|it) (?:told|sent|replied)"
)
_GIVEN = re.compile(rf"\b(?:{_THEIRS}|{_TOLD})\b[^.!?\n]{{0,80}}:\s*$", re.I)  # announces somebody else's words
_WORKED_ON = re.compile(  # a text that is handed over to be worked on
    r"\A\W*(?:(?:please|pls|can you|could you|kannst du|peux-tu|puedes)\s+(?:\w+\s+){0,3}?)?(?:translate"
    r"|summari[sz]e|proof-?read|paraphrase"
    r"|rewrite|rephrase|shorten|kürzen|übersetz\w*|korrigier\w*|tradui\w+|résum\w+|corrige\w*|traduc\w+"
    r"|resum\w+|要約|翻訳|번역|요약|翻译|总结)\b"
    r"[^:\n]{0,80}(?::|\n)"
    r"|\A\W*(?:problem|exercise|question|aufgabe|exercice|ejercicio)\s*\d+"
    r"|\A[^\n]{0,120}\b(?:explain|summari[sz]e|translate)\b(?: (?:pls|please|this|it))*\s+[-–—:]\s",
    re.I,
)
_SHOWS = re.compile(  # asks for something to be done with a text, which stands in the next paragraph
    rf"\b(?:this|these|that|following|below|here's|here is|an?|the|my) (?:\w+ )?(?:{_THEIRS})\b"
    r"|\b(?:explain|review|improve|tighten|polish|edit|proof-?read|fix|check|read|answer|rate|grade)\b.{0,20}"
    r"\b(?:this|these|it|below|following)\b|\b(?:this looks?|what do you (?:think|make) of|thoughts on)\b",
    re.I,
)
_SPEAKS_AGAIN = re.compile(  # opens a paragraph in which the person goes on
    r"\W*(?:also|and|but|btw|by the way|oh|ps|p\.s|please|pls|from now on|one more|another thing|fyi|remember|anyway"
    r"|ok(?:ay)?|so|next time|in general|note)\b",
    re.I,
)
_CODE = re.compile(  # the shape of code: how a line ends, or what an indented one holds
    r"[{};\\]\s*$|\)\s*:\s*$|=>\s*\S|^\s*(?:if|for|while|elif|with|try|else)\b.*:\s*$|^\s{2,}\S+\s*=\s*\S"
    r"|^\s{2,}(?:return|raise|yield|await|self\.|- \w+:|[\w-]+:(?:\s|$))|^\w[\w-]*:\s*$"
)
_COMMENT = re.compile(r"\s*(?:#|//|/\*|\*|--|;|<!--)(?![#\w])")
_LOGGED = re.compile(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d"
    r"|\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b[\]: ]|npm\s(?:ERR|WARN|notice|error|warn|info|verb)\b"
    r"|Traceback\b|\w+(?:Error|Exception)\b:)"
)
_TAG = re.compile(r"<([a-zA-Z][\w-]{0,40})(?:\s[^<>]{0,400})?>")
_QUOTED = re.compile(  # looks back from the marks: there are few of them
    r"'(?<!\w')[^'\n]{20,}'(?!\w)|“[^”\n]{12,}”|«[^»\n]{12,}»|„[^“\n]{12,}“|「[^」\n]{8,}」"
    r"|\"(?<![\w\"]\")[^\"\n]{20,}\"(?!\w)"
)
_AROUND = (('"', '"'), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and where it stands in the message."""

    text: str
    start: int
    end: int
    starts: bool  # whether it opens its line


def sentences(message: str) -> list[Sentence]:
    """What a person said in their own words, sentence by sentence."""
    return list(_sentences(message[:LONGEST]))


@lru_cache(maxsize=512)  # a message is looked at for itself, as what the next ones answer, and for the digest
def _sentences(message: str) -> tuple[Sentence, ...]:
    message = without_dictated(_without_blocks(own(message)))
    if handed := _WORKED_ON.search(message):
        message = message[: handed.end()]
    found: list[Sentence] = []
    fenced = given = shown = False
    at = 0
    lines = message.split("\n")
    pasted = _pasted(lines) if len(lines) > 1 else ()
    for n, line in enumerate(lines):
        start, at = at, at + len(line) + 1
        quoted = line.lstrip().startswith(">")
        if _FENCE.match(line):
            fenced = not fenced
            shown = True
            continue
        if given and shown and not fenced and not quoted and line.strip():
            given = False  # what was announced was shown as a quotation, and that is over
        shown = shown or quoted
        if not line.strip() or fenced or given or quoted or n in pasted:
            continue
        if _NOT_PROSE.match(line) or (
            len(line.strip()) > _LINE and not _reads(line.strip()) and not triggers.opens(line)
        ):
            continue
        bullet = _BULLET.match(line)
        begin = start + (bullet.end() if bullet else 0)
        found += _split(message, begin, start + len(line))
        # A line that announces somebody else's words hands over to them, until their quotation or the message ends.
        given, shown = line.rstrip().endswith(":") and _GIVEN.search(line) is not None, False
    return tuple(found)


def speaks(message: str, at: int, until: int | None = None) -> bool:
    """Whether the person speaks there in their own words: at a place of a message, or anywhere in a stretch of it."""
    end = at + 1 if until is None else until
    return at >= LONGEST or any(one.start < end and at < one.end for one in sentences(message))


def own(message: str) -> str:
    """The message, as long as it was, without the quotation marks some hosts put around whatever is said."""
    bare = message.strip()
    if len(bare) < 3 or (bare[0], bare[-1]) not in _AROUND or any(mark in bare[1:-1] for mark in (bare[0], bare[-1])):
        return message
    start = message.index(bare)
    return f"{message[:start]} {bare[1:-1]} {message[start + len(bare) :]}"


def _reads(line: str) -> bool:
    """Whether a long line is what somebody said in one breath: mostly words, and sentences that end."""
    tokens = line.split()
    ends = sum(1 for _ in _STOP.finditer(line))
    if len(line) > _BREATH * (ends + 1) or 50 * len(_MARKS.findall(line)) > len(line):
        return False
    if 2 * len(_SCRIPT.findall(line)) > len(line):
        return True
    words = sum(1 for token in tokens if _WORD.fullmatch(token))
    return 4 * words >= 3 * len(tokens) and len(line) <= 12 * len(tokens)


def unquoted(sentence: str) -> str:
    """The sentence with the words of others taken out of it."""
    return _QUOTED.sub("\u201c\u2026\u201d", sentence)


def _pasted(lines: Sequence[str]) -> Set[int]:
    """The lines that are code with its comments, a log, or a text handed over to be worked on."""
    found: set[int] = set()
    for block in _paragraphs(lines):
        code = [n for n in block if _CODE.search(lines[n]) or _NOT_PROSE.match(lines[n])]
        if code:
            found.update(code)
            found.update(n for n in block if _COMMENT.match(lines[n]) or lines[n][:1] in " \t")
        if logged := next((n for n in block if _LOGGED.match(lines[n])), None):
            found.update(n for n in block if n >= logged)
    blocks = list(_paragraphs(lines))
    opening = " ".join(lines[n] for n in blocks[0]) if blocks else ""
    if len(opening) < _LINE and _SHOWS.search(opening):
        heads = [n for n, block in enumerate(blocks) if _HEADING.match(lines[block[0]])]
        for n, block in enumerate(blocks[1:], start=1):
            within = heads and n < heads[-1]  # what a heading follows still belongs to the text
            if (_SPEAKS_AGAIN.match(lines[block[0]]) and not within) or lines[block[0]].lstrip().startswith(
                (">", "`", "~")
            ):
                break  # or it is marked as a quotation, and the person goes on after that
            found.update(block)
    return found


def _paragraphs(lines: Sequence[str]) -> Iterator[list[int]]:
    """The numbers of the lines that stand together, paragraph by paragraph."""
    block: list[int] = []
    for n, line in enumerate(lines):
        if line.strip():
            block.append(n)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _without_blocks(message: str) -> str:
    """The message with what stands between two tags blanked out: a file, a result, a quotation in HTML."""
    unclosed: set[str] = set()
    at = 0
    while opened := _TAG.search(message, at):
        at = opened.end()
        closing = f"</{opened[1]}>"
        end = -1 if closing in unclosed else message.find(closing, at)
        if end < 0:
            unclosed.add(closing)
            continue
        end += len(closing)
        message = message[: opened.start()] + " " * (end - opened.start()) + message[end:]
        at = end
    return message


def _split(message: str, start: int, end: int) -> list[Sentence]:
    found: list[Sentence] = []
    first = start
    counts = _COUNTS.search(message, start, end) is not None
    for stop in _STOP.finditer(message, start, end):
        if stop.end() < end and _goes_on(message, start, stop, counts=counts):
            continue
        _add(found, message, start, stop.end(), first)
        start = stop.end()
    _add(found, message, start, end, first)
    return found


def _goes_on(message: str, start: int, stop: re.Match[str], *, counts: bool) -> bool:
    """Whether a full stop ends no sentence: it shortens a word, makes a number count, or only trails off."""
    near, after = max(start, stop.start() - 12), stop.start() + 1
    if _ABBREVIATED.search(message, near, after) or trails_off(message, stop.start(), stop.end()):
        return True
    if message[stop.end() + 1 : stop.end() + 2].islower() and COMPANY.search(message, near, after):
        return True
    if not message[stop.start() - 1 : stop.start()].isdigit() or not _NUMBER.search(message, near, after):
        return False
    if counts or _NTH.search(message, near, after):
        return True
    return message[stop.end() + 1 : stop.end() + 2].islower() and not _VALUE.search(message, near, after)


def _add(found: list[Sentence], message: str, start: int, end: int, first: int) -> None:
    text = message[start:end]
    stripped = text.strip()
    if not stripped:
        return
    start += len(text) - len(text.lstrip())
    if quotes := _QUOTED.search(stripped):
        own = len(stripped) - len(quotes[0])
        if own < len(quotes[0]):
            return  # mostly somebody else's words
    found.append(Sentence(stripped, start, start + len(stripped), starts=start <= first + 1))
