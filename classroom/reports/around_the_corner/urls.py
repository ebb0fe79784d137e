"""URLs of the class report of Around the Corner."""

from django.urls import path

from classroom.reports.around_the_corner import views_class

urlpatterns = [
    path("classes/<int:classroom>/report/", views_class.class_report, name="class_report"),
    path("classes/<int:classroom>/report/facts/", views_class.class_facts, name="class_facts"),
    path("classes/<int:classroom>/report/plays/", views_class.class_plays, name="class_plays"),
]
