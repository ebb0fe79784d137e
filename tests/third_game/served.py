"""Cardinal's command line with Match It among the games: `python tests/third_game/served.py serve`."""

import os
from typing import Any

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
    django.setup()

    from django.conf import settings

    from classroom.command import main
    from tests.third_game.added import add
    from tests.third_game.presentation import TEMPLATES, MatchIt

    folders: Any = settings.TEMPLATES[0]["DIRS"]
    folders.append(TEMPLATES)
    add(MatchIt())
    main()
