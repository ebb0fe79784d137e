"""Origin check of every WebSocket: only pages of this server may open one, and others are told why not."""

from classroom.server.http import proxies
from classroom.server.http.hosts import Application, Receive, Scope, Send, same_origin


class OriginMiddleware:
    """An ASGI wrapper that refuses a foreign page's socket before it is accepted (browsers see 403). The reason in the
    body is for the technician: behind a proxy that drops the port, our own pages look foreign."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or same_origin(scope):
            await self.app(scope, receive, send)
            return
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 4403})
            return
        headers = [(b"content-type", proxies.PLAIN.encode()), (b"cache-control", b"no-store")]
        await send({"type": "websocket.http.response.start", "status": 403, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": f"{_fault(scope)}\n".encode()})


def _fault(scope: Scope) -> str:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    found = proxies.fault(
        host=headers.get("host", ""), page=headers.get("origin", ""), forwarded=headers.get("x-forwarded-proto")
    )
    return found or "A WebSocket connection is opened by a page of this server, which names itself (Origin)."
