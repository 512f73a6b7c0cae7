"""Words by which a statement is taken apart: one entry a line or a word; what they mean is said in claim.py."""

from __future__ import annotations

from reverie.domain.kinds import KINDS as KINDS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _table(lines: str) -> dict[str, str]:
    """`meaning: word word …` a line; a word of several parts is joined by underscores."""
    found: dict[str, str] = {}
    for line in lines.strip().splitlines():
        meaning, _, words = line.partition(":")
        found.update(dict.fromkeys(words.split(), meaning.strip()))
    return found


# --- One word for many: abbreviations, synonyms, irregular forms ------------------------------------

ALIAS = _table("""
    database: db dbs databases datenbank base_de_données
    postgres: postgresql psql pg
    repo: repository repositories repos
    production: prod
    staging: stage
    development: dev
    kubernetes: k8s
    javascript: js
    typescript: ts
    python: py
    github: gh
    environment: env envs
    config: configuration configurations configs conf cfg
    auth: authentication
    document: doc docs documentation documents
    infrastructure: infra
    application: app apps
    directory: dir folder folders directories
    language: lang
    dependency: dep deps
    package: pkg
    minute: mins
    maximum: max at_most up_to <= no_more_than
    minimum: min or_newer or_later or_higher or_above or_more at_least >= no_less_than
    below: < under less_than
    above: > more_than
    message: msg msgs
    favorite: favourite favourites favorites
    color: colour colours colored coloured
    license: licence licensed licenced
    license_under: licensed_under
    timezone: time_zone zeitzone
    email: e-mail mail_address
    organization: organisation org
    optimize: optimise
    behavior: behaviour
    center: centre
    customer: client_company
    vscode: vs_code visual_studio_code
    neovim: nvim
    pull_request: pr prs pull_request pull_requests
    merge_request: mr merge_request merge_requests
    macos: mac_os osx
    mac: macbook
    lint: linter linting linters
    format: formatter formatting
    test: testing tests
    cache: caching cached
    deploy: deployment deployments deploys deployed deploying
    release: ship shipping ships shipped
    infrastructure: infrastructures
    commit: committing
    authorize: authorise
    lead: leader leads leading led
    own: owner owns owned owners owning
    timeout: time_out times_out timed_out timeouts
    indentation: indent indents indented indenting
    maintain: maintainer maintains maintained
    manage: manager manages managed boss
    birth: birthday born
    name: called named calls heißt heiße appelle llama
    hosting: hosted hosts host
    answer: reply replies answers response responses
    emoji: emojis
    monday: mondays montag montags lundi lunes
    tuesday: tuesdays dienstag dienstags mardi martes
    wednesday: wednesdays mittwoch mittwochs mercredi miércoles
    thursday: thursdays donnerstag donnerstags jeudi jueves
    friday: fridays freitag freitags vendredi viernes
    saturday: saturdays samstag samstags samedi sábado
    sunday: sundays sonntag sonntags dimanche domingo
    second: sec secs
    hour: hr hrs
    variable: var_name variables
    work: employer
    allergy: allergic allergies alérgico allergisch alergia allergie
    birth: bday cumpleaños geburtstag anniversaire
    command: cmd commands
    maintain: looks_after takes_care_of
    own: responsible in_charge_of responsible_for
    region: zone
    port: ports porta puertos
    enable: on_ active activated enabled
    write: implemented written writes wrote writing geschrieben écrit escrito
    build: built builds
    require: need needs needed requires required
    pin: pinned pins
    spelling: spellings
    approximately: about roughly around circa ungefähr environ
    port: puerto
    package_manager: package_manager
    github_actions: github_actions gh_actions github_action
    gitlab_ci: gitlab_ci
    eur: € euro euros
    usd: $ dollar dollars
    gbp: £ pounds
    percent: %
    percent: per_cent
""")

UNITS = _table("""
    second: s sec secs second seconds sekunden secondes segundos
    minute: min mins minute minutes minuten
    hour: h hr hrs hour hours stunden heures horas
    day: d day days tage jours días
    week: week weeks wochen
    month: month months
    year: year years
    ms: ms millisecond milliseconds
    kb: kb kilobyte kilobytes
    mb: mb megabyte megabytes
    gb: gb gigabyte gigabytes
    tb: tb terabyte terabytes
    kg: kg kilo kilos kilogram kilograms
    km: km kilometer kilometers kilometre kilometres
    px: px pixel pixels
    percent: % percent
    eur: € eur euro euros
    usd: $ usd dollar dollars
    gbp: £ gbp
""")

