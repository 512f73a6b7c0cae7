"""Installing and then uninstalling is nothing at all, whatever the settings were; a disk that fails changes nothing."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings as with_settings, strategies as st

from reverie.errors import InstallRefused
from reverie.surfaces.install.hosts import HOSTS
from reverie.surfaces.install.installation import Installation
from reverie.surfaces.install.program import Program
from reverie.surfaces.install.receipt import Drawer
from tests.surfaces.install.test_merge import settings, styles

NOW = datetime(2026, 11, 17, tzinfo=UTC)
LINES = st.sampled_from(
    [
        "",
        "# a remark",
        "[projects.a]",
        "[[list]]",
        "[hooks]",
        "[mcp_servers.other]",
        "command = 'x'",
        'm = """\n[a]\n"""',
    ]
)


def at(root: Path, host: str) -> Installation:
    one = HOSTS[host]
    place = one.place(root, {"REVERIE_TYPECLAW": str(root / "agent")})
    place.folder.mkdir(parents=True, exist_ok=True)
    return Installation(host=one, place=place, drawer=Drawer(root / "kept", host, place.folder))


def program(workspace: str) -> Program:
    return Program(command=("/opt/reverie",), workspace=Path(workspace))


def files(root: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
        if "kept" not in path.parts
    }


def there_and_back(root: Path, host: str) -> None:
    one, before = at(root, host), files(root)
    plan = one.installing(program("/w"))
    assert plan.to_do and files(root) == before  # looking changes nothing
    one.install(plan, program("/w"), NOW)
    installed = files(root)
    assert installed != before
    again = one.installing(program("/w"))
    assert not again.to_do
    other = one.installing(program("/elsewhere"))
    one.install(other, program("/elsewhere"), NOW)
    one.install(one.installing(program("/w")), program("/w"), NOW)
    assert files(root) == installed  # to another workspace and back
    one.uninstall(one.removing(program("/w")), NOW)
    assert files(root) == before
    assert not one.removing(program("/w")).to_do


@given(held=settings, style=styles, tail=st.sampled_from(["", "\n", "\r\n\r\n", " "]))
@with_settings(max_examples=60)
def test_settings_of_gemini_are_to_the_byte_as_they_were(held: dict[str, Any], style: dict[str, Any], tail: str):
    held = {**held, "mcpServers": held.pop("mcp", {}).get("servers", {})} if "mcp" in held else held
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".gemini").mkdir()
        (root / ".gemini/settings.json").write_bytes((json.dumps(held, **style) + tail).encode())
        there_and_back(root, "gemini")


@given(lines=st.lists(LINES, max_size=5, unique=True), new=st.sampled_from(["\n", "\r\n"]))
@with_settings(max_examples=60)
def test_settings_of_codex_are_to_the_byte_as_they_were(lines: list[str], new: str):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".codex").mkdir()
        (root / ".codex/config.toml").write_bytes(new.join(lines).encode())
        there_and_back(root, "codex")


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_with_no_settings_at_all_has_none_afterwards(tmp_path: Path, host: str):
    there_and_back(tmp_path, host)


def test_when_a_later_file_cannot_be_written_the_earlier_ones_are_put_back(tmp_path: Path):
    one = at(tmp_path, "codex")
    (tmp_path / ".codex/hooks.json").write_text('{"hooks": {}}')
    (tmp_path / f".codex/skills/reverie-memory/.SKILL.md.reverie-{os.getpid()}").mkdir(parents=True)  # in the way
    before = files(tmp_path)
    with pytest.raises(InstallRefused, match="nothing was changed"):
        one.install(one.installing(program("/w")), program("/w"), NOW)
    assert files(tmp_path) == before and one.receipt is None


def test_a_file_that_changed_since_it_was_shown_stops_it(tmp_path: Path):
    one = at(tmp_path, "gemini")
    plan = one.installing(program("/w"))
    (tmp_path / ".gemini/settings.json").write_text('{"new": 1}')
    with pytest.raises(InstallRefused, match="changed meanwhile"):
        one.install(plan, program("/w"), NOW)
    assert (tmp_path / ".gemini/settings.json").read_text() == '{"new": 1}'


def test_a_damaged_receipt_is_as_none(tmp_path: Path):
    one = at(tmp_path, "gemini")
    one.install(one.installing(program("/w")), program("/w"), NOW)
    (one.drawer.folder / "receipt.json").write_text('{"host": 3}')
    assert one.receipt is None
    one.uninstall(one.removing(program("/w")), NOW)
    assert json.loads((tmp_path / ".gemini/settings.json").read_text()) == {}


def test_a_file_we_made_goes_though_somebody_has_written_it_anew(tmp_path: Path):
    one = at(tmp_path, "gemini")
    before = files(tmp_path)
    one.install(one.installing(program("/w")), program("/w"), NOW)
    path = tmp_path / ".gemini/settings.json"
    path.write_text(json.dumps(json.loads(path.read_text()), indent=7))
    one.uninstall(one.removing(program("/w")), NOW)
    assert files(tmp_path) == before
