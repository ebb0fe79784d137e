"""The support pages: who gets in, what can be found and changed there, and that no child's name is on any of them."""

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from classroom import admin
from classroom.models import AuditEntry, ClassSession, Student, Teacher
from classroom.sessions import lifecycle
from game.models import Attempt, Event, Round, Seat
from tests.conftest import PASSWORD, signed_in, words


@pytest.fixture
def sue_client(db) -> Client:
    """Sue helps; she teaches nobody."""
    return signed_in(Teacher.objects.create_user("sue@help.example", PASSWORD, name="Ms Sue", is_staff=True))


@pytest.fixture
def pages(bea, lesson, their_table) -> list[str]:
    """Every support page: the first ones, and of each table its list, one row, and its history."""
    for student in Student.objects.all():
        Student.objects.filter(pk=student.pk).update(name=f"Zebulon {student.pk}", source_id=f"Zebulon-{student.pk}")
    Student.objects.update(source_name="Zebulon", family_words="Zebulon counts well", name_key=b"Zebulon")
    ClassSession.objects.update(note="Zebulon cried")
    Seat.objects.update(name="Zebulon")
    return [*_pages()]


def _pages() -> Iterator[str]:
    yield reverse("admin:index")
    for app in ("classroom", "game"):
        yield reverse("admin:app_list", args=[app])
    for model in admin.site._registry:
        table = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{table}_changelist")
        row = model._base_manager.first()
        if row:
            yield reverse(f"{table}_change", args=[row.pk])
            yield reverse(f"{table}_history", args=[row.pk])


@pytest.mark.parametrize(
    ("who", "status"), [("client", 302), ("bea_client", 302), ("ana_client", 404), ("sue_client", 200)]
)
def test_only_staff_gets_in(pages, request, who, status):
    browser = request.getfixturevalue(who)
    assert {page: browser.get(page).status_code for page in pages} == dict.fromkeys(pages, status)


def test_no_page_has_a_childs_name_card_or_secret(pages, sue_client, bea):
    card = Student.objects.get(pk=bea.pk).card
    for page in pages:
        shown = sue_client.get(page).content.decode()
        assert not [found for found in ("Zebulon", card) if found in shown], page


def test_no_list_tells_a_hidden_value_sign_by_sign(sue_client, lesson, bea):
    guessed = {
        "classroom_student": ("card__startswith", Student.objects.get(pk=bea.pk).card[:1]),
        "classroom_teacher": ("password__startswith", "argon2"),
        "classroom_classsession": ("note__contains", "x"),
        "classroom_teaching": ("classroom__students__name__startswith", "B"),
    }
    for table, (lookup, value) in guessed.items():
        asked = sue_client.get(reverse(f"admin:{table}_changelist"), {lookup: value})
        assert asked.status_code == 400, table


def test_lists_are_narrowed_by_the_filters_that_they_offer(sue_client, lesson, ana_teacher):
    offered = {
        "classroom_teacher": {"is_active__exact": "1"},
        "classroom_classsession": {"state__exact": "playing", "opened_at__year": f"{lesson.opened_at.year}"},
    }
    for table, filters in offered.items():
        assert sue_client.get(reverse(f"admin:{table}_changelist"), filters).status_code == 200, table


def test_nothing_but_a_teachers_account_can_be_changed(pages, sue_client, lesson):
    teachers = reverse("admin:classroom_teacher_changelist")
    for page in pages:
        changes = page.startswith(teachers) and page.endswith("/change/")
        assert sue_client.post(page, {}).status_code in ((200,) if changes else (200, 403, 405)), page
        assert changes or 'name="_save"' not in sue_client.get(page).content.decode()
    lesson.refresh_from_db()
    assert lesson.state == "playing"


def test_nothing_is_added_or_deleted(pages, sue_client):
    for page in pages:
        shown = sue_client.get(page).content.decode()
        assert "/add/" not in shown
        assert "/delete/" not in shown


def as_shown(browser: Client, address: str) -> dict[str, str]:
    """Return the fields of the form as a browser sends them that has changed nothing."""
    form = browser.get(address).context["adminform"].form
    fields = {bound.html_name: bound.value() for bound in form} | {
        bound.html_initial_name: bound.value() for bound in form if bound.field.show_hidden_initial
    }
    return {name: "on" if value is True else f"{value}" for name, value in fields.items() if value}


def test_an_account_is_closed_and_its_teacher_is_out(sue_client, ana_client, ana_teacher):
    address = reverse("admin:classroom_teacher_change", args=[ana_teacher.pk])
    fields = as_shown(sue_client, address)
    del fields["is_active"]
    assert sue_client.post(address, fields).status_code == 302
    assert ana_client.get(reverse("classes")).status_code == 302


