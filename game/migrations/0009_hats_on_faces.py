"""Room for a hat among the words of a face."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0008_answers_with_pictures")]

    operations = [migrations.AlterField("seat", "face", models.CharField(max_length=40, blank=True, default=""))]
