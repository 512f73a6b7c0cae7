"""What was forgotten is shown nowhere: not in recall, in the digest of its session, or in the episodes of the day."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from reverie.memory import Memory
from reverie.store.base import MARKS
from tests.journeys.test_observe_cli import LONG_AGO, home as home, reverie as reverie, session
from tests.journeys.test_practice_cli import work
from tests.journeys.test_recall_cli import Reverie

WAREHOUSE = "Remember that the main warehouse is in Rotterdam."
WORK = "Please sort the invoices of the harbour office by date"


def shown(workspace: Path, words: str) -> list[str]:
    """The files for people that say so; the audit trail says what was done."""
    files = [path for path in workspace.rglob("*.md") if "retired: " not in path.read_text()]
    return [path.relative_to(workspace).as_posix() for path in files if words in path.read_text()]


def hits(reverie: Reverie, words: str) -> list[str]:
    return [hit["kind"] for hit in reverie("recall", words, "--json").json["hits"] if "Rotterdam" in hit["text"]]


def forget(reverie: Reverie, kind: str) -> str:
    found = reverie("recall", "main warehouse Rotterdam", "--json").json["hits"]
    handle = next(hit["handle"] for hit in found if hit["kind"] == kind)
    ran = reverie("forget", handle, "--yes", "--json")
    assert ran.code == 0, ran.err
    return str(ran.json["change"])


@pytest.mark.parametrize("dreamed", [False, True])
@pytest.mark.parametrize("words", [(WORK, WAREHOUSE), (WAREHOUSE, WORK), (WAREHOUSE,)])
def test_a_forgotten_ask_is_not_told_in_the_digest_of_its_session(
    reverie: Reverie, home: Path, workspace: Path, words: tuple[str, ...], dreamed: bool
) -> None:
    # given a session in which something was asked for, and other work was done
    session(home, *words)
    reverie("observe", "--yes")
    if dreamed:
        reverie("dream")
    before = shown(workspace, "Rotterdam")
    assert any("/sessions/" in path for path in before) and any("/episodes/" in path for path in before)

    # when it is forgotten, no rendering, digest, summary or turn says it
    change = forget(reverie, "belief" if dreamed else "fragment")
    assert shown(workspace, "Rotterdam") == []
    assert hits(reverie, "main warehouse Rotterdam") == []
    if len(words) > 1:
        assert shown(workspace, "harbour office")

    # and it does not come back when the session goes on, nor when all is read anew
    session(home, "Now send the sorted invoices to the tax office please")
    reverie("observe", "--yes")
    assert shown(workspace, "Rotterdam") == []
    with Memory.open(workspace) as memory:
        assert memory.verify() == []
        memory.reindex()
    assert hits(reverie, "main warehouse Rotterdam") == []

    # and undoing the forgetting brings it back
    assert reverie("undo", change).code == 0
    assert hits(reverie, "main warehouse Rotterdam")


def test_undoing_at_once_gives_the_digest_back_to_the_letter(reverie: Reverie, home: Path, workspace: Path) -> None:
    session(home, WORK, WAREHOUSE)
    reverie("observe", "--yes")
    before = {path: path.read_text() for path in workspace.rglob("memory/**/*.md") if "meta" not in path.parts}
    reverie("undo", forget(reverie, "fragment"))
    after = {path: path.read_text() for path in workspace.rglob("memory/**/*.md") if "meta" not in path.parts}
    assert after == before


def test_a_forget_that_was_asked_in_the_same_session_is_carried_out_in_its_digest(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    session(home, WORK, WAREHOUSE, "Thanks, that is all for the moment, I think.")
    reverie("observe", "--yes")
    session(home, "Forget that the main warehouse is in Rotterdam.")
    assert "it waits in `reverie review`" in reverie("observe", "--yes").out
    assert shown(workspace, "Rotterdam")
    (held,) = reverie("review", "--json").json
    session(home, "Now send the sorted invoices to the tax office please")
    reverie("observe", "--yes")

    approved = reverie("review", "approve", held["id"])

    assert approved.code == 0, approved.err
    assert shown(workspace, "Rotterdam") == []
    assert shown(workspace, "tax office")


def test_a_digest_that_a_person_has_edited_stays_theirs(reverie: Reverie, home: Path, workspace: Path) -> None:
    session(home, WORK, WAREHOUSE)
    reverie("observe", "--yes")
    (page,) = workspace.rglob("sessions/*.md")
    page.write_text(page.read_text() + "\nMy own words on Rotterdam.\n")
    reverie("status")
    forget(reverie, "fragment")
    assert "My own words on Rotterdam." in page.read_text()


def answer(path: Path, text: str) -> None:
    """The agent's turn at the end of a session."""
    lines = path.read_text().splitlines()
    last = json.loads(lines[-1])
    name = f"a{len(lines)}"
    told = {**last, "type": "assistant", "uuid": name, "parentUuid": last["uuid"]}
    told["message"] = {
        "id": name, "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": text}]
    }  # fmt: skip
    path.write_text("\n".join([*lines, json.dumps(told)]) + "\n")
    os.utime(path, (LONG_AGO.timestamp() + len(lines) + 1,) * 2)


