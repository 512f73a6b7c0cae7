"""PDF (with the extra `documents`) and DOCX: their text, kept as it was written. Nobody knows who wrote it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from reverie.errors import BundleRefused
from reverie.imports.base import LARGEST, Gathered, Piece, changed, files, kept_in, moment

_SUFFIXES = (".pdf", ".docx")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LONGEST = 5_000_000  # characters of one text, which is what a reference holds
_PART = 200 * 2**20  # bytes of the text of a DOCX, unpacked


class Documents:
    """One text for each file; of a folder, those that lie in it beside Markdown."""

    name = "documents"

    def looks(self, path: Path) -> bool:
        return kept_in(path, *_SUFFIXES)

    def gather(self, path: Path) -> Gathered:
        found = Gathered(self.name, path.name)
        for each in files(path, *_SUFFIXES) if path.is_dir() else [path]:
            place = each.relative_to(path).as_posix() if each != path else each.name
            try:
                title, text, at = _pdf(each) if each.suffix.lower() == ".pdf" else _docx(each)
            except BundleRefused:
                if each == path:
                    raise
                found.skipped["a PDF, and the extra `documents` is not installed"] += 1
                continue
            except Exception as wrong:  # noqa: BLE001 - a parser of strangers' files raises what it likes
                found.skipped[f"a file that cannot be read ({type(wrong).__name__})"] += 1
                continue
            text = text[:_LONGEST].strip()
            if not text:
                found.skipped["a file without text; a scan has only pictures"] += 1
                continue
            found.pieces.append(
                Piece(place=place, text=text, at=at or changed(each), whole=True, title=title or each.stem, trust="web")
            )
        return found


def _pdf(path: Path) -> tuple[str, str, Any]:
    try:
        pypdf: Any = import_module("pypdf")
    except ImportError:
        raise BundleRefused(
            f"{path} is a PDF; install the extra with `pip install 'reverie-memory[documents]'` and import it again"
        ) from None
    if path.stat().st_size > LARGEST:
        raise ValueError("too large")
    with pypdf.PdfReader(path) as reader:
        pages = [page.extract_text() or "" for page in reader.pages]
        told: Any = reader.metadata or {}
        at = None
        with suppress(ValueError, AttributeError, TypeError):  # people write what they like into a date
            at = told.modification_date or told.creation_date
        title = str(told.get("/Title") or "")
    text = "\n\n".join(f"[page {n}]\n{page.strip()}" for n, page in enumerate(pages, 1) if page.strip())
    return title, text, moment(at.isoformat()) if at else None


def _docx(path: Path) -> tuple[str, str, Any]:
    with zipfile.ZipFile(path) as packed:
        body = ElementTree.fromstring(_part(packed, "word/document.xml"))  # noqa: S314 - expat bounds what entities grow to
        told = packed.namelist()
        core = _part(packed, "docProps/core.xml").decode("utf-8", "replace") if "docProps/core.xml" in told else ""
    title = re.search(r"<dc:title>([^<]+)</dc:title>", core)
    dates = (re.search(rf"<dcterms:{name}[^>]*>([^<]+)<", core) for name in ("modified", "created"))
    at = next((found for found in dates if found), None)
    text = "\n\n".join(filter(None, (_paragraph(each) for each in body.iter(f"{_W}p"))))
    return title[1].strip() if title else "", text, moment(at[1]) if at else None


def _part(packed: zipfile.ZipFile, name: str) -> bytes:
    info = packed.getinfo(name)
    if info.file_size > _PART:
        raise ValueError("too large")
    with packed.open(info) as part:
        found = part.read(_PART + 1)
    if len(found) > _PART or b"<!DOCTYPE" in found[:4096]:
        raise ValueError("not as Word writes it")
    return found


def _paragraph(paragraph: ElementTree.Element) -> str:
    return "".join(_runs(paragraph)).strip()


def _runs(paragraph: ElementTree.Element) -> Iterator[str]:
    for each in paragraph.iter():
        if each.tag == f"{_W}t":
            yield each.text or ""
        elif each.tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
            yield "\t" if each.tag == f"{_W}tab" else "\n"
