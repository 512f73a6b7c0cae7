"""The OpenAI Agents SDK: the conversation as its own session keeps it, observed, with tools and what memory adds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory
from reverie.surfaces.adapters.workspace import OFFERED

pytest.importorskip("agents")
from agents import Agent, RunConfig, Runner, Session, SQLiteSession, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call

from reverie.surfaces.adapters.openai_agents import ReverieSession

DECIDED = "We decided to use PostgreSQL 16 for the billing service."


@pytest.fixture(autouse=True)
def _quiet() -> None:
    set_tracing_disabled(True)


@pytest.fixture
def session(workspace: Path) -> Iterator[ReverieSession]:
    Memory.create(workspace).close()
    made = ReverieSession("talk", workspace, user_id="ana")
    yield made
    made.close()


def talk(session: ReverieSession, prompts: list[str], *steps: Any) -> tuple[list[str], list[list[Any]]]:
    """What an agent says to these prompts, and what its model was sent each time."""
    model = ScriptedModel([[step] for step in steps])
    agent = Agent(name="helper", model=model, tools=list(session.tools))

    async def run() -> list[str]:
        config = RunConfig(call_model_input_filter=session.filter)
        return [(await Runner.run(agent, each, session=session, run_config=config)).final_output for each in prompts]

    said = asyncio.run(run())
    return said, [list(call.input) for call in model.calls]


def test_a_conversation_is_kept_and_what_was_said_is_observed_as_its_speakers(session: ReverieSession, workspace: Path):
    assert isinstance(session, Session)

    talk(session, [DECIDED], assistant_message("Noted. The service listens on port 5433."))

    items: list[Any] = asyncio.run(session.get_items())
    assert [item["role"] for item in items] == ["user", "assistant"]
    with Memory.open(workspace) as memory:
        hits = {hit.text: hit.trust for hit in memory.recall("billing PostgreSQL", space="user/ana").hits}
        assert hits[DECIDED] == "user"
        assert memory.recall("billing PostgreSQL").hits == memory.recall("billing", space="user/bob").hits == ()
        noticed = memory.vault.marked("undreamed", "user/ana")
        assert any(f.body == DECIDED and f.quote == DECIDED and f.trust == "user" for f in noticed)
    assert session.trouble is None


def test_the_four_methods_answer_as_the_sdks_own_session(session: ReverieSession):
    async def use(kept: Session) -> list[Any]:
        items: list[Any] = [{"role": "user", "content": f"hello {n}"} for n in range(4)]
        await kept.add_items(items)
        seen: list[Any] = [await kept.get_items(), await kept.get_items(2), await kept.get_items(0)]
        seen += [await kept.pop_item(), await kept.get_items()]
        await kept.clear_session()
        return [*seen, await kept.get_items(), await kept.pop_item()]

    assert asyncio.run(use(session)) == asyncio.run(use(SQLiteSession("theirs")))


def test_a_later_session_is_told_what_an_earlier_one_settled_once_and_always_in_the_same_place(
    session: ReverieSession, workspace: Path
):
    talk(session, [DECIDED], assistant_message("Noted."))
    with Memory.open(workspace) as memory:
        memory.dream("user/ana")
    later = ReverieSession("later", workspace, user_id="ana")

    _, sent = talk(
        later, ["Which database does the billing service use?", "Thanks. And which version of PostgreSQL?"],
        assistant_message("One moment."), assistant_message("16."),
    )  # fmt: skip

    first = sent[0][0]["content"]
    assert first.startswith("<reverie>") and DECIDED in first
    assert sent[1][: len(sent[0])] == sent[0], "what stood before stays as it was"
    assert sum("<reverie>" in str(item) for item in sent[1]) == 1
    assert not any("<reverie>" in str(item) for item in asyncio.run(later.get_items()))
    stranger = ReverieSession("third", workspace, user_id="bob")
    _, sent = talk(stranger, ["Which database does the billing service use?"], assistant_message("I do not know."))
    assert not any("<reverie>" in str(item) for item in sent[0])


def test_its_tools_search_and_remember_with_the_agents_trust(session: ReverieSession, workspace: Path):
    assert tuple(tool.name for tool in session.tools) == OFFERED

    _, sent = talk(
        session, ["Please keep what you found out."],
        function_call("memory_remember", {"text": "The billing service listens on port 5433"}, call_id="c1"),
        function_call("memory_search", {"query": "port of the billing service"}, call_id="c2"),
        function_call("memory_search", {"limit": 3}, call_id="c3"),
        assistant_message("Kept."),
    )  # fmt: skip

    told = [item["output"] for item in sent[-1] if item.get("type") == "function_call_output"]
    assert "with trust agent" in told[0]
    assert "The billing service listens on port 5433" in told[1] and "trust agent" in told[1]
    assert told[2].startswith("Not done: memory_search")
    with Memory.open(workspace) as memory:
        assert memory.recall("port of the billing service", space="user/ana").hits[0].trust == "agent"
        turns = [hit.text for hit in memory.recall("billing port 5433", space="user/ana", k=50).hits]
        assert not any("<reverie>" in text for text in turns), "memory does not feed on what it told"


def test_the_same_talk_is_read_once_and_a_session_goes_on_in_another_process(workspace: Path, tmp_path: Path):
    Memory.create(workspace).close()
    for prompt in (DECIDED, "We deploy on Fridays."):
        kept = SQLiteSession("talk", tmp_path / "talk.db")
        session = ReverieSession("talk", workspace, user_id="ana", history=kept)
        talk(session, [prompt], assistant_message("Noted."))
        asyncio.run(session.observe())
        session.close()
        kept.close()

    with Memory.open(workspace) as memory:
        bodies = [f.body for f in memory.vault.marked("undreamed", "user/ana") if "session" not in f.tags]
    assert bodies.count(DECIDED) == 1
    assert len(bodies) == len(set(bodies))


def test_a_conversation_goes_on_where_memory_is_off(session: ReverieSession, workspace: Path):
    with Memory.open(workspace) as person:
        person.turn(None, on=False)

    asks = function_call("memory_search", {"query": "billing"}, call_id="c")
    said, sent = talk(session, [DECIDED], asks, assistant_message("Fine."))

    assert said == ["Fine."]
    assert "memory is off" in str(sent[1]) and session.trouble and "memory is off" in session.trouble
    with Memory.open(workspace) as person:
        assert person.vault.marked("undreamed") == []
