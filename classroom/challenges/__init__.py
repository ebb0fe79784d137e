"""Friendly challenges between two classes of a school: how many sums each child learns on average.

Rule 1: only newly known sums of all on the roll count: no speed, no cards, no rounds. Rule 2: both teachers agree
before anything is counted, and either ends it at any time. Rule 3: one number leaves a class, its sums per child, once
a day, and none if it is a mean of too few children. Rule 4: the other class learns neither this one's name nor its
children; nobody wins, and both may have the same.

Begin with `offers`, then `standing`.
"""
