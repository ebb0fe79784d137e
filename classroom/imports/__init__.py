"""Lists of students from elsewhere: read (`files`, `columns`, `oneroster`), compared (`plan`, `decisions`), written
(`writes`). Everything but `writes` is pure: bytes, text and values in, values out."""
