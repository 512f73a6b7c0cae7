"""`reverie install` and `uninstall` as a person types them, on homes as people have them."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.memory import Memory
from reverie.store.times import Times
from reverie.surfaces.cli import run
from reverie.surfaces.install import day_one, program
from reverie.surfaces.install.hosts import HOSTS
from tests.journeys.test_observe_cli import session
from tests.journeys.test_recall_cli import Ran, Reverie

CLAUDE = """{
  "model": "opus",
  "env": {"FOO": "ünï"},
  "hooks": {
    "SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "echo theirs"}]}]
  }
}
"""
CODEX_HOOKS = """{
 "hooks": {
  "Stop": [
   {
    "hooks": [
     { "type": "command", "command": "notify-send 'fertig ✓'", "timeout": 20 }
    ]
   }
  ]
 }
}"""
CODEX_CONFIG = """\
# my codex
model = "o9"          # the big one

[mcp_servers.docs]    # do not touch
command = "docs-server"
args = [
  "--all",  # yes, all
]

[projects."/home/ana/a b"]
trust_level = "trusted"
"""
GEMINI = """{
\t// what I like
\t"ui": { "theme": "dark" },
\t"hooks": {
\t\t"BeforeAgent": [
\t\t\t{ "hooks": [ { "type": "command", "command": "~/bin/mine.sh", "name": "mine", "timeout": 5000 } ] } // mine
\t\t]
\t},
\t"mcpServers": {
\t\t"other": { "command": "other" }, /* theirs */
\t}
}
"""
OPENCODE = """{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    // theirs
    "other": { "type": "remote", "url": "https://example.org" },
  },
}
"""
PI = '{"mcpServers":{"other":{"command":"x"}}}'
OPENCLAW = """\
// gateway
{
  gateway: { port: 18789, mode: 'local' },
  agents: { entries: { main: { workspace: '~/x' } }, },
}
"""
TYPECLAW = """\
{
  "port": 8973,
  "mcpServers": [
    { "name": "files", "command": "bunx", "args": ["-y", "files"] }
  ]
}
"""
AGENTS = "# Agents\r\n\r\nBe kind.\r\n"
HOMES: dict[str, dict[str, str]] = {  # of each host: its files, as people have them
    "claude-code": {".claude/settings.json": CLAUDE, ".claude/skills/mine/SKILL.md": "---\nname: mine\n---\n"},
    "codex": {".codex/hooks.json": CODEX_HOOKS, ".codex/config.toml": CODEX_CONFIG},
    "gemini": {".gemini/settings.json": GEMINI},
    "opencode": {".config/opencode/opencode.jsonc": OPENCODE},
    "pi": {".pi/agent/mcp.json": PI, ".pi/agent/extensions/mine.ts": "export default () => {};\n"},
    "typeclaw": {"agent/typeclaw.json": TYPECLAW, "agent/AGENTS.md": AGENTS},
    "openclaw": {".openclaw/openclaw.json": OPENCLAW, ".openclaw/workspace/AGENTS.md": AGENTS},
}
SHARED = {  # the files of a host that are added to
    host: [path for path in held if not path.startswith(".claude/") and "mine" not in path]
    for host, held in HOMES.items()
}
FILES = [(host, path) for host, paths in SHARED.items() for path in paths]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "a home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("REVERIE_TYPECLAW", str(home / "agent"))
    monkeypatch.chdir(home)
    for held in HOMES.values():
        for path, text in held.items():
            write(home / path, text)
    return home


@pytest.fixture
def reverie(home: Path, capsys: pytest.CaptureFixture[str]) -> Reverie:
    def typed(*arguments: str) -> Ran:
        code = run(list(arguments))
        return Ran(code, *capsys.readouterr())

    return typed


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def tree(home: Path) -> dict[str, Any]:
    """Everything below a home but what is our own: bytes, modes, links and folders."""
    found: dict[str, Any] = {}
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home).as_posix()
        if name.startswith((".reverie", ".local")):
            continue
        if path.is_symlink():
            found[name] = str(path.readlink())
        else:
            found[name] = None if path.is_dir() else (path.read_bytes(), oct(path.stat().st_mode))
    return found


def values(path: Path) -> Any:
    text = path.read_bytes().decode()
    if path.suffix == ".toml":
        return tomllib.loads(text)
    from reverie.surfaces.install.jsonc import read

    return read(text, relaxed=path.suffix != ".json" or "gemini" in str(path) or "openclaw" in str(path)).value


def test_a_bare_install_lists_the_hosts_that_are_here_and_changes_nothing(reverie: Reverie, home: Path) -> None:
    shutil.rmtree(home / ".pi")
    before = tree(home)
    ran = reverie("install")
    assert ran.code == 0
    assert re.search(r"claude-code +would write 8 files below ~/.claude/skills/reverie", ran.out)
    assert re.search(r"pi +not found here", ran.out)
    assert "Nothing was changed" in ran.out
    assert tree(home) == before and not (home / ".reverie").exists() and not (home / ".local").exists()
    listed = {row["host"]: row for row in reverie("install", "--json").json["hosts"]}
    assert listed["codex"]["detected"] and not listed["codex"]["installed"] and listed["pi"]["detected"] is None


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_is_written_before_somebody_agrees(reverie: Reverie, home: Path, host: str) -> None:
    before = tree(home)
    assert reverie("install", host, "--dry-run").code == 0
    ran = reverie("install", host)
    assert ran.code == 1 and "Nothing was written. Agree with --yes." in ran.out
    assert tree(home) == before and not (home / ".reverie").exists() and not (home / ".local").exists()


@pytest.mark.parametrize("host", HOSTS)
def test_a_dry_run_shows_every_line_that_would_be_written(reverie: Reverie, home: Path, host: str) -> None:
    told = reverie("install", host, "--dry-run").out
    shown = {line.strip().removeprefix("+").strip() for line in told.splitlines()}
    before = tree(home)
    reverie("install", host, "--yes", "--no-backfill")

    written = {name: data for name, data in tree(home).items() if data != before.get(name) and data}
    assert written
    for name, data in written.items():
        old = (before.get(name) or (b"",))[0].decode().splitlines()
        missing = [line for line in data[0].decode().splitlines() if line not in old and line.strip() not in shown]
        assert not missing, name


@pytest.mark.parametrize("host", HOSTS)
def test_uninstalling_leaves_the_home_as_it_was(reverie: Reverie, home: Path, host: str) -> None:
    before = tree(home)
    assert reverie("install", host, "--yes").code == 0
    installed = tree(home)
    assert installed != before
    again = reverie("install", host, "--yes")
    assert again.code == 0 and "nothing was changed" in again.out
    assert tree(home) == installed
    assert reverie("uninstall", host, "--dry-run").code == 0 and tree(home) == installed
    assert reverie("uninstall", host, "--yes").code == 0
    assert tree(home) == before
    assert "has nothing of ours" in reverie("uninstall", host).out and tree(home) == before


@pytest.mark.parametrize("host", HOSTS)
def test_uninstalling_what_was_never_installed_changes_nothing(reverie: Reverie, home: Path, host: str) -> None:
    before = tree(home)
    assert reverie("uninstall", host).code == 0
    assert tree(home) == before and not (home / ".local").exists()


@pytest.mark.parametrize(("host", "path"), FILES)
@pytest.mark.parametrize(
    "style",
    ["crlf", "bom", "missing", "empty", "spaces", "no end", "mode", "braces"],
    ids=lambda s: s.replace(" ", "-"),
)
def test_files_of_every_style_come_back_to_the_byte(
    reverie: Reverie, home: Path, host: str, path: str, style: str
) -> None:
    file = home / path
    text = file.read_bytes().decode()
    if style == "missing":
        file.unlink()
    elif style == "mode":
        file.chmod(0o640)
    else:
        styled = {
            "crlf": text.replace("\r\n", "\n").replace("\n", "\r\n"),
            "bom": text if path.endswith((".toml", ".md")) else "\ufeff" + text,
            "empty": "",
            "spaces": " \n\n",
            "no end": text.rstrip(),
            "braces": "{ }" if not path.endswith((".toml", ".md")) else "\n",
        }[style]
        write(file, styled)
    before = tree(home)
    ran = reverie("install", host, "--yes", "--no-backfill")
    assert ran.code == 0, ran.err
    if style == "crlf":
        assert file.read_bytes().count(b"\n") == file.read_bytes().count(b"\r\n")
    if style == "mode":
        assert oct(file.stat().st_mode)[-3:] == "640"
    if style == "missing" and path == ".openclaw/workspace/AGENTS.md":
        assert not file.exists()  # OpenClaw writes its own only where there is none
    else:
        assert "reverie" in (file if file.exists() else file.with_suffix(".json")).read_text("utf-8")
    assert reverie("uninstall", host).code == 0
    assert tree(home) == before


@pytest.mark.parametrize(("host", "path"), FILES)
def test_what_others_have_there_stays_and_ours_is_added(reverie: Reverie, home: Path, host: str, path: str) -> None:
    if path.endswith(".md"):
        return
    before = values(home / path)
    reverie("install", host, "--yes", "--no-backfill")

    def holds(after: Any, held: Any) -> bool:
        if isinstance(held, dict):
            return all(key in after and holds(after[key], value) for key, value in held.items())
        return bool(after[: len(held)] == held) if isinstance(held, list) else bool(after == held)

    assert holds(values(home / path), before)


@pytest.mark.parametrize(("host", "path"), [row for row in FILES if not row[1].endswith(".md")])
@pytest.mark.parametrize("bad", ["{", '{"a": 1} }', "[1, 2", '"text"', "a = = 1", "\udcff"])
def test_a_malformed_file_is_refused_in_one_line_and_left_as_it_is(
    reverie: Reverie, home: Path, host: str, path: str, bad: str
) -> None:
    (home / path).write_bytes(bad.encode("utf-8", "surrogateescape"))
    before = tree(home)
    ran = reverie("install", host, "--yes")
    assert ran.code == 1 and len(ran.err.strip().splitlines()) == 1
    assert path.rpartition("/")[2] in ran.err
    assert tree(home) == before and not (home / ".local").exists()
    assert path.rpartition("/")[2] in reverie("install").out  # the list says so, too


@pytest.mark.parametrize(("host", "path"), FILES)
def test_a_read_only_file_is_refused(reverie: Reverie, home: Path, host: str, path: str) -> None:
    (home / path).chmod(0o444)
    before = tree(home)
    ran = reverie("install", host, "--yes")
    assert ran.code == 1 and "read-only" in ran.err
    assert tree(home) == before


@pytest.mark.parametrize(("host", "path"), FILES)
def test_a_link_into_somebodys_dotfiles_is_followed_and_stays_a_link(
    reverie: Reverie, home: Path, host: str, path: str
) -> None:
    kept = home / "dotfiles" / path.replace("/", "_")
    write(kept, (home / path).read_bytes().decode())
    (home / path).unlink()
    (home / path).symlink_to(kept)
    before = tree(home)
    assert reverie("install", host, "--yes", "--no-backfill").code == 0
    assert (home / path).is_symlink() and "reverie" in kept.read_text("utf-8")
    assert reverie("uninstall", host).code == 0
    assert tree(home) == before


def test_a_link_that_leads_nowhere_is_refused(reverie: Reverie, home: Path) -> None:
    (home / ".gemini/settings.json").unlink()
    (home / ".gemini/settings.json").symlink_to(home / "gone.json")
    ran = reverie("install", "gemini", "--yes")
    assert ran.code == 1 and "leads nowhere" in ran.err and not (home / "gone.json").exists()


def test_a_folder_of_somebody_elses_with_our_name_is_refused(reverie: Reverie, home: Path) -> None:
    write(home / ".claude/skills/reverie/.claude-plugin/plugin.json", '{"name": "reverie"}')
    before = tree(home)
    ran = reverie("install", "claude-code", "--yes")
    assert ran.code == 1 and "not ours" in ran.err
    assert reverie("uninstall", "claude-code").code == 0
    assert tree(home) == before


def test_a_host_that_is_not_here_is_refused(reverie: Reverie, home: Path) -> None:
    shutil.rmtree(home / ".pi")
    ran = reverie("install", "pi", "--yes")
    assert ran.code == 1 and "there is no pi here" in ran.err and not (home / ".pi").exists()
    assert reverie("install", "emacs").code == 2


def test_what_a_host_and_a_person_change_meanwhile_survives_uninstalling(reverie: Reverie, home: Path) -> None:
    reverie("install", "codex", "--yes", "--no-backfill")
    config, hooks = home / ".codex/config.toml", home / ".codex/hooks.json"
    trusted = f'\n[hooks.state."{hooks}:stop:1:0"]\ntrusted_hash = "sha256:0"\n'
    config.write_text(config.read_text("utf-8") + trusted, "utf-8")
    added = json.loads(hooks.read_text("utf-8"))
    added["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "later"}]})
    hooks.write_text(json.dumps(added), "utf-8")  # and written anew in another style
    assert reverie("uninstall", "codex").code == 0
    assert config.read_text("utf-8") == CODEX_CONFIG + trusted
    left = json.loads(hooks.read_text("utf-8"))["hooks"]
    assert [group["hooks"][0]["command"] for group in left.pop("Stop")] == ["notify-send 'fertig ✓'", "later"]
    assert left == {}


@pytest.mark.parametrize("host", HOSTS)
def test_without_our_receipt_ours_is_still_known_by_its_looks(reverie: Reverie, home: Path, host: str) -> None:
    before = tree(home)
    reverie("install", host, "--yes", "--no-backfill")
    installed = tree(home)
    shutil.rmtree(home / ".local")
    assert reverie("install", host, "--yes", "--no-backfill").code == 0
    assert tree(home) == installed  # nothing is there twice
    shutil.rmtree(home / ".local")
    assert reverie("uninstall", host).code == 0
    assert {name: held for name, held in tree(home).items() if held is not None} == {
        name: held for name, held in before.items() if held is not None
    }


@pytest.mark.parametrize("host", HOSTS)
def test_installing_for_another_workspace_replaces_ours(reverie: Reverie, home: Path, host: str) -> None:
    before = tree(home)
    reverie("install", host, "--yes", "--no-backfill")
    assert reverie("-w", str(home / ".reverie/it's other"), "install", host, "--yes", "--no-backfill").code == 0
    text = "\n".join(data[0].decode() for data in tree(home).values() if isinstance(data, tuple))
    assert ".reverie/default" not in text
    assert "it's other" in text or host == "openclaw" or "it'\"'\"'s other" in text
    reverie("uninstall", host)
    assert tree(home) == before


def test_hosts_variables_say_where_their_settings_are(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(home)
    places = {
        "claude-code": ("CLAUDE_CONFIG_DIR", "skills/reverie/hooks/hooks.json"),
        "codex": ("CODEX_HOME", "hooks.json"),
        "pi": ("PI_CODING_AGENT_DIR", "extensions/reverie.ts"),
        "opencode": ("OPENCODE_CONFIG_DIR", "plugin/reverie.js"),
        "gemini": ("GEMINI_CLI_HOME", ".gemini/settings.json"),
        "openclaw": ("OPENCLAW_STATE_DIR", "openclaw.json"),
    }
    for host, (variable, file) in places.items():
        folder = home / "elsewhere" / host
        (folder / ".gemini").mkdir(parents=True)
        monkeypatch.setenv(variable, str(folder))
        assert reverie("install", host, "--yes", "--no-backfill").code == 0
        assert "reverie" in (folder / file).read_text("utf-8")
        assert reverie("uninstall", host).code == 0
        assert not (folder / file).exists()
    shutil.rmtree(home / "elsewhere")
    assert tree(home) == before


def test_an_agent_may_look_but_not_install(reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    before = tree(home)
    for command in ("install", "uninstall"):
        ran = reverie(command, "codex", *(["--yes"] if command == "install" else []))
        assert ran.code == 1 and "only a person" in ran.err
    assert reverie("install", "codex", "--dry-run").code == 0
    assert tree(home) == before


def test_commands_work_with_an_empty_environment_and_odd_paths(tmp_path: Path) -> None:
    odd = tmp_path / 'it\'s a "work" $HOME; space'
    made = program.here(odd)
    line = made.hook_line("codex", "Stop")
    assert shlex.split(line) == made.hook("codex", "Stop") and Path(made.command[0]).is_absolute()
    assert program.is_hook(line) and program.is_hook(made.hook("codex", "Stop"))
    told = line.replace(shlex.join([*made.command, "hook", "codex", "Stop"]), "/usr/bin/env")
    out = subprocess.run(["/bin/sh", "-c", told], env={}, capture_output=True, text=True, check=True).stdout
    assert f"REVERIE_WORKSPACE={odd}\n" in out
    version = shlex.join([*made.command, "--version"])
    out = subprocess.run(["/bin/sh", "-c", version], env={}, capture_output=True, text=True, check=True, cwd="/").stdout
    assert out.startswith("reverie ")


def test_copies_of_changed_files_are_kept_for_nobody_else_to_read_and_only_a_few(reverie: Reverie, home: Path) -> None:
    for n in range(8):
        reverie("-w", str(home / f".reverie/w{n}"), "install", "gemini", "--yes", "--no-backfill")
    (folder,) = (home / ".local/share/reverie/hosts").iterdir()
    copies = [path for path in folder.iterdir() if path.name.endswith("settings.json")]
    assert 2 <= len(copies) <= 6
    assert GEMINI.encode() in [path.read_bytes() for path in copies]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in folder.iterdir())


KILLED = """
import os, sys
left = int(sys.argv[1])
def hook(event, args):
    global left
    if event in ("os.rename", "os.remove") and "{home}" in str(args[0]):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), 9)
