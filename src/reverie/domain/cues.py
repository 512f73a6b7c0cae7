"""The words by which sentences are told apart: one pattern a line; a line that ends in a backslash goes on in the next.

Read by `domain/notice.py`. A kind is what its `WANTED` says and none of its `UNWANTED`; the first kind that fits wins.
"""

from __future__ import annotations

from typing import Literal

from reverie.domain.fragment import FragmentKind

Confidence = Literal["high", "medium", "low"]

# What stands for `<name>` in the tables below.
PARTS = {
    "weekday": r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?",
    "month": r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)",
    "day": r"(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? <month>|<month> (?:the )?\d{1,2}(?:st|nd|rd|th)?"
    r"|(?:the )?\d{1,2}(?:st|nd|rd|th)|\d{4}-\d\d-\d\d|<weekday>)",
    "past": r"(?:yesterday|last (?:night|week|month|year|sprint|spring|summer|autumn|fall|winter|<weekday>)"
    r"|(?:two|three|four|\d+) (?:days|weeks|months|years) ago|on <day>|in <month>|in 20\d\d|\d{4}-\d\d-\d\d)",
    "request": r"(?:please|pls|can|could|run|fix|add|try|make|write|show|check|open|look|update|remove|rename|create"
    r"|delete|refactor|explain|help|commit|push|implement|find|search|read|print|list|give|tell|let|go|do"
    r"|use|put|set|change|move|copy|install|start|stop|restart|draft|rewrite|translate|summari[sz]e"
    r"|generate|plan|suggest|compare|review|debug|investigate|convert|format|sort|merge|rebase|revert|bump|test"
    r"|build|deploy|configure|wire|hook|split|extract|replace|turn|bring|pull|drop|ignore|skip|clean|finish"
    r"|continue|retry|rerun|see|analy[sz]e|verify|validate|ensure"
    r"|integrate|condense|simplify|improve|inspect|identify|describe|document|optimi[sz]e|adjust|modify|apply"
    r"|extend|expand|reduce|increase|decrease|align|cent(?:er|re)|style|display|render|load|save|store|send|fetch"
    r"|call|wrap|handle|assume|consider|figure|get|take|redo|undo|append|insert|include|exclude|propose|outline)",
    "opener": r"\W*(?:(?:oh|and|but|also|btw|fyi|ok|okay|so|well|by the way|remember|note|just so you know|because"
    r"|since|heads up|one thing|important)[,: ]+)*",
    "somebody": r"(?!(?:it|this|that|which|what|who|there|here|code|server|nobody|everyone)\b)(?:i"
    r"|(?:my|our|the|his|her|their|[\w-]+'s) (?:[\w-]+ )?(?:wife|husband|partner|girlfriend|boyfriend|sons?|daughters?"
    r"|kids?|children|child|baby|twins|boys?|girls?|mums?|moms?|mothers?|dads?|fathers?|parents|sisters?|brothers?"
    r"|siblings?|niece|nephew|cousin|grand\w+|gran|nan|aunt|uncle|in-laws|mother-in-law|father-in-law|youngest|oldest"
    r"|eldest|dog|cat|flatmate|roommate|family|guests?|friend)(?: [\w-]+)?|[^\W\d_][\w-]+)",
    "kit": r"(?:neovim|nvim|vim|emacs|vs ?code|vscodium|cursor|zed|helix|sublime(?: text)?|intellij|pycharm|webstorm"
    r"|goland|rubymine|fish|zsh|bash|nushell|powershell|tmux|zellij|kitty|alacritty|wezterm|iterm2?|ghostty|linux"
    r"|arch(?: linux)?|ubuntu|debian|fedora|nixos|linux mint|macos|mac(?:book)?|windows(?: 1[01])?|wsl2?|freebsd"
    r"|dvorak|colemak|qwertz|azerty|b[eé]po|iphone|android|pixel|firefox|chrome|brave|vivaldi|thinkpad"
    r"|framework 1[36]|split keyboard)(?! (?:pagination|based|containers?|images?|servers?|api))",
    "who": r"(?:(?:my|our|the) (?:[\w-]+ )?(?:advisor|adviser|supervisor|boss|manager|chef|team ?lead|lead|client"
    "|customer"
    r"|editor|publisher|teacher|professor|prof|director|head|owner|landlord|accountant|lawyer|auditor|reviewers?|board"
    r"|committee|school|bank|insurer|investors?|matron|doctor|wife|husband|partner|mother|father|mum|mom|dad|sister"
    r"|brother|daughter|son|team|company|agency|council|designer|pm|cto|ceo|cfo|dpo|ciso)|dr\.? \w+|mr\.? \w+"
    r"|mrs\.? \w+"
    r"|ms\.? \w+|prof\.? \w+)",
    "degree": r"(?:very|really|quite|also|still|now|severely|highly|mildly|slightly|badly|deadly|super|both|all|a bit"
    r"|actually|seriously|extremely|severe|mild|bad|serious|chronic|nasty|type|[12]|one|two)",
    "date": r"(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? <month>|<month> (?:the )?\d{1,2}(?:st|nd|rd|th)?\b"
    r"|\d{4}-\d\d-\d\d)",
    "artefact": r"(?:guess|question|problem|issue|point|idea|thoughts?|concern|feeling|worry|code|error|bug|fault|ba"
    r"d|mistake|opinion|understanding|goal|plan|attempt|request|answer|function|turn|friend|character"
    r"|story|hero|protagonist|tests?|page|script|query|file|pr|component|button|app|build|screen|terminal|output)",
    "tool": r"(?:build|ci|cd|pipeline|tests?|test suite|dev server|server|watcher|install|docker(?: \w+)?"
    r"|containers?|compose"
    r"|vite|webpack|turbo|gradle|xcode|metro|simulator|emulator|jest|pytest|tsc|linter|eslint|lsp|ide|editor"
    r"|vs ?code|cursor"
    r"|cache|wifi|vpn|router|printer|nas|modem|db|database|redis|postgres|migrations?|deploy|runner|import|importer"
    r"|backup|sync"
    r"|cron(?: job)?|worker|queue|hmr|hot reload|npm|pnpm|yarn|pip|uv|poetry|cargo|bundler|pods?|kernel|notebook"
    r"|terminal|shell"
    r"|keyboard|monitor|dock|headset|camera|bluetooth|heating|boiler|dishwasher|machine|car|laptop|phone)",
    "place": r"(?:prod(?:uction)?|staging|stage|dev|test|ci|qa|backend|frontend|api|db|database|docs?|migrations?"
    r"|secrets?|logs?|backups?|deploys?|deployments?|releases?|flags?|tests?|e2e|hooks?|queue|cache|cron\w*|builds?|assets"
    r"|uploads?|config|envs?|server|box|host|cluster|repo(?:sitory)?|repos|monorepo|project|site|website|app|codebase"
    r"|service|package|library|crate|workspace|laptop|machine|branch|bucket|account|domain|customers?|clients?|users"
    r"|schema|script|module|worker|column|ids|endpoint|runners?|seed script|login|vpn|nas|router)",
}

QUESTION = r"""
    ^\W*(?:(?:and|so|but|ok|hey|btw)[, ]+)*(?:what|why|how|where|who|when|which|whose)\b(?:'?s|'re)? (?:do|does|did\
      |is|are|was|were|can|could|should|would|will|to|many|much|about|else)\b
    \?["')\]]*\s*$
    ^\W*(?:what|why|how|where|who|when|which|whose|is|are|was|were|do|does|did|can|could|would|should|will|have|has\
      |am|any)\b(?:n't)?\s+(?!i\b.*\b(?:always|never)\b)(?:i|you|we|he|she|it|this|that|the|there|they|my|our|your\
      |an?|u|someone|anyone)\b(?![^,.]*,\s*(?:we|i)\b)"""

ASKED_RULE = r"""
    ^\W*(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:always|never|stop|not|keep|from now on|avoid)\b"""

# What somebody's health or safety hangs on, and what is never to be done: kept whoever says it, and however briefly.
VITAL = r"""
    ^<opener><somebody>(?:'s|'m|'re| is| am| are| was born| has been|'s been)(?: <degree>){0,3} (?:allergic\
      |intolerant|(?:lactose|gluten|histamine|fructose)[ -]intolerant|coeliac|celiac|diabetic|epileptic|asthmatic\
      |anaphylactic|ha?emophiliac?|pregnant|vegan|vegetarian|pescatarian|teetotal|colou?r-?blind|deaf|dyslexic\
      |autistic)\b
    ^<opener><somebody>(?: has|'s got| have|'ve got| got| suffers? from|(?:'s| is| was|'m| am) diagnosed with)\
      (?: <degree>| an?| the| to){0,4} (?:[\w-]+ ){0,2}?(?:allerg(?:y|ies)|intolerance|asthma|diabetes|epilepsy\
      |eczema|arthritis|migraines?|adhd|autism|dyslexia|hypertension|high blood pressure\
      |heart (?:condition|disease|problems?)|co?eliac disease|ibs|crohn'?s|pacemaker|anaphylaxis|epi ?pen|cancer)\b
    ^<opener><somebody>(?: takes?|'s taking|'m taking|'s on|'m on| is on| am on| is taking| am taking)\
      (?: <degree>| an?| the| my| his| her| their){0,2} (?:[\w-]+ ){0,2}?(?:medication|meds|antibiotics|insulin\
      |blood thinners?|beta blockers?|antidepressants?|ssris?|anticoagulants?|warfarin|chemo(?:therapy)?\
      |ritalin|methotrexate|ibuprofen|aspirin|paracetamol|\w{3,}(?:formin|statin|pril|sartan|olol|oxetine\
      |azepam|mycin|cillin|prazole|thyroxine|triptan|xaban))\b
    ^<opener><somebody> (?:can't|cannot|can not|mustn't|must not|shouldn't|isn't allowed to|is not allowed to\
      |may not|doesn't|don't) (?:have|eat|drink|take|tolerate|digest)(?: any)? (?:\w+ )?(?:gluten|nuts?|peanuts?\
      |almonds?|dairy|lactose|shellfish|seafood|prawns|eggs?|soya?|pork|beef|meat|fish|alcohol|caffeine|milk|cheese\
      |wheat|sesame|sugar|penicillin|ibuprofen|aspirin)\b"""
NOT_VITAL = r"""
    \bmaybe\b|\bperhaps\b|\bmight\b|\bnot sure\b|\bi guess\b|\blol\b|\bhaha|\bjk\b|\bkidding\b
    \bif (?:i|we|you|he|she|they|somebody|someone) (?:were|was)\b
    \ballergic to (?:meetings|mondays|work|java\w*|php|bullshit|change|magic|xml|yaml|boilerplate|jargon)\b
    \b(?:character|protagonist|hero|villain|npc|detective|story)\b"""
# A rule for good.
NEVER = r"""
    ^<opener>(?:please |pls )?(?:don't|do not|dont|never) ever (?:suggest|book|recommend|offer|buy|order|use|send\
      |call|mention|propose|put|add|schedule|plan|invite|pick|choose|show|ask)\b.{3,}
    ^<opener>never (?!mind\b|ever\b|again\b|seen\b|saw\b|had\b|been\b|heard\b|got\b|did\b|knew\b|\w+ed\b)\
      [\w'.& -]{2,40}?(?: though| please| pls)?(?:,? never)? again\W*$"""

