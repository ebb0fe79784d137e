"""Every page of Cardinal. `tests/test_doors.py` asks of each who gets in; a URL that is missing there fails.

A number in a URL is named after what it counts (`classroom`, `student`, `session`): no names, no codes but a table's.
"""

from allauth.account import views as accounts
from django.urls import include, path, re_path

from classroom import support
from classroom.hosts import sends_mail
from classroom.reports import class_views, downloads, nine_views, quick
from classroom.reports import views as report_views
from classroom.views import (
    after,
    at_the_door,
    cards,
    charge,
    classes,
    colleagues,
    connection,
    home,
    homework,
    imports,
    me,
    practice,
    replay,
    rosters,
    school,
    sign_in,
    student,
    tables,
    years,
)
from classroom.views import sessions as session_views

handler400 = "classroom.views.errors.bad_request"
handler403 = "classroom.views.errors.forbidden"
handler404 = "classroom.views.errors.not_found"
handler500 = "classroom.views.errors.server_error"
handler429 = "classroom.views.errors.too_many_requests"

teachers = [
    path("", home.home, name="home"),
    path("accounts/sign-up/", sends_mail(accounts.signup), name="account_signup"),
    path("accounts/sign-in/", accounts.login, name="account_login"),
    path("accounts/sign-out/", accounts.logout, name="account_logout"),
    path("accounts/inactive/", accounts.account_inactive, name="account_inactive"),
    path("accounts/password/", sends_mail(accounts.password_reset), name="account_reset_password"),
    path("accounts/password/sent/", accounts.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^accounts/password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        sends_mail(accounts.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "accounts/password/changed/", accounts.password_reset_from_key_done, name="account_reset_password_from_key_done"
    ),
]

classrooms = [
    path("classes/", classes.classes, name="classes"),
    path("classes/new/", classes.new, name="class_new"),
    path("classes/removed/", classes.removed, name="classes_removed"),
    path("classes/<int:classroom>/take-back/", classes.take_back, name="class_take_back"),
    path("classes/<int:classroom>/", classes.students, name="class"),
    path("classes/<int:classroom>/rename/", classes.rename, name="class_rename"),
    path("classes/<int:classroom>/remove/", classes.remove, name="class_remove"),
    path("classes/<int:classroom>/students/add/", imports.add, name="roster"),
    path("classes/<int:classroom>/students/removed/", rosters.removed, name="students_removed"),
    path("classes/<int:classroom>/students/take-back/", rosters.take_all_back, name="students_take_back"),
    path("students/<int:student>/rename/", rosters.rename, name="student_rename"),
    path("students/<int:student>/move/", rosters.move, name="student_move"),
    path("students/<int:student>/needs/", tables.needs, name="student_needs"),
    path("students/<int:student>/remove/", rosters.remove, name="student_remove"),
    path("students/<int:student>/take-back/", rosters.take_back, name="student_take_back"),
    path("students/<int:student>/forget/", rosters.forget, name="student_forget"),
    path("classes/next-year/", years.next_year, name="next_year"),
    path("classes/earlier/", years.earlier, name="earlier"),
    path("classes/<int:classroom>/bring-back/", years.bring_back, name="class_bring_back"),
    path("classes/<int:classroom>/teachers/", colleagues.teachers, name="class_teachers"),
    path("teachings/<int:teaching>/", colleagues.change, name="teaching"),
    path("invitations/<int:invitation>/take-back/", colleagues.take_back, name="invitation_take_back"),
    path("invitations/<str:token>/", colleagues.invitation, name="invitation"),
    path("school/", school.overview, name="school"),
    path("school/time-zone/", school.set_time_zone, name="school_time_zone"),
    path("school/teachers/<int:teacher>/", school.admin, name="school_admin"),
    path("lists/new/", imports.several, name="import_several"),
    path("lists/<int:number>/", imports.check, name="import"),
    path("lists/<int:number>/classes/", imports.choose, name="import_classes"),
    path("lists/<int:number>/discard/", imports.discard, name="import_discard"),
    path("lists/<int:number>/undo/", imports.undo, name="import_undo"),
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
    path("sessions/<int:session>/pause/", charge.pause, name="session_pause"),
    path("sessions/<int:session>/resume/", charge.resume, name="session_resume"),
    path("sessions/<int:session>/more-time/", charge.more_time, name="session_more_time"),
    path("sessions/<int:session>/end-table/", charge.end_table, name="session_end_table"),
    path("sessions/<int:session>/say/", charge.say, name="session_say"),
    path("sessions/<int:session>/move/", charge.move, name="session_move"),
    path("sessions/<int:session>/seat-waiting/", charge.seat_waiting, name="session_seat_waiting"),
    path("sessions/<int:session>/tables/", tables.tables, name="session_tables"),
    path("sessions/<int:session>/attendance/", after.attendance, name="session_attendance"),
    path("sessions/<int:session>/note/", after.note, name="session_note"),
    path("sessions/<int:session>/homework/", after.as_homework, name="session_homework"),
    path("sessions/<int:session>/podium/", after.podium, name="session_podium"),
    path("sessions/<int:session>/end/", session_views.end, name="session_end"),
    path("sessions/<int:session>/again/", session_views.again, name="session_again"),
    path("sessions/<int:session>/rounds/<int:round>/replay/", replay.replay, name="round_replay"),
    path("sessions/<int:session>/lock/", at_the_door.lock, name="session_lock"),
    path("sessions/<int:session>/board-names/", at_the_door.board_names, name="session_board_names"),
    path("sessions/<int:session>/knocks/<int:knock>/", at_the_door.answer, name="session_knock"),
    path("sessions/<int:session>/children/", at_the_door.children, name="session_children"),
    path("sessions/<int:session>/children/<int:student>/", at_the_door.child, name="session_child"),
    path("sessions/<int:session>/children/<int:student>/remove/", at_the_door.remove, name="session_child_remove"),
    path("sessions/<int:session>/children/<int:student>/lift/", at_the_door.lift, name="session_child_lift"),
    path("sessions/<int:session>/lift/", at_the_door.lift, name="session_lift"),
    path("join/", student.join, name="join"),
    path("join/<str:code>/", student.names, name="join_names"),
    path("join/<str:code>/ask/", sign_in.ask, name="join_ask"),
    path("join/<str:code>/shared/", sign_in.share, name="join_shared"),
    path("join/<str:code>/<int:student>/", sign_in.secret, name="join_secret"),
    path("join-with-card/", sign_in.with_card, name="join_with_card"),
    path("leave/", sign_in.leave, name="leave"),
    path("waiting/", student.waiting, name="waiting"),
    path("waiting/ask/", student.waiting_ask, name="waiting_ask"),
    path("waiting/alone/", student.alone, name="waiting_alone"),
    path("connection/", connection.connection, name="connection"),
    path("connection/ask/", connection.ask, name="connection_ask"),
]

# REPORTS: what each student can do; names "class_report", "student_report" and the downloads.
reports = [
    path("classes/<int:classroom>/report/", class_views.class_report, name="class_report"),
    path("classes/<int:classroom>/report/facts/", class_views.class_facts, name="class_facts"),
    path("classes/<int:classroom>/report/plays/", class_views.class_plays, name="class_plays"),
    path("classes/<int:classroom>/report/quick/", quick.class_quick, name="class_quick"),
    path("students/<int:student>/report/", report_views.student_report, name="student_report"),
    path("students/<int:student>/family/", report_views.student_family, name="student_family"),
    path("students/<int:student>/certificate/", report_views.student_certificate, name="student_certificate"),
    path("sessions/<int:session>/report/", report_views.session_report, name="session_report"),
    path("sessions/<int:session>/students/<int:student>/", report_views.session_student, name="session_student"),
    path("sessions/<int:session>/attempts.csv", downloads.session_file, {"kind": "csv"}, name="session_csv"),
    path("sessions/<int:session>/attempts.xlsx", downloads.session_file, {"kind": "xlsx"}, name="session_xlsx"),
    path("sessions/<int:session>/sums.csv", nine_views.session_sums, name="session_sums"),
    path("classes/<int:classroom>/sums/", nine_views.class_sums, name="class_sums"),
    path("students/<int:student>/sums/", nine_views.student_sums, name="student_sums"),
    path("classes/<int:classroom>/attempts.csv", downloads.class_file, {"kind": "csv"}, name="class_csv"),
    path("classes/<int:classroom>/attempts.xlsx", downloads.class_file, {"kind": "xlsx"}, name="class_xlsx"),
    path("students/<int:student>/attempts.csv", downloads.student_file, {"kind": "csv"}, name="student_csv"),
    path("students/<int:student>/attempts.xlsx", downloads.student_file, {"kind": "xlsx"}, name="student_xlsx"),
    path("students/<int:student>/data.json", downloads.student_json, name="student_json"),
]

# PRACTICE: alone, with the student's card; homework; for the teacher who did it, and the cards to print.
practices = [
    path("card/<str:card>/", practice.card, name="card"),
    path("practice/", practice.practice, name="practice"),
    path("practice/answer/", practice.answer, name="practice_answer"),
    path("my-page/", me.my_page, name="my_page"),
    path("practice/stop/", practice.stop, name="practice_stop"),
    path("practice/leave/", practice.leave, name="practice_leave"),
    path("practice/<int:homework>/", practice.for_homework, name="practice_homework"),
    path("classes/<int:classroom>/homework/", homework.of_class, name="class_homework"),
    path("homework/<int:homework>/", homework.one, name="homework"),
    path("homework/<int:homework>/remove/", homework.remove, name="homework_remove"),
    path("classes/<int:classroom>/sign-in/", cards.sign_in, name="class_sign_in"),
    path("classes/<int:classroom>/cards/", cards.cards, name="class_cards"),
    path("classes/<int:classroom>/cards/change/", cards.change, name="class_cards_change"),
    path("students/<int:student>/card/change/", cards.change_one, name="student_card_change"),
]

# GAME: the tables.
games = [
    path("table/<str:code>/", student.table, name="table"),
    path("table/<str:code>/board/", student.table_board, name="table_board"),
    path("", include("game.urls")),
]

# SUPPORT: Django's admin for those who help; its doors are in tests/classroom/test_support.py.
supports = [path("support/", support.site.urls)]

# Resolved from top to bottom: what children post comes first.
urlpatterns = [*games, *teachers, *classrooms, *sessions, *reports, *practices, *supports]
