/** Files in a bucket with S3's REST API. Pieces are objects of their own; large files are sent in parts. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { BucketAddress } from '../../settings/bucket-address.ts'
import type { LedgerPiece } from '../pieces.ts'
import { type BucketRequest, BucketRequests, defaultPatience, elementOf, type Patience, readWhole } from './bucket-requests.ts'
import { partBytes, readChunks, toParts } from './parts.ts'
import type { Storage, StoredObject } from './storage.ts'
import { StorageError } from './storage-error.ts'

/** Bytes that are waited for where nobody knows how many come, or how long a bucket takes for a copy. */
const wholeBytes = 10_000_000

const pieceEnding = '.part/'
/** A piece never changes either: another one at the same place has another name. */
const pieceKey = (path: string, { at, digest }: LedgerPiece) => `${path}${pieceEnding}${at}-${digest.slice(0, 16)}`

const failure = (xml: string) => new StorageError('unavailable', elementOf(xml, 'Code') ?? 'an answer that is none')

const withoutCopy = (content: Uint8Array): Uint8Array<ArrayBuffer> =>
  content.buffer instanceof ArrayBuffer ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : Uint8Array.from(content)

/** A bucket may say 200 and fail afterwards. */
function assertResult(xml: string | null, name: string): void {
  if (!xml?.includes(`<${name}`)) throw failure(xml ?? '')
}

interface BucketParts {
  /** Called with each failure, for the log. */
  onFailure?: (error: StorageError) => void
  patience?: Patience
}

