"""Lines between two children who sit at one table in every session, or who never do."""

from django.db import models

from classroom.models.classes import Student


class SeatingLine(models.Model):
    """Two children of a class whom every proposal of tables keeps `together`, or apart. Only their teachers see it."""

    one = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="seating_lines")
    other = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="+")
    together = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="one_line_between_two")]

    def __str__(self) -> str:
        return f"{self.one} {'with' if self.together else 'without'} {self.other}"
