"""What a statement ties to what, and whom it names: general wording, no guesses."""

from __future__ import annotations

import pytest

from reverie.domain import relate


def ties(text: str) -> list[tuple[str, str, str, str]]:
    return [(tie.source, tie.relation, tie.target, tie.gone) for tie in relate.read(text)]


@pytest.mark.parametrize(
    "said",
    [
        "The employer of Mira Holt is Quill Foods.",
        "Quill Foods is the employer of Mira Holt.",
        "Mira Holt's employer is Quill Foods.",
        "Mira Holt works for Quill Foods now.",
        "Quill Foods is where Mira Holt works.",
        "Quill Foods hired Mira Holt.",
        "Mira Holt is an accountant at Quill Foods.",
        "Der Arbeitgeber von Mira Holt ist Quill Foods.",
        "Mira Holt arbeitet bei Quill Foods.",
    ],
)
def test_an_employer_is_read_from_many_wordings(said):
    assert ties(said) == [("Mira Holt", "works-at", "Quill Foods", "")]


@pytest.mark.parametrize(
    ("said", "tie"),
    [
        ("Mira Holt moved from Turin to Basel.", ("Mira Holt", "lives-in", "Basel", "Turin")),
        ("Mira Holt lives in Basel, not Turin.", ("Mira Holt", "lives-in", "Basel", "Turin")),
        ("Mira Holt left Quill Foods.", ("Mira Holt", "works-at", "", "Quill Foods")),
        ("Mira Holt no longer works at Quill Foods.", ("Mira Holt", "works-at", "", "Quill Foods")),
        ("Mira Holt left Quill Foods for Delta Bank.", ("Mira Holt", "works-at", "Delta Bank", "Quill Foods")),
        ("The employer of Mira Holt changed from Quill Foods to Delta Bank.",
         ("Mira Holt", "works-at", "Delta Bank", "Quill Foods")),
        ("The maintainer of parcel is Mira Holt.", ("parcel", "maintained-by", "Mira Holt", "")),
        ("parcel's maintainer: Mira Holt", ("parcel", "maintained-by", "Mira Holt", "")),
        ("Mira Holt maintains parcel-api.", ("parcel-api", "maintained-by", "Mira Holt", "")),
        ("Mira Holt took over parcel-api from Ben.", ("parcel-api", "maintained-by", "Mira Holt", "Ben")),
        ("Mira Holt replaced Ben as the maintainer of parcel-api.",
         ("parcel-api", "maintained-by", "Mira Holt", "Ben")),
        ("Ben stepped down as maintainer of parcel-api.", ("parcel-api", "maintained-by", "", "Ben")),
        ("Ben is no longer the maintainer of parcel-api.", ("parcel-api", "maintained-by", "", "Ben")),
        ("Ask Ben about parcel-api, he owns it.", ("parcel-api", "maintained-by", "Ben", "")),
        ("The person on call for parcel is Mira Holt this week.", ("parcel", "on-call", "Mira Holt", "")),
        ("Ben is no longer on call for parcel; Mira Holt is.", ("parcel", "on-call", "Mira Holt", "Ben")),
        ("parcel-api switched from Redis to Valkey.", ("parcel-api", "uses", "Valkey", "Redis")),
        ("Mira Holt reports to Ben Oak.", ("Mira Holt", "reports-to", "Ben Oak", "")),
    ],
)  # fmt: skip
def test_what_changed_or_ended_is_told_with_who_was_there_before(said, tie):
    assert ties(said) == [tie]


@pytest.mark.parametrize(
    "said",
    [
        "If Mira Holt works at Quill Foods, call her.",
        "Does Mira Holt work at Quill Foods?",
        "Maybe the maintainer of parcel is Ben.",
        "Ben asked who the maintainer of parcel-api is.",
        "The config lives in Redis.",
        "Mira Holt will join Delta Bank next year.",
        "Ben takes care of laundry and the garden.",
    ],
)
def test_a_guess_a_question_and_a_plan_tie_nobody(said):
    assert ties(said) == []


