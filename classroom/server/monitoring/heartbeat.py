"""The event loop's heartbeat: how late it is (metrics), and that it lives (systemd's watchdog).

systemd starts the server anew when it hears nothing for `WatchdogSec`: a loop that hangs serves nobody.
"""

import asyncio

from classroom.server.deployment import systemd
from game import metrics

BEAT = 1.0
"""Seconds from one beat to the next; the unit's WatchdogSec is ten times as long."""


async def beat() -> None:
    """Beat for as long as the server runs."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        metrics.LAG.observe(max(0.0, loop.time() - due))
        systemd.notify("WATCHDOG=1")
