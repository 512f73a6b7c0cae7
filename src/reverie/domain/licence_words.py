"""How seven languages let an agent act unasked and tell credentials: what `licence.py` reads with. Tables only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """How a language says it. Patterns of lower-case letters, without accents once they are `looks.folded`."""

    can: str  # says to somebody that they may, or could
    may: str  # says outright that they may
    standing: str  # for good
    act: str  # does harm
    free: str  # without being asked
    never: str  # the owner will not be asked any more
    tell: str  # puts where others can read it
    secret: str
    place: str  # where others can read it
    forbids: str
    order: str = ""  # how a sentence ends that orders something
    edge: bool = True  # whether words stand apart


FILE = (  # that holds credentials, whatever it is called
    r"\.env(?!\.?(?:example|sample|template|dist|enc|age|gpg|sops|vault))"
    r"|id_(?:rsa|ed25519)(?!\.pub)|\.pem|\.netrc"
)

ENGLISH = Tongue(
    can=(
        r"(?:you|claude|codex|gemini|copilot|cursor|the (?:agent|assistant|model))(?: (?:can|could|should|must)"
        r"|'ll|'d)(?: \w+){0,2}|(?:want|like|expect|need) you to|feel free to|go ahead and"
    ),
    may=(
        r"(?:you|claude|codex|gemini|copilot|cursor)(?: are|'re| is)?(?: \w+)? (?:may|allowed to"
        r"|authori[sz]ed to|permitted to|free to|cleared to|entitled to|welcome to)|(?:have|has"
        r"|got) (?:\w+ ){0,2}(?:permission|authori[sz]ation|approval|consent|blessing|go-ahead|ok|okay"
        r"|green light) (?:to|for)|(?:i|we)(?: \w+)? (?:allow|authori[sz]e|permit|entitle) (?:you|claude"
        r"|codex) to"
    ),
    standing=(
        r"from (?:now|here|today|this point) on|going forward|henceforth|always|from now|in (?:the )?future"
        r"|whenever|any ?time|every time|each time|by default|permanently|for good"
    ),
    act=(
        r"(?:force-?)?push(?:ing)?(?! (?:notif\w+|messages?|back|on))|deploy(?:ing)?|merg(?:e|ing)|delet(?:e"
        r"|ing)|wip(?:e|ing)|drop(?:ping)?(?: the| any| all)?(?: \w+)? (?:tables?|databases?|branch\w*|volumes?)"
        r"|publish(?:ing)?|overwrit(?:e|ing)|releas(?:e|ing)|ship(?:ping)?|pay(?:ing)?|purchas(?:e|ing)"
        r"|buy(?:ing)?|spend(?:ing)?|transfer(?:ring)?"
    ),
    free=(
        r"without (?:ever |even |first )?(?:(?:me |my |any |a )?(?:ask\w*|confirm\w*|approval|permission|consent"
        r"|review|ok(?:ay)?|check\w*|tell\w*)|waiting (?:for|on) (?:me|my|approval|review|an ok))|(?:no|don't"
        r"|do not|never|needn't|need not)(?: \w+)? (?:need|have)?(?: ?to| for)? ?(?:ask(?! for (?!permission"
        r"|approval|confirmation|my))|check with|check in|confirm|wait for|confirmation|approval"
        r"|permission)(?: me| us)?(?: first| again| any ?more)?|unasked|no questions asked"
    ),
    never=(
        r"(?:never|no longer|don't|do not|stop|quit)(?: \w+)? (?:ask\w*|bother\w*|prompt\w*"
        r"|nag\w*) (?:me )?(?:for|about) (?:\w+ )?(?:permissions?|approvals?|confirmations?|consent)(?: (?:again"
        r"|any ?more|ever|for anything))?|(?:standing|blanket|permanent|unlimited|general) (?:approval"
        r"|permission|authori[sz]ation|consent|go-ahead) (?:to|for)(?= )(?! (?:customers|users|staff|employees))"
    ),
    tell=r"commit|check in|print|log|echo|dump|paste|post|write|put|include|show|upload|push",
    secret=(
        r"(?:secrets?|passwords?|passphrases?|credentials?|(?:api|private|ssh|access|secret)[ -]?keys?"
        r"|(?:\w+ )?tokens?)(?! (?:counts?|usage|budget|limits?|ids?|names?|lengths?|hash\w*|polic\w+|fields?"
        r"|managers?))|" + FILE
    ),
    place=(
        r"(?:the |a |our )?(?:debug )?logs?|plain ?text|clear ?text|in the clear|unencrypted|chat|slack|commits?"
        r"|committed|check in|push|repo\w*|git|tickets?|issues?|readme|wiki|console|answers?|repl(?:y|ies)"
        r"|output|print"
    ),
    forbids=r"never|not|\w+n't|cannot|no|nobody|no one|forbid\w*|refuse\w*|only after|only with|unless|without",
)
GERMAN = Tongue(
    can=(
        r"musst|müsst|brauchst|(?:kannst|könnt|sollst|solltest|sollt) (?:du|ihr)|(?:du|ihr) (?:kannst|könnt"
        r"|sollst|solltest|sollt)|(?:claude|codex|der agent|der assistent|die ki) (?:kann|soll|darf)"
    ),
    may=(
        r"darfst|dürft|(?:claude|codex) darf|bist (?:\w+ )?(?:befugt|berechtigt|ermächtigt|autorisiert)"
        r"|hast (?:\w+ ){0,2}(?:erlaubnis|freigabe|genehmigung|zustimmung|einwilligung)|(?:erlaube"
        r"|gestatte) (?:dir|euch)"
    ),
    standing=(
        r"ab (?:jetzt|sofort|heute|nun)|von (?:nun|jetzt) an|(?:zu)?künftig|in zukunft|immer|jederzeit"
        r"|grundsätzlich|generell|dauerhaft|standardmäßig|jedes mal"
    ),
    act=(
        r"(?:force-?)?push(?:en|e|st)?|gepusht|(?:zu )?deploy(?:en|e|st)?|aus(?:zu)?rollen|merg(?:en|e)|mergst"
        r"|löschen?|löschst|veröffentlichen?|releasen?|(?:be)?zahlen?|kaufen?|überweisen?|überschreiben?"
        r"|live ?(?:stellen|schalten)"
    ),
    free=(
        r"ohne (?:\w+ ){0,3}(?:zu fragen|fragen|nachzufragen|rückzufragen|rückfragen?|nachfragen?|bestätigung"
        r"|erlaubnis|freigabe|genehmigung|zustimmung|rücksprache|prüfung|zu warten)|ungefragt|eigenmächtig"
        r"|(?:brauchst|musst|müsst|braucht) (?:\w+ ){0,4}(?:nicht|keine?\w*) (?:\w+ ){0,3}(?:fragen|bestätig\w*"
        r"|warten|erlaubnis|freigabe|zustimmung|genehmigung)|(?:nachfragen|rückfragen?) (?:ist "
        r"|sind )?(?:nicht nötig|unnötig)"
    ),
    never=(
        r"frag\w* (?:mich )?(?:bitte )?(?:nie|nicht|niemals)(?: \w+)? (?:mehr |wieder )?(?:nach"
        r"|um) (?:\w+ )?(?:erlaubnis|freigabe|genehmigung|bestätigung|zustimmung)|(?:pauschale|generelle"
        r"|dauerhafte|unbegrenzte) (?:erlaubnis|freigabe|genehmigung|zustimmung|vollmacht)"
    ),
    tell=(
        r"schreib(?:en|e|st)?|logg?(?:en|e|st)|protokollier(?:en|e|st)|ausgeben|ausgibst|gib|druck(?:en|e|st)"
        r"|committ?(?:en|e|est|st)|einchecken|posten?|schicken?|senden?|speichern?|ablegen|zeig(?:en|e|st)"
        r"|packen?|teilen?|hochladen"
    ),
    secret=(
        r"\w*passw[oö]rt\w*|kennw[oö]rt\w*|geheimnisse?|zugangsdaten|(?:\w+-)?schlüssel|(?:api|ssh)-?keys?"
        r"|(?:\w+-)?tokens?|secrets?|credentials|" + FILE
    ),
    place=(
        r"(?:debug-?|server-?)?logs?|protokoll\w*|klartext|chat|repo\w*|git|tickets?|readme|commits?"
        r"|committ?(?:en|e|est|st)|einchecken|konsole|ausgabe|issues?|unverschlüsselt\w*|slack|wiki|loggen"
        r"|ausgeben"
    ),
    forbids=r"nie|niemals|nicht|kein\w*|nirgend\w*|verboten|untersagt|nur nach|erst nach|nur mit|ohne",
)
FRENCH = Tongue(
    can=(
        r"(?:tu|vous) (?:peux|pourras|pouvez|pourrez|dois|devez)|(?:claude|codex|l'agent|l'assistant) (?:peut"
        r"|doit)"
    ),
    may=(
        r"(?:tu as|t'as|vous avez) (?:[\w']+ ){0,3}(?:le droit|permission|autorisation|mon accord|feu vert)"
        r"|(?:tu es|t'es|vous etes) (?:\w+ )?autorise\w* a|je (?:t'|vous )autorise|je te (?:permets"
        r"|donne \w+ (?:permission|autorisation))"
    ),
    standing=(
        r"à partir (?:de maintenant|d'aujourd'hui)|dorénavant|désormais|à l'avenir|toujours|dès maintenant"
        r"|à chaque fois|systématiquement|par défaut|en permanence"
    ),
    act=(
        r"pousse[rz]?|pushe?[rz]?|déploie[sz]?|déploye[rz]|(?:fusionne|merge)[rz]?|supprime[rz]?|efface[rz]?"
        r"|publie[rz]?|paie[sz]?|paye[rz]?|achete[rz]?|transfere[rz]?|écrase[rz]?|mettre en (?:production|prod)"
        r"|mets en (?:production|prod)"
    ),
    free=(
        r"sans (?:[\w']+ ){0,3}(?:demander|confirm\w*|permission|autorisation|accord|validation|prévenir"
        r"|consulter|attendre)|sans (?:m'|l'|d')\w+|(?:pas|plus) besoin (?:de |d')(?:[\w']+ ){0,2}(?:demander"
        r"|confirm\w*|accord|permission|autorisation|prévenir)|pas la peine de (?:me )?demander"
    ),
    never=(
        r"(?:ne )?(?:me )?demande[rz]?(?:-moi)? (?:plus|jamais|pas)(?: jamais)? (?:la |ma |mon |une |d'"
        r"|de )*(?:permission|autorisation|accord|confirmation|validation)(?! de l'utilisateur)|(?:permission"
        r"|autorisation|accord) (?:permanente?|générale?|illimitée?|définiti\w+)"
    ),
    tell=(
        r"(?:affiche|logue|logge|imprime|enregistre|journalise|commite|committe|publie|envoie|colle|poste|stocke"
        r"|partage|montre)[rsz]?|écri[rst]\w*|mets|mettre|envoyer|inclus|inclure|ajoute[rz]?"
    ),
    secret=(
        r"mots? de passe|secrets?|identifiants|cl(?:e|ef)s? (?:d'|de l'|de )?(?:api|ssh|privees?|secretes?)"
        r"|jetons?|tokens?|" + FILE + r"|fichier \.env"
    ),
    place=(
        r"(?:logs?|journ(?:al|aux)|clair|chat|depot|repo\w*|git|tickets?|readme|commits?|commite[rz]?"
        r"|committe[rz]?|console|slack|wiki|sortie|discussion)"
    ),
    forbids=r"jamais|ne|n'\w+|pas|interdit\w*|aucun\w*|seulement|uniquement|sauf|sans",
)
SPANISH = Tongue(
    can=(
        r"(?:puedes|podrás|pueden|debes|deberías)|(?:claude|codex|el agente|el asistente) (?:puede|debe)"
        r"|quiero que"
    ),
    may=(
        r"tienes? (?:[\w]+ ){0,2}(?:permiso|autorización|aprobación|luz verde|visto bueno)|(?:estás"
        r"|quedas) autorizad[oa]|te autorizo|te (?:doy|dejo|permito)(?: permiso)?"
    ),
    standing=(
        r"(?:de|desde) (?:ahora|aquí|hoy)(?: en adelante)?|a partir de (?:ahora|hoy)|en adelante|siempre"
        r"|en el futuro|cada vez|por defecto|permanentemente"
    ),
    act=(
        r"(?:force-?)?push(?:ear|ea|ees)?|empujar|empuja|desplegar|despliega|despliegues?|deploy(?:ar|ea)?"
        r"|fusionar?|mergear?|mergea|merge|borrar?|borres|eliminar?|elimines|publicar?|publiques|pagar?|pagues"
        r"|comprar?|transferir|transfiere|sobrescribir|subir a producción"
    ),
    free=(
        r"sin (?:\w+ ){0,3}(?:preguntar\w*|consultar\w*|confirma\w*|permiso|autoriza\w*|aproba\w*|avisar\w*"
        r"|revis\w*|esperar)|no (?:hace falta|necesitas|tienes que|hay que"
        r"|es necesario) (?:que )?(?:\w+ ){0,3}(?:pregunt\w*|ped\w+|pid\w+|permiso|confirm\w*|aprobación"
        r"|avis\w*)"
    ),
    never=(
        r"no (?:me )?(?:pidas|preguntes|vuelvas a pedir|vuelvas a preguntar)(?:me)?(?: \w+)? (?:más "
        r"|nunca )?(?:por )?(?:mi )?(?:permiso|autorización|aprobación|confirmación)"
        r"|nunca (?:me )?pidas (?:permiso|autorización|aprobación|confirmación)|(?:permiso|autorización"
        r"|aprobación) (?:permanente|general|ilimitad[oa]|indefinid[oa])"
    ),
    tell=(
        r"(?:imprim|escrib|muestr|registr|guard|envi|public|peg|inclu|pon|sub|manda|commite|comparte|loguea)\w*"
        r"|haz commit|hacer commit|mostrar|compartir"
    ),
    secret=(r"contraseñas?|secretos?|credenciales|claves? (?:api|privadas?|ssh|de api)|claves|tokens?|" + FILE),
    place=(
        r"(?:logs?|registros?|bitácora|texto plano|claro|chat|repo\w*|git|tickets?|readme|commits?|commitea\w*"
        r"|consola|slack|wiki|salida)"
    ),
    forbids=r"nunca|jamás|no|ni|ningun\w*|prohibid\w+|solo|sólo|salvo|tampoco|sin",
)
JAPANESE = Tongue(
    can=r"(?:する|して|やって)(?:こと)?(?:も)?(?:できる|可能)|て(?:も)?(?:ね|くれ|ください|下さい|おいて)|していく",
    may=(
        r"(?:し|やっ|行っ|っ)(?:て|ちゃって)(?:も)?(?:いい|良い|よい|構わない|かまわない|大丈夫|ok)(?!です?か|か)|許可(?:する|します|しま|した|を与え)|権限を(?:与え"
        r"|渡|付与)|(?:君|あなた|claude|エージェント)(?:に|は).{0,12}(?:許可|権限)"
    ),
    standing=r"これから|今後|以後|以降|今から|いつも|常に|毎回|ずっと|いつでも",
    act=r"プッシュ|push|デプロイ|deploy|マージ|merge|削除|消し|公開|リリース|支払|送金|購入|上書き",
    free=(
        r"(?:確認|承認|許可|相談|質問|断り|了承|レビュー)(?:を|は|も)?(?:なし|無し|せず|しない|しなく|取らず|とらず|取らない|得ず|不要|抜き|求めず|いらな|要らな|必要な)(?:に"
        r"|で|くて|い)?|(?:聞か|訊か|きか|尋ね|断ら|問わ)(?:ず|ない|なく)(?:に|で|ても)?|無断|勝手に|黙って"
    ),
    never=(
        r"(?:もう|二度と|今後)(?:は)?.{0,6}(?:許可|承認|確認)(?:を|は)?(?:求め|取ら|聞か|し)(?:ないで|なくて(?:も)?(?:いい|良い|よい)|るな)|(?:包括的|恒久的"
        r"|永続的|無期限)(?:な|の)?(?:許可|承認|権限)"
    ),
    tell=r"出力|表示|書(?:い|き|く|け)|記録|保存|コミット|貼|送(?:っ|信)|公開|共有|残(?:し|す)|ログに",
    secret=(r"パスワード|秘密鍵|秘密情報|トークン|認証情報|シークレット|apiキー|" + FILE),
    place=r"ログ|平文|チャット|リポジトリ|レポジトリ|git|チケット|readme|コミット|コンソール|slack|wiki|そのまま",
    forbids=r"しない(?!で(?:も)?(?:いい|良い|よい))|するな|いけな|なら(?:ない|ぬ)|禁止|だめ|駄目|ダメ|ません|ないよう|べきでは|せず|書かな|残さな|含めな|消さな",
    order=r"て$|てね$|よ$|しろ$|せよ$|ください$|下さい$|すること$|頼む$|こと$",
    edge=False,
)
CHINESE = Tongue(
    can=r"(?:你|您|claude|codex|助手|代理).{0,6}(?:可以|能|可|就|直接)|可以|直接",
    may=r"(?:允许|允許|授权|授權|准许|准許|批准)(?:你|您|claude|codex)|(?:你|您)(?:有权|有權|获准|獲准|被允许|被授权|有我的(?:许可|授权|批准))",
    standing=r"从现在(?:起|开始)|從現在(?:起|開始)|今后|今後|以后|以後|往后|往後|总是|總是|始终|始終|永远|永遠|一律|每次|随时|隨時|默认|默認|长期|長期",
    act=r"推送|push|部署|合并|合併|merge|删除|刪除|删掉|刪掉|发布|發布|上线|上線|付款|支付|转账|轉帳|购买|購買|覆盖|覆蓋",
    free=(
        r"不(?:用|必|需要|需|经|經|再|先)*(?:经过|經過)?(?:来|來)?(?:我|向我|跟我)?(?:的)?(?:再|先)?(?:问|問|询问|詢問|确认|確認|批准|请示|請示|许可|許可|同意"
        r"|征求)|(?:无需|無需|无须|毋须|未经|未經|没有|沒有)(?:再|经过|我|的|任何)*(?:问|問|询问|詢問|确认|確認|批准|请示|請示|许可|許可|同意)|(?:别|別"
        r"|不要)(?:再)?(?:问我|問我|来问|向我确认|跟我确认)|擅自|自行"
    ),
    never=(
        r"(?:别|別|不要|不用|不必|无需|無需)(?:再)?(?:向我|跟我|找我|问我要|請我)(?:请求|申请|要|请示|確認|确认)?.{0,2}(?:许可|許可|权限|權限|批准|授权|授權|同意)"
        r"|(?:永久|长期|長期|无限|全权|全權)(?:的)?(?:授权|授權|许可|許可|批准)"
    ),
    tell=r"打印|输出|輸出|写|寫|记录|記錄|提交|贴|貼|发送|發送|发到|發到|公开|公開|保存|显示|顯示|放",
    secret=(r"密码|密碼|密钥|密鑰|令牌|凭证|憑證|凭据|私钥|私鑰|机密|token|" + FILE),
    place=r"日志|日誌|明文|聊天|仓库|倉庫|repo|git|工单|readme|提交|控制台|slack|wiki|群里",
    forbids=r"不要|别|別|不能|不得|不可|不许|不許|不应|禁止|严禁|嚴禁|切勿|勿|绝不|絕不|从不|必须先|不会",
    edge=False,
)
KOREAN = Tongue(
    can=r"(?:너|네가|클로드|claude|에이전트).{0,6}(?:할 수|해)|할 수 있",
    may=r"도 ?(?:돼|되|된|괜찮|좋|ok)"
    r"|(?:허락|허용|승인|허가)(?:할게|한다|해 ?줄|해줄|함|합니다|했)|권한을? ?(?:줄|준|부여)",
    standing=r"이제부터|지금부터|앞으로|항상|언제나|언제든|매번|늘 |계속|기본적으로",
    act=r"푸시|푸쉬|push|배포|디플로이|deploy|머지|병합|merge|삭제|지우|지워|출시|릴리스|결제|송금|이체|구매|덮어",
    free=(
        r"(?:확인|승인|허락|동의|허가|질문|검토|컨펌)(?:을|도|은)? ?(?:없이|받지 ?(?:않|말)\S{0,2}"
        r"|하지 ?(?:않|말)\S{0,2}"
        r"|안 ?(?:하|받)\S{0,2}"
        r"|필요 ?없\S{0,2}|생략)|(?:묻|물어보|물어)(?:지)? ?(?:도 )?(?:말|않|마)\S{0,2}"
        r"|안 ?(?:묻|물어)\S{0,2}|임의로|마음대로"
    ),
    never=(
        r"(?:더 ?이상|다시는|앞으로(?:는)?|이제) .{0,8}"
        r"(?:허락|승인|허가|확인)(?:을|은)? ?(?:구하|받으려|요청하|묻|물어보|하)지"
        r" ?(?:마|말|않아도)|(?:영구|상시|포괄)(?:적인|적)? ?(?:허가|권한|승인|허락)"
    ),
    tell=r"출력|기록|남기|남겨|저장|커밋|공유|보내|붙여|써|적어|표시|올려|올리",
    secret=(r"비밀번호|암호(?!화)|비밀 ?키|개인 ?키|토큰|인증 ?정보|시크릿|api ?키|" + FILE),
    place=r"로그|평문|채팅|저장소|레포|git|티켓|이슈|readme|커밋|콘솔|slack|슬랙|위키",
    forbids=r"지 ?(?:마|말|않)|금지|안 ?(?:돼|되|된)|말 ?것|절대|면 ?안",
    order=r"(?:해|해라|해 ?줘|하세요|하자|할 것|해요|줘|라)$",
    edge=False,
)
TONGUES = (ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE, CHINESE, KOREAN)
