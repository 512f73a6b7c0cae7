"""Credentials are found in every form people paste them in, and plain talk about them is left alone."""

from __future__ import annotations

import base64
import json
import sys

import pytest
from hypothesis import example, given, settings, strategies as st

from reverie.domain.safety import MARK, RULES, Secret, clean, redact, secrets

# Nothing below is a credential: each is put together here from a prefix and the same filler.
FILL = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7dE9fG1hJ2kL4mN6pQ8rS0tU2vW4xY6zA8bC0dE2fG"
HEX = "3f2a1b9c8d7e6f5a" * 4
DASHES = "-" * 5
PW = "hunter2" + "!Xy"
HEADER = "ey" + "JhbGciOiJIUzI1NiJ9"


def pem(kind: str, body: str = f"{FILL[:64]}\n{FILL[:30]}==\n", end: bool = True) -> str:
    tail = f"{DASHES}END {kind}{DASHES}" if end else ""
    return f"{DASHES}BEGIN {kind}{DASHES}\n{body}{tail}"


TOKENS = [
    ("github-pat", "github" + "_pat_" + FILL[:22] + "_" + FILL[:59]),
    *[("github-token", f"gh{kind}_" + FILL[:36]) for kind in "pousr"],
    ("anthropic-key", "sk-" + "ant-api03-" + FILL[:40] + "-" + FILL[:20] + "AA"),
    ("openai-key", "sk-" + FILL[:48]),
    *[("openai-key", f"sk-{kind}-" + FILL[:30]) for kind in ("proj", "svcacct", "live", "test")],
    ("openai-key", "sk-" + "or-v1-" + HEX),
    ("openai-key", "sk-" + HEX[:32]),
    *[("slack-token", f"xox{kind}-1234567890-" + FILL[:24]) for kind in "bpaes"],
    ("slack-token", "xapp-" + "1-A0123456789-" + HEX),
    ("slack-webhook", "hooks.slack" + ".com/services/T01ABCDEF/B01ABCDEF/" + FILL[:24]),
    ("discord-webhook", "discord" + ".com/api/webhooks/123456789012345678/" + FILL[:68]),
    *[("aws-access-key", kind + "Z7QK3M5T9W2X4B6C") for kind in ("AKIA", "ASIA")],
    ("google-api-key", "AI" + "za" + FILL[:35]),
    ("google-oauth", "ya" + "29." + FILL[:40]),
    ("google-client-secret", "GOC" + "SPX-" + FILL[:28]),
    *[("stripe-key", f"{kind}_" + FILL[:24]) for kind in ("sk_live", "rk_live", "sk_test")],
    ("stripe-webhook", "whsec" + "_" + FILL[:32]),
    ("gitlab-token", "gl" + "pat-" + "aB3-dE5fG7_J9kL1mN2p"),
    ("npm-token", "npm" + "_" + FILL[:36]),
    ("pypi-token", "py" + "pi-AgEI" + FILL[:60]),
    ("huggingface-token", "h" + "f_" + FILL[:34]),
    ("telegram-token", "123456789" + ":" + FILL[:35]),
    ("discord-token", "M" + FILL[:23] + "." + FILL[:6] + "." + FILL[:27]),
    ("sendgrid-key", "S" + "G." + FILL[:22] + "." + FILL[:43]),
    ("digitalocean-token", "dop" + "_v1_" + HEX),
    ("shopify-token", "shp" + "at_" + HEX[:32]),
    ("linear-key", "lin" + "_api_" + FILL[:40]),
    ("notion-token", "ntn" + "_" + FILL[:46]),
    ("notion-token", "secret" + "_" + FILL[:43]),
    ("databricks-token", "da" + "pi" + HEX[:32]),
    ("vault-token", "hv" + "s." + FILL[:40]),
    ("age-key", "AGE-SECRET" + "-KEY-1" + "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L" * 2),
    ("vendor-token", "gs" + "k_" + FILL[:52]),
    ("square-token", "sq0" + "atp-" + FILL[:22]),
    ("square-token", "EA" + "AA" + FILL[:60]),
    ("replicate-token", "r8" + "_" + FILL[:37]),
    ("shaped-token", "key" + "-" + HEX[:32]),
    ("jwt", HEADER + "." + FILL[:30] + "." + FILL[:43]),
    ("private-key", pem("PRIVATE KEY")),
    ("private-key", pem("RSA PRIVATE KEY")),
    ("private-key", pem("EC PRIVATE KEY")),
    ("private-key", pem("OPENSSH PRIVATE KEY")),
    ("private-key", pem("ENCRYPTED PRIVATE KEY")),
    (
        "private-key",
        pem("RSA PRIVATE KEY", f"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{HEX[:32]}\n\n{FILL[:64]}\n"),
    ),
    ("private-key", pem("PGP PRIVATE KEY BLOCK", f"Version: GnuPG v2\n\n{FILL[:64]}\n=aB3d\n")),
    ("private-key", pem("PRIVATE KEY").replace("\n", "\\n")),
    (
        "private-key",
        "PuTTY-User-Key" + "-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPublic-Lines: 1\n"
        f"{FILL[:64]}\nPrivate-Lines: 1\n{FILL[:48]}\nPrivate-MAC: {HEX}",
    ),
]