export function createBucketStorage(
  address: BucketAddress,
  { onFailure = () => undefined, patience = defaultPatience }: BucketParts = {},
): Storage {
  const requests = new BucketRequests(address, patience)
  const keyOf = (path: string) => `${address.prefix}${path}`

  async function reportFailure<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (error instanceof StorageError) onFailure(error)
      throw error
    })
  }
  /** Of the last write: that a bucket is full is seen by writing alone. */
  let shortage: StorageError | null = null
  async function send(request: BucketRequest): Promise<Response | null> {
    try {
      const answer = await reportFailure(requests.send(request))
      if (request.method === 'PUT') shortage = null
      return answer
    } catch (error) {
      if (error instanceof StorageError && error.problem === 'full') shortage = error
      throw error
    }
  }
  const textOf = async (request: BucketRequest) => {
    const answer = await send(request)
    return answer && reportFailure(readWhole(answer.text()))
  }

  async function putInParts(key: string, parts: AsyncIterable<Uint8Array<ArrayBuffer>>, isRight: () => boolean): Promise<boolean> {
    const uploadId = elementOf((await textOf({ method: 'POST', key, query: { uploads: '' } })) ?? '', 'UploadId')
    if (!uploadId) throw failure('')
    const tags: string[] = []
    try {
      for await (const body of parts) {
        const answer = await send({ method: 'PUT', key, query: { partNumber: String(tags.length + 1), uploadId }, body })
        await answer?.body?.cancel()
        tags.push(answer?.headers.get('etag') ?? '')
      }
      if (!isRight()) {
        await send({ method: 'DELETE', key, query: { uploadId } })
        return false
      }
      const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')
      const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
      assertResult(await textOf({ method: 'POST', key, query: { uploadId }, body }), 'CompleteMultipartUploadResult')
      return true
    } catch (error) {
      await requests.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  /** Sends `size` bytes, a large file in parts. `isRight` is asked before they become a file; otherwise nothing stays. */
  async function putChunks(
    path: string,
    size: number,
    chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
    isRight = () => true,
  ): Promise<boolean> {
    const parts = toParts(chunks, Math.min(size, partBytes))
    if (size > partBytes) return putInParts(keyOf(path), parts, isRight)
    let body = new Uint8Array()
    for await (const part of parts) body = part
    if (!isRight()) return false
    await send({ method: 'PUT', key: keyOf(path), body })
    return true
  }

  async function* listObjects(prefix: string): AsyncIterable<StoredObject> {
    let token: string | null = null
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: keyOf(prefix),
        ...(token !== null && { 'continuation-token': token }),
      }
      const xml: string = (await textOf({ method: 'GET', key: '', query })) ?? ''
      assertResult(xml, 'ListBucketResult')
      for (const entry of xml.split('<Contents>').slice(1)) {
        const path = (elementOf(entry, 'Key') ?? '').slice(address.prefix.length)
        yield { path, size: Number(elementOf(entry, 'Size')), at: new Date(elementOf(entry, 'LastModified') ?? 0) }
      }
      token = elementOf(xml, 'IsTruncated') === 'true' ? elementOf(xml, 'NextContinuationToken') : null
    } while (token !== null)
  }

  async function read(path: string, from = 0, to?: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const isWhole = from === 0 && to === undefined
    if (to !== undefined && to <= from) return new Uint8Array()
    const range = `bytes=${from}-${to === undefined ? '' : to - 1}`
    const answer = await send({
      method: 'GET',
      key: keyOf(path),
      ...(!isWhole && { headers: { range } }),
      expected: to === undefined ? wholeBytes : to - from,
    })
    if (!answer) return null
    if (answer.status === 416) {
      await answer.body?.cancel()
      return new Uint8Array()
    }
    const bytes = new Uint8Array(await reportFailure(readWhole(answer.arrayBuffer())))
    // A server that knows no ranges sends all.
    return answer.status === 206 || isWhole ? bytes : bytes.subarray(from, to)
  }

  /** A piece as it comes, so that none is in memory whole. Its reader may send a part meanwhile, which takes time as well. */
  async function* streamed(path: string, length: number): AsyncIterable<Uint8Array<ArrayBuffer>> {
    const answer = await send({ method: 'GET', key: keyOf(path), expected: length + 2 * partBytes })
    const reader = answer?.body?.getReader()
    try {
      for (;;) {
        const chunk = reader && (await reportFailure(readWhole(reader.read())))
        if (!chunk || chunk.done) return
        yield chunk.value
      }
    } finally {
      await reader?.cancel()
    }
  }

  async function* joined(path: string, pieces: readonly LedgerPiece[]): AsyncIterable<Uint8Array<ArrayBuffer>> {
    let end = 0
    for (const piece of pieces) {
      if (piece.at + piece.length <= end) continue
      let at = piece.at
      for await (const chunk of streamed(pieceKey(path, piece), piece.length)) {
        if (at + chunk.length > end) yield chunk.subarray(Math.max(0, end - at))
        at += chunk.length
        end = Math.max(end, at)
      }
      if (at !== piece.at + piece.length) return
    }
  }

  const remove = async (path: string) => {
    const answer = await send({ method: 'DELETE', key: keyOf(path) })
    await answer?.body?.cancel()
  }

  async function drop(path: string): Promise<void> {
    for await (const piece of listObjects(`${path}${pieceEnding}`)) await remove(piece.path)
  }

  return {
    async put(path, content) {
      if (content instanceof Uint8Array) {
        const chunks = async function* () {
          yield withoutCopy(content)
        }
        await putChunks(path, content.byteLength, chunks())
      } else if ('local' in content) await putChunks(path, (await stat(content.local)).size, readChunks(content.local))
      else {
        const source = `/${address.url.split('/').at(-1)}/${keyOf(content.stored)}`
        const headers = { 'x-amz-copy-source': source }
        assertResult(await textOf({ method: 'PUT', key: keyOf(path), headers, expected: wholeBytes }), 'CopyObjectResult')
      }
    },
    open: read,
    async check() {
      const answer = await send({ method: 'GET', key: keyOf('check') })
      await answer?.body?.cancel()
      if (shortage) throw shortage
    },
    async stat(path) {
      // The head alone has no words: a bucket that is missing would look like a file that is.
      const answer = await send({ method: 'GET', key: keyOf(path), headers: { range: 'bytes=0-0' } })
      if (!answer) return null
      await answer.body?.cancel()
      const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? answer.headers.get('content-length')
      return { size: answer.status === 416 ? 0 : Number(total), at: new Date(answer.headers.get('last-modified') ?? Date.now()) }
    },
    async *list(prefix) {
      for await (const file of listObjects(prefix)) if (!file.path.includes(pieceEnding)) yield file
    },
    remove,
    pieces: {
      async put(path, piece, content) {
        const answer = await send({ method: 'PUT', key: keyOf(pieceKey(path, piece)), body: withoutCopy(content) })
        await answer?.body?.cancel()
      },
      held: async (_, pieces) => pieces,
      async join(path, pieces, sha256) {
        const hash = createHash('sha256')
        const hashed = async function* () {
          for await (const chunk of joined(path, pieces)) {
            hash.update(chunk)
            yield chunk
          }
        }
        const size = Math.max(0, ...pieces.map(({ at, length }) => at + length))
        const isMade = await putChunks(path, size, hashed(), () => hash.digest('hex') === sha256)
        if (isMade) await drop(path)
        return isMade
      },
      async findWrong(path, pieces) {
        const wrong: LedgerPiece[] = []
        for (const piece of pieces) {
          const content = await read(pieceKey(path, piece))
          if (!content || createHash('sha256').update(content).digest('hex') !== piece.digest) wrong.push(piece)
        }
        return wrong
      },
      drop,
      async sweep(prefix, before) {
        let removed = 0
        for await (const { path, at } of listObjects(prefix)) {
          if (!path.includes(pieceEnding) || at >= before) continue
          await remove(path)
          removed += 1
        }
        return removed
      },
    },
  }
}
