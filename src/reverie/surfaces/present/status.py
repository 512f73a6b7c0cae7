"""How a workspace stands, a line for each: vectors, the worker, and what models spent."""

from __future__ import annotations

from typing import Any

from reverie.store.meter import dollars
from reverie.surfaces.present.style import bold, count


def standing_text(found: dict[str, Any]) -> str:
    """How far the vectors are, in a line."""
    if found["model"] == "none":
        return "none: words alone are searched"
    text = f"{found['done']:,} of {found['total']:,} by {found['model']}"
    return text + (f", {found['working']} makes the rest" if found["working"] else "")


def set_aside_lines(found: dict[str, int]) -> list[str]:
    """How many fragments are set aside by whom, and what takes them up again."""
    told = [f"{found['rejected']:,} rejected (`reverie dream --retry`)"] if found["rejected"] else []
    told += [f"{found['undone']:,} undone or refused (`reverie dream --undone`)"] if found["undone"] else []
    return [f"{bold('Set aside')}  {', '.join(told)}"] if told else []


def work_text(found: dict[str, Any]) -> str:
    """When the worker last did what, what is due, and who is at it, in a line."""
    last = [f"last {name} {at[:16].replace('T', ' ')}" for name, at in found["last"].items() if at]
    due = [f"{name} ({why})" for name, why in found["due"].items()]
    text = f"{', '.join(last) or 'nothing done yet'}; {'due: ' + ', '.join(due) if due else 'nothing is due'}"
    text += f"; {found['worker']} is at it" if found["worker"] else ""
    dreams = found["dreamer"] if found["dreamer"] != found["worker"] else None  # a worker that dreams is said already
    return text + (f"; {dreams} dreams now" if dreams else "")


def spending_text(found: dict[str, Any]) -> str:
    """Which language models are asked, and what they spent today, in a line."""
    same = found["fast"] == found["deep"]
    names = found["fast"] if same else f"{found['fast']} (fast), {found['deep']} (deep)"
    if found["trouble"]:
        return f"{names}; {found['trouble']}"
    spent, most = found["today"], found["limits"]
    tokens = f"{spent['tokens']:,}" + (f" of {most['tokens']:,}" if most["tokens"] else "")
    money = dollars(spent["money"]) + (f" of {dollars(most['money'])}" if most["money"] else "")
    text = f"{names}; today {tokens} tokens, {money}"
    return text + (f", and {count(spent['unpriced'], 'call')} of unknown price" if spent["unpriced"] else "")


def spent_text(spent: dict[str, Any]) -> str:
    """What one model spent."""
    text = f"{count(spent['calls'], 'call')}, {spent['sent']:,} tokens sent, {spent['received']:,} received"
    text += f", {spent['reserved']:,} reserved" if spent["reserved"] else ""
    return f"{text}, {dollars(spent['money'])}"
