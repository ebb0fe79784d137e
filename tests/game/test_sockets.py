"""A socket of ours says to the server what one of Channels' would: the same messages, in the same order."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from game.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)  # Channels looks after connections

NO_ENTRY, ENOUGH = 4401, 4400


class Ours(Socket):
    async def opened(self) -> None:
        await self.accept()
        if self.scope["path"] == "/stranger/":
            await self.close(NO_ENTRY)

    async def heard(self, text: str | None) -> None:
        if text == "bye":
            await self.close(ENOUGH)
        else:
            await self.say(f"heard {text}")

    async def gone(self) -> None:
        self.scope["gone"].append(True)


class Theirs(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        await self.accept()
        if self.scope["path"] == "/stranger/":
            await self.close(NO_ENTRY)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data == "bye":
            await self.close(ENOUGH)
        else:
            await self.send(text_data=f"heard {text_data}")

    async def disconnect(self, code: int) -> None:
        self.scope["gone"].append(True)


async def said(consumer: Any, path: str, frames: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the consumer sends when a browser connects, says these frames and leaves."""
    coming = [{"type": "websocket.connect"}, *frames, {"type": "websocket.disconnect", "code": 1001}]
    sent: list[dict[str, Any]] = []
    gone: list[bool] = []

    async def receive() -> dict[str, Any]:
        return coming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append({name: value for name, value in message.items() if value not in (None, [])})

    with suppress(StopConsumer):
        await consumer.as_asgi()({"type": "websocket", "path": path, "headers": [], "gone": gone}, receive, send)
    assert gone == [True]
    return sent


@pytest.mark.parametrize("path", ["/table/", "/stranger/"])
@pytest.mark.parametrize(
    "frames",
    [
        [],
        [{"type": "websocket.receive", "text": "one"}, {"type": "websocket.receive", "text": "two"}],
        [{"type": "websocket.receive", "text": ""}],
        [{"type": "websocket.receive", "bytes": b"x"}],
        [{"type": "websocket.receive", "text": "bye"}],
    ],
)
async def test_a_conversation_sends_what_channels_would_send(path, frames):
    assert await said(Ours, path, frames) == await said(Theirs, path, frames)
