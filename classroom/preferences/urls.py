"""URLs of what people choose for themselves."""

from django.urls import path

from classroom.preferences import views

urlpatterns = [
    path("language/", views.language, name="language"),
]
