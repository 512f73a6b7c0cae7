"""The words by which sentences are told apart: one pattern a line; a line that ends in a backslash goes on in the next.

Read by `domain/notice.py`. A kind is what its `WANTED` says and none of its `UNWANTED`; the first kind that fits wins.
"""

from __future__ import annotations

from typing import Literal

from reverie.domain.fragment import FragmentKind

Confidence = Literal["high", "medium", "low"]

QUESTION = r"""
    \?["')\]]*\s*$
    ^\W*(?:what|why|how|where|who|when|which|whose|is|are|was|were|do|does|did|can|could|would|should|will|have\
      |has|am|any)\b(?:n't)?\s+(?!i\b.*\b(?:always|never)\b)(?:i|you|we|he|she|it|this|that|the|there|they|my\
      |our|your|an?|u|someone|anyone)\b(?![^,.]*,\s*(?:we|i)\b)"""

ASKED_RULE = r"""
    ^\W*(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:always|never|stop|not|keep|from now on|avoid)\b"""

# Said, but not meant to hold.
UNSURE = r"""
    \bwhat if\b|\bmaybe\b|\bperhaps\b|\bmight\b|\bwonder(?:ing)?\b|\bsuppose\b|\bhypothetical|\blet's say\b\
      |\bi guess\b
    \bnot sure\b|\bthinking (?:about|of|whether)\b|\bconsidering\b|\bleaning (?:towards?)?\b|\bshould (?:we\
      |i)\b|\bcould (?:we|i)\b
    \bwould (?:it|we|that)\b|\bif (?:we|i|you) (?:were|ever|used|switched|had|decided|could|moved)\b\
      |\bjust kidding\b|\blol\b|\bhaha|\bjk\b
    \btempted to\b|\bin theory\b|\bone day\b|\bi wish\b|/s$|\bkind of\b.*\?|\btoying with\b|\bhaven't decided\b\
      |\bundecided\b|\bnot yet decided\b"""

# True for the next five minutes.
PASSING = r"""
    \b(?:right now|at the moment|just now|for a (?:sec|second|minute|bit)|brb|in a (?:sec|minute|bit))\b\
      |\b(?:i'm|im|i am) (?:so |very |a bit |kinda |pretty |just )?(?:tired|hungry|stuck|confused|back|done\
      |ready|lost|sick|annoyed|happy|sad|busy|late|bored|exhausted|fine|good|ok)\b
    \b(?:is|are|it's|still|keeps?) (?:still |now |currently )?(?:failing|broken|red|down|slow|stuck|hanging\
      |crashing|green|weird|flaky today|loading|running now)\b"""

# About the thing at hand alone.
ONCE = r"""
    \b(?:this|that) (?:one|time|file|line|function|test|bug|branch|commit|pr|error|change|part|snippet|step\
      |call|block|command|output|diff|warning)\b
    \bthe (?:above|following|last|previous|current|second|first|next) (?:one|line|file|test|commit|change|step\
      |error|example)\b|\b(?:right|in|from|over) here\b|\bfor this (?:task|one|pr|change)\b|(?<!for )\bnow\b(?! on)"""

CORRECTION = r"""
    ^\W*(?:oh |ok,? |hm+,? )?(?:actually,? no|no,? wait|wait,? no|undo that)\b[,.:;!]? ?\S.{4,}
    ^\W*(?:actually|correction|wait|sorry),? .{0,60}\b(?:is|are|was|were|it's|we|i|use|uses|should be|moved\
      |meant)\b
    ^\W*(?:no|nope|nah|wrong|not quite)[,.!:–—-]+\s*\S.{0,80}\b(?:is|are|was|were|it's|uses?|we|i|not|should\
      |runs?|lives?|means?|belongs?)\b
    \b(?:that's|that is|this is|you're|you are|it's) (?:wrong|incorrect|not (?:right|correct|true|what))\b.{6,}
    \bi (?:meant|misspoke|was wrong|was mistaken|mistyped|take (?:that|it) back)\b
    \b(?:changed my mind|scratch that|strike that|on second thought)\b.{4,}
    \b(?:no longer|not .{1,40} any ?more|isn't .{1,40} any ?more|don't .{1,40} any ?more)\b
    \b(?:it's|it is|its|is|are) (?:actually )?(?:not|never) [\w./ -]{2,40}(?:[,;]| but| –| -) ?(?:it's|it is\
      |but|rather|we|they're)?\s?\w
    \b(?:renamed|moved|switched|changed) .{1,50}\b(?:from .{1,40} to|to .{1,40} (?:now|last|since|instead))\b
    \buse[sd]? to (?:be|use|live|run|have|work)\b.{4,}\b(?:now|but|anymore|any more)\b"""