UUID = "550e8400-e29b-41d4-a716-446655440000"
# What other vendors issue: the mark of each, or its whole shape; FILL follows where it ends in a dash or a line.
VENDORS = [
    "dckr_oat_",
    "glc_",
    "sb_secret_",
    "NRJS-",
    "csk-",
    "fw_",
    "tgp_v1_",
    "jina_",
    "pcsk_",
    "e2b_",
    "lsv2_pt_",
    "lsv2_sk_",
    "esecret_",
    "rpa_",
    "xkeysib-",
    "xsmtpsib-",
    "nfp_",
    "pscale_tkn_",
    "pscale_pw_",
    "pul-",
    "rdme_",
    "shippo_live_",
    "shptka_",
    "sgp_",
    "slk_",
    "tfp_",
    "vcp_",
    "vck_",
    "duffel_live_",
    "aio_",
    "CLOJARS_",
    "dnkey-",
    "glsoat-",
    "glimt-",
    "glft-",
    "glagent-",
    "HRKU-",
    "fo1_",
    "fio-u-",
    "CCIPAT_",
    "bkua_",
    "phx_",
    "rnd_",
    "napi_",
    "npg_",
    "cal_live_",
    "rzp_live_",
    "signkey-prod-",
    "pnu_",
    "cfut_",
    "tskey-",
    "pat" + FILL[:14] + "." + HEX,
    "pat-eu1-" + UUID,
    "ATCTT3" + FILL[:60],
    "ATBB" + FILL[:32],
    "access-production-" + UUID,
    "dp.st.prd." + FILL[:43],
    "dt0c01." + FILL[:24].upper() + "." + FILL[:64].upper(),
    "re_" + FILL[:8] + "_" + FILL[:24],
    "sl." + FILL + FILL[:60],
    "1//0" + FILL[:60],
    "oy2" + FILL[:43].lower(),
    "v1.0-" + HEX[:24] + "-" + HEX * 2,
    "FLWSECK-" + HEX[:32] + "-X",
    "EZAK" + FILL[:54],
    "waka_" + UUID,
    "live_" + FILL[:35],
    "sdk-" + UUID,
    "sk.ey" + FILL[:60] + "." + FILL[:22],
    "cs_" + HEX[:40],
    "sqp_" + HEX[:40],
]

