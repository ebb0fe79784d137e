"""URLs that only Around the Corner's reports have: facts, plays, papers for the family, a child's own page."""

from django.urls import path

from classroom.reports.around_the_corner import views_class
from classroom.reports.around_the_corner.student import views

urlpatterns = [
    path("classes/<int:classroom_id>/report/facts/", views_class.class_facts, name="class_facts"),
    path("classes/<int:classroom_id>/report/plays/", views_class.class_plays, name="class_plays"),
    path("students/<int:student>/family/", views.student_family, name="student_family"),
    path("students/<int:student>/family/link/", views.of_student, name="student_family_link"),
    path("classes/<int:classroom_id>/families/", views.letters, name="class_families"),
    path("classes/<int:classroom_id>/week/", views.week, name="class_week"),
    path("family/<str:token>/", views.by_link, name="family"),
    path("students/<int:student>/certificate/", views.student_certificate, name="student_certificate"),
    path("my-page/", views.my_page, name="my_page"),
    path("my-page/best/<int:place>/", views.best_round, name="my_best_round"),
]
