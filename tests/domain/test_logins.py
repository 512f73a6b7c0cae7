"""Passwords of several words, pairs of login and password, lines of `env`, codes of doors: all of the value goes."""

from __future__ import annotations

import re

import pytest

from reverie.domain.safety import redact, secrets

# What is marked with ‹ › must go, and nothing else; \\n is a line break. Nothing here is a credential.
LEAKS = r"""
the wifi password at the office is "‹Sandpiper 33 rocks›"
WLAN-Passwort lautet „‹Grüner Hund 12›“
SMTP_PASSWORD='‹Linnet 88 x›'
pass: "‹green apples 7›"
AWS is ‹AKIAZ7QK3M5T9W2X4B6C› / ‹wJalrXUtnFEMI/K7MDENG/bPxRfiCYqH3mPLkTRz›
use ‹AKIAZ7QK3M5T9W2X4B6C› with ‹wJalrXUtnFEMI/K7MDENG/bPxRfiCYqH3mPLkTRz›
SESSION_SECRET=‹Siskin7777›
login: ana / ‹Goldfinch44›
user ana pass ‹Goldfinch44›
psql ana:‹Goldfinch44›@db.internal
log in as ana with ‹Goldfinch44›
log in with ana@birch.example and ‹Hedgehog_1999›
api key base64 ‹QmFzZTY0abcdefgh1234567890ABCDefgh12==›
the bot uses ‹xoxb-123456789012-abcdefghijkl› for now
safe combination ‹17-4-33›
alarm code ‹9921›
the door code is ‹4711›
my SSN is ‹078-05-1120›
Guest network password: “‹blue kettle on the stove›”
le mot de passe du wifi est « ‹petit lapin 4 vert› »
la contraseña del router es "‹gato negro 2020›"
password = "‹my dog has 3 legs›"
"password": "‹tall pines & 9 crows›",
DB_PASSWORD="‹hello big world›"
export KEYSTORE_PASS='‹one two 3›'
password: '‹correct horse 9›'
the router's password is now '‹Night Owl 5›'
密码是“‹red panda 88›”
パスワードは「‹neko wa 3 biki›」です
das Kennwort fürs NAS ist "‹Alte Eiche 1890›".
the archive passphrase is "‹seven tall ships, 2 masts›"
I set the admin password to `‹plum tree 42›` yesterday
AccessKeyId ‹AKIAZ7QK3M5T9W2X4B6C›, the other one: ‹aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7d›
‹AKIAZ7QK3M5T9W2X4B6C›:‹aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7d›
key ‹ASIAZ7QK3M5T9W2X4B6C› and then ‹q/3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC+d›
‹AKIAZ7QK3M5T9W2X4B6C›\n‹aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7d›
PATH=/usr/bin\nJWT_SECRET=‹plover›\nLANG=C
HOME=/root\nGITHUB_TOKEN=‹wheatear12›\nTERM=xterm
export STRIPE_API_KEY=‹dunnock99›
      - APP_SECRET=‹siskin8›
docker run -e RABBIT_PASSWD=‹marsh7› img
ENV MAILER_TOKEN=‹redstart55›
REDIS_PWD=‹bluebird›
app_secret=‹Whinchat12›
COOKIE_SECRET=‹kestrel-heron-9›
ADMIN_CREDENTIALS=‹ana:knot77›
set ENCRYPTION_KEY=‹Avocet2024›
$env:BOT_TOKEN="‹ruff8812›"
SIGNING_KEY=‹Turnstone3›
NEXTAUTH_SECRET="‹wren wren 9›"
user: bob / ‹Kestrel88›
credentials: deploy / ‹Osprey.2024›
login bob ‹Curlew#19›
username: maria, pass ‹Dotterel7x›
the account is sysadmin / ‹Merlin2023›
ssh as root with ‹Fieldfare9!›
log in with ana / ‹Whimbrel31›
sign in as test@example.org with ‹Pipit4455›
you can log in as admin using ‹Bunting77›
connect to svc:‹Goshawk5›@10.0.0.8:5432
Benutzer ana, Passwort ‹Hänfling88›
melde dich als ana mit ‹Goldammer12› an
token is ‹xoxp-998877665544-qwertyuiopas›
SLACK=‹xoxb-210987654321-zxcvbnmasdfg›
the combination to the safe is ‹34-12-8›
bike lock combination: ‹4-8-1-5›
gate code ‹#5519›
the alarm code is ‹774411›
keypad code: ‹0852›
Türcode ist ‹8812›
der Alarmcode lautet ‹3390›
le code de la porte est ‹4590›
garage code is ‹1379*›
el código de la alarma es ‹6621›
social security number: ‹219-09-9999›
SSN ‹457-55-5462› for the form
Sozialversicherungsnummer ‹65 170839 J 003›
locker code ‹2468›
entry code for the building is ‹90210#›
We always log in to staging with user jonas and password ‹Kx82lls95q›
log in to staging with user jonas and password ‹Kx82lls95q› please
use password ‹Goldfinch44› for now
the password ‹Kx82lls95q› is mine
pw ‹Tr33house›
password ‹7hTq2Lm9›
password ‹Ab1!xyzQ›
the password is ‹k7m2p9x4›
the password for staging is ‹x7Kp2m›
the wifi password is ‹2fast4you›
pw is ‹b4n4n4s›, as ever
password ‹9Hq-2Lm-77x›
user jonas pass ‹Kx82lls92q›
Benutzer heron, Passwort ‹Kx82lls95q›
mot de passe ‹Kx82lls95q›
db login is heron / ‹Kx82lls96q›
log in as jonas with ‹a9Xk2mPq›
psql root:‹7hTq2Lm9›@db.local
staging is admin/‹S3cr3tPa55x›
staging ist admin / ‹S3cr3tPa55x›
staging is admin/‹Sommer2024›
the staging box is jonas/‹Kx82lls95q›
grafana: admin/‹Kx82lls95q›
use root/‹7hTq2Lm9› for the database
- name: DB_PASSWORD\n  value: ‹Goldfinch44›
- name: "SMTP_PASS"\n  value: "‹Goldfinch44!›"
{"Name": "API_TOKEN", "Value": "‹Kx82lls95qRt›"}
<add key="SmtpPassword" value="‹Goldfinch44›" />
<setting name="ApiKey"><value>‹Kx82lls95qRt›</value></setting>
requests.get(url, auth=("ana", "‹Goldfinch44›"))
server.login("ana@birch.example", '‹Goldfinch44!›')
req.SetBasicAuth("ana", "‹Goldfinch44›")
kind: Secret\nmetadata:\n  name: db\nstringData:\n  admin: ‹Goldfinch44›\n  url: "‹heron at the pond›"
apiVersion: v1\ndata:\n  conf: ‹aGVyb246IHBvbmQ=›\nkind: Secret
kind: Secret\nstringData:\n  conf: |\n    ‹ana at the pond›\n---\nkind: ConfigMap\ndata:\n  mode: fast
the private key of the wallet is ‹0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318›
private key ‹4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318›
card ‹4539578763621486› 12/27 837
my visa is ‹4539-5787-6362-1486› 12/27 837
psk="‹Goldfinch44›"
hasło: ‹Goldfinch44›
""".strip().splitlines()

