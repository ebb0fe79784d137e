from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0005_codes_with_places")]

    operations = [
        migrations.AddField("attempt", "rung", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("attempt", "pictured", models.BooleanField(default=False)),
        migrations.AddField("claim", "rung", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("claim", "pictured", models.BooleanField(default=False)),
    ]
