"""What each signal of the ranker is worth, per tier. Log-odds: one unit makes a passage e times as likely.

Chosen by `python -m benchmarks.tune` on half of the development conversations of two public sets, LoCoMo
(CC BY-NC 4.0) and BEAM (CC BY-SA 4.0); docs/adr/0011 tells how, docs/benchmarks.md what came of it.
"""

from __future__ import annotations

FAST: dict[str, float] = {
    "cover": 1.39, "lead": 3.04, "after": 0.79, "earlier": 0.69, "reply": 1.5, "session": 4.0, "date": 4.08,
    "speaker": 2.52, "machine": -2.84, "asks": -0.7, "own": 0.38, "filler": -0.55, "timed": 0.75, "counted": 1.43,
    "rule": 1.77, "rule asked": 2.15, "session (overview)": -5.24, "machine (overview)": 2.06,
    "overturned": -2.0, "whole": 3.0,  # by hand: neither set has superseded turns, or asks in a passage's own words
}  # fmt: skip

FULL: dict[str, float] = {
    "cover": 0.65, "lead": 2.25, "before": 0.26, "after": 0.3, "earlier": 0.71, "reply": 0.66, "session": 3.33,
    "meaning": 2.71, "meaning after": 0.38, "meaning reply": 0.74, "meaning session": 0.26, "date": 4.36,
    "speaker": 2.51, "machine": -2.51, "asks": -0.8, "own": 0.41, "filler": -0.51, "timed": 0.84, "counted": 1.28,
    "rule": 1.78, "rule asked": 1.89, "session (overview)": -4.67, "machine (overview)": 1.8,
    "overturned": -2.0, "whole": 3.0,  # by hand, as above
    "hop": 3.0, "graph": 5.0,  # by hand: neither asks for one thing by way of another
}  # fmt: skip
