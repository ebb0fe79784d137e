"""WebSocket frames (RFC 6455), read and written without the parser of websockets where they are simple."""

import secrets
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask
from websockets.http11 import Request

from classroom.server.http.connections import enter, leave

TEXT, PING, PONG, WHOLE, MASKED, LONG, LONGER = 0x81, 0x89, 0x8A, 0x80, 0x80, 126, 127
"""Values in a frame (RFC 6455, 5.2): first bytes of a whole text, a ping and a pong; the flags for a final and for a
masked frame; and the two lengths that announce a longer length field."""
OURS = 8
"""Bytes in the payload of our pings; uvicorn's own have four."""
END_OF_HEAD = b"\r\n\r\n"
CONNECTION = "connection"
"""The name by which a socket's application finds the connection in scope["state"] (game.sockets.DirectConnection)."""
NO_PING = b"", 0.0, lambda taken: None


class SocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket connection, counted, with a fast path: a listener gets complete texts straight from here, and
    a frame is written as it is. All other frames, and every error, are left to websockets and uvicorn. A text there and
    back then takes a fifth of the calls, because it passes no incremental parser, queue or task."""

    _listener: Callable[[str], None] | None = None
    _knows_frames = False
    """Whether the next byte (or `_rest`) begins a frame: from the handshake on, until a frame is left to websockets."""
    _rest = b""
    _reads_slowly = False
    _pinged: tuple[bytes, float, Callable[[float], None]] = NO_PING

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        enter(self)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][CONNECTION] = self

    def hears(self, listener: Callable[[str], None]) -> None:
        """Pass texts to this listener, and free the handshake, which uvicorn would keep while the socket is open: a
        tenth of its memory."""
        self._listener = listener
        vars(self).pop("request", None)
        vars(self).pop("response", None)

    def measure(self, taken: Callable[[float], None]) -> None:
        """Ping the page; call `taken` with the ms until its answer, or never where another ping comes first."""
        self._pinged = secrets.token_bytes(OURS), time.perf_counter(), taken
        self.writes(bytes((PING, OURS)) + self._pinged[0])

    def _hear_pong(self, said: bytes) -> None:
        asked, began, taken = self._pinged
        if said == asked:
            self._pinged = NO_PING
            taken((time.perf_counter() - began) * 1000)

    def writes(self, frame: bytes) -> bool:
        """Write a frame. Return False where the socket is closed, or the page reads too slowly."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if self._reads_slowly or not is_open or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def handle_ping(self) -> None:
        """Answer a ping, unless the page reads too slowly: who sends pings and reads nothing would fill the memory."""
        if self._reads_slowly:
            self.conn.data_to_send()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        """Take the next part of a frame, unless it is empty: uvicorn keeps each, and `ws_max_size` counts no frames."""
        if event.data or event.fin:
            super().handle_cont(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reads_slowly = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reads_slowly = False

    def pause_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        if not self._knows_frames:
            is_head = not self.handshake_initiated
            super().data_received(data)
            self._knows_frames = is_head and data.endswith(END_OF_HEAD)
            return
        data, start = self._rest + data, 0
        while start < len(data) and (end := self._end_of_frame(data, start)):
            self._pass_on(data[start:end])
            start = end
        if self._knows_frames:
            self._rest = data[start:]
        else:
            super().data_received(data[start:])

    def _pass_on(self, frame: bytes) -> None:
        text = _text_of(frame) if self._listener and not self.close_sent else None
        if text is None:
            if frame[0] == PONG and frame[1] == MASKED | OURS:
                self._hear_pong(apply_mask(frame[6:], frame[2:6]))
            super().data_received(frame)
        elif self._listener:
            self._listener(text)

    def _end_of_frame(self, data: bytes, start: int) -> int:
        """Return where the frame that begins here ends, 0 where it is incomplete. A frame that is fragmented, unmasked
        or too long is left to websockets, with everything after it."""
        if len(data) < start + 2:
            return 0
        size, head = data[start + 1] & 0x7F, 6
        if size == LONG:
            if len(data) < start + 4:
                return 0
            size, head = int.from_bytes(data[start + 2 : start + 4]), 8
        is_whole = data[start] & WHOLE and data[start + 1] & MASKED
        self._knows_frames = bool(is_whole) and size != LONGER and size <= self.config.ws_max_size
        end = start + head + size
        return end if self._knows_frames and end <= len(data) else 0

    def connection_lost(self, exc: Exception | None) -> None:
        leave(self)
        super().connection_lost(exc)

    def is_idle(self) -> bool:
        """Return whether the server has closed the socket and its page has not answered yet."""
        return self.close_sent


def _text_of(frame: bytes) -> str | None:
    """Return the text of a whole frame; None where it is another frame, or not UTF-8."""
    head = 8 if frame[1] & 0x7F == LONG else 6
    try:
        return apply_mask(frame[head:], frame[head - 4 : head]).decode() if frame[0] == TEXT else None
    except UnicodeDecodeError:
        return None
