"""What addresses hold: numbers, codes and tokens that lead on, never a name; a card's code does not stay in one."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

SAY_NOBODY = frozenset({"language", "game", "name", "names", "page", "path", "topic"})
"""Parameters that are words of ours: a language, a game, what is read aloud, a page of the guide, a
static file, a topic of the manual."""
KEYS = frozenset({"code", "card", "token", "key", "uidb36", "data"})


def parameters(patterns: list[URLPattern | URLResolver]) -> dict[str, str]:
    """Return the converters of all parameters of our own addresses."""
    found: dict[str, str] = {}
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                found |= parameters(pattern.url_patterns)
        else:
            found |= {name: type(kind).__name__ for name, kind in pattern.pattern.converters.items()}
    return found


def test_addresses_hold_numbers_and_codes_but_no_name():
    words = {name for name, kind in parameters(get_resolver().url_patterns).items() if kind != "IntConverter"}
    assert words <= SAY_NOBODY | KEYS


@pytest.mark.django_db
def test_a_cards_code_does_not_stay_in_the_address(bea):
    answer = Client().get(reverse("card", args=[bea.card]))
    assert answer.status_code == 302
    assert bea.card not in answer["Location"]
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
