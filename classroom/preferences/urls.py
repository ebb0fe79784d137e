"""URLs of what people choose for themselves."""

from django.urls import path

from classroom.preferences import views, views_own_table, views_switch

urlpatterns = [
    path("language/", views.language, name="language"),
    path("my-table/", views_own_table.own_table, name="own_table"),
    path("my-table/one-key/", views_switch.catch, name="one_key"),
]
