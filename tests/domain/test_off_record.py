"""What somebody says is not to be remembered is left out like what is private, wherever they say so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.domain.off_record import off_record, withheld
from reverie.domain.transcript import Entry
from reverie.domain.unsaid import without_echoes

AT = datetime(2026, 11, 2, 9, tzinfo=UTC)


def said(text: str, n: int = 1, role: str = "user") -> Entry:
    return Entry(id=f"e{n}", at=AT, role=role, text=text)  # type: ignore[arg-type]


ASKS = (
    "Off the record: Piet is leaving in March.",
    "off the record, the numbers are bad this quarter",
    "Piet is leaving in March, but that's off the record.",
    "Don't remember this: my code for the gate is under the mat.",
    "do not remember that I was at the doctor today",
    "Piet is leaving. Please don't remember this.",
    "Piet is leaving, please do not save this anywhere.",
    "Piet is leaving – don't store this in your memory.",
    "my salary is 4200. pls dont memorize that",
    "don't add this to your memory: I failed the exam",
    "keep this out of your memory please, I failed the exam",
    "Merk dir das bitte nicht: Piet geht im März.",
    "Piet geht im März, aber merk dir das nicht.",
    "Speichere das nicht in deinem Gedächtnis: Piet geht.",
    "Ne retiens pas ceci : Piet part en mars.",
    "Piet part en mars. N'enregistre pas ça dans ta mémoire.",
    "No recuerdes esto: Piet se va en marzo.",
    "Piet se va en marzo, no guardes esto en tu memoria.",
    "これは覚えないで。来月辞めます。",
    "이건 기억하지 마. 나 다음 달에 그만둬.",
    "别记住这个：我下个月辞职。",
    "不要记住我刚说的薪水。",
)
LOOKS_LIKE_IT = (
    "I don't remember this function at all.",
    "Do you not remember that we use pnpm?",
    "You don't remember that, right? We use pnpm.",
    "Don't save this file yet, tests first.",
    "don't store this in the session, use redis",
    "Don't keep this branch.",
    "the tests don't remember that state between runs",
    "Don't forget this: we use pnpm.",
    "Why don't you remember this?",
    "if you don't remember this, look into docs/",
    "we record every call off the main thread",
    "Please don't remember to do it only on Mondays, do it daily.",
    "ich kann mir das nicht merken",
    "the setting is called off-the-record mode",
    "Write a scene in which he says: off the record, I did it.",
    "これは覚えておいて。",
    "이거 기억해.",
    "记住这个：我们用 pnpm。",
)


@pytest.mark.parametrize("text", ASKS)
def test_somebody_may_say_that_a_message_is_not_to_be_remembered(text: str) -> None:
    assert off_record(text)


@pytest.mark.parametrize("text", LOOKS_LIKE_IT)
def test_other_uses_of_the_words_ask_for_nothing(text: str) -> None:
    assert not off_record(text)


def test_nothing_of_such_a_message_is_left_and_nothing_that_repeats_it() -> None:
    some = (
        said("We deploy on Fridays.", 1),
        said("Off the record: Piet leaves in March.", 2),
        said("I will not tell anybody that Piet leaves.", 3, "agent"),
        said("How do I rebase?", 4),
        said("With git rebase.", 5, "agent"),
    )
    left = without_echoes(withheld(some))
    assert [entry.text for entry in left] == ["We deploy on Fridays.", "How do I rebase?", "With git rebase."]


def test_an_ask_by_itself_is_about_the_message_before() -> None:
    some = (
        said("We deploy on Fridays.", 1),
        said("Fine.", 2, "agent"),
        said("My boss Piet leaves in March.", 3),
        said("Piet leaving is news to me.", 4, "agent"),
        said("Please don't remember that.", 5),
        said("I won't.", 6, "agent"),
    )
    left = without_echoes(withheld(some))
    assert not any("Piet" in entry.text for entry in left)
    assert "We deploy on Fridays." in [entry.text for entry in left]


def test_what_is_said_beside_in_another_message_stays() -> None:
    some = (said("Off the record: Piet leaves.", 1), said("From now on use tabs.", 2))
    assert [entry.text for entry in without_echoes(withheld(some))] == ["From now on use tabs."]


MORE_ASKS = (
    "Piet is leaving in May (off the record!)",
    "Please keep that off the record.",
    "don't remember what I'm about to tell you: my wife is ill",
    "Don't commit this to memory: Ana is ill",
    "I don't want you to remember this: I am ill",
    "Could you please not remember that?",
    "オフレコで。来月辞めます。",
    "오프더레코드인데 나 다음 달에 그만둬.",
)
MORE_THAT_LOOK_LIKE_IT = (
    "Do not keep this in memory, stream it from the disk.",
    "don't store it in memory, it is 4 GB",
    "Is this off the record?",
    "Why did you say that this was off the record?",
    "No need to remember that we used Jenkins.",
)


@pytest.mark.parametrize("text", MORE_ASKS)
def test_it_is_understood_however_it_is_put(text: str) -> None:
    assert off_record(text)


@pytest.mark.parametrize("text", MORE_THAT_LOOK_LIKE_IT)
def test_the_memory_of_a_computer_and_a_question_ask_for_nothing(text: str) -> None:
    assert not off_record(text)


def test_what_i_just_said_is_the_message_before_though_it_is_named_again() -> None:
    some = (said("I earn 4200 a month at Acme.", 1), said("Please don't remember what I just said about my salary.", 2))
    assert without_echoes(withheld(some)) == ()


def test_a_name_of_three_letters_is_known_again() -> None:
    told = said("Off the record: the branch in Ulm closes.", 1)
    for repeated in ("Ulm will be missed.", "Okay, die Ulmer behalte ich für mich."):
        assert without_echoes(withheld((told, said(repeated, 2, "agent")))) == ()


def test_an_agent_that_tells_it_again_later_is_not_heard_either() -> None:
    some = (
        said("Off the record: Piet leaves Acme in March.", 1),
        said("Understood.", 2, "agent"),
        said("Write the plan for the release.", 3),
        said("As Piet leaves Acme in March, I put Ana in charge.", 4, "agent"),
        said("The release is in March.", 5, "agent"),
    )
    left = [entry.text for entry in without_echoes(withheld(some))]
    assert left == ["Understood.", "Write the plan for the release.", "The release is in March."]


# As people put it in each language: one ask a line, and one line that asks for nothing.
ABROAD = {
    "de": """\
