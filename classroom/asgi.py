"""ASGI application: pages go to Django, sockets to the consumers of game and classroom."""

import gc
import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
django.setup(set_prefix=False)

from classroom.joining.sign_in.noise import is_strangers  # noqa: E402 -- models need the apps above
from classroom.joining.sockets.middleware import PlayerSocketMiddleware  # noqa: E402
from classroom.live import controls, lifespan  # noqa: E402
from classroom.routing import websocket_urlpatterns  # noqa: E402
from classroom.server.http.origins import OriginMiddleware  # noqa: E402
from classroom.server.http.pages import Pages, read_addresses  # noqa: E402
from game.live import reseating  # noqa: E402

reseating.before_deal(controls.reseat)
read_addresses()

# What bringing the database up to date left in cycles would be frozen with the rest: a new school's 13 MiB.
gc.collect()
# What is loaded now stays for good: a full garbage collection then takes 7 ms instead of 95, in which no move is
# answered (python -m tests.bench.parts). What a move makes has no cycles and is freed by counting, so collect rarely.
# But a socket that has closed leaves some 170 pieces in cycles, and a school closes 200 a minute: looked for at 50 000,
# they came to half a million before what is older was looked at, and memory that was in use once is kept (make soak).
gc.freeze()
gc.set_threshold(10_000, 5, 4)

application = ProtocolTypeRouter(
    {
        "http": Pages(is_strangers),
        "lifespan": lifespan.lifespan,
        "websocket": OriginMiddleware(PlayerSocketMiddleware(URLRouter(websocket_urlpatterns))),
    }
)
