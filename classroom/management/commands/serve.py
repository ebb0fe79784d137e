"""`make run`: bring the database up to date, say where Cardinal is to be found, serve it."""

import socket
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from classroom import statics, upkeep
from classroom.models import Teacher


class Command(BaseCommand):
    help = "Serve Cardinal to this computer and to the room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0")

    def handle(self, *args: Any, port: int, host: str, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        statics.collect()
        self._check_file()
        upkeep.tidy()
        self._say_where(port)
        uvicorn.run(
            "classroom.asgi:application",
            host=host,
            port=port,
            loop="uvloop",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            ws_max_size=16384,
            timeout_graceful_shutdown=10,
            server_header=False,
            proxy_headers=bool(settings.PUBLIC_HOST),
            access_log=False,
            log_level="warning",
            lifespan="on",
        )

    def _check_file(self) -> None:
        """Refuse to play on a damaged file: better no lesson than a lost one."""
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                verdict = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise CommandError(f"The database {settings.DATABASES['default']['NAME']} is damaged: {verdict}")
        connection.close()

    def _say_where(self, port: int) -> None:
        self.stdout.write(f"Cardinal is running.\n  On this computer:  http://localhost:{port}/")
        for address in room_addresses():
            self.stdout.write(f"  In the room:       http://{address}:{port}/")
        if settings.PUBLIC_HOST:
            self.stdout.write(f"  Public:            https://{settings.PUBLIC_HOST}/")
        if not Teacher.objects.exists():
            self.stdout.write("  First time here? Open it and make the first teacher account, or run: make demo")
        self.stdout.write("  Stop with Ctrl+C. Everything played is kept in " + str(settings.DATA))
        connection.close()


def room_addresses() -> list[str]:
    """Return this machine's addresses in its own networks. Nothing is sent: connecting a datagram socket only asks
    the routing table which of our addresses would be used."""
    found: set[str] = set()
    for family, target in ((socket.AF_INET, "10.255.255.255"), (socket.AF_INET, "192.168.255.255")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.add(probe.getsockname()[0])
            except OSError:
                continue
    return sorted(address for address in found if not address.startswith("127."))
