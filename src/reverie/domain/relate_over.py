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
# What stands right before a name that is let go.
_BEFORE = r"""
    not|no longer|nor|instead of|rather than|in place of|replac\w+|formerly|previously|forget(?: about)?|scratch|strike
    left|leaves|leaving|quits?|quit the job at|ditched|dropped|dumped|abandoned|resigned from|retired from|departed
    (?:fired|sacked|dismissed|laid off|let go|kicked out|made redundant) (?:by|from|at)|walked out (?:of|on)|out of|off
    (?:last|final) (?:day|week|shift) (?:at|with|in|for)|(?:notice|resignation) (?:at|to|with)|goodbye to|farewell to
    (?:done|finished|through|over) (?:at|with)|stepp?ed (?:down|back|away|aside) (?:from|as .{1,20} of)|enough of|tired of
    couldn't stand|can't stand|swapped|traded|exchanged|gave up .{0,30}?(?:in|at|on|of)|moved (?:out of|away from)
    part(?:ed|s|ing) (?:ways|company) with|split (?:up )?(?:from|with)|divorced(?: from)?|separated from|broke up with
    free (?:of|from)|took over from|takes over from|inherited .{0,40}?from|over from|away from|poached .{0,40}?from|back from
    bought .{0,40}?from|(?:stopped|ceased|quit) (?:work|liv|report|answer|rent|look|maintain|car)\w*(?: (?:at|in|to|for|after))?
    (?:don't|do not|stop) (?:ring|call|ask|page|wake|bother|phone|write to|contact|talk to|go to)
    (?:doesn't|does not|isn't|is not|didn't|hasn't|no longer) (?:\w+ ){1,3}?(?:at|in|to|for|with|under|by|after)?
    statt|anstelle von|nicht mehr(?: (?:bei|in|an|von|um|für))?|n'est plus (?:chez|à|en|avec|au)|ne \w+ plus (?:chez|à|en|pour|de)
    plus (?:chez|à)|au lieu de|ya no (?:\w+ )?(?:en|con|a|de|para)?|en vez de|dejó|ha dejado|quitté|verlassen|不再(?:在|是)?|离开了?|離開了?
    hat(?: bei)?(?=\s\S+\s(?:gekündigt|verlassen|aufgehört|abgegeben))"""
# What stands right behind one.
_BEHIND = r"""
    (?:is|are|'s|was|has been) (?:history|out|gone|off|finished|replaced|no longer|not .{1,30}any ?more|a mix-up|a typo|wrong|outdated|past)
    (?:has |have |had |just |already )*(?:left|retired|resigned|quit|moved (?:on|out|away)|departed|emigrated|passed away|died|went off)
    (?:has |have |just |already )*(?:stepp?ed|stood|bowed|dropped|backed|pulled) (?:down|back|aside|away|out)
    (?:has |have |just )*(?:hand(?:ed|s)|pass(?:ed|es)|g[ia]ve[sn]?|turned) (?:in|over|on|off|up|back|away)
    (?:has |have |just )*(?:hand(?:ed|s)|pass(?:ed|es)|gave) (?:the |her |his )?(?:[\w-]+ ){0,4}?(?:for |of )?\ue000\d+\ue001 (?:over |on )?(?:to|on|over)
    (?:has |have |just )*(?:hand(?:ed|s)|pass(?:ed|es)|gave) (?:it |them |the .{1,30}?)(?:over |on )?to
    (?:got|was|were|has been|is) (?:fired|sacked|dismissed|let go|laid off|replaced|made redundant|kicked out|promoted away|transferred)
    (?:doesn't|does not|can't|cannot|won't|isn't|is not|don't|no longer|no more)\b.{0,60}?\bany ?(?:more|longer)|no longer\b|any ?more\b
    stopped\b|ceased\b|is on leave\b|ya no\b|n'est plus\b|ne \w+ plus\b|ist nicht mehr\b|macht .{0,30}nicht mehr
    hat .{0,30}?(?:gekündigt|aufgehört|abgegeben|verlassen)|ist (?:weg|raus|ausgestiegen|ausgeschieden|weggezogen)
    a (?:quitté|démissionné|arrêté)|ha (?:dejado|dimitido|renunciado)|dejó|se (?:fue|marchó)
    's (?:hands|plate)\b|'s last day|\s?말고|\s?대신|\s?(?:에서|을|를)?\s?(?:퇴사|그만)|\s?では?なく|\s?じゃなく|\s?(?:を|から)(?:辞め|退職|退社|やめ|離れ|去)
    \s?(?:离职|離職|辞职|不再|已经?离开)"""
