"""The keyword lane: what is found, what stays hidden, and that following the log costs what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.belief import restate
from reverie.domain.citation import Evidence, comment
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Put, Restore, Retire
from reverie.loop.apply import apply
from reverie.memory import Memory
from reverie.retrieval.recall import Hit
from reverie.store.files import FileVault
from reverie.store.sqlite import SqliteIndex
from tests.conftest import MONDAY, belief, fragment

ANA, BOB = "user/ana", "user/bob"


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def keep(memory: Memory, *changes: Change, name: str = "p-1", space: str = "", **rest: Any) -> None:
    proposal = Proposal(id=name, origin="person", actor="manual", because="test", changes=changes, space=space, **rest)
    apply(proposal, memory.vault, MONDAY)


def holds(memory: Memory, text: str, *said: Fragment, slug: str = "tea", space: str = "") -> Page:
    """A belief that is held, on fragments that were said."""
    memory.vault.append(said, [], MONDAY, "test")
    page = belief(text, *said, slug=slug, space=space)
    keep(memory, Put(page), name=f"p-{slug}-{space}", space=space)
    return page


def found(memory: Memory, question: str, *, space: str = "", everything: bool = False) -> list[Key]:
    return [hit.key for hit in hits(memory, question, space=space, everything=everything)]


def hits(memory: Memory, question: str, *, space: str = "", everything: bool = False) -> tuple[Hit, ...]:
    return memory.recall(question, space=space, everything=everything).hits


# What is found


@pytest.mark.parametrize(
    ("held", "question"),
    [
        ("Ana runs marathons.", "who is running a marathon?"),
        ("Ana is allergic to peanuts.", "allergies peanut"),
        ("Ana lives in Zürich.", "zurich"),
        ("Ana lives in Zurich.", "ZÜRICH"),
        ("安娜喜欢在早上喝绿茶。", "绿茶"),
        ("アナは緑茶が好きです。", "緑茶"),
        ("아나는 녹차를 좋아한다.", "녹차"),
        ("The build needs PYTHON_PATH set.", "python_path"),
        ("Call fetch_user_by_id first.", "fetch_user_by_id"),
        ("The server is db-7.internal.example.", "db-7.internal"),
        ("See issue #4711 in repo acme/widgets.", "4711 widgets"),
        ("C++ and node.js are used.", "node.js"),
    ],
)
def test_a_page_is_found(memory: Memory, held: str, question: str) -> None:
    holds(memory, "Bob collects stamps.", fragment("Bob collects stamps"), slug="noise")
    page = holds(memory, held, fragment("said"), slug="wanted")
    assert found(memory, question) == [page.key]


def test_a_question_that_nothing_answers_says_so(memory: Memory) -> None:
    holds(memory, "Ana likes tea.", fragment("Ana likes tea"))
    assert memory.recall("submarine engines").reason == "nothing here mentions submarine, engines"
    assert memory.recall("?!").reason == "the question holds no word to look for"


def test_what_is_known_of_the_words_is_said_with_the_hit(memory: Memory) -> None:
    holds(memory, "Ana likes green tea.", fragment("Ana likes tea"))
    ((hit),) = hits(memory, "green tea with sugar")
    assert hit.matched == ("green", "tea")


@pytest.mark.parametrize("question", ['"', "'", "tea AND OR NOT (", "tea*", "NEAR(tea)", "title:tea", "-tea", "\0tea"])
def test_marks_of_a_query_language_are_only_marks(memory: Memory, question: str) -> None:
    page = holds(memory, "Ana likes tea.", fragment("Ana likes tea"))
    assert found(memory, question) == ([page.key] if "tea" in question else [])


# Fragments


def test_a_hit_in_a_fragment_is_a_hit_of_the_page_that_cites_it(memory: Memory) -> None:
    page = holds(memory, "Ana likes warm drinks.", fragment("Ana ordered a large oolong"))
    ((hit),) = hits(memory, "oolong")
    assert (hit.key, hit.text) == (page.key, "Ana likes warm drinks.")


def test_an_undreamed_fragment_is_found_by_itself_until_a_page_cites_it(memory: Memory) -> None:
    said = fragment("Ana ordered a large oolong")
    memory.vault.append([said], [], MONDAY, "test")
    assert found(memory, "oolong") == [Key("", "fragment", said.id)]
    holds(memory, "Ana likes warm drinks.", said)
    assert found(memory, "oolong") == [Key("", "belief", "tea")]


def test_a_fragment_that_was_dreamed_and_not_cited_has_left(memory: Memory) -> None:
    said = fragment("Ana ordered a large oolong")
    memory.vault.append([said], [], MONDAY, "test")
    keep(memory, considered=(said.id,))
    assert found(memory, "oolong") == found(memory, "oolong", everything=True) == []


def test_superseded_evidence_leads_nowhere(memory: Memory) -> None:
    old, new = fragment("Ana ordered oolong"), fragment("Ana ordered espresso", day=2)
    page = holds(memory, "Ana likes tea.", old, new)
    proof = Evidence(frozenset({new.citation}), frozenset({old.citation}))
    keep(memory, Put(restate(page, "Ana likes coffee.", proof)), name="p-2")
    assert found(memory, "oolong") == []
    assert found(memory, "espresso") == [page.key]


def test_one_fragment_speaks_for_every_page_that_cites_it(memory: Memory) -> None:
    said = fragment("Ana ordered a large oolong")
    pages = [holds(memory, text, said, slug=slug) for text, slug in (("Warm.", "warm"), ("Large.", "large"))]
    assert sorted(found(memory, "oolong")) == sorted(page.key for page in pages)


# What is hidden


def test_a_retired_page_is_found_only_when_everything_is_asked_for(memory: Memory) -> None:
    page = holds(memory, "Ana likes tea.", fragment("Ana ordered a large oolong"))
    keep(memory, Retire(page.key, "cold"), name="p-2")
    assert found(memory, "tea") == found(memory, "oolong") == []
    ((hit),) = hits(memory, "tea", everything=True)
    assert (hit.key, bool(hit.retired)) == (page.key, True)
    keep(memory, Restore(page.key, page), name="p-3")
    assert found(memory, "oolong") == [page.key]


@pytest.mark.parametrize("state", ["rejected", "undone", "forgotten"])
def test_a_fragment_set_aside_or_forgotten_is_found_only_when_everything_is_asked_for(
    memory: Memory, state: str
) -> None:
    said = fragment("Ana ordered a large oolong")
    memory.vault.append([said], [], MONDAY, "test")
    key = Key("", "fragment", said.id)
    if state == "rejected":
        wanted = Proposal(id="p-r", origin="dream", actor="dream:x", because="x", changes=(), considered=(said.id,))
        memory.vault.hold(wanted, "rejected", MONDAY, ["no"], "manual")
    elif state == "undone":
        holds(memory, "Ana likes tea.", said)
        keep(memory, Restore(Key("", "belief", "tea"), None), name="p-u")
    else:
        keep(memory, Retire(key, "asked"))
    assert found(memory, "oolong") == []
    assert found(memory, "oolong", everything=True) == [key]


def test_a_fragment_in_a_held_proposal_is_still_found(memory: Memory) -> None:
    said = fragment("Ana ordered a large oolong")
    memory.vault.append([said], [], MONDAY, "test")
    wanted = Proposal(id="p-r", origin="dream", actor="dream:x", because="x", changes=(), considered=(said.id,))
    memory.vault.hold(wanted, "held", MONDAY, ["look"], "manual")
    assert found(memory, "oolong") == [Key("", "fragment", said.id)]


def test_host_files_and_empty_blocks_are_not_found(memory: Memory, workspace: Path) -> None:
    (workspace / "SOUL.md").write_text("I am a zeppelin.\n")
    with Memory.open(workspace) as again:
        again.take_in()
        assert found(again, "zeppelin", everything=True) == []
        assert found(again, "what must never be forgotten", everything=True) == []


# Spaces


def test_a_space_sees_its_own_pages_and_the_agents_and_no_others(memory: Memory) -> None:
    own = holds(memory, "Everyone likes tea.", fragment("green tea"), slug="all")
    hers = holds(memory, "Ana likes tea.", fragment("oolong tea", space=ANA), space=ANA)
    his = holds(memory, "Bob likes tea.", fragment("oolong tea", space=BOB), space=BOB)
    assert set(found(memory, "tea", space=ANA)) == {hers.key, own.key}
    assert set(found(memory, "tea", space=BOB)) == {his.key, own.key}
    assert found(memory, "tea") == [own.key]
    assert found(memory, "oolong") == []
    assert found(memory, "oolong", space=BOB, everything=True) == [his.key]


def test_of_equals_the_one_of_the_nearest_space_comes_first(memory: Memory) -> None:
    own = holds(memory, "Tea is served at four.", fragment("tea"), slug="all")
    hers = holds(memory, "Tea is served at four.", fragment("tea", space=ANA), space=ANA)
    assert found(memory, "when is tea served", space=ANA) == [hers.key, own.key]


def test_a_page_written_by_hand_on_evidence_of_another_space_stays_in_its_own(memory: Memory, workspace: Path) -> None:
    holds(memory, "Everyone likes tea.", fragment("Somebody ordered oolong"), slug="all")
    shared = memory.vault.marked("dreamed")[0]
    private = workspace / "memory/spaces/user%2Fbob/topics"
    private.mkdir(parents=True)
    (private / "diary.md").write_text(belief("Bob's diary entry.", shared, slug="diary", space=BOB).text)
    with Memory.open(workspace) as again:
        again.take_in()
        for space in ("", ANA):
            assert {key.space for key in found(again, "oolong", space=space)} == {""}


def test_a_question_cannot_reach_a_space_by_its_words(memory: Memory) -> None:
    holds(memory, "Ana likes tea.", fragment("tea", space=ANA), space=ANA)
    assert found(memory, "user/ana tea", space=BOB) == []


# Following


class Counting:
    """The vault as it is, counting the pages that are read."""

    def __init__(self, vault: FileVault) -> None:
        self._vault = vault
        self.read = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._vault, name)

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        wanted = list(keys)
        self.read += len(wanted)
        return self._vault.pages(wanted)


def test_a_refresh_costs_what_changed_however_much_there_is(memory: Memory) -> None:
    many = [fragment(f"fact number {n}", entry=f"e{n}") for n in range(60)]
    memory.vault.append(many, [], MONDAY, "test")
    keep(memory, *(Put(belief(f"Fact {n}.", f, slug=f"f-{n}")) for n, f in enumerate(many)))
    counted = Counting(memory.vault)
    index = SqliteIndex(None, counted, memory.archive)  # type: ignore[arg-type]
    index.refresh()
    assert counted.read >= 60

    counted.read = 0
    assert index.refresh() == 0
    assert counted.read == 0

    old = memory.vault.pages([Key("", "belief", "f-7")])[Key("", "belief", "f-7")]
    keep(memory, Put(restate(old, "Fact seven.", old.evidence)), name="p-2")
    assert index.refresh() == 1
    assert counted.read <= 3
    index.close()


def test_an_index_that_missed_commits_catches_up(memory: Memory) -> None:
    index = SqliteIndex(None, memory.vault, memory.archive)
    for n in range(3):
        said = fragment(f"tea number {n}", entry=f"e{n}")
        memory.vault.append([said], [], MONDAY, "test")
        keep(memory, Put(belief(f"Tea {n}.", said, slug=f"t-{n}")), name=f"p-{n}")
    before = index.size()
    assert index.refresh() == 6 + _first_look(memory)
    assert (before, index.size()) == (0, 6)
    index.close()


def _first_look(memory: Memory) -> int:
    """The entries that `create` made."""
    return memory.vault.state.seq - 6


def test_an_index_is_built_anew_when_it_is_gone_or_the_log_got_shorter(memory: Memory, workspace: Path) -> None:
    page = holds(memory, "Ana likes tea.", fragment("tea"))
    memory.recall("tea")
    memory.close()
    for damage in (None, b"not a database" * 100):
        for extra in ("index.db-wal", "index.db-shm"):
            (workspace / ".reverie" / extra).unlink(missing_ok=True)
        (workspace / ".reverie/index.db").unlink()
        if damage:
            (workspace / ".reverie/index.db").write_bytes(damage)
        with Memory.open(workspace) as again:
            assert found(again, "tea") == [page.key]


# The graph


def entity(slug: str, *lines: str, proof: Fragment) -> Page:
    text = "".join(f"- {line} {comment(Evidence(frozenset({proof.citation})))}\n" for line in lines)
    return Page(key=Key("", "entity", slug), text=f"---\nname: {slug}\n---\n## Relations\n{text}")


def test_relations_are_found_from_both_ends_and_leave_with_their_page(memory: Memory) -> None:
    said = fragment("Ana works at Acme")
    memory.vault.append([said], [], MONDAY, "test")
    ana = entity("person--ana", "works at: [[org--acme]] (since 2026-01-01)", proof=said)
    keep(memory, Put(ana))
    memory.index.refresh()
    for name in ("person--ana", "org--acme"):
        ((link),) = memory.index.links.edges("", [name])
        assert (link.source, link.name, link.target) == ("person--ana", "works-at", "org--acme")
    assert memory.index.links.edges(ANA, ["person--ana"]) == []
    keep(memory, Retire(ana.key, "gone"), name="p-2")
    memory.index.refresh()
    assert memory.index.links.edges("", ["org--acme"]) == []


def test_relations_of_an_entity_survive_a_change_of_a_belief_of_the_same_name(memory: Memory) -> None:
    said = fragment("tea comes from China")
    memory.vault.append([said], [], MONDAY, "test")
    keep(memory, Put(entity("tea", "comes from: [[china]]", proof=said)))
    memory.index.refresh()
    keep(memory, Put(belief("Ana likes tea.", said, slug="tea")), name="p-2")
    memory.index.refresh()
    assert [link.target for link in memory.index.links.edges("", ["tea"])] == ["china"]