# Around the value, which is marked with ‹ ›: what stays readable after redaction.
NAMED = [
    ("encoded-key", f"client-key-data: ‹LS0tLS1CRUdJTi{FILL[:40]}›"),
    ("paypal-token", f"‹access_token$production$abcdefgh12345678${HEX[:32]}›"),
    ("hook-address", "send it to https://‹hooks.zapier" + ".com/hooks/catch/1234567/ab3de5f›/"),
    ("azure-secret", f"client secret value ‹abC8Q~{FILL[:34]}› of the app"),
    ("session-cookie", f"Cookie: theme=dark; session_id=‹{FILL[:32]}›; lang=en"),
    ("sql-password", "ALTER ROLE app WITH PASSWORD '‹etfUuWjzxetlNkWDMW›'"),
    ("aws-secret-key", f"aws_secret_access_key = ‹{FILL[:18]}/+{FILL[:20]}›"),
    ("aws-secret-key", f'"SecretAccessKey": "‹{FILL[:40]}›"'),
    ("azure-key", f"AccountName=x;AccountKey=‹{FILL[:80]}ab3D5f==›;EndpointSuffix=core"),
    ("twilio-key", f"the Twilio key is here: ‹SK{HEX[:32]}›"),
    ("url-password", "postgres://app:‹s3cr3t›@db.internal:5432/app"),
    ("url-password", "redis://:‹longerpass›@cache:6379/0"),
    ("url-password", "clone https://ana:‹pa@ss›@git.example.org/x.git please"),
    ("url-password", "mongodb+srv://svc:‹correcthorse›@cluster0.mongodb.net"),
    ("authorization", f"Authorization: Bearer ‹{FILL[:30]}›"),
    ("authorization", "curl -H 'Authorization: Basic ‹" + "dXNlcjpw" + "YXNzd29yZA==›'"),
    ("authorization", "authorization: bearer ‹abcdef123456›"),
    ("password", f"my password is ‹{PW}›"),
    ("password", f"The password for the staging box is ‹{PW}›, keep it"),
    ("password", f"I changed the password to ‹{PW}›."),
    ("password", f"password: ‹{PW}›"),
    ("password", f"Password:\n‹{PW}›"),
    ("password", f"**Password:** `‹{PW}›`"),
    ("password", f"| password | ‹{PW}› |"),
    ("password", f"<password>‹{PW}›</password>"),
    ("password", "export DB_PASS=‹Summer2024!›"),
    ("password", "PGPASSWORD=‹hunter22› psql"),
    ("password", f"mysql --password ‹{PW}› -h db"),
    ("password", f"mysql --password=‹{PW}› -h db"),
    ("password", f"machine db login ana password ‹{PW}›"),
    ("password", f"Server=db;Uid=sa;Pwd=‹{PW}›;Database=x"),
    ("password", f'"password": "‹{PW}›"'),
    ("password", f'{{\\"password\\": \\"‹{PW}›\\"}}'),
    ("password", f'password: str = "‹{PW}›"'),
    ("password", f"{{'passwd': '‹{PW}›', 'x': 1}}"),
    ("password", f'client.set("password", "‹{PW}›")'),
    ("password", f"das Passwort ist ‹{PW}›"),
    ("password", f"Kennwort: ‹{PW}›"),
    ("password", f"le mot de passe est ‹{PW}›"),
    ("password", f"la contraseña es ‹{PW}›"),
    ("password", f"la contrasen\u0303a es ‹{PW}›"),
    ("password", f"密码是‹{PW}›，请保密"),
    ("password", f"密碼：‹{PW}›"),
    ("password", f"비밀번호는 ‹{PW}›입니다"),
    ("password", f"パスワードは「‹{PW}›」です"),
    ("secret", f"API_KEY=‹{FILL[:24]}›"),
    ("secret", f'apiKey: "‹{FILL[:24]}›",'),
    ("secret", f"client_secret: ‹{HEX[:32]}›"),
    ("secret", f"X-Auth-Token: ‹{FILL[:24]}›"),
    ("secret", f"//registry.example.org/:_authToken=‹{FILL[:24]}›"),
    ("secret", f"https://api.example.org/v1?token=‹{FILL[:24]}›&page=2"),
    ("secret", f"deploy --api-key ‹{FILL[:24]}› --wait"),
    ("secret", f"the api key is ‹{FILL[:24]}›"),
    ("secret", f"SECRET_KEY_BASE=‹{HEX}›"),
    ("secret", f"secret = b'‹{FILL[:24]}›'"),
    ("secret", "client-secret: ‹550e8400-e29b-41d4-a716-446655440000›"),
    ("signature", f"https://bucket.example/x.csv?X-Amz-Expires=60&X-Amz-Signature=‹{HEX}›"),
    ("pin", "my PIN is ‹4821› for the debit card"),
    ("one-time-code", "the 2FA code is ‹493 027›"),
    ("one-time-code", "验证码是 ‹604117›"),
    ("recovery-code", "recovery codes:\n‹1f3k-99ab\n7pq2-mm41›"),
    ("otp-seed", "the TOTP secret is ‹JBSWY3DPEHPK3PXP› in the app"),
    ("card-number", "card number ‹4111 1111 1111 1111› exp 12/27"),
    ("card-code", "CVC: ‹319›"),
    ("wallet-key", f"wallet private key ‹0x{(HEX * 4)[:64]}›"),
    ("field", "- name: DB_PASSWORD\n  value: ‹etfUuWjzxe4›"),
    ("handed", "server.login(user, '‹etfUuWjzxe4›')"),
    ("kubernetes-secret", "kind: Secret\nstringData:\n  admin: ‹etfUuWjzxe4›\n"),
    ("iban", "my IBAN is ‹DE89 3704 0044 0532 0130 00›."),
    ("seed-phrase", "our seed phrase: ‹legal winner thank year wave sausage worth useful legal winner thank yellow›"),
    ("command-password", "curl -u admin:‹letmein› https://api.example/v1"),
    ("command-password", "mysql -u root -p‹hunter2› app"),
    ("command-password", "sshpass -p '‹tulip88›' ssh deploy@h"),
    ("command-password", "echo '‹badger5›' | sudo -S apt update"),
    ("command-password", "jdbc:oracle:thin:scott/‹tiger7›@db.example:1521/x"),
    ("command-password", "docker login -u me -p ‹swordfish› registry.example"),
    ("passphrase", "Her passphrase is ‹correct horse battery staple›"),
    ("password-before", 'use "‹open sesame please›" as the password for the archive'),
    ("encoded", f"blob: ‹{base64.b64encode(b'password=Nightingale-77!').decode()}› in the map"),
    ("encoded", f"dump: ‹{b'sk_live_4eC39HqLyjWDarjtT1zdp7'.hex()}›"),
    ("encoded-key", f"‹MIIEvQIBADANBgkqhkiG9w0BAQEFAASC{FILL[:40]}\n{FILL[:64]}›\nthat is it"),
    ("password", "btw my password is ‹hunter2›, don't tell anyone"),
    ("password", "The wifi password at the cabin is ‹marmalade›"),
    ("password", "log in as root, password ‹toor123›"),
    ("password", "I set the admin pw to ‹sunflower9› yesterday"),
    ("password", "user: bob, pass: ‹qwerty›"),
    ("password", "Passwort: ‹Gartenzwerg›"),
    ("password", "le mot de passe du NAS c'est ‹Coquelicot_8813_bleu›, connecte-toi"),
    ("password", "la contraseña del panel es ‹Zarzamora.4410.luna›"),
    ("password", "a senha do banco é ‹girassol7›"),
    ("password", "пароль от базы: ‹zimalyeto›"),
    ("password", "пароль: ‹медведь2020›"),
    ("password", "Wi-Fi 密码是 ‹woaini520›"),
    ("password", "パスワードは ‹neko123› です"),
    ("password", "비밀번호: ‹nabi77›"),
    ("password", "DB_PASSWORD=‹mango›\nLANG=C"),
    ("password", "mysqldump --password=‹rose› --all-databases"),
    ("password", '{"user": "ana", "password": "‹fig›"}'),
    ("password", "Server=tcp:db.example;Password=‹blue›;Encrypt=true"),
    ("password", "p4ssw0rd: ‹Kestrel-4-Sky›"),
    ("entry-code", "the gate code is ‹4417#› at night"),
    ("social-security-number", "SSN: ‹219-09-9999›"),
    ("variable", "LANG=C\nSESSION_SECRET=‹Siskin7777›\nTERM=xterm"),
    ("confided", "the password got changed, the new one is ‹Goldfinch44›"),
    ("login", "login: ana / ‹Goldfinch44›"),
    ("address-password", "psql ana:‹Goldfinch44›@db.internal"),
    ("pgpass", "db.birch.example:5432:billing:ana:‹Goldfinch44›"),
    ("secret", f"use the secret ‹{FILL[:34]}› for the bucket"),
    ("secret", "my aws secret key is ‹e h 2 W 4 N U O n c s z x a c y Q 7 6›"),
    ("secret", "second half of it, the last part: ‹PbGHuEyh8vJSXvziLO›"),
]

