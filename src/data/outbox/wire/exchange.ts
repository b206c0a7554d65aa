/** One request and its answer, whatever the status. Runs on a page and in the worker. */
import type { WireRequest } from './build-request.ts'

export interface HttpResponse {
  status: number
  headers: Headers
  /** Parsed JSON, a Blob for a blob reply that succeeded, otherwise the text. */
  body: unknown
}

export interface ExchangeOptions {
  signal?: AbortSignal | undefined
  /** Bytes of the answer or of the upload moved on. */
  onActivity?: (() => void) | undefined
  /** A request that has already been started (boot.js). */
  started?: Promise<Response> | undefined
  /** Percent of the bytes sent, where the sender can tell. */
  onProgress?: ((percent: number) => void) | undefined
  /** Hears the text of an answer that succeeded as it comes; its body is then empty. */
  onText?: ((text: string) => void) | undefined
  /** Without progress for so long a request has failed; the default is 30 s (docs/offline.md#what-happens-on-each-answer). */
  idleMs?: number | undefined
}

export const idleMs = 30_000

/** What a request of the start may take before the page goes on with what the device has (docs/offline.md#a-start-without-an-answer). */
export const startMs = 4_000

/** Fails a request that stands still: `alive` puts the end off, `signal` is aborted when it comes. */
export function watchdog(milliseconds: number, outer?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, milliseconds)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    alive() {
      clearTimeout(timer)
      timer = setTimeout(abort, milliseconds)
    },
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

async function readChunks(response: Response, onChunk: (chunk: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) onChunk(part.value)
}

/** Tells the text of each chunk; characters that lie across two of them come with the second. */
function textReader(onText: (text: string) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder()
  return (chunk) => onText(decoder.decode(chunk, { stream: true }))
}

/** JSON where the text is JSON; the text as it is otherwise (a captive portal's page). */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Rejects only when there was no whole answer: offline, aborted, or 30 s without progress. */
export async function exchange(request: WireRequest, options: ExchangeOptions = {}): Promise<HttpResponse> {
  const dog = watchdog(options.idleMs ?? idleMs, options.signal)
  const alive = () => {
    dog.alive()
    options.onActivity?.()
  }
  const aborted = new Promise<never>((_, reject) => {
    dog.signal.addEventListener('abort', () => reject(new DOMException('No progress', 'AbortError')))
  })
  const receive = async (): Promise<HttpResponse> => {
    const response = await (options.started ??
      fetch(request.url, { method: request.method, headers: request.headers, body: request.body ?? null, signal: dog.signal }))
    alive()
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const keep = options.onText && response.ok ? textReader(options.onText) : (chunk: Uint8Array<ArrayBuffer>) => void chunks.push(chunk)
    await readChunks(response, (chunk) => {
      alive()
      keep(chunk)
    })
    const bytes = new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' })
    const body = request.reply === 'blob' && response.ok ? bytes : parseText(await bytes.text())
    return { status: response.status, headers: response.headers, body }
  }
  try {
    return await Promise.race([receive(), aborted])
  } finally {
    dog.end()
  }
}
