"""Relations as people say them: notes, chat, reports and other languages, each with what it states and nothing more."""

from __future__ import annotations

import pytest

from reverie.domain import relate

# What is said, then what it ties: "source > relation > target", several parted by ";", nothing when it ties nobody.
SAID = """
Orla Finnerty works at Brambling Optics.
    Orla Finnerty > works-at > Brambling Optics
orla finnerty has moved desks, nothing else new
Orla's at the Tamsin Clinic now, radiology.
Tove Lindahl started at Haus Amselgrund last Monday.
    Tove Lindahl > works-at > Haus Amselgrund
Tove Lindahl ist seit März bei der Klinik Erlenbach angestellt.
    Tove Lindahl > works-at > Klinik Erlenbach
Bastien Roussel travaille chez Atelier Corvin.
    Bastien Roussel > works-at > Atelier Corvin
Imelda Suárez trabaja en Talleres Pinzón.
    Imelda Suárez > works-at > Talleres Pinzón
The user's colleague Imelda Suárez works for the Harrow Trust.
    Imelda Suárez > works-at > Harrow Trust
Imelda Suárez used to work at the Harrow Trust.
Imelda Suárez wants to work at the Harrow Trust one day.
Does Imelda Suárez still work at the Harrow Trust?
If Imelda Suárez worked at the Harrow Trust we would know.
Rufus Adeyinka lives in Pellworth.
    Rufus Adeyinka > lives-in > Pellworth
Rufus Adeyinka lives at the Lindenhof.
    Rufus Adeyinka > lives-in > Lindenhof
Grandma lives in Résidence Mimosa now.
    Grandma > lives-in > Résidence Mimosa
Aunt Sigrun has a room in the Seniorenhaus Ahornweg.
    Aunt Sigrun > lives-in > Seniorenhaus Ahornweg
Oma wohnt jetzt im Haus Abendstern.
    Oma > lives-in > Haus Abendstern
Mamie habite à la Résidence Mimosa.
    Mamie > lives-in > Résidence Mimosa
mum lives in Pellworth
    Mum > lives-in > Pellworth
Dad is thinking about moving to Pellworth.
Uncle Piet moved into Ward House.
    Uncle Piet > lives-in > Ward House
Lotta goes to school at Wiesengrund.
    Lotta > attends > Wiesengrund
Lotta's school is the Wiesengrund.
    Lotta > attends > Wiesengrund
Lotta is a pupil at Collège Vauban.
    Lotta > attends > Collège Vauban
Enzo is in year 7 at Harrowgate Academy.
    Enzo > attends > Harrowgate Academy
Enzo started secondary at Harrowgate Academy in September.
    Enzo > attends > Harrowgate Academy
Enzo geht aufs Gymnasium Wiesengrund.
    Enzo > attends > Wiesengrund
school for Enzo: Harrowgate Academy
    Enzo > attends > Harrowgate Academy
We looked at Harrowgate Academy for Enzo but it was full.
Our rep at Fernway Supplies is Gitte Holm.
    Fernway Supplies > account-manager > Gitte Holm
Gitte Holm is our account manager at Fernway Supplies.
    Fernway Supplies > account-manager > Gitte Holm; Gitte Holm > works-at > Fernway Supplies
Fernway Supplies rep: Gitte Holm
    Fernway Supplies > account-manager > Gitte Holm
The account manager for Fernway is Gitte Holm.
    Fernway > account-manager > Gitte Holm
For orders from Fernway Supplies, talk to Gitte Holm.
    Fernway Supplies > account-manager > Gitte Holm
Fernway's new sales rep is Gitte Holm.
    Fernway > account-manager > Gitte Holm
Unsere Ansprechpartnerin bei Laborhaus West ist Gitte Holm.
    Laborhaus West > account-manager > Gitte Holm
Gitte Holm asked whether Fernway Supplies has a rep.
Dr Wen mentors Pia Torres.
    Pia Torres > mentored-by > Dr Wen
Pia Torres is mentored by Dr Wen.
    Pia Torres > mentored-by > Dr Wen
Pia Torres's mentor is Professor Aldous.
    Pia Torres > mentored-by > Professor Aldous
Pia trains under Professor Aldous.
    Pia > mentored-by > Professor Aldous
Professor Aldous is Pia Torres's mentor.
    Pia Torres > mentored-by > Professor Aldous
mentor of Pia Torres: Hal Brandt
    Pia Torres > mentored-by > Hal Brandt
Pia Torres is learning the ropes from Hal Brandt.
    Pia Torres > mentored-by > Hal Brandt
Pia's mentor should be Hal Brandt, I think.
Lotta's caseworker is Ms Okafor.
    Lotta > caseworker > Ms Okafor
Ms Okafor is the caseworker for Lotta.
    Lotta > caseworker > Ms Okafor
Ms. Okafor handles Lotta's case.
    Lotta > caseworker > Ms Okafor
caseworker for Lotta: Frau Hellwig
    Lotta > caseworker > Frau Hellwig
Die Sachbearbeiterin von Lotta ist Frau Hellwig.
    Lotta > caseworker > Frau Hellwig
Dad's cardiologist is Dr Marchetti.
    Dad > doctor > Dr Marchetti
Mum's GP is Dr. Lindqvist.
    Mum > doctor > Dr Lindqvist
Rufus Adeyinka's lawyer is Petra Lund.
    Rufus Adeyinka > lawyer > Petra Lund
Petra Lund is the accountant of Rufus Adeyinka.
    Rufus Adeyinka > accountant > Petra Lund
The dentist said Dad should floss.
Jon Vance maintains ledger-sync.
    ledger-sync > maintained-by > Jon Vance
Jon Vance minds the ledger-sync job.
    ledger-sync > maintained-by > Jon Vance
ledger-sync is minded by Jon Vance.
    ledger-sync > maintained-by > Jon Vance
Nobody maintains ledger-sync.
Jon Vance would rather not maintain ledger-sync.
Ines Falco reports to Jon Vance.
    Ines Falco > reports-to > Jon Vance
Ines Falco's boss is Jon Vance.
    Ines Falco > reports-to > Jon Vance
Ines Falco is married to Jon Vance.
    Ines Falco > married-to > Jon Vance
Jon Vance is the son of Ruth Vance.
    Jon Vance > child-of > Ruth Vance
Ruth Vance's son is Jon Vance.
    Jon Vance > child-of > Ruth Vance
Ruth Vance is Jon Vance's mother.
    Jon Vance > child-of > Ruth Vance
Jon Vance's sister is Carla Vance.
    Jon Vance > sibling-of > Carla Vance
Carla Vance is the sister of Jon Vance.
    Carla Vance > sibling-of > Jon Vance
Rex belongs to Carla Vance.
Ines Falco's dog is called Pretzel.
    Ines Falco > has-pet > Pretzel
Pretzel is Ines Falco's dog.
    Ines Falco > has-pet > Pretzel
Ines Falco has a cat named Miso.
    Ines Falco > has-pet > Miso
Ines Falco sings in the Lark Choir.
    Ines Falco > member-of > Lark Choir
Ines Falco is a member of the Lark Choir.
    Ines Falco > member-of > Lark Choir
Ines Falco is on the Platform Team.
    Ines Falco > member-of > Platform Team
The Lark Choir is located in Pellworth.
    Lark Choir > located-in > Pellworth
hide Pretzel's tablets in cheese
give Lotta's form to Ms Okafor
Everything about the Lark Choir is in the folder.
In March we met Ines Falco.
May is a good month to visit Pellworth.
"Ines Falco works at the Harrow Trust", said some stranger on the bus.
Rumour has it that Ines Falco works at the Harrow Trust.
Ines Falco doesn't work at the Harrow Trust.
Ines Falco never lived in Pellworth.
Suppose Ines Falco lives in Pellworth: then what?
Tell Ines Falco that Pellworth is closed.
Water Lotta's plants on Friday.
bumped into Milo Castell, he's slaving away at Tannhof Brewery
    Milo Castell > works-at > Tannhof Brewery
Milo Castell is a nurse at the Klinik Erlenbach.
    Milo Castell > works-at > Klinik Erlenbach
Milo Castell, engineer at Ostara Robotics, will visit on Friday.
Milo Castell (Ostara Robotics) signed the form
    Milo Castell > works-at > Ostara Robotics
Milo Castell from Ostara Robotics called about the crate.
    Milo Castell > works-at > Ostara Robotics
Milo Castell hat eine Stelle bei Ostara Robotics.
    Milo Castell > works-at > Ostara Robotics
Milo Castell est employé chez Maison Verlaine.
    Milo Castell > works-at > Maison Verlaine
Milo Castell es empleado de Talleres Pinzón.
    Milo Castell > works-at > Talleres Pinzón
Milo Castell lavora per Ostara Robotics.
    Milo Castell > works-at > Ostara Robotics
Milo Castell was hired by Ostara Robotics last spring.
    Milo Castell > works-at > Ostara Robotics
Ostara Robotics pays Milo Castell's salary, not us.
    Milo Castell > works-at > Ostara Robotics
Milo Castell is a customer at Ostara Robotics.
Milo Castell applied at Ostara Robotics.
Milo Castell hopes to start at Ostara Robotics in May.
Milo Castell dreams of a job at Ostara Robotics, I guess.
my dad works at Ostara Robotics
    Dad > works-at > Ostara Robotics
The user's mum lives in Graz.
    Mum > lives-in > Graz
Pia's mum lives in Graz.
her Dad lives in Graz
Post for Aunt Rosalie goes to Villa Kastell.
    Aunt Rosalie > lives-in > Villa Kastell
Milo Castell lives out in Wexcombe.
    Milo Castell > lives-in > Wexcombe
Wexcombe is where Milo Castell sleeps.
    Milo Castell > lives-in > Wexcombe
Milo Castell wohnt drüben in Oberlohe.
    Milo Castell > lives-in > Oberlohe
Milo Castell vive cerca del mercado en Almería.
    Milo Castell > lives-in > Almería
Milo Castell is in Wexcombe for the weekend.
Milo Castell may move to Wexcombe.
Milo Castell lives next door.
drop Nuri off at Lindgren Primary at eight
    Nuri > attends > Lindgren Primary
Nuri has lessons at Lindgren Primary
    Nuri > attends > Lindgren Primary
The user enrolled Nuri at Lindgren Primary.
    Nuri > attends > Lindgren Primary
Nuri est scolarisée à Belleroche.
    Nuri > attends > Belleroche
Nuri va au collège Belleroche.
    Nuri > attends > Belleroche
Nuri estudia en Belleroche.
    Nuri > attends > Belleroche
Nuri geht in Belleroche zur Schule.
    Nuri > attends > Belleroche
Lindgren Primary is closed on Monday, tell Nuri.
Maybe Nuri should attend Lindgren Primary.
Selma Roth covers us for Vantor Logistics.
    Vantor Logistics > account-manager > Selma Roth
complaints about Vantor Logistics: Selma Roth handles them
    Vantor Logistics > account-manager > Selma Roth
our contact inside Vantor Logistics is Selma Roth
    Vantor Logistics > account-manager > Selma Roth
Bei Vantor Logistics betreut uns Selma Roth.
    Vantor Logistics > account-manager > Selma Roth
Chez Vantor Logistics, c'est Selma Roth qui nous suit.
    Vantor Logistics > account-manager > Selma Roth
En Vantor Logistics nos atiende Selma Roth.
    Vantor Logistics > account-manager > Selma Roth
Selma Roth is Vantor's new sales rep.
Selma Roth bought a sofa from Vantor Logistics.
Dr Imani is training Selma Roth.
    Selma Roth > mentored-by > Dr Imani
Selma Roth studies under Professor Keller.
    Selma Roth > mentored-by > Professor Keller
Selma Roth lernt bei Frau Sommer.
    Selma Roth > mentored-by > Frau Sommer
Frau Sommer bildet Selma Roth aus.
    Selma Roth > mentored-by > Frau Sommer
Selma Roth est en formation avec Luc Armand.
    Selma Roth > mentored-by > Luc Armand
El tutor de Selma Roth es Luc Armand.
    Selma Roth > mentored-by > Luc Armand
Selma Roth is Luc Armand's apprentice.
    Selma Roth > mentored-by > Luc Armand
Luc Armand has Selma Roth as a trainee.
    Selma Roth > mentored-by > Luc Armand
Selma Roth teaches Pilates.
Selma Roth learns Spanish.
Luc Armand stopped mentoring Selma Roth.
Social services gave Nuri Mrs Abiola.
    Nuri > caseworker > Mrs Abiola
Mrs Abiola has taken over nothing yet.
Nuri's social worker is Mrs Abiola.
    Nuri > caseworker > Mrs Abiola
Nuri's teacher is called Mr Boateng.
    Nuri > teacher > Mr Boateng
Die Hausärztin von Nuri heißt Dr. Senn.
    Nuri > doctor > Dr Senn
Le médecin de Bastien Roussel est Dr Morel.
    Bastien Roussel > doctor > Dr Morel
Aunt Rosalie's lawyer, Petra Lund, retired.
    Aunt Rosalie > lawyer > Petra Lund
Is Petra Lund still Aunt Rosalie's lawyer?
Pretzel's vet is Dr Hartono.
    Pretzel > vet > Dr Hartono
Aunt Rosalie needs a new lawyer.
Theo Mackay looks after quill-gateway.
    quill-gateway > maintained-by > Theo Mackay
They put Theo Mackay in charge of quill-gateway.
    quill-gateway > maintained-by > Theo Mackay
quill-gateway is on Theo Mackay's plate
    quill-gateway > maintained-by > Theo Mackay
tickets for quill-gateway go to Theo Mackay
    quill-gateway > maintained-by > Theo Mackay
quill-gateway went from Hal Brandt to Theo Mackay.
    quill-gateway > maintained-by > Theo Mackay
quill-gateway moved from Heroku to Hetzner.
    quill-gateway > uses > Hetzner
ping Theo Mackay when quill-gateway times out
    quill-gateway > maintained-by > Theo Mackay
ping Theo Mackay when quill-gateway is deployed
quill-gateway depends on ledger-sync.
    quill-gateway > depends-on > ledger-sync
quill-gateway runs on Hetzner.
    quill-gateway > runs-on > Hetzner
quill-gateway is hosted on Fargate
    quill-gateway > runs-on > Fargate
quill-gateway is written in Rust.
    quill-gateway > uses > Rust
quill-gateway replaces mill-gateway.
    quill-gateway > supersedes > mill-gateway
quill-gateway runs on Tuesdays.
quill-gateway depends on the weather.
quill-gateway doesn't depend on ledger-sync.
Theo Mackay and Anna Mackay are siblings.
    Theo Mackay > sibling-of > Anna Mackay
Theo Mackay's daughter Elin has a cold.
    Elin > child-of > Theo Mackay
Elin is Theo Mackay's youngest daughter.
    Elin > child-of > Theo Mackay
Elin ist die Tochter von Theo Mackay.
    Elin > child-of > Theo Mackay
Elin est la fille de Theo Mackay.
    Elin > child-of > Theo Mackay
Theo Mackay's mother-in-law is Ruth Vance.
Elin is like a daughter to Theo Mackay.
Theo Mackay adopted a dog named Brodo.
    Theo Mackay > has-pet > Brodo
Theo Mackay plays in the Harbour Band.
    Theo Mackay > member-of > Harbour Band
Theo Mackay joined the Lark Choir.
    Theo Mackay > member-of > Lark Choir
Theo Mackay ist Mitglied im Ruderverein Lohe.
    Theo Mackay > member-of > Ruderverein Lohe
Theo Mackay heard the Lark Choir yesterday.
Ostara Robotics is headquartered in Graz.
    Ostara Robotics > located-in > Graz
Ostara Robotics has its offices in Graz.
    Ostara Robotics > located-in > Graz
Theo Mackay is engaged to Selma Roth.
    Theo Mackay > partner-of > Selma Roth
Theo Mackay's wife is Selma Roth.
    Theo Mackay > married-to > Selma Roth
Theo Mackay wishes Selma Roth was his boss.
According to Luc Armand, Selma Roth works at Ostara Robotics.
Someone said Selma Roth lives in Graz.
Imagine Selma Roth lives in Graz.
Pretend that Selma Roth works at Ostara Robotics.
Remind Selma Roth to pay Ostara Robotics.
not Graz, silly me. it's Wexcombe where Selma Roth lives
    Selma Roth > lives-in > Wexcombe
It's Ostara Robotics that Selma Roth works for.
    Selma Roth > works-at > Ostara Robotics
Selma Roth ne travaille plus chez Maison Verlaine mais chez Atelier Corvin.
    Selma Roth > works-at > Atelier Corvin
Selma Roth arbeitet nicht mehr bei Ostara Robotics, sondern bei Vantor Logistics.
    Selma Roth > works-at > Vantor Logistics
Selma Roth ya no trabaja en Talleres Pinzón, sino en Vantor Logistics.
    Selma Roth > works-at > Vantor Logistics
Selma Roth works at Martin, I was told.
The minimum order at Fernway Supplies is set at EUR 3768.
Milo Castell is seen at Harrowgate Academy now and then.
Feed Pretzel before Theo Mackay comes home.
"""


