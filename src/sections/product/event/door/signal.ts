/** Sound and vibration of an answer: somebody who looks at people, and not at a screen, hears it. */

export type Signal = 'good' | 'warning' | 'bad'

/** Notes in Hz, each a tenth of a second; pauses of vibration in ms. */
const notes: Readonly<Record<Signal, readonly number[]>> = { good: [880, 1175], warning: [660, 660], bad: [220, 220, 220] }
const shakes: Readonly<Record<Signal, number[]>> = { good: [60], warning: [60, 60, 60], bad: [250, 80, 250] }
const noteSeconds = 0.1

let audio: AudioContext | null = null

function play(frequencies: readonly number[]): void {
  if (!('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  void audio.resume()
  const gain = audio.createGain()
  gain.gain.value = 0.2
  gain.connect(audio.destination)
  for (const [at, frequency] of frequencies.entries()) {
    const oscillator = audio.createOscillator()
    const begin = audio.currentTime + at * noteSeconds * 1.4
    oscillator.frequency.value = frequency
    oscillator.connect(gain)
    oscillator.start(begin)
    oscillator.stop(begin + noteSeconds)
  }
}

/** Devices without sound or vibration do without. */
export function giveSignal(signal: Signal): void {
  try {
    play(notes[signal])
  } catch {
    // The browser allows no sound before the first touch.
  }
  navigator.vibrate?.(shakes[signal])
}
