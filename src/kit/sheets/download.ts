/** A file response, read in chunks, with progress and cancellation. */
import { ApiError, offlineError, toApiError } from '#console/data/api/api-error.ts'
import { getConfig } from '#console/data/api/config.ts'
import { reportReached, reportUnreached } from '#console/data/api/connection.ts'
import { fetchFile } from '#console/data/api/fetch-file.ts'
import { buildRequest } from '#console/data/api/request.ts'
import { readToken, reportUnauthorized } from '#console/data/api/token.ts'
import { idleMs, parseText, watchdog } from '#console/data/outbox/wire/exchange.ts'
import { atItsPath, modeFilters } from '#console/data/query/queries.ts'
import { formatFilters } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { exportCall, exportHeaders } from '#contract/kit/section/sheet.ts'

export interface Download {
  content: Blob
  name: string
  rows: number
}

export interface ExportRequest {
  /** In the list grammar. */
  query: string
  sort: string
  format: 'xlsx' | 'csv'
  /** Field names, comma-separated; all columns when empty. */
  columns: string
}

const nameOf = (response: Response, fallback: string) =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback

async function receive(response: Response, alive: () => void, onProgress: (percent: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const expected = Number(response.headers.get(exportHeaders.bytes)) || 0
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    size += part.value.length
    alive()
    // The length is an estimate: 100 % only when the file is complete.
    onProgress(Math.min(99, (size / Math.max(1, expected, size)) * 100))
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

/** Throws ApiError ('No Internet Connection' without a whole answer), or the abort of `signal`. */
export async function downloadList(
  section: Section,
  { query, ...asked }: ExportRequest,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Download> {
  const call = exportCall(section)
  if (!call) throw new Error(`${section.name} has no export`)
  const wire = buildRequest(
    atItsPath(section, call),
    { query: { ...asked, query: [query, formatFilters(modeFilters(section))].filter(Boolean).join() } },
    getConfig(),
  )
  const token = readToken()
  const dog = watchdog(idleMs, signal)
  try {
    const headers = token ? { Authorization: `Bearer ${token}` } : {}
    const response = await fetchFile(wire.url, { headers, signal: dog.signal, retries: 0 })
    dog.alive()
    reportReached()
    if (response.status === 401) reportUnauthorized(token)
    if (!response.ok) throw toApiError(response.status, parseText(await response.text()))
    const content = await receive(response, dog.alive, onProgress)
    return { content, name: nameOf(response, `${section.name}.${asked.format}`), rows: Number(response.headers.get(exportHeaders.rows)) }
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    reportUnreached()
    throw offlineError()
  } finally {
    dog.end()
  }
}
