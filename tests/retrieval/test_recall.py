"""Recall as its callers meet it: what is found, in which order, what stays out of sight, and what bad input does."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Put
from reverie.domain.transcript import Entry, Role, Transcript
from reverie.errors import ReverieError
from reverie.loop.apply import apply
from reverie.memory import Memory
from reverie.retrieval.recall import Tier
from tests.conftest import MONDAY, belief, fragment

ANA, BOB = "user/ana", "user/bob"
TIERS: tuple[Tier, ...] = ("fast", "full")
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
_names = count()


# Helpers that other files share: each makes one thing happen


def keep(memory: Memory, *changes: Change, at: datetime = MONDAY, space: str = "", **rest: Any) -> None:
    """A person's change, at a moment."""
    name = f"p-{next(_names)}"
    proposal = Proposal(id=name, origin="person", actor="manual", because="test", changes=changes, space=space, **rest)
    apply(proposal, memory.vault, at)


def noted(memory: Memory, *said: Fragment, at: datetime = MONDAY) -> None:
    memory.vault.append(said, [], at, "test")


def holds(memory: Memory, text: str, *said: Fragment, slug: str = "", space: str = "", at: datetime = MONDAY) -> Page:
    """A belief that is held from `at` on, resting on what was said (or on a remark that tells nothing)."""
    said = said or (fragment("hm", space=space, entry=f"hm{next(_names)}"),)
    noted(memory, *said, at=at)
    page = belief(text, *said, slug=slug or f"b{next(_names)}", space=space)
    keep(memory, Put(page), at=at, space=space)
    return page


def known(memory: Memory, *texts: str, space: str = "") -> dict[str, Key]:
    """A belief for each text, all held at once."""
    said = [fragment("hm", space=space, entry=f"hm{next(_names)}") for _ in texts]
    noted(memory, *said)
    pages = {t: belief(t, f, slug=f"b{next(_names)}", space=space) for t, f in zip(texts, said, strict=True)}
    keep(memory, *(Put(page) for page in pages.values()), space=space)
    return {text: page.key for text, page in pages.items()}


def overrule(memory: Memory, page: Page, text: str, new: Fragment, at: datetime) -> Page:
    """The page says something else from `at` on; all it stood on is superseded."""
    noted(memory, new, at=at)
    changed = restate(page, text, Evidence(frozenset({new.citation}), page.evidence.all))
    keep(memory, Put(changed), at=at, space=page.key.space)
    return changed


def talk(
    memory: Memory, *lines: str, session: str = "s", space: str = "", at: datetime = MONDAY, first: int = 0
) -> list[Key]:
    """Turns of a session, a minute apart. A line is `who: what`; agent and tool are roles, others are people."""
    entries = []
    for n, line in enumerate(lines, first):
        who, _, text = line.partition(": ")
        role: Role = "agent" if who == "agent" else "tool" if who == "tool" else "user"
        speaker = None if who in ("user", "agent", "tool") else who
        entries.append(Entry(id=str(n), at=at + n * MINUTE, role=role, text=text, speaker=speaker))
    memory.archive.keep(Transcript(source=session, space=space, trust="user", entries=tuple(entries)))
    return [Key(space, "turn", f"{session}#{entry.id}") for entry in entries]


def keys(memory: Memory, question: str, tier: Tier = "fast", **rest: Any) -> list[Key]:
    return [hit.key for hit in memory.recall(question, tier=tier, **rest).hits]


def texts(memory: Memory, question: str, tier: Tier = "fast", **rest: Any) -> list[str]:
    return [hit.text for hit in memory.recall(question, tier=tier, **rest).hits]


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


both_tiers = pytest.mark.parametrize("tier", TIERS)


# Words


NOISE = (
    "Bob collects stamps from every country.",
    "The ferry to the island leaves at nine.",
    "鲍勃每天骑自行车上班。",
    "ボブは毎日自転車で通勤します。",
    "밥은 매일 자전거로 출근한다.",
    "Rollback of build 3.11.1 took an hour, see src/user_service.py and E-1043.",
)


