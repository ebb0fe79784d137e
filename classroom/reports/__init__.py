"""Reports for teachers on three storeys: `pages` over a package for each game that is measured, over the `kit` of all.

Each storey imports only from those below it.
"""
