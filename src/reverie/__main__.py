"""The command `reverie`. Answers `--version` and `hook` by itself and turns our errors into one line."""

from __future__ import annotations

import sys

STOPPED = 130


def main() -> None:
    if sys.argv[1:2] == ["hook"]:  # before anything else is imported: a host waits for it with every prompt
        from reverie.surfaces.hooks.entry import answer

        answer(sys.argv[2:])
    if sys.argv[1:] in (["--version"], ["-V"]):
        from reverie import __version__

        sys.stdout.write(f"reverie {__version__}\n")
        return
    try:
        from reverie.configured import work_on_one_core

        work_on_one_core()
        from reverie.surfaces.cli import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while still importing
        sys.stderr.write("reverie: stopped; nothing is left half done\n")
        code = STOPPED
    sys.exit(code)


if __name__ == "__main__":
    main()
