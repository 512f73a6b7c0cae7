"""The offline extractor: what is asked to be kept is, junk is not, and fixes are told by those who found them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from reverie.domain import notice, prose, trigger as triggers
from reverie.domain.fragment import ASKED
from reverie.domain.text import heading
from reverie.domain.transcript import Call, Entry
from reverie.loop.mended import mended
from reverie.loop.moments import dated
from reverie.loop.observe import notice_in
from reverie.loop.offline import Offline
from reverie.memory import Memory
from tests.conftest import MONDAY
from tests.loop.test_observe import bodies, said

DICTATED = (
    "So before we begin I want to tell you how this works here, because nobody wrote it down and I keep repeating it. "
    "The shop was started by two students and has been growing for some years. I prefer that you never rename columns "
    "without asking me. Then there is the reporting part which sends a mail to the finance people every night when it "
    "is done. It has been doing that for as long as I am here. "
    "If you could look at the slow report today that would be great. I think the query walks over all of the "
    "orders and takes ages. The rest is as you would expect and I will tell you about it when we get there together."
)
PASTES = [
    "why !function(e,t){" + "var n=e.always||t.never;function r(o){return o?o.x(n):null}" * 15 + "}(this);",
    "read " + "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" * 30,
    '{"rules": ["always use tabs", "never push to main"], "note": "we prefer squash merges."}, ' * 10,
    "2026-01-01T10:00:00 INFO always use the new endpoint. 2026-01-01T10:00:01 WARN we decided to retry. " * 8,
]


def kinds(*lines: str) -> list[tuple[str, str]]:
    return [(f.kind, f.body) for f in notice_in(said(*lines), Offline(), MONDAY).fragments]


# Long lines


def test_a_long_line_that_is_prose_is_read() -> None:
    assert len(DICTATED) > 600
    assert any("never rename columns" in body for body in bodies(said(f"user: {DICTATED}")))


@pytest.mark.parametrize("paste", PASTES)
def test_a_long_line_that_is_a_paste_is_not_read(paste: str) -> None:
    assert len(paste) > 600
    assert bodies(said(f"user: {paste}")) == []


def test_what_is_to_be_remembered_may_be_some_thousand_characters_long() -> None:
    told = " ".join(f"Phase {n} of the move is signed off by the owner of warehouse {n}." for n in range(60))
    (body,) = bodies(said(f"user: Remember that {told}"))
    assert len(body) > 3_000 and body.endswith("warehouse 59.")
    (same,) = bodies(said("user: Remember that " + "the move has an owner who signs it off. " * 40))
    assert same.startswith("The move")


def test_of_a_line_of_megabytes_the_beginning_is_remembered() -> None:
    (body,) = bodies(said("user: Remember that the tapes are in vault 7. " + "They are moved at night. " * 80_000))
    assert body.startswith("The tapes are in vault 7.") and len(body) < 8_000


# Several asks in one message


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Forget that we use Jenkins. Remember that we use Buildkite now.", ["We use Buildkite now."]),
        (
            "Remember that the printer is on floor 3. Also, forget that it was on floor 2.",
            ["The printer is on floor 3."],
        ),
        ("Oublie que le serveur est à Lyon. Retiens que le serveur est à Nantes.", ["Le serveur est à Nantes."]),
        ("Oublie que c'est lundi. Je préfère les réponses courtes.", ["Je préfère les réponses courtes."]),
        ("Oublie Mongo. Nous avons décidé de garder Redis.", ["Nous avons décidé de garder Redis."]),
        (
            "Remember that my shell is zsh. Can you open it? We decided to keep npm because of CI.",
            ["My shell is zsh.", "We decided to keep npm because of CI."],
        ),
        ("Forget that we use Jenkins.", []),
        ("forget the yarn thing, we're on pnpm", ["We're on pnpm, not yarn"]),
        ("Vergiss das mit dem Mietwagen, wir fahren Zug.", ["Dem Mietwagen → Wir fahren Zug"]),
        ("Oublie l'hôtel, on dort chez Paul.", ["l'hôtel → On dort chez Paul"]),
        ("forget the old address, the new one is 12 Elm Street", ["The old address → The new one is 12 Elm Street"]),
        ("forget my old number, my new number is 555-0199", ["My new number is 555-0199"]),
        ("forget yarn, we use pnpm now", ["We use pnpm now, not yarn"]),
        ("Forget the old port 8080, it's 9090 now", ["Forget the old port 8080, it's 9090 now"]),
        ("Forget the yarn thing. We're on pnpm now.", ["We're on pnpm now."]),
    ],
)
def test_each_sentence_asks_for_itself(message: str, kept: list[str]) -> None:
    assert bodies(said(f"user: {message}")) == kept


def test_every_ask_of_a_message_is_heard(workspace: object) -> None:
    with Memory.create(workspace) as memory:  # type: ignore[arg-type]
        memory.remember("The staging vault is called Moonbase")
        memory.remember("Ana prefers tea")
        run = memory.flush(said("user: Forget what I said about Moonbase. Also, forget that Ana prefers tea."))
        assert run.heard["asked to forget; it waits in `reverie review`"] == 2
        assert len(memory.held()) == 2


def test_what_was_just_remembered_in_chinese_is_found_to_be_forgotten(workspace: object) -> None:
    with Memory.create(workspace) as memory:  # type: ignore[arg-type]
        run = memory.flush(said("user: 记住：生产数据库是 MySQL 8。", "agent: 好的", "user: 忘记生产数据库的事"))
        assert list(run.heard) == ["asked to forget; it waits in `reverie review`"]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("테스트 서버 이름은 갈매기라는 걸 기억해 줘.", "갈매기에 대해 말한 것은 잊어 줘."),
        ("テストサーバーの名前はカモメだと覚えておいて。", "カモメについて言ったことは忘れて。"),
    ],
)
def test_what_was_said_of_a_thing_is_found_to_be_forgotten(workspace: object, told: str, asked: str) -> None:
    with Memory.create(workspace) as memory:  # type: ignore[arg-type]
        run = memory.flush(said(f"user: {told}", "agent: ok", f"user: {asked}"))
        assert list(run.heard) == ["asked to forget; it waits in `reverie review`"]


def test_asks_are_told_one_by_one_with_their_substance() -> None:
    asked = triggers.triggers("Forget Jenkins. The CI is new. Remember that it's fast. And don't forget to tell Ana!")
    assert [(a.ask, a.rest) for a in asked] == [
        ("forget", "Jenkins"),
        ("remember", "it's fast."),
        ("remember", "tell Ana!"),
    ]
    assert [a.rest for a in triggers.triggers("忘记生产数据库的事")] == ["生产数据库"]
    assert triggers.triggers("忘记密码怎么办") == ()


# Credentials, quotation marks


def test_what_stands_around_a_credential_is_kept() -> None:
    message = "Remember that staging is at 10.0.0.5. My key is [REDACTED:api-key]. It is behind the VPN."
    assert bodies(said(f"user: {message}")) == ["Staging is at 10.0.0.5. It is behind the VPN."]
    assert bodies(said("user: Remember my key: [REDACTED:api-key]")) == []


@pytest.mark.parametrize(
    "asked",
    [
        "kannst du dir merken, dass Max dienstags frei hat",
        "peux-tu retenir que Max est absent le mardi",
        "puedes recordar que Max no está los martes",
    ],
)
def test_a_polite_question_asks_for_it_to_be_remembered(asked: str) -> None:
    (fragment,) = notice_in(said(f"user: {asked}"), Offline(), MONDAY).fragments
    assert fragment.body.startswith("Max ") and fragment.base == ASKED


def test_a_change_of_mind_is_about_the_sentence_that_it_speaks_of() -> None:
    told = ("user: use 4 spaces not tabs, always. and stop adding docstrings to tests", "agent: ok")
    *_, last = bodies(said(*told, "user: no wait, in the makefile tabs of course"))
    assert last == "Use 4 spaces not tabs, always → no wait, in the makefile tabs of course"


def test_a_change_of_mind_is_kept_though_a_credential_was_told_in_the_message_before() -> None:
    told = ("user: the token for the warehouse api is [REDACTED:secret] put it in .env", "agent: Added.")
    assert bodies(said(*told, "user: actually no, use tabs as separator, lena's tool chokes on semicolons")) == [
        "Actually no, use tabs as separator, lena's tool chokes on semicolons"
    ]


def test_what_an_agent_says_a_hang_comes_of_is_told_in_the_fix() -> None:
    why = "The tests share one serial port, so they deadlock when run in parallel."
    assert bodies(
        said(
            "user: can you check why cargo test hangs?",
            f"agent: {why} Use --test-threads=1.",
            "user: perfect, thats it",
        )
    ) == [why]


def test_a_fix_names_what_mended_it_and_what_went_wrong_and_not_how_often() -> None:
    calls = (
        ("pytest -q", "E   ModuleNotFoundError: No module named 'psycopg'\n1 error in 0.2s"),
        ("uv sync --extra dev", "Installed 12 packages"),
        ("pytest -q", "142 passed"),
    )
    entries = [replace(said("user: get the tests running").entries[0], id="u")]
    for n, (command, out) in enumerate(calls):
        call = Call(id=f"c{n}", tool="Bash", input={"command": command})
        entries.append(replace(entries[0], id=f"a{n}", role="agent", text="", call=call))
        entries.append(replace(entries[0], id=f"t{n}", role="tool", text=out, answers=f"c{n}", failed=not n))
    why = "All green now: psycopg was missing because the dev extra wasn't installed."
    entries.append(replace(entries[0], id="z", role="agent", text=why))
    (fix,) = mended(entries[1:], 0)
    assert fix.body == f"{why} `pytest -q` failed with “{calls[0][1].splitlines()[0]}” until `uv sync --extra dev`."


@pytest.mark.parametrize(
    "message",
    [
        "From now on use https://bot:[REDACTED:url-password]@git.mira.example for pushes",
        "We decided to use redis://app:[REDACTED:url-password]@cache.mira.example for the queue.",
        "Always call https://api.mira.example/v2?token=[REDACTED:secret] before the nightly export.",
        "The token number 7 for the lab is found here: https://ana:[REDACTED:url-password]@vault.mira.example/7",
        "remember: the token of the lab lives here: https://ana:[REDACTED:url-password]@vault.mira.example",
        "the token is\n\n    [REDACTED:confided]\n\nfor the lab, remember it",
        "remember the token is\n\n    [REDACTED:confided]\n\nfor the lab",
        "the password\n```\n[REDACTED:confided]\n```\nis what we always use for the lab, remember it",
        "I always use this password:\n[REDACTED:password]\nfor the lab machines",
    ],
)
def test_a_sentence_whose_object_was_a_credential_leaves_no_stump(message: str) -> None:
    assert bodies(said(f"user: {message}")) == []


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("the token:\n[REDACTED:secret]\nWe always deploy on Fridays.", "We always deploy on Fridays."),
        ("We always deploy on Fridays.\n\n[REDACTED:secret]", "We always deploy on Fridays."),
        (
            "Remember that staging is at 10.0.0.5, port 22, password [REDACTED:password]",
            "Staging is at 10.0.0.5, port 22",
        ),
        ("I always use pnpm in the shop repo\n```\n[REDACTED:secret]\n```", "I always use pnpm in the shop repo"),
    ],
)
def test_whole_sentences_beside_a_credential_are_kept(message: str, kept: str) -> None:
    assert bodies(said(f"user: {message}")) == [kept]


@pytest.mark.parametrize("message", ['"Remember pytest please"', "“Remember pytest please”", "'Remember pytest'"])
def test_quotation_marks_around_a_whole_prompt_are_the_hosts(message: str) -> None:
    assert bodies(said(f"user: {message}")) == ["Pytest"]


# Junk


def test_what_somebody_is_not_to_forget_to_do_is_a_task() -> None:
    assert kinds("user: Can you remember to add tests?") == [("task", "Add tests")]
    assert kinds("user: Remember to update the changelog") == [("task", "Update the changelog")]
    assert kinds("user: Remember to always use tabs")[0][0] == "preference"


def test_words_that_point_keep_what_they_point_at_or_nothing() -> None:
    told = said("user: My bike is a Brompton.", "agent: Nice.", "user: Remember what I just told you")
    (found,) = notice_in(told, Offline(), MONDAY).fragments
    assert (found.body, found.base) == ("My bike is a Brompton.", 1.0)
    quiet = said("user: the red one, from Porto", "agent: Nice.", "user: remember what I said")
    assert bodies(quiet) == ["The red one, from Porto"]
    assert bodies(said("agent: It listens on 4817 now.", "user: Remember it for next time")) != []
    assert bodies(said("user: Remember it for next time")) == bodies(said("user: remember what I told you")) == []


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("the bins go out on tuesdays here, keep that in mind", "The bins go out on tuesdays here"),
        ("My wife is coeliac. Bear that in mind.", "My wife is coeliac."),
        ("just so you know for next time, karin signs the invoices", "Karin signs the invoices"),
        ("for future reference the invoices go to karin", "The invoices go to karin"),
    ],
)
def test_what_is_to_be_kept_in_mind_is_kept_as_asked_for(message: str, kept: str) -> None:
    (found,) = notice_in(said(f"user: {message}"), Offline(), MONDAY).fragments
    assert (found.body, found.base, found.confidence) == (kept, 1.0, "high")


@pytest.mark.parametrize(
    "message",
    [
        "ellie is allergic to peanuts so if you ever suggest party food keep that in mind!!",
        "tom has asthma",
        "oh and max has a nut allergy",
        "i take metformin in the morning",
        "i'm on blood thinners",
        "dad can't have gluten",
        "our youngest is lactose intolerant",
        "never ryanair though, never again",
        "don't ever suggest seafood places",
    ],
)
def test_what_health_hangs_on_and_what_is_never_to_be_done_is_always_kept(message: str) -> None:
    assert len(bodies(said(f"user: {message}"))) == 1


@pytest.mark.parametrize(
    "message",
    [
        "is ellie allergic to peanuts?",
        "i'm allergic to meetings lol",
        "the parser is intolerant of tabs",
        "so thats why i never reached it. save that",
        "my son's homework: Tim has 5 apples and gives 2 to Eva",
        "never again",
        "never seen that again",
        "can you fix the tests? keep that in mind please",
    ],
)
def test_what_only_sounds_like_that_is_not(message: str) -> None:
    assert bodies(said(f"user: {message}")) == []


def test_a_correction_is_paired_only_with_what_it_speaks_of() -> None:
    correction = "user: Scratch that, port 5434 not 5433."
    assert bodies(said("agent: Understood, switching to Adyen.", correction)) == []
    assert bodies(said("user: where is it?", "agent: The database is on 5433.", correction)) == [
        "The database is on 5433. \u2192 Scratch that, port 5434 not 5433."
    ]


@pytest.mark.parametrize(
    ("message", "cut"),
    [
        ("To deploy: 1. `make build` 2. `make push` 3. restart", 1),
        ("I work as a nurse at St. Mary's in Cork.", 1),
        ("Die Rechnungen gehen immer am 3. des Monats raus.", 1),
        ("Am 3. Mai ziehen wir um.", 1),
        ("The office is on floor 1. The lab is on floor 2. Nice.", 3),
        ("The port is 22. Use it.", 2),
        ("our office closes dec 24 to jan 2. ask Piet if you need access", 2),
    ],
)
def test_a_number_or_a_short_form_ends_no_sentence(message: str, cut: int) -> None:
    assert len(prose.sentences(message)) == cut


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Remember the following:\n- the API is on 8081\n- I am vegan", ["The API is on 8081", "I am vegan"]),
        ("Remember:\n- the API is on 8081\n- I am vegan", ["The API is on 8081", "I am vegan"]),
        ("Remember the following: - the API is on 8081 - I am vegan", ["The API is on 8081", "I am vegan"]),
        ("Remember our ports:\n* api: 8080\n* web: 3000", ["Our ports: api: 8080", "Our ports: web: 3000"]),
        (
            "Remember how to release:\n1. bump the version\n2. push the tag",
            ["How to release: 1. bump the version 2. push the tag"],
        ),
        ("Remember: - the API key [REDACTED:x]\n- the web is on 3000", ["The web is on 3000"]),
        ("Remember that the lab is on floor 1. The shop is on 2.", ["The lab is on floor 1. The shop is on 2."]),
    ],
)
def test_a_list_is_remembered_item_by_item_or_as_one_way_of_doing_a_thing(message: str, kept: list[str]) -> None:
    assert bodies(said(f"user: {message}")) == kept


def test_steps_below_a_heading_are_one_procedure() -> None:
    told = "user: To deploy:\n1. make build\n2. make push\n\nnow please run it"
    assert kinds(told) == [("procedure", "To deploy: 1. make build 2. make push")]
    assert kinds("user: To be honest:\n1. it is slow\n2. it is ugly") == []


def test_what_always_happens_on_a_day_is_a_fact() -> None:
    told = "Die Rechnungen gehen immer am 3. des Monats raus."
    assert kinds(f"user: {told}") == [("fact", told)]


def test_near_identical_sentences_of_a_session_are_one() -> None:
    told = said("user: The CI runs on Buildkite.", "agent: ok", "user: CI runs on Buildkite")
    assert bodies(told) == ["The CI runs on Buildkite."]
    other = said("user: The staging API runs on port 81.", "user: The staging API runs on port 82.")
    assert len(bodies(other)) == 2


# Dates


def test_what_holds_since_a_day_has_its_date_and_somebodys_last_weeks_have_none() -> None:
    assert (
        dated("spendesk since yesterday", MONDAY)
        == f"spendesk since yesterday ({(MONDAY - timedelta(days=1)):%-d %B %Y})"
    )
    assert dated("yesterday's report is empty", MONDAY).startswith("yesterday's (")
    for told in ("gareth's last weeks are full", "his last week is in december", "Karin's last year at the school"):
        assert dated(told, MONDAY) == told
    assert dated("The last weeks were full", MONDAY) != "The last weeks were full"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("I moved to Lisbon last month.", "I moved to Lisbon last month ({month})."),
        ("I will send the invoice to Acme tomorrow.", "I will send the invoice to Acme tomorrow ({day})."),
        ("We always deploy on Fridays.", "We always deploy on Fridays."),
        ("Last year we moved to Postgres.", "Last year ({year}) we moved to Postgres."),
    ],
)
def test_relative_dates_get_the_date_they_mean_and_quotes_do_not(message: str, kept: str) -> None:
    at = MONDAY.replace(year=2026, month=11, day=9)
    told = said(f"user: {message}")
    told = replace(told, entries=(replace(told.entries[0], at=at),))
    (found,) = notice_in(told, Offline(), at).fragments
    assert found.body == kept.format(month="October 2026", day="10 November 2026", year="2025")
    assert found.quote == message


# Fixes


def ran(n: int, command: str, output: str, *, failed: bool = False) -> list[Entry]:
    call = Call(id=f"c{n}", tool="Bash", input={"command": command})
    return [
        Entry(id=f"a{n}", at=MONDAY, role="agent", text="", call=call),
        Entry(id=f"t{n}", at=MONDAY, role="tool", text=output, answers=f"c{n}", failed=failed),
    ]


def agent(text: str) -> Entry:
    return Entry(id=f"s{len(text)}", at=MONDAY, role="agent", text=text)


def found(*entries: Entry) -> list[tuple[str, str, str]]:
    told = replace(said(), entries=entries)
    return [(f.kind, f.body, f.quote) for f in notice_in(told, Offline(), MONDAY).fragments]


def test_a_failing_test_that_passes_after_its_cause_was_stated_is_a_procedure() -> None:
    cause = "The test fails because the fixture builds a naive datetime."
    failing, passing = (
        ran(1, "pytest tests/x.py", "E AssertionError: no", failed=True),
        ran(3, "pytest tests/x.py", "ok"),
    )
    ((kind, body, quote),) = found(*failing, agent(cause), *ran(2, "sed -i s/a/b/ x.py", ""), *passing)
    assert (kind, quote) == ("procedure", cause)
    assert "AssertionError" in body and "pytest tests/x.py" in body
    assert found(*failing, agent("It might be the clock."), *passing) == []
    assert found(*failing, *ran(2, "sed -i s/a/b/ x.py", ""), *passing) == []


def test_a_command_that_works_after_its_surroundings_changed_is_a_procedure() -> None:
    failing = ran(1, "npm run dev", "Error: listen EADDRINUSE :::3000", failed=True)
    ((kind, body, quote),) = found(
        *failing, *ran(2, "lsof -i :3000", "node 4711"), *ran(3, "kill 4711", ""), *ran(4, "npm run dev", "ready")
    )
    assert (kind, quote) == ("procedure", "kill 4711") and "EADDRINUSE" in body
    two = (*ran(2, "make", ""), *ran(3, "kill 4711", ""))
    assert found(*failing, *two, *ran(4, "npm run dev", "ready")) == []


def test_a_cause_the_owner_confirms_is_a_procedure_in_the_agents_words() -> None:
    cause = "The cause is nginx: client_max_body_size is 1m. I raised it to 50m."
    told = said("user: uploads hang", f"agent: Done. {cause}", "user: perfect, that fixed it!")
    (fragment,) = notice_in(told, Offline(), MONDAY).fragments
    assert (fragment.kind, fragment.quote, fragment.trust) == ("procedure", cause, "agent")
    assert bodies(said(f"agent: {cause}", "user: perfect, thanks")) == []
    assert bodies(said("agent: I think it may be the cache.", "user: that fixed it")) == []


# Word for word


@pytest.mark.parametrize(
    ("message", "title", "text"),
    [
        ("save this verbatim as 'Release mail':\nDear all,\nwe ship.", "Release mail", "Dear all,\nwe ship."),
        ('keep this word for word as "Motto": less is more', "Motto", "less is more"),
        ("remember this verbatim as «Post»:\n```text\nA\n\nB\n```\nthanks", "Post", "A\n\nB"),
    ],
)
def test_a_text_kept_word_for_word_has_the_name_it_was_given_and_no_fence(message: str, title: str, text: str) -> None:
    seen = notice_in(said(f"user: {message}"), Offline(), MONDAY)
    ((_, kept, fragment),) = seen.references
    assert (fragment.topic, fragment.body, kept) == (title, f"{title} is kept word for word", text)


# What helped against a trouble, told by whoever found it


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (
            ["user: the label printer refuses every second job since monday", "agent: Is the spool full?",
             "user: it was the usb hub. plugged it straight into the board and it works. next: the invoices"],
            "The label printer refuses every second job since monday → it was the usb hub. "
            "plugged it straight into the board and it works.",
        ),
        (
            ["user: the nightly import fails with a charset error", "agent: I compared the bytes of both files.",
             "user: and?", "agent: The cause was the till's export, which is CP1252. Converting it first fixed it."],
            "The nightly import fails with a charset error → The cause was the till's export, which is CP1252. "
            "Converting it first fixed it.",
        ),
    ],
)  # fmt: skip
def test_what_helped_is_kept_with_the_trouble_it_helped_against(lines: list[str], kept: str) -> None:
    assert ("procedure", kept) in [(kind, body) for kind, body in kinds(*lines) if "→" in body]


@pytest.mark.parametrize(
    "answer",
    [
        "does it work for you?",
        "works now, thanks",
        "still fails, not what fixed it last time",
        "maybe the hub, i think that worked once",
    ],
)
def test_nothing_is_said_to_have_helped_that_did_not(answer: str) -> None:
    lines = ["user: the label printer refuses every second job", "agent: Try another hub.", f"user: {answer}"]
    assert not [body for _, body in kinds(*lines) if "refuses" in body and "→" in body]


@pytest.mark.parametrize(
    "trouble",
    [
        "The retro isn't on Wednesdays any longer, it's Mondays.",
        "The staging database is not on Heroku, it's on Fly.",
        "We don't use Jenkins for the docs any more.",
        "The label printer refuses every second job since monday.",  # trouble, of which this says nothing
    ],
)
def test_what_changed_is_no_fix_for_what_was_talked_of_before(trouble: str) -> None:
    lines = [
        f"user: {trouble}", "agent: Noted.", "user: can you list the open issues?", "agent: There are four.",
        "user: Python 3.10 support is gone, minimum is 3.12.",
    ]  # fmt: skip
    assert not [body for _, body in kinds(*lines) if "→" in body]


@pytest.mark.parametrize(
    "trouble",
    ["The login page isn't working, it's blank since the update.", "The importer doesn't run any more, it just hangs."],
)
def test_what_does_not_work_any_more_is_trouble(trouble: str) -> None:
    lines = [f"user: {trouble}", "agent: I'll look.", "user: it was the cache of the proxy. cleared it, works again."]
    assert [body for _, body in kinds(*lines) if body.startswith(f"{trouble[:20]}") and "→" in body]


# What is not so


@pytest.mark.parametrize(
    "message",
    [
        "write me a story about Pim, who lives in Oslo, never eats fish and works at the harbour",
        "next scene: Odo tells the mayor that he moved to Farhaven and will never trust a smith again",
        "generate 20 sample users, e.g. Dana Petrov, allergic to nuts, premium plan, lives in Bergen",
        "a haiku about a man who always drinks black coffee",
        "sure, let's always deploy on friday at five",
    ],
)
def test_what_is_made_up_or_meant_as_a_joke_is_not_kept(message: str) -> None:
    assert kinds(f"user: {message}") == []


def test_what_somebody_asks_to_be_remembered_is_kept_beside_something_made_up() -> None:
    told = "user: write a limerick about our cat. Remember that our cat is called Moth."
    assert [body for _, body in kinds(told)] == ["Our cat is called Moth."]


# What was chosen


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (
            ["user: where should the sensor readings go?",
             "agent: InfluxDB is made for it. SQLite is one file. Timescale needs a server.",
             "user: sqlite. there will never be more than one writer and the pi has no room"],
            "Where should the sensor readings go? → Sqlite. "
            "there will never be more than one writer and the pi has no room",
        ),
        (
            ["user: how do we call the two firmware lines?", "agent: Either\n- names of animals\n- names of rivers",
             "user: the second one, the animals are used up by the printers"],
            "How do we call the two firmware lines? → names of rivers (the animals are used up by the printers)",
        ),
    ],
)  # fmt: skip
def test_an_option_taken_with_a_reason_is_a_decision(lines: list[str], kept: str) -> None:
    assert kinds(*lines) == [("decision", kept)]


@pytest.mark.parametrize(
    ("before", "right", "kept"),
    [
        ("Running yarn install.", "no, not yarn. pnpm.", "Running yarn install. → No, not yarn. pnpm."),
        ("Running yarn install.", "nein, nicht yarn. pnpm.", "Running yarn install. → Nein, nicht yarn. pnpm."),
        ("Running yarn install.", "no, not yarn. try again", "Running yarn install. → No, not yarn."),
        ("ok", "no, not yarn. pnpm.", "No, not yarn. pnpm."),
        ("ok", "no, not yarn.", ""),
    ],
)
def test_a_denial_is_kept_with_what_holds_instead_and_with_nothing_else(before: str, right: str, kept: str) -> None:
    told = kinds("user: actually scrap that, use sqlite", f"agent: {before}", f"user: {right}")
    assert [body for _, body in told if "yarn" in body] == ([kept] if kept else [])


@pytest.mark.parametrize(
    "complaint",
    [
        "ok so picking up from yesterday, the ios build is still red on ci",
        "test_refund_roundtrip fails about every third run on CI, never locally.",
    ],
)
def test_a_complaint_is_no_decision_and_no_fact(complaint: str) -> None:
    assert kinds(f"user: {complaint}", "agent: Let me look.") == []


def test_what_is_decided_or_ruled_in_anger_is_kept() -> None:
    assert [kind for kind, _ in kinds("user: good morning, we decided to use postgres for billing")] == ["decision"]
    assert [kind for kind, _ in kinds("user: I can't stand mocks for storage.")] == ["preference"]


def test_a_yes_to_an_offer_is_kept_as_what_was_offered_and_not_as_a_question() -> None:
    told = kinds("user: what should we use?", "agent: Shall I use postgres?", "user: yes")
    assert told == [("decision", "What should we use? → Use postgres")]


CLUSTERS = (
    "user: the map stutters",
    "agent: Options: (1) debounce, (2) move clustering to a worklet, (3) supercluster on the native side.",
)


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("hmm 2 sounds right but we can't add native deps before the release. so debounce for now, worklet after",
         "We can't add native deps before the release. so debounce for now, worklet after"),
        ("2 klingt gut, aber wir können vor dem release keine nativen deps aufnehmen. also erst mal debounce", ""),
        ("2 sounds right but we cant add native deps yet, so debounce for now",
         "We cant add native deps yet, so debounce for now"),
        ("2 sounds good but we can't add native deps yet", ""),
        ("option 2 sounds good but it's too heavy for us. 1 for now", ""),
        ("2, but keep the old code path behind a flag",
         "move clustering to a worklet (but keep the old code path behind a flag)"),
        ("2 please, but don't touch the android build",
         "move clustering to a worklet (but don't touch the android build)"),
    ],
)  # fmt: skip
def test_an_option_that_something_stands_against_was_not_taken_but_what_is_done_instead(answer: str, kept: str) -> None:
    decided = [body for kind, body in kinds(*CLUSTERS, f"user: {answer}") if kind == "decision"]
    assert decided == ([f"The map stutters → {kept}"] if kept else [])


@pytest.mark.parametrize(
    "answer",
    ["sqlite", "sqlite?", "whatever, you know best and i have no time", "run the tests first, then the linter"],
)
def test_an_answer_without_a_reason_or_without_an_option_is_none(answer: str) -> None:
    proposal = "agent: InfluxDB is made for it. SQLite is one file. Timescale needs a server."
    assert not [1 for kind, _ in kinds("user: show me what we have", proposal, f"user: {answer}") if kind == "decision"]


def test_a_correction_that_leans_is_kept_with_what_it_corrects() -> None:
    lines = [
        "user: who signs off the release notes?",
        "agent: According to the wiki, Pim signs off release notes.",
        "user: that page is wrong, pim left in june. ruzena does it now.",
    ]
    assert kinds(*lines) == [
        ("correction", "According to the wiki, Pim signs off release notes. → "
         "That page is wrong, pim left in june. ruzena does it now.")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (
            ["user: our e2e tests take 25 minutes", "agent: Split them into four shards?",
             "user: three. we only have three runners and the fourth would queue"],
            "Split them into four shards? \u2192 Three. we only have three runners and the fourth would queue",
        ),
        (
            ["user: we need a queue", "agent: Celery with Redis, RQ, or a table in the Postgres you already run.",
             "user: the table. one less thing to keep alive and we have maybe forty jobs a day"],
            "or a table in the Postgres you already run. \u2192 The table. one less thing to keep alive",
        ),
    ],
)  # fmt: skip
def test_a_short_answer_with_its_reason_is_a_decision(lines: list[str], kept: str) -> None:
    assert [kind for kind, body in kinds(*lines) if kept in body] == ["decision"]


@pytest.mark.parametrize(
    "answer", ["relieved. help me with the handover doc", "three. can you do that?", "history. thanks a lot"]
)
def test_a_short_answer_before_the_next_request_is_none(answer: str) -> None:
    assert kinds("user: I handed in the draft", "agent: How do you feel?", f"user: {answer}") == []


def test_what_leans_on_the_message_before_is_kept_with_it() -> None:
    told = kinds(
        "user: my bees swarmed again, second time this year",
        "agent: That happens when the hive is too full.",
        "user: they're in a Warré hive, not a Langstroth, so I add from below",
    )
    assert [body for _, body in told] == [
        "My bees swarmed again, second time this year (2026) \u2192 "
        "They're in a Warré hive, not a Langstroth, so I add from below"
    ]


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (
            [
                "user: my daughter mia starts school in september, can you help me plan",
                "agent: Sure! Any allergies the school should know of?",
                "user: yes shes allergic to peanuts and carries an epipen",
            ],
            "My daughter mia starts school in september, can you help me plan → "
            "Shes allergic to peanuts and carries an epipen",
        ),
        (
            [
                "user: does anybody use the legacy endpoint still?",
                "agent: I see no callers in this repo.",
                "user: the mobile app does until v5 ships in january, so dont remove it before",
            ],
            "Does anybody use the legacy endpoint still? → The mobile app does until v5 ships in january, "
            "so dont remove it before",
        ),
        (
            ["user: I need help w/ instagram captions. keep them in polish and funny, no hashtags"],
            "I need help w/ instagram captions. keep them in polish and funny, no hashtags",
        ),
    ],
)
def test_what_only_the_words_before_name_is_kept_with_them(lines: list[str], kept: str) -> None:
    assert bodies(said(*lines))[-1] == kept


def test_what_leans_on_nothing_that_was_said_is_not_kept() -> None:
    assert kinds("user: they're in a Warré hive, not a Langstroth, so I add from below") == []


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (
            [
                "user: My dad turns 70 in May, help me plan a party.",
                "agent: Sure, where?",
                "user: at the lake house I think. what should we cook?",
                "agent: Grilled fish.",
                "user: he's diabetic, so nothing sugary",
            ],
            "My dad turns 70 in May, help me plan a party. → He's diabetic, so nothing sugary",
        ),
        (
            [
                "user: our new intern starts monday",
                "agent: Nice.",
                "user: set up a laptop please",
                "agent: Done.",
                "user: she prefers linux and needs a left-handed mouse",
            ],
            "Our new intern starts monday → She prefers linux and needs a left-handed mouse",
        ),
        (
            ["user: Mr. Aziz pays by standing order on the 25th.", "user: He is moving out at the end of January."],
            "Mr. Aziz pays by standing order on the 25th. → He is moving out at the end of January.",
        ),
        (
            [
                "user: my wife and I want to book a trip",
                "agent: where?",
                "user: Her knee is bad, so she always needs an aisle seat.",
            ],
            "My wife and I want to book a trip → Her knee is bad, so she always needs an aisle seat.",
        ),
    ],
)
def test_he_and_she_are_whom_the_owner_named_last_not_what_was_said_last(lines: list[str], kept: str) -> None:
    assert bodies(said(*lines))[-1] == kept


@pytest.mark.parametrize(
    "lines",
    [
        ["user: set up a laptop please", "agent: Done.", "user: she prefers linux and needs a left-handed mouse"],
        ["user: my son plays chess", "agent: Nice.", "user: she prefers linux and needs a left-handed mouse"],
        ["user: Let's do the science party.", "agent: Fine.", "user: Her little brother Emil is four and naps at one."],
        ["user: the report is nearly done", "agent: ok", "user: His deadline is on Friday, every week."],
    ],
)
def test_who_was_never_named_is_not_guessed(lines: list[str]) -> None:
    assert not [body for body in bodies(said(*lines)) if "→" in body or body.startswith("His")]


FRIDAY = MONDAY - timedelta(days=3)
AHEAD = {
    "I need the report by tomorrow 5pm": "I need the report by tomorrow (14 November 2026) 5pm",
    "The audit is next Tuesday at 10": "The audit is next Tuesday (17 November 2026) at 10",
    "We ship this Sunday": "We ship this Sunday (15 November 2026)",
}
UNSURE = (
    "The audit is next Sunday", "The release is on Thursdays", "Standup is every Tuesday", "The release is on Thursday",
    "The audit is next Friday",
)  # fmt: skip


@pytest.mark.parametrize("said", [*AHEAD, *UNSURE])
def test_a_day_ahead_is_dated_when_it_can_be_but_one(said: str) -> None:
    assert dated(said, FRIDAY) == AHEAD.get(said, said)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("Sent the signed lease back on the 3rd", "Sent the signed lease back on the 3rd"),
        ("I moved in on the 5th", "I moved in on the 5th"),
        ("I booked the dentist for the 24th", "I booked the dentist for the 24th (24 November 2026)"),
        ("Ordered the tiles, they come on the 24th", "Ordered the tiles, they come on the 24th (24 November 2026)"),
    ],
)
def test_a_day_on_which_something_has_happened_is_no_day_to_come(told: str, meant: str) -> None:
    assert dated(told, FRIDAY, "event") == meant


# A change of mind


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("I prefer tabs. hm, actually no, spaces", "I prefer spaces."),
        ("Let's use MySQL. No, scratch that, Postgres.", "Let's use Postgres."),
        ("The staging port is 8080. No wait, 8443", "The staging port is 8443."),
        ("I prefer tabs. hm, actually no, go with spaces", "I prefer spaces."),
        (
            "Let's use MySQL for the shop. Scratch that. Postgres.",
            "Let's use Postgres for the shop",
        ),
        ("I prefer dark mode... but no, leave it light", "I prefer dark mode → but no, leave it light"),
        (
            "I'd rather have dark mode in the dashboard, hmm but no, leave it light",
            "I'd rather have dark mode in the dashboard → but no, leave it light",
        ),
        (
            "we could move the blog to hugo, but nah, keep jekyll",
            "We could move the blog to hugo → but nah, keep jekyll",
        ),
        (
            "let's put the cache in redis. hmm, on second thought keep it in memory",
            "Let's put the cache in redis → on second thought keep it in memory",
        ),
        ("I was gonna use axios but no, fetch is fine", "I was gonna use axios → but no, fetch is fine"),
        ("lets use uuid for the ids... wait no, ulid", "Lets use uuid for the ids → wait no, ulid"),
        ("Remember that I prefer tabs. No wait, spaces", "I prefer spaces."),
        (
            "Let's use MySQL for the shop. No wait, let's use Postgres because of jsonb.",
            "Let's use Postgres because of jsonb.",
        ),
    ],
)
def test_what_stands_at_the_end_of_a_message_is_kept_and_what_it_took_back_is_not(message: str, kept: str) -> None:
    assert bodies(said(f"user: {message}")) == [kept]
    assert heading(kept) == kept


@pytest.mark.parametrize(
    "message",
    [
        "I prefer tabs. nvm, forget it",
        "I prefer tabs. Actually no, let me think",
        "I prefer tabs, no wait, let me think",
        "we tried dark mode, but no, it didn't work",
    ],
)
def test_what_was_taken_back_for_nothing_is_not_kept(message: str) -> None:
    assert bodies(said(f"user: {message}")) == []


@pytest.mark.parametrize(
    "message",
    [
        "I prefer tabs over spaces. No exceptions.",
        "I hate mocks. Wait for the CI.",
        "I prefer tabs. Never mind the rest.",
        "I prefer reports as PDF, but no images in them.",
    ],
)
def test_a_no_that_takes_nothing_back_leaves_what_was_said(message: str) -> None:
    assert any(body.startswith(message.split(".")[0]) and "→" not in body for body in bodies(said(f"user: {message}")))


def test_a_change_of_mind_in_the_next_message_takes_the_place_of_what_was_said() -> None:
    told = said("user: I prefer tabs.", "agent: Noted.", "user: hm, actually no, spaces")
    assert bodies(told) == ["I prefer tabs → actually no, spaces"]


@pytest.mark.parametrize(
    "asked", ["Anything else?", "Noted. What's next?", "Done. Shall I continue?", "Sonst noch etwas?"]
)
def test_a_question_that_asks_for_nothing_is_not_what_is_answered(asked: str) -> None:
    told = said("user: we use npm in web.", f"agent: {asked}", "user: Carla leads the billing team since May.")
    assert "Carla leads the billing team since May." in bodies(told)


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["user: the demo is on 3 december", "agent: ok", "user: sorry, 4 december"], "The demo is on 4 december"),
        (
            [
                "user: remember that the printer is on the second floor",
                "agent: Noted.",
                "user: wait i mean third floor",
            ],
            "The printer is on the third floor",
        ),
        (
            ["user: our accountant is Petra Vogt", "agent: Noted: Petra Vogt.", "user: sorry! Petra Voigt"],
            "Our accountant is Petra Voigt",
        ),
        (
            ["user: the standup is at 9", "agent: Noted.", "user: no, 9:30. can you move the invite too?"],
            "The standup is at 9:30",
        ),
        (
            [
                "user: the demo is on 3 december",
                "agent: ok",
                "user: sorry, 4 december",
                "agent: ok",
                "user: no wait, 5 december",
            ],
            "The demo is on 5 december",
        ),
    ],
)
def test_a_value_put_right_in_the_next_message_gives_one_statement_that_says_it_all(
    lines: list[str], kept: str
) -> None:
    assert kinds(*lines) == [("correction", kept)]
    last = len(lines) - 1
    told = said(*lines)
    later = notice_in(told, Offline(), MONDAY, told.entries[last:]).fragments  # the session was read up to there before
    assert [(each.body, each.entry) for each in later] == [(kept, f"e{last}")]
    assert lines[-1].removeprefix("user: ").startswith(later[0].quote)


@pytest.mark.parametrize(
    "lines",
    [
        ["agent: Set the reminder to 10.", "user: no, 15"],
        ["agent: How many people come?", "user: sorry, 12"],
        ["agent: Noted.", "user: sorry, 2 of us are late"],
        ["agent: Noted.", "user: no, thanks"],
    ],
)
def test_what_answers_the_agent_or_says_more_leaves_the_statement_as_it_was(lines: list[str]) -> None:
    assert "The standup is at 9" in bodies(said("user: the standup is at 9", *lines))
    assert bodies(said("user: set the timeout to 30", "agent: Done.", "user: sorry, 60")) == []


def test_a_value_put_right_in_the_same_breath_is_kept_as_it_is_then() -> None:
    assert bodies(said("user: the deploy port is 8080, sorry, 8443")) == ["The deploy port is 8443"]
    assert bodies(said("user: remember that the printer is on floor 2, no wait, 3")) == ["The printer is on floor 3"]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("matron changed her mind: two pages are fine now", "correction"),
        ("Our editor has changed his mind, the book keeps its maps", "correction"),
        ("let me teach you smth: when the worker returns 1101 it means an uncaught exception", "procedure"),
        ("lemme tell you something: the north door only opens from the inside after 8pm", "fact"),
        ("use rq for the queue, celery is overkill for us", "decision"),
        ("use sqlite for the cache, redis is too heavy for our team", "decision"),
        ("prices on the site must be shown with VAT included (23%), its the law here", "preference"),
        ("patient names may not appear in mails by law", "preference"),
        ("seeds: always 13, 42, 77", "preference"),
        ("my advisor wants all plots colorblind safe", "preference"),
        ("our landlord insists that every tenant pays by transfer", "preference"),
        ("nobody does more than 3 nights in a row", "preference"),
        ("batch size 64 ooms on the a100s, 48 works", "fact"),
        ("bp is always checked at 6, 14 and 22", "fact"),
        ("the hens are always fed at 7 and 17", "fact"),
        ("不要直接推送到main分支", "preference"),
        ("не пушь напрямую в main", "preference"),
        ("ne pousse pas directement sur main", "preference"),
        ("id rather get a csv than a google sheet", "preference"),
    ],
)
def test_what_is_said_as_plainly_as_this_is_kept_whatever_it_is_about(message: str, kind: str) -> None:
    assert [of for of, _ in kinds(f"user: {message}")] == [kind]


@pytest.mark.parametrize(
    "message",
    [
        "use a loop here, recursion is overkill",
        "use map for the list, a loop is overkill",
        "use flexbox for the header, grid is overkill",
        "use gzip for the response, brotli is too slow here i think",
        "use bold for the title, it is too small",
        "use rq for the queue",
        "let me teach you a lesson lol",
        "let me tell you something: this is driving me mad",
        "let me show you: it crashes",
        "let me show you the error: the worker returns 1101",
        "lemme show you how it looks: the button is always red",
        "it must be the cache",
        "it has to be the law of large numbers",
        "this must be policy based routing i think",
        "the law of demeter says it has to be split",
        "fyi the tests are green",
        "fyi: lunch is at 12 today",
        "fyi im back in 5",
        "my boss wants everything done today",
        "my boss wants no more bugs this sprint",
        "the client wants all these files gone",
        "the reviewer wants every line in this file under 80",
        "errors: always 404, 500",
        "status: always 200",
        "v2 crashes with this input, v1 works",
        "the value is always rounded at 2 and 4",
        "the button is always rendered at 0, 0",
        "the callback is always called at 1 and 2",
        "nobody gets more than 3 of these errors today",
        "the client changed their mind, make it blue",
        "if she changed her mind, what then",
        "you changed your mind, great",
        "不要紧",
        "别担心",
        "ne t'inquiète pas",
        "не переживай",
        "what's the difference between a mixed model and fixed effects again",
    ],
)
def test_what_only_sounds_as_plain_is_of_the_task_at_hand(message: str) -> None:
    assert kinds(f"user: {message}") == []


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Je m'appelle Claire, je tiens une fromagerie à Annecy", "fact"),
        ("we use port 81 now", "fact"),
        ("we use pnpm now, not npm", "correction"),
        ("We close on mondays and the whole of august", "fact"),
        ("The release moved to 12 august", "event"),
        ("We write dates like 05/11 meaning 5 november", "preference"),
        ("Kenji owns the dns, i only do workers. his timezone is JST", "fact"),
        ("I prefer that Kenji reviews the dns changes", "preference"),
    ],
)
def test_where_the_wording_leaves_no_doubt_it_says_the_kind(message: str, kind: str) -> None:
    assert [of for of, _ in kinds(f"user: {message}")] == [kind]


def test_how_far_a_yes_goes_is_kept_with_the_question() -> None:
    answer = "user: yes exactly, for goods only. services stay 20%"
    assert kinds("agent: So reverse charge applies to the export, right?", answer) == [
        ("fact", "So reverse charge applies to the export, right? → Exactly, for goods only. services stay 20%")
    ]
    assert kinds("agent: Should I remove the debug logs now?", "user: yes, only in the tests") == []


@pytest.mark.parametrize(
    "lines",
    [
        ["agent: `feat: add retry to the uploader`", "user: No, imperative mood and no prefixes"],
        ["agent: The choices are mail or pager.", "user: Page it. mails get lost at night"],
        ["user: Wait, actually ship it on thursday because the press comes"],
    ],
)
def test_what_does_not_say_of_what_it_speaks_is_not_kept(lines: list[str]) -> None:
    assert kinds(*lines) == []


def test_a_question_or_a_rule_of_the_owners_is_no_remedy() -> None:
    trouble = "user: the short trips break the model and the plots are wrong"
    asked = "user: what's the difference between a mixed model and fixed effects again"
    assert not [body for _, body in kinds(trouble, "agent: Done.", asked) if "→" in body]
    rota = "user: hi im a nurse on ward 7b, the rota doesn't work for anybody"
    told = replace(
        said(rota, "agent: Oh.", "user: ok so nobody does more than 3 nights on the rota, that worked last year")
    )
    found = notice_in(replace(told, space="project/ward"), Offline(), MONDAY).fragments
    assert [(each.kind, each.space) for each in found if "nights" in each.body] == [("preference", "project/ward")]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("let me be clear about one thing here", True),
        ("class starts at 9 on mondays", True),
        ("return the keys to Ana on friday", True),
        ("public holidays are not paid here", True),
        ("let total: number = 0", False),
        ("class Basket(Base):", False),
        ("return total + 1", False),
        ("import numpy as np", False),
        ("export default App", False),
        ("private String name;", False),
    ],
)
def test_a_line_that_begins_like_code_is_code_when_it_goes_on_so(line: str, read: bool) -> None:
    assert bool(prose.sentences(line)) is read


def test_a_correction_that_first_says_that_something_is_wrong_stands_alone() -> None:
    told = said("agent: The limit is 100 per org.", "user: no thats wrong, the limit is per user not per org")
    assert bodies(told) == ["No thats wrong, the limit is per user not per org"]


def test_a_correction_that_says_of_what_it_speaks_stands_alone() -> None:
    told = said(
        "user: the billing db got upgraded, it's postgres 16 now",
        "agent: ok",
        "user: bob left, Carla leads billing now.",
    )
    assert "Bob left, Carla leads billing now." in bodies(told)


def test_an_option_is_taken_of_the_question_that_offered_it_and_a_rule_behind_it_stands_alone() -> None:
    told = said(
        "user: we deploy the shop with Ansible.",
        "agent: Got it. Should the migration run before or after the deploy?",
        "user: before. and please never touch the legacy/ folder",
    )
    assert not any("Ansible" in body and "legacy" in body for body in bodies(told))
    assert "Please never touch the legacy/ folder" in bodies(told) or "Never touch the legacy/ folder" in bodies(told)


def test_dots_in_a_path_end_no_sentence() -> None:
    (body,) = bodies(said("user: always run only ./internal/... locally, the rest is for CI"))
    assert body.endswith("the rest is for CI")


# As people type


@pytest.mark.parametrize(
    ("lines", "kind", "kept"),
    [
        (
            ["agent: The rounding is half up.", "user: no, thats wrong. the rounding is half even, not half up."],
            "correction",
            "half even",
        ),
        (["agent: Metrics are on port 9090.", "user: no wait, metrics are on 9091"], "correction", "9091"),
        (["user: you keep forgetting to update the changelog. thats a must"], "preference", "changelog"),
        (["user: tabs not spaces please"], "preference", "Tabs"),
        (["user: dont ever force push to main"], "preference", "force push"),
        (["agent: Kafka or an outbox?", "user: lets do outbox + polling every 2s. no kafka"], "decision", "outbox"),
        (["user: so whenever 401 from partner api → make rotate-token"], "procedure", "make rotate-token"),
        (["user: 1. make build\n2. make push\nthats how I deploy"], "procedure", "Thats how I deploy: 1. make build"),
        (
            [
                "user: npm run dev dies with ENOSPC, no file watchers left",
                "agent: Raise the limit with sysctl fs.inotify.max_user_watches=524288.",
                "user: that worked, thanks",
            ],
            "procedure",
            "watchers left → Raise the limit",
        ),
    ],
)
def test_what_is_typed_in_haste_is_kept_like_what_is_written_well(lines: list[str], kind: str, kept: str) -> None:
    assert [(of, kept in body) for of, body in kinds(*lines)][-1:] == [(kind, True)]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("i think ill go w obsidian, i want my notes as plain files", "decision"),
        ("its python 3.9 in prod so no match statements, no X | Y types", "fact"),
        (
            "this took forever: if `make e2e` hangs its bc chromedriver version doesnt match, run `make drivers` first",
            "procedure",
        ),
        ("the customer facing name is Lumen but internally its torch, so all the repos are torch-*", "fact"),
        ("ci has to be green before merge obviously", "preference"),
    ],
)
def test_what_is_written_in_shorthand_is_kept_word_for_word(message: str, kind: str) -> None:
    assert kinds(f"user: {message}") == [(kind, message[0].upper() + message[1:])]


@pytest.mark.parametrize(
    "line",
    [
        "user: run it\nnpm ERR! we decided to always fail",
        "user: tabs or spaces please?",
        "user: i told you about the tests",
        "user: lets do it",
        "user: 1. make build\n2. make push\nis that how I deploy?",
    ],
)
def test_haste_alone_makes_nothing_worth_keeping(line: str) -> None:
    assert kinds(line) == []


def test_for_next_time_says_nothing_by_itself() -> None:
    told = kinds("agent: The build needs Node 22 on this machine.", "user: please remember that for next time")
    assert [body for _, body in told] == ["The build needs Node 22 on this machine."]
    assert kinds("user: please remember that for next time") == []


# What the agent asked


@pytest.mark.parametrize(
    ("asked", "answer", "kept"),
    [
        (
            "I'll add it. One question first: where does the connection string live? Nothing in settings.py.",
            "yeah its in .env as DATABASE_URL",
            ("fact", "One question first: where does the connection string live? → Its in .env as DATABASE_URL"),
        ),
        (
            "Where does the connection string live?",
            "yeah. its in .env as DATABASE_URL",
            ("fact", "Where does the connection string live? → Its in .env as DATABASE_URL"),
        ),
        ("Who approves releases?", "marta does", ("fact", "Who approves releases? → Marta does")),
        ("How do you run the tests?", "just make check", ("procedure", "How do you run the tests? → Just make check")),
    ],
)
def test_a_short_answer_about_how_things_stand_is_kept_with_the_question(
    asked: str, answer: str, kept: tuple[str, str]
) -> None:
    assert kinds(f"agent: {asked}", f"user: {answer}") == [kept]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Which test fails?", "test_login in tests/auth"),
        ("Which server is down?", "web2"),
        ("Where do you want me to start?", "the parser"),
        ("Do you want me to run the tests?", "yes run them"),
        ("What should the button say?", "Save changes"),
    ],
)
def test_a_short_answer_about_the_thing_at_hand_is_not_kept(asked: str, answer: str) -> None:
    assert kinds(f"agent: {asked}", f"user: {answer}") == []


# Several things in a row


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            "remember: the staging db is on port 5433. Ana owns billing. deploys happen on tuesdays.",
            ["The staging db is on port 5433.", "Ana owns billing.", "Deploys happen on tuesdays."],
        ),
        (
            "remember these: the staging db is on port 5433, ana owns billing and deploys happen on tuesdays",
            ["The staging db is on port 5433", "Ana owns billing", "Deploys happen on tuesdays"],
        ),
        (
            "use pnpm, never npm, and run the linter before committing",
            ["Use pnpm, never npm", "Run the linter before committing"],
        ),
        (
            "from now on write tests first, keep functions small, and don't add comments",
            ["From now on write tests first", "Keep functions small", "Don't add comments"],
        ),
        (
            "please remember: never deploy on fridays, always tag releases and ping #ops before a migration",
            ["Never deploy on fridays", "Always tag releases", "Ping #ops before a migration"],
        ),
        ("remember: call mom. pay rent. book the dentist.", ["Call mom.", "Pay rent.", "Book the dentist."]),
        (
            "remember: my wife is called Ana. She likes tea. We live in Ghent.",
            ["My wife is called Ana. She likes tea.", "We live in Ghent."],
        ),
    ],
)
def test_what_stands_by_itself_is_one_fragment_each(message: str, kept: list[str]) -> None:
    assert bodies(said(f"user: {message}")) == kept


@pytest.mark.parametrize(
    "message",
    [
        "remember these: milk, eggs and bread",
        "remember: I like tea, coffee and cake",
        "remember: milk. eggs. bread.",
        "remember: the tunnel dies at night. it is back after this, Ana owns it:\n```\nmake tunnel\n```",
        "remember: the db is on 5433, bob and ana are on call",
        "remember: ana owns billing and runs the infra",
        "remember: the lab is on floor 1. The shop is on 2.",
        "remember: stop the worker. run the migration. start the worker again.",
        "from now on use ruff, black and mypy",
        "never use var, eval, or with in this codebase",
        "please don't add comments, use emojis, and write docs",
        "please don't write essays, and use emojis",
        "in the api repo, always use tabs, never push to main, and run the linter",
        "from now on use yarn, keep the lockfile committed and never edit it by hand",
    ],
)
def test_what_does_not_stand_by_itself_is_never_cut_off(message: str) -> None:
    (body,) = bodies(said(f"user: {message}"))
    assert " ".join(message.lower().split()).endswith(body.lower())


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            "this repo is a fork of upstream, we rebase weekly on mondays. dont touch vendor/ it's generated",
            [
                ("fact", "This repo is a fork of upstream, we rebase weekly on mondays."),
                ("preference", "Dont touch vendor/ it's generated"),
            ],
        ),
        (
            "our lockfile is made by pnpm. never edit it by hand",
            [("fact", "Our lockfile is made by pnpm. never edit it by hand")],
        ),
    ],
)
def test_a_rule_behind_a_fact_stands_by_itself_unless_it_is_about_it(message: str, kept: list[tuple[str, str]]) -> None:
    assert kinds(f"user: {message}") == kept


# What others said


@pytest.mark.parametrize(
    "message",
    [
        "Bob: we should drop redis and always use postgres",
        "[10:32] Ana: we always deploy on Fridays",
        "@carol we should always use tabs in this repo",
        "what now?\nBob: hm\nAna: remember that we use postgres for the queue from now on\nBob: I never agreed to that",
    ],
)
def test_lines_of_a_chat_that_was_pasted_are_not_the_owners(message: str) -> None:
    assert bodies(said(f"user: {message}")) == []


@pytest.mark.parametrize(
    ("before", "then", "body"),
    [
        (
            "My daughter Runa is in first grade. She is seven. What do kids take to a trip?",
            "She's allergic to wasp stings, so we pack her kit.",
            "My daughter Runa is in first grade. \u2192 She's allergic to wasp stings, so we pack her kit.",
        ),
        (
            "My nephew Edo moved to Lyon. Where should we meet?",
            "He's allergic to penicillin.",
            "My nephew Edo moved to Lyon. \u2192 He's allergic to penicillin.",
        ),
    ],
)
def test_who_is_spoken_of_is_whom_a_statement_named_before_and_not_what_was_asked(before, then, body):
    told = bodies(said(f"user: {before}", "agent: Snacks and a bottle.", f"user: {then}"))
    assert body in told


# What comes round


@pytest.mark.parametrize(
    "told",
    [
        "remember: rent is due on the 1st",
        "Don't forget: rent is due on the 1st",
        "note to self: rent is due on the 1st",
    ],
)
def test_what_is_due_each_month_is_no_task_of_one_day(told: str) -> None:
    assert kinds(f"user: {told}") == [("fact", "Rent is due on the 1st")]


# What asks stands behind, or within


def kept(message: str) -> list[tuple[str, float]]:
    return [(f.body, f.base) for f in notice_in(said(f"user: {message}"), Offline(), MONDAY).fragments]


@pytest.mark.parametrize(
    ("message", "body"),
    [
        ("The VPN gateway is vpn7, please remember.", "The VPN gateway is vpn7"),
        ("The VPN gateway is vpn7, please remember that.", "The VPN gateway is vpn7"),
        ("the VPN gateway is vpn7 - remember this please", "The VPN gateway is vpn7"),
        ("The VPN gateway is vpn7, don't forget it", "The VPN gateway is vpn7"),
        ("The VPN gateway is vpn7, so pls keep that in mind", "The VPN gateway is vpn7"),
        ("Der Staging-Server heißt Adler, merk dir das bitte.", "Der Staging-Server heißt Adler"),
        ("Der Staging-Server heißt Adler, bitte nicht vergessen!", "Der Staging-Server heißt Adler"),
        ("Le serveur de test s'appelle Mouette, retiens-le.", "Le serveur de test s'appelle Mouette"),
        ("Le serveur de test s'appelle Mouette, n'oublie pas stp", "Le serveur de test s'appelle Mouette"),
        ("El servidor se llama Gaviota, recuérdalo.", "El servidor se llama Gaviota"),
        ("El servidor se llama Gaviota, no lo olvides por favor.", "El servidor se llama Gaviota"),
        ("VPN 게이트웨이는 vpn7이야, 기억해 줘.", "VPN 게이트웨이는 vpn7이야"),
        ("VPNゲートウェイはvpn7です、覚えておいて。", "VPNゲートウェイはvpn7です"),
        ("VPN网关是vpn7，请记住。", "VPN网关是vpn7"),
        ("denk dran: der staging-server heißt adler", "Der staging-server heißt adler"),
    ],
)
def test_what_stands_before_the_words_that_ask_is_remembered_without_them(message: str, body: str) -> None:
    assert kept(message) == [(body, 1.0)]


@pytest.mark.parametrize(
    ("message", "asked", "beside"),
    [
        ("I live in Graz, and remember that Tuesday is deploy day.", "Tuesday is deploy day.", "I live in Graz"),
        ("I moved to Lisbon in May 2026, remember that. I am vegan.", "I moved to Lisbon in May 2026", "I am vegan."),
        ("The VPN gateway is vpn7. Remember that. I am vegan.", "The VPN gateway is vpn7.", "I am vegan."),
        ("Ich wohne in Graz, und merk dir, dass Ana die Chefin ist.", "Ana die Chefin ist.", "Ich wohne in Graz"),
        (
            "J'habite à Graz, et n'oublie pas que le déploiement est le mardi.", "Le déploiement est le mardi.",
            "J'habite à Graz",
        ),
        (
            "Vivo en Graz, y recuerda que el despliegue es el martes.", "El despliegue es el martes.",
            "Vivo en Graz",
        ),
    ],
)  # fmt: skip
def test_only_what_is_asked_for_counts_as_asked_for(message: str, asked: str, beside: str) -> None:
    assert sorted(kept(message)) == sorted([(asked, 1.0), (beside, 0.7)])


@pytest.mark.parametrize(
    "message",
    [
        "I can't remember.", "That is a name I'll remember.", "The hint is easy to remember.", "I told you, remember",
        "we said vpn7 back then, remember?", "Add a login, and remember that the user is logged in.",
        "make it sticky, the app should remember that.", "What was it, I don't remember that.",
        "I went there once, and remember that it was cold.", "write the report, save it.",
    ],
)  # fmt: skip
def test_who_tells_of_remembering_asks_for_nothing(message: str) -> None:
    assert all(ask.ask != "remember" for ask in triggers.triggers(message))


# In other languages


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("난 다크 모드가 더 좋아", ("preference", "난 다크 모드가 더 좋아")),
        ("저는 짧은 답변이 더 좋아요", ("preference", "저는 짧은 답변이 더 좋아요")),
        ("난 다크 모드 말고 라이트 모드가 좋아", ("preference", "난 다크 모드 말고 라이트 모드가 좋아")),
        ("短い回答が好みです。", ("preference", "短い回答が好みです。")),
        *(
            (f"{told} {why}", ("decision", f"{told}{gap}{why}"))
            for told, gap, why in (
                ("APIのタイムアウトは30秒に決めた。", " ", "理由はモバイル回線が遅いから。"),
                ("배포는 목요일로 정했어.", " ", "이유는 금요일에 사람이 없어서야."),
            )
        ),
        ("我們決定改用Rust。", ("decision", "我們決定改用Rust。")),
    ],
)
def test_what_somebody_likes_better_or_decided_is_kept_in_their_language(message: str, found: tuple[str, str]) -> None:
    assert kinds("user: hi", "agent: ok", f"user: {message}", "agent: ok") == [found]
    assert kinds("user: 이 버튼이 더 좋아 보여", "user: 이게 더 좋아?", "user: 어느 쪽이 더 좋아?") == []


@pytest.mark.parametrize(
    ("message", "body"),
    [
        ("테스트 서버 이름은 갈매기라는 걸 기억해 줘.", "테스트 서버 이름은 갈매기"),
        ("수도가 서울이라는 것을 기억해 줘", "수도가 서울"),
        ("우리 집에는 고양이가 있고 이름은 호랑이라는 걸 기억해 줘", "우리 집에는 고양이가 있고 이름은 호랑이"),
        ("배포일은 화요일이라고 기억해 줘", "배포일은 화요일"),
    ],
)
def test_what_a_korean_asks_to_be_remembered_is_no_torso(message: str, body: str) -> None:
    assert kept(message) == [(body, 1.0)]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("갈매기에 대해 말한 것은 잊어 줘.", "갈매기"),
        ("갈매기에 대해서 내가 말한 거 잊어줘", "갈매기"),
        ("カモメについて言ったことは忘れて。", "カモメ"),
        ("カモメについて話したことを忘れてください", "カモメ"),
    ],
)
def test_to_forget_what_was_said_of_a_thing_names_the_thing(message: str, name: str) -> None:
    assert [(asked.ask, asked.rest) for asked in triggers.triggers(message)] == [("forget", name)]


# Said in few words


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("when the build hangs, delete .turbo and rerun", "procedure"),
        ("if ci says ENOSPC just rerun it, the runner disk fills up", "procedure"),
        ("whenever the printer doesn't respond, unplug it for a minute", "procedure"),
        ("make that 3 retries instead of 5, 5 is too slow", "correction"),
        ("i can only practise after 7pm because of the neighbours", "fact"),
        ("we can only deploy before 6", "fact"),
    ],
)
def test_what_is_said_plainly_is_kept_however_briefly(message: str, kind: str) -> None:
    body = message[0].upper() + message[1:]
    assert kinds("user: hi", "agent: ok", f"user: {message}", "agent: ok") == [(kind, body)]


@pytest.mark.parametrize(
    "message",
    [
        "when the build fails, send me an email", "when the upload fails, retry 3 times", "if the tests fail, fix them",
        "when the deploy fails, the button should turn red", "make it 150 instead of 250",
        "i only saw it after 3 tries",
    ],
)  # fmt: skip
def test_what_is_to_be_built_or_of_the_moment_is_not(message: str) -> None:
    assert kinds("user: hi", "agent: ok", f"user: {message}", "agent: ok") == []


def test_what_somebody_did_is_no_task_any_more_and_what_is_introduced_corrects_nothing() -> None:
    (booked,) = kinds("user: sounds good. i booked the Kirchenwirt today actually, deposit 200 paid")
    assert booked[0] in ("event", "fact")
    (open_,) = kinds("user: I ordered the book, but need to pick it up by friday")
    assert open_[0] == "task"
    for told in ("der neue azubi heißt Emre", "le nouveau stagiaire s'appelle Emre", "the new intern is called Emre"):
        assert notice.rightly(told, "correction") == "fact"


def test_a_time_that_is_ruled_out_stays_with_what_it_is_ruled_out_for() -> None:
    told = "i can only practise after 7pm because of the neighbours. and not on wednesdays, choir"
    assert [body for _, body in kinds(f"user: {told}")] == [told[0].upper() + told[1:]]
    first, then = told.split(". ")
    later = [body for _, body in kinds(f"user: {first}", "agent: ok", f"user: {then}")]
    own = first[0].upper() + first[1:]
    assert later == [own, f"{own} \u2192 Not on wednesdays, choir"]


# What says of what only together with what was said before


SHOWN = "agent: A subscription to a magazine, or a signed novel by Claudia Rossbacher."


@pytest.mark.parametrize(
    ("before", "message", "body"),
    [
        (
            SHOWN,
            "ooh she loves rossbacher. remind me to order it by the end of february",
            "A subscription to a magazine, or a signed novel by Claudia Rossbacher. \u2192 "
            "Remind me to order it by the end of february",
        ),
        (
            SHOWN,
            "remember to order it",
            "A subscription to a magazine, or a signed novel by Claudia Rossbacher. \u2192 Order it",
        ),
        (
            "agent: ok",
            "i found the Ottolenghi book in the shop. remind me to order it tonight",
            "I found the Ottolenghi book in the shop. remind me to order it tonight (16 November 2026)",
        ),
        (
            "agent: I would check with the Mietervereinigung.",
            "oh good, i'm a member there since last year",
            "I would check with the Mietervereinigung. \u2192 I'm a member there since last year (2025)",
        ),
        ("agent: ok", "remind me to call them by friday", "Remind me to call them by friday (20 November 2026)"),
    ],
)
def test_what_only_points_is_kept_with_what_it_points_at(before: str, message: str, body: str) -> None:
    assert [told for _, told in kinds("user: hi", before, f"user: {message}", "agent: ok")] == [body]


def test_of_whom_something_is_to_be_kept_in_mind_is_said_with_it() -> None:
    found = notice_in(
        said(
            "user: hi! i'm planning mum's 70th, it's on march 14. can you help",
            "agent: Of course! How many guests, and where?",
            "user: about 30. she's vegetarian and my sister Lena is allergic to nuts so pls keep that in mind",
        ),
        Offline(),
        MONDAY,
    )
    (asked,) = (f for f in found.fragments if f.base == 1.0)
    mum = "I'm planning mum's 70th, it's on march 14."
    assert asked.body == f"{mum} \u2192 She's vegetarian and my sister Lena is allergic to nuts"


@pytest.mark.parametrize(
    ("message", "body"),
    [
        ("can you always give me amounts in euros and metric", "Always give me amounts in euros and metric"),
        ("can you please never use emojis?", "Never use emojis"),
        ("would you always answer in metric units?", "Always answer in metric units"),
    ],
)
def test_a_wish_that_is_put_as_a_question_is_kept_as_a_wish(message: str, body: str) -> None:
    assert kinds("user: hi", "agent: ok", f"user: {message}", "agent: ok") == [("preference", body)]
