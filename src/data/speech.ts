/** Reading messages aloud (part-1 sections 4 and 9). */
import { isRecord, readJson, writeItem } from './storage.ts'
import { createStore, useStore } from './store.ts'

export interface SpeechConfig {
  pitch: number
  rate: number
  /** 0 to 10; below 1 is mute. */
  volume: number
  lang: string
  /** Nothing is read aloud while it is stopped. */
  stop: boolean
}

const key = 'speech-config'
const standard: SpeechConfig = { pitch: 1, rate: 1, volume: 10, lang: 'id-ID', stop: true }

function toSpeech(value: unknown): SpeechConfig {
  const kept = isRecord(value) ? value : {}
  const within = (name: 'pitch' | 'rate' | 'volume', least: number, most: number) => {
    const number = kept[name]
    return typeof number === 'number' && number >= least && number <= most ? number : standard[name]
  }
  return {
    pitch: within('pitch', 0, 2),
    rate: within('rate', 0.5, 2),
    volume: within('volume', 0, 10),
    lang: typeof kept.lang === 'string' ? kept.lang : standard.lang,
    stop: kept.stop !== false,
  }
}

const speechStore = createStore<SpeechConfig>(toSpeech(readJson(key)))
export const useSpeech = (): SpeechConfig => useStore(speechStore)
export const isMuted = (speech: SpeechConfig): boolean => speech.volume < 1

export function setSpeech(change: Partial<SpeechConfig>): void {
  speechStore.set((old) => toSpeech({ ...old, ...change }))
  writeItem(key, JSON.stringify(speechStore.get()))
  if (speechStore.get().stop) globalThis.speechSynthesis?.cancel()
}

/** Says the text with the person's own settings; silent while muted, stopped, or where the device has no voice. */
export function speak(text: string): void {
  const speech = speechStore.get()
  if (speech.stop || isMuted(speech) || !('speechSynthesis' in globalThis)) return
  const said = new SpeechSynthesisUtterance(text)
  Object.assign(said, { pitch: speech.pitch, rate: speech.rate, volume: speech.volume / 10, lang: speech.lang })
  speechSynthesis.cancel()
  speechSynthesis.speak(said)
}
