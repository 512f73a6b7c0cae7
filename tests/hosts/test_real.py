"""The agents people use, as their makers ship them, against models of ours. `make test-hosts`; needs npm or packages.

`REVERIE_HOSTS_PREFIX` names a folder whose `node_modules` has them already. Each has a home of its own and speaks to
the loopback alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.surfaces.hooks.capture import SHORT
from tests.hosts.journey import ASKED, FACT, TAUGHT, Home, wait_for, walk
from tests.hosts.models import Models

pytestmark = [pytest.mark.hosts, pytest.mark.timeout(900)]

PREFIX = os.environ.get("REVERIE_HOSTS_PREFIX")  # before a test is alone with its own variables
PACKAGES = (
    "@anthropic-ai/claude-code", "@openai/codex", "@google/gemini-cli", "opencode-ai",
    "@earendil-works/pi-coding-agent", "node@26",
)  # fmt: skip
AFTER = ("openclaw",)  # needs that Node already to be installed
LIMIT = 300  # seconds for a session: without a network opencode tries for a minute to fetch what plugins may need
NOWHERE = "http://127.0.0.1:9"  # for whatever does not go to the loopback
CODEX = """\
model = "mock-model"
model_provider = "mock"
approval_policy = "never"

[model_providers.mock]
name = "Mock"
base_url = "@@URL@@/v1"
wire_api = "responses"
env_key = "MOCK_KEY"

[analytics]
enabled = false
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that has the hosts' commands."""
    if PREFIX:
        return Path(PREFIX) / "node_modules/.bin"
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("there is no npm; REVERIE_HOSTS_PREFIX names a folder that has the packages")
    prefix = tmp_path_factory.mktemp("npm")
    found = prefix / "node_modules/.bin"
    env = {**os.environ, "PATH": f"{found}:{os.environ['PATH']}"}
    for packages in (PACKAGES, AFTER):
        command = [npm, "install", "--no-fund", "--no-audit", "--prefix", prefix, *packages]
        subprocess.run(command, env=env, check=True, timeout=400)
    return found


@pytest.fixture
def models() -> Iterator[Models]:
    with Models() as made:
        yield made


class Real:
    """A host's own program."""

    def __init__(
        self, name: str, title: str, command: list[str], home: Home, models: Models, *, aside: str = "\0"
    ) -> None:
        """`aside` is what a request says that is no part of the talk."""
        self.name, self.title = name, title
        self._command, self._home, self._models, self._aside = command, home, models, aside

    def session(self, prompt: str) -> list[str]:
        self._models.heard()
        time.sleep(SHORT)  # two workers that are to read at once are as far apart
        ran = subprocess.run(
            [*self._command, prompt], cwd=self._home.project, env=self._home.env, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=LIMIT,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return [text for text in self._models.heard() if prompt in text and self._aside not in text]


def travel(agent: Real, home: Home) -> None:
    def read(sessions: int) -> None:
        """The worker that a hook started, and nobody else, reads the session and ends."""

        def done() -> bool:
            now = home.status()
            return now["sessions"]["observed"] >= sessions and not now["work"]["worker"]

        wait_for(done)

    walk(home, agent, read)


def surroundings() -> dict[str, str]:
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), NOWHERE)
    return {**proxies, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}


def test_claude_code(programs: Path, models: Models, tmp_path: Path) -> None:
    env = {
        **surroundings(), "ANTHROPIC_BASE_URL": models.url, "ANTHROPIC_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
    }  # fmt: skip
    home = Home(tmp_path / "home", {".claude/settings.json": '{"includeCoAuthoredBy": false}\n'}, env)
    agent = Real("claude-code", "Claude Code", [str(programs / "claude"), "-p"], home, models)
    travel(agent, home)


def test_codex(programs: Path, models: Models, tmp_path: Path) -> None:
    env = {**surroundings(), "MOCK_KEY": "none"}
    home = Home(tmp_path / "home", {".codex/config.toml": CODEX.replace("@@URL@@", models.url)}, env)
    # A person trusts the hooks in /hooks; here nobody is there to do so.
    command = [str(programs / "codex"), "exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"]
    travel(Real("codex", "Codex", command, home, models), home)


