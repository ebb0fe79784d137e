from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0022_chosen_by_the_child")]

    operations = [
        migrations.AddField("classroom", "number_known_at", models.DateTimeField(blank=True, null=True)),
    ]
