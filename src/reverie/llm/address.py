"""Addresses of endpoints: http or https, with a host, and with no password in them."""

from __future__ import annotations

import urllib.parse

LOOPBACK = ("127.0.0.1", "localhost", "::1")  # never asked through a proxy


def host(endpoint: str, key: str) -> str:
    """The host of an address; a ValueError for anything else. `key` is the setting that names a key's variable."""
    try:
        parts = urllib.parse.urlsplit(endpoint)
        found, user, _ = parts.hostname, parts.username or parts.password, parts.port
    except ValueError:
        found, user, parts = None, None, urllib.parse.SplitResult("", "", "", "", "")
    if user is not None:
        raise ValueError(f"the endpoint holds a password; put it into an environment variable, named by `{key}`")
    if parts.scheme not in ("http", "https") or not found or any(c.isspace() or not c.isprintable() for c in endpoint):
        raise ValueError(f"the endpoint {endpoint[:100]!r} is not an http(s) address")
    return found
