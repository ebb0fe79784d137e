"""What every page says to the browser about itself: nothing from elsewhere, in no frame, no guessing of types."""

import pytest
from django.test import Client
from django.urls import reverse


@pytest.fixture(params=["home", "account_login", "join", "privacy", "classes", "class_new"])
def answer(request: pytest.FixtureRequest, ana_client: Client, client: Client):
    page = reverse(request.param)
    return ana_client.get(page) if request.param.startswith("class") else client.get(page)


def test_no_page_loads_anything_from_elsewhere(answer):
    rules = dict(rule.strip().split(" ", 1) for rule in answer["Content-Security-Policy"].split(";") if rule.strip())
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert not {"unsafe-inline", "unsafe-eval", "http:", "https:", "*"} & set(" ".join(rules.values()).split())


def test_no_page_is_put_into_a_frame_or_guessed_at_or_named_to_others(answer):
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
