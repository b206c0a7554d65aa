/** Sends one waiting row: built from the contract now, with the token of now (rules 3 to 7). Page and worker alike. */
import type { ConsoleConfig } from '#contract/config.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { WireRequest } from './build-request.ts'
import { findCall } from './calls.ts'
import type { Transport } from './drain.ts'
import type { Answer, ExchangeOptions } from './exchange.ts'
import { mutationRequest } from './mutation.ts'
import type { Queue } from './queue.ts'
import type { LastError, OutboxRow, Verdict } from './types.ts'
import { upcast } from './upcast.ts'
import { judge } from './verdict.ts'

export interface TransportParts {
  files: Queue['files']
  config: () => Promise<Pick<ConsoleConfig, 'hosts' | 'backOffice'>>
  /** Rejects only without a whole answer. */
  send: (request: WireRequest, options: ExchangeOptions) => Promise<Answer>
  isOnline: () => boolean
  now: () => number
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
  const request = mutationRequest({ ...found, params, touches: row.touches, patch, base }, await parts.config())
  return { kind: 'built', request, call: found.call } as const
}

export function createTransport(parts: TransportParts): Transport {
  return async (row, { token, owner }, { signal, onActivity }) => {
    const built = await build(row, parts)
    if (built.kind !== 'built') return built
    Object.assign(built.request.headers, {
      Authorization: `Bearer ${token}`,
      [syncHeaders.key]: row.id,
      [syncHeaders.owner]: owner,
    })
    try {
      const answer = await parts.send(built.request, { signal, onActivity })
      parts.onAnswer?.(answer.status, token)
      return judge(built.call, row, answer, parts.now())
    } catch {
      if (!signal.aborted) parts.onAnswer?.(null, token)
      return parts.isOnline() ? { kind: 'retry', afterMs: null, error: noAnswer } : { kind: 'hold', why: 'offline', error: noAnswer }
    }
  }
}