NUMBERS = {
    word: str(n)
    for n, row in enumerate(
        "zero|one|two zwei deux dos|three drei trois tres|four vier quatre|five fünf cinq|six sechs|seven sieben"
        "|eight acht huit|nine neun neuf|ten zehn dix|eleven|twelve".split("|")
    )
    for word in row.split()
}
NUMBERS |= zip("fifteen twenty thirty forty fifty sixty ninety".split(), "15 20 30 40 50 60 90".split(), strict=True)
MONTHS = {
    word: n
    for n, row in enumerate(
        "january jan januar janvier enero|february feb februar février febrero|march mar märz mars marzo"
        "|april apr avril abril|may mai mayo|june jun juni juin junio|july jul juli juillet julio"
        "|august aug août agosto|september sep sept septembre septiembre|october oct oktober octobre octubre"
        "|november nov novembre noviembre|december dec dezember décembre diciembre".split("|"),
        start=1,
    )
    for word in row.split()
}

# --- Words that carry no claim ----------------------------------------------------------------------

DETERMINERS = _words(
    """the a an this that these those der die das den dem des ein eine einen einem einer le la les l un une
    el los las"""
)
PREPOSITIONS = _words(
    """for in at on of to with by as behind from into onto via through over than per until till since during within
    across against between inside under before towards when if unless while in_favour_of in_favor_of
    für mit auf von vom zu zum zur bei beim im am als an aus nach bis wenn
    pour dans sur avec par à au aux de du d chez comme vers si
    para con por en del al como desde hasta si
    для в во на с со по из от к при если"""
)
FILLERS = _words(
    """been being do does did will would shall has_been have_been had just also really very quite so then there here
    currently always please pls each every_time both well ok okay yes still already it its it's
    you your one's own_ himself themselves and or our_own simply basically generally usually directly only_just
    tbh honestly lol
    immer bitte auch schon dann und oder es wirklich
    toujours vraiment aussi et ou ça
    siempre realmente también y o
    и или это всегда
    should must shall ought has_to have_to need_to needs_to sollte sollten muss müssen doit debe
    which who whose"""
)
WE = _words(
    """we our ours let's lets wir unser unsere unserem unseren nous notre nos nosotros nuestro nuestra мы нас
    наш наша"""
)
ME = _words(
    """i me my mine myself ich mich mir mein meine meinem meinen je j moi mon ma mes yo mi mis me_ я меня мой моя
    the_user"""
)
GROUP = _words("project repo team codebase company product projekt projet proyecto проект")
GENERIC = _words(
    """service system module code file application server component team project repo platform tool stack setup
    software package environment library instance variable process dienst"""
)

PERSONAL = _words("live work birth role title allergy hobby diet email phone age nickname")  # of a person
HELD = _words("own maintain lead manage contact reviewer author assignee approver sponsor speaker")  # by a person
CONTRASTED = _words(  # before an attribute, they make it another one
    """read write request_ maximum minimum staging production development test ci local old new source target internal
    external public private soft hard upper lower first second third primary secondary default main backup master
    replica input output inbound outbound incoming outgoing connect idle total daily weekly monthly yearly annual
    hourly home work left right front back top bottom north south east west early late short long small big high low
    average next previous last own admin user guest legacy mobile web desktop server client upstream downstream"""
)
IMPLIED = {  # by a verb
    "live": _words("city town country plac home residenc"),
    "work": _words("company employer firm organization"),
    "write": _words("language"),
    "hosting": _words("provider"),
    "listen": _words("port"),
}

# --- Relations --------------------------------------------------------------------------------------

