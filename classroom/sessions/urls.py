"""URLs of class sessions before they start: set-up, seating."""

from django.urls import path

from classroom.sessions import views

urlpatterns = [
    path("students/<int:student>/needs/", views.needs, name="student_needs"),
    path("sessions/<int:session>/tables/", views.tables, name="session_tables"),
]
