"""Everything about one student, as a file."""

import json

import pytest
from django.apps import apps

from classroom.models import Attendance, Student
from classroom.reports.kit.exports import student_data
from game.models import AnswerSheet, Evidence
from tests.classroom.reports.exports.files_read import download
from tests.classroom.reports.exports.long_year import many, peak_of


def years_of(student: Student) -> student_data.Years:
    return student_data.Years([student.pk], [student.classroom_id], 0)


@pytest.mark.django_db(transaction=True)
async def test_a_students_data_are_all_there_and_nobody_elses(ana_teacher, played, bea):
    file, name = await download(ana_teacher, "student_json", bea.pk)
    kept = json.loads(file)
    assert (kept["student"][0]["name"], len(kept["attempts"]), len(kept["seats"])) == ("Bea", 2, 1)
    assert [row["session"] for row in kept["attendances"]] == [played.pk]
    assert "Amir" not in file.decode()
    assert name.startswith('attachment; filename="4b-bea-')


@pytest.mark.django_db(transaction=True)
async def test_a_students_data_hold_no_key_to_anything(ana_teacher, played, bea):
    device = (await Attendance.objects.aget(student=bea)).device
    file, _ = await download(ana_teacher, "student_json", bea.pk)
    assert "Bea" in file.decode()
    assert device not in file.decode()
    assert bea.card not in file.decode()


def test_every_table_about_students_is_in_their_data(bea):
    """A new table that points to a student needs a section in student_data."""
    covered = {rows(years_of(bea)).model for rows in student_data.SECTIONS.values()}
    assert {relation.related_model for relation in Student._meta.related_objects} <= covered
    of_players = {model for model in apps.get_app_config("game").get_models() if hasattr(model, "player")}
    assert of_players - {AnswerSheet} <= covered, "an answer sheet is a copy of attempts"


@pytest.mark.django_db(transaction=True)
async def test_a_students_data_go_back_over_the_years(ana_teacher, ben_teacher, class_5c, played, bea, class_4b):
    """A year in another teacher's class is counted, not opened."""
    before = await Student.objects.acreate(classroom=class_5c, name="Bea of 5C")
    bea.previous = before
    await bea.asave()
    now = await Student.objects.acreate(classroom=class_4b, name="Bea now", previous=bea)
    kept = json.loads((await download(ana_teacher, "student_json", now.pk))[0])
    assert [row["name"] for row in kept["student"]] == ["Bea now", "Bea"]
    assert (len(kept["attempts"]), kept["school_years"], kept["school_years_left_out"]) == (2, 2, 1)
    kept = json.loads((await download(ben_teacher, "student_json", before.pk))[0])
    assert (kept["school_years"], kept["school_years_left_out"]) == (1, 0)


@pytest.mark.parametrize("kind", Evidence.kinds(), ids=lambda kind: kind.__name__)
def test_evidence_of_every_game_is_exported(kind, bea):
    assert kind in {rows(years_of(bea)).model for rows in student_data.SECTIONS.values()}


def test_a_students_data_are_made_in_pieces_that_do_not_grow_with_them(lesson, bea):
    many(lesson, bea, 10, 60)
    small = peak_of(student_data.pieces(years_of(bea)))
    many(lesson, bea, 20, 60)
    assert peak_of(student_data.pieces(years_of(bea))) < 1.5 * small
