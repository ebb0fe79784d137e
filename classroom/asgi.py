"""The switchboard: pages to Django, sockets to the consumers of game and classroom."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
pages = get_asgi_application()

from classroom.hosts import OriginMiddleware  # noqa: E402 -- models need the apps above
from classroom.presence import PlayerSocketMiddleware  # noqa: E402
from classroom.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": OriginMiddleware(PlayerSocketMiddleware(URLRouter(websocket_urlpatterns))),
    }
)
