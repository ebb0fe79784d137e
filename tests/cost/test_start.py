"""A guard of the memory with which a server begins: nothing is loaded or kept that nobody has asked for yet."""

import os
import subprocess
import sys
from pathlib import Path

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


def test_a_server_begins_without_what_only_downloads_need_and_without_what_starting_left(tmp_path):
    env = os.environ | {"CARDINAL_DATA": f"{tmp_path}", "DJANGO_SETTINGS_MODULE": "classroom.settings"}
    asked = subprocess.run([sys.executable, "-c", SAY], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert asked.stdout.strip() == "[] None", asked.stderr