# Said so plainly that it is kept however little the words themselves tell: somebody teaches, ...
HOW_TAUGHT = r"""
    ^<opener>(?:let me |lemme |i'll |i will |i want to |i wanna )(?:just |quickly )?(?:teach|tell|show) (?:you |u |ya )\
      (?:something|smth|sth|smt|one thing|a thing|a trick|one trick|how [\w ]{2,24}|about [\w ]{2,24})\
      (?: new| important| useful)?\s?[:–—-]+ ?(?:when(?:ever)?|if|to|before|after)\b.{15,}
    ^<opener>(?:for next time|for (?:your )?future reference|lesson learn(?:ed|t)|note for (?:later|next time\
      |the future))\
      \s?[:,–—-]+ ?(?:when(?:ever)?|if|to|before|after)\b.{15,}"""
TAUGHT = r"""
    ^<opener>(?:let me |lemme |i'll |i will |i want to |i wanna )(?:just |quickly )?(?:teach|tell|show) (?:you |u |ya )\
      (?:something|smth|sth|smt|one thing|a thing|one fact|about [\w ]{2,24})(?: new| important| useful)?\s?[:–—-]+ ?\
      (?!(?:this|that|it|its|it's|you|you're|i'm|i am|i|that's|we should|let's|<request>)\b)\S.{19,}
    ^<opener>(?:(?:just )?for the record|for (?:your )?future reference|good to know for (?:later|next time)\
      |for next time\
      |lesson learn(?:ed|t)|note for (?:later|next time|the future)|for your information|fyi)\s?[:,–—-]+ ?\
      (?!(?:this|that|it|its|it's|you|you're|i'm|i am|i|that's|we should|let's|<request>)\b)\
      (?:[\w'./-]+ ){1,6}(?:is|are|has|have|means|uses?|needs?|costs?|runs?|takes?|owns|only|must|can't|cannot|never\
      |always\
      |closes?|opens?|starts?|ends?|expires?|belongs?)\b.{6,}"""
# ... a law or a contract wants it, ...
BY_LAW = r"""
    \b(?:must|has to|have to|needs? to|may not|can't|cannot|shall)\b.{3,120}(?:[,;:–—(-]|because|since|as|cause|cuz) ?\
      (?:it's|its|it is|that's|thats|that is|this is) (?:the |our |a |an |actually |by |required by )?\
      (?:(?!no\b|not\b)[\w-]+ ){0,2}?(?:law|policy|regulations?|legal requirement|regulatory requirement\
      |contract)\b(?! of\b| \w+er\b)
    \b(?:must|has to|have to|may not|cannot|can't)\b.{3,120}\b(?:by law|by contract|for legal reasons\
      |for (?:gdpr|hipaa|pci|compliance|regulatory) reasons|under the gdpr|required by (?:law|the law|gdpr|contract\
      |the contract|regulation)|says the law|the law (?:says|wants|requires))\b"""
# ... somebody who has a say wants it of everything, ...
WANTED = r"""
    ^<opener><who> (?:now |always |really |only |still )?(?:wants?|needs?|insists on|insists that|expects?|requires?\
      |demands|only accepts?|asks for) (?:all |every |each |any |everything |nothing |only |no )(?!more\b|longer\b\
      |this\b)\
      .{6,}"""
NOT_WANTED = r"""
    \b(?:today|tonight|tomorrow|asap|right now|this (?:week|afternoon|morning|sprint|pr|file|branch|test|one|page\
      |time)|again\
      |back|by (?:<weekday>|noon|eod|\d)|done|fixed|gone|to (?:pass|work|be (?:green|done|fixed|merged)))\b
    \b(?:in|of|on|from) (?:this|that|these|those) \w+|\b(?:these|those|the (?:files?|lines?|changes?|commits?))\b"""
# ... it is so each time, with the very numbers, ...
EACH_TIME = r"""
    ^<opener>(?!(?:errors?|status|output|result|returns?|warning|bug|expected|actual|got|log|test|http|exit code)\b)\
      (?:our |my |the )?[a-z][a-z -]{2,28}: ?(?:always|only ever) (?:at |in |on |with )?['"]?\d[\w.:%]*\
      (?:(?:,| and| or|,? then|,? and) ?['"]?\d[\w.:%]*)*(?: [\w %]{1,24})?['".!]*$"""
ROUTINE = r"""
    ^<opener>(?!(?:it|this|that|they|which|there|he|she)\b)(?:[\w'/-]+ ){1,4}(?:is|are|gets?) always (?:\w+ ){0,2}?\
      (?:\w+ed|done|taken|given|fed|sent|paid|held|set|drawn|run|kept|read|cut|sown|made|told) \
      (?:at |around )\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m| ?h| uhr| o'clock)?\
      (?:(?:,| and|,? then|,? and| or) (?:at )?\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m| ?h| uhr| o'clock)?)+\b
    ^<opener>(?!(?:it|this|that|they|which|there|he|she)\b)(?:[\w'/-]+ ){1,4}(?:is|are|gets?) always (?:\w+ ){0,2}?\
      (?:\w+ed|done|taken|given|fed|sent|paid|held|set|drawn|run|kept|read|cut|sown|made|told) \
      (?:on (?:the )?(?:first |last |second )?<weekday>|every (?:<weekday>|morning|evening|week|month))"""
NOT_ROUTINE = r"""
    \b(?:bug|error|exception|fails?|failing|crash\w*|wrong|undefined|null|nan|rendered|rounded|called|returned|logged\
      |thrown|triggered|displayed|shown|drawn|button|function|loop|index|array|component|variable|value)\b"""
LIMITED = r"""
    ^<opener>(?:(?:the|our|my) rule(?: is)?:? (?:that )?)?(?:nobody|no one|everyone|everybody\
      |each of us) (?:ever )?(?:does|works\
      |gets|takes|books|may(?: \w+)?|can(?: \w+)?|is allowed(?: \w+){0,2}|shall \w+) (?:no )?(?:(?:more|less\
      |fewer) than\
      |at (?:most|least)) (?:\d|one|two|three|four|five|six|half|an?\b).{2,}"""
# ... it was tried, and this is what bears it, ...
TRIED = r"""
    ^<opener>(?:the |a |our |my )?(?:batch ?size|chunk ?size|context|version|python|node|java|cuda|ruby|php|go|rust\
      |driver\
      |firmware|kernel|torch|pytorch|tensorflow|resolution|learning rate|lr|workers?|threads?|concurrency|pool size\
      |limit|dose|temperature|speed|setting|layer height|pressure|[a-z]{3,} v?\d+(?:\.\d+)*) ?(?:of )?\
      v?\d*[\w.]* ?(?:always |just |simply )?\
      (?:ooms?|oom'?s|runs? out of (?:memory|vram|ram)|crashes|breaks|times out|hangs|segfaults|does not fit\
      |doesn't fit\
      |won't fit|is too (?:much|big|high|hot|fast)|burns|diverges|overflows|fails) \
      (?:on|with|under|in|for) (?!(?:this|that|line|test|step|case|my (?:test|branch))\b).{2,40}(?:,|;| but| while\
      |\.) ?\
      (?:but |and |so )?v?\d[\w.]*(?: \w+)? (?:works?|fits?|runs?|is (?:fine|ok|stable)|does|holds)\b"""
NOT_TRIED = r"""
    \b(?:tests?|case|cases|line|attempt|try|run \d|page|button|screenshot|commit|pr|screen|example|question|task\
      |step)\b"""
# ... one thing is taken for good, and another is not, ...
TAKEN = r"""
    ^<opener>(?:use|take|go with|stick (?:to|with)) (?!(?:an?|the|this|that|it|these|those|one|my|your|two|some|any)\b)\
      [\w.+#-]+(?: [\w.+#-]+)? for (?:the |our |all (?:the )?|any |every )?[\w -]{3,32}[,;:.–—-]+ ?(?:because |since \
      |as )?\
      (?!(?:it|that|this|a|an)\b)[\w.+#-]+(?: [\w.+#-]+)? (?:is|are|was|would be|'s) (?:\w+ ){0,2}?(?:overkill\
      |overblown\
      |too (?:much|heavy|big|slow|expensive|complicated|complex)|not worth it|more than we need) \
      (?:for (?:us|our \w+|this (?:project|team|shop|company|app))|here|with our \w+)\W*$
    ^<opener>(?:use|take|go with|stick (?:to|with)) (?!(?:an?|the|this|that|it|these|those|one|my|your|two|some|any)\b)\
      [\w.+#-]+(?: [\w.+#-]+)? for (?:the |our |all (?:the )?|any |every )?[\w -]{3,32}[,;:.–—-]+ ?(?:because |since \
      |as )?\
      (?!(?:it|that|this|a|an)\b)[\w.+#-]+(?: [\w.+#-]+)? (?:is|are|'s) (?:\w+ ){0,2}?(?:banned|forbidden|not allowed\
      |unmaintained|abandoned|end of life|eol|being retired|being phased out|not licensed)\b"""
# ... what does not work then, and what is done each time, ...
WHENEVER = r"""
    ^<opener>(?:when(?:ever)?|if|every time|each time|any time) (?:the |our |my |your |a \
      |an )?(?:[\w.-]+ ){0,2}?<tool> \
      (?:(?:just |randomly |sometimes |suddenly |ever |again )*(?:hangs?|fails?|crash(?:es)?|breaks?|freezes?|stalls?\
      |dies\
      |gets? stuck|times? out|complains?|acts? up|won't (?:start|connect|stop|load|build|sync|install)\
      |doesn't (?:start|connect|respond|load|sync)|stops? (?:working|responding)|goes (?:red|down|offline)\
      |runs out of \w+\
      |is (?:stuck|red|down|stale|offline|slow|flaky|broken|unresponsive))\
      |(?:says|shows|throws|prints|reports|complains about) (?:(?!just\b|then\b)[^\s,]+ ){0,6}?[^\s,]+)\
      (?:,| -| –| then| just)+ (?:then |just |simply |always |first |you |u |we |i )*(?:have to |need to |must )?\
      (?:delete|remove|rm|clear|wipe|nuke|purge|reset|restart|rerun|re-run|retry|reboot|reinstall|kill|unplug|replug\
      |power[- ]cycle|run|bump|prune|reload|toggle|upgrade|downgrade|rebuild|turn) \S.{1,}"""
NOT_WHENEVER = r"""
    \b(?:this (?:time|one|test|pr|branch)|right now|now|today|again\W*$|users?|button|page|modal|toast|form|component\
      |endpoint\
      |handler|callback|spinner|the (?:error|exception|message) (?:should|must)|should (?:show|display|return|log\
      |send|retry))\b
    \?\W*$"""
