/** Displayed data of a device, and the outbox rows of its saves. */

import type { Base, NewRow } from '#console/data/outbox/row/types.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leadStatus } from '#contract/sections/sales/leads.ts'
import type { Device } from './device.ts'
import type { SectionOfModel } from './models.ts'

/** Displayed refs: existing or waiting to be created, without those being deleted. */
export function visibleRefs(device: Device, owner: string, refs: readonly string[]): string[] {
  const rows = device.rowsOf(owner)
  return refs.filter((ref) => {
    const waiting = rows.filter((row) => row.touches.includes(ref))
    if (waiting.some((row) => row.action === 'remove')) return false
    return Boolean(device.seen.get(ref)) || waiting.some((row) => row.action === 'create')
  })
}

/** The server's row folded with the outbox, and its version; null for an unknown one. */
export function foldedRow(device: Device, owner: string, ref: string): { version: number | null; values: Record<string, unknown> } {
  const row = device.seen.get(ref) ?? null
  const waiting = device.rowsOf(owner).filter((entry) => entry.touches.includes(ref) && entry.action !== 'remove')
  return { version: row?.version ?? null, values: Object.assign({}, row, ...waiting.map(({ patch }) => patch)) }
}

interface Draft {
  section: SectionOfModel
  action: 'create' | 'update' | 'remove' | 'bulkUpdate' | 'note' | 'pay'
  touches: readonly string[]
  /** Other records it refers to. */
  dependsOn?: readonly string[]
  patch: Readonly<Record<string, unknown>>
  base?: Base | null
  params?: Readonly<Record<string, string>>
}

/** Like `submit`. */
export function toNewRow({ section, action, touches, dependsOn = [], patch, base = null, params = {} }: Draft): Omit<NewRow, 'owner'> {
  return {
    id: uuidv7(),
    call: action === 'bulkUpdate' ? leadStatus.name : `${section}.${action}`,
    section,
    action,
    touches,
    dependsOn,
    payloadVersion: 1,
    params,
    patch,
    base,
    files: [],
    label: '',
    state: 'queued',
    reason: null,
    attempts: 0,
    attempted: false,
    decided: false,
    nextAttemptAt: 0,
    lastError: null,
    createdAt: 0,
  }
}
