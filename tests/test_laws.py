"""The laws as properties: whatever is proposed, written, undone or asked, these hold."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, assume, example, given, settings, strategies as st

from reverie.domain import audit, decay, front, proposal as proposals, space as spaces
from reverie.domain.audit import Appended, AuditEntry, FileChange
from reverie.domain.belief import believe
from reverie.domain.citation import Citation, Evidence
from reverie.domain.fragment import TRUST_ORDER, Fragment, Watermark, noticed
from reverie.domain.graph import entity_slug
from reverie.domain.page import KINDS, Key, Page
from reverie.domain.proposal import Change, Merge, Proposal, Purge, Put, Restore, Retire, Split
from reverie.domain.text import is_slug, slug
from reverie.errors import OutsideVault, PageMoved, ProposalRejected, ReverieError, UndoRefused
from reverie.loop.apply import apply
from reverie.loop.undo import undo
from reverie.memory import Memory
from reverie.retrieval.address import read
from reverie.store import log, streams
from reverie.store.base import Vault
from reverie.store.disk import LocalDisk, check
from reverie.store.inmemory import InMemoryVault
from tests.conftest import MONDAY, fragment
from tests.store.test_vault_contract import Store, file_store, memory_store

SAID = tuple(fragment(f"thing number {n}", day=n % 4, entry=f"e{n}") for n in range(6))
SLUGS = ("a", "b", "c")
OWN = [Key("", "belief", name) for name in SLUGS]

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
wild = st.text(max_size=40)  # lone surrogates too


# No history of accepted proposals loses evidence

citations = st.frozensets(st.sampled_from([f.citation for f in SAID]), max_size=4)
evidence = st.builds(lambda a, s: Evidence(a, s - a), citations, citations)
keys = st.sampled_from(OWN)
beliefs = st.builds(
    lambda key, words, proof: believe(key, words, proof), keys, st.sampled_from(["Yes.", "No.", "Perhaps."]), evidence
)


def _gather(page: Page, vault: Vault, sources: tuple[Key, ...]) -> Page:
    """The page with all evidence of these pages, so that not every random merge is refused."""
    cited = frozenset[Citation]().union(*(p.cited for p in vault.pages(sources).values()))
    proof = page.evidence
    return believe(page.key, page.prose, Evidence(proof.active, (proof.superseded | cited) - proof.active))


steps = st.one_of(
    st.tuples(st.just("put"), beliefs, st.booleans()),
    st.tuples(st.just("merge"), st.lists(keys, min_size=1, max_size=3, unique=True), beliefs, st.booleans()),
    st.tuples(st.just("split"), keys, st.lists(beliefs, min_size=1, max_size=2), st.booleans()),
    st.tuples(st.just("retire"), keys),
)


def _change(step: Any, vault: Vault) -> Change:
    match step:
        case ("put", page, kept):
            return Put(_gather(page, vault, (page.key,)) if kept else page)
        case ("merge", sources, into, kept):
            return Merge(tuple(sources), _gather(into, vault, (*sources, into.key)) if kept else into)
        case ("split", source, into, kept):
            touched = (source, *(p.key for p in into))
            return Split(source, tuple(_gather(p, vault, touched) for p in into) if kept else tuple(into))
        case ("retire", key):
            return Retire(key, "old")
    raise AssertionError(step)


def _propose(vault: Vault, n: int, history: list[Any], origin: Any = "person") -> bool:
    changes = tuple(_change(step, vault) for step in history)
    proposal = Proposal(id=f"p-{n}", origin=origin, actor="test", because="law", changes=changes,
                        considered=tuple(f.id for f in SAID), run="night" if n % 2 else None)  # fmt: skip
    try:
        apply(proposal, vault, MONDAY)
    except (ProposalRejected, PageMoved):
        return False
    return True


def _cited(vault: Vault) -> frozenset[Citation]:
    return frozenset[Citation]().union(*(page.cited for page in vault.pages(vault.keys()).values()))


def _live(vault: Vault) -> frozenset[Citation]:
    """What is cited by pages that were not merged or split away."""
    pages = vault.pages(vault.keys()).values()
    gone = ("merged into", "split into")
    return frozenset[Citation]().union(
        *(p.cited for p in pages if not (p.retired and any(word in p.retired for word in gone)))
    )


@settings(max_examples=120)
@given(st.lists(st.lists(steps, min_size=1, max_size=3), max_size=8), st.sampled_from(["person", "dream"]))
def test_no_history_of_accepted_proposals_ever_loses_evidence(history: list[list[Any]], origin: str) -> None:
    vault = InMemoryVault()
    vault.append(SAID, [], MONDAY, "test")
    seen, alive = _cited(vault), _live(vault)
    for n, changes in enumerate(history):
        if _propose(vault, n, changes, origin):
            now = _cited(vault)
            assert seen <= now
            assert alive <= _live(vault)
            seen, alive = now, _live(vault)


# Writing then reading is the same page


FRONT = st.lists(
    st.one_of(
        st.builds(lambda k, v: f"{k}: {v}", st.sampled_from(["note", "aliases", "x-y", "Tags", "odd"]), text),
        st.sampled_from(["# comment", "   indented: x", "list:", "  - item", "no colon here", "", "tags: [a, b]"]),
    ),
    max_size=5,
)


@st.composite
def page_texts(draw: st.DrawFn) -> str:
    """Text as people, editors and other programs leave it."""
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    body = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
    head, bare = draw(FRONT), draw(st.booleans())
    parts = [draw(st.sampled_from(["", "\ufeff"]))]
    if head or not bare:
        parts += [f"---{newline}heading: Tea{newline}", *(line + newline for line in head), f"---{newline}"]
    return "".join(parts) + body


@contextmanager
def opened() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        store = file_store(Path(folder) / "w")
        store.vault.append(SAID, [], MONDAY, "test")
        yield store
        store.close()


@settings(max_examples=30)
@given(page_texts())
@example("\ufeff---\r\nheading: x\r\n---\r\n\x00\x1c\x85\u2028")
@example("")
@example("\r")
def test_a_page_read_back_is_the_page_that_was_written(written: str) -> None:
    note = Page(key=Key("", "note", "notes/x.md"), text=written)
    proposal = Proposal(id="p-1", origin="undo", actor="test", because="law", changes=(Put(note),))
    with opened() as store:
        store.vault.commit(proposal, MONDAY, "auto")
        stood = store.vault.pages([note.key])
        assume(stood or not front.unclosed(written))
        for again in store.thrice():
            assert again.vault.pages([note.key]) == stood
            (entry,) = again.history.entry("p-1")
            assert entry.texts[note.version] == written
        assert store.root
        assert (store.root / "memory/notes/x.md").read_bytes() == written.encode()
        if not front.unclosed(written):
            assert stood == {note.key: note}


fields = st.sampled_from(["heading", "trust", "note", "tags", "absent", "x-y"])
values = st.one_of(st.none(), text, st.lists(text, max_size=3))


@settings(max_examples=400)
@given(page_texts(), fields, values)
def test_setting_a_key_touches_only_its_own_lines(before: str, key: str, value: Any) -> None:
    assume(not front.unclosed(before))
    after = front.put(before, key, value)
    assert front.body(after) == (front.body(before) if front.span(before) or value is None else before)
    kept = [line for line in _lines(before) if not _of(line, key)]
    left = [line for line in _lines(after) if not _of(line, key)]
    if sum(name == key for name, _, _ in front.lines(before)) <= 1:
        belonging = _belonging(before, key)
        assert [line for line in kept if line not in belonging] == [line for line in left if line not in belonging]


def _lines(whole: str) -> list[str]:
    found = front.span(whole)
    return whole[found[0] : found[1]].splitlines() if found else []


def _of(line: str, key: str) -> bool:
    return line.startswith(f"{key}:")


def _belonging(whole: str, key: str) -> set[str]:
    """The indented lines after a key, which belong to it."""
    found: set[str] = set()
    inside = False
    for line in _lines(whole):
        inside = _of(line, key) or (inside and line.startswith((" ", "\t")))
        found |= {line} if inside else set()
    return found


@given(page_texts(), fields, text)
def test_a_key_that_was_set_reads_back_and_one_removed_is_gone(before: str, key: str, value: str) -> None:
    assume(not front.unclosed(before))
    assume(sum(name == key for name, _, _ in front.lines(before)) <= 1)
    single = " ".join(value.split())
    after = front.put(before, key, value)
    assert front.get(after, key) == single
    assert front.put(after, key, value) == after
    assert front.get(front.put(after, key, None), key) is None


@given(page_texts(), st.lists(text, max_size=4))
def test_a_list_that_was_set_reads_back(before: str, items: list[str]) -> None:
    assume(not front.unclosed(before))
    after = front.put(before, "tags", items)
    assert front.get_list(after, "tags") == tuple(" ".join(i.replace(",", " ").split()) for i in items)


# Apply then undo is the state before


@settings(max_examples=30)
@given(
    st.sampled_from(["inmemory", "files"]),
    st.lists(st.lists(steps, min_size=1, max_size=2), max_size=3),
    st.lists(steps, min_size=1, max_size=3),
)
def test_apply_then_undo_gives_the_pages_before(kind: str, past: list[list[Any]], last: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = memory_store() if kind == "inmemory" else file_store(Path(folder) / "w")
        vault = store.vault
        vault.append(SAID, [], MONDAY, "test")
        for n, changes in enumerate(past):
            _propose(vault, n, changes)
        before = _texts(vault)
        accepted = _propose(vault, 98, last)
        after = _texts(vault)
        if accepted and after != before:
            undo("p-98", vault, store.history, MONDAY, "p-undo")
            assert _texts(vault) == before
            undo("p-undo", vault, store.history, MONDAY, "p-redo")
            assert _texts(vault) == after
        store.close()


@settings(max_examples=16)
@given(
    st.sampled_from(["inmemory", "files"]), st.lists(st.lists(steps, min_size=1, max_size=2), min_size=2, max_size=4)
)
def test_a_run_undone_as_one_gives_the_pages_before_it(kind: str, night: list[list[Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = memory_store() if kind == "inmemory" else file_store(Path(folder) / "w")
        vault = store.vault
        vault.append(SAID, [], MONDAY, "test")
        _propose(vault, 0, [("put", believe(OWN[0], "First.", Evidence(frozenset({SAID[0].citation}))), True)])
        before = _texts(vault)
        for n, changes in enumerate(night):
            _propose(vault, 2 * n + 1, changes)  # odd numbers are of the run
        try:
            undo("night", vault, store.history, MONDAY, "p-undo")
        except UndoRefused:
            assert _texts(vault) == before
        except ReverieError as nothing:
            assert "there is no change" in str(nothing)
        assert _texts(vault) == before
        store.close()


def _texts(vault: Vault) -> dict[Key, str]:
    return {key: page.text for key, page in vault.pages(vault.keys()).items()}


# Decay never strengthens

bases = st.floats(0, 1)
kinds = st.sampled_from(sorted(decay.WEIGHTS))
idle = st.floats(-10, 1e6)


@given(base=bases, kind=kinds, accesses=st.integers(-3, 10**9), less=idle, more=idle)
def test_decay_never_strengthens(base: float, kind: str, accesses: int, less: float, more: float) -> None:
    less, more = sorted((less, more))
    young, old = (decay.score(base=base, idle_days=d, accesses=accesses, kind=kind) for d in (less, more))
    assert 0 <= old <= young <= 1
    order = ["archived", "dormant", "fading", "active"]
    assert order.index(decay.status(old)) <= order.index(decay.status(young))
    assert decay.score(base=base, idle_days=more, accesses=accesses, kind=kind, pinned=True) == 1
    again = decay.score(base=base, idle_days=more, accesses=max(1, accesses) + 1, kind=kind)
    assert again >= old


# A rebuilt index answers like the one it replaces

QUESTIONS = ("yes", "no perhaps", "thing number", "number 3", "first")


@settings(max_examples=10)
@given(
    st.lists(
        st.one_of(st.lists(steps, min_size=1, max_size=2), st.sampled_from(["undo", "hold", "forget"])), max_size=6
    )
)
def test_a_rebuilt_index_answers_like_the_one_it_replaces(history: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.create(Path(folder) / "w") as memory:
        vault = memory.vault
        vault.append(SAID, [], MONDAY, "test")
        last = None
        for n, step in enumerate(history):
            if step == "undo" and last is not None:
                undo(last, vault, memory.trail, MONDAY, f"p-undo{n}")
                last = None
            elif step == "hold":
                wanted = Proposal(
                    id=f"p-h{n}", origin="dream", actor="x", because="x", changes=(), considered=(SAID[n].id,)
                )
                vault.hold(wanted, "rejected", MONDAY, [], "manual")
            elif step == "forget":
                key = Key("", "fragment", SAID[n % 6].id)
                gone = Proposal(id=f"p-f{n}", origin="person", actor="x", because="x", changes=(Retire(key, "x"),))
                apply(gone, vault, MONDAY)
            elif isinstance(step, list):
                last = f"p-{2 * n}" if _propose(vault, 2 * n, step) else None
            memory.index.refresh()
        told = _answers(memory)
        memory.index.rebuild()
        assert _answers(memory) == told


def _answers(memory: Memory) -> list[Any]:
    memory.index.refresh()
    told: list[Any] = [memory.index.size()]
    for question in QUESTIONS:
        for hidden in (False, True):
            answer = memory.recall(question, everything=hidden)
            told += [answer.hits, answer.reason, answer.likely]
        for day in range(3):
            past = memory.recall(question, as_of=MONDAY + timedelta(days=day), tier="fast")
            told += [past.hits, past.reason]
    return told


# What is stored reads back

days = st.dates(date(2000, 1, 1), date(2100, 1, 1))
moments = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
some_keys = st.builds(Key, st.sampled_from(["", "user/ana"]), st.sampled_from(KINDS), text)
pages = st.builds(lambda key, body: Page(key=key, text=body), some_keys, text)
made_from = st.dictionaries(some_keys, st.one_of(st.none(), text), max_size=2)
changes = st.one_of(
    st.builds(Put, pages, made_from),
    st.builds(Merge, st.lists(some_keys, max_size=2).map(tuple), pages, made_from),
    st.builds(Split, some_keys, st.lists(pages, max_size=2).map(tuple), made_from),
    st.builds(Retire, some_keys, text, made_from),
    st.builds(Restore, some_keys, st.one_of(st.none(), pages), made_from),
    st.builds(
        Purge, st.lists(text, max_size=2).map(tuple), st.lists(some_keys, max_size=2).map(tuple), text, made_from
    ),
)
some_proposals = st.builds(
    Proposal,
    id=text,
    origin=st.sampled_from(["person", "dream", "external", "undo"]),
    actor=text,
    because=text,
    changes=st.lists(changes, max_size=3).map(tuple),
    space=text,
    trigger=text,
    trust=st.sampled_from(TRUST_ORDER),
    considered=st.lists(text, max_size=2).map(tuple),
    run=st.one_of(st.none(), text),
    parent=st.one_of(st.none(), text),
    undoes=st.lists(text, max_size=3).map(tuple),
    paths=st.lists(text, max_size=2).map(tuple),
)


@given(some_proposals)
def test_a_proposal_reads_back_from_its_json(proposal: Proposal) -> None:
    assert proposals.from_json(proposals.to_json(proposal)) == proposal


@st.composite
def entries(draw: st.DrawFn) -> AuditEntry:
    proposal = draw(st.one_of(st.none(), some_proposals))
    texts = {Page(key=OWN[0], text=t).version: t for t in draw(st.lists(text, max_size=3))}
    if proposal and proposal.changes:
        texts.update({p.version: p.text for p in proposals.pages(proposal.changes[0])})
    files = tuple(
        FileChange(
            action="EDIT",
            path=draw(text),
            keys=tuple(draw(st.lists(some_keys, max_size=2))),
            before=draw(st.one_of(st.none(), text)),
            after=version,
        )
        for version in texts
    )
    return AuditEntry(
        seq=draw(st.integers(1, 10**9)),
        id=draw(text),
        at=draw(moments),
        action=draw(st.sampled_from(audit.ACTIONS)),
        actor=draw(text),
        approval=draw(st.sampled_from(["auto", "approved", "—"])),
        summary=draw(text),
        trigger=draw(text),
        space=draw(text),
        files=files,
        texts=texts,
        appended=tuple(
            draw(
                st.lists(
                    st.builds(
                        Appended,
                        path=text,
                        space=text,
                        offset=st.integers(0),
                        length=st.integers(0),
                        ids=st.lists(text, max_size=2).map(tuple),
                    ),
                    max_size=2,
                )
            )
        ),
        marks=draw(st.dictionaries(text, st.lists(text, max_size=2).map(tuple), max_size=2)),
        aliases=draw(st.dictionaries(text, some_keys, max_size=2)),
        proposal=proposal,
        reasons=tuple(draw(st.lists(text, max_size=2))),
    )


@given(entries())
def test_an_audit_entry_reads_back_from_its_line(entry: AuditEntry) -> None:
    line = log.encode(entry)
    assert line.count(b"\n") == 1
    assert log.decode(line) == entry


filled = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
optional = st.one_of(st.none(), filled)
to_the_millisecond = moments.map(lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000))
fragments = st.builds(
    noticed,
    ts=moments,
    space=st.sampled_from(["", "user/ana"]),
    source=filled,
    entry=filled,
    body=text,
    kind=st.sampled_from(["fact", "decision", "preference", "event"]),
    topic=text,
    quote=text,
    seen=st.one_of(st.none(), to_the_millisecond),
    trust=st.sampled_from(TRUST_ORDER),
    confidence=st.sampled_from(["high", "medium", "low"]),
    base=st.sampled_from([0.0, 0.5, 0.7, 1.0]),
    tags=st.lists(text, max_size=2).map(tuple),
    entities=st.lists(text, max_size=2).map(tuple),
    relations=st.lists(st.tuples(text, text, text), max_size=2).map(tuple),
    references=st.lists(text, max_size=2).map(tuple),
    who=optional,
    actor=optional,
    host=optional,
    project=optional,
    extra=st.dictionaries(st.sampled_from(["where", "custom"]), st.one_of(text, st.integers(), st.none()), max_size=2),
)
watermarks = st.builds(Watermark, id=filled, ts=to_the_millisecond, source=filled, entry=filled)


@given(st.lists(st.one_of(fragments, watermarks), max_size=5), filled)
def test_what_is_appended_to_a_stream_reads_back(events: list[Fragment | Watermark], torn: str) -> None:
    content = streams.encode(events, "")
    for whole in (content, content + torn.replace("\n", "").encode()):
        lines = list(streams.parse(whole, space="", day=date(2026, 1, 1)))
        read_back = [line.event for line in lines[: len(events)]]
        assert [
            replace(e, space="", day=date(2026, 1, 1)) if isinstance(e, Fragment) else e for e in events
        ] == read_back
        assert all(whole[line.offset :][: line.length].endswith(b"\n") for line in lines[: len(events)])


@given(st.binary(max_size=300))
def test_reading_a_stream_never_raises_and_accounts_for_every_line(content: bytes) -> None:
    lines = list(streams.parse(content, space="", day=date(2026, 1, 1)))
    assert sum(line.length for line in lines) <= len(content)
    assert all(line.event or line.why for line in lines)


# Names

some_spaces = st.builds(
    lambda kind, name: f"{kind}/{name}",
    st.sampled_from(spaces.KINDS),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=300),
)


@settings(max_examples=400)
@given(some_spaces, some_spaces)
@example("user/Ana", "user/ana")
@example("user/a%2Fb", "user/a/b")
@example("user/" + "x" * 200, "user/" + "x" * 201)
@example("user/" + "é" * 90, "user/" + "é" * 90 + "e")
def test_two_spaces_never_share_a_folder_on_any_file_system(one: str, other: str) -> None:
    assert spaces.check(one) == one
    folder = spaces.folder(one)
    assert (folder.lower() == spaces.folder(other).lower()) == (one == other)
    assert len(folder.encode()) <= spaces.FOLDER_LIMIT
    assert folder.isascii()
    assert not folder.startswith(".")
    assert "/" not in folder
    assert spaces.named(folder) == (one if "~" not in folder else None)


@given(text)
def test_a_folder_that_names_a_space_is_the_folder_of_that_space(name: str) -> None:
    found = spaces.named(name)
    assert found is None or spaces.folder(found) == name


@settings(max_examples=400)
@given(wild, st.lists(wild, max_size=5), st.integers(0, 12))
def test_a_slug_is_always_valid_and_never_taken(heading: str, others: list[str], times: int) -> None:
    taken = [*others]
    for _ in range(times):
        taken.append(slug(heading, taken).upper())
    found = slug(heading, taken)
    assert is_slug(found)
    assert found not in {name.lower() for name in taken}
    assert slug(heading, taken) == found


@given(wild, wild)
def test_the_slug_of_an_entity_is_always_valid(kind: str, name: str) -> None:
    assert is_slug(entity_slug(kind, name))


# Nothing leaves the root

PARTS = st.sampled_from(
    [
        *("..", ".", "", "~", "memory", "topics", "tea.md", "out", "link", "linked.md", ".reverie", "state.db"),
        *("%2e%2e", "%2F", "..%2f", "%00", "%5c..", "\0", "\\", "..\\", "C:", "/etc/passwd", "\u2025", "．．"),
        *("\ud800", "a" * 300),
    ]
)
paths = st.one_of(st.lists(PARTS, max_size=6).map("/".join), wild)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with links that lead out of it, and something outside worth stealing."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "tea.md").write_text("STOLEN")
    (outside / "secret.md").write_text("STOLEN")
    root = outside / "w"
    (root / "memory/topics").mkdir(parents=True)
    (root / ".reverie").mkdir()
    (root / ".reverie/state.db").write_text("STOLEN")
    (root / "memory/topics/tea.md").write_text("fine")
    (root / "memory/out").symlink_to(outside)
    (root / "memory/link").symlink_to("../..")
    (root / "memory/linked.md").symlink_to(outside / "secret.md")
    (root / "memory/topics/linked.md").symlink_to("/etc/passwd")
    return root


@settings(max_examples=400)
@given(paths)
def test_a_checked_path_stays_below_its_root(path: str) -> None:
    try:
        parts = check(path)
    except OutsideVault as refused:
        assert "\n" not in str(refused)
        return
    assert "/".join(parts) == path
    assert not path.startswith("/")
    assert not {"", ".", ".."} & set(parts)


@settings(max_examples=200, phases=(Phase.explicit, Phase.generate))
@given(path=paths)
@example(path="out/tea.md")
@example(path="link/tea.md")
@example(path="linked.md")
@example(path="topics/linked.md")
@example(path="..%2Ftea.md")
@example(path="%2e%2e/.reverie/state.db")
@example(path="../.reverie/state.db")
@example(path="\ud800.md")
@example(path="a" * 300)
def test_no_address_leads_out_of_the_vault(planted: Path, path: str) -> None:
    for address in (f"memory://root/{path}", f"memory://root{path}", path):
        try:
            found = read(address, LocalDisk(planted))
        except ReverieError as refused:
            assert "\n" not in str(refused)
        else:
            assert found == "fine"


@settings(max_examples=200)
@given(path=paths)
@example(path="memory/out/new.md")
@example(path="memory/linked.md")
def test_no_write_leaves_the_root(planted: Path, path: str) -> None:
    assume(not path.startswith(".reverie") and path not in ("memory", "memory/topics", "memory/topics/tea.md"))
    disk = LocalDisk(planted)
    try:
        disk.write(path, b"written")
    except ReverieError:
        pass
    except (OSError, ValueError):
        pass  # a name the system does not take
    else:
        assert Path(planted / path).resolve().is_relative_to(planted)
        disk.remove(path)
    assert (planted.parent / "tea.md").read_text() == (planted.parent / "secret.md").read_text() == "STOLEN"
    assert sorted(p.name for p in planted.parent.iterdir()) == ["secret.md", "tea.md", "w"]


# Moments


@given(moments, st.binary(max_size=20))
def test_an_id_holds_its_moment_and_sorts_by_it(at: datetime, seed: bytes) -> None:
    from reverie.domain.ids import time_of, uuid7

    assert abs(time_of(uuid7(at, seed)) - at) <= timedelta(milliseconds=1)
    assert uuid7(at, seed) == uuid7(at, seed) < uuid7(at + timedelta(seconds=1), b"")
