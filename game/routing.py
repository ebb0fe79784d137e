"""The sockets of the tables."""

from django.urls import path

from game.consumers import TableConsumer

websocket_urlpatterns = [path("ws/table/<str:code>/", TableConsumer.as_asgi())]
