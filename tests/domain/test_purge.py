"""What is left of pages when fragments are deleted for good, and by which words copies are known."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from reverie.domain.citation import Evidence, comment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Purge
from reverie.domain.purge import Gone, changed, gather, page
from reverie.domain.telling import Telling, carried
from reverie.domain.tombstone import Tombstones, stones
from reverie.domain.transcript import Entry
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
