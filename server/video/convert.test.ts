import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VideoReason } from '#contract/kit/field/video.ts'
import { isRunning } from '#server/db/process-identity.ts'
import { type MadeVideos, makeVideos, testFfmpeg, type VideoKind } from '#tests/support/videos.ts'
import { convert } from './convert.ts'
import { convertApart } from './convert-apart.ts'
import { copyArguments, encodeArguments, posterArguments, runFfmpeg } from './encode.ts'
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
    ['is a playlist of segments', () => Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nconcat:/etc/passwd|subfile,,:/a\n')],
    ['joins files', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\nfile 'http://169.254.169.254/'\n")],
    ['is a manifest', () => Buffer.from('<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>')],
    ['is a session', () => Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 169.254.169.254\nm=video 5004 RTP/AVP 96\n')],
    ['is a picture of letters', () => Buffer.from(`\u001b[2J${'A'.repeat(2_000)}`)],
    ['is empty', () => Buffer.alloc(0)],
  ])('that %s is refused as damaged', async (_, change) => {
    const path = join(folder, 'damaged.mp4')
    await writeFile(path, change(await made.read('plain')))
    expect((await convertFile(path)).end).toMatchObject({ ok: false, reason: expect.stringMatching(/damaged|no_picture/) })
  })

  /** The two bytes of width and height behind the name of a codec. */
  const sized = (codec: string, width: number, height: number) => (whole: Buffer) => {
    const at = whole.indexOf(codec)
    whole.writeUInt16BE(width, at + 28)
    whole.writeUInt16BE(height, at + 30)
  }
  /** The duration in a box, so many bytes behind its name, in thousandths of a second for that of the film. */
  const lasting = (units: number) => (whole: Buffer) => {
    for (const [box, behind] of [
      ['mvhd', 20],
      ['tkhd', 24],
      ['mdhd', 20],
    ] as const)
      for (let at = whole.indexOf(box); at >= 0; at = whole.indexOf(box, at + 4)) whole.writeUInt32BE(units, at + behind)
  }
  /** The length of each frame but the first, in units of the track. */
  const slowed = (units: number) => (whole: Buffer) => whole.writeUInt32BE(units, whole.indexOf('stts') + 16)
  /** The elements of Matroska for width, height and duration, by their ids and lengths. */
  const matroska = (id: string, bytes: string) => (whole: Buffer) => {
    const at = whole.indexOf(Buffer.from(id, 'hex'))
    if (at < 0) throw new Error(`no ${id}`)
    whole.write(bytes, at + id.length / 2, 'hex')
  }

  it.each<[string, VideoKind, (whole: Buffer) => unknown, VideoReason]>([
    ['claims 60,000 pixels', 'old', sized('mp4v', 60_000, 60_000), 'too_wide'],
    ['claims 8,192 pixels on both sides', 'old', sized('mp4v', 8_192, 8_192), 'too_wide'],
    ['claims 60,000 pixels in Matroska', 'vp9', matroska('b082', 'ea60'), 'too_wide'],
    ['has larger frames than it says', 'huge', sized('jpeg', 320, 240), 'too_wide'],
    ['claims a billion seconds', 'plain', lasting(4_000_000_000), 'too_long'],
    ['claims a billion seconds in Matroska', 'matroska', matroska('448988', '426d1a94a2000000'), 'too_long'],
    ['has frames of days, and says nothing of it', 'plain', slowed(2_000_000_000), 'too_long'],
    ['has frames of days in another codec', 'old', slowed(2_000_000_000), 'too_long'],
    ['has no width', 'old', sized('mp4v', 0, 0), 'too_wide'],
  ])('whose bytes were changed, so that it %s, is refused: %s', async (_, kind, change, reason) => {
    const whole = Buffer.from(await made.read(kind))
    change(whole)
    const path = join(folder, `changed-${kind}`)
    await writeFile(path, whole)
    const request = { input: path, folder: await mkdtemp(join(folder, 'own-')), ffmpeg, maxSeconds: 14_400 }
    expect(await convert(request, () => undefined)).toMatchObject({ ok: false, reason, isFinal: true })
  })

  it('is made for no longer and no larger than it may be, whatever ffmpeg is asked for', async () => {
    const probed = await probeFile(await made.path('plain'))
    if (!probed.ok) throw new Error(probed.reason)
    const parts = { ffmpeg, input: 'in', output: 'out', probe: probed.probe, maxBytes: 4_096, endsBy: 0, onPercent: () => undefined }
    for (const words of [copyArguments(parts), encodeArguments(parts), posterArguments(parts)]) {
      const [reading, writing] = [words.slice(0, words.indexOf('-i')), words.slice(words.indexOf('-i'))]
      expect(reading).toEqual(
        expect.arrayContaining(['-max_alloc', '-max_pixels', '-t', '-threads', '-protocol_whitelist', 'file', '-f', 'mov']),
      )
      expect(writing).toEqual(expect.arrayContaining(['-threads', '-fs', '4096', '-map_metadata']))
    }
    await expect(
      runFfmpeg({ ffmpeg, endsBy: performance.now() }, ['-nostdin', '-i', await made.path('slow'), '-f', 'null', '-']),
    ).rejects.toThrow(expect.objectContaining({ reason: 'too_heavy' }))
  })

  /** A program in place of ffmpeg. */
  async function standIn(lines: string): Promise<string> {
    const path = join(await mkdtemp(join(folder, 'program-')), 'ffmpeg')
    await writeFile(path, `#!/bin/sh\ncd "$(dirname "$0")"\n${lines}\n`, { mode: 0o755 })
    return path
  }

  it('is converted within bounds of memory, which the system keeps', async () => {
    const program = await standIn('ulimit -d > limit; echo "x264 [error]: malloc of size 21738432 failed" >&2; exit 1')
    const { end } = await convertKind('old', { ffmpeg: program })
    expect(end).toMatchObject({ ok: false, reason: 'too_heavy', isFinal: true })
    const limit = await readFile(join(program, '../limit'), 'utf8')
    expect(limit.trim()).toBe(process.platform === 'linux' ? '2097152' : 'unlimited')
  })

  it('is given up where it reports no progress, and nothing that it started goes on', async () => {
    const program = await standIn('echo $$ > pid; trap "" TERM; echo out_time_us=1000000; exec sleep 1000')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const request = { input: await made.path('old'), folder: await mkdtemp(join(folder, 'own-')), ffmpeg: program, maxSeconds: 14_400 }
      await expect(convertApart(request, never, () => vi.advanceTimersByTime(600_000))).rejects.toThrow('hung')
    } finally {
      vi.useRealTimers()
    }
    const pid = Number(await readFile(join(program, '../pid'), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('is converted no further once it is cancelled', async () => {
    const control = new AbortController()
    const own = await mkdtemp(join(folder, 'own-'))
    const request = { input: await made.path('slow'), folder: own, ffmpeg, maxSeconds: 14_400 }
    await expect(convertApart(request, control.signal, () => control.abort())).rejects.toThrow('no further')
  })
})
