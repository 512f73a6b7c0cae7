"""Credentials told in plain sentences go, whole and alone; sentences that only sound like it stay as they are."""

from __future__ import annotations

import re

import pytest

from reverie.domain import safety
from reverie.domain.safety import redact, secrets

# What is marked with ‹ › must go, and nothing else; \\n is a line break. Nothing here is a credential.
LEAKS = r"""
guest passphrase in the studio: ‹seven green kettles hum 19›, keep it
the backup passphrase for the NAS at home is ‹lantern otter gravel piano›
wifi password in the attic: ‹maple drum socket 88›, note it
WLAN-Passwort im Laden: ‹roter Hund springt 44›, merk dir das
mot de passe du wifi au bureau : ‹trois petits lapins 42›, retiens-le
la contraseña del wifi en casa: ‹gato negro dormido 7›, apuntala
Ines told me the root password: it's ‹Lisboa77›
the admin password? it's ‹Marburg2031›, Tom said
they gave me the vpn password, it is ‹tulip-9-garden›
das Root-Passwort: es ist ‹Dresden88›
le mot de passe root: c'est ‹Toulouse31›
SMTP user post@mira.example pass ‹Nadel#31› port 465, for the mails
IMAP login post@mira.example password ‹Faden!77x› on port 993
smtp user news@mira.example pw ‹Knopf#204› ssl on
the wifi at the studio is ClayGuest / ‹mud-on-mud7› keep that
wifi in the office: FritzBox / ‹kaffee-und-kuchen8›
WLAN im Laden ist WolleGast / ‹masche-fuer-masche9› merk dir das
el wifi de la tienda es Lanas / ‹punto-por-punto7›
the signing secret got rotated, new one: ‹9b74c9897bac770ffc029102a200c5de› we use it for hooks from now on
the API token was rotated, the new one is ‹7c6a180b36896a0a8c02787eeafb0e4c›
our api key changed yesterday; the current one: ‹6cb75f652a9b52798eb6cf2201057c73›
ok the secret for the hook was ‹cheddar-bread-31›, but we changed it
the webhook secret is ‹wool-needle-84› until Friday
le secret du webhook est ‹fromage-pain-31›, note-le
the token is\n\n    ‹RWluIGFuZGVyZXIgV2VydCAxMg›\n\nfor the runner
this is our API key:\n\n    ‹c29tZXRoaW5nIGVsc2UgMTIz›\n\nuse it
the password\n```\n‹green-heron-41›\n```\nis what we take for the sandbox
Here is the deploy token\n```text\n‹x9Kd82mQpLz71Tvb›\n```\nplease keep it
the sandbox password for all of us\n\n‹violet-badger-53›\n\nworks everywhere
my 2fa backup codes are ‹5512-7781 6623-9914›, save them
the recovery codes for github were ‹a1b2c-3d4e5, f6g7h-8i9j0›
meine Backup-Codes sind ‹7741-2213 8823-1190›, bitte merken
mes codes de secours sont ‹7741-2213 8823-1190›
mis códigos de respaldo son ‹7741-2213 8823-1190›
passwort ist jetzt ‹Dachs-2029› statt ‹Marder-2028›, merk dir das
the wifi password is now ‹Badger-2029› instead of ‹Weasel-2028›
la contraseña es ahora ‹Tejon-2029› en vez de ‹Zorro-2028›
le mot de passe est maintenant ‹Blaireau-2029› au lieu de ‹Renard-2028›
a senha agora é ‹Texugo-2029› em vez de ‹Raposa-2028›
la password è adesso ‹Tasso-2029› invece di ‹Volpe-2028›
i changed the nas password from ‹dryfish12› to ‹wetfish34›
ich habe das Router-Passwort von ‹altfrosch12› auf ‹neufrosch34› geändert
j'ai changé le mot de passe de ‹vieuxcrapaud12› à ‹jeunecrapaud34›
cambié la contraseña de ‹ranavieja12› a ‹rananueva34›
ho cambiato la password da ‹ranavecchia12› a ‹rananuova34›
mudei a senha de ‹sapovelho12› para ‹saponovo34›
the old password was ‹dryfish12›, the new one is ‹wetfish34›
the wifi password isn't ‹dryfish12› anymore, it's ‹wetfish34›
the access code for the server is ‹tiger5521›
remember the server access code: ‹tiger5521›
retiens que le code d'accès au serveur est ‹lion7731›
der Zugangscode zum Server ist ‹tiger5521›
el código de acceso del servidor es ‹tigre5521›
o código de acesso ao servidor é ‹tigre5521›
il codice di accesso al server è ‹tigre5521›
il codice dell'allarme è ‹5521›
o código do alarme é ‹5521›
the code for the back door is ‹7731›
the code to our safe is ‹773118›
der Code für die Haustür ist ‹7731›
le code de l'alarme est ‹7731›
el código de la caja fuerte es ‹7731›
il codice della porta è ‹7731›
der Alarmanlagen-Code ist ‹7731›
le code wifi est ‹soleil2031›
the password for the kettle is just the word ‹walnut›, remember that
das Passwort fürs Tablet ist einfach das Wort ‹Walnuss›, ok
le mot de passe de la tablette est juste le mot ‹noisette›, retiens
la contraseña de la tableta es la palabra ‹nuez›, recuerda
the wifi password is still ‹marmalade›, ok?
Twilio sid ‹AC9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d›, auth ‹1f2e3d4c5b6a79808f9e0d1c2b3a4958› for sms
the twilio auth token ‹1f2e3d4c5b6a79808f9e0d1c2b3a4958› goes into the app
‹dryfish12› is no longer the wifi password
‹Dachs-2029› ist jetzt das Passwort
""".strip().splitlines()

