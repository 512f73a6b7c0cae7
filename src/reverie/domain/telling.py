"""Whether a text tells what was deleted for good: by runs of words that it shares with it, and with nothing kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from reverie.domain.text import fold, sentences
from reverie.domain.words import spread

RUN = 5  # words in a row that are no accident
_FEW = 3  # words, or so many characters, without which a sentence is everybody's
_SHORT = 12

Run = tuple[str, ...]


class Telling:
    """Knows the words that are gone. What those that stay say too is not told by it."""

    def __init__(self, gone: Iterable[str], kept: Iterable[str] = ()) -> None:
        texts = list(dict.fromkeys(text for text in gone if any(map(str.isalpha, text))))  # a date is everybody's
        runs = {run for text in texts for run in _runs(_tokens(text))}
        said = {tuple(_tokens(each)): each for text in texts for each in (text, *sentences(text))}
        common = Counter(dict.fromkeys((word for run in runs for word in run), 0))
        lengths = sorted({len(run) for run in runs})
        for text in kept:
            tokens = _tokens(text)
            if shared := common.keys() & set(tokens):
                common.update(shared)
                runs.difference_update(_windows(tokens, lengths))
        self._runs = frozenset(runs)
        self._lengths = sorted({len(run) for run in runs})
        self._only = frozenset(word for word, times in common.items() if not times)
        self._rare = frozenset(min(run, key=lambda word: (common[word], word)) for run in runs)
        # A sentence all of whose runs somebody else says is theirs now.
        self.sentences = tuple(
            each for tokens, each in said.items() if _telling(tokens, each) and self._shares(list(tokens))
        )
        self._whole = tuple(f" {' '.join(_tokens(each))} " for each in self.sentences)

    def near(self, text: str, *names: frozenset[str]) -> bool:
        """Whether a text tells any of it, or holds one of some names."""
        tokens = _tokens(text)
        return any(not some.isdisjoint(tokens) for some in names) or self._shares(tokens)

    def names(self, word: str) -> bool:
        """Whether a name or a tag has a word that nothing kept says."""
        return not self._only.isdisjoint(_tokens(word))

    def tells(self, text: str) -> bool:
        """Whether a text shares a run of words with what is gone: a copy of it, cut off or not."""
        return self._shares(_tokens(text))

    def says(self, text: str) -> bool:
        """Whether a text holds a whole sentence of it, whatever stands around."""
        tokens = _tokens(text)
        if self._rare.isdisjoint(tokens):
            return False
        flat = f" {' '.join(tokens)} "
        return any(whole in flat for whole in self._whole)

    def _shares(self, tokens: list[str]) -> bool:
        return not self._rare.isdisjoint(tokens) and any(run in self._runs for run in _windows(tokens, self._lengths))


def name(id_: str) -> str:
    """The word of an id by which a text that names it is known."""
    return max(_tokens(id_), key=len, default=id_)


def _tokens(text: str) -> list[str]:
    return fold(spread(text)).split()


def _runs(tokens: list[str]) -> Iterator[Run]:
    """The runs a text is known by; a short text is one."""
    size = RUN if not tokens or any(len(token) > 1 for token in tokens) else 2 * RUN  # or single characters: unspaced
    return _windows(tokens, [min(size, len(tokens))] if tokens else [])


def _windows(tokens: list[str], lengths: Iterable[int]) -> Iterator[Run]:
    for length in lengths:
        for start in range(len(tokens) - length + 1):
            yield tuple(tokens[start : start + length])


def _telling(tokens: Run, text: str) -> bool:
    return len(tokens) >= _FEW or len(text.strip()) >= _SHORT


def repeats(text: str, statement: str) -> bool:
    """Whether a text says a statement again: word for word, or with nearly all that it says in one sentence."""
    from reverie.domain.words import terms

    said, wanted = fold(statement), set(terms(statement))
    if len(said.split()) >= _FEW and f" {said} " in f" {fold(text)} ":
        return True
    least = len(wanted) - (len(wanted) >= RUN)  # of five and more, one may be another
    return len(wanted) >= _FEW and any(len(wanted.intersection(terms(each))) >= least for each in sentences(text))


def carried(text: str, by: Iterable[str]) -> bool:
    """Whether every word of a text that says anything stands in these others too."""
    from reverie.domain.words import terms

    known = {term for other in by for term in terms(other)}
    return known.issuperset(terms(text))