PROCEDURE = r"""
    \b(?:goes|works) like this\b.{8,}|:\s[^:\n]{10,240},? then\b.{3,}
    \b\w+ (?:fixed|solved|cured) it\b|\b(?:so )?it was the\b.{4,}\b(?:fixed|solved|helped)\b
    \b(?:the fix|the solution|the workaround|the trick|root cause|the culprit|the cause|the problem\
      |the issue) (?:is|was|turned out|ended up|:)\b.{8,}
    \bturned out (?:that|to be|it was|the)\b|\b(?:fixed|solved|resolved) (?:it|this|that)? ?(?:by|with)\b
    \b(?:to|in order to|when you|if you want to|before you|before\
      |after) [\w ./'-]{3,60},? (?:you )?(?:(?:always |first |just )?(?:run|need to run|have to|must|do|use\
      |call|set|start|stop|export|restart|rebuild))\b.{6,}
    \b(?:only works?|works? only|doesn't work|won't work|breaks|fails) (?:if|when|unless|without|on|with|until)\b
    \bhow (?:we|i) [\w ]{3,40}(?::| is)\b|\b(?:our|the|my) (?:release|deploy(?:ment)?|build|setup|onboarding\
      |review|backup|publish\w*) (?:process|steps?|procedure|routine|flow|checklist) (?:is|are|goes|:)
    \bfirst\b.{4,120}\bthen\b.{4,}|\bsteps (?:to|for|are)\b.{6,}
    \byou (?:have|need) to .{4,80}\b(?:before|first|otherwise|or (?:else|it))\b"""

NO_PROCEDURE = r"""
    ^\W*(?:first|then)?,? ?(?:can|could|please|pls|now)\b|\blet's\b|\bi'll\b|\bi will\b"""

PREFERENCE = r"""
    [:;,]\s*(?:and )?(?:please )?(?:never|always)\s+[a-z]{2,}\b.{4,}|\bfor next time\b.{6,}
    \b(?:that's|this is) how (?:i|we) (?:want|like|do)\b
    \b(?:my|our|house) (?:rule|policy|convention)s?\b[^:\n]{0,40}: ?\S.{5,}\
      |^\W*(?:no[.,!] )?rule for\b[^:\n]{0,40}: ?\S.{5,}
    \b(?:from now on|going forward|in (?:the )?future|henceforth|as a rule|by default,? (?:i|we|use|always)\
      |every time (?:you|i|we)|whenever (?:you|i|we)|each time (?:you|i|we))\b
    ^\W*(?:(?:please|pls|and|also|oh|ok|btw|but|so|hey|yes|yeah|no|then|remember)[, ]+)*(?:you (?:should|must\
      |can|need to) )?(?:always|never)\b.{4,}
    \b(?:please|pls|you (?:should|must)|should|must|we|i|to) (?:always|never)\b.{4,}|\b(?:don't|do not\
      |dont) (?:you )?ever\b
    \b(?:i|we|you and i|our team|my team|the team) (?:really |strongly |much |generally |usually |personally \
      |always |definitely |tend to )*(?:prefer|like|love|hate|dislike|loathe|favou?r|can't stand|cannot stand\
      |enjoy|avoid)\b(?! (?:to see if|that you|this|that|it)\b)
    \b(?:i'd|we'd|i would|we would) (?:much )?(?:rather|prefer)\b|\bmy (?:preference|favou?rite|preferred)\b\
      |\bi don't (?:like|want|need|use|eat|drink|do)\b(?! (?:this|that|it|to (?:see|do) (?:this|that|it))\b)
    \b(?:please |pls )?(?:stop|quit|no more|enough with) (?!here|now|it|that|this|the (?:server|container\
      |process|service|job|run|build))\w+ing\b
    ^\W*(?:(?:please|pls|and|also|btw|but)[, ]+)*(?:don't|do not|dont|avoid) (?:use|add|write|commit|push\
      |install|mock|create|generate|include|put|import|touch|edit|change|merge|rebase|force|reply|answer\
      |explain|apologi[sz]e|summari[sz]e|using|adding|writing)\b.{3,}
    \bkeep (?:your|the|my|all|any|it|commits?|answers|replies|responses|explanations|messages|functions|prs?\
      |code|things)\b.{0,40}\b(?:short|brief|concise|small|simple|terse|minimal|under|below|to (?:one|two|a)\
      |in (?:english|german|french|spanish))\b
    \b(?:no|without) (?:emojis?|semicolons?|comments|docstrings|trailing \w+|exclamation marks?|bullet points?\
      |apologies|abbreviations|sugar|meat|dairy|gluten)\b.{0,40}(?:please|pls|ever|in (?:code|commits?|my|our\
      |the)|unless|$)
    \b(?:commit messages|branch names|variable names|tests|dates|names|titles|answers|replies|functions|files\
      |commits|prs|comments|docs) (?:should|must|need to|have to|always|are always)\b
    \b(?:use|write|prefer|want|call it|call me|speak|answer|reply|respond) .{1,50}\b(?:instead of|rather than\
      |over|not)\b .{2,}
    \b(?:our|my|the team's) (?:convention|style|rule|policy|standard)s? (?:is|are|:)
    \bcall me\b|\b(?:ask|check with|tell|warn|ping) me (?:first|before)\b|\bwithout asking(?: me)?\b\
      |\bunless i (?:say|ask|tell)\b"""

