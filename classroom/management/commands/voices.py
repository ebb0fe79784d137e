"""`make voices`: bring the recordings in `static/audio/` up to date with their texts.

eSpeak NG speaks, FFmpeg cuts, levels and compresses. Neither is needed to serve. Digits and signs are written out
first: eSpeak reads them with stray sounds in Icelandic.
"""

import json
import re
import shutil
import subprocess
import tempfile
import wave
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from classroom.languages.rows import languages
from classroom.speech import catalogue, voices

SILENCE = "silenceremove=start_periods=1:start_threshold=-45dB"
PAUSES = "silenceremove=stop_periods=-1:stop_threshold=-45dB:stop_duration=0.15:stop_silence=0.15"
"""Cut the pauses within a phrase to 150 ms, as between two recordings: eSpeak's take a twentieth of all."""
FILTERS = (
    f"volume={{gain:.2f}},{SILENCE},areverse,{SILENCE},areverse,{PAUSES},aresample=16000,adelay=60,apad=pad_dur=0.12"
)
"""60 ms before a word leave room for the silence that some MP3 decoders put in front."""
PEAK = 0.8 * 2**15
"""The loudest sample of every recording. FFmpeg's loudnorm needs three seconds to hear how loud a voice is: it made
short phrases too quiet to be heard."""
PACKED = ("-ac", "1", "-ar", "16000", "-c:a", "libmp3lame", "-b:a", "24k", "-id3v2_version", "0", "-write_xing", "0")
"""MP3 is what `decodeAudioData` takes in every browser, iPadOS 15.4 included."""


def spelled_out(text: str, signs: dict[str, str], numbers: Mapping[int, str]) -> str:
    """Return a text with digits and the signs of sums written out."""
    for sign, word in signs.items():
        text = text.replace(sign, f" {word} ")
    text = re.sub(r"\d+", lambda found: numbers[int(found[0])], text)
    return re.sub(r"\s+", " ", text).strip()


def say(text: str, language: str, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said.wav"
        row = languages()[language]
        voice = ["-v", row.voice, "-s", str(row.words_a_minute), "-p", "55", "-a", "150"]
        subprocess.run(["espeak-ng", *voice, "-w", str(said), text], check=True)
        level = FILTERS.format(gain=PEAK / loudest_sample(said))
        packing = ["ffmpeg", "-v", "error", "-y", "-i", str(said), "-af", level, *PACKED, str(target)]
        subprocess.run(packing, check=True)


def loudest_sample(said: Path) -> int:
    """Return the largest absolute value of the samples, which have 16 bits."""
    with wave.open(str(said)) as sound:
        return max(map(abs, array("h", sound.readframes(sound.getnframes()))))


def spoken_texts(language: str) -> dict[str, str]:
    """Return the text to speak for each recording, in that language."""
    with translation.override(language):
        numbers, signs = catalogue.words_for_numbers(), {sign: str(word) for sign, word in catalogue.SIGNS.items()}
        texts = catalogue.texts().items()
        return {name: _agreeing(spelled_out(text, signs, numbers), language) for name, text in texts}


def _agreeing(text: str, language: str) -> str:
    """Inflect numbers with the noun they count, as Icelandic does; in sums and alone they stay as they are."""
    for alone, bent in languages()[language].said_as.items():
        text = text.replace(alone, bent)
    return text


class Command(BaseCommand):
    help = "Make the recordings whose texts have changed, and remove those whose texts are gone."

    def handle(self, *args: Any, **options: Any) -> None:
        if missing := [program for program in ("espeak-ng", "ffmpeg") if shutil.which(program) is None]:
            raise CommandError(f"This needs {' and '.join(missing)}. On Debian: apt-get install espeak-ng ffmpeg")
        for language in languages():
            made, gone = self._bring_up_to_date(language, settings.BASE_DIR / "static" / "audio" / language)
            self.stdout.write(f"{language}: {made} made, {gone} removed")

    def _bring_up_to_date(self, language: str, folder: Path) -> tuple[int, int]:
        folder.mkdir(exist_ok=True)
        wanted = spoken_texts(language)
        before = voices.said_by_file(language)
        changed = {name: text for name, text in wanted.items() if before.get(name) != text}
        for name, text in changed.items():
            say(text, language, folder / f"{name}.mp3")
        gone = [file for file in folder.glob("*.mp3") if file.stem not in wanted]
        for file in gone:
            file.unlink()
        (folder / voices.TEXTS).write_text(json.dumps(wanted, ensure_ascii=False, indent=0) + "\n")
        return len(changed), len(gone)
