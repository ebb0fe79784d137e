"""What people choose for themselves wherever they are: the language of their pages."""