DECISION = r"""
    \bwe (?:go|stay|stick) with\b .{2,}|\b(?:stay|stick) with\b .{2,}|\bwe (?:keep|dropped|drop)\b (?!it\b|that\b).{3,}
    \b(?:decided|chose|chosen|agreed|settled on|opted for|final (?:call|decision|answer)|signed off on|approved\
      |picked)\b.{4,}
    \b(?:we'll|we will|we're|we are|i'll|i'm|i am|let's|lets) (?:just )?(?:go(?:ing)? with\
      |stick(?:ing)? (?:with|to)|settle on|standardi[sz]e on|use|using|switch(?:ing)? to|mov(?:e|ing) to\
      |migrat(?:e|ing) to|drop(?:ping)?|keep(?:ing)?|adopt(?:ing)?|stay(?:ing)? (?:with|on)|skip(?:ping)?\
      |postpon(?:e|ing))\b.{3,}
    \b(?:go|went|going) with\b.{2,}\b(?:because|since|so|as|for)\b|\b[\w.+-]{2,} it is\b(?!n)
    ^\W*(?:option |plan )?[\w.+-]{1,20} then\b[.,!]? ?\S|\bso (?:we )?use\b .{2,}|\bno more\b .{3,}\b(?:we\
      |because|since)\b
    \b(?:decision|verdict|conclusion)\b\W{0,12}:|\bwe (?:switched|migrated|moved) (?:from|to|over)\b
    \b(?:use|take|keep|pick) [\w.+ -]{2,40} (?:because|since)\b"""

NO_DECISION = r"""
    \b(?:haven't|not|never|didn't|hasn't|yet to) (?:\w+ )?(?:decided|chosen|agreed|settled|picked)\b\
      |\bgo(?:ing)? with the (?:flow)\b|\bdecided to (?:take a|go (?:for|to))"""

TASK = r"""
    \bremind me\b(?! (?:what|how|why|which|where|who|when|of (?:what|how)))|\b(?:to-?do|action item)s?\b\s?:\
      |\bdon't let me forget\b
    \b(?:deadline|due(?: date)?|expires?|must be (?:done|finished|ready|in|submitted)|has to be (?:done\
      |finished|ready|in|submitted))\b.{0,60}\b(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul\
      |aug|sep|oct|nov|dec|tomorrow|week|month|end of|noon|tonight|q[1-4])
    \b(?:i|we|he|she|they|[a-z]\w+) (?:need|needs|have|has|must|should|promised|owe|owes|'?ll|will|am|are|is\
      |going|want|wants)\b.{2,100}\b(?:by|before|until|on|next|this|no later than) (?:the )?(?:\d|mon|tue|wed\
      |thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow|tonight|end of|week|month|noon\
      |q[1-4]|quarter|release)
    \bi promised\b.{4,}"""

