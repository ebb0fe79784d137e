"""URLs of a running class session: lobby, projector, monitor, controls, end, looking on."""

from django.urls import path

from classroom.live import looking_on, views, views_controls
from classroom.live.lobby import views_admission
from classroom.live.monitor import views as monitor
from classroom.live.substitute import views as substitute

urlpatterns = [
    path("classes/<int:classroom_id>/sessions/", views_admission.of_class, name="class_sessions"),
    path("classes/<int:classroom_id>/substitute/", substitute.sheet, name="class_substitute"),
    path("substitute/", substitute.desk, name="substitute"),
    path("substitute/ask/", substitute.ask, name="substitute_ask"),
    path("substitute/<slug:name>/", substitute.act, name="substitute_act"),
    path("sessions/<int:session>/", views.session, name="session"),
    path("sessions/<int:session>/settings/", views_admission.settings, name="session_settings"),
    path("sessions/<int:session>/screen/", views.screen, name="session_screen"),
    path("sessions/<int:session>/ask/<str:page>/", views.ask, name="session_ask"),
    path("sessions/<int:session>/let-in/", views_admission.free_name, name="session_let_in"),
    path("sessions/<int:session>/start/", views.start, name="session_start"),
    path("sessions/<int:session>/monitor/", monitor.monitor_page, name="session_monitor"),
    path("sessions/<int:session>/monitor/children/<int:student>/", monitor.child, name="session_monitor_child"),
    path("sessions/<int:session>/monitor/tables/<str:code>/", monitor.table, name="session_monitor_table"),
    path("sessions/<int:session>/children/<int:student>/own/", views_controls.own, name="session_child_own"),
    path("sessions/<int:session>/children/<int:student>/more/", views_controls.more_for, name="session_child_more"),
    path("sessions/<int:session>/children/<int:student>/break/", views_controls.rest, name="session_child_break"),
    path("sessions/<int:session>/go/", views_controls.go, name="session_go"),
    path("sessions/<int:session>/pause/", views_controls.pause, name="session_pause"),
    path("sessions/<int:session>/resume/", views_controls.resume, name="session_resume"),
    path("sessions/<int:session>/more-time/", views_controls.more_time, name="session_more_time"),
    path("sessions/<int:session>/end-table/", views_controls.end_table, name="session_end_table"),
    path("sessions/<int:session>/say/", views_controls.say, name="session_say"),
    path("sessions/<int:session>/move/", views_controls.move, name="session_move"),
    path("sessions/<int:session>/seat-waiting/", views_controls.seat_waiting, name="session_seat_waiting"),
    path("sessions/<int:session>/attendance/", views.attendance, name="session_attendance"),
    path("sessions/<int:session>/note/", views.note, name="session_note"),
    path("sessions/<int:session>/homework/", views.as_homework, name="session_homework"),
    path("sessions/<int:session>/podium/", views.podium, name="session_podium"),
    path("sessions/<int:session>/end/", views.end, name="session_end"),
    path("sessions/<int:session>/again/", views.again, name="session_again"),
    path("sessions/<int:session>/lock/", views_admission.lock, name="session_lock"),
    path("sessions/<int:session>/board-names/", views_admission.board_names, name="session_board_names"),
    path("sessions/<int:session>/knocks/<int:knock>/", views_admission.answer, name="session_knock"),
    path("sessions/<int:session>/children/<int:student>/", views_admission.child, name="session_child"),
    path("sessions/<int:session>/children/<int:student>/remove/", views_admission.remove, name="session_child_remove"),
    path("sessions/<int:session>/children/<int:student>/lift/", views_admission.lift, name="session_child_lift"),
    path("sessions/<int:session>/lift/", views_admission.lift, name="session_lift"),
    path("waiting/ask/", views.waiting_ask, name="waiting_ask"),
    path("look-on/", looking_on.look_on, name="look_on"),
    path("look-on/ask/", looking_on.ask, name="look_on_ask"),
]
