"""Cardinal's command line with Match It among the games: `python tests/third_game/served.py serve`."""

import os

import django
from django.conf import settings

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
    django.setup()

    from classroom.command import main
    from game import catalogue
    from tests.third_game.presentation import TEMPLATES, MatchIt

    settings.TEMPLATES[0]["DIRS"].append(TEMPLATES)
    catalogue.use(catalogue.CATALOGUE.plus(MatchIt()))
    main()
