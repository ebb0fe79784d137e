"""Explanations of Around the Corner for newcomers: examples, rules, the tutorial. Begin with `how_to_play`."""
