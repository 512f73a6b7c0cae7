"""What a reflection finds, asks and learns from, as a function of nothing but what it was shown."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from reverie.domain import core, reflection, reflection_text
from reverie.domain.audit import AuditEntry
from reverie.domain.citation import Evidence
from reverie.domain.graph import Relation, add_relation, entity
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Retire
from reverie.domain.reflect import Standing, Survey, Wish, fitting, learned, linked, put_away, themes
from reverie.domain.reflect_ask import agreed, denied, questions
from reverie.domain.reflect_change import archival, stale, with_line
from reverie.domain.reflect_meta import evolved
from reverie.domain.reflection import Decision, Finding, Past, Reflection
from reverie.domain.usage import Use
from tests.conftest import MONDAY, belief, fragment

TEA, PORT = fragment("Ana prefers tea."), fragment("The API port is 8080.", day=1)


def seen(**rest: Any) -> Survey:
    nothing: dict[Key, Page] = {}
    given = {"pages": nothing, "before": nothing, "retired": nothing, **rest}
    return Survey(space="", today=MONDAY.date(), since=None, first=0, last=0, **given)


def past(number: int, *, about: tuple[str, ...] = (), decision: Decision = "approved", **rest: Any) -> Past:
    found = Reflection(
        number=number, count=number, at=MONDAY, since=None, findings=rest.pop("findings", ()), themes=about
    )
    return Past(reflection=found, decision=decision, at=MONDAY, **rest)


def fading(page: Page, value: float, *, idle: int = 60, **use: Any) -> Standing:
    from reverie.domain.decay import status

    return Standing(page=page, value=value, status=status(value), idle=idle, use=Use(**use))


# Telling


def test_pages_that_changed_are_told_by_what_they_are() -> None:
    ana = entity(Key("", "entity", "person--ana"), "Ana")
    ana = add_relation(ana, Relation(source="person--ana", name="manages", target="person--bob"))
    page = belief("Ana prefers tea.", TEA)
    found = seen(pages={page.key: page, ana.key: ana})
    assert [each.text for each in learned(found)] == ["Learned: Ana prefers tea. (mentioned)", "Got to know: Ana"]
    assert [each.text for each in linked(found)] == ["person--ana → manages → person--bob"]
    assert list(learned(seen(pages={page.key: page}, before={page.key: page}))) == []
    gone = page.with_front("retired", "2026-11-16 its date has passed")
    assert [each.text for each in put_away(seen(retired={page.key: gone}))] == [
        "Put away since: Ana prefers tea. (its date has passed)"
    ]


def test_a_theme_is_what_several_pages_share_and_comes_back_from_the_third_time_on() -> None:
    pages = [belief(text, TEA, slug=text).with_front("tags", ["tea", text]) for text in ("a", "b")]
    found = seen(pages={page.key: page for page in pages}, past=[past(1, about=("tea",)), past(4, about=("tea",))])
    assert themes(found) == ("tea",)
    assert [each.text for each in evolved(found, themes(found), 3)] == [
        "“tea” comes up again: in r-001, r-004 and now."
    ]
    assert list(evolved(seen(past=[past(1, about=("tea",))]), ("tea",), 2)) == []


@pytest.mark.parametrize(
    ("count", "begins"),
    [
        (10, "Ten reflections: what comes back is “tea”."),
        (25, "Twenty-five reflections: threads that go on: “tea”; that ended: “ruby”."),
        (50, "Fifty reflections: 1 beliefs were overturned on the way, last: I held “a” and now hold “b”."),
        (100, "A hundred reflections: 11 approved, 0 in part, 1 rejected; 1 beliefs overturned; what lasted: "),
    ],
)
def test_milestones_look_back_over_everything(count: int, begins: str) -> None:
    changed = Finding(section="evolution", text="I held “a” and now hold “b”.")
    before = [past(n, about=("ruby",)) for n in range(1, 4)] + [past(n, about=("tea",)) for n in range(4, 12)]
    before[2] = past(3, about=("ruby",), findings=(changed,))
    before.append(past(12, decision="rejected", why="no"))
    if count == 10:
        before = before[3:11]
    (told,) = [each for each in evolved(seen(past=before), ("tea",), count) if each.name.startswith("milestone")]
    assert told.text.startswith(begins)
    assert not [each for each in evolved(seen(past=before), (), 11) if each.name.startswith("milestone")]


def test_of_too_much_contradictions_are_kept_first_and_what_is_only_told_last() -> None:
    odd = Wish(finding=Finding(section="contradictions", text="x " * 20, name="odd", proposes=True))
    old = Wish(finding=Finding(section="archival", text="x " * 20, name="old", proposes=True))
    ask, news = Finding(section="questions", text="x " * 20), Finding(section="knowledge", text="x " * 20)
    for room, wanted in ((20, 0), (30, 1), (60, 2), (90, 3), (120, 4)):
        kept, told, left = fitting([old, odd], [news, ask], room)
        assert ([*(wish.finding for wish in kept), *told], left) == (
            [odd.finding, old.finding, ask, news][:wanted], 4 - wanted,
        )  # fmt: skip


# Changing


def test_what_is_always_held_or_pinned_is_not_put_away_and_what_was_answered_with_no_is() -> None:
    firm = belief("a", *(fragment("a", day=n, entry=f"e{n}") for n in range(7)), slug="firm")
    weak = belief("b", TEA, slug="weak")
    kept = belief("c", TEA, slug="kept").with_front("pinned", "true")
    late = belief("d", PORT, slug="late")
    every = [fading(page, 0.01) for page in (firm, weak, kept)] + [fading(late, 0.1)]
    assert [wish.finding.name for wish in archival(seen(faded=every))] == ["archive belief/weak"]
    said = {"still belief/late": ("No, it moved.", "f-9")}
    (_, over) = archival(seen(faded=every, answers=said))
    assert (over.finding.name, over.why, over.finding.proof[-1]) == (
        "archive belief/late",
        "you said it is over",
        "f-9",
    )


def test_a_line_said_twice_and_one_of_last_month_would_leave_core_memory() -> None:
    proof = Evidence(frozenset({TEA.citation}))
    block = core.add_line(None, "active-context", "", "We deploy on Fridays.", proof)
    again = core.add_line(None, "critical-facts", "", "Deploys happen on Fridays.", proof)
    blocks = {"active-context": block, "critical-facts": again}
    (twice,) = stale(seen(), blocks)
    assert (twice.block.slug, twice.why) == ("critical-facts", "said already: “We deploy on Fridays.”")
    month = Survey(
        space="", today=(MONDAY + timedelta(days=30)).date(), since=None, first=0, last=0, pages={}, before={},
        retired={},
    )  # fmt: skip
    assert [(move.block.slug, move.why) for move in stale(month, {"active-context": block})] == [
        ("active-context", "not told since 2026-11-16")
    ]


def test_user_md_keeps_what_it_says_and_gets_lines_under_one_heading() -> None:
    file = Page(key=Key("", "file", "USER.md"), text="# Me\nno newline")
    once = with_line(file, "Ana  drinks\ntea")
    assert once.text == "# Me\nno newline\n\n## Known from memory\n- Ana drinks tea\n"
    assert with_line(once, "and milk").text == once.text + "- and milk\n"
    assert with_line(Page(key=file.key, text=""), "x").text == "## Known from memory\n- x\n"


# Asking


def test_questions_are_about_what_only_the_person_knows() -> None:
    ana = Page(
        key=Key("", "entity", "person--ana"), text="---\nname: Ana\n---\n## Open Questions\n- [ ] Where is she?\n"
    )
    firm = belief("The limit is 3.", TEA, PORT, slug="limit")
    often = belief("Ana prefers tea.", TEA)
    full = Page(key=Key("", "core", "persona"), text="word " * 600)
    found = seen(
        pages={ana.key: ana}, faded=[fading(firm, 0.1)], used=[fading(often, 0.9, recalls=9)], prompts=(20, 7),
        blocks={"persona": full}, waiting=[("p-1", "subagent:coder", "The port is 8080.")],
    )  # fmt: skip
    asked = {each.name: each.text for each in questions(found)}
    assert list(asked) == [
        "open entity/person--ana where is she", "still belief/limit", "pin belief/tea", "vain", "budget persona",
        "proposal p-1",
    ]  # fmt: skip
    assert asked["still belief/limit"] == "“The limit is 3.” has not been used for 60 days. Is it still so?"
    assert asked["vain"].startswith("For 7 of 20 prompts nothing was known")
    again = seen(
        faded=[fading(firm, 0.1)],
        past=[past(2, findings=(Finding(section="questions", text="?", name="still belief/limit"),))],
    )
    assert next(questions(again)).text.endswith("(asked since r-002)")
    assert list(questions(seen(faded=[fading(firm, 0.1)], answers={"still belief/limit": ("yes", "f")}))) == []


@pytest.mark.parametrize(("said", "yes", "no"), [
    ("Yes, still.", True, False), ("no", False, True), ("Nein!", False, True), ("Perhaps", False, False),
    ("Nobody knows", False, False), ("", False, False), ("not any more", False, True),
])  # fmt: skip
def test_a_yes_and_a_no_are_understood_and_nothing_else(said: str, yes: bool, no: bool) -> None:
    assert (agreed(said), denied(said)) == (yes, no)


# Deciding


def entry(seq: int, action: Any, actor: str, approval: Any, proposal: Proposal, **rest: Any) -> AuditEntry:
    return AuditEntry(
        seq=seq, id=rest.pop("id", proposal.id), at=MONDAY, action=action, actor=actor, approval=approval,
        summary=proposal.because, proposal=proposal, **rest,
    )  # fmt: skip


def reflects(*slugs: str, number: int = 1) -> Proposal:
    keys = [Key("", "belief", slug) for slug in slugs]
    found = Reflection(
        number=number, count=1, at=MONDAY, since=None,
        findings=tuple(
            Finding(section="archival", text=key.slug, keys=(key,), name=key.slug, proof=("f1",), proposes=True)
            for key in keys
        ),
    )  # fmt: skip
    return Proposal(
        id="p-1", origin="reflect", actor=f"reflection:{found.name}", because="reflection r-001: …",
        changes=tuple(Retire(key, "why") for key in keys), report=reflection.to_json(found),
    )  # fmt: skip


def test_what_became_of_a_reflection_is_read_from_the_log() -> None:
    whole = reflects("a", "b")
    made = entry(1, "PROPOSE", "reflection:r-001", "pending", whole)
    taken = entry(2, "ARCHIVE", "reflection:r-001", "approved", whole)
    refused = entry(3, "REJECT", "manual", "rejected", reflects("b"), reasons=("no",))
    replaced = entry(2, "ARCHIVE", "reflection:r-001", "—", whole)
    by_agent = entry(2, "REJECT", "agent:codex", "rejected", whole)
    undoing = Proposal(id="p-9", origin="undo", actor="manual", because="undone p-1", changes=(), undoes=("p-1",))
    assert reflection.past([made, replaced, by_agent], "") == []
    assert reflection.past([made, taken], "project/x") == []
    assert [one.decision for one in reflection.past([taken, made], "")] == ["approved"]
    (partly,) = reflection.past([made, entry(2, "ARCHIVE", "r", "approved", reflects("a")), refused], "")
    assert (partly.decision, partly.why, [f.name for f in partly.refused]) == ("partly approved", "no", ["b"])
    (undone,) = reflection.past([made, taken, entry(4, "REVERT", "manual", "—", undoing)], "")
    assert (undone.decision, {f.name for f in undone.refused}) == ("undone", {"a", "b"})
    assert reflection.refusals([partly, undone]) == {"a": frozenset({"f1"}), "b": frozenset({"f1"})}
    assert reflection.latest([made, entry(5, "PROPOSE", "x", "pending", reflects("c", number=12))]) == 12


def test_a_report_that_cannot_be_read_is_none() -> None:
    broken: list[dict[str, Any]] = [{}, {"findings": 3}, {"findings": [{}]}, {"findings": [], "number": "x"}]
    for report in broken:
        wanted = Proposal(id="p", origin="reflect", actor="r", because="b", changes=(), report=report)
        assert reflection.of(wanted) is None


def test_what_was_too_much_to_look_at_or_to_tell_is_said() -> None:
    found = Reflection(
        number=1, count=1, at=MONDAY, since=None, findings=(), counters={"beyond": 1200, "left": 3, "tokens": 5}
    )
    shown = "\n".join(reflection_text.pending(found, reflects(), {}))
    assert "**Not looked at**: 1,200 older ones of the pages that changed" in shown
    assert "**Left for the next one**: 3, for want of room" in shown
    assert shown.count("- None this cycle") == 7


def test_the_log_and_the_evolution_tell_decisions() -> None:
    told = (
        Finding(section="evolution", text="it changed"),
        Finding(section="archival", text="x", name="x", proposes=True),
    )
    earlier = [
        past(1, findings=told), past(2, decision="rejected", why="no", findings=told, refused=told[1:]),
        past(10, findings=told[:1]),
    ]  # fmt: skip
    log, evolution = "\n".join(reflection_text.log(earlier)), "\n".join(reflection_text.evolution(earlier))
    assert "## r-002 — 2026-11-16 — rejected\nWhy: no" in log and "- x (refused)" in log
    assert log.index("r-010") < log.index("r-002") < log.index("r-001")
    assert "Reflections approved: 2 of 3." in evolution and "## r-010 — 2026-11-16 — milestone 10" in evolution
    assert "r-002" not in evolution
    assert reflection_text.log([])[-1] == "No reflection was decided about yet."
