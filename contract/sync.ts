/** The changes feed of Dexie, and cancelling a mutation (docs/offline.md#what-the-device-has-cached). */

import { choice, flag, number, object, rows, text } from './kit/field/field.ts'
import type { Permission } from './kit/field/permission.ts'
import { call } from './kit/section/call.ts'
import type { AnyRow } from './kit/section/section.ts'
import { type SyncedArea, syncedAreas } from './synced-areas.ts'

interface Person {
  permissions: { has(permission: Permission): boolean }
  isSales: boolean
}

/** Whether a person's device caches an area. Only salespeople cache members: others see all of them. */
const keepers: Readonly<Record<SyncedArea, (person: Person) => boolean>> = {
  leads: ({ permissions }) => permissions.has('get crm'),
  member: ({ permissions, isSales }) => isSales && permissions.has('get member'),
}

export const mayKeep = (area: SyncedArea, person: Person): boolean => keepers[area](person)

/** A change in commit order: an upsert with the row as visible to this user, or a tombstone without one. */
export interface Change {
  area: SyncedArea
  ref: string
  row: AnyRow | null
}

export interface Changes {
  changes: Change[]
  /** To go on from; opaque. */
  cursor: string
  /** More is available now. */
  more: boolean
  /** The device must drop its rows (never its outbox) and restart with an empty cursor: epoch, scope or age changed. */
  resync: boolean
  /** Number of rows of a first sync, for progress; 0 on a catch-up. */
  total: number
}

export const changes = call({
  name: 'sync.changes',
  kind: 'query',
  method: 'GET',
  path: '/sync/in/v1/changes',
  permission: 'signed-in',
  /** Each area has its own cursor. */
  query: {
    area: choice(syncedAreas, { initial: 'leads' }),
    cursor: text({ max: 200 }),
    limit: number({ integer: true, min: 1, max: 5_000 }),
  },
  reply: {
    of: 'object',
    fields: {
      changes: rows({ area: text({ required: true }), row: object({}) }, { max: 5_000 }),
      cursor: text({ required: true }),
      more: flag({ required: true }),
      resync: flag({ required: true }),
      total: number({ required: true }),
    },
  },
  silent: true,
})

/**
 * Called before an attempted row is edited or discarded: stores `cancelled` if the mutation has no verdict yet, and returns the valid
 * verdict.
 */
export const cancelMutation = call({
  name: 'sync.cancel',
  kind: 'mutation',
  method: 'DELETE',
  path: '/sync/in/v1/mutations/{id}',
  permission: 'signed-in',
  reply: { of: 'object', fields: { verdict: text({ required: true }), status: number({ required: true }) } },
  silent: true,
})

/** Headers of the outbox protocol, optional for other clients. */
export const syncHeaders = {
  key: 'Idempotency-Key',
  ifMatch: 'If-Match',
  mask: 'Update-Mask',
  owner: 'Outbox-Owner',
  echo: 'Mutation-Id',
} as const
