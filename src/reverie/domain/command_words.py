"""Which shell commands only look, which everybody knows, which destroy: the tables of `domain/command.py`."""

from __future__ import annotations

import re

DANGER = re.compile(  # what must never be taught by having been run
    r"""\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k|c|fi)?sh|python3?|perl|ruby|node|php)\b(?!\s+-m\s+json) | \bsh\s+<\( | \beval\b
    | (?:source|\.)\s+<\( | \brm\s+(?:-\S+\s+)*-\S*[rf] | \brm\b.*\s--(?:recursive|force) | \b(?:shred|mkfs|fdisk)\b
    | \bdd\s+\w+= | :\(\)\s*\{ | \bchmod\s+(?:-\S+\s+)*(?:0?777|a\+|\+s) | >\s*/(?:dev/sd|etc/|boot/)
    | \bgit\s+push\b.*(?:\s--force|\s-\w*f\b|\s\+\w|--delete|--mirror) | \bgit\s+(?:reset\b.*--hard|clean\s+-|filter-)
    | --no-verify\b | --dangerously | --allow-\w+ | --no-check | --insecure\b | --trusted-host | \bcurl\b.*\s-k\b
    | \b(?:drop|truncate)\s+(?:database|table|schema|user|role)\b | \bdelete\s+from\b | \bdropdb\b
    | \b(?:destroy|prune|purge|uninstall|nuke|wipe|delete)\b | -auto-approve | \bdown\b.*\s(?:-v|--volumes)\b
    | \b(?:shutdown|reboot|halt|visudo|passwd|usermod|adduser|iptables|ufw|setenforce|chpasswd|crontab)\b
    | \bsudo\s+(?:su|-i|-s)\b | authorized_keys | \.ssh/ | /etc/(?:passwd|shadow|sudoers) | /dev/tcp/
    | \bbase64\s+(?:-d|--decode) | \bhistory\s+-c | \b(?:curl|wget|nc)\b.*(?:--upload-file|\s-T\b|@)
    | stricthostkeychecking=no | \bnc\b.*\s-\w*e\b | \bkill\s+-9\s+-1\b | \bset\s+\+
    | \b(?:pip3?|npm|pnpm|yarn|uv|gem|cargo)\b.*\s(?:git\+|https?:|file:)""",
    re.I | re.X | re.S,
)
LOOKER = re.compile(  # programs that change nothing, or nothing that lasts
    r"""ls|ll|cat|bat|head|tail|less|more|z?grep|egrep|rg|ag|find|fd|which|whereis|type|command|echo|printf|pwd|env
    |printenv|df|du|wc|sort|uniq|awk|cut|tr|tree|stat|file|date|id|whoami|uname|hostname|uptime|ps|ss|netstat|lsof|top
    |free|man|dig|nslookup|ping|nc|host|sleep|wait|true|false|test|\[|jq|yq|diff|cmp|md5sum|sha\d+sum|base64|xxd|strings
    |nl|tee|cd|pushd|popd|export|set|unset|alias|exit|return|read|sed|perl|curl|wget|http|open|xdg-open|code|vim?|nano
    |journalctl|history|clear|basename|dirname|realpath|readlink|seq|openssl|kill|pkill|killall|touch|jobs|fg|bg|lsusb|lspci
    |dmesg|getenforce|nvidia-smi|ldd|pdftotext|less|watch|tmux|screen|gdb|strace|xxd|hexdump""",
    re.X,
)
LOOKS = re.compile(  # what others are told to do that changes nothing either
    r"""git\ (?:status|log|diff|show|branch|blame|remote|ls-files|rev-parse|describe|config|reflog|grep|shortlog|fetch
    |stash|check-ignore|cat-file|worktree)
    |(?:docker|podman)(?:\ compose)?\ (?:ps|logs|inspect|images|config|top|stats|version|info)
    |kubectl\ (?:get|describe|logs|top|explain|config)|helm\ (?:list|status|get)
    |systemctl\ (?:status|list\S*|is-\S+|show|cat)|gh\ (?:api|auth|search)
    |gh\ (?:pr|run|issue|release|repo|workflow)\ (?:view|list|status|checks|watch|diff)
    |(?:npm|pnpm|yarn|pip3?|gem|cargo|brew|apt|uv\ pip|conda)
    \ (?:ls|list|show|view|outdated|freeze|info|search|tree|why)
    |(?:python[\d.]*|node|ruby|deno|bun|php|perl)\ (?:-[ce]|-|eval)|(?:python[\d.]*|node|ruby)""",
    re.X,
)
COMMON = re.compile(  # what is done all day, and tells nothing
    r"git (?:add|commit|push|pull|checkout|switch|merge|rebase|restore|reset|clone|cherry-pick|rm|mv|init)|gh pr \S+"
    r"|(?:mkdir|cp|mv|rm|rmdir|ln|chmod|chown|source|\.|edit|tar|unzip|zip|nohup|deactivate)(?: .*)?"
)
ROUTINE = re.compile(  # to install, to build, to test: what most know how to do
    r"""(?:python[\d.]*\ -m\ )?
    (?:pytest|ruff|mypy|pyright|black|isort|flake8|pylint|tox|nox|pre-commit|eslint|prettier|tsc|jest|vitest|mocha|rspec
    |rubocop|shellcheck|unittest|pip|venv|virtualenv|playwright|phpunit|swiftlint|golangci-lint)(?:\ .*)?
    |(?:npm|pnpm|yarn|bun)(?:\ (?:ci|i|install|add|test|start|dev
    |(?:run\ )?(?:test|lint|build|check|typecheck|format|dev|start)\S*))?
    |(?:pip3?|poetry|pipenv|bundle|composer|gem|brew|apt|apt-get|dnf|conda|pdm|hatch)
    \ (?:install|add|update|sync|lock|config)|uv\ (?:sync|lock|add|remove|venv|pip\ \S+)
    |(?:cargo|go|dotnet|mvn|gradle|gradlew|swift|mix|zig)
    \ (?:build|test|check|clippy|fmt|vet|mod|run|get|install|restore|compile|package|verify|format|clean)
    |make(?:\ (?:test|check|lint|build|all|install|format|fmt|typecheck|clean))?|just\ (?:test|check|lint|build|fmt)
    |(?:python[\d.]*|node|ruby|php|bash|sh|zsh)\ \S+|deno\ run|tsx|ts-node""",
    re.X,
)
KEPT_SCRIPT = re.compile(r"(?:^|/)(?:scripts?|bin|tools?|ops|deploy|ci)/|\.sh$|manage\.py$")  # written to be run again
SCRIPTS = frozenset(["python", "python3", "node", "ruby", "bash", "sh", "zsh", "php", "deno", "tsx"])
MANAGES = ("manage.py", "artisan")  # scripts that are told what to do
PLAIN = frozenset(  # programs whose first word is what they work on, not what they do
    "pytest mypy black isort flake8 pylint tsc jest vitest eslint prettier rsync scp psql mysql sqlite3 createdb"
    " pg_dump pg_restore mkdir cp mv rm rmdir ln chmod chown tar zip unzip source . ansible-playbook ssh".split()
)
BY_WORDS = frozenset(["psql", "mysql", "sqlite3", "ssh", "scp", "rsync"])  # which do as many things as they are told
NESTED = frozenset(  # words behind which another one says what is done
    "run exec compose pip tool rollout workspace db release pr repo workflow s3 ef migrations container app apps x dlx"
    " -m config ecs lambda cloudformation functions hosting pages r2 d1 kv secrets tasks".split()
)
WRAPPERS = frozenset(["sudo", "time", "nohup", "npx", "uvx", "env"])
RUNNERS = frozenset([("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("pdm", "run"), ("hatch", "run"),
                     ("bundle", "exec"), ("pnpm", "exec"), ("yarn", "exec"), ("npm", "exec")])  # fmt: skip
TAKES = frozenset(["-n", "-C", "-f", "-p", "-w", "-H", "--namespace", "--context", "--prefix", "--filter", "--file"])
ASKS = frozenset(["--help", "-h", "--version", "-version", "-V", "--dry-run"])
SELECTS = re.compile(
    r"\b(?:psql|mysql|sqlite3)\b.*['\"]\s*(?:select|explain|show|\\d)|^aws \S+ (?:get|list|describe|ls)", re.I
)
VARIES = (  # what is another thing each time, and what stands for it
    (re.compile(r"(?<![\w.])(?:/private)?/(?:tmp|var/folders|var/tmp)/[^\s'\"]*|\$TMPDIR[^\s'\"]*"), "<path>"),
    (re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"\b20\d\d-[01]\d-[0-3]\d(?:T[\d:.]+Z?)?\b"), "<date>"),
    (re.compile(r"(?<![\w.])(v?)\d+\.\d+\.\d+(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)[.-]?\d*)?(?![\w.])"),
     r"\1<version>"),
    (re.compile(r"(?<![\w.])v\d+\.\d+(?![\w.])"), "v<version>"),
    (re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"), "<hash>"),
    (re.compile(r"\b\d{6,}\b"), "<number>"),
    (re.compile(r"(?<=\.\w\w)(\w*):\d+(?::\d+)?\b"), r"\1"),
    (re.compile(r"\$\{(\w+)\}"), r"$\1"),
)  # fmt: skip
