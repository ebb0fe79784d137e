"""The page on which a teacher chooses a character for a child."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from classroom.access import TeacherRequest, student_for, teacher_form
from classroom.rosters import face_page


@teacher_form
def for_student(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    problem = face_page.chosen(request, child)
    if problem is None:
        return redirect("class", child.classroom_id)
    return render(request, "classroom/rosters/student_face.html", face_page.context(request, child, problem))