BENIGN = """\
the api-550e8400 job, the sdk-release-notes-for-the-spring-version and live_reload_of_the_whole_page_2024
test_what_is_said_of_a_thing_is_kept_in_the_order_it_was_said_2024 passes
re_compile_all_of_the_patterns_of_a_table runs once
path/to/some/very/long/directory-name_2024/patchwork-of-many-things.md
twilio sends the sms; commit 3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c mends it
key-value-stores-compared-for-the-second-time
task-3f2a1b9c8d7e6f5a3f2a1b9c is the job
sk-learn-pipeline-tutorial-notes
see the branch sk-ant-colony-optimisation-notes-2024
set OPENAI_API_KEY to a key that begins with sk- and keep it
export GITHUB_TOKEN and AWS_SECRET_ACCESS_KEY before you run it
tokens begin with ghp_ or github_pat_ or xoxb- or AKIA
github_pat_token_rotation_schedule_notes
xoxb-your-bot-token-goes-here
npm_config_registry and hf_hub_download are names
AKIAZ7QK3M5T9W2X4B6C7 is one too long
password: str
password: Optional[str] = None
token = os.environ["X"]
token = os.environ.get("SERVICE_TOKEN2", "")
token: str = field(default_factory=new_token)
const token = process.env.API_TOKEN1 ?? await getToken();
password = getpass.getpass("Password: ")
self.password = settings.database_password
password = hash_password(plain, rounds=12)
secret: true
secret: null
auth: none
auth: SCRAM-SHA-256
auth: oauth2-proxy
max_tokens=4096
token_count: 12345678
tokens: 128000
tokenizer=cl100k_base
token_url: https://login.example.org/oauth2/v2.0/token
token_type: Bearer
api_key_file=/etc/keys/x
api_key: /run/secrets/api_key_2
private_key: ~/.ssh/id_ed25519
private_key_id: 3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c
secretName: billing-tls-2024
secretKeyRef: {name: db, key: password}
password: ${DB_PASSWORD}
password: $DB_PASSWORD2
password: <your-password-1>
password: ********
password: xxxxxxxx1
password=changeme123
password: "{{ vault_db_password_2 }}"
password: {{ .Values.db.password1 }}
password: YOUR_PASSWORD_123
PASSWORD=%(db_password1)s
password: see-vault-item-42
password: userPassword2
the password is stored in 1Password
the password is in the vault, ask Ana
the password is case-sensitive and 8 characters long
the password is SHA256-hashed with a salt
our token is Base64-encoded and RS256-signed
The secret to good tests is naming them well
Secrets are rotated every 90 days by the Platform2 team
a token bucket limits each client to 100 requests
password reset emails go out at 09:00
the passphrase prompt was removed in v2.14.3
forgot password? see https://example.org/reset?lang=de
postgres://app:<password>@db/app
postgres://app:$PASSWORD@db/app
postgres://app:${DB_PASS}@db/app
postgres://app:****@db/app
postgres://app:xxx@db/app
postgres://user:password@localhost/db
postgres://app@db.internal:5432/app
http://localhost:8080/@scope/package
ssh://git@github.com:22/org/repo.git
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Basic authentication is off
the bearer authentication scheme, and basic understanding of it
commit 3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c fixes the parser
id: 550e8400-e29b-41d4-a716-446655440000
sha256:3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a3f2a1b9c8d7e6f5a
"integrity": "sha512-aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7dE9fG1hJ2kL4mN6pQ8rS=="
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7dE9fG1 ana@laptop
at 2024-05-01T12:34:56Z build 1714567890123:4711 passed
pass: 118, fail: 2, skipped: 3
the author: Ana Maria, keywords: caching, keyboard: QWERTZ
primary_key=user_id_2, cache_key: user:42:profile
Das Passwort steht in 1Password, nicht im Wiki
le mot de passe est dans le coffre
la contraseña es obligatoria
密码是必填项
비밀번호는 필수입니다
パスワードは必須です
module.exports.token = require("./token2.js")
if (token === undefined) throw new TokenError("no token")
SELECT password_hash FROM users WHERE token_id = 42
eyJ is how a JWT begins; it has a header.payload.signature
the password field is required
reset your password and log in again
the password is wrong, please try again
the password was changed by Ana on Monday
set the password to something long
send the password to Ana.
password: required
password: mindestens zwölf Zeichen
def login(user: str, password: SecretStr) -> Session:
connect(host=host, password=pwd)
mysql -u root -p app < dump.sql
curl -u "$USER:$PASS" https://api.example
docker run -p 8080:80 nginx
PIN 13 of the Arduino drives the LED; pin: 13 is an output
exit code: 137, error code 404123, postal code 80331
the verification code is sent by mail
recovery codes are printed once and kept in the safe
the seed phrase is 12 words long and must stay offline
The passphrase is asked for at every start
the card component has number 12 in the design system
IBAN validation: DE has 22 characters
PASS: test_login
compass: north, bypass: enabled
la clave es la paciencia
パスワードは8文字以上です
пароль неверный
go.sum: github.com/x/y v1.2.3 h1:Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
""".splitlines()


