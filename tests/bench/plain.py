"""`manage.py` whose pages are served by Django's own ASGI handler: what ours is compared with."""

import sys

import django
from django.core.handlers.asgi import ASGIHandler
from django.core.management import execute_from_command_line

django.setup()

from classroom.server.http import pages  # noqa: E402 -- models need django.setup()

if __name__ == "__main__":
    pages.Pages = lambda _is_strangers: ASGIHandler()  # type: ignore[misc, assignment]
    execute_from_command_line(sys.argv)
