"""One event loop in a thread of its own: synchronous code waits for asynchronous, never longer than it wants to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_running: tuple[threading.Thread, asyncio.AbstractEventLoop] | None = None


def run(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """What the work returns or raises; TimeoutError when it takes longer, even if it cannot be stopped."""
    future = asyncio.run_coroutine_threadsafe(_ended(work), _loop())
    try:
        ended = future.result(seconds)
    except BaseException:
        future.cancel()
        raise
    return ended()


async def _ended(work: Coroutine[Any, Any, T]) -> Callable[[], T]:
    """How it ended, as something to call: an error that nobody waits for any more must not be printed by the loop."""
    try:
        value = await work
    except Exception as wrong:  # noqa: BLE001  raised again where it is wanted
        return partial(_again, wrong)
    return lambda: value


def _again(wrong: Exception) -> NoReturn:
    raise wrong


def _loop() -> asyncio.AbstractEventLoop:
    global _running
    with _lock:
        if _running is None or not _running[0].is_alive():  # never started, or left behind by a fork
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name="reverie models", daemon=True)
            thread.start()
            _running = thread, loop
        return _running[1]
