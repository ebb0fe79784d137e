from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0006_number_pictures")]

    operations = [
        migrations.AddField("attempt", "highest", models.PositiveSmallIntegerField(db_default=10, default=10)),
        migrations.AddField("attempt", "only_plus", models.BooleanField(db_default=False, default=False)),
    ]
