"""Resources and prompts as an agent, or the person in front of it, meets them."""

from __future__ import annotations

from pathlib import Path

import mcp_types as protocol
import pytest
from mcp.shared.exceptions import MCPError

from reverie import Memory
from reverie.domain.fence import NOTICE
from reverie.transcripts.base import cleaned
from tests.surfaces.mcp.conftest import Agent, tell


@pytest.fixture
def dreamed(agent: Agent) -> Agent:
    """The same after a night, with a project and a skill."""
    tell(agent.root, "To deploy:\n1. run the tests\n2. tag the release\n3. push to staging")
    tell(agent.root, "Alpha ships on Fridays", "My name is Zoe", space="project/alpha")
    with Memory.open(agent.root) as memory:
        memory.dream()
    return agent


def test_what_is_listed_can_be_read_and_is_fenced(dreamed: Agent):
    listed = dreamed.ask(lambda client: client.list_resources()).resources
    assert {"memory://root/MEMORY.md"} < {resource.uri for resource in listed}
    assert any(resource.description and resource.description.startswith("Procedure:") for resource in listed)
    for resource in listed:
        found = dreamed.read(resource.uri)
        assert resource.mime_type == "text/markdown"
        assert found.startswith(f"<reverie>\n{NOTICE}\n[") and "trust user" in found
        assert cleaned(found) == ""


def test_files_of_the_vault_are_read_by_their_path(dreamed: Agent):
    assert "Billing uses PostgreSQL 16" in dreamed.read("memory://root/topics/billing-uses-postgresql-16.md")
    assert "invoice importer" in dreamed.read("memory://root/MEMORY.md")
    skill = next((dreamed.root / "memory/skills").glob("*/SKILL.md")).relative_to(dreamed.root / "memory")
    assert "2. tag the release" in dreamed.read(f"memory://root/{skill.as_posix()}")
    found = dreamed.read("memory://root/topics/billing%2Duses%2dpostgresql-16.md")
    assert "Billing uses PostgreSQL 16" in found and "streams/" not in found, "citations are left out"


def test_a_project_has_its_own_part_of_memory(dreamed: Agent):
    alpha = Agent(dreamed.root, "project/alpha")
    assert "Alpha ships on Fridays" in alpha.read("memory://project/topics/alpha-ships-on-fridays.md")
    assert "Zoe" in alpha.read("memory://project/MEMORY.md")
    assert "Zoe" not in alpha.read("memory://root/MEMORY.md")
    listed = {r.uri for r in alpha.ask(lambda client: client.list_resources()).resources}
    assert {"memory://project/MEMORY.md", "memory://root/MEMORY.md"} <= listed
    assert "none is known here" in dreamed.unreadable("memory://project/MEMORY.md")
    folder = "memory://root/spaces/project%252Falpha/topics/alpha-ships-on-fridays.md"
    assert "Alpha ships" in alpha.read(folder)
    assert "there is nothing at" in dreamed.unreadable(folder)


OUTSIDE = (
    "memory://root/../reverie.toml", "memory://root/../../etc/passwd", "memory://root/../outside.md",
    "memory://root/%2e%2e/outside.md", "memory://root/%2E%2E%2Foutside.md", "memory://root/..%2foutside.md",
    "memory://root/topics/..%5c..%5coutside.md", "memory://root/%252e%252e/outside.md",
    "memory://root/%c0%ae%c0%ae/outside.md", "memory://root/%ff.md", "memory://root/%zz.md", "memory://root/topics%",
    "memory://root//etc/passwd.md", "memory://root/%2Fetc/passwd.md", "memory://root/topics/x.md%00.txt",
    "memory://root/topics/./x.md", "memory://root/.reverie/audit.jsonl", "memory://root/.hidden.md",
    "memory://root/streams/2026-11-16.jsonl", "memory://root/topics", "memory://root/topics/",
    "memory://root/topics/" + "x" * 300 + ".md", "memory://root/topics/x.md?line=1", "memory://root/topics/x.md#1",
    "memory://rooted/MEMORY.md", "memory://", "memory:///etc/passwd", "memory://user@root/MEMORY.md",
    "file:///etc/passwd", "MEMORY.md", "", "memory://root/meta/audit-archive.md", "memory://handle/", "memory://handle/..",
)  # fmt: skip


