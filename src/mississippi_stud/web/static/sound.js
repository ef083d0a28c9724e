// Sounds made here, of noise and tones: a card, a chip, a win, a push, a loss. Silent until somebody asks for sound.
const ATTACK = 0.003, FADED = 0.001, RELEASE = 0.005;
let context;

const tone = (kind, pitch, into) => {
  const source = into.createOscillator();
  source.type = kind;
  source.frequency.value = pitch;
  return [source, source];
};

/** Noise around a pitch: what makes it, and where it comes out. */
const noise = (pitch, length, into) => {
  const source = into.createBufferSource(), band = into.createBiquadFilter();
  source.buffer = into.createBuffer(1, Math.ceil(into.sampleRate * length), into.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() - Math.random();
  band.type = "bandpass";
  band.frequency.value = pitch;
  return [source, source.connect(band)];
};

/** A tone or, without a kind, a breath of noise; it swells and fades without a click. */
function strike(into, { at = 0, pitch, length, loud, kind = null }) {
  const start = into.currentTime + at, faded = start + length, end = faded + RELEASE, volume = into.createGain();
  const [source, out] = kind ? tone(kind, pitch, into) : noise(pitch, length + RELEASE, into);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + ATTACK);
  volume.gain.exponentialRampToValueAtTime(FADED, faded);
  volume.gain.linearRampToValueAtTime(0, end);
  out.connect(volume).connect(into.destination);
  source.start(start);
  source.stop(end);
}

const SOUNDS = {
  card: [{ pitch: 1800, length: 0.07, loud: 0.5 }, { at: 0.05, pitch: 3200, length: 0.04, loud: 0.25 }],
  chip: [{ pitch: 3100, length: 0.05, loud: 0.08, kind: "triangle" }, { at: 0.04, pitch: 3900, length: 0.06, loud: 0.06, kind: "triangle" }, { pitch: 4200, length: 0.03, loud: 0.2 }],
  win: [523, 659, 784, 1047].map((pitch, place) => ({ at: place * 0.09, pitch, length: 0.45, loud: 0.1, kind: "triangle" })),
  push: [{ pitch: 440, length: 0.3, loud: 0.08, kind: "sine" }, { at: 0.12, pitch: 440, length: 0.3, loud: 0.06, kind: "sine" }],
  loss: [{ pitch: 262, length: 0.35, loud: 0.08, kind: "sine" }, { at: 0.14, pitch: 196, length: 0.5, loud: 0.08, kind: "sine" }],
};
export const NAMES = Object.keys(SOUNDS);

/** Sound in a context: the page's own, or one that renders samples. */
export const sound = (into, name) => SOUNDS[name].forEach((part) => strike(into, part));

export function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  sound(context, name);
}
