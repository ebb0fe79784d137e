import random

from django.db import migrations, models

# What the words were when this was written: they are stored.
CHARACTERS = (
    "fox cat bear owl frog rabbit bee octopus penguin turtle crab dragon hedgehog whale moon leaf wave star bolt kite"
).split()
COLOURS = "orange gold green blue violet pink teal brown".split()


def give_everybody_one(apps, schema_editor):
    """Everybody on a roster gets a character that no classmate has, at random."""
    students = apps.get_model("classroom", "Student")._base_manager.filter(removed_at=None)
    for classroom in students.order_by().values_list("classroom", flat=True).distinct():
        faces = [(character, colour) for character in CHARACTERS for colour in COLOURS]
        random.SystemRandom().shuffle(faces)
        children = list(students.filter(classroom=classroom))
        for child, (character, colour) in zip(children, faces, strict=False):
            child.character, child.colour = character, colour
        students.model._base_manager.bulk_update(children, ["character", "colour"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("classroom", "0003_removed_classes_are_kept")]

    operations = [
        migrations.AddField("student", "character", models.CharField(blank=True, default="", max_length=12)),
        migrations.AddField("student", "colour", models.CharField(blank=True, default="", max_length=8)),
        migrations.RunPython(give_everybody_one, migrations.RunPython.noop, elidable=True),
    ]
