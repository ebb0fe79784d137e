"""Faults that are planted, to see that the check finds them."""

from django.db import connection

from game.models import Event


def no_unique_places() -> None:
    """Let two lines stand at the same place of a round, as if the database did not say who was first."""
    table = Event._meta.db_table
    with connection.cursor() as cursor:
        for constraint in Event._meta.constraints:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {constraint.name}")
            cursor.execute(f"DROP INDEX IF EXISTS {constraint.name}")
    connection.close()