FOUND = {
    "Ana was running marathons last spring.": ("who ran... a marathon?", "marathon, RUNS!!"),
    "Die Müllabfuhr kommt mittwochs.": ("mullabfuhr",),
    "The login code is in src/auth_service.py now.": ("src/auth_service.py", "where is `src/auth_service.py`?"),
    "Error E-1042 means the disk is full.": ("E-1042", "what does e-1042 mean?"),
    "We pinned Python at 3.11.2 for the nightly.": ("3.11.2",),
    "Call getUserName before anything else.": ("getUserName",),
    "Write to ana.b@example.org about it.": ("ana.b@example.org",),
    "The port is 0.0.0.0:8080 on heron.": ("0.0.0.0:8080",),
    "卡拉喜欢在早上喝绿茶。": ("绿茶",),
    "カルラは毎朝緑茶を飲みます。": ("緑茶",),
    "칼라는 아침마다 녹차를 마신다.": ("녹차",),
}
ASKED = {
    "卡拉喜欢在早上喝绿茶。": "卡拉早上喝什么茶？",
    "我们的服务器密码保存在蓝色保险箱里。": "服务器的密码在哪里？",
    "カルラは毎朝緑茶を飲みます。": "カルラは朝に何を飲みますか？",
    "칼라는 아침마다 녹차를 마신다.": "칼라는 아침에 무엇을 마시나요?",
}


@both_tiers
def test_words_find_what_holds_them(memory: Memory, tier: Tier) -> None:
    pages = known(memory, *NOISE, *FOUND)
    found = {question: keys(memory, question, tier)[:1] for asked in FOUND.values() for question in asked}
    assert found == {question: [pages[text]] for text, asked in FOUND.items() for question in asked}


@both_tiers
def test_words_of_one_family_find_each_other(memory: Memory, tier: Tier) -> None:
    holds(memory, "Ellie is allergic to peanuts", slug="ellie")
    holds(memory, "The shop runs on Postgres", slug="shop")
    for question in ("any allergies in the family?", "does anybody have an allergy?"):
        assert memory.recall(question, tier=tier).hits[0].key.slug == "ellie"


@both_tiers
def test_a_whole_question_in_an_unspaced_script_finds_its_answer(memory: Memory, tier: Tier) -> None:
    pages = known(memory, *NOISE, *ASKED)
    found = {question: keys(memory, question, tier)[:1] for question in ASKED.values()}
    assert found == {question: [pages[text]] for text, question in ASKED.items()}


@both_tiers
@pytest.mark.parametrize(
    ("wanted", "others"),
    [
        ("3.11.2", ("3.11.20", "3.1.12", "3.11.1", "2.3.11")),
        ("E-1042", ("E-1043", "E-10", "F-1042")),
        ("src/auth_service.py", ("src/auth/service.py", "src/user_service.py", "auth_service.pyc")),
    ],
)
def test_of_similar_identifiers_the_one_as_written_comes_first(
    memory: Memory, wanted: str, others: tuple[str, ...], tier: Tier
) -> None:
    pages = known(memory, *(f"Mind {name} when you deploy." for name in (*others, wanted)))
    assert keys(memory, f"mind {wanted}", tier)[0] == pages[f"Mind {wanted} when you deploy."]


# Times


@both_tiers
def test_a_question_that_names_a_day_finds_what_was_said_then(memory: Memory, tier: Tier) -> None:
    planted = talk(memory, "user: We planted tomatoes behind the shed.", at=datetime(2026, 5, 7, 9, tzinfo=UTC))
    for month in (2, 8, 10):
        talk(memory, "user: Bob repaired the old boat.", session=f"m{month}", at=datetime(2026, month, 7, tzinfo=UTC))
    questions = (
        "What happened on 7 May 2026?",
        "What did we do on 2026-05-07?",
        "What did we talk about on May 7, 2026?",
        "Was haben wir am 7. Mai 2026 gemacht?",
        "tomatoes on 7 May 2026",
        "2026年5月7日は何をした？",
    )
    assert {q: keys(memory, q, tier)[:1] for q in questions} == dict.fromkeys(questions, planted)


