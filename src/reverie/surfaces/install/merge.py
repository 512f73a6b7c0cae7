"""Put something into a JSON text and take it out again, leaving every other byte as it is.

What is put in follows the text's own indentation, line ends and comments. Each change reads the text anew: such files
are small, and a place that has moved is then never used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from reverie.surfaces.install.jsonc import Malformed, Part, gap, read

Path = Sequence[str]
_LINE = re.compile(r"\r\n|\n")
_INDENT = re.compile(r"\n([ \t]+)[\"'\w\[{$]")
_MARGIN = re.compile(r"[ \t]*")


def whole(text: str, *, relaxed: bool) -> Part:
    """The text read; it must be an object. An empty one is one with nothing in it."""
    found = read(text if text.strip("\ufeff \t\r\n") else "{}", relaxed=relaxed)
    if found.members is None:
        raise Malformed("it is not an object")
    return found


def put(text: str, path: Path, value: Any, *, relaxed: bool) -> str:
    """The text with a new key at the path; objects on the way are made. Malformed when one is something else."""
    text, holder, rest = _way(text, path[:-1], relaxed=relaxed)
    if holder.members is None:
        raise Malformed(f"{'.'.join(path[: len(path) - len(rest)])} is not an object")
    key, *below = [*rest, path[-1]]
    return _insert(text, holder, _nested(below, value), key, relaxed=relaxed)


def append(text: str, path: Path, value: Any, *, relaxed: bool) -> str:
    """The text with one more element in the list at the path, which is made when it is not there."""
    found = whole(text, relaxed=relaxed).get(*path)
    if found is None:
        return put(text, path, [value], relaxed=relaxed)
    if found.items is None:
        raise Malformed(f"{'.'.join(path)} is not a list")
    return _insert(text, found, value, None, relaxed=relaxed)


def replace(text: str, part: Part, value: Any) -> str:
    """The text with another value in the place of a part's."""
    new = "\r\n" if "\r\n" in text else "\n"
    if not _LINE.search(text, part.start, part.end):
        made = json.dumps(value, ensure_ascii=False, separators=(",", ":") if _tight(text) else (", ", ": "))
    else:
        lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
        made = (new + _indent(text, part.first)).join(lines)
    return text[: part.start] + made + text[part.end :]


def drop(text: str, part: Part, *, relaxed: bool) -> str:
    """The text without a part of an object or a list, and without the comma and the line that came with it."""
    start = len(text[: part.first].rstrip(" \t\r\n"))
    after = gap(text, part.end, relaxed=relaxed)
    if text[after : after + 1] == ",":
        end, kept = after + 1, text[:start]
    else:
        comma = _comma_before(text, part, relaxed=relaxed)
        end, kept = part.end, text[:start] if comma is None else text[:comma] + text[comma + 1 : start]
    line, rest = kept.rpartition("\n")[2], text[end:]
    if relaxed and "//" in line and not rest.lstrip(" \t").startswith(("\n", "\r")):
        kept += text[start : part.first]  # or the comment would swallow what follows
    return kept + rest


def prune(text: str, path: Path, keep: Callable[[Path], bool], *, relaxed: bool) -> str:
    """The text without the object or list at the path, and those above it, while they hold nothing."""
    while path and not keep(path):
        found = whole(text, relaxed=relaxed).get(*path)
        if found is None or found.inside or (found.members is None and found.items is None):
            break
        text, path = drop(text, found, relaxed=relaxed), path[:-1]
    return text


def _nested(keys: Sequence[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _way(text: str, path: Path, *, relaxed: bool) -> tuple[str, Part, list[str]]:
    """The innermost object on a path that is there, and the keys below it that are not."""
    if not text.strip("\ufeff \t\r\n"):
        text = ("\ufeff" if text.startswith("\ufeff") else "") + "{}" + ("\r\n" if "\r\n" in text else "\n")
    holder, rest = whole(text, relaxed=relaxed), list(path)
    while rest and (inner := holder.get(rest[0])) is not None:
        holder = inner
        if holder.members is None:
            break
        rest.pop(0)
    return text, holder, rest


def _insert(text: str, holder: Part, value: Any, key: str | None, *, relaxed: bool) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    before = holder.inside[-1] if holder.inside else None
    broken = bool(_LINE.search(text, holder.start, before.first)) if before else not _single_line(text)
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + (":" if _tight(text) else ": ")
    if not broken:
        made = name + json.dumps(value, ensure_ascii=False, separators=(",", ":") if _tight(text) else (", ", ": "))
        if before is None:
            return text[: holder.start + 1] + made + text[holder.start + 1 :]
        comma = _comma_after(text, before, relaxed=relaxed)
        glue = "," if _tight(text) else ", "
        if comma is None:
            return text[: before.end] + glue + made + text[before.end :]
        return text[: comma + 1] + glue[1:] + made + "," + text[comma + 1 :]
    outer = _indent(text, holder.first)
    indent = _indent(text, before.first) if before else outer + unit
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    made = end + indent + name + (end + indent).join(lines)
    if before is None:
        empty = gap(text, holder.start + 1, relaxed=relaxed)
        if text[holder.start + 1 : empty].strip():  # a comment stands in it
            return text[:empty].rstrip(" \t\r\n") + made + end + outer + text[empty:]
        return text[: holder.start + 1] + made + end + outer + text[empty:]
    comma = _comma_after(text, before, relaxed=relaxed)
    if comma is None:
        text, comma = text[: before.end] + "," + text[before.end :], before.end
    else:
        made += ","  # as the text ends its lists
    place = _line_end(text, comma + 1, relaxed=relaxed)
    return text[:place] + made + text[place:]


def _comma_after(text: str, part: Part, *, relaxed: bool) -> int | None:
    at = gap(text, part.end, relaxed=relaxed)
    return at if text[at : at + 1] == "," else None


def _comma_before(text: str, part: Part, *, relaxed: bool) -> int | None:
    """The comma between a part and the one before it."""
    holder = _holder(read(text, relaxed=relaxed), part)
    earlier = [one for one in holder.inside if one.end <= part.first] if holder else []
    return _comma_after(text, earlier[-1], relaxed=relaxed) if earlier else None


def _holder(among: Part, part: Part) -> Part | None:
    for one in among.inside:
        if one.first == part.first and one.end == part.end:
            return among
        if one.start <= part.first and part.end <= one.end:
            return _holder(one, part)
    return None


def _line_end(text: str, at: int, *, relaxed: bool) -> int:
    """The end of the line a place is on, if nothing but a comment is left on it; else the place itself."""
    rest = text[at:].split("\n", 1)[0]
    stripped = rest.strip()
    if relaxed and stripped.startswith("//"):
        return at + len(rest.rstrip("\r"))
    if relaxed and stripped.startswith("/*") and stripped.endswith("*/") and stripped.find("*/") == len(stripped) - 2:
        return at + len(rest.rstrip())
    return at


def _indent(text: str, at: int) -> str:
    """The white space that the line of a place begins with."""
    start = text.rfind("\n", 0, at) + 1
    found = _MARGIN.match(text, start)
    return found[0] if found else ""


def _unit(text: str) -> str:
    """What one more level is indented by, as the text does it."""
    found = _INDENT.findall(text)
    return min(found, key=len) if found else "  "


def _single_line(text: str) -> bool:
    return not _LINE.search(text.strip()) and bool(re.search(r"[\[{]\s*[^\s\]}]", text))


def _tight(text: str) -> bool:
    """Whether the text leaves out the space after a colon."""
    return ": " not in text and re.search(r'":[^\s]', text) is not None
