"""The audit log: what is recorded of whom, who reads it, and that nobody changes it."""

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from classroom import upkeep
from classroom.audit import log
from classroom.audit.acts import ACTS
from classroom.models import AuditEntry, Student, Teacher
from classroom.rosters.imports import drafts
from classroom.teachers import co_teachers
from tests.classroom.reports.exports.files_read import whole
from tests.conftest import PASSWORD, words
from tests.doors.laid_out import parameters

Kind = AuditEntry.Kind


def kinds() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("kind", flat=True))


def test_every_page_that_the_log_lists_exists():
    elsewhere = {"classroom_teacher_change"} | {page for page in ACTS if page.startswith("lti_")}
    assert set(parameters()) | elsewhere >= ACTS.keys()
    assert reverse("admin:classroom_teacher_change", args=[1])


def test_whoever_takes_data_out_is_in_the_log_with_the_number_of_the_class(admin, class_4b, ana_teacher):
    admin.get(reverse("class_csv", args=[class_4b.pk]))
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.who, entry.teacher) == (Kind.EXPORT, "ana@school.example", ana_teacher.pk)
    assert (entry.page, entry.about) == ("class_csv", {"classroom": class_4b.pk})


def test_a_file_that_is_refused_is_no_export(admin, class_5c):
    assert admin.get(reverse("class_csv", args=[class_5c.pk])).status_code == 404
    assert Client().get(reverse("class_csv", args=[class_5c.pk])).status_code == 302
    assert kinds() == []


def test_a_child_that_is_removed_taken_back_and_forgotten_leaves_entries_without_its_name(admin, bea):
    admin.get(reverse("student_remove", args=[bea.pk]))
    admin.post(reverse("student_remove", args=[bea.pk]))
    admin.post(reverse("student_take_back", args=[bea.pk]))
    admin.post(reverse("student_remove", args=[bea.pk]))
    admin.post(reverse("student_forget", args=[bea.pk]))
    assert kinds() == [Kind.REMOVAL, Kind.RETURN, Kind.REMOVAL, Kind.FORGETTING]
    assert "Bea" not in "".join(map(str, AuditEntry.objects.values_list("page", "about", "who")))


def test_what_was_asked_for_and_not_done_is_no_entry(admin, class_4b, bea):
    admin.post(reverse("students_take_back", args=[class_4b.pk]))
    admin.post(reverse("student_remove", args=[bea.pk]))
    Student.objects.create(classroom=class_4b, name="Bea")
    assert "Rename that child first" in words(admin.post(reverse("student_take_back", args=[bea.pk]), follow=True))
    assert kinds() == [Kind.REMOVAL]


def test_a_list_is_one_entry_when_it_is_applied_and_one_when_it_is_undone(admin, class_4b):
    draft = drafts.from_text("Gus\nHelga", teacher=class_4b.teachers.get(), classroom=class_4b)
    admin.post(reverse("import", args=[draft.pk]), {"go": "2"})
    assert kinds() == []
    admin.post(reverse("import", args=[draft.pk]), {})
    admin.post(reverse("import_undo", args=[draft.pk]))
    admin.post(reverse("import_undo", args=[draft.pk]))
    assert kinds() == [Kind.IMPORT, Kind.IMPORT]
    assert AuditEntry.objects.first().about == {"number": draft.pk, "classroom": class_4b.pk}


def test_an_invitation_that_is_declined_gives_no_right(admin, ben_client, class_4b, ana_teacher):
    for answer in ("no", "yes"):
        asked = co_teachers.invite(classroom=class_4b, email="ben@school.example", by=ana_teacher)
        ben_client.post(reverse("invitation", args=[asked.token]), {"answer": answer})
    entry = AuditEntry.objects.get(kind=Kind.RIGHTS)
    assert (entry.who, entry.about) == ("ben@school.example", {"classroom": class_4b.pk, "do": "accept"})


def test_an_account_that_support_closes_is_an_entry(admin, ana_teacher, ben_teacher):
    Teacher.objects.filter(pk=ana_teacher.pk).update(is_staff=True)
    page = reverse("admin:classroom_teacher_change", args=[ben_teacher.pk])
    admin.post(page, {"email": "", "name": "Mr Ben"})
    assert kinds() == []
    admin.post(page, {"email": "ben@school.example", "name": "Mr Ben"})
    assert AuditEntry.objects.get().about == {"teacher": ben_teacher.pk}


@pytest.mark.sqlite
def test_an_act_is_done_though_the_log_refuses_it_and_the_process_says_so(admin, bea, caplog):
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TRIGGER full BEFORE INSERT ON classroom_auditentry BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    assert admin.post(reverse("student_remove", args=[bea.pk])).status_code == 302
    assert not Student.objects.filter(pk=bea.pk).exists()
    assert f"'student': {bea.pk}" in caplog.text
    assert "Bea" not in caplog.text


def test_a_right_that_was_refused_is_not_said_to_be_given(admin, ana_teacher, ben_teacher):
    admin.post(reverse("school_admin", args=[ana_teacher.pk]), {"do": "end"})
    assert kinds() == []
    admin.post(reverse("school_admin", args=[ben_teacher.pk]), {"do": "make"})
    assert AuditEntry.objects.get().about == {"teacher": ben_teacher.pk, "do": "make"}


