"""Meta-reflection: what shows only over several reflections, and what was decided about them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from reverie.domain.audit import one_line
from reverie.domain.reflect import RECURS, Survey, ids, said
from reverie.domain.reflection import Finding, Past, milestone
from reverie.domain.strength import ladder
from reverie.domain.text import fold


def evolved(seen: Survey, now: Sequence[str], count: int) -> Iterator[Finding]:
    """What only shows over several reflections."""
    yield from _revised(seen)
    yield from _firmer(seen)
    for theme in now:
        names = [one.reflection.name for one in seen.past if theme in one.reflection.themes]
        if len(names) + 1 >= RECURS:
            text = f"“{one_line(theme, 60)}” comes up again: in {', '.join(names[-5:])} and now."
            yield Finding(section="evolution", text=text, name=f"theme {theme}")
    if refused := [one for one in seen.past if one.refused or one.decision == "rejected"]:
        last = refused[-1]
        why = f" (“{one_line(last.why, 120)}”)" if last.why else ""
        text = f"You refused something in {len(refused)} of {len(seen.past)} reflections, last in "
        text += f"{last.reflection.name}{why}; it is not proposed again until something new speaks for it."
        yield Finding(section="evolution", text=text, name="refused")
    if milestone(count):
        yield from _looking_back(seen, now, count)


def _revised(seen: Survey) -> Iterator[Finding]:
    for key, page in sorted(seen.pages.items()):
        old = seen.before.get(key)
        if key.kind != "belief" or not old or fold(old.prose) == fold(page.prose):
            continue
        if page.evidence.superseded - old.evidence.superseded:
            text = f"I held “{said(old)}” and now hold “{said(page)}”."
            yield Finding(section="evolution", text=text, keys=(key,), proof=ids(page.evidence.active))


def _firmer(seen: Survey) -> Iterator[Finding]:
    for key, page in sorted(seen.pages.items()):
        old = seen.before.get(key)
        if key.kind == "belief" and old and old.days < page.days >= RECURS and ladder(old.days) != ladder(page.days):
            text = f"“{said(page)}” was told on {page.days} days by now: held {ladder(page.days)}."
            yield Finding(section="evolution", text=text, keys=(key,), proof=ids(page.evidence.active))


def _looking_back(seen: Survey, now: Sequence[str], count: int) -> Iterator[Finding]:
    """A milestone: what all reflections so far come to."""
    found = Counter(theme for one in seen.past for theme in dict.fromkeys((*one.reflection.themes,)))
    lasting = [theme for theme, times in found.most_common(8) if times >= RECURS]
    over = [theme for theme in lasting if theme not in now and not _recent(seen.past, theme)]
    decided = Counter(one.decision for one in seen.past)
    changed = [f for one in seen.past for f in one.reflection.of("evolution") if f.text.startswith("I held ")]
    lines = {
        10: f"Ten reflections: what comes back is {_listed(lasting)}.",
        25: f"Twenty-five reflections: threads that go on: {_listed([t for t in lasting if t not in over])}; that "
        f"ended: {_listed(over)}.",
        50: f"Fifty reflections: {len(changed)} beliefs were overturned on the way, last: "
        f"{changed[-1].text if changed else 'none'}",
        100: f"A hundred reflections: {decided['approved']} approved, {decided['partly approved']} in part, "
        f"{decided['rejected']} rejected; {len(changed)} beliefs overturned; what lasted: {_listed(lasting)}.",
    }
    yield Finding(section="evolution", text=lines[count], name=f"milestone {count}")


def _recent(past: Sequence[Past], theme: str) -> bool:
    return any(theme in one.reflection.themes for one in past[-5:])


def _listed(some: Sequence[str]) -> str:
    return ", ".join(f"“{one_line(each, 60)}”" for each in some) or "nothing yet"