Behalt das bitte für dich: Piet geht im März.
Bitte nicht merken: ich verdiene 4200 im Monat.
Das bleibt unter uns, Piet geht im März.
Vergiss, was ich gerade gesagt habe.
Vergiss bitte, was ich eben über Piet gesagt habe.
Das musst du dir nicht merken: ich war gestern beim Arzt.
Das sollst du dir nicht merken. Ich war gestern beim Arzt.
Nimm das nicht in dein Gedächtnis auf: Piet geht.
Schreib das nicht in deine Notizen: Piet geht.
Notier dir das bitte nicht, Piet geht im März.
Halt das aus deinen Notizen raus: ich bin krank.
Ich möchte nicht, dass du dir das merkst: ich bin schwanger.
Das ist vertraulich, speicher das nirgends: Piet geht.
Kannst du das bitte wieder vergessen?
Off the record, Piet geht im März.
Bitte vergiss, dass ich das gesagt habe.
Das mit der Kündigung sollte nicht in dein Gedächtnis.
Speichere bitte nichts davon.
Das hier bitte nicht in deine Notizen übernehmen: Anna ist schwanger.
Ich hab Krebs. Bitte nicht merken.
Anna ist schwanger, aber das bleibt bitte unter uns.
Was ich dir jetzt sage, sollst du dir nicht merken: Anna ist schwanger.
Nicht für dein Gedächtnis: Anna ist schwanger.
Leg das nicht im Gedächtnis ab: Anna ist schwanger.
Mir wäre lieber, du merkst dir das nicht: Anna ist schwanger.
Vergiss bitte, was ich vorhin über mein Gehalt gesagt habe.
Nimm das bitte nicht in die Notizen auf, Anna ist krank.
Ich war gestern beim Psychiater, das bitte nirgends speichern.
Was ich gleich schreibe, bitte nicht merken: mein Bruder trinkt.
Merk dir bitte nicht, was ich dir gleich sage: mein Bruder trinkt.
Mein Bruder trinkt. Das brauchst du dir nicht zu merken.
Mein Bruder trinkt. Vergiss das gleich wieder.
Bitte nichts davon aufschreiben: mein Bruder trinkt.
Das ist nur für dich: mein Bruder trinkt, erzähl das keinem und merk es dir nicht.
""",
    "fr": """\
