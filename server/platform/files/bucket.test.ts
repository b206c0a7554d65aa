/** The API on a bucket: what is stored, served and removed, and what it says where the bucket does not do its work. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { copyFiles } from '#server/backup/move-files.ts'
import { files as uses } from '#server/db/tables/files.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { type BucketServer, startBucketServer } from '#tests/support/bucket-server.ts'
import { requestAs } from '#tests/support/request.ts'
import { type FileStore, sha256Of } from './files.ts'
import { createStaging } from './staging.ts'
import { createDiskStorage } from './storage/disk-storage.ts'

let folder = ''
let bucket: BucketServer
let test: TestPlatform
let person: Person
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapangan-bucket-'))
  bucket = await startBucketServer({ folder })
  test = await testPlatform({ FILES_URL: bucket.url() })
  person = await makePerson(test.platform, [])
  app = createApp(test.platform)
})
afterEach(() => bucket.set({ as: 'pass' }))
afterAll(async () => {
  await test.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const inBucket = (url: string) => join(folder, 'lapangan/files', (sha256Of(url) ?? '').slice(0, 2), sha256Of(url) ?? '')
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const put = async (files: FileStore, content: Uint8Array, name = 'a.bin') => files.store(await files.inspect(content, name))
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

describe('a file in a bucket', () => {
  it('is served whole, in ranges, and in another size', async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const { url } = await put(test.platform.files, picture, 'a.png')
    expect(await readdir(test.platform.settings.dataDir)).not.toContain('files')
    const whole = await app.request(url)
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(picture))
    const some = await app.request(url, { headers: { range: 'bytes=5-9' } })
    expect([some.status, Buffer.from(await some.arrayBuffer())]).toEqual([206, picture.subarray(5, 10)])
    const last = await app.request(url, { headers: { range: `bytes=${picture.length}-` } })
    expect([last.status, last.headers.get('content-range')]).toEqual([416, `bytes */${picture.length}`])
    const small = await app.request(`/image-loader?w=160&f=webp&q=80&url=${url}`, { headers: { authorization: `Bearer ${person.token}` } })
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await app.request(url.replace(/[0-9a-f]{64}/, 'a'.repeat(64)))).status).toBe(404)
  })

  it('is streamed in chunks where it is large, and cut where it is gone in between', async () => {
    const content = randomBytes(9_000_000)
    const { url } = await put(test.platform.files, content)
    expect(sha256(new Uint8Array(await (await app.request(url)).arrayBuffer()))).toBe(sha256(content))
    const reader = (await app.request(url)).body?.getReader()
    await reader?.read()
    await rm(inBucket(url))
    const left = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(left()).rejects.toThrow()
  })

  it('is fetched for a program of this machine', async () => {
    const content = randomBytes(100_000)
    const { url } = await put(test.platform.files, content)
    const into = await mkdtemp(join(folder, 'work-'))
    expect(await test.platform.files.fetch(sha256Of(url) ?? '', into)).toBe(join(into, sha256(content)))
    expect(await test.platform.files.fetch('b'.repeat(64), into)).toBeNull()
  })

  it('comes in pieces, through any process, and the piece alone is sent again that the bucket lost', async () => {
    const content = randomBytes(2_500_000)
    const [owner, name] = [randomUUID(), sha256(content)]
    const { storage, database, settings } = test.platform
    const open = () => createStaging({ storage, database, folder: join(settings.dataDir, 'arriving'), max: 50_000_000 })
    const piece = (at: number) => {
      const part = content.subarray(at * 500_000, (at + 1) * 500_000)
      return { sha256: name, size: content.length, offset: at * 500_000, digest: sha256(part), content: part }
    }
    for (const at of [3, 0, 1, 1, 4]) await open().add(owner, piece(at))
    const [second = ''] = (await readdir(join(folder, 'lapangan/staging', owner, `${name}.part`))).filter((key) =>
      key.startsWith('500000-'),
    )
    await rm(join(folder, 'lapangan/staging', owner, `${name}.part`, second))
    expect(await open().add(owner, piece(2))).toMatchObject({ complete: false, received: 500_000 })
    expect(await open().add(owner, piece(1))).toEqual({ complete: true, received: content.length, held: [] })
    expect(await readdir(join(folder, 'lapangan/staging', owner))).toEqual([name, `${name}.part`])
    expect(await readdir(join(folder, 'lapangan/staging', owner, `${name}.part`))).toEqual([])
    const found = await open().read(owner, name)
    expect(found && sha256(found)).toBe(name)
    const { files } = test.platform
    const stored = await files.store(await files.inspectFile({ stored: `staging/${owner}/${name}` }, name, 'film.bin'))
    expect(await files.locate(sha256Of(stored.url) ?? '')).toMatchObject({ size: content.length })
  })
})

describe('what nobody needs', () => {
  const sweep = (files: FileStore, named: () => Promise<ReadonlySet<string>> = async () => new Set()) =>
    files.sweep(named, hours(25), hours(-24 * 365))

  it('is removed, but for what a row names, what is used meanwhile, and what another database left', async () => {
    const { temporaryFiles, database } = test.platform
    const contents = Array.from({ length: 5 }, () => randomBytes(100))
    const urls = await Promise.all(contents.map(async (content) => (await put(temporaryFiles, content)).url))
    const [orphan = '', named = '', found = '', again = '', older = ''] = urls
    await database.db.delete(uses).where(like(uses.path, `%${sha256Of(older)}`))
    await utimes(inBucket(older).replace('/files/', '/temporary-files/'), new Date(0), new Date(0))
    const removed = temporaryFiles.sweep(
      async () => {
        // Between the look at their ages and the removal.
        await database.db
          .update(uses)
          .set({ touched_at: hours(26).toISOString() })
          .where(like(uses.path, `%${sha256Of(found)}`))
        await temporaryFiles.remove(sha256Of(again) ?? '', hours(30))
        await put(temporaryFiles, contents[3] ?? new Uint8Array())
        await database.db
          .update(uses)
          .set({ touched_at: hours(26).toISOString() })
          .where(like(uses.path, `%${sha256Of(again)}`))
        return new Set([sha256Of(named) ?? ''])
      },
      hours(25),
      hours(-24 * 365),
    )
    expect(await removed).toBe(1)
    const left = await Promise.all(urls.map(async (url) => (await temporaryFiles.find(url)) !== null))
    expect(left).toEqual([false, true, true, true, true])
    expect(await temporaryFiles.find(orphan)).toBeNull()
  })

  it('is stored again where a process ended between its use and its content', async () => {
    const { files, database } = test.platform
    const content = randomBytes(64)
    const { url } = await put(files, content)
    await rm(inBucket(url))
    expect(await files.find(url)).toBeNull()
    await put(files, content)
    expect(await files.find(url)).toMatchObject({ size: 64 })
    expect(await sweep(files)).toBeGreaterThan(0)
    expect(await database.db.$count(uses, like(uses.path, `%${sha256Of(url)}`))).toBe(0)
  })

  it('waits for whoever uses it', async () => {
    const { files, database } = test.platform
    const content = randomBytes(64)
    const { url } = await put(files, content)
    const done = database.transaction(async (tx) => {
      await files.store(await files.inspect(content, 'a.bin'), tx)
    })
    await Promise.all([done, sweep(files)])
    await put(files, content)
    expect(await files.find(url)).not.toBeNull()
  })
})

describe('where the bucket does not do its work', () => {
  const ready = async (on = app) => {
    const response = await on.request('/health/ready')
    return [response.status, await response.json()]
  }

  it.each([
    [{ as: 'fail', status: 503, code: 'SlowDown' }, 'Files cannot be reached at the moment. Please try again.', 10],
    [
      { as: 'fail', status: 403, code: 'InvalidAccessKeyId' },
      'The storage of files does not accept this server. Please tell whoever runs it.',
      60,
    ],
    [
      { as: 'fail', status: 404, code: 'NoSuchBucket' },
      'The storage of files does not accept this server. Please tell whoever runs it.',
      60,
    ],
  ] as const)('%j is 503 in words, and no absent file', async (state, message, wait) => {
    const { url } = await put(test.platform.files, randomBytes(50), 'a.bin')
    bucket.set(state)
    const ask = requestAs(app, person)
    const content = randomBytes(20)
    const query = `?size=20&offset=0&digest=${sha256(content)}`
    const staged = await app.request(`/upload/in/v1/files/${sha256(content)}${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
      body: content,
    })
    expect([staged.status, staged.headers.get('retry-after'), (await staged.json()).message]).toEqual([503, String(wait), message])
    expect((await ask('GET', `/upload/in/v1/files/${sha256(content)}?size=20`)).status).toBe(503)
    const read = await app.request(url)
    expect([read.status, (await read.json()).message]).toEqual([503, message])
  })

  it('a full one takes nothing, and gives what it has', async () => {
    const { files } = test.platform
    const { url } = await put(files, randomBytes(50))
    bucket.set({ as: 'full' })
    await expect(put(files, randomBytes(51))).rejects.toMatchObject({
      status: 503,
      message: 'The server has no room left for this file. Please try again later.',
    })
    expect((await app.request(url)).status).toBe(200)
    expect(await ready(createApp(test.platform))).toEqual([200, { status: 'ok', files: 'full' }])
    bucket.set({ as: 'pass' })
    await put(files, randomBytes(52))
    expect(await ready(createApp(test.platform))).toEqual([200, { status: 'ok' }])
  })

  it('a process is not ready before it has its files, and says later that it lacks them', async () => {
    bucket.set({ as: 'fail', status: 403, code: 'SignatureDoesNotMatch' })
    expect(await ready(createApp(test.platform))).toEqual([503, { status: 'unavailable', files: 'refused' }])
    bucket.set({ as: 'hang' })
    expect(await ready(createApp(test.platform))).toEqual([503, { status: 'unavailable', files: 'unavailable' }])
  })
})

