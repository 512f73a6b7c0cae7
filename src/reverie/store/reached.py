"""What a purge changed in the log, so that whoever follows the log need not take it in whole again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reverie.domain.fragment import Fragment
from reverie.domain.page import Key
from reverie.store.log import Logged


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """Known to the process that decided a purge and to no other: who finishes it for another builds everything anew."""

    was: int  # how long the log was; who had not read it to there has to read it all
    entries: Sequence[Logged]  # the log as it is now; the last tells of the purge
    changed: frozenset[int]  # the numbers of the entries that read otherwise than they did
    keys: frozenset[Key]  # the pages of which any version is another now, under their old names and their new
    paths: frozenset[str]  # the files that those stood in at any time
    fragments: Mapping[str, Fragment]  # those that are gone
    streams: frozenset[str]  # the files those stood in
