"""Which stretch of time a text speaks about: what counts, what only looks like it, and what it costs."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import date, datetime

import pytest
from hypothesis import given, strategies as st

from reverie.domain.date_words import WESTERN, may_tell
from reverie.domain.dates import LONGEST, Span, asks_when, distance, spans

NOW = datetime(2023, 6, 14, 15, 30)  # a Wednesday


def said(text: str, now: datetime = NOW) -> list[str]:
    """The spans of a text as `first day..day after the last`, an open end left out."""
    return [f"{span.start or ''}..{span.end or ''}" for span in spans(text, now)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what was on 2023-05-07?", "2023-05-07..2023-05-08"),
        ("the log of 2023-05-07T10:30:00Z", "2023-05-07..2023-05-08"),
        ("2023/05/07", "2023-05-07..2023-05-08"),
        ("7 May 2023", "2023-05-07..2023-05-08"),
        ("May 7, 2023", "2023-05-07..2023-05-08"),
        ("the 7th of May, 2023", "2023-05-07..2023-05-08"),
        ("Sept. 5, 2022", "2022-09-05..2022-09-06"),
        ("on December 3,2022 at noon", "2022-12-03..2022-12-04"),
        ("7.5.2023", "2023-05-07..2023-05-08"),
        ("25/5/2023", "2023-05-25..2023-05-26"),
        ("7/7/2023", "2023-07-07..2023-07-08"),
        ("May 7th", "2023-05-07..2023-05-08"),
        ("the July 12 picnic", "2022-07-12..2022-07-13"),
        ("February 29", "2020-02-29..2020-03-01"),
        ("May 2023", "2023-05-01..2023-06-01"),
        ("may 2023", "2023-05-01..2023-06-01"),
        ("2023-05", "2023-05-01..2023-06-01"),
        ("What happened in 2019?", "2019-01-01..2020-01-01"),
        ("2019", "2019-01-01..2020-01-01"),
        ("the 2021 budget", "2021-01-01..2022-01-01"),
        ("the 1990s", "1990-01-01..2000-01-01"),
        ("2019-2021", "2019-01-01..2022-01-01"),
        ("summer 2022", "2022-06-01..2022-09-01"),
        ("the spring of 2022", "2022-03-01..2022-06-01"),
        ("Q3 2022", "2022-07-01..2022-10-01"),
        ("the first quarter of 2022", "2022-01-01..2022-04-01"),
    ],
)
def test_a_date_of_the_calendar_is_read_as_written(text, expected):
    assert said(text) == [expected]
    assert not spans(text, NOW)[0].relative


@pytest.mark.parametrize("text", ["7/5/2023", "7-5-2023", "7/5/23"])
def test_a_date_that_two_countries_read_differently_is_read_both_ways(text):
    assert said(text) == ["2023-05-07..2023-05-08", "2023-07-05..2023-07-06"]


def test_the_winter_of_a_year_is_the_one_it_began_and_the_one_it_ended():
    assert said("winter 2022") == ["2022-12-01..2023-03-01", "2021-12-01..2022-03-01"]


@pytest.mark.parametrize("text", ["31 Feb 2023", "February 30", "2023-02-31", "31/4/2023", "32 May", "30-31 Feb 2023"])
def test_a_day_that_is_in_no_calendar_says_nothing(text):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did we plan in May?", "2023-05-01..2023-06-01"),
        ("What did we do in june?", "2023-06-01..2023-07-01"),
        ("What did we plan in September?", "2022-09-01..2022-10-01"),
        ("the august release", ""),
        ("the August release", "2022-08-01..2022-09-01"),
        ("What will we do in September?", "2023-09-01..2023-10-01"),
        ("What will we do on May 7?", "2024-05-07..2024-05-08"),
        ("in the winter", "2022-12-01..2023-03-01"),
        ("in Q1", "2023-01-01..2023-04-01"),
    ],
)
def test_without_a_year_the_latest_that_has_begun_is_meant_unless_the_text_says_will(text, expected):
    assert said(text) == [expected] * bool(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("since March", "2023-03-01.."),
        ("before 2021", "..2021-01-01"),
        ("after June 2022", "2022-07-01.."),
        ("after 7 May 2023", "2023-05-08.."),
        ("until May 2022", "..2022-06-01"),
        ("by March 10, 2022", "..2022-03-11"),
        ("between 3 May and 9 June", "2023-05-03..2023-06-10"),
        ("between October 2 and October 8 2022", "2022-10-02..2022-10-09"),
        ("between November and February", "2022-11-01..2023-03-01"),
        ("between 3 and 9 May 2022", "2022-05-03..2022-05-10"),
        ("from March to May 2022", "2022-03-01..2022-06-01"),
        ("from 2019 to 2021", "2019-01-01..2022-01-01"),
        ("3-9 May 2022", "2022-05-03..2022-05-10"),
        ("May 3 - June 9, 2022", "2022-05-03..2022-06-10"),
        ("early May", "2023-05-01..2023-05-11"),
        ("mid-May", "2023-05-11..2023-05-21"),
        ("late May 2022", "2022-05-21..2022-06-01"),
        ("the beginning of April 2022", "2022-04-01..2022-04-11"),
        ("the end of 2022", "2022-09-01..2023-01-01"),
        ("the week of 9 June 2023", "2023-06-05..2023-06-12"),
        ("the week before 9 June 2023", "2023-06-02..2023-06-09"),
        ("the week after 9 June 2023", "2023-06-10..2023-06-17"),
        ("two weeks before October 20, 2022", "2022-10-03..2022-10-10"),
        ("the Sunday before November 9, 2022", "2022-11-06..2022-11-07"),
        ("last weekend before March 8, 2023", "2023-03-04..2023-03-06"),
        ("the second week of October", "2022-10-08..2022-10-15"),
        ("the first half of April 2022", "2022-04-01..2022-04-16"),
        ("the last week of May", "2023-05-25..2023-06-01"),
        ("after the 2022 trip to Rome", "2022-01-01..2023-01-01"),
    ],
)
def test_words_around_a_date_make_a_stretch_of_it(text, expected):
    assert said(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2023-06-14..2023-06-15"),
        ("this morning", "2023-06-14..2023-06-15"),
        ("tonight", "2023-06-14..2023-06-15"),
        ("What did I say yesterday?", "2023-06-13..2023-06-14"),
        ("the day before yesterday", "2023-06-12..2023-06-13"),
        ("tomorrow", "2023-06-15..2023-06-16"),
        ("last week", "2023-06-05..2023-06-12"),
        ("this week", "2023-06-12..2023-06-19"),
        ("next week", "2023-06-19..2023-06-26"),
        ("the week before last", "2023-05-29..2023-06-05"),
        ("last month", "2023-05-01..2023-06-01"),
        ("next year", "2024-01-01..2025-01-01"),
        ("last weekend", "2023-06-10..2023-06-12"),
        ("last Friday", "2023-06-09..2023-06-10"),
        ("last Wednesday", "2023-06-07..2023-06-08"),
        ("this Friday", "2023-06-16..2023-06-17"),
        ("next Monday", "2023-06-19..2023-06-20"),
        ("What did she say on Monday?", "2023-06-12..2023-06-13"),
        ("last winter", "2022-12-01..2023-03-01"),
        ("last summer", "2022-06-01..2022-09-01"),
        ("last May", "2023-05-01..2023-06-01"),
        ("last June", "2022-06-01..2022-07-01"),
        ("last quarter", "2023-01-01..2023-04-01"),
        ("three days ago", "2023-06-11..2023-06-12"),
        ("two weeks ago", "2023-05-28..2023-06-04"),
        ("a couple of days ago", "2023-06-11..2023-06-13"),
        ("a few weeks ago", "2023-05-07..2023-06-04"),
        ("2-3 weeks ago", "2023-05-21..2023-06-04"),
        ("two or three weeks ago", "2023-05-21..2023-06-04"),
        ("three months ago", "2023-02-27..2023-03-30"),
        ("4 years ago", "2018-12-14..2019-12-14"),
        ("20 hours ago", "2023-06-13..2023-06-14"),
        ("in the last 10 days", "2023-06-04..2023-06-15"),
        ("the last week", "2023-06-07..2023-06-15"),
        ("over the past few weeks", "2023-05-10..2023-06-15"),
        ("the next two weeks", "2023-06-14..2023-06-29"),
        ("recently", "2023-05-15..2023-06-15"),
        ("lately", "2023-05-15..2023-06-15"),
        ("since last week", "2023-06-05.."),
        ("the end of the month", "2023-06-21..2023-07-01"),
    ],
)
def test_a_distance_from_now_is_counted_from_the_now_that_is_given(text, expected):
    assert said(text) == [expected]
    assert spans(text, NOW)[0].relative


def test_recently_and_lately_say_nothing_beside_a_date():
    assert said("What has she read lately, according to her note of 2 June 2023?") == ["2023-06-02..2023-06-03"]


@pytest.mark.parametrize(
    "text",
    [
        "you may go",
        "May I ask something?",
        "the last may be wrong",
        "version 7 may break",
        "may 5 people come?",
        "It was 7. May I go?",
        "we march on",
        "March 10 miles a day",
        "wait one second",
        "Sunday",
        "we train on Sundays",
        "What did April tell June?",
        "after June called",
        "a letter from August",
        "a book by May Sarton",
        "Summer told me about the fall",
        "in Spring Boot",
        "spring cleaning",
        "my winter reading challenge",
        "2048 tokens",
        "cut it in 2048 tokens",
        "after 2000 retries",
        "from 2048 to 4096",
        "between 2000 and 5000 tokens",
        "over 2000 people",
        "in 2000 ms",
        "port 2023",
        "localhost:2023",
        "v2023",
        "1,999 items",
        "Python 3.11",
        "version 1.2.2023.4",
        "192.168.1.1",
        "at 10:30",
        "1 of 5",
        "a ratio of 3:4",
        "+1 555-123-4567",
        "3/4 of a cup",
        "a score of 4/10",
        "CVE-2023-1234",
        "$2023",
        "the last minute",
        "a last-minute call",
        "it may last 3 days",
        "half a year ago",
        "the last week of the trip",
        "we were here before",
        "since one day is taken",
        "the start",
        "How many weeks ago was it?",
        "wir sind hier",
        "guten Morgen",
        "Was mache ich am Freitag?",
        "",
    ],
)
def test_what_only_looks_like_a_time_is_none(text):
    assert said(text) == []


def test_the_dashes_of_a_list_are_not_ranges():
    assert said("- 7 May 2023\n- 9 May 2023") == ["2023-05-07..2023-05-08", "2023-05-09..2023-05-10"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Was war gestern?", "2023-06-13..2023-06-14"),
        ("vorgestern", "2023-06-12..2023-06-13"),
        ("letzte Woche", "2023-06-05..2023-06-12"),
        ("letzten Freitag", "2023-06-09..2023-06-10"),
        ("Was habe ich am Freitag gesagt?", "2023-06-09..2023-06-10"),
        ("vor zwei Wochen", "2023-05-28..2023-06-04"),
        ("in den letzten 10 Tagen", "2023-06-04..2023-06-15"),
        ("im Mai 2023", "2023-05-01..2023-06-01"),
        ("am 7. Mai 2023", "2023-05-07..2023-05-08"),
        ("Anfang März 2022", "2022-03-01..2022-03-11"),
        ("Ende letzten Jahres", "2022-09-01..2023-01-01"),
        ("seit März", "2023-03-01.."),
        ("vor 2021", "..2021-01-01"),
        ("letzten Sommer", "2022-06-01..2022-09-01"),
        ("Qu'est-ce que j'ai fait hier ?", "2023-06-13..2023-06-14"),
        ("aujourd'hui", "2023-06-14..2023-06-15"),
        ("avant-hier", "2023-06-12..2023-06-13"),
        ("la semaine dernière", "2023-06-05..2023-06-12"),
        ("l'année dernière", "2022-01-01..2023-01-01"),
        ("vendredi dernier", "2023-06-09..2023-06-10"),
        ("il y a trois jours", "2023-06-11..2023-06-12"),
        ("ces 10 derniers jours", "2023-06-04..2023-06-15"),
        ("du 3 au 9 mai 2022", "2022-05-03..2022-05-10"),
        ("le 7 mai 2023", "2023-05-07..2023-05-08"),
        ("en août 2022", "2022-08-01..2022-09-01"),
        ("l'été dernier", "2022-06-01..2022-09-01"),
        ("¿Qué hice ayer?", "2023-06-13..2023-06-14"),
        ("la semana pasada", "2023-06-05..2023-06-12"),
        ("el mes que viene", "2023-07-01..2023-08-01"),
        ("hace dos días", "2023-06-12..2023-06-13"),
        ("los últimos 10 días", "2023-06-04..2023-06-15"),
        ("el 7 de mayo de 2023", "2023-05-07..2023-05-08"),
        ("entre marzo y mayo de 2022", "2022-03-01..2022-06-01"),
        ("어제 뭐 했지?", "2023-06-13..2023-06-14"),
        ("지난주에", "2023-06-05..2023-06-12"),
        ("지난 금요일", "2023-06-09..2023-06-10"),
        ("2주 전에", "2023-05-28..2023-06-04"),
        ("세 달 전", "2023-02-27..2023-03-30"),
        ("2023년 5월 7일", "2023-05-07..2023-05-08"),
        ("2022년 3월부터", "2022-03-01.."),
        ("昨日は何をした?", "2023-06-13..2023-06-14"),
        ("先週の金曜日", "2023-06-09..2023-06-10"),
        ("先週日本に行った", "2023-06-05..2023-06-12"),
        ("3ヶ月前", "2023-02-27..2023-03-30"),
        ("去年5月", "2022-05-01..2022-06-01"),
        ("3月から5月まで", "2023-03-01..2023-06-01"),
        ("昨天", "2023-06-13..2023-06-14"),
        ("上周", "2023-06-05..2023-06-12"),
        ("上周五", "2023-06-09..2023-06-10"),
        ("三天前", "2023-06-11..2023-06-12"),
        ("十二天前", "2023-06-02..2023-06-03"),
        ("2023年5月7日", "2023-05-07..2023-05-08"),
        ("2021年之前", "..2021-01-01"),
        ("最近10天", "2023-06-04..2023-06-15"),
    ],
)
def test_the_common_forms_of_six_other_languages_are_known(text, expected):
    assert said(text) == [expected]


def test_a_span_keeps_the_words_that_said_so():
    found = spans("Where were we between 3 May and 9 June, and what about 昨天?", NOW)

    assert [span.words for span in found] == ["between 3 May and 9 June", "昨天"]


def test_the_distance_is_counted_to_the_nearest_span_and_is_nothing_inside():
    week = spans("last week", NOW)  # 5 to 11 June

    assert [distance(week, date(2023, 6, day)) for day in (3, 5, 11, 12, 14)] == [2, 0, 0, 1, 3]
    assert distance(spans("7/5/2023", NOW), date(2023, 7, 6)) == 1
    assert distance(spans("since March", NOW), date(2030, 1, 1)) == 0
    assert distance(spans("before 2021", NOW), date(2021, 1, 1)) == 1
    assert distance((), date(2023, 1, 1)) == 0


@pytest.mark.parametrize(
    "text",
    [
        "When did we move?",
        "When is her birthday?",
        "tell me when",
        "What date was it?",
        "In which month did he win?",
        "How long ago was that?",
        "How many weeks ago did we meet?",
        "Since when do you know?",
        "Wann war das?",
        "Seit wann bist du hier?",
        "Quand est-ce arrivé ?",
        "¿Cuándo fue?",
        "¿En qué año fue?",
        "언제 만났지?",
        "いつ会った？",
        "什么时候见面的？",
        "你们哪天见面的？",
    ],
)
def test_a_question_for_a_time_is_known(text):
    assert asks_when(text)


@pytest.mark.parametrize(
    "text",
    [
        "What did she say when she left?",
        "Where were we yesterday?",
        "What time zone is she in?",
        "How long is the table?",
        "When I was young, where did we live?",
        "Quand j'étais petit, où vivions-nous ?",
        "いつも何を食べる？",
    ],
)
def test_a_question_for_something_else_is_not(text):
    assert not asks_when(text)


@pytest.mark.parametrize("now", [datetime.min, datetime.max])
@pytest.mark.parametrize(
    "text",
    ["today", "last year", "next year", "999 years ago", "next week", "in May", "February 29", "the next 900 months",
     "recently", "last weekend", "next Sunday", "500 hours ago", "last summer", "early next year", "去年5月"],
)  # fmt: skip
def test_the_ends_of_the_calendar_are_no_trouble(text, now):
    check(spans(text, now))


def check(found: tuple[Span, ...]) -> None:
    for span in found:
        assert span.start or span.end
        assert not (span.start and span.end) or span.start < span.end
        assert span.words


WORDS = """last this next week weekend year May march 7 7th 31 2023 2-3 in the of , - between and from to since before
after until two few ago Friday summer Q3 early end recently yesterday 2023-05-07 7/5/2023 vor il y a dernier semaine
hace 上周 三天前 5月 7日 から まで 第 지난 금요일 9999 1900 2100 first half past on did will hours"""
MONTHS = "January February March April May June July August September October November December"
words = st.sampled_from(WORDS.split())
times = st.datetimes()


@given(
    st.one_of(st.text(), st.lists(words, max_size=14).map(" ".join), st.lists(words, max_size=8).map("".join)), times
)
def test_whatever_is_said_whenever_spans_are_sound_and_nothing_is_raised(text, now):
    found = spans(text, now)

    check(found)
    assert all(span.words in text for span in found)
    assert distance(found, now.date()) >= 0
    asks_when(text)


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 12, 31)))
def test_every_day_of_two_centuries_is_found_in_every_spelling(day):
    month = MONTHS.split()[day.month - 1]
    for text in (
        day.isoformat(),
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
    ):
        assert [span.start for span in spans(text, NOW)] == [day]


@pytest.mark.parametrize(
    "part",
    ["1/", "1-", "1 ", "1,", "last ", "May ", "in 2023 ", "between May and ", "when ", "how many ", "wie lange ", "\n ",
     "上周", "三", "三天", "지난 ", "3月から", "the ", "of ", "2023-05-07 ", "-"],
)  # fmt: skip
def test_hostile_text_costs_no_more_than_its_length(part):
    def cost(length: int) -> float:
        text = (part * length)[:length]
        began = time.process_time()
        for read in (lambda: spans(text, NOW), lambda: asks_when(text)):
            read()
        return time.process_time() - began

    cost(100)
    half, whole = (min(cost(length) for _ in range(3)) for length in (LONGEST // 2, LONGEST))

    assert whole < 4 * half + 0.02
    assert cost(50 * LONGEST) < 4 * whole + 0.02


def test_importing_it_compiles_no_pattern():
    code = (
        "import dataclasses, functools, itertools, re, sys, typing, reverie.domain\n"
        "re.compile = lambda *a, **k: sys.exit('compiled')\n"
        "import reverie.domain.dates"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert out.returncode == 0, out.stderr


OTHERS = "when what date ist how long ago 7 2023 7th q1 is the billing which tag y a combien de temps know"
LEXICON = {word.replace("_", " ") for line in WESTERN.split("\n") for word in line.split()[3:]}


@given(st.lists(st.sampled_from(sorted(LEXICON.union(OTHERS.split()))), max_size=7).map(" ".join))
def test_the_quick_look_is_never_wrong_when_it_says_that_no_time_is_told(text: str) -> None:
    if not may_tell(text):
        assert not spans(text, NOW)
        assert not asks_when(text)