describe('the move of files into a bucket', () => {
  it('copies each once, goes on where it was killed, and leaves damaged ones behind', async () => {
    const disk = createDiskStorage(join(folder, 'disk'))
    const contents = Array.from({ length: 6 }, (_, at) => randomBytes(1_000 + at))
    const paths = contents.map((content, at) => `${at % 2 ? 'kept-files' : 'files'}/${sha256(content).slice(0, 2)}/${sha256(content)}`)
    for (const [at, path] of paths.entries()) await disk.put(path, contents[at] ?? new Uint8Array())
    await disk.put('files/aa/half-written.0198', randomBytes(10))
    const damaged = `files/cc/${'c'.repeat(64)}`
    await disk.put(damaged, randomBytes(10))
    const { storage } = test.platform
    let left = 3
    const killed = {
      ...storage,
      put: async (...given: Parameters<typeof storage.put>) => (left-- > 0 ? storage.put(...given) : Promise.reject(new Error('killed'))),
    }
    await expect(copyFiles(disk, killed, () => undefined)).rejects.toThrow('killed')
    expect(await copyFiles(disk, storage, () => undefined)).toEqual({ copied: 3, known: 3, damaged: [damaged] })
    expect(await copyFiles(disk, storage, () => undefined)).toEqual({ copied: 0, known: 6, damaged: [damaged] })
    for (const [at, path] of paths.entries()) {
      const found = await storage.open(path)
      expect(found && sha256(found)).toBe(sha256(contents[at] ?? new Uint8Array()))
      expect(await isThere(join(folder, 'disk', path))).toBe(true)
    }
  })
})
