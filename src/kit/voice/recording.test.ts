import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordedFile, supportedType } from './recording.ts'

const fixture = (name: string) => Uint8Array.from(readFileSync(`tests/support/files/sounds/${name}`))
const now = Date.parse('2026-11-21T07:05:00Z')
const headOf = async (file: File) => String.fromCharCode(...new Uint8Array(await file.slice(0, 36).arrayBuffer()))

afterEach(() => vi.unstubAllGlobals())

describe('recordedFile', () => {
  it.each([
    ['chromium.webm', 'voice-note 2026-11-21 14.05.ogg', 'audio/ogg'],
    ['firefox.ogg', 'voice-note 2026-11-21 14.05.ogg', 'audio/ogg'],
    ['firefox.webm', 'voice-note 2026-11-21 14.05.ogg', 'audio/ogg'],
    ['chromium.opus.m4a', 'voice-note 2026-11-21 14.05.ogg', 'audio/ogg'],
    ['webkit.opus.m4a', 'voice-note 2026-11-21 14.05.ogg', 'audio/ogg'],
    ['webkit.m4a', 'voice-note 2026-11-21 14.05.m4a', 'audio/mp4'],
    ['fragmented-aac.m4a', 'voice-note 2026-11-21 14.05.m4a', 'audio/mp4'],
  ])('the recording %s is named and typed by its bytes, whatever the recorder says', async (name, named, type) => {
    for (const declared of ['', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']) {
      const file = await recordedFile([new Blob([fixture(name)], { type: declared })], now)
      expect([file.name, file.type]).toEqual([named, type])
      if (type === 'audio/ogg') expect(await headOf(file)).toMatch(/^OggS.{24}OpusHead$/s)
    }
  })

  it('a recording that comes in pieces is put together', async () => {
    const bytes = fixture('chromium.webm')
    const parts = [0, 500, 1_000, 3_000].map((at, i, all) => new Blob([bytes.slice(at, all[i + 1] ?? bytes.length)]))
    expect((await recordedFile(parts, now)).type).toBe('audio/ogg')
  })

  it('a container that cannot be rewritten is kept as it is, and what is no sound is refused', async () => {
    const laced = Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xff])
    expect((await recordedFile([new Blob([laced])], now)).name).toMatch(/\.webm$/)
    await expect(recordedFile([new Blob(['nothing'])], now)).rejects.toThrow('no sound')
    await expect(recordedFile([], now)).rejects.toThrow('no sound')
  })
})

it.each<[string, string[], string | undefined]>([
  ['Firefox', ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus'], 'audio/ogg;codecs=opus'],
  ['Chromium', ['audio/webm;codecs=opus', 'audio/mp4', 'audio/mp4;codecs=opus'], 'audio/webm;codecs=opus'],
  ['Safari since 18.4', ['audio/webm;codecs=opus', 'audio/mp4', 'audio/mp4;codecs=mp4a.40.2'], 'audio/webm;codecs=opus'],
  ['WebKitGTK', ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/mp4;codecs=opus'], 'audio/mp4;codecs=opus'],
  ['Safari before', ['audio/mp4', 'audio/mp4;codecs=mp4a.40.2'], 'audio/mp4;codecs=mp4a.40.2'],
  ['a recorder that names no codec', ['audio/mp4'], 'audio/mp4'],
  ['a recorder of pictures', ['video/webm'], undefined],
])('%s is asked for Opus before AAC', (_engine, supported, type) => {
  vi.stubGlobal('navigator', { mediaDevices: {} })
  vi.stubGlobal(
    'MediaRecorder',
    Object.assign(() => undefined, { isTypeSupported: (asked: string) => supported.includes(asked) }),
  )
  expect(supportedType()).toBe(type)
})
