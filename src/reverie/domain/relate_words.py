"""The wordings that say how one stands to another, as domain/relate_forms.py reads them: one form a line.

`A` is where the relation starts and `B` where it leads; `|` parts alternatives, `_` is a space inside one, a word with
`?` behind it may be missing, `..` are some plain words that neither name nor deny, `:` is a colon, an arrow or a dash,
`END` the end of a clause. Articles before names and small adverbs ("now", "still") may stand anywhere.
"""

from __future__ import annotations

_HOUSE = "place|flat|house|home|apartment|room|condo|cottage|studio|property|farm|bungalow"
_JOB = "job|position|role|post|gig|contract|internship|traineeship|apprenticeship|seat|desk|stint|placement"
_BOSS = (
    "boss|(?<!account_)(?<!project_)(?<!product_)manager|line_manager|supervisor|team_lead|teamlead|lead|head|chief|superior|director|foreman|principal"
    "|chef|chefin|vorgesetzte|vorgesetzter|vorgesetzten|jefe|jefa|cheffe|responsable_hiérarchique"
)
_SPOUSE = "wife|husband|spouse|frau|mann|ehefrau|ehemann|femme|mari|épouse|époux|mujer|marido|esposa|esposo"
_PARTNER = "partner|other_half|better_half|fiancé|fiancée|fiance|girlfriend|boyfriend|significant_other|sweetheart"
_KEEPER = (
    "maintainer|owner|steward|caretaker|keeper|custodian|admin|administrator|lead|tech_lead|guardian|point_person"
    "|go-to|go-to_person|expert|operator|contact|contact_person|point_of_contact|product_owner|janitor|curator"
    "|lead_developer|lead_dev|main_developer|main_dev|person_in_charge|code_owner|approver|reviewer"
)
_REP = (
    "rep|contact|account_manager|sales_rep|key_account|key_account_manager|representative|contact_person|liaison"
    "|point_of_contact|go-to|go-to_person|sales_contact|sales_person|salesman|saleswoman|customer_manager|agent|person"
    "|account_rep|account_lead|account_exec|account_executive|man|woman|guy|advisor|adviser|broker|consultant"
)
_BREAKS = (
    r"(?:\w+_)?(?:breaks|acts_up|dies|fails|crashes|goes_down|is_down|misbehaves|falls_over|stops|jams|hangs"
    r"|burns|beeps"
    r"|alerts|pages|is_broken|has_a_problem|has_trouble|has_problems|needs|goes_off|blows_up|is_on_fire|complains"
    r"|stalls"
    r"|plays_up|gives_up|screams|chokes|goes_wrong|freezes|messes_up|screws_up|is_late|gets_stuck|is_stuck|falls_apart"
    r"|sulks|throws|errors|lags|leaks|coughs|whines|wobbles|smokes|floods|loops|times_out|dies_again|is_slow|is_red)"
)
_ASK = (
    "ask|ping|call|ring|page|wake|phone|contact|write_to|talk_to|speak_to|go_to|see|bug|poke|message|email|text|alert"
    "|tell"
)
_DUTY = (
    "pager|pager_duty|on-call|on_call|on-call_duty|on-call_shift|on-call_rota|emergency_phone|weekend_phone|night_phone"
    "|duty_phone|bleeper|beeper|night_shift|nights|weekends|standby|stand-by|night_duty|weekend_duty|out-of-hours"
    "|out-of-hours_phone|after-hours|late_shift|emergency_line|hotline|rota|bat_phone|batphone|night_watch|duty"
    "|incident_phone|support_phone|phone|weekend_shift|on-call_phone|on-call_pager"
)
_LATE = (
    r"out_of_hours|after_hours|at_night|at_nights|on_weekends|at_the_weekend|overnight|nights_and_weekends|off-hours"
)
_OFFICE = (
    "youth_office|social_services|jugendamt|the_council|the_court|the_agency|welfare_office|the_authority|the_office"
)
_MENTOR = (
    "mentor|mentorin|tutor|tutora|tutorin|trainer|coach|preceptor|instructor|thesis_advisor|thesis_adviser|phd_advisor"
    "|clinical_supervisor|ausbilder|ausbilderin|doktorvater|doktormutter|tuteur|tutrice|maître_de_stage|mentora|formateur"
    "|formatrice"
)
_TRAINEE = (
    "mentee|trainee|apprentice|student|protégé|protégée|pupil|resident|intern|phd_student|azubi|lehrling|stagiaire"
)
_PET = (
    "dog|cat|puppy|kitten|horse|pony|rabbit|hamster|parrot|tortoise|pet|budgie|guinea_pig|hund|katze|kater|pferd|chien"
    "|perro|perra|gato|gata|terrier|labrador|poodle|mare|gelding|donkey|goat"
)
_CHILD = "son|daughter|kid|child|toddler|baby|youngest|eldest|oldest|sohn|tochter|fils|fille|hijo|hija"
_PARENT = "mother|father|mum|mom|dad|parent|mutter|vater|mère|père|madre|padre|mama|papa"
_SIBLING = (
    "brother|sister|twin|sibling|half-brother|half-sister|twin_brother|twin_sister|little_brother|little_sister"
    "|big_brother|big_sister|bruder|schwester|frère|sœur|soeur|hermano|hermana|younger_brother|younger_sister"
    "|older_brother|older_sister"
)
_TRADE = (
    "nurse|engineer|developer|accountant|teacher|vet|doctor|designer|analyst|chef|cook|driver|lawyer|editor"
    "|architect|electrician|plumber|carpenter|receptionist|secretary|translator|librarian|researcher|scientist|pharmacist"
    "|surgeon|midwife|buyer|planner|consultant|technician|mechanic|gardener|baker|butcher|welder|pilot|journalist|producer"
    "|programmer|administrator|bookkeeper|economist|biologist|chemist|physicist|lecturer|professor|postdoc|intern"
    "|apprentice|trainee|assistant|cashier|clerk|foreman|paramedic|radiographer|physiotherapist|dentist|head_of_\\w+"
)
_SENT = "post|mail|parcels|parcel|letters|letter|packages|package|deliveries|flowers|card|cards|christmas_card|presents"
_WARES = (
    "orders|order|complaints|invoices|deliveries|returns|reorders|refunds|quotes|samples|supplies|claims|billing|prices"
)
_SCHOOL = "school|primary|kindergarten|nursery|college|university|uni|daycare|crèche|preschool|high_school|schule|kita"

