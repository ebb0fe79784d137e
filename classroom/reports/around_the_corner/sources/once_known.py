"""The sums that each student of a class has known at some time, in the form of the practice boxes.

They are a fold over every answer of two months, cached until that student answers again.
"""

from collections.abc import Sequence

from classroom.homework.around_the_corner import review
from classroom.homework.around_the_corner.review import OnceKnown
from classroom.models import Classroom, Student
from classroom.reports.around_the_corner.sources.sheets import newest_sheets
from classroom.reports.kit.cache import keep_last, last


def once_known(
    classroom: Classroom, students: Sequence[Student], among: Sequence[Student] | None = None
) -> dict[Student, list[OnceKnown]]:
    """Return these sums by student of the class. Given `among`, results are computed only for these students and for
    cached ones. One query if nobody has answered since, otherwise two."""
    name = f"once_known:{classroom.quick_seconds}"
    newest, kept = newest_sheets([student.pk for student in students]), last(name, f"{classroom.pk}") or {}
    found = {pk: kept[pk] for pk, sheet in newest.items() if pk in kept and kept[pk][0] == sheet}
    asked = {student.pk for student in (students if among is None else among)}
    if lacking := asked & newest.keys() - found.keys():
        read = review.once_known({pk: newest[pk].began_at for pk in lacking}, classroom.quick_seconds)
        found |= {pk: (newest[pk], sums) for pk, sums in read.items()}
        keep_last(name, f"{classroom.pk}", found)
    return {student: found[student.pk][1] for student in students if student.pk in found}