Ne note pas ça : Piet part en mars.
Ne garde pas ça en mémoire : Piet part en mars.
Que ça reste entre nous : Piet part en mars.
Oublie ce que je viens de dire.
Oublie ce que je t'ai dit sur Piet tout à l'heure.
Ne te souviens pas de ça : je suis malade.
N'enregistre pas ce que je vais te dire : je suis enceinte.
Ne mets pas ça dans tes notes : Piet part.
Ça ne doit pas être retenu : Piet part.
À ne pas retenir : mon salaire est de 4200 euros.
Hors micro : Piet part en mars.
Je ne veux pas que tu retiennes ça : je suis malade.
Je préfère que tu ne gardes pas ça en mémoire : je suis malade.
Piet part en mars, mais garde ça pour toi.
Ne conserve aucune trace de ça : Piet part.
En off : Piet part en mars.
Oublie que j'ai dit ça.
Anna est enceinte, ne le retiens pas s'il te plaît.
Ne mémorise rien de ce que je vais te dire : Anna est enceinte.
Surtout ne note pas ce que je vais te raconter.
Ne garde pas ce message en mémoire : Anna est enceinte.
Ce que je te dis là, ne le retiens pas : Anna est enceinte.
Merci de ne pas mémoriser ce qui suit : Anna est enceinte.
C'est en off, Anna est enceinte.
Anna est enceinte mais ça reste entre nous.
N'ajoute pas ça à tes notes, Anna est malade.
Oublie ce que je viens de dire sur mon salaire.
Tu n'as pas besoin de retenir ça : j'étais chez le médecin.
Mon frère boit. Ne le mets pas dans ta mémoire.
Ne retiens rien de cette conversation.
Ceci n'est pas à retenir : mon frère boit.
Mon frère boit. Oublie ça tout de suite.
Évite de mémoriser ça : mon frère boit.
Je te demande de ne pas retenir ce que je vais dire : mon frère boit.
Mon frère boit, mais garde-le pour toi.
""",
    "es": """\
No anotes esto: Piet se va en marzo.
Esto que quede entre nosotros: Piet se va en marzo.
Extraoficialmente, Piet se va en marzo.
Olvida lo que acabo de decir.
Olvida lo que te dije sobre Piet.
No te acuerdes de esto: estoy enfermo.
No guardes esto en tus notas: Piet se va.
No apuntes esto, por favor: Piet se va.
No quiero que recuerdes esto: estoy embarazada.
Prefiero que no guardes esto: estoy embarazada.
No lo guardes en la memoria: gano 4200 al mes.
Que no conste: Piet se va en marzo.
Esto no lo memorices: Piet se va.
Piet se va en marzo, pero no lo recuerdes.
Fuera de micrófono: Piet se va.
Off the record: Piet se va en marzo.
Olvida que dije eso.
Ana está embarazada, esto que no salga de aquí.
No memorices lo que te voy a contar: Ana está embarazada.
No registres esto en tu memoria: Ana está enferma.
Lo que te voy a decir no lo recuerdes: Ana está enferma.
Por favor, no recuerdes nada de lo que te voy a decir.
Esto es off the record: Ana está embarazada.
No lo apuntes en tus notas, Ana está enferma.
Ana está embarazada. No lo guardes, por favor.
Olvida lo que acabo de decir sobre mi sueldo.
No hace falta que recuerdes esto: ayer fui al médico.
Preferiría que no recordaras esto: Ana está enferma.
Mi hermano bebe. No lo anotes en tu memoria.
No quiero que esto quede en tu memoria: mi hermano bebe.
Mi hermano bebe, que quede entre tú y yo.
No hace falta que lo recuerdes: mi hermano bebe.
Evita guardar esto: mi hermano bebe.
Te pido que no recuerdes esto: mi hermano bebe.
No memorices este mensaje: mi hermano bebe.
""",
    "ko": """\
