"""Who gets in where: every URL, every kind of person, and the status they get.

Ana is the teacher of 4B and its lesson, Ben is another teacher, Bea a student in the lesson, nobody is not signed in;
four more are like one of these but for a few pages (APART).
A new URL needs a row here, and where its view writes, a POST row too; the support pages have theirs in
classroom/test_support.py. Things in a URL are named by its parameters; `things` says which thing of
Ana's each of them stands for ("join_names code" is the code on that one page).
"""

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from functools import cache

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from classroom.homework import assignments
from classroom.models import Attendance, Classroom, Knock, RosterImport, SessionPreset, Student, Teacher, Teaching
from classroom.rosters.imports import drafts
from classroom.speech import recordings
from classroom.teachers import co_teachers
from game.models import Table
from tests.classroom.speech.sounds import a_second_of_sound
from tests.conftest import PASSWORD, make_class, make_lesson, seated, signed_in

DOORS = """
#      page                                  nobody ben  ana  bea
GET    home                                  200    302  302  200
GET    account                               302    200  200  302
POST   account                               302    422  422  302
POST   account_email                         302    422  422  302
GET    account_email_confirm                 302    404  404  302
POST   account_email_confirm                 302    404  404  302
POST   account_password                      302    422  422  302
POST   account_sign_ins                      302    302  302  302
GET    account_file                          302    404  404  302
GET    account_signup                        200    302  302  200
POST   account_signup                        200    302  302  200
GET    account_login                         200    302  302  200
POST   account_login                         200    302  302  200
GET    account_logout                        302    200  200  302
POST   account_logout                        302    302  302  302
GET    account_reauthenticate                302    200  200  302
POST   account_reauthenticate                302    200  200  302
GET    mfa_list_webauthn                     302    200  200  302
GET    mfa_add_webauthn                      302    302  302  302
POST   mfa_add_webauthn                      302    302  302  302
GET    mfa_reauthenticate_webauthn           302    302  302  302
POST   mfa_reauthenticate_webauthn           302    302  302  302
GET    mfa_remove_webauthn                   302    302  302  302
POST   mfa_remove_webauthn                   302    302  302  302
GET    mfa_edit_webauthn                     302    302  302  302
POST   mfa_edit_webauthn                     302    302  302  302
GET    mfa_index                             302    200  200  302
GET    mfa_authenticate                      302    302  302  302
POST   mfa_authenticate                      302    302  302  302
GET    mfa_reauthenticate                    302    302  302  302
POST   mfa_reauthenticate                    302    302  302  302
GET    mfa_activate_totp                     302    302  302  302
POST   mfa_activate_totp                     302    302  302  302
GET    mfa_deactivate_totp                   302    404  404  302
POST   mfa_deactivate_totp                   302    404  404  302
GET    mfa_view_recovery_codes               302    404  404  302
GET    mfa_generate_recovery_codes           302    302  302  302
POST   mfa_generate_recovery_codes           302    302  302  302
GET    mfa_download_recovery_codes           302    404  404  302
GET    account_email_verification_sent       200    200  200  200
GET    account_confirm_email                 200    200  200  200
POST   account_confirm_email                 404    404  404  404
GET    account_inactive                      200    200  200  200
GET    account_reset_password                200    200  200  200
POST   account_reset_password                200    200  200  200
GET    account_reset_password_done           200    200  200  200
GET    account_reset_password_from_key       200    200  200  200
GET    account_reset_password_from_key_done  200    200  200  200

GET    classes                               302    200  200  302
POST   classes                               405    405  405  405
POST   help_tour                             302    302  302  302
GET    class_new                             302    200  200  302
POST   class_new                             302    200  200  302
POST   class_demo                            302    302  302  302
POST   session_as_last_time                  302    404  302  302
GET    class                                 302    404  200  302
GET    class_rename                          302    404  200  302
POST   class_rename                          302    404  200  302
GET    class_remove                          302    404  200  302
POST   class_remove                          302    404  409  302
GET    classes_removed                       302    200  200  302
POST   class_take_back                       302    404  302  302
GET    roster                                302    404  200  302
POST   roster                                302    404  200  302
GET    student_face                          302    404  200  302
POST   student_face                          302    404  200  302
GET    student_rename                        302    404  200  302
POST   student_rename                        302    404  200  302
GET    student_needs                         302    404  200  302
POST   student_needs                         302    404  302  302
GET    student_remove                        302    404  200  302
POST   student_remove                        302    404  409  302
GET    student_move                          302    404  200  302
POST   student_move                          302    404  200  302
GET    students_removed                      302    404  200  302
POST   students_take_back                    302    404  302  302
POST   student_take_back                     302    404  302  302
GET    student_forget                        302    404  200  302
POST   student_forget                        302    404  302  302

GET    import_several                        302    200  200  302
POST   import_several                        302    200  200  302
GET    import                                302    404  200  302
POST   import                                302    404  302  302
GET    import_classes                        302    404  200  302
POST   import_classes                        302    404  200  302
POST   import_discard                        302    404  302  302
GET    import_undo                           302    404  302  302
POST   import_undo                           302    404  302  302

GET    next_year                             302    200  200  302
POST   next_year                             302    200  200  302
GET    earlier                               302    200  200  302
POST   class_bring_back                      302    404  302  302

GET    class_teachers                        302    404  200  302
POST   class_teachers                        302    404  422  302
POST   teaching                              302    404  404  302
GET    invitation                            302    403  403  302
POST   invitation                            302    403  403  302
POST   invitation_take_back                  302    404  302  302

GET    accessibility                         200    200  200  200
GET    privacy                               200    200  200  200
GET    security_txt                          404    404  404  404
POST   school_word                           302    404  404  302
POST   school_keep_years                     302    404  404  302
POST   school_hours                          302    404  404  302
GET    school                                302    404  404  302
GET    audit_log                             302    404  404  302
GET    audit_csv                             302    404  404  302
POST   school_admin                          302    404  404  302
POST   school_time_zone                      302    404  404  302

GET    healthz                               200    200  200  200
GET    readyz                                200    200  200  200
GET    metrics                               404    404  404  404
GET    live_line                             426    426  426  426

POST   language                              404    404  404  404
GET    class_sessions                        302    404  200  302
GET    session_new                           302    404  302  302
POST   session_new                           302    404  302  302
POST   session_preset_remove                 302    404  302  302
GET    session                               302    404  302  302
GET    session_settings                      302    404  302  302
POST   session_settings                      302    404  302  302
GET    session_screen                        302    404  200  302
GET    session_ask                           302    404  200  302
POST   session_let_in                        302    404  404  302
POST   session_start                         302    404  302  302
GET    session_monitor                       302    404  200  302
GET    session_monitor_child                 302    404  200  302
GET    session_monitor_table                 302    404  200  302
POST   session_child_own                     302    404  302  302
POST   session_child_more                    302    404  302  302
POST   session_child_break                   302    404  302  302
POST   session_go                            302    404  302  302
POST   session_pause                         302    404  302  302
POST   session_resume                        302    404  302  302
POST   session_more_time                     302    404  302  302
POST   session_end_table                     302    404  302  302
POST   session_say                           302    404  302  302
POST   session_move                          302    404  302  302
POST   session_seat_waiting                  302    404  302  302
GET    session_tables                        302    404  302  302
POST   session_tables                        302    404  302  302
GET    session_attendance                    302    404  200  302
POST   session_note                          302    404  302  302
GET    session_homework                      302    404  200  302
POST   session_homework                      302    404  422  302
POST   session_podium                        302    404  302  302
GET    session_end                           302    404  200  302
POST   session_end                           302    404  302  302
POST   session_again                         302    404  302  302
GET    round_replay                          302    404  409  302

GET    class_report                          302    404  200  302
GET    class_facts                           302    404  200  302
GET    class_plays                           302    404  200  302
GET    class_quick                           302    404  200  302
POST   class_quick                           302    404  422  302
GET    student_report                        302    404  200  302
GET    student_family                        302    404  200  302
POST   student_family                        302    404  302  302
GET    student_certificate                   302    404  200  302
GET    session_report                        302    404  200  302
GET    session_student                       302    404  200  302
GET    session_csv                           302    404  200  302
GET    class_sums                           302    404  200  302
GET    student_sums                           302    404  200  302
GET    session_xlsx                          302    404  200  302
GET    class_csv                             302    404  200  302
GET    class_xlsx                            302    404  200  302
GET    student_csv                           302    404  200  302
GET    student_xlsx                          302    404  200  302
GET    student_json                          302    404  200  302
GET    class_research                        302    404  200  302
GET    school_research                       302    404  404  302

GET    classes_mix                           302    200  200  302
POST   classes_mix                           302    302  302  302
GET    student_merge                         302    404  200  302
POST   student_merge                         302    404  200  302
POST   student_part                          302    404  404  302
GET    class_merge                           302    404  200  302
POST   class_merge                           302    404  200  302
POST   teaching_known                        302    404  302  302
POST   class_keep                            302    404  302  302
GET    class_list_csv                        302    404  200  302
GET    class_list_xlsx                       302    404  200  302
GET    class_cards_csv                       302    404  200  302
GET    class_cards_xlsx                      302    404  200  302
GET    class_results                         302    404  200  302
GET    class_files                           302    404  200  302
GET    class_archive                         302    404  200  302
GET    class_read_in                         302    200  200  302
POST   class_read_in                         302    422  422  302
POST   class_hand_over                       302    404  404  302
GET    school_lists                          302    404  404  302
GET    school_archive                        302    404  404  302
GET    school_read_in                        302    404  404  302
POST   school_read_in                        302    404  404  302

POST   session_lock                          302    404  302  302
POST   session_board_names                   302    404  302  302
GET    session_knock                         302    404  200  302
POST   session_knock                         302    404  422  302
GET    session_child                         302    404  200  302
POST   session_child                         302    404  200  302
POST   session_child_remove                  302    404  302  302
POST   session_child_lift                    302    404  302  302
POST   session_lift                          302    404  302  302

GET    join                                  200    200  200  200
POST   join                                  422    422  422  422
GET    join_names                            200    200  200  200
POST   join_names                            409    409  409  409
GET    join_ask                              200    200  200  200
POST   join_ask                              422    422  422  422
POST   join_shared                           302    302  302  302
GET    join_secret                           302    302  302  302
POST   join_secret                           302    302  302  302
POST   join_with_card                        302    302  302  302
POST   leave                                 302    302  302  302
POST   waiting_alone                         302    302  302  302
GET    connection                            200    200  200  200
GET    technician                            200    200  200  200
GET    connection_ask                        200    200  200  200
GET    waiting                               302    302  302  302
GET    waiting_ask                           200    200  200  200

GET    card                                  302    302  302  302
GET    waiting_break                         302    302  302  200
GET    how_to_play                           200    200  200  200
GET    meanwhile                             204    204  204  200
GET    warm_up                               200    200  200  200
GET    practice                              403    403  403  200
POST   practice                              403    403  403  422
POST   practice_answer                       403    403  403  302
GET    my_face                               302    302  302  200
POST   my_face                               302    302  302  200
GET    my_page                               403    403  403  200
POST   practice_stop                         403    403  403  302
POST   practice_leave                        302    302  302  302
GET    practice_homework                     403    403  403  200
POST   practice_homework                     403    403  403  302
GET    class_homework                        302    404  200  302
POST   class_homework                        302    404  422  302
GET    homework                              302    404  200  302
POST   homework_remove                       302    404  302  302
GET    class_sign_in                         302    404  200  302
POST   class_sign_in                         302    404  422  302
POST   student_card_change                   302    404  302  302
GET    class_cards                           302    404  200  302
POST   class_cards_change                    302    404  302  302

GET    say                                   200    200  200  200
GET    recording                             404    404  200  200
GET    account_voice                         302    200  200  302
POST   account_voice                         302    404  404  302

GET    table_say                             404    404  404  200
GET    table                                 404    404  404  200
GET    table_board                           404    404  404  200
GET    table_move                            405    405  405  405
POST   table_move                            404    404  404  400
"""
PEOPLE = ("nobody", "ben", "ana", "bea")
ROWS = [line.split() for line in DOORS.splitlines() if line and not line.startswith("#")]
AT_TABLES = {"session_monitor", "session_monitor_child", "session_monitor_table", "session_go", "session_pause"}
AT_TABLES |= {"session_resume", "session_end", "table", "table_say", "table_board", "table_move"}
AT_TABLES |= {"session_child_more", "session_child_break"}
"""Pages that open a live table: its connection sees only what is committed, so that every visitor needs a lesson of
their own. At all others what a visitor did is rolled back before the next one comes; a page that belongs here and is
not named fails."""
PAGES = [
    pytest.param(method, page, [int(status) for status in row], id=f"{method}-{page}")
    for method, page, *row in ROWS
    if page not in AT_TABLES
]
TABLES = [
    pytest.param(method, page, who, int(status), id=f"{method}-{page}-{who}-{status}")
    for method, page, *row in ROWS
    if page in AT_TABLES
    for who, status in zip(PEOPLE, row, strict=True)
]

