"""A reference: a text kept word for word, because its exact form matters."""

from __future__ import annotations

from datetime import datetime

from reverie.domain.citation import Citation
from reverie.domain.page import Key, Page


def reference(
    key: Key,
    *,
    title: str,
    text: str,
    cited: Citation,
    at: datetime,
    tags: tuple[str, ...] = (),
    origin: str = "curated",
) -> Page:
    """A new reference. The front matter is TypeClaw's, plus the fragment that names it; the body is exact."""
    head = Page(key=key, text="---\n---\n")
    for name, value in (
        ("title", title),
        ("origin", origin),
        ("created", at.isoformat(timespec="seconds")),
        ("pinned", "false"),
        ("tags", tags),
        ("fragment", str(cited)),
    ):
        head = head.with_front(name, value)
    return Page(key=key, text=head.text + text)
