"""What a request names, apart from how people speak of a matter; and whether a text says that. Pure.

"lo de la impresora del sótano" and "La impresora está en el sótano" share no phrase, only what both are about: so what
is named is held against what is kept by its telling words, but for their endings and particles.
"""

from __future__ import annotations

import re

from reverie.domain.words import STOP, unspaced

FOREVER = (  # said of what is to leave no trace, in languages that put it where they like
    r"(?:para\s+siempre|para\s+sempre|per\s+sempre|definitivamente|permanentemente|irreversiblemente|em\s+definitivo|de\s+vez(?!\s+e[nm]\b)"
    r"|de\s+(?:forma|manera)\s+(?:permanente|definitiva|irreversible)|in\s+modo\s+(?:permanente|definitivo)"
    r"|définitivement|pour\s+(?:toujours|de\s+bon)|à\s+(?:tout\s+)?jamais|de\s+(?:façon|manière)\s+(?:définitive|permanente)"
    r"|endgültig|für\s+immer|dauerhaft|permanent|unwiderruflich|restlos)"
)
_DELETING = (
    r"(?:löschen|vergessen|entfernen|tilgen|borrar|eliminar|olvidar|supprimer|effacer|oublier|apagar|excluir|esquecer"
    r"|cancellare|eliminare|dimenticare)"
)
_KNOWN = (  # what was told, or is known, of something
    r"(?:(?:alles,?\s+)?was\s+(?:du|ich(?:\s+(?:dir|euch))?|wir)\s+(?:(?:noch|alles|so)\s+)?(?:über|von|zu[mr]?)"
    r"|alles\s+(?:über|zu[mr]?|von|rund\s+um)|(?:die\s+(?:sache|geschichte)|das)\s+(?:mit|über|von)"
    r"|(?:tout\s+)?ce\s+(?:que\s+(?:tu\s+(?:sais|as\s+(?:retenu|appris|noté))|j'ai\s+dit|je\s+t'ai\s+(?:dit|raconté))"
    r"(?:\s+(?:sur|à\s+propos\s+d[eu]s?)|\s+d(?:u|es?)(?:\s+la)?\b)|qui\s+(?:concerne|touche))|tout\s+(?:sur|concernant)"
    r"|(?:l'histoire|le\s+truc|l'affaire)\s+(?:avec|d(?:u|es?)(?:\s+la)?)"
    r"|(?:todo\s+)?lo\s+(?:que\s+(?:sabes|recuerdas|(?:yo\s+)?(?:te\s+)?(?:dije|conté|he\s+(?:dicho|contado))|has\s+aprendido)"
    r"\s+(?:sobre|del?|acerca\s+del?)|relacionado\s+con|referente\s+al?|del?)|todo\s+(?:sobre|acerca\s+del?)"
    r"|(?:tudo\s+)?o\s+que\s+(?:sabes|(?:você\s+)?sabe|(?:eu\s+)?(?:te\s+|lhe\s+)?(?:disse|contei))\s+(?:sobre|d[eoa]s?)"
    r"|tudo\s+(?:sobre|d[eoa]s?)|(?:tutto\s+)?(?:quello|ciò)\s+che\s+(?:sai|ricordi|ti\s+ho\s+(?:detto|raccontato))"
    r"\s+(?:su|di|d?el)\w*|tutto\s+(?:su\w*|riguardo\s+a\w*)|la\s+storia\s+d(?:i|el\w*))\b"
)
_BEFORE = re.compile(
    rf"(?:(?:(?:{_KNOWN}|bitte|mal|doch|jetzt|por\s+favor|per\s+favore|{FOREVER})(?!\w)|(?:所有|一切|全部)?(?:关于|關於|有关|有關)"
    r"|我(?:跟你|对你|和你)?(?:说|說|讲|講|提)过?的)[\s,:]*)+",
    re.I,
)
_AFTER = re.compile(
    rf"(?:[\s,]*\b(?:bitte|por\s+favor|per\s+favore|s'il\s+te\s+pla[iî]t|{FOREVER}|{_DELETING}|(?:kannst|darfst)\s+du"
    r"|(?:weißt|gesagt\s+habe|erzählt\s+habe|gespeichert\s+hast|hast)|(?:jetzt|ruhig|wieder|komplett|vollständig)"
    r"|nicht\s+mehr(?:\s+zu)?\s+merken)(?!\w))+[\s,]*$"
    r"|\s*에\s*(?:대해서?|관해서?)\s*(?:내가\s*|제가\s*|우리가\s*)?(?:말한|말했던|얘기한|얘기했던|이야기한|이야기했던|알려준|알려\s*준|한\s*말|했던\s*말)"
    r"\s*(?:것|거|건|걸|내용|얘기|이야기)?(?:들)?(?:을|를|은|는|도)?$"
    r"|\s*(?:에\s*(?:대한|대해서?|관한|관해)|(?:와|과)?\s*관련(?:된|한))?(?:\s*(?:모든|전부|모두))*\s*"
    r"(?:(?<=대한)|(?<=관한)|(?<=련된)|(?<=련한)|(?<=모든)|(?<=대해)|(?<=대해서)|(?<=관해)|(?<=\s))\s*"
    r"(?:(?:것|거|건|걸|기억|정보|내용|얘기|이야기|일)(?:들)?(?:을|를|은|는|도)?)?(?:\s*(?:이제|그만|더\s*이상|전부|모두|다|싹))*$"
    r"|に(?:つい|関し)て(?:私が|僕が|俺が|さっき|前に)?(?:言った|いった|話した|伝えた|教えた|述べた|書いた)(?:こと|話|の|内容)?[はをも]?$"
    r"|(?:に(?:つい|関し)ての?(?:こと|話|情報|記憶)?|に関する(?:こと|もの|情報|記憶|話)|のこと|の(?:件|話|情報|記憶))[はをも]?"
    r"(?:、?(?:全部|すべて|全て|もう))*$"
    r"|的?(?:这件|那件|這件)?(?:所有|全部|一切)?的?(?:信息|資訊|内容|内容|事情?|记忆|記憶|东西|東西|一切|记录|記錄)[吧了]*$",
    re.I,
)
_DASH = re.compile(r"[^\W_]+")
_PARTICLE = re.compile(  # what a Korean noun ends in
    r"(?<=[\uac00-\ud7a3]{2})(?:에서는?|에게서?|한테서?|으로는?|로는?|에는|에도|까지|부터|처럼|이랑|랑|하고|이라는|라는|이란|의|을|를"
    r"|은|는|이|가|에|와|과|도|로|만)$"
)
_LETTERS = re.compile(r"[\u30a0-\u30ff\u4e00-\u9fff\u3400-\u4dbfA-Za-z0-9々]+|[\uac00-\ud7a3]+")
_JOINING = re.compile(r"[的了里裡在是和跟与與吧呢这那這個个件]")
_STEM, _SHORT = 4, 2  # letters of a word that stay when its ending goes, and of an ending
_FEW = """old older former previous earlier last current whole entire thing things stuff bit part matter business
    idea plan info information details detail fact facts note notes memory memories
    im am vom zum zur beim ins ans der des dem den die das sache alte alten alter alles mehr steht liegt
    hängt sind war
    über unser unsere unserem unseren mein meine meinem meinen meiner unten oben nicht sich
    l d c qu s n j au aux ce cet cette ces mon ma mes notre nos tout ancien ancienne est sont truc histoire
    del al lo su sus mi mis nuestro nuestra nuestros todo toda viejo vieja está están es cosa tema unos unas
    do da dos das no na nos nas o os as um uma meu minha nosso nossa tudo
    il gli della dello dei delle nel nella sul sulla mio mia nostro nostra tutto cosa
    있는 있던 했던 말한 얘기한 이야기한
    내가 우리 우리의 나의 내 제
    그 이 저 것 거 건 걸 얘기 이야기
    전부 모두 관한 대한
    我 我们 我們 私 僕"""
