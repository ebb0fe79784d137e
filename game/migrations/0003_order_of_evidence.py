from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("game", "0002_languages_of_seats")]

    operations = [
        migrations.AlterModelOptions("attempt", {"ordering": ["round", "started_at", "seat", "pk"]}),
        migrations.AlterModelOptions("claim", {"ordering": ["round", "line", "pk"]}),
    ]
