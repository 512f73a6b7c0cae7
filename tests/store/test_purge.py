"""Deleted for good: what a purge takes, what it leaves, and that it cannot come back. The same for every vault."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from reverie.domain import core
from reverie.domain.audit import to_json
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.graph import add_to_section, entity
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Purge, Put, Retire, put
from reverie.domain.reference import reference
from reverie.domain.transcript import Entry
from reverie.errors import NotFound, UndoRefused
from reverie.loop.apply import Applied, apply
from reverie.loop.undo import restore, undo
from reverie.store.base import AuditFilter, Vault
from reverie.store.files import FileVault
from reverie.store.verify import verify
from tests.conftest import MONDAY, belief, fragment
from tests.store.test_vault_contract import Store, marks_of, store as store

SECRET = fragment("Ana keeps the launch codes in drawer seven", entry="e1", source="claude-code:s1")
SAME = fragment("Ana keeps the launch codes in drawer seven", entry="e9", day=4, source="claude-code:s2")
OTHER = fragment("Ana moved the launch codes to the blue safe", entry="e2", day=1, source="claude-code:s3")
TEA = fragment("Bob drinks green tea every morning", entry="e3", source="claude-code:s1")
TOPIC = Key("", "belief", "where-the-codes-are")


def do(store: Store, *changes: Change, name: str = "p-1", **rest: Any) -> Applied:
    values: dict[str, Any] = {"origin": "person", "actor": "manual", "because": f"change {name}", **rest}
    return apply(Proposal(id=name, changes=changes, **values), store.vault, MONDAY)


def page(vault: Vault, key: Key) -> Page:
    return vault.pages([key])[key]


def everything(store: Store) -> str:
    """All that a vault says when it is asked about everything."""
    vault, history = store.vault, store.history
    entries = history.entries(AuditFilter(limit=1000))
    ids = [i for entry in entries for each in entry.appended for i in each.ids]
    told = [json.dumps(to_json(entry), ensure_ascii=False) for entry in entries]
    told += [f"{p.key} {p.text}" for p in vault.pages(vault.keys()).values()]
    told += [p.text for entry in entries for p in history.before(entry).values()]
    told += [f"{f.body}{f.quote}{f.topic}" for f in vault.fragments(ids).values()]
    told += [str(held) for held in vault.held()]
    return "\n".join(told)


def gone(store: Store, *words: str) -> bool:
    return not any(word in each for _ in store.thrice() for each in [everything(store)] for word in words)


def test_a_purged_fragment_takes_the_pages_that_rest_on_it_alone(store: Store) -> None:
    store.vault.append([SECRET, TEA], [], MONDAY, "observe")
    line = core.add_line(None, "critical-facts", "", SECRET.body, Evidence(frozenset({SECRET.citation})))
    ana = add_to_section(entity(Key("", "entity", "person--ana"), "Ana"), "Facts", SECRET.body, _proof(SECRET))
    kept = belief(TEA.body, TEA, slug="bob-drinks-green-tea")
    do(store, Put(belief(SECRET.body, SECRET, slug="ana-keeps-the-launch-codes")), Put(line), Put(ana), Put(kept))
    before = page(store.vault, kept.key).text

    applied = do(store, Purge((SECRET.id,)), name="p-2")

    assert applied.entry
    assert applied.entry.action == "DELETE"
    assert gone(store, "launch codes", "drawer", "launch-codes", SECRET.id, "person--ana")
    assert page(store.vault, kept.key).text == before
    assert store.vault.fragments([TEA.id]) == {TEA.id: TEA}
    assert healthy(store)


def test_a_belief_keeps_its_words_while_other_evidence_carries_them(store: Store) -> None:
    store.vault.append([SECRET, SAME], [], MONDAY, "observe")
    do(store, Put(belief(SECRET.body, SECRET, SAME, slug=TOPIC.slug)))
    do(store, Purge((SECRET.id,)), name="p-2")
    assert page(store.vault, TOPIC).prose == SAME.body
    assert page(store.vault, TOPIC).cited == {SAME.citation}
    assert "days: 1" in page(store.vault, TOPIC).text
    assert healthy(store)


def test_a_belief_is_restated_from_the_evidence_that_stays(store: Store) -> None:
    store.vault.append([SECRET, OTHER], [], MONDAY, "observe")
    do(store, Put(belief(SECRET.body, SECRET, OTHER, slug=TOPIC.slug)))
    do(store, Purge((SECRET.id,)), name="p-2")
    assert page(store.vault, TOPIC).prose == OTHER.body
    assert gone(store, "drawer seven")
    assert healthy(store)


def test_a_page_whose_name_tells_it_gets_another_name(store: Store) -> None:
    store.vault.append([SECRET, OTHER], [], MONDAY, "observe")
    old = belief(SECRET.body, SECRET, slug="ana-keeps-the-launch-codes-in-drawer-seven")
    do(store, Put(old))
    now = restate(page(store.vault, old.key), OTHER.body, Evidence(_set(OTHER), _set(SECRET)))
    do(store, put(now, page(store.vault, old.key)), name="p-2")

    do(store, Purge((SECRET.id,)), name="p-3")

    (key,) = store.vault.keys()
    assert key.slug == "ana-moved-the-launch-codes-to-the-blue-safe"
    assert page(store.vault, key).prose == OTHER.body
    assert gone(store, "drawer")
    assert healthy(store)


def test_evidence_that_loses_its_page_is_set_aside(store: Store) -> None:
    store.vault.append([SECRET, OTHER], [], MONDAY, "observe")
    old = belief(OTHER.body, OTHER, slug=TOPIC.slug)
    do(store, Put(old))
    now = restate(page(store.vault, TOPIC), SECRET.body, Evidence(_set(SECRET), _set(OTHER)))
    do(store, put(now, page(store.vault, TOPIC)), name="p-2")

    do(store, Purge((SECRET.id,)), name="p-3")

    assert store.vault.keys() == []
    assert marks_of(store.vault, OTHER) == ["set aside"]


def test_a_line_with_other_proof_stays_when_that_carries_it(store: Store) -> None:
    store.vault.append([SECRET, SAME, TEA], [], MONDAY, "observe")
    facts = core.add_line(None, "critical-facts", "", SAME.body, Evidence(_set(SECRET, SAME)))
    facts = core.add_line(facts, "critical-facts", "", TEA.body, Evidence(_set(TEA, SECRET)))
    do(store, Put(facts))
    do(store, Purge((SECRET.id,)), name="p-2")
    left = page(store.vault, facts.key)
    assert left.prose == f"- {SAME.body}\n- {TEA.body}"
    assert left.cited == {SAME.citation, TEA.citation}


def test_texts_kept_word_for_word_go_with_the_fragment_that_names_them(store: Store) -> None:
    store.vault.append([SECRET], [], MONDAY, "observe")
    text = reference(Key("", "reference", "codes"), title="Codes", text="1-2-3-4\n", cited=SECRET.citation, at=MONDAY)
    do(store, Put(text))
    do(store, Purge((SECRET.id,)), name="p-2")
    assert store.vault.keys() == []
    assert gone(store, "1-2-3-4")


def test_held_and_rejected_proposals_are_rid_of_it_too(store: Store) -> None:
    store.vault.append([SECRET, TEA], [], MONDAY, "observe")
    both = Proposal(
        id="p-held", origin="dream", actor="dream:d-1", because=f"noticed: {SECRET.body}",
        changes=(Put(belief(SECRET.body, SECRET, slug="codes")), Put(belief(TEA.body, TEA, slug="tea"))),
        trigger=f'said: "{SECRET.quote[:30]}…"', considered=(SECRET.id, TEA.id),
    )  # fmt: skip
    only = replace(both, id="p-no", changes=both.changes[:1], considered=(SECRET.id,))
    store.vault.hold(both, "held", MONDAY, [f"says {SECRET.body}"], "dream:d-1")
    store.vault.hold(only, "rejected", MONDAY, ["no"], "manual")

    do(store, Purge((SECRET.id,)), name="p-2")

    (held,) = store.vault.held()
    assert [change.page.key.slug for change in held.proposal.changes if isinstance(change, Put)] == ["tea"]
    assert held.proposal.considered == (TEA.id,)
    assert gone(store, "launch codes", SECRET.id)


def test_what_says_the_same_in_the_same_session_goes_along(store: Store) -> None:
    echo = fragment(f"Asked: {SECRET.body}, and more", entry="e5", source=SECRET.source, kind="event")
    store.vault.append([SECRET, echo, SAME, TEA], [], MONDAY, "observe")
    do(store, Purge((SECRET.id,)), name="p-2")
    assert store.vault.fragments([SECRET.id, echo.id]) == {}
    assert store.vault.fragments([SAME.id, TEA.id]).keys() == {SAME.id, TEA.id}


def test_what_only_has_the_same_short_proof_stays(store: Store) -> None:
    blue = fragment("We paint the boat blue", entry="e5", source="pi:s4", quote="Yes, go ahead")
    red = fragment("We sell the red car", entry="e7", source="pi:s4", quote="Yes, go ahead")
    store.vault.append([blue, red], [], MONDAY, "observe")
    do(store, Purge((blue.id,)), name="p-2")
    assert store.vault.fragments([blue.id, red.id]) == {red.id: red}
    said = Entry(id="x9", at=MONDAY, role="user", text="Yes, go ahead. And the deploy runs on port 9000 now.")
    assert not store.vault.tombstones().bars_entry("pi:other", said)


def test_everything_of_a_session_goes_with_it(store: Store) -> None:
    told = fragment("Said over MCP", entry="p-7", source="mcp", session="claude-code:s1")
    store.vault.append([SECRET, TEA, OTHER, told], [], MONDAY, "observe")
    digest = Page(
        key=Key("", "digest", "2026-11-16-s1"),
        text=f"---\ntitle: Codes\nsession: claude-code:s1\n---\nAbstract <!-- {TEA.citation} -->\n",
    )
    do(store, Put(digest))
    do(store, Purge((), source="claude-code:s1"), name="p-2")
    assert store.vault.fragments([SECRET.id, TEA.id, OTHER.id, told.id]).keys() == {OTHER.id}
    assert store.vault.keys() == []
    store.vault.append([replace(TEA, id="another", body="More of the same session")], [], MONDAY, "observe")
    assert store.vault.fragments(["another"]) == {}


def test_it_is_not_taken_in_again_from_where_it_was_said(store: Store) -> None:
    store.vault.append([SECRET, TEA], [], MONDAY, "observe")
    do(store, Purge((SECRET.id,)), name="p-2")
    reworded = fragment("The launch codes: drawer 7", entry="e1", source="claude-code:s1")
    copied = fragment(SECRET.body, entry="x1", source="claude-code:fork")
    for _ in store.thrice():
        assert store.vault.append([SECRET, reworded, copied, TEA], [], MONDAY, "observe") == []


def test_what_is_said_anew_on_another_day_is_new(store: Store) -> None:
    store.vault.append([SECRET], [], MONDAY, "observe")
    do(store, Purge((SECRET.id,)), name="p-2")
    assert store.vault.append([SAME], [], MONDAY, "observe") == [SAME]


def test_a_person_may_say_it_anew_the_same_day_and_an_agent_may_not(store: Store) -> None:
    store.vault.append([SECRET], [], MONDAY, "observe")
    do(store, Purge((SECRET.id,)), name="p-2")
    mine = fragment(SECRET.body, entry="p-9", source="cli")
    agents = fragment(SECRET.body, entry="p-8", source="mcp", trust="agent")
    assert store.vault.append([agents, mine], [], MONDAY, "manual") == [mine]


def test_a_purge_cannot_be_undone_and_nothing_brings_it_back(store: Store) -> None:
    store.vault.append([SECRET, OTHER], [], MONDAY, "observe")
    do(store, Put(belief(SECRET.body, SECRET, slug="codes")))
    do(store, Retire(Key("", "belief", "codes"), "forgotten"), name="p-2")
    do(store, Purge((SECRET.id,)), name="p-3")
    for change in ("p-1", "p-2", "p-3"):
        with pytest.raises(UndoRefused):
            undo(change, store.vault, store.history, MONDAY, "p-9")
    with pytest.raises(NotFound):
        restore(Key("", "belief", "codes"), store.vault, MONDAY, "p-9")
    with pytest.raises(NotFound):
        restore(Key("", "fragment", SECRET.id), store.vault, MONDAY, "p-9")


def test_a_change_that_touched_more_can_still_be_undone(store: Store) -> None:
    store.vault.append([SECRET, TEA], [], MONDAY, "observe")
    do(store, Put(belief(SECRET.body, SECRET, slug="codes")), Put(belief(TEA.body, TEA, slug="tea")))
    do(store, Purge((SECRET.id,)), name="p-2")
    undo("p-1", store.vault, store.history, MONDAY, "p-3")
    assert store.vault.keys() == []
    undo("p-3", store.vault, store.history, MONDAY, "p-4")
    assert store.vault.keys() == [Key("", "belief", "tea")]


def test_a_purge_of_what_is_not_there_says_so(store: Store) -> None:
    with pytest.raises(NotFound, match="gone already"):
        do(store, Purge(("nothing",)))


def test_the_outline_says_what_would_go_and_changes_nothing(store: Store) -> None:
    store.vault.append([SECRET, OTHER, TEA], [], MONDAY, "observe")
    do(store, Put(belief(SECRET.body, SECRET, slug="codes")), Put(belief(SECRET.body, SECRET, OTHER, slug="safe")))
    before = everything(store)
    found = store.vault.outline(Purge((SECRET.id,)))
    assert [f.id for f in found.fragments] == [SECRET.id]
    assert [p.key.slug for p in found.removed] == ["codes"]
    assert [(p.key.slug, "blue safe" in text) for p, text in found.restated] == [("safe", True)]
    assert everything(store) == before


def test_the_rest_of_the_stream_and_the_watermarks_stay(store: Store) -> None:
    words = [fragment(f"Fact number {n} about herons", entry=f"f{n}", source="claude-code:s7") for n in range(6)]
    marks = [
        Watermark(id=f"w{n}", ts=MONDAY + timedelta(minutes=n), source="claude-code:s7", entry=f"f{n}")
        for n in range(6)
    ]
    for n, word in enumerate(words):
        store.vault.append([word], [marks[n]], MONDAY + timedelta(minutes=n), "observe")
    do(store, Purge((words[0].id, words[3].id)), name="p-2")
    left = [words[n] for n in (1, 2, 4, 5)]
    for _ in store.thrice():
        assert store.vault.fragments(f.id for f in words) == {f.id: f for f in left}
        assert store.vault.watermark("claude-code:s7") == "f5"
        assert store.vault.marked("undreamed") == sorted(left, key=lambda f: f.id)
    assert healthy(store)


def test_how_far_a_source_was_read_is_still_known_when_all_it_said_is_gone(store: Store) -> None:
    read = Watermark(id="w1", ts=MONDAY, source="claude-code:s1", entry="e7")
    store.vault.append([SECRET, TEA], [read], MONDAY, "observe")
    do(store, Purge((), source="claude-code:s1"), name="p-2")
    assert [store.vault.watermark("claude-code:s1") for _ in store.thrice()] == ["e7"] * 3


def healthy(store: Store) -> bool:
    """Log, files and streams agree, and so does a history written from the log."""
    if not isinstance(store.vault, FileVault):
        return True
    store.history.anew()  # type: ignore[attr-defined]
    assert verify(store.vault, store.history.git) == []  # type: ignore[attr-defined]
    return True


def _set(*some: Fragment) -> frozenset[Any]:
    return frozenset(f.citation for f in some)


def _proof(*some: Fragment) -> Evidence:
    return Evidence(_set(*some))
