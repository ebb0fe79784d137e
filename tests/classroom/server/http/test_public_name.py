"""What changes under a public name (CARDINAL_HOST): asked of a process that has one."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

ASKED = """
import django, json, sys
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
django.setup()
from django.contrib.auth.hashers import make_password
from django.test import Client
browser = Client(headers={"host": "cards.example", "x-forwarded-proto": "https"})
page = browser.get("/join/")
open_line = Client(headers={"host": "cards.example", "x-forwarded-proto": "http"}).get("/join/")
print(json.dumps({
    "hsts": page.headers.get("Strict-Transport-Security", ""),
    "cookies": {name: dict(cookie) for name, cookie in browser.cookies.items()},
    "names": [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME],
    "flags": [settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY, settings.SESSION_COOKIE_SAMESITE],
    "open_line": [open_line.status_code, open_line.headers.get("Location", "")],
    "hash": make_password("nine ate seven"),
}))
"""


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Any:
    env = os.environ | {
        "CARDINAL_HOST": "cards.example",
        "CARDINAL_DATA": f"{tmp_path_factory.mktemp('public')}",
        "DJANGO_SETTINGS_MODULE": "classroom.settings",
    }
    asked = subprocess.run(
        [sys.executable, "-c", ASKED, f"{settings.STATIC_ROOT}"],
        cwd=settings.BASE_DIR,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout)


def test_browsers_keep_to_https_for_a_year(public):
    assert public["hsts"] == f"max-age={365 * 24 * 3600}"
    assert public["open_line"] == [301, "https://cards.example/join/"]


def test_cookies_are_secure_and_bound_to_this_host(public):
    assert [name.startswith("__Host-") for name in public["names"]] == [True] * 3
    assert public["flags"] == [True, True, "Lax"]
    assert public["cookies"]
    assert all(cookie["secure"] and not cookie["domain"] for cookie in public["cookies"].values())


def test_a_password_is_kept_as_argon2id(public):
    """The tests themselves hash cheaply."""
    assert public["hash"].startswith("argon2$argon2id$")