def test_no_address_leads_out_of_the_pages(agent: Agent):
    (agent.root / "outside.md").write_text("secret plans")
    (agent.root / "memory" / ".hidden.md").write_text("secret plans")
    for uri in OUTSIDE:
        said = agent.unreadable(uri)
        assert "secret plans" not in said and str(agent.root) not in said, uri


def test_a_symbolic_link_leads_nowhere(agent: Agent, tmp_path: Path):
    (tmp_path / "elsewhere.md").write_text("secret plans")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x.md").write_text("secret plans")
    topics = agent.root / "memory" / "topics"
    (topics / "linked.md").symlink_to(tmp_path / "elsewhere.md")
    (agent.root / "memory" / "notes").symlink_to(tmp_path / "folder")
    page = topics / "billing-uses-postgresql-16.md"
    page.unlink()
    page.symlink_to(tmp_path / "elsewhere.md")

    assert "there is nothing at" in agent.unreadable("memory://root/topics/linked.md")
    assert "there is nothing at" in agent.unreadable("memory://root/notes/x.md")
    assert "secret plans" not in agent.read("memory://root/topics/billing-uses-postgresql-16.md")
    agent.fields("memory_remember", text="Lockers are blue")  # a writer looks for edits
    assert "there is nothing at" in agent.unreadable("memory://root/topics/linked.md")
    assert agent.fields("memory_search", query="secret plans")["hits"] == []


def test_an_edit_nobody_has_looked_at_is_not_read_yet(agent: Agent):
    page = agent.root / "memory/topics/billing-uses-postgresql-16.md"
    page.write_text(page.read_text() + "\npassword: ghp_" + "a1B2" * 9 + "\n")
    assert "ghp_" not in agent.read("memory://root/topics/billing-uses-postgresql-16.md")


def test_templates_say_how_addresses_are_made(agent: Agent):
    found = agent.ask(lambda client: client.list_resource_templates()).resource_templates
    assert [t.uri_template for t in found] == [
        "memory://handle/{handle}", "memory://root/{+path}", "memory://project/{+path}",
    ]  # fmt: skip


def told(agent: Agent, name: str, **given: str) -> str:
    (message,) = agent.ask(lambda client: client.get_prompt(name, given)).messages
    assert message.role == "user" and isinstance(message.content, protocol.TextContent)
    return message.content.text


def test_prompts_bring_what_memory_holds_fenced_and_the_request_outside_the_fence(dreamed: Agent):
    names = [prompt.name for prompt in dreamed.ask(lambda client: client.list_prompts()).prompts]
    assert names == ["recall", "remember", "brief", "review"]

    assert "Billing uses PostgreSQL 16" in told(dreamed, "recall", topic="billing database")
    assert "Answer from what stands above" in cleaned(told(dreamed, "recall", topic="billing database"))
    assert "memory_remember" in told(dreamed, "remember", text="Tea is at four")
    assert "invoice importer" in told(dreamed, "brief") and "invoice" not in cleaned(told(dreamed, "brief"))
    dreamed.fields("memory_remember", text="Ana prefers tabs")
    assert "Ana prefers tabs" in told(dreamed, "review")


def test_a_prompt_that_lacks_its_argument_or_does_not_exist_is_one_line(agent: Agent):
    with pytest.raises(MCPError, match=r"^the prompt recall needs topic: what to look for$"):
        told(agent, "recall")
    with pytest.raises(MCPError, match=r"^Unknown prompt 'dance'; there are recall, remember, brief, review$"):
        told(agent, "dance")
