"""The command line of Cardinal: `manage.py` in a checkout, `cardinal` where it is installed."""

import errno
import os
import sys

from django.core.management import execute_from_command_line

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


def main() -> None:
    """Run the command; a disk that takes nothing more is said in a sentence, wherever that shows first."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
    try:
        execute_from_command_line(sys.argv)
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        sys.exit(f"Cardinal cannot write: {error}. Make room on that disk, or name another folder in CARDINAL_DATA.")
