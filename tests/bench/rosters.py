"""`make bench-rosters`: seconds for reading 1 000 children of 40 classes in, as a CSV and as a OneRoster file, as JSON.

Every step as a teacher takes it, through Django's client with the settings of `make run` on a database of its own: send
the file, choose the classes, look the list over, apply it, read the same file again (nothing changes), undo it. The
demand: below 2 s in all for a file that is read in once. A first page is asked for before, uncounted: a server that
runs has loaded its pages.
"""

import json
import os
import shutil
import sys
import tempfile
import time

os.environ |= {"CARDINAL_DATA": tempfile.mkdtemp(), "DJANGO_SETTINGS_MODULE": "classroom.settings"}

import django  # noqa: E402 -- the settings read the folder

django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from classroom import statics  # noqa: E402
from classroom.models import Classroom, RosterImport, Student, Teacher  # noqa: E402
from tests.classroom.imports.bundles import files, packed  # noqa: E402

CLASSES, IN_EACH = 40, 25
SCHOOL = {
    f"{grade}{letter}": [(f"u{grade}{letter}{n}", f"Child{n}", f"Þórs{letter}{n}") for n in range(IN_EACH)]
    for grade in range(1, 11)
    for letter in "ABCD"
}


def csv_file() -> bytes:
    lines = [f"{room};{number};{first};{last}" for room, listed in SCHOOL.items() for number, first, last in listed]
    return "\n".join(["Bekkur;ID;Fornafn;Eftirnafn", *lines]).encode("cp1252")


class Reader:
    """A teacher's browser, with the seconds that each of its steps took."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.data = name, data
        self.seconds: dict[str, float] = {}
        self.teacher = Teacher.objects.create_user(f"{name}@school.example", "", name=name)
        self.browser = Client(headers={"host": "localhost"})
        self.browser.force_login(self.teacher, backend="allauth.account.auth_backends.AuthenticationBackend")

    def step(self, name: str, method: str, path: str, **fields: object) -> str:
        began = time.perf_counter()
        answer = getattr(self.browser, method)(path, fields)
        self.seconds[name] = round(time.perf_counter() - began, 3)
        assert answer.status_code in (200, 302), (name, answer.status_code)
        return answer.headers.get("location", "")

    def sends(self, name: str) -> str:
        return self.step(name, "post", "/lists/new/", file=SimpleUploadedFile("list", self.data), step="check")

    def reads(self) -> None:
        choose = self.sends("send")
        self.step("choose", "post", choose, **{f"class-{n}": "new" for n in range(CLASSES)})
        self.step("look_over", "get", choose.removesuffix("classes/"))
        self.step("apply", "post", choose.removesuffix("classes/"))

    def reads_again(self) -> None:
        choose = self.sends("send_again")
        known = {room.name: room.pk for room in self.teacher.classrooms.all()}
        self.step("choose_again", "post", choose, **{f"class-{n}": known[room] for n, room in enumerate(SCHOOL)})
        self.step("look_over_again", "get", choose.removesuffix("classes/"))


def measured(name: str, data: bytes) -> dict[str, object]:
    reader = Reader(name, data)
    reader.browser.get("/classes/")
    reader.reads()
    total = round(sum(reader.seconds.values()), 3)
    read_in = Student.objects.filter(classroom__teachers=reader.teacher).count()
    reader.reads_again()
    applied = RosterImport.objects.filter(teacher=reader.teacher).exclude(applied_at=None).get()
    reader.step("undo", "post", f"/lists/{applied.pk}/undo/")
    left = Classroom.objects.filter(teachers=reader.teacher).count()
    return {"children": read_in, "total_s": total, "left_after_undo": left, "steps_s": reader.seconds}


def main() -> int:
    call_command("migrate", interactive=False, verbosity=0)
    statics.collect()
    lists = {"csv": csv_file(), "oneroster": packed(files(SCHOOL))}
    print(json.dumps({name: measured(name, data) for name, data in lists.items()}, indent=2))
    shutil.rmtree(os.environ["CARDINAL_DATA"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