@both_tiers
def test_a_named_time_orders_what_the_words_find(memory: Memory, tier: Tier) -> None:
    said = {
        month: talk(
            memory, "user: I paid the rent for the flat.", session=f"m{month}", at=datetime(2026, month, 7, tzinfo=UTC)
        )
        for month in (2, 5, 8)
    }
    assert keys(memory, "How much rent was paid in May 2026?", tier)[:1] == said[5]
    assert keys(memory, "How much rent was paid in February 2026?", tier)[:1] == said[2]


# Neighbours, sessions, speakers


def test_an_answer_that_shares_no_word_with_the_question_is_found_after_it(memory: Memory) -> None:
    asked, told, *_ = talk(memory, "Ana: Where did you put the spare key?", "Bob: Under the blue flowerpot.")
    talk(memory, "Ana: The ferry was late again.", "Bob: It always is.", session="t")
    assert set(keys(memory, "Where is the spare key?")) >= {asked, told}


@both_tiers
def test_what_the_assistant_stated_stays_within_reach(memory: Memory, tier: Tier) -> None:
    for n in range(12):
        talk(memory, f"Ana: I looked at my tickets for trip {n}.", "agent: Good.", session=f"s{n}")
    _, told = talk(memory, "Ana: When do I fly?", "agent: Your flight LH1234 leaves gate B22 at noon.", session="f")
    assert told in keys(memory, "Which gate does Ana's flight LH1234 leave from?", tier)[:3]


@both_tiers
def test_of_two_people_the_one_asked_about_comes_first(memory: Memory, tier: Tier) -> None:
    talk(memory, "Ana: My favourite drink is oolong.", "Bob: My favourite drink is espresso.")
    for who, drink in (("Ana", "oolong"), ("Bob", "espresso")):
        assert drink in texts(memory, f"What is {who}'s favourite drink?", tier)[0]


@both_tiers
def test_a_page_about_a_person_who_also_speaks_is_found_by_that_name(memory: Memory, tier: Tier) -> None:
    pages = {
        "Ana": holds(memory, "Ana prefers oolong for breakfast.", slug="ana"),
        "Bob": holds(memory, "Bob prefers espresso for breakfast.", slug="bob"),
    }
    talk(memory, "Ana: Good morning everyone.", "Bob: Hello there.")
    for who, page in pages.items():
        assert keys(memory, f"What does {who} prefer for breakfast?", tier)[0] == page.key


def test_a_strange_speaker_breaks_no_question(memory: Memory) -> None:
    for n, name in enumerate((" ", "\u3000", "\t", "(", "Ana [x", "a\\", "*", "\ufffd")):
        said = Entry(id="1", at=MONDAY, role="user", text="The heron is blue.", speaker=name)
        memory.archive.keep(Transcript(source="s", space=f"user/{n}", trust="user", entries=(said,)))
        assert texts(memory, f"heron {name}", space=f"user/{n}") == ["The heron is blue."], repr(name)


# Fragments and the pages they speak for


@both_tiers
def test_a_fragment_speaks_for_its_page_and_says_so(memory: Memory, tier: Tier) -> None:
    said = fragment("Ana ordered a large oolong")
    page = holds(memory, "Ana likes warm drinks.", said)
    (hit,) = memory.recall("oolong", tier=tier).hits
    assert (hit.key, hit.via) == (page.key, Key("", "fragment", said.id))


@both_tiers
def test_superseded_evidence_is_no_hook_whatever_else_is_asked(memory: Memory, tier: Tier) -> None:
    page = holds(memory, "Ana likes tea.", fragment("Ana ordered oolong at the harbour"))
    overrule(memory, page, "Ana likes coffee.", fragment("Ana ordered espresso", day=2), MONDAY + 2 * DAY)
    assert keys(memory, "oolong", tier) == keys(memory, "Ana ordered oolong at the harbour", tier, k=50)[1:] == []


