"""Who and what a statement names: where the names stand, and what each stands for as far as the words tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from reverie.domain import mention as mentions, name_kinds, route as routes
from reverie.domain.given_names import GIVEN, given
from reverie.domain.relate_forms import cue_words

Known = Callable[[str], str]  # the type of what is known by a name, in any case; nothing when nobody is


def nobody(name: str) -> str:
    """Nobody is known."""
    return ""


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


_JOINTS = _words("""up in on out off over down to of and the by for at no non pre re co self well multi semi anti sub
    e x t term time only level based like free wide ready side end day week hour way size call side made long short
    high low full part half real open ad hoc built old new hours duty watch""")  # fmt: skip
ROLES = _words("""employer workplace company arbeitgeber employeur empleador empleadora home town city residence wohnort
    ville ciudad domicile lead main code maintainer owner responsible person point contact mainteneur responsable
    betreuer betreuerin engineer colleague whoever call pager duty line manager boss supervisor wife husband spouse chef
    chefin ansprechpartner ansprechpartnerin bereitschaft schule grundschule gymnasium kita firma""")  # fmt: skip
_ARTICLES = _words("de het la le les el los las il die der das den")
_REGION = re.compile(r"[a-z]{2}-[a-z]+-\d[a-z]?")
_MANY = 3  # digits of a number that many things have
_OPENERS = _words("""apparently recently officially finally basically previously formerly lately reportedly obviously
    clearly honestly currently meanwhile reminder update heads news confirmed told heard turns turned thanks ask tell
    since per according der die das dem den le la les l el los il une un um für bei auf in im chez de du des à au en
    dans avec pour con para por a al wo wer was sie er ihr ihre sein seine mein meine unser unsere notre nos nuestro
    nuestra mi su c'est qu'est ist hat jetzt vergiss out met just never whoever anything everything good bad guess
    eur usd gbp chf turns als wrong nope sorry argh wait btw oh ah""")  # fmt: skip
_FIRM = re.compile(
    r"\w (?:Inc|GmbH|Ltd|LLC|Corp|AG|SA|BV|SARL|Labs?|Bank|Foundation|University|College|Institute|Group|Systems"
    r"|Software"
    r"|Technolog(?:y|ies)|Health|Foods?|Games|Media|Energy|Airlines|Insurance|Partners|Ventures|Capital|Studios?|Press"
    r"|Logistics|Motors|Pharma|Consulting|Solutions|Networks|Industries|Analytics|Robotics|Clinic|Hospital"
    r"|Holdings?|Trust"
    r"|Parts|Refurb|Trading|Supply|Supplies|Imports?|Exports?|Shipping|Freight|Dairy|Brewing|Brewery|Bakery|Farms|Seeds"
    r"|Timber|Marine|Aviation|Avionics|Aerospace|Instruments|Maps|Care|Glass|Glas|Logistik|Energie|Druck|Verlag"
    r"|Bau|Kabel"
    r"|Systeme|Beteiligungen|Participaties|Invest|Investments|Equity|Mills|Works|Steel|Metals|Chemicals|Textiles"
    r"|Fashion"
    r"|Travel|Tours|Telecom|Mobile|Electronics|Electric|Hardware|Security|Legal|Architects|Design|Agency|Advertising"
    r"|Marketing|Publishing|Pictures|Films|Records|Sports|Fitness|Dental|Pharmacy|Optics|Bio|Biotech|Genomics|Railways"
    r"|Transport|Couriers|Express|Airways|Hotels|Resorts|Catering|Coffee|Wines|Spirits|Council|Ministry|School|Academy"
    r"|Primary|Kindergarten|Data|Digital|Interactive|Mutual|Credit|Financial|Finance|Securities|Services"
    r"|Interiors|Farm)"
    r"\.?$"
    r"|^(?:Groupe|Grupo|Gruppo|Gruppe|Estudio|Studio|Maison|Banco|Banque|Atelier|Universität|Université|Universidad"
    r"|University|Bank|Institut|Instituto|Verlag|Café|Colegio|Collège|Lycée|Hotel|Clínica|Klinik|Stadtwerke) \w"
)
# An organisation by a word that stands first or last in its name, or that its first word ends in: "Laborhaus West".
_HOUSE = re.compile(
    r"\w (?:Union|Lodge|Vets|Surgery|Hospice|Shelter|Rescue|Sanctuary|Theatre|Radio|Juniors|Nursery|Preschool|Grammar"
    r"|Seminary|Conservatory|Choir|Orchestra|Chor|Verein|Association|Society|Charity|Cooperative|Co-op|Guild|Solicitors"
    r"|Lawyers|Brothers|Sons|Company|Garage|Outfitters|Orchards|Nurseries|Winery|Vineyards|Distillery|Laboratories"
    r"|Laboratory|Surveyors|Builders|Plumbing|Roofing|Joinery|Carpentry|Ceramics|Pottery|Packaging|Plastics|Machinery"
    r"|Pumps|Tractors|Fabrics|Yarns|Cheese|Meats|Fruits|Flowers|Tyres|Bikes|Cycles|Sails|Ropes|Cables"
    r"|Lamps|Lighting|Kitchens|Furniture|Carpets|Paints|Oils|Solar|Recycling|Cleaning|Laundry|Diagnostics|Imaging"
    r"|Medical|Implants|Surgical|Sutures|Orthopaedics|Optik|Technik|Elektrik|Akademie|Stiftung|Genossenschaft|Werke|Praxis|Klinik"
    r"|Kanzlei|Schule|Gymnasium|Grundschule|Kita|Skole|Boulangerie|Pharmacie|Librairie|Imprimerie)$"
    r"|\w(?<!News)(?<!Activity)(?<!Live)(?<!RSS)(?<!Data) Feeds?$"
    r"|^(?:Clinique|Clinica|Hospital|Hôpital|École|Ecole|Escuela|Academia|Akademie|Fundación|Fondation|Stiftung"
    r"|Association|Asociación|Editorial|Librería|Librairie|Boulangerie|Imprenta|Imprimerie|Laboratorio|Laboratoires?"
    r"|Talleres|Bodegas?|Kanzlei|Praxis|Zoo|Museo|Musée|Teatro|Théâtre|Gymnasium|Grundschule|Gesamtschule|Kita"
    r"|Kindergarten|Agence|Agencia|Pharmacie|Farmacia|Apotheke|Sportverein|Verein) \w"
    r"|^[A-ZÄÖÜ][a-zäöüß]{2,}(?:klinik|praxis|schule|gymnasium|verein|verlag|kanzlei|apotheke|stiftung|werke)(?: \w|$)"
    r"|^[A-ZÄÖÜ][a-zäöüß]{2,}(?:haus|labor|werk|handel|bau|technik|zentrum|bank|café|cafe|laden|markt|bistro|salon) \w"
)
_GROUP = re.compile(
    r"(?:^|\w )(?:Team|Squad|Crew|Choir|Chorus|Orchestra|Band|Ensemble|Quartet|Club|Chor|Verein|Society|League|Guild"
    r"|Committee|Council|Troupe|Harriers|Rovers|Rangers|Wanderers|Ramblers|Chorale|Chœur|Coro|Orquesta|Orchestre"
    r"|Equipo|Équipe)$|^(?:Team|Club|Chor|Coro|Chœur|Orchestre|Orquesta|Sportverein|TSV|SV|FC) \w"
    r"|^[A-ZÄÖÜ][a-zäöüß]{2,}(?:chor|verein|orchester)(?: \w|$)"
)
_HOME = re.compile(
    r"^(?:Résidence|Residence|Residenz|Residencia|Haus|Villa|Casa|Domaine|Manoir|Château|Schloss|Hof|Heim|Stift) \w"
    r"|\w (?:Lodge|House|Manor|Court|Gardens|Cottage|Grange|Hall|Mews|Towers|Terrace|Close|Ward|Annexe|Home|Residence)$"
    r"|^[A-ZÄÖÜ][a-zäöüß]{2,}(?:heim|hof|stift|residenz|haus)(?: \w|$)"
)
_SCHOOL = re.compile(
    r"(?:^|\w )(?:Academy|School|Primary|Juniors|Infants|College|Nursery|Preschool|Kindergarten|Grammar|University"
    r"|Gymnasium|Grundschule|Gesamtschule|Realschule|Kita|Schule|Skole)$"
    r"|^(?:Collège|Lycée|École|Ecole|Colegio|Escuela|Instituto|Gymnasium|Grundschule|Gesamtschule|Realschule|Kita"
    r"|Kindergarten|Montessori|Academia|University|Université|Universidad|Universität) \w"
    r"|^[A-ZÄÖÜ][a-zäöüß]{2,}(?:schule|gymnasium)(?: \w|$)"
)
# Orders that open a note: "Hide Rex's tablets", "Water Mira's plants".
_IMPERATIVES = _words("""add adjust answer arrange ask assign attach avoid bake block book borrow bring brush build buy
    cancel change charge check chop clean clear close collect compare confirm connect convert cook copy cover create
    cut decline delete deliver describe discuss download drive drop dry email empty ensure enter explain fasten feed
    fetch fill find finish fix flush fold follow forward freeze get give grab grease greet groom hand hang heat help
    hide hold ignore include inform insert inspect install invite invoice join keep lead leave lend lift list load lock
    log measure meet mend mention merge mind mix move note notify offer open order pack paint pass pay phone pick
    place plan post prepare press print promise publish pull push put quote read rebuild refill refund reject remind
    remove rename renew repair replace reply rescue reserve reset respect restart restore return review rinse ring
    rotate save scan schedule scrub seal send serve set share shave ship show skip soak sort split spray start stop
    store stretch submit swap take teach tell test text thank throw tidy tie touch track trim try turn unlock unpack
    update upload bandage bathe discharge dose examine inject sedate soothe treat vaccinate visit walk warm warn wash
    watch water weigh welcome wipe wrap write zip gib hole hol ruf frag sag schick bring nimm stell leg mach appelle
    donne prends envoie demande llama dale dile pide manda recoge""")  # fmt: skip
_STATED = re.compile(r"\b(?:of|for|von|de|del|für|on|behind|project|service|repo|repository|called) $|^$")
_GOES_ON = re.compile(
    r"$|'s\b|[ ]?[^\w\s'-]| (?:is|are|was|has|runs?|uses?|needs?|listens?|depends?|and|or|to|at|in|on|for|from|with"
    r"|because|now|since|goes|ist|est|es|must|should|will|does|keeps?|ships?)\b"
)
_LOW = "a-zà-öø-ɏḁ-ỿ"
_NAMES = re.compile(  # "Tae-yang Shin", and what is a name everywhere else
    rf"(?<![\w@./-])[{mentions.UP}][{_LOW}]+-[{_LOW}]{{2,}}(?: [{mentions.UP}][{_LOW}]+){{0,2}}(?![\w@/-])"
    rf"|(?<![\w@./-])[{mentions.UP}]{{2,4}} [{mentions.UP}][{_LOW}]+-[{mentions.UP}][{_LOW}]+(?![\w@/-])"
    rf"|{mentions.NAMES.pattern}"
)
# A title belongs to a name of one word ("Ms Okafor") and says nothing more beside a full one.
TITLES = _words("""Mr Mrs Ms Miss Dr Prof Professor Herr Frau Madame Mme Monsieur Señora Señor Sra Sr Signora Signor
    Mevrouw Meneer Pastor Sir Lady""")  # fmt: skip
_OF_FAMILY = _words("Aunt Auntie Uncle Tante Onkel Oncle Tía Tío Zia Zio Grandma Grandpa Granny Oma Opa")
_TITLE = re.compile(rf"\b(?P<title>{'|'.join(sorted(TITLES | _OF_FAMILY))})\.? $")
KIN = _words("""mum mom mummy mommy dad daddy grandma grandpa granny gran grandad granddad nan nana oma opa mama papa
    mutti vati maman mamie papi papy mémé pépé mamá papá abuela abuelo yaya nonna nonno""")  # fmt: skip
_FAMILY = re.compile(rf"(?:{'|'.join(sorted(_OF_FAMILY))}) ")
_FAMILY_OF = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|[Mm]eine?|[Uu]nsere?|[Mm]on|[Mm]a|[Mm]i) (?:\w+ )?(?:wife|husband|spouse|partner"
    r"|girlfriend|boyfriend|fiancée?|son|daughter|brother|sister|mother|father|frau|mann|sohn|tochter|bruder|schwester|mutter|vater|Frau|Mann|Sohn|Tochter|Bruder|Schwester|Mutter|Vater"
    r"|femme|mari|fils|fille|frère|sœur|mujer|marido|hijo|hija|hermano|hermana),?"
    r"(?: (?:is|is called|called|named|heißt|s'appelle|se llama))? (?P<name>[^\W\d_a-zß-ÿ][\w'’-]+)"
)
_KIN_NAMED = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Mm]eine?|[Uu]nsere?|[Mm]on|[Mm]a|[Mm]i) (?P<kin>{'|'.join(sorted(KIN))})"
    rf"(?:(?:'s name)? is(?: called| named)?|,? called|,? named)? (?P<name>[{mentions.UP}][\w-]+)",
    re.I,
)
_INSIDE = re.compile(rf" (?=(?:{'|'.join(sorted(TITLES - _words('Sir Lady Sr Miss')))}) )")
_OTHERS = re.compile(r"(?:(?<!user)'s?|\b(?:her|his|their|your|an?|the|every|some|any|no|ihre?|seine?|sa|su)) $", re.I)
_OUR_KIN = re.compile(
    rf"(?:^|[.:;,–—…] |\b(?:my|our|the user's|meine?|unsere?|ma|mon|mi) )(?P<kin>{'|'.join(sorted(KIN))})(?![\w-])",
    re.I,
)
_DESCRIBED = re.compile(  # what is called by what it does: "the search service"
    r"\b(?:[Tt]he|[Oo]ur) (?P<name>(?!(?:whole|entire|new|old|same|other|main|public|own|internal|external|best|only"
    r"|current|first|second|last|next|legacy|free|customer|mobile|good|bad|big|small|right|wrong|remote|local|actual)\b)"
    r"[a-z][a-z-]{2,20} (?:service|api|worker|backend|frontend|gateway|pipeline|scheduler|crawler))(?![\w-])"
)
_PARTICLE = re.compile(r" (?:van der|van den|van|de la|de|der|von der|von|da|di|dos|del|ter|ten|bin|ibn|al) ")
_FOREIGN = re.compile(
    r"\b(?:der|die|das|ist|hat|nicht|und|wird|heißt|est|sont|le|les|une?|qui|dans|es|está|el|los|una|que|ya)\b"
)


def marked(sentence: str, known: Known = nobody) -> tuple[str, list[str]]:
    """The sentence with every name as its number between two marks, and the names."""
    found: list[str] = []
    pieces: list[str] = []
    at = 0
    for start, end in sorted(_places(sentence, known)):
        if start < at:
            continue
        name = _spoken(sentence[start:end])
        pieces += [sentence[at:start], f"\ue000{len(found)}\ue001"]
        found.append(mentions.TOOLS.get(name.lower(), name))
        at = end
    return "".join([*pieces, sentence[at:]]), found


def _spoken(said: str) -> str:
    """A name as it is written: a first name in small letters has its capital."""
    name = said.strip("`").replace(". ", " ")
    return name.title() if name in GIVEN or name in KIN else name


def _places(sentence: str, known: Known) -> Iterable[tuple[int, int]]:
    yield from _joined(sentence, [*_spelt(sentence)])
    yield from (match.span() for match in _CHATTED.finditer(sentence) if match[0] in GIVEN)
    yield from (match.span("name") for match in _DESCRIBED.finditer(sentence))
    yield from (match.span("kin") for match in _OUR_KIN.finditer(sentence) if match["kin"].islower())
    if known is nobody:
        return
    words = [*_PLAIN.finditer(sentence)]
    for n, match in enumerate(words):
        for size in (3, 2, 1):
            last = words[min(n + size, len(words)) - 1]
            said = sentence[match.start() : last.end()]
            dull = said.lower() in _no_names() or len(said) < 4
            if (
                n + size <= len(words)
                and not dull
                and said.count(" ") == size - 1
                and not said.istitle()
                and known(said)
            ):
                yield match.start(), last.end()
                break


def _spelt(sentence: str) -> Iterable[tuple[int, int]]:
    """Where a name stands by its spelling."""
    for match in _apart(sentence):
        start, end = _trimmed(match)
        name = sentence[start:end].strip("`")
        if name.lower() in KIN and _OTHERS.search(sentence[:start]):
            continue  # somebody else's
        start = _with_title(sentence, start, name)
        hyphen = "-" in name.split(" ")[0] and (name[:1].islower() or (" " not in name and not name.istitle()))
        if len(name) > 1 and not (hyphen and not _is_service(name.lower())):
            yield start, end


def _apart(sentence: str) -> Iterable[re.Match[str]]:
    """Every spelt name; a title inside one begins another: "the court gave Lotta Ms Okafor"."""
    for match in _NAMES.finditer(sentence):
        at = match.start()
        for title in _INSIDE.finditer(sentence, at + 1, match.end()):
            if part := _NAMES.fullmatch(sentence, at, title.start()):
                yield part
            at = title.start() + 1
        if part := _NAMES.fullmatch(sentence, at, match.end()):
            yield part


def _with_title(sentence: str, start: int, name: str) -> int:
    """Where a name begins with the title before it; "his Frau Lena" is a wife."""
    title = _TITLE.search(sentence[:start])
    if title is None or " " in name or not name[:1].isupper():
        return start
    wife = title["title"] == "Frau" and (given(name) or re.search(r"(?:'s?|eine|ihre) $", sentence[: title.start()]))
    return start if wife else title.start()


def _joined(sentence: str, places: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """With "Femke de Wit" as one; where "von" and "de" are common words, not behind a role that opens a sentence."""
    foreign = _FOREIGN.search(sentence) is not None
    at = 0
    while at < len(places):
        start, end = places[at]
        first = sentence[start:end]
        if at + 1 < len(places) and _PARTICLE.fullmatch(sentence, end, places[at + 1][0]):
            second = sentence[places[at + 1][0] : places[at + 1][1]]
            joins = first[0].isupper() and " " not in first and second[0].isupper()
            joins = joins and (given(first) or not (given(second) or (start == 0 and " von " in sentence[end:])))
            if joins and not (foreign and "van" not in sentence[end:] and start == 0 and first.lower() in cue_words()):
                at, end = at + 1, places[at + 1][1]
        yield start, end
        at += 1


_CHATTED = re.compile(r"(?<![\w@./-])[a-zà-ÿ]{3,14}(?![\w@/.-])")  # a word that may be a first name in small letters
_PLAIN = re.compile(r"(?<![\w@./-])[^\W\d_][\w-]*(?![\w@/-])")


@cache
def _no_names() -> frozenset[str]:
    return (mentions.DULL | mentions.GREETINGS | _OPENERS | ROLES | cue_words()) - KIN


@cache
def _common() -> tuple[frozenset[str], frozenset[str]]:
    """Words that end no name, and those that begin none inside a sentence: "De Kuip" and "La Paz" do."""
    common = (mentions.DULL | mentions.GREETINGS | _OPENERS | ROLES) - {"sur"}  # "Talleres del Sur"
    return common, common - _ARTICLES


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """Where the name stands, without the common words at its ends that only have a capital."""
    start, end = match.span()
    words = match[0].split(" ")
    opens = re.search(r"(?:^|[.:!?]\s+)$", match.string[:start]) is not None
    common, inside = _common()
    if _titled(words):
        start += len(words.pop(0)) + 1
    if opens and len(words) > 1 and words[0].lower() in _IMPERATIVES and not _houses(words):
        start += len(words.pop(0)) + 1
    while words and words[0].lower() in (_no_names() if opens or len(words) == 1 else inside):
        start += len(words.pop(0)) + 1
    team = len(words) > 1 and words[-1] == "Team"
    while words and not team and words[-1].lower() in (_no_names() if len(words) == 1 else common):
        end -= len(words.pop()) + 1
    if mentions.EMPTY.issuperset(word.lower() for word in words):
        return match.end(), match.end()
    return start, end


def _titled(words: list[str]) -> bool:
    return len(words) > 1 and _TITLE.fullmatch(f"{words[0]} ") is not None


def _houses(words: list[str]) -> bool:
    """Whether the first word is what makes it the name of a house: "Water Board", not "Phone Delta Bank"."""
    return firm(" ".join(words)) and not firm(" ".join(words[1:]))


def typed(text: str, ends: Iterable[tuple[str, str]], sentences: Iterable[str]) -> dict[str, str]:
    """Who and what a statement names clearly, and what each is; "concept" when nothing says so."""
    found: dict[str, str] = {}
    for name, kind in ends:
        if name:
            found[name] = found.get(name) or kind or ("project" if _DESCRIBED.search(f"the {name}") else "")
    told = [(s, *place) for s in sentences for place in _places(s, nobody)]
    spelt = {_spoken(sentence[start:end]) for sentence, start, end in told}
    for mention in routes.route(text).entities:
        if mention.type not in ("concept", "") and not _cut_otherwise(mention.name, spelt):
            found[mention.name] = found.get(mention.name) or mention.type
    for sentence, start, end in told:
        name = _spoken(sentence[start:end])
        if project(name):
            found[undescribed(name)] = "project"
        elif name and not found.get(name):
            found[name] = _kind(name, sentence[:start], sentence[end:])
        if name in found and re.search(r"\b[Tt]eam $", sentence[:start]):
            found[name] = "organisation"
    return {name: kind or "concept" for name, kind in found.items() if kind}


def undescribed(name: str) -> str:
    """A name without the word that says it is a project's: "Project Orion" and "Orion" are one."""
    return name.removeprefix("Project ") if project(name) else name


