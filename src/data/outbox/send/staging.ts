/**
 * Files go ahead of the row that names them, piece by piece (rule 11). The server says how much it has, so a cut costs one
 * piece, and the next drain, of another tab or the worker, goes on from there.
 */
import type { ConsoleConfig } from '#contract/config.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { shortName } from '#contract/lib/file-name.ts'
import { maxPieceBytes, type StagedFile, type StagedState, stagedState, stagePiece } from '#contract/uploads.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { buildRequest, type RequestInput, type WireRequest } from '../wire/build-request.ts'
import type { HttpResponse } from '../wire/exchange.ts'
import { type Chosen, mapChosen } from '../wire/file-values.ts'
import { judge, toLastError } from '../wire/verdict.ts'

/** Files from so many bytes on are staged; a smaller one is sent in the form itself, in one request. */
export const stagedFrom = 400_000

const [smallestPiece, firstPiece] = [64_000, 256_000]
/** A piece that takes less is followed by one of twice the size, one that takes more by half of it. */
const [quickMs, slowMs] = [1_500, 6_000]
/** Times that the server may have less than it said before the row waits for another attempt. */
const maxStalls = 3

export interface StagingParts {
  call: Pick<Call, 'encoding'>
  row: Pick<OutboxRow, 'id' | 'action'>
  config: Pick<ConsoleConfig, 'hosts'>
  /** Sends with the person's token; rejects only without a whole answer. `onProgress` hears percent of the request. */
  send: (request: WireRequest, onProgress?: (percent: number) => void) => Promise<HttpResponse>
  signal: AbortSignal
  now: () => number
  /** Waits so many milliseconds; a test does not. */
  pause?: (milliseconds: number) => Promise<void>
  /** Percent of all files of the row. */
  onProgress?: ((percent: number) => void) | undefined
}

type Patch = Readonly<Record<string, unknown>>

async function sha256(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isState = (value: unknown): value is StagedState =>
  isRecord(value) && typeof value.received === 'number' && typeof value.complete === 'boolean'

/** The state in an answer, or what the answer means for the row. */
function read(parts: StagingParts, response: HttpResponse): StagedState | Verdict {
  if (response.status >= 200 && response.status < 300 && isState(response.body)) return response.body
  const verdict = judge(stagePiece, parts.row, response, parts.now())
  const error = toLastError(response)
  // Bytes that were mangled on the way: the next attempt sends them again.
  const mangled = error.fields !== undefined && ('digest' in error.fields || 'sha256' in error.fields)
  return mangled ? { kind: 'retry', afterMs: null, error } : verdict
}

export const isVerdict = (value: object): value is Verdict => 'kind' in value

/** Milliseconds between two questions while the server checks the whole, and how many. */
const [checkPause, maxChecks] = [1_000, 600]

const delay = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

/**
 * Sends what the server does not have of a file of this hash. 'unknown': another deployment of the contract, without staging. Rejects only
 * without a whole answer.
 */
export async function stagePieces(
  parts: StagingParts,
  name: string,
  content: Blob,
  onSent: (bytes: number) => void,
): Promise<StagedState | Verdict | 'unknown'> {
  const { size } = content
  const request = (call: Call, rest: Omit<RequestInput, 'params'>) =>
    buildRequest(call, { params: { sha256: name }, ...rest }, parts.config)
  const ask = () => parts.send(request(stagedState, { query: { size } }))
  const first = await ask()
  if (first.status === 404 || first.status === 405) return 'unknown'
  let state = read(parts, first)
  let length = firstPiece
  let checks = 0
  for (let stalls = 0; !isVerdict(state); ) {
    const offset = state.received
    onSent(offset)
    if (state.complete) return state
    if (stalls > maxStalls || checks > maxChecks)
      return { kind: 'retry', afterMs: null, error: { status: 0, code: 'unknown', message: '' } }
    if (parts.signal.aborted) throw new DOMException('Displaced', 'AbortError')
    if (offset >= size) {
      checks += 1
      await (parts.pause ?? delay)(checkPause)
      state = read(parts, await ask())
      continue
    }
    const piece = content.slice(offset, offset + length)
    const begin = parts.now()
    const query = { size, offset, digest: await sha256(piece) }
    state = read(
      parts,
      await parts.send(request(stagePiece, { query, body: piece }), (percent) => onSent(offset + (piece.size * percent) / 100)),
    )
    if (!isVerdict(state) && !state.complete && state.received <= offset) stalls += 1
    const took = parts.now() - begin
    if (took < quickMs) length = Math.min(maxPieceBytes, length * 2)
    if (took > slowMs) length = Math.max(smallestPiece, length / 2)
  }
  return state
}

async function stageOne(parts: StagingParts, file: Chosen, onSent: (bytes: number) => void): Promise<StagedFile | Verdict | 'unknown'> {
  const name = await sha256(file.content)
  const end = await stagePieces(parts, name, file.content, onSent)
  if (end === 'unknown' || isVerdict(end)) return end
  return { staged: name, name: shortName(file.name) }
}

/**
 * The patch with its large files staged and named, or what kept them from it. Without a secure context there is no hashing;
 * then the form carries them.
 */
export async function stageFiles(parts: StagingParts, patch: Patch): Promise<{ kind: 'staged'; patch: Patch } | Verdict> {
  const large: Chosen[] = []
  mapChosen(patch, (file) => {
    if (file.content.size >= stagedFrom) large.push(file)
  })
  if (large.length === 0 || parts.call.encoding !== 'multipart' || globalThis.isSecureContext === false) return { kind: 'staged', patch }
  const total = large.reduce((sum, { content }) => sum + content.size, 0)
  const staged = new Map<Blob, StagedFile>()
  let before = 0
  for (const file of large) {
    const done = await stageOne(parts, file, (bytes) => parts.onProgress?.(Math.floor(((before + bytes) / total) * 100)))
    if (done === 'unknown') return { kind: 'staged', patch }
    if (isVerdict(done)) return done
    staged.set(file.content, done)
    before += file.content.size
  }
  return { kind: 'staged', patch: toRecord(mapChosen(patch, (file) => staged.get(file.content) ?? file)) }
}
