"""Guides to read. Public: a technician has no account, and they say nothing about anybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def technician(request: HttpRequest) -> HttpResponse:
    """How to run Cardinal. English only: every command in it is run or parsed by tests/serve/test_guide.py."""
    return render(request, "classroom/help/technician.html")
