"""First names that many people have, as data: they tell a person from a thing, and are read in small letters, too.

Names that are everyday words as well ("will", "mark", "may") stand apart: those count only with a capital.
"""

from __future__ import annotations


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


GIVEN = _words("""
    aaron abdul abigail adam adele adrian agnes agnieszka ahmed aidan aiko aisha akira alan alba albert alejandra
    alejandro alena alessandra alessandro alex alexa alexander alexandra alexis alfred ali alice alicia alina
    alison allison alma alvaro amanda amelia amir amit amy ana anastasia anders andre andrea andreas andrei andres
    andrew andy angela anika anil anita anja ann anna anne annette annika anthony antoine anton antonia antonio
    anya arjun armand arne arthur arturo asha ashley astrid audrey aurora ava axel ayesha barbara basil bea
    beatrice beatriz becky ben benedict benjamin bernard bernd beth betty bianca birgit bjorn bob bobby boris brad
    bram brandon brenda brent brian bridget britta bruce bruno bryan caleb cameron camila camille carl carla
    carlos carmen caroline carsten catherine cathy cecilia celia cesar charles charlie charlotte chen chiara chloe
    chris christa christina christine christoph christopher claire clara claude claudia claus colin colm connor
    conrad constanze corinna craig cristina cynthia dagmar damian dan dana daniel daniela danielle danny daphne
    darius dario darren dave david debbie deborah denis dennis derek desmond diana diane diego dieter dilip
    dimitri dirk dmitri dmitry dominik dominique don donald donna doris dorothy doug douglas dylan eddie edith
    eduardo edward edwin eileen ekaterina elena eleanor eli elias elif elijah elisa elisabeth elise eliza
    elizabeth ella ellen elliot elsa emil emilia emilie emily emma enrique eric erica erik erika erin ernst ester
    esteban esther ethan eugene eva evan evelyn fabian fatima federico felicia felipe felix femke fernanda
    fernando fiona florence florian frances francesca francesco francis francisco franz fred freddie frederic
    frederik friedrich fritz gabi gabriel gabriela gareth gary gavin gemma geoff george georg gerald gerard
    gerhard gert gianni gilbert gina giorgio giovanni gisela giulia gloria gonzalo gordon greg gregor gregory
    greta guido guillaume guillermo gunnar gustav hana hannah hanna hannes hans harald harriet harry hassan hector
    heidi heike heinrich helen helena helene helga helmut hendrik henri henrik henrike henry herbert hilda hiroshi
    holger holly horst howard hugh hugo ian ibrahim ignacio igor ilse imran ines ingrid irene irina isaac isabel
    isabella isabelle ivan ivana jaakko jackson jacob jacqueline jacques jakob jake jakub james jamie jan jana
    jane janet janine jason javier jean jeff jeffrey jenna jennifer jenny jens jeremy jerome jerry jess jesse
    jessica jesus jill jim jimmy joachim joan joana joanna joao jochen joe joel johan johann johanna johannes john
    johnny jonas jonathan jonte jordi jorge jose josef joseph josephine josh joshua juan juana judith julia julian
    juliana julie juliette julius jurgen justin kai karen karim karin karina karl karla karolina kate katharina
    katherine kathleen kathrin kathy katie katja katrin katya kaylee keiko keith kelly ken kenji kenneth kerstin
    kevin kim kirsten kirsty klara klaus konrad kristen kristian kristin kristina kurt kyle lara larry lars laura
    lauren laurent layla lea leah leila lena lennart leo leon leonard leonardo leonie leticia levi lewis liam lina
    linda linus lisa lisbeth lorena lorenzo louis louisa louise luc luca lucas lucia lucie lucy ludwig luis luisa
    lukas luke luz lydia madeleine magda magdalena magnus maite malik malte manfred manuel manuela marc marcel
    marcela marcelo marcin marco marcos marcus margaret margarita maria mariam marian mariana marie marina mario
    marion marisa marius marjorie markus marlene marta martha martin martina marvin mary mateo mateusz mathias
    mathieu mathilde matilda matteo matthew matthias matthieu maureen maurice mauro maxime maximilian maya megan
    mehmet mei meike melanie melissa mercedes mia micaela michael michaela michal michel michelle miguel mika mike
    mikhail milan milena min-jun mira miranda miriam mohamed mohammed moira molly mona monica monika moritz
    morgane muhammad murat mustafa myriam nadia nadine naomi natalia natalie natasha nathalie nathan neil nelly
    nestor nico nicola nicolas nicole nigel nikita niklas nikola nikolai nils nina noah noel noemi nora norbert
    norma oleg olga oliver olivia olivier omar oscar oskar otto owen pablo paloma pamela paola paolo pascal
    patricia patrick patrik paul paula pauline paulo pavel pedro peggy peter petra phil philip philipp philippa
    philippe phoebe pia pierre piotr priya rachel radu rafael rahul rainer raj rajesh ralf ralph ramon raquel ravi
    rebecca regina renata renate rene ricardo richard rita robert roberta roberto rodrigo roger roland rolf roman
    ron ronald rosa rosemary rosie ross roy ruben rudi rudolf rui rupert russell ruth ryan sabine sabrina sally
    salma sam samantha samir samuel sandra sara sarah sascha sebastian selma sergei sergey sergio seth shane
    shannon sharon sheila shirley sibylle siegfried sigrid sigrun silke silvia simon simona simone sina sofia
    sonia sonja sophia sophie soren stacy stan stefan stefanie steffen stella stephan stephanie stephen steve
    steven stuart sunil suresh susan susanna susanne sushil suzanne sven svenja svetlana sylvia sylvie tadeusz
    takeshi tamara tania tanja tara tariq tatiana tatjana ted teresa teodor terry theo theodor theresa thomas
    thorsten tim timo timothy tina tobias tobiah todd tom tomas tomasz tommy toni tony tracy travis trevor tristan
    ulrich ulrika ulrike ursula uta uwe valentin valentina valeria valerie vanessa vera veronica veronika vicente
    vicky victoria viktor viktoria vincent vinod vivian vladimir volker walter wanda wendy werner wilhelm william
    willy wolfgang xavier yael yara yasmin yolanda yoko yuki yuri yusuf yvonne zachary zara zdenka zoe zofia
""")
WORDY = _words("""
    amber angel april art august bill brook carol chance chase christian clay cliff crystal daisy dawn dean drew
    earl eve faith frank ginger glen grace grant guy hazel heath heather hope iris ivy jack jade jay joy june lane
    lily mark max may melody miles nick olive pat penny pierce ray reed rich rob robin rose ruby rusty sandy sky
    summer sue sunny victor viola violet will wolf
""")


def given(word: str) -> bool:
    """Whether a word with a capital is a first name."""
    return word.lower() in GIVEN or word.lower() in WORDY
