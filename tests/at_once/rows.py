"""What a row of the law is: a limit, how it is laid out, one shot at it, and how many of all shots may pass."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.validators import validate_email
from django.test import Client
from django.test.client import ClientHandler

from classroom.models import Teacher

PASSWORD = "seven ate nine"

Facts = dict[str, Any]
"""What `lay` says to `shoot`, which may run in another process: nothing that JSON cannot hold."""
SHOTS = 200
_handler = ClientHandler(enforce_csrf_checks=False)
"""One for all browsers: each of its own would make every middleware anew."""


class Row(NamedTuple):
    """`shoot` gets the number of its shot and says whether it passed; `guards` are places of the code (places.py).

    Where every shot is told the same, `left` counts what they have left behind instead. Where it is not exact, fewer
    may pass: allauth refuses who waits for a counter longer than a second.
    """

    lay: Callable[[], Facts]
    shoot: Callable[[Facts, int], bool]
    may: int
    guards: tuple[str, ...]
    left: Callable[[Facts], int] | None
    is_exact: bool


ROWS: dict[str, Row] = {}


def row(
    name: str,
    *,
    may: int,
    guards: str,
    lay: Callable[[], Facts],
    left: Callable[[Facts], int] | None = None,
    is_exact: bool = True,
) -> Callable[[Any], Any]:
    """Register the decorated function as the shot of a row. `guards` is a list with spaces between."""

    def register(shoot: Callable[[Facts, int], bool]) -> Callable[[Facts, int], bool]:
        assert name not in ROWS
        ROWS[name] = Row(lay, shoot, may, tuple(guards.split()), left, is_exact)
        return shoot

    return register


class Browser(Client):
    """Django's, which does not note what is drawn: each of two hundred would note what all of them draw."""

    def request(self, **request: Any) -> Any:
        asked: Any = super(Client, self).request(**request)
        response: Any = self.handler(asked.environ)
        self.cookies.update(response.cookies)
        return response


def browser(shot: int, **headers: Any) -> Client:
    """A browser of its own, at one of twenty addresses."""
    client = Browser(**{"REMOTE_ADDR": f"10.20.30.{shot % 20 + 1}", **headers})
    client.handler = _handler
    return client


def teacher(name: str = "ana") -> Teacher:
    return Teacher.objects.create_user(f"{name}@school.example", PASSWORD, name=name.title())


def load() -> None:
    """Make what is made when it is first asked for, before two hundred threads ask and each of them makes it: the
    middlewares, and what an e-mail address looks like."""
    _handler.load_middleware()
    validate_email("ana@school.example")