def test_signing_in_failing_and_out_are_recorded_and_nothing_that_was_typed(ana_teacher):
    browser = Client()
    sign_in = reverse("account_login")
    browser.post(sign_in, {"login": "ana@school.example", "password": "a wrong one"})
    browser.post(sign_in, {"login": "my-secret@password.example", "password": "x"})
    browser.post(sign_in, {"login": "ana@school.example", "password": PASSWORD})
    browser.post(reverse("account_logout"))
    found = list(AuditEntry.objects.order_by("pk").values_list("kind", "who"))
    mine = "ana@school.example"
    failed = Kind.SIGN_IN_FAILED
    assert found == [(failed, mine), (failed, ""), (Kind.SIGN_IN, mine), (Kind.SIGN_OUT, mine)]


def test_entries_from_one_address_have_the_same_letters_and_not_the_address(ana_teacher):
    for address in ("10.1.2.3", "10.1.2.3", "10.9.9.9"):
        Client(REMOTE_ADDR=address).post(reverse("account_login"), {"login": "ana@school.example", "password": "no"})
    first, again, elsewhere = AuditEntry.objects.order_by("pk").values_list("source", flat=True)
    assert first == again != elsewhere
    assert not {"10.1.2.3", "10.9.9.9"} & {first, elsewhere}


def test_admins_read_the_log_by_kind_and_take_it_as_a_file(admin, class_4b):
    admin.get(reverse("class_csv", args=[class_4b.pk]))
    assert "took data out" in words(admin.get(reverse("audit_log")))
    assert "ana@school.example" not in words(admin.get(reverse("audit_log"), {"kind": "import"})).split("Who What")[-1]
    file = async_to_sync(whole)(admin.get(reverse("audit_csv")))
    lines = list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"))))
    assert lines[-1]["about"] == f"classroom {class_4b.pk}"
    assert kinds() == [Kind.EXPORT, Kind.EXPORT]


def test_a_page_of_the_log_is_read_with_few_queries(admin, django_assert_max_num_queries):
    AuditEntry.objects.bulk_create(AuditEntry(kind=Kind.SIGN_IN) for _number in range(250))
    with django_assert_max_num_queries(6):
        assert "Older" in words(admin.get(reverse("audit_log")))


def test_whoever_is_no_admin_does_not_find_the_log(ben_client):
    assert ben_client.get(reverse("audit_log")).status_code == 404
    assert ben_client.get(reverse("audit_csv")).status_code == 404


@pytest.mark.django_db
def test_the_database_itself_refuses_to_change_an_entry():
    entry = AuditEntry.objects.create(kind=Kind.SIGN_IN)
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE classroom_auditentry SET who = 'x'")


def days_ago(*days: int) -> None:
    """Entries that are so old by the database's clock, which is that of the log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT CURRENT_TIMESTAMP")
        said = cursor.fetchone()[0]
    now = datetime.fromisoformat(said).replace(tzinfo=UTC) if isinstance(said, str) else said
    for each in days:
        AuditEntry.objects.create(kind=Kind.SIGN_IN, at=now - timedelta(days=each), page=str(each))


@pytest.mark.django_db(transaction=True)
def test_after_400_days_an_entry_is_gone_and_the_chain_is_whole():
    days_ago(402, 401, 399, 401, 0)
    upkeep.tidy()
    assert list(AuditEntry.objects.order_by("pk").values_list("page", flat=True)) == ["399", "401", "0"]
    assert log.gap() is None


@pytest.mark.django_db
@pytest.mark.parametrize("statement", ["DELETE FROM classroom_auditentry", "TRUNCATE classroom_auditentry"])
def test_the_database_itself_refuses_to_delete_an_entry_before_its_time(statement):
    days_ago(398)
    if connection.vendor == "sqlite" and "TRUNCATE" in statement:
        return
    with pytest.raises(DatabaseError, match="kept for 400 days"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_flush_empties_the_log_and_afterwards_deleting_is_refused_again():
    days_ago(1)
    call_command("flush", interactive=False, verbosity=0)
    assert not AuditEntry.objects.exists()
    days_ago(1)
    with pytest.raises(DatabaseError, match="kept for 400 days"):
        AuditEntry.objects.all().delete()


CUT = {"sqlite": "DROP TRIGGER {0}_is_kept", "postgresql": "ALTER TABLE {0} DISABLE TRIGGER USER"}
"""What somebody does who has the database in hand."""


@pytest.mark.django_db
def test_doctor_finds_an_entry_that_was_cut_out(capsys):
    days_ago(4, 3, 2, 1)
    assert log.gap() is None
    with connection.cursor() as cursor:
        cursor.execute(CUT[connection.vendor].format(AuditEntry._meta.db_table))
        cursor.execute("DELETE FROM classroom_auditentry WHERE page = '2'")
    assert log.gap() == AuditEntry.objects.get(page="1")
    with pytest.raises(SystemExit):
        call_command("doctor", "--port", "0")
    assert "✗ audit log: before entry" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_entries_that_are_written_at_once_make_one_chain():
    def writes(number: int) -> None:
        AuditEntry.objects.create(kind=Kind.SIGN_IN, page=str(number))
        connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(writes, range(40)))
    assert AuditEntry.objects.count() == 40
    assert log.gap() is None
