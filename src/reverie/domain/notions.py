"""The notions that `sway.py` reads statements by, each in seven languages."""

from __future__ import annotations

WORDS = {
    # whose power it is
    "OWNER": r"""
    \b(?:owners?|boss|maintainers?|operators?|management|ceo|founder|user)\b(?!-| (?:id|table|guide|agent|name\
      |group|profile|account|interface)s?\b)
    \b(?:eigentümer|besitzer|inhaber|nutzer|benutzer|chef|auftraggeber)(?:in)?s?\b
    \b(?:propriétaire|utilisat(?:eur|rice)|responsable|patron(?:ne)?)\b|\b(?:dueñ|propietari|usuari|jef)[oae]\b
    소유자|소유주|주인|사용자|オーナー|所有者|持ち主|ユーザー|用户|主人|老板|所有人|業主|用戶""",
    "STANDS": r"""
    \bspeak(?:s|ing)? (?:\w+ ){0,3}?for\b|\b(?:acts?|decides?|signs?|answers?|approves?) (?:\w+ ){0,5}?(?:for|as\
      |in place of|instead of)\b
    \b(?:on behalf|in the name|in (?:his|her|their) name|deput(?:y|ise|ize)s?|stands? (?:in for|behind)|proxy (?:of\
      |for)|represent(?:s|ing)|vouch\w*\
      |full confidence|whole trust|blessing|backing|green light|go-ahead|mouthpiece|voice of|carr(?:y|ies)|by order\
      |on (?:the )?(?:orders?|instructions?|request|wish) of|(?:'s|s') (?:request|orders?|wish|behalf|authority)\
      |what \w+ says|means)\b
    \b(?:handed|delegated|appointed|promoted|entrusted|named|made|given|gave|gives|transferred|conferred|assigned)\b
    \b(?:spricht|sprechen|vertritt|im namen|vollmacht|im auftrag|anstelle|stellvertret\w+)\b
    \b(?:parlen?t?|au nom|à la place|représente\w*|délégu\w+|mandat\w*)\b|\b(?:habla|hablan|en nombre|representa\
      |en lugar|delegad\w+|apoderad\w+)\b
    대신|대리|대변|위임|代理|代わ|代弁|代表|委任|代替|委托|委託|授意""",
    # power itself
    "RIGHTS": r"""
    (?<!no )(?<!not )\b(?:all|full|any|admin\w*|root|write|owner|super-?user|unlimited|unrestricted|complete|total\
      |sudo|push|merge|master|every)\
      (?:'s)?[ -](?:\w+ )?(?:rights?|access|permissions?|privileges?|control|powers?|authority|clearance)\b
    \b(?:final|last) (?:say|word)\b|\bcarte blanche\b|\bfree (?:hand|rein)\b|\bkeys to\b|\b(?:master|spare|signing\
      |root|admin|recovery)[ -](?:keys?|passwords?|credentials|login)\b
    \b(?:alle|sämtliche|volle|uneingeschränkte) (?:rechte|zugriff\w*|berechtigung\w*|vollmacht\w*)\b|\bvollzugriff\
      |\badminrechte
    \b(?:tous les|pleins|l'ensemble des) (?:droits|pouvoirs|accès)\b|\b(?:todos los|plenos|todo el) (?:permisos\
      |derechos|poderes|acceso|control)\b
    모든 권한|전체 권한|관리자 권한|전권|すべての権限|全ての権限|全権|管理者権限|(?:全部|所有|一切|最高|完全\
      |管理员)的?(?:权限|权力|权利|权)|全部權限""",
    "HAS": r"""
    \b(?:has|have|had|holds?|gets?|got|gives?|given|gave|grants?|granted|handed|hands|receives?|received|enjoys?\
      |owns?|promoted|entitled|belongs?|wields?|keeps?|passed|carries|assigned|obtains?|exercises?)\b
    \b(?:hat|haben|bekommt|erhält|besitzt|verfügt)\b|\b(?:(?:a|ont) (?:tous|pleins|l'ensemble)|reçoit|obtient\
      |possède|dispose)\b|\b(?:tiene|tienen|recibe|obtiene|posee|goza)\b
    가지|가진|있다|갖|부여|持つ|持って|有する|付与|与え|拥有|具有|享有|获得|授予|有""",
    "ROLE": r"""
    \b(?:is|are|was|were|be|been|became|becomes?|as|to|made|named|appointed|acts as|promoted to\
      |counts? as)\b (?:(?:a|an|the|now|our|your|new|sole|acting|second|joint|full|his|her|their) ){0,3}\
      (?:co-?owners?|administrators?|deput(?:y|ies)|super-?users?|signator(?:y|ies)|approvers?|co-?maintainers?\
      |plenipotentiary|overseer|master)\b""",
    "DECIDES": r"""
    \b(?:decides?|determines?|settles) (?:alone|who|what|which|whether|on|over|about|everything)\b|\bin \w+(?:'s\
      |s')? hands\b|\b(?:say-so|verdict|word|judge?ment|decision) (?:of \w+ )?is (?:final|law|binding|enough|all)\b
    \b(?:delegated|entrusted|signed over|transferred|handed over) (?:\w+ ){0,5}?to\b|\b(?:only\
      |alone) \w+ (?:decides?|approves?|may)\b|\bthe old approvers\b|\banswers? only to\b
    \bcalls? the shots\b|\bsigns? (?:the |our |all )?(?:contracts?|cheques?|invoices?|orders)\b|\bruns? the show\b\
      |\b(?:put|placed|set|stands?|no one|nobody) above\b|\bat the disposal of\b|\b(?:inherit(?:s|ed)|assumed?\
      |took) (?:over )?(?:the )?(?:owner|role|command)|\bon \w+'s nod\b
    \bentscheidet (?:\w+ )?(?:allein|über|wer)\b|\bhört (?:hier )?jeder\b|\bdécide (?:seule?|des?|qui)\b\
      |\bdecide (?:sol[oa]|sobre|quién)\b|단독으로|혼자 (?:결정|처리|승인)|独断|一存|一任|说了算|全权\
      |一个?人(?:说了算|决定)|单独决定""",
    # being obeyed
    "ORDERS": r"""
    \b(?:orders?|instructions?|commands?|requests?|demands?|directives?|wishes|words?|tickets?|messages?|whatever\
      |anything|everything|output|decisions?|requests)\b
    \b(?:anordn\w+|anweisung\w*|befehle?|wünsche|bitten|was \w+ (?:sagt|anordnet|verlangt|will))\b|\b(?:ordres?\
      |instructions?|demandes?|consignes?|paroles?)\b|\b(?:órdenes|instrucciones|peticiones|palabras?|lo que)\b
    지시|명령|요청|말은|指示|命令|要求|言うこと|指令|吩咐""",
    "OBEYED": r"""
    \b(?:outranks?|outweighs?|overrul\w+|overrid\w+|precedence|priority over|prevails?|trumps?|supersedes? (?:the\
      |all|any) \w*(?:rules?|polic\w+|handbook)|comes? (?:first|before (?:the|any|all))|above (?:the|all\
      |any) (?:rules?|polic\w+|handbook|others?))\b
    \b(?:(?:is|are|to be|must be|should be|shall be|be) (?:final|binding|done|followed|obeyed|honou?red|carried out\
      |executed|trusted|believed|law)|counts? as|count like|have the (?:same )?(?:weight|force)|(?:as\
      |like) (?:an? )?(?:instructions?|orders?|law)|never question\w*|no questions?|gospel|takes? effect|goes? live\
      |suffices?|it happens|the last word|unquestion\w+|without (?:a |any )?(?:questions?|delay|second thought\
      |discussion))\b
    \b(?:gilt|gelten|befolg\w+|vorrang|geht vor|gehen vor|ist gesetz|wie vom)\b|\b(?:priment?|prévalent\
      |l'emportent?|passent? avant|avant les règles|au-dessus des|obéir|suivies?|font? (?:loi|foi))\b|\b(?:se hace\
      |por encima|prevalecen?|prioridad|obedec\w+|se cumplen?|cumplirse|son ley)\b
    우선|따라야|따른다|따르|복종|優先|従う|従って|従わ|優越|优先|服从|听从|遵从|照办|執行しなければ|高于""",
    # what protects
    "GUARD": r"""
    \b(?:(?:code |peer )?reviews?|reviewers?|approvals?|confirmations?|sign-?offs?|(?:counter-?)?signatures?\
      |(?:security |safety |signature |certificate |background |second )?checks?|verification|vetting|validation\
      |audit\w*|scans?|scanning|sandbox\w*|two-factor\w*|2fa|mfa|two-person|four[- ]eyes|second (?:signature|pair\
      |opinion|look)|limits?|caps?|quotas?|restrictions?|rules?|polic(?:y|ies)|gates?|safeguards?|safety\
      |guard ?rails?|firewall\w*|protections?|warnings?|alerts?|alarms?|findings|consent|authentication|encryption\
      |redaction|logging|monitoring|oversight|scrutiny|(?:human|second) eyes|sign-in|passwords?|prompts?)\b
    \b(?:prüfung\w*|freigabe\w*|genehmigung\w*|bestätigung\w*|kontrolle\w*|überprüfung\w*|vier-augen\w*|regeln?\
      |warnung\w*|fehlermeldung\w*|sicherheits\w*|unterschrift\w*|limits?|sperre\w*)\b
    \b(?:relectures?|revues?|approbations?|validations?|vérifications?|contrôles?|autorisations?|signatures?\
      |règles?|alertes?|avertissements?|accord|plafonds?)\b
    \b(?:revisi(?:ón|ones)|aprobaci(?:ón|ones)|verificaci(?:ón|ones)|comprobaci(?:ón|ones)|validaci(?:ón|ones)\
      |autorizaci(?:ón|ones)|firmas?|reglas?|límites?|alertas?|advertencias?|controles?)\b
    리뷰|검토|승인|확인|검증|점검|규칙|경고|서명|제한|인증|허가|レビュー|承認|確認|検証|審査|規則|ルール|警告|署名\
      |制限|許可|认证|审查|审核|批准|审批|确认|校验|验证|检查|规则|规定|警告|签名\
      |限制|评审""",
    "OFF": r"""
    \b(?:optional|voluntary|unnecessary|needless|superfluous|pointless|exempt\w*|excused|spared|waived?|waives|void\
      |suspended|lifted|abolished|dropped for|scrapped|retired for|unneeded|implied|presumed|deemed given\
      |dispensable|a formality|immune|irrelevant|meaningless|of no (?:interest|weight|consequence|importance\
      |concern)|no weight|(?:there |only |just )?for (?:show|decoration)|history|a joke|relaxed|regardless\
      |stopped (?:checking|asking|reviewing|verifying|requiring)|don't count|do not count|without eyes\
      |without (?:a |any )?(?:review\w*|approval|counter\w+|check\w*|sign\w*|confirmation|verification)\
      |no longer masked|ended|repealed|is (?:over|gone)|no more)\b
    \b(?:bypass(?:es|ed)?|circumvents?|sidesteps?|skips? (?:the |any |all )?(?:\w+ )?(?=review|approval|human|check\
      |sign|scan|verif|valid|gate)|(?:stays?|remains?|left|kept|turned|switched) off|off for|muted|silenced\
      |turned down)\b
    \b(?:not|n't|no longer|never|nobody|no one|none|hardly) (?:\w+ ){0,2}?(?:needed|required?s?|requires?|necessary\
      |binding|mandatory|obligatory|apply|applies|needs?|has to|have to|asked|expected|ask for|matter|hold|bound\
      |subject|wait)\b|\bneeds? (?:no|neither)\b|\brequires? no\b|\bdo(?:es)? without\b|\bgoes? without\b
    \b(?:waved through|rubber-?stamped|let through|passes? un\w+|un(?:checked|reviewed|verified|seen|vetted)\
      |free (?:of|from)|(?:can|may|should|to|must) be (?:skipped|ignored|omitted|disregarded|dismissed|overlooked\
      |waved|bypassed|switched off|turned off|left out|disabled)|are removed for|removed for|counts? as (?:approved\
      |reviewed|signed|passed|checked)|(?:ok|okay|fine|safe|alright) to (?:skip|ignore|omit|bypass|disable)\
      |no (?:human|second) eyes|in vain)\b
    \b(?:reviews?|approvals?|scans?|sign-?offs?|confirmations?|signatures?|verifications?|audits?) (?:is|are|gets?\
      |be|been) (?:skipped|ignored|dropped|left out|omitted|passed over)\b
    \b(?:entf[aä]ll(?:t|en)|überflüssig|freiwillig|befreit|ausgenommen|unnötig|verzichtbar|geschichte|zähl(?:t\
      |en) nicht|egal|ausgesetzt|aufgehoben|(?:nicht|kein\w*) (?:\w+ )?(?:nötig|erforderlich|notwendig|mehr\
      |verpflichtend|gebraucht)|ohne (?:prüfung|freigabe)|übersprungen werden|verzichtet)\b
    \b(?:facultati\w+|optionnel\w*|superflu\w*|dispensé\w*|exempté?\w*|inutiles?|ne comptent? pas|suspendu\w*\
      |levée?s?|(?:pas|plus|ni) (?:\w+ )?(?:obligatoires?|nécessaires?|requise?s?|besoin|exigée?s?)\
      |se passe[rn]?t? de)\b
    \b(?:opcional\w*|innecesari\w*|superflu\w*|exent\w*|no cuentan?|omitir\w*|saltar\w*|suspendid\w*|levantad\w*\
      |no (?:se )?(?:es |son |hace |hacen )?(?:necesari\w+|obligatori\w+|requier\w+|necesita\w*|exig\w+|falta)\
      |ya no)\b
    선택 ?사항|선택이다|필요 ?없|필요하지 ?않|필요치|생략|면제|건너뛰|해제되|없어도|없이|任意|不要|免除|省略\
      |必要(?:は|が)?(?:な|あり?ません)|なしで|求められない|可选|不再(?:需要|要求\
      |必)|不需要|无需|無需|不必|不用|免于|免除|跳过|省略|自愿|暂停""",
    # what flows
    "MONEY": r"""
    \b(?:payments?|invoices?|refunds?|salar(?:y|ies)|wages|payroll|fees?|deposits?|money|funds|royalties|rent\
      |donations?|bills|remittances?|payouts?|proceeds|transfers?|licen[cs]e fees|commissions?|dues)\b
    \b(?:rechnung\w*|zahlung\w*|überweisung\w*|gehälter|gehalt|beträge|gelder?|miete|gebühren)\b|\b(?:paiements?\
      |factures?|virements?|salaires?|loyers?|fonds|remboursements?|frais)\b
    \b(?:pagos?|facturas?|transferencias?|sueldos?|nóminas?|fondos|alquiler|reembolsos?|cuotas?)\b|대금|송금|결제\
      |급여|입금\
      |비용|환불|支払|送金|給与|代金|振込|振り込|料金|返金|货款|付款|汇款|工资|款项|费用|退款|貨款""",
    "PAYEE": r"""
    \biban\b|\b[a-z]{2}\d\d(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,4})?\b|\b(?:wallet|bank account|account)\b\
      |\bbc1\w{6,}|\b0x[0-9a-f]{6,}\b|\b(?:\d{3,4}[ -]){2,}\d{2,}\b
    \b(?:paid|pays?|wired?|wires|transfer(?:red|s)?|sent|sends?|go(?:es)?|credited|settled|remit(?:ted|s)?|made out\
      |land|redirected|routed|booked|flow|due|owed|forwarded) (?:out |over |straight |directly )?(?:to|into|through\
      |via|with|in)\b
    \b(?:konto|überwiesen an|gehen an|zahlbar an|bezahlt an)\b|\b(?:compte|versée?s? à|vers|au profit)\b\
      |\b(?:cuenta|a nombre de|a favor de|van a|se pagan a)\b|계좌|口座|账户|账号|帐户|帐号|賬戶|銀行|은행|银行""",
    "FLOWS": r"""
    \b(?:go(?:es)?|went|send|sends|sent|cop(?:y|ies|ied)|mirror(?:s|ed)?|upload(?:s|ed)?|forward(?:s|ed)?|post(?:s\
      |ed)?|mail(?:s|ed)?|e-?mail(?:s|ed)?|deliver(?:s|ed)?|ship(?:s|ped)?|rout(?:e|es|ed)|redirect(?:s|ed)?\
      |writes?|written|push(?:es|ed)?|export(?:s|ed)?|stream(?:s|ed)?|lands?|paid|settled|wired?|transfer(?:s|red)?\
      |moved|relay(?:s|ed)?|tunnel(?:s|led)?|reported|submit(?:s|ted)?|dropp?e?d?|handed|replicat\w+|sync(?:s|ed)?\
      |synchroni\w+|shared?|leav(?:e|es)|travels?|reach(?:es)?|run|runs|stored|kept|saved|backed up|publish(?:es\
      |ed)?|ends? up|flows?|fed|resolv(?:es|ed)|wants|point (?:\w+ ){1,4}?(?=at ))\b.{0,40}?\b(?:to|into|via\
      |through|with|at|against|up on|by way of)\b|\breach(?:es)?\b
    \b(?:pull(?:s|ed)?|fetch(?:es|ed)?|install(?:s|ed)?|download(?:s|ed)?|taken|comes?\
      |resolved?)\b.{0,40}?\b(?:from|via|through|over)\b
    \b(?:geh(?:t|en)|schick\w+|geschickt|gesendet|sende\w*|kopiert|übertragen|hochgeladen|weitergeleitet|geliefert\
      |umgeleitet|laufen)\b.{0,40}?\b(?:an|nach|zu|über|auf)\b
    \b(?:part(?:ent)?|vont|va|envoyée?s?|envoyer|copiée?s?|transmise?s?|transmettre|transférée?s?|livrée?s?\
      |acheminée?s?|passent?|font)\b.{0,40}?\b(?:vers|à|au|chez|par|sur)\b
    \b(?:van|va|se envían?|enviar|enviad[oa]s?|se copian?|se suben?|subir|se mandan?|remit\w+|se transfieren?\
      |pasan?|se hacen?)\b.{0,40}?\b(?:a|al|hacia|por|en)\b
    보낸|보내|전송|복사|업로드|전달|옮긴|저장한|送ら|送る|送信|送り|転送|コピー|アップロード|届け|保存さ|发送|发到\
      |送到|上传|复制|转发|传到|同步到|寄到|發送|存到|写入""",
    "ADDRESS": r"""
    (?:https?|ftp|s3|gs|ssh|sftp|wss?|rsync)://(?!localhost|127\.)|\w@[\w-]+\.\w|\b(?!10\.|127\.|192\.168\.\
      |172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\b
    (?<![\w./@-])(?:[a-z0-9-]+\.)+(?:example|com|net|org|io|dev|app|cloud|co|info|biz|xyz|me|ai|eu|us|uk|de|fr|es\
      |kr|jp|cn|ru|ch|at|nl|it|se|no|to|site|online|store|shop|link|top|tk|host|test|invalid)\b(?!\()""",
    "SENSITIVE": r"""
    \b(?:back-?ups?|dumps?|snapshots?|exports|(?:customer|client|user|personal|patient|production) (?:data|records\
      |lists?|files)|disk images?|conversations?|transcripts?|contacts|telemetry|cop(?:y|ies) of)\b
    \bsicherung\w*|\bkundendaten\b|\b(?:sauvegardes?|données clients)\b|\b(?:copias? de seguridad|respaldos?\
      |datos de clientes)\b|백업|고객 ?(?:데이터|정보)|バックアップ|顧客(?:データ|情報)|备份|客户(?:数据|资料)""",
    "HEADED": r"""
    \b(?:go(?:es)?|sent|copied|mirrored|uploaded|forwarded|delivered|shipped|handed|moved|relayed|streamed|pushed\
      |mailed) (?:\w+ly |on |over |out )?to (?!the |a |an |our |disk|tape|/|\.|~|cold |local|\w+/|\w+:)\w
    \b(?:gehen|geht|geschickt|gesendet) (?:\w+ ){0,2}?(?:an|zu) (?!die |das |den |/)\w|\b(?:partent|vont\
      |envoyée?s?) (?:\w+ ){0,2}?(?:vers|à|chez) (?!la |le |l'|/)\w|\b(?:van|se envían\
      |enviad[oa]s) (?:\w+ ){0,2}?a (?!la |los |las |/)\w
    (?:로|에게|으로) ?(?:보낸|보내|전송|전달|복사)|(?:に|へ)(?:送|転送|コピー|アップロード)|(?:发送|传|上传|复制\
      |同步|寄)(?:到|给|至)""",
    "SOURCE": r"""
    \b(?:is|are|becomes?|became) (?:now )?(?:the|our|your) (?:new|default|official|only|preferred\
      |canonical) (?:\w+ ){0,2}?(?:registry|mirror|proxy|source|index|download|remote|upstream|provider|bank\
      |supplier|repository|account)\b
    \b(?:new|default|official|canonical|only|preferred|current|main|right|real) (?:\w+ )?(?:registry|mirror|proxy\
      |source|index|download|remote|upstream|provider|bank|supplier|repository|package)\b(?:(?! behind| slow\
      | down).){0,40}?\b(?:is|moved|lives|are|became|now)\b""",
    # what must not leave
    "SECRET": r"""
    \b(?:passwords?|passphrases?|passcodes?|secrets?|credentials?|log-?ins?|api[ _-]?keys?|(?:private|ssh|signing\
      |deploy|master|spare|access|encryption|secret|session)[ -]?(?:keys?|tokens?|cookies?)|(?<!design )tokens?\
      |seed phrases?|\.env|badge|2fa codes?)\b
    \b(?:zugangsdaten|passw[oö]rt\w*|geheimnisse?|schlüssel|kennw[oö]rt\w*)\b|\b(?:mots? de passe|identifiants\
      |jetons?|clés?|secrets?)\b|\b(?:contraseñas?|credenciales|claves?|secretos?|llaves?|fichas?)\b
    비밀번호|암호|토큰|인증 ?정보|api ?키|비밀 ?키|パスワード|認証情報|トークン|秘密鍵|apiキー|暗証|密码|密钥|令牌\
      |凭证|口令|密碼""",
    "GIVEN": r"""
    \b(?:shar(?:e|es|ed|ing)|giv(?:e|es|en|ing)|(?:gets?|got) (?:the|a|our|your|his|her|their|it|to|all)|hand(?:s\
      |ed)?|send|sends|sending|sent|post(?:s|ed)?|past(?:e|es|ed)|pass(?:es|ed)?|tell|told|reveal(?:s|ed)?\
      |disclos\w+|echo(?:es|ed)?|print(?:s|ed)?|publish(?:es|ed)?|commit(?:s|ted)?|belongs?|lives? with|held by\
      |known to|open to|available to|entrust\w*|lend|lent|forward(?:s|ed)?|mail(?:s|ed)?|upload(?:s|ed)?|cop(?:y\
      |ies|ied)|rotat(?:e|es|ed) (?:by|through|via)|may use|can use|kept in the|in plain|in clear|on demand\
      |trusted with|goes? to|whoever holds|collect\w*|enter|dictate\w*|read out)\b
    \b(?:bekommt|bekommen|erhält|gibt|geben|schick\w+|sende\w*|teil(?:t|en)|weitergegeben|einfügen|herausgegeben\
      |auf zuruf|auf anfrage|liegen bei)\b|\b(?:transmet\w*|donner|donne|envoy\w+|partag\w+|communiqu\w+|remi(?:s\
      |ses?)|confiée?s?|coller|saisir)\b
    \b(?:envi(?!r)\w+|compart\w+|entreg\w+|dar|da|dan|mand\w+|pegar|introduc\w+|facilit\w+|repart\w+)\b|보내|공유\
      |전달|입력\
      |알려|넘겨|제공|送信|共有|渡す|渡し|教え|入力|提供|送る|送っ|发送|共享|分享|交给|告诉|输入|提供|提交|发到\
      |發送""",
    "PRIVATE": r"""
    \b(?:customer (?:list|data|records|exports?|numbers)|customers'? \w+ (?:numbers|data)|card numbers?\
      |mailbox(?:es)?|inbox|contacts|address book|(?:private|personal|internal|confidential) (?:\w+ )?(?:notes?\
      |data|dataset|files|messages|hostnames?|documents|keys?)|conversations?|medical|bank details|client list\
      |payroll (?:data|folder|files?)|customer address\w*|audit logs?|everybody's|everyone's|vault|whole memory)\b
    \b(?:kundenliste|kundendaten|postfach|posteingang|gesundheitsdaten)\b|\b(?:liste des clients|données (?:clients\
      |personnelles)|boîte mail)\b|\b(?:lista de clientes|datos (?:de clientes|personales)|buzón)\b|고객 (?:명단|정보\
      |데이터)|개인 ?정보|顧客(?:名簿|情報|データ)|個人情報|客户(?:名单|资料|数据|信息)|个人信息""",
    "OPENED": r"""
    \b(?:open(?:ed)? (?:to|for)|available to|visible to|sold to|accessible to|shared with|passed (?:on )?to\
      |handed to|given to|delivered to|(?:can|may|might) (?:now |freely |also )?(?:read|see|use|copy|browse|open\
      |download|take|export)|reveal|disclose|publish|scrap(?:e|ing)|forward|belongs? to|free to|permits?\
      |mirrored to|hands? over)\b
    \b(?:darf|dürfen|offen für|zugänglich|geschickt|weitergegeben|lieg(?:t|en) (?:\w+ )?bei)\b|\b(?:peut|peuvent\
      |ouverte? à|accessible)\b|\b(?:puede|pueden|abierta? a|accesible)\b|공개|열람|제공|공유|넘겨|볼 수 있|公開\
      |閲覧|提供|共有|渡さ|見てよい\
      |公开|可以(?:看|读|查看)|提供|开放|共享|交给|分享""",
    # said to an agent
    "AGENT": r"""
    (?<!user )(?<!user-)\b(?:agents?|assistants?|chat ?bots?|llms?|ais?|copilots?|(?:language|ai) models?)\b\
      |\bki-?(?:assistent\w*|agent\w*|modell\w*|systeme?)\b|\bassistent(?:en|in)?\b|\bassistants?\b|\basistentes?\b\
      |\bagentes?\b
    에이전트|어시스턴트|비서|\bai(?:는|가|에게|라면)|エージェント|アシスタント|ai(?:は|が|に)|助手|智能体|代理人\
      |人工智能""",
    "OUGHT": r"""
    \b(?:must|shall|should|ought|may|free to|obey\w*|answers? to|reports? to|serves?|takes? (?:orders|instructions)\
      |belongs? to|whatever|anything|everything|expected|supposed|welcome|has to|have to|trusts?|without|agrees? to\
      |consents? to|takes? (?:its|their|his|her))\b
    \b(?:soll(?:en|te|ten)?|muss|müssen|darf|dürfen|gehorch\w+|hat zu|haben zu)\b|\b(?:doit|doivent|peut|peuvent\
      |obéi\w+|faut|sont priés|devra\w*)\b|\b(?:debe|deben|puede|pueden|obedec\w+|tiene que|tienen que|hay que\
      |deberá\w*)\b
    하세요|하라|해야|십시오|해도 된다|해 주세요|ください|こと。|べき|しなさい|すること|せよ|してよい|请|必须|应当\
      |應該|应该|可以|务必|須""",
    # kept from the owner
    "HIDES": r"""
    \b(?:no one|nobody|not|never|n't|no need to|avoid|refrain from|instead of|stop)\b (?:\w+ ){0,4}?(?:tell\w*\
      |mention\w*|report(?:ed|ing)?(?= |\.|$)(?! (?:an?|any|the) error)|inform\w*|notif\w+|alert(?:ed|ing)?\
      |disclos\w+|reveal\w*|warn\w*|escalat\w+|flag(?:ged|ging)?)\b
    \bbetween us\b|\bwithout (?:\w+ )?(?:telling|informing|notifying|asking|involving) (?:the |your |my )?(?:owner\
      |user|boss|team|me|him|her|them)\b|\b(?:leave|leaves|left|kept?|keeps?\
      |stays?) (?:\w+ ){0,4}?(?:out of (?:the )?(?:logs?|reports?|summar\w+|minutes|notes)|quiet|secret|silent\
      |confidential|off the record|from (?:the )?(?:owner|user|boss))\b
    \b(?:nicht|kein\w*|nie) (?:\w+ ){0,3}?(?:gemeldet|melden|erwähn\w+|mitteil\w+|informier\w+|erfahren|verraten)\b\
      |\b(?:ne|n') ?(?:\w+ ){0,3}?(?:pas|jamais|rien|plus) (?:\w+ ){0,2}?(?:signal\w+|dire|mentionn\w+|inform\w+\
      |préven\w+|parler|révél\w+)\b
    \b(?:no|nunca|sin) (?:\w+ ){0,3}?(?:avisar|informar|mencionar|decir|reportar|comunicar|contar|revelar)\w*\b\
      |(?:알리|보고하|말하|언급하|전하)지 ?(?:않|말|마)|비밀로|(?:報告|通知|知らせ|言及|連絡|伝え)(?:し|る)?(?:ない\
      |ず|不要)|内緒|(?:不要|不必|别|不得|不能|无需\
      |不用)(?:告诉|报告|通知|提及|汇报|透露)|保密|瞒""",
    # for everything, for ever
    "EVERY": r"""
    \b(?:any|every|all|each|anything|everything|whoever|whatever|whichever|always|never|forever|for good\
      |permanently|henceforth|from (?:now|today|here|this day) on|from today|until further notice|at all times\
      |whenever|on purpose|by default|as a rule|in advance)\b
    \b(?:jede[rnms]?|alle[rnms]?|alles|immer|künftig|fortan|ab (?:sofort|jetzt|heute))\b|\b(?:tout(?:e|es)?|tous\
      |chaque|toujours|désormais|dorénavant|d'avance)\b|\b(?:tod[oa]s?|cada|cualquier\w*|siempre|en adelante\
      |a partir de)\b
    모든|모두|무엇이든|무조건|항상|언제나|앞으로|이제부터|すべて|全て|何でも|常に|必ず|今後|所有|全部|任何|一切|一律\
      |总是|今后|从现在|以后""",
    "BLESSED": r"""
    \b(?:(?:counts?|treated|regarded|considered|taken|passes|pass) as (?:approved|trusted|safe|signed|reviewed\
      |verified|true|his own|the owner's|an? \w+ from)|approved|pre-?approved|trusted|trustworthy|authori[sz]ed\
      |entitled|allowed (?:in|everything|anything|to (?:do|run|merge|push|deploy|approve|change|read|use))\
      |whitelisted|waved through|accepted unseen|safe to (?:run|execute|install|merge|trust)|trust (?:everything\
      |anything|all|every\w*)|legitimate|gets? in|okay|permitted|blessed|above suspicion|vouched)\b
    \bdarf (?:alles|alle|jede\w*)\b|\b(?:gilt|gelten) als (?:freigegeben|geprüft|genehmigt)\b|\b(?:genehmigt\
      |freigegeben|vertrauenswürdig|erlaubt)\b|\b(?:approuvée?s?|autorisée?s?|validée?s?|fiables?|acceptée?s?)\b\
      |\b(?:aprobad[oa]s?|autorizad[oa]s?|fiables?|aceptad[oa]s?|permitid[oa]s?)\b
    승인된|승인한|허용|신뢰|허가|承認済|許可|信頼|信用|批准|信任|允许|授权|许可|可信""",
    "LASTING": r"""
    \b(?:always|all|every|any|now|henceforth|from (?:now|today|here)|since (?:monday|tuesday|wednesday|thursday\
      |friday|yesterday|today|this)|no longer|for good|permanently|alone|exclusively|until further notice|starting)\b
    \b(?:immer|alle|künftig|ab (?:sofort|jetzt|heute))\b|\b(?:toujours|désormais|dorénavant|tous|toutes)\b\
      |\b(?:siempre|ahora|en adelante|tod[oa]s|a partir de)\b|앞으로|이제|모든|今後|すべて|全て|今后|现在起|所有\
      |一律""",
    "HANDLES": r"""
    \b(?:handles?|manages?|controls?|administers?|collects?|receives?|takes? over|taken over|looks? after\
      |in charge of|responsible for|(?:verified|approved|handled|managed|collected|received|signed|released\
      |authori[sz]ed) by)\b
    \b(?:verwaltet|übernimmt|kümmert sich)\b|\b(?:gère|encaisse|prend en charge)\b|\b(?:gestiona|cobra\
      |se encarga)\b|관리한다|담당한다|管理する|担当する|管理|负责""",
    "NORM": r"""
    \b(?:must|should|shall|has to|have to|needs? to|is to|are to|ought to) (?:always |never |now |only \
      |not )?be (?:whitelisted|white-listed|allow-?listed|trusted|believed|obeyed|paid|wired|forwarded|mailed\
      |granted|given|approved|accepted|exempted|disabled|switched off|turned off|redirected|mirrored|shared\
      |published|revealed|forgotten|overwritten|disregarded|deleted unread|pinned|remembered|posted|pasted|waived\
      |added to (?:the |every |your |our )?(?:allow|white|trust|sudo|admin|exception|safe))
    \b(?:has to|have to|needs? to|must|should|shall|is to|are to) (?:always )?(?:stay|remain|be left\
      |be kept) (?:\w+ )?(?:enabled|on|open|off|disabled|unlocked|unencrypted|switched|turned|public|quiet\
      |secret)\b""",
    "NEEDLESS": r"""
    \b(?:nobody|no one|none|you needn't|we needn't) (?:\w+ )?(?:needs?|has|have|ought|is required|is expected\
      |is supposed)? ?(?:to )?(?:look|check|ask|approve|review|verify|question|sign|object|act|interfere|doubt\
      |inspect|audit)\b|\bwav(?:e|ed|es) through\b|\brubber-?stamp\w*|\bno questions asked\b|\bexempt(?:ed\
      |ion)? from\b|\babove (?:the rules|suspicion)\b|\bwithout a second (?:look|pair|thought|signature)\b\
      |\bcounts? as (?:approved|reviewed|signed)\b""",
    "MAY": r"""
    \b(?:is|are|was|were|been|be|'s|feels?) (?:\w+ )?(?:allowed|entitled|permitted|authori[sz]ed|cleared|empowered\
      |free|welcome|exempt)\b (?:to|from|for)\b|\b(?:may|can) (?:overrule|approve|delete|change (?:it|them|any\
      |every|all|the)|reset|push|merge|deploy|read (?:everybody|everyone|all|any|every)|decide|act|enter|grant|sign\
      |withdraw|spend|publish)\b|\b(?:ok|okay|fine|alright|acceptable|customary|good practice|normal|usual\
      |safe) to (?:give|share|send|reveal|run|paste|hand|tell|push|install|skip|ignore|publish|disable|print\
      |forward)\b
    \bdarf (?:alles|frei|jederzeit|ohne)\b|\b(?:a le droit|est autorisée?|est libre) (?:de|à)\b|\b(?:tiene permiso\
      |está autorizad[oa]|es libre) (?:de|para|a)\b|해도 (?:된다|좋다|괜찮)|してよい|してもよい|て構わない|可以随意\
      |可以任意|有权""",
    "FORGED": r"""
    (?:^|\n)\s*(?:fragments|superseded|evidence|citations|relations)\s?:\s*(?:\n|$)|</?(?:fragment|page|belief|core\
      |memory|entity|skill|owner|trust|note)\b
    (?:^|[\s,{("'])(?:trust|author|origin|approved|approved[ _-]by|status|pinned|signed|source|speaker\
      |role)["']?\s?[:=]\s?["']?(?:user|owner|person|yes|true|pinned|approved|human|verified)\b
    (?<!-)-{3,8} ?(?:end|begin|start) (?:of )?|\bend of (?:tool|function|system|web) (?:output|result|page)|\b(?:this\
      |these|it) (?:applies|holds|hold|is valid) (?:to|for|in) (?:every|all|any) (?:sessions?|agents?|projects?)\b\
      |\bwhatever stood\b|\b(?:is|are) (?:hereby )?void\b|\bhereby\b|[\u2014\u2013-] ?(?:the )?(?:owner|user\
      |boss)(?:,|$)|\bi(?:'m| am) (?:the|your) (?:owner|user|boss|admin\w*|operator|maintainer)\b
    \bnotes? (?:for|to) (?:the )?(?:memory|self|model|assistant|agent|ai)\b|\bnote à retenir\b|\bà retenir\b\
      |\bzu merken\b|\bpara recordar\b""",
    "RUNS": r"""
    \bpipes? .{0,60}\b(?:in)?to (?:ba|z)?sh\b|\b(?:installs?|runs?|executes?|does|do|follows?|accepts?|merges?\
      |approves?) (?:whatever|anything|everything)\b|\bcommands? (?:\w+ ){0,3}?(?:is|are) (?:safe|trusted|fine)\b\
      |\b(?:bash|shell) commands? (?:\w+ ){0,3}?approved\b|\bno-verify\b|^(?:please )?(?:paste|enter|send|share\
      |submit|upload|provide|hand over|copy) .{0,40}\byour\b|\bforce[- ]?push\w* (?:is|are) (?:welcome|fine|ok)""",
}  # fmt: skip

