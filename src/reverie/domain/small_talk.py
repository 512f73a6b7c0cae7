"""Which messages ask nothing of memory: greetings, thanks, a nod, a command of the host."""

from __future__ import annotations

import re
from functools import cache

from reverie.domain import words

MEANING = 3  # words that a message needs to ask something; two when it ends as a question does
_WORDS = """hi hello hey ok okay k yes yep yeah no nope nah thanks thank thx you sure right got it the a an is are was i
    me my we do did please good great nice cool perfect awesome hmm hm ah oh um uh well so and but or that this go ahead
    on continue proceed next done lgtm looks fine agreed exactly correct again stop wait again now then all let s
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
