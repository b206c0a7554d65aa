/** A post's video from upload to playing, and the conversion alone. */
import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '#contract/sections/content/post.ts'
import { convertVideo } from '#contract/videos.ts'
import { createApp } from '#server/app.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { videos } from '#server/db/tables/videos.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { hashFile } from '#server/platform/files/storage/hash-file.ts'
import { runHousekeeping } from '#server/platform/housekeeping.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest, type TestResponse } from '#tests/support/request.ts'
import { type MadeVideos, makeVideos, testFfmpeg, type VideoKind } from '#tests/support/videos.ts'
import type { Converted } from './convert.ts'
import { videoJob, videoJobWith } from './job.ts'
import { probeFile } from './probe.ts'
import { resumeConversions } from './start-conversions.ts'

let made: MadeVideos
let test: TestPlatform
let app: Hono
let person: Person
let ask: TestRequest
beforeAll(async () => {
  made = await makeVideos()
  test = await testPlatform({ FFMPEG_PATH: await testFfmpeg() })
  app = createApp(test.platform)
  person = await makePerson(test.platform, ['get content', 'create content', 'update content', 'delete content'])
  ask = requestAs(app, person)
})
afterAll(async () => {
  await test.close()
  await made.close()
})

const fileOf = (content: Uint8Array, name: string) => new File([new Uint8Array(content)], name, { type: 'video/mp4' })

function form(video: File, values: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData()
  const usual = {
    title: 'Kelas Membaca Grafik',
    body: '<p>Halo</p>',
    type: 'video',
    access: 'free',
    status: 'draft',
    'publish_to[]': 'blog',
  }
  for (const [name, value] of Object.entries({ ...usual, ...values })) data.append(name, value)
  data.append('video', video)
  return data
}

let count = 0
/** Content that nobody stored yet: the head of an MP4 may be followed by anything. */
async function fresh(kind: VideoKind): Promise<Buffer> {
  const content = await made.read(kind)
  count += 1
  const free = Buffer.alloc(16)
  free.writeUInt32BE(16, 0)
  free.write('free', 4, 'latin1')
  free.writeUInt32BE(count, 8)
  return ['matroska', 'webm', 'vp9'].includes(kind) ? content : Buffer.concat([content, free])
}

