"""Which text goes on when two vaults hold a page of one name."""

from __future__ import annotations

from datetime import timedelta

import pytest

from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.graph import add_to_section, end_relation, entity, relations
from reverie.domain.page import Key, Page
from reverie.domain.reconcile import Past, reconcile, removed, unite
from tests.conftest import MONDAY, belief, fragment

TEA, UJI, CUP = (
    fragment("Tea is green."),
    fragment("Tea is from Uji.", day=1, entry="e2"),
    fragment("A cup.", entry="e3"),
)
GREEN = belief("Tea is green.", TEA)
LATER = MONDAY + timedelta(days=2)
NOTHING = Past()


def knowing(*pages: Page, at=MONDAY) -> Past:
    return Past({page.version: at for page in pages})


def again(page: Page, *fragments) -> Page:
    """The same words on more evidence."""
    more = frozenset(f.citation for f in fragments)
    return restate(page, page.prose, Evidence(page.evidence.active | more, page.evidence.superseded))


def test_a_page_that_is_not_here_is_new_and_one_that_is_the_same_is_nothing():
    assert reconcile(None, GREEN, NOTHING, NOTHING).verdict == "new"
    assert reconcile(GREEN, GREEN, NOTHING, NOTHING).verdict == "same"


def test_who_knows_the_others_text_has_gone_on_from_it():
    black = restate(GREEN, "Tea is black.", Evidence(frozenset({UJI.citation}), GREEN.cited))

    there = reconcile(GREEN, black, knowing(GREEN), knowing(GREEN, black))
    here = reconcile(black, GREEN, knowing(GREEN, black), knowing(GREEN))

    assert (there.verdict, there.page) == ("newer", black)
    assert (here.verdict, here.page) == ("ours", None)


def test_when_both_know_both_the_later_change_holds():
    black = restate(GREEN, "Tea is black.", Evidence(frozenset({UJI.citation}), GREEN.cited))
    forward = Past({GREEN.version: MONDAY, black.version: MONDAY + timedelta(days=1)})
    back = Past({black.version: MONDAY + timedelta(days=1), GREEN.version: LATER})  # somebody took it back

    assert reconcile(black, GREEN, forward, back).verdict == "newer"
    assert reconcile(GREEN, black, back, forward).verdict == "ours"


def test_the_same_words_get_the_evidence_of_both_whoever_unites_them():
    mine, theirs = again(GREEN, UJI), again(GREEN, CUP)

    here, there = reconcile(mine, theirs, NOTHING, NOTHING), reconcile(theirs, mine, NOTHING, NOTHING)

    assert here.verdict == there.verdict == "united"
    assert here.page == there.page
    assert here.page and here.page.evidence.active == {TEA.citation, UJI.citation, CUP.citation}


def test_other_words_are_a_conflict_with_theirs_proposed_and_no_evidence_lost():
    black = belief("Tea is black.", CUP)

    outcome = reconcile(GREEN, black, NOTHING, NOTHING)

    assert outcome.verdict == "conflict"
    assert outcome.page and outcome.page.prose == "Tea is black."
    assert outcome.page.evidence == Evidence(frozenset({CUP.citation}), frozenset({TEA.citation}))


@pytest.mark.parametrize("front", ["retired", "pinned"])
def test_what_was_forgotten_or_pinned_on_one_side_alone_is_a_conflict(front: str):
    assert reconcile(GREEN, GREEN.with_front(front, "2026-11-16 forgotten"), NOTHING, NOTHING).verdict == "conflict"


def test_entities_are_united_line_by_line_unless_a_relation_ended_on_one_side():
    ana = entity(Key("", "entity", "person--ana"), "Ana")
    mine = add_to_section(ana, "Facts", "Ana drinks tea", Evidence(frozenset({TEA.citation})))
    theirs = add_to_section(ana, "Facts", "Ana is from Uji", Evidence(frozenset({UJI.citation})))
    bob = "manages: [[person--bob]] (since 2026-11-01)"
    tied = add_to_section(mine, "Relations", bob, Evidence(frozenset({TEA.citation})))
    over = end_relation(tied, relations(tied)[0], LATER.date(), Evidence(frozenset({CUP.citation})))

    both = reconcile(mine, theirs, NOTHING, NOTHING)

    assert both.verdict == "united"
    assert both.page and {"Ana drinks tea", "Ana is from Uji"} <= {
        line.removeprefix("- ") for line in both.page.prose.splitlines()
    }
    assert unite(mine, theirs) == unite(theirs, mine)
    assert reconcile(tied, over, NOTHING, NOTHING).verdict == "conflict"


def test_a_block_of_core_memory_nobody_wrote_into_says_nothing():
    key = Key("", "core", "identity")
    blank = Page(key=key, text="<!-- who the person is -->\n")
    kim = Page(key=key, text=f"- Kim <!-- {TEA.citation} -->\n")

    assert reconcile(blank, kim, NOTHING, NOTHING).verdict == "new"
    assert reconcile(kim, blank, NOTHING, NOTHING).verdict == "ours"
    assert reconcile(None, blank, NOTHING, NOTHING).verdict == "same"


def test_what_was_taken_away_stays_away_until_it_is_written_again():
    gone = Past({GREEN.version: MONDAY}, {GREEN.key: LATER})
    written_again = Past({GREEN.version: LATER + timedelta(days=1)})

    assert reconcile(None, GREEN, gone, knowing(GREEN)).verdict == "ours"
    assert reconcile(None, GREEN, gone, written_again).verdict == "new"
    assert removed(GREEN, knowing(GREEN), gone)
    assert not removed(GREEN, written_again, gone)
    assert not removed(again(GREEN, UJI), NOTHING, gone)  # it went on since


def test_evidence_that_an_edit_left_out_is_written_down():
    edited = Page(key=GREEN.key, text=GREEN.text, owed=Evidence(frozenset({CUP.citation})))

    outcome = reconcile(None, edited, NOTHING, NOTHING)

    assert outcome.page and outcome.page.evidence.active == {TEA.citation, CUP.citation}
