"""What is left of pages when fragments are deleted for good, and by which words copies are known."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from reverie.domain import values
from reverie.domain.citation import Evidence, comment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Purge
from reverie.domain.purge import UNSAID, Gone, changed, gather, page
from reverie.domain.telling import Telling, carried
from reverie.domain.tombstone import Tombstones, stones
from reverie.domain.transcript import Entry
from reverie.domain.values import Values
from reverie.errors import NotFound
from tests.conftest import MONDAY, belief, fragment

WORDS = ("heron", "orchid", "copper", "walrus", "maple", "quartz", "violet", "ember")
SAID = [fragment(f"The {a} keeper moved the {b} crate to dock {n}", entry=f"e{n}", day=n % 3)
        for n, (a, b) in enumerate(zip(WORDS, WORDS[3:] + WORDS[:3], strict=True))]  # fmt: skip
EVERY = {f.id: f for f in SAID}


def proof(*some: int, old: tuple[int, ...] = ()) -> Evidence:
    return Evidence(frozenset(SAID[n].citation for n in some), frozenset(SAID[n].citation for n in old))


lined = st.lists(
    st.tuples(st.sampled_from(range(8)), st.lists(st.sampled_from(range(8)), max_size=3, unique=True)), max_size=6
).map(lambda rows: "".join(f"- {SAID[n].body} {comment(proof(*cited))}".rstrip() + "\n" for n, cited in rows))
beliefs = st.tuples(st.sampled_from(range(8)), st.lists(st.sampled_from(range(8)), min_size=1, max_size=4, unique=True))
purged = st.lists(st.sampled_from(range(8)), min_size=1, max_size=4, unique=True)


def some_page(kind: str, text: str) -> Page:
    return Page(key=Key("", kind, "x"), text=f"---\nname: Dock\ndescription: d\n---\n{text}")  # type: ignore[arg-type]


@given(lined, st.sampled_from(["core", "entity", "skill", "summary", "note", "digest"]), purged)
def test_a_page_of_lines_is_rid_of_it_at_once_and_says_nothing_new(text: str, kind: str, ids: list[int]) -> None:
    old = some_page(kind, text)
    gone = gather(Purge(tuple(SAID[n].id for n in ids)), EVERY, {old.key: old})
    new = page(old.key, old.text, gone)
    if new is None:
        return
    assert page(old.key, new, gone) == new
    assert not any(SAID[n].body in new or SAID[n].id in new for n in ids)
    assert {line.partition(" <!--")[0] for line in new.splitlines()} <= {
        line.partition(" <!--")[0] for line in old.text.splitlines()
    }


@given(beliefs, purged)
def test_a_belief_keeps_restates_or_goes_and_never_cites_or_says_it(
    told: tuple[int, list[int]], ids: list[int]
) -> None:
    words, cited = told
    old = belief(SAID[words].body, *(SAID[n] for n in cited), slug="crate")
    gone = gather(Purge(tuple(SAID[n].id for n in ids)), EVERY, {old.key: old})
    new = page(old.key, old.text, gone)
    left = set(cited) - set(ids)
    if new is None:
        assert not left
        return
    assert page(old.key, new, gone) == new
    if set(cited) & set(ids):
        assert {c.id for c in Page(key=old.key, text=new).cited} == {SAID[n].id for n in left}
        assert Page(key=old.key, text=new).prose in {SAID[n].body for n in left}
    else:
        assert words in ids or new == old.text


def test_a_date_that_names_a_session_is_told_by_everybody() -> None:
    told = Telling(["Ana keeps the launch codes in drawer seven", "2026-11-11"])
    assert told.tells("Ana keeps the launch codes in drawer seven")
    assert not told.tells("2026-11-11")
    assert "2026-11-11" not in told.sentences


def test_what_others_say_too_is_not_told_by_it() -> None:
    told = Telling(["Ana keeps the launch codes in drawer seven"], ["Ana keeps the launch codes in the safe"])
    assert told.tells("remembered: …launch codes in drawer seven")
    assert not told.tells("Ana keeps the launch codes")
    assert told.says("It is known that Ana keeps the LAUNCH codes, in drawer seven.")
    assert not told.says("the launch codes are in drawer seven")


def test_scripts_without_spaces_are_told_by_their_characters() -> None:
    told = Telling(["アナは発射コードを引き出しの七番に保管しています"])
    assert told.tells("メモ：発射コードを引き出しの七番に保管")
    assert not told.tells("アナはお茶が好きです")


def test_a_wording_is_carried_by_others_when_they_hold_each_of_its_words() -> None:
    assert carried("Ana drinks tea", ["Ana is here", "she drinks green tea"])
    assert not carried("Ana drinks tea", ["Ana is here"])


def test_nothing_at_all_cannot_be_deleted() -> None:
    with pytest.raises(NotFound):
        gather(Purge(("nobody",)), EVERY, {})


def test_pages_that_have_nothing_to_do_with_it_are_not_changed() -> None:
    pages = {p.key: p for p in (belief(f.body, f, slug=f"b{n}") for n, f in enumerate(SAID))}
    gone = gather(Purge((SAID[2].id,)), EVERY, pages)
    assert isinstance(gone, Gone)
    assert list(changed(gone, pages)) == [Key("", "belief", "b2")]


def test_tombstones_of_another_vault_bar_places_and_no_words() -> None:
    grave = stones([SAID[0]], [], [Key("", "turn", "pi:s1#t4")], "codex:s9", Tombstones(key=b"mine"))
    mine, theirs = Tombstones(grave, b"mine"), Tombstones(grave, b"theirs")
    copy = fragment(SAID[0].body, entry="other", source="pi:s2")
    again = Entry(id="z", at=MONDAY, role="user", text=f"{SAID[0].body}.")
    assert (mine.bars(copy), theirs.bars(copy)) == (True, False)
    assert (mine.bars_entry("pi:s2", again), theirs.bars_entry("pi:s2", again)) == (True, False)
    for each in (mine, theirs):
        assert each.buries("pi:s1", "t4")
        assert each.buries("codex:s9", "whatever")
        assert each.bars(SAID[0])
    assert not mine.bars_entry("pi:s2", Entry(id="z", at=MONDAY + timedelta(days=9), role="user", text=again.text))
    assert SAID[0].body.split()[1] not in str(grave)
    assert not Tombstones()


def test_topics_of_a_session_that_only_it_named_leave_its_digest() -> None:
    told = fragment("The main warehouse is in Rotterdam", entry="e1", source="pi:s1")
    kept = fragment("The invoices of the harbour office are sorted", entry="e2", source="pi:s1")
    digest = Page(
        key=Key("", "digest", "d"),
        text="---\nsession: pi:s1\ntopics: [Rotterdam, harbour office]\n---\n\n## Asked\n\n- Sort the invoices\n",
    )
    gone = gather(Purge((told.id,)), {f.id: f for f in (told, kept)}, {digest.key: digest})
    left = page(digest.key, digest.text, gone)
    assert left is not None
    assert "topics: [harbour office]" in left and "Rotterdam" not in left
    assert page(digest.key, left, gone) == left


# Values


@pytest.mark.parametrize(
    ("said", "sure", "likely", "weak"),
    [
        ("my PIN is 20313", ["20313"], [], []),
        ("my PIN is 4711", [], ["4711"], []),
        ("My account number is DE44 5001 0517 5407 3249 31.", ["DE44 5001 0517 5407 3249 31"], [], []),
        ("my sister's address is 12 Elm Road, Springfield", ["12 Elm Road"], ["Elm Road", "Springfield"], []),
        ("Meine Adresse ist Hauptstraße 12", ["Hauptstraße 12"], ["Hauptstraße"], []),
        ("Mon adresse est 14 rue de la Paix", ["14 rue de la Paix"], ["rue de la Paix"], []),
        ("My doctor is Hendrik Okonkwo", [], ["Hendrik Okonkwo"], ["Hendrik", "Okonkwo"]),
        ("Write to him at h.ok@praxis.example", ["h.ok@praxis.example"], [], []),
        ("My phone number is +49 170 1234567", ["49 170 1234567", "170 1234567"], [], []),
        ("The passport is C01X00T47", ["C01X00T47"], [], []),
        ("The budget is 45,000 euros", [], ["45,000"], []),
        ("My sister lives in Berlin", [], [], ["Berlin"]),
        ("I was born in 1984 and am 42", [], [], ["1984", "42"]),
        ("My safe word is rhododendron", [], [], ["rhododendron"]),
        ("I prefer tabs over spaces, always", [], [], []),
    ],
)
def test_how_surely_a_value_is_a_statement_s_own_its_form_tells(
    said: str, sure: list[str], likely: list[str], weak: list[str]
) -> None:
    found = values.drawn(said)
    assert [value for value, level in found.items() if level == "sure"] == sure
    assert [value for value, level in found.items() if level == "likely"] == likely
    assert [value for value, level in found.items() if level == "weak"] == weak


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("20313", "Corrected: 20313."),
        ("20313", "the locker (20-313)"),
        ("20313", '{"locker":20313}'),
        ("DE44 5001 0517 5407 3249 31", "iban=DE44500105175407324931"),
        ("DE44500105175407324931", "de44 5001 0517 5407 3249 31"),
        ("170 1234567", "call 0170/1234567"),
        ("12 Elm Road", "I put 12, elm road, in the form"),
        ("Springfield", "Springfield's mayor"),
        ("4711", "make-4711"),
    ],
)
def test_a_value_is_found_however_it_is_written(value: str, text: str) -> None:
    assert values.held(text, (value,))
    assert not values.held(Values(sure=(value,)).without(text, UNSAID), (value,))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("20313", "1203139 bytes"),
        ("4711", "01a1e213-4711-7e96-85e1-cb769d46e3a4"),
        ("20313", "commit 9f8a20313c0de4f5b6a7988776655443322110ff"),
        ("4711", "v4711x"),
        ("Elm Road", "the helm roads"),
        ("Springfield", "Springfieldian"),
    ],
)
def test_what_only_looks_like_a_value_is_left(value: str, text: str) -> None:
    assert not values.held(text, (value,))
    assert Values(sure=(value,)).without(text, UNSAID) == text


@given(st.lists(st.sampled_from([w for f in SAID for w in f.body.split()] + ["20313", "4711", "Berlin", "42"])), purged)
def test_no_value_is_left_in_a_text_and_none_is_taken_twice(words: list[str], ids: list[int]) -> None:
    said = [f"The {WORDS[n]} number is {n}0313 in Berlin, and 42" for n in ids]
    told = values.told(said, [])
    for where in ("page", "session", "turn"):
        left = told.without(" ".join(words), UNSAID, where)
        assert not told.within(left, where)
        assert told.without(left, UNSAID, where) == left
        assert not values.held(left, told.anywhere)


@pytest.mark.parametrize("text", ["a", "a-", "1 ", "1-", "Ab-", "x.", "is ", "Aa'", "f0", "5 rue a"])
def test_a_text_that_goes_on_and_on_is_read_in_no_time(text: str) -> None:
    assert len(values.drawn(text * 20_000)) < 5


def test_what_others_say_too_is_taken_only_beside_what_it_is_about() -> None:
    told = values.told(["My sister's city is Berlin"], ["The office is in Berlin"])
    assert told.anywhere == ()
    assert told.standing == {"Berlin": 1}
    assert told.without("Noted, your sister is in Berlin. The Berlin office opens at nine.", UNSAID, "session") == (
        f"Noted, your sister is in {UNSAID}. The Berlin office opens at nine."
    )
    assert told.without("your sister is in Berlin", UNSAID, "page") == "your sister is in Berlin"


def test_a_number_that_many_say_is_nobody_s() -> None:
    others = [f"The {word} proxy listens on 8080" for word in WORDS]
    assert values.told(["The dev port is 8080"], others[:1]).here == ("8080",)
    assert values.told(["The dev port is 8080"], others).here == ()


def test_fragments_of_the_session_that_repeat_a_number_go_along_and_those_with_a_name_stay() -> None:
    told = fragment("My gym locker is 20313 in Lisbon", entry="e1", source="pi:s1")
    again = fragment("The combination 20313 was shared with Bob", entry="e2", source="pi:s1")
    city = fragment("The conference takes place in Lisbon", entry="e3", source="pi:s1")
    other = fragment("Invoice 20313 is paid", entry="e4", source="pi:s2")
    some = {f.id: f for f in (told, again, city)}
    assert set(gather(Purge((told.id,)), some, {}).fragments) == {told.id, again.id}
    some[other.id] = other
    gone = gather(Purge((told.id,)), some, {})
    assert set(gone.fragments) == {told.id, again.id}
    assert gone.values.standing == {"20313": 1, "Lisbon": 1}
    assert (gone.values.anywhere, gone.values.here) == ((), ("20313",))


def test_a_page_that_stays_loses_the_value_and_no_line() -> None:
    told = fragment("My gym locker number is 20313", entry="e1", source="pi:s1")
    digest = Page(
        key=Key("", "digest", "d"),
        text="---\ntitle: The lock → 20313\nsession: pi:s1\n---\n\n## Outcome\n\nThe lock is 20313, and tested.\n",
    )
    note = Page(key=Key("", "note", "n"), text="# Gym\n\n- bring water\n- 20313 opens it\n")
    pages = {digest.key: digest, note.key: note}
    gone = gather(Purge((told.id,)), {told.id: told}, pages)
    assert changed(gone, pages) == {
        digest.key: digest.text.replace("20313", UNSAID),
        note.key: note.text.replace("20313", UNSAID),
    }


def test_a_whole_session_takes_no_value_from_others() -> None:
    told = fragment("Bob's mail is bob@acme.example and mine is ana@acme.example", entry="e1", source="pi:s1")
    other = fragment("Send it to bob@acme.example", entry="e1", source="pi:s2")
    gone = gather(Purge((), (), "pi:s1"), {f.id: f for f in (told, other)}, {})
    assert gone.values.anywhere == ("ana@acme.example",)


def test_values_survive_the_intent() -> None:
    told = values.told(["My doctor is Hendrik Okonkwo, PIN 20313, aged 42"], ["Hendrik is 42"])
    assert values.read(json.loads(json.dumps(asdict(told)))) == told
    assert values.read({}) == Values()
