"""Sockets of the classroom: authentication (`middleware`), who is at one (`owner`), the open one (`live_line`)."""