def split(marked: str) -> tuple[str, int, int]:
    start, end = marked.index("‹"), marked.index("›") - 1
    return marked.replace("‹", "").replace("›", ""), start, end


@pytest.mark.parametrize(("rule", "token"), TOKENS, ids=[f"{rule}-{n}" for n, (rule, _) in enumerate(TOKENS)])
@pytest.mark.parametrize("around", ["{}", "use {} today", "(“{}”)", "key={},", "first line\n{}\nThanks, Ana"])
def test_a_token_is_known_by_its_shape_wherever_it_stands(rule, token, around):
    before, after = around.split("{}")

    found = secrets(before + token + after)

    assert found == (Secret(rule, len(before), len(before) + len(token)),)
    assert redact(before + token + after) == f"{before}[REDACTED:{rule}]{after}"


@pytest.mark.parametrize("token", VENDORS)
def test_a_token_of_any_vendor_is_known_by_its_mark(token):
    token += FILL[:40] if token.endswith(("-", "_")) else ""

    assert token not in redact(f"we call it with {token} from the job")
    assert redact(f"{token[:9]} is how they begin") == f"{token[:9]} is how they begin"


@pytest.mark.parametrize(("rule", "marked"), NAMED, ids=[f"{rule}-{n}" for n, (rule, _) in enumerate(NAMED)])
def test_a_value_called_a_credential_is_found_and_only_the_value_is_taken(rule, marked):
    text, start, end = split(marked)

    assert secrets(text) == (Secret(rule, start, end),)


