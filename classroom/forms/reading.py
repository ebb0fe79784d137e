"""Methods that a page with a form answers to."""

from django.views.decorators.http import require_http_methods

read_or_send = require_http_methods(["GET", "HEAD", "POST"])
"""For a page that shows a form and takes it: read, or sent."""
