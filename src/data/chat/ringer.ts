/** Sound of a new message, generated without a download. */
import { debounced } from './debounced.ts'
import { log } from './log.ts'

/**
 * Messages within `ringMs` ring once, at most `ringMostMs` after the first; a refusing browser is retried (docs/product/chat.md#alerts).
 */
export const ringMs = 1_000
export const ringMaxMs = 3_000
export const ringRetries = 5
export const ringRetryMs = 200

const rate = 22_050
const seconds = 0.36
/** Two falling notes, in Hz. */
const notes = [880, 659] as const

/** 16 bit mono WAV, about 16 kB. */
function makeSound(): Blob {
  const samples = Math.floor(rate * seconds)
  const view = new DataView(new ArrayBuffer(44 + samples * 2))
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples * 2, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples * 2, true)
  for (let i = 0; i < samples; i++) {
    const half = i < samples / 2 ? 0 : 1
    const within = i - half * (samples / 2)
    const fade = Math.exp((-4 * within) / (samples / 2)) * Math.min(1, within / 60)
    view.setInt16(44 + i * 2, 9_000 * fade * Math.sin((2 * Math.PI * notes[half] * i) / rate), true)
  }
  return new Blob([view], { type: 'audio/wav' })
}

/** Returns a function that rings 1 s after the last message, 5 attempts at most. */
export function createRinger(): () => void {
  let audio: HTMLAudioElement | null = null

  async function play(left: number): Promise<void> {
    audio ??= new Audio(URL.createObjectURL(makeSound()))
    try {
      audio.currentTime = 0
      await audio.play()
    } catch (error) {
      if (left > 0) setTimeout(() => void play(left - 1), ringRetryMs)
      else log(error)
    }
  }

  return debounced(() => void play(ringRetries), ringMs, ringMaxMs)
}