이건 기억하지 말아줘. 나 다음 달에 그만둬.
이거 저장하지 마: 내 월급은 420만원이야.
이건 메모리에 저장하지 마세요. 피트가 3월에 떠나요.
이건 우리끼리만 아는 얘기야. 피트가 3월에 떠나.
방금 한 말 잊어줘.
방금 내가 말한 건 잊어 줘.
이 얘기는 적어두지 마. 피트가 떠나.
이건 기록하지 말아 주세요. 나 임신했어.
이거 기억 안 해도 돼. 어제 병원 갔었어.
이건 기억에서 빼줘. 나 아파.
지금 하는 말은 기억하지 않았으면 좋겠어. 나 아파.
메모에 남기지 마: 피트가 떠나.
이건 너만 알고 있어. 피트가 3월에 떠나.
피트가 3월에 떠나. 이건 외우지 마.
아까 말한 거 기억하지 마.
내가 방금 한 말은 기억하지 말아 주세요.
안나가 임신했어. 이건 저장하지 마.
이 내용은 메모하지 마세요: 안나가 임신했어.
지금부터 하는 말은 기억하지 마.
이건 기억해 두지 않아도 돼. 어제 병원에 갔어.
안나가 아파. 이건 기억하지 않았으면 해.
방금 월급 얘기는 잊어줘.
방금 말한 거 못 들은 걸로 해줘.
이건 오프더레코드로 부탁해. 안나가 임신했어.
이 대화는 기억에 남기지 마.
안나가 임신했어. 우리끼리만 아는 걸로 하자.
이건 어디에도 기록하지 마세요. 안나가 아파요.
형이 술을 너무 마셔. 이건 기억하지 말아 줄래?
이건 메모리에 남기지 말아줘. 형이 술을 마셔.
형이 술을 마셔. 방금 한 말은 없던 걸로 해줘.
이 이야기는 저장하지 말아줘: 형이 술을 마셔.
이건 비밀이니까 기억하지 마. 형이 술을 마셔.
이건 기억할 필요 없어. 형이 술을 마셔.
""",
    "ja": """\
これは覚えなくていいです。昨日病院に行きました。
このことは記憶しないでください。来月辞めます。
これはメモしないで。ピートが3月に辞めます。
ここだけの話ですが、ピートが3月に辞めます。
さっき言ったことは忘れて。
今言ったことは忘れてください。
今の話は記録しないでください。ピートが辞めます。
これは記録に残さないで。妊娠しています。
これは保存しないでください：ピートが辞めます。
メモリに保存しないで。ピートが辞める。
内緒だけど、ピートが3月に辞める。
覚えておかないでほしい。私は病気です。
これは記憶に残さないでもらえますか。私は病気です。
これは記憶から除いてください。私は病気です。
オフレコでお願いします。ピートが辞めます。
さっきの給料の話は忘れてください。
アンナが妊娠しています。これは覚えないでください。
これから言うことは記憶しないでください。アンナは病気です。
この内容はメモに残さないでください：アンナは病気です。
オフレコなんですが、アンナが妊娠しています。
この件は記録しないでください。アンナは病気です。
今のは聞かなかったことにしてください。
これは覚えておかなくていいよ。昨日病院に行った。
今言ったことは記憶しないでほしい。
これは記憶に残さないでください。アンナは病気です。
この会話は保存しないでください。
私がさっき言ったことは忘れて。
兄が酒を飲みすぎる。これは記録しなくていい。
この話は覚えなくて大丈夫です。兄が酒を飲む。
兄が酒を飲む。今の発言は忘れてください。
これは内緒にして。兄が酒を飲む。
これはメモリーに残さないでください。兄が酒を飲む。
兄が酒を飲む。この情報は保存しないでください。
""",
    "zh": """\
