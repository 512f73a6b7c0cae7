"""A LangGraph graph whose long-term store is a workspace. No model is asked."""

from __future__ import annotations

import tempfile
from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore

from reverie import Memory
from reverie.store.base import AuditFilter
from reverie.surfaces.adapters.langgraph import ReverieStore


class State(TypedDict):
    user: str
    said: str
    answer: str


def note(state: State, *, store: BaseStore) -> dict[str, str]:
    """Keep what the user says."""
    store.put(("users", state["user"], "said"), f"{len(state['said'])}", {"text": state["said"]})
    return {}


def recall(state: State, *, store: BaseStore) -> dict[str, str]:
    """Answer with what the user said that is nearest."""
    found = store.search(("users", state["user"]), query=state["said"], limit=1)
    return {"answer": found[0].value["text"] if found else "I do not know yet."}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.create(folder) as memory:
        store = ReverieStore(folder)
        builder = StateGraph(State)
        builder.add_node("recall", recall)
        builder.add_node("note", note)
        builder.add_edge(START, "recall")
        builder.add_edge("recall", "note")
        builder.add_edge("note", END)
        graph = builder.compile(store=store)
        for user, said in [
            ("ana", "My dentist is Dr. Weiss on Mill Road"),
            ("ana", "Who is my dentist?"),
            ("bob", "Who is my dentist?"),
        ]:
            print(f"{user}: {said}\n  {graph.invoke({'user': user, 'said': said, 'answer': ''})['answer']}")
        for entry in reversed(memory.audit(AuditFilter(actor="agent:langgraph"))):
            print(f"{entry.actor} · {entry.summary}")
        store.close()


if __name__ == "__main__":
    main()
