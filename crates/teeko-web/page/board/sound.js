// A short knock and a vibration for each ply, once the reader has touched the page.

import { settings } from "../strings.js";

/** The duration of the sound in seconds, and of the vibration in milliseconds. */
const [SOUND, VIBRATION] = [0.12, 15];

let context = null;

/** Sounds for a piece that is dropped, or lower for one that slides. */
export function soundPly(slides) {
  if (!settings.sounds || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(VIBRATION);
  context ??= new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(slides ? 240 : 420, now);
  tone.frequency.exponentialRampToValueAtTime(slides ? 90 : 120, now + SOUND / 2);
  volume.gain.setValueAtTime(0.3, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + SOUND);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(now + SOUND);
}
