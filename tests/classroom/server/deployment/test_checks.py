"""`check --deploy` under a public name."""

import os
import subprocess
import sys

from django.conf import settings


def test_the_check_of_a_deployment_is_clean_under_a_public_name(tmp_path):
    env = os.environ | {"CARDINAL_HOST": "cards.example", "CARDINAL_DATA": f"{tmp_path}"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    asked = subprocess.run(
        command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, timeout=600, check=False
    )
    assert (asked.returncode, "WARNINGS" in asked.stderr) == (0, False), asked.stderr
