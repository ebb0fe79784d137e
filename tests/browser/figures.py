"""What the tests measured, printed at the end of a run."""

FIGURES: list[str] = []
