"""Messages to systemd about this process, over the socket it names: ready, alive, stopping. Elsewhere nothing is
said."""

import os
import socket


def notify(state: str) -> None:
    """Send a state like "READY=1" (sd_notify(3)). A socket that is gone or full is no reason to stop playing."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.setblocking(False)
        try:
            line.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)
        except OSError:
            return
