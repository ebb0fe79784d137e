"""The addresses where moves are posted and a game is tried out. `joining.urls` in the classroom decides who may see a
table's page."""

from django.urls import path

from game import views

urlpatterns = [
    path("table/<str:code>/try/", views.try_out, name="table_try"),
    path("table/<str:code>/move/", views.move, name="table_move"),
]
