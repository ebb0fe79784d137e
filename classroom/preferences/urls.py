"""URLs of what people choose for themselves."""

from django.urls import path

from classroom.preferences import views, views_own_table

urlpatterns = [
    path("language/", views.language, name="language"),
    path("my-table/", views_own_table.own_table, name="own_table"),
]
