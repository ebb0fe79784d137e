"""Room for a felt and a hat among what a child has chosen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0038_timer_of_eyes_up")]

    operations = [
        migrations.AlterField(
            "student", "chosen", models.CharField(max_length=80, blank=True, default="", db_default="")
        ),
    ]
