from django.db import migrations, models

# Keys of names are made at the next start of the server (models.name_keys.keep_in_order), since the alphabet is a
# setting of the school.


class Migration(migrations.Migration):
    dependencies = [("classroom", "0004_characters")]

    operations = [
        migrations.AddField("classroom", "name_key", models.BinaryField(default=b"")),
        migrations.AddField("student", "name_key", models.BinaryField(default=b"")),
        migrations.AlterModelOptions("classroom", {"ordering": ["name_key", "pk"]}),
        migrations.AlterModelOptions("student", {"ordering": ["name_key", "pk"]}),
    ]
