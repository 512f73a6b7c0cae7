"""Skills in the Agent Skills format, from a procedure as it was told."""

from __future__ import annotations

from datetime import date

from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import Key, Page, malformed
from reverie.domain.skill import (
    DESCRIPTION_LENGTH,
    Procedure,
    alike,
    learnt,
    mended,
    procedure,
    refined,
    same_steps,
    skill,
    steps,
    taught,
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
        "---\nname: release\ndescription: To release\nsource: reverie\n---\n# release\n\n## Steps\n"
        "1. run the tests\n2. tag it\n\n## Learned From\n"
        "- told by the person <!-- streams/2026-11-16#a -->\n"
    )
    assert malformed(KEY, made.text) is None
    assert made.evidence == PROOF


def test_a_procedure_without_steps_is_kept_as_told():
    assert "## Steps\nAsk Ana first.\n" in skill(KEY, "Ask Ana first.", PROOF).text


def test_a_long_first_line_is_cut_to_what_a_host_accepts():
    made = skill(KEY, "Release " + "very " * 400 + "carefully", PROOF)

    description = made.text.splitlines()[2].removeprefix("description: ")
    assert len(description) <= DESCRIPTION_LENGTH
    assert description.startswith("Release very")


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

    new = refined(page, again, by)

    assert taught(new) == ["bump the version", "run the tests", "tag the commit"]
    assert "- mind the gap" in new.text
    assert new.evidence.active == PROOF.active | {by}
    assert malformed(new.key, new.text) is None
