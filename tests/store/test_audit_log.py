"""audit.log shows the last ninety days, a digest each month before; thrown away, both come back the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import Memory
from reverie.domain import audit_digest
from reverie.domain.audit import CRITICAL, Action, Approval, AuditEntry
from reverie.domain.audit_digest import Told
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, Retire, put
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.apply import apply
from reverie.store.base import AuditFilter
from reverie.store.disk import LocalDisk
from reverie.store.layout import LOG as JOURNALED, MARKER
from tests.conftest import MONDAY, belief, fragment
from tests.journeys.test_cli import Reverie, reverie as reverie

LOG, ARCHIVE = "memory/meta/audit.log", "memory/meta/audit-archive.md"
NEW_YEAR = datetime(2026, 1, 3, 9, 0, tzinfo=UTC)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as memory:
        yield memory


def say(memory: Memory, body: str, at: datetime) -> str:
    told = fragment(body, day=-300, entry=body)
    memory.vault.append([told], [], at, "bot:auto-detect")
    return told.id


def believe(memory: Memory, slug: str, at: datetime, *, retire: bool = False) -> None:
    told = fragment(f"{slug} is so", day=-300, entry=slug)
    memory.vault.append([told], [], at, "bot:auto-detect")
    page = belief(f"{slug} is so", told, slug=slug)
    made = Proposal(id=f"p-{slug}", origin="person", actor="manual", because=f"told {slug}", changes=(put(page, None),))
    apply(made, memory.vault, at)
    if retire:
        gone = Proposal(
            id=f"p-no-{slug}", origin="person", actor="manual", because="no more", changes=(Retire(page.key, "old"),)
        )
        apply(gone, memory.vault, at)


def reflected(memory: Memory, action: Action, actor: str, approval: Approval) -> None:
    told = AuditEntry(seq=0, id=actor, at=NEW_YEAR, action=action, actor=actor, approval=approval, summary="thought")
    memory.vault.note(told)


def text(memory: Memory, path: str) -> str:
    memory.take_in()
    return (memory.root / path).read_text("utf-8")


def test_entries_older_than_ninety_days_leave_the_log_and_are_summed_up(memory: Memory):
    say(memory, "Old news", NEW_YEAR)
    say(memory, "Fresh news", NEW_YEAR + timedelta(days=91))

    shown = text(memory, LOG)
    assert "Old news" not in shown and "Fresh news" in shown
    assert "# Audit Digest — January 2026" in text(memory, ARCHIVE)
    assert len(memory.audit(AuditFilter(text="old news"))) == 1  # the log itself keeps everything


def test_a_digest_is_golden(memory: Memory):
    for n in range(5):
        believe(memory, f"thing-{n}", NEW_YEAR + timedelta(days=2), retire=n == 4)
    reflected(memory, "COMMIT", "reflection:r-1", "approved")
    reflected(memory, "REJECT", "reflection:r-2", "rejected")
    say(memory, "Fresh news", datetime(2026, 9, 1, tzinfo=UTC))

    assert text(memory, ARCHIVE).splitlines() == [
        MARKER,
        "# Audit Digest — January 2026",
        "## Summary",
        "- 11 total mutations across 6 files",
        "- 2 reflection sessions (1 approved, 0 partial, 1 rejected)",
        "- 0 critical file changes",
        "- 0 decay transitions, 1 archival event",
        "## Notable Events",
        "- 2026-01-05: First belief: thing-0",
        "- 2026-01-05: 5 new beliefs",
        "",
    ]


def test_a_sweep_and_critical_files_are_counted_and_told():
    day = NEW_YEAR.date()
    told = [
        Told(on=day, action="DECAY", actor="system:decay", approval="auto", paths=(), faded=34),
        Told(on=day, action="EDIT", actor="manual", approval="—", paths=("SOUL.md",)),
    ]
    lines = audit_digest.digest((2026, 1), told, [audit_digest.critical_change("SOUL.md", "manual", day)], CRITICAL)

    assert "- 1 critical file change" in lines
    assert "- 34 decay transitions, 0 archival events" in lines
    assert "- 2026-01-03: SOUL.md changed (manual)" in lines


def test_months_stay_apart_and_in_order(memory: Memory):
    for month in (1, 2, 3):
        say(memory, f"News of month {month}", datetime(2026, month, 10, tzinfo=UTC))
    say(memory, "Fresh news", datetime(2026, 9, 1, tzinfo=UTC))

    heads = [line for line in text(memory, ARCHIVE).splitlines() if line.startswith("# ")]
    assert heads == [f"# Audit Digest — {name} 2026" for name in ("January", "February", "March")]


def test_thrown_away_both_come_back_byte_by_byte(memory: Memory):
    for days in (0, 10, 40, 100, 150):
        believe(memory, f"thing-{days}", NEW_YEAR + timedelta(days=days))
        memory.take_in()
    before = text(memory, LOG), text(memory, ARCHIVE)
    memory.close()
    shutil.rmtree(memory.root / "memory" / "meta")
    (memory.root / ".reverie" / "state.db").unlink()

    with Memory.open(memory.root) as again:
        assert (text(again, LOG), text(again, ARCHIVE)) == before


def anew(memory: Memory, tmp_path: Path) -> tuple[str, str]:
    """What both files would be, made of the log alone."""
    shutil.copytree(memory.root, tmp_path / "copy")
    shutil.rmtree(tmp_path / "copy" / "memory" / "meta")
    for left in (tmp_path / "copy" / ".reverie").glob("state.db*"):
        left.unlink()
    with Memory.open(tmp_path / "copy") as copy:
        found = text(copy, LOG), text(copy, ARCHIVE)
    shutil.rmtree(tmp_path / "copy")
    return found


@pytest.mark.parametrize(
    "days", [(0, 1, 35, 95, 96, 126, 131), (0, 100, 250, 251), (0, 120, 60, 121), (0, 92, 120, 20)]
)
def test_day_by_day_both_are_what_the_log_makes_of_them(memory: Memory, tmp_path: Path, days: tuple[int, ...]):
    for n, day in enumerate(days):
        for k in range(2 + 4 * (n % 2)):
            believe(memory, f"thing-{n}-{k}", NEW_YEAR + timedelta(days=day, minutes=k), retire=not k)
        memory.take_in()
        if day > 90:
            assert (text(memory, LOG), text(memory, ARCHIVE)) == anew(memory, tmp_path), f"on day {day}"


class Reading(LocalDisk):
    """A disk that counts how often the log is read."""

    reads = 0

    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        self.reads += path == JOURNALED
        return super().read(path, offset, length)


def test_a_new_day_reads_no_entry_of_the_days_before(memory: Memory):
    say(memory, "The first news", NEW_YEAR)
    for n in range(40):
        say(memory, f"News {n}", NEW_YEAR + timedelta(days=91, minutes=n))
    memory.take_in()
    disk = memory.vault.disk = Reading(memory.root)

    say(memory, "News of the next day", NEW_YEAR + timedelta(days=92))
    memory.take_in()

    assert "News of the next day" in text(memory, LOG) and "News 39" in text(memory, LOG)
    assert disk.reads < 20


@pytest.mark.parametrize("damage", ["# Audit Digest — Nonsense\n", "", "nothing of ours\n"])
def test_an_archive_that_was_changed_or_lost_is_made_anew(memory: Memory, tmp_path: Path, damage: str):
    for day in (0, 40, 100, 135):
        believe(memory, f"thing-{day}", NEW_YEAR + timedelta(days=day))
        memory.take_in()
    if damage:
        (memory.root / ARCHIVE).write_text(f"{MARKER}\n{damage}", "utf-8")
    else:
        (memory.root / ARCHIVE).unlink()

    believe(memory, "later", NEW_YEAR + timedelta(days=136))

    assert (text(memory, LOG), text(memory, ARCHIVE)) == anew(memory, tmp_path)


def test_the_window_is_a_setting_and_zero_is_none(workspace: Path):
    with Memory.create(workspace) as memory:
        say(memory, "Old news", NEW_YEAR)
    (workspace / "reverie.toml").write_text("[watch]\ndays = 0\n", "utf-8")

    with Memory.open(workspace) as memory:
        say(memory, "Fresh news", NEW_YEAR + timedelta(days=200))
        assert "Old news" in text(memory, LOG)
        assert not (workspace / ARCHIVE).exists()


def test_an_archive_of_somebody_else_is_left_alone(memory: Memory):
    (memory.root / ARCHIVE).write_text("# Mine\n", "utf-8")
    say(memory, "Old news", NEW_YEAR)
    say(memory, "Fresh news", NEW_YEAR + timedelta(days=91))

    assert text(memory, ARCHIVE) == "# Mine\n"


def test_an_entry_that_a_wrong_clock_put_ahead_hides_nothing(memory: Memory):
    now = datetime.now(UTC)
    say(memory, "News of today", now)
    say(memory, "News of the far future", now + timedelta(days=400))

    assert "News of today" in text(memory, LOG)


def test_what_a_person_refused_and_what_was_replaced_are_counted_as_that(memory: Memory):
    # given three reflections in January: one replaced, one refused, one approved in part and then refused
    def wants(number: int, slug: str) -> Proposal:
        told = fragment(f"{slug} is so", day=-300, entry=slug)
        memory.vault.append([told], [], NEW_YEAR, "bot:auto-detect")
        return Proposal(
            id=f"p-{slug}", origin="reflect", actor=f"reflection:r-00{number}", because=f"reflection r-00{number}: x",
            changes=(put(belief(f"{slug} is so", told, slug=slug), None),), run=f"r-00{number}",
        )  # fmt: skip

    for number, slug in ((1, "a"), (2, "b"), (3, "c"), (3, "d")):
        memory.vault.hold(wants(number, slug), "held", NEW_YEAR, [], f"reflection:r-00{number}")
    memory.vault.hold(wants(1, "a"), None, NEW_YEAR, ["replaced by p-b"], "reflection:r-002")
    memory.vault.hold(wants(2, "b"), "rejected", NEW_YEAR, ["no"], "manual")
    apply(wants(3, "c"), memory.vault, NEW_YEAR, approved=True)
    memory.vault.hold(wants(3, "d"), "rejected", NEW_YEAR, ["no"], "manual")

    # when the month has left the log
    say(memory, "News of the summer", NEW_YEAR + timedelta(days=200))
    digest = text(memory, ARCHIVE)

    # then each is what it was, and nothing was put away
    assert "- 3 reflection sessions (0 approved, 1 partial, 1 rejected)" in digest
    assert "0 archival events" in digest
    assert memory.audit(AuditFilter(action="archive,decay")) == []


def test_why_something_was_forgotten_is_one_question(memory: Memory):
    done = memory.remember("I drink green tea.")
    memory.forget([done.page or Key("", "belief", "x")], why="no longer true")

    [entry] = memory.audit(AuditFilter(text="green tea", action="archive,decay"))
    assert entry.action == "ARCHIVE"


def test_an_action_that_there_is_not_is_named_and_not_searched_for(reverie: Reverie, memory: Memory):
    done = reverie("audit", "--action", "archive,vanish", "-w", str(memory.root))
    assert done.code == 2
    assert "there is no action VANISH; there are CREATE, EDIT" in done.err


def test_a_search_of_the_log_does_not_find_every_change_beside_which_the_summary_was_written_anew(workspace: Path):
    with Memory.create(workspace) as memory:
        for n, said in enumerate(("We use zustand for state.", "The office door is blue.", "Backups go to a cabinet.")):
            at = MONDAY + timedelta(days=n)
            entry = Entry(id=f"s{n}.1", at=at, role="user", text=f"Please remember: {said}")
            memory.flush(Transcript(source=f"s{n}", space="", trust="user", entries=(entry,)))
            memory.dream(now=at)
        assert "zustand" in (workspace / "memory/summary.md").read_text("utf-8")
        found = memory.audit(AuditFilter(text="zustand", actor="dream"))
        assert len(memory.audit(AuditFilter(file="memory/summary.md", actor="dream"))) > len(found) == 1