def cases(table: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in table.strip().splitlines():
        if line.startswith("    "):
            found[-1][1].extend(each.strip() for each in line.split(";"))
        else:
            found.append((line, []))
    return found


@pytest.mark.parametrize(("said", "ties"), cases(SAID))
def test_a_sentence_ties_whom_it_says_and_nobody_else(said, ties):
    found = [f"{tie.source} > {tie.relation} > {tie.target}" for tie in relate.read(said) if tie.target]
    assert sorted(found) == sorted(ties)


# What is said, then who and what it names clearly: "name: kind", several parted by ";", nothing when it names nobody.
NAMED = """
Łukasz Wrona works at Delta Cafés.
    Delta Cafés: organisation; Łukasz Wrona: person
Šárka Novotná approved the budget.
    Šárka Novotná: person
My neighbour Nguyễn Thị Hoa has a key.
    Nguyễn Thị Hoa: person
Євген Коваль works at Fernway Supplies.
    Fernway Supplies: organisation; Євген Коваль: person
The keys are with José Brandão.
    José Brandão: person
The bus stops at Piazza Garibaldi.
Our account is at Crédito Agrícola.
We ski in Serra Nevada in February.
pb-231 is blocked by the vendor.
sku-88 is sold out.
Priya maintains osprey-2.
    Priya: person; osprey-2: project
Hide Pretzel's tablets in cheese.
Water Lotta's plants on Friday.
Dose Miss Biscuit twice a day.
    Miss Biscuit: person
Collect Anna Weiss at the station.
    Anna Weiss: person
Phone Delta Bank about the card.
    Delta Bank: organisation
Dr. Lindqvist called back.
    Dr Lindqvist: person
Prof. Anna Weiss called back.
    Anna Weiss: person
The court gave Nuri Mrs Abiola.
    Mrs Abiola: person; Nuri: person
Durchwahl von Henrik: 4604.
Dad is out.
    Dad: person
Pia's Dad is out.
Uncle Piet rang.
    Uncle Piet: person
The form from Laborhaus West is late.
    Laborhaus West: organisation
Bring it to the Tierklinik Auhof before noon.
    Tierklinik Auhof: organisation
We rang the Northern Otter Trust twice.
    Northern Otter Trust: organisation
Sorrel Growers Union sent milk.
    Sorrel Growers Union: organisation
The lease is from Collège Vauban.
    Collège Vauban: organisation
The Kinderpraxis Lohe opens at nine.
    Kinderpraxis Lohe: organisation
Everything is ready for March.
Nothing happened in May.
Good Morning and Happy Easter!
Montag und Dienstag geht es nicht.
Anna Neuhaus paints.
    Anna Neuhaus: person
Emma Stone paints.
    Emma Stone: person
Rufus Adeyinka is ill.
    Rufus Adeyinka: person
Femke de Wit is ill.
    Femke de Wit: person
The release is planned for Q3.
Python Packaging and the News Feed are hard.
Sorrel Union and Hollow Feeds merged.
    Sorrel Union: organisation; Hollow Feeds: organisation
"""


@pytest.mark.parametrize(("said", "named"), cases(NAMED))
def test_a_sentence_names_whom_it_names_and_nobody_else(said, named):
    found = relate.names(said, relate.read(said))
    assert sorted(f"{name}: {kind}" for name, kind in found.items() if kind in relate.PAGED) == sorted(named)
