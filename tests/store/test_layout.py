"""The map of the vault: every key has one path, every path one key, and nothing leads outside."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain import space as spaces
from reverie.domain.page import Key, Malformed, Page
from reverie.errors import OutsideVault, VaultError
from reverie.store import layout
from reverie.store.disk import check

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
BELIEF = "---\nheading: Ana likes tea.\n---\n"
ANA = "user/Ana"
LONG = "project/" + "a" * 200


def keys(path: str, text: str = "text", known: dict[str, str] | None = None) -> list[Key]:
    """The pages a file is read as."""
    return [found.key for found in layout.pages_in(path, text, known or {}) if isinstance(found, Page)]


KEYS = [
    (Key("", "belief", "tea"), "memory/topics/tea.md", BELIEF),
    (Key("", "suggestion", "cli"), "memory/topics/cli.md", BELIEF + "proposal: cli packages/x\n"),
    (Key("", "entity", "person--ana"), "memory/graph/entities/person--ana.md", "# person--ana\n"),
    (Key("", "skill", "deploy"), "memory/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: x\n---\n"),
    (Key("", "reference", "guide"), "memory/references/guide.md", "---\ntitle: Guide\n---\n"),
    (Key("", "digest", "2026-11-16-abc"), "memory/sessions/2026-11-16-abc.md", "A session."),
    (Key("", "summary", "summary"), "memory/summary.md", "A summary."),
    (Key("", "note", "notes/deep/er.md"), "memory/notes/deep/er.md", "A note."),
    (Key("", "note", "pinned/door.md"), "memory/pinned/door.md", "A pin."),
    (Key("", "note", "/memory.md"), "memory.md", "A note."),
    (Key("", "file", "SOUL.md"), "SOUL.md", "A soul."),
    (Key("user/Ana", "belief", "tea"), "memory/spaces/user%2F%41na/topics/tea.md", BELIEF),
    (Key("user/Ana", "note", "notes/a.md"), "memory/spaces/user%2F%41na/notes/a.md", "A note."),
    (Key("user/Ana", "summary", "summary"), "memory/spaces/user%2F%41na/summary.md", "A summary."),
]


@pytest.mark.parametrize(("key", "path", "text"), KEYS, ids=[str(key) for key, _, _ in KEYS])
def test_a_key_and_its_path_name_each_other(key, path, text):
    assert layout.path_of(key) == path
    assert keys(path, text) == [key]


def test_the_blocks_of_a_memory_file_are_pages_of_their_own():
    text = "# Core\n## Identity\n- Ana\n## Persona\n"

    assert keys("MEMORY.md", text) == [Key("", "core", "identity"), Key("", "core", "persona")]
    assert layout.path_of(Key("", "core", "persona")) == "MEMORY.md"


def test_a_space_has_its_own_memory_file():
    path = "memory/spaces/user%2F%41na/MEMORY.md"

    assert layout.path_of(Key(ANA, "core", "identity")) == path
    assert keys(path, "## Identity\n- Ana\n") == [Key(ANA, "core", "identity")]


def test_what_else_stands_in_a_memory_file_is_a_note_that_only_a_person_edits():
    [_, note] = keys("MEMORY.md", "## Identity\n- Ana\n## Mine\nkeep this\n")

    assert note == Key("", "note", "/MEMORY.md")
    with pytest.raises(VaultError, match=r"MEMORY\.md also holds text of yours; edit that file by hand"):
        layout.path_of(note)


def test_a_memory_file_inside_the_memory_folder_is_a_note():
    assert keys("memory/MEMORY.md", "## Identity\n- Ana\n") == [Key("", "note", "MEMORY.md")]


def test_a_folder_called_root_is_not_the_root():
    assert keys("memory/root/memory.md") != keys("memory.md")
    [key] = keys("memory/root/plan.md")
    assert layout.path_of(key) == "memory/root/plan.md"


def test_a_fragment_is_never_a_file():
    with pytest.raises(VaultError, match="never written as a page"):
        layout.path_of(Key("", "fragment", "f1"))


@pytest.mark.parametrize("name", ["SOUL.md", "IDENTITY.md", "USER.md", "TOOLS.md", "AGENTS.md", "reverie.toml"])
def test_the_hosts_files_are_watched(name):
    assert keys(name) == [Key("", "file", name)]


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "src/notes.md",
        "memory/notes/data.json",
        "memory/meta/audit.log",
        "memory/meta/pending-memories.md",
        "memory/meta/pending-reflection.md",
        "memory/skills/deploy/helper.md",
        "memory/spaces/user%2Fana",
        "memory/spaces/nobody/topics/tea.md",
        "memory/spaces/User%2Fana/topics/tea.md",
    ],
)
def test_what_is_not_memory_holds_no_page(path):
    assert layout.pages_in(path, BELIEF, {}) == []


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("memory/procedures/deploy.md", Key("", "skill", "deploy")),
        ("memory/vault/door.md", Key("", "note", "vault/door.md")),
        ("memory/2026-02-01.md", Key("", "note", "2026-02-01.md")),
        ("memory/episodes/2026-02-01.md", Key("", "note", "episodes/2026-02-01.md")),
        ("memory/graph/index.md", Key("", "note", "graph/index.md")),
        ("memory/topics/nested/idea.md", Key("", "note", "topics/nested/idea.md")),
    ],
)
def test_files_of_other_workspaces_are_read_in_place(path, key):
    assert keys(path) == [key]


@pytest.mark.parametrize("path", ["memory/episodes/2026-02-01.md", "memory/graph/index.md"])
def test_what_we_rendered_is_never_read_back(path):
    assert keys(path, f"{layout.MARKER}\n# Episode Log\n") == []


def test_a_belief_cannot_hide_behind_the_marker():
    assert layout.pages_in("memory/topics/tea.md", f"{layout.MARKER}\n", {}) != []


@pytest.mark.parametrize("name", ["Tea Time", "TEA", "tée", "a" * 65, "-tea", "tea.v2"])
def test_a_file_whose_name_is_no_slug_is_asked_to_be_renamed(name):
    [(_, wrong)] = layout.pages_in(f"memory/topics/{name}.md", BELIEF, {})  # type: ignore[misc]

    assert isinstance(wrong, Malformed)
    assert "rename it" in wrong.why


def test_a_retired_skill_leaves_the_name_that_hosts_load():
    key = Key("", "skill", "deploy")
    live = Page(key=key, text="---\nname: deploy\ndescription: x\n---\n")
    retired = live.with_front("retired", "2026-11-16 forgotten")

    assert layout.path_of(key, retired=True) == "memory/skills/deploy/SKILL.retired.md"
    assert layout.moves("memory/skills/deploy/SKILL.md", retired) == "memory/skills/deploy/SKILL.retired.md"
    assert layout.moves("memory/skills/deploy/SKILL.retired.md", live) == "memory/skills/deploy/SKILL.md"
    assert keys("memory/skills/deploy/SKILL.retired.md", retired.text) == [key]


@pytest.mark.parametrize("path", ["memory/procedures/deploy.md", "memory/topics/tea.md", "memory/vault/door.md"])
def test_no_other_page_moves_when_it_is_retired(path):
    assert layout.moves(path, Page(key=Key("", "skill", "x"), text="---\nretired: today\n---\n")) == path


@pytest.mark.parametrize(
    ("path", "space"),
    [
        ("memory/streams/2026-11-16.jsonl", ""),
        ("memory/2026-11-16.jsonl", ""),
        ("memory/spaces/user%2F%41na/streams/2026-11-16.jsonl", ANA),
        ("memory/streams/notes.jsonl", None),
        ("memory/streams/2026-11-16.md", None),
        ("memory/streams/old/2026-11-16.jsonl", None),
        ("streams/2026-11-16.jsonl", None),
        ("memory/spaces/nobody/streams/2026-11-16.jsonl", None),
    ],
)
def test_streams_are_known_by_their_folder_and_their_day(path, space):
    assert layout.stream_space(path, {}) == space


def test_a_stream_is_where_its_space_and_day_say():
    assert layout.stream("", "2026-11-16") == "memory/streams/2026-11-16.jsonl"
    assert layout.stream(ANA, "2026-11-16") == "memory/spaces/user%2F%41na/streams/2026-11-16.jsonl"


def test_a_space_whose_folder_was_cut_is_known_by_the_table():
    folder = spaces.folder(LONG)
    path = layout.path_of(Key(LONG, "belief", "tea"))

    assert keys(path, BELIEF) == []
    assert keys(path, BELIEF, {folder: LONG}) == [Key(LONG, "belief", "tea")]
    assert layout.stream_space(layout.stream(LONG, "2026-11-16"), {folder: LONG}) == LONG


@given(
    st.builds("{}/{}".format, st.sampled_from(spaces.KINDS), NAMES),
    st.sampled_from(["core", "belief", "entity", "skill", "reference", "digest", "summary"]),
    st.from_regex(r"[a-z0-9][a-z0-9_-]{0,63}", fullmatch=True),
)  # fmt: skip
def test_no_space_or_slug_leads_out_of_the_memory_folder(space, kind, slug):
    path = layout.path_of(Key(space, kind, slug))

    assert check(path)[:2] == ("memory", "spaces")


@pytest.mark.parametrize("slug", ["../../etc/passwd", "notes/../../x.md", "notes//a.md", "a\\b.md", "./a.md"])
def test_a_note_whose_name_leads_elsewhere_is_refused_by_the_disk(slug):
    with pytest.raises(OutsideVault):
        check(layout.path_of(Key("", "note", slug)))


def test_a_note_of_the_root_cannot_climb():
    with pytest.raises(OutsideVault):
        check(layout.path_of(Key("", "note", "/../secrets.md")))


@pytest.mark.parametrize(
    "key",
    [
        Key("", "note", "root/SOUL.md"),
        Key("", "note", "root/.git/hooks/post-commit"),
        Key("", "note", "root/.reverie/audit.jsonl"),
        Key("user/ana", "note", "root/plan.md"),
        Key("user/ana", "note", "/memory.md"),
        Key("", "note", "/etc/passwd"),
    ],
    ids=str,
)
def test_a_note_stands_below_the_folder_of_its_space(key):
    assert layout.path_of(key).startswith(layout.base(key.space) + "/")
