"""Workers are replaced one after another: those of the last release write on while the tables are those of the next.

So a migration adds. What it takes away or renames is missed by who still runs: that waits until the release after the
one whose code does without it, and is named here with that release.
"""

import pytest
from django.apps.registry import Apps
from django.db import connection, models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader

LAST_RELEASE = {"classroom": 20, "game": 5}
"""The newest migrations of 1c7c131, which schools run."""
TAKES_AWAY = (
    operations.RemoveField,
    operations.RenameField,
    operations.DeleteModel,
    operations.RenameModel,
    operations.AlterModelTable,
)
NOBODY_MISSES: set[tuple[str, str]] = set()
"""(app, name) of migrations that take away what the release before does without."""


def test_no_migration_takes_away_what_the_last_release_uses():
    found = [
        (app, name)
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in LAST_RELEASE and int(name[:4]) > LAST_RELEASE[app]
        for operation in migration.operations
        if isinstance(operation, TAKES_AWAY)
    ]
    assert set(found) - NOBODY_MISSES == set()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_worker_of_the_last_release_makes_rows_without_the_new_column():
    class Thing(models.Model):
        class Meta:
            app_label = "game"
            apps = Apps()

    wanted = models.JSONField(default=dict)
    wanted.set_attributes_from_name("wanted")
    with connection.schema_editor() as editor:
        editor.create_model(Thing)
        editor.add_field(Thing, wanted)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO game_thing DEFAULT VALUES RETURNING wanted")
        assert cursor.fetchone()[0] == "{}"
        cursor.execute("DROP TABLE game_thing")
