/** The request of a waiting row, as this console and its configuration have it now. */
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { findCall } from '../row/calls.ts'
import type { Queue } from '../row/queue.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { upcast } from '../row/upcast.ts'
import type { WireRequest } from './build-request.ts'
import { waitingKeys, withContent } from './file-values.ts'
import { mutationRequest } from './mutation.ts'
import type { KnownConfig } from './read-config.ts'

export type Config = Pick<KnownConfig, 'hosts' | 'backOffice' | 'product'>

export interface BuildParts {
  files: Queue['files']
  config: () => Promise<Config>
}

export interface ReadyRow {
  kind: 'ready'
  /** With files in their places. */
  patch: Readonly<Record<string, unknown>>
  request: (patch: ReadyRow['patch'], config: Config) => WireRequest
  call: Call
  section: Section
}

const incompatible = (message: string): Verdict => ({
  kind: 'parked',
  reason: 'incompatible',
  decided: false,
  error: { status: 0, code: 'incompatible', message },
})

async function withFiles(row: OutboxRow, files: Queue['files']): Promise<Record<string, unknown> | null> {
  if (row.files.length === 0) return row.patch
  const stored = await files(row)
  if (stored.length !== row.files.length) return null
  const whole = stored.filter(({ file }) => !file.field.includes('.'))
  const chosen = whole.map(({ file, blob }) => [file.field, { name: file.name, size: file.size, type: file.type, content: blob }])
  const blobs = new Map(stored.map(({ file, blob }) => [file.key, blob]))
  const filled = { ...toRecord(withContent(row.patch, blobs)), ...Object.fromEntries(chosen) }
  return waitingKeys(filled).length ? null : filled
}

/** A verdict where there is nothing to send. */
export async function build(row: OutboxRow, parts: BuildParts): Promise<ReadyRow | Verdict> {
  const found = await findCall(row.section, row.call)
  if (!found) return incompatible(`${row.call} is not known here`)
  const known = upcast(row, found.call.payloadVersion)
  // A newer console made it: this one leaves it to that one.
  if (known.is === 'newer') return { kind: 'hold', why: 'newer', error: null }
  if (known.is === 'unknown') return incompatible(`payload version ${row.payloadVersion} of ${row.call}`)
  const { params, base } = known.row
  const patch = await withFiles(known.row, parts.files)
  if (!patch) return incompatible('a file of this change is no longer on the device')
  const request = (ready: Readonly<Record<string, unknown>>, config: Config) =>
    mutationRequest({ ...found, params, touches: row.touches, patch: ready, base }, config)
  return { kind: 'ready', patch, request, call: found.call, section: found.section }
}
