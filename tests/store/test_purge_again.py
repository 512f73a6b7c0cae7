"""After a deletion for good, state and index are what they would be had they been built from the log there is now."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory
from reverie.domain import core
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment, noticed
from reverie.domain.graph import add_to_section, entity
from reverie.domain.page import Key
from reverie.domain.proposal import Change, Merge, Proposal, Put, Restore, Retire, keys, put
from reverie.domain.transcript import Entry, Transcript
from reverie.errors import ProposalRejected
from reverie.loop.apply import apply
from reverie.store.bytewise import finder, holds
from reverie.store.traces import trace
from tests.conftest import MONDAY, belief

NAMES = ("Ana", "Bob", "Cleo", "Dara")
THINGS = ("kettle", "ledger", "trowel", "barometer", "sextant")


def said(n: int, chance: random.Random) -> Fragment:
    words = f"{chance.choice(NAMES)} keeps the {chance.choice(THINGS)} number {n} on shelf {chance.randrange(9)}"
    return noticed(
        ts=MONDAY + timedelta(hours=n * 5), space=chance.choice(("", "", "user/u1")), source=f"pi:s{n % 4}",
        entry=f"e{n}", body=words, quote=words, kind="fact", topic=words[:12], trust="user",
    )  # fmt: skip


def spoken(f: Fragment) -> Transcript:
    """The turn a fragment was taken from, and an answer."""
    asked = Entry(id=f.entry, at=f.ts, role="user", text=f.body)
    answer = Entry(id=f"{f.entry}a", at=f.ts, role="agent", text=f"Noted: shelf {f.entry}.")
    return Transcript(source=f.source, space=f.space, trust="user", redacted=True, entries=(asked, answer))


def lived(root: Path, seed: int) -> tuple[Memory, list[Fragment]]:
    """A vault in which pages came, were restated, retired, brought back, merged and held, over some days."""
    chance, memory = random.Random(seed), Memory.create(root)
    words = [said(n, chance) for n in range(24)]
    for start in range(0, 24, 6):
        memory.vault.append(words[start : start + 6], [], MONDAY + timedelta(hours=start * 5), "observe")
        for f in words[start : start + 6]:
            memory.archive.keep(spoken(f))
        memory.take_in()
    for n in range(40):
        changes = change(memory, words, n, chance)
        at = MONDAY + timedelta(days=6, minutes=n)
        how: dict[str, Any] = {"origin": "person", "actor": "manual", "because": f"change {n}"}
        space = next((key.space for key in keys(Proposal(id="p", changes=changes, **how))), "")
        proposal = Proposal(id=f"p-{n}", changes=changes, space=space, **how)
        if n % 9 == 8:
            memory.vault.hold(proposal, "held", at, ["a person decides"], "dream:d-1")
        else:
            with suppress(ProposalRejected):  # which is kept, too
                apply(proposal, memory.vault, at)
        if n % 3 == 0:
            memory.take_in()
    memory.take_in()
    return memory, words


def change(memory: Memory, words: list[Fragment], n: int, chance: random.Random) -> tuple[Change, ...]:
    vault, f = memory.vault, chance.choice(words)
    g = chance.choice([w for w in words if w.space == f.space])
    pages = vault.pages(vault.keys())
    key = Key(f.space, "belief", f"shelf-{n % 11}")
    old = pages.get(key)
    match n % 5:
        case 0:
            block = Key(f.space, "core", "critical-facts")
            line = core.add_line(pages.get(block), "critical-facts", f.space, f.body, Evidence(frozenset({f.citation})))
            return (put(line, pages.get(block)),)
        case 1:
            who = Key(f.space, "entity", f"person--{chance.choice(NAMES).lower()}")
            page = pages.get(who) or entity(who, who.slug.removeprefix("person--").title())
            return (put(add_to_section(page, "Facts", f.body, Evidence(frozenset({f.citation}))), pages.get(who)),)
        case 2 if old and not old.retired:
            return (Retire(key, "forgotten", {key: old.version}),)
        case 2 if old:
            return (Restore(key, None, {key: old.version}),)
        case 3:
            other = next((p for k, p in pages.items() if k.kind == "belief" and k.space == f.space and k != key), None)
            if old and other and not (old.retired or other.retired):
                into = belief(f.body, f, g, slug=key.slug, space=f.space)
                whole = frozenset(c for p in (old, other, into) for c in p.cited)
                return (
                    Merge(
                        (other.key,), restate(old, f.body, Evidence(whole)), {p.key: p.version for p in (old, other)}
                    ),
                )
    if old is None or old.retired:
        fresh = Key(f.space, "belief", f"shelf-{n % 11}" if old is None else f"drawer-{n}")
        return (Put(belief(f.body, f, g, slug=fresh.slug, space=f.space)),)
    return (put(restate(old, f.body, Evidence(old.evidence.all | {f.citation})), old),)


def rows(path: Path, leave_out: dict[str, set[str]]) -> dict[str, list[tuple[Any, ...]]]:
    """Every table, in order, without columns that only say in which order things came."""
    db = sqlite3.connect(path)
    found = {}
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = [t for (t,) in db.execute(sql) if not t.startswith(("words", "past")) and leave_out.get(t) != {"*"}]
    for table in tables:
        columns = [
            row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in leave_out.get(table, ())
        ]
        found[table] = sorted(db.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall(), key=repr)
    if "passage" in tables:  # of what is hidden, pieces may be kept for when it comes back
        sql = "SELECT p.space, p.slug, c.n, c.hash FROM piece c JOIN passage p ON p.id = c.passage WHERE standing = 0"
        found["pieces of what is shown"] = sorted(db.execute(sql).fetchall())
    db.close()
    return found


def words_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The terms of the word index with how often each is found."""
    db = sqlite3.connect(path)
    found = {}
    for table in ("words", "past"):
        db.execute(f"CREATE VIRTUAL TABLE temp.v_{table} USING fts5vocab(main, {table}, 'row')")
        found[table] = db.execute(f"SELECT * FROM temp.v_{table} ORDER BY 1").fetchall()
    db.close()
    return found


