"""Cardinal's own consumer as it serves a lesson; only the sign-in is left out: the player stands in the query."""

from typing import Any

import django

django.setup()

from channels.routing import URLRouter  # noqa: E402 -- models need django.setup()
from django.contrib.auth.models import AnonymousUser  # noqa: E402

from game.routing import websocket_urlpatterns  # noqa: E402

_router = URLRouter(websocket_urlpatterns)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    player = int(scope["query_string"])
    await _router({**scope, "player": player, "user": AnonymousUser()}, receive, send)
