"""demo: the main job on a sample, in a folder that is thrown away."""

from __future__ import annotations

import shlex
import sys
import tempfile

import click

from reverie.surfaces.cli import cli
from reverie.surfaces.present.style import bold, dim

_TOLD = (
    "remember that Billing uses PostgreSQL 16",
    "My name is Ana and I work on the billing team",
    "We decided on blue/green deploys because rolling back takes seconds",
    "Remember: the staging cluster is called heron",
)


@click.command()
def demo() -> None:
    """Show the loop on a sample: remember, recall, why, undo, audit. Your own memory is not touched."""
    with tempfile.TemporaryDirectory(prefix="reverie-demo-") as folder:
        _say("A workspace of Markdown and JSONL files, in a temporary folder.")
        _run(folder, "init", folder, shown=("init", "DIR"))
        _say("Tell it things. Each one is quoted in a stream, routed, proposed, checked and applied.")
        for told in _TOLD:
            _run(folder, "remember", told)
        _say("Ask. Every hit has a handle, a date, a strength word and a trust.")
        _run(folder, "recall", "which database does billing use?", "-k", "1")
        _say("Why does it believe that? From the page to the words that prove it.")
        _run(folder, "why", "belief/billing-uses-postgresql-16")
        _say("It says so when it knows nothing.")
        _run(folder, "recall", "what is Ana's favourite pizza topping?")
        _say("Every change is audited, and can be taken back.")
        last = _last_change(folder)
        _run(folder, "undo", last)
        _run(folder, "recall", "staging cluster")
        _run(folder, "audit", "-n", "8")
        _say("Files, log, streams and git history are checked against each other.")
        _run(folder, "audit", "--verify")
    click.echo()
    click.echo(
        f"That folder is gone again. To keep something: {bold('reverie init')}, then {bold('reverie remember …')}"
    )


def _say(text: str) -> None:
    click.echo(f"\n{click.style('#', fg='yellow')} {text}")


def _run(folder: str, *arguments: str, shown: tuple[str, ...] = ()) -> None:
    typed = " ".join(shlex.quote(a) for a in (shown or arguments))
    click.echo(dim("$ ") + bold(f"reverie {typed}"))
    sys.stdout.flush()
    given = {"workspace": folder, "agent": None}
    try:
        cli.main(["-w", folder, *arguments], prog_name="reverie", standalone_mode=False, obj=given)
    except click.exceptions.Exit:
        return


def _last_change(folder: str) -> str:
    from reverie.memory import Memory
    from reverie.store.base import AuditFilter

    with Memory.open(folder) as memory:
        return memory.audit(AuditFilter(action="CREATE", limit=1))[0].id