def test_gemini(programs: Path, models: Models, tmp_path: Path) -> None:
    settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False}}
    env = {
        **surroundings(), "GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": models.url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }  # fmt: skip
    home = Home(tmp_path / "home", {".gemini/settings.json": json.dumps(settings, indent=2) + "\n"}, env)
    travel(Real("gemini", "Gemini CLI", [str(programs / "gemini"), "-m", "gemini-2.5-pro", "-p"], home, models), home)


def test_pi(programs: Path, models: Models, tmp_path: Path) -> None:
    mock = {"baseUrl": f"{models.url}/v1", "api": "openai-completions", "apiKey": "none", "models": [{"id": "mock"}]}
    home = Home(tmp_path / "home", {".pi/agent/models.json": json.dumps({"providers": {"mock": mock}})}, surroundings())
    command = [str(programs / "pi"), "--provider", "mock", "--model", "mock", "-p"]
    travel(Real("pi", "pi", command, home, models), home)


def test_opencode(programs: Path, models: Models, tmp_path: Path) -> None:
    mock = {
        "npm": "@ai-sdk/openai-compatible", "options": {"baseURL": f"{models.url}/v1", "apiKey": "none"},
        "models": {"mock": {"name": "Mock"}},
    }  # fmt: skip
    settings = {
        "$schema": "https://opencode.ai/config.json",  # which it writes into settings that lack it
        "autoupdate": False, "share": "disabled", "model": "mock/mock", "provider": {"mock": mock},
    }  # fmt: skip
    env = {
        **surroundings(), "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "npm_config_registry": models.url, "npm_config_fetch_retries": "0",
    }  # fmt: skip
    home = Home(tmp_path / "home", {".config/opencode/opencode.json": json.dumps(settings)}, env)
    command = [str(programs / "opencode"), "run"]
    travel(Real("opencode", "opencode", command, home, models, aside="title generator"), home)


def test_openclaw(programs: Path, models: Models, tmp_path: Path) -> None:
    """It has no hooks for us: its agent asks by a tool, and `reverie observe` reads its database."""
    if not (programs / "openclaw").exists():
        pytest.skip("there is no openclaw in REVERIE_HOSTS_PREFIX")
    mock = {
        "baseUrl": f"{models.url}/v1", "api": "openai-completions", "apiKey": "none",
        "models": [{"id": "mock", "name": "Mock", "contextWindow": 128_000, "maxTokens": 4096}],
    }  # fmt: skip
    settings = {"models": {"providers": {"mock": mock}}, "agents": {"defaults": {"model": {"primary": "mock/mock"}}}}
    home = Home(tmp_path / "home", {".openclaw/openclaw.json": json.dumps(settings, indent=2)}, surroundings())
    home.env["PATH"] = f"{programs}:{home.env['PATH']}"
    first, second = (
        Real("openclaw", "OpenClaw", [str(programs / "openclaw"), *words, "-m"], home, models)
        for words in (("agent", "--local", "--session-key", f"agent:main:{name}") for name in ("first", "second"))
    )
    assert [text.count(FACT) for text in first.session(TAUGHT)] == [1]  # and it makes its folders
    shared = [home.folder / ".openclaw/openclaw.json", home.folder / ".openclaw/workspace/AGENTS.md"]
    before = [path.read_bytes() for path in shared]
    home.reverie("install", "openclaw", "--yes", "--no-backfill")
    assert all(path.read_bytes() != was for path, was in zip(shared, before, strict=True))

    assert "1 session" in home.reverie("observe", "--all", "--dry-run")
    home.reverie("observe", "--all", "--yes")
    assert FACT in home.reverie("recall", ASKED)
    learnt = home.learnt()
    assert learnt

    models.calls.append(("tool_call", {"id": "reverie__memory_search", "args": {"query": ASKED}}))
    asked, answered = second.session(ASKED)
    assert "`reverie__memory_search`" in asked and FACT not in asked
    assert FACT in answered
    home.reverie("observe", "--all", "--yes")
    assert home.status()["sessions"]["observed"] == 2
    assert home.learnt() == learnt  # what it was told, it does not learn

    assert "fine: OpenClaw: installed" in home.reverie("doctor")
    home.reverie("uninstall", "openclaw")
    assert [path.read_bytes() for path in shared] == before
