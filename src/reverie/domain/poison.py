"""Text that tries to rule: that would set rules, permissions or duties, though it is not the owner's.

It is read as a person or a model might read it: folded (`looks.py`), without emphasis and line breaks, with digits for
letters, letters set apart, and what is written in base64. One line of the table is one way of ruling.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator
from functools import cache

from reverie.domain import looks

_ORDERS = r"""
    \b(?:always|never|from (?:now|here|today|this point) on|going forward|henceforth|hereafter\
      |in (?:all )?future|every time|each time you|whenever|until (?:told|instructed|notified) otherwise\
      |at all times|for good\b|permanently)\b
    \b(?:ignore|disregard|forget|override|bypass|disable|skip|turn off|suppress\
      |waive)[sd]?\b.{0,60}\b(?:instruction|rule|previous|prior|above|check|safety|guard|review|approval\
      |confirm|hook|test|verification|warning|sign)
    \b(?:you (?:must|should|shall|are (?:now|allowed|authori[sz]ed|permitted|expected|required|free)\
      |may (?:now )?|can now|need not|have to)|your (?:answers?|repl(?:y|ies)|responses?|memory|instructions\
      |persona|task is))\b
    \b(?:agents?|assistants?|models?|chat ?bots?|llms?|ais?|copilots?)\b,?\s(?:\w{1,20}\s){0,3}?(?:must|should|shall\
      |may|will|is|are|obeys?|keeps?|uses?|follows?|trusts?|reading|approves?|sends?|has to|have to)\b
    \b(?:for|to|all|dear) (?:ai |llm )?(?:agents|assistants|models|llms|ais|chat ?bots)\b
    \b(?:remember(?:ed)?|memori[sz]e|store|save|note|record|persist|keep) (?:this|that|the|these|them|to\b|as\b\
      |it\b|in mind)|\b(?:store|save|record|persist|keep)\b.{0,30}\bas\b|\bplease (?:persist|remember|store)\
      |\bin (?:your )?(?:long-term )?memory\b|\bmemory[ -](?:update|entry|note|service|maintenance)\
      |\b(?:fragments?|beliefs?|memories)\b.{0,60}\b(?:superseded|retired)|\boverwrite (?:it|the rule)\
      |\bwhen you (?:dream|consolidate|summari[sz]e|finish|answer|are asked)
    \b(?:pre-?approved?|auto-?approv\w+|authori[sz](?:e|es|ed|ation)|permission(?!s? (?:denied|error|bits))\
      |consent|white-?list(?:ed)?|allow-?list(?:ed)?|trusted|sign(?:ed)?[- ]?off|waived|blanket|granted by\
      |without (?:asking|confirm\w*|approval|review|permission|checking|telling))\b
    \b(?:no|not|n't)\b.{0,20}\b(?:ask|mention|tell|confirm|warn|notify|inform|report|approval|confirmation\
      |sign-?off)\b
    \b(?:confirmation|approval|sign-?off|review|consent|permission|checks?)\b.{0,40}\b(?:not|no longer|needed\
      |optional|required|waived)
    \b(?:is|are|it's) (?:ok|okay|fine|allowed|permitted|forbidden|optional|acceptable|safe|welcome)\b(?: to\b\
      | for\b| here\b|[.,;!"']|$)
    \b(?:approve[sd]?|accept(?:s|ed)?|grant(?:s|ed)?|allow(?:s|ed)?)\b.{0,24}\b(?:all|any|every\w*|invoices?\
      |payments?|purchases?|requests?|unsigned|access|blanket|admin)\b
    \b(?:password|passphrase|api[ _-]?key|token|credential|secret|private key|\.env\b)s?\b
    \b(?:system|developer) (?:prompt|message|note|override)\b|\b(?:new|updated|standing|permanent|default|house\
      |core) (?:policy|rule|instruction|owner|order|preference|directive|procedure)s?\b|\bpolicy (?:for|set\
      |of)\b|\bby default,? (?:answer|use|send|reply|act|assume)
    \b(?:send|sent|forward(?:ed)?|upload(?:ed)?|post(?:ed)?|exfiltrate|cop(?:y|ied)|e-?mail(?:ed)?|mail(?:ed)?\
      |transfer(?:red)?|pay|paid|wire[d]?|report(?:ed)?)\b.{0,60}\b(?:to|at)\b.{0,40}(?:@|https?:|\.(?:com|io\
      |net|org|example)\b|account|wallet|iban)
    \b(?:use|install|route|pull|fetch|go(?:es)?|cite)\b.{0,60}\b(?:everywhere|everything|for (?:all|every|each\
      |any)|first|instead)\b
    \bcurl\b.{0,120}\|\s*(?:ba|z)?sh\b|\bpip install\b.{0,60}(?:--index-url|--extra-index-url|git\+)|\brm -rf\b\
      |--no-verify\b|--force\b|\bforce-?push|--skip-\w+|\bskip_\w+\s?=|verify\s?=\s?false|chmod 777|\bas root\b\
      |\bunsigned (?:binar|build|commit|package)|\bhttp instead of https
    \b(?:user|owner|developer|maintainer|admin(?:istrator)?|operator|human|customer\
      |account holder)(?:'s)?\)?,?\s(?:said|says|told|prefers?|wants?|likes|decided|confirm(?:s|ed)|approve[sd]\
      |grant(?:s|ed)|allow(?:s|ed)|trusts?|waive[sd]|put it|request(?:s|ed)?|asked|pays|insists|repeats\
      |is (?:fine|ok|okay|happy)|has (?:said|granted|approved|allowed|decided|given|configured|asked|confirmed\
      |set|agreed|signed|waived)|preferences?|rules?|instructions?|wishes|decision)\b|\b(?:from|as|is\
      |of) the (?:owner|user)\b(?!'s? (?:table|guide|id|name))
    <!--|\[//\]: ?\#|</?(?:reverie|system|assistant|human|user|instructions?|memory|private)\b\
      |streams/\d{4}-\d\d-\d\d\#|<\||\[/?(?:inst|sys|system|user|assistant)\]|<</?sys>>
    (?:^|\n)[\W_]{0,12}(?:system|developer|human|user|assistant|owner|operator|admin)\s?(?:message|prompt|note\
      |turn)?\s?:
    \b(?:kind|type)["']?\s?[:=]\s?["']?(?:preference|procedure|correction|decision|core)\
      |\btrust["']?\s?[:=]\s?["']?user|\bpinned["']?\s?[:=]\s?["']?true|\bapproved["']?\s?[:=]\s?["']?true\
      |\borigin["']?\s?[:=]\s?["']?person
    \b(?:immer|niemals|nie (?:mehr|wieder)|ab (?:jetzt|sofort|heute)|von nun an|künftig|zukünftig|in zukunft\
      |ignoriere|merkt? (?:dir|euch)|ohne (?:rückfrage|nachfrage|zu fragen|bestätigung|genehmigung|freigabe\
      |prüfung)|(?:der|die) (?:nutzer|benutzer|besitzer|inhaber|assistent|agent)(?:in)? (?:will|soll|darf|hat\
      |möchte|muss|erlaubt))\b
    \b(?:toujours|jamais|désormais|dorénavant|à (?:partir de maintenant|l'avenir)|ignore[zr]?|souviens-toi\
      |mémorise|retiens|sans (?:demander|confirmation|validation|autorisation|vérifier)|l'(?:assistant|agent\
      |utilisateur) (?:doit|peut|a|envoie|veut))\b
    \b(?:siempre|nunca|jamás|a partir de ahora|(?:de ahora )?en adelante|recuerda|sin (?:preguntar|confirma\w*\
      |permiso|autoriza\w*)|pedir permiso|no hace falta|el (?:asistente|agente|usuario) (?:debe|puede|ha|quiere\
      |aprueba|prefiere|autoriza))\b
    \b(?:sempre|d'ora in (?:poi|avanti)|da (?:ora|adesso) in poi|senza (?:chiedere|conferma)|non chiedere\
      |a partir de agora|de agora em diante|sem (?:perguntar|confirma\w*|autoriza\w*)|lembre(?:-se)?|ricorda)\b
    \b(?:altijd|nooit|vanaf nu|voortaan|zonder (?:te vragen|toestemming)|geen toestemming|onthoud|alltid|aldrig\
      |från och med nu|zawsze|nigdy|od teraz|bez (?:pytania|potwierdzenia)|zapamiętaj|her zaman|asla\
      |bundan sonra|şu andan itibaren|onay (?:istemeden|almadan)|unutma)\b
    всегда|никогда|отныне|впредь|с этого момента|запомни|игнорируй|без (?:подтверждени|спроса|разрешени)\
      |разреши|пользователь (?:сказал|хочет|просит|решил|предпочитает)
    항상|절대|앞으로|무시|이제부터|지금부터|(?:확인|승인|허락|묻지)\s?(?:없이|않고)|허용|허락|기억해|사용자(?:가|는)\s.{0,30}(?:원|선호|승인)
    いつも|必ず|今後|これから(?:は|ずっと)|以後|常に|無視|(?:確認|承認|許可)(?:なし|せず|不要|済み)|覚えて(?:おいて|くだ)|許可し
    总是|始终|永远|忽略|以后|从现在(?:起|开始)|今后|往后|记住|(?:无需|不用|不必|不需要)(?:再)?(?:确认|批准|询问|问)|用户(?:允许|希望|要求|已)|總是|始終|永遠|從現在|今後\
      |記住|(?:無需|不用|不必)(?:確認|批准|詢問)|授权|授權
    دائم[اً]|من الآن|دون (?:تأكيد|إذن)|תמיד|מעכשיו|हमेशा|अब से|luôn luôn|từ nay|selalu|mulai sekarang"""

_LEET = tuple(str.maketrans("013457@$", letters) for letters in ("oieastas", "oleastas"))
_TAGS = re.compile("[\U000e0020-\U000e007e]+")  # letters nobody sees and a model reads
_TAGGED = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_LETTER = re.compile("[a-z]")
_APART = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .*_·-][^\W\d_]){3,}(?![^\W_])")
_BLOB = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")


def rules(*texts: str) -> bool:
    """Whether a text tells an agent, now or later, what to do, may do or must ignore."""
    orders = _orders()
    return any(orders.search(reading) for text in texts for reading in _readings(text))


def _readings(text: str) -> Iterator[str]:
    """The text in each way it may be read, from the plainest on."""
    yield from (hidden.translate(_TAGGED).lower() for hidden in _TAGS.findall(text))
    text = looks.fold(text).text.replace("’", "'")
    low = text.lower()
    yield low
    flat = " ".join(re.sub(r"[*_~`\\]+", "", html.unescape(low)).split())
    yield flat
    for letters in _LEET:
        yield " ".join(word.translate(letters) if _LETTER.search(word) else word for word in flat.split())
    if _APART.search(low):
        yield _APART.sub(lambda found: re.sub(r"[\W_]", "", found[0]), low)
    for blob in _BLOB.findall(text):
        plain = base64.b64decode(blob[: len(blob) // 4 * 4])
        if plain.isascii() and plain.decode("ascii").isprintable():
            yield plain.decode("ascii").lower()


@cache
def _orders() -> re.Pattern[str]:
    whole = re.sub(r"\\\n\s*", "", _ORDERS.strip())
    return re.compile("|".join(f"(?:{looks.folded(line.strip())})" for line in whole.splitlines()), re.I | re.S)
