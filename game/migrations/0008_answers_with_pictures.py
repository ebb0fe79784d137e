from django.db import migrations, models

COLUMNS = ["player", "ending", "started_at"]


class Migration(migrations.Migration):
    dependencies = [("game", "0007_numbers_and_signs")]

    operations = [
        migrations.AddIndex(
            "attempt", models.Index(fields=COLUMNS, condition=models.Q(pictured=True), name="attempts_with_pictures")
        ),
        migrations.AddIndex(
            "claim", models.Index(fields=COLUMNS, condition=models.Q(pictured=True), name="claims_with_pictures")
        ),
    ]
