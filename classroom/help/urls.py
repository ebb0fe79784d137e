"""URLs of help."""

from django.urls import path

from classroom.help import views

urlpatterns = [path("help/tour/", views.change_tour, name="help_tour")]
