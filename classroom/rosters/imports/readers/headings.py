"""The headings of a list's columns, as schools' systems and spreadsheets write them. Pure.

Only names, the school's number, the class, and columns that tell that a line is no child of the class are listed here;
every other column is left out. A national number (kennitala, UPN, DNI) has no heading here: such numbers are not kept.
"""

import re

from classroom.naming import names

WORDS = {
    "preferred": "preferred name|preferred first name|preferred forename|preferred given name|preferredgivenname"
    "|preferredfirstname|known as|chosen name|chosen forename|chosen first name|nickname|nick name|rufname|roepnaam"
    "|tilltalsnamn|kutsumanimi|gælunafn",
    "given": "first name|first|firstname|fname|given name|given names|givenname|given|forename|forenames"
    "|fornafn|eiginnafn|skírnarnafn|primer nombre|nombre de pila|nombres"
    "|vorname|vornamen|prénom|prénoms|voornaam|förnamn|fornavn|imię|prenome|etunimi|etunimet",
    "legal": "legal first name|legal forename|legal given name|legalfirstname",
    "preferred_family": "preferred surname|preferred last name|preferred family name|preferredfamilyname|chosen surname"
    "|preferredlastname",
    "family": "last name|last|lastname|lname|surname|family name|family|familyname|second name"
    "|eftirnafn|kenninafn|föðurnafn|móðurnafn|apellido|apellidos|primer apellido"
    "|nachname|familienname|zuname|nom de famille|achternaam|efternamn|etternavn|efternavn|nazwisko|cognome|sobrenome"
    "|sukunimi",
    "legal_family": "legal surname|legal last name|legal family name|legallastname",
    "name": "name|names|full name|fullname|display name|student|students|student name|pupil|pupils|pupil name|child"
    "|child name|learner|learner name|last name first name|last first|lastfirst|surname forename|surname first name"
    "|nafn|nöfn|fullt nafn|nemandi|nemendur|nafn nemanda|nafn barns"
    "|nombre|nombre completo|nombre y apellidos|apellidos y nombre|apellidos nombre|alumno|alumna|alumnos|alumnado"
    "|alumno a|alumna o|alumnos as|alumn s|estudiante|estudiantes"
    "|schüler|schülerin|schüler in|schüler innen|schülername|name vorname|nachname vorname|vorname nachname"
    "|vor und nachname|nom|élève|elève|naam|leerling|namn|elev|navn|uczeń|nome|alunno|aluno|nimi|oppilas|oppilaat",
    "source": "id|student id|pupil id|learner id|student number|studentnumber|pupil number|sourcedid|source id|local id"
    "|id number|idnumber|identifier|database id|sis id|person id|person number|admission number|admission no|adno"
    "|arbor id|arbor student id|other id"
    "|auðkenni|nemendanúmer|númer nemanda|identificador|id alumno|id del alumno|matrícula|número de matrícula"
    "|nº del expediente del centro|nº expediente|schülernummer|schüler id|oppilasnumero",
    "section": "class|class name|classroom|classes|homeroom|home room|form|tutor group|registration group"
    "|registration form|reg group|reg|year group and class|enrolled in|learner enrollment|cohort|cohort1|cohorts|group"
    "|groups|group1|section|section name|bekkur|námshópur|umsjónarbekkur|hópur|clase|aula"
    "|klasse|klassen|klassenbezeichnung|lerngruppe|gruppe|classe|klas|groep|klass|klasa|turma|luokka|ryhmä",
    "unit": "unidad|grupo|grupos|línea",
    "course": "curso|cursos",
    "kind": "user type|usertype|role|roles|rol|person type",
    "state": "estado matrícula|estado de la matrícula|enrollment status|enrolment status",
}
PLAIN = frozenset({"name", "nombre", "nome"})
"""Headings that mean first names where another column holds last names, even if a third one holds both."""
BARE = frozenset({"name", "names", "nom", "naam", "namn", "navn", "nafn", "nöfn"})
"""Headings that mean last names where another column holds first names: "Name;Vorname", "Nom;Prénom"."""
TWO_LAST_NAMES = frozenset(word for word in WORDS["name"].split("|") if re.match("nombre|apell|alum|estud", word))
"""Headings of names in countries where people have two last names."""
MANY = frozenset({"learner enrollment", "enrolled in"})
"""Headings of columns whose cells list all classes of a child, with commas."""
MACHINE_WORDS = frozenset({"sourcedid", "usersourcedid", "classsourcedid", "datelastmodified"})
"""Headings in the files of a OneRoster export."""
_MEANING = {word: role for role, words in WORDS.items() for word in words.split("|")}


_OWNERS = re.compile(r"^(?:students?|stu|pupils?|child|learner|oppilaan|schüler|nemandi) | (?:lfm|fml|lf|fl)$")
"""Words for whose name or number it is, and for the order of its parts: "student.lastName", "Full Name - LFM"."""
_SUMS = re.compile(
    r"(?:date|due date|points|max points|points possible|possible points|out of|(?:class |overall |grand )?average|mean"
    r"|median|(?:class |sub|grand )?total|count|number of (?:students|pupils|children)|sum"
    r"|dagsetning|stig|meðaltal(?: bekkjar)?|samtals|alls|fjöldi(?: nemenda)?|summa"
    r"|fecha(?: de entrega)?|puntos|puntuación|(?:media|promedio|nota media)(?: de (?:la )?clase)?|total de alumn\w*"
    r"|summe|gesamt|anzahl|durchschnitt|datum|punkte|moyenne|somme|yhteensä|keskiarvo)"
    r":?(?: ?[0-9 .,/%]+(?: (?:students|pupils|children|nemendur|alumnos|schüler))?)?"
)
LONGEST_SUM = 100
"""Letters of a cell that may be such a word. It is looked for in quadratic time."""
_NOT_HERE = re.compile(r"anulad|traslad|baja|withdrawn|transferred|inactive|left|leaver", re.IGNORECASE)
_ADULTS = re.compile(
    r"(?:class |facility |assistant |non editing )?(?:coach|teacher|admin|administrator|staff|parent|guardian|manager"
    r"|super ?user|instructor)s?|kennari|starfsmaður|profesora?|docente|tutora?|lehrer|lehrerin"
)


def word_of(cell: str) -> str:
    """Return the heading without symbols, brackets and capital letters."""
    return names.key(re.sub(r"\([^()]*\)|[_.,:;/*@&+\-]", " ", cell.strip("'\"")))


def role_of(cell: str) -> str:
    """Return what the column holds, a key of WORDS, or ""."""
    word = word_of(cell)
    return _MEANING.get(word) or _MEANING.get(_OWNERS.sub("", word), "")


def is_sum(cell: str) -> bool:
    """Return whether the cell is a word for a date, points or a total, in the place of a child's name."""
    return len(cell) <= LONGEST_SUM and bool(_SUMS.fullmatch(names.key(cell)))


def is_adult(cell: str) -> bool:
    """Return whether the cell of a column of roles names only roles of adults."""
    return bool(cell) and all(_ADULTS.fullmatch(word_of(part)) for part in cell.split(","))


def has_left(cell: str) -> bool:
    return bool(_NOT_HERE.search(cell))
