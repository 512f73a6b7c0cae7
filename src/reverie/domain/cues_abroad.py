"""What `cues` has for English, said outright in German, French, Spanish, Korean, Japanese, Chinese and Russian.

One pattern a line as there, one language after the other.
"""

from __future__ import annotations

from reverie.domain.fragment import FragmentKind

TASK = r"""
    \berinnere? mich\b|\bmuss\b.{2,60}\bbis\b|\bbis (?:zum |spätestens )?(?:montag|dienstag|mittwoch|donnerstag\
      |freitag|samstag|sonntag|ende|\d)\b|\b(?:abgabe|frist)\b.{0,30}\d
    \brappelle-moi\b(?! (?:comment|pourquoi|ce que))|\bavant (?:lundi|mardi|mercredi|jeudi|vendredi|le \d|fin)\b\
      |\bd'ici (?:lundi|mardi|mercredi|jeudi|vendredi|le \d|la fin|\d)|\bdate limite\b
    \brecuérdame\b|\bantes del? (?:lunes|martes|miércoles|jueves|viernes|\d|fin)|\bpara el (?:lunes|martes\
      |miércoles|jueves|viernes|\d)|\bfecha límite\b
    까지.{0,20}(?:해야|제출|끝내|주기로|보내)|마감|(?:때|전에|까지).{0,12}알려 ?줘
    までに|締め切り|リマインド
    之前(?:要|必须|交|完成)|提醒我|截止
    \bнапомни\b(?! (?:мне )?(?:как|что|где|почему))|\b(?:надо|нужно|должен|должна)\b.{2,60}\bдо (?:\d|конца\
      |понедельника|вторника|среды|четверга|пятницы|субботы)|\bдо (?:понедельника|вторника|среды|четверга|пятницы\
      |\d).{2,60}\b(?:надо|нужно|должен|должна|сдать)\b|\bдедлайн\b"""

DECISION = r"""
    \b(?:entschieden|beschlossen|geeinigt|wir nehmen|nehmen wir|machen wir mit|wir bleiben bei|wir wechseln\
      |wir steigen um)\b
    \b(?:décidé|choisi|opté|on (?:prend|part sur|garde|passe à|reste sur)|nous avons choisi)\b
    \b(?:decidimos|decidí|decidido|elegimos|elegido|optamos|optado|quedamos en|vamos a usar|nos quedamos con)\b
    로 가자|로 하자|결정했|정했|기로 했|하기로|로 갈게
    にしよう|でいこう|で行こう|決め(?:た|ま)|決まり|決定し|ことにし(?:た|ま)|ことにな(?:った|りま)
    决定|決定(?!し|す)|選定|选定|定下来|定下來|就用|选择了|選擇了|敲定
    \b(?:решил[аи]?|решено|выбрал[аи]?|договорились|остановились на|остановимся на|давай возьмём|остаёмся на\
      |переходим на)\b"""

CORRECTION = r"""
    ^\W*(?:nein|nee|falsch)\b[,.!:]+\s*(?!danke)\S.{4,}|\b(?:ich meinte|das stimmt nicht|nicht mehr)\b\
      |\beigentlich\b|, sondern\b
    ^\W*(?:non|faux)\b[,.!:]+\s*(?!merci)\S.{4,}|\ben fait\b|\bce n'est plus\b|\bne .{1,30} plus\b(?! jamais)
    ^\W*no\b[,.:]+\s*(?!gracias|pasa|te preocupes|thanks)(?:la|el|los|las|es|en|se|nuestr\w+|aquí|usamos\
      |uso)\b.{4,}|\ben realidad\b|\bya no\b|, sino\b|\bal final no\b
    사실은|아니라|더 이상|^아니[,요 ]|(?:으?로|게) 바(?:뀌었|꿨)
    実は|じゃなくて|ではなく|もう.{1,12}ない|^(?:いや|違います|違う|いいえ)[、。,]|に(?:変わりました|変更し)
    其实|不再|不用.{1,20}了.{0,6}改用|改成了|改为|^(?:不对|错了)[，,。]|不是.{1,20}(?:而是|，是)|换成了
    ^\W*(?:нет|неверно|неправильно)\b[,.!:]+\s*(?!спасибо)\S.{4,}|\bна самом деле\b|\bбольше не\b|\bуже не\b\
      |\bя имела? в виду\b"""

