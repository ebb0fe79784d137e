"""URLs of practice, and of the card that gives access to it."""

from django.urls import path

from classroom.homework.around_the_corner import views, views_meanwhile
from classroom.homework.around_the_corner.offline import views as views_offline

urlpatterns = [
    path("card/", views.typed_card, name="card_typed"),
    path("card/<str:card>/", views.card, name="card"),
    path("waiting/meanwhile/", views_meanwhile.meanwhile, name="meanwhile"),
    path("my-picture/", views_meanwhile.own_picture, name="own_picture"),
    path("my-picture/found/", views_meanwhile.sums_found, name="sums_found"),
    path("my-album/found/", views_meanwhile.sticker_found, name="sticker_found"),
    path("waiting/warm-up/", views_meanwhile.warm_up, name="warm_up"),
    path("practice/", views.practice, name="practice"),
    path("practice/answer/", views.answer, name="practice_answer"),
    path("practice/enough/", views.end, name="practice_end"),
    path("practice/stop/", views.stop, name="practice_stop"),
    path("practice/offline/", views_offline.offline, name="practice_offline"),
    path("practice/worker.js", views_offline.worker, name="practice_worker"),
    path("practice/leave/", views.leave, name="practice_leave"),
    path("practice/<int:homework>/", views.for_homework, name="practice_homework"),
]
