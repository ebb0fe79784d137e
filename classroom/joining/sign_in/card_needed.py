"""The page shown instead of a card's pages: no card, a replaced card, or a card outside its hours."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from classroom.joining import device
from classroom.joining.device import card_at
from classroom.languages import choice
from classroom.models import Student

TEMPLATE = "classroom/homework/card_needed.html"


def card_needed(request: HttpRequest) -> HttpResponse:
    """Ask for a card; for one already scanned, say when it works again."""
    student = card_at(request)
    return out_of_hours(request, student) or render(request, TEMPLATE, {"lost": False}, status=403)


def card_lost(request: HttpRequest) -> HttpResponse:
    return render(request, TEMPLATE, {"lost": True}, status=404)


def out_of_hours(request: HttpRequest, student: Student | None) -> HttpResponse | None:
    """Return a page in the child's language that says when its card works again; None if it works now."""
    opens = device.opens_at(student) if student else None
    if student is None or opens is None:
        return None
    choice.read_in(student.reads_in)
    context = {"opens": opens, "is_today": opens.date() == timezone.localdate()}
    return render(request, TEMPLATE, context, status=403)
