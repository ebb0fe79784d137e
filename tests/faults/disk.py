"""Small disks for PostgreSQL, filled and emptied while children play: one for the log of rounds, one for its own
write-ahead log. Needs root's rights."""

import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from game.models import Event
from tests.postgresql import Server

MEGABYTES = 96
PIECE = bytes(64 * 1024)
WRITTEN_AHEAD = "SELECT length(pg_logical_emit_message(false, 'ballast', repeat('x', 8000000))::text)"
"""Eight megabytes of write-ahead log that mean nothing."""


class SmallDisk:
    """A file system in memory beside PostgreSQL's own data."""

    def __init__(self, database: Server, name: str) -> None:
        self.database, self.folder = database, database.folder / name

    def mount(self) -> None:
        self.folder.mkdir()
        owner = [f"{kind}id={self.database.as_user[name]}" for kind, name in (("u", "user"), ("g", "group"))]
        options = ",".join([f"size={MEGABYTES}m", "mode=0700", *owner])
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder], check=True)

    def unmount(self) -> None:
        subprocess.run(["umount", "-l", self.folder], check=True)
        self.folder.rmdir()

    def fill(self) -> None:
        """Write until nothing more goes in."""
        with suppress(OSError), self._ballast.open("ab", buffering=0) as ballast:
            while ballast.write(PIECE):
                pass

    def make_room(self) -> None:
        self._ballast.unlink(missing_ok=True)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"


class DiskOfTheLog(SmallDisk):
    """Only the table of the log of rounds is moved there and back."""

    def take_the_log(self) -> None:
        self.mount()
        self._ask(f"CREATE TABLESPACE small LOCATION '{self.folder}'")
        self._move("small")

    def give_the_log_back(self) -> None:
        self.make_room()
        self._move("pg_default")
        self._ask("DROP TABLESPACE small")
        self.unmount()

    def _move(self, where: str) -> None:
        """Move the table and all its indexes; who writes waits meanwhile."""
        table = Event._meta.db_table
        indexes = self._ask(f"SELECT indexname FROM pg_indexes WHERE tablename = '{table}'")
        moves = [f"ALTER TABLE {table} SET TABLESPACE {where}"]
        moves += [f"ALTER INDEX {index} SET TABLESPACE {where}" for index in indexes]
        self._ask("; ".join(moves))

    def _ask(self, sql: str) -> list[str]:
        return self.database.asked(sql, "cardinal")


class DiskOfTheWal(SmallDisk):
    """What PostgreSQL writes ahead is moved there: a full one stops it altogether, until it has room and is started."""

    @property
    def _place(self) -> Path:
        return self.database.folder / "data" / "pg_wal"

    def take_the_wal(self) -> None:
        self.database.stop(signal.SIGINT)
        self.mount()
        self._brought(self._place, self.folder)
        shutil.rmtree(self._place)
        self._place.symlink_to(self.folder)
        self.database.start()

    def use_up(self) -> None:
        """Fill the disk, and write ahead until PostgreSQL cannot any more."""
        self.fill()
        with suppress(RuntimeError):
            for _ in range(MEGABYTES // 8 + 1):
                self.database.asked(WRITTEN_AHEAD)
            raise AssertionError("PostgreSQL goes on writing on a full disk")

    def go_on(self) -> None:
        """Make room and start it anew, as a technician would."""
        self.make_room()
        self.database.stop(signal.SIGINT)
        self.database.start()

    def give_the_wal_back(self) -> None:
        self.database.stop(signal.SIGINT)
        self._place.unlink()
        self._place.mkdir()
        self._brought(self.folder, self._place)
        self.unmount()
        self.database.start()

    def _brought(self, there: Path, here: Path) -> None:
        subprocess.run(["cp", "-a", f"{there}/.", here], check=True)
