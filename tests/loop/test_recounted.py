"""A trouble and what helped against it, told in one message: they are kept together, as one way to mend it."""

from __future__ import annotations

import pytest

from tests.loop.test_observe import bodies, said
from tests.loop.test_offline import kinds


@pytest.mark.parametrize(
    "told",
    [
        "My espresso was sour for weeks. Grinding two steps finer solved it.",
        "The lighting shader flickers on AMD cards. I found out it was the half-precision normals; switching them to"
        " highp fixed it.",
        "The nightly job failed with ORA-01555 again. It always happens when the report runs longer than the undo"
        " retention. We raised UNDO_RETENTION to 7200 last time and that helped.",
        "The printer kept jamming on labels. Cleaning the pickup roller with alcohol did it",
        "I was getting awful headaches on nights. Drinking half a litre before midnight stopped them",
        "Meine Rosen hatten Mehltau. Eine Mischung aus Milch und Wasser hat geholfen.",
    ],
)
def test_what_helped_is_kept_with_what_was_wrong(told: str) -> None:
    assert kinds(f"user: {told}") == [("procedure", told)]


@pytest.mark.parametrize(
    "told",
    [
        "The washing machine was leaking. I fixed it.",
        "My flight got cancelled. I called them and it's solved now.",
        "Tests were failing. Works now, thanks!",
        "My son can't sleep. Could you tell me why? Would reading to him have helped?",
    ],
)
def test_that_something_was_mended_is_nothing_to_keep_when_nobody_says_how(told: str) -> None:
    assert kinds(f"user: {told}") == []


def test_it_is_told_as_well_in_the_middle_of_a_talk_about_something_else() -> None:
    told = "The last loaf was gummy. Turned out I cut it too early, waiting two hours fixed it."
    assert ("procedure", told) in kinds("user: What should I braise first?", "agent: Fennel and cod.", f"user: {told}")


def test_what_is_told_beside_it_stays_a_fragment_of_its_own() -> None:
    told = "The last loaf was gummy. Waiting two hours before cutting fixed it. I always bake on Saturdays."
    assert bodies(said(f"user: {told}")) == [
        "The last loaf was gummy. Waiting two hours before cutting fixed it.",
        "I always bake on Saturdays.",
    ]
