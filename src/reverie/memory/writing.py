"""The verbs that tell memory something, or take something out of recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reverie.domain.page import Key, Page
from reverie.memory import given
from reverie.memory.one_line import in_one_line
from reverie.memory.reading import Reading

if TYPE_CHECKING:
    from reverie.domain.inbox import Statement
    from reverie.loop.apply import Applied
    from reverie.loop.clear import Clearing
    from reverie.loop.propose import Proposed
    from reverie.loop.remember import Remembered
    from reverie.loop.router import Router


@in_one_line
class Writing(Reading):
    """Keeps, corrects, forgets."""

    def remember(self, text: str, *, space: str = "", pin: bool = False) -> Remembered:
        """Keep a statement: observed, routed, proposed, applied."""
        from reverie.loop.remember import remember

        self._obey(space)
        with self._writer() as (now, new_id):
            return remember(
                text, self.vault, now, new_id, self._speaker(), space=given.space(space), pin=pin,
                router=self._router(), named=self._named,
            )  # fmt: skip

    def _router(self) -> Router:
        """Says where a statement belongs: a model when one is set, else rules."""
        from reverie.loop import router

        model = self.model("fast")
        return router.by_model(model) if model else router.by_rules

    def propose(self, what: Statement, *, space: str = "") -> Proposed:
        """Queue what a sub-agent wants remembered; it waits for review, unless its name is trusted."""
        from reverie.loop.propose import propose

        self._obey(space)
        with self._writer() as (now, new_id):
            self._follow_index()
            return propose(what, self._queue(), given.space(space), now, new_id)

    def keep_verbatim(self, body: str, title: str, *, note: str = "", space: str = "", pin: bool = False) -> Remembered:
        """Keep a text word for word."""
        from reverie.loop.remember import keep_verbatim

        self._obey(space)
        with self._writer() as (now, new_id):
            return keep_verbatim(
                body, title, note, self.vault, now, new_id, self._speaker(), space=given.space(space), pin=pin
            )

    def keep_notes(
        self, written: Sequence[tuple[Page, Page | None]], gone: Sequence[Page] = (), *, because: str
    ) -> list[Applied]:
        """Write notes of a drawer, each with the one it replaces, and put others of the same space away."""
        from reverie.loop.begin import new_id
        from reverie.loop.drawer import keep

        if not written and not gone:
            return []
        self._obey((written[0][0] if written else gone[0]).key.space)
        with self._writer() as (now, _):
            return keep(written, gone, because, self.vault, now, new_id, self._speaker())

    def pin(self, handle: str, *, on: bool = True) -> Applied:
        """Protect a page from decay and machines, or stop protecting it."""
        from reverie.loop.pin import pin

        key = self.find(handle)
        self._obey(key.space)
        with self._writer() as (now, new_id):
            return pin(key, self.vault, now, new_id, self._speaker(), on=on)

    def correct(self, handle: str, text: str) -> Applied:
        """State a belief anew, on what is said now; what it rested on is superseded."""
        from reverie.loop.correct import correct

        key = self.find(handle)
        self._obey(key.space)
        with self._writer() as (now, new_id):
            return correct(key, text, self.vault, now, new_id, self._speaker(), self._named)

    def forget(self, keys: Sequence[Key], *, why: str = "", about: str = "") -> Applied:
        """Take pages and fragments out of recall; they can be brought back."""
        from reverie.loop.forget import forget

        self._obey(keys[0].space if keys else "")
        with self._writer() as (now, new_id):
            return forget(keys, why, self.vault, now, new_id, self._speaker(), about=about)

    def clearing(self, space: str = "") -> Clearing:
        """What `clear` would take out of recall."""
        from reverie.loop.clear import clearing

        self._obey(space)
        return clearing(given.space(space), self.vault)

    def clear(self, space: str = "") -> Applied:
        """Take everything of a space out of recall, in one change that can be undone."""
        from reverie.loop.clear import clear

        self._obey(space)
        with self._writer() as (now, new_id):
            return clear(given.space(space), self.vault, now, new_id, self._speaker())
