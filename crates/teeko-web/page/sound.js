// A short sound and a vibration for each ply. Both are off until the reader switches them on.

import { settings } from "./strings.js";

/** The duration of the sound in seconds, and of the vibration in milliseconds. */
const [SOUND, VIBRATION] = [0.09, 15];

let context = null;

export function soundPly() {
  if (!settings.sounds) return;
  navigator.vibrate?.(VIBRATION);
  context ??= new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  tone.frequency.value = 260;
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + SOUND);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(now + SOUND);
}