EVENT = r"""
    \b(?:yesterday|last (?:night|week|month|year|spring|summer|autumn|fall|winter|\w{3,6}day)|this morning\
      |(?:two|three|four|\d+) (?:days|weeks|months|years) ago|on (?:the )?\d{1,2}(?:st|nd|rd\
      |th)?(?: of)? [a-z]\w+|on (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d|in (?:january\
      |february|march|april|june|july|august|september|october|november|december)\
      |\d{4}-\d\d-\d\d)\b.{0,120}\b(?:shipped|launched|released|deployed|went|broke|crashed|signed|moved|joined\
      |left|started|met|bought|finished|won|lost|migrated|outage|incident|happened|had|got|ran|visited|hired\
      |merged|published|gave|took|passed|failed|leaked|renewed|cancelled|was born)\b
    \b(?:shipped|launched|released|deployed|crashed|signed|moved|joined|left|started|met|bought|finished\
      |migrated|had|got|ran|visited|hired|published|gave|passed|leaked|renewed)\b.{0,120}\b(?:yesterday\
      |last (?:night|week|month|year|spring|summer|autumn|fall|winter|\w{3,6}day)|(?:two|three|four\
      |\d+) (?:days|weeks|months|years) ago|on (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]\w+|on (?:jan|feb\
      |mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d|\d{4}-\d\d-\d\d)\b"""

NO_EVENT = r"""
    \b(?:you|agent|claude|codex|the test|the build|it) (?:did|ran|wrote|broke|made|failed|crashed)\b"""

FACT = r"""
    \b(?:is|are) (?:pinned|locked|frozen) (?:to|at|on)\b.{3,}
    \b(?:is|am|are|has|have|got) (?:\w+ ){0,3}allerg|\ballerg(?:ic|y) to\b|\b(?:our|my) [\w' -]{2,40}? (?:is\
      |are|has|have|begins?|starts?|ends?) (?!(?:still |now |currently |already )?(?:failing|broken|red|down\
      |slow|stuck|wrong|fine|good|ok|great|done|ready|weird|off|not working|to )).{2,}
    \bwe (?:don't|do not|never|only|all|mostly|usually|go through|are on|have) (?:use|have|do|run|support\
      |deploy|ship|work|host|store|\w+) .{2,}
    \b\w+ (?:owns?|manages|leads|maintains|handles|takes over|is responsible for|is in charge of) (?:everything\
      |all|the|our|my)\b
    \b[\w./-]+ is (?:the )?(?:production|prod|staging|the (?:prod|test|staging|dev)\w* \w+)\b\
      |\bthe (?:prod|test|staging|dev)\w* (?:box|server|db|database|env\w*|host|machine|cluster) is\b
    \b[a-z][a-z0-9_]{4,} (?:from|in|lives in|is in|under) [~./\w]|\b(?:key|token|password|secret|credentials?\
      |url|dsn) (?:is|are|lives?|sits?) (?:in|under|at) [~./\w]
    \bmy (?:full |first |last )?name(?:'s| is)\b|\b(?:i'm|i am) (?:an? |the )(?!bit|little|few|lot\
      |fan\b)[\w-]+(?: [\w-]+){0,5}
    \bi (?:work|live|study|teach|run|own|manage|lead|maintain|speak|freelance|consult|moved)\b (?:as|at|in|on\
      |for|with|from|near|an?|the|my|two|three|english|german|french|spanish|\w+ (?:and|team|shop|company\
      |business))\b
    \bmy (?:\w+ ){0,2}(?:team|manager|boss|wife|husband|partner|son|daughter|dog|cat|kids?|timezone|time zone\
      |setup|laptop|machine|os|editor|stack|shell|company|employer|office|birthday|address|phone|github\
      |username|car|doctor|dentist|landlord|advisor|supervisor|co-?founder|thesis|server|nas\
      |router)(?:'s)? (?:name )?(?:is|are|runs?|uses?|has|have|was|starts?|lives?|works?)\b
    \b(?:i'm|i am|we're|we are) (?:based|located|allergic|vegetarian|vegan|left-handed|colou?r-?blind|on (?:a\
      |an|the)? ?(?:mac|linux|windows|ubuntu|arch|fedora|nixos|debian|python|node|postgres|gmt|utc|cet|pst\
      |est))\b.{0,}
    \b(?:i'm|i am) (?:\d{2} years old|from [a-z])|\bi have (?:an?|two|three|four|\d+) (?!question|idea|bug\
      |problem|error|issue|feeling|look|meeting)\w+
    \b(?:we|our (?:\w+ ){1,3}|my (?:\w+ ){1,3})(?:all |always |currently |only |still |mostly )?(?:use|uses|run\
      |runs|deploy|deploys|host|hosts|ship|store|stores|target|targets|support|supports|rely|depend|require\
      |requires|build|test|tests|release|releases|pin|pins|pay|pays)\b (?!it\b|this\b|that\b|them\b|to\b).{3,}
    \b(?:the|our|my) (?:[\w./-]+ ){1,5}(?:lives?|runs?|listens?|points?|is (?:in|at|on|called|named|hosted\
      |stored|located|owned|maintained|deployed|written|pinned|served|behind|under|reachable|set|defined\
      |managed|generated|read-only|an?\b|the\b|version)|are (?:in|at|on|called|stored|written|kept|generated)\
      |uses?|requires?|needs?|depends?|expects?|talks? to|comes? from|belongs? to|goes? (?:to|through)|has\
      |have)\b .{2,}
    \b(?:port|version|branch|bucket|region|cluster|endpoint|database|queue|topic|domain|namespace\
      |repo(?:sitory)?|package|module|account|tenant|schema) (?:is|=|:|called|named) ?\S{2,}
    ^[a-z][\w.-]+(?: [a-z][\w.-]+)? (?:is|are) (?:my|our|the|an?|responsible|in charge|on|based|working)\b.{4,}\
      |^[a-z][\w.-]+(?: [a-z][\w.-]+)? (?:manages|owns|leads|maintains|runs|handles|reviews|works (?:at|on|for\
      |with)|reports to|lives in|joined)\b.{3,}"""