_SMALL = frozenset(_FEW.split())  # says nothing of what is meant


def bare(words: str) -> str:
    """What is named, without what is said around it: of "todo lo que sabes de Ana" the name."""
    begun = _BEFORE.match(words)
    name = words[begun.end() :] if begun else words
    for _ in range(3):
        cut = _AFTER.search(name)
        if cut is None or not cut[0] or not name[: cut.start()].strip(" ,"):
            break
        name = name[: cut.start()]
    name = name.strip(" ,、")
    return words if not name or name in _SMALL else name


def parts(words: str) -> tuple[str, ...]:
    """The telling words of what is named, each once."""
    found: dict[str, None] = {}
    for word in _DASH.findall(words.lower()):
        if unspaced(word):
            found.update(dict.fromkeys(part for part in _pieces(word) if part not in _SMALL))
        elif word not in STOP and word not in _SMALL:
            found[word] = None
    return tuple(found)


def _pieces(word: str) -> list[str]:
    """What a word of a script with few spaces is made of, without particles; itself when nothing else is left."""
    some = [_PARTICLE.sub("", part) for run in _LETTERS.findall(word) for part in _JOINING.split(run)]
    return [part for part in some if part] or [word]


def singular(word: str) -> str:
    """A word without the ending by which most languages of Europe say that it is several, or whose."""
    long = len(word) > _STEM and word.isalpha() and not unspaced(word)
    return word[:-1] if long and word[-1] in "sn" and word[-2:] != "ss" else word


def says(text: str, named: tuple[str, ...]) -> bool:
    """Whether a text has all these words, but for their endings."""
    low = text.lower()
    return bool(named) and all(_has(low, part) for part in named)


def _has(low: str, part: str) -> bool:
    if not unspaced(part):
        return part[: max(_STEM, len(part) - _SHORT)] in low
    if part in low or len(part) < 3:
        return part in low
    near = {n + more for n in range(len(part) - 1) if part[n : n + 2] in low for more in (0, 1)}
    return len(near) == len(part)  # each of its letters stands beside one it stands beside there
