"""A learning platform of the tests' own, with its own keys. These tests run with CARDINAL_LTI=1 (tests/test_lti)."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

collect_ignore_glob = [] if settings.LTI else ["test_*.py", "platform.py"]

if settings.LTI:
    from jwcrypto.jwk import JWK
    from lti_tool.models import Key

    from tests.lti.platform import Platform


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture(scope="session")
def our_key() -> "JWK":
    """Cardinal's key, made once for all tests: it takes a fifth of a second."""
    return JWK.generate(kty="RSA", size=2048)


@pytest.fixture
def platform(ana_teacher, our_key) -> Iterator["Platform"]:
    """Known to Cardinal by its dynamic registration, as an admin of the school has allowed it."""
    Key.objects.create_from_jwk(our_key)
    with Platform() as platform:
        platform.register(admin_of(ana_teacher))
        yield platform


def admin_of(teacher) -> Client:
    teacher.is_school_admin = True
    teacher.save()
    browser = Client()
    browser.force_login(teacher)
    return browser