def test_who_is_named_is_told_by_the_words_around():
    def named(said: str) -> dict[str, str]:
        return relate.names(said, relate.read(said))

    assert named("Mira Holt works at Quill.") == {"Mira Holt": "person", "Quill": "organisation"}
    assert named("Mira Holt lives in Basel.") == {"Mira Holt": "person", "Basel": "place"}
    assert named("The port of parcel-edge is 8080.") == {"parcel-edge": "project"}
    assert named("We store it in eu-west-1 for long-term use, see the follow-up.") == {}
    assert named("Ask for Delta Bank, please.") == {"Delta Bank": "organisation"}


def test_a_name_of_two_words_can_be_on_call_for_but_is_not_owned_like_a_service():
    assert ties("The on-call contact for Night Owl is Mira Holt.") == [("Night Owl", "on-call", "Mira Holt", "")]
    assert ties("Mira Holt looks after Ben Oak.") == []


def test_a_role_that_went_from_one_to_another_is_no_tool_that_was_replaced():
    assert ties("The maintainer of parcel-api switched from Ben to Mira.") == [
        ("parcel-api", "maintained-by", "Mira", "Ben")
    ]


BANK = ("Priya Nair", "works-at", "Delta Bank", "")
LYON = ("Priya Nair", "lives-in", "Lyon", "")
API = ("billing-api", "maintained-by", "Priya Nair", "")
PAGER = ("billing-api", "on-call", "Priya Nair", "")
BOSS = ("Priya Nair", "reports-to", "Omar Haddad", "")
WED = ("Priya Nair", "married-to", "Omar Haddad", "")
PARTS = ("Nimbus Parts", "owned-by", "Corvid Group", "")
REP = ("Nimbus Parts", "account-manager", "Priya Nair", "")