LIKE = {"cleo": "ana", "dora": "ben", "eli": "bea", "gus": "nobody"}
"""Four more, and whom they are like: Cleo teaches 4B, too, and owns nothing; Dora is an admin of the school without a
class; Eli is a student in Ben's lesson; Gus's account was closed while he was signed in."""
APART = """
GET    class_rename           cleo  404
POST   class_rename           cleo  404
GET    class_remove           cleo  404
POST   class_remove           cleo  404
POST   class_take_back        cleo  404
GET    import                 cleo  404
POST   import                 cleo  404
GET    import_classes         cleo  404
POST   import_classes         cleo  404
POST   import_discard         cleo  404
GET    import_undo            cleo  404
POST   import_undo            cleo  404
POST   class_bring_back       cleo  404
POST   class_teachers         cleo  404
POST   invitation_take_back   cleo  404
POST   school_word            dora  302
POST   school_keep_years      dora  302
POST   school_hours           dora  302
GET    school                 dora  200
GET    audit_log              dora  200
GET    audit_csv              dora  200
POST   school_admin           dora  302
POST   school_time_zone       dora  302
POST   session_preset_remove  cleo  404
GET    class_research         cleo  404
GET    school_research        dora  200
GET    class_merge            cleo  404
POST   class_merge            cleo  404
POST   teaching_known         cleo  404
GET    class_archive          cleo  404
GET    school_lists           dora  200
GET    school_archive         dora  200
GET    school_read_in         dora  200
POST   school_read_in         dora  422
GET    practice_homework      eli   404
POST   practice_homework      eli   404
GET    recording              cleo  404
GET    recording              eli   404
"""
UNLIKE = {(method, page, who): int(status) for method, page, who, status in map(str.split, APART.strip().splitlines())}
EVERYBODY = (*PEOPLE, *LIKE)


