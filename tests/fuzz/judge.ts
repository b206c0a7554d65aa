/** Detects invalid responses: a server fault, a timeout, or an error that no client can parse. */
import { gunzipSync } from 'node:zlib'
import { isRecord } from '#contract/kit/field/guards.ts'

function unfitProblem(
  status: number,
  type: string | null,
  text: string,
  whyUndeclared: (problem: unknown) => string | null,
): string | null {
  // Public pages refuse by pages.
  if (type?.startsWith('text/html')) return text.startsWith('<!doctype html>') ? null : `status ${status} as ${type}`
  if (!type?.startsWith('application/problem+json')) return `status ${status} as ${type}`
  try {
    const problem: unknown = JSON.parse(text)
    const fits = isRecord(problem) && problem.status === status && typeof problem.code === 'string' && typeof problem.message === 'string'
    return fits && problem.message !== '' ? whyUndeclared(problem) : `a problem without its parts: ${text.slice(0, 200)}`
  } catch {
    return `a problem that is no JSON: ${text.slice(0, 200)}`
  }
}

/** Worst status of a replay's entries. */
function worstLine(text: string): string | null {
  const broken = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .find((line) => isRecord(line) && typeof line.status === 'number' && line.status >= 500)
  return broken === undefined ? null : `an entry of a replay: ${JSON.stringify(broken).slice(0, 300)}`
}

/** An event stream lasts as long as its client: its first event is read, then it is closed. */
async function bodyOf(response: Response): Promise<Buffer> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return Buffer.from(await response.arrayBuffer())
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return Buffer.from(first?.value ?? [])
}

export interface Expected {
  isHead: boolean
  takesGzip: boolean
  /** Milliseconds. */
  longest: number
  received: (status: number) => void
  /** Why the document does not allow this refusal; null where it does. */
  whyUndeclared: (problem: unknown) => string | null
}

/** Why this response fails; null if not. */
export async function whyWrong(
  ask: () => Response | Promise<Response>,
  { isHead, takesGzip, longest, received, whyUndeclared }: Expected,
): Promise<string | null> {
  const begin = performance.now()
  const response = await ask()
  received(response.status)
  const bytes = await bodyOf(response)
  const text = (bytes.length > 0 && response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  const took = performance.now() - begin
  const type = response.headers.get('content-type')
  if (!takesGzip && response.headers.has('content-encoding')) return 'compressed for a client that takes nothing compressed'
  if (response.status >= 500) return `status ${response.status}: ${text.slice(0, 300)}`
  if (took > longest) return `took ${Math.round(took)} ms (status ${response.status})`
  if (response.status >= 400) return isHead ? null : unfitProblem(response.status, type, text, whyUndeclared)
  return type?.startsWith('application/x-ndjson') ? worstLine(text) : null
}
