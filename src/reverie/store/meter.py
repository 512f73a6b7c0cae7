"""meter.db: what language models spent, and may still spend today. Processes that share it cannot overspend."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from reverie.errors import BudgetSpent, ModelError
from reverie.store.database import Database

SCHEMA_VERSION = 1
DAYS = 400  # that are kept
_SCHEMA = Path(__file__).parent / "sql" / "meter.sql"

_RESERVE = "INSERT INTO reserved (day, model, tokens, money) VALUES (?, ?, ?, ?)"
_SETTLE = """
    INSERT INTO spent (day, model, calls, sent, received, money, unpriced) VALUES (?, ?, 1, ?, ?, ?, ?)
    ON CONFLICT (day, model) DO UPDATE SET calls = calls + 1, sent = sent + excluded.sent,
    received = received + excluded.received, money = money + excluded.money, unpriced = unpriced + excluded.unpriced"""
_BY_MODEL = """
    SELECT model, SUM(calls), SUM(sent), SUM(received), SUM(reserved), SUM(money), SUM(unpriced) FROM (
        SELECT model, calls, sent, received, 0 AS reserved, money, unpriced FROM spent WHERE day = :day
        UNION ALL
        SELECT model, 1, 0, 0, tokens, IFNULL(money, 0), money IS NULL FROM reserved WHERE day = :day
    ) GROUP BY model ORDER BY model"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a day cost so far."""

    calls: int = 0
    sent: int = 0  # tokens
    received: int = 0
    reserved: int = 0  # tokens of calls under way, or of a process that died
    money: float = 0.0  # US dollars, reservations too
    unpriced: int = 0  # calls whose price nobody knows; they are not in `money`

    @property
    def tokens(self) -> int:
        return self.sent + self.received + self.reserved


class Meter:
    """Before a call what it may cost is reserved, after it what it did cost replaces that. Days are those of UTC."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION, derived=False)

    def close(self) -> None:
        self._database.close()

    def reserve(
        self, model: str, tokens: int, money: float | None, *, most_tokens: int, most_money: float, now: datetime
    ) -> int:
        """Set aside what a call may cost (None: nobody knows its price), and name it; BudgetSpent when a day has less.

        A limit of 0 is none. Whoever never settles has spent it.
        """
        day = _day(now)
        with _said(), self._database.change() as db:
            have = _total(db, day)
            if most_tokens and have.tokens + tokens > most_tokens:
                raise BudgetSpent(
                    f"{model} was not asked: {have.tokens:,} of the {most_tokens:,} tokens of a day are spent and this "
                    f"may take {tokens:,}; `tokens` in [models] is the limit, the day ends at 0:00 UTC"
                )
            if most_money and have.money + (money or 0.0) > most_money:
                raise BudgetSpent(
                    f"{model} was not asked: {dollars(have.money)} of the {dollars(most_money)} of a day are spent and "
                    f"this may cost {dollars(money or 0.0)}; `money` in [models] is the limit, the day ends at 0:00 UTC"
                )
            call = db.execute(_RESERVE, (day, model, tokens, money)).lastrowid
            oldest = _day(now - timedelta(days=DAYS))
            db.execute("DELETE FROM spent WHERE day < ?", (oldest,))
            db.execute("DELETE FROM reserved WHERE day < ?", (oldest,))
        return call or 0

    def settle(self, call: int, sent: int, received: int, money: float | None) -> None:
        """Put what a call took in the place of its reservation; once. What cannot be written leaves the reservation."""
        with suppress(ModelError), _said(), self._database.change() as db:
            row = db.execute("SELECT day, model FROM reserved WHERE id = ?", (call,)).fetchone()
            if row:
                db.execute("DELETE FROM reserved WHERE id = ?", (call,))
                db.execute(_SETTLE, (*row, sent, received, money or 0.0, money is None))

    def today(self, now: datetime) -> Spent:
        """What this day cost so far."""
        with _said():
            return _total(self._database.db, _day(now))

    def by_model(self, now: datetime) -> dict[str, Spent]:
        """What this day cost so far, by the model that was asked."""
        with _said():
            return _by_model(self._database.db, _day(now))


def spending(meter: Meter, now: datetime, limits: Mapping[str, float]) -> dict[str, Any]:
    """What a day cost so far and may cost, as plain data; `trouble` when nobody can tell."""
    try:
        by_model = {model: asdict(spent) for model, spent in meter.by_model(now).items()}
        today = {**asdict(whole := meter.today(now)), "tokens": whole.tokens}
    except ModelError as wrong:
        return {"today": asdict(Spent()) | {"tokens": 0}, "by_model": {}, "limits": limits, "trouble": str(wrong)}
    return {"today": today, "by_model": by_model, "limits": limits, "trouble": ""}


def dollars(money: float) -> str:
    """An amount, with enough digits that a small one is not nothing."""
    return f"${money:.2f}" if not money or money >= 0.1 else f"${money:.4f}"


@contextmanager
def _said() -> Iterator[None]:
    """Errors of SQLite and of the disk, said as ours: whoever cannot count does not spend."""
    try:
        yield
    except (sqlite3.Error, OSError) as wrong:
        raise ModelError(
            f"meter.db cannot be used ({wrong}), so no model is asked; deleting it loses only what was spent"
        ) from wrong


def _by_model(db: sqlite3.Connection, day: str) -> dict[str, Spent]:
    return {
        model: Spent(calls=c, sent=s, received=r, reserved=held, money=m, unpriced=u)
        for model, c, s, r, held, m, u in db.execute(_BY_MODEL, {"day": day})
    }


def _total(db: sqlite3.Connection, day: str) -> Spent:
    found = _by_model(db, day).values()
    return Spent(
        calls=sum(one.calls for one in found),
        sent=sum(one.sent for one in found),
        received=sum(one.received for one in found),
        reserved=sum(one.reserved for one in found),
        money=sum(one.money for one in found),
        unpriced=sum(one.unpriced for one in found),
    )


def _day(now: datetime) -> str:
    return now.astimezone(UTC).date().isoformat()
