"""Who was first, on real pages: their clocks, and children on unequal connections."""
