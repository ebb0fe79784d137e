"""Import of student lists: read (`readers`), compared with the classes (`compare`, `decisions`), written (`apply`).

Begin with `views`, whose steps follow an import from the upload to its undoing. `plan` has the values that are passed
on; `compare` and `decisions` are pure functions of them.
"""
