"""Changes of the tables while workers of the last release still write: they know nothing of a column that is new."""

from typing import Any

from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.models import Field, Model


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
