"""Deleted for good, as a person does it: searched in every byte, read again, killed in the middle, held from agents."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings, strategies as st

from reverie import Memory
from reverie.domain.citation import anywhere
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, put
from reverie.errors import ProposalRejected, ReverieError, UndoRefused, VaultBusy
from reverie.loop.apply import apply
from reverie.store import layout
from reverie.store.archive import Archive
from reverie.store.base import MARKS, AuditFilter
from reverie.store.git import GitHistory
from tests.conftest import MONDAY, belief
from tests.journeys.test_observe_cli import home as home, reverie as reverie, session
from tests.journeys.test_recall_cli import Reverie
from tests.loop.test_observe import said

NAMES = ("Ana", "Bob", "Cleo", "Dan", "Eve")
THINGS = ("the heron deploy", "the orchid server", "the copper pipeline", "the walrus queue", "the maple cache")
FACTS = ("runs on port {n}", "is restarted with make walk-{n}", "belongs to team number {n}", "needs {n} gigabytes")


def every_byte(root: Path) -> Iterator[tuple[str, bytes]]:
    """Each file of a workspace, raw, and each object of its history, unpacked; and what they are called."""
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        yield name, name.encode()
        if path.is_file():
            yield name, path.read_bytes()
    yield "history", b"".join(GitHistory(root / layout.PRIVATE / "audit.git").unpacked())


def holding(root: Path, *words: str) -> list[str]:
    """Where any of the words stands, in whatever case, plain, inside JSON or in a name."""
    forms = {form for word in words for text in (word, word.lower()) for form in (text, json.dumps(text)[1:-1])}
    forms |= {"-".join(word.lower().split()) for word in words if len(word.split()) > 2}
    sought = [form.encode().lower() for form in forms]
    return sorted({name for name, data in every_byte(root) if any(form in data.lower() for form in sought)})


def fragments(memory: Memory) -> dict[str, Fragment]:
    return {f.id: f for mark in MARKS for f in memory.vault.marked(mark)}


def named(memory: Memory, words: str) -> list[Key]:
    return [Key(f.space, "fragment", f.id) for f in fragments(memory).values() if words in f.body]


def pages(memory: Memory) -> dict[str, bytes]:
    return {path: (memory.root / path).read_bytes() for path in memory.vault.state.versions()}


def lines(memory: Memory) -> dict[str, str]:
    """What the streams say line by line, but for the chain."""
    found = {}
    for path, _, _ in memory.vault.state.streams():
        for line in (memory.root / path).read_text("utf-8").splitlines():
            data = json.loads(line)
            data.pop("prev", None)
            found[data["id"]] = json.dumps(data)
    return found


statements = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(THINGS), st.sampled_from(FACTS), st.integers(1000, 9999)),
    min_size=3, max_size=7, unique_by=lambda each: each[3],
)  # fmt: skip


@settings(max_examples=6, phases=(Phase.explicit, Phase.generate))  # an example takes a second; shrinking is by hand
@given(statements, st.data())
def test_no_byte_of_what_is_deleted_is_left_and_the_rest_is_as_it_was(
    told: list[tuple[str, str, str, int]], data
) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(Memory.create(Path(folder) / "w")) as memory:
        # given things said by command and in a session, archived, digested, dreamed, recalled and told
        texts = [f"{name} says that {thing} {fact.format(n=n)}" for name, thing, fact, n in told]
        half = len(texts) // 2
        for text in texts[:half]:
            memory.remember(text)
        memory.flush(said(*(f"user: From now on remember: {text}." for text in texts[half:]), "agent: Noted."))
        memory.dream()
        memory.recall(texts[0])
        memory.inject(texts[-1], session="codex:s1")
        known = fragments(memory)
        chosen = data.draw(st.lists(st.sampled_from(sorted(known)), min_size=1, max_size=3, unique=True))
        keys = [Key(known[id_].space, "fragment", id_) for id_ in chosen]
        reached = {f.id for f in memory.would_purge(keys).fragments}
        before, said_before = pages(memory), lines(memory)

        # when some of it is deleted for good
        applied = memory.purge(keys)

        # then no byte of it is anywhere, and what does not rest on it is as it was
        gone = [known[id_] for id_ in chosen]
        kept = " ".join(f"{f.body} {f.quote}" for f in known.values() if f.id not in reached)
        words = [text for f in gone for text in (f.body, f.quote, f.id) if text not in kept]
        assert holding(memory.root, *words) == []
        after = pages(memory)
        for path, raw in before.items():
            cited = {c.id for c in anywhere(raw.decode())}
            if cited and not cited & reached and not path.startswith(("memory/sessions/", "MEMORY.md")):
                assert after[path] == raw
        assert lines(memory) == {id_: line for id_, line in said_before.items() if id_ not in reached}
        assert memory.verify() == []
        assert applied.entry
        found = memory.certificate(applied.entry.id)
        assert found
        assert found.ok


def test_a_host_s_transcript_read_again_does_not_bring_it_back(workspace: Path) -> None:
    talk = said(
        "user: Remember that the launch codes are kept in the drawer with the copper lock.",
        "agent: Noted: the launch codes are kept in the drawer with the copper lock.",
        "user: We decided to deploy on Thursdays only.",
    )
    with closing(Memory.create(workspace)) as memory:
        memory.flush(talk)
        assert holding(workspace, "copper lock")
        memory.purge(named(memory, "copper lock"))
        assert holding(workspace, "copper lock") == []
        left = fragments(memory)
        assert any("Thursdays" in f.body for f in left.values())

        for again in ("at once", "as if it had never been read"):
            if again != "at once":
                (workspace / layout.PRIVATE / "jobs.db").unlink(missing_ok=True)
                stream = next((workspace / "memory/streams").glob("*.jsonl"))
                stream.write_text("".join(x for x in stream.read_text().splitlines(True) if '"watermark"' not in x))
            memory.flush(talk)
            assert holding(workspace, "copper lock") == []
            assert fragments(memory) == left


def test_a_session_copied_under_another_name_does_not_bring_it_back(workspace: Path) -> None:
    talk = said(
        "user: Remember that the launch codes are kept behind the copper clock.",
        "user: We decided to deploy the orchid server on Thursdays only.",
    )
    fork = replace(talk, source="codex:fork", entries=tuple(replace(e, id=f"f{e.id}") for e in talk.entries))
    with closing(Memory.create(workspace)) as memory:
        memory.flush(talk)
        memory.purge(named(memory, "copper clock"))
        memory.flush(fork)
        assert holding(workspace, "copper clock") == []
        digests = [page.text for key, page in memory.vault.pages(memory.vault.keys()).items() if key.kind == "digest"]
        assert any("session: codex:fork" in text and "Thursdays" in text for text in digests)


def test_everything_derived_from_a_session_goes_and_never_comes_back(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    path = session(home, "Remember that the orchid server restarts with make bloom.", "We use tabs in lantern, always.")
    reverie("observe", "--yes")
    reverie("remember", "Ana likes rum with lemon")
    assert holding(workspace, "make bloom")

    done = reverie("forget", "--source", "11111111", "--hard", "--yes")

    assert done.code == 0
    assert f"the host's own transcript {path}" in done.out
    assert holding(workspace, "make bloom", "tabs in lantern") == []
    session(home, "Remember that the orchid server restarts with make bloom.")
    reverie("observe", "--yes", "--all")
    assert holding(workspace, "make bloom", "tabs in lantern") == []
    assert "rum with lemon" in reverie("recall", "what does Ana like?").out
    assert reverie("audit", "--verify").code == 0


def test_what_a_deleted_session_says_later_is_not_read_and_what_is_said_elsewhere_is(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    session(home, "Remember that the orchid server restarts with make bloom.")
    reverie("observe", "--yes")
    reverie("forget", "--source", "11111111", "--hard", "--yes")

    session(home, "Remember that the walrus queue is drained with make tide.")
    session(home, "Remember that the maple cache is warmed by make syrup.", name="22222222-2222-4333-8444-555555555555")
    reverie("observe", "--yes", "--all")

    assert holding(workspace, "make bloom", "make tide") == []
    assert "make syrup" in reverie("recall", "how is the maple cache warmed?").out


def test_what_a_session_says_after_some_of_it_was_deleted_is_new(reverie: Reverie, home: Path, workspace: Path) -> None:
    session(home, "Remember that the orchid server restarts with make bloom.")
    reverie("observe", "--yes")
    reverie("forget", "orchid server", "--hard", "--yes")

    session(home, "Remember that the walrus queue is drained with make tide.")
    reverie("observe", "--yes", "--all")

    assert holding(workspace, "make bloom") == []
    assert "make tide" in reverie("recall", "how is the walrus queue drained?").out


def test_a_session_can_be_forgotten_softly_and_brought_back(reverie: Reverie, home: Path) -> None:
    session(home, "Remember that the orchid server restarts with make bloom.")
    reverie("observe", "--yes")
    done = reverie("forget", "--source", "claude-code:11111111", "--yes", "--json")
    assert done.code == 0
    assert "bloom" not in reverie("recall", "how does the orchid server restart?").out
    reverie("undo", done.json["change"])
    assert "bloom" in reverie("recall", "how does the orchid server restart?").out


def test_nothing_is_deleted_before_a_person_has_seen_it_and_agreed(reverie: Reverie, workspace: Path) -> None:
    reverie("remember", "Ana keeps the launch codes in drawer seven")
    shown = reverie("forget", "launch codes", "--hard")
    assert shown.code == 1
    assert "Ana keeps the launch codes in drawer seven" in shown.err
    assert "nothing was deleted; run it again with --yes" in shown.err
    assert holding(workspace, "drawer seven")


def test_a_word_must_be_typed(reverie: Reverie, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reverie("remember", "Ana keeps the launch codes in drawer seven")
    monkeypatch.setattr("reverie.surfaces.cli.forget.interactive", lambda: True)
    for typed, code in (("y", 1), ("", 1), ("delete", 0)):
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda *_, typed=typed: typed)
        assert reverie("forget", "launch codes", "--hard").code == code
    assert holding(workspace, "drawer seven") == []


def test_what_an_agent_wants_deleted_waits_for_a_person(
    reverie: Reverie, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reverie("remember", "Ana keeps the launch codes in drawer seven")
    with monkeypatch.context() as agents:
        agents.setenv("CLAUDECODE", "1")
        held = reverie("forget", "launch codes", "--hard", "--yes", "--json").json["held"]
        assert held
        assert reverie("review", "approve", held, "--yes").code == 1
    assert holding(workspace, "drawer seven")
    shown = reverie("review", "show", held).out
    assert "delete for good: 1 fragment" in shown
    assert "Ana keeps the launch codes in drawer seven" in shown
    assert reverie("review", "approve", held).code == 1
    assert reverie("review", "approve", held, "--yes").code == 0
    assert holding(workspace, "drawer seven") == []


def test_the_trail_tells_that_something_was_deleted_and_not_what(reverie: Reverie, workspace: Path) -> None:
    reverie("remember", "Ana keeps the launch codes in drawer seven")
    reverie("forget", "launch codes", "--yes", "--why", "launch codes are nobody's business")
    with closing(Memory.open(workspace)) as memory:
        change = memory.purge(named(memory, "launch codes")).entry
        assert change
        assert [e.id for e in memory.audit(AuditFilter(action="DELETE"))] == [change.id]
        for name in {e.id for e in memory.audit(AuditFilter())} - {"p-init"}:
            with pytest.raises(ReverieError):
                memory.undo(name) if name == change.id else memory.restore(name)
        with pytest.raises(UndoRefused, match="deleted for good; that is never taken back"):
            memory.undo(change.id)
    assert "launch" not in reverie("audit").out
    assert holding(workspace, "launch codes") == []


def test_what_stands_in_files_of_the_person_s_is_told_and_left(reverie: Reverie, workspace: Path) -> None:
    mine = workspace / "todo.txt"
    mine.write_text("Remind me: Ana keeps the launch codes in drawer seven\n")
    (workspace / "SOUL.md").write_text("# Soul\nAna keeps the launch codes in drawer seven\n")
    (workspace / ".git").mkdir()
    reverie("remember", "Ana keeps the launch codes in drawer seven")
    done = reverie("forget", "launch codes", "--hard", "--yes")
    assert "it still stands in todo.txt" in done.out
    assert "it still stands in SOUL.md" in done.out
    assert f"your own git repository in {workspace}" in done.out
    assert reverie("audit", "--verify").code == 0


def test_what_a_person_wrote_by_hand_into_memory_goes_too(workspace: Path) -> None:
    Memory.create(workspace).close()
    core = workspace / "MEMORY.md"
    core.write_text(core.read_text().replace("## Persona\n", "## Persona\n- Whispers about the copper lock.\n"))
    with closing(Memory.open(workspace)) as memory:
        memory.remember("Bob likes rum with lemon")
        memory.purge(named(memory, "copper lock"))
        assert holding(workspace, "copper lock") == []
        assert memory.verify() == []


def test_a_purge_another_process_is_in_the_way_of_is_finished_by_the_next_command(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.remember("Ana keeps the launch codes in drawer seven")
        memory.index.refresh()
        with closing(sqlite3.connect(workspace / layout.PRIVATE / "index.db")) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM passage").fetchone()
            memory.purge(named(memory, "launch codes"))
            assert memory.vault.unpurged
            memory.remember("Bob likes rum with lemon")  # which nobody needs to wait for
            with pytest.raises(VaultBusy):
                memory.inject("where are the launch codes?")
    with closing(Memory.open(workspace)) as memory:
        assert not memory.vault.unfinished_purge()
        assert holding(workspace, "drawer seven") == []
        assert memory.verify() == []


def test_a_person_may_say_it_anew(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.remember("Ana keeps the launch codes in drawer seven")
        memory.purge(named(memory, "launch codes"))
        memory.remember("Ana keeps the launch codes in drawer seven")
        assert memory.recall("where are the launch codes?").hits


def test_an_agent_may_not_say_it_anew_the_same_day(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.remember("Ana keeps the launch codes in drawer seven")
        memory.purge(named(memory, "launch codes"))
    agent = Memory.open(workspace, agent="codex", source="mcp")
    with closing(agent), pytest.raises(ReverieError, match="deleted for good today"):
        agent.remember("Ana keeps the launch codes in drawer seven")
    assert holding(workspace, "drawer seven") == []


def test_what_was_dreamed_while_it_was_deleted_is_not_kept_even_as_refused(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        (said_,) = [memory.remember("Ana keeps the launch codes in drawer seven").fragment]
        late = Proposal(
            id="p-late", origin="dream", actor="dream:d-1", because="noticed the launch codes in drawer seven",
            changes=(put(belief(said_.body, said_, slug="codes"), None),), considered=(said_.id,),
        )  # fmt: skip
        memory.purge(named(memory, "launch codes"))
        with pytest.raises(ProposalRejected, match="rests on what was deleted for good"):
            apply(late, memory.vault, MONDAY)
        assert holding(workspace, "drawer seven") == []


def test_a_turn_of_a_session_can_be_deleted_and_takes_what_was_made_of_it(workspace: Path) -> None:
    talk = said("user: Remember that the spare key hangs behind the copper kettle.", "user: What time is it in Lima?")
    with closing(Memory.create(workspace)) as memory:
        memory.flush(talk)
        turn = Key("", "turn", "codex:s1#e0")
        assert memory.archive.turns([turn])
        memory.purge([turn])
        assert memory.archive.turns([turn]) == {}
        assert holding(workspace, "copper kettle") == []
        memory.purge([Key("", "turn", "codex:s1#e1")])
        assert holding(workspace, "time is it in Lima") == []


def test_nothing_is_known_any_more_of_its_use(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        page = memory.remember("Ana keeps the launch codes in drawer seven").page
        assert page
        memory.recall("where are the launch codes?")
        memory.inject("where are the launch codes?", session="codex:s9")
        memory.why(str(page))
        assert memory.told_of(page)
        assert holding(workspace / layout.PRIVATE, page.slug)
        memory.purge([page])
        assert memory.told_of(page) == []
        assert page not in memory.usage.all()
        assert holding(workspace, page.slug) == []


def test_what_waits_in_the_inbox_is_rid_of_it_too(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.remember("Ana keeps the launch codes in drawer seven")
        inbox = workspace / "memory/meta/pending-memories.md"
        inbox.write_text("# Pending\n- Ana keeps the launch codes in drawer seven\n- Bob likes rum\n")
        memory.purge(named(memory, "launch codes"))
        assert inbox.read_text() == "# Pending\n- Bob likes rum\n"


def test_a_line_of_core_memory_is_deleted_by_its_words(reverie: Reverie, workspace: Path) -> None:
    core = workspace / "MEMORY.md"
    core.write_text(core.read_text().replace("## Persona\n", "## Persona\n- Hums the walrus polka at noon.\n"))
    reverie("remember", "I am allergic to cashew nuts and to bees")
    assert "cashew" in core.read_text()
    assert reverie("forget", "walrus polka", "--hard", "--yes").code == 0
    assert reverie("forget", "allergic to cashew nuts", "--hard", "--yes").code == 0
    assert holding(workspace, "walrus polka", "cashew") == []
    assert reverie("audit", "--verify").code == 0


def test_a_memory_that_was_open_meanwhile_goes_on(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as one, closing(Memory.open(workspace)) as other:
        one.remember("Ana keeps the launch codes in drawer seven")
        other.remember("Bob likes rum with lemon")
        assert other.recall("where are the launch codes?").hits
        one.purge(named(one, "launch codes"))
        assert other.recall("where are the launch codes?").hits == ()
        assert other.remember("Cleo likes tea with milk").page
        assert [hit.text for hit in one.recall("what does Cleo like?").hits] == ["Cleo likes tea with milk"]
        assert [hit.text for hit in other.recall("what does Bob like?").hits] == ["Bob likes rum with lemon"]
        assert other.verify() == []


PURGER = """
import sys
from reverie import Memory
from reverie.domain.page import Key
root, id_ = sys.argv[1:]
memory = Memory.open(root)
print("start", flush=True)
memory.purge([Key("", "fragment", id_)])
print("done", flush=True)
"""


@pytest.mark.disk
def test_a_purge_that_was_killed_is_finished_by_whoever_opens_the_vault(tmp_path: Path) -> None:
    root, chance = tmp_path / "w", random.Random(11)
    with closing(Memory.create(root)) as memory:
        for n in range(6):
            memory.remember(f"Locker {n}x holds the violet parcel of tenant number {n}{n}{n}")
    begun = 0
    for n in range(6):
        with closing(Memory.open(root)) as memory:
            (key,) = named(memory, f"Locker {n}x")
        with subprocess.Popen([sys.executable, "-c", PURGER, str(root), key.slug], stdout=subprocess.PIPE) as purger:
            assert purger.stdout
            purger.stdout.readline()
            while not (root / layout.INTENT).exists() and purger.poll() is None and n:
                time.sleep(0.001)
            time.sleep(chance.uniform(0.0, 0.02))
            purger.kill()
        assert purger.returncode in (0, -signal.SIGKILL)
        intent = (root / layout.INTENT).exists()
        with closing(Memory.open(root)) as memory:
            assert not (root / layout.INTENT).exists()
            gone = not named(memory, f"Locker {n}x")
            begun += intent
            assert gone or not intent
            assert (holding(root, f"Locker {n}x holds the violet", key.slug) == []) == gone
            assert memory.verify() == []
            assert len(named(memory, "violet parcel")) >= 5 - n
    assert begun >= 1


def test_the_commands_say_how_they_are_used(reverie: Reverie) -> None:
    assert reverie("forget").code == 2
    assert reverie("forget", "x", "--source", "y").code == 2
    assert "nothing is known of a session 'zz'" in reverie("forget", "--source", "zz").err


def test_what_a_repair_put_aside_goes_with_a_purge(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.remember("Locker 9x holds the violet parcel")
        aside = workspace / layout.PRIVATE / "aside"
        aside.mkdir()
        (aside / "001-index.db").write_bytes(b"torn: Locker 9x holds the violet parcel")
        memory.purge(named(memory, "Locker 9x"))
        assert list(aside.iterdir()) == []
        assert holding(workspace, "Locker 9x holds the violet") == []


def test_a_reflection_that_waits_tells_nothing_of_what_was_purged(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.remember("Billing uses PostgreSQL 16")
        memory.remember("I keep my violet parcel in locker 9x near Lisbon")
        memory.reflect()
        memory.purge(named(memory, "violet parcel"))
        assert holding(workspace, "violet parcel in locker 9x") == []
        assert "PostgreSQL 16" in (workspace / "memory/meta/pending-reflection.md").read_text()
        assert memory.verify() == []


# What others repeated

LOCKER = (
    "user: Please remember that my gym locker number is 20313.",
    "agent: Corrected: 20313. I also put 20313 into the form.",
    "tool: settings.json:3: locker 20-313",
    "user: We decided to deploy on Thursdays only.",
    "agent: Thursdays it is; there are 42 files to change.",
)


def turns(memory: Memory, session: str = "codex:s1") -> list[str]:
    return [turn.text for turn in memory.archive.session("", session)]


def test_a_number_that_agents_and_tools_repeat_goes_with_the_statement(workspace: Path) -> None:
    talk = said(*LOCKER)
    fork = replace(talk, source="codex:fork", entries=tuple(replace(e, id=f"f{e.id}") for e in talk.entries))
    with closing(Memory.create(workspace)) as memory:
        memory.flush(talk)
        memory.dream()
        outline = memory.would_purge(named(memory, "locker"))
        assert (outline.turns, outline.echoes) == (1, 2)
        applied = memory.purge(named(memory, "locker"))
        assert holding(workspace, "20313", "20-313") == []
        left = [
            "Corrected: [deleted for good]. I also put [deleted for good] into the form.",
            "settings.json:3: locker [deleted for good]",
            "We decided to deploy on Thursdays only.",
            "Thursdays it is; there are 42 files to change.",
        ]
        assert turns(memory) == left
        assert applied.entry
        assert "2 turns that repeated it" in applied.entry.summary
        found = memory.certificate(applied.entry.id)
        assert found
        assert (found.ok, found.searched["values"], found.standing) == (True, 1, {})
        assert memory.verify() == []

        # read again as if it had never been, or under another name, it does not come back
        (workspace / layout.PRIVATE / "jobs.db").unlink(missing_ok=True)
        stream = next((workspace / "memory/streams").glob("*.jsonl"))
        stream.write_text("".join(x for x in stream.read_text().splitlines(True) if '"watermark"' not in x))
        memory.archive.drop("", "codex:s1")
        memory.flush(talk)
        memory.flush(fork)
        memory.dream()
        assert holding(workspace, "20313", "20-313") == []
        assert "We decided to deploy on Thursdays only." in turns(memory, "codex:s1")


def test_an_account_number_goes_however_it_was_grouped_in_whichever_session(workspace: Path) -> None:
    later = said("user: Pay the rent please.", "agent: Paid from DE44500105175407324931.")
    with closing(Memory.create(workspace)) as memory:
        memory.flush(said("user: Remember that my account number is DE44 5001 0517 5407 3249 31."))
        memory.flush(replace(later, source="codex:s2"))
        memory.purge(named(memory, "account number"))
        assert holding(workspace, "DE44500105175407324931", "5001 0517") == []
        assert turns(memory, "codex:s2") == ["Pay the rent please.", "Paid from [deleted for good]."]


def test_a_common_word_tears_no_hole_and_the_certificate_says_where_it_still_stands(
    reverie: Reverie, workspace: Path
) -> None:
    with closing(Memory.open(workspace)) as memory:
        memory.flush(said("user: Remember that my sister's city is Berlin.", "agent: Noted, your sister is in Berlin."))
        other = said("user: Remember that the office of Acme is in Berlin.", "agent: The Berlin office opens at nine.")
        memory.flush(replace(other, source="codex:s2"))
    done = reverie("forget", "sister's city", "--hard", "--yes")
    assert done.code == 0
    assert "Said by others too, and left there: “Berlin” in 4 places" in done.err
    assert "said by others too, where it still stands: “Berlin” in 4 places" in done.out
    with closing(Memory.open(workspace)) as memory:
        assert turns(memory) == ["Noted, your sister is in [deleted for good]."]
        assert turns(memory, "codex:s2")[1] == "The Berlin office opens at nine."
        assert memory.recall("where is the office of Acme?").hits
    assert "Berlin" not in "".join(f.read_text() for f in (workspace / layout.PRIVATE / "certificates").iterdir())


def test_what_is_asked_for_in_a_session_takes_what_was_repeated_there(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    path = session(home, "Remember that my gym locker number is 20313.", "I am done with 20313, thanks.")
    answer = json.loads(path.read_text().splitlines()[0]) | {
        "type": "assistant", "uuid": "a1", "parentUuid": "u1",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "Done, 20313 is in the form."}]},
    }  # fmt: skip
    path.write_text(path.read_text() + json.dumps(answer) + "\n")
    session(home, "Permanently delete what I told you about my gym locker number.")
    reverie("observe", "--yes")
    reverie("dream")
    (held,) = [each["id"] for each in reverie("review", "list", "--json").json]
    assert "Repeated in 2 more turns, which stay without it." in reverie("review", "show", held).out
    done = reverie("review", "approve", held, "--yes")
    assert (done.code, "and 1 value: nothing of it is left" in done.out) == (0, True)
    assert holding(workspace, "20313") == []
    reverie("observe", "--yes", "--all")
    assert holding(workspace, "20313") == []
    assert reverie("audit", "--verify").code == 0


def test_a_purge_stopped_before_the_turns_that_repeat_it_is_finished_by_the_next_command(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Memory.create(workspace)) as memory:
        memory.flush(said(*LOCKER))
        with monkeypatch.context() as stopped:
            stopped.setattr(Archive, "restate", lambda *_: (_ for _ in ()).throw(VaultBusy("stopped")))
            memory.purge(named(memory, "locker"))
        assert memory.vault.unpurged
        assert ".reverie/archive/turns.db" in holding(workspace, "20313")
    with closing(Memory.open(workspace)) as memory:
        assert not memory.vault.unfinished_purge()
        assert holding(workspace, "20313", "20-313") == []
        assert memory.verify() == []


@pytest.mark.parametrize("by", [("quokka",), ("--source", "claude-code:11111111-2222-4333-8444-555555555555")])
@pytest.mark.parametrize("asked", ["by command", "in a session"])
@pytest.mark.parametrize("dreamed", [False, True])
def test_what_was_forgotten_before_is_still_deleted_with_the_words_it_was_asked_by(
    reverie: Reverie, workspace: Path, home: Path, by: tuple[str, ...], dreamed: bool, asked: str
) -> None:
    session(home, "We decided to use Quokka because Wombat is slow.", "We decided to keep the old logo.")
    reverie("observe", "--yes")
    if dreamed:
        reverie("dream")
    if asked == "by command":
        assert reverie("forget", "Quokka", "--yes").code == 0
        assert "asked to forget 'Quokka'" in (workspace / layout.LOG).read_text()
    else:
        session(home, "Forget what I said about the Quokka.", name="99999999-2222-4333-8444-555555555555")
        reverie("observe", "--yes")
        (held,) = reverie("review", "--json").json
        assert reverie("review", "approve", held["id"], "--yes").code == 0
        assert "about the Quokka." in (workspace / layout.LOG).read_text()

    assert reverie("forget", *by, "--hard", "--yes").code == 0

    assert holding(workspace, "Quokka") == []
    assert reverie("audit", "--verify").code == 0
    assert bool(holding(workspace, "the old logo")) is (len(by) == 1)


def test_what_stands_only_in_the_archive_is_shown_deleted_and_not_read_again(
    reverie: Reverie, workspace: Path, home: Path
) -> None:
    path = session(home, "hello there", "is the zanzibar cluster back?", "hm, the concatenation is fine")
    reverie("observe", "--yes")
    softly = reverie("forget", "zanzibar", "--yes")
    assert (softly.code, "only turns of sessions say that" in softly.err) == (1, True)

    gone = reverie("forget", "zanzibar", "--hard", "--yes")
    nothing = reverie("forget", "cat", "--hard", "--yes")

    assert (gone.code, "user: is the zanzibar cluster back?" in gone.err) == (0, True)
    assert (nothing.code, "nothing to forget" in nothing.err) == (1, True)
    assert holding(workspace, "zanzibar") == []
    session(home, "good night", name=path.stem)
    reverie("observe", "--yes", "--all")
    assert holding(workspace, "zanzibar") == []


def test_turns_that_have_the_words_of_what_was_deleted_are_told_and_go_when_asked_again(
    reverie: Reverie, workspace: Path, home: Path
) -> None:
    session(home, "We decided to use Quokka because Wombat is slow.")
    session(home, "what does quokka need?", "ok", name="99999999-2222-4333-8444-555555555555")
    reverie("observe", "--yes")

    once, again = (reverie("forget", "quokka", "--hard", "--yes") for _ in range(2))

    assert (once.code, "1 turn of sessions still has these words; the same command again" in once.out) == (0, True)
    assert (again.code, "what does quokka need?" in again.err, "these words" in again.out) == (0, True, False)
    assert holding(workspace, "Quokka") == []
