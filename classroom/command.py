"""The command line of Cardinal: `manage.py` in a checkout, `cardinal` where it is installed."""

import gc
import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection

from classroom import __version__
from classroom.server.database import data_folder, failures
from classroom.server.deployment import typed
from game import postgresql


def main() -> None:
    """Run the command; a full disk or an unreachable database ends it with a sentence, wherever the error is raised."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"Cardinal {__version__}\n")
        return
    # A command keeps all that it loads: collecting garbage meanwhile would take a fifth of the start.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
    try:
        execute_from_command_line(sys.argv)
    except OSError as error:
        if error.errno not in failures.NO_SPACE:
            raise
        sys.exit(f"Cardinal cannot write: {error}. Make room on that disk, or name another folder in CARDINAL_DATA.")
    except DatabaseError as error:
        if failures.is_damage(error):
            sys.exit(data_folder.damaged(error))
        if not failures.is_refusal(error):
            raise
        why = connection.vendor == "postgresql" and postgresql.fault()
        sys.exit(f"The database does not answer: {why or error}. More is said by: {typed.command('doctor')}")
