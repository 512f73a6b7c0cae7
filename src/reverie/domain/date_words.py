"""The words that speak of time, as `domain/date_tokens.py` reads them: a kind, a unit, a value, then the words."""

from __future__ import annotations

import re
from functools import cache

# Kind, unit, value, then the words of English, German, French and Spanish: no accents, `_` for a space.
# Besides these: Y a year, D a day, O "7th", G "3-9", P a point, "." anything else.
WESTERN = """
M - 1 january jan januar janvier enero
M - 2 february feb februar fevrier febrero
M - 3 march mar marz mars marzo
M - 4 april apr avril abril
M - 5 may mai mayo
M - 6 june jun juni juin junio
M - 7 july jul juli juillet julio
M - 8 august aug aout agosto
M - 9 september sep sept septembre septiembre setiembre
M - 10 october oct oktober octobre octubre
M - 11 november nov novembre noviembre
M - 12 december dec dezember decembre diciembre
S - 2 spring fruhling fruhjahr printemps primavera
S - 5 summer sommer ete verano
S - 8 autumn fall herbst automne otono
S - 11 winter hiver invierno
Q - 0 q1
Q - 3 q2
Q - 6 q3
Q - 9 q4
W weekday 0 monday montag lundi lunes
W weekday 1 tuesday dienstag mardi martes
W weekday 2 wednesday mittwoch mercredi miercoles
W weekday 3 thursday donnerstag jeudi jueves
W weekday 4 friday freitag vendredi viernes
W weekday 5 saturday samstag samedi sabado
W weekday 6 sunday sonntag dimanche domingo
U minute 0 minute minutes minuten minuto minutos
U hour 0 hour hours stunde stunden heure heures hora horas
U day 0 day days tage tagen jour jours dia dias
U week 0 week weeks woche wochen semaine semaines semana semanas
U weekend 0 weekend weekends wochenende wochenenden week_-_end fin_de_semana
U month 0 month months monat monate monaten monats mois mes meses
U quarter 0 quarter quarters quartal trimestre
U half 0 half halfte
U year 0 year years jahr jahre jahren jahres annee annees ans ano anos
K day -2 day_before_yesterday vorgestern avant_-_hier anteayer
K day -1 yesterday last_night gestern hier ayer anoche
K day 0 today tonight this_morning this_afternoon this_evening heute aujourd_hui ce_matin ce_soir hoy esta_manana
K day 1 tomorrow morgen demain manana
K day 2 day_after_tomorrow ubermorgen apres_-_demain pasado_manana
K year -1 an_dernier an_passe il_y_a_un_an
V - 0 recently lately kurzlich neulich recemment recientemente ultimamente
R - -2 vorletzte vorletzten vorletztes
R - -1 last previous past this_past letzte letzten letzter letztes letztem vergangene vergangenen vorige vorigen
R - 0 this current diese diesen dieser dieses diesem ce cet cette este esta
R - 1 next coming upcoming nachste nachsten nachster nachstes kommende kommenden
r - -2 before_last
r - -1 dernier derniere derniers dernieres passe passee pasado pasada ultimo ultima ultimos ultimas
r - 1 prochain prochaine prochains prochaines proximo proxima proximos proximas que_viene
r - 2 after_next
N - 1 a an one ein eine einem einer un une una
N - 2 two zwei deux dos
N - 2..3 couple couple_of a_couple_of
N - 2..5 few a_few ein_paar quelques unos unas
N - 3 three drei trois tres
N - 3..7 several mehrere mehreren plusieurs varios varias
N - 4 four vier quatre cuatro
N - 5 five funf cinq cinco
N - 6 six sechs seis
N - 7 seven sieben siete
N - 8 eight acht huit ocho
N - 9 nine neun neuf nueve
N - 10 ten zehn dix diez
N - 11 eleven elf onze
N - 12 twelve zwolf douze doce
o - 1 first erste ersten premier premiere primer primera
o - 2 second zweite zweiten
o - 3 third dritte dritten
o - 4 fourth vierte vierten
E - 0 early beginning start anfang debut principios
E - 1 mid middle mitte mi mediados
E - 2 late end ende fin finales
A - 0 ago back
v - 0 vor il_y_a hace
f - 0 from_now
i - 0 in during throughout around im en dans au durante wahrend pendant
c - 0 on am
h - 0 over through
s - 0 since seit depuis desde
b - 0 before avant antes
a - 0 after nach apres despues
u - 0 until till by bis jusqu_a jusqu_au jusqu_en hasta
B - 0 between zwischen entre
F - 0 from von vom
t - 0 to
& - 0 and or und oder et ou y
"""
# Korean, Japanese and Chinese, `_` for a space that may be left out; wxyz stand after a point.
EASTERN = """
K day -3 大前天
K day -2 前天 一昨日 おととい 그저께 이틀_전
K day -1 昨天 昨日 昨晚 昨夜 きのう 어제 하루_전
K day 0 今天 今日 今晚 今夜 今朝 오늘
K day 1 明天 明日 내일
K day 2 后天 後天 明後日 あさって 모레
K week -2 上上周 先々週 지지난_주
K week -1 上周 上週 上星期 上个星期 上個星期 先週 지난_주 저번_주
K week 0 这周 這週 本周 本週 这个星期 今週 이번_주
K week 1 下周 下週 下星期 下个星期 来週 다음_주
K weekend -1 上周末 上週末 先週末 지난_주말
K weekend 0 这周末 這週末 本周末 今週末 이번_주말
K weekend 1 下周末 来週末 다음_주말
K month -1 上个月 上個月 上月 先月 지난_달
K month 0 这个月 這個月 本月 今月 이번_달
K month 1 下个月 下個月 来月 다음_달
K year -2 前年 一昨年 재작년
K year -1 去年 昨年 작년 지난해
K year 0 今年 올해
K year 1 明年 来年 내년
V - 0 最近 近来 최근 요즘
U hour 0 小时 小時 時間 시간
U day 0 天 日 일
U week 0 个星期 個星期 星期 周 週間 週 주일 주
U month 0 个月 個月 ヶ月 か月 カ月 개월 달
U year 0 年 년
N - 2..7 几 幾 数 數 몇
N - 1 한
N - 2 两 兩 두
N - 3 세
N - 4 네
N - 5 다섯
w - 0 から 以来 以來 以降 부터
x - 0 まで 까지
y - 0 以前 之前 이전 前 전
z - 0 以后 以後 之后 之後 이후
"""
SHORT = " jan feb mar apr jun jul aug sep sept oct nov dec "  # a full stop after one of these belongs to it
WEAK = SHORT + "march mars april avril may mai mayo june juli julio august "  # months that are something else, too
_TELLING = "MSQWUKV"  # kinds without which no point in time is told
_ASKING = "when wann quand cuando date datum tag weekday season decade time recently ago since lange temps"


def may_tell(text: str) -> bool:
    """Whether a text may speak of a time or ask for one: a quick look, which is never wrong when it says no."""
    if not text.isascii():
        return True
    words = set(re.findall("[a-z0-9]+", text.lower()))
    return not words.isdisjoint(_telling()) or any(word[0].isdecimal() for word in words)


@cache
def _telling() -> frozenset[str]:
    """Every word of those kinds; of a phrase its last one."""
    lines = (line.split() for line in WESTERN.strip().splitlines())
    names = (name for kind, _, _, *names in lines if kind in _TELLING for name in names)
    return frozenset(
        (*(form for name in names for form in (name.rpartition("_")[2], name.replace("_", ""))), *_ASKING.split())
    )
