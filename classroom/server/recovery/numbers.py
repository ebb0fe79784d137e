"""Numbers of rows, of which none is given twice, because the list of forgotten rows goes by numbers."""

from django.db import connection, transaction

from classroom.server.recovery import forgotten
from classroom.server.recovery.copies import TABLES

_LAST = {
    "sqlite": "SELECT seq FROM sqlite_sequence WHERE name = %s",
    "postgresql": """
        SELECT coalesce(last_value, 0) FROM pg_sequences
        WHERE format('%%I.%%I', schemaname, sequencename) = pg_get_serial_sequence(%s, 'id')
    """,
}


def skip(rows: forgotten.Rows) -> None:
    """Keep new rows from getting a number of the list. A database that begins anew in the folder of an earlier one
    would give them out again, and the next restore would forget the wrong children."""
    for kind, table in TABLES.items():
        if listed := forgotten.numbers(rows, kind):
            _begin_after(listed[-1], table)


@transaction.atomic
def _begin_after(number: int, table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LAST[connection.vendor], [table])
        given = cursor.fetchone()
        if given and given[0] >= number:
            return
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, number])
        elif given:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [number, table])
        else:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])