# ... somebody can, or does, a thing at certain times only, ...
ONLY_AT = r"""
    ^<opener>(?:i|we|my [\w-]+|our [\w-]+|he|she|they) (?:can |may |could |(?:am|are|is) allowed to |'m \
      |'re )?only (?:ever )?\
      (?:(?!been\b|got\b|had\b|saw\b)[\w'-]+ ){1,4}?(?:after|before|until|from|between|outside|during) (?:the )?\
      (?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|h|uhr|o'clock)?\b(?! (?:min|hour|second|day|week|month|year|retr|attempt\
      |tr[iy]|tests?\b))\
      |noon|midnight|lunch|dinner|school|work|dark|sunset|office hours|working hours|business hours|the kids)"""
# ... a number is another one, ...
MAKE_IT = r"""
    ^<opener>(?:make|set|let's make|let's do|do) (?:that |it |this )?(?:to )?[$€£]?\d[\w.,%]* (?!instead|rather|not\b\
      |and\b|px\b|ms\b)\
      [a-z][\w-]+(?: [\w-]+)?(?: each)?,? (?:instead of|rather than|not) [$€£]?\d[\w.,%]*"""
# ... and somebody else thinks otherwise since.
CHANGED_MIND = r"""
    ^<opener>(?!(?:i|i've|we|we've|you|it|he|she|they|nobody|if|when|once|until|have|has|people)\b)(?:(?:my|our|the) )?\
      [\w.'-]+(?: [\w.'-]+){0,2}?(?: has| have|'s|'ve)?(?: just| now| since)? changed (?:his|her|their|its) minds?\b\
      [^:,;.–—]{0,40}(?:[:;,–—]| -) ?(?:and |so |now |that )?(?!(?:<request>|what|how|can|could|should|do)\b)\S.{7,}"""

# Who the owner is and what they work with themselves, wherever they work.
SELF = r"""
    ^<opener>my (?:new |old |current |line |direct |work |private )?(?:manager|boss|team ?lead|supervisor|mentor\
      |skip[- ]level|employer|pronouns?|time ?zone|working hours|birthday|home ?town|native language|mother tongue\
      |wife|husband|partner|girlfriend|boyfriend|son|daughter|kids?|mum|mom|dad|mother|father|sister|brother|dog|cat\
      |phone|laptop|keyboard|keyboard layout|editor|shell|os|operating system|window manager|browser)(?:'s name)?\
      (?: is| are| runs| changed)(?: now)? (?!(?:very |so |really |too )?(?:slow|dead|broken|down|off|away|out|full\
      |fine|stuck|brokn|borked|gone|not|being|asking|late|sick|here|there|\w+ing)\b)\S.{1,}
    ^<opener>i (?:now |currently |still )?(?:report|answer) (?:directly )?to (?!the\b|this\b|that\b|you\b|it\b)\w+
    ^<opener>i(?:'m| am) (?:now |always |usually |not )?(?:on|off|out of)(?: the)? (?:on-?\s?call|call|pager)\b\
      (?!.*\b(?:this week|today|tonight|tomorrow|right now|this weekend|at the moment)\b)
    ^<opener>i(?:'m| am) (?:now |(?:the |an? |our )?(?:new |acting |senior |junior |lead )?)(?:[\w/-]+ ){0,2}(?:lead\
      |manager|engineer|developer|designer|director|architect|analyst|admin|scientist|consultant|contractor|student\
      |teacher\
      |nurse|researcher|accountant|sre|cto|ceo|cfo|head of \w+)\b(?! (?:role|user|account|page|panel))
    ^<opener>i (?:now |no longer |still )?live (?:in|near|with)\b.{2,}|^<opener>i(?:'m| am) (?:based in|from) \w.{2,}
    ^<opener>i (?:now |always |mostly |only |personally |usually )*(?:use|type (?:on|with|in)|write in|code in\
      |work (?:on|in|with)|run|switched to|am on)(?: an?| the| my)? <kit>\b
    ^<opener>i'm (?:now )?on(?: an?)? <kit>\b"""
NOT_SELF = r"""
    \b(?:we|our|us|here|everyone|team's)\b
    \bthis (?:repo|project|service|app|codebase|machine|branch|one|file|test|script)\b
    \b(?:for|in|on|of|inside) (?:the|this|that|these|ci|prod|production|staging)\b(?! (?:\w+ )?(?:team|evenings?\
      |mornings?|weekends?|afternoons?)\b)
    \b(?:tests?|scripts?|builds?|docker\w*|ci|deploys?|container|to debug|to test)\b"""
# How the assistant is to talk to the owner.
TONE = r"""
    \b(?:short|shorter|brief|concise|long|longer|detailed|direct|blunt|simple) (?:answers?|repl(?:y|ies)|responses?\
      |explanations?)\b
    \b(?:answers|replies|responses|explanations) (?:short|shorter|brief|concise|terse|direct|simple|to the point)\b
    ^<opener>(?:please |pls |always )*be (?:concise|brief|terse|direct|blunt)\b
    \byour (?:answers?|repl(?:y|ies)|responses?|explanations?|tone|messages)\b
    \bwhen(?:ever)? you (?:talk|speak|reply|answer|explain|write) (?:to )?me\b|\bto me (?:in|like|as)\b
    ^<opener>(?:please |pls |always |from now on |don't |never |stop )*(?:answer|reply|respond|talk|speak|explain|call\
      |address)\b(?: things| everything| it)?(?: (?:to )?me)?(?: only| always)?(?: in| like| as| with| step)?\b"""
NOT_TONE = r"""
    \b(?:commits?|code|docs?|readme|comments?|prs?|ui|app|bot|api|users?|customers?|clients?|tickets?|emails?|mails?\
      |files?|logs?|changelog|release notes|function|endpoint|service|this (?:repo|project)|here|we|our)\b"""

# Said, but not meant to hold.
UNSURE = r"""
    \bwhat if\b|\bmaybe\b|\bperhaps\b|\bmight\b|\bwonder(?:ing)?\b|\bsuppose\b|\bhypothetical|\blet's say\b\
      |\bi guess\b
    \bnot sure\b|\bthinking (?:about|of|whether)\b|\bconsidering\b|\bleaning (?:towards?)?\b|\bshould (?:we|i)\b\
      |\bcould (?:we|i)\b
    \bwould (?:it|we|that)\b|\bif (?:we|i|you) (?:were|ever|used|switched|had|decided|could|moved)\b\
      |\bjust kidding\b|\blol\b|\bhaha|\bjk\b
    ^\W*(?:oh |yeah |well )*(?:sure|great|right|yeah|wonderful|brilliant|fantastic),? (?:because|i just love)\b\
      |\bcome on\W*$|\bexactly what i (?:dreamed|needed|wanted)\b|\blove (?:it when|how) you (?:delete|break|ignore\
      |lose|forget|rewrite|overwrite|make up|keep)|\bapril fool
    \bnvm\b|\bwhat would\b|\bnever ?mind\b|\btorn between\b|\bcan't decide\b|\bprobably never\b|\bimagine (?:we|i\
      |if|you)\b
    \btempted to\b|\bin theory\b|\bone day\b|\bi wish\b|/s$|\bkind of\b.*\?|\btoying with\b|\bhaven't decided\b\
      |\bundecided\b|\bnot yet decided\b"""

# True for the next five minutes.
PASSING = r"""
    \b(?:right now|at the moment|just now|for a (?:sec|second|minute|bit)|brb|in a (?:sec|minute|bit))\b|\b(?:i'm\
      |im|i am) (?:so |very |a bit |kinda |pretty |just )?(?:tired|hungry|stuck|confused|back|done|ready|lost|sick\
      |annoyed|happy|sad|busy|late|bored|exhausted|fine|good|ok)\b
    \b(?:is|are|it's|still|keeps?) (?:still |now |currently )?(?:failing|broken|red|down|stuck|hanging|crashing\
      |green|weird|flaky today|loading|running now)\b"""

# About the thing at hand alone.
ONCE = r"""
    \b(?:this|that) (?:one|time|file|line|function|test|bug|branch|commit|pr|error|change|part|snippet|step|call\
      |block|command|output|diff|warning)\b
    \bthe (?:above|following|last|previous|current|second|first|next) (?:one|line|file|test|commit|change|step\
      |error|example)\b|\b(?:right|in|from|over) here\b|\bfor this (?:task|one|pr|change)\b|(?<!for )\bnow\b(?! on)"""

# Somebody else's opinion, told by the owner.
REPORTED = r"""
    ^.{0,60}\b(?:they|docs|guide|readme|article|book|people|who|some|author) (?:say|says|state|states|claim|claims\
      |recommend\w*|suggest\w*)\b
    ^\W*(?:(?!i\b|we\b|you\b|it\b|our team|my team|the team|everyone)[\w'-]+ ){1,4}(?:says?|said|thinks?|thought\
      |wants?|wanted|claims?|insists?|suggests?|suggested|believes?|told (?:me|us)|asked|argues?|recommends?\
      |prefers|likes|loves|hates|writes|wrote|reckons)\b"""

# What something that is being built shall be like.
SPEC = r"""
    \b(?:the|a) (?:user|visitor) (?:is|gets|sees|can|clicks|has)\b
    ^\W*(?:\w+ ){0,4}(?:the|an?|this|that) (?:\w+ )?(?:player|enemy|enemies|visitor|character|button|modal|page\
      |form|menu|header|footer|sidebar|field|input|row|cell|tabs?|function|method|class|variable|parameter|argument\
      |loop|component|toggle|icon|dialog)\b"""

# A text to be written: what follows the colon is its content.
COMPOSED = r"""
    ^\W*(?:(?:please|pls|ok|now|and|can you|could you)[, ]+)*(?:write|draft|compose|reply|respond|send|text|email\
      |e-mail|translate|continue|parse|convert|turn|extract|sort|explain|classify|count|rank|generate|create|build\
      |make (?!that|it|sure)|invent|say|tell (?:him|her|them|\w+))\b[^:]{0,80}:\s"""

# Holds only until the thing at hand is done.
MOMENTARY = r"""
    \byet\b(?! another)|\bthis time\b|\bfor (?:now|today|the moment|the time being)\b|\bjust (?:this )?once\b\
      |\bthis (?:file|line|function|test|variable|button|page|pr|commit|paragraph|section|sentence)\b|\b(?:just\
      |only|right|over|in) here\W*$|\bagain\W*$
    ^\W*(?:(?:ok|okay|and|so|then)[, ]+)*now,? (?:please |just )?<request>\b"""

