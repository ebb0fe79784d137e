"""Whether a teacher has ended the lesson with this session, so that no other short round follows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0040_friendly_challenges")]

    operations = [
        migrations.AddField("classsession", "lesson_over", models.BooleanField(default=False, db_default=False)),
    ]
