"""The sounds, rendered to samples as the browser would play them, and examined as an engineer would."""

from typing import Any

import pytest

RENDER = """async ({ name, onsets }) => {
  const rate = 44100, seconds = 2, into = new OfflineAudioContext(1, rate * seconds, rate);
  const beside = document.querySelector('link[href*="/static/"]').href;
  const { NAMES, sound } = await import(beside.replace(/[^/]*$/, 'sound.js'));
  sound(into, name);
  const samples = (await into.startRendering()).getChannelData(0), last = samples.findLastIndex((each) => each !== 0);
  const loudest = (part) => part.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const power = (part) => part.reduce((sum, each) => sum + each * each, 0) / part.length;
  const spans = Array.from({ length: 20 }, (_, place) => samples.slice(place * rate / 20, (place + 1) * rate / 20));
  const strength = (pitch, part) => {  // how strongly a pitch sounds
    let across = 0, up = 0;
    part.forEach((each, place) => {
      const turn = 2 * Math.PI * pitch * place / rate;
      across += each * Math.cos(turn);
      up += each * Math.sin(turn);
    });
    return Math.hypot(across, up);
  };
  const pitchAt = (onset) => {
    const part = samples.slice(onset * rate, (onset + 0.08) * rate);
    const found = Array.from({ length: 1000 }, (_, place) => [strength(150 + place, part), 150 + place]);
    return found.reduce((one, other) => (other[0] > one[0] ? other : one))[1];
  };
  return { names: NAMES, length: (last + 1) / rate, pitches: onsets.map(pitchAt), peak: loudest(samples),
    start: loudest(samples.slice(0, 5)), end: loudest(samples.slice(last - 5)),
    decibels: 10 * Math.log10(Math.max(...spans.map(power))) };
}"""
LENGTHS = {"card": 0.095, "chip": 0.105, "win": 0.725, "push": 0.425, "loss": 0.645}
ONSETS = {"win": [0, 0.09, 0.18, 0.27], "push": [0, 0.12], "loss": [0, 0.14]}


@pytest.fixture(scope="module")
def rendered(browser, site) -> dict[str, Any]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url)
    found = {name: page.evaluate(RENDER, {"name": name, "onsets": ONSETS.get(name, [])}) for name in LENGTHS}
    context.close()
    return found


def test_every_sound_is_examined(rendered):
    assert rendered["card"]["names"] == list(LENGTHS)


@pytest.mark.parametrize("name", LENGTHS)
def test_a_sound_neither_clips_nor_clicks_and_is_over_in_time(rendered, name):
    heard = rendered[name]
    assert 0.05 < heard["peak"] < 0.5
    assert heard["start"] < 0.01  # it swells from silence
    assert heard["end"] < 0.0005  # and fades into it
    assert heard["length"] == pytest.approx(LENGTHS[name], abs=0.001)


def test_results_are_equally_loud_and_cards_and_chips_softer(rendered):
    results = [rendered[name]["decibels"] for name in ("win", "push", "loss")]
    assert max(results) - min(results) < 2
    for name in ("card", "chip"):
        assert 3 < min(results) - rendered[name]["decibels"] < 10


def test_a_win_climbs_the_chord_of_c_a_push_repeats_and_a_loss_falls_by_a_fourth(rendered):
    assert {name: rendered[name]["pitches"] for name in ONSETS} == {
        "win": [523, 659, 784, 1047],
        "push": [440, 440],
        "loss": [262, 196],
    }