def due_to(method: str, page: str, row: list[int]) -> dict[str, int]:
    """Return what everybody gets: the row of the table, and for the other four what those get whom they are like."""
    four = dict(zip(PEOPLE, row, strict=True))
    return four | {who: UNLIKE.get((method, page, who), four[like]) for who, like in LIKE.items()}


LaidOut = tuple[dict[str, object], dict[str, Client]]
"""The things by parameter, the browsers by person."""


def lay_out() -> LaidOut:
    """Make Ana's lesson with all that a page can be about, and a browser of everybody."""
    ana = Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")
    ben = Teacher.objects.create_user("ben@school.example", PASSWORD, name="Mr Ben")
    class_4b = make_class(ana, "4B", ["Amir", "Bea", "Chen", "Dana"])
    make_lesson(class_4b, ["Amir", "Bea"])
    bea = Attendance.objects.get(student__name="Bea")
    browsers = dict(zip(PEOPLE, (Client(), signed_in(ben), signed_in(ana), seated(bea)), strict=True))
    return things_of(ana, class_4b, bea), browsers | others(class_4b, ben)


def others(class_4b: Classroom, ben: Teacher) -> dict[str, Client]:
    cleo = Teacher.objects.create_user("cleo@school.example", PASSWORD, name="Ms Cleo")
    Teaching.objects.create(classroom=class_4b, teacher=cleo, is_owner=False)
    dora = Teacher.objects.create_user("dora@school.example", PASSWORD, name="Ms Dora", is_school_admin=True)
    gus = Teacher.objects.create_user("gus@school.example", PASSWORD, name="Mr Gus")
    make_lesson(make_class(ben, "5C", ["Eli", "Fay"]), ["Eli", "Fay"])
    at_the_door = signed_in(gus)
    Teacher.objects.filter(pk=gus.pk).update(is_active=False)
    eli = seated(Attendance.objects.get(student__name="Eli"))
    return dict(zip(LIKE, (signed_in(cleo), signed_in(dora), eli, at_the_door), strict=True))


