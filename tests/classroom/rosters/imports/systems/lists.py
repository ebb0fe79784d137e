"""Lists as the systems of schools write them out, with invented children: text, and what is to be read in it.

Each is (the text, its children as (class, name on screen, school's number)).
"""

Children = list[tuple[str, str, str]]

SENECA = (
    '"Alumno/a","Estado Matrícula","Nº Id. Escolar","DNI/Pasaporte","Dirección","Fecha de nacimiento","Curso",'
    '"Nº del expediente del centro","Unidad","Primer apellido","Segundo apellido","Nombre",'
    '"DNI/Pasaporte Primer tutor","Primer apellido Primer tutor","Segundo apellido Primer tutor",'
    '"Nombre Primer tutor","Correo Electrónico Primer tutor","Año de la matrícula","Sexo","Nacionalidad"\n'
    '"Aguilar Ponce, Marina","","1000001","12345678Z","C/ Mayor 1","03/04/2017","3º de Educ. Prima.","0017","3ºA",'
    '"Aguilar","Ponce","Marina","87654321X","Ponce","Sol","Inés","i@x.es","2026","M","España"\n'
    '"Vega Ríos, Hugo","","1000002","","C/ Mayor 2","05/09/2017","3º de Educ. Prima.","0018","3ºB",'
    '"Vega","Ríos","Hugo","","Vega","Luna","Leo","l@x.es","2026","H","España"\n'
    '"Soto Gil, Nora","Trasladada","1000003","","C/ Mayor 3","07/02/2017","3º de Educ. Prima.","0019","3ºB",'
    '"Soto","Gil","Nora","","Soto","Mar","Ana","a@x.es","2026","M","España"\n'
)
LETTERS = "Curso;Unidad;Alumno/a\n3º de Primaria;A;Aguilar Ponce, Marina\n4º de Primaria;A;Vega Ríos, Hugo\n"
ARBOR = (
    "Arbor Student ID,UPN,Legal First Name,Legal Last Name,Preferred First Name,Preferred Last Name,Year Group,"
    "Registration Form,Date of Birth\n"
    "1201,A123456789012,Thomas,Smith,Tia,Hart,Year 4,4B,01/02/2018\n"
    "1202,H801200001001,Benedict,Okoro,,,Year 4,4B,03/04/2018\n"
)
SIMS = (
    "Legal Surname,Legal Forename,Preferred Surname,Preferred Forename,UPN,Adno,Reg Group\n"
    "Smith,Thomas,Hart,Tia,A123456789012,000871,4B\nOkoro,Benedict,Okoro,Ben,H801200001001,000872,4B\n"
)
SIMS_CHOSEN = "UPN,Forename,Surname,Chosen Name,Reg\nA123456789012,Thomas,Smith,Tia,4B\n,Ben,Okoro,,4B\n"
POWERSCHOOL = (
    "Student_Number\tLastFirst\tGrade_Level\tHome_Room\tState_StudentNumber\tSSN\n"
    "70011\tSmith, Anna Marie\t4\t4B\t9876543210\t123-45-6789\n70012\tOkoro, Ben\t4\t4C\t\t\n"
)
INFINITE_CAMPUS = (
    "student.studentNumber,student.stateID,student.lastName,student.firstName,student.middleName,student.homeroom\n"
    "500123,8812345678,Smith,Anna,Marie,4B\n500124,8812345679,Okoro,Ben,,4C\n"
)
SKYWARD = (
    "Stu Last Name,Stu First Name,Stu Middle Name,Other ID,Entity,Homeroom\n"
    "SMITH,ANNA,M,SMITHANN000,101,4B\nOKORO,BEN,,OKOROBEN000,101,4C\n"
)
SKYWARD_LFM = 'Student Full Name - LFM,Homeroom\n"Smith, Anna",4B\n"Okoro, Ben",4C\n'
WILMA = (
    "Sukunimi;Etunimet;Kutsumanimi;Henkilötunnus;Luokka\n"
    "Virtanen;Anna Maria;Maria;120516A123X;4B\nOkoro;Ben Elias;;030417A456Y;4C\n"
)
KOLIBRI = (
    "Database ID (UUID),Username (USERNAME),Password (PASSWORD),Full name (FULL_NAME),User type (USER_TYPE),"
    "Identifier (IDENTIFIER),Birth year (BIRTH_YEAR),Gender (GENDER),Learner enrollment (ENROLLED_IN),"
    "Coach assignment (ASSIGNED_TO)\n"
    'c1a5,anna,*,Anna Smith,LEARNER,,2017,FEMALE,"4B,Chess",\nb2b6,ben,*,Ben Okoro,LEARNER,,2017,MALE,4C,\n'
    'd3c7,dora,*,Dora Lane,FACILITY_COACH,,,,,"4B,4C"\ne4d8,eli,*,Eli Stone,SUPERUSER,,,,,\n'
)
MOODLE = (
    "First name,Last name,Email address,Roles,Groups\nAnna,Smith,a@x.org,Student,4B\n"
    'Ben,Okoro,b@x.org,Student,4C\nDora,Lane,d@x.org,"Teacher, Non-editing teacher",4B\n'
)
GOOGLE = (
    "Last Name\tFirst Name\tEmail Address\tOverall grade\tFractions\n"
    "Date\t\t\t\tOct 12, 2026\nPoints\t\t\t\t100\nClass average\t\t\t84.5\t81\n"
    "Smith\tAnna\ta@x.org\t91\t88\nOkoro\tBen\tb@x.org\t78\t74\n"
)
GOOGLE_ES = (
    "Apellidos\tNombre\tDirección de correo electrónico\tFracciones\n"
    "Fecha\t\t\t12/10/2026\nPuntos\t\t\t100\nMedia de la clase\t\t\t81\nSmith\tAnna\ta@x.org\t88\n"
)
SUMS = "Class list\nName\nAnna Smith\nBen Okoro\nTotal: 24\nNumber of pupils 24\n"
SUMS_BESIDE = "Nr;Name\n1;Anna Smith\n2;Ben Okoro\nSamtals;2\n"

