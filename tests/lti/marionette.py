"""Firefox of the operating system, driven by the protocol that it speaks itself (Marionette, as WebDriver's commands):
Playwright drives only Firefoxes of its own."""

import json
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

PATIENCE = 30
"""Seconds for a page to show what it should."""
ALL, NONE_OF_THIRD_PARTIES, PARTITIONED = 0, 1, 5
"""Firefox's own numbers for the cookies it takes; the last is what it comes with."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver hands an element over."""


class Firefox:
    """A browser with a new profile, which takes any certificate and may show this box itself in a frame."""

    def __init__(self, program: str, profile: Path, cookies: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        prefs = {
            "marionette.port": port,
            "network.cookie.cookieBehavior": cookies,
            "dom.disable_open_during_load": False,
            "network.lna.blocking": False,
        }
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in prefs.items()]
        (profile / "user.js").write_text("\n".join(lines))
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([program, "--headless", "--marionette", "--profile", profile], **quiet)  # type: ignore[call-overload]
        self.number = 0
        self.line = self.until(lambda: socket.create_connection(("127.0.0.1", port), PATIENCE))
        self._read()
        self.ask("WebDriver:NewSession", acceptInsecureCerts=True)

    def until(self, found: Callable[[], Any]) -> Any:
        """Return what is found, as soon as it is."""
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, LookupError):
                if answer := found():
                    return answer
            if time.monotonic() > end:
                raise TimeoutError(self._text() if self.number else "no Firefox")
            time.sleep(0.1)

    def _text(self) -> str:
        """Return where the browser is and what it shows, for who reads why a test failed."""
        script = "return location.href + ' ' + document.body.innerText"
        return str(self.ask("WebDriver:ExecuteScript", script=script, args=[]))

    def ask(self, command: str, **said: Any) -> Any:
        """Do a command of WebDriver. Raises LookupError where the browser cannot."""
        self.number += 1
        word = json.dumps([0, self.number, command, said]).encode()
        self.line.sendall(f"{len(word)}:".encode() + word)
        _kind, _number, error, result = self._read()
        if error:
            raise LookupError(error["message"])
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self.line.recv(1)
        word = b""
        while len(word) < int(size[:-1]):
            word += self.line.recv(int(size[:-1]) - len(word))
        return json.loads(word)

    def opens(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def finds(self, what: str, by: str = "css selector") -> dict[str, str]:
        found: dict[str, str] = self.until(lambda: self.ask("WebDriver:FindElement", using=by, value=what))
        return found

    def clicks(self, what: str, by: str = "css selector") -> None:
        element = self.finds(what, by)[ELEMENT]
        self.until(lambda: self.ask("WebDriver:ElementClick", id=element) or True)

    def presses(self, words: str) -> None:
        """Press the button with these words."""
        self.clicks(f"//button[contains(., '{words}')]", by="xpath")

    def types(self, css: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", id=self.finds(css)[ELEMENT], text=text)

    def shows(self, text: str) -> None:
        script = "return document.body.innerText.includes(arguments[0])"
        self.until(lambda: self.ask("WebDriver:ExecuteScript", script=script, args=[text]))

    def enters(self, css: str) -> None:
        """Look into a frame from now on."""
        self.ask("WebDriver:SwitchToFrame", element=self.finds(css))

    def windows(self) -> list[str]:
        return list(self.ask("WebDriver:GetWindowHandles"))

    def looks_at(self, window: str) -> None:
        self.ask("WebDriver:SwitchToWindow", handle=window)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.line.close()
        self.process.terminate()
        self.process.wait()