这个不要记：我下个月辞职。
这件事别存进记忆：我下个月辞职。
不用记住这个，我昨天去了医院。
忘掉我刚才说的话。
请忘记我刚说的薪水。
这话只在我们之间说：皮特三月要走。
不要把这个保存到记忆里：我工资4200。
别把这个写进你的笔记：皮特要走。
别记录这个：皮特要走。
这个不要存到你的记忆中，我怀孕了。
我不希望你记住这个：我病了。
刚才那句话你就当没听到。
不要保存这条消息：皮特三月要走。
這個請不要記住：我下個月辭職。
这是保密的，别记下来：皮特要走。
请不要记住我刚才说的话。
安娜怀孕了，这件事你不要记。
接下来说的话不要记录：安娜病了。
刚才说的工资的事请忘掉。
这段话不要保存到记忆里，安娜病了。
我刚才说的当我没说。
别往记忆里存：安娜怀孕了。
这个信息不要写入长期记忆：安娜病了。
不需要记住这个：我昨天去看了医生。
请忘记我刚才说的关于工资的内容。
這段話請不要記錄：安娜病了。
安娜怀孕了，这个别记。
我哥哥酗酒，不要把这件事记下来。
我哥哥酗酒。你别把这个存到记忆里。
以下内容请不要记住：我哥哥酗酒。
我哥哥酗酒。这句话别记录。
我哥哥酗酒，就当我没说过。
请勿将此内容存入记忆：我哥哥酗酒。
""",
    "en": """\
Forget I said that.
Forget I said anything about Piet.
Keep this out of your notes: Piet is leaving.
Please forget what I just said.
Please forget what I just told you about my salary.
Pretend I never said that.
Don't put this in your notes: I'm ill.
Piet is leaving. Keep that between us please.
This stays between us: Piet is leaving.
No need to remember this: I was at the doctor yesterday.
oh, and forget I said that.
""",
}
ABROAD_NOT = {
    "de": """\
Ich kann mir das nicht merken, schreib es auf.
Das darfst du nicht vergessen: wir nutzen pnpm.
Merk dir das nicht nur für heute, sondern immer.
Merk dir das: nicht freitags deployen.
Der Cache soll sich das nicht merken.
Speichere das nicht in der Datenbank, sondern in Redis.
Halte das Passwort aus den Logs raus.
Speicher das nicht im Speicher, das sind 4 GB.
Ich habe vergessen, was ich gesagt habe.
Vergiss, was ich gerade gesagt habe, wir nehmen doch bullmq.
Die Sitzung merkt sich das nicht.
Das musst du nicht speichern, bevor du testest, das macht der Editor.
Der Text ist nur für dich, behalte das im Blick.
""",
    "fr": """\
Je ne me souviens pas de ça.
N'oublie pas ça : on utilise pnpm.
Ne garde pas ça en mémoire, lis-le depuis le disque.
N'enregistre pas ça dans la base, mets-le dans redis.
Retiens ça : on ne déploie pas le vendredi.
Oublie ce que je viens de dire, on prend bullmq.
Le cache ne retient pas ça.
Pourquoi tu ne retiens pas ça ?
Ne note pas les tests, exécute-les.
La fonction ne retient pas ce que l'utilisateur écrit.
On fait la revue entre nous le lundi.
""",
    "es": """\
No me acuerdo de esto.
No olvides esto: usamos pnpm.
No guardes esto en la base de datos, usa redis.
No guardes esto en memoria, son 4 GB.
Recuerda esto: no desplegamos los viernes.
Olvida lo que acabo de decir, usamos bullmq.
La sesión no recuerda esto.
¿Por qué no recuerdas esto?
No anotes las clases con @Service.
Entre nosotros y el cliente hay un proxy.
El script no lo guarda en tus notas de versión.
""",
    "ko": """\
이거 기억해: 우리는 pnpm을 써.
이건 잊지 마: 우리는 pnpm을 써.
이거 DB에 저장하지 말고 Redis에 넣어.
이 함수가 값을 기억하지 못해.
이건 메모리에 저장하지 말고 디스크에 써줘.
왜 기억하지 못해?
로그 파일에 기록하지 마.
이 로그는 파일에 남기지 마.
비밀번호를 코드에 적지 마.
방금 만든 파일을 지워줘.
나는 그날을 기억하지 않아.
아까 한 거 잊지 마.
""",
    "ja": """\
これは覚えておいてください。pnpmを使います。
これを忘れないで：pnpmを使う。
これはDBに保存しないで、Redisに入れて。
ログに残さないで。
この関数は値を覚えない。
メモリに保存しないで、ディスクに書いて。
パスワードをコードに書かないで。
私はそれを覚えていない。
なぜ覚えていないのですか？
今のはやめて、bullmqにしよう。
エラーを記録しないで、スキップして。
秘密鍵をコミットしないで。
""",
    "zh": """\
