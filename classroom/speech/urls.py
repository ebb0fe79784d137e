"""URLs of reading aloud, and of the page on which a teacher records."""

from django.urls import path

from classroom.speech import views

urlpatterns = [
    path("say/<str:language>/<str:names>/", views.say, name="say"),
    path("table/<str:code>/say/", views.say_table, name="table_say"),
    path("recordings/<int:recording>/", views.recording, name="recording"),
    path("account/voice/<str:language>/", views.voice, name="account_voice"),
]