CORRECTION = r"""
    \b(?:we|i) now (?!know\b|have\b|see\b|get\b|need\b|want\b)\w+ .{2,60}\b(?:instead of|rather than\
      |and no longer)\b .{2,}
    \bthere(?:'s| is| are) no [\w ]{2,40}, (?:it's|we|use|that's|only)\b.{3,}
    ^\W*[\w./:-]+(?: [\w./:-]+)? actually\b
    \b(?:it's|it is) [\w./:@-]{3,}(?: \w+)? now\b
    \b(?:is|are) .{1,40}(?:, |\()(?:it |they )?(?:was|were|used to be|previously|formerly|before (?:it was)?)\b
    ^\W*(?:(?:argh|ugh|oh|hey|hm+|um+|ah|ok|well)[,.! ]+)*(?:no+|nope|nah|nonono|wrong\
      |incorrect)\b[,.!:–—-]+\s*(?:use|it's|its|this|that's|the|we|our|my|i|on|in|at|for|<weekday>|\d)\b.{4,}
    ^\W*not (?:the |on |in |at |to )?[\w./:@-]+(?: [\w./:@-]+)?[,;:–—-]+ ?(?:but |use |it's |rather |the |on \
      |in )*[\w./:@-]+
    ^\W*[\w./:@-]+(?: [\w./:@-]+){0,3}, not (?:the |on |in |at |to )?[\w./:@-]+(?: [\w./:@-]+){0,2}(?:\W|$)
    \b(?:go|goes|belongs?|lives?|is|are) (?:in|on|under|to|at) [\w./:@-]+, not\b
    \b(?:we|i)(?:'ve| have)? (?:moved|migrated|switched|got|gone|went) (?:off|away from|rid of|back to)\b.{3,}
    \b(?:we're|we are|i'm|i am) (?:back|no longer) (?:on|to|with|using|at)\b .{2,}|\bgot rid of\b.{3,}
    \b(?:these days|nowadays)\b|\b(?:is|are) (?:outdated|out of date|obsolete|ancient history)\b.{4,}
    \b(?:spelled|spelt)\b.{2,}|\bit's \w+ with (?:an? |one |two |no )?['"]?\w{1,3}['"]?\W*$
    (?<!to )\b(?:stays?|remains?) (?:on|at|with|in|as|<weekday>|\w+ (?:like|as))\b.{3,}
    ^\W*(?:oh |ok,? |hm+,? )?(?:actually,? no|no,? wait|wait,? no|undo that)\b[,.:;!]? ?\S.{4,}
    ^\W*(?:actually|correction|wait|sorry),? .{0,60}\b(?:is|are|was|were|it's|we|i|use|uses|should be|moved|meant)\b
    ^\W*(?:no|nope|nah|wrong|not quite)[,.!:–—-]+\s*(?=\S).{0,80}\b(?:is|are|was|were|it's|uses?|we|i|not|should\
      |runs?|lives?|means?|belongs?)\b
    \b(?:that's|that is|this is|you're|you are|it's) (?:wrong|incorrect|not (?:right|correct|true|what))\b.{6,}
    \bi (?:meant|misspoke|was wrong|was mistaken|mistyped|take (?:that|it) back)\b
    \b(?:changed my mind|scratch that|strike that|on second thought)\b.{4,}
    \b(?:no longer|not .{1,40} any ?more|isn't .{1,40} any ?more|don't .{1,40} any ?more)\b
    \b(?:it's|it is|its|is|are) (?:actually )?(?:not|never) [\w./ -]{2,40}(?:[,;]| but| –| -) ?(?:it's|it is|but\
      |rather|we|they're)?\s?\w
    \b(?:renamed|moved|switched|changed|migrated|ported|converted|upgraded|bumped|downgraded) .{1,50}\b(?:from .{1,40}\
       to|to .{1,40} (?:now|last|since|instead))\b
    \b(?:is|are|(?:runs?|listens?|stays?) on|uses?|points? (?:to|at)) (?:\w+ ){0,2}[\w./:@-]*\d[\w./:@-]* now\W*$
    \b(?:i|we)(?:'ve| have)? (?:switched|converted|changed) to [\w.+-]{3,}
    \buse[sd]? to (?:be|use|live|run|have|work)\b.{4,}\b(?:now|but|anymore|any more)\b"""

PROCEDURE = r"""
    ^\W*(?:(?:and|so|also|btw|ok)[, ]+)*(?:if|when|whenever|every time|on|after) [^→]{3,80}(?:→|->|=>) ?\S.{3,}
    ^\W*(?:(?:and|also|btw|oh)[, ]+)*(?:if|when|whenever) (?!it\b|this\b|that\b|you can|possible|not\b|so\b\
      |i\b)[\w'/. -]{3,50}?,? (?:then )?(?:just )?(?:call|ask|ping|restart|run|try|cancel|reboot|reset|clear|delete\
      |unplug)\b.{3,}
    ^\W*(?:\w+ )?to (?!be \w+:|(?:do|fix|change|check)\W*:|sum|recap|clarify|answer|me\b|you\b)[\w /.-]{3,40}: \S.{8,}
    \b(?:is|are|was|were|comes?|came) (?:actually |always |only )?(?:caused by|triggered by|due to|from a\
      |down to) (?!this\b|that\b|it\b|these\b|your\b|a (?:bug|typo)\W*$).{6,}
    \b(?:after|before) (?:every|each|any|a|changing|editing|touching)\b.{3,80}\b(?:run|rebuild|restart|regenerate\
      |commit|bump|clear)\b.{3,}
    \b(?:to|for) (?:get|run|start|build|test|deploy|release|install|reset|debug|publish|set)\b[^.]{2,60}\byou (?:do\
      |run|need|have to|must|just|first|use)\b.{5,}
    \b(?:has|have) to be (?:on|up|running|off|started|set|connected) (?:before|when|while|for)\b.{3,}
    \b(?:found it|fixed|solved|lesson learned|that was it)\b[:,–—-].{12,}|\b(?:fix|solv|cur)(?:ed|es) (?:it|that\
      |this)\b|\bmakes? it (?:go away|work|pass)\b
    \b(?:goes|works) like this\b.{8,}|:\s[^:\n]{10,240},? then\b.{3,}
    \b\w+ (?:fixed|solved|cured) it\b|\b(?:so )?it was the\b.{4,}\b(?:fixed|solved|helped)\b
    \b(?:the fix|the solution|the workaround|the trick|root cause|the culprit|the cause|the problem\
      |the issue) (?:is|was|turned out|ended up|:)\b.{8,}
    \bturned out (?:that|to be|it was|the)\b|\b(?:fixed|solved|resolved) (?:it|this|that)? ?(?:by|with)\b
    \b(?:do|run|use|call|start) `[^`]+` (?:first|before)\b|\bfirst (?:do|run|use|call|start) `[^`]+`
    \b(?:to|in order to|when you|if you want to|before you|before|after) [\w ./'-]{3,60},? (?:you )?(?:(?:always \
      |first |just )?(?:run|need to run|have to|must|do|use|call|set|start|stop|export|restart|rebuild))\b.{6,}
    \b(?:only works?|works? only|doesn't work|won't work|breaks|fails) (?:if|when|unless|without|on|with|until)\b
    \bhow (?:we|i) [\w ]{3,40}(?::| is)\b|\b(?:our|the|my) (?:release|deploy(?:ment)?|build|setup|onboarding|review\
      |backup|publish\w*) (?:process|steps?|procedure|routine|flow|checklist) (?:is|are|goes|:)
    \bfirst\b.{4,120}\bthen\b.{4,}|\bsteps (?:to|for|are)\b.{6,}
    \byou (?:have|need) to .{4,80}\b(?:before|first|otherwise|or (?:else|it))\b"""

NO_CORRECTION = r"""
    \bi meant (?:the |that |this )?(?:other|first|second|last|next|previous) (?:\w+)?\W*$
    ^\W*(?:no|nope|nah)[,.! ]+(?:i (?:didn't|haven't|don't) (?:think|know|see|mean)|thanks|thank|need|problem\
      |worries|idea|it's (?:fine|ok|good)|that's (?:fine|ok|good|all|it)|the (?:test|error|build|page|button|other)\
      |because|i'm|i (?:just )?want(?:ed)? to)\b"""

NO_PROCEDURE = r"""
    \b(?:i'm|i am|i get|i got|i see|it (?:says|shows|prints|throws)) (?:still|being|getting|an?|the|this)\b
    ^\W*(?:first|then)?,? ?(?:can|could|please|pls|now|rename|use|run|write|make|add|change|try)\b(?!.*\bfirst\b)\
      |\blet's\b|\bi'll\b|\bi will\b"""

