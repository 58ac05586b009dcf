// Sounds and vibration, where the player has switched them on. The sounds are made here: short tones
// and noise, no recordings.

import * as settings from "./settings.js";

const VOLUME = 0.16;
const VIBRATIONS = { place: 10, deal: [8, 30, 8], illegal: [25, 40, 25], win: [30, 60, 30, 60, 90] };
const WIN_TUNE = [523.25, 659.25, 783.99, 1046.5]; // C E G C

let audio = null;

/** Something has happened. @param {"place"|"deal"|"illegal"|"win"} event */
export function feedback(event) {
  if (settings.get("sounds")) sound(event);
  // Before the first tap a browser refuses to vibrate, and complains.
  if (settings.get("haptics") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATIONS[event]);
}

function sound(event) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const now = audio.currentTime;
  if (event === "place") rustle(now);
  else if (event === "deal") [0, 0.06, 0.12].forEach((delay) => rustle(now + delay));
  else if (event === "illegal") tone(now, 150, 0.14, "sine");
  else WIN_TUNE.forEach((pitch, index) => tone(now + index * 0.13, pitch, 0.5, "triangle"));
}

/** A card that is put down: a short burst of noise. */
function rustle(start) {
  const length = Math.round(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1900, Q: 0.8 });
  source.connect(filter).connect(new GainNode(audio, { gain: VOLUME * 2 })).connect(audio.destination);
  source.start(start);
}

function tone(start, frequency, length, type) {
  const source = new OscillatorNode(audio, { type, frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}
