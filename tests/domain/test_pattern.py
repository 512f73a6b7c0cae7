"""One pattern of many finds what any of them does, and so does an index of them."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, strategies as st

from reverie.domain import cues, cues_abroad, notice, poison, route, text as texts, trigger
from reverie.domain.pattern import Tables, Worded, beginnings, one_of, table, tried
from reverie.loop import asked, mended, offline
from scripts.teach import taught

LINES = [r"\bfoo|\bba[r|z]\b", r"^\W*start (?:a|b)", "^only", "tail$|x|y"]
TABLES = {
    "here": [r"\b(?:we|they) (?:al)?ways? go|\bno{2,3}\b", r"(?<!do )(?<!to )\bnever\b"],
    "first": [r"^\W*(?:(?:ok|so)[, ]+)*use\b|^\W*(?:please )?stop"],
    "text": [r"\b\w+ (?:owns|leads) it|.{2,}\bby friday", r"\b(?:is|'s)\b.{1,9}\bdue"],
    "left": [r"\b\d+ ?%|/s$|^\d", r"[?!]$|(?:^|;)rm\b"],
    "abroad": ["всегда|항상", "永远$"],
}
WORDS = [word for lines in TABLES.values() for line in lines for word in re.findall(r"\w+|[^\w\s]", line)]


@pytest.mark.parametrize(
    "text", ["foo", "a baz", "a ba|", "*start b", "only me", "the tail", "ay", "barn", "nothing", ""]
)
def test_it_fits_where_one_of_the_lines_does(text: str) -> None:
    assert bool(re.search(one_of(LINES), text)) == any(re.search(line, text) for line in LINES)


@given(st.lists(st.sampled_from([*WORDS, "ways", "bob", "12%", " ", "\n", "ok, ", "due"]), max_size=9), st.booleans())
def test_an_index_finds_what_the_patterns_do(words: list[str], spaced: bool) -> None:
    text = (" " if spaced else "").join(words)
    found = Tables(TABLES).read(text)
    for name, lines in TABLES.items():
        assert found(name) == any(re.search(line, text) is not None for line in lines), name


@pytest.mark.parametrize(
    ("pattern", "begins"),
    [
        ("always use", {"always"}),
        (r"\b(?:we|they)(?:'ll)? go", {"we go", "we'll ", "they g", "they'l"}),
        ("(?:so )*go", {"so ", "go"}),
        ("(?!it)a[bc]d+", {"abd", "acd"}),
        (r"x{2,3}\w", {"x"}),
        (r"\w+ owns|a", {"", "a"}),
        ("(?i:The) (?P<what>cat)", {""}),
        (r"\.env", {".env"}),
        ("abcdefg(?:x|y)|b", {"abcdef", "b"}),
        ("(?:abcdefg(?:x|[)|])z|q)r|", {"abcdef", "qr", ""}),
    ],
)
def test_how_a_pattern_begins_is_read_off_it(pattern: str, begins: set[str]) -> None:
    assert beginnings(pattern) == begins


def test_a_pattern_is_tried_only_where_it_is_told_to_and_finds_nothing_twice() -> None:
    pattern = re.compile("a+b?")
    assert [found[0] for found in tried(pattern, "aab a ab", [0, 1, 3, 6])] == ["aab", "ab"]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("it Fails", True),
        ("a crashing bore", True),
        ("_fails_", True),
        ("failsafe", False),
        ("", False),
        ("über", True),
    ],
)
def test_a_text_without_any_of_the_words_is_not_searched(text: str, fits: bool) -> None:
    worded = Worded("fails crash*", r"\bfails\b|\bcrash\w*")
    assert worded.may_fit(text) == fits
    assert worded.search(text) is None or fits


def test_no_pattern_fits_without_one_of_its_words() -> None:
    worded = [
        texts._UNMARKED, texts._SHORTHAND, notice._MADE_UP, notice._ONCE, trigger._TRIGGER, mended._TROUBLE,
        mended._WORKED, offline._POINTING, offline._PLAY, offline._JOKED, asked.VERBATIM,
    ]  # fmt: skip
    lines = [line for path in taught() if path.parent.name == "worth" for line in path.read_text("utf-8").splitlines()]
    for sentence in [text for line in lines[::8] for text, _ in json.loads(line)["said"]]:
        for each in worded:
            assert each.may_fit(sentence) or not each.pattern.search(sentence), (sentence, each.pattern.pattern[:80])


def _asked_of_memory() -> list[tuple[Tables, str, re.Pattern[str]]]:
    """Each table that is kept in an index, and the one pattern that stands for all its lines."""
    kept = [
        *(table for row in cues.KINDS for table in (row[2], *row[3])), *(row[1] for row in cues_abroad.KINDS),
        *cues.NO_THING, cues.QUESTION, cues.ASKED_RULE, cues.THING, cues.CONCRETE, cues_abroad.UNWANTED,
    ]  # fmt: skip
    found = [(notice._tables(), table, notice._pattern(table)) for table in dict.fromkeys(kept)]
    rulings = {"orders": poison._ORDERS, "grants": poison._GRANTS}
    found += [(poison._tables(), n, re.compile(one_of(poison._lines(t)), re.S)) for n, t in rulings.items()]
    routes = (*route.KINDS.items(), *route.CORES.items())
    return found + [(route._tables(), n, re.compile(one_of(table(t)), re.M)) for n, t in routes]


def test_the_shipped_tables_say_the_same_either_way() -> None:
    asked = _asked_of_memory()
    read = {id(tables): tables for tables, _, _ in asked}
    lines = [line for path in taught() if path.parent.name == "worth" for line in path.read_text("utf-8").splitlines()]
    for sentence in [text.lower() for line in lines[::40] for text, _ in json.loads(line)["said"]]:
        found = {key: tables.read(sentence) for key, tables in read.items()}
        for tables, name, plain in asked:
            assert found[id(tables)](name) == (plain.search(sentence) is not None), (sentence, plain.pattern[:80])
