"""A browser's socket for tests, on any ASGI application. (channels.testing needs a second server; this does not.)"""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

PATIENCE = 30
"""Seconds for an answer, also on a machine that has no time for us."""


class Socket(ApplicationCommunicator):
    """A socket to `path`; extra scope entries (headers, player, user …) as keywords."""

    def __init__(self, application: Any, path: str, **scope: Any) -> None:
        path, _, query = path.partition("?")
        super().__init__(
            application,
            {
                "type": "websocket",
                "path": path,
                "query_string": query.encode(),
                "headers": [],
                "subprotocols": [],
                "scheme": "ws",
                "server": ("testserver", 80),
            }
            | scope,
        )

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:  # noqa: ASYNC109 -- as asgiref has it
        return await super().receive_output(timeout)

    async def wait(self, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109 -- as asgiref has it
        await super().wait(timeout)

    async def connects(self) -> bool:
        """Ask to be let in; False when the handshake is refused."""
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output())["type"] == "websocket.accept"

    async def opens(self) -> dict[str, Any]:
        """Connect and return the first frame."""
        assert await self.connects()
        return await self.hears()

    async def says(self, text: str | None = None, **frame: Any) -> None:
        await self.send_input({"type": "websocket.receive", "text": json.dumps(frame) if text is None else text})

    async def says_bytes(self, data: bytes) -> None:
        await self.send_input({"type": "websocket.receive", "bytes": data})

    async def hears(self) -> dict[str, Any]:
        """Return the next JSON frame; fragments come as {"html": …}."""
        output = await self.receive_output()
        assert output["type"] == "websocket.send", output
        text = output["text"]
        return {"html": text} if text.startswith("<") else json.loads(text)

    async def hears_of(self, what: str) -> str:
        """Read on until fragments come in which this stands; return them."""
        while what not in (html := (await self.hears()).get("html", "")):
            pass
        return html

    async def closing(self) -> int:
        """Read on until the server closes; return its code."""
        while (output := await self.receive_output())["type"] != "websocket.close":
            pass
        return output["code"]

    async def leaves(self, code: int = 1001) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": code})
        await self.wait()