NO_FACT = r"""
    \b(?:is|are) (?:pinned|locked|frozen) (?:to|at|on)\b.{3,}
    ^\W*(?:please|pls|can|could|run|fix|add|try|make|write|show|check|open|look|update|remove|rename|create\
      |delete|refactor|explain|help|commit|push|implement|find|search|read|print|list|give|tell|let|go|do|then\
      |just|now|use|put|set|change|move|copy|install|start|stop|restart|draft|rewrite|translate|summari[sz]e\
      |generate|plan|suggest|compare|review|debug|investigate|convert|format|sort|merge|rebase|revert|bump|test\
      |build|deploy|configure|wire|hook|split|extract|replace|turn|bring|pull|drop|ignore|skip|clean|finish\
      |continue|retry|rerun|see|ok|okay|thanks|great|nice|cool|perfect|hm+|oh|ah)\b
    \bthe (?:test|tests|build|error|output|code|function|bug|response|result|page|button|output|log|diff|patch\
      |command|script|file) (?:is|are|has|have|needs?|looks?|seems?|shows?|says?)\b|\b(?:looks?|seems?\
      |sounds?) (?:good|fine|ok|great|like|weird|wrong)\b|\bi have (?:to|no|been|tried|never)\b|\bi'm (?:a\
      |an) (?:bit|little)\b"""

KINDS: tuple[tuple[FragmentKind, Confidence, str, tuple[str, ...]], ...] = (  # kind, how sure, wanted, unwanted
    (
        "correction",
        "high",
        CORRECTION,
        (
            UNSURE,
            PASSING,
        ),
    ),
    (
        "procedure",
        "high",
        PROCEDURE,
        (
            UNSURE,
            NO_PROCEDURE,
        ),
    ),
    (
        "preference",
        "high",
        PREFERENCE,
        (
            UNSURE,
            PASSING,
        ),
    ),
    (
        "decision",
        "high",
        DECISION,
        (
            UNSURE,
            ONCE,
            NO_DECISION,
        ),
    ),
    (
        "task",
        "medium",
        TASK,
        (
            UNSURE,
            PASSING,
        ),
    ),
    (
        "event",
        "medium",
        EVENT,
        (
            UNSURE,
            NO_EVENT,
        ),
    ),
    (
        "fact",
        "medium",
        FACT,
        (
            UNSURE,
            PASSING,
            ONCE,
            NO_FACT,
        ),
    ),
)