TALK = r"""
the password policy is strict
pass the salt
the secret to good bread is time
the token limit is 4096
wifi at the cafe is slow / unreliable
the wifi at home is 2.4GHz / 5GHz and the router does both
the wifi standard is 802.11n / 802.11ac
the code review is on Friday
pass rate was 98%
the key is to rest the dough
password must be at least 12 characters
we store the token in GITHUB_TOKEN
the postcode of the shop is 1200-109, door number 4711
the SMTP server listens on port 587
commit 3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c broke the token parser
order number A20313 was paid
the password manager costs 39.99 a year
the password reset page moved from web1a to web2b
we changed the password hashing from bcrypt12 to argon2id
we changed the token expiry from 30min to 2h
the password for db01 is in the vault
the password for the account: see wiki page A12b
the token: a JWT signed with RS256
I changed the password on web01 to something longer
the token is refreshed every 15min instead of every 1h
the secret is mounted by the pod api-server-2
the TLS secret is billing-tls-2024 in the cluster
the secret of this soup is 2tsp of miso
the token count is gpt4o-based
the password is too long for web2 forms
the code for the door component is 4711 lines long
the code for the alarm page is in alarm2.py
the access code path is tested since 2019
the alarm code was refactored in 2023
the door code for the demo was written in 2023
the backup codes are printed on page 12
my backup codes are in the drawer since 2024
le mot de passe est trop court
le code postal est 75011
le code de la route est strict
das Passwort muss mindestens 12 Zeichen haben
das Passwort ist jetzt sicher statt unsicher
der Code für die Anmeldung ist in auth2.py
la contraseña debe tener al menos 12 caracteres
el código de barras es 84100331
la clave del éxito es la paciencia
o código postal é 1200-109
il codice fiscale è obbligatorio
il codice postale è 20121
the passphrase prompt: asks for it twice
the password is way too complicated
wifi password: same as always, ask Ana
password: forgotten again, sorry
my wifi password is really hard to guess
our user tests pass on Python3 and Node20
user stories pass review before sprint12 starts
the auth change is in 3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c
the token\n```\nnext_token()\n```\nis a function
the password\n```\npnpm install\n```\nfield breaks after this
the secret\n\nis rest
the password field comes first\n\nstep2\n\nthen the rest
the token bucket is token-bucket-2
the server at the office is pluto / saturn
we changed the api key header from X-Key1 to X-Key2
we switched the token format from v1 to v2
the secret ingredient is 70% chocolate
the key point is slide 12b
the password screen is at 320x480 instead of 640x960
remember the token ring network from 1995
the word of the day is pineapple
passengers changed from Gate12 to Gate34
the keynote was moved from room B12 to room C34
""".strip().splitlines()


@pytest.mark.parametrize("marked", LEAKS)
def test_the_whole_value_goes_and_nothing_else(marked: str) -> None:
    marked = marked.replace(r"\n", "\n")
    text = re.sub("[‹›]", "", marked)

    assert [text[hit.start : hit.end] for hit in secrets(text)] == re.findall("‹(.*?)›", marked)


@pytest.mark.parametrize("text", TALK)
def test_what_only_sounds_like_it_passes(text: str) -> None:
    text = text.replace(r"\n", "\n")

    assert redact(text) == text


def test_a_citation_behind_a_number_of_tokens_is_none() -> None:
    text = "<!-- about 500 tokens -->\n<!-- superseded: streams/2026-11-18#01a1f0da-e7af-7d52-81a7-1464c4af0d72 -->"
    assert safety.redact(text) == text
    assert safety.redact(text.replace("500 tokens", "the token")) == text.replace("500 tokens", "the token")
