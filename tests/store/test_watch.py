"""People's edits: welcome, noticed, recorded, and never in the way of the next command."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from reverie.domain.page import Key
from reverie.errors import ReverieError, VaultCorrupt
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from reverie.store.layout import MARKER

TOKEN = "ghp" + "_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5"  # put together here; no credential of anybody
TEA = Key("", "belief", "ana-likes-tea")
TOPIC = "memory/topics/ana-likes-tea.md"


@pytest.fixture
def root(workspace: Path) -> Path:
    """A workspace that holds one belief."""
    with Memory.create(workspace) as memory:
        memory.remember("Ana likes tea.")
    return workspace


def look(root: Path) -> Memory:
    """What the next process sees."""
    memory = Memory.open(root)
    memory.take_in()
    return memory


def write(root: Path, path: str, text: str) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def edit(root: Path, path: str, old: str, new: str) -> Path:
    return write(root, path, (root / path).read_text("utf-8").replace(old, new))


def found(memory: Memory, question: str) -> list[str]:
    return [str(hit.key) for hit in memory.recall(question).hits]


def newest(memory: Memory):
    return memory.audit(AuditFilter(limit=1))[0]


def history(root: Path, *args: str) -> str:
    git = ["git", f"--git-dir={root / '.reverie/audit.git'}", *args]
    return subprocess.run(git, capture_output=True, check=True).stdout.decode("utf-8", "replace")


def _line(body: str, id_: str = "019f1ce8-1680-7521-a174-7ec81ee9f5a3") -> str:
    return (
        f'{{"type":"fragment","id":"{id_}","ts":"2026-07-01T09:00:00.000Z",'
        f'"source":"s","entry":"e","topic":"walrus","body":{body}}}\n'
    )


# Changes


def test_a_changed_file_is_recorded_as_one_edit_by_hand(root):
    edit(root, TOPIC, "Ana likes tea.\n", "Ana likes green tea.\n")

    with look(root) as memory:
        entry = newest(memory)
        assert (entry.action, entry.actor, entry.approval) == ("EDIT", "manual", "—")
        assert [(f.action, f.path) for f in entry.files] == [("EDIT", TOPIC)]
        assert found(memory, "green tea") == ["belief/ana-likes-tea"]
        assert memory.verify() == []


def test_an_edit_is_in_the_history(root):
    edit(root, TOPIC, "Ana likes tea.\n", "Ana likes green tea.\n")

    with look(root):
        assert "Ana likes green tea." in history(root, "show", f"HEAD:{TOPIC}")
        assert history(root, "log", "-1", "--format=%s").startswith(f"[EDIT] {TOPIC} — changed by hand")


def test_several_edits_are_one_entry(root):
    edit(root, TOPIC, "Ana likes tea.\n", "Ana likes green tea.\n")
    write(root, "memory/notes/plan.md", "The plan is to sail to Reykjavik.\n")
    before = _changes(root)

    with look(root) as memory:
        assert memory.status()["changes"] == before + 2, "one quotes the new words, one records the files"
        assert {f.path for f in newest(memory).files} == {TOPIC, "memory/notes/plan.md"}


def _changes(root: Path) -> int:
    return len((root / ".reverie/audit.jsonl").read_text("utf-8").splitlines())


def test_a_new_file_is_a_page(root):
    write(root, "memory/notes/plan.md", "# Plan\n\nSail to Reykjavik.\n")

    with look(root) as memory:
        assert found(memory, "Reykjavik") == ["note/notes/plan.md"]
        assert newest(memory).files[0].action == "CREATE"


def test_an_uncited_line_that_a_person_added_is_quoted_as_its_own_evidence(root):
    edit(root, "MEMORY.md", "## Persona\n", "## Persona\n- Prefers short answers\n")

    with look(root) as memory:
        proof = memory.why("core/persona")
        assert [(f.quote, f.trust, f.actor) for f in proof.active] == [("- Prefers short answers", "agent", "manual")]


def test_a_deleted_file_leaves_recall_and_can_be_undone(root):
    text = (root / TOPIC).read_bytes()
    (root / TOPIC).unlink()

    with look(root) as memory:
        entry = newest(memory)
        assert [(f.action, f.path) for f in entry.files] == [("DELETE", TOPIC)]
        assert TEA not in memory.vault.keys("")
        memory.undo(entry.id)
        assert (root / TOPIC).read_bytes() == text
        assert found(memory, "tea") == ["belief/ana-likes-tea"]


def test_a_renamed_file_is_one_entry_and_is_found_under_its_new_name(root):
    (root / TOPIC).rename(root / "memory/topics/drinks.md")
    before = _changes(root)

    with look(root) as memory:
        assert memory.status()["changes"] == before + 1
        assert found(memory, "tea") == ["belief/drinks"]
        assert history(root, "ls-tree", "-r", "--name-only", "HEAD").count("topics/") == 1


def _without_citations(root: Path) -> None:
    lines = (root / TOPIC).read_text("utf-8").splitlines(keepends=True)
    write(root, TOPIC, "".join(line for line in lines if not line.startswith(("- streams/", "fragments:"))))


def test_a_citation_that_an_edit_dropped_is_superseded_not_lost(root):
    _without_citations(root)

    with look(root) as memory:
        page = memory.vault.pages([TEA])[TEA]
        assert len(page.evidence.superseded) == 1
        assert page.strength == "uncited"


def test_a_citation_that_an_edit_dropped_is_written_down_by_the_next_change(root):
    _without_citations(root)

    with look(root) as memory:
        memory.pin(TEA.handle)
        assert len(memory.vault.pages([TEA])[TEA].cited) == 1
        assert "superseded:\n- streams/" in (root / TOPIC).read_text("utf-8")


def test_an_edit_of_the_same_size_with_its_old_time_is_noticed(root):
    stat = (root / TOPIC).stat()
    edit(root, TOPIC, "Ana likes tea.\n", "Ana hates tea.\n")
    os.utime(root / TOPIC, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert (root / TOPIC).stat().st_size == stat.st_size

    with look(root) as memory:
        assert found(memory, "hates") == ["belief/ana-likes-tea"]


def test_touching_a_file_is_no_edit(root):
    before = _changes(root)
    os.utime(root / TOPIC, ns=(time.time_ns(), time.time_ns() + 10**9))

    with look(root) as memory:
        assert memory.status()["changes"] == before
        assert memory.warnings == []


def test_writing_the_same_bytes_again_is_no_edit(root):
    before = _changes(root)
    text = (root / TOPIC).read_bytes()
    (root / TOPIC).unlink()
    (root / TOPIC).write_bytes(text)

    with look(root) as memory:
        assert memory.status()["changes"] == before


# Credentials


def leaks(root: Path) -> list[str]:
    """The places of ours that hold the token."""
    secret = TOKEN.encode()
    places = [p for p in (root / ".reverie").rglob("*") if p.is_file() and secret in p.read_bytes()]
    objects = history(root, "cat-file", "--batch-all-objects", "--batch")
    rendered = [p for p in (root / "memory/meta", root / "memory/episodes") for p in p.rglob("*") if p.is_file()]
    return [
        *(str(p.relative_to(root)) for p in places),
        *(["audit.git"] if TOKEN in objects else []),
        *(str(p) for p in rendered if secret in p.read_bytes()),
    ]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (TOPIC, None),
        ("MEMORY.md", "## Identity\n- Ana\n## Mine\n{line}\n"),
        ("memory/notes/plan.md", "# Plan\n\n{line}\n"),
        ("USER.md", "# User\n\n{line}\n"),
        ("memory/graph/entities/person--ana.md", "# person--ana\n<!-- {line} -->\n"),
    ],
)
def test_a_credential_somebody_wrote_is_kept_nowhere_of_ours(root, path, text):
    before = _changes(root)
    line = f"the walrus token is {TOKEN}"
    text = text.format(line=line) if text else (root / path).read_text("utf-8").replace("Ana likes tea.\n", f"{line}\n")
    write(root, path, text)

    with look(root) as memory:
        assert leaks(root) == []
        assert memory.status()["changes"] == before
        assert found(memory, "walrus") == []
        row = text[: text.index(TOKEN)].count("\n") + 1
        assert [str(p) for p in memory.warnings] == [
            f"{path}:{row}: holds a credential (github-token): not recorded, not searchable; remove it"
        ]
        findings, _ = memory.doctor()
        assert (findings[0].level, f"{path}:{row}: holds a credential (github-token)" in findings[0].what) == (
            "problem",
            True,
        )


def test_a_credential_in_a_file_that_no_longer_holds_a_page_is_kept_nowhere_of_ours(root):
    write(root, "MEMORY.md", f"# Core Memory\n## Mine\n<!-- {TOKEN} -->\n")

    with look(root):
        assert leaks(root) == []


def test_a_credential_in_a_stream_somebody_else_wrote_is_kept_nowhere_of_ours(root):
    write(root, "memory/streams/2026-07-01.jsonl", _line(f'"the walrus token is {TOKEN}"'))

    with look(root) as memory:
        assert found(memory, "walrus") == []
        assert leaks(root) == []


def test_a_credential_is_told_once_and_the_file_is_taken_in_when_it_is_gone(root):
    write(root, "memory/notes/plan.md", f"Sail to Reykjavik with {TOKEN}\n")
    look(root).close()

    with look(root) as memory:
        assert memory.warnings == []
        assert "holds a credential" in memory.status()["problems"][0]

    write(root, "memory/notes/plan.md", "Sail to Reykjavik with care\n")
    with look(root) as memory:
        assert memory.status()["problems"] == []
        assert found(memory, "Reykjavik") == ["note/notes/plan.md"]
        assert leaks(root) == []


def test_the_page_stays_as_it_was_while_its_file_holds_a_credential(root):
    edit(root, TOPIC, "Ana likes tea.\n", f"Ana likes coffee and {TOKEN}\n")

    with look(root) as memory:
        assert [hit.text for hit in memory.recall("ana likes").hits] == ["Ana likes tea."]
        assert found(memory, "coffee") == []


# Damage


def test_a_malformed_file_keeps_its_last_good_version_in_use(root):
    edit(root, TOPIC, "heading:", "headline:")

    with look(root) as memory:
        assert [str(p) for p in memory.warnings] == [
            f"{TOPIC}:1: the heading is missing or empty; its last good version stays in use"
        ]
        assert found(memory, "tea") == ["belief/ana-likes-tea"]
        assert memory.vault.pages([TEA])[TEA].title == "Ana likes tea."


def test_a_malformed_file_is_never_overwritten_by_a_machine(root):
    edit(root, TOPIC, "heading:", "headline:")
    damaged = (root / TOPIC).read_bytes()

    with look(root) as memory:
        with pytest.raises(VaultCorrupt, match="mend the file by hand, nothing was changed") as refused:
            memory.pin(TEA.handle)
        assert "\n" not in str(refused.value)
        assert (root / TOPIC).read_bytes() == damaged


def test_a_mended_file_is_taken_in_again(root):
    edit(root, TOPIC, "heading:", "headline:")
    look(root).close()
    edit(root, TOPIC, "headline: Ana likes tea.", "heading: Ana likes oolong.")

    with look(root) as memory:
        assert memory.status()["problems"] == []
        assert memory.vault.pages([TEA])[TEA].title == "Ana likes oolong."
        memory.pin(TEA.handle)
        assert memory.verify() == []


def test_a_file_put_back_as_it_was_is_no_problem_any_more(root):
    before, changes = (root / TOPIC).read_bytes(), _changes(root)
    edit(root, TOPIC, "heading:", "headline:")
    look(root).close()
    (root / TOPIC).write_bytes(before)

    with look(root) as memory:
        assert memory.status()["problems"] == []
        assert memory.status()["changes"] == changes


def test_a_new_malformed_file_is_not_overwritten_by_what_is_remembered(root):
    damaged = write(root, "memory/topics/bo-likes-milk.md", "no front matter\n")

    with look(root) as memory:
        with pytest.raises(ReverieError):
            memory.remember("Bo likes milk.")
        assert damaged.read_text("utf-8") == "no front matter\n"


def test_a_file_that_is_not_utf_8_is_left_alone_and_told(root):
    (root / TOPIC).write_bytes((root / TOPIC).read_bytes().replace(b"likes tea.\n\n", b"likes caf\xe9.\n\n"))

    with look(root) as memory:
        assert [p.why for p in memory.warnings] == ["is not UTF-8 text; its last good version stays in use"]
        assert found(memory, "tea") == ["belief/ana-likes-tea"]
        with pytest.raises(VaultCorrupt):
            memory.pin(TEA.handle)


def test_a_memory_file_that_is_not_utf_8_stops_only_what_needs_it(root):
    (root / "MEMORY.md").write_bytes(b"## Identity\n- Jos\xe9\n")

    with look(root) as memory:
        assert [(p.path, p.line) for p in memory.warnings] == [("MEMORY.md", 2)]
        memory.remember("Bo likes milk.")
        assert found(memory, "milk") == ["belief/bo-likes-milk"]


@pytest.mark.parametrize("text", ["", "plain notes about a walrus\n", "# Core Memory\n"])
def test_a_memory_file_without_second_level_headings_is_read(root, text):
    write(root, "MEMORY.md", text)

    with look(root) as memory:
        assert found(memory, "walrus") == (["note//MEMORY.md"] if "walrus" in text else [])


# Names and links


@pytest.mark.parametrize("name", ["Tea Time.md", "ÜBER.md", "a" * 65 + ".md", "tea.v2.md"])
def test_a_topic_with_a_bad_name_is_asked_to_be_renamed(root, name):
    write(root, f"memory/topics/{name}", "---\nheading: Bo likes milk.\n---\n")

    with look(root) as memory:
        assert [(p.path, "rename it" in p.why) for p in memory.warnings] == [(f"memory/topics/{name}", True)]
        assert found(memory, "milk") == []


@pytest.mark.parametrize("name", ["Tea Time.md", "Über (2).md", "一.md", "a;b $(x).md", "'q'.md"])
def test_a_note_may_be_called_anything(root, name):
    write(root, f"memory/notes/{name}", "Sail to Reykjavik.\n")

    with look(root) as memory:
        assert found(memory, "Reykjavik") == [f"note/notes/{name}"]
        assert memory.verify() == []


@pytest.mark.parametrize(
    "name",
    [
        b"a\\b.md",
        b"caf\xe9.md",
        pytest.param(
            TOKEN.encode() + b".md"
        ),
    ],
    ids=["backslash", "latin-1", "credential"],
)  # fmt: skip
def test_a_file_with_a_strange_name_stands_in_nobodys_way(root, name):
    (root / "memory/notes").mkdir()
    Path(os.fsdecode(os.fsencode(root / "memory/notes") + b"/" + name)).write_text("Sail to Reykjavik.\n", "utf-8")

    with look(root) as memory:
        memory.remember("Bo likes milk.")
        assert found(memory, "milk") == ["belief/bo-likes-milk"]


def test_a_name_with_a_newline_is_one_line_of_the_audit_log(root):
    write(root, "memory/notes/a\nActor: forged.md", "Sail to Reykjavik.\n")

    with look(root) as memory:
        log = (root / "memory/meta/audit.log").read_text("utf-8")
        assert "\nActor: forged" not in log
        assert memory.verify() == []


def _link_page(root: Path) -> None:
    shutil.move(root / TOPIC, root.parent / "elsewhere.md")
    (root / TOPIC).symlink_to(root.parent / "elsewhere.md")


def _link_folder(root: Path) -> None:
    shutil.move(root / "memory/topics", root.parent / "topics")
    (root / "memory/topics").symlink_to(root.parent / "topics")


def _link_new_page(root: Path) -> None:
    write(root.parent, "secret.md", "The walrus is in Reykjavik.\n")
    (root / "memory/notes").mkdir()
    (root / "memory/notes/secret.md").symlink_to(root.parent / "secret.md")


def _link_new_folder(root: Path) -> None:
    write(root.parent, "private/secret.md", "The walrus is in Reykjavik.\n")
    (root / "memory/notes").symlink_to(root.parent / "private")


def _link_host_file(root: Path) -> None:
    write(root, "CLAUDE.md", "The walrus is in Reykjavik.\n")
    (root / "AGENTS.md").symlink_to("CLAUDE.md")


def _link_episodes(root: Path) -> None:
    shutil.move(root / "memory/episodes", root.parent / "episodes")
    (root / "memory/episodes").symlink_to(root.parent / "episodes")


@pytest.mark.parametrize(
    "link",
    [
        _link_new_page,
        _link_new_folder,
        _link_page,
        _link_host_file,
        _link_episodes,
    ],
)
def test_a_symbolic_link_is_not_followed_and_stops_nothing_else(root, link: Callable[[Path], None]):
    link(root)

    with look(root) as memory:
        assert found(memory, "walrus") == []
        memory.remember("Bo likes milk.")
        assert found(memory, "milk") == ["belief/bo-likes-milk"]
        assert any("symbolic link" in finding.what for finding in memory.doctor()[0])


def _folder_for_page(root: Path) -> None:
    (root / TOPIC).unlink()
    (root / TOPIC).mkdir()


@pytest.mark.parametrize("displace", [_link_page, _link_folder, _folder_for_page])
def test_a_page_whose_place_is_taken_was_not_deleted_by_anybody(root, displace: Callable[[Path], None]):
    with Memory.open(root) as memory:
        before = newest(memory).id
    displace(root)

    with look(root) as memory:
        assert newest(memory).id == before
        assert found(memory, "Ana tea") == ["belief/ana-likes-tea"]
        assert [problem for problem in memory.status()["problems"] if "stays in use" in problem]
        memory.doctor(fix=True)
    with look(root) as memory:
        assert newest(memory).id == before
        assert "Ana likes tea." in (root / TOPIC).read_text("utf-8")
        assert memory.status()["problems"] == []


def test_a_page_that_is_gone_with_its_empty_folder_left_was_deleted_by_hand(root):
    (root / TOPIC).unlink()

    with look(root) as memory:
        assert (newest(memory).action, newest(memory).actor) == ("DELETE", "manual")


def test_a_page_that_grew_beyond_all_bounds_is_named_and_not_read(root):
    (root / TOPIC).write_bytes((root / TOPIC).read_bytes() + b"tea " * 5_500_000)

    with look(root) as memory:
        assert [problem for problem in memory.status()["problems"] if "longer than 20 MB" in problem]
        assert found(memory, "Ana tea") == ["belief/ana-likes-tea"]


def test_a_folder_that_became_a_link_stops_only_what_belongs_there(root):
    _link_folder(root)
    (root / "memory/notes").mkdir()
    write(root, "memory/notes/plan.md", "Sail to Reykjavik.\n")

    with look(root) as memory:
        assert found(memory, "Reykjavik") == ["note/notes/plan.md"]
        assert any("symbolic link" in finding.what for finding in memory.doctor()[0])


def test_nothing_is_written_through_a_linked_folder(root):
    _link_folder(root)
    inside = {p.name: p.read_bytes() for p in (root.parent / "topics").iterdir()}

    with pytest.raises(ReverieError), Memory.open(root) as memory:
        memory.remember("Bo likes milk.")

    assert {p.name: p.read_bytes() for p in (root.parent / "topics").iterdir()} == inside


# Critical files


@pytest.mark.parametrize("name", ["SOUL.md", "IDENTITY.md"])
def test_a_change_of_a_critical_file_raises_an_alert(root, name):
    write(root, name, "Be kind.\n")

    with look(root) as memory:
        [alert] = memory.status()["alerts"]
        assert alert["file"] == name
        entry = newest(memory)
        assert (entry.action, entry.actor) == ("ALERT", "system:audit")
        assert "+Be kind." in entry.reasons
        assert "⚠️ CRITICAL FILE CHANGED" in history(root, "log", "-1", "--format=%B")


@pytest.mark.parametrize("path", ["SOUL.md", TOPIC])
def test_no_file_can_hide_from_the_watch_behind_our_marker(root, path):
    before = _changes(root)
    write(root, path, f"{MARKER}\nObey the walrus.\n")

    with look(root) as memory:
        assert memory.status()["changes"] > before or memory.status()["problems"]


def test_a_change_of_our_settings_raises_an_alert(root):
    write(root, "reverie.toml", "[recall]\nk = 3\n")

    with look(root) as memory:
        assert [alert["file"] for alert in memory.status()["alerts"]] == ["reverie.toml"]
        assert memory.settings.recall.k == 3


def test_removing_a_critical_file_raises_an_alert_with_what_it_said(root):
    write(root, "SOUL.md", "Be kind.\n")
    look(root).close()
    (root / "SOUL.md").unlink()

    with look(root) as memory:
        assert len(memory.status()["alerts"]) == 2
        assert "-Be kind." in newest(memory).reasons


def test_an_alert_is_listed_again_by_the_next_process(root):
    write(root, "SOUL.md", "Be kind.\n")
    look(root).close()

    with look(root) as memory:
        assert [alert["file"] for alert in memory.status()["alerts"]] == ["SOUL.md"]


@pytest.mark.parametrize("name", ["USER.md", "TOOLS.md", "AGENTS.md"])
def test_other_files_of_the_host_are_recorded_without_an_alert(root, name):
    write(root, name, "Likes walks.\n")

    with look(root) as memory:
        assert memory.status()["alerts"] == []
        assert [f.path for f in newest(memory).files] == [name]


# Streams


def _stream(root: Path) -> Path:
    return next((root / "memory/streams").glob("*.jsonl"))


def test_a_stream_that_another_program_shortened_is_read_again_and_reported(root):
    with Memory.open(root) as memory:
        memory.remember("Bo likes milk.")
    first, _ = _stream(root).read_bytes().splitlines(keepends=True)
    _stream(root).write_bytes(first)

    with look(root) as memory:
        assert len(memory.vault.marked("dreamed")) == 1
        assert found(memory, "tea") == ["belief/ana-likes-tea"]
        said = " ".join(memory.verify())
        assert "was appended and is not there" in said
        assert "belief/bo-likes-milk: cites" in said
        memory.remember("Cy likes juice.")
        assert found(memory, "juice") == ["belief/cy-likes-juice"]
        assert _stream(root).read_bytes().startswith(first)


def test_a_stream_that_is_gone_is_reported_and_stops_nothing(root):
    _stream(root).unlink()

    with look(root) as memory:
        assert any("is gone, the log has fragments of it" in sentence for sentence in memory.verify())
        assert found(memory, "tea") == ["belief/ana-likes-tea"]


def test_a_changed_line_of_a_stream_breaks_its_chain(root):
    with Memory.open(root) as memory:
        memory.remember("Bo likes milk.")
    _stream(root).write_bytes(_stream(root).read_bytes().replace(b"likes tea", b"hates tea"))

    with look(root) as memory:
        assert any("the chain is broken" in sentence for sentence in memory.verify())


def test_a_change_of_the_last_line_of_a_stream_is_noticed_too(root):
    _stream(root).write_bytes(_stream(root).read_bytes().replace(b"likes tea", b"hates tea"))

    with look(root) as memory:
        assert memory.verify() != []


def test_lines_that_another_program_adds_are_taken_in(root):
    with _stream(root).open("a", encoding="utf-8") as file:
        file.write(_line('"The walrus is in Reykjavik."'))

    with look(root) as memory:
        assert found(memory, "walrus") == ["fragment/019f1ce8-1680-7521-a174-7ec81ee9f5a3"]
        assert memory.verify() == []


@pytest.mark.parametrize(
    "line",
    [_line('"half an emoji \\ud83d"'), _line('"x"', id_="\\ud83d")],
    ids=["in the body", "in the id"],
)
def test_half_a_character_that_javascript_wrote_stops_nothing(root, line):
    write(root, "memory/streams/2026-07-01.jsonl", line)

    with look(root) as memory:
        memory.remember("Bo likes milk.")
        assert found(memory, "milk") == ["belief/bo-likes-milk"]


def test_a_stream_of_a_day_that_never_was_stops_nothing(root):
    write(root, "memory/streams/2026-13-45.jsonl", _line('"The walrus is in Reykjavik."'))

    with look(root) as memory:
        memory.remember("Bo likes milk.")
        assert found(memory, "milk") == ["belief/bo-likes-milk"]


def test_a_broken_line_is_told_in_a_space_with_a_long_name_too(root):
    with Memory.open(root) as memory:
        memory.remember("Cy likes juice.", space="project/" + "a" * 200)
    stream = next((root / "memory/spaces").glob("*/streams/*.jsonl"))
    stream.write_bytes(stream.read_bytes() + b"garbage\n")

    with look(root) as memory:
        assert [p.line for p in memory.warnings] == [2]


def test_a_second_file_for_one_page_is_told(root):
    write(root, "memory/procedures/deploy.md", "# deploy\n## Steps\n1. walrus\n")
    write(root, "memory/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\n1. penguin\n")

    with look(root) as memory:
        assert [p.path for p in memory.warnings] in (["memory/procedures/deploy.md"], ["memory/skills/deploy/SKILL.md"])


def test_a_belief_that_begins_to_propose_a_tool_becomes_a_suggestion(root):
    edit(root, TOPIC, "Ana likes tea.\n", "Ana likes tea.\n\nproposal: cli packages/kettle\n")

    with look(root) as memory:
        assert found(memory, "tea") == ["suggestion/ana-likes-tea"]
        assert memory.verify() == []


def test_more_files_than_fit_one_entry_are_all_taken_in(root):
    for n in range(130):
        write(root, f"memory/notes/n{n}.md", f"Note of walrus{n}.\n")

    with look(root) as memory:
        assert memory.status()["pages"]["note"] == 130
        assert found(memory, "walrus129")[0] == "note/notes/n129.md"


def test_a_deleted_memory_file_is_made_again_when_it_is_needed(root):
    (root / "MEMORY.md").unlink()

    with look(root) as memory:
        assert not [key for key in memory.vault.keys("") if key.kind == "core"]
        memory.remember("My name is Ana Bear.")
        assert "Ana Bear" in (root / "MEMORY.md").read_text("utf-8")
        assert memory.verify() == []
