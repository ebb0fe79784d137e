"""Views of the teacher's controls in a running session: pause, go on, more time, message, move, seat, end a table."""

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom import persons
from classroom.access import TeacherRequest, student_for
from classroom.forms.people import posted_number
from classroom.live import controls
from classroom.live.buttons import session_button
from classroom.models import ClassSession, Student
from classroom.sessions import accommodations, seating
from classroom.sessions.forms import SayForm, TableMoveForm
from classroom.sessions.games.contract import HINTS
from classroom.sessions.seating.grouping import TooFew
from game import catalogue


@session_button
async def pause(request: TeacherRequest, session: ClassSession) -> None:
    """*Eyes up!*; with `timer` (seconds) the projector counts down, also if the session is paused already."""
    await controls.pause(session, posted_number(request.POST.get("timer")))


@session_button
async def resume(request: TeacherRequest, session: ClassSession) -> None:
    await controls.resume(session)


@session_button
async def more_time(request: TeacherRequest, session: ClassSession) -> None:
    try:
        await controls.more_time(session, posted_number(request.POST.get("ends_at")) or None)
        messages.success(request, _("One minute more."))
    except controls.NoLimit:
        messages.error(request, _("This session has no time limit."))


@session_button
async def end_table(request: TeacherRequest, session: ClassSession) -> None:
    """End one table (`table`: its code); the others play on."""
    if await controls.end_table(session, request.POST.get("table", "")[:8]):
        messages.success(request, _("The table is ended. Its children play in the next round of another table."))
    else:
        messages.error(request, _("This table is not open any more."))


@session_button
async def say(request: TeacherRequest, session: ClassSession) -> None:
    """Show a message from the list at one table, or at all of them."""
    form = SayForm(request.POST, messages=catalogue.of(session.game).messages_for(session.options))
    if not form.is_valid():
        messages.error(request, _("Choose a message from the list."))
    elif count := await controls.say(session, form.cleaned_data["note"], form.cleaned_data["table"] or None):
        told = ngettext(
            "The message is on the screens of %(n)s table.", "The message is on the screens of %(n)s tables.", count
        )
        messages.success(request, told % {"n": count})
    else:
        messages.error(request, _("No open table was found for this message."))


@session_button
async def move(request: TeacherRequest, session: ClassSession) -> None:
    """Move a child to another table; a computer plays their cards on, or nobody."""
    form = TableMoveForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a child, a table, and what happens to the cards."))
        return
    chosen = form.cleaned_data
    student = await sync_to_async(student_for)(request.user, chosen["student"])
    try:
        await controls.move(session, student, to=chosen["to"], fold=chosen["cards"] == "fold")
        words = _("%(name)s sits at table %(number)s from its next round on.")
        messages.success(request, words % {"name": student.name, "number": chosen["to"]})
    except seating.NotThere as why:
        messages.error(request, why.words)


@session_button
async def seat_waiting(request: TeacherRequest, session: ClassSession) -> None:
    """Create tables for the waiting children, so that they need not wait for the next deal of another table."""
    try:
        if not await controls.seat_waiting(session):
            messages.error(request, _("Nobody who waits is at a device now, or all tables are paused."))
    except TooFew:
        messages.error(request, _("One child alone cannot start a table. They join another table in its next round."))


@session_button
async def go(request: TeacherRequest, session: ClassSession) -> None:
    """GO for one table (`table`: its code) or for all waiting ones."""
    if session.paused_at:
        messages.error(request, _("All tables are paused. Go on first."))
    else:
        await controls.go(session, request.POST.get("table"))


@session_button
async def own(request: TeacherRequest, session: ClassSession, child: Student) -> None:
    """Turn a child's own hints on (`hints`: on) or off from the next deal on, invisibly to others."""
    wanted = request.POST.get("hints") == "on"
    needs = {name: value for name, value in child.needs.items() if name != HINTS}
    await sync_to_async(persons.keep)(child, needs=needs | ({HINTS: True} if wanted else {}))
    await sync_to_async(accommodations.follow)(child)
    words = _("%(name)s has hints from the next round on.") if wanted else _("%(name)s has hints like everybody.")
    messages.success(request, words % {"name": child.name})


@session_button
async def more_for(request: TeacherRequest, session: ClassSession, child: Student) -> None:
    """Give a child more time for its turn, if turns have a clock."""
    if await controls.more_time_for(session, child):
        messages.success(request, _("%(name)s has more time.") % {"name": child.name})
    else:
        messages.error(request, _("There is more time only in one's own turn. Press again then."))


@session_button
async def rest(request: TeacherRequest, session: ClassSession, child: Student) -> None:
    """Give a child a break, until it says that it is back."""
    await controls.rest(session, child)
    messages.success(request, _("%(name)s has a break. The seat is kept.") % {"name": child.name})
