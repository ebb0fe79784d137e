"""Typed names: in a class that hides its list of names from everybody who has only the code, children type their own.

A correctly typed name is stored in the browser's session: the pages behind it (secret, "ask my teacher") address a
child by its id and show its name, so a stranger could otherwise count through the ids and read the names.
"""

from collections.abc import Callable, Iterable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from classroom.joining.admission import Refusal, locked_out, wait_words
from classroom.joining.device import TYPED, WAS, shared_at
from classroom.joining.sign_in import throttling
from classroom.joining.visitor import VisitorRequest
from classroom.models import ClassSession, Student
from classroom.naming import collation, names


def matches(typed: str, listed: Iterable[str]) -> list[str]:
    """Return the names that the typed one may mean, by the strictest rule that matches any: none, one, or several."""
    candidates = list(listed)
    fitting = ([name for name in candidates if fits(typed, name)] for fits in _RULES)
    return next((found for found in fitting if found), [])


def is_empty(typed: str) -> bool:
    """Return whether the text has nothing that could be part of a name."""
    return not collation.plain(typed)


def _is_same(typed: str, name: str) -> bool:
    return names.key(typed) == names.key(name)


def _is_spelled_alike(typed: str, name: str) -> bool:
    return collation.plain(typed) == collation.plain(name)


def _has_same_initials(typed: str, name: str) -> bool:
    """Return whether both have the same first word and a rest, and one of the rests begins the other."""
    return all(_parts(either)[1] for either in (typed, name)) and _begins_alike(typed, name)


def _begins_alike(typed: str, name: str) -> bool:
    """Return whether the first words are equal, and one of the rests, which may be empty, begins the other."""
    return any(
        first == listed_first and (rest.startswith(listed_rest) or listed_rest.startswith(rest))
        for first, rest in map(_parts, _spellings(typed))
        for listed_first, listed_rest in map(_parts, _spellings(name))
    )


def _spellings(name: str) -> set[str]:
    """Return the name with its hyphens, and with spaces instead."""
    return {name, name.replace("-", " ")}


def _parts(name: str) -> tuple[str, str]:
    first, _space, rest = names.tidy(name).partition(" ")
    return collation.plain(first), collation.plain(rest)


_RULES: tuple[Callable[[str, str], bool], ...] = (_is_same, _is_spelled_alike, _has_same_initials, _begins_alike)


def knows(request: VisitorRequest, session: ClassSession, student: int) -> bool:
    """Return whether this browser may see the child's name by its id: if names are typed, only one that it has typed or
    was in under."""
    if not session.classroom.typed_names:
        return True
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    return [session.code, student] in (request.session.get(TYPED), request.session.get(WAS))


def typed(request: VisitorRequest, session: ClassSession) -> Student | HttpResponse:
    """Return the student with the typed name, or the page that asks again."""
    said = _judged(request, session)
    if isinstance(said, Refusal):
        return page(request, session, said)
    request.session[TYPED] = [session.code, said.pk]
    return said


def _judged(request: VisitorRequest, session: ClassSession) -> Student | Refusal:
    """Find the child. An unknown name counts as a failure of the browser and the class, like a wrong secret."""
    typed = names.tidy(request.POST.get("name", "")[:200])
    if is_empty(typed):
        return Refusal(422, _("Type your name."))
    children = {child.name: child for child in Student.objects.filter(classroom=session.classroom_id)}
    found = matches(typed, children)
    if seconds := throttling.settle(bool(found), *throttling.at_name(request, session.classroom)).seconds:
        return Refusal(429, wait_words(seconds))
    if not found:
        return Refusal(403, _("Nobody in this class has that name. Try again, or ask your teacher."))
    if len(found) > 1:
        return Refusal(422, _("More than one child has that name. Type the first letter of your last name, too."))
    return children[found[0]]


def page(
    request: VisitorRequest, session: ClassSession, problem: Refusal | None = None, taken: int = 0
) -> HttpResponse:
    """The form for the name, which reveals nothing about who is in the class."""
    if session.locked and not session.attendances.exists():
        return locked_out(request, session)
    context = {"session": session, "name": request.POST.get("name", "")[:200], "taken": taken}
    context |= {"error": problem.words if problem else "", "shared": shared_at(request)}
    return render(
        request, "classroom/joining/sign_in/type_name.html", context, status=problem.status if problem else 200
    )
