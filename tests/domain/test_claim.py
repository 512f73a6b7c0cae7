"""What a new statement is to an old one: the same, its replacement, or about something else."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given, strategies as st

from reverie.domain.claim import claim, compare, same_topic

SAME = """
Telemetry must not be enabled | Disable telemetry
Force pushes are forbidden | No force pushes are allowed
We use Postgres 16 for the billing service | billing runs on PostgreSQL 16
We use Postgres 16 for the billing service | The database behind billing is Postgres 16
I prefer tabs | The user prefers tabs
I prefer tabs | Prefer tabs over spaces
I prefer tabs | User prefers tabs
The user prefers tabs over spaces. | I like tabs more than spaces
The API port is 8080 | Port 8080 is the API's port
Our prod db is in eu-west-1 | The production database is in eu-west-1
We run k8s 1.29 in production | In production we run Kubernetes 1.29
The frontend is written in TypeScript | The frontend is written in TS
CI runs on GH Actions | We use GitHub Actions for CI
My editor is Neovim | I use Neovim as my editor
Ana works at Initech | Ana is employed by Initech
Ana owns the payments module | The payments module is owned by Ana
Ana owns the payments module | The owner of the payments module is Ana
Petra is the user's manager | My boss is Petra
The release deadline is June 12 | The deadline for the release is 12 June
The budget is 5k EUR | Our budget: 5000 EUR
The standup is at 3pm | Standup is at 15:00
The timeout is 30s | Timeout: 30 seconds
Never push to main directly | Don't push directly to main
Please keep answers short | The user wants short answers
We decided to use Redis for caching | We use Redis as cache because it is fast
Use Postgres because the team knows it | Use Postgres since it supports jsonb
The docs are in the wiki | Documentation is in the wiki
The user speaks German and French | The user speaks French and German
As I said, the API port is 8080 | the api port is 8080
The colour of the logo is teal | The color of the logo is teal
`make check` must pass before merging | make check must pass before merging
Wir nutzen Postgres für die Abrechnung | Wir verwenden Postgres für die Abrechnung.
我们用 Postgres 做账单 | 我们使用 Postgres 做账单。
The gym membership fee is 39 EUR | Mum mentioned that the gym membership fee is 39 EUR
Greta lives in Malmö | The town Greta lives in is Malmö
Falcon Desk is written in Elixir 1.16 | The language falcon-desk is written in: Elixir 1.16
Dieter Krall works at Nordwind | The employer of Dieter is Nordwind
The sponsor of the hackathon is Brightwave | Brightwave is the sponsor of the hackathon
The name of the parrot is Kiki | The parrot is called Kiki
quill-api listens on port 7070 | The port of Quill API is 7070
The capacity of tank-two is 300 kg | Just to repeat, the capacity of tank-two is 300 kg these days
Lena's role is librarian | The role of Lena is librarian
The backup schedule of vaultbox is nightly | For your information, the backup schedule of vaultbox is nightly
The thesis supervisor is Professor Okafor | Professor Okafor – that is the thesis supervisor
Dark launches are enabled for cart-flow | Dark launches are on for cart-flow
bluebird has 12 shards | The number of shards of bluebird is 12
The maintainer of spindle is Rosa Vidal | Rosa looks after spindle
The quota of scratch is 80 GB | The quota of scratch = 80 GB
The venue of the offsite is Hotel Mira | The venue of the offsite turned out to be Hotel Mira
Uploads to tern-gate time out after 40 seconds | The upload timeout of tern-gate is 40 seconds
"""
REPLACES = """
We use MySQL for billing | We migrated billing from MySQL to Postgres
The project uses npm | We replaced npm with pnpm
We use MySQL | MySQL was replaced by Postgres
We use MySQL for billing | Billing used to run on MySQL
We deploy on Fridays | We don't deploy on Fridays any more
We use Jenkins for CI | We dropped Jenkins
The API port is 8080 | No, it's 9090, not 8080
The API port is 8080 | Correction: the API port is 9090
The default branch is master | The default branch was renamed to main
I live in Berlin | I moved to Lyon
Ana works at Initech | Ana left Initech
We use Flask | Use FastAPI instead of Flask from now on
The standup is at 9:30 | As of Monday the standup is at 10:00
The licence is GPL | The licence is not GPL but MIT
We use MySQL for billing | We used to use MySQL for billing, now it's Postgres
Ana owns the payments module | Ben took over the payments module from Ana
The API port is 8080 | The API port is 9090
Ana lives in Lyon | Ana lives in Paris
We use MySQL for the billing service | We use Postgres for billing
Billing uses Postgres 15 | Billing uses Postgres 16
Ana is the product owner | Ben is the product owner
I prefer tabs over spaces | I prefer spaces over tabs
The team has 5 developers | The team has 7 developers
Answer in English | The user wants answers in German
Always run the linter before committing | Never run the linter before committing
Telemetry is enabled | Telemetry is disabled
Force pushes are allowed | Force pushes are forbidden
Run migrations before the deploy | Run migrations after the deploy
Wir nutzen Jenkins | Wir nutzen Jenkins nicht mehr
On utilise MySQL | On est passés de MySQL à Postgres
Usamos Jenkins | Ya no usamos Jenkins
我们用 MySQL | 我们不用 MySQL 了，改用 Postgres
DBはMySQLです | DBはMySQLではなくPostgresです
우리는 Jenkins를 사용한다 | 우리는 더 이상 Jenkins를 사용하지 않는다
Мы используем MySQL | Мы перешли с MySQL на Postgres
The IP address of the payroll server is 10.4.2.9 | The IP address of the payroll server is 10.4.2.17 instead of 10.4.2.9
The sponsor of the hackathon is Brightwave | Lumen replaced Brightwave as the sponsor of the hackathon
Greta lives in Malmö | The town Greta lives in is Lund
The monitor in the lab is a Dell U27 | No, the monitor in the lab is an Eizo EV27, not a Dell U27
The retention of audit-trail is 45 days | It is not 45 days any more: the retention of audit-trail is 60 days
The invoice deadline is 14 May | We moved the invoice deadline from 14 May to 21 May
The name of the parrot is Kiki | The name of the parrot isn't Kiki anymore, it's Rio
The quota of scratch is 80 GB | Sorry, I meant 120 GB: the quota of scratch is 120 GB
I drink green tea | I don't drink green tea any more, I drink rooibos
The maintainer of spindle is Rosa Vidal | Rosa Vidal no longer maintains spindle; Piet does
The fee is 39 EUR | Actually the fee is 45 EUR
The venue of the offsite is Hotel Mira | From next week the venue of the offsite is Villa Rosso
The backup window of vaultbox is 2:00 | Hm, actually it's 4:00: the backup window of vaultbox, I mean
The tax rate for books is 7 percent | 7 percent was wrong; the tax rate for books is 5 percent
bluebird has 12 shards | The number of shards of bluebird is 16
The employer of Dieter is Nordwind | Dieter Krall works at Ostsee
Ida is the reviewer for spindle | The reviewer for spindle is Marek
Dark launches are enabled for cart-flow | Dark launches are off for cart-flow
"""
APART = """
I prefer short answers without bullet points | I prefer long answers with bullet points from now on
Builds are synchronous and not public | Builds are asynchronous and public
The staging port is 8080 | The production port is 9090
Ana lives in Lyon | Anna lives in Lyon
Ann lives in Lyon | Anne lives in Lyon
acme-api listens on port 8080 | acme-web listens on port 8080
The API v1 uses REST | The API v2 uses GraphQL
The maximum timeout is 30 seconds | The minimum timeout is 30 seconds
The read timeout is 30 seconds | The write timeout is 60 seconds
The source bucket is acme-raw | The target bucket is acme-clean
The Monday meeting is at 10 | The Tuesday meeting is at 10
We use Node 18 for tests | We use Node 20 for builds
CI uses Python 3.11 | Locally we use Python 3.12
The project uses pytest | The project uses ruff
Ana knows Rust | Ana knows Go
Never push to main | Never commit secrets
We use Redis for caching | We use Redis for queues
The API port is 8080 | The API port is 8080 in staging
Answer in English | Answer in English unless I write German
The user is allergic to peanuts | The user is allergic to shellfish
Acme acquired Globex | Globex acquired Acme
We deploy from main | We deploy to main
The price is 10 EUR per month | The price is 10 EUR per year
The build failed because of numpy | The build failed because of a missing key
src/auth.py holds the login code | src/session.py holds the login code
The error E1042 means the token expired | The error E1043 means the token expired
We deployed version 2.1 on Monday | We deployed version 2.2 on Wednesday
Ana wants to use Kafka for events | We use RabbitMQ for events
We switched from yarn to pnpm | We switched from npm to pnpm
As of Monday the standup is at 10 | As of Tuesday the standup is at 10
Is the API port 8080? | The API port is 8080
The billing service is written in Go | The billing service runs on Kubernetes
I prefer tabs | I prefer tabs over spaces in Go
Don't use var in TypeScript | Don't use any in TypeScript
Ana wohnt in Lyon | Ben wohnt in Lyon
Ana is Ben's manager | Ben is Ana's manager
We use 1 master and 3 workers | We use 3 masters and 1 worker
They use Postgres 16 | We use Postgres 16
Do not deploy without approval | Deploy with approval
The latency is <5 ms | The latency is 5 ms
billing calls ledger | ledger calls billing
we sell coffee in summer and tea in winter | we sell tea in summer and coffee in winter
The quota of scratch is 80 GB | The quota of archive is 80 GB
The port of quill-api is 7070 | The port of quill-web is 7070
The staging quota of scratch is 80 GB | The production quota of scratch is 80 GB
The town Greta lives in is Malmö | The town Gerta lives in is Malmö
The idle timeout of hub is 30 seconds | The connect timeout of hub is 30 seconds
I heard that the invoice deadline is 14 May | I heard that the thesis deadline is 14 May
Brightwave is the sponsor of the hackathon | Brightwave is the venue of the hackathon
When Ana says go, deploy hub | Deploy hub
If the check failed, the port of hub is 9000 | The port of hub is 9000
The wing commander of unit-one is Piet | The wing commander of unit-two is Piet
Marek said that Ida reviews spindle | Ida said that Marek reviews spindle
bluebird has 12 shards | bluebird has 12 nodes
The minimum age is 18 | The maximum age is 18
Dark launches are on for cart-flow in staging | Dark launches are on for cart-flow
The weekly report goes to Ida | The monthly report goes to Ida
Lena's role is librarian | Lena's hobby is chess
The price of the blue mug is 8 EUR | The price of the red mug is 9 EUR
We run quill-api on port 7070 | We run quill-api on node 7070
mill-worker uses Kafka | mill uses Kafka
Greta prefers trains over planes | Greta works on trains
The first shift of dock starts at 6 | The second shift of dock starts at 14
Uploads are allowed in North Dock | Uploads are allowed in North Pier
I switched from rowing to fencing | My shell is fish
"""


def rows(table: str) -> list[tuple[str, str]]:
    return [(old, new) for old, _, new in (line.partition(" | ") for line in table.strip().splitlines())]


def ids(pair: tuple[str, str]) -> str:
    return " → ".join(pair)


@pytest.mark.parametrize("pair", rows(SAME), ids=ids)
def test_a_restated_claim_is_the_same(pair: tuple[str, str]) -> None:
    old, new = map(claim, pair)
    assert compare(new, old) == "same"


@pytest.mark.parametrize("pair", rows(REPLACES), ids=ids)
def test_a_changed_claim_replaces_the_old_one(pair: tuple[str, str]) -> None:
    old, new = map(claim, pair)
    assert compare(new, old) == "replaces"


@pytest.mark.parametrize("pair", rows(APART), ids=ids)
def test_claims_about_different_things_stay_apart(pair: tuple[str, str]) -> None:
    old, new = map(claim, pair)
    assert compare(new, old) == compare(old, new) == "apart"


def test_what_used_to_be_is_older_than_what_is() -> None:
    assert compare(claim("The API port used to be 8080"), claim("The API port is 9090")) == "older"
    assert compare(claim("The API port used to be 8080"), claim("The API port is 8080")) == "replaces"


def test_one_topic_with_two_values_is_one_topic() -> None:
    assert same_topic(claim("The API port is 8080"), claim("Port 9090 is the API's port"))
    assert same_topic(claim("We use MySQL for billing"), claim("billing runs on Postgres"))
    assert not same_topic(claim("The API port is 8080"), claim("The API timeout is 8080 ms"))
    assert not same_topic(claim("Ana lives in Lyon"), claim("Ben lives in Lyon"))


def test_two_texts_without_a_likeness_are_never_merged() -> None:
    old, new = claim("We use Postgres for billing"), claim("billing runs on Postgres")
    assert compare(new, old, near=0.9) == "same"
    assert compare(new, old, near=0.0) == "apart"


def test_a_long_text_is_only_the_same_as_its_copy() -> None:
    long = "The API port is 8080. " * 100
    assert compare(claim(long), claim(long + " ")) == "same"
    assert compare(claim(long), claim(long + "And 9090.")) == "apart"


def listed(words: str) -> list[str]:
    return words.split()


# --- Laws -----------------------------------------------------------------------------------------------

NAMES = st.sampled_from(listed("Ana Anna Ben Carlos Globex Initech Lyon Paris Kafka Postgres Zed acme-api acme-web"))
NUMBERS = st.one_of(
    st.integers(0, 99_999).map(str), st.sampled_from(["3.11", "3.12", "1.2.3", "0.5", "v2", "v3", "10k", "2024-05-01"])
)
TEMPLATES = st.sampled_from(
    """{n} lives in Berlin
