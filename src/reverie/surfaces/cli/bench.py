"""bench: measure recall on public sets, observing on labelled sessions, dreams of made-up lives, and speed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie import config
from reverie.errors import ConfigError, ReverieError
from reverie.memory import Memory
from reverie.surfaces.cli.opening import note, show

if TYPE_CHECKING:
    from reverie.loop.extract import Extractor

_FOLDER = click.Path(path_type=Path)


@click.group()
def bench() -> None:
    """Measure how well and how fast things are found, noticed and made sense of."""


@bench.command(short_help="Who finds the evidence, and who keeps silent.")
@click.option("--data", type=_FOLDER, metavar="DIR", envvar="REVERIE_BENCH_DATA", help="Where the sets are.")
@click.option("--sets", default="", metavar="NAME,…", help="Only these sets of the folder.")
@click.option("--quick", is_flag=True, help="A few questions, the built-in embedder only.")
@click.option("--out", type=_FOLDER, metavar="DIR", help="Write JSON and charts there.")
@click.option(
    "--minilm", type=_FOLDER, metavar="DIR", envvar="REVERIE_MINILM", help="MiniLM's files, if not installed."
)
@click.option("--vectors", type=_FOLDER, metavar="DIR", help="Keep vectors there for the next run.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def recall(
    data: Path | None,
    sets: str,
    quick: bool,
    out: Path | None,
    minilm: Path | None,
    vectors: Path | None,
    as_json: bool,
) -> None:
    """Compare Reverie's two tiers with full-text search, embedders and their fusion on sets of your choice."""
    from reverie.bench import recall as measured, report

    if data is None:
        raise ConfigError(
            "where are the sets? Give --data DIR, or set REVERIE_BENCH_DATA; docs/benchmarks.md tells more"
        )
    names = [name for name in sets.split(",") if name]
    result = measured.run(data, config.personal(), note, sets=names, quick=quick, minilm=minilm, vectors=vectors)
    if out is not None:
        note(f"wrote {', '.join(report.write(result, out))}")
    show(result, report.recall(result), as_json=as_json)


@bench.command(short_help="How fast, how large, at which size.")
@click.option("--passages", default="10000,100000", show_default=True, metavar="N,…", help="Sizes to measure.")
@click.option("--out", type=_FOLDER, metavar="DIR", help="Write JSON there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def speed(passages: str, out: Path | None, as_json: bool) -> None:
    """Measure indexing, embedding and recall on made-up turns, beside plain full-text search."""
    from reverie.bench import report, speed as measured

    try:
        sizes = [int(size) for size in passages.replace("_", "").split(",") if size]
    except ValueError:
        raise click.BadParameter(f"{passages!r} must be whole numbers such as 10000,100000") from None
    if not sizes or min(sizes) < 100:
        raise click.BadParameter("at least 100 passages are needed")
    result = measured.run(sizes, note)
    if out is not None:
        note(f"wrote {', '.join(report.write(result, out))}")
    show(result, report.speed(result), as_json=as_json)


@bench.command(short_help="What is noticed in sessions, missed, and kept for nothing.")
@click.option("--sealed", is_flag=True, help="The parts that nothing was tuned on, too.")
@click.option("--model", is_flag=True, help="The model you have set, too; it is sent the labelled sessions, and costs.")
@click.option("--out", type=_FOLDER, metavar="DIR", help="Write JSON there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def observe(sealed: bool, model: bool, out: Path | None, as_json: bool) -> None:
    """Compare what an extractor keeps of labelled sessions with what a careful person would keep."""
    from reverie.bench import observe as measured, report
    from reverie.loop.offline import Offline

    halves = measured.PARTS if sealed else measured.WORKED_WITH
    with tempfile.TemporaryDirectory(prefix="reverie-bench-") as folder:
        extractors: list[Extractor] = [Offline()]
        if model:
            extractors.append(_by_model(Path(folder)))
        result = measured.run(extractors, halves, note)
    if out is not None:
        note(f"wrote {', '.join(report.write(result, out))}")
    show(result, measured.text(result), as_json=as_json)


@bench.command(short_help="What is held after a made-up life, against what was true in it.")
@click.option("--life", default="open", type=click.Choice(["open", "check", "dev", "sealed"]), help="Whose life it is.")
@click.option("--sealed", "life", flag_value="sealed", help="The same as --life sealed: nothing was tuned on it.")
@click.option("--days", default=90, show_default=True, type=click.IntRange(3, 1000), help="How long a life.")
@click.option("--seed", type=int, help="Another life of the same names and sentences.")
@click.option("--scale", is_flag=True, help="Nights over 100,000 pages, too; takes many minutes.")
@click.option("--model", is_flag=True, help="The model you have set, too; it is sent the made-up days, and costs.")
@click.option("--out", type=_FOLDER, metavar="DIR", help="Write JSON and charts there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def dream(life: str, days: int, seed: int | None, scale: bool, model: bool, out: Path | None, as_json: bool) -> None:
    """Let dreamers live through made-up days, and compare what they then hold with what is true."""
    from reverie.bench import dream as measured, judge, report, scale as scales

    sizes = (*scales.SIZES, scales.LARGE) if scale else scales.SIZES
    if model:
        measured.ByModel()  # says so at once when there is none
    dreamers = (*measured.DREAMERS, measured.ByModel) if model else measured.DREAMERS
    result = measured.run([life], note, days=days, seed=seed, sizes=sizes, dreamers=dreamers)
    if out is not None:
        note(f"wrote {', '.join(report.write(result, out))}")
    show(result, report.dream(result, judge.ROWS), as_json=as_json)


@bench.command(short_help="What memory knows after weeks of chats, and what it answers.")
@click.option("--sealed", is_flag=True, help="The people whom nothing was tuned on, too.")
@click.option("--out", type=_FOLDER, metavar="DIR", help="Write JSON there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def weeks(sealed: bool, out: Path | None, as_json: bool) -> None:
    """Let made-up people chat with their agents for weeks, dream every night, and ask for what they told."""
    from reverie.bench import report, weeks as measured

    result = measured.run(measured.PARTS if sealed else measured.WORKED_WITH, note)
    if out is not None:
        note(f"wrote {', '.join(report.write(result, out))}")
    show(result, report.weeks(result, measured.ROWS), as_json=as_json)


def _by_model(folder: Path) -> Extractor:
    """The model extractor with the person's model, counted by a meter of its own, with the person's limits."""
    from reverie.loop.by_model import ByModel
    from reverie.loop.offline import Offline

    with Memory.create(folder / "workspace") as memory:
        found = memory.model("fast")
    if found is None:
        raise ReverieError("no model is set: name one under [models] in your config.toml")
    return ByModel(found, Offline())
