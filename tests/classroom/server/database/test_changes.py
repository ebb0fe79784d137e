"""Two acts on one row at the same moment: the second one is answered with a sentence, and changes nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from classroom.joining.sign_in import credentials
from classroom.models import Classroom, ClassSession, RosterImport, Student
from classroom.rosters import roster
from classroom.rosters.imports import apply, drafts
from classroom.server.database import changes
from classroom.sessions import lifecycle
from tests.conftest import make_class, words


@contextmanager
def just_before(written: str, act: Callable[[], Any]) -> Iterator[None]:
    """Act right before the first statement that begins so: as another request might."""
    waiting = [act]

    def look(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        if waiting and sql.startswith(written):
            waiting.pop()()
        return execute(sql, *args)

    with connection.execute_wrapper(look):
        yield


@pytest.fixture
def class_4c(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "4C", ["Gus"])


def remove(student: Student) -> Callable[[], Any]:
    return lambda: Student.objects.filter(pk=student.pk).update(removed_at="2026-01-01T00:00Z")


def forget(student: Student) -> Callable[[], Any]:
    return lambda: Student.everybody.filter(pk=student.pk).delete()


@pytest.mark.parametrize("gone", [remove, forget])
@pytest.mark.parametrize(
    ("page", "posted"),
    [
        ("student_rename", {"name": "Bea S."}),
        ("student_move", {"name": "Bea"}),
        ("student_needs", {"pause": "", "speed": ""}),
        ("student_remove", {}),
    ],
)
def test_a_child_who_is_removed_at_that_moment_is_said_to_be_gone(ana_client, class_4c, bea, page, posted, gone):
    posted = posted | {"classroom": class_4c.pk}
    with just_before('UPDATE "classroom_student"', gone(bea)):
        answer = ana_client.post(reverse(page, args=[bea.pk]), posted)
    assert answer.status_code == 409, words(answer)
    assert "Somebody removed or moved this" in words(answer)


def test_a_class_that_is_removed_at_that_moment_takes_no_child(class_4b, class_4c, bea):
    Classroom.objects.filter(pk=class_4c.pk).delete()
    with pytest.raises(changes.Gone):
        roster.move_student(bea, to=class_4c)
    with pytest.raises(changes.Gone):
        lifecycle.open_session(classroom=class_4c, game="around_the_corner", options={}, table_size=2)


def test_a_child_who_was_forgotten_is_not_taken_back(class_4b, bea):
    roster.remove_student(bea)
    forget(bea)()
    with pytest.raises(changes.Gone):
        roster.take_back(bea)


def test_a_list_that_went_with_a_forgotten_child_is_not_applied(ana_teacher, class_4b):
    draft = drafts.from_text("Bea S.", teacher=ana_teacher, classroom=class_4b)
    RosterImport.objects.filter(pk=draft.pk).delete()
    with pytest.raises(changes.Gone):
        apply.apply(draft, {})


def test_no_two_children_get_the_same_name_at_the_same_moment(ana_client, class_4b, bea):
    amir = class_4b.students.get(name="Amir")
    with just_before("SAVEPOINT", lambda: Student.objects.filter(pk=amir.pk).update(name="Bea S.")):
        page = ana_client.post(reverse("student_rename", args=[bea.pk]), {"name": "Bea S."})
    assert page.status_code == 200
    assert "Bea S. is in this class already." in words(page)


def test_a_lobby_that_went_with_its_class_is_not_locked(lesson):
    ClassSession.objects.filter(pk=lesson.pk).delete()
    with pytest.raises(changes.Gone):
        lifecycle.lock(session=lesson, locked=True)


def test_a_secret_is_not_kept_for_who_has_gone(class_4b, bea):
    class_4b.own_secrets = True
    bea.classroom.sign_in, bea.classroom.own_secrets = "words", True
    forget(bea)()
    with pytest.raises(changes.Gone):
        credentials.choose(bea, ["blue", "fox"])


def test_many_rows_are_written_by_one_statement(class_4b, django_assert_num_queries):
    children = list(class_4b.students.order_by("name"))
    for number, child in enumerate(children):
        child.source_id, child.removed_at, child.family_words = f"u{number}", None, "not asked for"
    with django_assert_num_queries(1):
        changes.write_each(children, "source_id", "removed_at")
    kept = Student.objects.order_by("name").values_list("name", "source_id", "family_words")
    assert list(kept) == [("Amir", "u0", ""), ("Bea", "u1", ""), ("Chen", "u2", ""), ("Dana", "u3", "")]


def test_nothing_is_written_where_there_are_no_rows(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        changes.write_each([], "name")
