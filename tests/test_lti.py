"""Learning platforms are off unless they are asked for; their own tests run where they are on."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import NoReverseMatch, reverse

ROOT = Path(__file__).resolve().parent.parent
LOADED = "lti_tool", "pylti1p3", "jwcrypto", "jwt", "requests", "classroom.lti"
SAY = """
import sys, django
django.setup()
from django.urls import get_resolver
get_resolver().url_patterns
print([name for name in sys.modules if name.startswith({loaded!r})])
"""


def run(*command: str, data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"CARDINAL_DATA": f"{data}", "DJANGO_SETTINGS_MODULE": "classroom.settings", **more}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=1200, check=False)


def test_nothing_of_it_is_loaded_where_it_is_off(tmp_path):
    asked = run(sys.executable, "-c", SAY.format(loaded=LOADED), data=tmp_path, CARDINAL_LTI="")
    assert asked.stdout.strip() == "[]", asked.stderr
    on = run(sys.executable, "-c", SAY.format(loaded=LOADED), data=tmp_path, CARDINAL_LTI="1")
    assert "lti_tool.models" in on.stdout


def test_there_is_no_address_of_it_where_it_is_off(client, db):
    assert not settings.LTI
    assert client.get("/lti/launch/").status_code == 404
    with pytest.raises(NoReverseMatch):
        reverse("lti_launch")


@pytest.mark.long
@pytest.mark.sqlite
def test_where_it_is_on_a_platform_of_the_tests_own_sends_teachers_and_children(tmp_path):
    """All of tests/lti, in a process of its own, because an app that is installed stays so. It has what this process
    has collected and migrated."""
    (tmp_path / "static").symlink_to(settings.STATIC_ROOT.resolve())
    tests = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/lti",
                data=tmp_path, CARDINAL_LTI="1")  # fmt: skip
    assert tests.returncode == 0, tests.stdout[-4000:]
    (passed,) = re.findall(r"(\d+) passed", tests.stdout)
    assert int(passed) > 40
