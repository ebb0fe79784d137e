"""The timer that the projector shows while all eyes are up, where the teacher chose one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0037_persons")]

    operations = [
        migrations.AddField("classsession", "timer_seconds", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("classsession", "timer_ends_at", models.DateTimeField(blank=True, null=True)),
    ]