PREFERENCE = r"""
    \byou (?:keep|still|constantly|always) (?:on )?(?:forgett?(?:ing)?|ignor(?:e|ing)|miss(?:ing)?|skip(?:ping)?) .{6,}
    \bi (?:already |just )?(?:told|asked) you (?:already |before |twice |again )*(?:not|never|to (?:always|never\
      |stop)) .{6,}
    ^\W*[\w.+-]+(?: \w+)?,? not [\w.+-]+(?: \w+)?,? (?:please|pls)\W*$
    \b(?:answer|reply|respond|explain|write back) (?:me |to me )?(?:in|with) (?:bullet|plain|simple|short|full|one\
      |two|three|a few|a single)\b
    ^\W*(?!<request>\b|(?:the|this|that|there|it|they|i|you)\b)[\w' -]{3,40} (?:in|for|on) (?:all|every|each) \w+
    ^\W*(?:(?:please|pls|and|also|btw|but|oh|no)[, ]+)*(?:don't|do not|dont) (?!worry|bother|know|think|see|mind\
      |forget|care|get|let)\w+ (?!the\b|this\b|that\b|it\b|my\b|any\b|them\b|yet\b)(?:\w+ )?\w+s\b
    \b(?:as a|general|golden) rule\b|\brule of thumb\b
    ^\W*(?:(?:and|also|but|oh)[, ]+)*no (?!problem|idea|worries|luck|thanks|rush|need|error|change|more|one|way\
      |longer|clue|wonder|matter|sign|output)[\w -]{3,30}?(?: for (?:me|us)\b| please\b| pls\b|, (?:i|we|my|our|it\
      |they|that)\b)
    .{6,}, (?:always|everywhere|every time|throughout)(?: in (?:this|our|my) \w+)?(?=\W*$|[,.;] )
    ^\W*(?:branches|branch names|commits|commit messages|file ?names|naming|indentation|quotes|dates|tags|labels\
      |headings|titles): \S.{3,}
    \bso,? (?:please |pls )?(?:keep|no|never|always|only|avoid|don't|do not|prefer)\b .{3,}
    \b(?:everything|anything|all|whatever|each \w+|every \w+) (?:that )?you (?:suggest|write|do|make|send|produce\
      |generate|build|commit|post)\b
    ^\W*(?:(?:and|also|btw|ok|oh)[, ]+)*for [\w' -]{3,40},? (?:please |always |only |we )?(?:use|go through|ask\
      |take|prefer)\b .{3,}
    \b(?:this|the) (?:doc|document|book|blog|report|paper|text|course|talk|app|site|product|letter\
      |guide) is for\b .{3,}
    (?<!it )(?<!that )(?<!she )(?<!he )(?<!they )\b(?:never|always) (?!\w+(?:ed|s|ing)\b|been\b|a\b|the\b|an\b|in\b\
      |on\b|so\b|too\b|mind\b)[a-z]+ .{3,}
    \bno [\w+.-]+(?: \w+)? in (?:this|our|my|the) (?:codebase|repo|project|code|team|house|tests|docs|book\
      |kitchen)\b
    \b(?:that's|it's|is|are|this is) (?:the |our |my |\w+'s )?(?:\w+ )?(?:house style|convention|on purpose\
      |by design|policy)\b|\bthat's (?:the |our |my |\w+'s )(?:[\w']+ )?style\b|\b(?:is|are) \w+ (?:on purpose\
      |by design|intentionally)\b
    \bwe (?:say|call (?:them|it|our)|write|spell)\b .{2,}|\bi (?:learn|work|think|focus|read) (?:best|better)\b
    \b(?:tests?|code|docs|commits|prs|answers|reports) must (?:not|never)\b.{3,}
    \bfrom (?:here|today|tomorrow|this point|now)(?: on)?,? (?:i want|we|no|only|two|all|every|use|please\
      |please use|the|any)\b.{4,}
    \b(?:our|my) (?:limit|line length|max(?:imum)?|minimum|standard|default|house style) (?:is|are)\b.{2,}\
      |\bsame for (?:the rest|all|every)\b.{3,}
    \bevery (?:pr|mr|commit|function|file|test|endpoint|change|release|ticket|branch|page|message|answer\
      |report)(?: \w+)? (?:needs?|must|should|gets?|has to|starts?|ends?)\b.{3,}
    \b(?:next time|for the (?:whole|rest of the) (?:\w+)|across the (?:board|repo|project|codebase)\
      |everywhere)\b.{0,80}\b(?:use|no|only|please|pls|never|always|keep|write)\b|\b(?:do it|use\
      |write) .{2,60}\b(?:in this (?:codebase|repo|project)|everywhere|throughout)\b
    \b(?:use|use only|we only use|stick to) [\w.+-]+(?: [\w.+-]+)? (?:instead|in this (?:repo|project|codebase)\
      |everywhere)\b
    \b(?:in|for) (?:this|our|my) (?:repo|project|codebase|team|crate|package|book|blog|house\
      |company)\b.{3,80}\b(?:are|is|go|live|should|must|we|use|no|only|named|called)\b.{3,}
    \b(?:that's|is|it's|as) (?:a |the |our |company |house )?policy\b|\bi find (?:it|them|that\
      |those) (?:much )?(?:easier|harder|clearer|annoying|distracting|cleaner)\b
    \b(?:commit (?:subjects?|messages?)|subject lines?|titles?|answers|replies|comments|code comments\
      |variable names|branch names|branches|identifiers|dates|times?|docs|tests\
      |prs) (?:\w+ ){0,2}?(?:in (?:lowercase|english|german|french|spanish|imperative|the imperative)|max|under\
      |below|at most|no longer than|always|short)\b
    \b(?:minimal|small|short|smaller|shorter) (?:diffs?|commits?|prs?|answers?|replies|functions|changes)\W*(?:$\
      |please|pls|only|always)|\bonly the (?:lines|files|parts|tests) (?:that )?\w+
    ^\W*(?:(?:please|pls|and|also|btw|but)[, ]+)*(?:write|use|speak|answer|reply|respond|talk\
      |keep) [\w ]{2,40}\bin (?:english|german|french|spanish|italian|portuguese|korean|japanese|chinese|russian\
      |dutch|polish)\b(?:.*\b(?:even|always|when|if|unless)\b.*)
    \bi (?:don't|never|only) (?:do|eat|drink|fly|work|take|answer|read|like|accept|use|touch|want) (?!it\b|this\b\
      |that\b|them\b).{3,}
    [:;,]\s*(?:and )?(?:please )?(?:never|always)\s+["'“«]?[a-z…]{1,}.{4,}|\bfor next time\b.{6,}
    \b(?:that's|this is) how (?:i|we) (?:want|like|do)\b
    \b(?:call|ping|text|message|mail|email|reach|contact) me (?:on|at|by|via|only|in)\b.{3,}
    \b(?:new|one|another|system|standing|general) rule\b[^:\n]{0,40}: ?\S.{5,}
    \b(?:my|our|house) (?:rule|policy|convention)s?\b[^:\n]{0,40}: ?\S.{5,}\
      |^\W*(?:no[.,!] )?rule for\b[^:\n]{0,40}: ?\S.{5,}
    \b(?:from now on|going forward|in (?:the )?future|henceforth|as a rule|by default,? (?:i|we|use|always)\
      |every time (?:you|i|we)|whenever (?:you|i|we)|each time (?:you|i|we))\b
    ^\W*(?:(?:please|pls|and|also|oh|ok|btw|but|so|hey|yes|yeah|no|then|remember)[, ]+)*(?:you (?:should|must|can\
      |need to) )?(?:always|never)\b.{4,}
    \b(?:please|pls|you (?:should|must)|should|must|we|i|to) (?:always|never)\b.{4,}|\b(?:don't|do not\
      |dont) (?:you )?ever\b
    \b(?:i|we|you and i|our team|my team|the team) (?:really |strongly |much |generally |usually |personally \
      |always |definitely |tend to )*(?:prefer|like|love|hate|dislike|loathe|favou?r|can't stand|cannot stand|enjoy\
      |avoid)\b(?! (?:to see if|that you|this|that|it)\b)
    \b(?:i|we) (?:really |strongly |much |generally )?prefer that (?!you\b|one\b|way\b|option\b|version\b)\w+ \w+
    \b(?:i'?d|we'd|i would|we would) (?:much )?(?:rather|prefer)\b|\bmy (?:preference|favou?rite|preferred)\b\
      |\bi don't (?:like|want|need|use|eat|drink|do)\b(?! (?:this|that|it|to (?:see|do) (?:this|that|it))\b)
    \b(?:please |pls )?(?:stop|quit|no more|enough with) (?!here|now|it|that|this|the (?:server|container|process\
      |service|job|run|build))\w+ing\b
    ^\W*(?:(?:please|pls|and|also|btw|but)[, ]+)*(?:don't|do not|dont|avoid) (?:use|add|write|commit|push|install\
      |mock|create|generate|include|put|import|touch|edit|change|merge|rebase|force|reply|answer|explain\
      |apologi[sz]e|summari[sz]e|using|adding|writing)\b.{3,}
    \bkeep (?:your|the|my|all|any|it|commits?|answers|replies|responses|explanations|messages|functions|prs?|code\
      |things)\b.{0,40}\b(?:short|brief|concise|small|simple|terse|minimal|under|below|to (?:one|two|a)\
      |in (?:english|german|french|spanish))\b
    \b(?:no|without) (?:emojis?|semicolons?|comments|docstrings|trailing \w+|exclamation marks?|bullet points?\
      |apologies|abbreviations|sugar|meat|dairy|gluten)\b.{0,40}(?:please|pls|ever|in (?:code|commits?|my|our|the)\
      |unless|$)
    \b(?:commit messages|branch names|variable names|tests|dates|names|titles|answers|replies|functions|files\
      |commits|prs|comments|docs) (?:should|must|need to|have to|always|are always)\b
    \b(?:use|write|prefer|want|call it|call me|speak|answer|reply|respond) .{1,50}\b(?:instead of|rather than|over\
      |not)\b .{2,}
    \b(?:our|my|the team's) (?:convention|style|rule|policy|standard)s? (?:is|are|:)
    \bcall me\b|\b(?:ask|check with|tell|warn|ping) me (?:first|before)\b|\bwithout asking(?: me)?\b\
      |\bunless i (?:say|ask|tell)\b"""

NO_PREFERENCE = r"""
    \bnot always\b(?! \w+ing\b)
    \bnever (?:thought|knew|heard|seen|noticed|reali[sz]ed|mind)\b|\bi (?:have |'ve |just )?never (?:\w+ed|got|had\
      |saw|knew|thought|went|did|heard|found|seen|been|could|really)\b|\balways (?:forget|get|got|ends? up|seems?\
      |the same|been)\b|\bi (?:never|don't) know\b"""

DECIDED = r"""
    \b(?:that's|that is|is) (?:our|my|the) (?:final |team's )?decision\b
    \b(?:we|i|we've|i've|team|everyone) (?:have |has |finally |just )?(?:decided|agreed|settled on|opted for|chose\
      |voted)\b.{4,}|^\W*(?:agreed|decided|decision|verdict): .{4,}"""

DECISION = r"""
    \blet's (?:do|take|go for|settle on) (?!it\b|that\b|this\b|the\b|some\b|an?\b|one\b|step\b)[\w.-]+ \S.{3,}
    \bwe(?:'re| are) (?:now )?\w+ing\b.{2,40}\binstead of\b.{2,}
    \b(?:we're |i'm |we are )?not (?:touching|changing|moving|adding|supporting|upgrading|migrating\
      |renaming)\b .{6,}
    \bdecided (?:against|for|to|on|that)\b.{4,}|\bwe're (?:dropping|keeping|staying|going|moving|switching)\b.{3,}
    ^\W*(?:ok |yes |yeah |then )*go with [\w.+-]{3,}(?! (?:option|one|the)\b)
    \blet's (?:push|postpone|move|delay|defer|do|ship|release|launch) .{2,60}\b(?:to|in|on|first|after\
      |until) (?:q[1-4]|<month>|<day>|next (?:week|month|quarter|year|sprint)|v?\d)
    \bwe (?:go|stay|stick) with\b .{2,}|\b(?:stay|stick) with\b .{2,}|\bwe (?:keep|dropped|drop)\b (?!it\b\
      |that\b).{3,}
    \b(?:decided|chose|chosen|agreed|settled on|opted for|final (?:call|decision|answer)|signed off on|approved\
      |picked)\b.{4,}
    \b(?:we'll|we will|we're|we are|i'll|i'm|i am|let's|lets) (?:just )?(?:go(?:ing)? with|stick(?:ing)? (?:with\
      |to)|settle on|standardi[sz]e on|use|using|switch(?:ing)? to|mov(?:e|ing) to|migrat(?:e|ing) to|drop(?:ping)?\
      |keep(?:ing)?|adopt(?:ing)?|stay(?:ing)? (?:with|on)|skip(?:ping)?|postpon(?:e|ing))\b.{3,}
    \b(?:go|went|going) with\b.{2,}\b(?:because|since|so|as|for)\b|\b(?!that|so|when|where|because|if|as|until|once\
      |what|how|since|like|though|whether|than|think|and|or|but)[\w.+-]{2,} it is(?=\W*$|[,.;!])
    ^\W*(?:option |plan )?(?!(?:ok|k|and|so|well|but|back|since|until|now|if|just|first|right|alright\
      |only)\b)[\w.+-]{2,20} then[.,!] ?\S|\bso (?:we )?use\b .{2,}|\bno more\b .{3,}\b(?:we|because|since)\b
    \b(?:decision|verdict|conclusion)\b\W{0,12}:|\bwe (?:switched|migrated|moved) (?:from|to|over)\b
    \b(?:use|take|keep|pick) [\w.+ -]{2,40} (?:because|since)\b"""

NO_DECISION = r"""
    \b(?:haven't|not|never|didn't|hasn't|yet to) (?:\w+ )?(?:decided|chosen|agreed|settled|picked)\b\
      |\bgo(?:ing)? with the (?:flow)\b|\bdecided to (?:take a|go (?:for|to))"""