def test_two_of_support_on_one_page_save_each_what_they_have_changed(sue_client, ana_teacher):
    """The account that one has just closed stays closed when the other corrects its name."""
    address = reverse("admin:classroom_teacher_change", args=[ana_teacher.pk])
    first, second = as_shown(sue_client, address), as_shown(sue_client, address)
    del first["is_active"]
    sue_client.post(address, first)
    sue_client.post(address, second | {"name": "Ms Anna"})
    ana_teacher.refresh_from_db()
    assert (ana_teacher.name, ana_teacher.is_active) == ("Ms Anna", False)


def test_an_address_that_is_corrected_signs_in_and_the_wrong_one_no_more(sue_client, ana_teacher):
    EmailAddress.objects.create(user=ana_teacher, email="ana@school.example", primary=True, verified=True)
    fields = {"email": "anna@school.example", "name": "Ms Ana", "is_active": "on"}
    sue_client.post(reverse("admin:classroom_teacher_change", args=[ana_teacher.pk]), fields)
    opened = {}
    for email in ("anna@school.example", "ana@school.example"):
        sent = Client().post(reverse("account_login"), {"login": email, "password": PASSWORD})
        opened[email] = sent.status_code == 302
    assert opened == {"anna@school.example": True, "ana@school.example": False}


@pytest.mark.parametrize("email", ["ben@school.example", "Ben@School.Example", "b.old@school.example"])
def test_no_two_accounts_get_one_address(sue_client, ana_teacher, ben_teacher, email):
    EmailAddress.objects.create(user=ben_teacher, email="b.old@school.example")
    fields = {"email": email, "name": "Ms Ana", "is_active": "on"}
    answer = sue_client.post(reverse("admin:classroom_teacher_change", args=[ana_teacher.pk]), fields)
    assert "There is an account with this e-mail already." in words(answer)
    ana_teacher.refresh_from_db()
    assert ana_teacher.email == "ana@school.example"


def test_an_address_may_change_its_case(sue_client, ana_teacher):
    fields = {"email": "Ana@school.example", "name": "Ms Ana", "is_active": "on"}
    answer = sue_client.post(reverse("admin:classroom_teacher_change", args=[ana_teacher.pk]), fields)
    assert answer.status_code == 302


def test_staff_makes_nobody_staff(sue_client, ana_teacher):
    fields = {"email": "ana@school.example", "name": "Ms Ana", "is_active": "on", "is_staff": "on", "password": "x"}
    sue_client.post(reverse("admin:classroom_teacher_change", args=[ana_teacher.pk]), fields)
    ana_teacher.refresh_from_db()
    assert not ana_teacher.is_staff
    assert ana_teacher.check_password(PASSWORD)


def found(client: Client, table: str, words: str) -> str:
    page = client.get(reverse(f"admin:{table}_changelist"), {"q": words}).content.decode()
    return page[page.index('id="changelist"') :]


def test_things_are_found_by_what_people_say_on_the_telephone(sue_client, ana_teacher, lesson, their_table, bea):
    assert "ana@school.example" in found(sue_client, "classroom_teacher", "ANA@")
    assert "4B" in found(sue_client, "classroom_classroom", lesson.code)
    assert lesson.code in found(sue_client, "classroom_classsession", lesson.code)
    assert f"Student {bea.pk}" in found(sue_client, "classroom_student", f"{bea.pk}")
    assert their_table.code in found(sue_client, "game_table", their_table.code)
    assert "0 event" in found(sue_client, "game_event", "NOTABLE")


def test_lists_ask_the_database_as_often_for_one_row_as_for_fifty(
    sue_client, class_4b, lesson, django_assert_max_num_queries
):
    lifecycle.end(session=lesson)
    played = Round.objects.first()
    Event.objects.bulk_create(Event(round=played, n=100 + n, kind="drew", at=0) for n in range(50))
    assert Attempt.objects.count() == 0
    for table in ("classroom_classroom", "classroom_student", "classroom_classsession", "game_event", "game_round"):
        with django_assert_max_num_queries(8):
            sue_client.get(reverse(f"admin:{table}_changelist"))


def test_rights_are_given_on_the_box(ana_teacher):
    call_command("rights", "ANA@school.example", support=True, school_admin=True)
    ana_teacher.refresh_from_db()
    assert (ana_teacher.is_staff, ana_teacher.is_school_admin) == (True, True)
    call_command("rights", "ana@school.example", support=False)
    ana_teacher.refresh_from_db()
    assert (ana_teacher.is_staff, ana_teacher.is_school_admin) == (False, True)
    with pytest.raises(CommandError, match="no teacher with"):
        call_command("rights", "nobody@school.example")


def test_rights_given_on_the_box_are_in_the_audit_log_and_looking_is_not(ana_teacher):
    call_command("rights", "ana@school.example")
    assert not AuditEntry.objects.exists()
    call_command("rights", "ana@school.example", school_admin=True)
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.page, entry.about) == (AuditEntry.Kind.RIGHTS, "rights", {"teacher": ana_teacher.pk})
