"""Reports for teachers, in three layers: `pages` above a package for each measured game, above the shared `kit`.

Each layer imports only from those below it. Begin with `kit.contract`, then `pages.views`.
"""
