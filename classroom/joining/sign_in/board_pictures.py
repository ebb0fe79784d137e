"""Pictures of the room: three on the projector and in the teacher's lobby, which change every 30 seconds.

An address with many wrong codes (`throttling.ADDRESS_BUDGET`) may be a whole school's. So nobody is refused there;
instead, a browser that comes with a class's code for the first time must also tap these pictures. A wrong code leads to
the same page with the same answers, so that nobody learns which codes exist.

How hard guessing stays. Without the pictures, an address had some 420 guesses in ten minutes (300, then one in 5 s) at
4.8e8 codes: with 400 sessions open a hit in 20 days. With them, 300 are answered, and each of any number more must also
hit one of 1 320 rows of pictures, of which the previous one is still valid: 660 times as hard. At 200 guesses a second
that is a hit in 4.8e8 / 400 * 660 / 200 seconds: 46 days.
"""

import asyncio
import time
from contextvars import Context
from typing import Any, NamedTuple
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.joining.sign_in import credentials, throttling
from classroom.joining.sign_in.credentials import Board
from classroom.models import Classroom, ClassSession
from classroom.naming.word_lists import Picture
from classroom.server.http.drawn import page
from classroom.server.http.hosts import network_of
from classroom.sessions.look_again import look_now

SECONDS = 30
BOARD = credentials.BOARDS[Classroom.SignIn.FEW]
ASKED = "pictures"
"""Key under which throttling notes a session whose newcomers were asked for the pictures."""

MOST_ADDRESSES, MOST_SIGNS = 1000, 200
"""Most addresses remembered as noisy; most characters of a field that are passed on."""

_asked_at: dict[str, float] = {}
"""When the pictures were last asked for at an address, the longest ago first."""
_noting: set[asyncio.Task[None]] = set()

FIELDS = ("picked", "pick", "back", "go")


class Said(NamedTuple):
    """Pictures or words that a child has tapped or typed so far; `done`: it pressed Go."""

    words: tuple[str, ...]
    done: bool


def fits(session: ClassSession, tapped: tuple[str, ...]) -> bool:
    """Return whether these are the present pictures, or the previous ones, since small children need time."""
    return tapped in (_drawn(session, 0), _drawn(session, 1))


def _drawn(session: ClassSession, before: int) -> tuple[str, ...]:
    """Return the ids of the present pictures, or those of `before` changes ago."""
    moment = f"{session.code}:{session.pk}:{timezone.now().timestamp() // SECONDS - before:.0f}"
    number = int(salted_hmac("classroom.room_pictures", moment, algorithm="sha256").hexdigest(), 16)
    return credentials.drawn(number, [picture.id for picture in BOARD.pictures], BOARD.needed)


def shown(session: ClassSession) -> list[Picture]:
    """Return the pictures on the projector and in the lobby: none unless a newcomer was asked recently. One query."""
    is_over = session.state == ClassSession.State.ENDED
    return [] if is_over or not throttling.is_noted(ASKED, session.pk) else credentials.pictures(_drawn(session, 0))


def context(session: ClassSession, kind: str) -> dict[str, Any]:
    """Return the context for a page of this kind ("lobby" or "screen"). One query."""
    return {"board_pictures": shown(session), "kind": kind}


def html(session: ClassSession, kind: str) -> str:
    return render_to_string("classroom/joining/sign_in/_board_pictures.html", context(session, kind))


def is_noisy(address: str) -> bool:
    """Return whether this process asked for the pictures at this address recently."""
    return (
        bool(_asked_at)
        and _asked_at.get(network_of(address), float("-inf")) > time.monotonic() - throttling.MEMORY.total_seconds()
    )


def ask_for(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect a browser to the page that asks for the pictures, with its taps so far, for any code."""
    _asked_at.pop(address := network_of(request.META.get("REMOTE_ADDR", "")), None)
    _asked_at[address] = time.monotonic()
    if len(_asked_at) > MOST_ADDRESSES:
        del _asked_at[next(iter(_asked_at))]  # the one silent for longest
    said = {name: request.POST[name][:MOST_SIGNS] for name in FIELDS if name in request.POST}
    return redirect(f"{reverse('join_pictures')}?{urlencode({'code': code} | said)}")


def question(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page that asks for the pictures, the same for any code."""
    said = read_tray(request.GET, BOARD)
    error = _("That is not it. Look at the board again.") if said.done else ""
    values = tray_context(BOARD, () if said.done else said.words)
    field = format_html('<input type="hidden" name="code" value="{}">', code)
    return page(
        request,
        "classroom/joining/sign_in/board_pictures.html",
        holes={"field": field, "code": format_html("{}", code)},
        error=error,
        **values,
    )


def show(session: ClassSession) -> None:
    """Show the pictures in the room from now on, as a background task, so that the response time does not reveal that
    the code is right.

    The watch over the session's pages checks them like everything else.
    """
    task = asyncio.get_running_loop().create_task(_note(session.pk), context=Context())
    _noting.add(task)
    task.add_done_callback(_noting.discard)


async def _note(session: int) -> None:
    await sync_to_async(throttling.note)(ASKED, session)
    look_now(session)


def read_tray(posted: QueryDict, board: Board) -> Said:
    """Read the form: pictures of this board, each once, at most the length of a secret. Without scripts, every tap on a
    picture posts it with all earlier ones."""
    known = {picture.id for picture in board.pictures}
    picked = f"{posted.get('picked', '')},{posted.get('pick', '')}".split(",")
    tapped = tuple(dict.fromkeys(picture for picture in picked if picture in known))[: board.needed]
    return Said(tapped[:-1] if "back" in posted else tapped, "go" in posted)


def tray_context(board: Board, tapped: tuple[str, ...]) -> dict[str, Any]:
    """Return the pictures, and the slots for the tapped ones."""
    slots: list[Picture | None] = [*credentials.pictures(tapped)]
    slots += [None] * (board.needed - len(slots))
    count = ngettext("%(n)s picture", "%(n)s pictures", board.needed) % {"n": board.needed}
    full = len(tapped) == board.needed
    return {"board": board, "slots": tuple(slots), "tapped": tapped, "full": full, "how_many": count}
