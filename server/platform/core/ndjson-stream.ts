/** Responses of records sent while they are produced. */
import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import { linesType } from '#contract/kit/section/call.ts'

/** Body of a reply of lines: pulled one by one, until the client disconnects. */
export class NdjsonStream {
  constructor(readonly records: AsyncIterable<unknown>) {}
}

/** Milliseconds of lines per chunk: each chunk is compressed and read separately. */
const flushMs = 100

async function* textsOf({ records }: NdjsonStream): AsyncIterable<string> {
  let text = ''
  let sent = Number.NEGATIVE_INFINITY
  for await (const record of records) {
    text += `${JSON.stringify(record)}\n`
    if (performance.now() - sent < flushMs) continue
    yield text
    text = ''
    sent = performance.now()
  }
  if (text) yield text
}

/** Reads at the client's pace, until it disconnects. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await reading.return?.()
    },
  })
}

/** Sends lines at once, compressed or not; asks proxies not to buffer. */
export function streamLines(lines: NdjsonStream, compressed: boolean, headers: Headers): Response {
  headers.set('Content-Type', linesType)
  headers.set('X-Accel-Buffering', 'no')
  const plain = Readable.from(textsOf(lines), { objectMode: false })
  if (!compressed) return new Response(streamOf(plain), { headers })
  headers.set('Content-Encoding', 'gzip')
  // When the client disconnects, compression and reading end; there is no one to report to.
  const gzipped = pipeline(plain, createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH }), () => undefined)
  return new Response(streamOf(gzipped), { headers })
}
