"""Which names a statement lets go, and who comes in their place."""

from __future__ import annotations

import pytest

from reverie.domain import relate_over


@pytest.mark.parametrize(
    "said",
    [
        "Mira handed in her notice at Quill",
        "it was Mira's last day at Quill yesterday",
        "Mira got fired by Quill",
        "Mira and Quill parted ways",
        "Mira hat bei Quill gekündigt.",
        "Mira left Quill",
        "Mira n'est plus chez Quill.",
        "Mira ya no trabaja en Quill.",
        "Mira moved out of Quill, no idea where to",
        "Mira is done at Quill, finally",
        "Mira and Quill have split up",
        "Mira stopped reporting to Quill",
        "Mira doesn't work for Quill any more",
        "Mira stepped down, Quill has nobody for now",
        "Mira is history at Quill",
    ],
)
def test_what_held_between_two_is_over(said):
    assert relate_over.read(said).ends("Mira", "Quill")


@pytest.mark.parametrize(
    "said",
    [
        "Mira is out today, so is Quill",
        "Mira doesn't like Quill",
        "Mira works out of Quill",
        "Mira left early for Quill",
        "Mira is not in Quill this week",
        "Mira may leave Quill",
        "If Mira left Quill, who would know?",
        "Mira handed in the report for Quill",
        "Mira works at Quill",
    ],
)
def test_what_goes_on_or_is_only_supposed_is_not_over(said):
    assert not relate_over.read(said).ends("Mira", "Quill")


def test_somebody_left_one_thing_and_not_all_there_is():
    over = relate_over.read("Ben Oak left Quill, so Mira is alone at Delta")
    assert over.ends("Ben Oak", "Quill")
    assert not over.ends("Mira", "Quill")


def test_who_comes_next_is_told():
    assert relate_over.read("Ben handed parcel-api over to Mira").follows == {"Mira"}
    assert relate_over.read("Ben retired, Nimbus gave us Mira").follows == {"Mira"}
    assert relate_over.read("Mira swapped Lyon for Basel").goes == {"Basel"}
