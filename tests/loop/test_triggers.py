"""What an owner asks of memory in the middle of a session: nothing of it is done without a person."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reverie.domain.page import Key
from reverie.domain.proposal import Purge, Retire
from reverie.errors import ReverieError
from reverie.memory import Memory
from tests.loop.test_observe import said


@pytest.fixture
def memory(workspace: Path) -> Memory:
    memory = Memory.create(workspace)
    memory.remember("The staging password vault is called Moonbase")
    memory.remember("Ana prefers tea")
    return memory


def test_a_forget_waits_for_a_person_and_changes_nothing_before(memory: Memory) -> None:
    run = memory.flush(said("user: Forget what I said about Moonbase"))
    assert list(run.heard) == ["asked to forget; it waits in `reverie review`"]
    ((held,),) = [memory.held("held")]
    assert held.proposal.trigger == 'said in codex:s1: "Forget what I said about Moonbase"'
    assert all(isinstance(change, Retire) for change in held.proposal.changes)
    assert memory.recall("Moonbase").hits
    memory.approve(held.proposal.id)
    assert not any("Moonbase" in hit.text for hit in memory.recall("Moonbase").hits if hit.key.kind == "belief")


def test_heard_twice_it_is_one_proposal(memory: Memory) -> None:
    memory.flush(said("user: Forget what I said about Moonbase"))
    memory.vault.state.clear()
    memory.vault.state.follow(memory.vault.disk)
    memory.flush(said("user: Forget what I said about Moonbase", "user: thanks a lot for that"))
    assert len(memory.held()) == 1


def test_permanently_delete_waits_for_a_person_and_then_leaves_no_trace(memory: Memory) -> None:
    memory.flush(said("user: Permanently delete everything about Moonbase"))
    (held,) = memory.held("held")
    (change,) = held.proposal.changes
    assert isinstance(change, Purge)
    assert change.ids

    memory.approve(held.proposal.id)

    assert memory.held() == []
    assert memory.recall("Moonbase").hits == ()
    assert [str(path) for path in memory.root.rglob("*") if path.is_file() and b"oonbase" in path.read_bytes()] == []


def test_to_forget_what_is_not_held_is_said_and_nothing_waits(memory: Memory) -> None:
    run = memory.flush(said("user: Forget everything about zeppelins"))
    assert list(run.heard) == ["asked to forget something that is not held: zeppelins"]
    assert memory.held() == []


@pytest.mark.parametrize(
    "asked",
    [
        "yeah no. forget I asked",
        "Forget that Ana lives in Lyon",
        "Forget the vault of the bank",
        "Forget the coffee, we use tea now",
    ],
)
def test_one_word_in_common_is_not_what_was_named(memory: Memory, asked: str) -> None:
    memory.remember("Ask me before you touch more than three files")
    memory.flush(said(f"user: {asked}"))
    assert memory.held() == []


def test_what_is_replaced_goes_and_what_was_said_with_it_stays(memory: Memory) -> None:
    memory.remember("We install with yarn")
    run = memory.flush(said("user: forget the yarn thing, we're on pnpm"))
    changed = [f.body for f in run.fragments if f.kind in ("decision", "correction")]
    assert changed == ["We're on pnpm, not yarn"]
    (held,) = memory.held("held")
    memory.approve(held.proposal.id)
    assert not [hit for hit in memory.recall("yarn").hits if hit.key.kind == "belief"]
    assert any("pnpm" in hit.text for hit in memory.recall("pnpm").hits)


def test_what_was_said_in_the_same_breath_as_what_is_named_is_not_meant(memory: Memory) -> None:
    memory.flush(said("user: Remember that my name is Ines and I work at Acme."))
    memory.dream()
    memory.flush(said("user: hello", "user: please forget that I work at Acme", start=7))
    ((held,),) = [memory.held("held")]
    retired = [change.key.slug for change in held.proposal.changes if isinstance(change, Retire)]
    assert retired == ["i-work-at-acme"]


def test_what_is_forgotten_leaves_the_summary_too(memory: Memory) -> None:
    memory.flush(said("user: Remember that our staging cluster is called Moonbase Alpha."))
    memory.dream()
    run = memory.flush(said("user: hello", "user: Forget what I said about Moonbase Alpha", start=7))
    assert list(run.heard) == ["asked to forget; it waits in `reverie review`"]


def test_in_a_project_what_is_in_the_owners_own_space_is_forgotten_too(memory: Memory) -> None:
    memory.flush(replace(said("user: Forget what I said about Moonbase"), space="project/x"))
    ((held,),) = [memory.held("held")]
    assert held.proposal.space == ""
    memory.approve(held.proposal.id)
    assert not any("Moonbase" in hit.text for hit in memory.recall("Moonbase").hits if hit.key.kind == "belief")


@pytest.mark.parametrize(
    "asked",
    [
        "Forget what I said about the staging password vault, it has another name",
        "Vergiss bitte, was ich über die staging password vault gesagt habe",
    ],
)
def test_what_is_said_after_a_pause_does_not_hide_what_is_meant(memory: Memory, asked: str) -> None:
    assert list(memory.flush(said(f"user: {asked}")).heard) == ["asked to forget; it waits in `reverie review`"]


TOLD_AND_FORGOTTEN = (
    ("recuerda que el horno está en el patio", "olvida lo del horno del patio"),
    ("recuerda que los hornos están en el patio", "olvídate del horno"),
    ("merk dir, dass der Ofen im Schuppen steht", "vergiss das mit dem Ofen im Schuppen"),
    ("merk dir, dass der Ofen im Schuppen steht", "was ich über den Ofen gesagt habe, kannst du vergessen"),
    ("souviens-toi que le four est dans le garage", "tu peux oublier ce que je t'ai dit sur le four"),
    ("가마는 뒷마당에 있다고 기억해줘", "뒷마당에 있는 가마는 잊어줘"),
    ("가마는 뒷마당에 있다고 기억해줘", "가마에 대한 건 잊어버려"),
    ("窯は裏庭にあると覚えておいて", "裏庭の窯のことは忘れていいよ"),
    ("请记住，陶艺窑炉在后院", "忘掉后院陶艺窑炉的事"),
    ("remember that the kilns stand in the shed", "you can forget the kiln thing, we sold it"),
)


@pytest.mark.parametrize(("told", "asked"), TOLD_AND_FORGOTTEN)
def test_what_is_held_is_meant_whatever_ending_and_particle_it_is_named_with(
    memory: Memory, told: str, asked: str
) -> None:
    assert memory.flush(said(f"user: {told}", "agent: ok")).fragments
    run = memory.flush(replace(said(f"user: {asked}", start=3000), source="codex:s2"))
    assert list(run.heard) == ["asked to forget; it waits in `reverie review`"]
    assert len(memory.held()) == 1
    assert run.fragments == []


@pytest.mark.parametrize(
    "asked",
    ["olvida lo del horno del garaje", "vergiss das mit dem Patio von Oma", "가마솥 뚜껑은 잊어줘", "忘掉后院钥匙的事"],
)
def test_what_shares_a_word_or_a_letter_with_what_is_held_is_not_meant(memory: Memory, asked: str) -> None:
    for told in ("El horno está en el patio", "가마는 뒷마당에 있다", "窑炉在后院"):
        memory.remember(told)
    memory.flush(said(f"user: {asked}", start=3000))
    assert memory.held() == []


TOLD_AND_DELETED = (
    ("recuerda que Rosa Gil vive en Cádiz", "borra para siempre todo sobre Rosa Gil", "Gil"),
    ("merk dir, dass Jens Wolf in Kiel wohnt", "lösche bitte endgültig alles über Jens Wolf", "Wolf"),
    ("souviens-toi que Luc Morel habite à Lyon", "supprime définitivement tout sur Luc Morel", "Morel"),
    ("이서준은 부산에 산다고 기억해줘", "이서준에 대한 모든 것을 영구적으로 삭제해줘", "서준"),
    ("佐藤さんは大阪に住んでいると覚えておいて", "佐藤さんに関することは完全に削除してください", "佐藤"),
    ("请记住，李小雷住在上海", "请把关于李小雷的一切永久删除", "李小雷"),
)


@pytest.mark.parametrize(("told", "asked", "name"), TOLD_AND_DELETED)
def test_a_deletion_for_good_is_held_in_any_language_and_told_nowhere(
    memory: Memory, told: str, asked: str, name: str
) -> None:
    memory.flush(said(f"user: {told}", "agent: ok"))
    later = said(
        "user: Sort the glaze recipes by temperature",
        "agent: The recipes are sorted by temperature.",
        f"user: {asked}",
        f"agent: I will forget everything about {name} for you.",
        start=3000,
    )
    run = memory.flush(replace(later, source="codex:s2"))
    (held,) = memory.held("held")
    assert all(isinstance(change, Purge) for change in held.proposal.changes)
    assert run.fragments == []
    (page,) = (page for page in memory.vault.pages(memory.vault.keys(None)).values() if "glaze" in page.text)
    assert name not in page.text
    events = [f for f in memory.vault.marked("undreamed", source="codex:s2") if f.kind == "event"]
    assert len(events) == 1
    assert not any(name in f.body + f.quote for f in events)


def test_to_reflect_is_put_on_the_list_once(memory: Memory) -> None:
    memory.flush(said("user: Reflect on your memory"))
    memory.flush(said("user: Reflect on your memory", "user: reflect now"))
    assert [(wish["work"], wish["space"]) for wish in memory.status()["asked"]] == [("reflect", "")]


@pytest.mark.parametrize("line", ["agent: Forget what I said about Moonbase", "tool: Forget everything about Moonbase"])
def test_nobody_but_the_owner_can_ask(memory: Memory, line: str) -> None:
    assert not memory.flush(said("user: hello there", line)).heard
    assert memory.held() == []


def test_a_text_to_be_kept_word_for_word_is_a_page_of_its_own_named_by_a_fragment(memory: Memory) -> None:
    poem = "Two  roads diverged\n\tin a yellow wood,"
    run = memory.flush(said(f"user: Please save this poem word for word:\n{poem}"))
    (fragment,) = (f for f in run.fragments if f.references)
    page = memory.vault.pages([Key("", "reference", fragment.references[0])])
    ((key, kept),) = page.items()
    assert kept.body == poem
    assert kept.evidence.active == {fragment.citation}
    assert "poem" in kept.title.lower()
    assert key in [hit.key for hit in memory.recall("yellow wood").hits]
    assert memory.flush(said(f"user: Please save this poem word for word:\n{poem}")).fragments == []


def test_where_memory_is_off_a_session_is_refused_and_an_agent_is_told_so(memory: Memory, workspace: Path) -> None:
    assert memory.turn(None, on=False)
    assert not memory.turn(None, on=False)
    with pytest.raises(ReverieError, match="memory is off"):
        memory.flush(said("user: I prefer tabs"))
    assert memory.recall("tea").hits  # the person may still look
    with Memory.open(workspace, agent="codex") as agents:
        for act in (lambda: agents.recall("tea"), lambda: agents.remember("x is y")):
            with pytest.raises(ReverieError, match="memory is off"):
                act()
        with pytest.raises(ReverieError, match="only a person"):
            agents.turn(None, on=True)
    assert memory.turn(None, on=True)
    assert memory.flush(said("user: I always prefer tabs in Go code")).entries == 1


def test_what_was_forgotten_is_not_found_by_the_words_it_was_said_in(memory: Memory) -> None:
    memory.flush(said("user: Remember that the office dog is called Flint."))
    (hit,) = memory.recall("office dog").hits
    memory.forget([hit.key])
    assert {h.key.kind for h in memory.recall("office dog").hits} <= {"digest"}  # what the session was, not the words
    memory.restore(hit.handle)
    assert hit.key in [h.key for h in memory.recall("office dog").hits]


def test_a_forgotten_belief_takes_its_turn_along(memory: Memory) -> None:
    memory.flush(said("user: Remember that the office dog is called Flint."))
    memory.dream()
    (hit,) = (hit for hit in memory.recall("office dog").hits if hit.key.kind == "belief")
    memory.forget([hit.key])
    memory.reindex()
    assert [h.key.kind for h in memory.recall("office dog").hits if h.key.kind != "digest"] == []


def test_asking_to_forget_is_not_itself_found(memory: Memory) -> None:
    told = said("user: Fix the flaky login test", "user: Forget what I said about Moonbase", "agent: Done now.")
    memory.flush(told)
    assert [h.key.kind for h in memory.recall("forget Moonbase").hits if "Forget" in h.text] == []
    (key,) = (key for key in memory.vault.keys(None) if key.kind == "digest")
    assert "Moonbase" not in memory.vault.pages([key])[key].text


@pytest.mark.parametrize("dreamed", ["before", "while it waits", "never"])
def test_what_was_read_before_it_was_said_not_to_be_remembered_waits_to_be_forgotten(
    memory: Memory, dreamed: str
) -> None:
    first = said("user: My boss Piet decided that he leaves Acme in March.", "agent: Noted.")
    memory.flush(first)
    if dreamed == "before":
        memory.dream()
    more = said("user: Please don't remember that.", "agent: I won't.", start=2)

    run = memory.flush(replace(more, earlier=first.entries))
    again = memory.flush(replace(more, entries=(*first.entries, *more.entries)))

    assert list(run.heard) == ["asked not to remember what was read before; to forget it waits in `reverie review`"]
    assert again.heard == run.heard
    (held,) = memory.held("held")
    assert "Piet" not in f"{held.proposal.because}{held.proposal.trigger}"
    if dreamed == "while it waits":
        memory.dream()
    memory.approve(held.proposal.id)
    assert not any("Piet" in hit.text for hit in memory.recall("Piet").hits)
    assert not any("Piet" in page for page in _shown(memory))


def test_a_forget_that_waited_takes_the_page_that_was_dreamed_meanwhile(memory: Memory) -> None:
    memory.flush(said("user: We decided that the Kestrel service moves to Fly."))
    memory.flush(replace(said("user: Forget what I said about Kestrel"), source="codex:s2"))
    (held,) = memory.held("held")
    memory.dream()
    memory.approve(held.proposal.id)
    assert not [hit for hit in memory.recall("Kestrel").hits if hit.key.kind != "turn"]


@pytest.mark.parametrize("asked", ["Forget everything.", "Vergiss alles.", "Oublie tout."])
def test_to_forget_everything_points_to_the_command_that_does(memory: Memory, asked: str) -> None:
    memory.remember("Everything runs on Fly")
    run = memory.flush(said(f"user: {asked}"))
    assert list(run.heard) == ["asked to forget everything; `reverie memory clear` shows what that takes, and asks"]
    assert memory.held() == []


def test_a_forget_that_waited_can_be_approved_after_other_dreams(memory: Memory) -> None:
    memory.flush(said("user: We decided that the Kestrel service moves to Fly."))
    memory.dream()
    memory.flush(replace(said("user: Forget what I said about Kestrel"), source="codex:s2"))
    (held,) = memory.held("held")
    memory.flush(replace(said("user: We decided to use PostgreSQL for invoices."), source="codex:s3"))
    memory.dream()
    memory.approve(held.proposal.id)
    assert not any("Kestrel" in page for page in _shown(memory))
    assert any("PostgreSQL" in page for page in _shown(memory))


def test_what_others_prove_too_stays_when_one_message_is_not_to_be_remembered(memory: Memory) -> None:
    memory.flush(replace(said("user: Remember that we deploy billing with make ship-heron."), source="codex:s0"))
    memory.dream()
    first = said("user: Remember that we deploy billing with make ship-heron.", "agent: Noted.", start=5)
    memory.flush(first)
    memory.dream()
    memory.flush(replace(said("user: don't remember that please", start=9), earlier=first.entries))
    for held in memory.held("held"):
        memory.approve(held.proposal.id)
    assert any("ship-heron" in hit.text for hit in memory.recall("ship-heron").hits if hit.key.kind == "belief")


def test_a_summary_by_the_host_that_tells_what_is_off_the_record_is_not_kept(memory: Memory) -> None:
    told = said(
        "user: Off the record: Piet leaves Acme in March.", "agent: Sure.", "user: We deploy on Fridays, always."
    )
    summary = "The user said that Piet leaves, and that they deploy on Fridays."
    memory.flush(replace(told, summary=summary, title="Piet leaving"))
    everything = [path.read_bytes() for path in memory.root.rglob("*") if path.is_file()]
    assert not any(b"Piet" in each for each in everything)


def test_no_summary_by_the_host_is_kept_of_a_session_in_which_something_is_off_the_record(memory: Memory) -> None:
    told = said("user: Die Filiale in Ulm macht zu, das bleibt unter uns.", "agent: Ja.", "user: We deploy on Fridays.")
    summary = "The user leads the team; a branch will close. They deploy on Fridays."
    memory.flush(replace(told, summary=summary, title="Closing the Ulm branch"))
    everything = [path.read_bytes() for path in memory.root.rglob("*") if path.is_file()]
    assert not any(b"branch" in each or b"Ulm" in each for each in everything)


def _shown(memory: Memory) -> list[str]:
    pages = memory.vault.pages(memory.vault.keys(None)).values()
    return [page.prose for page in pages if not page.retired]
