"""What a person put right in the message after the one they said it in: the statement as it holds now. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reverie.domain import agree, amends, notice, prose, wording
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.llm.worth import Judged
from reverie.loop.extract import Draft

LIKELY = 0.2  # probability from which on a statement counts as told, when its value was put right


def opening(text: str) -> str:
    """What a message begins with, if that only puts a value right; its mark may be a sentence of its own."""
    said = prose.sentences(text)[:2] if len(text) < prose.LONGEST else []
    for last in range(len(said)):
        words = text[said[0].start : said[last].end]
        rest = amends.takes(words)
        if rest is None:
            break
        if rest:
            return words
    return ""


def amended(
    entry: Entry, own: Entry, between: str, held: Sequence[Draft], heard: Sequence[tuple[Sentence, Judged]]
) -> tuple[Draft, Draft | None] | None:
    """What holds now of the owner's message before, by the opening of this one, and the draft that holds no more.

    Nothing when there is no such value in what they told, or more than one, or it puts right what the agent said.
    """
    words = opening(entry.text)
    if not words or _of_the_agent(words, own.text, between):
        return None
    mine = [each for each in held if each.entry == own.id]
    found = [(each, body) for each in mine if (body := amends.amend(each.body, words))]
    if len(found) == 1:
        old, body = found[0]
        new = replace(old, entry=entry.id, kind="correction", body=body, quote=words, others=(*old.others, own.id))
        return replace(new, verbatim="", title=""), old
    likely = [
        body
        for one, judged in heard
        if judged.keep >= LIKELY
        and not notice.passes(one.text)
        and not any(one.text in each.quote or each.quote in one.text for each in mine)
        and (body := amends.amend(one.text, words))
    ]
    if found or len(likely) != 1:
        return None
    return Draft(
        entry=entry.id,
        kind="correction",
        body=wording.plain(" ".join(likely[0].split())),
        quote=words,
        others=(own.id,),
    ), None


def _of_the_agent(words: str, told: str, between: str) -> bool:
    """Whether it answers what the agent said since: a question, or a value that the owner did not name."""
    said, own = amends.values(between), amends.values(told)
    asked = prose.sentences(between)[-1:]
    if asked and asked[0].text.rstrip().endswith(("?", "\uff1f")) and not agree.idle(asked[0].text):
        return not said & own
    new = {sort for sort, _ in amends.values(words)}
    return any(sort in new and (sort, value) not in own for sort, value in said)