PREFERENCE = r"""
    \b(?:fass|ändere?|lösche?|benutze?|verwende?|nimm) .{2,40}\bnicht\b|\b(?:bevorzuge|lieber|am liebsten\
      |ab (?:jetzt|sofort)|künftig|in zukunft|grundsätzlich|niemals|nie(?! im)|hasse|duze mich|bitte (?:keine?\
      |nicht|nie|immer)|mag (?:ich )?(?:kein|nicht|lieber)|ich (?:will|möchte|mag) (?:keine?|nie|nicht|lieber\
      |immer))\b|\bimmer\b(?! (?:noch|wieder|mehr))
    \bne (?:touche|modifie|supprime|utilise|mets|change|fais)[sz]? (?:pas|jamais|plus)\b|\b(?:préfère|préférons\
      |désormais|dorénavant|à partir de maintenant|jamais|arrête de|déteste|j'aime (?:mieux|bien|pas)\
      |je (?:ne )?veux (?:pas|plus)|tutoie-moi|évite (?:de|les))\b|\btoujours\b(?! (?:rien|pas|en train|aussi|là\
      |l[ea] même)\b)
    \bno (?:toques|uses|cambies|borres|hagas|pongas|añadas|modifiques|escribas|subas)\b|\b(?:prefiero|preferimos\
      |a partir de ahora|de ahora en adelante|nunca|deja de|no me gustan?|me gustan?|odio|no uses|no quiero\
      |contéstame)\b|\bsiempre\b(?! (?:se|me|que)\b)
    건드리지|수정하지 ?마|선호|앞으로|항상|절대|지 ?마(?:세요)?(?:\W|$)|말아 ?줘|좋아해|싫어
    게 좋(?:아|겠)|면 좋겠|반말로|존댓말로
    触らないで|変更しないで|いつも|必ず|今後|これからは|これから.{1,40}(?:て|ください|こと)(?:\W|$)|しないで|使わないで|ほうが(?:好き|いい)|好き|好み|嫌い
    别(?:用|动|改|碰)|不要(?:用|动|改|碰)|统一用|^.{0,4}以后|以后(?:都|请|不要|别|写|用)|从现在起|总是|永远|不要再|别再|更?喜欢|偏好|讨厌|一律
    \bне (?:трогай|используй|меняй|удаляй|добавляй|пиши)\b|\b(?:предпочита(?:ю|ем)|не люблю|люблю|ненавижу|нравится\
      |всегда|никогда|впредь|отныне|с этого момента|отвечай(?:те)?)\b|\bбольше не (?:используй|делай|пиши|добавляй)"""

# What is not to be done to the work that is shared, said as an order: kept however briefly it is said.
FORBIDDEN = r"""
    \b(?:nicht|nie|niemals|keine?n?)\b[^,.]{0,30}\b(?:auf|nach|in) (?:den |die |das )?(?:main|master|prod\w*|trunk\
      |live)\b\
      [^,.]{0,20}\b(?:pushen|committen|mergen|deployen|schreiben|spielen)\b
    \bne (?:pousse|push|commit|merge|fusionne|déploie|publie|supprime|écris)\w* (?:pas|jamais|plus|rien)\b.{3,}
    \bno (?:hagas (?:push|commits?|merge|deploys?)|subas|empujes|fusiones|despliegues|publiques|mezcles)\b.{3,}
    (?:푸시|커밋|머지|배포|삭제|수정)(?:를|을)?(?: ?하)?지 ?마
    (?:プッシュ|コミット|マージ|デプロイ|削除|変更|公開)(?:は|を)?しないで
    ^\W*(?:请|請)?(?:绝对|绝|千万|永远|以后)?(?:不要|别|勿|禁止|不准|不许|不得|不能)(?:再|直接|随便|擅自|自动|轻易|私自|强制|把.{1,12})?\
      (?:推送|推到|推(?!荐)|提交|合并|部署|发布|上线|强推|删除?|覆盖|修改|改动|push|commit|merge|deploy)
    \bне (?:пушь|пуш\w*|коммить|мержи|мёрджи|деплой|публикуй|заливай|отправляй|выкатывай)(?:те)?\b.{3,}"""

