"""A question that was asked in a session before is no answer to itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys import test_observe_cli
from tests.journeys.test_recall_cli import Reverie

home, reverie = test_observe_cli.home, test_observe_cli.reverie
FACT = "Billing uses PostgreSQL 16"
ASKED = "Which database does billing use?"


@pytest.mark.parametrize("tier", [[], ["--fast"]])
def test_what_answers_it_is_found_and_told_though_it_was_asked_before(
    reverie: Reverie, home: Path, tier: list[str]
) -> None:
    reverie("remember", FACT)
    (home / "chat.md").write_text(f"## User\n{ASKED}\n## Assistant\nLet me look at the files.\n")
    reverie("observe", str(home / "chat.md"), "--space", "")

    assert FACT in reverie("recall", ASKED, *tier, "--space", "").out
    assert FACT in reverie("inject", "--prompt", ASKED, "--space", "").out
