import { beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'

interface Said {
  text: string
  onend: () => void
}
let said: Said[] = []
let cancelled = 0
const voice = { speaking: false, speak: (what: Said) => void said.push(what), cancel: () => void cancelled++ }

async function open(permissions: string[]) {
  vi.resetModules()
  openBrowser({ 'speech-config': '{"stop":false}' })
  said = []
  cancelled = 0
  voice.speaking = false
  vi.stubGlobal('speechSynthesis', {
    get speaking() {
      return voice.speaking
    },
    speak: (what: Said) => {
      voice.speaking = true
      voice.speak(what)
    },
    cancel: voice.cancel,
  })
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  )
  const [speech, { sessionStore }] = await Promise.all([import('./speech.ts'), import('./session.ts')])
  const user = { id: 7, ref: 'me', name: 'Sari', email: '' }
  sessionStore.set({ status: 'signed-in', session: { token: 't', roles: [], permissions, roleRead: [], user }, notice: null, ended: null })
  return speech
}

const texts = () => said.map(({ text }) => text)
beforeEach(() => void vi.unstubAllGlobals())

it('speak queues texts and interrupts none', async () => {
  const { speak } = await open(['webnotif crm'])
  for (const text of ['satu', 'dua', 'tiga']) speak(text)
  expect([texts(), cancelled]).toEqual([['satu'], 0])
  said[0]?.onend()
  said[1]?.onend()
  expect([texts(), cancelled]).toEqual([['satu', 'dua', 'tiga'], 0])
})

it('speak keeps only the newest texts of many, and none once stopped', async () => {
  const { speak, stopSpeaking } = await open(['webnotif crm'])
  for (let at = 0; at < 20; at++) speak(String(at))
  said[0]?.onend()
  expect(texts()).toEqual(['0', '15'])
  stopSpeaking()
  said[1]?.onend()
  expect([texts(), cancelled]).toEqual([['0', '15'], 1])
})

it('speak continues where the device lost the end event of an utterance', async () => {
  const { speak } = await open(['webnotif crm'])
  speak('satu')
  voice.speaking = false
  speak('dua')
  expect(texts()).toEqual(['satu', 'dua'])
})

it('speak is silent for people without alerts', async () => {
  const { speak } = await open(['get stock'])
  speak('satu')
  expect(texts()).toEqual([])
})