@both_tiers
def test_the_turn_behind_superseded_evidence_comes_after_the_page_that_overruled_it(memory: Memory, tier: Tier) -> None:
    old, _ = talk(memory, "user: Ana prefers green tea with lunch.", "user: Ana prefers black coffee with lunch.")
    first = fragment("Ana prefers green tea with lunch.", source="s", entry="0")
    page = holds(memory, "Ana prefers green tea with lunch.", first)
    second = fragment("Ana prefers black coffee with lunch.", source="s", entry="1")
    overrule(memory, page, "Ana prefers black coffee with lunch.", second, MONDAY + MINUTE)

    found = keys(memory, "What does Ana prefer with lunch?", tier)

    assert found == [page.key, old]  # the page stands for the turn it rests on


def test_a_turn_is_demoted_only_when_all_that_was_taken_from_it_is_superseded(memory: Memory) -> None:
    talk(memory, "user: Ana moved to Rome and Bob plays chess.")
    rome = fragment("Ana moved to Rome", source="s", entry="0")
    chess = fragment("Bob plays chess", source="s", entry="0")
    page = holds(memory, "Ana lives in Rome.", rome)
    holds(memory, "Bob plays chess.", chess)
    overrule(memory, page, "Ana lives in Oslo.", fragment("Ana moved to Oslo", day=2), MONDAY + 2 * DAY)

    (hit,) = [hit for hit in memory.recall("Bob chess Rome", tier="fast").hits if hit.key.kind == "turn"]

    assert "overturned" not in hit.parts


# Fragments and the turns they were taken from


@both_tiers
def test_a_fragment_stands_for_the_turn_it_was_taken_from(memory: Memory, tier: Tier) -> None:
    talk(
        memory,
        "user: Please never push to the release branch.",
        "user: The push to release branch failed.",
        session="codex:s",
    )
    taken = fragment("Never push to the release branch", source="codex:s", entry="0", day=-300)
    noted(memory, taken)
    found = memory.recall("push to the release branch", tier=tier).hits
    assert [hit.key.kind for hit in found][:1] == ["fragment"]
    assert [hit.key.slug for hit in found if hit.key.kind == "turn"] == ["codex:s#1"]
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_a_fragment_of_another_space_stands_for_its_turn_too(memory: Memory) -> None:
    project = "project/lantern"
    talk(memory, "user: My name is Marta Klein.", session="codex:s", space=project)
    noted(memory, fragment("My name is Marta Klein", source="codex:s", entry="0"))
    for k in (1, 5):
        assert [key.kind for key in keys(memory, "Marta Klein", space=project, k=k)] == ["fragment"]


def test_a_turn_nothing_was_taken_from_stays_and_room_is_not_lost(memory: Memory) -> None:
    talk(memory, *(f"user: The heron number {n} is blue." for n in range(8)), session="codex:s")
    noted(memory, *(fragment(f"The heron number {n} is blue", source="codex:s", entry=str(n)) for n in range(4)))
    found = keys(memory, "which heron is blue?", k=6)
    assert len(found) == 6
    assert [key.slug for key in found if key.kind == "turn" and int(key.slug[-1]) < 4] == []
    assert any(key.kind == "turn" for key in found)


# Of conflicting statements the newest comes first


CONFLICTS = [
    ("The capital of Freedonia is {}.", "What is the capital of Freedonia?", ("Oldtown", "Midtown", "Newtown")),
    ("My phone number is {} now.", "What is my phone number?", ("555-0101", "555-0102", "555-0103")),
    ("We deploy on {}.", "On which weekday do we deploy?", ("Tuesdays", "Wednesdays", "Fridays")),
    ("Ana works for {}.", "Who does Ana work for?", ("Acme", "Globex", "Initech")),
    (
        "Die Hauptstadt von Freedonia ist {}.",
        "Was ist die Hauptstadt von Freedonia?",
        ("Altstadt", "Mitte", "Neustadt"),
    ),
    (
        "La capitale de Freedonia est {}.",
        "Quelle est la capitale de Freedonia ?",
        ("Vieilleville", "Milieu", "Neuville"),
    ),
    ("La capital de Freedonia es {}.", "¿Cuál es la capital de Freedonia?", ("Villavieja", "Medina", "Villanueva")),
    ("自由国的首都是{}。", "自由国的首都是", ("老城", "中城", "新城")),
    ("フリードニアの首都は{}です。", "フリードニアの首都は", ("旧市", "中市", "新市")),
    ("프리도니아의 수도는 {}이다.", "프리도니아의 수도는", ("옛마을", "중간", "새마을")),
]


