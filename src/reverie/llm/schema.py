"""Whether an answer fits its JSON schema: the part of the standard that answers need, an error for any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": Mapping,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
_SAID = frozenset({"title", "description", "examples", "default", "$schema"})  # for the model, nothing to check
_CHECKED = frozenset(
    {
        "type", "enum", "const", "anyOf", "properties", "required", "additionalProperties", "items",
        "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum",
    }
)  # fmt: skip


def checkable(schema: Mapping[str, Any], at: str = "answer") -> None:
    """A schema that asks for what nobody checks is a ValueError."""
    unknown = sorted(set(schema) - _CHECKED - _SAID)
    if unknown:
        raise ValueError(f"{at}: {', '.join(unknown)} is not checked; there are {', '.join(sorted(_CHECKED))}")
    if any(kind not in _TYPES for kind in _kinds(schema)):
        raise ValueError(f"{at}: type must be of {', '.join(_TYPES)}")
    if not isinstance(schema.get("additionalProperties", True), bool):
        raise ValueError(f"{at}: additionalProperties must be true or false")
    for name, inner in schema.get("properties", {}).items():
        checkable(inner, f"{at}.{name}")
    for inner in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        checkable(inner, f"{at}[]")


def misfit(value: Any, schema: Mapping[str, Any], at: str = "answer") -> str | None:
    """What is wrong with a value, in words of the schema alone; None when it fits."""
    kinds = _kinds(schema)
    if kinds and not any(_is(value, kind) for kind in kinds):
        return f"{at} must be {' or '.join(kinds)}"
    if "enum" in schema and not any(_same(value, allowed) for allowed in schema["enum"]):
        return f"{at} must be one of {', '.join(map(str, schema['enum']))}"
    if "const" in schema and not _same(value, schema["const"]):
        return f"{at} must be {schema['const']}"
    if "anyOf" in schema and all(misfit(value, one, at) for one in schema["anyOf"]):
        return f"{at} fits none of its {len(schema['anyOf'])} forms"
    if isinstance(value, Mapping):
        return _object(value, schema, at)
    if isinstance(value, list):
        return _array(value, schema, at)
    if isinstance(value, str):
        return _within(len(value), schema, "minLength", "maxLength", at, "characters")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _within(value, schema, "minimum", "maximum", at, "")
    return None


def known(value: Any, schema: Mapping[str, Any]) -> Any:
    """A value without the properties that its schema neither knows nor allows: nobody reads them."""
    if isinstance(value, Mapping):
        inner: Mapping[str, Any] = schema.get("properties", {})
        free = schema.get("additionalProperties", True)
        return {name: known(one, inner.get(name, {})) for name, one in value.items() if free or name in inner}
    if isinstance(value, list):
        return [known(one, schema.get("items", {})) for one in value]
    return value


def _object(value: Mapping[str, Any], schema: Mapping[str, Any], at: str) -> str | None:
    known: Mapping[str, Any] = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{at} lacks {name}"
    if schema.get("additionalProperties", True) is False and not set(value) <= set(known):
        return f"{at} has a property beside {', '.join(known)}"
    found = (misfit(value[name], inner, f"{at}.{name}") for name, inner in known.items() if name in value)
    return next((wrong for wrong in found if wrong), None)


def _array(value: Sequence[Any], schema: Mapping[str, Any], at: str) -> str | None:
    wrong = _within(len(value), schema, "minItems", "maxItems", at, "entries")
    if wrong or "items" not in schema:
        return wrong
    found = (misfit(one, schema["items"], f"{at}[{n}]") for n, one in enumerate(value))
    return next((wrong for wrong in found if wrong), None)


def _within(size: float, schema: Mapping[str, Any], least: str, most: str, at: str, of: str) -> str | None:
    unit = f" {of}" if of else ""
    if least in schema and not size >= schema[least]:
        return f"{at} must be at least {schema[least]}{unit}"
    if most in schema and not size <= schema[most]:
        return f"{at} must be at most {schema[most]}{unit}"
    return None


def _kinds(schema: Mapping[str, Any]) -> Sequence[str]:
    kind = schema.get("type", ())
    return (kind,) if isinstance(kind, str) else kind


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):  # which Python takes for a number
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind])


def _same(value: Any, other: Any) -> bool:
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)
