/** A stored file as a response, in pieces from the disk: one range of it, or nothing where the client has it (RFC 9110). */
import { type FileHandle, open } from 'node:fs/promises'

export interface ServedFile {
  path: string
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

const chunk = 256 * 1024

/** Opened with the first read, so that a response nobody reads holds no file open. */
function bodyOf(path: string, { from, to }: Span): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null
  let at = from
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        file ??= await open(path)
        const bytes = new Uint8Array(Math.min(chunk, to - at + 1))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
        at += bytesRead
        if (bytesRead > 0) controller.enqueue(bytes.subarray(0, bytesRead))
        if (bytesRead > 0 && at <= to) return
        await file.close()
        controller.close()
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}

export function serveFile(request: Request, { path, size, type, sha256, headers }: ServedFile): Response {
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
  const body = request.method === 'HEAD' || size === 0 ? null : bodyOf(path, { from, to })
  return new Response(body, { status: span ? 206 : 200, headers: sized })
}
