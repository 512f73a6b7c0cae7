"""Passwords in commands, in files that programs read them from, and behind their name in other languages."""

from __future__ import annotations

import re

import pytest

from reverie.domain.safety import redact

# What is marked with ‹ › must go, and nothing else; \\n is a line break. Nothing here is a credential.
LEAKS = r"""
echo 'user:‹Passw0rd!›' | chpasswd
echo "deploy:‹Sommer2024x›" | sudo chpasswd
echo deploy:‹hunter22› | chpasswd
printf 'root:%s' ‹Kx82lls95q› | chpasswd
chpasswd <<< "ana:‹Heron#1944›"
usermod -p ‹Heron#1944› ana
echo '‹Heron1944›' | passwd --stdin ana
db.acme.io:5432:billing:ana:‹Heron1944›
localhost:5432:*:postgres:‹correcthorse›
*:*:*:ana:‹s3cr3tWord›
10.0.0.4:5432:app:app_rw:‹Kx82lls95q›
SSHPASS=‹swordfish› sshpass -e ssh host
http -a ana:‹swordfish› GET x.io/api
htpasswd -bnBC 10 "" ‹swordfish›
openssl enc -aes-256-cbc -k ‹swordfish› -in a
keytool -genkey -storepass ‹swordfish› -keypass ‹swordfish›
docker login -u ana -p‹Heron1944› r.io
echo ‹swordfish› | docker login -u ana --password-stdin
echo "‹Heron1944›" | docker login -u ana --password-stdin r.io
az login -u ana@acme.io -p ‹Heron1944›
az login --service-principal -u app -p ‹Kx82lls95qAA› --tenant t
rclone config create x sftp pass ‹swordfish›
mongo -u ana -p ‹swordfish› admin
mongodump -u ana -p ‹Heron1944›
lftp -u ana,‹swordfish› ftp.acme.io
ncftp -u ana -p ‹swordfish› ftp.acme.io
ssh-keygen -t ed25519 -N ‹swordfish› -f k
vault login ‹Kx82lls95qAAbb99›
redis.conf: requirepass ‹swordfish›
wpa_passphrase home ‹swordfish9›
kubectl create secret generic db --from-literal=db-cred=‹Heron1944›
зайди под ana с паролем ‹Qwerty77›
вход по паролю ‹Qwerty77›
пароля ‹Qwerty77› больше нет
поменял пароль на ‹Qwerty77›
с паролем: ‹Лето2024!›
мой пароль — ‹Qwerty77›
mit dem Kennwort "‹Heron 1944›"
z hasłem ‹Heron1944›
z hasła ‹Heron1944›
med lösenordet ‹Heron1944›
med adgangskoden ‹Heron1944›
med passordet ‹Heron1944›
salasanalla ‹Heron1944›
şifresi ‹Heron1944›
密码用‹Heron1944›
パスワード‹Heron1944›でログイン
‹Heron1944›というパスワードで
パスワードに ‹Heron1944› を使って
비밀번호를 ‹Heron1944›로 바꿨어
비번은 ‹Heron1944›
비밀번호로 ‹Heron1944› 써
the heslem ‹Heron1944› s heslem ‹Heron1944›
парола ‹Heron1944› с паролем ‹Heron1944›
echo "ana:$(openssl passwd -apr1 ‹swordfish›)" >> .htpasswd
openssl passwd -6 ‹swordfish›
mkpasswd -m sha-512 ‹swordfish›
helm install x --set auth.password=‹swordfish›
npm config set //registry.npmjs.org/:_authToken ‹Kx82lls95qAA77bb›
snowsql -a acc -u ana -p ‹swordfish›
bcp t out f -U sa -P ‹swordfish›
impdp system/‹swordfish›@db
cqlsh -u ana -p ‹swordfish›
xfreerdp /u:ana /p:‹swordfish› /v:host
rdesktop -u ana -p ‹swordfish› host
die PIN vom Tresor ist ‹4711›
le mdp c'est ‹Heron1944›
mdp: ‹Heron1944›
mdp ‹swordfish99!›
пароль теперь ‹Qwerty77›
к базе под root с паролем '‹Qwerty 77›'
wifi密码‹Heron1944›
密码改成了‹Heron1944›
비번 ‹Heron1944›
"""
FINE = r"""
docker run --name mongo -p 27017:27017 mongo:7
docker run -d -p 8080:80 nginx
docker login registry.acme.io
docker login -u ana --password-stdin < token.txt
docker compose -p billing up
set up chpasswd for the box: echo "$PAIRS" | chpasswd
mongosh mongodb://localhost:27017/app
mongodump -d app -o dump
mysql -u root -p billing
mysql -u root -p
mysqldump -u root --single-transaction app > a.sql
curl -u "$USER:$TOKEN" https://api.acme.io
curl -u ana https://x.io
http GET x.io/api Authorization:"Bearer $T"
http -a $USER:$PASS GET x.io
echo "$PASS" | docker login -u ana --password-stdin
cat token | docker login -u ana --password-stdin
echo hello | git hash-object --stdin
echo "ana:$NEW" | chpasswd
echo YES | cryptsetup luksFormat /dev/sdb
echo y | sudo apt install x
ssh-keygen -t ed25519 -N "" -f k
ssh-keygen -R host
sshpass -e ssh host
sshpass -f pw.txt ssh host
sftp -P 2222 ana@host
sftp -p ana@host
rsync -avzP a b
vault login -method=oidc
vault login page is broken
rclone copy a b:path -P
rclone config show
openssl x509 -in a.pem -noout -text
openssl enc -aes-256-cbc -pass env:PASS
openssl genrsa -out k.pem 4096
openssl s_client -connect host:443
keytool -list -v -keystore k.jks
htpasswd -c .htpasswd ana
useradd -m -s /bin/bash ana
usermod -aG docker ana
az login --tenant t
kubectl create secret generic db --from-literal=username=ana
kubectl create secret generic db --from-literal=password=$PW
kubectl get secret db -o yaml
machine learning login flow password reset
set requirepass in redis.conf
the requirepass option is off
src/app.c:1204:15:warning:unused
10:24:33:565 INFO started
db.acme.io:5432:billing
localhost:5432 is the port of the database
lsof -i :5432:*
postgres listens on *:5432
redis:6379:0:default:on
printf 'ok\n' | tee a
printf "%s" "$PW" | sudo -S ls
пароль не подходит
пароль на сервер сменим завтра
по паролю входят все
пароль - обязательное поле
с паролем всё в порядке
пароля нет
поле пароля пустое
забыл пароль от почты
хранить пароли в Bitwarden
парольная политика на 2024 год
das Passwort ist abgelaufen
mit dem Passwort stimmt etwas nicht
mit Passwort anmelden
avec le mot de passe oublié
con la contraseña correcta
密码用bcrypt加密
密码用 argon2 哈希
密码manager
密码错误
密码为空
用密码登录
忘记密码
密码长度至少8位
パスワードを入力してください
パスワードを bcrypt でハッシュ化
パスワードmanagerを使う
パスワードに 8 文字以上
パスワードを忘れた
비밀번호를 bcrypt로 해시해
비밀번호로 로그인
비밀번호를 잊었어
비밀번호가 틀렸어
비번 바꿔야 해
hasła są haszowane
heslo je povinné
hesla v databázi
salasana vaihdettiin
şifre sıfırlama sayfası
lösenordet är för kort
adgangskoden er udløbet
password - required
password - confirm it twice
the password field — see LoginForm
with the password manager
with the password "Reset link" page
la parola d'ordine è semplicità
密码作为 varchar 存储
password:string
"""


@pytest.mark.parametrize("marked", LEAKS.strip().splitlines())
def test_the_password_goes_and_nothing_else(marked: str) -> None:
    text = marked.replace("\\n", "\n")
    left = redact(re.sub("[‹›]", "", text))
    assert re.sub(r"\[REDACTED:[\w-]+\]", "…", left) == re.sub("‹[^›]*›", "…", text)


@pytest.mark.parametrize("text", FINE.strip().splitlines())
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert redact(text) == text
