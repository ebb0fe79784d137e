"""URLs of lists of students from elsewhere."""

from django.urls import path

from classroom.rosters.imports import views

urlpatterns = [
    path("classes/<int:classroom_id>/students/add/", views.add, name="roster"),
    path("school/lists/", views.of_the_school, name="school_lists"),
    path("lists/new/", views.several, name="import_several"),
    path("lists/<int:number>/", views.check, name="import"),
    path("lists/<int:number>/classes/", views.choose, name="import_classes"),
    path("lists/<int:number>/discard/", views.discard, name="import_discard"),
    path("lists/<int:number>/undo/", views.undo, name="import_undo"),
]
