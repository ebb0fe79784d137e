"""The command line of Cardinal: `manage.py` in a checkout, `cardinal` where it is installed."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
    execute_from_command_line(sys.argv)
