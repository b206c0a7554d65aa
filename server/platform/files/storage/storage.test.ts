/** Every place of files keeps the same promises. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BucketServer, startBucketServer } from '#tests/support/bucket-server.ts'
import { type BucketAddress, parseBucketAddress } from '../../settings/bucket-address.ts'
import type { LedgerPiece } from '../pieces.ts'
import { createBucketStorage } from './bucket-storage.ts'
import { createDiskStorage } from './disk-storage.ts'
import { partBytes } from './parts.ts'
import type { Storage } from './storage.ts'

let folder = ''
let bucket: BucketServer
let streams: S3rver
let streamsPort = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapangan-storage-'))
  bucket = await startBucketServer({ folder: join(folder, 'bucket'), pageSize: 3 })
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 'streams') }
  streams = new S3rver({ ...options, configureBuckets: [{ name: 'lapangan' }] })
  streamsPort = (await streams.run()).port
})
afterAll(async () => {
  await bucket.close()
  await streams.close()
  await rm(folder, { recursive: true, force: true })
})

function addressOf(url: string): BucketAddress {
  const address = parseBucketAddress(url)
  if (!address) throw new Error(`${url} is no address of a bucket`)
  return address
}
const onServer = (name = '') => createBucketStorage(addressOf(bucket.url(`lapangan${name}`)))

const places: [string, () => Storage][] = [
  ['a folder', () => createDiskStorage(join(folder, 'disk'))],
  ['a bucket that checks signatures', () => onServer()],
  ['a bucket below a prefix', () => onServer('/one/two')],
  ['a bucket of s3rver', () => createBucketStorage(addressOf(`s3+http://S3RVER:S3RVER@127.0.0.1:${streamsPort}/lapangan`))],
]

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (content: Uint8Array | null) => content && Buffer.from(content).toString()

async function pathsOf(place: Storage, prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of place.list(prefix)) found.push(path)
  return found.sort()
}

describe.each(places)('files in %s', (_, open) => {
  const place = () => open()

  it('are read whole and in ranges, and have their size', async () => {
    const began = Date.now()
    await place().put('files/ab/one', bytes('0123456789'))
    expect(textOf(await place().open('files/ab/one'))).toBe('0123456789')
    expect(textOf(await place().open('files/ab/one', 2, 5))).toBe('234')
    expect(textOf(await place().open('files/ab/one', 7))).toBe('789')
    expect(textOf(await place().open('files/ab/one', 8, 100))).toBe('89')
    expect(textOf(await place().open('files/ab/one', 10, 20))).toBe('')
    expect(textOf(await place().open('files/ab/one', 3, 3))).toBe('')
    const found = await place().stat('files/ab/one')
    expect(found?.size).toBe(10)
    expect(Math.abs((found?.at.getTime() ?? 0) - began)).toBeLessThan(60_000)
  })

  it('are absent until they are written, and once they are removed', async () => {
    expect(await place().stat('files/ab/none')).toBeNull()
    expect(await place().open('files/ab/none')).toBeNull()
    expect(await place().open('files/ab/none', 0, 5)).toBeNull()
    await place().put('files/ab/none', bytes('x'))
    await place().remove('files/ab/none')
    await place().remove('files/ab/none')
    expect(await place().stat('files/ab/none')).toBeNull()
  })

  it('may be empty, and are replaced as a whole', async () => {
    await place().put('files/ab/empty', bytes(''))
    expect(await place().stat('files/ab/empty')).toMatchObject({ size: 0 })
    expect(textOf(await place().open('files/ab/empty'))).toBe('')
    await place().put('files/ab/empty', bytes('now with more'))
    expect(textOf(await place().open('files/ab/empty'))).toBe('now with more')
  })

  it('come from a file of this machine or from one that is stored, larger than one part', async () => {
    const content = randomBytes(2 * partBytes + 1_234)
    const local = join(folder, 'large')
    await writeFile(local, content)
    await place().put('videos/aa/large', { local })
    await place().put('videos/bb/copy', { stored: 'videos/aa/large' })
    await place().remove('videos/aa/large')
    expect(await place().stat('videos/bb/copy')).toMatchObject({ size: content.length })
    const found = await place().open('videos/bb/copy')
    expect(found && sha256(found)).toBe(sha256(content))
    const across = await place().open('videos/bb/copy', partBytes - 2, partBytes + 3)
    expect(across && Buffer.from(across).equals(content.subarray(partBytes - 2, partBytes + 3))).toBe(true)
  })

  it('are listed by prefix, more of them than one answer holds, without their pieces', async () => {
    const paths = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `listed/aa/${name}`)
    for (const path of paths) await place().put(path, bytes(path))
    await place().put('listed-beside/x', bytes('x'))
    await place().pieces.put('listed/aa/8', { at: 0, length: 1, digest: sha256(bytes('x')) }, bytes('x'))
    expect(await pathsOf(place(), 'listed/')).toEqual(paths)
    expect(await pathsOf(place(), 'absent/')).toEqual([])
    expect(await pathsOf(place(), '')).toContain('listed/aa/7')
  })

  describe('in pieces', () => {
    const length = 700_000
    function ofPieces(count = 4) {
      const content = randomBytes(count * length - 5)
      const path = `staging/${sha256(content).slice(0, 8)}/${sha256(content)}`
      const part = (at: number) => content.subarray(at * length, (at + 1) * length)
      const pieces = Array.from(
        { length: count },
        (__, at): LedgerPiece => ({ at: at * length, length: part(at).length, digest: sha256(part(at)) }),
      )
      const putAll = async (but = -1) => {
        for (const [at, piece] of [...pieces.entries()].reverse()) if (at !== but) await place().pieces.put(path, piece, part(at))
      }
      return { content, path, pieces, part, putAll, hash: sha256(content) }
    }

    it('become one file, in any order, and leave nothing else', async () => {
      const { content, path, pieces, part, putAll, hash } = ofPieces()
      await putAll()
      const [first] = pieces
      if (first) await place().pieces.put(path, first, part(0))
      expect(await place().pieces.held(path, pieces)).toEqual(pieces)
      expect(await place().pieces.join(path, pieces, hash)).toBe(true)
      const found = await place().open(path)
      expect(found && Buffer.from(found).equals(content)).toBe(true)
      expect(await place().pieces.sweep('staging/', new Date(Date.now() + 60_000))).toBe(0)
    })

    it('that lie over each other become one file as well', async () => {
      const { content, path, pieces, putAll, hash } = ofPieces(2)
      await putAll()
      const middle = content.subarray(length - 10, length + 20)
      const over = { at: length - 10, length: middle.length, digest: sha256(middle) }
      await place().pieces.put(path, over, middle)
      const sorted = [...pieces, over].sort((a, b) => a.at - b.at)
      expect(await place().pieces.join(path, sorted, hash)).toBe(true)
    })

    it('make nothing where one is lost, which is found', async () => {
      const { path, pieces, part, putAll, hash } = ofPieces()
      await putAll(2)
      expect(await place().pieces.join(path, pieces, hash)).toBe(false)
      expect(await place().stat(path)).toBeNull()
      expect(await place().pieces.findWrong(path, pieces)).toEqual([pieces[2]])
      const [, , lost] = pieces
      if (lost) await place().pieces.put(path, lost, part(2))
      expect(await place().pieces.join(path, pieces, hash)).toBe(true)
    })

    it('make nothing where the whole has another hash, and go', async () => {
      const { path, pieces, putAll } = ofPieces(2)
      await putAll()
      expect(await place().pieces.join(path, pieces, sha256(bytes('another')))).toBe(false)
      expect(await place().stat(path)).toBeNull()
      expect(await place().pieces.findWrong(path, pieces)).toEqual([])
      await place().pieces.drop(path)
      expect(await place().pieces.join(path, pieces, sha256(bytes('another')))).toBe(false)
    })

    it('go once they are old', async () => {
      const { path, putAll, pieces, hash } = ofPieces(2)
      await putAll()
      expect(await place().pieces.sweep('staging/', new Date(Date.now() - 60_000))).toBe(0)
      expect(await place().pieces.sweep('staging/', new Date(Date.now() + 60_000))).toBeGreaterThan(0)
      expect(await place().pieces.join(path, pieces, hash)).toBe(false)
    })
  })
})

describe('a bucket that does not do its work', () => {
  const hasty = () => createBucketStorage(addressOf(bucket.url()), { patience: { silence: 300, rate: 1_000_000 } })
  const patient = () => createBucketStorage(addressOf(bucket.url()))
  const path = 'files/aa/there'
  beforeAll(() => onServer().put(path, bytes('0123456789')))
  afterAll(() => bucket.set({ as: 'pass' }))

  const tries: [string, (place: Storage) => Promise<unknown>][] = [
    ['a read', (place) => place.open(path)],
    ['a look', (place) => place.stat('files/aa/absent')],
    ['a write', (place) => place.put('files/aa/new', bytes('x'))],
    ['a removal', (place) => place.remove('files/aa/absent')],
    ['a list', (place) => pathsOf(place, 'files/')],
  ]

  it.each(tries)('and answers 503 fails %s as unavailable, but for once or twice', async (_, work) => {
    bucket.set({ as: 'fail', status: 503, code: 'SlowDown' })
    await expect(work(patient())).rejects.toMatchObject({ status: 503, problem: 'unavailable', detail: '503 SlowDown' })
    bucket.set({ as: 'fail', status: 503, code: 'SlowDown', times: 1 })
    await work(patient())
  })

  it.each(tries)('and says nothing fails %s in time', async (_, work) => {
    bucket.set({ as: 'hang' })
    await expect(work(hasty())).rejects.toMatchObject({ status: 503, problem: 'unavailable' })
    bucket.set({ as: 'pass' })
  })

  it.each(tries)('and refuses the key fails %s in these words', async (_, work) => {
    bucket.set({ as: 'pass' })
    const wrong = createBucketStorage(addressOf(bucket.url('lapangan', { ...bucket.account, secret: 'wrong' })))
    await expect(work(wrong)).rejects.toMatchObject({ problem: 'refused', detail: '403 SignatureDoesNotMatch' })
  })

  it.each(tries)('and is not there fails %s: no file is absent for it', async (_, work) => {
    await expect(work(createBucketStorage(addressOf(bucket.url('another'))))).rejects.toMatchObject({
      problem: 'refused',
      detail: '404 NoSuchBucket',
    })
  })

  it('and answers 404 in the words of something else has no absent file either', async () => {
    bucket.set({ as: 'fail', status: 404, code: 'NotFound' })
    await expect(patient().stat('files/aa/absent')).rejects.toMatchObject({ problem: 'unavailable' })
    bucket.set({ as: 'pass' })
  })

  it('and is full says so, and is read all the same', async () => {
    bucket.set({ as: 'full' })
    await expect(patient().put('files/aa/new', bytes('x'))).rejects.toMatchObject({ problem: 'full' })
    await expect(patient().put('files/aa/new', { local: join(folder, 'large') })).rejects.toMatchObject({ problem: 'full' })
    expect(textOf(await patient().open(path))).toBe('0123456789')
    bucket.set({ as: 'pass' })
  })

  it('and breaks off is no short file', async () => {
    bucket.set({ as: 'cut', after: 4 })
    await expect(patient().open(path)).rejects.toMatchObject({ problem: 'unavailable' })
    bucket.set({ as: 'pass' })
  })

  it('leaves no file where it fails between two parts', async () => {
    const place = patient()
    const failing = place.put('files/aa/half', { local: join(folder, 'large') })
    await expect.poll(() => bucket.requests.includes('PUT partNumber uploadId')).toBe(true)
    bucket.set({ as: 'fail', status: 500, code: 'InternalError' })
    await expect(failing).rejects.toMatchObject({ problem: 'unavailable' })
    bucket.set({ as: 'pass' })
    expect(await place.stat('files/aa/half')).toBeNull()
  })
})

describe('the address of a bucket', () => {
  it.each([
    [
      's3://key:se%2Fcret@s3.example.com/bucket',
      { url: 'https://s3.example.com/bucket', secret: 'se/cret', region: 'us-east-1', prefix: '' },
    ],
    ['s3+http://key:x@minio:9000/one/two/three/?region=auto', { url: 'http://minio:9000/one', region: 'auto', prefix: 'two/three/' }],
  ])('%s is read', (text, address) => {
    expect(parseBucketAddress(text)).toMatchObject(address)
  })

  it.each([
    '',
    's3://s3.example.com/bucket',
    's3://key@host/bucket',
    's3://key:secret@host',
    'https://key:secret@host/bucket',
    's3://key:secret@host/B',
    's3://key:secret@host/bucket/a b',
    's3://key:secret@host/bucket?acl=public',
    's3://key:secret@host/bucket#x',
  ])('%j is none', (text) => {
    expect(parseBucketAddress(text)).toBeNull()
  })
})