@pytest.mark.parametrize("dreamed", [False, True])
def test_what_the_agent_repeated_of_it_goes_out_of_sight_with_it(
    reverie: Reverie, home: Path, workspace: Path, dreamed: bool
) -> None:
    # given a session in which the agent said again what it was told, in the same words and in others
    answer(session(home, WORK), "I sorted the invoices of the harbour office; Rotterdam sent most of them.")
    answer(session(home, WAREHOUSE), "Noted, the main warehouse is in Rotterdam. Shall I go on?")
    answer(session(home, "please go on"), "As your main warehouse stands in Rotterdam, I ship from there.")
    reverie("observe", "--yes")
    if dreamed:
        reverie("dream")
    assert len(hits(reverie, "main warehouse Rotterdam")) >= 1

    # when it is forgotten, neither is found any more, and what only shares a word with it is
    change = forget(reverie, "belief" if dreamed else "fragment")
    assert turns(workspace) == ["I sorted the invoices"]
    with Memory.open(workspace) as memory:
        memory.reindex()
    assert turns(workspace) == ["I sorted the invoices"]

    # nor is what the agent says of it later in that session
    answer(session(home, "and the next one?"), "It goes to the main warehouse in Rotterdam, too.")
    reverie("observe", "--yes")
    assert turns(workspace) == ["I sorted the invoices"]

    # and undoing the forgetting brings all of them back
    assert reverie("undo", change).code == 0
    assert len(turns(workspace)) == 5


def turns(workspace: Path) -> list[str]:
    """How the turns begin that can be found and name the place."""
    with Memory.open(workspace) as memory:
        memory.take_in()
        sql = "SELECT text FROM passage WHERE kind = 'turn' AND standing = 0 AND text LIKE '%Rotterdam%'"
        return sorted(text[:21] for (text,) in memory.index.db.execute(sql))


def test_a_copy_of_the_session_does_not_bring_back_what_was_deleted_for_good(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    # given a session in which something was asked for and said again, deleted for good
    answer(session(home, WORK, WAREHOUSE), "Noted, the main warehouse is in Rotterdam.")
    reverie("observe", "--yes")
    reverie("dream")
    assert reverie("forget", "main warehouse Rotterdam", "--hard", "--yes").code == 0
    assert told(workspace) == []

    # when the host writes the same session down under another name, and both are read
    answer(
        session(home, WORK, WAREHOUSE, name="99999999-2222-4333-8444-555555555555"),
        "Noted, the main warehouse is in Rotterdam.",
    )
    assert reverie("observe", "--yes", "--json").json["sessions"]

    # then no byte of it is there, in whatever words it was wrapped
    assert told(workspace) == []
    assert hits(reverie, "main warehouse Rotterdam") == []


def told(workspace: Path) -> list[str]:
    files = (path for path in workspace.rglob("*") if path.is_file())
    return [path.relative_to(workspace).as_posix() for path in files if b"rotterdam" in path.read_bytes().lower()]


def test_what_memory_itself_told_an_agent_does_not_bring_back_what_is_forgotten(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    # given a fact, and a later session whose agent looked it up in every way there is
    session(home, WAREHOUSE)
    reverie("observe", "--yes")
    told = "The main warehouse is in Rotterdam."
    looked = (
        f"reverie recall warehouse -w {workspace}",
        f"cat {workspace}/memory/summary.md",
        "reverie why m:abcd2345",
    )
    work(home, "b", 1, "Where do the parcels go?", *((each, told) for each in looked), "make parcels")
    reverie("observe", "--yes", "--all")

    # when it is forgotten, it is found nowhere, and what the agent typed is no practice
    forget(reverie, "fragment")

    assert "Rotterdam" not in reverie("recall", "main warehouse Rotterdam").out
    with Memory.open(workspace) as memory:
        bodies = [f.body for mark in MARKS for f in memory.vault.marked(mark)]
        assert not any("reverie" in body or "Ran:" in body for body in bodies)
