"""Two conversations of the OpenAI Agents SDK with one user, and what the second knows of the first.

The model is scripted. Against a real one: leave `model` out of `Agent`.
"""

from __future__ import annotations

import asyncio
import tempfile

from agents import Agent, RunConfig, Runner, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call

from reverie import Memory
from reverie.surfaces.adapters.openai_agents import ReverieSession


async def talk(folder: str) -> None:
    first = ReverieSession("monday", folder, user_id="ana")
    model = ScriptedModel([[assistant_message("Noted.")]])
    await Runner.run(
        Agent(name="helper", model=model, tools=[*first.tools]),
        "We decided to use PostgreSQL 16 for the billing service.",
        session=first,
    )
    first.close()
    with Memory.open(folder) as memory:
        memory.dream()  # a worker does this by itself, half an hour later

    second = ReverieSession("tuesday", folder, user_id="ana")
    model = ScriptedModel(
        [
            [function_call("memory_search", {"query": "database of the billing service"}, call_id="c1")],
            [assistant_message("PostgreSQL 16.")],
        ]
    )
    answer = await Runner.run(
        Agent(name="helper", model=model, tools=[*second.tools]),
        "Which database does the billing service use?",
        session=second,
        run_config=RunConfig(call_model_input_filter=second.filter),
    )
    print("The model was sent:")
    for item in model.calls[0].input:
        print(f"  {item}")
    print(f"It answers: {answer.final_output}")
    second.close()


def main() -> None:
    set_tracing_disabled(True)
    with tempfile.TemporaryDirectory() as folder:
        Memory.create(folder).close()
        asyncio.run(talk(folder))


if __name__ == "__main__":
    main()
