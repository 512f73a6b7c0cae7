"""How things look: a module for each sort of thing, as JSON and as text for people.

Each imports what it shows and no more: a recall must not pay for what only `remember` or `review` need.
"""
