"""URLs of the reports on sums of Nine to Nothing."""

from django.urls import path

from classroom.reports.nine_to_nothing import views

urlpatterns = [
    path("classes/<int:classroom>/sums/", views.class_sums, name="class_sums"),
    path("students/<int:student>/sums/", views.student_sums, name="student_sums"),
]
