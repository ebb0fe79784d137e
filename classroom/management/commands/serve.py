"""`make run`: bring the database up to date, print where Cardinal can be reached, serve it."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from classroom import upkeep
from classroom.management.commands import new_secret
from classroom.models import Classroom, Student, Teacher, keep_in_order
from classroom.server import secret_key
from classroom.server.database import checks, data_folder, failures, storage
from classroom.server.database.alone import alone
from classroom.server.deployment import serving, typed
from classroom.server.http import static_files
from classroom.server.http.hosts import own_addresses
from classroom.server.recovery import backups, forgotten, numbers, restoring
from game import postgresql


class Command(BaseCommand):
    help = "Serve Cardinal to this computer and to the room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0")
        parser.add_argument(
            "--demo", action="store_true", help="give every visitor a demo class for an hour, and take nothing in"
        )

    def handle(self, *args: Any, port: int, host: str, demo: bool, **options: Any) -> None:
        settings.DEMO = settings.DEMO or demo
        serving.give_memory_back()
        address, several = f"http://localhost:{port}/", settings.WORKERS > 1
        with data_folder.held(settings.DATA, address, several=several), serving.bound(host, port) as here:
            data_folder.keep_private(settings.DATA)
            self._finish_restoring()
            self._check_database()
            self._prepare_or_refuse()
            serving.run("classroom.asgi:application", here, self._told_where(port))

    def _finish_restoring(self) -> None:
        try:
            restoring.finish(upkeep.bring_up)
        except restoring.RestoreError as error:
            raise CommandError(f"A backup is being restored, which could not be finished. {error}") from None

    def _prepare_or_refuse(self) -> None:
        """Bring everything up to date; a full disk, or a database that refuses writes, ends with a sentence."""
        try:
            with alone():
                self._prepare()
        except (OSError, DatabaseError) as error:
            if isinstance(error, DatabaseError) and not failures.is_refusal(error):
                raise
            raise CommandError(
                f"Cardinal cannot get ready: {error}. {storage.free_mb()} MB of the disk of {settings.DATA} are free; "
                f"what else may be wrong says: {typed.command('doctor')}"
            ) from None

    def _prepare(self) -> None:
        """Bring database and files up to date; one worker at a time."""
        data_folder.refuse_newer_database()
        self._refuse_what_does_not_belong()
        self._save_before_upgrade()
        call_command("migrate", interactive=False, verbosity=0)
        numbers.skip(forgotten.read(settings.DATA))
        if settings.WORKERS > 1:
            call_command("createcachetable", verbosity=0)
        self._finish_new_secret()
        for rows in (Classroom.everything, Student.everybody):
            keep_in_order(rows)
        static_files.collect()
        self._check_file()
        self._check_schema()
        upkeep.tidy()

    def _finish_new_secret(self) -> None:
        """Use the key of the folder from now on, since it may just have been put in place here, or by another worker of
        this start."""
        new_secret.finish()
        settings.SECRET_KEY = secret_key.read(settings.DATA)

    def _check_database(self) -> None:
        """Refuse a database that does not answer, that confirms commits before they are on disk, or that allows one
        worker only."""
        if connection.vendor == "postgresql":
            self._ask_database()
        if connection.vendor == "postgresql" or settings.WORKERS > 1:
            try:
                self.check(tags=[Tags.database], databases=["default"])
            except OperationalError:
                self._ask_database()
                raise

    def _ask_database(self) -> None:
        """Refuse a database that does not answer, over a connection of its own, because the pool tries for 10 s and
        logs a warning for every attempt."""
        if why := postgresql.fault():
            raise CommandError(
                f"The database of CARDINAL_DATABASE does not answer: {why}. Start PostgreSQL, or correct the address."
            )

    def _refuse_what_does_not_belong(self) -> None:
        """Refuse to begin an empty school where there was one, or to use a key that does not fit the database: one that
        this process has made, if the database was in use before. Another worker of the same start is not."""
        applied = MigrationRecorder(connection).applied_migrations()
        made = secret_key.made.get(settings.DATA, 0)
        if not applied:
            fault, cure = backups.without_database()
            if fault:
                raise CommandError(f"Cardinal does not start: {fault}. {cure}")
        elif connection.vendor == "postgresql" and min(step.applied.timestamp() for step in applied.values()) < made:
            (settings.DATA / secret_key.FILE).unlink()
            raise CommandError(
                f"The database is in use, and {settings.DATA} has no secret key: copy the file secret_key of the box "
                "that has used it, or restore a backup."
            )

    def _save_before_upgrade(self) -> None:
        """Make a backup before the database is changed; refuse to go on without it."""
        try:
            backups.before_upgrade()
        except backups.BackupError as error:
            raise CommandError(f"{error} Cardinal does not upgrade the database without one.") from None

    def _check_file(self) -> None:
        """Refuse a damaged SQLite file: no lesson is better than a lost one."""
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                verdict = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise CommandError(data_folder.damaged(verdict))
        connection.close()

    def _check_schema(self) -> None:
        """Refuse a database without all the tables and columns that are needed: it would fail in the middle of a
        lesson."""
        if missing := checks.lacking():
            raise CommandError(
                f"The database {settings.DATABASES['default']['NAME']} lacks {', '.join(missing)}. It was made by "
                "another version of Cardinal. Restore a backup, or begin with an empty folder (CARDINAL_DATA)."
            )
        connection.close()

    def _told_where(self, port: int) -> Callable[[], None]:
        """Query the database now, and return a function that prints the words once the server answers."""
        lines = ["Cardinal is running.", *_addresses(port)]
        if not (settings.DEMO or Teacher.objects.of_school().exists()):
            lines.append(f"  First time here? Open it and make the first teacher account, or run: {typed.demo()}")
        stop = "Stop with Ctrl+C. " if self.stdout.isatty() else ""
        lines.append(f"  {stop}Everything played is kept in {settings.DATA}")
        connection.close()
        return lambda: self.stdout.write("\n".join(lines))


def _addresses(port: int) -> list[str]:
    """Return the addresses at which the server answers; with a public name, that one only."""
    if settings.PUBLIC_HOST:
        proxy = f"  A proxy on this computer passes on what comes there to http://127.0.0.1:{port}"
        proxy += f" ({typed.command('deploy nginx')})"
        return [f"  Public:            https://{settings.PUBLIC_HOST}/", proxy]
    others = [f"  In the room:       http://{address}:{port}/" for address in own_addresses()]
    return [f"  On this computer:  http://localhost:{port}/", *others]
