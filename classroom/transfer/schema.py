"""The tables of the file: their columns, the check of each value, and the references of a row to others in the file.

The columns are listed here, and not read from the models, because a file of an older Cardinal must stay readable when
the models have changed. Then VERSION goes up, and the table's `later` has the default for the column that older files
lack. A test lists the models' columns that are in no file; it fails for a new column that is in neither list.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import Model

from classroom.models import (
    Attendance,
    Classroom,
    ClassSession,
    Homework,
    Practice,
    Sitting,
    Student,
    Teacher,
    Teaching,
)
from classroom.naming.characters import CHARACTERS, COLOURS
from classroom.transfer import values
from classroom.transfer.values import Check, address, moment, name, one_of, or_none, text, truth, whole
from game.models import Event, Round, Seat, Table

FORMAT = "cardinal"
VERSION = 4
"""1: November 2026. 2: typed names and hours of cards of a class. 3: rounds on paper. 4: a child in several classes."""
CLASS, SCHOOL = "class", "school"
"""Kinds of files: a class with its earlier years, or all classes with their teachers."""

SMALL = 32767
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@dataclass(frozen=True, slots=True)
class Stored:
    """A table of the file. `needs` are columns with a reference to another table, `may` those where it may be missing.

    `unique` are columns that must be unique together; at most `most` rows are read; `later` are the columns that files
    of older versions lack, with their defaults.
    """

    model: type[Model]
    columns: Mapping[str, Check]
    needs: Mapping[str, str] = field(default_factory=dict)
    may: Mapping[str, str] = field(default_factory=dict)
    unique: tuple[tuple[str, ...], ...] = ()
    most: int = 100_000
    later: Mapping[str, Any] = field(default_factory=dict)

    @property
    def header(self) -> list[str]:
        """The columns in the order of the file, the row's own number first."""
        return ["id", *self.columns, *self.needs, *self.may]

    def attribute(self, column: str) -> str:
        """Return the model's attribute for a column: the foreign key's number where it is a reference."""
        return str(self.model._meta.get_field(column).attname)  # type: ignore[union-attr]  # no column is a relation back


TABLES: dict[str, Stored] = {
    "teacher": Stored(
        Teacher,
        {"email": address, "name": name, "language": one_of(["", *LANGUAGES]), "theme": one_of(Teacher.Theme.values)},
        unique=(("email",),),
        most=5000,
    ),
    "classroom": Stored(
        Classroom,
        {
            "name": name,
            "language": one_of(LANGUAGES),
            "sign_in": one_of(Classroom.SignIn.values),
            "own_secrets": truth,
            "typed_names": truth,
            "cards_in_hours": truth,
            "album": truth,
            "board_names": one_of(Classroom.BoardNames.values),
            "school_year": text(20),
            "source_id": text(255),
            "quick_seconds": one_of(Classroom.QUICK),
            "created_at": moment,
            "archived_at": or_none(moment),
        },
        may={"previous": "classroom"},
        most=5000,
        later={"typed_names": False, "cards_in_hours": False, "album": True},
    ),
    "teaching": Stored(
        Teaching,
        {"is_owner": truth, "since": moment},
        {"classroom": "classroom", "teacher": "teacher"},
        unique=(("classroom", "teacher"),),
    ),
    "student": Stored(
        Student,
        {
            "name": name,
            "source_id": text(255),
            "source_name": text(60),
            "language": one_of(["", *LANGUAGES]),
            "needs": values.settings,
            "character": one_of(["", *CHARACTERS]),
            "colour": one_of(["", *COLOURS]),
            "family_words": text(300),
            "created_at": moment,
            "removed_at": or_none(moment),
            "person": or_none(text(24)),
        },
        {"classroom": "classroom"},
        {"previous": "student"},
        later={"person": None},
    ),
    "session": Stored(
        ClassSession,
        {
            "game": text(40),
            "options": values.settings,
            "table_size": whole(1, 20),
            "opened_at": moment,
            "started_at": or_none(moment),
            "ended_at": or_none(moment),
            "note": text(2000),
            "podium": truth,
            "lesson_over": truth,
            "on_paper": truth,
        },
        {"classroom": "classroom"},
        {"opened_by": "teacher", "previous": "session"},
        later={"lesson_over": False, "on_paper": False},
    ),
    "homework": Stored(
        Homework,
        {
            "options": values.settings,
            "unit": one_of(Homework.Unit.values),
            "amount": whole(1, SMALL),
            "until": moment,
            "set_at": moment,
        },
        {"classroom": "classroom"},
        {"session": "session"},
    ),
    "homework_student": Stored(
        Homework.students.through,
        {},
        {"homework": "homework", "student": "student"},
        unique=(("homework", "student"),),
        most=1_000_000,
    ),
    "table": Stored(
        Table,
        {
            "number": whole(0, SMALL),
            "game": text(40),
            "options": values.settings,
            "seed": or_none(whole(-values.LARGEST)),
            "closed_at": or_none(moment),
        },
        most=1_000_000,
    ),
    "seat": Stored(
        Seat,
        {
            "number": whole(0, 20),
            "name": text(60),
            "computer": text(20),
            "language": one_of(["", *LANGUAGES]),
            "face": text(40),
        },
        {"table": "table"},
        {"player": "student"},
        unique=(("table", "number"),),
        most=4_000_000,
    ),
    "round": Stored(
        Round,
        {
            "number": whole(1, SMALL),
            "seed": whole(-values.LARGEST),
            "seats": whole(1, 20),
            "options": values.settings,
            "dealt_at": moment,
            "finished_at": moment,
        },
        {"table": "table"},
        unique=(("table", "number"),),
        most=2_000_000,
    ),
    "event": Stored(
        Event,
        {
            "n": whole(1, 100_000),
            "kind": text(12),
            "seat": or_none(whole(0, 20)),
            "card": or_none(whole(0, SMALL)),
            "top": or_none(whole(0, 10**6)),
            "at": values.milliseconds,
            "cards": values.cards,
            "move_id": or_none(text(40)),
            "client": values.measured,
        },
        {"round": "round"},
        most=100_000_000,
    ),
    "attendance": Stored(
        Attendance,
        {
            "arrived_at": moment,
            "table": or_none(whole(0, SMALL)),
            "team": or_none(whole(0, SMALL)),
            "won": truth,
            "cards_left": or_none(whole(0, SMALL)),
        },
        {"session": "session", "student": "student"},
        unique=(("session", "student"),),
        most=2_000_000,
        later={"won": False, "cards_left": None},
    ),
    "sitting": Stored(
        Sitting,
        {"left_at": or_none(moment)},
        {"session": "session", "student": "student", "seat": "seat"},
        unique=(("seat",),),
        most=4_000_000,
    ),
    "practice": Stored(
        Practice,
        {},
        {"student": "student", "round": "round"},
        {"homework": "homework"},
        unique=(("round",),),
        most=2_000_000,
    ),
}
"""In the order in which they are written and read: a referenced row comes first, except for `previous`."""
