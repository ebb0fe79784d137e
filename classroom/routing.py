"""Every socket of Cardinal. An unknown path is closed like a stranger's."""

from django.urls import path, re_path

from classroom.consumers import LobbyConsumer, MonitorConsumer, NowhereConsumer, ScreenConsumer, WaitingConsumer
from game import routing

websocket_urlpatterns = [
    *routing.websocket_urlpatterns,
    path("ws/sessions/<int:session>/lobby/", LobbyConsumer.as_asgi()),
    path("ws/sessions/<int:session>/screen/", ScreenConsumer.as_asgi()),
    path("ws/sessions/<int:session>/monitor/", MonitorConsumer.as_asgi()),
    path("ws/waiting/", WaitingConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
