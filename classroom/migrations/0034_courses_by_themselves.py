"""Results that go to platforms as children do their homework, and names that are read each night."""

from django.db import migrations, models


def by_homework(apps, _schema_editor):
    """Homework whose results were sent had ended."""
    for course in apps.get_model("classroom", "PlatformCourse").objects.all():
        course.sent = {f"{homework}": -1 for homework in course.sent}
        course.save(update_fields=["sent"])


def as_list(apps, _schema_editor):
    for course in apps.get_model("classroom", "PlatformCourse").objects.all():
        course.sent = [int(homework) for homework, stage in course.sent.items() if stage == -1]
        course.save(update_fields=["sent"])


class Migration(migrations.Migration):
    dependencies = [("classroom", "0033_albums")]

    operations = [
        migrations.AlterField("platformcourse", "sent", models.JSONField(default=dict)),
        migrations.RunPython(by_homework, as_list),
        migrations.AddField("platformcourse", "read_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("platformcourse", "read", models.CharField(blank=True, default="", max_length=64)),
    ]