@both_tiers
def test_of_conflicting_statements_the_newest_comes_first(memory: Memory, tier: Tier) -> None:
    first = {}
    for row, (template, question, values) in enumerate(CONFLICTS):
        space = f"user/{row}"
        talk(memory, "user: The anthem of Freedonia is long.", "agent: It has nine verses.", session="o", space=space)
        for n, value in enumerate(values):
            lines = ("user: " + template.format(value), "agent: Noted.")
            talk(memory, *lines, session=f"s{n}", space=space, at=MONDAY + n * DAY)
        first[question, row] = texts(memory, question, tier, space=space)[:1]
    assert first == {(q, row): [template.format(v[-1])] for row, (template, q, v) in enumerate(CONFLICTS)}


@both_tiers
def test_of_conflicting_statements_in_one_session_the_last_comes_first(memory: Memory, tier: Tier) -> None:
    talk(memory, *(f"user: The capital of Freedonia is {name}." for name in ("Oldtown", "Midtown", "Newtown")))
    assert "Newtown" in texts(memory, "What is the capital of Freedonia?", tier)[0]


# Spaces


def test_of_copies_of_a_page_the_nearest_is_the_only_one(memory: Memory) -> None:
    holds(memory, "Tea is served at four.", slug="tea")
    hers = holds(memory, "Tea is served at five.", slug="tea", space=ANA)
    assert keys(memory, "when is tea served", space=ANA) == [hers.key]


def test_turns_that_share_a_name_in_two_spaces_are_two_turns(memory: Memory) -> None:
    own = talk(memory, "user: The boiler code is heron.", session="chat")
    hers = talk(memory, "user: The gate code is heron.", session="chat", space=ANA)
    assert sorted(keys(memory, "heron code", space=ANA)) == sorted(own + hers)


WORDS = ("tea", "boat", "heron", "lamp", "river", "stone", "clock", "bread")
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
spaces = st.sampled_from(("", "user/{}-1", "user/{}-2", "channel/{}-1", "project/{}-1"))


def test_nothing_of_another_space_is_ever_seen(memory: Memory) -> None:
    runs = count()

    @settings(max_examples=12)
    @given(said=st.lists(st.tuples(spaces, sentences), min_size=1, max_size=8), question=sentences, asker=spaces)
    def law(said: list[tuple[str, str]], question: str, asker: str) -> None:
        run = next(runs)
        for n, (space, text) in enumerate(said):
            where = space.format(run)
            if n % 2:
                talk(memory, f"user: {text}", session=f"r{run}-{n}", space=where)
            else:
                noted(memory, fragment(text, space=where, entry=f"r{run}-{n}"))
        here = asker.format(run)
        for tier in TIERS:
            for everything in (False, True):
                for as_of in (None, MONDAY + DAY):
                    found = keys(memory, question, tier, space=here, everything=everything, as_of=as_of, k=50)
                    assert {key.space for key in found} <= {here, ""}

    law()


