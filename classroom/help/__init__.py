"""The tour of six steps at a teacher's first lesson."""
