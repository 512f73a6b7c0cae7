"""Skills in the Agent Skills format, from a procedure as it was told."""

from __future__ import annotations

from datetime import date

import pytest

from reverie.domain import front
from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import Key, Page, malformed
from reverie.domain.skill import (
    DESCRIPTION_LENGTH,
    Procedure,
    alike,
    apart,
    called,
    learnt,
    mended,
    procedure,
    refined,
    same_steps,
    skill,
    steps,
    taught,
    unloadable,
)  # fmt: skip

KEY = Key("", "skill", "release")
PROOF = Evidence(frozenset({Citation(date(2026, 11, 16), "a")}))


def test_steps_are_numbered_or_bulleted_lines():
    assert steps("To release:\n1. test\n2) tag\n  - push\n* tell\nDone.\n3.5 is no step") == [
        "test", "tag", "push", "tell",
    ]  # fmt: skip


def test_a_skill_is_golden():
    made = skill(KEY, "To release:\n- run the tests\n- tag it\n", PROOF)

    assert made.text == (
        "---\nname: release\ndescription: How to release. Use when somebody wants to release.\nsource: reverie\n---\n"
        "# release\n\nrelease\n\n## Steps\n1. run the tests\n2. tag it\n\n## Learned From\n"
        "- told by the person <!-- streams/2026-11-16#a -->\n"
    )
    assert malformed(KEY, made.text) is None
    assert made.evidence == PROOF


def test_a_procedure_without_steps_is_kept_as_told():
    assert "## Steps\nAsk Ana first.\n" in skill(KEY, "Ask Ana first.", PROOF).text


def test_a_long_goal_is_cut_so_that_the_description_still_says_when_to_use_it():
    made = skill(KEY, "To release " + "very " * 400 + "carefully:\n- test\n- tag", PROOF)

    description = front.get(made.text, "description") or ""
    assert len(description) <= DESCRIPTION_LENGTH
    assert description.startswith("How to release very") and ". Use when somebody wants to release very" in description
    assert unloadable(made) is None


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("To cut a release:\n1. bump\n2. tag", "How to cut a release. Use when somebody wants to cut a release."),
        (
            "Release checklist:\n1. bump\n2. tag",
            "Release checklist: bump, tag. Use when it is time for the release, or somebody asks how that is done.",
        ),
        (
            "Steps for deploying docs:\n1. build\n2. push",
            "Deploying docs: build, push. Use when deploying docs, or asked how that is done.",
        ),
        ("To fix <Form> tags:\n1. find\n2. close", "How to fix Form tags. Use when somebody wants to fix Form tags."),
    ],
)
def test_the_description_says_what_a_skill_is_for_and_when_to_use_it(text: str, description: str):
    assert told(text).description == description


def test_what_stands_behind_the_steps_becomes_notes():
    found = told(
        "To cut a release:\n1. bump\n   in both files\n2. tag\n\nNever on a Friday.\nNote: CI takes 20 minutes"
    )
    page = learnt(Key("", "skill", found.name), found, PROOF)

    assert found.notes == ("Never on a Friday.", "CI takes 20 minutes")
    assert "## Notes\n- Never on a Friday. <!-- streams/2026-11-16#a -->\n- CI takes 20 minutes <!--" in page.text
    assert taught(page) == ["bump", "tag"]


def told(text: str) -> Procedure:
    found = procedure(text)
    assert found is not None
    return found


def test_a_procedure_is_read_from_a_list_and_from_a_sentence():
    listed = told("This is the way to cut a release:\n1. bump the version\n2. tag the commit\n3. push the tag")
    spoken = told("To cut a release, first bump the version, then tag the commit and then push the tag.")

    assert listed == spoken
    assert (listed.goal, listed.name) == ("cut a release", "cut-a-release")
    assert listed.description == "How to cut a release. Use when somebody wants to cut a release."
    assert procedure("The port is 8080, then it was changed.") is None


RESTORE = "To restore the backup: stop the app, run pg_restore -j 4, run the migrations, start the app."
OTTER = "Release of otter: bump Cargo.toml, cargo test, cargo publish, git tag."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (RESTORE, OTTER),
        (RESTORE, "To roll back, first stop the app, then check out the last tag."),
        (RESTORE, "For otter: bump Cargo.toml, cargo test, cargo publish."),
        ("To brew:\n1. boil\n2. pour", "To clean the pot:\n1. rinse\n2. dry"),
        ("How we deploy:\n- build\n- push", "Release checklist:\n- bump\n- tag"),
        ("To brew: boil the water, pour it, wait", "\nTo clean the pot: rinse it, wipe it, dry it"),
    ],
)
def test_procedures_that_are_told_together_are_told_apart(first: str, second: str):
    joined = f"{first}\n{second}" if "\n" in first else f"{first} {second}" if second[0] != "\n" else first + second
    assert apart(joined) == [first, second.strip()]
    assert told(joined) == told(first)


