"""The way in for hosts: reads a payload, answers at most one line, and ends with 0 within a second, whatever happens
(before a compaction, within a few).

Never the writer's lock, never the network, never a model. What goes wrong is one line in `.reverie/hooks.log`.
"""

from __future__ import annotations

import gc
import os
import time

from reverie.light import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from reverie.configured import Configured

DEADLINE = 1.0  # seconds after which there is silence
SLOW = {"PreCompact": 5.0}  # nobody waits for an answer then, but for a model that sums everything up
_GRACE = 0.05  # seconds to note that it was missed
LARGEST = 8 << 20  # bytes of a payload
_LOG = 256 * 1024  # bytes of the log that are kept
_BEGAN = time.perf_counter() - time.process_time()  # Python's own start, too, which is work and no waiting
_done = False  # while it is true the deadline interrupts nothing


def answer(arguments: Sequence[str]) -> NoReturn:
    """Answer one event of a host on standard output, or nothing, and end with 0."""
    global _done
    said, where, wrong = b"", None, ""
    try:
        gc.disable()  # there is not enough of anything to be worth looking for
        _watch(SLOW.get(arguments[1], DEADLINE) if len(arguments) >= 2 else DEADLINE, arguments)
        from reverie import configured

        if len(arguments) >= 2 and not configured.child():
            where = configured.workspace()
            if where:
                said = _said(arguments[0], arguments[1], where)
    except BaseException as why:  # noqa: BLE001 - a host must never see us fail
        wrong = type(why).__name__
        _log(where, arguments, why)
        said = b""
    _done = True
    try:
        while said:
            said = said[os.write(1, said) :]
    except OSError:
        pass
    _done = False
    _fired(where, arguments, wrong)
    os._exit(0)  # nothing is left to tidy up, and tidying up takes longer than answering


def _said(host: str, name: str, where: Configured) -> bytes:
    import json

    from reverie.surfaces.hooks.events import EVENTS, answered, event

    if name not in EVENTS.get(host, {}):
        return b""
    raw = _payload()
    payload = json.loads(raw.decode("utf-8", "replace"))
    if not isinstance(payload, dict):
        raise ValueError("the payload is no object")
    told = event(host, name, payload)
    if told is None:
        return b""
    from reverie.surfaces.hooks.acts import act

    text = act(told, where)
    return json.dumps(answered(told, text)).encode("ascii") + b"\n" if text else b""


def _payload() -> bytes:
    found = b""
    while chunk := os.read(0, 1 << 20):
        found += chunk
        if len(found) > LARGEST:
            raise ValueError("the payload is too long")
    return found


def _watch(seconds: float, arguments: Sequence[str]) -> None:
    """End everything at the deadline, wherever the rest of us is waiting; noting so may hang, too."""
    import _thread

    until = time.monotonic() + seconds

    def wait() -> None:
        while (left := until - time.monotonic()) > 0:
            time.sleep(left)
        if not _done:
            _thread.start_new_thread(late, ())
            time.sleep(_GRACE)
            os._exit(0)

    def late() -> None:
        from reverie import configured

        if not configured.child():
            _fired(configured.workspace(), arguments, f"there was no answer within {seconds:g} s")

    _thread.start_new_thread(wait, ())


def _fired(where: Configured | None, arguments: Sequence[str], wrong: str) -> None:
    """Note that an event came, how long it took and what kind of thing went wrong, for `reverie doctor`."""
    try:
        from reverie.store.noting import note
        from reverie.surfaces.hooks.events import EVENTS

        host, name = arguments[:2]
        if where and name in EVENTS.get(host, {}):
            took = time.perf_counter() - _BEGAN
            note(os.path.join(where.private, "times"), f"hook-{host}-{name}", trouble=wrong, took=took)
    except Exception:  # noqa: BLE001 - the answer is what counts
        return


def _log(where: Configured | None, arguments: Sequence[str], wrong: BaseException) -> None:
    """One line: when, what was asked, what kind of thing went wrong and where; nothing of any payload."""
    if where is None:
        return
    try:
        at, trace = "", wrong.__traceback__
        while trace:
            at = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
            trace = trace.tb_next
        asked = " ".join("".join(c for c in each if c.isalnum() or c in "-_.")[:40] for each in arguments[:2])
        why = (
            " ".join(str(wrong).split())[:200]
            if isinstance(wrong, OSError) or "sqlite3" in type(wrong).__module__
            else ""
        )
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        path = os.path.join(where.private, "hooks.log")
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
        if os.path.exists(path) and os.path.getsize(path) > _LOG:
            os.replace(path, f"{path}.1")
        handle = os.open(path, flags, 0o600)
        os.write(handle, f"{moment} {asked}: {type(wrong).__name__} at {at} {why}".rstrip().encode() + b"\n")
        os.close(handle)
    except Exception:  # noqa: BLE001 - there is nowhere left to say it
        return
