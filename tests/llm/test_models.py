"""Language models, against a server on this machine that speaks their formats, and misbehaves on demand."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reverie.errors import BudgetSpent, ModelError
from reverie.llm import agent, client, models
from reverie.llm.models import Model, ModelSettings, Role, Tally
from reverie.llm.prompts import Prompt, load
from reverie.llm.scripted import Scripted
from reverie.store.meter import Meter, Spent
from tests.conftest import MONDAY
from tests.llm import wire
from tests.llm.wire import GOOD, RECEIVED, SENT, Answer, Wire, answering, saying

KEY = "sk-test-0123456789abcdef"
DATA = "Ana's locker code is seven-nine-two"
PING = load("ping")
KINDS = ("anthropic:claude-haiku-4-5", "anthropic:claude-opus-5", "openai:tiny", "ollama:tiny")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PAUSES", (0.01, 0.01))


@pytest.fixture
def server() -> Iterator[Wire]:
    found = Wire()
    yield found
    found.kill()


@pytest.fixture
def meter(tmp_path: Path) -> Iterator[Meter]:
    found = Meter(tmp_path / "meter.db")
    yield found
    found.close()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def at(server: Wire, kind: str = KINDS[0], **more: Any) -> ModelSettings:
    address = server.url + ("/v1" if kind.startswith("openai") else "")
    return ModelSettings(**{"fast": kind, "endpoint": address, "key_name": "MY_KEY", "seconds": 20.0, **more})


def made(settings: ModelSettings, meter: models.Meter, *, key: str | None = KEY, role: Role = "fast") -> Model:
    found = models.model(role, settings, key, meter, lambda: MONDAY)
    assert found
    return found


def why(model: Model, *, data: str = DATA, seconds: float | None = None) -> str:
    """What a question that fails says: one line, which names the model, and holds neither key nor data."""
    with pytest.raises(ModelError) as wrong:
        model.ask(PING, data, seconds=seconds)
    text = str(wrong.value)
    assert "\n" not in text and len(text) < 300
    assert model.name in text
    told = "".join(traceback.format_exception(wrong.value))
    for hidden in (KEY, "seven-nine-two", "seven_nine_two", "rather not"):
        assert hidden not in told
    return text


# A good answer


def test_a_model_answers_with_what_the_schema_asks_for(server: Wire, meter: Meter, kind: str):
    assert made(at(server, kind), meter).ask(PING, DATA) == GOOD
    assert len(server.asked) == 1


def test_the_request_carries_instructions_schema_and_data_and_nothing_else(server: Wire, meter: Meter, kind: str):
    made(at(server, kind), meter).ask(PING, DATA)

    (asked,) = server.asked
    if kind.startswith("anthropic"):
        assert asked["path"] == "/v1/messages"
        assert [part["text"] for part in asked["system"]] == [PING.text]
        assert asked["messages"] == [{"role": "user", "content": [{"type": "text", "text": DATA}]}]
    else:
        assert asked["path"] == "/v1/chat/completions"
        assert [(m["role"], m["content"]) for m in asked["messages"]] == [("system", PING.text), ("user", DATA)]
    assert asked["model"] == kind.partition(":")[2]
    assert asked["max_tokens"] == agent.ANSWER
    assert asked.get("temperature") == (None if "opus-5" in kind else 0)
    sent = json.dumps(asked)
    assert "the word, in capital letters" in sent and '"additionalProperties": false' in sent
    assert asked["stream"] is False


def test_openai_itself_is_asked_by_its_newer_name_for_the_limit(server: Wire, meter: Meter):
    made(at(server, "openai:o3"), meter).ask(PING, DATA)
    assert server.asked[0]["max_completion_tokens"] == agent.ANSWER and "max_tokens" not in server.asked[0]


def test_text_that_is_no_unicode_is_sent_all_the_same(server: Wire, meter: Meter):
    assert made(at(server), meter).ask(PING, "half \ud800 a character") == GOOD


def test_a_model_may_be_asked_from_many_threads_and_within_an_event_loop(server: Wire, meter: Meter):
    model = made(at(server), meter)

    async def inside() -> Any:
        return model.ask(PING, DATA)

    assert asyncio.run(inside()) == GOOD
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda _: model.ask(PING, DATA), range(12))) == [GOOD] * 12
    assert meter.today(MONDAY).calls == 13


# Bad answers


def test_an_answer_that_does_not_fit_is_mended_when_it_is_told_so(server: Wire, meter: Meter, kind: str):
    server.answers = [answering({"wrod": "TEA"})]

    assert made(at(server, kind), meter).ask(PING, DATA) == GOOD

    assert len(server.asked) == 2
    assert "answer lacks word" in json.dumps(server.asked[1])
    assert meter.today(MONDAY) == replace(meter.today(MONDAY), calls=2, sent=2 * SENT, received=2 * RECEIVED)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (answering({"wrod": "TEA"}), "did not answer as asked, told so or not: answer lacks word"),
        (answering({"word": "x" * 100}), "answer.word must be at most 40 characters"),
        (answering("{not json"), "did not answer as asked"),
        (wire.talking("I think the word is tea."), "did not answer as asked"),
    ],
)
def test_a_model_that_answers_nonsense_twice_is_not_asked_again(
    server: Wire, meter: Meter, kind: str, answer: Answer, said: str
):
    server.usual = answer
    assert said in why(made(at(server, kind), meter))
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "answer",
    [
        saying(200, "{}"),
        saying(200, [1, 2]),
        saying(200, {"content": [{"type": "tool_use"}], "choices": [{}]}),
    ],
)
def test_what_is_no_answer_at_all_is_one_line(server: Wire, meter: Meter, kind: str, answer: Answer):
    server.usual = answer
    assert "did not answer as asked" in why(made(at(server, kind), meter))


@pytest.mark.parametrize("body", ["<html>Please log in</html>", "", 'data: {"choices": []}', '{"content": ' * 50_000])
def test_a_page_or_a_stream_in_the_place_of_an_answer_is_said_to_be_none(
    server: Wire, meter: Meter, kind: str, body: str
):
    server.usual = saying(200, body)
    assert "answered with what is no JSON; is the endpoint right?" in why(made(at(server, kind), meter))
    assert len(server.asked) == 1


def test_a_count_that_is_none_is_no_business_of_the_persons(
    server: Wire, meter: Meter, kind: str, recwarn: pytest.WarningsRecorder
):
    def absurd(asked: wire.Asked) -> None:
        message = wire.anthropic([], stop_reason="end_turn") if asked.anthropic else wire.openai({}, finish_reason="x")
        message["usage"] = dict.fromkeys(message["usage"], -5)
        asked.say(200, json.dumps(message).encode())

    server.usual = absurd
    why(made(at(server, kind), meter))
    assert not [each for each in recwarn if each.category.__name__ == "UsageExtractionFailedWarning"]


def test_a_refusal_is_said_and_not_argued_with(server: Wire, meter: Meter, kind: str):
    server.usual = wire.refusing
    assert why(made(at(server, kind), meter)) == f"{kind} refuses to answer"
    assert len(server.asked) == 1
    assert meter.today(MONDAY).tokens == SENT + RECEIVED


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[2]])
def test_an_answer_that_was_cut_off_is_said_to_be(server: Wire, meter: Meter, kind: str):
    reason = {"stop_reason": "max_tokens"} if kind.startswith("anthropic") else {"finish_reason": "length"}
    server.usual = answering(GOOD, **reason)
    assert "was cut off after 8,192 tokens" in why(made(at(server, kind), meter))
    assert len(server.asked) == 1


def test_an_enormous_answer_is_not_read(server: Wire, meter: Meter, kind: str):
    server.usual = wire.flooding
    assert "answered with more than 4 MB" in why(made(at(server, kind), meter))


def test_an_answer_nobody_could_bound_is_not_unpacked(server: Wire, meter: Meter):
    server.usual = saying(200, "zip", Content_Encoding="gzip")
    assert "in an encoding nobody asked for" in why(made(at(server), meter))
    assert server.asked[0]["headers"]["Accept-Encoding"] == "identity"


# Failing servers


@pytest.mark.parametrize("answer", [saying(429, Retry_After="0.01"), saying(503), saying(529), wire.breaking_off])
def test_a_busy_server_is_asked_again(server: Wire, meter: Meter, kind: str, answer: Answer):
    server.answers = [answer, answer]
    assert made(at(server, kind), meter).ask(PING, DATA) == GOOD
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (saying(500, {"error": {"message": DATA}}), "answered 500"),
        (saying(529, {"error": {"type": "overloaded_error"}}), "answered 529 (overloaded_error)"),
        (wire.breaking_off, "broke off"),
    ],
)
def test_a_server_that_keeps_failing_is_asked_three_times(
    server: Wire, meter: Meter, kind: str, answer: Answer, said: str
):
    server.usual = answer
    assert said in why(made(at(server, kind), meter))
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (saying(400, {"error": {"type": "invalid_request_error", "message": DATA}}), "answered 400 (invalid_request"),
        (saying(404, {"error": {"code": "model_not_found"}}), "answered 404 (model_not_found); is the name of the"),
        (saying(422, {"error": {"code": "seven_nine_two"}}), "answered 422"),
        (saying(401, {"error": {"message": KEY}}), "refuses the key in MY_KEY (401)"),
        (saying(403, KEY), "refuses the key in MY_KEY (403)"),
    ],
)
def test_a_request_that_was_refused_is_not_sent_again(server: Wire, meter: Meter, kind: str, answer: Answer, said: str):
    server.usual = answer
    assert said in why(made(at(server, kind), meter))
    assert len(server.asked) == 1
    assert meter.today(MONDAY).tokens == 0


def test_a_server_that_is_down_is_one_line_and_costs_nothing(server: Wire, meter: Meter, kind: str):
    model = made(at(server, kind), meter)
    server.kill()
    assert "cannot be reached; is it running?" in why(model)
    assert meter.today(MONDAY).tokens == 0


@pytest.mark.parametrize("answer", [wire.dribbling, wire.hanging])
def test_a_server_that_dribbles_or_hangs_is_left_in_time(server: Wire, meter: Meter, kind: str, answer: Answer):
    model = made(at(server, kind), meter)
    model.ask(PING, DATA)

    server.usual = answer
    started = time.monotonic()
    assert why(model, seconds=0.5) == f"{kind} did not answer within 0.5 s"
    assert time.monotonic() - started < 10  # it would be for ever

    spent = meter.today(MONDAY)
    assert spent.received == RECEIVED and spent.reserved == 0
    assert spent.sent > SENT or len(server.asked) == 1  # what the server read may be charged


def test_asking_again_ends_with_the_time_there_is(server: Wire, meter: Meter):
    server.usual = saying(503, Retry_After="3600")
    assert "answered 503" in why(made(at(server), meter), seconds=2)
    assert len(server.asked) == 1


def test_a_call_gets_no_longer_than_the_settings_allow(server: Wire, meter: Meter):
    server.usual = wire.hanging
    assert "within 0.2 s" in why(made(at(server, seconds=0.2), meter), seconds=600)


def test_the_deadline_holds_even_when_nothing_can_be_stopped(
    server: Wire, meter: Meter, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    class Stuck(Tally):
        def reserve(self, *given: Any, **named: Any) -> int:
            time.sleep(0.6)
            return super().reserve(*given, **named)

    monkeypatch.setattr(agent, "_GRACE", 0.05)
    assert "within 0.1 s" in why(made(at(server), Stuck(meter)), seconds=0.1)
    monkeypatch.undo()
    made(at(server), meter).ask(PING, DATA)  # after which the stuck one is over
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("count", [{"prompt_tokens": "12", "completion_tokens": "many", "total_tokens": "12"}, "12"])
def test_a_count_in_words_does_not_cost_the_answer(server: Wire, meter: Meter, count: object):
    def worded(asked: wire.Asked) -> None:
        call = {"id": "1", "type": "function", "function": {"name": "final_result", "arguments": json.dumps(GOOD)}}
        message = wire.openai({"content": None, "tool_calls": [call]}, finish_reason="tool_calls")
        asked.say(200, json.dumps({**message, "usage": count}).encode())

    server.usual = worded
    assert made(at(server, "openai:tiny"), meter).ask(PING, DATA) == GOOD


def test_a_server_that_does_not_count_is_counted_for(server: Wire, meter: Meter):
    def uncounted(asked: wire.Asked) -> None:
        call = {"id": "1", "type": "function", "function": {"name": "final_result", "arguments": json.dumps(GOOD)}}
        message = wire.openai({"content": None, "tool_calls": [call]}, finish_reason="tool_calls")
        del message["usage"]
        asked.say(200, json.dumps(message).encode())

    server.usual = uncounted
    assert made(at(server, "openai:tiny"), meter).ask(PING, DATA) == GOOD
    spent = meter.today(MONDAY)
    assert spent.sent > len(DATA) // 3 and spent.received > 0


@pytest.mark.parametrize("address", ["http://a..b/v1", "http://\u200bexample\u0300..x/"])
def test_an_address_that_cannot_be_is_one_line(meter: Meter, address: str):
    try:
        settings = ModelSettings(fast="openai:x", endpoint=address)
    except ValueError as wrong:
        assert "\n" not in str(wrong)
    else:
        assert "\n" not in why(made(settings, meter))


# Where things go


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_key_and_data_are_not_redirected(server: Wire, meter: Meter, kind: str, code: int):
    other = Wire()
    server.usual = saying(code, Location=f"{other.url}/v1/messages")
    assert f"redirects elsewhere ({code})" in why(made(at(server, kind), meter))
    assert other.asked == [] and len(server.asked) == 1
    other.kill()


def test_the_key_is_sent_as_the_provider_wants_it_and_nothing_else_of_ours(
    server: Wire, meter: Meter, kind: str, monkeypatch: pytest.MonkeyPatch
):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, f"other-{name}")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Custom: other-secret")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Custom: other-secret")
    for name in ("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OLLAMA_BASE_URL", "HTTP_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/nowhere")

    assert made(at(server, kind), meter).ask(PING, DATA) == GOOD

    headers = {name.lower(): value for name, value in server.asked[0]["headers"].items()}
    assert "other-" not in json.dumps(headers)
    header = ("x-api-key", KEY) if kind.startswith("anthropic") else ("authorization", f"Bearer {KEY}")
    assert [pair for pair in headers.items() if KEY in pair[1]] == [header]
    assert not [name for name in headers if name.startswith("x-stainless")]


def test_without_a_key_none_is_sent_and_a_refusal_says_so(server: Wire, meter: Meter, kind: str):
    settings = at(server, kind, key_name="")
    assert made(settings, meter, key=None).ask(PING, DATA) == GOOD
    headers = {name.lower() for name in server.asked[0]["headers"]}
    assert not headers & {"authorization", "x-api-key"}

    server.usual = saying(401)
    assert "wants a key; name its variable by `key_name`" in why(made(settings, meter, key=None))


def test_the_key_is_in_no_log_and_in_no_file(
    server: Wire, meter: Meter, kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    model = made(at(server, kind), meter)
    model.ask(PING, DATA)
    server.usual = saying(401, KEY)
    why(model)

    assert KEY not in caplog.text and KEY not in repr(model)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_a_key_that_would_break_the_request_is_refused_unseen(server: Wire, meter: Meter):
    with pytest.raises(ModelError) as wrong:
        made(at(server), meter, key=f"{KEY}\r\nX-More: 1").ask(PING, DATA)
    assert KEY not in str(wrong.value) and "MY_KEY" in str(wrong.value)
    assert server.asked == []


@pytest.mark.parametrize(
    ("name", "variable"), [("anthropic:x", "ANTHROPIC_API_KEY"), ("openai:x", "OPENAI_API_KEY"), ("ollama:x", "")]
)
def test_a_providers_usual_key_goes_to_that_provider_alone(name: str, variable: str, meter: Meter):
    usual = ModelSettings(deep=name)
    assert usual.variable("deep") == usual.variable("fast") == variable
    assert replace(usual, endpoint="https://elsewhere.example/v1").variable("deep") == ""
    assert replace(usual, endpoint="https://elsewhere.example/v1", key_name="THEIRS").variable("deep") == "THEIRS"
    if variable:
        assert variable in why(made(usual, meter, key=None, role="deep"))
        assert variable in why(made(usual, meter, key=" ", role="deep"))


def test_addresses_are_understood_with_and_without_a_version(server: Wire, meter: Meter):
    for kind, address in (("anthropic:x", "/v1"), ("anthropic:x", "/"), ("ollama:x", "/v1/"), ("openai:x", "/v1/")):
        made(at(server, kind, endpoint=server.url + address), meter).ask(PING, DATA)
    assert [asked["path"] for asked in server.asked] == ["/v1/messages"] * 2 + ["/v1/chat/completions"] * 2


# What it costs


def test_what_the_provider_counted_is_what_was_spent(server: Wire, meter: Meter, kind: str):
    tally = Tally(meter)
    made(at(server, kind), tally).ask(PING, DATA)

    spent = meter.today(MONDAY)
    assert (spent.calls, spent.sent, spent.received, spent.reserved) == (1, SENT, RECEIVED, 0)
    assert (tally.calls, tally.sent, tally.received) == (1, SENT, RECEIVED) and tally.seconds > 0
    known = kind.startswith("anthropic")
    assert bool(spent.money) == known
    assert spent.unpriced == (kind == "openai:tiny")  # nobody knows its price; what runs at home has none


def test_the_price_of_a_model_the_list_does_not_know_is_the_persons(server: Wire, meter: Meter):
    made(at(server, "openai:tiny", price_in=10.0, price_out=100.0), meter).ask(PING, DATA)
    spent = meter.today(MONDAY)
    assert spent.money == pytest.approx((SENT * 10 + RECEIVED * 100) / 1e6) and not spent.unpriced


def test_nothing_is_asked_beyond_the_tokens_of_a_day(server: Wire, meter: Meter, kind: str):
    model = made(at(server, kind, tokens=agent.ANSWER + 400), meter)
    assert model.ask(PING, DATA) == GOOD
    with pytest.raises(BudgetSpent) as said:
        for _ in range(5):
            model.ask(PING, DATA)
    assert kind in str(said.value) and "tokens of a day are spent" in str(said.value)
    assert len(server.asked) < 5
    assert meter.today(MONDAY).tokens <= agent.ANSWER + 400


def test_nothing_is_asked_beyond_the_money_of_a_day(server: Wire, meter: Meter):
    model = made(at(server, money=0.001), meter)
    with pytest.raises(BudgetSpent, match=r"\$0.00 of the \$0.0010 of a day are spent and this may cost"):
        model.ask(PING, DATA)
    assert server.asked == []


def test_two_processes_together_keep_the_limit(server: Wire, tmp_path: Path):
    both = [Meter(tmp_path / "meter.db"), Meter(tmp_path / "meter.db")]
    most = 3 * agent.ANSWER
    asking = [made(at(server, tokens=most), one) for one in both]

    def ask(n: int) -> bool:
        try:
            return asking[n % 2].ask(PING, DATA) == GOOD
        except BudgetSpent:
            return False

    def slowly(asked: wire.Asked) -> None:
        time.sleep(0.05)
        answering(GOOD)(asked)

    server.usual = slowly
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(ask, range(16)))

    assert 1 <= sum(done) < 16
    assert sum(done) == len(server.asked)
    assert both[0].today(MONDAY) == both[1].today(MONDAY)
    assert both[0].today(MONDAY).tokens == sum(done) * (SENT + RECEIVED) <= most
    for one in both:
        one.close()


def test_the_mending_of_an_answer_is_reserved_too(server: Wire, meter: Meter):
    server.usual = answering({"wrod": "TEA"})
    model = made(at(server, tokens=agent.ANSWER + 250), meter)
    with pytest.raises(BudgetSpent):
        model.ask(PING, DATA)
    assert len(server.asked) == 1
    assert meter.today(MONDAY) == replace(Spent(calls=1, sent=SENT, received=RECEIVED), money=meter.today(MONDAY).money)


def test_a_try_that_was_lost_on_the_way_counts_as_sent(server: Wire, meter: Meter):
    server.answers = [wire.breaking_off]
    made(at(server), meter).ask(PING, DATA)
    spent = meter.today(MONDAY)
    assert spent.calls == 1 and spent.sent > SENT and spent.received == RECEIVED


def test_a_long_question_is_estimated_by_its_length_in_any_script(server: Wire, meter: Meter):
    model = made(at(server, tokens=agent.ANSWER + 2000), meter)
    for long in ("word " * 2000, "記憶" * 2000):
        with pytest.raises(BudgetSpent):
            model.ask(PING, long)
    assert server.asked == []


# Settings


def test_an_unset_role_falls_back_to_the_other_and_none_to_none(meter: Meter):
    assert models.model("fast", ModelSettings(), None, meter, lambda: MONDAY) is None
    one = ModelSettings(deep="ollama:large")
    assert made(one, meter).name == made(one, meter, role="deep").name == "ollama:large"
    two = ModelSettings(fast="ollama:small", deep="anthropic:large")
    assert (made(two, meter).name, made(two, meter, role="deep").name) == ("ollama:small", "anthropic:large")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"fast": "gpt-5"}, "fast must be one of anthropic:NAME, openai:NAME, ollama:NAME"),
        ({"deep": "anthropic:"}, "deep must be one of"),
        ({"deep": "google:x"}, "deep must be one of"),
        ({"fast": "ollama:a", "deep": "openai:b", "endpoint": "http://h"}, "two providers"),
        ({"fast": "ollama:a", "deep": "openai:b", "key_name": "K"}, "two providers"),
        ({"endpoint": "file:///etc/passwd"}, "is not an http"),
        ({"endpoint": "https://ana:hunter2@host"}, "named by `key_name`"),
        ({"key_name": "sk-abc-123"}, "never the key itself"),
        ({"seconds": 0.0}, "seconds must be"),
        ({"seconds": float("nan")}, "seconds must be"),
        ({"tokens": -1}, "tokens must be 0 or more"),
        ({"money": float("inf")}, "money must be 0 or more"),
        ({"price_out": -0.1}, "price_out must be 0 or more"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(given: dict[str, Any], said: str):
    with pytest.raises(ValueError, match=r".") as wrong:
        ModelSettings(**given)
    assert said in str(wrong.value) and "hunter2" not in str(wrong.value)


def test_a_scripted_model_stands_in_for_any_other():
    model: Model = Scripted([GOOD])
    assert model.ask(PING, DATA) == GOOD


# The library


def test_the_library_is_imported_with_the_first_question_and_not_before():
    code = (
        "import sys; from datetime import datetime, UTC\n"
        "from reverie.llm.models import ModelSettings, model\n"
        "import reverie.llm.prompts, reverie.llm.scripted, reverie.store.meter, reverie.memory\n"
        "model('fast', ModelSettings(fast='ollama:x'), None, None, lambda: datetime.now(UTC))\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in loaded if name.startswith(("pydantic", "httpx", "anthropic", "openai", "genai"))]


def test_without_the_library_the_extra_is_named(tmp_path: Path):
    code = (
        "import sys; from datetime import datetime, UTC; sys.modules['pydantic_ai'] = None\n"
        "from reverie.llm.models import ModelSettings, model; from reverie.llm.prompts import load\n"
        "from reverie.errors import ModelError; from reverie.store.meter import Meter\n"
        "asked = model('fast', ModelSettings(fast='ollama:x'), None, Meter(None), lambda: datetime.now(UTC))\n"
        "try: asked.ask(load('ping'), 'x')\n"
        "except ModelError as wrong: print(wrong)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == ("ollama:x needs pydantic_ai, which is not installed: pip install 'reverie-memory[models]'\n")


def test_a_prompt_of_any_shape_is_answered(server: Wire, meter: Meter, kind: str):
    schema = {
        "type": "object",
        "properties": {
            "drafts": {"type": "array", "items": {"type": "object", "properties": {"body": {"type": "string"}}}}
        },
        "required": ["drafts"],
    }
    before = json.dumps(schema)
    server.usual = answering({"drafts": [{"body": "tea"}]})
    assert made(at(server, kind), meter).ask(Prompt("mine", "Notice.", schema), DATA) == {"drafts": [{"body": "tea"}]}
    assert json.dumps(schema) == before
