"""The switchboard: pages to Django, sockets to the consumers of game and classroom."""

import gc
import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
django.setup(set_prefix=False)

from classroom import charge  # noqa: E402 -- models need the apps above
from classroom.hosts import OriginMiddleware  # noqa: E402
from classroom.presence import PlayerSocketMiddleware  # noqa: E402
from classroom.routing import websocket_urlpatterns  # noqa: E402
from classroom.threads import Pages  # noqa: E402
from game import succession  # noqa: E402

succession.seat_with(charge.lay_anew)

# What is loaded now stays; what a move makes is freed by counting. Looking for circles is for the rest, and seldom.
gc.freeze()
gc.set_threshold(50_000, 20, 50)

application = ProtocolTypeRouter(
    {
        "http": Pages(),
        "lifespan": charge.lifespan,
        "websocket": OriginMiddleware(PlayerSocketMiddleware(URLRouter(websocket_urlpatterns))),
    }
)
