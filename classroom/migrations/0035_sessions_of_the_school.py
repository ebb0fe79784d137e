"""Numbers of the school and of the part of the year, by the school's own system: results belong there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0034_courses_by_themselves")]

    operations = [
        migrations.AddField("classroom", "source_school", models.CharField(blank=True, default="", max_length=255)),
        migrations.AddField("classroom", "source_session", models.CharField(blank=True, default="", max_length=255)),
    ]
