"""The build that a tutorial leads to: a JSON consumer, one ORM transaction per move, `group_send` to the table.

It judges nothing and renders nothing, so it is faster than any real game built this way.
"""

import time
from typing import Any

import django

django.setup()

from channels.db import database_sync_to_async  # noqa: E402 -- models need django.setup()
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.layers import InMemoryChannelLayer, channel_layers  # noqa: E402
from channels.routing import URLRouter  # noqa: E402
from django.db import transaction  # noqa: E402
from django.db.models import Max  # noqa: E402
from django.urls import path  # noqa: E402

from game.models import Event, Round  # noqa: E402

channel_layers.set("default", InMemoryChannelLayer(capacity=1000))


class ObviousConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        await self.channel_layer.group_add(self.code, self.channel_name)
        await self.accept()

    async def receive_json(self, content: dict[str, Any], **kwargs: Any) -> None:
        await self.save(content)
        await self.channel_layer.group_send(self.code, {"type": "moved", "move": content})

    async def moved(self, event: dict[str, Any]) -> None:
        await self.send_json(event["move"])

    @database_sync_to_async
    def save(self, content: dict[str, Any]) -> None:
        with transaction.atomic():
            row = Round.objects.select_for_update().get(table__code=self.code)
            last = row.events.aggregate(last=Max("n"))["last"] or 0
            Event.objects.create(round=row, n=last + 1, kind="played", at=time.time_ns() // 1_000_000, seat=0)


application = URLRouter([path("<str:code>/", ObviousConsumer.as_asgi())])
