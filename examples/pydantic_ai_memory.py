"""A Pydantic AI agent that remembers its user from one conversation to the next. The model is a function.

Against a real one: `Agent("anthropic:…", capabilities=[…])`.
"""

from __future__ import annotations

import asyncio
import tempfile

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from reverie import Memory
from reverie.surfaces.adapters.pydantic_ai import ReverieMemory


def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Says what it was sent."""
    sent = [str(part.content) for part in messages[-1].parts if isinstance(part, UserPromptPart)]
    return ModelResponse(parts=[TextPart(f"{len(info.function_tools)} tools; sent: " + " | ".join(sent))])


async def talk(folder: str) -> None:
    remembered = ReverieMemory(folder, user_id="ana")
    agent = Agent(FunctionModel(model), capabilities=[remembered])
    print((await agent.run("We decided to use PostgreSQL 16 for the billing service.")).output)
    with Memory.open(folder) as memory:
        memory.dream()  # a worker does this by itself, half an hour later
    print((await agent.run("Which database does the billing service use?")).output)
    remembered.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Memory.create(folder).close()
        asyncio.run(talk(folder))


if __name__ == "__main__":
    main()
