import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isVideoHead, videoHeadBytes } from '#contract/kit/field/video.ts'
import { createApp } from '#server/app.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fileType, fittingName } from './file-type.ts'
import { safeName } from './files.ts'

it.each([
  ['photo.png', 'image/png', 'photo.png'],
  ['PHOTO.JPEG', 'image/jpeg', 'PHOTO.JPEG'],
  ['image.html', 'image/png', 'image'],
  ['photo.png.html', 'image/png', 'photo.png'],
  ['photo.svg.exe', 'image/png', 'photo'],
  ['invoice.pdf.exe', 'application/octet-stream', 'invoice'],
  ['archive.7z', 'application/zip', 'archive'],
  ['voice.ogg', 'audio/ogg', 'voice.ogg'],
  ['clip.mp4', 'video/quicktime', 'clip'],
  ['Laporan v1.2', 'image/png', 'Laporan v1.2'],
  ['dr. Sari', 'application/pdf', 'dr. Sari'],
  ['html', 'image/png', 'html'],
  ['page.html.', 'image/png', 'page'],
  ['page.html. . ', 'image/png', 'page'],
  ['photo.png.', 'image/png', 'photo.png'],
  ['photo.png. .html', 'image/png', 'photo.png'],
])('a file %s that is %s is called %s', (name, type, fits) => {
  expect(fittingName(name, type)).toBe(fits)
})

it.each([
  ['MP4', '\0\0\0\x20ftypisom', true],
  ['QuickTime', '\0\0\0\x14ftypqt  ', true],
  ['WebM', '\x1aE\xdf\xa3', true],
  ['AVIF', '\0\0\0\x1cftypavif', false],
  ['AVIF that moves', '\0\0\0\x1cftypavis', false],
  ['AVI', 'RIFF\0\0\0\0AVI LIST', false],
  ['Windows Media', '0&\xb2u\x8ef\xcf\x11', false],
  ['PDF', '%PDF-1.7', false],
])('a file that begins as %s does is a video or none, to the form as to the API', (_, head, isVideo) => {
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(1_000)])
  expect(isVideoHead(bytes.subarray(0, videoHeadBytes))).toBe(isVideo)
  expect(fileType(bytes, 'film.mp4')?.startsWith('video/') ?? false).toBe(isVideo)
})

it.each([
  ['chromium.webm', 'audio/webm'],
  ['chromium.opus.m4a', 'audio/mp4'],
  ['firefox.ogg', 'audio/ogg'],
  ['firefox.webm', 'audio/webm'],
  ['webkit.m4a', 'audio/mp4'],
  ['webkit.opus.m4a', 'audio/mp4'],
  ['tone.mp3', 'audio/mpeg'],
])('the recording %s is a sound, whatever its name says', (name, type) => {
  const bytes = readFileSync(`tests/support/files/sounds/${name}`)
  for (const other of [name, 'voice.ogg', 'voice.webm', 'film.mp4', 'voice']) expect(fileType(bytes, other)).toBe(type)
})

it.each(['#!AMR\n', '#!AMR-WB\n'])('a note of an older phone that begins with %j is a sound', (head) => {
  expect(fileType(Buffer.from(`${head}\x3c\x91\x17`, 'latin1'), 'note.ogg')).toBe('audio/amr')
})

it.each([
  ['mif1', 'mif1avif', 'image/avif'],
  ['msf1', 'msf1avis', 'image/avif'],
  ['mif1', 'mif1heic', 'image/heic'],
  ['isom', 'isomavc1', 'video/mp4'],
])('a file of brand %s that is compatible with %s is %s', (brand, brands, type) => {
  expect(fileType(Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brands}\0\0\0\x08free`, 'latin1'), 'a')).toBe(type)
})

it.each([
  ['page.html.', 'page.html'],
  ['page.html . .', 'page.html'],
  ['C:\\Users\\Sari\\.. foto?.png ', 'foto.png'],
  [' ... ', 'file'],
  ['con', '_con'],
  ['CON.txt', '_CON.txt'],
  ['Nul .tar.gz', '_Nul .tar.gz'],
  ['lpt¹.pdf', '_lpt¹.pdf'],
  ['COM9', '_COM9'],
  ['CONIN$', '_CONIN'],
  ['console.log', 'console.log'],
  ['COM10.txt', 'COM10.txt'],
  [`${'x'.repeat(50)}.con.${'y'.repeat(96)}`, `_con.${'y'.repeat(96)}`],
])('a file %j is kept as %j, and so under its own name', (name, safe) => {
  expect([safeName(name), safeName(safe)]).toEqual([safe, safe])
})

describe('a stored file', () => {
  let test: TestPlatform
  let png: Buffer
  beforeAll(async () => {
    test = await testPlatform()
    png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
  })
  afterAll(() => test.close())

  it('loses an ending that does not fit, also where a client names it by its address or asks for it', async () => {
    const { files } = test.platform
    const stored = await files.store(await files.inspect(png, 'page.html'))
    expect(stored).toMatchObject({ name: 'page', type: 'image/png' })
    expect(stored.url).toMatch(/^\/files\/[0-9a-f]{64}\/page$/)
    expect(await files.find(`${stored.url}.html`)).toMatchObject({ name: 'page', url: stored.url })
    // The real ending determines type and name.
    expect(await files.inspect(Buffer.from('a,b'), 'data.csv. ')).toMatchObject({ name: 'data.csv', type: 'text/csv' })
    expect(await files.inspect(png, 'page.html.')).toMatchObject({ name: 'page', type: 'image/png' })
    expect(await files.find(`${stored.url}.html.`)).toMatchObject({ name: 'page', url: stored.url })
    // A picture's head on another content.
    expect(await files.inspect(png.subarray(0, 9), 'page.png')).toMatchObject({ name: 'page', type: 'application/octet-stream' })
    const response = await createApp(test.platform).request(`${stored.url}.png.exe.`)
    expect([response.status, response.headers.get('Content-Disposition')]).toEqual([200, "inline; filename*=UTF-8''page.png"])
  })
})