记住这个：我们用 pnpm。
别忘了这个：我们用 pnpm。
这个不要存到数据库，用 redis。
不要把这个记录到日志里。
我不记得这个函数。
你不记得了吗？我们用 pnpm。
这个缓存不要放进内存。
忘了刚才的方案，我们用 bullmq。
忘掉我刚才说的，我们用 bullmq。
别保存这个文件，先跑测试。
这个日志不要记太多。
不用记得那么清楚，大概就行。
""",
    "en": """\
forget what I said, we use bullmq
Forget what I just said, use pg-boss instead.
I forgot what I said.
Did I say that? I forget.
Don't put this in your notes app integration, it belongs in core.
keep these between us-east and us-west
the diff between us and upstream is huge
keep notes out of the release
Don't take notes from the API as given.
you don't need to remember the flag, it is in the Makefile
""",
}
CONFIDING = """\
Unter uns gesagt: Piet geht im März.
Inoffiziell: Piet geht im März.
Entre nous, Piet part en mars.
Entre tú y yo, Piet se va en marzo.
이건 비공개로 해줘: 피트가 떠나.
비공식적인 얘기인데 피트가 3월에 떠나.
非公式ですが、ピートが3月に辞めます。
この話は秘密にしておいて。ピートが辞める。
私下说一句，皮特三月要走。
非正式地说，皮特三月要走。
"""  # told in confidence, as people begin a good many sentences, and not asked to be left out
BACK = """\
Forget I said that.
Please forget what I just said.
Don't remember that.
Keep that out of your notes.
Forget what I just said about Piet.
Vergiss, was ich gerade gesagt habe.
Vergiss bitte, was ich eben über Piet gesagt habe.
Merk dir das bitte nicht.
Das bitte nicht merken.
Merk dir nicht, was ich gerade gesagt habe.
Das bleibt unter uns.
Oublie ce que je viens de dire.
Ne retiens pas ça, s'il te plaît.
Ne retiens pas ce que je viens de dire.
Que ça reste entre nous.
Olvida lo que acabo de decir.
No guardes eso en tu memoria.
No recuerdes lo que acabo de decir.
Que quede entre nosotros.
방금 한 말은 기억하지 마.
방금 말한 거 잊어줘.
이건 기억하지 말아줘.
아까 말한 건 저장하지 마.
さっきの話は覚えないでください。
今言ったことは忘れてください。
今のはオフレコで。
これは記憶しないでください。
不要记住我刚才说的话。
刚才说的不要记。
请忘掉我刚才说的话。
这个别记。
"""


@pytest.mark.parametrize("tongue", ABROAD)
def test_it_is_understood_in_each_language(tongue: str) -> None:
    assert [line for line in ABROAD[tongue].strip().splitlines() if not off_record(line)] == []


@pytest.mark.parametrize("tongue", ABROAD_NOT)
def test_what_is_merely_about_remembering_or_forgetting_asks_for_nothing(tongue: str) -> None:
    assert [line for line in ABROAD_NOT[tongue].strip().splitlines() if off_record(line)] == []


def test_a_sentence_that_only_begins_in_confidence_asks_for_nothing() -> None:
    assert [line for line in CONFIDING.strip().splitlines() if off_record(line)] == []


@pytest.mark.parametrize("ask", BACK.strip().splitlines())
def test_said_by_itself_it_is_about_the_message_before(ask: str) -> None:
    some = (said("We use tabs.", 1), said("I earn 4200 a month at Acme.", 2), said(ask, 3))
    assert [entry.text for entry in withheld(some) if entry.text] == ["We use tabs."]


@pytest.mark.parametrize(
    "ask",
    [
        "forget what I just said about Piet",
        "vergiss, was ich eben über Piet gesagt habe",
        "oublie ce que je viens de dire sur Piet",
    ],
)
def test_what_it_names_goes_from_every_message_before(ask: str) -> None:
    some = (said("Piet gets the Acme job.", 1), said("We use tabs.", 2), said("No, Piet stays.", 3), said(ask, 4))
    assert [entry.text for entry in withheld(some) if entry.text] == ["We use tabs."]


def test_taking_something_back_for_something_else_is_a_change_of_mind() -> None:
    some = (said("We use bullmq.", 1), said("Forget what I just said, we use pg-boss.", 2))
    assert withheld(some) == some
