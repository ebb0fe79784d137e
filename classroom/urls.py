"""Every page of Cardinal. `tests/test_doors.py` asks of each who gets in; a URL that is missing there fails.

A number in a URL is named after what it counts (`classroom`, `student`, `session`): no names, no codes but a table's.
"""

from allauth.account import views as accounts
from django.urls import include, path, re_path

from classroom.reports import views as report_views
from classroom.views import classes, home, homework, practice, replay, rosters, student
from classroom.views import sessions as session_views

handler400 = "classroom.views.errors.bad_request"
handler403 = "classroom.views.errors.forbidden"
handler404 = "classroom.views.errors.not_found"
handler500 = "classroom.views.errors.server_error"
handler429 = "classroom.views.errors.too_many_requests"

teachers = [
    path("", home.home, name="home"),
    path("accounts/sign-up/", accounts.signup, name="account_signup"),
    path("accounts/sign-in/", accounts.login, name="account_login"),
    path("accounts/sign-out/", accounts.logout, name="account_logout"),
    path("accounts/inactive/", accounts.account_inactive, name="account_inactive"),
    path("accounts/password/", accounts.password_reset, name="account_reset_password"),
    path("accounts/password/sent/", accounts.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^accounts/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        accounts.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "accounts/password/changed/", accounts.password_reset_from_key_done, name="account_reset_password_from_key_done"
    ),
]

classrooms = [
    path("classes/", classes.classes, name="classes"),
    path("classes/new/", classes.new, name="class_new"),
    path("classes/<int:classroom>/", classes.students, name="class"),
    path("classes/<int:classroom>/rename/", classes.rename, name="class_rename"),
    path("classes/<int:classroom>/remove/", classes.remove, name="class_remove"),
    path("classes/<int:classroom>/students/add/", rosters.add, name="roster"),
    path("students/<int:student>/rename/", rosters.rename, name="student_rename"),
    path("students/<int:student>/remove/", rosters.remove, name="student_remove"),
]

# SESSIONS: a class session from opening to end; the students' way in (name "join"); name "class_sessions".
sessions = [
    path("classes/<int:classroom>/sessions/", session_views.of_class, name="class_sessions"),
    path("classes/<int:classroom>/sessions/new/", session_views.new, name="session_new"),
    path("sessions/<int:session>/", session_views.session, name="session"),
    path("sessions/<int:session>/screen/", session_views.screen, name="session_screen"),
    path("sessions/<int:session>/ask/<str:page>/", session_views.ask, name="session_ask"),
    path("sessions/<int:session>/let-in/", session_views.let_in, name="session_let_in"),
    path("sessions/<int:session>/start/", session_views.start, name="session_start"),
    path("sessions/<int:session>/monitor/", session_views.monitor_page, name="session_monitor"),
    path("sessions/<int:session>/go/", session_views.go, name="session_go"),
    path("sessions/<int:session>/end/", session_views.end, name="session_end"),
    path("sessions/<int:session>/again/", session_views.again, name="session_again"),
    path("sessions/<int:session>/rounds/<int:round>/replay/", replay.replay, name="round_replay"),
    path("join/", student.join, name="join"),
    path("join/<str:code>/", student.names, name="join_names"),
    path("waiting/", student.waiting, name="waiting"),
    path("waiting/ask/", student.waiting_ask, name="waiting_ask"),
]

# REPORTS: what each student can do; names "class_report", "student_report" and the downloads.
reports = [
    path("classes/<int:classroom>/report/", report_views.class_report, name="class_report"),
    path("students/<int:student>/report/", report_views.student_report, name="student_report"),
    path("sessions/<int:session>/report/", report_views.session_report, name="session_report"),
    path("sessions/<int:session>/students/<int:student>/", report_views.session_student, name="session_student"),
    path("sessions/<int:session>/attempts.csv", report_views.session_csv, name="session_csv"),
]

# PRACTICE: alone, with the student's card; homework; for the teacher who did it, and the cards to print.
practices = [
    path("card/<str:card>/", practice.card, name="card"),
    path("practice/", practice.practice, name="practice"),
    path("practice/answer/", practice.answer, name="practice_answer"),
    path("practice/stop/", practice.stop, name="practice_stop"),
    path("practice/leave/", practice.leave, name="practice_leave"),
    path("practice/<int:homework>/", practice.for_homework, name="practice_homework"),
    path("classes/<int:classroom>/homework/", homework.of_class, name="class_homework"),
    path("homework/<int:homework>/", homework.one, name="homework"),
    path("homework/<int:homework>/remove/", homework.remove, name="homework_remove"),
    path("classes/<int:classroom>/cards/", homework.cards, name="class_cards"),
    path("classes/<int:classroom>/cards/change/", homework.change_cards, name="class_cards_change"),
]

# GAME: the tables.
games = [path("table/<str:code>/", student.table, name="table"), path("", include("game.urls"))]

urlpatterns = [*teachers, *classrooms, *sessions, *reports, *practices, *games]
