"""Every page of Cardinal. `tests/test_doors.py` asks of each who gets in; a URL that is missing there fails.

A number in a URL is named after what it counts (`classroom`, `student`, `session`): no names, no codes but a table's.
"""

from typing import Any

from allauth.account import views as accounts
from django.urls import path

from classroom.views import classes, home, rosters

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
    path(
        "accounts/password/<slug:uidb36>-<str:key>/",
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
sessions: list[Any] = []

# REPORTS: what each student can do; names "class_report", "student_report" and the downloads.
reports: list[Any] = []

# GAME: the tables (game.urls).
games: list[Any] = []

urlpatterns = [*teachers, *classrooms, *sessions, *reports, *games]
