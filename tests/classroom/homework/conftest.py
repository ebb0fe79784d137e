"""A child at home, for the tests of practice and homework."""

import pytest
from django.test import Client
from django.urls import reverse

from classroom.models import Student


@pytest.fixture
def bea_at_home(bea: Student) -> Client:
    """A browser at home in which Bea's card was scanned."""
    browser = Client()
    browser.get(reverse("card", args=[bea.card]))
    return browser
