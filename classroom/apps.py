from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register
from django.db.models.signals import post_delete

from classroom.languages import catalogues
from classroom.reports.kit import curriculum
from classroom.server.database.checks import (
    postgresql_keeps_its_word,
    pragmas_are_in_force,
    workers_share_a_database,
)
from classroom.server.recovery import forgotten


class ClassroomConfig(AppConfig):
    name = "classroom"
    verbose_name = "Classroom"

    def ready(self) -> None:
        catalogues.compile_all(settings.CATALOGUES, Path(settings.LOCALE_PATHS[0]))
        register(pragmas_are_in_force, Tags.database)
        register(postgresql_keeps_its_word, Tags.database)
        register(workers_share_a_database, Tags.database)
        register(curriculum.is_readable)
        post_delete.connect(forgotten.note_teacher, sender="classroom.Teacher")
