"""Who may do what: the absences that the architecture page promises."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "reverie"


def _calls(method: str) -> set[str]:
    """The modules that call a method of that name on something."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
                target = node.func.value
                name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
                if name == "vault":
                    found.add(path.relative_to(SOURCE).as_posix())
    return found


def test_only_apply_commits():
    assert _calls("commit") == {"loop/apply.py"}


def test_only_apply_takes_in_imports_and_only_a_whole_bundle_is_adopted():
    assert _calls("receive") == {"loop/apply.py"}
    assert _calls("adopt") == {"store/restoring.py"}


def test_only_observe_and_the_recorder_of_edits_append():
    in_the_product = {path for path in _calls("append") if not path.startswith("bench/")}  # a bench has its own vaults
    assert in_the_product == {"loop/observe.py", "loop/external.py"}


def test_only_config_and_the_command_line_read_the_environment():
    readers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "os.environ" in path.read_text("utf-8") or "getenv" in path.read_text("utf-8")
    }
    assert readers <= {
        "config.py",
        "configured.py",
        "surfaces/cli/opening.py",
        "surfaces/cli/workspace.py",
        "store/git.py",
    }


def test_a_recall_imports_nothing_it_does_not_use(tmp_path: Path):
    code = (
        "import sys; from reverie import Memory; Memory.create(sys.argv[1]).close()\n"
        "names = [n for n in sys.modules if n.startswith('reverie')]\n"
        "for n in names: del sys.modules[n]\n"
        "before = set(sys.modules)\n"
        "from reverie import Memory\n"
        "Memory.open(sys.argv[1]).recall('anything at all')\n"
        "print(' '.join(n for n in sys.modules if n.startswith('reverie')))"
    )
    out = subprocess.run([sys.executable, "-c", code, str(tmp_path / "w")], capture_output=True, text=True, check=True)
    loaded = set(out.stdout.split())
    for unused in (
        "domain.safety",
        "domain.route",
        "domain.rules",
        "loop.apply",
        "store.git",
        "store.render",
        "surfaces",
    ):
        assert f"reverie.{unused}" not in loaded


def test_the_version_is_told_without_importing_anything_else():
    code = "import sys; sys.argv[1:] = ['--version']; from reverie.__main__ import main; main(); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.startswith("reverie 0.")
    assert {n for n in out.split() if n.startswith("reverie.")} <= {"reverie.__main__"}
    assert "click" not in out.split()
