"""The vault as it stood at a moment: what a question asked as of then is answered from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.store.reading import FileReader


class PastReader:
    """Pages as the log had them after its last entry before that moment."""

    def __init__(self, vault: FileReader, at: datetime) -> None:
        self._vault = vault
        self._seq = vault.state.seq_at(at)

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        found = {key: self._vault.version_before(key, self._seq + 1) for key in keys}
        return {key: page for key, page in found.items() if page}

    def fragments(self, ids: Iterable[str]) -> dict[str, Fragment]:
        return self._vault.fragments(ids)

    def handle(self, key: Key) -> str:
        return self._vault.handle(key)
