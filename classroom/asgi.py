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
from game.live import dealing  # noqa: E402

dealing.before_deal(controls.reseat)
read_addresses()

# Free the reference cycles that migrating has left (13 MiB in a new school), before everything is frozen.
gc.collect()
# Objects that are loaded by now are never freed. Frozen, they are skipped: a full garbage collection, in which no move
# is answered, takes 7 ms instead of 95 (python -m tests.bench.parts). A move makes no cycles, so collect rarely.
# But a closed socket leaves some 170 objects in cycles, and a school closes 200 sockets a minute: with a threshold of
# 50 000 half a million gathered before older generations were collected, and the process keeps that memory (make soak).
gc.freeze()
gc.set_threshold(10_000, 5, 4)

application = ProtocolTypeRouter(
    {
        "http": Pages(is_strangers),
        "lifespan": lifespan.lifespan,
        "websocket": OriginMiddleware(PlayerSocketMiddleware(URLRouter(websocket_urlpatterns))),
    }
)
