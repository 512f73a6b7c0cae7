"""What each host asks of a server's tools: names, sizes, plain schemas, hints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from reverie.domain.text import tokens
from reverie.llm.schema import checkable
from reverie.surfaces.mcp.server import INSTRUCTIONS
from reverie.surfaces.mcp.tools import TOOLS
from tests.surfaces.mcp.conftest import Agent

NAMES = {
    "Claude Code, a server of the user's": "mcp__reverie__{}",
    "Claude Code, a plug-in's server": "mcp__plugin_reverie_reverie__{}",
    "Gemini CLI": "mcp_reverie_{}",
    "Codex": "reverie__{}",
}
READING = {"memory_search", "memory_get", "knowledge_graph_search", "search", "fetch"}


def listed(agent: Agent) -> list[dict[str, Any]]:
    """The tools as they go over the wire."""
    found = agent.ask(lambda client: client.list_tools()).tools
    return [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in found]


def test_there_are_eight_tools_and_they_cost_little(agent: Agent):
    tools = listed(agent)
    assert [tool["name"] for tool in tools] == [
        "memory_search", "memory_get", "memory_remember", "memory_forget", "knowledge_graph_search", "memory_review",
        "search", "fetch",
    ]  # fmt: skip
    seen = [{name: tool[name] for name in ("name", "description", "inputSchema")} for tool in tools]
    assert tokens(json.dumps(seen)) < 1_800, "what a model reads of them"


@pytest.mark.parametrize("host", NAMES)
def test_every_name_fits_the_64_characters_that_models_take(host: str):
    for tool in TOOLS:
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", NAMES[host].format(tool.name))


def test_descriptions_say_when_to_call_first_and_fit_what_claude_code_reads(agent: Agent):
    for tool in listed(agent):
        assert len(tool["description"].encode()) <= 2_048
        assert tool["description"].startswith(("Call this ", "For ChatGPT"))
        assert tool["title"]
    assert len(INSTRUCTIONS.encode()) <= 2_048
    assert INSTRUCTIONS.startswith("Search this memory (memory_search) before answering about past work")


def test_exactly_one_tool_is_loaded_before_it_is_looked_for(agent: Agent):
    always = [tool["name"] for tool in listed(agent) if tool.get("_meta", {}).get("anthropic/alwaysLoad")]
    assert always == ["memory_search"]


def schemas(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from schemas(inner)
    if "items" in schema:
        yield from schemas(schema["items"])


def test_arguments_are_texts_and_numbers_that_every_host_takes(agent: Agent):
    plain = {"type", "description", "enum", "minimum", "maximum"}
    for tool in listed(agent):
        schema = tool["inputSchema"]
        assert set(schema) == {"type", "properties", "required"} and schema["type"] == "object"
        assert set(schema["required"]) <= set(schema["properties"])
        for argument in schema["properties"].values():
            assert set(argument) <= plain and argument["type"] in ("string", "integer")
            assert argument["description"] and all(isinstance(word, str) for word in argument.get("enum", ()))


def test_answers_are_promised_by_a_schema_without_references_or_unions(agent: Agent):
    for tool in listed(agent):
        schema = tool["outputSchema"]
        assert schema["type"] == "object" and schema["required"]
        checkable(schema)
        for inner in schemas(schema):
            assert isinstance(inner["type"], str) and not set(inner) & {"$ref", "$defs", "anyOf", "oneOf", "allOf"}


def test_hints_say_what_only_reads_and_what_may_take_something_away(agent: Agent):
    for tool in listed(agent):
        hints = tool["annotations"]
        reads = tool["name"] in READING
        assert hints["readOnlyHint"] is reads and hints["idempotentHint"] is reads
        assert hints["openWorldHint"] is False
        assert hints["destructiveHint"] is (tool["name"] == "memory_forget")


def test_connectors_find_search_and_fetch_as_they_want_them(agent: Agent):
    tools = {tool["name"]: tool["inputSchema"] for tool in listed(agent)}
    assert {n: p["type"] for n, p in tools["search"]["properties"].items()} == {"query": "string"}
    assert {n: p["type"] for n, p in tools["fetch"]["properties"].items()} == {"id": "string"}


def test_the_server_tells_who_it_is_and_what_it_can(agent: Agent):
    async def asked(client: Any) -> Any:
        return client.server_info, client.server_capabilities, client.instructions

    info, can, instructions = agent.ask(asked)
    assert info.name == "reverie" and info.version
    assert can.tools and can.resources and can.prompts
    assert instructions == INSTRUCTIONS
