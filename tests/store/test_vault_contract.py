"""What every vault and its history promise: the docstrings of store/base.py, one test a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from reverie.domain.audit import AuditEntry
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.graph import add_to_section, entity
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Merge, Proposal, Put, Restore, Retire, put
from reverie.store.base import MARKS, AuditFilter, Held, History, Mark, Parcel, Vault
from reverie.store.disk import LocalDisk
from reverie.store.files import FileVault
from reverie.store.git import GitHistory
from reverie.store.inmemory import InMemoryVault
from reverie.store.lock import WriterLock
from reverie.store.state import State
from reverie.store.trail import Trail
from tests.conftest import MONDAY, belief, fragment

LATER = MONDAY + timedelta(hours=1)
ANA, BOB = "user/ana", "user/bob"


@dataclass
class Store:
    """A vault with its history, and how to open it again."""

    vault: Vault
    history: History
    root: Path | None = None

    def reopen(self, *, forget: bool = False) -> None:
        """Go on as a new process would; with `forget`, after what is derived was deleted."""
        if self.root is None:
            return
        self.close()
        if forget:
            for found in (self.root / ".reverie").glob("*.db*"):
                found.unlink()
        again = file_store(self.root)
        self.vault, self.history = again.vault, again.history
        with self.vault.writing():
            pass

    def thrice(self) -> Iterator[Store]:
        """As it is, opened again, and rebuilt from the log."""
        yield self
        for forget in (False, True):
            self.reopen(forget=forget)
            yield self

    def close(self) -> None:
        if isinstance(self.vault, FileVault):
            self.vault.state.close()


def memory_store() -> Store:
    vault = InMemoryVault()
    return Store(vault, vault)


def file_store(root: Path) -> Store:
    private = root / ".reverie"
    for folder in (private / "journal", private / "tmp", root / "memory"):
        folder.mkdir(parents=True, exist_ok=True)
    vault = FileVault(LocalDisk(root), State(private / "state.db"), WriterLock(private / "lock"))
    return Store(vault, Trail(vault, GitHistory(private / "audit.git"), private / "history.lock"), root)


@pytest.fixture(params=["inmemory", "files"])
def store(request: pytest.FixtureRequest, workspace: Path) -> Iterator[Store]:
    opened = memory_store() if request.param == "inmemory" else file_store(workspace)
    yield opened
    opened.close()


@pytest.fixture
def vault(store: Store) -> Vault:
    return store.vault


def said(vault: Vault, *fragments: Fragment) -> None:
    vault.append(fragments, [], MONDAY, "dream:test")


def read_up_to(entry: str, minutes: int = 0, source: str = "chat") -> Watermark:
    return Watermark(id=f"w-{entry}", ts=MONDAY + timedelta(minutes=minutes), source=source, entry=entry)


def proposal(*changes: Change, name: str = "p-1", **rest: object) -> Proposal:
    values: dict[str, object] = {
        "origin": "person",
        "actor": "manual",
        "because": "a test wants it",
        "changes": changes,
        **rest,
    }
    return Proposal(id=name, **values)  # type: ignore[arg-type]


def commit(vault: Vault, *changes: Change, at: datetime = MONDAY, **rest: object) -> AuditEntry:
    return vault.commit(proposal(*changes, **rest), at, "auto")  # type: ignore[arg-type]


def ids(fragments: list[Fragment]) -> list[str]:
    return [f.id for f in fragments]


def marks_of(vault: Vault, *fragments: Fragment) -> list[Mark | None]:
    found: dict[str, Mark] = {}
    for mark in MARKS:
        found.update(dict.fromkeys(ids(vault.marked(mark)), mark))
    return [found.get(f.id) for f in fragments]


def log(store: Store) -> list[AuditEntry]:
    return store.history.entries(AuditFilter(limit=1000))


TEA = fragment("Ana likes tea")
COFFEE = fragment("Ana switched to coffee", day=3)
MILK = fragment("Ana takes milk", day=1)


# append


def test_appended_fragments_are_read_back_as_they_were(vault: Vault) -> None:
    whole = fragment(
        "She said: \u201cnur Grün\u201d\n\ttwice\u2028",
        tags=("tea",),
        entities=("person:Ana",),
        relations=(("Ana", "likes", "tea"),),
        references=("menu",),
        who="ana",
        host="pi",
        project="p",
        seen=LATER,
        confidence="high",
        base=0.5,
    )
    assert vault.append([whole, TEA], [], LATER, "dream:x") == [whole, TEA]
    assert vault.fragments([TEA.id, whole.id, "unknown"]) == {TEA.id: TEA, whole.id: whole}


def test_a_known_id_is_ignored_and_only_the_new_fragments_are_returned(vault: Vault) -> None:
    said(vault, TEA)
    assert vault.append([TEA, COFFEE, COFFEE], [], LATER, "dream:x") == [COFFEE]
    assert vault.append([TEA], [], LATER, "dream:x") == []
    assert ids(vault.marked("undreamed")) == [TEA.id, COFFEE.id]


def test_an_append_leaves_one_entry_and_none_when_nothing_is_new(store: Store) -> None:
    said(store.vault, TEA, MILK, COFFEE)
    said(store.vault, TEA)
    store.vault.append([], [], LATER, "dream:x")
    (entry,) = log(store)
    assert (entry.action, entry.actor, entry.at) == ("APPEND", "dream:test", MONDAY)
    assert sorted(i for a in entry.appended for i in a.ids) == sorted([TEA.id, MILK.id, COFFEE.id])
    assert len({a.path for a in entry.appended}) == 3  # one stream for each day


def test_what_was_dreamed_stays_dreamed_when_it_is_said_again(vault: Vault) -> None:
    said(vault, TEA)
    commit(vault, Put(belief("Ana likes tea.", TEA)))
    said(vault, TEA)
    assert marks_of(vault, TEA) == ["dreamed"]


def test_fragments_of_two_spaces_appended_together_keep_their_spaces(vault: Vault) -> None:
    hers, his = fragment("tea", space=ANA), fragment("coffee", space=BOB)
    said(vault, hers, his)
    assert vault.fragments([hers.id, his.id]) == {hers.id: hers, his.id: his}
    assert ids(vault.marked("undreamed", ANA)) == [hers.id]
    assert ids(vault.marked("undreamed", BOB)) == [his.id]


# watermark


def test_a_watermark_moves_forward_only(vault: Vault) -> None:
    assert vault.watermark("chat") is None
    vault.append([], [read_up_to("e5", 5)], MONDAY, "dream:x")
    vault.append([], [read_up_to("e3", 3)], LATER, "dream:x")
    assert vault.watermark("chat") == "e5"
    vault.append([], [read_up_to("e9", 9)], LATER, "dream:x")
    assert vault.watermark("chat") == "e9"
    assert vault.watermark("other chat") is None


def test_a_watermark_counts_moments_whatever_the_time_zone(vault: Vault) -> None:
    east = timezone(timedelta(hours=9))
    first = Watermark(id="w1", ts=MONDAY.astimezone(east), source="chat", entry="e1")
    vault.append([], [first], MONDAY, "dream:x")
    vault.append([], [read_up_to("e2", 1)], MONDAY, "dream:x")
    assert vault.watermark("chat") == "e2"


def test_watermarks_of_several_sources_come_with_fragments_in_one_append(store: Store) -> None:
    store.vault.append([TEA], [read_up_to("a", source="x"), read_up_to("b", source="y")], MONDAY, "dream:x")
    assert (store.vault.watermark("x"), store.vault.watermark("y")) == ("a", "b")
    assert len(log(store)) == 1


# marked


def test_marked_gives_the_oldest_first_and_no_more_than_asked(vault: Vault) -> None:
    said(vault, COFFEE, TEA, MILK)
    assert ids(vault.marked("undreamed")) == [TEA.id, MILK.id, COFFEE.id]
    assert ids(vault.marked("undreamed", limit=2)) == [TEA.id, MILK.id]
    assert vault.marked("undreamed", limit=0) == []
    assert vault.marked("dreamed") == []


def test_marked_looks_in_one_space_or_in_all(vault: Vault) -> None:
    hers = fragment("Ana's own", space=ANA, day=-1)
    said(vault, TEA)
    said(vault, hers)
    assert ids(vault.marked("undreamed", ANA)) == [hers.id]
    assert ids(vault.marked("undreamed", "")) == [TEA.id]
    assert ids(vault.marked("undreamed")) == [hers.id, TEA.id]
    assert vault.marked("undreamed", BOB) == []


# citing, pages, keys


def test_citing_tells_active_from_superseded_and_names_every_page(vault: Vault) -> None:
    said(vault, TEA, COFFEE, MILK)
    now = belief("Ana prefers coffee.", slug="drinks")
    now = restate(now, "Ana prefers coffee.", Evidence(frozenset({COFFEE.citation}), frozenset({TEA.citation})))
    commit(vault, Put(now), Put(belief("Ana drinks coffee at work.", COFFEE, slug="work")))
    drinks, work = Key("", "belief", "drinks"), Key("", "belief", "work")
    assert vault.citing([TEA.id, COFFEE.id, MILK.id, "unknown"]) == {
        TEA.id: [(drinks, False)],
        COFFEE.id: [(drinks, True), (work, True)],
        MILK.id: [],
        "unknown": [],
    }


def test_pages_gives_those_that_exist_retired_ones_too(vault: Vault) -> None:
    said(vault, TEA, COFFEE)
    tea, coffee = belief("Ana likes tea.", TEA), belief("Ana likes coffee.", COFFEE, slug="coffee")
    commit(vault, Put(tea), Put(coffee))
    commit(vault, Retire(tea.key, "cold"), name="p-2", at=LATER)
    found = vault.pages([tea.key, coffee.key, Key("", "belief", "none"), tea.key])
    assert found.keys() == {tea.key, coffee.key}
    assert found[coffee.key].text == coffee.text
    assert found[tea.key].retired == "2026-11-16 cold"
    assert found[tea.key].cited == {TEA.citation}


def test_keys_are_sorted_and_of_one_space_or_of_all(vault: Vault) -> None:
    hers = fragment("hers", space=ANA)
    said(vault, TEA)
    said(vault, hers)
    before = set(vault.keys())
    commit(vault, *(Put(belief("Ana likes tea.", TEA, slug=slug)) for slug in ("b", "a")))
    commit(vault, Put(belief("Hers.", hers, slug="c", space=ANA)), name="p-2", space=ANA)
    own = [Key("", "belief", "a"), Key("", "belief", "b")]
    assert _fresh(vault.keys(""), before) == own
    assert vault.keys(ANA) == [Key(ANA, "belief", "c")]
    assert _fresh(vault.keys(), before) == [*own, Key(ANA, "belief", "c")]
    assert vault.keys() == sorted(vault.keys())
    assert vault.keys(BOB) == []


def test_entities_are_found_by_how_their_name_begins(store: Store) -> None:
    said(store.vault, TEA)
    proof = Evidence(frozenset({TEA.citation}))
    for n, slug in enumerate(("person--ana-holt", "person--anabel", "project--ana-api")):
        page = add_to_section(entity(Key("", "entity", slug), slug), "Facts", "Drinks tea.", proof)
        commit(store.vault, Put(page), name=f"p-{n}")
    for again in store.thrice():
        assert [key.slug for key in again.vault.keys("", "person--ana-")] == ["person--ana-holt"]


def test_pages_are_found_by_their_kind(store: Store) -> None:
    said(store.vault, TEA)
    commit(store.vault, Put(belief("Ana likes tea.", TEA, slug="tea")), name="p-1")
    made = add_to_section(
        entity(Key("", "entity", "person--ana"), "Ana"), "Facts", "x", Evidence(frozenset({TEA.citation}))
    )
    commit(store.vault, Put(made), name="p-2")
    for again in store.thrice():
        assert again.vault.keys("", kind="belief") == [Key("", "belief", "tea")]
        assert again.vault.keys("", kind="entity") == [made.key]
        assert again.vault.keys("", kind="skill") == again.vault.keys(ANA, kind="belief") == []


def test_what_is_over_is_due_until_it_is_retired(store: Store) -> None:
    said(store.vault, TEA)
    soon, later, never = (belief("Ana likes tea.", TEA, slug=slug) for slug in ("soon", "later", "never"))
    soon, later = soon.with_front("expires", "2026-11-20"), later.with_front("expires", "2026-11-21")
    commit(store.vault, Put(soon), Put(later), Put(never))
    for again in store.thrice():
        assert again.vault.due("", date(2026, 11, 19)) == []
        assert again.vault.due("", date(2026, 11, 20)) == [soon.key]
        assert again.vault.due("", date(2026, 12, 1)) == [soon.key, later.key]
        assert again.vault.due(ANA, date(2026, 12, 1)) == []
    commit(
        store.vault, Retire(soon.key, "over", {soon.key: store.vault.pages([soon.key])[soon.key].version}), name="p-9"
    )
    assert store.vault.due("", date(2026, 12, 1)) == [later.key]


def _fresh(keys: list[Key], before: set[Key]) -> list[Key]:
    return [key for key in keys if key not in before]


@pytest.mark.parametrize(
    ("kind", "slug"),
    [
        ("belief", "tea"),
        ("entity", "person--ana"),
        ("skill", "brew"),
        ("reference", "menu"),
        ("digest", "2026-11-16-abcdef01"),
        ("summary", "summary"),
        ("note", "notes/deep/er.md"),
        ("note", "pinned/vows.md"),
        ("core", "identity"),
    ],
)
@pytest.mark.parametrize("space", ["", ANA])
def test_a_page_of_every_kind_stands_where_it_was_put(store: Store, kind: str, slug: str, space: str) -> None:
    one = fragment("said", space=space)
    said(store.vault, one)
    proof = f"<!-- {one.citation} -->\n"
    text = {
        "belief": belief("Ana likes tea.", one).text,
        "skill": f"---\ndescription: how to brew\n---\n1. Boil. {proof}",
        "reference": f"---\nfragment: {one.citation}\n---\nexactly  this\r\n",
    }.get(kind, f"- a line {proof}")
    page = Page(key=Key(space, kind, slug), text=text)  # type: ignore[arg-type]

    entry = commit(store.vault, Put(page), space=space)

    for opened in store.thrice():
        assert opened.vault.pages([page.key]) == {page.key: page}
        assert page.key in opened.vault.keys(space)
        assert opened.vault.citing([one.id]) == {one.id: [(page.key, True)]}
        assert [e.id for e in opened.history.entries(AuditFilter(key=page.key))] == [entry.id]


def test_a_page_that_was_damaged_since_is_given_as_it_last_was_good(workspace: Path) -> None:
    store = file_store(workspace)
    said(store.vault, TEA)
    page = belief("Ana likes tea.", TEA)
    commit(store.vault, Put(page))
    file = workspace / "memory/topics/tea.md"
    for damage in (b"\xff\xfe", b"---\nheading: never closed", b"no front matter"):
        file.write_bytes(damage)
        assert store.vault.pages([page.key])[page.key].text == page.text
        assert file.read_bytes() == damage
    store.close()


# commit


def test_a_commit_marks_what_was_considered_or_cited_as_dreamed(vault: Vault) -> None:
    said(vault, TEA, COFFEE, MILK)
    commit(vault, Put(belief("Ana likes tea.", TEA)), considered=(COFFEE.id,))
    assert marks_of(vault, TEA, COFFEE, MILK) == ["dreamed", "dreamed", "undreamed"]


def test_a_page_says_nothing_about_the_fragments_of_another_space(vault: Vault) -> None:
    hers = fragment("the plan", space=ANA)
    said(vault, hers)
    commit(vault, Put(belief("A plan.", hers, slug="plan", space=BOB)), space=BOB)
    assert marks_of(vault, hers) == ["undreamed"]


def test_a_commit_sets_aside_what_no_page_cites_any_more(vault: Vault) -> None:
    said(vault, TEA, COFFEE)
    tea = belief("Ana likes tea.", TEA)
    commit(vault, Put(belief("Ana likes both.", TEA, COFFEE)), Put(belief("Still.", TEA, slug="other")))
    commit(vault, Restore(tea.key, tea), name="p-2")
    assert marks_of(vault, TEA, COFFEE) == ["dreamed", "set aside"]
    commit(vault, Restore(tea.key, None), name="p-3")
    assert marks_of(vault, TEA) == ["dreamed"]  # the other page still cites it
    commit(vault, Restore(Key("", "belief", "other"), None), name="p-4")
    assert marks_of(vault, TEA) == ["set aside"]


def test_what_rules_set_aside_is_told_from_what_a_person_did(vault: Vault) -> None:
    said(vault, TEA, COFFEE)
    vault.hold(proposal(considered=(TEA.id,), name="p-8"), "rejected", LATER, ["why"], "system:rules")
    vault.hold(proposal(considered=(COFFEE.id,), name="p-9"), "rejected", LATER, ["no"], "manual")
    assert (vault.undone(""), vault.undone(ANA)) == ({COFFEE.id}, set())
    tea = Put(belief("Ana likes tea.", TEA))
    commit(vault, tea, name="p-10")
    commit(vault, Restore(tea.page.key, None), name="p-11")
    assert vault.undone() == {TEA.id, COFFEE.id}


def test_a_fragment_can_be_forgotten_and_brought_back(vault: Vault) -> None:
    said(vault, TEA)
    key = Key("", "fragment", TEA.id)
    commit(vault, Retire(key, "asked"))
    assert marks_of(vault, TEA) == ["forgotten"]
    commit(vault, Restore(key, None), name="p-2")
    assert marks_of(vault, TEA) == ["undreamed"]
    assert vault.pages([key]) == {}


def test_a_commit_makes_every_change_and_logs_it_once(store: Store) -> None:
    vault = store.vault
    said(vault, TEA, COFFEE)
    a, b = belief("One.", TEA, slug="a"), belief("Two.", COFFEE, slug="b")
    commit(vault, Put(a), Put(b), trigger="because I said so", run="run-1")
    both = belief("One and two.", TEA, COFFEE, slug="c")
    entry = commit(vault, Merge((a.key, b.key), both), name="p-2", at=LATER)

    pages = vault.pages([a.key, b.key, both.key])
    assert pages[both.key].text == both.text
    assert pages[a.key].retired == "2026-11-16 merged into c"
    assert entry.action == "MERGE"
    assert {key for f in entry.files for key in f.keys} == {a.key, b.key, both.key}
    newest, first, _ = log(store)
    assert (newest.id, newest.at, newest.approval, newest.summary) == ("p-2", LATER, "auto", "a test wants it")
    assert (first.trigger, first.proposal and first.proposal.run) == ("because I said so", "run-1")


def test_a_commit_that_changes_no_text_still_marks_and_logs(store: Store) -> None:
    said(store.vault, TEA)
    entry = commit(store.vault, considered=(TEA.id,))
    assert entry.files == ()
    assert marks_of(store.vault, TEA) == ["dreamed"]
    assert log(store)[0].id == "p-1"


def test_a_committed_proposal_is_held_no_more(vault: Vault) -> None:
    said(vault, TEA)
    wanted = proposal(Put(belief("Ana likes tea.", TEA)), considered=(TEA.id,))
    vault.hold(wanted, "held", MONDAY, ["look"], "manual")
    vault.commit(wanted, LATER, "approved")
    assert vault.held() == []
    assert marks_of(vault, TEA) == ["dreamed"]


# hold and held


def test_a_held_proposal_keeps_its_state_reasons_and_order(store: Store) -> None:
    said(store.vault, TEA)
    first = proposal(Put(belief("Ana likes tea.", TEA)), name="p-1", considered=(TEA.id,), parent="p-0")
    second = proposal(Retire(Key("", "belief", "x"), "old", {}), name="p-2")
    store.vault.hold(first, "held", MONDAY, ["one", "two"], "dream:r")
    store.vault.hold(second, "rejected", LATER, [], "system:rules")
    for opened in store.thrice():
        assert [(h.proposal, h.state, h.at, h.reasons) for h in opened.vault.held()] == [
            (first, "held", MONDAY, ("one", "two")),
            (second, "rejected", LATER, ()),
        ]
        assert [h.proposal.id for h in opened.vault.held("held")] == ["p-1"]
        assert [h.proposal.id for h in opened.vault.held("rejected")] == ["p-2"]
        assert opened.vault.held("deferred") == []


@pytest.mark.parametrize(
    ("state", "action", "approval", "mark"),
    [
        ("held", "PROPOSE", "pending", "waiting"),
        ("deferred", "DEFER", "pending", "waiting"),
        ("rejected", "REJECT", "rejected", "set aside"),
        (None, "CLOSE", "—", "dreamed"),
    ],
)
def test_a_decision_about_a_proposal_is_logged_and_marks_its_fragments(
    store: Store, state: str | None, action: str, approval: str, mark: str
) -> None:
    said(store.vault, TEA, COFFEE)
    wanted = proposal(Put(belief("Ana likes tea.", TEA)), considered=(TEA.id,))
    entry = store.vault.hold(wanted, state, LATER, ["why"], "manual")  # type: ignore[arg-type]
    assert (entry.action, entry.approval, entry.actor, entry.reasons) == (
        action,
        approval,
        "manual",
        ("why",),
    )
    assert log(store)[0].action == action
    assert marks_of(store.vault, TEA, COFFEE) == [mark, "undreamed"]
    assert store.vault.pages([Key("", "belief", "tea")]) == {}
    assert [h.state for h in store.vault.held()] == ([state] if state else [])


def test_a_decision_replaces_the_one_before(vault: Vault) -> None:
    said(vault, TEA)
    wanted = proposal(Put(belief("Ana likes tea.", TEA)), considered=(TEA.id,))
    vault.hold(wanted, "held", MONDAY, ["a"], "manual")
    vault.hold(wanted, "deferred", LATER, ["b"], "manual")
    ((held),) = vault.held()
    assert (held.state, held.at, held.reasons) == ("deferred", LATER, ("b",))
    vault.hold(wanted, None, LATER, [], "manual")
    assert vault.held() == []


# History


@pytest.fixture
def trail(store: Store) -> Store:
    """A small past: two appends, three commits, one held proposal."""
    vault, hers = store.vault, fragment("Ana's secret plan", space=ANA)
    said(vault, TEA, COFFEE)
    vault.append([hers], [], MONDAY, "dream:night")
    tea = belief("Ana likes tea.", TEA)
    commit(vault, put(tea, None), name="p-aaa1", because="a first mention", trigger="SAID it", run="run-1")
    new = restate(tea, "Ana prefers Coffee.", Evidence(frozenset({COFFEE.citation}), frozenset({TEA.citation})))
    commit(vault, put(new, tea), name="p-aab2", at=LATER, actor="dream:night", run="run-1")
    plan = belief("A plan.", hers, slug="plan", space=ANA)
    commit(vault, Put(plan), name="p-ccc3", at=LATER, space=ANA)
    vault.hold(proposal(Retire(tea.key, "x"), name="p-ddd4"), "held", LATER, ["look"], "agent:pi")
    return store


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (AuditFilter(), ["p-ddd4", "p-ccc3", "p-aab2", "p-aaa1", "append", "append"]),
        (AuditFilter(limit=2), ["p-ddd4", "p-ccc3"]),
        (AuditFilter(limit=0), []),
        (AuditFilter(file="topics/tea"), ["p-aab2", "p-aaa1"]),
        (AuditFilter(file="TOPICS/TEA.md"), ["p-aab2", "p-aaa1"]),
        (AuditFilter(file="streams/2026-11-19"), ["append"]),
        (AuditFilter(file="t_a"), []),
        (AuditFilter(file="%"), ["p-ccc3", "append"]),  # the folder of Ana's space holds one
        (AuditFilter(actor="night"), ["p-aab2", "append"]),
        (AuditFilter(actor="Dream:NIGHT"), ["p-aab2", "append"]),
        (AuditFilter(action="append"), ["append", "append"]),
        (AuditFilter(action="PROPOSE"), ["p-ddd4"]),
        (AuditFilter(since=LATER), ["p-ddd4", "p-ccc3", "p-aab2"]),
        (AuditFilter(since=LATER + timedelta(seconds=1)), []),
        (AuditFilter(text="prefers coffee"), ["p-aab2"]),
        (AuditFilter(text="said it"), ["p-aaa1"]),
        (AuditFilter(text="FIRST mention"), ["p-aaa1"]),
        (AuditFilter(key=Key("", "belief", "tea")), ["p-aab2", "p-aaa1"]),
        (AuditFilter(key=Key(ANA, "belief", "plan")), ["p-ccc3"]),
        (AuditFilter(key=Key("", "belief", "plan")), []),
        (AuditFilter(key=Key("", "belief", "tea"), since=LATER, actor="dream", text="coffee"), ["p-aab2"]),
        (AuditFilter(key=Key("", "belief", "tea"), actor="nobody"), []),
    ],
    ids=repr,
)
def test_entries_match_every_part_that_is_set_newest_first(trail: Store, wanted: AuditFilter, found: list[str]) -> None:
    named = ["append" if e.action == "APPEND" else e.id for e in trail.history.entries(wanted)]
    assert named == found


def test_since_is_a_moment_whatever_its_time_zone(trail: Store) -> None:
    for hours in (-11, 2, 13):
        moment = LATER.astimezone(timezone(timedelta(hours=hours)))
        assert [e.id for e in trail.history.entries(AuditFilter(since=moment))] == [
            "p-ddd4",
            "p-ccc3",
            "p-aab2",
        ]


def test_text_is_found_whatever_its_case_in_any_script(store: Store) -> None:
    commit(store.vault, because="ÖFFNE die Tür")
    assert [e.id for e in store.history.entries(AuditFilter(text="öffne"))] == ["p-1"]


def test_text_is_found_at_the_end_of_a_long_page(store: Store) -> None:
    commit(store.vault, Put(Page(key=Key("", "note", "notes/long.md"), text="word " * 2000 + "needle\n")))
    assert [e.id for e in store.history.entries(AuditFilter(text="needle"))] == ["p-1"]


def test_an_overlong_search_finds_nothing(store: Store) -> None:
    commit(store.vault)
    assert store.history.entries(AuditFilter(text="x" * 100_000)) == []


def test_an_entry_is_found_by_its_id_a_unique_beginning_or_its_run(trail: Store) -> None:
    def entry(name: str) -> list[str]:
        return [e.id for e in trail.history.entry(name)]

    assert entry("p-aaa1") == ["p-aaa1"]
    assert entry("p-c") == ["p-ccc3"]
    assert entry("p-aa") == []  # fits two
    assert entry("p-zz") == []
    assert entry("%") == entry("_") == []
    assert entry("run-1") == ["p-aaa1", "p-aab2"]
    assert entry("run-") == []  # a run is named in full


def test_all_entries_of_an_id_come_oldest_first(store: Store) -> None:
    said(store.vault, TEA)
    wanted = proposal(Put(belief("Ana likes tea.", TEA)))
    store.vault.hold(wanted, "held", MONDAY, [], "agent:pi")
    store.vault.commit(wanted, LATER, "approved")
    assert [e.action for e in store.history.entry("p-1")] == ["PROPOSE", "CREATE"]
    assert [e.action for e in store.history.entry("p-")] == ["PROPOSE", "CREATE"]


def test_an_entry_reads_back_as_it_was_returned(store: Store) -> None:
    said(store.vault, TEA)
    entry = commit(store.vault, put(belief("Ana likes tea.", TEA), None), considered=(TEA.id,), run="r")
    assert store.history.entry("p-1") == [entry]
    store.reopen(forget=True)
    assert store.history.entry("p-1") == [entry]


def test_before_gives_the_pages_as_they_stood_and_leaves_out_those_that_did_not(trail: Store) -> None:
    first, second = trail.history.entry("run-1")
    tea = belief("Ana likes tea.", TEA)
    assert trail.history.before(first) == {}
    assert trail.history.before(second) == {tea.key: tea}


def test_later_gives_the_entries_that_touched_the_same_pages(trail: Store) -> None:
    first, second = trail.history.entry("run-1")
    (plan,) = trail.history.entry("p-ccc3")
    assert [e.id for e in trail.history.later(first)] == ["p-aab2"]
    assert trail.history.later(second) == trail.history.later(plan) == []


def test_blocks_of_core_memory_have_a_past_of_their_own(store: Store) -> None:
    said(store.vault, TEA)
    lines = [f"- line {n} <!-- {TEA.citation} -->\n\n" for n in range(3)]
    identity, persona = Key("", "core", "identity"), Key("", "core", "persona")
    commit(store.vault, Put(Page(key=identity, text=lines[0])), name="p-1")
    commit(store.vault, Put(Page(key=persona, text=lines[1])), name="p-2")
    commit(store.vault, Put(Page(key=identity, text=lines[2])), name="p-3")
    (first,), (second,), (third,) = (store.history.entry(f"p-{n}") for n in (1, 2, 3))
    assert store.history.before(third)[identity].text == lines[0]
    assert [e.id for e in store.history.later(first)] == ["p-3"]
    assert store.history.later(second) == []
    assert store.vault.pages([identity, persona])[persona].text == lines[1]


# spaces, and opening again


def test_two_spaces_are_kept_apart(vault: Vault) -> None:
    hers, his = fragment("the plan", space=ANA), fragment("the plan", space=BOB)
    for one in (hers, his):
        vault.append([one], [], MONDAY, "dream:x")
        page = belief(f"The plan of {one.space}.", one, slug="plan", space=one.space)
        commit(vault, Put(page), name=f"p-{one.space[5:]}", space=one.space)
    assert hers.id != his.id
    assert vault.keys(ANA) == [Key(ANA, "belief", "plan")]
    assert vault.pages(vault.keys(BOB))[Key(BOB, "belief", "plan")].title == "The plan of user/bob."
    assert vault.citing([hers.id, his.id]) == {
        hers.id: [(Key(ANA, "belief", "plan"), True)],
        his.id: [(Key(BOB, "belief", "plan"), True)],
    }
    assert ids(vault.marked("dreamed", ANA)) == [hers.id]


@pytest.mark.parametrize("space", ["user/Ana", "project/" + "ü/" * 200, "channel/../..", "team/a\\b:c*?"])
def test_a_space_of_any_name_is_found_again(store: Store, space: str) -> None:
    one = fragment("said", space=space)
    said(store.vault, one)
    page = belief("Said.", one, space=space)
    commit(store.vault, Put(page), space=space)
    store.reopen(forget=True)
    assert store.vault.pages([page.key]) == {page.key: page}
    assert store.vault.fragments([one.id]) == {one.id: one}
    assert store.vault.keys(space) == [page.key]


def answers(store: Store) -> list[object]:
    """Everything a vault and its history can be asked, in one value."""
    vault, history = store.vault, store.history
    keys = vault.keys()
    entries = history.entries(AuditFilter(limit=1000))
    every = [f for mark in MARKS for f in vault.marked(mark)]
    return [
        keys,
        vault.pages(keys),
        every,
        marks_of(vault, *every),
        vault.citing(ids(every)),
        [vault.watermark(s) for s in ("chat", "test")],
        vault.held(),
        entries,
        [history.before(e) for e in entries],
        [history.later(e) for e in entries],
    ]


@pytest.mark.parametrize("forget", [False, True], ids=["reopened", "rebuilt from the log"])
def test_a_vault_opened_again_answers_the_same(trail: Store, forget: bool) -> None:
    vault = trail.vault
    vault.append([MILK], [read_up_to("e7")], LATER, "dream:x")
    skill = Page(key=Key("", "skill", "brew"), text=f"---\ndescription: d\n---\n1. Boil <!-- {MILK.citation} -->\n")
    commit(vault, Put(skill), name="p-eee5")
    commit(vault, Retire(skill.key, "cold"), name="p-fff6")
    commit(vault, Retire(Key("", "fragment", MILK.id), "asked"), name="p-ggg7")
    vault.hold(proposal(name="p-hhh8", considered=(MILK.id,)), "rejected", LATER, ["no"], "manual")
    told = answers(trail)
    trail.reopen(forget=forget)
    assert answers(trail) == told


def test_a_change_the_disk_refuses_is_safe_and_completed_later(workspace: Path) -> None:
    store = file_store(workspace)
    said(store.vault, TEA)
    page = belief("Ana likes tea.", TEA)
    obstacle = workspace / "memory/topics"
    obstacle.write_text("a file where a folder is needed")
    commit(store.vault, Put(page))
    assert isinstance(store.vault, FileVault)
    assert store.vault.unfinished
    assert store.vault.pages([page.key]) == {page.key: page}

    obstacle.unlink()
    store.reopen()

    assert (workspace / "memory/topics/tea.md").read_text("utf-8") == page.text
    assert store.vault.pages([page.key]) == {page.key: page}
    assert marks_of(store.vault, TEA) == ["dreamed"]
    store.close()


def _imported(id_: str, *changes: Change, **rest: object) -> Proposal:
    return Proposal(id=id_, origin="import", actor="import:test", because="taken in", changes=changes, **rest)  # type: ignore[arg-type]


def test_what_an_import_brings_comes_with_its_pages_marks_and_what_waits(store: Store):
    tea, cup, old = fragment("Tea is green."), fragment("The cup is blue.", entry="e2"), fragment("Old.", entry="e3")
    store.vault.append([old], [], MONDAY, "manual")
    page, asked = belief("Tea is green.", tea), belief("The cup is blue.", cup, slug="cup")
    parcel = Parcel(
        space="", fragments=(tea, cup, old), upto=(Watermark(id="w", ts=MONDAY, source="chat", entry="e9"),),
        now=_imported("p-1", put(page, None)), later=_imported("p-2", put(asked, None), considered=(cup.id,)),
        reasons=("a person decides",), marks={"set aside": (old.id, tea.id)},
    )  # fmt: skip

    entries = store.vault.receive([parcel], LATER, "import:test", "taken in")

    for each in store.thrice():
        vault = each.vault
        assert entries[-1].id == "p-1"
        assert vault.pages([page.key, asked.key]) == {page.key: page}
        assert [f.id for f in vault.marked("dreamed")] == [tea.id]
        assert [f.id for f in vault.marked("waiting")] == [cup.id]
        assert [f.id for f in vault.marked("undreamed")] == [old.id]  # known here: its mark stays
        assert [(h.proposal.id, h.reasons) for h in vault.held("held")] == [("p-2", ("a person decides",))]
        assert vault.watermark("chat") == "e9"
        assert vault.entries_of("test") == {"e1", "e2", "e3"}


def test_the_same_import_again_is_nothing(store: Store):
    tea = fragment("Tea is green.")
    parcel = Parcel(space="", fragments=(tea,), upto=(Watermark(id="w", ts=MONDAY, source="chat", entry="e9"),))
    assert store.vault.receive([parcel], LATER, "import:test", "taken in")

    assert store.vault.receive([parcel], LATER, "import:test", "taken in") == []


def test_proposals_that_waited_elsewhere_wait_here_as_they_did(store: Store):
    tea = fragment("Tea is green.")
    held = [
        Held(proposal=_imported(f"p-{state}", put(belief("Tea.", tea, slug=state), None)), state=state, at=MONDAY,
             reasons=("why",))
        for state in ("held", "deferred", "rejected")
    ]  # fmt: skip

    store.vault.receive([Parcel(space="", fragments=(tea,), held=tuple(held))], LATER, "import:test", "taken in")

    assert [(h.proposal.id, h.state, h.reasons) for h in store.vault.held()] == [
        (f"p-{state}", state, ("why",)) for state in ("held", "deferred", "rejected")
    ]
