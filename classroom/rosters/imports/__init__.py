"""Lists of students from elsewhere: read (`readers`), compared (`plan`, `decisions`), written (`apply`).

Everything but `apply` is pure: bytes, text and values in, values out."""
