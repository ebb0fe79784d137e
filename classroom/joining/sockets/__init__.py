"""Sockets of the classroom: authentication (`middleware`), a socket's owner (`owner`), the open socket
(`websocket`)."""
