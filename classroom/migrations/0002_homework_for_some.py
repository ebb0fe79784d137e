from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="homework",
            name="students",
            field=models.ManyToManyField(blank=True, related_name="tasks", to="classroom.student"),
        ),
    ]
