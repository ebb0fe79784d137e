"""The sessions of a class, and the settings of one whose lobby is open."""

from asgiref.sync import sync_to_async
from django.http import HttpResponse
from django.shortcuts import render

from classroom.access import TeacherRequest, classroom_for, session_for, teacher_form, teacher_page
from classroom.live import navigation
from classroom.sessions import summary
from classroom.sessions.set_up.views import change


@teacher_page
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The sessions of a class, newest first."""
    classroom = classroom_for(request.user, classroom_id)
    context = {"classroom": classroom, "sessions": summary.history(classroom)}
    return render(request, "classroom/sessions/list.html", context)


@teacher_form
async def settings(request: TeacherRequest, session: int) -> HttpResponse:
    """Change how the class plays, before it plays; waiting pages show it."""
    opened = await sync_to_async(session_for)(request.user, session)
    before = (opened.game, opened.options, opened.table_size)
    answer = await sync_to_async(change)(request, opened)
    if before != (opened.game, opened.options, opened.table_size):
        await navigation.tell_settings(opened)
    return answer
