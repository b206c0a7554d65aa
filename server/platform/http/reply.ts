import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import type { Call } from '#contract/kit/section/call.ts'
import { syncHeaders } from '#contract/sync.ts'
import { Events, streamEvents } from '../core/events.ts'
import { NdjsonStream, streamLines } from '../core/ndjson-stream.ts'
import { takesEncoding } from './accept-encoding.ts'
import type { StoredResponse } from './idempotency.ts'

const compress = promisify(gzip)
/** Minimum bytes for compression, from which it saves time on a phone's network. */
const minCompressBytes = 1_400
/** Maximum characters to compress on this thread; longer ones use another. */
const maxSyncCharacters = 64_000

/** JSON text as a body. For queries only: a mutation's response is stored as a value. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A stored file, for blob replies: sent with its type and name. */
export class FileBody {
  constructor(
    readonly content: Uint8Array,
    readonly type: string,
    readonly name: string,
  ) {}
}

/** A file streamed while generated. For queries with a blob reply only. */
export class Download {
  constructor(
    readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>,
    readonly name: string,
    readonly type: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Redirect to another name beside the requested one. For queries only. */
export class Moved {
  constructor(readonly to: string) {}
}

/** What clients may keep for so many seconds. `etag` names its content: 304 answers while it is the same. For queries only. */
export class Cacheable {
  constructor(
    readonly body: unknown,
    readonly etag: string,
    readonly maxAge: number,
    /** Of one member. */
    readonly isPrivate: boolean,
  ) {}
}

function sendDownload({ stream, name, type, headers }: Download, status: number): Response {
  const disposition = `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`
  return new Response(stream, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': type, 'Content-Disposition': disposition, ...headers },
  })
}

/** Builds the HTTP response of a call; `key` is the mutation of a stored response. Long ones are compressed if the client accepts it. */
export async function reply(c: Context, call: Call, { status, body }: StoredResponse, key: string | null): Promise<Response> {
  if (body instanceof Download) return sendDownload(body, status)
  // Not cached: another record may take the name.
  if (body instanceof Moved)
    return Response.json(
      { message: 'Moved', location: body.to },
      { status: 301, headers: { Location: body.to, 'Cache-Control': 'no-store' } },
    )
  if (body instanceof Cacheable) return replyCacheable(c, call, body)
  return replyWith(c, call, { status, body }, key, new Headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' }))
}

function replyCacheable(c: Context, call: Call, { body, etag, maxAge, isPrivate }: Cacheable): Response | Promise<Response> {
  const headers = new Headers({
    'Cache-Control': `${isPrivate ? 'private' : 'public'}, max-age=${maxAge}`,
    Vary: 'Authorization, Accept-Encoding',
    ETag: `W/"${etag}"`,
  })
  const held = (c.req.header('If-None-Match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (held.includes(`"${etag}"`) || held.includes('*')) return new Response(null, { status: 304, headers })
  return replyWith(c, call, { status: 200, body }, null, headers)
}

async function replyWith(
  c: Context,
  call: Call,
  { status, body }: StoredResponse,
  key: string | null,
  headers: Headers,
): Promise<Response> {
  if (key) headers.set(syncHeaders.echo, key)
  if (call.reply.of === 'blob' && body instanceof Uint8Array) {
    headers.set('Content-Type', call.reply.type)
    return new Response(Uint8Array.from(body), { status, headers })
  }
  if (body instanceof FileBody) {
    headers.set('Content-Type', body.type)
    headers.set('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(body.name)}`)
    return new Response(Uint8Array.from(body.content), { status, headers })
  }
  if (body instanceof Events) return streamEvents(body, headers)
  const takesGzip = takesEncoding(c, 'gzip')
  if (body instanceof NdjsonStream) return streamLines(body, takesGzip, headers)
  headers.set('Content-Type', status < 400 ? 'application/json' : 'application/problem+json')
  const text = body instanceof JsonText ? body.text : JSON.stringify(body)
  if (text.length < minCompressBytes || !takesGzip) return new Response(text, { status, headers })
  headers.set('Content-Encoding', 'gzip')
  const compressed =
    text.length < maxSyncCharacters ? gzipSync(text, { level: 1, windowBits: 13, memLevel: 6 }) : await compress(text, { level: 4 })
  return new Response(Uint8Array.from(compressed), { status, headers })
}
