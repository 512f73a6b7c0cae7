"""What a 'remember…' means: a table of sentences people say, then the laws behind it.

`PLAIN` was written with the rules in mind; `WILD` in voices the rules were not written for
(chat, dictation, tickets, second-language English). Every row of both is asserted.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain.mention import Link, Mention
from reverie.domain.route import route
from reverie.domain.trigger import Trigger, trigger


class Row(NamedTuple):
    text: str
    kind: str
    core: str | None = None
    links: tuple[str, ...] = ()


PLAIN = [
    Row("Remember that my name is Ana", "fact", "identity"),
    Row("Call me Bea", "fact", "identity"),
    Row("I'm a backend engineer", "fact", "identity"),
    Row("Please remember I live in Turin", "fact", "identity"),
    Row("my timezone is Europe/Rome", "fact", "identity"),
    Row("My pronouns are they/them", "fact", "identity"),
    Row("I work at Acme", "fact", "identity"),
    Row("I'm currently working on the billing migration", "fact", "active-context"),
    Row("This week we are finishing the import screen", "fact", "active-context"),
    Row("We are blocked on the security review", "fact", "active-context"),
    Row("Always answer in German", "preference", "persona"),
    Row("Keep answers short", "preference", "persona"),
    Row("Don't use emojis with me", "preference", "persona"),
    Row("I like when you show the command first", "preference", "persona"),
    Row("Important: the API key rotates every Monday", "fact", "critical-facts"),
    Row("I'm allergic to peanuts", "fact", "critical-facts"),
    Row("Never ever push to the release branch", "preference", "critical-facts"),
    Row("The filing deadline with the court is 3 March", "task", "critical-facts"),
    Row("I prefer tabs over spaces", "preference"),
    Row("I hate long meetings", "preference"),
    Row("My favourite editor is Helix", "preference"),
    Row("Always use pnpm in this repo", "preference"),
    Row("I'd rather have small pull requests", "preference"),
    Row("Never use var in TypeScript", "preference"),
    Row("We decided to keep the monolith", "decision"),
    Row("We chose PostgreSQL for storage", "decision"),
    Row("we'll go with the blue logo", "decision"),
    Row("We agreed to meet every second Tuesday", "decision"),
    Row("We settled on trunk-based development", "decision"),
    Row("We switched from Redis to Valkey", "decision", None, ("Valkey supersedes Redis",)),
    Row("We replaced Jenkins with GitLab", "decision", None, ("GitLab supersedes Jenkins",)),
    Row("Billing chose PostgreSQL", "decision", None, ("Billing decided-on PostgreSQL",)),
    Row("TODO: renew the certificate", "task"),
    Row("I need to call the bank", "task"),
    Row("Remember to water the plants", "task"),
    Row("The report must be sent by Friday", "task"),
    Row("Don't let me forget to pay rent", "task"),
    Row("Remind me to stretch", "task"),
    Row("Yesterday the cache server died", "event"),
    Row("We shipped version 2 on 2026-11-03", "event"),
    Row("I met Marco at the conference", "event"),
    Row("An outage happened during the demo", "event"),
    Row("Actually, the port is 8081", "correction"),
    Row("It's Thursday, not Friday", "correction"),
    Row("Correction: the budget is 40k", "correction"),
    Row("We no longer support Python 3.9", "correction"),
    Row("The owner is not Bob but Carol", "correction"),
    Row("To deploy, first run the tests, then push the tag", "procedure"),
    Row("How to release:\n1. bump the version\n2. tag it\n3. push", "procedure"),
    Row("- open the vault\n- run the check\n- read the report", "procedure"),
    Row("When the build hangs, run `make clean` then `make all`", "procedure"),
    Row("Ana works at Acme", "fact", None, ("Ana works-at Acme",)),
    Row("Billing uses PostgreSQL 16", "fact", None, ("Billing uses PostgreSQL",)),
    Row(
        "checkout-service depends on payments-api",
        "fact",
        None,
        ("checkout-service depends-on payments-api",),
    ),
    Row("Ana manages Bob", "fact", None, ("Ana manages Bob",)),
    Row("Marco lives in Turin", "fact", None, ("Marco lives-in Turin",)),
    Row("Ledger is part of Atlas", "fact", None, ("Ledger part-of Atlas",)),
    Row("Atlas is owned by Carol", "fact", None, ("Carol owns Atlas",)),
    Row("The API runs on Kubernetes", "fact", None, ("API runs-on Kubernetes",)),
    Row("Billing does not use Redis", "fact"),
    Row("Does Ana work at Acme?", "fact"),
    Row("Ana is married to Bob", "fact", None, ("Ana married-to Bob",)),
    Row("Priya develops `notes-cli`", "fact", None, ("Priya develops notes-cli",)),
    Row("Ana prefers Vim", "preference", None, ("Ana prefers Vim",)),
    Row("The staging database is on port 5433", "fact"),
    Row("Ich bevorzuge dunkle Themen", "preference"),
    Row("Wir haben uns für Hetzner entschieden", "decision"),
    Row("Je préfère le thé", "preference"),
    Row("Nous avons décidé de migrer en mars", "decision"),
    Row("Prefiero el café solo", "preference"),
    Row("Decidimos usar Django", "decision"),
    Row("저는 다크 모드를 선호해요", "preference"),
    Row("우리는 목요일로 결정했어요", "decision"),
    Row("私は紅茶が好きです", "preference"),
    Row("来週から始めることに決めました", "decision"),
    Row("我更喜欢深色主题", "preference"),
    Row("我们决定下周上线", "decision"),
]

WILD = [
    Row("hey so remember im vegetarian ok", "fact", "identity"),
    Row("fyi for later, wifi at the cabin is slow after 9pm", "fact"),
    Row("pls remember: nina = my sister, she's a nurse in Oslo", "fact"),
    Row("keep in mind that the intern starts on the 4th", "fact"),
    Row("gonna need a dentist appointment sometime before xmas", "task"),
    Row("ugh standup got moved to 10:15 starting monday", "event"),
    Row("Just so you know, the client signed the contract this morning!", "event"),
    Row("for future reference the printer on floor 2 jams with A5 paper", "fact"),
    Row("Can you remember that Sofia's birthday is June 12?", "fact"),
    Row("ok so the team voted, we are going with Svelte", "decision"),
    Row("after lots of back and forth: final call is AWS, Frankfurt region", "decision"),
    Row("Decision log 14 Nov: monorepo stays. Rationale: tooling cost.", "decision"),
    Row("I can't stand it when people say 'circle back'", "preference"),
    Row("not a fan of ORMs tbh", "preference"),
    Row("big fan of property based tests", "preference"),
    Row("I enjoy hiking more than running", "preference"),
    Row("please stop apologising in every reply", "preference", "persona"),
    Row("be blunt with me", "preference", "persona"),
    Row("From now on reply in bullet points", "preference", "persona"),
    Row("explain things to me like i'm new to rust", "preference", "persona"),
    Row("don't sugarcoat code reviews for me", "preference", "persona"),
    Row("speak french with me on weekends", "preference", "persona"),
    Row("I go by Sam, nobody calls me Samuel", "fact", "identity"),
    Row("I am 34 years old and live in Lisbon with two cats", "fact", "identity"),
    Row("based in Nairobi, so UTC+3 for me", "fact", "identity"),
    Row("My job title changed to staff engineer", "fact", "identity"),
    Row("my native language is Portuguese", "fact", "identity"),
    Row("I have type 1 diabetes", "fact", "critical-facts"),
    Row("In an emergency phone my wife Lena", "fact", "critical-facts"),
    Row("penicillin makes me very ill, it is a medical thing", "fact", "critical-facts"),
    Row("This one is critical: backups are encrypted with the offline key", "fact", "critical-facts"),
    Row("Right now my focus is the thesis draft", "fact", "active-context"),
    Row("these days i'm mostly debugging the payment webhook", "fact", "active-context"),
    Row("we're stuck waiting for legal to answer", "fact", "active-context"),
    Row("current sprint goal: get rid of the old login page", "fact", "active-context"),
    Row("Marco has to hand in the visa forms before the 20th", "task"),
    Row("action item for me - book flights", "task"),
    Row("i should really upgrade the nas firmware", "task"),
    Row("Invoice 4711 is due next Wednesday", "task"),
    Row("note to self: buy stamps", "task"),
    Row("Last night's deploy went badly and we rolled it back", "event"),
    Row("had lunch with Tomoko, she is leaving the company", "event"),
    Row("On Tuesday Ravi broke his arm", "event"),
    Row("The cat was born in 2019", "event"),
    Row("2026-02-14: first paying customer", "event"),
    Row("Sorry, I meant the west gate rather than the east one", "correction"),
    Row("scrap what i told you about the budget, it's 12k now", "correction"),
    Row("my email isn't ana@old.example anymore, use ana@new.example", "correction", "identity"),
    Row("I misspoke earlier, the meeting is at nine", "correction"),
    Row("you got it wrong, the dog is called Rex", "correction"),
    Row("if prod is down: ssh to the bastion, then restart nginx, then tell Olga", "procedure"),
    Row("steps to onboard someone: create account; add to the team; send the handbook", "procedure"),
    Row("first you soak the beans, after that you boil them, finally add salt", "procedure"),
    Row("Before merging always rebase, run lint and then squash", "procedure"),
    Row("The new hire, Femi, works for Globex", "fact", None, ("Femi works-at Globex",)),
    Row("Ana and Bob work at Acme", "fact", None, ("Ana works-at Acme", "Bob works-at Acme")),
    Row("Atlas is written in Python", "fact", None, ("Atlas uses Python",)),
    Row(
        "our `web-shop` talks to Stripe and depends on `tax-api`",
        "fact",
        None,
        ("web-shop depends-on tax-api",),
    ),
    Row("I heard Ana might work at Initech", "fact"),
    Row("Bob reports to Alice", "fact", None, ("Alice manages Bob",)),
    Row("Ana's manager is Bob", "fact", None, ("Bob manages Ana",)),
    Row("if Ana manages Bob we have a conflict", "fact"),
    Row("grafana runs on the old Hetzner box", "fact", None, ("Grafana runs-on Hetzner",)),
    Row("Globex is headquartered in Berlin", "fact", None, ("Globex located-in Berlin",)),
    Row("Atlas uses Redis and Kafka", "fact", None, ("Atlas uses Redis", "Atlas uses Kafka")),
    Row("Kafka got replaced by NATS", "decision", None, ("NATS supersedes Kafka",)),
    Row("Lena used to work at Siemens", "fact"),
    Row("Nobody uses Jira here", "fact"),
    Row("The moon is about 384,000 km away", "fact"),
    Row("garage code 4417, side door sticks a bit", "fact"),
    Row("Merk dir, dass ich kein Fleisch esse", "fact"),
    Row("Am liebsten trinke ich Tee", "preference"),
    Row("On a choisi Vue finalement", "decision"),
    Row("j'adore les chats", "preference"),
    Row("Me gusta más Vim", "preference"),
    Row("quedamos en usar Go", "decision"),
    Row("나는 커피보다 차를 더 좋아해", "preference"),
    Row("会議は木曜日に決まった", "decision"),
    Row("以后都用简体中文回答我", "preference", "persona"),
    Row("Antworte mir bitte immer auf Deutsch", "preference", "persona"),
    Row("", "fact"),
    Row("🦆", "fact"),
]

# Written after the rules, and run once before anything was changed: the honest score is on these.
FRESH = [
    Row("Remember we're vegetarian on Mondays at our place", "fact"),
    Row("The rent goes up to 1450 in January", "fact"),
    Row("Our landlord is Mr. Novak and he hates phone calls", "preference"),
    Row("Don't schedule anything before ten, I'm useless in the morning", "preference"),
    Row("I take my coffee black", "preference"),
    Row("Spaces, never tabs.", "preference"),
    Row("we ended up keeping Jenkins after all", "decision"),
    Row("The board approved the merger", "decision"),
    Row("Verdict: no GraphQL", "decision"),
    Row("Let's standardise on Python 3.12 for every service", "decision"),
    Row("Tests go in tests/, not next to the code", "correction"),
    Row("Hana moved to Kyoto last spring", "event"),
    Row("The kids finished school on Thursday", "event"),
    Row("We onboarded three new customers in Q3", "event"),
    Row("Dad had surgery in 2021", "event"),
    Row("Pick up the parcel tomorrow before 6", "task"),
    Row("Someone must rotate the signing keys by end of month", "task"),
    Row("I promised Lea a draft by Sunday", "task"),
    Row("don't forget to cancel the gym trial", "task"),
    Row("My brother's name is Tom", "fact"),
    Row("I was born in Quito", "fact", "identity"),
    Row("I'm the CTO of a small robotics company", "fact", "identity"),
    Row("I'm left-handed", "fact", "identity"),
    Row("I'm claire, office manager at marlow & finch", "fact", "identity"),
    Row("I'm operations lead as of today!", "fact", "identity"),
    Row("i report to sunita now", "fact", "active-context"),
    Row("my manager is priya now", "fact", "active-context"),
    Row("my partner is Dan", "fact", "identity"),
    Row("we live in Southville", "fact", "identity"),
    Row("my manager is annoyed", "fact", None),
    Row("my dad is ill", "fact", None),
    Row("Address me formally", "preference", "persona"),
    Row("No emojis please", "preference", "persona"),
    Row("Give me the short version first, details only if I ask", "preference", "persona"),
    Row("When you're unsure, say so", "preference", "persona"),
    Row("My daughter has a severe nut allergy", "fact", "critical-facts"),
    Row("Do not ever email the client list to anyone", "preference", "critical-facts"),
    Row("important: prod db is shared with accounting", "fact", "critical-facts"),
    Row("We're in the middle of moving offices", "fact", "active-context"),
    Row("My main project at the moment is the solar charger", "fact", "active-context"),
    Row("To reset the router hold the button ten seconds, wait, then log in again", "procedure"),
    Row("Release checklist:\n* bump changelog\n* tag\n* announce", "procedure"),
    Row("Every time the sync fails I delete the lock file and run it again", "procedure"),
    Row("wait, that's wrong: the server has 64 GB", "correction"),
    Row("Her surname changed, she's Ana Costa now", "correction"),
    Row("The deploy key lives in the shared safe", "fact"),
    Row("Port 9000 is taken by MinIO", "fact"),
    Row("Olga owns the Falcon project", "fact", None, ("Olga owns Falcon",)),
    Row("Falcon relies on RabbitMQ", "fact", None, ("Falcon depends-on RabbitMQ",)),
    Row("Tim leads Falcon and Osprey", "fact", None, ("Tim manages Falcon", "Tim manages Osprey")),
    Row(
        "Dana, who lives in Porto, works at Umbrella",
        "fact",
        None,
        ("Dana lives-in Porto", "Dana works-at Umbrella"),
    ),
    Row("Umbrella isn't part of Globex", "fact"),
    Row("I wonder whether Dana uses Emacs", "fact"),
    Row("order-service is deployed on AWS", "fact", None, ("order-service runs-on AWS",)),
    Row("we migrated from MySQL to PostgreSQL in May", "decision", None, ("PostgreSQL supersedes MySQL",)),
    Row("Everyone in the office uses Slack", "fact"),
    Row("Carol's husband is Dave", "fact", None, ("Dave married-to Carol",)),
    Row("Maria loves Rust", "preference", None, ("Maria prefers Rust",)),
    Row("The book Ana lent me is about Rome", "fact"),
    Row("Ich wohne in Leipzig", "fact", "identity"),
    Row("Wir nehmen jetzt doch PostgreSQL", "decision"),
    Row("je déteste les réunions", "preference"),
    Row("soy alérgico a los mariscos", "fact", "critical-facts"),
    Row("매운 음식은 싫어요", "preference"),
    Row("コーヒーより紅茶のほうがいい", "preference"),
    Row("我不吃香菜", "preference"),
]

# A second batch, written after `FRESH` had been learnt from; again run once before any change.
LATER = [
    Row("Our wedding anniversary is on 9 September", "fact"),
    Row("The spare key is under the blue pot", "fact"),
    Row("Grandma's recipe uses twice the butter", "fact"),
    Row("Lars can't eat gluten", "fact"),
    Row("Our API returns 429 after 100 requests per minute", "fact"),
    Row("I find dark roasts too bitter", "preference"),
    Row("I want tests before code, every time", "preference"),
    Row("Please use metric units", "preference"),
    Row("Avoid abbreviations in commit messages", "preference"),
    Row("Yuki is not keen on video calls", "preference"),
    Row("I'm more of a cat person", "preference"),
    Row("we're dropping support for IE11", "decision"),
    Row("It was decided that Q1 is for debt only", "decision"),
    Row("After the review we picked option B", "decision"),
    Row("The committee selected Vienna as venue", "decision"),
    Row("Go-live is postponed until after Easter", "decision"),
    Row("Jo called about the invoice yesterday", "event"),
    Row("We lost the Henderson account in spring", "event"),
    Row("Server migration took nine hours on Saturday", "event"),
    Row("my son took his first steps today", "event"),
    Row("On 12 May we signed the lease", "event"),
    Row("We have to renew the domain before December", "task"),
    Row("Taxes are due on the 15th", "task"),
    Row("ask Kim about the badge", "task"),
    Row("waiting for a call back from the plumber, chase him Thursday", "task"),
    Row("I owe Petra 20 euros", "task"),
    Row("the password policy changed: 16 characters now, not 12", "correction"),
    Row("It isn't Stefan with f, it's Stephan with ph", "correction"),
    Row("Ignore the earlier number, revenue was 3.1 million", "correction"),
    Row("To roll back: git revert the merge, push, and rerun the pipeline", "procedure"),
    Row("1) drain the node 2) reboot 3) uncordon", "procedure"),
    Row("Whenever I travel, pause the newspaper, set the alarm and then tell Mia", "procedure"),
    Row("I'm Tomas, I run a bakery in Ghent", "fact", "identity"),
    Row("I have two kids, Leo and Mina", "fact", "identity"),
    Row("I speak Polish and English", "fact", "identity"),
    Row("I work nights", "fact", "identity"),
    Row("Don't call me buddy", "preference", "persona"),
    Row("Skip the preamble when you answer", "preference", "persona"),
    Row("I like your jokes, keep them coming", "preference", "persona"),
    Row("My heart medication is bisoprolol", "fact", "critical-facts"),
    Row("Never share my address with anyone, this is critical", "preference", "critical-facts"),
    Row("we're currently migrating everything to ARM", "fact", "active-context"),
    Row("The team is heads-down on the audit this month", "fact", "active-context"),
    Row("Nadia joined Initech", "event", None, ("Nadia works-at Initech",)),
    Row("Initech, a supplier of Globex, is based in Lyon", "fact", None, ("Initech located-in Lyon",)),
    Row("Yesterday Omar told me Lin manages Wei", "event", None, ("Lin manages Wei",)),
    Row("search-api uses Elasticsearch, Ana maintains it", "fact", None, ("search-api uses Elasticsearch",)),
    Row("Paul doesn't own Falcon", "fact"),
    Row("Should Falcon depend on Kafka?", "fact"),
    Row("Our CI runs on GitLab", "fact", None, ("CI runs-on GitLab",)),
    Row("Zoe hates Jira", "preference", None, ("Zoe avoids Jira",)),
    Row("Ich hasse Telefonate", "preference"),
    Row("On est tombés d'accord sur Lyon", "decision"),
    Row("Mi color favorito es el verde", "preference"),
    Row("우리 팀은 리액트를 쓰기로 했다", "decision"),
    Row("短い返事が好みです", "preference"),
    Row("最后我们选了方案二", "decision"),
]

TABLE = PLAIN + WILD + FRESH + LATER

# Rows the rules get wrong and that are not worth a rule of their own: text -> what is missed.
KNOWN_MISSES: dict[str, tuple[str, ...]] = {
    "our `web-shop` talks to Stripe and depends on `tax-api`": ("relations",),
    "Every time the sync fails I delete the lock file and run it again": ("kind",),
    "我不吃香菜": ("kind",),
    "I find dark roasts too bitter": ("kind",),
    "I want tests before code, every time": ("kind",),
    "I'm more of a cat person": ("kind",),
    "waiting for a call back from the plumber, chase him Thursday": ("kind",),
    "I'm Tomas, I run a bakery in Ghent": ("core",),
    "I have two kids, Leo and Mina": ("core",),
    "I work nights": ("core",),
    "Skip the preamble when you answer": ("kind", "core"),
    "I like your jokes, keep them coming": ("core",),
    "The team is heads-down on the audit this month": ("core",),
    "Initech, a supplier of Globex, is based in Lyon": ("relations",),
}


def missed(row: Row) -> tuple[str, ...]:
    """Which of kind, core and relations the rules get wrong."""
    got = route(row.text)
    links = tuple(f"{link.source} {link.relation} {link.target}" for link in got.relations)
    right = {"kind": got.kind == row.kind, "core": got.core == row.core, "relations": links == row.links}
    return tuple(name for name, ok in right.items() if not ok)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.text[:40])
def test_a_sentence_goes_where_a_person_would_put_it(row: Row):
    assert missed(row) == KNOWN_MISSES.get(row.text, ())


def test_every_known_miss_is_a_row_of_the_table():
    assert KNOWN_MISSES.keys() <= {row.text for row in TABLE}


def test_a_missed_kind_falls_back_to_a_plain_statement_rather_than_a_wrong_one():
    for text, what in KNOWN_MISSES.items():
        if "kind" in what:
            assert route(text).kind == "fact"


ASKED = [
    # the phrases of the seed design
    ("remember that I live in Rome", "remember", "I live in Rome"),
    ("Don't forget the milk", "remember", "the milk"),
    ("don’t forget the eggs", "remember", "the eggs"),
    ("keep in mind the lift is slow", "remember", "the lift is slow"),
    ("Note that port 80 is closed", "remember", "port 80 is closed"),
    ("important: backups run at two", "remember", "backups run at two"),
    ("For future reference, A5 jams", "remember", "A5 jams"),
    ("save this: gate code 4417", "remember", "gate code 4417"),
    ("FYI for later: Bob is away", "remember", "Bob is away"),
    ("forget about Redis", "forget", "Redis"),
    ("forget the yarn thing, we're on pnpm", "forget", "the yarn thing"),
    ("Vergiss das mit dem Mietwagen, wir fahren Zug.", "forget", "dem Mietwagen"),
    ("Vergiss das Fitnessstudio, ich mag es nicht", "forget", "das Fitnessstudio, ich mag es nicht"),
    ("Vergiss bitte die Milch nicht!", "remember", "die Milch"),
    ("forget the old address, the new one is 12 Elm Street", "forget", "the old address"),
    ("forget redis, use valkey", "forget", "redis"),
    ("please forget that I work at Acme", "forget", "I work at Acme"),
    ("forget everything about project X", "forget", "project X"),
    ("Never mind about the party", "forget", "the party"),
    ("disregard the old plan", "forget", "the old plan"),
    ("The plan is dead. That's no longer relevant.", "forget", "The plan is dead."),
    ("Scratch that note about Redis", "forget", "Redis"),
    ("ignore what I said about Bob", "forget", "Bob"),
    ("remove from memory my old address", "forget", "my old address"),
    ("Remove my old address from your memory", "forget", "my old address"),
    ("delete the memory about Bob", "forget", "Bob"),
    ("Forget everything I told you about Bob, please", "forget", "Bob"),
    ("reflect on this week", "reflect", "this week"),
    ("Take some time to reflect on the release", "reflect", "the release"),
    ("Take a moment and reflect on our week", "reflect", "our week"),
    ("Consolidate your memories", "reflect", ""),
    ("review memories", "reflect", ""),
    ("clean up your memory", "reflect", ""),
    ("What do you remember about Ana?", "recall", "Ana"),
    ("do you remember when we met?", "recall", "when we met"),
    ("Remember the Redis bug?", "recall", "the Redis bug"),
    ("Can you remember what I said about tea?", "recall", "what I said about tea"),
    ("permanently delete everything about Bob", "purge", "Bob"),
    ("Forget Bob permanently", "purge", "Bob"),
    # leads, quotes and politeness
    ("Please, remember: my cat is Tom, thanks!", "remember", "my cat is Tom"),
    ("hey, ok so can you remember that it is June 12?", "remember", "it is June 12"),
    ('"Remember that tea is hot"', "remember", "tea is hot"),
    ("We use port 8080. Remember that.", "remember", "We use port 8080."),
    ("Remember this:\n\n1. a\n2. b", "remember", "1. a\n2. b"),
    ("Claude, remember that x is y", "remember", "x is y"),
    ("Remember that x is y. Thank you so much!", "remember", "x is y."),
    ("Remember to say thanks", "remember", "say thanks"),
    ("Remember to call Bob please", "remember", "call Bob"),
    ("Remember it’s Ana’s desk", "remember", "it’s Ana’s desk"),
    # other languages
    ("Bitte merk dir, dass ich Tee mag", "remember", "ich Tee mag"),
    ("Vergiss nicht, dass ich Tee mag", "remember", "ich Tee mag"),
    ("Vergiss den Termin nicht", "remember", "den Termin"),
    ("Denk daran, den Müll rauszubringen", "remember", "den Müll rauszubringen"),
    ("Vergiss Bob", "forget", "Bob"),
    ("Souviens-toi que j'aime le thé", "remember", "j'aime le thé"),
    ("Retiens ceci : le port est 80", "remember", "le port est 80"),
    ("N'oublie pas d'acheter du pain", "remember", "acheter du pain"),
    ("Note que le port est 80", "remember", "le port est 80"),
    ("Oublie Bob", "forget", "Bob"),
    ("Recuerda que vivo en Lima", "remember", "vivo en Lima"),
    ("No olvides la leche", "remember", "la leche"),
    ("Ten en cuenta que llego tarde", "remember", "llego tarde"),
    ("Olvida a Bob", "forget", "Bob"),
    ("기억해: 내 이름은 아나", "remember", "내 이름은 아나"),
    ("내 생일은 5월 3일이야. 기억해 줘", "remember", "내 생일은 5월 3일이야."),
    ("잊지 마, 회의는 3시야", "remember", "회의는 3시야"),
    ("그 이야기는 잊어 줘", "forget", "그 이야기"),
    ("내 생일 기억해?", "recall", "내 생일"),
    ("覚えておいて：犬の名前はポチ", "remember", "犬の名前はポチ"),
    ("会議は3時、忘れないで", "remember", "会議は3時"),
    ("太郎のことは忘れて", "forget", "太郎"),
    ("请记住，我叫安娜", "remember", "我叫安娜"),
    ("别忘了买牛奶", "remember", "买牛奶"),
    ("忘掉小明", "forget", "小明"),
    ("把我的地址忘掉", "forget", "我的地址"),
    ("你还记得小明吗？", "recall", "小明"),
    # to delete for good, where each language puts its words
    ("borra para siempre todo sobre Rosa Gil", "purge", "Rosa Gil"),
    ("¿puedes eliminar definitivamente todo lo que sabes de Rosa Gil?", "purge", "Rosa Gil"),
    ("lösch bitte alles über Jens Wolf für immer", "purge", "Jens Wolf"),
    ("Kannst du alles, was du über Jens Wolf weißt, endgültig löschen?", "purge", "Jens Wolf"),
    ("efface pour toujours tout ce que tu sais sur Luc Morel", "purge", "Luc Morel"),
    ("Peux-tu supprimer définitivement tout ce qui concerne Luc Morel ?", "purge", "Luc Morel"),
    ("이서준에 대한 건 전부 영원히 지워 주세요", "purge", "이서준"),
    ("이서준 정보를 완전히 삭제해줘", "purge", "이서준"),
    ("佐藤さんのことは全部完全に削除してください", "purge", "佐藤さん"),
    ("佐藤さんについて永久に消して", "purge", "佐藤さん"),
    ("彻底删除关于李雷的一切", "purge", "李雷"),
    ("请把李雷的信息永久删除掉", "purge", "李雷"),
    ("apague para sempre tudo sobre Rui Costa", "purge", "Rui Costa"),
    ("cancella per sempre tutto quello che sai di Ugo Neri", "purge", "Ugo Neri"),
    # to forget, as people say it when they do not say "forget"
    ("you can forget the kiln thing, we sold it", "forget", "the kiln thing, we sold it"),
    ("No need to remember the gate code any more", "forget", "the gate code"),
    ("you don't have to remember where the kiln is anymore", "forget", "where the kiln is"),
    ("please drop what I told you about the kiln", "forget", "the kiln"),
    ("delete everything you know about the kiln", "forget", "the kiln"),
    ("ya no hace falta que recuerdes lo del horno", "forget", "horno"),
    ("ya puedes olvidar lo que te dije del horno", "forget", "horno"),
    ("das mit dem Ofen kannst du wieder vergessen", "forget", "dem Ofen"),
    ("du musst dir den Ofen nicht mehr merken", "forget", "den Ofen"),
    ("tu peux oublier l'histoire du four", "forget", "four"),
    ("가마 얘기는 이제 잊어도 돼", "forget", "가마"),
    ("가마에 대한 기억은 지워줘", "forget", "가마"),
    ("窯のことはもう忘れていいよ", "forget", "窯"),
    ("把窑炉的事忘了吧", "forget", "窑炉"),
    ("不用再记着窑炉的事了", "forget", "窑炉"),
    # to think over what is held
    ("have a good think about everything you know about us", "reflect", "everything you know about us"),
    ("go over what you've learned about me so far", "reflect", "what you've learned about me so far"),
    ("Denk mal darüber nach, was du über mich weißt", "reflect", "über mich weißt"),
    ("réfléchis à ce que tu as appris sur moi", "reflect", ""),
    ("repasa todo lo que sabes de mí", "reflect", ""),
    ("나에 대해 알고 있는 것들을 돌아봐 줘", "reflect", ""),
    ("私について知っていることを見直して", "reflect", ""),
    ("反思一下你对我的了解", "reflect", "你对我的了解"),
    # a Korean statement is kept whole, without the ending that makes a noun of it
    ("가마는 뒷마당에 있다는 거 기억해줘", "remember", "가마는 뒷마당에 있다"),
    ("가마는 뒷마당에 있다는 사실을 기억해줘", "remember", "가마는 뒷마당에 있다"),
    ("가마는 뒷마당에 있다고 꼭 기억해 주세요", "remember", "가마는 뒷마당에 있다"),
    ("서준이가 대구에 사는 거 기억해줘", "remember", "서준이가 대구에 사는 거"),
]


@pytest.mark.parametrize(("text", "ask", "rest"), ASKED)
def test_an_ask_is_heard_and_what_it_is_about_is_kept(text: str, ask: str, rest: str):
    assert trigger(text) == Trigger(ask=ask, rest=rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "I can't remember that song",
        "I forgot",
        "I don't remember",
        "don't remember this",
        "I will always remember that day",
        "You remember that, right?",
        "Scratch that.",
        "never mind",
        "Forget it",
        "Forget that, let's go",
        "yeah no. forget i asked",
        "forget I said anything",
        "forget this ever happened",
        "Forget what I said",
        "forget the last one",
        "forget the tests for now",
        "forget what i said about the button, make it blue",
        "forget about dinner, let's do lunch",
        "Forget-me-nots are blue",
        "Save this file as x.txt",
        "Reflect the change in the docs",
        "What do you know about Python?",
        "> Remember that foo is bar. Remember that baz is bar.",
        "```\nRemember that foo is bar\n```\nok",
        "잊어버렸어",
        "나는 그날을 기억해",
        "鍵を忘れていた",
        "我忘了密码",
        "dont let them forget it, never mind",
        "you can forget about getting this done today",
        "you can forget about finishing the glaze",
        "you can forget your password and still log in",
        "you can remember more if you sleep",
        "you can permanently delete a branch with a push",
        "the script should permanently delete old rows",
        "Permanently delete the rows older than a year",
        "delete what I said about prices from the README",
        "no need to remember this",
        "think about what you know about closures and write a post",
        "review what you have written about my app",
        "das kannst du vergessen",
        "Ich habe alles über Jens gelöscht",
        "lösche die alten Dateien endgültig",
        "borra los temporales de vez en cuando",
        "mañana borro mi cuenta para siempre",
        "tu peux oublier un point-virgule",
        "버튼을 누르면 영구적으로 삭제돼",
        "ファイルは完全に削除された",
        "文件会被永久删除",
        "永久删除账号会怎么样",
        "我把这件事忘了",
        "",
    ],
)
def test_a_mention_a_quotation_or_a_change_of_mind_asks_nothing(text: str):
    assert trigger(text) is None


def test_the_words_are_kept_as_they_were_said():
    assert route("Remember that  it’s\t odd  \n  second   line ").text == "it’s odd\nsecond line"


@pytest.mark.parametrize(
    ("text", "pin", "store"),
    [
        ("My name is Ana", False, "core"),
        ("I'm allergic to peanuts", True, "core"),
        ("Keep answers short", False, "core"),
        ("Billing uses PostgreSQL", True, "semantic"),
        ("We decided to keep the monolith", False, "semantic"),
        ("How to release:\n1. bump\n2. tag", True, "procedural"),
        ("Yesterday the cache server died", False, "episodic"),
        ("Yesterday the cache server died", True, "pinned"),
        ("I need to call the bank", True, "pinned"),
    ],
)
def test_a_pin_protects_what_would_otherwise_fade(text: str, pin: bool, store: str):
    assert route(text, pin=pin).store == store
    assert route(text, pin=pin).kind == route(text).kind


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My sister Nina lives in Oslo and works at Globex", "Nina:person Oslo:place Globex:organisation"),
        ("Ana works at Acme", "Ana:person Acme:organisation"),
        ("We use docker and FastAPI", "Docker:tool FastAPI:tool"),
        ("Project Falcon is on GitHub", "Falcon:project GitHub:tool"),
        ("checkout-service depends on payments-api", "checkout-service:project payments-api:project"),
        ("Call Dr. Novak on Friday", "Novak:person"),
        ("On Tuesday Ravi broke his arm", "Ravi:concept"),
        ("Redis를 써요", "Redis:tool"),
        ("Coffee is great in May, says everyone I know", ""),
        ("I work from home on Tuesdays and Thursdays", ""),
        ("Which one do we target? \u2192 Thats outdated, we moved on", ""),
        ("Der Kaffee und die Katze sind mit der Milch allein", ""),
        ("The client uses long-lived tokens", ""),
        ("HOW TO DEPLOY THE APP TODAY", ""),
    ],
)
def test_only_clear_names_are_taken(text: str, names: str):
    assert " ".join(f"{m.name}:{m.type}" for m in route(text).entities) == names


def test_relations_stay_within_their_clause():
    both = route("My sister Nina lives in Oslo and works at Globex").relations
    assert both == (
        Link(source="Nina", relation="lives-in", target="Oslo"),
        Link(source="Nina", relation="works-at", target="Globex"),
    )
    assert route("I moved from Rome to Turin").relations == ()
    assert Mention(name="Turin", type="concept") in route("I moved from Rome to Turin").entities
    assert route("I think Bob uses Vim").relations == ()
    assert route("Bob is Ana's manager").relations == (Link(source="Bob", relation="manages", target="Ana"),)


def test_being_asked_makes_sure_and_hedging_makes_unsure():
    assert route("Remember that Ana works at Acme").confidence == "high"
    assert route("Ana works at Acme").confidence == "medium"
    assert route("maybe the office moves").confidence == "low"
    assert route("Remember that maybe the office moves").confidence == "medium"
    assert route("").confidence == "low"


def test_tags_and_topic_name_what_the_text_is_about():
    got = route("Remember that the checkout page of the web shop caches prices in Redis for ten minutes")

    assert got.tags == ("redis", "checkout", "page", "web", "shop")
    assert got.topic == "checkout page web shop caches prices Redis ten"
    assert route("🦆").topic == "untitled"


ODD = (
    "remember |forget |that |Ana |uses |Redis|, |. |\n|`|- |\0|\ud800"
    '|nicht|?|기억해|忘れて|’s |and |who |please|"|1. |moved from | to '
)
odd = st.text(st.characters(exclude_categories=())) | st.lists(st.sampled_from(ODD.split("|")), max_size=30).map(
    "".join
)


@given(odd, st.booleans())
@settings(max_examples=400, deadline=None)
def test_no_text_is_too_odd_to_route(text: str, pin: bool):
    got = route(text, pin=pin)

    assert got == route(text, pin=pin)
    assert len(got.tags) <= 5 and all(tag == tag.lower() and " " not in tag for tag in got.tags)
    assert 1 <= len(got.topic.split()) <= 8
    named = {mention.name for mention in got.entities}
    assert all({link.source, link.target} <= named and link.source != link.target for link in got.relations)
    asked = trigger(text)
    assert asked is None or len(asked.rest) <= len(text)


HOSTILE = (
    "a| |. |!|\n|remember |forget it. |please |remove x. |Ana Bob |Ana uses Bob and |a-|`|first |- a\n|Ana, "
    "|delete |기억해 |\"| thanks|I'm |\0|a_|vergiss |…|。|not but |> |```\n|Ana's boss is |what i |((("
    "|moved from Ana to |\ud800|🦆|, |nicht |Ana and |the |reflect |\t\n|1. a 2"
)


@pytest.mark.parametrize("unit", HOSTILE.split("|"), ids=ascii)
def test_a_hostile_text_of_a_hundred_kilobytes_takes_no_longer_than_its_length(unit: str):
    started = time.process_time()
    for lead in ("", "remember", "vergiss", "what i", "reflect", "remember that"):
        length = 40_000 if lead else 100_000
        route(lead + unit * (length // len(unit)) + "x nicht")

    assert time.process_time() - started < 5  # some 1 s; a square would take minutes