# The same said outright in German, French, Spanish, Korean, Japanese and Chinese.
ABROAD: tuple[tuple[FragmentKind, str], ...] = (
    (
        "correction",
        r"""
        \b(?:ich meinte|das stimmt nicht|nicht mehr|eigentlich|en fait|ce n'est plus|ne .{1,30} plus\b\
          |en realidad|ya no)\b|其实|不再|不用.{1,20}了.{0,6}改用|改成了|実は|じゃなくて|ではなく\
            |もう.{1,12}ない|사실은|아니라|더 이상""",
    ),
    (
        "decision",
        r"""
        \b(?:entschieden|beschlossen|geeinigt|wir nehmen|wir bleiben bei|wir wechseln|décidé|choisi de|opté\
          |on (?:prend|part sur|garde|passe à)|nous avons choisi|decidimos|decidí|decidido|elegimos|optamos\
          |quedamos en|vamos a usar|nos quedamos con)\b|로 가자|로 하자|결정했|정했|기로 했|하기로|にしよう\
            |でいこう|決め(?:た|ま)|決定し\
            |ことにし(?:た|ま)|决定|選定|选定|定下来|就用""",
    ),
    (
        "preference",
        r"""
        \b(?:bevorzuge|lieber|am liebsten|ab (?:jetzt|sofort)|immer|niemals|nie(?! im)|bitte (?:keine?|nicht\
          |nie|immer)|mag (?:ich )?(?:kein|nicht|lieber)|hasse|préfère|préférons|désormais|dorénavant|toujours\
          |jamais|arrête de|déteste|j'aime (?:mieux|bien|pas)|prefiero|preferimos|a partir de ahora|siempre\
          |nunca|deja de|no me gusta|me gusta)\b|선호|앞으로는|항상|절대|하지 마|말아 ?줘|좋아해|싫어|いつも\
            |必ず|今後は|これからは|しないで|ほうが(?:好き\
          |いい)|好き|嫌い|以后|从现在起|总是|永远|不要再|别再|更?喜欢|偏好|讨厌""",
    ),
    (
        "task",
        r"""
        \b(?:erinnere mich|muss .{2,60} bis|bis (?:montag|dienstag|mittwoch|donnerstag|freitag|ende)\
          |rappelle-moi|avant (?:lundi|mardi|mercredi|jeudi|vendredi|le \d)|d'ici|recuérdame|antes del?\
          |para el (?:lunes|martes|miércoles|jueves|viernes|\d))\b|까지.{0,20}(?:해야|제출|끝내)|までに\
            |之前(?:要|必须|交|完成)\
          |提醒我|リマインド|알려 ?줘""",
    ),
    (
        "fact",
        r"""
        \b(?:ich (?:heiße|arbeite|wohne|bin (?:ein|der|die|allergisch))|mein(?:e)? (?:name|team|chefin?|frau\
          |mann|projekt)|wir (?:verwenden|benutzen|nutzen|setzen)|je (?:m'appelle|travaille|suis (?:un\
          |allergique|développ)|vis|habite)|mon (?:équipe|chef|projet|entreprise)|nous utilisons|on utilise\
          |me llamo|trabajo (?:en|como)|vivo en|soy (?:un|alérgic|desarroll)|mi (?:equipo|jefe|proyecto\
          |empresa)|usamos|utilizamos)\b|저는 .{1,20}(?:입니다|이에요|예요)|제 이름은|우리 ?(?:팀|회사)(?:은\
            |는)|私(?:は|の名前は)\
          |うちの(?:チーム|会社)|弊社|我(?:叫|是|住在|在.{1,12}工作)|我们(?:团队|公司)?(?:用|使用)|我的(?:名字\
            |团队|项目)""",
    ),
)