RELATIONS = _table("""
    be: turned_out_to_be turns_out_to_be happens_to_be remains stays became is_still
    be: has_to_be have_to_be needs_to_be be is are am was were 's = ist sind bin war est sont suis es son soy является
    use: use uses using used utilize utilise utilises chose choose chosen pick picked adopt adopted
    use: nutze nutzen nutzt verwende verwenden verwendet benutze benutzen benutzt
    use: utilise utilisons utilisent utiliser usamos uso usa usan utilizamos utiliza
    use: используем использует используют использую
    use: managed_with built_with done_with handled_with powered_by written_with made_with
    run: run runs running ran läuft laufen tourne corre
    have: has have having hat haben a_ tiene tienen
    place: keep keeps keeping store stores storing stored kept located sits resides saved lies residing liegt
    live: live lives living wohne wohnt wohnen lebe lebt habite vis vit vivo vive viven живу живет живёт живут
    work: employed work works working arbeite arbeitet travaille trabajo trabaja
    prefer: prefer prefers preferred preferring like likes love loves want wants enjoy enjoys favor favors favour
    prefer: bevorzuge bevorzugt mag préfère aime prefiero prefiere предпочитаю любит люблю
    listen: lauscht hört écoute escucha listen listens listening exposed
    go: go goes going sent
    happen: happen happens takes_place take_place
""")
IMPERATIVES = _words(
    """include exclude squash add ask answer keep write deploy test build commit push merge rebase review check enable
    disable set make put create delete remove avoid indent name log send call read update install restart document
    format lint pin tag follow wrap return prefix sort group split mock skip ignore export import raise handle
    validate"""
)
FIRST = _words("vivo trabajo prefiero uso soy живу предпочитаю")  # a verb that says "I" by its form
PEOPLE = _words(
    """mother father wife husband brother sister son daughter partner friend manager parent parents mutter vater frau
    mann     bruder schwester mère père femme frère sœur madre padre esposa hermano hermana boss uncle aunt cousin"""
)
SHOUTED = _words("mit us it est ist es si am par con sin des die son uso sur pas do")  # in capitals, a name
LIGHT = _words("be use run place go happen listen")  # verbs that add nothing to what stands beside them
ALIKE = _words("be use run place go happen listen write host base")
PERMITTED = _words("allow permit enable support require block install")  # in many places at once
SOFT = _words(  # beside a number
    "set keep put give serve run host point here configure use expose reachable available accessible find"
)
MEASURED = _words(
    """be use have run require take last cost keep weigh indent expire retain limit allow pin pay deliver
    start end begin live set happen"""
)
PLURAL_ROLES = _words(
    """friend colleague brother sister son daughter child cat dog kid hobby interest task rule problem bug issue error
    reason idea plan goal example tool dependency test step note thing question point option feature way todo fact"""
)

ATTRIBUTES = _words(
    """port version branch region owner deadline editor timezone budget name url address email phone number manager role
    title status language framework database license color size limit timeout interval period frequency schedule date
    time place location city country currency price cost rate quota threshold level mode theme model provider hostname
    domain endpoint path bucket cluster namespace account username age weight height birth employer handle standup retro
    sprint
    allergy hobby diet indentation command provider queue maintainer contact slot employer birthday replicas length
    width height depth capacity duration delay expiry milestone kickoff freeze launch formatter linter editor
    browser drink food breakfast snack nickname surname pronoun spouse hometown residence coach tutor teacher
    landlord flavor flavour genre channel codename mascot motto tagline slogan logo encoding charset protocol broker
    cache registry runtime interpreter compiler driver engine backend frontend stack orm logger tracker dashboard
    monitor scheduler balancer proxy gateway firewall hash algorithm cipher replica pool memory cpu disk recipient
    sender reviewer approver assignee sponsor speaker author vendor supplier carrier courier venue flight salary
    rent fee tax discount balance
    package_manager shell lint format retention stage state priority severity state phase
    frist farbe größe zeit sprache adresse nom adresse langue taille fecha nombre idioma порт версия"""
)

# --- Negation and opposites: the second is the first, denied ------------------------------------------

