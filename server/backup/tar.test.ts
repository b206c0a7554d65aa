import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArchive } from './archive.ts'
import { packFolders, unpackFolders } from './tar.ts'

let root: string
let source: string
let tar: Buffer
const text = 'Halo, dunia. '.repeat(4_000)
const longName = `files/${'pakan-'.repeat(14)}é/${'n'.repeat(90)}.txt`
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lapangan-tar-'))
  source = join(root, 'source')
  mkdirSync(join(source, longName, '..'), { recursive: true })
  writeFileSync(join(source, 'files/a.txt'), text)
  writeFileSync(join(source, longName), 'long')
  writeFileSync(join(source, 'files/empty'), '')
  tar = await joined(packFolders(source, ['files', 'videos']))
})
afterAll(() => rmSync(root, { recursive: true }))

async function joined(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

let places = 0
const place = () => join(root, `to-${places++}`)

async function errorOf(content: Buffer): Promise<string> {
  const file = place()
  writeFileSync(file, content)
  const error = await unpackFolders(readArchive(file), place()).catch((thrown: unknown) => thrown)
  return error instanceof Error ? error.message : 'it was unpacked'
}

/** Where the header of the first file begins. */
const fileAt = () => tar.indexOf('files/a.txt')

/** A changed header with the checksum that belongs to it. */
function withHeader(change: (head: Buffer) => void): Buffer {
  const whole = Buffer.from(tar)
  const head = whole.subarray(fileAt(), fileAt() + 512)
  change(head)
  head.fill(' ', 148, 156)
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return whole
}

describe('an archive', () => {
  it('has what was saved, also long names, empty files and folders', async () => {
    const to = place()
    await unpackFolders(packFolders(source, ['files', 'videos']), to)
    expect(readFileSync(join(to, 'files/a.txt'), 'utf8')).toBe(text)
    expect(readFileSync(join(to, longName), 'utf8')).toBe('long')
    expect([statSync(join(to, 'files/empty')).size, existsSync(join(to, 'videos'))]).toEqual([0, true])
  })

  it('names the size of a file over 8 GiB in binary, as tar does, and reads it', async () => {
    const large = join(root, 'large')
    mkdirSync(join(large, 'videos'), { recursive: true })
    writeFileSync(join(large, 'videos/film'), '')
    truncateSync(join(large, 'videos/film'), 9 * 1024 ** 3)
    const parts = packFolders(large, ['videos'])
    await parts.next()
    const { value: head } = await parts.next()
    await parts.return(undefined)
    expect(head.subarray(124, 136).toString('hex')).toBe('800000000000000240000000')
    const cut = await unpackFolders(Readable.from([head]), place()).catch((error: Error) => error.message)
    expect(cut).toBe('it is cut short')
  })

  it('is written to disk as it is read, in pieces of 256 kB', async () => {
    const to = place()
    const size = 8 * 1024 ** 2
    const piece = Buffer.alloc(256 * 1024)
    const path = join(to, 'files/a.txt')
    let maxAhead = 0
    async function* stream() {
      const head = withHeader((bytes) => bytes.write(size.toString(8).padStart(11, '0'), 124)).subarray(fileAt(), fileAt() + 512)
      yield head
      for (let given = 0; given < size; given += piece.length) {
        maxAhead = Math.max(maxAhead, given - (statSync(path, { throwIfNoEntry: false })?.size ?? 0))
        yield piece
      }
      yield Buffer.alloc(1_024)
    }
    await unpackFolders(stream(), to)
    expect(maxAhead).toBeLessThanOrEqual(2 * piece.length)
    const [file, parts] = [place(), { max: 0, total: 0 }]
    writeFileSync(file, gzipSync(await joined(stream())))
    for await (const part of readArchive(file)) {
      parts.max = Math.max(parts.max, part.length)
      parts.total += part.length
    }
    expect(parts).toEqual({ max: 256 * 1024, total: size + 1_536 })
    for await (const part of packFolders(to, ['files'])) expect(part.length).toBeLessThanOrEqual(256 * 1024)
  })

  it('is not made without a part of what belongs to it', async () => {
    const failing = async (name: string, make: (path: string) => void) => {
      const folder = place()
      mkdirSync(join(folder, 'files'), { recursive: true })
      make(join(folder, 'files', name))
      return joined(packFolders(folder, ['files'])).then(
        () => 'it was made',
        (error: Error) => error.message,
      )
    }
    expect(await failing('x'.repeat(200), (path) => writeFileSync(path, ''))).toMatch(/^files\/x+: the name is too long for a backup$/)
    expect(await failing('link', (path) => symlinkSync('/etc/hosts', path))).toMatch(/link is neither a file nor a folder/)
  })

  const cases: readonly [what: string, make: () => Buffer, words: string][] = [
    ['is whole', () => gzipSync(tar), 'it was unpacked'],
    [
      'of two compressed parts is whole',
      () => Buffer.concat([gzipSync(tar.subarray(0, 900)), gzipSync(tar.subarray(900))]),
      'it was unpacked',
    ],
    ['is empty', () => Buffer.alloc(0), 'it is empty'],
    ['is a text', () => Buffer.from('no archive'), 'it is no .tar.gz file'],
    ['is a ZIP', () => Buffer.from('PK\x03\x04 and more'), 'it is no .tar.gz file'],
    ['is not compressed', () => tar, 'it is no .tar.gz file'],
    ['lost all but its magic number', () => gzipSync(tar).subarray(0, 5), 'it is cut short'],
    ['lost its compressed end', () => gzipSync(tar).subarray(0, -9), 'it is cut short'],
    ['lost its checksum', () => gzipSync(tar).subarray(0, -3), 'it is cut short'],
    ['has a wrong checksum', () => flipped(gzipSync(tar), -6), 'it is damaged: what it holds is not what was saved'],
    ['has a wrong length', () => flipped(gzipSync(tar), -2), 'it is damaged: what it holds is not what was saved'],
    ['has a changed byte', () => flipped(gzipSync(tar), 60), 'it is damaged: what it holds is not what was saved'],
    ['is followed by a text', () => Buffer.concat([gzipSync(tar), Buffer.from('rubbish')]), 'it is damaged: something follows its end'],
    ['is followed by zeros', () => Buffer.concat([gzipSync(tar), Buffer.alloc(300_000)]), 'it is damaged: something follows its end'],
    ['is followed by another', () => Buffer.concat([gzipSync(tar), gzipSync(tar)]), 'it is damaged: something follows its end'],
    ['has no end mark', () => gzipSync(tar.subarray(0, -1_024)), 'it is cut short'],
    ['has half of its end mark', () => gzipSync(tar.subarray(0, -512)), 'it is cut short'],
    ['ends in a header', () => gzipSync(tar.subarray(0, fileAt() + 100)), 'it is cut short'],
    ['ends in a file', () => gzipSync(tar.subarray(0, fileAt() + 5_000)), 'it is cut short'],
    ['ends between two files', () => gzipSync(tar.subarray(0, fileAt())), 'it is cut short'],
    ['holds nothing', () => gzipSync(Buffer.alloc(0)), 'it is cut short'],
    ['holds a text', () => gzipSync(Buffer.from('halo '.repeat(300))), 'it is damaged: a name is expected where there is none'],
    ['has a header with a changed letter', () => gzipSync(flipped(tar, fileAt() + 7)), 'it is damaged: the checksum of a name is wrong'],
    [
      'has a size of letters',
      () => gzipSync(withHeader((head) => head.write('12x45', 124))),
      'it is damaged: the size of a file cannot be read',
    ],
    ['has no size', () => gzipSync(withHeader((head) => head.fill(0, 124, 136))), 'it is damaged: the size of a file cannot be read'],
    [
      'has a size below 0',
      () => gzipSync(withHeader((head) => head.fill(0xff, 124, 136))),
      'it is damaged: the size of a file cannot be read',
    ],
    [
      'has a size of exabytes',
      () => gzipSync(withHeader((head) => head.fill(0x7f, 124, 136).fill(0x80, 124, 125))),
      'it is damaged: the size of a file cannot be read',
    ],
    ['has a link', () => gzipSync(withHeader((head) => head.write('2', 156))), 'files/a.txt is neither a file nor a folder'],
    ['has a device', () => gzipSync(withHeader((head) => head.write('3', 156))), 'files/a.txt is neither a file nor a folder'],
    [
      'leads out of its folder',
      () => gzipSync(withHeader((head) => head.write('../a.txt\0\0\0', 0))),
      '../a.txt is a name that no backup has',
    ],
    ['leads out on a detour', () => gzipSync(withHeader((head) => head.write('f/../../a', 0))), 'f/../../axt is a name that no backup has'],
    ['has a name from the root', () => gzipSync(withHeader((head) => head.write('/iles/', 0))), '/iles/a.txt is a name that no backup has'],
  ]
  it.each(cases)('that %s', async (_, make, words) => {
    expect(await errorOf(make())).toBe(words)
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  const index = at < 0 ? copy.length + at : at
  copy[index] = (copy[index] ?? 0) ^ 0x15
  return copy
}

it('an archive that is refused is closed', async () => {
  let isClosed = false
  async function* opened() {
    try {
      for (;;) yield Buffer.alloc(512, 'x')
    } finally {
      isClosed = true
    }
  }
  await expect(unpackFolders(opened(), place())).rejects.toThrow('a name is expected')
  expect(isClosed).toBe(true)
})
