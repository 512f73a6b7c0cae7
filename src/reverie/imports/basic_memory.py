"""basic-memory: Markdown notes with a permalink, whose lists hold observations and relations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from reverie.domain import front
from reverie.imports.base import Gathered, Piece, document, files, text_of

_OBSERVATION = re.compile(r"[-*+][ \t]+\[([^\[\]()]+)\][ \t]+(\S.*)")
_RELATION = re.compile(r"[-*+][ \t]+(?:([\w][\w ./-]{0,60}?)[ \t]+)?\[\[([^\[\]]+)\]\](?:[ \t]*\((.*)\))?")
_CLOCK = re.compile(r"\d{1,3}:\d{2}.*")
_TAG = re.compile(r"(?<!\S)#([\w/-]+)")
_LOOKED_AT = 200  # files


class BasicMemory:
    """An observation is a statement, a relation is one about two; the note itself is kept word for word."""

    name = "basic-memory"

    def looks(self, path: Path) -> bool:
        some = [path] if path.is_file() else islice(files(path, ".md"), _LOOKED_AT)
        return any(_is_note(each) for each in some if each.suffix.lower() == ".md")

    def gather(self, path: Path) -> Gathered:
        found = Gathered(self.name, path.name)
        root = path if path.is_dir() else path.parent
        for each in files(path, ".md") if path.is_dir() else [path]:
            note = document(each, root)
            if note is None:
                found.skipped["a file without text"] += 1
                continue
            found.pieces += [note, *_stated(note)]
        return found


def _is_note(path: Path) -> bool:
    text = text_of(path)
    return bool(text and front.get(text, "permalink") and front.get(text, "title"))


def _stated(note: Piece) -> Iterator[Piece]:
    first = note.text.count("\n", 0, len(note.text) - len(front.body(note.text))) + 1
    for number, raw in enumerate(front.body(note.text).splitlines(), first):
        line = raw.strip()
        place = f"{note.place}:{number}"
        if (seen := _OBSERVATION.fullmatch(line)) and _is_category(seen[1]):
            tags = (seen[1].strip(), *_TAG.findall(seen[2]))
            said = " ".join(_TAG.sub("", seen[2]).split())
            yield Piece(place=place, text=said, quote=line, at=note.at, title=note.title, tags=tags)
        elif tied := _RELATION.fullmatch(line):
            said = f"{note.title} {(tied[1] or 'relates to').replace('_', ' ')} {tied[2].partition('|')[0]}"
            yield Piece(place=place, text=said, quote=line, at=note.at, title=note.title, tags=("relation",))


def _is_category(said: str) -> bool:
    """A box to tick or a time of day is no category."""
    return len(said.strip()) > 1 and not _CLOCK.fullmatch(said.strip())
