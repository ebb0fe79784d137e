from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0002_homework_for_some")]

    operations = [
        migrations.AddField(
            model_name="classroom",
            name="removed_at",
            field=models.DateTimeField(blank=True, db_index=True, null=True),
        ),
    ]