TASK = r"""
    \b(?:closes|ends|expires|is due|are due)\b.{0,15}\b<day>|\bi (?:still )?owe\b.{4,}
    ^\W*(?:(?:also|and|btw|ok|so)[, ]+)*(?:need to|have to|got to|gotta|must)\b.{2,100}\b(?:by|before|until\
      |on) <day>
    \b(?:hand-?in|submission|deadline|due date|delivery|closing date|cut-?off)\b.{0,20}(?:\bis\b|\bon\b|\bby\b\
      |:).{0,12}<day>
    \b\w+ (?:does|writes|handles|sends|delivers|reviews|finishes|prepares|has)\b.{2,80}\bby <day>
    \bnote to self\b.{4,}|\b(?:trial|licen[cs]e|contract|subscription|certificate|cert|domain|token|visa|passport\
      |lease)\b.{0,40}\b(?:ends?|expires?|runs? out|is up|lapses)\b.{0,40}<day>
    \bremind me\b(?! (?:later|what|how|why|which|where|who|when|of (?:what|how)))|\b(?:to-?do|action item)s?\b\s?:\
      |\bdon't let me forget\b
    \b(?:deadline|due(?: date)?|expires?|must be (?:done|finished|ready|in|submitted)|has to be (?:done|finished\
      |ready|in|submitted))\b.{0,60}\b(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov\
      |dec|tomorrow|week|month|end of|noon|tonight|q[1-4])
    \b(?:i|we|he|she|they|[a-z]\w+) (?:need|needs|have|has|must|should|promised|owe|owes|'?ll|will|am|are|is|going\
      |want|wants)\b.{2,100}\b(?:by|before|until|on|next|this|no later than) (?:the )?(?!\w+days\b)(?:\d|mon\
      |tue|wed|thu|fri|sat\
      |sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow|tonight|end of|week|month|noon|q[1-4]|quarter\
      |release)
    \bi promised\b.{4,}
    \b(?:i|we)(?:'ll| will|'m going to| am going to|'re going to| are going to| have to| need to\
      | must) (?!try|restart|check|look|see|test|be\b|do\b|let you|need|want|have|get back|think|use\b|\w+ (?:it|this\
      |that|them)\b)\w+ .{3,80}\b(?:tomorrow|the day after|next (?:week|month|quarter|year|<weekday>)|on <day>\
      |in (?:two|three|four|\d+) (?:days|weeks|months)|this (?:weekend|<weekday>))\b"""

EVENT = r"""
    ^\W*(?:i'm |we're |i am |we are )?(?:flying|travell?ing|starting|moving|leaving|away|off|out|on (?:holiday\
      |vacation|leave)|visiting|presenting)\b.{2,60}\b(?:on|from|until|in|to) (?:<day>|<month>)
    \b(?:standup|meeting|call|lesson|class|appointment|launch|release|demo|deadline|party|flight|shift|training\
      |retro|review)\b.{0,30}\b(?:moved|changed|switched|shifted|postponed|rescheduled|pushed\
      |brought forward) (?:to|from|by)\b
    <past>\b.{0,120}\b(?:shipped|launched|released|deployed|went|broke|crashed|signed|moved|joined|left|started|met\
      |bought|finished|won|lost|migrated|outage|incident|happened|had|got|ran|visited|hired|merged|published|gave\
      |took|passed|failed|leaked|renewed|cancelled|was born)\b
    \b(?:shipped|launched|released|deployed|crashed|signed|moved|joined|left|started|met|bought|finished|migrated\
      |had|got|ran|visited|hired|published|gave|passed|leaked|renewed)\b.{0,120}\b<past>\b
    \b(?:beta|release|launch|go-live|cutover|migration|freeze|demo)\b(?: is| will be)? on <day>
    \b(?:outage|incident|data loss|downtime|breach)\b.{0,40}\b<past>\b
    \b(?:my|our|the|mum's|mom's|dad's|\w+'s) (?:\w+ ){0,3}(?:appointment|exam|interview|flight|wedding|birthday\
      |defen[cs]e|meeting|call|inspection|surgery|launch|conference|party|concert|trip|holiday|vacation|demo|audit\
      |review|talk|concert|race|regatta|move)\b.{0,40}\b(?:on|to|for|at|is|from|starts?) <day>
    \b(?:i'm|i am|we're|we are|i|we) (?:giving|speaking|presenting|flying|travell?ing|moving|attending\
      |getting married|leaving|going|fly|travel|leave|move)\b.{2,80}\b(?:on|from|in) (?:<day>|<month>)"""

# Anything that is said of a day in the calendar.
DATED = r"""
    \b(?:is|are|'s|'re|will|turns?|starts?|begins?|ends?|opens?|closes?|arrives?|leaves?|visits?|comes?|flies|fly\
      |moves?|gets?|goes|happens?|have|has)\b.{1,80}\b(?:on|from|until|at|by|for|starting) <date>"""
NO_DATED = r"""
    ^\W*(?:(?:ok|now|and|so|please|pls|can you)[, ]+)*(?:find|book|search|show|list|schedule|write|draft|add|create\
      |make|get|check|plan|set|give|move)\b"""

NO_EVENT = r"""
    \b(?:you|agent|claude|codex|the tests?|the build|it|ci) (?:did|ran|wrote|broke|made|failed|passed|crashed)\b
    \b(?:spent|wasted|lost) .{0,20}\b(?:hours?|days?|the (?:whole|entire))\b|\bi (?:had|got) (?:this|that|the same\
      |an? error)\b"""

FACT = r"""
    \bi (?:usually|normally|mostly|typically|generally|always) (?:work|start|stop|finish|sleep|get up|commute|train|run\
      |swim|code|write|review|deploy|eat|have lunch|leave|read|study|meet|teach|answer)\b (?!it\b|this\b|that\b\
      |.*\b(?:but|fails?|error)\b).{2,}
    \b(?:our|my|the) (?:team|crew|family|staff|people|roles|contacts|household|colleagues)\s?: \S.{4,}\
      \b(?:is|are|does|do|owns|leads|handles|runs|covers|has|=|\()
    \bi'm (?!going|trying|not|just|still|done|sure|so|getting|working|thinking)\w+,? so \w.{2,}
    \bi (?:can't|cannot|can not|don't|am not allowed to) (?:eat|drink|have|drive|fly|take|tolerate|digest|hear\
      |see well)\b.{3,}
    \b<weekday>s? (?:is|are) (?:out|off|taken|blocked|free|reserved)\b
    \b(?:is|are) (?:pinned|locked|frozen) (?:to|at|on)\b.{3,}
    \b(?:is|am|are|has|have|got) (?:\w+ ){0,3}allerg|\ballerg(?:ic|y) to\b|\b(?:our\
      |my) (?!(?:\w+ )?<artefact> )[\w' -]{2,40}? (?:is|are|has|have|begins?|starts?|ends?) (?!(?:still |now \
      |currently |already )?(?:failing|broken|red|down|slow|stuck|wrong|fine|good|ok|great|done|ready|weird|off\
      |not working|to )).{2,}
    \bwe (?:don't|do not|never|only|all|mostly|usually|go through|are on|have) (?:use|have|do|run|support|deploy\
      |ship|work|host|store|\w+) .{2,}
    \b\w+ (?:owns?|manages|leads|maintains|handles|takes over|is responsible for|is in charge of) (?:everything|all\
      |the|our|my)\b
    \b[\w./-]+ is (?:the )?(?:production|prod|staging|the (?:prod|test|staging|dev)\w* \w+)\b|\bthe (?:prod|test\
      |staging|dev)\w* (?:box|server|db|database|env\w*|host|machine|cluster) is\b
    \b(?:key|token|password|secret|credentials?|url|dsn) (?:is|are|lives?|sits?) (?:in|under|at) [~./\w]
    \bmy (?:full |first |last )?name(?:'s| is)\b|\b(?:i'm|i am) (?:an? |the )(?!bit|little|few|lot\
      |fan\b)[\w-]+(?: [\w-]+){0,5}
    \bi (?:work|live|study|teach|run|own|manage|lead|maintain|speak|freelance|consult|moved)\b (?:as|at|in|on|for\
      |with|from|near|an?|the|my|two|three|english|german|french|spanish|\w+ (?:and|team|shop|company|business))\b
    \bmy (?:\w+ ){0,2}(?:team|manager|boss|wife|husband|partner|son|daughter|dog|cat|kids?|timezone|time zone|setup\
      |laptop|machine|os|editor|stack|shell|company|employer|office|birthday|address|phone|github|username|car\
      |doctor|dentist|landlord|advisor|supervisor|co-?founder|thesis|server|nas|router)(?:'s)? (?:name )?(?:is|are\
      |runs?|uses?|has|have|was|starts?|lives?|works?)\b
    \b(?:i'm|i am|we're|we are) (?:based|located|allergic|vegetarian|vegan|left-handed|colou?r-?blind|on (?:a|an\
      |the)? ?(?:mac|linux|windows|ubuntu|arch|fedora|nixos|debian|python|node|postgres|gmt|utc|cet|pst|est))\b.{0,}
    \b(?:i'm|i am) (?:\d{2} years old|from [a-z])|\bi have (?:an?|two|three|four|\d+) (?!question|idea|bug|problem\
      |error|issue|feeling|look|meeting)\w+
    \b(?:we|our (?:\w+ ){1,3}|my (?:\w+ ){1,3})(?:all |always |currently |only |still |mostly )?(?:use|uses|run\
      |runs|deploy|deploys|host|hosts|ship|store|stores|target|targets|support|supports|rely|depend|require\
      |requires|build|test|tests|release|releases|pin|pins|pay|pays)\b (?!it\b|this\b|that\b|them\b|to\b).{3,}
    \b(?:our|my) (?!(?:\w+ )?<artefact> )(?:[\w./-]+ ){1,5}(?:lives?|runs?|listens?|points?|is (?:in|at|on|called\
      |named|hosted|stored|located|owned|maintained|deployed|written|pinned|served|behind|under|reachable|set\
      |defined|managed|generated|read-only|an?\b|the\b|version)|are (?:in|at|on|called|stored|written|kept\
      |generated)|uses?|requires?|needs?|depends?|expects?|talks? to|comes? from|belongs? to|goes? (?:to|through)\
      |has|have)\b .{2,}
    \b(?:port|version|branch|bucket|region|cluster|endpoint|database|queue|topic|domain|namespace|repo(?:sitory)?\
      |package|module|account|tenant|schema) (?:is|=|:|called|named) ?\S{2,}"""

NO_FACT = r"""
    \btonight\b|^\W*need (?:an?|some)\b|\bwe (?:have|need|want|got) to\b|\b(?:our|my) [\w ]{2,30} (?:is\
      |are) \w+ing\b
    \b(?:build|ci|tests?|page|site|app|server|query|api|queue|it) (?:is|are) (?:\w+ )?slow\b|\b(?:the\
      |an?) (?:player|enemy|enemies|visitor|button|modal|form|menu|sidebar)\b
    \b(?:we|i) have (?:\d+|two|three|four|some|several|a few|an?) (?:\w+ )?(?:failing|broken|open|more|bugs?\
      |problems?|errors?|issues?|meetings?|questions?|warnings?)\b|\bwhy\W*$
    ^\W*(?:(?:first|then|now|also|and|next|ok|okay|so|just|oh|ah|great|nice|cool|perfect\
      |thanks)[, ]+)*<request>\b(?! (?!the\b|an?\b|this\b|that\b|these\b|my\b|our\b|your\b|it\b|them\b|all\b\
      |every\b|any\b|if\b|whether\b|me\b)[\w-]+(?: [\w-]+){0,5} (?:is|are|has|have|lives?|runs?|goes|uses?|sits?)\b)
    ^\W*(?:thanks|great|nice|cool|perfect|hm+|ok|okay)\W*$
    \bthe (?:test|tests|build|error|output|code|function|bug|response|result|page|button|output|log|diff|patch\
      |command|script|file) (?:is|are|has|have|needs?|looks?|seems?|shows?|says?)\b|\b(?:looks?|seems?\
      |sounds?) (?:good|fine|ok|great|like|weird|wrong)\b|\bi have (?:to|no|been|tried|never)\b|\bi'm (?:a\
      |an) (?:bit|little)\b"""

