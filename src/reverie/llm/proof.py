"""Whether a sentence is proved by what it cites: by the telling words of one that the other says, in whatever form."""

from __future__ import annotations

from reverie.domain.claim_tokens import canon
from reverie.domain.words import terms
from reverie.llm.static import StaticTable

# Of the telling words of a sentence, what its evidence must say. All recorded answers of a model have that much from
# the session they are about; from a fragment about something else, they had 0.3 at most.
LEAST = 0.5
_NEAR = 0.55  # cosine of two words that mean about the same
_BEGINS = 4  # letters, at least, by which two words are forms of one
_SPEAKER = frozenset(  # who speaks ("I", "we"), and that they do, want or have it: no evidence says so in these words
    (
        "owner owners user users person people team project favourite favorite use uses used using want wants wanted"
        " prefer prefers preferred need needs now currently longer nutzer nutzerin benutzer besitzer utilisateur"
        " utilisatrice propriétaire usuario usuaria dueño 用户 用戶 사용 용자 ユー ーザ ザー"
    ).split()
)


def unsaid(sentence: str, source: str) -> list[str]:
    """The telling words of a sentence that its source has in no form, nor one that means the same."""
    known = terms(source)
    missing = [word for word in telling(sentence) if not any(_one(word, each) for each in known)]
    if not missing or not known:
        return missing
    table = StaticTable.instant()
    near = (table.embed(missing) @ table.embed(known).T).max(axis=1)
    return [word for word, best in zip(missing, near, strict=True) if best < _NEAR or not word.isalpha()]


def unproved(sentence: str, source: str) -> list[str]:
    """The words that nothing in the source says, when they are most of the sentence; else none."""
    missing = unsaid(sentence, source)
    return missing if len(missing) > (1 - LEAST) * len(telling(sentence)) else []


def telling(sentence: str) -> list[str]:
    """The words of a sentence that say what it is about."""
    return [word for word in terms(sentence) if word not in _SPEAKER]


def _one(word: str, other: str) -> bool:
    """Whether two words are forms of one, or synonyms that claims know."""
    if word == other or canon(word) == canon(other):
        return True
    begins = max(_BEGINS, len(word) * 2 // 3)
    return len(word) >= _BEGINS and word[:begins] == other[:begins]
