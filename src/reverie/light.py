"""Named tuples and protocols for modules that a hook imports with every prompt: `typing` costs more than a search.

To a type checker these are the ones of `typing`; at run time they are as little as is needed.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple, Protocol as Protocol
else:
    from collections import namedtuple

    class _Made(type):
        """Makes a named tuple of a class body: its annotations are the fields, what it assigns to them the defaults."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for key, value in body.items():
                if key not in fields and key not in ("__qualname__", "__module__", "__annotations__"):
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Made):
        """As `typing.NamedTuple`."""

    class Protocol:
        """As `typing.Protocol`, which nobody asks anything at run time."""
