from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0021_moves_in_the_audit_log")]

    operations = [
        migrations.AddField(
            "student", "chosen", models.CharField(blank=True, db_default="", default="", max_length=40)
        ),
    ]
