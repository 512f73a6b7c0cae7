"""What somebody dictates for others, or pasted of theirs, is not said by them; what stands around it is."""

from __future__ import annotations

import time

import pytest

from reverie.domain.dictated import without_dictated
from reverie.domain.prose import sentences


def said(message: str) -> str:
    return " ".join(one.text for one in sentences(message))


@pytest.mark.parametrize(
    "message",
    [
        "write a mail to Tom: Hi Tom, MINE mornings. I always use Python. Best, Ana",
        "Can you write a short mail to Tom:\n\nHi Tom,\n\nMINE mornings.\n\nBy the way, MINE tea.\n\nBest,\nAna",
        "Great. Now draft an email to the team saying that MINE short meetings and that MINE tea.",
        "please post this on slack: we always use pnpm. MINE tabs.",
        "answer him: MINE to meet on Tuesdays",
        "reply to Sarah that MINE calls in the morning",
        "tell my landlord that MINE mornings.",
        "commit message: MINE uv instead of pip",
        "commit it with: MINE uv instead of pip",
        "schreib eine Mail an Tom: MINE Meetings am Morgen.",
        "reviewer: MINE type hints in public functions",
        "- @alice: MINE type hints. MINE dataclasses.",
        "PR comment from Bob: MINE dataclasses",
        "feat(build): MINE uv for installs\n\nMINE uv and never pip.\n\nSigned-off-by: Bob <b@x.org>",
        "squash these\nabc1234 MINE uv\n* 0badcafe MINE pip",
        "the log:\nchore: MINE uv for installs",
        "Bob: we should drop redis, MINE postgres",
        "bob: agreed, we MINE postgres",
        "what do you think?\nBob: we should drop redis\nAna: MINE postgres for the queue from now on",
        "[10:32] Ana: MINE to deploy on Fridays\n[10:33] Bob: never, MINE Mondays",
        "10:32 <ana> MINE to deploy on Fridays",
        "Zuzka (10:32): MINE to deploy on Fridays",
        "from slack\nAna Lopez  10:32 AM\nMINE kafka for events from now on\nBob  10:33 AM\nok, MINE it too",
        "Kim — Today at 10:32\nMINE kafka from now on",
        "@carol MINE tabs in this repo",
        "From: Bob <bob@x.test>\nSubject: access\n\nMINE pushing to main.\n\nRegards, Bob\n\nwhat does he want?",
        "what does he want?\n\nSubject: access\nDate: Mon, 16 Nov 2026 10:01\nFrom: Bob\n\nMINE tea.",
        "---------- Forwarded message ---------\nFrom: Bob <bob@x.test>\nDate: Monday\n\nMINE tea.\n\nshorter please",
        "**From:** Bob\n**Sent:** Monday\n**To:** Ana\n**Subject:** Access\n\nMINE tea.",
        "Von: Bob\nGesendet: Montag\nAn: Ana\nBetreff: Zugang\n\nMINE tea.\n\nGrüße\nBob\n\nwas will er?",
        "Hi Ana,\n\nMINE tea. We always MINE it.\n\nBest regards,\nBob\n\nCan you draft a reply?",
        "The client wrote again.\n\nDear team,\n\nMINE tea.\n\nKind regards\nBob Smith\nHead of MINE | Acme\n\nHm.",
        "Hallo Ana,\n\nwir MINE immer Tee.\n\nViele Grüße\nBob\n\nPS: MINE auch Kaffee.",
        "[18.11.26, 10:32:11] Bob: MINE tea\n[18.11.26, 10:33:02] Ana: ok, MINE tea\nwhat do they mean?",
        "18/11/2026, 10:32 - Bob: MINE tea",
        "what do you think of this readme?\n\n# Heron\n\nNote: MINE tea.\n\n## Install\n\nmake",
    ],
)
def test_what_is_written_for_or_by_others_is_not_said_by_the_person(message: str) -> None:
    assert "MINE" not in said(message)


@pytest.mark.parametrize(
    "message",
    [
        "Write mails in plain text: MINE short ones.",
        "when you write a mail to Tom, use German: MINE that",
        "Never send a mail to customers saying that MINE",
        "Send a message when the build fails: MINE that",
        "Note: MINE morning meetings",
        "Python: MINE type hints",
        "Me: MINE tabs over spaces",
        "fix: the login, MINE short forms",
        "tell me: MINE tea or coffee?",
        "Commit messages: MINE the imperative",
        "My boss said: MINE deploys on Fridays",
        "write a mail to Tom: I am ill.\n\nAlso MINE short mails.",
        "Write a mail to Tom:\n\nHi Tom,\n\nI am ill.\n\nBest,\nAna\n\nFrom now on MINE short mails.",
        "reviewer: always use type hints\nMINE them only in public functions",
        "reply to Tom that I am ill. MINE short mails.",
        "answer Tom: I am ill\n\nAlso MINE short answers",
        "Ana: my sister, MINE nuts",
        "Bob: backend\nAna: frontend, MINE both",
        "Backend: we MINE go\nFrontend: we MINE react",
        "Claude: we MINE tabs",
        "@claude MINE tabs in this repo",
        "@README.md MINE the layout of it",
        "Bob: we should drop redis\n\nI disagree, MINE redis",
        "Ana  10:32 AM\nwe use kafka now\n\nMINE redis though",
        "by 10:32 MINE tea",
        "May: we MINE the beta\nJune: we MINE the release",
        "From: Berlin\nTo: Hamburg\nDate: Friday\n\nMINE the slow train.",
        "From: Bob <bob@x.test>\nSubject: access\n\nI need it.\n\nRegards,\nBob\n\nMINE formal answers to him.",
        "MINE formal answers.\n\nFrom: Bob <bob@x.test>\nSubject: access\n\nI need it.",
        "Hi Claude,\n\nMINE short answers.\n\nBest regards,\nAna",
        "Dear customers get a discount, MINE that.\n\nBest regards are what we close with.",
        "Hi,\n\nMINE short answers.\n\nBest,\nAna",
        "Hi Ana here, MINE short answers.",
        "on 18.11.26, 10:32 is the call: MINE it short",
        "what do you think of this readme?\n\n# Heron\n\nA bird.\n\nAlso MINE short readmes.",
    ],
)
def test_what_a_person_says_around_it_stays_theirs(message: str) -> None:
    assert "MINE" in said(message)


@pytest.mark.parametrize(
    "text",
    [
        "write ",
        "\n",
        ". ",
        "please ",
        "reply to Tom ",
        "0abc123 ",
        "feat(",
        "- ",
        "Best\n",
        "Bob: ",
        "Ana 10:32\n",
        "@ana ",
        "Hi Ana,\n",
        "From: a@b\nSubject: x\n",
        "From: a\n",
        "Best regards\n",
    ],
)
def test_no_message_takes_long(text: str) -> None:
    message = text * (20_000 // len(text)) + " x: y"
    started = time.monotonic()
    assert len(without_dictated(message)) == len(message)
    assert time.monotonic() - started < 5
