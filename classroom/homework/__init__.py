"""Homework of a class, in any game. Begin with `assignments` and `units`."""
