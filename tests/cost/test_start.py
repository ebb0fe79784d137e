"""A guard of a server's start: nothing is loaded or kept that nobody has asked for yet, but what all
would make at once."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.urls import reverse

ROOT = Path(__file__).resolve().parents[2]
NEVER_AT_ONCE = "xlsxwriter", "scipy.stats", "scipy.optimize", "scipy.linalg"
"""What only a file needs, and what nothing needs."""
SAY = f"""
import gc, sys, weakref

class Left:
    pass

gc.disable()
left = Left()
left.itself, known = left, weakref.ref(left)
del left
import classroom.asgi
from django.urls import get_resolver
get_resolver().url_patterns
print([name for name in sys.modules if name.startswith({NEVER_AT_ONCE!r})], known())
"""

READ_NOTHING_MORE = """
import classroom.asgi
from django.conf import settings
from django.db import connection
from django.urls import resolvers, reverse
from django.utils import translation

resolvers.normalize = None
for language, _name in settings.LANGUAGES:
    with translation.override(language):
        print(reverse(settings.LOGIN_URL))
"""

CARRY = """
import classroom.asgi
from contextvars import copy_context
print([variable.name for variable in copy_context()])
"""


def said(tmp_path: Path, script: str) -> str:
    env = os.environ | {"CARDINAL_DATA": f"{tmp_path}", "DJANGO_SETTINGS_MODULE": "classroom.settings"}
    command = [sys.executable, "-c", script]
    asked = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    return asked.stdout.strip() or asked.stderr


def test_a_server_begins_without_what_only_downloads_need_and_without_what_starting_left(tmp_path):
    assert said(tmp_path, SAY) == "[] None"


def test_no_thread_of_a_server_reads_the_addresses_of_the_pages_again(tmp_path):
    assert said(tmp_path, READ_NOTHING_MORE).split() == [reverse(settings.LOGIN_URL)] * len(settings.LANGUAGES)


def test_a_server_begins_with_nothing_that_every_step_to_a_thread_would_carry(tmp_path):
    psycopgs = ["decimal_context"] if connection.vendor == "postgresql" else []
    assert said(tmp_path, CARRY) == f"{psycopgs}"