@pytest.mark.parametrize("text", BENIGN)
def test_talk_about_credentials_passes(text):
    assert secrets(text) == ()
    assert redact(text) is text


def test_all_that_passes_alone_passes_together():
    assert secrets("\n".join(BENIGN)) == ()
    assert secrets("\r\n\t".join(BENIGN)) == ()


def hidden_forms(token: str) -> dict[str, str]:
    half = len(token) // 2
    head, tail = token[:half], token[half:]
    return {
        "a zero-width space": f"{head}\u200b{tail}",
        "a zero-width joiner in the prefix": f"{token[:2]}\u200d{token[2:]}",
        "a soft hyphen": f"{head}\u00ad{tail}",
        "a byte order mark": f"{head}\ufeff{tail}",
        "a NUL": f"{head}\0{tail}",
        "a combining mark": f"{head}\u0301{tail}",
        "a Hangul filler": f"{head}\u3164{tail}",
        "an invisible after each character": "\u2060".join(token),
        "fullwidth letters": "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in token),
        "a newline": f"{head}\n{tail}",
        "a newline and an indent": f"{head}\r\n    {tail}",
        "a shell continuation": f"{head}\\\n{tail}",
        "a line separator": f"{head}\u2028{tail}",
        "three lines of a shell": f"{token[:9]}\\\n  {token[9:half]}\\\n  {tail}",
        "a break within the prefix": f"{token[:2]}\n{token[2:]}",
        "emphasis": f"{head}**{tail}",
        "strings put together": f'{head}" + "{tail}',
        "strings on two lines": f"{head}'\n    '{tail}",
        "percent signs": "".join(f"%{ord(c):02X}" for c in head) + tail,
        "escapes of JSON": "".join(f"\\u{ord(c):04x}" for c in head) + tail,
        "escapes of C": "".join(f"\\x{ord(c):02x}" for c in token),
        "entities": "".join(f"&#{ord(c)};" for c in head) + tail,
    }


HIDDEN = [
    pytest.param(rule, form, id=f"{rule}: {how}")
    for rule, token in TOKENS
    if rule in {"github-token", "anthropic-key", "openai-key", "aws-access-key", "google-api-key", "jwt", "npm-token"}
    for how, form in hidden_forms(token).items()
]


@pytest.mark.parametrize(("rule", "form"), HIDDEN)
def test_a_token_is_found_though_it_is_hidden_or_broken(rule, form):
    text = f"Note: {form} end"

    assert secrets(text) == (Secret(rule, 6, 6 + len(form)),)
    assert redact(text) == f"Note: [REDACTED:{rule}] end"


