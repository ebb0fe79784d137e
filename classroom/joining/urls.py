"""URLs of the students' way in: codes, names, secrets, waiting; tables by their codes."""

from django.urls import path

from classroom.joining import views, views_public
from classroom.joining.sign_in import views_sign_in

urlpatterns = [
    path("join/", views.join, name="join"),
    path("join/pictures/", views_sign_in.pictures, name="join_pictures"),
    path("join/<str:code>/", views.names, name="join_names"),
    path("join/<str:code>/ask/", views_sign_in.ask, name="join_ask"),
    path("join/<str:code>/shared/", views_sign_in.share, name="join_shared"),
    path("join/<str:code>/<int:student>/", views_sign_in.secret, name="join_secret"),
    path("join-with-card/", views_sign_in.with_card, name="join_with_card"),
    path("leave/", views_sign_in.leave, name="leave"),
    path("waiting/", views.waiting, name="waiting"),
    path("how-to-play/<slug:game>/", views_public.how_to_play, name="how_to_play"),
    path("how-to-play/<slug:game>/try/", views_public.try_out, name="how_to_play_try"),
    path("waiting/alone/", views.alone, name="waiting_alone"),
    path("waiting/break/", views.on_break, name="waiting_break"),
    path("my-page/card/", views.own_face, name="my_face"),
    path("connection/", views_public.connection, name="connection"),
    path("connection/ask/", views_public.connection_ask, name="connection_ask"),
    path("classes/<int:classroom_id>/sign-in/", views_sign_in.sign_in, name="class_sign_in"),
    path("classes/<int:classroom_id>/cards/", views_sign_in.cards, name="class_cards"),
    path("classes/<int:classroom_id>/cards/change/", views_sign_in.change, name="class_cards_change"),
    path("students/<int:student>/card/change/", views_sign_in.change_one, name="student_card_change"),
    path("table/<str:code>/", views.table, name="table"),
    path("table/<str:code>/board/", views.table_board, name="table_board"),
]
