"""`manage.py deploy nginx|caddy|apache|systemd|compose`: print a configuration file for a program around Cardinal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from classroom.server.deployment import config_files


class Command(BaseCommand):
    help = "Print a tested file for a proxy, for systemd or for containers, made from the settings."
    requires_system_checks: list[str] = []
    """Skipped, because only settings are needed, and the checks load every page and all measures."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=config_files.FILES)
        parser.add_argument("--port", type=int, default=8000, help="where Cardinal listens (8000)")
        parser.add_argument("--public-port", type=int, default=config_files.HTTPS, help="where the proxy listens (443)")
        parser.add_argument("--certificate", default="/etc/ssl/cardinal/certificate.pem")
        parser.add_argument("--key", default="/etc/ssl/cardinal/key.pem")
        parser.add_argument("--user", default="cardinal", help="who runs the service (cardinal)")
        parser.add_argument("--environment-file", help="where the service reads its settings, in place of those of now")

    def handle(self, *args: Any, what: str, **options: Any) -> None:
        wanted = {
            name: options[name] for name in ("port", "public_port", "certificate", "key", "user", "environment_file")
        }
        try:
            self.stdout.write(config_files.text(what, **wanted), ending="")
        except config_files.DeploymentError as error:
            raise CommandError(str(error)) from None