BOTH: Children = [("4B", "Anna S.", ""), ("4C", "Ben O.", "")]
PLAIN: Children = [("", "Anna S.", ""), ("", "Ben O.", "")]
TIA: Children = [("4B", "Tia H.", ""), ("4B", "Ben O.", "")]


def numbered(children: Children, *numbers: str) -> Children:
    return [(section, name, number) for (section, name, _none), number in zip(children, numbers, strict=True)]


SYSTEMS: dict[str, tuple[str, Children]] = {
    "Séneca, RegAlum": (SENECA, [("3ºA", "Marina A.", "0017"), ("3ºB", "Hugo V.", "0018"), ("3ºB", "Nora S.", "0019")]),
    "letters of classes": (LETTERS, [("3º de Primaria A", "Marina A.", ""), ("4º de Primaria A", "Hugo V.", "")]),
    "Arbor": (ARBOR, numbered([TIA[0], ("4B", "Benedict O.", "")], "1201", "1202")),
    "SIMS": (SIMS, numbered(TIA, "000871", "000872")),
    "SIMS, chosen names": (SIMS_CHOSEN, [("4B", "Tia S.", ""), ("4B", "Ben O.", "")]),
    "PowerSchool": (POWERSCHOOL, [("4B", "Anna Marie S.", "70011"), ("4C", "Ben O.", "70012")]),
    "Infinite Campus": (INFINITE_CAMPUS, numbered(BOTH, "500123", "500124")),
    "Skyward": (SKYWARD, [("4B", "ANNA S.", "SMITHANN000"), ("4C", "BEN O.", "OKOROBEN000")]),
    "Skyward, LFM": (SKYWARD_LFM, BOTH),
    "Wilma": (WILMA, [("4B", "Maria V.", ""), ("4C", "Ben Elias O.", "")]),
    "Kolibri": (KOLIBRI, [("4B", "Anna S.", "c1a5"), ("Chess", "Anna S.", "c1a5"), ("4C", "Ben O.", "b2b6")]),
    "Moodle, participants": (MOODLE, BOTH),
    "Google Classroom, grades": (GOOGLE, PLAIN),
    "Google Classroom, grades in Spanish": (GOOGLE_ES, PLAIN[:1]),
    "sums below": (SUMS, PLAIN),
    "a sum beside": (SUMS_BESIDE, PLAIN),
}
