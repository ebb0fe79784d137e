"""A teacher's own account: name, language, look, e-mail address, password."""