# What somebody says outright that they themselves like better.
LIKED = r"""
    ^\W*(?:난|나는|나도|저는|저도|전) .{1,40}[이가] (?:더|제일|가장|훨씬) (?:더 )?(?:좋아(?:요|해|해요)?\
      |좋습니다|편해요?|나아요?)\W*$
    ^\W*(?:난|나는|나도|저는|저도|전) .{1,30}(?:말고|보다)는? .{1,30}[이가] (?:좋아(?:요|해|해요)?|좋습니다|편해요?)\W*$
    ^\W*(?:(?:私|僕|俺|わたし|うち)は、?)?[^。、]{2,30}が(?:私の)?好み(?:です|だ)?(?:よ|ね)?\W*$"""

# A way of doing a thing: it says in which order, and that it must be so.
PROCEDURE = r"""
    \b(?:zuerst|erst)\b.{3,120}\bdann\b.{0,80}\b(?:muss|müssen|sonst)\b|\b(?:muss|müssen|sonst)\b.{0,80}\b(?:zuerst\
      |erst)\b
    \bil faut d'abord\b.{4,}|\bpour (?:déployer|publier|construire)\b.{0,40}[,:].{6,}
    \bhay que\b.{2,60}\b(?:primero|antes)\b|\bprimero hay que\b.{4,}|\bpara (?:desplegar|publicar\
      |compilar)\b.{0,40}[,:].{6,}
    하려면.{2,80}(?:해야|하면)|먼저.{2,80}해야
    には.{2,60}(?:必要があ|してから)|のあとに.{2,40}で(?:通|動|成功)
    原因是|必须先.{2,}|要先.{2,60}(?:再|然后)
    \bчтобы (?:запустить|собрать|задеплоить|выпустить)\b.{6,}|\bсначала (?:надо|нужно)\b.{6,}"""

FACT = r"""
    \b(?:liegt|liegen) (?:\w+ ){0,3}(?:in|auf|unter|bei|im)\b|\b(?:mon|diens|donners|frei|sams|sonn)tags\b|\b(?:der\
      |die|das|unser\w*) \w+ heißt \w+|\bansprechpartner(?:in)? ist\b|\bich (?:heiße|arbeite|wohne|bin (?:ein|der\
      |die|allergisch))|\bmeine? (?:name|team|chefin?|frau|mann|projekt|sohn|tochter)\b|\bwir (?:verwenden|benutzen\
      |nutzen|setzen|hosten)\b|\bwir haben (?:eine?n?|zwei|drei|vier|\d+|nur|keine?)\b|\b(?:übrigens|zur info\
      |nebenbei)\b.{0,80}\b(?:auf|in|im|unter|bei|ist|sind|hat|heißt)\b.{3,}|\bunsere? \w+ (?:ist|sind|läuft|laufen\
      |liegt|liegen|heißt|hat|steht)\b
    \b(?:on|nous) \w+ .{0,30}\ble (?:lundi|mardi|mercredi|jeudi|vendredi)\b|\bje (?:m'appelle|travaille\
      |suis (?:une? |allergique|développ)|vis|habite)|\bj'habite\b\
      |\b(?:ma (?:fille|femme|mère)|mon (?:fils|mari|père)) (?:est\
      |a)\b|\ballergique\b|\bmon (?:équipe|chef|projet|entreprise)\b|\b(?:nous utilisons|on utilise)\b\
      |\bnotre \w+ (?:est|s'appelle|tourne|utilise)\b|\bnos \w+ (?:sont|tournent)\b
    \bmi (?:hij[oa]|mujer|marido|madre|padre|perro|gato) (?:es|tiene)\b|\b(?:alérgic|celíac)[oa]\b|\blos (?:lunes\
      |martes|miércoles|jueves|viernes)\b|\b(?:me llamo|trabajo (?:en|como)|vivo en|soy (?:una? |alérgic|desarroll)\
      |mi (?:equipo|jefe|proyecto|empresa)|usamos|utilizamos)|\bnuestr[oa]s? \w+ (?:es|está|son|están|usa|corre)\b
    알레르기|매주|저는 .{1,20}(?:입니다|이에요|예요)|제 이름은|우리 ?(?:팀|회사)(?:은|는)|참고로.{3,}
    アレルギー|毎週|私(?:は|の名前は)|うちの(?:チーム|会社)|弊社|ちなみに.{3,}
    过敏|每周|我(?:叫|是|住在|在.{1,12}工作)|我们(?:团队|公司)?(?:用|使用)|我们的.{1,12}(?:在|是|用)|我的(?:名字|团队|项目)
    \bаллерги\w+|\bпо (?:понедельникам|вторникам|средам|четвергам|пятницам)\b|\bменя зовут\b|\bя (?:работаю|живу\
      |учусь)\b|\bмы (?:не |больше не |только )?(?:используем|пользуемся|храним)\b|\bнаша? \w+ (?:использует\
      |работает|называется|находится)\b|\bу нас .{2,40}\b(?:называется|работает|лежит|находится)\b"""

