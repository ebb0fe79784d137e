"""URLs of all WebSockets. A socket at an unknown path is closed as a stranger's is."""

from django.urls import path, re_path

from classroom.live import consumers

websocket_urlpatterns = [
    path("ws/table/<str:code>/", consumers.SeatConsumer.as_asgi()),
    path("ws/sessions/<int:session>/lobby/", consumers.LobbyConsumer.as_asgi()),
    path("ws/sessions/<int:session>/screen/", consumers.ScreenConsumer.as_asgi()),
    path("ws/sessions/<int:session>/monitor/", consumers.MonitorConsumer.as_asgi()),
    path("ws/connection/", consumers.ConnectionConsumer.as_asgi()),
    path("ws/waiting/", consumers.WaitingConsumer.as_asgi()),
    path("ws/look-on/", consumers.OnlookerConsumer.as_asgi()),
    re_path("", consumers.NowhereConsumer.as_asgi()),
]
