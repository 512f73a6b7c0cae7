"""Whether a sentence says of the same things the same as what it is told by: clause by clause, in whatever words.

That its words are all there proves little: "Ole is allergic to nuts" has every word of "Ole is not allergic to nuts",
and "Rita handles billing" of "Omar handles billing and Rita handles support". Two questions are asked of each clause:
does the clause it was told in deny what it affirms (`flipped`), and were its words told of one thing (`crossed`)?
In doubt the sentence stands: whoever words freely turns a denial round ("no meetings before 10", "meetings start at
10") and puts together what was told apart. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product

from reverie.domain.claim_tokens import canon, canons
from reverie.domain.given_names import given
from reverie.domain.words import STOP, terms, unspaced


def _block(words: str) -> frozenset[str]:
    return frozenset(words.split())


_SPEAKER, _SHORT = "_me", 4
_AGREED = 0.7  # of the words of a clause that another has, from which on it is of the same as the other

# --- What is denied -------------------------------------------------------------------------------------

_DENIES = re.compile(
    r"\b(?:no|not|never|none|nobody|no one|nothing|nowhere|neither|nor|cannot|cant|wont|dont|doesnt|didnt|isnt|arent"
    r"|without|unable|nicht|nie|niemals|kein\w{0,2}|nichts|niemand|ohne|weder|ne|pas|jamais|aucune?|rien|personne ne"
    r"|sans|nunca|jam[aá]s|ning[uú]n[ao]?|nadie|sin|tampoco|nulla|nessun[ao]?|mai|senza|non|n[aã]o|nenhuma?"
    r"|sem|niet|geen|nooit|zonder|nie|bez|nigdy|inte|aldrig|ingen|inga|utan|ikke|aldri|ej|uden|uten|не|нет|ни|никогда"
    r"|без|değil|yok|asla|नहीं|न|ليس|ليست|لا|لم|لن)\b|n['’]t\b|\bn['’](?=\w)"
    r"|不(?!断|斷|同|错|錯|过(?!敏|期)|過(?!敏|期)|仅|僅|但)|没|沒|未|无法|無法|别(?!的|人)|ません|ない|なかった|ずに|않|못(?!지)|없|\b안\s",
    re.I,
)
_OPENS = re.compile(  # an answer to something else: "No, the port is 9090"
    r"^\W*(?:no|nope|nah|nein|non|não|nee|nej|нет|いいえ|아니요?|不|不是)(?:[,.!:;—–-]+\s*|\s+(?=(?:i|it|the|we|my|our"
    r"|its|it's|that|this|he"
    r"|she|they|ich|es|wir|mein\w*|je|c'est|le|la|mon)\b))",
    re.I,
)
_DENIES_NOTHING = re.compile(
    r"\bn(?:ot|icht|on) (?:only|just|merely|nur|seulement|solo)\b|\bno s[oó]lo\b|\bno (?:problem|doubt|matter"
    r"|wonder|worries)\b"
    r"|\bno\.? ?\d|\bwhy not\b|\bwhether or not\b|\bor not\b|\bif not\b|\bnothing but\b|\bnone other\b"
    r"|\bnot? (?:bad|sure)\b"
    r"|(?:n['’]t|\bnot|\bcannot|\bnever) (?:wait|help|forget|hesitate|miss|fail)\b|\bnicht vergessen\b"
    r"|\bno olvid\w+|\bne pas oublier"
    r"|\bn['’](?:t it|t he|t she|t they|t we|t i)\b\W*$|忘れないで|不要忘|别忘|\bnot [\d.]+:",
    re.I,
)
# What turns a statement round without denying it, or bounds it.
_GIVES_UP = re.compile(
    r"\b(?:stop\w*|quit\w*|gave up|given up|giv(?:e|es|ing) up|hat(?:e|es|ed|ing)|dislik\w+|avoid\w*|refus\w+"
    r"|detest\w*|loath\w*"
    r"|despis\w+|abandon\w*|drop(?:s|ped)?|ditch\w*|cancel\w*|left(?! (?:over|side|hand|ear|eye|knee|foot))"
    r"|leaves?|former\w*|previous\w*|ex-\w+|used to|no longer|any ?more"
    r"|any longer|lacks?|lacking|fail(?:s|ed)?|forbid\w*|forbidden|prohibit\w*|ban(?:s|ned)?|free of|\w+-free"
    r"|(?:is|are|we(?:[’\']re)?|turn\w*|switch\w*|i[’\']m) (?:now )?off|done with|(?:is|are|was) over"
    r"|ended|gone|scratch|history|dead|wrong|false|mistake\w*|incorrect|nicht mehr|aufgehört|aufgegeben"
    r"|gekündigt|hass\w+|vermeide\w*|meide\w*|früher\w*"
    r"|ehemalig\w*|verboten|arrêt\w+|déteste\w*|évite\w*|ancien\w*|dej[oó]\w*|odi[oa]\w*|evit\w+|antes|ya no"
    r"|abgeschafft"
    r"|disabl\w+|inactive|deprecat\w+|unlik\w+|rarely|seldom|hardly|barely|\w+less)\b|不再|停止|讨厌|やめ|嫌い|끊|싫",
    re.I,
)
_TURNS = re.compile(  # after which nobody can say what is denied
    r"\b(?:instead|rather|unless|until|till|except|apart from|but|only|just|other than|anything|anyone|too"
    r"|enough|before|after"
    r"|at (?:the )?(?:earliest|latest|least|most)|more than|less than|limit\w*|cut-?off|deadline|latest"
    r"|earliest|exclusively|solely"
    r"|without \w+ing|(?:left|leaves?|gave up|given up|dropped|ditched)\b.{1,40}\bfor|switch\w*|replac\w*"
    r"|migrat\w*|swap\w*|mov(?:e|ed|ing)|renam\w*|chang\w*|merely|needs?|requires?|must|should|has to|have to"
    r"|nur|erst|bis|außer|statt|anstatt|sondern|mindestens|höchstens|seulement|que"
    r"|jusqu|sauf|au lieu|mais|sino|solo|s[oó]lo|hasta|salvo|excepto|question\w*|wheth\w+|if|falls|wenn|si)\b"
    r"|\?|只|仅|才|だけ|しか|만\b",
    re.I,
)
_NONE = frozenset[str]()
_ONLY = _block("only just merely exclusively solely nur seulement solo sólo")
_IN_PLACE_OF = (
    r"(?:instead of|rather than|as opposed to|(?:an)?statt|anstelle von|au lieu d(?:e|u|es)|plut[oô]t que"
    r"|en (?:vez|lugar) del?)"
)
_INSTEAD = tuple(  # of two things, the one that holds, and what is said of both: before them, or behind them
    re.compile(form, re.I)
    for form in (
        rf"(?P<of>)(?P<keep>.*?\S)\s+{_IN_PLACE_OF}\s+(?P<gone>(?:(?:the|our|my|de[nmr]|das|die|l[ae]s?|el|los)\s+)?"
        r"\S+(?:\s\S+){0,2}?)(?P<rest>\s(?:for|in|on|at|as|to|with|by|für|im|als|bei|auf|pour|dans|sur|comme|para|en"
        r"|con|como)\s.*)?$",
        rf"(?P<of>)(?P<rest>){_IN_PLACE_OF}\s+(?P<gone>\S+(?:\s\S+)?)\s+"
        r"(?P<keep>(?:i|we|you|they|it|the|our|wir|ich|nous|on|je)\b.*)$",
        r"(?P<of>.{1,20}?(?:には|では|は|에는|는|은))?(?P<gone>.+?)(?:の代わりに|ではなくて?|じゃなくて?|대신에?)(?P<keep>.+)(?P<rest>)$",
        r"(?P<of>)(?P<keep>.+?)(?:而不是|而非)(?P<gone>.+)(?P<rest>)$",
    )
)
_CHANGED = re.compile(
    r"\b(?:switch\w*|replac\w*|migrat\w*|swap\w*|mov(?:e|ed|ing)|renam\w*|chang\w*|left|gave up|dropped|ditched"
    r"|sold|died|fired|resigned|divorced|closed|shut|finished|instead|statt|anstatt|sondern|verkauft|vorbei)\b",
    re.I,
)
_ENDED = re.compile(
    r"\b(?:any ?more|any longer|no longer|longer|former\w*|previous\w*|used to|nicht mehr|kein\w* \w+ mehr|mehr"
    r"|plus|ya no|früher\w*)\b"
    r"|不再|もう|더 이상",
    re.I,
)
_PIECE = re.compile(
    r"[.!?;]+(?=\s|$)|[,{}\n—–…。、，；！？]+|\s-\s"
    r"|\s+(?:and|but|because|so|while|whereas|who|which|though|although|since|und|aber|weil|denn|sondern"
    r"|während|et|mais|car|parce"
    r"|tandis|pero|porque|mientras|sino|e|ma|och|men|en|maar|i|ale|и|но|а)\s+(?!\d|vez de|lugar de)",
    re.I,
)
_EASTERN = re.compile(r"用户|用戶|我们?|ユーザー?は?|私は?|사용자[는가]?|저는")  # whoever speaks
_BRACKET = re.compile(r"[(（][^()（）]*[)）]")
_LIKES = canons(_block("like love enjoy want prefer eat use take have keep do go"))
_DISLIKES = canons(_block("hate hates hated dislike dislikes disliked detest detests loathe loathes despise despises"))
_NO_WORD = _block(
    """
    don doesn didn isn aren wasn won can couldn wouldn hasn haven cannot never stopped longer dont doesnt didnt
    isnt nicht kein keine keinen nie mehr pas jamais plus rien nunca jamás tampoco sin ohne sans without nobody
    nothing none ever neither nor нет не n'est n’est n'a n'ont n'était
    """
)


@dataclass(frozen=True, slots=True)
class _Piece:
    words: tuple[str, ...]
    sign: str  # "+", "-" denied, "~" given up, "!" told of it alone or of it and not of another, "?" nobody can say
    turns: frozenset[str]  # for which nobody can say
    plain: str  # its sign without them


def flipped(said: str, *told: str, older: Sequence[str] = ()) -> str:
    """What a sentence affirms that is denied where it was told, or the other way round; nothing when none is.

    What is older may be denied by what overturns it; so may be what was told, by something told later, when the
    sentence says that it is so no more.
    """
    fresh = [piece for text in told for piece in _pieces(text)]
    pieces = [*fresh, *(piece for text in older for piece in _pieces(text))]
    mine = list(_pieces_of(said))
    for piece, text in mine:
        if len(piece.words) < 2 and len(mine) > 1:
            continue  # a bare contrast: "Zed, not Helix"
        if piece.plain in "-~" and len(told) > 1 and _ENDED.search(text):
            continue
        aside = piece.plain in "-~" and bool(older)  # then only what was told now, word for word, speaks against it
        shared = [
            (sum(any(_one(w, o) for o in each.words) for w in piece.words), _agree(piece, each), each)
            for each in (fresh if aside else pieces)
        ]
        most = max((count for count, agrees, _ in shared if not agrees), default=0)
        if not most or most <= max((count for count, agrees, _ in shared if agrees), default=0):
            continue
        best = [each for count, _, each in shared if count == most]
        if aside:
            whole, enough = not all(_rest(piece, each) for each in best), False
        else:
            signs = {piece.sign, *(each.sign for each in best)}
            whole = any(_rest(piece, each) <= _LIKES or _disliked(piece, each) for each in best)
            enough = not {"~", "!"} & signs and most >= _AGREED * len(piece.words) and most > 1
        if whole or enough:
            return text.strip()
    return ""


def denies(said: str, held: str) -> bool:
    """Whether a statement denies, gives up or changes something in a clause that speaks of what another says."""
    words = [word for piece in _pieces(held) for word in piece.words]
    return any(
        piece.sign in "-~" or _CHANGED.search(text) is not None
        for piece, text in _pieces_of(said) if any(_one(word, each) for word in piece.words for each in words)
    )  # fmt: skip


def bare_clauses(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """The clauses of a text, each with its telling words."""
    for part in _PIECE.split(text):
        if words := tuple(_telling(part)):
            yield words, part


def says(part: str) -> bool:
    """Whether a clause says something of something, and is no label or heading."""
    return _whole(part)


def one_word(word: str, other: str) -> bool:
    """Whether two telling words are forms of one."""
    return _one(word, other)


def _agree(one: _Piece, other: _Piece) -> bool:
    """Whether two clauses may both hold: what leaves open what is denied leaves nothing open in two that it is in."""
    alike = one.turns and one.turns == other.turns and not _rest(one, other)
    signs = (one.plain, other.plain) if alike else (one.sign, other.sign)
    return signs[0] == signs[1] or "?" in signs or {*signs} in ({"-", "~"}, {"!", "+"}, {"!", "~"})


def _rest(one: _Piece, other: _Piece) -> set[str]:
    return {word for word in one.words if not any(_one(word, each) for each in other.words)}


def _disliked(one: _Piece, other: _Piece) -> bool:
    return _rest(one, other) <= _DISLIKES and not _LIKES.isdisjoint(other.words)


@lru_cache(maxsize=2048)
def _pieces(text: str) -> tuple[_Piece, ...]:
    return tuple(piece for piece, _ in _pieces_of(text))


def _pieces_of(text: str) -> Iterator[tuple[_Piece, str]]:
    for sentence in re.split(r"(?<=[.!?])\s+|(?<=[。！？])|\n", text):
        plain = _DENIES_NOTHING.sub(" ", _OPENS.sub("", sentence))
        aside = _BRACKET.findall(plain)
        for part in (*_PIECE.split(_BRACKET.sub(" ", plain)), *aside):
            for side, sign in _sides(part):
                bare = side if side.isascii() else _EASTERN.sub(" ", _DENIES.sub("", side))
                words = tuple(word for word in _telling(bare) if word not in _NO_WORD)
                turns = (
                    frozenset(found[0].lower()[:_SHORT] for found in _TURNS.finditer(side)) if side is part else _NONE
                )
                if words:
                    yield _Piece(words, sign, turns, _plain(side) if side is part else sign), part


def _sides(part: str) -> Iterator[tuple[str, str]]:
    """A clause and its sign; of one that tells of two things which holds, each of them with what is said of both."""
    found = next(filter(None, (form.match(part.strip()) for form in _INSTEAD)), None)
    both = f"{found['of'] or ''} {{}} {found['rest'] or ''}" if found else ""
    if found and _sign(both.format(found["keep"])) in "+!" and not found["gone"].split()[0].endswith("ing"):
        yield both.format(found["keep"]), "!"
        yield both.format(found["gone"]), "-"
    else:
        yield part, _sign(part)


def _sign(part: str) -> str:
    turns, plain = [found[0].lower() for found in _TURNS.finditer(part)], _plain(part)
    if turns and plain == "+" and _ONLY.issuperset(turns):
        return "!"
    return "?" if turns else plain


def _plain(part: str) -> str:
    denials = [found[0].lower() for found in _DENIES.finditer(part)]
    if "ne" in denials or any(found.startswith(("n'", "n’")) for found in denials):
        denials = [found for found in denials if found not in ("pas", "jamais", "rien", "aucun", "aucune")]
    up = _GIVES_UP.search(part) is not None
    if len(denials) > 1:
        return "?"
    if denials:
        return "?" if up and not _ENDED.search(part) else "-"
    return "~" if up else "+"


# --- What belongs together --------------------------------------------------------------------------------

_BREAK = re.compile(
    r"[.!?;]+(?=\s|$)|[\n。；！？，、—–]+|\s-\s|,\s+(?:(?:and|but|while|whereas|und|aber|während|et|mais|y|pero)\s+)?"
    r"|\s+(?:and|but|while|whereas|und|aber|während|et|mais|tandis que|y|pero|mientras|e|och|en|i|и|а)\s+(?!\d)",
    re.I,
)
_MINE = re.compile(
    r"^(?:i|i['’](?:m|ve|d|ll)|me|my|mine|we|we['’]\w+|us|our|ours|ich|mich|mir|mein\w*|wir|uns\w*|je|j['’]\w+"
    r"|moi|mon|ma|mes"
    r"|nous|nos|notre|yo|mi|mis|nosotros|nuestr[ao]s?|owner|owner['’]s|user|user['’]s|nutzer\w*|utilisateur"
    r"|usuario)$",
    re.I,
)
_WHOSE = _block(
    """
    my our mein meine meinen meiner unser unsere mon ma mes notre nos mi mis
    """
)
_LEANS = re.compile(
    r"\b(?:he|she|it|they|him|her|his|hers|its|their|theirs|them|this|that|these|those|there|which|who|whose"
    r"|where|both|all|each"
    r"|everyone|everybody|same|er|sie|ihr\w*|sein\w*|dort|beide|alle|il|elle|ils|elles|leur|ça"
    r"|él|ella|ellos|su|sus|eso|allí|ambos|todos)(?:['’](?:s|re|ve|ll|d))?\b",
    re.I,
)
_PREPOSED = _block(
    """
    in on at since from until by for with after before during as seit im am um bis en à le depuis desde el
    """
)
_WORD = re.compile(r"[^\W_]+(?:[.'’/_@:#+-]+[^\W_]+)*")
_VERB = re.compile(
    r"(?:\w+(?:s|ed|en)|am|is|are|was|be|has|have|had|will|can|do|does|use|run|live|work|likes?|keep|got|goes"
    r"|\w+t|est|es|son|sont)$"
)
_WAYS = _block(
    """
    over than before after by under above vs als vor avant après antes
    """
)  # of which one tells
_PAIRED = {"from": "to", "von": "nach", "de": "à", "desde": "a"}  # and those that tell together
_DETERMINERS = _block(
    """
    the a an our my their his her its your der die das den dem le la les un une el los las
    """
)
_RATHER = re.compile(r"\b(over|than|vor|als)\b", re.I)
_PREFERS = re.compile(r"\b(?:prefer\w*|favou?r\w*|likes?|loves?|bevorzug\w*|mag|lieber)\b", re.I)
_BOTH_WAYS = re.compile(  # what holds either way round
    r"\b(?:married|marri\w+|wed\w*|friends?|sisters?|brothers?|siblings?|twins?|cousins?|partners?|neighbou?rs?"
    r"|colleagues?|teammates?|met"
    r"|meets?|and|or|with|between|together|share\w*|same|both|each other|verheiratet|mariée?s?|casad[ao]s?|und"
    r"|mit|et|avec|y|con)\b|[,/&+]",
    re.I,
)
_OWNS = re.compile(r"['’]s$")
_TURNED = re.compile(
    r":|\b(?:by|of|von|durch|par|de|por|is|are|was|who|whose|which|that|whom|to|for|from)\b|\w['’]s\b", re.I
)


@dataclass(frozen=True, slots=True)
class _Clause:
    words: frozenset[str]
    hard: frozenset[str]  # names, numbers, codes; and whoever speaks
    head: str  # what it is about
    owned: bool  # by whoever speaks: "my brother"
    leans: bool  # on what stands beside it


def crossed(said: str, *told: str) -> str:
    """A clause of a sentence whose words were told of two things, or of the one what was told of the other."""
    both = "\n".join((said, *told))
    clauses = [clause for text in told for clause in _clauses(text, both)]
    known = frozenset[str]().union(*(clause.words for clause in clauses))
    for text, clause in _parts(said, both):
        wanted = frozenset(each for word in clause.words for each in known if _one(word, each))
        if wanted and clauses and not _together(wanted, clause, clauses):
            return text.strip()
    return _turned(said, told)


def _together(wanted: frozenset[str], clause: _Clause, clauses: Sequence[_Clause]) -> bool:
    most = max(len(wanted & each.words) for each in clauses)
    best = [each for each in clauses if len(wanted & each.words) == most]
    return any(
        all(
            any(word in other.words and not _apart(each, other, wanted) for other in clauses)
            for word in wanted - each.words
        )
        for each in best
    )


def _apart(one: _Clause, other: _Clause, wanted: frozenset[str]) -> bool:
    """Whether two clauses are about two things of which a third takes from both, and names only one."""
    if one.leans or other.leans or one.head in other.words or other.head in one.words:
        return False
    if (
        (one.hard & other.hard) - {_SPEAKER}
        or {one.head, other.head} <= wanted
        or not (one.words - wanted and other.words - wanted)
    ):
        return False
    if one.head in one.hard and other.head in other.hard:
        return bool({one.head, other.head} & wanted)
    if one.owned and other.owned:
        return bool({one.head, other.head} & wanted)
    return bool((one.words & other.words) - one.hard) and bool({one.head, other.head} & wanted)


@lru_cache(maxsize=512)
def _clauses(text: str, names: str) -> tuple[_Clause, ...]:
    return tuple(clause for _, clause in _parts(text, names))


def _parts(text: str, names: str) -> Iterator[tuple[str, _Clause]]:
    """The clauses of a text; what has no verb, or is but a word, stays with what follows, else with what it follows."""
    for sentence in re.split(r"(?<=[.!?;。；！？])\s+|\n+", _BRACKET.sub(" ", text)):
        found: list[str] = []
        start = 0
        for end, after in [*((m.start(), m.end()) for m in _BREAK.finditer(sentence)), (len(sentence), len(sentence))]:
            part = sentence[start:end]
            if end < len(sentence) and not _whole(part):
                continue
            few = len(_words(part)) < 2 or all(token[0].isupper() for token in _WORD.findall(part))
            if found and few:
                found[-1] = sentence[sentence.rfind(found[-1]) : end]
            elif part.strip():
                found.append(part)
            start = after
        verb = ""
        for part in found:
            clause = _clause(part, names)
            if clause and not _verb(part) and verb:  # "staging listens on 8080 and prod on 9090"
                clause = replace(clause, words=clause.words | {verb})
            verb = _word(_verb(part)) or verb
            if clause:
                yield part, clause


def _whole(part: str) -> bool:
    """Whether a part says something of something: it has two words, and a verb behind one of them."""
    return len(_words(part)) > 1 and (_verb(part) != "" or any(map(unspaced, _WORD.findall(part))))


def _verb(part: str) -> str:
    """The word that says what of what a part is about, as far as its form and place show."""
    tokens = _WORD.findall(part)
    for n, (before, token) in enumerate(pairwise(tokens)):
        article = before.lower() in _DETERMINERS | _PREPOSED
        named = n == 0 or before[0].isupper()
        if (
            token[0].islower()
            and token not in _DETERMINERS | _PREPOSED
            and not article
            and (named or _VERB.match(token))
            and before.lower() not in _WHOSE
        ):
            return str(token)
    return ""


def _clause(part: str, names: str) -> _Clause | None:
    words = _words(part)
    if len(words) < 2:
        return None
    hard = frozenset(word for token, word in _marked(part) if word == _SPEAKER or _hard(token, part, names))
    head = _head(part, words)
    return _Clause(
        frozenset(words), hard, head, _owned(part, head),
        _LEANS.search(part) is not None or any(map(unspaced, words)),
    )  # fmt: skip


def _head(part: str, words: Sequence[str]) -> str:
    tokens = _WORD.findall(part)
    by_token = dict(_marked(part))
    for n, token in enumerate(tokens):
        word = by_token.get(token)
        if word is None or _whose(token):
            continue
        before = [each.lower() for each in tokens[max(0, n - 2) : n] if each.lower() not in _DETERMINERS]
        if not (before and before[-1] in _PREPOSED and n < _SHORT):
            return word
    return words[0]


def _whose(token: str) -> bool:
    return token.lower() in _WHOSE or (_MINE.match(token) is not None and _OWNS.search(token) is not None)


def _owned(part: str, head: str) -> bool:
    tokens = _WORD.findall(part)
    return any(_whose(before) and _word(token) == head for before, token in pairwise(tokens))


def _hard(token: str, part: str, names: str) -> bool:
    if any(c.isdigit() for c in token) or token[1:] != token[1:].lower():
        return True
    if not token[0].isupper():
        return False
    stands = part.strip().startswith(token)
    return not stands or given(token) or re.search(rf"(?<=[\w,] ){re.escape(token)}\b", names) is not None


def _marked(part: str) -> list[tuple[str, str]]:
    """The telling tokens of a part, each with the word that stands for it."""
    found = []
    for token in _WORD.findall(part):
        if _MINE.match(token):
            found.append((token, _SPEAKER))
        elif unspaced(token):
            found += [(term, term) for term in terms(token)]
        elif word := _word(token):
            found.append((token, word))
    return found


def _words(part: str) -> list[str]:
    return list(dict.fromkeys(word for _, word in _marked(part)))


def _telling(part: str) -> list[str]:
    return [word for word in _words(part) if word != _SPEAKER]


_SLIGHT = _block(
    """
    use uses used using want wants wanted need needs now currently also still team project person people called
    named s t m re ve ll d
    """
)  # fmt: skip


_MAY = frozenset({"May"})  # the month


def _word(token: str) -> str:
    low = re.sub(r"['’](?:s|re|ve|ll|d|t)?$", "", token.lower())
    if token in _MAY:
        return low
    return "" if not low or low in STOP or low in _SLIGHT else canon(low)


@lru_cache(maxsize=20_000)
def _one(word: str, other: str) -> bool:
    """Whether two words are forms of one."""
    if word == other:
        return True
    if word[:1].isdigit() or other[:1].isdigit():
        return False
    begins = max(_SHORT, min(len(word), len(other)) * 3 // 4)
    return min(len(word), len(other)) >= _SHORT and word[:begins] == other[:begins]


# --- Who and whom ---------------------------------------------------------------------------------------


def _turned(said: str, told: Sequence[str]) -> str:
    """Two names that changed places: before and behind what is said of them, or behind "over", or "from" and "to"."""
    for text in told:
        for part, other in product(_BREAK.split(said), _BREAK.split(text)):
            if not _BOTH_WAYS.search(part) and (
                _misled(_ways(part), _ways(other), part, other) or _swapped(part, other)
            ):
                return part.strip()
    return ""


def _misled(ours: Mapping[str, str], theirs: Mapping[str, str], part: str, other: str) -> bool:
    for start, end in _PAIRED.items():
        if start in ours and end in ours and (ours.get(start), ours.get(end)) == (theirs.get(end), theirs.get(start)):
            return True
    both = {*_words(part)} & {*_words(other)}
    first, over, _ = _RATHER.split(other)[:3] if _RATHER.search(other) else (other, "", "")
    if over and _RATHER.search(part) is None and _PREFERS.search(part) and theirs.get(over.lower()) in both:
        return both.isdisjoint({*_words(first)} - {_SPEAKER} - _LIKES)
    return any(
        ours[way] != theirs[way] and {ours[way], theirs[way]} < both
        for way in (ours.keys() & theirs.keys()) - {*_PAIRED, *_PAIRED.values()}
    )


def _ways(text: str) -> dict[str, str]:
    """The word behind each preposition that has a direction, and the name that owns something."""
    found: dict[str, str] = {}
    tokens = _WORD.findall(text)
    for token, behind in zip(tokens, _behind(tokens), strict=True):
        if token.lower() in _WAYS | {*_PAIRED, *_PAIRED.values()} and (word := _word(behind)):
            found[token.lower()] = word
        if _OWNS.search(token) and token[0].isupper():
            found["'s"] = _word(token)
    return found


def _behind(tokens: Sequence[str]) -> Iterator[str]:
    """For each token the first behind it that is no article, unless it only owns what comes then."""
    for n in range(len(tokens)):
        some = [each for each in tokens[n + 1 : n + 4] if each.lower() not in _DETERMINERS]
        yield some[0] if some and not _OWNS.search(some[0]) else ""


def _swapped(part: str, other: str) -> bool:
    """Whether two names stand the other way round about the same verb, in clauses that are otherwise made alike."""
    if _BOTH_WAYS.search(other) or {*_TURNED.findall(part.lower())} != {*_TURNED.findall(other.lower())}:
        return False
    first, second = _around(part), _around(other)
    return any(
        (a, b) == (d, c) and any(_one(word, each) for word in said for each in told)
        for (a, b), said in first.items() for (c, d), told in second.items()
    )  # fmt: skip


def _around(part: str) -> dict[tuple[str, str], list[str]]:
    """Each two names that follow one another, with the words between them."""
    found: dict[tuple[str, str], list[str]] = {}
    name, between = "", list[str]()
    for token, word in _marked(part):
        if word == _SPEAKER or not (token[0].isupper() or token[0].isdigit()):
            between.append(word)
        else:
            if name and between:
                found[name, word] = between
            name, between = word, []
    return found
