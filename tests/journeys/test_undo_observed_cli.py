"""`reverie undo` of a run of observe: one command for whoever read the wrong sessions. It can be undone itself."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from reverie.loop import observe as observing
from reverie.memory import Memory
from tests.journeys.test_observe_cli import LONG_AGO, home as home, reverie as reverie, session
from tests.journeys.test_recall_cli import Reverie

DEPLOY = "From now on we deploy billing with make ship-heron, never by hand."
CHAT = "The staging cluster of the heron team looked a bit sad this morning, did it not?"
OTHER = "11111111-2222-4333-8444-999999999999"


def tree(workspace: Path) -> dict[str, str]:
    """Every file for people but the streams and the log."""
    files = (path for path in (workspace / "memory").rglob("*.md"))
    return {str(path): path.read_text() for path in files}


def found(reverie: Reverie, question: str) -> list[str]:
    return [hit["text"] for hit in reverie("recall", question, "--json").json["hits"]]


def test_one_command_takes_back_a_whole_run_and_one_brings_it_back(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    # given a run that read a session: a fragment, a digest, turns
    session(home, DEPLOY, CHAT)
    name = reverie("observe", "--yes", "--json").json["run"]
    assert found(reverie, "how do we deploy billing?") and found(reverie, "sad staging cluster")
    before = tree(workspace)
    streams = {path: path.read_bytes() for path in workspace.rglob("streams/*.jsonl")}

    # when it is undone
    undone = reverie("undo", name, "--json")

    # then nothing of it is found or shown, and the evidence still stands in its stream
    assert undone.code == 0, undone.err
    assert found(reverie, "how do we deploy billing?") == found(reverie, "sad staging cluster") == []
    assert not [text for text in tree(workspace).values() if "heron" in text]
    assert {path: path.read_bytes() for path in workspace.rglob("streams/*.jsonl")} == streams
    assert "unchanged since last read" in reverie("observe", "--yes").out
    with Memory.open(workspace) as memory:
        assert memory.vault.marked("undreamed") == []

    # and undoing that brings all of it back
    assert reverie("undo", undone.json["change"]).code == 0
    assert found(reverie, "how do we deploy billing?") and found(reverie, "sad staging cluster")
    assert tree(workspace) == before
    with Memory.open(workspace) as memory:
        assert memory.verify() == []
        assert len(memory.vault.marked("undreamed")) == 2


def test_what_a_dream_made_of_it_goes_with_it(reverie: Reverie, home: Path, workspace: Path) -> None:
    reverie("remember", "Billing uses PostgreSQL 16")
    session(home, DEPLOY)
    name = reverie("observe", "--yes", "--json").json["run"]
    reverie("dream")
    assert [path for path, text in tree(workspace).items() if "ship-heron" in text and "/topics/" in path]

    assert reverie("undo", name).code == 0

    assert not [path for path, text in tree(workspace).items() if "ship-heron" in text]
    assert found(reverie, "which database does billing use?")
    with Memory.open(workspace) as memory:
        assert memory.verify() == []


def said_again(home: Path, *, days: int) -> None:
    """Another session that bears it out, so many days later."""
    path = session(home, "As I said, we deploy billing with make ship-heron, never by hand.", name=OTHER)
    then, later = LONG_AGO.date().isoformat(), (LONG_AGO + timedelta(days=days)).date().isoformat()
    path.write_text(path.read_text().replace(f'"timestamp": "{then}', f'"timestamp": "{later}'))


def test_what_another_session_said_too_is_still_held_though_nothing_cited_it(reverie: Reverie, home: Path) -> None:
    session(home, DEPLOY)
    first = reverie("observe", "--yes", "--json").json["run"]
    said_again(home, days=0)  # of one day one citation is enough
    reverie("observe", "--yes", "--all")
    reverie("dream")

    assert reverie("undo", first).code == 0

    assert found(reverie, "how do we deploy billing?")[0].startswith("We deploy billing")
    reverie("dream")
    assert reverie("recall", "how do we deploy billing?", "--json").json["hits"][0]["kind"] == "belief"


def test_a_belief_that_other_sessions_bear_out_is_left_to_a_person(reverie: Reverie, home: Path) -> None:
    session(home, DEPLOY)
    first = reverie("observe", "--yes", "--json").json["run"]
    reverie("dream")
    said_again(home, days=1)
    reverie("observe", "--yes", "--all")
    reverie("dream")

    refused = reverie("undo", first)

    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert "cannot be undone" in refused.err and "reverie forget" in refused.err
    assert found(reverie, "how do we deploy billing?")


def test_a_session_that_was_read_in_two_runs_goes_back_one_run_at_a_time(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    session(home, DEPLOY)
    first = reverie("observe", "--yes", "--json").json["run"]
    before = tree(workspace)
    session(home, "We decided to keep the audit log of the crane service for 400 days, the regulator asks for it.")
    second = reverie("observe", "--yes", "--json").json["run"]

    refused = reverie("undo", first)
    assert (refused.code, second in refused.err) == (1, True)

    assert reverie("undo", second).code == 0
    assert found(reverie, "how do we deploy billing?")
    assert not found(reverie, "how long is the audit log of the crane service kept?")
    assert tree(workspace) == before
    assert reverie("undo", first).code == 0
    assert found(reverie, "how do we deploy billing?") == []


def test_what_somebody_told_to_be_remembered_is_not_taken_back_as_read(reverie: Reverie) -> None:
    kept = reverie("remember", "Billing uses PostgreSQL 16", "--json").json
    (appended,) = reverie("audit", "--action", "append", "--json").json
    refused = reverie("undo", appended["id"])
    assert (refused.code, "never taken back" in refused.err) == (1, True)
    assert reverie("undo", kept["change"]).code == 0


@pytest.mark.usefixtures("home")
def test_what_stood_in_the_folder_at_the_beginning_is_not_removed(reverie: Reverie, workspace: Path) -> None:
    (first,) = [e["id"] for e in reverie("audit", "--json").json if e["actor"] == "system:init"]
    refused = reverie("undo", first)
    assert (refused.code, refused.err.count("\n"), "as they were found" in refused.err) == (1, 1, True)
    assert (workspace / "reverie.toml").exists() and (workspace / "MEMORY.md").exists()


@pytest.mark.usefixtures("home")
def test_a_file_of_the_persons_own_is_put_back_but_never_removed(reverie: Reverie, workspace: Path) -> None:
    # given a file that appeared, was recorded, and was changed
    file = workspace / "SOUL.md"
    file.write_text("Be kind.\n")
    reverie("status")
    file.write_text("Be rude.\n")
    reverie("status")
    entries = [e["id"] for e in reverie("audit", "--file", "SOUL.md", "--json").json if e["action"] != "ALERT"]

    # when both are undone
    assert reverie("undo", entries[0]).code == 0
    refused = reverie("undo", entries[1])

    # then it is as it was first seen
    assert file.read_text() == "Be kind.\n"
    assert (refused.code, "as they were found" in refused.err) == (1, True)


def test_an_agent_may_only_ask_for_it(
    reverie: Reverie, home: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a run over two projects, with more fragments than an unattended change may retire
    session(home, *(f"From now on always run check {n} before the release." for n in range(12)))
    path = session(home, "Remember that the depot is in Leiden.", name=OTHER)
    path.write_text(path.read_text().replace(str(home / "lantern"), str(home / "crane")))
    name = reverie("observe", "--yes", "--all", "--json").json["run"]

    # when an agent undoes it
    monkeypatch.setenv("CLAUDECODE", "1")
    asked = reverie("undo", name, "--json")
    monkeypatch.delenv("CLAUDECODE")

    # then nothing happens before a person agrees, and all of it then
    assert asked.code == 0, asked.err
    assert found(reverie, "which check do we run before the release?")
    (held,) = reverie("review", "--json").json
    approved = reverie("review", "approve", held["id"])
    assert approved.code == 0, approved.err
    with Memory.open(workspace) as memory:
        assert memory.vault.marked("undreamed") == []
        assert memory.dream(retry=True).fragments == 0
        assert memory.verify() == []
    assert found(reverie, "which check do we run before the release?") == []


def test_a_part_of_a_run_can_be_taken_back_and_the_rest_of_its_session_stays(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observing, "BATCH", 2)
    session(home, DEPLOY, CHAT, "We keep the audit log of the crane service for 400 days, says the regulator.")
    reverie("observe", "--yes")
    first = [e["id"] for e in reverie("audit", "--actor", "observe", "--json").json if e["fragments"]][-1]

    assert reverie("undo", first).code == 0

    assert "ship-heron" not in str(found(reverie, "how do we deploy billing?"))
    assert found(reverie, "sad staging cluster")
