from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0003_order_of_evidence")]

    operations = [
        migrations.AddField("seat", "face", models.CharField(max_length=24, blank=True, default="")),
    ]
