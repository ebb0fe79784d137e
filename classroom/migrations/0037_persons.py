from django.db import migrations, models

from game.codes import card_code


def give_everybody_one(apps, schema_editor):
    """Every child is a person of its own; in the classes that went up, the same one as the year before. Its card is
    that of its newest class."""
    students = apps.get_model("classroom", "Student")._base_manager
    rows = list(students.order_by("pk").only("pk", "classroom_id", "previous_id", "card", "removed_at"))
    before, persons, taken, cards = {row.pk: row.previous_id for row in rows}, {}, set(), {}
    for row in rows:
        first, met = row.pk, {row.pk}
        while before.get(first) and before[first] not in met:
            first = before[first]
            met.add(first)
        row.person = persons.setdefault(first, card_code())
        if (row.classroom_id, row.person) in taken:
            row.person = card_code()
        if row.removed_at is None:
            taken.add((row.classroom_id, row.person))
            cards[row.person] = row.card
    for row in rows:
        row.card = cards.get(row.person, row.card)
    students.bulk_update(rows, ["person", "card"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("classroom", "0036_standing_groups")]

    operations = [
        migrations.AddField(
            "student", "person", models.CharField(db_default="", db_index=True, default="", max_length=24)
        ),
        migrations.AlterField(
            "student", "person", models.CharField(db_default="", db_index=True, default=card_code, max_length=24)
        ),
        migrations.AlterField("student", "card", models.CharField(db_index=True, default=card_code, max_length=24)),
        migrations.AddField("student", "alone", models.JSONField(blank=True, default=dict)),
        migrations.RunPython(give_everybody_one, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            "student",
            models.UniqueConstraint(
                condition=models.Q(("removed_at", None), models.Q(("person", ""), _negated=True)),
                fields=("classroom", "person"),
                name="one_student_per_person",
            ),
        ),
    ]
