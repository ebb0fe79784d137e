"""Base of our middleware, which stands between others that are called on the event loop or in a thread."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest


class SyncAndAsyncMiddleware:
    """Middleware that is called as the next handler is. It passes requests on; a subclass does more in `answer` and
    `aanswer`."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.aanswer(request) if self.is_async else self.answer(request)

    def answer(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def aanswer(self, request: HttpRequest) -> Awaitable[Any]:
        return self.get_response(request)
