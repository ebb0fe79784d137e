"""A long lesson day at human pace, to see whether anything of a server grows without end."""
