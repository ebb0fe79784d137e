"""URLs of what people choose for themselves."""

from django.urls import path

from classroom.preferences import views

urlpatterns = [
    path("language/", views.language, name="language"),
    path("letters/", views.letters, name="letters"),
    path("my-table/", views.own_table, name="own_table"),
    path("my-table/one-key/", views.catch, name="one_key"),
]
