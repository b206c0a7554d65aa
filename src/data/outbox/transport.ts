/** Sends one waiting row: built from the contract now, with the token of now (rules 3 to 7). Page and worker alike. */
import type { ConsoleConfig } from '#contract/config.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { WireRequest } from './build-request.ts'
import { findCall } from './calls.ts'
import type { Transport } from './drain.ts'
import type { Answer, ExchangeOptions } from './exchange.ts'
import { mutationRequest } from './mutation.ts'
import type { Queue } from './queue.ts'
import { stageFiles } from './staging.ts'
import type { LastError, OutboxRow, Verdict } from './types.ts'
import { upcast } from './upcast.ts'
import { judge } from './verdict.ts'

type Config = Pick<ConsoleConfig, 'hosts' | 'backOffice'>

export interface TransportParts {
  files: Queue['files']
  config: () => Promise<Config>
  /** Rejects only without a whole answer. */
  send: (request: WireRequest, options: ExchangeOptions) => Promise<Answer>
  isOnline: () => boolean
  now: () => number
  /** Percent of the files of a row that were sent, by its mutation id. */
  onProgress?: (id: string, percent: number) => void
  /** Hears of every answer, and of none (null). */
  onAnswer?: (status: number | null, token: string) => void
}

const incompatible = (message: string): Verdict => ({
  kind: 'parked',
  reason: 'incompatible',
  decided: false,
  error: { status: 0, code: 'incompatible', message },
})

const noAnswer: LastError = { status: 0, code: 'offline', message: '' }

async function withFiles(row: OutboxRow, files: Queue['files']): Promise<Record<string, unknown> | null> {
  if (row.files.length === 0) return row.patch
  const held = await files(row)
  if (held.length !== row.files.length) return null
  const chosen = held.map(({ file, blob }) => [file.field, { name: file.name, size: file.size, type: file.type, content: blob }])
  return { ...row.patch, ...Object.fromEntries(chosen) }
}

async function build(row: OutboxRow, parts: TransportParts) {
  const found = await findCall(row.section, row.call)
  if (!found) return incompatible(`${row.call} is not known here`)
  const known = upcast(row, found.call.payloadVersion)
  // A newer console made it: this one leaves it to that one.
  if (known.is === 'newer') return { kind: 'hold', why: 'newer', error: null } satisfies Verdict
  if (known.is === 'unknown') return incompatible(`payload version ${row.payloadVersion} of ${row.call}`)
  const { params, base } = known.row
  const patch = await withFiles(known.row, parts.files)
  if (!patch) return incompatible('a file of this change is no longer on the device')
  const request = (ready: Readonly<Record<string, unknown>>, config: Config) =>
    mutationRequest({ ...found, params, touches: row.touches, patch: ready, base }, config)
  return { kind: 'ready', patch, request, call: found.call } as const
}

export function createTransport(parts: TransportParts): Transport {
  return async (row, { token, owner }, { signal, onActivity }) => {
    const built = await build(row, parts)
    if (built.kind !== 'ready') return built
    const { call } = built
    const send = async (request: WireRequest, onProgress?: (percent: number) => void) => {
      Object.assign(request.headers, { Authorization: `Bearer ${token}`, [syncHeaders.owner]: owner })
      const answer = await parts.send(request, { signal, onActivity, onProgress })
      parts.onAnswer?.(answer.status, token)
      return answer
    }
    const onProgress = row.files.length ? (percent: number) => parts.onProgress?.(row.id, percent) : undefined
    try {
      const config = await parts.config()
      const staged = await stageFiles({ call, row, config, send, signal, now: parts.now, onProgress }, built.patch)
      if (staged.kind !== 'staged') return staged
      const request = built.request(staged.patch, config)
      request.headers[syncHeaders.key] = row.id
      const answer = await send(request, staged.patch === built.patch ? onProgress : undefined)
      return judge(call, row, answer, parts.now())
    } catch {
      if (!signal.aborted) parts.onAnswer?.(null, token)
      return parts.isOnline() ? { kind: 'retry', afterMs: null, error: noAnswer } : { kind: 'hold', why: 'offline', error: noAnswer }
    }
  }
}
