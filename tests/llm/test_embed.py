"""Which embedder settings mean, and what is said when it cannot be had."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from reverie import config
from reverie.errors import ConfigError, EmbedderError
from reverie.llm import static
from reverie.llm.embed import EmbeddingSettings, load


def refusal(model: str, models: Path) -> str:
    with pytest.raises(EmbedderError) as wrong:
        load(EmbeddingSettings(model=model), models, None)
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


def test_the_default_needs_nothing_that_is_not_in_the_package(tmp_path: Path):
    embedder = load(EmbeddingSettings(), tmp_path, None)

    assert embedder is not None
    assert embedder.identity.startswith("instant-")
    assert embedder.embed(["Ana prefers tea"]).shape == (1, embedder.dims)


def test_none_is_none(tmp_path: Path):
    assert load(EmbeddingSettings(model="none"), tmp_path, None) is None


@pytest.mark.parametrize("model", ["", "gpt", "openai", "openai:", "minilm:x", "instant:x", "ollama"])
def test_an_unknown_name_is_refused_with_those_there_are(model: str):
    with pytest.raises(ValueError, match="sentence-transformers:NAME, openai:NAME, ollama:NAME"):
        EmbeddingSettings(model=model)


def test_what_is_not_installed_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    assert "reverie models install minilm" in refusal("minilm", tmp_path)
    assert "pip install sentence-transformers" in refusal("sentence-transformers:all-MiniLM-L12-v2", tmp_path)


@pytest.mark.parametrize("damage", ["empty folder", "cut", "no vocabulary", "rubbish", "other shape"])
def test_a_damaged_model_is_one_line_that_says_how_to_mend_it(tmp_path: Path, damage: str):
    folder = tmp_path / "minilm"
    folder.mkdir()
    if damage != "empty folder":
        (folder / "config.json").write_text('{"num_attention_heads": 12, "num_hidden_layers": 6}')
        header = b'{"embeddings.word_embeddings.weight": {"dtype": "F32", "shape": [9, 9], "data_offsets": [0, 324]}}'
        whole = len(header).to_bytes(8, "little") + header + bytes(324)
        content = {"cut": whole[:200], "rubbish": b"\xff" * 400, "other shape": whole}
        (folder / "model.safetensors").write_bytes(content.get(damage, whole))
        if damage != "no vocabulary":
            (folder / "vocab.txt").write_text("[UNK]\n[CLS]\n[SEP]\n")

    said = refusal("minilm", tmp_path)

    assert "damaged" in said and "`reverie models install minilm` mends that" in said


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x93NUMPY"])
def test_a_damaged_package_is_one_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes):
    (tmp_path / "instant.npz").write_bytes(content)
    damaged = classmethod(lambda cls: cls(tmp_path / "instant.npz"))
    monkeypatch.setattr(static.StaticTable, "asked", damaged)

    assert "the files of instant are damaged" in refusal("instant", tmp_path)


def test_a_missing_numpy_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, "reverie.llm.static")
    monkeypatch.setitem(sys.modules, "numpy", None)

    assert "instant needs numpy" in refusal("instant", tmp_path)


def library(monkeypatch: pytest.MonkeyPatch, model: type) -> None:
    fake = ModuleType("sentence_transformers")
    fake.SentenceTransformer = model  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", fake)


def test_sentence_transformers_are_asked_without_the_network_and_for_unit_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Model:
        def __init__(self, name: str, **given: Any) -> None:
            assert (name, given) == ("some/model", {"local_files_only": True})

        def get_sentence_embedding_dimension(self) -> int:
            return 3

        def encode(self, texts: list[str], **given: Any) -> Any:
            assert given["normalize_embeddings"]
            if "break" in texts:
                raise RuntimeError("out of\nmemory")
            [text.encode("utf-8") for text in texts]
            return np.tile([1.0, 0.0, 0.0], (len(texts), 1))

    library(monkeypatch, Model)
    embedder = load(EmbeddingSettings(model="sentence-transformers:some/model"), tmp_path, None)

    assert embedder is not None
    assert embedder.identity == "sentence-transformers:some/model"
    assert embedder.embed(["tea", "half \ud800"]).shape == (2, 3)
    assert embedder.embed([]).shape == (0, 3)
    with pytest.raises(EmbedderError, match=r"failed .out of memory"):
        embedder.embed(["break"])


def test_a_model_that_library_does_not_have_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Model:
        def __init__(self, name: str, **_: Any) -> None:
            raise OSError(f"cannot find\n{name}")

    library(monkeypatch, Model)
    assert "cannot find no/such" in refusal("sentence-transformers:no/such", tmp_path)


def test_openais_key_goes_to_openai_alone():
    assert EmbeddingSettings(model="openai:small").key_name == "OPENAI_API_KEY"
    assert EmbeddingSettings(model="openai:small", endpoint="http://elsewhere/v1").key_name == ""
    assert EmbeddingSettings(model="ollama:small").key_name == ""
    assert EmbeddingSettings(model="openai:small", endpoint="http://elsewhere", key="OTHER").key_name == "OTHER"


def test_a_key_is_named_never_written_down():
    with pytest.raises(ValueError, match="the name of an environment variable"):
        EmbeddingSettings(model="openai:small", key="sk-0123-abc")


def test_a_variable_overrides_the_file_and_what_is_left_in_it_does_no_harm(tmp_path: Path):
    (tmp_path / "reverie").mkdir()
    (tmp_path / "reverie" / "config.toml").write_text('[embedding]\nmodel = "ollama:x"\nendpoint = "http://h"\n')
    env = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path), "REVERIE_EMBEDDING": "instant"}

    mine = config.personal(env)

    assert mine.embedding.model == "instant" and mine.overridden
    assert load(mine.embedding, tmp_path, mine.key) is not None


# What the person's file becomes when a model is chosen


def chosen(tmp_path: Path, before: str | None, **values: str | None) -> str:
    file = tmp_path / "config.toml"
    if before is not None:
        file.write_bytes(before.encode())
    config.choose("embedding", values, file)
    return file.read_bytes().decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, '[embedding]\nmodel = "minilm"\n'),
        ("", '[embedding]\nmodel = "minilm"\n'),
        ('workspace = "~/w"', 'workspace = "~/w"\n\n[embedding]\nmodel = "minilm"\n'),
        ('workspace = "~/w" # mine\n', 'workspace = "~/w" # mine\n\n[embedding]\nmodel = "minilm"\n'),
        ("[embedding]", '[embedding]\nmodel = "minilm"'),
        ("[embedding] # mine\nbatch = 8\n", '[embedding] # mine\nmodel = "minilm"\nbatch = 8\n'),
        (
            "# first\n[embedding]\n# the name\n  model='ollama:x'   # was better\nbatch = 8\n"
            'endpoint = "http://h"\n\n# last\n',
            '# first\n[embedding]\n# the name\n  model="minilm"   # was better\nbatch = 8\n\n# last\n',
        ),
        ('[embedding]\r\nmodel = "instant"\r\nbatch = 8\r\n', '[embedding]\r\nmodel = "minilm"\r\nbatch = 8\r\n'),
        ('[embedding]\nmodel = "a \\" b"\n', '[embedding]\nmodel = "minilm"\n'),
    ],
)
def test_the_choice_is_written_and_all_else_stays(tmp_path: Path, before: str | None, after: str):
    assert chosen(tmp_path, before, model="minilm", endpoint=None) == after


@pytest.mark.parametrize(
    "before",
    ['embedding.model = "instant"\n', 'embedding = { model = "instant" }\n', '[embedding]\nmodel = """\ninstant"""\n'],
)
def test_a_file_written_in_another_way_is_left_alone(tmp_path: Path, before: str):
    with pytest.raises(ConfigError, match="by hand"):
        chosen(tmp_path, before, model="minilm")
    assert (tmp_path / "config.toml").read_text() == before


def test_a_linked_file_stays_a_link_and_private(tmp_path: Path):
    real = tmp_path / "dotfiles" / "config.toml"
    real.parent.mkdir()
    real.write_text("# mine\n")
    (tmp_path / "config.toml").symlink_to(real)

    chosen(tmp_path, None, model="ollama:ünï", endpoint="http://h")

    assert (tmp_path / "config.toml").is_symlink()
    assert real.read_text() == '# mine\n\n[embedding]\nmodel = "ollama:ünï"\nendpoint = "http://h"\n'
    assert real.stat().st_mode & 0o777 == 0o600
