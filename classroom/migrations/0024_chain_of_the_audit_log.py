"""Each entry of the audit log holds the hash of the one before, and none is deleted but by the log's own retention."""

from django.db import migrations, models

from classroom.models.audit import digest

TABLE = "classroom_auditentry"
CHANGED, DELETED = "the audit log is append-only", "entries of the audit log are kept for 400 days"
DAYS = 399
"""A day less than the retention: it goes by the same clock, a moment earlier."""


def open_log(apps, schema_editor):
    """The trigger against changes stands aside while entries that are there get their hashes."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_is_append_only")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {TABLE} DISABLE TRIGGER {TABLE}_is_append_only")


def chain(apps, schema_editor):
    before = ""
    for entry in apps.get_model("classroom", "AuditEntry").objects.order_by("pk").iterator():
        entry.before = before
        entry.save(update_fields=["before"])
        before = digest(entry)


def close_log(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_is_append_only BEFORE UPDATE ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, '{CHANGED}'); END"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_is_kept BEFORE DELETE ON {TABLE} "
            f"WHEN OLD.at > strftime('%Y-%m-%d %H:%M:%f', 'now', '-{DAYS} days') "
            f"BEGIN SELECT RAISE(ABORT, '{DELETED}'); END"
        )
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {TABLE} ENABLE TRIGGER {TABLE}_is_append_only")
        schema_editor.execute(
            f"CREATE FUNCTION {TABLE}_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "IF TG_OP = 'TRUNCATE' THEN "
            "IF coalesce(current_setting('cardinal.replaces', true), '') = 'everything' THEN RETURN NULL; END IF; "
            f"ELSIF OLD.at <= now() - interval '{DAYS} days' THEN RETURN OLD; END IF; "
            f"RAISE EXCEPTION '{DELETED}'; END $$"
        )
        for when in ("BEFORE DELETE", "BEFORE TRUNCATE"):
            each = "ROW" if when == "BEFORE DELETE" else "STATEMENT"
            name = f"{TABLE}_is_kept_{when.split()[1].lower()}"
            schema_editor.execute(
                f"CREATE TRIGGER {name} {when} ON {TABLE} FOR EACH {each} EXECUTE FUNCTION {TABLE}_is_kept()"
            )


class Migration(migrations.Migration):

    dependencies = [
        ('classroom', '0023_number_known'),
    ]

    operations = [
        migrations.RunPython(open_log, migrations.RunPython.noop),
        migrations.AddField(
            model_name='auditentry',
            name='before',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
        migrations.RunPython(chain, migrations.RunPython.noop),
        migrations.RunPython(close_log, migrations.RunPython.noop),
    ]
