"""URLs of friendly challenges."""

from django.urls import path

from classroom.challenges import views

urlpatterns = [
    path("classes/<int:classroom_id>/challenge/", views.of_class, name="class_challenge"),
    path("classes/<int:classroom_id>/challenge/show/", views.show, name="class_challenge_show"),
    path("classes/<int:classroom_id>/challenge/leave/", views.leave, name="class_challenge_leave"),
    path("challenges/<int:challenge>/", views.answer, name="challenge"),
]