def things_of(ana: Teacher, class_4b: Classroom, bea: Attendance) -> dict[str, object]:
    task = assignments.give(
        class_4b,
        options={"corner": True, "steps": [1]},
        unit="cards",
        amount=5,
        last_day=timezone.localdate() + timedelta(days=1),
    )
    draft = drafts.from_text("Gus", teacher=ana, classroom=class_4b)
    applied = RosterImport.objects.create(teacher=ana, classroom=class_4b, applied_at=timezone.now())
    gone = Student.objects.create(classroom=class_4b, name="Gone", removed_at=timezone.now())
    away = Classroom.objects.create(name="4A", removed_at=timezone.now())
    away.teachers.add(ana)
    asked = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana)
    lesson, table = bea.session, Table.objects.get(seats__name="Bea")
    return {
        "number": draft.pk,
        "import_undo number": applied.pk,
        "class_take_back classroom": away.pk,
        "student_take_back student": gone.pk,
        "student_forget student": gone.pk,
        "token": asked.token,
        "invitation": asked.pk,
        "game": lesson.game,
        "language": "en",
        "names": "code,n7",
        "recording": recordings.keep(ana, "en", "code", a_second_of_sound()).pk,
        "preset": SessionPreset.objects.create(teacher=ana, name="Own", game=lesson.game, table_size=2).pk,
        "teaching": class_4b.teachings.get().pk,
        "teacher": ana.pk,
        "homework": task.pk,
        "card": bea.student.card,
        "classroom": class_4b.pk,
        "student": bea.student.pk,
        "session": lesson.pk,
        "code": table.code,
        "page": "lobby",
        "round": table.rounds.get().pk,
        "join_names code": lesson.code,
        "join_ask code": lesson.code,
        "join_shared code": lesson.code,
        "join_secret code": lesson.code,
        "knock": Knock.objects.create(session=lesson, name="Zoe", device="at the door").pk,
        "uidb36": "1",
        "key": "no-such-key",
        "path": "table/",
        "pk": 1,
    }


