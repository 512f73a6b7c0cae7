"""Ids, handles and versions: the same thing read twice is one thing, and names never change."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from reverie.domain import ids
from reverie.domain.fragment import noticed
from tests.conftest import MONDAY, fragment

# An id holds no time before 1970; from 2243 on, `time_of` is off by a microsecond (it divides as a float).
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


def test_an_id_is_a_uuid_of_version_7_and_the_rfc_variant():
    found = uuid.UUID(ids.uuid7(MONDAY, b"seed"))

    assert found.version == 7
    assert found.variant == uuid.RFC_4122


@given(MOMENTS, st.binary(max_size=64))
def test_every_moment_and_seed_give_a_version_7_id(at, seed):
    found = uuid.UUID(ids.uuid7(at, seed))

    assert (found.version, found.variant) == (7, uuid.RFC_4122)


def test_ids_are_golden():
    assert ids.uuid7(MONDAY, b"seed") == "01a1e395-ae80-719b-b3b6-4768098d002b"
    assert (
        ids.fragment_id(at=MONDAY, space="", source="cli", entry="e1", kind="fact", body="Ana likes tea.")
        == "01a1e395-ae80-774e-8935-b33016c6228e"
    )


@given(st.lists(MOMENTS, min_size=2, max_size=20, unique_by=lambda at: int(at.timestamp() * 1000)))
def test_ids_sort_in_the_order_of_their_times(moments):
    whole = [at.replace(microsecond=at.microsecond // 1000 * 1000) for at in sorted(moments)]
    minted = [ids.uuid7(at, b"any") for at in whole]

    assert all(a <= b for a, b in pairwise(minted))


@given(MOMENTS)
def test_the_time_of_a_fragment_is_the_time_in_its_id(at):
    said = noticed(ts=at, space="", source="s", entry="e", body="tea", kind="fact", topic="")

    assert ids.time_of(said.id) == said.ts


def test_the_time_of_an_id_is_kept_to_the_millisecond():
    at = MONDAY + timedelta(milliseconds=123)

    assert ids.time_of(ids.uuid7(at, b"x")) == at


@pytest.mark.parametrize("wrong", ["", "1234", "not-a-uuid-at-all", "legacy-0123456789ab", "f" * 32])
def test_a_name_without_a_time_in_it_is_refused(wrong):
    with pytest.raises(ValueError, match=r".+"):
        ids.time_of(wrong)


def test_the_same_thing_said_once_and_read_twice_is_one_fragment():
    assert fragment("Ana likes tea").id == fragment("Ana likes tea").id


def test_white_space_at_the_ends_does_not_make_another_fragment():
    assert fragment("Ana likes tea\nand cake").id == fragment("  Ana likes tea  \nand cake\n\n").id


@pytest.mark.parametrize(
    "other",
    [
        fragment("Ana likes tea", space="user/ana"),
        fragment("Ana likes tea", entry="e2"),
        fragment("Ana likes tea", source="elsewhere"),
        fragment("Ana likes tea", kind="preference"),
        fragment("Ana likes teas"),
        fragment("Ana likes tea", day=1),
    ],
    ids=["space", "entry", "source", "kind", "body", "time"],
)
def test_another_space_entry_source_kind_body_or_time_is_another_fragment(other):
    assert other.id != fragment("Ana likes tea").id


def test_what_was_learnt_about_a_fragment_does_not_change_its_id():
    assert fragment("Ana likes tea", who="Ana", tags=("tea",), quote="tea!").id == fragment("Ana likes tea").id


@pytest.mark.parametrize(
    ("name", "handle", "longer"),
    [
        (("", "belief", "tea"), "m:a26qyaut", "m:a26qyauttljh"),
        (("user/ana", "belief", "tea"), "m:k2he525v", "m:k2he525veznv"),
        (("", "entity", "person--ana"), "m:mvcvzjk4", "m:mvcvzjk4yow7"),
        (("", "fragment", "f1"), "m:umjwsp6k", "m:umjwsp6kis7s"),
    ],
)
def test_handles_are_golden(name, handle, longer):
    space, kind, slug = name

    assert ids.handle(space, kind, slug) == handle
    assert ids.handle(space, kind, slug, ids.HANDLE_LENGTH_ON_COLLISION) == longer


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_a_handle_is_m_and_eight_base32_characters(space, kind, name):
    assert re.fullmatch(r"m:[a-z2-7]{8}", ids.handle(space, kind, name))


@given(st.text(), st.text())
def test_two_texts_have_one_version_only_when_they_are_the_same(one, other):
    assert (ids.version(one) == ids.version(other)) == (one == other)


def test_a_version_is_golden():
    assert ids.version("tea\n") == "b49c876df8b640bda8d61932383cbb78"