# What a thing is or where it lives, when it also names something concrete.
THING = r"""
    \b(?:läuft|laufen|liegt|liegen|heißt) (?:\w+ )?(?:auf|unter|in|bei|im|jetzt)\b
    \b(?:au passage|pour info|d'ailleurs)\b.{3,}|\b(?:est|sont) (?:dans|sur|sous|chez)\b|\b(?:tourne|tournent\
      |se trouve|s'appelle) (?:sur|dans|sous|chez)?\b
    \b(?:por cierto|para que sepas)\b.{3,}|\b(?:corre|está|se llama|se encuentra) (?:en|bajo|sobre)?\b
    (?:서버|디비|포트|브랜치|저장소|배포)(?:은|는)
    (?:環境|db|データベース|サーバー?|ポート|ブランチ|リポジトリ|デプロイ|本番)(?:は|の)
    (?:环境|数据库|服务器|端口|分支|仓库|代码|部署)(?:是|在|用)
    \b(?:кстати|к сведению)\b.{3,}|\b(?:лежит|крутится|работает|находится|называется) (?:на|в|под)?\b"""

# What always happens on a day or at an hour is how things are, not how somebody wants them.
TIMED = r"""
    \b(?:der|die|das|unsere?|meine?) .{2,40}\bimmer (?:am|um|ab|bis|jeden|zum|vom|von) (?:\d|ersten|letzten|monats\
      |mon|diens|mitt|donners|frei|sams|sonn)
    \b(?:le|la|les|nos|notre) .{2,40}\btoujours (?:le|à|avant le) (?:\d|premier|dernier|lundi|mardi|mercredi|jeudi\
      |vendredi)
    \b(?:el|la|los|las|nuestr\w+) .{2,40}\bsiempre (?:el|a las|los) (?:\d|primer|último|lunes|martes|miércoles|jueves\
      |viernes)"""

KINDS: tuple[tuple[FragmentKind, str], ...] = (
    ("preference", FORBIDDEN),
    ("preference", LIKED),
    ("task", TASK),
    ("decision", DECISION),
    ("correction", CORRECTION),
    ("procedure", PROCEDURE),
    ("fact", TIMED),
    ("preference", PREFERENCE),
    ("fact", FACT),
)

OUTRIGHT = (FORBIDDEN, LIKED)  # kept however little the table of `llm/worth.py` makes of them

UNWANTED = r"""
    \b(?:fehler|kaputt|schief|erreur|cassé|ошибк\w+)\b
    ^\W*(?:kannst du|könntest du|magst du|peux-tu|tu peux|pourrais-tu|puedes|podrías|можешь\
      |не мог бы)\b.{0,60}(?:erklär|zeig|sag|expliq|montr|dire|expli|mostrar|decir|объясн|показ|сказ)
    [?？]\s*$|(?:吗|呢|か|니|까)[。？?]?\s*$
    \b(?:vielleicht|könnten wir|was wäre|peut-être|et si|quizás|tal vez|y si|может быть|что если|наверное)\b
    如何|怎么|怎样|什么|どうやって|なぜ|어떻게|무슨
    かもしれ|どうだろう|아마|만약|也许|如果.{0,12}呢|要不
    \b(?:immer noch|noch mal|encore une fois|otra vez|ещё раз)\b|もう一度|(?<!从)现在|今だけ"""
