"""Messages to systemd about this process, over the socket named in the environment: ready, alive, stopping. Without
that socket nothing is sent."""

import os
import socket


def notify(state: str) -> None:
    """Send a state like "READY=1" (sd_notify(3)). A missing or full socket is ignored, so that play goes on."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as notices:
        notices.setblocking(False)
        try:
            notices.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)
        except OSError:
            return