sys.argv = ["reverie", *sys.argv[2:]]
from reverie.__main__ import main
import reverie.surfaces.cli.install
sys.addaudithook(hook)
main()
"""


@pytest.mark.parametrize("host", ["codex", "openclaw"])
def test_killed_at_any_moment_every_file_is_whole_and_the_next_run_finishes(
    reverie: Reverie, home: Path, host: str
) -> None:
    Memory.create(home / ".reverie/default").close()
    before = tree(home)
    reverie("install", host, "--yes", "--no-backfill")
    after = tree(home)
    reverie("uninstall", host)
    code = KILLED.format(home=home)
    for command, ends in ((["install", host, "--yes", "--no-backfill"], after), (["uninstall", host], before)):
        for n in range(40):
            whole = [sys.executable, "-c", code, str(n), *command]
            ran = subprocess.run(whole, capture_output=True, text=True, env={**os.environ, "HOME": str(home)})
            for name, held in tree(home).items():
                if isinstance(held, tuple) and ".reverie-" not in name:
                    assert held in (before.get(name), after.get(name)), name
            if ran.returncode == 0:
                break
            assert ran.returncode == -9, ran.stderr
        assert n > 2
        clean = {name: held for name, held in tree(home).items() if ".reverie-" not in name}
        assert clean == ends
        for stray in home.rglob(".*.reverie-*"):
            stray.unlink()


def test_the_first_day_reads_old_sessions_only_after_a_yes(reverie: Reverie, home: Path) -> None:
    session(home, "From now on never push to main without asking me.", "We deploy on Fridays with make ship.")
    ran = reverie("install", "claude-code", "--yes", "--no-backfill")
    assert "session" not in ran.out.replace("sessions", "").lower() or "Read" not in ran.out
    with Memory.open(home / ".reverie/default") as memory:
        assert memory.status()["sessions"]["observed"] == 0
    ran = reverie("install", "claude-code")  # installed already; nobody is there to be asked
    assert "1 session, 1 s, offline, free" in ran.out and "None was read" in ran.out
    ran = reverie("install", "claude-code", "--yes")
    assert "Read 1 session" in ran.out and "“From now on never push to main without asking me.”" in ran.out
    told = reverie("install", "claude-code", "--yes", "--json").json
    assert told["installed"] and told["backfill"]["plan"]["sessions"] == 0


@pytest.mark.parametrize(
    ("learnt", "said"),
    [
        ({}, "told nothing yet."),
        ({"": 2}, "told nothing yet: 2 things that it may be told wait for a dream. `reverie dream`"),
        ({"project/x": 1}, "nothing yet; what was learnt of project/x is told in sessions there, after a dream. `rev"),
        (
            {"project/h": 1, "project/x": 1},
            "1 thing that it may be told waits for a dream; what was learnt of project/x",
        ),
    ],
)
def test_the_first_day_says_where_and_when_what_was_learnt_will_be_told(learnt: dict[str, int], said: str) -> None:
    assert said in day_one.told_text("", learnt, "project/h")


def test_doctor_says_of_each_host_how_it_is_and_what_to_do(reverie: Reverie, home: Path) -> None:
    reverie("install", "codex", "--yes", "--no-backfill")
    reverie("install", "claude-code", "--yes", "--no-backfill")
    out = reverie("doctor").out
    assert "Codex: it does not run Stop, SessionStart" in out and "open /hooks" in out
    assert "Claude Code: no hook has fired since" in out

    times = Times(home / ".reverie/default/.reverie/times")
    times.note("hook-claude-code-Stop", datetime.now(UTC) + timedelta(seconds=1), took=0.034)
    config = home / ".codex/config.toml"
    keys = "".join(
        f'[hooks.state."{home}/.codex/hooks.json:{event}:{n}:0"]\ntrusted_hash = "sha256:1"\n'
        for event, n in (
            ("session_start", 0), ("user_prompt_submit", 0), ("stop", 1),
            ("pre_compact", 0), ("post_compact", 0), ("session_end", 0),
        )
    )  # fmt: skip
    config.write_text(config.read_text("utf-8") + keys, "utf-8")
    out = reverie("doctor").out
    assert "Claude Code: hooks fire; Stop 0 min ago; the slowest is Stop, 34 ms" in out
    assert "does not run" not in out and "not as it was installed" not in out

    write(home / ".claude/settings.json", '{"disableAllHooks": true, "enabledPlugins": {"reverie@skills-dir": false}}')
    (home / ".claude/skills/reverie/.mcp.json").unlink()
    write(home / ".claude.json", '{"mcpServers": {"reverie": {"command": "reverie", "args": ["mcp"]}}}')
    out = reverie("doctor").out
    assert "claude mcp remove reverie" in out
    assert "its settings turn all hooks off" in out and "claude plugin enable reverie@skills-dir" in out
    assert "not as it was installed: ~/.claude/skills/reverie/.mcp.json" in out


def test_a_server_somebody_added_by_hand_stays_theirs(reverie: Reverie, home: Path) -> None:
    write(home / ".pi/agent/mcp.json", '{"mcpServers": {"reverie": {"command": "reverie", "args": ["mcp"]}}}')
    before = tree(home)
    ran = reverie("install", "pi", "--yes", "--no-backfill")
    assert ran.code == 0 and "did not write" in ran.out
    assert tree(home)[".pi/agent/mcp.json"] == before[".pi/agent/mcp.json"]
    reverie("uninstall", "pi")
    assert tree(home) == before


def test_a_typeclaw_agent_gets_a_server_in_its_list_and_the_block(reverie: Reverie, home: Path) -> None:
    assert reverie("install", "typeclaw", "--yes", "--no-backfill").code == 0
    files, ours = json.loads((home / "agent/typeclaw.json").read_text())["mcpServers"]
    assert files["name"] == "files" and ours["name"] == "reverie"
    assert ours["args"][-3:] == ["mcp", "--agent", "typeclaw"] and Path(ours["command"]).exists()
    assert "Long-term memory" in (home / "agent/AGENTS.md").read_text()
    shutil.rmtree(home / ".local")  # the container was made anew, and our receipt with it
    assert "has memory already" in reverie("install", "typeclaw", "--yes", "--no-backfill").out
    assert reverie("uninstall", "typeclaw").code == 0
    assert (home / "agent/typeclaw.json").read_text() == TYPECLAW


def test_outside_its_container_typeclaw_is_not_here(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVERIE_TYPECLAW", str(home / "nowhere"))
    ran = reverie("install", "typeclaw", "--yes")
    assert (ran.code, ran.err) == (
        1,
        f"reverie: there is no TypeClaw here: no {home / 'nowhere'}; run it where its agent runs\n",
    )


def test_an_agent_of_openclaw_that_starts_after_the_installation_is_noticed(reverie: Reverie, home: Path) -> None:
    agents = home / ".openclaw/workspace/AGENTS.md"
    agents.unlink()
    assert reverie("install", "openclaw", "--yes", "--no-backfill").code == 0
    assert not agents.exists()

    write(agents, "# Theirs\n")
    assert "reverie install openclaw" in reverie("doctor").out
    assert reverie("install", "openclaw", "--yes", "--no-backfill").code == 0
    assert agents.read_text().startswith("# Theirs\n") and "reverie__memory_search" in agents.read_text()
    assert reverie("uninstall", "openclaw").code == 0
    assert agents.read_text() == "# Theirs\n"


def test_every_workspace_that_openclaw_names_gets_the_block_and_moved_ones_lose_it(
    reverie: Reverie, home: Path
) -> None:
    for name in ("x", "y"):
        write(home / name / "AGENTS.md", f"# {name}\n")
    settings = home / ".openclaw/openclaw.json"
    write(
        settings, "{agents: {defaults: {workspace: '~/y'}, entries: {main: {workspace: '~/x'}, b: {workspace: '~/y'}}}}"
    )
    before = tree(home)
    assert reverie("install", "openclaw", "--yes", "--no-backfill").code == 0
    assert (
        "memory_search" in (home / "x/AGENTS.md").read_text() and "memory_search" in (home / "y/AGENTS.md").read_text()
    )
    assert (
        ".openclaw/workspace/AGENTS.md" in before and tree(home)[".openclaw/workspace/AGENTS.md"][0] == AGENTS.encode()
    )

    settings.write_text(settings.read_text().replace("'~/x'", "'~/y'"))
    (home / "x/AGENTS.md").write_text((home / "x/AGENTS.md").read_text() + "More.\n")
    assert reverie("install", "openclaw", "--yes", "--no-backfill").code == 0
    assert (home / "x/AGENTS.md").read_text() == "# x\nMore.\n"
    assert reverie("uninstall", "openclaw").code == 0
    assert (home / "y/AGENTS.md").read_text() == "# y\n"


@pytest.mark.parametrize(("answers", "written", "read"), [("n", False, False), ("yn", True, False), ("yy", True, True)])
def test_on_a_terminal_it_asks_before_writing_and_before_reading(
    home: Path, answers: str, written: bool, read: bool
) -> None:
    session(home, "From now on never push to main without asking me.")
    primary, secondary = pty.openpty()
    command = [*program.here(home).command, "install", "claude-code"]
    env = {**os.environ, "HOME": str(home), "TERM": "dumb"}
    child = subprocess.Popen(command, stdin=secondary, stdout=secondary, stderr=secondary, env=env, cwd=home)
    os.close(secondary)
    said = b""
    for answer, question in zip(answers, (b"Write this?", b"Read them now?"), strict=False):
        while question not in said:
            said += os.read(primary, 4096)
        os.write(primary, answer.encode() + b"\n")
    with suppress(OSError):  # how a terminal says that everybody has left
        while more := os.read(primary, 4096):
            said += more
    os.close(primary)
    assert child.wait() == (0 if written else 1)
    assert (home / ".claude/skills/reverie").exists() == written
    assert ("“From now on never push to main without asking me.”".encode() in said) == read


def test_a_key_that_stands_beside_ours_is_not_shown(reverie: Reverie, home: Path) -> None:
    key = "sk-ant-api03-" + "Ab3xYz9Qw7" * 9
    write(home / ".gemini/settings.json", json.dumps({"env": {"ANTHROPIC_API_KEY": key}}, indent=2))
    for arguments in (["--dry-run"], ["--dry-run", "--json"], ["--yes", "--no-backfill"]):
        ran = reverie("install", "gemini", *arguments)
        assert ran.code == 0 and "reverie" in ran.out and key not in ran.out + ran.err
    assert key in (home / ".gemini/settings.json").read_text()


def test_doctor_says_when_byte_code_cannot_be_kept(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reverie("install", "claude-code", "--yes", "--no-backfill")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr("reverie.surfaces.install.checkup._up_to_date", lambda *_: False)
    assert "every hook takes about twice as long" in reverie("doctor").out
    monkeypatch.setattr("reverie.surfaces.install.checkup._up_to_date", lambda *_: True)
    assert "twice as long" not in reverie("doctor").out
