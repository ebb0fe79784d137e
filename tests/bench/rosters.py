"""`make bench-rosters`: seconds of processor for reading lists in, as JSON: 1 000 children of 40 classes, as a CSV and
as a OneRoster file; 8 971 enrolments of 1 004 children in 379 sections as a Clever set, as in Clever's public sandbox;
and a district's 30 000 lines of 1 200 classes, as a CSV, a OneRoster file and a workbook.

Every step as a teacher takes it, through Django's client with the settings of `make run` on a database of its own: send
the file, choose the classes, look the list over, apply it, read the same file again (nothing changes), undo it. The
demands: below 2 s in all for a school's file that is read in once, below 5 s for the sandbox, below 6 s for a
district's, and no page of it larger than 300 kB (`largest_page`, bytes). A first page is asked for before, uncounted: a
server that runs has loaded its pages.
"""

import json
import os
import shutil
import sys
import tempfile

os.environ |= {"CARDINAL_DATA": tempfile.mkdtemp(), "DJANGO_SETTINGS_MODULE": "classroom.settings"}

import django  # noqa: E402 -- the settings read the folder

django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from classroom.models import Classroom, RosterImport, Student, Teacher  # noqa: E402
from classroom.server.http import static_files  # noqa: E402
from tests.classroom.rosters.imports.bundles import files, packed  # noqa: E402
from tests.classroom.rosters.imports.clever_set import clever  # noqa: E402
from tests.classroom.rosters.imports.sheets import excel  # noqa: E402

IN_EACH = 25
School = dict[str, list[tuple[str, str, str]]]


def children_of(schools: int) -> School:
    """Return 40 classes of each school with their children: number, first and last name."""
    return {
        f"{grade}{letter} {school}".removesuffix(" 0"): [
            (f"u{school}-{grade}{letter}{n}", f"Child{n}", f"Þórs{letter}{n}") for n in range(IN_EACH)
        ]
        for school in range(schools)
        for grade in range(1, 11)
        for letter in "ABCD"
    }


def sandbox() -> School:
    """Return sections with their children as Clever's public sandbox has them: many lists of the same children."""
    children = [(f"c{n:04}", f"Child{n}", f"Þórs{n}") for n in range(1004)]
    sections: School = {f"Section {n:03}": [] for n in range(379)}
    for n, child in enumerate(children):
        for place in range(9 if n < 8971 - 8 * len(children) else 8):
            sections[f"Section {(9 * n + 41 * place) % 379:03}"].append(child)
    return sections


def clever_file(school: School) -> bytes:
    children = {child[0]: child for listed in school.values() for child in listed}
    return clever(
        [
            {"School_id": "s1", "Student_id": number, "First_name": first, "Last_name": last}
            for number, first, last in children.values()
        ],
        [{"School_id": "s1", "Section_id": f"id {name}", "Name": name} for name in school],
        [
            {"School_id": "s1", "Section_id": f"id {name}", "Student_id": number}
            for name, listed in school.items()
            for number, _first, _last in listed
        ],
    )


def csv_file(school: School) -> bytes:
    lines = [f"{name};{number};{first};{last}" for name, listed in school.items() for number, first, last in listed]
    return "\n".join(["Bekkur;ID;Fornafn;Eftirnafn", *lines]).encode("cp1252")


def workbook(school: School) -> bytes:
    rows = [[name, *child] for name, listed in school.items() for child in listed]
    return excel([["Bekkur", "ID", "Fornafn", "Eftirnafn"], *rows])


def processor() -> float:
    """Return the seconds that this process and those it has waited for have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


class Reader:
    """A teacher's browser, with the seconds that each of its steps took."""

    def __init__(self, name: str, data: bytes, school: School) -> None:
        self.name, self.data, self.school = name, data, school
        self.largest_page = 0
        self.seconds: dict[str, float] = {}
        self.teacher = Teacher.objects.create_user(f"{name}@school.example", "", name=name)
        self.browser = Client(headers={"host": "localhost"})
        self.browser.force_login(self.teacher, backend="allauth.account.auth_backends.AuthenticationBackend")

    def step(self, name: str, method: str, path: str, **fields: object) -> str:
        began = processor()
        answer = getattr(self.browser, method)(path, fields)
        self.seconds[name] = round(processor() - began, 3)
        assert answer.status_code in (200, 302), (name, answer.status_code)
        self.largest_page = max(self.largest_page, len(answer.content))
        return answer.headers.get("location", "")

    def sends(self, name: str) -> str:
        return self.step(name, "post", "/lists/new/", file=SimpleUploadedFile("list", self.data), step="check")

    def reads(self) -> None:
        choose = self.sends("send")
        self.step("look_at_classes", "get", choose)
        self.step("choose", "post", choose, **{f"class-{n}": "new" for n in range(len(self.school))})
        self.step("look_over", "get", choose.removesuffix("classes/"))
        self.step("apply", "post", choose.removesuffix("classes/"))

    def reads_again(self) -> None:
        choose = self.sends("send_again")
        self.step("look_at_classes_again", "get", choose)
        known = {classroom.name: classroom.pk for classroom in self.teacher.classrooms.all()}
        self.step("choose_again", "post", choose, **{f"class-{n}": known[name] for n, name in enumerate(self.school)})
        self.step("look_over_again", "get", choose.removesuffix("classes/"))


def measured(name: str, data: bytes, school: School) -> dict[str, object]:
    reader = Reader(name, data, school)
    reader.browser.get("/classes/")
    reader.reads()
    total = round(sum(reader.seconds.values()), 3)
    read_in = Student.objects.filter(classroom__teachers=reader.teacher)
    counted = {"rows": read_in.count(), "children": read_in.order_by().values("person").distinct().count()}
    counted["classes"] = Classroom.objects.filter(teachers=reader.teacher).count()
    reader.reads_again()
    applied = RosterImport.objects.filter(teacher=reader.teacher).exclude(applied_at=None).get()
    reader.step("undo", "post", f"/lists/{applied.pk}/undo/")
    left = Classroom.objects.filter(teachers=reader.teacher).count()
    return counted | {
        "total_s": total,
        "largest_page": reader.largest_page,
        "left_after_undo": left,
        "steps_s": reader.seconds,
    }


def main() -> int:
    call_command("migrate", interactive=False, verbosity=0)
    static_files.collect()
    school, district = children_of(1), children_of(30)
    lists = {
        "csv": (csv_file(school), school),
        "oneroster": (packed(files(school)), school),
        "clever_sandbox": (clever_file(sandbox()), sandbox()),
        "district_csv": (csv_file(district), district),
        "district_oneroster": (packed(files(district)), district),
        "district_workbook": (workbook(district), district),
    }
    print(json.dumps({name: measured(name, *sent) for name, sent in lists.items()}, indent=2))
    shutil.rmtree(os.environ["CARDINAL_DATA"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