async function posted(content: Uint8Array, name = 'kelas.mp4', request = ask): Promise<TestResponse['body']> {
  const response = await request('POST', post.path, form(fileOf(content, name)))
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

const work = (job: JobKind<never> | typeof videoJob = videoJob, platform: Platform = test.platform) => createRunner(platform, [job]).idle()
const statusOf = async (id: number, request = ask) => (await request('GET', `${post.path}/${id}/videos`)).body.videos[0]
const task = async (name: string) =>
  (await ask('GET', '/utility/in/v1/jobs')).body.jobs.find((job: { subject: string }) => job.subject === name)

async function bytesOf(url: string): Promise<Buffer> {
  const response = await app.request(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('video/mp4')
  return Buffer.from(await response.arrayBuffer())
}

async function probeOf(url: string) {
  const path = join(made.folder, 'played.mp4')
  await writeFile(path, await bytesOf(url))
  return probeFile(path)
}

const due = (name: string) => test.platform.database.db.update(jobs).set({ run_at: sql`now()` }).where(eq(jobs.subject, name))

const refusedOnce = (reason: 'damaged' | 'no_room') => async (): Promise<Converted> => ({ ok: false, reason, detail: '', isFinal: false })

describe("a post's video", () => {
  it('is converted beside the record, which does not change, and plays at its address', async () => {
    const record = await posted(await fresh('old'), 'lama.mp4')
    expect(record.video).toEqual({
      url: expect.stringMatching(/^\/files\//),
      name: 'lama.mp4',
      size: expect.any(Number),
      type: 'video/mp4',
    })
    expect(await statusOf(record.id)).toMatchObject({ state: 'waiting', url: null, message: 'Video berhasil diupload ke ffmpeg' })
    expect(await task('lama.mp4')).toMatchObject({ kind: 'video', state: 'waiting', section: 'post', total: 100 })
    await work()
    const status = await statusOf(record.id)
    expect(status).toMatchObject({ path: 'video', state: 'ready', width: 320, height: 240, duration: expect.closeTo(3, 0) })
    expect(await task('lama.mp4')).toMatchObject({ state: 'done', done: 100 })
    expect(await probeOf(status.url)).toMatchObject({ ok: true, probe: { video: 'avc', isPlain: true, audio: 'aac' } })
    expect(await probeOf(record.video.url)).toMatchObject({ ok: true, probe: { video: 'avc' } })
    const poster = await app.request(status.poster)
    expect(await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
    expect((await ask('GET', `${post.path}/${record.id}`)).body.data).toMatchObject({ version: 1, video: record.video })
  })

  it('that every device plays is ready as it is', async () => {
    const content = await fresh('plain')
    const record = await posted(content)
    await work()
    const status = await statusOf(record.id)
    expect(status.state).toBe('ready')
    expect((await bytesOf(status.url)).equals(content)).toBe(true)
    const middle = await app.request(status.url, { headers: { range: `bytes=${content.length - 10}-` } })
    expect([middle.status, Buffer.from(await middle.arrayBuffer()).equals(content.subarray(-10))]).toEqual([206, true])
  })

  it('plays until the one after it is ready, also where that is replaced before', async () => {
    const first = await fresh('plain')
    const record = await posted(first)
    await work()
    const replace = async (kind: VideoKind) => {
      const response = await ask('PUT', `${post.path}/${record.id}`, form(fileOf(await fresh(kind), 'baru.mp4')))
      expect(response.status, JSON.stringify(response.body)).toBe(200)
    }
    await replace('old')
    await replace('hevc')
    const waiting = await statusOf(record.id)
    expect(waiting.state).toBe('waiting')
    expect((await bytesOf(waiting.url)).equals(first)).toBe(true)
    const sent = await ask('PUT', `${post.path}/${record.id}`, { title: 'Judul lain' }, { 'Update-Mask': 'title' })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    expect((await bytesOf((await statusOf(record.id)).url)).equals(first)).toBe(true)
    await work()
    const ready = await statusOf(record.id)
    expect(ready.state).toBe('ready')
    expect((await bytesOf(ready.url)).equals(first)).toBe(false)
  })

  it('is described to those alone who may read the record', async () => {
    const record = await posted(await fresh('plain'))
    const nobody = requestAs(app, await makePerson(test.platform, ['get stock']))
    expect((await nobody('GET', `${post.path}/${record.id}/videos`)).status).toBe(403)
    expect((await ask('GET', `${post.path}/999999/videos`)).status).toBe(404)
    await work()
  })

  it('begins anew where the process was killed, and leaves nothing of what it had made', async () => {
    const record = await posted(await fresh('old'), 'mati.mp4')
    const killed = videoJobWith(async ({ folder }, signal) => {
      await writeFile(join(folder, 'video.mp4'), 'half')
      await test.platform.database.db
        .update(jobs)
        .set({ holder: null, state: 'waiting', run_at: '2100-01-01' })
        .where(eq(jobs.subject, 'mati.mp4'))
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('killed'))))
    })
    await createRunner(test.platform, [killed]).idle()
    expect(await statusOf(record.id)).toMatchObject({ state: 'converting' })
    await resumeConversions(test.platform)
    await due('mati.mp4')
    await work()
    expect(await statusOf(record.id)).toMatchObject({ state: 'ready' })
    expect(await readdir(join(test.platform.settings.dataDir, 'video-work'))).toEqual([])
  })

  it('fails after three attempts, in the words of the base contract, and begins anew when a person tries again', async () => {
    const record = await posted(await fresh('old'), 'tiga.mp4')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await work(videoJobWith(refusedOnce('damaged')))
      await due('tiga.mp4')
    }
    const message = 'Gagal mengupload video ke ffmpeg'
    expect(await statusOf(record.id)).toMatchObject({ state: 'failed', reason: 'damaged', message, url: null })
    const failed = await task('tiga.mp4')
    expect(failed).toMatchObject({ state: 'dead', problem: `${message}: the video is damaged or not complete`, may_change: true })
    expect((await ask('PUT', `/utility/in/v1/jobs/${failed.id}/retry`, {})).status).toBe(200)
    await work()
    expect(await statusOf(record.id)).toMatchObject({ state: 'ready', reason: null })
  })

  it('says so where the disk was full at every attempt', async () => {
    const record = await posted(await fresh('old'), 'penuh.mp4')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await work(videoJobWith(refusedOnce('no_room')))
      await due('penuh.mp4')
    }
    expect(await statusOf(record.id)).toMatchObject({ state: 'failed', reason: 'no_room' })
  })

  it('is converted no further once its task is cancelled', async () => {
    const record = await posted(await fresh('old'), 'batal.mp4')
    const cancelled = videoJobWith(async (_, signal) => {
      const { id } = await task('batal.mp4')
      expect((await ask('PUT', `/utility/in/v1/jobs/${id}/cancel`, {})).status).toBe(200)
      return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    })
    await createRunner(test.platform, [cancelled]).idle()
    expect(await statusOf(record.id)).toMatchObject({ state: 'failed', reason: 'cancelled' })
    expect(await task('batal.mp4')).toMatchObject({ state: 'cancelled' })
  })

  it('goes with the record that named it, and what was made of it, too', async () => {
    const record = await posted(await fresh('vp9'), 'hapus.mkv')
    await work()
    const [row] = await test.platform.database.db
      .select()
      .from(videos)
      .where(eq(videos.sha256, sha256Of(record.video.url) ?? ''))
    const result = sha256Of(row?.result?.url ?? '') ?? ''
    const later = new Date(Date.now() + 2 * 86_400_000)
    await runHousekeeping(test.platform, later)
    expect(await test.platform.files.locate(result)).not.toBeNull()
    await test.platform.database.db.execute(sql`delete from posts where id = ${record.id}`)
    for (const table of ['audit', 'revisions', 'mutations', 'jobs'])
      await test.platform.database.db.execute(sql.raw(`delete from ${table}`))
    await runHousekeeping(test.platform, new Date(later.getTime() + 2 * 86_400_000))
    expect(await test.platform.files.locate(result)).toBeNull()
    expect(await test.platform.files.locate(row?.sha256 ?? '')).toBeNull()
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    [
      'a picture',
      async () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
          .png()
          .toBuffer(),
    ],
    ['a text', async () => Buffer.from('ini bukan video')],
    ['a playlist', async () => Buffer.from('#EXTM3U\nhttp://169.254.169.254/latest\n')],
    ['empty', async () => new Uint8Array()],
  ])('that is %s is refused, named as one or not', async (_, content) => {
    const response = await ask('POST', post.path, form(fileOf(await content(), 'kelas.mp4')))
    expect(response).toMatchObject({ status: 422, body: { fields: { video: { message: 'File video tidak ditemukan' } } } })
  })
})