STATE = {"stream": {"kept"}, "file": {"size", "mtime", "ctime"}, "meta": {"*"}, "page": {"handle"}}
INDEX = {
    "meta": {"*"}, "space": {"no"}, "session": {"id"}, "passage": {"id", "place", "trust"}, "piece": {"*"},
    "dropped": {"*"},
}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_state_and_index_are_as_if_built_from_the_log_there_is_now(tmp_path: Path, seed: int) -> None:
    memory, words = lived(tmp_path / "w", seed)
    private = tmp_path / "w" / ".reverie"
    with memory:
        gone = random.Random(seed).sample(words, 1 + seed % 3)
        memory.purge([Key(f.space, "fragment", f.id) for f in gone])
        assert memory.vault.unpurged is None
        assert memory.verify() == []
        memory.take_in()
        memory.close()

        quick = rows(private / "state.db", STATE), rows(private / "index.db", INDEX), words_of(private / "index.db")
        for name in ("state.db", "index.db"):
            for suffix in ("", "-wal", "-shm"):
                (private / (name + suffix)).unlink(missing_ok=True)
        with Memory.open(tmp_path / "w") as again:
            again.take_in()
        built = rows(private / "state.db", STATE), rows(private / "index.db", INDEX), words_of(private / "index.db")
    for now, whole in zip(quick, built, strict=True):
        assert now.keys() == whole.keys()
        for table in whole:
            assert now[table] == whole[table], table


def test_no_word_of_it_is_left_in_the_word_index(tmp_path: Path) -> None:
    with Memory.create(tmp_path / "w") as memory:
        one = memory.remember("Ana keeps the zanzibarium beside the quokkaphone")
        memory.remember("Bob keeps the ledger beside the window")
        memory.purge([Key("", "fragment", one.fragment.id)])
    terms = {term for some in words_of(tmp_path / "w/.reverie/index.db").values() for term, *_ in some}
    assert "ledger" in terms
    assert not [term for term in terms if term.startswith(("zanzi", "quokka"))]


@pytest.mark.parametrize("many", [3, 300])
def test_bytes_are_found_wherever_they_stand_however_many_are_looked_for(many: int) -> None:
    chance = random.Random(5)
    needles = [bytes(chance.choices(b"abcdefgh ", k=chance.randrange(5, 40))) for _ in range(many)]
    find = finder(needles)
    assert not find(b"z" * 100_000)
    assert not find(b"")
    for n, needle in enumerate(needles):
        assert find(b"z" * (n % 17) + needle)
        assert find(needle + b"z" * (n % 11))
        assert not find(b"z" + needle[1:] + b"z") or any(each in needle[1:] for each in needles)


@pytest.mark.parametrize(
    ("value", "data", "found"),
    [
        ("20313", b"agent20313 is set", True),  # columns of a database stand side by side
        ("20313", b'{"text":"Corrected: 20313."}', True),
        ("Köln-Süd", json.dumps("in Köln-Süd").encode(), True),
        ("Köln-Süd", "IN KÖLN-SÜD".encode(), True),
        ("DE44 5001 0517 5407 3249 31", b"x DE44500105175407324931 x", True),
        ("20313", b'{"offset":20313,"length":4711}', False),
        ("20313", b"2026-11-16T02:03:30.20313+00:00", False),
        ("20313", b"0a1b2c3d4e5f6a7b20313c", False),
        ("4711", b"01a1e213-4711-7e96-85e1-cb769d46e3a4", False),
    ],
)
def test_a_value_is_told_from_our_own_numbers_ids_and_hashes(value: str, data: bytes, found: bool) -> None:
    pad = b" ." * 5000
    assert holds([pad + data + pad], [], traces=[trace(value)]) == found
    if found:
        for cut in range(1, len(data)):
            assert holds([pad + data[:cut], data[cut:] + pad], [], traces=[trace(value)])
