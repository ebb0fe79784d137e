"""The pages of the tables."""

from django.urls import path

from game import views

urlpatterns = [
    path("table/<str:code>/", views.table, name="table"),
    path("table/<str:code>/board/", views.board, name="table_board"),
    path("table/<str:code>/move/", views.move, name="table_move"),
]
