"""The log of a round: its only writer (`journal`), its reader, and folds over it. Begin with `round`."""
