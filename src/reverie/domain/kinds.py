"""What kind of thing a tool, a language or a licence is: the kind goes without saying beside it. Light to import."""

from __future__ import annotations

KINDS: dict[str, frozenset[str]] = {}
for _kind, _row in {
    "database": "postgres mysql mariadb sqlite mongodb oracle cockroachdb dynamodb cassandra duckdb clickhouse",
    "cache": "memcached",
    "editor": "vim neovim emacs vscode zed helix sublime pycharm intellij nano cursor webstorm",
    "shell": "zsh bash fish nushell powershell",
    "language": "python typescript javascript rust go java kotlin ruby swift scala php english german french spanish",
    "lint": "ruff flake8 pylint eslint golangci-lint clippy biome",
    "format": "black prettier ruff gofmt rustfmt biome",
    "test": "pytest jest vitest unittest mocha playwright cypress",
    "ci": "jenkins circleci travis buildkite github_actions gitlab_ci",
    "framework": "fastapi flask django rails react vue svelte angular spring express",
    "timezone": "cet cest utc gmt pst est pdt edt mst cst bst ist jst",
    "system": "linux macos windows ubuntu debian fedora arch nixos mac",
    "hosting": "aws gcp azure heroku fly.io vercel netlify hetzner",
    "license": "mit gpl apache bsd agpl lgpl gpl-3.0 apache-2.0",
    "package_manager": "npm pnpm yarn pip poetry uv cargo bun",
    "orchestrator": "kubernetes docker nomad ecs swarm",
    "queue": "kafka rabbitmq sqs nats",
    "model": "gpt-4 claude-3",
}.items():
    for _word in _row.split():
        KINDS[_word] = KINDS.get(_word, frozenset()) | {_kind}
