"""`python -m tests.faults.deaf COMMAND …`: manage.py in a process that is told nothing of what other workers do.

A planted fault: the check has to find it.
"""

import sys

import django
from django.core.management import execute_from_command_line


async def hears_nothing(told: object) -> None: ...


if __name__ == "__main__":
    django.setup()
    from game.live import elsewhere  # noqa: PLC0415 -- needs Django

    elsewhere.heard = hears_nothing
    execute_from_command_line(["manage.py", *sys.argv[1:]])
