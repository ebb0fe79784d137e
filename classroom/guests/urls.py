"""The address at which a guest plays one round."""

from django.urls import path

from classroom.guests import views

urlpatterns = [
    path("play/", views.play, name="play"),
]