# A relation and one form a line. "=": both ends may be named in plain small letters, so sure is the wording. "?": the
# "if" or "when" in it is no doubt. "~": only of what surely is a thing, for of people it says something else; "#": only
# of what surely is a firm; "!": only when the one who serves or is led surely is a person.
FORMS = rf"""
led    B leads|is_leading|manages|heads|runs|leitet|dirige A
led    A is|'s led|managed|headed|run by B
works-at    A works|working|work at|for|over_at|out_of B
with    A works|working with B
with    is|heißt|est|es A from|at|of|von|bei|de|chez B
works-at    A is|'s employed|engaged|hired|contracted|working|on_staff|on_the_payroll|on_the_books at|by|with|of|for B
works-at    A has?|is? joined|joins|signed_with|signed_on_with|signed_for|started_at|starts_at|started_with|clerks_for B
works-at    A has?|'s? started|starts|begins|began work|working|a_new_job|a_job|her_new_job|his_new_job at|with|for B
works-at    A has|got|took|landed|accepted|found|holds|secured|started|starts|scored .. {_JOB} at|with|from|by B
works-at    A accepted|took|signed the|an|a? offer from|by|of|at B
works-at    A interns|teaches|consults|freelances|volunteers|practises|practices|clerks|lectures|trains|temps at|for|with B
works-at    A clocks_in|punches_in|puts_in_hours at|for B
works-at    A employed|working|hired|contracted by|at|for B
works-at    A draws|gets|collects .. salary|wage|wages|paycheck|pay from|at B
with    A moved|has_moved|switched|has_switched over? to B
works-at    A earns|makes .. living|money|bread|keep|wage|salary at|with|from B
with    A does|runs|heads|leads|manages|handles .. at|for B
with    A sits|is_busy|is_happy|sounds_happy|seems_happy|is_doing_well|slaves_away|toils|works_shifts at B
with    A is|'s|went|stayed|has_been with B
with    A has_been at|with B
with    A (B)
goes    A goes_to|is_at|starts_at|started_at B
works-at    A : day_job|job|work|works|employer|employed|office|workplace|company|firm at?|:? B
works-at    A 's (?:new_|current_|present_|day_)?(?:job|employer|company|firm|workplace|office|work) is|: at|with? B
works-at    new_job|job|employer|work|workplace|firm|company for|of? :? A : at? B
works-at    new_job|employer : A : at? B
works-at    works|working for|at B : A
works-at    B employs|hired|hires|recruited|headhunted|poached|signed_up|snapped_up|took_on|brought_in|has_hired A
works-at    B took|brought|kept|put A on|on_board|on_staff|on_the_payroll|on_the_books|in_house
works-at    B is|'s where|whom? A works|works_now|is_employed|has_a_job|spends|earns|sits|clocks_in|is_working|got_a_job
works-at    paycheck|payslip|salary|wages of|for A comes_from|come_from|is_from|are_from|says|say|paid_by B
works-at    A is|'s|:? on_the_books|on_the_payroll|on_staff|on_the_staff|in_the_pay|on_the_permanent_staff of|at|with B
with    B pays|signs|covers A 's wages|salary|wage|paycheck|paycheque|rent|bills
works-at    A 's badge|payslip|paycheck|business_card|name_tag|work_email|contract|uniform|lanyard says|reads|is_from|comes_from|shows|has B
with    A he's|she's|who's|they're|is? slaving_away|grafting|toiling|beavering_away|plugging_away|working_away|clocking_in at|for B
with    B nabbed|snatched|snatched_up|snagged|picked_up|lured|lured_away|landed|scooped_up A
with    reach|catch|find|get_hold_of|get_through_to A at|through|via|over_at B
with    negotiates|negotiate|negotiating|negotiated|spoke|talked|met|dealt|deals|dealing|haggles|haggling|chatted|call with|to A of|from|at B
with    A from B brought|called|rang|came|visited|wrote|emailed|sent|dropped|said|phoned|stopped|delivered|asked|turned|told|confirmed
works-at    A is|'s? a|an|the|our? (?:\w+_)?(?:{_TRADE}) at|with|for B
works-at    A got|was|has_been|is|'s|have hired|taken_on|recruited|employed|poached|headhunted|snapped_up by B
works-at    A steht bei B auf_der_lohnliste|auf_der_gehaltsliste|unter_vertrag|in_lohn_und_brot
works-at    A hat bei|in|im B .. job|stelle|anstellung|vertrag
works-at    A hat .. job|stelle|anstellung|vertrag bei B
works-at    A est salarié|salariée|employé|employée|embauché|embauchée de|par|chez B
works-at    A a .. poste|emploi|travail|boulot|contrat|cdi chez|à B
works-at    A está en_la_plantilla|en_nómina|en_plantilla|contratado|contratada de|en|por B
works-at    A es empleado|empleada|trabajador|trabajadora de|en B
works-at    A tiene .. trabajo|puesto|empleo|contrato en|con B
works-at    A lavora da|per|presso|alla|in B
works-at    A trabalha na|no|em|para|com B
works-at    it's|it_is B where|whom? A works|works_for|works_at|is_employed|is_working
lives-in    it's|it_is B where? A lives|lives_in|resides|is_living
maintained-by    ~ it's|it_is B who|that maintains|looks_after|owns|runs|minds|babysits|keeps A
works-at    A went_to_work|has_gone_to_work|has_been_working for|at|with B
works-at    A arbeitet|schafft|jobbt|werkt|malocht bei|für|im|in_der|bij|voor B
works-at    A ist jetzt?|nun?|seit? .. bei B angestellt|beschäftigt|tätig|unter_vertrag|eingestellt?
works-at    A hat bei B angefangen|unterschrieben|einen_job|eine_stelle
works-at    A ist|ist_jetzt|ist_nun|ist_neu bei B
works-at    B beschäftigt A
works-at    B hat A eingestellt|angestellt|angeheuert
works-at    A travaille|bosse|est_employée|est_employé|est_salariée|est_salarié|est_embauchée|est_embauché chez|pour|à|au B
works-at    A a_rejoint|a_intégré|est_entrée_chez|est_entré_chez|est_chez|est_désormais_chez B
works-at    A trabaja|curra|labora|está_empleada|está_empleado|está_contratada|está_contratado en|para|con B
works-at    A se_unió|se_unió_a|ha_entrado_en|entró_en|fichó_por|ha_fichado_por B
lives-in    A lives|resides|dwells|living|is_living|is_based|'s_based|based|has_settled|settled|is_settled|has_settled_down|is_at_home in|over_in|out_of B
lives-in    A settled_down|has_roots|is_domiciled|makes_a_home|makes_her_home|makes_his_home|has_been_living|lodges in B
lives-in    A has|rents|is_renting|owns|bought|found|took|keeps|got|leases|shares .. {_HOUSE} in B
lives-in    A bought|rented|found something|somewhere in B
lives-in    A rents|is_renting|owns_property in B
lives-in    A and? the|her|his|their? .. family|kids|husband|wife|children .. live|lives|are|settled in B
lives-in    A is|'s a|an|the? B local|native|resident|citizen|dweller|inhabitant
lives-in    A is|'s resident|domiciled|at_home|registered in|of B
lives-in    home|hometown|home_town|home_city|home_base|residence|address|town|city|place for|of A is|: in? B
lives-in    A 's (?:new_|home_|current_|postal_|own_)?(?:address|home|town|city|place|flat|house|apartment|hometown|home_town) is|: in? B
lives-in    A calls|made B home|her_home|his_home|their_home
lives-in    A moved|relocated|emigrated|moved_house|moved_away|upped_sticks|packed_up_and_went|packed_up_and_moved to B
lives-in    A moved|relocated|settled|shifted .. from? over? to B
lives-in    post|mail|parcels|letters|packages|deliveries for A goes|go|is_sent|are_sent|gets_sent|belongs to|in B
lives-in    have|has|need to drive|fly|travel|go to B to see|visit|meet A
lives-in    B is|'s where A lives|is_living|resides|moved|settled|has_a_place|calls_home|is_at_home|now_lives|rents
lives-in    B is|'s home|now_home|the_home|the_hometown to|of A
lives-in    A is|'s in B now|these_days|for_good|permanently|as_of|full_time|nowadays
lives-in    A lives|living|resides .. in|at B
lives-in    A moved|has_moved|is_moving|moved_back into|in_at B
lives-in    A has|got|moved_into|took .. room|bed|suite|place|flat|apartment|annexe at|in B
stays    A is|'s at|in|over_at B
lives-in    {_SENT} for|to A .. goes|go|send|sent|addressed|forward to B
lives-in    post|mail|letters|parcels|address for|of A : B
lives-in    B is|'s|: where A sleeps|stays|lives|votes|has_a_house|has_a_flat|is_based|grew_roots|is_registered
lives-in    A wohnt|lebt .. in|im|bei|auf|am B
lives-in    A ist ins|in_das|in_die|nach|in_den B gezogen|umgezogen
lives-in    A habite|vit .. à|en|au|dans|chez|la|le B
lives-in    A vive|reside .. en|por B
lives-in    A abita|vive a|in B
lives-in    A mora em|no|na B
lives-in    A wohnt|lebt|haust|residiert|woont|leeft in|im|bei B
lives-in    A ist in B zuhause|zu_hause|daheim|ansässig|gemeldet
lives-in    A ist|zog|ist_von|ist_jetzt nach B gezogen|umgezogen?
lives-in    A hat .. wohnung|haus|bleibe|zimmer in B
lives-in    A habite|vit|réside|loge|crèche|demeure|s'est_installée|s'est_installé|est_installée|est_installé à|en|au|aux B
lives-in    A a_déménagé|a_emménagé à|en|au B
lives-in    A vive|reside|tiene_piso|tiene_casa|tiene_un_piso|tiene_una_casa|está_instalada|está_instalado|se_ha_instalado en B
lives-in    A se_mudó|se_ha_mudado|se_trasladó a? B
maintained-by    = B maintains|maintaining A
maintained-by    = maintenance|maintainer|caretaker|upkeep|ownership of|for? A : B
maintained-by    ~ A (?:tech_|team_|project_|product_)?(?:lead|owner|maintainer|contact|admin|caretaker|steward) : B
maintained-by    ~ A : maintained_by|maintainer|owner|owned_by|caretaker|contact|responsible|looked_after_by :? B
maintained-by    ~ B owns|runs|handles|manages|supports|administers|operates|services|fixes|repairs|leads|drives|steers|stewards A
maintained-by    ~ B looks|keeps|has after|watch_over|an_eye_on|tabs_on|the_keys_to|the_keys_for|charge_of|the_say_on|the_lead_on A
maintained-by    ~ B looks_after|is_looking_after|takes_care_of|is_taking_care_of|has_taken_over|takes_over|has_inherited|inherited|cares_for|tends|minds|babysits|shepherds|nurses|curates|tends_to|sees_to|watches_over A
maintained-by    ~ B signs_off|signs_off_on|approves|reviews all?|every?|the? changes?|releases?|deploys?|patches? to|of|for|on|in? A
maintained-by    ~ B keeps|keeping A alive|running|going|afloat|up|working|ticking|healthy|in_shape|in_order|humming|tidy
maintained-by    ~ B is|'s responsible|accountable|in_charge|on_the_hook|answerable|the_one_responsible|to_blame for|of A
maintained-by    ~ B is|'s the|our|a|an (?:\w+_)?(?:{_KEEPER}) of|for|on|behind|at A
maintained-by    ~ A 's (?:\w+_)?(?:{_KEEPER}) is|: B
maintained-by    ~ A is|'s|remains|became|becomes B 's (?:\w+_)?(?:baby|pet|pet_project|responsibility|job|problem|turf|patch|department|domain|child|thing|business|area|territory|project|brainchild|remit|to_maintain|call|headache|corner|garden)
maintained-by    ~ A is|'s|gets|being maintained|owned|run|kept|looked_after|handled|managed|cared_for|taken_care_of|serviced|supported|administered|operated|led|kept_alive|kept_running|steered|signed_off|reviewed|approved|fixed by B
maintained-by    ~ A is|'s|sits|lies in|under|with B 's hands|care|wing|court|name|control|remit|hand
maintained-by    ~ A is|'s|lies|sits in|under the? hands|care|charge|control|hand of B
on-call    ~ {_LATE} A .. goes|go|is|falls|belongs|rings|wakes|calls|pages|lies to|with|through|by? B
maintained-by    ~ ! A goes|falls|lies|rests|sits|is|'s|stays|went|passed through|to|with|up_to|via|down_to|over_to B
maintained-by    ~ ! anything|everything|questions|issues|problems|trouble|bugs|tickets|requests|changes|prs|pull_requests|patches|all_things|complaints about|with|on|for|regarding|concerning|to|around|of? A should?|must?|always?|please? go|goes|to|through|land|lands|via|:|are|is|end_up|belong|belongs|must_go .. B
on-call    ~ ? page|wake|wake_up|beep B if|when|whenever|in_case A {_BREAKS}
on-call    ~ ? when|whenever|if A {_BREAKS} {_LATE}|in_the_night|on_a_sunday|at_3am .. {_ASK} up? B
maintained-by    ~ ? when|whenever|if A {_BREAKS} .. B .. fixes|repairs|handles|sorts|mends|helps|looks|deals|steps_in|knows|takes_care|is_the_one|is_your
maintained-by    ~ ? when|whenever|if A {_BREAKS} .. {_ASK}|the_person_is|the_one_is|go_find|you_want|you_need B
maintained-by    ~ ? {_ASK} B if|when|whenever|in_case A {_BREAKS}
maintained-by    ~ {_ASK} B for|with|about anything|everything|questions|trouble|problems|issues about|with|on|around|concerning A
maintained-by    ~ trouble|problems|issues|problem|stuck|struggling|questions with|about|on A .. {_ASK}|walk_over_to|turn_to|head_over_to|find B
maintained-by    ~ for A .. {_ASK}|the_responsible_person_is|the_person_is|the_one_is|your_person_is|turn_to B
maintained-by    ~ never|don't touch|poke|change|break A .. B .. keeps|owns|runs|maintains|looks|handles|is_in_charge
maintained-by    ~ B is|'s|was put|placed|made in_charge|responsible of|for A
maintained-by    ~ put|made|named|appointed|left B in_charge|responsible|the_owner|owner of|for A
maintained-by    ~ A is|'s|sits|lands|landed|stays on|in B 's plate|desk|shoulders|list|lap|watch|hands
maintained-by    ~ B wrote|built|made|created .. A .. maintains|babysits|looks_after|minds|runs|owns|keeps|nurses|fixes
maintained-by    ~ the_one|the_person|whoever|person who knows|understands|maintains|runs|owns|minds|keeps|built A .. :|is B
maintained-by    ~ ! B knows A inside_out|best|by_heart|like_the_back
maintained-by    ~ bugs|issues|tickets|prs|patches|questions|alerts|faults|requests|tasks in|on|for|about|with A .. assign|assigned_to|ask|ping|to|go_to|give|belong_to|are_for to? B
maintained-by    ~ ? grab|fetch|get|nudge|shout_for|shout_at|find B if|when|whenever|in_case A {_BREAKS}
maintained-by    ~ A is|'s|gets|being minded|tended|nursed|babysat|stewarded|watched_over|seen_to by B
maintained-by    ~ A , c'est B qui gère|maintient|s'occupe|suit|répare
maintained-by    ~ c'est B qui gère|maintient|s'occupe_de|suit|entretient A
maintained-by    ~ B beheert|onderhoudt A
maintained-by    ~ um A kümmert_sich|sorgt_sich|kümmert_sich_jetzt B
maintained-by    ~ für A ist|ist_jetzt|zeichnet B zuständig|verantwortlich|die_ansprechperson|ansprechpartner
maintained-by    ~ B ist|ist_jetzt .. für A zuständig|verantwortlich
maintained-by    ~ B betreut|pflegt|wartet|verantwortet|verwaltet|leitet|kümmert_sich_um|ist_zuständig_für|ist_verantwortlich_für A
maintained-by    ~ A wird .. von B betreut|gepflegt|gewartet|verantwortet|verwaltet|geleitet
maintained-by    ~ zuständig|verantwortlich|ansprechpartner|ansprechpartnerin|betreuer|betreuerin für A ist|: B
maintained-by    ~ B qui? s'occupe_de|gère|maintient|est_responsable_de|est_chargé_de|est_chargée_de|entretient A
maintained-by    ~ A est gérée|maintenue|entretenue|suivie|géré|maintenu|entretenu|suivi par B
maintained-by    ~ le|la? responsable|mainteneur|mainteneuse de A est|: B
maintained-by    ~ B quien? se_encarga_de|se_ocupa_de|mantiene|gestiona|es_responsable_de|lleva|cuida_de A
maintained-by    ~ de A se_encarga|se_ocupa|se_hace_cargo|es_responsable B
maintained-by    ~ el|la? responsable|encargada|encargado|mantenedor de A es|: B
on-call    = B is|'s on_call|on-call|on_duty|on_standby|on_pager_duty|on_the_rota|on_rotation|on_the_hook for A
on-call    = B has|carries|holds|takes|does|covers|got|gets|keeps|is_carrying|is_doing|is_holding|took_over the?|her?|his? {_DUTY} for|of|on A
on-call    = {_DUTY}|emergency|emergencies|emergency_contact|out-of-hours_contact|on-call_contact|night_contact for|of A is|:|goes_to|go_to|lies_with|is_with B
on-call    ~ {_DUTY} A : B
on-call    ~ B takes|has|does|covers|is A on-call|on_call|nights|standby|weekends|duty
on-call    A {_DUTY}|emergencies|emergency|outages|alarms|pages|incidents|night_calls : B
on-call    ~ A {_DUTY}|emergencies|outages|alarms|pages|incidents|alerts is|are|go_to|goes_to|wake|land_with|reach|with B
on-call    ~ {_LATE} .. {_ASK} B for|about|if|when|on A
on-call    ~ page|wake|wake_up|beep B for|about A
on-call    ~ the_one|the_person|who|person to ring|page|call|wake|phone|alert about|for|when|if|over A .. is|: B
on-call    ~ B is|'s the|our? .. on_call|on_duty|standby|night_contact|emergency_contact|first_responder for|of|on A
on-call    ~ ! A pages|wakes|alerts|rings|beeps B
on-call    ~ alerts|alarms|pages|incidents|night_calls|emergencies|outages for|of|from|on|about A .. go|goes|come|land|reach|wake|ring|: to|with|on|at? B
on-call    ~ this_week|this_sprint|this_month|this_rota :? B is|has|does .. for A
on-call    ~ A after_dark|at_night|overnight|at_weekends|on_weekends|out_of_hours|after_hours .. :|is B
on-call    ~ emergency|emergencies|outage|incident|alarm|trouble|flood|fire in|at|with|on A .. B has|carries|holds|is|takes|answers
on-call    ~ B does|covers|has|takes nights|weekends|the_night_shift|night_duty|the_nights|the_weekend|weekend_duty at|for|in|on A
on-call    (?:nachtdienst|bereitschaft|notdienst|spätdienst|wochenenddienst) in|im|für|bei|am A .. hat|:|macht|ist B
on-call    de_nuit|de_garde|d'astreinte|la_nuit à|au|pour|chez A .. : B
on-call    ~ A pager|emergency_phone|duty_phone|on-call_phone .. with|on|to B
on-call    ~ rufbereitschaft|bereitschaft|bereitschaftsdienst|notdienst|pikett|nachtdienst für|von|bei A hat|: B
on-call    ~ B hat .. rufbereitschaft|bereitschaft|bereitschaftsdienst|notdienst|pikett|dienst für|bei A
on-call    ~ B est d'astreinte|de_garde|de_permanence pour|sur A
on-call    ~ l'astreinte|astreinte|la_garde de|pour|sur A : B
on-call    ~ B está|es de_guardia|de_turno|de_retén para|de|con|por A
on-call    ~ la_guardia|guardia|turno de|para A : B
reports-to    A reports|answers|is_accountable|reporting|has_to_answer|is_answerable straight|directly? to B
reports-to    A works|serves under B
reports-to    A is|'s|sits|comes under B END
reports-to    A 's (?:new_|direct_|current_|immediate_)?(?:{_BOSS}) is|:|is_called|heißt B
reports-to    A has|got B as|for (?:a|an|her|his|the|their)? (?:new_|direct_|line_)?(?:{_BOSS})
reports-to    A has|got (?:a|an|the)? (?:new_|direct_)?(?:{_BOSS}) : B
reports-to    (?:{_BOSS}) of|for|von|de|du A is|:|is_called|heißt|ist|est|es|s'appelle|se_llama|becomes B
reports-to    B is|'s|became|ist|est|es the|our|der|die|le|la|el|now? (?:new_|direct_|line_)?(?:{_BOSS}) of|for|von|de|du|above A
reports-to    B is|'s|became A 's (?:new_|direct_|current_|line_)?(?:{_BOSS})
reports-to    ! B supervises|line-manages|oversees|bosses|directs|manages|leads A
reports-to    B leads|runs|heads|manages|took_over the? (?:team|group|department|unit|crew|squad|office|shop)? A is|works|sits in|on|for|at
reports-to    B leads|runs|heads|manages|took_over A 's team|group|department|crew|squad|unit|branch
reports-to    B does|holds|runs|signs|signs_off|approves|reviews .. reviews|review|appraisals|one-on-ones|1:1s|holidays|leave|timesheets|expenses|appraisal with|of|for A
reports-to    B signs|signs_off|approves|reviews|does A 's reviews|review|appraisals|one-on-ones|1:1s|holidays|holiday|leave|timesheets|expenses|vacation
reports-to    holidays|holiday|leave|vacation|expenses|time_off|timesheets|days_off for|of A .. past|through|by B
reports-to    ! B above A END
reports-to    A is|'s on|in|part_of B 's team|group|department|crew|squad
reports-to    A is|'s supervised|managed|led|line-managed|overseen by B
reports-to    reviews|case_reviews|appraisals|one-on-ones|timesheets|leave_requests of|for|with A .. B does|holds|runs|signs|approves|handles
mentored-by    ! B mentors|coaches|tutors|trains|is_mentoring|is_coaching|is_tutoring|is_training|apprentices|taught|teaches A
mentored-by    ! B is_teaching|teaches|is_showing|shows|taught A the|how|her|his|to|a|everything
mentored-by    ! B has|took|takes A under_her_wing|under_his_wing|under_their_wing
mentored-by    ! B has|took|takes A as|on_as (?:(?:a|an|her|his|their)_)?(?:new_)?(?:{_TRAINEE})
mentored-by    A trains|is_training|studies|is_studying|learns|in_training under B
mentored-by    A apprentices|is_apprenticed|interns|does_her_residency|does_his_residency|does_her_phd|does_his_phd|is_doing_her_phd|is_doing_his_phd under|with|to B
mentored-by    ! A learns|is_learning|learnt|learned .. from|under B
mentored-by    A learns|is_learning .. from .. that'd_be|that_is|that's|namely|: B
mentored-by    A is|'s|gets|being mentored|coached|tutored|trained|taught|shown_the_ropes by B
mentored-by    A is|'s apprenticed|an_apprentice|a_trainee to|of|under B
mentored-by    A 's (?:new_|current_|old_|main_)?(?:{_MENTOR}) is|:|is_called|heißt|, B
mentored-by    A 's (?:new_|current_|main_)?(?:{_MENTOR}) B
mentored-by    B is|'s|became A 's (?:new_|current_|main_)?(?:{_MENTOR})
mentored-by    A is|'s|became B 's (?:new_|current_|latest_)?(?:{_TRAINEE})
mentored-by    (?:{_MENTOR}) of|for|von|de|du A is|:|ist|heißt|est|es|se_llama|s'appelle|becomes B
mentored-by    B is|'s|became|ist|est|es the|our|der|die|le|la|el|a|new? (?:new_)?(?:{_MENTOR}) of|for|to|von|de|du A
mentored-by    A has|got B as|for (?:(?:a|an|her|his|the|their)_)?(?:new_)?(?:{_MENTOR})
mentored-by    B signs|signs_off|keeps|checks|countersigns A 's logbook|training_log|training_record|log_book|portfolio|apprenticeship_book|berichtsheft
mentored-by    ! B bildet A aus
mentored-by    A lernt|macht_die_ausbildung|ist_in_der_lehre|ist_in_ausbildung bei B
mentored-by    A est en_formation|en_apprentissage|en_stage|formé|formée avec|auprès_de|par B
mentored-by    ! B forme|encadre|enseigne_à A
mentored-by    ! A aprende|se_forma|está_en_prácticas con|de B
reports-to    A berichtet|untersteht an|direkt_an? B
reports-to    A dépend|relève de B
reports-to    A depende|reporta|rinde_cuentas de|a? B
married-to    A is|'s|got|has_been|are married|wed|wedded|hitched to B
married-to    A married|wed|has_married|remarried|has_remarried|re-married to?|,? B
married-to    A got|is remarried|married_again to B
married-to    A and B are|got|have|'re|were? been? married|wed|hitched|husband_and_wife|spouses
married-to    A and B tied_the_knot|married|wed|got_hitched|eloped|have_tied_the_knot|have_been_married|have_married|are_newlyweds
married-to    A 's (?:new_)?(?:{_SPOUSE}) is|:|is_called|is_named|called|, B
married-to    A 's (?:new_)?(?:{_SPOUSE}) B
married-to    B is|'s A 's (?:new_)?(?:{_SPOUSE})
married-to    (?:{_SPOUSE}) of|von|de A is|:|ist|heißt|est|es|s'appelle|se_llama B
married-to    B : that's|is who|the_one|whom A is married|wed to
married-to    A ist mit B verheiratet
married-to    A hat B geheiratet
married-to    A est|s'est mariée|marié à|avec B
married-to    A a_épousé B
married-to    A está casada|casado con B
married-to    A se casó con B
partner-of    A 's (?:{_PARTNER}) is|:|is_called|is_named|called|, B
partner-of    A 's (?:{_PARTNER}) B
partner-of    B is|'s A 's (?:{_PARTNER})
partner-of    A and B .. a_couple|an_item|engaged|dating|going_out|together_now|an_old_couple|going_steady|living_together
partner-of    A is|'s dating|seeing|engaged_to|going_out_with|in_a_relationship_with|living_with|together_with B
partner-of    A est_en_couple_avec|sort_avec|est_fiancée_à|est_fiancé_à|vit_avec B
partner-of    A ist_mit B zusammen|liiert|verlobt
partner-of    A sale_con|es_pareja_de|es_novia_de|es_novio_de|vive_con B
child-of    A is|'s|ist|est|es B 's (?:\w+_)?(?:{_CHILD})
child-of    A is|'s|ist|est|es the|a|an|der|die|das|le|la|el? (?:\w+_)?(?:{_CHILD}) of|von|de|du|to B
child-of    B 's (?:\w+_)?(?:{_CHILD}) is|:|is_called|is_named|called|named|heißt|, A
child-of    B 's (?:\w+_)?(?:{_CHILD}) A
child-of    B is|'s A 's (?:\w+_)?(?:{_PARENT})
child-of    A 's (?:\w+_)?(?:{_PARENT}) is|:|is_called|is_named|called|heißt|, B
child-of    A 's (?:{_PARENT}) B
child-of    B is|'s|ist|est|es the|die|der|la|le|el? (?:{_PARENT}) of|von|de A
child-of    B has|hat|a|tiene a|one|an|une?|eine?n?|una? .. (?:{_CHILD}) called|named|: A
sibling-of    A is|'s|ist|est|es B 's (?:\w+_)?(?:{_SIBLING})
sibling-of    A is|'s|ist|est|es the|a|die|der|le|la|el? (?:\w+_)?(?:{_SIBLING}) of|von|de B
sibling-of    A 's (?:\w+_)?(?:{_SIBLING}) is|:|is_called|is_named|called|heißt|, B
sibling-of    A 's (?:\w+_)?(?:{_SIBLING}) B
sibling-of    A and B are|'re brothers|sisters|siblings|twins|brother_and_sister|half-siblings
has-pet    A 's (?:\w+_)?(?:{_PET}) is|:|is_called|is_named|called|named|heißt|, B
has-pet    A 's (?:{_PET}) B
has-pet    B is|'s A 's (?:\w+_)?(?:{_PET})
has-pet    A has|got|owns|adopted|bought|keeps|hat|a|tiene a|an|the|eine?n?|une?|una? (?:\w+_)?(?:{_PET}) called|named|namens|: B
member-of    A is|'s|became|remains a|an|the? (?:\w+_)?(?:member|chair|captain|treasurer|secretary|president|conductor) of|in|with B
teamed    A is|'s|remains on|in|part_of B
teamed    A plays|sings|rows|runs|dances|performs|drums|swims|competes in|with|for .. B
teamed    A belongs|belonging to|with B
member-of    A ist mitglied|mitglied_im|mitglied_in_der im|in|in_der|bei|beim|von|des? B
teamed    A singt|spielt|rudert|tanzt im|in|bei|beim|in_der B
member-of    A est|fait membre|partie de|du B
member-of    A es miembro|socia|socio de|del B
teamed    A canta|toca|juega|chante|joue en|en_el|dans|au|à B
located-in    A is|'s|are located|situated|headquartered|based|domiciled in|at|near|on B
located-in    A 's (?:new_|main_)?(?:headquarters|hq|head_office|office|offices|premises|warehouse|workshop|depot|branch) is|are|: in|at? B
located-in    A has|keeps|runs .. office|offices|headquarters|hq|warehouse|workshop|depot|premises|branch in|at B
located-in    A sitzt|hat_den_sitz|hat_ihren_sitz in B
located-in    A est_situé|est_située|se_trouve|a_son_siège à|au|en B
located-in    A está_en|tiene_la_sede_en|se_encuentra_en B
depends-on    ~ A depends|relies|hangs|leans on|off B
depends-on    ~ A requires|needs|pulls_from|talks_to|reads_from|subscribes_to B
runs-on    ~ A runs|is_running|is_hosted|'s_hosted|is_deployed|lives|sits|hosted|deployed|läuft|tourne|corre on|at|to|in|auf|sur|en B
uses    ~ A uses|is_written_in|is_built_with|is_built_on|is_powered_by|stores_data_in|writes_to|is_using|nutzt|verwendet|utilise|usa B
supersedes    ~ A replaces|replaced|supersedes|superseded|succeeds|is_the_successor_of|is_the_successor_to|takes_over_from B
supersedes    ~ B is|was|has_been|got replaced|superseded|succeeded by|with A
caseworker    B handles|has|took_over|took_on|is_on|deals_with|manages|follows A 's case|file|dossier
caseworker    {_OFFICE} gave|assigned|sent|put|allocated A to? B
doctor    A sees|is_seeing|is_under|goes_to B for|about .. heart|back|knee|skin|eyes|blood_pressure|diabetes|check-up|checkup|asthma
belongs    A belongs|gehört|gehören|appartient|pertenece to|zu|zur|zum|à|au|a|al? B
belongs    A is|'s in the hands|ownership|possession|portfolio of B
owned-by    A is|'s|was|got|been|has_been owned|held|controlled|acquired|bought|bought_up|bought_out|swallowed|taken_over by B
owned-by    A was|got|has_been|is? sold to B
taken    A is|was|got|been|has_been acquired|taken_over by B
taken    B acquired|has_acquired|acquires A
owned-by    B owns|acquired|bought|bought_up|bought_out|took_over|controls|swallowed|has_acquired|has_bought|purchased A
owned-by    A is|'s a|an|the? B company|subsidiary|brand|unit|firm|outfit|daughter|affiliate|business|label|store
owned-by    A is|'s a|an (?:\w+_)?subsidiary|division|unit|brand|arm|daughter|part|branch of B
owned-by    behind A is|there's|there_is|stands|sits B
owned-by    A 's parent|owner|parent_company|holding|holding_company|mother_company|majority_owner is|: B
owned-by    owner|parent|parent_company|holding|inhaber|propriétaire|propietario of|von|de A is|:|ist|est|es B
owned-by    A ist eine|ein? Tochter|Tochterfirma|Marke von|der B
account-manager    B is|'s our|my|the|your|their (?:new_|main_|usual_)?(?:{_REP}) at|for|from|with|over_at|of A
account-manager    our|my|the|new (?:new_|main_|usual_)?(?:{_REP}|face) at|for|from|with|over_at A is|: B
account-manager    at A .. talk|speak|write|deal|ask|turn|call|talking|dealing|get to|with|for|through? B
account-manager    at A .. B .. handles|looks|is|deals|takes|sorts us|after|our|with|care
account-manager    A gave|assigned|gives|sent|named|appointed us? B as
account-manager    # A gave|assigned|gives|sent us B
account-manager    A assigned|put B to|on us|our_account
account-manager    contact|rep|account_manager|sales|ansprechpartner|ansprechpartnerin|interlocuteur|interlocutrice|contacto at|bei|chez|for|en|de? A :|is|ist|est|es B
account-manager    B looks_after|handles|serves|manages|takes_care_of us|our_account|our_orders|our_stuff at|for A
account-manager    # ? {_ASK} B if|when|whenever|for|about|in_case A
account-manager    # deal|deals|dealing|dealt|talk|talks|liaises with|to B .. about|at|for|from|with A
account-manager    A 's (?:{_REP}) is|: B
account-manager    our|my A (?:{_REP}) is|: B
account-manager    A (?:rep|account_manager|sales_rep|contact|sales_contact|liaison) : B
account-manager    # experience|experiences|luck|dealings|contact with B at|from|over_at A
account-manager    # B covers|serves|supplies|handles|looks_after|does us|our_account|our_orders|our_stuff for|at|from|of A
account-manager    our|my|the|your (?:new_|main_|usual_)?(?:{_REP}) inside|within|in|over_in A is|: B
account-manager    # A sends|sent|sends_us|sent_us B round|over|by|out|along|with
account-manager    # {_WARES} to|from|at|with|about|for|,? A .. ask|call|write|ring|talk_to|speak_to|email|to|through|via B
account-manager    # {_WARES} to|from|at|with|about|for|,? A .. B sorts|handles|takes|fixes|deals|answers|does|processes|looks
account-manager    # for|with|at A it's|it_is|it_is_now|we_have|we_deal_with|we_talk_to|we_go_through B
account-manager    A 's (?:new_|main_|usual_)(?:{_REP}) is|: B
account-manager    # B is|'s|became A 's (?:new_|main_|usual_)?(?:{_REP})
account-manager    bei A betreut|bedient uns B
account-manager    # bei A ist B zuständig|unsere|unser|für_uns|die|der
account-manager    en A nos_atiende|nos_lleva|nos_atiende_siempre B
account-manager    (?:ansprechpartner|ansprechpartnerin|kundenbetreuer|kundenbetreuerin|interlocuteur|interlocutrice|contacto|comercial) bei|chez|en|de|von A .. ist|est|es|: B
account-manager    chez A .. c'est B qui
account-manager    B est_notre|est_mon|es_nuestro|es_nuestra|ist_unser|ist_unsere contact|interlocuteur|interlocutrice|contacto|ansprechpartner|ansprechpartnerin chez|en|bei A
attends    A attends|goes_to_school_at|studies_at|is_enrolled_at|is_enrolled_in|is_a_student_at|is_a_pupil_at|visits_school_at|started_school_at B
attends    A is|'s in|doing .. form|grade|year|class|semester at B
attends    A 's (?:new_)?(?:{_SCHOOL}) is|: B
attends    B is|'s A 's (?:new_)?(?:{_SCHOOL})
attends    (?:{_SCHOOL}|school_run) for|of A is|: B
attends    got .. place|spot|seat at B for A
attends    A has|got a_place|a_spot|a_seat|enrolled|enrols|enrolls|matriculated|is_studying|is_at_school at|in B
attends    A geht|va auf|auf_die|in_die|zur|au|à|al (?:schule|grundschule|kita|collège|lycée|école|l'école|colegio|instituto)? B
attends    A besucht die|das|den? (?:schule|grundschule|gymnasium|kita)? B
attends    A has|takes class|classes|lessons|lectures at B
attends    A is|'s a|an? (?:\w+_)?(?:pupil|student|schoolboy|schoolgirl|freshman|first-year|undergraduate|sixth-former) at|of B
attends    A is|'s in|doing .. (?:form|grade|year|class|reception|kindergarten|sixth_form)(?:_\w+)? at B
attends    A started|starts|begins|began|is_starting .. school|secondary|primary|reception|college|nursery|uni|university|kindergarten|sixth_form at B
attends    A studies|is_studying|studied_on|is_reading|reads .. at B
attends    enrolled|enroled|registered|signed_up|put_down A at|in|for|with B
attends    A is|'s|got enrolled|registered|accepted|admitted at|in|to|into|by B
goes    drop|drop_off|pick_up|pick|collect|fetch|take|bring|dropped|collected A up?|off? at|from|to|outside|by B
goes    A likes_it|is_happy|loves_it|settled_in|is_doing_well|is_thriving|has_friends at B
goes    (?:report_card|report|parents'_evening|school_trip|school_fees|tuition|timetable|homework) for|of A .. : B
goes    B has|took|accepted|admitted|enrolled|teaches A
attends    A geht|ging in|auf|aufs|auf_das|auf_die|in_die|zur|ins B zur_schule
attends    A geht|ging aufs|auf_das|auf_die|in_die|ins|zur (?:gymnasium|schule|grundschule|realschule|gesamtschule|kita|kindergarten) B
attends    A geht in|auf|an|bei B zur_schule|in_die_schule|in_den_kindergarten|in_die_kita
attends    A est scolarisé|scolarisée|élève|inscrit|inscrite|en_classe|étudiant|étudiante à|au|dans|en B
attends    A va .. école|collège|lycée|crèche|maternelle B
attends    A estudia|está_matriculado|está_matriculada|está_inscrita|está_inscrito|va_a_clase en|a B
attends    A goes to B (?:school|primary|college|kindergarten|nursery)
"""  # noqa: E501 - one form a line