The owner of the {n} service is Dora
We use {n} for the search service
The API port of {n} is {d}
The timeout for {n} is {d} seconds
{n} has {d} open tickets
Deploy {n} with {d} replicas in production
We switched from {n} to Bun
The meeting with {n} is on Tuesday at {d}
{n} prefers tabs over spaces
Version {d} of {n} is pinned
To release {n}, run make release with {d} workers
Wir nutzen {n} mit {d} Knoten
我们用 {n} {d}
{n} のポートは {d} です
Error {d}: {n} refused the connection""".splitlines()
)


@given(TEMPLATES, NAMES, NAMES, NUMBERS, NUMBERS)
def test_a_claim_with_another_name_or_number_is_never_the_same(
    template: str, name: str, other: str, number: str, another: str
) -> None:
    said = claim(template.format(n=name, d=number))
    assume(name != other and claim(number).bag != claim(another).bag)
    assert compare(claim(template.format(n=other, d=number)), said) != "same"
    if "{d}" in template:
        assert compare(claim(template.format(n=name, d=another)), said) != "same"


@pytest.mark.parametrize("place", ["staging", "production", "CI", "tests", "Windows", "v2", "Fridays"])
@given(TEMPLATES, NAMES, NUMBERS)
def test_a_claim_under_a_condition_is_not_the_claim_without(place: str, template: str, name: str, number: str) -> None:
    said = template.format(n=name, d=number)
    assume(place not in said and said.isascii())
    assert compare(claim(f"{said} on {place}"), claim(said)) != "same"


DENIALS = st.sampled_from(
    [
        ("We deploy {x} on Fridays", "We don't deploy {x} on Fridays"),
        ("The {x} service is public", "The {x} service is not public"),
        ("Always restart {x} after a crash", "Never restart {x} after a crash"),
        ("{x} works on Windows", "{x} no longer works on Windows"),
        ("I like {x}", "I don't like {x}"),
        ("Wir nutzen {x}", "Wir nutzen {x} nicht"),
        ("Nous utilisons {x}", "Nous n'utilisons pas {x}"),
        ("我们用 {x}", "我们不用 {x}"),
    ]
)


@given(DENIALS, NAMES)
def test_a_claim_and_its_denial_are_never_the_same(pair: tuple[str, str], name: str) -> None:
    said, denied = (claim(text.format(x=name)) for text in pair)
    assert compare(denied, said) == "replaces"
    assert compare(said, denied) != "same"


@given(st.text(min_size=1, max_size=700))
def test_every_text_is_the_same_as_itself(text: str) -> None:
    assert compare(claim(text), claim(text)) == "same"
    assert same_topic(claim(text), claim(text))


WORDS = st.sampled_from(
    listed("""we I the user not no longer any more instead of rather than from to switched moved replaced with dropped
    is are used use now actually , . : — ? but not prefer over because owns own owner by called Ana 8080 3.11 € 30s may
    used to took over left ne plus n' は ではなく 改用 を です 더 이상 = >= in at for as of starting Monday
    keep store runs on""")
)


@given(st.lists(WORDS, max_size=14), st.lists(WORDS, max_size=14))
def test_whatever_is_said_there_is_one_answer_and_nothing_is_raised(one: list[str], two: list[str]) -> None:
    new, old = " ".join(one), " ".join(two)
    verdict = compare(claim(new), claim(old))
    assert verdict == compare(claim(new), claim(old)) in ("same", "replaces", "older", "apart")
    same_topic(claim(new), claim(old))


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_is_too_strange_to_compare(new: str, old: str) -> None:
    assert compare(claim(new), claim(old), near=0.5) in ("same", "replaces", "older", "apart")


@pytest.mark.parametrize(
    "unit", ["a", "1.", "not ", "'s", "(", "of the ", "ne plus ", "は", "€", "\n", "-", "X, ", "'"]
)
def test_a_hostile_text_costs_no_more_than_a_long_one(unit: str) -> None:
    started = time.perf_counter()
    for size in (599 // len(unit), 100_000 // len(unit)):
        text = unit * size
        compare(claim(text), claim(text + "x"))
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    "text", [", the port of acme is 8080 now", ": it is wrong, the port is 8080", "; a , b , c , d"]
)
def test_a_statement_that_begins_with_a_pause_is_read(text: str) -> None:
    assert claim(text).text == text