def project(name: str) -> bool:
    """Whether a name says that it is a project's."""
    first, _, rest = name.partition(" ")
    return first == "Project" and bool(rest) and rest.split(" ")[0].lower() not in ROLES | {"leader", "management"}


def _cut_otherwise(name: str, spelt: set[str]) -> bool:
    """Whether a name is one of those that are spelt here, with a word more or less before it, or somebody else's."""
    if name in spelt:
        return False
    ends = any(name.endswith(f" {each}") or each.endswith(f" {name}") for each in spelt)
    return ends or name.lower() in KIN


def _kind(name: str, before: str, after: str) -> str:
    """What a name stands for, as told by its spelling and the words around it; nothing when that is not clear."""
    if name.lower() in mentions.TOOLS:
        return "tool"
    if name.lower() in KIN or kin(before + name, name):
        return "person"
    if name[0].islower():
        if not name.replace("_", "-").count("-") or not _is_service(name):
            return ""
        return "project" if _STATED.search(before[-24:]) and _GOES_ON.match(after) else ""
    if " " in name and serving(name):
        return "project"
    if firm(name):
        return "organisation"
    if name.isupper() or ("-" in name and " " not in name):
        return ""
    return name_kinds.kind(name, before, after) if " " in name else ""


def _is_service(name: str) -> bool:
    """Whether a hyphenated word is a name: "billing-worker" is, "long-lived", "eu-west-1" and "pb-231" are not."""
    parts = name.replace("_", "-").split("-")
    if _REGION.fullmatch(name) or _JOINTS & set(parts) or parts[-1].endswith(("ed", "ing", "ly", "able")):
        return False
    return not (parts[0].isdigit() or _ticket(parts))


