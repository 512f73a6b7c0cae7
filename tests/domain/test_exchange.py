"""An old sentence with one part exchanged, or without it: nothing that nobody said."""

from __future__ import annotations

import re

import pytest

from reverie.domain.claim import claim
from reverie.domain.exchange import exchanged, without

EXCHANGED = [
    # one of a list
    (
        "My gym days are Monday, Wednesday and Friday.",
        "I go to the gym on Saturday instead of Friday now.",
        "My gym days are Monday, Wednesday and Saturday.",
    ),
    (
        "The market is open on Tuesday, Thursday and Saturday.",
        "The market is open on Friday instead of Thursday now",
        "The market is open on Tuesday, Friday and Saturday.",
    ),
    (
        "I do three runs a week: Tuesday, Thursday and Sunday.",
        "I moved my Thursday run to Friday.",
        "I do three runs a week: Tuesday, Friday and Sunday.",
    ),
    (
        "We take invoices by mail on Monday and Thursday.",
        "We take invoices on Wednesday instead of Monday now.",
        "We take invoices by mail on Wednesday and Thursday.",
    ),
    (
        "Our shifts are Berlin, Oslo and Porto.",
        "Our shifts are in Madrid rather than Oslo now.",
        "Our shifts are Berlin, Madrid and Porto.",
    ),
    (
        "Ich gehe montags und mittwochs schwimmen.",
        "Ich gehe jetzt freitags statt mittwochs schwimmen.",
        "Ich gehe montags und freitags schwimmen.",
    ),
    # with its version, and what it is for
    (
        "We use Redis 7 for the cache in the shop project.",
        "We switched from Redis to Valkey for the cache.",
        "We use Valkey for the cache in the shop project.",
    ),
    ("The backend runs on Node 18.", "We switched from Node to Bun for the backend.", "The backend runs on Bun."),
    ("We host the shop on Heroku.", "We moved the shop from Heroku to Fly.", "We host the shop on Fly."),
    # another thing beside
    (
        "We use Jest for frontend tests and pytest for the backend.",
        "We switched from Jest to Vitest for the frontend tests.",
        "We use Vitest for frontend tests and pytest for the backend.",
    ),
    (
        "Ich wohne in Köln und arbeite bei der Stadtbibliothek.",
        "Ich wohne nicht mehr in Köln, sondern in Bonn.",
        "Ich wohne in Bonn und arbeite bei der Stadtbibliothek.",
    ),
    (
        "Je travaille chez Renault et j'habite à Lyon.",
        "Je ne travaille plus chez Renault mais chez Airbus.",
        "Je travaille chez Airbus et j'habite à Lyon.",
    ),
    (
        "Vivo en Sevilla y trabajo en un hospital.",
        "Ahora vivo en Cádiz.",
        "Vivo en Cádiz y trabajo en un hospital.",
    ),
    # numbers and times
    ("We are 5 developers and 2 designers.", "We're 7 developers now.", "We are 7 developers and 2 designers."),
    ("We have 3 cats and 1 dog.", "We have 2 dogs now.", "We have 3 cats and 2 dogs."),
    (
        "Backups go to the S3 bucket tidewater-backups every night at 2am.",
        "The backups run at 4am since this week",
        "Backups go to the S3 bucket tidewater-backups every night at 4am.",
    ),
    (
        "The meeting with the tax advisor is on October 12 at 2pm.",
        "The meeting with the tax advisor is at 3pm now.",
        "The meeting with the tax advisor is on October 12 at 3pm.",
    ),
    ("Standup is at 10 in the blue room.", "it's 11 now", "Standup is at 11 in the blue room."),
    ("The database is Postgres 15 on port 5433.", "Postgres is 16 now", "The database is Postgres 16 on port 5433."),
    ("Use tabs in Go files.", "It's spaces, not tabs.", "Use spaces in Go files."),
]
AS_SAID = [
    # of something else
    ("Priya Nair starts on November 9.", "Until November 13 the freeze is on: no merges to main."),
    ("Ben's birthday is on May 4.", "Until May 10 the pool is closed."),
    ("Olga starts her new job on October 1.", "Until October 5 the parking lot is closed."),
    ("Standup is at 10 in the blue room.", "Lunch is at 11 now."),
    ("Petra's train leaves on June 3 from Ulm.", "The concert is on June 4 now."),
    ("The retry limit for reads is 3.", "The retry limit for writes is 5."),
    ("My sister works in Oslo and likes it.", "I work in Bergen now."),
    # what belonged to the old value
    ("Our van is a Ford Transit from 2019.", "We switched from Ford to Renault for our van."),
    ("Our bikes are two Bromptons from 2018.", "We switched from Bromptons to Terns for our bikes."),
    ("Our van is a blue Ford.", "We switched from Ford to Renault for our van."),
    ("We use Postgres 15 with 3 replicas for billing.", "We switched from Postgres to MySQL for billing."),
    ("We pay Hetzner 50 euros a month.", "We switched from Hetzner to OVH."),
    ("Our CI runs on Jenkins at ci.acme.io.", "We switched CI from Jenkins to Buildkite."),
    ("My dentist is Dr. Weber in Bahnhofstraße.", "I switched from Dr. Weber to Dr. Kern."),
    ("I work at Acme, a robotics company.", "I switched from Acme to Bolt."),
    ("I work at Acme as a designer.", "I work at Bolt now."),
    ("I live in Lisbon and love its hills.", "I live in Porto now."),
    ("I live in Lisbon, moved here in 2021 from Dublin.", "I'm in Porto now."),
    ("The dentist appointment is on March 3 at 9am.", "The dentist appointment moved to March 10."),
    ("The review is on Thursday, March 5.", "The review moved to Friday."),
    ("I have Spanish on Monday and Thursday at 6pm.", "I moved my Monday Spanish to Wednesday."),
    ("The daily is at 9:30 because Ana starts late.", "The daily is at 10:00 now."),
    # what was done once
    ("Our team lead Ana picked Redis for the cache.", "We switched from Redis to Valkey for the cache."),
    # it says more
    (
        "The meeting with the tax advisor is on October 12 at 2pm.",
        "The meeting with the tax advisor was moved to October 19 at 11am.",
    ),
    ("The wedding is on June 3 in Ulm.", "The wedding is on June 10 now, in Bern."),
    (
        "The bakery delivers on Monday, Wednesday and Friday.",
        "The bakery delivers rolls on Saturday instead of Friday.",
    ),
    # it is not plain which
    ("My choir is on Tuesday and Friday.", "My choir is on Tuesday instead of Monday."),
    ("My choir is on Tuesday and Friday.", "My choir is on Sunday now."),
    ("I work in Ulm and live in Bonn.", "I'm in Trier now."),
    ("Our van is a Ford.", "We switched from Ford to Audi for our van."),  # it would need another article
]
REST = [
    (
        "Our investor is Lena Fischer from Harbor Capital.",
        "Lena Fischer is now at Northwind Ventures.",
        "Our investor is Lena Fischer.",
    ),
    (
        "I'm Marta, I work as a physiotherapist at the Linden clinic.",
        "I'm leaving the Linden clinic at the end of the month",
        "I'm Marta, I work as a physiotherapist.",
    ),
    (
        "I'm Tom, I work as a nurse at the Oak clinic.",
        "I work at the Elm clinic now.",
        "I'm Tom, I work as a nurse.",
    ),
    ("I'm a nurse at the Oak clinic.", "I left the Oak clinic.", "I'm a nurse."),
    (
        "My gym days are Monday, Wednesday and Friday.",
        "I don't go to the gym on Wednesday any more.",
        "My gym days are Monday and Friday.",
    ),
    (
        "I have Spanish on Monday and Thursday at 6pm.",
        "I moved my Monday Spanish to Wednesday.",
        "I have Spanish on Thursday at 6pm.",
    ),
]
NOTHING_LEFT = [
    ("I live in Lisbon.", "I left Lisbon."),
    ("I work as a nurse at the Oak clinic.", "I'm a teacher at Elm School now."),
    ("Mia goes to school in Ulm.", "Mia is a vet in Bern now."),
    ("Ben's birthday is on May 4.", "Until May 10 the pool is closed."),
    ("I live in Lisbon, moved here in 2021 from Dublin.", "I'm in Porto now."),
    ("We use Redis for the cache.", "We stopped using Redis."),
    # What only begins what is told in full now
    ("We keep logs for 30 days.", "Logs are kept for 90 days now."),
    ("We keep backups for 14 days.", "We keep backups for 30 days now."),
    ("I am allergic to E120.", "I'm allergic to E121, not to E120."),
    ("The site is hosted at Hetzner.", "We left Hetzner."),
]