class TestPages:
    """All but those of a live table: what a visitor did is rolled back, so that everybody comes to the same lesson."""

    @pytest.fixture(scope="class")
    @classmethod
    def laid_out(cls, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[LaidOut]:
        with django_db_blocker.unblock(), transaction.atomic():
            yield lay_out()
            transaction.set_rollback(True)

    @pytest.mark.parametrize(("method", "page", "row"), PAGES)
    def test_everybody_gets_just_what_is_theirs(
        self, method: str, page: str, row: list[int], laid_out: LaidOut, db: None, short_demo: None
    ):
        things, browsers = laid_out
        met = {}
        for who, browser in browsers.items():
            visitor = Client()
            visitor.cookies = deepcopy(browser.cookies)
            with transaction.atomic():
                met[who] = visitor.generic(method, address(page, things)).status_code
                transaction.set_rollback(True)
        assert met == due_to(method, page, row)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("method", "page", "who", "status"), TABLES)
def test_everybody_gets_just_what_is_theirs_at_a_live_table(method: str, page: str, who: str, status: int):
    things, browsers = lay_out()
    answer = browsers[who].generic(method, address(page, things))
    assert answer.status_code == status


def test_every_page_stands_in_the_table():
    assert {page for _method, page, *_row in ROWS} == set(parameters())


def test_a_page_that_is_not_there_says_so_in_words(client):
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "This page is not here" in answer.content.decode()


def test_a_number_larger_than_any_key_is_just_not_there(ana_client):
    assert ana_client.get(f"/classes/{10**30}/").status_code == 404


def test_a_teachers_page_is_kept_in_no_cache(ana_client):
    assert "no-store" in ana_client.get(reverse("classes"))["Cache-Control"]


def test_nobody_is_sent_to_sign_in_and_back_to_where_they_wanted(client, class_4b):
    page = reverse("class", args=[class_4b.pk])
    assert client.get(page).url == f"{reverse('account_login')}?next={page}"


def test_a_fragment_asked_for_after_signing_out_loads_the_sign_in_page_whole(client, class_4b):
    page = reverse("class", args=[class_4b.pk])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    answer = client.get(reverse("classes"), headers=headers)
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?next={page}"


def address(page: str, things: dict[str, object]) -> str:
    return reverse(page, kwargs={name: things.get(f"{page} {name}", things[name]) for name in parameters()[page]})


@cache
def parameters() -> dict[str, list[str]]:
    """Return the parameters of each page of the URLconf, by the page's name."""
    return {pattern.name or str(pattern.pattern): named for pattern, named in _patterns(get_resolver(), [])}


def _patterns(resolver: URLResolver, before: list[str]) -> Iterator[tuple[URLPattern, list[str]]]:
    for entry in resolver.url_patterns:
        named = [*before, *entry.pattern.regex.groupindex]
        if isinstance(entry, URLPattern):
            yield entry, named
        elif entry.namespace != "admin":
            yield from _patterns(entry, named)
