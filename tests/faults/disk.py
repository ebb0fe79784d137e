"""A small disk for PostgreSQL's log of rounds, filled and emptied while children play. Needs root's rights."""

import os
import subprocess
from pathlib import Path

from game.models import Event
from tests.postgresql import Server

MEGABYTES = 96


class SmallDisk:
    """A file system in memory beside PostgreSQL's own data; only the table of the log is moved there and back."""

    def __init__(self, database: Server) -> None:
        self.database, self.folder = database, database.folder / "small"

    def take_the_log(self) -> None:
        self.folder.mkdir()
        owner = [f"{kind}id={self.database.as_user[name]}" for kind, name in (("u", "user"), ("g", "group"))]
        options = ",".join([f"size={MEGABYTES}m", "mode=0700", *owner])
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder], check=True)
        self._ask(f"CREATE TABLESPACE small LOCATION '{self.folder}'")
        self._move("small")

    def fill(self) -> None:
        left = os.statvfs(self.folder)
        with self._ballast.open("wb") as ballast:
            os.posix_fallocate(ballast.fileno(), 0, left.f_bavail * left.f_frsize)

    def make_room(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def give_the_log_back(self) -> None:
        self.make_room()
        self._move("pg_default")
        self._ask("DROP TABLESPACE small")
        subprocess.run(["umount", "-l", self.folder], check=True)
        self.folder.rmdir()

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def _move(self, where: str) -> None:
        """Move the table and all its indexes; who writes waits meanwhile."""
        table = Event._meta.db_table
        indexes = self._ask(f"SELECT indexname FROM pg_indexes WHERE tablename = '{table}'")
        moves = [f"ALTER TABLE {table} SET TABLESPACE {where}"]
        moves += [f"ALTER INDEX {index} SET TABLESPACE {where}" for index in indexes]
        self._ask("; ".join(moves))

    def _ask(self, sql: str) -> list[str]:
        return self.database.asked(sql, "cardinal")
