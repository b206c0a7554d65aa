import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeVideos, makeVideos, testFfmpeg, type VideoKind } from '#tests/support/videos.ts'
import { convertApart } from './convert-apart.ts'
import { probeFile } from './probe.ts'

let made: MadeVideos
let folder = ''
let ffmpeg = ''
beforeAll(async () => {
  made = await makeVideos()
  ffmpeg = await testFfmpeg()
  folder = await mkdtemp(join(tmpdir(), 'lapangan-convert-'))
})
afterAll(async () => {
  await made.close()
  await rm(folder, { recursive: true, force: true })
})

const never = new AbortController().signal

async function convertFile(input: string, options: { ffmpeg?: string | null } = {}) {
  const own = await mkdtemp(join(folder, 'own-'))
  const percents: number[] = []
  const request = { input, folder: own, ffmpeg, maxSeconds: 14_400, ...options }
  const end = await convertApart(request, never, (percent) => percents.push(percent))
  return { end, percents }
}
const convertKind = async (kind: VideoKind, options: { ffmpeg?: string | null } = {}) => convertFile(await made.path(kind), options)

/** The boxes of an MP4, in their order. */
async function boxesOf(path: string): Promise<string[]> {
  const content = await readFile(path)
  const names: string[] = []
  for (let at = 0; at + 8 <= content.length; at += Math.max(8, content.readUInt32BE(at)))
    names.push(content.toString('latin1', at + 4, at + 8))
  return names
}

describe('a video', () => {
  it.each<VideoKind>(['plain', 'silent'])('that is %s MP4 with H.264 is kept', async (kind) => {
    const { end } = await convertKind(kind)
    expect(end).toMatchObject({ ok: true, path: null, width: 320, height: 240, duration: expect.closeTo(3, 0) })
  })

  it('has a poster of a tenth of its length', async () => {
    const { end } = await convertKind('plain')
    const poster = end.ok && end.poster ? await sharp(end.poster).metadata() : null
    expect(poster).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
  })

  it.each<VideoKind>(['matroska', 'quicktime'])('in %s has another container, its head in front', async (kind) => {
    const { end } = await convertKind(kind)
    if (!end.ok || !end.path) throw new Error(JSON.stringify(end))
    const boxes = await boxesOf(end.path)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
    expect(await probeFile(end.path)).toMatchObject({
      ok: true,
      probe: { container: 'video/mp4', video: 'avc', isPlain: true, audio: 'aac' },
    })
  })

  it.each<VideoKind>(['matroska', 'quicktime'])('in %s has another container without ffmpeg, too', async (kind) => {
    const { end } = await convertKind(kind, { ffmpeg: null })
    if (!end.ok || !end.path) throw new Error(JSON.stringify(end))
    expect(end.poster).toBeNull()
    expect(await probeFile(end.path)).toMatchObject({ ok: true, probe: { container: 'video/mp4', video: 'avc', audio: 'aac' } })
  })

  it.each<VideoKind>(['old', 'hevc', 'webm', 'vp9'])('of another codec (%s) becomes H.264 of 8 bits with even sides', async (kind) => {
    const { end, percents } = await convertKind(kind)
    if (!end.ok || !end.path) throw new Error(JSON.stringify(end))
    expect(await probeFile(end.path)).toMatchObject({ ok: true, probe: { video: 'avc', isPlain: true, width: 320, height: 240 } })
    expect(Math.max(0, ...percents)).toBeLessThan(100)
    const { stderr } = await promisify(execFile)(ffmpeg, ['-i', end.path]).catch((error: { stderr: string }) => error)
    expect(stderr).toMatch(/yuv420p/)
  })

  it('is at most 1,920 pixels wide', async () => {
    expect((await convertKind('large')).end).toMatchObject({ ok: true, width: 1_920, height: 1_080 })
  })

  it.each<[VideoKind, string]>([
    ['soundOnly', 'no_picture'],
    ['wide', 'too_wide'],
    ['tenHours', 'too_long'],
  ])('that is %s is refused: %s', async (kind, reason) => {
    expect((await convertKind(kind)).end).toMatchObject({ ok: false, reason, isFinal: true })
  })

  it.each<VideoKind>(['hevc', 'old'])('of another codec (%s) is refused where there is no ffmpeg', async (kind) => {
    expect((await convertKind(kind, { ffmpeg: null })).end).toMatchObject({ ok: false, reason: 'no_converter', isFinal: true })
  })

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['lost its end', (whole) => whole.subarray(0, Math.floor(whole.length * 0.7))],
    ['has no moov', (whole) => Buffer.concat([whole.subarray(0, 32), Buffer.alloc(5_000)])],
    ['is a text', () => Buffer.from('bukan video')],
    ['is a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n')],
    ['is empty', () => Buffer.alloc(0)],
  ])('that %s is refused as damaged', async (_, change) => {
    const path = join(folder, 'damaged.mp4')
    await writeFile(path, change(await made.read('plain')))
    expect((await convertFile(path)).end).toMatchObject({ ok: false, reason: expect.stringMatching(/damaged|no_picture/) })
  })

  it('is converted no further once it is cancelled', async () => {
    const control = new AbortController()
    const own = await mkdtemp(join(folder, 'own-'))
    const request = { input: await made.path('slow'), folder: own, ffmpeg, maxSeconds: 14_400 }
    await expect(convertApart(request, control.signal, () => control.abort())).rejects.toThrow('no further')
  })
})
