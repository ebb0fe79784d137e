"""Rows of a file that are one child are one child here, too, and the one whom the reader has in another class.

A file says which rows are one child by a word that says nothing else. Whoever reads it in gets no child to see by that:
only a child of a class of theirs is found again. A class that is read in a second time is another class with children
of its own, or its answers would count twice.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from classroom import persons
from classroom.models import Student, Teacher


@dataclass(slots=True)
class FilePersons:
    """The children of a file: by its words those who are `taken` here, and a row of each who was met or found."""

    taken: set[str]
    rows: dict[str, Student]
    words: dict[int, str] = field(default_factory=dict)
    """By the row's number in the file."""

    @classmethod
    def of(cls, wanted: Mapping[str, Collection[datetime]], by: Teacher) -> "FilePersons":
        """`wanted` are the moments at which the classes of each child were made. Two queries."""
        here = Student.everybody.filter(person__in=wanted).exclude(person="")
        rows = list(here.values_list("person", "classroom__created_at"))
        again = {person for person, made in rows if made in wanted[person]}
        taught = here.filter(persons.TAUGHT_NOW, classroom__teachers=by).exclude(person__in=again)
        return cls({person for person, _made in rows}, {row.person: row for row in taught})

    def settle(self, row: Mapping[str, Any], student: Student) -> None:
        """Make the row that is to be stored one of its child."""
        said = row["person"] or ""
        word = self.words[row["id"]] = said or self.words.get(row["previous"] or 0) or f"row {row['id']}"
        if word in self.rows:
            persons.take_over(student, self.rows[word])
            return
        if said and said not in self.taken:
            student.person = said
        else:
            student.person = Student._meta.get_field("person").get_default()
        self.rows[word] = student
