"""Card games for seated players, known here only as numbers. Begin with `rules.contract`, then `live.table`."""
