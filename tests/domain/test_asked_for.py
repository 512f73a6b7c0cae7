"""What an agent asked for as a credential is not kept, whatever the answer looks like; other answers are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.domain.asked_for import answered, answers_itself, asked_for
from reverie.domain.redact import redact
from reverie.domain.transcript import Entry, Transcript

# Nothing here is a credential: each was made up for its line.
GIVEN = [
    ("what's the postgres password?", "ElephantV82Eh9", "ElephantV82Eh9"),
    ("Please paste the API key.", "bDOaPRquEJR9GjkT0xW3mQz81LvYc5Hn", "bDOaPRquEJR9GjkT0xW3mQz81LvYc5Hn"),
    ("What is the password for the staging admin account?", "it's Wombat-Tuesday-41", "Wombat-Tuesday-41"),
    (
        "Which token should I use?",
        "use 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
    ("Can you give me the wifi password?", "sure: gruenerFrosch!2", "gruenerFrosch!2"),
    ("Passwort für den NAS?", "Tannenbaum77#", "Tannenbaum77#"),
    ("I need the passphrase of the key.", "purple monkey dishwasher 12", "purple monkey dishwasher 12"),
    ("The script is ready. What's the sudo password?", "sommerregen", "sommerregen"),
    ("Wie lautet das WLAN-Passwort?", "das ist Fritz-4711-Box", "Fritz-4711-Box"),
    ("Bitte die PIN eingeben.", "4711", "4711"),
    ("Quel est le mot de passe du wifi ?", "c'est Baguette77#", "Baguette77#"),
    ("J'ai besoin de la clé API.", "Zk3j9ffLq02mmx81hQ", "Zk3j9ffLq02mmx81hQ"),
    ("¿Cuál es la contraseña de la base?", "Gato$9921x", "Gato$9921x"),
    ("Necesito el token.", "tok8812kkdjWWp09x", "tok8812kkdjWWp09x"),
    ("データベースのパスワードを教えてください。", "Sakura!2291", "Sakura!2291"),
    ("PINは何ですか？", "8842", "8842"),
    ("请提供数据库密码。", "Panda2026x", "Panda2026x"),
    ("API密钥是什么？", "是 kjh2398HJkjh2398kjhasd", "kjh2398HJkjh2398kjhasd"),
    ("와이파이 비밀번호 알려 주세요.", "Kimchi!7781입니다", "Kimchi!7781"),
    ("토큰이 필요합니다.", "kkd92KDkd92kdLLq1", "kkd92KDkd92kdLLq1"),
    ("Enter the 2FA code:", "493 221", "493 221"),
    ("Could you share the token?", "here you go: Abc9xKdd8Lqw12mZ, expires friday", "Abc9xKdd8Lqw12mZ"),
    ("I need the master password to unlock the vault.", "correct horse battery staple", "correct horse battery staple"),
    ("What's the password?", "`Zx81-Spectrum-Q`", "Zx81-Spectrum-Q"),
    ("Do you have the login for the router?", "admin1234x", "admin1234x"),
    ("I can't connect: the server asks for a password. What is it?", "Moewe-1998-k", "Moewe-1998-k"),
]

OTHER = [
    ("What's the password for the NAS?", "I don't know, ask Petra"),
    ("what's the postgres password?", "it's in 1Password"),
    ("Which token should I use?", "the staging one"),
    ("Please paste the API key.", "no, it is in .env as STRIPE_KEY"),
    ("Please paste the API key.", "STRIPE_API_KEY"),
    ("Should I rotate the token?", "yes"),
    ("Should I store the password in the keychain?", "postgres16 please"),
    ("Do you want me to change the admin password?", "no"),
    ("Where is the password stored?", "Vault"),
    ("What's the password?", "same as before"),
    ("What's the password?", "nevermind"),
    ("Wie lautet das Passwort?", "weiß ich nicht"),
    ("Which port does the API use?", "8080"),
    ("What is the name of the table?", "users2024x"),
    ("I need the passphrase of the key.", "I forgot it, generate a new one"),
    ("Please paste the API key.", "use the one from the keychain"),
    ("パスワードを教えてください。", "わかりません"),
    ("请提供数据库密码。", "等一下"),
    ("Bitte die PIN eingeben.", "warte kurz"),
    ("I rotated the token and updated the docs.", "great, now bump to v2.14.3"),
    ("The password field is now required. Anything else?", "make it 12 characters long please"),
    ("What's the password?", "we decided to use Keycloak for all logins from January on because audits demand it"),
    ("PIN?", "no"),
    ("I need the password.", "look in the vault first"),
    ("Need the token?", "nope"),
    ("¿Cuál es la contraseña?", "no me acuerdo"),
]


@pytest.mark.parametrize(("question", "answer", "value"), GIVEN)
def test_a_bare_answer_to_a_question_for_a_credential_is_one(question: str, answer: str, value: str) -> None:
    assert [answer[start:end] for start, end in answered(answer, asked_for(question))] == [value]


@pytest.mark.parametrize(("question", "answer"), OTHER)
def test_what_only_talks_about_one_is_kept(question: str, answer: str) -> None:
    assert list(answered(answer, asked_for(question))) == []


def said(*texts: str) -> Transcript:
    at = datetime(2026, 11, 10, 9, tzinfo=UTC)
    entries = [Entry(id=f"e{n}", at=at, role="user" if n % 2 else "agent", text=text) for n, text in enumerate(texts)]
    return Transcript(source="chat:s", host="chat", trust="user", space="", entries=tuple(entries), title=texts[-1])


def test_it_is_nowhere_in_the_session_though_only_the_question_called_it_one() -> None:
    kept = redact(said("what's the postgres password?", "Elephant" + "V82Eh9", "Connected with ElephantV82Eh9."))
    assert "V82Eh9" not in repr(kept)
    assert kept.entries[1].text == "[REDACTED:answer]"


def test_a_question_that_was_read_the_last_time_counts_too() -> None:
    whole = said("Please paste the API key.", "bDOaPRquEJR9GjkT0xW3mQz81LvYc5Hn")
    earlier, entries = whole.entries[:1], whole.entries[1:]
    kept = redact(Transcript(source="chat:s", trust="user", space="", entries=entries, earlier=earlier))
    assert "bDOaPR" not in repr(kept)


def test_another_question_ends_it() -> None:
    kept = redact(said("What's the sudo password?", "not now", "Then which image shall I use?", "postgres16"))
    assert kept.entries[3].text == "postgres16"


def test_a_message_may_answer_its_own_question() -> None:
    assert list(answers_itself("the vault password? Zx81-Spectrum-Q")) == [(20, 35)]
    assert list(answers_itself("did you set the password? thanks")) == []
    assert list(answers_itself("which port? postgres16")) == []


@pytest.mark.timeout(10)
@pytest.mark.parametrize("unit", ["password? ", "what is ", "a", "? ", "it's ", "ok "])
def test_hostile_text_is_read_in_time(unit: str) -> None:
    asked = asked_for(unit * 20_000 + "what is the password?")
    assert asked.chosen
    assert list(answered((unit * 300)[:300], asked)) is not None
