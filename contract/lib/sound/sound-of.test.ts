import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { oggOfRecording } from './repack.ts'
import { type Sound, soundOf } from './sound-of.ts'

const fixture = (name: string) => Uint8Array.from(readFileSync(`tests/support/files/sounds/${name}`))
const text = (letters: string) => new TextEncoder().encode(letters)

describe('soundOf', () => {
  it.each<[string, Omit<Sound, 'seconds'>, number | null]>([
    ['chromium.webm', { container: 'webm', codec: 'opus' }, 1.5],
    ['chromium.opus.m4a', { container: 'mp4', codec: 'opus', isFragmented: true }, 1.5],
    ['firefox.ogg', { container: 'ogg', codec: 'opus' }, 1.5],
    ['firefox.webm', { container: 'webm', codec: 'opus' }, 1.5],
    ['webkit.m4a', { container: 'mp4', codec: 'aac', isFragmented: true }, 1.8],
    ['webkit.opus.m4a', { container: 'mp4', codec: 'opus', isFragmented: true }, 1],
    ['fragmented-aac.m4a', { container: 'mp4', codec: 'aac', isFragmented: true }, 1.5],
    ['whole-aac.m4a', { container: 'mp4', codec: 'aac', isFragmented: false }, 1.5],
    ['vorbis.ogg', { container: 'ogg', codec: 'other' }, null],
  ])('%s is told by its bytes, with its length', (name, kind, seconds) => {
    const { seconds: found, ...rest } = soundOf(fixture(name)) ?? { seconds: -1 }
    expect(rest).toEqual(kind)
    if (seconds === null) expect(found).toBeNull()
    else expect(Math.abs((found ?? 0) - seconds)).toBeLessThan(0.12)
  })

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a song that was named voice.ogg', fixture('tone.mp3')],
    ['a text', text('OpusHead OggS ftyp')],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('%s is no recording', (_what, bytes) => {
    expect(soundOf(bytes)).toBeNull()
  })

  it.each(['chromium.webm', 'chromium.opus.m4a', 'firefox.ogg', 'webkit.m4a', 'webkit.opus.m4a', 'whole-aac.m4a'])(
    '%s may be cut off anywhere',
    (name) => {
      const bytes = fixture(name)
      for (let end = 0; end < bytes.length; end += 37)
        expect(() => [soundOf(bytes.subarray(0, end)), oggOfRecording(bytes.subarray(0, end))]).not.toThrow()
    },
  )

  it('boxes that claim to be endless, empty or within themselves end', () => {
    const head = [...[0, 0, 0, 8], ...text('ftyp')]
    for (const box of [
      [0, 0, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 0, 7],
      [255, 255, 255, 255],
      [0, 0, 0, 8],
    ])
      for (const type of ['moov', 'trun', 'mdhd', 'stsd', 'moof'])
        expect(() => soundOf(Uint8Array.from([...head, ...box, ...text(type), ...Array(64).fill(255)]))).not.toThrow()
    const nested = new Uint8Array(1_600_000)
    for (let at = 0; at < nested.length; at += 8) nested.set([0, 0, 0, 8, ...text('moov')], at)
    nested.set(head)
    expect(soundOf(nested)).toMatchObject({ container: 'mp4', seconds: null })
  })
})

it.each(['chromium.webm', 'chromium.opus.m4a', 'firefox.webm', 'webkit.opus.m4a'])('%s becomes an Ogg file of the same length', (name) => {
  const before = soundOf(fixture(name))
  const after = soundOf(oggOfRecording(fixture(name)) ?? new Uint8Array())
  expect(after).toMatchObject({ container: 'ogg', codec: 'opus' })
  // The start of the encoder is no sound.
  expect(Math.abs((after?.seconds ?? 0) - (before?.seconds ?? 0))).toBeLessThan(0.1)
})
