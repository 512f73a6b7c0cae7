"""Filters as stores of frameworks know them: a value, or comparisons: LangGraph's `$gt` and mem0's `gt`, `AND`…"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Any

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {"gt": gt, "gte": ge, "lt": lt, "lte": le}
_SAME: Mapping[str, Callable[[Any, Any], bool]] = {"eq": eq, "ne": ne}


def matches(value: Any, wanted: Mapping[str, Any]) -> bool:
    """Whether a value has what each field of a LangGraph filter wants."""
    return all(_holds(value.get(name), each) for name, each in wanted.items())


def _holds(have: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_compared(have, name, each) for name, each in wanted.items())
        return isinstance(have, Mapping) and matches(have, wanted)
    if isinstance(wanted, list | tuple):
        alike = isinstance(have, list | tuple) and len(have) == len(wanted)
        return alike and all(_holds(one, each) for one, each in zip(have, wanted, strict=True))
    return bool(have == wanted)


def _compared(have: Any, name: str, wanted: Any) -> bool:
    bare = name.removeprefix("$")
    if bare in _SAME:
        return _SAME[bare](have, wanted)
    if bare not in _ORDER:
        raise ValueError(f"Unsupported operator: {name}")
    try:
        return _ORDER[bare](float(have), float(wanted))
    except (TypeError, ValueError):
        return False  # no number is more or less than nothing


def fits(have: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether metadata has what a filter of mem0 wants: values, `{"gt": …}`, `"*"`, and AND, OR, NOT of filters."""
    for name, each in wanted.items():
        if name in ("AND", "OR", "NOT"):
            found = [fits(have, one) for one in each]
            if not {"AND": all(found), "OR": any(found), "NOT": not any(found)}[name]:
                return False
        elif each == "*":
            if have.get(name) is None:
                return False
        elif isinstance(each, Mapping):
            if not all(_asked(have.get(name), operator, other) for operator, other in each.items()):
                return False
        elif have.get(name) != each:
            return False
    return True


def _asked(have: Any, operator: str, wanted: Any) -> bool:
    match operator:
        case "in" | "nin":
            return (have in wanted) == (operator == "in")
        case "contains":
            return str(wanted) in str(have or "")
        case "icontains":
            return str(wanted).lower() in str(have or "").lower()
        case _:
            return _compared(have, operator, wanted)
