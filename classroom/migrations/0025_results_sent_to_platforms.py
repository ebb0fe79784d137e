from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classroom", "0024_chain_of_the_audit_log")]

    operations = [
        migrations.AddField("platformcourse", "sent", models.JSONField(default=list)),
    ]
