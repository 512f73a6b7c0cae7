"""`reverie bench observe`: the sets are sound, and what is counted is what happened."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from reverie.bench import observe as bench
from reverie.bench.observe import PARTS, SETS, read, supported, tally
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.extract import Draft, Extracted
from reverie.loop.observe import notice_in
from reverie.surfaces.cli import run
from tests.conftest import MONDAY


class Says:
    """An extractor that keeps whole entries."""

    name = "says"
    room = 10_000

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
        kept = [e for e in entries if e.id in self.ids and e.text]
        drafts = [Draft(entry=e.id, kind="fact", body=e.text, quote=e.text) for e in kept]
        return Extracted(drafts=drafts, by=self.name)


def labelled(*, optional: bool = False) -> bench.Snippet:
    row = {
        "id": "x-1",
        "entries": [
            {"id": "e1", "at": "2026-03-02T10:15:00Z", "role": "user", "text": "we use postgres 16"},
            {"id": "e2", "at": "2026-03-02T10:16:00Z", "role": "agent", "text": "the moon is made of cheese"},
        ],
        "keep": [{"kind": "fact", "entries": ["e1"], "must": ["postgres|pg", "16"], "optional": optional}],
        "never": ["cheese"],
    }
    return bench._snippet(row)


def test_right_missed_junk_and_forbidden_are_told_apart() -> None:
    right, none, junk = (tally([labelled()], Says(*ids)) for ids in (("e1",), (), ("e2",)))
    assert (right.right, right.found, right.wanted, right.same_kind, right.never) == (1, 1, 1, 1, 0)
    assert (none.kept, none.found, len(none.misses)) == (0, 0, 1)
    assert (junk.kept, junk.right, junk.never, len(junk.junk)) == (1, 0, 1, 1)


def test_what_may_be_kept_or_not_counts_neither_way() -> None:
    found = tally([labelled(optional=True)], Says("e1"))
    assert (found.kept, found.right, found.optional, found.wanted) == (1, 0, 1, 0)


def test_a_body_of_other_words_is_not_supported() -> None:
    told = labelled().transcript
    (fragment,) = notice_in(told, Says("e1"), MONDAY).fragments
    assert supported(fragment, told)
    other = Draft(entry="e1", kind="fact", body="Everybody loves elephants dearly.", quote="postgres")

    class Invents(Says):
        def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
            return Extracted(drafts=[other], by=self.name)

    (invented,) = notice_in(told, Invents(), MONDAY).fragments
    assert not supported(invented, told)


@pytest.mark.parametrize("half", PARTS)
def test_every_part_is_whole_and_like_the_others(half: str) -> None:
    snippets = read(SETS / f"observe-{half}.jsonl")
    few = half == "fixes"  # a small one about one thing
    assert sum(any(not gold.optional for gold in s.keep) for s in snippets) >= (40 if few else 60)
    assert sum(not any(not gold.optional for gold in s.keep) for s in snippets) >= (15 if few else 30)
    for s in snippets:
        assert {e for gold in s.keep for e in gold.entries} <= {e.id for e in s.transcript.entries}


def test_the_open_half_is_measured_without_the_sealed_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "observe", "--json"]) == 0
    halves = json.loads(capsys.readouterr().out)["halves"]
    assert list(halves) == ["open", "check", "dev", "fixes"]
    row = halves["open"]["offline"]
    assert row["precision"]["value"] > 0.75 and row["recall"]["value"] > 0.5 and row["unsupported"]["value"] == 0
