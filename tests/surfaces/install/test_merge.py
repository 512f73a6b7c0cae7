"""A JSON text is added to and taken from in place: every other byte stays, and what comes out is what went in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reverie.surfaces.install import merge
from reverie.surfaces.install.jsonc import Malformed, read
from reverie.surfaces.install.parts import SERVER, Block, JsonSettings
from reverie.surfaces.install.program import Program
from reverie.surfaces.install.toml import TomlServer

PROGRAM = Program(command=("/opt/my tools/reverie",), workspace=Path("/home/ana/it's mine"))
HOOK = {"hooks": [{"type": "command", "command": PROGRAM.hook_line("codex", "Stop"), "timeout": 3}]}
SETTINGS = JsonSettings(
    hooks={"SessionStart": HOOK, "Stop": HOOK}, servers=("mcp", "servers"), entry=PROGRAM.server_entry("codex")
)
RELAXED = JsonSettings(hooks=SETTINGS.hooks, servers=SETTINGS.servers, entry=SETTINGS.entry, relaxed=True)
TABLE = TomlServer(entry=PROGRAM.server_entry("codex"))

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)
groups = st.lists(
    st.fixed_dictionaries(
        {"hooks": st.lists(st.fixed_dictionaries({"type": st.just("command"), "command": st.text()}))}
    ),
    max_size=2,
)
settings = st.builds(
    lambda rest, hooks, servers: {**rest, **hooks, **servers},
    st.dictionaries(st.text(max_size=6).filter(lambda key: key not in ("hooks", "mcp")), values, max_size=4),
    st.fixed_dictionaries(
        {}, optional={"hooks": st.dictionaries(st.sampled_from(["SessionStart", "Stop", "Other"]), groups)}
    ),
    st.fixed_dictionaries(
        {},
        optional={"mcp": st.fixed_dictionaries({}, optional={"servers": st.dictionaries(st.just("other"), values)})},
    ),
)
styles = st.sampled_from(
    [
        {"indent": 2},
        {"indent": "\t"},
        {"indent": 7},
        {"separators": (",", ":")},
        {"separators": (", ", ": ")},
        {"indent": 0},
    ]
)


@given(settings, styles, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_whatever_the_settings_are_ours_come_out_as_they_went_in(
    held: dict[str, Any], style: dict[str, Any], new: str, ascii_only: bool
):
    text = json.dumps(held, ensure_ascii=ascii_only, **style).replace("\n", new)
    added = SETTINGS.add(text)
    there = json.loads(added)
    assert there["mcp"]["servers"][SERVER] == SETTINGS.entry
    assert there["hooks"]["Stop"][-1] == HOOK
    assert SETTINGS.add(added) == added
    assert json.loads(SETTINGS.remove(added, text)) == held
    assert SETTINGS.remove(text, None) == text  # nothing of ours is in it


@given(settings, styles)
def test_what_others_have_there_stays_in_its_order(held: dict[str, Any], style: dict[str, Any]):
    added = json.loads(SETTINGS.add(json.dumps(held, **style)))
    assert [key for key in added if key in held] == list(held)
    for event, theirs in held.get("hooks", {}).items():
        assert added["hooks"][event][: len(theirs)] == theirs


COMMENTED = """\
// my settings
{
    "theme": "dark", // at night
    /* keys of the
       company */
    "env": {"A": "1",},
    hooks: {
        // mine
        'SessionStart': [
            { "hooks": [ { "type": "command", "command": "echo hi" } ] }, // greets
        ],
    },
}
"""


def test_comments_and_loose_writing_survive_to_the_byte():
    added = RELAXED.add(COMMENTED)
    for line in COMMENTED.splitlines():
        assert line.rstrip("{},] ") in added
    assert len(read(added, relaxed=True).value["hooks"]["SessionStart"]) == 2
    assert RELAXED.remove(added, COMMENTED) == COMMENTED


@pytest.mark.parametrize(
    "text",
    [
        '{\n  "a": 1\n}',
        '{\n\t"a": {\n\t\t"b": []\n\t}\n}\n',
        '{"a":1}',
        '{ "a": 1, "hooks": { "Stop": [ {"hooks": []} ] } }\n',
        '\ufeff{\r\n  "ключ": "значение",\r\n  "hooks": {"Other": []}\r\n}\r\n',
        '{\n "a": 1 }',
    ],
)
def test_ordinary_texts_come_back_to_the_byte_without_a_receipt(text: str):
    assert SETTINGS.remove(SETTINGS.add(text), None) == text


def test_the_indentation_of_the_text_is_followed():
    added = merge.put('{\n\t"a": 1\n}\n', ("mcp", "x"), {"y": [1]}, relaxed=False)
    assert added == '{\n\t"a": 1,\n\t"mcp": {\n\t\t"x": {\n\t\t\t"y": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}\n}\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1', "a comma is missing"),
        ('{"a" 1}', "a colon is missing"),
        ('{"a": 1,}', "a comma stands before the end"),
        ('{"a": 1} x', "something follows"),
        ("[]", "not an object"),
        ('{"hooks": 3}', "hooks is not an object"),
        ('{"hooks": {"SessionStart": {}}}', "hooks.SessionStart is not a list"),
        ('{"mcp": []}', "mcp is not an object"),
        ('{"a": // no\n1}', "begins no value"),
        ('{"a": "\n"}', "a text is not closed"),
        ("{" * 300, "a key is missing"),
        ('{"a":' * 300, "nested too deeply"),
    ],
)
def test_malformed_texts_are_refused_with_the_place(text: str, why: str):
    with pytest.raises(Malformed, match=why):
        SETTINGS.add(text)


@given(st.text(max_size=40))
def test_no_text_makes_the_reader_fail_in_another_way(text: str):
    for relaxed in (True, False):
        try:
            read(text, relaxed=relaxed)
        except Malformed:
            continue


@given(values)
def test_the_reader_reads_what_json_reads(value: Any):
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        assert read(text, relaxed=False).value == read(text, relaxed=True).value == value


def test_a_group_that_somebody_put_a_hook_into_keeps_that_hook():
    added = SETTINGS.add("{}")
    shared = json.loads(added)
    shared["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "say done"})
    left = json.loads(SETTINGS.remove(json.dumps(shared, indent=2), "{}"))
    assert left == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}


def test_ours_is_renewed_in_its_place_so_that_no_hook_of_others_moves():
    later = Program(command=("/new/reverie",), workspace=PROGRAM.workspace)
    hook = {"hooks": [{"type": "command", "command": later.hook_line("codex", "Stop"), "timeout": 3}]}
    held = json.loads(SETTINGS.add('{\n  "a": 1\n}\n'))
    held["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "say done"}]})
    held["hooks"]["Gone"] = [HOOK, HOOK]
    held["mcp"]["servers"][SERVER]["enabled"] = False
    text = json.dumps(held, indent=2)
    renewed = json.loads(JsonSettings(hooks={"Stop": hook}, servers=SETTINGS.servers, entry=SETTINGS.entry).add(text))
    assert [one["hooks"][0]["command"] for one in renewed["hooks"]["Stop"]] == [hook["hooks"][0]["command"], "say done"]
    assert list(renewed["hooks"]) == ["Stop"]
    assert renewed["mcp"]["servers"][SERVER]["enabled"] is False  # as somebody has set it


def test_a_server_of_that_name_that_is_not_ours_stays():
    text = '{"mcp": {"servers": {"reverie": {"command": "reverie", "args": ["mcp"]}}}}'
    assert "did not write" in SETTINGS.left(text)
    added = SETTINGS.add(text)
    assert json.loads(added)["mcp"] == json.loads(text)["mcp"]
    assert json.loads(SETTINGS.remove(added, None)) == json.loads(text)


TOML = """\
# mine
model = "o9"   # the big one

