"""Choice of Channels' layer from the settings: none for one worker, the database for a few, or Redis.

Django's settings import this module, so it must not need them. Correctness never depends on the layer.
"""

from typing import Any
from urllib.parse import urlsplit

SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss", "unix": "unix"}
PATIENCE = {"socket_connect_timeout": 2, "socket_timeout": 5, "health_check_interval": 15}
"""Seconds; without a limit an unresponsive Redis would block a worker for ever."""


def read(address: str, workers: int) -> dict[str, Any]:
    """Return Django's CHANNEL_LAYERS for this many workers; the address "" means their database. Raises ValueError in
    words."""
    if workers < 2:
        return {}
    layer = _redis(address) if address else {"BACKEND": "game.workers.postgresql.PostgreSQLChannelLayer"}
    return {"default": layer}


def _redis(address: str) -> dict[str, Any]:
    """Return the settings of channels_redis' pub/sub layer. Its other layer keeps messages in lists of 100 for a whole
    worker, and its sockets receive nothing after a restart of Redis."""
    parts = urlsplit(address)
    if parts.scheme not in SCHEMES or not (parts.hostname or parts.scheme == "unix"):
        raise ValueError("CARDINAL_CHANNEL_LAYER has to look like redis://user:password@redis.school.example:6379/0")
    host = {"address": SCHEMES[parts.scheme] + address.removeprefix(parts.scheme), **PATIENCE}
    config = {"hosts": [host], "prefix": "cardinal"}
    return {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": config}