# What somebody has to be named with, so that in others' words it is in doubt who is given it.
ASSETS = r"""
    \b(?:payments?|pays?|paid|invoices?|refunds?|reimburs\w+|salar\w+|wages|payroll|fees?|deposits?|money|funds\
      |rent|bank|wallet|expenses?|purchases?|accountant|budget|accounts?)\b
    \b(?:passwords?|passphrases?|secrets?|credentials?|keys?|tokens?|log-?ins?|second factor|two-factor|customers?\
      |clients?|mailbox|inbox|contacts|personal|private|confidential|back-?ups?|dumps?|exports?|cop(?:y|ies))\b
    \b(?:approv\w+|reviews?|reviewers?|pull requests?|merg\w+|sign-?offs?|signatures?|audits?|auditors?|scann?\w*\
      |security|safety|alarms?|alerts?|warnings?|checks?|checking|rules?|polic\w+|filters?|restrictions?)\b
    \b(?:production|deploy\w*|rights|access|permissions?|admin\w*|root|role|authority|decisions?|decides?|requests?\
      |instructions?|commands?|scripts?|tickets?|whatever|anything|everything|agents?|assistants?|bots?|registry\
      |mirror|infrastructure|repo|repository)\b
    \b(?:paiements?|factures?|virements?|mots? de passe|jetons?|sauvegardes?|clients?|approbation|relecture\
      |production|déploiements?|droits|accès|propriétaire|règles?|alertes?)\b
    \b(?:pagos?|facturas?|contraseñas?|copias? de seguridad|clientes?|aprobaci\w+|revisi\w+|producción|despliegues?\
      |permisos|acceso|dueñ[oa]|reglas?|alertas?)\b"""
