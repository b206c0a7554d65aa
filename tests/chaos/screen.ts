/** What a person sees on a device, and the outbox row that saving it makes. */

import type { Base, NewRow } from '#console/data/outbox/row/types.ts'
import { uuidv7 } from '#console/data/outbox/row/uuid.ts'
import { leadStatus } from '#contract/sections/sales/leads.ts'
import type { Device } from './device.ts'
import type { SectionOfModel } from './models.ts'

/** Refs that stand on the screen: what the server has or a waiting create will make, without what is being deleted. */
export function visibleRefs(device: Device, owner: string, refs: readonly string[]): string[] {
  const rows = device.rowsOf(owner)
  return refs.filter((ref) => {
    const waiting = rows.filter((row) => row.touches.includes(ref))
    if (waiting.some((row) => row.action === 'remove')) return false
    return Boolean(device.seen.get(ref)) || waiting.some((row) => row.action === 'create')
  })
}

/** The server's row folded with what waits, and the version the server gave it; null for one it has not seen. */
export function foldedRow(device: Device, owner: string, ref: string): { version: number | null; values: Record<string, unknown> } {
  const row = device.seen.get(ref) ?? null
  const waiting = device.rowsOf(owner).filter((entry) => entry.touches.includes(ref) && entry.action !== 'remove')
  return { version: row?.version ?? null, values: Object.assign({}, row, ...waiting.map(({ patch }) => patch)) }
}

interface Draft {
  section: SectionOfModel
  action: 'create' | 'update' | 'remove' | 'bulkUpdate' | 'note' | 'pay'
  touches: readonly string[]
  /** Other records that it speaks of. */
  dependsOn?: readonly string[]
  patch: Readonly<Record<string, unknown>>
  base?: Base | null
  params?: Readonly<Record<string, string>>
}

/** As `submit` makes it. */
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
