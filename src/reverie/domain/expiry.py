"""When a statement is over: a task or an event with a date has nothing to say once the date has passed."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from reverie.domain.ahead import ahead, apart
from reverie.domain.dates import Span, spans

GRACE = timedelta(days=1)  # time zones, and things that are done a little late
_JUST_OVER = timedelta(days=21)
_LONG_OVER = timedelta(days=120)  # from which on a date is knowledge, however it is told
_BEHIND = timedelta(days=90)  # how far back a date without a year reaches; what is longer ago is the next such day
_WEEK = timedelta(days=7)
_SHORT = 14  # words
_LONGEST = 31  # days that one date may span
_LONGEST_TASK = 92  # "next quarter" is when something is to be done, else too long to be a date
# What is due, or takes place.
_AHEAD = re.compile(
    r"\b(?:deadline|due|until|till|by|before|expires?|ends?|closes?|ships?|launch\w*|release date|milestones?|goes live"
    r"|scheduled|planned|postponed|moved to|takes place|happens|appointment|meeting|flight|submit\w*"
    r"|is (?:now )?(?:on|at)|remind\w*|cut-?off|latest|no later than|last (?:day|date|chance|call)|final (?:day|date)"
    r"|frist|bis|spätestens|fällig|termin|abgabe|échéance|pour le|avant le|au plus tard|jusqu'au|rendez-vous|rdv"
    r"|plazo|hasta|antes del|a más tardar|fecha límite|vence|cita)\b"
    r"|締め?切|期限|まで|予定|予約|마감|까지|예정|예약|截止|之前|到期|预约|預約",
    re.I,
)
# Things that are nothing any more once they took place.
_APPOINTED = re.compile(
    r"\b(?:dentist|doctor|vet|haircut|check-?up|vaccination|surgery|exam|exams|test day|interview|party|wedding"
    r"|concert|gig"
    r"|match|flight|train|ferry|trip|vacation|visit|visits|conference|workshop|webinar|demo|delivery|delivered|arrival"
    r"|arrives?|lands|pick-?up|inspection|audit|hearing|handover|viewing|outage|downtime|maintenance window|sale"
    r"|election"
    r"|appointment|meeting|session|call|lunch|dinner|rehearsal|recital|parents' evening|stocktake|kick-?off|all-hands"
    r"|offsite|retreat|move|fl(?:ies|y)|leaves|departs|comes back|is back|returns|takes place|happens|falls on"
    r"|gets? \w+ed"
    r"|has to|have to|must|needs? to|should|zahnarzt|arzttermin|termin|prüfung|lieferung|kommt|flug|reise|besuch"
    r"|hochzeit"
    r"|dentiste|médecin|livraison|arrive|vol|voyage|visite|examen|llega|entrega|vuelo|viaje|visita|boda|dentista"
    r"|médico)\b"
    r"|歯医者|病院|試験|出張|旅行|面接|会議|到着|届|치과|병원|시험|출장|여행|면접|회의|도착|牙医|医院|考试|出差|旅行|面试|会议|到货",
    re.I,
)
# One-off things by themselves: with a day that is only named ("tomorrow", "on Friday") they are over after it.
_ONCE = re.compile(
    r"\b(?:dentist|doctor|gp|vet|optician|physio\w*|haircut|check-?up|vaccination|surgery|exam|exams|interview|party"
    r"|wedding|funeral|concert|gig|match|marathon|flight|train|ferry|trip|excursion|conference|workshop|webinar|demo"
    r"|delivery|package|parcel|inspection|hearing|handover|viewing|outage|downtime|maintenance|election|appointment"
    r"|plumber|electrician|landlord|movers|fire drill|drill|stocktake|kick-?off|all-hands|offsite|retreat|on-?call"
    r"|out of office|holidays?|vacation|leave|day off|registration|sign-?ups?|exhibition|fair|beta|trial|dinner|lunch"
    r"|we(?:'re| are) meeting"
    r"|i(?:'m| am) (?:seeing|meeting|visiting|flying|travell?ing|off|away)"
    r"|will be (?:here|there|back)|(?:is|are) (?:booked|scheduled|fixed) for"
    r"|standup is moved|arrives|comes by|takes place"
    r"|zahnarzt\w*|arzttermin|termin|prüfung|lieferung|flug|reise|besuch|hochzeit|urlaub|monteur|handwerker|klempner"
    r"|heizungsmonteur|dentiste|médecin|livraison|vol|voyage|visite|examen|congés?|rendez-vous|a lieu|plombier"
    r"|entrega|vuelo|viaje|visita|boda|dentista|médico|cita|vacaciones|fontanero|(?:reunión|réunion) (?:con|avec))\b",
    re.I,
)
# Of these a bare weekday is the next one; "the doctor is there on Friday" may be every week.
_SINGLE = re.compile(
    r"\b(?:marathon|wedding|funeral|concert|gig|interview|surgery|election|hearing|viewing|inspection|defence"
    r"|fire drill|takes place on|will be (?:here|there|back)|(?:is|are) (?:booked|scheduled|fixed) for"
    r"|(?:registration|sign-?ups?|beta|sale) \w+ in"
    r"|(?:i|we)['’](?:m|re|ve got)|i am|we are|hochzeit|beerdigung|konzert|mariage|concierto|boda)\b",
    re.I,
)
# What changes on that day, and holds from then on.
_CHANGES = re.compile(
    r"\b(?:switch\w*|chang(?:e|es|ed|ing)|migrat\w*|adopt\w*|mov(?:e|es|ing)\b(?! to \d)|becom\w+|replac\w+"
    r"|join\w*|use|uses|deploys?|always|never|usually|normally|immer|nie|toujours|jamais|siempre|nunca"
    r"|until further notice"
    r"|bis auf weiteres|jusqu'à nouvel ordre|hasta nuevo aviso)\b",
    re.I,
)
_LASTS = re.compile(
    r"\b(?:birthday|born|anniversary|every(?! time\b| thing\b)|each(?! other\b)|annual\w*|yearly|monthly|weekly"
    r"|daily|since"
    r"|founded|established|from now on|valid from|starting|effective|version|snapshot|edition|dated"
    r"|copyright"
    r"|name day|independence day|public holiday|was (?:released|published|launched)"
    r"|geburtstag|geboren|gegründet|anniversaire|née?|fondée?|cumpleaños|nació|fundad[oa]|jeden|jede|chaque"
    r"|tous les|cada"
    r"|seit|depuis|desde)\b|誕生日|生日|생일|毎[日週月年]|每[天周月年]|매[일주월년]|設立|创立|설립",
    re.I,
)
_WEEKLY = re.compile(r"\bdays are\b|(?:\b\w+day,\s+)+\w+day,?\s+and\s+\w+day\b", re.I)  # several days, every week
_STARTS = re.compile(r"\bstarts\b", re.I)  # of a webinar that is all, of a job the beginning
_CLOCK = r"(?!\d|noon|midnight|dawn|half|quarter|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
_WHO = r"\b(?:i|we|you|he|she|they)(?:['’](?:ll|m|re)| will| am| are| is)?(?: going to| be)?"
# From the first day on somebody is there.
_TAKES_UP = re.compile(
    rf"{_WHO} (?:start|begin)(?:ning)? (?:(?:at|for) {_CLOCK}|with (?-i:[A-Z])"
    r"|in the (?:\w+ ){1,3}?(?:team|department|lab)\b|work\b"
    r"|(?:in )?(?:my|our|his|her|their|an?|the) (?:\w+ ){0,2}(?:job|role|position|internship|studies))"
    rf"|{_WHO} join(?:ing)? (?:(?-i:[A-Z])[\w-]*\b(?! for\b)"
    r"|the (?:\w+ ){0,3}?(?:team|company|board|staff|department)\b)"
    rf"|{_WHO} work(?:ing)? (?:at|for|as)\b.*\bfrom\b"
    r"|\bfirst day (?:at|as|with|on the job|of (?:work|school)|in (?:my|the))\b"
    r"|\b(?:my|our|his|her|their) start date\b|\bich (?:fange|beginne|starte)\b.*\b(?:bei|als)\b"
    r"|\bmein erster (?:arbeits)?tag\b|\bje commence (?:chez|comme)\b|\bmon premier jour\b"
    r"|\b(?:empiezo|comienzo) (?:en|como|a trabajar)\b|\bmi primer día\b",
    re.I,
)
_TAKES_UP_AS = re.compile(rf"{_WHO} (?:start|begin)(?:ning)? (?:(?:at|with|in|on|next) [^,;.]*)?as (?:an?|the)\b", re.I)
# What is so from that day on, told when it had come: who joined in October is there in November.
_BECAME = re.compile(
    r"\b(?:joined|became|adopted|got married|retired"
    r"|(?:moved|switched|migrated) (?:in|out|house|to (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|next"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))(?-i:[A-ZÀ-Þ])))",
    re.I,
)
# When something was known, or holds from: no date of what it tells.
_AS_OF = re.compile(
    r"\bas of (?:(?:this|last|next) )?(?:\d{1,2}(?:st|nd|rd|th)?\.? )?[\w-]+(?: \d{1,2}\b(?!:))?,?", re.I
)
_DUE = re.compile(
    r"\b(?:deadline|due|latest|last day|no later than|frist|fällig|spätestens|échéance|au plus tard|plazo"
    r"|vence)\b|締め?切|마감|截止",
    re.I,
)
_PLANNED = re.compile(r"\b(?:(?!birth|start|founding)\w+ date|freeze|frozen|go-live|rollout|scheduled|planned)\b", re.I)
_WAS = re.compile(
    r"\b(?:was|were|had|did|went|got|took|made|left|came|began|won|lost|bought|saw|met|died|broke|fell|wrote"
    r"|built|sent|paid"
    r"|ran|flew|drove|hatte|war|waren|wurde|gab|ging|kam|était|avait|a été|fue|era|hubo|tuvo|ago|last (?!day|date"
    r"|chance|call)"
    r"|\w{3,}ed)\b|ました|でした|했|였|었|过了|過了",
    re.I,
)
# What somebody did in telling it, and what is to be done with it, is not what happened.
_TELLING = re.compile(
    r"\b(?:mentioned|asked|promised|looked|granted|confirmed|reminded|noted|told|said|rang|called|postponed"
    r"|scheduled|planned"
    r"|agreed|decided|extended|corrected|needed|typed|checked|stopped being true|gave us more time|we went for"
    r"|moved(?= to)"
    r"|(?:is|are|be|gets?|being|been|must be|to be|stays?) (?:\w+ )?(?:\w{2,}ed|paid|sent|made|built|written|taken)"
    r"|(?:ha(?:ve|s)|['’](?:ve|s)) got)\b",
    re.I,
)
# What is so, or to be done, beside something that happened: a day that is named may be meant of that.
_PENDING = re.compile(
    r"\b(?:is|are|am|will|shall|must|may|can|should|have to|has to|needs?|wants?|due|expires?|ends?|leaves?|starts?"
    r"|arrives?|remind|please|muss|müssen|soll|wird|werden|ist|sind|doit|il faut|tengo que|hay que)\b"
    r"|['’](?:s|re|m|ll)\b",
    re.I,
)
_MOVED = re.compile(r"\bfrom\b[^,.;]{2,30}?\bto\b", re.I)
_LET_GO = re.compile(
    r"\b(?:not|no longer|instead of|in place of|rather than|from|was|replaces|nicht|statt|pas|au lieu du?"
    r"|en vez del?)\s+(?:on\s+)?$",
    re.I,
)


def happened(text: str) -> bool:
    """Whether a text only tells what has happened, so that no day it names is still to come."""
    return _WAS.search(_TELLING.sub("", text)) is not None and _PENDING.search(text) is None


def over_on(text: str, said: date, kind: str) -> date | None:
    """The first day on which a statement has nothing to say any more; None when it lasts.

    `kind`: as what it was noticed. A long statement that is neither task nor event must say that something is due or
    takes place; a short one with a day of the calendar that is still to come says nothing else.
    """
    text = _MOVED.sub("to", text)
    whole, text = text, _AS_OF.sub("", text)
    noticed = kind in ("task", "event")
    planned = any(cue.search(text) for cue in (_AHEAD, _APPOINTED, _PLANNED))
    once = _ONCE.search(text) is not None
    if _lasts(text, once=once, as_of=text != whole) or not (noticed or len(text.split()) <= _SHORT or planned):
        return None
    was = _WAS.search(_TELLING.sub("", text)) is not None
    named = noticed or (once and not was and not _CHANGES.search(text))
    ends = []
    for span in () if apart(text) else spans(text, datetime.combine(said, time(12))):
        length = (span.end - span.start).days if span.start and span.end else 1  # "by Friday" means that day
        if span.relative and not named:
            continue  # "this week the port changed" is about the port, "the retro is on Monday" about every Monday
        if (
            span.end
            and length <= (_LONGEST_TASK if kind == "task" else _LONGEST)
            and not _LET_GO.search(text[: max(0, text.find(span.words))])
        ):
            ends.append((length, _meant(span, span.end, said, past=was)))
            if span.words.lower().startswith("next ") and length == 1 and span.end - said <= _WEEK:
                ends[-1] = (length, span.end + _WEEK)  # some mean the one after this; better late than too early
    if not ends and not was and not _CHANGES.search(text):
        certain = noticed or (named and _SINGLE.search(text) is not None)
        ends = [(1, each.over) for each in ahead(text, said) if each.until or certain]
    if not ends:
        return None
    shortest = min(length for length, _ in ends)
    last = max(end for length, end in ends if length == shortest)
    if last > said or kind == "task" or _DUE.search(text):
        return last + GRACE
    # What was over when it was told is a memory; but an appointment and a plan of these days were told too late.
    plan = _PLANNED.search(text)
    late = bool(plan and said - last <= _JUST_OVER)
    late = late or (said - last <= _LONG_OVER and not was and bool(plan or _APPOINTED.search(text)))
    return last + GRACE if late else None


def _lasts(text: str, *, once: bool, as_of: bool) -> bool:
    """Whether a statement holds from its date on, or on every such day.

    `as_of`: it says when that was known, or from when on it holds; of what is due, that is when it was known.
    """
    if _LASTS.search(text) or _TAKES_UP_AS.search(text) or (_WEEKLY.search(text) and not once):
        return True
    begins = _STARTS.search(text) or _TAKES_UP.search(text) or _BECAME.search(text)
    return bool(begins and not once) or (as_of and not any(cue.search(text) for cue in (_AHEAD, _PLANNED, _DUE)))


def last_day(over: date) -> date:
    """The day that a statement tells of, by the first on which it has nothing to say any more."""
    return over - GRACE - timedelta(days=1)


def _meant(span: Span, end: date, said: date, *, past: bool) -> date:
    """The day after the date; without a year, the one nearest to when it was said, or if that is long ago the next."""
    if span.relative or re.search(r"\d{4}", span.words):
        return end
    years = [moved for by in (-1, 0, 1) if (moved := _in_year(end, said.year + by))]
    near = min(years, key=lambda each: abs(each - said), default=end)
    if past or near >= said - _BEHIND:
        return near
    return min((each for each in years if each > said), default=near)


def _in_year(day: date, year: int) -> date | None:
    try:
        return day.replace(year=year)
    except ValueError:  # 29 February, or a year that is none
        return None
