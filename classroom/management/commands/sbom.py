"""`manage.py sbom`: what runs here besides our own code, as CycloneDX JSON; --licences as a list to read."""

import json
from argparse import ArgumentParser
from importlib import metadata
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from packaging.requirements import Requirement

from classroom import __version__
from classroom.server.deployment import sbom


class Command(BaseCommand):
    help = "Print the bill of materials: every package that runs here, its version and licence, as CycloneDX JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--licences", action="store_true", help="a list to read: package, version, licence")

    def handle(self, *args: Any, licences: bool, **options: Any) -> None:
        found = sbom.libraries(tuple(Requirement(line).name for line in _required()))
        if licences:
            self.stdout.write("\n".join(f"{row.name:24} {row.version:12} {row.licence}" for row in found))
            return
        self.stdout.write(json.dumps(sbom.bill(found, __version__, timezone.now()), indent=2))


def _required() -> list[str]:
    """Return our requirements: from the list in a checkout, else as they were installed with us."""
    path = Path(settings.BASE_DIR, "requirements.txt")
    if path.exists():
        lines = path.read_text().splitlines()
        return [line.removesuffix(" \\") for line in lines if line and not line.startswith(("#", " "))]
    return [line for line in metadata.requires("cardinal") or [] if "extra ==" not in line]