@pytest.mark.parametrize(
    ("said", "tie"),
    [
        ("Priya Nair – day job at Delta Bank", BANK),
        ("Priya Nair took a job with Delta Bank", BANK),
        ("Priya Nair (Delta Bank) rang about the invoice", BANK),
        ("Priya Nair is with Delta Bank", BANK),
        ("Priya Nair does payroll for Delta Bank", BANK),
        ("Priya Nair draws her salary from Delta Bank", BANK),
        ("Delta Bank took Priya Nair on", BANK),
        ("employer of Priya Nair: Delta Bank", BANK),
        ("Priya Nair arbeitet jetzt bei Delta Bank.", BANK),
        ("Priya Nair est employée chez Delta Bank.", BANK),
        ("Priya Nair trabaja para Delta Bank.", BANK),
        ("Priya Nair さんは Delta Bank に勤めています。", BANK),
        ("Priya Nair 씨는 Delta Bank에서 일해요.", BANK),
        ("Priya Nair 在 Delta Bank 工作", BANK),
        ("Priya Nair rents in Lyon, above a bakery", LYON),
        ("home for Priya Nair is Lyon", LYON),
        ("Priya Nair has an apartment in Lyon", LYON),
        ("Priya Nair's new address is in Lyon", LYON),
        ("Lyon is where Priya Nair lives", LYON),
        ("Priya Nair ist nach Lyon gezogen.", LYON),
        ("Priya Nair vit désormais à Lyon.", LYON),
        ("Priya Nair se mudó a Lyon.", LYON),
        ("Priya Nair さんは Lyon に住んでいます", LYON),
        ("Priya Nair 씨는 Lyon에 살아요", LYON),
        ("Priya Nair 住在 Lyon", LYON),
        ("when billing-api acts up it's Priya Nair who fixes it", API),
        ("ping Priya Nair when billing-api misbehaves", API),
        ("Priya Nair signs off changes to billing-api", API),
        ("billing-api is Priya Nair's baby", API),
        ("questions about billing-api go to Priya Nair", API),
        ("billing-api lead: Priya Nair", API),
        ("Priya Nair keeps billing-api running", API),
        ("Für billing-api ist Priya Nair zuständig.", API),
        ("C'est Priya Nair qui s'occupe de billing-api.", API),
        ("De billing-api se encarga Priya Nair.", API),
        ("billing-api の担当は Priya Nair さんです", API),
        ("billing-api 담당은 Priya Nair입니다", API),
        ("billing-api 由 Priya Nair 负责", API),
        ("Priya Nair has the weekend phone for billing-api", PAGER),
        ("if billing-api dies at night wake up Priya Nair", PAGER),
        ("pager billing-api → Priya Nair", PAGER),
        ("billing-api emergencies: Priya Nair", PAGER),
        ("Bereitschaft für billing-api hat Priya Nair.", PAGER),
        ("Priya Nair est d'astreinte pour billing-api.", PAGER),
        ("billing-api の当番は Priya Nair さんです。", PAGER),
        ("Priya Nair answers to Omar Haddad", BOSS),
        ("Omar Haddad is Priya Nair's line manager", BOSS),
        ("Omar Haddad signs off Priya Nair's holidays", BOSS),
        ("Die Chefin von Priya Nair heißt Omar Haddad.", BOSS),
        ("Priya Nair さんの上司は Omar Haddad さんです。", BOSS),
        ("Priya Nair and Omar Haddad tied the knot", WED),
        ("Priya Nair's husband is called Omar Haddad", WED),
        ("Priya Nair ist mit Omar Haddad verheiratet.", WED),
        ("Priya Nair 的丈夫是 Omar Haddad", WED),
        ("Corvid Group acquired Nimbus Parts", PARTS),
        ("Nimbus Parts belongs to Corvid Group", PARTS),
        ("Nimbus Parts gehört zu Corvid Group.", PARTS),
        ("our rep at Nimbus Parts is Priya Nair", REP),
        ("at Nimbus Parts you talk to Priya Nair", REP),
        ("Ansprechpartner bei Nimbus Parts ist Priya Nair.", REP),
        ("Priya Nair's school is Het Anker", ("Priya Nair", "attends", "Het Anker", "")),
        ("Tae-yang Shin works at Delta Bank", ("Tae-yang Shin", "works-at", "Delta Bank", "")),
        ("Femke de Wit works at Delta Bank", ("Femke de Wit", "works-at", "Delta Bank", "")),
        ("田中さんは東京に住んでいます", ("田中", "lives-in", "東京", "")),
    ],
)
def test_relations_are_read_from_classes_of_wordings_in_several_languages(said, tie):
    assert ties(said) == [tie]


@pytest.mark.parametrize(
    "said",
    [
        "Ben asked Mira Holt about parcel-api.",
        "Mira Holt met Ben Oak at Quill Foods.",
        "Mira Holt is in Basel this week.",
        "Ask Ben if parcel-api is deployed.",
        "Mira wants to work at Quill Foods.",
        "Mira never worked at Quill Foods.",
        "Ben thinks Mira works at Quill Foods.",
        "Mira turned down a job at Quill Foods.",
        "Mira got an offer from Quill Foods but declined.",
        "The brother of Mira Holt lives in Basel.",
        "The wife of Ben works with Mira.",
        "Everything in parcel-api goes to Datadog.",
        "parcel-api goes through Cloudflare.",
        "Mira is under Ben on the leaderboard.",
        "Call Mira when you arrive in Basel.",
        "Mira has something in Figma.",
        "Ben is a fan at Wembley.",
        "don't ring Ben about parcel-api",
        "Ben bought Photoshop.",
    ],
)
def test_what_only_happens_to_name_two_ties_nobody(said):
    assert ties(said) == []


