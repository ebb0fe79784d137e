"""Friendly challenges: two classes of a school, and how many sums each child of them learns on average.

Rule 1: newly known sums are counted, of all on the roll and by nothing else: no speed, no cards, no rounds.
Rule 2: both teachers agree before anything is counted, and either ends it at any time.
Rule 3: one number leaves a class, its sums per child, once a day, and none where it would be of too few children.
Rule 4: the other class is told neither this one's name nor its children; nobody wins, and both may have the same.
"""
