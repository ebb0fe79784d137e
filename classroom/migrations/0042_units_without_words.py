"""What a unit of homework is stands in `classroom.homework.units`; the column keeps its name alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0041_end_of_a_lesson")]

    operations = [
        migrations.AlterField("homework", "unit", models.CharField(default="cards", max_length=8)),
    ]