# What a thing is, where it runs or lives: kept when it also names something concrete.
THING = r"""
    \b(?:is|are|has|have|uses?|runs?|sits?|lives?|goes|go|takes?|speaks?|needs?|gets|belongs?|contains?|holds?\
      |serves?|talks?|points?|comes?|stands?|listens?|stays?|covers?|reads|writes|only|'s|here)\b
    \bthe (?:[\w./-]+ ){1,5}(?:lives?|runs?|listens?|points?|is (?:in|at|on|called|named|hosted|stored|located\
      |owned|maintained|deployed|written|pinned|served|behind|under|reachable|set|defined|managed|generated|an?\b\
      |the\b|version)|are (?:in|at|on|called|stored|written|kept|generated)|uses?|requires?|needs?|depends?\
      |expects?|talks? to|comes? from|belongs? to|goes? (?:to|through)|has|have)\b .{2,}
    \b(?:this|the|our) (?:whole |entire )?(?:site|website|app|repo|project|codebase|service|library|blog|shop|game\
      |bot|server) (?:is|was)(?: all)? (?:built|written|made|done|hosted|deployed|running)?\b.{3,}
    \b(?:fyi|for (?:context|reference|the record|your information)|context|btw|by the way|heads[- ]up\
      |for your info)\b.{0,200}\b(?:is|are|has|uses?|runs?|lives?|needs?|goes|go|'s)\b
    \b(?:this|the|our|my)(?: \w+){0,3}? <place>(?: \w+){0,3}? (?:is|are|runs?|lives?|uses?|goes?|happens?|sits?\
      |listens?|points?|comes?|needs?|requires?|targets?|expects?|has|have|talks?|moved|calls?)\b.{3,}
    (?:^|[,;:.]\s|\band |\bbut )<place>(?: \w+)? (?:is|are|runs?|lives?|uses?|goes?|go|happens?|sits?|listens?\
      |points?|comes?|needs?|requires?|live|run|use|come)\b.{3,}
    \bit's (?:an? |all |actually )?\w+.{0,20} (?:monorepo|repo|project|app|site)\b"""
ROLE = r"""
    \b\w+s\b.{0,30}\bevery (?:other |second |third )?(?:<weekday>|week|month|quarter)\b
    \bonly [\w ]{2,30} (?:can|may|is allowed|are allowed|has|have|knows?)\b.{3,}
    \bcan't (?:install|use|access|run|share|upload|leave)\b.{3,60}\b(?:without|because|so|policy|company)\b
    \b(?:our|my|we)\b(?! (?:\w+ )?<artefact>\b).{1,60}\b(?:is|are|has|have|starts?|ends?|know|knows|closes?|opens?\
      |costs?|takes?|speaks?|owns?|covers?)\b .{3,}
    \b(?:is|are|has|have|starts?|ends?|closes?|closed|opens?|costs?|takes?)\b.{2,40}\b(?:at our|in our|for us\
      |at ours|over here)\b
    (?<!when )(?<!if )(?<!then )(?<!once )(?<!until )(?<!before )(?<!after )(?<!here )(?<!first )(?<!where )(?<!tha\
      t )(?<!what )(?<!because )\bwe (?:also |only |always |usually |normally |mostly |never |still |all \
      |don't )?(?:bill|invoice|charge|sell|ship|deploy|release|publish|merge|rebase|squash|tag|version|host|store\
      |keep|track|log|monitor|alert|test|lint|review|pair|meet|work|speak|target|support|serve|build|compile\
      |package|pay|outsource|rent|own|employ|open|close|operate|source|print|teach|follow|name|prefix|translate\
      |write)\b (?!it\b|this\b|that\b|them\b|to\b|the (?:file|result|list|value)).{3,}
    \b(?:prod(?:uction)?|staging|secrets|backups|logs|migrations|deploys|releases|ci|database|billing|credentials\
      |certs|dns|domains?|payments|uploads|emails?) (?:comes?|goes?|go|lives?|sits?|runs?|is (?:hosted|stored|kept\
      |managed)|are (?:hosted|stored|kept|managed|sent)) (?:from|in|at|on|under|through|via|to|into|behind|with\
      |by) \w.{2,}
    \bthis is an? [\w.+#/ -]{2,40} (?:project|repo|repository|app|application|monorepo|codebase|site|website\
      |library|package|crate|plugin|extension|server|api|game|bot)\b
    \bthis is (?:my|our) (?:\w+ ){0,3}(?:server|webserver|homelab|repo|project|site|website|thesis|blog|app|shop\
      |company|codebase|laptop|dotfiles|config|bot|game|portfolio)\b
    \bthe (?:rota|roster|schedule|address|budget|wifi|dress code|opening hours) (?:is|are)\b:?.{4,}
    \b(?:i|we|my team|our team) (?:rotate|back up|deploy|release|ship|meet|bill|invoice|renew|clean|water|publish\
      |review)\b.{2,60}\bevery\b.{3,}
    \b[\w./-]+ (?:is|are) (?:the |our |an? |just |only )*(?:primary|read replicas?|replicas?|master|source of truth\
      |entry ?point|mirror|(?:only |reserved |meant )(?:for)|sandbox|jump ?host|bastion|playground)\b
    \b(?:our|the) (?:contact|accountant|landlord|lawyer|vendor|supplier|tech lead|pm|designer|architect|maintainer\
      |dba|target (?:column|audience|group)|(?:novel|book|story|game|thesis|course|deadline)) (?:at .{2,30} \
      |for .{2,30} )?(?:is|are) (?:set |called |about )?\w.{2,}
    \b(?:we're|we are|i'm|i am) (?:still )?(?:stuck|pinned|locked|frozen) (?:on|at|to) \w.{2,}\b(?:until|because\
      |so)\b
    \bi'm (?:on|using) an? (?:m\d|intel|arm|amd|macbook|mac|thinkpad|pixel|iphone|android|chromebook|windows|linux\
      |ubuntu|raspberry)\b
    \b(?:i|we) (?:teach|pick up|work|train|run|swim|meet|deploy|release|ship|water|clean|bill\
      |invoice)\b.{2,80}\b(?:every (?:day|week|month|morning|evening|other|<weekday>)|on <weekday>|<weekday> (?:and\
      |mornings?|evenings?))
    \bi'm (?!sorry|sure|not|in|on|at|so|just|very)\w+, (?:an? |the )?[\w ]{3,40} (?:at|in|for|from|of) \w"""
# The name of a variable and where it is kept, whatever else the sentence asks for.
KEPT_IN = r"""
    \b(?:url|path|endpoint|port|header|prefix|callback|webhook|host(?:name)?|version|branch|bucket|region|domain|key\
      |tag|queue|topic|schema|namespace|base ?url|route|slug|env(?:ironment)? variable)s?(?: \w+)? (?:must\
      |has to|have to\
      |needs to|should always) (?:always )?(?:be|point to|start with|end (?:in|with)) (?:set to |called |named \
      |exactly \
      )?(?=[^\s,]*[/\d`"':_])[^\s,]{2,}
    \b[a-z][a-z0-9]*_[a-z0-9_]{2,} (?:from|in|lives in|is in|under|is set in|comes from) (?:the )?[~./][\w./-]{2,}"""
# Told by the way it is written: names have a capital.
NAMED = r"""
    \b(?:I'?m|I am|[Mm]y name is|[Tt]his is) [A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}(?:, (?:an? |the )?[\w /&-]{3,40}\
      (?: (?:at|in|for|from|of|with) \w|\W*$)| from [A-Z]\w+)
    ^\W*(?:(?:fyi|btw|by the way|also|note)[,:]? )?(?i:the|this|our|my) (?:[\w-]+ ){0,2}?(?i:<place>|blog|shop\
      |store|game|newsletter|bot|cli|pipeline|dashboard|firmware|theme|wiki|portal|intranet) (?:(?:now |still |all \
      |mostly |only )?(?:uses?|runs? on|is (?:an? |the )?(?:[\w-]+ ){0,4}?(?:built|written|made|hosted|deployed|powered\
      |based|done)) ?(?:with|in|on|by|using|from|at|to)? ?)(?:an? |the )?[A-Z][\w.+#-]+
    \bI'?m (?:in|from|at|based in) [A-Z][a-z]{2,}
    ^[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:is|are) (?:my|our|responsible|in charge|the (?:\w+ )?(?:lead|owner|manager\
      |maintainer|contact|designer))\b.{4,}
    ^[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:manages|owns|leads|maintains|handles|reviews|does|works (?:at|on|for|with)\
      |reports to|lives in|joined|took over|takes over|left|replaced|replaces|is now|moved to)\b.{3,}"""
# What somebody sees go wrong, did, or wants to be built: not how things are.
SEEN = r"""
    , (?:and |so |please |just )?<request> (?:it|them|this|that|these|those|the|all|both)\b
    \btoo (?:much|big|long|slow|small|many|few|large|high|low)\b
    \b(?:p\d\d|latency|slow|up since|down since|since the (?:deploy|release|update|merge|change))\b
    \b(?:fail(?:s|ed|ing|ure)?|errors?|wrong|broken|crash\w*|doesn't|does not|isn't|won't|can't|cannot|not working\
      |redirect\w*|getting|says|said|shows?|returns?|throws?|prints?|expect\w*|missing|still|bug|issues?|problems?\
      |weird|should|must|seems?|looks?|trying)\b
    \b(?:when(?:ever)? i|if i|i (?:see|get|got|tried|ran|added|changed|fixed|removed|want|need|would|think|updated\
      |made|did|have|just|also))\b"""
NAME = r"""
    \b(?:client|customer|company|office|school|supplier|vendor|landlord|bank|shop|hotel|team|lead|owner\
      |manager)\b.{1,60}[a-z,;] [A-Z][a-z]{2,}"""
CONCRETE = r"""
    (?:^|\s)["“«„]\s?[\w./-]{3,30}\s?["”»“](?=\W|$)
    \b\d{1,3}(?:\.\d{1,3}){3}\b|[\w.+-]+@[\w-]+\.\w+
    (?:^|\s)\.(?:env|bashrc|zshrc|gitignore|npmrc|ssh|config)\b
    (?:^|[\s"'`(@])[~.]{0,2}/[\w.-]{2,}|\b[\w-]+/[\w./-]{2,}|\b[\w.-]{2,}/(?=[\s,.;)]|$)|`[^`]{2,}`\
      |\b[\w-]{2,}\.(?:com|dev|io|net|org|example|local|internal|app|toml|ya?ml|json|env|md|sh|py|ts|tsx|js|sql|ini\
      |conf|cfg)\b|\bport \d|:\d{4,5}\b|\bv?\d+\.\d+
    \b(?!line|step|test|tests|page|item|items|bug|issue|pr|week|day|room|top|only|has|have|the|with|at|in|to|of|and\
      |is|are|after|for|last|next|about|like|than|or|by|from|option|part|chapter|under\
      |over)[a-z][a-z+#.-]{1,14}[ -]?v?\d{1,4}\b(?!\s?(?:%|minutes?|mins?|hours?|days?|weeks?|seconds?|ms|files?\
      |lines?|tests?|times|users|rows|[mgk]b|items|jobs|people|euros?|dollars|lives|coins))
    \b<weekday>s\b|\bself-hosted\b|\bread-only\b|\bbehind\b|\b(?:offline|air-gapped)\b"""

