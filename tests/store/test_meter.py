"""meter.db: a day has a limit, and any number of processes keep it together."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from reverie.errors import BudgetSpent, ModelError
from reverie.store.meter import DAYS, Meter, Spent
from tests.conftest import MONDAY

DAY = timedelta(days=1)


@pytest.fixture
def meter(tmp_path: Path) -> Iterator[Meter]:
    opened = Meter(tmp_path / "meter.db")
    yield opened
    opened.close()


def reserve(
    meter: Meter, tokens: int = 100, money: float | None = 0.01, *, model: str = "a:small",
    most_tokens: int = 1000, most_money: float = 1.0, now: datetime = MONDAY,
) -> int:  # fmt: skip
    return meter.reserve(model, tokens, money, most_tokens=most_tokens, most_money=most_money, now=now)


def test_what_a_call_took_replaces_what_was_reserved_for_it(meter: Meter):
    call = reserve(meter, 900, 0.5)
    assert meter.today(MONDAY) == Spent(calls=1, reserved=900, money=0.5)

    meter.settle(call, 120, 30, 0.02)

    assert meter.today(MONDAY) == Spent(calls=1, sent=120, received=30, money=0.02)
    assert meter.today(MONDAY).tokens == 150


def test_a_call_that_may_take_more_than_is_left_is_not_made(meter: Meter):
    meter.settle(reserve(meter, 900), 500, 300, 0.0)

    with pytest.raises(BudgetSpent, match=r"800 of the 1,000 tokens of a day are spent and this may take 201") as said:
        reserve(meter, 201)
    assert "a:small" in str(said.value) and "\n" not in str(said.value)
    assert reserve(meter, 200)


def test_money_is_a_limit_of_its_own(meter: Meter):
    meter.settle(reserve(meter, money=0.9), 1, 1, 0.9)
    with pytest.raises(BudgetSpent, match=r"\$0.90 of the \$1.00 of a day are spent and this may cost \$0.20"):
        reserve(meter, money=0.2)


def test_a_limit_of_nothing_is_no_limit(meter: Meter):
    assert reserve(meter, 10**9, 10**6, most_tokens=0, most_money=0)


def test_calls_under_way_count_as_spent(meter: Meter):
    for _ in range(10):
        reserve(meter, 100)
    with pytest.raises(BudgetSpent):
        reserve(meter, 1)


def test_every_day_begins_with_nothing_spent_and_is_that_of_utc(meter: Meter):
    reserve(meter, 1000)
    with pytest.raises(BudgetSpent):
        reserve(meter, 1, now=MONDAY.replace(hour=23, minute=59))
    assert reserve(meter, 1, now=MONDAY.replace(hour=0) + DAY)
    assert meter.today(MONDAY).tokens == 1000


def test_a_call_that_ends_after_midnight_is_of_the_day_it_began(meter: Meter):
    call = reserve(meter, 100)
    reserve(meter, 1, now=MONDAY + DAY)
    meter.settle(call, 70, 7, 0.0)
    assert meter.today(MONDAY).tokens == 77


def test_a_call_is_settled_once(meter: Meter):
    call = reserve(meter)
    meter.settle(call, 10, 10, 0.0)
    meter.settle(call, 10, 10, 0.0)
    meter.settle(call + 100, 10, 10, 0.0)
    assert meter.today(MONDAY) == Spent(calls=1, sent=10, received=10)


def test_calls_without_a_known_price_are_counted_apart(meter: Meter):
    meter.settle(reserve(meter, money=None), 10, 5, None)
    reserve(meter, money=None)
    found = meter.today(MONDAY)
    assert (found.money, found.unpriced, found.calls) == (0.0, 2, 2)


def test_what_each_model_spent_is_told_apart(meter: Meter):
    meter.settle(reserve(meter), 10, 5, 0.1)
    meter.settle(reserve(meter, model="b:large"), 20, 6, 0.2)
    reserve(meter, 30, model="b:large")
    found = meter.by_model(MONDAY)
    assert list(found) == ["a:small", "b:large"]
    assert (found["b:large"].sent, found["b:large"].reserved, found["b:large"].calls) == (20, 30, 2)


def test_what_is_old_is_forgotten(meter: Meter):
    meter.settle(reserve(meter), 10, 5, 0.1)
    reserve(meter, now=MONDAY + (DAYS - 1) * DAY)
    assert meter.today(MONDAY).calls == 1
    reserve(meter, now=MONDAY + (DAYS + 1) * DAY)
    assert meter.today(MONDAY) == Spent()


def test_of_many_that_ask_at_once_only_as_many_as_the_day_pays_for_do(tmp_path: Path):
    def ask(_: int) -> bool:
        mine = Meter(tmp_path / "meter.db")
        try:
            mine.settle(reserve(mine, 300), 250, 50, 0.0)
        except BudgetSpent:
            return False
        finally:
            mine.close()
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(ask, range(12))) == 3


def test_what_a_process_that_died_reserved_stays_spent(tmp_path: Path):
    code = (
        "import os, sys; from datetime import datetime; from pathlib import Path\n"
        "from reverie.store.meter import Meter\n"
        "Meter(Path(sys.argv[1])).reserve('a:small', 700, 0.1, most_tokens=1000, most_money=1,"
        " now=datetime.fromisoformat(sys.argv[2]))\n"
        "os._exit(9)"
    )
    path = tmp_path / "meter.db"
    assert subprocess.run([sys.executable, "-c", code, str(path), MONDAY.isoformat()], check=False).returncode == 9

    meter = Meter(path)
    assert meter.today(MONDAY).tokens == 700
    with pytest.raises(BudgetSpent):
        reserve(meter, 301)
    meter.close()


def test_whoever_cannot_count_does_not_spend(tmp_path: Path):
    meter = Meter(tmp_path / "meter.db")
    call = reserve(meter)
    meter.close()
    (tmp_path / "meter.db").unlink()
    (tmp_path / "meter.db").mkdir()

    with pytest.raises(ModelError, match=r"meter.db cannot be used .* so no model is asked"):
        reserve(meter)
    meter.settle(call, 1, 1, 0.0)  # its reservation stands
