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
UNGUARDS = re.compile(  # what gets by because a check is switched off
    r"""node_tls_reject_unauthorized\W{0,5}0 | git_ssl_no_verify\W{0,4}(?:1|true) | pythonhttpsverify\W{0,4}0 "
    r"| \bhusky=0\b
    | ssl[_.-]?verify\w*["']?\W{1,4}(?:false|0|off|none|no)\b | \bverify(?:_ssl|_certs?|ssl)?["']?\s?[=:]\s?(?:false
    |none|0)\b
    | strict-ssl\W{1,4}(?:false|0|off) | rejectunauthorized["']?\W{1,4}false | insecureskipverify["']?\W{1,4}true
    | verify[_-]mode\s?=\s?\S*none | check_hostname\s?=\s?false | trustallcerts | _create_unverified_context
    | --(?:insecure\b|no-verify\b|no-check-certificate|trusted-host|allow-unauthenticated|allow-insecure|nogpgcheck
    |no-gpg-\w+
    |skip-(?:verify|tls|ssl|signature|checksum)|insecure-skip|disable-web-security|no-sandbox|privileged\b
    |dangerously|no-check\b
    |ignore-certificate|accept-invalid|disable-(?:ssl|tls|sandbox|security)|force-yes|cap-add[= ](?:all|sys_admin))
    | \bcurl\b[^|;&\n]*\s-\w*k\b | gpgsign\W{1,4}false | gpgcheck\W{1,4}0 | \[trusted=yes\] | siglevel\s?=\s?never
    | \bchmod\s+(?:it\s+|-\S+\s+)*(?:to\s+)?(?:0?777|0?666|[aogu]*\+(?:rwx|w)\b) | (?:seccomp|apparmor)\W{1,4}unconfined
    | \bprivileged\s?[:=]\s?true | \bsetenforce\s+(?:0|permissive) | \bselinux\s?=\s?(?:disabled|permissive)
    | \b(?:ufw|csrutil)\s+disable | \biptables\s+-F | \bspctl\b.*--(?:master|global)-disable | com\.apple\.quarantine
    | \bsystemctl\s+(?:\S+\s+)*(?:stop|disable|mask)\s+(?:\S+\s+)*(?:firewalld|ufw|apparmor|auditd|fail2ban)
    | executionpolicy\s+(?:bypass|unrestricted) | disablerealtimemonitoring | stricthostkeychecking[= ]no
    | userknownhostsfile[= ]/dev/null | csrf_exempt | permitrootlogin\s+yes
    | \b(?:curl|wget)\b.*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:(?:ba|z|da|k|fi)?sh|python3?|perl|ruby|node)\b
    | \b(?:ba|z)?sh\s+(?:-c\s+["']?\$\(|<\()\s*(?:curl|wget)""",
    re.I | re.X,
)
_GUARD = (
    r"(?:(?:(?:tls|ssl|https|certificate|cert|signature|gpg|host[ -]?key|integrity|checksum|hostname|peer|security"
    r"|malware|virus)"
    r"s?[ -](?:\w+ )?(?:verif\w+|check\w*|validation|errors?|warnings?|scan\w*))|selinux|apparmor|firewall|antivirus"
    r"|virus scanner"
    r"|defender|csrf(?: protection| checks?)?|sandbox|gatekeeper|secure boot|branch protection|two-factor\w*|2fa|mfa"
    r"|(?:pre-commit|commit|git|pre-push) hooks?)"
)
UNGUARDED = re.compile(  # the same, said
    rf"\b(?:disabl\w+|turn(?:ed|ing|s)? off|switch(?:ed|ing|es)? off|skip\w*|bypass\w*|deactivat\w+|ignor(?:e|ed|es"
    rf"|ing)|drop"
    rf"|suppress\w*|stop(?:ped|ping)?)\s+(?:the |all |its |our |any |\w+'s |\w+ ){{0,3}}{_GUARD}\b"
    rf"|\b{_GUARD}\s+(?:is |was |has been |been )?(?:now )?(?:disabled|turned off|switched off|off|skipped|bypassed"
    rf"|ignored)\b"
    r"|\bworld[ -]writable\b|\bin privileged mode\b|\bas privileged\b"
    r"|(?:zertifikats?|signatur|tls|ssl|sicherheits)-?(?:prüfung|check|überprüfung)\w*\b.{0,30}\b(?:abgeschaltet"
    r"|deaktivier\w*"
    r"|ausgeschaltet|umgangen|übersprungen|ab|aus)\b|firewall\b.{0,20}\b(?:abgeschaltet|deaktiviert|ausgeschaltet)\b"
    r"|désactiv\w+ (?:la |le )?(?:vérification|pare-feu|contrôle|validation)|desactiv\w+ (?:la |el )?(?:verificación"
    r"|cortafuegos"
    r"|comprobación|validación)|(?:关闭|禁用|跳过|绕过)[^。]{0,8}(?:证书|签名|防火墙|校验|验证)|(?:証明書|署名|TLS)[^。]{0,8}(?:無効|スキップ)"
    r"|(?:인증서|서명)[^.]{0,8}(?:끄|무시|비활성)",
    re.I,
)
GUARDS = re.compile(  # right before it: it is what was wrong, or what must not be
    r"\b(?:never|not|don'?t|doesn'?t|without|remov(?:e|es|ed|ing)|delet(?:e|ed|ing)|unset(?:ting)?|revert(?:ed|ing)?"
    r"|instead of"
    r"|no longer|avoid\w*|because(?: of)?|caused by|culprit was|no need (?:for|to)|rather than|nicht|kein\w*|sans|sin)"
    r"[ \t'\"]{1,3}(?:(?:the|a|an|any|use|set|that|old|leftover|to|your|our)\b[ \t'\"]{1,3}){0,3}\Z",
    re.I,
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