def test_a_password_is_found_though_its_name_is_hidden():
    assert redact(f"my p\u200bassw\u00adord is {PW}") == "my p\u200bassw\u00adord is [REDACTED:password]"
    assert redact("ｐａｓｓｗｏｒｄ：" + PW) == "ｐａｓｓｗｏｒｄ：[REDACTED:password]"


def test_the_word_after_a_token_at_the_end_of_a_line_survives():
    token = "gh" + "p_" + FILL[:36]

    assert redact(f"{token}\nThanks") == "[REDACTED:github-token]\nThanks"
    assert redact(f"{token}\n{token}") == "[REDACTED:github-token]\n[REDACTED:github-token]"


def test_a_list_of_words_is_not_read_as_one_long_token():
    assert secrets("sk-learn\npandas\nnumpy\nscipy\nmatplotlib\nseaborn") == ()


def test_a_private_key_without_its_end_loses_its_body_and_nothing_else():
    text = f"here: {pem('RSA PRIVATE KEY', end=False)}\nThat was the key."

    assert redact(text) == "here: [REDACTED:private-key]\n\nThat was the key."


def test_two_private_keys_are_two_hits():
    text = pem("PRIVATE KEY", end=False) + "\nand\n" + pem("EC PRIVATE KEY")

    assert redact(text) == "[REDACTED:private-key]\n\nand\n[REDACTED:private-key]"


def test_the_more_specific_rule_names_the_hit():
    token = "gh" + "p_" + FILL[:36]

    assert redact(f"token={token}") == "token=[REDACTED:github-token]"
    assert redact(f"https://ana:{token}@github.com/x") == "https://ana:[REDACTED:github-token]@github.com/x"
    assert (
        redact("Authorization: Bearer " + HEADER + f".{FILL[:30]}.{FILL[:43]}")
        == "Authorization: Bearer [REDACTED:jwt]"
    )


