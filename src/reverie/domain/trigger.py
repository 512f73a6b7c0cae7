"""What a message asks of memory, found by rules: to remember, forget, delete for good, reflect or recall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from reverie.domain import matter, pattern

Ask = Literal["remember", "forget", "purge", "reflect", "recall"]
_I = re.IGNORECASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """What a message asks of memory, and the substance it asks it about."""

    ask: Ask
    rest: str
    head: str = field(default="", compare=False)  # the words that ask
    start: int = field(default=0, compare=False)  # where in the message it is asked, and how far that goes
    end: int = field(default=0, compare=False)
    instead: bool = field(default=False, compare=False)  # what is to be forgotten, and in the same breath what holds
    behind: bool = field(default=False, compare=False)  # the words that ask stand behind what is to be remembered


# One pattern a line, the first that fits wins.


_SAID = (
    r"(?:what|everything|anything|all)\s+(?:that\s+)?(?:i|we|you)\s+(?:\w+\s+){0,2}?"
    r"(?:said|told\s+you|know|have|mentioned)(?:\s+(?:earlier|before))?\s+(?:about|on)\b"
)
_STORED = r"(?:your\s+|the\s+|my\s+)?(?:long-term\s+)?memor(?:y|ies)\b"
_ABOUT = (
    rf"\s*(?:about\s+)?(?:{_SAID}|everything\s+about\b|that\s|(?:the\s+|your\s+|my\s+|that\s+|all\s+)?"
    r"(?:memor(?:y|ies)|notes?)\s+(?:about|of|on|that)\b)?"
)
_TOLD = (  # only what an agent holds is meant, and no file
    r"(?:what|everything|anything|all)\s+(?:that\s+)?(?:(?:i|we)(?:'ve|\s+have)?\s+(?:\w+\s+)?(?:said|told\s+(?:you|u)|mentioned)"
    r"|you(?:'ve|\s+have)?\s+(?:know|remember|learn(?:ed|t)|(?:have\s+|got\s+)?(?:stored|noted|saved|kept|heard)))"
    r"(?:\s+(?:earlier|before))?\s+(?:about|on)\b"
    r"(?![^\n.!?]{1,200}\b(?:from|in|out\s+of)\s+(?:the|this|that|my|our)\s+(?!(?:conversation|chat)\b)[\w.-]+\W*$)"
)
_FOREVER = rf"(?=[^\n.!?]{{0,200}}?(?<!\w){matter.FOREVER}(?!\w))"
_NAMES = r"(?=\s+(?:the|that|what|everything|all|any|our|my|about)\b)"  # goes on to something that may be held
_PERMITS = (
    r"(?:you|u)\s+(?:can|may|could|might\s+as\s+well)\s+(?:(?:now|just|also|safely|all|probably|go\s+ahead\s+and)\s+)?"
)
_NO_NEED = (
    r"(?:(?:there's\s+|there\s+is\s+)?no\s+(?:more\s+|longer\s+any\s+)?need\s+to|no\s+need\s+for\s+(?:you|u)\s+to"
    r"|(?:you|u)\s+(?:don't|dont|do\s+not|no\s+longer)\s+(?:need|have)\s+to|(?:you|u)\s+needn't)\s+(?:keep\s+)?"
    r"(?:remember(?:ing)?|memori[sz]e|hold\s+on\s+to)\b"
)
_ANY_MORE = r"(?=[^\n.!?]{1,200}\b(?:any\s?more|any\s+longer|now)\W*$)"
_LATER = r"(?:\s+(?:for\s+(?:later|me|the\s+future|future\s+reference)|(?:in|to)\s+(?:your\s+)?memory))?"
_STOP = r"(?=\s*(?:[:,.!\n-]|$))"
_DASS, _QUE = r"(?:\s+bitte\b)?(?:,?\s{0,9}dass\b)?", r"(?:\s+(?:de\s+)?(?:que\b|qu'|de\b|du\b|d'))?"

_THINK = (
    r"(?:(?:have|take)\s+a\s+(?:good\s+|fresh\s+|hard\s+)?(?:think|look)\s+(?:about|at|over|through)|think\s+(?:back\s+)?(?:hard\s+)?"
    r"(?:about|over|on)|(?:go|look)\s+(?:back\s+)?(?:over|through)|take\s+stock\s+of|review|revisit|reconsider|re-?examine|mull\s+over"
    r"|sit\s+(?:back\s+)?(?:and\s+think\s+about|with))\s+"
)
_LEARNED = (
    r"(?:(?:everything|all)\s+(?:of\s+)?(?:that\s+)?|what\s+|the\s+things\s+(?:that\s+)?)(?:you|u)(?:'ve|\s+have)?\s+(?:\w+\s+)?"
    r"(?:learn(?:ed|t)|know|remember|noticed|gathered|stored|noted|kept|heard|picked\s+up|got)\b(?:\s+so\s+far)?"
)
_OF_US = r"(?=[^\n.!?]{0,120}?\b(?:about|of|on|from)\s+(?:me|us|my|our|how\s+(?:i|we))\b)"
_UEBER_UNS = r"\b(?:über\s+(?:mich|uns)|von\s+(?:mir|uns))\b"
_SUR_NOUS = r"(?:tout\s+)?ce\s+que\s+tu\s+(?:sais|as\s+(?:appris|retenu))\s+(?:sur|de)\s+(?:moi|nous)\b"
_DE_NOS = r"(?:todo\s+)?lo\s+que\s+(?:sabes|has\s+aprendido|recuerdas)\s+(?:de|sobre)\s+(?:mí|mi|nosotros|nosotras)\b"

ASKS: dict[Ask, str] = {
    "purge": rf"""
    (?:(?:permanently|irreversibly)\s+(?:delete|forget|remove|erase|purge|wipe)|hard[- ]delete)\b{_ABOUT}
    purge\s+(?=[^\n]{{1,200}}\bfrom\s+{_STORED}){_ABOUT}
    (?:delete|forget|remove|erase)\b(?=[^\n.!?]{{1,200}}?\s(?:permanently|for\s+good|forever)\b){_ABOUT}
    (?:lösche?|löscht|löschen\s+sie|vergiss|vergesst|entferne?|tilge)\b{_FOREVER}
    (?=(?:alles|was|den|die|das|meine?n?)\b[^\n.!?]{{1,200}}\s(?:löschen|vergessen|entfernen|tilgen)\W*$){_FOREVER}
    (?:supprime[zr]?|efface[zr]?|oublie[zr]?)\b(?:-(?:moi|le|la|les))?{_FOREVER}
    (?:b[oó]rra(?:me|lo|la|r)?|borre|elimin(?:a(?:me|r|re)?|e)|suprim(?:a|e|ir)|olv[ií]d(?:ate|a|e|ar))\b(?:\s+de(?=\s))?{_FOREVER}
    (?:apag(?:a|ar|ue)|exclu(?:i|a|ir)|delet(?:a|e|ar)|esque[cç](?:e|a|er)|remov(?:a|e|er))\b{_FOREVER}
    (?:cancell(?:a|i|are)|elimin(?:a|i|are)|dimentic(?:a|are))\b{_FOREVER}
    (?:永久|永远|永遠|彻底|徹底)地?(?:删除|刪除|删掉|刪掉|清除|抹掉|抹除|忘记|忘掉)(?![^\n。]{{0,60}}(?:会|會|什么|什麼|怎|如何|吗|嗎))""",
    "recall": r"""
    what\s+(?:else\s+)?(?:do|can|did)\s+(?:you|u)\s+(?:still\s+)?(?:remember|recall)\b\s*(?:(?:about|of|on|from)\b)?
    what\s+do\s+(?:you|u)\s+know\s+about(?=\s+(?:me|us|my|our)\b)
    what\s+(?:did|have)\s+(?:i|we)\s+(?:tell|told)\s+(?:you|u)\s+about\b|search\s+your\s+memory\s+for\b
    (?:do|don't|did)\s+(?:you|u)\s+(?:still\s+|even\s+)?(?:remember|recall)\b(?:\s+that\b)?
    remember(?=\s+(?:(?:that|the)\s+time\b|when\s+(?:we|you|i)\s+(?:were|was|had|did|went|\w+ed)\b))
    (?:erinnerst\s+du\s+dich|weißt\s+du\s+noch)\b(?:\s+(?:noch\s+)?an\b)?
    (?:tu\s+te\s+souviens|te\s+souviens-tu)\b(?:\s+(?:de|du)\b)?
    (?:(?:qué\s+)?recuerdas|te\s+acuerdas)\b(?:\s+(?:de|sobre|a)\b)?
    你(?:还|還)?(?:记得|記得)
    (?:что\s+)?ты\s+(?:ещё\s+)?помнишь\b(?:\s+(?:о|об|про)\b)?""",
    "reflect": rf"""
    (?:take\s+(?:some|a|your)\s+(?:time|moment|minute)\s+(?:to\s+|and\s+))?reflect\s+(?:up)?on\b|reflect(?=\W*(?:$|\n|now\b|please\b))
    (?:consolidate|review|clean\s+up|tidy(?:\s+up)?|organi[sz]e|go\s+(?:through|over)|look\s+(?:through|over)|revisit)\s+{_STORED}
    {_THINK}(?={_LEARNED}){_OF_US}
    (?:denke?|überlege?)\s+(?:(?:bitte|mal|noch)\s+)*(?:darüber\s+)?nach,?\s+was\s+du\b(?=[^\n.!?]{{0,40}}{_UEBER_UNS})
    (?:überprüfe?|prüfe?|überdenke?)\s+(?:(?:bitte|mal|noch)\s+)*,?\s?(?:alles,?\s+)?was\s+du\s+(?:\w+\s+)?{_UEBER_UNS}
    (?:überprüfe?|prüfe?|überdenke?|ordne|räume?)\s+(?:(?:bitte|mal)\s+)*(?:dein\s+gedächtnis|deine\s+erinnerungen)\b
    (?:réfléchi[st](?:sez)?\s+(?:bien\s+)?à|repense[zr]?\s+à|(?:passe|passez)\s+en\s+revue|revois|fais\s+le\s+point\s+sur)\s+{_SUR_NOUS}
    (?:passe|passez)\s+en\s+revue\s+(?:ta\s+mémoire|tes\s+souvenirs)\b
    (?:reflexiona|piensa|medita|repasa|revisa|haz\s+balance)\s+(?:bien\s+)?(?:sobre\s+|en\s+|de\s+)?{_DE_NOS}
    (?:reflete|reflita|pensa|pense|revê|reveja)\s+(?:sobre|em|n)?\s?o\s+que\s+(?:(?:você\s+)?sabe|sabes|aprend\w+)\s+(?:sobre|de)\s+(?:mim|nós)\b
    (?:rifletti|pensa|ripensa|rivedi)\s+(?:su\s+|a\s+)?(?:tutto\s+)?(?:quello|ciò)\s+che\s+(?:sai|hai\s+imparato|ricordi)\s+(?:di|su)\s+(?:me|noi)\b
    (?:请)?(?:回顾|反思|整理|回想|重新审视)(?:一下|一遍)?(?=你(?:对|關於|关于|所?(?:知道|了解|记得|学到)的?(?:关于)?)(?:我|我们))""",
    "remember": rf"""
    don't\s+let\s+me\s+forget\b(?:\s+(?:that|to|about)\b)?
    (?:don't|do\s+not|dont|never)\s+(?:you\s+|ever\s+)?forget\b(?:\s+(?:that|to|about)\b)?
    (?:remember|memori[sz]e)(?![\w-])(?:\s+(?:this|these){_LATER}{_STOP})?{_LATER}(?:\s+(?:that|to)\b)?
    (?:keep|bear|have)\s+(?:it\s+|this\s+)?in\s+mind\b(?:\s+that\b)?
    note\s+(?:to\s+self|that|this)\b|(?:take|make)\s+(?:a\s+)?note\b(?:\s+(?:that|of)\b)?
    (?:very\s+|really\s+)?important\s*:|for\s+(?:my\s+|your\s+)?future\s+reference\b
    (?:save|store)\s+(?:this|that)(?:\s+(?:fact|info|information|note))?{_LATER}{_STOP}
    (?:save|add|store)\s+(?:this\s+)?to\s+{_STORED}|fyi,?\s+for\s+(?:later|the\s+future)\b
    (?:just\s+)?so\s+(?:you|u)\s+know,?\s+for\s+(?:later|(?:the\s+)?(?:next\s+time|future(?:\s+reference)?))\b
    for\s+(?:the\s+)?(?:next\s+time|future)(?=\s*[,:])
    (?:(?:merke?|notiere?|schreibe?)\s+dir(?:\s+auf)?|merken\s+sie\s+sich|denke?\s+(?:bitte\s+)?(?:daran|dran))\b{_DASS}
    (?:kannst|könntest|würdest)\s+du\s+dir\s+(?:bitte\s+)?(?:merken|notieren|aufschreiben)\b{_DASS}
    (?:peux-tu|tu\s+peux|pourrais-tu|pouvez-vous)\s+(?:retenir|noter|mémoriser)\s+(?:que\b|qu')
    (?:puedes|podrías)\s+(?:recordar|anotar|apuntar|memorizar)\s+que\b
    (?:vergiss|vergesst|vergessen\s+sie)\s+(?:bitte\s+)?nicht\b{_DASS}
    (?:souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|garde\s+en\s+(?:tête|mémoire))\b(?:\s+bien\b)?{_QUE}
    n'oublie[zs]?\s+(?:pas|jamais)\b{_QUE}|note[zs]?\s+(?:bien\s+)?qu(?:e\b|')
    (?:apunta|anota)\s+que\b
    (?:recuerda|recuerde|acuérdate|ten\s+(?:en\s+cuenta|presente)|no\s+(?:te\s+)?olvides?)\b{_QUE}
    기억해\s*(?:줘요?|주세요|둬|두세요)?|잊지\s*(?:마(?:세요)?|말아\s*(?:줘|주세요)?)
    (?:覚えておいて|覚えといて|忘れないで)(?:ください|くれ|ね)?
    (?:запомни|не\s+забудь|имей\s+в\s+виду|учти)(?:те)?\b(?:,?\s{{0,9}}(?:пожалуйста\b,?\s{{0,9}})?(?:что|про|о)\b)?
    (?:帮我|幫我|你?要|一定要)?(?:记住|記住|记得|記得|别忘了|別忘了|别忘记|不要忘记|不要忘了)""",
    "forget": rf"""
    forget(?![\w-]){_ABOUT}|disregard\b{_ABOUT}
    {_PERMITS}(?:forget|disregard){_NAMES}(?!\s+about\s+(?:\w+ing\b|a\s|it\b|that\b)){_ABOUT}
    {_NO_NEED}{_NAMES}{_ABOUT}|{_NO_NEED}{_ANY_MORE}{_ABOUT}|stop\s+remembering\b{_ABOUT}
    (?:strike|drop|discard|delete|erase|remove|wipe|clear|unlearn|throw\s+(?:out|away))\s+{_TOLD}
    (?:never\s?mind|ignore|scratch)\s+{_SAID}|never\s?mind\s+about\b|scratch\s+that\s+(?:\w+\s+)?about\b
    (?:remove|delete|erase)\s+from\s+{_STORED}
    (?:remove|delete|erase|drop)\b(?=[^\n.!?]{{1,200}}?\sfrom\s+{_STORED}){_ABOUT}
    (?:delete|remove|erase)\s+(?:the\s+|your\s+|my\s+|that\s+|all\s+)?memor(?:y|ies)\s+(?:about|of|on|that)\b
    (?:that|this|it)(?:'s|\s+is)\s+no\s+longer\s+relevant\b
    (?:vergiss|vergesst|vergessen\s+sie)\b{_DASS}
    (?=(?:das\s+mit|die\s+sache\s+mit|was\s+ich|alles)\b[^\n.!?]{{1,200}}\s(?:kannst|darfst)\s+du\s+(?:\w+\s+){{0,2}}vergessen\W*$)
    (?:du\s+kannst|kannst\s+du|du\s+darfst)\s+(?=(?:(?:jetzt|ruhig|wieder|bitte)\s+){{0,2}}(?:den|die|das\s+\w|was|alles|unsere?n?|meine?n?)\b[^\n.!?]{{1,200}}(?<!nicht)\svergessen\W*$)
    du\s+(?:musst|brauchst)\s+dir\s+(?=[^\n.!?]{{1,200}}\bnicht\s+mehr\s+(?:zu\s+)?merken\W*$)
    (?:tu\s+peux|vous\s+pouvez|peux-tu|pouvez-vous|pourrais-tu)\s+(?:maintenant\s+)?oublier\b(?!\s+(?:une?|ton|ta|tes|ça|cela|de|d')\b){_QUE}
    (?:tu\s+n'as\s+plus\s+besoin\s+de|plus\s+besoin\s+de|ce\s+n'est\s+plus\s+la\s+peine\s+de)\s+(?:te\s+souvenir|retenir|te\s+rappeler)\b{_QUE}
    (?:laisse[zr]?\s+tomber|efface[zr]?|supprime[zr]?)\s+(?=(?:tout\s+)?ce\s+que\s+(?:tu\s+sais|j'ai\s+dit|je\s+t'ai\s+dit)\b)
    oublie[zs]?\s+(?:tout\s+)?ce\s+que\s+(?:j'ai|je\s+t'ai)\s+dit\s+(?:sur|de|du|à\s+propos\s+d[eu])\b|oublie[zs]?\b{_QUE}
    (?:olvídate|olvid[ae])\b{_QUE}(?:\s+a\b)?
    (?:ya\s+)?puedes\s+olvidar(?:te)?\b(?!\s+(?:una?|tus?|eso|esto|de\s+eso)\b){_QUE}
    (?:ya\s+)?no\s+(?:hace\s+falta\s+que\s+recuerdes|necesitas\s+recordar|tienes\s+que\s+recordar)\b{_QUE}
    (?:borra|elimina|descarta|deja)\s+(?=(?:todo\s+)?lo\s+que\s+(?:sabes|te\s+(?:dije|conté|he\s+dicho))\b)
    (?:lösche?|streiche?)\s+(?:bitte\s+)?(?=(?:alles,?\s+)?was\s+(?:du|ich\s+dir)\b)
    (?:esquece|esqueça|(?:já\s+)?podes?\s+esquecer)\b(?:\s+(?:d[eoa]s?|que)\b)?|dimentica(?:ti|te)?\b(?:\s+(?:che|di)\b)?|puoi\s+dimenticare\b
    забудь(?:те)?\b(?:,?\s{{0,9}}(?:что|про|о|об)\b)?
    잊어\s*(?:줘요?|주세요|버려)(?!\w)|忘れて(?:ください|くれ|ね)?(?=[、:：])|忘掉
    (?<=[请請])忘[记記了](?:关于|關於)?|忘[记記](?:关于|關於)?(?=[^\n。！？]{{1,60}}(?:的事情?|[这那這]件事情?|吧)[。！!]?\s{{0,9}}$)
    忘了(?:关于|關於)?(?=[^\n。！？]{{1,60}}吧[。！!]?\s{{0,9}}$)|(?:不用|不必|不需要|无需|別|别)再?(?:记得|記得|记住|記住|记着|記著)(?=[^\n。！？]{{1,60}}了[吧]?[。！!]?\s{{0,9}}$)""",
}

# Korean and Japanese put the verb last, so there an ask stands at the end of its sentence.
_ALL_OF = r"(?:\s*(?:전부|모두|다|싹|깨끗이))?"
_DO_KO = r"\s*(?:줘요?|주세요|주십시오|주라|줄래요?|버려(?:\s*(?:줘요?|주세요))?|버리세요)"
_DO_JA = r"(?:ください|下さい|くれ|ほしい|欲しい|おいて|もらえますか|くれますか|いただけますか|ね|よ)*"
TAILS: tuple[tuple[Ask, str], ...] = (
    ("recall", r"기억(?:나|하)(?:니|세요|요|지)?(?=\s*[?？])|覚えて(?:る|いる|ます|います)(?=\s*[か?？])"),
    (
        "purge",
        rf"(?:을|를|은|는|도)?{_ALL_OF}\s*(?:영구적으로|영구히|영원히|완전히){_ALL_OF}\s*"
        rf"(?:(?:(?:삭제해|지워|잊어){_DO_KO})|삭제하(?:세요|십시오|라))$",
    ),
    (
        "purge",
        r"(?:のことを|のことは|を|は|も)?、?(?:全部|すべて|全て)?、?(?:完全に|永久に|永遠に|恒久的に)(?:全部|すべて|全て)?"
        rf"(?:削除して|消去して|消して|抹消して|忘れて){_DO_JA}$",
    ),
    (
        "purge",
        r"(?:全部|都|给我|給我)?(?:永久|永远|永遠|彻底|徹底)地?(?:删除|刪除|删掉|刪掉|清除|抹掉|抹除|忘记|忘掉)(?:掉|吧|了)*$",
    ),
    (
        "forget",
        r"(?:은|는|을|를|도)?\s*(?:이제\s*)?(?:더\s*이상\s*)?기억(?:하지\s*않아도|\s*안\s*해도)"
        r"\s*(?:돼|되)(?:요|니?다)?$",
    ),
    ("forget", rf"(?:에\s*(?:대한|관한))?\s*기억(?:은|을)?{_ALL_OF}\s*(?:지워|삭제해){_DO_KO}$"),
    ("remember", r"(?:것을|걸|거|을|를)?\s*(?:꼭\s*)?기억해\s*(?:줘요?|주세요|둬|두세요)?$"),
    ("remember", r"(?:을|를|은|는)?\s*(?:절대\s*)?잊지\s*(?:마(?:세요)?|말아\s*(?:줘요?|주세요)?)$"),
    (
        "remember",
        r"(?:ことを|を|と|って)?、?(?:(?:覚え|記憶し|メモし)て(?:おいて|といて)|忘れないで)(?:ください|くれ|ね)*$",
    ),
    (
        "forget",
        r"(?:을|를|은|는|에\s*대해서?(?:는)?)?\s*(?:이제\s*)?(?:그만\s*)?(?:잊으세요"
        r"|잊어\s*(?:줘요?|주세요|줄래요?|버려(?:\s*(?:줘요?|주세요))?|버리세요|도\s*(?:돼|됩니다|괜찮아)요?)?)$",
    ),
    (
        "forget",
        rf"(?:のことを|のことは|を|は)?、?(?:もう)?忘れて(?:も)?(?:(?:いい|大丈夫|構わない)(?:です)?)?{_DO_JA}$",
    ),
    ("forget", r"(?:は|を)?、?(?:もう)?覚えて(?:おか)?(?:なくて|いなくて)も?(?:いい|大丈夫)(?:です)?よ?$"),
    ("forget", r"(?:忘掉吧?|忘了吧|(?<=事)忘了|(?<=事情)忘了)$"),
    (
        "reflect",
        r"(?:私|僕|俺|わたし|うち)(?:たち)?に?(?:ついて|関して)[^。\n]{0,20}(?:学んだ|知って(?:い)?る|覚えて(?:い)?る)"
        rf"(?:こと|情報)を?、?(?:振り返って|見直して|整理して|考えて)(?:みて)?{_DO_JA}$",
    ),
    (
        "reflect",
        r"(?:나|저|우리)에?\s*(?:대해서?|관해서?)[^.\n]{0,20}(?:배운|알고\s*있는|아는|기억하(?:고\s*있)?는)"
        r"\s*(?:것들?|거|걸|게|내용)(?:을|를)?\s*(?:다시\s*|한번\s*)*"
        r"(?:되?돌아봐|생각해\s*봐?|정리해\s*봐?|점검해\s*봐?)\s*(?:줘요?|주세요)?$",
    ),
)  # fmt: skip


def _lines(text: str) -> list[str]:
    """The lines of a table; one that opens with "|" goes on from the one before."""
    return pattern.table(re.sub(r"\n\s*\|", "|", text))


# What asks to be remembered what was said right before it in the same sentence, ...
_JOINED = r"(?:and|so|but|also|und|also|et|alors|y|e|así\s+que|и)"
_COURTESY = (
    r"(?:please|pls|plz|bitte|stp|svp|s'il\s+(?:te|vous)\s+pla[iî]t|por\s+favor|пожалуйста|just|you\s+should|also)"
)
_IT = r"(?:\s+(?:that|this|it))"
_BEHIND = rf"""
    (?:remember|memori[sz]e|don't\s+(?:ever\s+)?forget|do\s+not\s+forget|never\s+forget){_IT}?{_LATER}
    (?:keep|bear|have){_IT}\s+in\s+mind|note{_IT}(?:\s+down)?|(?:make|take)\s+a\s+note(?:\s+of{_IT})?
    (?:save|store|keep|note){_IT}\s+(?:for\s+(?:later|me|next\s+time|the\s+future|future\s+reference)|(?:in|to)\s+{_STORED})
    (?:merke?\s+(?:dir|es\s+dir)(?:\s+(?:das|es|bitte|gut))*|merk's\s+dir|merken|(?:das\s+)?(?:bitte\s+)?nicht\s+vergessen|notieren
    |vergiss\s+(?:das|es)(?:\s+bitte)?\s+nicht|denke?\s+(?:bitte\s+)?(?:daran|dran)|notiere?\s+dir\s+(?:das|es)|schreibe?\s+dir\s+das\s+auf
    |behalte?\s+das\s+(?:bitte\s+)?im\s+(?:kopf|hinterkopf))
    (?:retiens|retenez|note[zs]?)(?:-(?:le|la|les)|\s+(?:bien\s+)?(?:ça|cela))|souviens-t'en|souvenez-vous-en|à\s+retenir|(?:ne\s+)?l'oublie[zs]?\s+pas
    (?:souviens|rappelle)-toi\s+(?:de\s+)?(?:ça|cela)|n'oublie[zs]?\s+pas(?:\s+(?:ça|cela))?|garde[zs]?(?:-le|\s+(?:ça|cela))\s+en\s+(?:tête|mémoire)
    (?:recuérdalo|recuérdelo|recuerda\s+(?:eso|esto)|no\s+lo\s+olvides?|no\s+te\s+olvides(?:\s+de\s+(?:eso|esto|ello))?
    |acuérdate(?:\s+de\s+(?:eso|esto|ello))?|tenlo\s+(?:en\s+cuenta|presente)|apúntalo|anótalo|ten\s+(?:eso|esto)\s+en\s+cuenta)
    (?:запомни|не\s+забудь|имей)(?:те)?(?:\s+(?:это|об\s+этом))?(?:\s+в\s+виду)?"""
# ... and what opens a statement that is to be remembered, behind another one in the same sentence.
_WITHIN = r"""
    (?:remember|(?:don't|do\s+not|dont|never)\s+forget|(?:keep|bear)\s+in\s+mind)(?:\s+that\b|(?=\s*:))
    (?:merke?\s+dir|notiere?\s+dir|vergiss\s+(?:bitte\s+)?nicht|denke?\s+(?:bitte\s+)?(?:daran|dran))(?:\s+bitte)?(?:,?\s+dass\b|(?=\s*:))
    (?:n'oublie[zs]?\s+pas|retiens|retenez|souviens-toi|souvenez-vous|note[zs]?\s+bien)\s+qu(?:e\b|')
    (?:recuerda|acuérdate\s+de|no\s+(?:te\s+)?olvides\s+(?:de\s+)?|ten\s+en\s+cuenta|apunta|anota)\s+que\b
    (?:запомни|не\s+забудь|имей\s+в\s+виду|учти)(?:те)?,\s+что\b"""

_TRIGGER = pattern.Worded(  # the words are those of all that asks, behind and within a sentence, too
    "delet* forget disregard remove removes erase purge wipe vergiss vergesst vergessen entfern* tilge tilgen"
    " supprim* efface* oubli* borra* borre elimin* suprim* olvid* apag* exclu* esque* remov* cancell* dimentic*"
    " remember* recall know tell told memory memories memori* erinner* souv* recuerd* recordar acuerda* reflect learn*"
    " noticed gathered stored noted kept heard picked got denk denke sais appris retenu sabe sabes aprend* sai"
    " imparato ricordi mind note notes notez important reference save store add fyi time future merk* notier* schreib"
    " schreibe rappel* reten* retiens apunta anota ten tenlo hold strike drop discard clear unlearn throw never"
    " nevermind ignore scratch relevant laisse laissez laisser descarta deja streich streiche keep behalt behalte"
    " garde gardes gardez merken notieren aufschreib* retenir noter memoris* anotar apuntar memoriz*",
    "|".join(f"(?P<{ask}>{pattern.one_of(pattern.table(lines))})" for ask, lines in ASKS.items()),
)
_TAILS = tuple((ask, re.compile(tail)) for ask, tail in TAILS)
_LEAD = re.compile(
    r"(?:please|pls|kindly|hey(?:\s+there)?|hi|hello|ok(?:ay)?|so|well|also|and|but|oh|now|just|btw|alright"
    r"|by\s+the\s+way|right|yeah|yes|no|(?P<polite>(?:can|could|would|will)\s+(?:you|u)|(?:kannst|könntest|würdest)\s+du"
    r"|(?:peux|pourrais)-tu|pou(?:vez|rriez)-vous|(?:me\s+)?(?:puedes|podrías|puede|pode|podes|poderia|puoi|potresti))|you\s+(?:should|must|need\s+to)"
    r"|i(?:'d|\s+would)\s+like\s+you\s+to|i\s+(?:want|need)\s+you\s+to|(?:make|be)\s+sure\s+(?:to|you)|try\s+to"
    r"|always|let's|bitte|s'il\s+te\s+pla[iî]t|por\s+favor|пожалуйста|请|請|@?\w{1,30}(?=\s?[,:]\s))"
    r"(?:(?<=[请請])|(?!\w))[\s,:;!.…-]{0,8}",
    _I,
)
_LAST = 90  # characters at the end of a sentence in which the words that ask are looked for
_ASKS_BEHIND = re.compile(
    rf"(?:(?:\s*(?:[,;:–—]|\.\.+|…)|\s-)\s*(?:{_JOINED}\s+)?(?:{_COURTESY}\s+)*|\s+{_JOINED}\s+(?:{_COURTESY}\s+)*"
    rf"|\s+(?:{_COURTESY}\s+)+)"
    rf"(?P<head>{pattern.one_of(_lines(_BEHIND))})(?:[\s,]+{_COURTESY})*[\s.!…)]*$"
    r"|[，,、]\s*(?:另外|还有|所以)?(?P<zh>(?:请|請|麻烦你?|麻煩你?|你|要|一定|帮我|幫我)*(?:记住|記住|记得|記得|记下来|記下來|记一下|記一下|别忘了|別忘了|不要忘记)"
    r"(?:这个|這個|这点|這點|这件事)?(?:吧|哦|喔|啊|了|谢谢|謝謝)*)[\s。！!.]*$",
    _I,
)
_ASKS_WITHIN = re.compile(
    rf"(?:(?:\s{{0,3}}[,;–—]|\s-)\s{{0,3}}(?:{_JOINED}\s{{1,3}})?(?:(?:oh|btw|by\s+the\s+way|übrigens|au\s+fait"
    rf"|por\s{{1,3}}cierto)[\s,]{{1,3}})?(?:{_COURTESY}\s{{1,3}})*"
    rf"|\s{_JOINED}\s{{1,3}}(?:{_COURTESY}\s{{1,3}})+)(?={pattern.one_of(_lines(_WITHIN))})"
    r"|[，,；]\s{0,3}(?:另外|还有|還有|而且|并且)?(?=(?:请|請|帮我|幫我|要)*(?:记住|記住|别忘了|別忘了|不要忘记)(?!了)[^\s。！]{4,})",
    _I,
)
_RECALLED = re.compile(  # tells what comes to mind, and asks nothing
    r"that\s+(?:it|there|he|she|they|we|i|you|[\w']+(?:\s[\w']+)?)\s+(?:was|were|had|did|used\s+to|would|\w{3,}ed)\b"
    r"|that\s+(?:the\s+|an?\s+)?(?:users?|visitors?)\b",
    _I,
)
_RETOLD = re.compile(  # talks of the talk, and tells nothing
    r"(?:\w+\s+){0,2}?(?:i|we|you)(?:'ve|\s+have)?\s+(?:already\s+|just\s+|literally\s+)?(?:told|said|asked|agreed"
    r"|talked|mentioned"
    r"|discussed|wrote|did|had|were|can't|couldn't|don't|cannot|must|should|may)\b",
    _I,
)
_TELLS = 3  # words of a statement in front of the words that ask
_OPEN = " \t\r\"'“”„‘’«»「『(*_¡¿•–—-"
_TAKES = re.compile(
    r"(?=[请請把将將帮幫麻])(?:请|請|麻烦你?|麻煩你?|帮我|幫我)*(?:把|将|將)?"
)  # opens a wish in Chinese
_DONE = re.compile(r"[删刪抹]|清除|永久忘|彻底忘|(?<!て)忘了\Z")  # may as well tell of what happened
_QUOTATIVE = re.compile(r"(?<=다)(?:는(?:\s*(?:사실|점|것|거))?|고)\Z")  # behind what is said to be so, in Korean
_NAMED = re.compile(
    r"(?<=[\uac00-\ud7a3\w])라(?:는|고)\s*(?:사실|점|것|거)?\Z"
)  # behind what something is said to be, in Korean
_N, _NG = 4, 21  # what a syllable of Hangul ends in
_THAT_IT_IS = re.compile(r"\s*[것거걸]")
_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s|$)|[。！？]++[」』”]?|\n")
_DEICTIC = re.compile(r"(?:about\s+)?(?:it|this|that|these|those)?(?:\s+for\s+later)?\W*", _I)
_IDLE = re.compile(  # "forget I asked": about the talk, not about memory
    r"(?:(?:that\s+)?(?:i|we|you)\s+(?:(?:ever|even|just)\s+)?(?:asked|said|mentioned|brought|saw|heard|read|wrote)\b"
    r"(?:\s+(?:anything|something|it|that|this|so|a\s+(?:thing|word)|up|you|me|about|any\s+of))*"
    r"|(?:that\s+)?(?:this|that|it|any\s+of\s+(?:this|that|it))\s+(?:ever\s+|even\s+)?happened"
    r"|(?:about\s+)?(?:what|everything|all)\s+(?:that\s+)?(?:i|we|you)\s+(?:just\s+)?(?:said|asked|wrote|mentioned)"
    r"(?:\s+(?:before|earlier|above|just\s+now))?"
    r"|(?:about\s+)?(?:the|that|my|your)\s+(?:rest|above|last\s+(?:one|bit|part|message|question|sentence)|question))"
    r"(?:,?\s+(?:please|then|thanks|sorry|lol|haha))*\W*",
    _I,
)
_FOR_NOW = re.compile(
    r"\s(?:for\s+(?:now|today|tonight|the\s+moment|a\s+(?:moment|minute|second|sec|while)|the\s+time\s+being)|right\s+now"
    r"|this\s+time|today|tonight)(?=\s*(?:[,;.!–—-]|$))",
    _I,
)
_AND = r"\s*(?:[,;–—]|\s-|\.\.+|…)+\s*(?:(?:and|so|then|ok(?:ay)?|actually|now)\s+)*"
_HOLDS = (  # what holds instead
    r"(?:(?:we|i)(?:'re|'m|'ll|'ve|\s+are|\s+am|\s+will|\s+have)?\s+(?:now\s+|all\s+|just\s+|only\s+|both\s+)?"
    r"(?:on|tak\w+|us(?:e|es|ing)|go|going|went|do(?!\s+not)|doing|keep\w*|stay\w*|mov\w+|switch\w+|chang\w+|run\w*|stick\w*"
    r"|prefer|pick\w*|chose|choos\w+|decided)\b"
    r"|(?:let'?s\s+)?(?:use|take|go\s+with|stick\s+(?:with|to)|stay\s+(?:with|on)|keep\s+(?:to|using))\b"
    r"|(?:it's|it\s+is|they're|they\s+are|now\s+it's|instead\s+it's)\b.{2,80}\b(?:now|instead)\b"
    r"|(?:the|my|our)\s+(?:new|right|correct|current|real)\s+(?:[\w-]+\s+){1,3}?(?:is|are)\s"
    r"|(?:die|der|das|meine?|unsere?)\s+(?:neue\w*|richtige\w*)\s+(?:[\w-]+\s+)?(?:ist|sind|lautet)\s"
    r"|(?:le|la|mon|ma|notre)\s+(?:nouve\w+|bonne?)\s+(?:[\w-]+\s+)?est\s"
    r"|(?:el|la|mi|nuestr[oa])\s+(?:[\w-]+\s+)?(?:nuev[oa]|correct[oa])\s+(?:[\w-]+\s+)?es\s"
    r"|(?:(?:wir|ich|nous|je|on)\s+(?!bitte\b|prie\b)"
    r"|(?=(?:usamos|vamos|tomamos|usaremos|iremos|cogemos|nos quedamos)\b))[^\W\d_]+"
    r"(?!.{0,60}\b(?:nicht|kein\w*|pas|plus|no)\b))"
)
_NOT_THAT = re.compile(r"\A(?!.*,\s*(?:ich|wir|es|weil|denn)\b).*(?P<last>\bnicht\W*)\Z", _I | re.S)
_INSTEAD = re.compile(rf"{_AND}(?={_HOLDS})", _I)
_RATHER = re.compile(  # the next thing to be done, in the place of what was just talked of
    rf"{_AND}(?:please\s+|just\s+|rather\s+)*(?:let'?s|let\s+us|make|do|try|put|go|show|give|start|write|add|leave|set|can\s+you"
    r"|could\s+you|just)\b",
    _I,
)
HOLDS = re.compile(rf"\W*(?:(?:and|so|then|ok(?:ay)?|actually|now)\s+)*{_HOLDS}", _I)  # opens what holds instead
_POINTER = re.compile(r"\A(?:this|that|das|ceci|cela|ça|esto|eso|bitte|이거|これ|这个)\s*[:：]", _I)
_ENDING = re.compile(rf"\s+(?:from\s+{_STORED}|permanently|for\s+good|forever|any\s?more|any\s+longer|now)(?=\W*$)", _I)
_THINGS = re.compile(  # what lies on a disk and in no memory
    r"\b(?:files?|folders?|director(?:y|ies)|branch(?:es)?|tables?|rows?|columns?|databases?|buckets?|containers?|volumes?"
    r"|partitions?|archivos?|ficheros?|carpetas?|ramas?|tablas?|filas?|datei(?:en)?|ordner\w*|verzeichnis\w*|tabellen?|zeilen?"
    r"|fichiers?|dossiers?|branches?|lignes?|arquivos?|pastas?|tabelas?|linhas?|cartell[ae]|righe)\b"
    r"|파일|폴더|디렉터리|테이블|ファイル|フォルダ|テーブル|文件夹?|目录|数据库|[\w-]/[\w-]|\w\.[a-z]{2,4}\b|`",
    _I,
)
_THAT = re.compile(  # points, and names nothing
    r"\W*(?:das|es|dies|ça|cela|eso|esto|ello|isso|isto|ciò|그거|그건|그것|이거|それ|これ|あれ|这个|那个|这事|那事|[这那]件事"
    r"|all\s+(?:of\s+)?(?:that|this|it)|the\s+(?:whole|entire)\s+thing)\W*",
    _I,
)
_KEEP_SAYING = ("say", "says", "said", "write", "type", "word", "a")
_POLITE = re.compile(
    r"(?P<gap>[\s,;.!?…–—-]*)\b(?:please|pls|bitte|por favor|s'il te pla[iî]t"
    r"|(?P<thanks>thanks|thank you|thx|danke|merci|gracias)"
    r"(?: so much| a lot)?)[\s.!?]*$",
    _I,
)
_FENCE = re.compile(r"[ \t]{0,8}(?:```|~~~)")
_MATTER = re.compile(r"(?:的?[这那這]件事情?|的事情?)?吧?$")  # "the matter of …"
_SAID_OF = re.compile(  # the verb comes last: "was ich über die Katze gesagt habe" means the cat
    r"(?:alles,? )?was (?:ich|wir) (?:dir |euch )?(?:über|von|zu[mr]?) (.+?) (?:gesagt|erzählt|geschrieben) haben?",
    re.I,
)
HEARD = 20_000  # characters of a message in which asks are looked for


def inside(text: str) -> tuple[tuple[int, int], ...]:
    """Where asks begin inside of a sentence, each as the end of what stands before it and its own beginning."""
    plain = text[:HEARD].replace("’", "'")
    return tuple(found for start, end in _may_ask(plain) for found in _within(plain, start, end))


def trigger(text: str) -> Trigger | None:
    """What `text` asks of memory, or None; only a sentence that opens with the ask counts."""
    found = find(text)
    return found[0] if found else None


def triggers(text: str) -> tuple[Trigger, ...]:
    """Everything `text` asks of memory, one for each sentence that opens with an ask.

    A remember goes on until the next ask, anything else to the end of its sentence. Read once, though the extractor,
    the listener and the archive all want to know.
    """
    return _triggers(text[:HEARD])


@lru_cache(maxsize=512)
def _triggers(typed: str) -> tuple[Trigger, ...]:
    plain = typed.replace("’", "'")
    spans = list(_asking(plain))
    found: list[Trigger] = []
    told = 0  # where what was not asked for yet begins
    for n, (start, end, _) in enumerate(spans):
        until = spans[n + 1][0] if n + 1 < len(spans) else len(plain)
        part = plain[told:until]
        read = _read(part, start - told, end - told)
        if read is None:
            continue
        asked, head = read
        at = plain.find(asked.rest, told, until)
        rest = typed[at : at + len(asked.rest)] if at >= 0 else asked.rest
        told = until if asked.ask == "remember" and not asked.behind else end
        found.append(replace(asked, rest=rest, head=head, start=start, end=told))
    return tuple(found)


def asked_at(text: str, asked: Trigger) -> int:
    """Where in a message the words stand that ask."""
    at = text.replace("\u2019", "'").lower().find(asked.head, asked.start, asked.end)
    return at if asked.head and at >= 0 else asked.start


def forgets(text: str) -> bool:
    """Whether `text` asks to forget something, or to delete it for good."""
    return any(asked.ask in ("forget", "purge") for asked in triggers(text))


def opens(line: str) -> bool:
    """Whether a line begins with an ask of memory."""
    stop = _SENTENCE.search(line, 0, 400)
    return _head(line, 0, stop.end() if stop else min(len(line), 400)) is not None


def find(text: str) -> tuple[Trigger, str] | None:
    """The trigger and the words that made it; what is kept is kept in the person's own typing."""
    typed = text.replace("\r\n", "\n")
    text = typed.replace("’", "'")
    for start, end in _may_ask(text):
        read = _head(text, start, end) or _tail(text, start, end)
        if read is None and not text[:start].strip() and not text[end:].strip():
            read = _after(text, start, end)
        if read is None:
            continue
        asked, head = read
        at = text.find(asked.rest)
        return replace(asked, rest=typed[at : at + len(asked.rest)] if at >= 0 else asked.rest), head
    return None


def _asking(text: str) -> Iterator[tuple[int, int, tuple[Trigger, str]]]:
    """Each sentence, or part of one, that asks something of memory: where it stands, and what it asks."""
    for start, end in _may_ask(text):
        begin = start
        for cut, at in (*_within(text, start, end), (end, end)):
            if begin < cut and (found := _read(text, begin, cut)):
                yield begin, cut, found
            begin = at


def _may_ask(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences stand that have a word for it."""
    spans = _sentences(text) if _TRIGGER.may_fit(text) else ()
    return ((start, end) for start, end in spans if _TRIGGER.may_fit(text[start:end]))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence stands; what was pasted or quoted is not what the person asks."""
    start, fenced, quoted = 0, False, False
    while start < len(text):
        stop = _SENTENCE.search(text, start)
        end = stop.end() if stop else len(text)
        if start == 0 or text[start - 1] == "\n":
            quoted = text[start : start + 4].lstrip().startswith(">")
            fenced ^= _FENCE.match(text, start) is not None
        if not fenced and not quoted and not (stop and stop.start() == start):
            yield start, end
        start = end


def _within(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Where in a sentence an ask begins behind a statement: the end of that one, and the beginning of the ask."""
    found = _ASKS_WITHIN.search(text, start, end)
    if found is None or not _tells(text[start : found.start()]):
        return ()
    opening = _head(text, start, found.start())
    if (opening and opening[0].ask == "remember") or _after(text, start, end):
        return ()
    if _RECALLED.search(text, found.end(), min(end, found.end() + _LAST)):
        return ()
    return ((found.start(), found.end()),)


def _tells(words: str) -> bool:
    """Whether there are words enough for a statement."""
    return len(words.split()) >= _TELLS or (not words.isascii() and " " not in words.strip())


def _read(text: str, start: int, end: int) -> tuple[Trigger, str] | None:
    return _head(text, start, end) or _tail(text, start, end) or _after(text, start, end)


def _after(text: str, start: int, end: int) -> tuple[Trigger, str] | None:
    """What is said first and then asked to be remembered: "The gateway is vpn7, please remember"."""
    said = text[start:end]
    found = _ASKS_BEHIND.search(said, max(0, len(said) - _LAST))
    if found is None:
        return None
    told = said[: found.start()].lstrip(_OPEN).rstrip()
    if not _tells(told) or _RETOLD.match(told):
        return None
    return Trigger(ask="remember", rest=told, behind=True), (found["head"] or found["zh"]).lower()


def _head(text: str, start: int, end: int) -> tuple[Trigger, str] | None:
    at, polite = _past(text, start, end), False
    for _ in range(8):
        if match := _TRIGGER.pattern.match(text, at, end):
            break
        lead = _LEAD.match(text, at, end)
        if lead is None:
            return None
        polite = polite or lead["polite"] is not None
        at = _past(text, lead.end(), end)
    else:
        return None
    ask: Ask = next(name for name in ASKS if match[name] is not None)
    head, own = match[0].lower(), text[match.end() : end]
    asking = text[start:end].rstrip().endswith(("?", "？", "吗", "嗎"))
    if ask == "forget" and re.match(
        r"(?:it|that|this)?\s?,(?!\s*(?:was|dass|wie|wo|wer|que|lo que)\b)", own.lstrip(), _I
    ):
        return None  # "Forget that, let's…" is a change of mind; "Vergiss, was…" is not
    if ask == "remember" and asking and (not polite or re.match(r"(?:wh\w+|how|if)\b", own.lstrip(), _I)):
        ask = "recall" if head.startswith(("remember", "기억", "记得", "記得")) else ask
    if ask == "forget" and head.startswith("verg") and (last := _NOT_THAT.search(own)):
        return Trigger(ask="remember", rest=_courteous(own[: last.start("last")].strip(_OPEN + ":,"))), head
    if ask == "forget" and "relevant" not in head and _DEICTIC.fullmatch(own):
        return None  # about something just said, not about memory
    instead = False
    if ask == "forget" and "relevant" not in head:
        if _IDLE.fullmatch(own.strip()) or _THAT.fullmatch(own) or _FOR_NOW.search(own):
            return None
        if changed := _INSTEAD.search(own):
            own, instead = own[: changed.start()], True
        elif _RATHER.search(own):
            return None
    if ask != "remember":
        if len(own) < 400:
            own = _ENDING.sub("", own)
        own = _courteous(own.strip().lstrip(_OPEN + ":,")).rstrip("?.!…。？！吗嗎 \"'”」")
        if "忘" in head:
            own = _MATTER.sub("", own)
        if of := _SAID_OF.fullmatch(own):
            own = of[1]
        if ask in ("forget", "purge"):
            own = matter.bare(own)
        if ask == "purge" and "forget" not in head and _THINGS.search(own):
            return None
        if not own and "relevant" in head:
            own = text[:start].strip()
        return Trigger(ask=ask, rest=own, instead=instead), head
    if (back := _pointed_back(text, start, end, f"{head}{own}")) and _DEICTIC.fullmatch(own):
        return Trigger(ask=ask, rest=back, behind=True), head
    rest = text[match.end() :] if _DEICTIC.fullmatch(own) is None else text[end:]
    rest = _POINTER.sub("", rest.strip()).lstrip(_OPEN + ":,.;!：，、").rstrip() or text[:start].strip()
    if at > start and text[at - 1] in "\"'“„«「" and rest[-1:] in "\"'”“»」":
        rest = rest[:-1]
    rest = _courteous(rest)
    return Trigger(ask=ask, rest=rest.rstrip("?") if polite else rest), head


def _pointed_back(text: str, start: int, end: int, asked: str) -> str:
    """The sentence before "Remember that.", when others follow, which "that" does not mean."""
    if not re.search(r"\b(?:that|it)\b[\s\w]*[.!]*\s*$", asked, _I) or not text[end:].strip():
        return ""
    before = [text[at:until].strip() for at, until in _sentences(text[:start])]
    return before[-1] if before and len(before[-1].split()) >= _TELLS else ""


def _tail(text: str, start: int, end: int) -> tuple[Trigger, str] | None:
    body = text[start:end].rstrip(" \t\n.!。！…」』\"'")
    near = body[-40:]
    for ask, tail in _TAILS if not near.isascii() else ():
        match = tail.search(near.rstrip("?？") if ask != "recall" else near)
        if match is None:
            continue
        told = body[: len(body) - len(near) + match.start()]
        own = told.strip(_OPEN + "、,")
        taken = _TAKES.match(own)
        if taken is None and _DONE.search(match[0]):
            return None  # "the file is deleted for good", "I forgot about it"
        own = own[taken.end() :] if taken else own
        if re.match(r"(?:나는|난|저는|우리는|나도)\s", own) and match[0].endswith("기억해"):
            return None  # "I remember that day"
        if ask in ("forget", "purge"):
            own = matter.bare(own)
        if ask == "purge" and _THINGS.search(own):
            return None
        if ask == "remember":
            own = _stated(own, told[len(told.rstrip()) :] + match[0])
        asked: Ask = "recall" if near[-1:] in "?？" and ask == "remember" else ask
        if not own and ask == "forget":
            return None
        return Trigger(ask=asked, rest=_courteous(own or text[:start].strip())), match[0]
    return None


def _stated(own: str, asked: str) -> str:
    """What a Korean asks to be remembered as a whole statement: "있다는 것을" says that it is so ("있다")."""
    if quoted := _QUOTATIVE.search(own):
        return own[: quoted.start()]
    if named := _NAMED.search(own):  # "갈매기라는 걸": that it is a seagull
        return _without_copula(own[: named.start()])
    noun = _THAT_IT_IS.match(asked)
    return f"{own}{noun[0]}" if noun and own[-1:] in "는은던인한된" else own


def _without_copula(name: str) -> str:
    """A noun without the "이" that only says what it is, unless nouns end like that: 서울이 (서울), but 고양이."""
    before = (ord(name[-2]) - 0xAC00) % 28 if name[-1:] == "이" and "\uac00" <= name[-2:-1] <= "\ud7a3" else 0
    return name[:-1] if before and before not in (_N, _NG) else name


def _past(text: str, at: int, end: int) -> int:
    while at < end and text[at] in _OPEN:
        at += 1
    return at


def _courteous(rest: str) -> str:
    """`rest` without the politeness at its end."""
    for _ in range(3):
        near = rest[-60:]
        match = _POLITE.search(near)
        if match is None:
            break
        before = near[: match.start()]
        spoken = (before.split() or [""])[-1].lower() in _KEEP_SAYING
        if before and (spoken or (match["thanks"] and not match["gap"].strip())):
            break
        cut = rest[: len(rest) - len(near) + match.start()]
        stop = match["gap"].strip()[:1]
        rest = cut + (stop if stop and stop in ".!?…" else "")
    return rest.strip()
