"""Check that the database has every table and column of the models.

`migrate` trusts its own list: a database made by migrations that were later rewritten counts as up to date, although
columns are missing.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model


def lacking() -> list[str]:
    """Return the missing tables ("game_claim") and columns ("game_claim.points")."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
        return [name for model in models for name in _lacking(model, tables, cursor)]


def _lacking(model: type[Model], tables: set[str], cursor: CursorWrapper) -> Iterator[str]:
    table = model._meta.db_table
    if table not in tables:
        yield table
        return
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} LIMIT 0")
    there = {column[0] for column in cursor.description}
    yield from (f"{table}.{field.column}" for field in model._meta.local_concrete_fields if field.column not in there)
