"""First names that many people have, as data: they tell a person from a thing, and are read in small letters, too.

Names that are everyday words as well ("will", "mark", "may") stand apart: those count only with a capital.
"""

from __future__ import annotations

from reverie.domain.text import fold

_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae"})  # letters that no accent makes


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


GIVEN = _words("""
    aaron abbas abbie abdul abdullah abel abigail abraham achim ada adalberto adam adela adelaida adele
    adelina adina adolf adrian adriana adriano adrienne agata agatha agathe agnes agnieszka ahmad ahmed aida
    aidan aiden aiko aimee aisha akira alan alana alba albert alberto albin albina aldo alejandra alejandro
    aleks aleksandar aleksander aleksandra alen alena alessandra alessandro alex alexa alexander alexandra
    alexandre alexandria alexandru alexia alexis alf alfons alfonso alfred alfredo ali alice alicia alida
    alina alisha alison alix allan allison alma alois alonso alvaro alvin alyssa amador amalia amalie amanda
    amelia amelie amin amina amir amira amit amy ana anabel anastasia anders andre andrea andreas andrei
    andrej andres andrew andrzej andy ane aneta anett anette angela angelica angelika angelina angelo anica
    anika anil anita anja anka ann anna annamaria anne anneli annelie annette anni annie annika annikki anouk
    ante antero anthony anto antoine antoinette anton antonella antonia antonie antonietta antonija antonina
    antonino antonio antonius antony anya apolonia araceli arcelia ariadna ariana ariane ariel arjun armando
    armin arne arnold aron arsenio arthur artur arturo asha ashleigh ashley astrid attila audrey auguste
    augustin augusto aurelia aurelio ava axel ayesha aylin ayten bailey barbara barry basil bastian beata
    beatrice beatrix beatriz becky belinda bella ben benedict benedikt benita benito benjamim benjamin benny
    bente benthe berend berit bernadette bernard bernarda bernardo bernd berndt bernhard bernt bert berta
    bertil bertram beth bethan bethany betina bettina betty bianca bianka billy birger birgit birgitta birte
    birthe bjarne bjorn blake blanca blanka bob bobby bodil bogdan boris brad bradley brandon branka branko
    brenda brendan brent brett brian bridget brigitta brigitte brita britt britta brittany brooke bruce bruna
    bruno bryan caitlin caitlyn caleb callum calogero calvin cameron camila camilla camille camilo canan
    caridad carin carina carl carla carlo carlos carlota carly carmela carmelo carmen carmina carola carolin
    carolina caroline carolyn carrie carsten casandra casey casper cassandra cassie catalina catarina caterina
    catharina catherine cathrine cathy catrin cecilia cecilie celia celine cesar chantal charlene charles
    charlie charlotte chelsea chelsey chen cheryl chiara chloe chris christa christel christiane christie
    christin christina christine christoffer christoph christopher christy cindy cipriano ciro claire clara
    clare clarisa clarissa claude claudia claudio claus clemens clemente clementina clifford cody colin
    colleen collin concetta connie connor conny conor conrad constance constantin constanze consuela cora
    corey corina corinna corinne cornelia cornelio cornelius cory courtney craig cristian cristiano cristina
    cristobal curt curtis cynthia dagmar dagny dalia dalibor damian damien damir dana dani danica daniel
    daniela daniele daniella danielle danijel danijela danilo danny dante daphne daria dario darius dariusz
    darko darrell darren darryl daryl dave david davor debbie deborah debra declan dejan delia demi denis
    denisa denise dennis derek desiree diana diane diego dieter dilara dilip dillon dimitri dina diogo dirk
    dmitri dmitry dolores domenico dominic dominik dominique donald donato donna dora dorina doris dorota
    dorothy doug douglas draga dragan dragica drago dulce duncan dylan ebbe ebony edda eddie edgar edith
    eduard eduarda eduardo edvard edward edwin egon eileen einar ekaterina elaine eleanor elena eleonora eli
    eliana elias elif elijah elin elina elisa elisabet elisabeth elise eliza elizabeth ellen elli ellie
    ellinor elliot elly elma elna elodia eloy elsa elvira elvis ema emanuel emanuela emil emilia emilian
    emiliano emilie emilija emilio emily emin emma emmanuel emmi emmy enrico enrique enzo erdogan eric erica
    erik erika erin erkan erling erna ernest ernesto ernst ervin erwin esmeralda esperanza esteban estela
    estelle ester esther ethan etta eugen eugene eugenia eugenio eusebia eva evan evelina evelyn evi evie evy
    ewa fabia fabian fabiana fabio fabiola fanny fatih fatima fausto faye federico felicia felicitas felipe
    felix ferdinand ferenc fernanda fernando fidel filip filippa filippo finn fiona flavia flavio flor flora
    florence florencia florentin florentina florian florin florina fortunata frances francesca francesco
    francis francisca francisco franco franjo frans franz franziska fred freddie freddy frederic frederick
    frederik fredo fredrik freja freya frida fridolin friedrich fritz frode gabi gabino gabriel gabriela
    gabriele gabriella gabrielle gaetano gail gareth garrett gary gaspar gavin gemma genoveva geoff geoffrey
    georg george georgia georgina gerald geraldine gerard gerardo gerd gerda gerhard gert gertrud gianni gil
    gilbert gilberto gillian gina gino giorgio giovanna giovanni gisela gitte giulia giuseppe giuseppina glenn
    gloria gonzalo goran gordana gordon graciela graeme graham greg gregor gregorio gregory greta grete grethe
    griselda grzegorz guadalupe gudrun guido guilherme guillaume guillermo gunhild gunnar gustav gustavo
    hailey haley hamza hana hanna hannah hanne hannele hannes hans harald harold harri harriet harry hasan
    hassan hayden hayley hector hedda hedvika heidi heike heinrich helen helena helene helga helge helmut
    hendrik henning henri henrietta henriette henrik henrique henry herbert herman hilda hilde hillevi hilma
    hiroshi holger hollie holly horacio horst hortensia howard hubert hugh hugo humberto iain ian ibrahim
    ignacio igor ileana ilias ilija ilona ilse imelda imke imran imre inaya indira inga inge ingeborg inger
    ingmar ingrid iolanda ira irena irene irina irma isa isaac isabel isabela isabell isabella isabelle isaiah
    isis ismael ismail iva ivan ivana ivanka ivar ivo ivona ivonne jaakko jacek jacinto jackson jacob jacobo
    jacqueline jacques jadranka jaime jake jakob jakub james jamie jan jana jane janet jani janice janina
    janine janko janna janne jaqueline jared jari jarl jaroslav jasmin jasmina jasmine jasna jason jasper
    javier jayne jean jeanette jeanne jeannine jeff jeffrey jelena jemma jenna jenni jennifer jenny jens
    jeremiah jeremy jerome jerry jerzy jesper jess jesse jessica jesus jill jim jimmy joachim joakim joan
    joana joanna joanne joao joaquim jochen jodie jody joe joel johan johann johanna johanne johannes john
    johnathan johnny jolanda jon jonas jonatan jonathan jonathon jonna jordan jordi jorge jose josef josefa
    josefina josefine joseph josephine josh joshua josip joyce jozef juan juana judith juhani jules julia
    julian juliana juliane julianna julie julieta juliette julijana julius jure jurgen justin justina justine
    justus kaarina kai kaitlin kaitlyn kaja kalevi kalina kalle kamil kamila kara karel karen kari karim karin
    karina karl karla karlo karol karolina karoline karsten kaspar kasper kata katalin katarina katarzyna kate
    katelyn katharina katharine katherine kathleen kathrin kathryn kathy kati katie katja katrin katrina katy
    katya kaylee kayleigh keith kellie kelly kelsey ken kenneth kenny kent kerri kerry kerstin kevin kian
    kieran kilian kim kimberly kira kirk kirsten kirstin kirsty kjell klara klaudia klaus knut konrad
    konstantin kornelia krista kristen kristian kristijan kristin kristina kristine kristoffer kristopher
    krystyna krzysztof kurt kyara kyle kyra ladislav laetitia laila lana lara larisa larissa larry lars lasse
    laura lauren laurent laurenz laurie lawrence layla leah leander leandra leandro leanne leena leif leigh
    leila lena lene leni lennart leo leon leona leonard leonardo leonel leonhard leonie leonor leonora
    leontina leopold leopoldo lesley leslie leticia levi lewis leyla lia liam liana lidia lidija ligia liisa
    lili lilia lilian liliana liliane lilla lilli lilly lina linda lindsay lindsey linn linnea lino linus lisa
    lisandro lisbeth lise liselotte liv livia liz ljiljana ljubica ljudmila logan lois lola loredana lorena
    lorenz lorenzo loretta lorraine lotta lotte louis louisa louise lourdes lovro luana luc luca lucas lucia
    luciana luciano lucie lucija lucio lucy ludmila ludovica ludvig ludwig luigi luis luisa luise luiza luka
    lukas luke lydia lynda lynn maarit madeleine madison mads magda magdalena magnus mahmoud maj maja majken
    maks malcolm malena malgorzata malik malin malte mandy manfred manuel manuela mara marc marcel marcela
    marcella marcelo marcia marcin marco marcos marcus marek maren marga margaret margareta margaretha
    margarita margit margot margret mari maria mariah mariam marian mariana mariann marianna marianne mariano
    marica marie marija marijan marijana marika marilyn marin mario marion marisa marisela marisol marissa
    marit marita maritta marius mariusz marja marjan marjatta marjorie marko markus marlene marta martha
    martin martina martine marvin mary maryam massimo matej mateja mateo mateus mateusz matheo mathew mathias
    mathieu mathilda mathilde matias matija matilda matilde mato matteo matthew matthias matthieu matti
    mattias maud maura maureen maurice mauricio maurizio mauro maxim maxime maximilian maximiliano maya mayte
    megan meghan mehmet mei meike melania melanie melina melinda melisa melissa melita melvin mercedes mette
    mia micael micaela micha michael michaela michal micheal michel michele michelle miguel mihael mihaela
    mijo mikael mike mikhail mila milan milena milica milka milla milo min-jun minna miranda mirco mirella
    miriam mirja mirjam mirjana mirko miro miroslav miroslava mitchell modesto mohamed mohammad mohammed moira
    molly mona monica monika monique morena morgan morgane moritz morten muhammad murat mustafa myriam nadia
    nadin nadine nadja nancy nanna nanni naomi narcisa natalia natalie natalija natan natanael natascha
    natasha nathalie nathan nathaniel natividad neil nela nelly nenad nevenka nicholas nichole nicklas nico
    nicola nicolai nicolas nicole nidia niels nigel nika nikita nikki niklas niko nikola nikolai nikolaj
    nikolas nikolaus nikolina nils nina nino nisa noa noah noel noelia nora norah norbert norman octavia
    octavio oda odette ofelia ola olaf olav olavi ole oleg olga olimpia oliver olivia olivie olivier omar
    oscar oskar osman osvaldo otilia otto ove owen pablo paige paloma pamela paola paolo pascal pascual
    pasquale patric patricia patricio patrick patrik patrizia paul paula paulina pauline paulo pavel pavla
    pawel peder pedro peggy pekka perla petar peter petra petter phil philip philipp philippe phillip phoebe
    pia pierre pietro pilar piotr porfirio priscilla rachael rachel radovan rafael rafaela ragnar ragnhild
    rahul rainer raj rajesh ralf ralph ramiro ramon ramona rana randi raphael raquel rasmus raul ravi raymond
    rebeca rebecca rebeka rebekah reece regina reginald reina reinhold renata renate renato rene reynaldo reza
    rhys ria ricarda ricardo richard rick ricky rico riley rita robert roberta roberto robyn rocco rodolfo
    rodrigo roger rohan roland rolando rolf romana romeo romina romy ron ronald ronja ronnie ronny rosalia
    rosalie rosario rosie rosina rosita ross rowan roxana roy roza rozalia rozalija ruben rudi rudolf rufino
    rui rune rupert russell ruth ryan ryszard sabina sabine sabrina sally salma salvador salvatore sam
    samantha sami samir samira samu samuel sandra sandro sanja sanna sanne santiago sara sarah sascha saskia
    savannah scott sean sebastian sebastiano selena selina selma sepp serafina serena sergei sergey sergio
    seth severin severino sevim shane shannon sharon shaun sheila shelby shelley shirley sian sibylle
    siegfried sigrid sigurd silje silke silva silvana silvia silvio simon simona simone sina siv slavica
    slavko slobodan socorro sofia sofie soledad solveig sonia sonja sonny sophia sophie soraya soren stacey
    stacy stan stana stanislav stanislava stanley stefan stefani stefania stefanie stefano steffen stella sten
    stephan stephanie stephen steve steven stewart stig stina stine stjepan stuart suresh susan susana susann
    susanna susanne suzana suzanne svea sven svenja svetlana sylvia sylvie sylwia tadeusz takeshi tamara tammy
    tania tanja tanya tapani tapio tara tariq tatiana tatjana taylor ted teodor teodora teodoro terence teresa
    terri terry tess tessa thea theo theodor theodora theodore theresa therese theresia thomas thor thorsten
    tibor tiffany tilde tim timo timoteo timothy tina tine tobias toby todd tom tomas tomasz tomislav tommy
    toni tony tor torben torsten tove tracey tracy travis trevor trine trinidad tristan troy tuulikki tyler
    tyrone ulf ulla ulrich ulrik ulrike unni ursula urszula uta uwe valdemar valentim valentin valentina
    valentine valeria valerie valerio valter vanesa vanessa vanja vasco veli vera verena verner veronica
    veronika vesna vicente vicky victoria vidar viktor viktoria vilhelm vilma vince vincent vincenzo vinod
    violeta violetta virgilio virginia vito vittorio vivian viviana vladimir vlado vlasta volker waldemar
    walter wanda warren wayne wendy werner wesley whitney wilhelm william willy wilma witold wojciech wolfgang
    wyatt xavier xenia yael yago yan yara yasmin yasmine yilmaz yngve yoko yolanda yuri yusuf yvette yvonne
    zachary zahra zaira zara zdenka zdravko zeynep zita zlatko zoe zoey zofia zora zoran zvonko
""")
WORDY = _words("""
    amber angel april art asta august aura aurora bill brook carol chance chase che christian clay cliff
    crystal dag daisy dale dan dawn dean dino don drew earl edit else eve faith frank ginger glen grace grant
    guy hazel heath heather hope ida ina ines iris ivy jack jade jay joy june kay kit lane lea lee lily line
    luna luz mare marina mark mason mats max may melody mika miles mina mira nada nick norma nova olive pat
    penny per pero pierce ray reed rich rob robin roman rosa rose rosemary ruby rusty sander sandy signe siri
    sky sue summer sunny tage tea theres tore urban victor ville viola violet will wolf
""")


def given(word: str) -> bool:
    """Whether a word with a capital is a first name, with or without its accents."""
    plain = word.lower()
    if not plain.isascii():
        plain = fold(plain).translate(_STROKES)
    return plain in GIVEN or plain in WORDY
