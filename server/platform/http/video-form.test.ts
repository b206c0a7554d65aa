import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { image, rows, text, video } from '#contract/kit/field/field.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { StreamedFile } from '../files/streamed-file.ts'
import { readVideoForm } from './video-form.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform({ UPLOAD_MAX_BYTES: '1000000', VIDEO_MAX_BYTES: '40000000' })
})
afterAll(() => test.close())

const fields = {
  title: text(),
  cover: image(),
  clip: video(),
  short: video({ maxBytes: 1_000 }),
  lessons: rows({ name: text(), video: video() }),
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function read(data: FormData | string, owner = randomUUID(), headers: Record<string, string> = {}) {
  const request = new Request('http://x', { method: 'POST', body: data, headers })
  return readVideoForm(request, test.platform, owner, { fields, part: 'course' })
}

function form(entries: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(entries))
    data.append(name, typeof value === 'string' ? value : new File([value], 'Kelas é.mp4'))
  return data
}

const heldBy = (owner: string) => readdir(join(test.platform.settings.dataDir, 'staging', owner)).catch(() => [])

describe('a form with videos', () => {
  it('has each of them on disk by its hash, at any depth, and the rest as values', async () => {
    const owner = randomUUID()
    const [large, second] = [new Uint8Array(30_000_000).fill(5), new Uint8Array(70_000).fill(6)]
    const lessons = JSON.stringify([{ name: 'Satu', video: { part: 'lessons.0.video' } }])
    const record = await read(form({ title: 'Kelas', clip: large, lessons, 'lessons.0.video': second, cover: new Uint8Array(500) }), owner)
    expect(record).toMatchObject({
      title: 'Kelas',
      clip: new StreamedFile(sha256(large), 'Kelas é.mp4'),
      lessons: [{ name: 'Satu', video: { part: 'lessons.0.video' } }],
      'lessons.0.video': new StreamedFile(sha256(second), 'Kelas é.mp4'),
    })
    expect(record.cover).toBeInstanceOf(File)
    expect((await heldBy(owner)).sort()).toEqual([sha256(large), sha256(second)].sort())
  })

  it('may have its values in one part', async () => {
    expect(await read(form({ course: '{"title":"Kelas"}', clip: new Uint8Array(3) }))).toMatchObject({ title: 'Kelas' })
  })

  it.each<[string, Record<string, string | Uint8Array<ArrayBuffer>>]>([
    ['a video over the limit of its field', { short: new Uint8Array(1_001) }],
    ['a video over the limit of all', { clip: new Uint8Array(40_000_001) }],
    ['25 MB of anything else', { cover: new Uint8Array(25_000_001) }],
    ['25 MB of text', { title: 'x'.repeat(25_000_001) }],
  ])('is refused with 413 for %s, and leaves nothing', async (_, entries) => {
    const owner = randomUUID()
    await expect(read(form(entries), owner)).rejects.toMatchObject({ code: 'too_large' })
    expect(await heldBy(owner)).toEqual([])
  })

  it('is refused by its announced length before it is read', async () => {
    await expect(read(form({}), randomUUID(), { 'content-length': '70000000' })).rejects.toMatchObject({ code: 'too_large' })
  })

  it.each<[string, string, string]>([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'that ends early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="clip"; filename="a.mp4"\r\n\r\nhalf',
    ],
    [
      'whose part is no record',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="course"\r\n\r\nnull\r\n--x--',
    ],
  ])('%s is malformed, and leaves nothing', async (_, type, body) => {
    const owner = randomUUID()
    await expect(read(body, owner, { 'content-type': type })).rejects.toMatchObject({ code: 'malformed' })
    expect(await heldBy(owner)).toEqual([])
  })

  it('has no more parts than other requests have entries', async () => {
    const data = new FormData()
    for (let at = 0; at <= 10_001; at += 1) data.append(`a${at}`, 'x')
    await expect(read(data)).rejects.toThrow('at most 10000 entries')
  })
})
