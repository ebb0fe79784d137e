"""What is to be heard, in the three languages; `{}` stands for a number."""

from typing import NamedTuple


class Words(NamedTuple):
    locale: str
    code: str
    name: str
    wait: str
    practise: str
    practice_top: str
    ready: str
    waits: str
    go: str
    top: str
    drew: str
    wrong: str
    in_hand: str
    card: str
    left: str
    my_turn: str
    draw_first: str
    new_card: str
    new_cards: str
    make: str
    picked: str
    turn_of: str
    passed: str
    passed_by: str
    one_left: str
    one_left_by: str
    last_card: str
    finished: str
    lost: str
    nobody: str


ENGLISH = Words(
    locale="en",
    code="Type the code on the board",
    name="heading, Tap your name, level 1",
    wait="Wait for your teacher.",
    practise="Practise",
    practice_top="heading, Top card: {}, plus or minus {}, level 2",
    ready="button, I'm ready",
    waits="polite: You are ready. Waiting for the others.",
    go="assertive: GO",
    top="polite: Top {}, plus or minus {}",
    drew="polite: Drew {}, plus or minus {}. Cards in hand: {}",
    wrong="assertive: {} does not fit on {}, plus or minus {}.",
    in_hand="Cards in hand: {}",
    card="{}, plus or minus {}",
    left="{} cards left",
    my_turn="Your turn.",
    draw_first="Draw 1 card.",
    new_card="You have a new card",
    new_cards="You have new cards",
    make="Make 9, or throw one card away.",
    picked="Make 9:",
    turn_of="NAME's turn.",
    passed="You passed.",
    passed_by="NAME passed.",
    one_left="You have one left.",
    one_left_by="NAME has one card left.",
    last_card="Fits on anything",
    finished="heading, You finished first!, level 2",
    lost="heading, Good round, NAME!, level 2",
    nobody="Nobody can play.",
)
ICELANDIC = Words(
    locale="is",
    code="Skrifaðu kóðann á töflunni",
    name="heading, Smelltu á nafnið þitt, level 1",
    wait="Bíddu eftir kennaranum.",
    practise="Æfa",
    practice_top="heading, Efsta spil: {}, plús eða mínus {}, level 2",
    ready="button, Áfram",
    waits="polite: Þú ert með. Bíddu eftir hinum.",
    go="assertive: Byrja!",
    top="polite: Efst {}, plús eða mínus {}",
    drew="polite: Þú dróst {}, plús eða mínus {}. Spil á hendi: {}",
    wrong="assertive: {} passar ekki á {}, plús eða mínus {}.",
    in_hand="Spil á hendi: {}",
    card="{}, plús eða mínus {}",
    left="{} spil eftir",
    my_turn="Þú átt leik.",
    draw_first="Dragðu 1 spil.",
    new_card="Þú ert með nýtt spil",
    new_cards="Þú ert með ný spil",
    make="Gerðu 9 eða hentu 1 spili.",
    picked="Gerðu 9:",
    turn_of="NAME á leik.",
    passed="Þú sagðir pass.",
    passed_by="NAME sagði pass.",
    one_left="Þú átt 1 eftir.",
    one_left_by="NAME á 1 spil eftir.",
    last_card="Passar á allt",
    finished="heading, Þú vannst!, level 2",
    lost="heading, Góð umferð, NAME!, level 2",
    nobody="Enginn getur spilað.",
)
SPANISH = Words(
    locale="es",
    code="Escribe el código de la pizarra",
    name="heading, Toca tu nombre, level 1",
    wait="Espera a tu profe.",
    practise="Practicar",
    practice_top="heading, Carta de arriba: {}, más o menos {}, level 2",
    ready="button, A jugar",
    waits="polite: Ya está. Falta el resto.",
    go="assertive: ¡Ya!",
    top="polite: Arriba {}, más o menos {}",
    drew="polite: Has robado {}, más o menos {}. Cartas en la mano: {}",
    wrong="assertive: El {} no encaja en {}, más o menos {}.",
    in_hand="Cartas en la mano: {}",
    card="{}, más o menos {}",
    left="{} cartas quedan",
    my_turn="Te toca.",
    draw_first="Roba 1 carta.",
    new_card="Tienes una carta nueva",
    new_cards="Tienes cartas nuevas",
    make="Haz 9 o descarta una carta.",
    picked="Haz 9:",
    turn_of="Le toca a NAME.",
    passed="Has pasado.",
    passed_by="NAME pasó.",
    one_left="Te queda una.",
    one_left_by="A NAME le queda 1 carta.",
    last_card="Va sobre cualquiera",
    finished="heading, ¡Has terminado en primer lugar!, level 2",
    lost="heading, ¡Buena ronda, NAME!, level 2",
    nobody="Nadie puede jugar.",
)
LANGUAGES = (ENGLISH, ICELANDIC, SPANISH)


