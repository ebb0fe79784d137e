"""Django's PostgreSQL backend that also notes when the database refuses writes, as the SQLite one does, and changes its
schema so that workers of the last release keep working (`schema`)."""

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql import base, operations
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.models import Field, Model
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property

from classroom.server.database import failures


class SchemaEditor(DatabaseSchemaEditor):
    """Django's schema editor, which keeps the default of a new column in the database. Django drops it at once, and
    then every row that a worker of the last release inserts would fail for lack of a value."""

    _adds = False

    def add_field(self, model: type[Model], field: "Field[Any, Any]") -> None:
        self._adds = True
        try:
            super().add_field(model, field)
        finally:
            self._adds = False

    def skip_default_on_alter(self, field: "Field[Any, Any]") -> bool:
        return self._adds or super().skip_default_on_alter(field)


class Errors(DatabaseErrorWrapper):
    """Converts psycopg's errors into Django's, and notes those that mean that nothing can be saved now."""

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if error is not None:
            failures.note(error)
        super().__exit__(kind, error, traceback)


REPLACES_EVERYTHING = "SET LOCAL cardinal.replaces = 'everything'"
"""Statement that allows this transaction to empty the audit log, together with all other tables."""


class PostgresqlOperations(operations.DatabaseOperations):
    """Django's operations; emptying all tables (`flush`) empties the audit log, too."""

    def execute_sql_flush(self, sql_list: Iterable[str]) -> None:
        super().execute_sql_flush([REPLACES_EVERYTHING, *sql_list])


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = PostgresqlOperations
    SchemaEditorClass = SchemaEditor

    @cached_property
    def wrap_database_errors(self) -> Errors:
        return Errors(self)
