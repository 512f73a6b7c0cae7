"""What arrives on standard input before the library reads it: nothing there goes without an answer for ever."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import mcp_types as protocol
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

_VERSION, _ABLE = protocol.PROTOCOL_VERSION_META_KEY, protocol.CLIENT_CAPABILITIES_META_KEY


def readable(arrived: SessionMessage | Exception) -> SessionMessage | protocol.JSONRPCError:
    """A message as the library can take it, or the answer to one that nobody can."""
    if isinstance(arrived, Exception):
        return _mended(arrived)
    message = arrived.message
    if isinstance(message, protocol.JSONRPCRequest) and message.params:
        meta = message.params.get("_meta")
        if isinstance(meta, dict) and _VERSION in meta and _ABLE not in meta:
            # A probe for the newer protocol that lacks what it requires: the library would answer it with an error and
            # then refuse the older handshake, with which such a client goes on.
            plain = {**message.params, "_meta": {name: each for name, each in meta.items() if name != _VERSION}}
            return replace(arrived, message=message.model_copy(update={"params": plain}))
    return arrived


def _mended(wrong: Exception) -> SessionMessage | protocol.JSONRPCError:
    """A line with half a character in it, as JavaScript writes them, gets a mark in its place; others an error."""
    data = _parsed(wrong)
    if isinstance(data, dict):
        whole = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
        try:
            return SessionMessage(protocol.jsonrpc_message_adapter.validate_json(whole, by_name=False))
        except ValidationError:
            asked = data.get("id")
            known = asked if isinstance(asked, int | str) and not isinstance(asked, bool) else None
            return _error(known, protocol.INVALID_REQUEST, "this is no request, notification or response")
    return _error(None, protocol.PARSE_ERROR, "the line is not JSON")


def _parsed(wrong: Exception) -> Any:
    """What the line holds as far as Python can read it; None when it cannot."""
    given = [each["input"] for each in wrong.errors()] if isinstance(wrong, ValidationError) else []
    whole = next((each for each in given if isinstance(each, dict) and "jsonrpc" in each), None)
    try:
        return whole or json.loads(next((each for each in given if isinstance(each, str)), ""))
    except (ValueError, RecursionError):
        return None


def _error(asked: int | str | None, code: int, message: str) -> protocol.JSONRPCError:
    return protocol.JSONRPCError(jsonrpc="2.0", id=asked, error=protocol.ErrorData(code=code, message=message))
