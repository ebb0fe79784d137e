"""URLs of homework and practice."""

from django.urls import path

from classroom.homework import views, views_practice

urlpatterns = [
    path("card/<str:card>/", views_practice.card, name="card"),
    path("practice/", views_practice.practice, name="practice"),
    path("practice/answer/", views_practice.answer, name="practice_answer"),
    path("practice/stop/", views_practice.stop, name="practice_stop"),
    path("practice/leave/", views_practice.leave, name="practice_leave"),
    path("practice/<int:homework>/", views_practice.for_homework, name="practice_homework"),
    path("classes/<int:classroom>/homework/", views.of_class, name="class_homework"),
    path("homework/<int:homework>/", views.one, name="homework"),
    path("homework/<int:homework>/remove/", views.remove, name="homework_remove"),
]