def test_a_very_long_value_is_taken_to_its_end():
    assert redact("api_key=" + FILL * 50 + " end") == "api_key=[REDACTED:secret] end"
    assert redact('"token": "' + FILL * 50 + '"') == '"token": "[REDACTED:secret]"'


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_named_once_described_and_shown_by_an_example(rule):
    assert [each.name for each in RULES].count(rule.name) == 1
    assert rule.what
    assert rule.name in {name for name, _ in TOKENS + NAMED} | {"aws-pair"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_bare_prefix_never_fires(rule):
    for anchor in rule.anchors:
        for text in (anchor, anchor.upper(), f"{anchor} is only the beginning", f"{anchor}: {anchor}"):
            assert secrets(text) == ()


def test_what_is_reported_never_holds_the_value():
    assert PW not in repr(secrets(f"my password is {PW}"))


HOSTILE = {
    "one letter": "a",
    "prefixes": "sk-",
    "signs": "=",
    "headers": "eyJ.",
    "headers in one run": "eyJ-",
    "keys": "token=",
    "password keys": "password=",
    "keys with odd values": "token=aB1xxxx,",
    "sentences": "password for a b c d e ",
    "lines": "a\n",
    "tokens on lines": "ghp_a1B\n",
    "noise on lines": "aB3dE5\n",
    "begins": DASHES + "BEGIN PRIVATE KEY" + DASHES + "\n",
    "dashes": "-",
    "addresses": "://a:",
    "digits": "1",
    "numbers": "12345678:",
    "spaces": "password ",
    "dots": "M" * 24 + ".",
    "marks": "\u0301\u0316",
    "redactions": "[REDACTED:",
    "expanding": "\ufdfa",
    "flags": "--",
    "paths": "password=/a1/b2",
    "slashes": "secret: aB1" + "/" * 40,
    "quotes": "password: 'a b ",
    "at signs": "@",
    "logins": "login a / ",
    "logins in sentences": "log in as a with ",
    "addresses without a scheme": "a:aB1xyz@",
    "variables": "A_TOKEN=a",
    "key ids": "AKIAZ7QK3M5T9W2X4B6C ",
    "combinations": "safe combination 1-2-",
    "accounts": "admin/",
    "accounts of places": "staging is a ",
    "named fields": "name=a value ",
    "values": "value: a ",
    "secrets of kubernetes": "kind: Secret\ndata:\n a: b\n",
    "calls": "auth(a, ",
    "cards": "card 1234 1234 ",
    "terms": "password v1-v-1-v-1-1s1s-",
}


@pytest.mark.timeout(10)
@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_no_more_than_its_length_deserves(unit):
    text = unit * (100_000 // len(unit))

    assert secrets(redact(text)) == ()


@pytest.mark.timeout(30)
def test_a_long_run_after_a_real_prefix_is_read_once():
    for head in (
        "password ",
        "password=",
        "api_key: '",
        "sk-",
        HEADER + ".",
        "postgres://u:",
        DASHES + "BEGIN ",
    ):
        for tail in ("a", " ", "-", "aB3", "\n", "a\n", "a1B-", "."):
            assert secrets(redact(head + tail * 15_000)) == ()


pieces = st.sampled_from(
    [token for _, token in TOKENS]
    + [split(marked)[0] for _, marked in NAMED]
    + BENIGN
    + [
        "\n",
        " ",
        "\u200b",
        "=",
        ": ",
        '"',
        "password",
        "token=",
        "[REDACTED:password]",
        "sk-",
        "://u:",
        "@h",
        "\ud800",
    ]
)
texts = st.one_of(
    st.text(st.characters(codec=None)),
    st.text("aA1!-_.=:/@ \n\"'[]\\skeyJ\u200b\u0301"),
    st.lists(st.one_of(pieces, st.text(max_size=6))).map("".join),
)


@given(texts)
@example("\0\ud800password: \udfff")
@example("İpassword: " + PW)
def test_redacted_text_holds_nothing_more_to_find(text):
    once = redact(text)

    assert secrets(once) == ()
    assert redact(once) == once


@given(texts)
def test_hits_are_ordered_apart_and_within_the_text(text):
    found = secrets(text)

    ends = [0]
    for hit in found:
        assert ends[-1] <= hit.start < hit.end <= len(text)
        ends.append(hit.end)
    if not found:
        assert redact(text) == text


def work(text: str) -> int:
    """How much is done for a text, counted in calls: the same on every machine."""
    count = 0

    def one(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(one)
    try:
        redact(text)
    finally:
        sys.setprofile(None)
    return count


SIGNS = list("\n =:-._/\"'aA1%\\+")
MORE = ["curl -u ", "recovery code a1b-", "passphrase: a b ", "card 4", "%70", '"+"', "MII"]
units = st.one_of(
    st.sampled_from([*HOSTILE.values(), *MORE]),
    st.lists(st.sampled_from([*(a for rule in RULES for a in rule.anchors), *SIGNS]), min_size=1, max_size=6).map(
        "".join
    ),
)


@settings(deadline=None, max_examples=60)
@given(units, units)
def test_four_times_the_text_is_about_four_times_the_work(unit, between):
    some = (unit + between) * (8_000 // len(unit + between))

    assert work(some * 4) <= 5 * work(some) + 2_000


def test_a_mark_is_known_by_its_beginning():
    assert redact(f"my password is {PW}").partition(MARK)[2] == ":password]"


def test_clean_texts_are_told_from_others():
    assert clean("plain", "words")
    assert not clean("plain", f"my password is {PW}")


ABOUT = (
    "reset the password for the admin account", "forgot the password of my router",
    "wie lautet das Passwort für den Server", "mot de passe du wifi", "la contraseña de la base:",
    "what is the passphrase of the key.", "where do we keep the credentials for the staging server",
)  # fmt: skip
UNIT = "019a7c3e-7d4f-7abc-8def-0123456789ab"
PAGE = f"""---
title: {{title}}
session: claude-code:{UNIT}
host: claude-code
project: /home/u/Proj2026x
started: 2026-11-10T09:00:00+00:00
through: {UNIT}
---
{{title}} <!-- streams/2026-11-10#{UNIT} -->

## Asked

- {{title}}
"""


@pytest.mark.parametrize("title", ABOUT)
def test_what_we_write_beside_a_title_is_no_credential_that_it_names(title):
    text = PAGE.format(title=title)
    assert clean(title, text, json.dumps({"texts": [text]}, ensure_ascii=False))


@pytest.mark.parametrize("written", ["host: " + "gh" + "p_" + FILL[:36], "title: it\npassword: " + PW])
def test_a_credential_in_the_front_matter_is_found_though_we_wrote_the_fields_around_it(written):
    text = PAGE.format(title="the password").replace("host: claude-code", written)
    assert not clean(text)
