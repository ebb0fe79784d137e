"""URLs of the manual; other URLs under `help/` precede it."""

from django.urls import path

from classroom.manual import views

urlpatterns = [
    path("help/", views.manual, name="manual"),
    path("help/all/", views.booklet, name="manual_booklet"),
    path("help/<slug:topic>/", views.topic, name="manual_topic"),
]
