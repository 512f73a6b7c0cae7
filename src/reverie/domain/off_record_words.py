"""The words with which people say that something is not to be remembered, language by language. Patterns only."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from reverie.domain.looks import lazily

_WRAPPED = re.compile(r"\\\n\s*")


def _either(table: str) -> str:
    """One pattern of a table, of which each line, or lines that a backslash joins, is one way to put it."""
    return "|".join(line for line in _WRAPPED.sub("", table).splitlines() if line)


_SIGHS = (
    "oh|ok|okay|ach|ah|hm+|um|uh|wait|sorry|entschuldige|pardon|perdón|perdona|actually|eigentlich|bitte|en fait"
    "|de hecho|아니|すみません|あ|啊|抱歉|不好意思"
)
_COURTESY = "please|pls|ok|okay|thanks|thank you|bitte|danke|merci|s['’]il te plaît|stp|por favor|gracias"
_OPENS = r"(?:^|(?<=[.!?…:;,(–—-])\s*|\n|\b(?:but|so|and|please|pls|aber|bitte|mais|pero|y|et|und)[\s,]+)"
_END = rf"(?=\W*(?:$|[.!?\n:;–—]|(?:{_COURTESY})\b))"
_SHUT = r"(?=\s*(?:$|[.!:：。！\n]))"  # ends what is said: "in memory, stream it" is a computer's

# -- English

_MEMORY = (  # "in memory" alone is a computer's
    r"(?:(?:to|into|from|out of) )?(?:your |the |long-term )*(?<!\bin )memory|in (?:your |the |long-term )+memory"
    r"|(?:in |into |to )?your notes(?! \w)"
)
_JUST = r"what i(?:['’]ve| have)? (?:just |now )?(?:said|told|wrote)\b"
_TO_COME = r"what i(?:['’]m| am|['’]ll| will) (?:about to |going to |now |just )*(?:say|tell|write|saying|telling)\b"
_WHAT = rf"(?:(?:any of )?(?:this|that|it|these|those)\b|{_JUST}|{_TO_COME})"
_NOT = (
    rf"(?:{_OPENS}(?:please |pls )*(?:don['’]?t|do not|never) |\b(?:i (?:don['’]?t|do not) want you to"
    r"|i(?:['’]d| would) (?:rather|prefer) you (?:don['’]?t|didn['’]?t|did not)"
    r"|(?:can|could|would) you (?:please )?not) )"
)
_EN = rf"""
{_OPENS}(?:please |pls )*off the record\b(?! mode)
(?:\b(?:is|was|stays?|strictly|all|this|ist|bleibt|est|es)|['’](?:s|est)) off the record\b
\b(?:keep|leave) {_WHAT} off the record\b
{_NOT}(?:please )?(?:remember|memori[sz]e) (?!to\b)(?:{_WHAT}|that )
{_NOT}(?:please )?(?:save|store|keep|put|add|write|note|commit) {_WHAT} (?:down )?(?:{_MEMORY})
{_NOT}(?:please )?(?:save|store) (?:any of )?(?:this|that)(?: anywhere)?{_END}
{_NOT}(?:please )?(?:note {_WHAT} down|(?:make|take|keep) (?:a )?notes? (?:of|about) {_WHAT}){_END}
{_OPENS}(?:please |pls )*(?:keep|leave) {_WHAT} out of (?:(?:your |the )?memory|your notes)\b
\b(?:you (?:don['’]?t|do not) (?:need|have) to|no need to) remember (?:this|it){_END}
{_OPENS}(?:please |pls )*keep (?:this|that|it) (?:strictly |just )?(?:between (?:us|you and me)|to yourself){_END}
\b(?:this|that) (?:stays|has to stay|must stay|is just|is strictly) between (?:us|you and me)\b
"""
_EN_BACK = r"(?:(?:oh|and|please|pls),? )*(?:can you |could you )?(?:please )?(?:just )?forget "
_EN_TAKES = rf"""
{_EN_BACK}(?:that )?i (?:just |ever |even )*(?:said|told you|mentioned|wrote|asked)(?: (?:that|this|it\
      |anything))?(?: (?:about|on) [^.!?,;:\n]+)?
{_EN_BACK}(?:what|everything) i(?:['’]ve| have)? (?:just|now) (?:said|told you|mentioned|wrote)(?: (?:about\
      |on) [^.!?,;:\n]+)?
(?:please |pls )*pretend (?:that )?i (?:never|didn['’]?t) (?:said|say|tell you|told you\
      |mention(?:ed)?)(?: (?:that|this|it|anything))?
(?:please |pls )*(?:you didn['’]?t hear|you never heard) (?:that|this|it) from me
"""

# -- German

_DAS = (
    r"(?:(?:das|dies(?:es)?)(?: hier)?|es|davon nichts|nichts davon|diese (?:nachricht|information)"
    r"|was ich (?:dir |euch )?(?:gerade |eben |jetzt |gleich |nun )*(?:sage|erzähle|schreibe"
    r"|(?:gesagt|erzählt|geschrieben) habe))"
)
_DE_FILL = r"(?:,? (?:dir|bitte|jetzt|aber|lieber|besser|mal|auch|ja|alles|hier))*,?"
_DE_PLACE = (
    r"(?:(?:(?:in|aus|von) (?:dein(?:e[nmr]?)? )|ins |im )(?:(?:langzeit-?)?gedächtnis|notizen|erinnerungen"
    r"|memory(?!-)|notizbuch)|in die notizen\b(?= auf\b)|in dein(?:em|en)? speicher\b)"
)
_DE_WHAT = r"(?:das|dies|es|diese nachricht|was ich (?:dir |euch )?(?:jetzt |gleich |nun )*(?:sage|erzähle|schreibe),?)"
_DE_KEEP = r"(?:merken|notieren|abspeichern|speichern|aufschreiben|behalten|einprägen)"
_DE_KEPT = r"(?:merkst|notierst|(?:ab)?speicherst|aufschreibst|behältst|einprägst)"
_DE = rf"""
\b(?:merk|notier|präg|schreib)(?:e|t)? (?:dir|euch) {_DAS}{_DE_FILL} nicht\b(?! (?:nur|mit|wörtlich|so)\b)
\b(?:merk|notier)(?:e|t)? (?:dir |euch )?(?:das |es )?(?:bitte |das |es )*nicht,? was ich (?:dir \
      |euch )?(?:jetzt |gleich |gerade |eben )
\b(?:merk|notier)(?:e|t)? (?:es|das) (?:dir|euch) (?:bitte )?nicht\b(?! (?:nur|mit|wörtlich|so)\b)
\b(?:das|dies|es)(?: hier)?(?: bitte)? (?:nirgends|nirgendwo) (?:ab)?(?:speichern|notieren|aufschreiben)\b
\b(?:bitte )nichts davon (?:ab)?(?:speichern|merken|notieren|aufschreiben)\b
\bnotier(?:e|t)? {_DAS}{_DE_FILL} nicht\b(?= in dein|{_END})
\b(?:merken|notieren) sie sich {_DAS}{_DE_FILL} nicht\b
\b(?:speicher(?:e|n)?|behalte|sicher(?:e|n)?|nimm|übernimm|schreibe?|leg|lege|trag|trage|pack|packe\
      |halte?) {_DAS}{_DE_FILL} nicht {_DE_PLACE}
\b(?:speicher(?:e|n)?|behalte) (?:das|dies|es)(?: bitte)? (?:nicht|nirgends|nirgendwo)\b(?=\W*(?:$|[.!?:\n]))
\bspeicher(?:e|n)? (?:das|dies|es){_DE_FILL} (?:nirgends|nirgendwo)\b
\b(?:halte?|lass|lasse) {_DAS}{_DE_FILL} (?:raus |heraus )?{_DE_PLACE}
{_OPENS}(?:bitte )?(?:das |dies |es )?(?:bitte |hier )*nicht (?:merken|notieren|einprägen){_END}
\b{_DE_WHAT}(?: hier)? (?:musst|brauchst|sollst|solltest|darfst) du (?:dir (?:das )?)(?:bitte |auch |jetzt \
      |gar )*nicht (?:zu )?{_DE_KEEP}\b(?!,? dass)
\b(?:das|dies|es|\w+)(?: hier)? (?:soll|sollte|gehört|darf|kommt) (?:bitte )?nicht in (?:dein gedächtnis|deine notizen)
\b(?:das|dies)(?: hier)?(?: bitte)? nicht {_DE_PLACE}
{_OPENS}nicht für (?:dein gedächtnis|deine notizen)\b
\b(?:speicher|merk|notier)(?:e|t)?(?: dir)?(?: bitte)? nichts davon\b
\b(?:mir wäre|es wäre mir) lieber,? du (?:\w+ )?(?:dir )?(?:das|dies|es) nicht(?= \W|\W)
\bdu (?:musst|brauchst|sollst|solltest|darfst) (?:dir )(?:das|dies|es)(?: hier)? (?:bitte |auch |jetzt \
      |gar )*nicht (?:zu )?{_DE_KEEP}\b
\bich (?:will|möchte|mag|wünsche) nicht, dass du (?:dir )?(?:das|dies|es|dir das) (?:\w+ )?{_DE_KEPT}\b
\bwenn du (?:dir )?(?:das|dies|es)(?: bitte| lieber)* nicht {_DE_KEPT}\b
\b(?:kannst|könntest|würdest) du (?:dir )?(?:das|dies|es)(?: bitte)* nicht (?:merken|notieren|einprägen|aufschreiben)\b
\b(?:das|dies|es|alles)(?: hier)? (?:bleibt|muss|soll) (?:bitte |aber )*unter uns\b
\b(?:behalte?|behaltet) (?:das|dies|es){_DE_FILL} für (?:dich|euch)\b
\b(?:das|dies|es)(?: hier)? ist nicht für (?:dein gedächtnis|deine notizen)\b|\bnicht fürs protokoll\b
"""
_DE_TAKES = r"""
(?:bitte )?verg(?:iss|esst|essen sie)(?: bitte)?(?: wieder)?,? was ich (?:dir |euch )?(?:da |hier )?(?:gerade\
      |eben|vorhin)(?: [^.!?,;\n]+)? (?:gesagt|erzählt|geschrieben) (?:habe?|hab)
(?:bitte )?verg(?:iss|esst)(?: bitte)?(?: wieder)?,? dass ich (?:dir )?(?:das|dies|es) (?:gerade |eben \
      |je )*(?:gesagt|erzählt|geschrieben|erwähnt) habe?
(?:bitte )?vergiss (?:das|es)(?: bitte)? (?:gleich |sofort |schnell |einfach )?wieder
(?:kannst|könntest) du (?:das|es)(?: bitte)?(?: wieder)? vergessen
tu (?:bitte )?so,? als hätte ich (?:das |nichts )(?:nie |nicht )?gesagt
(?:das|es) hast du nicht von mir
"""

# -- French

_CA_TOLD = r"ce que je (?:vais|viens|t['’]ai|te|dis)(?: \w+)?"
_CA = (
    rf"(?:ça|ceci|cela|ce message|cette information|ce qui suit|rien de (?:tout )?(?:cette (?:conversation"
    rf"|discussion)|ça|cela|{_CA_TOLD})|{_CA_TOLD})"
)
_CA_FILL = r"(?: (?:surtout|donc|bien|stp|s['’]il te plaît))*"
_FR_PLACE = r"(?:dans|de|à|hors de|en dehors de) (?:ta |votre |tes |vos )(?:mémoire|notes|souvenirs)"
_FR_KEPT = (
    r"(?:retiennes|mémorises|notes|te souviennes de|te rappelles|gardes|enregistres|conserves|reteniez|notiez"
    r"|mémorisiez|gardiez)"
)
_FR_KEEP = r"(?:retenir|mémoriser|noter|te souvenir de|garder|enregistrer|conserver)"
_FR = rf"""
(?<!pourquoi tu )(?<!tu )\bne (?:retiens|retenez|mémorise[zs]?|note[zs]?){_CA_FILL}(?: (?:pas|jamais))?{_CA_FILL} {_CA}
\bne (?:le |la |les )(?:retiens|retenez|mémorise[zs]?|note[zs]?){_CA_FILL} pas{_END}
\b(?:ne |n['’])(?:l['’]|le |la )?(?:enregistre|garde|conserve|stocke|sauvegarde|met[s]?|écri[s]?|inscri[s]?\
      |ajoute|note)z?{_CA_FILL} pas{_CA_FILL} (?:{_CA} )?{_FR_PLACE}
\b(?:ne |n['’])(?:enregistre|garde|conserve)z?{_CA_FILL} pas{_CA_FILL} {_CA} en mémoire{_SHUT}
\bn['’]enregistrez? pas (?:{_CA_TOLD}|{_CA}{_END})
\bne (?:te )?(?:souviens|souvenez|rappelle)(?:-vous)? pas (?:de )?{_CA}
\bje (?:ne )?(?:veux|voudrais|souhaite|tiens) pas (?:à ce )?que (?:tu|vous) {_FR_KEPT} {_CA}
\b(?:je (?:préfère|préférerais)|j['’]aimerais(?: mieux| autant)?)(?: autant)? que (?:tu\
      |vous) ne {_FR_KEPT}(?: pas)? {_CA}
\b(?:évite|évitez|essaie) de (?:ne pas )?{_FR_KEEP} {_CA}
\b(?:merci de|(?:te|vous) demande de|te prie de|peux-tu|pourrais-tu|tu peux|tu pourrais\
      |pourriez-vous)(?: s['’]il te plaît)? ne pas {_FR_KEEP} {_CA}
{_OPENS}(?:à |merci de )ne pas (?:le |la )?(?:retenir|mémoriser|noter){_END}
\b(?:ça|ceci|cela|ce message)(?:,? \w+)? (?:ne doit pas être|n['’]est pas à) (?:retenu|mémorisé|noté\
      |enregistré|retenir|mémoriser|noter|enregistrer)
\b(?:garde|gardez|garde-le)(?: ça| ceci| cela| bien)* (?:pour (?:toi|vous)|entre nous)\b
\b(?:ça|ceci|cela|tout ça) (?:doit rester|reste|restera)(?: bien)? entre nous\b
\b(?:garde|gardez|conserve|laisse)[sz]? (?:pas de|aucune) trace de {_CA}
\b(?:laisse|garde|tiens)[sz]? {_CA} (?:hors|en dehors) de (?:ta mémoire|tes notes)
{_OPENS}(?:en off|hors micro)(?=\s*[:,])|\b(?:c['’]est|ceci est|reste|cela est) (?:en off|hors micro)\b
\bpas besoin de (?:retenir|mémoriser|noter) (?:ça|ceci|cela)\b|\btu n['’]as pas (?:besoin de|à) (?:retenir\
      |mémoriser|noter) (?:ça|ceci|cela)\b
"""
_FR_TAKES = r"""
(?:s['’]il te plaît,? )?oublie[zs]?(?: vite)? (?:ce que (?:je viens de (?:te )?(?:dire|raconter|écrire)\
      |j['’]ai dit|je t['’]ai (?:dit|raconté))|que (?:j['’]ai|je t['’]ai) (?:dit|raconté) (?:ça\
      |cela))(?: [^.!?,;:\n]+)?
oublie[zs]? (?:ça|cela) (?:tout de suite|immédiatement|s['’]il te plaît)
(?:peux-tu|tu peux|pourrais-tu) oublier (?:ça|cela|ce que je viens de (?:te )?dire)
fais comme si je n['’]avais rien dit|tu n['’]as rien entendu
"""

# -- Spanish

_ESTO = (
    r"(?:esto|eso|este mensaje|nada de (?:esto|eso|lo que te (?:voy a|dije|digo))|lo que (?:te )?(?:acabo de"
    r"|voy a|dije|he dicho|digo|conté)(?: \w+)?)"
)
_ES_PLACE = r"(?:en|de|a) (?:tu|tus|su) (?:memoria|notas|recuerdos|apuntes)"
_ES_KEPT = r"(?:recuerdes|memorices|guardes|anotes|apuntes|registres|te acuerdes de|almacenes)"
_ES_KEPT_PAST = r"(?:recordaras|memorizaras|guardaras|anotaras|apuntaras|te acordaras de)"
_ES = rf"""
\bno (?:recuerdes|memorices|anotes|apuntes|recuerde|memorice) {_ESTO}
\b(?:esto|eso)(?:,? por favor,?)? no (?:te )?lo (?:recuerdes|memorices|anotes|apuntes|registres|guardes){_END}
\bno (?:te )?lo (?:recuerdes|memorices){_END}
\bno te acuerdes de {_ESTO}
\b(?:no|ni) (?:me |te )?(?:lo |la )?(?:guardes|registres|almacenes|pongas|metas|escribas|incluyas|añadas\
      |anotes|apuntes|conserves) (?:{_ESTO} )?{_ES_PLACE}
\bno (?:lo )?(?:guardes|conserves)(?: esto| eso)? en la memoria{_SHUT}
\b(?:esto|eso) que no salga de aquí\b
\bno lo guardes,? por favor\b
\bno guardes {_ESTO}(?: en ning[uú]n (?:sitio|lado|lugar))?{_END}
\b(?:no quiero|prefiero|no me gustaría) que (?:no )?{_ES_KEPT} {_ESTO}
\b(?:preferiría|me gustaría) que no {_ES_KEPT_PAST} {_ESTO}
\b(?:puedes|podrías)(?: por favor)? no (?:recordar|guardar|anotar|memorizar|apuntar) (?:esto|eso)
\bno quiero que (?:esto|eso) (?:quede|se guarde|conste|se quede) {_ES_PLACE}
\bno (?:hace falta|es necesario) que lo (?:recuerdes|anotes|memorices){_END}
\bevita (?:recordar|guardar|memorizar|anotar|apuntar) (?:esto|eso){_END}
\bno (?:hace falta|es necesario) que (?:recuerdes|anotes|memorices) (?:esto|eso)\b\
      |\bno tienes que (?:recordar|memorizar|anotar) (?:esto|eso)\b
\b(?:que )?(?:quede|queda|se queda|que se quede) entre (?:nosotr[oa]s|tú y yo|nos)\b
\bgu[aá]rda(?:te)? (?:esto|eso) para ti\b|\bguárdatelo para ti\b
\b(?:mant[eé]n|deja) (?:esto|eso) (?:fuera de (?:tu memoria|tus notas)|entre nosotros)
{_OPENS}(?:extraoficialmente|fuera de micrófono|off de record)(?=\s*[:,])
\bque (?:esto |eso )?no conste\b|\b(?:esto|eso) no debe constar\b
"""
_ES_TAKES = r"""
(?:por favor,? )?olv[ií]da(?:te)?(?: de)? (?:lo que (?:acabo de (?:decir(?:te)?|contar(?:te)?|escribir)\
      |(?:te )?(?:dije|he dicho|conté)(?: antes| hace un momento)?)|que (?:te )?(?:lo )?(?:dije|he dicho\
      |conté)(?: eso| esto)?)(?: (?:sobre|de) [^.!?,;:\n]+)?
(?:por favor,? )?olv[ií]da(?:lo|te de (?:eso|esto)) (?:enseguida|ahora mismo|inmediatamente)
(?:¿)?(?:puedes|podrías) olvidar (?:eso|esto|lo que acabo de decir)
haz como si no (?:lo )?hubiera dicho(?: nada)?|(?:tú )?no has oído nada
"""

# -- Korean, Japanese, Chinese

_KO_SAID = (
    r"(?:(?:내가 |제가 )?(?:방금|아까|지금|좀 전에) ?(?:내가 |제가 )?(?:전에 )?(?:한|하는|말한|얘기한|했던|말했던"
    r"|\S{1,8}) ?(?:말|얘기|이야기|거|것|건|걸|내용)?)(?:은|는|을|를|도)?"
)
_KO_THIS = (
    rf"(?:(?:이건|이거|이것[은을도]?|그건|그거|이걸|(?:이|그|다음) ?(?:얘기|이야기|말|내용|메시지|대화)(?:는|은|을"
    rf"|를)?)|{_KO_SAID})"
)
_KO_DONT = r"지(?:는|도)? ?(?:마(?!십)|마십시오|말)"
_KO = rf"""
오프 ?더 ?레코드
(?:기억|암기)(?:하|해 ?두|해 ?놓){_KO_DONT}
(?:기억|기록)하지 ?(?:않았으면|않아 ?주|않기를)
{_KO_THIS} [^.!?\n]{{0,12}}?외우{_KO_DONT}
{_KO_THIS} (?:[^.!?\n]{{0,16}} )?(?:적|적어 ?두|적어 ?놓|메모하|메모해 ?두|기록하|기록해 ?두|남기\
      |남겨 ?두){_KO_DONT}(?![^.!?\n]*(?:로그|파일|디스크))
{_KO_THIS} (?:[^.!?\n]{{0,12}} )?(?:메모리에 )?저장하{_KO_DONT}(?:아|세요)?(?: ?(?:줘|주세요|줄래))?요?{_SHUT}
(?:메모|노트|기억|장기 ?기억)에(?:는|도)? ?(?:남기|남겨 ?두|적|적어 ?두|넣|기록하|저장하|담){_KO_DONT}
{_KO_THIS} (?:[^.!?\n]{{0,12}} )?기억에서 ?(?:빼|지워|제외|없애)
{_KO_THIS} (?:[^.!?\n]{{0,12}} )?기억(?:해 ?두| ?할| ?안|하)(?: ?해도|지 ?않아도| ?필요(?:는|가)? ?없)
우리끼리(?:만)?(?: ?(?:아는|하는|알고 ?있는))? ?(?:얘기|이야기|비밀|말|알자|알고|걸로)
(?:너만|혼자만|당신만) ?알고 ?(?:있어|계세요)
"""
_KO_TAKES = rf"""
{_KO_SAID} ?(?:제발 |그냥 |부디 |다 |좀 )*(?:잊어(?: ?(?:줘|주세요|버려|주라))?|(?:못 ?들은|없던\
      |안 ?들은) ?(?:걸로|것으로|일로|셈) ?(?:해|치|쳐)[^.!?\n]{{0,6}})요?
(?:못 ?들은|안 ?들은) ?(?:걸로|것으로) ?(?:해|쳐)[^.!?\n]{{0,6}}
"""
_JA_SAID = (
    r"(?:(?:私|僕|俺)(?:が|の))?(?:(?:今|いま|さっき|先ほど|さきほど|たった今)(?:私が|僕が|俺が)?(?:の|言った"
    r"|話した|書いた|伝えた|お話しした)(?:[^。！？、\n]{0,10}の)?(?:話|こと|件|発言|メッセージ|内容|やつ)?)"
)
_JA_THIS = (
    rf"(?:これ|それ|この(?:話|会話|やり取り|こと|件|メッセージ|内容|情報)|その(?:話|こと|件)|今から(?:言う"
    rf"|話す)こと|{_JA_SAID})(?:について|に関して)?(?:は|を|も|って|、)*"
)
_JA = rf"""
オフレコ(?=で|だ|です|に|な|の|、|[:：])|オフ・?ザ・?レコード
覚え(?:ておか|とか|て)?ないで(?!ね?いい)
記憶し(?:ておか|とか)?ないで
{_JA_THIS}[^。！？\n]{{0,10}}?(?:覚え(?:ておか|とか|てい)?|(?:記憶|記録|メモ)し(?:ておか)?\
      |メモら)なくて(?:も)?(?:いい|良い|よい|大丈夫|結構|構|かま|OK)
{_JA_THIS}[^。！？\n]{{0,10}}?(?:メモ|記録)(?:し(?:ておか)?|ら)ないで(?![^。\n]*(?:ログ|ファイル))
{_JA_THIS}[^。！？\n]{{0,10}}?(?:メモリ(?:ー)?に)?保存しないで(?:ください|下さい|ね|くれ)*{_SHUT}
(?:記憶|記録|メモ(?:リー?)?|ノート)(?:に|には|にも)?(?:残さ|入れ|書か|追加し|載せ|とら\
      |取ら)ないで(?![^。\n]*(?:ログ|ディスク|キャッシュ))
(?:記憶|メモ|ノート)に(?:は|も)?保存しないで(?![^。\n]*(?:ログ|ディスク|キャッシュ))
{_OPENS}メモリー?に(?:は)?保存しないで(?:ください|下さい|ね|くれ)*{_SHUT}
{_JA_THIS}[^。！？\n]{{0,6}}?(?:記憶|メモ)から(?:は)?(?:除|外|消|削除)
ここだけの(?:話|秘密)|内緒(?=だけど|ですが|なんだけど|の話|にして|でお願い|だよ|ね)|他言無用
"""
_JA_TAKES = rf"""
{_JA_SAID}(?:は|を|も|、)*(?:どうか|もう|全部|すべて)*(?:忘れて(?:ください|下さい|くれ|ほしい|ね|もらえますか\
      |おいて)*|(?:聞かなかった|なかった)ことに(?:して|しよう)[^。！？\n]{{0,8}})
聞かなかったことに(?:して|しよう)[^。！？\n]{{0,8}}
"""
_ZH_SAID = (
    r"(?:我)?(?:刚才|刚刚|刚|方才|剛才|剛剛|剛)(?:跟你|对你|和你)?(?:说|說|讲|講|告诉你|告訴你|提到|发|發)(?:过)?的?"
)
_ZH_THIS = (
    rf"(?:[这這](?:个|個|件事情?|事儿?|条消息|条信息|条|句话|句話|些|话|話|一条|段话|段)|以下(?:内容|的话)"
    rf"|我?接下来(?:要)?说的话?|(?:刚才|刚刚)(?:那|这)?(?:句|些)?话|{_ZH_SAID}(?:话|話|事|内容|那些)?)"
)
_ZH_NOT = r"(?:别|別|不要|請勿|请勿|勿|不用|不必|不需要|无需|無需|不许|用不着)(?:再|帮我|给我|去)?"
_ZH_PLACE = r"(?:你的?)?(?:长期|長期)?(?:记忆|記憶|笔记|筆記|备忘录|備忘錄)(?:里|裡|中|库)?"
_ZH_NO_LOG = r"(?![^。！？\n]{0,8}(?:日志|日誌|log|文件|数据库))"
_ZH = rf"""
(?:别|別|不要|請勿|请勿)(?:记住|記住|记下|記下)
{_ZH_NOT}(?:记得|記得|记住|記住|记下|記下|记|記)(?:录|錄)?{_ZH_THIS}{_ZH_NO_LOG}
{_ZH_THIS}[^。！？\n：:]{{0,6}}?{_ZH_NOT}(?:记住|記住|记下来?|記下來?|记录|記錄|记|記)(?![得太那这]){_ZH_NO_LOG}
{_ZH_NOT}把{_ZH_THIS}[^。！？\n]{{0,4}}?(?:记|記)(?:住|下来?|下來?|录|錄)?{_ZH_NO_LOG}
{_ZH_NOT}往{_ZH_PLACE}(?:存|写|寫|放|加)
{_ZH_NOT}(?:把)?[^。！？\n，,]{{0,14}}?(?:存|保存|写|寫|放|加|添加|记|記|录)(?:进|進|到|入|在)?{_ZH_PLACE}
{_ZH_NOT}(?:保存|存储|留存)(?:这条|这段|这些|這條|這段|以下)(?:消息|对话|信息|话|内容|對話|訊息)
不(?:希望|想|愿意|要)你(?:记住|記住|记得|记下|記下|保存[这這])|希望你(?:别|不要)(?:记|記)
(?:就)?[当當](?:作|做)?(?:我)?(?:没|沒)(?:听到|听见|听过|说过|说|聽到|聽見|說過)
(?:只|仅|僅)(?:限|在)?(?:于)?我们之间|我们之间的秘密|(?:别|不要|請勿|请勿)外传
"""
_ZH_TAKES = rf"""
(?:请|請|麻烦你?|拜托)?(?:你)?(?:把)?(?:忘掉|忘记|忘記|忘了){_ZH_SAID}[^。！？\n，,；;：:]{{0,20}}
(?:请|請|麻烦你?)?把?{_ZH_SAID}(?:[^。！？\n，,]{{0,8}}的)?(?:话|話|事|内容)?(?:都|全部|给|請|请)?(?:忘掉\
      |忘了|忘记|忘記)(?:吧)?
"""


@dataclass(frozen=True, slots=True)
class Tongue:
    """How one language says it. A message in which none of the words stands does not."""

    words: tuple[str, ...]
    asks: Callable[[], re.Pattern[str]]  # wherever in a message it stands
    takes_back: Callable[[], re.Pattern[str]]  # as the last thing of one: with more behind it, it is a change of mind


def _tongue(words: str, asks: str, takes_back: str) -> Tongue:
    begins, ends = (
        rf"(?:^\W{{0,9}}|(?<=[.!?…。！？\n])[ \t]{{0,4}})(?:(?:{_SIGHS})[ ,.!…、，]{{1,9}})*",
        rf"(?:[ ,]{{0,4}}(?:{_COURTESY}))*\W*\Z",
    )
    last = rf"{begins}(?:{_either(takes_back)}){ends}"
    return Tongue(tuple(words.split(",")), lazily(_either(asks), re.I), lazily(last, re.I))


TONGUES = (
    _tongue(
        "record,remember,memori,memory,notes,save,store,note ,between us,and me,to yourself,forget,said,say,hear",
        _EN,
        _EN_TAKES,
    ),
    _tongue(
        "merk,notier,präg,schreib,speicher,gedächtnis,notizen,behalt,behält,sicher,unter uns,protokoll,verg,gesagt"
        ",nicht von mir",
        _DE,
        _DE_TAKES,
    ),
    _tongue(
        "retien,retenu,reteni,mémori,note,mémoire,enregistr,gard,conserv,souv,souven,rappel,entre nous,trace,off,micro"
        ",oubli,rien",
        _FR,
        _FR_TAKES,
    ),
    _tongue(
        "record,recuerd,memori,anot,apunt,registr,guard,guárda,acuerd,acord,almacen,entre nos,entre tú"
        ",salga,conste,constar,oficial,micrófono,notas,olv,hubiera,oído",
        _ES,
        _ES_TAKES,
    ),
    _tongue("기억,암기,레코드,외우,적,메모,기록,남기,남겨,저장,노트,우리끼리,알고,잊,들은,없던", _KO, _KO_TAKES),
    _tongue("オフ,覚え,記憶,メモ,記録,保存,ノート,ここだけ,内緒,他言,忘れ,なかった", _JA, _JA_TAKES),
    _tongue("记,記,存,写,寫,放,加,录,没,沒,我们之间,外传,忘", _ZH, _ZH_TAKES),
)
JUST_SAID = lazily(  # names the message before as what it is about
    "|".join(
        (
            _JUST,
            r"was ich (?:dir |euch )?(?:da )?(?:gerade|eben|vorhin)\b[^.!?,;\n]*?(?:gesagt|erzählt|geschrieben) habe?",
            r"ce que (?:je viens de (?:te )?(?:dire|raconter|écrire)|je t['’]ai (?:dit|raconté))",
            r"lo que (?:acabo de (?:decir|contar|escribir)(?:te)?|te (?:dije|he dicho|conté))",
            _KO_SAID.replace("|지금", "").replace("|하는", ""),
            _JA_SAID,
            _ZH_SAID,
        )
    ),
    re.I,
)
IDLE = lazily(  # tells nothing beside an ask
    rf"\b(?:{_SIGHS}|{_COURTESY}|s['’]il vous plaît|svp)\b"
    rf"|{_KO_THIS}|(?:아|어)? ?(?:줄래|줘|주세요|주십시오|요)|제발|부탁"
    rf"|{_JA_THIS}|ください|下さい|お願い|{_ZH_THIS}|请|請|拜托",
    re.I,
)
TOPIC = lazily(  # what an ask names: "what I just said about my salary"
    r"\b(?:about|on|über|sur|sobre) ([^.!?,;:\n]+?)(?: (?:gesagt|erzählt|geschrieben) hab\w*)?\W*$"
    r"|(?:关于|關於)(.{1,20}?)的",
    re.I,
)
