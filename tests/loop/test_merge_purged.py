"""What was deleted for good here is not brought back by a bundle that still has it, from this machine or another."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree

import pytest

from reverie import Memory
from reverie.domain.fragment import Fragment, noticed
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Put
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.apply import apply
from tests.conftest import belief

SECRET = "Ana hides the vermilion ledger behind the furnace"
OTHER = "Bob waters the ferns every second evening"
NOW = datetime.now(UTC)

Two = tuple[Path, Path]


def said(text: str, entry: str) -> Fragment:
    return noticed(
        ts=NOW, space="", source="pi:s1", entry=entry, body=text, quote=text, kind="fact", topic="said", trust="user"
    )


@pytest.fixture
def two(tmp_path: Path) -> Two:
    """A laptop and a desktop with the same vault; the desktop has made more of the words since."""
    laptop, desktop = tmp_path / "laptop", tmp_path / "desktop"
    ledger, ferns = said(SECRET, "e1"), said(OTHER, "e2")
    with Memory.create(laptop) as memory:
        memory.vault.append([ledger, ferns], [], NOW, "observe")
        pages = (Put(belief(SECRET, ledger, slug="ledger")), Put(belief(OTHER, ferns, slug="ferns")))
        note = Put(Page(key=Key("", "note", "notes/ledger.md"), text=f"# Where it is\n\n{SECRET}.\n"))
        how = {"origin": "person", "actor": "manual", "because": "kept"}
        apply(Proposal(id="p-1", changes=(*pages, note), **how), memory.vault, NOW)  # type: ignore[arg-type]
        memory.take_in()
    copytree(laptop, desktop)
    with Memory.open(desktop) as memory:
        entries = (
            Entry(id="e1", at=NOW, role="user", text=SECRET),
            Entry(id="e2", at=NOW, role="user", text=OTHER),
            Entry(id="e3", at=NOW, role="agent", text=f"Noted. {SECRET}."),
        )
        memory.archive.keep(Transcript(source="pi:s1", space="", trust="user", redacted=True, entries=entries))
        memory.recall("where is the vermilion ledger")
        waits = (Put(belief(f"{SECRET} still", ledger, ferns, slug="furnace")),)
        held = Proposal(id="p-7", origin="dream", actor="dream:d-1", because=f"noticed: {SECRET}", changes=waits)
        memory.vault.hold(held, "held", NOW, ["a person decides"], "dream:d-1")
        memory.usage.accessed([Key("", "belief", "ana-hides-the-vermilion-ledger"), Key("", "belief", "ferns")], NOW)
    return laptop, desktop


def purge(root: Path) -> None:
    with Memory.open(root) as memory:
        ids = [f.id for mark in ("dreamed", "undreamed") for f in memory.vault.marked(mark) if f.body == SECRET]
        memory.purge([Key("", "fragment", ids[0]), Key("", "note", "notes/ledger.md")])
        assert memory.vault.unpurged is None


def told(root: Path) -> list[str]:
    files = (path for path in root.rglob("*") if path.is_file())
    return [str(path.relative_to(root)) for path in files if b"vermilion" in path.read_bytes().lower()]


def exported(root: Path, to: Path) -> Path:
    with Memory.open(root) as memory:
        memory.export(to, extra=("usage", "archive"))
    return to


@pytest.mark.parametrize("whose", [0, 1])
def test_a_bundle_from_before_does_not_bring_it_back(two: Two, tmp_path: Path, whose: int) -> None:
    bundle = exported(two[whose], tmp_path / "b.zip")
    purge(two[0])
    assert told(two[0]) == []
    with Memory.open(two[0]) as memory:
        memory.bring_in(bundle)
        assert memory.verify() == []
        assert [p.key.slug for p in memory.vault.pages(memory.vault.keys()).values() if p.key.kind == "belief"] == [
            "ferns"
        ]
        assert memory.vault.held() == []
    assert told(two[0]) == []


def test_what_else_the_bundle_has_still_comes(two: Two, tmp_path: Path) -> None:
    with Memory.open(two[1]) as memory:
        memory.remember("Cleo mends clocks on Fridays")
    bundle = exported(two[1], tmp_path / "b.zip")
    purge(two[0])
    with Memory.open(two[0]) as memory:
        brought = memory.bring_in(bundle)
        assert [hit.text for hit in memory.recall("who mends clocks").hits][:1] == ["Cleo mends clocks on Fridays"]
        assert brought.plan.skipped["was deleted for good here"] >= 2
        assert [turn.id for turn in memory.archive.session("", "pi:s1")] == ["e2"]


def test_a_vault_all_of_which_was_deleted_does_not_become_the_bundle(tmp_path: Path) -> None:
    root = tmp_path / "w"
    with Memory.create(root) as memory:
        key = Key("", "fragment", memory.remember(SECRET).fragment.id)
        memory.export(tmp_path / "b.zip")
        memory.purge([key])
        brought = memory.bring_in(tmp_path / "b.zip")
        assert not brought.restores
    assert told(root) == []


def test_a_blank_vault_that_becomes_a_bundle_from_after_is_bound_too(two: Two, tmp_path: Path) -> None:
    purge(two[0])
    bundle, before = exported(two[0], tmp_path / "after.zip"), exported(two[1], tmp_path / "before.zip")
    assert b"vermilion" not in _unpacked(bundle)
    with Memory.create(tmp_path / "new") as memory:
        assert memory.bring_in(bundle).restores
        memory.vault.append([said(SECRET, "e1")], [], NOW, "observe")
        memory.bring_in(before)
        assert memory.vault.fragments([said(SECRET, "e1").id]) == {}


def test_a_vault_that_still_has_it_is_asked_whether_it_goes_there_too(two: Two, tmp_path: Path) -> None:
    # given a bundle from after, that holds no word of it and no id
    purge(two[0])
    bundle = exported(two[0], tmp_path / "b.zip")
    assert b"vermilion" not in _unpacked(bundle)
    assert said(SECRET, "e1").id.encode() not in _unpacked(bundle)

    # when a vault takes it in that has the words, nothing is deleted, and a person is asked, once
    with Memory.open(two[1]) as memory:
        brought = memory.bring_in(bundle)
        (asked,) = brought.plan.deleted
        assert said(SECRET, "e1").id in memory.vault.fragments([said(SECRET, "e1").id])
        assert asked.id in [held.proposal.id for held in memory.vault.held()]
        assert memory.bring_in(bundle).plan.deleted == []

        # and when they agree, it is gone there, too
        memory.approve(asked.id)
        assert memory.vault.fragments([said(SECRET, "e1").id]) == {}
        assert memory.verify() == []


def test_a_vault_that_never_had_it_learns_nothing_from_the_tombstones(two: Two, tmp_path: Path) -> None:
    purge(two[0])
    bundle = exported(two[0], tmp_path / "b.zip")
    with Memory.create(tmp_path / "other") as memory:
        memory.remember("Dara sails on Sundays")
        assert memory.bring_in(bundle).plan.deleted == []


def _unpacked(bundle: Path) -> bytes:
    from zipfile import ZipFile

    with ZipFile(bundle) as parts:
        return b"".join(parts.read(name) for name in parts.namelist()).lower()
