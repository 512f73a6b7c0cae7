"""Skills in the Agent Skills format, from a procedure as it was told."""

from __future__ import annotations

from datetime import date

from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import Key, malformed
from reverie.domain.skill import DESCRIPTION_LENGTH, skill, steps

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
