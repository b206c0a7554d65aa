import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { soundOf } from '#contract/lib/sound/sound-of.ts'
import { FileBody } from '#server/platform/http/reply.ts'
import { playableBody, toVoiceNote } from './convert-sound.ts'

const settings = { ffmpegPath: null }
const fixture = async (name: string) => Uint8Array.from(await readFile(`tests/support/files/sounds/${name}`))

it.each([
  ['firefox.ogg', 'audio/ogg'],
  ['chromium.webm', 'audio/webm'],
  ['chromium.opus.m4a', 'audio/mp4'],
  ['vorbis.ogg', 'audio/ogg'],
])('%s is played everywhere as AAC, of the same length', async (name, type) => {
  const made = await playableBody(settings, new FileBody(await fixture(name), type, name))
  expect([made.type, made.name]).toEqual(['audio/mp4', `${name.replace(/\.\w+$/, '')}.m4a`])
  const sound = soundOf(made.content)
  expect(sound).toMatchObject({ container: 'mp4', codec: 'aac', isFragmented: false })
  expect(Math.abs((sound?.seconds ?? 0) - 1.5)).toBeLessThan(0.2)
})

it.each([
  ['without ffmpeg', { ffmpegPath: 'off' }, 'firefox.ogg', 'audio/ogg'],
  ['of an unknown type', settings, 'firefox.ogg', 'application/octet-stream'],
  ['that is damaged', settings, 'tone.mp3', 'audio/webm'],
])('a sound %s is given as it is', async (_what, given, name, type) => {
  const body = new FileBody(await fixture(name), type, name)
  expect(await playableBody(given, body)).toBe(body)
  expect(await toVoiceNote(given, body.content, type)).toBeNull()
})

it('Opus in WebM becomes Ogg without ffmpeg, and what is Ogg Opus stays', async () => {
  const off = { ffmpegPath: 'off' }
  const made = await toVoiceNote(off, await fixture('chromium.webm'), 'audio/webm')
  expect(made && soundOf(made.content)).toMatchObject({ container: 'ogg', codec: 'opus' })
  expect(await toVoiceNote(off, await fixture('firefox.ogg'), 'audio/ogg')).toBeNull()
})
