"""Who speaks in a chat that is plain text."""

from __future__ import annotations

from reverie.transcripts.labels import lines_of, speakers


def test_a_block_of_code_on_the_speakers_own_line_ends_where_it_is_closed() -> None:
    told = (
        "User: hi\n\nAssistant: FENCEconsole\n$ ls\nFENCE\n\nUser: ok\n\nAssistant: see\nFENCE\nx\nFENCE\n\nUser: bye\n"
    )
    found = speakers(lines_of(told.replace("FENCE", "`" * 3)))
    assert [label.name for label in found] == ["User", "Assistant", "User", "Assistant", "User"]
