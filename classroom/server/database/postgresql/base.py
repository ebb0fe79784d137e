"""Django's PostgreSQL backend that notes when the database refuses to write, as that of SQLite does, and changes its
tables so that workers of the last release go on (`schema`)."""

from typing import Any

from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property

from classroom.server.database import failures
from classroom.server.database.postgresql import pool as pools
from classroom.server.database.postgresql.schema import SchemaEditor


class Errors(DatabaseErrorWrapper):
    """Turns psycopg's errors into Django's; those that say that nothing can be saved now are noted."""

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if error is not None:
            failures.note(error)
        super().__exit__(kind, error, traceback)


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = SchemaEditor

    @property
    def pool(self) -> Any:
        return pools.watched(made) if (made := super().pool) else None

    @cached_property
    def wrap_database_errors(self) -> Errors:
        return Errors(self)