[mcp_servers.other] # theirs
command = "x"

[projects."/home/ana/a b"]
trust_level = "trusted"
"""


@pytest.mark.parametrize("text", [TOML, TOML.replace("\n", "\r\n"), "", "# only a remark\n", "[mcp_servers]\n"])
def test_a_table_is_added_to_toml_and_every_comment_survives(text: str):
    added = TABLE.add(text)
    assert added.startswith(text) and "[mcp_servers.reverie]" in added
    assert TABLE.remove(added, text) == text


def test_what_a_host_writes_below_our_table_stays_and_what_it_adds_to_it_goes():
    theirs = '[hooks.state."a"]\ntrusted_hash = "1"\n'
    added = TABLE.add(TOML) + '\n[mcp_servers.reverie.tools.search]\napproval = "x"\n\n# trusted\n' + theirs
    assert TABLE.remove(added, TOML) == TOML + "\n# trusted\n" + theirs


def test_toml_that_we_cannot_add_to_is_refused():
    for text in ("mcp_servers = {}\n", "a = \n", "[mcp_servers]\nreverie.command = 1\nreverie.args = 2\n["):
        with pytest.raises(Malformed):
            TABLE.add(text)
    assert "did not write" in TABLE.left('[mcp_servers]\nreverie = {command = "reverie"}\n')


def test_a_header_of_ours_inside_a_text_is_no_header():
    text = 'a = """\n[mcp_servers.reverie]\ncommand = 1\n"""\n'
    with pytest.raises(Malformed, match="by hand"):
        TABLE.remove(TABLE.add(text), text)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=60))
def test_a_block_goes_out_of_any_text_as_it_went_in(text: str):
    block = Block(text="## Memory\n\nLook.\n")
    added = block.add(text)
    assert block.text.strip() in added
    assert block.remove(added, text).rstrip("\n") == text.rstrip("\n")
    assert block.remove(text, None) == text