@pytest.mark.parametrize(
    "text",
    [
        "To release: bump the version, write the changelog, tag it. Then: build, sign, push.",
        "To deploy:\n1. build\n2. push\nOn the server:\n1. pull\n2. restart",
        "To deploy: build it, push to ghcr.io/a:latest, restart it. Ana watches the logs.",
        "Ana owns it. To deploy: build it, push it, restart it.",
        "Nothing to do here.",
        "  odd  spaces stay ",
    ],
)
def test_one_procedure_is_not_taken_apart(text: str):
    assert apart(text) == [text]


def test_a_note_behind_the_steps_is_no_step():
    found = told(f"{RESTORE} Note: ask Ana, Bob and Cem first.")
    assert found.steps[-1] == "start the app"
    assert found.notes == ("Note: ask Ana, Bob and Cem first.",)


def test_a_title_announces_steps_and_no_other_list():
    assert told(OTTER).steps == ("bump Cargo.toml", "cargo test", "cargo publish", "git tag")
    for text in (
        "Release channels: stable, beta, nightly.",
        "Setup: the old Mac, a new screen, no mouse.",
        "Release team: Ana Weber, Bob Stone, Cem Kaya.",
        "Deploy: Ana, Bob, Cem.",
        "Release dates: may 3, june 7, july 12.",
    ):
        assert procedure(text) is None, text


def test_the_same_goal_with_mostly_the_same_steps_is_the_same_procedure():
    one = told("How we water plants:\n1. fill the can\n2. water the fern\n3. empty the tray")
    more = told("Steps to water the plants:\n1. fill the can\n2. water the fern\n3. turn the pots\n4. empty the tray")
    other = told("How we repot plants:\n1. buy soil\n2. loosen the roots\n3. press the soil")

    assert alike(one, more)
    assert not same_steps(one, more)
    assert not alike(one, other)


def test_what_mended_an_error_is_read_from_many_wordings():
    for said in (
        "When you see error QX-77, the fix is clearing the .tmp folder.",
        "QX-77 is fixed by clearing the .tmp folder.",
        "QX-77 came back; clearing the .tmp folder solved it again.",
        "Hit QX-77 once more. What helped: clearing the .tmp folder.",
        "The fix for QX-77 is clearing the .tmp folder.",
    ):
        found = mended(said)
        assert found == Procedure(goal="QX-77", steps=("clearing the .tmp folder",), error=True), said
        assert found.name == "fix-qx-77"
    assert mended("Dinner was solved by ordering pizza.") is None


def test_a_refined_skill_keeps_its_notes_and_all_it_was_learnt_from():
    first = told("To cut a release:\n1. bump the version\n2. tag the commit")
    page = learnt(Key("", "skill", first.name), first, PROOF)
    page = Page(key=page.key, text=page.text.replace("## Learned From", "## Notes\n- mind the gap\n\n## Learned From"))
    again = told("To cut a release:\n1. bump the version\n2. run the tests\n3. tag the commit")
    by = Citation(date(2026, 11, 20), "b")

    new = refined(page, again, Evidence(frozenset({by})))

    assert taught(new) == ["bump the version", "run the tests", "tag the commit"]
    assert "## Notes\n- mind the gap\n- added: run the tests <!-- streams/2026-11-20#b -->\n\n" in new.text
    assert new.evidence.active == PROOF.active | {by}
    assert malformed(new.key, new.text) is None


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("Rotating the signing key works like this: run gen-key, then restart the signer.", "rotating the signing key"),
        ("Restoring the archive is done as follows: mount it, then run restore.", "restoring the archive"),
        ("To seal the build: run sign, then upload it.", "seal the build"),
    ],
)
def test_that_it_works_like_this_is_no_part_of_what_is_done(said, goal):
    told = procedure(said)
    assert told and told.goal == goal


@pytest.mark.parametrize(
    "said",
    [
        "For a release: bump the version in pyproject.toml, run make test, write the changelog, tag it",
        "For every release: bump the version in pyproject.toml, then run make test, write the changelog, tag it.",
        "To release: bump the version in pyproject.toml, run make test, then write the changelog, tag it",
    ],
)
def test_what_a_thing_is_for_heads_its_steps_and_a_list_goes_on_behind_then(said):
    steps = ("bump the version in pyproject.toml", "run make test", "write the changelog", "tag it")
    told = procedure(said)
    assert told and (told.goal, told.steps) == ("release", steps)


@pytest.mark.parametrize(
    "said",
    ["For the party: red wine, fresh bread, some cheese", "For otter: bump Cargo.toml, cargo test, cargo publish."],
)
def test_what_is_only_listed_for_something_is_no_procedure(said):
    assert procedure(said) is None


def test_a_skill_is_called_after_what_is_done_when_that_was_told_once():
    before = procedure("To rotate the signing key: run gen-key, then restart the signer.")
    told = procedure("Rotating the signing key works like this: run gen-key, then restart the signer.")
    assert before and told and called(told, before).name == "rotate-the-signing-key"
    assert called(before, told) == before
