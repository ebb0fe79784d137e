"""URLs of the standing groups of a class."""

from django.urls import path

from classroom.groups import views

urlpatterns = [
    path("classes/<int:classroom_id>/groups/", views.of_class, name="class_groups"),
    path("classes/<int:classroom_id>/groups/new/", views.new, name="group_new"),
    path("groups/<int:group>/", views.one, name="group"),
    path("groups/<int:group>/remove/", views.remove, name="group_remove"),
]
