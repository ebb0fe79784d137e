"""Sockets of the classroom: authentication (`middleware`), the owner (`owner`), the open socket (`websocket`)."""
