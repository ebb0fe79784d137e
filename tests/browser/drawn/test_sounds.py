"""What a table sounds like: tones made from numbers, heard on the small speaker of a tablet as well (screens 1.7)."""

from typing import Any

import pytest

from game.screens.messages import HUSH, OF_EVERY_GAME, note
from tests.browser.drawn.tables import Opens
from tests.browser.driving.drawn_views import corner

QUIETEST = -30
"""dBFS: what is below is lost in a classroom."""

_LOUDNESS = """async sound => {
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100, 44100); window.heard = this; }
    get state() { return "running"; }
    resume() { return Promise.resolve(); }
  };
  const table = await import("/static/js/table/sound.js?" + sound);
  await table.unlock("on");
  const [name, step] = sound.split(" ");
  table[name](Number(step));
  const small = new OfflineAudioContext(1, 44100, 44100);
  const source = new AudioBufferSourceNode(small, { buffer: await heard.startRendering() });
  const highs = [1, 2].map(() => new BiquadFilterNode(small, { type: "highpass", frequency: 500 }));
  source.connect(highs[0]).connect(highs[1]).connect(small.destination);
  source.start();
  const samples = (await small.startRendering()).getChannelData(0);
  const loudness = at => Math.sqrt(samples.subarray(at, at + 2205).reduce((sum, x) => sum + x * x, 0) / 2205);
  return 20 * Math.log10(Math.max(...Array.from({ length: 19 }, (_, i) => loudness(i * 2205))));
}"""


@pytest.mark.parametrize("sound", ["low", "rise", "tone 1", "tone 10"])
def test_every_tone_is_heard_on_a_small_speaker(opens: Opens, sound: str) -> None:
    """A speaker of which nothing comes below 500 Hz, over 50 ms."""
    level: Any = opens(corner()).page.evaluate(_LOUDNESS, sound)
    assert QUIETEST < level < -6


def test_one_message_of_the_teacher_turns_the_sound_of_a_device_off(opens: Opens) -> None:
    drawn = opens(corner())
    drawn.page.evaluate("() => localStorage.setItem('sound', 'words')")
    drawn.pushes(note(corner(said=(0, 5)), OF_EVERY_GAME))
    drawn.page.get_by_text("Well done!").wait_for()
    assert drawn.page.evaluate("() => localStorage.getItem('sound')") == "words"
    drawn.pushes(note(corner(said=(HUSH, 6)), OF_EVERY_GAME))
    drawn.page.wait_for_function("() => localStorage.getItem('sound') === 'off'")


def test_sound_is_offered_before_the_first_round_on_a_device_and_never_again(opens: Opens) -> None:
    drawn = opens(corner(phase="waiting"))
    offer = drawn.page.get_by_role("checkbox", name="With sound?")
    offer.check()
    assert drawn.page.evaluate("() => localStorage.getItem('sound')") == "on"
    drawn.page.reload()
    drawn.page.wait_for_function("() => window.line.opened")
    assert not offer.is_visible()


_TUNE = """async () => {
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100 * 5, 44100); window.heard = this; }
    get state() { return "running"; }
    resume() { return Promise.resolve(); }
  };
  const music = await import("/static/js/live/music.js?tune");
  await music.unlock();
  music.play();
  music.play();
  music.stop();
  music.play();
  const samples = (await heard.startRendering()).getChannelData(0);
  return [samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0), samples.slice(0, 4410).every(x => x === 0)];
}"""


def test_music_is_soft_and_never_plays_twice_at_once(opens: Opens) -> None:
    loudest, begins_still = opens(corner()).page.evaluate(_TUNE)
    assert 0.01 < loudest < 0.2
    assert begins_still