def _ticket(parts: Sequence[str]) -> bool:
    """Whether it is a number out of many, and no "osprey-2": three digits, or two behind a few letters."""
    number = parts[-1]
    return number.isdigit() and (len(number) >= _MANY or (len(number) > 1 and len(parts[0]) <= _MANY))


def human(name: str) -> bool:
    """Whether a name could be somebody's, as far as its spelling tells."""
    if not name[0].isupper():
        return not name.isascii()
    if name.split(" ")[0] in ("Project", "Team", "Operation") or name.split(" ")[-1] in ("Team", "Project"):
        return False
    if re.search(r"[a-z][A-Z]|\d", name.replace("Mc", "").replace("Mac", "")):
        return False
    return (
        name.lower() not in mentions.TOOLS
        and not (name.isupper() and len(name) > 1)
        and not firm(name)
        and not group(name)
    )


def titled(name: str) -> bool:
    """Whether a name begins with a title, which only people have."""
    return _titled(name.split(" "))


def family(name: str) -> bool:
    """Whether somebody is called as only the family calls them."""
    return name.lower() in KIN or _FAMILY.match(name) is not None


def kin(text: str, name: str) -> bool:
    """Whether somebody is told to be of the owner's family: "my husband Jonas", "our son Emil"."""
    return any(found["name"] == name for found in _FAMILY_OF.finditer(text))


