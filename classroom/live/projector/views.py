"""The projector's page: safe for all to see, without controls."""

from django.http import HttpResponse
from django.shortcuts import render

from classroom.access import TeacherRequest, session_for, teacher_page
from classroom.languages import choice
from classroom.live.projector.page import join_url, projector_context


@teacher_page
def screen(request: TeacherRequest, session: int) -> HttpResponse:
    class_session = session_for(request.user, session)
    choice.read_in(class_session.classroom.language)
    return render(
        request,
        "classroom/live/projector/page.html",
        projector_context(class_session, join_url(request, class_session)),
    )
