"""A corrected belief keeps its name and its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie import Memory
from reverie.errors import NotFound, ReverieError


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as made:
        yield made


def test_a_belief_is_stated_anew_on_what_was_said_now(memory: Memory):
    kept = memory.remember("Billing uses PostgreSQL 15")
    assert kept.page
    before = memory.vault.pages([kept.page])[kept.page]

    memory.correct(kept.page.handle, "Billing uses PostgreSQL 16")

    page = memory.vault.pages([kept.page])[kept.page]
    assert page.prose == "Billing uses PostgreSQL 16"
    assert page.evidence.superseded == before.evidence.active
    assert memory.why(kept.page.handle).active[0].quote == "Billing uses PostgreSQL 16"
    assert memory.recall("which PostgreSQL does billing use?").hits[0].text == "Billing uses PostgreSQL 16"


def test_what_is_gone_or_no_belief_is_not_corrected(memory: Memory):
    kept = memory.remember("Billing uses PostgreSQL 15")
    assert kept.page
    with pytest.raises(ReverieError, match="cannot be restated"):
        memory.correct(kept.fragment.handle, "x")
    memory.forget([kept.page])
    with pytest.raises(NotFound):
        memory.correct(kept.page.handle, "Billing uses PostgreSQL 16")
