"""The projector: the way in, little tables, totals, the end of a lesson. Begin with `page`."""
