"""Putting Reverie into the agent hosts people already use, and taking it out again."""
