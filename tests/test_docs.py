"""The docs tell the truth about commands, settings, errors, rules, words and code."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest

from reverie import Memory, config, errors
from reverie.domain import audit, core, rules, safety
from reverie.domain.text import tokens
from reverie.llm.embed import EmbeddingSettings
from reverie.llm.models import ModelSettings
from reverie.store import layout
from reverie.surfaces.cli import COMMANDS
from reverie.surfaces.mcp import changing, finding, prompts, resources, tools
from reverie.surfaces.mcp.tool import LONGEST
from scripts import reference

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"


def test_the_command_reference_is_what_the_commands_say():
    assert reference.TARGET.read_text("utf-8") == reference.text(), "run `make docs`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented_and_has_help(command: str):
    section = (REFERENCE / "cli.md").read_text("utf-8").partition(f"## reverie {command}\n")[2]
    assert section.strip().partition("\n")[0], f"{command} says nothing about itself"


def test_every_setting_is_documented_with_its_default_and_none_that_does_not_exist():
    table = re.findall(r"^\| `([a-z]+\.[a-z_]+)` \| `(.+?)` \|", (REFERENCE / "settings.md").read_text("utf-8"), re.M)
    documented = dict(table)

    real = {}
    for section, kind in {**config.SECTIONS, "embedding": EmbeddingSettings, "models": ModelSettings}.items():
        for name, value in config.defaults(kind).items():
            shown = (
                str(value).lower()
                if isinstance(value, bool)
                else f'"{value}"'
                if value == "" or isinstance(value, str)
                else str(value)
            )
            if isinstance(value, tuple):
                shown = "[" + ", ".join(f'"{v}"' for v in value) + "]"
            real[f"{section}.{name}"] = shown
    assert documented == real


def test_every_error_is_documented_and_stands_in_the_tree_on_top_of_its_file():
    names = [
        name
        for name, found in inspect.getmembers(errors, inspect.isclass)
        if issubclass(found, errors.ReverieError) and found is not errors.ReverieError
    ]
    page = (REFERENCE / "errors.md").read_text("utf-8")
    for name in names:
        assert f"| `{name}` |" in page
        assert name in (errors.__doc__ or "")
        assert getattr(errors, name).__doc__


def test_every_rule_and_every_kind_of_credential_is_documented():
    page = (REFERENCE / "errors.md").read_text("utf-8")
    said = set(re.findall(r'Violation\(\s*"([a-z ]+)"', inspect.getsource(rules)))
    assert said
    for name in said | {rule.name for rule in safety.RULES}:
        assert f"| `{name}` |" in page, name


def test_the_format_page_names_the_paths_and_actions_of_the_code():
    page = (REFERENCE / "vault-format.md").read_text("utf-8")
    for path in (layout.LOG, layout.JOURNAL, "memory/procedures", "memory/vault", "memory/spaces"):
        assert path.rpartition("/")[2] in page
    for action in audit.ACTIONS:
        assert action in page
    settings = (REFERENCE / "settings.md").read_text("utf-8")
    assert " / ".join(f"{block.budget:,}" for block in core.BLOCKS) in settings


def test_the_mcp_page_names_the_tools_resources_and_prompts_of_the_code():
    page = (REFERENCE / "mcp.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]+ \| [^|]+ \| (yes|no) \|$", page, re.M)
    documented = [(name, re.findall(r"`(\w+)`", arguments), writes == "yes") for name, arguments, writes in rows]
    assert documented == [(tool.name, list(tool.takes), tool.writes) for tool in tools.TOOLS]
    for verb in re.findall(r"`(?:Memory)?\.(\w+)`", page):
        assert callable(getattr(Memory, verb))
    prompts_ = re.findall(r"^\| `(\w+)` \| (?:`(\w+)`)? ?\| [^|]+ \|$", page, re.M)
    assert prompts_ == [(prompt.name, prompt.argument) for prompt in prompts.PROMPTS]
    for resource in resources.TEMPLATES:
        assert f"`{resource.uri.replace('{+', '{')}`" in page
    for limit in (finding.SEARCH, finding.GET, resources.LONGEST, LONGEST):
        assert f"{limit:,}" in page
    assert f"{finding.LINKS}, {finding.ENTITIES}, {changing.WAITING}" in page and changing.SHOW == finding.GET
    seen = [{"name": t.name, "description": t.description, "inputSchema": t.input_schema} for t in tools.TOOLS]
    said = re.search(r"costs about ([\d,]+) tokens", page)
    assert said and abs(tokens(json.dumps(seen)) - int(said[1].replace(",", ""))) < 150


def test_every_module_says_what_it_is_in_its_first_line():
    for path in (ROOT / "src").rglob("*.py"):
        assert path.read_text("utf-8").startswith('"""'), path


def test_paths_named_in_the_architecture_page_exist():
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for path in re.findall(r"`((?:domain|store|loop|retrieval|surfaces|tests|docs)/[\w./-]+\.\w+)`", page):
        assert (ROOT / "src" / "reverie" / path).exists() or (ROOT / path).exists(), path


def test_python_in_the_readme_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    assert blocks
    for block in blocks:
        exec(block.replace("/tmp/reverie-readme", str(tmp_path / "w")), {})
    assert "Billing uses PostgreSQL 16" in capsys.readouterr().out


def test_links_between_the_docs_lead_somewhere():
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_each_decision_has_context_decision_and_consequences():
    for page in (ROOT / "docs" / "adr").glob("*.md"):
        text = page.read_text("utf-8")
        assert re.match(r"# \d+\. \S", text)
        assert all(f"**{part}.**" in text for part in ("Context", "Decision", "Consequences")), page.name
