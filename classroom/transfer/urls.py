"""URLs for exporting and importing a class or a school as a file."""

from django.urls import path

from classroom.transfer import views

urlpatterns = [
    path("classes/<int:classroom_id>/files/", views.files, name="class_files"),
    path("classes/<int:classroom_id>/cardinal.zip", views.class_archive, name="class_archive"),
    path("classes/from-a-file/", views.read_class_in, name="class_read_in"),
    path("school/cardinal.zip", views.school_archive, name="school_archive"),
    path("school/from-a-file/", views.read_school_in, name="school_read_in"),
]
