"""`manage.py breached LIST…`: write the file of breached passwords anew from lists with one password a line."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from classroom.server import breached


class Command(BaseCommand):
    help = "Write the file of breached passwords anew from lists with one password a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("lists", nargs="+", type=Path)

    def handle(self, *, lists: list[Path], **options: Any) -> None:
        lines = (line for path in lists for line in path.read_text(errors="replace").splitlines())
        packed = breached.pack(lines)
        breached.FILE.write_bytes(packed)
        self.stdout.write(f"{len(packed) // 4} passwords, {len(packed)} bytes")
