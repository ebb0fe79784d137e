"""What a teacher does while a session runs: pause, go on, more time, say, move, seat, end a table."""

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from classroom import charge, seating
from classroom.access import TeacherRequest, session_for, student_for, teacher_required
from classroom.charge_forms import MoveForm, SayForm
from classroom.groups import TooFew
from classroom.models import ClassSession


@teacher_required
@require_POST
async def pause(request: TeacherRequest, session: int) -> HttpResponse:
    its = await sync_to_async(session_for)(request.user, session)
    try:
        await charge.pause(its)
    except charge.Over:
        _say_over(request)
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def resume(request: TeacherRequest, session: int) -> HttpResponse:
    its = await sync_to_async(session_for)(request.user, session)
    try:
        await charge.resume(its)
    except charge.Over:
        _say_over(request)
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def more_time(request: TeacherRequest, session: int) -> HttpResponse:
    its = await sync_to_async(session_for)(request.user, session)
    try:
        await charge.more_time(its)
        messages.success(request, _("One minute more."))
    except charge.Over:
        _say_over(request)
    except charge.NoLimit:
        messages.error(request, _("This session has no time limit."))
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def end_table(request: TeacherRequest, session: int) -> HttpResponse:
    """End one table (`table`: its code); the others play on."""
    its = await sync_to_async(session_for)(request.user, session)
    if await charge.end_table(its, request.POST.get("table", "")[:8]):
        messages.success(request, _("The table is ended. Its children play in the next round of another table."))
    else:
        messages.error(request, _("This table is not open any more."))
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def say(request: TeacherRequest, session: int) -> HttpResponse:
    """Show a message of the list at one table, or at all of them."""
    its = await sync_to_async(session_for)(request.user, session)
    form = SayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a message from the list."))
        return redirect("session", its.pk)
    count = await charge.say(its, form.cleaned_data["note"], form.cleaned_data["table"] or None)
    if count:
        told = ngettext(
            "The message is on the screens of %(n)s table.", "The message is on the screens of %(n)s tables.", count
        )
        messages.success(request, told % {"n": count})
    else:
        messages.error(request, _("No open table was found for this message."))
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def move(request: TeacherRequest, session: int) -> HttpResponse:
    """Let a child go to another table; their cards are played on by a computer or go under the pile."""
    its = await sync_to_async(session_for)(request.user, session)
    form = MoveForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a child, a table, and what happens to the cards."))
        return redirect("session", its.pk)
    chosen = form.cleaned_data
    student = await sync_to_async(student_for)(request.user, chosen["student"])
    try:
        await charge.move(its, student, to=chosen["to"], fold=chosen["cards"] == "fold")
        words = _("%(name)s sits at table %(number)s from its next round on.")
        messages.success(request, words % {"name": student.name, "number": chosen["to"]})
    except seating.NotThere as why:
        messages.error(request, why.words)
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def seat_waiting(request: TeacherRequest, session: int) -> HttpResponse:
    """Lay new tables for those who wait, instead of waiting for the next deal of another one."""
    its: ClassSession = await sync_to_async(session_for)(request.user, session)
    try:
        if not await charge.seat_waiting(its):
            messages.error(request, _("Nobody who waits is at a device now, or all tables are paused."))
    except TooFew:
        messages.error(request, _("One child alone cannot start a table. They join another table in its next round."))
    return redirect("session", its.pk)


def _say_over(request: TeacherRequest) -> None:
    messages.error(request, _("This session is over."))
