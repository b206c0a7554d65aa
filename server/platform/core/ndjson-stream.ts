/** Answers of many records that are sent while they are made. */
import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import { linesType } from '#contract/kit/section/call.ts'

/** The body of a reply of lines: read one by one while they are sent, and no further once the client has gone. */
export class NdjsonStream {
  constructor(readonly records: AsyncIterable<unknown>) {}
}

/** Lines that are made within so many milliseconds go out together: each chunk is compressed and read separately. */
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

/** Reads on only as the client takes it, and no further once it has gone. */
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

/** Lines are sent as they come, compressed or not; a proxy in between is asked not to collect them. */
export function streamLines(lines: NdjsonStream, compressed: boolean, headers: Headers): Response {
  headers.set('Content-Type', linesType)
  headers.set('X-Accel-Buffering', 'no')
  const plain = Readable.from(textsOf(lines), { objectMode: false })
  if (!compressed) return new Response(streamOf(plain), { headers })
  headers.set('Content-Encoding', 'gzip')
  // When the client disconnects, compression ends, and with it the reading; there is nobody to report to.
  const gzipped = pipeline(plain, createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH }), () => undefined)
  return new Response(streamOf(gzipped), { headers })
}