def _exchanged(old: str, said: str) -> str:
    read = claim(said)
    return exchanged(old, said, read.gone, read.came or read.value)


@pytest.mark.parametrize(("old", "said", "now"), EXCHANGED)
def test_a_value_takes_the_place_of_the_old_one_and_the_rest_stands(old: str, said: str, now: str) -> None:
    assert _exchanged(old, said) == now


@pytest.mark.parametrize(("old", "said"), AS_SAID)
def test_what_is_not_plain_is_not_put_into_an_old_sentence(old: str, said: str) -> None:
    assert _exchanged(old, said) == ""


@pytest.mark.parametrize(("old", "said", "rest"), REST)
def test_what_is_said_beside_what_goes_is_left(old: str, said: str, rest: str) -> None:
    assert without(old, said, claim(said).gone) == rest


@pytest.mark.parametrize(("old", "said"), NOTHING_LEFT)
def test_nothing_is_left_of_what_goes_wholly(old: str, said: str) -> None:
    assert without(old, said, claim(said).gone) == ""


@pytest.mark.parametrize("said", [said for _, said, *_ in (*EXCHANGED, *AS_SAID, *REST)])
@pytest.mark.parametrize("old", [old for old, *_ in EXCHANGED[::3]])
def test_every_word_was_said(old: str, said: str) -> None:
    told = {*re.findall(r"[\w:]+", f"{old} {said}")}
    for composed in (_exchanged(old, said), without(old, said, claim(said).gone)):
        assert {*re.findall(r"[\w:]+", composed)} <= told
