"""Command lines as a person types them: `make` and `manage.py` in a checkout, `cardinal` where pip has installed it."""

from django.conf import settings


def command(what: str) -> str:
    return f"manage.py {what}" if settings.IN_A_CHECKOUT else f"cardinal {what}"


def serve(port: int | None = None) -> str:
    if settings.IN_A_CHECKOUT:
        return f"make run PORT={port}" if port else "make run"
    return f"cardinal serve --port {port}" if port else "cardinal serve"


def demo() -> str:
    return "make demo" if settings.IN_A_CHECKOUT else "cardinal demo"
