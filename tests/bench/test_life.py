"""Made-up lives: always the same, true to themselves, and read rightly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from reverie.bench import phrases
from reverie.bench.life import live
from reverie.bench.plots import WEIGHTS
from reverie.bench.truth import Fact, Life, Name, Span, let_go, name, plain
from reverie.store import streams

TAUGHT = Path(__file__).parents[2] / "training" / "lives"
ALL = ("open", "check", "dev", "sealed", *sorted(map(str, TAUGHT.glob("*.toml"))))


@cache
def life(which: str, days: int = 10) -> Life:
    return live(which, days=days)


@pytest.mark.parametrize("which", ALL)
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(which: str) -> None:
    def written(one: Life) -> bytes:
        return streams.encode([s.fragment for s in one.said], "")

    assert written(live(which, days=5)) == written(live(which, days=5))
    assert written(live(which, days=5)) != written(live(which, days=5, seed=3))


@pytest.mark.parametrize("which", list(combinations(ALL, 2)))
def test_no_two_lives_share_names_values_or_sentences(which: tuple[str, str]) -> None:
    two = [phrases.load(one) for one in which]
    names = [{n.plain for groups in p.names.values() for g in groups for n in g} for p in two]
    values = [{v for some in p.values.values() for v in some} for p in two]
    said = [{t.text for f in p.families for t in (*f.say, *f.say_not, *f.end)} for p in two]
    attacks = [{*p.hosts, *p.attacks} for p in two]
    shared = [one & other for one, other in (names, values, said, attacks)]
    assert shared == [set()] * 4
    assert min(p.count() for p in two) > 250


@pytest.mark.parametrize("which", ALL)
def test_a_long_life_has_everything_that_can_go_wrong(which: str) -> None:
    one = life(which, 90)
    assert set(Counter(f.plot for f in one.facts)) == set(WEIGHTS)
    assert {s.role for s in one.said} == {"states", "overturns", "ends", "contradicts", "procedure", "noise", "attack"}
    assert {s.lang for s in one.said} >= {"en", "de", "fr", "es", "ja"}
    assert {s.cue for s in one.said if s.role == "overturns"} >= {"correction", "switched", "no_longer", "instead"}
    assert "" in one.spaces and sum(s.startswith("project/") for s in one.spaces) >= 3
    assert any(s.startswith("channel/") for s in one.spaces)
    assert any(f.expires is not None for f in one.facts) and any(f.polar for f in one.facts)
    attacks = "\n".join(s.fragment.body for s in one.said if s.role == "attack")
    assert "streams/" in attacks and "fragments:" in attacks and "---" in attacks
    assert all(s.fragment.trust != "user" for s in one.said if s.role in ("attack", "contradicts"))


@pytest.mark.parametrize("which", ALL)
def test_what_holds_follows_from_what_was_said(which: str) -> None:
    for fact in life(which).facts:
        told = [s for s in life(which).said if s.about == fact.id and s.role != "contradicts"]
        held: list[Span] = []
        for said in told:
            if not held or held[-1].value != said.value:
                held = [
                    *held[:-1],
                    *(replace(h, until=said.day) for h in held[-1:]),
                    Span(value=said.value, since=said.day),
                ]
        assert tuple(held) == fact.spans, fact.id


@pytest.mark.parametrize("which", ALL)
def test_every_sentence_is_read_as_what_it_says_and_as_nothing_else(which: str) -> None:
    """The matchers know their own wordings, and tell neighbours, old values and opposites apart."""
    one = life(which)
    for said in one.said:
        for fact in one.facts:
            if fact.space != said.fragment.space:
                continue
            reading = fact.read(said.fragment.body)
            if said.about != fact.id:
                assert not reading or said.role == "procedure", (fact.id, said.fragment.body)
            elif said.role == "contradicts":
                assert set(reading.false) == {said.value} and not reading.said, said.fragment.body
            elif said.role == "ends":
                assert reading.gone and not reading.said, said.fragment.body
            else:
                assert reading.said == {said.value}, said.fragment.body


@pytest.mark.parametrize("which", ALL)
def test_other_wordings_than_ours_are_understood_where_subject_and_value_suffice(which: str) -> None:
    for one in life(which).facts:
        now = one.spans[-1].value
        if one.polar or one.keys or not one.about or now is None:
            continue
        subject, value = " / ".join(n.plain for n in one.about), one.values[now].plain
        assert one.read(f"{subject} – {value}, so everybody agreed.").said == {now}
        for n, old in enumerate(one.values):
            if n != now:
                reading = one.read(f"{subject} (now {value}, formerly {old.plain})")
                assert (set(reading.said), set(reading.gone)) == ({now}, {n})


def fact(*values: str, about: tuple[str, ...] = ("acme-api|Acme API", "staging"), polar: bool = False) -> Fact:
    return Fact(
        id="f", space="", family="port", plot="changed", kind="fact", about=tuple(map(name, about)),
        keys=(("port*", "listen*"),), values=tuple(map(name, values)), polar=polar,
        spans=(Span(value=0, since=0),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said", "gone"),
    [
        ("acme-api listens on 8080 in staging", {0}, set()),
        ("In staging the Acme API now uses port 9090.", {1}, set()),
        ("The staging port of acme-api went from 8080 to 9090", {1}, {0}),
        ("acme-api's staging port is 9090 (8080 until March)", {1}, {0}),
        ("acme-api staging port: not 8080", set(), {0}),
        ("acme-api, staging port: 8080 → 9090", {1}, {0}),
        ("acme-api's staging port is 9090; before that 8080", {1}, {0}),
        ("The port of acme-api in staging was 8080; it is 9090 now.", {1}, {0}),
        ("Staging: acme-api no longer listens on 8080 but on 9090", {1}, {0}),
        ("acme-api staging ports are 8080 and 9090", {0, 1}, set()),
        ("acme-api listens on 8080 in production", set(), set()),
        ("acme-web listens on 8080 in staging", set(), set()),
        ("acme-api staging listens on 18080", set(), set()),
        ("acme-api costs 8080 in staging", set(), set()),
    ],
)
def test_values_that_hold_are_told_from_those_that_are_gone_and_from_neighbours(
    text: str, said: set[int], gone: set[int]
) -> None:
    reading = fact("8080", "9090").read(text)
    assert (set(reading.said), set(reading.gone)) == (said, gone)


def test_yes_is_not_no() -> None:
    squash = replace(fact("yes", "no", about=("acme-api",), polar=True), keys=(("squash*",),))
    assert squash.read("We squash in acme-api").said == {0}
    assert squash.read("We do not squash in acme-api").said == {1}
    assert squash.read("We no longer squash in Acme-API").said == {1}
    assert not squash.read("We squash in acme-web")


def test_a_name_inside_a_longer_name_is_not_found() -> None:
    short, long = phrases._group(["mailroom", "mailroom-worker|mailroom worker"])
    assert not short.places(plain("mailroom-worker is slow")) and long.places(plain("the mailroom worker is slow"))
    assert short.places(plain("mailroom is slow, mailroom-worker is not"))


@pytest.mark.parametrize("text", ["nicht mehr 8080, sondern", "8080 じゃなくて", "au lieu de 8080", "ya no es 8080"])
def test_other_languages_give_things_up_too(text: str) -> None:
    words, value = plain(text), name("8080")
    assert let_go(words, value.places(words)[0], value)


def test_ways_to_say_a_name_are_read_with_the_words_that_tell_it() -> None:
    assert name("the cert|renewing it=renew*+cert*") == Name(
        ("the cert", "renewing it"), (("the cert",), ("renew*", "cert*"))
    )
