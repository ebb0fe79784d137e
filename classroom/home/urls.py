"""URLs of a teacher's first page."""

from django.urls import path

from classroom.home import views

urlpatterns = [
    path("classes/", views.home, name="classes"),
    path("classes/demo/", views.demo, name="class_demo"),
    path("classes/<int:classroom_id>/sessions/as-last-time/", views.as_last_time, name="session_as_last_time"),
]
