from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0026_guest_tables")]

    operations = [
        migrations.AddField(
            model_name="student", name="family_since", field=models.DateTimeField(blank=True, null=True)
        ),
    ]
