from django.apps import AppConfig
from django.core.checks import Tags, register

from classroom.server.database.checks import pragmas_are_in_force


class ClassroomConfig(AppConfig):
    name = "classroom"
    verbose_name = "Classroom"

    def ready(self) -> None:
        register(pragmas_are_in_force, Tags.database)
