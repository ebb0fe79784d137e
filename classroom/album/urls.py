"""URL of the teacher's page about the album."""

from django.urls import path

from classroom.album import views

urlpatterns = [path("classes/<int:classroom_id>/album/", views.of_class, name="class_album")]
