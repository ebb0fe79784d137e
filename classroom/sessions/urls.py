"""URLs of class sessions before their start: set-up and seating."""

from django.urls import path

from classroom.sessions import on_paper, views
from classroom.sessions.seat_plan import views as seat_plan
from classroom.sessions.set_up import views as set_up

urlpatterns = [
    path("help/games/<slug:game>/", views.game_page, name="game_page"),
    path("classes/<int:classroom_id>/sessions/new/", set_up.new, name="session_new"),
    path("classes/<int:classroom_id>/presets/<int:preset>/remove/", set_up.remove_preset, name="session_preset_remove"),
    path("presets/<str:token>/", set_up.shared_preset, name="preset_shared"),
    path("classes/<int:classroom_id>/sessions/paper/", on_paper.write, name="session_on_paper"),
    path("sessions/<int:session>/paper/remove/", on_paper.remove, name="session_on_paper_remove"),
    path("students/<int:student>/needs/", views.needs, name="student_needs"),
    path("sessions/<int:session>/tables/", seat_plan.tables, name="session_tables"),
]
