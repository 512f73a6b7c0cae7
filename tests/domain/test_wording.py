"""The clean sentence: what says nothing goes, what says something never does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from reverie.domain.wording import plain, sentence

CLEAN = """
please remember that I always use tabs in Go files | I always use tabs in Go files.
ok so, fyi we're on postgres 16 now btw | We're on postgres 16 now.
just so you know, I'm vegetarian | I'm vegetarian.
for the record, we never deploy on Fridays lol | We never deploy on Fridays.
so no half marathon for me | No half marathon for me.
oh and my cat is called Miso | My cat is called Miso.
As I said, the API port is 8080 please | The API port is 8080.
I think we'll probably stay on Hetzner for now, ok? | I think we'll probably stay on Hetzner for now.
Thanks! btw our staging db is on port 5433, thanks | Our staging db is on port 5433.
Our staging db is on port 5433. Thanks! | Our staging db is on port 5433.
heads up: the release moved to June 12 | The release moved to June 12.
please always run the tests before committing, thanks! | Always run the tests before committing.
Remember I'm allergic to peanuts :) | I'm allergic to peanuts.
to be honest, I hate Jenkins 😅 | I hate Jenkins.
I wanted to mention that Ana owns billing (btw) | Ana owns billing.
Hm, actually no, spaces | Actually no, spaces.
Übrigens, ich wohne jetzt in Wien | Ich wohne jetzt in Wien.
Wie gesagt: keine Deploys am Freitag bitte | Keine Deploys am Freitag.
Au fait, on utilise Redis pour le cache, merci | On utilise Redis pour le cache.
Por cierto, vivo en Madrid ahora | Vivo en Madrid ahora.
Recuerda que el puerto es 8080, gracias | El puerto es 8080.
indent with? → yeah, tabs please | Indent with? → tabs.
Could you answer in German please? | Could you answer in German?
I work at Acme Inc., thanks | I work at Acme Inc.
we use postgres 16 in prod. oh and fyi the replicas are on 15. | We use postgres 16 in prod. The replicas are on 15.
ah right we moved the shared code | We moved the shared code.
Staging is called heron. btw it runs debian 12 | Staging is called heron. It runs debian 12.
Ana owns billing. Oh, and Bob is on leave. fyi, npm 9 only. | Ana owns billing. Bob is on leave. npm 9 only.
"""
KEPT = """
I think we should probably use tabs.
No, use spaces.
So far we have 3 replicas.
Right now we use Redis.
Always say please.
The status of the build is ok.
Er wohnt in Wien.
Um 9 Uhr ist Standup.
Well-known ports are blocked.
Remember that time in Oslo.
Remember to call Ana on Friday.
Don't forget the milk.
We use tabs, right?
Actually, we're on Postgres 16 for now.
npm is our package manager.
pnpm install is what we run.
iOS builds run on Mondays.
acme-web listens on port 8080.
The docs are at https://docs.example/start
The settings are in config.toml
我们使用 Postgres 做账单
The user said thanks.
The best word is please.
We stay on 16. And never on 17.
Say hello. So we never begin with btw.
"""


@pytest.mark.parametrize("row", CLEAN.strip().splitlines())
def test_what_only_opens_or_closes_a_statement_is_taken_off(row: str) -> None:
    said, clean = row.split(" | ")
    assert sentence(said) == clean


@pytest.mark.parametrize("said", KEPT.strip().splitlines())
def test_what_says_something_stays(said: str) -> None:
    assert sentence(said) == said


def test_what_is_no_sentence_stays_as_it_is() -> None:
    listed = "to release:\n1. bump\n2. tag, please"
    assert sentence(listed) == listed
    assert sentence("ok") == "Ok."
    assert sentence("") == ""


OPENS = [
    "please", "ok so,", "fyi", "btw,", "oh and", "as I said,", "just so you know,", "remember that", "well,", "hm,",
    "übrigens,", "au fait,", "por cierto,",
]  # fmt: skip
SAYS = [
    "I", "we", "don't", "never", "not", "no", "nothing", "without", "kein", "8080", "16", "3.2", "Ana", "Postgres",
    "Oslo", "think", "probably", "maybe", "for now", "actually", "now", "use", "ok", "please", "thanks", "so", "well",
    "right", "the", "port", "is", "npm", "that", "remember", "note", ":", ",", "→", "and", "lol",
]  # fmt: skip
CLOSES = ["", " please", ", thanks!", " lol", " btw", ", ok?", ".", "!", " :)"]
_HOLDS = re.compile(
    r"\d[\d.]*\d|\d|\b(?:don't|never|not|no|nothing|without|kein|think|probably|maybe|for now|actually|now)\b"
    r"|Ana|Postgres|Oslo",
    re.I,
)


@given(st.lists(st.sampled_from(OPENS), max_size=3), st.lists(st.sampled_from(SAYS), min_size=1, max_size=9),
       st.lists(st.sampled_from(CLOSES), max_size=2))  # fmt: skip
def test_no_number_name_denial_or_hedge_is_lost_and_clean_stays_clean(
    opens: list[str], says: list[str], closes: list[str]
) -> None:
    said = " ".join([*opens, *says]) + "".join(closes)
    clean = sentence(said)
    assert [each.lower() for each in _HOLDS.findall(clean)] == [each.lower() for each in _HOLDS.findall(said)]
    assert sentence(clean) == clean
    assert plain(plain(said)) == plain(said)


@given(st.text(max_size=60))
def test_whatever_is_said_it_is_made_clean_once(said: str) -> None:
    assert sentence(sentence(said)) == sentence(said)
    assert plain(plain(said)) == plain(said)
