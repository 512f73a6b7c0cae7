"""mem0's methods on a workspace: no server, no key, no model."""

from __future__ import annotations

import tempfile

from reverie import Memory as Workspace
from reverie.surfaces.adapters.mem0 import Memory


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Workspace.create(folder).close()
        with Memory(folder) as memory:
            messages = [
                {"role": "user", "content": "We decided to use PostgreSQL 15 for the billing service."},
                {"role": "assistant", "content": "Noted."},
            ]
            added = memory.add(messages, user_id="ana", metadata={"team": "billing"})["results"]
            print(added)
            print(memory.add("We decided to use PostgreSQL 16 for the billing service.", user_id="ana")["results"])
            found = memory.search("which database does billing use?", filters={"user_id": "ana"})["results"]
            print(f"{found[0]['memory']} {found[0]['metadata']} {found[0]['score']:.2f}")
            for row in memory.history(added[0]["id"]):
                print(row["event"], "·", row["old_memory"], "→", row["new_memory"])
            print(memory.search("which database does billing use?", filters={"user_id": "bob"}))


if __name__ == "__main__":
    main()
