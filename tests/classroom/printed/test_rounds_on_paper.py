"""A round with printed cards, written down: it stands among the sessions, and no number about arithmetic moves."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.models import Attendance, Classroom, ClassSession, Student
from classroom.rosters import merging
from classroom.sessions import on_paper, summary
from classroom.sessions.set_up import ways
from classroom.teachers import school
from classroom.transfer import writing
from game.codes import join_code
from tests.conftest import make_class, words

GAME = "around_the_corner"


def said(classroom: Classroom, **of: str) -> dict[str, str]:
    """Return what a teacher posts: `Amir="won"`, `Bea="3"` cards left, `Chen="played"`."""
    fields = {"day": timezone.localdate().isoformat(), "game": GAME}
    for student in classroom.students.all():
        match of.get(student.name):
            case None:
                continue
            case "won":
                fields["won"] = str(student.pk)
            case "played":
                fields[f"played_{student.pk}"] = "on"
            case left:
                fields[f"left_{student.pk}"] = left
    return fields


def hands() -> list[tuple[str, bool, int | None]]:
    return sorted(Attendance.objects.filter(session__on_paper=True).values_list("student__name", "won", "cards_left"))


def written(classroom: Classroom, ana) -> ClassSession:
    amir, bea = classroom.students.all()[:2]
    left, today = {amir: None, bea: 3}, timezone.localdate()
    return on_paper.write_down(classroom, by=ana, code=join_code(), game=GAME, day=today, left=left, winner=amir)


@pytest.fixture
def page(class_4b) -> str:
    return reverse("session_on_paper", args=[class_4b.pk])


def test_who_is_filled_in_has_played_and_the_round_stands_among_the_sessions(ana_client, class_4b, page):
    fields = said(class_4b, Amir="won", Bea="3", Chen="played")
    listed = words(ana_client.post(page, fields, follow=True))
    assert hands() == [("Amir", True, None), ("Bea", False, 3), ("Chen", False, None)]
    assert "on paper Amir (won) , Bea 3 , Chen" in listed


def test_a_form_sent_twice_is_one_round_and_another_form_one_more(ana_client, class_4b, page):
    fields = said(class_4b, Amir="won", Bea="3")
    first, second = (ana_client.get(page).context["form"]["code"].value() for _form in range(2))
    assert f'name="code" value="{second}"' not in ana_client.get(page).content.decode()
    sent = [ana_client.post(page, fields | {"code": code}).status_code for code in (first, first, second, second)]
    assert sent == [302] * 4
    assert sorted(ClassSession.everything.values_list("code", flat=True)) == sorted([first, second])


def test_a_form_sent_again_with_other_cards_is_another_round(ana_client, class_4b, page):
    for left in ("3", "4"):
        ana_client.post(page, said(class_4b, Amir="won", Bea=left) | {"code": "B2C3D4"})
    assert [cards for _name, _won, cards in hands()] == [None, None, 3, 4]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"Bea": "3", "Chen": "2"}, "Say who won."),
        ({"Amir": "won"}, "2 to 20 children"),
        ({"Amir": "won", "Bea": "-1"}, "greater than or equal to 0"),
        ({"Amir": "won", "Bea": "100"}, "less than or equal to 99"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason_and_nothing_is_kept(ana_client, class_4b, page, changed, why):
    answer = ana_client.post(page, said(class_4b, **changed))
    assert (answer.status_code, hands()) == (422, [])
    assert why in words(answer)


def test_no_round_is_written_down_before_it_was_played(ana_client, class_4b, page):
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    answer = ana_client.post(page, said(class_4b, Amir="won", Bea="3") | {"day": tomorrow})
    assert "This day is still to come." in words(answer)
    assert hands() == []


def test_nobody_writes_for_an_earlier_school_year_or_takes_a_round_of_it_away(ana_client, ana_teacher, class_4b, page):
    session = written(class_4b, ana_teacher)
    Classroom.objects.filter(pk=class_4b.pk).update(archived_at=timezone.now())
    assert ana_client.post(page, said(class_4b, Amir="won", Bea="3")).status_code == 404
    assert ana_client.post(reverse("session_on_paper_remove", args=[session.pk])).status_code == 404
    assert ClassSession.everything.filter(on_paper=True).count() == 1


def test_a_round_is_taken_away_and_a_session_on_screens_never_is(ana_client, ana_teacher, class_4b, lesson):
    session = written(class_4b, ana_teacher)
    asked = words(ana_client.get(reverse("session_on_paper_remove", args=[session.pk])))
    assert "This goes, for good:" in asked
    assert "Amir (won) , Bea 3" in asked
    assert hands()
    for number, status in ((lesson.pk, 404), (session.pk, 302)):
        assert ana_client.post(reverse("session_on_paper_remove", args=[number])).status_code == status
    assert list(ClassSession.everything.values_list("pk", flat=True)) == [lesson.pk]


def test_no_number_about_arithmetic_and_no_count_of_lessons_changes(
    ana_teacher, ana_client, class_4b, lesson, six, give
):
    give(24)
    ClassSession.objects.update(state=ClassSession.State.ENDED)
    files = [reverse(name, args=[class_4b.pk]) for name in ("class_csv", "class_list_csv")]
    report = reverse("class_report", args=[class_4b.pk])

    def read() -> list[object]:
        said = [ana_client.get(file).getvalue() for file in files]
        return [*said, words(ana_client.get(report)), ways.last_session(class_4b), list(class_4b.sessions.all())]

    before = read()
    written(class_4b, ana_teacher)
    assert read() == before


def test_a_round_on_paper_has_no_page_of_a_session(ana_client, ana_teacher, class_4b):
    session = written(class_4b, ana_teacher)
    assert ana_client.get(reverse("session", args=[session.pk])).status_code == 404


def test_a_round_on_paper_goes_along_with_its_class_and_its_children(ana_teacher, class_4b):
    session = written(class_4b, ana_teacher)
    assert session in writing.of_class(class_4b, Classroom.objects.all()).rows()["session"]
    other = make_class(ana_teacher, "4C", ["Zoe"])
    merging.merge_classes(other, class_4b)
    assert [held.pk for held in summary.history(other)] == [session.pk]
    merging.part_classes(Classroom.everything.get(pk=class_4b.pk))
    assert [held.pk for held in summary.history(class_4b)] == [session.pk]
    Student.objects.get(name="Bea").delete()
    assert hands() == [("Amir", True, None)]


def test_the_school_counts_the_same_sessions_in_all_and_by_class(ana_teacher, class_4b, lesson):
    written(class_4b, ana_teacher)
    (row,) = school.classes()
    assert (row.played, school.totals().sessions) == (1, 1)
    assert row.last_session == lesson.opened_at
