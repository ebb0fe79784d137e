"""URLs of classes, who is on their rosters, and lists of students from elsewhere."""

from django.urls import path

from classroom.rosters import views, views_classes
from classroom.rosters.imports import views as imports
from classroom.rosters.merging import views as merging_views

urlpatterns = [
    path("classes/new/", views_classes.new, name="class_new"),
    path("classes/removed/", views_classes.removed, name="classes_removed"),
    path("classes/<int:classroom_id>/take-back/", views_classes.take_back, name="class_take_back"),
    path("classes/<int:classroom_id>/", views_classes.students, name="class"),
    path("classes/<int:classroom_id>/rename/", views_classes.rename, name="class_rename"),
    path("classes/<int:classroom_id>/keep/", views_classes.keep, name="class_keep"),
    path("classes/<int:classroom_id>/remove/", views_classes.remove, name="class_remove"),
    path("classes/<int:classroom_id>/students/removed/", views.removed, name="students_removed"),
    path("classes/<int:classroom_id>/students/take-back/", views.take_all_back, name="students_take_back"),
    path("students/<int:student>/rename/", views.rename, name="student_rename"),
    path("students/<int:student>/character/", views.face, name="student_face"),
    path("students/<int:student>/move/", views.move, name="student_move"),
    path("students/<int:student>/merge/", merging_views.merge_student, name="student_merge"),
    path("students/<int:student>/part/", merging_views.part_student, name="student_part"),
    path("students/<int:student>/apart/", merging_views.set_apart, name="student_apart"),
    path("classes/<int:classroom_id>/merge/", merging_views.merge_class, name="class_merge"),
    path("students/<int:student>/remove/", views.remove, name="student_remove"),
    path("students/<int:student>/take-back/", views.take_back, name="student_take_back"),
    path("students/<int:student>/forget/", views.forget, name="student_forget"),
    path("classes/mix/", merging_views.mix, name="classes_mix"),
    path("classes/next-year/", views_classes.next_year, name="next_year"),
    path("classes/earlier/", views_classes.earlier, name="earlier"),
    path("classes/<int:classroom_id>/bring-back/", views_classes.bring_back, name="class_bring_back"),
    path("classes/<int:classroom_id>/students/add/", imports.add, name="roster"),
    path("school/lists/", imports.of_the_school, name="school_lists"),
    path("lists/new/", imports.several, name="import_several"),
    path("lists/<int:number>/", imports.check, name="import"),
    path("lists/<int:number>/classes/", imports.choose, name="import_classes"),
    path("lists/<int:number>/discard/", imports.discard, name="import_discard"),
    path("lists/<int:number>/undo/", imports.undo, name="import_undo"),
]
