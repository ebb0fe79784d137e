"""What the tests of rosters ask of a class."""

from classroom.models import Classroom


def names_in(classroom: Classroom) -> list[str]:
    return list(classroom.students.values_list("name", flat=True))
