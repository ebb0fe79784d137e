"""Sound files as the page of a teacher sends them."""

import io
import wave


def sound(seconds: float = 1, *, rate: int = 16_000, channels: int = 1, width: int = 2) -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(b"\x10" * round(seconds * rate) * channels * width)
    return written.getvalue()


def a_second_of_sound() -> bytes:
    return sound(1)
