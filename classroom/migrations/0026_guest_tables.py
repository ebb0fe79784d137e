import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0025_results_sent_to_platforms"), ("game", "0008_answers_with_pictures")]

    operations = [
        migrations.CreateModel(
            name="GuestTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("laid_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guest", to="game.table"
                    ),
                ),
            ],
        ),
    ]