TALK = r"""
the error says "password is too short" and nothing else
password: "must be at least 8 characters"
password: "Please enter your password"
"password": "The password field is required."
label="Password" placeholder="Enter a new password"
the password prompt says "try again in 5 minutes"
password = "${DB PASSWORD}"
password: "<your password here>"
PRIMARY_KEY=id
SORT_KEY=name
PARTITION_KEY=user_id
API_KEY=changeme
API_TOKEN=xxx
SESSION_SECRET=${SESSION_SECRET}
AUTH_TOKEN=<your-token>
DB_PASSWORD=
SECRET_KEY=your-secret-key
CACHE_KEY=profile:42
FOREIGN_KEY=users.id
SHORTCUT_KEY=ctrl+k
MAX_TOKEN=4096
NEXT_TOKEN=None
PUBLIC_KEY=id_ed25519.pub
login: ana / 2 sessions open
login / logout flow is broken
user ana passed all tests
user ana pass rate 88%
the user / group is ana / staff
image ana:latest@sha256 pulled
git@github.com:org/repo.git
ssh ana@host works
log in as ana with the key from 1Password
log in as ana with SSH
sign in with Google or GitHub
log in as root with sudo
run it as ana with Python3
safe combination of flags is -a -b
error code 9921
exit code is 4711
status code: 404
zip code 80331
the door code path is untested since 2019
source code 2024 edition
phone 078-05-1120 ext 4
build 078-05-1120 failed
version 17-4-33 of the spec
xoxb-your-token-here
tokens look like xoxb-<team>-<bot>
commit wJalrXUtnFEMI of AKIA docs
AKIA is the prefix; the digest is 3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c
const PASSWORD_LABEL = 'New password please'
PASSWORD_HINT="ask the platform team"
print("password: " + name + " was not 8 long")
getpass("Password for %s: " % user)
KEY=value
API_KEY=$API_KEY
KEYBOARD_KEY=Enter
TOKEN=$(cat token.txt)
GITHUB_TOKEN=`gh auth token`
SECRET=os.environ["SECRET"]
secret_key=config.secret_key
lookup_key=name
sort_key=lambda pair: pair[1]
max(items, key=len)
sorted(rows, key=itemgetter(1))
idempotency_key=order-42
next_token=page2
num_token=512
STATE_TOKEN=idle
pad_token=eos
bos_token=<s>
user: ana / role: admin
user / password login is disabled
username / password fields are required
10:32:07 login: ana from 10.0.0.7
ratio 3:4@60fps is fine
npm i react:18@latest
mailto:ana@host.example
the password is "hidden" until you click the eye
the password is "too long, at most 72 bytes"
the doc says the password is "rotated every 90 days"
use the postal code 9921 for the form
promo code SPRING24 and coupon code 4455
area code 4711
the alarm code lives in src/alarm.py
the security group is 4 rules; the gate code was refactored in 2023
SSN must match \d{3}-\d{2}-\d{4}
SSN is 000-00-0000 in fixtures
the HTTP code is 5030 in the mock
the password policy, and the password manager 1Password
the password field is v2
the password is SHA-256, argon2id or v2beta1
password 12-character minimum, password 30days, password 90-day rotation
the password is 8-64 characters
the password is x86_64
the password is 128bit
all of them pass 3 tests, pass 1m30s, pass 512Mi, pass 2024-10-01T12:00Z
then we pass S3Client, pass K8sClient and pass t3micro
pass RTX4090, pass D3D12, pass 3f2a1b9c
login/logout
staging is on eu-west-1/az2
staging is feature/PROJ-4821, production is release/v2.14.3
staging is admin/users/42
the route is admin/Orders2024 or admin/page?tab=2b4C
the branch is root/fix-Issue42, the image root/Alpine3
see https://example.org/admin/a1B2c3D4 and src/admin/a1B2c3D4.py
the server is acme/WebApp2, the box is ubuntu/Jammy22.04
- name: TOKEN_LIMIT\n  value: "200000"
- name: REDIS_KEY_PREFIX\n  value: shop:v2
- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-credentials
{"name": "password", "value": "string"}
{"name": "password", "label": "Your password", "value": ""}
{"key": "checkout.password.title", "value": "Password forgotten?"}
client.login("user", "password")
client.login(email, "wrong-password")
router.auth("GET", "/api/v1/users2")
auth=("user", os.environ["PW"])
kind: Secret\nmetadata:\n  name: db-credentials
kind: ConfigMap\ndata:\n  admin: Goldfinch44
kind: SealedSecret\nspec:\n  encryptedData:\n    admin: AgBy3i4OJSWK
the private key hash is 4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318
commit 4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318 adds the private key field
the router speaks WPA2-PSK and WPA3
psk31 is a mode of amateur radio
""".strip().splitlines()


@pytest.mark.parametrize("marked", LEAKS)
def test_the_whole_value_goes_and_nothing_else(marked: str) -> None:
    marked = marked.replace(r"\n", "\n")
    text = re.sub("[‹›]", "", marked)

    assert [text[hit.start : hit.end] for hit in secrets(text)] == re.findall("‹(.*?)›", marked)


@pytest.mark.parametrize("text", TALK)
def test_plain_talk_code_and_logs_pass(text: str) -> None:
    text = text.replace(r"\n", "\n")
    assert redact(text) == text


def test_what_is_redacted_in_a_secret_of_kubernetes_is_not_found_again() -> None:
    text = redact("kind: Secret\nstringData:\n  url: postgres://ana:Goldfinch44@db/x\n  password: Goldfinch44\n")
    assert "Goldfinch44" not in text and secrets(text) == ()


def test_all_that_passes_alone_passes_together() -> None:
    assert secrets("\n".join(TALK)) == ()
