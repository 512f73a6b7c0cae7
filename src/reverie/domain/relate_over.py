"""What a statement says is over: which of its names are let go, and who takes their place.

A statement alone does not tell what of somebody ended ("Ana is out"); that follows from what is known to hold between
the names in it. So this only says of which names something may end; see loop/link.py. Pure, and it never raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from reverie.domain import relate, relate_names
from reverie.domain.relate_names import Known, nobody

_N = "\ue000(?P<{}>\\d+)\ue001"
_THE = r"(?: (?:the|our|my|her|his|their|a|an))?"
_DO = (
    "(?:work|live|answer|report|belong|rent|look|own|maintain|go|attend|handle|run|stay|do|keep|have|take|cover|carry"
    "|manage|sit|teach|study)"
)
# What stands right before a name that is let go.
_BEFORE = rf"""
    not|no longer|nor|instead of|rather than|in place of|replac\w+|formerly|previously|forget(?: about)?|scratch|strike
    left|quits?|quit (?:the|her|his) job (?:at|with)|ditched|dropped|dumped|abandoned
    resigned from|retired from|departed
    (?:fired|sacked|dismissed|laid off|let go|kicked out|made redundant) (?:by|from|at)|walked out (?:of|on)
    (?:last|final) (?:day|week|shift) (?:at|with|in|for)|(?:notice|resignation) (?:at|to|with)
    goodbye to|farewell to|(?:done|finished) (?:at|with)|stepped (?:down|back|away|aside) (?:from|as .{{1,20}} of)
    swapped|traded|exchanged|gave up .{{0,30}}?(?:in|at|on|of)|moved (?:out of|away from)|took .{{0,20}}?out of
    part(?:ed|s|ing) (?:ways|company) with|split (?:up )?(?:from|with)|divorced(?: from)?|separated from|broke up with
    free (?:of|from)|(?:took|takes|take) .{{0,30}}?over from|inherited .{{0,40}}?from|over from
    away from|poached .{{0,40}}?from
    bought .{{0,40}}?from|(?:stopped|ceased|quit) {_DO}\w*(?: (?:at|in|to|for|after))?
    (?:don't|do not|stop) (?:ring|call|ask|page|wake|bother|phone|write to|contact|talk to|go to)
    (?:doesn't|does not|no longer) (?:even )?{_DO}(?:s)?(?: (?:at|in|to|for|with|under|after))?
    (?:isn't|is not|no longer) (?:at|in|with|under)|statt|anstelle von|nicht mehr(?: (?:bei|in|an|von|um|für))?
    n'est plus (?:chez|à|en|avec|au)|ne \w+ plus (?:chez|à|en|pour|de)|plus (?:chez|à)|au lieu de|quitté|verlassen
    ya no (?:\w+ )?(?:en|con|a|de|para)?|en vez de|dejó|ha dejado|不再(?:在|是)?|离开了?|離開了?
    hat(?: bei)?(?=\s\S+\s(?:gekündigt|verlassen|aufgehört|abgegeben))"""
# What stands right behind one.
_BEHIND = rf"""
    (?:is|are|'s|was|has been) (?:history|finished|replaced|no longer|not .{{1,30}}any ?more|a mix-up|a typo|outdated)
    (?:is|are|'s|was) (?:out|gone|wrong)
        (?! (?:today|tomorrow|sick|ill|until|till|this|for|of|to|on|about)\b| at [^\ue000])
    (?:has |have |had |just |already )*left(?! (?:early|for|me|us|it|home|now|at|work|feedback|comments?|notes?)\b)
    (?:has |have |had |just |already )*(?:retired|resigned|quit|moved (?:on|out|away)|departed|emigrated
        |passed away|died)
    (?:has |have |just |already )*(?:stepped|stood|bowed|dropped|backed|pulled) (?:down|back|aside|away|out)
    (?:has |have |just )*(?:handed|hands|gave|turned|gives) (?:in|over|on|off|up|back)(?: (?:the|her|his|their|it))?
        (?: (?:weekend|night|duty|on-call))?(?: (?:notice|resignation|keys?|phone|pager|role|job|duty|reins|badge
        |shift|rota|flat|house|apartment|post|place)|(?= \ue000)|(?= to \ue000))
    (?:has |have |just )*(?:handed|hands|passed|passes|gave|gives) (?:the |her |his )?(?:[\w-]+ ){{0,4}}?(?:for |of )?
        \ue000\d+\ue001 (?:over |on )?(?:to|on|over)
    (?:has |have |just )*(?:handed|hands|passed|passes|gave) (?:it|them|the (?:[\w-]+ ){{1,4}}?)(?:over |on )?to
    (?:got|was|were|has been|is) (?:fired|sacked|dismissed|let go|laid off|made redundant|kicked out|transferred)
    (?:doesn't|does not|can't|cannot|won't|isn't|is not|don't) (?:{_DO}|at|in|with)\b.{{0,60}}?\bany ?(?:more|longer)
    no longer (?:{_DO}|at|in|with|on call|responsible|in charge|our|the)|(?:stopped|ceased) {_DO}\w*|n'est plus
    ya no|ne \w+ plus|ist nicht mehr|macht .{{0,30}}nicht mehr|hat .{{0,30}}?(?:gekündigt|aufgehört|abgegeben|verlassen)
    ist (?:weg|raus|ausgestiegen|ausgeschieden|weggezogen)|a (?:quitté|démissionné|arrêté)
    ha (?:dejado|dimitido|renunciado)|dejó|se (?:fue|marchó)|'s (?:hands|plate)|'s last day
    말고|대신|(?:에서|을|를)?\s?(?:퇴사|그만)|では?なく|じゃなく|(?:を|から)(?:辞め|退職|退社|やめ|離れ|去)
    离职|離職|辞职|不再|已经?离开"""
# Two who are let go together.
_BOTH = (
    r"(?:have |has |are |had |is |recently |finally )*(?:split|parted|separated|broken? up|broke up|divorced"
    r"|got divorced|getting divorced|no longer (?:together|married|a couple)|not .{0,30}any ?more|fell out"
    r"|history|over)"
)
_LETS = re.compile(r"left|quit|resigned|retired|dumped|divorced|split|part|dejó|quitté", re.IGNORECASE)
_BRIEFLY = re.compile(
    r"\s?(?:today|tonight|tomorrow|right now|this \w+|at the moment|until|till|on \w+day|yet)\b", re.I
)
_WHO = re.compile(rf"{_N.format('a')}(?:,? (?:has|have|had|just|finally|already|recently|hat|is|got|was))*\s$")
# Where somebody goes, and who takes a place.
_GOES = re.compile(r"(?:\b(?:to|at|in|for|is|it's|joined|chose|bei|nach|chez|à|en|ahora en)|[:>→–])\s*$")
_THERE = re.compile(r"\s?(?:에서|に勤|で働|poached|hired|took .{1,20} on\b)")
_FOLLOWS = re.compile(
    r"(?:\b(?:to|is|it's|by|us|new|now|sondern|mais|sino|ring|call|wake|ask|see|contact|becomes?|heißt|are|page|talk to"
    r"|write to|go to)|[:>→–])\s*$"
)
_TAKES = re.compile(
    r"\s*(?:took|takes|has (?:it|the|them|taken)|bought|owns|inherited|replac\w+|handles|instead|looks|runs|leads|does"
    r"|is (?:now|on|the|our|doing|taking|handling|responsible|in charge)|fills|steps in|stepped in|keeps|covers"
    r"|succeed\w+"
    r"|poached|에서|が|は)"
)

# Words by which a relation is spoken of, whoever is named beside them.
_SPOKEN = {
    "works-at": r"jobs?|work|employ|unemploy|retire|hir(?:ed|es|ing)|fired|compan|career|arbeit|travail|trabaj",
    "lives-in": r"liv(?:e|ing)|homes?\b|house|flats?\b|apartment|mov(?:e|ing)|resid|address|wohn|umgezogen|habit|vive",
    "maintained-by": r"maint|own|responsib|in charge|look|tak(?:e|es|ing) (?:over|care)|took over|zuständig|betreu",
    "on-call": r"on[ -]call|pager|duty|shift|standby|bereitschaft|astreinte|guardia",
    "reports-to": r"report|manage|boss|lead|supervis|chef|jef[ea]",
    "married-to": r"marri|wife|husband|spouse|divorc|single\b|verheiratet|mari",
    "partner-of": r"partner|girlfriend|boyfriend|together|couple|single\b|engaged",
    "mentored-by": r"mentor|tutor|train|teach|learn|apprentic|coach|ausbild|formation",
    "caseworker": r"case|social|youth",
    "attends": r"school|stud(?:y|ie|ent)|class|universit|college|graduat|schule",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The names of a statement, those of them that are let go, and those that are named as where or who comes next."""

    names: tuple[str, ...]
    gone: frozenset[str] = frozenset()
    apart: frozenset[frozenset[str]] = frozenset()  # pairs: one let go of the other, and of nobody else
    goes: frozenset[str] = frozenset()
    follows: frozenset[str] = frozenset()

    def ends(self, one: str, other: str) -> bool:
        """Whether what held between these two is over."""
        return frozenset((one, other)) in self.apart or one in self.gone or other in self.gone


def read(text: str, known: Known = nobody) -> Over:
    """What of the names in a statement is over; nothing when it is asked, supposed or wished."""
    found: dict[str, None] = {}
    gone: set[str] = set()
    apart: set[frozenset[str]] = set()
    goes: set[str] = set()
    follows: set[str] = set()
    for sentence in relate.sentences(text):
        marked, names = relate_names.marked(sentence, known)
        found |= dict.fromkeys(names)
        if relate.unsure(sentence):
            continue
        pairs, singles = _let_go(marked, names)
        apart |= pairs
        gone |= singles - {name for pair in pairs for name in pair}
        for match in re.finditer(_N.format("x"), marked):
            name, before = names[int(match["x"])], marked[: match.start()]
            goes |= {name} if _GOES.search(before) or _THERE.match(marked, match.end()) else set()
            follows |= {name} if _FOLLOWS.search(before) or _TAKES.match(marked, match.end()) else set()
    return Over(
        names=tuple(found), gone=frozenset(gone), apart=frozenset(apart),
        goes=frozenset(goes - gone), follows=frozenset(follows - gone),
    )  # fmt: skip


def spoken(relation: str, text: str) -> bool:
    """Whether a statement has a word by which such a relation is spoken of; true of one that has no such words."""
    words = _SPOKEN.get(relation)
    return words is None or _spoken(words).search(text) is not None


@cache
def _spoken(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})", re.IGNORECASE)


def _let_go(marked: str, names: list[str]) -> tuple[set[frozenset[str]], set[str]]:
    """Pairs of which one let go of the other, and names that are let go by whoever is meant."""
    before, behind, both = _patterns()
    apart = {frozenset((names[int(m["a"])], names[int(m["x"])])) for m in both.finditer(marked)}
    leave = {names[int(match["x"])] for match in behind.finditer(marked)}
    left = set()
    for match in before.finditer(marked):
        who = _WHO.search(marked[: match.start("cue")]) if _LETS.match(match["cue"]) else None
        if who:
            apart.add(frozenset((names[int(who["a"])], names[int(match["x"])])))
        elif not (match["cue"].startswith("is") and _BRIEFLY.match(marked, match.end())):
            left.add(names[int(match["x"])])
    if len(leave) == 1 and len(left) == 1 and leave != left:
        return apart | {frozenset(leave | left)}, set()  # somebody left one thing, and not all there is
    return apart, leave | left


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    def one_of(block: str) -> str:
        """The wordings of a block; a line that begins further right goes on with the one above."""
        return re.sub(r"\n {4}(?! )", "|", block.strip("\n").removeprefix("    ")).replace("\n        ", "")

    name = _N.format("x")
    return (
        re.compile(rf"(?<![\w'])(?P<cue>{one_of(_BEFORE)}){_THE}\s?{name}", re.IGNORECASE),
        re.compile(rf"{name}(?:,? (?:who|which))?\s?(?:{one_of(_BEHIND)})", re.IGNORECASE),
        re.compile(rf"{_N.format('a')} (?:and|&|und|et|y) {name} {_BOTH}", re.IGNORECASE),
    )