def test_whom_the_space_knows_is_read_in_small_letters_and_tells_what_is_meant():
    known = {"stickerbot": "project", "mira": "person", "nimbus": "organisation", "quill": "organisation"}

    def read(said: str) -> list[tuple[str, str, str]]:
        return [(t.source, t.relation, t.target) for t in relate.read(said, lambda name: known.get(name.lower(), ""))]

    assert read("stickerbot belongs to Mira") == [("stickerbot", "maintained-by", "Mira")]
    assert read("Nimbus belongs to Quill") == [("Nimbus", "owned-by", "Quill")]
    assert read("Mira is with Quill") == [("Mira", "works-at", "Quill")]
    assert read("Ben is with Mira") == []
    assert read("call Mira if Nimbus messes up the invoice") == [("Nimbus", "account-manager", "Mira")]


@pytest.mark.parametrize(
    "said",
    [
        "Dad is no longer at Villa Kastanie, he is back with us",
        "Philippa Crane is no longer our person at Laborhaus Nord",
        "Mira Holt is not happy at Quill Foods",
        "Mira Holt is hardly ever at Quill Foods",
        "Mira Holt is not really at Quill Foods",
        "Mira Holt is good at Chess",
    ],
)
def test_who_is_no_longer_somewhere_does_not_work_there(said):
    assert not [tie for tie in relate.read(said) if tie.target]


def kinds(text: str) -> dict[str, str]:
    return relate.names(text, relate.read(text))


@pytest.mark.parametrize(
    "said",
    [
        "The deploy runs in GitHub Actions.",
        "GitHub Actions is our CI.",
        "We deploy to Fly Machines in Frankfurt.",
        "We ship with Docker Compose.",
        "Our docs live in Google Drive.",
        "We track bugs in Azure DevOps.",
        "Tailwind CSS is used by the frontend.",
        "Machine Learning is hard.",
        "Our client Kestner Feed pays late.",
        "We buy the cables from Nordlys Elektro.",
        "San Marino is where our office is.",
        "The Login Page is slow on Tuesday Morning.",
    ],
)
def test_what_is_used_bought_or_visited_is_no_person(said):
    assert "person" not in kinds(said).values()


@pytest.mark.parametrize(
    "said",
    [
        "My colleague Rukmini Pillai said the tests are slow.",
        "Ulrika Sandvik manages the shop.",
        "Marta Olsen is on vacation until Dec 3.",
        "The build was written by Ana Lopez.",
        "Am Montag kommt Frau Kessel.",
        "I had lunch with Desmond Oyelaran.",
    ],
)
def test_who_says_or_is_called_something_is_a_person(said):
    assert "person" in kinds(said).values()


@pytest.mark.parametrize(
    "said",
    [
        "Everything runs on Hetzner.",
        "We freeze in Nov and Dec.",
        "Good Morning, Nothing works in Sept.",
        "Guten Morgen, nächsten Dienstag ist frei.",
        "Wednesday Standup moved to Thursday Afternoon.",
        "TODO Fix README.md before Friday",
    ],
)
def test_times_greetings_and_files_are_nobody(said):
    assert not {name.lower() for name in kinds(said)} & {
        "everything", "nothing", "nov", "dec", "sept", "good morning", "guten morgen", "dienstag", "afternoon",
        "fix readme", "readme", "nächsten dienstag", "thursday afternoon",
    }  # fmt: skip
    assert not ties(said)


def test_first_names_are_read_in_small_letters_but_words_that_are_names_too_are_not():
    assert ties("ana manages bob now") == [("Bob", "reports-to", "Ana", "")]
    assert not ties("mark manages may now")
    assert not ties("max reports to will")
    assert ties("Jan works at Acme Corp.") == [("Jan", "works-at", "Acme Corp", "")]


@pytest.mark.parametrize(
    ("said", "ties"),
    [
        ("Olaf manages the Kassel warehouse.", []),
        ("Olaf manages Jutta Kern.", [("Jutta Kern", "reports-to", "Olaf")]),
        ("Runa starts at the Waldorf kindergarten in May.", [("Runa", "attends", "Waldorf")]),
        ("Ada Holt starts work at the Waldorf kindergarten.", [("Ada Holt", "works-at", "Waldorf")]),
        ("Our broker is Ada Holt from Kessel Capital.", [("Ada Holt", "works-at", "Kessel Capital")]),
        ("The gift is Ada Holt from Berlin.", []),
    ],
)
def test_who_is_tied_is_somebody_and_not_what_only_describes_a_thing(said, ties):
    assert [(tie.source, tie.relation, tie.target) for tie in relate.read(said)] == ties


