"""One event loop in a thread of its own: synchronous code waits for asynchronous, never longer than it wants to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_running: tuple[threading.Thread, asyncio.AbstractEventLoop] | None = None


def run(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """What the work returns or raises; TimeoutError when it takes longer, even if it cannot be stopped."""
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result(seconds)
    except BaseException:
        future.cancel()
        raise


def _loop() -> asyncio.AbstractEventLoop:
    global _running
    with _lock:
        if _running is None or not _running[0].is_alive():  # never started, or left behind by a fork
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name="reverie models", daemon=True)
            thread.start()
            _running = thread, loop
        return _running[1]