# Two who are let go together.
_BOTH = (
    r"(?:have |has |are |had |is |recently |finally )*(?:split|parted|separated|broken? up|broke up|divorced"
    r"|got divorced"
    r"|getting divorced|no longer (?:together|married|a couple)|not .{0,30}any ?more|done with each other"
    r"|fell out|history|over)"
)
_TAKES = re.compile(
    r"(?:\b(?:to|is|it's|by|us|new|now|with|at|in|for|joined|sondern(?: bei| in| von)?|mais (?:chez|à)|sino|ring"
    r"|call|wake"
    r"|ask|see|contact|becomes?|heißt|are|page|ahora en|talk to|write to|go to|and|then)|[:>→–])\s*$"
)
_TAKES_AFTER = re.compile(
    r"\s*(?:took|takes|has (?:it|the|them|taken)|bought|owns|inherited|replac|handles|instead|looks|runs|leads"
    r"|does|is (?:now|in|on"
    r"|the|our|at|under|doing|taking|handling|responsible)|fills|steps|stepped in|poached|got|gets|keeps|covers|succeed"
    r"|에서|が|は)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The names of a statement, those of them that are let go, and those that may take somebody's place."""

    names: tuple[str, ...]
    gone: frozenset[str] = frozenset()
    apart: frozenset[frozenset[str]] = frozenset()  # pairs: one let go of the other, and of nobody else
    comes: frozenset[str] = frozenset()

    def ends(self, one: str, other: str) -> bool:
        """Whether what held between these two is over."""
        return frozenset((one, other)) in self.apart or one in self.gone or other in self.gone


def read(text: str, known: Known = nobody) -> Over:
    """What of the names in a statement is over; nothing when it is asked, supposed or wished."""
    all_names: dict[str, None] = {}
    gone: set[str] = set()
    apart: set[frozenset[str]] = set()
    comes: set[str] = set()
    for sentence in relate.sentences(text):
        marked, names = relate_names.marked(sentence, known)
        all_names |= dict.fromkeys(names)
        if relate.unsure(sentence):
            continue
        pairs, singles = _let_go(marked, names)
        apart |= pairs
        gone |= singles - {name for pair in pairs for name in pair}
        comes |= _coming(marked, names)
    return Over(names=tuple(all_names), gone=frozenset(gone), apart=frozenset(apart), comes=frozenset(comes - gone))


def _let_go(marked: str, names: list[str]) -> tuple[set[frozenset[str]], set[str]]:
    apart: set[frozenset[str]] = set()
    gone: set[str] = set()
    before, behind, both = _patterns()
    for match in both.finditer(marked):
        apart.add(frozenset((names[int(match["a"])], names[int(match["x"])])))
    for match in before.finditer(marked):
        name = names[int(match["x"])]
        near = re.search(
            rf"{_N.format('a')}(?:,? (?:has|have|had|just|finally|already|recently|and|hat|is|got|was))*\s$",
            marked[: match.start("cue")],
        )
        if near and re.match(
            r"left|leaves|leaving|quit|resigned|retired|dumped|divorced|split|part|dejó|quitté", match["cue"], re.I
        ):
            apart.add(frozenset((names[int(near["a"])], name)))
        else:
            gone.add(name)
    for match in behind.finditer(marked):
        gone.add(names[int(match["x"])])
    return apart, gone


def _coming(marked: str, names: list[str]) -> set[str]:
    found = set()
    for match in re.finditer(_N.format("x"), marked):
        if _TAKES.search(marked[: match.start()]) or _TAKES_AFTER.match(marked, match.end()):
            found.add(names[int(match["x"])])
    return found


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    def one_of(block: str) -> str:
        return "|".join(line.strip() for line in block.strip().splitlines())

    name = _N.format("x")
    return (
        re.compile(rf"(?<![\w'])(?P<cue>{one_of(_BEFORE)}){_THE}\s?{name}", re.IGNORECASE),
        re.compile(rf"{name}(?:,? (?:who|which))?\s?(?:{one_of(_BEHIND)})", re.IGNORECASE),
        re.compile(rf"{_N.format('a')} (?:and|&|und|et|y) {name} {_BOTH}", re.IGNORECASE),
    )
