"""Pydantic AI: an agent is told what is remembered, has tools, and its runs are observed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie import Memory
from reverie.surfaces.adapters.workspace import OFFERED

pytest.importorskip("pydantic_ai")
from pydantic_ai import Agent, AgentRunResult
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from reverie.surfaces.adapters.pydantic_ai import ReverieMemory

DECIDED = "We decided to use PostgreSQL 16 for the billing service."


@pytest.fixture
def remembered(workspace: Path) -> Iterator[ReverieMemory]:
    Memory.create(workspace).close()
    made = ReverieMemory(workspace, user_id="ana")
    yield made
    made.close()


class Scripted:
    """A model that says what it is told to, and remembers what it was sent."""

    def __init__(self, *parts: TextPart | ToolCallPart) -> None:
        self.parts = list(parts)
        self.sent: list[list[ModelMessage]] = []
        self.offered: list[str] = []

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.sent.append(list(messages))
        self.offered = [tool.name for tool in info.function_tools]
        return ModelResponse(parts=[self.parts.pop(0)])


def ran(agent: Agent, prompt: str, history: list[ModelMessage] | None = None) -> AgentRunResult[str]:
    return asyncio.run(agent.run(prompt, message_history=history))


def prompts(messages: list[ModelMessage]) -> list[str]:
    requests = (message for message in messages if isinstance(message, ModelRequest))
    return [str(part.content) for request in requests for part in request.parts if isinstance(part, UserPromptPart)]


def test_a_run_is_observed_and_the_next_conversation_is_told(remembered: ReverieMemory, workspace: Path):
    script = Scripted(TextPart("Noted. It listens on port 5433."), TextPart("PostgreSQL 16."), TextPart("Since today."))
    agent = Agent(FunctionModel(script), capabilities=[remembered])

    ran(agent, DECIDED)
    with Memory.open(workspace) as memory:
        noticed = memory.vault.marked("undreamed", "user/ana")
        memory.dream("user/ana")
    answer = ran(agent, "Which database does the billing service use?")
    ran(agent, "Since when does billing use PostgreSQL?", answer.all_messages())

    told, asked = prompts(script.sent[1])
    assert told.startswith("<reverie>") and DECIDED in told and asked.startswith("Which database")
    assert prompts(script.sent[2])[:2] == [told, asked], "what was told stays where it was"
    assert sum("<reverie>" in each for each in prompts(script.sent[2])) == 1
    with Memory.open(workspace) as memory:
        assert [(f.quote, f.trust) for f in noticed if f.body == DECIDED and f.kind != "event"] == [(DECIDED, "user")]
        assert memory.recall("billing").hits == memory.recall("billing", space="user/bob").hits == ()
        assert not any("reverie>" in hit.text for hit in memory.recall("PostgreSQL", space="user/ana", k=50).hits)
    assert remembered.trouble is None


def test_its_tools_are_called_and_answer_with_the_agents_trust(remembered: ReverieMemory, workspace: Path):
    script = Scripted(
        ToolCallPart("memory_remember", {"text": "The billing service listens on port 5433"}),
        ToolCallPart("memory_search", {"query": "port of the billing service"}),
        ToolCallPart("memory_search", {"limit": 2}),
        TextPart("Kept."),
    )

    answer = ran(Agent(FunctionModel(script), capabilities=[remembered]), "Keep what you found out, please.")

    assert tuple(script.offered) == OFFERED
    told = [str(p.content) for m in answer.all_messages() for p in m.parts if isinstance(p, ToolReturnPart)]
    assert "with trust agent" in told[0] and "port 5433" in told[1]
    assert told[2].startswith("Not done: memory_search")
    with Memory.open(workspace) as memory:
        assert memory.recall("port of the billing service", space="user/ana").hits[0].trust == "agent"


def test_every_tool_can_be_called_with_what_its_schema_allows(remembered: ReverieMemory):
    answer = ran(Agent(TestModel(), capabilities=[remembered]), "Try everything.")

    returned = [p.tool_name for m in answer.all_messages() for p in m.parts if isinstance(p, ToolReturnPart)]
    assert sorted(returned) == sorted(OFFERED)


def test_two_users_of_one_process_are_kept_apart(workspace: Path):
    Memory.create(workspace).close()

    async def talk() -> list[list[str]]:
        sent = []
        for user, prompt in [("ana", DECIDED), ("bob", "Which database does the billing service use?")]:
            script = Scripted(TextPart("Fine."))
            await Agent(FunctionModel(script), capabilities=[ReverieMemory(workspace, user_id=user)]).run(prompt)
            sent.append(prompts(script.sent[0]))
        return sent

    assert asyncio.run(talk())[1] == ["Which database does the billing service use?"]


def test_an_agent_goes_on_where_memory_is_off_and_when_it_shall_not_be_watched(workspace: Path):
    with Memory.create(workspace) as person:
        person.remember(DECIDED, space="user/ana")
        silent = ReverieMemory(workspace, user_id="ana", tells=False, observes=False)
        script = Scripted(TextPart("Fine."))
        ran(Agent(FunctionModel(script), capabilities=[silent]), "Which database does the billing service use?")
        assert len(prompts(script.sent[0])) == 1 and person.archive.changes(0, 0, 10).turns == ()

        person.turn(None, on=False)
        off = ReverieMemory(workspace, user_id="ana")
        answer = ran(Agent(FunctionModel(Scripted(TextPart("Fine."))), capabilities=[off]), "Anything about billing?")
        assert answer.output == "Fine." and off.trouble and "memory is off" in off.trouble
