"""Cardinal: whole classes play arithmetic card games, and their teacher reads what each child can do."""

__version__ = "1.0.0"
"""The version, defined here only: pages, /healthz, backups, packages and the bill of materials read it."""
