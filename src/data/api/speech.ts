/** Reads messages aloud (docs/product/session.md#preferences), for people alerted of customers' messages. */
import { alertPermission } from '#contract/chat/push.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { withoutMarks } from '#contract/lib/value-parts.ts'
import { readJson, writeItem } from '../base/storage.ts'
import { createStore, useStore } from '../base/store.ts'
import { getAccess, useAccess } from './session.ts'

export interface SpeechConfig {
  pitch: number
  rate: number
  /** 0 to 10; below 1: mute. */
  volume: number
  lang: string
  /** True: nothing is read aloud. */
  stop: boolean
}

const key = 'speech-config'
const standard: SpeechConfig = { pitch: 1, rate: 1, volume: 10, lang: 'id-ID', stop: true }

function toSpeech(value: unknown): SpeechConfig {
  const kept = isRecord(value) ? value : {}
  const within = (name: 'pitch' | 'rate' | 'volume', min: number, max: number) => {
    const number = kept[name]
    return typeof number === 'number' && number >= min && number <= max ? number : standard[name]
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
  const speech = speechStore.get()
  if (speech.stop || isMuted(speech)) stopSpeaking()
}

const canSpeak = () => 'speechSynthesis' in globalThis

/** Whether speech is available: a voice on the device, and permission for alerts. */
export function useHearsSpeech(): boolean {
  return holds(useAccess(), alertPermission) && canSpeak()
}

/** Maximum queue; more would be outdated. */
const maxWaiting = 5
let waiting: string[] = []
let current: SpeechSynthesisUtterance | null = null

function sayNext(): void {
  const text = waiting.shift()
  current = null
  if (text === undefined) return
  const { pitch, rate, volume, lang } = speechStore.get()
  const utterance = new SpeechSynthesisUtterance(text)
  const ended = () => current === utterance && sayNext()
  Object.assign(utterance, { pitch, rate, volume: volume / 10, lang, onend: ended, onerror: ended })
  current = utterance
  speechSynthesis.speak(utterance)
}

/** Stops the current utterance and clears the queue. */
export function stopSpeaking(): void {
  waiting = []
  current = null
  if (canSpeak()) speechSynthesis.cancel()
}

/**
 * Speaks the text with the person's settings after earlier ones; keeps the newest in the queue. Silent while muted or stopped, without a
 * voice, and without permission.
 */
export function speak(text: string): void {
  const speech = speechStore.get()
  if (speech.stop || isMuted(speech) || !canSpeak() || !holds(getAccess(), alertPermission)) return
  waiting = [...waiting, withoutMarks(text)].slice(-maxWaiting)
  // Some devices lose the end event: a finished utterance must not block.
  if (!current || !speechSynthesis.speaking) sayNext()
}
