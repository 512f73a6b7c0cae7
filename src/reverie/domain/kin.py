"""Words that answer for another: people ask for their boss and have told of their manager.

Everyday words alone, of a life and of its tools; how near other words are, the vectors say. One way: whoever asks for a
pet is answered by a cat, whoever asks for the cat is not answered by a pet. Light to import.
"""

from __future__ import annotations

from functools import cache

_ASKED = {  # how people ask for a tool of a kind; two words joined by an underscore
    "database": "database databases db", "cache": "cache caching", "editor": "editor ide", "shell": "shell",
    "language": "language languages", "lint": "linter linters lint linting", "format": "formatter formatting format",
    "test": "test tests testing", "ci": "ci", "framework": "framework frameworks", "timezone": "timezone time_zone",
    "system": "os distro operating_system", "hosting": "hosting host hosted",
    "license": "license licence licenses licences licensed", "package_manager": "package_manager package_managers",
    "orchestrator": "orchestrator orchestration", "queue": "queue broker",
}  # fmt: skip
_TABLE = """
job jobs profession occupation career: work works engineer developer teacher teach nurse designer manager consultant
boss supervisor lead: manager head report chef
manager: boss lead
employer company: work works employer firm startup
salary income earn: salary income paid wage
colleague colleagues coworker coworkers teammate teammates team: team colleague colleagues people
kids children child kid: son daughter boy boys girl girls twins kids children sohn tochter
parents: mum mom mother dad father
partner spouse: wife husband girlfriend boyfriend partner fiancé fiancée married
wife husband: married partner
siblings sibling: brother sister
family relatives: wife husband partner son daughter mum mom dad mother father brother sister kids children
pet pets animal animals: dog cat puppy kitten rabbit hamster parrot fish hund katze
doctor physician: gp dr doctor surgery arzt
dentist: dental
vet: vets veterinary
medicine medication meds drugs: pill pills tablets medication medicine antibiotics insulin inhaler dose
allergy allergies allergic intolerance intolerant: allergic allergy allergies intolerant intolerance coeliac celiac
diabetes diabetic: diabetes diabetic insulin
epilepsy epileptic: epilepsy epileptic
asthma asthmatic: asthma asthmatic inhaler
pregnancy pregnant: pregnancy pregnant
injury injuries injured hurt: injured injury hurt broke sprained knee ankle shoulder
ill illness sick condition: ill asthma diabetes diabetic migraine
diet eat food vegetarian vegan meat: vegetarian vegan meat eat eats diet pescatarian gluten dairy
energy electricity power: electricity electric gas energy power strom
internet broadband: broadband fibre fiber wifi internet router
bin bins rubbish trash garbage waste refuse: recycling bin bins rubbish garbage waste compost paper cardboard collected
holiday holidays vacation trip: vacation trip holiday travel flight fly hotel airbnb cottage camping leave urlaub
flight flights flying: fly flight airline
rent landlord: landlord rent tenancy lease
mortgage: mortgage fix lender
bank banking account: bank banking account
car drive vehicle: car drive drives vw skoda tesla golf toyota volvo kia
bike bicycle: bike bicycle cycle cycling
commute: cycle train bus drive walk
race races: marathon triathlon 10k race run
sport sports exercise workout: gym run running swim swimming football tennis climbing yoga cycling
football soccer: football soccer five striker goalkeeper
hobby hobbies: play plays sing knit paint climb garden pottery
instrument instruments: piano guitar violin cello drums flute trumpet cornet clarinet saxophone
book books novel: read reading book novel
town city: live lives moved
home house flat apartment: live house flat apartment
address: live street road
school university college study studied: school university college studied degree
email emails mail mails: email emails mail mails
mail mails letter letters: mail mails email letter
phone mobile: phone iphone android pixel mobile
password passwords login logins credentials: password passwords 1password bitwarden keepass keepassxc logins vault
secret secrets credentials: secrets vault doppler 1password openbao sops infisical
editor ide: vim neovim nvim emacs helix vscode zed sublime intellij pycharm jetbrains nano editor ide
shell terminal: bash zsh fish shell terminal iterm wezterm kitty alacritty ghostty tmux
browser: firefox chrome safari brave arc vivaldi
os distro: linux macos windows nixos ubuntu debian fedora arch mint
laptop computer machine pc: macbook thinkpad laptop framework xps pc
database databases db: postgres postgresql mysql mariadb sqlite mongodb dynamodb cockroachdb clickhouse duckdb
cache caching: redis memcached valkey
queue broker: kafka rabbitmq sqs nats celery sidekiq bullmq
tracker issues tickets ticket: jira linear youtrack tickets ticket asana trello issues
chat messenger: slack teams discord mattermost signal whatsapp
hosting host hosted cloud: aws gcp azure hetzner vercel netlify heroku fly render cloudflare ovh digitalocean hosted
deploy deployed deployment release rollout: deploy deploys deployed deployment release rollout
ci pipeline pipelines: ci actions jenkins circleci gitlab buildkite pipeline
logs logging monitoring metrics: logs grafana loki datadog sentry prometheus splunk kibana
framework frameworks: react svelte vue angular django flask fastapi rails laravel spring ktor next
language languages: python java kotlin go rust typescript javascript ruby php swift english german french spanish
tests testing test: test tests pytest jest vitest junit kotest
linter lint formatter: ruff eslint prettier black linter
edit editing change changing modify touch: edit change touch modify refactor files
commit commits committing: commit commits
sign signature: sign signed sign-off regards
"""


@cache
def _kin() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _TABLE.strip().splitlines():
        asked, _, told = line.partition(":")
        for word in asked.split():
            found[word] = tuple(dict.fromkeys((*found.get(word, ()), *(each for each in told.split() if each != word))))
    return found


def kin(term: str) -> tuple[str, ...]:
    """The words that answer for one."""
    return _kin().get(term, ())


@cache
def _tools() -> dict[str, tuple[str, ...]]:
    from reverie.domain.kinds import KINDS  # a hook with a long prompt does without

    found: dict[str, tuple[str, ...]] = {}
    for kind, said in _ASKED.items():
        of_kind = [word for word, kinds in KINDS.items() if kind in kinds and word.isalnum()]
        for word in said.split():
            others = [each for each in said.split() if each != word and "_" not in each]
            found[word] = tuple(dict.fromkeys((*others, *of_kind)))
    return found


def tools(asked: str, of: str = "") -> tuple[str, ...]:
    """The tools of the kind that one word asks for, or two together ("package manager"), and its other names."""
    return _tools().get(f"{of}_{asked}" if of else asked, ())
