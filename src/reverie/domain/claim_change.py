"""Words of change: what a statement says is no more, what there is now, and whether it was ever more than a thought."""

from __future__ import annotations

from reverie.domain import claim_words as words
from reverie.domain.claim_tokens import ALSO, CONTENT, Token, canon, canons, content, owner

NONE: frozenset[str] = frozenset()
IN_FAVOUR = frozenset({"in_favour_of", "in_favor_of"})
PEOPLE = canons(words.PEOPLE)


class Draft:
    """A statement while it is read: what was understood so far, and the tokens that are left."""

    def __init__(self, found: list[Token]) -> None:
        self.found = found
        self.gone: frozenset[str] = NONE
        self.came: frozenset[str] = NONE
        self.over: frozenset[str] = NONE
        self.since: frozenset[str] = NONE
        self.topic: frozenset[str] = NONE
        self.value: frozenset[str] = NONE
        self.relation: str | None = None
        self.single = self.ended = self.now = self.past = self.maybe = self.renames = False

    def softly(self) -> None:
        """`hardly X these days`, `not X now`, `kein X mehr`: as if "no longer" were said."""
        denied = False
        for at, token in enumerate(self.found):
            if token.kind == ",":
                denied = False
            elif token.kind == "x" and token.raw not in words.AT_NO_TIME:
                denied = True
            elif denied and (token.raw == "mehr" or ((token.kind, token.word) == ("m", "NOW") and self._closes(at))):
                self.found[at] = Token("END", "m", token.raw)

    def _closes(self, at: int) -> bool:
        """Whether nothing follows in the clause but words that add nothing."""
        after = next((token for token in self.found[at + 1 :] if token.kind != "h"), None)
        return after is None or after.kind == ","

    def marks(self) -> None:
        """Now, actually, no longer, used to, maybe: noted and taken away."""
        kept: list[Token] = []
        for at, token in enumerate(self.found):
            if token.kind != "m":
                kept.append(token)
                continue
            match token.word:
                case "NOW" | "FIX":
                    if self.past and token.word == "NOW":  # "used to be X, now it is Y"
                        self.came = content(self.found[at:])
                        break
                    if token.raw == "update" and at:
                        kept.append(Token("update", "w", token.raw))
                        continue
                    self.now = True
                    if token.raw in ("as_of", "starting"):
                        kept.append(token)
                case "END":
                    if at > 2 and self.found[at - 1].kind == ",":  # "…, no longer in X"
                        kept.append(Token("not", "x", token.raw))
                        continue
                    self.ended = True
                    pause = next((n for n in range(at, len(self.found)) if self.found[n].kind == ","), None)
                    if pause is not None:  # "no longer X, we do Y"
                        self.came = content(self.found[pause:])
                        kept += self.found[at + 1 : pause]
                        break
                case "PAST":
                    if token.raw == "used_to" and at and self.found[at - 1].word == "be":  # "is used to reach it"
                        kept += [Token("use", "r", "used"), Token("to", "p", "to")]
                        continue
                    self.past = True
                case "MAY":
                    if token.raw == "next":
                        kept.append(Token("next", "w", token.raw))
                        continue
                    self.maybe = True
                case _:
                    kept.append(token)
        if kept and kept[0].kind == "x" and len(kept) > 1 and kept[1].kind == ",":  # "No, it is …"
            kept, self.now = kept[2:], True
        if any(t.raw in ("ne", "n") for t in kept) and any(t.raw == "plus" for t in kept):
            self.ended = True
            kept = [t for t in kept if t.raw not in ("ne", "n", "plus")]
        else:
            kept = [t for t in kept if t.raw not in ("ne", "n")]
        if len(kept) > 3 and kept[0].raw in words.FROM and kept[1].raw in ("this", "next", "today", "tomorrow"):
            kept[0], self.now = Token("NOW", "m", "as_of"), True  # "from this week the X is V"
        start = next((n for n, t in enumerate(kept) if t.raw in ("as_of", "starting")), None)
        if start is not None:  # since when, which is not what it says
            end = start + 1 + (start + 2 < len(kept) and kept[start + 1].kind == "d")
            while end < len(kept) and kept[end].kind in "nNw" and end - start < 3:
                end += 1
            self.since = content(kept[start + 1 : end])
            kept = kept[:start] + kept[end:]
        while kept and kept[0].kind == ",":
            kept = kept[1:]
        self.found = kept

    # Words of change ------------------------------------------------------------------------------------

    def change(self) -> None:
        marks = {t.word: n for n, t in reversed(list(enumerate(self.found))) if t.kind == "m"}
        for at in marks.values():
            if at and self.found[at - 1].raw in words.PLANNED and not self.found[at].raw.endswith("ed"):
                self.maybe = True
        if "INSTEAD" in marks:
            self._take_gone(marks["INSTEAD"])
        elif "NOTBUT" in marks:
            self._not_but(marks["NOTBUT"])
        elif "BUT" in marks and any(t.kind == "x" for t in self.found[: marks["BUT"]]):
            at = next(n for n, t in enumerate(self.found) if t.kind == "x")
            self.gone = content(self.found[at + 1 : marks["BUT"]])
            self.found = self.found[:at] + self.found[marks["BUT"] + 1 :]
        elif "TO" in marks:
            at = marks["TO"]
            before = self.found[:at]
            self.gone = content(t for t in before) if any(t.kind == "x" for t in before) else NONE
            self.came, _ = self._phrase(at + 1)
            self.found = [t for t in before if t.kind not in CONTENT and t.kind != "x"] if self.gone else before
            self.relation, self.value, self.now = "use", self.came, True
            if not self.gone:
                self.relation, self.topic, self.single = "be", content(before) | owner(before), True
        elif "REPLACE" in marks:
            self._replace(marks["REPLACE"])
        elif "CHANGE" in marks:
            self._from_to(marks["CHANGE"])
        elif "DROP" in marks:
            self._drop(marks["DROP"])
        elif "LEFT" in marks:
            self._left(marks["LEFT"])
        elif "TOOK" in marks:
            self._took_over(marks["TOOK"])
        self._and_not()
        # A word of change that changed nothing is a word like any other.
        self.found = [Token(canon(t.raw), "w", t.raw) if t.kind == "m" else t for t in self.found]

    def _phrase(self, start: int, stop: int | None = None) -> tuple[frozenset[str], int]:
        """The words of one thing from here, and where it ends."""
        end = start
        stop = len(self.found) if stop is None else stop
        while end < stop:
            token = self.found[end]
            if token.kind in ",mxg" or (token.kind in "pr" and end > start and content(self.found[start:end])):
                break
            end += 1
        return content(self.found[start:end]), end

    def _take_gone(self, at: int) -> None:
        self.gone, end = self._phrase(at + 1)
        self.found = self.found[:at] + self.found[end:]

    def _not_but(self, at: int) -> None:
        start = at
        while start and self.found[start - 1].kind in CONTENT and start > at - 1:
            start -= 1
        self.gone = content(self.found[start:at])
        self.came, end = self._phrase(at + 1)
        self.found = self.found[:start] + self.found[end:]

    def _and_not(self) -> None:
        """`…, not X` at the end."""
        for at in range(len(self.found) - 1, 1, -1):
            before = self.found[at - 1]
            pause = before.kind == "," or before.raw in ALSO
            if self.found[at].kind == "x" and self.found[at].raw != "~" and pause:
                rest = self.found[at + 1 :]
                if rest and len(rest) < 6 and all(t.kind in CONTENT + "pd" for t in rest) and not self.gone:
                    self.gone = content(rest)
                    self.found = self.found[: at - 1]
                return

    def _replace(self, at: int) -> None:
        before, self.now = self.found[:at], True
        passive = any(t.kind == "r" and t.word == "be" for t in before) or not any(t.kind in "gi" for t in before)
        as_ = next((n for n in range(at + 2, len(self.found)) if self._is(n, words.PURPOSE)), None)
        if as_ and not any(t.kind in "gir" for t in before) and content(before) and self._names_something(as_):
            self.gone, self.came = content(self.found[at + 1 : as_]), content(before)  # "B replaced A as the X of Y"
            self.found = [*self.found[as_ + 1 :], Token("be", "r", "is"), *before]
            self.relation, self.value, self.single = "be", self.came, True
            self.topic = content(self.found[: -len(before)]) | owner(self.found)
            self.topic |= {t.word for t in self.found if t.kind == "r" and t.word not in words.LIGHT}
            return
        with_ = next((n for n in range(at + 1, len(self.found)) if self._is(n, words.WITH)), None)
        if with_ is None:
            return
        self.came, end = self._phrase(with_ + 1)
        if passive and content(before):
            self.gone, kept = content(before), []
        else:
            self.gone = content(self.found[at + 1 : with_])
            kept = before
        self.found = kept + self.found[end:]
        self.relation, self.value = "use", self.came
        self.topic = content(self.found)

    def _is(self, at: int, some: frozenset[str]) -> bool:
        return self.found[at].raw in some

    def _from_to(self, at: int) -> None:
        places = range(len(self.found))
        to = next((n for n in places if n > at and self._is(n, words.TO)), None)
        from_ = next((n for n in places if self._is(n, words.FROM) and self._names_something(n)), None)
        if to is None and from_ is not None:
            to = next((n for n in places if n > from_ and self._is(n, words.TO)), None)
        if from_ is None and to is None:
            return
        taken = {at}
        if from_ is not None:
            self.gone, end = self._phrase(from_ + 1, to if to is not None and to > from_ else None)
            taken |= set(range(from_, end))
        if to is not None:
            self.came, end = self._phrase(to + 1)
            taken |= set(range(to, end))
        if not self.came and not self.gone:
            return
        verb = self.found[at].raw
        self.now, self.renames = True, verb in ("renamed", "umbenannt", "renommé")
        self.found = [t for n, t in enumerate(self.found) if n not in taken and t.word not in ("be", "have", "got")]
        self.value = self.came
        self.topic = content(self.found) | owner(self.found)
        if verb in ("moved", "relocated") and self.topic and self._about_person():
            self.relation, self.topic = "live", self.topic | {"live"}
        else:
            self.relation = "be"
        self.single = True

    def _names_something(self, at: int) -> bool:
        return at + 1 < len(self.found) and self.found[at + 1].kind in CONTENT + "d"

    def _about_person(self) -> bool:
        return all(t.kind in "iN" or t.word in PEOPLE for t in self.found if t.kind in CONTENT + "i")

    def _drop(self, at: int) -> None:
        before = self.found[:at]
        passive = any(t.word == "be" or t.raw in ("has_been", "have_been", "been") for t in before)
        if not self.found[at].raw.startswith(("stop", "quit")) and passive:
            self.gone = content(before)  # "X was removed from Y"
            self.found = self.found[at + 1 :]
        elif self.found[at].raw in ("stopped", "quit") and at + 1 < len(self.found):
            self.ended = True
            self.found = before + self.found[at + 1 :]
            return
        else:
            self.gone, end = self._phrase(at + 1)
            if not self.gone:
                return
            if end < len(self.found) and self._is(end, IN_FAVOUR):
                self.came, end = self._phrase(end + 1)
                self.value = self.came
            self.found = before + self.found[end:]
        self.relation, self.topic = "use", content(self.found) | owner(self.found)

    def _left(self, at: int) -> None:
        before = self.found[:at]
        after = self.found[at + 1] if at + 1 < len(self.found) else None
        actor = bool(before) and (before[-1].kind in "Nig" or before[-1].word == "have")
        if not actor or after is None or after.kind not in "NcwD":
            return
        self.gone, end = self._phrase(at + 1)
        if end < len(self.found) and self._is(end, words.WITH):
            self.came, end = self._phrase(end + 1)
        self.found = [t for t in before if t.word != "have"] + self.found[end:]
        self.relation, self.value = "use", self.came
        self.topic = content(self.found) | owner(self.found)
        if self._about_person() and self.topic:
            self.relation, self.topic = "work", self.topic | {"work"}

    def _took_over(self, at: int) -> None:
        self.came = content(self.found[:at])
        self.topic, end = self._phrase(at + 1)
        if end < len(self.found) and self._is(end, words.FROM):
            self.gone, end = self._phrase(end + 1)
        self.topic |= {"own"}
        self.relation, self.value, self.now, self.single = "own", self.came, True, True
        self.found = [*self.found[at + 1 : end], Token("own", "w")]
