"""`make voices`: bring the recordings in `static/audio/` up to date with the texts that they say."""

import json
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from classroom.languages.rows import languages
from classroom.speech import espeak, voices


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
        wanted = espeak.spoken_texts(language)
        before = voices.said_by_file(language)
        changed = {name: text for name, text in wanted.items() if before.get(name) != text}
        for name, text in changed.items():
            espeak.say(text, language, folder / f"{name}.mp3")
        gone = [file for file in folder.glob("*.mp3") if file.stem not in wanted]
        for file in gone:
            file.unlink()
        (folder / voices.TEXTS).write_text(json.dumps(wanted, ensure_ascii=False, indent=0) + "\n")
        return len(changed), len(gone)
