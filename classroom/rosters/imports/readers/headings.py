"""The words over the columns of a list, as schools' systems and spreadsheets write them. Pure.

Only names, the school's number and the class have words here; every other column is left out by name. A national
number (kennitala, DNI) is never taken for the school's number: such numbers are not kept.
"""

import re

from classroom.naming import names

WORDS = {
    "given": "first name|first|firstname|given name|given names|givenname|given|forename|preferred name"
    "|preferred first name|preferred forename|preferredgivenname|legal first name|legal forename|chosen name"
    "|fornafn|eiginnafn|skírnarnafn|primer nombre|nombre de pila|nombres"
    "|vorname|vornamen|rufname|prénom|prénoms|voornaam|roepnaam|förnamn|tilltalsnamn|fornavn|imię|prenome",
    "family": "last name|last|lastname|surname|family name|family|familyname|second name|preferred surname"
    "|preferred last name|preferredfamilyname|legal surname|legal last name"
    "|eftirnafn|kenninafn|föðurnafn|móðurnafn|apellido|apellidos|primer apellido"
    "|nachname|familienname|zuname|nom de famille|achternaam|efternamn|etternavn|efternavn|nazwisko|cognome|sobrenome",
    "name": "name|names|full name|fullname|display name|student|students|student name|pupil|pupils|pupil name|child"
    "|child name|learner|learner name|last name first name|surname forename|surname first name"
    "|nafn|nöfn|fullt nafn|nemandi|nemendur|nafn nemanda|nafn barns"
    "|nombre|nombre completo|nombre y apellidos|apellidos y nombre|apellidos nombre|alumno|alumna|alumnos|alumnado"
    "|alumno a|alumna o|alumnos as|alumn s|estudiante|estudiantes"
    "|schüler|schülerin|schüler in|schüler innen|schülername|name vorname|nachname vorname|vorname nachname"
    "|vor und nachname|nom|élève|elève|naam|leerling|namn|elev|navn|uczeń|nome|alunno|aluno",
    "source": "id|student id|pupil id|learner id|student number|pupil number|sourcedid|source id|local id|upn"
    "|id number|idnumber|identifier"
    "|auðkenni|nemendanúmer|númer nemanda|identificador|id alumno|id del alumno|matrícula|número de matrícula"
    "|schülernummer|schüler id",
    "room": "class|class name|classroom|classes|homeroom|home room|form|tutor group|registration group"
    "|registration form|reg group|reg|year group and class|enrolled in|cohort|cohort1|cohorts|group|groups|group1"
    "|section|bekkur|námshópur|umsjónarbekkur|hópur|clase|grupo|grupos|curso|aula"
    "|klasse|klassen|klassenbezeichnung|lerngruppe|gruppe|classe|klas|groep|klass|klasa|turma",
}
BARE = frozenset({"name", "names", "nom", "naam", "namn", "navn", "nafn", "nöfn"})
"""Beside a column of first names these hold last names: "Name;Vorname", "Nom;Prénom"."""
TWO_LAST_NAMES = frozenset(word for word in WORDS["name"].split("|") if re.match("nombre|apell|alum|estud", word))
"""Over names of countries where people have two last names."""
MACHINE_WORDS = frozenset({"sourcedid", "usersourcedid", "classsourcedid", "datelastmodified"})
"""Over the columns of the files that a OneRoster export is made of."""
_MEANING = {word: role for role, words in WORDS.items() for word in words.split("|")}


def word_of(cell: str) -> str:
    """Return the heading without signs, brackets and capital letters."""
    return names.key(re.sub(r"\(.*?\)|[_.,:;/*@&+\-]", " ", cell.strip("'\"")))


def role_of(cell: str) -> str:
    """Return what the column holds ("given", "family", "name", "source", "room"), or an empty text."""
    return _MEANING.get(word_of(cell), "")