# Whom somebody is looked after by, each a relation of its own, and how the one who does it is called.
SERVES = {
    "caseworker": "caseworker|case_worker|social_worker|case_manager|support_worker|youth_worker|sachbearbeiter"
    "|sachbearbeiterin|sozialarbeiter|sozialarbeiterin|assistante_sociale|éducatrice|trabajadora_social|probation_officer",
    "doctor": "doctor|gp|physician|cardiologist|paediatrician|pediatrician|oncologist|neurologist|surgeon|dermatologist"
    "|gynaecologist|gynecologist|midwife|psychiatrist|orthopaedist|eye_doctor|family_doctor|arzt|ärztin|hausarzt|hausärztin"
    "|kinderarzt|kinderärztin|médecin|pédiatre|médico|médica|doctora|pediatra",
    "dentist": "dentist|orthodontist|zahnarzt|zahnärztin|dentista|dentiste",
    "therapist": "therapist|psychologist|physio|physiotherapist|counsellor|counselor|speech_therapist|therapeut"
    "|therapeutin|psychologue|terapeuta",
    "lawyer": "lawyer|solicitor|attorney|barrister|notary|anwalt|anwältin|notar|notarin|avocat|avocate|abogado|abogada",
    "accountant": "accountant|bookkeeper|tax_adviser|tax_advisor|financial_adviser|financial_advisor|steuerberater"
    "|steuerberaterin|comptable|contable|gestor|gestora",
    "teacher": "teacher|class_teacher|form_teacher|piano_teacher|violin_teacher|maths_teacher|head_teacher|form_tutor"
    "|lehrer|lehrerin|klassenlehrer|klassenlehrerin|maîtresse|professeur|profesora|maestra|maestro",
    "landlord": "landlord|landlady|vermieter|vermieterin|propriétaire|casero|casera",
    "carer": "carer|caregiver|nurse|home_help|childminder|nanny|babysitter|guardian|legal_guardian|pfleger|pflegerin"
    "|aide-soignante|cuidadora|cuidador",
    "vet": "vet|veterinarian|farrier|tierarzt|tierärztin|vétérinaire|veterinaria|veterinario",
}
_SERVED = """
A 's (?:new_|current_|own_|family_)?(?:R) is|:|is_called|is_now|heißt|, B
A 's (?:new_|current_)?(?:R) B
B is|'s|became|remains A 's (?:new_|current_|own_)?(?:R)
(?:R) of|for|von|de|du|für A is|:|is_called|ist|heißt|est|es|s'appelle|se_llama B
B is|'s|ist|est|es the|our|a|die|der|le|la|el? (?:new_|current_)?(?:R) of|for|von|de|du|für|assigned_to A
A has|got|was_given|was_assigned|gets|hat|a|tiene B as|for|als|comme|como (?:(?:a|an|her|his|the|their)_)?(?:new_)?(?:R)
A has|got a|an|the? (?:new_)?(?:R) : B
(?:R) assigned|allocated to A is|: B
B acts|works|serves as the? (?:R) for|of A
A 's (?:R) changed|switched .. to B
"""
FORMS += "".join(
    f"{relation}    {form.replace('R)', f'{said})')}\n"
    for relation, said in SERVES.items() for form in _SERVED.strip().splitlines()
)  # fmt: skip

