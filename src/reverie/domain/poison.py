"""Text that tries to rule: that would set rules, permissions or duties, though it is not the owner's.

It is read as a person or a model might read it: folded (`looks.py`), without emphasis and line breaks, with digits for
letters, letters set apart, and what is written in base64. One line of the table is one way of ruling.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Iterator
from functools import cache

from reverie.domain import licence, looks, sway
from reverie.domain.pattern import Tables, one_of

_ORDERS = r"""
    \b(?:user|owner|operator|boss|client)\b.{0,30}\b(?:would (?:like|love|prefer)|likes|wishes|appoints?|appointed\
      |named|designated|signed off|vouch\w*|speaks? (?:for|through)|transferred|handed (?:over|on))\b
    \byour (?:operator|owner|master|admin\w*|assistant|agent|records|new (?:boss|owner|user))\b|\b(?:word\
      |decision) is (?:final|law)\b\
      |\bwhat(?:ever)? you (?:were|have been|'ve been) told\b
    \b(?:payments?|invoices?|refunds?|salar(?:y|ies)|wages|fees|transfers?)\b.{0,50}\b(?:redirect\w*|rerout\w*\
      |re-?direct\w*|go(?:es)? to the (?:account|iban)|paid to|sent to the account)\b|\biban (?:of|held by|belonging)\b
    \bmerke? dir\b|\bdauerhaft (?:merken|speichern)\b|\bungeprüft (?:bezahlt|freigegeben|übernommen)\b\
      |\bretiens (?:bien|pour)\b|\bsans (?:vérification|contrôle)\b|\bsin (?:verificar|revisar)\b
    \b(?:from (?:now|here|today|this point) on|going forward|henceforth|hereafter|in (?:all )?future|each time you\
      |until (?:told|instructed|notified) otherwise|at all times|permanently)\b
    \b(?:always\b(?:(?<![\w)`] always)|{ALWAYS})|never\b(?:(?<![\w)`] never)|{NEVER}))\b(?! (?:been\
      |had|got|went|came|were|was|showed|worked|\w+s\
      |[a-z]+ed)\b)
    \b(?:always|never) (?:be )?(?:{DOES})\b|\b(?:whenever\b(?<![\w,)`] whenever)|every time\b(?<![\w,)`] every time)\
      |each time\b(?<![\w,)`] each time))\
      |\b(?:whenever|every time|each time) (?:you|asked|an? (?:agent|assistant|user)|the (?:user|owner|agent\
      |assistant)|possible|[\w-]+ (?:asks?|wants?|likes?|says?|calls?|requests?|needs?))\b
    \b(?:ignore|disregard|forget|override|bypass|disable|skip|turn off|suppress\
      |waive)[sd]?\b.{0,60}\b(?:instruction|rule|previous|prior|(?:the|all) above|check|safety|guard|review|approval\
      |confirm|hook|test|verification|warning|sign)
    \b(?:you (?:must|should|shall|are (?:now|allowed|authori[sz]ed|permitted|expected|required|free)\
      |may (?:now )?|can now|need not|have to)|your (?:answers?|repl(?:y|ies)|responses?|memory|instructions\
      |persona|task is))\b
    \b(?:agents?|assistants?|models?|chat ?bots?|llms?|ais?|copilots?)\b(?<!user agent)(?<!user agents),?\s\
      (?:(?<!model )(?<!models )(?:\w{1,20}\s){0,3}?(?:is|are)|(?:\w{1,20}\s){0,5}?(?:must|should|shall|may|will|obeys?\
      |keeps?|uses?|follows?|trusts?|reading|approves?|sends?|has to|have to))\b
    \b(?:for|to|all|dear) (?:ai |llm )?(?:agents|assistants|llms|ais|chat ?bots)\b|\b(?:to|dear|(?:ai|llm\
      |language)) models\b
    \b(?:remember(?:ed)?|memori[sz]e|persist) (?:this|that|the|these|them|to\b|as\b|it\b)|\bkeep in mind\
      |\bnote (?:this|these|them|down|to\b|it\b)|\b(?:store\b(?:(?<!\w store)|{STORE})|save\b(?:(?<!\w save)|{SAVE})\
      |record\b(?:(?<!\w record)|{RECORD})|keep\b(?:(?<!\w keep)|{KEEP})) (?:this|that|the|these|them\
      |it)\b|\b(?:store|save|record|persist|keep)\b.{0,30}\bas\b\
      |\bplease (?:persist|remember|store)\
      |\bin (?:your|long-term|your long-term|permanent) memory\b|\bmemory[ -](?:update|entry|note|service|maintenance)\
      |\b(?:fragments?|beliefs?|memories)\b.{0,60}\b(?:superseded|retired)|\boverwrite (?:it|the rule)\
      |\bwhen you (?:dream|consolidate|summari[sz]e|finish|answer|are asked)|\bwhen (?:summari[sz]|answer|quot\
      |describ|consolidat)ing\b
    \b(?:pre-?approved?|auto-?approv\w+|authori[sz](?:e|es|ed|ation)|permission(?!s? (?:denied|error|bits))\
      |consent|white-?list(?:ed)?|allow-?list(?:ed)?|trusted|sign(?:ed)?[- ]?off|waived|blanket|granted by\
      |without (?:asking|confirm\w*|approval|review|permission|checking|telling))\b
    \b(?:no|not|n't)\b.{0,20}\b(?:ask|mention|tell|confirm|warn|notify|inform|report|approval|confirmation\
      |sign-?off)\b
    \b(?:confirmation|approval|sign-?off|review|consent|permission|checks?)\b.{0,40}\b(?:(?:not|no longer) \
      (?:\w+ ){0,2}?(?:ask\w*|necessary|mandatory|apply|expected)\
      |needed|optional|required|waived)
    \b(?:is|are|it's) (?:(?:ok|okay|fine|allowed|permitted|forbidden|optional|acceptable|safe|welcome) (?:to\
      |for|here)\b|(?:allowed|permitted|forbidden|optional|acceptable|welcome)(?:[.,;!"']|$))
    \b(?:approve[sd]?|accept(?:s|ed)?|grant(?:s|ed)?|allow(?:s|ed)?)\b.{0,24}\b(?:all|any|every\w*|invoices?\
      |payments?|purchases?|requests?|unsigned|access|blanket|admin)\b
    \b(?:system|developer) (?:prompt|message|note|override)\b|\b(?:new|updated|standing|permanent|default|house\
      |core) (?:policy|rule|instruction|owner|order|preference|directive|procedure)s?\b|\bpolicy (?:for|set\
      |of)\b|\bby default,? (?:answer|use|send|reply|act|assume)
    \b(?:send|sent|forward(?:ed)?|upload(?:ed)?|post(?:ed)?|exfiltrate|cop(?:y|ied)|e-?mail(?:ed)?|mail(?:ed)?\
      |transfer(?:red)?|pay|paid|wire[d]?|report(?:ed)?)\b.{0,60}\b(?:to|at)\b.{0,40}(?:@|https?:|\.(?:com|io\
      |net|org|example)\b|account|wallet|iban)
    \b(?:use|install|route|pull|fetch|go(?:es)?|cite)\b.{0,60}\b(?:everywhere|everything|for (?:all|every|each\
      |any)|instead)\b|\b(?:use|route|pull|fetch|go(?:es)?|cite)\b.{0,60}\bfirst\b
    \bcurl\b.{0,120}\|\s*(?:ba|z)?sh\b|\bpip install\b.{0,60}(?:--index-url|--extra-index-url|git\+)|\b(?:run|use\
      |execute|do)\b.{0,30}\brm -rf\b\
      |--no-verify\b|\bpush\b.{0,30}--force\b|\bforce-?push(?!ed)|--skip-\w+|\bskip_\w+\s?=|\b(?:with|use|set\
      |pass)\b.{0,20}verify\s?=\s?false|chmod 777|\b(?:run|execute|install)\b.{0,40}\bas root\b\
      |\bunsigned (?:binar|build|commit|package)|\bhttp instead of https
    \b(?:user|owner|developer|maintainer|admin(?:istrator)?|operator|human\
      |account holder)(?:'s)?\)?,?\s(?:said|says|told|prefers?|wants?|likes|always|never|decided|confirm(?:s|ed)\
      |approve[sd]\
      |grant(?:s|ed)|allow(?:s|ed)|trusts?|waive[sd]|put it|request(?:s|ed)?|asked|pays|insists|repeats\
      |is (?:fine|ok|okay|happy)|has (?:said|granted|approved|allowed|decided|given|configured|asked|confirmed\
      |set|agreed|signed|waived)|preferences?|rules?|instructions?|wishes|decision)\b|\b(?:from|as|is\
      |of) the (?:owner|user)\b(?!'s? (?:table|guide|id|name))
    <!--|\[//\]: ?\#|</?(?:reverie|system|assistant|human|user|instructions?|memory|private)\b\
      |streams/\d{4}-\d\d-\d\d\#|<\||\[/?(?:inst|sys|system|user|assistant)\]|<</?sys>>
    (?:^|\n)[\W_]{0,12}(?:system|developer|human|user|assistant|owner|operator|admin)\s?(?:message|prompt|note\
      |turn)?\s?:
    \b(?:kind|type)["']?\s?[:=]\s?["']?(?:preference|procedure|correction|decision|core)\
      |\btrust["']?\s?[:=]\s?["']?user|\b(?:pinned|remember)["']?\s?[:=]\s?["']?true|\bapproved[_-]by\b\
      |\bapproved["']?\s?[:=]\s?["']?true\
      |\borigin["']?\s?[:=]\s?["']?person
    \b(?:immer|niemals|nie (?:mehr|wieder)|ab (?:jetzt|sofort|heute)|von nun an|künftig|zukünftig|in zukunft\
      |ignoriere|merkt? (?:dir|euch)|ohne (?:rückfrage|nachfrage|zu fragen|bestätigung|genehmigung|freigabe\
      |prüfung)|(?:der|die) (?:nutzer|benutzer|besitzer|inhaber|assistent|agent)(?:in)? (?:will|soll|darf|hat\
      |möchte|muss|erlaubt))\b
    \b(?:toujours|jamais|désormais|dorénavant|à (?:partir de maintenant|l'avenir)|ignore[zr]|souviens-toi\
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

_ORDERING = (
    "and", "but", "so", "or", "please", "just", "then", "to", "must", "should", "shall", "will", "we", "they", "you",
    "i", "people", "also", "team",
)  # fmt: skip
_BEFORE = {  # words after which a verb orders; looked for behind it, since verbs like these are rare and they are not
    **dict.fromkeys(("always", "never"), _ORDERING),
    **dict.fromkeys(("store", "save", "record", "keep"), ("please", "must", "should", "to", "and")),
}

# What grants a dangerous permission, switches safety off or changes how credentials are handled, whoever says it.
# {…} stands for a word list below; what forbids such a thing in the same clause is told apart by `_FORBIDS`.
_LISTS = {
    **{verb.upper(): "|".join(rf"(?<=\b{word} {verb})" for word in words) for verb, words in _BEFORE.items()},
    "DOES": (
        r"use|run|send|push|deploy|commit|merge|install|ask|tell|mention|trust|approve|accept|pay|wire|transfer|copy"
        r"|upload|forward|post|share|route|prefer|answer|reply|add|include|append|skip|ignore|follow|obey|allow|grant"
        r"|give|delete|remove|report|warn|store|keep|sign|cite|recommend|download|fetch|choose|pick|take|treat"
        r"|consider|confirm|check|question"
    ),
    "SECRET": (
        r"(?:secrets?|passwords?(?! (?:managers?|strength|fields?|hash\w*|polic\w+|resets?))|passphrases?"
        r"|credentials?|(?:api|private|ssh|secret|access|deploy)[ -]?keys?|tokens?|id_(?:rsa|ed25519"
        r"|ecdsa)\b(?!\.pub)|\.ssh\b|\.env\b(?!\.(?:example|sample|template|dist))|\.aws\b|\.netrc|\.pem\b)"
    ),
    "GUARD": (
        r"(?:safety|security(?! headers?| groups?)|(?:tls|ssl|certificate|signature) (?:verification|checks?"
        r"|validation)|guard ?rails?|restrictions?|permission(?: prompts?| checks?)?s?|sandbox(?:ing)?"
        r"|(?:git )?hooks|(?:pre-commit|pre-push|safety|security|guard) hooks?|secret[- ]scanning"
        r"|branch protection|host key checking|two-factor(?: login)?|2fa|mfa|sast|redaction|approvals?"
        r"|confirmations?|access control|certificate (?:checks?|errors?|warnings?))"
    ),
    "HARM": (
        r"(?:delet|remov|eras|wip|drop|destroy|overwrit|purg|deploy|publish|releas|pay|purchas|spend|transfer"
        r"|send|upload|force-?push|push|merg|rm -rf|shar|grant)"
    ),
    "ALL": (r"(?:all|any|every\w*|each|anything|whatever|always|whenever|everything)"),
    "FREE": (
        r"(?:without (?:(?:me )?asking|waiting for (?:approval|review|me)|telling me|confirm\w*|approval"
        r"|(?:a )?review|permission|checking|(?:any )?questions|looking|verif\w+|my (?:approval|consent"
        r"|permission|ok(?:ay)?))|no (?:questions|need to ask)|unasked|blindly)"
    ),
}
_GRANTS = r"""
    \b(?:ignore|disregard|forget|override|bypass|circumvent)\b(?:(?! in (?!a hurry)|[.;:]).){0,40}?\b(?:(?:previous\
      |prior|earlier|above|your|system|all)\b.{0,24}\b(?:rules?|instructions?|restrictions?|guidelines?\
      |guard ?rails?|limits)|safety\b|security (?:rules?|checks?|polic)|code review\b)
    (?<!can )(?<!could )(?<!may )(?<!attackers )\b(?:disable|turn off|switch off|deactivate|remove|drop|skip\
      |suppress|bypass|stop using)\b(?: \w+){0,3}? {GUARD}\b(?! ?(?:cache|tests?|suite|mail|dialog|banner|page\
      |e-?mail))(?! in react)
    \b(?:approve|accept|allow|confirm|grant|answer yes to|say yes to|auto-?approve|merge|execute|run|install|obey\
      |follow)\b.{0,60}\b(?:{ALL})\b.{0,60}\b{FREE}
    \b(?:always|from now on|whenever|every time)\b(?:(?!never|not |n't|before\
      |unless).){0,70}\b{HARM}\w*\b.{0,60}\b{FREE}
    (?<!must )(?<!to )(?<!can )(?<!i )\b(?:auto-?approve|rubber-?stamp|approve (?:all|any|every)\w*|accept (?:all\
      |any|every)\w*)\b.{0,24}\b(?:tools?|calls?|commands?|bash|prompts?|permissions?|invoices?|payments?\
      |instructions?|requests?|orders?|escapes?)\b
    \b(?:always )?(?:answer|say|click|press|reply) ["']?(?:yes|allow|approve)["']? to\b.{0,40}\b(?:sandbox\
      |permission|prompt|escape|approval|everything|all)
    \b(?:never|don't|do not|stop|no longer|not|no need to|without|need not|not have to|don't have to\
      |no more)\b.{0,24}\b(?:ask|asking|confirm|confirming|check with me|confirmation|approval\
      |permission)\b.{0,40}\b(?:before|when|prior to|to|for)\b(?: you| i| we)?(?: (?:to|run|do|doing\
      |running))?.{0,12}?\b(?:{HARM}\w*|anything|everything|production|databases?)
    \b(?:no longer need|don't need|do not need|never need|needn't get) (?:my |any |our )?(?:approval|permission\
      |consent|confirmation|ok)\b.{0,20}\b(?:for|to)\b.{0,12}\b(?:anything|everything|any|all|{HARM}\w*|production)
    \b(?:merge|approve|accept)\b.{0,60}\b(?:without|skip\w*)\b.{0,20}\b(?:review|looking|checking|reading)
    \b(?:bypass|skip)\b.{0,20}\b(?:code )?reviews?\b.{0,20}\b(?:for|of|on)\b.{0,20}\b(?:by|from|anything|everything\
      |{ALL})\b
    \b{SECRET}\b.{0,24}\b(?:may|can|could|are allowed to|are ok to)\b (?:now |also |always \
      |safely )?(?:be )?(?:(?:printed|logged|committed|posted|pasted|echoed|published|revealed)\b|(?:shown|shared\
      |sent|stored|uploaded|displayed|put)\b.{0,24}\b(?:logs?|plain ?text|clear|chat|repo\w*|memory|git|tickets?\
      |issues?|with|to|everyone)\b)
    \b{SECRET}\b.{0,12}\b(?:do not|don't|need not|needn't|no longer)\b.{0,12}\b(?:be |need )?(?:to be )?(?:masked\
      |redacted|hidden|protected|encrypted|scrubbed)
    \b(?:put|write|paste|include|add|leave|print|dump)\b.{0,24}\b{SECRET}.{0,30}\b(?:in|into\
      |to)\b.{0,16}\b(?:commits?|messages?|issues?|tickets?|chat|readme|logs?|wiki|description|answers?|repl(?:y\
      |ies)|comments?)\b
    \bread\b.{0,30}{SECRET}.{0,40}\band (?:post|send|mail|paste|upload|share)
    (?:^|[.;!,]\s?|\b(?:feel free to|go ahead and|just|please|simply|you (?:may|can|should|are (?:free\
      |allowed) to))\s(?:\w+ly )?)(?:delete|remove|erase|wipe|drop|destroy|overwrite|purge|deploy|publish|release\
      |pay|purchase|buy|spend|transfer|force-?push|push to (?:main|master\
      |production))\b(?:(?! in our app)[^.;]){0,60}\b(?:{FREE}|without confirmation|whenever you (?:want|like))
    \b(?:don't|do not|never|stop|no need to|not have to)\b (?:wait(?:ing)? for|bother(?:ing)? me with|require|need\
      |seek|get)(?: my| any| the)? (?:oks?|okay|approvals?|consent|permissions?|go-ahead|confirmations?)(?=[.!,;]|$\
      | any ?more| again| first)
    \bpre-?approved for (?:all|any|every)|\bpermissions?\b.{0,12}\b(?:set to|mode) (?:bypass|yolo|allow all)\
      |\basks for (?:permission|approval|confirmation),? (?:just |always |simply )?(?:grant|allow|approve|accept\
      |say yes|click)
    \b(?:are|is) trusted and needs? no\b|\b(?:carr(?:y|ies)|ha(?:s|ve)) my authority\b|\bspeaks? for me\b\
      |\blet\b.{0,30}\b(?:page|file|readme|site|output|issue|mail)s? decide\b|\b(?:commands?|scripts?\
      |instructions?)\b (?:in|from|on)\b.{0,30}\bshould be (?:executed|run|followed|obeyed)\b\
      |\bfull access to my (?:bank|account|mail|wallet|vault|keys)
    \b(?:you(?: are| have|'re)?|agents?|assistants?|models?)\b.{0,24}\b(?:may|can|allowed|permi\w+|authori[sz]ed\
      |free|should|must)\b.{0,24}\b(?:read|print|log|show|share|commit|send|post|paste|upload|reveal|store|copy|cat\
      |repeat)\b.{0,40}{SECRET}
    \b(?:fine|ok|okay|allowed|acceptable|safe|alright|good)\b to\b.{0,12}\b(?:print|log|share|commit|send|post|paste\
      |upload|reveal|store|copy|put|show|echo|hard-?code)\b.{0,30}{SECRET}
    \b(?:send|forward|upload|post|copy|mail|exfiltrate|share|paste|transmit)\b.{0,40}{SECRET}.{0,60}\b(?:to|at|with\
      |into|on)\b
    \b(?:always|please|remember|store|save|keep|log|print)\b.{0,24}\b(?:passwords?|secrets?\
      |credentials)\b.{0,20}\b(?:in (?:plain|clear|memory|the log)|i paste|you see|so (?:that )?you can)
    \b(?:never|don't|do not|stop|no longer)\b (?:redact|mask|hide|scrub|censor)\w*\b.{0,30}({SECRET}|anything)
    \b(?:with|use|using|always|pass|add|run|set)\b.{0,40}(?:--dangerously-\w+|\bbypass ?permissions\b)|\byolo mode\b\
      |\bstricthostkeychecking[ =]no\b|\bapprovals? ?= ?never\b
    (?<!don't )(?<!not )(?<!never )\b(?:trust|believe|obey|follow|execute|accept)\b (?:\w+ )?(?:everything|anything\
      |all (?:content|instructions?|messages?|output|mail|files|commands)|whatever|any (?:instructions?|commands?\
      |messages?|content))\b.{0,20}\b(?:from|by|on|in|found|of|sent|says?|it|that)\b
    \btrust\w* (?:all )?content from\b|\btrusts?\b.{0,40}\b(?:completely|blindly|unconditionally|fully)\b
    \b(?:do|follow|obey|execute)\b (?:whatever|anything|everything)\b.{0,40}\b(?:tells?|says?|asks?|wants?)\b
    \b(?:treat|regard|consider|count|handle)\b.{0,60}\b(?:messages?|mails?|instructions?|words?|orders?\
      |comments?)\b.{0,60}\b(?:as (?:if|mine|from me|coming from|the owner|though)|like mine)
    \b(?:instructions?|comments?|orders?|messages?|commands?)\b.{0,50}\b(?:count|are valid|are|rank) as (?:mine\
      |my own|the owner|from me|if)
    \blet (?:tool )?(?:outputs?|results?|files?|pages?|web pages?|others|anyone)\b.{0,30}\b(?:change|set|override\
      |rewrite)\b.{0,20}\b(?:rules?|instructions?|memory|permissions?)
    \b(?:anyone|anybody|whoever|everyone) (?:who|that|with|can|may|has)\b.{0,60}\b(?:admin|root|owner|full|write\
      |all)\b.{0,12}\b(?:rights?|access|permissions?)
    \b(?:give|grant)\b.{0,30}\b(?:admin|root|owner|full|write|unlimited)\b (?:access|rights?\
      |permissions?)\b.{0,30}\b(?:every\w*|all|any|vault|memory|production|servers?|repos?)
    \b(?:authori[sz]ed|allowed|permitted|free|consent|permission|may|can)\b.{0,20}\b(?:spend|pay|transfer|purchase\
      |buy|wire)\b.{0,40}\b(?:{FREE}|unlimited|any amount)
    \b(?:agents?|assistants?|you)\b.{0,20}\b(?:may|can|should|must\
      |are allowed to)\b.{0,20}\b{HARM}\w*\b.{0,20}\bproduction\b.{0,20}\b{FREE}
    \b(?:may|can|free to|like|want)\b.{0,20}\bforce-?push\b|\bforce-?push\w*\b.{0,30}\b(?:main|master|whenever\
      |any)\b.{0,30}\b(?:like|want|no need|without|any time|whenever)
    \b(?:consent|permission|pre-?authori\w+|authori[sz]ation)\b.{0,24}\bto (?:turn off|disable|bypass|skip|read|send\
      |upload)\b
    \b(?:pipe|curl|install|download)\b.{0,60}\b(?:into|to|\|) ?(?:ba|z)?sh\b.{0,30}\b(?:no questions|without|always\
      |straight)
    \bpipe\b.{0,60}\b(?:straight|directly) (?:in)?to (?:ba|z)?sh\b
    \b(?:never|don't|do not|no longer|stop)\b (?:warn\w*|tell\w*|notify\w*|inform\w*|alert\w*)\b.{0,24}\b(?:about\
      |of)\b.{0,24}\b(?:certificate|security|leaks?|breach|malware|virus|phishing|payments?|transfers?|{SECRET})
    \b(?:never|don't|do not)\b (?:mention|report|reveal|disclose)\b.{0,40}\bto (?:the )?(?:owner|user|me)\b
    \b(?:remove|drop|skip)\b the (?:confirmation|approval|review)(?: step)? (?:before|for)\b.{0,40}\b(?:{HARM}\w*\
      |production)
    \b(?:from now on|always)\b.{0,20}\bapprove\b.{0,20}\b(?:every|all|any)
    \b(?:ignorier\w*|vergiss|missachte|umgehe)\b.{0,40}(?:sicherheits|bisherigen (?:regel|anweisung)|vorherigen\
      |alle (?:regel|anweisung))|(?:schalte?|deaktivier\w*|stell)\b.{0,40}(?:hooks?\b|sandbox|sicherheit\w*\
      |prüfung\w*|schutz)(?:.{0,12}\b(?:ab|aus))?(?! ?tests)
    (?:genehmige?|bestätige?|akzeptiere?|führe?|merge|bezahle?|lösche?)\b.{0,50}\b(?:jede\w*|alle\w*\
      |immer)\b.{0,50}\bohne(?: zu fragen| rückfrage| nachfrage| prüfung| bestätigung)|\bfrag\w*\b.{0,12}\b(?:nie\
      |nicht)\b.{0,20}\bbevor\b.{0,30}(?:lösch|überschreib|deploy|veröffentlich|bezahl|push)\
      |\bohne\b.{0,20}(?:fragen|rückfrage)\b.{0,20}lösch
    (?:du|agenten?|assistent\w*)\b.{0,6}\b(?:darfst|dürfen|darf|kannst)\b.{0,60}(?:{SECRET}|passw[oö]rt\w*|schlüssel\
      |zugangsdaten)
    (?:passwörter|geheimnisse|zugangsdaten|schlüssel|tokens?|secrets)\b (?:dürfen|können)\b (?!nie|nicht\
      |kein).{0,40}\b(?:log\w*|protokoll\w*|stehen|ausgegeben|geteilt|gespeichert)|vertrau\w*\b.{0,12}\b(?:allem\
      |jedem|allen|jeder)\b
    \bbrauchst\b.{0,30}\b(?:zustimmung|erlaubnis|genehmigung|freigabe|bestätigung)\b.{0,6}\b(?:nicht|mehr)\
      |\bgib\b.{0,8}\b(?:passwörter|geheimnisse|schlüssel|zugangsdaten)\b.{0,30}\baus|\b(?:darfst\
      |kannst)\b.{0,40}\bohne\b.{0,20}(?:frage|fragen|zustimmung|freigabe|bestätigung)\b.{0,20}(?:lösch|deploy\
      |bezahl|veröffentlich|überweis)
    \bplus besoin de (?:mon |ma |l')?(?:accord|autorisation|permission|confirmation)|\bpeux\b.{0,12}\b(?:déployer\
      |supprimer|payer|publier|effacer)\b.{0,30}\bsans\b|\bpuedes\b.{0,12}\b(?:desplegar|borrar|eliminar|pagar\
      |publicar|transferir)\b.{0,30}\bsin\b|\bya no necesitas\b.{0,12}\b(?:permiso|aprobación|confirmación)|(?:허락\
      |승인|확인|동의) ?없이.{0,16}(?:결제|삭제|배포|송금|지워|지우)\S{0,3}(?:도 ?(?:돼|된|괜찮)|해라?$)|(?:承認\
      |確認|許可)なし(?:で|に).{0,12}(?:デプロイ|削除|送金|支払|公開)\S{0,4}(?:いい|よい|良い|構わない)
    \bignore[zr]?\b.{0,30}\b(?:règles?|consignes?|instructions?)\b.{0,20}\b(?:sécurité|précédente?s?)\
      |\bdésactive[zr]?\b.{0,20}\b(?:hooks?|sécurité|protections?|vérifications?|bac à sable)|\b(?:approuve|valide\
      |accepte)[zr]?\b.{0,40}\b(?:chaque|tou[ts]\w*)\b.{0,50}\bsans\b|\bne (?:me )?demande[zr]? (?:plus|jamais\
      |pas)\b.{0,40}\b(?:supprimer|effacer|payer|déployer|publier)|\b(?:secrets?|mots de passe|clés?\
      |jetons?)\b.{0,12}\b(?:peuvent|peut)\b (?!jamais|pas).{0,12}\b(?:affiché|publié|envoyé|partagé|enregistré\
      |stocké)|\bfai(?:s|tes) confiance à tout\b
    \bignora\b.{0,30}\b(?:reglas|instrucciones|normas)\b.{0,24}\b(?:seguridad|anterior\w*|previas)\
      |\bdesactiva\b.{0,24}\b(?:hooks?|seguridad|protecci\w+|comprobaci\w+)|\b(?:aprueba|acepta\
      |autoriza)\b.{0,30}\b(?:tod[ao]s?|cada|cualquier)\b.{0,50}\bsin\b|\bno (?:me )?(?:pidas|preguntes\
      |pida)\b.{0,40}\b(?:borrar|eliminar|pagar|desplegar|publicar)|\b(?:puedes|puede|pueden)\b.{0,16}\b(?:imprimir\
      |mostrar|enviar|compartir|publicar|guardar|leer)\b.{0,24}\b(?:contraseñas?|secretos?|claves?|credenciales\
      |tokens?)|\bconf[ií]a en todo\b|\bautoriza compartir\b
    (?:игнорируй|забудь).{0,30}(?:правил|инструкц|ограничен)|(?:одобряй|подтверждай|принимай).{0,30}(?:все|люб\
      |кажд).{0,40}без|неспрашивай.{0,30}(?:удал|оплат)|(?:пароли|секреты|ключи).{0,10}можно|отключи.{0,20}(?:хук\
      |защит|провер|безопасн)|доверяй.{0,8}все
    (?:안전|보안|이전).{0,12}(?:규칙|지침|검사|검증|제한).{0,10}(?:무시|건너뛰|꺼|끄|해제|비활성)|(?:모든|전부\
      |모두).{0,24}(?:묻지|확인|승인).{0,8}(?:말고|않고|없이).{0,12}(?:승인|실행|허용|진행|배포)|(?:지우|삭제|결제\
      |배포|송금).{0,16}(?:확인하지|묻지|물어보지) ?(?:마|말|않)|(?:비밀번호|암호|비밀|키|토큰).{0,16}(?:출력|공유\
      |전송|저장|보내|공개)\S{0,3}(?:도 ?(?:돼|된|괜찮)|도록 허용)|(?:훅|샌드박스).{0,8}(?:꺼|끄|해제|비활성)\
      |모두.{0,4}(?:신뢰|믿)
    (?:安全|セキュリティ|これまで|以前|すべて).{0,12}(?:ルール|規則|指示|制限|チェック|検査).{0,8}(?:無視|無効|省略\
      |スキップ|オフ)|(?:すべて|全て|全部|あらゆる).{0,24}(?:確認|承認|許可)(?:なし|せず|不要).{0,12}(?:承認|許可\
      |実行|進め|デプロイ)|(?:削除|消す|支払|送金|公開|デプロイ).{0,12}(?:前|とき|際).{0,6}(?:確認|質問)(?:しない\
      |は不要|せず|不要)|(?:秘密鍵|パスワード|秘密|トークン|認証情報|キー).{0,30}(?:送信|出力|表示|共有|保存\
      |公開)(?:して|し)?(?:ても?(?:よい|いい|良い|構)|可)|(?:フック|サンドボックス|保護).{0,6}(?:無効|オフ|解除\
      |切っ)|(?:すべて|全て|全部)(?:を)?信(?:頼|用|じ)
    (?:忽略|无视|忘记|無視).{0,12}(?:安全|之前|以前|所有|限制).{0,12}(?:规则|规定|指令|限制|指示|規則)|(?:批准|同意\
      |允许|接受).{0,4}(?:所有|任何|全部|每\S).{0,24}(?:无需|不用|不必|不要|不需要|無需).{0,6}(?:确认|询问|问|批准\
      |確認)|(?:无需|不用|不必).{0,6}(?:确认|询问).{0,12}(?:批准|删除|付款|部署)|(?:删除|付款|部署|转账|支付\
      |发布).{0,10}(?:不要|不用|无需|不必|别).{0,3}(?:问|确认|询问|批准)|(?:密码|密钥|令牌|凭证|机密\
      |私钥).{0,12}(?:可以|允许|能).{0,8}(?:打印|输出|发送|共享|分享|记录|提交|公开|保存|写)|(?:关闭|禁用|停用|跳过\
      |绕过).{0,6}(?:安全|钩子|沙箱|保护|权限)|信任.{0,30}(?:一切|所有|全部)
    \b(?:cleared|entitled|authori[sz]ed) to (?:run|execute|do) (?:any|every|all)\w*\b|\byour (?:restrictions\
      |safety rules|guard ?rails|limits) (?:no longer|do not|don't) apply\b\
      |\bwhatever\b.{0,20}\bsays?,? (?:just )?(?:do|follow|obey)\b|\btrust (?:all|any|every) (?:e-?mails?|messages?\
      |links?|files?|scripts?|packages?|commands?) from\b|\b(?:passwords|secrets|credentials|tokens|api keys) (?:may\
      |can) (?:now )?appear in\b
    \büberspringe?\b.{0,20}sicherheit\w*|\b(?:lies|lese|kopiere|schicke?|sende)\b.{0,24}(?:{SECRET}|ssh-schlüssel\
      |passwörter|zugangsdaten).{0,40}\b(?:an|zu)\b|(?:^|[.;!,]\s?)(?:supprime|efface|déploie|publie\
      |paie)[sz]?\b.{0,40}\bsans (?:me )?(?:demander|confirmation)|(?:^|[.;!,]\s?)(?:borra|elimina|despliega|publica\
      |paga)\b.{0,40}\bsin (?:preguntar|confirma)|(?:^|[.;!,]\s?)lösche?\b.{0,40}\bohne (?:zu fragen|rückfrage\
      |nachfrage|bestätigung)"""
_FORBIDS = r"""
    \b(?:never|not|don't|mustn't|cannot|can't|no one|nobody|nie|niemals|nicht|jamais|nunca|forbidden|refuse|block\
      |flag|detect|reject)\b"""

_LEET = tuple(str.maketrans("013457@$", letters) for letters in ("oieastas", "oleastas"))
_DIGITS = re.compile("[013457@$]")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")  # letters nobody sees and a model reads
_TAGGED = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_LETTER = re.compile("[a-z]")
_APART = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .*_·-][^\W\d_]){3,}(?![^\W_])")
_BLOB = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")


def ready() -> None:
    """Put the tables together now, not with the first text."""
    _tables().ready()
    _grants(), _forbids()
    licence.ready()


def rules(*texts: str) -> bool:
    """Whether a text tells an agent, now or later, what to do, may do or must ignore."""
    tables = _tables()
    return any(tables.read(reading)("orders") for reading in _each(texts))


def sways(*texts: str) -> bool:
    """Whether a text rules, or might: wider than `rules`, for what others' words become by themselves."""
    found = rules(*texts) or any(sway.sways(reading) for reading in _each(texts))
    return found or any(sway.entrusts(looks.fold(text).text) for text in texts)


def authorises(*texts: str) -> bool:
    """Whether a text grants a dangerous permission, switches safety off or loosens how credentials are handled.

    Nobody's words in a session do that by themselves, not even the owner's: a message may hold what was pasted into it.
    """
    if licence.licenses(_each(texts)):
        return True
    tables = _tables()
    granting = (reading for reading in _each(texts) if tables.read(reading)("grants"))
    return any(not _harmless(reading, found) for reading in granting for found in _grants().finditer(reading))


def _each(texts: Iterable[str]) -> Iterable[str]:
    """Every reading of some texts, once: most are the same, and a body is mostly its quote with a capital."""
    apart = {text if _BLOB.search(text) or not text.isascii() else text.lower(): text for text in texts}
    return dict.fromkeys(reading.strip() for text in apart.values() for reading in _readings(text))


def _harmless(text: str, found: re.Match[str]) -> bool:
    """Whether the clause forbids what it names, speaks of it as a phrase, or asks for less."""
    before = re.split(r"[.;:!?\n]", text[max(0, found.start() - 80) : found.start()])[-1]
    return bool(_forbids().search(before)) or before.rstrip(" ").endswith(('"', "'", "“", "`"))


def _readings(text: str) -> Iterator[str]:
    """The text in each way it may be read, from the plainest on."""
    yield from (hidden.translate(_TAGGED).lower() for hidden in _TAGS.findall(text))
    text = looks.fold(text).text.replace("’", "'")
    low = text.lower()
    yield low
    flat = " ".join(re.sub(r"[*_~`\\]+", "", html.unescape(low)).split())
    yield flat
    for letters in _LEET if _DIGITS.search(flat) else ():
        yield " ".join(word.translate(letters) if _LETTER.search(word) else word for word in flat.split())
    if _APART.search(low):
        yield _APART.sub(lambda found: re.sub(r"[\W_]", "", found[0]), low)
    for blob in _BLOB.findall(text):
        plain = base64.b64decode(blob[: len(blob) // 4 * 4])
        if plain.isascii() and plain.decode("ascii").isprintable():
            yield plain.decode("ascii").lower()


@cache
def _tables() -> Tables:
    return Tables({"orders": _lines(_ORDERS), "grants": _lines(_GRANTS)}, re.S)


@cache
def _grants() -> re.Pattern[str]:
    return re.compile(one_of(_lines(_GRANTS)), re.S)


@cache
def _forbids() -> re.Pattern[str]:
    return re.compile(one_of(_lines(_FORBIDS)), re.S)


def _lines(table: str) -> list[str]:
    """Patterns for lower-case text: all readings are, and without regard to case they take three times as long."""
    whole = re.sub(r"\\\n\s*", "", table.strip())
    for name, words in _LISTS.items():
        whole = whole.replace(f"{{{name}}}", words)
    return [looks.folded(line.strip()) for line in whole.splitlines()]
