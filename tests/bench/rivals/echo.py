"""The baseline: bare ASGI, rooms in process memory, nothing judged, nothing saved. A text goes to all of its room."""

from typing import Any

rooms: dict[str, list[Any]] = {}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    room = rooms.setdefault(scope["path"], [])
    while True:
        message = await receive()
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
            room.append(send)
        elif message["type"] == "websocket.receive":
            for tell in list(room):
                await tell({"type": "websocket.send", "text": message["text"]})
        else:
            room.remove(send)
            return