# The same for Japanese, Korean and Chinese, whose particles stick to the name; "N" is a name in either script.
_J = r"\s?(?:さん|氏|様|くん|ちゃん)?\s?"
_K = r"\s?(?:씨|님)?\s?"
EASTERN = rf"""
works-at    A{_J}[はが]、?\s?Bb\s?[にで]\s?(?:勤め|勤務|働い|働く|就職|入社し)
works-at    A{_K}(?:는|은|가|이)\s?Bb\s?에서?\s?(?:일해|일하|일합|근무|재직|다녀|다니|다닙|입사)
works-at    A\s?(?:现在|目前)?[在于]\s?Bm\s?工作
works-at    A\s?(?:现在|目前)?[在于]\s?Bb\s?(?:上班|任职|就职|任職|就職)
works-at    A\s?(?:加入了?|入职了?)\s?Bb
works-at    A{_J}の(?:勤め先|勤務先|職場|会社)[はが]\s?Bb
works-at    A{_K}(?:직장|회사)(?:는|은)\s?Bb
lives-in    A{_J}[はが]、?\s?Bb\s?に\s?(?:住ん|住む|在住|居住|引っ越し|引越し)
lives-in    A{_J}の(?:家|自宅|住まい|住所)[はが]\s?Bb
lives-in    A{_K}(?:는|은|가|이)\s?Bb\s?(?:에서?|으로|로)\s?(?:살아|살고|삽니|거주|이사)
lives-in    A{_K}의?\s?(?:집|주소)(?:은|는|이|가)\s?Bb
lives-in    A\s?(?:现在|目前)?(?:住在|定居在?|居住在|搬到了?|搬去了?)\s?Bb
served      A\s?の(?:担当者?|保守|管理者|メンテナ|責任者|窓口)[はが]\s?B{_J}
served      B{_J}[がは]\s?A\s?を(?:担当|管理|保守|メンテナンス)
served      A\s?의?\s?(?:담당자?|관리자|책임자|메인테이너)(?:는|은|가|이)?\s?B
served      B{_K}(?:가|이|는|은)\s?A\s?(?:를|을)?\s?(?:담당|관리|맡)
served      A\s?(?:的)?(?:维护者|负责人|維護者|負責人|联系人|管理员)是\s?B
served      A\s?由\s?B\s?(?:负责|维护|負責|維護|管理)
served      B\s?(?:负责|维护|負責|維護)\s?A
on-call     A\s?の(?:当番|オンコール|夜間対応|緊急連絡先)[はが]\s?B{_J}
on-call     A\s?의?\s?(?:당직자?|온콜|비상\s?연락처)(?:는|은|이|가)?\s?B
on-call     A\s?(?:的)?(?:值班|待命)(?:人员?|人員)?是\s?B
reports-to  A{_J}の(?:上司|マネージャー|ボス)[はが]\s?B{_J}
reports-to  A{_K}의?\s?(?:상사|매니저|팀장)(?:는|은|이|가)\s?B
reports-to  A\s?的(?:上司|老板|老闆|经理|經理|主管|领导)是\s?B
reports-to  A\s?(?:向|归)\s?B\s?(?:汇报|报告|管)
married-to  A{_J}の(?:妻|夫|奥さん|旦那さん|ご主人|配偶者)[はが]\s?B{_J}
married-to  A{_J}[はが]\s?B{_J}と結婚し
married-to  A{_K}의?\s?(?:배우자|아내|남편|부인|와이프)(?:는|은|이|가)\s?B
married-to  A{_K}(?:는|은|가|이)\s?B{_K}(?:와|과|랑|하고)\s?결혼
married-to  A\s?的(?:妻子|丈夫|老婆|老公|太太|爱人|先生)是\s?B
married-to  A\s?(?:和|跟|与)\s?B\s?(?:结婚|結婚)
belongs     A\s?は\s?B\s?の(?:子会社|傘下)
belongs     A\s?(?:는|은)\s?B\s?(?:의\s?)?(?:자회사|소유)
belongs     A\s?(?:属于|是\s?B\s?的子公司|隶属于)\s?(?:B)?
attends     A{_K}(?:는|은|가|이)\s?Bb\s?(?:에|를|을)?\s?다(?:녀|니|닙)
attends     A{_J}[はが]\s?Bb\s?に\s?(?:通って|通う|在学)
attends     A\s?在\s?Bb\s?(?:上学|读书|念书|就读)
"""
