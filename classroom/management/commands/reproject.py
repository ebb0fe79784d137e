"""`manage.py reproject`: project every finished round from its log again, after the projection has changed."""

from typing import Any

from django.core.management.base import BaseCommand

from game.projection import project


class Command(BaseCommand):
    help = "Read every finished round out of its log again: its attempts and its answer sheets."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{project.reproject()} rounds read again.")
