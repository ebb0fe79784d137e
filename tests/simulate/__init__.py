"""Whole lessons of the real product in virtual time, each decided by its seed alone."""
