"""Django's pool of connections where the database goes away and comes back: it is used again at once.

By itself psycopg's pool waits 1 s after the second broken connection that it hands to somebody, then 2, 4 and 8: when
PostgreSQL has been restarted and eight lie there, nobody gets one for 10 s. In the same way it waits ever longer
between two attempts to connect.
"""

from typing import Any

import psycopg
from psycopg_pool import ConnectionPool

Connection = psycopg.Connection[Any]
Pool = ConnectionPool[Connection]


def checked(connection: Connection) -> None:
    """Raise where a connection that somebody is to get does not work; then those beside it are made anew, too."""
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        if isinstance(pool := connection._pool, ConnectionPool):
            pool.drain()
        raise


def try_on(pool: Pool) -> None:
    """Connect again, though attempts have failed for `reconnect_timeout` seconds."""
    pool.check()


def watched(pool: Pool) -> Pool:
    """Have this pool do so; Django leaves no room in its options for either."""
    pool._check, pool._reconnect_failed = checked, try_on
    return pool
