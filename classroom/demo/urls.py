"""The address at which a visitor gets a demo class."""

from django.urls import path

from classroom.demo import views

urlpatterns = [
    path("demo/", views.begin, name="demo_begin"),
]