class SumWords(NamedTuple):
    """What is heard at a table of Nine to Nothing beside that."""

    wrong: str
    make: str
    longer: str
    wait: str
    armed: str
    threw: str
    done: str
    headings: tuple[str, str]
    laid_zero: tuple[str, str]


SUMS = (
    SumWords(
        wrong="You need {}.",
        make="Make {}.",
        longer="Can you find a longer one?",
        wait="You are done. Wait for the others.",
        armed="Now tap the card to change.",
        threw="You threw away",
        done="Your turn is over.",
        headings=("You have the most points!", "Good round, NAME!"),
        laid_zero=("You got to 0!", "NAME got to 0."),
    ),
    SumWords(
        wrong="Þig vantar {}.",
        make="Gerðu {}.",
        longer="Finnur þú lengra dæmi?",
        wait="Þú hefur lokið þínu. Bíddu eftir hinum.",
        armed="Smelltu nú á spilið sem á að breyta.",
        threw="Þú hentir",
        done="Þú hefur lokið þínu.",
        headings=("Þú ert með flest stig!", "Góð umferð, NAME!"),
        laid_zero=("Þú komst niður í 0!", "NAME komst niður í 0."),
    ),
    SumWords(
        wrong="Necesitas {}.",
        make="Haz {}.",
        longer="¿Encuentras una más larga?",
        wait="Has terminado. Espera al resto.",
        armed="Ahora toca la carta que quieres cambiar.",
        threw="Has descartado",
        done="Tu turno ha terminado.",
        headings=("¡Tienes más puntos que nadie!", "¡Buena ronda, NAME!"),
        laid_zero=("¡Has llegado a 0!", "NAME ha llegado a 0."),
    ),
)


class ReportWords(NamedTuple):
    """What is heard of a class's report and of a child's, in this order."""

    locale: str
    back: str
    of_class: tuple[str, ...]
    of_child: tuple[str, ...]


REPORTS = (
    ReportWords(
        locale="en",
        back="Report of Demo class",
        of_class=(
            "heading, Who knows which kind of sum, level 2", "region, Students and kinds of sums 1", "columnheader, −3",
        ),
        of_child=("{} of 100", "between {} and {} · {} of {} cards", "heading, Say to Amara O., level 2"),
    ),
    ReportWords(
        locale="is",
        back="Skýrsla: Demo class",
        of_class=(
            "heading, Hver kann hvaða gerð dæma, level 2", "region, Nemendur og tegundir dæma 1", "columnheader, −3",
        ),
        of_child=(
            "{} af 100", "á bilinu {} til {} · {} af {} spilum", "heading, Segðu við nemandann: Amara O., level 2",
        ),
    ),
    ReportWords(
        locale="es",
        back="Informe de Demo class",
        of_class=(
            "heading, Quién sabe qué tipo de cuenta, level 2", "region, Estudiantes y tipos de cuentas 1",
            "columnheader, −3",
        ),
        of_child=("{} de 100", "entre {} y {} · {} de {} cartas", "heading, Decir a Amara O., level 2"),
    ),
)  # fmt: skip


class HomeworkWords(NamedTuple):
    """What is heard of homework at home."""

    locale: str
    button: str
    top: str
    right: str
    progress: str
    done: str


HOMEWORK = (
    HomeworkWords(
        "en", "Do the homework", "Top card: {}, plus or minus {}", "polite: Yes!", "homework {} of {} cards", "done"
    ),
    HomeworkWords(
        "is",
        "Vinna heimanámið",
        "Efsta spil: {}, plús eða mínus {}",
        "polite: Já!",
        "heimanám {} af {} spilum",
        "lokið",
    ),
    HomeworkWords(
        "es",
        "Hacer los deberes",
        "Carta de arriba: {}, más o menos {}",
        "polite: ¡Sí!",
        "deberes {} de {} cartas",
        "hecho",
    ),
)
