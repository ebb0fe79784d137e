"""`manage.py new_secret`: another secret key of the box, where somebody may have seen the old one."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from classroom.server.database import data_folder
from classroom.teachers import new_secret


class Command(BaseCommand):
    help = "Change the box's secret key. The server has to be stopped; everybody signs in anew after it."

    def handle(self, *args: Any, **options: Any) -> None:
        with data_folder.held(settings.DATA, "changing the secret key"):
            count = new_secret.rotate()
        self.stdout.write(f"The key is new. Second factors encrypted anew: {count}")
        self.stdout.write("Everybody signs in anew. Print the children's cards again where they have given secrets.")
