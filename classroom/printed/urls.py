"""URLs of what is printed without any child's name."""

from django.urls import path

from classroom.printed import views

urlpatterns = [
    path("print/", views.shelf, name="print_shelf"),
    path("print/scores/", views.scores, name="print_scores"),
    path("print/<slug:game>/deck/", views.deck, name="print_deck"),
    path("print/<slug:game>/poster/", views.poster, name="print_poster"),
]
