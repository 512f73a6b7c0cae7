"""A model is measured when that is asked for, and asked nothing when it is not."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from reverie import config
from reverie.bench import dream, scale
from reverie.llm import client
from reverie.surfaces.cli import run
from tests.llm.wire import SENT, Wire, answering

MODEL = "openai:tiny"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    found = Wire()
    found.usual = answering({"changes": [{"do": "believe", "text": "Nobody said this at all.", "fragments": [1]}]})
    monkeypatch.setattr(client, "PAUSES", (0.01, 0.01))
    monkeypatch.setattr(dream, "LOOKS", 1)
    monkeypatch.setattr(scale, "SIZES", ())
    yield found
    found.kill()


@pytest.fixture
def chosen(server: Wire) -> None:
    file = config.personal(os.environ).file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'[models]\ndeep = "{MODEL}"\nendpoint = "{server.url}/v1"\n', "utf-8")


def measured(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run(["bench", "dream", "--days", "3", "--json", *options]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["lives"]["open"]["dreamers"]
    return found


@pytest.mark.usefixtures("chosen")
def test_a_dreamer_without_a_model_asks_none_whatever_is_set(server: Wire, capsys: pytest.CaptureFixture[str]) -> None:
    assert "offline" in measured(capsys)
    assert server.asked == []


@pytest.mark.usefixtures("chosen")
def test_the_model_that_is_set_is_measured_beside_it(server: Wire, capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(capsys, "--model")
    assert list(found)[-2:] == ["offline", MODEL]
    assert found["offline"]["calls"] == 0 and found[MODEL]["calls"] == len(server.asked) > 0
    assert found[MODEL]["tokens"] >= SENT * found[MODEL]["calls"]
    assert found[MODEL]["rows"]["recall"]["value"] == 0  # nothing that it said was ever told


def test_without_one_that_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "dream", "--model"]) == 1
    assert "no model is set" in capsys.readouterr().err