describe('without ffmpeg', () => {
  it('the original is kept, in clear words, and converted once there is one', async () => {
    const poor = await testPlatform({ FFMPEG_PATH: 'off' })
    const request = requestAs(createApp(poor.platform), await makePerson(poor.platform, ['get content', 'create content']))
    const [hevc, plain] = [await posted(await fresh('hevc'), 'hevc.mp4', request), await posted(await fresh('plain'), 'biasa.mp4', request)]
    await work(videoJob, poor.platform)
    expect(await statusOf(hevc.id, request)).toMatchObject({
      state: 'failed',
      reason: 'no_converter',
      message: 'Gagal mengupload video ke ffmpeg',
    })
    expect(await statusOf(plain.id, request)).toMatchObject({ state: 'ready', poster: null })
    const path = await poor.platform.files.fetch(sha256Of(hevc.video.url) ?? '', '')
    expect(path && (await hashFile(path))).toBe(sha256Of(hevc.video.url))
    const rich = { ...poor.platform, settings: { ...poor.platform.settings, ffmpegPath: await testFfmpeg() } }
    await resumeConversions(rich)
    await work(videoJob, rich)
    expect(await statusOf(hevc.id, request)).toMatchObject({ state: 'ready', width: 320 })
    await poor.close()
  })

  it('the picture is the one that the browser drew, also after a later save, and what is no picture is none', async () => {
    const poor = await testPlatform({ FFMPEG_PATH: 'off' })
    const editor = await makePerson(poor.platform, ['get content', 'create content', 'update content'])
    const api = createApp(poor.platform)
    const request = requestAs(api, editor)
    const stage = async (content: Buffer) => {
      const name = createHash('sha256').update(content).digest('hex')
      await poor.platform.staging.add(editor.ref, { sha256: name, size: content.length, offset: 0, digest: name, content })
      return name
    }
    const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer()
    const send = async (drawing: Buffer) => {
      const data = form(fileOf(Buffer.alloc(0), 'kelas.mp4'))
      data.set('video', JSON.stringify({ staged: await stage(await fresh('plain')), name: 'kelas.mp4', poster: await stage(drawing) }))
      const { status, body } = await request('POST', post.path, data)
      expect(status, JSON.stringify(body)).toBe(201)
      await work(videoJob, poor.platform)
      return body.data
    }
    const drawn = await send(picture)
    expect((await request('PUT', `${post.path}/${drawn.id}`, { title: 'Judul lain' }, { 'Update-Mask': 'title' })).status).toBe(200)
    await runHousekeeping(poor.platform, new Date(Date.now() + 3 * 86_400_000))
    const { poster, state } = await statusOf(drawn.id, request)
    expect(state).toBe('ready')
    expect(Buffer.from(await (await api.request(poster)).arrayBuffer()).equals(picture)).toBe(true)
    const text = await send(Buffer.from('<script>alert(1)</script>'))
    expect(await statusOf(text.id, request)).toMatchObject({ state: 'ready', poster: null })
    await poor.close()
  })
})

