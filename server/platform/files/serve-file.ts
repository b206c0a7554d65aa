/** A stored file as a response, in chunks: one range of it, or nothing where the client has it (RFC 9110). */
import { ApiError } from '../core/problem.ts'

export interface ServedFile {
  /** Returns bytes, `to` excluded; null if the file was removed meanwhile. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Bytes. */
  size: number
  type: string
  /** Hash of the content. */
  sha256: string
  headers: Readonly<Record<string, string>>
}

/** `to` is included. */
interface Span {
  from: number
  to: number
}

/** The one range that was asked for; null for the whole, as for several ranges or one that is none; 'none' lies outside. */
export function spanOf(range: string | undefined, size: number): Span | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return Number(last) === 0 || size === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'none'
  return { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Bytes of the first chunk, and of the largest: a bucket takes some time for each. */
const firstChunk = 256 * 1024
const maxChunk = 2 * 1024 * 1024

/**
 * Returns the body of a span. The first chunk is read before the response begins, so that a place that does not answer is no broken
 * response; nothing is held open between two of them.
 */
async function bodyOf(read: ServedFile['read'], { from, to }: Span): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const end = to + 1
  let at = from
  let size = firstChunk
  const next = async () => {
    const bytes = await read(at, Math.min(end, at + size))
    size = Math.min(maxChunk, 2 * size)
    at += bytes?.length ?? 0
    return bytes?.length ? bytes : null
  }
  let ready = await next()
  if (!ready) throw new ApiError('not_found')
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const bytes = ready ?? (await next())
        ready = null
        // Failed instead of closed, so that the client notices the missing bytes.
        if (!bytes) return controller.error(new Error('a file is shorter than it was'))
        controller.enqueue(bytes)
        if (at >= end) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

export async function serveFile(request: Request, { read, size, type, sha256, headers }: ServedFile): Promise<Response> {
  const etag = `"${sha256}"`
  const common = { ...headers, 'Content-Type': type, 'Accept-Ranges': 'bytes', ETag: etag }
  const known = request.headers.get('If-None-Match')
  if (known?.split(',').some((each) => [etag, '*'].includes(each.trim().replace(/^W\//, ''))))
    return new Response(null, { status: 304, headers: common })
  const condition = request.headers.get('If-Range')
  const range = condition === null || condition === etag ? request.headers.get('Range') : null
  const span = spanOf(range ?? undefined, size)
  if (span === 'none') return new Response(null, { status: 416, headers: { ...common, 'Content-Range': `bytes */${size}` } })
  const whole = { from: 0, to: size - 1 }
  const { from, to } = span ?? whole
  const sized = {
    ...common,
    'Content-Length': String(to - from + 1),
    ...(span && { 'Content-Range': `bytes ${from}-${to}/${size}` }),
  }
  const body = request.method === 'HEAD' || size === 0 ? null : await bodyOf(read, { from, to })
  return new Response(body, { status: span ? 206 : 200, headers: sized })
}
