"""Access control of teachers: who is signed in, and which class, class session or student they may see.

An object that a teacher may not see answers 404, as if it did not exist, so that nothing is revealed. `tests/doors`
holds the table of every URL and who may open it.

Teachers sign in with django.contrib.auth. Views for them carry `@teacher_page`, `@teacher_form` or `@teacher_act`,
those for the school's admins `@admin_page` and so on; these decorators also set the allowed methods, and the view then
uses `request.user`.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from classroom import sign_ins, typed
from classroom.languages import choice
from classroom.models import Classroom, ClassSession, Student, Teacher, owned_by

FORM = ["GET", "HEAD", "POST"]
"""Allowed methods of a page with a form that is posted to it."""


class TeacherRequest(HttpRequest):
    """Request of a view behind `teacher_required`.

    A view whose act is recorded in the audit log sets `done` once it has done it, since a redirect may also mean a
    refusal: the numbers of the objects concerned that are not in the URL.
    """

    user: Teacher
    htmx: HtmxDetails
    done: Mapping[str, int | str]


def classroom_for(teacher: Teacher, pk: int) -> Classroom:
    return get_object_or_404(Classroom, teachers=teacher, pk=pk)


def current_classroom_for(teacher: Teacher, pk: int) -> Classroom:
    """Return a class that is not archived; only such a class can be changed."""
    return get_object_or_404(Classroom, teachers=teacher, archived_at=None, pk=pk)


def own_classroom_for(teacher: Teacher, pk: int) -> Classroom:
    """Return a class that the teacher owns; only owners rename, archive, remove it, and choose its teachers."""
    return get_object_or_404(Classroom, owned_by(teacher), pk=pk)


def removed_classroom_for(teacher: Teacher, pk: int) -> Classroom:
    removed = Classroom.everything.filter(removed_at__isnull=False)
    return get_object_or_404(removed, owned_by(teacher), pk=pk)


def session_for(teacher: Teacher, pk: int) -> ClassSession:
    present = ClassSession.objects.select_related("classroom").filter(classroom__removed_at=None)
    return get_object_or_404(present, classroom__teachers=teacher, pk=pk)


def student_for(teacher: Teacher, pk: int) -> Student:
    return get_object_or_404(Student.objects.select_related("classroom"), classroom__teachers=teacher, pk=pk)


def removed_student_for(teacher: Teacher, pk: int) -> Student:
    """Return a child who was removed from the list and is not forgotten yet."""
    removed = Student.everybody.select_related("classroom").filter(
        removed_at__isnull=False, classroom__removed_at=None, merged_into=None
    )
    return get_object_or_404(removed, classroom__teachers=teacher, pk=pk)


def forgettable_student_for(teacher: Teacher, pk: int) -> Student:
    """Return a removed child of a class that the teacher owns: forgetting cannot be undone."""
    child = removed_student_for(teacher, pk)
    own_classroom_for(teacher, child.classroom_id)
    return child


def last_year_of(teacher: Teacher, student: Student) -> Student | None:
    """Return the same child in last year's class, if the teacher taught that class, too."""
    if student.previous_id is None:
        return None
    before = Student.objects.select_related("classroom")
    return before.filter(pk=student.previous_id, classroom__teachers=teacher).first()


def teacher_required(view: Callable[..., Any]) -> Callable[..., Any]:
    """Redirect visitors who are not signed in to the sign-in page; draw the page for teachers in their language,
    uncached.

    Works for sync and async views; an async view finds `request.user` already loaded.
    """
    if iscoroutinefunction(view):

        @wraps(view)
        async def asynchronous(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.user = await request.auser()
            if not request.user.is_authenticated:
                return _to_sign_in(request, request.get_full_path())
            choice.read_in(request.user.language)
            if sign_ins.is_due(request):
                await sync_to_async(sign_ins.see)(request)
            return _private(await cast(Awaitable[HttpResponse], view(request, *args, **kwargs)))

        return asynchronous

    @wraps(view)
    def synchronous(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return _to_sign_in(request, typed.keep(request))
        choice.read_in(request.user.language)
        sign_ins.see(request)
        return _private(typed.answer_once(request, lambda: view(request, *args, **kwargs)))

    return synchronous


def in_own_language(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Draw a page that needs no account in the language of the signed-in teacher, if there is one."""

    @wraps(view)
    def drawn(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        choice.read_in(getattr(request.user, "language", ""))
        return view(request, *args, **kwargs)

    return drawn


def open_page(view: Callable[..., HttpResponseBase]) -> Callable[..., Any]:
    """Decorate a page that anybody may read."""
    return require_safe(in_own_language(view))


def teacher_page(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a read-only page for teachers."""
    return require_safe(teacher_required(view))


def teacher_form(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a page for teachers with a form that is posted to it."""
    return require_http_methods(FORM)(teacher_required(view))


def teacher_act(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate an act of a teacher, POST only."""
    return require_POST(teacher_required(view))


def _for_admins(view: Callable[..., HttpResponseBase]) -> Callable[..., Any]:
    """Do as `teacher_required`, and answer 404 to everybody but the school's admins."""

    @wraps(view)
    def of_admins(request: TeacherRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_school_admin:
            raise Http404
        return view(request, *args, **kwargs)

    return teacher_required(of_admins)


def admin_page(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a read-only page for the school's admins."""
    return require_safe(_for_admins(view))


def admin_form(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a page for the school's admins with a form that is posted to it."""
    return require_http_methods(FORM)(_for_admins(view))


def admin_act(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate an act of the school's admins, POST only."""
    return require_POST(_for_admins(view))


def _to_sign_in(request: HttpRequest, then: str) -> HttpResponse:
    """Redirect to the sign-in page; an htmx request gets a redirect of the whole page, else the form would appear in a
    fragment."""
    htmx = cast(TeacherRequest, request).htmx
    if htmx:
        return HttpResponseClientRedirect(redirect_to_login(htmx.current_url_abs_path or "/").url)
    return redirect_to_login(then)


def _private(response: HttpResponse) -> HttpResponse:
    """Forbid caching, so that the back button shows nothing after signing out (ASVS 14.3.2)."""
    add_never_cache_headers(response)
    return response
