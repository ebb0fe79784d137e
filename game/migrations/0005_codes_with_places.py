from django.db import migrations, models

import game.codes


class Migration(migrations.Migration):
    dependencies = [("game", "0004_faces_at_seats")]

    operations = [
        migrations.AlterField(
            "table", "code", models.CharField(default=game.codes.table_code, max_length=12, unique=True)
        ),
    ]