@both_tiers
def test_an_answer_is_the_same_whether_or_not_another_space_is_full(memory: Memory, tier: Tier) -> None:
    known(memory, *NOISE, space=ANA)
    talk(memory, "Ana: I keep herons by the river.", "agent: How many?", "Ana: Three of them.", space=ANA)
    questions = ("herons", "how many herons by the river?", "stamps ferry", "绿茶", "What did Bob say about the boat?")
    before = [memory.recall(question, space=ANA, tier=tier) for question in questions]

    noted(memory, *(fragment(f"Bob said herons by the river {n}", space=BOB, entry=f"b{n}") for n in range(1000)))
    talk(memory, "Bob: My boat holds stamps and herons.", "agent: 绿茶 too?", space=BOB, session="b")
    after = [memory.recall(question, space=ANA, tier=tier) for question in questions]

    for old, new in zip(before, after, strict=True):
        assert [(h.key, h.score, h.parts) for h in new.hits] == [(h.key, h.score, h.parts) for h in old.hits]
        assert (new.reason, new.likely) == (old.reason, old.likely)


# Bad input


STRANGE = {
    "empty": "",
    "blank": " \t\n ",
    "one megabyte": "heron " * 175_000,
    "a megabyte of other words": " ".join(f"w{n}" for n in range(150_000)),
    "nul": "\0heron\0",
    "lone surrogate": "heron \ud800 \udfff",
    "only quotes": "\"\"\"'''``",
    "query language": 'heron* OR NEAR((a b), 3) AND "unclosed',
    "column filter": "lead:heron -rest:x ^heron {a b}",
    "one long word": "x" * 10_000,
    "long words": " ".join("y" * 10_000 + str(n) for n in range(3)),
    "a path of paths": "/".join(["a"] * 9_000),
    "a thousand dates": "7 May 2026 " * 1_000,
    "combining marks": "e" + "\u0301" * 5_000,
    "one long unspaced run": "茶" * 10_000,
    "right to left": "\u202eheron\u202c مرحبا שלום",
}


@both_tiers
def test_whatever_is_asked_gets_hits_or_a_reason(memory: Memory, tier: Tier) -> None:
    holds(memory, "The heron is blue.")
    for name, question in STRANGE.items():
        answer = memory.recall(question, tier=tier)
        assert bool(answer.hits) != bool(answer.reason), name


def test_a_known_word_is_found_however_it_is_wrapped(memory: Memory) -> None:
    page = holds(memory, "The heron is blue.")
    for name in ("one megabyte", "nul", "lone surrogate"):
        assert keys(memory, STRANGE[name]) == [page.key], name


def test_no_text_is_an_error(memory: Memory) -> None:
    holds(memory, "The heron is blue.")

    @settings(max_examples=60)
    @given(st.text(max_size=80))
    def law(question: str) -> None:
        answer = memory.recall(question, tier="fast")
        assert bool(answer.hits) != bool(answer.reason)

    law()


def statements(memory: Memory, question: str) -> int:
    """How many statements the index runs for one question."""
    seen: list[str] = []
    memory.recall("warm", tier="fast")
    memory.index.db.set_trace_callback(seen.append)
    try:
        memory.recall(question, tier="fast")
    finally:
        memory.index.db.set_trace_callback(None)
    return len(seen)


def test_the_longest_question_costs_no_more_than_a_page_of_text(memory: Memory) -> None:
    holds(memory, "The heron is blue.")
    talk(memory, *(f"user: Remark w{n} about herons." for n in range(300)))
    for name, question in STRANGE.items():
        assert statements(memory, question) < 1500, name
    assert statements(memory, "what about herons?") < 150


def test_a_common_word_costs_no_more_however_often_it_was_said(memory: Memory) -> None:
    talk(memory, *(f"user: Remark {n} about herons." for n in range(100)))
    few = statements(memory, "remark about herons")
    talk(memory, *(f"user: Remark {n} about herons." for n in range(1000)), session="t")
    assert statements(memory, "remark about herons") <= few + 20


@pytest.mark.parametrize("space", ["nobody", "user/", "../etc", "user/\n", "USER/ana", "user/\ud800"])
def test_a_name_that_is_no_space_is_refused_in_one_line(memory: Memory, space: str) -> None:
    with pytest.raises(ReverieError) as refused:
        memory.recall("heron", space=space)
    assert "\n" not in str(refused.value)