describe('the conversion alone', () => {
  async function convert(video?: File) {
    const data = new FormData()
    if (video) data.append('video', video)
    else data.append('other', 'x')
    return app.request(convertVideo.path, { method: 'POST', headers: { authorization: `Bearer ${person.token}` }, body: data })
  }

  it('answers with an MP4, and keeps nothing', async () => {
    const response = await convert(fileOf(await fresh('webm'), 'kelas.webm'))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(response.headers.get('content-disposition')).toContain('kelas.mp4')
    const path = join(made.folder, 'converted.mp4')
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    expect(await probeFile(path)).toMatchObject({ ok: true, probe: { container: 'video/mp4', video: 'avc', isPlain: true } })
    expect(await readdir(join(test.platform.settings.dataDir, 'video-work'))).toEqual([])
    expect(await test.platform.temporaryFiles.sweep(async () => new Set(), new Date(Date.now() + 60_000), new Date(0))).toBe(0)
  })

  it.each<[string, () => Promise<File | undefined>, string]>([
    ['no file', async () => undefined, 'File video tidak ditemukan'],
    ['a text', async () => fileOf(Buffer.from('halo'), 'a.mp4'), 'File video tidak ditemukan'],
    ['sound alone', async () => fileOf(await fresh('soundOnly'), 'a.mp4'), 'File video tidak ditemukan'],
    ['20,000 pixels', async () => fileOf(await fresh('wide'), 'a.mov'), 'Gagal mengupload video ke ffmpeg'],
    ['a film of ten hours', async () => fileOf(await fresh('tenHours'), 'a.mp4'), 'Gagal mengupload video ke ffmpeg'],
  ])('refuses %s with 422', async (_, file, words) => {
    const response = await convert(await file())
    expect(response.status).toBe(422)
    expect((await response.json()).message).toContain(words)
  })

  it('refuses 200 MB and a byte before its first byte', async () => {
    const response = await app.request(convertVideo.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(3_000_000_000),
      },
      body: '--x--',
    })
    expect(response.status).toBe(413)
  })
})
