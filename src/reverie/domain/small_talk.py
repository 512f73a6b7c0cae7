"""Which messages ask nothing of memory: greetings, thanks, a nod, a command of the host. And which ask a question."""

from __future__ import annotations

import re
from functools import cache

from reverie.domain import words

MEANING = 3  # words that a message needs to ask something; two when it ends as a question does
_WORDS = """hi hello hey ok okay k yes yep yeah no nope nah thanks thank thx you sure right got it the a an is are was i
    me my we do did please good great nice cool perfect awesome hmm hm ah oh um uh well so and but or that this go ahead
    on continue proceed next done lgtm looks fine agreed exactly correct again stop wait again now then all let s
    going geht
    hallo moin servus ja nein danke bitte gut super genau klar weiter mach das ist stimmt passt okidoki jo doch
    bonjour salut oui non merci svp bien parfait continue vas y d accord c est bon ça va
    hola buenas sí si gracias vale bueno claro sigue adelante perfecto genial de nada por favor
    olá ola sim não nao obrigado obrigada certo beleza isso ciao grazie bene va avanti prego certo ottimo
    dank je wel goed prima ja nee ga door tak nie dzięki dobrze tamam evet hayır teşekkürler sağol
    привет здравствуйте да нет спасибо хорошо ок ладно давай дальше понятно пожалуйста
    你好 您好 好 好的 是 是的 不 不是 谢谢 謝謝 可以 行 继续 繼續 对 對 嗯 没问题 明白 知道了
    はい いいえ うん ええ ありがとう ありがとうございます お願いします こんにちは 了解 了解です 続けて 大丈夫 いいね
    안녕 안녕하세요 네 예 응 아니요 아니 고마워 고마워요 감사합니다 감사 좋아 좋아요 알겠어
    알겠습니다 계속 계속해 그래 오케이"""


_ASKING = """who whose whom who's what what's whats when when's where where's which why how how's is are was were am
    wer wen wem wessen was wann wo wohin woher welche welcher welches welchen welchem warum wieso weshalb wie wieviel
    qui que qu'est quoi quand où quel quelle quels quelles pourquoi comment combien est-ce
    quién quiénes qué cuándo dónde adónde cuál cuáles cómo cuánto cuánta cuántos cuántas
    quem quando onde qual quais chi cosa dove quale quali perché quanto
    kto co kiedy gdzie który dlaczego jak kim ne nerede hangi neden nasıl wat waar welke waarom hoe
    кто что когда где куда откуда какой какая какое какие почему зачем как сколько
    remind tell recall erinnere sag rappelle dis recuérdame dime"""
_HELPING = (
    "do", "does", "did", "has", "have", "had", "should", "shall", "may", "must", "can", "could", "would", "will",
)  # fmt: skip
_PERSONS = ("i", "we", "he", "she", "it", "they", "my", "our", "there")
_POLITE = (
    "can", "could", "would", "will", "kannst", "könntest", "würdest", "peux", "pourrais", "pouvez", "pourriez",
    "puedes", "podrías", "puoi",
)  # fmt: skip
_TELLING = (
    "tell", "remind", "say", "know", "remember", "recall", "sagen", "sag", "weißt", "dire", "dis", "decir", "decirme",
    "dime",
)  # fmt: skip
_LEADING = (
    "and", "so", "but", "ok", "okay", "hey", "hi", "wait", "also", "well", "please", "now", "und", "aber", "et", "mais",
    "alors", "y", "pero", "e", "mas",
)  # fmt: skip


@cache
def _asking() -> frozenset[str]:
    return frozenset(_ASKING.split())


@cache
def _small() -> frozenset[str]:
    return frozenset(_WORDS.split())


def trivial(text: str) -> bool:
    """Whether a message asks nothing of memory, in whatever language."""
    bare = text.strip()
    if not bare or (bare[0] in "/!" and len(bare.split(None, 1)[0]) > 1 and "/" not in bare[1:].split(None, 1)[0]):
        return True  # a command of the host
    said = re.findall(r"[^\W_]+", bare.lower())
    if all(word in _small() for word in said):
        return True
    if any(not term.isalnum() for term in words.terms(bare)):  # a path, a version, an error code
        return False
    count = sum(len(word) - 1 if words.unspaced(word) else 1 for word in said if word not in _small())
    return count < (MEANING - 1 if bare.endswith(("?", "？")) else MEANING)


def small(word: str) -> bool:
    """Whether a word alone says nothing."""
    return word in _small()


def asks(text: str) -> bool:
    """Whether a message asks a question; one that tells an agent what to do does not, however politely.

    What is written without spaces is taken to ask.
    """
    sentences = re.split(r"(?<=[.!?？])\s+|\n", text.strip())
    return any(_asks(sentence.lower().replace("’", "'")) for sentence in sentences) or any(
        words.unspaced(word) for word in text.split()
    )


def _asks(sentence: str) -> bool:
    said = [word.strip(",;:.!?¿¡\"'()") for word in sentence.split()]
    while said and said[0] in _LEADING:
        said.pop(0)
    first, rest = (said[0], said[1:]) if said else ("", [])
    if first in _asking():
        return True
    if first in _POLITE and not (rest and rest[0] in _PERSONS):
        return any(word in _TELLING for word in rest[:4])
    return sentence.endswith("?") or (first in _HELPING and bool(rest) and rest[0] in (*_PERSONS, "you"))
