"""Reading of answers for the reports, as arrays and as single plays. Begin with `answers`."""
