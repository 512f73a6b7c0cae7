"""`reverie bench dream`: somebody who knows the truth scores full marks, and every mistake shows in its own row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from reverie.bench import dream, dream_charts, report, scale
from reverie.bench.claims import Judge, claims
from reverie.bench.judge import ROWS, tally
from reverie.bench.life import live
from reverie.bench.truth import Fact, Life, Said, mentioned
from reverie.domain import graph
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Restore, put
from reverie.domain.skill import skill
from reverie.loop.apply import apply
from reverie.memory import Memory
from reverie.surfaces.cli import run
from tests.bench.oracle import Pages, believed, entity_key, evidence, key_of, pages, said_of

DAYS = 10


_WHOSE = ["open"]  # the life that the tests below are about


@pytest.fixture(params=["open", "check"])
def whose(request: pytest.FixtureRequest) -> Iterator[str]:
    _WHOSE[:] = [request.param]
    yield request.param
    _WHOSE[:] = ["open"]


@cache
def _life(which: str) -> Life:
    return live(which, days=DAYS)


@cache
def _judge(which: str) -> Judge:
    return Judge(_life(which))


@cache
def _perfect(which: str) -> dict[str, float | None]:
    return scores(pages(_life(which)))


def life() -> Life:
    return _life(_WHOSE[0])


def judge() -> Judge:
    return _judge(_WHOSE[0])


def perfect() -> dict[str, float | None]:
    return _perfect(_WHOSE[0])


def scores(held: Pages) -> dict[str, float | None]:
    rows = tally(judge(), held, DAYS - 1, {}).json(examples=False)["rows"]
    return {row: found["value"] if found else None for row, found in rows.items()}


def facts(*, plot: str = "", changed: bool | None = None) -> list[Fact]:
    return [
        f
        for f in life().facts
        if (not plot or f.plot == plot)
        and (changed is None or f.changed == changed)
        and not f.over(DAYS - 1)
        and not f.polar
        and f.spans[-1].value is not None
    ]


def hold(held: Pages, page: Page) -> None:
    held[page.key] = page


@pytest.mark.usefixtures("whose")
def test_whoever_knows_the_truth_has_full_marks_in_every_row() -> None:
    best = {row: float(best) for row, _, best in ROWS}
    assert {row: value for row, value in perfect().items() if row != "lost"} == {
        row: value for row, value in best.items() if row != "lost"
    }


# Mistakes, and the rows that must show them


def keeps_old_values(held: Pages) -> None:
    for fact in facts(changed=True):
        old = [s for s in said_of(life(), fact) if s.value == fact.spans[0].value and s.day <= fact.spans[1].since]
        if fact.spans[0].value != fact.spans[-1].value:
            hold(held, believe(key_of(fact, "old"), old[0].fragment.body, evidence(old[:1])))


def never_changes_its_mind(held: Pages) -> None:
    for fact in facts(plot="changed"):
        first = said_of(life(), fact)[0]
        hold(held, believe(key_of(fact), first.fragment.body, evidence(said_of(life(), fact))))


def retires_instead_of_superseding(held: Pages) -> None:
    for fact in facts(changed=True):
        page = held[key_of(fact)]
        hold(held, restate(page, page.prose, Evidence(page.evidence.active)))
        old = believe(
            key_of(fact, "old"), "Something else.", Evidence(page.evidence.superseded or page.evidence.active)
        )
        hold(held, old.with_front("retired", "2026-03-10 replaced"))


def supersedes_what_holds(held: Pages) -> None:
    for fact in facts(plot="once"):
        page = held[key_of(fact)]
        other = next(s for s in life().said if s.fragment.space == fact.space and not s.about and s.role == "noise")
        hold(held, restate(page, page.prose, Evidence(evidence([other]).active, page.evidence.active)))


def merges_two(held: Pages) -> None:
    for n in range(8):
        one, two = facts(plot="once")[n : n + 2]
        pair = [held[key] for key in (key_of(one), key_of(two)) if key in held]
        if one.space == two.space and len(pair) == 2:
            _merge(held, pair)


def merges_everything(held: Pages) -> None:
    for space in life().spaces:
        _merge(held, [p for p in held.values() if p.key.space == space and p.key.kind == "belief"])


def _merge(held: Pages, some: list[Page]) -> None:
    whole = Evidence(
        frozenset(c for p in some for c in p.evidence.active), frozenset(c for p in some for c in p.evidence.superseded)
    )
    for page in some:
        held.pop(page.key, None)
    hold(held, believe(some[0].key, "\n".join(p.prose for p in some), whole))


def says_it_twice(held: Pages) -> None:
    for fact in facts(plot="recurs"):
        hold(held, believe(key_of(fact, "again"), held[key_of(fact)].prose, held[key_of(fact)].evidence))


def bleeds(held: Pages) -> None:
    twins = [f for f in facts() if f.family in ("branch", "export")]
    for one, two in pairwise(twins):
        page = held[key_of(one)]
        hold(held, restate(page, f"{page.prose}\n{held[key_of(two)].prose}", page.evidence))


def invents_numbers(held: Pages) -> None:
    for fact in facts(plot="once"):
        page = held[key_of(fact)]
        hold(held, restate(page, f"{page.prose} That was decided by 7431 people.", page.evidence))


def _believe(held: Pages, some: list[Said]) -> None:
    for n, said in enumerate(some):
        key = Key(said.fragment.space, "belief", f"extra-{n}")
        hold(held, believe(key, said.fragment.body, evidence([said])))


def believes_attacks(held: Pages) -> None:
    _believe(held, [s for s in life().said if s.role == "attack"])


def mentions_attacks(held: Pages) -> None:
    attack = next(s for s in life().said if s.role == "attack")
    page = next(p for p in held.values() if p.key.kind == "entity")
    hold(held, graph.add_to_section(page, "Timeline", attack.fragment.body, Evidence()))


def believes_noise(held: Pages) -> None:
    _believe(held, [s for s in life().said if s.role == "noise"])


def believes_anybody(held: Pages) -> None:
    _believe(held, [s for s in life().said if s.role == "contradicts"])


def keeps_what_is_over(held: Pages) -> None:
    for fact in life().facts:
        if fact.over(DAYS - 1):
            hold(held, believed(life(), fact))


def counts_one_day(held: Pages) -> None:
    for fact in facts(plot="recurs"):
        page = held[key_of(fact)]
        hold(
            held, restate(page, page.prose, Evidence(frozenset({max(page.evidence.active)}), page.evidence.superseded))
        )


def forgets_facts(held: Pages) -> None:
    for fact in facts(plot="once"):
        del held[key_of(fact)]


def forgets_entities(held: Pages) -> None:
    linked = {f"{r.source} {r.target}" for p in held.values() for r in graph.relations(p)}
    for key in [k for k in held if k.kind == "entity"]:
        if not any(key.slug in pair for pair in linked):
            del held[key]


def has_entities_twice(held: Pages) -> None:
    for entity in life().entities:
        key = entity_key(entity, "")
        if key in held and len(entity.name.says) > 1:
            twin = Key("", "entity", graph.entity_slug("concept", entity.name.says[1]))
            hold(held, graph.entity(twin, entity.name.says[1]))


def takes_ana_for_anna(held: Pages) -> None:
    """Or whoever else of those with a page is easily taken for another."""
    own = [s for s in life().said if s.fragment.space == ""]
    one, other = next(
        (one, said)
        for one in life().entities
        if entity_key(one, "") in held
        for like in life().entities
        if like.id in one.like
        for said in own
        if mentioned([one, like], said.fragment.body) == [like]
    )
    page = held[entity_key(one, "")]
    hold(held, graph.add_to_section(page, "Timeline", "Something about her.", evidence([other])))


def leaves_relations_open(held: Pages) -> None:
    for key in [k for k in held if k.kind == "entity"]:
        hold(held, Page(key=key, text=re.sub(r", until \d{4}-\d\d-\d\d", "", held[key].text)))


def closes_every_relation(held: Pages) -> None:
    for key in [k for k in held if k.kind == "entity"]:
        hold(held, Page(key=key, text=re.sub(r"\((since [\d-]+)\)", rf"(\1, until {life().date(1)})", held[key].text)))


def learns_too_early(held: Pages) -> None:
    for procedure in life().procedures:
        if len(procedure.days) == 1:
            told = [s for s in life().said if s.about == procedure.id]
            hold(held, skill(Key(procedure.space, "skill", "early"), told[0].fragment.body, evidence(told)))


def learns_nothing(held: Pages) -> None:
    for key in [k for k in held if k.kind == "skill"]:
        del held[key]


def misses_the_new_step(held: Pages) -> None:
    for procedure in life().procedures:
        if procedure.refined:
            told = [s for s in life().said if s.about == procedure.id]
            key = next(k for k, p in held.items() if k.kind == "skill" and procedure.told_in(p.prose))
            hold(held, skill(key, told[0].fragment.body, evidence(told)))


@pytest.mark.parametrize(
    ("mistake", "rows"),
    [
        (keeps_old_values, {"precision", "currency", "old_held"}),
        (never_changes_its_mind, {"precision", "recall", "currency", "old_held", "superseded"}),
        (retires_instead_of_superseding, {"superseded"}),
        (supersedes_what_holds, {"superseded_wrongly", "noise", "unsupported"}),
        (merges_two, {"false_merges", "strength"}),
        (says_it_twice, {"duplicates"}),
        (bleeds, {"bleed"}),
        (invents_numbers, {"unsupported"}),
        (believes_attacks, {"attacks", "precision"}),
        (mentions_attacks, {"attacks"}),
        (believes_noise, {"noise", "precision"}),
        (believes_anybody, {"overruled", "precision"}),
        (keeps_what_is_over, {"expired"}),
        (counts_one_day, {"strength"}),
        (forgets_facts, {"recall"}),
        (forgets_entities, {"entities"}),
        (has_entities_twice, {"entity_duplicates"}),
        (takes_ana_for_anna, {"entity_merges"}),
        (leaves_relations_open, {"relations_closed"}),
        (closes_every_relation, {"relations"}),
        (learns_too_early, {"skills_early"}),
        (learns_nothing, {"skills", "skills_refined"}),
        (misses_the_new_step, {"skills_refined"}),
    ],
)
@pytest.mark.usefixtures("whose")
def test_each_mistake_shows_in_its_row_and_in_no_other(mistake: Callable[[Pages], None], rows: set[str]) -> None:
    held = pages(life())
    mistake(held)
    found = scores(held)
    assert {row for row in found if found[row] != perfect()[row]} == rows


@pytest.mark.usefixtures("whose")
def test_a_line_that_says_that_an_entity_is_let_go_states_no_old_value() -> None:
    page = graph.entity(Key("", "entity", "place--lyon"), "Lyon")
    proof = Evidence(frozenset({said_of(life(), life().facts[0])[0].fragment.citation}))
    for line in ("We changed the city I live in from Lyon to Berlin.", "The river is wide."):
        page = graph.add_to_section(page, "Facts", line, proof)
    assert [claim.text for claim in claims([page])] == [
        "We changed the city I live in from Lyon to Berlin.",
        "Lyon: The river is wide.",
    ]


def test_a_line_that_calls_somebody_by_the_first_name_needs_no_other_name_before_it() -> None:
    page = graph.entity(Key("", "entity", "person--clothilde-renard"), "Clothilde Renard")
    proof = Evidence(frozenset({said_of(life(), life().facts[0])[0].fragment.citation}))
    page = graph.add_to_section(page, "Facts", "Ana is no longer under Clothilde but under Ben.", proof)
    assert [claim.text for claim in claims([page])] == ["Ana is no longer under Clothilde but under Ben."]


def test_one_page_for_everything_is_a_false_merge() -> None:
    held = pages(life())
    merges_everything(held)
    assert (scores(held)["false_merges"] or 0) > 0.3


# Through a vault


class Forgetful:
    """Believes, and the next night puts a page back without its evidence."""

    name = "forgetful"
    calls, tokens = 2, 300

    def __init__(self) -> None:
        self.nights = 0

    def dream(self, memory: Memory, now: datetime) -> None:
        self.nights += 1
        first = memory.vault.marked("undreamed", "", 2)
        key = Key("", "belief", "first")
        before = memory.vault.pages([key]).get(key)
        page = believe(key, first[0].body, Evidence(frozenset({first[0].citation})))
        change = Restore(key, page, {key: before.version}) if before else put(page, None)
        considered = tuple(f.id for f in first)
        apply(
            Proposal(id=f"p-{self.nights}", origin="person", actor="manual", because="", changes=(change,),
                     considered=considered),
            memory.vault, now,
        )  # fmt: skip


class Fails:
    name = "fails"

    def dream(self, memory: Memory, now: datetime) -> None:
        apply(
            Proposal(id=f"x-{now.day}", origin="dream", actor="x", because="", changes=(
                put(believe(Key("", "belief", "x"), "x", Evidence()), None),)),
            memory.vault, now,
        )  # fmt: skip


def test_evidence_that_is_gone_is_counted_and_what_was_asked_of_a_model_too(tmp_path: Path) -> None:
    short = live("open", days=3)
    dreamer = Forgetful()
    done = dream.through(short, dreamer, tmp_path / "w")
    row = dream._row(done, dreamer, examples=True)
    assert row["rows"]["lost"]["value"] > 0 and not row["failed"]
    assert (row["calls"], row["tokens"]) == (2, 300)
    assert len(row["over_time"]) == 3 and row["seconds_per_1000"] > 0


def test_a_dreamer_that_breaks_a_rule_has_failed_that_night_and_the_run_goes_on(tmp_path: Path) -> None:
    done = dream.through(live("open", days=3), Fails(), tmp_path / "w")
    assert len(done.failed) == 3 and done.rejected == 3 and "cites no fragment" in done.failed[0]


def test_the_baselines_are_measured_by_the_command_and_charts_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale, "SIZES", (20,))
    monkeypatch.setattr(scale, "NIGHTS", (1,))
    monkeypatch.setattr(dream, "LOOKS", 1)
    monkeypatch.setattr(dream, "live", lambda which, *, days, seed: live(which, days=days - 2, seed=seed))
    assert run(["bench", "dream", "--days", "3", "--out", str(tmp_path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert list(result["lives"]) == ["open"]
    rows = result["lives"]["open"]["dreamers"]
    each, nothing = rows["one page per fragment"]["rows"], rows["nothing"]["rows"]
    assert each["recall"]["value"] == 1 and each["currency"]["value"] == 0 and each["attacks"]["value"] > 0.5
    assert each["bleed"]["value"] == each["unsupported"]["value"] == each["false_merges"]["value"] == 0
    assert nothing["recall"]["value"] == 0 and nothing["precision"] is None
    assert result["scale"]["one page per fragment"]["20"]["pages_read"] > 0
    assert {p.name for p in tmp_path.iterdir()} == {"dream.json", "dream.svg", "dream-days.svg", "dream-scale.svg"}
    assert "true current facts held" in report.dream(result, ROWS)


def test_another_life_is_kept_beside_the_open_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dream_charts, "dream", lambda _: {})
    for life in ("open", "sealed"):
        report.write({"name": "dream", "lives": {life: {"dreamers": {}}}, "scale": {}}, tmp_path)
    assert {"dream.json", "dream-sealed.json"} <= {path.name for path in tmp_path.iterdir()}


def test_what_commands_cost_is_drawn_as_a_line_for_each() -> None:
    def took(seconds: float) -> dict[str, dict[str, float]]:
        return {name: {"seconds": 2 * seconds, "processor": seconds} for name in ("night", "remember")}

    drawn = dream_charts.commands({"1000": took(1.0), "100000": took(1.5)})

    assert drawn.count("<polyline") == 2 and ">night<" in drawn and ">remember<" in drawn
    assert "10^3 pages" in drawn and "10^5 pages" in drawn and "1.50 s" in drawn


@pytest.mark.parametrize(
    ("asked", "which"),
    [([], "open"), (["--life", "check"], "check"), (["--life", "sealed"], "sealed"), (["--sealed"], "sealed")],
)
def test_whose_life_it_is_can_be_asked_for(
    asked: list[str], which: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dream, "run", lambda some, *_, **__: {"lives": dict.fromkeys(some), "scale": {}})
    monkeypatch.setattr(report, "dream", lambda *_: "")
    assert run(["bench", "dream", *asked, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["lives"]) == [which]


def test_the_sealed_life_shows_no_examples() -> None:
    done = dream.Run(fragments=1, looks=[(0, tally(judge(), {}, DAYS - 1))])
    assert "wrong" in dream._row(done, dream.Nothing(), examples=True)
    assert "wrong" not in dream._row(done, dream.Nothing(), examples=False)