@pytest.mark.parametrize(
    ("said", "name", "kind"),
    [
        ("We now drive a Fiat Tipo, fully electric.", "Fiat Tipo", "concept"),
        ("We sold our old Opel Zafira.", "Opel Zafira", "concept"),
        ("I buy my novels at Buchcafé Stern.", "Buchcafé Stern", "organisation"),
        ("Our vet Nadia Blum called.", "Nadia Blum", "person"),
        ("I met Ilka Sandberg at the fair.", "Ilka Sandberg", "person"),
    ],
)
def test_a_thing_of_two_names_is_nobody(said, name, kind):
    assert relate.names(said, relate.read(said)).get(name) == kind


@pytest.mark.parametrize(
    ("said", "tied"),
    [
        ("Mira Holt left Quill Foods and works at Delta Bank now.",
         [("Mira Holt", "works-at", "", "Quill Foods"), ("Mira Holt", "works-at", "Delta Bank", "")]),
        ("Mira left Quill Foods. She works at Globex now.",
         [("Mira", "works-at", "", "Quill Foods"), ("Mira", "works-at", "Globex", "")]),
        ("Mira Holt got a new job, she works at Delta Bank now.", [("Mira Holt", "works-at", "Delta Bank", "")]),
        ("My partner is Jonas, he's a nurse at UZ Gent.", [("Jonas", "works-at", "UZ Gent", "")]),
        ("Mira Holt met Ben Oak. She works at Delta Bank.", []),
        ("Mira Holt's brother called; he works at Delta Bank.", []),
        ("Basel is lovely. She works at Delta Bank.", []),
    ],
)  # fmt: skip
def test_a_sentence_that_goes_on_about_somebody_is_about_them(said, tied):
    assert ties(said) == tied


@pytest.mark.parametrize(
    ("said", "tie"),
    [
        ("Dora Lind owns the search service.", ("search service", "maintained-by", "Dora Lind", "")),
        ("The search service is maintained by Erik Holm.", ("search service", "maintained-by", "Erik Holm", "")),
        ("The payments service uses PostgreSQL.", ("payments service", "uses", "PostgreSQL", "")),
        ("Globex acquired Initech.", ("Initech", "owned-by", "Globex", "")),
        ("Initech was acquired by Globex in May.", ("Initech", "owned-by", "Globex", "")),
        ("Mira Holt leads Project Falcon.", ("Falcon", "maintained-by", "Mira Holt", "")),
        ("Project Falcon is maintained by Mira Holt.", ("Falcon", "maintained-by", "Mira Holt", "")),
    ],
)
def test_what_is_called_by_what_it_does_and_what_was_bought_is_tied(said, tie):
    assert ties(said) == [tie]


@pytest.mark.parametrize(
    "said", ["The whole service uses Redis.", "Mira acquired Photoshop skills.", "The partner api uses API keys."]
)
def test_what_only_looks_like_a_service_or_a_purchase_ties_nothing(said):
    assert ties(said) == []


@pytest.mark.parametrize(
    ("said", "types"),
    [
        ("Anneliese Brandt leads Project Orion.", {"Anneliese Brandt": "person", "Orion": "project"}),
        ("Project Orion ships in May.", {"Orion": "project"}),
        ("Team Heron owns the login service.", {"Heron": "organisation", "login service": "project"}),
        ("My partner is Jonas.", {"Jonas": "person"}),
    ],
)
def test_a_project_or_a_team_is_nobody_and_a_partner_is_somebody(said, types):
    assert relate.names(said, relate.read(said)) == types