NOT = _words(
    """not no never none neither nor without nobody nothing hardly barely scarcely
    nicht kein keine keinen keinem nie niemals ohne
    pas jamais aucun aucune sans
    nunca ningún ninguna sin jamás
    не нет никогда без"""
)
AT_NO_TIME = _words("~ never nie niemals jamais nunca jamás никогда")  # denials that need no "any more"
STRICT = _words("before until when if unless during against over than")  # prepositions that may not be left out
DIRECTED = _words("from to since under into onto above below") | STRICT
PLACES = _words("in at on under behind im auf dans à en в на")
PURPOSE = _words("for as für als pour para como для zum zur")
NOT_WHERE = _words("with on as without near from mit als avec comme con como")
INDEFINITE = _words("a an ein eine un une")
MORE = _words("more rather better lieber mehr")
THAN = _words("over than more_than als to que")
WORDED = _words("answer write document comment message speak reply readme")
DAYS = _words("monday tuesday wednesday thursday friday saturday sunday")
STATES = _words("open ready broken slow fast stable fine done locked blocked fixed public on off")
PASTS = _words(
    """went met bought sold ran told gave did had saw came took made said found lost won sent finished failed
    deployed shipped released joined started visited crashed happened acquired worked signed published hired"""
)
WHEN = _words("yesterday today tonight tomorrow ago gestern heute hier ayer last")
LEANING = _words("it they them he she him er sie il elle ella él он она они")  # say what they mean only in context
OPPOSITES: dict[str, str] = {}
for (
    _pair
) in """enable/disable enable/deactivate activate/deactivate allow/forbid allow/prohibit allow/disallow allow/ban
    allow/forbidden allow/banned
    permit/forbid include/exclude before/after on/off like/hate like/dislike mandatory/optional public/private
    open/closed open/close open/shut accept/reject lock/unlock show/hide start/stop valid/invalid
    accept/refuse increase/decrease prefer/hate prefer/dislike prefer/avoid prefer/hates use/avoid true/false
    synchronous/asynchronous online/offline possible/impossible available/unavailable short/long
    encrypted/unencrypted safe/unsafe stable/unstable""".split():
    _yes, _no = _pair.split("/")
    OPPOSITES.setdefault(_no, _yes)

# --- Words of change: what they do is in claim.py ------------------------------------------------------

MARKS = _table("""
    END: no_longer not_any_more not_anymore any_more anymore nicht_mehr kein_mehr keine_mehr keinen_mehr ya_no больше_не
    NOW: now nowadays from_now_on henceforth going_forward as_of starting jetzt inzwischen
    NOW: mittlerweile ab_jetzt ab_sofort
    NOW: désormais dorénavant maintenant ahora a_partir_de_ahora теперь сейчас these_days
    FIX: actually correction scratch_that eigentlich korrektur en_fait en_realidad corrección на_самом_деле
    FIX: i_meant i_was_wrong my_mistake update
    PAST: used_to formerly previously früher auparavant antes_de раньше once_was until_recently
    INSTEAD: instead_of rather_than in_place_of statt anstatt anstelle_von anstelle au_lieu_de plutôt_que en_lugar_de
    INSTEAD: en_vez_de вместо as_opposed_to
    CHANGE: switched switch moved move migrated migrate changed change went upgraded upgrade bumped raised lowered
    CHANGE: renamed converted transitioned ported increased reduced cut pushed_back postponed brought_forward extended
    CHANGE: shortened rescheduled relocated downgraded updated shifted delayed pushed_out pushed set_back
    CHANGE: umgestiegen gewechselt gewechselt migriert umgezogen umbenannt geändert gestiegen
    CHANGE: passé passés passées migré changé déplacé renommé
    CHANGE: migramos cambiamos pasamos cambiado migrado movido cambió pasó
    CHANGE: перешли перешёл мигрировали сменили переименовали перенесли переехали
    REPLACE: replaced replace swapped ersetzt remplacé reemplazamos reemplazado sustituimos заменили
    DROP: dropped drop removed stopped_using stop_using got_rid_of get_rid_of gave_up quit abandoned retired
    DROP: deprecated discontinued sunset ditched phased_out moved_away_from moved_off stopped decommissioned
    DROP: given_up given_up_on gave_up_on fell_out_of fallen_out_of fell_out_of_love_with fallen_out_of_love_with
    DROP: am_done_with we_are_done_with am_finished_with am_through_with lost_interest_in walked_away_from
    DROP: not_bother_with not_bother_using moved_off_of
    DROP: abgeschafft abandonné dejamos_de_usar отказались_от
    LEFT: left
    TOOK: took_over takes_over
    MAY: might may could maybe perhaps considering consider considered discussing plan_to plans_to planning_to thinking
    MAY: wants_to want_to would_like hope hopes vielleicht peut-être quizás quizá возможно if_we proposed suggests
    MAY: suggested thinks believes wonders propose next
    BUT: but sondern mais sino а
""")
PLANNED = _words("should will would could must shall need_to needs_to have_to to ought")
TO = _words("to auf zu nach à vers a на into")
FROM = _words("from von vom de с со desde off")
WITH = _words("in_favour_of in_favor_of with by for par con por durch mit gegen на")
REASONS = _words("because weil parce porque denn потому car due")
SINCE = _words("it its they we he she the our my this that i there")
FAILED = _words("fail crash break slow red down hang stuck")
SAID = (  # what may stand before a statement without being part of it
    "hm|hmm|um|uh|oh|ah|sorry|right|"
    "remember that|remember|note that|note|fyi|btw|by the way|as i said|as mentioned|please|reminder|also|so|ok|okay|"
    "well|hey|just so you know|keep in mind that|important|the user asked to|the user asked you to|the user said that|"
    "the user wants you to|i want you to|i'd like you to|we decided to|we decided that|we agreed to|"
    "the team agreed to|the team decided to|we have decided to|i decided to|we agreed that|"
    "make sure to|make sure you|be sure to|let's|lets|to be clear|in general|"
    "merk dir dass|bitte|note que|recuerda que"
).split("|")

