"""Friendly challenges between two classes: the challenge, and the entry of each class."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classroom", "0039_things_of_ones_own"),
    ]

    operations = [
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("last_day", models.DateField()),
                ("offered_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["offered_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ChallengeEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agreed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_shown", models.BooleanField(default=False)),
                (
                    "agreed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "challenge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="classroom.challenge"
                    ),
                ),
                (
                    "classroom",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenge_entry",
                        to="classroom.classroom",
                    ),
                ),
            ],
            options={
                "ordering": ["agreed_at", "pk"],
            },
        ),
    ]