KINDS: tuple[tuple[FragmentKind, Confidence, str, tuple[str, ...]], ...] = (  # kind, how sure, wanted, unwanted
    ("fact", "high", VITAL, (NOT_VITAL, COMPOSED)),
    ("preference", "high", NEVER, (COMPOSED,)),
    ("fact", "high", SELF, (UNSURE, NOT_SELF, COMPOSED)),
    ("procedure", "high", HOW_TAUGHT, (UNSURE, PASSING, ONCE, COMPOSED)),
    ("fact", "high", TAUGHT, (UNSURE, PASSING, ONCE, MOMENTARY, NOT_WANTED, COMPOSED, SPEC, NO_FACT)),
    ("preference", "high", BY_LAW, (UNSURE, MOMENTARY, COMPOSED)),
    ("preference", "high", WANTED, (UNSURE, PASSING, ONCE, MOMENTARY, NOT_WANTED, COMPOSED)),
    ("preference", "high", EACH_TIME, (UNSURE, PASSING, MOMENTARY, COMPOSED)),
    ("preference", "high", LIMITED, (UNSURE, MOMENTARY, NOT_ROUTINE, NOT_WANTED, COMPOSED)),
    ("fact", "high", ROUTINE, (UNSURE, PASSING, MOMENTARY, NOT_ROUTINE, COMPOSED)),
    ("fact", "high", TRIED, (UNSURE, MOMENTARY, NOT_TRIED, COMPOSED)),
    ("decision", "high", TAKEN, (UNSURE, ONCE, MOMENTARY, COMPOSED)),
    ("procedure", "high", WHENEVER, (UNSURE, NOT_WHENEVER, COMPOSED)),
    ("fact", "high", ONLY_AT, (UNSURE, MOMENTARY, NOT_WANTED, COMPOSED)),
    ("correction", "high", MAKE_IT, (UNSURE, COMPOSED)),
    ("correction", "high", CHANGED_MIND, (UNSURE, COMPOSED)),
    ("decision", "high", DECIDED, (UNSURE, NO_DECISION, REPORTED, COMPOSED)),
    ("correction", "high", CORRECTION, (UNSURE, PASSING, NO_CORRECTION, COMPOSED)),
    ("procedure", "high", PROCEDURE, (UNSURE, NO_PROCEDURE, COMPOSED)),
    ("task", "medium", TASK, (UNSURE, PASSING, COMPOSED)),
    ("preference", "high", PREFERENCE, (UNSURE, PASSING, REPORTED, MOMENTARY, NO_PREFERENCE, COMPOSED, SPEC)),
    ("decision", "high", DECISION, (UNSURE, ONCE, NO_DECISION, REPORTED, COMPOSED)),
    ("event", "medium", EVENT, (UNSURE, NO_EVENT, COMPOSED)),
    ("event", "medium", DATED, (UNSURE, NO_EVENT, NO_DATED, COMPOSED, SEEN, SPEC)),
    ("fact", "medium", KEPT_IN, (UNSURE, COMPOSED)),
    ("fact", "medium", FACT + ROLE, (UNSURE, PASSING, ONCE, NO_FACT, COMPOSED, SPEC)),
)
# An option that something stands against was not taken.
HINDERED = r"""
    ^\W*(?:hm+,? |well,? |ok,? )*(?:option |variante? |plan )?#?[1-9a-e]\b[^.]{0,30},? (?:but|aber|mais|pero)\b\
      (?! (?:keep|don't|only|not|behalte|nicht|garde|sin)\b)"""
# What is taken for another kind, though it is worded so plainly as this: what is new overrules nothing, ...
INTRODUCED = r"""
    ^<opener>(?:my name is|je m'appelle|ich hei(?:ß|ss)e|me llamo|mi chiamo|i'm called)\b.{2,}
    ^<opener>(?:my|our|mon|ma|mes|notre|nos|mein\w*|unser\w*|mi|mis|nuestr\w+) (?:[\w-]+ ){1,2}(?:s'appelle\w*\
      |hei(?:ß|ss)(?:t|en)|se llaman?|is called|are called)\b.{2,}
    ^<opener>(?:the|our|my|der|die|das|unser\w*|le|la|notre|el|la|nuestr[oa]) (?:new|neuer?|neues|nouveau\
      |nouvel(?:le)?|nuev[oa])\
       [\w -]{2,24}? (?:hei(?:ß|ss)t|is called|is named|s'appelle|se llama) [\w'-]+
    ^<opener>(?:el|la|nuestr[oa]) [\w-]{2,20} nuev[oa] se llama [\w'-]+
    ^<opener>(?:dr\.? |mr\.? |mrs\.? |ms\.? )?[\w'-]+(?: [\w'-]+)? is (?:the|our|my) new [\w -]{3,}
    ^<opener>(?:i|we)(?:'ve| have)? (?:just )?(?:moved|put|copied|uploaded|stored|saved) (?:the|my|our\
      |all) [\w -]{2,30}\
      \b(?:to|in|into|on|under) \S*[/~:]\S+
    ^<opener>(?:we|i) (?:use|run|have|are on) [\w .:+-]{2,30} now\W*$"""
OVERRULES = r"""
    \b(?:no|not|never|nicht|kein\w*|pas|plus|longer|any ?more|instead|actually|wrong|sorry|meant|rather|used to|was\
      |were\
      |previously|formerly|old|sondern|eigentlich|en fait|sino|ya|en realidad|correction|from|but|mais|aber|pero)\b\
      |n't\b"""
# ... what comes round with the days is no event, ...
RECURS = r"""
    ^<opener>(?:we|they|i|(?:the|our|my) [\w -]{2,24}?)(?:'re|'m| are| am| is)? (?:always |usually |only |also )?\
      (?:closed?|closes|open|opens|shut|shuts|off|work|works|meet|meets|deliver|delivers|bake|bakes|run|runs|rest\
      |rests)\b\
      .*(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:every|each)\b|\bthe whole of <month>\
      |\ball (?:of )?<month>)"""
# ... nor is how somebody writes, or what they would rather have, ...
WRITTEN = r"""
    ^<opener>(?:we|i) (?:always |usually |only |all )?(?:write|format|spell|abbreviate|round|count|label|number|sort\
      |quote) \
      (?:our |the |all )?(?:[\w-]+ )?(?:dates?|times?|numbers|names|prices|units|amounts|titles|weeks|hours\
      |currencies|headings\
      |temperatures|weights|words) .{0,24}\b(?:like|as|meaning|with|without|in|to)\b.{2,}"""
RATHER = r"""
    ^<opener>(?:i'?d|we'd|i would|we would) (?:much )?(?:rather|prefer)\b.{4,}"""
# ... who does what is no wish, ...
OWNED = r"""
    ^<opener>(?!(?:i|we|you|it|who|which|that|this|everyone|nobody)\b)[\w'-]+(?: [\w'-]+)? (?:owns|manages|leads\
      |maintains\
      |looks after|is responsible for|is in charge of) (?!up\b)\w.{2,}"""
NOT_OWNED = r"""
    \b(?:always|never|please|pls|prefer\w*|want\w*|must|should|don't|ask|tell|ping)\b"""
# ... what somebody did is not to be done any more, ...
DONE = r"""
    ^<opener>(?:(?:good|great|perfect|done|cool|nice|yes|update|actually|today|yesterday)[,: ]+)?(?:i|we)(?:'ve\
      | have)? (?:just \
      |already |finally |actually |now |both |all )*(?:booked|ordered|bought|paid|sent|signed|submitted|renewed\
      |cancel+ed|posted\
      |reserved|returned|registered|filed|picked up|handed in|signed up|dropped off|uploaded|shipped|delivered\
      |finished|sorted)\b
    ^<opener>(?:ich habe?|wir haben) .{2,80}\b(?:gebucht|bestellt|gekauft|bezahlt|geschickt|abgeschickt\
      |unterschrieben|abgegeben\
      |verlängert|gekündigt|reserviert|erledigt|eingereicht|abgeholt)\W*(?:$|[,.;])
    ^<opener>(?:j'ai|on a|nous avons) (?:déjà |enfin |bien )?(?:réservé|commandé|acheté|payé|envoyé|signé|rendu\
      |renouvelé\
      |annulé|récupéré)\b
    ^<opener>(?:ya )?(?:he|hemos|reservé|compré|pagué|envié|firmé|pedí|entregué)(?: ya)? ?(?:reservado|comprado\
      |pagado|enviado\
      |firmado|pedido|entregado|renovado|cancelado)?\b"""
NOT_DONE = r"""
    \b(?:still|but|need(?:s|ed)? to|have to|has to|must|should|want(?:ed)? to|remind|don't forget|not yet|until\
      |except|noch|muss\
      |müssen|aber|encore|mais|faut|falta|pero|todavía|hay que|tengo que|por)\b"""
# ... and what rises by itself is nobody's task.
RISES = r"""
    ^<opener>(?:the|our|my) [\w -]{2,30}? (?:goes|go|will go|is going|are going) (?:up|down)\b
    ^<opener>(?:the|our|my) [\w -]{2,30}? (?:rises?|increases?|drops?|falls?|will (?:rise|increase|drop|fall|change)) \
      (?:by|from|in|on|next|to)\b"""
DECISIVE: tuple[
    tuple[FragmentKind, tuple[FragmentKind, ...], str, str], ...
] = (  # the kind, taken for, wanted, unwanted
    ("fact", ("correction",), INTRODUCED, OVERRULES),
    ("fact", ("event",), RECURS, NO_EVENT),
    ("preference", ("event", "fact"), WRITTEN, OVERRULES),
    ("preference", ("fact", "task", "event"), RATHER, COMPOSED),
    ("fact", ("preference",), OWNED, NOT_OWNED),
    ("event", ("task",), DONE, NOT_DONE),
    ("event", ("task",), RISES, COMPOSED),
    ("fact", ("decision",), HINDERED, COMPOSED),
)

OUTRIGHT = (  # of these, those that are kept however little the table of `llm/worth.py` makes of them
    VITAL, NEVER, HOW_TAUGHT, TAUGHT, BY_LAW, WANTED, EACH_TIME, LIMITED, ROUTINE, TRIED, TAKEN, WHENEVER, ONLY_AT,
    MAKE_IT, CHANGED_MIND,
)  # fmt: skip
NO_THING = (UNSURE, PASSING, ONCE, NO_FACT, COMPOSED, SEEN, SPEC)