def test_a_space_nobody_has_used_sees_what_is_the_agents_own(memory: Memory) -> None:
    page = holds(memory, "The heron is blue.")
    assert keys(memory, "heron", space="user/stranger") == [page.key]


# Databases in trouble


@pytest.fixture
def told(memory: Memory) -> Memory:
    holds(memory, "The heron is blue.")
    assert texts(memory, "heron", "full") == ["The heron is blue."]
    return memory


def test_a_reader_answers_while_another_process_writes_the_index(told: Memory, workspace: Path) -> None:
    with closing(sqlite3.connect(workspace / ".reverie/index.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert texts(told, "heron") == ["The heron is blue."]


@pytest.mark.parametrize("name", ["index.db", "vectors.db", "usage.db"])
def test_a_derived_database_that_is_deleted_while_open_is_no_loss(told: Memory, workspace: Path, name: str) -> None:
    for path in (workspace / ".reverie").glob(f"{name}*"):
        path.unlink()
    holds(told, "The ibis is white.")
    assert texts(told, "ibis", "full") == ["The ibis is white."]
    with Memory.open(workspace) as again:
        assert texts(again, "ibis", "full") == ["The ibis is white."]


@pytest.mark.parametrize("name", ["vectors.db", "usage.db"])
def test_recall_goes_on_without_a_database_that_another_process_locks(told: Memory, workspace: Path, name: str) -> None:
    told.usage.all()
    with closing(sqlite3.connect(workspace / ".reverie" / name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for used in ("vectors", "usage"):
            getattr(told, used)._database.db.execute("PRAGMA busy_timeout=1")
        holds(told, "The ibis is white.")
        assert texts(told, "ibis", "full") == ["The ibis is white."]


@pytest.mark.parametrize("name", ["vectors.db", "usage.db"])
@pytest.mark.parametrize("keep_from", [0, 1])
def test_recall_goes_on_without_a_database_that_is_damaged(
    told: Memory, workspace: Path, name: str, keep_from: int
) -> None:
    noted(told, *(fragment(f"remark {n} about lamps", entry=f"l{n}") for n in range(40)))
    told.recall("lamps")
    told.close()
    path = workspace / ".reverie" / name
    for extra in ("-wal", "-shm"):
        path.with_name(path.name + extra).unlink(missing_ok=True)
    raw = bytearray(path.read_bytes())
    start = keep_from * 3 * 4096  # the first pages tell what there is; the rest holds it
    path.write_bytes(bytes(raw[:start]) + b"\xa5" * (len(raw) - start))
    with Memory.open(workspace) as again:
        holds(again, "The ibis is white.")
        assert texts(again, "ibis", "full") == ["The ibis is white."]


# Many at once


def test_threads_recall_while_another_writes(told: Memory) -> None:
    def ask(_: int) -> set[int]:
        return {len(texts(told, "heron", tier)) for tier in TIERS for _ in range(10)}

    def write(n: int) -> None:
        for k in range(5):
            talk(told, f"user: Remark {k} of thread {n}.", session=f"t{n}", first=k)
            told.index.refresh()

    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(write, n) for n in range(2)]
        asked = list(pool.map(ask, range(2)))
        for job in writing:
            job.result()

    assert asked == [{1}, {1}]
    assert len(keys(told, "remark of thread", k=50)) == 10


ASK = """
import sys
from reverie import Memory
with Memory.open(sys.argv[1]) as memory:
    for n in range(15):
        for tier in ("fast", "full"):
            hits = memory.recall("heron", tier=tier).hits
            assert [hit.text for hit in hits] == ["The heron is blue."], hits
print("done")
"""


def test_processes_recall_while_another_writes(told: Memory, workspace: Path) -> None:
    readers = [
        subprocess.Popen([sys.executable, "-c", ASK, str(workspace)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for n in range(15):
        holds(told, f"Lamp {n} is lit.")
        talk(told, f"user: Lamp {n} went out.", session=f"t{n}")
        told.recall("lamp")
    for reader in readers:
        out, err = reader.communicate(timeout=60)
        assert (out.strip(), err) == (b"done", b"")