def family_names(text: str) -> list[tuple[str, str]]:
    """Whom the family calls so, and their first name: "my mum Teresa"."""
    found = [(_spoken(each["kin"].lower()), each["name"]) for each in _KIN_NAMED.finditer(text)]
    return [(who, name) for who, name in found if name[0].isupper() and given(name) and name.lower() not in KIN]


def serving(name: str) -> bool:
    """Whether a name is spelt like that of a service or a machine."""
    first = name.split(" ")[0]
    hyphen = "-" in first and not re.fullmatch(rf"[{mentions.UP}][{_LOW}]+-[{mentions.UP}{_LOW}][{_LOW}]+", first)
    return (name[0].islower() and name.isascii()) or hyphen or name.lower().split()[-1] in mentions.SERVICE


def firm(name: str) -> bool:
    tool = name.split(" ")[0].lower() in mentions.TOOLS
    return _FIRM.search(name) is not None or (_HOUSE.search(name) is not None and not tool)


def group(name: str) -> bool:
    """Whether one is a member there: of a team, a choir, a club."""
    return _GROUP.search(name) is not None


def home(name: str) -> bool:
    """Whether a house is called so in which people live."""
    return _HOME.search(name) is not None


def school(name: str) -> bool:
    return _SCHOOL.search(name) is not None
