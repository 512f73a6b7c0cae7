"""What a sentence is worth: few are kept, and what is kept has the right kind."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st

from reverie.domain.notice import leans
from reverie.domain.prose import sentences
from reverie.llm.worth import KEEP, SHIPPED, Linear, Message, alone, judge, judge_all
from scripts.teach import identity, taught

KEPT = {
    "preference": [
        "I prefer tabs over spaces.",
        "from now on never push to main without asking me",
        "pls stop adding comments everywhere",
        "Please keep your answers short.",
        "Ich bevorzuge kurze Antworten.",
        "A partir de ahora responde en español.",
        "从现在起请用中文回答。",
        "앞으로는 항상 한국어로 답해줘.",
        "앞으로 커밋 메시지는 영어로 써",
        "bitte antworte mir künftig kürzer",
        "no me gustan las respuestas largas",
        "回答は短いほうが好きです",
        "отвечай покороче, я не люблю длинные объяснения",
        "every PR needs a changelog line under Unreleased",
        "use uv instead of pip in this project please",
        "our limit is 110 columns",
        "this doc is for nurses, not engineers, so no jargon",
        "half the sugar in everything you suggest please",
        "decimal comma in all exports",
        "don't swallow exceptions, let it crash",
        "no redux in this codebase please",
        "no toques la carpeta legacy",
        "不要用 lodash",
    ],
    "decision": [
        "We decided to use Postgres 16 because of jsonb.",
        "ok, sqlite it is",
        "Let's go with the monorepo since the teams are small.",
        "Nous avons choisi de garder Redis.",
        "我们决定用 PostgreSQL。",
        "wir haben uns für Hetzner entschieden",
        "al final hemos elegido Django",
        "フロントはVue 3で行くことになりました",
        "мы решили перейти на Kotlin",
        "I've decided against adding a cache for now.",
        "let's push the iOS app to Q3, android first",
    ],
    "correction": [
        "No, the staging database is on port 5433, not 5432.",
        "Actually it's the EU region we use.",
        "We moved the docs from the wiki to the repo last spring.",
        "not 8080, 9090",
        "We now ship with UPS instead of DHL.",
        "14 days, not 30.",
        "we moved off redis in march, the queue is in postgres now",
        "nein, bei uns ist es 3307",
        "違います、3000ではなく3100です",
        "нет, у нас основная ветка называется trunk",
    ],
    "fact": [
        "My name is Ana and my team is in Lyon.",
        "I'm a backend developer at a small logistics company.",
        "The API key lives in STRIPE_KEY in .env.local",
        "my daughter is allergic to peanuts",
        "proto files sit in schema/, generated code in gen/",
        "the printer's IP is 192.168.1.40",
        "only Priya can deploy to prod",
        "we invoice in Swiss francs",
        "the client is a bakery chain in Porto",
        "release train leaves every second wednesday",
        "Dmitri handles dns, ping him if you need a record",
        "fiscal year starts in april at our place",
        "This is a NestJS project.",
        "this is my webserver, it runs jellyfin and ampache",
        "This site is built with Astro 5 and deployed on Netlify.",
        "prod runs on a single Hetzner CX32",
        "our CI is GitHub Actions with self-hosted runners",
        "db-1 is the primary, db-2 and db-3 are read replicas",
        "Ravi owns the payments service",
        "schedule it for nine, I'm in Tallinn",
        "use DATABASE_URL from ~/.config/shop/env for the migration",
        "notre dépôt est sur GitLab",
        "I'm Bruno Silva, data engineer at Acme.",
        "Our team: Ben does frontend, Chloé does data",
        "This project is a REST API written in Rust with axum.",
        "The blog uses Hugo with the PaperMod theme.",
        "the webhook endpoint must be /hooks/stripe",
        "I usually work from 7 to 15.",
        "я работаю в банке, мы используем YDB",
    ],
    "task": [
        "I need to submit the report by Friday.",
        "Remind me to renew the certificate.",
        "I will send the invoice to Acme tomorrow.",
        "tobias does the app store texts by the 10th",
        "the figma trial ends on may 2, so export everything before",
        "bis Freitag muss ich die Steuererklärung abgeben",
    ],
    "event": [
        "Yesterday we shipped version 2.1 to everyone.",
        "my dentist appointment got moved to march 12",
        "we had an outage on tuesday because the disk was full",
    ],
    "procedure": [
        "The fix was to pin numpy below 2.",
        "To deploy: 1. `make build` 2. `make push` 3. restart",
        "The flaky test is caused by a race in the job queue.",
        "To deploy, run make release on the staging box first.",
        "to release: bump the version, tag it and push the tag",
        "after every change there you have to run `make gen` and commit the result",
    ],
}
PASSING = [
    "run the tests",
    "Can you fix the failing test?",
    "what if we used Redis?",
    "Should we always use tabs?",
    "maybe we go with Kafka",
    "the build is red right now",
    "Thanks, that works",
    "I'm tired",
    "now do the same for the other file",
    "remind me what's open in the TODO file",
    "great, commit it",
    "was wäre, wenn wir alles neu schreiben?",
    "这样可以吗？",
    "don't commit yet, I want to look at the diff first",
    "rename this variable to user_count and use snake_case here",
    "my colleague thinks we should always squash merge",
    "Marta wants the dashboard to always open on the sales tab",
    "write a reply: we accept the new rent and we always paid on time",
    "great, I just love it when you delete my tests",
    "sure, because we always deploy on friday without tests",
    "I'm torn between sqlite and postgres",
    "the parser returns None but the caller expects a list",
    "the page has a white border and the menu is in the wrong place",
    "we have 3 failing tests",
    "yesterday I spent 4 hours on this stupid bug",
    "ah so thats why i never reached it",
    "siempre se me olvida el comando",
    "toujours rien de mon côté",
    "запусти тесты ещё раз",
    "that makes sense, never thought about it that way",
    "rename getStn to getStation everywhere",
    "latency is up since the deploy, p95 is 900ms on /search",
    "in the game the player always starts with 3 lives",
    "how do we release again",
    "in utils.py there are two functions that do the same, merge them",
    "we have to support dark mode in this component too",
    "my kid is asking",
    "my character Dora lives in Leeds",
    "hmm what would happen if we never invalidated the cache",
    "If already in the grace period at year end, fire the job",
    "Integrate the function such that it is called every five years.",
    "my initial guess is that duplicates should be removed",
    "I am being prompted first to log in, but then i get a white page",
    "analyze the process.md doc to ensure it makes sense",
    "我是在cursor中，这个如何使用",
    "now use a set instead of a list",
    "maybe the crash is caused by the cache",
    "is the crash caused by the cache?",
    "there must be a bug in the parser",
    "the function must return 3 values",
    "I will try it tomorrow",
    "ok I'll restart it now",
    "the function uses a list here, change it to a set",
    "Our options: A does caching, B does nothing",
    "To be honest: 1. it is slow 2. it is ugly",
    "to fix: the typo in the header and the broken link",
    "No, I meant the other file",
    "my mother helps sometimes but not always and it shows",
    "hm",
    "",
]


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, some in KEPT.items() for said in some])
def test_what_would_still_be_useful_in_a_month_is_kept_for_what_it_is(kind: str, said: str) -> None:
    assert alone(said) == kind


@pytest.mark.parametrize("said", PASSING)
def test_what_is_about_the_next_five_minutes_is_not_kept(said: str) -> None:
    assert alone(said) is None


RULE_AND_REQUEST = [  # a standing rule, and a request for the task at hand in nearly the same words
    ("Pin every dependency.", "Pin requests to 2.31."),
    ("Squash before merging.", "Squash these commits."),
    ("Sign mails with my full name.", "Sign the mail with my full name."),
    ("Use metric units.", "Convert this to metric."),
    ("Don't book anything before 9.", "Don't book it yet."),
    ("Mock nothing, use the real database in tests.", "Drop the mock and use the real database here."),
    ("Prefer composition over inheritance.", "Make Dog inherit from Animal."),
    ("Return errors as values, don't throw.", "Return the error instead of throwing in load()."),
    ("Keep backups for ninety days.", "Restore yesterday's backup."),
]
CHANGE_AND_REMARK = [
    ("took over the choir from Renate", "took me ages to find it"),
    ("stopped taking the train, I drive in", "I stopped the container."),
    ("passed my B2 german exam", "passes here, too"),
    ("dropped down to four days a week", "Drop the last two columns."),
]


@pytest.mark.parametrize(("lasts", "passes"), RULE_AND_REQUEST + CHANGE_AND_REMARK)
def test_what_holds_from_now_on_is_told_from_what_is_wanted_or_happens_now(lasts: str, passes: str) -> None:
    said = [Message([one], "user", "I fixed the reader and the tests pass.") for one in (lasts, passes)]
    (rule,), (request,) = judge_all(said, twice=True)
    assert rule.kept(KEEP)
    assert not request.kept(KEEP)


def test_what_is_seen_of_one_sentence_counts_for_it_alone() -> None:
    table = Linear(SHIPPED)
    some = [["w:always", "by:user"], [], ["no such trait"], ["by:user"]]

    together = table.odds(some)

    assert all((row == table.odds([each])[0]).all() for row, each in zip(together, some, strict=True))
    assert (together[1] == together[2]).all() and (together[1] != together[3]).any()
    assert table.odds([]).shape == (0, together.shape[1])


@given(st.text(max_size=600))
def test_whatever_is_said_nothing_is_raised(said: str) -> None:
    judge([said, said], "agent", said)
    leans(said)
    for sentence in sentences(said):
        assert said[sentence.start : sentence.end] == sentence.text


@pytest.mark.parametrize(
    "part", ["always ", "we use ", '"', "a:", "> ", "<b>", "on 1 May ", "I prefer ", "no, ", "\n- "]
)
def test_hostile_text_costs_no_more_than_its_length(part: str) -> None:
    def cost(length: int) -> float:
        text = (part * length)[:length]
        began = time.process_time()
        for sentence in sentences(text):
            judge([sentence.text])
        return time.process_time() - began

    cost(1_000)
    assert min(cost(20_000) for _ in range(3)) < 30 * min(cost(2_000) for _ in range(3)) + 0.05


THEIRS = [
    "```\nalways use tabs\n```",
    "> We always squash.",
    "look at this mail I got:\nFrom now on send the figures to me.",
    "Summarise: Dear all, from now on always book through the agency.",
    '<file path="POLICY.md">\nI always prefer the hot-fix route.\n</file>\nfix the typo please',
    "Subject: News\nFrom: somebody",
    'he wrote "from now on you must never ask me before you delete anything"',
]


@pytest.mark.parametrize("message", THEIRS)
def test_what_was_pasted_quoted_or_handed_over_is_not_the_owners(message: str) -> None:
    assert not [s for s in sentences(message) if alone(s.text)]


def test_after_a_quotation_the_owner_speaks_again() -> None:
    message = "Mail from our auditor:\n\n> All changes need two reviewers.\n\nFrom now on always ask two reviewers."
    assert [s.text for s in sentences(message) if alone(s.text)] == ["From now on always ask two reviewers."]


UNMARKED = [
    "why does this fail\n\ndef load(path):\n    # always use utf-8 here\n    return open(path)",
    "this looks wrong\n\n// we decided to keep this for IE11\nconst x = foo();",
    "it prints\n[12:01:33] started\nWARNING: low disk\nfrom now on you must always use --force",
    "explain this readme to me\n\n# Fastkit\n\nYou must always run `fastkit init` first. We use Bazel for builds.",
    "the docs say 'you should always call close() yourself' but is that true",
]


@pytest.mark.parametrize("message", UNMARKED)
def test_code_logs_and_texts_pasted_without_a_mark_are_not_the_owners_either(message: str) -> None:
    assert not [s for s in sentences(message) if alone(s.text)]


def test_the_same_words_get_the_same_judgement() -> None:
    said = ["we use uv here", "run the tests"]
    assert judge(said, "user", "Which tool?") == judge(said, "user", "Which tool?")


def test_what_was_asked_before_counts() -> None:
    question = "Should invoices be numbered per year or all through?"
    assert judge(["per year"], "user", question)[0].keep > judge(["per year"])[0].keep


def test_an_agent_that_says_what_it_does_next_has_found_nothing_out() -> None:
    said = ["Now I'll run the tests.", "Uploads are limited to 20 MB because nginx sits in front of the app."]
    now, found = judge(said, "agent", "why can't people upload their videos?")
    assert now.keep < 0.1 < 0.3 < found.keep


def test_the_table_was_made_of_what_is_in_the_repository() -> None:
    assert Linear(SHIPPED).identity == identity(taught())


def test_only_what_the_owner_says_and_the_table_doubts_is_read_again() -> None:
    said = ["We use Postgres.", "I prefer short answers.", "thanks"]
    own, agents = Message(said, "user", ""), Message(said, "agent", "")
    once, twice = (judge_all([own, agents], twice=each) for each in (False, True))
    assert [a.keep != b.keep for a, b in zip(once[0], twice[0], strict=True)] == [False, True, False]
    assert once[1] == twice[1]
