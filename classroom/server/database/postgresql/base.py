"""Django's PostgreSQL backend that notes when the database refuses to write, as that of SQLite does, and changes its
tables so that workers of the last release go on (`schema`)."""

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql import base, operations
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.models import Field, Model
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property

from classroom.server.database import failures


class SchemaEditor(DatabaseSchemaEditor):
    """Django's, which leaves a new column's default in the database. Django takes it away again at once, and whatever
    row a worker of the last release makes then would be refused for lack of a value."""

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
    """Turns psycopg's errors into Django's; those that say that nothing can be saved now are noted."""

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if error is not None:
            failures.note(error)
        super().__exit__(kind, error, traceback)


REPLACES_EVERYTHING = "SET LOCAL cardinal.replaces = 'everything'"
"""A statement: the audit log may be emptied in this transaction, with all other tables."""


class PostgresqlOperations(operations.DatabaseOperations):
    """Django's, which empties the audit log, too, when it empties all tables (`flush`)."""

    def execute_sql_flush(self, sql_list: Iterable[str]) -> None:
        super().execute_sql_flush([REPLACES_EVERYTHING, *sql_list])


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = PostgresqlOperations
    SchemaEditorClass = SchemaEditor

    @cached_property
    def wrap_database_errors(self) -> Errors:
        return Errors(self)