TELLING = _words(
    """say says said saying tell tells told know knows known remember remembers recall remind reminds reminded reminder
    note noted notice noticed checked rechecked double-checked confirm confirms confirmed verified mention mentioned
    mentions heard learned learnt record information aware forget forgot misspoke mistaken mistake wrong sorry
    correction understand understood reported reports stated clear heads-up psa mind recap repeat wrote written
    documented announced agreed settled asked"""
)
SPOKEN = _words("say says said confirms confirmed mentions mentioned reports reported stated announced")
CONDITIONS = _words("when if unless while before after until once whenever wenn falls si quand cuando")
LATELY = frozenset(  # at the end of a statement, no more than "now"
    """again|this week|this month|this year|this time|recently|lately|as always|as usual|as before|at the moment
    |right now|at present|for now|meanwhile|by now|so far|i mean|as well|though|after all|since then|of course
    |all along|for sure""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)

# --- Unspaced scripts: `_` adds nothing, TOPIC stands after what is spoken of ---------------------------

CHINESE = _table("""
    END: 不再 已不 已经不
    NOW: 现在 目前 如今 从现在起 現在
    FIX: 其实 實際上 实际上
    INSTEAD: 而不是
    TO: 改用 改成 改为 改為 换成 換成 迁移到 换到
    not: 不 没 沒 别
    use: 使用 采用 用
    be: 是
    live: 住在
    _we: 我们 我們
    _me: 我
    _: 了 的 吧 呢
""")
JAPANESE = _table("""
    END: もう
    NOW: 今は 現在は 今後は 現在 今
    FIX: 実は
    NOTBUT: ではなく じゃなく でなく
    CHANGE: 変更 移行 切替
    not: ません ない ませんでした
    use: 使 使用
    live: 住
    be: です だ である でした
    _me: 私 僕 俺
    _we: 私たち 弊社
    TOPIC: は
    _: が を に の で と も へ って い いて ます います し した しました され されました んで いる
    _: されています なりました に使
""")
KOREAN = _table("""
    END: 더 이상 더이상
    NOW: 이제 이제는 지금은 현재는
    FIX: 사실은 사실
    NOTBUT: 아니라
    CHANGE: 변경 전환 이전 변경되었습니다 바뀌었습니다
    not: 않는다 않습니다 않아요 없다 없습니다 아니다
    use: 사용 사용하지 사용한다 사용합니다 사용해요 씁니다 쓴다
    live: 삽니다 살아요 산다 살고
    be: 입니다 이다 이에요 예요
    _me: 저는 나는 제가 내가
    _we: 우리는 우리가 우리
    _: 있습니다 있다 있어요
""")
KOREAN_ENDS = _table("""
    TOPIC: 은 는 이 가
    be: 입니다 이다 이에요 예요 다
    _: 을 를 의 에 에서 로 으로 와 과 도
""")
