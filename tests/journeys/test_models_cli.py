"""Language models as a person meets them: named in the settings, tried, counted. The server is on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie import Memory, config
from reverie.errors import ConfigError
from reverie.llm import agent
from reverie.llm.prompts import load
from tests.journeys.test_cli import Reverie, one_line, reverie as reverie
from tests.llm import wire
from tests.llm.wire import RECEIVED, SENT, Wire, saying

KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def server() -> Iterator[Wire]:
    found = Wire()
    yield found
    found.kill()


@pytest.fixture
def file() -> Path:
    """The person's own settings."""
    return config.personal(os.environ).file


@pytest.fixture
def chosen(file: Path, server: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, fast="anthropic:claude-haiku-4-5", endpoint=server.url, key_name="MY_KEY")
    monkeypatch.setenv("MY_KEY", KEY)


def write(file: Path, **settings: str | float) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in settings.items()
    ]
    file.write_text("\n".join(["[models]", *lines, ""]))


@pytest.mark.usefixtures("chosen")
def test_a_model_is_tried_and_what_it_took_is_said_in_a_line(reverie: Reverie, server: Wire):
    ran = reverie("models", "test")

    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("anthropic:claude-haiku-4-5 answered in ") and ran.out.count("\n") == 1
    assert f"{SENT} tokens sent, {RECEIVED} received, $0.000" in ran.out
    assert server.asked[0]["headers"]["x-api-key"] == KEY
    assert "<word>\ntea\n</word>" in str(server.asked[0]["messages"][0]["content"][0]["text"])

    told = reverie("models", "test", "deep", "--json").json
    assert told["model"] == "anthropic:claude-haiku-4-5" and told["money"] > 0 and told["unpriced"] == 0


@pytest.mark.usefixtures("chosen")
def test_what_was_spent_today_is_shown_against_the_limits(reverie: Reverie, file: Path):
    reverie("models", "test")

    listed, seen = reverie("models"), reverie("status")
    spent = f"today {SENT + RECEIVED} of 500,000 tokens, $0.000"
    assert "fast  anthropic:claude-haiku-4-5" in listed.out
    assert "deep  anthropic:claude-haiku-4-5 (not set, so the other is asked)" in listed.out
    assert f"anthropic:claude-haiku-4-5: 1 call, {SENT} tokens sent, {RECEIVED} received" in listed.out
    assert spent in listed.out and "of $1.00" in listed.out
    assert f"Models     anthropic:claude-haiku-4-5; {spent}" in seen.out
    for found in (reverie("models", "--json").json["language"], reverie("status", "--json").json["models"]):
        assert found["fast"] == found["deep"] == "anthropic:claude-haiku-4-5"
        assert found["today"]["tokens"] == SENT + RECEIVED and found["today"]["calls"] == 1
        assert found["limits"] == {"tokens": 500_000, "money": 1.0}
    assert KEY not in listed.out + seen.out


def test_without_a_model_nothing_is_said_of_it_but_how_to_name_one(reverie: Reverie, file: Path, workspace: Path):
    assert "Models" not in reverie("status").out
    assert reverie("status", "--json").json["models"] is None
    assert f"`fast` and `deep` in [models] of {file} name them" in reverie("models").out
    assert reverie("models", "--json").json["language"] is None
    assert "no language model is set" in one_line(reverie("models", "test"))
    assert not (workspace / ".reverie" / "meter.db").exists()


@pytest.mark.usefixtures("chosen")
def test_why_a_model_did_not_answer_is_one_line(reverie: Reverie, server: Wire, monkeypatch: pytest.MonkeyPatch):
    server.answers = [saying(401, KEY)]
    refused = reverie("models", "test")
    assert refused.code == 1 and "refuses the key in MY_KEY (401)" in one_line(refused)
    assert KEY not in refused.err

    server.answers = [wire.refusing]
    assert "refuses to answer" in one_line(reverie("models", "test"))

    monkeypatch.delenv("MY_KEY")
    assert "put it into the environment variable MY_KEY" in one_line(reverie("models", "test"))


def test_the_limit_of_a_day_holds_from_one_command_to_the_next(reverie: Reverie, server: Wire, file: Path):
    write(file, fast="ollama:tiny", endpoint=server.url, tokens=agent.ANSWER + 300)
    codes = [reverie("models", "test").code for _ in range(4)]

    assert codes[0] == 0 and codes[-1] == 1
    assert codes.count(0) == len(server.asked)
    assert "tokens of a day are spent" in one_line(reverie("models", "test"))
    assert "of unknown price" not in reverie("status").out


def test_a_price_nobody_knows_is_said_to_be_unknown(reverie: Reverie, server: Wire, file: Path):
    write(file, deep="openai:tiny", endpoint=server.url)
    assert reverie("models", "test", "deep").out.endswith("unknown price.\n")
    assert "and 1 call of unknown price" in reverie("status").out


@pytest.mark.usefixtures("chosen")
def test_a_damaged_meter_leaves_everything_else_working(reverie: Reverie, workspace: Path):
    reverie("models", "test")
    path = workspace / ".reverie" / "meter.db"
    path.unlink()
    path.mkdir()

    assert "meter.db cannot be used" in reverie("status").out
    assert reverie("models").code == 0
    assert "so no model is asked" in one_line(reverie("models", "test"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[models]\nfats = "ollama:x"\n', "[models] has no setting 'fats'; it knows fast, deep, endpoint, key_name"),
        ('[models]\nfast = "x"\n', "[models] fast must be one of anthropic:NAME"),
        ('[models]\ntokens = "many"\n', "[models] tokens must be a whole number"),
        ("models = 3\n", "[models] must be a section"),
        ("[model]\n", "it knows workspace, [embedding], [models]"),
    ],
)
def test_a_misspelt_setting_is_an_error_that_lists_what_exists(reverie: Reverie, file: Path, text: str, said: str):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    ran = reverie("models", "test")
    assert ran.code == 2 and said in one_line(ran)


def test_a_workspace_cannot_name_a_model(reverie: Reverie, workspace: Path):
    (workspace / "reverie.toml").write_text('[models]\nfast = "ollama:x"\n')
    assert "has no section [models]" in one_line(reverie("status"))


def test_one_variable_names_both_models_or_none(file: Path):
    write(file, fast="ollama:small", deep="ollama:large")
    env = {"HOME": os.environ["HOME"]}
    both = config.personal({**env, "REVERIE_MODEL": "anthropic:x", "ANTHROPIC_API_KEY": KEY})
    assert (both.language.fast, both.language.deep) == ("anthropic:x", "anthropic:x")
    assert both.keys == {"ANTHROPIC_API_KEY": KEY} and KEY not in repr(both)
    for none in ("", "none"):
        assert config.personal({**env, "REVERIE_MODEL": none}).language.of("deep") == ""
    assert config.personal(env).language.of("deep") == "ollama:large"
    with pytest.raises(ConfigError, match="REVERIE_MODEL must be one of"):
        config.personal({**env, "REVERIE_MODEL": "x"})


@pytest.mark.usefixtures("chosen")
def test_from_python_a_role_is_asked_and_counted(workspace: Path):
    with Memory.create(workspace) as memory:
        model = memory.model("deep")
        assert model and model.ask(load("ping"), "tea") == wire.GOOD
        spending = memory.spending()
        assert spending and spending["today"]["tokens"] == SENT + RECEIVED
