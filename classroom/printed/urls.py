"""URLs of what is printed without any child's name."""

from django.urls import path

from classroom.printed import views

urlpatterns = [
    path("print/", views.shelf, name="print_shelf"),
    path("print/sheets/", views.sheets, name="print_sheets"),
]
