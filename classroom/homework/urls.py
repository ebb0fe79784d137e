"""URLs of the teacher's pages of homework, and of practice."""

from django.urls import include, path

from classroom.homework import views
from classroom.homework.catalogue import URLS

urlpatterns = [
    path("", include(URLS)),
    path("classes/<int:classroom_id>/homework/", views.of_class, name="class_homework"),
    path("homework/<int:homework>/", views.one, name="homework"),
    path("homework/<int:homework>/sheets/", views.on_paper, name="homework_sheets"),
    path("homework/<int:homework>/remove/", views.remove, name="homework_remove"),
]
