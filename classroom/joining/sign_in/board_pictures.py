"""Pictures of the room: three on the projector and in the teacher's lobby, which change every 30 seconds.

An address from which many wrong codes come (`throttling.ADDRESS_BUDGET`) may be a whole school. So nobody is sent away
there: whoever comes with a class's code for the first time at this browser also taps these pictures. A wrong code is
asked for them as well and gets the same answer, so that nobody learns which codes there are.

How hard guessing stays. Before, an address had some 420 guesses in ten minutes (300, then one in 5 s) at 4.8e8 codes:
with 400 sessions open a hit in 20 days. Now the 300 are told, and of any number more each has to hit one of 1 320 rows
of pictures, too, of which the one before still holds: 660 times as hard. At 200 guesses a second that is a hit in
4.8e8 / 400 * 660 / 200 seconds: 46 days.
"""

import asyncio
import time
from contextvars import Context
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.translation import gettext as _

from classroom.joining.sign_in import credentials, throttling, tray
from classroom.models import Classroom, ClassSession
from classroom.naming.word_lists import Picture
from classroom.server.http.drawn import page
from classroom.sessions.look_again import look_now

SECONDS = 30
BOARD = credentials.BOARDS[Classroom.SignIn.FEW]
ASKED = "pictures"
"""What throttling remembers of a session whose newcomers have been asked for them."""

MOST_ADDRESSES, MOST_SIGNS = 1000, 200
"""Addresses that are remembered as noisy; signs of a field that are sent on."""

_asked_at: dict[str, float] = {}
"""When somebody at an address was last asked for the pictures, the longest ago first."""
_noting: set[asyncio.Task[None]] = set()


def fits(session: ClassSession, tapped: tuple[str, ...]) -> bool:
    """Return whether these are the pictures of now, or those before them: small fingers take a while."""
    return tapped in (_drawn(session, 0), _drawn(session, 1))


def _drawn(session: ClassSession, before: int) -> tuple[str, ...]:
    """Return the ids of the pictures of this moment, or so many changes before."""
    moment = f"{session.code}:{session.pk}:{timezone.now().timestamp() // SECONDS - before:.0f}"
    number = int(salted_hmac("classroom.room_pictures", moment, algorithm="sha256").hexdigest(), 16)
    return credentials.drawn(number, [picture.id for picture in BOARD.pictures], BOARD.needed)


def shown(session: ClassSession) -> list[Picture]:
    """Return what stands on the projector and in the lobby: nothing, unless a newcomer was asked lately. One query."""
    is_over = session.state == ClassSession.State.ENDED
    return [] if is_over or not throttling.is_noted(ASKED, session.pk) else credentials.pictures(_drawn(session, 0))


def context(session: ClassSession, kind: str) -> dict[str, Any]:
    """Return what a page of this kind ("lobby" or "screen") shows of them. One query."""
    return {"board_pictures": shown(session), "kind": kind}


def html(session: ClassSession, kind: str) -> str:
    return render_to_string("classroom/joining/sign_in/_board_pictures.html", context(session, kind))


def is_noisy(address: str) -> bool:
    """Return whether somebody there was asked for the pictures lately, by this process."""
    return _asked_at.get(address, float("-inf")) > time.monotonic() - throttling.MEMORY.total_seconds()


def ask_for(request: HttpRequest, code: str) -> HttpResponse:
    """Send a browser to the page that asks for the pictures, with what it has tapped so far; whatever its code."""
    _asked_at.pop(address := request.META.get("REMOTE_ADDR", ""), None)
    _asked_at[address] = time.monotonic()
    if len(_asked_at) > MOST_ADDRESSES:
        del _asked_at[next(iter(_asked_at))]  # the one that was silent the longest
    said = {name: request.POST[name][:MOST_SIGNS] for name in tray.FIELDS if name in request.POST}
    return redirect(f"{reverse('join_pictures')}?{urlencode({'code': code} | said)}")


def question(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page that asks for the pictures: the same for whatever code."""
    said = tray.read(request.GET, BOARD)
    error = _("That is not it. Look at the board again.") if said.done else ""
    values = tray.context(BOARD, () if said.done else said.words)
    field = format_html('<input type="hidden" name="code" value="{}">', code)
    return page(
        request,
        "classroom/joining/sign_in/board_pictures.html",
        holes={"field": field, "code": format_html("{}", code)},
        error=error,
        **values,
    )


def show(session: ClassSession) -> None:
    """Show them in the room from now on, in the background: how long it takes tells nobody that the code is right.

    The watch over the session's pages looks at them as at everything else.
    """
    task = asyncio.get_running_loop().create_task(_note(session.pk), context=Context())
    _noting.add(task)
    task.add_done_callback(_noting.discard)


async def _note(session: int) -> None:
    await sync_to_async(throttling.note)(ASKED, session)
    look_now(session)
