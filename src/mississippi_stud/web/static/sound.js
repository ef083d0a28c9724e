// Sounds made here, of noise and tones: a card, a chip, a win, a push, a loss. Silent until somebody asks for sound.
let context;

/** A tone or, without a pitch, a breath of noise, that fades away. */
function strike({ at = 0, pitch = 0, length = 0.1, loud = 0.2, kind = "sine", filter = 2000 }) {
  const start = context.currentTime + at, volume = context.createGain();
  let source;
  if (pitch) {
    source = context.createOscillator();
    source.type = kind;
    source.frequency.value = pitch;
    source.connect(volume);
  } else {
    source = context.createBufferSource();
    source.buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
    const samples = source.buffer.getChannelData(0);
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() - Math.random();
    const band = context.createBiquadFilter();
    Object.assign(band, { type: "bandpass" });
    band.frequency.value = filter;
    source.connect(band).connect(volume);
  }
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

const SOUNDS = {
  card: [{ length: 0.07, loud: 0.5, filter: 1800 }, { at: 0.05, length: 0.04, loud: 0.25, filter: 3200 }],
  chip: [{ pitch: 3100, length: 0.05, loud: 0.08, kind: "triangle" }, { at: 0.04, pitch: 3900, length: 0.06, loud: 0.06, kind: "triangle" }, { length: 0.03, loud: 0.2, filter: 4200 }],
  win: [523, 659, 784, 1047].map((pitch, place) => ({ at: place * 0.09, pitch, length: 0.45, loud: 0.1, kind: "triangle" })),
  push: [{ pitch: 440, length: 0.3, loud: 0.08 }, { at: 0.12, pitch: 440, length: 0.3, loud: 0.06 }],
  loss: [{ pitch: 262, length: 0.35, loud: 0.08 }, { at: 0.14, pitch: 196, length: 0.5, loud: 0.08 }],
};

export function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name].forEach(strike);
}
